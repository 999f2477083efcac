"""What `settle` and `explain` warn of on standard error: input that may mean something else than it was taken for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from .ways_out import warn

if TYPE_CHECKING:
    from pokereval.table_files import StrayField

__all__ = ["CHIP", "FORCED_ANTE_WARNING", "plural", "warn_of_stray_fields"]

FORCED_ANTE_WARNING = (
    "one live seat put in more than anybody else, and that excess was taken for a forced ante, dead money of the pot; "
    "if the file still holds uncalled bets, settle it with --uncalled included"
)
CHIP = click.IntRange(min=1, max=2**53)
"""The smallest chip: at most what a seat may put in."""

_STRAYS_SHOWN = 5


def warn_of_stray_fields(strays: Sequence[StrayField]) -> None:
    """Name fields that are within one slip of known ones, and are not read.

    Parameters
    ----------
    strays : sequence of StrayField
        As the job found them.
    """
    for stray in strays[:_STRAYS_SHOWN]:
        place = f"{stray.file}:{stray.line}" if stray.line else stray.file
        warn(f"{place}: the unknown field {stray.name!r} is kept but not used; was {stray.meant!r} meant?")
    if len(strays) > _STRAYS_SHOWN:
        warn(f"{plural(len(strays) - _STRAYS_SHOWN, 'more field')} like that")


def plural(count: int, noun: str) -> str:
    """Count things.

    Examples
    --------
    >>> plural(1, "row"), plural(12000, "hand")
    ('1 row', '12,000 hands')
    """
    return f"{count:,} {noun}{'s' * (count != 1)}"
