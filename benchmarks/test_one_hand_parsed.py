"""One hand whose cards are parsed, call by call."""

from __future__ import annotations

from typing import Any

from .conftest import Race

ASKED = ("parsed",)


def test_one_hand_parsed(race: Race, benchmark: Any) -> None:
    race.run(benchmark)
