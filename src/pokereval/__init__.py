"""From cards to chips: rank poker hands and settle pots, one hand or millions at a time.

Ranking is there at once; what stands on it is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pokereval.cards import (
    NO_CARD,
    RANKS,
    SUITS,
    card_array,
    card_id,
    card_mask,
    card_masks,
    format_cards,
    mask_cards,
    parse_cards,
)
from pokereval.evaluate import (
    evaluate,
    evaluate_low,
    evaluate_omaha,
    evaluate_omaha_hilo,
    evaluate_omaha_low,
)
from pokereval.isa import isa, isas
from pokereval.ranks import (
    describe,
    describe_low,
    from_cactus_kev,
    rank_class,
    to_cactus_kev,
    winners,
)

if TYPE_CHECKING:
    from pokereval import games as games
    from pokereval.best import BestHand, best_hand, best_omaha_hand
    from pokereval.boards import evaluate_boards, evaluate_combos
    from pokereval.deck import Deck
    from pokereval.draws import Chances, OddsRow, Outs, OutsCard, break_even_call, odds_table, outs, pot_odds
    from pokereval.equities import ComboEquities, EquityResult, Plan, PreflopTable, equity, explain_plan, preflop_table
    from pokereval.pots import AwardedPot, HandSettlement, Pot, build_pots, settle_hand
    from pokereval.ranges import Range, RangeSyntaxError
    from pokereval.showdown import Settlement, settle
    from pokereval.special import describe_razz, describe_short_deck, evaluate_razz, evaluate_short_deck

_LATER = {
    "best": ("BestHand", "best_hand", "best_omaha_hand"),
    "boards": ("evaluate_boards", "evaluate_combos"),
    "deck": ("Deck",),
    "draws": ("Chances", "OddsRow", "Outs", "OutsCard", "break_even_call", "odds_table", "outs", "pot_odds"),
    "equities": ("ComboEquities", "EquityResult", "Plan", "PreflopTable", "equity", "explain_plan", "preflop_table"),
    "pots": ("AwardedPot", "HandSettlement", "Pot", "build_pots", "settle_hand"),
    "ranges": ("Range", "RangeSyntaxError"),
    "showdown": ("Settlement", "settle"),
    "special": ("describe_razz", "describe_short_deck", "evaluate_razz", "evaluate_short_deck"),
}
_MODULE_OF = {name: module for module, names in _LATER.items() for name in names}

__all__ = [
    "NO_CARD",
    "RANKS",
    "SUITS",
    "AwardedPot",
    "BestHand",
    "Chances",
    "ComboEquities",
    "Deck",
    "EquityResult",
    "HandSettlement",
    "OddsRow",
    "Outs",
    "OutsCard",
    "Plan",
    "Pot",
    "PreflopTable",
    "Range",
    "RangeSyntaxError",
    "Settlement",
    "best_hand",
    "best_omaha_hand",
    "break_even_call",
    "build_pots",
    "card_array",
    "card_id",
    "card_mask",
    "card_masks",
    "describe",
    "describe_low",
    "describe_razz",
    "describe_short_deck",
    "equity",
    "evaluate",
    "evaluate_boards",
    "evaluate_combos",
    "evaluate_low",
    "evaluate_omaha",
    "evaluate_omaha_hilo",
    "evaluate_omaha_low",
    "evaluate_razz",
    "evaluate_short_deck",
    "explain_plan",
    "format_cards",
    "from_cactus_kev",
    "isa",
    "isas",
    "mask_cards",
    "odds_table",
    "outs",
    "parse_cards",
    "pot_odds",
    "preflop_table",
    "rank_class",
    "settle",
    "settle_hand",
    "to_cactus_kev",
    "winners",
]


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("pokereval.games")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'pokereval' has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"pokereval.{_MODULE_OF[name]}"), name))


def __dir__() -> list[str]:
    return sorted([*__all__, "games", *(name for name in globals() if name.startswith("__"))])
