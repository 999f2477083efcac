"""Opening each round of betting: what has to be matched, who acts first, and in stud who brings in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokereval.cards import NO_CARD
from pokereval.errors import IllegalActionError
from pokereval.games.betting import needs_action
from pokereval.games.checks import seat_number
from pokereval.games.legal import what_is_legal
from pokereval.games.order import best_board_seat, bring_in_seat, first_active, up_cards

if TYPE_CHECKING:
    from pokereval.games.hand import Hand

__all__ = ["open_betting", "open_with"]


def open_betting(hand: Hand) -> bool:
    """Begin the round of a street that has been dealt; False when nobody has to act on it."""
    game = hand.game
    limit = game.limit
    hand.acted = hand.double_bet = 0
    hand.capped = False
    hand.aggressor = None
    if limit.is_fixed:
        hand.bet_size = limit.size_on(game.streets[hand.street].is_big)
    if hand.street:
        hand.current_bet = hand.level = hand.raises = 0
        hand.full_raise = limit.min_bet
    if game.has_up_cards:
        return open_stud_round(hand)
    if hand.street:
        if hand.active_count < 2:
            return False
        active = hand.active
        for seat in hand.seating.order:
            if active >> seat & 1:
                hand.actor = seat
                break
    elif "bomb_pot" in hand.setup:
        return False
    elif not needs_action(hand):
        hand.end_forced_round()
        return False
    else:
        assert hand.opener is not None
        hand.actor = first_active(hand, (hand.opener + 1) % len(hand.stacks))
    hand.to_act = hand.active_count
    return True


def open_stud_round(hand: Hand) -> bool:
    """Find who acts first by the cards showing; where one of them is unseen the hand waits to be told."""
    live = hand.live_seats
    if any(NO_CARD in up_cards(hand.hole_cards[seat]) for seat in live):
        if hand.active_count > 1:
            hand.plan = [("opener", None, False)]
            return True
        hand.opener = live[0]
        return False
    hand.opener = best_board_seat(hand) if hand.street else bring_in_seat(hand)
    if hand.active_count < 2:
        return False
    begin_stud_round(hand, hand.opener)
    return True


def begin_stud_round(hand: Hand, seat: int) -> None:
    """Give the turn to the seat that opens; if it is all-in, to the first seat on its left that can bet.

    On third street a seat with the lowest card owes the bring-in. If it has no chips left, the next seat may call the
    bring-in, complete or fold.
    """
    hand.opener = seat
    if not hand.street:
        hand.current_bet = hand.game.bring_in
        hand.is_uncompleted = True
        hand.owes_bring_in = bool(hand.active >> seat & 1)
    elif hand.street == 1:
        note_open_pairs(hand)
    hand.to_act = hand.active_count
    hand.actor = first_active(hand, seat)


def open_with(hand: Hand, seat: int) -> None:
    """Open a stud round with a seat that is known from elsewhere; see `Hand.open_with`."""
    if not hand.plan or hand.plan[0][0] != "opener":
        raise IllegalActionError(f"expected no seat to be named now: {what_is_legal(hand)}")
    if not hand.live >> seat_number(seat, len(hand.stacks), "the seat that opens") & 1:
        raise IllegalActionError(f"expected a live seat to open, got seat {seat + 1}")
    hand.plan = []
    hand.events.append(("opener", seat))
    begin_stud_round(hand, seat)


def note_open_pairs(hand: Hand) -> None:
    """On fourth street note who may bet big: decision 13."""
    rule = hand.game.options.open_pair
    if rule == "off" or hand.game.low is not None or hand.game.low_opens:
        return
    for seat in hand.live_seats:
        door, fourth = hand.hole_cards[seat][2:4]
        if door >> 2 == fourth >> 2 and door != NO_CARD:
            hand.double_bet |= hand.live if rule == "any" else 1 << seat
