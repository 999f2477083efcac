"""What happened in many settled hands: side pots, split pots, scoops and seats that won, counted on arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pokereval.variants import showdown_game

if TYPE_CHECKING:
    from pokereval.showdown import Settlement

__all__ = ["HandCounts", "count_hands", "lone_excess"]

_MOST = np.iinfo(np.int64).max


@dataclass(slots=True)
class HandCounts:
    """Sums over hands; two of them add up.

    Attributes
    ----------
    hands : int
        Hands settled.
    showdowns : int
        Hands in which two or more seats were live at the end.
    chips : int
        Chips in all pots, returned ones included.
    side_pots : int
        Pots beyond the main pot of each hand.
    split_pots : int
        Pots that more than one seat took chips from, high and low together.
    quartered_pots : int
        Hi-lo pots in which one half was shared and the other went to other seats.
    scoops : int
        Hi-lo pots for which two or more seats played and that one of them won whole: the high and the low, or the high
        when no low qualified.
    winning_seats : int
        Seats that were paid from a pot, summed over hands.
    dead_excess : int
        Hands in which one seat's excess over all others was taken for dead money, a forced ante nobody could
        match; only under ``uncalled="returned"``. See `lone_excess`.
    """

    hands: int = 0
    showdowns: int = 0
    chips: int = 0
    side_pots: int = 0
    split_pots: int = 0
    quartered_pots: int = 0
    scoops: int = 0
    winning_seats: int = 0
    dead_excess: int = 0

    def __iadd__(self, other: HandCounts) -> HandCounts:
        """Add the sums of other hands."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        return self


def count_hands(
    settlement: Settlement,
    contributions: NDArray[np.int64],
    live: NDArray[np.bool_],
    *,
    dead: NDArray[np.int64] | None = None,
    excess: NDArray[np.bool_] | None = None,
) -> HandCounts:
    """Count what happened in the hands of one settlement.

    Parameters
    ----------
    settlement : Settlement
        The hands' results.
    contributions : ndarray of int64, shape (N, S)
        What was settled.
    live : ndarray of bool, shape (N, S)
        Who was live.
    dead : ndarray of int64, shape (N,), optional
        Dead chips in the main pot.
    excess : ndarray of bool, shape (N, S), optional
        Seats whose excess was taken for dead money, as `lone_excess` finds them.

    Returns
    -------
    HandCounts
        The sums.
    """
    counts = HandCounts(hands=len(contributions), winning_seats=int(np.count_nonzero(settlement.payouts)))
    counts.chips = _exact_sum(contributions) + (0 if dead is None else _exact_sum(dead))
    shown = np.flatnonzero(np.count_nonzero(live, axis=1) >= 2)
    counts.showdowns = len(shown)
    if not len(shown):
        return counts
    live, chips = live[shown], contributions[shown]
    at_risk = np.where(live, chips - settlement.returned[shown], 0)
    has_dead: NDArray[np.bool_] = np.zeros(len(shown), dtype=np.bool_)
    if dead is not None:
        has_dead = np.asarray(dead[shown] > 0)
    if excess is not None:
        dead_here = np.count_nonzero(excess[shown], axis=1) > 0
        counts.dead_excess = int(np.count_nonzero(dead_here))
        level = np.where(live, at_risk, _MOST).min(axis=1)
        at_risk = np.where(live & dead_here[:, None], level[:, None], at_risk)
        has_dead |= dead_here
    high, low = settlement.high_ranks[shown], settlement.low_ranks[shown]
    pots = np.zeros(len(shown), dtype=np.int64)
    eligible = live & ((at_risk > 0) | has_dead[:, None])  # dead money lies at level 0, where everybody is
    rows = np.flatnonzero(eligible.any(axis=1))
    while len(rows):
        eligible = eligible[rows]
        at_risk, high, low, pots = at_risk[rows], high[rows], low[rows], pots[rows] + 1
        counts.side_pots += int(np.count_nonzero(pots > 1))
        _count_shares(counts, eligible, high, low, has_low=showdown_game(settlement.game).has_low)
        level = np.where(eligible, at_risk, _MOST).min(axis=1)
        eligible = at_risk > level[:, None]
        rows = np.flatnonzero(eligible.any(axis=1))
    return counts


def lone_excess(chips: NDArray[np.int64], live: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Find the seats whose excess is dead money under ``uncalled="returned"``, as `build_pots` does.

    Parameters
    ----------
    chips : ndarray of int64, shape (N, S)
        Contributions.
    live : ndarray of bool, shape (N, S)
        Who was live.

    Returns
    -------
    ndarray of bool, shape (N, S)
        At most one seat of a table: it stands above all others, two or more seats are live, and the other live seats
        are level with each other, no folded seat being above them.

    Examples
    --------
    >>> lone_excess(np.array([[300, 350, 300], [300, 350, 200]]), np.ones((2, 3), dtype=bool)).tolist()
    [[False, True, False], [False, False, False]]
    """
    inside = np.where(live, chips, -1)
    top = inside.max(axis=1)
    is_top = inside == top[:, None]
    others = live & ~is_top
    level = np.where(others, chips, -1).max(axis=1)
    lowest = np.where(others, chips, _MOST).min(axis=1)
    folded = np.where(live, -1, chips).max(axis=1)
    is_lone = (np.count_nonzero(is_top, axis=1) == 1) & (level == lowest) & (folded <= level)
    lone: NDArray[np.bool_] = is_top & is_lone[:, None]
    return lone


def _count_shares(
    counts: HandCounts,
    eligible: NDArray[np.bool_],
    high: NDArray[np.uint16],
    low: NDArray[np.uint8],
    *,
    has_low: bool,
) -> None:
    """Count who shares one pot of each row."""
    high = np.where(eligible, high, 0)
    low = np.where(eligible, low, 0)
    best_low = low.max(axis=1)
    high_wins = eligible & (high == high.max(axis=1)[:, None])
    low_wins = (low == best_low[:, None]) & (low > 0)
    winners = np.count_nonzero(high_wins | low_wins, axis=1)
    counts.split_pots += int(np.count_nonzero(winners > 1))
    if not has_low:
        return
    contested = np.count_nonzero(eligible, axis=1) > 1
    counts.scoops += int(np.count_nonzero(contested & (winners == 1)))
    shared = (np.count_nonzero(high_wins, axis=1) > 1) | (np.count_nonzero(low_wins, axis=1) > 1)
    counts.quartered_pots += int(np.count_nonzero((best_low > 0) & shared & (high_wins != low_wins).any(axis=1)))


def _exact_sum(chips: NDArray[np.int64]) -> int:
    """Sum of chips as a Python int: thousands of rows of up to 2**53 chips overflow 64 bits."""
    return (int((chips >> 32).sum()) << 32) + int((chips & 0xFFFFFFFF).sum())
