"""A table: who sits where, whose blinds are due, what a missed blind costs, and the last hands for review.

Seats are indexes from 0, clockwise. The button follows the dead-button rule: the big blind moves to the next player
every hand, the small blind follows one hand later, the button one hand after that, even to a seat that is empty by
then (decision 20; Tournament Directors Association, rule 32). Rules 17, 22, 47 to 49 and 51.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from pokereval.errors import GameError, SeatError
from pokereval.games.checks import seat_number, whole_chips
from pokereval.games.game import Game
from pokereval.games.hand import Hand

__all__ = ["Player", "Positions", "Table", "next_positions"]

REVIEWED_HANDS = 50


class Positions(NamedTuple):
    """Where the button and the blinds are in one hand.

    Attributes
    ----------
    button : int
        Seat of the button; nobody may sit there (dead button).
    small_blind : int or None
        Seat that owes the small blind; None when its turn falls to a seat that nobody plays.
    big_blind : int
        Seat that owes the big blind.
    """

    button: int
    small_blind: int | None
    big_blind: int


def next_positions(last: Positions, playing: Collection[int], *, seats: int) -> Positions:
    """Move the button and the blinds for the next hand.

    Parameters
    ----------
    last : Positions
        Of the hand before.
    playing : collection of int
        Seats that can be dealt in and take the big blind.
    seats : int
        Seats at the table, empty ones too.

    Returns
    -------
    Positions
        Nobody has the big blind twice in a row; heads-up the button is the small blind (rule 22).

    Raises
    ------
    SeatError
        If fewer than two seats play.

    Examples
    --------
    The small blind leaves: its seat gets a dead button. The big blind leaves: no small blind is due.

    >>> next_positions(Positions(0, 1, 2), {0, 2, 3}, seats=4)
    Positions(button=1, small_blind=2, big_blind=3)
    >>> next_positions(Positions(0, 1, 2), {0, 1, 3}, seats=4)
    Positions(button=1, small_blind=None, big_blind=3)
    """
    if len(playing) < 2:
        raise SeatError(f"expected two seats or more to play, got {sorted(playing)}")
    big_blind = first_of(playing, last.big_blind + 1, seats)
    if len(playing) == 2:
        other = first_of(playing, big_blind + 1, seats)
        return Positions(other, other, big_blind)
    small_blind = last.big_blind if last.big_blind in playing else None
    button = last.small_blind
    if button is None:  # nobody owed a small blind: the button goes in front of the empty seat
        button = (last.big_blind - 1) % seats
    return Positions(button, small_blind, big_blind)


def first_of(playing: Collection[int], seat: int, seats: int) -> int:
    """Return the first playing seat from `seat` on clockwise."""
    return next(place % seats for place in range(seat, seat + seats) if place % seats in playing)


@dataclass
class Player:
    """Somebody at the table.

    Attributes
    ----------
    name : str
        What the table calls the player.
    stack : int
        Chips, carried from hand to hand.
    is_in : bool
        Wants to be dealt in; False while sitting out.
    has_played : bool
        Has paid a way into the game: a blind, a post, or a place in the first hand.
    wants_to_post : bool
        Pays at once for coming in or back instead of waiting for the big blind.
    missed_big, missed_small : bool
        The markers ML and MS of a blind that was due while sitting out (rule 48).
    """

    name: str
    stack: int
    is_in: bool = True
    has_played: bool = False
    wants_to_post: bool = False
    missed_big: bool = False
    missed_small: bool = False

    @property
    def marker(self) -> str:
        """``"ML"`` for a missed big blind, ``"MS"`` for a missed small blind, else empty."""
        return "ML" if self.missed_big else "MS" if self.missed_small else ""

    @property
    def plays(self) -> bool:
        """Whether the player is in and owes nothing."""
        return self.is_in and self.stack > 0 and self.has_played and not self.marker


class Table:
    """A table of one game, hand after hand.

    Parameters
    ----------
    game : Game
        What is played.
    seats : int
        Seats at the table, 2 to 10.
    button : int, default 0
        Seat that has the button in the first hand, or the next playing one.

    Attributes
    ----------
    players : list of Player or None
        By seat.
    positions : Positions or None
        Button and blinds of the last hand.
    history : deque of Hand
        The last 50 finished hands, the newest last (rule 51).

    Examples
    --------
    >>> from pokereval.games import Holdem
    >>> table = Table(Holdem(limit="no", blinds=(1, 2)), seats=3)
    >>> for seat in range(3):
    ...     table.sit(seat, 100)
    >>> hand = table.next_hand(seed=1)
    >>> hand.fold(), hand.fold()
    (None, None)
    >>> table.next_hand(seed=2).setup["button"], [player.stack for player in table.players]
    (1, [100, 99, 101])
    """

    def __init__(self, game: Game, seats: int, *, button: int = 0) -> None:
        whole_chips(seats, "the number of seats")
        if not 2 <= seats <= 10:
            raise SeatError(f"expected a table of 2 to 10 seats, got {seats}")
        self.game = game
        self.players: list[Player | None] = [None] * seats
        self.first_button = seat_number(button, seats, "the first button")
        self.positions: Positions | None = None
        self.hand: Hand | None = None
        self.history: deque[Hand] = deque(maxlen=REVIEWED_HANDS)

    # -- coming and going ---------------------------------------------------------------------------------------------

    def sit(self, seat: int, stack: int, *, name: str = "", post: bool = False) -> None:
        """Seat a new player.

        After the first hand a new player waits for the big blind, or with ``post=True`` posts a live big blind; in
        the seat that is due for the big blind it simply is the big blind (rule 47).

        Raises
        ------
        SeatError
            If the seat is taken or not at the table.
        """
        seat = seat_number(seat, len(self.players), "a new player")
        if self.players[seat] is not None:
            raise SeatError(f"expected an empty seat, but seat {seat + 1} is taken")
        whole_chips(stack, "a stack", least=1)
        self.players[seat] = Player(name or f"seat {seat + 1}", stack, wants_to_post=post)

    def leave(self, seat: int) -> int:
        """Free a seat and return the chips that leave with its player.

        Raises
        ------
        GameError
            If the player is still in a hand.
        """
        player = self._player(seat)
        self.finish_hand()
        self.players[seat] = None
        return player.stack

    def sit_out(self, seat: int) -> None:
        """Deal the player out from the next hand on; blinds that fall due meanwhile are missed."""
        self._player(seat).is_in = False

    def sit_in(self, seat: int, *, post: bool = False) -> None:
        """Bring a player back: at its next big blind, or at once if it posts what it missed."""
        player = self._player(seat)
        player.is_in, player.wants_to_post = True, post

    def add_chips(self, seat: int, chips: int) -> None:
        """Add chips to a stack between two hands."""
        self.finish_hand()
        self._player(seat).stack += whole_chips(chips, "chips to add", least=1)

    def owed(self, seat: int) -> tuple[int, int]:
        """Return what a player posts to come in at once: live chips and dead chips (rules 47-49).

        Examples
        --------
        >>> from pokereval.games import Holdem
        >>> table = Table(Holdem(limit="fixed", blinds=(1, 2)), seats=4)
        >>> table.sit(0, 100)
        >>> table.players[0].missed_big = True
        >>> table.owed(0)
        (2, 1)
        """
        player = self._player(seat)
        small, big = self.game.blinds
        if player.missed_big:
            return big, small
        if player.missed_small:
            return 0, small
        return (0 if player.has_played else big), 0

    def _player(self, seat: int) -> Player:
        player = self.players[seat_number(seat, len(self.players), "a player")]
        if player is None:
            raise SeatError(f"expected a player in seat {seat + 1}, got an empty seat")
        return player

    # -- hands --------------------------------------------------------------------------------------------------------

    def next_hand(self, **start: Any) -> Hand:
        """Carry the stacks on, move the button, collect posts, and start the next hand.

        Parameters
        ----------
        **start
            What `Game.start` takes besides stacks, button, blind seats and posts: a deck, a seed, straddles.

        Returns
        -------
        Hand
            Of the same table size as the table; seats that are not dealt in have no chips there.

        Raises
        ------
        GameError
            If the last hand is not over.
        SeatError
            If fewer than two players can be dealt in.
        """
        self.finish_hand()
        self.hand = self._stud_hand(start) if self.game.has_up_cards else self._blinds_hand(start)
        return self.hand

    def finish_hand(self) -> None:
        """Take the stacks of a finished hand over; does nothing without one."""
        if self.hand is None:
            return
        if not self.hand.is_over:
            raise GameError(f"expected the last hand to be over, but {self.hand!r}")
        for seat in self.hand.seating.order:
            self._player(seat).stack = self.hand.stacks[seat]
        self.history.append(self.hand)
        self.hand = None

    def _ready(self) -> set[int]:
        """Return the seats whose players have chips and want to be dealt in."""
        return {seat for seat, player in enumerate(self.players) if player and player.is_in and player.stack}

    def _stud_hand(self, start: dict[str, Any]) -> Hand:
        """Deal a stud hand: everybody who is in antes; the dealer moves to the next player."""
        dealt = self._ready()
        if len(dealt) < 2:
            raise SeatError(f"expected two players or more to deal to, got {len(dealt)}")
        after = self.first_button if self.positions is None else self.positions.button + 1
        button = first_of(dealt, after, len(self.players))
        hand = self.game.start(self._stacks(dealt), button, **start)
        self.positions = Positions(button, None, button)
        return hand

    def _blinds_hand(self, start: dict[str, Any]) -> Hand:
        """Deal a hand with blinds."""
        ready = self._ready()
        dealt = ready
        live: dict[int, int] = {}
        dead: dict[int, int] = {}
        if self.positions is None:
            positions = self._first_positions(ready)
        else:
            positions = next_positions(self.positions, ready, seats=len(self.players))
            if positions.small_blind is not None and not self._player(positions.small_blind).plays:
                positions = positions._replace(small_blind=None)  # somebody new in the seat that owes it
            dealt, live, dead = self._dealt_in(positions)
            if len(dealt) < 2:  # one player and newcomers: nobody has to wait or to post
                dealt, live, dead = ready, {}, {}
            if len(dealt) == 2:  # heads-up among those dealt in: the button is the small blind
                other = min(dealt - {positions.big_blind})
                positions = Positions(other, other, positions.big_blind)
        hand = self.game.start(
            self._stacks(dealt),
            positions.button,
            small_blind_seat=positions.small_blind,
            big_blind_seat=positions.big_blind,
            live_posts=live,
            dead_posts=dead,
            **start,
        )
        if self.positions is not None:
            self._mark_missed(positions)
        for seat in dealt:
            player = self._player(seat)
            player.has_played, player.wants_to_post = True, False
            player.missed_big = player.missed_small = False
        self.positions = positions
        return hand

    def _first_positions(self, dealt: set[int]) -> Positions:
        """Place the button and the blinds of the first hand."""
        if len(dealt) < 2:
            raise SeatError(f"expected two players or more to deal to, got {len(dealt)}")
        seats = len(self.players)
        button = first_of(dealt, self.first_button, seats)
        small = button if len(dealt) == 2 else first_of(dealt, button + 1, seats)
        return Positions(button, small, first_of(dealt, small + 1, seats))

    def _mark_missed(self, positions: Positions) -> None:
        """Mark the players that sat out when their blind was due (rule 48)."""
        assert self.positions is not None
        seats = len(self.players)
        due_small = self.players[self.positions.big_blind]
        if due_small and not due_small.is_in and due_small.has_played and not due_small.missed_big:
            due_small.missed_small = True
        seat = (self.positions.big_blind + 1) % seats
        while seat != positions.big_blind:
            player = self.players[seat]
            if player and not player.is_in and player.has_played:
                player.missed_big = True
            seat = (seat + 1) % seats

    def _dealt_in(self, positions: Positions) -> tuple[set[int], dict[int, int], dict[int, int]]:
        """Return who is dealt in, and the live and dead posts of those who pay their way in."""
        dealt: set[int] = set()
        live: dict[int, int] = {}
        dead: dict[int, int] = {}
        for seat, player in enumerate(self.players):
            if not player or not player.is_in or not player.stack:
                continue
            if seat == positions.big_blind or player.plays:
                dealt.add(seat)
            elif player.wants_to_post and not lies_between(seat, positions, len(self.players)):
                live_chips, dead_chips = self.owed(seat)
                if live_chips:
                    live[seat] = live_chips
                if dead_chips:
                    dead[seat] = dead_chips
                dealt.add(seat)
        return dealt, live, dead

    def _stacks(self, dealt: set[int]) -> list[int | None]:
        return [
            player.stack if player and seat in dealt else None for seat, player in enumerate(self.players)
        ]

    # -- review -------------------------------------------------------------------------------------------------------

    def review(self, back: int = 1) -> str:
        """Return the account of one of the last 50 hands, with every card that was in its showdown (rule 51).

        Parameters
        ----------
        back : int, default 1
            1 for the last finished hand, 2 for the one before it.

        Raises
        ------
        GameError
            If there is no such hand any more.
        """
        hands = [*self.history, *([self.hand] if self.hand is not None and self.hand.is_over else [])]
        if not 1 <= whole_chips(back, "the number of hands to go back") <= min(len(hands), REVIEWED_HANDS):
            raise GameError(
                f"expected one of the last {min(len(hands), REVIEWED_HANDS)} hands, got {back} back"
            )
        return hands[-back].result.review()


def lies_between(seat: int, positions: Positions, seats: int) -> bool:
    """Tell whether a seat lies between the button and the big blind, where nobody can come in (rule 47)."""
    from_button = (seat - positions.button) % seats
    return 0 < from_button < (positions.big_blind - positions.button) % seats
