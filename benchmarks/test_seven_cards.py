"""Batches of seven cards, with and without checking."""

from __future__ import annotations

from typing import Any

from .conftest import Race

ASKED = ("seven", "seven unchecked", "seven ready")


def test_seven_card_batch(race: Race, benchmark: Any) -> None:
    race.run(benchmark)
