"""Chips of one hand: who wins which part of which pot.

This is the page to read when a table argues. A hand is settled in four steps, each of them one function:

1. `build_pots`: what every seat put in becomes a main pot and side pots, each with the seats that can win it, and
   the chips nobody called go back (rules 33 to 35).
2. Ranks are read from the cards: the higher integer wins, zero never wins.
3. `award_pots`: in each pot on its own the best high hand and, in hi-lo, the best low among the seats that can win
   that pot are found (rule 11, decision 11).
4. `split_pot`: one pot becomes halves and shares, to the last odd chip (decisions 8, 9, 10 and 24).

`settle_hand` checks its input once, takes the four steps and gives a `HandSettlement`, whose ``explain()`` tells
the result in sentences. Seats are numbered from 0 in arguments and results, and from 1 in sentences. Rules and
decisions are those of the documentation page on rules and their sources.

Examples
--------
Three seats all-in for 200, 300 and 100: a main pot of 300, a side pot of 200, and 100 that nobody called.

>>> pots, returned = build_pots([200, 300, 100], [True, True, True])
>>> [(pot.amount, pot.eligible) for pot in pots], returned
([(300, (0, 1, 2)), (200, (0, 1))], (0, 100, 0))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pokereval.best import best_hand
from pokereval.cards import CardsLike
from pokereval.errors import RankError, SeatError
from pokereval.evaluate import evaluate, evaluate_low, evaluate_omaha, evaluate_omaha_low
from pokereval.pot_checks import (
    MAX_CHIPS,
    ChipRow,
    LiveRow,
    check_showdown_cards,
    check_winners,
    checked_button,
    checked_cards,
    checked_chips,
    checked_dead,
    checked_live,
    checked_uncalled,
    whole_chips,
)
from pokereval.settled import AwardedPot, HandSettlement, Pot
from pokereval.variants import ShowdownGame, showdown_game

__all__ = [
    "MAX_CHIPS",
    "AwardedPot",
    "HandSettlement",
    "Pot",
    "award_pots",
    "build_pots",
    "settle_hand",
    "split_pot",
]

Uncalled: TypeAlias = Literal["included", "returned"]


def build_pots(
    contributions: ChipRow,
    live: LiveRow,
    *,
    dead: int | ChipRow = 0,
    uncalled: Uncalled = "included",
    check: bool = True,
) -> tuple[tuple[Pot, ...], tuple[int, ...]]:
    """Turn what every seat put in into a main pot, side pots and uncalled chips.

    The pots are layers. Each amount that some live seat put in is a level; what lies between two neighbouring
    levels is one pot, and the seats that reached the upper one can win it. A folded seat's chips stay in every
    layer they reached, and what it put in above the highest live level joins the last pot.

    Parameters
    ----------
    contributions : sequence of int
        Chips each seat put in, folded seats too; 2 to 10 seats.
    live : sequence of bool
        Which seats have not folded.
    dead : int or sequence of int, optional
        Chips that belong to the main pot but count for no level: a big-blind ante, dead posts. A sequence has them
        by seat. They come on top of `contributions` and are never returned. They lie below the lowest level, so
        a live seat that put in nothing else can win them and nothing more.
    uncalled : {"included", "returned"}, optional
        Whether `contributions` still hold a bet that nobody called. ``"included"``: the live seat that put in most
        takes back what exceeds the second-highest contribution, folded seats' contributions counting.
        ``"returned"``: that has been done, so such an excess was a forced ante of one seat. When the other live
        seats stand level with each other and no folded seat is above them, the excess is dead money of the
        pot everybody contests; otherwise it is the top layer, which only its owner can win.
    check : bool, optional
        False for input that has been checked already.

    Returns
    -------
    pots : tuple of Pot
        Main pot first, none of them empty. One pot for each set of seats that can win it.
    returned : tuple of int
        Uncalled chips that go back, by seat.

    Raises
    ------
    ChipError
        For chips that are negative, not whole, or more than `MAX_CHIPS`.
    SeatError
        For fewer than 2 or more than 10 seats, for no live seat, for `live` with something else than booleans.
    ShapeError
        When the lengths differ.

    Notes
    -----
    Rules 33 to 35 of play: a seat risks no more than its stack, uncalled chips go back before the showdown.

    Examples
    --------
    A folded seat's 17 chips lie in both pots; the ante of 1 is the main pot's.

    >>> pots, returned = build_pots([17, 9, 60, 60], [False, True, True, True], dead=1)
    >>> [(pot.amount, pot.eligible) for pot in pots]
    [(37, (1, 2, 3)), (110, (2, 3))]
    """
    if check:
        contributions = checked_chips(contributions)
        live = checked_live(live, len(contributions))
        dead = checked_dead(dead, len(contributions))
        checked_uncalled(uncalled)
    live_seats = tuple(seat for seat, stays in enumerate(live) if stays)
    in_pots = list(contributions)
    returned = [0] * len(in_pots)
    dead_chips = dead if isinstance(dead, int) else sum(dead)

    # Rules 34 and 35: the part of the highest live contribution that nobody matched, folded seats included.
    highest = max(live_seats, key=in_pots.__getitem__)
    matched = max(in_pots[:highest] + in_pots[highest + 1 :])
    excess = in_pots[highest] - matched
    if excess > 0:
        if uncalled == "included":
            in_pots[highest] = matched
            returned[highest] = excess
        elif all(in_pots[seat] == matched for seat in live_seats if seat != highest):
            in_pots[highest] = matched
            dead_chips += excess

    # Rule 33: layers between the levels of the live seats. The dead money lies at level 0, below all of them.
    amounts, contenders = [dead_chips], [live_seats]
    floor = 0
    for level in sorted({in_pots[seat] for seat in live_seats} - {0}):
        amounts.append(sum([min(chips, level) - floor for chips in in_pots if chips > floor]))
        contenders.append(tuple([seat for seat in live_seats if in_pots[seat] >= level]))
        floor = level
    amounts[-1] += sum(
        [chips - floor for chips in in_pots if chips > floor]
    )  # folded seats' chips above every live level

    pots: list[Pot] = []
    for amount, eligible in zip(amounts, contenders, strict=True):
        if pots and pots[-1].eligible == eligible:
            pots[-1] = Pot(pots[-1].amount + amount, eligible)
        elif amount:
            pots.append(Pot(amount, eligible))
    return tuple(pots), tuple(returned)


def split_pot(
    amount: int,
    high_winners: Sequence[int],
    low_winners: Sequence[int],
    *,
    high_order: Sequence[int] | None,
    low_order: Sequence[int] | None,
    chip: int = 1,
    check: bool = True,
) -> dict[int, int]:
    """Split one pot among its winners, to the last odd chip.

    Parameters
    ----------
    amount : int
        Chips in the pot.
    high_winners, low_winners : sequence of int
        Seats that win or tie the high hand, and the low; no low winner means that no low qualified.
    high_order, low_order : sequence of int or None
        Seats in the order in which odd chips of the high and of the low share go to them; they hold at least
        the winners of that share. None when the order is unknown, which is good as long as no odd chip comes up.
    chip : int, optional
        The smallest chip in play; shares are whole numbers of it as far as the pot allows.
    check : bool, optional
        False for input that has been checked already.

    Returns
    -------
    dict of int to int
        Chips by seat, for the winners only; they add up to `amount`.

    Raises
    ------
    ChipError
        For an amount or a chip that is negative, zero (the chip), or not whole.
    SeatError
        For no high winner, a seat that wins the same share twice, an order that misses a winner, and an odd chip
        whose order is unknown.

    Notes
    -----
    Rule 11 halves the pot. Decision 8: one odd chip each in order, and the odd chip of the halving is the high
    hand's (Tournament Directors Association, rule 20). Decision 10: seats that tie both halves split the pot as
    a whole (World Series of Poker, rule 73). Decision 24: shares in whole chips, the remainder as odd chips.

    Examples
    --------
    A wins the high and ties the low with B: three quarters and a quarter (rule 14). The same seats tie both: 51 each.

    >>> split_pot(8, [0], [0, 1], high_order=[0, 1], low_order=[0, 1])
    {0: 6, 1: 2}
    >>> split_pot(102, [0, 1], [0, 1], high_order=[0, 1], low_order=[0, 1])
    {0: 51, 1: 51}

    A pot of 1.90 among four seats in five-cent chips.

    >>> split_pot(190, [0, 1, 2, 3], [], high_order=[2, 3, 0, 1], low_order=None, chip=5)
    {0: 45, 1: 45, 2: 50, 3: 50}
    """
    if check:
        amount = whole_chips(amount, "amount", most=2**63 - 1)
        chip = whole_chips(chip, "chip", least=1)
        check_winners("high", high_winners, high_order, least=1)
        check_winners("low", low_winners, low_order, least=0)
    payouts = dict.fromkeys([*high_winners, *low_winners], 0)
    for half in _split_halves(amount, high_winners, low_winners, high_order, low_order, chip):
        for seat, chips in half.items():
            payouts[seat] += chips
    return payouts


def _split_halves(
    amount: int,
    high_winners: Sequence[int],
    low_winners: Sequence[int],
    high_order: Sequence[int] | None,
    low_order: Sequence[int] | None,
    chip: int,
) -> tuple[dict[int, int], dict[int, int]]:
    """Chips by seat from the high half and from the low half of one pot."""
    if not low_winners:  # rule 11: without a qualifying low all goes to the high hand
        return _share(amount, high_winners, high_order, chip), {}
    if len(high_winners) > 1 and set(high_winners) == set(low_winners):  # decision 10: no halves
        return _share(amount, high_winners, high_order, chip), {}
    low_amount = amount // chip // 2 * chip  # decision 8: what does not halve is the high hand's
    return (
        _share(amount - low_amount, high_winners, high_order, chip),
        _share(low_amount, low_winners, low_order, chip),
    )


def _share(amount: int, winners: Sequence[int], order: Sequence[int] | None, chip: int) -> dict[int, int]:
    """Equal shares in whole chips, then one odd chip each in order; the last may be less than a chip."""
    each = amount // chip // len(winners) * chip
    payouts = dict.fromkeys(winners, each)
    odd = amount - each * len(winners)
    if not odd or len(winners) == 1:
        return {seat: chips + odd for seat, chips in payouts.items()}
    if order is None:
        tied = ", ".join(map(str, winners))
        what = "the odd chip" if odd == 1 else f"{odd} odd chips"
        raise SeatError(
            f"expected the button, which decides who of seats {tied} (counted from 0) gets {what} of {amount}, "
            "got no button"
        )
    for seat in order:
        if seat in payouts and odd:
            piece = min(chip, odd)
            payouts[seat] += piece
            odd -= piece
    return payouts


def award_pots(
    pots: Sequence[Pot],
    high_ranks: Sequence[int],
    low_ranks: Sequence[int],
    *,
    high_order: Sequence[int] | None,
    low_order: Sequence[int] | None,
    chip: int = 1,
) -> tuple[AwardedPot, ...]:
    """Find the winners of each pot and split it among them.

    Parameters
    ----------
    pots : sequence of Pot
        As `build_pots` gives them.
    high_ranks, low_ranks : sequence of int
        Rank of each seat's high hand and of its low; 0 for no hand, for no qualifying low, and in games without one.
    high_order, low_order, chip
        As in `split_pot`.

    Returns
    -------
    tuple of AwardedPot
        One for each pot, in the same order.

    Raises
    ------
    RankError
        If no seat of a pot that two or more seats can win has a hand.
    SeatError
        If an odd chip comes up whose order is unknown.

    Notes
    -----
    Decision 11: each pot is split on its own, and only a low among the seats that can win this pot takes half of it.

    Examples
    --------
    Seat 0 is all-in and has the only low: the side pot has none.

    >>> pots = [Pot(30, (0, 1, 2)), Pot(60, (1, 2))]
    >>> awarded = award_pots(pots, [5, 9, 7], [40, 0, 0], high_order=[0, 1, 2], low_order=[0, 1, 2])
    >>> [pot.payouts for pot in awarded]
    [(15, 15, 0), (0, 60, 0)]
    """
    seats = range(len(high_ranks))
    awarded = []
    for pot in pots:
        high_winners = pot.eligible  # a pot that one seat can win is won unseen
        low_winners: tuple[int, ...] = ()
        if len(pot.eligible) > 1:
            high_winners = _best_seats(pot.eligible, high_ranks)
            low_winners = _best_seats(pot.eligible, low_ranks)  # decision 11
            if not high_winners:
                raise RankError(
                    f"expected a hand of one of seats {pot.eligible}, which play for {pot.amount}, got none"
                )
        halves = _split_halves(pot.amount, high_winners, low_winners, high_order, low_order, chip)
        high_payouts, low_payouts = (tuple(half.get(seat, 0) for seat in seats) for half in halves)
        awarded.append(AwardedPot(pot.amount, pot.eligible, high_winners, low_winners, high_payouts, low_payouts))
    return tuple(awarded)


def _best_seats(eligible: tuple[int, ...], ranks: Sequence[int]) -> tuple[int, ...]:
    """Seats with the highest rank among those that can win; rule 3: suits decide nothing, equal ranks tie."""
    best = max(ranks[seat] for seat in eligible)
    return tuple(seat for seat in eligible if ranks[seat] == best) if best else ()


def settle_hand(
    game: str,
    hole_cards: Sequence[CardsLike | None],
    board: CardsLike | None,
    contributions: ChipRow,
    *,
    live: LiveRow | None = None,
    button: int | None = None,
    chip: int = 1,
    dead: int | ChipRow = 0,
    uncalled: Uncalled = "included",
) -> HandSettlement:
    """Settle one hand: cards and chips in, chips for every seat out.

    Parameters
    ----------
    game : str
        ``"holdem"``, ``"omaha"``, ``"omaha8"``, ``"stud"`` or ``"stud8"``.
    hole_cards : sequence of cards
        Each seat's cards as text or ids; None or empty for an empty seat and for cards that were not shown.
        A folded seat may have fewer cards than it would hold at a showdown.
    board : cards or None
        Board cards as text or ids, five of them at a showdown. In stud empty, or the one community card that
        is everybody's seventh when the deck runs out (decision 19).
    contributions : sequence of int
        Chips each seat put in, in the smallest unit of money; 2 to 10 seats.
    live : sequence of bool, optional
        Which seats have not folded. Without it, the seats with known cards.
    button : int, optional
        Seat of the button. Flop games need it only when an odd chip comes up; stud does not use it.
    chip : int, optional
        The smallest chip in play, in units of `contributions` (decision 24).
    dead, uncalled
        As in `build_pots`.

    Returns
    -------
    HandSettlement
        Payouts, uncalled chips, pots with their winners, ranks, and ``explain()``.

    Raises
    ------
    CardError, DuplicateCardError
        For something that is no card, and for a card that comes twice anywhere in the hand.
    CardCountError
        For wrong numbers of cards.
    ChipError, SeatError, ShapeError
        As in `build_pots`; SeatError also for a button outside the table, a live seat without cards at a showdown,
        and an unknown button when an odd chip comes up.
    GameError
        For an unknown game.

    Notes
    -----
    Every live hand is awarded, whatever its owner noticed (rule 46, decision 6), and the last live seat wins unseen
    (rules 24 and 44). Decision 8 gives odd chips of flop games to the first winners left of the button,
    decision 9 those of stud to the highest card by suit among the five that play.

    Examples
    --------
    Seat 1 has kings for the high and ties the low with nobody; seats 2 and 3 share the low half.

    >>> settlement = settle_hand(
    ...     "omaha8", ["KcKdQcJs", "As2dQh9c", "Ah2cJd5h"], "3c7d8sKhTs", [4, 4, 4], button=2
    ... )
    >>> settlement.payouts
    (6, 3, 3)
    """
    rules = showdown_game(game)
    contributions = checked_chips(contributions)
    cards, board_cards = checked_cards(rules, hole_cards, board, len(contributions))
    live = checked_live([bool(them) for them in cards] if live is None else live, len(cards))
    dead = checked_dead(dead, len(cards))
    button = checked_button(button, len(cards))
    chip = whole_chips(chip, "chip", least=1)
    checked_uncalled(uncalled)
    live_seats = [seat for seat, stays in enumerate(live) if stays]

    high_ranks, low_ranks = [0] * len(cards), [0] * len(cards)
    high_order = low_order = None
    if len(live_seats) > 1:  # a showdown; otherwise the last live seat wins unseen
        check_showdown_cards(rules, cards, board_cards, live_seats)
        for seat in live_seats:
            high_ranks[seat], low_ranks[seat] = _ranks(rules, cards[seat], board_cards)
        if rules.is_stud:
            high_order, low_order = _suit_orders(cards, board_cards, live_seats, low_ranks)
        elif button is not None:
            # Decision 8: the seat left of the button is the first, the button the last.
            high_order = low_order = [(button + 1 + step) % len(cards) for step in range(len(cards))]

    pots, returned = build_pots(contributions, live, dead=dead, uncalled=uncalled, check=False)
    awarded = award_pots(pots, high_ranks, low_ranks, high_order=high_order, low_order=low_order, chip=chip)
    return HandSettlement(
        game=rules.name,
        hole_cards=cards,
        board=board_cards,
        contributions=contributions,
        live=live,
        button=button,
        chip=chip,
        dead=dead,
        uncalled=uncalled,
        payouts=tuple(sum(pot.payouts[seat] for pot in awarded) for seat in range(len(cards))),
        returned=returned,
        pots=awarded,
        high_ranks=tuple(high_ranks),
        low_ranks=tuple(low_ranks),
    )


def _ranks(rules: ShowdownGame, hole_cards: tuple[int, ...], board: tuple[int, ...]) -> tuple[int, int]:
    """High rank and low rank of one hand; low rank 0 in games without a low."""
    if rules.is_omaha:  # rule 6: exactly two hole cards and three board cards, separately for high and low
        low_rank = evaluate_omaha_low(hole_cards, board, check=False) if rules.has_low else 0
        return evaluate_omaha(hole_cards, board, check=False), low_rank
    seven = hole_cards + board  # rule 5; in stud the board is empty or everybody's seventh card
    return evaluate(seven, check=False), evaluate_low(seven, check=False) if rules.has_low else 0


def _suit_orders(
    cards: Sequence[tuple[int, ...]],
    board: tuple[int, ...],
    live_seats: Sequence[int],
    low_ranks: Sequence[int],
) -> tuple[list[int], list[int]]:
    """Order of odd chips in stud (decision 9): the highest card in the five that play, equal ranks by suit.

    A card id grows with its rank and then with its suit, so ids compare as the rule asks. In the low the ace is the
    lowest card. Only a community card can be in two hands; then the next card decides.
    """
    playing = {seat: best_hand(cards[seat] + board) for seat in live_seats}
    highs = {seat: sorted(hand.high, reverse=True) for seat, hand in playing.items()}
    lows = {seat: sorted(map(_ace_low, hand.low or ()), reverse=True) for seat, hand in playing.items()}
    return (
        sorted(live_seats, key=highs.__getitem__, reverse=True),
        sorted((seat for seat in live_seats if low_ranks[seat]), key=lows.__getitem__, reverse=True),
    )


def _ace_low(card: int) -> int:
    """Place of a card in the order of ranks and suits with the ace below the deuce."""
    return (card + 4) % 52
