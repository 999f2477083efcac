"""Razz, short-deck hold'em, 5-card Omaha hi-lo and Courchevel: games added as a few lines of data."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from scripts import passively, play

from pokereval import evaluate_omaha, evaluate_razz, evaluate_short_deck, parse_cards
from pokereval.games import Courchevel, Game, Holdem, Omaha, Razz, ShortDeck, Stud
from pokereval.games.evaluators import ANY_FIVE_HIGH, OMAHA_HIGH, OMAHA_LOW, RAZZ_LOW, SHORT_DECK_HIGH

RAZZ = Razz(bets=(5, 10), ante=1, bring_in=2)
SHORT = ShortDeck(ante=1, button_blind=2)


def test_in_razz_the_highest_card_brings_in_the_ace_being_low() -> None:
    assert play(RAZZ, [100] * 3, holes={"P1": "2c3cQd", "P2": "2d3dKh", "P3": "2h3hAs"}).actor == 1
    assert play(RAZZ, [100] * 3, holes={"P1": "2c3cKs", "P2": "2d3dKh", "P3": "2h3hKc"}).actor == 0  # by suit


def test_in_razz_the_lowest_board_acts_first() -> None:
    hand = play(
        RAZZ, [100] * 3, "P2 bring_in, P3 call, P1 call",
        holes={"P1": "2c3cQd3s", "P2": "2d3dKh4s", "P3": "2h5hAsAd"},
    )  # fmt: skip
    assert hand.actor == 0, "a pair of aces is no low board"


def test_in_razz_the_best_low_wins_and_pairs_are_bad() -> None:
    hand = play(
        RAZZ, [100] * 2, "P1 bring_in, P2 call" + ", P2 check, P1 check" * 4,
        holes={"P1": "2c3cKs5h7d9cTc", "P2": "AcAdQh2d3d6h8s"},
    )  # fmt: skip
    assert hand.result.payouts == (0, 6)
    assert hand.result.describe(1) == "8-6-3-2-A"
    assert hand.result.playing(1) == parse_cards("8s6h3d2dAd") or hand.result.playing(1) == parse_cards(
        "8s6h3d2dAc"
    )


def test_in_razz_straights_and_flushes_are_no_harm() -> None:
    assert evaluate_razz("5h4h3h2hAh") > evaluate_razz("6c4d3h2sAc")


def test_in_short_deck_a_flush_beats_a_full_house() -> None:
    hand = play(SHORT, [3, 3], "P1 call", holes={"P1": "AhTh", "P2": "9s9d"}, board="9h7h6hTcTd")
    assert hand.result.payouts == (6, 0)
    assert hand.result.describe(0).startswith("flush")


def test_in_short_deck_ace_to_nine_is_the_lowest_straight() -> None:
    hand = play(SHORT, [3, 3], "P1 call", holes={"P1": "AhKd", "P2": "KsKh"}, board="9h8s7d6cQc")
    assert hand.result.payouts == (6, 0)
    assert hand.result.playing(0) == parse_cards("9h8s7d6cAh")


def test_short_deck_has_36_cards_an_ante_and_a_blind_of_the_button() -> None:
    hand = SHORT.start([100] * 4, 1, seed=4)
    assert [event for event in hand.events if event[0] != "down"] == [
        *[("ante", seat, 1) for seat in (2, 3, 0, 1)],
        ("big_blind", 1, 2),
    ]
    assert (hand.actor, hand.to_call) == (2, 2)
    assert sorted(hand.setup["deck"]) == list(range(16, 52))
    with pytest.raises(ValueError, match="36-card deck"):
        SHORT.start([100] * 4, 1, deck=range(52))


def test_five_card_omaha_hilo_plays_two_of_five_for_each_half() -> None:
    game = Omaha(limit="pot", blinds=(1, 2), hole_cards=5, low=True)
    hand = play(game, [2, 2], "P2 call", holes={"P1": "AhKh3s2s9c", "P2": "7c6dTc9h9d"}, board="Jh4h3cQh5d")
    assert hand.result.payouts == (4, 0)
    assert hand.game.max_seats == 8


def test_courchevel_shows_one_card_before_the_first_round() -> None:
    hand = Courchevel(limit="pot", blinds=(1, 2)).start([100] * 3, 2, seed=1)
    boards = [len(hand.board)]
    while hand.actor is not None:
        hand.call() if hand.to_call else hand.check()
        if len(hand.board) != boards[-1]:
            boards.append(len(hand.board))
    assert boards == [1, 3, 4, 5]
    kinds = [event[0] for event in hand.events if event[0] in ("burn", "board", "down")]
    assert kinds == ["down", "board", *["burn", "board"] * 3]


def test_the_best_cards_of_every_evaluator_have_its_rank() -> None:
    rng = Random(3)
    for _ in range(60):
        seven = tuple(rng.sample(range(52), 7))
        short = tuple(rng.sample(range(16, 52), 7))
        assert evaluate_razz(RAZZ_LOW.best(seven, ())) == RAZZ_LOW.rank([seven], ())[0]
        best = SHORT_DECK_HIGH.best(short[:2], short[2:])
        assert evaluate_short_deck(best) == SHORT_DECK_HIGH.rank([short[:2]], short[2:])[0]
        assert ANY_FIVE_HIGH.rank([ANY_FIVE_HIGH.best(seven, ())], ()) == ANY_FIVE_HIGH.rank([seven], ())
        nine = tuple(rng.sample(range(52), 9))
        hole, board = nine[:4], nine[4:]
        five = OMAHA_HIGH.best(hole, board)
        assert len(set(five) & set(hole)) == 2
        assert (
            max(
                evaluate_omaha((*two, *[c for c in hole if c not in two]), board)
                for two in combinations(hole, 2)
            )
            == ANY_FIVE_HIGH.rank([five], ())[0]
        )
        assert bool(OMAHA_LOW.best(hole, board)) == bool(OMAHA_LOW.rank([hole], board)[0])


@pytest.mark.parametrize(
    "game",
    [
        RAZZ,
        SHORT,
        Courchevel(),
        Courchevel(low=True),
        Omaha(hole_cards=5, low=True),
        Holdem(),
        Stud(low=True),
    ],
    ids=lambda game: game.title,
)
def test_every_game_is_played_to_the_end_at_every_table_size(game: Game) -> None:
    for seats in range(2, game.max_seats + 1):
        hand = passively(game.start([100] * seats, 0, seed=seats))
        assert hand.is_over
        assert sum(hand.stacks) == 100 * seats
