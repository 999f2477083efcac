"""Numbers and flags at the door: nothing is rounded, counted or guessed on the way into an array."""

from __future__ import annotations

import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokereval as pe
from pokereval.arrays import flag_array, integer_array
from pokereval.cards import id_array
from pokereval.errors import ChipError, PokerError, RankError, SeatError, ShapeError

INTEGERS = st.integers(-(2**63), 2**63 - 1)
STRAYS: list[Any] = [True, np.True_, 1.0, np.float64(1), float("nan"), None, "1", b"1", 2**64, -(2**63) - 1, object()]


def whole(values: Any, **bounds: int) -> np.ndarray:
    return integer_array(values, "a number", RankError, **bounds)


@given(st.lists(st.lists(INTEGERS, min_size=3, max_size=3), min_size=1, max_size=5))
def test_whole_numbers_come_out_as_they_went_in(rows: list[list[int]]) -> None:
    for form in (rows, tuple(map(tuple, rows)), [np.array(row) for row in rows], np.array(rows)):
        assert whole(form).tolist() == rows
    assert whole([array.array("q", row) for row in rows]).tolist() == rows


@pytest.mark.parametrize("code", np.typecodes["AllInteger"])
def test_arrays_of_integers_are_handed_back_untouched(code: str) -> None:
    for numbers in (
        np.arange(6, dtype=code),
        np.arange(6, dtype=np.dtype(code).newbyteorder())[::2],
        np.array(3, code),
    ):
        assert whole(numbers) is numbers
    flags = np.array([True, False])
    assert flag_array(flags, "a flag", SeatError) is flags


@pytest.mark.parametrize("stray", STRAYS, ids=lambda stray: repr(stray)[:20])
@pytest.mark.parametrize("place", [(0, 0), (2, 1), (3, 3)])
def test_one_stray_value_among_whole_numbers_is_named_with_its_place(stray: Any, place: tuple[int, int]) -> None:
    rows: list[list[Any]] = [[7, 8, 9, 10] for _ in range(4)]
    rows[place[0]][place[1]] = stray
    words = rf"\(row {place[0]}, column {place[1]}\)"
    for form in (rows, tuple(map(tuple, rows)), np.array(rows, dtype=object)):
        with pytest.raises(RankError, match=words):
            whole(form)
    with pytest.raises(RankError, match=rf"\(row 0, {place[0]}, column {place[1]}\)"):
        whole([rows])
    with pytest.raises(RankError, match=r"\(item 1\)"):
        whole([7, stray])


def test_bools_are_seen_wherever_they_hide_among_numbers() -> None:
    # all of these become integers without a word when numpy is asked
    hidden: list[Any] = [
        [1, True],
        [[1, 2], [3, False]],
        [[1, 2], (3, np.False_)],
        [[1, 2], np.array([True, False])],
        [np.array([1, 2]), np.array([True, False])],
        [[[1, 2]], [[3, True]]],
        [[1, 2], [3, np.array(True)]],
    ]
    for values in hidden:
        assert np.asarray(values).dtype.kind in "iu"
        with pytest.raises(RankError, match=r"got (True|False) \(bool\) \("):
            whole(values)


def test_numbers_that_only_fit_a_float_together_are_refused() -> None:
    assert np.asarray([2**63, -1]).dtype == np.float64
    for values in ([2**63, -1], [[-1, 2**63]]):
        with pytest.raises(RankError):
            whole(values)
        with pytest.raises(RankError, match=rf"got .*{2**63} .*"):
            whole(values, least=-5, most=5)


def test_bounds_hold_for_every_dtype() -> None:
    for code in np.typecodes["AllInteger"]:
        numbers = np.array([[3, 4], [5, 101]], dtype=code)
        assert whole(numbers, least=3, most=101) is numbers
        assert whole(numbers, least=3, most=5, spare=101) is numbers
        for bounds in ({"least": 4}, {"most": 100}, {"most": 4, "spare": 101}, {"least": 102, "most": 2**60}):
            with pytest.raises(RankError, match=r"a number, got (3 \(row 0, column 0|101 .*1|5 \(row 1, column 0)\)"):
                whole(numbers, **bounds)
    with pytest.raises(RankError, match=rf"got {2**64 - 1} \(item 1\)"):
        whole(np.array([0, 2**64 - 1], dtype=np.uint64), most=2**63)


@pytest.mark.parametrize("flag", [1, 0, np.int8(1), None, 1.0, "True"])
def test_only_bools_are_flags(flag: Any) -> None:
    for values in ([[True, False], [True, flag]], np.array([[True, False], [True, flag]], dtype=object)):
        with pytest.raises(SeatError, match=r"a flag of dtype bool, .*\(row 1, column 1\)"):
            flag_array(values, "a flag", SeatError)
    assert flag_array([[True, np.False_]], "a flag", SeatError).tolist() == [[True, False]]


def test_what_can_be_converted_is_told_how_and_what_cannot_is_named_first() -> None:
    with pytest.raises(RankError, match=r"got float64: 1\.0 \(float\) \(item 0\); .*\.astype\('int64'\)$"):
        whole(np.array([1.0, 2.0]))
    with pytest.raises(RankError, match=r"\(ndarray\); .*\.astype\('int64'\)$"):
        whole(np.array([1, 2], dtype=object))
    for stray in (float("nan"), float("inf"), 1.5):
        with pytest.raises(RankError, match=rf"got float64: {stray} \(float\) \(row 0, column 2\)$"):
            whole(np.array([[1.0, 2.0, stray]]))
    for number in (1, 1.0):
        with pytest.raises(SeatError, match=r"\(item 0\); .*\.astype\(bool\)$"):
            flag_array(np.array([number]), "a flag", SeatError)


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ([[1, 2], [3]], r"a row of 2, then a row of 1 \(item 1\)"),
        ([[1, 2], [3, 4], [5, 6, 7]], r"a row of 2, then a row of 3 \(item 2\)"),
        ([[1, 2], 3], r"a row of 2, then one value \(item 1\)"),
        ([1, [2, 3]], r"one value, then a row of 2 \(item 1\)"),
        ([[[1], [2]], [[3], [4, 5]]], r"a row of 1, then a row of 2 \(row 1, column 1\)"),
        ([np.arange(3), np.arange(4)], r"a row of 3, then a row of 4 \(item 1\)"),
    ],
)
def test_the_first_uneven_row_is_named(values: Any, place: str) -> None:
    for question in (whole, id_array, lambda them: flag_array(them, "a flag", SeatError)):
        with pytest.raises(ShapeError, match=place):
            question(values)


def test_a_list_that_holds_itself_is_refused() -> None:
    endless: list[Any] = [1]
    endless.append(endless)
    for values in (endless, [endless, endless]):
        with pytest.raises(PokerError):
            whole(values)


def test_no_values_make_an_empty_array_of_the_same_shape() -> None:
    for empty in ([], [[], []], np.empty((0, 3)), np.empty((2, 0), dtype=object)):
        assert whole(empty).shape == np.shape(empty)
        assert whole(empty).dtype == np.int64
        assert flag_array(empty, "a flag", SeatError).dtype == np.bool_


RANK_QUESTIONS: list[Callable[[Any], Any]] = [pe.rank_class, pe.to_cactus_kev, pe.from_cactus_kev, pe.winners]


@pytest.mark.parametrize("question", RANK_QUESTIONS)
@pytest.mark.parametrize("stray", STRAYS, ids=lambda stray: repr(stray)[:20])
def test_what_is_no_rank_is_named_with_its_place(question: Callable[[Any], Any], stray: Any) -> None:
    with pytest.raises(RankError, match=r"\(item 2\)"):
        question([4096, 4097, stray])
    with pytest.raises(RankError, match=r"\(row 1, column 0\)"):
        question([[4096, 4097], [stray, 4096]])
    with pytest.raises(ShapeError, match=r"item 1"):
        question([[4096, 4097], [4096]])


def test_an_error_ends_with_the_words_of_its_caller() -> None:
    with pytest.raises(ChipError, match=r"expected chips, got -1 at \(1,\)$"):
        integer_array([0, -1], "chips", ChipError, least=0, place=lambda index: f" at {index}")
