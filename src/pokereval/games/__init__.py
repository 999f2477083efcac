"""Full hands of poker: games as data, hands that answer what is legal, and tables that carry stacks along.

Examples
--------
>>> from pokereval.games import Omaha
>>> hand = Omaha(limit="pot", blinds=(1, 2), low=True).start(stacks=[200, 200, 200], button=0, seed=5)
>>> hand.raise_to(7)
>>> hand.fold()
>>> hand.fold()
>>> hand.result.net
(3, -1, -2)
"""

from __future__ import annotations

from pokereval.games.betting import FixedLimit, Limit, NoLimit, PotLimit, half_blind
from pokereval.games.game import Evaluator, Game, Street
from pokereval.games.hand import Hand
from pokereval.games.holdem import Holdem, ShortDeck
from pokereval.games.legal import Legal, Wait
from pokereval.games.omaha import Courchevel, Omaha
from pokereval.games.options import Options, Rake
from pokereval.games.result import HandResult
from pokereval.games.stud import STUD_STAKES, Razz, Stud, StudStakes, stud_stakes
from pokereval.games.table import Player, Positions, Table, next_positions

__all__ = [
    "STUD_STAKES",
    "Courchevel",
    "Evaluator",
    "FixedLimit",
    "Game",
    "Hand",
    "HandResult",
    "Holdem",
    "Legal",
    "Limit",
    "NoLimit",
    "Omaha",
    "Options",
    "Player",
    "Positions",
    "PotLimit",
    "Rake",
    "Razz",
    "ShortDeck",
    "Street",
    "Stud",
    "StudStakes",
    "Table",
    "Wait",
    "half_blind",
    "next_positions",
    "stud_stakes",
]
