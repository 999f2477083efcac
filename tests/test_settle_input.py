"""The door of `settle`: every form in which tables may come, and every refusal with its row and value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import oracle
import pytest
from framed import Frame
from random_tables import deal_tables

import pokereval as pe
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

TABLES = deal_tables(np.random.default_rng(81), "omaha8", 4, 6, 200)
assert TABLES.board is not None
ARRAYS: dict[str, Any] = {
    "hole_cards": TABLES.hole_cards,
    "board": TABLES.board,
    "contributions": TABLES.contributions % 100_000,
    "live": TABLES.live,
    "button": TABLES.button,
    "dead": TABLES.dead,
}
EXPECTED = pe.settle("omaha8", **ARRAYS)

# A plain table of three for bad input: eight rows alike, of which one is spoiled.
HOLES = np.array([[oracle.cards(hole) for hole in ("AsKd", "QhQc", "7h2c")]] * 8, dtype=np.uint8)
BOARD = np.array([oracle.cards("Ah9s5d3c2h")] * 8, dtype=np.uint8)
STAKES = np.array([[50, 50, 20]] * 8)
LIVE = np.array([[True, True, False]] * 8)
BUTTON = np.zeros(8, dtype=np.int64)


def settle(game: str = "holdem", **changes: Any) -> pe.Settlement:
    """Settle the plain tables with something changed."""
    given: dict[str, Any] = {"hole_cards": HOLES, "board": BOARD, "contributions": STAKES}
    given |= {"live": LIVE, "button": BUTTON} | changes
    return pe.settle(game, **given)


def spoiled(array: np.ndarray, place: tuple[int, ...] | int, value: Any, dtype: Any = None) -> np.ndarray:
    """Copy an array and change one place."""
    changed = array.astype(dtype or array.dtype)
    changed[place] = value
    return changed


def assert_right(settlement: pe.Settlement) -> None:
    """Compare with the settlement of contiguous arrays of the kernel's own dtypes."""
    for name in ("payouts", "returned", "high_ranks", "low_ranks"):
        got, expected = getattr(settlement, name), getattr(EXPECTED, name)
        assert got.dtype == expected.dtype
        assert np.array_equal(got, expected)


# --- what is taken ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("code", [code for code in np.typecodes["AllInteger"] if code != "b"])
def test_every_integer_dtype_and_byte_order_is_taken(code: str, order: str) -> None:
    dtype = np.dtype(code).newbyteorder(order)
    as_cards = {name: ARRAYS[name].astype(dtype) for name in ("hole_cards", "board", "button", "dead")}
    assert_right(pe.settle("omaha8", **ARRAYS | as_cards))
    if dtype.itemsize >= 4:
        assert_right(pe.settle("omaha8", **ARRAYS | {"contributions": ARRAYS["contributions"].astype(dtype)}))


def test_chips_and_buttons_of_one_byte_are_taken() -> None:
    small = STAKES.astype(np.int8)
    assert settle(contributions=small, button=BUTTON.astype(np.int8)).payouts.tolist() == settle().payouts.tolist()


def read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.flags.writeable = False
    return array


def strided(array: np.ndarray) -> np.ndarray:
    spaced = np.zeros([2 * length for length in array.shape], dtype=array.dtype)
    every_second = spaced[tuple(slice(None, None, 2) for _ in array.shape)]
    every_second[...] = array
    return every_second


def negatively_strided(array: np.ndarray) -> np.ndarray:
    back = tuple(slice(None, None, -1) for _ in array.shape)
    return array[back].copy()[back]


def misaligned(array: np.ndarray) -> np.ndarray:
    return np.frombuffer(b"\0" + array.tobytes(), dtype=array.dtype, offset=1).reshape(array.shape)


FORMS: list[Callable[[np.ndarray], Any]] = [
    read_only,
    misaligned,
    memoryview,
    Frame,
    np.asfortranarray,
    strided,
    negatively_strided,
    np.ndarray.tolist,
    list,
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_layout_is_taken(form: Callable[[np.ndarray], Any]) -> None:
    assert_right(pe.settle("omaha8", **{name: form(array) for name, array in ARRAYS.items()}))
    for name, array in ARRAYS.items():
        assert_right(pe.settle("omaha8", **ARRAYS | {name: form(array)}))


def test_the_input_is_left_as_it_was() -> None:
    copies = {name: array.copy() for name, array in ARRAYS.items()}
    assert_right(pe.settle("omaha8", **copies))
    assert all(np.array_equal(copies[name], ARRAYS[name]) for name in ARRAYS)


def test_results_do_not_follow_later_changes_of_the_input() -> None:
    stakes = STAKES.copy()
    settlement = settle(contributions=stakes)
    before = settlement.payouts.copy()
    stakes[:] = 7
    assert np.array_equal(settlement.payouts, before)


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "stud", "stud8"])
def test_no_tables_give_an_empty_result(game: str) -> None:
    for seats in (2, 10):
        hole_count = oracle.GAMES[game].hole_counts[-1]
        board = np.empty((0, 5), dtype=np.uint8) if oracle.GAMES[game].has_board else None
        settlement = pe.settle(
            game,
            np.empty((0, seats, hole_count), dtype=np.uint8),
            board,
            np.empty((0, seats), dtype=np.int64),
            live=np.empty((0, seats), dtype=np.bool_),
            button=np.empty(0, dtype=np.int64),
        )
        assert len(settlement) == 0
        assert settlement.payouts.shape == settlement.returned.shape == (0, seats)
        assert (settlement.high_ranks.dtype, settlement.low_ranks.dtype) == (np.uint16, np.uint8)


def test_scalars_serve_every_table() -> None:
    same = settle(button=np.int64(0), dead=np.int32(3), chip=np.int64(1))
    assert np.array_equal(same.payouts, settle(dead=[3] * 8).payouts)
    assert np.array_equal(settle(board=BOARD[0]).payouts, settle().payouts)


def test_seats_with_known_cards_are_live_when_nobody_says() -> None:
    holes = HOLES.copy()
    holes[:, 2] = pe.NO_CARD
    assert np.array_equal(settle(hole_cards=holes, live=None).payouts, settle().payouts)


@pytest.mark.parametrize("row", [True, 1.0, "0", None, 8, -9])
def test_only_numbers_of_rows_can_be_asked_for(row: Any) -> None:
    with pytest.raises(IndexError, match="expected a row below 8, got"):
        settle().hand(row)


def test_rows_of_a_settlement_can_be_asked_for_their_pots() -> None:
    settlement = settle()
    assert settlement.pots(3) == settlement.hand(3).pots == settlement.pots(-5)
    for row in (8, -9):
        with pytest.raises(IndexError):
            settlement.pots(row)


# --- what is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "card"),
    [
        ({"hole_cards": spoiled(HOLES, (5, 0, 1), HOLES[5, 0, 0])}, "As"),  # within a hand
        ({"hole_cards": spoiled(HOLES, (5, 0, 1), BOARD[5, 2])}, "5d"),  # hand and board
        ({"hole_cards": spoiled(HOLES, (5, 1, 0), HOLES[5, 0, 1])}, "Kd"),  # two live seats
        ({"hole_cards": spoiled(HOLES, (5, 2, 1), HOLES[5, 0, 0])}, "As"),  # a folded seat
        ({"board": spoiled(BOARD, (5, 4), BOARD[5, 0])}, "Ah"),  # within the board
    ],
    ids=["hand", "hand and board", "live seats", "folded seat", "board"],
)
def test_duplicates_are_named_with_their_row(change: dict[str, Any], card: str) -> None:
    for threads in (1, 2):
        with pytest.raises(DuplicateCardError, match=rf"{card}\b.*row 5\b"):
            settle(**change, threads=threads)


def test_every_pair_of_places_is_looked_at_for_duplicates() -> None:
    # in each game every known card of a table may be the one that comes twice
    rng = np.random.default_rng(82)
    for game, hole_count in [("holdem", 2), ("omaha8", 6), ("stud", 7)]:
        tables = deal_tables(rng, game, hole_count, 5, 3)
        for first in np.argwhere(tables.hole_cards[1] != pe.NO_CARD)[::3]:
            for second in np.argwhere(tables.hole_cards[1] != pe.NO_CARD):
                if tuple(first) == tuple(second):
                    continue
                holes = spoiled(tables.hole_cards, (1, *second), tables.hole_cards[(1, *first)])
                options: dict[str, Any] = {"live": tables.live, "button": tables.button}
                with pytest.raises(DuplicateCardError, match=r"row 1\b"):
                    pe.settle(game, holes, tables.board, tables.contributions, **options)


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (52, np.uint8),
        (64, np.uint8),
        (254, np.uint8),
        (52, np.int64),
        (-1, np.int8),
        (-1, np.int64),
        (256, np.int64),
        (259, np.int16),
        (2**32, np.int64),
        (2**63, np.uint64),
    ],
)
def test_ids_out_of_range_are_named_with_their_row(value: int, dtype: Any) -> None:
    # np.int8 has no room for 255, which these tables don't hold
    for name, place in [("hole_cards", (6, 0, 1)), ("hole_cards", (6, 2, 0)), ("board", (6, 3))]:
        array = HOLES if name == "hole_cards" else BOARD
        with pytest.raises(CardError, match=rf"got {value}\b.*row 6\b"):
            settle(**{name: spoiled(array, place, value, dtype)})


@pytest.mark.parametrize(
    "bad", [np.float64, np.complex128, np.str_, np.bool_], ids=["float", "complex", "text", "bool"]
)
@pytest.mark.parametrize("name", ["hole_cards", "board"])
def test_cards_of_no_integer_dtype_are_refused(name: str, bad: Any) -> None:
    array = HOLES if name == "hole_cards" else BOARD
    advice = {np.float64: "are converted with", np.str_: "card_array turns texts into ids"}.get(bad, "")
    with pytest.raises(CardError, match=rf"(integer dtype|got text).*row 0\b.*{advice}"):
        settle(**{name: array.astype(bad)})


def test_texts_in_the_place_of_ids_are_told_what_makes_ids_of_them() -> None:
    with pytest.raises(CardError, match=r"'AsAd' \(str\) for hole_cards\[0\] \(row 0\); card_array turns texts"):
        pe.settle("holdem", [["AsAd", "KsKd"]], ["2c7d9hJs3s"], [[5, 5]])


@pytest.mark.parametrize("value", [None, float("nan"), 1.5, "As", object()])
@pytest.mark.parametrize("name", ["hole_cards", "board", "contributions", "button", "dead"])
def test_stray_values_are_named_with_their_row(name: str, value: Any) -> None:
    arrays = {"hole_cards": HOLES, "board": BOARD, "contributions": STAKES, "button": BUTTON, "dead": BUTTON}
    place = (4,) + (0,) * (arrays[name].ndim - 1)
    with pytest.raises(PokerError, match=r"row 4\b"):
        settle(**{name: spoiled(arrays[name], place, value, object)})


@pytest.mark.parametrize(
    ("name", "dtype", "error"),
    [
        ("contributions", np.float64, ChipError),
        ("contributions", np.str_, ChipError),
        ("contributions", np.bool_, ChipError),
        ("dead", np.float64, ChipError),
        ("button", np.float64, SeatError),
        ("live", np.int64, SeatError),
        ("live", np.float64, SeatError),
        ("live", object, SeatError),
    ],
)
def test_dtypes_that_would_have_to_be_guessed_are_refused(name: str, dtype: Any, error: type[PokerError]) -> None:
    arrays = {"contributions": STAKES, "dead": BUTTON, "button": BUTTON, "live": LIVE}
    with pytest.raises(error, match=name):
        settle(**{name: arrays[name].astype(dtype)})


@pytest.mark.parametrize("value", [-1, -(2**63), 2**53 + 1, 2**63 - 1])
def test_negative_and_overflowing_chips_are_named_with_their_row(value: int) -> None:
    for place in [(2, 0), (2, 2)]:
        with pytest.raises(ChipError, match=rf"{value}\b.*row 2\b"):
            settle(contributions=spoiled(STAKES, place, value))
    with pytest.raises(ChipError, match=rf"{value}\b.*row 2\b"):
        settle(dead=spoiled(BUTTON, 2, value))
    by_seat = np.zeros_like(STAKES)
    with pytest.raises(ChipError, match=rf"{value}\b.*row 2\b"):
        settle(dead=spoiled(by_seat, (2, 1), value))


def test_unsigned_chips_beyond_64_signed_bits_are_refused_with_their_row() -> None:
    for value in (2**63, 2**64 - 1):
        with pytest.raises(ChipError, match=rf"{value}\b.*row 2\b"):
            settle(contributions=spoiled(STAKES, (2, 1), value, np.uint64))
    for value in (2**70, -(2**70)):
        stakes = STAKES.tolist()
        stakes[2][1] = value
        with pytest.raises(ChipError, match=r"row 2\b"):
            settle(contributions=stakes)


def test_dead_chips_whose_sum_wraps_around_are_refused() -> None:
    by_seat = np.zeros_like(STAKES)
    for together in ([2**62, 2**62, 2**62], [2**62, 2**63 - 1, 2**62 + 1]):
        by_seat[2] = together
        with pytest.raises(ChipError, match=r"row 2\b"):
            settle(dead=by_seat)


def test_the_most_chips_are_still_taken() -> None:
    most = np.full((8, 3), 2**53)
    assert settle(contributions=most, dead=[2**53] * 8).payouts.sum(axis=1).tolist() == [4 * 2**53] * 8
    by_seat = settle(contributions=most, dead=most)
    assert by_seat.payouts.sum(axis=1).tolist() == [6 * 2**53] * 8
    assert list(by_seat.hand(3).payouts) == by_seat.payouts[3].tolist()


@pytest.mark.parametrize("dead", [-1, 2**53 + 1, 2**62, 2**63 - 1, 2**64 - 1, 2**70, True, 1.5, None, "5"])
def test_an_amount_of_dead_money_is_refused_by_one_rule_for_one_table_and_for_many(dead: Any) -> None:
    by_seat: list[Any] = [0, dead, 0]
    for given in (dead, by_seat):
        with pytest.raises(ChipError, match=r"whole chips, 0 to 9007199254740992, .*dead"):
            pe.settle_hand("holdem", ["AsKd", "QhQc", "7h2c"], "Ah9s5d3c2h", [50, 50, 20], button=0, dead=given)
    one_by_row = [0] * 8
    one_by_row[5] = dead
    for rows, place in [(one_by_row, r"dead \(row 5\)"), ([[0] * 3] * 5 + [by_seat] * 3, r"dead\[1\] \(row 5\)")]:
        with pytest.raises(ChipError, match=rf"whole chips, 0 to 9007199254740992\b.*{place}"):
            settle(dead=rows)


def test_dead_money_by_seat_is_told_by_seat() -> None:
    by_seat = np.zeros_like(STAKES)
    by_seat[2] = 3, 0, 4
    settlement = settle(dead=by_seat)
    assert settlement.hand(2).dead == (3, 0, 4)
    assert list(settlement.hand(2).payouts) == settlement.payouts[2].tolist()


@pytest.mark.parametrize("name", ["hole_cards", "board", "contributions", "button", "dead"])
@pytest.mark.parametrize("value", [True, np.False_, 1.5, None, "As", 2**70, -(2**70), object()])
def test_stray_values_in_lists_are_named_with_their_row(name: str, value: Any) -> None:
    arrays = {"hole_cards": HOLES, "board": BOARD, "contributions": STAKES, "button": BUTTON, "dead": STAKES}
    lists = arrays[name].tolist()
    if name == "button":
        lists[4] = value
    elif name == "hole_cards":
        lists[4][1][0] = value
    else:
        lists[4][1] = value
    seat = {"hole_cards": r"\[1\]\[0\]", "button": ""}.get(name, r"\[1\]")
    with pytest.raises(PokerError, match=rf"{name}{seat} \(row 4\)"):
        settle(**{name: lists})


@pytest.mark.parametrize("value", [0, 1, None, "yes", 1.0])
def test_what_is_no_flag_is_named_with_its_row(value: Any) -> None:
    flags: list[list[Any]] = LIVE.tolist()
    flags[4][2] = value
    with pytest.raises(SeatError, match=r"live\[2\] \(row 4\)"):
        settle(live=flags)


def test_one_board_for_all_tables_has_cards_and_no_rows() -> None:
    for value in (52, True, None, 1.5):
        board: list[Any] = BOARD[0].tolist()
        board[3] = value
        with pytest.raises(CardError, match=r"board\[3\]$"):
            settle(board=board)
    with pytest.raises(CardError, match=r"got 300 for board\[1\]$"):
        settle(board=spoiled(BOARD[0], 1, 300, np.int64))


@pytest.mark.parametrize("chip", [0, -1, 1.5, None, True, "1", float("nan")])
def test_a_chip_is_a_whole_number_from_one_up(chip: Any) -> None:
    with pytest.raises(ChipError, match="chip"):
        settle(chip=chip)


def test_a_table_without_a_live_seat_is_refused() -> None:
    with pytest.raises(SeatError, match=r"live.*row 3\b"):
        settle(live=spoiled(LIVE, 3, False))
    with pytest.raises(SeatError, match=r"live.*row 3\b"):
        settle(hole_cards=spoiled(HOLES, 3, pe.NO_CARD), live=None)


def test_a_live_seat_with_unknown_cards_at_a_showdown_is_refused() -> None:
    with pytest.raises(SeatError, match=r"hole_cards\[1\].*row 3\b"):
        settle(hole_cards=spoiled(HOLES, (3, 1), pe.NO_CARD))
    with pytest.raises(CardCountError, match=r"hole_cards\[1\].*row 3\b"):
        settle(hole_cards=spoiled(HOLES, (3, 1, 1), pe.NO_CARD))
    # a folded seat may have shown what it likes
    for unknown in (HOLES.copy(), spoiled(HOLES, (3, 2), pe.NO_CARD), spoiled(HOLES, (3, 2, 0), pe.NO_CARD)):
        assert np.array_equal(settle(hole_cards=unknown).payouts, settle().payouts)


@pytest.mark.parametrize("known", [0, 3, 4])
def test_a_showdown_needs_the_whole_board(known: int) -> None:
    board = BOARD.copy()
    board[3, known:] = pe.NO_CARD
    with pytest.raises(CardCountError, match=rf"5 cards.*got {known}\b.*row 3\b"):
        settle(board=board)
    if not known:
        with pytest.raises(CardCountError, match=r"5 cards.*row 0\b"):
            settle(board=None)


@pytest.mark.parametrize("known", [1, 2])
def test_boards_of_one_or_two_cards_are_refused_even_when_nobody_calls(known: int) -> None:
    board = BOARD.copy()
    board[3, known:] = pe.NO_CARD
    with pytest.raises(CardCountError, match=rf"got {known}\b.*row 3\b"):
        settle(board=board)
    with pytest.raises(CardCountError, match=rf"got {known}\b.*row 3\b"):
        settle(board=board, live=spoiled(LIVE, (slice(None), 1), False))


def test_seats_of_one_omaha_table_hold_equal_numbers_of_cards() -> None:
    tables = deal_tables(np.random.default_rng(83), "omaha", 5, 3, 4)
    holes, live = tables.hole_cards.copy(), np.ones_like(tables.live)
    deck = np.arange(52, dtype=np.uint8)
    holes[:] = deck[:15].reshape(3, 5)
    board = np.tile(deck[20:25], (4, 1))
    holes[2, 1, 4] = pe.NO_CARD
    with pytest.raises(CardCountError, match=r"hole_cards\[1\].*row 2\b"):
        pe.settle("omaha", holes, board, [[5, 5, 5]] * 4, live=live, button=[0] * 4)


def test_an_array_of_five_card_omaha_has_no_showdown_of_four_cards() -> None:
    holes = np.arange(3 * 3 * 5, dtype=np.uint8).reshape(3, 3, 5)
    holes[2, :, 4] = 255
    stakes, live = np.full((3, 3), 10), np.array([[False, True, True]] * 3)
    with pytest.raises(CardCountError, match=r"expected 5 cards for hole_cards\[1\], the width .* got 4 \(row 2\)"):
        pe.settle("omaha", holes, np.arange(47, 52), stakes, live=live, button=0)


@pytest.mark.parametrize("seats", [0, 1, 11, 12])
def test_tables_have_two_to_ten_seats(seats: int) -> None:
    for rows in (0, 1):
        nothing = np.full((rows, seats, 2), pe.NO_CARD, dtype=np.uint8)
        live = np.zeros((rows, seats), dtype=np.bool_)
        with pytest.raises(SeatError, match=rf"2 to 10 seats.*{seats}"):
            pe.settle("holdem", nothing, None, np.zeros((rows, seats), dtype=np.int64), live=live)


@pytest.mark.parametrize("button", [3, -1, 10, 255, 2**40])
def test_a_button_outside_the_table_is_refused(button: int) -> None:
    with pytest.raises(SeatError, match=rf"button.*{button}\b.*row 4\b"):
        settle(button=spoiled(BUTTON, 4, button))
    with pytest.raises(SeatError, match=rf"button.*{button}\b.*row 0\b"):
        settle(button=button)


def test_an_odd_chip_needs_a_button() -> None:
    board = BOARD.copy()
    board[6] = oracle.cards("AhAcAdKsKc")
    holes = HOLES.copy()
    holes[6, :, :] = [oracle.cards(hole) for hole in ("2s3d", "2h3c", "7h2c")]
    assert settle(board=board, hole_cards=holes, button=None).payouts[6].tolist() == [60, 60, 0]
    with pytest.raises(SeatError, match=r"button.*row 6\b"):
        settle(board=board, hole_cards=holes, button=None, contributions=spoiled(STAKES, (6, 2), 21))


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("contributions", STAKES[0]),
        ("contributions", STAKES[:, :, np.newaxis]),
        ("contributions", np.int64(5)),
        ("contributions", STAKES[:7]),
        ("hole_cards", HOLES[0]),
        ("hole_cards", HOLES[:7]),
        ("hole_cards", HOLES[:, :2]),
        ("hole_cards", HOLES[..., np.newaxis]),
        ("hole_cards", np.uint8(3)),
        ("board", BOARD[:7]),
        ("board", BOARD[:, :4]),
        ("board", BOARD[:, :3]),
        ("board", BOARD[:, :, np.newaxis]),
        ("board", np.hstack([BOARD, BOARD + 4])),
        ("live", LIVE[:7]),
        ("live", LIVE[:, :2]),
        ("live", LIVE[0]),
        ("button", BUTTON[:7]),
        ("button", BUTTON[:, np.newaxis]),
        ("dead", BUTTON[:7]),
        ("dead", STAKES[:, :2]),
    ],
)
def test_shapes_that_do_not_fit_are_refused(name: str, bad: np.ndarray) -> None:
    with pytest.raises(ShapeError, match="shape"):
        settle(**{name: bad})


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_numbers_of_hole_cards_must_be_the_games(count: int) -> None:
    with pytest.raises(CardCountError, match=rf"2 hole cards.*{count}\b"):
        settle(hole_cards=np.full((8, 3, count), pe.NO_CARD, dtype=np.uint8))


@pytest.mark.parametrize("name", ["hole_cards", "board", "contributions", "live"])
def test_rows_of_unequal_length_are_refused_with_the_row(name: str) -> None:
    arrays = {"hole_cards": HOLES, "board": BOARD, "contributions": STAKES, "live": LIVE}
    rows = arrays[name].tolist()
    rows[4] = rows[4][:-1]
    with pytest.raises(ShapeError, match=r"row 4\b"):
        settle(**{name: rows})


@pytest.mark.parametrize("game", ["", "razz", "Holdem", "omaha-8", None, 3, ["holdem"]])
def test_an_unknown_game_is_refused(game: Any) -> None:
    with pytest.raises(GameError, match="holdem"):
        settle(game)


@pytest.mark.parametrize("threads", [-1, 1.0, None, "2", True])
@pytest.mark.parametrize("rows", [0, 1, 8])
def test_threads_are_a_whole_number_however_few_the_tables(threads: Any, rows: int) -> None:
    few = {"hole_cards": HOLES, "board": BOARD, "contributions": STAKES, "live": LIVE, "button": BUTTON}
    with pytest.raises(ValueError, match="threads"):
        settle(**{name: array[:rows] for name, array in few.items()}, threads=threads)


@pytest.mark.parametrize("uncalled", ["", "yes", None, True])
def test_uncalled_is_one_of_two_words(uncalled: Any) -> None:
    with pytest.raises(PokerError, match="uncalled"):
        settle(uncalled=uncalled)


def test_the_first_bad_row_is_named_whatever_the_threads() -> None:
    rows = 300_000
    stakes = np.tile(STAKES[0], (rows, 1))
    holes, board = np.tile(HOLES[0], (rows, 1, 1)), BOARD[0]
    for first, second in [(10, 20), (150_000, 150_001), (3, 299_999), (299_998, 299_999)]:
        spoilt = stakes.copy()
        spoilt[first, 1] = -7
        twice = holes.copy()
        twice[second, 0, 1] = twice[second, 0, 0]
        live = np.tile(LIVE[0], (rows, 1))
        for threads in (1, 2, 3):
            with pytest.raises(ChipError, match=rf"-7\b.*row {first}\b"):
                pe.settle("holdem", twice, board, spoilt, live=live, button=0, threads=threads)


# --- reports of a tester that meant harm --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "holes", "board"),
    [
        ("holdem", ["As2c", "As3c", "As4c"], "7d8h9dTcKh"),  # three times the highest card: the carry leaves the deck
        ("holdem", ["AsAh", "AsAh", "2cAh"], "7d8h9dTcKh"),
        ("omaha", ["AsAsAs2c", "3c4c5c6c"], "7d8h9dTcKh"),
        ("omaha8", ["AsAh2c3c", "AsAh4c5c", "Ah6c7c8c"], "7d8h9dTcKh"),
        ("stud", ["AsAsAs2c3c4c5c", "6d7d8d9dTdJdQd"], None),
        ("stud8", ["As2c3c4c5c6c7c", "As2d3d4d5d6d7d", "As2h3h4h5h6h7h"], None),
    ],
)
def test_cards_that_come_three_times_are_refused_like_those_that_come_twice(
    game: str, holes: list[str], board: str | None
) -> None:
    cards = np.array([[oracle.cards(hole) for hole in holes]], dtype=np.uint8)
    shown = None if board is None else np.array([oracle.cards(board)], dtype=np.uint8)
    live = np.ones((1, len(holes)), dtype=np.bool_)
    for folded in range(len(holes)):
        live[0] = True
        live[0, folded] = len(holes) == 2
        with pytest.raises(DuplicateCardError, match=r"row 0\b"):
            pe.settle(game, cards, shown, [[4] * len(holes)], live=live, button=[0])


def test_unchecked_nonsense_stays_inside_its_arrays() -> None:
    suited = np.tile(np.array(oracle.cards("6s7s8s9sTs"), dtype=np.uint8), (8, 1))
    for button in (2**63 - 1, -(2**63), -1, 3):
        with pytest.raises(SeatError, match="button"):
            pe.settle("holdem", HOLES, suited, np.full((8, 3), 7), dead=2, button=[button] * 8, check=False)
    terms: dict[str, Any] = {"live": np.ones((4, 2), dtype=np.bool_), "dead": 1, "check": False}
    for card in (0, 200):
        nonsense = np.full((4, 2, 7), card, dtype=np.uint8)
        settlement = pe.settle("stud8", nonsense, None, np.full((4, 2), 3), **terms)
        assert settlement.payouts.sum(axis=1).tolist() == [7] * 4


def test_a_settlement_says_when_its_arrays_have_been_changed() -> None:
    stakes = STAKES.copy()
    settlement = settle(contributions=stakes)
    assert settlement.hand(0).payouts == tuple(settlement.payouts[0].tolist())
    stakes[:] = 198
    with pytest.raises(PokerError, match=r"changed since \(row 0\)"):
        settlement.hand(0)


def test_masked_places_are_no_numbers() -> None:
    for name in ("hole_cards", "board", "contributions", "button", "live"):
        arrays = {"hole_cards": HOLES, "board": BOARD, "contributions": STAKES, "button": BUTTON, "live": LIVE}
        masked = np.ma.masked_array(arrays[name], mask=False)
        assert np.array_equal(settle(**{name: masked}).payouts, settle().payouts)
        masked[3] = np.ma.masked
        with pytest.raises(PokerError, match="without masked places"):
            settle(**{name: masked})
