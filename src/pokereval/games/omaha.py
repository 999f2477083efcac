"""Omaha as data: four, five or six hole cards, high or hi-lo, and Courchevel (rules 6 and 11)."""

from __future__ import annotations

from typing import Any

from pokereval.errors import GameError
from pokereval.games.betting import Limit, make_limit
from pokereval.games.checks import pair_of_chips
from pokereval.games.evaluators import OMAHA_HIGH, OMAHA_LOW
from pokereval.games.game import Game, Street
from pokereval.games.holdem import BOARD_STREETS
from pokereval.games.options import Options

__all__ = ["Courchevel", "Omaha"]


def Omaha(  # noqa: N802 - a game is made as if by its class
    *,
    limit: str | Limit = "pot",
    blinds: tuple[int, int] = (1, 2),
    bets: tuple[int, int] | None = None,
    hole_cards: int = 4,
    low: bool = False,
    ante: int = 0,
    big_blind_ante: int = 0,
    button_ante: int = 0,
    **options: Any,
) -> Game:
    """Make a game of Omaha.

    Parameters
    ----------
    limit, blinds, bets, ante, big_blind_ante, button_ante, **options
        As in `Holdem`.
    hole_cards : {4, 5, 6}
        Hole cards of each seat; two of them play.
    low : bool, default False
        Hi-lo: half of each pot goes to the best eight-or-better low.

    Examples
    --------
    >>> game = Omaha(limit="pot", blinds=(1, 2), hole_cards=5, low=True)
    >>> game.title, game.hole_count, game.max_seats
    ('5-card Omaha hi-lo', 5, 8)
    """
    if hole_cards not in (4, 5, 6):
        raise GameError(f"expected 4, 5 or 6 hole cards in Omaha, got {hole_cards!r}")
    blinds = pair_of_chips(blinds, "blinds")
    rules = Options(**options)
    many = f"{hole_cards}-card " if hole_cards != 4 else ""
    return Game(
        name=f"omaha{'8' if low else ''}",
        title=f"{many}Omaha{' hi-lo' if low else ''}",
        streets=(Street("preflop", burn=False, down=hole_cards), *BOARD_STREETS),
        high=OMAHA_HIGH,
        low=OMAHA_LOW if low else None,
        limit=make_limit(limit, blinds[1], bets, rules.cap, tournament=rules.tournament),
        blinds=blinds,
        ante=ante,
        big_blind_ante=big_blind_ante,
        button_ante=button_ante,
        max_seats=min(10, (52 - 8) // hole_cards),
        options=rules,
    )


def Courchevel(  # noqa: N802 - a game is made as if by its class
    *,
    limit: str | Limit = "pot",
    blinds: tuple[int, int] = (1, 2),
    bets: tuple[int, int] | None = None,
    low: bool = False,
    ante: int = 0,
    **options: Any,
) -> Game:
    """Make a game of Courchevel: 5-card Omaha whose first flop card lies open before the first round.

    Parameters
    ----------
    limit, blinds, bets, low, ante, **options
        As in `Omaha`.

    Examples
    --------
    >>> hand = Courchevel(limit="pot", blinds=(1, 2)).start([100] * 4, seed=1)
    >>> hand.street_name, len(hand.board)
    ('preflop', 1)
    """
    blinds = pair_of_chips(blinds, "blinds")
    rules = Options(**options)
    return Game(
        name=f"courchevel{'8' if low else ''}",
        title=f"Courchevel{' hi-lo' if low else ''}",
        streets=(
            Street("preflop", burn=False, down=5, board=1),
            Street("flop", board=2),
            *BOARD_STREETS[1:],
        ),
        high=OMAHA_HIGH,
        low=OMAHA_LOW if low else None,
        limit=make_limit(limit, blinds[1], bets, rules.cap, tournament=rules.tournament),
        blinds=blinds,
        ante=ante,
        max_seats=8,
        options=rules,
    )
