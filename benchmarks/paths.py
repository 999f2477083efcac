"""Every task on every path of this processor, in one process and in turns."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import perf_counter, thread_time
from typing import Any

import pokereval
from pokereval import _core

from .contest import Call, check
from .questions import OMPEVAL, question
from .tasks import Task
from .wording import per_second, percent, times_faster

_SECONDS = 1.5  # for each task
_MOST_TURNS = 60


@dataclass(frozen=True)
class Rates:
    """What was measured of a task; hands (or tables) in a second of processor time, in the fastest turn.

    Attributes
    ----------
    by_path : dict of str to float
    two_threads : float or None
        How many times less time passes with two threads on the fastest path.
    unchecked : float or None
        The rate of the fastest path that checks nothing. Both are None where they are not to be had.
    rivals : tuple of float
        OMPEval's rates on the same hands, in the order of its calls.
    """

    by_path: Mapping[str, float]
    two_threads: float | None = None
    unchecked: float | None = None
    rivals: tuple[float, ...] = ()

    @property
    def fastest(self) -> float:
        """The rate of the last path of `pokereval.isas`, the one that is chosen at import."""
        return self.by_path[pokereval.isas()[-1]]


@contextmanager
def path_taken(name: str) -> Iterator[None]:
    """Let batches take a path, and the one that was taken before afterwards."""
    before = pokereval.isa()
    _core.take_path(name)
    try:
        yield
    finally:
        _core.take_path(before)


def ompeval_calls(calls: Mapping[str, Sequence[Call]], task: Task) -> list[Call]:
    """List OMPEval's calls on a task's hands; only those whose answers agree.

    Parameters
    ----------
    calls : dict of str to sequence of Call
        The calls of all rivals, by question.
    task : Task

    Returns
    -------
    list of Call
    """
    if not task.compared:
        return []
    asked = question(task.compared)
    return [one for one in calls.get(task.compared, ()) if one.who == OMPEVAL and check(asked, one) is None]


@dataclass
class _Runner:
    """Something that is timed beside others, by this thread's processor time and by the time that passes."""

    run: Callable[[], Any]
    hands: int
    path: str
    busy: float = float("inf")
    passed: float = float("inf")

    def take_turn(self) -> None:
        with path_taken(self.path):
            clock, own_clock = perf_counter(), thread_time()
            self.run()
            self.busy = min(self.busy, thread_time() - own_clock)
            self.passed = min(self.passed, perf_counter() - clock)

    @property
    def rate(self) -> float:
        return self.hands / self.busy


def measure(task: Task, rivals: Sequence[Call] = (), *, rounds: int = 9) -> Rates:
    """Time a task on every path, and what belongs beside it.

    Parameters
    ----------
    task : Task
    rivals : sequence of Call
        Calls on the same hands.
    rounds : int
        Turns at least. In each turn everything runs once; further turns follow until a second and a half has gone.

    Returns
    -------
    Rates
        Of the fastest turn: what else the machine does can only take away. The ratio of threads is one of times that
        pass, so it means something only on a machine that has both cores to spare.
    """
    ask, fastest = task.prepare(), pokereval.isas()[-1]
    by_path = {name: _Runner(ask, task.hands, name) for name in pokereval.isas()}
    runners = [*by_path.values()]
    threaded = unchecked = None
    if task.is_batch:
        threaded = _Runner(partial(ask, threads=2), task.hands, fastest)
        runners.append(threaded)
        if task.can_skip_checks:
            unchecked = _Runner(partial(ask, check=False), task.hands, fastest)
            runners.append(unchecked)
    theirs = [
        _Runner(partial(call.run, call.prepare(question(task.compared).deal(call.sample))), call.sample, fastest)
        for call in rivals
    ]
    runners += theirs
    for runner in runners:
        runner.run()
    gc.collect()
    gc.disable()
    try:
        started = perf_counter()
        for turn in range(_MOST_TURNS):
            if turn >= rounds and perf_counter() - started > _SECONDS:
                break
            for runner in runners:
                runner.take_turn()
    finally:
        gc.enable()
    return Rates(
        {name: runner.rate for name, runner in by_path.items()},
        None if threaded is None else by_path[fastest].passed / threaded.passed,
        None if unchecked is None else unchecked.rate,
        tuple(runner.rate for runner in theirs),
    )


# -- the table -------------------------------------------------------------------------------------------------------


def columns() -> list[str]:
    """Name the columns of the table of paths, those of the fastest path first."""
    by_path = [column for name in reversed(pokereval.isas()) for column in (name, "aim")]
    return ["task", *by_path, "×\nOMPEval", "×\nrelabelled", "2\nthreads", "checking"]


def line(task: Task, rates: Mapping[str, Rates]) -> list[str]:
    """Write the line of a task.

    Parameters
    ----------
    task : Task
    rates : dict of str to Rates
        What was measured, by task.

    Returns
    -------
    list of str
        A cell for each of `columns`.
    """
    own = rates[task.key]
    cells = [task.title]
    for name in reversed(pokereval.isas()):
        whole = rates[task.share_of].by_path[name] if task.share_of in rates else None
        cells.append(per_second(own.by_path[name]) if whole is None else percent(own.by_path[name] / whole))
        aim = task.aims.get(name)
        wanted = "" if aim is None else percent(aim) if task.share_of else per_second(aim)
        cells.append(f"≥ {wanted}" if wanted else "")
    against = [times_faster(own.fastest / theirs) for theirs in own.rivals]
    cells += [*against, "", ""][:2]
    cells.append("" if own.two_threads is None else times_faster(own.two_threads))
    cells.append("" if own.unchecked is None else f"{100 * (own.unchecked / own.fastest - 1):+.0f} %")
    return cells
