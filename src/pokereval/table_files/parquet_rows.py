"""Parquet: one hand a row, read and written with pyarrow (the extra ``arrow``), which is imported when first needed.

The columns have the names of the JSON Lines fields: ``game`` and ``board`` text, ``hole_cards`` a list of text,
``contributions`` a list of integers, ``live`` a list of booleans, ``button`` and ``dead`` integers. Other columns are
kept as they are.

A settled file has the columns of its input and ``payouts`` and ``returned``, lists of int64. When the input is not
Parquet, or several files of different schemas, there is one further column, ``other_fields``, which holds any other
fields as a JSON object.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from pokereval.errors import FileFormatError

from .formats import is_read_once
from .json_text import json_text
from .lines import Lines
from .rows import FIELDS, OTHER_FIELDS, Fields, Reject, RowChunk, other_fields, taken_apart

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["MissingExtraError", "ParquetChunk", "ParquetReader", "ParquetWriter"]

_BATCH_ROWS = 4096
_GROUP_ROWS = 65536  # a row group of the output: large enough to be scanned well, small enough to be held


class MissingExtraError(FileFormatError):
    """A package that only an extra brings is not installed."""


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("Parquet files need pyarrow: install it with pip install 'pokereval[arrow]'") from None
    return pyarrow, pyarrow.parquet


@dataclass(slots=True)
class ParquetChunk(RowChunk):
    """Rows with the record batch they were read from."""

    batch: Any = None
    whole_rows: list[Fields] | None = None

    def row_text(self, i: int) -> str:
        """Give row i as JSON."""
        return json_text(_rows(self.batch.slice(i, 1))[0])

    def columns(self) -> Sequence[str] | None:
        """Give the file's columns."""
        names: list[str] = self.batch.schema.names
        return names

    def all_fields(self, i: int) -> Fields:
        """Give every column of row i."""
        if self.whole_rows is None:
            self.whole_rows = _rows(self.batch)
        fields = dict(self.whole_rows[i])
        if fields.get("dead") is None:
            fields.pop("dead", None)
        return fields | taken_apart(fields.pop(OTHER_FIELDS, None), fields)


class ParquetReader:
    """Read one Parquet file.

    Parameters
    ----------
    path : str
        Name of the file; Parquet cannot come from standard input or a pipe, as its index is at the end.

    Raises
    ------
    MissingExtraError
        If pyarrow is not installed.
    FileFormatError
        If this is no Parquet file, or a column is missing.
    """

    def __init__(self, path: str) -> None:
        arrow, parquet = _arrow()
        self.file = path
        # In damaged files names and texts need not be UTF-8, which is a ValueError.
        self._errors = (arrow.ArrowException, OSError, ValueError)
        if path == "-" or (is_read_once(path) and not os.path.isfile(path)):
            raise FileFormatError(f"{path}: expected a file on the disk, as Parquet has its index at its end")
        try:
            # Buffered, so that a file of one huge row group is not loaded in one piece.
            self._file = parquet.ParquetFile(path, buffer_size=1 << 20, pre_buffer=False)
        except self._errors as error:
            if getattr(error, "errno", None):  # the file system's own
                raise
            raise FileFormatError(f"{path}: expected a Parquet file: {_first_line(error)}") from None
        names = self._file.schema_arrow.names
        if len(set(names)) != len(names):
            self.close()
            raise FileFormatError(f"{path}: expected every column once, got {', '.join(names)[:60]}")
        missing = [name for name in ("game", "hole_cards", "contributions") if name not in names]
        if missing:
            self.close()
            raise FileFormatError(f"{path}: expected a column {missing[0]!r}, got {', '.join(names)[:60]}")
        self._rows_read = 0

    @property
    def schema(self) -> Any:
        """The file's columns and their types."""
        return self._file.schema_arrow

    @property
    def position(self) -> float:
        """Bytes of the file read so far, as the share of its rows."""
        share = self._rows_read / max(1, self._file.metadata.num_rows)
        return int(os.path.getsize(self.file) * share)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def raw_chunks(self) -> Iterator[Any]:
        """Give the file's record batches; where a row group is damaged, rejects for the rest of its rows."""
        for group in range(self._file.num_row_groups):
            rows = self._file.metadata.row_group(group).num_rows
            last = self._rows_read + rows
            try:
                for batch in self._file.iter_batches(_BATCH_ROWS, row_groups=[group], use_threads=False):
                    first = self._rows_read + 1
                    self._rows_read += len(batch)
                    yield ParquetLines(range(first, first + len(batch)), batch)
            except self._errors as error:
                reason = f"the Parquet file is damaged: {_first_line(error)}"
                while self._rows_read < last:
                    lost = range(self._rows_read + 1, min(last, self._rows_read + _BATCH_ROWS) + 1)
                    self._rows_read += len(lost)
                    yield Lines([], [], [Reject(self.file, number, reason, "") for number in lost])

    def parse(self, lines: Any) -> RowChunk:
        """Read a record batch as fields."""
        if isinstance(lines, Lines):
            return RowChunk(self.file, [], [], [], lines.rejects)
        batch = lines.batch
        names = [name for name in FIELDS if name in batch.schema.names]
        return ParquetChunk(self.file, lines.numbers, [], _rows(batch.select(names)), [], batch)


@dataclass(frozen=True, slots=True)
class ParquetLines:
    """A record batch with the numbers of its rows."""

    numbers: Sequence[int]
    batch: Any
    rejects: tuple[Reject, ...] = ()


class ParquetWriter:
    """Write settled rows as Parquet.

    Parameters
    ----------
    stream : binary file
        Where the bytes go; it is not closed here.
    schema : pyarrow.Schema, optional
        The columns of the input, if every input has these; they are written as they were read.
    """

    def __init__(self, stream: IO[bytes], schema: Any = None) -> None:
        self._arrow, parquet = _arrow()
        self._kept = schema
        chips = self._arrow.list_(self._arrow.int64())
        settled = [("payouts", chips), ("returned", chips)]
        if schema is None:
            text, whole = self._arrow.string(), self._arrow.int64()
            columns = [
                ("game", text),
                ("hole_cards", self._arrow.list_(text)),
                ("board", text),
                ("contributions", chips),
                ("live", self._arrow.list_(self._arrow.bool_())),
                ("button", whole),
                ("dead", whole),
                (OTHER_FIELDS, text),
            ]
        else:
            columns = [(column.name, column.type) for column in schema if column.name not in ("payouts", "returned")]
        self._schema = self._arrow.schema(columns + settled)
        self._sink = _Sink(stream)
        self._writer = parquet.ParquetWriter(self._sink, self._schema)
        self._waiting: list[Any] = []
        self._rows_waiting = 0

    def write(
        self, chunk: RowChunk, payouts: Sequence[list[int] | None], returned: Sequence[list[int] | None]
    ) -> list[int]:
        """Write the rows of a chunk that have payouts; none is too long to be read again."""
        kept = [i for i, paid in enumerate(payouts) if paid is not None]
        if not kept:
            return []
        settled = [[payouts[i] for i in kept], [returned[i] for i in kept]]
        names = self._schema.names[:-2]
        columns: list[Any]
        if self._kept is not None:
            assert isinstance(chunk, ParquetChunk)
            batch = chunk.batch if len(kept) == len(payouts) else chunk.batch.take(self._arrow.array(kept))
            columns = [batch.column(name) for name in names]
        else:
            rows = [chunk.all_fields(i) for i in kept]
            columns = [[row.get(name) for row in rows] for name in names[:-1]]
            columns.append([other_fields(row) or None for row in rows])
            columns = [self._arrow.array(cells, self._schema.field(k).type) for k, cells in enumerate(columns)]
        columns += [self._arrow.array(cells, self._schema.field("payouts").type) for cells in settled]
        self._waiting.append(self._arrow.RecordBatch.from_arrays(columns, schema=self._schema))
        self._rows_waiting += len(kept)
        if self._rows_waiting >= _GROUP_ROWS:
            self._put()
        return []

    def finish(self) -> None:
        """Write what is left and the file's index."""
        self._put()
        self._writer.close()

    def close(self) -> None:
        """Write nothing more, whether it was finished or not."""
        self._sink.detach()

    def _put(self) -> None:
        if self._waiting:
            self._writer.write_table(self._arrow.Table.from_batches(self._waiting))
        self._waiting, self._rows_waiting = [], 0


class _Sink(io.RawIOBase):
    """Where pyarrow writes to, until it is detached: a writer that is thrown away writes its index all the same."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream: IO[bytes] | None = stream

    def writable(self) -> bool:
        return True

    def write(self, content: ReadableBuffer) -> int:
        if self._stream is not None:
            self._stream.write(content)
        return memoryview(content).nbytes

    def detach(self) -> None:
        self._stream = None


def _rows(batch: Any) -> list[Fields]:
    """Give a record batch as rows."""
    columns = [_values(batch.column(place)) for place in range(batch.num_columns)]
    return [dict(zip(batch.schema.names, cells, strict=True)) for cells in zip(*columns, strict=True)]


def _values(column: Any) -> list[Any]:
    try:
        values: list[Any] = column.to_pylist()
    except Exception:  # whatever pyarrow finds no Python value for: damaged text, far dates, unknown time zones ...
        values = [_value(cell) for cell in column]
    return values


def _value(cell: Any) -> Any:
    """Give one cell, damaged text in it as bytes, an object with a name twice as pairs, and text if all else fails."""
    try:
        return cell.as_py()
    except Exception:
        arrow, _ = _arrow()
        if isinstance(cell, arrow.StructScalar):
            pairs = [(cell.type.field(place).name, _value(cell[place])) for place in range(cell.type.num_fields)]
            return dict(pairs) if len(dict(pairs)) == len(pairs) else pairs
        if isinstance(cell, arrow.ListScalar):
            return [_value(each) for each in cell.values]
        if hasattr(cell, "as_buffer"):
            return cell.as_buffer().to_pybytes()
        inner = getattr(cell, "value", None)
        if isinstance(inner, arrow.Scalar):  # of a dictionary, an extension
            return _value(inner)
    try:
        return cell.cast("string").as_py()
    except arrow.ArrowException:
        return f"{inner} as {cell.type}"


def _first_line(error: BaseException) -> str:
    return str(error).strip().split("\n", 1)[0]
