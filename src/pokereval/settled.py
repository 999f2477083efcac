"""A settled hand: its pots, its chips, and its account in sentences.

The results of `pokereval.pots` are plain frozen records. `HandSettlement.explain` reads nothing but the record and
the cards in it: it decides nothing, it tells what was decided and which cards and seats were the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pokereval.best import BestHand, best_hand, best_omaha_hand
from pokereval.cards import CARD_NAMES, format_cards
from pokereval.pot_words import are, capital, cards_text, chips_text, fraction_text, listed, seats_text
from pokereval.ranks import describe, describe_low
from pokereval.variants import showdown_game

__all__ = ["AwardedPot", "HandSettlement", "Pot"]


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that a set of seats plays for.

    Attributes
    ----------
    amount : int
        Chips in the pot.
    eligible : tuple of int
        Live seats that can win it.
    """

    amount: int
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AwardedPot:
    """One pot with its winners and what each seat gets from it.

    Attributes
    ----------
    amount : int
        Chips in the pot.
    eligible : tuple of int
        Live seats that could win it.
    high_winners : tuple of int
        Seats with the best high hand; in a pot that one seat could win, that seat.
    low_winners : tuple of int
        Seats with the best qualifying low; empty without one, in games without a low, and in a pot that one seat
        could win.
    high_payouts, low_payouts : tuple of int
        Chips from the high and from the low half, one entry for each seat of the table. The high half is all of the
        pot when there is no low, and when the same two or more seats win both halves.
    """

    amount: int
    eligible: tuple[int, ...]
    high_winners: tuple[int, ...]
    low_winners: tuple[int, ...]
    high_payouts: tuple[int, ...]
    low_payouts: tuple[int, ...]

    @property
    def high_amount(self) -> int:
        """Chips of the high half."""
        return sum(self.high_payouts)

    @property
    def low_amount(self) -> int:
        """Chips of the low half."""
        return sum(self.low_payouts)

    @property
    def payouts(self) -> tuple[int, ...]:
        """Chips from this pot, one entry for each seat of the table."""
        return tuple(high + low for high, low in zip(self.high_payouts, self.low_payouts, strict=True))


@dataclass(frozen=True, slots=True)
class HandSettlement:
    """One hand from cards to chips, as `pokereval.pots.settle_hand` settled it.

    Everything by seat has one entry for each seat of the table, seats counted from 0.

    Attributes
    ----------
    game : str
        Short name of the game.
    hole_cards : tuple of tuple of int
        Card ids by seat, empty where not shown.
    board : tuple of int
        Card ids of the board, or of the one community card in stud.
    contributions : tuple of int
        Chips each seat put in.
    live : tuple of bool
        Seats that had not folded.
    button : int or None
        Seat of the button, if known.
    chip : int
        The smallest chip in play.
    dead : int or tuple of int
        Dead money of the main pot, in all or by seat, on top of `contributions`.
    uncalled : str
        ``"included"`` if `contributions` held uncalled chips, ``"returned"`` if they had gone back before.
    payouts : tuple of int
        Chips pushed from the pots, without `returned`.
    returned : tuple of int
        Uncalled chips that went back.
    pots : tuple of AwardedPot
        Main pot first.
    high_ranks, low_ranks : tuple of int
        Rank of every live seat's hand at a showdown; 0 for the others, for no qualifying low, and when the last
        live seat won unseen.
    """

    game: str
    hole_cards: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    contributions: tuple[int, ...]
    live: tuple[bool, ...]
    button: int | None
    chip: int
    dead: int | tuple[int, ...]
    uncalled: str
    payouts: tuple[int, ...]
    returned: tuple[int, ...]
    pots: tuple[AwardedPot, ...]
    high_ranks: tuple[int, ...]
    low_ranks: tuple[int, ...]

    def __repr__(self) -> str:
        """Name the game, the cards and what every seat is paid."""
        board = f", board {cards_text(self.board)}" if self.board else ""
        seats = []
        for seat, cards in enumerate(self.hole_cards):
            words = [f"seat {seat + 1}", format_cards(cards), "" if self.live[seat] else "folded"]
            words.append(f"paid {self.payouts[seat]:,}" if self.payouts[seat] else "")
            words.append(f"gets back {self.returned[seat]:,}" if self.returned[seat] else "")
            seats.append(" ".join(filter(None, words)))
        return f"<HandSettlement of {self.game}{board}: {', '.join(seats)}>"

    def __str__(self) -> str:
        """Tell the whole hand, as `explain` does."""
        return self.explain()

    @property
    def forced_ante(self) -> tuple[int, int] | None:
        """Seat and chips of an excess that was taken for a forced ante, dead money of the pot; None without one.

        That happens under ``uncalled="returned"`` when one live seat put in more than anybody else and the other live
        seats are level. If the contributions still held uncalled bets, it was such a bet, and the pot is wrong.
        """
        if self.uncalled != "returned" or len(self.live_seats) == 1:
            return None
        highest = max(self.live_seats, key=self.contributions.__getitem__)
        matched = max(chips for seat, chips in enumerate(self.contributions) if seat != highest)
        excess = self.contributions[highest] - matched
        return (highest, excess) if excess > 0 and len(self.pots[-1].eligible) > 1 else None

    @property
    def live_seats(self) -> tuple[int, ...]:
        """Seats that had not folded."""
        return tuple(seat for seat, stays in enumerate(self.live) if stays)

    def playing(self, seat: int) -> BestHand | None:
        """Give the cards of a seat that play, high and low; None for a seat that had no part in a showdown.

        Parameters
        ----------
        seat : int
            Seat, counted from 0.

        Returns
        -------
        BestHand or None
            The five cards of the high hand and, if it has one, those of the low.
        """
        if not self.high_ranks[seat]:
            return None
        if showdown_game(self.game).is_omaha:
            return best_omaha_hand(self.hole_cards[seat], self.board)
        return best_hand(self.hole_cards[seat] + self.board)

    def explain(self) -> str:
        """Tell in sentences who won which part of which pot, and why.

        Returns
        -------
        str
            One line for the table, one for each thing that happened to the chips, one for each hand of the
            showdown, one for each pot, and one for what each seat is paid. Seats are counted from 1.
        """
        lines = [_table_line(self), *_chip_lines(self), *_hand_lines(self), *_pot_lines(self), _paid_line(self)]
        return "\n".join(lines)


# -- the table, and the chips that are not a matter of hands ---------------------------------------------


def _table_line(hand: HandSettlement) -> str:
    game = showdown_game(hand.game)
    parts = [capital(game.title), f"{len(hand.live)} seats"]
    if hand.button is not None and not game.is_stud:
        parts.append(f"button at {seats_text(hand.button)}")
    if hand.board:
        parts.append(f"{'community card' if game.is_stud else 'board'} {cards_text(hand.board)}")
    return f"{', '.join(parts)}."


def _chip_lines(hand: HandSettlement) -> list[str]:
    """Tell which chips go back, stay behind, or count for no level."""
    lines = [
        f"{capital(seats_text(seat))} takes back {chips_text(chips)} that nobody called."
        for seat, chips in enumerate(hand.returned)
        if chips
    ]
    left = [
        f"{chips:,} from {seats_text(seat)}"
        for seat, chips in enumerate(hand.contributions)
        if chips and not hand.live[seat]
    ]
    if left:
        lines.append(f"What folded seats put in stays in the pots: {listed(left)}.")
    main_pot = "main pot" if len(hand.pots) > 1 else "pot"
    if isinstance(hand.dead, int):
        if hand.dead:
            lines.append(f"Dead money of {chips_text(hand.dead)} is part of the {main_pot}.")
    elif any(hand.dead):
        paid = [f"{chips:,} from {seats_text(seat)}" for seat, chips in enumerate(hand.dead) if chips]
        lines.append(f"Dead money is part of the {main_pot}: {listed(paid)}.")
    if hand.forced_ante:
        seat, chips = hand.forced_ante
        lines.append(
            f"{capital(seats_text(seat))} put in {chips_text(chips)} more than anybody else; as uncalled bets had "
            f"gone back before, that was a forced ante and is dead money of the {main_pot}."
        )
    return lines


# -- the hands --------------------------------------------------------------------------------------------


def _hand_lines(hand: HandSettlement) -> list[str]:
    game = showdown_game(hand.game)
    lines = []
    for seat in hand.live_seats:
        best = hand.playing(seat)
        if best is None:
            continue
        line = f"{capital(seats_text(seat))} holds {cards_text(hand.hole_cards[seat])}: {describe(best.high_rank)}"
        line += _which_cards(best.high, best.high_hole_cards, best.high_board_cards)
        if game.has_low and best.low is not None:
            line += f", and for low {describe_low(best.low_rank)}"
            line += _which_cards(best.low, best.low_hole_cards, best.low_board_cards)
        elif game.has_low:
            line += ", and no low"
        lines.append(f"{line}.")
    return lines


def _which_cards(five: Sequence[int], hole_cards: Sequence[int], board_cards: Sequence[int]) -> str:
    """Name the five that play; in Omaha the two from the hand and the three from the board apart."""
    if hole_cards:
        return f" ({cards_text(hole_cards)} with {cards_text(board_cards)})"
    return f" ({cards_text(five)})"


# -- the pots ---------------------------------------------------------------------------------------------


def _pot_lines(hand: HandSettlement) -> list[str]:
    if not hand.pots:
        return ["There are no chips to win."]
    sides = [f"Side pot {place}" if len(hand.pots) > 2 else "Side pot" for place in range(1, len(hand.pots))]
    names = ["Main pot" if sides else "Pot", *sides]
    return [
        f"{name}, {chips_text(pot.amount)}: {_pot_story(hand, pot)}" for name, pot in zip(names, hand.pots, strict=True)
    ]


def _pot_story(hand: HandSettlement, pot: AwardedPot) -> str:
    if len(pot.eligible) == 1:
        rest = "everybody else folded" if len(hand.live_seats) == 1 else "no other live seat put in as much"
        return f"{rest}, and {seats_text(pot.eligible[0])} wins it unseen."
    story = [f"{seats_text(*pot.eligible)} play for it."]
    if not showdown_game(hand.game).has_low:
        story.append(_share_story(hand, pot, "it", is_low=False))
    elif not pot.low_winners:
        story.append(_no_low_story(hand, pot))
        story.append(_share_story(hand, pot, "all of it", is_low=False))
        if len(pot.high_winners) == 1:
            story.append(f"{capital(seats_text(*pot.high_winners))} scoops.")
    elif pot.high_winners == pot.low_winners and len(pot.high_winners) > 1:
        high, low = _hand_name(hand, pot.high_winners[0]), _hand_name(hand, pot.low_winners[0], is_low=True)
        story.append(
            f"{capital(seats_text(*pot.high_winners))} tie for the high with {high}, and for the low with {low}, so "
            f"the pot is not halved but shared as a whole, {_shares(hand, pot, is_low=False)}."
        )
    else:
        story.append(_share_story(hand, pot, f"the high half, {pot.high_amount:,},", is_low=False))
        story.append(_share_story(hand, pot, f"the low half, {pot.low_amount:,},", is_low=True))
        odd = pot.high_amount - pot.low_amount
        if odd:
            what = "the odd chip" if odd == 1 else f"the odd {odd:,}"
            story.append(f"The pot does not halve evenly: {what} is part of the high half.")
        story.append(_parts_story(pot))
    return " ".join(filter(None, story))


def _share_story(hand: HandSettlement, pot: AwardedPot, what: str, *, is_low: bool) -> str:
    """Tell who wins one share with which hand, who is second, and where odd chips go."""
    winners = pot.low_winners if is_low else pot.high_winners
    who, name = capital(seats_text(*winners)), _hand_name(hand, winners[0], is_low=is_low)
    if len(winners) > 1:
        return f"{who} tie with {name} and share {what} as {_shares(hand, pot, is_low=is_low)}."
    ranks = hand.low_ranks if is_low else hand.high_ranks
    beaten = max((ranks[seat] for seat in pot.eligible if seat not in winners), default=0)
    story = f"{who} wins {what} with {name}"
    if beaten:
        second = [seat for seat in pot.eligible if ranks[seat] == beaten]
        story += f"; second best {are(len(second))} {seats_text(*second)} with "
        story += _hand_name(hand, second[0], is_low=is_low)
    return f"{story}."


def _no_low_story(hand: HandSettlement, pot: AwardedPot) -> str:
    elsewhere = [seat for seat in hand.live_seats if hand.low_ranks[seat]]
    if elsewhere:
        have = "has one but does" if len(elsewhere) == 1 else "have one but do"
        return f"No seat that plays for it has a low; {seats_text(*elsewhere)} {have} not play for this pot."
    low_ranks_on_board = {card // 4 for card in hand.board if card // 4 <= 6 or card // 4 == 12}  # 2 to 8, ace
    if showdown_game(hand.game).is_omaha and len(low_ranks_on_board) < 3:  # decision 7
        return "No low is possible: the board lacks three different ranks of eight or lower."
    return "No seat has a low of eight or better."


def _parts_story(pot: AwardedPot) -> str:
    """Name the parts of a pot in halves: scoop, three quarters, quarter, sixth; two winners need no more words."""
    if len(pot.high_winners) == len(pot.low_winners) == 1:
        is_scoop = pot.high_winners == pot.low_winners
        return f"{capital(seats_text(*pot.high_winners))} scoops." if is_scoop else ""
    from fractions import Fraction  # with decimal: milliseconds that most imports never need

    parts: dict[Fraction, list[int]] = {}
    for seat in sorted({*pot.high_winners, *pot.low_winners}):
        part = Fraction(seat in pot.high_winners, 2 * len(pot.high_winners))
        part += Fraction(seat in pot.low_winners, 2 * len(pot.low_winners))
        parts.setdefault(part, []).append(seat)
    told = []
    for part, seats in sorted(parts.items(), reverse=True):
        each = " each" if len(seats) > 1 else ""
        chips = listed([f"{pot.payouts[seat]:,}" for seat in seats])
        told.append(f"{fraction_text(part)}{each} for {seats_text(*seats)} ({chips})")
    story = f"That is {listed(told)}."
    quartered = parts.get(Fraction(1, 4), ())
    if quartered:
        story += f" {capital(seats_text(*quartered))} {are(len(quartered))} quartered."
    return story


def _shares(hand: HandSettlement, pot: AwardedPot, *, is_low: bool) -> str:
    """Tell the chips of each seat of a tie, and why some of them got odd chips."""
    winners = pot.low_winners if is_low else pot.high_winners
    payouts = pot.low_payouts if is_low else pot.high_payouts
    told = listed([f"{payouts[seat]:,}" for seat in winners])
    each = sum(payouts) // hand.chip // len(winners) * hand.chip
    odd = {seat: payouts[seat] - each for seat in winners if payouts[seat] > each}
    if not odd:
        return told
    if hand.chip == 1:
        where = f"the odd chip{'s go' if len(odd) > 1 else ' goes'} to {seats_text(*odd)}"
    else:
        pieces = listed([f"{chips:,} to {seats_text(seat)}" for seat, chips in odd.items()])
        where = f"in chips of {hand.chip:,} it does not divide, and what is left goes out as {pieces}"
    if not showdown_game(hand.game).is_stud:
        return f"{told}; {where}, first left of the button"
    return f"{told}; {where}, by the highest card: {listed([_odd_chip_card(hand, seat, is_low) for seat in odd])}"


def _odd_chip_card(hand: HandSettlement, seat: int, is_low: bool) -> str:
    """Name the card that earned an odd chip in stud: the highest of a seat's own that play, by suit if need be."""
    best = hand.playing(seat)
    five = (best.low if is_low else best.high) if best else None
    own = [card for card in five or () if card not in hand.board]
    # In a low the ace is below the deuce.
    return CARD_NAMES[max(own, key=lambda card: (card + 4) % 52 if is_low else card)]


def _hand_name(hand: HandSettlement, seat: int, *, is_low: bool = False) -> str:
    return describe_low(hand.low_ranks[seat]) if is_low else describe(hand.high_ranks[seat])


def _paid_line(hand: HandSettlement) -> str:
    paid = [f"{chips:,} to {seats_text(seat)}" for seat, chips in enumerate(hand.payouts) if chips]
    return f"Paid: {listed(paid)}." if paid else "Nobody is paid."
