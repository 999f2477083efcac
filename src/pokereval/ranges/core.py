"""`Range`: which hole cards a seat may hold, and how likely each is beside the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from html import escape
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval.arrays import shown
from pokereval.cards import CardsLike, card_mask, is_whole, named, parse_cards
from pokereval.errors import CardCountError, DuplicateCardError, GameError, PokerError, ShapeError

from .combos import MOST_HOLE_CARDS, Masks, all_masks, masks_to_cards
from .holdem import ACE, class_masks, class_name, holdem_masks
from .patterns import hole_count_of, omaha_masks, stud_masks
from .syntax import RangeSyntaxError, read_range
from .writing import holdem_text, pattern_text, weight_text

__all__ = ["Range"]

_GAMES = {
    "holdem": "holdem",
    "short_deck": "holdem",
    "omaha": "omaha",
    "omaha8": "omaha",
    "stud": "stud",
    "stud8": "stud",
    "razz": "stud",
}


class Range:
    """A weighted set of combos, that is, of the hole cards a seat may hold.

    Parameters
    ----------
    hands : str, Range, mapping or iterable
        Range text; another range; a mapping of combos, as `parse_cards` takes them, to weights 0 to 1; or an iterable
        of combos, each of weight 1.
    game : str, default "holdem"
        Which notation is read: ``"holdem"`` and ``"short_deck"``; ``"omaha"`` and ``"omaha8"``; ``"stud"``,
        ``"stud8"`` and ``"razz"``.
    hole_count : int, optional
        Cards of a combo. By default 2 in hold'em; in Omaha as many as the longest hand of the text has, but 4 at
        least; in stud as many as the text names.

    Raises
    ------
    RangeSyntaxError
        If text cannot be read; it points at the column.
    CardError, CardCountError, GameError, PokerError
        If a combo or a weight is none, or the game is unknown.

    Notes
    -----
    Hold'em text, tokens apart by commas or blanks: ``AA``, ``AKs``, ``AKo``, ``AK``; ``QQ+`` pairs upwards, ``KTo+``
    kickers upwards; ``TT-77``, ``A5s-A2s``, ``T9s-65s`` spans; ``AhKd`` a combo; ``*`` or ``x`` any rank or suit
    (``AhK*``, ``Axs``, ``Ah**``); ``random``; ``20%`` the best fifth and ``5%-20%`` a slice, in the order of equity
    against a random hand. ``@0.5``, ``@50%`` and ``:0.5`` weigh a token, ``[50]AA,KK[/50]`` a group; ``!AA`` takes
    hands out of all the rest. Of a hand that is named twice the last weight counts.

    Omaha text: ranks, cards and wildcards in any order, ``AAxx``, ``AhAs**``, ``KQJT``; ``ds`` for two suits of two
    or more cards, ``ss`` for one, ``rb`` for none; ``KQJT+`` raises all ranks together, ``KQJT-9876`` is a span.
    Stud text: ``(KK)K``, ``(AhKh)Qh``, ``(xx)K``; brackets stand around down cards.

    Examples
    --------
    >>> opening = Range("QQ+, AKs, KTo+, 76s@50%")
    >>> len(opening), round(opening.percent, 2)
    (62, 4.52)
    >>> opening.to_text()
    'QQ+,AKs,KTo+,76s@.5'
    >>> Range("AAxxds", game="omaha")
    Range('AAxxds', game='omaha'), 864 combos
    """

    __slots__ = ("__dict__", "_masks", "_source", "_weights", "hole_count", "notation")

    hole_count: int
    notation: str
    _masks: Masks
    _weights: NDArray[np.float64]
    _source: str  # what Omaha and stud ranges were read from: to find their shortest text may take seconds

    def __init__(self, hands: Any = "", *, game: str = "holdem", hole_count: int | None = None) -> None:
        try:
            notation = _GAMES[game]
        except (KeyError, TypeError):  # TypeError: something that cannot be a key, such as a list of names
            raise GameError(f"expected a game out of {', '.join(_GAMES)}, got {shown(game)}") from None
        if hole_count is not None and (not is_whole(hole_count) or not 0 <= hole_count <= MOST_HOLE_CARDS):
            raise CardCountError(f"expected 0 to {MOST_HOLE_CARDS} hole cards, got {named(hole_count)}")
        if isinstance(hands, Range):
            if hole_count not in (None, hands.hole_count):
                raise CardCountError(f"expected {hole_count} hole cards, got a range of {hands.hole_count}")
            self._fill(hands._masks, hands._weights, hands.hole_count, hands.notation)
        elif isinstance(hands, str):
            self._fill(*_read(hands, notation, hole_count))
            if notation != "holdem":
                self._source = hands
        else:
            self._fill(*_collect(hands, notation, hole_count))

    def _fill(self, masks: Masks, weights: NDArray[np.float64], hole_count: int, notation: str) -> None:
        self._masks, self._weights, self.hole_count, self.notation = masks, weights, hole_count, notation
        self._source = ""

    @classmethod
    def _of(cls, masks: Masks, weights: NDArray[np.float64], like: Range) -> Range:
        new = cls.__new__(cls)
        new._fill(masks, weights, like.hole_count, like.notation)
        return new

    # -- what is in it --

    @property
    def masks(self) -> Masks:
        """Combos as card masks, ascending: (N,) uint64."""
        return self._masks

    @property
    def weights(self) -> NDArray[np.float64]:
        """Weights of the combos, above 0 and at most 1: (N,) float64."""
        return self._weights

    @cached_property
    def cards(self) -> NDArray[np.uint8]:
        """Combos as ids, the highest first: (N, hole_count) uint8."""
        return masks_to_cards(self._masks, self.hole_count)

    @property
    def total(self) -> float:
        """Sum of the weights."""
        return float(self._weights.sum())

    @property
    def percent(self) -> float:
        """Sum of the weights in percent of all combos there are."""
        return 100 * self.total / comb(52, self.hole_count)

    def __len__(self) -> int:
        """Number of combos."""
        return len(self._masks)

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield (cards, weight), cards as a tuple of ids with the highest first."""
        for cards, weight in zip(self.cards.tolist(), self._weights.tolist(), strict=True):
            yield tuple(cards), weight

    def weight(self, combo: CardsLike) -> float:
        """Weight of one combo; 0 when the range doesn't hold it.

        Raises
        ------
        CardError, CardCountError
            If it is no combo of this many cards.

        Examples
        --------
        >>> Range("AA@25%").weight("AsAh"), Range("AA").weight("KsKh")
        (0.25, 0.0)
        """
        mask = _combo_mask(combo, self.hole_count)
        at = int(np.searchsorted(self._masks, np.uint64(mask)))
        found = at < len(self._masks) and int(self._masks[at]) == mask
        return float(self._weights[at]) if found else 0.0

    def __contains__(self, combo: object) -> bool:
        """Whether a combo has a weight above 0."""
        return self.weight(combo) > 0  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        """Whether the combos and their weights are the same."""
        if not isinstance(other, Range):
            return NotImplemented
        return (
            self.hole_count == other.hole_count
            and np.array_equal(self._masks, other._masks)
            and np.array_equal(self._weights, other._weights)
        )

    def __hash__(self) -> int:
        """Equal ranges have equal hashes."""
        return hash((self.hole_count, self._masks.tobytes(), self._weights.tobytes()))

    # -- ranges out of ranges --

    def __or__(self, other: Range) -> Range:
        """Unite: every combo of either, with the greater weight."""
        return self._merge(other, np.maximum)

    def __and__(self, other: Range) -> Range:
        """Intersect: the combos of both, with the smaller weight."""
        return self._merge(other, np.minimum)

    def __sub__(self, other: Range) -> Range:
        """Take away: the combos that the other range doesn't hold at all."""
        self._check_alike(other)
        keep = ~np.isin(self._masks, other._masks)
        return self._of(self._masks[keep], self._weights[keep], self)

    def _merge(self, other: Range, choose: Any) -> Range:
        self._check_alike(other)
        masks = np.union1d(self._masks, other._masks)
        pair = []
        for one in (self, other):
            weights = np.zeros(len(masks))
            weights[np.searchsorted(masks, one._masks)] = one._weights
            pair.append(weights)
        weights = choose(*pair)
        keep = weights > 0
        return self._of(masks[keep], weights[keep], self)

    def _check_alike(self, other: Range) -> None:
        if not isinstance(other, Range):
            raise TypeError(f"expected a Range, got {named(other)}")
        if self.hole_count != other.hole_count:
            raise ShapeError(f"expected ranges of {self.hole_count} hole cards, got one of {other.hole_count}")

    def remove(self, dead: CardsLike) -> Range:
        """Leave out the combos that hold a dead card.

        Examples
        --------
        >>> len(Range("AA").remove("As"))
        3
        """
        keep = self._masks & np.uint64(card_mask(dead)) == 0
        return self._of(self._masks[keep], self._weights[keep], self)

    # -- text and pictures --

    def to_text(self) -> str:
        """The shortest text found that reads back as this range; ``""`` for an empty one.

        Examples
        --------
        >>> Range("AsKs AhKh AdKd AcKc QQ KK AA").to_text()
        'QQ+,AKs'
        """
        if not len(self):
            return ""
        if self.notation == "holdem" and self.hole_count == 2:
            return holdem_text(self._masks, self._weights)
        return pattern_text(self._masks, self._weights, self.hole_count, is_stud=self.notation == "stud")

    def label(self) -> str:
        """A text to call the range by: what it was read from, its shortest text, or how many combos it has.

        Examples
        --------
        >>> Range("AA, KK").label(), Range("5%", game="omaha").label()
        ('KK+', '5%')
        """
        if self._source:
            return self._source
        return self.to_text() if self.notation == "holdem" or len(self) <= 2_000 else f"{len(self):,} combos"

    def grid(self) -> NDArray[np.float64]:
        """The 13 × 13 grid of hold'em, aces first: pairs on the diagonal, suited above, offsuit below.

        Returns
        -------
        ndarray of float64, shape (13, 13)
            Mean weight of the combos of each class, 0 to 1.

        Raises
        ------
        GameError
            If combos don't have two cards.

        Examples
        --------
        >>> Range("AA, AKs@50%").grid()[0, :3].tolist()
        [1.0, 0.5, 0.0]
        """
        if self.hole_count != 2:
            raise GameError(f"expected a range of two hole cards for a grid, got one of {self.hole_count}")
        grid = np.zeros((13, 13))
        for row, column, hand_class in _grid_cells():
            masks = class_masks(hand_class)
            grid[row, column] = self._weights[np.isin(self._masks, masks)].sum() / len(masks)
        return grid

    def grid_text(self) -> str:
        """The grid as text: the name of each class, ``.`` where it is missing, its percentage where it is partly there.

        Examples
        --------
        >>> print(Range("AA, AKs, KK@50%").grid_text().splitlines()[1])
        .    50%  .    .    .    .    .    .    .    .    .    .    .
        """
        grid = self.grid()
        cells = [[""] * 13 for _ in range(13)]
        for row, column, hand_class in _grid_cells():
            share = grid[row, column]
            name = class_name(hand_class)
            cells[row][column] = (
                name if share >= 1 else f"{share * 100:.0f}%" if share >= 0.005 else "<1%" if share else "."
            )
        return "\n".join("".join(f"{cell:<5}" for cell in row).rstrip() for row in cells)

    def __repr__(self) -> str:
        """The shortest text, and the number of combos."""
        text = self.label()
        game = "" if self.notation == "holdem" else f", game={self.notation!r}"
        cut = text if len(text) <= 200 else f"{text[:199]}…"
        combos = f"{len(self):,} combo{'s' * (len(self) != 1)}"
        return f"Range({cut!r}{game}), {combos}"

    def _repr_html_(self) -> str:
        if self.hole_count != 2:
            return f"<code>{escape(repr(self))}</code>"
        grid = self.grid()
        rows: list[list[str]] = [[""] * 13 for _ in range(13)]
        for row, column, hand_class in _grid_cells():
            share = grid[row, column]
            fill = f"rgba(46,125,50,{0.15 + 0.75 * share:.2f})" if share else "rgba(128,128,128,.08)"
            title = f"{class_name(hand_class)} {weight_text(share)[1:]}"
            rows[row][column] = (
                f'<td title="{title}" style="background:{fill};text-align:center;padding:2px 4px">'
                f"{class_name(hand_class)}</td>"
            )
        body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
        caption = f"{len(self):,} combos, {self.percent:.1f} %"
        return f'<table style="font:11px monospace;border-spacing:1px"><caption>{caption}</caption>{body}</table>'


def _grid_cells() -> Iterator[tuple[int, int, tuple[int, int, str]]]:
    for row in range(13):
        for column in range(13):
            high, low = ACE - min(row, column), ACE - max(row, column)
            yield row, column, (high, low, "" if row == column else "s" if column > row else "o")


@lru_cache(maxsize=256)
def _read(text: str, notation: str, hole_count: int | None) -> tuple[Masks, NDArray[np.float64], int, str]:
    """Read a text; what is kept is never written to."""
    if notation == "holdem":
        if hole_count not in (None, 2):
            raise CardCountError(f"expected 2 hole cards in hold'em, got {hole_count}")
        count = 2
        masks, weights = read_range(text, holdem_masks)
    elif notation == "omaha":
        count = max(4, hole_count_of(text) or 4) if hole_count is None else hole_count
        if not 4 <= count <= 6:
            raise CardCountError(f"expected 4 to 6 hole cards in Omaha, got {count}: {text[:60]!r}")
        masks, weights = read_range(text, lambda token: omaha_masks(token, count))
    else:
        masks, weights = read_range(text, stud_masks)
        counts = set(np.bitwise_count(masks).tolist())
        if len(counts) > 1 or (hole_count is not None and counts - {hole_count}):
            wanted = "hands that name equally many cards" if hole_count is None else f"hands of {hole_count} cards"
            raise RangeSyntaxError(f"expected {wanted}, got {', '.join(map(str, sorted(counts)))} cards", text, 0)
        count = counts.pop() if counts else hole_count or 0
    masks.flags.writeable = weights.flags.writeable = False
    return masks, weights, count, notation


def _collect(hands: Any, notation: str, hole_count: int | None) -> tuple[Masks, NDArray[np.float64], int, str]:
    """Combos one by one, with or without weights."""
    if isinstance(hands, Mapping):
        pairs: list[tuple[Any, Any]] = list(hands.items())
    elif isinstance(hands, Iterable) and getattr(hands, "ndim", 1) > 0:
        pairs = [(combo, 1.0) for combo in hands]
    else:
        raise PokerError(f"expected range text, a mapping or combos, got {named(hands)}")
    count = 2 if notation == "holdem" else hole_count
    found: dict[int, float] = {}
    for combo, weight in pairs:
        if count is None:
            count = len(parse_cards(combo))
        mask = _combo_mask(combo, count)
        if isinstance(weight, bool) or not isinstance(weight, int | float | np.number) or not 0 <= weight <= 1:
            raise PokerError(f"expected a weight from 0 to 1 for {shown(combo)}, got {named(weight)}")
        if mask in found:
            raise DuplicateCardError(f"expected every combo once, got {shown(combo)} again")
        found[mask] = float(weight)
    masks = np.array(sorted(mask for mask, weight in found.items() if weight > 0), dtype=np.uint64)
    weights = np.array([found[int(mask)] for mask in masks], dtype=np.float64)
    return masks, weights, 2 if count is None else count, notation


def _combo_mask(combo: Any, hole_count: int) -> int:
    ids = parse_cards(combo)
    if len(ids) != hole_count:
        raise CardCountError(f"expected a combo of {hole_count} cards, got {len(ids)}: {shown(combo)}")
    return sum(1 << card for card in ids)


def random_range(hole_count: int, game: str) -> Range:
    """Every combo, each of weight 1."""
    masks = all_masks(hole_count)
    new = Range.__new__(Range)
    new._fill(masks, np.ones(len(masks)), hole_count, _GAMES[game])
    return new
