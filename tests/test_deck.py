"""The deck: order, dealing, dead cards, and shuffles that can be repeated."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokereval.cards import DECK_SIZE, format_cards, parse_cards
from pokereval.deck import Deck
from pokereval.errors import CardCountError, CardError, DuplicateCardError, PokerError

SEED_0 = "2sJd3cTd3s2d3h6dTsAc5h6c4cQc9cQh2c9sKs3d6h4h9hAd5sJs2hKcKh8h7hKdQd8sThTc4d7s9d4sAsAh8d7c5dJc6s8c5c7dJhQs"
SEED_20250101 = (
    "3c6dKh5s6c2dAd4sQd4dAh8hJhTc8cThKsJc5d5h9dJsQh7hKc2s2hKd4c9cQsQc8d7c7d4h5c3s8s6hJd3h7sAsAcTs6s2cTd3d9h9s"
)

orders = st.lists(st.sampled_from(range(DECK_SIZE)), unique=True)


def test_a_deck_deals_in_the_order_given():
    deck = Deck.ordered("As Kd 10h 2c")
    assert deck.deal() == parse_cards("As")
    assert deck.deal(2) == parse_cards("KdTh")
    assert deck.deal(0) == ()
    assert deck.remaining == 1
    assert deck.cards == parse_cards("2c")
    assert deck.burn() == 0
    assert deck.remaining == 0
    assert deck.cards == ()


@given(orders, st.data())
def test_dealing_splits_the_order_without_changing_it(order, data):
    deck = Deck.ordered(order)
    dealt = []
    while deck.remaining:
        dealt += deck.deal(data.draw(st.integers(1, deck.remaining)))
        assert dealt + list(deck.cards) == order
    assert dealt == order


def test_a_deck_that_runs_out_deals_nothing_and_says_what_is_left():
    deck = Deck.ordered("As Kd")
    with pytest.raises(CardCountError, match="expected 3 cards to deal, got 2 left in the deck"):
        deck.deal(3)
    assert deck.remaining == 2
    deck.deal(2)
    with pytest.raises(CardCountError, match="expected 1 card to deal, got 0 left in the deck"):
        deck.deal()
    with pytest.raises(CardError, match="got 0 left in the deck"):
        deck.burn()


@pytest.mark.parametrize("n", [-1, 1.0, True, None, "2"])
def test_only_a_number_of_cards_can_be_dealt(n):
    deck = Deck.ordered("AsKd")
    with pytest.raises(CardCountError, match="expected a number of cards to deal"):
        deck.deal(n)
    assert deck.remaining == 2
    assert deck.deal(np.int64(2)) == (51, 45)


@pytest.mark.parametrize(
    ("cards", "kind"), [("AsAs", DuplicateCardError), ("Xs", CardError), ([52], CardError), (None, CardError)]
)
def test_a_deck_holds_distinct_cards_only(cards, kind):
    with pytest.raises(kind):
        Deck.ordered(cards)


def test_a_seed_decides_the_order_everywhere():
    # Worked out once and kept: a change here would change every deal that somebody recorded by its seed.
    assert format_cards(Deck.shuffled(0).cards) == SEED_0
    assert format_cards(Deck.shuffled(20250101).cards) == SEED_20250101
    assert Deck.shuffled(np.uint8(7)) == Deck.shuffled(7)


def test_a_shuffle_draws_as_documented():
    uniform = random.Random(11)
    order = list(range(DECK_SIZE))
    for i in reversed(range(1, DECK_SIZE)):
        j = int(uniform.random() * (i + 1))
        order[i], order[j] = order[j], order[i]
    assert Deck.shuffled(11).cards == tuple(order)


def test_the_largest_draw_stays_inside_the_deck():
    below_one = float(np.nextafter(1, 0))
    assert [int(below_one * n) for n in range(1, DECK_SIZE + 1)] == list(range(DECK_SIZE))


def test_every_card_is_as_likely_on_every_place():
    places = np.array([Deck.shuffled(seed).cards for seed in range(2_600)])
    for place in (0, 1, 25, 50, 51):
        counts = np.bincount(places[:, place], minlength=DECK_SIZE)
        # Chi-square with 51 degrees of freedom: 51 expected, deviation about 10; the seeds are fixed.
        assert ((counts - 50) ** 2 / 50).sum() < 100


@given(st.integers(0, 2**300))
def test_every_shuffle_is_the_whole_deck(seed):
    assert sorted(Deck.shuffled(seed).cards) == list(range(DECK_SIZE))


def test_big_seeds_are_not_cut():
    assert len({Deck.shuffled(seed).cards for seed in (1, 2**32 + 1, 2**64 + 1, 2**200 + 1)}) == 4


@pytest.mark.parametrize("seed", [-1, 1.0, True, None, "7", float("nan")])
def test_a_seed_is_a_whole_number_from_0_up(seed):
    with pytest.raises(PokerError, match="expected a seed that is a whole number from 0 up"):
        Deck.shuffled(seed)


def test_a_random_deck_is_whole_and_never_the_same():
    decks = [Deck.random() for _ in range(5)]
    assert len({deck.cards for deck in decks}) == 5
    for deck in decks:
        assert sorted(deck.cards) == list(range(DECK_SIZE))


def test_a_random_deck_does_not_depend_on_the_global_seed():
    random.seed(1)
    first = Deck.random()
    random.seed(1)
    assert Deck.random() != first


@given(st.lists(st.sampled_from(range(DECK_SIZE)), unique=True, max_size=20), st.integers(0, 100))
def test_dead_cards_leave_and_the_others_keep_their_order(dead, seed):
    deck = Deck.shuffled(seed)
    before = deck.cards
    deck.remove(dead)
    assert deck.cards == tuple(card for card in before if card not in dead)
    assert deck.remaining == DECK_SIZE - len(dead)


def test_only_cards_left_in_the_deck_can_be_removed():
    deck = Deck.ordered("As Kd Qh")
    deck.deal()
    with pytest.raises(CardError, match="expected cards that are left in the deck, got As 2c"):
        deck.remove("As Kd 2c")
    with pytest.raises(DuplicateCardError):
        deck.remove("KdKd")
    assert deck.cards == parse_cards("KdQh")
    deck.remove("")
    deck.remove("Qh")
    assert deck.deal() == parse_cards("Kd")


def test_decks_are_equal_when_the_same_cards_are_left_in_the_same_order():
    deck = Deck.ordered("AsKdQh")
    deck.deal()
    assert deck == Deck.ordered("KdQh")
    assert deck != Deck.ordered("QhKd")
    assert deck != "KdQh"
    with pytest.raises(TypeError):
        hash(deck)


@pytest.mark.parametrize("duplicate", [Deck.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_dealt_on_its_own(duplicate):
    deck = Deck.shuffled(5)
    deck.deal(5)
    twin = duplicate(deck)
    assert twin == deck
    assert twin.deal(3) == deck.cards[:3]
    assert twin.remaining == deck.remaining - 3


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_deck_survives_pickling(protocol):
    deck = Deck.shuffled(5)
    deck.deal(5)
    assert pickle.loads(pickle.dumps(deck, protocol)) == deck


def test_repr_makes_the_same_deck():
    deck = Deck.shuffled(5)
    deck.deal(40)
    assert eval(repr(deck)) == deck
    assert repr(Deck.ordered("AsKd")) == "Deck.ordered('AsKd')"
    assert repr(Deck.ordered("")) == "Deck.ordered('')"
