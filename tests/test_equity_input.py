"""What an equity refuses, and what it says about it."""

from __future__ import annotations

from typing import Any

import pytest

from pokereval.equities import equity, explain_plan
from pokereval.errors import (
    CardCountError,
    CardError,
    ChipError,
    DuplicateCardError,
    GameError,
    PokerError,
    SeatError,
)
from pokereval.ranges import Range, RangeSyntaxError


@pytest.mark.parametrize(
    ("hands", "options", "kind", "words"),
    [
        (["AhAd"], {}, SeatError, "expected 2 to 10 seats, got 1"),
        (["AhAd", "KsKc"] * 6, {}, SeatError, "expected 2 to 10 seats, got 12"),
        ("AhAd KsKc", {}, SeatError, "a sequence of hands"),
        (["AhAd", "AhKc"], {}, DuplicateCardError, "got Ah at seat 2 and at seat 1"),
        (["AhAd", "KsKc"], {"board": "Ah2c3d"}, DuplicateCardError, "got Ah at seat 1 and on the board"),
        (["AhAd", "KsKc"], {"dead": "Ks"}, DuplicateCardError, "got Ks at seat 2 and among the dead cards"),
        (["AhAd", "KsKc"], {"board": "2c3d4h", "dead": "2c"}, DuplicateCardError, "got 2c on the board and among"),
        (["AhAd", "KsKc"], {"board": "2c2c3d"}, DuplicateCardError, r"\(board\)"),
        (["AhAd", "KsKc"], {"board": "2c3d"}, CardCountError, "a board of 0, 3, 4 or 5 cards, got 2"),
        (["AhAd", "KsKc"], {"board": "2c3d4h5s6c7d"}, CardCountError, "got 6"),
        (["AhAd", "Zz"], {}, RangeSyntaxError, "seat 2: expected a hand such as"),
        (["AhAd", "KsKcQs"], {}, CardCountError, "seat 2: expected at most 2 hole cards in hold'em, got 3: 'KsKcQs'$"),
        (["AhAdKhKd", "QQ"], {}, CardCountError, "got 4: 'AhAdKhKd'; 4 are for the game 'omaha' or 'omaha8'$"),
        (["AhAh", "KsKc"], {}, DuplicateCardError, "seat 1: expected distinct cards, got Ah twice"),
        (["AhAd", ""], {}, CardCountError, "seat 2: expected a hand, a range or 'random'"),
        (["AhAd", "AA@1.5"], {}, RangeSyntaxError, "seat 2: expected a weight"),
        (["AhAd", "AA@0"], {}, PokerError, "seat 2: expected a range that holds a hand"),
        (["KsKc", "AA"], {"dead": "AsAhAd"}, PokerError, "seat 2: expected a hand that can still be dealt"),
        (["AhAd", "KsKc"], {"game": "whist"}, GameError, "expected a game out of"),
        (["AhAd", "2s3c"], {"game": "short_deck"}, CardError, "seat 2: expected cards from sixes up"),
        (["AhAd", "KsKc"], {"game": "short_deck", "board": "2c7d9h"}, CardError, r"got 2c \(board\)"),
        (["AhAd", "KsKc"], {"game": "stud", "board": "2c7d9h"}, CardCountError, "no board in stud"),
        (
            ["AhAdKhKd2c", "KsKcQsQc"],
            {"game": "omaha", "hole_count": 4},
            CardCountError,
            "seat 1: expected at most 4 hole cards, got 5",
        ),
        (["AhAd", "KsKc"], {"game": "omaha", "hole_count": 7}, CardCountError, "4 or 5 or 6 hole cards"),
        (["random"] * 8, {"game": "stud"}, CardCountError, "56 cards out of 52"),
        (["AhAd", "KsKc"], {"pots": -1}, ChipError, "chips from 0 up"),
        (["AhAd", "KsKc"], {"pots": [(10, (0, 2))]}, SeatError, "seats 0 to 1 for pot 0"),
        (["AhAd", "KsKc"], {"pots": [7]}, ChipError, r"\(amount, seats\) for pot 0"),
        (["AhAd", "KsKc"], {"pots": []}, ChipError, "at least one pot"),
    ],
)
def test_bad_input_is_named(hands: Any, options: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        equity(hands, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"exact": True, "samples": 10},
        {"exact": True, "max_error": 0.1},
        {"exact": True, "seed": 1},
        {"samples": 0},
        {"samples": -5},
        {"samples": 1.5},
        {"max_error": 0},
        {"max_error": float("nan")},
        {"seed": -1},
        {"threads": -1},
        {"exact": "yes"},
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        equity(["AhAd", "KsKc"], **options)


def test_a_range_loses_the_combos_that_others_hold() -> None:
    result = equity(["AsAh", "AA,KK"], by_combo=True)
    assert len(result.by_combo[1]) == 1 + 6


def test_a_range_left_with_one_combo_takes_its_cards_from_the_others() -> None:
    result = equity(["AA", "AsAh", "AdKd,QQ"], by_combo=True)
    assert result.by_combo[0].cards.tolist() == [[49, 48]]
    assert len(result.by_combo[2]) == 6


def test_hands_of_omaha_fit_each_other() -> None:
    assert equity(["random", "AhAdKhKd2c"], "2d7d9hTs3s", game="omaha").question.hole_count == 5
    assert equity([Range("AAxx", game="omaha"), "AhAdKhKd"], "2d7d9hTs3s", game="omaha").question.hole_count == 4


def test_a_plan_refuses_what_the_answer_would() -> None:
    with pytest.raises(SeatError):
        explain_plan(["AhAd"])


def test_one_hand_may_be_spelt_with_blanks_and_several_make_a_range() -> None:
    assert equity(["10h 9h", "Ks Kc"]).hands == ("10h 9h", "Ks Kc")
    assert equity(["Th9h", "KsKc"]).equity == equity(["10h 9h", "Ks Kc"]).equity
    assert equity(["Th9h", "KsKc AsAc"]).deals == 2 * equity(["Th9h", "KsKc"]).deals
    assert equity(["AhAd KhKd", "QsJsTc9c"], game="omaha").deals == 1_086_008
