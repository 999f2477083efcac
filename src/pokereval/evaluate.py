"""Ranks of one hand or of many: check at the door, allocate, one call into the core.

One hand comes as text, as ids or as a 1-d array and gives an int. Many hands come as a 2-d array, a hand a row, and
give an array. C-contiguous uint8 is the fast door; every other integer dtype, byte order and stride is converted once.

``check=False`` is the door for cards that have been checked already: ids 0..51, distinct within a hand. Shapes are
still looked at. Nonsense that enters there gives nonsense, not a crash.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from pokereval import _core
from pokereval.door import hand_rows, refuse_hand, room_for
from pokereval.errors import ShapeError
from pokereval.threads import BLOCK, run_in_blocks

__all__ = ["evaluate", "evaluate_low", "evaluate_omaha", "evaluate_omaha_hilo", "evaluate_omaha_low"]

HANDS_A_BLOCK, LOWS_A_BLOCK = 1 << 18, 1 << 19
"""Rows of the smallest block for a thread, which should keep it busy for a tenth of a millisecond."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _with_fast_door(*, low: bool) -> Callable[[_Function], _Function]:
    many = 2 * (LOWS_A_BLOCK if low else HANDS_A_BLOCK)

    def put_before(general: _Function) -> _Function:
        return cast(_Function, wraps(general)(_core.fast_door(general, low=low, many=many)))

    return put_before


def _with_omaha_door(*, high: bool, low: bool) -> Callable[[_Function], _Function]:
    many = 2 * (BLOCK if high else LOWS_A_BLOCK)

    def put_before(general: _Function) -> _Function:
        return cast(_Function, wraps(general)(_core.omaha_door(general, high=high, low=low, many=many)))

    return put_before


@_with_fast_door(low=False)
def evaluate(cards: Any, *, check: bool = True, threads: int = 1, out: NDArray[np.uint16] | None = None) -> Any:
    """Rank the best five of 5, 6 or 7 cards.

    Parameters
    ----------
    cards : str, sequence of int or str, or array_like of shape (k,) or (N, k)
        One hand as text or ids, or N hands of k = 5, 6 or 7 cards.
    check : bool
        Whether every id and the distinctness of each hand's cards are looked at.
    threads : int
        Threads for large arrays; 0 for one on each core.
    out : ndarray of uint16, shape (N,), optional
        Contiguous array that takes the ranks of N hands and is returned; none of the cards' own memory. After an error
        it holds nothing of use.

    Returns
    -------
    int or ndarray of uint16, shape (N,)
        Ranks: ``rank_class << 12 | place``, the higher wins.

    Raises
    ------
    CardError
        If something is no card, or a card comes twice in a hand (`DuplicateCardError`).
    CardCountError
        If a hand has fewer than 5 or more than 7 cards.
    ShapeError
        If an array has neither one nor two dimensions, or rows of unequal length, or if `out` does not fit.

    See Also
    --------
    describe, rank_class, winners, best_hand

    Notes
    -----
    Rules 1 to 3 and 5: straight flush over four of a kind over full house and so on; suits never decide.

    Examples
    --------
    >>> from pokereval import describe
    >>> describe(evaluate("AsKsQsJsTs2c3d"))
    'royal flush'
    >>> evaluate([[51, 50, 49, 48, 0], [51, 46, 41, 36, 32]])
    array([32912, 20489], dtype=uint16)
    """
    return rank_rows(_core.high, np.uint16, cards, check, threads, out)


@_with_fast_door(low=True)
def evaluate_low(cards: Any, *, check: bool = True, threads: int = 1, out: NDArray[np.uint8] | None = None) -> Any:
    """Rank the best eight-or-better low of 5, 6 or 7 cards: hold'em boards and stud, any five cards.

    Parameters
    ----------
    cards, check, threads, out
        As in `evaluate`; `out` is of uint8.

    Returns
    -------
    int or ndarray of uint8, shape (N,)
        Low ranks: 56 for the wheel down to 1 for 8-7-6-5-4, 0 if no low qualifies.

    Raises
    ------
    CardError, CardCountError, ShapeError
        As in `evaluate`.

    Notes
    -----
    Rules 12 and 13: five different ranks from ace to eight; straights and flushes do not count against a low.

    Examples
    --------
    >>> evaluate_low("Ac2c3c4c7cKdKh"), evaluate_low("5h4h3h2hAh"), evaluate_low("9c4d3h2sAc")
    (50, 56, 0)
    """
    return rank_rows(_core.low, np.uint8, cards, check, threads, out)


@_with_omaha_door(high=True, low=False)
def evaluate_omaha(
    hole_cards: Any,
    board: Any,
    *,
    check: bool = True,
    threads: int = 1,
    out: NDArray[np.uint16] | None = None,
) -> Any:
    """Rank Omaha hands: the best of exactly two hole cards with exactly three board cards.

    Parameters
    ----------
    hole_cards : str, sequence, or array_like of shape (h,) or (N, h)
        4, 5 or 6 hole cards.
    board : str, sequence, or array_like of shape (b,) or (N, b)
        3, 4 or 5 board cards. One board serves many hands and one hand many boards; else they go row by row.
    check, threads, out
        As in `evaluate`.

    Returns
    -------
    int or ndarray of uint16, shape (N,)
        Ranks; an int if both are one hand's.

    Raises
    ------
    CardError, CardCountError
        As in `evaluate`; a card on the board and in the hand is a `DuplicateCardError`.
    ShapeError
        If hands and boards are many on both sides and differ in number.

    Notes
    -----
    Rule 6. Quads on the board are three of a kind at most for a hand, and four suited board cards no flush with one.

    Examples
    --------
    >>> from pokereval import describe
    >>> describe(evaluate_omaha("AcAd2h3s", "KhKsKcKd9s"))
    'full house, kings over aces'
    >>> evaluate_omaha([[51, 50, 0, 1], [47, 46, 2, 7]], "AcKcQc7d2s")
    array([17241, 17175], dtype=uint16)
    """
    return _evaluate_omaha(hole_cards, board, check, threads, high=True, low=False, out=out)[0]


@_with_omaha_door(high=False, low=True)
def evaluate_omaha_low(
    hole_cards: Any,
    board: Any,
    *,
    check: bool = True,
    threads: int = 1,
    out: NDArray[np.uint8] | None = None,
) -> Any:
    """Rank Omaha lows: the best eight-or-better low of exactly two hole cards with exactly three board cards.

    Parameters
    ----------
    hole_cards, board, check, threads, out
        As in `evaluate_omaha`; `out` is of uint8.

    Returns
    -------
    int or ndarray of uint8, shape (N,)
        Low ranks: 56 for the wheel, 0 if no low qualifies.

    Raises
    ------
    CardError, CardCountError, ShapeError
        As in `evaluate_omaha`.

    Notes
    -----
    Rules 6 and 12. A low needs three board cards of different ranks up to eight (decision 7).

    Examples
    --------
    >>> from pokereval import describe_low
    >>> describe_low(evaluate_omaha_low("AhKh3s2s", "Jh4h3cQh5d"))
    '5-4-3-2-A'
    """
    return _evaluate_omaha(hole_cards, board, check, threads, high=False, low=True, out=out)[1]


@_with_omaha_door(high=True, low=True)
def evaluate_omaha_hilo(hole_cards: Any, board: Any, *, check: bool = True, threads: int = 1) -> tuple[Any, Any]:
    """Rank Omaha hands high and low in one pass.

    Parameters
    ----------
    hole_cards, board, check, threads
        As in `evaluate_omaha`.

    Returns
    -------
    ranks : int or ndarray of uint16, shape (N,)
        As from `evaluate_omaha`.
    low_ranks : int or ndarray of uint8, shape (N,)
        As from `evaluate_omaha_low`.

    Raises
    ------
    CardError, CardCountError, ShapeError
        As in `evaluate_omaha`.

    Examples
    --------
    >>> from pokereval import describe, describe_low
    >>> rank, low_rank = evaluate_omaha_hilo("AhKh3s2s", "Jh4h3cQh5d")
    >>> describe(rank), describe_low(low_rank)
    ('flush, A-K-Q-J-4', '5-4-3-2-A')
    """
    return _evaluate_omaha(hole_cards, board, check, threads, high=True, low=True)


def _evaluate_omaha(
    hole_cards: Any, board: Any, check: bool, threads: int, *, high: bool, low: bool, out: Any = None
) -> tuple[Any, Any]:
    holes, is_one_hand = hand_rows(hole_cards, (4, 5, 6), check, "hole cards")
    boards, is_one_board = hand_rows(board, (3, 4, 5), check, "board cards")
    if len(holes) != len(boards) and not (len(holes) == 1 or len(boards) == 1):
        raise ShapeError(f"expected as many boards as hands, or one, got {len(boards)} boards for {len(holes)} hands")
    is_one = is_one_hand and is_one_board
    rows = len(holes) if len(boards) == 1 else len(boards)
    high_ranks = room_for(out, rows, np.uint16, is_one, holes, boards) if high else None
    low_ranks = room_for(out, rows, np.uint8, is_one, holes, boards) if low else None

    def kernel(start: int, stop: int) -> int:
        return _core.omaha(
            holes[start:stop] if len(holes) == rows else holes,
            boards[start:stop] if len(boards) == rows else boards,
            None if high_ranks is None else high_ranks[start:stop],
            None if low_ranks is None else low_ranks[start:stop],
            check=check,
        )

    block = BLOCK if high and len(boards) > 1 else LOWS_A_BLOCK  # a board's own hands are as fast as lows
    bad = run_in_blocks(kernel, rows, threads, block=block)
    if bad >= 0:
        hand = holes[bad if len(holes) == rows else 0]
        shown = boards[bad if len(boards) == rows else 0]
        refuse_hand(np.concatenate([hand, shown]), None if is_one else bad)
    if is_one:
        return None if high_ranks is None else int(high_ranks[0]), None if low_ranks is None else int(low_ranks[0])
    return high_ranks, low_ranks


def rank_rows(
    kernel: Callable[..., int],
    dtype: type[np.unsignedinteger[Any]],
    cards: Any,
    check: bool,
    threads: int,
    out: NDArray[Any] | None,
    *,
    lowest: int = 0,
) -> Any:
    """Rank hands of 5 to 7 cards by a kernel of the core, as `evaluate` describes it.

    Parameters
    ----------
    kernel
        ``kernel(cards, out, check=...)`` that returns -1 or the first bad row.
    dtype
        That of the ranks.
    cards, check, threads, out
        As in `evaluate`.
    lowest
        The lowest id that the game's deck holds; the kernel must look at that too.

    Returns
    -------
    int or ndarray, shape (N,)
        Ranks.
    """
    hands, is_one = hand_rows(cards, (5, 6, 7), check)
    ranks = room_for(out, len(hands), dtype, is_one, hands)

    def block(start: int, stop: int) -> int:
        return kernel(hands[start:stop], ranks[start:stop], check=check)

    bad = run_in_blocks(block, len(hands), threads, block=LOWS_A_BLOCK if dtype is np.uint8 else HANDS_A_BLOCK)
    if bad >= 0:
        refuse_hand(hands[bad], None if is_one else bad, lowest=lowest)
    return int(ranks[0]) if is_one else ranks
