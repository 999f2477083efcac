"""Questions of equity: who answers them beside pokereval, how the answers are compared, and how long they take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

import pokereval
from pokereval import _core

from .wording import per_second, times_faster

COLUMNS = ("equity", "first seat", "pokereval", "aim", "rival", "its time or rate", "ratio", "aim of it")
OMPEVAL = "OMPEval (pokerfast)"
POKER_EQUITY = "poker-equity"

# OMPEval samples until the first seat's standard error is no more than this; it looks five times a second, so that a
# larger error would time its pauses.
_OMPEVAL_ERROR = 5e-5
# Sampled equities have to agree with exact ones to so many standard errors.
_STANDARD_ERRORS = 5
_TURNS = 9


@dataclass(frozen=True)
class Spot:
    """A question of equity, and what is aimed at.

    Attributes
    ----------
    key : str
        What ``--only`` asks for.
    hands : tuple of str
        A hand or a range for each seat.
    board, game : str
    samples : int
        How many deals are drawn; 0 for an exact answer.
    by_combo : bool
        Whether the equity of every combo is asked for too.
    aim : float or None
        Seconds of an exact answer, deals a second of a sampled one.
    aim_ratio : float or None
        How many times faster than a rival.
    is_long : bool
        Whether rivals take minutes, so that none is run beside it.
    """

    key: str
    hands: tuple[str, ...]
    board: str = ""
    game: str = "holdem"
    samples: int = 0
    by_combo: bool = False
    aim: float | None = None
    aim_ratio: float | None = None
    is_long: bool = False

    @property
    def title(self) -> str:
        """Name the spot for a reader."""
        return self.key + (" (sampled)" if self.samples else "")


_FLOP, _RIVER = "2c7d9h", "2c7d9hTsJs"
_DEALS = 4_000_000
_COMBOS = 1326
_RIVER_AIM = 15e-6

SPOTS = (
    Spot("AhAd v KsKc", ("AhAd", "KsKc"), aim=0.15e-3, aim_ratio=12),
    Spot("AA v KK", ("AA", "KK"), aim=0.5e-3),
    Spot("AKs v 22+", ("AKs", "22+"), aim=6e-3),
    Spot("AKs v QQ v 22", ("AKs", "QQ", "22")),
    Spot("QQ+,AK v 22+ v A2s+,KQs", ("QQ+,AK", "22+", "A2s+,KQs"), aim=2.0, is_long=True),
    Spot("random v random, by combo", ("random", "random"), by_combo=True, aim=1.3, is_long=True),
    Spot("AhAd v KsKc on a flop", ("AhAd", "KsKc"), _FLOP),
    Spot("QQ+,AK v TT+,AQ+ on a flop", ("QQ+,AK", "TT+,AQ+"), _FLOP),
    Spot("random v random on a flop", ("random", "random"), _FLOP, aim=12e-3),
    Spot("random v random on a river", ("random", "random"), _RIVER),
    Spot("AhAd v KsKc on a river", ("AhAd", "KsKc"), _RIVER, aim=30e-6),
    Spot("Omaha, 2 hands", ("AhAdKhKd", "QsJsTc9c"), game="omaha", aim=0.8e-3),
    Spot("Omaha hi-lo, 2 hands", ("Ah2d3hKd", "As4sTc9c"), game="omaha8", aim=20e-3),
    Spot("hold'em, 2 hands", ("AhAd", "KsKc"), samples=_DEALS, aim=250e6, aim_ratio=8),
    Spot(
        "hold'em, 6 hands",
        ("AhAd", "KsKc", "QsQd", "JhJd", "Th9h", "8c7c"),
        samples=_DEALS,
        aim=90e6,
        aim_ratio=8,
    ),
    Spot("Omaha, 2 hands", ("AhAdKhKd", "QsJsTc9c"), game="omaha", samples=_DEALS, aim=25e6, aim_ratio=8),
    Spot("Omaha hi-lo, 2 hands", ("Ah2d3hKd", "As4sTc9c"), game="omaha8", samples=_DEALS, aim=15e6, aim_ratio=8),
)


@dataclass(frozen=True)
class Rival:
    """What somebody else makes of a spot.

    Attributes
    ----------
    name : str
    answer : callable
        Gives the first seat's equity.
    deals : float
        How many deals it draws; 0 for an exact answer.
    """

    name: str
    answer: Callable[[], float]
    deals: float = 0


def ours(spot: Spot) -> Any:
    """Ask pokereval, on one thread."""
    if spot.samples:
        return pokereval.equity(spot.hands, spot.board, game=spot.game, samples=spot.samples, seed=1, threads=1)
    return pokereval.equity(
        spot.hands, spot.board, game=spot.game, exact=True, threads=1, progress=False, by_combo=spot.by_combo
    )


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


def rivals(spot: Spot) -> Iterator[Rival]:
    """Find those that are installed and answer this question."""
    ompeval, poker_equity = _module("pokerfast.equity"), _module("poker_equity")
    hands = list(spot.hands)
    if ompeval is not None and spot.game == "holdem" and not spot.is_long:
        if not spot.samples:
            yield Rival(OMPEVAL, lambda: ompeval.equity(hands, spot.board, threads=1)[0])
        else:
            share = exact_equity(spot)
            yield Rival(
                f"{OMPEVAL}, to an error of {_OMPEVAL_ERROR:g}",
                lambda: ompeval.equity(hands, spot.board, exact=False, stdev=_OMPEVAL_ERROR, threads=1)[0],
                share * (1 - share) / _OMPEVAL_ERROR**2,
            )
    variant = "omaha_hi_lo" if spot.game == "omaha8" else spot.game
    if poker_equity is not None and spot.samples and variant in {one["key"] for one in poker_equity.variants()}:
        deals = spot.samples // 20

        def sample() -> float:
            told = poker_equity.chunk_from_text(variant, hands, samples=deals, seed=1, threads=1)
            return float(told["players"][0]["equity"])

        yield Rival(POKER_EQUITY, sample, deals)


def river_in_the_core() -> float:
    """Seconds that one river takes the sweep of two full ranges: no question is read, and no result made."""
    board = np.array([pokereval.parse_cards(_RIVER)], dtype=np.uint8)
    weights, wins, ties = np.ones((2, _COMBOS)), np.zeros((2, _COMBOS)), np.zeros((2, _COMBOS))

    def sweep() -> None:
        _core.sweep(board, np.ones(1), weights, wins, ties, None, None)

    sweep()
    return median(seconds(sweep) for _ in range(100 * _TURNS))


def exact_equity(spot: Spot) -> float:
    """Give the first seat's equity over all deals."""
    return float(pokereval.equity(spot.hands, spot.board, game=spot.game, exact=True, progress=False).equity[0])


def seconds(run: Callable[[], Any]) -> float:
    """Time of one run."""
    start = perf_counter()
    run()
    return perf_counter() - start


def race(first: Callable[[], Any], second: Callable[[], Any], turns: int = _TURNS) -> tuple[float, float, float]:
    """Time two calls turn by turn: the median times of both, and the median of their ratio, second by first."""

    def warm(run: Callable[[], Any]) -> float:
        run()  # OMPEval works on a thread of its own: whoever comes after it finds this core asleep and its caches cold
        return seconds(run)

    times = [(warm(first), warm(second)) for _ in range(turns)]
    return median(a for a, _ in times), median(b for _, b in times), median(b / a for a, b in times)


def check(spot: Spot, rival: Rival) -> str | None:
    """Compare a rival's answer with the exact one: what is wrong with it, or None."""
    share, theirs = exact_equity(spot), rival.answer()
    allowed = _STANDARD_ERRORS * (share * (1 - share) / rival.deals) ** 0.5 if rival.deals else 1e-9
    return None if abs(theirs - share) <= allowed else f"expected {share:.6f}, got {theirs:.6f}"


def pace(spot: Spot, time: float, deals: float) -> str:
    """Write how fast an answer was: its time, or the rate of its deals."""
    return per_second(deals / time) if spot.samples else duration(time)


def duration(time: float) -> str:
    """Write a time.

    Examples
    --------
    >>> duration(0.0001234), duration(1.25)
    ('0.123 ms', '1.25 s')
    """
    return f"{time * 1e3:#.3g} ms" if time < 1 else f"{time:#.3g} s"


def lines(spots: Iterable[Spot]) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """Time spots; each line of the table, with what is wrong with the rival's answer on it, if anything."""
    for spot in spots:
        ask = partial(ours, spot)
        answer = ask()
        aim = "" if spot.aim is None else f"≥ {per_second(spot.aim)}" if spot.samples else f"≤ {duration(spot.aim)}"
        beside = [] if spot.is_long else list(rivals(spot))
        head = (spot.title, f"{answer.equity[0]:.6f}")
        if not beside:
            time = median(seconds(ask) for _ in range(2 if spot.is_long else _TURNS))
            yield (*head, pace(spot, time, spot.samples), aim, "–", "", "", ""), None
        for rival in beside:
            problem = check(spot, rival)
            mine, theirs, ratio = race(ask, rival.answer, 3 if spot.samples else _TURNS)
            if spot.samples:
                ratio *= spot.samples / rival.deals
            wanted = f"≥ {spot.aim_ratio:g} ×" if spot.aim_ratio else ""
            yield (
                (
                    *head,
                    pace(spot, mine, spot.samples),
                    aim,
                    rival.name,
                    pace(spot, theirs, rival.deals),
                    times_faster(ratio),
                    wanted,
                ),
                problem,
            )
            head, aim = ("", ""), ""
        if spot.board == _RIVER and "random" in spot.hands:
            cells = ("  in the core", "", duration(river_in_the_core()), f"≤ {duration(_RIVER_AIM)}", "–", "", "", "")
            yield cells, None
