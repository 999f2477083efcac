"""Which way to answer a question, by an estimate of what each would cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb, prod

from .seats import Question

__all__ = ["AFFORDABLE_SECONDS", "Plan", "make_plan", "matchup_seconds"]

AFFORDABLE_SECONDS = 2.0
"""What an exact answer may cost, on one thread, before a question is sampled instead."""

# Seconds on one thread, measured; an estimate need not be better than a factor of two.
_MATCHUP = {"holdem": 8e-5, "omaha": 3e-4, "omaha8": 1.8e-3}  # two seats over all boards
_HAND_ON_BOARD = {"holdem": 1e-8, "short_deck": 2e-8, "omaha": 4e-8, "omaha8": 5e-8}
_SWEEP_BOARD = 1.2e-5
_DEAL = 4e-9  # of combos that have been ranked
_STUD_HAND = 6e-9
_DRAW = 1.5e-8  # of a sampled deal, and of every seat in it
_DRAW_KNOWN = 2e-9  # the same when all hands are known before the flop
_CANONICAL_BOARDS = 134_459
_QUICK = 0.1
_MOST_DEALS_LISTED = 5e6
_SUIT_NAMINGS = 16  # of the 24, about how many deals are alike


@dataclass(frozen=True, slots=True)
class Plan:
    """How a question will be answered.

    Attributes
    ----------
    method : str
        ``"match-ups"``, ``"sweep"``, ``"boards"``, ``"draws"`` or ``"sampling"``.
    is_exact : bool
        Whether every deal is counted.
    seconds : float
        Estimated time on one thread; for sampling, of the default number of deals.
    reason : str
        In a sentence.
    candidates : tuple of (str, float)
        Exact methods that could be used, and their seconds.
    """

    method: str
    is_exact: bool
    seconds: float
    reason: str
    candidates: tuple[tuple[str, float], ...]

    def __str__(self) -> str:
        """The choice, its reason, and what it was chosen from."""
        lines = [f"{self.method}: {self.reason}"]
        for method, seconds in self.candidates:
            lines.append(f"  {method:<10} exact, about {_duration(seconds)}")
        if self.method == "sampling":
            lines.append(f"  {'sampling':<10} about {_duration(self.seconds)}, with an error bar")
        return "\n".join(lines)


def make_plan(question: Question, *, exact: bool | None, is_symmetric: Callable[[], bool]) -> Plan:
    """Choose a method.

    Parameters
    ----------
    question : Question
        What is asked.
    exact : bool or None
        True for exact at any cost, False for sampled, None for exact when it is affordable.
    is_symmetric : callable
        Tells whether boards may be taken up to the names of the suits; asked only when it matters.
    """
    candidates = tuple(sorted(_candidates(question, is_symmetric), key=lambda candidate: candidate[1]))
    is_known = not question.board and question.game.name in _MATCHUP and all(seat.is_known for seat in question.seats)
    sampling = 4e6 * (_DRAW_KNOWN if is_known else _DRAW) * (len(question.seats) + 1)
    method, seconds = candidates[0]
    if exact is False:
        return Plan("sampling", False, sampling, "deals are drawn at random, as asked", candidates)
    if exact or seconds <= AFFORDABLE_SECONDS:
        reason = f"every deal is counted, in about {_duration(seconds)}"
        return Plan(method, True, seconds, reason, candidates)
    reason = f"an exact answer would take about {_duration(seconds)} on one thread, so deals are drawn at random"
    return Plan("sampling", False, sampling, reason, candidates)


def _candidates(question: Question, is_symmetric: Callable[[], bool]) -> Iterator[tuple[str, float]]:
    game, seats = question.game, question.seats
    live, count = question.live_count, len(seats)
    known = sum(seat.known_count for seat in seats if seat.is_known)
    if game.is_stud:
        draws, left = 1.0, live - sum(seat.known_count for seat in seats)
        for seat in seats:
            draws *= comb(left, seat.draw_count)
            left -= seat.draw_count
        deals = float(prod(len(seat.masks) for seat in seats))
        yield "draws", (deals / (_SUIT_NAMINGS if deals > 1 else 1)) * draws * _STUD_HAND + deals * 1e-6
        return
    sizes = [seat.size(live - known) for seat in seats]
    deals = float(prod(sizes))
    hand = _HAND_ON_BOARD[game.name]
    boards = float(comb(live - known, question.board_draws))
    each = matchup_seconds(question)
    if deals <= _MOST_DEALS_LISTED or deals * boards <= _MOST_DEALS_LISTED:
        apart = deals if deals < _SUIT_NAMINGS or question.board else deals / _SUIT_NAMINGS
        seconds = apart * each + (deals * 2e-6 if deals > 1 else 0)
        yield "match-ups", seconds
        if seconds < _QUICK and not question.board:
            return  # nothing else could be quicker before the flop
    boards = float(_CANONICAL_BOARDS) if not question.board and is_symmetric() else boards
    if game.name == "holdem" and count == 2 and len(question.contest[3]) == 1:
        yield "sweep", boards * (_SWEEP_BOARD * min(1.0, 0.1 + max(sizes) / 1326))
    yield "boards", boards * (sum(sizes) * hand + deals * _DEAL * count) + sum(sizes) * 1e-7


def matchup_seconds(question: Question) -> float:
    """About how long it takes to decide known hands over all boards."""
    game, count = question.game, len(question.seats)
    if not question.board and game.name in _MATCHUP:
        return _MATCHUP[game.name] * count / 2
    boards = comb(max(question.live_count - count * question.hole_count, 0), question.board_draws)
    return max(boards, 1) * count * _HAND_ON_BOARD[game.name]


def _duration(seconds: float) -> str:
    for unit, size in (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    if seconds >= 1:
        return f"{seconds:.0f} s"
    return f"{seconds * 1e3:.0f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"
