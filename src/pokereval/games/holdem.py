"""Hold'em and short-deck hold'em as data (rules 5, 17-25)."""

from __future__ import annotations

from typing import Any

from pokereval.games.betting import Limit, make_limit
from pokereval.games.checks import pair_of_chips
from pokereval.games.evaluators import ANY_FIVE_HIGH, SHORT_DECK_HIGH
from pokereval.games.game import Game, Street
from pokereval.games.options import Options

__all__ = ["BOARD_STREETS", "Holdem", "ShortDeck"]

BOARD_STREETS = (
    Street("flop", board=3),
    Street("turn", board=1, is_big=True),
    Street("river", board=1, is_big=True),
)


def Holdem(  # noqa: N802 - a game is made as if by its class
    *,
    limit: str | Limit = "no",
    blinds: tuple[int, int] = (1, 2),
    bets: tuple[int, int] | None = None,
    ante: int = 0,
    big_blind_ante: int = 0,
    button_ante: int = 0,
    **options: Any,
) -> Game:
    """Make a game of hold'em.

    Parameters
    ----------
    limit : {"no", "pot", "fixed"} or Limit
        The betting.
    blinds : tuple of int
        Small and big blind.
    bets : tuple of int, optional
        Small and big bet in fixed limit; by default the big blind and twice the big blind (rule 23).
    ante, big_blind_ante, button_ante : int, default 0
        See `Game`.
    **options
        House rules, see `Options`.

    Examples
    --------
    >>> hand = Holdem(limit="fixed", blinds=(5, 10)).start([500] * 3, button=0, seed=1)
    >>> print(hand.legal())
    fold, call 10 or raise to 20
    """
    blinds = pair_of_chips(blinds, "blinds")
    rules = Options(**options)
    return Game(
        name="holdem",
        title="hold'em",
        streets=(Street("preflop", burn=False, down=2), *BOARD_STREETS),
        high=ANY_FIVE_HIGH,
        limit=make_limit(limit, blinds[1], bets, rules.cap, tournament=rules.tournament),
        blinds=blinds,
        ante=ante,
        big_blind_ante=big_blind_ante,
        button_ante=button_ante,
        options=rules,
    )


SHORT_DECK = tuple(range(16, 52))
"""Sixes to aces."""


def ShortDeck(  # noqa: N802 - a game is made as if by its class
    *,
    limit: str | Limit = "no",
    ante: int = 1,
    button_blind: int = 2,
    **options: Any,
) -> Game:
    """Make a game of short-deck hold'em: 36 cards, antes, and a blind paid by the button.

    Parameters
    ----------
    limit : {"no", "pot", "fixed"} or Limit
        The betting.
    ante : int, default 1
        Paid by every seat.
    button_blind : int, default 2
        The only blind; the seat left of the button acts first on every street.
    **options
        House rules, see `Options`.

    Examples
    --------
    >>> hand = ShortDeck(ante=1, button_blind=2).start([100] * 3, button=0, seed=1)
    >>> hand.actor, hand.to_call, hand.pot
    (1, 2, 5)
    """
    rules = Options(**options)
    return Game(
        name="shortdeck",
        title="short-deck hold'em",
        streets=(Street("preflop", burn=False, down=2), *BOARD_STREETS),
        high=SHORT_DECK_HIGH,
        limit=make_limit(limit, button_blind, None, rules.cap, tournament=rules.tournament),
        blinds=(0, button_blind),
        button_blind=True,
        ante=ante,
        deck=SHORT_DECK,
        options=rules,
    )
