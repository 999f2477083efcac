/* One hand at a time: the look-ups on which every kernel stands.
 *
 * A hand's 64-bit sum is SUIT_BIAS plus the keys of its cards. Its top bits name the multiset of card ranks; its low
 * sixteen bits are four suit counters that start at three, so that five cards of a suit set the counter's top bit.
 * Nothing here checks its input, but no byte 0..255 makes it read outside a table.
 */
#ifndef POKEREVAL_LOOKUP_H
#define POKEREVAL_LOOKUP_H

#include <stdint.h>

#if defined(__GNUC__)
#define POKEREVAL_ALIGNED __attribute__((aligned(64)))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define POKEREVAL_ALIGNED
#define UNLIKELY(condition) (condition)
#define ALWAYS_INLINE static inline
#endif

#include "_tables.h"

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
    unsigned mask = 0;
    for (int i = 0; i < count; i++)
        mask |= (unsigned)((cards[i] & 3u) == suit) << ((cards[i] >> 2) & 15u);
    return mask & 0x1fff;
}

ALWAYS_INLINE uint16_t flush_rank(const uint8_t *cards, int count, uint64_t flags)
{
    return FLUSH_RANK[suit_mask(cards, count, flagged_suit(flags))];
}

/* Best high hand of 5, 6 or 7 cards; count is a constant where it matters. With at most seven cards a flush leaves no
 * room for a full house or quads beside it, so a flush is the hand. */
ALWAYS_INLINE uint16_t high_rank(const uint8_t *cards, int count)
{
    const uint64_t *keys = count == 5 ? CARD_KEY5 : CARD_KEY7;
    uint64_t sum = FLUSH_BIAS;
    for (int i = 0; i < count; i++)
        sum += keys[cards[i]];
    if (UNLIKELY(sum & SUIT_FLAGS))
        return flush_rank(cards, count, sum & SUIT_FLAGS);
    return count == 5 ? RANK5[lookup5(sum)] : count == 6 ? RANK6[lookup6(sum)] : RANK7[lookup7(sum)];
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

ALWAYS_INLINE uint64_t suit_counters(const uint8_t *cards, int count, uint64_t sum)
{
    for (int i = 0; i < count; i++)
        sum += CARD_KEY5[cards[i]];
    return sum;
}

ALWAYS_INLINE void omaha_read_board(omaha_board *view, const uint8_t *board)
{
    uint64_t sum = suit_counters(board, 5, SUIT_BIAS(3));
    view->row = OMAHA_RANK + OMAHA_ROW * lookup5(sum);
    view->suits = sum & SUIT_FLAGS;
}

/* Best high hand with a board of five that has been read. */
ALWAYS_INLINE uint16_t omaha_rank_on(const omaha_board *view, const uint8_t *board, const uint8_t *hole, int hole_count)
{
    unsigned best = 0;
    for (int i = 0; i < hole_count; i++) {
        const uint8_t *pairs = PAIR_INDEX + 16 * ((hole[i] >> 2) & 15);
        for (int j = i + 1; j < hole_count; j++) {
            unsigned rank = view->row[pairs[(hole[j] >> 2) & 15]];
            best = rank > best ? rank : best;
        }
    }
    if (view->suits) {
        uint64_t both = view->suits & suit_counters(hole, hole_count, SUIT_BIAS(2));
        if (UNLIKELY(both)) {
            unsigned suit = flagged_suit(both);
            uint16_t flush = omaha_flush(suit_mask(hole, hole_count, suit), suit_mask(board, 5, suit));
            best = flush > best ? flush : best;
        }
    }
    return (uint16_t)best;
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

ALWAYS_INLINE uint8_t omaha_low_rank(const uint8_t *board, int board_count, const uint8_t *hole, int hole_count)
{
    return OMAHA_LOW_RANK[low_mask(hole, hole_count) << 8 | low_mask(board, board_count)];
}

/* -- checking -- */

/* Sets a bit when a byte is no card id. */
ALWAYS_INLINE unsigned not_a_card(uint8_t card)
{
    return (card | (card + (128u - DECK_SIZE))) & 0x80u;
}

/* True when `count` bytes are `count` different cards. Equal cards make the sum of their bits differ from the union. */
ALWAYS_INLINE int are_distinct_cards(const uint8_t *cards, int count)
{
    uint64_t sum = 0, together = 0;
    unsigned strange = 0;
    for (int i = 0; i < count; i++) {
        uint64_t bit = UINT64_C(1) << (cards[i] & 63);
        sum += bit;
        together |= bit;
        strange |= not_a_card(cards[i]);
    }
    return sum == together && !strange;
}

#endif
