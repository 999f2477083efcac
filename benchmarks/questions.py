"""What is asked: pokereval's call for each question, and the ratio that it means to reach beside a rival."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import pokereval

from .contest import (
    Answers,
    Call,
    Question,
    different_chips,
    different_low_order,
    different_order,
    pot_shares,
    strengths,
)
from .deals import CardArray, Tables, deal_cards, deal_tables
from .encodings import card_texts, same, tuples_of
from .hands import HAND_QUESTIONS

OMPEVAL = "OMPEval (pokerfast)"


def _hand_by_hand(hands: list[Any]) -> list[int]:
    return list(map(pokereval.evaluate, hands))


def _hole_and_board(hole_count: int, cards: CardArray) -> tuple[CardArray, CardArray]:
    """Split rows of a board and any number of hands into one row a hand: hole cards, and the board again."""
    hole_cards = np.ascontiguousarray(cards[:, 5:]).reshape(-1, hole_count)
    return hole_cards, np.repeat(cards[:, :5], len(hole_cards) // len(cards), axis=0)


def _omaha(given: tuple[CardArray, CardArray]) -> Any:
    return pokereval.evaluate_omaha(*given)


def _omaha_low(given: tuple[CardArray, CardArray]) -> Any:
    return pokereval.evaluate_omaha_low(*given)


def _omaha_both(given: tuple[CardArray, CardArray]) -> tuple[Any, Any]:
    return pokereval.evaluate_omaha_hilo(*given)


def _shares(seats: int, ranks: tuple[Any, Any]) -> Answers:
    highs, lows = (strengths(rank).reshape(-1, seats) for rank in ranks)
    return pot_shares(highs, lows)


def _settle(game: str, tables: Tables) -> Any:
    return pokereval.settle(
        game,
        tables.hole_cards,
        tables.board,
        tables.contributions,
        live=tables.live,
        button=tables.button,
    )


def _stacks(settlement: Any) -> Answers:
    return strengths(settlement.payouts + settlement.returned)


def _batch(*, sample: int, check: bool) -> Call:
    run: Callable[[CardArray], Any] = pokereval.evaluate if check else partial(pokereval.evaluate, check=False)
    return Call("pokereval", "evaluate(array)", same, run, strengths, sample)


def _omaha_question(hole_count: int, *, aims: dict[str, float]) -> Question:
    ours = Call(
        "pokereval",
        "evaluate_omaha(hole_cards, board)",
        partial(_hole_and_board, hole_count),
        _omaha,
        strengths,
        2_000_000,
    )
    deal = partial(deal_cards, width=5 + hole_count)
    key = "omaha" if hole_count == 4 else f"omaha {hole_count}"
    return Question(key, f"Omaha, {hole_count} hole cards, batch", deal, ours, different_order, aims=aims)


def _hi_lo_question(key: str, title: str, seats: int, *, sample: int) -> Question:
    ours = Call(
        "pokereval",
        "evaluate_omaha_hilo(hole_cards, board)",
        partial(_hole_and_board, 4),
        _omaha_both,
        partial(_shares, seats),
        sample,
    )
    deal = partial(deal_cards, width=5 + 4 * seats)
    return Question(key, title, deal, ours, different_chips, aims={"poker-equity": 1_000}, seats=seats)


def _settlement_question(
    key: str, title: str, game: str, hole_count: int, *, everybody_shows: bool, aim_rate: float
) -> Question:
    ours = Call("pokereval", f"settle({game!r}, …)", same, partial(_settle, game), _stacks, 300_000)
    deal = partial(deal_tables, hole_count=hole_count, everybody_shows=everybody_shows)
    return Question(key, title, deal, ours, different_chips, unit="tables", aim_rate=aim_rate)


def _one_hand(key: str, title: str, prepare: Callable[[CardArray], Any], aims: dict[str, float]) -> Question:
    ours = Call("pokereval", "evaluate(hand)", prepare, _hand_by_hand, strengths, 100_000)
    return Question(key, title, partial(deal_cards, width=7), ours, different_order, aims=aims)


def _cards_question(
    key: str, title: str, count: int, aims: dict[str, float], *, sample: int = 10_000_000, check: bool = True
) -> Question:
    ours = _batch(sample=sample, check=check)
    return Question(key, title, partial(deal_cards, width=count), ours, different_order, aims=aims)


def _low_question() -> Question:
    ours = Call("pokereval", "evaluate_low(array)", same, pokereval.evaluate_low, strengths, 10_000_000)
    title = "eight-or-better low of 7, batch"
    return Question("low", title, partial(deal_cards, width=7), ours, different_low_order)


def _omaha_low_question() -> Question:
    ours = Call(
        "pokereval",
        "evaluate_omaha_low(hole_cards, board)",
        partial(_hole_and_board, 4),
        _omaha_low,
        strengths,
        2_000_000,
    )
    title = "Omaha low, 4 hole cards, batch"
    return Question("omaha low", title, partial(deal_cards, width=9), ours, different_low_order)


_SEVEN_AIMS = {"phevaluator": 1_000.0, OMPEVAL: 25.0}

QUESTIONS: tuple[Question, ...] = (
    _cards_question("seven", "7 cards, batch of uint8 (N, 7)", 7, _SEVEN_AIMS),
    _cards_question("seven unchecked", "7 cards, check=False", 7, _SEVEN_AIMS, check=False),
    _cards_question("seven ready", "7 cards, batch; rivals' own cards ready-made", 7, _SEVEN_AIMS),
    _cards_question("six", "6 cards, batch of uint8 (N, 6)", 6, {}, sample=5_000_000),
    _cards_question("five", "5 cards, batch of uint8 (N, 5)", 5, {"phevaluator": 400.0}),
    _omaha_question(4, aims={"phevaluator": 60.0}),
    _omaha_question(5, aims={}),
    _omaha_question(6, aims={}),
    _low_question(),
    _omaha_low_question(),
    _hi_lo_question("hi-lo heads-up", "Omaha high and low, 2 seats", 2, sample=1_000_000),
    _hi_lo_question("hi-lo six seats", "Omaha high and low, 6 seats", 6, sample=300_000),
    _one_hand("parsed", "one hand of 7, parsed", tuples_of, {"pkrbot": 1.5}),
    _one_hand("text", "one hand of 7, from text", card_texts, {"poker-equity": 1.0}),
    _settlement_question(
        "settle holdem", "hold'em, 6 seats to showdown", "holdem", 2, everybody_shows=True, aim_rate=25e6
    ),
    _settlement_question(
        "settle holdem folded",
        "hold'em, 6 seats, most folded",
        "holdem",
        2,
        everybody_shows=False,
        aim_rate=25e6,
    ),
    _settlement_question(
        "settle omaha8", "Omaha-8, 6 seats to showdown", "omaha8", 4, everybody_shows=True, aim_rate=8e6
    ),
    _settlement_question(
        "settle omaha8 folded",
        "Omaha-8, 6 seats, most folded",
        "omaha8",
        4,
        everybody_shows=False,
        aim_rate=8e6,
    ),
    *HAND_QUESTIONS,
)


def question(key: str) -> Question:
    """Look up a question by its key."""
    return next(one for one in QUESTIONS if one.key == key)
