"""Equity questions, exact and sampled; ``python -m benchmarks --only equity`` has them beside rivals."""

from __future__ import annotations

from typing import Any

import pytest

from .equities import SPOTS, Spot, check, ours, rivals


@pytest.mark.parametrize("spot", SPOTS, ids=[spot.title for spot in SPOTS])
def test_equity(spot: Spot, benchmark: Any) -> None:
    for rival in rivals(spot):
        assert check(spot, rival) is None
    benchmark.group = f"equity: {spot.title}"
    benchmark.pedantic(lambda: ours(spot), rounds=2 if spot.is_long else 9, warmup_rounds=0 if spot.is_long else 1)
    if spot.samples:
        benchmark.extra_info["deals"] = spot.samples
