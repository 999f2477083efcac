"""``facts/showdowns.jsonl``: hands as real rooms announced them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from shared_cases import CLASS_NAMES, disagreements, disagreements_of, play, rank_letters, shared_rows

import pokereval as pe

FILE = "facts/showdowns.jsonl"
UNSTATED = "unstated"

IS_OMAHA = {
    "holdem": False,
    "omaha": True,
    "omaha-hilo": True,
    "omaha-5/6/courchevel": True,
    "stud": False,
    "stud-hilo": False,
}
"""The variants with the usual ranks, and whether two hole cards must play."""

SHORT_DECK_CLASSES = (0, 1, 2, 3, 4, 5, CLASS_NAMES["full house"], CLASS_NAMES["flush"], 8, 9)
"""What the classes of the short deck are called elsewhere, from no hand up; there a flush beats a full house."""


def check_usual(fact: dict[str, Any], hole_cards: str, board: str) -> list[str]:
    """Compare a hand with its announcement where high hands are ranked in the usual order."""
    best = play(hole_cards, board, is_omaha=IS_OMAHA[fact["variant"]])
    wrong = []
    if fact["high_class"] is not None:
        wrong += disagreements(best, CLASS_NAMES[fact["high_class"]], fact["named_ranks"] or "")
    if fact["variant"].endswith("hilo") and fact["low"] != UNSTATED:
        low = pe.describe_low(best.low_rank).replace("-", "") if best.low_rank else None
        wrong += [f"expected low {fact['low']}, got {low}"] * (low != fact["low"])
    return wrong


def check_razz(fact: dict[str, Any], hole_cards: str, board: str) -> list[str]:
    """Compare a razz hand with the low that was announced; none was told where a pair plays."""
    if fact["low"] == UNSTATED:
        return []
    ranks = pe.describe_razz(pe.evaluate_razz(hole_cards + board)).replace("-", "")
    low = ranks if len(set(ranks)) == 5 else None
    return [f"expected low {fact['low']}, got {ranks}"] * (low != fact["low"])


def check_short_deck(fact: dict[str, Any], hole_cards: str, board: str) -> list[str]:
    """Compare a short-deck hand with its announcement: its class, and the ranks of five cards that rank as high."""
    if fact["high_class"] is None:
        return []
    cards = pe.parse_cards(hole_cards + board)
    rank = pe.evaluate_short_deck(cards)
    five = max(combinations(sorted(cards, reverse=True), 5), key=pe.evaluate_short_deck)
    assert pe.evaluate_short_deck(five) == rank
    got_class = SHORT_DECK_CLASSES[rank >> 12]
    words = pe.describe_short_deck(rank)
    return disagreements_of(
        got_class, ranks_as_read(five), words, CLASS_NAMES[fact["high_class"]], fact["named_ranks"] or ""
    )


def ranks_as_read(five: tuple[int, ...]) -> str:
    """Give the ranks of five short-deck cards, the biggest group first; the ace of A-6-7-8-9 is its lowest card."""
    if {card // 4 for card in five} == {12, 4, 5, 6, 7}:
        return "9876A"
    ranks = [card // 4 for card in five]
    return rank_letters(sorted(five, key=lambda card: (ranks.count(card // 4), card // 4), reverse=True))


CHECKS: dict[str, Callable[[dict[str, Any], str, str], list[str]]] = {
    **dict.fromkeys(IS_OMAHA, check_usual),
    "razz": check_razz,
    "short-deck": check_short_deck,
}


def check(fact: dict[str, Any]) -> list[str]:
    """Compare a hand with its announcement."""
    return CHECKS[fact["variant"]](fact, fact["hole"].replace(" ", ""), fact["board"].replace(" ", ""))


def test_hands_are_what_the_rooms_announced(record_property: Callable[[str, object], None]) -> None:
    wrong = []
    not_built: Counter[str] = Counter()
    facts = shared_rows(FILE)
    for fact in facts:
        if fact["variant"] not in CHECKS:
            not_built[fact["variant"]] += 1
            continue
        wrong += [f"{fact['variant']} {fact['hole']} on {fact['board']}: {what}" for what in check(fact)]
    missing = ", ".join(f"{count} {variant}" for variant, count in not_built.items()) or "none"
    record_property("conformance", f"{FILE}: {len(facts) - not_built.total()} checked, not built: {missing}")
    assert not wrong, "\n".join(wrong)
    assert len(facts) > not_built.total()


@pytest.mark.parametrize(
    ("variant", "hole", "board", "high_class", "named_ranks", "low"),
    [
        ("razz", "4c 5d 8s 9s 3h 9c Ac", "", None, None, "8543A"),
        ("razz", "4c 4d 8s 8c 3h 3c Ac", "", None, None, None),
        ("razz", "4c 4d 8s 8c 3h 3c Ac", "", None, None, "unstated"),
        ("short-deck", "Ks Qs", "9s 7s 6s Kd Kc", "flush", "KQ976", None),
        ("short-deck", "Ks Kh", "Qc Qd 6s 7d Kc", "full house", "KQ", None),
        ("short-deck", "As 9d", "8c 7c 6d Kh Ks", "straight", "9", None),
        ("short-deck", "As 9d", "8c 7c Td Jh Ks", "straight", "J7", None),
    ],
)
def test_announcements_of_other_games_are_understood(
    variant: str, hole: str, board: str, high_class: str | None, named_ranks: str | None, low: str | None
) -> None:
    fact: dict[str, Any] = {"variant": variant, "hole": hole, "board": board}
    fact |= {"high_class": high_class, "named_ranks": named_ranks, "low": low}
    assert check(fact) == []
    if low != UNSTATED:
        assert check(fact | {"low": "9876A", "high_class": high_class and "one pair"})
