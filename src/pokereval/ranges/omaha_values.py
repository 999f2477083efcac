"""What Omaha hands of five and six cards are worth: the order that percentages go by.

There are 134,459 hands of five cards and 962,988 of six up to the names of the suits, too many to list them in order.
So a hand is valued by what it holds, in hundred-thousandths of its equity against a random hand: a value for each of
its pairs of card ranks, for how many ranks it has in each window of a straight, for how often its ranks come, and for
each suit of two cards or more by their number and the highest. ``tools/fit_omaha_order.py`` has fitted the values to
sampled equities. They are off by 0.6 percentage points (one standard deviation), and the rank correlation with the
equities is 0.99, which ``test_values_order_hands_as_equities_do`` holds.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokereval import _core

from .combos import Masks, mask_chunks

__all__ = ["RANK_FEATURES", "SUIT_FEATURES", "hand_values", "rank_features", "suit_features", "top_valued_masks"]

_RANKS = 13
_WINDOWS = [0b1_0000_0000_1111, *(0b11111 << low for low in range(9))]
_OF_PAIRS = 91
_OF_WINDOWS = _OF_PAIRS + 7 * len(_WINDOWS)
RANK_FEATURES = _OF_WINDOWS + 4 * 4
SUIT_FEATURES = 4 * _RANKS
_VALUES_BELOW = 1 << 17


def rank_features(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """What hands hold by their ranks, (N, cards) in order: places of features, (N, some)."""
    found = []
    for i, j in combinations(range(ranks.shape[1]), 2):
        low, high = ranks[:, i], ranks[:, j]
        found.append(high * (high + 1) // 2 + low)
    held = np.bitwise_or.reduce(1 << ranks, axis=1)
    for number, window in enumerate(_WINDOWS):
        found.append(_OF_PAIRS + 7 * number + np.bitwise_count(held & window))
    times = np.array([np.bincount(row, minlength=_RANKS) for row in ranks])
    found.append(_OF_WINDOWS + 4 * (times >= 2).sum(axis=1) + times.max(axis=1) - 1)
    return np.stack(found, axis=1).astype(np.int64)


def suit_features(masks: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """What one suit brings by its ranks, masks of thirteen bits: the place of a feature, and whether it is there."""
    count = np.bitwise_count(masks).astype(np.int64)
    highest = np.frexp(masks.astype(np.float64))[1] - 1
    return _RANKS * np.clip(count - 2, 0, 3) + np.maximum(highest, 0), count >= 2


@lru_cache(maxsize=2)
def _tables(hole_count: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Values of every multiset of ranks, by its number, and of every set of ranks in a suit."""
    values = np.array(_VALUES[hole_count].split(), dtype=np.int32)
    ranks = np.array(list(combinations_with_replacement(range(_RANKS), hole_count)), dtype=np.int64)
    adds = np.array([[comb(rank + i, i + 1) for rank in range(_RANKS)] for i in range(hole_count)])
    numbers = adds[np.arange(hole_count), ranks].sum(axis=1)
    by_ranks = np.empty(len(ranks), dtype=np.int32)
    by_ranks[numbers] = values[:RANK_FEATURES][rank_features(ranks)].sum(axis=1)
    place, is_there = suit_features(np.arange(1 << _RANKS))
    return by_ranks, np.where(is_there, values[RANK_FEATURES:][place], 0).astype(np.int32)


def hand_values(masks: Masks, hole_count: int) -> NDArray[np.int32]:
    """Value of each hand; those alike up to the names of the suits have the same."""
    values = np.empty(len(masks), dtype=np.int32)
    _core.hand_values(masks, *_tables(hole_count), values)
    return values


@lru_cache(maxsize=2)
def _middles(hole_count: int) -> NDArray[np.float64]:
    """For every value the percentage of combos up to the middle of those that have it, from the best on."""
    counts = np.zeros(_VALUES_BELOW, dtype=np.int64)
    for masks in mask_chunks(hole_count):
        counts += np.bincount(hand_values(masks, hole_count), minlength=_VALUES_BELOW)
    up_to = np.cumsum(counts[::-1])[::-1]
    return np.asarray(100 * (up_to - counts / 2) / up_to[0])


def top_valued_masks(low: float, high: float, hole_count: int) -> Masks:
    """Combos of five or six cards between two percentages of the order, those of one value in or out together."""
    middles = _middles(hole_count)
    chosen = (middles > low) & (middles <= high)
    return np.concatenate([masks[chosen[hand_values(masks, hole_count)]] for masks in mask_chunks(hole_count)])


_VALUES = {
    5: """
-1676 -1293 -1056 -965 -1071 -685 -506 -544 -535 -857 -583 -586 -544 -158 -7 -521 -297 -208 193 15 180 377 -241 110
558 337 467 534 819 651 311 996 846 1009 1081 769 2329 2225 2326 2291 2272 2512 2563 2853 378 2208 2154 2325 2670 2184
2559 2698 2898 3043 1212 2428 2332 2561 2894 2859 2722 3015 3210 3363 3141 1976 2596 2545 2737 3102 3077 3369 3089
3564 3719 3493 3608 2483 2672 2612 2818 3154 2826 3713 3929 3666 4042 3790 3907 3986 3620 4343 3237 2957 2387 1477 922
0 -2000 -249 1927 3606 4984 7055 0 -416 562 2135 3420 4524 5097 0 1928 1755 2375 2915 3326 3025 0 4453 3454 3066 2441
1444 466 0 2835 2090 2232 2417 2708 3042 0 411 693 1901 3061 4273 4984 0 1137 1084 2082 2935 3622 4462 0 4245 3041
2867 2241 1366 1563 0 12981 5438 1768 -809 -2188 -1867 0 2870 0 0 0 0 5889 -2052 -4564 0 9101 4080 0 0 0 0 0 0 2678
2572 2611 2614 2687 2796 2877 2962 3157 3394 3640 3954 0 0 1506 1748 1790 1868 1954 1951 2090 2222 2417 2560 2807 0 0
0 415 709 911 732 697 1162 1254 1304 1507 1785 0 0 0 0 0 -449 0 0 154 -264 -347 -109 592
""",
    6: """
-342 -78 120 78 -108 381 464 290 268 -93 380 297 317 489 706 610 681 701 1000 733 379 1195 692 938 1216 945 1099 634
1269 1265 921 1413 1111 1305 1227 901 2293 2280 2379 2286 2248 2442 2349 2293 96 2291 2273 2350 2731 2224 2572 2473
2447 2400 570 2486 2457 2568 2875 2807 2716 2778 2773 2733 2569 647 2635 2628 2721 3068 3013 3316 2935 3104 3120 2922
3069 849 2752 2749 2883 3127 2897 3687 3685 3279 3538 3337 3463 3553 1398 3029 2099 1983 1712 1238 975 0 -4571 -2240
667 3302 5802 8076 0 -877 -232 1140 2448 3752 4805 0 664 699 1381 2043 2670 3579 0 3585 2504 2094 1573 912 368 0 1351
998 1366 1853 2445 3022 0 -1173 -564 884 2313 3898 5678 0 -596 -300 968 2280 3586 5098 0 1007 917 1657 2169 2437 2849
0 11435 4566 1219 -1059 -2449 -2676 0 -805 0 0 0 0 2446 -2588 -8075 0 5968 2357 863 0 10870 0 0 0 2385 2291 2271 2312
2353 2497 2674 2742 2999 3399 3764 4164 0 0 1549 1401 1740 1601 1747 1835 1964 2128 2329 2563 2849 0 0 0 -231 973 758
862 846 1001 1022 1280 1367 1641 0 0 0 0 0 0 -1065 184 -49 -8 -123 272 475
""",
}
"""By hole cards: those of the pairs, windows and multiplicities of ranks, then those of the suits."""
