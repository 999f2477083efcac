"""The games a showdown can be asked about, as data.

A showdown needs to know four things about its game: how many hole cards a seat may hold, how many cards
lie on the board, whether exactly two hole cards must play (Omaha), and whether an eight-or-better low takes
half of the pot. Limits, blinds and streets are no concern of a showdown.

Examples
--------
>>> showdown_game("omaha8").hole_counts
(4, 5, 6)
>>> [game.name for game in SHOWDOWN_GAMES.values() if game.has_low]
['omaha8', 'stud8']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pokereval.arrays import shown
from pokereval.errors import GameError

__all__ = ["SHOWDOWN_GAMES", "ShowdownGame", "showdown_game"]


@dataclass(frozen=True, slots=True)
class ShowdownGame:
    """What a showdown must know of a game.

    Attributes
    ----------
    name : str
        The short name that functions, files and the command take: ``"holdem"``, ``"omaha"``, ``"omaha8"``,
        ``"stud"`` or ``"stud8"``.
    title : str
        The name as a dealer says it.
    hole_counts : tuple of int
        The numbers of hole cards a seat can hold at a showdown; every seat of one hand holds the same number.
    board_count : int
        Cards on a full board: 5, or 0 in stud.
    code : int
        The number by which the compiled core knows the game.
    is_omaha : bool
        Exactly two hole cards play with exactly three board cards (rule 6).
    has_low : bool
        Half of each pot goes to the best eight-or-better low (rule 11).
    is_stud : bool
        Every seat has cards of its own; odd chips go by suit instead of by seat (decision 9).
    """

    name: str
    title: str
    hole_counts: tuple[int, ...]
    board_count: int
    code: int
    is_omaha: bool = field(default=False, kw_only=True)
    has_low: bool = field(default=False, kw_only=True)
    is_stud: bool = field(default=False, kw_only=True)

    def hole_counts_with(self, board_count: int) -> tuple[int, ...]:
        """Give the numbers of hole cards a seat can hold at a showdown over a board of this size.

        It is `hole_counts` but for stud with a community card: when the deck runs out before seventh street
        one card is dealt to the middle for everybody, and each hand is six cards and that one (decision 19).

        Parameters
        ----------
        board_count : int
            Cards on the board.

        Returns
        -------
        tuple of int
            Allowed numbers of hole cards.

        Examples
        --------
        >>> showdown_game("stud").hole_counts_with(0), showdown_game("stud").hole_counts_with(1)
        ((7,), (6,))
        """
        if self.is_stud:
            return tuple(count - board_count for count in self.hole_counts)
        return self.hole_counts


SHOWDOWN_GAMES: Mapping[str, ShowdownGame] = MappingProxyType(
    {
        game.name: game
        for game in (
            ShowdownGame("holdem", "hold'em", (2,), 5, 0),
            ShowdownGame("omaha", "Omaha", (4, 5, 6), 5, 1, is_omaha=True),
            ShowdownGame("omaha8", "Omaha hi-lo", (4, 5, 6), 5, 2, is_omaha=True, has_low=True),
            ShowdownGame("stud", "seven-card stud", (7,), 0, 3, is_stud=True),
            ShowdownGame("stud8", "seven-card stud hi-lo", (7,), 0, 4, is_stud=True, has_low=True),
        )
    }
)
"""Every game by its short name, in the order of the core's codes; a read-only mapping."""


def showdown_game(name: str) -> ShowdownGame:
    """Look up a game by its short name.

    Parameters
    ----------
    name : str
        ``"holdem"``, ``"omaha"``, ``"omaha8"``, ``"stud"`` or ``"stud8"``.

    Returns
    -------
    ShowdownGame
        The game.

    Raises
    ------
    GameError
        For any other name, and for anything that is not text.

    Examples
    --------
    >>> showdown_game("stud8").title
    'seven-card stud hi-lo'
    """
    try:
        return SHOWDOWN_GAMES[name]
    except (KeyError, TypeError):  # TypeError: something that cannot be a key, such as a list of names
        known = ", ".join(SHOWDOWN_GAMES)
        raise GameError(f"expected a game out of {known}, got {shown(name)}") from None
