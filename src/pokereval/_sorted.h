/* Sorted hands: what puts cards in order, and the number of a hand in order, by which the tables SORTED_RANK5 to 7 are
 * laid out. Of card ranks a <= b <= c ... it is C(a, 1) + C(b + 1, 2) + C(c + 2, 3) ..., which leaves no gaps. */
#ifndef POKEREVAL_SORTED_H
#define POKEREVAL_SORTED_H

#include "_lookup.h"

#define MOST_SORTED 7

/* The terms of the first five places have two digits to this base, five of which, the upper ones too, stay in a byte;
 * those of the sixth and the seventh place have two bytes. */
#define TERM_BASE 51

#define MOST_STEPS 16

/* The steps of a network: a step puts the cards of two places in order. */
typedef struct {
    int steps;
    uint8_t places[MOST_STEPS][2];
} network;

static const network NETWORKS[MOST_SORTED - 3] = {
    {5, {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}}},
    {9, {{0, 1}, {3, 4}, {2, 4}, {2, 3}, {1, 4}, {0, 3}, {0, 2}, {1, 3}, {1, 2}}},
    {12, {{1, 2}, {4, 5}, {0, 2}, {3, 5}, {0, 1}, {3, 4}, {2, 5}, {0, 3}, {1, 4}, {2, 4}, {1, 3}, {2, 3}}},
    {16, {{0, 6}, {2, 3}, {4, 5}, {0, 2}, {1, 4}, {3, 6}, {0, 1}, {2, 5},
          {3, 4}, {1, 2}, {4, 6}, {2, 3}, {4, 5}, {1, 2}, {3, 4}, {5, 6}}},
};

#define MERGE_STEPS 17

/* Merges a board of five in order with up to six hole cards in order behind it, by Batcher's odd-even merge. A smaller
 * hand goes without the steps to places that it has not. */
static const uint8_t MERGE[MERGE_STEPS][2] = {{0, 8}, {1, 9}, {2, 10}, {1, 5}, {2, 6}, {3, 7}, {4, 8}, {0, 2}, {3, 5},
                                              {4, 6}, {7, 9}, {8, 10}, {0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}};

/* The digits of a place's terms, by card rank. */
static inline void term_digits(int place, uint8_t lower[13], uint8_t upper[13])
{
    const unsigned base = place < 5 ? TERM_BASE : 256;
    for (unsigned rank = 0; rank < 13; rank++) {
        unsigned term = rank; /* rank + place over place + 1, from rank over 1 */
        for (unsigned i = 1; i <= (unsigned)place; i++)
            term = term * (rank + i) / (i + 1);
        lower[rank] = (uint8_t)(term % base);
        upper[rank] = (uint8_t)(term / base);
    }
}

/* Weights of suits. Sums of five tell a suit of three, modulo 128; sums of six and of seven tell whether there is a
 * suit of five. */
static const uint8_t SUIT_WEIGHTS[4] = {0, 1, 6, 36};

/* Marks the sums of six or seven weights that have five of a suit. (Hands of five are told without weights.) */
static inline void mark_flush_sums(int count, uint8_t marks[256], uint8_t mark)
{
    for (int five = 0; five < 4; five++)
        for (int one = 0; one < 4; one++)
            for (int other = 0; other < (count == 7 ? 4 : 1); other++)
                marks[5 * SUIT_WEIGHTS[five] + SUIT_WEIGHTS[one] + SUIT_WEIGHTS[other]] = mark;
}

/* The rank of a hand that holds a flush: no other suit has five cards, and fewer have no rank. */
ALWAYS_INLINE uint16_t flush_of(const uint8_t *cards, int count)
{
    uint64_t suited = 0;
    unsigned best = 0;
    for (int i = 0; i < count; i++)
        suited |= SUITED_BIT[cards[i]];
    for (int suit = 0; suit < 4; suit++) {
        unsigned rank = FLUSH_RANK[suited >> (16 * suit) & 0x1fff];
        best = rank > best ? rank : best;
    }
    return (uint16_t)best;
}

/* The best flush of two of `hole` with three of `board`, masks of one suit with so many bits at least. */
ALWAYS_INLINE uint16_t best_flush(unsigned hole, unsigned board, int hole_count)
{
    const unsigned all = hole | board, wheel = all << 1 | all >> 12;
    const unsigned pairs = wheel & wheel >> 1;
    if (UNLIKELY(pairs & pairs >> 2 & wheel >> 4))
        return omaha_flush(hole, board); /* a straight flush need not use the highest cards */
    for (int i = 2; i < hole_count; i++) {
        unsigned without = hole & (hole - 1);
        hole = without & (without - 1) ? without : hole;
    }
    for (int i = 3; i < 5; i++) {
        unsigned without = board & (board - 1), two_less = without & (without - 1);
        board = two_less & (two_less - 1) ? without : board;
    }
    return FLUSH_RANK[hole | board];
}

#endif
