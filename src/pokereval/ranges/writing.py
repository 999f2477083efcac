"""Ranges as text: the shortest spelling that the readers of this package turn into the same range."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from pokereval.cards import RANKS, SUITS, format_cards

from .combos import Masks, Weights, all_masks, masks_to_cards
from .holdem import ACE, COMBOS, class_masks, class_name
from .patterns import Pattern, fits, pattern_masks

__all__ = ["holdem_text", "pattern_text", "weight_text"]

_MOST_LOOKED_AT = 300_000  # hands in a search for exact cards, which takes 200 bytes for each
_SMALLEST_PATTERN = 40  # hands; whatever covers fewer is quicker listed by its ranks


def weight_text(weight: float) -> str:
    """``@0.5`` or ``@50%``, whichever is shorter and gives exactly this weight."""
    plain = repr(weight).removeprefix("0") if weight < 1 else repr(weight)
    percent = f"{weight * 100:.12g}"
    if float(percent) / 100 == weight and len(percent) + 1 < len(plain):
        return f"@{percent}%"
    return f"@{plain}"


def holdem_text(masks: Masks, weights: Weights) -> str:
    """Text of a range of two cards."""
    only_weight = float(weights[0]) if len(masks) and (weights == weights[0]).all() else None
    if len(masks) == COMBOS and only_weight is not None:
        return "random" + ("" if only_weight == 1 else weight_text(only_weight))
    parts = []
    for weight in sorted(set(weights.tolist()), reverse=True):
        mark = "" if weight == 1 else weight_text(weight)
        parts += [token + mark for token in _tokens({int(mask) for mask in masks[weights == weight]})]
    listed = ",".join(parts)
    if only_weight is not None:
        missing = set(all_masks(2).tolist()) - set(masks.tolist())
        mark = "" if only_weight == 1 else weight_text(only_weight)
        without = ",".join([f"random{mark}", *(f"!{token}" for token in _tokens(missing))])
        if len(without) < len(listed):
            return without
    return listed


def _tokens(chosen: set[int]) -> list[str]:
    """Shortest tokens for a set of combos."""
    whole: dict[str, dict[int, set[int]]] = {kind: defaultdict(set) for kind in ("", "s", "o")}
    loose = set(chosen)
    for high in range(ACE, -1, -1):
        for low in range(high + 1):
            for kind in ("",) if low == high else ("s", "o"):
                masks = set(class_masks((high, low, kind)).tolist())
                if masks <= chosen:
                    whole[kind][high].add(low)
                    loose -= masks
    tokens = list(_pair_runs({low for lows in whole[""].values() for low in lows}))
    for high in range(ACE, -1, -1):
        suited, offsuit = whole["s"][high], whole["o"][high]
        both = suited & offsuit
        plans: list[list[str]] = [
            [*_runs(high, suited, "s"), *_runs(high, offsuit, "o")],
            [*_runs(high, suited, "s"), *_runs(high, both, ""), *_runs(high, offsuit - suited, "o")],
            [*_runs(high, both, ""), *_runs(high, suited - both, "s"), *_runs(high, offsuit - both, "o")],
            [*_runs(high, both, ""), *_runs(high, suited - both, "s"), *_runs(high, offsuit, "o")],
        ]
        shortest: list[str] = min(plans, key=_length)
        tokens += shortest
    return tokens + list(_loose_tokens(loose, chosen))


def _length(tokens: list[str]) -> int:
    """Characters that tokens take, with a comma after each."""
    return sum(len(token) + 1 for token in tokens)


def _stretches(ranks: set[int]) -> Iterator[tuple[int, int]]:
    """Highest and lowest of every unbroken run, the highest run first."""
    for top in sorted(ranks, reverse=True):
        if top + 1 not in ranks:
            bottom = top
            while bottom - 1 in ranks:
                bottom -= 1
            yield top, bottom


def _pair_runs(pairs: set[int]) -> Iterator[str]:
    for top, bottom in _stretches(pairs):
        low, high = RANKS[bottom] * 2, RANKS[top] * 2
        yield low if top == bottom else f"{low}+" if top == ACE else f"{high}-{low}"


def _runs(high: int, lows: set[int], kind: str) -> Iterator[str]:
    for top, bottom in _stretches(lows):
        low_name, high_name = (class_name((high, low, kind)) for low in (bottom, top))
        yield low_name if top == bottom else f"{low_name}+" if top == high - 1 else f"{high_name}-{low_name}"


def _loose_tokens(loose: set[int], chosen: set[int]) -> Iterator[str]:
    """Combos of classes that are not there as a whole: ``AhK*`` where all four of them are, else one by one."""
    left = set(loose)
    for card in range(51, -1, -1):
        masks = {1 << card | 1 << other for other in range(52) if other != card}
        if masks <= chosen and len(masks & left) > 1:
            left -= masks
            yield f"{RANKS[card >> 2]}{SUITS[card & 3]}**"
    for card in range(51, -1, -1):
        for rank in range(ACE, -1, -1):
            masks = {1 << card | 1 << 4 * rank + suit for suit in range(4) if 4 * rank + suit != card}
            if masks <= chosen and len(masks & left) > 1:
                left -= masks
                yield f"{RANKS[card >> 2]}{SUITS[card & 3]}{RANKS[rank]}*"
    for mask in sorted(left, reverse=True):
        yield "".join(RANKS[card >> 2] + SUITS[card & 3] for card in range(51, -1, -1) if mask >> card & 1)


def pattern_text(masks: Masks, weights: Weights, hole_count: int, *, is_stud: bool) -> str:
    """Text of a range of Omaha hands or of stud hands."""
    parts = []
    for weight in sorted(set(weights.tolist()), reverse=True):
        mark = "" if weight == 1 else weight_text(weight)
        chosen = masks[weights == weight]
        if not is_stud and len(chosen) == len(all_masks(hole_count)):
            parts.append(f"random{mark}")
            continue
        parts += [token + mark for token in _pattern_tokens(chosen, hole_count, is_stud=is_stud)]
    return ",".join(parts)


def _pattern_tokens(chosen: Masks, hole_count: int, *, is_stud: bool) -> Iterator[str]:
    """Cover a set of hands: wide patterns first, then whole sets of ranks, then hand by hand."""
    if hole_count == 0:
        yield "random"
        return
    left = chosen
    if not is_stud:
        for pattern in [
            *_wide_patterns(hole_count, 2),
            *_exact_patterns(chosen, hole_count),
            *_wide_patterns(hole_count, 3),
        ]:
            if len(left) < _SMALLEST_PATTERN:
                break
            here = fits(pattern, left)
            inside = int(fits(pattern, chosen).sum()) if here.any() else 0
            if pattern.cards or (inside >= _SMALLEST_PATTERN and len(pattern_masks(pattern, hole_count)) == inside):
                yield _pattern_name(pattern)
                left = left[~here]
    by_ranks: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for cards, mask in zip(masks_to_cards(left, hole_count).tolist(), left.tolist(), strict=True):
        by_ranks[tuple(card >> 2 for card in cards)].append(mask)
    for ranks in sorted(by_ranks, reverse=True):
        yield from _hands_of_ranks(ranks, np.array(by_ranks[ranks], dtype=np.uint64), chosen)


def _exact_patterns(chosen: Masks, hole_count: int) -> Iterator[Pattern]:
    """Single cards and pairs of cards with which every hand is in the range."""
    if len(chosen) > _MOST_LOOKED_AT:
        return
    holds = np.array([chosen >> np.uint64(card) & np.uint64(1) for card in range(52)], dtype=np.float32)
    together = holds @ holds.T
    whole = [card for card in range(51, -1, -1) if together[card, card] == comb(51, hole_count - 1)]
    for card in whole:
        yield Pattern((card >> 2,), (card,), "", hole_count - 1)
    for high, low in zip(*np.nonzero(np.tril(together, -1) == comb(50, hole_count - 2)), strict=True):
        if high not in whole and low not in whole:
            yield Pattern((int(high) >> 2, int(low) >> 2), (int(low), int(high)), "", hole_count - 2)


def _wide_patterns(hole_count: int, most: int) -> Iterator[Pattern]:
    if most == 3 and hole_count > 4:
        return
    for count in range(3 if most == 3 else 0, most + 1):
        for ranks in sorted(combinations_with_replacement(range(ACE, -1, -1), count), reverse=True):
            for suitedness in ("", "ds", "ss", "rb"):
                if count or suitedness:
                    yield Pattern(ranks, (), suitedness, hole_count - count)


def _pattern_name(pattern: Pattern) -> str:
    named = format_cards(pattern.cards[::-1]) if pattern.cards else "".join(RANKS[rank] for rank in pattern.ranks)
    return named + "x" * pattern.wildcards + pattern.suitedness


def _hands_of_ranks(ranks: tuple[int, ...], left: Masks, chosen: Masks) -> Iterator[str]:
    for suitedness in ("", "ds", "ss", "rb"):
        pattern = Pattern(ranks, (), suitedness, 0)
        every = pattern_masks(pattern, len(ranks))
        if len(every) and np.isin(every, chosen).all() and fits(pattern, left).any():
            yield _pattern_name(pattern)
            left = left[~fits(pattern, left)]
    yield from format_cards(masks_to_cards(left, len(ranks)))
