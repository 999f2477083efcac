"""``facts/settlements.jsonl``: real hands, and what was paid."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
from shared_cases import shared_rows

import pokereval as pe
from pokereval.variants import SHOWDOWN_GAMES

FILE = "facts/settlements.jsonl"


def padded(cards: str, count: int) -> list[int]:
    """Read cards and fill up with 255 what is not known."""
    ids = pe.parse_cards(cards) if cards else ()
    return [*ids, *[pe.NO_CARD] * (count - len(ids))]


def kind(hand: dict[str, Any]) -> tuple[str, int, int, bool, int, int]:
    """Give what hands must have in common to be settled in one call."""
    game = SHOWDOWN_GAMES[hand["game"]]
    dealt = max(len(pe.parse_cards(cards)) if cards else 0 for cards in hand["hole_cards"])
    # in stud a card in the middle is everybody's seventh
    community = int(game.is_stud and bool(hand["board"]))
    hole_count = min(count for count in game.hole_counts_with(community) if count >= dealt)
    knows_button = hand.get("button") is not None
    return (hand["game"], len(hand["contributions"]), hole_count, knows_button, community, hand.get("chip", 1))


def test_real_hands_are_paid_to_the_chip(record_property: Callable[[str, object], None]) -> None:
    hands = shared_rows(FILE)
    not_built = Counter(hand["game"] for hand in hands if hand["game"] not in SHOWDOWN_GAMES)
    alike = defaultdict(list)
    for hand in hands:
        if hand["game"] in SHOWDOWN_GAMES:
            alike[kind(hand)].append(hand)
    wrong = []
    for (game, _, hole_count, knows_button, community, chip), group in alike.items():
        board_count = SHOWDOWN_GAMES[game].board_count or community
        settlement = pe.settle(
            game,
            np.array([[padded(cards, hole_count) for cards in hand["hole_cards"]] for hand in group]),
            np.array([padded(hand["board"], board_count) for hand in group]) if board_count else None,
            np.array([hand["contributions"] for hand in group]),
            live=np.array([hand["live"] for hand in group]),
            button=np.array([hand.get("button") for hand in group]) if knows_button else None,
            chip=chip,
            uncalled="returned",
        )
        for row, hand in enumerate(group):
            got = settlement.payouts[row].tolist()
            if got != hand["payouts"] or settlement.returned[row].any():
                wrong.append(f"expected {hand['payouts']}, got {got}: {hand}")
    missing = ", ".join(f"{count} {game}" for game, count in not_built.items()) or "none"
    record_property("conformance", f"{FILE}: {len(hands) - not_built.total()} checked, not built: {missing}")
    assert not wrong, "\n".join(wrong)
    assert alike


def test_real_hands_are_paid_to_the_chip_one_by_one() -> None:
    wrong = []
    for hand in shared_rows(FILE):
        if hand["game"] not in SHOWDOWN_GAMES:
            continue
        settlement = pe.settle_hand(
            hand["game"],
            hand["hole_cards"],
            hand["board"],
            hand["contributions"],
            live=hand["live"],
            button=hand.get("button"),
            chip=hand.get("chip", 1),
            uncalled="returned",
        )
        if list(settlement.payouts) != hand["payouts"]:
            wrong.append(f"expected {hand['payouts']}, got {settlement.payouts}: {hand}")
    assert not wrong, "\n".join(wrong)
