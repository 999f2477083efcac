"""Boards against players: every rank is the one that the hand has by itself."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import pokereval as pe
from pokereval import _core
from pokereval.errors import CardCountError, CardError, DuplicateCardError, GameError, PokerError, ShapeError

GAMES = [("holdem", 2), ("omaha", 4), ("omaha8", 4), ("omaha", 5), ("omaha8", 6)]


def deal(rows: int, players: int, hole_count: int) -> tuple[np.ndarray, np.ndarray]:
    deck = np.tile(np.arange(52, dtype=np.uint8), (rows, 1))
    cards = np.random.default_rng(players).permuted(deck, axis=1)
    return cards[:, :5], cards[:, 5 : 5 + players * hole_count].reshape(rows, players, hole_count)


@pytest.mark.parametrize(("game", "hole_count"), GAMES)
@pytest.mark.parametrize("players", [1, 2, 6, 7])
def test_every_hand_has_the_rank_it_has_by_itself(game: str, hole_count: int, players: int) -> None:
    boards, holes = deal(301, players, hole_count)
    for name in pe.isas():
        chosen = pe.isa()
        _core.take_path(name)
        try:
            got = pe.evaluate_boards(boards, holes, game=game)
        finally:
            _core.take_path(chosen)
        ranks, low_ranks = got if game == "omaha8" else (got, None)
        for player in range(players):
            hands = holes[:, player]
            if game == "holdem":
                assert np.array_equal(ranks[:, player], pe.evaluate(np.hstack([hands, boards])))
            else:
                assert np.array_equal(ranks[:, player], pe.evaluate_omaha(hands, boards))
            if low_ranks is not None:
                assert np.array_equal(low_ranks[:, player], pe.evaluate_omaha_low(hands, boards))


@pytest.mark.parametrize(("game", "hole_count"), GAMES)
def test_the_same_hands_serve_every_board(game: str, hole_count: int) -> None:
    holes = np.arange(3 * hole_count, dtype=np.uint8).reshape(3, hole_count)
    rest = np.arange(3 * hole_count, 52, dtype=np.uint8)
    boards = np.random.default_rng(5).permuted(np.tile(rest, (1000, 1)), axis=1)[:, :5]
    for threads in (1, 2):
        shared = pe.evaluate_boards(boards, holes, game=game, threads=threads)
        apart = pe.evaluate_boards(boards, np.tile(holes, (1000, 1, 1)), game=game)
        assert np.array_equal(shared, apart)


def test_many_boards_go_by_threads() -> None:
    boards, holes = deal(140_000, 2, 2)
    assert np.array_equal(pe.evaluate_boards(boards, holes, threads=2), pe.evaluate_boards(boards, holes))


@pytest.mark.parametrize("board", ["KhKsKcKd9s", "2c3c4c5c6c", "Ah7s2h3hKh"])
def test_combos_are_every_two_cards_that_are_left(board: str) -> None:
    hole_cards, ranks = pe.evaluate_combos(board)
    shown = pe.parse_cards(board)
    left = [card for card in range(52) if card not in shown]
    assert hole_cards.tolist() == [list(two) for two in combinations(left, 2)]
    assert ranks.tolist() == [pe.evaluate((*two, *shown)) for two in combinations(left, 2)]


def test_duplicates_anywhere_on_a_table_are_named_with_their_row() -> None:
    boards, holes = deal(50, 3, 2)
    for place in ((30, 0, 0), (30, 2, 1)):
        for value, error in (
            (boards[30, 2], DuplicateCardError),
            (holes[30, 1, 1], DuplicateCardError),
            (52, CardError),
        ):
            spoiled = holes.copy()
            spoiled[place] = value
            with pytest.raises(error, match=r"row 30\b"):
                pe.evaluate_boards(boards, spoiled)
    spoiled = boards.copy()
    spoiled[30, 1] = spoiled[30, 0]
    with pytest.raises(DuplicateCardError, match=r"row 30\b"):
        pe.evaluate_boards(spoiled, holes)


@pytest.mark.parametrize(
    ("boards", "holes", "game", "error"),
    [
        (np.zeros((3, 4)), np.zeros((3, 2, 2)), "holdem", CardCountError),
        (np.zeros((3, 5)), np.zeros((3, 2, 3)), "holdem", CardCountError),
        (np.zeros((3, 5)), np.zeros((3, 2, 2)), "omaha", CardCountError),
        (np.zeros((3, 5)), np.zeros((4, 2, 2)), "holdem", ShapeError),
        (np.zeros((3, 5)), np.zeros((3, 11, 2)), "holdem", ShapeError),
        (np.zeros((3, 5)), np.zeros((3, 0, 2)), "holdem", ShapeError),
        (np.zeros(5), np.zeros((3, 2, 2)), "holdem", ShapeError),
        (np.zeros((3, 5)), np.zeros(2), "holdem", ShapeError),
        (np.zeros((3, 5)), np.zeros((3, 2, 7)), "stud", CardCountError),
        (np.zeros((3, 5)), np.zeros((3, 2, 2)), "razz", GameError),
    ],
)
def test_shapes_that_do_not_fit_are_refused(boards: Any, holes: Any, game: str, error: type[PokerError]) -> None:
    with pytest.raises(error):
        pe.evaluate_boards(boards.astype(np.uint8), holes.astype(np.uint8), game=game)
    with pytest.raises(PokerError):
        pe.evaluate_boards(boards, holes, game=game)


def test_no_boards_give_an_empty_result() -> None:
    assert pe.evaluate_boards(np.empty((0, 5), np.uint8), np.empty((0, 3, 2), np.uint8)).shape == (0, 3)
    for low in pe.evaluate_boards(np.empty((0, 5), np.uint8), np.empty((0, 3, 4), np.uint8), game="omaha8"):
        assert low.shape == (0, 3)
