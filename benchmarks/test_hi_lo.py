"""Omaha hands for high and low."""

from __future__ import annotations

from typing import Any

from .conftest import Race

ASKED = ("hi-lo heads-up", "hi-lo six seats")


def test_hi_lo_batch(race: Race, benchmark: Any) -> None:
    race.run(benchmark)
