"""Random tables for the settlement tests: cards that tie and make lows, chips that make side pots and odd chips."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from oracle import GAMES, NO_CARD, low_pip

GAME_SIZES = [(game, hole_count) for game, rules in GAMES.items() for hole_count in rules.hole_counts]

COMMUNITY_CARD = 1
"""Board count of the stud hand in which the deck ran out (decision 19)."""


@dataclass(frozen=True)
class Tables:
    """N tables of one game: what `settle` takes.

    Attributes
    ----------
    hole_cards : (N, S, H) uint8
        255 where a seat was not dealt a card or did not show it.
    board : (N, B) uint8 or None
        Five cards, one community card in stud, or None.
    contributions, dead : (N, S) and (N,) int64
        Chips by seat, and dead chips of the main pot.
    live : (N, S) bool
        At least one in each row.
    button : (N,) int64
        A seat.
    """

    game: str
    hole_cards: NDArray[np.uint8]
    board: NDArray[np.uint8] | None
    contributions: NDArray[np.int64]
    live: NDArray[np.bool_]
    button: NDArray[np.int64]
    dead: NDArray[np.int64]

    def __len__(self) -> int:
        """Give the number of tables."""
        return len(self.contributions)

    def rows(self, chosen: slice | NDArray[np.intp]) -> Tables:
        """Take some of the tables."""
        return replace(
            self,
            hole_cards=self.hole_cards[chosen],
            board=None if self.board is None else self.board[chosen],
            contributions=self.contributions[chosen],
            live=self.live[chosen],
            button=self.button[chosen],
            dead=self.dead[chosen],
        )


def deal_tables(
    rng: np.random.Generator, game: str, hole_count: int, seats: int, count: int, *, community: bool = False
) -> Tables:
    """Deal `count` random tables of one size.

    Seats that the deck cannot serve have folded and hold no known cards; some other folded seats mucked too.
    """
    rules = GAMES[game]
    dealt_to_seat = hole_count - community
    board_count = 5 if rules.has_board else int(community)
    most_hands = min(seats, (52 - board_count) // dealt_to_seat)
    decks = _decks(rng, count)
    live = _live(rng, seats, count, most_hands)
    # live seats are served first, so that every one of them has cards
    turn = np.argsort(np.argsort(~live, axis=1, kind="stable"), axis=1)
    hole_cards = np.full((count, seats, dealt_to_seat), NO_CARD, dtype=np.uint8)
    hands = decks[:, board_count : board_count + most_hands * dealt_to_seat]
    hands = hands.reshape(count, most_hands, dealt_to_seat)
    shown = live | (rng.random((count, seats)) < 0.7)
    row, seat = np.nonzero((turn < most_hands) & shown)
    hole_cards[row, seat] = hands[row, turn[row, seat]]
    if rules.is_stud:
        # a stud seat that folded early was not dealt all its cards; these are the up-cards that were seen
        row, seat = np.nonzero(~live & (rng.random((count, seats)) < 0.6))
        hole_cards[row, seat, 4:] = NO_CARD
    stakes = _contributions(rng, live)
    return Tables(
        game,
        hole_cards,
        decks[:, :board_count] if board_count else None,
        stakes,
        live,
        rng.integers(seats, size=count),
        np.where(rng.random(count) < 0.2, rng.integers(1, 40, size=count), 0),
    )


def _decks(rng: np.random.Generator, count: int) -> NDArray[np.uint8]:
    """Shuffle decks; most are stacked so that low cards, or few ranks, come out first and hands tie more often."""
    order = rng.random((count, 52))
    low = np.array([low_pip(card) <= 8 for card in range(52)])
    order -= np.where((np.arange(count) % 4 == 1)[:, np.newaxis] & low, 0.6, 0.0)
    favoured = rng.random((count, 13)) < 0.5
    order -= np.where((np.arange(count) % 4 == 2)[:, np.newaxis] & favoured.repeat(4, axis=1), 0.5, 0.0)
    decks = order.argsort(axis=1).astype(np.uint8)
    # the board of a quarter of the decks is high and straight, so that the whole table often plays the board
    plays = np.arange(count) % 8 == 3
    if plays.any():
        ranks = np.array([12, 11, 10, 9, 8])
        suits = rng.integers(4, size=(plays.sum(), 5))
        decks[plays] = _to_front(decks[plays], (4 * ranks + suits).astype(np.uint8))
    return decks


def _to_front(decks: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    is_board = (decks[:, :, np.newaxis] == board[:, np.newaxis, :]).any(axis=2)
    order = np.argsort(~is_board, axis=1, kind="stable")
    return np.take_along_axis(decks, order, axis=1)


def _live(rng: np.random.Generator, seats: int, count: int, most_hands: int) -> NDArray[np.bool_]:
    """Choose live seats: from one (everybody else folded) to as many as the deck can serve."""
    alive = np.minimum(rng.integers(1, seats + 1, size=count), most_hands)
    return rng.random((count, seats)).argsort(axis=1) < alive[:, np.newaxis]


def _contributions(rng: np.random.Generator, live: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Put in chips: equal bets, a few stack sizes, anything small, and anything up to 2 ** 53."""
    count, seats = live.shape
    kind = rng.integers(5, size=(count, 1))
    bet = rng.integers(1, 200, size=(count, 1))
    stacks = rng.integers(1, 60, size=(count, 3))
    some_stack = np.take_along_axis(stacks, rng.integers(3, size=(count, seats)), axis=1)
    huge = rng.integers(1, 2**53, size=(count, seats), endpoint=True)
    equal = np.broadcast_to(bet, (count, seats))
    all_in = np.minimum(bet, rng.integers(1, 200, size=(count, seats)))
    small = rng.integers(0, 5, size=(count, seats))
    stakes = np.choose(kind, [equal, some_stack, all_in, small, huge])
    # folded seats often put in less, and sometimes nothing
    left_early = ~live & (rng.random((count, seats)) < 0.6)
    return np.where(left_early, (stakes * rng.random((count, seats))).astype(np.int64), stakes)
