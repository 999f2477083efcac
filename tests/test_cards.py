"""Cards: every spelling, every bad input, round trips, and arrays of every dtype and layout."""

from __future__ import annotations

import pickle
from collections import UserList

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokereval import errors
from pokereval.cards import (
    CARD_NAMES,
    DECK_SIZE,
    NO_CARD,
    RANKS,
    SUITS,
    card_array,
    card_id,
    card_mask,
    card_masks,
    format_cards,
    id_array,
    mask_cards,
    parse_cards,
)
from pokereval.errors import CardCountError, CardError, DuplicateCardError, PokerError, ShapeError

AS, KD = 51, 45
ALL_CARDS = range(DECK_SIZE)
SUIT_SPELLINGS = ["cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤"]
INTEGER_DTYPES = ["i1", "u1"] + [order + kind for order in "<>" for kind in ("i2", "u2", "i4", "u4", "i8", "u8")]

hands = st.lists(st.sampled_from(ALL_CARDS), max_size=DECK_SIZE, unique=True)
separators = st.text(" \t\n,;()[]{}\u00a0", max_size=3)


# Ids and spellings


def test_id_is_four_times_rank_plus_suit():
    assert [card_id(rank + suit) for rank in RANKS for suit in SUITS] == list(ALL_CARDS)
    assert (card_id("2c"), card_id("As")) == (0, 51)
    assert [CARD_NAMES[card] for card in (0, 1, 2, 3, 4, 51)] == ["2c", "2d", "2h", "2s", "3c", "As"]


@pytest.mark.parametrize(
    "text",
    [
        "AsKd", "As Kd", "as,kd", "ASKD", "aSkD", "A♠K♦", "a♤k♢", "As, Kd", "[As Kd]", "[As] [Kd]", "(As;Kd)",
        "{As}{Kd}", " As\tKd\n", "A♠️K♦️", "A♠︎ K♦︎", "As\u00a0Kd", ",As,,Kd,",
    ],
)  # fmt: skip
def test_every_spelling_of_two_cards_is_read(text):
    assert parse_cards(text) == (AS, KD)


@pytest.mark.parametrize("ten", ["Th", "th", "tH", "TH", "10h", "10H", "T♥", "t♡", "10♥", "10♡"])
def test_ten_is_written_with_a_letter_or_two_digits(ten):
    assert card_id(ten) == 34
    assert parse_cards(f"{ten}10d{ten}", unique=False) == (34, 33, 34)


@pytest.mark.parametrize(("suit", "spellings"), list(zip(SUITS, SUIT_SPELLINGS, strict=True)))
def test_every_rank_and_suit_spelling_names_its_card(suit, spellings):
    for rank in RANKS:
        for spelled_rank in {rank, rank.lower()}:
            ids = {card_id(spelled_rank + spelled_suit) for spelled_suit in spellings}
            assert ids == {card_id(rank + suit)}


@pytest.mark.parametrize(
    "cards",
    [
        (51, 45), [51, 45], ["As", "Kd"], ["As", 45], ("AsKd",), iter(["As", "Kd"]),
        (card for card in (51, 45)), [np.int8(51), np.uint64(45)], {51: "ace", 45: "king"}, np.str_("AsKd"),
        b"AsKd", [b"As", "Kd"], "A♠K♦".encode(), np.array(["As", "Kd"]), np.array([b"As", b"Kd"]),
        np.array(["As", 45], dtype=object), np.array(["As", "Kd"], dtype=np.dtypes.StringDType()),
        np.array("AsKd"), np.array(["AsKd"]),
    ],
)  # fmt: skip
def test_texts_ids_and_iterables_of_either_are_cards(cards):
    assert parse_cards(cards) == (AS, KD)


@pytest.mark.parametrize("dtype", INTEGER_DTYPES)
def test_id_arrays_of_every_integer_dtype_and_stride_are_cards(dtype):
    ids = np.array([51, 0, 45, 7], dtype=dtype)
    ids.flags.writeable = False
    assert parse_cards(ids) == (51, 0, 45, 7)
    assert parse_cards(ids[::2]) == (51, 45)
    assert parse_cards(ids[::-1]) == (7, 45, 0, 51)
    assert parse_cards(ids[1]) == (0,)
    assert parse_cards(ids[1:2].reshape(())) == (0,)


def test_parsed_ids_are_plain_ints():
    for cards in ([np.uint8(51)], np.array([51], dtype=np.int16), np.uint32(51), "As"):
        assert {type(card) for card in parse_cards(cards)} == {int}


@pytest.mark.parametrize("nothing", ["", " ", "[]", [], (), [""], np.array([]), np.empty(0, np.uint8), b""])
def test_no_cards_are_an_empty_tuple(nothing):
    assert parse_cards(nothing) == ()


@given(hands, st.data())
def test_any_mixture_of_spellings_and_separators_reads_back(hand, data):
    text = data.draw(separators)
    for card in hand:
        rank, suit = divmod(card, 4)
        ranks = [RANKS[rank], RANKS[rank].lower()] + ["10"] * (RANKS[rank] == "T")
        text += data.draw(st.sampled_from(ranks)) + data.draw(st.sampled_from(SUIT_SPELLINGS[suit]))
        text += data.draw(separators)
    assert parse_cards(text) == tuple(hand)


@given(hands, st.sampled_from(["", " ", ",", ", ", ";"]), st.booleans())
def test_formatted_cards_read_back(hand, separator, symbols):
    assert parse_cards(format_cards(hand, separator=separator, symbols=symbols)) == tuple(hand)


@given(st.text(max_size=8))
def test_text_is_either_cards_or_a_card_error(text):
    try:
        ids = parse_cards(text)
    except CardError:
        return
    assert set(ids) <= set(ALL_CARDS)
    assert parse_cards(format_cards(ids)) == ids


# Bad cards


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("AsK", r"a suit .* after 'K', got the end of 'AsK'"),
        ("AsKdQ", r"a suit .* after 'Q', got the end of 'AsKdQ'"),
        ("10", r"a suit .* after '10', got the end of '10'"),
        ("AsKx", r"a suit .* after 'K', got 'x' at index 3 of 'AsKx'"),
        ("A s", r"a suit .* after 'A', got ' ' at index 1 of 'A s'"),
        ("Axs", r"a suit .* after 'A', got 'x' at index 1"),
        ("1s", r"a rank .*, got '1' at index 0 of '1s'"),
        ("0s", r"a rank .*, got '0' at index 0"),
        ("AsXd", r"a rank .*, got 'X' at index 2 of 'AsXd'"),
        ("As-Kd", r"a rank .*, got '-' at index 2 of 'As-Kd'"),
        ("As Kd!", r"a rank .*, got '!' at index 5"),
        ("sA", r"a rank .*, got 's' at index 0"),
        ("A\u017f", r"a suit .* after 'A', got '\u017f'"),
        ("\u212as", r"a rank .*, got '\u212a'"),
        ("♠️", r"a rank .*, got '♠' at index 0"),
        ("\ufe0fAs", r"a rank .* at index 0"),
        ("As\x00", r"a rank .*, got '\\x00' at index 2"),
        (b"AsKx", r"a suit .* after 'K', got 'x' at index 3"),
        (b"A\xff", r"expected cards as UTF-8 text, got b'A\\xff'"),
        (["As", "Kx"], r"got 'x' at index 1 of 'Kx' \(item 1\)"),
        (52, r"a card id 0 to 51, got 52$"),
        (-1, r"a card id 0 to 51, got -1$"),
        ([0, 255], r"a card id 0 to 51, got 255, which is no card \(item 1\)"),
        ([0, 1, -3], r"a card id 0 to 51, got -3 \(item 2\)"),
        ([2**80], rf"a card id 0 to 51, got {2**80} \(item 0\)"),
        (np.uint8(52), r"a card id 0 to 51, got 52$"),
        (np.array([3, 300]), r"a card id 0 to 51, got 300 \(item 1\)"),
        (np.array([3, -1]), r"a card id 0 to 51, got -1 \(item 1\)"),
        (np.array([3, 2**63], dtype=np.uint64), r"got 9223372036854775808 \(item 1\)"),
        (51.0, r"as text or as an id 0 to 51, got 51.0 \(float\)"),
        ([0, 51.0], r"got 51.0 \(float\) \(item 1\)"),
        (np.float32(3), r"got 3.0 \(float\)"),
        (np.array([0.0, 1.0]), r"got 0.0 \(float\) \(item 0\)"),
        (float("nan"), r"got nan \(float\)"),
        ([0, np.nan], r"got nan \(float\) \(item 1\)"),
        (True, r"got True \(bool\)"),
        ([0, False], r"got False \(bool\) \(item 1\)"),
        (np.array([True, False]), r"got True \(bool\) \(item 0\)"),
        (np.timedelta64(5, "s"), r"\(timedelta\)"),
        (None, r"got None \(NoneType\)"),
        (["As", None], r"got None \(NoneType\) \(item 1\)"),
        (np.array(["As", None], dtype=object), r"got None \(NoneType\) \(item 1\)"),
        (object(), r"got <object object .* \(object\)"),
        ([object()], r"\(object\) \(item 0\)"),
        ([["As", "Kd"]], r"got \['As', 'Kd'\] \(list\) \(item 0\)"),
        (1 + 0j, r"got \(1\+0j\) \(complex\)"),
    ],
)  # fmt: skip
def test_what_is_no_card_is_refused_with_its_value_and_place(cards, message):
    with pytest.raises(CardError, match=message):
        parse_cards(cards)


def test_long_text_is_cut_in_messages():
    with pytest.raises(CardError, match=r"at index 2000 of 'AsAs.{50,60}…$"):
        parse_cards("As" * 1000 + "Xs")


def test_hands_in_more_than_one_dimension_are_refused():
    with pytest.raises(ShapeError, match=r"the cards of one hand, got an array of shape \(2, 1\)"):
        parse_cards(np.array([[0], [1]]))


@pytest.mark.parametrize("cards", ["AsAsKd", "As,Kd,a♠", [51, 45, 51], ["As", 51], np.array([51, 51]), ["AsKdAs"]])
def test_a_card_that_comes_twice_is_refused_by_name(cards):
    with pytest.raises(DuplicateCardError, match=r"expected distinct cards, got As twice: 'As"):
        parse_cards(cards)
    assert parse_cards(cards, unique=False).count(AS) == 2


def test_duplicate_message_shows_the_hand():
    with pytest.raises(DuplicateCardError) as caught:
        parse_cards("AsAsKd")
    assert str(caught.value) == "expected distinct cards, got As twice: 'AsAsKd'"


@pytest.mark.parametrize(("cards", "count"), [("", 0), ("AsKd", 2), ([], 0), ("AsAs", 2)])
def test_card_id_takes_exactly_one_card(cards, count):
    with pytest.raises(CardCountError, match=f"expected one card, got {count}"):
        card_id(cards)


def test_every_error_is_a_poker_error_and_a_value_error_and_survives_pickling():
    for name in errors.__all__:
        kind = getattr(errors, name)
        assert issubclass(kind, PokerError)
        assert issubclass(kind, ValueError)
        assert kind.__doc__
        error = pickle.loads(pickle.dumps(kind("what came")))
        assert type(error) is kind
        assert str(error) == "what came"


# Text of cards


def test_cards_are_written_with_separator_and_symbols():
    assert format_cards([51, 45, 32]) == "AsKdTc"
    assert format_cards("10c as", separator=", ") == "Tc, As"
    assert format_cards([48, 49, 50, 51], symbols=True) == "A♣A♦A♥A♠"
    assert format_cards(51) == "As"
    assert format_cards(np.uint8(51)) == "As"
    assert format_cards(()) == ""


def test_rows_are_written_as_a_list_without_absent_cards():
    rows = np.array([[51, 45], [NO_CARD, 0], [NO_CARD, NO_CARD]], dtype=np.uint8)
    assert format_cards(rows) == ["AsKd", "2c", ""]
    assert format_cards(rows, separator=" ", symbols=True) == ["A♠ K♦", "2♣", ""]
    assert format_cards(rows[1]) == "2c"
    assert format_cards(rows[:, ::-1].astype(">i4")) == ["KdAs", "2c", ""]
    assert format_cards(rows.T) == ["As", "Kd2c"]
    assert format_cards(np.empty((0, 7), np.uint8)) == []
    assert format_cards(np.empty((2, 0), np.uint8)) == ["", ""]
    assert format_cards(np.empty(0, np.int64)) == ""


def test_repeated_cards_can_be_written():
    assert format_cards([51, 51]) == "AsAs"


def test_format_refuses_what_is_no_card():
    with pytest.raises(CardError, match=r"got 52 \(row 1, column 0\)"):
        format_cards(np.array([[0, 1], [52, 3]]))
    with pytest.raises(CardError, match=r"got 254 \(item 1\)"):
        format_cards(np.array([0, 254]))
    with pytest.raises(CardError, match="got 255"):
        format_cards([0, NO_CARD])
    with pytest.raises(ShapeError, match=r"shape \(1, 1, 1\)"):
        format_cards(np.zeros((1, 1, 1), np.uint8))


# Arrays of texts


TEXT_CONTAINERS = [
    list,
    tuple,
    iter,
    UserList,
    type("Texts", (list,), {}),
    type("Texts", (tuple,), {}),
    np.array,
    lambda texts: [text.encode() for text in texts],
    lambda texts: np.array([text.encode() for text in texts]),
    lambda texts: np.array(texts, dtype=object),
    lambda texts: np.array(texts, dtype=np.dtypes.StringDType()),
    lambda texts: np.array(texts).astype(np.array(texts).dtype.newbyteorder()),
    lambda texts: np.repeat(np.array(texts), 2)[::2],
    lambda texts: np.array(texts[::-1])[::-1],
]


@pytest.mark.parametrize("container", TEXT_CONTAINERS)
def test_texts_in_any_container_become_one_array(container):
    table = card_array(container(["AsKdQc", "2c3D4h", "tHjSqd"]))
    assert table.dtype == np.uint8
    assert table.flags.c_contiguous
    assert table.tolist() == [[51, 45, 40], [0, 5, 10], [34, 39, 41]]


@pytest.mark.parametrize("container", TEXT_CONTAINERS)
def test_other_spellings_between_fast_rows_are_read(container):
    texts = ["AsKd", "As Kd", "A♠K♦", "asKD", "[10h,9c]", "[10h,9c]", "2c2d"]
    expected = [list(parse_cards(text)) for text in texts]
    assert card_array(container(texts)).tolist() == expected
    assert card_array(container(texts), count=2).tolist() == expected


def test_rows_may_be_anything_that_holds_cards():
    assert card_array([(51, 45), "AsKd", ["As", 45], np.array([51, 45]), b"AsKd"]).tolist() == [[51, 45]] * 5
    assert card_array(np.array([["As", "Kd"], ["2c", "2d"]])).tolist() == [[51, 45], [0, 1]]
    assert card_array(np.array([[51, 45], [0, 1]], dtype=np.int64)).tolist() == [[51, 45], [0, 1]]


@pytest.mark.parametrize("empty", [[], (), np.array([], dtype="U4"), np.array([], dtype=object), iter(())])
def test_no_texts_are_an_array_without_rows(empty):
    assert card_array(empty, count=7).shape == (0, 7)
    assert card_array([]).shape == (0, 0)
    assert card_array(["", " "]).shape == (2, 0)
    assert card_array([""], count=0).dtype == np.uint8


@given(st.integers(0, 9), st.data())
def test_card_array_undoes_format_cards(count, data):
    rows = data.draw(st.lists(st.lists(st.sampled_from(ALL_CARDS), min_size=count, max_size=count)))
    table = np.array(rows, dtype=np.uint8).reshape(len(rows), count)
    for texts in (format_cards(table), format_cards(table, separator=" "), format_cards(table, symbols=True)):
        assert np.array_equal(card_array(texts, count=count), table)


def test_long_text_arrays_are_read_across_chunks():
    table = np.random.default_rng(3).integers(0, 52, (70_000, 2), dtype=np.uint8)
    texts = format_cards(table)
    assert np.array_equal(card_array(np.array(texts)), table)
    texts[69_999] = "As9x"
    with pytest.raises(CardError, match=r"'As9x' \(row 69999\)"):
        card_array(np.array(texts))
    with pytest.raises(CardError, match=r"'As9x' \(row 69999\)"):
        card_array(texts)


@pytest.mark.parametrize(
    ("texts", "count", "kind", "message"),
    [
        (["AsKd", "Qc"], None, CardCountError, r"expected 2 cards as in row 0, got 1: 'Qc' \(row 1\)"),
        (["Qc", "AsKd"], None, CardCountError, r"expected 1 card as in row 0, got 2: 'AsKd' \(row 1\)"),
        (["AsKd", "AsKd Qc"], None, CardCountError, r"expected 2 cards as in row 0, got 3: 'AsKd Qc' \(row 1\)"),
        (["AsKd", ""], None, CardCountError, r"expected 2 cards as in row 0, got 0: '' \(row 1\)"),
        (["", "As"], None, CardCountError, r"expected 0 cards as in row 0, got 1: 'As' \(row 1\)"),
        (["AsKd"], 7, CardCountError, r"expected 7 cards, got 2: 'AsKd' \(row 0\)"),
        (["AsKd", "AsK"], None, CardError, r"got the end of 'AsK' \(row 1\)"),
        (["AsK", "AsKd"], None, CardError, r"got the end of 'AsK' \(row 0\)"),
        (["AsKd", "AsKx"], None, CardError, r"got 'x' at index 3 of 'AsKx' \(row 1\)"),
        (["AsKd", "1sKd"], None, CardError, r"got '1' at index 0 of '1sKd' \(row 1\)"),
        (["AsKd", None], None, CardError, r"got None \(NoneType\) \(row 1\)"),
        ([None], 2, CardError, r"got None \(NoneType\) \(row 0\)"),
        (["AsKd", 1.5], None, CardError, r"got 1.5 \(float\) \(row 1\)"),
        (["AsKd", float("nan")], None, CardError, r"got nan \(float\) \(row 1\)"),
        (["As", True], None, CardError, r"got True \(bool\) \(row 1\)"),
        (["As", object()], None, CardError, r"\(object\) \(row 1\)"),
        (["AsKd", (51, 52)], None, CardError, r"got 52 \(item 1\) \(row 1\)"),
        ([b"AsKd", b"As\xff\xfe"], None, CardError, r"UTF-8 text, got b'As\\xff\\xfe' \(row 1\)"),
        (np.array([[[0]]]), None, ShapeError, r"expected the cards|\(list\) \(item 0\) \(row 0\)"),
        (np.array([1.5]), None, CardError, r"got 1.5 \(float\) \(row 0\)"),
        ("AsKd", None, ShapeError, r"expected a sequence of texts, got one: 'AsKd'"),
        (b"AsKd", None, ShapeError, r"expected a sequence of texts, got one: b'AsKd'"),
        (np.array("AsKd"), None, ShapeError, r"expected a sequence of texts, got one"),
        (None, None, CardError, r"expected a sequence of texts, got None"),
        (51, None, CardError, r"expected a sequence of texts, got 51 \(int\)"),
        (["As"], -1, CardCountError, r"expected a count of 0 to 52 cards, got -1"),
        (["As"], True, CardCountError, r"expected a count of 0 to 52 cards, got True \(bool\)"),
        (["As"], 1.0, CardCountError, r"expected a count of 0 to 52 cards, got 1.0 \(float\)"),
        (["As"], 53, CardCountError, r"expected a count of 0 to 52 cards, got 53"),
    ],
)  # fmt: skip
def test_a_bad_row_is_refused_with_its_number(texts, count, kind, message):
    with pytest.raises(kind, match=message):
        card_array(texts, count=count)


def test_short_rows_are_filled_up_when_that_is_asked_for():
    assert card_array(["AsKd", "", None, "Qc"], fill=True).tolist() == [[51, 45], [255] * 2, [255] * 2, [40, 255]]
    assert card_array(["", "2c7d9hJs3s", "2c 7d 9h"], fill=True).tolist() == [
        [255] * 5,
        [0, 21, 30, 39, 7],
        [0, 21, 30, 255, 255],
    ]
    assert card_array(["", None], count=2, fill=True).tolist() == [[255, 255]] * 2
    assert card_array(np.array(["AsKd", ""]), fill=True).tolist() == [[51, 45], [255, 255]]
    assert card_array(np.array([b"", b"AsKd"]), fill=True).tolist() == [[255, 255], [51, 45]]
    assert card_array([], fill=True).shape == (0, 0)


def test_short_rows_are_refused_unless_they_are_to_be_filled_up():
    with pytest.raises(CardCountError, match=r"expected 2 cards as in row 0, got 0: '' \(row 1\); fill=True fills"):
        card_array(["AsKd", ""])
    with pytest.raises(CardError, match=r"got None \(NoneType\) \(row 1\)"):
        card_array(["AsKd", None])
    with pytest.raises(CardCountError, match=r"expected at most 2 cards, got 3: 'AsKdQc' \(row 1\)$"):
        card_array(["AsKd", "AsKdQc"], count=2, fill=True)
    with pytest.raises(CardCountError, match=r"expected 2 cards as in row 0, got 3: 'AsKdQc' \(row 1\)$"):
        card_array(["AsKd", "AsKdQc"])


def test_card_array_leaves_duplicates_to_the_evaluators():
    assert card_array(["AsAs"]).tolist() == [[51, 51]]


# Arrays of ids


@pytest.mark.parametrize("dtype", INTEGER_DTYPES)
def test_id_arrays_of_every_integer_dtype_become_uint8(dtype):
    ids = np.arange(24, dtype=dtype).reshape(4, 6)
    ids.flags.writeable = False
    views = [ids, ids[::2, ::3], ids[::-1, ::-1], ids.T, ids[1], ids[1, 1], ids.reshape(2, 2, 6)]
    for variant in [*views, np.asfortranarray(ids)]:
        checked = id_array(variant)
        assert checked.dtype == np.uint8
        assert checked.flags.c_contiguous
        assert checked.shape == variant.shape
        assert np.array_equal(checked, variant)


def test_id_array_of_the_right_layout_is_not_copied():
    ids = np.array([[51, NO_CARD]], dtype=np.uint8)
    assert id_array(ids) is ids


@pytest.mark.parametrize("empty", [[], np.empty((0, 7)), np.empty((0, 7), object), np.empty((3, 0), np.int8)])
def test_an_array_without_elements_is_taken(empty):
    checked = id_array(empty)
    assert checked.dtype == np.uint8
    assert checked.shape == np.shape(empty)


@pytest.mark.parametrize(
    ("cards", "kind", "message"),
    [
        ([[0, 1], [2, 52]], CardError, r"expected a card id 0 to 51, got 52 \(row 1, column 1\)"),
        (np.array([[0, 254]], np.uint8), CardError, r"got 254 \(row 0, column 1\)"),
        (np.array([[0, -1]], np.int8), CardError, r"got -1 \(row 0, column 1\)"),
        (np.array([[0, 256]]), CardError, r"got 256 \(row 0, column 1\)"),
        (np.array([[[0], [307]]]), CardError, r"got 307 \(row 0, 1, column 0\)"),
        ([3, 300], CardError, r"got 300 \(item 1\)"),
        (60, CardError, r"got 60$"),
        ([[0.0, 1.0]], CardError, r"integer dtype, got float64: 0.0 \(float\) \(row 0, column 0\)"),
        ([[np.nan]], CardError, r"integer dtype, got float64: nan \(float\)"),
        ([[True]], CardError, r"integer dtype, got bool: True \(bool\)"),
        ([[0, None]], CardError, r"integer dtype, got object: None \(NoneType\) \(row 0, column 1\)"),
        ([object()], CardError, r"integer dtype, got object: .*\(object\) \(item 0\)"),
        ([2**80], CardError, r"integer dtype, got object"),
        (["As"], CardError, r"got text: 'As' \(str\) \(item 0\); card_array turns texts into ids$"),
        ([[0, "As"]], CardError, r"got text: 'As' \(str\) \(row 0, column 1\); card_array turns texts into ids$"),
        (None, CardError, r"integer dtype, got object: None \(NoneType\)$"),
        ([[0, 1], [2]], ShapeError, r"expected rows of equal length, got \[\[0, 1\], \[2\]\]"),
    ],
)  # fmt: skip
def test_what_is_no_id_array_is_refused_with_its_value_and_place(cards, kind, message):
    with pytest.raises(kind, match=message):
        id_array(cards)


# Masks


@given(hands)
def test_masks_and_cards_are_two_forms_of_one_set(hand):
    mask = card_mask(hand)
    assert mask == sum(2**card for card in hand)
    assert mask_cards(mask) == tuple(sorted(hand))
    assert mask_cards(np.uint64(mask)) == tuple(sorted(hand))
    assert int(card_masks(np.array(hand, dtype=np.uint8))) == mask


@given(st.lists(st.permutations(ALL_CARDS), max_size=5), st.sampled_from(INTEGER_DTYPES))
def test_masks_of_rows_are_the_masks_of_each_row(decks, dtype):
    rows = [deck[:7] for deck in decks]
    ids = np.array(rows, dtype=dtype).reshape(len(rows), 7)
    masks = card_masks(ids)
    assert masks.dtype == np.uint64
    assert masks.tolist() == [card_mask(row) for row in rows]
    assert card_masks(ids[:, ::-1]).tolist() == masks.tolist()
    assert card_masks(np.asfortranarray(ids)).tolist() == masks.tolist()


def test_absent_cards_set_no_bit_however_many_there_are():
    assert card_masks([[NO_CARD, NO_CARD, 2], [NO_CARD] * 3]).tolist() == [4, 0]
    assert card_masks(np.full((2, 3, 4), NO_CARD)).shape == (2, 3)
    assert card_masks(np.empty((0, 7), np.uint8)).shape == (0,)
    assert card_masks(np.empty((3, 0), np.uint8)).tolist() == [0, 0, 0]


@pytest.mark.parametrize("mask", [-1, 2**52, 2**64, 1.0, True, None, "As", np.float64(1)])
def test_what_is_no_mask_is_refused(mask):
    with pytest.raises(CardError, match="expected a mask of 52 bits"):
        mask_cards(mask)


def test_duplicates_in_masks_are_refused_by_card_and_row():
    with pytest.raises(DuplicateCardError, match=r"got As twice"):
        card_mask("As As")
    with pytest.raises(DuplicateCardError, match=r"got 2d twice: '2d3c2d' \(row 1\)"):
        card_masks([[0, 1, 2], [1, 4, 1], [3, 3, 3]])
    with pytest.raises(DuplicateCardError, match=r"got 2d twice: '2d2d' \(row 0, 1\)"):
        card_masks([[[0, 1], [1, 1]]])
    with pytest.raises(DuplicateCardError, match=r"got 2d twice: '2d2d'$"):
        card_masks([1, 1])


@pytest.mark.parametrize("cards", [[[52]], [[-1]], [[0.5]], [[None]]])
def test_masks_of_what_is_no_card_are_refused(cards):
    with pytest.raises(CardError, match=r"\(row 0, column 0\)"):
        card_masks(cards)


def test_masks_need_rows():
    with pytest.raises(ShapeError, match="expected rows of card ids, got 5"):
        card_masks(5)
