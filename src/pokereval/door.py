"""The door of every question about hands: how they come in, what they become, and what is said of those that can't.

One hand comes as text, as ids or as a 1-d array; many hands as a 2-d array, a hand a row. Behind the door all are rows
of contiguous uint8 ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokereval.arrays import as_array, named, refuse_masked
from pokereval.arrays import shown as cut_short
from pokereval.cards import CARD_NAMES, DECK_SIZE, NO_CARD, format_cards, id_array, parse_cards
from pokereval.errors import CardCountError, CardError, DuplicateCardError, PokerError, ShapeError

__all__ = ["Ids", "check_one", "hand_rows", "one_hand", "refuse_hand", "room_for"]

Ids: TypeAlias = NDArray[np.uint8]
"""Rows of card ids, or the ids of one hand."""


def room_for(
    out: Any, rows: int, dtype: type[np.unsignedinteger[Any]], is_one: bool, *cards: NDArray[Any]
) -> NDArray[Any]:
    """The array that takes the ranks of so many rows, of these cards."""
    if out is None:
        return np.empty(rows, dtype=dtype)
    if is_one:
        raise ShapeError("expected rows of hands for out, got one hand")
    wanted = f"expected out to be a contiguous, writable array of {np.dtype(dtype).name} of shape ({rows},)"
    if not isinstance(out, np.ndarray):
        raise ShapeError(f"{wanted}, got {named(out)}")
    refuse_masked(out)
    if out.shape != (rows,) or out.dtype != dtype or not out.dtype.isnative:
        raise ShapeError(f"{wanted}, got {out.dtype.str} of shape {out.shape}")
    for is_so, missing in (
        (out.flags.writeable, "read-only"),
        (out.flags.c_contiguous, "not contiguous"),
        (out.flags.aligned, "not aligned"),
    ):
        if not is_so:
            raise ShapeError(f"{wanted}, got one that is {missing}")
    if any(np.may_share_memory(out, them) for them in cards):
        raise ShapeError("expected out to be memory of its own, got some of the cards'")
    return out


def hand_rows(
    cards: Any, counts: tuple[int, ...], check: bool, what: str = "cards", *, many: bool = True
) -> tuple[Ids, bool]:
    """Rows of ids and whether they were one hand; ids are checked here only where converting could change them."""
    hands: Ids
    cards = as_array(cards)
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


def _nested_rows(cards: Sequence[Any], what: str) -> Ids:
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


def _id_rows(cards: NDArray[Any], check: bool) -> Ids:
    refuse_masked(cards)
    if cards.dtype == np.uint8 or (not check and cards.dtype.kind in "iu"):
        # One copy at most; the checking kernels look at every id of uint8 themselves.
        ids: Ids = np.asarray(cards, dtype=np.uint8, order="C")
        return ids
    return id_array(cards)


def _shown_hand(hands: Ids) -> str:
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


def one_hand(cards: Any, counts: tuple[int, ...], what: str) -> Ids:
    """Ids of one hand."""
    hands, is_one = hand_rows(cards, counts, check=True, what=what, many=False)
    if not is_one:
        raise ShapeError(f"expected the {what} of one hand, got {len(hands)} rows")
    hand: Ids = hands[0]
    return hand


def check_one(hand: Ids) -> None:
    """Refuse one hand that is not of distinct cards."""
    if hand.max() >= DECK_SIZE or len(set(hand.tolist())) != len(hand):
        refuse_hand(hand, None)


def refuse_hand(hand: Ids, row: int | None, *, lowest: int = 0) -> NoReturn:
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
    for place, card in enumerate(ids):
        if card in ids[:place]:
            twice = CARD_NAMES[card]
            raise DuplicateCardError(f"expected distinct cards, got {twice} twice: {format_cards(ids)!r}{where}")
    raise CardError(f"expected cards that nobody changes while they are read, got others the second time{where}")
