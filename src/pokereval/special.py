"""Ranks with an order of their own: razz (ace to five) and short-deck hold'em.

Both are integers like any rank here, the higher wins and 0 is no hand, but they compare with their own kind only.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval import _core
from pokereval.arrays import is_whole, shown
from pokereval.errors import RankError
from pokereval.evaluate import rank_rows
from pokereval.ranks import RANK_CLASS_NAMES, describe

__all__ = ["describe_razz", "describe_short_deck", "evaluate_razz", "evaluate_short_deck"]

RAZZ_RANKS = 6175
"""How many different hands razz knows: every multiset of five card ranks."""

_LETTERS = "A23456789TJQK"
_SIXES = 16  # id of the first six; lower cards are not in the short deck
_FULL_HOUSE, _FLUSH = 6, 7  # classes as the short deck orders them


def evaluate_razz(cards: Any, *, check: bool = True, threads: int = 1, out: NDArray[np.uint16] | None = None) -> Any:
    """Rank the best ace-to-five low of 5, 6 or 7 cards.

    Aces are low; straights and flushes do not count; any five cards are a hand, though pairs are bad.

    Parameters
    ----------
    cards, check, threads, out
        As in `evaluate`.

    Returns
    -------
    int or ndarray of uint16, shape (N,)
        Razz ranks: 6,175 for the wheel down to 1 for four kings and a queen; the higher wins.

    Raises
    ------
    CardError, CardCountError, ShapeError
        As in `evaluate`.

    Examples
    --------
    >>> describe_razz(evaluate_razz("3s5dQc2c7cKdAs"))
    '7-5-3-2-A'
    >>> evaluate_razz("5c4d3h2sAc"), evaluate_razz("6c4d3h2sAc")
    (6175, 6174)
    """
    return rank_rows(_core.razz, np.uint16, cards, check, threads, out)


def describe_razz(razz_rank: int) -> str:
    """Say a razz hand from the top card down, groups of a kind first.

    Parameters
    ----------
    razz_rank : int
        Razz rank 1 to 6,175, or 0 for no hand.

    Returns
    -------
    str
        Such as ``"8-6-4-3-A"`` or, with a pair, ``"6-6-K-J-7"``.

    Raises
    ------
    RankError
        If the number is no razz rank.

    Examples
    --------
    >>> describe_razz(6175), describe_razz(1)
    ('5-4-3-2-A', 'K-K-K-K-Q')
    """
    if not is_whole(razz_rank) or not 0 <= razz_rank <= RAZZ_RANKS:
        raise RankError(f"expected a razz rank 0 to {RAZZ_RANKS}, got {shown(razz_rank)}")
    return "-".join(_razz_hands()[razz_rank - 1]) if razz_rank else RANK_CLASS_NAMES[0]


def evaluate_short_deck(
    cards: Any, *, check: bool = True, threads: int = 1, out: NDArray[np.uint16] | None = None
) -> Any:
    """Rank the best five of 5, 6 or 7 cards of the short deck, sixes to aces.

    A flush beats a full house, and A-6-7-8-9 is a straight, the lowest.

    Parameters
    ----------
    cards, check, threads, out
        As in `evaluate`.

    Returns
    -------
    int or ndarray of uint16, shape (N,)
        Short-deck ranks: like ranks, but class 6 is the full house and class 7 the flush.

    Raises
    ------
    CardError, CardCountError, ShapeError
        As in `evaluate`; deuces to fives are not in the deck.

    Examples
    --------
    >>> describe_short_deck(evaluate_short_deck("AsKs9s7s6sKdKc"))
    'flush, A-K-9-7-6'
    >>> describe_short_deck(evaluate_short_deck("AsKd9s8s7c6dKc"))
    'straight, nine high'
    """
    return rank_rows(_core.short_deck, np.uint16, cards, check, threads, out, lowest=_SIXES)


def describe_short_deck(short_deck_rank: int) -> str:
    """Say a short-deck hand as a dealer would.

    Parameters
    ----------
    short_deck_rank : int
        Short-deck rank of one hand, 0 for no hand.

    Returns
    -------
    str
        The hand in words.

    Raises
    ------
    RankError
        If the number is no rank.

    Examples
    --------
    >>> describe_short_deck(evaluate_short_deck("KsKhKd8c8s"))
    'full house, kings over eights'
    """
    swapped = {_FULL_HOUSE: 1, _FLUSH: -1}
    if not is_whole(short_deck_rank):
        raise RankError(f"expected a short-deck rank, got {shown(short_deck_rank)}")
    return describe(int(short_deck_rank) + (swapped.get(int(short_deck_rank) >> 12, 0) << 12))


@cache
def _razz_hands() -> tuple[tuple[str, ...], ...]:
    """Letters of every razz hand as it is read, the worst first."""
    return tuple(tuple(_LETTERS[rank] for rank in hand) for _, hand in sorted(_shapes_and_hands(), reverse=True))


def _shapes_and_hands() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for ranks in combinations_with_replacement(range(13), 5):
        counts = [ranks.count(rank) for rank in ranks]
        if max(counts) <= 4:
            hand = tuple(sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank)))
            yield tuple(sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)), hand
