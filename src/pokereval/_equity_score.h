/* Who wins: ranks of all seats to counts in a tally. */
#ifndef POKEREVAL_EQUITY_SCORE_H
#define POKEREVAL_EQUITY_SCORE_H

#include <string.h>

#include "_kernels_equity.h"
#include "_lookup.h"

#if defined(__GNUC__)
#define COUNT_BITS(mask) __builtin_popcount(mask)
#define LOWEST_BIT(mask) __builtin_ctzll(mask)
#else
static inline int COUNT_BITS(unsigned mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}
static inline int LOWEST_BIT(uint64_t mask)
{
    int at = 0;
    while (!(mask >> at & 1))
        at++;
    return at;
}
#endif

/* Seats of `eligible` with the highest of their ranks, as bits; none when that is 0. */
ALWAYS_INLINE unsigned best_seats(const uint16_t *ranks, int seats, unsigned eligible)
{
    unsigned best = 0, winners = 0;
    for (int seat = 0; seat < seats; seat++) {
        const unsigned rank = ranks[seat] & (0u - (eligible >> seat & 1));
        best = rank > best ? rank : best;
    }
    for (int seat = 0; seat < seats; seat++)
        winners |= (unsigned)(ranks[seat] == best) << seat;
    return best ? winners & eligible : 0;
}

/* In games without a low, deals are first counted by the set of seats that win; at most 1,024 sets a pot. */
#define SETS (1 << MOST_SEATS)

ALWAYS_INLINE double pot_share(unsigned high, unsigned low, int seat, int splits)
{
    double share = high >> seat & 1 ? 1.0 / COUNT_BITS(high) : 0;
    if (splits && low)
        share = (share + (low >> seat & 1 ? 1.0 / COUNT_BITS(low) : 0)) / 2;
    return share;
}

#endif
