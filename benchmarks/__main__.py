"""Print four tables: pokereval beside its rivals, its equities, its paths side by side, its kernels beside the limits.

``--only WORD`` keeps the lines whose name holds a word. A name is a table's (rivals, equity, paths, roofline) and a
key's: ``--only seven`` has the lines of seven cards in all tables, ``--only roofline`` the whole of the last.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass

from rich.console import Console

from . import equities, paths, roofline
from .adapters import Rival, find_rivals
from .contest import Call, Question, check, paces
from .limits import Limits
from .machine import machine_line
from .paths import Rates
from .questions import QUESTIONS
from .startup import MODULES, ImportCost, import_costs
from .tasks import TASKS, Task
from .wording import new_table, per_second, times_faster

# The limits that pokereval sets itself for its import, in seconds and bytes.
_IMPORT_AIM = ImportCost(0.025, 6e6)

_WIDTH = 172  # where the tables go to no terminal

_ABOUT_RIVALS = """
One thread. All of a question take turns: rates and ratios are medians over the turns, per hand. A batch holds up to
10 million hands for pokereval, the first of them for slower libraries."""

_ABOUT_EQUITIES = """
One thread, by calls of pokereval.equity. Exact equities take a time, sampled ones a rate of deals in a second; a ratio
is the median over turns in which both run, each twice and timed the second time. OMPEval samples until its error is
small, and its deals are those that this needs. Answers are compared first: exact ones to a billionth, sampled ones to
five standard errors. Where no rival is named, none has the game or the answer, or it would take minutes."""

_ABOUT_PATHS = """
One thread, cards checked (but for the 270,725 hands, some of which hold a card of the board). Rates are hands, or
tables, in a second of processor time, of the fastest turn. Ranks go into an array that is there already, but for small
batches, high and low in one pass and settlement, which make their own. A share is that of the rate of one large batch.
2 threads and checking are the fastest path's: how many times less time passes, and how much more processor time is
needed. OMPEval is called through pokerfast's C call, with our array as it is, and with the cards put through a table of
its ids."""

_ABOUT_ROOFLINE = """
The fastest path in its fastest turn, by processor time, as the limits are. In + out are the bytes of the arrays; that a
store reads its cache line first is not counted. "Of arrays alone" is the share of the rate at which arrays of this size
are read and written and nothing is done; "of look-ups alone" the share of the rate at which the look-ups are made from
keys that are ready, in tables of this size, which dealt hands meet as often. The steps of a kernel overlap, so both may
be high. Where neither share reaches 60 %, the instructions between are the limit. "Ranking" is the share of a
settlement's time that ranking its hands takes by itself."""


@dataclass(frozen=True)
class Line:
    """One line of the table of rivals, as it is printed."""

    task: str
    ours: str
    rival: str
    theirs: str
    ratio: str
    aim: str


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
            "" if wanted is None else f"≥ {wanted:,g} ×",
        )
        title = ""


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


@dataclass(frozen=True)
class Bench:
    """Where and how long things are timed.

    Attributes
    ----------
    console, status : Console
        What is printed, and what tells of the progress.
    rivals : list of Rival
    rounds : int
    """

    console: Console
    status: Console
    rivals: list[Rival]
    rounds: int

    def tell(self, title: str) -> None:
        """Say what is being timed, where somebody watches."""
        if self.status.is_terminal:
            self.status.print(f"timing: {title}", style="dim")

    def print_rivals(self, questions: Sequence[Question], *, with_imports: bool) -> bool:
        """Print the table of rivals; False when one of them answers wrongly."""
        agreeing, wrong = compare_answers(self.rivals, questions)
        for sentence in wrong:
            self.console.print(f"Wrong answer, not timed: {sentence}", style="red")
        if not wrong and questions:
            count = sum(map(len, agreeing.values()))
            self.console.print(f"Answers compared first: all {count} calls of rivals agree with pokereval.")
        self.console.print(_ABOUT_RIVALS)
        table = new_table("", ("task", "pokereval", "rival", "its rate", "ratio", "aim"), to_the_left=("rival",))
        for question in questions:
            self.tell(question.title)
            for line in speed_lines(question, agreeing[question.key], self.rounds):
                table.add_row(*astuple(line))
            table.add_section()
        if with_imports:
            for line in import_lines(self.rivals, self.rounds):
                table.add_row(*astuple(line))
        self.console.print(table)
        return not wrong

    def print_equities(self, spots: Sequence[equities.Spot]) -> bool:
        """Print the table of equities; False when a rival answers wrongly."""
        is_right = True
        self.console.print(_ABOUT_EQUITIES)
        table = new_table("", equities.COLUMNS, to_the_left=("rival",))
        for cells, problem in equities.lines(spots):
            self.tell(cells[0])
            table.add_row(*cells)
            if problem is not None:
                is_right = False
                self.console.print(f"Wrong answer: {cells[4]}, {cells[0]}: {problem}", style="red")
        self.console.print(table)
        return is_right

    def measure_paths(self, tasks: Sequence[Task]) -> dict[str, Rates]:
        """Time tasks on every path."""
        calls: dict[str, list[Call]] = {}
        for rival in self.rivals:
            for key, more in rival.calls.items():
                calls.setdefault(key, []).extend(more)
        rates = {}
        for task in tasks:
            self.tell(f"{task.title}, every path")
            rates[task.key] = paths.measure(task, paths.ompeval_calls(calls, task), rounds=self.rounds)
        return rates

    def print_paths(self, tasks: Sequence[Task], rates: dict[str, Rates]) -> None:
        """Print the table of paths."""
        self.console.print(_ABOUT_PATHS)
        table = new_table("", paths.columns())
        for task in tasks:
            table.add_row(*paths.line(task, rates))
        self.console.print(table)

    def print_roofline(self, tasks: Sequence[Task], rates: dict[str, Rates]) -> None:
        """Print the limits of the machine, and the kernels beside them."""
        self.tell("the limits of the machine")
        limits = Limits()
        if limits.complaint:
            self.console.print(f"Only copying can be measured: {limits.complaint}", style="yellow")
        table = new_table("", roofline.LIMIT_COLUMNS, to_the_left=roofline.LIMIT_COLUMNS[1:2])
        for cells in roofline.limit_lines(limits):
            table.add_row(*cells)
        self.console.print("")
        self.console.print(table)
        self.console.print(_ABOUT_ROOFLINE)
        table = new_table("", roofline.COLUMNS, to_the_left=("look-ups a hand", "nearest limit"))
        for cells in roofline.lines(tasks, rates, limits):
            table.add_row(*cells)
        self.console.print(table)


def main() -> int:
    """Compare, time and print; the exit status is 1 when a rival's answers differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="turns at least; the first table has their median")
    parser.add_argument("--only", default="", metavar="WORD", help="only lines whose name holds this word")
    options = parser.parse_args()

    def is_wanted(table: str, key: str) -> bool:
        return options.only in f"{table} {key}"

    questions = [question for question in QUESTIONS if is_wanted("rivals", question.key)]
    with_imports = is_wanted("rivals", "import")
    spots = [spot for spot in equities.SPOTS if is_wanted("equity", spot.title)]
    on_paths = [task for task in TASKS if is_wanted("paths", task.key)]
    in_roofline = [task for task in TASKS if task.bytes_out and is_wanted("roofline", task.key)]

    rivals, absent = find_rivals()
    bench = Bench(
        Console(width=None if Console().is_terminal else _WIDTH, markup=False, highlight=False),
        Console(stderr=True),
        rivals,
        options.rounds,
    )
    bench.console.print(machine_line())
    bench.console.print("Rivals: " + ", ".join(f"{rival.name} {rival.version}" for rival in rivals))
    for sentence in absent:
        bench.console.print(sentence, style="yellow")
    is_right = True
    if questions or with_imports:
        is_right = bench.print_rivals(questions, with_imports=with_imports)
    if spots:
        is_right = bench.print_equities(spots) and is_right
    # Whatever is compared with another task needs that one's rates too.
    needed = {task.key for task in (*on_paths, *in_roofline)}
    needed |= {task.share_of for task in on_paths} | {key for task in in_roofline for key in task.ranks_by}
    rates = bench.measure_paths([task for task in TASKS if task.key in needed])
    if on_paths:
        bench.print_paths(on_paths, rates)
    if in_roofline:
        bench.print_roofline(in_roofline, rates)
    return 0 if is_right else 1


if __name__ == "__main__":
    raise SystemExit(main())
