"""One hand from text, call by call."""

from __future__ import annotations

from typing import Any

from .conftest import Race

ASKED = ("text",)


def test_one_hand_from_text(race: Race, benchmark: Any) -> None:
    race.run(benchmark)
