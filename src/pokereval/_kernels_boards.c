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

/* Ranks of tables that have been looked at, or that nobody wants to look at. */
static void rank_block(const pk_path *path, const pk_seats *all, int tables, uint16_t *high, uint8_t *low)
{
    const int seats = all->seats, hole_count = all->hole_count;
    const ptrdiff_t rows = (ptrdiff_t)tables * seats;
    const uint8_t *holes = all->hole_cards, *boards = all->boards;
    uint8_t made[MOST_CARDS * ROWS_AT_ONCE];
    if (hole_count == 2 && !low && path->holdem) {
        path->holdem(boards, holes, tables, seats, high);
        return;
    }
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

/* Every card has a bit of its own, and what is no card has none. Bits that come twice carry, so that the sum of `count`
 * cards has as many ones only when they are distinct. */
ALWAYS_INLINE uint64_t sum_of_bits(const uint8_t *cards, int count)
{
    uint64_t sum = count & 1 ? SUITED_BIT[cards[count - 1]] : 0;
    for (int i = 0; i + 1 < count; i += 2)
        sum += SUITED_BIT[cards[i]] + SUITED_BIT[cards[i + 1]];
    return sum;
}

ALWAYS_INLINE int count_ones(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (int)((((bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101)) >> 56);
}

ALWAYS_INLINE int is_distinct(const pk_seats *all, ptrdiff_t table, int row, int shown)
{
    const uint64_t own = sum_of_bits(all->hole_cards + table * row, row);
    return count_ones(own + sum_of_bits(all->boards + table * shown, shown)) == row + shown;
}

ALWAYS_INLINE void mark_strange(const pk_seats *all, ptrdiff_t start, int tables, int row, int shown, uint64_t *bits)
{
    for (int block = 0; block < tables; block += 64) {
        const int size = tables - block < 64 ? tables - block : 64;
        uint64_t strange = 0;
        for (int i = 0; i < size; i++)
            strange |= (uint64_t)!is_distinct(all, start + block + i, row, shown) << i;
        bits[block / 64] = strange;
    }
}

void pk_strange_seats(const pk_path *path, const pk_seats *all, ptrdiff_t start, int tables, uint64_t *bits)
{
    const int row = all->seats * all->hole_count, shown = shown_of(all);
    if (path->strange && row <= DECK_SIZE)
        path->strange(all->hole_cards + start * row, row, all->boards + start * shown, shown, tables, bits);
    else if (row == 12 && shown == 5) /* hold'em with six seats, the most frequent table: no loops over its cards */
        mark_strange(all, start, tables, 12, 5, bits);
    else
        mark_strange(all, start, tables, row, shown, bits);
}

static int first_bad_table(const pk_path *path, const pk_seats *all, int tables)
{
    const int row = all->seats * all->hole_count, shown = shown_of(all);
    uint64_t bits[TABLES_AT_ONCE / 64];
    pk_strange_seats(path, all, 0, tables, bits);
    for (int table = 0; table < tables; table++) {
        if (table % 64 == 0 && !bits[table / 64])
            table += 63;
        else if (bits[table / 64] >> table % 64 & 1 && UNLIKELY(!is_distinct(all, table, row, shown)))
            return table;
    }
    return -1;
}

/* As many tables at once as there is room for, or rather a multiple of sixteen. */
ALWAYS_INLINE int tables_at_once(int seats)
{
    const int fit = ROWS_AT_ONCE / seats & ~15;
    return fit < TABLES_AT_ONCE ? fit : TABLES_AT_ONCE;
}

ptrdiff_t pk_rank_seats(const pk_path *path, const pk_seats *all, ptrdiff_t start, ptrdiff_t stop, uint16_t *high,
                        uint8_t *low, int check)
{
    const int seats = all->seats, most = tables_at_once(seats), row = seats * all->hole_count;
    uint8_t hands[6 * ROWS_AT_ONCE];
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
        if (check) {
            int bad = first_bad_table(path, &block, tables);
            if (bad >= 0)
                return table + bad;
        }
        rank_block(path, &block, tables, high ? high + table * seats : NULL, low ? low + table * seats : NULL);
    }
    return ALL_GOOD;
}
