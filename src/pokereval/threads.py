"""Spread a loop over rows on threads; the compiled core releases the GIL."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from pokereval.arrays import is_whole, named
from pokereval.errors import PokerError

__all__ = ["run_in_blocks", "thread_count"]

BLOCK = 1 << 16
"""Rows of the smallest block, where the caller knows no better: so many that waking a thread for one is worth it. That
takes up to a tenth of a millisecond."""

BLOCKS_EACH = 8
"""Blocks for each thread, of many rows: so few that handing them out costs nothing, so many that a slow core holds
nobody up."""


class _Job:
    """Rows that are worked on block by block, by everybody who has the time."""

    def __init__(self, kernel: Callable[[int, int], int], rows: int, block: int) -> None:
        self._kernel, self._block, self._left, self._start = kernel, block, rows, 0
        self._at_work, self._bad = 0, -1
        self._error: BaseException | None = None
        self._changed = threading.Condition()

    def work(self) -> None:
        """Take block after block until none is left."""
        with self._changed:
            self._at_work += 1
        try:
            while (block := self._take()) is not None:
                bad = self._kernel(*block)
                if bad >= 0:
                    self._end(bad=block[0] + bad)
        except BaseException as error:  # the caller raises it, whoever met it
            self._end(error=error)
        with self._changed:
            self._at_work -= 1
            self._changed.notify_all()

    def result(self) -> int:
        """Wait for those who are at work. Helpers that have not begun yet are not waited for, and will find nothing."""
        with self._changed:
            self._changed.wait_for(lambda: not self._at_work)
        if self._error is not None:
            raise self._error
        return self._bad

    def _take(self) -> tuple[int, int] | None:
        with self._changed:
            if not self._left:
                return None
            start, rows = self._start, min(self._block, self._left)
            self._start, self._left = start + rows, self._left - rows
        return start, start + rows

    def _end(self, *, bad: int = -1, error: BaseException | None = None) -> None:
        """Hand out nothing more. Blocks are handed out in order: the first bad row of all is in one that has been."""
        with self._changed:
            self._left = 0
            self._error = self._error or error
            if bad >= 0 and not 0 <= self._bad < bad:
                self._bad = bad


class _Helpers:
    """Threads that wait for jobs: no more than there are other cores, started when they are first wanted."""

    def __init__(self) -> None:
        from queue import SimpleQueue  # most programs never need it

        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._lock = threading.Lock()
        self._count = 0

    def call(self, job: _Job, wanted: int) -> None:
        wanted = min(wanted, (os.cpu_count() or 1) - 1)
        with self._lock:
            for _ in range(wanted - self._count):
                threading.Thread(target=self._help, name="pokereval", daemon=True).start()
                self._count += 1
        for _ in range(wanted):
            self._jobs.put(job)

    def _help(self) -> None:
        while True:
            self._jobs.get().work()


_helpers: _Helpers | None = None


def _forget_helpers() -> None:
    global _helpers
    _helpers = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_helpers)  # threads stay behind in the parent


def thread_count(threads: object) -> int:
    """Check a number of threads, and put the number of cores in the place of 0.

    Raises
    ------
    PokerError
        If `threads` is no whole number from 0 up.

    Examples
    --------
    >>> thread_count(3)
    3
    """
    if not is_whole(threads) or threads < 0:  # type: ignore[operator]
        raise PokerError(f"expected a number of threads from 0 (all cores) up, got {named(threads)}")
    return int(threads) or os.cpu_count() or 1  # type: ignore[call-overload]


def run_in_blocks(kernel: Callable[[int, int], int], rows: int, threads: int, *, block: int = BLOCK) -> int:
    """Call ``kernel(start, stop)`` on blocks that together cover all rows.

    The caller begins with the first block at once; threads that wait from call to call help it as they come. Nobody
    waits for a thread that has not begun, so calls within calls and from several threads cannot lock each other.

    Parameters
    ----------
    kernel
        Works on the rows from start to stop and returns -1, or the first bad row counted from start.
    rows
        Number of rows.
    threads : int
        How many blocks may run at a time; 0 for one on each core. More than there are cores are not used.
    block : int
        Rows of the smallest block, which should keep a core busy for a tenth of a millisecond or more. Fewer than two
        of these are the caller's alone.

    Returns
    -------
    int
        -1, or the first bad row of all.

    Raises
    ------
    PokerError
        If `threads` is no whole number from 0 up.

    Examples
    --------
    >>> run_in_blocks(lambda start, stop: -1, 10, 2)
    -1
    """
    global _helpers
    wanted = min(thread_count(threads), rows // block)
    if wanted <= 1:
        return kernel(0, rows)
    job = _Job(kernel, rows, max(block, rows // (BLOCKS_EACH * wanted)))
    _helpers = _helpers or _Helpers()
    _helpers.call(job, wanted - 1)
    job.work()
    return job.result()
