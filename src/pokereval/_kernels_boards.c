/* Boards against players: every seat of a table ranked by the batch loops, a block of tables at a time. Settlement stands
 * on this, and whoever asks how several hands do on many boards.
 *
 * A block's hands are laid out as the batch loops want them, on the stack and in the first-level cache: seven cards to a
 * row, or in Omaha each seat's board beside its hole cards.
 */
#include <string.h>

#include "_kernels.h"
#include "_lookup.h"

#define MOST_SEATS 10
#define MOST_CARDS 7
#define ROWS_AT_ONCE 512

/* Rows of seven: hole cards, then the board. */
ALWAYS_INLINE void lay_out(uint8_t *rows, const uint8_t *holes, ptrdiff_t hole_stride, int hole_count,
                           const uint8_t *boards, int seats, int tables)
{
    const int shown = MOST_CARDS - hole_count;
    for (int table = 0; table < tables; table++, boards += shown, holes += hole_stride)
        for (int seat = 0; seat < seats; seat++, rows += MOST_CARDS) {
            memcpy(rows, holes + seat * hole_count, (size_t)hole_count);
            memcpy(rows + hole_count, boards, (size_t)shown);
        }
}

static void rank_omaha(const pk_path *path, const uint8_t *holes, ptrdiff_t hole_stride, int hole_count,
                       const uint8_t *boards, int seats, int tables, uint16_t *high, uint8_t *low)
{
    uint8_t beside[5 * ROWS_AT_ONCE], *next = beside;
    const ptrdiff_t rows = (ptrdiff_t)tables * seats;
    for (int table = 0; table < tables; table++)
        for (int seat = 0; seat < seats; seat++, next += 5)
            memcpy(next, boards + 5 * table, 5);
    if (hole_stride == (ptrdiff_t)seats * hole_count) {
        path->omaha(holes, hole_count, hole_count, beside, 5, 5, rows, high, low, 0);
        return;
    }
    for (int table = 0; table < tables; table++) /* the same hands on every board */
        path->omaha(holes + table * hole_stride, hole_count, hole_count, boards + 5 * table, 0, 5, seats,
                    high ? high + table * seats : NULL, low ? low + table * seats : NULL, 0);
}

void pk_rank_seats(const pk_path *path, const pk_seats *all, ptrdiff_t start, ptrdiff_t stop, uint16_t *high, uint8_t *low)
{
    const int seats = all->seats, hole_count = all->hole_count, most = ROWS_AT_ONCE / seats;
    const int shown = all->is_omaha ? 5 : MOST_CARDS - hole_count;
    for (ptrdiff_t table = start; table < stop; table += most) {
        const int tables = (int)(stop - table < most ? stop - table : most);
        const uint8_t *holes = all->hole_cards + table * all->hole_stride, *boards = all->boards + table * shown;
        const ptrdiff_t rows = (ptrdiff_t)tables * seats, place = table * seats;
        uint16_t *high_out = high ? high + place : NULL;
        uint8_t *low_out = low ? low + place : NULL;
        uint8_t made[MOST_CARDS * ROWS_AT_ONCE];
        int is_dealt = all->hole_stride == (ptrdiff_t)seats * hole_count;
        if (hole_count == 2 && high && !low && is_dealt && path->holdem) {
            path->holdem(boards, holes, tables, seats, high_out);
            continue;
        }
        if (all->is_omaha) {
            rank_omaha(path, holes, all->hole_stride, hole_count, boards, seats, tables, high_out, low_out);
            continue;
        }
        if (hole_count == 2)
            lay_out(made, holes, all->hole_stride, 2, boards, seats, tables);
        else if (hole_count == 6)
            lay_out(made, holes, all->hole_stride, 6, boards, seats, tables);
        if (hole_count != MOST_CARDS)
            holes = made;
        if (high)
            path->high(holes, rows, MOST_CARDS, high_out, 0);
        if (low)
            path->low(holes, rows, MOST_CARDS, low_out, 0);
    }
}

ALWAYS_INLINE void add_bits(const uint8_t *cards, int count, uint64_t *sum, uint64_t *set)
{
    for (int i = 0; i < count; i++) {
        uint64_t bit = CARD_KEY5[2 * cards[i] + 1];
        *sum += bit;
        *set |= bit;
    }
}

ptrdiff_t pk_bad_seats(const pk_seats *all, ptrdiff_t start, ptrdiff_t stop)
{
    const int shown = all->is_omaha ? 5 : MOST_CARDS - all->hole_count, holes = all->seats * all->hole_count;
    for (ptrdiff_t table = start; table < stop; table++) {
        uint64_t sum = 0, set = 0;
        add_bits(all->hole_cards + table * all->hole_stride, holes, &sum, &set);
        add_bits(all->boards + table * shown, shown, &sum, &set);
        if (UNLIKELY(sum != set || set >> DECK_SIZE))
            return table;
    }
    return ALL_GOOD;
}
