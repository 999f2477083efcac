"""The three betting limits: how much a seat may bet or raise to, and what a raise does to the round.

A limit is asked two things by `Hand`: `sizes` or `raise_range` before an action, `note_raise` after it. Everything a
limit knows about a round is in six numbers of the hand: ``current_bet`` (what a seat has to match), ``full_raise``
(the largest bet or raise so far), ``level`` (the last bet that counted as one, in fixed limit), ``raises`` (bets and
raises so far, the big blind being the first), ``bet_size`` and ``capped``.

Sources: rules 25 to 32, decisions 1 to 3, 13 to 18 and 23; Robert's Rules of Poker, "Betting and Raising"; Tournament
Directors Association, rules 43 and 47.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokereval.errors import GameError
from pokereval.games.checks import pair_of_chips, whole_chips

if TYPE_CHECKING:
    from pokereval.games.hand import Hand

__all__ = ["FixedLimit", "Limit", "NoLimit", "PotLimit", "half_blind"]


@dataclass(frozen=True)
class Limit:
    """What all three limits share; no limit as it stands.

    Parameters
    ----------
    min_bet : int
        Smallest bet of a round, in chips: the big blind, or the opening bet of a stud game.
    """

    min_bet: int

    name = "no limit"
    is_fixed = False

    def __post_init__(self) -> None:
        """Check the amounts."""
        whole_chips(self.min_bet, "min_bet", least=1)

    def size_on(self, is_big: bool) -> int:
        """Return the bet size of a street; only fixed limit tells small streets from big ones."""
        return self.min_bet

    def raise_range(self, hand: Hand, seat: int) -> tuple[int, int] | None:
        """Return the smallest and the largest total `seat` may bet or raise to, or None if it may not.

        A stack that reaches past the current bet but not to the minimum may go in whole (rule 31).
        """
        current = hand.current_bet
        bet = hand.bets[seat]
        stack = hand.stacks[seat]
        facing = current - bet
        if stack <= facing:
            return None  # only a call is left
        if facing < hand.full_raise and hand.acted >> seat & 1:
            return None  # decision 16: less than a full raise in all does not re-open the action
        if not can_be_answered(hand, seat):
            return None
        least = current + hand.full_raise if hand.raises else hand.full_raise
        most = self.most(hand, bet, facing, stack, least)
        return (least, most) if least < most else (most, most)

    def most(self, hand: Hand, bet: int, facing: int, stack: int, least: int) -> int:
        """Return the largest total for the street: here the whole stack (rule 32)."""
        return bet + stack

    def sizes(self, hand: Hand, seat: int) -> tuple[int, ...] | None:
        """Return the only totals allowed, or None where every total between two bounds is."""
        return None

    def note_raise(self, hand: Hand, raise_to: int) -> None:
        """Bring the round's numbers up to date after a bet or raise to `raise_to`; chips have moved already."""
        raised_by = raise_to - (hand.current_bet if hand.raises else 0)
        if raised_by > hand.full_raise:
            hand.full_raise = raised_by
        hand.raises += 1


@dataclass(frozen=True)
class NoLimit(Limit):
    """No limit: any amount from the minimum up to the stack (rule 32).

    Examples
    --------
    >>> from pokereval.games import Holdem
    >>> hand = Holdem(limit="no", blinds=(1, 2)).start([100, 100, 100], button=0, seed=1)
    >>> hand.legal().min_raise_to, hand.legal().max_raise_to
    (4, 100)
    """


@dataclass(frozen=True)
class PotLimit(Limit):
    """Pot limit: at most the pot as it stands after a call (rule 30); antes and dead money count (decision 18).

    Examples
    --------
    >>> from pokereval.games import Omaha
    >>> hand = Omaha(limit="pot", blinds=(1, 2)).start([200] * 6, button=5, seed=1)
    >>> hand.legal().max_raise_to
    7
    >>> hand.raise_to(7)
    >>> hand.legal().max_raise_to
    24
    """

    name = "pot limit"

    def most(self, hand: Hand, bet: int, facing: int, stack: int, least: int) -> int:
        """Return the current bet plus the pot after a call, within the stack.

        A pot smaller than the minimum bet (bomb pots of tiny antes) still takes the minimum bet.
        """
        pot_raise = hand.current_bet + hand.pot + facing
        return min(bet + stack, max(pot_raise, least))


@dataclass(frozen=True)
class FixedLimit(Limit):
    """Fixed limit: one size of bet on each street and a limited number of raises (rules 25-29).

    Parameters
    ----------
    min_bet : int
        The small bet.
    big_bet : int
        The bet of the later streets, usually twice the small bet.
    cap : int, default 3
        Raises allowed in a round after its first bet (decision 1); 3 makes four bets in all.
    heads_up_capped : bool, default False
        False: two seats left before the cap was reached may raise without end (cash, decision 2). True: the cap
        holds for two as for ten (tournaments).
    """

    big_bet: int = 0
    cap: int = 3
    heads_up_capped: bool = False

    name = "fixed limit"
    is_fixed = True

    def __post_init__(self) -> None:
        """Check the amounts."""
        whole_chips(self.min_bet, "small bet", least=1)
        whole_chips(self.big_bet, "big bet", least=self.min_bet)
        whole_chips(self.cap, "cap", least=0)

    def size_on(self, is_big: bool) -> int:
        """Return the small or the big bet."""
        return self.big_bet if is_big else self.min_bet

    def sizes(self, hand: Hand, seat: int) -> tuple[int, ...] | None:
        """Return the totals `seat` may bet or raise to, smallest first; empty when it may not raise.

        A bet that an all-in has not reached by half may be completed: the next total is counted from ``level``, the
        last bet that counted, and not from the all-in (decision 16). A seat that has acted may raise again only
        after a bet that counted. The two totals of an open pair (rule 40) come as two sizes.
        """
        bet = hand.bets[seat]
        stack = hand.stacks[seat]
        if stack <= hand.current_bet - bet:
            return ()
        if hand.level <= bet and hand.acted >> seat & 1:
            return ()
        if not can_be_answered(hand, seat):
            return ()
        if hand.raises > self.cap and (hand.capped or self.heads_up_capped or hand.live_count > 2):
            return ()
        all_in = bet + stack
        low = hand.level + hand.bet_size
        if hand.double_bet >> seat & 1 and hand.bet_size < self.big_bet:
            high = hand.level + self.big_bet
            if low < all_in:
                return (low, min(high, all_in))
        return (min(low, all_in),)

    def raise_range(self, hand: Hand, seat: int) -> tuple[int, int] | None:
        """Return the smallest and largest of `sizes`, or None if there are none."""
        sizes = self.sizes(hand, seat)
        return (sizes[0], sizes[-1]) if sizes else None

    def note_raise(self, hand: Hand, raise_to: int) -> None:
        """Count the raise if it is at least half a bet; less leaves the level to be completed (decision 16)."""
        raised_by = raise_to - hand.level
        if raised_by >= self.big_bet > hand.bet_size:
            hand.bet_size = self.big_bet  # a double bet on an open pair: from now on raises are big
        if 2 * raised_by >= hand.bet_size:
            hand.level = raise_to
            hand.raises += 1
            if hand.raises > self.cap and hand.live_count > 2:
                hand.capped = True


def can_be_answered(hand: Hand, seat: int) -> bool:
    """Tell whether another seat could put in more than the current bet; a raise that nobody can call is none."""
    if hand.active_count < 2:
        return False
    active, bets, stacks, current = hand.active, hand.bets, hand.stacks, hand.current_bet
    for other in hand.seating.order:
        if active >> other & 1 and other != seat and bets[other] + stacks[other] > current:
            return True
    return False


def needs_action(hand: Hand) -> bool:
    """Tell whether a round still has somebody to ask: nobody bets alone, but a bet must be answered."""
    if hand.active_count > 1:
        return True
    if not hand.active_count:
        return False
    alone = hand.active.bit_length() - 1
    bets = hand.bets
    return any(bets[seat] > bets[alone] for seat in hand.seating.order if hand.live >> seat & 1)


def make_limit(
    limit: str | Limit, min_bet: int, bets: tuple[int, int] | None, cap: int, *, tournament: bool
) -> Limit:
    """Return the limit a game was asked for by name, or the limit object itself.

    Raises
    ------
    GameError
        If the name is none of ``"fixed"``, ``"pot"``, ``"no"`` (or FL, PL, NL).
    """
    if isinstance(limit, Limit):
        return limit
    key = str(limit).lower()
    if key in ("fixed", "fl"):
        small, big = (min_bet, 2 * min_bet) if bets is None else pair_of_chips(bets, "bets")
        return FixedLimit(small, big, cap=cap, heads_up_capped=tournament)
    if key in ("pot", "pl"):
        return PotLimit(min_bet)
    if key in ("no", "nl"):
        return NoLimit(min_bet)
    raise GameError(f"expected limit 'fixed', 'pot' or 'no', got {limit!r}")


def half_blind(big_blind: int, *, unit: int = 1) -> int:
    """Return the usual small blind: half the big blind, floored to whole units when the big blind is whole.

    Parameters
    ----------
    big_blind : int
        The big blind in chips.
    unit : int, default 1
        Chips in a dollar (100 when chips are cents). A big blind of whole dollars gets a small blind of whole
        dollars (decision 4): 15 gives 7, 5 gives 2; a big blind of 0.50 gives 0.25.

    Examples
    --------
    >>> half_blind(15), half_blind(5), half_blind(50, unit=100)
    (7, 2, 25)
    """
    whole_chips(big_blind, "big blind", least=1)
    whole_chips(unit, "unit", least=1)
    half = big_blind // 2
    return half // unit * unit if big_blind % unit == 0 and half >= unit else half
