"""Fields that nobody reads: most are somebody's notes, but one that is nearly a known name is a slip to tell of."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from .rows import FIELDS, OTHER_FIELDS, RowChunk

__all__ = ["StrayField", "meant_by", "stray_fields"]

_KNOWN = (*FIELDS, "payouts", "returned", OTHER_FIELDS)
_IN_COLUMNS = ("game", "board", "button", "dead", OTHER_FIELDS)  # of CSV, which has the others by seat
_SEAT_KINDS = ("hole", "chips", "live", "payout", "returned")
_SEAT = re.compile(r"[0-9]+$")


class StrayField(NamedTuple):
    """A field that is not read although it looks like one that would be.

    Attributes
    ----------
    file : str
        Name of the file as it was given.
    line : int
        First line with it; 0 for a column, which belongs to no line.
    name : str
        What it is called.
    meant : str
        What it may have been meant to be called.
    """

    file: str
    line: int
    name: str
    meant: str


def meant_by(name: str, present: Collection[str], *, by_seat: bool = False) -> str | None:
    """Find the known field that a name is within one slip of: case, or a letter too many, too few, wrong or swapped.

    Parameters
    ----------
    name : str
        A field's name.
    present : collection of str
        All names that come with it; a known field that is there is not meant by another.
    by_seat : bool
        Whether there are columns by seat, such as ``hole_1``.

    Returns
    -------
    str or None
        The known name; None for a known name and for one that is like none.

    Examples
    --------
    >>> meant_by("buton", ["game", "buton"]), meant_by("Dead", ["Dead"]), meant_by("note", ["note"])
    ('button', 'dead', None)
    >>> meant_by("live1", ["hole_1", "chips_1", "live1"], by_seat=True)
    'live_1'
    """
    known = _IN_COLUMNS if by_seat else _KNOWN
    if by_seat and (seat := _SEAT.search(name)):
        known = (*(f"{kind}_{int(seat[0])}" for kind in _SEAT_KINDS), *known)
    if name in known:
        return None
    return next((each for each in known if each not in present and _is_one_slip(name.strip().lower(), each)), None)


def stray_fields(chunk: RowChunk, looked_at: set[str]) -> Iterator[StrayField]:
    """Find the fields of a chunk that are within one slip of a known one, each once.

    Parameters
    ----------
    chunk : RowChunk
        Rows as they were read.
    looked_at : set of str
        Names that need no other look; the new ones are added.

    Yields
    ------
    StrayField
        With the first line that it stands in.
    """
    names = chunk.columns()
    if names is not None:
        for name in dict.fromkeys(names):
            if name not in looked_at and (meant := meant_by(name, names, by_seat=chunk.has_seat_columns)):
                yield StrayField(chunk.file, 0, name, meant)
        looked_at.update(names)
        return
    for name in sorted(set().union(*chunk.rows) - looked_at):
        if meant_by(name, ()) is None:
            looked_at.add(name)
            continue
        for line, fields in zip(chunk.numbers, chunk.rows, strict=True):
            if name in fields and (meant := meant_by(name, fields)):
                looked_at.add(name)
                yield StrayField(chunk.file, line, name, meant)
                break


def _is_one_slip(text: str, known: str) -> bool:
    if text == known:
        return True
    start = next((i for i, (a, b) in enumerate(zip(text, known, strict=False)) if a != b), min(len(text), len(known)))
    rest, rest_known = text[start:], known[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return rest_known in (rest[1:], swapped) or rest_known[1:] in (rest, rest[1:])
