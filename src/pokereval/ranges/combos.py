"""Combos as masks of 52 bits: all of them in order, and a few ways to look at many at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokereval.cards import DECK_SIZE

__all__ = [
    "MOST_HOLE_CARDS",
    "Masks",
    "Weights",
    "all_masks",
    "mask_chunks",
    "masks_to_cards",
    "rank_counts",
    "suit_counts",
]

Masks = NDArray[np.uint64]
"""Sorted masks without repeats, one combo each."""

Weights = NDArray[np.float64]
"""Weights of combos, 0 to 1."""

MOST_HOLE_CARDS = 7
_SUIT_OF_EACH_RANK = np.uint64(0x1111111111111)
_LARGEST_KEPT = 5  # all 20,358,520 hands of six would keep 160 MB


def all_masks(count: int) -> Masks:
    """Masks of every combo of `count` cards, ascending.

    In this order the combos out of the lowest cards come first, so each list is made of beginnings of the one before.
    """
    if count > _LARGEST_KEPT:
        return np.concatenate(list(mask_chunks(count)))
    return _kept_masks(count)


@lru_cache(maxsize=8)
def _kept_masks(count: int) -> Masks:
    if count == 0:
        return np.zeros(1, dtype=np.uint64)
    masks = np.concatenate(list(mask_chunks(count)))
    masks.flags.writeable = False
    return masks


def mask_chunks(count: int) -> Iterator[Masks]:
    """Yield the masks of every combo in ascending order, those with the same highest card together."""
    if count == 0:
        yield np.zeros(1, dtype=np.uint64)
        return
    below = all_masks(count - 1)
    for highest in range(count - 1, DECK_SIZE):
        yield below[: comb(highest, count - 1)] | np.uint64(1 << highest)


def masks_to_cards(masks: Masks, count: int) -> NDArray[np.uint8]:
    """Ids of the cards in each mask, highest first: (N, count) uint8."""
    left = masks.copy()
    cards = np.empty((len(masks), count), dtype=np.uint8)
    for column in range(count):
        # A power of two is exact in a double of 53 bits, and so is the highest of at most 52 bits.
        highest = np.frexp(left.astype(np.float64))[1] - 1
        cards[:, column] = highest
        left ^= np.uint64(1) << highest.astype(np.uint64)
    return cards


def rank_counts(masks: Masks, card_rank: int) -> NDArray[np.uint8]:
    """How many cards of one card rank each combo holds."""
    four = masks >> np.uint64(4 * card_rank) & np.uint64(15)
    counts: NDArray[np.uint8] = np.bitwise_count(four)
    return counts


def suit_counts(masks: Masks, suit: int) -> NDArray[np.uint8]:
    """How many cards of one suit each combo holds."""
    counts: NDArray[np.uint8] = np.bitwise_count(masks >> np.uint64(suit) & _SUIT_OF_EACH_RANK)
    return counts
