"""The door of the evaluator: every form in which cards may come, and every refusal with its row and value."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import oracle
import oracle_arrays as arrays
import pytest
from framed import Frame

import pokereval as pe
from pokereval.errors import CardCountError, CardError, DuplicateCardError, PokerError, ShapeError

INTEGER_DTYPES = [np.dtype(code) for code in np.typecodes["AllInteger"]]
BOTH_ORDERS = sorted({dtype.newbyteorder(order) for dtype in INTEGER_DTYPES for order in "<>"}, key=str)

RNG = np.random.default_rng(51)
HANDS = RNG.random((500, 52)).argsort(axis=1)[:, :7].astype(np.uint8)
RANKS = arrays.ranks_of(HANDS)
LOWS = arrays.lows_of(HANDS)
HOLES, BOARDS = HANDS[:, :4].copy(), HANDS[:, 4:].copy()
OMAHA_RANKS = arrays.omaha_ranks_of(HOLES, BOARDS)
OMAHA_LOWS = arrays.omaha_lows_of(HOLES, BOARDS)


def assert_right(hands: Any, holes: Any, boards: Any) -> None:
    """Check all four questions on the same hands in some form."""
    for check in (True, False):
        assert np.array_equal(pe.evaluate(hands, check=check), RANKS)
        assert np.array_equal(pe.evaluate_low(hands, check=check), LOWS)
        assert np.array_equal(pe.evaluate_omaha(holes, boards, check=check), OMAHA_RANKS)
        assert np.array_equal(pe.evaluate_omaha_low(holes, boards, check=check), OMAHA_LOWS)


# --- what is taken ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", BOTH_ORDERS, ids=str)
def test_every_integer_dtype_and_byte_order_is_taken(dtype: np.dtype[Any]) -> None:
    assert_right(HANDS.astype(dtype), HOLES.astype(dtype), BOARDS.astype(dtype))
    one = HANDS[0].astype(dtype)
    assert pe.evaluate(one) == RANKS[0]
    assert type(pe.evaluate(one)) is int
    assert type(pe.evaluate_low(one)) is int
    assert type(pe.evaluate_omaha(HOLES[0].astype(dtype), BOARDS[0].astype(dtype))) is int


def read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.flags.writeable = False
    return array


def strided(array: np.ndarray) -> np.ndarray:
    spaced = np.full((2 * array.shape[0], 3 * array.shape[1]), 99, dtype=array.dtype)
    spaced[::2, ::3] = array
    return spaced[::2, ::3]


def negatively_strided(array: np.ndarray) -> np.ndarray:
    return array[::-1, ::-1].copy()[::-1, ::-1]


def overlapping_rows(array: np.ndarray) -> np.ndarray:
    # the columns of an array that stores a hand a column
    return array.T.copy().T


def unaligned(array: np.ndarray) -> np.ndarray:
    wide = array.astype(np.int32)
    buffer = np.zeros(wide.nbytes + 1, dtype=np.uint8)
    shifted = buffer[1:].view(np.int32).reshape(wide.shape)
    shifted[...] = wide
    return shifted


def subclassed(array: np.ndarray) -> np.ndarray:
    return np.ma.masked_array(array)


FORMS: list[Callable[[np.ndarray], Any]] = [
    read_only,
    np.asfortranarray,
    strided,
    negatively_strided,
    overlapping_rows,
    unaligned,
    subclassed,
    np.ndarray.tolist,
    lambda array: tuple(map(tuple, array.tolist())),
    lambda array: [list(row) for row in array],  # rows of numpy scalars
    list,  # rows that are arrays
    memoryview,
    Frame,
]


@pytest.mark.parametrize("form", FORMS, ids=[getattr(form, "__name__", "sequence") for form in FORMS])
def test_every_layout_is_taken(form: Callable[[np.ndarray], Any]) -> None:
    assert_right(form(HANDS), form(HOLES), form(BOARDS))


@pytest.mark.parametrize("form", [np.asfortranarray, strided, negatively_strided, read_only])
@pytest.mark.parametrize("dtype", ["u1", "i8", ">i4"])
def test_layouts_and_dtypes_are_taken_together(form: Callable[[np.ndarray], Any], dtype: str) -> None:
    assert_right(*(form(side.astype(dtype)) for side in (HANDS, HOLES, BOARDS)))


def test_the_input_is_left_as_it_was() -> None:
    hands, holes, boards = HANDS.copy(), HOLES.copy(), BOARDS.copy()
    assert_right(hands, holes, boards)
    assert (hands == HANDS).all()
    assert (holes == HOLES).all()
    assert (boards == BOARDS).all()


def test_numpy_scalars_are_ids() -> None:
    for scalar in (np.uint8, np.int64, np.uint16):
        assert pe.evaluate([scalar(card) for card in HANDS[0]]) == RANKS[0]
        assert pe.evaluate(tuple(scalar(card) for card in HANDS[0])) == RANKS[0]
        assert pe.evaluate_omaha([scalar(c) for c in HOLES[0]], [scalar(c) for c in BOARDS[0]]) == OMAHA_RANKS[0]


@pytest.mark.parametrize("count", [5, 6, 7])
def test_no_hands_give_an_empty_result(count: int) -> None:
    none = np.empty((0, count), dtype=np.uint8)
    for empty in (none, none.astype(np.int64), np.asfortranarray(none)):
        ranks, lows = pe.evaluate(empty), pe.evaluate_low(empty)
        assert (ranks.shape, ranks.dtype) == ((0,), np.uint16)
        assert (lows.shape, lows.dtype) == ((0,), np.uint8)
        assert pe.evaluate(empty, threads=2).shape == pe.evaluate(empty, check=False).shape == (0,)


def test_no_omaha_hands_give_an_empty_result() -> None:
    none = np.empty((0, 4), dtype=np.uint8), np.empty((0, 5), dtype=np.uint8)
    for hole, board in [none, (none[0], "AsKsQsJsTs"), ("AsKsQsJs", none[1])]:
        ranks, lows = pe.evaluate_omaha(hole, board), pe.evaluate_omaha_low(hole, board)
        assert (ranks.shape, ranks.dtype) == ((0,), np.uint16)
        assert (lows.shape, lows.dtype) == ((0,), np.uint8)


@pytest.mark.parametrize(
    "spelling", ["AsKd7h7c2c", "As Kd 7h 7c 2c", "as,kd,7h,7c,2c", "A♠K♦7♥7♣2♣", "ASKD7H7C2C", "As, Kd, 7h, 7c, 2c"]
)
def test_one_hand_is_taken_in_every_spelling(spelling: str) -> None:
    assert pe.evaluate(spelling) == oracle.rank_of(oracle.cards("AsKd7h7c2c"))


def test_one_hand_is_taken_card_by_card_as_text_or_bytes() -> None:
    cards = ["As", "Kd", "7h", "7c", "2c"]
    for form in (cards, [card.encode() for card in cards], [cards[0].encode(), *cards[1:]]):
        assert pe.evaluate(form) == oracle.rank_of(oracle.cards("AsKd7h7c2c"))


def test_ten_may_be_written_with_two_digits() -> None:
    assert pe.evaluate("10h10sAc10d10c") == pe.evaluate("ThTsAcTdTc")
    assert pe.evaluate(["10h", "Ts", "Ac", 32, 33]) == pe.evaluate("ThTsAcTdTc")


def test_rows_of_one_stay_rows() -> None:
    ranks = pe.evaluate(HANDS[:1])
    assert ranks.shape == (1,)
    assert pe.evaluate_omaha(HOLES[:1], BOARDS[:1]).shape == (1,)
    assert pe.evaluate_omaha(HOLES[:1], BOARDS[0]).shape == (1,)
    assert pe.evaluate_omaha(HOLES[0], BOARDS[:1]).shape == (1,)


def test_unchecked_nonsense_gives_numbers_and_no_crash() -> None:
    rng = np.random.default_rng(52)
    for count in (5, 6, 7):
        assert pe.evaluate(rng.integers(256, size=(20_000, count), dtype=np.uint8), check=False).shape == (20_000,)
        assert pe.evaluate_low(rng.integers(256, size=(20_000, count), dtype=np.uint8), check=False).shape == (20_000,)
    for count in (4, 5, 6):
        hole = rng.integers(256, size=(20_000, count), dtype=np.uint8)
        board = rng.integers(256, size=(20_000, 5), dtype=np.uint8)
        assert pe.evaluate_omaha(hole, board, check=False).shape == (20_000,)
        assert pe.evaluate_omaha_low(hole, board, check=False).shape == (20_000,)


# --- what is refused -------------------------------------------------------------------------------------------

QUESTIONS: list[Callable[[Any], Any]] = [pe.evaluate, pe.evaluate_low]
ONE_HAND_QUESTIONS = [*QUESTIONS, pe.best_hand]
OMAHA_QUESTIONS: list[Callable[[Any, Any], Any]] = [pe.evaluate_omaha, pe.evaluate_omaha_low]


def spoiled(place: tuple[int, int], value: Any, dtype: Any = np.uint8) -> np.ndarray:
    hands = HANDS.astype(dtype)
    hands[place] = value
    return hands


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("row", [0, 7, 499])
def test_a_duplicate_is_named_with_its_row(question: Callable[[Any], Any], row: int) -> None:
    hands = spoiled((row, 6), HANDS[row, 1])
    card = oracle.text([HANDS[row, 1]])
    for form in (hands, hands.astype(np.int32), np.asfortranarray(hands), hands.tolist()):
        with pytest.raises(DuplicateCardError, match=rf"{card} twice.*\(row {row}\)"):
            question(form)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_place_of_a_duplicate_is_seen(question: Callable[[Any], Any]) -> None:
    for count in (5, 6, 7):
        for first in range(count):
            for second in range(first + 1, count):
                hand = HANDS[:3, :count].copy()
                hand[1, second] = hand[1, first]
                with pytest.raises(DuplicateCardError, match=r"row 1\b"):
                    question(hand)
                with pytest.raises(DuplicateCardError, match="twice"):
                    question(hand[1])


@pytest.mark.parametrize("question", ONE_HAND_QUESTIONS)
def test_a_duplicate_in_one_hand_is_named(question: Callable[[Any], Any]) -> None:
    for hand in ("AsKdAs2c3c", oracle.cards("AsKdAs2c3c"), np.array(oracle.cards("AsKdAs2c3c"))):
        with pytest.raises(DuplicateCardError, match="As twice"):
            question(hand)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (52, np.uint8),
        (53, np.uint8),
        (64, np.uint8),
        (128, np.uint8),
        (254, np.uint8),
        (255, np.uint8),  # no card may stand in an array of tables, but not in a hand
        (255, np.int64),
        (-1, np.int8),
        (-1, np.int64),
        (-128, np.int8),
        (256 + 3, np.int16),  # would be a card if it were cut to a byte
        (2**32 + 3, np.int64),
        (2**63 + 3, np.uint64),
        (-(2**63), np.int64),
        (52, ">i4"),
        (-1, ">i8"),
    ],
)
def test_an_id_out_of_range_is_named_with_its_row(question: Callable[[Any], Any], value: int, dtype: Any) -> None:
    with pytest.raises(CardError, match=rf"\b0 to 51\b.*got {value}\b.*row 3\b"):
        question(spoiled((3, 2), value, dtype))


@pytest.mark.parametrize("question", ONE_HAND_QUESTIONS)
@pytest.mark.parametrize("value", [52, 255, -1, 259, 2**40])
def test_an_id_out_of_range_in_one_hand_is_named(question: Callable[[Any], Any], value: int) -> None:
    for hand in ([1, 2, 3, 4, value], (1, 2, 3, 4, value, 5), np.array([1, 2, 3, 4, value])):
        with pytest.raises(CardError, match=rf"got {value}\b"):
            question(hand)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_first_bad_row_is_named_whatever_the_threads(question: Callable[..., Any]) -> None:
    many = np.tile(HANDS, (2400, 1))
    for first, second in [(10, 20), (650_000, 650_001), (3, 1_199_999), (1_199_998, 1_199_999)]:
        bad = many.copy()
        bad[first, 4] = 77
        bad[second, 0] = bad[second, 1]
        for threads in (1, 2, 3):
            with pytest.raises(CardError, match=rf"got 77\b.*row {first}\b"):
                question(bad, threads=threads)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 8, 9, 52])
def test_a_wrong_number_of_cards_is_refused(question: Callable[[Any], Any], count: int) -> None:
    hand = list(range(count))
    for form in (hand, tuple(hand), np.array(hand, dtype=np.uint8), oracle.text(hand)):
        with pytest.raises(CardCountError, match=rf"5 to 7.*\b{count}\b"):
            question(form)
    for rows in (0, 1, 3):
        with pytest.raises(CardCountError, match=rf"5 to 7.*\b{count}\b"):
            question(np.zeros((rows, count), dtype=np.uint8))


NO_IDS = [
    pytest.param(np.full((3, 7), 1.0), "1.0", id="float"),
    pytest.param(np.full((3, 7), 1.5), "1.5", id="fraction"),
    pytest.param(np.full((3, 7), np.nan), "nan", id="nan"),
    pytest.param(np.full((3, 7), np.inf), "inf", id="infinity"),
    pytest.param(np.full((3, 7), 1 + 0j), "", id="complex"),
    pytest.param(np.full((3, 7), None), "None", id="none"),
    pytest.param(np.full((3, 7), True), "True", id="bool"),
    pytest.param(np.full((3, 7), object()), "object", id="object"),
    pytest.param(np.full((3, 7), "As"), "As", id="text array"),
    pytest.param(np.full((3, 7), np.datetime64("2020-01-01")), "2020", id="date"),
]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("hands", "shown"), NO_IDS)
def test_arrays_that_hold_no_ids_are_refused(question: Callable[[Any], Any], hands: Any, shown: str) -> None:
    with pytest.raises(CardError, match=rf"(?s){shown}.*row 0\b"):
        question(hands)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("value", [None, "Xx", 1.5, float("nan"), object(), 2**70])
def test_one_stray_value_among_rows_is_named_with_its_row(question: Callable[[Any], Any], value: Any) -> None:
    hands = HANDS[:5].tolist()
    hands[3][2] = value
    with pytest.raises(PokerError, match=r"row 3\b"):
        question(hands)
    with pytest.raises(PokerError, match=r"row 3\b"):
        question(np.array(hands, dtype=object))


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("value", [True, False, np.True_, np.False_])
def test_a_bool_among_the_ids_of_rows_is_no_card(question: Callable[[Any], Any], value: Any) -> None:
    hands = [[10, 20, 30, 40, 50] for _ in range(5)]
    hands[3][4] = value
    for form in (hands, [np.array(hand) for hand in hands[:3]] + hands[3:], list(map(tuple, hands))):
        with pytest.raises(CardError, match=rf"got {value} \(bool\).*row 3\b"):
            question(form)
    with pytest.raises(CardError, match=r"\(bool\).*row 3\b"):
        question([*hands[:3], np.array([True, False, True, False, True])])


@pytest.mark.parametrize("question", OMAHA_QUESTIONS)
def test_a_bool_among_omaha_ids_is_no_card(question: Callable[[Any, Any], Any]) -> None:
    with pytest.raises(CardError, match=r"got True \(bool\).*row 1\b"):
        question([[10, 20, 30, 40], [10, 20, 30, True]], [2, 3, 4, 5, 6])
    with pytest.raises(CardError, match=r"got True \(bool\).*row 1\b"):
        question([10, 20, 30, 40], [[2, 3, 4, 5, 6], [2, 3, 4, 5, True]])


@pytest.mark.parametrize("question", ONE_HAND_QUESTIONS)
@pytest.mark.parametrize("value", [None, 1.0, float("nan"), object(), "Xx", "A", "", [1], True, b"\xff", 2**70])
def test_one_stray_value_in_a_hand_is_refused(question: Callable[[Any], Any], value: Any) -> None:
    with pytest.raises(PokerError):
        question([1, 2, 3, 4, value])


@pytest.mark.parametrize("question", ONE_HAND_QUESTIONS)
@pytest.mark.parametrize("hand", [None, 5, 1.5, float("nan"), object(), {}, {1: 2}, np.uint8(3), np.float64("nan")])
def test_what_is_no_hand_is_refused(question: Callable[[Any], Any], hand: Any) -> None:
    with pytest.raises(PokerError):
        question(hand)


@pytest.mark.parametrize("question", ONE_HAND_QUESTIONS)
@pytest.mark.parametrize(
    "hand",
    [
        "AsKsQsJsT",  # an odd letter is left over
        "AsKsQsJsTsx",
        "AsKsQsJsTx",
        "AsKsQsJs1s",
        "AsKsQsJs1",
        "AsKsQsJs10",
        "sAsKsQsJsT",
        "A sKsQsJsTs!",
        "ÅsKsQsJsTs",
        "AsKsQsJsT\u0000",
        "🂡🂱🃁🃑🂢",
    ],
)
def test_text_that_is_no_cards_is_refused(question: Callable[[Any], Any], hand: str) -> None:
    with pytest.raises(CardError):
        question(hand)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_wrong_number_of_dimensions_is_refused(question: Callable[[Any], Any]) -> None:
    for shape in [(), (2, 3, 7), (1, 1, 1, 7)]:
        with pytest.raises(ShapeError, match=r"shape"):
            question(np.zeros(shape, dtype=np.uint8))


@pytest.mark.parametrize("question", QUESTIONS)
def test_rows_of_unequal_length_are_refused_with_the_row(question: Callable[[Any], Any]) -> None:
    hands = HANDS[:5].tolist()
    hands[3] = hands[3][:6]
    with pytest.raises(ShapeError, match=r"row 3\b"):
        question(hands)


@pytest.mark.parametrize("question", OMAHA_QUESTIONS)
def test_a_card_in_hand_and_on_board_is_named_with_its_row(question: Callable[[Any, Any], Any]) -> None:
    for hole_count in (4, 5, 6):
        for board_count in (3, 4, 5):
            dealt = RNG.random((9, 52)).argsort(axis=1)[:, : hole_count + board_count].astype(np.uint8)
            for mine in range(hole_count + board_count):
                for other in range(mine):
                    bad = dealt.copy()
                    bad[5, mine] = bad[5, other]
                    card = oracle.text([bad[5, other]])
                    with pytest.raises(DuplicateCardError, match=rf"{card} twice.*row 5\b"):
                        question(bad[:, :hole_count], bad[:, hole_count:])


@pytest.mark.parametrize("question", OMAHA_QUESTIONS)
def test_broadcast_duplicates_are_named_with_the_row_that_has_them(question: Callable[[Any, Any], Any]) -> None:
    deck = np.arange(52, dtype=np.uint8)
    holes = deck[8:48].reshape(10, 4)
    with pytest.raises(DuplicateCardError, match=r"row 6\b"):
        question(holes, [0, 1, 2, 3, int(holes[6, 2])])
    boards = deck[:45].reshape(9, 5)
    with pytest.raises(DuplicateCardError, match=r"row 6\b"):
        question([48, 49, 50, int(boards[6, 2])], boards)


@pytest.mark.parametrize("question", [*OMAHA_QUESTIONS, pe.best_omaha_hand])
def test_wrong_numbers_of_omaha_cards_are_refused(question: Callable[[Any, Any], Any]) -> None:
    for count in (0, 1, 2, 3, 7, 8):
        with pytest.raises(CardCountError, match=rf"4 to 6.*\b{count}\b"):
            question(list(range(count)), [47, 48, 49, 50, 51])
    for count in (0, 1, 2, 6):
        with pytest.raises(CardCountError, match=rf"3 to 5.*\b{count}\b"):
            question([48, 49, 50, 51], list(range(count)))
    with pytest.raises(DuplicateCardError, match="As twice"):
        question("AsKsQsJs", "2c3c4cAs5c")


@pytest.mark.parametrize("question", OMAHA_QUESTIONS)
def test_numbers_of_hands_and_boards_must_fit(question: Callable[[Any, Any], Any]) -> None:
    for hands, boards in [(3, 4), (4, 3), (0, 2), (2, 0)]:
        with pytest.raises(ShapeError, match=rf"{boards} boards.*{hands} hands|{hands}.*{boards}"):
            question(HOLES[:hands], BOARDS[:boards])


@pytest.mark.parametrize("question", OMAHA_QUESTIONS)
@pytest.mark.parametrize(("value", "dtype"), [(52, np.uint8), (255, np.uint8), (-1, np.int64), (260, np.int32)])
def test_bad_ids_in_omaha_are_named_with_their_row(question: Callable[[Any, Any], Any], value: int, dtype: Any) -> None:
    holes, boards = HOLES.astype(dtype), BOARDS.astype(dtype)
    holes[4, 1] = value
    with pytest.raises(CardError, match=rf"got {value}\b.*row 4\b"):
        question(holes, boards)
    boards[2, 0] = value
    with pytest.raises(CardError, match=rf"got {value}\b.*row 2\b"):
        question(HOLES, boards)


@pytest.mark.parametrize("question", [pe.best_hand])
def test_the_best_hand_is_asked_of_one_hand(question: Callable[[Any], Any]) -> None:
    with pytest.raises(ShapeError):
        question(HANDS)


@pytest.mark.parametrize("threads", [-1, 1.0, None, "2", True])
def test_threads_are_a_whole_number(threads: Any) -> None:
    questions: list[Callable[..., Any]] = [*QUESTIONS, pe.evaluate_razz]
    for hands in (HANDS, HANDS[:1], HANDS[:0], HANDS[0]):
        for question in questions:
            with pytest.raises(ValueError, match="threads"):
                question(hands, threads=threads)
    for ask in OMAHA_QUESTIONS:
        for holes, boards in [(HOLES, BOARDS), (HOLES[:0], BOARDS[:0]), (HOLES[0], BOARDS[0]), ("AsAhKsKh", "2c3d4h")]:
            with pytest.raises(ValueError, match="threads"):
                ask(holes, boards, threads=threads)  # type: ignore[call-arg]


def test_random_text_is_ranked_or_refused_by_name() -> None:
    rng = random.Random(53)
    ranked = 0
    for _ in range(2_000):
        length = rng.choice([10, 12, 14, rng.randrange(16)])
        letters = ["AKQJT98765432", "cdhs"] if rng.random() < 0.5 else ["AKQJT98765432cdhs ,x1♠é"] * 2
        nonsense = "".join(rng.choice(letters[place % 2]) for place in range(length))
        try:
            ranked += pe.evaluate(nonsense) > 0
        except PokerError:
            continue
    assert 300 < ranked < 1_000


# --- room for the ranks ----------------------------------------------------------------------------------------


ROOMS: list[tuple[Callable[..., Any], tuple[Any, ...], Any]] = [
    (pe.evaluate, (HANDS,), np.uint16),
    (pe.evaluate_low, (HANDS,), np.uint8),
    (pe.evaluate_razz, (HANDS,), np.uint16),
    (pe.evaluate_short_deck, (np.tile(np.arange(20, 27, dtype=np.uint8), (len(HANDS), 1)),), np.uint16),
    (pe.evaluate_omaha, (np.ascontiguousarray(HANDS[:, :4]), "2c"), np.uint16),
    (pe.evaluate_omaha_low, (np.ascontiguousarray(HANDS[:, :4]), "2c"), np.uint8),
]


@pytest.mark.parametrize(("question", "given", "dtype"), ROOMS, ids=lambda value: getattr(value, "__name__", ""))
def test_ranks_go_into_the_room_that_is_given(question: Callable[..., Any], given: tuple[Any, ...], dtype: Any) -> None:
    if len(given) == 2:  # boards that no hand meets
        rows = np.arange(52, dtype=np.uint8)
        boards = np.array([np.setdiff1d(rows, hand)[:5] for hand in given[0]], dtype=np.uint8)
        given = (given[0], boards)
    expected = question(*given)
    for threads in (1, 2):
        room = np.zeros(len(expected) + 2, dtype=dtype)
        inner = room[1:-1]
        assert question(*given, out=inner, threads=threads) is inner
        assert np.array_equal(inner, expected)
        assert room[0] == room[-1] == 0
    bad_rooms = [
        np.zeros(len(expected) + 1, dtype=dtype),
        np.zeros((len(expected), 1), dtype=dtype),
        np.zeros(len(expected), dtype=np.int64),
        np.zeros(len(expected), dtype=np.dtype(dtype).newbyteorder()) if dtype is np.uint16 else [0] * len(expected),
        np.zeros(2 * len(expected), dtype=dtype)[::2],
        b"",
    ]
    if dtype is np.uint16:
        bad_rooms.append(np.zeros(2 * len(expected) + 1, dtype=np.uint8)[1:].view(dtype))  # between two numbers
    read_only = np.zeros(len(expected), dtype=dtype)
    read_only.flags.writeable = False
    for room in [*bad_rooms, read_only]:
        with pytest.raises(ShapeError, match="expected out to be a contiguous, writable array"):
            question(*given, out=room)
    with pytest.raises(ShapeError, match="one hand"):
        question(*(part[0].tolist() for part in given), out=np.zeros(1, dtype=dtype))
    nothing = np.zeros(0, dtype=dtype)
    assert question(*(part[:0] for part in given), out=nothing) is nothing


@pytest.mark.parametrize("function", [pe.evaluate_omaha, pe.evaluate_omaha_low, pe.evaluate_omaha_hilo])
def test_a_wrong_call_of_omaha_is_refused_under_the_name_of_the_function(function: Callable[..., Any]) -> None:
    name = function.__name__
    with pytest.raises(TypeError, match=rf"^{name}\(\) takes"):
        function("AcAd2h3s", "KhKsKcKd9s", False)
    with pytest.raises(TypeError, match=rf"^{name}\(\) .*'chek'"):
        function("AcAd2h3s", "KhKsKcKd9s", chek=False)


@pytest.mark.parametrize("function", [pe.evaluate_omaha, pe.evaluate_omaha_low, pe.evaluate_omaha_hilo])
@pytest.mark.parametrize(("hole_count", "board_count"), [(4, 5), (5, 3), (6, 4)])
def test_rows_of_omaha_give_the_same_in_every_form(
    function: Callable[..., Any], hole_count: int, board_count: int
) -> None:
    holes, boards = HANDS[:, :hole_count], (HANDS[:, :1] + np.arange(7, 7 + board_count, dtype=np.uint8)) % 52
    clear = ~(holes[:, :, None] == boards[:, None]).any(axis=(1, 2))
    holes, boards = np.ascontiguousarray(holes[clear]), np.ascontiguousarray(boards[clear])
    for shown in (boards, boards[:1], boards[:0]):
        held = holes[~(holes[:, :, None] == shown[0]).any(axis=(1, 2))] if len(shown) == 1 else holes[: len(shown)]
        expected = function(held.astype(np.int64), shown)
        forms = [
            (held, shown),
            (np.asfortranarray(held), shown),
            (held, np.repeat(shown, 2, axis=0)[::2]),
            (held.tolist() or held, shown),
        ]
        for form in forms:
            assert np.array_equal(function(*form), expected)
            assert np.array_equal(function(*form, threads=2), expected)
    spoiled = boards.copy()
    spoiled[7, 2] = holes[7, 1]
    for form in ((holes, spoiled), (holes.astype(np.int64), spoiled)):
        with pytest.raises(DuplicateCardError, match=r"row 7\b"):
            function(*form)
    with pytest.raises(ShapeError, match="as many boards as hands"):
        function(holes[:5], boards[:6])


@pytest.mark.parametrize("function", [pe.evaluate, pe.evaluate_low])
def test_a_wrong_call_is_refused_under_the_name_of_the_function(function: Callable[..., Any]) -> None:
    name = function.__name__
    with pytest.raises(TypeError, match=rf"^{name}\(\) takes"):
        function("AsKd", "QsJsTs")
    with pytest.raises(TypeError, match=rf"^{name}\(\) .*'chek'"):
        function("AsKsQsJsTs", chek=False)


@pytest.mark.parametrize("function", [pe.evaluate, pe.evaluate_low, pe.evaluate_razz])
def test_texts_of_many_hands_are_told_of_card_array(function: Callable[..., Any]) -> None:
    texts = ["AsKsQsJsTs2c3d", "KsKdKc8h8s2c3d"]
    for given in (texts, tuple(texts), np.array(texts), np.array(texts, dtype=object)):
        with pytest.raises(CardError, match=r"card_array (makes rows of many|turns texts into ids)"):
            function(given)
    with pytest.raises(CardCountError, match=r"got 4: 'AsKsQsJs'$"):
        function(["AsKs", "QsJs"])


def test_texts_of_many_omaha_hands_are_told_of_card_array() -> None:
    with pytest.raises(CardCountError, match=r"hole cards, got 8: .*card_array makes rows of many"):
        pe.evaluate_omaha(["AhKh3s2s", "Ac2dTcTd"], "Jh4h3cQh5d")
    with pytest.raises(CardCountError, match=r"got 14: 'AsKsQsJsTs2c3dKsKdKc8h8s2c3d'$"):
        pe.best_hand(["AsKsQsJsTs2c3d", "KsKdKc8h8s2c3d"])  # takes one hand only


def test_a_message_about_endless_cards_is_short() -> None:
    with pytest.raises(CardCountError, match="got 60000: ") as caught:
        pe.evaluate("AsKd" * 30000)
    assert len(str(caught.value)) < 200


def test_the_best_hand_shows_its_cards_as_text() -> None:
    best = pe.best_hand("AsKd8h8c5d4s2c")
    assert repr(best) == f"<BestHand 8h8cAsKd5d (rank {best.high_rank}), low 8h5d4s2cAs (low_rank {best.low_rank})>"
    assert repr(pe.best_omaha_hand("AcAd9h9s", "KhKsKcKd9c")) == f"<BestHand KsKhKdAdAc (rank {7 << 12 | 143})>"


# --- reports of a tester that meant harm --------------------------------------------------------------------------


def test_an_array_that_changes_while_it_is_read_gives_an_error_or_an_answer() -> None:
    rows = np.tile(np.arange(7, dtype=np.uint8), (3000, 1))
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            rows[-1, 0] = 1
            rows[-1, 0] = 0

    changer = threading.Thread(target=change)
    changer.start()
    try:
        for _ in range(300):
            for question in (pe.evaluate, pe.evaluate_low, pe.evaluate_razz):
                with contextlib.suppress(CardError):
                    assert len(question(rows)) == 3000
            with contextlib.suppress(CardError):
                assert len(pe.evaluate_omaha(rows[:, :4], np.arange(20, 25, dtype=np.uint8))) == 3000
    finally:
        stop.set()
        changer.join()


def test_frames_are_read_by_their_rows_and_never_by_their_names() -> None:
    assert [pe.evaluate(Frame(hand)) for hand in HANDS[:9]] == RANKS[:9].tolist()
    assert pe.parse_cards(Frame(HANDS[0])) == tuple(HANDS[0])
    assert np.array_equal(pe.card_array(Frame(HANDS[:9])), HANDS[:9])
    assert np.array_equal(pe.rank_class(Frame(RANKS)), pe.rank_class(RANKS))
    with pytest.raises(ShapeError, match="one hand"):
        pe.best_hand(Frame(HANDS[:9]))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("start", [0, 7, 7 * len(HANDS) - 1])
def test_ranks_do_not_go_where_the_cards_are(start: int, threads: int) -> None:
    room = np.zeros(7 * len(HANDS) + 3 * len(HANDS), dtype=np.uint8)
    hands = room[: HANDS.size].reshape(HANDS.shape)
    hands[:] = HANDS
    with pytest.raises(ShapeError, match="memory of its own"):
        pe.evaluate_low(hands, out=room[start : start + len(HANDS)], threads=threads)
    assert np.array_equal(hands, HANDS)
    behind = room[HANDS.size : HANDS.size + len(HANDS)]
    assert pe.evaluate_low(hands, out=behind, threads=threads) is behind
    assert np.array_equal(behind, LOWS)


@pytest.mark.parametrize("threads", [1, 2])
def test_omaha_ranks_do_not_go_where_hands_or_boards_are(threads: int) -> None:
    for side in range(2):
        given = [HOLES.copy(), BOARDS.copy()]
        with pytest.raises(ShapeError, match="memory of its own"):
            pe.evaluate_omaha_low(*given, out=given[side].ravel()[: len(HANDS)], threads=threads)
        assert np.array_equal(given[0], HOLES)
        assert np.array_equal(given[1], BOARDS)


def test_masked_places_are_refused() -> None:
    masked = np.ma.masked_array(HANDS, mask=False)
    assert np.array_equal(pe.evaluate(masked), pe.evaluate(HANDS))
    masked[3, 2] = np.ma.masked
    with pytest.raises(PokerError, match="without masked places"):
        pe.evaluate(masked)
    with pytest.raises(PokerError, match="without masked places"):
        pe.evaluate(HANDS, out=np.ma.masked_array(np.zeros(len(HANDS), dtype=np.uint16), mask=True))
    assert np.array_equal(pe.evaluate(HANDS, threads=np.int64(2)), pe.evaluate(HANDS))
