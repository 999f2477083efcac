"""Hands played from a script: cards by seat, actions in the words of the rule cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pokereval.cards import parse_cards
from pokereval.games import Game, Hand


def deal_all(hand: Hand, holes: Mapping[int, list[int]], board: list[int], others: list[int]) -> None:
    """Bring every card the hand waits for: those named, else any of the others."""
    while (wait := hand.waits_for) is not None and wait.kind in ("burn", "cards", "board"):
        if wait.kind == "burn":
            hand.burn()
            continue
        source = board if wait.kind == "board" else holes.get(-1 if wait.seat is None else wait.seat, [])
        hand.deal((source.pop(0) if source else others.pop(0),))


def play(
    game: Game,
    stacks: Sequence[int | None],
    actions: str = "",
    *,
    button: int = -1,
    holes: Mapping[str, str] | None = None,
    board: str = "",
    **start: Any,
) -> Hand:
    """Play a hand from a script such as ``"P3 raise_to 8, P4 call, P1 fold"``; P1 is seat 0.

    The button is the last seat unless another is given. Cards that are not named are any others.
    """
    hand = game.start(stacks, button % len(stacks), wait_for_cards=True, **start)
    known = {int(name[1:]) - 1: list(parse_cards(cards)) for name, cards in (holes or {}).items()}
    cards = list(parse_cards(board))
    named = {card for hole in known.values() for card in hole} | set(cards)
    others = [
        card * 23 % 52 for card in range(52) if card * 23 % 52 not in named and card * 23 % 52 in game.deck
    ]
    deal_all(hand, known, cards, others)
    for action in filter(None, (part.strip() for part in actions.split(","))):
        who, what, *amount = action.split()
        assert hand.actor == int(who[1:]) - 1, f"{action}: seat {hand.actor} (from 0) is to act"
        getattr(hand, what)(*map(int, amount))
        deal_all(hand, known, cards, others)
    return hand


def passively(hand: Hand) -> Hand:
    """Check and call to the end, paying the bring-in when it is due."""
    while hand.actor is not None:
        if hand.owes_bring_in:
            hand.bring_in()
        elif hand.to_call:
            hand.call()
        else:
            hand.check()
    return hand
