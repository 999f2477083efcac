"""Ranks as numbers: what they are called, which class they are of, who wins, and the numbering of Cactus Kev.

A rank is ``rank_class << 12 | place``: place counts from 0 inside a class, the weakest hand first, so that the bigger
number is the better hand and 0, which is no hand, never wins. A low rank is 1 (8-7-6-5-4) to 56 (the wheel), 0 for no
qualifying low.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokereval.arrays import integer_array, is_whole, refuse_marked, shown
from pokereval.cards import RANKS
from pokereval.errors import RankError, ShapeError

__all__ = ["LOW_RANKS", "RANK_CLASS_NAMES", "RANK_CLASS_SIZES"]
__all__ += ["describe", "describe_low", "from_cactus_kev", "rank_class", "to_cactus_kev", "winners"]

RANK_CLASS_NAMES = (
    "no hand",
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""The names of the classes 0 to 9."""

RANK_CLASS_SIZES = (0, 1277, 2860, 858, 858, 10, 1277, 156, 156, 10)
"""How many distinct ranks each class has; 7,462 in all."""

LOW_RANKS = 56
"""How many different eight-or-better lows there are."""

_CLASS_STARTS = np.cumsum((0, *RANK_CLASS_SIZES))  # distinct ranks below each class
_DISTINCT_RANKS = int(_CLASS_STARTS[-1])
_SIZES = np.array(RANK_CLASS_SIZES)
_PLACE_BITS = 12
_HIGHEST_RANK = 9 << _PLACE_BITS | RANK_CLASS_SIZES[9] - 1

_SINGULAR = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_PLURAL = tuple(name + ("es" if name == "six" else "s") for name in _SINGULAR)
_LOW_LETTERS = "A2345678"


def rank_class(rank: Any) -> Any:
    """Class of a rank: 1 high card, 2 one pair, 3 two pair, 4 three of a kind, 5 straight, ... 9 straight flush.

    Parameters
    ----------
    rank : int or array_like of int
        Ranks of high hands; 0, which is no hand, has class 0.

    Returns
    -------
    int or ndarray of uint8
        An int for one rank, else an array of the same shape.

    Raises
    ------
    RankError
        If a number is no rank.

    Examples
    --------
    >>> from pokereval import evaluate
    >>> rank_class(evaluate("KsKhKd8c8s"))
    7
    >>> rank_class([0, evaluate("AsKsQsJsTs")])
    array([0, 9], dtype=uint8)
    """
    ranks = _checked_ranks(rank)
    classes = (ranks >> _PLACE_BITS).astype(np.uint8)
    return int(classes) if classes.ndim == 0 else classes


def describe(rank: int) -> str:
    """Say a high hand as a dealer would.

    Every rank has words of its own: kickers are named wherever they could decide.

    Parameters
    ----------
    rank : int
        Rank of one high hand, 0 for no hand.

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
    >>> from pokereval import evaluate
    >>> describe(evaluate("KsKhKd8c8s"))
    'full house, kings over eights'
    >>> describe(evaluate("AsKsQsJsTs2c3d")), describe(evaluate("5h4d3s2cAh"))
    ('royal flush', 'straight, five high')
    >>> describe(evaluate("7c7dAhTs2c"))
    'pair of sevens, A-T-2 kickers'
    """
    value = int(_checked_ranks(rank, one=True))
    hand_class, place = value >> _PLACE_BITS, value & ((1 << _PLACE_BITS) - 1)
    name = RANK_CLASS_NAMES[hand_class]
    if hand_class == 0:
        return name
    first, *others = _orders(hand_class)[place]
    if hand_class == 9:
        return "royal flush" if first == 12 else f"{name}, {_SINGULAR[first]} high"
    if hand_class == 8:
        return f"{name}, {_PLURAL[first]}, {_SINGULAR[others[0]]} kicker"
    if hand_class == 7:
        return f"{name}, {_PLURAL[first]} over {_PLURAL[others[0]]}"
    if hand_class == 5:
        return f"{name}, {_SINGULAR[first]} high"
    if hand_class == 4:
        return f"{name}, {_PLURAL[first]}, {_letters(others)} kickers"
    if hand_class == 3:
        return f"{name}, {_PLURAL[first]} and {_PLURAL[others[0]]}, {_SINGULAR[others[1]]} kicker"
    if hand_class == 2:
        return f"pair of {_PLURAL[first]}, {_letters(others)} kickers"
    return f"{name}, {_letters([first, *others])}"


def describe_low(low_rank: int) -> str:
    """Say an eight-or-better low from the top card down.

    Parameters
    ----------
    low_rank : int
        Low rank 1 to 56, or 0 for no qualifying low.

    Returns
    -------
    str
        Such as ``"8-6-4-3-A"``, or ``"no low"``.

    Raises
    ------
    RankError
        If the number is no low rank.

    Examples
    --------
    >>> describe_low(56), describe_low(1), describe_low(0)
    ('5-4-3-2-A', '8-7-6-5-4', 'no low')
    """
    if not is_whole(low_rank) or not 0 <= low_rank <= LOW_RANKS:
        raise RankError(f"expected a low rank 0 to {LOW_RANKS}, got {shown(low_rank)}")
    return "-".join(_low_letters()[low_rank - 1]) if low_rank else "no low"


def to_cactus_kev(rank: Any) -> Any:
    """Turn ranks into Cactus Kev's numbering, in which 1 is a royal flush, 7,462 is 7-5-4-3-2 and less is better.

    Parameters
    ----------
    rank : int or array_like of int
        Ranks of high hands.

    Returns
    -------
    int or ndarray of uint16
        Scores 1 to 7,462 of the same shape.

    Raises
    ------
    RankError
        If a number is no rank, or is 0: no hand has no score.

    Notes
    -----
    The numbering is that of Kevin Suffecool's five-card evaluator and of those derived from it.

    Examples
    --------
    >>> from pokereval import evaluate
    >>> to_cactus_kev(evaluate("AsKsQsJsTs")), to_cactus_kev(evaluate("7c5d4h3s2c"))
    (1, 7462)
    """
    ranks = _checked_ranks(rank)
    refuse_marked(ranks == 0, ranks, "the rank of a hand", RankError, meaning=", which is no hand")
    below = _CLASS_STARTS[ranks >> _PLACE_BITS] + (ranks & ((1 << _PLACE_BITS) - 1))
    scores = (_DISTINCT_RANKS - below).astype(np.uint16)
    return int(scores) if scores.ndim == 0 else scores


def from_cactus_kev(score: Any) -> Any:
    """Turn Cactus Kev's scores, 1 the best and 7,462 the worst, into ranks.

    Parameters
    ----------
    score : int or array_like of int
        Scores 1 to 7,462.

    Returns
    -------
    int or ndarray of uint16
        Ranks of the same shape.

    Raises
    ------
    RankError
        If a number is no score.

    Examples
    --------
    >>> describe(from_cactus_kev(1)), describe(from_cactus_kev(7462))
    ('royal flush', 'high card, 7-5-4-3-2')
    """
    expected = f"a score 1 to {_DISTINCT_RANKS}"
    scores = integer_array(score, expected, RankError, least=1, most=_DISTINCT_RANKS).astype(np.int64)
    below = _DISTINCT_RANKS - scores
    classes = np.searchsorted(_CLASS_STARTS, below, side="right") - 1
    ranks = (classes << _PLACE_BITS | (below - _CLASS_STARTS[classes])).astype(np.uint16)
    return int(ranks) if ranks.ndim == 0 else ranks


def winners(ranks: ArrayLike) -> NDArray[np.bool_]:
    """Mark the best of each row: the bigger number wins, equal numbers tie, 0 never wins.

    It serves ranks and low ranks alike, and is no more than a comparison with the maximum.

    Parameters
    ----------
    ranks : array_like of int, shape (..., S)
        Ranks of the S seats of a table along the last axis.

    Returns
    -------
    ndarray of bool, shape (..., S)
        True where a seat has the best hand, or one of the best.

    Raises
    ------
    RankError
        If the numbers are not whole; the message names the first.
    ShapeError
        If there is no axis to compare along, or rows of unequal length.

    Examples
    --------
    >>> winners([[0, 4100, 8200, 8200], [0, 0, 0, 0]])
    array([[False, False,  True,  True],
           [False, False, False, False]])
    """
    array = integer_array(ranks, "a rank", RankError)
    if array.ndim == 0:
        raise ShapeError(f"expected ranks of shape (..., seats), got {ranks!r}")
    if array.shape[-1] == 0:
        return np.zeros(array.shape, dtype=np.bool_)
    best: NDArray[np.bool_] = array == array.max(axis=-1, keepdims=True)
    return best & (array > 0)


def _checked_ranks(values: Any, *, one: bool = False) -> NDArray[np.int64]:
    ranks = integer_array(values, "a rank", RankError, least=0, most=_HIGHEST_RANK).astype(np.int64)
    if one and ranks.ndim:
        raise RankError(f"expected one rank, got an array of shape {ranks.shape}")
    places = ranks & ((1 << _PLACE_BITS) - 1)
    strange = (places >= _SIZES[ranks >> _PLACE_BITS]) & (ranks != 0)
    refuse_marked(strange, ranks, "a rank", RankError, meaning=", which is no hand's")
    return ranks


def _letters(card_ranks: list[int]) -> str:
    return "-".join(RANKS[rank] for rank in card_ranks)


@cache
def _orders(hand_class: int) -> tuple[tuple[int, ...], ...]:
    """Card ranks of every hand of a class in the order in which they compare, the weakest hand first."""
    return tuple(sorted(_unsorted_orders(hand_class)))


def _unsorted_orders(hand_class: int) -> Iterator[tuple[int, ...]]:
    card_ranks = range(12, -1, -1)
    if hand_class in (5, 9):  # by the top card, a five for the wheel
        yield from ((top,) for top in range(3, 13))
    elif hand_class in (7, 8):
        yield from permutations(card_ranks, 2)
    elif hand_class in (1, 6):
        for five in combinations(card_ranks, 5):
            if five[0] - five[4] != 4 and five != (12, 3, 2, 1, 0):
                yield five
    elif hand_class == 3:
        for pairs in combinations(card_ranks, 2):
            yield from ((*pairs, kicker) for kicker in card_ranks if kicker not in pairs)
    else:
        kickers = 2 if hand_class == 4 else 3
        for first in card_ranks:
            others = [rank for rank in card_ranks if rank != first]
            yield from ((first, *kept) for kept in combinations(others, kickers))


@cache
def _low_letters() -> tuple[tuple[str, ...], ...]:
    """Letters of the 56 lows from the top card down, the worst low first."""
    lows = sorted(combinations(range(7, -1, -1), 5), reverse=True)
    return tuple(tuple(_LOW_LETTERS[card] for card in low) for low in lows)
