"""`EquityResult`: the counts of a question, and everything that is told of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval.cards import format_cards
from pokereval.errors import PokerError
from pokereval.ranks import RANK_CLASS_NAMES

from .exact import pot_shares
from .seats import Question

__all__ = ["ComboEquities", "EquityResult"]

NO_LOW = 11
_NORMAL_95 = 1.959963984540054

Number = int | float


@dataclass(frozen=True)
class ComboEquities:
    """The equity of every combo of a seat.

    Attributes
    ----------
    cards : ndarray of uint8, shape (N, k)
        Combos that can be dealt, the highest card first.
    weights : ndarray of float64, shape (N,)
        How much of all deals each combo takes part in; they add up to 1.
    equities : ndarray of float64, shape (N,)
        Share of the pot.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.float64]
    equities: NDArray[np.float64]

    def __len__(self) -> int:
        """Number of combos."""
        return len(self.cards)

    def __getitem__(self, combo: Any) -> float:
        """Equity of one combo, named as `parse_cards` takes it."""
        from pokereval.cards import parse_cards

        wanted = sorted(parse_cards(combo), reverse=True)
        is_it = np.zeros(len(self.cards), dtype=np.bool_)
        if len(wanted) == self.cards.shape[1]:
            is_it = (self.cards == wanted).all(axis=1)
        if not is_it.any():
            raise KeyError(f"{combo!r} is not among the combos that can be dealt")
        return float(self.equities[is_it.argmax()])


@dataclass(frozen=True)
class EquityResult:
    """What every seat can expect.

    Attributes
    ----------
    game : str
        Short name of the game.
    hands : tuple of str
        The seats, as they were given.
    board, dead : tuple of int
        Cards.
    method : str
        How the answer was found, in words.
    is_exact : bool
        Whether every deal was counted.
    is_complete : bool
        False when the work was interrupted; then the equities are estimates with an error.
    deals : int or float
        Deals that were counted: whole numbers, unless ranges have weights other than 1.
    samples : int or None
        Deals that were drawn; None when nothing was drawn at random.
    seed : int or None
        The seed that draws the same deals again.
    tally : ndarray
        Counts by pot, seat, number of seats that share the high hand, and that share the low (0 = the seat doesn't,
        column 11 = no low qualified).
    """

    question: Question = field(repr=False)
    method: str
    is_exact: bool
    is_complete: bool
    tally: NDArray[Any] = field(repr=False)
    samples: int | None = None
    seed: int | None = None
    spread: NDArray[np.float64] | None = field(default=None, repr=False)
    find_classes: Callable[[], NDArray[Any]] | None = field(default=None, repr=False, compare=False)
    combos: tuple[ComboEquities, ...] | None = field(default=None, repr=False)

    # -- what was asked --

    @property
    def game(self) -> str:
        """Short name of the game."""
        return self.question.game.name

    @property
    def hands(self) -> tuple[str, ...]:
        """The seats, as they were given."""
        return tuple(seat.label for seat in self.question.seats)

    @property
    def board(self) -> tuple[int, ...]:
        """Cards on the board."""
        return self.question.board

    @property
    def dead(self) -> tuple[int, ...]:
        """Cards that nobody could get."""
        return self.question.dead

    # -- shares --

    @cached_property
    def _first(self) -> NDArray[Any]:
        return self.tally[0]  # type: ignore[no-any-return]

    @cached_property
    def deals(self) -> Number:
        """Deals that were counted."""
        return self._number(self._first[0].sum())

    def _number(self, count: Any) -> Number:
        """A count as it is: whole where deals were drawn, and where all weights are 1."""
        is_whole = self.samples is not None or self.question.is_counted
        return round(float(count)) if is_whole else float(count)

    @cached_property
    def equity(self) -> tuple[float, ...]:
        """Each seat's share of the pot, 0 to 1; they add up to 1."""
        shares = pot_shares(self.question.low_columns)
        total = float(self._first[0].sum())
        return tuple(float((one * shares).sum()) / total for one in self._first)

    @cached_property
    def exact_equity(self) -> tuple[Fraction, ...]:
        """Each seat's share as a fraction without any rounding; they add up to exactly 1.

        Weights that are not 1 are taken for the binary fractions that they are.
        """
        total = sum(Fraction(self._fraction(count)) for count in self._first[0].ravel() if count)
        return tuple(
            sum((share * count for share, count in one.items()), Fraction(0)) / total for one in self._by_share
        )

    def _fraction(self, count: Any) -> Number:
        return self._number(count)

    @cached_property
    def _by_share(self) -> list[dict[Fraction, Fraction]]:
        found = []
        for one in self._first:
            counts: dict[Fraction, Fraction] = {}
            for high, low in zip(*np.nonzero(one), strict=True):
                share = _share(int(high), int(low), has_low=self.question.game.has_low)
                counts[share] = counts.get(share, Fraction(0)) + Fraction(self._fraction(one[high, low]))
            found.append(counts)
        return found

    @cached_property
    def outcomes(self) -> tuple[Mapping[Fraction, Number], ...]:
        """For each seat, how many deals brought which share of the pot; they add up to `deals`.

        In hi-lo 1 is a scoop, 3/4, 1/2, 1/4 and 1/6 are what they are called, 0 is nothing.
        """
        return tuple(
            {share: self._number(counts[share]) for share in sorted(counts, reverse=True)} for counts in self._by_share
        )

    def share_of(self, share: Fraction | float, seat: int) -> float:
        """How often, 0 to 1, a seat gets exactly this share of the pot.

        Examples
        --------
        >>> import pokereval as pe
        >>> pe.equity(["As2sKdKh", "Ac2dQdQh"], board="3h5c8s9dTd", game="omaha8").share_of(0.75, 0)
        1.0
        """
        wanted = Fraction(share).limit_denominator(1000)
        return float(self.outcomes[seat].get(wanted, 0)) / self.deals

    def _shares_where(self, condition: Callable[[Fraction], bool]) -> tuple[float, ...]:
        total = float(self.deals)
        return tuple(
            float(sum(count for share, count in counts.items() if condition(share))) / total for counts in self.outcomes
        )

    @property
    def win(self) -> tuple[float, ...]:
        """How often each seat takes the whole pot."""
        return self._shares_where(lambda share: share == 1)

    @property
    def tie(self) -> tuple[float, ...]:
        """How often each seat takes a part of the pot."""
        return self._shares_where(lambda share: 0 < share < 1)

    @property
    def lose(self) -> tuple[float, ...]:
        """How often each seat gets nothing."""
        return self._shares_where(lambda share: share == 0)

    # -- hi-lo --

    def _halves(self, high: slice | int, low: slice | int) -> tuple[float, ...]:
        total = float(self._first[0].sum())
        return tuple(float(one[high, low].sum()) / total for one in self._first)

    @property
    def high_win(self) -> tuple[float, ...]:
        """How often each seat alone has the best high hand."""
        return self._halves(1, slice(None))

    @property
    def high_tie(self) -> tuple[float, ...]:
        """How often each seat shares the best high hand."""
        return self._halves(slice(2, None), slice(None))

    @property
    def low_win(self) -> tuple[float, ...]:
        """How often each seat alone has the best low; 0 in games without one."""
        return self._halves(slice(None), 1) if self.question.game.has_low else (0.0,) * len(self.hands)

    @property
    def low_tie(self) -> tuple[float, ...]:
        """How often each seat shares the best low."""
        return self._halves(slice(None), slice(2, NO_LOW)) if self.question.game.has_low else (0.0,) * len(self.hands)

    @property
    def no_low(self) -> float:
        """How often no hand qualifies for the low; 1 in games without one."""
        return self._halves(slice(None), NO_LOW)[0] if self.question.game.has_low else 1.0

    # -- chips --

    @cached_property
    def chips(self) -> tuple[float, ...]:
        """Chips that each seat can expect from the pots that were given; an odd chip counts as parts of a chip.

        Raises
        ------
        PokerError
            If no pots were given.
        """
        if not self.question.pots:
            raise PokerError("expected pots to tell chips from: give them to equity(…, pots=…)")
        shares = pot_shares(self.question.low_columns)
        total = float(self._first[0].sum())
        expected = np.zeros(len(self.hands))
        for amount, mask in self.question.pots:
            counts = self.tally[self.question.contest[3].index(mask)]
            expected += float(amount) * (counts * shares).sum(axis=(1, 2)) / total
        return tuple(expected.tolist())

    # -- certainty --

    @cached_property
    def standard_error(self) -> tuple[float, ...]:
        """Standard error of each equity; 0 when every deal was counted."""
        if self.is_exact and self.is_complete:
            return (0.0,) * len(self.hands)
        if self.spread is not None:
            return tuple(self.spread.tolist())
        shares = pot_shares(self.question.low_columns)
        deals = float(self._first[0].sum())
        errors = []
        for one, mean in zip(self._first, self.equity, strict=True):
            # Even where all deals went one way, one more might have gone the other.
            variance = max(float((one * shares**2).sum()) / deals - mean**2, 1 / deals)
            errors.append(float(np.sqrt(variance / deals)))
        return tuple(errors)

    @property
    def interval(self) -> tuple[tuple[float, float], ...]:
        """The 95 % interval of each equity."""
        return tuple(
            (max(0.0, mean - _NORMAL_95 * error), min(1.0, mean + _NORMAL_95 * error))
            for mean, error in zip(self.equity, self.standard_error, strict=True)
        )

    # -- hands --

    @cached_property
    def classes(self) -> NDArray[Any]:
        """How often each seat makes each class of hand: (seats, 10) counts, columns 1 high card … 9 straight flush.

        Columns add up to `deals`. Razz has no classes.

        Raises
        ------
        PokerError
            In razz.
        """
        if self.game == "razz":
            raise PokerError("expected a game with hand classes; in razz all hands are of one kind")
        assert self.find_classes is not None
        return self.find_classes().reshape(len(self.hands), 10)

    @property
    def class_shares(self) -> tuple[dict[str, float], ...]:
        """For each seat, how often it makes each class of hand, by name."""
        names = RANK_CLASS_NAMES
        if self.game == "short_deck":
            names = (*names[:6], names[7], names[6], *names[8:])
        return tuple(
            {names[i]: float(count) / float(row.sum()) for i, count in enumerate(row) if i and count}
            for row in self.classes
        )

    @property
    def by_combo(self) -> tuple[ComboEquities, ...]:
        """The equity of every combo of every seat.

        Raises
        ------
        PokerError
            If it was not asked for.
        """
        if self.combos is None:
            raise PokerError("expected combos to have been counted: ask equity(…, by_combo=True)")
        return self.combos

    # -- words --

    def __repr__(self) -> str:
        """The equities, and how they were found."""
        board = f" on {format_cards(self.board)}" if self.board else ""
        errors = self.standard_error
        parts = []
        for hand, mean, error in zip(self.hands, self.equity, errors, strict=True):
            bar = f" ± {100 * _NORMAL_95 * error:.2f}" if error else ""
            parts.append(f"{_short(hand)} {100 * mean:.2f}{bar} %")
        return f"<{self.question.game.title}{board}: {', '.join(parts)} ({self.how()})>"

    def how(self) -> str:
        """How the answer was found, and over how many deals."""
        count = f"{self.deals:,}" if isinstance(self.deals, int) else f"{self.deals:,.1f}"
        if not self.is_complete:
            return f"interrupted after {count} deals"
        deals = f"{count} deal{'s' * (self.deals != 1)}"
        return f"exact, {deals}" if self.is_exact else f"{deals} sampled"

    def to_dict(self) -> dict[str, Any]:
        """Everything in plain Python types, ready for JSON."""
        seats = []
        hi_lo = self.question.game.has_low
        for i, hand in enumerate(self.hands):
            seat: dict[str, Any] = {"hand": hand, "equity": self.equity[i], "win": self.win[i], "tie": self.tie[i]}
            seat["lose"] = self.lose[i]
            seat["standard_error"] = self.standard_error[i]
            seat["interval"] = list(self.interval[i])
            if hi_lo:
                seat["high_win"], seat["high_tie"] = self.high_win[i], self.high_tie[i]
                seat["low_win"], seat["low_tie"] = self.low_win[i], self.low_tie[i]
            seat["outcomes"] = {str(share): count for share, count in self.outcomes[i].items()}
            if self.question.pots:
                seat["chips"] = self.chips[i]
            seats.append(seat)
        answer: dict[str, Any] = {
            "game": self.game,
            "board": format_cards(self.board),
            "dead": format_cards(self.dead),
            "method": self.method,
            "exact": self.is_exact and self.is_complete,
            "complete": self.is_complete,
            "deals": self.deals,
            "seed": self.seed,
            "seats": seats,
        }
        if hi_lo:
            answer["no_low"] = self.no_low
        return answer

    def table(self) -> Any:
        """A table for rich to print."""
        from .shown import rich_table

        return rich_table(self)

    def __rich__(self) -> Any:
        """Print as a table."""
        return self.table()

    def _repr_html_(self) -> str:
        from .shown import html_table

        return html_table(self)


def _share(high: int, low: int, *, has_low: bool) -> Fraction:
    part = Fraction(1, high) if high else Fraction(0)
    if not has_low or low == NO_LOW:
        return part
    return (part + (Fraction(1, low) if low else 0)) / 2


def _short(hand: str) -> str:
    return hand if len(hand) <= 30 else f"{hand[:29]}…"
