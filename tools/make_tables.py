"""Derive every lookup table of the evaluator, count it, and write it as one C header.

Run as ``python tools/make_tables.py OUTPUT_HEADER``. The build runs it when the header is missing or older than
this file. It needs nothing but the standard library, draws no random numbers, and refuses to write a table whose
counts are wrong.

The story in five steps:

1. Name the 7,462 ranks: all hands of five cards up to suits, class by class, weakest first.
2. Give every card rank an additive key, so that the sum of a hand's keys names its multiset of card ranks. Best hands
   of six and seven cards are the best of their fives.
3. Store the ranks under those sums by row displacement: a sum is cut into a row and a column, every row of the sparse
   matrix slides to the first place where it collides with nothing, and the matrix becomes one dense vector. Store them
   once more by the number of the sorted hand, for paths that sort.
4. Omaha: every board of five has one row of 91 entries, the best hand that each pair of hole-card ranks makes with
   exactly three of its cards.
5. Eight-or-better lows: a set of ranks A to 8 is a byte; 56 of the bytes with five bits are the lows.
6. Razz: the same sums, ranked ace to five.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path
from typing import ClassVar

CARD_RANKS = range(13)  # deuce 0 ... ace 12
ACE = 12
DECK_SIZE = 52
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(1, 10)

# How many distinct ranks each class has; 7,462 in all.
RANKS_OF_CLASS = {
    HIGH_CARD: 1277,
    PAIR: 2860,
    TWO_PAIR: 858,
    TRIPS: 858,
    STRAIGHT: 10,
    FLUSH: 1277,
    FULL_HOUSE: 156,
    QUADS: 156,
    STRAIGHT_FLUSH: 10,
}
DISTINCT_RANKS = 7462
RANK_MULTISETS = {5: 6175, 6: 18_395, 7: 49_205}
DISTINCT_RANKS_OF_SEVEN = 4824  # holdings of seven leave 4,824 of the 7,462 reachable

# The additive keys. Each is the smallest number that keeps the sums of all multisets of at most five (seven) card
# ranks, none more than four times, apart: a greedy search that takes a minute in C and is only verified here.
KEYS_OF_FIVE = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
KEYS_OF_SEVEN = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)

# A key is multiplied by an odd constant modulo 2**bits. That loses nothing (odd numbers are units) and stays additive,
# but spreads the sums evenly over rows (top bits) and columns (low bits), so that the rows pack densely.
KEY_BITS_OF_FIVE, COLUMN_BITS_OF_FIVE, SCRAMBLE_OF_FIVE = 19, 9, 0x5B587
KEY_BITS_OF_SEVEN, COLUMN_BITS_OF_SEVEN, SCRAMBLE_OF_SEVEN = 23, 10, 0x8A05

# Layout of a 64-bit card key: the scrambled key in the top bits, where it wraps around by itself, one 4-bit suit
# counter per suit in the low bits, and above them the card's bit of a low mask, with room for what the cards carry.
SUIT_COUNTER_BITS = 4
LOW_MASK_SHIFT = 4 * SUIT_COUNTER_BITS
MOST_CARDS_TOGETHER = 11
# A word for lows alone needs no key: the card's bit in a set of cards, and on top its bit of a low mask.
LOW_WORD_SHIFT = 56

PAIRS_OF_CARD_RANKS = 91
OMAHA_ROW = 96  # 91 entries, padded to three cache lines

LOW_COUNT = 56
TABLE_BYTES_AT_MOST = 2 * 1024 * 1024

Multiset = tuple[int, ...]  # card ranks, ascending


# -- 1. the ranks of five cards -------------------------------------------------------------------------------------


def multisets(count: int) -> Iterator[Multiset]:
    """Every multiset of ``count`` card ranks that a deck can deal: no card rank more than four times."""
    for ranks in combinations_with_replacement(CARD_RANKS, count):
        if all(ranks[i] != ranks[i + 4] for i in range(count - 4)):
            yield ranks


def straight_top(ranks: Iterable[int]) -> int | None:
    """The top card of the straight that five distinct card ranks make, 3 for the wheel, None for no straight."""
    ordered = sorted(ranks)
    if ordered == [0, 1, 2, 3, ACE]:
        return 3
    return ordered[4] if ordered[4] - ordered[0] == 4 else None


def class_and_order(ranks: Multiset) -> tuple[int, Multiset]:
    """The class of five cards that are not all of one suit, and the card ranks in the order in which they compare."""
    counts = Counter(ranks)
    by_weight = tuple(sorted(counts, key=lambda rank: (-counts[rank], -rank)))
    shape = tuple(counts[rank] for rank in by_weight)
    if shape == (1, 1, 1, 1, 1):
        top = straight_top(ranks)
        return (HIGH_CARD, by_weight) if top is None else (STRAIGHT, (top,))
    return {
        (4, 1): QUADS,
        (3, 2): FULL_HOUSE,
        (3, 1, 1): TRIPS,
        (2, 2, 1): TWO_PAIR,
        (2, 1, 1, 1): PAIR,
    }[shape], by_weight


def number_within_class(orders: Mapping[Multiset, tuple[int, Multiset]]) -> dict[Multiset, int]:
    """Ranks ``class << 12 | place``: place counts from 0 inside a class, the weakest hand first."""
    places: dict[int, dict[Multiset, int]] = {}
    for hand_class in {hand_class for hand_class, _ in orders.values()}:
        distinct = sorted({order for other, order in orders.values() if other == hand_class})
        places[hand_class] = {order: place for place, order in enumerate(distinct)}
    return {ranks: hand_class << 12 | places[hand_class][order] for ranks, (hand_class, order) in orders.items()}


def ranks_of_five() -> tuple[dict[Multiset, int], dict[Multiset, int]]:
    """The rank of every five cards of mixed suits, and of every five cards of one suit, by their card ranks."""
    mixed = number_within_class({ranks: class_and_order(ranks) for ranks in multisets(5)})
    suited_orders: dict[Multiset, tuple[int, Multiset]] = {}
    for ranks in combinations(CARD_RANKS, 5):
        top = straight_top(ranks)
        suited_orders[ranks] = (FLUSH, ranks[::-1]) if top is None else (STRAIGHT_FLUSH, (top,))
    suited = number_within_class(suited_orders)

    assert len(mixed) == RANK_MULTISETS[5]
    per_class = Counter(rank >> 12 for rank in {*mixed.values(), *suited.values()})
    assert per_class == RANKS_OF_CLASS, per_class
    assert sum(per_class.values()) == DISTINCT_RANKS
    return mixed, suited


def best_of_fives(ranks: Multiset, rank_of_five: Mapping[Multiset, int]) -> int:
    """The rank of six or seven cards when suits do not matter: the best of their fives."""
    return max(rank_of_five[five] for five in combinations(ranks, 5))


def in_order(ranks: Mapping[Multiset, int], count: int) -> list[int]:
    """The ranks by the number of the sorted hand: of card ranks a <= b <= c it is C(a, 1) + C(b + 1, 2) + C(c + 2, 3).

    That numbers all multisets without a gap, those too that no deck deals, which have 0.
    """
    ordered = sorted(combinations_with_replacement(CARD_RANKS, count), key=lambda multiset: multiset[::-1])
    for number, multiset in enumerate(ordered):
        assert number == sum(comb(rank + place, place + 1) for place, rank in enumerate(multiset))
    table = [ranks.get(multiset, 0) for multiset in ordered]
    assert sum(rank > 0 for rank in table) == RANK_MULTISETS[count]
    return table


def flush_table(suited: Mapping[Multiset, int]) -> list[int]:
    """The best flush in each 13-bit mask of card ranks of one suit (bit = card rank); 0 below five cards."""
    table = [0] * (1 << 13)
    for ranks, rank in suited.items():
        table[sum(1 << card_rank for card_rank in ranks)] = rank
    for mask in range(1 << 13):  # ascending, so that the masks with one card less are finished
        if mask.bit_count() > 5:
            table[mask] = max(table[mask ^ 1 << card_rank] for card_rank in CARD_RANKS if mask >> card_rank & 1)
    assert sum(1 for mask, rank in enumerate(table) if mask.bit_count() == 5 and rank) == 1287
    assert len(set(table)) == 1 + RANKS_OF_CLASS[FLUSH] + RANKS_OF_CLASS[STRAIGHT_FLUSH]
    return table


# -- 2. and 3. keys, sums and row displacement ----------------------------------------------------------------------


class RankHash:
    """Sums of scrambled keys, packed: value = values[offsets[sum >> column_bits] + (sum & column_mask)]."""

    def __init__(self, keys: Sequence[int], bits: int, column_bits: int, scramble: int) -> None:
        assert scramble % 2 == 1
        self.bits, self.column_bits = bits, column_bits
        self.keys = [key * scramble % (1 << bits) for key in keys]
        self.column_mask = (1 << column_bits) - 1

    def hash_sum(self, ranks: Multiset) -> int:
        """The sum of the keys of a multiset of card ranks."""
        return sum(self.keys[rank] for rank in ranks) % (1 << self.bits)

    def pack(self, values: Mapping[Multiset, int]) -> tuple[list[int], list[int], dict[Multiset, int]]:
        """Offsets of the rows, the packed values, and the slot that each multiset has come to lie in.

        First fit decreasing: the longest row first, each at the smallest offset where it meets no other. A row's
        blocked offsets are an integer's bits, so that the search is a handful of shifts.
        """
        rows: dict[int, dict[int, Multiset]] = {}
        for ranks in values:
            key = self.hash_sum(ranks)
            row = rows.setdefault(key >> self.column_bits, {})
            column = key & self.column_mask
            assert column not in row, "two multisets with one sum"
            row[column] = ranks

        offsets = [0] * (1 << (self.bits - self.column_bits))
        slots: dict[Multiset, int] = {}
        taken = 0
        for number, row in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
            blocked = 0
            for column in row:
                blocked |= taken >> column
            offset = (~blocked & (blocked + 1)).bit_length() - 1
            offsets[number] = offset
            for column, ranks in row.items():
                taken |= 1 << (offset + column)
                slots[ranks] = offset + column

        # Any offset plus any column stays inside the table, so that even a sum of nonsense reads no foreign memory.
        packed = [0] * (max(offsets) + self.column_mask + 1)
        for ranks, slot in slots.items():
            packed[slot] = values[ranks]
        assert len(set(slots.values())) == len(values)
        assert max(offsets) < 1 << 16
        return offsets, packed, slots

    def card_keys(self) -> list[int]:
        """Two 64-bit words for every byte: the key of a card id, and its bit in a set of cards.

        A key is the scrambled key on top, a one in its suit's counter at the bottom, and the card's bit of a low mask
        between them: keys united hold the low mask, and keys added up have room for what it carries. 255, no card, has
        bit 63, and the other bytes that are no card id have bit 52.
        """
        words = [0, 1 << DECK_SIZE] * 255 + [0, 1 << 63]
        assert 1 << (64 - self.bits) > MOST_CARDS_TOGETHER << LOW_MASK_SHIFT + 7
        for card, low_bit in zip(range(DECK_SIZE), low_bits(), strict=False):
            counter = 1 << (SUIT_COUNTER_BITS * (card & 3))
            words[2 * card] = self.keys[card >> 2] << (64 - self.bits) | low_bit << LOW_MASK_SHIFT | counter
            words[2 * card + 1] = 1 << card
        return words


def in_slots(values: Mapping[Multiset, int], slots: Mapping[Multiset, int], size: int) -> list[int]:
    """Values of the same multisets in slots that a packing has found."""
    table = [0] * size
    for multiset, value in values.items():
        table[slots[multiset]] = value
    return table


def suited_bits() -> list[int]:
    """Four 16-bit masks of card ranks, one for each suit, in which every card id has its bit."""
    return [1 << 16 * (card & 3) + (card >> 2) for card in range(DECK_SIZE)] + [0] * (256 - DECK_SIZE)


# Vector paths add keys up digit by digit: a byte of every card's key in each of three planes, 64 entries apiece.
DIGIT_PLANES = 3
PLANE = 64


def key_digits(table: RankHash) -> list[int]:
    """The bytes of every card id's scrambled key, plane by plane; a deuce has the key 0 and may fill empty places."""
    assert table.keys[0] == 0
    keys = [table.keys[card >> 2] for card in range(DECK_SIZE)] + [0] * (PLANE - DECK_SIZE)
    return [key >> 8 * plane & 0xFF for plane in range(DIGIT_PLANES) for key in keys]


# -- 4. Omaha --------------------------------------------------------------------------------------------------------


def pair_index_table() -> list[int]:
    """The number 0..90 of a pair of card ranks, at 16 * one + other."""
    table = [0] * 256
    for number, (low, high) in enumerate(combinations_with_replacement(CARD_RANKS, 2)):
        table[16 * low + high] = table[16 * high + low] = number
    assert len(set(table[16 * a + b] for a in CARD_RANKS for b in CARD_RANKS)) == PAIRS_OF_CARD_RANKS
    return table


def omaha_rows(mixed: Mapping[Multiset, int], slots: Mapping[Multiset, int], rows: int) -> list[int]:
    """For the board in each slot, the best hand of every pair of hole-card ranks with exactly three of its cards.

    There is a row for every slot, taken or not, so that even a sum of nonsense reads no foreign memory.
    """
    pairs = list(combinations_with_replacement(CARD_RANKS, 2))
    with_three = {
        three: [mixed.get(tuple(sorted(pair + three)), 0) for pair in pairs]
        for three in combinations_with_replacement(CARD_RANKS, 3)
    }
    table = [0] * (OMAHA_ROW * rows)
    for board, slot in slots.items():
        threes = {*combinations(board, 3)}
        row = [max(column) for column in zip(*(with_three[three] for three in threes), strict=True)]
        assert len(row) == PAIRS_OF_CARD_RANKS
        table[OMAHA_ROW * slot : OMAHA_ROW * slot + PAIRS_OF_CARD_RANKS] = row
    return table


# -- 5. eight or better ----------------------------------------------------------------------------------------------


def low_bits() -> list[int]:
    """The bit of every card id in a low mask: ace 1, deuce 2, ... eight 128, and nothing for nine to king."""
    bits = [0] * 256
    for card in range(DECK_SIZE):
        card_rank = card >> 2
        if card_rank == ACE:
            bits[card] = 1
        elif card_rank <= 6:
            bits[card] = 2 << card_rank
    return bits


def low_words() -> list[int]:
    """For every byte its bit in a set of cards, as beside its key, and in the top eight bits its bit of a low mask."""
    words = [1 << DECK_SIZE] * 255 + [1 << DECK_SIZE + 1]
    words[:DECK_SIZE] = [1 << card for card in range(DECK_SIZE)]
    return [word | low_bit << LOW_WORD_SHIFT for word, low_bit in zip(words, low_bits(), strict=True)]


def low_ranks_of_fives() -> dict[int, int]:
    """The low rank 1..56 of every mask of five bits.

    Lows compare from the top card down and the smaller card is better; so do the masks, read as numbers.
    """
    fives = sorted((mask for mask in range(256) if mask.bit_count() == 5), reverse=True)
    assert len(fives) == LOW_COUNT
    assert fives[0] == 0b11111000, "8-7-6-5-4 is the worst low"
    assert fives[-1] == 0b00011111, "the wheel is the best"
    return {mask: rank for rank, mask in enumerate(fives, start=1)}


def low_table(fives: Mapping[int, int]) -> list[int]:
    """The best low in each mask of card ranks; 0 for none."""
    return [max((rank for five, rank in fives.items() if five & mask == five), default=0) for mask in range(256)]


def omaha_low_table(fives: Mapping[int, int]) -> list[int]:
    """The best low of two of the hole cards' ranks and three of the board's, at 256 * hole mask + board mask."""
    twos = [mask for mask in range(256) if mask.bit_count() == 2]
    with_two = {two: [0] * 256 for two in twos}
    for five, rank in fives.items():
        for two in twos:
            if five & two == two:
                three = five ^ two
                for board in range(256):
                    if board & three == three:
                        with_two[two][board] = max(with_two[two][board], rank)
    table: list[int] = []
    for hole in range(256):
        rows = [with_two[two] for two in twos if hole & two == two]
        table += [max(column) for column in zip(*rows, strict=True)] if rows else [0] * 256
    assert len(table) == 1 << 16
    assert set(table) == set(range(LOW_COUNT + 1))
    return table


# -- 6. ace to five --------------------------------------------------------------------------------------------------


def razz_ranks_of_five() -> dict[Multiset, int]:
    """The rank 1..6,175 of five cards in razz, the wheel best: aces are low, straights and flushes do not exist.

    Whatever has fewer cards of a kind is better; then the groups compare from the biggest down, the lower card better.
    """

    def badness(ranks: Multiset) -> tuple[Multiset, Multiset]:
        counts = Counter((rank + 1) % 13 for rank in ranks)  # the ace below the deuce
        groups = sorted(counts, key=lambda rank: (-counts[rank], -rank))
        return tuple(counts[rank] for rank in groups), tuple(groups)

    from_the_worst = sorted(multisets(5), key=badness, reverse=True)
    ranks = {five: rank for rank, five in enumerate(from_the_worst, start=1)}
    assert ranks[0, 1, 2, 3, ACE] == RANK_MULTISETS[5]
    assert from_the_worst[0] == (10, 11, 11, 11, 11), "four kings and a queen are the worst"
    assert len({badness(five) for five in from_the_worst}) == RANK_MULTISETS[5]
    return ranks


# -- writing ---------------------------------------------------------------------------------------------------------


class Header:
    """Collects C definitions and counts the bytes that they will occupy."""

    WIDTH: ClassVar[Mapping[str, int]] = {"uint8_t": 1, "uint16_t": 2, "uint64_t": 8}

    def __init__(self) -> None:
        self.parts = ["/* Made by tools/make_tables.py: not to be edited. */\n"]
        self.bytes = 0

    def constant(self, name: str, number: int) -> None:
        """Add a macro."""
        self.parts.append(f"#define {name} {number}\n")

    def table(self, c_type: str, name: str, numbers: Sequence[int]) -> None:
        """Add an array; its size comes with it as NAME_SIZE. Arrays are defined only where POKEREVAL_TABLES is set."""
        limit = 1 << (8 * self.WIDTH[c_type])
        assert all(0 <= number < limit for number in numbers), name
        self.bytes += len(numbers) * self.WIDTH[c_type]
        suffix = "ull" if c_type == "uint64_t" else ""
        lines = (
            ",".join(f"{number}{suffix}" for number in numbers[start : start + 24])
            for start in range(0, len(numbers), 24)
        )
        self.constant(f"{name}_SIZE", len(numbers))
        self.parts.append(f"extern const {c_type} {name}[{name}_SIZE];\n#ifdef POKEREVAL_TABLES\n")
        self.parts.append(
            f"const {c_type} {name}[{name}_SIZE] POKEREVAL_ALIGNED = {{\n" + ",\n".join(lines) + "};\n#endif\n"
        )


def make_header() -> str:
    """Derive all tables and return the header's text."""
    header = Header()
    mixed, suited = ranks_of_five()

    of_five = RankHash(KEYS_OF_FIVE, KEY_BITS_OF_FIVE, COLUMN_BITS_OF_FIVE, SCRAMBLE_OF_FIVE)
    of_seven = RankHash(KEYS_OF_SEVEN, KEY_BITS_OF_SEVEN, COLUMN_BITS_OF_SEVEN, SCRAMBLE_OF_SEVEN)
    header.constant("LOW_MASK_SHIFT", LOW_MASK_SHIFT)
    header.constant("LOW_WORD_SHIFT", LOW_WORD_SHIFT)
    header.constant("KEY5_BITS", of_five.bits)
    header.constant("KEY5_COLUMN_BITS", of_five.column_bits)
    header.constant("KEY7_BITS", of_seven.bits)
    header.constant("KEY7_COLUMN_BITS", of_seven.column_bits)
    header.constant("OMAHA_ROW", OMAHA_ROW)
    header.table("uint64_t", "CARD_KEY5", of_five.card_keys())
    header.table("uint64_t", "CARD_KEY7", of_seven.card_keys())
    header.table("uint64_t", "LOW_WORD", low_words())
    header.table("uint64_t", "SUITED_BIT", suited_bits())
    header.table("uint8_t", "KEY5_DIGITS", key_digits(of_five))
    header.table("uint8_t", "KEY7_DIGITS", key_digits(of_seven))

    offsets, values, board_slots = of_five.pack(mixed)
    header.table("uint16_t", "OFFSET5", offsets)
    header.table("uint16_t", "RANK5", values)
    board_rows = len(values)
    header.table("uint16_t", "SORTED_RANK5", in_order(mixed, 5))
    razz = razz_ranks_of_five()
    header.table("uint16_t", "RAZZ5", in_slots(razz, board_slots, board_rows))
    for count in (6, 7):
        ranks = {multiset: best_of_fives(multiset, mixed) for multiset in multisets(count)}
        assert len(ranks) == RANK_MULTISETS[count]
        if count == 7:
            reachable = {*ranks.values(), *(rank for rank in flush_table(suited) if rank)}
            # With seven cards every flush and straight flush can be dealt, but hardly any weak hand.
            assert len(reachable) == DISTINCT_RANKS_OF_SEVEN, len(reachable)
        offsets, values, slots = of_seven.pack(ranks)
        header.table("uint16_t", f"OFFSET{count}", offsets)
        header.table("uint16_t", f"RANK{count}", values)
        header.table("uint16_t", f"SORTED_RANK{count}", in_order(ranks, count))
        best = {multiset: best_of_fives(multiset, razz) for multiset in ranks}
        header.table("uint16_t", f"RAZZ{count}", in_slots(best, slots, len(values)))
    header.table("uint16_t", "FLUSH_RANK", flush_table(suited))

    header.table("uint8_t", "PAIR_INDEX", pair_index_table())
    header.table("uint16_t", "OMAHA_RANK", omaha_rows(mixed, board_slots, board_rows))

    fives = low_ranks_of_fives()
    header.table("uint8_t", "LOW_BIT", low_bits())
    header.table("uint8_t", "LOW_RANK", low_table(fives))
    header.table("uint8_t", "OMAHA_LOW_RANK", omaha_low_table(fives))

    assert header.bytes <= TABLE_BYTES_AT_MOST, header.bytes
    header.constant("TABLE_BYTES", header.bytes)
    return "".join(header.parts)


def main(arguments: Sequence[str]) -> int:
    """Write the header to the path given, all or nothing."""
    if len(arguments) != 1:
        print("usage: python tools/make_tables.py OUTPUT_HEADER", file=sys.stderr)
        return 2
    output = Path(arguments[0])
    unfinished = output.with_suffix(".unfinished")
    unfinished.write_text(make_header(), encoding="ascii")
    unfinished.replace(output)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
