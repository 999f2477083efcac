"""The door of a settlement: what is let in as chips, seats, button and cards, and what every refusal says.

Nothing is clamped, rounded or dropped. Places in messages are written as in Python, ``contributions[2]`` being
the third seat's.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokereval.arrays import as_array, shown
from pokereval.cards import CARD_NAMES, CardsLike, parse_cards
from pokereval.errors import CardCountError, ChipError, DuplicateCardError, PokerError, SeatError, ShapeError
from pokereval.variants import ShowdownGame

__all__ = [
    "MAX_CHIPS",
    "MAX_SEATS",
    "MIN_SEATS",
    "ChipRow",
    "LiveRow",
    "check_showdown_cards",
    "check_winners",
    "checked_button",
    "checked_cards",
    "checked_chips",
    "checked_dead",
    "checked_live",
    "checked_uncalled",
    "whole_chips",
]

MAX_CHIPS = 2**53
"""The most chips one seat can put in: every amount stays exact, in int64 and in readers that use doubles."""

MIN_SEATS, MAX_SEATS = 2, 10  # rule 4
ChipRow: TypeAlias = Sequence[int] | NDArray[np.integer[Any]]
"""Chips, one amount for each seat."""
LiveRow: TypeAlias = Sequence[bool] | NDArray[np.bool_]
"""Who has not folded, one flag for each seat."""

FLOP_BOARD_COUNTS = (0, 3, 4, 5)


def whole_chips(chips: Any, where: str, *, least: int = 0, most: int = MAX_CHIPS) -> int:
    """One amount of chips as an int.

    Parameters
    ----------
    chips
        An int or an integer of numpy; a bool, a float or a decimal is none, even when it is whole.
    where : str
        What the amount is, for the message.
    least, most : int
        Bounds, both allowed.

    Returns
    -------
    int
        The same amount.

    Raises
    ------
    ChipError
        If it is not whole or outside the bounds.
    """
    expected = f"expected whole chips, {least} to {most}, for {where}"
    try:
        amount = operator.index(chips)
    except TypeError:
        is_whole = isinstance(chips, float) and chips.is_integer()
        advice = f"; a whole number that is a float is converted with int(): {shown(int(chips))}" if is_whole else ""
        raise ChipError(f"{expected}, got {shown(chips)}{advice}") from None
    if isinstance(chips, bool) or not least <= amount <= most:
        raise ChipError(f"{expected}, got {shown(chips)}")
    return amount


def checked_chips(contributions: ChipRow) -> tuple[int, ...]:
    """Contributions of 2 to 10 seats as ints.

    Raises
    ------
    ChipError
        For an amount that is negative, not whole, or more than `MAX_CHIPS`.
    SeatError
        For fewer than 2 or more than 10 seats.
    ShapeError
        For something that is not a row of amounts.
    """
    row = _row(contributions, "contributions")
    if not MIN_SEATS <= len(row) <= MAX_SEATS:
        raise SeatError(f"expected contributions of {MIN_SEATS} to {MAX_SEATS} seats, got {len(row)}")
    return tuple(whole_chips(chips, f"contributions[{seat}]") for seat, chips in enumerate(row))


def checked_live(live: LiveRow, seat_count: int) -> tuple[bool, ...]:
    """Flags of the live seats.

    Raises
    ------
    SeatError
        For no live seat, and for something else than booleans.
    ShapeError
        For another number of seats.
    """
    row = _row(live, "live")
    if len(row) != seat_count:
        raise ShapeError(f"expected live for {seat_count} seats, got {len(row)}")
    for seat, stays in enumerate(row):
        if not isinstance(stays, (bool, np.bool_)):
            raise SeatError(f"expected True or False for live[{seat}], got {shown(stays)}")
    if not any(row):
        raise SeatError(f"expected at least one live seat, got none of {seat_count}")
    return tuple(map(bool, row))


def checked_dead(dead: Any, seat_count: int) -> int | tuple[int, ...]:
    """Dead chips, as one amount or by seat.

    Raises
    ------
    ChipError
        For an amount that is negative, not whole, or more than `MAX_CHIPS`.
    ShapeError
        For another number of seats.
    """
    if isinstance(dead, (str, bytes)) or not isinstance(dead, (Sequence, np.ndarray)):
        return whole_chips(dead, "dead")
    row = _row(dead, "dead")
    if len(row) != seat_count:
        raise ShapeError(f"expected one amount of dead chips or one for each of {seat_count} seats, got {len(row)}")
    return tuple(whole_chips(chips, f"dead[{seat}]") for seat, chips in enumerate(row))


def checked_uncalled(uncalled: Any) -> None:
    """Refuse every word but the two.

    Raises
    ------
    ChipError
        For another word.
    """
    if not isinstance(uncalled, str) or uncalled not in ("included", "returned"):
        raise ChipError(f"expected uncalled chips to be 'included' or 'returned', got {shown(uncalled)}")


def checked_button(button: Any, seat_count: int) -> int | None:
    """Seat of the button, or None for unknown.

    Raises
    ------
    SeatError
        For a button that is no seat of the table.
    """
    if button is None:
        return None
    expected = f"expected the button at one of seats 0 to {seat_count - 1}, or no button"
    try:
        seat = operator.index(button)
    except TypeError:
        raise SeatError(f"{expected}, got {shown(button)}") from None
    if isinstance(button, bool) or not 0 <= seat < seat_count:
        raise SeatError(f"{expected}, got {shown(button)}")
    return seat


def check_winners(part: str, winners: Sequence[int], order: Sequence[int] | None, *, least: int) -> None:
    """Refuse winners of a share that cannot be paid.

    Parameters
    ----------
    part : str
        ``"high"`` or ``"low"``.
    winners, order : sequence of int
        As `pokereval.pots.split_pot` takes them.
    least : int
        The fewest winners there must be.

    Raises
    ------
    SeatError
        For too few winners, for one that comes twice, and for an order that misses one.
    """
    if len(winners) < least or len(set(winners)) != len(winners):
        raise SeatError(f"expected distinct {part} winners, at least {least}, got {winners!r}")
    if order is not None and not set(winners) <= set(order):
        raise SeatError(f"expected {part}_order to hold the winners {winners!r}, got {order!r}")


def checked_cards(
    game: ShowdownGame, hole_cards: Sequence[CardsLike | None], board: CardsLike | None, seat_count: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Ids of every seat's hole cards and of the board, each card once.

    Raises
    ------
    CardError
        For something that is no card.
    CardCountError
        For a board of a size that no street has, and for more hole cards than the game deals.
    DuplicateCardError
        For a card that comes twice anywhere.
    ShapeError
        For hole cards of another number of seats.
    """
    row = _row(hole_cards, "hole_cards")
    if len(row) != seat_count:
        raise ShapeError(f"expected hole_cards of {seat_count} seats, as many as contributions, got {len(row)}")
    board_cards = _parsed(board, "board")
    board_counts = (0, 1) if game.is_stud else FLOP_BOARD_COUNTS
    if len(board_cards) not in board_counts:
        counts = ", ".join(map(str, board_counts))
        raise CardCountError(f"expected a board of {counts} cards in {game.name}, got {len(board_cards)}")
    cards = tuple(_parsed(them, f"hole_cards[{seat}]") for seat, them in enumerate(row))
    most = max(game.hole_counts_with(len(board_cards)))
    holders = dict.fromkeys(board_cards, "board")
    for seat, them in enumerate(cards):
        if len(them) > most:
            raise CardCountError(
                f"expected at most {most} cards for hole_cards[{seat}] in {game.name}, got {len(them)}"
            )
        for card in them:
            if card in holders:
                raise DuplicateCardError(
                    f"expected distinct cards, got {CARD_NAMES[card]} in {holders[card]} and in hole_cards[{seat}]"
                )
            holders[card] = f"hole_cards[{seat}]"
    return cards, board_cards


def check_showdown_cards(
    game: ShowdownGame, cards: Sequence[tuple[int, ...]], board: tuple[int, ...], live_seats: Sequence[int]
) -> None:
    """Refuse a showdown whose board is not full or whose live hands are not all known.

    Raises
    ------
    CardCountError
        For an incomplete board, a hand of a wrong number of cards, and seats with different numbers of them.
    SeatError
        For a live seat without known cards.
    """
    if not game.is_stud and len(board) != game.board_count:
        raise CardCountError(
            f"expected a board of {game.board_count} cards at the showdown of seats {_listed(live_seats)}, "
            f"got {len(board)}"
        )
    hole_counts = game.hole_counts_with(len(board))
    dealt = len(cards[live_seats[0]])
    for seat in live_seats:
        if not cards[seat]:
            raise SeatError(
                f"expected known cards of every live seat at the showdown of seats {_listed(live_seats)}, "
                f"got none for hole_cards[{seat}]"
            )
        if len(cards[seat]) not in hole_counts:
            counts = " or ".join(map(str, hole_counts))
            raise CardCountError(
                f"expected {counts} cards for hole_cards[{seat}] at a showdown of {game.name}, got {len(cards[seat])}"
            )
    for seat, them in enumerate(cards):
        if len(them) > dealt or (seat in live_seats and len(them) != dealt):
            raise CardCountError(
                f"expected {dealt} cards for hole_cards[{seat}], as for hole_cards[{live_seats[0]}], got {len(them)}"
            )


def _parsed(cards: CardsLike | None, where: str) -> tuple[int, ...]:
    """Ids of some cards, none for None; errors name the place."""
    if cards is None:
        return ()
    try:
        return parse_cards(cards)
    except PokerError as error:
        raise type(error)(f"{where}: {error}") from None


def _row(them: Any, name: str) -> list[Any]:
    """Entries of a sequence with one for each seat; a text, a mapping or a generator is none."""
    them = as_array(them)
    if isinstance(them, np.ndarray) and them.ndim:
        return list(them)
    if isinstance(them, (str, bytes)) or not isinstance(them, Sequence):
        raise ShapeError(f"expected a sequence with one entry for each seat for {name}, got {shown(them)}")
    return list(them)


def _listed(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))
