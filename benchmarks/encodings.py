"""Cards as other libraries take them: text, columns of ints, lists of their own objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from .deals import CARD_NAMES, CardArray


def card_texts(cards: CardArray) -> list[str]:
    """Write each row of cards as one text, "AsKsQsJsTs2c3d" style."""
    names = np.array(CARD_NAMES)
    return [str(text) for text in np.ascontiguousarray(names[cards]).view(f"U{2 * cards.shape[1]}")[:, 0]]


def objects_of(deck: Sequence[Any]) -> Callable[[CardArray], list[list[Any]]]:
    """Make the function that turns rows of ids into lists of a rival's card objects."""
    table = np.empty(52, dtype=object)
    table[:] = deck

    def to_objects(cards: CardArray) -> list[list[Any]]:
        rows: list[list[Any]] = table[cards].tolist()
        return rows

    return to_objects


def tuples_of(cards: CardArray) -> list[tuple[int, ...]]:
    """Turn rows of ids into tuples of ints: hands whose cards are parsed."""
    return [tuple(row) for row in cards.tolist()]


def columns_of(cards: CardArray) -> list[list[int]]:
    """Turn rows of ids into columns of ints for ``map(function, *columns)``: quicker than a tuple a hand."""
    columns: list[list[int]] = cards.T.tolist()
    return columns


def each(function: Callable[..., Any]) -> Callable[[Iterable[Any]], list[Any]]:
    """Call a function for one hand after another, with as little Python as can be."""
    return lambda hands: list(map(function, hands))


def same(given: Any) -> Any:
    """Take the dealt cards as they are."""
    return given


def halves(text: str) -> list[str]:
    """Cut a text into its cards."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]
