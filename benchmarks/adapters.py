"""Rival libraries: their card encodings, and the fastest public call that each has for a question.

A rival's cards are made from our ids (`4 * card_rank + suit`, suits c d h s) before the clock starts, except
where the question is what a library does with a numpy array of ids or with text: then the way to its own cards
is part of the call.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from itertools import repeat, starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .contest import Answers, Call, pot_shares, strengths, weaknesses
from .deals import CARD_NAMES, CHIP_STEP, CardArray, Tables
from .encodings import card_texts, columns_of, each, halves, objects_of, same
from .hands import pokerfast_hands, pokerkit_hands


@dataclass(frozen=True)
class Rival:
    """A library that is installed.

    Attributes
    ----------
    name : str
        As its users say it; also the name on PyPI.
    version : str
    calls : dict of str to tuple of Call
        Its calls for each question that it can answer, by the question's key.
    """

    name: str
    version: str
    calls: dict[str, tuple[Call, ...]]


class RivalAbsentError(LookupError):
    """A rival that cannot take part; the message names it and says why."""


def find_rival(name: str) -> Rival:
    """Load one rival.

    Parameters
    ----------
    name : str
        A key of `RIVALS`.

    Returns
    -------
    Rival

    Raises
    ------
    RivalAbsentError
        When the library is not installed, or not the one whose calls are known here.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a rival warns about on import is not ours to mend
            return Rival(name, version(name), RIVALS[name]())
    except (ImportError, AttributeError, OSError) as error:
        message = f"{name} is left out: {type(error).__name__}: {error} (pip install {name})"
        raise RivalAbsentError(message) from error


def find_rivals() -> tuple[list[Rival], list[str]]:
    """Load every rival that can be had.

    Returns
    -------
    rivals : list of Rival
    absent : list of str
        One sentence for each rival that is left out.
    """
    rivals, absent = [], []
    for name in RIVALS:
        try:
            rivals.append(find_rival(name))
        except RivalAbsentError as error:
            absent.append(str(error))
    return rivals, absent


# -- rivals --------------------------------------------------------------------------------------------------


def phevaluator() -> dict[str, tuple[Call, ...]]:
    """Adapt PHEvaluator: native since 0.6, one hand a call, ids like ours, smaller is better."""
    high = import_module("phevaluator.evaluator")
    omaha = import_module("phevaluator.evaluator_omaha")
    name = "phevaluator"

    def calls_for(count: int) -> tuple[Call, Call, Call]:
        evaluate = getattr(high, f"evaluate_{count}cards")

        def from_columns(columns: list[list[int]]) -> list[int]:
            return list(map(evaluate, *columns))

        def from_array(cards: CardArray) -> list[int]:
            return from_columns(columns_of(cards))

        def from_rows(cards: CardArray) -> list[int]:
            return [evaluate(*row) for row in cards.tolist()]

        words = f"map(evaluate_{count}cards, …)"
        loop = f"evaluate_{count}cards(*row) for row in array"
        return (
            Call(name, loop, same, from_rows, weaknesses, 50_000),
            Call(name, f"{words} over array columns", same, from_array, weaknesses, 100_000),
            Call(name, f"{words} over ints", columns_of, from_columns, weaknesses, 100_000),
        )

    def omaha_from_columns(columns: list[list[int]]) -> list[int]:
        return list(map(omaha.evaluate_omaha_cards, *columns))

    def omaha_from_rows(cards: CardArray) -> list[int]:
        return [omaha.evaluate_omaha_cards(*row) for row in cards.tolist()]

    def omaha_from_array(cards: CardArray) -> list[int]:
        return omaha_from_columns(columns_of(cards))

    def from_text(texts: list[str]) -> list[int]:
        return list(starmap(high.evaluate_cards, map(halves, texts)))

    five, six, seven = calls_for(5), calls_for(6), calls_for(7)
    words = "map(evaluate_omaha_cards, …)"
    return {
        "five": five,
        "six": six,
        "seven": seven[:2],
        "seven unchecked": seven[:2],
        "seven ready": seven[2:],
        "parsed": seven[2:],
        "text": (Call(name, "evaluate_cards(*texts)", card_texts, from_text, weaknesses, 50_000),),
        "omaha": (
            Call(name, "evaluate_omaha_cards(*row) for row in array", same, omaha_from_rows, weaknesses, 50_000),
            Call(name, f"{words} over array columns", same, omaha_from_array, weaknesses, 50_000),
            Call(name, f"{words} over ints", columns_of, omaha_from_columns, weaknesses, 50_000),
        ),
    }


def pokerfast() -> dict[str, tuple[Call, ...]]:
    """Adapt the two evaluators of pokerfast: OMPEval, compiled into its wheels, and one in pure Python.

    OMPEval numbers suits s h c d, which no rank depends on, so its private batch call takes our ids as they
    are; the same with the cards put through a table first is the adapter that does not rely on that.
    """
    package = import_module("pokerfast")
    equity = import_module("pokerfast.equity")
    path = equity.find_library()
    if path is None:
        raise ImportError("its wheel holds no OMPEval library for this platform")
    library = ctypes.CDLL(path)
    if library.pf_abi_version() != 1:
        raise ImportError(f"expected version 1 of its private C call, got {library.pf_abi_version()}")
    library.pf_init()
    native = library.pf_evaluate
    native.restype = ctypes.c_int
    native.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p]
    name = "OMPEval (pokerfast)"
    their_ids = np.array([card & ~3 | (2, 3, 1, 0)[card & 3] for card in range(52)], dtype=np.uint8)

    def with_room(cards: CardArray) -> tuple[CardArray, NDArray[np.uint16]]:
        return np.ascontiguousarray(cards), np.zeros(len(cards), dtype=np.uint16)

    def straight(given: tuple[CardArray, NDArray[np.uint16]]) -> NDArray[np.uint16]:
        cards, ranks = given
        if native(cards.ctypes.data, len(cards), cards.shape[1], ranks.ctypes.data):
            raise ValueError("pf_evaluate refused the cards")
        return ranks

    def relabelled(given: tuple[CardArray, NDArray[np.uint16]]) -> NDArray[np.uint16]:
        return straight((their_ids[given[0]], given[1]))

    def text_tuples(cards: CardArray) -> list[list[str]]:
        return objects_of(CARD_NAMES)(cards)

    array = (
        Call(name, "pf_evaluate, our array as it is", with_room, straight, strengths, 2_000_000),
        Call(name, "pf_evaluate(their_ids[array])", with_room, relabelled, strengths, 1_000_000),
    )
    return {
        "five": array,
        "six": array,
        "seven": array,
        "seven unchecked": array,
        "seven ready": array[:1],
        "parsed": (
            Call("pokerfast", "eval7(cards), pure Python", text_tuples, each(package.eval7), strengths, 10_000),
        ),
        "text": (Call(name, "equity.evaluate(texts)", card_texts, equity.evaluate, strengths, 10_000),),
        **pokerfast_hands(),
    }


def pkrbot() -> dict[str, tuple[Call, ...]]:
    """Adapt pkrbot: native, one hand a call, from card objects or rank and suit numbers, bigger is better."""
    module = import_module("pkrbot")
    name = "pkrbot"
    to_objects = objects_of([module.Card(card) for card in CARD_NAMES])

    def as_bytes(cards: CardArray) -> tuple[list[bytes], list[bytes], int]:
        return [bytes(row) for row in cards >> 2], [bytes(row) for row in cards & 3], cards.shape[1]

    def raw(given: tuple[list[bytes], list[bytes], int]) -> list[int]:
        card_ranks, suits, count = given
        return list(map(module.evaluate_raw, card_ranks, suits, repeat(count)))

    def from_array(cards: CardArray) -> list[int]:
        return list(map(module.evaluate, to_objects(cards)))

    def from_text(texts: list[str]) -> list[int]:
        card, evaluate = module.Card, module.evaluate
        return [evaluate([card(text[at : at + 2]) for at in range(0, len(text), 2)]) for text in texts]

    array = (Call(name, "map(evaluate, cards[array])", same, from_array, strengths, 100_000),)
    ready = Call(name, "evaluate(cards)", to_objects, each(module.evaluate), strengths, 100_000)
    native = Call(name, "evaluate_raw(ranks, suits, 7)", as_bytes, raw, strengths, 100_000)
    return {
        "seven": array,
        "seven ready": (native,),
        "parsed": (ready, native),
        "text": (Call(name, "evaluate([Card(text), …])", card_texts, from_text, strengths, 20_000),),
    }


def eval7() -> dict[str, tuple[Call, ...]]:
    """Adapt eval7, Keith Rule's evaluator in Cython: one hand a call, card objects, bigger is better."""
    module = import_module("eval7")
    name = "eval7"
    to_objects = objects_of([module.Card(card) for card in CARD_NAMES])

    def from_array(cards: CardArray) -> list[int]:
        return list(map(module.evaluate, to_objects(cards)))

    def from_text(texts: list[str]) -> list[int]:
        return [module.evaluate([module.Card(card) for card in halves(text)]) for text in texts]

    array = (Call(name, "map(evaluate, cards[array])", same, from_array, strengths, 50_000),)
    ready = (Call(name, "evaluate(cards)", to_objects, each(module.evaluate), strengths, 50_000),)
    text = (Call(name, "evaluate([Card(text), …])", card_texts, from_text, strengths, 10_000),)
    return {"five": array, "seven": array, "seven ready": ready, "parsed": ready, "text": text}


def treys() -> dict[str, tuple[Call, ...]]:
    """Adapt treys: Cactus Kev's method in pure Python, smaller is better."""
    module = import_module("treys")
    name = "treys"
    evaluate = module.Evaluator().evaluate
    to_objects = objects_of([module.Card.new(card) for card in CARD_NAMES])

    def one_by_one(hands: list[list[int]]) -> list[int]:
        return list(map(evaluate, hands, repeat([])))

    def from_array(cards: CardArray) -> list[int]:
        return one_by_one(to_objects(cards))

    def from_text(texts: list[str]) -> list[int]:
        return one_by_one([list(map(module.Card.new, halves(text))) for text in texts])

    array = (Call(name, "evaluate(cards[array], [])", same, from_array, weaknesses, 3_000),)
    ready = (Call(name, "evaluate(cards, [])", to_objects, one_by_one, weaknesses, 3_000),)
    text = (Call(name, "evaluate([Card.new(text), …], [])", card_texts, from_text, weaknesses, 3_000),)
    return {"five": array, "seven": array, "seven ready": ready, "parsed": ready, "text": text}


def poker_equity() -> dict[str, tuple[Call, ...]]:
    """Adapt poker-equity: Rust; batches of text, smaller is better, and showdowns of known cards by masks."""
    module = import_module("poker_equity")
    name = "poker-equity"
    score_high = partial(module.score_batch, "high")
    score_low = partial(module.score_batch, "low_a5")
    worst_low = score_low(["8c7d6h5s4c"])[0]

    def from_array(cards: CardArray) -> list[int]:
        scores: list[int] = score_high(card_texts(cards))
        return scores

    def lows(scores: list[int]) -> Answers:
        return strengths(np.maximum(weaknesses(scores) + worst_low + 1, 0))

    def masks(cards: CardArray) -> list[tuple[list[list[list[int]]], list[int]]]:
        rows = (np.uint64(1) << cards.astype(np.uint64)).tolist()
        return [([[row[at : at + 4]] for at in range(5, len(row), 4)], row[:5]) for row in rows]

    def showdowns(given: list[tuple[list[list[list[int]]], list[int]]]) -> list[dict[str, Any]]:
        return [module.exact("omaha_hi_lo", hole_cards, board, 0) for hole_cards, board in given]

    def shares(results: list[dict[str, Any]]) -> Answers:
        return strengths(np.rint([[CHIP_STEP * share for share in result["share_sum"]] for result in results]))

    array = (Call(name, "score_batch('high', texts of array)", same, from_array, weaknesses, 50_000),)
    text = Call(name, "score_batch('high', texts)", card_texts, score_high, weaknesses, 100_000)

    def text_by_text(texts: list[str]) -> list[int]:
        return [score_high([text])[0] for text in texts]

    single = Call(name, "score_batch('high', [text])", card_texts, text_by_text, weaknesses, 50_000)
    hi_lo = (Call(name, "exact('omaha_hi_lo', hands, board, 0)", masks, showdowns, shares, 1_000),)
    return {
        "five": array,
        "six": array,
        "seven": array,
        "seven ready": (text,),
        "text": (text, single),
        "low": (Call(name, "score_batch('low_a5', texts)", card_texts, score_low, lows, 50_000),),
        "hi-lo heads-up": hi_lo,
        "hi-lo six seats": hi_lo,
    }


def pokerkit() -> dict[str, tuple[Call, ...]]:
    """Adapt pokerkit: pure Python, every game, hands that compare with each other, states that settle pots."""
    module = import_module("pokerkit")
    name = "pokerkit"
    to_objects = objects_of(tuple(module.Card.parse("".join(CARD_NAMES))))
    high_hand, low_hand = module.StandardHighHand, module.EightOrBetterLowHand
    omaha_high, omaha_low = module.OmahaHoldemHand, module.OmahaEightOrBetterLowHand

    def from_array(cards: CardArray) -> list[Any]:
        return list(map(high_hand.from_game, to_objects(cards)))

    def high_places(hands: list[Any]) -> Answers:
        return strengths([hand.entry.index for hand in hands])

    def low_places(hands: list[Any]) -> Answers:
        return strengths([0 if hand is None else 10_000 - hand.entry.index for hand in hands])

    def split(cards: CardArray) -> list[tuple[list[list[Any]], list[Any]]]:
        return [([row[at : at + 4] for at in range(5, len(row), 4)], row[:5]) for row in to_objects(cards)]

    def omaha_highs(given: list[tuple[list[list[Any]], list[Any]]]) -> list[Any]:
        return [omaha_high.from_game(hole_cards[0], board) for hole_cards, board in given]

    def both(given: list[tuple[list[list[Any]], list[Any]]]) -> list[tuple[list[Any], list[Any]]]:
        return [
            (
                [omaha_high.from_game(hole_cards, board) for hole_cards in seats],
                [omaha_low.from_game_or_none(hole_cards, board) for hole_cards in seats],
            )
            for seats, board in given
        ]

    def shares(results: list[tuple[list[Any], list[Any]]]) -> Answers:
        highs = np.array([high_places(seats) for seats, _ in results])
        return pot_shares(highs, np.array([low_places(seats) for _, seats in results]))

    array = (Call(name, "from_game(cards[array])", same, from_array, high_places, 300),)
    parsed = (Call(name, "from_game(cards)", to_objects, each(high_hand.from_game), high_places, 300),)
    hi_lo = (Call(name, "from_game, high and low", split, both, shares, 20),)
    low = Call(name, "from_game_or_none(cards)", to_objects, each(low_hand.from_game_or_none), low_places, 200)
    return {
        "five": array,
        "seven": array,
        "seven ready": parsed,
        "parsed": parsed,
        "text": (Call(name, "from_game(text)", card_texts, each(high_hand.from_game), high_places, 300),),
        "omaha": (Call(name, "from_game(hole_cards, board)", split, omaha_highs, high_places, 50),),
        "low": (low,),
        "hi-lo heads-up": hi_lo,
        "hi-lo six seats": hi_lo,
        **_pokerkit_settlements(module, to_objects),
        **pokerkit_hands(),
    }


def _pokerkit_settlements(
    module: Any, to_objects: Callable[[CardArray], list[list[Any]]]
) -> dict[str, tuple[Call, ...]]:
    """Play hands in which everybody is all-in with the ante, so that only the settlement is left to do.

    Antes of different sizes make side pots only in a state that trims them; without trimming all is one pot.
    """
    steps = module.Automation
    automations = (
        steps.ANTE_POSTING,
        steps.BET_COLLECTION,
        steps.BLIND_OR_STRADDLE_POSTING,
        steps.HOLE_CARDS_SHOWING_OR_MUCKING,
        steps.HAND_KILLING,
        steps.CHIPS_PUSHING,
        steps.CHIPS_PULLING,
    )

    def prepare(tables: Tables) -> list[tuple[list[int], list[list[Any]], list[Any]]]:
        count, seats, hole_count = tables.hole_cards.shape
        hole_cards = to_objects(tables.hole_cards.reshape(count * seats, hole_count))
        shown = [hole_cards[at : at + seats] for at in range(0, count * seats, seats)]
        return list(zip(tables.contributions.tolist(), shown, to_objects(tables.board), strict=True))

    def settle(create: Callable[..., Any], chips: list[int], shown: list[list[Any]], board: list[Any]) -> Any:
        state = create(chips)
        for hole_cards in shown:
            state.deal_hole(hole_cards)
        for street in (board[:3], board[3:4], board[4:]):
            state.burn_card("??")
            state.deal_board(street)
        return state

    def holdem(chips: list[int]) -> Any:
        create = module.NoLimitTexasHoldem.create_state
        return create(automations, True, chips, (0, 0), 2, chips, len(chips))

    def omaha8(chips: list[int]) -> Any:
        create = module.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state
        return create(automations, True, chips, (0, 0), 2, 4, chips, len(chips))

    def stacks(states: list[Any]) -> Answers:
        return np.array([state.stacks for state in states], dtype=np.int64)

    def calls(create: Callable[..., Any], sample: int) -> tuple[Call, ...]:
        def run(given: list[tuple[list[int], list[list[Any]], list[Any]]]) -> list[Any]:
            return list(starmap(partial(settle, create), given))

        return (Call("pokerkit", "State, all-in with the ante", prepare, run, stacks, sample),)

    return {"settle holdem": calls(holdem, 20), "settle omaha8": calls(omaha8, 5)}


RIVALS: dict[str, Callable[[], dict[str, tuple[Call, ...]]]] = {
    "phevaluator": phevaluator,
    "pokerfast": pokerfast,
    "pkrbot": pkrbot,
    "eval7": eval7,
    "treys": treys,
    "poker-equity": poker_equity,
    "pokerkit": pokerkit,
}
