"""Batches of six cards."""

from __future__ import annotations

from typing import Any

from .conftest import Race

ASKED = ("six",)


def test_six_card_batch(race: Race, benchmark: Any) -> None:
    race.run(benchmark)
