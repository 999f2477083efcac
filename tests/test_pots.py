"""Chips of one hand: pots, uncalled chips, halves, quarters and odd chips, each by the rule that decides it.

Seats are counted from 0. Cards are chosen for their claim; most boards make the hands plain to see.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokereval.cards import format_cards
from pokereval.errors import RankError, SeatError
from pokereval.pots import MAX_CHIPS, AwardedPot, HandSettlement, Pot, award_pots, build_pots, settle_hand, split_pot
from pokereval.variants import SHOWDOWN_GAMES

# Aces, kings and queens on a board that helps nobody.
ACES, KINGS, QUEENS, DRY_BOARD = "AsAd", "KsKd", "QhQc", "2c7d9hJs3s"
# The board is the best hand of everybody who has no flush: hold'em hands on it tie.
BROADWAY = "AcKdQhJsTc"
SMALL_PAIRS = ["2c2d", "3c3d", "4h4d", "5h5d", "6h6d"]
# Omaha on 4c6d7sQhJc: a low of 7-6-4-3-A with an ace high, three queens, three jacks.
LOW_BOARD, LOW_HAND, LOW_HAND_TOO, THREE_QUEENS, THREE_JACKS = (
    "4c6d7sQhJc",
    "As3hTd9d",
    "Ah3dTh9s",
    "QcQdKdKs",
    "JdJhTcTs",
)


def amounts(pots: Sequence[Pot | AwardedPot]) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in pots]


def everybody(count: int) -> list[bool]:
    return [True] * count


# -- main pot, side pots, uncalled chips ------------------------------------------------------------------


def test_rule_33_a_seat_with_50_plays_for_50() -> None:
    pots, returned = build_pots([100, 50], everybody(2))
    assert amounts(pots) == [(100, (0, 1))]
    assert returned == (50, 0)


def test_rule_34_300_200_and_100_make_a_main_pot_of_300_a_side_pot_of_200_and_100_go_back() -> None:
    pots, returned = build_pots([300, 200, 100], everybody(3))
    assert amounts(pots) == [(300, (0, 1, 2)), (200, (0, 1))]
    assert returned == (100, 0, 0)


@pytest.mark.parametrize(
    ("hands", "payouts"),
    [
        ((QUEENS, KINGS, ACES), (0, 200, 300)),
        ((KINGS, QUEENS, ACES), (200, 0, 300)),
        ((ACES, KINGS, QUEENS), (500, 0, 0)),
        ((QUEENS, ACES, KINGS), (0, 500, 0)),
    ],
)
def test_rule_34_the_best_hand_of_each_pot_wins_that_pot(hands: tuple[str, ...], payouts: tuple[int, ...]) -> None:
    hand = settle_hand("holdem", hands, DRY_BOARD, [300, 200, 100])
    assert hand.payouts == payouts
    assert hand.returned == (100, 0, 0)


def test_rule_35_the_all_in_seat_plays_on_when_a_later_bet_stays_uncalled() -> None:
    hand = settle_hand("holdem", [ACES, KINGS, None], DRY_BOARD, [20, 90, 50], live=[True, True, False])
    assert amounts(hand.pots) == [(60, (0, 1)), (60, (1,))]
    assert hand.returned == (0, 40, 0)
    assert hand.payouts == (60, 60, 0)


def test_rule_24_everybody_folds_to_the_big_blind_which_takes_its_uncalled_half_back() -> None:
    hand = settle_hand("holdem", ["", "", ""], "", [1, 2, 0], live=[False, True, False])
    assert (hand.payouts, hand.returned) == ((0, 2, 0), (0, 1, 0))
    assert hand.high_ranks == (0, 0, 0)


def test_rule_44_the_last_live_seat_wins_every_layer_unseen() -> None:
    hand = settle_hand("omaha8", [None] * 4, "3h4s6c", [10, 40, 80, 25], live=[False, False, True, False])
    assert amounts(hand.pots) == [(115, (2,))]
    assert hand.payouts == (0, 0, 115, 0)
    assert hand.returned == (0, 0, 40, 0)


def test_a_last_live_seat_wins_what_folded_seats_put_in_above_it() -> None:
    hand = settle_hand("stud", [None, "2c", None], None, [100, 30, 5], live=[False, True, False])
    assert (hand.payouts, hand.returned) == ((0, 135, 0), (0, 0, 0))


def test_a_folded_seats_chips_stay_in_every_layer_they_reached() -> None:
    pots, _ = build_pots([17, 9, 60, 60], [False, True, True, True])
    assert amounts(pots) == [(36, (1, 2, 3)), (110, (2, 3))]


def test_a_folded_seats_chips_above_the_highest_live_level_join_the_last_pot() -> None:
    pots, returned = build_pots([80, 10, 50, 50], [False, True, True, True])
    assert amounts(pots) == [(40, (1, 2, 3)), (150, (2, 3))]
    assert not any(returned)


def test_a_folded_seat_that_called_part_of_a_bet_leaves_only_the_rest_uncalled() -> None:
    pots, returned = build_pots([40, 100, 70], [True, True, False])
    assert amounts(pots) == [(120, (0, 1)), (60, (1,))]
    assert returned == (0, 30, 0)


def test_two_seats_that_share_the_highest_contribution_take_nothing_back() -> None:
    assert build_pots([50, 50, 20], everybody(3))[1] == (0, 0, 0)
    assert build_pots([50, 50, 20], [True, False, True])[1] == (0, 0, 0)


def test_levels_of_folded_seats_make_no_pots() -> None:
    pots, _ = build_pots([1, 2, 30, 30, 17], [False, False, True, True, False])
    assert amounts(pots) == [(80, (2, 3))]


def test_a_table_that_put_in_nothing_has_no_pot() -> None:
    hand = settle_hand("holdem", [ACES, KINGS], DRY_BOARD, [0, 0])
    assert hand.pots == ()
    assert hand.payouts == hand.returned == (0, 0)


def test_a_live_seat_that_put_in_nothing_wins_nothing() -> None:
    hand = settle_hand("holdem", [KINGS, QUEENS, ACES], DRY_BOARD, [20, 20, 0])
    assert amounts(hand.pots) == [(40, (0, 1))]
    assert hand.payouts == (40, 0, 0)


def test_what_folded_seats_left_is_won_when_the_live_seats_put_in_nothing() -> None:
    pots, _ = build_pots([5, 0, 0], [False, True, True])
    assert amounts(pots) == [(5, (1, 2))]


# -- dead money -------------------------------------------------------------------------------------------


def test_dead_money_is_the_main_pots_and_counts_for_no_level() -> None:
    pots, returned = build_pots([5, 100, 60], everybody(3), dead=2)
    assert amounts(pots) == [(17, (0, 1, 2)), (110, (1, 2))]
    assert returned == (0, 40, 0)


def test_dead_money_by_seat_comes_on_top_of_contributions_and_never_goes_back() -> None:
    hand = settle_hand("holdem", [None, None], None, [1, 2], live=[False, True], dead=[0, 2])
    assert (hand.payouts, hand.returned) == ((0, 4), (0, 1))


def test_a_short_stack_can_win_a_whole_big_blind_ante() -> None:
    hand = settle_hand("holdem", [ACES, None, KINGS], DRY_BOARD, [5, 2, 9], live=[True, False, True], dead=[0, 2, 0])
    assert hand.payouts == (14, 0, 0)
    assert hand.returned == (0, 0, 4)


def test_a_live_seat_that_paid_only_dead_money_can_win_only_the_dead_money() -> None:
    hand = settle_hand("holdem", [QUEENS, ACES, KINGS], DRY_BOARD, [10, 0, 10], dead=[0, 3, 0])
    assert amounts(hand.pots) == [(3, (0, 1, 2)), (20, (0, 2))]
    assert hand.payouts == (0, 3, 20)


def test_a_pot_of_nothing_but_dead_money_is_contested_by_all() -> None:
    hand = settle_hand("holdem", [KINGS, ACES, QUEENS], DRY_BOARD, [0, 0, 0], dead=4)
    assert hand.payouts == (0, 4, 0)


# -- records from which uncalled bets have gone back ------------------------------------------------------


def test_a_lone_excess_over_level_seats_is_a_forced_ante_once_uncalled_bets_have_gone_back() -> None:
    hand = settle_hand("holdem", [ACES, KINGS], DRY_BOARD, [100, 250], uncalled="returned")
    assert amounts(hand.pots) == [(350, (0, 1))]
    assert (hand.payouts, hand.returned) == ((350, 0), (0, 0))


def test_a_lone_excess_over_unequal_seats_is_the_top_layer_of_its_owner() -> None:
    pots, returned = build_pots([100, 40, 130], everybody(3), uncalled="returned")
    assert amounts(pots) == [(120, (0, 1, 2)), (120, (0, 2)), (30, (2,))]
    assert not any(returned)


def test_a_lone_excess_with_a_folded_seat_above_the_others_is_the_top_layer_of_its_owner() -> None:
    pots, returned = build_pots([100, 200, 260], [True, False, True], uncalled="returned")
    assert amounts(pots) == [(300, (0, 2)), (260, (2,))]
    assert not any(returned)


def test_a_last_live_seat_is_paid_its_excess_once_uncalled_bets_have_gone_back() -> None:
    hand = settle_hand("holdem", ["", ""], "", [1, 2], live=[False, True], uncalled="returned")
    assert (hand.payouts, hand.returned) == ((0, 3), (0, 0))


def test_level_contributions_settle_alike_whether_uncalled_bets_are_included_or_returned() -> None:
    settled = [
        build_pots([30, 30, 12], [True, True, False], uncalled=uncalled) for uncalled in ("included", "returned")
    ]
    assert settled[0] == settled[1]


# -- ties and odd chips -----------------------------------------------------------------------------------


def test_rule_03_suits_never_decide_a_pot() -> None:
    hand = settle_hand("holdem", ["AsKs", "AcKc"], "2d7d9hJh3s", [20, 20])
    assert hand.payouts == (20, 20)


def test_rule_09_four_of_a_kind_on_the_board_plays_in_holdem_and_not_in_omaha() -> None:
    board = "KhKsKcKd9s"
    assert settle_hand("holdem", ["AsQs", "QcQd"], board, [5, 5]).payouts == (10, 0)
    assert settle_hand("omaha", ["AsQs4c3c", "QcQd4d3d"], board, [5, 5]).payouts == (0, 10)


def test_rule_46_the_best_hand_is_awarded_whatever_its_owner_noticed() -> None:
    hand = settle_hand("omaha8", [LOW_HAND, THREE_JACKS, THREE_QUEENS], LOW_BOARD, [4, 4, 4])
    assert hand.payouts == (6, 0, 6)


@pytest.mark.parametrize(
    ("button", "payouts"),
    [(0, (8, 9, 8, 0)), (1, (8, 8, 9, 0)), (2, (9, 8, 8, 0)), (3, (9, 8, 8, 0))],
)
def test_decision_8_the_odd_chip_goes_to_the_first_winner_left_of_the_button(
    button: int, payouts: tuple[int, ...]
) -> None:
    hands = [*SMALL_PAIRS[:3], None]
    hand = settle_hand("holdem", hands, BROADWAY, [8, 8, 8, 1], live=[True, True, True, False], button=button)
    assert hand.payouts == payouts


def test_decision_8_the_button_itself_is_last_in_line() -> None:
    assert settle_hand("holdem", ["2c2d", "3c3d"], BROADWAY, [5, 5], dead=1, button=0).payouts == (5, 6)
    assert settle_hand("holdem", ["2c2d", "3c3d"], BROADWAY, [5, 5], dead=1, button=1).payouts == (6, 5)


def test_decision_8_two_odd_chips_go_one_each_to_the_first_two_winners() -> None:
    hand = settle_hand("holdem", SMALL_PAIRS[:3], BROADWAY, [8, 8, 8], dead=2, button=1)
    assert hand.payouts == (9, 8, 9)


def test_decision_8_each_pot_has_odd_chips_of_its_own() -> None:
    hand = settle_hand(
        "holdem",
        [None, *SMALL_PAIRS[:3]],
        BROADWAY,
        [3, 10, 30, 30],
        live=[False, True, True, True],
        button=0,
        dead=1,
    )
    assert amounts(hand.pots) == [(34, (1, 2, 3)), (40, (2, 3))]
    assert [pot.payouts for pot in hand.pots] == [(0, 12, 11, 11), (0, 0, 20, 20)]


def test_decision_8_the_odd_chip_of_a_halved_pot_belongs_to_the_high_half() -> None:
    hand = settle_hand("omaha8", [LOW_HAND, THREE_QUEENS], LOW_BOARD, [7, 7], dead=1)
    assert hand.payouts == (7, 8)
    assert (hand.pots[0].high_amount, hand.pots[0].low_amount) == (8, 7)


def test_an_odd_chip_needs_the_button_and_an_even_pot_does_not() -> None:
    assert settle_hand("holdem", SMALL_PAIRS[:2], BROADWAY, [8, 8]).payouts == (8, 8)
    with pytest.raises(SeatError, match=r"the button, which decides who of seats 0, 1 .* gets the odd chip of 17"):
        settle_hand("holdem", SMALL_PAIRS[:2], BROADWAY, [8, 8], dead=1)


def test_decision_9_the_stud_odd_chip_goes_to_the_highest_card_by_suit() -> None:
    straights = ["9h8h7d6c5c2h2d", "9s8d7h6s5d3c3d"]
    for button in (None, 0, 1):
        assert settle_hand("stud", straights, "", [3, 3], dead=1, button=button).payouts == (3, 4)
    assert settle_hand("stud", straights[::-1], None, [3, 3], dead=1).payouts == (4, 3)


def test_decision_9_only_the_five_cards_that_play_are_looked_at() -> None:
    # The spade ace of seat 0 does not play in its flush; the kings decide, and seat 1 has the higher.
    flushes = ["KdJd9d7d5dAs2c", "KhJh9h7h5h2d3c"]
    assert settle_hand("stud", flushes, "", [3, 3], dead=1).payouts == (3, 4)


def test_decision_9_the_ace_is_the_lowest_card_of_a_stud_low() -> None:
    # Seats 1 and 2 tie the low; 8d outranks 8c although 2 has the lower of the two aces.
    hands = ["QcQdQh9c9d2s7s", "8c6h4d3sAsKcKd", "8d6c4h3cAcKhKs"]
    hand = settle_hand("stud8", hands, "", [10, 10, 10])
    assert hand.payouts == (15, 7, 8)


def test_decision_9_high_and_low_halves_have_their_own_highest_cards() -> None:
    # The same two seats tie nothing but the low, and two others tie the high: each half has one odd chip.
    hands = ["KcQd7h7dThTd2c", "KsQc7c7sTcTs2d", "8c6h4d3sAs9c9d", "8h6c4h3cAc9h9s"]
    hand = settle_hand("stud8", hands, "", [10, 10, 10, 10], dead=2)
    assert hand.pots[0].high_payouts == (10, 11, 0, 0)
    assert hand.pots[0].low_payouts == (0, 0, 10, 11)


def test_decision_19_the_community_card_is_everybodys_seventh() -> None:
    hands = ["9h8h7d6c2h2d", "KsKdQhJc4s3d"]
    assert settle_hand("stud", hands, "5c", [12, 12]).payouts == (24, 0)
    assert settle_hand("stud", hands, "Kh", [12, 12]).payouts == (0, 24)


def test_decision_9_a_community_card_decides_no_odd_chip() -> None:
    # Both straights begin with the community nine; then 8h outranks 8d.
    hand = settle_hand("stud", ["8d7d6c5c2h2d", "8h7h6s5d3c3d"], "9s", [3, 3], dead=1)
    assert hand.payouts == (3, 4)


def test_decision_24_190_among_four_in_chips_of_five_is_50_50_45_45() -> None:
    hand = settle_hand(
        "holdem",
        [*SMALL_PAIRS[:4], None],
        BROADWAY,
        [45, 45, 45, 45, 10],
        live=[True, True, True, True, False],
        button=4,
        chip=5,
    )
    assert hand.payouts == (50, 50, 45, 45, 0)


def test_decision_24_what_is_less_than_a_chip_goes_out_last() -> None:
    assert split_pot(188, [0, 1, 2, 3], [], high_order=[2, 3, 0, 1], low_order=None, chip=5) == {
        0: 45,
        1: 45,
        2: 50,
        3: 48,
    }


def test_decision_24_halves_are_whole_chips_and_the_rest_is_the_high_halfs() -> None:
    assert split_pot(38, [0], [1], high_order=None, low_order=None, chip=5) == {0: 23, 1: 15}


def test_decision_24_a_pot_smaller_than_a_chip_goes_to_the_first_in_order() -> None:
    assert split_pot(3, [0, 1], [], high_order=[1, 0], low_order=None, chip=25) == {0: 0, 1: 3}


# -- high and low -----------------------------------------------------------------------------------------


def test_rule_11_half_to_the_high_and_half_to_the_low() -> None:
    hand = settle_hand("omaha8", [LOW_HAND, THREE_QUEENS], LOW_BOARD, [30, 30])
    assert hand.payouts == (30, 30)


def test_rule_11_one_seat_may_scoop_both_halves() -> None:
    hand = settle_hand("omaha8", ["AhKh3s2s", "QcQdJc9c"], "Jh4h5cQh6d", [30, 30])
    assert hand.payouts == (60, 0)
    assert hand.pots[0].high_winners == hand.pots[0].low_winners == (0,)
    assert (hand.pots[0].high_amount, hand.pots[0].low_amount) == (30, 30)


def test_rule_11_without_a_low_all_goes_to_the_high() -> None:
    hand = settle_hand("omaha8", [THREE_JACKS, THREE_QUEENS], LOW_BOARD, [15, 15])
    assert hand.payouts == (0, 30)
    assert hand.pots[0].low_winners == ()


def test_high_only_games_know_no_low() -> None:
    hand = settle_hand("omaha", [LOW_HAND, THREE_QUEENS], LOW_BOARD, [30, 30])
    assert hand.payouts == (0, 60)
    assert hand.low_ranks == (0, 0)


def test_decision_7_two_low_ranks_on_the_board_make_no_low_even_with_three_low_cards() -> None:
    hand = settle_hand("omaha8", ["As2dKhKc", "QcQdTs9c"], "4c4d6sQhJc", [8, 8])
    assert hand.low_ranks == (0, 0)
    assert hand.payouts == (0, 16)


def test_rule_14_winning_the_high_and_tying_the_low_is_three_quarters() -> None:
    hand = settle_hand("omaha8", ["AsAd3hTd", "Ah3d9h9s"], LOW_BOARD, [4, 4])
    assert hand.payouts == (6, 2)


def test_rule_15_two_that_tie_the_low_get_a_quarter_each() -> None:
    hand = settle_hand("omaha8", [THREE_QUEENS, LOW_HAND, LOW_HAND_TOO], LOW_BOARD, [40, 40, 40])
    assert hand.payouts == (60, 30, 30)


def test_rule_16_the_ace_flush_and_the_wheel_leave_another_ace_deuce_a_quarter() -> None:
    hand = settle_hand("omaha8", ["AhKh3s2s", "Ac2dTcTd"], "Jh4h3cQh5d", [4, 4])
    assert hand.payouts == (6, 2)


def test_three_that_tie_the_low_get_a_sixth_each_with_odd_chips_from_the_left_of_the_button() -> None:
    hands = [LOW_HAND, LOW_HAND_TOO, "Ac3s9hTs", THREE_QUEENS]
    hand = settle_hand("omaha8", hands, LOW_BOARD, [10, 10, 10, 10], button=0)
    assert hand.payouts == (6, 7, 7, 20)


def test_decision_10_seats_that_tie_both_halves_split_the_pot_as_a_whole() -> None:
    hands = ["Ad2hTcJd", "Ac2sThJh", None]
    board = "3h4s6cQdQs"
    hand = settle_hand("omaha8", hands, board, [51, 51, 0], button=2)
    assert hand.payouts == (51, 51, 0)
    odd = settle_hand("omaha8", hands, board, [50, 50, 1], live=[True, True, False], button=0)
    assert odd.payouts == (50, 51, 0)


def test_decision_10_does_not_join_the_halves_of_different_winners() -> None:
    assert split_pot(102, [0, 1], [0, 1, 2], high_order=[0, 1, 2], low_order=[0, 1, 2]) == {0: 43, 1: 42, 2: 17}


def test_decision_10_a_scoop_is_the_whole_pot() -> None:
    assert split_pot(101, [3], [3], high_order=None, low_order=None) == {3: 101}


def test_decision_11_a_low_that_is_not_in_a_side_pot_takes_nothing_of_it() -> None:
    hand = settle_hand("omaha8", [LOW_HAND, THREE_QUEENS, THREE_JACKS], LOW_BOARD, [10, 40, 40])
    assert [pot.payouts for pot in hand.pots] == [(15, 15, 0), (0, 60, 0)]


def test_decision_11_the_side_pot_has_a_low_of_its_own() -> None:
    hand = settle_hand("omaha8", [THREE_QUEENS, LOW_HAND, THREE_JACKS], LOW_BOARD, [10, 40, 40])
    assert [pot.payouts for pot in hand.pots] == [(15, 15, 0), (0, 30, 30)]


def test_decision_11_a_worse_low_can_win_the_side_pot() -> None:
    # Seat 0 has 6-5-4-3-A for the main pot; in the side pot 7-5-4-3-2 of seat 1 is the only low.
    hand = settle_hand("omaha8", ["Ac6hThTd", "7c2hJhJd", "QcQdKdKs"], "3c4d5sQhJc", [10, 30, 30])
    assert [pot.low_winners for pot in hand.pots] == [(0,), (1,)]


def test_a_pot_that_one_seat_can_win_is_not_halved() -> None:
    hand = settle_hand("omaha8", [THREE_QUEENS, LOW_HAND, None], LOW_BOARD, [10, 40, 30], live=[True, True, False])
    side = hand.pots[1]
    assert (side.amount, side.high_winners, side.low_winners) == (40, (1,), ())


def test_award_pots_refuses_a_contested_pot_without_a_hand() -> None:
    with pytest.raises(RankError, match=r"expected a hand of one of seats \(0, 1\)"):
        award_pots([Pot(10, (0, 1))], [0, 0], [0, 0], high_order=None, low_order=None)


# -- what holds for every table ---------------------------------------------------------------------------

chip_amounts = st.one_of(st.integers(0, 12), st.sampled_from([0, 1, 2, 50, 100, MAX_CHIPS - 1, MAX_CHIPS]))


@st.composite
def stakes(draw: st.DrawFn, *, most_seats: int = 10) -> tuple[list[int], list[bool], list[int]]:
    """Contributions, live seats and dead chips by seat."""
    count = draw(st.integers(2, most_seats))
    contributions = draw(st.lists(chip_amounts, min_size=count, max_size=count))
    live = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    live[draw(st.integers(0, count - 1))] = True
    dead = draw(st.lists(st.sampled_from([0, 0, 0, 1, 7]), min_size=count, max_size=count))
    return contributions, live, dead


uncalled_terms = st.sampled_from(["included", "returned"])


@given(stakes(), uncalled_terms)
def test_pots_and_uncalled_chips_are_what_was_put_in(
    table: tuple[list[int], list[bool], list[int]], uncalled: str
) -> None:
    contributions, live, dead = table
    pots, returned = build_pots(contributions, live, dead=dead, uncalled=uncalled)  # type: ignore[arg-type]
    assert sum(pot.amount for pot in pots) + sum(returned) == sum(contributions) + sum(dead)
    assert build_pots(contributions, live, dead=sum(dead), uncalled=uncalled) == (pots, returned)  # type: ignore[arg-type]


@given(stakes(), uncalled_terms)
def test_every_further_pot_has_fewer_seats_and_all_of_them_live(
    table: tuple[list[int], list[bool], list[int]], uncalled: str
) -> None:
    contributions, live, dead = table
    pots, _ = build_pots(contributions, live, dead=dead, uncalled=uncalled)  # type: ignore[arg-type]
    assert all(pot.amount > 0 and pot.eligible for pot in pots)
    assert all(live[seat] for pot in pots for seat in pot.eligible)
    assert all(set(further.eligible) < set(pot.eligible) for pot, further in pairwise(pots))


@given(stakes(), uncalled_terms)
def test_rule_34_only_one_live_seat_takes_chips_back_and_only_what_nobody_matched(
    table: tuple[list[int], list[bool], list[int]], uncalled: str
) -> None:
    contributions, live, dead = table
    _, returned = build_pots(contributions, live, dead=dead, uncalled=uncalled)  # type: ignore[arg-type]
    for seat, chips in enumerate(returned):
        if chips:
            assert uncalled == "included"
            assert live[seat]
            assert contributions[seat] - chips == max(c for other, c in enumerate(contributions) if other != seat)


@given(stakes())
def test_rule_33_a_seat_can_win_from_each_other_seat_no_more_than_it_risks(
    table: tuple[list[int], list[bool], list[int]],
) -> None:
    contributions, live, dead = table
    pots, returned = build_pots(contributions, live, dead=dead)
    in_pots = [chips - back for chips, back in zip(contributions, returned, strict=True)]
    highest = max(chips for chips, stays in zip(in_pots, live, strict=True) if stays)
    overhang = sum(max(chips - highest, 0) for chips in in_pots)  # of folded seats, for whoever reached the top
    for seat, risked in enumerate(in_pots):
        if live[seat]:
            can_win = sum(pot.amount for pot in pots if seat in pot.eligible)
            matched = sum(min(chips, risked) for chips in in_pots)
            assert can_win == matched + sum(dead) + (overhang if risked == highest else 0)


@given(stakes(), st.randoms(use_true_random=False), uncalled_terms)
def test_permuting_the_seats_permutes_the_pots(
    table: tuple[list[int], list[bool], list[int]], rng: random.Random, uncalled: str
) -> None:
    contributions, live, dead = table
    places = list(range(len(live)))
    rng.shuffle(places)
    pots, returned = build_pots(contributions, live, dead=dead, uncalled=uncalled)  # type: ignore[arg-type]
    moved_pots, moved_returned = build_pots(
        [contributions[seat] for seat in places],
        [live[seat] for seat in places],
        dead=[dead[seat] for seat in places],
        uncalled=uncalled,  # type: ignore[arg-type]
    )
    assert moved_returned == tuple(returned[seat] for seat in places)
    assert [pot.amount for pot in moved_pots] == [pot.amount for pot in pots]
    assert [{places[seat] for seat in pot.eligible} for pot in moved_pots] == [set(pot.eligible) for pot in pots]


@given(
    st.integers(0, 2000) | st.integers(2**55, 2**56),
    st.sets(st.integers(0, 9), min_size=1).map(sorted),
    st.sets(st.integers(0, 9)).map(sorted),
    st.permutations(range(10)),
    st.sampled_from([1, 2, 5, 25, 100]),
)
def test_decision_8_and_24_shares_are_whole_chips_and_odd_ones_go_out_in_order(
    amount: int, high_winners: list[int], low_winners: list[int], order: list[int], chip: int
) -> None:
    payouts = split_pot(amount, high_winners, low_winners, high_order=order, low_order=order, chip=chip)
    assert sum(payouts.values()) == amount
    assert set(payouts) == {*high_winners, *low_winners}
    if not low_winners or high_winners == low_winners:
        in_line = [payouts[seat] for seat in order if seat in payouts]
        assert all(sooner >= later for sooner, later in pairwise(in_line))
        assert in_line[0] - in_line[-1] <= chip
        # One piece at most is less than a chip.
        assert sum(chips % chip != 0 for chips in in_line) <= 1
    else:
        highs = split_pot(
            amount - amount // chip // 2 * chip, high_winners, [], high_order=order, low_order=None, chip=chip
        )
        lows = split_pot(amount // chip // 2 * chip, low_winners, [], high_order=order, low_order=None, chip=chip)
        assert payouts == {seat: highs.get(seat, 0) + lows.get(seat, 0) for seat in payouts}
        assert all(chips % chip == 0 for chips in lows.values())


@st.composite
def deals(draw: st.DrawFn) -> dict[str, object]:
    """Arguments of `settle_hand` for a random showdown; half of the decks are short, so that hands tie."""
    name = draw(st.sampled_from(list(SHOWDOWN_GAMES)))
    game = SHOWDOWN_GAMES[name]
    is_community = game.is_stud and draw(st.booleans())
    board_count = int(is_community) if game.is_stud else 5
    hole_count = draw(st.sampled_from(game.hole_counts_with(board_count)))
    contributions, live, dead = draw(stakes(most_seats=min(10, (52 - board_count) // hole_count)))
    count = len(live)
    deck = list(range(52))
    draw(st.randoms(use_true_random=False)).shuffle(deck)
    needed = board_count + count * hole_count
    if needed <= 36 and draw(st.booleans()):
        deck = [card for card in deck if card // 4 not in (5, 6, 7, 8)]
    board, deck = deck[:board_count], deck[board_count:]
    hands = [deck[seat * hole_count : (seat + 1) * hole_count] for seat in range(count)]
    return {
        "game": name,
        "hole_cards": hands,
        "board": board,
        "contributions": contributions,
        "live": live,
        "button": draw(st.integers(0, count - 1)),
        "chip": draw(st.sampled_from([1, 1, 5])),
        "dead": dead,
        "uncalled": draw(uncalled_terms),
    }


def settled(deal: dict[str, object], **changes: object) -> HandSettlement:
    return settle_hand(**{**deal, **changes})  # type: ignore[arg-type]


@given(deals())
def test_chips_are_conserved(deal: dict[str, object]) -> None:
    hand = settled(deal)
    assert sum(hand.payouts) + sum(hand.returned) == sum(hand.contributions) + sum(deal["dead"])  # type: ignore[call-overload]
    assert all(sum(pot.payouts) == pot.amount for pot in hand.pots)
    assert all(chips >= 0 for pot in hand.pots for chips in (*pot.high_payouts, *pot.low_payouts))
    assert hand.payouts == tuple(sum(pot.payouts[seat] for pot in hand.pots) for seat in range(len(hand.live)))


@given(deals())
def test_a_seat_never_wins_from_a_layer_it_is_not_eligible_for(deal: dict[str, object]) -> None:
    for pot in settled(deal).pots:
        paid = {seat for seat, chips in enumerate(pot.payouts) if chips}
        assert paid <= {*pot.high_winners, *pot.low_winners} <= set(pot.eligible)


@given(deals())
def test_nobody_in_a_pot_has_a_better_hand_than_its_winners(deal: dict[str, object]) -> None:
    hand = settled(deal)
    for pot in hand.pots:
        for winners, ranks in ((pot.high_winners, hand.high_ranks), (pot.low_winners, hand.low_ranks)):
            if len(pot.eligible) > 1 and winners:
                best = max(ranks[seat] for seat in pot.eligible)
                assert winners == tuple(seat for seat in pot.eligible if ranks[seat] == best > 0)
            assert winners or ranks is hand.low_ranks


@given(deals(), st.integers(0, 9))
def test_moving_everybody_and_the_button_along_moves_the_payouts_along(deal: dict[str, object], step: int) -> None:
    hand = settled(deal)
    count = len(hand.live)

    def moved(by_seat: object) -> list[object]:
        return [by_seat[(seat + step) % count] for seat in range(count)]  # type: ignore[index]

    changes = {name: moved(deal[name]) for name in ("hole_cards", "contributions", "live", "dead")}
    there = settled(deal, **changes, button=(deal["button"] - step) % count)  # type: ignore[operator]
    assert list(there.payouts) == moved(hand.payouts)
    assert list(there.returned) == moved(hand.returned)
    assert list(there.high_ranks) == moved(hand.high_ranks)
    assert list(there.low_ranks) == moved(hand.low_ranks)


@given(deals())
def test_decision_9_stud_chips_do_not_depend_on_where_seats_sit(deal: dict[str, object]) -> None:
    if SHOWDOWN_GAMES[deal["game"]].is_stud:  # type: ignore[index]
        hand = settled(deal)
        reversed_seats = {name: deal[name][::-1] for name in ("hole_cards", "contributions", "live", "dead")}  # type: ignore[index]
        assert settled(deal, **reversed_seats, button=None).payouts == hand.payouts[::-1]


@given(deals())
def test_text_ids_and_arrays_of_cards_settle_alike(deal: dict[str, object]) -> None:
    hand = settled(deal)
    as_text = [format_cards(cards, separator=" ") for cards in hand.hole_cards]
    as_arrays = [np.array(cards, dtype=np.uint8) for cards in hand.hole_cards]
    assert settled(deal, hole_cards=as_text, board=format_cards(hand.board)) == hand
    arrays = settled(deal, hole_cards=as_arrays, contributions=np.array(hand.contributions), live=np.array(hand.live))
    assert arrays == hand
    assert all(type(chips) is int for chips in (*arrays.contributions, *arrays.payouts, *arrays.returned))


def test_the_most_chips_at_the_largest_table_are_counted_exactly() -> None:
    hand = settle_hand("stud", [None] * 9 + ["As"], "", [MAX_CHIPS] * 10, live=[False] * 9 + [True], dead=MAX_CHIPS)
    assert hand.payouts[9] == 11 * MAX_CHIPS


def test_live_seats_are_those_with_known_cards_unless_told() -> None:
    assert settle_hand("holdem", [ACES, None, KINGS, ""], DRY_BOARD, [1, 1, 1, 1]).live == (True, False, True, False)
    told = settle_hand("holdem", [ACES, KINGS], DRY_BOARD, [1, 1], live=[False, True])
    assert told.payouts == (0, 2)


def test_playing_gives_the_cards_that_play_and_none_without_a_showdown() -> None:
    hand = settle_hand("omaha8", ["AhKh3s2s", "Ac2dTcTd", None], "Jh4h3cQh5d", [4, 4, 1], live=[True, True, False])
    best = hand.playing(0)
    assert best is not None
    assert format_cards(best.high_hole_cards) == "AhKh"
    assert format_cards(best.low_hole_cards) == "Ah2s"
    assert hand.playing(2) is None
    assert settle_hand("holdem", [ACES, None], None, [1, 1]).playing(0) is None
