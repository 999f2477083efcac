"""The oracle itself: worked examples of the rules, and its numpy half against its plain half."""

from __future__ import annotations

import random
from itertools import pairwise
from math import comb

import numpy as np
import oracle
import oracle_arrays as arrays
import pytest
from oracle import brute_settle, cards

LADDER = [
    "AsKsQsJsTs",  # royal flush
    "KhQhJhTh9h",
    "5h4h3h2hAh",  # the ace plays low in the lowest straight flush
    "AcAdAhAsKc",
    "KcKdKhKsAc",  # quads go by rank before the fifth card
    "KcKdKhKsQc",
    "AcAdAh2s2c",
    "KcKdKhAsAc",  # a full house goes by its trips
    "KcKdKhQsQc",
    "AcQcJc9c7c",
    "AcQcJc9c6c",  # flushes are compared to the fifth card
    "KcQcJcTc8c",
    "AcKdQhJsTc",
    "6c5d4h3s2c",
    "5c4d3h2sAc",  # the wheel is the lowest straight
    "AcAdAhKsQc",
    "AcAdAhKsJc",
    "2c2d2hAsKc",
    "AcAd3h3sKc",
    "AcAd3h3sQc",
    "AcAd2h2sKc",
    "KcKdQhQsAc",
    "AcAdKhQsJc",
    "AcAdKhQsTc",
    "KcKdAhQsJc",
    "AcKdQhJs9c",
    "AcKd3h2s4c",  # no straight runs around the corner
    "7c5d4h3s2c",
]


@pytest.mark.parametrize(("better", "worse"), list(pairwise(LADDER)))
def test_plain_ranking_follows_rules_one_and_two(better: str, worse: str) -> None:
    assert oracle.five_value(cards(better)) > oracle.five_value(cards(worse))


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("8432A", "76543"),
        ("7432A", "65432"),
        ("8732A", "86543"),
        ("7632A", "75432"),
        ("86543", "86542"),
        ("86542", "8654A"),
        ("87654", "5432A"),
    ],
)
def test_plain_lows_follow_rule_thirteen(worse: str, better: str) -> None:
    lows = [oracle.low_of(cards(low[:1] + "c" + "d".join(low[1:]) + "d")) for low in (worse, better)]
    assert 0 < lows[0] < lows[1]


def test_there_are_56_lows_from_eight_seven_to_the_wheel() -> None:
    assert len(oracle.LOWS_WORST_FIRST) == 56
    assert oracle.LOWS_WORST_FIRST[0] == (8, 7, 6, 5, 4)
    assert oracle.LOWS_WORST_FIRST[-1] == (5, 4, 3, 2, 1)
    assert oracle.low_of(cards("5h4h3h2hAh")) == 56
    assert oracle.low_of(cards("9c4d3h2sAc")) == oracle.low_of(cards("8d8s3c2hAh")) == 0


def test_omaha_takes_two_and_three() -> None:
    board = cards("Th7s2h3hKh")
    assert oracle.best_value(oracle.omaha_fives(cards("AhAsKdQc"), board))[0] == oracle.PAIR
    assert oracle.best_value(oracle.omaha_fives(cards("AhJd9c6h"), board)) == (oracle.FLUSH, 14, 13, 10, 6, 3)
    no_quads = oracle.best_value(oracle.omaha_fives(cards("AcAd2h3s"), cards("KhKsKcKd9s")))
    assert no_quads[:2] == (oracle.FULL_HOUSE, 13)


def test_numpy_values_equal_plain_values() -> None:
    rng = random.Random(1)
    rows = rng.sample(range(2_598_960), 20_000)
    # and the first five cards found for each of the 7,462 values
    rows += np.unique(arrays.five_card_keys(), return_index=True)[1].tolist()
    for row in rows:
        five = tuple(arrays.combos(5)[row].tolist())
        value = oracle.five_value(five)
        key = int(arrays.five_card_keys()[row])
        assert (arrays.pack(value), value) == (key, arrays.unpack(key)), oracle.text(five)
        assert arrays.five_card_ranks()[row] == oracle.rank_number(value)


def test_sets_of_cards_are_listed_once_and_in_order() -> None:
    for count in (2, 4, 5):
        listed = arrays.combos(count)
        assert (np.diff(listed.astype(int), axis=1) > 0).all()
        assert (arrays.rows_of(listed) == np.arange(len(listed))).all()


def test_numpy_ranks_of_six_and_seven_cards_equal_plain_ranks() -> None:
    rng = random.Random(2)
    for count in (5, 6, 7):
        hands = [rng.sample(oracle.DECK, count) for _ in range(300)]
        array = np.array(hands, dtype=np.uint8)
        assert arrays.ranks_of(array).tolist() == [oracle.rank_of(hand) for hand in hands]
        assert arrays.lows_of(array).tolist() == [oracle.low_of(hand) for hand in hands]
    rows = rng.sample(range(20_358_520), 300)
    sixes = np.array([_six_in_row(row) for row in rows], dtype=np.uint8)
    assert (arrays.six_card_ranks()[rows] == arrays.ranks_of(sixes)).all()


def _six_in_row(row: int) -> tuple[int, ...]:
    hand = []
    for place in range(6, 0, -1):
        top = max(card for card in oracle.DECK if comb(card, place) <= row)
        hand.append(top)
        row -= comb(top, place)
    return tuple(reversed(hand))


def test_blocks_of_seven_hold_the_best_of_their_fives() -> None:
    rng = np.random.default_rng(3)
    for number, (hands, ranks) in enumerate(arrays.seven_card_blocks()):
        if number % 100 == 0:
            some = rng.integers(len(hands), size=200)
            assert (ranks[some] == arrays.ranks_of(hands[some])).all()
        if number > 700:
            break


def test_numpy_omaha_equals_plain_omaha() -> None:
    rng = random.Random(4)
    for hole_count in (4, 5, 6):
        for board_count in (3, 4, 5):
            # a short deck deals more pairs, flushes and lows
            deck = [card for card in oracle.DECK if board_count == 4 or oracle.low_pip(card) <= 8]
            deals = [rng.sample(deck, hole_count + board_count) for _ in range(40)]
            holes = [deal[:hole_count] for deal in deals]
            boards = [deal[hole_count:] for deal in deals]
            hole, board = np.array(holes, dtype=np.uint8), np.array(boards, dtype=np.uint8)
            pairs = list(zip(holes, boards, strict=True))
            assert arrays.omaha_ranks_of(hole, board).tolist() == [oracle.omaha_rank_of(*pair) for pair in pairs]
            assert arrays.omaha_lows_of(hole, board).tolist() == [oracle.omaha_low_of(*pair) for pair in pairs]


# --- settlement ---------------------------------------------------------------------------------------


def test_side_pots_of_rule_34() -> None:
    back = oracle.uncalled_chips([300, 200, 100], [True] * 3)
    assert back == (100, 0, 0)
    assert oracle.pots_of([200, 200, 100], [True] * 3, 0) == (
        oracle.BrutePot(300, (0, 1, 2)),
        oracle.BrutePot(200, (0, 1)),
    )


def test_uncalled_chips_are_measured_against_folded_seats_too() -> None:
    assert oracle.uncalled_chips([100, 70, 40], [True, False, True]) == (30, 0, 0)
    assert oracle.uncalled_chips([60, 70, 40], [True, False, True]) == (0, 0, 0)
    assert oracle.uncalled_chips([60, 60, 40], [True, True, True]) == (0, 0, 0)


def test_layers_equal_pots_built_one_chip_at_a_time() -> None:
    rng = random.Random(5)
    for _ in range(3_000):
        seats = rng.randint(2, 8)
        stakes = [rng.choice([0, 1, 3, rng.randint(0, 12)]) for _ in range(seats)]
        live = [rng.random() < 0.6 for _ in range(seats)]
        if not any(live):
            continue
        pots: dict[tuple[int, ...], int] = {}
        contenders = tuple(seat for seat in range(seats) if live[seat])
        for chip in range(1, max(stakes) + 1):
            contenders = tuple(s for s in range(seats) if live[s] and stakes[s] >= chip) or contenders
            pots[contenders] = pots.get(contenders, 0) + sum(stake >= chip for stake in stakes)
        assert oracle.pots_of(stakes, live, 0) == tuple(oracle.BrutePot(a, e) for e, a in pots.items())


def payouts(game: str, holes: list[str], board: str, stakes: list[int], **options: object) -> tuple[int, ...]:
    """Settle a table told as text; an empty hand has folded."""
    hands = [cards(hole) for hole in holes]
    live = [bool(hand) for hand in hands]
    return brute_settle(game, hands, cards(board), stakes, live=live, **options).payouts  # type: ignore[arg-type]


def test_no_qualifying_low_gives_all_to_the_high() -> None:
    assert payouts("omaha8", ["AsAd9h9c", "8s4d3h2c"], "KcKdQsJhTc", [51, 51], button=0) == (102, 0)


def test_three_quarters_and_a_quarter_of_rule_14() -> None:
    assert payouts("omaha8", ["Ah2hKsKd", "Ad2cQsQd"], "KcJd8h7s3c", [50, 50], button=0) == (75, 25)


def test_half_and_two_quarters_of_rule_15() -> None:
    holes = ["KsKdQhQs", "Ah2hJsTd", "Ad2cJhTs"]
    assert payouts("omaha8", holes, "KcJd8h7s3c", [100, 100, 100], button=0) == (150, 75, 75)


def test_odd_chip_of_the_pot_goes_to_the_high_half() -> None:
    holes = ["KsKdQhQs", "Ah2hJsTd", ""]
    assert payouts("omaha8", holes, "KcJd8h7s3c", [50, 50, 1], button=0) == (51, 50, 0)


def test_odd_chip_goes_left_of_the_button() -> None:
    holes = ["AsQd", "AhQc", ""]
    for button, expected in [(0, (50, 51, 0)), (1, (51, 50, 0)), (2, (51, 50, 0))]:
        assert payouts("holdem", holes, "KcJd8h7s3c", [50, 50, 1], button=button) == expected


def test_the_same_seats_tying_both_halves_split_the_whole_pot() -> None:
    # decision 10; two halves of 51 would have left an odd chip in each: 52 and 50
    assert payouts("omaha8", ["Ah2hQsTd", "Ad2cQhTs"], "KcJd8h7s3c", [51, 51], button=0) == (51, 51)


def test_a_low_qualifies_pot_by_pot() -> None:
    # decision 11: the short stack alone has a low, so the side pot has none
    holes = ["As2dQh9c", "KsKdQcJs", "QsQdJh4h"]
    assert payouts("omaha8", holes, "3c7d8sKhTs", [10, 50, 50], button=0) == (15, 95, 0)


def test_chips_come_in_units_and_the_broken_unit_stays_with_the_first() -> None:
    holes = ["AsQd", "AhQc", ""]
    assert payouts("holdem", holes, "KcJd8h7s3c", [50, 50, 37], button=2, chip=25) == (75, 62, 0)


def test_stud_odd_chip_goes_by_suit_and_by_the_low_cards_for_low() -> None:
    # equal pairs of aces with K Q J: the ace of spades takes the odd chip of the high half
    assert payouts("stud", ["AhAcKdQdJd4c3c", "AsAdKhQhJh4d3d", ""], "", [50, 50, 1]) == (50, 51, 0)
    # equal lows of 8-7-5-4-2: the eight of spades decides, not the king that plays no low
    holes = ["KsKcKd9h9d9cTh", "8s7c5d4c2dQhJc", "8h7s5s4s2sQdJs"]
    assert payouts("stud8", holes, "", [1, 1, 1]) == (2, 1, 0)


def test_a_lone_ante_is_dead_money_once_uncalled_chips_went_back() -> None:
    holes = ["AsQd", "KhQc", ""]
    board = "8cJd8h7s3c"
    assert payouts("holdem", holes, board, [50, 55, 20], uncalled="returned") == (125, 0, 0)
    # a folded seat above the others: the top layer belongs to its only contender
    assert payouts("holdem", holes, board, [50, 55, 52], uncalled="returned") == (150, 7, 0)
