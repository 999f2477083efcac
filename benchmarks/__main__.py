"""Print one table: every question, pokereval's rate, each rival's rate, and the ratio."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from .adapters import Rival, find_rivals
from .contest import Call, Question, check, paces
from .machine import machine_line
from .questions import QUESTIONS
from .startup import MODULES, ImportCost, import_costs

# The limits that pokereval sets itself for its import, in seconds and bytes.
_IMPORT_AIM = ImportCost(0.025, 6e6)


@dataclass(frozen=True)
class Line:
    """One line of the table, as it is printed."""

    task: str
    ours: str
    rival: str
    theirs: str
    ratio: str
    aim: str


def per_second(rate: float) -> str:
    """Write a rate with three digits: 1.23 G/s, 456 M/s, 7.89 k/s.

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


def calls_of(rivals: list[Rival], question: Question) -> list[Call]:
    """List the rivals' calls that answer a question."""
    return [call for rival in rivals for call in rival.calls.get(question.key, ())]


def compare_answers(rivals: list[Rival], questions: Iterable[Question]) -> tuple[dict[str, list[Call]], list[str]]:
    """Compare every rival's answers with pokereval's, question by question.

    Returns
    -------
    agreeing : dict of str to list of Call
        The calls worth timing, by question.
    wrong : list of str
        One sentence for each call whose answers differ.
    """
    agreeing: dict[str, list[Call]] = {}
    wrong = []
    for question in questions:
        agreeing[question.key] = []
        for call in calls_of(rivals, question):
            problem = check(question, call)
            if problem is None:
                agreeing[question.key].append(call)
            else:
                wrong.append(f"{call.who}, {call.words}: {question.title}: {problem}")
    return agreeing, wrong


def speed_lines(question: Question, calls: list[Call], rounds: int) -> Iterator[Line]:
    """Time a question and yield its lines."""
    ours, *theirs = paces(question, [question.ours, *calls], rounds=rounds)
    aim = "" if question.aim_rate is None else f"≥ {per_second(question.aim_rate)}"
    if aim or not calls:
        yield Line(question.title, per_second(ours.rate), "–", "", "", aim)
    title = "" if aim else question.title
    for call, pace in zip(calls, theirs, strict=True):
        wanted = question.aims.get(call.who)
        yield Line(
            title,
            per_second(ours.rate) if title else "",
            f"{call.who}: {call.words}",
            per_second(pace.rate),
            times_faster(pace.behind),
            "" if wanted is None else f"≥ {wanted:,.0f} ×",
        )
        title = ""


def checking_line(rounds: int) -> Line:
    """Time what checking costs: the same hands with and without it, turn by turn."""
    checked, unchecked = (next(one for one in QUESTIONS if one.key == key) for key in ("seven", "seven unchecked"))
    without, with_it = paces(checked, [unchecked.ours, checked.ours], rounds=rounds)
    return Line(
        unchecked.title,
        per_second(without.rate),
        "pokereval, checked",
        per_second(with_it.rate),
        times_faster(with_it.behind),
        "≤ 1.25 ×",
    )


def import_lines(rivals: list[Rival], times: int) -> Iterator[Line]:
    """Measure the imports and yield their lines: less is better, so a ratio below one is pokereval's advantage."""
    names = [rival.name for rival in rivals]
    ours, *theirs = import_costs([MODULES[name] for name in ("pokereval", *names)], times=times)

    def milliseconds(cost: ImportCost) -> float:
        return cost.seconds * 1e3

    def megabytes(cost: ImportCost) -> float:
        return cost.memory / 1e6

    for title, unit, figure in (
        ("import time added to numpy's (less is better)", "ms", milliseconds),
        ("import memory added to numpy's (less is better)", "MB", megabytes),
    ):
        yield Line(title, f"{figure(ours):.1f} {unit}", "–", "", "", f"≤ {figure(_IMPORT_AIM):.0f} {unit}")
        for name, cost in zip(names, theirs, strict=True):
            ratio = times_faster(figure(ours) / figure(cost)) if figure(cost) > 0 else ""
            yield Line("", "", name, f"{figure(cost):.1f} {unit}", ratio, "")


def main() -> int:
    """Compare, time and print; the exit status is 1 when a rival's answers differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="turns whose median counts (default 9)")
    parser.add_argument("--only", default="", metavar="WORD", help="only questions whose key holds this word")
    options = parser.parse_args()
    asked = [question for question in QUESTIONS if options.only in question.key]
    console = Console(width=None if Console().is_terminal else 160, markup=False, highlight=False)
    status = Console(stderr=True)

    rivals, absent = find_rivals()
    console.print(machine_line())
    console.print("Rivals: " + ", ".join(f"{rival.name} {rival.version}" for rival in rivals))
    for sentence in absent:
        console.print(sentence, style="yellow")
    agreeing, wrong = compare_answers(rivals, asked)
    for sentence in wrong:
        console.print(f"Wrong answer, not timed: {sentence}", style="red")
    if not wrong:
        count = sum(map(len, agreeing.values()))
        console.print(f"Answers compared first: all {count} calls of rivals agree with pokereval.")
    console.print(
        "One thread. All of a question take turns: rates and ratios are medians over the turns, per hand. A batch\n"
        "holds up to 10 million hands for pokereval, the first of them for slower libraries.",
    )

    table = Table(show_edge=False, pad_edge=False)
    table.add_column("task", style="bold")
    table.add_column("pokereval", justify="right")
    table.add_column("rival")
    table.add_column("its rate", justify="right")
    table.add_column("ratio", justify="right")
    table.add_column("aim", justify="right")
    for question in asked:
        if status.is_terminal:
            status.print(f"timing: {question.title}", style="dim")
        for line in speed_lines(question, agreeing[question.key], options.rounds):
            table.add_row(line.task, line.ours, line.rival, line.theirs, line.ratio, line.aim)
        if question.key == "seven unchecked":
            line = checking_line(options.rounds)
            table.add_row(line.task, line.ours, line.rival, line.theirs, line.ratio, line.aim)
        table.add_section()
    if options.only in "import":
        for line in import_lines(rivals, options.rounds):
            table.add_row(line.task, line.ours, line.rival, line.theirs, line.ratio, line.aim)
    console.print(table)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
