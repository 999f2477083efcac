"""One test for each decision where the sources are silent or disagree, named for its number."""

from __future__ import annotations

import pytest
from scripts import passively, play

from pokereval import parse_cards
from pokereval.errors import IllegalActionError
from pokereval.games import Hand, Holdem, Legal, Omaha, Positions, Stud, Wait, half_blind, next_positions

NO_LIMIT = Holdem(limit="no", blinds=(1, 2))
STUD = Stud(bets=(5, 10), ante=1, bring_in=2)
ROYAL = "TsJsQsKsAs"
ANY_PAIRS = {"P1": "2c3d", "P2": "2d3h", "P3": "2h4c", "P4": "4d5h"}


def legal(hand: Hand) -> Legal:
    choices = hand.legal()
    assert choices is not None
    return choices


@pytest.mark.parametrize(("cap", "highest"), [(3, 8), (4, 10), (1, 4)])
def test_decision_01_the_cap_is_an_option_of_three_raises(cap: int, highest: int) -> None:
    hand = Holdem(limit="fixed", blinds=(1, 2), cap=cap).start([100] * 4, 0, seed=1)
    while legal(hand).can_raise:
        hand.raise_to(legal(hand).min_raise_to or 0)
    assert hand.current_bet == highest


def test_decision_02_heads_up_is_uncapped_only_if_two_were_left_before_the_cap() -> None:
    game = Holdem(limit="fixed", blinds=(1, 2))
    before = "P3 call, P1 call, P2 check, P1 bet 2, P2 raise_to 4, P3 fold, P1 raise_to 6, P2 raise_to 8"
    assert legal(play(game, [100] * 3, before)).raise_sizes == (10,)
    after = "P3 call, P1 call, P2 check, P1 bet 2, P2 raise_to 4, P3 raise_to 6, P1 raise_to 8, P2 fold"
    assert not legal(play(game, [100] * 3, after)).can_raise
    tournament = Holdem(limit="fixed", blinds=(1, 2), tournament=True)
    assert not legal(play(tournament, [100] * 3, before)).can_raise


def test_decision_03_a_raise_adds_the_largest_raise_so_far() -> None:
    assert legal(play(NO_LIMIT, [200] * 3, "P3 raise_to 7")).min_raise_to == 12


def test_decision_04_half_a_whole_big_blind_is_floored_to_whole_dollars() -> None:
    assert [half_blind(blind, unit=100) for blind in (1500, 500, 200, 50, 100)] == [700, 200, 100, 25, 50]


def test_decision_05_without_a_river_bet_left_of_the_button_or_by_option_the_last_bettor() -> None:
    script = (
        "P3 call, P1 call, P2 check, P1 check, P2 bet 2, P3 call, P1 call"
        + ", P1 check, P2 check, P3 check" * 2
    )
    for showdown, first in (("river", (0, 1, 2)), ("any_street", (1, 2, 0))):
        game = Holdem(limit="no", blinds=(1, 2), showdown=showdown)
        assert play(game, [100] * 3, script).result.showdown_order == first


def test_decision_06_only_beaten_hands_are_mucked_and_mucking_merges_no_pots() -> None:
    game = Holdem(limit="no", blinds=(1, 2), muck="ask")
    hand = play(
        game, [20, 60, 100, 100], "P3 all_in, P4 call, P1 call, P2 call",
        holes={"P1": "AcAd", "P2": "QcQd", "P3": "KcKd", "P4": "JcJd"}, board="2s3h7d9sTh",
    )  # fmt: skip
    assert hand.waits_for == Wait("show", 3)  # P3's kings were revealed; the aces of P1 will be
    while hand.waits_for is not None:
        hand.muck()
    assert [pot.amount for pot in hand.result.pots] == [80, 120, 80]
    assert hand.result.payouts == (80, 0, 200, 0)
    asked = play(game, [100, 100], "P2 call, P1 check" + ", P1 check, P2 check" * 3, board="2s3h7d9sTh",
                 holes={"P1": "AcAd", "P2": "KcKd"})  # fmt: skip
    assert asked.waits_for is not None
    assert asked.waits_for.seat == 1
    asked.muck()
    with pytest.raises(IllegalActionError):
        asked.muck()
    assert asked.result.payouts == (4, 0)


def test_decision_07_a_low_needs_three_different_low_ranks_on_the_board() -> None:
    game = Omaha(limit="no", blinds=(2, 2), low=True)
    hand = play(game, [2, 2], holes={"P1": "As3d5h6c", "P2": "2cKdKcJs"}, board="2d2h7sKhTs")
    assert hand.result.payouts == (0, 4)


def test_decision_08_odd_chips_go_left_of_the_button_and_to_the_high_half() -> None:
    hand = play(NO_LIMIT, [100] * 4, "P3 raise_to 8, P4 call, P1 fold, P2 call" + ", P2 check, P3 check, P4 check" * 3,
                holes=ANY_PAIRS, board=ROYAL)  # fmt: skip
    assert hand.result.payouts == (0, 9, 8, 8)
    game = Omaha(limit="no", blinds=(1, 2), low=True)
    hand = play(game, [100] * 3, "P3 raise_to 7, P1 fold, P2 call" + ", P2 check, P3 check" * 3,
                holes={"P2": "As2d9hTc", "P3": "KcKdQhJh"}, board="3c7d8sKhTs")  # fmt: skip
    assert hand.result.payouts == (0, 7, 8)


STUD_TIE = {"P1": "2s2d2c7h", "P2": "AhKh5sQdJcTd3d", "P3": "AsKd5dQsJh4cTc"}
STUD_TIE_PLAY = "P1 bring_in, P2 call, P3 call, P2 bet 5, P3 call, P1 fold" + ", P2 check, P3 check" * 3


@pytest.mark.parametrize(
    ("odd_chip", "payouts"), [("game", (0, 9, 10)), ("suit", (0, 9, 10)), ("button", (0, 10, 9))]
)
def test_decision_09_the_stud_odd_chip_goes_to_the_highest_card_by_suit(
    odd_chip: str, payouts: tuple[int, ...]
) -> None:
    game = Stud(bets=(5, 10), ante=1, bring_in=2, odd_chip=odd_chip)
    assert play(game, [200] * 3, STUD_TIE_PLAY, holes=STUD_TIE).result.payouts == payouts


def test_decision_10_the_same_seats_in_both_halves_split_evenly() -> None:
    game = Omaha(limit="no", blinds=(1, 2), low=True)
    hand = play(game, [100] * 3, "P3 fold, P1 raise_to 51, P2 call" + ", P1 check, P2 check" * 3,
                holes={"P1": "As2dQhJc", "P2": "Ah2cQdJs"}, board="3c4d5sKhKs")  # fmt: skip
    assert hand.result.payouts == (51, 51, 0)
    assert "tie both halves" in hand.result.explain()


def test_decision_11_a_low_must_qualify_among_the_seats_of_its_pot() -> None:
    game = Omaha(limit="no", blinds=(1, 2), low=True)
    hand = play(game, [10, 50, 200, 200], "P3 raise_to 100, P4 call, P1 call, P2 call" + ", P3 check, P4 check" * 3,
                holes={"P1": "As2dQh9c", "P2": "KcKdQcJs", "P3": "QsQdJh4h", "P4": "JcJd4c4d"},
                board="3c7d8sKhTs")  # fmt: skip
    assert [pot.amount for pot in hand.result.pots] == [40, 120, 100]
    assert hand.result.payouts == (20, 140, 100, 0)


@pytest.mark.parametrize(("tie", "first"), [("position", 1), ("suit", 2)])
def test_decision_12_tied_boards_act_by_position_or_by_option_by_suit(tie: str, first: int) -> None:
    game = Stud(bets=(5, 10), ante=1, bring_in=2, best_board_tie=tie)
    hand = play(game, [200] * 3, "P1 bring_in, P2 call, P3 call",
                holes={"P1": "3s4s2c7h", "P2": "5h6dKhQs", "P3": "5s6hKsQd"})  # fmt: skip
    assert hand.actor == first


@pytest.mark.parametrize(
    ("rule", "low", "sizes"),
    [
        ("door", False, [(5, 10), (5,), (5,)]),
        ("any", False, [(5, 10)] * 3),
        ("off", False, [(5,)] * 3),
        ("any", True, [(5,)] * 3),
    ],
)
def test_decision_13_the_open_pair_rule(rule: str, low: bool, sizes: list[tuple[int, ...]]) -> None:
    game = Stud(bets=(5, 10), ante=1, bring_in=2, open_pair=rule, low=low)
    hand = play(game, [200] * 3, "P1 bring_in, P2 call, P3 call",
                holes={"P1": "AsKs2c7h", "P2": "KhQd8s8d", "P3": "QsJhTd3c"})  # fmt: skip
    got = []
    for _ in range(3):
        got.append(legal(hand).raise_sizes)
        hand.check() if len(got) < 3 else None
    assert got == sizes


def test_decision_14_a_completion_is_to_the_opening_bet_and_three_raises_follow() -> None:
    hand = STUD.start([500] * 4, 0, seed=4)
    hand.bring_in()
    totals = []
    while legal(hand).can_raise:
        hand.raise_to(legal(hand).min_raise_to or 0)
        totals.append(hand.current_bet)
    assert totals == [5, 10, 15, 20]


def test_decision_15_calls_and_raises_count_from_the_full_big_blind() -> None:
    hand = play(Holdem(limit="no", blinds=(5, 10)), [100, 3, 100])
    assert (legal(hand).call, legal(hand).min_raise_to) == (10, 20)
    hand = play(STUD, [100, 2, 100], "P2 bring_in", holes={"P1": "KsQsJc", "P2": "AsAd2c", "P3": "QhQd5c"})
    assert (hand.events[-1], legal(hand).call, legal(hand).raise_sizes) == (("bring_in", 1, 1), 2, (5,))


def test_decision_16_a_short_all_in_reopens_only_with_a_full_raise_in_all() -> None:
    limped = "P3 call, P1 call, P2 check, "
    hand = play(NO_LIMIT, [500, 140, 500], limped + "P1 bet 100, P2 all_in, P3 call")
    assert (legal(hand).call, legal(hand).can_raise) == (38, False)
    five = "P3 call, P4 call, P5 call, P1 call, P2 check, "
    hand = play(Holdem(limit="no", blinds=(50, 100)), [3000, 3000, 3000, 1400, 1800],
                five + "P1 bet 500, P2 raise_to 1000, P3 call, P4 all_in, P5 all_in, P1 fold")  # fmt: skip
    assert (legal(hand).call, legal(hand).min_raise_to) == (700, 2200)


@pytest.mark.parametrize(("stack", "next_total", "reopened"), [(52, 52, True), (45, 40, False)])
def test_decision_16_in_fixed_limit_half_a_bet_counts_and_less_may_be_completed(
    stack: int, next_total: int, reopened: bool
) -> None:
    game = Holdem(limit="fixed", blinds=(10, 20))
    hand = play(game, [500, stack, 500], "P3 call, P1 call, P2 check, P1 bet 20, P2 all_in")
    assert legal(hand).raise_sizes == (next_total,)
    hand.call()
    assert legal(hand).can_raise is reopened


def test_decision_17_after_an_all_in_bet_below_the_minimum() -> None:
    game = Holdem(limit="no", blinds=(50, 100))
    hand = play(game, [1000, 1000, 160, 1000],
                "P3 call, P4 call, P1 call, P2 check, P1 check, P2 check, P3 all_in")  # fmt: skip
    assert (legal(hand).seat, legal(hand).call, legal(hand).min_raise_to) == (3, 60, 160)
    hand.call()
    assert (legal(hand).seat, legal(hand).call, legal(hand).can_raise) == (0, 60, False)


def test_decision_18_antes_and_dead_money_count_in_the_pot_limit() -> None:
    omaha = Omaha(limit="pot", blinds=(1, 2))
    assert legal(play(omaha, [500] * 5, live_posts={3: 2}, dead_posts={3: 1})).max_raise_to == 10
    assert legal(play(Omaha(limit="pot", blinds=(1, 2), ante=1), [500] * 5)).max_raise_to == 12
    assert legal(play(Omaha(limit="pot", blinds=(1, 2), big_blind_ante=2), [500] * 5)).max_raise_to == 9


def test_decision_19_one_community_card_when_the_deck_runs_out() -> None:
    hand = passively(STUD.start([100] * 8, 0, seed=3))
    assert [len(cards) for cards in hand.hole_cards] == [6] * 8
    assert len(hand.board) == 1
    assert hand.is_over
    waiting = passively_dealt(STUD, 8)
    assert len(waiting.board) == 1
    assert waiting.opener is not None


def passively_dealt(game: object, seats: int) -> Hand:
    """Play a hand that waits for its cards by checking it down."""
    hand = game.start([100] * seats, 0, wait_for_cards=True)  # type: ignore[attr-defined]
    cards = iter(range(52))
    while (wait := hand.waits_for) is not None:
        if wait.kind == "burn":
            hand.burn(next(cards))
        elif wait.kind != "action":
            hand.deal(next(cards))
        elif hand.owes_bring_in:
            hand.bring_in()
        else:
            hand.call() if hand.to_call else hand.check()
    return hand


def test_decision_20_a_leaver_leaves_a_dead_button() -> None:
    assert next_positions(Positions(0, 1, 2), {0, 2, 3}, seats=4) == Positions(1, 2, 3)
    hand = play(NO_LIMIT, [100, 100, 100, None], "P3 raise_to 8, P1 fold, P2 call" + ", P2 check, P3 check" * 3,
                holes=ANY_PAIRS, board=ROYAL)  # fmt: skip
    assert hand.result.payouts == (0, 9, 8, 0)


def test_decision_21_seats_of_the_side_pot_show_first() -> None:
    hand = play(NO_LIMIT, [20, 100, 100, 100], "P3 call, P4 call, P1 all_in, P2 call, P3 call, P4 call"
                + ", P2 bet 10, P3 call, P4 call" + ", P2 check, P3 check, P4 check" * 2)  # fmt: skip
    assert hand.result.showdown_order == (1, 2, 3, 0)


def test_decision_22_a_called_bring_in_has_no_option() -> None:
    hand = play(STUD, [100] * 3, "P1 bring_in, P2 call, P3 call",
                holes={"P1": "AsKs2c7h", "P2": "KhQd8s9d", "P3": "QsJhTd3c"})  # fmt: skip
    assert hand.street_name == "fourth street"


def test_decision_23_short_opponents_do_not_lower_the_minimum_raise() -> None:
    hand = play(NO_LIMIT, [9, 9, 500], "")
    assert legal(hand).min_raise_to == 4
    hand = play(NO_LIMIT, [500, 12, 500], "P3 raise_to 8, P1 fold", board="2s3h7d9sTh")
    assert legal(hand).max_raise_to == 12
    hand = play(NO_LIMIT, [500, 500, 12], "P3 raise_to 10, P1 call")
    assert legal(hand).min_raise_to == 18


def test_decision_24_a_larger_chip_splits_in_whole_chips() -> None:
    game = Holdem(limit="no", blinds=(5, 10), chip=5)
    stacks = [47, 48, 47, 48]
    hand = play(game, stacks, "P3 all_in, P4 all_in, P1 call, P2 all_in", holes=ANY_PAIRS, board=ROYAL)
    assert parse_cards(ROYAL) == hand.board
    assert hand.result.pots[0].amount == 188
    assert hand.result.awarded[0][0].payouts == (50, 48, 45, 45)


def test_decision_16_short_all_ins_that_add_up_to_a_full_raise_reopen() -> None:
    """A seat that called 58 faces raises by 21, 20 and 18, each of them all-in for less than the 24 of a full raise."""
    hand = play(
        Holdem(limit="no", blinds=(5, 10)), [200, 79, 99, 300, 117, 300],
        "P3 raise_to 34, P4 call, P5 call, P6 raise_to 58, P1 call, P2 all_in, P3 all_in, P4 call, P5 all_in",
    )  # fmt: skip
    assert (legal(hand).seat, legal(hand).call, legal(hand).min_raise_to) == (5, 59, 141)
