"""``facts/showdowns.jsonl``: hands as real rooms announced them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from shared_cases import CLASS_NAMES, disagreements, play, shared_rows

import pokereval as pe

FILE = "facts/showdowns.jsonl"

IS_OMAHA = {
    "holdem": False,
    "omaha": True,
    "omaha-hilo": True,
    "omaha-5/6/courchevel": True,
    "stud": False,
    "stud-hilo": False,
}
"""The variants that are built, and whether two hole cards must play."""


def check(fact: dict[str, Any]) -> list[str]:
    """Compare a hand with its announcement."""
    hole_cards, board = fact["hole"].replace(" ", ""), fact["board"].replace(" ", "")
    best = play(hole_cards, board, is_omaha=IS_OMAHA[fact["variant"]])
    wrong = []
    if fact["high_class"] is not None:
        wrong += disagreements(best, CLASS_NAMES[fact["high_class"]], fact["named_ranks"] or "")
    if fact["variant"].endswith("hilo") and fact["low"] != "unstated":
        low = pe.describe_low(best.low_rank).replace("-", "") if best.low_rank else None
        wrong += [f"expected low {fact['low']}, got {low}"] * (low != fact["low"])
    return wrong


def test_hands_are_what_the_rooms_announced(record_property: Callable[[str, object], None]) -> None:
    wrong = []
    not_built: Counter[str] = Counter()
    facts = shared_rows(FILE)
    for fact in facts:
        if fact["variant"] not in IS_OMAHA:
            not_built[fact["variant"]] += 1
            continue
        wrong += [f"{fact['variant']} {fact['hole']} on {fact['board']}: {what}" for what in check(fact)]
    missing = ", ".join(f"{count} {variant}" for variant, count in not_built.items()) or "none"
    record_property("conformance", f"{FILE}: {len(facts) - not_built.total()} checked, not built: {missing}")
    assert not wrong, "\n".join(wrong)
    assert len(facts) > not_built.total()
