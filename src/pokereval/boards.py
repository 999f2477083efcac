"""Many boards and several players at once, and every hand that a board allows."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokereval import _core
from pokereval.arrays import refuse_masked
from pokereval.cards import DECK_SIZE, id_array
from pokereval.door import check_one, one_hand, refuse_hand
from pokereval.errors import CardCountError, GameError, ShapeError
from pokereval.evaluate import evaluate
from pokereval.threads import run_in_blocks
from pokereval.variants import ShowdownGame, showdown_game

__all__ = ["evaluate_boards", "evaluate_combos"]

MOST_PLAYERS = 10


def evaluate_boards(
    boards: ArrayLike, hole_cards: ArrayLike, *, game: str = "holdem", check: bool = True, threads: int = 1
) -> Any:
    """Rank several players' hands on each of many boards.

    Parameters
    ----------
    boards : array_like of int, shape (N, 5)
        Card ids of N full boards.
    hole_cards : array_like of int, shape (N, P, H) or (P, H)
        Hole cards of 1 to 10 players for each board, or the same hands for all boards; H is 2 in hold'em and 4 to 6
        in Omaha.
    game : {"holdem", "omaha", "omaha8"}
        The game; hi-lo gives low ranks too.
    check : bool
        Whether the cards of each board and its hands are looked at together: all must be distinct.
    threads : int
        Threads for many boards; 0 for one on each core.

    Returns
    -------
    ranks : ndarray of uint16, shape (N, P)
        Ranks of every hand.
    low_ranks : ndarray of uint8, shape (N, P)
        Low ranks; only in hi-lo, where the result is a pair.

    Raises
    ------
    CardError
        If something is no card, or comes twice on a table (`DuplicateCardError`), with the row.
    CardCountError
        If boards are not of five cards, or hands not of as many as the game deals.
    GameError
        If the game has no board.
    ShapeError
        If shapes do not fit together.

    See Also
    --------
    winners : marks the best of each row.

    Examples
    --------
    >>> from pokereval import card_array, winners
    >>> boards = card_array(["2c7d9hJsQd", "AcKcQhJhTs"])
    >>> ranks = evaluate_boards(boards, card_array(["AhAs", "KhKs"]))
    >>> winners(ranks)
    array([[ True, False],
           [ True,  True]])
    """
    rules = showdown_game(game)
    shown, holes = _ids(boards), _ids(hole_cards)
    if shown.ndim != 2 or holes.ndim not in (2, 3):
        raise ShapeError(
            f"expected boards of shape (N, 5) and hole_cards of shape (N, P, H) or (P, H), got {shown.shape} "
            f"and {holes.shape}"
        )
    holes = holes[np.newaxis] if holes.ndim == 2 else holes
    _check_shapes(rules, shown, holes)
    rows, players = len(shown), holes.shape[1]
    ranks = np.empty((rows, players), dtype=np.uint16)
    low_ranks = np.empty((rows, players), dtype=np.uint8) if rules.has_low else None

    def kernel(start: int, stop: int) -> int:
        return _core.boards(
            shown, holes, ranks, low_ranks, is_omaha=rules.is_omaha, start=start, stop=stop, check=check
        )

    bad = run_in_blocks(kernel, rows, threads)
    if bad >= 0:
        refuse_hand(np.concatenate([shown[bad], holes[bad if len(holes) == rows else 0].ravel()]), bad)
    return ranks if low_ranks is None else (ranks, low_ranks)


def evaluate_combos(board: Any) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Rank every two hole cards that a hold'em board leaves.

    Parameters
    ----------
    board : str, sequence of int or str, or array of shape (5,)
        A full board.

    Returns
    -------
    hole_cards : ndarray of uint8, shape (1081, 2)
        Every two of the 47 other cards, the lower id first, in order.
    ranks : ndarray of uint16, shape (1081,)
        Their ranks on this board.

    Raises
    ------
    CardError, CardCountError
        If the board is not of five distinct cards.

    Examples
    --------
    >>> from pokereval import describe, format_cards
    >>> hole_cards, ranks = evaluate_combos("KhKsKcKd9s")
    >>> format_cards(hole_cards[ranks.argmax()]), describe(ranks.max())
    ('2cAc', 'four of a kind, kings, ace kicker')
    """
    shown = one_hand(board, (5,), "board cards")
    check_one(shown)
    is_left = np.ones(DECK_SIZE, dtype=bool)
    is_left[shown] = False
    combos = _every_combo()
    hole_cards = combos[is_left[combos].all(axis=1)]
    hands = np.empty((len(hole_cards), 7), dtype=np.uint8)
    hands[:, :2], hands[:, 2:] = hole_cards, shown
    return hole_cards, evaluate(hands, check=False)


@cache
def _every_combo() -> NDArray[np.uint8]:
    """Every two cards of the deck, the lower id first, in order: 1,326 rows."""
    return np.array(list(combinations(range(DECK_SIZE), 2)), dtype=np.uint8)


def _ids(cards: ArrayLike) -> NDArray[np.uint8]:
    refuse_masked(cards)
    if isinstance(cards, np.ndarray) and cards.dtype == np.uint8:
        ids: NDArray[np.uint8] = np.asarray(cards, order="C")  # the kernel looks at every id
        return ids
    return id_array(cards)


def _check_shapes(rules: ShowdownGame, shown: NDArray[np.uint8], holes: NDArray[np.uint8]) -> None:
    if rules.is_stud:
        raise GameError(f"expected a game with a board, got {rules.name}, in which evaluate ranks hands of seven")
    if shown.shape[1] != rules.board_count:
        raise CardCountError(f"expected boards of {rules.board_count} cards, got {shown.shape[1]}")
    if holes.shape[2] not in rules.hole_counts:
        counts = " or ".join(map(str, rules.hole_counts))
        raise CardCountError(f"expected {counts} hole cards in {rules.name}, got {holes.shape[2]}")
    if not 1 <= holes.shape[1] <= MOST_PLAYERS:
        raise ShapeError(f"expected 1 to {MOST_PLAYERS} players, got {holes.shape[1]}")
    if len(holes) not in (1, len(shown)):
        raise ShapeError(f"expected hole cards for each of {len(shown)} boards, or the same for all, got {len(holes)}")
