"""The games of a showdown: their card counts, and a named error for every name that is no game."""

from __future__ import annotations

import pytest

from pokereval.errors import GameError
from pokereval.variants import SHOWDOWN_GAMES, showdown_game


def test_the_core_knows_the_games_by_consecutive_codes() -> None:
    assert [game.code for game in SHOWDOWN_GAMES.values()] == [0, 1, 2, 3, 4]
    assert list(SHOWDOWN_GAMES) == ["holdem", "omaha", "omaha8", "stud", "stud8"]


def test_every_game_is_found_by_its_own_name() -> None:
    assert all(showdown_game(name).name == name for name in SHOWDOWN_GAMES)


def test_rule_06_only_omaha_plays_exactly_two_hole_cards() -> None:
    assert [name for name, game in SHOWDOWN_GAMES.items() if game.is_omaha] == ["omaha", "omaha8"]


def test_rule_11_only_the_hi_lo_games_have_a_low() -> None:
    assert [name for name, game in SHOWDOWN_GAMES.items() if game.has_low] == ["omaha8", "stud8"]


@pytest.mark.parametrize(
    ("name", "hole_counts", "board_count"),
    [
        ("holdem", (2,), 5),
        ("omaha", (4, 5, 6), 5),
        ("omaha8", (4, 5, 6), 5),
        ("stud", (7,), 0),
        ("stud8", (7,), 0),
    ],
)
def test_card_counts_of_a_full_showdown(name: str, hole_counts: tuple[int, ...], board_count: int) -> None:
    game = showdown_game(name)
    assert (game.hole_counts_with(board_count), game.board_count) == (hole_counts, board_count)


def test_decision_19_a_community_card_stands_for_everybodys_seventh() -> None:
    assert showdown_game("stud").hole_counts_with(1) == (6,)
    assert showdown_game("holdem").hole_counts_with(1) == (2,)


def test_the_mapping_of_games_is_read_only() -> None:
    with pytest.raises(TypeError):
        SHOWDOWN_GAMES["razz"] = showdown_game("stud")  # type: ignore[index]


@pytest.mark.parametrize("name", ["razz", "", "Holdem", "hold'em", " holdem", None, 0, ["holdem"], b"holdem"])
def test_an_unknown_game_is_named_in_the_error(name: object) -> None:
    with pytest.raises(GameError, match="game out of holdem, omaha, omaha8, stud, stud8") as caught:
        showdown_game(name)  # type: ignore[arg-type]
    assert repr(name) in str(caught.value)
