"""Hold'em range text: pairs, suited and offsuit hands, spans, exact combos, wildcards and percentages."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from pokereval.arrays import shown
from pokereval.cards import RANKS

from .combos import Masks, all_masks
from .order import HOLDEM_ORDER
from .syntax import ANY, RANDOM_WORDS, RANK, SUIT, SUIT_LETTERS, Token, rank_of, read_percent, refuse

__all__ = ["class_masks", "class_name", "holdem_masks", "top_classes"]

ACE = 12
COMBOS = 1326
_CLASS = re.compile(rf"({RANK}|{ANY})({RANK}|{ANY})([soSO]?)(\+?)$")
_CARDS = re.compile(rf"({RANK}|{ANY})({SUIT}|{ANY})({RANK}|{ANY})({SUIT}|{ANY})$")
_ONE_CARD = re.compile(rf"({RANK})({SUIT})$")

HandClass = tuple[int, int, str]
"""High card rank, low card rank, and ``"s"``, ``"o"`` or ``""`` for a pair."""


def holdem_masks(token: Token) -> Masks:
    """Combos that one token names."""
    body = token.body
    if body.lower() in RANDOM_WORDS:
        return all_masks(2)
    if percent := read_percent(token):
        return _joined(top_classes(*percent))
    first, dash, second = body.partition("-")
    if dash:
        return _span(token, first.strip(), second.strip(), body.rindex(second.strip()) if second.strip() else len(body))
    if match := _CLASS.match(body):
        high, low = (None if re.match(ANY, part) else rank_of(part) for part in (match[1], match[2]))
        return _joined(_classes(token, high, low, match[3].lower(), is_open=bool(match[4])))
    if match := _CARDS.match(body):
        masks = _cards(match)
        if not len(masks):
            refuse(token, f"expected two different cards, got {shown(body)}")
        return masks
    if _ONE_CARD.match(body):
        refuse(token, f"expected two cards, got one: {shown(body)} (write AhKd together, or Ah** for any other card)")
    refuse(token, _trouble(token), offset=_first_stray(body))


def _trouble(token: Token) -> str:
    at = _first_stray(token.body)
    got = shown(token.body[at:]) if at < len(token.body) else "the end"
    return f"expected a hand such as QQ+, AKs, A5s-A2s, AhKd or 20%, got {got}"


def _first_stray(body: str) -> int:
    """How far a body looks like a hand: the longest beginning of any hand's text."""
    match = re.match(
        rf"(?:{RANK}|{ANY})(?:(?:{RANK}|{ANY})[soSO]?\+?|(?:{SUIT}|{ANY})(?:{RANK}|{ANY})?(?:{SUIT}|{ANY})?)?", body
    )
    return match.end() if match else 0


def _classes(token: Token, high: int | None, low: int | None, kind: str, *, is_open: bool) -> list[HandClass]:
    """Classes of ``AK``, ``AKs``, ``A*o``, ``**s``, ``QQ+`` or ``KTo+``."""
    if high is None or low is None:
        if is_open:
            refuse(token, "expected no + after a wildcard", offset=len(token.body) - 1)
        known = low if high is None else high
        return [
            one
            for one in map(_as_class, HOLDEM_ORDER)
            if (known is None or known in one[:2]) and (not kind or one[2] == kind)
        ]
    high, low = max(high, low), min(high, low)
    if high == low:
        if kind:
            refuse(token, "expected no s or o after a pair", offset=2 if "10" not in token.body else 4)
        return [(rank, rank, "") for rank in range(low, ACE + 1 if is_open else low + 1)]
    lows = range(low, high if is_open else low + 1)
    return [(high, other, suited) for other in lows for suited in kind or "so"]


def _span(token: Token, first: str, second: str, offset: int) -> Masks:
    ends = []
    for end, at in ((first, 0), (second, offset)):
        match = _CLASS.match(end)
        if not match or match[4] or re.match(ANY, match[1]) or re.match(ANY, match[2]):
            refuse(token, f"expected a hand such as AKs at each end of a span, got {shown(end)}", offset=at)
        one, other = rank_of(match[1]), rank_of(match[2])
        ends.append((max(one, other), min(one, other), match[3].lower()))
        if one == other and match[3]:
            refuse(token, "expected no s or o after a pair", offset=at)
    (high, low, kind), (high_to, low_to, kind_to) = sorted(ends, reverse=True)
    if kind != kind_to:
        refuse(token, f"expected the same suitedness at both ends, got {shown(token.body)}", offset=offset)
    steps = max(high - high_to, low - low_to)
    if high == low and high_to == low_to:
        return _joined([(rank, rank, "") for rank in range(low_to, high + 1)])
    if high == high_to and low_to != high:
        pairs = [(high, rank) for rank in range(low_to, low + 1)]
    elif high - high_to == low - low_to and high != low:
        pairs = [(high_to + step, low_to + step) for step in range(steps + 1)]
    else:
        message = f"expected two pairs, one high card or one gap between the cards of a span, got {shown(token.body)}"
        refuse(token, message, offset=offset)
    return _joined([(one, other, suited) for one, other in pairs for suited in kind or "so"])


def _cards(match: re.Match[str]) -> Masks:
    choices = []
    for rank, suit in ((match[1], match[2]), (match[3], match[4])):
        ranks = range(13) if re.match(ANY, rank) else [rank_of(rank)]
        suits = range(4) if re.match(ANY, suit) else [SUIT_LETTERS[suit]]
        choices.append([4 * one + other for one in ranks for other in suits])
    pairs = {1 << one | 1 << other for one in choices[0] for other in choices[1] if one != other}
    return np.array(sorted(pairs), dtype=np.uint64)


@lru_cache(maxsize=256)
def class_masks(hand_class: HandClass) -> Masks:
    """The 6, 4 or 12 combos of a class, sorted."""
    high, low, kind = hand_class
    suits = [(one, other) for one in range(4) for other in range(4)]
    if high == low:
        suits = [(one, other) for one, other in suits if one > other]
    else:
        suits = [(one, other) for one, other in suits if (one == other) == (kind == "s")]
    masks = np.array([1 << 4 * high + one | 1 << 4 * low + other for one, other in suits], dtype=np.uint64)
    masks.sort()
    masks.flags.writeable = False
    return masks


def class_name(hand_class: HandClass) -> str:
    """Such as ``"AKs"``."""
    return RANKS[hand_class[0]] + RANKS[hand_class[1]] + hand_class[2]


def _as_class(name: str) -> HandClass:
    return rank_of(name[0]), rank_of(name[1]), name[2:]


def top_classes(low: float, high: float) -> list[HandClass]:
    """Classes between two percentages of the order, each in or out as a whole, by its middle combo."""
    chosen, before = [], 0
    for hand_class in map(_as_class, HOLDEM_ORDER):
        size = len(class_masks(hand_class))
        if low < (before + size / 2) / COMBOS * 100 <= high:
            chosen.append(hand_class)
        before += size
    return chosen


def _joined(classes: list[HandClass]) -> Masks:
    if not classes:
        return np.empty(0, dtype=np.uint64)
    masks = np.concatenate([class_masks(one) for one in classes])
    masks.sort()
    return masks
