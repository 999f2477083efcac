"""Eight or better: the 56 lows, every set of low ranks, and every pair of sets in Omaha."""

from __future__ import annotations

import random

import numpy as np
import oracle
import oracle_arrays as arrays
import pytest

import pokereval as pe

ALL_56 = list(enumerate(oracle.LOWS_WORST_FIRST, start=1))
HIGH_RANKS = [rank for rank in range(13) if oracle.low_pip(4 * rank) > 8]  # nine to king


def card(low_pip: int, suit: int) -> int:
    """Give the card of a rank with the ace as 1."""
    return 4 * ((low_pip - 2) % 13) + suit


def test_all_56_lows_stand_in_order_and_have_their_names() -> None:
    rng = random.Random(41)
    for number, pips in ALL_56:
        for suits in ([0] * 5, [3] * 5, [rng.randrange(4) for _ in range(5)]):
            hand = [card(pip, suit) for pip, suit in zip(pips, suits, strict=True)]
            rng.shuffle(hand)
            low_rank = pe.evaluate_low(hand)
            assert type(low_rank) is int
            assert low_rank == pe.evaluate_low(oracle.text(hand)) == number
        assert pe.describe_low(number) == "-".join("A" if pip == 1 else str(pip) for pip in pips)


def test_every_five_card_low() -> None:
    hands = arrays.combos(5)
    low_ranks = pe.evaluate_low(hands)
    assert low_ranks.dtype == np.uint8
    assert np.array_equal(low_ranks, arrays.lows_of(hands))
    # each low can be held in 4 ** 5 ways
    assert np.bincount(low_ranks).tolist() == [2_598_960 - 56 * 1_024, *[1_024] * 56]


@pytest.mark.parametrize("count", [5, 6, 7])
def test_every_set_of_low_ranks_in_five_to_seven_cards(count: int) -> None:
    rng = random.Random(42)
    hands = []
    for mask in range(256):
        pips = arrays.ranks_in_mask(mask)
        if len(pips) > count:
            continue
        for _ in range(6):
            hand = [card(pip, rng.randrange(4)) for pip in pips]
            # filled up with cards too high for a low, or with cards that pair
            pair = [c for c in oracle.DECK if oracle.low_pip(c) in pips and c not in hand]
            high = [4 * rank + suit for rank in HIGH_RANKS for suit in range(4)]
            hand += rng.sample(pair if len(pair) >= count and rng.random() < 0.5 else high, count - len(hand))
            hands.append(hand)
    array = np.array(hands, dtype=np.uint8)
    assert np.array_equal(pe.evaluate_low(array), arrays.lows_of(array))


@pytest.mark.parametrize("count", [6, 7])
def test_random_lows_order_and_suits(count: int) -> None:
    rng = np.random.default_rng(43)
    hands = rng.random((200_000, 52)).argsort(axis=1)[:, :count].astype(np.uint8)
    lows = pe.evaluate_low(hands)
    assert np.array_equal(lows, arrays.lows_of(hands))
    assert np.array_equal(pe.evaluate_low(rng.permuted(hands, axis=1)), lows)
    renamed = hands // 4 * 4 + rng.integers(4, size=4).astype(np.uint8)[hands % 4]
    # a low doesn't ask for suits, so even two equal cards would do where nobody checks
    assert np.array_equal(pe.evaluate_low(renamed, check=False), lows)
    assert np.array_equal(pe.evaluate_low(hands, threads=2), lows)


def omaha_hands_of_masks(hole_count: int, board_count: int, *, paired: bool) -> tuple[np.ndarray, np.ndarray]:
    """Build one hand for every [hole mask][board mask] that so many cards can have.

    Hole cards are clubs and diamonds, board cards hearts and spades. The places that a mask leaves free are
    filled with high cards, or with pairs of the ranks that are there.
    """
    holes = [_fill(mask, hole_count, (0, 1), paired=paired) for mask in range(256)]
    boards = [_fill(mask, board_count, (2, 3), paired=paired) for mask in range(256)]
    pairs = [(hole, board) for hole in holes if hole for board in boards if board]
    hole_array, board_array = (np.array(side, dtype=np.uint8) for side in zip(*pairs, strict=True))
    return hole_array, board_array


def _fill(mask: int, count: int, suits: tuple[int, int], *, paired: bool) -> list[int] | None:
    pips = arrays.ranks_in_mask(mask)
    if len(pips) > count:
        return None
    high = [4 * rank + suit for rank in HIGH_RANKS for suit in suits]
    spare = [card(pip, suits[1]) for pip in pips] + high if paired else high
    return ([card(pip, suits[0]) for pip in pips] + spare)[:count]


@pytest.mark.parametrize("paired", [False, True], ids=["high cards", "pairs"])
@pytest.mark.parametrize("hole_count", [4, 5, 6])
@pytest.mark.parametrize("board_count", [3, 4, 5])
def test_every_hole_mask_on_every_board_mask(hole_count: int, board_count: int, paired: bool) -> None:
    hole, board = omaha_hands_of_masks(hole_count, board_count, paired=paired)
    hole_masks = sum(1 for mask in range(256) if mask.bit_count() <= hole_count)
    board_masks = sum(1 for mask in range(256) if mask.bit_count() <= board_count)
    pairs_of_masks = np.unique(arrays.low_masks(hole).astype(int) << 8 | arrays.low_masks(board))
    assert len(pairs_of_masks) == hole_masks * board_masks
    lows = pe.evaluate_omaha_low(hole, board)
    assert lows.dtype == np.uint8
    assert np.array_equal(lows, arrays.omaha_lows_of(hole, board))


def test_omaha_lows_of_masks_equal_plain_two_and_three() -> None:
    rng = random.Random(44)
    hole, board = omaha_hands_of_masks(6, 5, paired=True)
    for row in rng.sample(range(len(hole)), 1_000):
        hand = hole[row].tolist(), board[row].tolist()
        assert pe.evaluate_omaha_low(*hand) == oracle.omaha_low_of(*hand)


@pytest.mark.parametrize("hole_count", [4, 5, 6])
@pytest.mark.parametrize("board_count", [3, 4, 5])
def test_random_omaha_lows(hole_count: int, board_count: int) -> None:
    rng = np.random.default_rng(45)
    dealt = rng.random((60_000, 52)).argsort(axis=1)[:, : hole_count + board_count].astype(np.uint8)
    hole, board = dealt[:, :hole_count], dealt[:, hole_count:]
    lows = pe.evaluate_omaha_low(hole, board)
    assert np.array_equal(lows, arrays.omaha_lows_of(hole, board))
    assert np.array_equal(pe.evaluate_omaha_low(hole, board, check=False), lows)
    assert np.array_equal(pe.evaluate_omaha_low(hole, board, threads=2), lows)
    row = int(lows.argmax())
    as_text = pe.evaluate_omaha_low(oracle.text(hole[row].tolist()), oracle.text(board[row].tolist()))
    assert type(as_text) is int
    assert as_text == lows[row]


def test_straights_and_flushes_do_not_count_against_a_low() -> None:
    assert pe.evaluate_low("5h4h3h2hAh") == pe.evaluate_low("5c4d3h2sAc") == 56
    assert pe.evaluate_low("8c7c6c5c4c") == 1


def test_three_board_ranks_are_needed_not_three_low_cards() -> None:
    # decision 7: four low cards on the board, but only two ranks
    assert pe.evaluate_omaha_low("Ac2d3h4s", "7c7d8h8sKc") == 0
    assert pe.evaluate_omaha_low("Ac2d3h4s", "7c7d8h6sKc") == oracle.low_number((8, 7, 6, 2, 1))
