"""Whole hands of six seats: the same shuffled decks and the same script of actions for every engine.

Every action goes through an engine's public, checking calls. Final stacks are compared; the chips in every pot
split without an odd one, because engines place odd chips by different house rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import starmap
from typing import Any

import numpy as np

from pokereval.games import Game, Holdem, Omaha, Stud

from .contest import Answers, Call, Question, different_chips
from .deals import CARD_NAMES, CardArray, deal_cards
from .encodings import tuples_of

SEATS = 6
BUTTON = 5
STACK = 24_000
BLINDS = (60, 120)
BETS = (120, 240)
ANTE = BRING_IN = 60

Script = tuple[tuple[str, int], ...]

CHECKED_DOWN: Script = (*[("call", 0)] * 5, *[("check", 0)] * 19)
SCRIPTED: Script = (
    *[("raise_to", 360), ("fold", 0), ("call", 0), ("fold", 0), ("call", 0), ("call", 0)],
    *[("check", 0), ("check", 0), ("bet", 600), ("call", 0), ("fold", 0), ("call", 0)],
    *[("check", 0), ("bet", 1200), ("call", 0), ("call", 0)],
    *[("check", 0), ("check", 0), ("check", 0)],
)


def _follow(game: Game, script: Script, decks: list[tuple[int, ...]]) -> list[list[int]]:
    """Play hands from a script of actions."""
    stacks = [STACK] * SEATS
    stacks_after = []
    for deck in decks:
        hand = game.start(stacks, BUTTON, deck=deck)
        for action, amount in script:
            if amount:
                getattr(hand, action)(amount)
            else:
                getattr(hand, action)()
        stacks_after.append(hand.stacks)
    return stacks_after


def _check_down(game: Game, decks: list[tuple[int, ...]]) -> list[list[int]]:
    """Play stud hands in which everybody calls the bring-in and checks; who acts depends on the cards."""
    stacks = [STACK] * SEATS
    stacks_after = []
    for deck in decks:
        hand = game.start(stacks, BUTTON, deck=deck)
        hand.bring_in()
        for _ in range(SEATS - 1):
            hand.call()
        for _ in range(4 * SEATS):
            hand.check()
        stacks_after.append(hand.stacks)
    return stacks_after


def _stacks(stacks_after: list[Any]) -> Answers:
    return np.array(stacks_after, dtype=np.int64)


def _question(key: str, title: str, words: str, run: Callable[[Any], Any], aim_rate: float, **aims: float) -> Question:
    ours = Call("pokereval", words, tuples_of, run, _stacks, 2_000)
    deal = partial(deal_cards, width=52)
    return Question(key, title, deal, ours, different_chips, aim_rate=aim_rate, aims=aims)


_NO_LIMIT = Holdem(limit="no", blinds=BLINDS)
_OMAHA8 = Omaha(limit="pot", blinds=BLINDS, low=True)
_STUD = Stud(bets=BETS, ante=ANTE, bring_in=BRING_IN)

HAND_QUESTIONS: tuple[Question, ...] = (
    _question(
        "hands scripted",
        "NL hold'em hands, 6 seats, to showdown",
        "start(), actions",
        partial(_follow, _NO_LIMIT, SCRIPTED),
        10_000,
    ),
    _question(
        "hands checked down",
        "NL hold'em hands, 6 seats, checked down",
        "start(), actions",
        partial(_follow, _NO_LIMIT, CHECKED_DOWN),
        12_000,
    ),
    _question(
        "hands omaha8",
        "PL Omaha-8 hands, 6 seats, to showdown",
        "start(), actions",
        partial(_follow, _OMAHA8, SCRIPTED),
        7_000,
    ),
    _question(
        "hands stud",
        "stud hands, 6 seats, checked down",
        "start(), actions",
        partial(_check_down, _STUD),
        5_000,
    ),
)


# -- rivals ----------------------------------------------------------------------------------------------------------


def pokerkit_hands() -> dict[str, tuple[Call, ...]]:
    """Adapt pokerkit's states; cards are given to it as objects, in dealing order, burns included."""
    module = import_module("pokerkit")
    every = tuple(module.Card.parse("".join(CARD_NAMES)))
    kinds = module.Automation
    automations = tuple(
        kind for kind in kinds if kind not in (kinds.CARD_BURNING, kinds.HOLE_DEALING, kinds.BOARD_DEALING)
    )

    def decks(cards: CardArray) -> list[Any]:
        return [[every[card] for card in row] for row in cards.tolist()]

    def holdem() -> Any:
        create = module.NoLimitTexasHoldem.create_state
        return create(automations, True, 0, BLINDS, BLINDS[1], STACK, SEATS)

    def omaha8() -> Any:
        create = module.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state  # pot limit in truth
        return create(automations, True, 0, BLINDS, BLINDS[1], BLINDS[1], STACK, SEATS)

    def stud() -> Any:
        create = module.FixedLimitSevenCardStud.create_state
        return create(automations, True, ANTE, BRING_IN, *BETS, STACK, SEATS)

    def deal(state: Any, deck: Any) -> None:
        while state.actor_index is None and state.status:
            if state.can_burn_card():
                state.burn_card((next(deck),))
            elif state.can_deal_board():
                state.deal_board(tuple(next(deck) for _ in range(3 if not any(state.board_cards) else 1)))
            else:
                state.deal_hole((next(deck),))

    def follow(create: Callable[[], Any], script: Script, cards: list[Any]) -> Any:
        state, deck = create(), iter(cards)
        deal(state, deck)
        for action, amount in script:
            if amount:
                state.complete_bet_or_raise_to(amount)
            elif action == "fold":
                state.fold()
            else:
                state.check_or_call()
            deal(state, deck)
        return list(state.stacks)

    def check_down(cards: list[Any]) -> Any:
        state, deck = stud(), iter(cards)
        deal(state, deck)
        state.post_bring_in()
        while state.actor_index is not None:
            state.check_or_call()
            deal(state, deck)
        return list(state.stacks)

    def calls(run: Callable[[Any], Any], sample: int) -> tuple[Call, ...]:
        return (Call("pokerkit", "State, actions", decks, lambda given: list(map(run, given)), _stacks, sample),)

    return {
        "hands scripted": calls(partial(follow, holdem, SCRIPTED), 30),
        "hands checked down": calls(partial(follow, holdem, CHECKED_DOWN), 30),
        "hands omaha8": calls(partial(follow, omaha8, SCRIPTED), 15),
        "hands stud": calls(check_down, 15),
    }


def pokerfast_hands() -> dict[str, tuple[Call, ...]]:
    """Adapt pokerfast's engine, which plays no-limit hold'em only; it takes hole cards and a board, and no deck."""
    engine = import_module("pokerfast.engine")

    def cards_of(cards: CardArray) -> list[tuple[list[str], list[str]]]:
        dealt = []
        for row in cards.tolist():
            names = [CARD_NAMES[card] for card in row]
            holes = [names[seat] + names[seat + SEATS] for seat in range(SEATS)]
            dealt.append((holes, [*names[13:16], names[17], names[19]]))
        return dealt

    def play(script: Script, holes: list[str], board: list[str]) -> Any:
        hand = engine.FastHand.for_cards([STACK] * SEATS, holes, board, *BLINDS)
        for action, amount in script:
            if amount:
                hand.bet_or_raise(amount)
            else:
                getattr(hand, action)()
        return [STACK + won for won in hand.state.payoffs]

    def calls(script: Script) -> tuple[Call, ...]:
        def run(given: list[tuple[list[str], list[str]]]) -> list[Any]:
            return list(starmap(partial(play, script), given))

        return (Call("pokerfast", "FastHand, actions", cards_of, run, _stacks, 500),)

    return {"hands scripted": calls(SCRIPTED), "hands checked down": calls(CHECKED_DOWN)}
