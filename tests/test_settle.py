"""Settling whole tables: equal to the oracle and to `settle_hand`, and true to the properties that rules imply."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import oracle
import pytest
from oracle_arrays import table_strengths
from random_tables import GAME_SIZES, Tables, deal_tables

import pokereval as pe
from pokereval.errors import SeatError

SEATS = range(2, 11)
TABLES_OF_A_SIZE = 2_500  # for each of nine games and hole counts and nine table sizes: 202,500 tables
CHIPS = [1, 1, 5, 25]


def settle(tables: Tables, **options: Any) -> pe.Settlement:
    """Settle tables with all that they hold."""
    given: dict[str, Any] = {"live": tables.live, "button": tables.button, "dead": tables.dead} | options
    return pe.settle(tables.game, tables.hole_cards, tables.board, tables.contributions, **given)


def assert_equals_oracle(tables: Tables, *, chip: int, uncalled: str) -> None:
    """Compare every table with the brute force."""
    got = settle(tables, chip=chip, uncalled=uncalled)
    high, low = table_strengths(tables.game, tables.hole_cards, tables.board, tables.live)
    unseen = tables.live.sum(axis=1) == 1  # the last live seat wins without a showdown
    high[unseen] = low[unseen] = 0
    assert np.array_equal(got.high_ranks, high)
    assert np.array_equal(got.low_ranks, low)
    payouts, returned = got.payouts.tolist(), got.returned.tolist()
    for row, seat_cards, stakes, live, button, dead, high_row, low_row in zip(
        range(len(tables)),
        tables.hole_cards.tolist(),
        tables.contributions.tolist(),
        tables.live.tolist(),
        tables.button.tolist(),
        tables.dead.tolist(),
        high.tolist(),
        low.tolist(),
        strict=True,
    ):
        expected = oracle.brute_settle(
            tables.game,
            seat_cards,
            () if tables.board is None else tables.board[row].tolist(),
            stakes,
            live=live,
            button=button,
            chip=chip,
            dead=dead,
            uncalled=uncalled,
            high=high_row,
            low=low_row,
        )
        assert payouts[row] == list(expected.payouts), f"row {row}: {tables.rows(slice(row, row + 1))}"
        assert returned[row] == list(expected.returned), f"row {row}: {tables.rows(slice(row, row + 1))}"
        if row % 25 == 0:
            pots = [(pot.amount, pot.eligible) for pot in got.pots(row)]
            assert pots == [(pot.amount, pot.eligible) for pot in expected.pots]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("game", "hole_count"), GAME_SIZES)
def test_random_tables_are_settled_like_the_oracle(game: str, hole_count: int) -> None:
    rng = np.random.default_rng([61, hole_count, len(game)])
    for seats in SEATS:
        tables = deal_tables(rng, game, hole_count, seats, TABLES_OF_A_SIZE)
        quarter = TABLES_OF_A_SIZE // 4
        for number, chip in enumerate(CHIPS):
            part = tables.rows(slice(number * quarter, (number + 1) * quarter))
            assert_equals_oracle(part, chip=chip, uncalled="returned" if number == 1 else "included")


@pytest.mark.parametrize("game", ["stud", "stud8"])
def test_stud_with_a_community_card_is_settled_like_the_oracle(game: str) -> None:
    # decision 19; eight seats of six cards and one in the middle
    rng = np.random.default_rng(62)
    for seats in SEATS:
        tables = deal_tables(rng, game, 7, seats, 600, community=True)
        assert tables.board is not None
        assert tables.board.shape == (600, 1)
        assert_equals_oracle(tables, chip=1 if seats % 2 else 5, uncalled="included")


@pytest.mark.parametrize(("game", "hole_count"), GAME_SIZES)
def test_plain_oracle_agrees_when_it_ranks_for_itself(game: str, hole_count: int) -> None:
    rng = np.random.default_rng(63)
    for seats in (2, 4, 6):
        tables = deal_tables(rng, game, hole_count, seats, 25)
        got = settle(tables)
        for row in range(len(tables)):
            expected = oracle.brute_settle(
                game,
                tables.hole_cards[row].tolist(),
                () if tables.board is None else tables.board[row].tolist(),
                tables.contributions[row].tolist(),
                live=tables.live[row].tolist(),
                button=int(tables.button[row]),
                dead=int(tables.dead[row]),
            )
            assert got.payouts[row].tolist() == list(expected.payouts)
            assert got.returned[row].tolist() == list(expected.returned)


@pytest.mark.parametrize("uncalled", ["included", "returned"])
@pytest.mark.parametrize(("game", "hole_count"), GAME_SIZES)
def test_the_kernel_equals_settle_hand(game: str, hole_count: int, uncalled: str) -> None:
    rng = np.random.default_rng(64)
    for seats in SEATS:
        chip = CHIPS[seats % len(CHIPS)]
        tables = deal_tables(rng, game, hole_count, seats, 60)
        got = settle(tables, chip=chip, uncalled=uncalled)
        for row in range(len(tables)):
            board = [] if tables.board is None else tables.board[row].tolist()
            hand = pe.settle_hand(
                game,
                [oracle.text([c for c in cards if c != 255]) for cards in tables.hole_cards[row].tolist()],
                oracle.text(board),
                tables.contributions[row].tolist(),
                live=tables.live[row].tolist(),
                button=int(tables.button[row]),
                chip=chip,
                dead=int(tables.dead[row]),
                uncalled=uncalled,
            )
            assert got.payouts[row].tolist() == list(hand.payouts)
            assert got.returned[row].tolist() == list(hand.returned)
            assert got.high_ranks[row].tolist() == list(hand.high_ranks)
            assert got.low_ranks[row].tolist() == list(hand.low_ranks)
            assert got.hand(row) == hand
            assert got.pots(row) == hand.pots
            assert [sum(chips) for chips in zip(*(pot.payouts for pot in hand.pots), strict=True)] in (
                [],
                list(hand.payouts),
            )


def kinds_of_split(pot: pe.AwardedPot, chip: int) -> set[str]:
    """Name what happened to one pot."""
    high, low = set(pot.high_winners), set(pot.low_winners)
    shares = [(len(high), pot.high_amount), (len(low), pot.low_amount)]
    happened = {
        "unseen or alone": len(pot.eligible) == 1,
        "no low": not low,
        "scoop": len(high) == 1 and high == low,
        "high and low apart": bool(low) and not high & low,
        "three quarters": len(high) == 1 and len(low) == 2 and high < low,
        "quarters of the low": len(high) == 1 and len(low) > 1 and not high & low,
        "quarters of the high": len(high) > 1 and len(low) == 1,
        "the same seats tie both": len(high) > 1 and high == low,
        "other seats tie each half": len(high) > 1 and len(low) > 1 and high != low,
        "three or more tie": len(high) > 2,
        "odd chip in the high": len(high) > 1 and pot.high_amount // chip % len(high) > 0,
        "odd chip in the low": len(low) > 1 and pot.low_amount // chip % len(low) > 0,
        "odd chip of the halves": bool(low) and pot.high_amount > pot.low_amount > 0,
        "broken unit": any(count > 1 and amount % chip for count, amount in shares),
    }
    return {name for name, is_so in happened.items() if is_so}


def test_random_tables_hold_every_kind_of_split() -> None:
    rng = np.random.default_rng(60)
    seen: Counter[str] = Counter()
    for game, hole_count in [("omaha8", 4), ("stud8", 7), ("omaha8", 6)]:
        for seats in (3, 5, 7):
            tables = deal_tables(rng, game, hole_count, seats, 1_000)
            got = settle(tables, chip=5)
            for row in range(len(tables)):
                pots = got.pots(row)
                for pot in pots:
                    seen.update(kinds_of_split(pot, 5))
                lows = [bool(pot.low_winners) for pot in pots if len(pot.eligible) > 1]
                seen["low in the main pot only"] += len(lows) > 1 and lows[0] and not lows[-1]
                seen["three pots or more"] += len(pots) > 2
                seen["returned"] += bool(got.returned[row].any())
    assert len(seen) == 17
    assert min(seen.values()) >= 20, seen


# --- properties ------------------------------------------------------------------------------------------------


def many_tables(seed: int, count: int = 20_000) -> list[Tables]:
    """Deal tables of every game and size, `count` of each."""
    rng = np.random.default_rng(seed)
    sizes = [2, 3, 6, 9, 10]
    return [
        deal_tables(rng, game, hole_count, sizes[number % len(sizes)], count)
        for number, (game, hole_count) in enumerate(GAME_SIZES * 2)
    ]


def test_chips_are_conserved() -> None:
    for tables in many_tables(65):
        for uncalled in ("included", "returned"):
            got = settle(tables, uncalled=uncalled, chip=5)
            assert (got.payouts >= 0).all()
            assert (got.returned >= 0).all()
            paid = got.payouts.sum(axis=1) + got.returned.sum(axis=1)
            assert np.array_equal(paid, tables.contributions.sum(axis=1) + tables.dead)
            assert uncalled == "included" or not got.returned.any()


def test_amounts_up_to_2_to_the_53_a_seat_are_exact() -> None:
    rng = np.random.default_rng(66)
    for game, hole_count in GAME_SIZES:
        tables = deal_tables(rng, game, hole_count, 10, 2_000)
        huge = rng.integers(2**53 - 3, 2**53, size=tables.contributions.shape, endpoint=True)
        for chip in (1, 7, 2**40 + 1):
            got = pe.settle(
                game, tables.hole_cards, tables.board, huge, live=tables.live, button=tables.button, chip=chip
            )
            # sums of Python's integers, which cannot overflow
            for paid, back, stakes in zip(got.payouts.tolist(), got.returned.tolist(), huge.tolist(), strict=True):
                assert sum(paid) + sum(back) == sum(stakes)


def test_folded_seats_get_nothing_and_the_last_live_seat_everything() -> None:
    for tables in many_tables(67, 3_000):
        got = settle(tables)
        assert not got.payouts[~tables.live].any()
        assert not got.returned[~tables.live].any()
        assert not got.high_ranks[~tables.live].any()
        assert not got.low_ranks[~tables.live].any()
        alone = tables.live.sum(axis=1) == 1
        assert alone.any()
        everything = (got.payouts + got.returned)[alone][tables.live[alone]]
        assert np.array_equal(everything, tables.contributions[alone].sum(axis=1) + tables.dead[alone])


def test_the_last_live_seat_needs_no_cards() -> None:
    live = np.array([[False, True, False]])
    for game, hole_count in GAME_SIZES:
        nothing = np.full((1, 3, hole_count), 255, dtype=np.uint8)
        got = pe.settle(game, nothing, None, [[5, 20, 7]], live=live)
        assert got.payouts.tolist() == [[0, 19, 0]]
        assert got.returned.tolist() == [[0, 13, 0]]


def test_returned_chips_are_the_lone_highest_live_excess() -> None:
    for tables in many_tables(68, 3_000):
        got = settle(tables)
        highest = np.where(tables.live, tables.contributions, -1).argmax(axis=1)
        rows = np.arange(len(tables))
        others = tables.contributions.copy()
        others[rows, highest] = 0
        excess = np.maximum(tables.contributions[rows, highest] - others.max(axis=1), 0)
        expected = np.zeros_like(got.returned)
        expected[rows, highest] = excess
        assert np.array_equal(got.returned, expected)


def test_moving_everybody_round_the_table_moves_the_chips_with_them() -> None:
    for tables in many_tables(69, 2_000):
        got = settle(tables, chip=5)
        seats = tables.live.shape[1]
        for step in {1, seats - 1}:
            moved = pe.settle(
                tables.game,
                np.roll(tables.hole_cards, step, axis=1),
                tables.board,
                np.roll(tables.contributions, step, axis=1),
                live=np.roll(tables.live, step, axis=1),
                button=(tables.button + step) % seats,
                chip=5,
                dead=tables.dead,
            )
            assert np.array_equal(moved.payouts, np.roll(got.payouts, step, axis=1))
            assert np.array_equal(moved.returned, np.roll(got.returned, step, axis=1))


def test_suits_decide_no_pot_but_for_odd_chips_of_stud() -> None:
    rng = np.random.default_rng(70)
    for tables in many_tables(70, 2_000):
        # 255 stays 255
        renamed = np.arange(256, dtype=np.uint8)
        renamed[:52] = renamed[:52] // 4 * 4 + rng.permutation(4).astype(np.uint8)[renamed[:52] % 4]
        board = None if tables.board is None else renamed[tables.board]
        options: dict[str, Any] = {"live": tables.live, "button": tables.button}
        # halves of 5,040 chips go evenly to any number of winners up to ten, so there is no odd chip
        stakes = tables.contributions % 1_000 * 5_040
        before = pe.settle(tables.game, tables.hole_cards, tables.board, stakes, **options)
        after = pe.settle(tables.game, renamed[tables.hole_cards], board, stakes, **options)
        assert np.array_equal(before.payouts, after.payouts)
        assert np.array_equal(before.high_ranks, after.high_ranks)
        assert np.array_equal(before.low_ranks, after.low_ranks)


def test_everything_times_the_chip_pays_times_the_chip() -> None:
    for tables in many_tables(71, 2_000):
        small = tables.contributions % 100_000
        options: dict[str, Any] = {"live": tables.live, "button": tables.button}
        ones = pe.settle(tables.game, tables.hole_cards, tables.board, small, dead=tables.dead, **options)
        fives = pe.settle(
            tables.game, tables.hole_cards, tables.board, small * 5, dead=tables.dead * 5, chip=5, **options
        )
        assert np.array_equal(fives.payouts, ones.payouts * 5)
        assert np.array_equal(fives.returned, ones.returned * 5)


def test_the_best_seat_of_the_main_pot_never_goes_away_empty_handed() -> None:
    for tables in many_tables(72, 2_000):
        stakes = np.full_like(tables.contributions, 2 * 2_520)
        got = pe.settle(tables.game, tables.hole_cards, tables.board, stakes, live=tables.live, button=tables.button)
        showdown = tables.live.sum(axis=1) > 1
        best = tables.live & (got.high_ranks == got.high_ranks.max(axis=1, keepdims=True)) & showdown[:, np.newaxis]
        best_low = (got.low_ranks == got.low_ranks.max(axis=1, keepdims=True)) & (got.low_ranks > 0)
        assert np.array_equal(got.payouts > 0, (best | best_low) | (tables.live & ~showdown[:, np.newaxis]))


def test_rows_do_not_touch_each_other() -> None:
    rng = np.random.default_rng(73)
    for tables in many_tables(73, 500):
        got = settle(tables)
        order = rng.permutation(len(tables))
        shuffled = settle(tables.rows(order))
        assert np.array_equal(shuffled.payouts, got.payouts[order])
        assert np.array_equal(shuffled.high_ranks, got.high_ranks[order])
        for row in (0, 250, 499):
            alone = settle(tables.rows(slice(row, row + 1)))
            assert np.array_equal(alone.payouts, got.payouts[row : row + 1])
            assert np.array_equal(alone.returned, got.returned[row : row + 1])


def test_unchecked_and_threaded_settlements_are_the_same() -> None:
    rng = np.random.default_rng(74)
    for game, hole_count in GAME_SIZES:
        tables = deal_tables(rng, game, hole_count, 5, 2_000).rows(np.tile(np.arange(2_000), 100))
        got = settle(tables)
        for options in ({"check": False}, {"threads": 2}, {"threads": 3, "check": False}, {"threads": 0}):
            again = settle(tables, **options)
            for name in ("payouts", "returned", "high_ranks", "low_ranks"):
                assert np.array_equal(getattr(again, name), getattr(got, name))


# --- the rules, one by one -------------------------------------------------------------------------------------


def one(game: str, holes: list[str], board: str, stakes: list[int], **options: Any) -> tuple[list[int], list[int]]:
    """Settle one table told as text; an empty hand has folded."""
    size = max(len(oracle.cards(hole)) for hole in holes)
    hole_cards = [[*oracle.cards(hole), *[255] * (size - len(oracle.cards(hole)))] for hole in holes]
    got = pe.settle(game, [hole_cards], [oracle.cards(board)] if board else None, [stakes], **options)
    assert got.payouts.shape == got.returned.shape == (1, len(holes))
    return got.payouts[0].tolist(), got.returned[0].tolist()


HIGH_AND_TWO_LOWS = ["KsKdQhQs", "Ah2hJsTd", "Ad2cJhTs"]
LOW_BOARD = "KcJd8h7s3c"


def test_a_scoop_takes_both_halves() -> None:
    assert one("omaha8", ["AhKhKs2d", "QcQdJsTc"], LOW_BOARD, [50, 50], button=0)[0] == [100, 0]


def test_three_quarters_and_a_quarter() -> None:
    assert one("omaha8", ["Ah2hKsKd", "Ad2cQsQd"], LOW_BOARD, [50, 50], button=0)[0] == [75, 25]


def test_a_half_and_two_quarters() -> None:
    assert one("omaha8", HIGH_AND_TWO_LOWS, LOW_BOARD, [100, 100, 100], button=0)[0] == [150, 75, 75]


def test_no_qualifying_low_leaves_all_to_the_high() -> None:
    assert one("omaha8", ["AhAd9h9c", "8s4d3h2c"], "KcKdQsJhTc", [51, 51], button=0)[0] == [102, 0]


def test_the_odd_chip_of_a_hi_lo_pot_is_the_high_hands() -> None:
    assert one("omaha8", [*HIGH_AND_TWO_LOWS[:2], ""], LOW_BOARD, [50, 50, 1], button=0)[0] == [51, 50, 0]


def test_odd_chip_goes_left_of_the_button() -> None:
    holes = ["AsQd", "AhQc", "AdQs", ""]
    for button, expected in enumerate([[33, 34, 34, 0], [34, 33, 34, 0], [34, 34, 33, 0], [34, 34, 33, 0]]):
        assert one("holdem", holes, LOW_BOARD, [33, 33, 33, 2], button=button)[0] == expected


def test_a_quarters_odd_chip_goes_left_of_the_button_within_its_half() -> None:
    # of 202 the halves are 101; the odd chip of the low half goes to the first of the two lows
    for button, lows in [(0, [51, 50]), (1, [50, 51]), (2, [51, 50])]:
        paid = one("omaha8", [*HIGH_AND_TWO_LOWS, ""], LOW_BOARD, [67, 67, 67, 1], button=button)[0]
        assert paid == [101, *lows, 0]


def test_the_same_seats_tying_both_halves_split_the_pot_as_one() -> None:
    # two halves of 51 would leave an odd chip in each
    assert one("omaha8", ["Ah2hQsTd", "Ad2cQhTs"], LOW_BOARD, [51, 51], button=0)[0] == [51, 51]


def test_side_pots_and_the_uncalled_hundred() -> None:
    # rule 34: main pot 300, side pot 200, and 100 goes back
    holes = ["2c3d", "QsQd", "AsAd"]
    assert one("holdem", holes, "KcJd8h7s4c", [300, 200, 100], button=0) == ([0, 200, 300], [100, 0, 0])


def test_a_low_must_qualify_in_the_pot_that_it_takes_half_of() -> None:
    holes = ["As2dQh9c", "KsKdQcJs", "QsQdJh4h"]
    assert one("omaha8", holes, "3c7d8sKhTs", [10, 50, 50], button=0)[0] == [15, 95, 0]


def test_folded_chips_stay_in_the_layers_that_they_reached() -> None:
    holes = ["AsAd", "KsKd", "", "QsQd"]
    assert one("holdem", holes, "2c3d5h7s8c", [10, 30, 25, 30], button=0)[0] == [40, 55, 0, 0]


def test_chips_of_a_unit_and_the_broken_unit() -> None:
    holes = ["AsQd", "AhQc", ""]
    assert one("holdem", holes, LOW_BOARD, [50, 50, 37], button=2, chip=25)[0] == [75, 62, 0]
    assert one("omaha8", [*HIGH_AND_TWO_LOWS, ""], LOW_BOARD, [50, 50, 50, 35], button=0, chip=25)[0] == [
        110,
        50,
        25,
        0,
    ]


def test_dead_chips_lie_in_the_main_pot_and_make_no_level() -> None:
    holes = ["AsAd", "KsKd", "QsQd"]
    board = "2c3d5h7s8c"
    assert one("holdem", holes, board, [10, 30, 30], button=0, dead=[5]) == ([35, 40, 0], [0, 0, 0])
    # by seat, and for a seat that has nothing but its ante in the pot
    assert one("holdem", holes, board, [0, 30, 40], button=0, dead=[[1, 1, 3]]) == ([5, 60, 0], [0, 0, 10])


def test_stud_odd_chips_go_by_suit_and_by_the_low_cards_for_low() -> None:
    assert one("stud", ["AhAcKdQdJd4c3c", "AsAdKhQhJh4d3d", ""], "", [50, 50, 1])[0] == [50, 51, 0]
    holes = ["KsKcKd9h9d9cTh", "8s7c5d4c2dQhJc", "8h7s5s4s2sQdJs"]
    assert one("stud8", holes, "", [1, 1, 1])[0] == [2, 1, 0]


def test_a_lone_ante_counts_as_dead_money_once_uncalled_bets_went_back() -> None:
    holes = ["AsQd", "KhQc", ""]
    board = "8cJd8h7s3c"
    assert one("holdem", holes, board, [50, 55, 20], uncalled="returned") == ([125, 0, 0], [0, 0, 0])
    assert one("holdem", holes, board, [50, 55, 52], uncalled="returned") == ([150, 7, 0], [0, 0, 0])


def test_an_unknown_button_is_good_until_an_odd_chip_comes_up() -> None:
    holes = ["AsQd", "AhQc"]
    assert one("holdem", holes, LOW_BOARD, [50, 50])[0] == [50, 50]
    with pytest.raises(SeatError, match=r"button.*row 0\b"):
        one("holdem", [*holes, ""], LOW_BOARD, [50, 50, 1])


def test_seats_with_cards_are_live_when_nobody_says() -> None:
    assert one("holdem", ["AsAd", "KsKd", ""], LOW_BOARD, [50, 50, 30], button=0)[0] == [0, 130, 0]
