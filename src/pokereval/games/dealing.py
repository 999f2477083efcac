"""Cards of a hand: dealing by itself from a deck, or waiting for each burn and card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokereval.cards import CARD_NAMES, NO_CARD, CardsLike, parse_cards
from pokereval.errors import CardCountError, CardError, DuplicateCardError, IllegalActionError
from pokereval.games.legal import due_steps, what_is_legal
from pokereval.games.opening import open_betting
from pokereval.games.showing import begin_showdown

if TYPE_CHECKING:
    from pokereval.games.game import Street
    from pokereval.games.hand import Hand

__all__ = ["advance", "deal_burn", "deal_cards", "parse_known"]

Cards = tuple[int, ...]


def advance(hand: Hand) -> None:
    """Go on to the next street, and the next, until a seat has to act, a card is awaited, or the hand is shown down."""
    streets = hand.game.streets
    while True:
        hand.street += 1
        if hand.street == len(streets):
            begin_showdown(hand)
            return
        street = streets[hand.street]
        runs = hand.setup.get("boards", 1)
        if runs > 1 and street.board and not street.down and hand.active_count < 2:
            hand.boards = hand.boards * runs
            left = streets[hand.street :]
            hand.street = len(streets) - 1
        else:
            left, runs = (street,), 1
        if hand.deck is None:
            hand.plan = [step for run in range(runs) for one in left for step in plan_street(hand, one, run)]
            return
        for run in range(runs):
            for one in left:
                deal_street(hand, one, run)
        if open_betting(hand):
            return


# -- dealing by itself -----------------------------------------------------------------------------------------------


def deal_street(hand: Hand, street: Street, run: int) -> None:
    """Deal one street from the deck, each round of cards one at a time from the left of the button (rules 18, 19)."""
    deck = hand.deck
    assert deck is not None
    at = hand.next_card
    events = hand.events
    per_seat = street.down + street.up
    order = hand.live_seats if per_seat else ()
    if per_seat and street.burn and len(deck) - at <= len(order) * per_seat:
        deck, at = stretch(hand, len(order) * per_seat)
    elif street.burn:
        events.append(("burn", deck[at]))
        hand.burned += (deck[at],)
        at += 1
    if per_seat:
        seats = len(order)
        if len(deck) - at < per_seat * seats:  # decision 19: one card for everybody
            events.append(("board", run, deck[at : at + 1]))
            hand.boards[run] += deck[at : at + 1]
            hand.next_card = at + 1
            return
        end = at + per_seat * seats
        cards = hand.hole_cards
        for place, seat in enumerate(order, at):
            cards[seat] += deck[place:end:seats]
        middle = at + street.down * seats
        if street.down:
            events.append(("down", order * street.down, deck[at:middle]))
        if street.up:
            events.append(("up", order * street.up, deck[middle:end]))
        at = end
    if street.board:
        end = at + street.board
        hand.boards[run] += deck[at:end]
        events.append(("board", run, deck[at:end]))
        at = end
    hand.next_card = at


def stretch(hand: Hand, needed: int) -> tuple[Cards, int]:
    """Put the burned cards under a deck that is too short for a burn and a card to every seat."""
    deck, at = hand.deck, hand.next_card
    assert deck is not None
    if len(deck) - at < needed <= len(deck) - at + len(hand.burned):
        deck = hand.deck = deck + hand.burned
        hand.burned = ()
    return deck, at


# -- waiting for cards -----------------------------------------------------------------------------------------------


def plan_street(hand: Hand, street: Street, run: int) -> list[tuple[Any, ...]]:
    """Return the steps of a street in a hand that waits for its cards: burn, cards to seats, cards to the board."""
    order = hand.live_seats if street.down or street.up else ()
    plan: list[tuple[Any, ...]] = []
    due = len(order) * (street.down + street.up)
    left = len(hand.game.deck) - sum(map(len, hand.hole_cards)) - len(hand.burned)
    if street.burn and not (due and left <= due):
        plan.append(("burn", None, False))
    elif due and left < due and left + len(hand.burned) < due:
        return [("board", run, True)]  # decision 19
    plan += [("cards", seat, False) for seat in order * street.down]
    plan += [("cards", seat, True) for seat in order * street.up]
    plan += [("board", run, True)] * street.board
    return plan


def deal_burn(hand: Hand, card: CardsLike | None) -> None:
    """Burn a card that was waited for; see `Hand.burn`."""
    if not hand.plan or hand.plan[0][0] != "burn":
        raise IllegalActionError(f"expected no burn now: {what_is_legal(hand)}")
    burned = (NO_CARD,) if card is None else parse_known(hand, card)
    if len(burned) != 1:
        raise CardCountError(f"expected one card to burn, got {len(burned)}")
    take(hand, burned)
    hand.burned += burned
    del hand.plan[0]
    hand.events.append(("burn", burned[0]))


def deal_cards(hand: Hand, cards: CardsLike, seat: int | None) -> None:
    """Deal cards that were waited for; see `Hand.deal`."""
    plan = hand.plan
    if not plan or plan[0][0] in ("burn", "opener"):
        raise IllegalActionError(f"expected no cards now: {what_is_legal(hand)}")
    kind, place, _ = plan[0]
    if seat is not None:
        if kind == "board":
            raise IllegalActionError(f"expected no cards to seat {seat + 1} now: {what_is_legal(hand)}")
        place = seat
    dealt = parse_known(hand, cards)
    if kind == "board" and NO_CARD in dealt:
        raise CardError("expected known cards for the board, got ??")
    steps = due_steps(hand, kind, place)
    if not 1 <= len(dealt) <= len(steps):
        where = f"seat {place + 1}" if kind == "cards" else "the board"
        raise CardCountError(f"expected 1 to {len(steps)} cards for {where} now, got {len(dealt)}")
    steps = steps[: len(dealt)]
    take(hand, dealt)
    if kind == "board":
        hand.boards[place] += dealt
        hand.events.append(("board", place, dealt))
    else:
        hand.hole_cards[place] += dealt
        for face_up in (False, True):
            faced = tuple([card for card, i in zip(dealt, steps, strict=True) if plan[i][2] is face_up])
            if faced:
                hand.events.append(("up" if face_up else "down", (place,) * len(faced), faced))
    hand.plan = [step for i, step in enumerate(plan) if i not in steps]
    if not hand.plan and not open_betting(hand):
        advance(hand)


def take(hand: Hand, cards: Cards) -> None:
    """Note cards as dealt; each can come only once."""
    used = hand.used
    for card in cards:
        if card != NO_CARD:
            if used >> card & 1:
                raise DuplicateCardError(
                    f"expected a card that was not dealt yet, got {CARD_NAMES[card]} again"
                )
            used |= 1 << card
    hand.used = used


def parse_known(hand: Hand, cards: CardsLike) -> Cards:
    """Return ids of cards of the game's deck; ``??`` or 255 is a card that nobody has seen."""
    if isinstance(cards, str) and "??" in cards:
        ids: list[int] = []
        for i, part in enumerate(cards.split("??")):
            ids += [NO_CARD] * (i > 0) + list(parse_cards(part))
        parsed = tuple(ids)
    elif isinstance(cards, tuple | list) and NO_CARD in cards:
        parsed = tuple([NO_CARD if card == NO_CARD else parse_cards(card)[0] for card in cards])
    elif isinstance(cards, int) and cards == NO_CARD:
        parsed = (NO_CARD,)
    else:
        parsed = parse_cards(cards)
    if len(hand.game.deck) != 52:
        for card in parsed:
            if card != NO_CARD and card not in hand.game.deck:
                raise IllegalActionError(
                    f"expected a card of the {hand.game.title} deck, got {CARD_NAMES[card]}"
                )
    return parsed
