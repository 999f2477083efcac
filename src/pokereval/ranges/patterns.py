"""Omaha and stud range text: ranks, exact cards and wildcards in any number, suitedness, steps and spans.

A hand fits ``AAxx`` when it holds two aces at least and any two other cards; ``KQJT`` when it holds one of each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from pokereval.arrays import shown

from .combos import Masks, all_masks, mask_chunks, rank_counts, suit_counts
from .omaha_order import top_omaha_masks
from .omaha_values import top_valued_masks
from .syntax import ANY, RANDOM_WORDS, RANK, SUIT, SUIT_LETTERS, Token, card_text, rank_of, read_percent, refuse

__all__ = ["SUITEDNESS", "Pattern", "fits", "hole_count_of", "omaha_masks", "pattern_masks", "stud_masks"]

ACE = 12
_POSITION = re.compile(rf"({RANK})({SUIT}?)|({ANY})")
_SUITEDNESS = re.compile(r"\$?(ds|ss|rb|DS|SS|RB)$")
_LARGEST_WHOLE = 5  # hands of six are looked at in pieces

SUITEDNESS: dict[str, Callable[[NDArray[np.int64]], NDArray[np.bool_]]] = {
    "": lambda suits: suits >= 0,
    "ds": lambda suits: suits >= 2,
    "ss": lambda suits: suits == 1,
    "rb": lambda suits: suits == 0,
}
"""Whether hands fit, by the number of suits of which they hold two or more."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a hand must hold: ranks, some of them as exact cards, and a suitedness."""

    ranks: tuple[int, ...]
    cards: tuple[int, ...] = ()
    suitedness: str = ""
    wildcards: int = 0


def hole_count_of(text: str) -> int | None:
    """How many cards the longest pattern of an Omaha text has; None when it names no pattern."""
    counts = [
        len(list(_POSITION.finditer(_SUITEDNESS.sub("", part).rstrip("+"))))
        for part in re.split(r"[,;\s]+|-", re.sub(r"[@:][^,;\s]*|!|\[[^\]]*\]", "", text))
        if part and part.lower() not in RANDOM_WORDS and "%" not in part
    ]
    return max(counts, default=None)


def omaha_masks(token: Token, hole_count: int) -> Masks:
    """Combos of `hole_count` cards that one token names."""
    body = token.body
    if body.lower() in RANDOM_WORDS:
        return all_masks(hole_count)
    if percent := read_percent(token):
        if percent == (0, 100):
            return all_masks(hole_count)
        return top_omaha_masks(*percent) if hole_count == 4 else top_valued_masks(*percent, hole_count)
    patterns = _patterns(token)
    most = max(len(one.ranks) + one.wildcards for one in patterns)
    if most > hole_count:
        refuse(token, f"expected at most {hole_count} hole cards, got {most}: {shown(body)}")
    found = [pattern_masks(one, hole_count) for one in patterns]
    masks = np.unique(np.concatenate(found)) if len(found) > 1 else found[0]
    if not len(masks):
        refuse(token, f"expected a hand that can be dealt, got {shown(body)}")
    return masks


def stud_masks(token: Token) -> Masks:
    """Combos of the cards that one token names; brackets around down cards and wildcards say nothing about cards."""
    body = token.body
    if body.lower() in RANDOM_WORDS:
        return all_masks(0)
    flat = re.sub(r"[()]", " ", body)
    if body.count("(") != body.count(")") or body.find(")") < body.find("("):
        refuse(token, f"expected brackets around the down cards, such as (KK)K, got {shown(body)}")
    patterns = _patterns(token._replace(body=flat))
    found = []
    for pattern in patterns:
        if len(pattern.ranks) + pattern.wildcards > 7:
            refuse(token, f"expected at most 7 cards of one seat, got {shown(body)}")
        choices = []
        for rank, count in Counter(pattern.ranks).items():
            fixed = [card for card in pattern.cards if card >> 2 == rank]
            free = [card for card in range(4 * rank, 4 * rank + 4) if card not in fixed]
            choices.append([fixed + list(more) for more in combinations(free, count - len(fixed))])
        found.append(
            np.array(
                [sum(1 << card for group in pick for card in group) for pick in product(*choices)], dtype=np.uint64
            )
        )
    masks = np.unique(np.concatenate(found))
    if not len(masks):
        refuse(token, f"expected a hand that can be dealt, got {shown(body)}")
    return masks


def _patterns(token: Token) -> list[Pattern]:
    first, dash, second = token.body.partition("-")
    if dash:
        return _span(token, first, second)
    body = token.body
    if body.rstrip().endswith("+"):
        pattern = _pattern(token, body.rstrip()[:-1], 0)
        if pattern.cards or not pattern.ranks:
            refuse(token, "expected ranks without suits before +", offset=len(body) - 1)
        return [_raised(pattern, step) for step in range(ACE - max(pattern.ranks) + 1)]
    return [_pattern(token, body, 0)]


def _span(token: Token, first: str, second: str) -> list[Pattern]:
    at = len(first) + 1
    one, other = _pattern(token, first, 0), _pattern(token, second, at)
    steps = {high - low for high, low in zip(sorted(one.ranks), sorted(other.ranks), strict=False)}
    alike = replace(one, ranks=()) == replace(other, ranks=()) and len(one.ranks) == len(other.ranks)
    if one.cards or not alike or len(steps) != 1:
        refuse(token, "expected hands of one shape at both ends of a span, such as KQJT-9876", offset=at)
    step = steps.pop()
    low = other if step > 0 else one
    return [_raised(low, more) for more in range(abs(step) + 1)]


def _raised(pattern: Pattern, step: int) -> Pattern:
    return replace(pattern, ranks=tuple(rank + step for rank in pattern.ranks))


def _pattern(token: Token, body: str, offset: int) -> Pattern:
    suitedness = ""
    if match := _SUITEDNESS.search(body.rstrip()):
        suitedness, body = match[1].lower(), body.rstrip()[: match.start()]
    ranks, cards, wildcards, at = [], [], 0, 0
    while at < len(body):
        if body[at] == " ":
            at += 1
            continue
        match = _POSITION.match(body, at)
        if not match:
            refuse(
                token,
                f"expected a card, a rank, x or a suitedness (ds, ss, rb), got {shown(body[at:])}",
                offset=offset + at,
            )
        if match[3]:
            wildcards += 1
        else:
            ranks.append(rank_of(match[1]))
            if match[2]:
                card = 4 * ranks[-1] + SUIT_LETTERS[match[2]]
                if card in cards:
                    refuse(token, f"expected distinct cards, got {card_text(card)} twice", offset=offset + at)
                cards.append(card)
        at = match.end()
    if not ranks and not wildcards:
        refuse(token, "expected a hand", offset=offset)
    for count in Counter(ranks).values():
        if count > 4:
            refuse(token, f"expected at most four cards of a rank, got {count}: {shown(body)}", offset=offset)
    return Pattern(tuple(sorted(ranks, reverse=True)), tuple(sorted(cards)), suitedness, wildcards)


def fits(pattern: Pattern, masks: Masks) -> NDArray[np.bool_]:
    """Whether each combo fits a pattern."""
    good = np.ones(len(masks), dtype=np.bool_)
    for rank, count in Counter(pattern.ranks).items():
        good &= rank_counts(masks, rank) >= count
    if pattern.cards:
        fixed = np.uint64(sum(1 << card for card in pattern.cards))
        good &= masks & fixed == fixed
    if pattern.suitedness:
        suits = sum((suit_counts(masks, suit) >= 2).astype(np.int64) for suit in range(4))
        good &= SUITEDNESS[pattern.suitedness](np.asarray(suits))
    return good


@lru_cache(maxsize=512)
def pattern_masks(pattern: Pattern, hole_count: int) -> Masks:
    """Every combo of `hole_count` cards that fits a pattern, sorted."""
    if len(pattern.cards) == hole_count:
        exact = np.array([sum(1 << card for card in pattern.cards)], dtype=np.uint64)
        return exact[fits(pattern, exact)]
    if hole_count <= _LARGEST_WHOLE:
        masks = all_masks(hole_count)
        return masks[fits(pattern, masks)]
    return np.concatenate([masks[fits(pattern, masks)] for masks in mask_chunks(hole_count)])
