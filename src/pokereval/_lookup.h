/* One hand at a time: the look-ups on which every kernel stands.
 *
 * A hand's 64-bit sum is SUIT_BIAS plus the keys of its cards. Its top bits name the multiset of card ranks; its low
 * sixteen bits are four suit counters that start at three, so that five cards of a suit set the counter's top bit. The
 * union of the keys holds the hand's low mask.
 * Nothing here checks its input, but no byte 0..255 makes it read outside a table.
 */
#ifndef POKEREVAL_LOOKUP_H
#define POKEREVAL_LOOKUP_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define POKEREVAL_ALIGNED __attribute__((aligned(64)))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define PREFETCH(address) __builtin_prefetch(address)
#define UNROLL _Pragma("GCC unroll 8")
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NEVER_INLINE static __attribute__((noinline)) /* for loops that need the registers for themselves */
#else
#define POKEREVAL_ALIGNED
#define UNLIKELY(condition) (condition)
#define PREFETCH(address) ((void)(address))
#define UNROLL
#define ALWAYS_INLINE static inline
#define NEVER_INLINE static
#endif

#include "_tables.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define POKEREVAL_X86
#endif

#define NO_CARD 255
#define DECK_SIZE 52

/* Suit counters: the bias that makes `count` cards of one suit set the top bit of its counter. */
#define SUIT_BIAS(count) (UINT64_C(0x1111) * (8 - (count)))
#define SUIT_FLAGS UINT64_C(0x8888)
#define FLUSH_BIAS SUIT_BIAS(5)

ALWAYS_INLINE unsigned lookup5(uint64_t sum)
{
    return OFFSET5[sum >> (64 - KEY5_BITS + KEY5_COLUMN_BITS)] +
           (unsigned)((sum >> (64 - KEY5_BITS)) & ((1u << KEY5_COLUMN_BITS) - 1));
}

ALWAYS_INLINE unsigned lookup6(uint64_t sum)
{
    return OFFSET6[sum >> (64 - KEY7_BITS + KEY7_COLUMN_BITS)] +
           (unsigned)((sum >> (64 - KEY7_BITS)) & ((1u << KEY7_COLUMN_BITS) - 1));
}

ALWAYS_INLINE unsigned lookup7(uint64_t sum)
{
    return OFFSET7[sum >> (64 - KEY7_BITS + KEY7_COLUMN_BITS)] +
           (unsigned)((sum >> (64 - KEY7_BITS)) & ((1u << KEY7_COLUMN_BITS) - 1));
}

/* The suit whose counter is flagged: `flags` has one of the bits 3, 7, 11, 15 set. */
ALWAYS_INLINE unsigned flagged_suit(uint64_t flags)
{
    return (flags & 0x8800) ? 2 + (unsigned)((flags & 0x8000) != 0) : (unsigned)((flags & 0x0080) != 0);
}

/* Mask of the card ranks that a hand holds in one suit. */
ALWAYS_INLINE unsigned suit_mask(const uint8_t *cards, int count, unsigned suit)
{
    uint64_t suited = 0;
    for (int i = 0; i < count; i++)
        suited |= SUITED_BIT[cards[i]];
    return (unsigned)(suited >> (16 * suit)) & 0x1fff;
}

ALWAYS_INLINE uint16_t flush_rank(const uint8_t *cards, int count, uint64_t flags)
{
    return FLUSH_RANK[suit_mask(cards, count, flagged_suit(flags))];
}

/* -- adding cards up -- */

/* Two sums at once: the keys, and the cards' bits. The bits of distinct cards add up to their union. */
#if defined(__GNUC__)
typedef uint64_t card_sum __attribute__((vector_size(16), may_alias));
#define ADD_SUMS(a, b) ((a) + (b))
#define UNITE_SUMS(a, b) ((a) | (b))
#define DIFFER_SUMS(a, b) ((a) ^ (b))
#define KEYS_OF(sum) ((sum)[0])
#define BITS_OF(sum) ((sum)[1])
#define CARD_SUM(keys, bits) ((card_sum){(keys), (bits)})
#define CARD_ENTRY(table, card) (*(const card_sum *)((table) + 2 * (card)))
#else
typedef struct {
    uint64_t keys, bits;
} card_sum;
ALWAYS_INLINE card_sum CARD_SUM(uint64_t keys, uint64_t bits)
{
    card_sum sum = {keys, bits};
    return sum;
}
#define ADD_SUMS(a, b) CARD_SUM((a).keys + (b).keys, (a).bits + (b).bits)
#define UNITE_SUMS(a, b) CARD_SUM((a).keys | (b).keys, (a).bits | (b).bits)
#define DIFFER_SUMS(a, b) CARD_SUM((a).keys ^ (b).keys, (a).bits ^ (b).bits)
#define KEYS_OF(sum) ((sum).keys)
#define BITS_OF(sum) ((sum).bits)
#define CARD_ENTRY(table, card) CARD_SUM((table)[2 * (card)], (table)[2 * (card) + 1])
#endif

/* What a stretch of hands has shown: bits that were added twice, and bits that are no card's. */
typedef struct {
    card_sum twice, seen;
} complaints;

ALWAYS_INLINE complaints no_complaints(void)
{
    complaints none = {CARD_SUM(0, 0), CARD_SUM(0, 0)};
    return none;
}

/* `added` and `united` are the sum and the union of the same cards. */
ALWAYS_INLINE void look_at(complaints *all, card_sum added, card_sum united)
{
    all->twice = UNITE_SUMS(all->twice, DIFFER_SUMS(added, united));
    all->seen = UNITE_SUMS(all->seen, united);
}

ALWAYS_INLINE int has_complaints(complaints all)
{
    return (BITS_OF(all.twice) | BITS_OF(all.seen) >> DECK_SIZE) != 0;
}

/* The low mask of cards by the union of their keys. */
ALWAYS_INLINE unsigned low_mask_of(uint64_t united)
{
    return (unsigned)(united >> LOW_MASK_SHIFT) & 0xff;
}

ALWAYS_INLINE uint64_t card_key(const uint64_t *table, unsigned card)
{
    return table[2 * card];
}

/* True when `count` bytes are `count` different cards. */
ALWAYS_INLINE int are_distinct_cards(const uint8_t *cards, int count)
{
    complaints all = no_complaints();
    card_sum added = CARD_SUM(0, 0), united = CARD_SUM(0, 0);
    for (int i = 0; i < count; i++) {
        added = ADD_SUMS(added, CARD_ENTRY(CARD_KEY5, cards[i]));
        united = UNITE_SUMS(united, CARD_ENTRY(CARD_KEY5, cards[i]));
    }
    look_at(&all, added, united);
    return !has_complaints(all);
}

/* The first row from `row` on that is not of distinct cards; -1 when there is none before `end`, as when somebody has
 * changed the array since it was complained of. */
static inline ptrdiff_t first_bad_row(const uint8_t *cards, ptrdiff_t row, ptrdiff_t end, int count)
{
    while (row < end && are_distinct_cards(cards + row * count, count))
        row++;
    return row < end ? row : -1;
}

/* -- high and low of five to seven cards -- */

/* The rank that a sum from FLUSH_BIAS names. With at most seven cards a flush leaves no room for a full house or quads
 * beside it, so a flush is the hand. */
ALWAYS_INLINE uint16_t rank_of_sum(uint64_t sum, const uint8_t *cards, int count)
{
    if (UNLIKELY(sum & SUIT_FLAGS))
        return flush_rank(cards, count, sum & SUIT_FLAGS);
    return count == 5 ? RANK5[lookup5(sum)] : count == 6 ? RANK6[lookup6(sum)] : RANK7[lookup7(sum)];
}

/* Best high hand of 5, 6 or 7 cards; count is a constant where it matters. */
ALWAYS_INLINE uint16_t high_rank(const uint8_t *cards, int count)
{
    uint64_t sum = FLUSH_BIAS;
    for (int i = 0; i < count; i++)
        sum += card_key(count == 5 ? CARD_KEY5 : CARD_KEY7, cards[i]);
    return rank_of_sum(sum, cards, count);
}

/* Best ace-to-five low of 5, 6 or 7 cards, whatever pairs it holds: 1..6175. */
ALWAYS_INLINE uint16_t razz_rank(const uint8_t *cards, int count)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += card_key(count == 5 ? CARD_KEY5 : CARD_KEY7, cards[i]);
    return count == 5 ? RAZZ5[lookup5(sum)] : count == 6 ? RAZZ6[lookup6(sum)] : RAZZ7[lookup7(sum)];
}

/* Best hand of 5, 6 or 7 cards from the deck of 36, sixes to aces: a flush beats a full house, and the ace may stand
 * below the six. Classes 6 and 7 are the full house and the flush; A-6-7-8-9 has the place of a nine-high straight. */
ALWAYS_INLINE uint16_t short_deck_rank(const uint8_t *cards, int count)
{
    const unsigned ace_to_nine = 0x10f0, nine_high = 4;
    unsigned rank = high_rank(cards, count), all = 0;
    for (int i = 0; i < count; i++)
        all |= 1u << ((cards[i] >> 2) & 15);
    if (UNLIKELY((all & ace_to_nine) == ace_to_nine)) {
        unsigned straight = 5 << 12 | nine_high;
        for (unsigned suit = 0; suit < 4; suit++)
            if ((suit_mask(cards, count, suit) & ace_to_nine) == ace_to_nine)
                straight = 9 << 12 | nine_high;
        rank = straight > rank ? straight : rank;
    }
    unsigned hand_class = rank >> 12;
    return (uint16_t)(hand_class == 6 ? rank + (1 << 12) : hand_class == 7 ? rank - (1 << 12) : rank);
}

ALWAYS_INLINE unsigned low_mask(const uint8_t *cards, int count)
{
    unsigned mask = 0;
    for (int i = 0; i < count; i++)
        mask |= LOW_BIT[cards[i]];
    return mask;
}

/* -- Omaha: exactly two hole cards and exactly three board cards -- */

/* What a board of five brings to every Omaha hand. */
typedef struct {
    const uint16_t *row; /* best hand of each pair of hole-card ranks, flushes left out */
    uint64_t suits;      /* flags of the suits that have three or more cards on the board */
} omaha_board;

/* The best flush of two of `hole` with three of `board`, both masks of one suit. A straight flush need not use the
 * highest cards, so every choice is tried; it is at most 15 times 10 and needed for one hand in fourteen. */
static inline uint16_t omaha_flush(unsigned hole, unsigned board)
{
    uint16_t best = 0;
    unsigned second_hole = hole & (hole - 1), third_shown = board & (board - 1);
    third_shown &= third_shown - 1;
    if (!(second_hole & (second_hole - 1)) && !(third_shown & (third_shown - 1)))
        return FLUSH_RANK[hole | board]; /* two and three, the most frequent: no choice */
    for (unsigned first = hole; first; first &= first - 1)
        for (unsigned second = first & (first - 1); second; second &= second - 1) {
            unsigned two = (first & (0u - first)) | (second & (0u - second));
            for (unsigned a = board; a; a &= a - 1)
                for (unsigned b = a & (a - 1); b; b &= b - 1)
                    for (unsigned c = b & (b - 1); c; c &= c - 1) {
                        unsigned three = (a & (0u - a)) | (b & (0u - b)) | (c & (0u - c));
                        uint16_t rank = FLUSH_RANK[two | three];
                        if (rank > best)
                            best = rank;
                    }
        }
    return best;
}

/* Keys of a few cards, counting from the bias of their suit counters. */
ALWAYS_INLINE uint64_t keys_of(const uint8_t *cards, int count, uint64_t bias)
{
    for (int i = 0; i < count; i++)
        bias += card_key(CARD_KEY5, cards[i]);
    return bias;
}

/* Best of the pairs of hole cards in a board's row of the table. */
ALWAYS_INLINE uint16_t best_omaha_pair(const uint16_t *table_row, const uint8_t *hole, int hole_count)
{
    unsigned best = 0, card_ranks[6];
    for (int i = 0; i < hole_count; i++)
        card_ranks[i] = (hole[i] >> 2) & 15u;
    UNROLL
    for (int i = 0; i < hole_count; i++)
        UNROLL
        for (int j = i + 1; j < hole_count; j++) {
            unsigned rank = table_row[PAIR_INDEX[card_ranks[i] << 4 | card_ranks[j]]];
            best = rank > best ? rank : best;
        }
    return (uint16_t)best;
}

/* A board of five by its keys from SUIT_BIAS(3). */
ALWAYS_INLINE omaha_board omaha_read_board(uint64_t keys)
{
    omaha_board view = {OMAHA_RANK + OMAHA_ROW * lookup5(keys), keys & SUIT_FLAGS};
    return view;
}

/* Best high hand of hole cards, by themselves and by their keys from SUIT_BIAS(2), on a board that has been read. */
ALWAYS_INLINE uint16_t omaha_rank_on(const omaha_board *view, const uint8_t *board, const uint8_t *hole, int hole_count,
                                     uint64_t hole_keys)
{
    uint16_t best = best_omaha_pair(view->row, hole, hole_count);
    uint64_t both = view->suits & hole_keys;
    if (UNLIKELY(both)) {
        unsigned suit = flagged_suit(both);
        uint16_t flush = omaha_flush(suit_mask(hole, hole_count, suit), suit_mask(board, 5, suit));
        best = flush > best ? flush : best;
    }
    return best;
}

/* The first row from `row` on whose hand and board are not distinct cards; -1 when there is none before `end`. */
static inline ptrdiff_t first_bad_omaha_row(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count,
                                            const uint8_t *board, ptrdiff_t board_stride, int board_count,
                                            ptrdiff_t row, ptrdiff_t end)
{
    for (; row < end; row++) {
        uint8_t together[11];
        memcpy(together, hole + row * hole_stride, (size_t)hole_count);
        memcpy(together + hole_count, board + row * board_stride, (size_t)board_count);
        if (!are_distinct_cards(together, hole_count + board_count))
            return row;
    }
    return -1;
}

/* Best high hand with a board of three or four: every two with every three. */
static inline uint16_t omaha_rank_by_threes(const uint8_t *board, int board_count, const uint8_t *hole, int hole_count)
{
    uint16_t best = 0;
    uint8_t five[5];
    for (int i = 0; i < hole_count; i++)
        for (int j = i + 1; j < hole_count; j++)
            for (int a = 0; a < board_count; a++)
                for (int b = a + 1; b < board_count; b++)
                    for (int c = b + 1; c < board_count; c++) {
                        five[0] = hole[i], five[1] = hole[j], five[2] = board[a], five[3] = board[b], five[4] = board[c];
                        uint16_t rank = high_rank(five, 5);
                        if (rank > best)
                            best = rank;
                    }
    return best;
}

/* By the united keys of a hand and of its board. */
ALWAYS_INLINE uint8_t omaha_low_of(uint64_t held, uint64_t seen)
{
    return OMAHA_LOW_RANK[low_mask_of(held) << 8 | low_mask_of(seen)];
}

ALWAYS_INLINE uint8_t omaha_low_rank(const uint8_t *board, int board_count, const uint8_t *hole, int hole_count)
{
    return OMAHA_LOW_RANK[low_mask(hole, hole_count) << 8 | low_mask(board, board_count)];
}

#endif
