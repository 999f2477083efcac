"""Where the shared cases lie, and how their hands are read.

The folder is the one named by POKEREVAL_SHARED, or ``../shared`` beside the repository. The files decide what is
expected; nothing in these tests knows a case by its name.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import pokereval as pe

REPOSITORY = Path(__file__).resolve().parents[2]

CLASS_NAMES = {
    "high card": 1,
    "one pair": 2,
    "pair": 2,
    "two pair": 3,
    "three of a kind": 4,
    "straight": 5,
    "flush": 6,
    "full house": 7,
    "four of a kind": 8,
    "straight flush": 9,
    "royal flush": 9,
}
STRAIGHT, STRAIGHT_FLUSH = CLASS_NAMES["straight"], CLASS_NAMES["straight flush"]


def shared_folder() -> Path:
    """Give the folder with the shared cases; without it a test is skipped, but under CI that is a failure."""
    folder = Path(os.environ.get("POKEREVAL_SHARED") or REPOSITORY.parent / "shared")
    if not folder.is_dir():
        message = f"the folder with shared cases is not there: {folder} (POKEREVAL_SHARED names another one)"
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(message)
        pytest.skip(message)
    return folder


def shared_rows(name: str) -> list[dict[str, Any]]:
    """Read a file of JSON lines; a file that this folder does not have skips the test."""
    path = shared_folder() / name
    if not path.is_file():
        pytest.skip(f"{name} is not in the folder with shared cases")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert rows, f"{name} holds no case"
    return rows


def rank_letters(five: Sequence[int]) -> str:
    """Write the different ranks of five cards in the order in which they are read out."""
    return "".join(dict.fromkeys(pe.RANKS[card // 4] for card in five))


def play(hole_cards: str, board: str, *, is_omaha: bool) -> pe.BestHand:
    """Rank a hand and find its cards; the two answers must be about the same rank."""
    if is_omaha:
        best = pe.best_omaha_hand(hole_cards, board)
        ranks = pe.evaluate_omaha(hole_cards, board), pe.evaluate_omaha_low(hole_cards, board)
    else:
        best = pe.best_hand(hole_cards + board)
        ranks = pe.evaluate(hole_cards + board), pe.evaluate_low(hole_cards + board)
    assert ranks == (best.high_rank, best.low_rank)
    return best


def disagreements(best: pe.BestHand, rank_class: int, named: str) -> list[str]:
    """Compare a hand with the class and the ranks that somebody named, most important first; empty if all is well."""
    got = pe.rank_class(best.high_rank), rank_letters(best.high), pe.describe(best.high_rank)
    return disagreements_of(*got, rank_class, named)


def disagreements_of(got_class: int, ranks: str, words: str, rank_class: int, named: str) -> list[str]:
    """Compare class, ranks and words of a hand, found in whatever way, with what somebody named."""
    if got_class != rank_class:
        return [f"expected class {rank_class}, got {words}"]
    if rank_class in (STRAIGHT, STRAIGHT_FLUSH):
        # told by its top card, or by its two ends in either order, or now and then by two cards in it
        is_named = ranks[0] == named if len(named) == 1 else set(named) <= set(ranks)
    else:
        is_named = ranks.startswith(named)
    return [] if is_named else [f"expected {named}, got {words}, {ranks}"]


def read_named_hand(text: str) -> tuple[int, str]:
    """Read ``"two pair 8-7-5"`` or ``"straight flush 5"`` as class and rank letters."""
    name = max((name for name in CLASS_NAMES if text.startswith(name)), key=len)
    ranks = re.sub(r"[^2-9TJQKA]", "", text[len(name) :].replace("10", "T"))
    return CLASS_NAMES[name], "A" if name == "royal flush" else ranks
