"""What makes one poker game differ from another, as data: streets, cards, order, forced bets and evaluators.

A new flop or stud game is a few lines: see `holdem`, `omaha` and `stud`. `Game.start` begins a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeGuard

from pokereval.cards import CardsLike, parse_cards
from pokereval.deck import Deck
from pokereval.errors import CardCountError, CardError, GameError, SeatError
from pokereval.games.betting import Limit
from pokereval.games.careful import CarefulHand
from pokereval.games.checks import MOST_CHIPS, chips_by_seat, seat_number, whole_chips
from pokereval.games.hand import Hand
from pokereval.games.options import Options, Rake
from pokereval.games.record import follow

__all__ = ["FULL_DECK", "Evaluator", "Game", "Street"]

FULL_DECK = tuple(range(52))
ALL_CARDS = frozenset(FULL_DECK)

AS_USUAL = -1
"""For the seat of the small blind: left of the button, heads-up on it. None says that nobody owes one."""

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Street:
    """One street: what is dealt, then one round of betting.

    Parameters
    ----------
    name : str
        What a dealer calls it.
    burn : bool
        A card is burned first (rule 19).
    down, up : int
        Cards to every live seat, face down and then face up, one at a time (rule 18).
    board : int
        Cards to the board.
    is_big : bool
        Fixed-limit bets are big (rule 25).
    """

    name: str
    burn: bool = True
    down: int = 0
    up: int = 0
    board: int = 0
    is_big: bool = False


@dataclass(frozen=True, slots=True)
class Evaluator:
    """How hands are compared in one half of a game.

    Parameters
    ----------
    name : str
        ``"high"`` or ``"low"``.
    rank : callable
        From the hole cards of several hands and one board to their ranks: the bigger wins, 0 is no hand.
    describe : callable
        From a rank to words.
    best : callable
        From the hole cards of one hand and a board to the five cards that play, in reading order.
    """

    name: str
    rank: Callable[[Sequence[Cards], Cards], Sequence[int]]
    describe: Callable[[int], str]
    best: Callable[[Cards, Cards], Cards]


@dataclass(frozen=True, kw_only=True, repr=False)
class Game:
    """A poker game with its limit, forced bets and house rules.

    Parameters
    ----------
    name : str
        Short name, as in ``"omaha8"``.
    title : str
        Name in sentences.
    streets : tuple of Street
        In order; a round of betting follows each of them.
    high, low : Evaluator
        Who wins the high half, and in hi-lo the low half.
    limit : Limit
        How much may be bet.
    blinds : tuple of int, default (0, 0)
        Small and big blind; zeros in stud.
    ante : int, default 0
        Paid by every seat before the deal.
    big_blind_ante, button_ante : int, default 0
        One ante for the whole table, paid by that seat: dead money of the main pot.
    bring_in : int, default 0
        The forced opening of a stud game; 0 in flop games.
    deck : tuple of int
        The cards the game is played with.
    has_up_cards : bool
        Stud: the cards showing decide who acts first.
    low_opens : bool
        Razz: the highest card brings in and the lowest board acts first.
    button_blind : bool, default False
        The only blind is the big blind, and the button pays it (short-deck hold'em).
    max_seats : int
        Most seats the deck can serve, 10 at most (rule 4).
    options : Options
        House rules.
    """

    name: str
    title: str
    streets: tuple[Street, ...]
    high: Evaluator
    limit: Limit
    low: Evaluator | None = None
    blinds: tuple[int, int] = (0, 0)
    button_blind: bool = False
    ante: int = 0
    big_blind_ante: int = 0
    button_ante: int = 0
    bring_in: int = 0
    deck: tuple[int, ...] = FULL_DECK
    has_up_cards: bool = False
    low_opens: bool = False
    max_seats: int = 10
    options: Options = field(default_factory=Options)

    def __repr__(self) -> str:
        """Tell the game, the limit and what is posted."""
        small, big = self.blinds
        posted = [f"blinds {small}/{big}"] if big else []
        posted += [f"ante {self.ante}"] if self.ante else []
        posted += [f"bring-in {self.bring_in}"] if self.bring_in else []
        return f"<Game of {', '.join([self.title, self.limit.name, *posted])}>"

    def __post_init__(self) -> None:
        """Check what was given."""
        small, big = self.blinds
        whole_chips(small, "small blind")
        whole_chips(big, "big blind", least=0 if self.has_up_cards else 1)
        if small > big:
            raise GameError(f"expected a small blind of at most the big blind of {big}, got {small}")
        for name in ("ante", "big_blind_ante", "button_ante", "bring_in"):
            whole_chips(getattr(self, name), name)
        if self.has_up_cards and not 0 < self.bring_in <= self.limit.min_bet:
            raise GameError(f"expected a bring-in of 1 to the opening bet of {self.limit.min_bet}, got {self.bring_in}")

    @property
    def hole_count(self) -> int:
        """Cards each seat holds at the showdown."""
        return sum(street.down + street.up for street in self.streets)

    @property
    def board_count(self) -> int:
        """Cards on a full board."""
        return sum(street.board for street in self.streets)

    def start(
        self,
        stacks: Sequence[int | None],
        button: int = 0,
        *,
        deck: CardsLike | Deck | None = None,
        seed: int | None = None,
        wait_for_cards: bool = False,
        small_blind_seat: int | None = AS_USUAL,
        big_blind_seat: int | None = None,
        live_posts: object = None,
        dead_posts: object = None,
        straddles: object = None,
        bomb_pot: int = 0,
        boards: int = 1,
    ) -> Hand:
        """Begin a hand: forced bets, hole cards, and the first seat to act.

        Parameters
        ----------
        stacks : sequence of int or None
            Chips of each seat, clockwise; None or 0 for a seat that is not in the hand.
        button : int, default 0
            Seat of the button (of the dealer in stud). The seat may be empty: a dead button (decision 20).
        deck : cards or Deck, optional
            Cards in the order they are dealt, burns included. Without it the deck is shuffled.
        seed : int, optional
            Seed of the shuffle; without it the operating system's randomness is used.
        wait_for_cards : bool, default False
            Deal nothing: `Hand.waits_for` names each burn and each card, and `Hand.burn` and `Hand.deal` bring them.
        small_blind_seat, big_blind_seat : int or None, optional
            Where the blinds are due; by default left of the button, and heads-up the button is the small blind
            (rule 22). ``small_blind_seat=None`` means that nobody owes a small blind this hand.
        live_posts, dead_posts : mapping of seat to chips, optional
            Posts of new and returning seats (rules 47-49). A live post is a bet, a dead post is not.
        straddles : mapping of seat to chips, optional
            Blind raises in the order they are made; the seat left of the last one acts first.
        bomb_pot : int, default 0
            Everybody puts in this much instead of antes and blinds, and betting begins on the flop.
        boards : int, default 1
            How many times the rest of the board is dealt when no more betting is possible (run it twice, ...).

        Returns
        -------
        Hand
            Waiting for its first action or card.

        Raises
        ------
        ChipError, SeatError, CardError, CardCountError, DuplicateCardError, GameError
            For stacks, seats, decks and options that make no hand.

        Examples
        --------
        >>> from pokereval.games import Holdem
        >>> hand = Holdem(limit="no", blinds=(1, 2)).start([100, 100, 100], button=0, seed=7)
        >>> hand.actor, hand.to_call, hand.pot
        (0, 2, 3)
        """
        if isinstance(stacks, str | bytes) or not hasattr(stacks, "__getitem__") or hasattr(stacks, "keys"):
            raise SeatError(f"expected a sequence of stacks, got {stacks!r}")
        chips = _whole_stacks(stacks)
        occupied = tuple([stack > 0 for stack in chips])
        seated = sum(occupied)
        if not 2 <= seated <= self.max_seats or len(chips) > 10:
            raise SeatError(
                f"expected 2 to {self.max_seats} seats with chips at a table of at most 10 for {self.title}, "
                f"got {seated} of {len(chips)}"
            )
        setup: dict[str, Any] = {
            "stacks": tuple(chips),
            "button": seat_number(button, len(chips), "the button"),
        }
        if wait_for_cards:
            if deck is not None or seed is not None:
                raise CardError("expected no deck and no seed for a hand that waits for its cards")
            setup["wait_for_cards"] = True
        else:
            setup["deck"] = self._ordered_deck(deck, seed, seated, boards)
        if small_blind_seat != AS_USUAL or big_blind_seat is not None:
            self._blind_seats(setup, small_blind_seat, big_blind_seat, occupied)
        if live_posts or dead_posts or straddles or bomb_pot or boards != 1:
            self._extras(setup, live_posts, dead_posts, straddles, bomb_pot, boards, occupied)
        rake = self.options.rake
        kind = Hand if rake is None or isinstance(rake, Rake) else CarefulHand
        return kind(self, setup, seating(occupied, setup["button"]))

    def cards_needed(self, seated: int, boards: int = 1) -> int:
        """Return the cards a hand uses at most, burns included, if nobody folds and the deck lasts."""
        burns = sum(street.burn for street in self.streets)
        return seated * self.hole_count + boards * (self.board_count + burns)

    def _ordered_deck(self, deck: CardsLike | Deck | None, seed: int | None, seated: int, boards: int) -> Cards:
        """Return the deck in dealing order, checked to be of this game and to last for the hand."""
        if deck is None:
            shuffled = Deck.random() if seed is None else Deck.shuffled(seed)
            cards = shuffled.cards
            return cards if len(self.deck) == 52 else tuple([card for card in cards if card in self.deck])
        if seed is not None:
            raise CardError("expected a deck or a seed, got both")
        cards = deck.cards if isinstance(deck, Deck) else deck if is_plain_deck(deck) else parse_cards(deck)
        if len(self.deck) != 52 and (strange := set(cards) - set(self.deck)):
            raise CardError(f"expected cards of the {len(self.deck)}-card deck, got id {min(strange)}")
        needed = min(self.cards_needed(seated, boards), len(self.deck))
        if len(cards) < needed:
            raise CardCountError(f"expected a deck of {needed} or more cards for {seated} seats, got {len(cards)}")
        return cards

    def _blind_seats(
        self, setup: dict[str, Any], small: int | None, big: int | None, occupied: tuple[bool, ...]
    ) -> None:
        if self.has_up_cards or self.button_blind:
            raise SeatError(f"expected no blind seats in {self.title}")
        if small == AS_USUAL or big is None:
            raise SeatError("expected both blind seats or neither (small_blind_seat=None where none is due)")
        for seat, what in ((small, "the small blind"), (big, "the big blind")):
            if seat is not None and not occupied[seat_number(seat, len(occupied), what)]:
                raise SeatError(f"expected a seat with chips for {what}, got {seat}")
        if small == big:
            raise SeatError(f"expected two seats for the blinds, got {big} twice")
        setup["small_blind_seat"], setup["big_blind_seat"] = small, big

    def _extras(
        self,
        setup: dict[str, Any],
        live_posts: object,
        dead_posts: object,
        straddles: object,
        bomb_pot: int,
        boards: int,
        occupied: tuple[bool, ...],
    ) -> None:
        """Check what only some hands have, and write it into the setup."""
        for name, posts in (("live_posts", live_posts), ("dead_posts", dead_posts), ("straddles", straddles)):
            pairs = chips_by_seat(posts, len(occupied), name)
            if any(not occupied[seat] for seat, _ in pairs):
                raise SeatError(f"expected {name} of seats with chips, got {posts!r}")
            if pairs:
                setup[name] = pairs
        least = self.blinds[1]
        for _, amount in setup.get("straddles", ()):
            if amount <= least:
                raise GameError(f"expected a straddle of more than {least}, got {amount}")
            least = amount
        if whole_chips(bomb_pot, "bomb_pot"):
            setup["bomb_pot"] = bomb_pot
        if whole_chips(boards, "boards", least=1) != 1:
            if self.board_count == 0 or boards > 4:
                raise GameError(f"expected 1 to 4 boards in a flop game, 1 in stud, got {boards} in {self.title}")
            if self.cards_needed(sum(occupied), boards) > len(self.deck):
                raise GameError(f"expected fewer boards, because {boards} need more cards than the deck has")
            setup["boards"] = boards
        if (self.has_up_cards or self.button_blind) and {
            "live_posts",
            "dead_posts",
            "straddles",
            "bomb_pot",
        } & setup.keys():
            raise GameError(f"expected no posts, straddles or bomb pots in {self.title}")

    def replay(self, setup: dict[str, Any], events: Sequence[Sequence[Any]]) -> Hand:
        """Rebuild a hand from its setup and its events, as they are or read back from JSON.

        Raises
        ------
        GameError
            If the events are not those of a hand of this game; the message names the first that differs.

        Examples
        --------
        >>> from pokereval.games import Holdem
        >>> game = Holdem(limit="no", blinds=(1, 2))
        >>> hand = game.start([100, 100], button=0, seed=7)
        >>> hand.call()
        >>> game.replay(hand.setup, hand.events) == hand
        True
        """
        hand = self.start(**setup)
        follow(hand, events)
        return hand


def is_plain_deck(deck: object) -> TypeGuard[Cards]:
    """Tell whether a deck is a tuple of all 52 ids already, as simulations hand it over again and again."""
    return type(deck) is tuple and len(deck) == 52 and {*deck} == ALL_CARDS and {*map(type, deck)} == {int}


def _whole_stacks(stacks: Sequence[int | None]) -> list[int]:
    """Return stacks as ints; None is an empty seat."""
    chips = []
    for seat, stack in enumerate(stacks):
        if type(stack) is int and 0 <= stack <= MOST_CHIPS:
            chips.append(stack)
        elif stack is None:
            chips.append(0)
        else:
            chips.append(whole_chips(stack, f"the stack of seat {seat}"))
    return chips


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one hand: everything that follows from the occupied seats and the button.

    Attributes
    ----------
    order : tuple of int
        Occupied seats in dealing order: first left of the button, the button last.
    following, preceding : tuple of int
        The next and the previous occupied seat of each seat.
    mask : int
        Bit of each occupied seat.
    small_blind, big_blind : int
        Where the blinds are due.
    """

    order: tuple[int, ...]
    following: tuple[int, ...]
    preceding: tuple[int, ...]
    mask: int
    small_blind: int
    big_blind: int


@lru_cache(maxsize=4096)
def seating(occupied: tuple[bool, ...], button: int) -> Seating:
    """Return the `Seating` for these occupied seats and this button (rules 17, 18, 20 and 22)."""
    count = len(occupied)
    order = tuple(seat % count for seat in range(button + 1, button + 1 + count) if occupied[seat % count])
    following, preceding = [0] * count, [0] * count
    for place, seat in enumerate(order):
        following[seat] = order[(place + 1) % len(order)]
        preceding[seat] = order[place - 1]
    small, big = order[0], order[1]
    if len(order) == 2 and occupied[button]:
        small, big = order[1], order[0]
    mask = sum(1 << seat for seat in order)
    return Seating(order, tuple(following), tuple(preceding), mask, small, big)
