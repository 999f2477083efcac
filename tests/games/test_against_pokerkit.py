"""Random hands against pokerkit, and its deviations one by one with the rule that decides each."""

from __future__ import annotations

import pytest

pytest.importorskip("pokerkit", reason="pokerkit is not installed (extra 'bench')")

import rival_pokerkit
from pokerkit import (
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
)
from scripts import play

from pokereval.games import Holdem, Omaha

EXPLAINED = ("rule 26", "decision 11", "decision 16", "decision 17", "decisions 8, 9 and 10")


@pytest.mark.parametrize("name", rival_pokerkit.GAMES)
def test_no_difference_from_pokerkit_is_unexplained(name: str) -> None:
    """The run fails by itself at a difference that no rule explains; ``rival_pokerkit.py`` plays any number."""
    found = rival_pokerkit.run(name, 120)
    assert all(why.startswith(EXPLAINED) for why in found)


def test_deviation_its_fixed_limit_omaha_hilo_takes_pot_sized_bets() -> None:
    """Rule 25: in fixed limit a bet has one size."""
    game = Omaha(limit="fixed", blinds=(5, 10), low=True)
    state = rival_pokerkit.rival_state(game, FixedLimitOmahaHoldemHighLowSplitEightOrBetter, [500] * 3)
    for cards in ("2c3c4c5c", "6c7c8c9c", "TcJcQcKc"):
        for at in range(0, 8, 2):
            state.deal_hole(cards[at : at + 2], ("2c3c4c5c", "6c7c8c9c", "TcJcQcKc").index(cards))
    assert state.max_completion_betting_or_raising_to_amount == 35
    legal = game.start([500] * 3, 2, seed=1).legal()
    assert legal is not None
    assert legal.raise_sizes == (20,)


def test_deviation_a_short_big_blind_lowers_its_calls() -> None:
    """Decision 15: calls and raises count from the full big blind."""
    game = Holdem(limit="no", blinds=(5, 10))
    state = rival_pokerkit.rival_state(game, NoLimitTexasHoldem, [100, 7, 100])
    for seat, cards in enumerate(("2c3c", "4c5c", "6c7c")):
        for at in (0, 2):
            state.deal_hole(cards[at : at + 2], seat)
    legal = play(game, [100, 7, 100]).legal()
    assert legal is not None
    assert (state.checking_or_calling_amount, legal.call) == (7, 10)


def test_deviation_its_cap_holds_heads_up_in_cash_games() -> None:
    """Decision 2: two seats left before the cap raise without end, except in tournaments."""
    game = Holdem(limit="fixed", blinds=(5, 10))
    state = rival_pokerkit.rival_state(game, FixedLimitTexasHoldem, [900] * 2)
    for seat, cards in enumerate(("2c3c", "4c5c")):
        for at in (0, 2):
            state.deal_hole(cards[at : at + 2], seat)
    hand = game.start([900] * 2, 1, seed=1)
    for total in (20, 30, 40, 50):
        state.complete_bet_or_raise_to(total)
        hand.raise_to(total)
    legal = hand.legal()
    assert legal is not None
    assert (state.min_completion_betting_or_raising_to_amount, legal.raise_sizes) == (None, (60,))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no-limit hold'em", "decision 17"),
        ("no-limit hold'em", "decision 16"),
        ("fixed-limit hold'em", "rule 26"),
        ("pot-limit Omaha hi-lo", "decision 11"),
        ("fixed-limit stud hi-lo", "decisions 8, 9 and 10"),
    ],
)
def test_the_deviations_are_still_there(name: str, why: str) -> None:
    """A later pokerkit that is mended has to be noticed, and its entry taken out."""
    assert any(reason.startswith(why) for reason in rival_pokerkit.run(name, 350))
