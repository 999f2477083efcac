"""Files of hands: tables of showdowns as JSON Lines, CSV or Parquet, read, settled and written in a stream.

A row is one hand: its game, the hole cards by seat, the board, what each seat put in, who was live and where
the button was. Whatever the format, a row becomes the same fields, rows become arrays, `pokereval.settle` turns
arrays into chips, and a row that is no hand is set aside with its line number and a reason while the others
go on.

The formats are described where they are read: `json_rows`, `csv_rows` and `parquet_rows`.
"""

from __future__ import annotations

from .counts import HandCounts
from .field_names import StrayField
from .job import FoundRow, JobReport, RowPlace, SettledHand, find_fields, find_row, settle_files
from .rows import FIELDS, HandRow, Reject, check_row
from .settling import Terms, settle_row, settle_rows

__all__ = [
    "FIELDS",
    "FoundRow",
    "HandCounts",
    "HandRow",
    "JobReport",
    "Reject",
    "RowPlace",
    "SettledHand",
    "StrayField",
    "Terms",
    "check_row",
    "find_fields",
    "find_row",
    "settle_files",
    "settle_row",
    "settle_rows",
]
