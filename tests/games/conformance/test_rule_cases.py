"""Every whole hand of the shared rule cases: legal choices, pots, payouts, returns, stacks and order of showing."""

from __future__ import annotations

from typing import Any

import pytest
from rule_cases import CasePlayer, outcome, played, shared_lines


def hands() -> list[dict[str, Any]]:
    """Return the cases that are hands; the others have tests of their own."""
    return [case for case in shared_lines("cases/rules.jsonl") if "actions" in case]


def test_every_rule_case_gives_its_result() -> None:
    failures = []
    for case in hands():
        try:
            played(case)
        except Exception as error:
            failures.append(f"{case['id']}: {type(error).__name__}: {str(error)[:600]}")
    assert not failures, "\n".join(failures)


def test_every_rule_case_is_rebuilt_from_its_events() -> None:
    for case in hands():
        hand = played(case)
        assert hand.game.replay(hand.setup, hand.events) == hand, case["id"]


@pytest.mark.parametrize("muck", ["never", "ask"])
def test_showing_or_mucking_changes_no_chips(muck: str) -> None:
    """Decision 6: every live hand is awarded, whether the beaten ones are shown, mucked or asked."""
    for case in hands():
        player = CasePlayer(case, muck=muck)
        hand = player.play()
        while hand.waits_for is not None:
            hand.muck()
        expected = {key: value for key, value in case["expected"].items() if key != "checks"}
        assert outcome(hand, case["expected"]) == expected, case["id"]
