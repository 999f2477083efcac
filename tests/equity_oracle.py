"""Equity by plain enumeration: every deal written out, ranked by the oracle, and shared out one by one.

It has nothing in common with the package but card ids and the order of ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from oracle import cards
from oracle_arrays import lows_of, omaha_lows_of, omaha_ranks_of, ranks_of

NO_LOW = 11


def boards_after(gone: set[int], board: Sequence[int]) -> NDArray[np.uint8]:
    """Every board of five that begins with `board`, (N, 5)."""
    live = [card for card in range(52) if card not in gone]
    rest = list(combinations(live, 5 - len(board)))
    return np.array([(*board, *more) for more in rest], dtype=np.uint8)


def strengths(hands: Sequence[Sequence[int]], boards: NDArray[np.uint8], game: str) -> tuple[NDArray[np.int64], ...]:
    """High ranks and lows of all hands on all boards: (N, seats) each."""
    highs, lows = [], []
    for hand in hands:
        hole = np.tile(np.array(hand, dtype=np.uint8), (len(boards), 1))
        if game == "holdem":
            highs.append(ranks_of(np.hstack([hole, boards])))
            lows.append(np.zeros(len(boards)))
        else:
            highs.append(omaha_ranks_of(hole, boards))
            lows.append(omaha_lows_of(hole, boards) if game == "omaha8" else np.zeros(len(boards)))
    return np.stack(highs, axis=1).astype(np.int64), np.stack(lows, axis=1).astype(np.int64)


def sharers(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each deal and seat, among how many the seat shares the best rank; 0 where it doesn't; rank 0 never wins."""
    best = ranks.max(axis=1, keepdims=True)
    wins = (ranks == best) & (best > 0)
    return np.asarray(np.where(wins, wins.sum(axis=1, keepdims=True), 0))


def tally_of(highs: NDArray[np.int64], lows: NDArray[np.int64], *, hi_lo: bool) -> NDArray[np.int64]:
    """(seats, 11, 12 or 1) counts."""
    high, low = sharers(highs), sharers(lows)
    low = np.where(lows.max(axis=1, keepdims=True) > 0, low, NO_LOW) if hi_lo else np.zeros_like(high)
    tally = np.zeros((highs.shape[1], 11, 12 if hi_lo else 1), dtype=np.int64)
    for seat in range(highs.shape[1]):
        np.add.at(tally[seat], (high[:, seat], low[:, seat]), 1)
    return tally


def count_known(hands: Sequence[str], board: str = "", dead: str = "", game: str = "holdem") -> NDArray[np.int64]:
    """Tally of known hands over all boards."""
    held = [cards(hand) for hand in hands]
    gone = {card for hand in held for card in hand} | set(cards(board)) | set(cards(dead))
    boards = boards_after(gone, cards(board))
    return tally_of(*strengths(held, boards, game), hi_lo=game == "omaha8")


def count_stud(hands: Sequence[str], game: str) -> NDArray[np.int64]:
    """Tally of two stud hands over all ways to draw up to seven cards each."""
    first, second = (cards(hand) for hand in hands)
    live = [card for card in range(52) if card not in first + second]
    pairs = [
        (first + one, second + other)
        for one in combinations(live, 7 - len(first))
        for other in combinations([card for card in live if card not in one], 7 - len(second))
    ]
    both = [np.array([pair[seat] for pair in pairs], dtype=np.uint8) for seat in range(2)]
    highs = np.stack([ranks_of(hand) for hand in both], axis=1).astype(np.int64)
    lows = np.stack([lows_of(hand) for hand in both], axis=1).astype(np.int64)
    return tally_of(highs, lows, hi_lo=game == "stud8")
