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


def take_path_and(name: str, question: Any, *arguments: Any, **options: Any) -> Any:
    chosen = pe.isa()
    _core.take_path(name)
    try:
        return question(*arguments, **options)
    finally:
        _core.take_path(chosen)


@pytest.mark.parametrize(("game", "hole_count"), GAMES)
@pytest.mark.parametrize("players", [1, 2, 3, 6, 7])
def test_every_hand_has_the_rank_it_has_by_itself(game: str, hole_count: int, players: int) -> None:
    boards, holes = deal(301, players, hole_count)
    for name in pe.isas():
        got = take_path_and(name, pe.evaluate_boards, boards, holes, game=game)
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


@pytest.mark.parametrize("players", range(1, 11))
def test_paths_agree_on_any_number_of_players(players: int) -> None:
    boards, holes = deal(40_000, players, 2)
    ranks = [take_path_and(name, pe.evaluate_boards, boards, holes) for name in pe.isas()]
    assert all(np.array_equal(ranks[0], others) for others in ranks)
    assert np.array_equal(ranks[0][:, -1], pe.evaluate(np.hstack([holes[:, -1], boards])))


@pytest.mark.parametrize(("game", "players", "hole_count"), [("holdem", 3, 2), ("holdem", 6, 2), ("omaha8", 6, 4)])
@pytest.mark.parametrize("row", [0, 15, 16, 200, 1023, 1024, 1098])
def test_the_first_table_with_a_duplicate_is_named(game: str, players: int, hole_count: int, row: int) -> None:
    boards, holes = deal(1100, players, hole_count)
    for place in ((0, 0), (players - 1, hole_count - 1)):
        for value, error in (
            (boards[row, 2], DuplicateCardError),
            (boards[row, 4], DuplicateCardError),
            (holes[row, 1, 0], DuplicateCardError),
            (52, CardError),
            (255, CardError),
        ):
            spoiled = holes.copy()
            spoiled[(row, *place)] = value
            spoiled[row + 1, 0, 0] = 64
            messages = set()
            for name in pe.isas():
                with pytest.raises(error, match=rf"row {row}\b") as caught:
                    take_path_and(name, pe.evaluate_boards, boards, spoiled, game=game)
                messages.add(str(caught.value))
            assert len(messages) == 1
    spoiled = boards.copy()
    spoiled[row, 1] = spoiled[row, 0]
    for name in pe.isas():
        with pytest.raises(DuplicateCardError, match=rf"row {row}\b"):
            take_path_and(name, pe.evaluate_boards, spoiled, holes, game=game)


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
        (np.zeros((3, 5)), np.zeros((3, 2, 7)), "stud", GameError),
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
