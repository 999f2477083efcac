"""The evaluators games are made with: how hole cards and a board become a rank, words, and the cards that play."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokereval.evaluate import (
    best_hand,
    best_omaha_hand,
    evaluate,
    evaluate_low,
    evaluate_omaha,
    evaluate_omaha_low,
)
from pokereval.games.game import Evaluator
from pokereval.ranks import describe, describe_low

__all__ = ["ANY_FIVE_HIGH", "ANY_FIVE_LOW", "OMAHA_HIGH", "OMAHA_LOW"]

Cards = tuple[int, ...]


def _any_high(hole_cards: Sequence[Cards], board: Cards) -> list[int]:
    return [evaluate(cards + board) for cards in hole_cards]


def _any_low(hole_cards: Sequence[Cards], board: Cards) -> list[int]:
    return [evaluate_low(cards + board) for cards in hole_cards]


def _omaha_high(hole_cards: Sequence[Cards], board: Cards) -> list[int]:
    ranks: list[int] = evaluate_omaha(_array(hole_cards), _array(board), check=False).tolist()
    return ranks


def _omaha_low(hole_cards: Sequence[Cards], board: Cards) -> list[int]:
    ranks: list[int] = evaluate_omaha_low(_array(hole_cards), _array(board), check=False).tolist()
    return ranks


def _array(cards: Sequence[Cards] | Cards) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.array(cards, dtype=np.uint8)


def _best_any_high(hole_cards: Cards, board: Cards) -> Cards:
    return best_hand(hole_cards + board).high


def _best_any_low(hole_cards: Cards, board: Cards) -> Cards:
    return best_hand(hole_cards + board).low or ()


def _best_omaha_high(hole_cards: Cards, board: Cards) -> Cards:
    return best_omaha_hand(hole_cards, board).high


def _best_omaha_low(hole_cards: Cards, board: Cards) -> Cards:
    return best_omaha_hand(hole_cards, board).low or ()


ANY_FIVE_HIGH = Evaluator("high", _any_high, describe, _best_any_high)
"""The best five of all cards, hole cards and board alike (rule 5)."""

ANY_FIVE_LOW = Evaluator("low", _any_low, describe_low, _best_any_low)
"""Eight-or-better low of any five cards (rule 12)."""

OMAHA_HIGH = Evaluator("high", _omaha_high, describe, _best_omaha_high)
"""The best of exactly two hole cards and three board cards (rule 6)."""

OMAHA_LOW = Evaluator("low", _omaha_low, describe_low, _best_omaha_low)
"""Eight-or-better low of exactly two hole cards and three board cards (rule 12)."""
