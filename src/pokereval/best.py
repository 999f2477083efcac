"""The cards that play: the best five of a hand, high and low, and in Omaha which two and which three."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval import _core
from pokereval.cards import format_cards
from pokereval.door import Ids, check_one, one_hand

__all__ = ["BestHand", "best_hand", "best_omaha_hand"]


@dataclass(frozen=True, slots=True)
class BestHand:
    """The cards that play in one hand, high and low.

    Where cards of one card rank could play, the one of the higher suit does.

    Attributes
    ----------
    high : tuple of int
        The five ids that play for the high, as they are read out: the biggest group first, then kickers from the top
        down; a wheel is 5-4-3-2-A.
    low : tuple of int or None
        The five ids that play for an eight-or-better low from the top down, ace last; None if no low qualifies.
    high_rank, low_rank : int
        Their ranks; `low_rank` is 0 if no low qualifies.
    high_hole_cards, high_board_cards, low_hole_cards, low_board_cards : tuple of int
        In Omaha, which two and which three those are, in the order given; empty in other games.
    """

    high: tuple[int, ...]
    low: tuple[int, ...] | None
    high_rank: int
    low_rank: int
    high_hole_cards: tuple[int, ...] = ()
    high_board_cards: tuple[int, ...] = ()
    low_hole_cards: tuple[int, ...] = ()
    low_board_cards: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Name the cards that play and what they make."""
        low = "" if self.low is None else f", low {format_cards(self.low)} (low_rank {self.low_rank})"
        return f"<BestHand {format_cards(self.high)} (rank {self.high_rank}){low}>"

    def __str__(self) -> str:
        """Write the cards that play, high and then low."""
        high = format_cards(self.high, separator=" ")
        return high if self.low is None else f"{high} / {format_cards(self.low, separator=' ')}"


def best_hand(cards: Any) -> BestHand:
    """Find the five of 5, 6 or 7 cards that play.

    Parameters
    ----------
    cards : str, sequence of int or str, or array of shape (k,)
        One hand.

    Returns
    -------
    BestHand
        The five cards of the high hand and of the low.

    Raises
    ------
    CardError, CardCountError, ShapeError
        As in `evaluate`.

    Examples
    --------
    >>> print(best_hand("AsKd8h8c5d4s2c"))
    8h 8c As Kd 5d / 8h 5d 4s 2c As
    """
    hand = one_hand(cards, (5, 6, 7), "cards")
    check_one(hand)
    high_rank, high = _core.best_positions(hand, low=False)
    low_rank, low = _core.best_positions(hand, low=True)
    return BestHand(_as_read(hand[list(high)]), _as_low(hand[list(low)]) if low_rank else None, high_rank, low_rank)


def best_omaha_hand(hole_cards: Any, board: Any) -> BestHand:
    """Find the two hole cards and three board cards that play in an Omaha hand, for the high and for the low.

    Parameters
    ----------
    hole_cards : str, sequence of int or str, or array of shape (h,)
        4, 5 or 6 hole cards.
    board : str, sequence of int or str, or array of shape (b,)
        3, 4 or 5 board cards.

    Returns
    -------
    BestHand
        With the hole cards and board cards apart as well.

    Raises
    ------
    CardError, CardCountError, ShapeError
        As in `evaluate_omaha`.

    Examples
    --------
    >>> best = best_omaha_hand("AhKh3s2s", "Jh4h3cQh5d")
    >>> print(best)
    Ah Kh Qh Jh 4h / 5d 4h 3c 2s Ah
    >>> format_cards(best.high_hole_cards), format_cards(best.low_hole_cards)
    ('AhKh', 'Ah2s')
    """
    holes = one_hand(hole_cards, (4, 5, 6), "hole cards")
    shown = one_hand(board, (3, 4, 5), "board cards")
    check_one(np.concatenate([holes, shown]))
    high_rank, high = _core.best_omaha_positions(holes, shown, low=False)
    low_rank, low = _core.best_omaha_positions(holes, shown, low=True)
    high_two, high_three = _ids(holes, high[:2]), _ids(shown, high[2:])
    low_two, low_three = _ids(holes, low[:2]), _ids(shown, low[2:])
    return BestHand(
        _as_read(np.array(high_two + high_three)),
        _as_low(np.array(low_two + low_three)) if low_rank else None,
        high_rank,
        low_rank,
        high_two,
        high_three,
        low_two,
        low_three,
    )


def _ids(cards: Ids, positions: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(cards[position]) for position in positions)


def _as_read(five: NDArray[Any]) -> tuple[int, ...]:
    """Order five ids as a dealer reads them: groups by size, then by card rank; the ace of a wheel last."""
    ids = [int(card) for card in five]
    card_ranks = [card >> 2 for card in ids]
    if sorted(card_ranks) == [0, 1, 2, 3, 12]:
        return _as_low(five)
    return tuple(sorted(ids, key=lambda card: (card_ranks.count(card >> 2), card), reverse=True))


def _as_low(five: NDArray[Any]) -> tuple[int, ...]:
    return tuple(sorted((int(card) for card in five), key=lambda card: card if card < 48 else card - 52, reverse=True))
