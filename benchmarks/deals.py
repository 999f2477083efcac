"""Cards and chips dealt from a fixed seed: what every library in the comparison is given."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CardArray = NDArray[np.uint8]

SEED = 20_261_129
RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARD_NAMES = tuple(card_rank + suit for card_rank in RANKS for suit in SUITS)
# A pot of these splits among up to six seats, in halves or in whole, without an odd chip: libraries place odd
# chips by different house rules, and those are not what is compared here.
CHIP_STEP = 120
_BLOCK = 1 << 16


_dealt: dict[int, CardArray] = {}


def deal_cards(count: int, width: int) -> CardArray:
    """Deal rows of distinct cards.

    Parameters
    ----------
    count : int
        Rows to deal.
    width : int
        Cards in a row, 1 to 52.

    Returns
    -------
    ndarray of uint8, shape (count, width)
        Card ids 0..51, read-only. A shorter deal of the same width is the beginning of a longer one, so a
        slow library's sample is part of what the fast ones are given.

    Notes
    -----
    A Fisher-Yates shuffle of each row's deck, stopped after `width` cards: every deal is equally likely.

    Examples
    --------
    >>> deal_cards(3, 7).shape
    (3, 7)
    """
    if width not in _dealt or len(_dealt[width]) < count:
        _dealt[width] = _shuffle(count, width)
    return _dealt[width][:count]


def _shuffle(count: int, width: int) -> CardArray:
    cards = np.empty((count, width), dtype=np.uint8)
    for block, first in enumerate(range(0, count, _BLOCK)):
        rng = np.random.default_rng([SEED, width, block])
        deck = np.tile(np.arange(52, dtype=np.uint8), (_BLOCK, 1))
        row = np.arange(_BLOCK)
        for place in range(width):
            chosen = rng.integers(place, 52, size=_BLOCK)
            drawn = deck[row, chosen]
            deck[row, chosen] = deck[:, place]
            deck[:, place] = drawn
        cards[first : first + _BLOCK] = deck[: count - first, :width]
    cards.flags.writeable = False
    return cards


@dataclass(frozen=True)
class Tables:
    """Hands of poker that are ready to be settled.

    Attributes
    ----------
    hole_cards : ndarray of uint8, shape (N, S, H)
        255 where a folded seat did not show.
    board : ndarray of uint8, shape (N, 5), or (N, 0) in stud
    contributions : ndarray of int64, shape (N, S)
        Chips, multiples of `CHIP_STEP`.
    live : ndarray of bool, shape (N, S)
    button : ndarray of int64, shape (N,)
    """

    hole_cards: CardArray
    board: CardArray
    contributions: NDArray[np.int64]
    live: NDArray[np.bool_]
    button: NDArray[np.int64]


def deal_tables(
    count: int,
    hole_count: int,
    *,
    board_count: int = 5,
    seats: int = 6,
    everybody_shows: bool = True,
    all_in: float = 0.3,
) -> Tables:
    """Deal tables whose chips are in.

    Parameters
    ----------
    count : int
        Tables.
    hole_count : int
        Hole cards of each seat.
    board_count : int
        Cards of the board; 0 in stud.
    seats : int
        Seats of each table.
    everybody_shows : bool
        True: every seat is live. False: two seats, sometimes three, are live; the others folded on the way, unseen.
    all_in : float
        The share of seats that are all-in for less. With three in ten most tables have side pots, with none all have
        one pot.

    Returns
    -------
    Tables
        As with `deal_cards`, a shorter deal is the beginning of a longer one.
    """
    cards = deal_cards(count, board_count + hole_count * seats)
    hole_cards = np.array(cards[:, board_count:]).reshape(count, seats, hole_count)
    contributions = np.empty((count, seats), dtype=np.int64)
    live = np.ones((count, seats), dtype=np.bool_)
    button = np.empty(count, dtype=np.int64)
    for block, first in enumerate(range(0, count, _BLOCK)):
        rng = np.random.default_rng([SEED, 52 + hole_count, block])
        price = rng.integers(10, 100, size=(_BLOCK, 1))
        less = rng.integers(1, price + 1, size=(_BLOCK, seats))
        steps = np.where(rng.random((_BLOCK, seats)) < all_in, less, price)
        order = rng.random((_BLOCK, seats)).argsort(axis=1).argsort(axis=1)
        rows = slice(first, min(first + _BLOCK, count))
        kept = rows.stop - rows.start
        if not everybody_shows:
            showing = order < rng.choice([2, 3], p=[0.8, 0.2], size=(_BLOCK, 1))
            steps = np.where(showing, steps, np.where(rng.random((_BLOCK, seats)) < 0.5, 0, less))
            live[rows] = showing[:kept]
        contributions[rows] = CHIP_STEP * steps[:kept]
        button[rows] = rng.integers(0, seats, size=_BLOCK)[:kept]
    if not everybody_shows:
        hole_cards[~live] = 255
    return Tables(hole_cards, np.ascontiguousarray(cards[:, :board_count]), contributions, live, button)
