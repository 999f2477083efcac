"""Seven-card stud as data: high, hi-lo and razz (rules 36-42)."""

from __future__ import annotations

from typing import Any, NamedTuple

from pokereval.errors import GameError
from pokereval.games.betting import Limit, make_limit
from pokereval.games.checks import pair_of_chips
from pokereval.games.evaluators import ANY_FIVE_HIGH, ANY_FIVE_LOW, RAZZ_LOW
from pokereval.games.game import Game, Street
from pokereval.games.options import Options

__all__ = ["STUD_STAKES", "STUD_STREETS", "Razz", "Stud", "StudStakes", "stud_stakes"]

STUD_STREETS = (
    Street("third street", burn=False, down=2, up=1),
    Street("fourth street", up=1),
    Street("fifth street", up=1, is_big=True),
    Street("sixth street", up=1, is_big=True),
    Street("seventh street", down=1, is_big=True),
)


def Stud(  # noqa: N802 - a game is made as if by its class
    *,
    limit: str | Limit = "fixed",
    bets: tuple[int, int] = (4, 8),
    ante: int = 1,
    bring_in: int = 2,
    low: bool = False,
    **options: Any,
) -> Game:
    """Make a game of seven-card stud.

    Parameters
    ----------
    limit : {"fixed", "pot", "no"} or Limit
        The betting.
    bets : tuple of int
        Small and big bet; the small bet is the opening bet that completes the bring-in (decision 14).
    ante, bring_in : int
        Forced bets; `stud_stakes` has the usual ones.
    low : bool, default False
        Hi-lo: half of each pot goes to the best eight-or-better low. There is no open-pair rule then.
    **options
        House rules, see `Options`.

    Examples
    --------
    >>> hand = Stud(bets=(4, 8), ante=1, bring_in=2).start([100] * 3, seed=2)
    >>> print(hand.legal())
    bring in for 2 or complete to 4
    """
    bets = pair_of_chips(bets, "bets")
    rules = Options(**options)
    return Game(
        name=f"stud{'8' if low else ''}",
        title=f"seven-card stud{' hi-lo' if low else ''}",
        streets=STUD_STREETS,
        high=ANY_FIVE_HIGH,
        low=ANY_FIVE_LOW if low else None,
        limit=make_limit(limit, bets[0], bets, rules.cap, tournament=rules.tournament),
        ante=ante,
        bring_in=bring_in,
        has_up_cards=True,
        max_seats=8,
        options=rules,
    )


def Razz(  # noqa: N802 - a game is made as if by its class
    *,
    limit: str | Limit = "fixed",
    bets: tuple[int, int] = (4, 8),
    ante: int = 1,
    bring_in: int = 2,
    **options: Any,
) -> Game:
    """Make a game of razz: stud for the lowest hand, where the highest card brings in and the lowest board acts.

    Parameters
    ----------
    limit, bets, ante, bring_in, **options
        As in `Stud`.

    Examples
    --------
    >>> hand = Razz(bets=(4, 8), ante=1, bring_in=2).start([100] * 3, seed=2)
    >>> hand.street_name, str(hand.legal())
    ('third street', 'bring in for 2 or complete to 4')
    """
    bets = pair_of_chips(bets, "bets")
    rules = Options(**options)
    return Game(
        name="razz",
        title="razz",
        streets=STUD_STREETS,
        high=RAZZ_LOW,
        limit=make_limit(limit, bets[0], bets, rules.cap, tournament=rules.tournament),
        ante=ante,
        bring_in=bring_in,
        has_up_cards=True,
        low_opens=True,
        max_seats=8,
        options=rules,
    )


class StudStakes(NamedTuple):
    """Forced bets of a stud limit, in cents: ante, bring-in, opening bet, and the bets of fixed limit."""

    ante: int
    bring_in: int
    opening_bet: int
    small_bet: int
    big_bet: int


STUD_STAKES = {
    "1-2": StudStakes(25, 50, 100, 100, 200),
    "2-4": StudStakes(50, 75, 200, 200, 400),
    "3-6": StudStakes(75, 125, 300, 300, 600),
    "4-8": StudStakes(100, 200, 400, 400, 800),
    "5-10": StudStakes(100, 200, 500, 500, 1000),
    "6-12": StudStakes(100, 200, 600, 600, 1200),
    "8-16": StudStakes(200, 300, 800, 800, 1600),
    "10-20": StudStakes(200, 400, 1000, 1000, 2000),
    "15-30": StudStakes(300, 600, 1500, 1500, 3000),
    "20-40": StudStakes(500, 1000, 2000, 2000, 4000),
    "30-60": StudStakes(500, 1500, 3000, 3000, 6000),
    "50-100": StudStakes(1000, 2000, 5000, 5000, 10000),
    "75-150": StudStakes(2500, 5000, 7500, 7500, 15000),
    "100-200": StudStakes(2500, 5000, 10000, 10000, 20000),
}
"""Ante, bring-in and opening bet of each limit, in cents (rule 37)."""


def stud_stakes(limit: str) -> StudStakes:
    """Return the usual forced bets of a stud limit, in cents.

    Raises
    ------
    GameError
        If the limit is not in the schedule of rule 37.

    Examples
    --------
    >>> stud_stakes("15-30")
    StudStakes(ante=300, bring_in=600, opening_bet=1500, small_bet=1500, big_bet=3000)
    """
    try:
        return STUD_STAKES[limit]
    except (KeyError, TypeError):
        raise GameError(f"expected a stud limit of {', '.join(STUD_STAKES)}, got {limit!r}") from None
