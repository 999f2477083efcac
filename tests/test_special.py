"""Razz and short deck against rules written out here: every five cards, and the best of all fives of more."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import pokereval as pe
from pokereval.errors import CardCountError, CardError, DuplicateCardError, RankError

ACE = 12
FIVES = np.array(list(combinations(range(52), 5)), dtype=np.uint8)
SHORT_FIVES = FIVES[(FIVES >= 16).all(axis=1)]


def razz_value(card_ranks: tuple[int, ...]) -> tuple[Any, ...]:
    """Smaller is better: how many cards of a kind, then the groups from the biggest down, aces low."""
    counts = Counter(1 if rank == ACE else rank + 2 for rank in card_ranks)
    groups = sorted(((count, pip) for pip, count in counts.items()), reverse=True)
    return tuple(count for count, _ in groups), tuple(pip for _, pip in groups)


def short_deck_value(cards: tuple[int, ...]) -> tuple[Any, ...]:
    """Bigger is better: class 9 straight flush, 8 quads, 7 flush, 6 full house, 5 straight ... 1 high card."""
    pips = sorted((card // 4 + 2 for card in cards), reverse=True)
    groups = sorted(((pips.count(pip), pip) for pip in set(pips)), reverse=True)
    shape = [count for count, _ in groups]
    is_flush = len({card % 4 for card in cards}) == 1
    top = 9 if pips == [14, 9, 8, 7, 6] else pips[0]
    is_straight = shape == [1] * 5 and top - pips[4] == (3 if pips[0] != top else 4)
    kickers = tuple(pip for _, pip in groups)
    if is_straight:
        return (9 if is_flush else 5, (top,))
    if is_flush:
        return (7, kickers)
    return ({(4, 1): 8, (3, 2): 6, (3, 1, 1): 4, (2, 2, 1): 3, (2, 1, 1, 1): 2}.get(tuple(shape), 1), kickers)


def distinct(hands: np.ndarray) -> np.ndarray:
    """One hand for each multiset of card ranks and whether it is suited."""
    keys = np.sort(hands >> 2, axis=1).astype(np.int64) @ (16 ** np.arange(5))
    suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
    return hands[np.unique(keys * 2 + suited, return_index=True)[1]]


def test_every_five_cards_rank_in_razz_as_the_rule_orders_them() -> None:
    ranks = pe.evaluate_razz(FIVES)
    assert np.array_equal(np.unique(ranks), np.arange(1, 6176))
    some = distinct(FIVES)
    values = sorted({razz_value(tuple((hand >> 2).tolist())) for hand in some}, reverse=True)
    place = {value: rank for rank, value in enumerate(values, start=1)}
    assert [place[razz_value(tuple((hand >> 2).tolist()))] for hand in some] == pe.evaluate_razz(some).tolist()
    keys = np.sort(FIVES >> 2, axis=1).astype(np.int64) @ (16 ** np.arange(5))
    assert len(np.unique(np.stack([keys, ranks.astype(np.int64)]), axis=1).T) == 6175, "suits never matter"


def test_every_five_cards_of_the_short_deck_rank_as_the_rule_orders_them() -> None:
    ranks = pe.evaluate_short_deck(SHORT_FIVES)
    some = distinct(SHORT_FIVES)
    values = sorted({short_deck_value(tuple(hand.tolist())) for hand in some})
    place = {value: number for number, value in enumerate(values)}
    expected = np.array([place[short_deck_value(tuple(hand.tolist()))] for hand in some])
    got = np.unique(pe.evaluate_short_deck(some), return_inverse=True)[1]
    assert np.array_equal(expected, got)
    classes = {int(c): int(n) for c, n in zip(*np.unique(ranks >> 12, return_counts=True), strict=True)}
    # C(36, 5) hands; the class sizes follow from 9 card ranks and 4 suits.
    assert classes == {1: 122400, 2: 193536, 3: 36288, 4: 16128, 5: 6120, 6: 1728, 7: 480, 8: 288, 9: 24}
    assert sum(classes.values()) == 376992


@pytest.mark.parametrize("count", [6, 7])
def test_more_cards_rank_as_their_best_five(count: int) -> None:
    generator = np.random.default_rng(count)
    for question, lowest in ((pe.evaluate_razz, 0), (pe.evaluate_short_deck, 16)):
        deck = np.arange(lowest, 52, dtype=np.uint8)
        hands = generator.permuted(np.tile(deck, (60_000, 1)), axis=1)[:, :count]
        fives = [question(np.ascontiguousarray(hands[:, list(five)])) for five in combinations(range(count), 5)]
        assert np.array_equal(question(hands), np.max(fives, axis=0))
        assert question(hands[0].tolist()) == question(hands)[0]


def test_every_seven_card_ranks_have_the_razz_rank_of_their_best_five() -> None:
    multisets: set[tuple[int, ...]] = set()

    def extend(ranks: tuple[int, ...]) -> None:
        if len(ranks) == 7:
            multisets.add(ranks)
            return
        for rank in range(ranks[-1] if ranks else 0, 13):
            if ranks.count(rank) < 4:
                extend((*ranks, rank))

    extend(())
    assert len(multisets) == 49205
    hands = np.array([[4 * rank + ranks[:i].count(rank) for i, rank in enumerate(ranks)] for ranks in multisets])
    fives = [pe.evaluate_razz(hands[:, list(five)]) for five in combinations(range(7), 5)]
    assert np.array_equal(pe.evaluate_razz(hands), np.max(fives, axis=0))


def test_words() -> None:
    assert pe.describe_razz(pe.evaluate_razz("6c7c7d7s3sJdJc")) == "7-7-J-6-3"
    assert pe.describe_razz(0) == "no hand"
    assert len({pe.describe_razz(rank) for rank in range(6176)}) == 6176
    assert pe.describe_short_deck(pe.evaluate_short_deck("As9s8s7s6s")) == "straight flush, nine high"
    assert pe.describe_short_deck(0) == "no hand"


@pytest.mark.parametrize("rank", [-1, 6176, 1.5, True, None])
def test_what_is_no_razz_rank_is_refused(rank: Any) -> None:
    with pytest.raises(RankError):
        pe.describe_razz(rank)


def test_bad_cards_are_named() -> None:
    with pytest.raises(CardError, match="expected no card below 6c, got 5d"):
        pe.evaluate_short_deck("AsKs9s7s5d")
    hands = pe.card_array(["AsKs9s7s6d", "AsKs9s7s2d"])
    with pytest.raises(CardError, match=r"got 2d \(row 1\)"):
        pe.evaluate_short_deck(hands)
    for question in (pe.evaluate_razz, pe.evaluate_short_deck):
        with pytest.raises(DuplicateCardError):
            question("AsAs9s7s6d")
        with pytest.raises(CardCountError):
            question("As9s7s6d")
        assert len(question(np.empty((0, 7), np.uint8))) == 0
