"""Six and seven cards: every hand of both."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import oracle
import oracle_arrays as arrays
import pytest

import pokereval as pe

# high card, pair, two pair, trips, straight, flush, full house, quads, straight flush
SIX_CARD_CLASSES = [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844]
SEVEN_CARD_CLASSES = [
    23_294_460,
    58_627_800,
    31_433_400,
    6_461_620,
    6_180_020,
    4_047_644,
    3_473_184,
    224_848,
    41_584,
]


def test_published_class_counts_cover_the_deck() -> None:
    assert sum(SIX_CARD_CLASSES) == comb(52, 6) == 20_358_520
    assert sum(SEVEN_CARD_CLASSES) == comb(52, 7) == 133_784_560


@pytest.mark.exhaustive
def test_every_six_card_hand_has_the_rank_of_its_best_five() -> None:
    expected = arrays.six_card_ranks()
    counts = np.zeros(10, dtype=np.int64)
    for top in range(5, 52):
        lower = comb(top, 5)
        hands = np.empty((lower, 6), dtype=np.uint8)
        hands[:, :5] = arrays.combos(5)[:lower]
        hands[:, 5] = top
        ranks = pe.evaluate(hands)
        assert (ranks == expected[comb(top, 6) : comb(top + 1, 6)]).all()
        counts += np.bincount(ranks >> 12, minlength=10)
    assert counts.tolist() == [0, *SIX_CARD_CLASSES]


@pytest.mark.exhaustive
def test_every_seven_card_hand_has_the_rank_of_its_best_five() -> None:
    frequency = np.zeros(1 << 16, dtype=np.int64)
    for hands, expected in arrays.seven_card_blocks():
        ranks = pe.evaluate(hands)
        assert np.array_equal(ranks, expected)
        frequency += np.bincount(ranks, minlength=1 << 16)
    assert frequency.sum() == 133_784_560
    assert np.count_nonzero(frequency) == 4_824
    assert frequency.reshape(16, 1 << 12).sum(axis=1).tolist() == [0, *SEVEN_CARD_CLASSES, *[0] * 6]


@pytest.mark.exhaustive
def test_rank7_equals_best_of_21_subsets() -> None:
    # two million hands against the evaluator's own five-card ranks
    rng = np.random.default_rng(21)
    for _ in range(20):
        hands = rng.random((100_000, 52)).argsort(axis=1)[:, :7].astype(np.uint8)
        best = np.zeros(len(hands), dtype=np.uint16)
        for places in combinations(range(7), 5):
            np.maximum(best, pe.evaluate(hands[:, places]), out=best)
        assert np.array_equal(pe.evaluate(hands), best)


@pytest.mark.parametrize("count", [6, 7])
def test_every_set_of_ranks_and_every_suited_set(count: int) -> None:
    mixed = [
        [4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        for ranks in combinations_with_replacement(range(13), count)
        if all(ranks.count(rank) <= 4 for rank in ranks)
    ]
    rng = random.Random(22)
    suited = []
    for flush_cards in range(5, count + 1):
        for ranks in combinations(range(13), flush_cards):
            for flush_suit in range(4):
                flush = [4 * rank + flush_suit for rank in ranks]
                others = [card for card in oracle.DECK if card % 4 != flush_suit]
                suited.append(flush + rng.sample(others, count - flush_cards))
    hands = np.array(mixed + suited, dtype=np.uint8)
    # 49,205 sets of seven ranks, 18,395 of six
    assert len(mixed) == {6: 18_395, 7: 49_205}[count]
    assert np.array_equal(pe.evaluate(hands), arrays.ranks_of(hands))


@pytest.mark.parametrize("count", [6, 7])
def test_order_and_suits_do_not_matter(count: int) -> None:
    rng = np.random.default_rng(23)
    hands = rng.random((100_000, 52)).argsort(axis=1)[:, :count].astype(np.uint8)
    ranks = pe.evaluate(hands)
    assert np.array_equal(pe.evaluate(rng.permuted(hands, axis=1)), ranks)
    for _ in range(4):
        renamed = hands // 4 * 4 + rng.permutation(4).astype(np.uint8)[hands % 4]
        assert np.array_equal(pe.evaluate(renamed), ranks)


@pytest.mark.parametrize("count", [6, 7])
def test_one_hand_has_the_rank_of_its_row(count: int) -> None:
    rng = random.Random(24)
    for _ in range(1_000):
        hand = rng.sample(oracle.DECK, count)
        expected = arrays.ranks_of(np.array([hand], dtype=np.uint8))[0]
        assert pe.evaluate(oracle.text(hand)) == pe.evaluate(hand) == pe.evaluate(np.array(hand)) == expected


@pytest.mark.parametrize("count", [6, 7])
def test_unchecked_and_threaded_ranks_are_the_same(count: int) -> None:
    rng = np.random.default_rng(25)
    hands = np.tile(rng.random((50_001, 52)).argsort(axis=1)[:, :count].astype(np.uint8), (5, 1))
    ranks = pe.evaluate(hands)
    assert np.array_equal(pe.evaluate(hands, check=False), ranks)
    for threads in (0, 2, 3):
        assert np.array_equal(pe.evaluate(hands, threads=threads), ranks)


# --- the five that play -----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [5, 6, 7])
def test_best_hand_names_the_five_that_play(count: int) -> None:
    rng = random.Random(26)
    low_deck = [card for card in oracle.DECK if oracle.low_pip(card) <= 8]
    for number in range(1_500):
        deck = low_deck if number % 2 else oracle.DECK
        hand = rng.sample(deck, count)
        best = pe.best_hand(hand)
        assert best.high_rank == pe.evaluate(hand) == pe.evaluate(best.high) == oracle.rank_of(hand)
        assert len(set(best.high) & set(hand)) == len(best.high) == 5
        # of equal cards the higher suit plays
        assert tuple(sorted(best.high, reverse=True)) == oracle.stud_high_cards(hand)
        read = [14 if pip == 1 else pip for pip in oracle.five_value(best.high)[1:]]
        assert [oracle.pip(card) for card in best.high] == read
        assert best.low_rank == oracle.low_of(hand)
        if best.low_rank == 0:
            assert best.low is None
            continue
        assert best.low is not None
        assert pe.evaluate_low(best.low) == best.low_rank
        assert len(set(best.low) & set(hand)) == len(best.low) == 5
        assert tuple((oracle.low_pip(c), oracle.suit(c)) for c in best.low) == oracle.stud_low_cards(hand)


def test_best_hand_reads_groups_first_and_the_wheel_from_the_five() -> None:
    for hand, expected in [
        ("2c8dKh8s8hKc3d", "8s8h8dKhKc"),
        ("AcKd5h5s5c5dQs", "5s5h5d5cAc"),
        ("Ac2d3h4s5c9dKs", "5c4s3h2dAc"),
        ("Ah2h3h4h5h9dKs", "5h4h3h2hAh"),
        ("QcQdJhJs9c9dAs", "QdQcJsJhAs"),
        ("As9c4d4hKdQs2c", "4h4dAsKdQs"),
    ]:
        best = pe.best_hand(hand)
        assert sorted(best.high) == sorted(oracle.cards(expected))
        assert [c // 4 for c in best.high] == [c // 4 for c in oracle.cards(expected)]
