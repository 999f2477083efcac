"""Forced bets: antes, blinds, posts, straddles and bomb pots, before a card is dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokereval.games.hand import Hand

__all__ = ["post_forced_bets"]


def post_forced_bets(hand: Hand) -> None:
    """Take the forced bets of a hand and set what its first round has to match.

    Antes of every seat are contributions like bets; a big-blind ante, a button ante and dead posts are dead money
    of the main pot. Blinds, live posts and straddles are bets of the first street. A seat that cannot pay goes in
    for what it has; what others call and raise is still counted from the full blind (decision 15).
    """
    game, setup = hand.game, hand.setup
    if "bomb_pot" in setup:
        for seat in hand.seating.order:
            hand.put_in(seat, setup["bomb_pot"], "ante")
        return
    if game.ante:
        for seat in hand.seating.order:
            hand.put_in(seat, game.ante, "ante")
    if game.has_up_cards:
        return
    small_seat = setup.get("small_blind_seat", hand.seating.small_blind)
    big_seat = setup.get("big_blind_seat", hand.seating.big_blind)
    if game.button_blind:
        small_seat, big_seat = None, hand.seating.order[-1]
    small, big = game.blinds
    bets = hand.bets
    if game.big_blind_ante and game.options.ante_first:
        put_dead(hand, big_seat, game.big_blind_ante, "ante")
    if game.button_ante:
        put_dead(hand, hand.seating.order[-1], game.button_ante, "ante")
    for seat, amount in setup.get("dead_posts", ()):
        put_dead(hand, seat, amount, "dead_post")
    if small_seat is not None and small:
        bets[small_seat] = hand.put_in(small_seat, small, "small_blind")
    bets[big_seat] = hand.put_in(big_seat, big, "big_blind")
    if game.big_blind_ante and not game.options.ante_first:
        put_dead(hand, big_seat, game.big_blind_ante, "ante")
    current = big
    raises = 1  # rule 26: the big blind is the first bet
    for seat, amount in setup.get("live_posts", ()):
        bets[seat] += hand.put_in(seat, amount, "post")
        current = max(current, bets[seat])
    last_seat = big_seat
    for seat, amount in setup.get("straddles", ()):
        bets[seat] += hand.put_in(seat, amount - bets[seat], "straddle")
        current = max(current, amount)
        raises += 1
        last_seat = seat
    hand.opener = last_seat  # the seat left of it acts first (rule 20)
    hand.current_bet = hand.level = current
    hand.full_raise = max(current, game.limit.min_bet)
    hand.raises = raises


def put_dead(hand: Hand, seat: int, amount: int, kind: str) -> None:
    """Take dead money from a seat: it is in the main pot and counts for no bet."""
    paid = hand.put_in(seat, amount, kind)
    if hand.dead is None:
        hand.dead = [0] * len(hand.stacks)
    hand.dead[seat] += paid
