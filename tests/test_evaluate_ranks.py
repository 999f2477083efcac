"""Ranks as numbers: their classes, their words, Cactus Kev's scores, and who wins."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import oracle
import pytest

import pokereval as pe
from pokereval.errors import PokerError, RankError, ShapeError

NUMBERS = oracle.rank_numbers()
ALL_RANKS = np.array(sorted(NUMBERS.values()), dtype=np.uint16)
CLASS_WORDS = [
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
]
RANK_WORDS = "deuce three four five six seven eight nine ten jack queen king ace"
PIP_OF_WORD = {word: pip for pip, word in enumerate(RANK_WORDS.split(), start=2)} | {"sixe": 6}


def pips_told(words: str) -> list[int]:
    """Read the ranks of a description in the order told, as words in either number or as letters."""
    pips = []
    for word in re.findall(r"[A-Za-z]+|\d", words):
        if word in oracle.RANK_LETTERS:
            pips.append(oracle.RANK_LETTERS.index(word) + 2)
        elif word.removesuffix("s") in PIP_OF_WORD:
            pips.append(PIP_OF_WORD[word.removesuffix("s")])
    return pips


def test_descriptions_name_the_class_and_every_rank_that_can_decide() -> None:
    for value, rank in NUMBERS.items():
        words = pe.describe(rank)
        if value == (oracle.STRAIGHT_FLUSH, 14, 13, 12, 11, 10):
            assert words == "royal flush"
            continue
        name = CLASS_WORDS[value[0] - 1]
        assert words.startswith(name)
        compared = list(dict.fromkeys(value[1:]))
        if value[0] in (oracle.STRAIGHT, oracle.STRAIGHT_FLUSH):
            compared = compared[:1]
        assert pips_told(words.removeprefix(name)) == compared, words
    assert len({pe.describe(rank) for rank in NUMBERS.values()}) == 7_462


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("AsKsQsJsTs", "royal flush"),
        ("5h4h3h2hAh", "straight flush, five high"),
        ("KsKhKd8c8s", "full house, kings over eights"),
        ("6s6h6d2c2s", "full house, sixes over deuces"),
        ("AcKdQhJsTs", "straight, ace high"),
    ],
)
def test_descriptions_say_what_a_dealer_says(hand: str, words: str) -> None:
    assert pe.describe(pe.evaluate(hand)) == words


def test_rank_class_is_the_top_four_bits() -> None:
    assert np.array_equal(pe.rank_class(ALL_RANKS), ALL_RANKS >> 12)
    assert pe.rank_class(0) == 0
    for rank in ALL_RANKS[::50].tolist():
        assert type(pe.rank_class(rank)) is int
        assert pe.rank_class(rank) == rank >> 12
    assert pe.rank_class(ALL_RANKS[:6].reshape(2, 3)).shape == (2, 3)


def test_cactus_kev_counts_down_from_7462_to_the_royal_flush() -> None:
    scores = pe.to_cactus_kev(ALL_RANKS)
    assert np.array_equal(scores, np.arange(7_462, 0, -1))
    assert np.array_equal(pe.from_cactus_kev(scores), ALL_RANKS)
    assert np.array_equal(pe.from_cactus_kev(np.arange(1, 7_463)), ALL_RANKS[::-1])
    # the first score of each class as that table has it: straight flush 1, quads 11, full house 167, …
    classes = ALL_RANKS >> 12
    best = [ALL_RANKS[classes == rank_class].max() for rank_class in range(9, 0, -1)]
    assert pe.to_cactus_kev(best).tolist() == [1, 11, 167, 323, 1_600, 1_610, 2_468, 3_326, 6_186]
    assert type(pe.to_cactus_kev(int(ALL_RANKS[0]))) is type(pe.from_cactus_kev(1)) is int


@pytest.mark.parametrize(
    "rank", [-1, 0x1000 + 1_277, 0x9000 + 10, 0xA000, 1, 2**16, 2**40, 1.5, None, "x", float("nan")]
)
def test_what_is_no_rank_is_refused(rank: Any) -> None:
    questions: list[Any] = [pe.rank_class, pe.describe, pe.to_cactus_kev]
    for question in questions:
        with pytest.raises(RankError):
            question(rank)
    ranks = ALL_RANKS.astype(object)[:5]
    ranks[3] = rank
    for question in (pe.rank_class, pe.to_cactus_kev):
        with pytest.raises(PokerError):
            question(ranks)


@pytest.mark.parametrize("score", [0, -1, 7_463, 2**40, 1.0, None, "1"])
def test_what_is_no_score_is_refused(score: Any) -> None:
    with pytest.raises(RankError):
        pe.from_cactus_kev(score)
    with pytest.raises(RankError):
        pe.from_cactus_kev([1, score])


def test_no_hand_has_no_score() -> None:
    for rank in (0, [ALL_RANKS[0], 0]):
        with pytest.raises(RankError):
            pe.to_cactus_kev(rank)


@pytest.mark.parametrize("low_rank", [-1, 57, 255, 1.0, None, "5-4-3-2-A"])
def test_what_is_no_low_rank_is_refused(low_rank: Any) -> None:
    with pytest.raises(RankError):
        pe.describe_low(low_rank)


def test_winners_are_all_that_tie_for_the_best_and_zero_never_wins() -> None:
    rng = np.random.default_rng(91)
    ranks = rng.integers(0, 4, size=(500, 6)).astype(np.uint16)
    expected = [[seat > 0 and seat == max(row) for seat in row] for row in ranks.tolist()]
    assert pe.winners(ranks).tolist() == expected
    assert pe.winners(ranks.astype(np.uint8)).tolist() == expected
    assert pe.winners(ranks.reshape(50, 10, 6)).tolist() == np.reshape(expected, (50, 10, 6)).tolist()
    assert pe.winners(ranks[0]).tolist() == expected[0]
    assert not pe.winners(np.zeros((3, 4), dtype=np.uint16)).any()
    assert pe.winners(np.empty((0, 4), dtype=np.uint16)).shape == (0, 4)
    with pytest.raises(ShapeError):
        pe.winners(np.uint16(5))
    with pytest.raises(RankError):
        pe.winners([[1.0, 2.0]])
