"""Batches of eight-or-better lows."""

from __future__ import annotations

from typing import Any

from .conftest import Race

ASKED = ("low", "omaha low")


def test_low_batch(race: Race, benchmark: Any) -> None:
    race.run(benchmark)
