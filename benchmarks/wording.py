"""Rates, ratios and sizes as the tables write them: three digits."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import JustifyMethod
from rich.table import Table


def per_second(rate: float) -> str:
    """Write a rate: 1.23 G/s, 456 M/s, 7.89 k/s.

    Examples
    --------
    >>> per_second(456_700_000)
    '457 M/s'
    >>> per_second(42.25)
    '42.2 /s'
    """
    unit, size = next((pair for pair in (("G", 1e9), ("M", 1e6), ("k", 1e3)) if rate >= pair[1]), ("", 1.0))
    number = f"{rate / size:#.3g}".rstrip(".")
    return f"{number} {unit}/s"


def times_faster(ratio: float) -> str:
    """Write a ratio: 1,234 ×, 56.7 ×, 0.89 ×.

    Examples
    --------
    >>> times_faster(1234.4), times_faster(56.71)
    ('1,234 ×', '56.7 ×')
    """
    number = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:#.3g}".rstrip(".")
    return f"{number} ×"


def percent(share: float | None) -> str:
    """Write a share; nothing for one that is not known.

    Examples
    --------
    >>> percent(0.753), percent(None)
    ('75 %', '')
    """
    return "" if share is None else f"{100 * share:.0f} %"


def gigabytes_per_second(rate: float) -> str:
    """Write a rate of bytes.

    Examples
    --------
    >>> gigabytes_per_second(7.93e9)
    '7.9 GB/s'
    """
    return f"{rate / 1e9:.1f} GB/s"


def kilobytes(size: float) -> str:
    """Write a size in memory.

    Examples
    --------
    >>> kilobytes(116_266), kilobytes(1_265_472)
    ('116 KB', '1,265 KB')
    """
    return f"{size / 1e3:,.0f} KB"


def cycles(count: float) -> str:
    """Write a number of clock cycles.

    Examples
    --------
    >>> cycles(4.126), cycles(1234.5)
    ('4.13', '1,234')
    """
    return f"{count:,.0f}" if count >= 100 else f"{count:#.3g}".rstrip(".")


def new_table(title: str, columns: Sequence[str], *, to_the_left: Sequence[str] = ()) -> Table:
    """Make an empty table whose first column is bold and whose others are numbers, but for those named.

    Parameters
    ----------
    title : str
        Stands above the table; may be empty.
    columns : sequence of str
        A line break in a name saves width; cells are never broken.
    to_the_left : sequence of str
        The columns of words.

    Returns
    -------
    Table
    """
    table = Table(title=title or None, title_justify="left", show_edge=False, pad_edge=False)
    for place, name in enumerate(columns):
        justify: JustifyMethod = "left" if place == 0 or name in to_the_left else "right"
        table.add_column(name, style="bold" if place == 0 else "", justify=justify, no_wrap=True)
    return table
