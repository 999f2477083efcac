"""Checks at the door of the games: whole chips, seats and the like, each with a named error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from operator import index
from typing import Any

from pokereval.errors import ChipError, SeatError

__all__ = ["chips_by_seat", "pair_of_chips", "seat_number", "whole_chips"]

MOST_CHIPS = 2**53
"""No amount may be larger: it fits every store of numbers exactly, and sums stay far below 64 bits."""


def whole_chips(amount: object, what: str, *, least: int = 0) -> int:
    """Return `amount` as an int.

    Parameters
    ----------
    amount : int
        A Python or numpy integer. Floats, text, decimals and booleans are refused, whatever their value.
    what : str
        What the chips are for, named in the error.
    least : int, default 0
        Smallest amount allowed.

    Raises
    ------
    ChipError
        If `amount` is no whole number of chips from `least` to 2**53.
    """
    if type(amount) is not int:
        if isinstance(amount, bool):
            raise ChipError(f"expected whole chips for {what}, got {amount!r}")
        try:
            amount = index(amount)  # type: ignore[arg-type]
        except TypeError:
            raise ChipError(f"expected whole chips for {what}, got {amount!r}") from None
    if not least <= amount <= MOST_CHIPS:
        raise ChipError(f"expected {what} of {least} to 2**53 chips, got {amount}")
    return amount


def pair_of_chips(amounts: Any, what: str) -> tuple[Any, Any]:
    """Return the two amounts of blinds or bets, which are checked by themselves, or raise `ChipError` naming `what`."""
    if not isinstance(amounts, str | bytes | Mapping):
        with suppress(TypeError, ValueError):
            small, big = amounts
            return small, big
    raise ChipError(f"expected {what} as two amounts of chips, the small one first, got {amounts!r}")


def seat_number(seat: object, seats: int, what: str) -> int:
    """Return `seat` as an int from 0 to `seats` - 1, or raise `SeatError` naming `what`."""
    try:
        number = index(seat)  # type: ignore[arg-type]
    except TypeError:
        raise SeatError(f"expected a seat from 0 to {seats - 1} for {what}, got {seat!r}") from None
    if isinstance(seat, bool) or not 0 <= number < seats:
        raise SeatError(f"expected a seat from 0 to {seats - 1} for {what}, got {seat!r}")
    return number


def chips_by_seat(posts: object, seats: int, what: str) -> tuple[tuple[int, int], ...]:
    """Return a mapping of seat to chips, or pairs of them, as checked pairs in the order given."""
    if not posts:
        return ()
    pairs = list(posts.items()) if isinstance(posts, Mapping) else posts
    if not isinstance(pairs, Sequence) or isinstance(pairs, str | bytes):
        raise SeatError(f"expected a mapping of seat to chips for {what}, got {posts!r}")
    checked = []
    for pair in pairs:
        if not isinstance(pair, Sequence) or len(pair) != 2:
            raise SeatError(f"expected pairs of seat and chips for {what}, got {pair!r}")
        checked.append((seat_number(pair[0], seats, what), whole_chips(pair[1], what, least=1)))
    if len({seat for seat, _ in checked}) != len(checked):
        raise SeatError(f"expected each seat once for {what}, got {posts!r}")
    return tuple(checked)
