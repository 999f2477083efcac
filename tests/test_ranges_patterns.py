"""Omaha and stud ranges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from pokereval.cards import parse_cards
from pokereval.equities import equity
from pokereval.errors import CardCountError
from pokereval.ranges import Range, RangeSyntaxError, omaha_values

ALL_OF_FOUR = list(combinations(range(52), 4))


def ranks(hand: tuple[int, ...]) -> Counter[int]:
    return Counter(card // 4 for card in hand)


def suits_of_two(hand: tuple[int, ...]) -> int:
    return sum(count >= 2 for count in Counter(card % 4 for card in hand).values())


def needs(*wanted: int) -> Callable[[tuple[int, ...]], bool]:
    return lambda hand: not Counter(wanted) - ranks(hand)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("AAxx", needs(12, 12)),
        ("AA", needs(12, 12)),
        ("AA**ds", lambda hand: ranks(hand)[12] >= 2 and suits_of_two(hand) == 2),
        ("AAxx$ss", lambda hand: ranks(hand)[12] >= 2 and suits_of_two(hand) == 1),
        ("AKQJrb", lambda hand: not Counter((12, 11, 10, 9)) - ranks(hand) and suits_of_two(hand) == 0),
        ("AhAs**", lambda hand: {50, 51} <= set(hand)),
        ("AhKx", lambda hand: 50 in hand and ranks(hand)[11] >= 1),
        ("KQJT+", lambda hand: sorted(ranks(hand)) in ([8, 9, 10, 11], [9, 10, 11, 12])),
        ("QQxx+", lambda hand: any(ranks(hand)[rank] >= 2 for rank in (10, 11, 12))),
        (
            "JT98-7654",
            lambda hand: len(ranks(hand)) == 4 and max(hand) // 4 - min(hand) // 4 == 3 and 5 <= max(hand) // 4 <= 9,
        ),
        ("xxxxds", lambda hand: suits_of_two(hand) == 2),
        ("AAxx,KKxx,!AAKK", lambda hand: (ranks(hand)[12] >= 2) != (ranks(hand)[11] >= 2)),
        ("random", lambda hand: True),
    ],
)
def test_omaha_patterns_name_the_hands_that_fit(text: str, condition: Callable[[tuple[int, ...]], bool]) -> None:
    wanted = sum(1 for hand in ALL_OF_FOUR if condition(hand))
    hands = Range(text, game="omaha")
    assert len(hands) == wanted
    sample = hands.cards[:: max(1, len(hands) // 500)].tolist()
    assert all(condition(tuple(hand)) for hand in sample)


def test_five_and_six_cards() -> None:
    assert len(Range("AAxxx", game="omaha")) == 6 * comb(48, 3) + 4 * comb(48, 2) + 48
    assert len(Range("AsKsQsJsTs9s", game="omaha8")) == 1
    assert len(Range("AAxx", game="omaha", hole_count=5)) == len(Range("AAxxx", game="omaha"))
    assert len(Range("AAAAxx", game="omaha")) == comb(48, 2)


@pytest.mark.parametrize(
    "text",
    [
        "AAxx",
        "AA**ds",
        "KQJT+",
        "KQJT-9876",
        "AAKKds,AAxxss@0.5",
        "xxxxds",
        "random",
        "AhAsKd2c",
        "AsKsQsJs,2c2d2h2s@25%",
    ],
)
def test_omaha_text_reads_back(text: str) -> None:
    hands = Range(text, game="omaha")
    assert Range(hands.to_text(), game="omaha") == hands


def test_omaha_text_is_short_where_a_pattern_fits() -> None:
    assert Range("AAxx", game="omaha").to_text() == "AAxx"
    assert Range("AA**ds", game="omaha").to_text() == "AAxxds"
    assert Range("AAKK,AAQQ", game="omaha").to_text() == "AAKK,AAQQ"
    assert Range("AhAs**", game="omaha").to_text() == "AsAhxx"
    assert Range("Ah***,KsKd**", game="omaha").to_text() == "Ahxxx,KsKdxx"


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("AAxx, AAxy", 9, "got 'y'"),
        ("AhAh**", 2, "Ah twice"),
        ("AAAAA", 0, "at most four cards"),
        ("AhKh**+", 6, "ranks without suits"),
        ("AAxx-KQxx", 5, "one shape"),
    ],
)
def test_omaha_errors_point_at_the_column(text: str, column: int, words: str) -> None:
    with pytest.raises(RangeSyntaxError) as caught:
        Range(text, game="omaha")
    assert caught.value.column == column
    assert words in str(caught.value)


def test_more_cards_than_the_game_deals_are_refused() -> None:
    with pytest.raises(CardCountError, match="4 to 6 hole cards in Omaha, got 7"):
        Range("AAxxxxx", game="omaha")
    with pytest.raises(RangeSyntaxError, match="at most 4 hole cards, got 5"):
        Range("AAxxx", game="omaha", hole_count=4)


@pytest.mark.parametrize(
    ("text", "known", "count"),
    [
        ("(KK)K", 3, 4),
        ("KKK", 3, 4),
        ("(AhKh)Qh", 3, 1),
        ("(xx)K", 1, 4),
        ("(AK)Q", 3, 64),
        ("(QQ)Q+", 3, 12),
        ("(AhA)K", 3, 3 * 4),
        ("(xx)KhQh", 2, 1),
    ],
)
def test_stud_hands_name_the_cards_that_are_known(text: str, known: int, count: int) -> None:
    hands = Range(text, game="stud")
    assert (hands.hole_count, len(hands)) == (known, count)
    assert Range(hands.to_text(), game="razz") == hands


def test_stud_hands_of_a_range_name_equally_many_cards() -> None:
    with pytest.raises(RangeSyntaxError, match="equally many cards, got 1, 3 cards"):
        Range("(KK)K, (xx)A", game="stud")
    with pytest.raises(RangeSyntaxError, match="brackets around the down cards"):
        Range("(KK", game="stud")


def test_combos_are_listed_highest_card_first() -> None:
    assert np.array_equal(Range("2cAs3hKd", game="omaha").cards, [sorted(parse_cards("2cAs3hKd"), reverse=True)])


def test_omaha_percentages_grow_and_slices_fit_together() -> None:
    sizes = [len(Range(f"{percent}%", game="omaha")) for percent in (0.1, 1, 5, 20, 50, 99, 100)]
    assert sizes == sorted(sizes)
    for percent, size in zip((0.1, 1, 5, 20, 50, 99, 100), sizes, strict=True):
        assert abs(size - percent / 100 * 270_725) <= 24
    best = Range("1%", game="omaha")
    assert "AsAhKsKh" in best
    assert "2s2h2d7c" not in Range("90%", game="omaha")
    assert (Range("20%", game="omaha") | Range("20%-45%", game="omaha")) == Range("45%", game="omaha")


def test_the_order_of_omaha_hands_does_not_look_at_names_of_suits() -> None:
    for hand, other in (("AsAhKsKh", "AcAdKcKd"), ("9s8h7s6h", "9d8c7d6c")):
        for percent in (0.5, 5, 15, 30):
            hands = Range(f"{percent}%", game="omaha")
            assert (hand in hands) == (other in hands)


@pytest.mark.parametrize("hole_count", [5, 6])
def test_percentages_of_five_and_six_cards_grow_and_slices_fit_together(hole_count: int) -> None:
    def best(text: str) -> Range:
        return Range(text, game="omaha", hole_count=hole_count)

    one, two, three = best("1%"), best("1%-2%"), best("2%")
    # a value of the middle has a thousand combos or so, and they are in or out together
    assert [len(hands) for hands in (one, three)] == pytest.approx(
        [comb(52, hole_count) / 100, comb(52, hole_count) / 50], abs=1_500
    )
    assert len(one & two) == 0
    assert (one | two) == three
    for hand in ("AsAhKsKhQd2c", "AcAdKcKdQs2h"):
        assert hand[: 2 * hole_count] in three
    assert "2s2h2d7c3hJd"[: 2 * hole_count] not in best("80%")


@pytest.mark.parametrize("hole_count", [5, 6])
def test_the_core_adds_up_what_a_hand_holds(hole_count: int) -> None:
    random = np.random.default_rng(hole_count)
    hands = np.array([np.sort(random.permutation(52)[:hole_count]) for _ in range(500)])
    values = np.array(omaha_values._VALUES[hole_count].split(), dtype=np.int64)
    expected = values[omaha_values.rank_features(hands >> 2)].sum(axis=1)
    for suit in range(4):
        held = np.where(hands & 3 == suit, 1 << (hands >> 2), 0).sum(axis=1)
        place, is_there = omaha_values.suit_features(held)
        expected += np.where(is_there, values[omaha_values.RANK_FEATURES + place], 0)
    masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    assert np.array_equal(omaha_values.hand_values(masks, hole_count), expected)
    renamed = (hands & ~3 | (hands + 1) & 3).astype(np.uint64)
    others = (np.uint64(1) << renamed).sum(axis=1, dtype=np.uint64)
    assert np.array_equal(omaha_values.hand_values(others, hole_count), expected)


@pytest.mark.parametrize("hole_count", [5, 6])
def test_values_order_hands_as_equities_do(hole_count: int) -> None:
    random = np.random.default_rng(10 + hole_count)
    hands = [sorted(random.permutation(52)[:hole_count].tolist()) for _ in range(200)]
    masks = np.array([sum(1 << card for card in hand) for hand in hands], dtype=np.uint64)
    values = omaha_values.hand_values(masks, hole_count)
    shares = [equity([hand, "*" * hole_count], game="omaha", samples=16_384, seed=1).equity[0] for hand in hands]
    places = [np.argsort(np.argsort(column)) for column in (values, shares)]
    assert np.corrcoef(places)[0, 1] > 0.98
    assert np.std(values * 1e-5 - shares) < 0.01


@pytest.mark.exhaustive
def test_the_order_of_omaha_hands_is_that_of_their_equities() -> None:
    hands = [Range(f"{percent}%-{percent + 0.05}%", game="omaha").cards[0].tolist() for percent in range(0, 100, 7)]
    shares = [equity([hand, "random"], game="omaha", samples=1_000_000, seed=1).equity[0] for hand in hands]
    assert all(better > worse - 0.004 for better, worse in pairwise(shares))
