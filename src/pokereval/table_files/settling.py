"""Rows to chips: rows of the same shape become arrays, one call settles them all, and a bad row only harms itself.

A chunk is read twice at most. The first time every row is taken at its word: rows of one game, seat count and card
count are put together into arrays by operations on whole lists, and `settle` checks them. Only when that fails are the
rows of that group looked at one by one (types and spellings) or by halves (what `settle` finds), so that a damaged row
costs its neighbours some time and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokereval.cards import NO_CARD, card_array
from pokereval.errors import FileFormatError, PokerError
from pokereval.pots import HandSettlement, Uncalled, settle_hand
from pokereval.showdown import settle
from pokereval.variants import SHOWDOWN_GAMES

from .counts import HandCounts, count_hands, lone_excess
from .rows import Fields, HandRow, check_row

__all__ = ["SettledRows", "Terms", "settle_rows"]

_NONE_REFUSED: Mapping[int, str] = MappingProxyType({})
_HAS_BOARD = {name: game.board_count > 0 for name, game in SHOWDOWN_GAMES.items()}


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for every hand of a job.

    Attributes
    ----------
    chip : int
        Smallest unit that splits are made in (decision 24).
    uncalled : {"returned", "included"}
        Whether contributions are what stayed in the pots, an uncalled bet having gone back already, or still hold it.
    threads : int
        Threads for each call into the core.
    """

    chip: int = 1
    uncalled: Uncalled = "returned"
    threads: int = 1


@dataclass(slots=True)
class SettledRows:
    """Results by row, in the order of the rows.

    Attributes
    ----------
    payouts, returned : list of list of int
        Chips by seat; None for a row that is no hand.
    reasons : dict
        Row index to reason, for rows that are no hands.
    counts : HandCounts
        What happened in the others.
    dead_excess : list of int
        Indexes of the rows in which a lone excess was taken for a forced ante, in no order.
    """

    payouts: list[list[int] | None]
    returned: list[list[int] | None]
    reasons: dict[int, str] = field(default_factory=dict)
    counts: HandCounts = field(default_factory=HandCounts)
    dead_excess: list[int] = field(default_factory=list)


class _Shape(NamedTuple):
    """What the rows of one group have in common."""

    game: str
    seats: int
    hole_letters: int  # of the longest hole cards
    board_letters: int  # only in stud, where a community card changes the number of hole cards
    has_live: bool
    has_button: bool
    has_dead: bool


class _Table(NamedTuple):
    """Arrays of one group of rows."""

    hole_cards: NDArray[np.uint8]
    board: NDArray[np.uint8] | None
    contributions: NDArray[np.int64]
    live: NDArray[np.bool_] | None
    button: NDArray[np.int64] | None
    dead: NDArray[np.int64] | None

    def rows(self, start: int, stop: int) -> _Table:
        """Give a part of the rows."""
        return _Table(*(None if array is None else array[start:stop] for array in self))  # type: ignore[arg-type]


def settle_rows(rows: Sequence[Fields], terms: Terms, refused: Mapping[int, str] = _NONE_REFUSED) -> SettledRows:
    """Settle rows of any mixture of games and table sizes.

    Parameters
    ----------
    rows : sequence of dict
        Fields as in `rows`, unchecked.
    terms : Terms
        What holds for every hand.
    refused : mapping of int to str
        Indexes of rows that are not to be settled, with the reasons.

    Returns
    -------
    SettledRows
        Chips or a reason for each row.

    Examples
    --------
    >>> hand = {"game": "holdem", "hole_cards": ["AsAd", "KsKd"], "board": "2c7d9hTsQh", "contributions": [5, 5]}
    >>> settled = settle_rows([hand, {"game": "whist"}], Terms())
    >>> settled.payouts, settled.reasons
    ([[10, 0], None], {1: "expected the field 'hole_cards', got game"})
    """
    settled = SettledRows([None] * len(rows), [None] * len(rows), dict(refused))
    doubtful = _settle_groups(rows, [i for i in range(len(rows)) if i not in refused], settled, terms)
    checked: dict[int, Fields] = {}
    for i in doubtful:
        try:
            checked[i] = check_row(rows[i]).as_fields()
        except PokerError as error:
            settled.reasons[i] = str(error)
    for i in _settle_groups(checked, checked, settled, terms):
        # Checked rows do make arrays. Should one not, it must not be lost together with those it was grouped with.
        if _settle_groups(checked, [i], settled, terms):
            settled.reasons[i] = _reason(checked[i], terms, "expected a hand of this game")
    return settled


def _settle_groups(
    rows: Sequence[Fields] | dict[int, Fields], indexes: Iterable[int], settled: SettledRows, terms: Terms
) -> list[int]:
    """Settle the rows that make arrays at once; give the indexes of the others."""
    groups: dict[_Shape, list[int]] = {}
    doubtful = []
    for i in indexes:
        fields = rows[i]
        try:
            game = fields["game"]
            holes = fields["hole_cards"]
            shape = (
                game,
                len(holes),
                max(map(len, holes)),
                0 if _HAS_BOARD[game] else len(_or_none_known(fields.get("board"))),
                fields.get("live") is not None,
                fields.get("button") is not None,
                fields.get("dead") is not None,
            )
            groups.setdefault(shape, []).append(i)  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError):
            doubtful.append(i)
    for shape, members in groups.items():
        try:
            table = _table(_Shape(*shape), [rows[i] for i in members])
        except (PokerError, KeyError, TypeError, ValueError, OverflowError):
            doubtful += members
        else:
            _settle_table(_Shape(*shape).game, table, members, rows, settled, terms)
    return doubtful


def _table(shape: _Shape, rows: list[Fields]) -> _Table:
    """Put rows of one shape together; whatever is not exactly as expected raises."""
    game = SHOWDOWN_GAMES[shape.game]
    hole_counts = game.hole_counts_with(1 if shape.board_letters else 0)
    hole_count = next((count for count in hole_counts if 2 * count >= shape.hole_letters), 0)
    if not hole_count:
        raise FileFormatError("expected hole cards without separators")
    holes = _flat([fields["hole_cards"] for fields in rows], shape.seats, str)
    button = dead = live = None
    if shape.has_live:
        live = np.frombuffer(bytes(_flat([fields["live"] for fields in rows], shape.seats, bool)), dtype=np.bool_)
        live = live.reshape(len(rows), shape.seats)
    if shape.has_button:
        button = _integers([fields["button"] for fields in rows])
    if shape.has_dead:
        dead = _integers([fields["dead"] for fields in rows])
    return _Table(
        _cards(holes, hole_count).reshape(len(rows), shape.seats, hole_count),
        _board([_or_none_known(fields.get("board")) for fields in rows], game.board_count or bool(shape.board_letters)),
        _integers(_flat([fields["contributions"] for fields in rows], shape.seats, int)).reshape(
            len(rows), shape.seats
        ),
        live,
        button,
        dead,
    )


def _or_none_known(board: Any) -> Any:
    """Take null for a board of no cards, and nothing else: an empty list is no text."""
    return "" if board is None else board


def _flat(lists: list[Any], seats: int, kind: type) -> list[Any]:
    """Join lists that all have one entry of one type for each seat."""
    if set(map(type, lists)) != {list} or set(map(len, lists)) != {seats}:
        raise FileFormatError(f"expected lists of {seats}")
    flat = list(chain.from_iterable(lists))
    if set(map(type, flat)) != {kind}:
        raise FileFormatError(f"expected {kind.__name__}")
    return flat


def _integers(numbers: list[Any]) -> NDArray[np.int64]:
    if set(map(type, numbers)) != {int}:
        raise FileFormatError("expected int")
    return np.array(numbers, dtype=np.int64)


def _board(texts: list[Any], count: int) -> NDArray[np.uint8] | None:
    if set(map(type, texts)) != {str}:
        raise FileFormatError("expected str")
    return _cards(texts, int(count)) if count else None


def _cards(texts: list[str], count: int) -> NDArray[np.uint8]:
    """Read texts of different lengths into rows of `count` cards, filled up with `NO_CARD`."""
    lengths = list(map(len, texts))
    different = set(lengths)
    if different == {2 * count}:
        return card_array(texts, count=count)
    cards = np.full((len(texts), count), NO_CARD, dtype=np.uint8)
    by_row = np.array(lengths)
    for length in different - {0}:
        known = length // 2
        if length % 2 or known > count:
            raise FileFormatError("expected cards without separators")
        places = np.flatnonzero(by_row == length)
        cards[places, :known] = card_array([texts[i] for i in places.tolist()], count=known)
    return cards


def _settle_table(
    game: str,
    table: _Table,
    members: list[int],
    rows: Sequence[Fields] | dict[int, Fields],
    settled: SettledRows,
    terms: Terms,
) -> None:
    """Settle one group; on an error settle its halves, down to the row that is to blame."""
    try:
        result = settle(
            game,
            table.hole_cards,
            table.board,
            table.contributions,
            live=table.live,
            button=table.button,
            chip=terms.chip,
            dead=table.dead,
            uncalled=terms.uncalled,
            threads=terms.threads,
        )
    except PokerError as error:
        if len(members) == 1:
            settled.reasons[members[0]] = _reason(rows[members[0]], terms, str(error))
            return
        half = len(members) // 2
        _settle_table(game, table.rows(0, half), members[:half], rows, settled, terms)
        _settle_table(game, table.rows(half, len(members)), members[half:], rows, settled, terms)
        return
    for i, paid, back in zip(members, result.payouts.tolist(), result.returned.tolist(), strict=True):
        settled.payouts[i] = paid
        settled.returned[i] = back
    live = table.live
    if live is None:
        live = (table.hole_cards != NO_CARD).any(axis=2)
    excess = lone_excess(table.contributions, live) if terms.uncalled == "returned" else None
    if excess is not None:
        settled.dead_excess += [members[row] for row in np.flatnonzero(excess.any(axis=1)).tolist()]
    settled.counts += count_hands(result, table.contributions, live, dead=table.dead, excess=excess)


def _reason(fields: Fields, terms: Terms, otherwise: str) -> str:
    """Say what is wrong with one row in the words of one hand, which has seats and no row of an array."""
    try:
        settle_row(check_row(fields), terms)
    except PokerError as reason:
        return str(reason)
    return otherwise


def settle_row(row: HandRow, terms: Terms) -> HandSettlement:
    """Settle one checked row with the readable rules of `pots`.

    Parameters
    ----------
    row : HandRow
        The hand.
    terms : Terms
        What holds for every hand of the job.

    Returns
    -------
    HandSettlement
        The hand's pots, winners and chips.

    Raises
    ------
    PokerError
        If cards, chips and seats do not make a hand.
    """
    return settle_hand(
        row.game,
        row.hole_cards,
        row.board,
        row.contributions,
        live=row.live,
        button=row.button,
        chip=terms.chip,
        dead=row.dead,
        uncalled=terms.uncalled,
    )
