"""Cards: text to ids, ids to text, and cards as the bits of a mask.

A card is an id from 0 (2c) to 51 (As): ``4 * card_rank + suit``, where card_rank 0 is the deuce and 12 the
ace, and suits run c, d, h, s, which is also their order in the bring-in. In arrays 255 (`NO_CARD`) stands for
a card that is not there: an empty seat, a street that was not dealt.

Everything that arrives here is checked, so the ids that leave can be trusted. Rows, items and indexes in
messages count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NoReturn, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from pokereval import _core
from pokereval.arrays import Place, as_array, integer_array, place_of, shown
from pokereval.arrays import is_whole as is_whole  # for those who take them from here
from pokereval.arrays import named as named
from pokereval.errors import CardCountError, CardError, DuplicateCardError, PokerError, ShapeError

__all__ = ["CARD_NAMES", "DECK_SIZE", "NO_CARD", "RANKS", "SUITS", "CardsLike"]
__all__ += ["card_array", "card_id", "card_mask", "card_masks", "format_cards"]
__all__ += ["id_array", "mask_cards", "parse_cards"]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
NO_CARD = 255
DECK_SIZE = 52
CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)

CardsLike: TypeAlias = str | bytes | int | np.integer[Any] | Iterable[Any] | NDArray[Any]
"""One card or several: text, an id, or an iterable of texts and ids."""

_CARD_SYMBOLS = tuple(rank + suit for rank in RANKS for suit in "♣♦♥♠")
# Every spelling is listed instead of folding case: Unicode folds the Kelvin sign to k and the long s to s.
_RANK_SPELLINGS = {text: i for i, rank in enumerate(RANKS) for text in (rank, rank.lower())} | {"10": 8}
_SUIT_SPELLINGS = {text: i for i, suit in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")) for text in suit}
_CARD_SPELLINGS = {r + s: 4 * i + j for r, i in _RANK_SPELLINGS.items() for s, j in _SUIT_SPELLINGS.items()}
_CARD_BIT = np.zeros(256, dtype=np.uint64)  # NO_CARD has no bit
_CARD_BIT[:DECK_SIZE] = np.uint64(1) << np.arange(DECK_SIZE, dtype=np.uint64)
_ROWS_AT_ONCE = 1 << 16  # of an array of texts turned into Python strings, so that memory stays flat


def card_id(card: CardsLike) -> int:
    """Id of one card, given as text or as an id.

    Raises
    ------
    CardError
        If it is no card; `CardCountError` if it is no card at all or several.

    Examples
    --------
    >>> card_id("As"), card_id("2c"), card_id("10h")
    (51, 0, 34)
    """
    ids = parse_cards(card, unique=False)
    if len(ids) != 1:
        raise CardCountError(f"expected one card, got {len(ids)}: {shown(card)}")
    return ids[0]


def parse_cards(cards: CardsLike, *, unique: bool = True) -> tuple[int, ...]:
    """Ids of cards in the order given.

    Ranks are 2 to 9, T or 10, J, Q, K, A; suits are c, d, h, s or the symbols ♣♦♥♠ and ♧♢♡♤; case does not
    matter. White space, commas, semicolons and brackets may stand around a card. Bytes are UTF-8 text.

    Parameters
    ----------
    cards
        Text with any number of cards; an id; or an iterable or 1-d array of texts and ids, mixed or not.
        NumPy integers of every width are ids; bool, float and None never are.
    unique
        Whether a card that comes twice is an error.

    Returns
    -------
    tuple of int
        Ids 0..51.

    Raises
    ------
    CardError
        If something is no card; the message names it and its place.
    DuplicateCardError
        If a card comes twice.
    ShapeError
        If an array has more than one dimension.

    Examples
    --------
    >>> parse_cards("As Kd")
    (51, 45)
    >>> parse_cards("asKD") == parse_cards("[A♠, K♦]") == parse_cards(["As", 45]) == (51, 45)
    True
    >>> parse_cards("AsAsKd")
    Traceback (most recent call last):
    pokereval.errors.DuplicateCardError: expected distinct cards, got As twice: 'AsAsKd'
    """
    cards = as_array(cards)
    if isinstance(cards, str):
        ids = _ids_of_text(cards)
    elif isinstance(cards, np.ndarray) and cards.ndim > 1:
        raise ShapeError(f"expected the cards of one hand, got an array of shape {cards.shape}")
    else:
        # A list holds plain Python numbers and texts, so one set of checks serves arrays of every dtype.
        given = cards.tolist() if isinstance(cards, np.ndarray) else cards
        if isinstance(given, str | bytes) or not isinstance(given, Iterable):
            ids = _ids_of_item(given, "")
        else:
            ids = [card for i, item in enumerate(given) for card in _ids_of_item(item, f" (item {i})")]
    if unique and len(set(ids)) != len(ids):
        name = CARD_NAMES[next(card for i, card in enumerate(ids) if card in ids[:i])]
        raise DuplicateCardError(f"expected distinct cards, got {name} twice: {shown(_joined(ids))}")
    return tuple(ids)


@overload  # an array is an iterable too, and the first that fits counts
def format_cards(  # type: ignore[overload-overlap]
    cards: NDArray[Any], *, separator: str = "", symbols: bool = False
) -> str | list[str]: ...
@overload
def format_cards(cards: CardsLike, *, separator: str = "", symbols: bool = False) -> str: ...
def format_cards(cards: CardsLike, *, separator: str = "", symbols: bool = False) -> str | list[str]:
    """Text of cards, which `parse_cards` reads back.

    Parameters
    ----------
    cards
        One hand as `parse_cards` takes it, though cards may repeat, or an integer array of shape (k,) or
        (N, k), of which `NO_CARD` is left out.
    separator
        What stands between two cards.
    symbols
        Write A♠K♦ instead of AsKd.

    Returns
    -------
    str or list of str
        One text, or N texts for an (N, k) array.

    Raises
    ------
    CardError
        If something is no card.
    PokerError
        If the separator is no text.
    ShapeError
        If an array has more than two dimensions.

    Examples
    --------
    >>> format_cards((51, 45)), format_cards((51, 45), separator=" "), format_cards("as kd", symbols=True)
    ('AsKd', 'As Kd', 'A♠K♦')
    >>> format_cards(np.array([[51, 45], [0, NO_CARD]]))
    ['AsKd', '2c']
    """
    if not isinstance(separator, str):
        raise PokerError(f"expected text between two cards, got {named(separator)}")
    names = _CARD_SYMBOLS if symbols else CARD_NAMES
    if not isinstance(cards, np.ndarray) or cards.dtype.kind not in "iu" or cards.ndim == 0:
        return _joined(parse_cards(cards, unique=False), separator, names)
    if cards.ndim > 2:
        raise ShapeError(f"expected one hand or rows of hands, got an array of shape {cards.shape}")
    rows = np.atleast_2d(id_array(cards)).tolist()
    texts = [_joined([card for card in row if card != NO_CARD], separator, names) for row in rows]
    return texts if cards.ndim == 2 else texts[0]


def card_array(texts: Iterable[CardsLike | None], *, count: int | None = None, fill: bool = False) -> NDArray[np.uint8]:
    """Turn many texts of equally many cards into one array.

    A compiled loop reads rows of two-letter cards without separators, and `parse_cards` any other spelling.
    Whether the cards of a row are distinct is not looked at here: `evaluate` does that.

    Parameters
    ----------
    texts
        N texts: a list, a tuple, a NumPy array of strings, bytes or objects, or any other iterable. A row may
        also be anything else that `parse_cards` takes.
    count
        Cards in each row; by default as many as the first row has, or with `fill` as many as the longest has.
    fill
        Whether rows may have fewer cards and are filled up with `NO_CARD`: a seat that is empty or has not shown, as
        empty text or None, and a board that was not dealt to the end.

    Returns
    -------
    ndarray of uint8, shape (N, count)
        Ids 0..51, and `NO_CARD` where filled up. Without rows the shape is (0, count), or (0, 0) if no `count` is
        given.

    Raises
    ------
    CardError
        If a row holds something that is no card; the message names it and the row.
    CardCountError
        If a row has more cards than expected, or fewer and `fill` is not set.
    ShapeError
        If `texts` is one text instead of many.

    Examples
    --------
    >>> card_array(["AsKdQc", "10h 9h 8h"]).tolist()
    [[51, 45, 40], [34, 30, 26]]
    >>> card_array(["AsKd", "Qc"])
    Traceback (most recent call last):
    pokereval.errors.CardCountError: expected 2 cards as in row 0, got 1: 'Qc' (row 1); fill=True fills up short rows
    >>> card_array(["AsKd", "", "QcQd"], fill=True).tolist()
    [[51, 45], [255, 255], [40, 41]]
    """
    texts = as_array(texts)
    if isinstance(texts, str | bytes) or (isinstance(texts, np.ndarray) and texts.ndim == 0):
        raise ShapeError(f"expected a sequence of texts, got one: {shown(texts)}")
    if not isinstance(texts, Iterable):
        raise CardError(f"expected a sequence of texts, got {named(texts)}")
    rows: Any = texts if type(texts) in (list, tuple) or isinstance(texts, np.ndarray) else list(texts)
    as_expected = ""
    if count is None and fill:
        count = max((len(_ids_of_row(row, number, fill=True)) for number, row in enumerate(rows)), default=0)
    elif count is None:
        count = len(_ids_of_row(rows[0], 0)) if len(rows) else 0
        as_expected = " as in row 0"
    elif not is_whole(count) or not 0 <= count <= DECK_SIZE:
        raise CardCountError(f"expected a count of 0 to {DECK_SIZE} cards, got {named(count)}")
    else:
        count = int(count)
    table = np.empty((len(rows), count), dtype=np.uint8)
    for first, chunk in _chunks(rows):
        filled = table[first : first + len(chunk)]
        at = 0
        while (at := _core.cards_from_texts(chunk, count, filled, at)) >= 0:
            row, ids = first + at, _ids_of_row(chunk[at], first + at, fill=fill)
            if len(ids) > count or (len(ids) < count and not fill):
                wanted = f"{'at most ' if fill else ''}{card_count(count)}{as_expected}"
                advice = "" if len(ids) > count else "; fill=True fills up short rows"
                raise CardCountError(f"expected {wanted}, got {len(ids)}: {shown(chunk[at])} (row {row}){advice}")
            filled[at, : len(ids)] = ids
            filled[at, len(ids) :] = NO_CARD
            at += 1
    return table


def id_array(cards: Any, *, place: Callable[[Place], str] = place_of) -> NDArray[np.uint8]:
    """Check an array of ids and bring it to the layout that the compiled loops read.

    Parameters
    ----------
    cards
        Array of any shape and strides, any integer dtype and byte order, or nested sequences that make one.
    place
        Turns the index of an id into words that end a message.

    Returns
    -------
    ndarray of uint8
        C-contiguous, of the same shape, ids 0..51 or `NO_CARD`; `cards` itself if it is that already.

    Raises
    ------
    CardError
        If the dtype is no integer type, or an id is neither 0..51 nor `NO_CARD`; the message names the place.
    ShapeError
        If sequences of unequal length make no array; the message names the first that differs.

    Examples
    --------
    >>> id_array([[51, 45], [0, 255]])
    array([[ 51,  45],
           [  0, 255]], dtype=uint8)
    >>> id_array([[51, 45], [0, 52]])
    Traceback (most recent call last):
    pokereval.errors.CardError: expected a card id 0 to 51, got 52 (row 1, column 1)
    """
    array = integer_array(
        cards,
        f"a card id 0 to {DECK_SIZE - 1}",
        CardError,
        least=0,
        most=DECK_SIZE - 1,
        spare=NO_CARD,
        place=place,
        advice_on_text="; card_array turns texts into ids",
    )
    return np.asarray(array, dtype=np.uint8, order="C")


def card_mask(cards: CardsLike) -> int:
    """Distinct cards, as `parse_cards` takes them, as a set of bits: bit i stands for the card with id i.

    Raises
    ------
    CardError
        If something is no card, or comes twice (`DuplicateCardError`).

    Examples
    --------
    >>> hex(card_mask("As 2c"))
    '0x8000000000001'
    """
    return sum(1 << card for card in parse_cards(cards))


def mask_cards(mask: int | np.integer[Any]) -> tuple[int, ...]:
    """Ids of the cards in a mask of 52 bits, lowest first.

    Raises
    ------
    CardError
        If the mask is no whole number or has bits that are no card's.

    Examples
    --------
    >>> mask_cards(card_mask("As 2c"))
    (0, 51)
    """
    if not is_whole(mask) or not 0 <= mask < 1 << DECK_SIZE:
        raise CardError(f"expected a mask of {DECK_SIZE} bits, got {named(mask)}")
    return tuple(card for card in range(DECK_SIZE) if int(mask) >> card & 1)


def card_masks(cards: Any) -> NDArray[np.uint64]:
    """Masks of many hands at once.

    Parameters
    ----------
    cards
        Array of ids of any integer dtype, shape (N, k), or of more dimensions with a hand along the last.
        `NO_CARD` sets no bit.

    Returns
    -------
    ndarray of uint64, shape (N,)
        The shape of `cards` without its last dimension.

    Raises
    ------
    CardError
        If an id is no card's.
    DuplicateCardError
        If a hand holds a card twice; the message names the row.
    ShapeError
        If `cards` is a single number.

    Examples
    --------
    >>> card_masks([[0, 1], [3, NO_CARD]]).tolist()
    [3, 8]
    """
    ids = id_array(cards)
    if ids.ndim == 0:
        raise ShapeError(f"expected rows of card ids, got {shown(cards)}")
    masks = np.zeros(ids.shape[:-1], dtype=np.uint64)
    repeated = masks.copy()
    for column in np.moveaxis(ids, -1, 0):
        bits = _CARD_BIT[column]
        repeated |= masks & bits
        masks |= bits
    if repeated.any():
        row = np.unravel_index(int((repeated != 0).argmax()), repeated.shape)
        name, hand = CARD_NAMES[mask_cards(repeated[row])[0]], format_cards(ids[row])
        where = f" (row {', '.join(map(str, row))})" if row else ""
        raise DuplicateCardError(f"expected distinct cards, got {name} twice: {hand!r}{where}")
    return masks


@cache
def _pieces() -> re.Pattern[str]:
    """A card (its symbol may carry a selector of text or emoji form), separators, or a character that is neither."""
    return re.compile(
        rf"({'|'.join(_RANK_SPELLINGS)})([{''.join(_SUIT_SPELLINGS)}])[\ufe0e\ufe0f]?"
        r"|[\s,;()\[\]{}]+|(.)",
        re.DOTALL,
    )


def _ids_of_text(text: str) -> list[int]:
    try:
        return [_CARD_SPELLINGS[text[i : i + 2]] for i in range(0, len(text), 2)]
    except KeyError:  # separators, a 10, or a mistake
        ids = []
        for piece in _pieces().finditer(text):
            rank, suit, stray = piece.groups()
            if stray:
                _refuse_text(text, piece.start())
            if rank:
                ids.append(_CARD_SPELLINGS[rank + suit])
        return ids


def _refuse_text(text: str, at: int) -> NoReturn:
    rank = "10" if text.startswith("10", at) else text[at]
    if rank in _RANK_SPELLINGS:
        expected, at = f"a suit (c, d, h, s or a symbol) after {rank!r}", at + len(rank)
    else:
        expected = "a rank (2 to 9, T or 10, J, Q, K, A)"
    got = f"{text[at]!r} at index {at}" if at < len(text) else "the end"
    raise CardError(f"expected {expected}, got {got} of {shown(text)}")


def _ids_of_item(item: Any, where: str) -> list[int]:
    if type(item) is int and 0 <= item < DECK_SIZE:  # what nearly every item is
        return [item]
    if isinstance(item, bytes):
        try:
            item = item.decode()
        except UnicodeDecodeError:
            raise CardError(f"expected cards as UTF-8 text, got {shown(item)}{where}") from None
    if isinstance(item, str):
        try:
            return _ids_of_text(item)
        except CardError as error:
            raise CardError(f"{error}{where}") from None
    if not is_whole(item):
        raise CardError(f"expected a card as text or as an id 0 to 51, got {named(item)}{where}")
    if not 0 <= item < DECK_SIZE:
        meaning = ", which is no card" if item == NO_CARD else ""
        raise CardError(f"expected a card id 0 to {DECK_SIZE - 1}, got {item}{meaning}{where}")
    return [int(item)]


def _ids_of_row(row: Any, number: int, *, fill: bool = False) -> tuple[int, ...]:
    if fill and row is None:
        return ()
    try:
        return parse_cards(row, unique=False)
    except PokerError as error:
        raise type(error)(f"{error} (row {number})") from None


def _chunks(rows: Any) -> Iterator[tuple[int, Sequence[Any]]]:
    """Rows as lists or tuples, which the compiled loop reads, each with the number of its first row."""
    if not isinstance(rows, np.ndarray):
        yield 0, rows
        return
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        chunk = rows[first : first + _ROWS_AT_ONCE]
        if chunk.dtype.kind == "S":
            with suppress(UnicodeDecodeError):  # then it is not plain text, and stays bytes for the parser
                chunk = chunk.astype(np.str_)
        yield first, chunk.tolist()


def _joined(ids: Iterable[int], separator: str = "", names: Sequence[str] = CARD_NAMES) -> str:
    return separator.join([names[card] for card in ids])


def card_count(count: int) -> str:
    """Say a number of cards."""
    return f"{count} card{'s' * (count != 1)}"
