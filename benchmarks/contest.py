"""The shape of a comparison: who is called and how, whether the answers agree, how long the calls take."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Answers = NDArray[np.int64]


def strengths(ranks: ArrayLike) -> Answers:
    """Read a library's ranks where the bigger one wins."""
    return np.asarray(ranks, dtype=np.int64)


def weaknesses(ranks: ArrayLike) -> Answers:
    """Read a library's ranks where the smaller one wins."""
    return -np.asarray(ranks, dtype=np.int64)


@dataclass(frozen=True)
class Call:
    """One way of asking a library a question.

    Attributes
    ----------
    who : str
        The library.
    words : str
        The call as its user would write it, and how it is fed.
    prepare : callable
        From the dealt cards or tables to what the library takes. Never timed.
    run : callable
        From what `prepare` made to the library's results. This is timed.
    answers : callable
        From the library's results to numbers that can be compared. Never timed.
    sample : int
        Rows (hands, boards or tables) that one timed run holds; fewer for a slow library.
    """

    who: str
    words: str
    prepare: Callable[[Any], Any]
    run: Callable[[Any], Any]
    answers: Callable[[Any], Answers] = strengths
    sample: int = 1_000_000


@dataclass(frozen=True)
class Question:
    """What every library is asked, and how two libraries' answers are compared.

    Attributes
    ----------
    key : str
        The name by which `adapters` answers it.
    title : str
        The words of the table.
    unit : str
        What is counted: "hands" or "tables".
    deal : callable
        From a number of rows to the cards or tables.
    ours : Call
        How pokereval is asked.
    disagreement : callable
        From our answers and a rival's to a sentence about the first difference, or None.
    aims : dict of str to float
        Ratio that pokereval means to reach, by rival ("" = every other one). Printed, never asserted.
    aim_rate : float or None
        Rate that pokereval means to reach, in `unit` a second.
    seats : int
        Hands that one dealt row holds.
    """

    key: str
    title: str
    deal: Callable[[int], Any]
    ours: Call
    disagreement: Callable[[Answers, Answers], str | None]
    unit: str = "hands"
    aims: dict[str, float] = field(default_factory=dict)
    aim_rate: float | None = None
    seats: int = 1


def different_order(ours: Answers, theirs: Answers) -> str | None:
    """Say where two libraries order the same hands differently.

    Parameters
    ----------
    ours, theirs : ndarray of int64, shape (N,)
        Bigger wins. The numbers may differ as long as every pair of hands compares alike, ties included.

    Returns
    -------
    str or None
        None when no pair of hands compares differently.

    Examples
    --------
    >>> different_order(strengths([3, 1, 3]), strengths([900, 20, 900])) is None
    True
    >>> different_order(strengths([3, 1, 3]), strengths([900, 20, 901]))
    'row 0 and row 2 tie for pokereval, not for the other'
    """
    if ours.shape != theirs.shape:
        return f"expected answers of shape {ours.shape}, got {theirs.shape}"
    order = np.lexsort((theirs, ours))
    our_steps, their_steps = np.diff(ours[order]), np.diff(theirs[order])
    wrong = np.flatnonzero((our_steps > 0) != (their_steps > 0))
    if wrong.size == 0:
        return None
    weaker, stronger = int(order[wrong[0]]), int(order[wrong[0] + 1])
    if our_steps[wrong[0]] == 0:
        return f"row {weaker} and row {stronger} tie for pokereval, not for the other"
    return f"row {stronger} beats row {weaker} for pokereval, not for the other"


def different_low_order(ours: Answers, theirs: Answers) -> str | None:
    """Say where two libraries disagree on lows; 0 is "no low" for both."""
    if ours.shape == theirs.shape:
        unlike = np.flatnonzero((ours == 0) != (theirs == 0))
        if unlike.size:
            has_low = "a" if ours[unlike[0]] else "no"
            return f"row {int(unlike[0])} has {has_low} low for pokereval, the opposite for the other"
    return different_order(ours, theirs)


def different_chips(ours: Answers, theirs: Answers) -> str | None:
    """Say where two libraries pay a seat differently."""
    if ours.shape != theirs.shape:
        return f"expected answers of shape {ours.shape}, got {theirs.shape}"
    wrong = np.argwhere(ours != theirs)
    if wrong.size == 0:
        return None
    row, seat = (int(place) for place in wrong[0])
    return f"row {row}, seat {seat + 1}: pokereval pays {ours[row, seat]}, the other {theirs[row, seat]}"


def pot_shares(highs: Answers, lows: Answers) -> Answers:
    """Share a pot of `deals.CHIP_STEP` chips between the best high and the best low.

    Parameters
    ----------
    highs, lows : ndarray of int64, shape (N, S)
        Bigger wins; a low of 0 is no low.

    Returns
    -------
    ndarray of int64, shape (N, S)
        Chips of each seat, N rows that sum to 120. With up to six seats no chip is odd.

    Examples
    --------
    >>> pot_shares(strengths([[9, 5]]), strengths([[2, 2]])).tolist()
    [[90, 30]]
    """
    high_wins = highs == highs.max(axis=1, keepdims=True)
    low_wins = (lows == lows.max(axis=1, keepdims=True)) & (lows > 0)
    has_low = low_wins.any(axis=1, keepdims=True)
    high_shares = high_wins * np.where(has_low, 60, 120) // high_wins.sum(axis=1, keepdims=True)
    low_shares = low_wins * 60 // np.maximum(low_wins.sum(axis=1, keepdims=True), 1)
    return np.asarray(high_shares + low_shares, dtype=np.int64)


def check(question: Question, call: Call, *, rows: int = 50_000) -> str | None:
    """Compare a rival's answers with pokereval's.

    Parameters
    ----------
    question : Question
    call : Call
        The rival's call.
    rows : int
        Compare at most so many rows; a slower rival is compared on all it is timed on.

    Returns
    -------
    str or None
        What is wrong, or None when the answers agree.
    """
    dealt = question.deal(min(rows, call.sample, question.ours.sample))
    try:
        theirs = call.answers(call.run(call.prepare(dealt)))
    except Exception as error:  # a rival may fail in any way; whichever it is, the table says so
        return f"{type(error).__name__}: {error}"
    ours = question.ours.answers(question.ours.run(question.ours.prepare(dealt)))
    return question.disagreement(ours, theirs)


@dataclass(frozen=True)
class Pace:
    """How fast a call was.

    Attributes
    ----------
    rate : float
        Hands (or tables) a second, the median of the turns.
    behind : float
        How many times faster the first call of the same turns was, the median of the turns. A machine that is busy
        for a while moves the rates of both and leaves this alone.
    """

    rate: float
    behind: float


def paces(question: Question, calls: Sequence[Call], *, rounds: int = 9) -> list[Pace]:
    """Time calls in turns.

    Parameters
    ----------
    question : Question
    calls : sequence of Call
    rounds : int
        Turns. In each turn every call runs once, so a busy machine slows all of them alike.

    Returns
    -------
    list of Pace
        One for each call.
    """
    prepared = [call.prepare(question.deal(call.sample)) for call in calls]
    seconds: list[list[float]] = [[] for _ in calls]
    for call, given in zip(calls, prepared, strict=True):
        call.run(given)
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for call, given, taken in zip(calls, prepared, seconds, strict=True):
                started = perf_counter()
                call.run(given)
                taken.append(perf_counter() - started)
    finally:
        gc.enable()
    per_row = [
        [turn / (call.sample * question.seats) for turn in taken] for call, taken in zip(calls, seconds, strict=True)
    ]
    return [
        Pace(1 / median(turns), median(theirs / ours for theirs, ours in zip(turns, per_row[0], strict=True)))
        for turns in per_row
    ]
