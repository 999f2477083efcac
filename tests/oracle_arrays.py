"""The oracle for arrays of hands: the plain brute force of `oracle` said once more with numpy.

It is as independent of the package as the plain half. Whole spaces of hands are listed and ranked from the
2,598,960 fives upwards: a hand of k + 1 cards is worth the best of the k + 1 hands of k cards in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray
from oracle import (
    DECK,
    FLUSH,
    FULL_HOUSE,
    GAMES,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    Value,
    low_number,
    low_pip,
    rank_numbers,
)


def pack(value: Value) -> int:
    """Pack a value into an integer of the same order, four bits a member."""
    key = 0
    for member in value:
        key = key << 4 | member
    return key


def unpack(key: int) -> Value:
    """Undo `pack`."""
    return tuple(key >> shift & 15 for shift in range(20, -1, -4))


def keys_of_fives(hands: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Value (N, 5) card ids as packed values: `five_value` once more, column by column."""
    pips = hands.astype(np.int32) // 4 + 2
    count = np.zeros_like(pips)
    for column in range(5):
        count += pips == pips[:, column : column + 1]
    compared = np.sort(count * 16 + pips, axis=1)[:, ::-1]
    groups = compared >> 4
    compared = compared & 15
    is_flush = (hands % 4 == hands[:, :1] % 4).all(axis=1)
    is_wheel = (compared == [14, 5, 4, 3, 2]).all(axis=1)
    compared[is_wheel] = [5, 4, 3, 2, 1]
    is_straight = (groups[:, 0] == 1) & (compared[:, 0] - compared[:, 4] == 4)
    # each card carries the size of its group: 33322 is a full house, 22221 two pair, 22111 a pair
    category = np.select(
        [
            is_straight & is_flush,
            groups[:, 0] == 4,
            (groups[:, 0] == 3) & (groups[:, 3] == 2),
            is_flush,
            is_straight,
            groups[:, 0] == 3,
            (groups[:, 0] == 2) & (groups[:, 3] == 2),
            groups[:, 0] == 2,
        ],
        [STRAIGHT_FLUSH, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIR, PAIR],
        HIGH_CARD,
    ).astype(np.int32)
    key = category
    for column in range(5):
        key = key << 4 | compared[:, column]
    return key


@cache
def combos(count: int) -> NDArray[np.uint8]:
    """List all sets of `count` cards, each ascending, in order of the last card, then of the one before it.

    In this order the sets made of the cards below ``c`` are the first ``comb(c, count)`` rows, and a set
    stands in row ``comb(card_1, 1) + comb(card_2, 2) + …`` (the combinatorial number system).
    """
    if count == 1:
        return np.arange(52, dtype=np.uint8)[:, np.newaxis]
    smaller = combos(count - 1)
    listed = np.empty((comb(52, count), count), dtype=np.uint8)
    for top in range(count - 1, 52):
        block = listed[comb(top, count) : comb(top + 1, count)]
        block[:, :-1] = smaller[: comb(top, count - 1)]
        block[:, -1] = top
    return listed


@cache
def _row_terms(count: int) -> NDArray[np.int32]:
    terms = [[comb(card, place) for card in range(52)] for place in range(1, count + 1)]
    return np.array(terms, dtype=np.int32)


def rows_of(ascending: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Give the row of `combos` in which each (N, k) set of ascending cards stands."""
    count = ascending.shape[1]
    terms = _row_terms(count)
    rows = terms[0][ascending[:, 0]]
    for place in range(1, count):
        rows = rows + terms[place][ascending[:, place]]
    return rows


@cache
def five_card_keys() -> NDArray[np.int32]:
    """Give the packed value of all 2,598,960 five-card hands, in the order of ``combos(5)``."""
    hands = combos(5)
    keys = np.empty(len(hands), dtype=np.int32)
    for start in range(0, len(hands), 1 << 16):
        block = slice(start, start + (1 << 16))
        keys[block] = keys_of_fives(hands[block])
    return keys


@cache
def five_card_ranks() -> NDArray[np.uint16]:
    """Give the rank number of all 2,598,960 five-card hands, in the order of ``combos(5)``."""
    keys = five_card_keys()
    numbers = rank_numbers()
    listed = sorted(numbers)
    packed = np.array([pack(value) for value in listed], dtype=np.int32)
    ranks = np.array([numbers[value] for value in listed], dtype=np.uint16)
    return ranks[np.searchsorted(packed, keys)]


@cache
def rows_without(place: int) -> NDArray[np.int32]:
    """Give, for each row of ``combos(5)``, the row in ``combos(4)`` once the card at `place` is taken out."""
    return rows_of(np.delete(combos(5), place, axis=1))


@cache
def six_card_ranks() -> NDArray[np.uint16]:
    """Rank all 20,358,520 six-card hands in the order of ``combos(6)``: the best of the six fives in each."""
    fives_ranked = five_card_ranks()
    ranks = np.empty(comb(52, 6), dtype=np.uint16)
    for top in range(5, 52):
        lower = comb(top, 5)  # the five cards below the top one run through the first rows of combos(5)
        best = fives_ranked[:lower].copy()
        with_top = fives_ranked[comb(top, 5) :]
        for place in range(5):
            np.maximum(best, with_top[rows_without(place)[:lower]], out=best)
        ranks[comb(top, 6) : comb(top + 1, 6)] = best
    return ranks


def seven_card_blocks() -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint16]]]:
    """Walk all 133,784,560 seven-card hands in blocks: (n, 7) card ids and their ranks.

    A block holds one pair of top cards over every five below them. The rank is the best of the seven sixes in
    a hand, each of which is the best of its fives. The hands are overwritten by the next block.
    """
    sixes_ranked = six_card_ranks()
    for second in range(5, 51):
        lower = comb(second, 5)
        hands = np.empty((lower, 7), dtype=np.uint8)
        hands[:, :5] = combos(5)[:lower]
        hands[:, 5] = second
        without = [rows_without(place)[:lower] for place in range(5)]
        below_second = sixes_ranked[comb(second, 6) : comb(second, 6) + lower]
        for top in range(second + 1, 52):
            hands[:, 6] = top
            first_row = comb(top, 6)
            best = np.maximum(below_second, sixes_ranked[first_row : first_row + lower])
            with_both = sixes_ranked[first_row + comb(second, 5) :]
            for rows in without:
                np.maximum(best, with_both[rows], out=best)
            yield hands, best


def ranks_of(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Rank (N, 5..7) card ids: the best of their fives, looked up one subset at a time."""
    ascending = np.sort(hands, axis=1)
    best = np.zeros(len(hands), dtype=np.uint16)
    for places in combinations(range(hands.shape[1]), 5):
        np.maximum(best, five_card_ranks()[rows_of(ascending[:, places])], out=best)
    return best


def omaha_ranks_of(hole: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Rank (N, H) hole cards on (N, B) boards, exactly two and three."""
    best = np.zeros(len(hole), dtype=np.uint16)
    five = np.empty((len(hole), 5), dtype=np.uint8)
    for two in combinations(range(hole.shape[1]), 2):
        for three in combinations(range(board.shape[1]), 3):
            five[:, :2] = hole[:, two]
            five[:, 2:] = board[:, three]
            np.maximum(best, five_card_ranks()[rows_of(np.sort(five, axis=1))], out=best)
    return best


def low_masks(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Mark which of the ranks ace to eight a hand holds: bit 0 the ace, … bit 7 the eight."""
    bit = np.array([1 << low_pip(card) - 1 if low_pip(card) <= 8 else 0 for card in DECK], dtype=np.uint8)
    masks = np.zeros(len(hands), dtype=np.uint8)
    for column in range(hands.shape[1]):
        masks |= bit[hands[:, column]]
    return masks


def ranks_in_mask(mask: int) -> tuple[int, ...]:
    """List the low ranks that a mask of `low_masks` marks, ace 1 first."""
    return tuple(place + 1 for place in range(8) if mask >> place & 1)


@cache
def low_of_mask() -> NDArray[np.uint8]:
    """Give the low number for each of the 256 masks."""
    best = np.zeros(256, dtype=np.uint8)
    for mask in range(256):
        for pips in combinations(ranks_in_mask(mask), 5):
            best[mask] = max(best[mask], low_number(tuple(sorted(pips, reverse=True))))
    return best


@cache
def omaha_low_of_masks() -> NDArray[np.uint8]:
    """Give the low number for each [hole mask][board mask]: two ranks of the hand, three of the board."""
    masks = np.arange(256)
    best = np.zeros((256, 256), dtype=np.uint8)
    for two in combinations(range(1, 9), 2):
        for three in combinations(range(1, 9), 3):
            if set(two) & set(three):
                continue
            number = low_number(tuple(sorted(two + three, reverse=True)))
            two_bits, three_bits = (sum(1 << p - 1 for p in pips) for pips in (two, three))
            holds = np.ix_(masks & two_bits == two_bits, masks & three_bits == three_bits)
            best[holds] = np.maximum(best[holds], number)
    return best


def lows_of(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give the low numbers of (N, 5..7) card ids."""
    return low_of_mask()[low_masks(hands)]


def omaha_lows_of(hole: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give the low numbers of (N, H) hole cards on (N, B) boards."""
    return omaha_low_of_masks()[low_masks(hole), low_masks(board)]


def table_strengths(
    game: str, hole_cards: NDArray[np.uint8], board: NDArray[np.uint8] | None, live: NDArray[np.bool_]
) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Rank every live seat of (N, S, H) hole cards: high ranks and low numbers (N, S), 0 for the others."""
    rules = GAMES[game]
    row, seat = np.nonzero(live)
    hole = hole_cards[row, seat]
    high: NDArray[Any] = np.zeros(live.shape, dtype=np.uint16)
    low: NDArray[Any] = np.zeros(live.shape, dtype=np.uint8)
    if rules.is_omaha:
        assert board is not None
        high[row, seat] = omaha_ranks_of(hole, board[row])
        if rules.has_low:
            low[row, seat] = omaha_lows_of(hole, board[row])
        return high, low
    whole = hole if board is None else np.concatenate([hole, board[row]], axis=1)
    high[row, seat] = ranks_of(whole)
    if rules.has_low:
        low[row, seat] = lows_of(whole)
    return high, low
