"""The whole job: files in, one settled file and one file of rejects out, in chunks."""

from __future__ import annotations

import gc
import json
import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from typing import IO, Any, NamedTuple, Protocol, TypeAlias

from pokereval.errors import FileFormatError
from pokereval.pots import HandSettlement

from .counts import HandCounts
from .csv_rows import CsvReader, CsvWriter
from .field_names import StrayField, stray_fields
from .formats import check_file_names, file_format, is_read_once, output_format
from .json_rows import JsonReader, JsonWriter
from .lines import BREAKS_OFF, MAX_LINE_BYTES
from .parquet_rows import ParquetReader, ParquetWriter
from .replacing import ReplacingFile, commit_together
from .rows import Fields, HandRow, Reject, RowChunk, check_row
from .settling import SettledRows, Terms, settle_row, settle_rows

__all__ = [
    "FoundRow",
    "JobReport",
    "RowPlace",
    "SettledHand",
    "find_fields",
    "find_row",
    "settle_files",
]

_CHUNKS_PER_COLLECTION = 100
_TOO_LONG = f"with payouts the row would be longer than {MAX_LINE_BYTES} bytes, and could not be read again"

TableReader: TypeAlias = JsonReader | CsvReader | ParquetReader
OnProgress: TypeAlias = Callable[[int, int], None]
"""Called with the bytes read so far, over all files, and the rows done."""


class TableWriter(Protocol):
    """Writes settled rows in one format."""

    def write(
        self, chunk: RowChunk, payouts: Sequence[list[int] | None], returned: Sequence[list[int] | None]
    ) -> list[int]:
        """Write the rows of a chunk that have payouts, or write nothing and give those too long to be read again."""

    def finish(self) -> None:
        """Write what is left."""

    def close(self) -> None:
        """Write nothing more, whether it was finished or not."""


@dataclass(frozen=True, slots=True)
class SettledHand:
    """One row kept for showing: its file, its number as `find_row` counts, its fields and its settlement."""

    file: str
    number: int
    fields: Fields
    settlement: HandSettlement


class RowPlace(NamedTuple):
    """Where a row stands: its file and line, as in `Reject`."""

    file: str
    line: int


class FoundRow(NamedTuple):
    """One row that was looked for, and its fields that look like known ones but are not read."""

    fields: Fields
    stray_fields: list[StrayField]


@dataclass(slots=True)
class JobReport:
    """What a job did.

    Attributes
    ----------
    counts : HandCounts
        What happened in the settled hands.
    rejected : int
        Rows that are no hands.
    first_rejects : list of Reject
        The first few of them.
    first_dead_excess : list of RowPlace
        The first few hands in which a lone excess was taken for a forced ante; `counts` has the number of all.
    stray_fields : list of StrayField
        Fields that were not read, although their names are within one slip of known ones.
    seconds : float
        Time from the first byte to the last.
    kept : list of SettledHand
        The first hands, when they were asked for.
    """

    counts: HandCounts = field(default_factory=HandCounts)
    rejected: int = 0
    first_rejects: list[Reject] = field(default_factory=list)
    first_dead_excess: list[RowPlace] = field(default_factory=list)
    stray_fields: list[StrayField] = field(default_factory=list)
    seconds: float = 0.0
    kept: list[SettledHand] = field(default_factory=list)


def open_table(path: str, given: str | None = None) -> TableReader:
    """Open one file for reading; see `file_format` for the parameters and errors."""
    readers: dict[str, Callable[[str], TableReader]] = {"jsonl": JsonReader, "csv": CsvReader, "parquet": ParquetReader}
    return readers[file_format(path, given)](path)


def settle_files(
    paths: Sequence[str],
    terms: Terms,
    *,
    out: str | None = None,
    out_format: str | None = None,
    rejects: str | None = None,
    input_format: str | None = None,
    keep: int = 0,
    keep_rejects: int = 5,
    keep_places: int = 5,
    on_progress: OnProgress | None = None,
) -> JobReport:
    """Settle every hand of some files.

    Memory does not grow with the files. The outputs appear under their names when everything has been read, or
    not at all.

    Parameters
    ----------
    paths : sequence of str
        Files to read one after the other, ``"-"`` for standard input.
    terms : Terms
        What holds for every hand.
    out : str, optional
        File for the settled rows; its name tells the format. ``"-"``, a device or a pipe, whose names don't, have that
        of the first input, if it is text.
    out_format : {"jsonl", "csv", "parquet"}, optional
        Format of `out` when its name does not tell.
    rejects : str, optional
        File for the rows that are no hands, as JSON Lines with ``file``, ``line``, ``reason`` and ``row``.
    input_format : {"jsonl", "csv", "parquet"}, optional
        Format of the files when their names do not tell.
    keep, keep_rejects, keep_places : int
        How many hands, rejects and places of a lone excess to keep in the report.
    on_progress : callable, optional
        Called with the bytes read and the rows done, after each chunk.

    Returns
    -------
    JobReport
        What happened.

    Raises
    ------
    FileFormatError
        If a file cannot be read at all (its format is not known, or it has no usable header), if an output is an input,
        or if the name of one tells no format, or another than it would have.
    OSError
        If a file cannot be opened, read or written.
    """
    report = JobReport()
    started = time.perf_counter()
    formats = [file_format(path, input_format) for path in paths]
    check_file_names(paths, out, rejects)
    out_format = output_format(out, formats, out_format)
    looked_at: set[str] = set()
    with ExitStack() as stack:
        stack.enter_context(_collection_between_chunks())
        # The first input before the outputs, so that a file that cannot be read leaves no trace.
        reader = stack.enter_context(closing(open_table(paths[0], input_format)))
        layout = _common_layout(paths, formats, out_format, reader)
        reject_file = stack.enter_context(ReplacingFile(rejects)) if rejects is not None else None
        out_file = stack.enter_context(ReplacingFile(out)) if out is not None else None
        writer = stack.enter_context(closing(_writer(out_file.stream, out_format, layout))) if out_file else None
        done = chunks = 0
        for i, path in enumerate(paths):
            if i:
                reader = stack.enter_context(closing(open_table(path, input_format)))
                if layout is not None and _layout(reader) not in (None, layout):
                    raise FileFormatError(f"{path}: expected the columns that it had when the job began")
            passed = 0
            for lines in reader.raw_chunks():
                chunk = reader.parse(lines)
                report.stray_fields += stray_fields(chunk, looked_at)
                settled = settle_rows(chunk.rows, terms)
                if writer and (too_long := writer.write(chunk, settled.payouts, settled.returned)):
                    settled = settle_rows(chunk.rows, terms, dict.fromkeys(too_long, _TOO_LONG))
                    writer.write(chunk, settled.payouts, settled.returned)
                rejects_here = _rejects(chunk, settled)
                if reject_file and rejects_here:
                    records = [json.dumps(reject._asdict()) for reject in rejects_here]
                    reject_file.stream.write("".join(f"{record}\n" for record in records).encode())
                report.first_rejects += rejects_here[: max(0, keep_rejects - len(report.first_rejects))]
                if settled.dead_excess:
                    room = max(0, keep_places - len(report.first_dead_excess))
                    places = [RowPlace(path, chunk.numbers[i]) for i in sorted(settled.dead_excess)[:room]]
                    report.first_dead_excess += places
                if len(report.kept) < keep:
                    _keep(report, keep, chunk, settled, terms, passed)
                report.counts += settled.counts
                report.rejected += len(rejects_here)
                passed += len(chunk.rows) + len(chunk.rejects)
                chunks += 1
                if chunks % _CHUNKS_PER_COLLECTION == 0:
                    gc.collect()
                if on_progress:
                    on_progress(done + int(reader.position), report.counts.hands + report.rejected)
            reader.close()
            done += os.path.getsize(path) if path != "-" else 0
        if writer:
            writer.finish()
        commit_together([file for file in (reject_file, out_file) if file])
    report.seconds = time.perf_counter() - started
    return report


@contextmanager
def _collection_between_chunks() -> Iterator[None]:
    """Stop Python from looking for cycles among the fields of thousands of rows, which have none."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def find_row(path: str, number: int, *, input_format: str | None = None) -> HandRow:
    """Read one row of a file.

    Parameters
    ----------
    path : str
        Name of the file.
    number : int
        Which row, from 1; blank lines and a CSV header don't count, damaged rows do.
    input_format : {"jsonl", "csv", "parquet"}, optional
        Format of the file when its name does not tell.

    Returns
    -------
    HandRow
        The hand.

    Raises
    ------
    FileFormatError
        If there is no such row, or it is no hand.
    """
    return check_row(find_fields(path, number, input_format=input_format).fields)


def find_fields(path: str, number: int, *, input_format: str | None = None) -> FoundRow:
    """Read the fields of one row of a file, whatever they hold; arguments and errors are those of `find_row`."""
    passed, end = 0, ""
    with closing(open_table(path, input_format)) as reader:
        for lines in reader.raw_chunks():
            broken = [reject.reason for reject in lines.rejects if reject.reason.endswith(BREAKS_OFF)]
            end = f"; {broken[0]}" if broken else ""
            size = len(lines.numbers) + len(lines.rejects)
            if passed + size < number:
                passed += size
                continue
            chunk = reader.parse(lines)
            found: dict[int, Fields | Reject] = dict(zip(chunk.numbers, chunk.rows, strict=True))
            found |= {reject.line: reject for reject in chunk.rejects}
            line = sorted(found)[number - passed - 1]
            row = found[line]
            if isinstance(row, Reject):
                raise FileFormatError(f"{path}: row {number}: {row.reason}")
            alone = RowChunk(path, [line], [], [row]) if chunk.columns() is None else chunk
            return FoundRow(row, list(stray_fields(alone, set())))
    if not passed:
        raise FileFormatError(f"{path}: expected a hand, got a file without any")
    raise FileFormatError(f"expected a hand from 1 to {passed} in {path}, got {number}{end}")


def _common_layout(paths: Sequence[str], formats: Sequence[str], out_format: str, first: TableReader) -> Any:
    """Columns that every input and the output share, if they do: CSV headers or Parquet schemas."""
    if set(formats) != {out_format} or out_format == "jsonl":
        return None
    layouts: list[Any] = [_layout(first)]
    for path in paths[1:]:
        if is_read_once(path):  # so its header cannot be looked at beforehand
            return None
        with closing(open_table(path, out_format)) as reader:
            layouts.append(_layout(reader))
    known = [layout for layout in layouts if layout is not None]  # empty CSV files have none
    return known[0] if known and all(layout == known[0] for layout in known) else None


def _layout(reader: TableReader) -> Any:
    if isinstance(reader, CsvReader):
        return reader.layout
    return reader.schema if isinstance(reader, ParquetReader) else None


def _writer(stream: IO[bytes], out_format: str, layout: Any) -> TableWriter:
    if out_format == "csv":
        return CsvWriter(stream, layout)
    return ParquetWriter(stream, layout) if out_format == "parquet" else JsonWriter(stream)


def _rejects(chunk: RowChunk, settled: SettledRows) -> list[Reject]:
    """Give the chunk's rejects, those that could not be read and those that could not be settled, by line."""
    rejects = list(chunk.rejects)
    rejects += [
        Reject(chunk.file, chunk.numbers[i], reason, chunk.row_text(i)) for i, reason in settled.reasons.items()
    ]
    return sorted(rejects, key=lambda reject: reject.line)


def _keep(report: JobReport, keep: int, chunk: RowChunk, settled: SettledRows, terms: Terms, passed: int) -> None:
    """Keep the first settled hands of a chunk, numbered among all rows of their file."""
    unread = sorted(reject.line for reject in chunk.rejects)
    for i, paid in enumerate(settled.payouts):
        if len(report.kept) >= keep:
            return
        if paid is not None:
            number = passed + i + 1 + bisect_left(unread, chunk.numbers[i])
            settlement = settle_row(check_row(chunk.rows[i]), terms)
            report.kept.append(SettledHand(chunk.file, number, chunk.all_fields(i), settlement))
