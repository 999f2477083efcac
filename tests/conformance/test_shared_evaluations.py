"""``cases/evaluations.jsonl``: hands with the order of their highs and lows, outs, and counts of whole spaces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import oracle_arrays as arrays
from shared_cases import CLASS_NAMES, disagreements, play, read_named_hand, shared_rows

import pokereval as pe

FILE = "cases/evaluations.jsonl"
OMAHA = {"holdem": False, "omaha": True, "omaha8": True, "stud": False, "stud8": False}
COUNT_NAMES = {
    "high_card": 1,
    "pair": 2,
    "two_pair": 3,
    "three": 4,
    "straight": 5,
    "flush": 6,
    "full_house": 7,
    "four": 8,
    "straight_flush": 9,
}


def order(ranks: Mapping[str, int]) -> list[list[str]]:
    """Group seats by rank, the best first; zero is in no group."""
    return [sorted(seat for seat in ranks if ranks[seat] == rank) for rank in sorted({*ranks.values()} - {0})[::-1]]


def check_hands(case: dict[str, Any]) -> list[str]:
    """Compare every hand's high and low, and the order of all."""
    expected = case["expected"]
    hands = {
        seat: play(cards, case.get("board", ""), is_omaha=OMAHA[case["game"]]) for seat, cards in case["hands"].items()
    }
    wrong = []
    for seat, text in expected.get("high", {}).items():
        wrong += [f"{seat} high: {what}" for what in disagreements(hands[seat], *read_named_hand(text))]
    for seat, text in expected.get("low", {}).items():
        low_rank = hands[seat].low_rank
        got = pe.describe_low(low_rank) if low_rank else None
        wrong += [f"{seat} low: expected {text}, got {got}"] * (got != text)
    for part in ("high", "low"):
        told = expected.get(f"{part}_order")
        got = order({seat: getattr(best, f"{part}_rank") for seat, best in hands.items()})
        if told is not None and got != [sorted(group) for group in told]:
            wrong.append(f"{part} order: expected {told}, got {got}")
    return wrong


def check_two_card_classes(case: dict[str, Any]) -> list[str]:
    """Rank every two cards on a board and compare the best groups: who is in them, and how many."""
    board = pe.parse_cards(case["board"])
    pairs = np.array(list(combinations([card for card in range(52) if card not in board], 2)), dtype=np.uint8)
    # in hold'em any five of seven play; in Omaha these two and three of the board
    shared = combinations(board, 3) if OMAHA[case["game"]] else [board]
    on_board = [np.hstack([pairs, np.tile(np.array(cards, dtype=np.uint8), (len(pairs), 1))]) for cards in shared]
    ranks = np.maximum.reduce([pe.evaluate(hands) for hands in on_board])
    best_first = np.unique(ranks)[::-1].tolist()
    wrong = []
    for rank, told in zip(best_first, case["expected"]["two_card_classes_best_first"], strict=False):
        group = {frozenset(pair) for pair in pairs[ranks == rank].tolist()}
        one = sorted(next(iter(group)))
        playing = [hands[(pairs == one).all(axis=1)][0] for hands in on_board]
        best = pe.best_hand(max(playing, key=pe.evaluate))
        wrong += disagreements(best, *read_named_hand(told["hand"]))
        if len(group) != told["n_two_card_combos"]:
            wrong.append(f"expected {told['n_two_card_combos']} of {told['hand']}, got {len(group)}")
        strangers = [text for text in told["examples"] if frozenset(pe.parse_cards(text)) not in group]
        wrong += [f"expected {text} to be {told['hand']}" for text in strangers]
    if len(best_first) < len(case["expected"]["two_card_classes_best_first"]):
        wrong.append(f"expected more than {len(best_first)} classes")
    return wrong


def rank_frequency(count: int) -> np.ndarray:
    """Count how often each rank comes among all hands of five to seven cards."""
    frequency = np.zeros(1 << 16, dtype=np.int64)
    if count == 5:
        blocks = [arrays.combos(5)]
    elif count == 6:
        blocks = [_with_top(top) for top in range(5, 52)]
    else:
        blocks = (hands for hands, _ in arrays.seven_card_blocks())
    for hands in blocks:
        frequency += np.bincount(pe.evaluate(hands), minlength=1 << 16)
    return frequency


def _with_top(top: int) -> np.ndarray:
    lower = arrays.combos(5)[: comb(top, 5)]
    return np.hstack([lower, np.full((len(lower), 1), top, dtype=np.uint8)])


def check_counts(case: dict[str, Any]) -> list[str]:
    """Count the classes of all hands of so many cards."""
    told = case["expected"]
    (count,) = (count for count in (5, 6, 7) if comb(52, count) == told["total"])
    frequency = rank_frequency(count)
    royal = int(frequency[pe.evaluate("AsKsQsJsTs")])
    by_class = frequency.reshape(16, -1).sum(axis=1).tolist()
    got = {name: by_class[rank_class] for name, rank_class in COUNT_NAMES.items()}
    got |= {"royal": royal, "straight_flush_excl_royal": got["straight_flush"] - royal}
    got |= {"total": int(frequency.sum()), "distinct_classes": int(np.count_nonzero(frequency))}
    return [
        f"expected {number} {name}, got {got.get(name)}" for name, number in told.items() if got.get(name) != number
    ]


def check_low_count(case: dict[str, Any]) -> list[str]:
    """Count the different lows of five cards, and name the best and the worst."""
    lows = np.unique(pe.evaluate_low(arrays.combos(5)))
    lows = lows[lows > 0].tolist()
    told = case["expected"]
    got = {"best": pe.describe_low(lows[-1]), "worst": pe.describe_low(lows[0]), "five_card_low_classes": len(lows)}
    return [f"expected {name} {what}, got {got.get(name)}" for name, what in told.items() if got.get(name) != what]


def percent(chance: Fraction) -> float:
    """Round a chance to hundredths of a per cent, halves up."""
    return int(10_000 * chance + Fraction(1, 2)) / 100


def check_odds_table(case: dict[str, Any]) -> list[str]:
    """Compare the chances that so many outs give on the turn, on the river and on either."""
    rows = {row.outs: row for row in pe.odds_table()}
    wrong = []
    for told in case["expected"]:
        row = rows.get(told["outs"])
        got = row and {"outs": row.outs} | {
            f"{when}_pct": percent(chance)
            for when, chance in [("turn", row.turn), ("river", row.river), ("turn_or_river", row.by_river)]
        }
        wrong += [f"expected {told}, got {got}"] * (got != told)
    return wrong


def check_outs(case: dict[str, Any]) -> list[str]:
    """Find the cards that make a class of hand or a better one, and the chances that so many outs give."""
    target = re.fullmatch(r"(.+) or better on the next card", case["target"])
    assert target, f"{case['id']}: expected a class of hand to reach on the next card, got {case['target']!r}"
    found = pe.outs(case["hole"], ["random"], case["board"], game=case["game"])
    helping = [one for one in found.cards if CLASS_NAMES[one.makes] >= CLASS_NAMES[target[1]]]
    count, unseen = len(helping), len(found.cards)
    got: dict[str, object] = {"outs": count, "cards": {one.card for one in helping}}
    if len(found.board) == 3:
        got["turn_pct"] = percent(Fraction(count, unseen))
        got["turn_or_river_same_outs_pct"] = percent(1 - Fraction(comb(unseen - count, 2), comb(unseen, 2)))
    else:
        got["river_pct"] = percent(Fraction(count, unseen))
    told = case["expected"] | {"cards": set(pe.parse_cards("".join(case["expected"]["cards"])))}
    return [f"expected {name} {what}, got {got.get(name)}" for name, what in told.items() if got.get(name) != what]


def check_of(case: dict[str, Any]) -> Callable[[dict[str, Any]], list[str]] | None:
    """Find out what a case asks from its shape; None for a game that has no showdown here."""
    expected = case["expected"]
    if case.get("game", "holdem") not in OMAHA:
        return None
    if isinstance(expected, list):
        return check_odds_table
    if "outs" in expected:
        return check_outs
    if "hands" in case:
        return check_hands
    for key, check in [
        ("two_card_classes_best_first", check_two_card_classes),
        ("total", check_counts),
        ("five_card_low_classes", check_low_count),
    ]:
        if key in expected:
            return check
    raise AssertionError(f"{case['id']}: expected hands, classes of two cards or counts, got {sorted(expected)}")


def test_hands_stand_in_the_order_of_the_shared_evaluations(record_property: Callable[[str, object], None]) -> None:
    wrong = []
    seen: Counter[str] = Counter()
    for case in shared_rows(FILE):
        check = check_of(case)
        seen["not built" if check is None else "checked"] += 1
        wrong += [f"{case['id']}: {what}" for what in (check(case) if check else [])]
    record_property("conformance", f"{FILE}: {seen['checked']} checked, not built: {seen['not built'] or 'none'}")
    assert not wrong, "\n".join(wrong)
    assert seen["checked"]
