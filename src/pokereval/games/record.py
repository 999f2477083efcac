"""The record of a hand: following its events to rebuild it, and copying it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pokereval.cards import NO_CARD
from pokereval.errors import GameError

if TYPE_CHECKING:
    from pokereval.games.hand import Hand

__all__ = ["copy_state", "follow"]

Event = Sequence[Any]

PLAY: dict[str, Callable[[Hand, Event], None]] = {
    "fold": lambda hand, event: hand.fold(),
    "check": lambda hand, event: hand.check(),
    "call": lambda hand, event: hand.call(),
    "bet": lambda hand, event: hand.raise_to(event[2]),
    "raise": lambda hand, event: hand.raise_to(event[2]),
    "complete": lambda hand, event: hand.raise_to(event[2]),
    "bring_in": lambda hand, event: hand.bring_in(),
    "burn": lambda hand, event: hand.burn(None if event[1] == NO_CARD else event[1]),
    "board": lambda hand, event: hand.deal(event[2]),
    "down": lambda hand, event: deal_each(hand, event),
    "up": lambda hand, event: deal_each(hand, event),
    "show": lambda hand, event: show(hand, event),
    "opener": lambda hand, event: hand.open_with(event[1]),
    "muck": lambda hand, event: hand.muck(),
}
"""How each event that is somebody's doing is done again; the others follow from these by themselves."""


def follow(hand: Hand, events: Sequence[Event]) -> None:
    """Play what `hand` has not seen yet of `events`, and compare what comes of it; see `Game.replay`."""
    for place, event in enumerate(events):
        if place >= len(hand.events) and event[0] in PLAY:
            PLAY[event[0]](hand, event)
        if place >= len(hand.events) or hand.events[place] != plain(event):
            got = hand.events[place] if place < len(hand.events) else None
            raise GameError(f"expected event {place} to be {tuple(event)!r}, but the hand gives {got!r}")


def plain(event: Event) -> tuple[Any, ...]:
    """Return an event with its lists, as they come from JSON, as tuples."""
    return tuple([tuple(item) if isinstance(item, list) else item for item in event])


def deal_each(hand: Hand, event: Event) -> None:
    """Deal the cards of an event: all to one seat at once, or one by one."""
    seats, cards = event[1], event[2]
    if len(set(seats)) == 1:
        hand.deal(tuple(cards), seat=seats[0])
        return
    for seat, card in zip(seats, cards, strict=True):
        hand.deal((card,), seat=seat)


def show(hand: Hand, event: Event) -> None:
    """Show a hand again, with its cards where nobody had seen them."""
    unseen = NO_CARD in hand.hole_cards[event[1]]
    hand.show(tuple(event[2]) if unseen else None, seat=event[1])


LISTS = ("events", "stacks", "bets", "following", "preceding", "plan", "hole_cards", "boards")
"""Attributes that an action changes in place."""


def copy_state(hand: Hand, twin: Hand, shared: Sequence[str]) -> None:
    """Give `twin` the state of `hand`: its own lists, and everything else shared, which is never changed in place."""
    for name in shared:
        setattr(twin, name, getattr(hand, name))
    for name in LISTS:
        setattr(twin, name, getattr(hand, name)[:])
