"""The games an equity can be asked about, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pokereval.arrays import shown
from pokereval.errors import GameError

__all__ = ["EQUITY_GAMES", "EquityGame", "equity_game"]


@dataclass(frozen=True, slots=True)
class EquityGame:
    """What an equity must know of a game.

    Attributes
    ----------
    name, title : str
        The short name, and the name as a dealer says it.
    code : int
        The number by which the compiled core knows the game.
    hole_counts : tuple of int
        Cards of a seat at the showdown.
    board_count : int
        5, or 0 in stud.
    has_low : bool
        Half of each pot goes to the best eight-or-better low.
    lowest_card : int
        Id of the lowest card of the deck.
    """

    name: str
    title: str
    code: int
    hole_counts: tuple[int, ...]
    board_count: int = 5
    has_low: bool = False
    lowest_card: int = 0

    @property
    def is_omaha(self) -> bool:
        """Whether exactly two hole cards play."""
        return len(self.hole_counts) > 1

    @property
    def is_stud(self) -> bool:
        """Whether every seat has cards of its own only."""
        return self.board_count == 0


EQUITY_GAMES: Mapping[str, EquityGame] = MappingProxyType(
    {
        game.name: game
        for game in (
            EquityGame("holdem", "hold'em", 0, (2,)),
            EquityGame("omaha", "Omaha", 1, (4, 5, 6)),
            EquityGame("omaha8", "Omaha hi-lo", 2, (4, 5, 6), has_low=True),
            EquityGame("stud", "seven-card stud", 3, (7,), 0),
            EquityGame("stud8", "seven-card stud hi-lo", 4, (7,), 0, has_low=True),
            EquityGame("razz", "razz", 5, (7,), 0),
            EquityGame("short_deck", "short-deck hold'em", 6, (2,), lowest_card=16),
        )
    }
)
"""Every game by its short name; a read-only mapping."""


def equity_game(name: str) -> EquityGame:
    """Look up a game by its short name.

    Raises
    ------
    GameError
        If there is no such game.

    Examples
    --------
    >>> equity_game("razz").is_stud
    True
    """
    try:
        return EQUITY_GAMES[name]
    except (KeyError, TypeError):
        raise GameError(f"expected a game out of {', '.join(EQUITY_GAMES)}, got {shown(name)}") from None
