"""Five cards: every one of the 2,598,960 hands."""

from __future__ import annotations

import random

import numpy as np
import oracle
import oracle_arrays as arrays
import pytest

import pokereval as pe

# high card, pair, two pair, trips, straight, flush, full house, quads, straight flush
FIVE_CARD_CLASSES = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
DISTINCT_RANKS_IN_CLASS = [1_277, 2_860, 858, 858, 10, 1_277, 156, 156, 10]


@pytest.fixture(scope="module")
def ranks() -> np.ndarray:
    return pe.evaluate(arrays.combos(5))


def test_every_five_card_hand_has_the_rank_of_the_rules(ranks: np.ndarray) -> None:
    assert ranks.dtype == np.uint16
    assert ranks.shape == (2_598_960,)
    wrong = np.flatnonzero(ranks != arrays.five_card_ranks())
    assert not len(wrong), f"{len(wrong)} hands, the first {oracle.text(arrays.combos(5)[wrong[0]].tolist())}"


def test_five_card_class_counts(ranks: np.ndarray) -> None:
    assert np.bincount(ranks >> 12, minlength=10).tolist() == [0, *FIVE_CARD_CLASSES]
    assert np.bincount(pe.rank_class(ranks), minlength=10).tolist() == [0, *FIVE_CARD_CLASSES]


def test_7462_ranks_stand_in_the_order_of_the_rules(ranks: np.ndarray) -> None:
    # one rank for each value and one value for each rank, and both grow together: the same total preorder
    keys = arrays.five_card_keys().astype(np.int64)
    pairs = np.unique(keys << 16 | ranks)
    assert len(pairs) == len(np.unique(keys)) == len(np.unique(ranks)) == 7_462
    assert (np.diff(pairs & 0xFFFF) > 0).all()


def test_places_count_from_zero_without_holes_in_each_class(ranks: np.ndarray) -> None:
    distinct = np.unique(ranks)
    for rank_class, count in enumerate(DISTINCT_RANKS_IN_CLASS, start=1):
        places = distinct[distinct >> 12 == rank_class] & 0xFFF
        assert places.tolist() == list(range(count))


def test_order_of_the_cards_does_not_matter(ranks: np.ndarray) -> None:
    rng = np.random.default_rng(11)
    some = rng.integers(len(ranks), size=300_000)
    shuffled = rng.permuted(arrays.combos(5)[some], axis=1)
    assert (pe.evaluate(shuffled) == ranks[some]).all()


def test_suits_do_not_matter(ranks: np.ndarray) -> None:
    rng = np.random.default_rng(12)
    some = rng.integers(len(ranks), size=100_000)
    hands = arrays.combos(5)[some]
    for _ in range(6):
        renamed = hands // 4 * 4 + rng.permutation(4)[hands % 4]
        assert (pe.evaluate(renamed) == ranks[some]).all()


def test_one_hand_has_the_same_rank_as_text_as_ids_and_as_an_array() -> None:
    rng = random.Random(13)
    for hand in [*oracle.every_kind_of_five(), *(rng.sample(oracle.DECK, 5) for _ in range(500))]:
        expected = oracle.rank_of(hand)
        for form in (oracle.text(hand), list(hand), tuple(hand), np.array(hand)):
            rank = pe.evaluate(form)
            assert type(rank) is int
            assert rank == expected


def test_unchecked_ranks_equal_checked_ranks(ranks: np.ndarray) -> None:
    assert (pe.evaluate(arrays.combos(5), check=False) == ranks).all()
    assert pe.evaluate("AsKsQsJsTs", check=False) == int(ranks.max())


def test_several_threads_give_the_ranks_of_one(ranks: np.ndarray) -> None:
    for threads in (2, 3):
        assert (pe.evaluate(arrays.combos(5), threads=threads) == ranks).all()
