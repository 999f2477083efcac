"""A hand told event by event, the way a room's history does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pokereval.games.result import known_cards

if TYPE_CHECKING:
    from pokereval.games.hand import Hand

__all__ = ["story"]

FORCED = {
    "ante": "antes",
    "small_blind": "posts the small blind of",
    "big_blind": "posts the big blind of",
    "post": "posts",
    "dead_post": "posts dead",
    "straddle": "straddles for",
    "bring_in": "brings in for",
    "call": "calls",
}
TO = {"bet": "bets", "raise": "raises to", "complete": "completes to"}


def story(hand: Hand) -> str:
    """Return everything that happened in a hand so far, one sentence a line.

    Examples
    --------
    >>> from pokereval.games import Holdem
    >>> hand = Holdem(limit="no", blinds=(1, 2)).start([100, 100], button=0, seed=1)
    >>> hand.fold()
    >>> print(story(hand))
    Seat 1 posts the small blind of 1.
    Seat 2 posts the big blind of 2.
    Seat 2 is dealt Ks 8s.
    Seat 1 is dealt Th 2s.
    Seat 1 folds.
    1 goes back to seat 2.
    Seat 2 wins 2.
    """
    return "\n".join(lines(hand))


def lines(hand: Hand) -> Iterator[str]:
    """Yield the lines of `story`."""
    held: dict[int, tuple[int, ...]] = {}
    chips = list(hand.setup["stacks"])
    bets = [0] * len(chips)
    boards: list[tuple[int, ...]] = [()] * len(hand.boards)
    for event in hand.events:
        kind = event[0]
        if kind in ("burn", "up") or (hand.game.has_up_cards and kind in ("down", "board")):
            bets = [0] * len(chips)  # a new street
        if kind in FORCED or kind in TO:
            seat, amount = event[1], event[2]
            moved = amount - bets[seat] if kind in TO else amount
            if kind not in ("ante", "dead_post"):
                bets[seat] += moved
            chips[seat] -= moved
            yield f"Seat {seat + 1} {FORCED.get(kind) or TO[kind]} {amount}{'' if chips[seat] else ', all-in'}."
        elif kind in ("fold", "check"):
            yield f"Seat {event[1] + 1} {kind}s."
        elif kind in ("down", "up"):
            yield from dealt(event, held)
        elif kind == "board":
            boards[event[1]] += event[2]
            which = f"Board {event[1] + 1}" if len(boards) > 1 else "The board"
            yield f"{which} is {spaced(boards[event[1]])}."
        elif kind == "return":
            chips[event[1]] += event[2]
            yield f"{event[2]} {'goes' if event[2] == 1 else 'go'} back to seat {event[1] + 1}."
        elif kind == "show":
            yield f"Seat {event[1] + 1} shows {spaced(event[2])}."
        elif kind == "muck":
            yield f"Seat {event[1] + 1} mucks."
        elif kind == "rake":
            yield f"The house takes {event[1]}."
        elif kind == "award":
            which = f" from side pot {event[1]}" if event[1] else ""
            yield f"Seat {event[3] + 1} wins {event[4]}{which}."


def dealt(
    event: tuple[str, tuple[int, ...], tuple[int, ...]], held: dict[int, tuple[int, ...]]
) -> Iterator[str]:
    """Yield who is dealt which cards in one round of dealing."""
    kind, seats, cards = event
    for seat in dict.fromkeys(seats):
        given = tuple([card for card, to in zip(cards, seats, strict=True) if to == seat])
        held[seat] = held.get(seat, ()) + given
        shown = " face up" if kind == "up" else ""
        yield f"Seat {seat + 1} is dealt {spaced(given)}{shown}."


def spaced(cards: tuple[int, ...]) -> str:
    """Return cards as text with a space between two."""
    return " ".join(known_cards((card,)) for card in cards)
