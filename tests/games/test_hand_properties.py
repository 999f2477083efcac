"""What holds in every hand, tried on random games, tables and actions."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random

import pytest
from random_games import (
    LIMITS,
    assert_chips_are_where_events_say,
    assert_finished_hand_is_sound,
    chips_in_play,
    decide_showdown,
    games,
    random_game,
    random_start,
)
from soak import soak

from pokereval.errors import IllegalActionError
from pokereval.games import Hand, Legal
from pokereval.games.players import play_out, random_player
from pokereval.pots import settle_hand

ACTIONS = ("fold", "check", "call", "complete", "bring_in", "all_in")


def random_hand(rng: Random) -> Hand:
    game = random_game(rng)
    return game.start(**random_start(game, rng))


@pytest.mark.parametrize("seed", range(400))
def test_every_random_hand_ends_with_all_chips_accounted_for(seed: int) -> None:
    rng = Random(seed)
    hand = random_hand(rng)
    total = chips_in_play(hand)
    player = random_player(rng)
    steps = 0
    while (legal := hand.legal()) is not None:
        player(hand, legal)
        assert chips_in_play(hand) == total
        steps += 1
        assert steps < 2000
    decide_showdown(hand, rng)
    assert_finished_hand_is_sound(hand)
    assert "Chips now" in hand.result.explain()


@pytest.mark.parametrize("seed", range(150))
def test_the_event_list_rebuilds_the_hand(seed: int) -> None:
    rng = Random(seed)
    hand = decide_showdown(play_out(random_hand(rng), random_player(rng)), rng)
    assert hand.game.replay(hand.setup, hand.events) == hand
    plain = json.loads(json.dumps({"setup": hand.setup, "events": hand.events}))
    again = hand.game.replay(plain["setup"], plain["events"])
    assert again.events == hand.events
    assert again.stacks == hand.stacks
    middle = hand.game.replay(hand.setup, hand.events[: rng.randint(1, len(hand.events))])
    assert middle.events == hand.events[: len(middle.events)]


@pytest.mark.parametrize("seed", range(60))
def test_a_copy_goes_its_own_way_and_a_pickle_goes_the_same(seed: int) -> None:
    rng = Random(seed)
    hand = random_hand(rng)
    player = random_player(rng)
    while (legal := hand.legal()) is not None:
        before = (list(hand.events), list(hand.stacks), hand.pot)
        branch = hand.copy()
        assert branch == hand
        play_out(branch, random_player(rng.getrandbits(20)))
        assert (hand.events, hand.stacks, hand.pot) == before
        twin = pickle.loads(pickle.dumps(hand))
        assert twin == hand == copy.deepcopy(hand)
        assert twin.legal() == legal
        player(hand, legal)
        assert branch is not hand


def state(hand: Hand) -> tuple[object, ...]:
    """Return everything a refused action could have touched."""
    return tuple(
        list(value) if isinstance(value, list) else value
        for value in (getattr(hand, name) for name in Hand.__slots__)
    )


def takes(hand: Hand, action: str, *amount: int) -> bool:
    """Try an action on a copy; a refusal must leave no trace."""
    twin = hand.copy()
    before = state(twin)
    try:
        getattr(twin, action)(*amount)
    except IllegalActionError:
        refused = True
    else:
        refused = False
    if refused:
        assert state(twin) == before, (action, amount)
        return False
    assert len(twin.events) > len(hand.events)
    return True


def candidates(hand: Hand, legal: Legal) -> set[int]:
    """Return totals around every bound there is."""
    seat = legal.seat
    bounds = {0, 1, hand.current_bet, hand.bets[seat] + hand.stacks[seat], *(legal.raise_sizes or ())}
    bounds |= {amount for amount in (legal.min_raise_to, legal.max_raise_to) if amount is not None}
    if legal.min_raise_to is not None and legal.max_raise_to is not None:
        bounds.add((legal.min_raise_to + legal.max_raise_to) // 2)
    return {amount for bound in bounds for amount in (bound - 1, bound, bound + 1) if amount >= 0}


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("seed", range(40))
def test_legal_is_sound_and_complete(limit: str, seed: int) -> None:
    """What legal() allows is taken; every amount just outside and every other action is refused without a trace."""
    rng = Random(f"{limit} {seed}")
    for game in games(limit, cap=rng.choice([3, 4]), tournament=rng.random() < 0.5):
        hand = game.start(**random_start(game, rng))
        player = random_player(rng)
        while (legal := hand.legal()) is not None:
            assert takes(hand, "fold") == legal.fold
            assert takes(hand, "check") == legal.check
            assert takes(hand, "call") == (legal.call > 0)
            assert takes(hand, "bring_in") == (legal.bring_in is not None)
            assert takes(hand, "complete") == (legal.complete_to is not None)
            for amount in candidates(hand, legal):
                assert takes(hand, "raise_to", amount) == legal.allows_raise_to(amount), (amount, legal)
                bets = legal.allows_raise_to(amount) and not hand.current_bet
                assert takes(hand, "bet", amount) == bets, (amount, legal)
            assert not takes(hand, "muck")
            assert not takes(hand, "show")
            assert not takes(hand, "deal", 0)
            assert not takes(hand, "burn")
            player(hand, legal)
        decide_showdown(hand, rng)
        for action in ACTIONS:
            assert not takes(hand, action)
        assert not takes(hand, "raise_to", 10)


@pytest.mark.parametrize("seed", range(60))
def test_a_permuted_deck_permutes_nothing_but_cards(seed: int) -> None:
    """Suits that change places change no chip in flop games."""
    rng = Random(seed)
    game = rng.choice([game for game in games("no") if not game.has_up_cards])
    start = random_start(game, rng)
    hand = game.start(**start)
    suits = rng.sample(range(4), 4)
    deck = tuple(card // 4 * 4 + suits[card % 4] for card in hand.setup["deck"])
    twin = game.start(**{**hand.setup, "deck": deck})
    choices = rng.getrandbits(32)
    play_out(hand, random_player(choices))
    play_out(twin, random_player(choices))
    assert twin.stacks == hand.stacks
    assert [event[0] for event in twin.events] == [event[0] for event in hand.events]


@pytest.mark.parametrize("seed", range(60))
def test_a_worse_hand_never_wins_more(seed: int) -> None:
    """Of two seats in a high-only game that play for the same pots the one with the lower rank gets nothing."""
    rng = Random(seed)
    game = rng.choice([game for game in games("no") if game.low is None])
    hand = play_out(game.start(**random_start(game, rng)), random_player(rng, folds=0.02))
    result = hand.result
    for board, pots in enumerate(result.awarded):
        for pot in pots:
            for one in pot.eligible:
                for other in pot.eligible:
                    if result.rank(one, board=board) < result.rank(other, board=board):
                        assert pot.payouts[one] == 0
    for awarded in result.awarded:
        assert [pot.eligible for pot in awarded] == [pot.eligible for pot in result.pots]


def test_chips_are_conserved_at_every_event_of_an_unfinished_hand() -> None:
    rng = Random(5)
    for _ in range(100):
        hand = random_hand(rng)
        player = random_player(rng)
        for _ in range(rng.randint(0, 12)):
            legal = hand.legal()
            if legal is None:
                break
            player(hand, legal)
        assert_chips_are_where_events_say(hand)
        assert sum(pot.amount for pot in hand.pots) <= sum(hand.contributions) + sum(hand.dead or [])


@pytest.mark.parametrize("seed", range(120))
def test_a_hand_pays_what_settling_its_chips_pays(seed: int) -> None:
    """The hand and `settle_hand` see the same pots from different sides: actions here, contributions there."""
    rng = Random(seed)
    options = {"chip": rng.choice([1, 1, 5]), "muck": rng.choice(["auto", "never"])}
    known = ("holdem", "omaha", "omaha8", "stud", "stud8")
    game = rng.choice([game for game in games(rng.choice(LIMITS), **options) if game.name in known])
    start = random_start(game, rng) | {"boards": 1}
    hand = play_out(game.start(**start), random_player(rng, folds=0.05))
    live = [bool(hand.live >> seat & 1) for seat in range(len(hand.stacks))]
    is_shown_down = sum(live) > 1
    settlement = settle_hand(
        game.name,
        [
            cards if stays and is_shown_down else None
            for cards, stays in zip(hand.hole_cards, live, strict=True)
        ],
        hand.board if is_shown_down else None,
        [put + back for put, back in zip(hand.contributions, hand.result.returned, strict=True)],
        live=live,
        button=hand.setup["button"],
        chip=options["chip"],
        dead=sum(hand.dead or [0]),
    )
    assert settlement.payouts == hand.result.payouts
    assert settlement.returned == hand.result.returned


def test_a_short_soak_breaks_no_invariant() -> None:
    """``python tests/games/soak.py`` plays a million."""
    played = soak(1500)
    assert sum(played.values()) == 1500
    assert len(played) == 39, "13 games at three limits"


@pytest.mark.exhaustive
def test_a_long_soak_breaks_no_invariant() -> None:
    assert sum(soak(30_000, seed="long").values()) == 30_000
