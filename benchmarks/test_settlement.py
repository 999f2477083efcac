"""Tables whose chips are paid out."""

from __future__ import annotations

from typing import Any

from .conftest import Race

ASKED = ("settle holdem", "settle holdem folded", "settle omaha8", "settle omaha8 folded")


def test_settlement(race: Race, benchmark: Any) -> None:
    race.run(benchmark)
