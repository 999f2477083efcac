"""Equity questions beside rivals: exact answers are compared first, and the ratio is that of one run, turn by turn.

Ratios and the rates of sampling stand in ``extra_info``; nothing is asserted of a time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import Any

import pytest

import pokereval

EXACT = {
    "AhAd v KsKc": (["AhAd", "KsKc"], ""),
    "AA v KK": (["AA", "KK"], ""),
    "AKs v 22+": (["AKs", "22+"], ""),
    "AKs v QQ v 22": (["AKs", "QQ", "22"], ""),
    "AhAd v KsKc on a flop": (["AhAd", "KsKc"], "2c7d9h"),
    "QQ+,AK v TT+,AQ+ on a flop": (["QQ+,AK", "TT+,AQ+"], "2c7d9h"),
    "random v random on a flop": (["random", "random"], "2c7d9h"),
    "random v random on a river": (["random", "random"], "2c7d9hTsJs"),
}
LONG = {
    "QQ+,AK v 22+ v A2s+,KQs": (["QQ+,AK", "22+", "A2s+,KQs"], ""),
    "random v random": (["random", "random"], ""),
}
SAMPLED = {
    "hold'em, 2 seats": ("holdem", ["AhAd", "KsKc"]),
    "hold'em, 6 seats": ("holdem", ["AhAd", "KsKc", "QsQd", "JhJd", "Th9h", "8c7c"]),
    "Omaha, 2 seats": ("omaha", ["AhAdKhKd", "QsJsTc9c"]),
    "Omaha hi-lo, 2 seats": ("omaha8", ["Ah2d3hKd", "As4sTc9c"]),
}
KNOWN = {
    "Omaha, exact before the flop": ("omaha", ["AhAdKhKd", "QsJsTc9c"]),
    "Omaha hi-lo, exact before the flop": ("omaha8", ["Ah2d3hKd", "As4sTc9c"]),
}
_TURNS = 5
_SAMPLES = 1_000_000


def rival(name: str) -> Any:
    """A rival's module, or None where it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        return None


def seconds(run: Callable[[], Any]) -> float:
    """Time of one run."""
    start = perf_counter()
    run()
    return perf_counter() - start


def race(ours: Callable[[], Any], theirs: Callable[[], Any] | None, turns: int = _TURNS) -> float | None:
    """How many times faster ours is: the median over turns in which both run."""
    if theirs is None:
        return None
    ours(), theirs()
    return median(seconds(theirs) / seconds(ours) for _ in range(turns))


@pytest.mark.parametrize("spot", EXACT)
def test_exact_equity(spot: str, benchmark: Any) -> None:
    hands, board = EXACT[spot]
    other = rival("pokerfast.equity")

    def ours() -> Any:
        return pokereval.equity(hands, board, exact=True, threads=1, progress=False)

    theirs = None
    if other is not None:
        expected = other.equity(hands, board)
        assert ours().equity == pytest.approx(expected, abs=1e-9)

        def theirs() -> Any:
            return other.equity(hands, board, threads=1)

    benchmark.group = f"exact: {spot}"
    benchmark.pedantic(ours, rounds=9, warmup_rounds=1)
    benchmark.extra_info["times_faster_than_OMPEval"] = race(ours, theirs)


@pytest.mark.parametrize("spot", LONG)
def test_long_exact_equity(spot: str, benchmark: Any) -> None:
    """OMPEval takes half a minute and two minutes for these, so it is not run beside them."""
    hands, board = LONG[spot]
    benchmark.group = f"exact: {spot}"
    benchmark.pedantic(
        lambda: pokereval.equity(hands, board, exact=True, threads=1, progress=False, by_combo=True), rounds=2
    )


@pytest.mark.parametrize("spot", KNOWN)
def test_exact_omaha(spot: str, benchmark: Any) -> None:
    game, hands = KNOWN[spot]
    benchmark.group = f"exact: {spot}"
    benchmark(lambda: pokereval.equity(hands, game=game))


@pytest.mark.parametrize("spot", SAMPLED)
def test_sampled_equity(spot: str, benchmark: Any) -> None:
    game, hands = SAMPLED[spot]
    other = rival("poker_equity")
    exact = pokereval.equity(hands, game=game, exact=True, progress=False).equity[0]

    def ours() -> Any:
        return pokereval.equity(hands, game=game, samples=_SAMPLES, seed=1, threads=1)

    assert abs(ours().equity[0] - exact) < 0.003
    benchmark.group = f"sampled: {spot}"
    benchmark.pedantic(ours, rounds=5, warmup_rounds=1)
    benchmark.extra_info["million_deals_a_second"] = _SAMPLES / min(seconds(ours) for _ in range(3)) / 1e6
    variant = "omaha_hi_lo" if game == "omaha8" else game
    if other is not None and variant in {one["key"] for one in other.variants()}:
        fewer = _SAMPLES // 5
        ratio = race(ours, lambda: other.chunk_from_text(variant, hands, samples=fewer, seed=1, threads=1))
        benchmark.extra_info["times_faster_than_poker_equity"] = ratio and ratio * _SAMPLES / fewer
