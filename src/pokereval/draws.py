"""Draws: which cards help, how likely they are, and what a call must win to be worth its price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval.arrays import shown
from pokereval.cards import CardsLike, format_cards, is_whole, named
from pokereval.equities.exact import deal_all, pot_shares, with_all_cards
from pokereval.equities.seats import Question, read_question
from pokereval.errors import CardCountError, ChipError, GameError, PokerError, SeatError
from pokereval.evaluate import evaluate, evaluate_omaha, evaluate_omaha_low
from pokereval.ranks import RANK_CLASS_NAMES
from pokereval.special import evaluate_short_deck

__all__ = ["Chances", "OddsRow", "Outs", "OutsCard", "break_even_call", "odds_table", "outs", "pot_odds"]

_DEALS_AT_MOST = 50_000
_AT_ONCE = 4_000_000  # deals times boards
_UNSEEN_AFTER_THE_FLOP = 47
_MOST_OUTS = 21


@dataclass(frozen=True, slots=True)
class Chances:
    """Shares of all deals, 0 to 1.

    Attributes
    ----------
    win, tie, lose : float
        The whole pot, a part of it, nothing.
    share : float
        Mean share of the pot.
    """

    win: float
    tie: float
    lose: float
    share: float


@dataclass(frozen=True, slots=True)
class OutsCard:
    """What one card does for the hero.

    Attributes
    ----------
    card : int
        The next card.
    outcome : str
        ``"win"``, ``"tie"``, ``"high"`` (only that half), ``"low"`` (only that half) or ``"lose"``: what the hero has
        once the card lies on the board. Against ranges, what is likeliest.
    chances : Chances
        The same in shares; against known hands they are 0 or 1.
    makes : str
        Class of the hero's high hand.
    weight : float
        How likely the card is the next one.
    """

    card: int
    outcome: str
    chances: Chances
    makes: str
    weight: float


@dataclass(frozen=True)
class Outs:
    """What the next card and the cards behind it can do for the hero.

    Attributes
    ----------
    hero : str
        The hand.
    board : tuple of int
        Three or four cards.
    now : str
        What the hero has before the next card, one of the outcomes of `OutsCard`.
    cards : tuple of OutsCard
        Every card that can come, the highest first.
    next_card, by_river : Chances
        Where the hero stands after the next card, and when all cards are dealt; exact.
    runner_runner : float
        On the flop: how often two cards improve on what the hero has now of which neither would alone.
    """

    hero: str
    board: tuple[int, ...]
    now: str
    cards: tuple[OutsCard, ...]
    next_card: Chances
    by_river: Chances
    runner_runner: float
    _order: tuple[str, ...] = field(default=("lose", "low", "high", "tie", "win"), repr=False)

    def _with(self, outcome: str) -> tuple[int, ...]:
        return tuple(one.card for one in self.cards if one.outcome == outcome)

    @property
    def wins(self) -> tuple[int, ...]:
        """Cards after which the hero has the best hand, in hi-lo the whole pot."""
        return self._with("win")

    @property
    def ties(self) -> tuple[int, ...]:
        """Cards after which the pot is shared."""
        return self._with("tie")

    @property
    def high_only(self) -> tuple[int, ...]:
        """Cards after which the hero has only the high half."""
        return self._with("high")

    @property
    def low_only(self) -> tuple[int, ...]:
        """Cards after which the hero has only the low half."""
        return self._with("low")

    @property
    def outs(self) -> tuple[int, ...]:
        """Cards that give the hero more than he has now."""
        return tuple(one.card for one in self.cards if self._place(one.outcome) > self._place(self.now))

    @property
    def counterfeits(self) -> tuple[int, ...]:
        """Cards that take away what the hero has now."""
        return tuple(one.card for one in self.cards if self._place(one.outcome) < self._place(self.now))

    def _place(self, outcome: str) -> int:
        # The two halves are worth the same.
        return self._order.index("high" if outcome == "low" else outcome)

    @property
    def by_class(self) -> dict[str, tuple[int, ...]]:
        """The outs by the class of the hand they make, the best class first."""
        wanted, found = set(self.outs), {}
        for name in reversed(RANK_CLASS_NAMES):
            cards = tuple(one.card for one in self.cards if one.card in wanted and one.makes == name)
            if cards:
                found[name] = cards
        return found

    def __repr__(self) -> str:
        """The outs, and the chances they give."""
        count = len(self.outs)
        return (
            f"<{self.hero} on {format_cards(self.board)}: {count} out{'s' * (count != 1)}, now {self.now}, "
            f"wins {100 * self.next_card.win:.2f} % after the next card, {100 * self.by_river.win:.2f} % by the river>"
        )


def outs(hero: Any, others: Any, board: CardsLike, dead: CardsLike = "", *, game: str = "holdem") -> Outs:
    """Tell which cards help a hand against others, on the flop or the turn.

    Parameters
    ----------
    hero : cards
        A hand, as `equity` takes it.
    others : sequence
        1 to 9 hands or ranges.
    board : cards
        Three or four cards.
    dead : cards, optional
        Cards that cannot come.
    game : str, default "holdem"
        ``"holdem"``, ``"omaha"``, ``"omaha8"`` or ``"short_deck"``.

    Returns
    -------
    Outs
        Cards by what they do, and exact chances.

    Raises
    ------
    PokerError
        As `equity` does; and if the board has not three or four cards, the hero's hand is not known, or ranges allow
        more than 50,000 deals.

    Examples
    --------
    >>> found = outs("AhKh", ["QsQd"], "Qh7h2c")
    >>> len(found.outs), found.now
    (8, 'lose')
    >>> {name: format_cards(cards, separator=" ") for name, cards in found.by_class.items()}
    {'flush': 'Jh Th 9h 8h 6h 5h 4h 3h'}
    >>> round(found.next_card.win, 4), round(found.by_river.win, 4)
    (0.1778, 0.2556)
    """
    if isinstance(others, str | bytes) or not isinstance(others, Sequence):
        raise SeatError(f"expected a sequence of the other hands, got {named(others)}")
    question = read_question([hero, *others], board, dead, game, None)
    if question.game.is_stud:
        raise GameError(f"expected a game with a board, got {shown(game)}")
    if len(question.board) not in (3, 4):
        raise CardCountError(f"expected a board of 3 or 4 cards, got {len(question.board)}")
    if not question.seats[0].is_known:
        raise CardCountError(f"seat 1: expected a known hand for the hero, got {question.seats[0].label}")
    sizes = prod(float(seat.size(question.live_count)) for seat in question.seats)
    if sizes > _DEALS_AT_MOST:
        raise PokerError(f"expected at most {_DEALS_AT_MOST:,} deals of the others' hands, got {sizes:,.0f}")
    return _find(with_all_cards(question))


def _find(question: Question) -> Outs:
    combos, masks, weights = deal_all(question)
    hero = int(question.seats[0].masks[0])
    held = np.bitwise_or.reduce(masks, axis=1)
    live = [card for card in range(52) if not (question.gone | hero) >> card & 1]
    deals = _Deals(question, combos, held, weights)
    nothing = deals.outcomes(np.array([question.board], dtype=np.uint8))
    now = nothing.likeliest(0)
    boards = np.array([(*question.board, card) for card in live], dtype=np.uint8)
    after = deals.outcomes(boards)
    after_weight = after.total.sum()
    cards = tuple(
        OutsCard(card, after.likeliest(i), after.chances(i), after.makes[i], float(after.total[i] / after_weight))
        for i, card in reversed(list(enumerate(live)))
        if after.total[i] > 0
    )
    next_card = after.all_chances()
    found = Outs(question.seats[0].label, question.board, now, cards, next_card, next_card, 0.0)
    if len(question.board) == 4:
        return found
    pairs = list(combinations(live, 2))
    river = deals.outcomes(np.array([(*question.board, *pair) for pair in pairs], dtype=np.uint8))
    helping = set(found.outs)
    alone = np.array([not helping & set(pair) for pair in pairs])
    better = np.array([found._place(river.likeliest(i)) > found._place(now) for i in range(len(pairs))])
    share = float(river.total[alone & better].sum() / river.total.sum())
    return Outs(found.hero, found.board, now, cards, next_card, river.all_chances(), share)


@dataclass
class _Outcomes:
    """Weights of the deals on each board, by what they bring the hero."""

    kinds: dict[str, NDArray[np.float64]]
    shares: NDArray[np.float64]
    total: NDArray[np.float64]
    makes: list[str]

    def likeliest(self, board: int) -> str:
        return max(self.kinds, key=lambda kind: self.kinds[kind][board])

    def chances(self, board: int) -> Chances:
        return self._chances(slice(board, board + 1))

    def all_chances(self) -> Chances:
        return self._chances(slice(None))

    def _chances(self, boards: slice) -> Chances:
        total = float(self.total[boards].sum())
        win, lose = (float(self.kinds[kind][boards].sum()) / total for kind in ("win", "lose"))
        return Chances(win, max(0.0, 1 - win - lose), lose, float(self.shares[boards].sum()) / total)


@dataclass
class _Deals:
    """All deals of combos to the seats."""

    question: Question
    combos: NDArray[np.intp]
    held: NDArray[np.uint64]
    weights: NDArray[np.float64]

    def outcomes(self, boards: NDArray[np.uint8]) -> _Outcomes:
        """What the hero has on each board if the hand ended there."""
        size = max(1, _AT_ONCE // len(self.combos))
        parts = list(self._pieces(boards, size))
        return _Outcomes(
            {kind: np.concatenate([part.kinds[kind] for part in parts]) for kind in parts[0].kinds},
            np.concatenate([part.shares for part in parts]),
            np.concatenate([part.total for part in parts]),
            [name for part in parts for name in part.makes],
        )

    def _pieces(self, boards: NDArray[np.uint8], size: int) -> Iterator[_Outcomes]:
        for start in range(0, len(boards), size):
            yield self._piece(boards[start : start + size])

    def _piece(self, boards: NDArray[np.uint8]) -> _Outcomes:
        question = self.question
        on_board = np.bitwise_or.reduce(np.uint64(1) << boards.astype(np.uint64), axis=1)
        weights = np.where(on_board[:, None] & self.held[None, :] == 0, self.weights, 0.0)
        highs, lows = [], []
        for seat, column in zip(question.seats, self.combos.T, strict=True):
            high, low = _ranks(question, seat.cards, boards)
            highs.append(high[:, column])
            lows.append(low[:, column])
        high_share, _ = _sharers(highs)
        low_share, has_low = _sharers(lows)
        if not question.game.has_low:
            has_low = np.zeros_like(has_low)
        column_of_low = np.where(has_low, low_share, 11 if question.game.has_low else 0)
        shares = pot_shares(question.low_columns)[high_share, column_of_low]
        whole, nothing = shares >= 1, shares <= 0
        only_high = has_low & (high_share == 1) & (low_share == 0)
        only_low = has_low & (low_share == 1) & (high_share == 0)
        kinds = {"win": whole, "high": only_high, "low": only_low, "lose": nothing}
        kinds["tie"] = ~(whole | nothing | only_high | only_low)
        classes = highs[0][:, 0] >> 12
        names = RANK_CLASS_NAMES
        if question.game.name == "short_deck":
            names = (*names[:6], names[7], names[6], *names[8:])
        return _Outcomes(
            {kind: (weights * is_it).sum(axis=1) for kind, is_it in kinds.items()},
            (weights * shares).sum(axis=1),
            weights.sum(axis=1),
            [names[int(number)] for number in classes],
        )


def _sharers(ranks: list[NDArray[Any]]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Among how many the hero, who comes first, shares the best rank, 0 where he doesn't; and whether there is any."""
    best = np.maximum.reduce(ranks)
    count = sum((rank == best).astype(np.intp) for rank in ranks)
    exists = best > 0
    return np.where((ranks[0] == best) & exists, count, 0), exists


def _ranks(
    question: Question, hole_cards: NDArray[np.uint8], boards: NDArray[np.uint8]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """High and low ranks of every hand on every board, (boards, hands) each; those that clash mean nothing."""
    shape = len(boards), len(hole_cards)
    hands = np.tile(hole_cards, (len(boards), 1))
    on_board = np.repeat(boards, len(hole_cards), axis=0)
    none = np.zeros(shape, dtype=np.uint8)
    if question.game.is_omaha:
        high = evaluate_omaha(hands, on_board, check=False).reshape(shape)
        low = evaluate_omaha_low(hands, on_board, check=False).reshape(shape) if question.game.has_low else none
        return high, low
    rank = evaluate_short_deck if question.game.name == "short_deck" else evaluate
    cards = np.ascontiguousarray(np.hstack([hands, on_board]))
    return rank(cards, check=False).reshape(shape), none


# -- odds --


@dataclass(frozen=True, slots=True)
class OddsRow:
    """The chances that a number of outs gives.

    Attributes
    ----------
    outs : int
        Cards that help.
    turn, river, by_river : fractions.Fraction
        On the turn, on the river, and on either of the two, seen from the flop of hold'em.
    """

    outs: int
    turn: Fraction
    river: Fraction
    by_river: Fraction


def odds_table() -> tuple[OddsRow, ...]:
    """The chances that 1 to 21 outs give in hold'em (rule 50).

    Examples
    --------
    >>> row = odds_table()[8]
    >>> row.outs, [f"{float(chance):.2%}" for chance in (row.turn, row.river, row.by_river)]
    (9, ['19.15%', '19.57%', '34.97%'])
    """
    unseen = _UNSEEN_AFTER_THE_FLOP
    return tuple(
        OddsRow(
            count,
            Fraction(count, unseen),
            Fraction(count, unseen - 1),
            1 - Fraction(comb(unseen - count, 2), comb(unseen, 2)),
        )
        for count in range(1, _MOST_OUTS + 1)
    )


def pot_odds(call: float, pot: float) -> Fraction:
    """The equity that a call needs to break even.

    Parameters
    ----------
    call : number
        Chips to call.
    pot : number
        Chips in the pot, bets before the call included.

    Returns
    -------
    fractions.Fraction
        ``call / (pot + call)``.

    Raises
    ------
    ChipError
        If chips are negative, or nothing is to be called.

    Examples
    --------
    >>> pot_odds(50, 100)
    Fraction(1, 3)
    """
    price, chips = _chips(call, "a call"), _chips(pot, "a pot")
    if price <= 0:
        raise ChipError(f"expected chips to call, got {named(call)}")
    return price / (chips + price)


def break_even_call(equity: float, pot: float) -> Fraction | None:
    """The largest call that an equity is worth; None when it is worth any.

    Parameters
    ----------
    equity : float
        Share of the pot after the call, 0 to 1.
    pot : number
        Chips in the pot before the call.

    Raises
    ------
    PokerError
        If the equity is not between 0 and 1.
    ChipError
        If the pot is negative.

    Examples
    --------
    >>> break_even_call(0.25, 90)
    Fraction(30, 1)
    """
    if not _is_number(equity) or not 0 <= equity <= 1:
        raise PokerError(f"expected an equity from 0 to 1, got {named(equity)}")
    share, chips = Fraction(equity), _chips(pot, "a pot")
    return None if share == 1 else chips * share / (1 - share)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Fraction | np.number) and not isinstance(value, bool)


def _chips(amount: Any, what: str) -> Fraction:
    if is_whole(amount):
        chips = Fraction(int(amount))
    elif isinstance(amount, float | np.floating | Fraction) and np.isfinite(float(amount)):
        chips = Fraction(amount) if isinstance(amount, Fraction) else Fraction(str(float(amount)))
    else:
        raise ChipError(f"expected chips for {what}, got {named(amount)}")
    if chips < 0:
        raise ChipError(f"expected {what} of 0 chips or more, got {amount}")
    return chips
