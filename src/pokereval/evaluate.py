"""Ranks of one hand or of many: check at the door, allocate, one call into the core.

One hand comes as text, as ids or as a 1-d array and gives an int. Many hands come as a 2-d array, a hand a row, and
give an array. C-contiguous uint8 is the fast door; every other integer dtype, byte order and stride is converted once.

``check=False`` is the door for cards that have been checked already: ids 0..51, distinct within a hand. Shapes are
still looked at. Nonsense that enters there gives nonsense, not a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any, NoReturn, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from pokereval import _core
from pokereval.arrays import named
from pokereval.arrays import shown as cut_short
from pokereval.cards import CARD_NAMES, DECK_SIZE, NO_CARD, format_cards, id_array, parse_cards
from pokereval.errors import CardCountError, CardError, DuplicateCardError, PokerError, ShapeError
from pokereval.threads import run_in_blocks

__all__ = ["BestHand", "best_hand", "best_omaha_hand"]
__all__ += ["evaluate", "evaluate_low", "evaluate_omaha", "evaluate_omaha_hilo", "evaluate_omaha_low"]

_Ids = NDArray[np.uint8]
_Function = TypeVar("_Function", bound=Callable[..., Any])


def _with_fast_door(*, low: bool) -> Callable[[_Function], _Function]:
    def put_before(general: _Function) -> _Function:
        return cast(_Function, wraps(general)(_core.fast_door(general, low=low)))

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
        Contiguous array that takes the ranks of N hands and is returned. After an error it holds nothing of use.

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
    holes, is_one_hand = _hands(hole_cards, (4, 5, 6), check, "hole cards")
    boards, is_one_board = _hands(board, (3, 4, 5), check, "board cards")
    if len(holes) != len(boards) and not (len(holes) == 1 or len(boards) == 1):
        raise ShapeError(f"expected as many boards as hands, or one, got {len(boards)} boards for {len(holes)} hands")
    is_one = is_one_hand and is_one_board
    rows = len(holes) if len(boards) == 1 else len(boards)
    high_ranks = _room(out, rows, np.uint16, is_one) if high else None
    low_ranks = _room(out, rows, np.uint8, is_one) if low else None

    def kernel(start: int, stop: int) -> int:
        return _core.omaha(
            holes[start:stop] if len(holes) == rows else holes,
            boards[start:stop] if len(boards) == rows else boards,
            None if high_ranks is None else high_ranks[start:stop],
            None if low_ranks is None else low_ranks[start:stop],
            check=check,
        )

    bad = run_in_blocks(kernel, rows, threads)
    if bad >= 0:
        hand = holes[bad if len(holes) == rows else 0]
        shown = boards[bad if len(boards) == rows else 0]
        _refuse(np.concatenate([hand, shown]), None if is_one else bad)
    if is_one:
        return None if high_ranks is None else int(high_ranks[0]), None if low_ranks is None else int(low_ranks[0])
    return high_ranks, low_ranks


@dataclass(frozen=True, slots=True)
class BestHand:
    """The cards that play in one hand, high and low.

    Where cards of one card rank could play, the one of the higher suit does.

    Attributes
    ----------
    high : tuple of int
        The five ids that play for the high, as they are read out: the biggest group first, then kickers from the top
        down; a wheel is 5-4-3-2-A.
    low : tuple of int or None
        The five ids that play for an eight-or-better low from the top down, ace last; None if no low qualifies.
    high_rank, low_rank : int
        Their ranks; `low_rank` is 0 if no low qualifies.
    high_hole_cards, high_board_cards, low_hole_cards, low_board_cards : tuple of int
        In Omaha, which two and which three those are, in the order given; empty in other games.
    """

    high: tuple[int, ...]
    low: tuple[int, ...] | None
    high_rank: int
    low_rank: int
    high_hole_cards: tuple[int, ...] = ()
    high_board_cards: tuple[int, ...] = ()
    low_hole_cards: tuple[int, ...] = ()
    low_board_cards: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Name the cards that play and what they make."""
        low = "" if self.low is None else f", low {format_cards(self.low)} (low_rank {self.low_rank})"
        return f"<BestHand {format_cards(self.high)} (rank {self.high_rank}){low}>"

    def __str__(self) -> str:
        """Write the cards that play, high and then low."""
        high = format_cards(self.high, separator=" ")
        return high if self.low is None else f"{high} / {format_cards(self.low, separator=' ')}"


def best_hand(cards: Any) -> BestHand:
    """Find the five of 5, 6 or 7 cards that play.

    Parameters
    ----------
    cards : str, sequence of int or str, or array of shape (k,)
        One hand.

    Returns
    -------
    BestHand
        The five cards of the high hand and of the low.

    Raises
    ------
    CardError, CardCountError, ShapeError
        As in `evaluate`.

    Examples
    --------
    >>> print(best_hand("AsKd8h8c5d4s2c"))
    8h 8c As Kd 5d / 8h 5d 4s 2c As
    """
    hand = _one_hand(cards, (5, 6, 7), "cards")
    _check_one(hand)
    high_rank, high = _core.best_positions(hand, low=False)
    low_rank, low = _core.best_positions(hand, low=True)
    return BestHand(_as_read(hand[list(high)]), _as_low(hand[list(low)]) if low_rank else None, high_rank, low_rank)


def best_omaha_hand(hole_cards: Any, board: Any) -> BestHand:
    """Find the two hole cards and three board cards that play in an Omaha hand, for the high and for the low.

    Parameters
    ----------
    hole_cards : str, sequence of int or str, or array of shape (h,)
        4, 5 or 6 hole cards.
    board : str, sequence of int or str, or array of shape (b,)
        3, 4 or 5 board cards.

    Returns
    -------
    BestHand
        With the hole cards and board cards apart as well.

    Raises
    ------
    CardError, CardCountError, ShapeError
        As in `evaluate_omaha`.

    Examples
    --------
    >>> best = best_omaha_hand("AhKh3s2s", "Jh4h3cQh5d")
    >>> print(best)
    Ah Kh Qh Jh 4h / 5d 4h 3c 2s Ah
    >>> format_cards(best.high_hole_cards), format_cards(best.low_hole_cards)
    ('AhKh', 'Ah2s')
    """
    holes = _one_hand(hole_cards, (4, 5, 6), "hole cards")
    shown = _one_hand(board, (3, 4, 5), "board cards")
    _check_one(np.concatenate([holes, shown]))
    high_rank, high = _core.best_omaha_positions(holes, shown, low=False)
    low_rank, low = _core.best_omaha_positions(holes, shown, low=True)
    high_two, high_three = _ids(holes, high[:2]), _ids(shown, high[2:])
    low_two, low_three = _ids(holes, low[:2]), _ids(shown, low[2:])
    return BestHand(
        _as_read(np.array(high_two + high_three)),
        _as_low(np.array(low_two + low_three)) if low_rank else None,
        high_rank,
        low_rank,
        high_two,
        high_three,
        low_two,
        low_three,
    )


# -- the door --------------------------------------------------------------------------------------------------------


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
    hands, is_one = _hands(cards, (5, 6, 7), check)
    ranks = _room(out, len(hands), dtype, is_one)

    def block(start: int, stop: int) -> int:
        return kernel(hands[start:stop], ranks[start:stop], check=check)

    bad = run_in_blocks(block, len(hands), threads)
    if bad >= 0:
        _refuse(hands[bad], None if is_one else bad, lowest=lowest)
    return int(ranks[0]) if is_one else ranks


def _room(out: Any, rows: int, dtype: type[np.unsignedinteger[Any]], is_one: bool) -> NDArray[Any]:
    """The array that takes the ranks of so many rows."""
    if out is None:
        return np.empty(rows, dtype=dtype)
    if is_one:
        raise ShapeError("expected rows of hands for out, got one hand")
    wanted = f"expected out to be a contiguous, writable array of {np.dtype(dtype).name} of shape ({rows},)"
    if not isinstance(out, np.ndarray):
        raise ShapeError(f"{wanted}, got {named(out)}")
    if out.shape != (rows,) or out.dtype != dtype or not out.dtype.isnative:
        raise ShapeError(f"{wanted}, got {out.dtype.str} of shape {out.shape}")
    if not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise ShapeError(f"{wanted}, got one that is not")
    return out


def _hands(
    cards: Any, counts: tuple[int, ...], check: bool, what: str = "cards", *, many: bool = True
) -> tuple[_Ids, bool]:
    """Rows of ids and whether they were one hand; ids are checked here only where converting could change them."""
    hands: _Ids
    if isinstance(cards, np.ndarray):
        hands = _id_rows(cards, check)
    elif isinstance(cards, Sequence) and len(cards) and not isinstance(cards[0], str | bytes | int | np.integer):
        hands = _nested_rows(cards, what)
    else:
        hands = np.array(parse_cards(cards, unique=False), dtype=np.uint8)
    if hands.ndim not in (1, 2):
        raise ShapeError(f"expected {what} of shape (k,) or (N, k), got {hands.shape}")
    if hands.shape[-1] not in counts:
        least, most = counts[0], counts[-1]
        advice = _advice_on_texts(cards, least) if many else ""
        raise CardCountError(f"expected {least} to {most} distinct {what}, got {_shown_hand(hands)}{advice}")
    return np.atleast_2d(hands), hands.ndim == 1


def _nested_rows(cards: Sequence[Any], what: str) -> _Ids:
    """Hands in nested sequences: numbers together, anything else row by row so that it can be read or named."""
    with suppress(PokerError):
        return id_array(cards)
    rows = []
    for number, row in enumerate(cards):
        try:
            rows.append(parse_cards(row, unique=False))
        except PokerError as error:
            raise type(error)(f"{error} (row {number})") from None
        if len(rows[number]) != len(rows[0]):
            raise ShapeError(
                f"expected rows of equal length, {len(rows[0])} {what} as in row 0, "
                f"got {len(rows[number])} (row {number})"
            )
    return np.array(rows, dtype=np.uint8)


def _id_rows(cards: NDArray[Any], check: bool) -> _Ids:
    if cards.dtype == np.uint8 or (not check and cards.dtype.kind in "iu"):
        # One copy at most; the checking kernels look at every id of uint8 themselves.
        ids: _Ids = np.asarray(cards, dtype=np.uint8, order="C")
        return ids
    return id_array(cards)


def _shown_hand(hands: _Ids) -> str:
    if hands.ndim == 2:
        return f"rows of {hands.shape[1]}"
    known = [CARD_NAMES[card] if card < DECK_SIZE else str(card) for card in hands.tolist()]
    return f"{len(known)}: {cut_short(''.join(known))}"


def _advice_on_texts(cards: Any, least: int) -> str:
    """What to do about a sequence of texts, which is one hand, when each of them looks like a hand."""
    if isinstance(cards, str | bytes) or not hasattr(cards, "__len__") or len(cards) < 2:
        return ""
    if not all(isinstance(text, str) and len(text) >= 2 * least for text in cards):
        return ""
    return "; a sequence of texts is one hand, and card_array makes rows of many"


def _one_hand(cards: Any, counts: tuple[int, ...], what: str) -> _Ids:
    hands, is_one = _hands(cards, counts, check=True, what=what, many=False)
    if not is_one:
        raise ShapeError(f"expected the {what} of one hand, got {len(hands)} rows")
    hand: _Ids = hands[0]
    return hand


def _check_one(hand: _Ids) -> None:
    if hand.max() >= DECK_SIZE or len(set(hand.tolist())) != len(hand):
        _refuse(hand, None)


def _refuse(hand: _Ids, row: int | None, *, lowest: int = 0) -> NoReturn:
    """Say what is wrong with a hand that is not of distinct cards of its deck."""
    ids = hand.tolist()
    where = "" if row is None else f" (row {row})"
    for card in ids:
        if card >= DECK_SIZE:
            meaning = ", which is no card" if card == NO_CARD else ""
            raise CardError(f"expected a card id 0 to {DECK_SIZE - 1}, got {card}{meaning}{where}")
    for card in ids:
        if card < lowest:
            raise CardError(f"expected no card below {CARD_NAMES[lowest]}, got {CARD_NAMES[card]}{where}")
    twice = CARD_NAMES[next(card for place, card in enumerate(ids) if card in ids[:place])]
    raise DuplicateCardError(f"expected distinct cards, got {twice} twice: {format_cards(ids)!r}{where}")


def _ids(cards: _Ids, positions: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(cards[position]) for position in positions)


def _as_read(five: NDArray[Any]) -> tuple[int, ...]:
    """Order five ids as a dealer reads them: groups by size, then by card rank; the ace of a wheel last."""
    ids = [int(card) for card in five]
    card_ranks = [card >> 2 for card in ids]
    if sorted(card_ranks) == [0, 1, 2, 3, 12]:
        return _as_low(five)
    return tuple(sorted(ids, key=lambda card: (card_ranks.count(card >> 2), card), reverse=True))


def _as_low(five: NDArray[Any]) -> tuple[int, ...]:
    return tuple(sorted((int(card) for card in five), key=lambda card: card if card < 48 else card - 52, reverse=True))
