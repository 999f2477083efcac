"""Run a job in pieces: on threads, or on any executor, with progress, and so that an interruption loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Part", "Progress", "add_parts", "progress_reporter", "run_pieces"]

Progress = Callable[[float], None]
"""Told how much of a job is done, from 0 to 1."""


@dataclass
class Part:
    """What a piece of a job has counted.

    Attributes
    ----------
    tally, classes : ndarray
        Counts, as the core lays them out; classes are None where they were not counted.
    shares, totals : ndarray or None
        By combo or by match-up: pot shares and weights.
    """

    tally: NDArray[Any]
    classes: NDArray[Any] | None = None
    shares: NDArray[np.float64] | None = None
    totals: NDArray[np.float64] | None = None


_LISTENING = 0.1  # seconds between two looks at whether somebody has interrupted
_AHEAD = 256  # pieces that an executor is given before the first of them comes back

Piece = tuple[Callable[..., Part], tuple[Any, ...]]


def run_pieces(
    pieces: Sequence[Piece],
    *,
    threads: int = 1,
    executor: Any = None,
    progress: Progress | None = None,
    stop: NDArray[np.uint8] | None = None,
) -> tuple[list[Part | None], bool]:
    """Run every piece.

    Parameters
    ----------
    pieces : sequence of Piece
        Work to run.
    threads, executor, progress
        As in `equity`.
    stop : ndarray, optional
        A byte that long pieces look at, set after an interruption.

    Returns
    -------
    parts : list of Part or None
        One for each piece, None where an interruption came first.
    is_complete : bool
        Whether all pieces were run.
    """
    parts: list[Part | None] = [None] * len(pieces)
    try:
        if executor is None and (threads <= 1 or len(pieces) <= 1):
            for i, (work, arguments) in enumerate(pieces):
                parts[i] = work(*arguments)
                if progress:
                    progress((i + 1) / len(pieces))
        else:
            with _executor(executor, threads) as pool:
                _run_on(pool, pieces, parts, progress, stop)
    except KeyboardInterrupt:
        if not any(parts):
            raise
        return parts, False
    return parts, True


@contextmanager
def _executor(executor: Any, threads: int) -> Iterator[Any]:
    if executor is not None:
        yield executor
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _next_of(finished: SimpleQueue[Any]) -> Any:
    """Wait for what comes next. Not every interruption, nor every system, ends a wait that has no end of its own."""
    while True:
        try:
            return finished.get(timeout=_LISTENING)
        except Empty:
            continue


def _run_on(
    pool: Any,
    pieces: Sequence[Piece],
    parts: list[Part | None],
    progress: Progress | None,
    stop: NDArray[np.uint8] | None,
) -> None:
    finished: SimpleQueue[Any] = SimpleQueue()
    running: dict[Any, int] = {}
    waiting = iter(enumerate(pieces))
    try:
        for done in range(1, len(pieces) + 1):
            for i, (work, arguments) in islice(waiting, _AHEAD if done == 1 else 1):
                future = pool.submit(work, *arguments)
                running[future] = i
                future.add_done_callback(finished.put)
            future = _next_of(finished)
            parts[running.pop(future)] = future.result()
            if progress:
                progress(done / len(pieces))
    except BaseException:
        if stop is not None:
            stop[0] = 1
        for future in running:
            future.cancel()
        for future, i in running.items():  # what has been finished meanwhile counts
            if future.done() and not future.cancelled() and future.exception() is None:
                parts[i] = future.result()
        raise


def add_parts(parts: Sequence[Part]) -> Part:
    """Sum up, always in the order of the pieces, so that the number of threads changes no digit."""
    total = Part(sum_of([part.tally for part in parts]))
    if parts[0].classes is not None:
        total.classes = sum_of([part.classes for part in parts])
    return total


def sum_of(arrays: Sequence[Any]) -> NDArray[Any]:
    """Sum of arrays of one shape."""
    total = arrays[0].copy()
    for array in arrays[1:]:
        total += array
    return total  # type: ignore[no-any-return]


@contextmanager
def progress_reporter(progress: Any, *, wanted: bool, title: str) -> Iterator[Progress | None]:
    """Give what is told about progress: a callable as it is, a bar for True or where one is wanted, or nothing."""
    if callable(progress):
        yield progress
        return
    if progress is False or (progress is None and not wanted):
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)
