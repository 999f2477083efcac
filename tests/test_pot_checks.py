"""What a settlement refuses: each piece of bad input has a named error that says what came, and where."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokereval.errors import (
    CardCountError,
    CardError,
    ChipError,
    DuplicateCardError,
    GameError,
    PokerError,
    SeatError,
    ShapeError,
)
from pokereval.pot_checks import whole_chips
from pokereval.pots import MAX_CHIPS, build_pots, settle_hand, split_pot

GOOD: dict[str, Any] = {
    "game": "holdem",
    "hole_cards": ["AsAd", "KsKd", "QsQd"],
    "board": "2c7d9hJs3s",
    "contributions": [10, 20, 20],
    "button": 1,
}


def settle_with(**changes: Any) -> Any:
    return settle_hand(**{**GOOD, **changes})


NOT_CHIPS: list[Any] = [-1, 1.5, 10.0, True, np.True_, None, "10", Decimal(10), Fraction(1, 2), MAX_CHIPS + 1, 2**63]
NOT_CHIPS += [float("nan"), np.float64(3), np.uint64(2**63), [5], object()]


@pytest.mark.parametrize("chips", NOT_CHIPS, ids=lambda value: repr(value).split(" at 0x")[0])
def test_what_is_no_amount_of_chips_is_refused_by_seat(chips: Any) -> None:
    with pytest.raises(ChipError, match=r"expected whole chips, 0 to 9007199254740992, for contributions\[1\], got"):
        settle_with(contributions=[10, chips, 20])
    with pytest.raises(ChipError, match=r"for contributions\[1\]"):
        build_pots([10, chips], [True, True])
    with pytest.raises(ChipError, match=r"for dead\[2\]"):
        settle_with(dead=[0, 0, chips])
    with pytest.raises(ChipError, match="amount"):
        split_pot(chips if chips != MAX_CHIPS + 1 else -1, [0], [], high_order=None, low_order=None)


def test_whole_floats_are_told_how_they_become_chips() -> None:
    for number in (10.0, np.float64(10)):
        with pytest.raises(ChipError, match=r"10.0.*; a whole number that is a float is converted with int\(\): 10"):
            whole_chips(number, "contributions[0]")
    for number in (10.5, float("nan"), float("inf")):
        with pytest.raises(ChipError, match=r"got (10.5|nan|inf)$"):
            whole_chips(number, "contributions[0]")


@pytest.mark.parametrize(
    "dead", [-1, 0.5, True, None, "2", MAX_CHIPS + 1], ids=lambda value: repr(value).split(" at 0x")[0]
)
def test_dead_money_must_be_whole_chips(dead: Any) -> None:
    with pytest.raises(ChipError, match="for dead, got"):
        settle_with(dead=dead)


@pytest.mark.parametrize("chip", [0, -5, 2.0, True, None, "5"], ids=lambda value: repr(value).split(" at 0x")[0])
def test_the_chip_must_be_a_whole_number_from_one(chip: Any) -> None:
    with pytest.raises(ChipError, match="expected whole chips, 1 to 9007199254740992, for chip, got"):
        settle_with(chip=chip)
    with pytest.raises(ChipError, match="for chip"):
        split_pot(10, [0], [], high_order=None, low_order=None, chip=chip)


@pytest.mark.parametrize("uncalled", ["", "Included", None, True])
def test_uncalled_chips_are_included_or_returned(uncalled: Any) -> None:
    with pytest.raises(ChipError, match="'included' or 'returned'"):
        settle_with(uncalled=uncalled)


@pytest.mark.parametrize("count", [0, 1, 11])
def test_tables_of_other_than_2_to_10_seats_are_refused(count: int) -> None:
    with pytest.raises(SeatError, match=f"2 to 10 seats, got {count}"):
        settle_with(hole_cards=[None] * count, contributions=[1] * count, live=[True] * count)
    with pytest.raises(SeatError, match=f"2 to 10 seats, got {count}"):
        build_pots([1] * count, [True] * count)


def test_a_hand_needs_a_live_seat() -> None:
    with pytest.raises(SeatError, match="at least one live seat, got none of 3"):
        settle_with(live=[False] * 3)
    with pytest.raises(SeatError, match="at least one live seat"):
        settle_with(hole_cards=[None, "", ()])


@pytest.mark.parametrize(
    "stays", [1, 0, None, "yes", 1.0, np.int64(1)], ids=lambda value: repr(value).split(" at 0x")[0]
)
def test_live_takes_booleans_only(stays: Any) -> None:
    with pytest.raises(SeatError, match=r"expected True or False for live\[2\], got"):
        settle_with(live=[True, True, stays])


@pytest.mark.parametrize("button", [3, -1, 1.0, True, "1", 255], ids=lambda value: repr(value).split(" at 0x")[0])
@pytest.mark.parametrize("game", ["holdem", "stud"])
def test_a_button_outside_the_table_is_refused(game: str, button: Any) -> None:
    live, cards = [True, False, False], [None] * 3
    with pytest.raises(SeatError, match="expected the button at one of seats 0 to 2, or no button, got"):
        settle_with(game=game, hole_cards=cards, board=None, live=live, button=button)


@pytest.mark.parametrize("name", ["hole_cards", "contributions", "live", "dead"])
def test_rows_of_unequal_length_are_refused(name: str) -> None:
    rows = {"hole_cards": ["AsAd"], "contributions": [1, 2, 3, 4], "live": [True] * 4, "dead": [1, 2]}
    with pytest.raises(ShapeError, match="seats"):
        settle_with(**{name: rows[name]})


@pytest.mark.parametrize("name", ["hole_cards", "contributions", "live"])
@pytest.mark.parametrize(
    "row",
    ["AsAd", None, 3, {0: 1, 1: 2, 2: 3}, iter([1, 2, 3]), np.array(3)],
    ids=lambda value: repr(value).split(" at 0x")[0],
)
def test_what_is_no_row_of_seats_is_refused(name: str, row: Any) -> None:
    if name == "live" and row is None:
        return  # the seats with known cards
    with pytest.raises(ShapeError, match=f"one entry for each seat for {name}, got"):
        settle_with(**{name: row})


@pytest.mark.parametrize("name", ["contributions", "dead"])
def test_arrays_of_tables_are_not_one_table(name: str) -> None:
    with pytest.raises(ChipError, match=rf"{name}\[0\]"):
        settle_with(**{name: np.ones((3, 3), dtype=np.int64)})


@pytest.mark.parametrize("game", ["razz", "", None, 5])
def test_an_unknown_game_is_refused(game: Any) -> None:
    with pytest.raises(GameError, match="expected a game out of"):
        settle_with(game=game)


# -- cards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["2c", "2c7d", "2c7d9hJs3s4s"])
def test_boards_that_no_street_has_are_refused_even_without_a_showdown(board: str) -> None:
    with pytest.raises(CardCountError, match="expected a board of 0, 3, 4, 5 cards in holdem, got"):
        settle_with(board=board, live=[True, False, False])


@pytest.mark.parametrize("board", [None, "", "2c7d9h", "2c7d9hJs"])
def test_a_showdown_needs_the_whole_board_and_a_last_live_seat_does_not(board: Any) -> None:
    with pytest.raises(CardCountError, match="expected a board of 5 cards at the showdown of seats 0, 1, 2, got"):
        settle_with(board=board)
    assert settle_with(board=board, live=[True, False, False]).payouts == (50, 0, 0)


def test_stud_has_at_most_one_community_card() -> None:
    with pytest.raises(CardCountError, match="expected a board of 0, 1 cards in stud, got 2"):
        settle_with(game="stud", hole_cards=["", "", ""], board="AsAd", live=[True, False, False])


def test_a_card_on_the_board_and_in_a_hand_is_refused() -> None:
    with pytest.raises(DuplicateCardError, match=r"got As in board and in hole_cards\[0\]"):
        settle_with(board="As7d9hJs3s")


def test_a_card_in_two_hands_is_refused_even_when_one_is_folded() -> None:
    with pytest.raises(DuplicateCardError, match=r"got Ks in hole_cards\[1\] and in hole_cards\[2\]"):
        settle_with(hole_cards=["AsAd", "KsKd", "KsQd"], live=[True, True, False])


def test_a_card_twice_in_one_place_is_refused() -> None:
    with pytest.raises(DuplicateCardError, match=r"hole_cards\[2\]: expected distinct cards, got Qs twice"):
        settle_with(hole_cards=["AsAd", "KsKd", "QsQs"])
    with pytest.raises(DuplicateCardError, match="board: expected distinct cards, got 2c twice"):
        settle_with(board="2c2c9hJs3s")


@pytest.mark.parametrize("cards", ["AxKd", "A", "AsK", [52, 0], [-1, 0], [255, 255], [1.0, 2.0], [None, 3], [True, 5]])
def test_what_is_no_card_is_refused_by_seat(cards: Any) -> None:
    with pytest.raises(CardError, match=r"hole_cards\[1\]: "):
        settle_with(hole_cards=["AsAd", cards, "QsQd"])


@pytest.mark.parametrize(
    ("game", "hand", "message"),
    [
        ("holdem", "Ks", r"expected 2 cards for hole_cards\[1\] at a showdown of holdem, got 1"),
        ("holdem", "KsKdKc", r"expected at most 2 cards for hole_cards\[1\] in holdem, got 3"),
        ("omaha", "KsKdKc", r"expected 4 or 5 or 6 cards for hole_cards\[1\] at a showdown of omaha, got 3"),
        ("omaha8", "KsKdKcKhTc9cTd", r"expected at most 6 cards for hole_cards\[1\] in omaha8, got 7"),
        ("stud", "KsKdKcKhTc9c", r"expected 7 cards for hole_cards\[1\] at a showdown of stud, got 6"),
        ("stud8", "KsKdKcKhTc9cTd9d", r"expected at most 7 cards for hole_cards\[1\] in stud8, got 8"),
    ],
)
def test_live_hands_of_a_wrong_number_of_cards_are_refused(game: str, hand: str, message: str) -> None:
    good = {
        "holdem": "AsAd",
        "omaha": "AsAd5h4h",
        "omaha8": "AsAd5h4h",
        "stud": "AsAd5h4h5d8d8h",
        "stud8": "AsAd5h4h5d8d8h",
    }
    with pytest.raises(CardCountError, match=message):
        settle_with(
            game=game,
            hole_cards=[good[game], hand, None],
            board=None if game.startswith("stud") else GOOD["board"],
            live=[True, True, False],
        )


def test_a_community_card_goes_with_hands_of_six() -> None:
    seven, six = "AsAd5h4h5d8d8h", "KsKdKcTh9c9d"
    with pytest.raises(CardCountError, match="expected at most 6 cards"):
        settle_with(game="stud", hole_cards=[seven, six, None], board="2c", live=[True, True, False])


def test_one_game_deals_every_seat_the_same_number_of_cards() -> None:
    with pytest.raises(CardCountError, match=r"expected 4 cards for hole_cards\[1\], as for hole_cards\[0\], got 5"):
        settle_with(game="omaha", hole_cards=["AsAd5h4h", "KsKdKcTh9c", None], live=[True, True, False])
    with pytest.raises(CardCountError, match=r"expected 4 cards for hole_cards\[2\], as for hole_cards\[0\], got 5"):
        settle_with(game="omaha", hole_cards=["AsAd5h4h", "KsKdKcTh", "QsQdQcTd9d"], live=[True, True, False])


def test_a_live_seat_with_unknown_cards_cannot_be_at_a_showdown() -> None:
    with pytest.raises(SeatError, match=r"known cards of every live seat.*got none for hole_cards\[2\]"):
        settle_with(hole_cards=["AsAd", "KsKd", None], live=[True, True, True])


def test_a_folded_stud_seat_may_have_fewer_cards_or_none() -> None:
    hand = settle_with(
        game="stud",
        hole_cards=["AsAd5h4h5d8d8h", "KsKdKcTh", None],
        board="",
        contributions=[10, 10, 5],
        live=[True, False, False],
    )
    assert hand.payouts == (25, 0, 0)


def test_winners_and_orders_of_split_pot_must_fit() -> None:
    with pytest.raises(SeatError, match="distinct high winners, at least 1"):
        split_pot(10, [], [], high_order=[0], low_order=[0])
    with pytest.raises(SeatError, match="distinct low winners"):
        split_pot(10, [0], [1, 1], high_order=[0], low_order=[1])
    with pytest.raises(SeatError, match="high_order to hold the winners"):
        split_pot(10, [0, 1], [], high_order=[0], low_order=None)


def test_every_refusal_is_a_value_error_of_the_package() -> None:
    for changes in ({"chip": 0}, {"button": 9}, {"board": "2c"}, {"live": [True]}, {"game": "go"}):
        with pytest.raises(PokerError) as caught:
            settle_with(**changes)
        assert isinstance(caught.value, ValueError)
