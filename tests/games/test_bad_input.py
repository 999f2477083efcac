"""Input far from legal gives the named error and leaves the hand as it was."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from scripts import passively, play

from pokereval.errors import (
    CardCountError,
    CardError,
    ChipError,
    DuplicateCardError,
    GameError,
    IllegalActionError,
    PokerError,
    SeatError,
)
from pokereval.games import Courchevel, FixedLimit, Hand, Holdem, Omaha, Options, Rake, Razz, Stud, Table, Wait

GAME = Holdem(limit="no", blinds=(1, 2))
NO_CHIPS = [100.0, "100", Decimal(100), True, -1, 2**53 + 1, float("nan"), [100], np.float64(100)]


@pytest.mark.parametrize("stack", NO_CHIPS, ids=lambda value: repr(value).split(" at 0x")[0])
def test_a_stack_that_is_no_whole_number_of_chips_is_refused(stack: Any) -> None:
    with pytest.raises(ChipError, match="the stack of seat 1"):
        GAME.start([100, stack, 100], 0)


@pytest.mark.parametrize("pair", [(), (1,), (1, 2, 3), 5, "12", b"12", {1: 2, 3: 4}, 1.5])
def test_blinds_and_bets_are_two_amounts(pair: Any) -> None:
    for game, name in ((Holdem, "blinds"), (Omaha, "blinds"), (Courchevel, "blinds"), (Stud, "bets"), (Razz, "bets")):
        with pytest.raises(ChipError, match=f"expected {name} as two amounts of chips"):
            game(**{name: pair})
    with pytest.raises(ChipError, match="expected bets as two amounts of chips"):
        Holdem(limit="fixed", bets=pair)


def test_numpy_integers_are_chips_like_any_other() -> None:
    hand = GAME.start(np.array([100, 100, 100]), np.int64(0), seed=1)
    assert hand.setup["stacks"] == (100, 100, 100)
    hand.raise_to(np.int64(6))
    assert type(hand.events[-1][2]) is int
    assert type(hand.stacks[0]) is int


@pytest.mark.parametrize("stacks", [[], [100], [100, 0, None], [100] * 11, [100] * 23])
def test_too_few_or_too_many_seats_are_refused(stacks: list[int | None]) -> None:
    with pytest.raises(SeatError, match="expected 2 to 10 seats with chips"):
        GAME.start(stacks, 0)


@pytest.mark.parametrize("stacks", ["100,100", 200, None, {1, 2}])
def test_stacks_that_are_no_sequence_are_refused(stacks: Any) -> None:
    with pytest.raises(PokerError):
        GAME.start(stacks, 0)


@pytest.mark.parametrize(
    ("game", "most"), [(Omaha(hole_cards=5), 8), (Omaha(hole_cards=6), 7), (Stud(), 8), (Omaha(), 10)]
)
def test_a_game_takes_as_many_seats_as_its_deck_serves(game: Any, most: int) -> None:
    assert passively(game.start([50] * most, 0, seed=1)).is_over
    with pytest.raises(SeatError, match=f"expected 2 to {most} seats"):
        game.start([50] * (most + 1), 0)


@pytest.mark.parametrize("button", [3, -1, 1.0, "0", None, True])
def test_a_button_outside_the_table_is_refused(button: Any) -> None:
    with pytest.raises(SeatError, match="the button"):
        GAME.start([100] * 3, button)


@pytest.mark.parametrize(
    ("deck", "error"),
    [
        ("AsAs" + "KdQd" * 5, DuplicateCardError),
        ("AsKd", CardCountError),
        ("AsXx", CardError),
        (range(53), CardError),
        ([0.5] * 52, CardError),
    ],
)
def test_a_deck_that_cannot_be_dealt_is_refused(deck: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        GAME.start([100] * 3, 0, deck=deck)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"live_posts": {9: 2}}, SeatError),
        ({"live_posts": {1: -2}}, ChipError),
        ({"dead_posts": {1: 0.5}}, ChipError),
        ({"dead_posts": 3}, SeatError),
        ({"straddles": {0: 2}}, GameError),
        ({"straddles": [(0, 4), (0, 8)]}, SeatError),
        ({"bomb_pot": -1}, ChipError),
        ({"boards": 0}, ChipError),
        ({"boards": 9}, GameError),
        ({"small_blind_seat": 1}, SeatError),
        ({"small_blind_seat": 1, "big_blind_seat": 1}, SeatError),
        ({"seed": 1, "deck": range(52)}, CardError),
        ({"seed": 1, "wait_for_cards": True}, CardError),
    ],
    ids=str,
)
def test_a_start_that_makes_no_hand_is_refused(wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        GAME.start([100] * 3, 0, **wrong)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Holdem(limit="spread"),
        lambda: Holdem(blinds=(3, 2)),
        lambda: Holdem(blinds=(1, 2.5)),  # type: ignore[arg-type]
        lambda: Holdem(limit="fixed", bets=(4, 2)),
        lambda: Holdem(ante="1"),  # type: ignore[arg-type]
        lambda: Holdem(odd_chip="north"),
        lambda: Omaha(hole_cards=7),
        lambda: Stud(bring_in=9),
        lambda: Stud(bring_in=0),
        lambda: FixedLimit(2),
        lambda: Options(rake=5),  # type: ignore[arg-type]
        lambda: Rake(2000),
        lambda: Table(GAME, 1),
        lambda: Stud().start([9] * 3, 0, bomb_pot=2),
        lambda: Stud().start([9] * 3, 0, small_blind_seat=0, big_blind_seat=1),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(make: Any) -> None:
    with pytest.raises(PokerError, match="expected"):
        make()


@pytest.mark.parametrize(
    "amount",
    [6.0, "6", None, True, -6, Decimal(6), float("inf")],
    ids=lambda value: repr(value).split(" at 0x")[0],
)
def test_a_raise_that_is_no_whole_number_of_chips_is_refused(amount: Any) -> None:
    hand = GAME.start([100] * 3, 0, seed=1)
    twin = hand.copy()
    for act in (hand.raise_to, hand.raise_by):
        with pytest.raises((ChipError, IllegalActionError)):
            act(amount)
    assert hand == twin
    assert hand.stacks == twin.stacks


def test_an_illegal_action_names_seat_street_what_was_tried_and_what_is_legal() -> None:
    hand = play(GAME, [100] * 3, "P3 call, P1 call, P2 check, P1 bet 10")
    with pytest.raises(IllegalActionError) as refused:
        hand.raise_to(12)
    assert str(refused.value) == (
        "expected a legal action on the flop from seat 2, got 'raise to 12': "
        "seat 2 may fold, call 10 or raise to 20..98"
    )


@pytest.mark.parametrize("action", ["fold", "check", "call", "complete", "bring_in", "all_in", "muck", "show", "burn"])
def test_after_the_end_nothing_is_taken(action: str) -> None:
    hand = passively(GAME.start([100] * 3, 0, seed=1))
    events = list(hand.events)
    with pytest.raises(IllegalActionError, match="the hand is over"):
        getattr(hand, action)()
    for act in (hand.bet, hand.raise_to, hand.raise_by, hand.deal):
        with pytest.raises(IllegalActionError, match="the hand is over"):
            act(10)
    assert hand.events == events


def waiting(*, dealt: str = "") -> Hand:
    hand = GAME.start([100] * 2, 0, wait_for_cards=True)
    if dealt:
        hand.deal(dealt)
    return hand


def test_cards_are_refused_unless_they_are_due() -> None:
    hand = waiting()
    with pytest.raises(IllegalActionError, match="2 cards are due to seat 2"):
        hand.call()
    with pytest.raises(IllegalActionError, match="due to seat 2"):
        hand.burn()
    with pytest.raises(CardCountError, match="expected 1 to 2 cards for seat 2"):
        hand.deal("AsKsQs")
    with pytest.raises(CardCountError):
        hand.deal("")
    with pytest.raises(CardError):
        hand.deal("Zz")
    hand.deal("AsKs")
    with pytest.raises(CardCountError, match="expected 1 to 0 cards for seat 2"):
        hand.deal("Qs", seat=1)
    hand.deal("QdQh")
    with pytest.raises(IllegalActionError, match="seat 1 may fold"):
        hand.deal("2c")
    assert hand.hole_cards == [(41, 42), (51, 47)]


def test_a_card_dealt_twice_is_refused() -> None:
    hand = waiting(dealt="AsKs")
    with pytest.raises(DuplicateCardError, match="got As again"):
        hand.deal("As2c")
    with pytest.raises(DuplicateCardError):
        hand.deal("2c2c")
    assert hand.hole_cards[0] == ()
    hand.deal("2c3c")
    hand.call()
    hand.check()
    with pytest.raises(IllegalActionError, match="a burn card is due"):
        hand.deal("4c5c6c")
    with pytest.raises(DuplicateCardError):
        hand.burn("As")
    hand.burn("4c")
    with pytest.raises(DuplicateCardError):
        hand.deal("5c4c6c")
    with pytest.raises(CardError, match="known cards for the board"):
        hand.deal("??")
    hand.deal("5c6c7c")
    assert hand.street_name == "flop"
    assert hand.actor == 1


def test_unseen_cards_are_shown_or_mucked_at_the_showdown() -> None:
    hand = waiting(dealt="??")
    hand.deal("??")
    hand.deal("Kd")
    hand.deal("??")
    hand.call()
    hand.check()
    for cards in ("2s3h7d", "9s", "Th"):
        hand.burn()
        hand.deal(cards)
        hand.check()
        hand.check()
    assert hand.waits_for is not None
    assert hand.waits_for[:2] == ("show", 1)
    with pytest.raises(CardCountError):
        hand.show()
    with pytest.raises(DuplicateCardError):
        hand.show("9sAh")
    with pytest.raises(DuplicateCardError):
        hand.show("AcAd")
    hand.show("KdKh")
    assert hand.waits_for is not None
    hand.muck()
    assert hand.result.payouts == (0, 4)
    assert hand.result.mucked == (0,)


def test_a_result_is_refused_before_the_end() -> None:
    with pytest.raises(GameError, match="expected a finished hand, but seat 1 may"):
        _ = GAME.start([100] * 3, 0, seed=1).result


def test_events_of_another_hand_are_refused() -> None:
    hand = passively(GAME.start([100] * 3, 0, seed=1))
    events = [event if event[0] != "award" else (*event[:-1], event[-1] + 1) for event in hand.events]
    with pytest.raises(GameError, match="expected event"):
        GAME.replay(hand.setup, events)


def test_a_rake_larger_than_the_pot_is_refused() -> None:
    game = Holdem(limit="no", blinds=(1, 2), rake=lambda pot: pot + 1)
    hand = game.start([100] * 2, 0, seed=1)
    with pytest.raises(GameError, match="at most the pot"):
        hand.fold()


@pytest.mark.parametrize("taken", [lambda pot: pot + 1, lambda pot: -1, lambda pot: 0.5, lambda pot: 1 // (pot - pot)])
def test_a_rake_that_fails_leaves_the_hand_as_it_was(taken: Callable[[int], Any]) -> None:
    game = Holdem(limit="no", blinds=(1, 2), rake=taken)
    hand = game.start([100] * 3, 0, seed=1)
    hand.all_in()
    hand.all_in()
    twin = hand.copy()
    state = {name: getattr(hand, name) for name in ("actor", "pot", "stacks", "bets", "events", "street", "live")}
    for action in (hand.fold, hand.call, hand.all_in):
        with pytest.raises((GameError, PokerError, ZeroDivisionError)):
            action()
        assert hand == twin
        assert state == {name: getattr(hand, name) for name in state}
        assert hand.legal() == twin.legal()
    assert type(pickle.loads(pickle.dumps(Holdem(limit="no", blinds=(1, 2), rake=Rake(10)).start([9] * 2, 0)))) is Hand


def test_no_hand_is_shown_while_bets_may_come() -> None:
    hand = waiting(dealt="AsKs")
    with pytest.raises(IllegalActionError, match="expected no hand to be shown now"):
        hand.show(seat=1)
    hand.deal("QdQh")
    hand.all_in()
    hand.call()
    hand.show(seat=1)
    with pytest.raises(IllegalActionError, match="not shown yet"):
        hand.show(seat=1)
    assert hand.events[-1] == ("show", 1, (51, 47))
    for cards in ("2c3c8d", "5h", "9s"):
        hand.burn()
        hand.deal(cards)
    assert hand.result.showdown_order == (1, 0)
    assert hand.result.payouts == (200, 0)
    assert hand.game.replay(hand.setup, hand.events) == hand


def test_a_stud_hand_with_an_unseen_up_card_is_told_who_opens() -> None:
    hand = Stud().start([100] * 3, 0, wait_for_cards=True)
    for cards in ("??????", "AsKs2d", "QsQd9h"):
        hand.deal(cards)
    assert hand.waits_for == Wait("opener")
    for act in (hand.bring_in, hand.burn, lambda: hand.deal("2c")):
        with pytest.raises(IllegalActionError, match="the seat that opens is to be named"):
            act()
    with pytest.raises(SeatError):
        hand.open_with(7)
    hand.open_with(2)
    hand.bring_in()
    with pytest.raises(IllegalActionError, match="expected no seat to be named"):
        hand.open_with(1)
    hand.call()
    hand.fold()
    assert hand.waits_for == Wait("burn", cards=1)
    hand.burn()
    hand.deal("3c")
    hand.deal("4c")
    assert hand.actor == 0, "the unseen card has been folded, and a nine shows"
    assert hand.game.replay(hand.setup, hand.events) == hand


def test_the_last_seat_wins_unseen_when_the_others_muck_unseen_hands() -> None:
    hand = waiting(dealt="????")
    hand.deal("????")
    hand.all_in()
    hand.call()
    for cards in ("2c3c8d", "5h", "9s"):
        hand.burn()
        hand.deal(cards)
    branch = hand.copy()
    branch.show("AsKs")
    assert hand.ranks != branch.ranks, "a branch has ranks of its own"
    hand.muck()
    assert hand.result.payouts == (200, 0)
    assert hand.result.shown == ()
