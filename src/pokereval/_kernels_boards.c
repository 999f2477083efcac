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
#define ROWS_AT_ONCE 1024
#define TABLES_AT_ONCE 256

ALWAYS_INLINE int shown_of(const pk_seats *all)
{
    return all->is_omaha ? 5 : MOST_CARDS - all->hole_count;
}

/* Rows of seven: hole cards, then the board. */
ALWAYS_INLINE void lay_out(uint8_t *rows, const uint8_t *holes, int hole_count, const uint8_t *boards, int seats,
                           int tables)
{
    const int shown = MOST_CARDS - hole_count;
    for (int table = 0; table < tables; table++, boards += shown)
        for (int seat = 0; seat < seats; seat++, rows += MOST_CARDS, holes += hole_count) {
            memcpy(rows, holes, (size_t)hole_count);
            memcpy(rows + hole_count, boards, (size_t)shown);
        }
}

void pk_strange_seats(const pk_path *path, const pk_seats *all, ptrdiff_t start, int tables, uint64_t *bits)
{
    const int row = all->seats * all->hole_count, shown = shown_of(all);
    (row <= DECK_SIZE ? path->strange : pk_portable_strange)(all->hole_cards + start * row, row,
                                                              all->boards + start * shown, shown, tables, bits);
}

/* Ranks of tables, and, unless `strange` is NULL, a bit for each that may not be of distinct cards. */
static void rank_block(const pk_path *path, const pk_seats *all, int tables, uint16_t *high, uint8_t *low,
                       uint64_t *strange)
{
    const int seats = all->seats, hole_count = all->hole_count;
    const ptrdiff_t rows = (ptrdiff_t)tables * seats;
    const uint8_t *holes = all->hole_cards, *boards = all->boards;
    uint8_t made[MOST_CARDS * ROWS_AT_ONCE];
    if (hole_count == 2 && !low && path->holdem) {
        path->holdem(boards, holes, tables, seats, high, strange);
        return;
    }
    if (strange)
        pk_strange_seats(path, all, 0, tables, strange);
    if (all->is_omaha) {
        for (ptrdiff_t row = 0; row < rows; boards += 5)
            for (int seat = 0; seat < seats; seat++, row++)
                memcpy(made + 5 * row, boards, 5);
        path->omaha(holes, hole_count, hole_count, made, 5, 5, rows, high, low, 0);
        return;
    }
    if (hole_count == 2)
        lay_out(made, holes, 2, boards, seats, tables);
    else if (hole_count == 6)
        lay_out(made, holes, 6, boards, seats, tables);
    if (hole_count != MOST_CARDS)
        holes = made;
    if (high)
        path->high(holes, rows, MOST_CARDS, high, 0);
    if (low)
        path->low(holes, rows, MOST_CARDS, low, 0);
}

/* The first of the tables with a bit whose cards are not distinct. */
static int first_bad_table(const pk_seats *all, int tables, const uint64_t *strange)
{
    for (int table = 0; table < tables; table++) {
        uint64_t bit = strange[table / 64] >> table % 64 & 1;
        if (table % 64 == 0 && !strange[table / 64])
            table += 63;
        else if (UNLIKELY(bit))
            pk_strange_seats(&pk_portable, all, table, 1, &bit);
        if (UNLIKELY(bit))
            return table;
    }
    return -1;
}

/* As many tables at once as there is room for, or rather a multiple of 64. */
ALWAYS_INLINE int tables_at_once(int seats)
{
    const int fit = ROWS_AT_ONCE / seats & ~63;
    return fit < TABLES_AT_ONCE ? fit : TABLES_AT_ONCE;
}

ptrdiff_t pk_rank_seats(const pk_path *path, const pk_seats *all, ptrdiff_t start, ptrdiff_t stop, uint16_t *high,
                        uint8_t *low, int check)
{
    const int seats = all->seats, most = tables_at_once(seats), row = seats * all->hole_count;
    uint8_t hands[6 * ROWS_AT_ONCE];
    uint64_t strange[TABLES_AT_ONCE / 64];
    pk_seats block = *all;
    if (!all->hole_stride) { /* the same hands for every board, as if they had been dealt again and again */
        for (int table = 0; table < most && table < stop - start; table++)
            memcpy(hands + row * table, all->hole_cards, (size_t)row);
        block.hole_stride = row;
    }
    for (ptrdiff_t table = start; table < stop; table += most) {
        const int tables = (int)(stop - table < most ? stop - table : most);
        block.hole_cards = all->hole_stride ? all->hole_cards + table * row : hands;
        block.boards = all->boards + table * shown_of(all);
        rank_block(path, &block, tables, high ? high + table * seats : NULL, low ? low + table * seats : NULL,
                   check ? strange : NULL);
        int bad = check ? first_bad_table(&block, tables, strange) : -1;
        if (UNLIKELY(bad >= 0))
            return table + bad;
    }
    return ALL_GOOD;
}
