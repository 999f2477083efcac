"""Whole hands, and the copy of a hand in progress."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from pokereval.games import Holdem

from .conftest import Race
from .deals import deal_cards
from .hands import BUTTON, SEATS, STACK

ASKED = ("hands scripted", "hands checked down", "hands omaha8", "hands stud")


def test_hands(race: Race, benchmark: Any) -> None:
    race.run(benchmark)


def test_copy_of_a_hand_in_progress(benchmark: Any) -> None:
    deck = tuple(deal_cards(1, 52)[0].tolist())
    hand = Holdem(limit="no", blinds=(60, 120)).start([STACK] * SEATS, BUTTON, deck=deck)
    for _ in range(5):
        hand.call()
    hand.check()
    benchmark.group = "copy of a hand on the flop"
    twin = benchmark(hand.copy)
    assert twin == hand


def test_deepcopy_of_a_pokerkit_state_in_progress(benchmark: Any) -> None:
    pokerkit = pytest.importorskip("pokerkit", reason="pokerkit is not installed (extra 'bench')")
    state = pokerkit.NoLimitTexasHoldem.create_state(tuple(pokerkit.Automation), True, 0, (60, 120), 120, STACK, SEATS)
    for _ in range(6):
        state.check_or_call()
    benchmark.group = "copy of a hand on the flop"
    twin = benchmark(deepcopy, state)
    assert twin.stacks == state.stacks
