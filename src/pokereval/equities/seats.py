"""What was asked: hands, board, dead cards and pots, read once and checked, so that everything behind can trust it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval.arrays import shown
from pokereval.cards import CARD_NAMES, DECK_SIZE, CardsLike, format_cards, is_whole, mask_cards, named, parse_cards
from pokereval.errors import CardCountError, CardError, ChipError, DuplicateCardError, PokerError, SeatError
from pokereval.ranges import Range
from pokereval.ranges.combos import all_masks, masks_to_cards

from .games import EQUITY_GAMES, EquityGame, equity_game

__all__ = ["Question", "Seat", "read_question"]

FEWEST_SEATS, MOST_SEATS = 2, 10
_DECK = (1 << DECK_SIZE) - 1
_ONE = np.ones(1)
_ONE.flags.writeable = False


@dataclass(frozen=True)
class Seat:
    """What one seat may hold.

    Attributes
    ----------
    label : str
        The hand as it was given.
    masks, weights : ndarray
        Combos of the cards that are known of it, without those that dead cards rule out, and their weights.
    known_count, draw_count : int
        Cards in each combo, and cards that nobody has named.
    ids : tuple of int or None
        The cards as they were given, if they were given one by one.
    """

    label: str
    masks: NDArray[np.uint64]
    weights: NDArray[np.float64]
    known_count: int
    draw_count: int = 0
    ids: tuple[int, ...] | None = None

    @property
    def is_known(self) -> bool:
        """Whether the seat's hand is one combo."""
        return len(self.masks) == 1 and self.draw_count == 0

    @cached_property
    def cards(self) -> NDArray[np.uint8]:
        """Combos as ids, (N, known_count)."""
        return masks_to_cards(self.masks, self.known_count)

    def size(self, live: int) -> int:
        """How many combos there are when the unknown cards come out of `live` cards."""
        return len(self.masks) * comb(max(live - self.known_count, 0), self.draw_count)


@dataclass(frozen=True)
class Question:
    """A checked question.

    Attributes
    ----------
    game : EquityGame
        The game.
    hole_count : int
        Cards of a seat at the showdown.
    seats : tuple of Seat
        2 to 10.
    board, dead : tuple of int
        Cards on the board, and cards that nobody can get.
    pots : tuple of (float, int)
        Chips and the bits of the seats that may win them; empty when only shares were asked for.
    """

    game: EquityGame
    hole_count: int
    seats: tuple[Seat, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    pots: tuple[tuple[float, int], ...] = ()
    contest: tuple[int, int, int, tuple[int, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Put together what the core is told of the contest."""
        everybody = (1 << len(self.seats)) - 1
        masks = (everybody, *sorted({mask for _, mask in self.pots} - {everybody}))
        object.__setattr__(self, "contest", (self.game.code, len(self.seats), self.hole_count, masks))

    @property
    def low_columns(self) -> int:
        """Columns of a tally: 1, or 12 in hi-lo."""
        return 12 if self.game.has_low else 1

    @property
    def tally_shape(self) -> tuple[int, int, int, int]:
        """Pots, seats, sharers of the high and of the low."""
        return len(self.contest[3]), len(self.seats), 11, self.low_columns

    @property
    def gone(self) -> int:
        """Bits of the board and the dead cards, and of cards that the game's deck doesn't have."""
        bits = (1 << self.game.lowest_card) - 1
        for card in (*self.board, *self.dead):
            bits |= 1 << card
        return bits

    @property
    def live_count(self) -> int:
        """Cards that can be dealt to somebody."""
        return (_DECK & ~self.gone).bit_count()

    @property
    def board_draws(self) -> int:
        """Board cards to come."""
        return self.game.board_count - len(self.board)

    @property
    def is_known(self) -> bool:
        """Whether every seat's hand is known."""
        return all(seat.is_known for seat in self.seats)

    @property
    def is_counted(self) -> bool:
        """Whether all weights are 1, so that deals are counted in whole numbers."""
        return all(bool((seat.weights == 1).all()) for seat in self.seats)


def read_question(
    hands: Any, board: CardsLike, dead: CardsLike, game: str, pots: Any, hole_count: int | None = None
) -> Question:
    """Read and check what `equity` was asked."""
    played = equity_game(game)
    if isinstance(hands, str | bytes) or not _is_walkable(hands):
        raise SeatError(f"expected a sequence of hands, one for each seat, got {named(hands)}")
    given = list(hands)
    if not FEWEST_SEATS <= len(given) <= MOST_SEATS:
        raise SeatError(f"expected {FEWEST_SEATS} to {MOST_SEATS} seats, got {len(given)}")
    on_board = _read_cards(board, "board", played)
    allowed = (0, 3, 4, 5) if played.board_count else (0,)
    if len(on_board) not in allowed:
        wanted = "no board in stud" if played.is_stud else "a board of 0, 3, 4 or 5 cards"
        raise CardCountError(f"expected {wanted}, got {len(on_board)}: {format_cards(on_board)}")
    away = _read_cards(dead, "dead cards", played)
    if both := set(on_board) & set(away):
        raise DuplicateCardError(f"expected distinct cards, got {_name(both)} on the board and among the dead cards")
    hands_read = [_read_hand(hand, number, played) for number, hand in enumerate(given, start=1)]
    count = _hole_count(hands_read, played, hole_count)
    seats = [_as_seat(hand, label, number, played, count) for number, (hand, label) in enumerate(hands_read, start=1)]
    seats = _without_gone(seats, on_board, away, played)
    question = Question(played, count, tuple(seats), on_board, away, _read_pots(pots, len(seats)))
    needed = len(seats) * count + question.board_draws
    if needed > question.live_count:
        raise CardCountError(f"expected hands that the deck can deal, got {needed} cards out of {question.live_count}")
    return question


def _read_cards(cards: CardsLike, what: str, game: EquityGame) -> tuple[int, ...]:
    try:
        ids = parse_cards(cards)
    except PokerError as error:
        raise type(error)(f"{error} ({what})") from None
    for card in ids:
        if card < game.lowest_card:
            raise CardError(f"expected cards from sixes up in {game.title}, got {CARD_NAMES[card]} ({what})")
    return ids


def _read_hand(hand: Any, number: int, game: EquityGame) -> tuple[Any, str]:
    """A hand as ids or as a range, and what to call it."""
    most = game.hole_counts[-1]
    if isinstance(hand, Range):
        return hand, hand.label()
    try:
        if isinstance(hand, str):
            text = hand.strip()
            if not text:
                raise CardCountError("expected a hand, a range or 'random', got no text")
            if (ids := _as_cards(text, game)) is not None:
                return ids, text
            _refuse_hand_of_another_game(text, game)
            return Range(text, game=game.name), text
        ids = parse_cards(hand)
        if len(ids) > most:
            raise CardCountError(f"expected at most {most} cards, got {len(ids)}")
        return ids, str(format_cards(ids))
    except PokerError as error:
        _add_place(error, number)
        raise


def _as_cards(text: str, game: EquityGame) -> tuple[int, ...] | None:
    """The cards of a text that is one hand; None for text that names a range."""
    pieces = text.split()
    # Several pieces of two cards and more are hands of a range, unless they make up one hand between them.
    is_spaced = len(pieces) == 1 or max(map(len, pieces)) <= 3
    if "," in text or ";" in text:
        return None
    try:
        ids = parse_cards(text.replace("x", "").replace("X", "") if game.is_stud else text)
    except DuplicateCardError:
        if is_spaced:
            raise
        return None
    except CardError:
        return None
    return ids if len(ids) in game.hole_counts or (is_spaced and len(ids) < game.hole_counts[-1]) else None


def _refuse_hand_of_another_game(text: str, game: EquityGame) -> None:
    """Say that there are too many cards where a range would be told of its first stray letter."""
    most = game.hole_counts[-1]
    try:
        count = 0 if len(text.split()) > 1 else len(parse_cards(text))
    except PokerError:
        return
    if count > most:
        games = [repr(other.name) for other in EQUITY_GAMES.values() if count in other.hole_counts]
        advice = f"; {count} are for the game {' or '.join(games)}" if games else ""
        raise CardCountError(f"expected at most {most} hole cards in {game.title}, got {count}: {shown(text)}{advice}")


def _add_place(error: PokerError, number: int) -> None:
    """Say which seat an error is about."""
    error.args = (f"seat {number}: {error.args[0]}", *error.args[1:])


def _hole_count(hands: Sequence[tuple[Any, str]], game: EquityGame, wanted: int | None) -> int:
    if wanted is not None and (not is_whole(wanted) or wanted not in game.hole_counts):
        counts = " or ".join(map(str, game.hole_counts))
        raise CardCountError(f"expected {counts} hole cards in {game.title}, got {named(wanted)}")
    if len(game.hole_counts) == 1:
        return game.hole_counts[0]
    shown = [hand.hole_count if isinstance(hand, Range) else len(hand) for hand, _ in hands]
    return max(*shown, 4) if wanted is None else wanted


def _as_seat(hand: Any, label: str, number: int, game: EquityGame, hole_count: int) -> Seat:
    if isinstance(hand, Range):
        if game.is_omaha and hand.hole_count != hole_count:
            if len(hand) != comb(DECK_SIZE, hand.hole_count):  # anything goes: whatever the number of cards
                try:
                    hand = Range(label, game=game.name, hole_count=hole_count)
                except PokerError:
                    got = f"got {hand.hole_count}: {label}"
                    raise CardCountError(
                        f"seat {number}: expected {hole_count} hole cards as others have, {got}"
                    ) from None
            else:
                return Seat(label, all_masks(0), np.ones(1), 0, hole_count)
        if hand.hole_count > hole_count:
            raise CardCountError(f"seat {number}: expected at most {hole_count} cards, got {hand.hole_count}: {label}")
        if not len(hand):
            raise PokerError(f"seat {number}: expected a range that holds a hand, got an empty one: {label!r}")
        if hole_count == hand.hole_count > 2 and len(hand) == comb(DECK_SIZE, hole_count) and (hand.weights == 1).all():
            return Seat(label, all_masks(0), np.ones(1), 0, hole_count)
        return Seat(label, hand.masks, hand.weights, hand.hole_count, hole_count - hand.hole_count)
    if len(hand) > hole_count:
        raise CardCountError(f"seat {number}: expected at most {hole_count} hole cards, got {len(hand)}: {label}")
    for card in hand:
        if card < game.lowest_card:
            raise CardError(f"seat {number}: expected cards from sixes up in {game.title}, got {CARD_NAMES[card]}")
    mask = 0
    for card in hand:
        mask |= 1 << card
    masks = np.array([mask], dtype=np.uint64)
    seat = Seat(label, masks, _ONE, len(hand), hole_count - len(hand), tuple(hand))
    return _completed(seat, game) if hole_count == 2 and seat.draw_count else seat


def _completed(seat: Seat, game: EquityGame) -> Seat:
    """A seat of which one card is known, with every other card it can have."""
    known = int(seat.masks[0])
    masks = sorted(known | 1 << card for card in range(game.lowest_card, DECK_SIZE) if not known >> card & 1)
    return Seat(seat.label, np.array(masks, dtype=np.uint64), np.ones(len(masks)), 2)


def _without_gone(seats: list[Seat], board: tuple[int, ...], dead: tuple[int, ...], game: EquityGame) -> list[Seat]:
    """Check known cards against each other and take out of ranges what cannot be dealt."""
    places = {card: "on the board" for card in board} | {card: "among the dead cards" for card in dead}
    for number, seat in enumerate(seats, start=1):
        if len(seat.masks) == 1:
            for card in seat.ids or mask_cards(int(seat.masks[0])):
                if card in places:
                    raise DuplicateCardError(
                        f"expected distinct cards, got {CARD_NAMES[card]} at seat {number} and {places[card]}"
                    )
                places[card] = f"at seat {number}"
    if all(len(seat.masks) == 1 for seat in seats):
        return seats
    gone = sum(1 << card for card in places) | ((1 << game.lowest_card) - 1)
    left = []
    for number, seat in enumerate(seats, start=1):
        if len(seat.masks) > 1:
            keep = seat.masks & np.uint64(gone) == 0
            if not keep.any():
                away = format_cards([card for card in places], separator=" ")
                raise PokerError(
                    f"seat {number}: expected a hand that can still be dealt, got {seat.label!r} without {away}"
                )
            if not keep.all():
                seat = Seat(seat.label, seat.masks[keep], seat.weights[keep], seat.known_count, seat.draw_count)
        left.append(seat)
    if len(left) > sum(seat.is_known for seat in left) > sum(seat.is_known for seat in seats):
        return _without_gone(left, board, dead, game)  # one more hand has become known, and its cards are gone
    return left


def _read_pots(pots: Any, seats: int) -> tuple[tuple[float, int], ...]:
    if pots is None:
        return ()
    everybody = tuple(range(seats))
    listed = [(pots, everybody)] if _is_number(pots) else pots
    if isinstance(listed, str | bytes) or not _is_walkable(listed):
        raise ChipError(f"expected the size of a pot, or (amount, seats) for each, got {named(pots)}")
    found: list[tuple[float, int]] = []
    for number, pot in enumerate(listed):
        try:
            amount, eligible = (pot.amount, pot.eligible) if hasattr(pot, "eligible") else pot
        except (TypeError, ValueError):
            raise ChipError(f"expected (amount, seats) for pot {number}, got {named(pot)}") from None
        if not _is_number(amount) or not 0 <= amount < 1e15:
            raise ChipError(f"expected chips from 0 up in pot {number}, got {named(amount)}")
        seats_in = list(eligible) if _is_walkable(eligible) else []
        if not seats_in or any(not is_whole(seat) or seat not in everybody for seat in seats_in):
            raise SeatError(f"expected seats 0 to {seats - 1} for pot {number}, got {named(eligible)}")
        found.append((float(amount), sum(1 << int(seat) for seat in set(seats_in))))
    if not found:
        raise ChipError("expected at least one pot, got none")
    if len({mask for _, mask in found}) > MOST_SEATS - 1:
        raise ChipError(f"expected at most {MOST_SEATS - 1} different pots, got {len(found)}")
    return tuple(found)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def _is_walkable(them: Any) -> bool:
    """Whether something has entries; an array may be a single number."""
    return isinstance(them, Iterable) and getattr(them, "ndim", 1) > 0


def expand(seat: Seat, gone: int) -> Seat:
    """A seat with all of its cards named: every way to draw those that are not."""
    if not seat.draw_count:
        return seat
    live = [card for card in range(DECK_SIZE) if not gone >> card & 1]
    masks = []
    for known, weight in zip(seat.masks.tolist(), seat.weights.tolist(), strict=True):
        free = [1 << card for card in live if not known >> card & 1]
        more = np.fromiter((sum(pick) for pick in combinations(free, seat.draw_count)), dtype=np.uint64)
        masks.append((more | np.uint64(known), np.full(len(more), weight)))
    every = np.concatenate([part for part, _ in masks])
    weights = np.concatenate([part for _, part in masks])
    # A hand can come about in several ways, from different known cards; it is that much likelier.
    unique, where = np.unique(every, return_inverse=True)
    return Seat(seat.label, unique, np.bincount(where, weights).astype(np.float64), seat.known_count + seat.draw_count)


def _name(cards: Iterable[int]) -> str:
    return CARD_NAMES[min(cards)]
