"""CSV: one hand a line under a header, comma-separated, UTF-8.

The header names the columns, in any order::

    game,board,button,hole_1,hole_2,...,chips_1,chips_2,...,live_1,live_2,...

``hole_k``, ``chips_k`` and ``live_k`` belong to the k-th seat, which has index k - 1 in ``button``; all three go up
to the same k, at most 10. ``board``, ``button``, the ``live`` columns and ``dead`` may be left out. A hand with fewer
seats than the header leaves the cells of its last seats empty. ``live`` is 1 or 0, true or false; empty in all seats
it means that the seats with known cards are live. Other columns are kept as they are.

One hand is one line: a quoted cell may hold commas and doubled quotes, but no line break, so that a stray quote
cannot swallow the lines after it. A line break between cards that come from another format is written as a blank.

A settled file has the columns of its input and ``payout_k`` and ``returned_k`` for each seat. When the input is not
CSV, or several files with different headers, the columns are those above for ten seats, ``dead``, and
``other_fields``, which holds any further fields as one JSON object and is taken apart again by this reader.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, ClassVar

from pokereval.errors import FileFormatError

from .lines import MAX_LINE_BYTES, ByteSource, Lines, numbered_lines, too_long
from .rows import (
    FIELDS,
    MAX_SEATS,
    OTHER_FIELDS,
    Fields,
    Reject,
    RowChunk,
    other_fields,
    taken_apart,
    whole_number_advice,
)

__all__ = ["CsvChunk", "CsvLayout", "CsvReader", "CsvWriter"]

_SEAT_COLUMN = re.compile(r"(hole|chips|live|payout|returned)_([1-9][0-9]*)")
_WHOLE = re.compile(r"-?[0-9]+")
_WHOLE_DECIMAL = re.compile(r"(-?[0-9]{1,20})\.0+")
_BY_SEAT = {"hole_cards": "hole", "contributions": "chips", "live": "live"}
_LINE_BREAKS = re.compile(r"[\r\n]+")
_LIVE = {"1": True, "0": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class CsvLayout:
    """The columns of a header, found by name.

    Attributes
    ----------
    columns : tuple of str
        The header's cells.
    places : dict
        Column numbers of ``game``, ``board``, ``button``, ``dead`` and ``other_fields``, as far as they are there.
    hole, chips, live, payout, returned : tuple of int
        Column numbers by seat; empty where the header has none.
    others : tuple of int
        Column numbers that mean nothing to this package.
    """

    columns: tuple[str, ...]
    places: dict[str, int]
    hole: tuple[int, ...]
    chips: tuple[int, ...]
    live: tuple[int, ...]
    payout: tuple[int, ...]
    returned: tuple[int, ...]
    others: tuple[int, ...]

    @classmethod
    def of(cls, columns: Sequence[str], file: str) -> CsvLayout:
        """Read a header.

        Raises
        ------
        FileFormatError
            If a column is missing, comes twice, or is one seat's but not another's.
        """
        names = [name.strip() for name in columns]
        seats: dict[str, dict[int, int]] = {kind: {} for kind in ("hole", "chips", "live", "payout", "returned")}
        places: dict[str, int] = {}
        others = []
        for place, name in enumerate(names):
            if match := _SEAT_COLUMN.fullmatch(name):
                seats[match[1]][int(match[2])] = place
            elif name in _BY_SEAT:
                raise FileFormatError(f"{file}: expected columns by seat, such as {_BY_SEAT[name]}_1, got {name!r}")
            elif name in FIELDS or name == OTHER_FIELDS:
                places[name] = place
            else:
                others.append(place)
        count = len(seats["hole"])
        if "game" not in places or not seats["hole"] or not seats["chips"]:
            shown = ",".join(names)
            raise FileFormatError(
                f"{file}: expected a header with game, hole_1, hole_2, ..., chips_1, chips_2, ..., got {shown[:60]!r}"
            )
        if twice := next((name for place, name in enumerate(names) if names.index(name) != place), None):
            raise FileFormatError(f"{file}: expected every column once in the header, got {twice!r} twice")
        if not 2 <= count <= MAX_SEATS:
            raise FileFormatError(f"{file}: expected 2 to {MAX_SEATS} hole_ columns in the header, got {count}")
        for kind, found in seats.items():
            if found and sorted(found) != list(range(1, count + 1)):
                raise FileFormatError(
                    f"{file}: expected {kind}_1 to {kind}_{count} in the header, as it has {count} hole_ columns, got "
                    + ", ".join(f"{kind}_{seat}" for seat in sorted(found))
                )
        by_seat = {kind: tuple(found[seat] for seat in sorted(found)) for kind, found in seats.items()}
        return cls(columns=tuple(names), places=places, others=tuple(others), **by_seat)


@dataclass(slots=True)
class CsvChunk(RowChunk):
    """Rows with the cells they were read from."""

    layout: CsvLayout | None = None
    cells: list[list[str]] = field(default_factory=list)
    has_seat_columns: ClassVar[bool] = True

    def columns(self) -> Sequence[str] | None:
        """Give the header."""
        return self.layout.columns if self.layout else ()

    def all_fields(self, i: int) -> Fields:
        """Give the fields of row i with its other columns as texts."""
        assert self.layout is not None
        fields = dict(self.rows[i])
        cells = self.cells[i]
        for place in self.layout.others:
            fields[self.layout.columns[place]] = cells[place]
        if OTHER_FIELDS in self.layout.places:
            fields |= taken_apart(cells[self.layout.places[OTHER_FIELDS]], fields)
        return fields


class CsvReader:
    """Read one CSV file.

    Parameters
    ----------
    path : str
        Name of the file, ``"-"`` for standard input.

    Raises
    ------
    FileFormatError
        If the header cannot be read.
    """

    def __init__(self, path: str) -> None:
        self.file = path
        self._source = ByteSource(path)
        self._lines = numbered_lines(self._source, path)
        self._first = Lines([], [], [])
        self.layout: CsvLayout | None = None  # an empty file has none
        try:
            self._read_header()
        except FileFormatError:
            self.close()
            raise

    def _read_header(self) -> None:
        self._first = next(self._lines, self._first)
        _, texts, rejects = self._first
        line = next(iter(self._first.numbers), None)
        if rejects and (line is None or rejects[0].line < line):
            raise FileFormatError(f"{self.file}: expected a header in line {rejects[0].line}: {rejects[0].reason}")
        if texts:
            try:
                cells = _cells(texts[0])
            except FileFormatError as error:
                raise FileFormatError(f"{self.file}: expected a header in line {line}: {error}") from None
            self.layout = CsvLayout.of(cells, self.file)

    @property
    def position(self) -> int:
        """Bytes of the file read so far."""
        return self._source.position

    def close(self) -> None:
        """Close the file."""
        self._source.close()

    def raw_chunks(self) -> Iterator[Lines]:
        """Give the file's lines below the header, unread."""
        numbers, texts, rejects = self._first
        yield Lines(numbers[1:], texts[1:], rejects)
        yield from self._lines

    def parse(self, lines: Lines) -> RowChunk:
        """Read lines as cells and cells as fields."""
        layout, (numbers, texts, rejects) = self.layout, lines
        rows: list[Fields] = []
        kept_cells = []
        bad: dict[int, str] = {}
        for i, text in enumerate(texts):
            try:
                cells = text.split(",") if '"' not in text else _cells(text)
                assert layout is not None
                rows.append(_fields(cells, layout))
                kept_cells.append(cells)
            except FileFormatError as error:
                bad[i] = str(error)
        if bad:
            rejects = rejects + [Reject(self.file, numbers[i], reason, texts[i]) for i, reason in bad.items()]
            kept = [i for i in range(len(texts)) if i not in bad]
            numbers, texts = [numbers[i] for i in kept], [texts[i] for i in kept]
        return CsvChunk(self.file, numbers, texts, rows, rejects, layout, kept_cells)


class CsvWriter:
    """Write settled rows as CSV.

    Parameters
    ----------
    stream : binary file
        Where the lines go; it is not closed here.
    layout : CsvLayout, optional
        The header of the input, if every input has this one; its cells are written as they were read.
    """

    def __init__(self, stream: IO[bytes], layout: CsvLayout | None) -> None:
        self._stream = stream
        self._layout = layout
        columns = list(layout.columns) if layout else _GENERAL_COLUMNS
        self._seats = len(layout.hole) if layout else MAX_SEATS
        for kind in ("payout", "returned"):
            if layout is None or not getattr(layout, kind):
                columns = columns + [f"{kind}_{seat}" for seat in range(1, self._seats + 1)]
        header = _csv_text([columns])
        if too_long([header[:-1]]):
            raise FileFormatError(f"expected a header of at most {MAX_LINE_BYTES} bytes with its columns of payouts")
        self._stream.write(header.encode())

    def write(
        self, chunk: RowChunk, payouts: Sequence[list[int] | None], returned: Sequence[list[int] | None]
    ) -> list[int]:
        """Write the rows of a chunk that have payouts, or write nothing and give those too long to be read again."""
        lines: list[list[Any]] = []
        for i, (paid, back) in enumerate(zip(payouts, returned, strict=True)):
            if paid is None or back is None:
                continue
            empty = [""] * (self._seats - len(paid))
            if self._layout is None:
                lines.append([*_general_cells(chunk.all_fields(i)), *paid, *empty, *back, *empty])
            else:
                assert isinstance(chunk, CsvChunk)
                cells: list[Any] = list(chunk.cells[i])
                for places, chips in ((self._layout.payout, paid), (self._layout.returned, back)):
                    if not places:
                        cells += chips
                        cells += empty
                    for place, piece in zip(places, [*chips, *empty], strict=False):
                        cells[place] = piece
                lines.append(cells)
        text = _csv_text(lines)
        if unreadable := too_long(text.split("\n")):  # no cell has a line feed: lines were cut there, or are JSON
            written = [i for i, paid in enumerate(payouts) if paid is not None]
            return [written[k] for k in unreadable]
        self._stream.write(text.encode())
        return []

    def finish(self) -> None:
        """Write what is left; nothing in this format."""

    def close(self) -> None:
        """Write nothing more; nothing waits in this format."""


_GENERAL_COLUMNS = [
    *("game", "board", "button"),
    *(f"{kind}_{seat}" for kind in ("hole", "chips", "live") for seat in range(1, MAX_SEATS + 1)),
    *("dead", OTHER_FIELDS),
]


def _general_cells(fields: Fields) -> list[Any]:
    empty = [""] * (MAX_SEATS - len(fields["contributions"]))
    live = fields.get("live")
    live_cells = [int(is_live) for is_live in live] if live is not None else [""] * len(fields["contributions"])
    button = fields.get("button")
    holes = map(_card_cell, fields["hole_cards"])
    return [
        *(fields["game"], _card_cell(fields.get("board")), "" if button is None else button),
        *(cell for cells in (holes, fields["contributions"], live_cells) for cell in (*cells, *empty)),
        "" if fields.get("dead") is None else fields["dead"],
        other_fields(fields),
    ]


def _csv_text(lines: list[list[Any]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def _card_cell(cards: str | None) -> str:
    """Write cards on one line: line breaks may stand between cards, but not in a row."""
    return _LINE_BREAKS.sub(" ", cards or "")


def _cells(text: str) -> list[str]:
    try:
        if len(text) <= csv.field_size_limit():
            return next(csv.reader([text], strict=True))
        # The bound is one of the whole process; lines are bounded here already.
        before = csv.field_size_limit(len(text))
        try:
            return next(csv.reader([text], strict=True))
        finally:
            csv.field_size_limit(before)
    except csv.Error as error:
        reason = str(error)
        if reason.startswith("new-line"):  # Python speaks of its own ways to open a file
            reason = "a carriage return outside of quotes; lines end in LF or CR LF"
        raise FileFormatError(f"not CSV: {reason}") from None


def _fields(cells: list[str], layout: CsvLayout) -> Fields:
    """Read one line's cells as fields."""
    if len(cells) != len(layout.columns):
        raise FileFormatError(f"expected {len(layout.columns)} cells as in the header, got {len(cells)}")
    chips = [cells[place] for place in layout.chips]
    holes = [cells[place] for place in layout.hole]
    live: list[str] = [cells[place] for place in layout.live]
    if "" in chips and not "".join(chips[(seats := chips.index("")) :]).strip():
        if "".join(holes[seats:]).strip() or "".join(live[seats:]).strip():
            raise FileFormatError(f"expected whole chips in chips_{seats + 1} or an empty seat, got an empty cell")
        del chips[seats:], holes[seats:], live[seats:]
    joined = "".join(chips)
    if joined.isdecimal() and joined.isascii() and "" not in chips and max(map(len, chips)) <= 18:
        contributions = list(map(int, chips))
    else:
        contributions = [_whole(chip, f"whole chips in chips_{seat}") for seat, chip in enumerate(chips, 1)]
    fields: Fields = {
        "game": cells[layout.places["game"]].strip(),
        "hole_cards": holes,
        "board": "",
        "contributions": contributions,
        "live": _live(live) if live else None,
        "button": None,
    }
    if "board" in layout.places:
        fields["board"] = cells[layout.places["board"]]
    if "button" in layout.places and (button := cells[layout.places["button"]]):
        fields["button"] = _whole(button, "a seat, counted from 0, in button")
    if "dead" in layout.places and (dead := cells[layout.places["dead"]]):
        fields["dead"] = _whole(dead, "whole chips in dead")
    return fields


def _live(cells: list[str]) -> list[bool] | None:
    try:
        return [_LIVE[cell] for cell in cells]
    except KeyError:
        texts = [cell.strip().lower() for cell in cells]
        if not any(texts):
            return None
        for seat, text in enumerate(texts, 1):
            if text not in _LIVE:
                expected = f"expected 1, 0, true or false in live_{seat}"
                raise FileFormatError(f"{expected}, got {cells[seat - 1]!r}{_advice(text)}") from None
        return [_LIVE[text] for text in texts]


def _whole(cell: str, expected: str) -> int:
    text = cell.strip()
    if not _WHOLE.fullmatch(text):
        raise FileFormatError(f"expected {expected}, got {cell[:40]!r}{_advice(text)}")
    if len(text) > 20:
        raise FileFormatError(f"expected {expected} in 64 bits, got a number of {len(text)} digits")
    return int(text)


def _advice(text: str) -> str:
    """Say how to write a whole number that stands there as a decimal one."""
    decimal = _WHOLE_DECIMAL.fullmatch(text)
    return whole_number_advice(int(decimal[1])) if decimal else ""
