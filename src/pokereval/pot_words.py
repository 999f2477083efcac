"""Words for seats, chips, cards and parts of a pot, as they stand in sentences.

Seats come counted from 0 and are told counted from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

from pokereval.cards import format_cards

__all__ = ["are", "capital", "cards_text", "chips_text", "fraction_text", "listed", "seats_text"]

_FRACTIONS = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 8: "eighth", 9: "ninth", 12: "twelfth"}
_NUMERATORS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def seats_text(*seats: int) -> str:
    """Name one seat or several.

    Examples
    --------
    >>> seats_text(0), seats_text(0, 2, 3)
    ('seat 1', 'seats 1, 3 and 4')
    """
    numbers = [str(seat + 1) for seat in seats]
    return f"seat{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


def chips_text(amount: int) -> str:
    """Name an amount of chips.

    Examples
    --------
    >>> chips_text(1), chips_text(7950000)
    ('1 chip', '7,950,000 chips')
    """
    return "1 chip" if amount == 1 else f"{amount:,} chips"


def cards_text(cards: Iterable[int]) -> str:
    """Name cards by their ids.

    Examples
    --------
    >>> cards_text((51, 46))
    'As Kh'
    """
    return format_cards(tuple(cards), separator=" ")


def fraction_text(part: Fraction) -> str:
    """Name a part of a pot; rare ones in figures.

    Examples
    --------
    >>> from fractions import Fraction
    >>> [fraction_text(Fraction(part)) for part in ("1/2", "3/4", "1/6", "5/8", "1/14")]
    ['a half', 'three quarters', 'a sixth', 'five eighths', '1/14']
    """
    name = _FRACTIONS.get(part.denominator)
    if name is None:
        return str(part)
    if part.numerator == 1:
        return f"an {name}" if name == "eighth" else f"a {name}"
    return f"{_NUMERATORS[part.numerator]} {name}s"


def listed(words: Sequence[str]) -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> listed(["a half"]), listed(["10", "9", "9"])
    ('a half', '10, 9 and 9')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def capital(words: str) -> str:
    """Begin a sentence, leaving the other letters as they are.

    Examples
    --------
    >>> capital("seat 1"), capital("As Kh")
    ('Seat 1', 'As Kh')
    """
    return words[:1].upper() + words[1:]


def are(count: int) -> str:
    """Fit the verb to a number.

    Examples
    --------
    >>> are(1), are(2)
    ('is', 'are')
    """
    return "is" if count == 1 else "are"
