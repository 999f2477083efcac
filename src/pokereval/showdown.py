"""Whole tables at once: ranks to winners, winners to chips, for arrays of hands.

The rules are those of `pokereval.pots`, which settles one hand and says why. The compiled loop here does the same to
millions, and a test holds the two equal. Nothing is settled unless everything can be: the first row that cannot raises
the error that `settle_hand` gives for it, with the row's number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokereval import _core
from pokereval.arrays import Place, as_array, flag_array, integer_array, is_whole, laid_out, named, refuse_masked
from pokereval.cards import NO_CARD, id_array
from pokereval.errors import CardCountError, ChipError, PokerError, SeatError, ShapeError
from pokereval.pot_checks import MAX_CHIPS, MAX_SEATS, MIN_SEATS, checked_uncalled, whole_chips
from pokereval.pots import AwardedPot, HandSettlement, settle_hand
from pokereval.threads import run_in_blocks
from pokereval.variants import ShowdownGame, showdown_game

__all__ = ["Settlement", "settle"]

TABLES_A_BLOCK = 1 << 14
"""Tables of the smallest block for a thread: a table has much to settle."""


@dataclass(frozen=True, slots=True, eq=False)
class Settlement:
    """Settled tables, a table a row.

    Attributes
    ----------
    payouts : ndarray of int64, shape (N, S)
        Chips pushed to each seat from the pots, without `returned`.
    returned : ndarray of int64, shape (N, S)
        Uncalled chips that went back. In every row payouts and returned chips add up to the contributions and the
        dead money.
    high_ranks : ndarray of uint16, shape (N, S)
        Rank of each live seat's hand at a showdown; 0 for folded seats and where the last live seat won unseen.
    low_ranks : ndarray of uint8, shape (N, S)
        Low ranks likewise; 0 for no qualifying low and in games without one.
    game : str
        Short name of the game.
    """

    payouts: NDArray[np.int64]
    returned: NDArray[np.int64]
    high_ranks: NDArray[np.uint16]
    low_ranks: NDArray[np.uint8]
    game: str
    _tables: _Tables = field(repr=False)

    def __len__(self) -> int:
        """Number of tables."""
        return len(self.payouts)

    def __repr__(self) -> str:
        """Name the game and the size."""
        tables = "table" if len(self) == 1 else "tables"
        return f"<Settlement of {len(self):,} {self.game} {tables} with {self.payouts.shape[1]} seats>"

    def hand(self, row: int) -> HandSettlement:
        """Settle one of the tables again by `settle_hand`, which keeps its pots and can explain itself.

        Parameters
        ----------
        row : int
            Number of the table; negative numbers count from the end.

        Returns
        -------
        HandSettlement
            The same chips, with pots, winners and ``explain()``.

        Raises
        ------
        IndexError
            If there is no such row.
        PokerError
            If the arrays that were settled, which are not copied, have been changed since.
        """
        if not is_whole(row) or not -len(self) <= row < len(self):
            raise IndexError(f"expected a row below {len(self)}, got {named(row)}")
        hand = self._tables.hand(row % len(self))
        if hand.payouts != tuple(self.payouts[row].tolist()) or hand.returned != tuple(self.returned[row].tolist()):
            raise PokerError(
                f"expected the tables that were settled, but the arrays have been changed since (row {row})"
            )
        return hand

    def pots(self, row: int) -> tuple[AwardedPot, ...]:
        """Pots of one of the tables, main pot first.

        Parameters
        ----------
        row : int
            Number of the table.

        Returns
        -------
        tuple of AwardedPot
            Amount, eligible seats, winners and payouts of each pot.
        """
        return self.hand(row).pots


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """Checked and converted arguments of `settle`."""

    game: ShowdownGame
    hole_cards: NDArray[np.uint8]
    board: NDArray[np.uint8] | None
    contributions: NDArray[np.int64]
    live: NDArray[np.bool_]
    button: NDArray[np.int64] | None
    chip: int
    dead: NDArray[np.int64] | None
    """Dead chips by table."""
    dead_as_given: NDArray[np.int64] | None
    """Dead chips by table, or by table and seat."""
    uncalled: Literal["included", "returned"]

    def hand(self, row: int) -> HandSettlement:
        board = [] if self.board is None else self.board[row].tolist()
        return settle_hand(
            self.game.name,
            [[card for card in cards if card != NO_CARD] for cards in self.hole_cards[row].tolist()],
            [card for card in board if card != NO_CARD],
            self.contributions[row].tolist(),
            live=self.live[row].tolist(),
            button=None if self.button is None else int(self.button[row]),
            chip=self.chip,
            dead=0 if self.dead_as_given is None else self.dead_as_given[row].tolist(),
            uncalled=self.uncalled,
        )


def settle(
    game: str,
    hole_cards: ArrayLike,
    board: ArrayLike | None,
    contributions: ArrayLike,
    *,
    live: ArrayLike | None = None,
    button: ArrayLike | None = None,
    chip: int = 1,
    dead: ArrayLike | None = None,
    uncalled: Literal["included", "returned"] = "included",
    check: bool = True,
    threads: int = 1,
) -> Settlement:
    """Settle whole tables: side pots, split pots, hi-lo halves and quarters, to the last odd chip.

    Parameters
    ----------
    game : {"holdem", "omaha", "omaha8", "stud", "stud8"}
        The game of all tables.
    hole_cards : array_like of int, shape (N, S, H)
        Card ids of 2 to 10 seats, 255 where not dealt or not shown. H is 2 in hold'em, 4 to 6 in Omaha, 7 in stud.
    board : array_like of int, shape (N, 5) or (5,), or None
        Card ids, 255 where not dealt; a showdown needs all five. None for no board at all. In stud None, or (N, 1)
        for a community card that is everybody's seventh (H is 6 then).
    contributions : array_like of int, shape (N, S)
        Chips each seat put in, folded seats too, at most 2**53.
    live : array_like of bool, shape (N, S), optional
        Seats that have not folded; by default those with cards.
    button : array_like of int, shape (N,) or (), optional
        Seat of the button. In games with a board it places odd chips, and may be left out while none comes up.
    chip : int
        The smallest chip in play; splits are in whole chips.
    dead : array_like of int, shape (N, S), (N,) or (), optional
        Chips of the main pot that count for no level, such as a big-blind ante; on top of `contributions`, each amount
        at most 2**53.
    uncalled : {"included", "returned"}
        Whether contributions still hold bets that nobody called, which are then returned, or whether those have gone
        back already, so that one seat's lone excess was a forced ante. See `build_pots`.
    check : bool
        Whether cards, chips, seats and buttons of each row are looked at; shapes, dtypes and dead chips always are.
    threads : int
        Threads for many tables; 0 for one on each core.

    Returns
    -------
    Settlement
        ``payouts``, ``returned``, ``high_ranks``, ``low_ranks``, and the pots of any row.

    Raises
    ------
    CardError, CardCountError, ChipError, SeatError
        For the first row that cannot be settled, with its number and the value that is to blame.
    GameError
        For an unknown game.
    ShapeError
        For arrays whose shapes do not fit together, and for sequences of unequal length.
    ValueError
        For `threads` that is negative or not a whole number.

    Notes
    -----
    Rules 11, 14, 15 and 33 to 35, decisions 8 to 11 and 24: see the page on rules and their sources.

    Examples
    --------
    Kings take the high half of 12; two seats share the low half.

    >>> from pokereval import card_array
    >>> holes = card_array(["KcKdQcJs", "As2dQh9c", "Ah2cJd5h"]).reshape(1, 3, 4)
    >>> tables = settle("omaha8", holes, card_array(["3c7d8sKhTs"]), [[4, 4, 4]], button=2)
    >>> tables.payouts
    array([[6, 3, 3]])
    >>> tables
    <Settlement of 1 omaha8 table with 3 seats>
    """
    tables = _tables(game, hole_cards, board, contributions, live, button, chip, dead, uncalled)
    rows, seats = tables.contributions.shape
    payouts = np.empty((rows, seats), dtype=np.int64)
    returned = np.zeros((rows, seats), dtype=np.int64)  # seldom any: pages that stay zero are never touched
    high_ranks = np.empty((rows, seats), dtype=np.uint16)
    low_ranks = np.zeros((rows, seats), dtype=np.uint8)

    def kernel(start: int, stop: int) -> int:
        return _core.settle(
            is_omaha=tables.game.is_omaha,
            has_low=tables.game.has_low,
            is_stud=tables.game.is_stud,
            uncalled_returned=uncalled == "returned",
            chip=tables.chip,
            hole_cards=tables.hole_cards,
            board=tables.board,
            contributions=tables.contributions,
            live=tables.live.view(np.uint8),
            button=tables.button,
            dead=tables.dead,
            payouts=payouts,
            returned=returned,
            high_ranks=high_ranks,
            low_ranks=low_ranks if tables.game.has_low else None,
            start=start,
            stop=stop,
            check=check,
        )

    bad = run_in_blocks(kernel, rows, threads, block=TABLES_A_BLOCK)
    if bad >= 0:
        _refuse(tables, bad)
    return Settlement(payouts, returned, high_ranks, low_ranks, tables.game.name, tables)


def _refuse(tables: _Tables, row: int) -> None:
    """Raise what `settle_hand` says of a row, with the row's number."""
    try:
        tables.hand(row)
    except PokerError as error:
        raise type(error)(f"{error} (row {row})") from None
    width, known = tables.hole_cards.shape[2], (tables.hole_cards[row] != NO_CARD).sum(axis=1)
    for seat in np.flatnonzero(tables.live[row] & (known < width)):  # by itself the row would be of a smaller Omaha
        raise CardCountError(
            f"expected {width} cards for hole_cards[{seat}], the width of the array, got {known[seat]} (row {row})"
        )
    raise PokerError(f"expected tables that nobody changes while they are settled (row {row})")


def _tables(
    game: str,
    hole_cards: ArrayLike,
    board: ArrayLike | None,
    contributions: ArrayLike,
    live: ArrayLike | None,
    button: ArrayLike | None,
    chip: int,
    dead: ArrayLike | None,
    uncalled: Literal["included", "returned"],
) -> _Tables:
    rules = showdown_game(game)
    checked_uncalled(uncalled)
    chips = _chips(contributions, "contributions", trusted=np.int64)
    if chips.ndim != 2:
        raise ShapeError(f"expected contributions of shape (N, S), got {chips.shape}")
    rows, seats = chips.shape
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise SeatError(f"expected {MIN_SEATS} to {MAX_SEATS} seats, got {seats}")
    holes = _cards(hole_cards, _place_in("hole_cards"))
    if holes.shape[:2] != (rows, seats) or holes.ndim != 3:
        raise ShapeError(f"expected hole_cards of shape ({rows}, {seats}, H) as contributions, got {holes.shape}")
    shown = _board(rules, board, rows)
    counts = rules.hole_counts_with(1 if rules.is_stud and shown is not None else 0)
    if holes.shape[2] not in counts:
        expected = " or ".join(map(str, counts))
        raise CardCountError(f"expected {expected} hole cards a seat in {rules.name}, got {holes.shape[2]}")
    dead_chips = None if dead is None else _dead(dead, rows, seats)
    return _Tables(
        game=rules,
        hole_cards=holes,
        board=shown,
        contributions=chips,
        live=_live(live, holes),
        button=None if button is None else _button(button, rows, seats),
        chip=whole_chips(chip, "chip", least=1),
        dead=dead_chips if dead_chips is None or dead_chips.ndim == 1 else dead_chips.sum(axis=1),
        dead_as_given=dead_chips,
        uncalled=uncalled,
    )


def _cards(cards: ArrayLike, place: Callable[[Place], str]) -> NDArray[np.uint8]:
    """Ids as they are when they are uint8, of which the kernel looks at every one; else checked and converted."""
    refuse_masked(cards)
    if isinstance(cards, np.ndarray) and cards.dtype == np.uint8:
        ids: NDArray[np.uint8] = np.asarray(cards, order="C")
        return ids
    return id_array(cards, place=place)


def _board(rules: ShowdownGame, board: ArrayLike | None, rows: int) -> NDArray[np.uint8] | None:
    count = 1 if rules.is_stud else rules.board_count
    if board is None:
        return None if rules.is_stud else np.full((rows, count), NO_CARD, dtype=np.uint8)
    shown = _cards(board, _place_on(as_array(board)))
    if shown.shape == (count,):
        shown = np.ascontiguousarray(np.broadcast_to(shown, (rows, count)))
    if shown.shape != (rows, count):
        meaning = "a community card for each table, or None," if rules.is_stud else "a board"
        raise ShapeError(f"expected {meaning} of shape ({rows}, {count}) in {rules.name}, got {shown.shape}")
    return shown


def _live(live: ArrayLike | None, hole_cards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    if live is None:
        known = np.zeros(hole_cards.shape[:2], dtype=np.bool_)
        for cards in np.moveaxis(hole_cards, 2, 0):  # column by column: numpy is slow along an axis of two
            known |= cards != NO_CARD
        return known
    flags = flag_array(live, "live", SeatError, place=_place_in("live"))
    if flags.shape != hole_cards.shape[:2]:
        raise ShapeError(f"expected live of shape {hole_cards.shape[:2]}, got {flags.shape}")
    return np.ascontiguousarray(flags, dtype=np.bool_)


def _chips(chips: ArrayLike, name: str, *, trusted: type[np.int64] | None = None) -> NDArray[np.int64]:
    expected = f"whole chips, 0 to {MAX_CHIPS}"
    place = _place_in(name)
    array = integer_array(chips, expected, ChipError, least=0, most=MAX_CHIPS, trusted=trusted, place=place)
    return laid_out(array, np.int64)


def _dead(dead: ArrayLike, rows: int, seats: int) -> NDArray[np.int64]:
    """Dead chips by table, or by table and seat; each amount is looked at before any are added up."""
    chips = _chips(dead, "dead")
    return chips if chips.shape == (rows, seats) else _by_row(chips, rows, "dead")


def _button(button: ArrayLike, rows: int, seats: int) -> NDArray[np.int64]:
    expected = f"a button at one of seats 0 to {seats - 1}"
    place = _place_in("button")
    array = integer_array(button, expected, SeatError, least=0, most=seats - 1, trusted=np.int64, place=place)
    return _by_row(np.asarray(array, dtype=np.int64), rows, "button")


def _by_row(numbers: NDArray[np.int64], rows: int, name: str) -> NDArray[np.int64]:
    if numbers.shape not in ((), (rows,)):
        raise ShapeError(f"expected {name} of shape ({rows},), got {numbers.shape}")
    return laid_out(np.broadcast_to(numbers, (rows,)), np.int64)


def _place_in(name: str) -> Callable[[Place], str]:
    """Say where a value of tables stands as `settle_hand` would, which knows seats, and then in which row."""

    def place(index: Place) -> str:
        seats = "".join(f"[{i}]" for i in index[1:])
        return f" for {name}{seats}" + (f" (row {index[0]})" if index else "")

    return place


def _place_on(board: ArrayLike) -> Callable[[Place], str]:
    """The same on boards, of which there may be a single one for all tables: then the first index is a card's."""

    def place(index: Place) -> str:
        first = next(iter(board), None) if isinstance(board, Iterable) else None
        is_row = isinstance(first, np.ndarray) or (isinstance(first, Sequence) and not isinstance(first, str))
        return _place_in("board")(index) if is_row or not index else f" for board[{index[0]}]"

    return place
