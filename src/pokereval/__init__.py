"""From cards to chips: rank poker hands and settle pots, one hand or millions at a time."""

from __future__ import annotations

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
from pokereval.deck import Deck
from pokereval.evaluate import (
    BestHand,
    best_hand,
    best_omaha_hand,
    evaluate,
    evaluate_low,
    evaluate_omaha,
    evaluate_omaha_hilo,
    evaluate_omaha_low,
)
from pokereval.isa import isa, isas
from pokereval.pots import AwardedPot, HandSettlement, Pot, build_pots, settle_hand
from pokereval.ranks import (
    describe,
    describe_low,
    from_cactus_kev,
    rank_class,
    to_cactus_kev,
    winners,
)
from pokereval.showdown import Settlement, settle
from pokereval.special import describe_razz, describe_short_deck, evaluate_razz, evaluate_short_deck

__all__ = [
    "NO_CARD",
    "RANKS",
    "SUITS",
    "AwardedPot",
    "BestHand",
    "Deck",
    "HandSettlement",
    "Pot",
    "Settlement",
    "best_hand",
    "best_omaha_hand",
    "build_pots",
    "card_array",
    "card_id",
    "card_mask",
    "card_masks",
    "describe",
    "describe_low",
    "describe_razz",
    "describe_short_deck",
    "evaluate",
    "evaluate_low",
    "evaluate_omaha",
    "evaluate_omaha_hilo",
    "evaluate_omaha_low",
    "evaluate_razz",
    "evaluate_short_deck",
    "format_cards",
    "from_cactus_kev",
    "isa",
    "isas",
    "mask_cards",
    "parse_cards",
    "rank_class",
    "settle",
    "settle_hand",
    "to_cactus_kev",
    "winners",
]
