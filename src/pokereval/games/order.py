"""Who acts first on each street, and who pays the bring-in (rules 20, 22, 38, 40, 41; decision 12)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokereval.games.hand import Hand

__all__ = ["best_board_seat", "bring_in_seat", "first_active", "up_cards"]

Cards = tuple[int, ...]


def up_cards(hole_cards: Cards) -> Cards:
    """Return the cards of a stud hand that show: the third to the sixth."""
    return hole_cards[2:6]


def first_active(hand: Hand, seat: int) -> int:
    """Return the first seat that can bet, from `seat` on clockwise."""
    active, count = hand.active, len(hand.stacks)
    while not active >> seat & 1:
        seat = (seat + 1) % count
    return seat


def bring_in_seat(hand: Hand) -> int:
    """Return the seat with the lowest up-card; ids run by rank, then ♣♦♥♠, so the lowest id brings in.

    In razz the ace is low and the highest card brings in, the highest suit of equal ranks.
    """
    live = [seat for seat in hand.seating.order if hand.live >> seat & 1]
    if hand.game.low_opens:
        return max(live, key=lambda seat: (hand.hole_cards[seat][2] + 4) % 52)
    return min(live, key=lambda seat: hand.hole_cards[seat][2])


def best_board_seat(hand: Hand) -> int:
    """Return the live seat with the best cards showing; of equal boards the first left of the dealer, or by suit.

    Only pairs, trips and high cards count: straights and flushes need five cards. In razz the lowest board is best.
    """
    low = hand.game.low_opens
    by_suit = hand.game.options.best_board_tie == "suit"
    best_seat = -1
    best: tuple[Cards, Cards, int] | None = None
    for seat in hand.seating.order:
        if hand.live >> seat & 1:
            up = up_cards(hand.hole_cards[seat])
            counts, ranks = board_value(tuple(sorted([card >> 2 for card in up])), ace_low=low)
            suit = max(up, key=lambda card: (card + 4) % 52 if low else card) & 3 if by_suit else 0
            value = (counts, ranks, suit)
            if best is None or (value < best if low else value > best):
                best_seat, best = seat, value
    return best_seat


@lru_cache(maxsize=8192)
def board_value(card_ranks: Cards, *, ace_low: bool) -> tuple[Cards, Cards]:
    """Return what orders boards of equally many cards: first the pairs and trips, then the ranks.

    Examples
    --------
    Two pair beat a pair of aces.

    >>> board_value((0, 0, 7, 7), ace_low=False) > board_value((1, 8, 12, 12), ace_low=False)
    True
    """
    if ace_low:
        card_ranks = tuple([(rank + 1) % 13 for rank in card_ranks])
    groups = sorted([(card_ranks.count(rank), rank) for rank in set(card_ranks)], reverse=True)
    return tuple([count for count, _ in groups]), tuple([rank for _, rank in groups])
