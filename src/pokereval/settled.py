"""A settled hand: its pots, its chips, and its account in sentences.

The results of `pokereval.pots` are plain frozen records. `HandSettlement.explain` reads nothing but the record and
the cards in it: it decides nothing, it tells what was decided and which cards and seats were the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .cards import CARD_NAMES, format_cards
from .evaluate import BestHand, best_hand, best_omaha_hand, describe, describe_low
from .variants import ShowdownGame, showdown_game

__all__ = ["AwardedPot", "HandSettlement", "Pot"]

_RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_FRACTION_NAMES = {
    2: "half",
    3: "third",
    4: "quarter",
    5: "fifth",
    6: "sixth",
    8: "eighth",
    9: "ninth",
    12: "twelfth",
}
_NUMERATOR_NAMES = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
)


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
        return "\n".join(
            [_table_line(self), *_chip_lines(self), *_hand_lines(self), *_pot_lines(self), _paid_line(self)]
        )


# ------------------------------------------------------------------------------------- the table and the chips


def _table_line(hand: HandSettlement) -> str:
    game = showdown_game(hand.game)
    parts = [game.title[0].upper() + game.title[1:], f"{len(hand.live)} seats"]
    if hand.button is not None and not game.is_stud:
        parts.append(f"button at {_seat(hand.button)}")
    if hand.board:
        parts.append(f"{'community card' if game.is_stud else 'board'} {_cards(hand.board)}")
    return f"{', '.join(parts)}."


def _chip_lines(hand: HandSettlement) -> list[str]:
    """What is not a matter of hands: chips that go back, stay behind, or count for no level."""
    lines = [
        f"{_capital(_seat(seat))} takes back {_chips(chips)} that nobody called."
        for seat, chips in enumerate(hand.returned)
        if chips
    ]
    left = [
        f"{_seat(seat)} {chips:,}"
        for seat, (stays, chips) in enumerate(zip(hand.live, hand.contributions, strict=True))
        if chips and not stays
    ]
    if left:
        lines.append(f"What folded seats put in stays in the pots: {_listed(left)}.")
    if isinstance(hand.dead, int):
        if hand.dead:
            lines.append(f"{_chips(hand.dead)} of dead money {_is(hand.dead)} part of the {_main_pot(hand)}.")
    elif any(hand.dead):
        by_seat = [f"{chips:,} from {_seat(seat)}" for seat, chips in enumerate(hand.dead) if chips]
        lines.append(f"Dead money is part of the {_main_pot(hand)}: {_listed(by_seat)}.")
    lines.extend(_forced_ante_lines(hand))
    return lines


def _forced_ante_lines(hand: HandSettlement) -> list[str]:
    """Tell of an excess that nobody called but that was taken for dead money: the pots are its proof."""
    if hand.uncalled != "returned" or len(hand.live_seats) < 2:
        return []
    highest = max(hand.live_seats, key=hand.contributions.__getitem__)
    excess = hand.contributions[highest] - max(
        chips for seat, chips in enumerate(hand.contributions) if seat != highest
    )
    if excess <= 0 or len(hand.pots[-1].eligible) == 1:
        return []
    return [
        f"{_capital(_seat(highest))} put in {_chips(excess)} more than anybody else; uncalled bets having gone back, that was a "
        f"forced ante and {_is(excess)} dead money in the {_main_pot(hand)}."
    ]


# ------------------------------------------------------------------------------------------------- the hands


def _hand_lines(hand: HandSettlement) -> list[str]:
    game = showdown_game(hand.game)
    lines = []
    for seat in hand.live_seats:
        five = hand.playing(seat)
        if five is None:
            continue
        line = f"{_capital(_seat(seat))} holds {_cards(hand.hole_cards[seat])}: {describe(five.high_rank)}, "
        line += _which_cards(game, five.high, five.high_hole_cards, five.high_board_cards)
        if game.has_low and five.low:
            line += f"; low {describe_low(five.low_rank)}, "
            line += _which_cards(game, five.low, five.low_hole_cards, five.low_board_cards)
        elif game.has_low:
            line += "; no low"
        lines.append(f"{line}.")
    return lines


def _which_cards(
    game: ShowdownGame,
    five: Sequence[int],
    hole_cards: Sequence[int] | None,
    board_cards: Sequence[int] | None,
) -> str:
    if game.is_omaha and hole_cards and board_cards:
        return f"with {_cards(hole_cards)} from the hand and {_cards(board_cards)} from the board"
    return f"with {_cards(five)}"


# -------------------------------------------------------------------------------------------------- the pots


def _pot_lines(hand: HandSettlement) -> list[str]:
    if not hand.pots:
        return ["There are no chips to win."]
    return [
        f"{_capital(_pot_name(hand, place))} of {pot.amount:,}: {_pot_story(hand, pot)}"
        for place, pot in enumerate(hand.pots)
    ]


def _pot_story(hand: HandSettlement, pot: AwardedPot) -> str:
    if len(hand.live_seats) == 1:
        return f"everybody else folded, {_seat(pot.eligible[0])} wins it unseen."
    if len(pot.eligible) == 1:
        return f"no other live seat put in as much, {_seat(pot.eligible[0])} wins it unseen."
    story = [f"{_seats(pot.eligible)} play for it."]
    if not showdown_game(hand.game).has_low:
        story.append(_share_story(hand, pot, "high", "it"))
    elif not pot.low_winners:
        story.append(_no_low_story(hand, pot))
        story.append(_share_story(hand, pot, "high", "all of it"))
        if len(pot.high_winners) == 1:
            story.append(f"{_capital(_seat(pot.high_winners[0]))} scoops.")
    elif pot.high_winners == pot.low_winners and len(pot.high_winners) > 1:
        story.append(_same_seats_story(hand, pot))
    else:
        story.append(_share_story(hand, pot, "high", f"the high half, {pot.high_amount:,},"))
        story.append(_share_story(hand, pot, "low", f"the low half, {pot.low_amount:,},"))
        odd = pot.high_amount - pot.low_amount
        if odd:
            what = "the odd chip" if odd == 1 else f"the odd {odd:,}"
            story.append(f"The pot does not halve; {what} belongs to the high half.")
        story.append(_parts_story(pot))
    return " ".join(part for part in story if part)


def _share_story(hand: HandSettlement, pot: AwardedPot, half: str, what: str) -> str:
    """Who wins one share, with which hand, ahead of whom, and where its odd chips go."""
    winners = pot.high_winners if half == "high" else pot.low_winners
    hand_name = _hand_name(hand, winners[0], half)
    if len(winners) == 1:
        return f"{_capital(_seat(winners[0]))} wins {what} with {hand_name}{_ahead_of(hand, pot, winners[0], half)}."
    return (
        f"{_seats(winners, capital=True)} tie with {hand_name} and share {what} {_shares(hand, pot, half)}."
    )


def _same_seats_story(hand: HandSettlement, pot: AwardedPot) -> str:
    high, low = (_hand_name(hand, pot.high_winners[0], half) for half in ("high", "low"))
    return (
        f"{_seats(pot.high_winners, capital=True)} tie for both halves, with {high} and {low}, so the pot is not "
        f"halved but shared as a whole, {_shares(hand, pot, 'high')}."
    )


def _no_low_story(hand: HandSettlement, pot: AwardedPot) -> str:
    elsewhere = [seat for seat in hand.live_seats if hand.low_ranks[seat]]
    if elsewhere:
        have = "has one but does" if len(elsewhere) == 1 else "have one but do"
        return f"No seat of this pot has a low; {_seats(elsewhere)} {have} not play for it."
    low_ranks_on_board = {(card // 4 + 1) % 13 for card in hand.board if (card // 4 + 1) % 13 < 8}
    if showdown_game(hand.game).is_omaha and len(low_ranks_on_board) < 3:
        return "No low is possible, the board lacks three different ranks of eight or lower."
    return "No seat has a low of eight or better."


def _parts_story(pot: AwardedPot) -> str:
    """Name the parts of a halved pot: scoop, three quarters, quarter, sixth; plain halves need no words."""
    if len(pot.high_winners) == len(pot.low_winners) == 1:
        return (
            f"{_capital(_seat(pot.high_winners[0]))} scoops." if pot.high_winners == pot.low_winners else ""
        )
    parts: dict[Fraction, list[int]] = {}
    for seat in sorted({*pot.high_winners, *pot.low_winners}):
        part = Fraction(seat in pot.high_winners, 2 * len(pot.high_winners))
        part += Fraction(seat in pot.low_winners, 2 * len(pot.low_winners))
        parts.setdefault(part, []).append(seat)
    told = []
    for part in sorted(parts, reverse=True):
        seats = parts[part]
        each = " each" if len(seats) > 1 else ""
        told.append(
            f"{_seats(seats)} {_fraction(part)}{each} ({_listed([f'{pot.payouts[seat]:,}' for seat in seats])})"
        )
    story = f"That is {_listed(told)}."
    quartered = parts.get(Fraction(1, 4))
    if quartered:
        story += f" {_seats(quartered, capital=True)} {'is' if len(quartered) == 1 else 'are'} quartered."
    return story


def _ahead_of(hand: HandSettlement, pot: AwardedPot, winner: int, half: str) -> str:
    """Name the best beaten hand, and the card that decided when both hands have the same name."""
    ranks = hand.high_ranks if half == "high" else hand.low_ranks
    beaten = max((ranks[seat] for seat in pot.eligible if ranks[seat] < ranks[winner]), default=0)
    if not beaten:
        return ""
    seats = [seat for seat in pot.eligible if ranks[seat] == beaten]
    name = _hand_name(hand, seats[0], half)
    if name != _hand_name(hand, winner, half):
        return f", ahead of {name} of {_seats(seats)}"
    ours, theirs = hand.playing(winner), hand.playing(seats[0])
    if ours is None or theirs is None:
        return ""
    card, other = next((a, b) for a, b in zip(ours.high, theirs.high, strict=True) if a // 4 != b // 4)
    have = "has" if len(seats) == 1 else "have"
    return f"; {_seats(seats)} {have} the same but {_a_rank(other)} where it plays {_a_rank(card)}"


def _shares(hand: HandSettlement, pot: AwardedPot, half: str) -> str:
    """Chips of each seat of a tie, and the reason for its odd chips."""
    winners, payouts = (
        (pot.high_winners, pot.high_payouts) if half == "high" else (pot.low_winners, pot.low_payouts)
    )
    told = _listed([f"{payouts[seat]:,}" for seat in winners])
    each = sum(payouts) // hand.chip // len(winners) * hand.chip
    odd = {seat: payouts[seat] - each for seat in winners if payouts[seat] > each}
    if not odd:
        return told
    if hand.chip == 1:
        whose = f"the odd chip{'s go' if len(odd) > 1 else ' goes'} to {_seats(odd)}"
    else:
        pieces = _listed([f"{chips:,} to {_seat(seat)}" for seat, chips in odd.items()])
        whose = f"what does not divide in chips of {hand.chip:,} goes {pieces}"
    return f"{told}; {whose}, {_odd_chip_reason(hand, list(odd), half)}"


def _odd_chip_reason(hand: HandSettlement, seats: Sequence[int], half: str) -> str:
    if not showdown_game(hand.game).is_stud:
        return "the first of them left of the button"
    highest = []
    for seat in seats:
        five = hand.playing(seat)
        if five is not None:
            own = [
                card for card in (five.high if half == "high" else five.low or ()) if card not in hand.board
            ]
            # In a low the ace is below the deuce.
            highest.append(CARD_NAMES[max(own, key=lambda card: card if half == "high" else (card + 4) % 52)])
    return f"which {'has' if len(seats) == 1 else 'have'} the highest card by suit, {_listed(highest)}"


def _paid_line(hand: HandSettlement) -> str:
    paid = [f"{_seat(seat)} {chips:,}" for seat, chips in enumerate(hand.payouts) if chips]
    return f"Paid: {_listed(paid)}." if paid else "Nobody is paid."


# ------------------------------------------------------------------------------------------------- the words


def _hand_name(hand: HandSettlement, seat: int, half: str) -> str:
    return describe(hand.high_ranks[seat]) if half == "high" else describe_low(hand.low_ranks[seat])


def _pot_name(hand: HandSettlement, place: int) -> str:
    if len(hand.pots) == 1:
        return "the pot"
    if place == 0:
        return "the main pot"
    return "the side pot" if len(hand.pots) == 2 else f"side pot {place}"


def _main_pot(hand: HandSettlement) -> str:
    return "main pot" if len(hand.pots) > 1 else "pot"


def _chips(amount: int) -> str:
    return "1 chip" if amount == 1 else f"{amount:,} chips"


def _is(amount: int) -> str:
    return "is" if amount == 1 else "are"


def _seat(seat: int) -> str:
    return f"seat {seat + 1}"


def _seats(seats: Iterable[int], *, capital: bool = False) -> str:
    numbers = [str(seat + 1) for seat in seats]
    word = "seat" if len(numbers) == 1 else "seats"
    return f"{_capital(word) if capital else word} {_listed(numbers)}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _cards(cards: Iterable[int]) -> str:
    return format_cards(tuple(cards), separator=" ")


def _a_rank(card: int) -> str:
    name = _RANK_NAMES[card // 4]
    return f"an {name}" if name[0] in "ae" else f"a {name}"


def _fraction(part: Fraction) -> str:
    """Say "three quarters", "a sixth", "a half", or the figures of a rarer part."""
    name = _FRACTION_NAMES.get(part.denominator)
    if name is None:
        return f"{part.numerator}/{part.denominator}"
    if part.numerator == 1:
        return f"an {name}" if name == "eighth" else f"a {name}"
    return f"{_NUMERATOR_NAMES[part.numerator]} {name}s"
