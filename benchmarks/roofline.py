"""The kernels beside the limits of the machine: what they move, what they look up, and which limit is near."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pokereval

from .limits import BOARD_ROW_LINES, BOARD_ROWS, OMAHA_LOW_ENTRIES, RANK_TABLES, SORTED_ENTRIES, Limits
from .paths import Rates
from .tasks import Task
from .wording import cycles, gigabytes_per_second, kilobytes, per_second, percent

_LINE = 64

# A limit of look-ups by its name: the bytes of its tables, and hands a second.
PROBES: Mapping[str, tuple[int, Callable[[Limits], float | None]]] = {
    "five": (RANK_TABLES["five"].size, lambda limits: limits.rank_look_ups("five")),
    "six": (RANK_TABLES["six"].size, lambda limits: limits.rank_look_ups("six")),
    "seven": (RANK_TABLES["seven"].size, lambda limits: limits.rank_look_ups("seven")),
    **{
        f"sorted {hand}": (2 * entries, partial(Limits.sorted_look_ups, hand=hand))
        for hand, entries in SORTED_ENTRIES.items()
    },
    "board rows": (BOARD_ROWS * BOARD_ROW_LINES * _LINE, Limits.board_row_lines),
    "omaha low": (OMAHA_LOW_ENTRIES, Limits.omaha_low_look_ups),
}

LIMIT_COLUMNS = ("limit of this machine", "what is measured", "figure", "cycles")
COLUMNS = (
    "kernel",
    "look-ups a hand",
    "tables",
    "in + out",
    "rate",
    "memory",
    "cycles",
    "of arrays\nalone",
    "of look-ups\nalone",
    "nearest limit",
)


def limit_lines(limits: Limits) -> list[list[str]]:
    """Write what the machine does at best.

    Parameters
    ----------
    limits : Limits

    Returns
    -------
    list of list of str
        Cells for `LIMIT_COLUMNS`.
    """
    copying = [gigabytes_per_second(limits.copying(threads)) for threads in (1, limits.threads)]
    lines = [
        ["copying", "numpy.copyto of 128 MiB, bytes read + written", copying[0], ""],
        [f"copying, {limits.threads} threads", "the same in as many pieces, by the time that passes", copying[1], ""],
    ]
    if limits.clock is not None:
        clock = f"{limits.clock / 1e9:.2f} GHz"
        lines.insert(0, ["clock", "additions that wait for each other, one a cycle", clock, ""])
    measured = (
        ("reading 7 bytes, writing 2", "arrays of 10 million hands, nothing else", limits.streaming(7, 2, 10_000_000)),
        *(
            (f"two look-ups, {words}", f"of {tables.cards} cards, {kilobytes(tables.size)}: {how}", rate)
            for hand, tables in RANK_TABLES.items()
            for words, how, rate in (
                ("load by load", "an offset, then a rank", limits.rank_look_ups(hand)),
                ("gathers of 8", "the same, AVX2", limits.rank_look_ups(hand, "probe_gathers_of_8")),
                ("gathers of 16", "the same, AVX-512", limits.rank_look_ups(hand, "probe_gathers_of_16")),
            )
        ),
        *(
            (
                f"one look-up, sorted {RANK_TABLES[hand].cards}",
                f"a rank, in {kilobytes(2 * entries)}",
                limits.sorted_look_ups(hand),
            )
            for hand, entries in SORTED_ENTRIES.items()
        ),
        (
            "three lines of a board's row",
            f"in {kilobytes(PROBES['board rows'][0])}, asked for a block before",
            limits.board_row_lines(),
        ),
        ("one look-up", f"an Omaha low, in {kilobytes(PROBES['omaha low'][0])}", limits.omaha_low_look_ups()),
    )
    lines += [
        [name, words, per_second(rate), "" if limits.clock is None else cycles(limits.clock / rate)]
        for name, words, rate in measured
        if rate is not None
    ]
    return lines


def look_up_limit(task: Task, limits: Limits, path: str = "") -> float | None:
    """Hands (or tables) a second of a task whose look-ups are all that is done; those of two kinds one after the other.

    Parameters
    ----------
    task : Task
    limits : Limits
    path : str
        Whose look-ups.

    Returns
    -------
    float or None
        None when the task has no look-ups in memory, or nothing is known of them.
    """
    seconds = 0.0
    for probe in task.probes_on(path):
        rate = PROBES[probe][1](limits)
        if rate is None:
            return None
        seconds += task.hands_of_a_row / rate
    return 1 / seconds if seconds else None


def nearest_limit(task: Task, rates: Mapping[str, Rates], of_arrays: float | None, of_look_ups: float | None) -> str:
    """Say what bounds a kernel: a limit of which it reaches three fifths or more, or else its own instructions.

    Parameters
    ----------
    task : Task
    rates : dict of str to Rates
        What was measured, by task.
    of_arrays, of_look_ups : float or None
        The shares of both limits.

    Returns
    -------
    str
        For settlement also the share of the time that ranking the hands takes by itself.
    """
    near = {"memory": of_arrays or 0.0, "look-ups": of_look_ups or 0.0}
    name = max(near, key=near.__getitem__)
    words = name if near[name] >= 0.6 else "instructions"
    if task.ranks_by and all(key in rates for key in task.ranks_by):
        own = rates[task.key].fastest
        ranking = own * sum(task.hands_of_a_row / (rates[key].unchecked or rates[key].fastest) for key in task.ranks_by)
        words += f"; ranking {percent(ranking)}"
    return words


def lines(tasks: Sequence[Task], rates: Mapping[str, Rates], limits: Limits) -> list[list[str]]:
    """Write the roofline of the fastest path.

    Parameters
    ----------
    tasks : sequence of Task
    rates : dict of str to Rates
        What was measured, by task; at least of `tasks`.
    limits : Limits

    Returns
    -------
    list of list of str
        Cells for `COLUMNS`; tasks that move no arrays of their own are left out.
    """
    path = pokereval.isas()[-1]
    written = []
    for task in tasks:
        if not task.bytes_out:
            continue
        rate, moved = rates[task.key].fastest, task.bytes_in + task.bytes_out
        arrays = limits.streaming(task.bytes_in, task.bytes_out, task.hands)
        look_ups, probes = look_up_limit(task, limits, path), task.probes_on(path)
        of_arrays = None if arrays is None else rate / arrays
        of_look_ups = None if look_ups is None else rate / look_ups
        written.append(
            [
                task.title,
                task.look_ups.get(path, task.look_ups.get("", "")),
                kilobytes(sum(PROBES[probe][0] for probe in probes)) if probes else "",
                f"{task.bytes_in:.3g} + {task.bytes_out:.3g} B",
                per_second(rate),
                gigabytes_per_second(rate * moved),
                "" if limits.clock is None else cycles(limits.clock / rate),
                percent(of_arrays),
                percent(of_look_ups),
                nearest_limit(task, rates, of_arrays, of_look_ups),
            ]
        )
    return written
