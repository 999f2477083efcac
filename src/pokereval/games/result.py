"""The outcome of a hand: pots, winners, the cards that play, and all of it in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokereval.cards import NO_CARD, format_cards

if TYPE_CHECKING:
    from pokereval.games.hand import Hand
    from pokereval.pots import AwardedPot, Pot

__all__ = ["HandResult"]


class HandResult:
    """What became of a finished hand.

    Attributes
    ----------
    pots : tuple of Pot
        Main pot and side pots with the seats that could win them, before the rake.
    awarded : tuple of tuple of AwardedPot
        For each board the pots with their high and low winners, the chips of each half and each seat's payout.
    stacks, net, payouts, returned : tuple of int
        By seat: chips after the hand, chips won or lost, chips pushed from pots, uncalled chips that went back.
    rake : int
        Chips the house took.
    showdown_order : tuple of int
        Seats in the order in which they showed or mucked; empty without a showdown.
    shown, mucked : tuple of int
        Those that showed, and those that mucked.
    """

    __slots__ = (
        "_hand",
        "awarded",
        "mucked",
        "net",
        "payouts",
        "pots",
        "rake",
        "returned",
        "showdown_order",
        "shown",
        "stacks",
    )

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        seats = range(len(hand.stacks))
        assert hand.pots_made is not None
        self.pots: tuple[Pot, ...] = hand.pots_made
        self.awarded: tuple[tuple[AwardedPot, ...], ...] = hand.awarded
        self.stacks = tuple(hand.stacks)
        start = hand.setup["stacks"]
        self.net = tuple([after - before for after, before in zip(hand.stacks, start, strict=True)])
        self.payouts = tuple(
            [sum(pot.payouts[seat] for board in hand.awarded for pot in board) for seat in seats]
        )
        self.returned = tuple(hand.returned) if hand.returned else (0,) * len(hand.stacks)
        self.rake = sum(event[1] for event in hand.events if event[0] == "rake")
        at_showdown = [event for event in hand.events if event[0] in ("show", "muck")]
        self.showdown_order = tuple([event[1] for event in at_showdown]) if hand.ranks else ()
        self.shown = tuple([event[1] for event in at_showdown if event[0] == "show"])
        self.mucked = tuple([event[1] for event in at_showdown if event[0] == "muck"])

    def __repr__(self) -> str:
        """Tell the game and what every seat won or lost."""
        net = ", ".join(f"seat {seat} {chips:+}" for seat, chips in enumerate(self.net, 1))
        return f"<HandResult of {self._hand.game.title}: {net}>"

    @property
    def contributions(self) -> tuple[int, ...]:
        """Chips each seat has in the pots, dead money included and uncalled chips left out."""
        return tuple([won - net for won, net in zip(self.payouts, self.net, strict=True)])

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that were pushed chips."""
        return tuple([seat for seat, chips in enumerate(self.payouts) if chips])

    def rank(self, seat: int, half: str = "high", *, board: int = 0) -> int:
        """Return the rank of a seat's hand at the showdown; 0 if it had none."""
        ranks = self._hand.ranks
        if ranks is None or (half == "low" and ranks[1] is None):
            return 0
        rank: int = ranks[half == "low"][board][seat]
        return rank

    def playing(self, seat: int, half: str = "high", *, board: int = 0) -> tuple[int, ...]:
        """Return the five cards that play for a seat in one half; empty if it has no hand there."""
        hand = self._hand
        evaluator = hand.game.high if half == "high" else hand.game.low
        if evaluator is None or not self.rank(seat, half, board=board):
            return ()
        return evaluator.best(hand.hole_cards[seat], hand.boards[board])

    def describe(self, seat: int, half: str = "high", *, board: int = 0) -> str:
        """Return what a seat holds in one half, as a dealer would say it; empty if it has no hand there."""
        evaluator = self._hand.game.high if half == "high" else self._hand.game.low
        rank = self.rank(seat, half, board=board)
        return evaluator.describe(rank) if evaluator is not None and rank else ""

    @property
    def showdown_cards(self) -> dict[int, tuple[int, ...]]:
        """Hole cards of every seat that took part in the showdown, mucked losers too (rule 51)."""
        return {seat: self._hand.hole_cards[seat] for seat in self.showdown_order}

    def review(self) -> str:
        """Tell the hand as `explain` does, then every hand of the showdown, mucked losers too."""
        lines = [self.explain()]
        for seat, cards in self.showdown_cards.items():
            did = "showed" if seat in self.shown else "mucked"
            held = [self.describe(seat, half) for half in ("high", "low") if self.rank(seat, half)]
            what = f": {' and '.join(held)}" if held else ""
            lines.append(f"Seat {seat + 1} {did} {known_cards(cards)}{what}.")
        return "\n".join(lines)

    def explain(self) -> str:
        """Tell in sentences who won which part of which pot, and why."""
        hand = self._hand
        lines = [self._opening()]
        for seat, amount in enumerate(self.returned):
            if amount:
                lines.append(f"Seat {seat + 1} takes back {amount} that nobody called.")
        if self.rake:
            lines.append(f"The house takes {self.rake}.")
        if hand.live_count == 1 and not hand.ranks:
            winner = self.winners[0] if self.winners else hand.live_seats[0]
            lines.append(
                f"Seat {winner + 1} is the last one in and wins {self.payouts[winner]} without showing."
            )
        else:
            for board, pots in enumerate(self.awarded):
                if len(hand.boards) > 1:
                    cards = format_cards(hand.boards[board], separator=" ")
                    lines.append(f"Board {board + 1} is {cards}.")
                for number, pot in enumerate(pots):
                    lines += self._about(number, pot, board)
        lines.append(self._ending())
        return "\n".join(lines)

    def _opening(self) -> str:
        hand = self._hand
        title = hand.game.title
        text = f"{title[0].upper()}{title[1:]}, {hand.game.limit.name}, {len(hand.seating.order)} seats"
        if hand.board and len(hand.boards) == 1:
            text += f", board {format_cards(hand.board, separator=' ')}"
        return text + "."

    def _about(self, number: int, pot: AwardedPot, board: int) -> list[str]:
        """Tell of one pot."""
        name = "The pot" if len(self.pots) == 1 else "The main pot" if number == 0 else f"Side pot {number}"
        if len(pot.eligible) == 1:
            return [f"{name} of {pot.amount} is seat {pot.eligible[0] + 1}'s alone."]
        lines = [f"{name} of {pot.amount} is between seats {_listed(pot.eligible)}."]
        if set(pot.high_winners) == set(pot.low_winners) and len(pot.high_winners) > 1:
            lines.append(f"Seats {_listed(pot.high_winners)} tie both halves and split it evenly.")
        halves = [("high", pot.high_winners, pot.high_amount)]
        if self._hand.game.low is not None:
            halves.append(("low", pot.low_winners, pot.low_amount))
        for half, winners, amount in halves:
            lines += self._half(half, winners, amount, board)
        lines += self._odd_chips(pot)
        paid = [f"seat {seat + 1} gets {chips}" for seat, chips in enumerate(pot.payouts) if chips]
        lines += [f"From this pot {_joined(paid)}."] if paid else []
        return lines

    def _half(self, half: str, winners: tuple[int, ...], amount: int, board: int) -> list[str]:
        """Tell who wins one half and with which cards."""
        if not winners:
            return ["No low qualifies, so the high hand takes it all."]
        hi_lo = self._hand.game.low is not None
        verb = "ties" if len(winners) > 1 else "wins"
        part = (
            f" {'for ' if len(winners) > 1 else ''}the {half}{f' ({amount})' if amount else ''}"
            if hi_lo
            else ""
        )
        lines = []
        for seat in winners:
            cards = format_cards(self.playing(seat, half, board=board), separator=" ")
            lines.append(
                f"Seat {seat + 1} {verb}{part} with {self.describe(seat, half, board=board)}: {cards}."
            )
        return lines

    def _odd_chips(self, pot: AwardedPot) -> list[str]:
        """Tell where chips went that did not split evenly, and by which rule."""
        lines = []
        if pot.low_amount and pot.high_amount > pot.low_amount:
            lines.append("What does not halve goes to the high half.")
        options, by_suit = self._hand.game.options, self._hand.game.has_up_cards
        if options.odd_chip != "game":
            by_suit = options.odd_chip == "suit"
        why = "highest card by suit" if by_suit else "first left of the button"
        for winners, payouts in ((pot.high_winners, pot.high_payouts), (pot.low_winners, pot.low_payouts)):
            least = min((payouts[seat] for seat in winners), default=0)
            more = tuple([seat for seat in winners if payouts[seat] > least])
            if more:
                odd = "The odd chip goes" if len(more) == 1 else "Odd chips go"
                lines.append(f"{odd} to seat{'s' * (len(more) > 1)} {_listed(more)}, {why}.")
        return lines

    def _ending(self) -> str:
        """Tell what each seat has now."""
        start = self._hand.setup["stacks"]
        parts = [
            f"seat {seat + 1} {chips} ({chips - start[seat]:+d})"
            for seat, chips in enumerate(self.stacks)
            if start[seat]
        ]
        return f"Chips now: {', '.join(parts)}."


def _listed(seats: tuple[int, ...]) -> str:
    return _joined([str(seat + 1) for seat in seats])


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def known_cards(cards: tuple[int, ...]) -> str:
    """Return cards as text, ``??`` for those nobody has seen."""
    return "".join("??" if card == NO_CARD else format_cards((card,)) for card in cards)
