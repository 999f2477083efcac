"""What all range texts have in common: tokens, weights, exclusions, and errors that point at the column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, NoReturn

import numpy as np

from pokereval.arrays import shown
from pokereval.cards import RANKS, SUITS
from pokereval.errors import PokerError

from .combos import Masks, Weights

__all__ = ["SUIT_LETTERS", "RangeSyntaxError", "Token", "read_percent", "read_range", "refuse", "tokens"]

RANK = r"(?:10|[2-9TJQKAtjqka])"
ANY = r"[xX*?]"
SUIT = "[cdhsCDHS♣♦♥♠♧♢♡♤]"
SUIT_LETTERS = {letter: i for i, row in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")) for letter in row}
RANDOM_WORDS = frozenset({"random", "any", "all"})

_TOKEN = re.compile(r"[^,;\s]+(?:\s*[-@:]\s*[^,;\s]+)*")
_OPENING = re.compile(r"\[(\d+(?:\.\d*)?|\.\d+)(%?)\]")
_CLOSING = re.compile(r"\[/[\d.]*%?\]$")
_NUMBER = re.compile(r"(\d+(?:\.\d*)?(?:[eE]-?\d+)?|\.\d+)(%?)$")
_PERCENT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)%(?:\s*-\s*(\d+(?:\.\d*)?|\.\d+)%)?$")


class RangeSyntaxError(PokerError):
    """A range text that cannot be read.

    Parameters
    ----------
    message : str
        What was expected and what came.
    text : str
        The whole text.
    column : int
        Where in the text the trouble starts, counted from 0.

    Attributes
    ----------
    text, column
        As given.
    """

    def __init__(self, message: str, text: str, column: int) -> None:
        start = max(0, column - 40)
        around = "".join(letter if letter.isprintable() else " " for letter in text[start : column + 40])
        super().__init__(f"{message} at column {column + 1}\n  {around}\n  {' ' * (column - start)}^")
        self.text, self.column = text, column

    def __reduce__(self) -> tuple[Callable[..., RangeSyntaxError], tuple[str, str, int]]:
        """Travel between processes whole."""
        return _rebuilt, (str(self), self.text, self.column)


def _rebuilt(message: str, text: str, column: int) -> RangeSyntaxError:
    error = RangeSyntaxError("", text, column)
    error.args = (message,)
    return error


class Token(NamedTuple):
    """One part of a range text, without its weight.

    Attributes
    ----------
    body : str
        What names the hands.
    column : int
        Where the body starts in `text`, from 0.
    weight : float
        0 to 1.
    is_excluded : bool
        Whether the hands are taken out, not in.
    text : str
        The whole text, for messages.
    """

    body: str
    column: int
    weight: float
    is_excluded: bool
    text: str


def refuse(token: Token, message: str, *, offset: int = 0) -> NoReturn:
    """Raise a `RangeSyntaxError` that points into a token."""
    raise RangeSyntaxError(message, token.text, token.column + offset)


def tokens(text: str) -> Iterator[Token]:
    """Cut a text into tokens at commas, semicolons and blanks.

    ``AA@0.5``, ``AA@50%`` and ``AA:0.5`` carry a weight, and ``[50]AA,KK[/50]`` gives one to a group in percent.
    """
    group: float | None = None
    for piece in _TOKEN.finditer(text):
        body, column = piece.group(), piece.start()
        if opening := _OPENING.match(body):
            if group is not None:
                raise RangeSyntaxError("expected the group's end before another group", text, column)
            group = _weight(opening[1], "%", text, column + 1)
            body, column = body[opening.end() :], column + opening.end()
        closing = _CLOSING.search(body)
        if closing:
            if group is None:
                raise RangeSyntaxError(
                    "expected the beginning of a group before its end", text, column + closing.start()
                )
            body = body[: closing.start()]
        is_excluded = body.startswith("!")
        if is_excluded:
            body, column = body[1:], column + 1
        weight = 1.0 if group is None else group
        mark = re.search(r"\s*[@:]\s*", body)
        if mark:
            number = _NUMBER.match(body, mark.end())
            if not number:
                got = shown(body[mark.end() :]) if body[mark.end() :] else "nothing"
                message = f"expected a weight such as 0.5 or 50% after {shown(mark.group().strip())}, got {got}"
                raise RangeSyntaxError(message, text, column + mark.end())
            weight *= _weight(number[1], number[2], text, column + mark.end())
            body = body[: mark.start()]
        if is_excluded and mark:
            raise RangeSyntaxError("expected no weight on an exclusion", text, column + mark.start())
        if body:
            yield Token(body, column, weight, is_excluded, text)
        elif is_excluded or mark:
            raise RangeSyntaxError("expected a hand", text, column)
        if closing:
            group = None
    if group is not None:
        raise RangeSyntaxError("expected the end of a group, such as [/50]", text, len(text))


def _weight(number: str, percent: str, text: str, column: int) -> float:
    weight = float(number) / 100 if percent else float(number)
    if not 0 <= weight <= 1:
        raise RangeSyntaxError(f"expected a weight from 0 to 1 or 0% to 100%, got {number}{percent}", text, column)
    return weight


def read_percent(token: Token) -> tuple[float, float] | None:
    """Read ``20%`` as (0, 20) and ``5%-20%`` as (5, 20); None for anything else."""
    match = _PERCENT.match(token.body)
    if not match:
        return None
    first = float(match[1])
    low, high = (0.0, first) if match[2] is None else sorted((first, float(match[2])))
    if high > 100:
        refuse(token, f"expected at most 100%, got {token.body}")
    return low, high


def read_range(text: str, masks_of: Callable[[Token], Masks]) -> tuple[Masks, Weights]:
    """Read all tokens of a text.

    Parameters
    ----------
    text : str
        The range.
    masks_of : callable
        Gives the combos that a token names, sorted, or raises `RangeSyntaxError`.

    Returns
    -------
    masks, weights
        Sorted combos and their weights. A combo that several tokens name has the weight of the last of them, whatever
        an exclusion names is out, and so is what has weight 0.
    """
    parts: list[tuple[Masks, float]] = []
    excluded: list[Masks] = []
    for token in tokens(text):
        masks = masks_of(token)
        if token.is_excluded:
            excluded.append(masks)
        else:
            parts.append((masks, token.weight))
    if excluded and not parts:
        raise RangeSyntaxError("expected hands to exclude these from, such as random", text, text.index("!"))
    if not parts:
        return np.empty(0, dtype=np.uint64), np.empty(0)
    # From the last token to the first, so that the first of equal masks is the one that counts.
    every = np.concatenate([masks for masks, _ in reversed(parts)])
    each_weight = np.concatenate([np.full(len(masks), weight) for masks, weight in reversed(parts)])
    masks, first = np.unique(every, return_index=True)
    weights = each_weight[first]
    keep = weights > 0
    for gone in excluded:
        keep &= ~np.isin(masks, gone)
    return masks[keep], weights[keep]


def rank_of(letter: str) -> int:
    """Card rank 0..12 of a rank letter or ``10``."""
    return 8 if letter == "10" else RANKS.index(letter.upper())


def card_text(card: int) -> str:
    """Text of a card."""
    return RANKS[card >> 2] + SUITS[card & 3]
