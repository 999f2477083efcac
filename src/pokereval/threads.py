"""Spread a loop over rows on threads of the standard library; the compiled core releases the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable

from pokereval.arrays import is_whole

__all__ = ["run_in_blocks"]

SMALLEST_BLOCK = 1 << 16
"""Rows below which another thread would cost more than it brings."""


def run_in_blocks(kernel: Callable[[int, int], int], rows: int, threads: int) -> int:
    """Call ``kernel(start, stop)`` on blocks that together cover all rows.

    The threads live for this call only, so that forks and nested calls have nothing to trip over.

    Parameters
    ----------
    kernel
        Works on the rows from start to stop and returns -1, or the first bad row counted from start.
    rows
        Number of rows.
    threads : int
        How many blocks may run at a time; 0 for one on each core.

    Returns
    -------
    int
        -1, or the first bad row of all.

    Raises
    ------
    ValueError
        If `threads` is no whole number from 0 up.

    Examples
    --------
    >>> run_in_blocks(lambda start, stop: -1, 10, 2)
    -1
    """
    if not is_whole(threads) or threads < 0:
        raise ValueError(f"expected a number of threads from 0 (all cores) up, got {threads!r}")
    wanted = int(threads) or os.cpu_count() or 1
    blocks = min(wanted, rows // SMALLEST_BLOCK)
    if blocks <= 1:
        return kernel(0, rows)
    starts = [rows * block // blocks for block in range(blocks)]
    stops = [*starts[1:], rows]
    from concurrent.futures import ThreadPoolExecutor  # five milliseconds that most imports never need

    with ThreadPoolExecutor(blocks) as pool:
        for start, bad in zip(starts, pool.map(kernel, starts, stops), strict=True):
            if bad >= 0:
                return start + bad
    return -1
