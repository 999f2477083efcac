"""One hand of poker, from the forced bets to the last odd chip: its state and the actions that change it.

The state is flat on purpose: integers, bit masks of seats and short lists, so that a hand is copied in microseconds
and an action costs no more than it must. The seats that can still bet form a ring (``following``, ``preceding``), and
``to_act`` counts how many of them the round still has to ask; the round is over when it reaches zero.

Where things are: limits in `betting`, what is legal in `legal`, blinds and antes in `forced`, cards in `dealing`, who
acts first in `order`, showing and awarding in `showing`, the outcome in `result`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokereval.cards import CardsLike
from pokereval.errors import GameError, IllegalActionError
from pokereval.games.betting import needs_action
from pokereval.games.checks import whole_chips
from pokereval.games.dealing import advance, deal_burn, deal_cards
from pokereval.games.forced import post_forced_bets
from pokereval.games.legal import Legal, Wait, legal_choices, refusal, what_is_awaited, what_is_legal
from pokereval.games.opening import open_with
from pokereval.games.record import LISTS, copy_state
from pokereval.games.result import HandResult
from pokereval.games.showing import (
    award_uncontested,
    contributions,
    live_pots,
    muck_hand,
    return_uncalled,
    show_hand,
)

if TYPE_CHECKING:
    from pokereval.games.game import Game, Seating
    from pokereval.pots import AwardedPot, Pot

__all__ = ["Hand"]

Cards = tuple[int, ...]
Event = tuple[Any, ...]


class Hand:
    """A hand in progress or finished; made by `Game.start`.

    Attributes
    ----------
    game : Game
        The rules it is played by.
    setup : dict
        What `Game.start` was given: with `events` it rebuilds the hand.
    events : list of tuple
        Everything that happened, in order, as plain data.
    actor : int or None
        The seat whose turn it is.
    stacks : list of int
        Chips each seat has behind.
    bets : list of int
        Chips each seat has bet on this street.
    pot : int
        All chips in the middle, bets of this street included.
    current_bet : int
        What a seat has to have bet on this street to stay.
    hole_cards : list of tuple of int
        Each seat's cards in the order dealt; 255 for a card nobody has seen. In stud the first two and the seventh
        are down.
    boards : list of tuple of int
        The board; several only when it is run more than once.
    is_over : bool
        Every chip is with a seat again.

    Notes
    -----
    Seats count from 0 in arguments, attributes and events, and from 1 in sentences and errors. Attributes are for
    reading: only the methods change a hand. The rest of the attributes, which the limits read, are named where they
    are set.
    """

    # fmt: off
    __slots__ = (
        "acted", "active", "active_count", "actor", "aggressor", "awarded", "bet_size", "bets", "boards",
        "burned", "capped", "current_bet", "dead", "deck", "double_bet", "events", "following", "full_raise",
        "game", "hole_cards", "is_over", "is_uncompleted", "last_aggressor", "level", "live", "live_count",
        "next_card", "opener", "owes_bring_in", "plan", "pot", "pots_made", "preceding", "raises", "ranks",
        "returned", "seating", "setup", "shown", "stacks", "street", "to_act", "to_show", "used",
    )
    # fmt: on

    def __init__(self, game: Game, setup: dict[str, Any], seating: Seating) -> None:
        self.game = game
        self.setup = setup
        self.seating = seating
        stacks = setup["stacks"]
        seats = len(stacks)
        self.events: list[Event] = []
        self.stacks: list[int] = list(stacks)
        self.bets: list[int] = [0] * seats
        self.pot = 0
        self.dead: list[int] | None = None  # dead money by seat, once there is any
        # Who is in: all seats not folded, and those of them with chips behind, which can still bet.
        self.live = self.active = seating.mask
        self.live_count = self.active_count = len(seating.order)
        self.following: list[int] = list(seating.following)
        self.preceding: list[int] = list(seating.preceding)
        # The round of betting; see betting.py.
        self.current_bet = self.level = self.raises = 0
        self.full_raise = game.limit.min_bet
        self.bet_size = 0
        self.acted = self.double_bet = 0
        self.capped = self.owes_bring_in = self.is_uncompleted = False
        self.to_act = 0
        self.actor: int | None = None
        self.aggressor: int | None = None
        self.last_aggressor: int | None = None
        self.opener: int | None = None
        # Cards; see dealing.py.
        self.street = -1
        self.deck: Cards | None = setup.get("deck")
        self.next_card = self.used = 0
        self.plan: list[tuple[Any, ...]] = []
        self.burned: Cards = ()
        self.hole_cards: list[Cards] = [()] * seats
        self.boards: list[Cards] = [()]
        # The end; see showing.py.
        self.pots_made: tuple[Pot, ...] | None = None
        self.returned: list[int] | None = None
        self.ranks: Any = None
        self.to_show: Cards = ()
        self.shown = 0
        self.awarded: tuple[tuple[AwardedPot, ...], ...] = ()
        self.is_over = False
        post_forced_bets(self)
        advance(self)

    # -- questions ----------------------------------------------------------------------------------------------------

    def legal(self) -> Legal | None:
        """Return what the seat to act may do, or None when no seat is to act.

        Examples
        --------
        >>> from pokereval.games import Holdem
        >>> hand = Holdem(limit="no", blinds=(1, 2)).start([100, 50], button=0, seed=3)
        >>> print(hand.legal())
        fold, call 1 or raise to 4..100
        """
        return legal_choices(self)

    @property
    def to_call(self) -> int:
        """Chips the seat to act needs to call; 0 if it can check or nobody is to act."""
        seat = self.actor
        if seat is None or self.owes_bring_in:
            return 0
        return min(max(self.current_bet - self.bets[seat], 0), self.stacks[seat])

    @property
    def waits_for(self) -> Wait | None:
        """What the hand waits for: an action, a burn, cards, a show or muck; None once it is over."""
        return what_is_awaited(self)

    @property
    def street_name(self) -> str:
        """Name of the street, as in ``"flop"``; ``"showdown"`` when all streets are over."""
        streets = self.game.streets
        return streets[self.street].name if self.street < len(streets) else "showdown"

    @property
    def board(self) -> Cards:
        """Cards of the board, the first one when it is run more than once."""
        return self.boards[0]

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main pot and side pots with the seats that can win them, of all chips in the middle so far."""
        return live_pots(self)

    @property
    def contributions(self) -> tuple[int, ...]:
        """Chips each seat has put in, without dead money and what came back uncalled."""
        return contributions(self)

    @property
    def live_seats(self) -> tuple[int, ...]:
        """Seats that have not folded, first left of the button first."""
        live, order = self.live, self.seating.order
        if live == self.seating.mask:
            return order
        return tuple([seat for seat in order if live >> seat & 1])

    @property
    def result(self) -> HandResult:
        """The outcome of a finished hand.

        Raises
        ------
        GameError
            If the hand is not over.
        """
        if not self.is_over:
            raise GameError(f"expected a finished hand, but {what_is_legal(self)}")
        return HandResult(self)

    # -- actions ------------------------------------------------------------------------------------------------------

    def fold(self) -> None:
        """Give up the hand. Always allowed to the seat to act, unless it owes the bring-in.

        Raises
        ------
        IllegalActionError
            As every action: if it is not legal now. The hand is then as it was.
        """
        seat = self.actor
        if seat is None or self.owes_bring_in:
            raise self._refusal("fold")
        self.events.append(("fold", seat))
        self.live ^= 1 << seat
        self.live_count -= 1
        self.leave_ring(seat)
        self.to_act -= 1
        if self.live_count == 1:
            award_uncontested(self)
        else:
            self._pass_on(seat)

    def check(self) -> None:
        """Bet nothing, when there is nothing to call."""
        seat = self.actor
        if seat is None or self.bets[seat] != self.current_bet or self.owes_bring_in:
            raise self._refusal("check")
        self.events.append(("check", seat))
        self.acted |= 1 << seat
        self.to_act = left = self.to_act - 1
        if left:
            self.actor = self.following[seat]
        else:
            self._end_round()

    def call(self) -> None:
        """Match the current bet, or go all-in for less."""
        seat = self.actor
        if seat is None or self.owes_bring_in:
            raise self._refusal("call")
        bets = self.bets
        facing = self.current_bet - bets[seat]
        if facing <= 0:
            raise self._refusal("call")
        stacks = self.stacks
        stack = stacks[seat]
        self.to_act = left = self.to_act - 1
        self.acted |= 1 << seat
        if facing < stack:
            stacks[seat] = stack - facing
            bets[seat] = self.current_bet
            self.pot += facing
            self.events.append(("call", seat, facing))
            if left:
                self.actor = self.following[seat]
            else:
                self._end_round()
            return
        stacks[seat] = 0
        bets[seat] += stack
        self.pot += stack
        self.events.append(("call", seat, stack))
        self.leave_ring(seat)
        self._pass_on(seat)

    def bet(self, amount: int) -> None:
        """Open the betting of a street for `amount` chips."""
        if self.actor is None or self.current_bet:
            raise self._refusal("bet", amount)
        self._bet_to(amount, "bet")

    def raise_to(self, amount: int) -> None:
        """Bet or raise so that the seat's total for the street is `amount`."""
        if self.actor is None:
            raise self._refusal("raise to", amount)
        self._bet_to(amount, "raise to" if self.current_bet else "bet")

    def raise_by(self, amount: int) -> None:
        """Raise by `amount` chips over the current bet; in a round without a bet, bet `amount`."""
        if self.actor is None:
            raise self._refusal("raise by", amount)
        self._bet_to(self.current_bet + whole_chips(amount, "a raise", least=1), "raise to")

    def complete(self) -> None:
        """Complete the bring-in to the opening bet, or go all-in for less."""
        choices = legal_choices(self)
        if choices is None or choices.complete_to is None:
            raise self._refusal("complete")
        if choices.can_raise:
            self._bet_to(choices.complete_to, "complete to")
        else:
            self.bring_in()

    def bring_in(self) -> None:
        """Pay the bring-in, or what the stack has of it."""
        seat = self.actor
        if seat is None or not self.owes_bring_in:
            raise self._refusal("bring in")
        self.owes_bring_in = False
        paid = self.put_in(seat, self.game.bring_in, "bring_in")
        self.bets[seat] = paid
        self.acted |= 1 << seat
        self.to_act = self.active_count - (self.active >> seat & 1)
        self._pass_on(seat)

    def all_in(self) -> None:
        """Bet, raise or call the whole stack; a call when it can only be a call.

        In pot limit and fixed limit a stack that is larger than the largest raise allowed cannot go in.
        """
        seat = self.actor
        if seat is None:
            raise self._refusal("go all-in")
        total = self.bets[seat] + self.stacks[seat]
        choices = legal_choices(self)
        assert choices is not None
        if choices.bring_in == self.stacks[seat]:
            self.bring_in()
        elif choices.allows_raise_to(total):
            self._bet_to(total, "raise to")
        elif choices.call and (choices.call == self.stacks[seat] or not choices.can_raise):
            self.call()
        else:
            raise self._refusal("go all-in for", total)

    def show(self, cards: CardsLike | None = None, *, seat: int | None = None) -> None:
        """Show a hand at the showdown, or any live hand once the betting is over.

        Parameters
        ----------
        cards : cards, optional
            The seat's hole cards, needed only where they were dealt unseen.
        seat : int, optional
            Whose hand; by default the seat that is to show.
        """
        show_hand(self, cards, seat)

    def muck(self) -> None:
        """Give up a beaten hand at the showdown without showing it."""
        muck_hand(self)

    def deal(self, cards: CardsLike | int, *, seat: int | None = None) -> None:
        """Deal cards to the seat or the board that `waits_for` names, in a hand that waits for its cards.

        Parameters
        ----------
        cards : cards
            One card or several, at most as many as are due there. ``"??"`` is a card that nobody has seen.
        seat : int, optional
            Another seat that cards are due to; by default the next one.
        """
        deal_cards(self, cards, seat)

    def burn(self, card: CardsLike | None = None) -> None:
        """Burn a card, seen or unseen, in a hand that waits for its cards."""
        deal_burn(self, card)

    def open_with(self, seat: int) -> None:
        """Tell who acts first in a round of stud that depends on a card nobody has seen."""
        open_with(self, seat)

    # -- how actions work ---------------------------------------------------------------------------------------------

    def _bet_to(self, amount: int, tried: str) -> None:
        """Move chips for a bet, raise or completion to `amount`, the only way to raise the current bet."""
        seat = self.actor
        assert seat is not None
        if type(amount) is not int:
            amount = whole_chips(amount, "a bet or raise")
        limit = self.game.limit
        if limit.is_fixed:
            sizes = limit.sizes(self, seat)
            if not sizes or amount not in sizes:
                raise self._refusal(tried, amount)
        else:
            span = limit.raise_range(self, seat)
            if span is None or not span[0] <= amount <= span[1]:
                raise self._refusal(tried, amount)
        before = self.current_bet
        kind = "complete" if self.is_uncompleted else "raise" if before else "bet"
        self.owes_bring_in = self.is_uncompleted = False
        added = amount - self.bets[seat]
        self.bets[seat] = amount
        self.pot += added
        self.stacks[seat] -= added
        limit.note_raise(self, amount)
        if amount > before:
            self.current_bet = amount
        self.acted |= 1 << seat
        self.aggressor = self.last_aggressor = seat
        self.events.append((kind, seat, amount))
        if self.stacks[seat]:
            self.to_act = self.active_count - 1
            self.actor = self.following[seat]
        else:
            self.leave_ring(seat)
            self.to_act = self.active_count
            self._pass_on(seat)

    def put_in(self, seat: int, amount: int, kind: str) -> int:
        """Move up to `amount` chips from a stack to the pot as a forced bet; return what was paid."""
        stack = self.stacks[seat]
        if amount >= stack:
            amount = stack
            if not amount:
                return 0
            self.leave_ring(seat)
        self.stacks[seat] = stack - amount
        self.pot += amount
        self.events.append((kind, seat, amount))
        return amount

    def leave_ring(self, seat: int) -> None:
        """Take a seat that folded or is all-in out of the ring of seats that can bet."""
        self.active ^= 1 << seat
        self.active_count -= 1
        before, after = self.preceding[seat], self.following[seat]
        self.following[before] = after
        self.preceding[after] = before

    def _pass_on(self, seat: int) -> None:
        """Give the turn to the next seat of the ring, or end the round."""
        if self.to_act and (self.active_count > 1 or needs_action(self)):
            self.actor = self.following[seat]
        else:
            self._end_round()

    def _end_round(self) -> None:
        """Collect the bets, give back what nobody called, and go on to the next street."""
        self.actor = None
        self.collect_bets()
        if self.active_count < 2:
            return_uncalled(self)
        advance(self)

    def collect_bets(self) -> None:
        """Forget the round: bets are in the pot now; who bet last is kept for the showdown."""
        self.bets = [0] * len(self.bets)
        self.current_bet = 0
        self.owes_bring_in = self.is_uncompleted = False

    def end_forced_round(self) -> None:
        """Close a first street on which the forced bets left nobody to ask."""
        self.collect_bets()
        return_uncalled(self)

    def _refusal(self, tried: str, amount: object = None) -> IllegalActionError:
        """Make the error for an action that is not legal now."""
        return refusal(self, tried if amount is None else f"{tried} {amount}")

    # -- record, copies, comparison -----------------------------------------------------------------------------------

    def copy(self) -> Hand:
        """Return another hand in the same state; playing one leaves the other as it is."""
        twin: Hand = object.__new__(type(self))
        copy_state(self, twin, SHARED)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Hand:
        """Return a copy; cards and events are never changed in place."""
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Hands are equal if the same things happened by the same rules from the same start."""
        if not isinstance(other, Hand):
            return NotImplemented
        return self.game == other.game and self.setup == other.setup and self.events == other.events

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Tell the game, the street, the pot and what is awaited."""
        return f"<Hand of {self.game.title}: {self.street_name}, pot {self.pot}, {what_is_legal(self)}>"


SHARED = tuple(name for name in Hand.__slots__ if name not in LISTS)
