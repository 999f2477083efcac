"""Fit the values by which Omaha hands of five and six cards are put in order, in ``ranges/omaha_values.py``.

Hands drawn at random are dealt against a random hand each, and the equities are fitted, by least squares, with a sum
over what the hands hold. Prints the table of values; takes a few minutes.

    python tools/fit_omaha_order.py
"""

from __future__ import annotations

import random
import textwrap

import numpy as np
from numpy.typing import NDArray

import pokereval as pe
from pokereval.ranges.omaha_values import RANK_FEATURES, SUIT_FEATURES, rank_features, suit_features

HANDS = 16_000
DEALS = 4_096
SEED = 20_260_102
UNIT = 1e-5  # of equity


def sample(hole_count: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Draw hands, and sample their equities against a random hand."""
    dealer = random.Random(SEED + hole_count)
    hands = [sorted(dealer.sample(range(52), hole_count)) for _ in range(HANDS)]
    equities = [
        pe.equity([hand, "*" * hole_count], game="omaha", samples=DEALS, seed=SEED + number, threads=1).equity[0]
        for number, hand in enumerate(hands)
    ]
    return np.array(hands), np.array(equities)


def count_features(hands: NDArray[np.int64]) -> NDArray[np.float64]:
    """How often each hand has each feature."""
    counts = np.zeros((len(hands), RANK_FEATURES + SUIT_FEATURES))
    rows = np.arange(len(hands))
    for column in rank_features(hands >> 2).T:
        np.add.at(counts, (rows, column), 1)
    for suit in range(4):
        place, is_there = suit_features(np.where(hands & 3 == suit, 1 << (hands >> 2), 0).sum(axis=1))
        np.add.at(counts, (rows[is_there], RANK_FEATURES + place[is_there]), 1)
    return counts


def main() -> None:
    """Print the values."""
    for hole_count in (5, 6):
        hands, equities = sample(hole_count)
        counts = count_features(hands)
        # a little of each value's square is added, so that features which always come together share theirs
        values = np.linalg.solve(counts.T @ counts + np.eye(counts.shape[1]), counts.T @ equities) / UNIT
        print(f"# {hole_count} cards: off by {np.std(counts @ values * UNIT - equities):.4f}")
        print(textwrap.indent(textwrap.fill(" ".join(map(str, np.round(values).astype(int))), 112), "    "))


if __name__ == "__main__":
    main()
