from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

# The benchmarks are a package of the checkout and are never installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.adapters import RIVALS, Rival, RivalAbsentError, find_rival
from benchmarks.contest import (
    Call,
    check,
    different_chips,
    different_low_order,
    different_order,
    pot_shares,
    strengths,
    weaknesses,
)
from benchmarks.deals import CHIP_STEP, deal_cards, deal_tables
from benchmarks.encodings import card_texts, columns_of, halves
from benchmarks.questions import QUESTIONS, question

ROWS = 40


def installed(name: str) -> Rival:
    try:
        return find_rival(name)
    except RivalAbsentError as absent:
        pytest.skip(str(absent))


@pytest.mark.parametrize("name", RIVALS)
def test_rival_agrees_with_the_evaluator(name: str) -> None:
    rival = installed(name)
    problems = [
        f"{call.words}: {asked.title}: {problem}"
        for asked in QUESTIONS
        for call in rival.calls.get(asked.key, ())
        if (problem := check(asked, call, rows=ROWS)) is not None
    ]
    assert problems == []


@pytest.mark.parametrize("name", RIVALS)
def test_rival_answers_only_questions_that_are_asked(name: str) -> None:
    rival = installed(name)
    assert rival.calls
    assert rival.calls.keys() <= {asked.key for asked in QUESTIONS}


def test_absent_rival_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> dict[str, tuple[Call, ...]]:
        raise ModuleNotFoundError("No module named 'riverboat'")

    monkeypatch.setitem(RIVALS, "riverboat", absent)
    with pytest.raises(RivalAbsentError, match=r"riverboat is left out: .*pip install riverboat"):
        find_rival("riverboat")


def test_rival_that_answers_wrongly_is_told() -> None:
    asked = question("seven")
    upside_down = replace(asked.ours, who="upside-down", answers=weaknesses)
    assert check(asked, asked.ours, rows=ROWS) is None
    problem = check(asked, upside_down, rows=ROWS)
    assert problem is not None
    assert "for pokereval, not for the other" in problem


def test_rival_that_fails_is_told() -> None:
    asked = question("seven")

    def fail(cards: object) -> object:
        raise ZeroDivisionError("no hands today")

    assert check(asked, replace(asked.ours, run=fail), rows=ROWS) == "ZeroDivisionError: no hands today"


@pytest.mark.parametrize(
    ("theirs", "same"),
    [
        ([10, 20, 20, 30], True),
        ([10, 20, 21, 30], False),
        ([10, 20, 20, 20], False),
        ([10, 30, 30, 20], False),
        ([10, 20, 20], False),
    ],
    ids=["alike", "tie-broken", "tie-made", "swapped", "one-missing"],
)
def test_order_is_compared_pair_by_pair(theirs: list[int], *, same: bool) -> None:
    assert (different_order(strengths([1, 5, 5, 7]), strengths(theirs)) is None) == same


def test_low_that_only_one_library_sees_is_told() -> None:
    problem = different_low_order(strengths([0, 3, 0]), strengths([0, 3, 1]))
    assert problem == "row 2 has no low for pokereval, the opposite for the other"


def test_seat_that_is_paid_differently_is_told() -> None:
    ours, theirs = strengths([[3, 0], [1, 2]]), strengths([[3, 0], [2, 1]])
    assert different_chips(ours, ours) is None
    assert different_chips(ours, theirs) == "row 1, seat 1: pokereval pays 1, the other 2"


def test_pot_shares_scoop_half_quarter_and_no_low() -> None:
    highs = strengths([[9, 5, 1], [9, 5, 1], [9, 5, 5], [9, 9, 1]])
    lows = strengths([[7, 5, 1], [7, 7, 0], [1, 4, 4], [0, 0, 0]])
    assert pot_shares(highs, lows).tolist() == [[120, 0, 0], [90, 30, 0], [60, 30, 30], [60, 60, 0]]


def test_short_deal_is_the_beginning_of_a_long_one() -> None:
    short = deal_cards(40, 12).copy()
    assert np.array_equal(deal_cards(70_000, 12)[:40], short)
    assert all(len(set(row)) == 12 for row in short.tolist())


def test_dealt_tables_hold_at_least_two_live_seats_and_no_odd_chip() -> None:
    everybody, few = deal_tables(500, 2), deal_tables(500, 2, everybody_shows=False)
    assert everybody.live.all()
    assert set(few.live.sum(axis=1)) == {2, 3}
    for tables in (everybody, few):
        assert not (tables.contributions % CHIP_STEP).any()
        assert ((tables.hole_cards < 52).all(axis=2) == tables.live).all()


def test_card_texts_spell_ids() -> None:
    assert card_texts(np.array([[51, 0, 46], [12, 13, 14]], dtype=np.uint8)) == ["As2cKh", "5c5d5h"]


def test_encodings_hold_the_same_cards() -> None:
    cards = np.array([[51, 0], [12, 13], [46, 1]], dtype=np.uint8)
    assert columns_of(cards) == [[51, 12, 46], [0, 13, 1]]
    assert halves("As2cKh") == ["As", "2c", "Kh"]
