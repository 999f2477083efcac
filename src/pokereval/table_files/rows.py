"""One row of a table file: its fields, what they must hold, and the chunk in which rows travel.

Fields have the names and shapes of the JSON Lines format, whatever file they come from:

``game``
    ``"holdem"``, ``"omaha"``, ``"omaha8"``, ``"stud"`` or ``"stud8"``.
``hole_cards``
    A list with one text for each of the 2 to 10 seats: ``"AsKd"``; ``""`` or null when not shown.
``board``
    Text of 0 to 5 cards; may be left out in stud.
``contributions``
    A list of whole chips, one for each seat: what the seat put into the pots.
``live``
    A list of true and false, one for each seat: who had not folded. Null or left out: the seats whose cards are
    known.
``button``
    Index of the button's seat, from 0; null or left out when unknown.
``dead``
    Chips that belong to the main pot and to no seat's bets; may be left out.

Any other field is kept as it is.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeGuard

from pokereval.cards import format_cards, parse_cards
from pokereval.errors import FileFormatError, PokerError
from pokereval.variants import showdown_game

from .json_text import decode_strictly, json_text

__all__ = [
    "FIELDS",
    "MAX_CHUNK_ROWS",
    "MAX_SEATS",
    "OTHER_FIELDS",
    "Fields",
    "HandRow",
    "Reject",
    "RowChunk",
    "check_row",
    "other_fields",
    "taken_apart",
    "whole_number_advice",
]

FIELDS = ("game", "hole_cards", "board", "contributions", "live", "button", "dead")
MAX_SEATS = 10
MAX_CHUNK_ROWS = 8192  # enough to make a call into the core cheap, little enough to keep memory flat

Fields: TypeAlias = dict[str, Any]
"""A row as names and values, in the shape of a JSON Lines row."""

OTHER_FIELDS = "other_fields"
"""The column for fields that have none, in files with fixed columns."""

_WITH_COLUMNS = frozenset((*FIELDS, "payouts", "returned"))
_INT64 = range(-(2**63), 2**63)


class Reject(NamedTuple):
    """A row that is no hand.

    Attributes
    ----------
    file : str
        Name of the file as it was given, ``"-"`` for standard input.
    line : int
        Line number from 1; in Parquet the row number from 1.
    reason : str
        What was expected and what came.
    row : str
        The row as it was, as far as it can be written as text.
    """

    file: str
    line: int
    reason: str
    row: str


class HandRow(NamedTuple):
    """A checked row: canonical card texts, plain numbers; the arguments of `pokereval.pots.settle_hand`."""

    game: str
    hole_cards: tuple[str, ...]
    board: str
    contributions: tuple[int, ...]
    live: tuple[bool, ...] | None
    button: int | None
    dead: int

    def as_fields(self) -> Fields:
        """Give the row as fields again, lists in the place of tuples."""
        return {
            "game": self.game,
            "hole_cards": list(self.hole_cards),
            "board": self.board,
            "contributions": list(self.contributions),
            "live": None if self.live is None else list(self.live),
            "button": self.button,
            "dead": self.dead,
        }


@dataclass(slots=True)
class RowChunk:
    """Consecutive rows of one file.

    Attributes
    ----------
    file : str
        Name of the file.
    numbers : sequence of int
        Line number of each row.
    texts : sequence of str
        Each row as it stands in the file; empty for Parquet.
    rows : list of dict
        The fields of each row, unchecked.
    rejects : list of Reject
        Rows of this stretch of the file that could not even be read as fields.
    has_seat_columns : bool
        Whether the format has a column for each seat, such as ``hole_1``.
    """

    file: str
    numbers: Sequence[int]
    texts: Sequence[str]
    rows: list[Fields]
    rejects: list[Reject] = field(default_factory=list)
    has_seat_columns: ClassVar[bool] = False

    def row_text(self, i: int) -> str:
        """Give row i as text for a reject."""
        return self.texts[i]

    def all_fields(self, i: int) -> Fields:
        """Give every field of row i, the unknown ones too, for a file of another format."""
        return self.rows[i]

    def columns(self) -> Sequence[str] | None:
        """Give the names that all rows share; None where every row has its own."""
        return None


def check_row(fields: Mapping[str, Any]) -> HandRow:
    """Check the fields of one row, slowly and with a message for everything that can be wrong with their types.

    What the cards and chips mean together, such as a card in two hands or a live seat without cards, is left to
    the settlement, which checks it for every caller.

    Parameters
    ----------
    fields : mapping
        Fields as described at the head of this module.

    Returns
    -------
    HandRow
        The hand with its cards in the canonical spelling.

    Raises
    ------
    FileFormatError
        If a field is missing or has the wrong type or length.
    PokerError
        If the game is unknown or a card cannot be read; the message names the field.

    Examples
    --------
    >>> row = check_row({"game": "holdem", "hole_cards": ["as kd", None], "board": "", "contributions": [2, 1]})
    >>> row.hole_cards, row.button
    (('AsKd', ''), None)
    """
    for name in ("game", "hole_cards", "contributions"):
        if fields.get(name) is None:
            named = ", ".join(map(str, fields)) or "no field"
            raise FileFormatError(f"expected the field {name!r}, got {_short(named)}")
    game = showdown_game(fields["game"])
    board = fields.get("board")
    if board is not None and not isinstance(board, str):
        raise FileFormatError(f"expected the board as text, got {_named(board)}")
    board = _canonical(board or "", "board")
    most = 1 if game.is_stud else game.board_count
    if len(board) > 2 * most:
        raise FileFormatError(
            f"expected a board of at most {most} card{'s' * (most > 1)} in {game.name}, got {len(board) // 2}: "
            f"{_short(board)!r}"
        )
    hole_cards = _hole_cards(fields["hole_cards"], max(game.hole_counts_with(len(board) // 2)), game.name)
    contributions = tuple(
        _whole(chips, f"whole chips for contributions[{seat}]")
        for seat, chips in enumerate(_list(fields, "contributions"))
    )
    seats = len(hole_cards)
    if not 2 <= seats <= MAX_SEATS:
        raise FileFormatError(f"expected 2 to {MAX_SEATS} seats, got hole_cards of {seats}")
    if len(contributions) != seats:
        raise FileFormatError(f"expected contributions of {seats} seats like hole_cards, got {len(contributions)}")
    live = None
    if fields.get("live") is not None:
        live = tuple(_list(fields, "live"))
        if len(live) != seats:
            raise FileFormatError(f"expected live for {seats} seats like hole_cards, got {len(live)}")
        for seat, is_live in enumerate(live):
            if type(is_live) is not bool:
                raise FileFormatError(f"expected true or false for live[{seat}], got {_named(is_live)}")
    button = fields.get("button")
    if button is not None:
        button = _whole(button, f"a button from 0 to {seats - 1} or null")
    dead = fields.get("dead")
    return HandRow(
        game.name,
        hole_cards,
        board,
        contributions,
        live,
        button,
        0 if dead is None else _whole(dead, "whole chips for dead"),
    )


def other_fields(fields: Mapping[str, Any]) -> str:
    """Write the fields that have no column of their own as one JSON object; empty when there are none."""
    others = {name: value for name, value in fields.items() if name not in _WITH_COLUMNS}
    return json_text(others) if others else ""


def taken_apart(cell: object, columns: Collection[str]) -> Fields:
    """Read the fields of an ``other_fields`` cell.

    Parameters
    ----------
    cell : object
        What stands in the cell.
    columns : collection of str
        Names of the row's columns.

    Returns
    -------
    dict
        The fields. A cell that is no JSON object, or has a field that is a column's, stays what it is: a row must not
        become another one.

    Examples
    --------
    >>> taken_apart('{"room": "Vega"}', ["game"]), taken_apart('{"game": "omaha"}', ["game"])
    ({'room': 'Vega'}, {'other_fields': '{"game": "omaha"}'})
    """
    if cell is None or cell == "":
        return {}
    if isinstance(cell, str):
        try:
            fields = decode_strictly(cell)
        except FileFormatError:
            fields = None
        if fields is not None and _WITH_COLUMNS.isdisjoint(fields) and fields.keys().isdisjoint(columns):
            return fields
    return {OTHER_FIELDS: cell}


def _list(fields: Mapping[str, Any], name: str) -> list[Any]:
    value = fields[name]
    if not isinstance(value, list):
        raise FileFormatError(f"expected {name} as a list with one entry for each seat, got {_named(value)}")
    return value


def _hole_cards(given: object, most: int, game: str) -> tuple[str, ...]:
    texts = []
    for seat, text in enumerate(_list({"hole_cards": given}, "hole_cards")):
        if text is not None and not isinstance(text, str):
            raise FileFormatError(f"expected cards as text for hole_cards[{seat}], got {_named(text)}")
        cards = _canonical(text or "", f"hole_cards[{seat}]")
        if len(cards) > 2 * most:
            raise FileFormatError(
                f"expected at most {most} cards for hole_cards[{seat}] in {game}, got {len(cards) // 2}: "
                f"{_short(cards)!r}"
            )
        texts.append(cards)
    return tuple(texts)


def _canonical(text: str, where: str) -> str:
    try:
        return format_cards(parse_cards(text))
    except PokerError as error:
        raise type(error)(f"{where}: {error}") from None


def _whole(value: object, expected: str) -> int:
    if _is_whole(value):
        kind = " (a decimal)" if str(value).isdecimal() else ""  # of Parquet: with no digits behind the point
        raise FileFormatError(f"expected {expected}, got {_short(str(value))}{kind}{whole_number_advice(int(value))}")
    if type(value) is not int:
        raise FileFormatError(f"expected {expected}, got {_named(value)}")
    if value not in _INT64:
        raise FileFormatError(f"expected {expected} in 64 bits, got a number of {value.bit_length()} bits")
    return value


def _is_whole(value: object) -> TypeGuard[float | Decimal]:
    if isinstance(value, Decimal):  # an exponent of many digits makes an integer that fills memory
        return value.adjusted() < 400 and value == int(value)
    return isinstance(value, float) and value.is_integer()


def whole_number_advice(number: int) -> str:
    """Say how a whole number that came as a decimal one has to be written, and where most of those come from.

    Examples
    --------
    >>> whole_number_advice(10)
    ": write 10 (pandas makes decimals of a column with gaps; fill them, then .astype('int64'))"
    """
    written = _short(str(number))
    return f": write {written} (pandas makes decimals of a column with gaps; fill them, then .astype('int64'))"


def _named(value: object) -> str:
    """Name a value as the file has it: JSON text and the kind of thing it is."""
    kinds = {str: "text", bool: "true or false", dict: "an object", list: "a list"}
    kinds |= dict.fromkeys((float, Decimal), "not a whole number")
    kind = "null" if value is None else kinds.get(type(value), type(value).__name__)
    if value is None:
        return kind
    if isinstance(value, dict | list):
        return f"{kind} of {len(value)}"
    text = json.dumps(value) if isinstance(value, str | float) else str(value)
    return f"{_short(text)} ({kind})"


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
