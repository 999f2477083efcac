"""Bytes to numbered lines of text, whatever the bytes are.

A file may be plain or gzipped (the first two bytes tell), end its lines in LF or CR LF, begin with a byte order
mark, hold bytes that are not UTF-8, have a line without end, or break off in the middle of its gzip data. None of
that stops the lines around the damage: what cannot be a line of text comes out as a `Reject` with its number.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from .rows import MAX_CHUNK_ROWS, Reject

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["BREAKS_OFF", "MAX_LINE_BYTES", "ByteSource", "Lines", "numbered_lines", "too_long"]

MAX_LINE_BYTES = 1 << 20  # no table of ten seats needs a thousandth of it; without a bound, one line could fill memory
BREAKS_OFF = "nothing after this line can be read"  # the end of a reject's reason
_BLOCK_BYTES = 1 << 20
_GZIP_MAGIC = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Lines(NamedTuple):
    """Lines that are not blank, in file order, and what could not be read among them."""

    numbers: Sequence[int]
    texts: list[str]
    rejects: list[Reject]


class DamagedSourceError(Exception):
    """The compressed data cannot be read past this point."""


class ByteSource:
    """The bytes of one file or of standard input, unpacked when they are gzipped.

    Parameters
    ----------
    path : str
        Name of the file, or ``"-"`` for standard input.
    """

    def __init__(self, path: str) -> None:
        self._owned = path != "-"
        raw = open(path, "rb") if self._owned else sys.stdin.buffer  # noqa: SIM115 - closed by `close`
        self._raw = cast("io.BufferedReader", raw)
        self._stream: BinaryIO = self._raw
        self._damage: DamagedSourceError | None = None
        _let_it_wait(self._raw)
        head = self._raw.peek(2)[:2]
        if len(head) == 1:  # of a pipe whose writer has written one byte so far
            head = self._raw.read(2)
            self._stream = io.BufferedReader(_PutBack(head, self._raw))
        if head == _GZIP_MAGIC:
            self._stream = cast("BinaryIO", gzip.GzipFile(fileobj=self._stream, mode="rb"))

    def close(self) -> None:
        """Close the file; standard input is left open."""
        if self._owned:
            self._raw.close()

    @property
    def position(self) -> int:
        """Bytes of the file that have been read (compressed ones, if it is gzipped); 0 for standard input."""
        return self._raw.tell() if self._owned and self._raw.seekable() else 0

    def read(self) -> bytes:
        """Read the next block, empty at the end.

        Raises
        ------
        DamagedSourceError
            If gzip data is damaged or breaks off; everything before the damage has been handed out by then.
        """
        if self._damage:
            raise self._damage
        pieces: list[bytes] = []
        missing = _BLOCK_BYTES
        while missing > 0:
            try:
                piece = cast("io.BufferedReader", self._stream).read1(missing)
            except EOFError:
                self._damage = DamagedSourceError("the gzip data breaks off before its end")
            except (zlib.error, gzip.BadGzipFile) as error:
                self._damage = DamagedSourceError(f"the gzip data is damaged: {error}")
            if self._damage:
                if not pieces:
                    raise self._damage
                break
            if not piece:
                break
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)


class _PutBack(io.RawIOBase):
    """A stream whose first bytes have been looked at and come again."""

    def __init__(self, head: bytes, rest: io.BufferedReader) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        piece = self._head[: len(room)] or self._rest.read1(len(room))
        self._head = self._head[len(room) :]
        room[: len(piece)] = piece
        return len(piece)


def _let_it_wait(stream: io.BufferedReader) -> None:
    """Make a pipe wait for its writer: one that does not looks as if it were at its end when it is only empty."""
    with contextlib.suppress(OSError, AttributeError):  # not a stream of the system's; a system without this
        if not os.get_blocking(stream.fileno()):
            os.set_blocking(stream.fileno(), True)


def numbered_lines(source: ByteSource, name: str) -> Iterator[Lines]:
    """Cut a source into lines, a few thousand at a time, numbered from 1.

    Blank lines are passed over, but counted. A line longer than `MAX_LINE_BYTES` is rejected without being held
    in memory.

    Parameters
    ----------
    source : ByteSource
        Where the bytes come from.
    name : str
        The file's name for the rejects.

    Yields
    ------
    Lines
        At most `MAX_CHUNK_ROWS` lines.
    """
    number, carry, overlong, at_start, at_end = 1, b"", b"", True, False
    while not at_end:
        damage = ""
        try:
            block = source.read()
        except DamagedSourceError as error:
            block, damage = b"", str(error)
        at_end = not block
        if at_start and block.startswith(_BYTE_ORDER_MARK):
            block = block[len(_BYTE_ORDER_MARK) :]
        at_start = False
        if overlong:  # in the middle of a line that is being thrown away
            end = block.find(b"\n")
            if end < 0 and not at_end:
                continue
            yield Lines([], [], [_overlong(name, number, overlong)])
            number, overlong, block = number + 1, b"", block[end + 1 :]
        block = carry + block
        cut = block.rfind(b"\n") + 1
        if at_end and not damage:
            cut = len(block)
        whole, carry = block[:cut], block[cut:]
        if whole:
            count = whole.count(b"\n") + (not whole.endswith(b"\n"))
            yield from _decoded(whole, number, name)
            number += count
        if damage:
            reason = f"{damage}; {BREAKS_OFF}"
            start = carry[:MAX_LINE_BYTES].decode(errors="backslashreplace")
            yield Lines([], [], [Reject(name, number, reason, start)])
        elif len(carry) > MAX_LINE_BYTES:
            overlong, carry = carry[:MAX_LINE_BYTES], b""


def _decoded(whole: bytes, first: int, name: str) -> Iterator[Lines]:
    """Lines of a block that ends where a line ends."""
    rejects: dict[int, Reject] = {}
    try:
        texts = whole.decode().split("\n")
    except UnicodeDecodeError:
        texts = []
        for number, line in enumerate(whole.split(b"\n"), first):
            try:
                texts.append(line.decode())
            except UnicodeDecodeError as error:
                reason = f"not UTF-8 text: byte 0x{line[error.start]:02x} in column {error.start + 1}"
                rejects[number] = Reject(name, number, reason, line.decode(errors="backslashreplace").rstrip("\r"))
                texts.append("")
    if "\r" in texts[0] or b"\r" in whole:
        texts = [text[:-1] if text.endswith("\r") else text for text in texts]
    for i in too_long(texts):
        rejects[first + i] = _overlong(name, first + i, texts[i].encode()[:MAX_LINE_BYTES])
        texts[i] = ""
    for start in range(0, len(texts), MAX_CHUNK_ROWS):
        some = texts[start : start + MAX_CHUNK_ROWS]
        numbers: Sequence[int] = range(first + start, first + start + len(some))
        if not all(some) or any(map(str.isspace, some)):
            kept = [(number, text) for number, text in zip(numbers, some, strict=True) if text and not text.isspace()]
            numbers, some = [number for number, _ in kept], [text for _, text in kept]
        here = range(first + start, first + start + MAX_CHUNK_ROWS)
        bad = [rejects[number] for number in here if number in rejects] if rejects else []
        if some or bad:
            yield Lines(numbers, some, bad)


def too_long(lines: Sequence[str]) -> list[int]:
    """Indexes of the lines that `numbered_lines` would reject for their length."""
    if max(map(len, lines), default=0) * 4 <= MAX_LINE_BYTES:  # a character takes up to four bytes
        return []
    return [i for i, line in enumerate(lines) if len(line.encode()) > MAX_LINE_BYTES]


def _overlong(name: str, number: int, start: bytes) -> Reject:
    reason = f"longer than {MAX_LINE_BYTES} bytes, of which the first 1000 are kept"
    return Reject(name, number, reason, start[:1000].decode(errors="backslashreplace"))
