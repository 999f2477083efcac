"""One benchmark for each call that answers the questions of a file; an absent rival is skipped by name.

All times are those of one hand (or table), whatever a run holds; operations per second are hands per second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import pytest

from .adapters import find_rivals
from .contest import Call, Question, check
from .questions import QUESTIONS

_ROUNDS = 5


@dataclass(frozen=True)
class Race:
    """A call and the question that it answers."""

    question: Question
    call: Call

    def run(self, benchmark: Any) -> None:
        """Compare the answers with pokereval's, then time the call; nothing is asserted of the time."""
        if self.call is not self.question.ours:
            problem = check(self.question, self.call)
            assert problem is None, f"{self.call.who}, {self.call.words}: {problem}"
        given = self.call.prepare(self.question.deal(self.call.sample))
        benchmark.group = self.question.title
        benchmark.pedantic(self.call.run, args=(given,), rounds=_ROUNDS, warmup_rounds=1)


def clock_of_one(rows: int) -> Callable[[], float]:
    """Make a clock that runs slower by the rows of a run, so that every library's times are those of one hand."""
    return lambda: perf_counter() / rows


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give ``race`` every call for the questions that the file names in ``ASKED``."""
    if "race" not in metafunc.fixturenames:
        return
    rivals, absent = find_rivals()
    races: list[Any] = []
    for question in QUESTIONS:
        if question.key not in metafunc.module.ASKED:
            continue
        calls = [question.ours, *(call for rival in rivals for call in rival.calls.get(question.key, ()))]
        for call in calls:
            words = f"{question.key} | {call.who} {call.words}".encode("ascii", "ignore").decode()
            one_hand = pytest.mark.benchmark(timer=clock_of_one(call.sample * question.seats))
            races.append(pytest.param(Race(question, call), id=words, marks=one_hand))
    races += [pytest.param(None, id=reason.split()[0], marks=pytest.mark.skip(reason=reason)) for reason in absent]
    metafunc.parametrize("race", races)
