"""Batches of Omaha hands with four, five and six hole cards."""

from __future__ import annotations

from typing import Any

from .conftest import Race

ASKED = ("omaha", "omaha 5", "omaha 6")


def test_omaha_batch(race: Race, benchmark: Any) -> None:
    race.run(benchmark)
