"""Every error the package raises on purpose.

All of them are `ValueError`, so ``except ValueError`` catches bad input of any kind, and all are
`PokerError`, so a program that reads many hands can tell a bad hand from a bug of its own. A message says
what was expected, what came, and where.

Examples
--------
>>> [kind.__name__ for kind in DuplicateCardError.__mro__[:4]]
['DuplicateCardError', 'CardError', 'PokerError', 'ValueError']
"""

from __future__ import annotations

__all__ = [
    "CardCountError",
    "CardError",
    "ChipError",
    "DuplicateCardError",
    "FileFormatError",
    "GameError",
    "IllegalActionError",
    "PokerError",
    "RankError",
    "SeatError",
    "ShapeError",
]


class PokerError(ValueError):
    """Anything wrong with cards, hands, chips, seats, games or files; the base of the others."""


class CardError(PokerError):
    """Something that is no card: unknown text, an id outside 0..51, or a value of a type no card has."""


class DuplicateCardError(CardError):
    """The same card twice where every card must be distinct."""


class CardCountError(CardError):
    """Too few or too many cards for the question, such as a hand of four or a board of two."""


class RankError(PokerError):
    """A number that is not the rank of any hand, or a comparison that has nothing to compare."""


class ShapeError(PokerError):
    """Arrays whose dimensions or lengths do not fit the question or each other."""


class ChipError(PokerError):
    """Chips that are negative, fractional, or too many to add up exactly."""


class SeatError(PokerError):
    """A table without a live seat, with too few or too many seats, or with its button outside the table."""


class GameError(PokerError):
    """A game that is unknown, or asked for with cards it is not played with."""


class FileFormatError(PokerError):
    """A row of an input file that cannot be read as a hand."""


class IllegalActionError(PokerError):
    """An action that the rules do not allow at this point of a hand."""
