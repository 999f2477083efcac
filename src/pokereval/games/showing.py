"""The end of a hand: uncalled chips, the order of showing, mucks, and the award of every pot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pokereval.cards import NO_CARD, CardsLike
from pokereval.errors import CardCountError, DuplicateCardError, GameError, IllegalActionError
from pokereval.games.checks import seat_number, whole_chips
from pokereval.games.legal import what_is_legal
from pokereval.pots import Pot, award_pots, build_pots

if TYPE_CHECKING:
    from pokereval.games.hand import Hand

__all__ = [
    "award_uncontested",
    "begin_showdown",
    "contributions",
    "live_pots",
    "muck_hand",
    "return_uncalled",
    "show_hand",
]

Cards = tuple[int, ...]


def live_pots(hand: Hand) -> tuple[Pot, ...]:
    """Return the pots of the chips in the middle; the part of a bet that nobody has matched is in none."""
    if hand.pots_made is not None:
        return hand.pots_made
    return layered_pots(hand)[0]


def contributions(hand: Hand) -> Cards:
    """Return the chips of each seat that are in the pots: see `Hand.contributions`."""
    chips = [start - stack for start, stack in zip(hand.setup["stacks"], hand.stacks, strict=True)]
    for payouts in [pot.payouts for board in hand.awarded for pot in board]:
        chips = [put + won for put, won in zip(chips, payouts, strict=True)]
    if hand.dead:
        chips = [put - dead for put, dead in zip(chips, hand.dead, strict=True)]
    return tuple(chips)


def layered_pots(hand: Hand) -> tuple[tuple[Pot, ...], tuple[int, ...]]:
    """Return pots and unmatched chips, in layers of what each seat has put in (rules 33-35)."""
    live = [bool(hand.live >> seat & 1) for seat in range(len(hand.stacks))]
    dead = sum(hand.dead) if hand.dead else 0
    return build_pots(contributions(hand), live, dead=dead, check=False)


def return_uncalled(hand: Hand) -> None:
    """Fix the pots once no more betting is possible, and give back what nobody called."""
    if hand.pots_made is not None:
        return
    pots, returned = layered_pots(hand)
    hand.pots_made = pots
    hand.returned = list(returned)
    for seat, amount in enumerate(returned):
        if amount:
            hand.stacks[seat] += amount
            hand.pot -= amount
            hand.events.append(("return", seat, amount))


def award_uncontested(hand: Hand) -> None:
    """Give everything to the last live seat, which shows nothing (rules 24 and 44)."""
    hand.actor = None
    hand.plan = []
    hand.collect_bets()
    return_uncalled(hand)
    award(hand, [[0] * len(hand.stacks)] * len(hand.boards), None)


# -- showdown --------------------------------------------------------------------------------------------------------


def begin_showdown(hand: Hand) -> None:
    """Rank the live hands and show them in order."""
    if hand.active_count == hand.live_count:  # nobody is all-in: one pot, all of it called
        hand.pots_made = (Pot(hand.pot, tuple(sorted(hand.live_seats))),)
    else:
        return_uncalled(hand)
    order = showdown_order(hand)
    seats = [seat for seat in order if NO_CARD not in hand.hole_cards[seat]]
    high = rank_seats(hand, seats, "high")
    low = rank_seats(hand, seats, "low") if hand.game.low is not None else None
    hand.ranks = (high, low)
    hand.to_show = order
    go_on_showing(hand)


def rank_seats(hand: Hand, seats: Sequence[int], half: str) -> list[list[int]]:
    """Return the ranks of some seats on each board, by seat; 0 for the others."""
    evaluator = hand.game.high if half == "high" else hand.game.low
    assert evaluator is not None
    holes = [hand.hole_cards[seat] for seat in seats]
    by_board = []
    for board in hand.boards:
        ranks = [0] * len(hand.stacks)
        for seat, rank in zip(seats, evaluator.rank(holes, board), strict=True):
            ranks[seat] = rank
        by_board.append(ranks)
    return by_board


def showdown_order(hand: Hand) -> Cards:
    """Return the live seats in the order they show.

    The last seat to bet on the last street is first, without such a bet the first live seat left of the button
    (rule 43), in stud the best board (TDA 17). Seats that play for a side pot show before the others (decision 21).
    """
    first = hand.aggressor
    if first is None and hand.game.options.showdown == "any_street":
        first = hand.last_aggressor
    if first is None:
        first = hand.opener if hand.game.has_up_cards else hand.seating.order[0]
    assert first is not None
    order = hand.live_seats
    pots = hand.pots_made
    assert pots is not None
    if len(pots) == 1 and first in order:
        place = order.index(first)
        return order[place:] + order[:place]
    clockwise = sorted(order, key=lambda seat: (seat - first) % len(hand.stacks))
    if len(pots) > 1:
        clockwise.sort(key=lambda seat: -sum(seat in pot.eligible for pot in pots))
    return tuple(clockwise)


def go_on_showing(hand: Hand) -> None:
    """Reveal each hand that beats or ties what has been shown, muck or ask the others, and award at the end.

    A hand stays hidden only if on every board and in every pot it plays for a shown hand beats its high, and in
    hi-lo its low too (rules 44 and 46).
    """
    rule = hand.game.options.muck
    if rule == "auto" and hand.game.low is None and not hand.shown and is_plain(hand):
        show_in_one_go(hand)
    while hand.to_show:
        seat = hand.to_show[0]
        if hand.live_count == 1:  # the others mucked hands that nobody has seen
            hand.to_show = ()
            break
        if hand.shown >> seat & 1:  # since the all-in
            hand.to_show = hand.to_show[1:]
            continue
        if NO_CARD in hand.hole_cards[seat]:
            return
        if rule != "never" and is_beaten(hand, seat):
            if rule == "ask":
                return
            hand.events.append(("muck", seat))
        else:
            hand.shown |= 1 << seat
            hand.events.append(("show", seat, hand.hole_cards[seat]))
        hand.to_show = hand.to_show[1:]
    award(hand, *hand.ranks)


def is_plain(hand: Hand) -> bool:
    """Tell whether all hands are known and play for one pot on one board, as nearly always."""
    pots = hand.pots_made
    return (
        pots is not None
        and len(pots) == len(hand.boards) == 1
        and 0 not in [hand.ranks[0][0][seat] for seat in hand.to_show]
    )


def show_in_one_go(hand: Hand) -> None:
    """Do what `go_on_showing` does for a plain hand without a low: who beats or ties the best so far shows."""
    ranks, cards, events, best = hand.ranks[0][0], hand.hole_cards, hand.events, 0
    for seat in hand.to_show:
        if ranks[seat] >= best:
            best = ranks[seat]
            hand.shown |= 1 << seat
            events.append(("show", seat, cards[seat]))
        else:
            events.append(("muck", seat))
    hand.to_show = ()


def is_beaten(hand: Hand, seat: int) -> bool:
    """Tell whether hands already shown beat this one everywhere."""
    shown = hand.shown
    if not shown:
        return False
    high, low = hand.ranks
    assert hand.pots_made is not None
    for pot in hand.pots_made:
        if seat in pot.eligible:
            against = [other for other in pot.eligible if shown >> other & 1]
            for board, ranks in enumerate(high):
                if not any(ranks[other] > ranks[seat] for other in against):
                    return False
                if low is not None and (mine := low[board][seat]):
                    lows = low[board]
                    if not any(lows[other] > mine for other in against):
                        return False
    return True


def show_hand(hand: Hand, cards: CardsLike | None, seat: int | None) -> None:
    """Show a hand; see `Hand.show`."""
    betting_is_open = hand.actor is not None or (hand.active_count > 1 and not hand.to_show)
    if betting_is_open or hand.is_over or (seat is None and not hand.to_show):
        raise IllegalActionError(f"expected no hand to be shown now: {what_is_legal(hand)}")
    if seat is None:
        seat = hand.to_show[0]
    elif not hand.live >> seat_number(seat, len(hand.stacks), "the hand shown") & 1 or hand.shown >> seat & 1:
        raise IllegalActionError(f"expected a live hand that is not shown yet, got seat {seat + 1}")
    elif hand.to_show and seat != hand.to_show[0]:
        raise IllegalActionError(f"expected no hand of seat {seat + 1} now: {what_is_legal(hand)}")
    if cards is not None:
        reveal(hand, seat, cards)
    elif NO_CARD in hand.hole_cards[seat]:
        raise CardCountError(f"expected the cards that seat {seat + 1} shows, because they were dealt unseen")
    hand.shown |= 1 << seat
    hand.events.append(("show", seat, hand.hole_cards[seat]))
    if hand.to_show:
        hand.to_show = hand.to_show[1:]
        go_on_showing(hand)


def reveal(hand: Hand, seat: int, cards: CardsLike) -> None:
    """Put the cards a seat shows in place of those nobody had seen."""
    from pokereval.games.dealing import parse_known, take

    shown = parse_known(hand, cards)
    known = hand.hole_cards[seat]
    if len(shown) != len(known) or NO_CARD in shown:
        raise CardCountError(f"expected all {len(known)} cards of seat {seat + 1}, got {len(shown)}")
    if not set(known) - {NO_CARD} <= set(shown):
        raise DuplicateCardError(f"expected the known cards of seat {seat + 1} among those it shows")
    new = [card for card in shown if card not in known]
    take(hand, tuple(new))
    hand.hole_cards[seat] = tuple([new.pop(0) if card == NO_CARD else card for card in known])
    if hand.to_show:
        ranked = []
        for half, ranks in zip(("high", "low"), hand.ranks, strict=True):
            fresh = rank_seats(hand, [seat], half) if ranks is not None else ()
            ranked.append(
                [
                    [*old[:seat], new[seat], *old[seat + 1 :]]
                    for old, new in zip(ranks or (), fresh, strict=True)
                ]
            )
        hand.ranks = (ranked[0], ranked[1] if hand.game.low is not None else None)


def muck_hand(hand: Hand) -> None:
    """Muck a beaten hand, or one that nobody has seen; see `Hand.muck`."""
    if not hand.to_show:
        raise IllegalActionError(f"expected no muck now: {what_is_legal(hand)}")
    seat = hand.to_show[0]
    if NO_CARD in hand.hole_cards[seat]:
        assert hand.pots_made is not None
        for pot in hand.pots_made:
            if seat in pot.eligible and not any(
                hand.live >> other & 1 for other in pot.eligible if other != seat
            ):
                raise IllegalActionError(
                    f"expected seat {seat + 1} to show: nobody else is left in one of its pots"
                )
        hand.live ^= 1 << seat
        hand.live_count -= 1
    elif not is_beaten(hand, seat):
        raise IllegalActionError(f"expected seat {seat + 1} to show: only beaten hands are mucked")
    hand.events.append(("muck", seat))
    hand.to_show = hand.to_show[1:]
    go_on_showing(hand)


# -- award -----------------------------------------------------------------------------------------------------------


def award(hand: Hand, high: list[list[int]], low: list[list[int]] | None) -> None:
    """Push every pot to its winners, board by board, after the rake."""
    assert hand.pots_made is not None
    pots = hand.pots_made
    options = hand.game.options
    if options.rake is not None:
        pots = raked(hand, pots)
    if hand.ranks is not None and any(not hand.live >> seat & 1 for pot in pots for seat in pot.eligible):
        pots = tuple(
            [Pot(pot.amount, tuple([s for s in pot.eligible if hand.live >> s & 1])) for pot in pots]
        )
    events, stacks = hand.events, hand.stacks
    boards = len(hand.boards)
    nothing = [0] * len(stacks)
    awarded = []
    for board in range(boards):
        lows = nothing if low is None else low[board]
        high_order, low_order = odd_chip_orders(hand, board, high[board], lows)
        part = pots if boards == 1 else [Pot(share(pot.amount, board, hand), pot.eligible) for pot in pots]
        won = award_pots(
            part, high[board], lows, high_order=high_order, low_order=low_order, chip=options.chip
        )
        awarded.append(won)
        for number, pot in enumerate(won):
            for seat in pot.eligible:
                chips = pot.high_payouts[seat] + pot.low_payouts[seat]
                if chips:
                    stacks[seat] += chips
                    hand.pot -= chips
                    events.append(("award", number, board, seat, chips))
    hand.awarded = tuple(awarded)
    hand.is_over = True


def share(amount: int, board: int, hand: Hand) -> int:
    """Return one board's part of a pot; the odd chips go to the first boards."""
    chip, boards = hand.game.options.chip, len(hand.boards)
    whole, rest = divmod(amount, chip)
    each, odd = divmod(whole, boards)
    return (each + (board < odd)) * chip + (rest if board == 0 else 0)


def odd_chip_orders(
    hand: Hand, board: int, high: Sequence[int], low: Sequence[int]
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the seats in the order they get odd chips of the high and of the low share.

    From the left of the button (decision 8), or in stud the highest card by suit of the five that play (decision 9).
    """
    rule = hand.game.options.odd_chip
    order = hand.seating.order
    if rule == "button" or (rule == "game" and not hand.game.has_up_cards) or hand.live_count < 2:
        return order, order
    seats = [seat for seat in order if hand.live >> seat & 1]
    if len({high[seat] for seat in seats}) == len(seats) and not any(low):
        return seats, seats  # no tie, no odd chip
    game, cards = hand.game, hand.boards[board]
    ace_low = game.low_opens
    highs = {
        seat: by_suit(game.high.best(hand.hole_cards[seat], cards), ace_low) for seat in seats if high[seat]
    }
    lows = {}
    if game.low is not None:
        lows = {
            seat: by_suit(game.low.best(hand.hole_cards[seat], cards), True) for seat in seats if low[seat]
        }
    return sorted(highs, key=highs.__getitem__, reverse=True), sorted(
        lows, key=lows.__getitem__, reverse=True
    )


def by_suit(cards: Cards, ace_low: bool) -> list[int]:
    """Return the cards from the highest down, equal ranks by suit, as numbers that compare so."""
    return sorted([(card + 4) % 52 if ace_low else card for card in cards], reverse=True)


def raked(hand: Hand, pots: tuple[Pot, ...]) -> tuple[Pot, ...]:
    """Take the rake of the whole hand from its pots, each pot giving its part, before any is split."""
    rake = hand.game.options.rake
    assert rake is not None
    if getattr(rake, "no_flop_no_drop", False) and hand.street < 1:
        return pots
    total = sum(pot.amount for pot in pots)
    taken = whole_chips(rake(total), "the rake")
    if taken > total:
        raise GameError(f"expected a rake of at most the pot of {total}, got {taken}")
    if not taken:
        return pots
    hand.pot -= taken
    hand.events.append(("rake", taken))
    left, before, given = [], 0, 0
    for pot in pots:
        before += pot.amount
        part = taken * before // total - given
        given += part
        left.append(Pot(pot.amount - part, pot.eligible))
    return tuple(left)
