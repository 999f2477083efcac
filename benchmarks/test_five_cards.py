"""Batches of five cards."""

from __future__ import annotations

from typing import Any

from .conftest import Race

ASKED = ("five",)


def test_five_card_batch(race: Race, benchmark: Any) -> None:
    race.run(benchmark)
