from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokereval.cards import card_mask, format_cards, parse_cards
from pokereval.errors import CardCountError, DuplicateCardError, GameError, PokerError, ShapeError
from pokereval.ranges import Range, RangeSyntaxError
from pokereval.ranges.combos import all_masks, masks_to_cards

RANKS = "23456789TJQKA"
EVERY_COMBO = [pair[::-1] for pair in combinations(range(52), 2)]


def combos_of(text: str) -> set[frozenset[int]]:
    return {frozenset(cards) for cards, _ in Range(text)}


def matching(condition: Callable[[int, int, bool], bool]) -> set[frozenset[int]]:
    return {
        frozenset((one, other)) for one, other in EVERY_COMBO if condition(one // 4, other // 4, one % 4 == other % 4)
    }


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("QQ+", lambda high, low, suited: high == low >= 10),
        ("TT-77", lambda high, low, suited: high == low and 5 <= low <= 8),
        ("77-TT", lambda high, low, suited: high == low and 5 <= low <= 8),
        ("AKs", lambda high, low, suited: (high, low) == (12, 11) and suited),
        ("AKo", lambda high, low, suited: (high, low) == (12, 11) and not suited),
        ("KA", lambda high, low, suited: (high, low) == (12, 11)),
        ("A5s-A2s", lambda high, low, suited: high == 12 and low <= 3 and suited),
        ("A2s-A5s", lambda high, low, suited: high == 12 and low <= 3 and suited),
        ("KTo+", lambda high, low, suited: high == 11 and 8 <= low < 11 and not suited),
        ("A10+", lambda high, low, suited: high == 12 and 8 <= low < 12),
        ("T9s-65s", lambda high, low, suited: high - low == 1 and 4 <= high <= 8 and suited),
        ("J9o-86o", lambda high, low, suited: high - low == 2 and 6 <= high <= 9 and not suited),
        ("Axs", lambda high, low, suited: high == 12 and suited),
        ("A*", lambda high, low, suited: high == 12),
        ("**s", lambda high, low, suited: suited),
        ("random", lambda high, low, suited: True),
        ("100%", lambda high, low, suited: True),
        ("ak S".replace(" ", ""), lambda high, low, suited: (high, low) == (12, 11) and suited),
    ],
)
def test_a_token_names_the_hands_that_a_player_means(text: str, condition: Callable[[int, int, bool], bool]) -> None:
    assert combos_of(text) == matching(condition)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AhKd", ["AhKd"]),
        ("A♥K♦", ["AhKd"]),
        ("10h9h", ["Th9h"]),
        ("AhK*", ["AhKc", "AhKd", "AhKh", "AhKs"]),
        ("AhKx", ["AhKc", "AhKd", "AhKh", "AhKs"]),
        ("AhA*", ["AhAc", "AhAd", "AhAs"]),
    ],
)
def test_exact_combos_and_wildcard_suits(text: str, cards: list[str]) -> None:
    assert combos_of(text) == {frozenset(parse_cards(combo)) for combo in cards}


def test_a_card_with_any_other_makes_51_combos() -> None:
    assert len(Range("Ah**")) == 51


def test_the_example_of_the_documentation() -> None:
    hands = Range("QQ+, AKs, A5s-A2s, KTo+, 76s@50%, AhKd, random@0, 20%@0")
    assert len(hands) == 0  # a later weight of 0 takes hands out again
    hands = Range("random@0, QQ+, AKs, A5s-A2s, KTo+, 76s@50%, AhKd")
    assert len(hands) == 18 + 4 + 16 + 36 + 4 + 1
    assert hands.weight("7h6h") == 0.5
    assert hands.total == len(hands) - 2


@pytest.mark.parametrize("text", ["AA@0.25", "AA@25%", "AA:0.25", "AA @ 25%", "[25]AA[/25]", "[50]AA@50%[/50]"])
def test_weights_have_several_spellings(text: str) -> None:
    hands = Range(text)
    assert len(hands) == 6
    assert set(hands.weights.tolist()) == {0.25}


def test_a_group_weighs_all_of_its_tokens_and_none_outside() -> None:
    hands = Range("[50]AA, KK[/50], QQ")
    assert (hands.weight("AsAh"), hands.weight("KsKh"), hands.weight("QsQh")) == (0.5, 0.5, 1.0)


def test_the_last_weight_counts_and_an_exclusion_always_does() -> None:
    assert Range("QQ+, KK@50%").weight("KsKh") == 0.5
    assert Range("!AA, QQ+") == Range("KK, QQ") == Range("QQ+, !AA")


@pytest.mark.parametrize(("text", "count"), [("20%", 268), ("5%", 66), ("50%", 664)])
def test_a_percentage_is_as_near_as_whole_classes_come(text: str, count: int) -> None:
    hands = Range(text)
    assert abs(len(hands) - float(text[:-1]) * 13.26) <= 6
    assert hands.weight("AsAh") == 1
    assert hands.weight("3s2h") == 0
    assert abs(len(hands) - count) <= 6


def test_percentages_grow_and_slices_fit_together() -> None:
    sizes = [len(Range(f"{percent}%")) for percent in range(101)]
    assert sizes == sorted(sizes)
    assert Range("0%-20%") == Range("20%")
    assert Range("20%") | Range("20%-45%") == Range("45%")
    assert not len(Range("20%") & Range("20%-45%"))


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("QQ++", 3, "got '+'"),
        ("AK, foo", 4, "got 'foo'"),
        ("AK,AsK", 6, "got the end"),
        ("As", 0, "expected two cards, got one"),
        ("AA@1.5", 3, "0 to 1 or 0% to 100%, got 1.5"),
        ("AA@-1", 3, "expected a weight"),
        ("AA@", 3, "expected a weight"),
        ("AKs-QJo", 4, "same suitedness"),
        ("AK-QT", 3, "one gap"),
        ("22s", 2, "no s or o after a pair"),
        ("A*+", 2, "no + after a wildcard"),
        ("!AA", 0, "exclude these from"),
        ("AA,!KK@50%", 6, "no weight on an exclusion"),
        ("KK, AsAs", 4, "two different cards"),
        ("[50]AA", 6, "the end of a group"),
        ("AA[/50]", 2, "beginning of a group"),
        ("120%", 0, "at most 100%"),
        ("KK,@50%", 3, "expected a hand"),
    ],
)
def test_a_syntax_error_points_at_the_column(text: str, column: int, words: str) -> None:
    with pytest.raises(RangeSyntaxError) as caught:
        Range(text)
    assert caught.value.column == column
    assert words in str(caught.value)
    pointer = str(caught.value).splitlines()[-1]
    assert pointer.index("^") == 2 + column
    assert isinstance(caught.value, PokerError)


def test_a_syntax_error_travels_between_processes() -> None:
    with pytest.raises(RangeSyntaxError) as caught:
        Range("QQ+,??!")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.column) == (str(caught.value), caught.value.column)


# -- writing --


@pytest.mark.parametrize(
    ("hands", "text"),
    [
        ("AA,KK,QQ,AKs", "QQ+,AKs"),
        ("AKs,AKo", "AK"),
        ("A2s+,ATo+", "A2s+,AT+"),
        ("AsKs,AhKh,AdKd,AcKc", "AKs"),
        ("random", "random"),
        ("random@0.5", "random@.5"),
        ("TT-77@25%", "TT-77@.25"),
        ("random,!AA", "random,!AA"),
        ("AhKs,AhKd,AhKc,AhKh", "AhK*"),
        ("22", "22"),
        ("32o", "32o"),
        ("", ""),
    ],
)
def test_text_is_written_in_its_shortest_spelling(hands: str, text: str) -> None:
    assert Range(hands).to_text() == text


weights_of_a_text = st.sampled_from([1.0, 0.5, 0.25, 1 / 3, 0.1, 0.07])
class_names = [a + b + kind for i, a in enumerate(RANKS) for b in RANKS[:i] for kind in "so"] + [a * 2 for a in RANKS]


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.sampled_from(EVERY_COMBO), weights_of_a_text, max_size=60),
    st.lists(st.tuples(st.sampled_from(class_names), weights_of_a_text), max_size=60),
)
def test_what_is_written_reads_back_as_the_same_range(
    loose: dict[tuple[int, ...], float], classes: list[tuple[str, float]]
) -> None:
    hands = {cards: weight for name, weight in classes for cards, _ in Range(name)} | loose
    original = Range(hands)
    assert Range(original.to_text()) == original


def test_few_classes_are_missing_from_a_long_text() -> None:
    wide = Range("random,!72o,!32o")
    assert Range(wide.to_text()) == wide
    assert len(wide.to_text()) <= len("random,!72o,!32o")


# -- ranges as sets --


def test_sets_of_combos() -> None:
    tight, loose = Range("QQ+"), Range("JJ+@50%, AKs")
    assert (tight | loose) == Range("JJ@50%, QQ+, AKs")
    assert (tight & loose) == Range("QQ+@50%")
    assert (loose - tight) == Range("JJ@50%, AKs")
    assert hash(Range("QQ+")) == hash(Range("AA,KK,QQ"))
    assert tight != loose
    assert "AsAh" in tight
    assert "AsKs" not in tight
    assert len(tight.remove("As Kd")) == 3 + 3 + 6


def test_a_range_iterates_over_its_cards_and_weights() -> None:
    assert [(format_cards(cards), weight) for cards, weight in Range("AsAh@0.5, KdKc")] == [
        ("KdKc", 1.0),
        ("AsAh", 0.5),
    ]
    assert Range("AA").cards.shape == (6, 2)
    assert Range("AA").percent == pytest.approx(600 / 1326)


def test_ranges_out_of_combos() -> None:
    assert Range({"AsAh": 0.5, (45, 44): 1.0, "2c2d": 0.0}) == Range("AsAh@0.5, KdKc")
    assert Range(["AsAh", "KdKc"]) == Range("AsAh, KdKc")
    assert Range(Range("AA")) == Range("AA")
    with pytest.raises(PokerError, match=r"weight from 0 to 1 for 'AsAh', got 1.5"):
        Range({"AsAh": 1.5})
    with pytest.raises(PokerError, match="weight from 0 to 1"):
        Range({"AsAh": float("nan")})
    with pytest.raises(DuplicateCardError, match="every combo once"):
        Range(["AsAh", "AhAs"])
    with pytest.raises(CardCountError, match="combo of 2 cards, got 3"):
        Range(["AsAhAd"])
    with pytest.raises(GameError, match="expected a game out of"):
        Range("AA", game="whist")
    with pytest.raises(ShapeError, match="ranges of 2 hole cards"):
        Range("AA") | Range("AAxx", game="omaha")


def test_the_grid_shows_every_class_in_its_place() -> None:
    grid = Range("AA, AKs@50%, AKo, 32s, 22").grid()
    assert grid.shape == (13, 13)
    assert (grid[0, 0], grid[0, 1], grid[1, 0], grid[11, 12], grid[12, 12]) == (1, 0.5, 1, 1, 1)
    assert grid.sum() == 4.5
    lines = Range("AA, AKs@50%").grid_text().splitlines()
    assert len(lines) == 13
    assert lines[0].split()[:3] == ["AA", "50%", "."]
    assert "<td" in Range("AA")._repr_html_()
    with pytest.raises(GameError, match="two hole cards"):
        Range("AAxx", game="omaha").grid()


def test_all_masks_are_all_combos_in_order() -> None:
    masks = all_masks(2)
    assert len(masks) == 1326
    assert (np.diff(masks.astype(np.int64)) > 0).all()
    assert [tuple(cards) for cards in masks_to_cards(masks, 2).tolist()] == sorted(EVERY_COMBO)
    assert len(all_masks(4)) == 270_725
    assert card_mask(masks_to_cards(all_masks(4)[-1:], 4)[0]) == int(all_masks(4)[-1])
