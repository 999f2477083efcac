"""The evaluators games are made with: how hole cards and a board become a rank, words, and the cards that play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from pokereval.best import best_hand, best_omaha_hand
from pokereval.evaluate import evaluate, evaluate_low, evaluate_omaha, evaluate_omaha_low
from pokereval.games.game import Evaluator
from pokereval.ranks import describe, describe_low
from pokereval.special import describe_razz, describe_short_deck, evaluate_razz, evaluate_short_deck

__all__ = ["ANY_FIVE_HIGH", "ANY_FIVE_LOW", "OMAHA_HIGH", "OMAHA_LOW", "RAZZ_LOW", "SHORT_DECK_HIGH"]

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


def _razz(hole_cards: Sequence[Cards], board: Cards) -> list[int]:
    ranks: list[int] = evaluate_razz(_array([cards + board for cards in hole_cards]), check=False).tolist()
    return ranks


def _short_deck(hole_cards: Sequence[Cards], board: Cards) -> list[int]:
    ranks: list[int] = evaluate_short_deck(_array([cards + board for cards in hole_cards]), check=False).tolist()
    return ranks


def _best_of_21(evaluate_hands: Callable[..., Any], cards: Cards, order: Callable[[int], int]) -> Cards:
    """Return the best five of the cards in reading order: groups first, then from the top."""
    fives = list(combinations(sorted(cards, reverse=True), 5))
    best = fives[int(np.argmax(evaluate_hands(_array(fives))))]
    ranks = [order(card) for card in best]
    return tuple(sorted(best, key=lambda card: (ranks.count(order(card)), order(card), card), reverse=True))


def _best_razz(hole_cards: Cards, board: Cards) -> Cards:
    return _best_of_21(evaluate_razz, hole_cards + board, lambda card: (card // 4 + 1) % 13)


def _best_short_deck(hole_cards: Cards, board: Cards) -> Cards:
    best = _best_of_21(evaluate_short_deck, hole_cards + board, lambda card: card // 4)
    is_lowest_straight = {card // 4 for card in best} == {12, 4, 5, 6, 7}
    return (*best[1:], best[0]) if is_lowest_straight else best


ANY_FIVE_HIGH = Evaluator("high", _any_high, describe, _best_any_high)
"""The best five of all cards, hole cards and board alike (rule 5)."""

ANY_FIVE_LOW = Evaluator("low", _any_low, describe_low, _best_any_low)
"""Eight-or-better low of any five cards (rule 12)."""

OMAHA_HIGH = Evaluator("high", _omaha_high, describe, _best_omaha_high)
"""The best of exactly two hole cards and three board cards (rule 6)."""

OMAHA_LOW = Evaluator("low", _omaha_low, describe_low, _best_omaha_low)
"""Eight-or-better low of exactly two hole cards and three board cards (rule 12)."""

RAZZ_LOW = Evaluator("low", _razz, describe_razz, _best_razz)
"""The lowest five of all cards, aces low, straights and flushes of no account; a rank of its own."""

SHORT_DECK_HIGH = Evaluator("high", _short_deck, describe_short_deck, _best_short_deck)
"""The best five of the short deck: a flush beats a full house, A-6-7-8-9 is a straight."""
