"""JSON Lines: one hand a line, an object with the fields of `rows`.

A line is read strictly, as `json_text` describes. A written line is the line that was read with ``payouts`` and
``returned`` (two lists of chips, one number for each seat) put at its end, or into their old places, so that fields
this package has never heard of come through to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import IO

from pokereval.errors import FileFormatError

from .json_text import DECODER, MAX_DEPTH, decode_strictly, json_text
from .lines import ByteSource, Lines, numbered_lines, too_long
from .rows import Fields, Reject, RowChunk

__all__ = ["JsonChunk", "JsonReader", "JsonWriter"]

_PAYOUTS = re.compile(r'"payouts"\s*:\s*\[[^\[\]{}"]*\]')
_RETURNED = re.compile(r'"returned"\s*:\s*\[[^\[\]{}"]*\]')


class JsonChunk(RowChunk):
    """Rows whose texts are JSON objects."""


class JsonReader:
    """Read one JSON Lines file.

    Parameters
    ----------
    path : str
        Name of the file, ``"-"`` for standard input.
    """

    def __init__(self, path: str) -> None:
        self.file = path
        self._source = ByteSource(path)

    @property
    def position(self) -> int:
        """Bytes of the file read so far."""
        return self._source.position

    def close(self) -> None:
        """Close the file."""
        self._source.close()

    def raw_chunks(self) -> Iterator[Lines]:
        """Give the file's lines, unread."""
        return numbered_lines(self._source, self.file)

    def parse(self, lines: Lines) -> RowChunk:
        """Read lines as objects."""
        numbers, texts, rejects = lines
        rows: list[Fields] = []
        bad: dict[int, str] = {}
        decode = DECODER.raw_decode
        for i, text in enumerate(texts):
            try:
                fields, end = decode(text)
                # A line of n names has at least n colons; more of them may be a name given twice, or objects in it.
                if (
                    end != len(text)
                    or type(fields) is not dict
                    or text.count(":") != len(fields)
                    or text.count("[") > MAX_DEPTH
                ):
                    fields = decode_strictly(text)
            except (ValueError, ArithmeticError, RecursionError):
                try:
                    fields = decode_strictly(text)
                except FileFormatError as error:
                    bad[i] = str(error)
                    continue
            rows.append(fields)
        if bad:
            rejects = rejects + [Reject(self.file, numbers[i], reason, texts[i]) for i, reason in bad.items()]
            kept = [i for i in range(len(texts)) if i not in bad]
            numbers, texts = [numbers[i] for i in kept], [texts[i] for i in kept]
        return JsonChunk(self.file, numbers, texts, rows, rejects)


class JsonWriter:
    """Write settled rows as JSON Lines.

    Parameters
    ----------
    stream : binary file
        Where the lines go; it is not closed here.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def write(
        self, chunk: RowChunk, payouts: Sequence[list[int] | None], returned: Sequence[list[int] | None]
    ) -> list[int]:
        """Write the rows of a chunk that have payouts, or write nothing and give those too long to be read again."""
        lines = []
        if isinstance(chunk, JsonChunk):
            for text, fields, paid, back in zip(chunk.texts, chunk.rows, payouts, returned, strict=True):
                if paid is None:
                    continue
                if "payouts" in fields or "returned" in fields or not text.endswith("}"):
                    lines.append(_put_in(text, fields, paid, back))
                else:
                    lines.append(f'{text[:-1]}, "payouts": {paid}, "returned": {back}}}')
        else:
            for i, paid in enumerate(payouts):
                if paid is not None:
                    fields = chunk.all_fields(i) | {"payouts": paid, "returned": returned[i]}
                    lines.append(json_text(fields))
        if unreadable := too_long(lines):
            written = [i for i, paid in enumerate(payouts) if paid is not None]
            return [written[k] for k in unreadable]
        if lines:
            lines.append("")
            self._stream.write("\n".join(lines).encode())
        return []

    def finish(self) -> None:
        """Write what is left; nothing in this format."""

    def close(self) -> None:
        """Write nothing more; nothing waits in this format."""


def _put_in(text: str, fields: Fields, paid: list[int], back: list[int] | None) -> str:
    """Write payouts into a line that has some already, or that has blanks after its end."""
    text = text.rstrip()
    added = ""
    for name, pattern, chips in (("payouts", _PAYOUTS, paid), ("returned", _RETURNED, back)):
        if name not in fields:
            added += f', "{name}": {chips}'
        elif "\\" not in text and text.count(f'"{name}"') == 1 and pattern.search(text):
            # The only place with this name and no escapes to hide another: the field itself.
            text = pattern.sub(f'"{name}": {chips}', text)
        else:
            return json_text(fields | {"payouts": paid, "returned": back})
    return f"{text[:-1]}{added}}}"
