"""Omaha high: two of four to six hole cards with three of three to five board cards, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import oracle
import oracle_arrays as arrays
import pytest

import pokereval as pe

SIZES = [(hole, board) for hole in (4, 5, 6) for board in (3, 4, 5)]
RANDOM_HANDS = 70_000  # for each of the nine sizes, so 630,000 together


def deal(rng: np.random.Generator, count: int, hole: int, board: int, deck: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Deal `count` Omaha hands from a deck."""
    order = rng.random((count, len(deck))).argsort(axis=1)[:, : hole + board]
    dealt = np.array(deck, dtype=np.uint8)[order]
    return dealt[:, :hole], dealt[:, hole:]


@pytest.mark.parametrize(("hole_count", "board_count"), SIZES)
def test_random_omaha_hands_equal_brute_two_and_three(hole_count: int, board_count: int) -> None:
    rng = np.random.default_rng(31)
    hole, board = deal(rng, RANDOM_HANDS, hole_count, board_count, list(oracle.DECK))
    ranks = pe.evaluate_omaha(hole, board)
    assert ranks.dtype == np.uint16
    assert np.array_equal(ranks, arrays.omaha_ranks_of(hole, board))


SHORT_DECKS = {
    "four ranks: pairs, trips and quads on both sides": [c for c in oracle.DECK if c // 4 in (0, 1, 5, 12)],
    "six neighbouring ranks: straights and full houses": [c for c in oracle.DECK if 3 <= c // 4 <= 8],
    "ace to six: wheels": [c for c in oracle.DECK if oracle.low_pip(c) <= 6],
    "two suits: flushes and straight flushes": [c for c in oracle.DECK if c % 4 in (1, 3)],
    "one suit and a few strays": [c for c in oracle.DECK if c % 4 == 2 or c in (0, 13, 51)],
}


@pytest.mark.parametrize("deck", SHORT_DECKS.values(), ids=SHORT_DECKS)
@pytest.mark.parametrize(("hole_count", "board_count"), SIZES)
def test_omaha_hands_of_short_decks_equal_brute_two_and_three(
    deck: list[int], hole_count: int, board_count: int
) -> None:
    rng = np.random.default_rng(32)
    hole, board = deal(rng, 6_000, hole_count, board_count, deck)
    assert np.array_equal(pe.evaluate_omaha(hole, board), arrays.omaha_ranks_of(hole, board))


def group_shapes(hole: int, board: int, groups: int, largest: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield every way in which the cards fall into groups of (hole, board) cards, the biggest group first.

    With at most four cards in a group and thirteen groups these are all the shapes of equal ranks, shared
    (counterfeited) or not; with at most thirteen cards and four groups, all the shapes of suits.
    """

    def fill(hole: int, board: int, groups: int, limit: tuple[int, int]) -> Iterator[tuple[tuple[int, int], ...]]:
        if hole == board == 0:
            yield ()
            return
        if groups == 0:
            return
        for in_hole in range(min(hole, limit[0]), -1, -1):
            for on_board in range(min(board, largest - in_hole), -1, -1):
                group = (in_hole, on_board)
                if (0, 0) < group <= limit:
                    for rest in fill(hole - in_hole, board - on_board, groups - 1, group):
                        yield (group, *rest)

    return fill(hole, board, groups, (largest, largest))


def test_shapes_are_complete() -> None:
    # (hole, board) groups of two hole cards and three board cards, counted by hand
    assert len(list(group_shapes(2, 0, 13, 4))) == 2
    assert set(group_shapes(2, 1, 13, 4)) == {
        ((2, 1),),
        ((2, 0), (0, 1)),
        ((1, 1), (1, 0)),
        ((1, 0), (1, 0), (0, 1)),
    }
    # a deal of a random hand has one of the shapes
    rng = random.Random(33)
    for hole_count, board_count in SIZES:
        by_rank = set(group_shapes(hole_count, board_count, 13, 4))
        by_suit = set(group_shapes(hole_count, board_count, 4, 13))
        for _ in range(300):
            dealt = rng.sample(oracle.DECK, hole_count + board_count)
            hole, board = dealt[:hole_count], dealt[hole_count:]
            for shapes, divide in ((by_rank, lambda c: c // 4), (by_suit, lambda c: c % 4)):
                kinds = {divide(card) for card in dealt}
                shape = [(sum(divide(c) == k for c in hole), sum(divide(c) == k for c in board)) for k in kinds]
                assert tuple(sorted(shape, reverse=True)) in shapes


@pytest.mark.parametrize(("hole_count", "board_count"), SIZES)
def test_every_paired_and_counterfeited_shape(hole_count: int, board_count: int) -> None:
    rng = random.Random(34)
    holes, boards = [], []
    for shape in group_shapes(hole_count, board_count, 13, 4):
        for number in range(12):
            # neighbouring ranks in half of the deals, so that straights run through the pairs
            first = rng.randrange(13)
            ranks = [(first + step) % 13 for step in range(len(shape))]
            if number % 2:
                ranks = rng.sample(range(13), len(shape))
            rng.shuffle(ranks)
            hole: list[int] = []
            board: list[int] = []
            favourite = rng.randrange(4) if number % 3 else None
            for rank, (in_hole, on_board) in zip(ranks, shape, strict=True):
                suits = rng.sample(range(4), 4)
                if favourite is not None:
                    suits.sort(key=lambda s: s != favourite)  # flushes through the pairs
                if on_board and in_hole and number % 4 == 1:
                    suits.reverse()  # the board has the favourite suit, not the hand
                equal = [4 * rank + s for s in suits]
                hole += equal[:in_hole]
                board += equal[in_hole : in_hole + on_board]
            holes.append(hole)
            boards.append(board)
    hole_array, board_array = np.array(holes, dtype=np.uint8), np.array(boards, dtype=np.uint8)
    expected = arrays.omaha_ranks_of(hole_array, board_array)
    assert np.array_equal(pe.evaluate_omaha(hole_array, board_array), expected)


@pytest.mark.parametrize(("hole_count", "board_count"), SIZES)
def test_every_suited_shape(hole_count: int, board_count: int) -> None:
    rng = random.Random(35)
    holes, boards = [], []
    for shape in group_shapes(hole_count, board_count, 4, 13):
        for number in range(60):
            suits = rng.sample(range(4), len(shape))
            # neighbouring ranks in half of the deals: straight flushes, wheels among them
            window = rng.randrange(13)
            near = [(window + i) % 13 for i in range(7)]
            hole: list[int] = []
            board: list[int] = []
            for suit, (in_hole, on_board) in zip(suits, shape, strict=True):
                pool = near if number % 2 and in_hole + on_board <= 7 else list(range(13))
                ranks = rng.sample(pool, in_hole + on_board)
                hole += [4 * rank + suit for rank in ranks[:in_hole]]
                board += [4 * rank + suit for rank in ranks[in_hole:]]
            holes.append(hole)
            boards.append(board)
    hole_array, board_array = np.array(holes, dtype=np.uint8), np.array(boards, dtype=np.uint8)
    expected = arrays.omaha_ranks_of(hole_array, board_array)
    assert np.array_equal(pe.evaluate_omaha(hole_array, board_array), expected)


def test_every_straight_and_straight_flush_made_of_two_and_three() -> None:
    tops = [tuple(range(low, low + 5)) for low in range(9)] + [(12, 0, 1, 2, 3)]
    holes, boards = [], []
    rng = random.Random(36)
    for ranks in tops:
        for two in combinations(ranks, 2):
            three = [rank for rank in ranks if rank not in two]
            for suited in (True, False):
                suits = [1] * 5 if suited else [rng.randrange(4) for _ in range(5)]
                used = [4 * rank + s for rank, s in zip([*two, *three], suits, strict=True)]
                rest = rng.sample([card for card in oracle.DECK if card not in used], 4)
                holes.append(used[:2] + rest[:2])
                boards.append(used[2:] + rest[2:])
    hole, board = np.array(holes, dtype=np.uint8), np.array(boards, dtype=np.uint8)
    assert np.array_equal(pe.evaluate_omaha(hole, board), arrays.omaha_ranks_of(hole, board))


@pytest.mark.parametrize(("hole_count", "board_count"), SIZES)
def test_order_and_suits_do_not_matter_in_omaha(hole_count: int, board_count: int) -> None:
    rng = np.random.default_rng(37)
    hole, board = deal(rng, 10_000, hole_count, board_count, list(oracle.DECK))
    ranks = pe.evaluate_omaha(hole, board)
    assert np.array_equal(pe.evaluate_omaha(rng.permuted(hole, axis=1), rng.permuted(board, axis=1)), ranks)
    for _ in range(4):
        renamed = rng.permutation(4).astype(np.uint8)
        hole_renamed, board_renamed = hole // 4 * 4 + renamed[hole % 4], board // 4 * 4 + renamed[board % 4]
        assert np.array_equal(pe.evaluate_omaha(hole_renamed, board_renamed), ranks)
    assert np.array_equal(pe.evaluate_omaha(hole, board, check=False), ranks)
    # enough rows for several threads, and enough threads for uneven blocks
    many, twenty = (np.tile(side, (20, 1)) for side in (hole, board))
    assert np.array_equal(pe.evaluate_omaha(many, twenty, threads=3), np.tile(ranks, 20))


@pytest.mark.parametrize(("hole_count", "board_count"), SIZES)
def test_one_omaha_hand_has_the_rank_of_its_row(hole_count: int, board_count: int) -> None:
    rng = np.random.default_rng(38)
    hole, board = deal(rng, 200, hole_count, board_count, list(oracle.DECK))
    ranks = pe.evaluate_omaha(hole, board).tolist()
    for two, three, rank in zip(hole, board, ranks, strict=True):
        as_text = pe.evaluate_omaha(oracle.text(two.tolist()), oracle.text(three.tolist()))
        assert type(as_text) is int
        assert as_text == pe.evaluate_omaha(two.tolist(), tuple(three.tolist())) == rank
        assert pe.evaluate_omaha(two, three) == rank


@pytest.mark.parametrize(("hole_count", "board_count"), SIZES)
def test_one_board_meets_many_hands_and_one_hand_many_boards(hole_count: int, board_count: int) -> None:
    rng = np.random.default_rng(39)
    deck = list(oracle.DECK)
    rng.shuffle(deck)
    board, rest = deck[:board_count], deck[board_count:]
    hands, _ = deal(rng, 500, hole_count, 1, rest)
    repeated = np.repeat(np.array([board], dtype=np.uint8), 500, axis=0)
    expected = arrays.omaha_ranks_of(hands, repeated)
    lows = arrays.omaha_lows_of(hands, repeated)
    for form in (
        np.array(board, dtype=np.uint8),
        np.array([board], dtype=np.uint8),
        oracle.text(board),
        board,
    ):
        assert np.array_equal(pe.evaluate_omaha(hands, form), expected)
        assert np.array_equal(pe.evaluate_omaha_low(hands, form), lows)
    hand, rest = deck[:hole_count], deck[hole_count:]
    boards, _ = deal(rng, 500, board_count, 1, rest)
    repeated = np.repeat(np.array([hand], dtype=np.uint8), 500, axis=0)
    expected = arrays.omaha_ranks_of(repeated, boards)
    lows = arrays.omaha_lows_of(repeated, boards)
    for form in (np.array(hand, dtype=np.uint8), np.array([hand], dtype=np.uint8), oracle.text(hand), hand):
        assert np.array_equal(pe.evaluate_omaha(form, boards), expected)
        assert np.array_equal(pe.evaluate_omaha_low(form, boards), lows)


# --- the two and three that play ----------------------------------------------------------------------------


@pytest.mark.parametrize(("hole_count", "board_count"), SIZES)
def test_best_omaha_hand_plays_exactly_two_and_three(hole_count: int, board_count: int) -> None:
    rng = random.Random(40)
    low_deck = [card for card in oracle.DECK if oracle.low_pip(card) <= 8]
    for number in range(250):
        dealt = rng.sample(low_deck if number % 2 else oracle.DECK, hole_count + board_count)
        hole, board = dealt[:hole_count], dealt[hole_count:]
        best = pe.best_omaha_hand(hole, board)
        assert best.high_rank == pe.evaluate(best.high) == oracle.omaha_rank_of(hole, board)
        assert_two_and_three(best.high, best.high_hole_cards, best.high_board_cards, hole, board)
        assert_reading_order(best.high)
        playable = list(oracle.omaha_fives(hole, board))
        assert_no_higher_suits(best.high, [f for f in playable if oracle.rank_of(f) == best.high_rank])
        assert best.low_rank == oracle.omaha_low_of(hole, board)
        if best.low_rank == 0:
            assert (best.low, best.low_hole_cards, best.low_board_cards) == (None, (), ())
            continue
        assert best.low is not None
        assert pe.evaluate_low(best.low) == best.low_rank
        assert_two_and_three(best.low, best.low_hole_cards, best.low_board_cards, hole, board)
        assert [oracle.low_pip(c) for c in best.low] == list(oracle.LOWS_WORST_FIRST[best.low_rank - 1])
        assert_no_higher_suits(best.low, [f for f in playable if oracle.low_of(f) == best.low_rank])


def assert_reading_order(five: tuple[int, ...]) -> None:
    """Check that the bigger group stands first, then the higher rank; the ace ends a wheel."""
    assert [oracle.pip(c) for c in five] == [14 if p == 1 else p for p in oracle.five_value(five)[1:]]


def assert_two_and_three(
    five: tuple[int, ...],
    from_hole: tuple[int, ...],
    from_board: tuple[int, ...],
    hole: list[int],
    board: list[int],
) -> None:
    assert (len(set(from_hole)), len(set(from_board)), len(five)) == (2, 3, 5)
    assert set(from_hole) <= set(hole)
    assert set(from_board) <= set(board)
    assert set(from_hole) | set(from_board) == set(five)


def assert_no_higher_suits(five: tuple[int, ...], equals: list[tuple[int, ...]]) -> None:
    """Check that no other five of the same rank has a higher suit in one place and no lower one elsewhere."""
    ours = sorted(five, reverse=True)
    for other in equals:
        theirs = sorted(other, reverse=True)
        assert theirs == ours or any(mine > yours for mine, yours in zip(ours, theirs, strict=True))
