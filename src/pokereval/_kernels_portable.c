/* Batch loops in plain C: the path that every compiler builds and that every faster path must equal bit by bit. */
#include <string.h>

#include "_kernels.h"
#include "_lookup.h"

/* Rows per block: a block's complaints are gathered branch-free and looked into once. */
#define BLOCK 1024
#define OMAHA_BLOCK 64 /* of three cache lines each */

/* -- a row in a register: its cards are the low `count` bytes of a word, the first card lowest -- */

ALWAYS_INLINE uint64_t load_row(const uint8_t *cards, int bytes)
{
    uint64_t row = 0;
    memcpy(&row, cards, (size_t)bytes);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    row = __builtin_bswap64(row);
#endif
    return row;
}

ALWAYS_INLINE unsigned card_of(uint64_t row, int i)
{
    return (unsigned)(row >> (8 * i)) & 0xff;
}

/* -- high -- */

/* One row of which `bytes` bytes, count or 8, can be read. */
ALWAYS_INLINE uint16_t high_of_row(const uint8_t *cards, int bytes, int count, complaints *bad)
{
    const uint64_t *keys = count == 5 ? CARD_KEY5 : CARD_KEY7;
    uint64_t row = load_row(cards, bytes);
    if (bad) {
        card_sum added = CARD_SUM(FLUSH_BIAS, 0), united = CARD_SUM(0, 0);
        for (int i = 0; i < count; i++) {
            card_sum card = CARD_ENTRY(keys, card_of(row, i));
            added = ADD_SUMS(added, card);
            united = UNITE_SUMS(united, card);
        }
        look_at(bad, added, united);
        return rank_of_sum(KEYS_OF(added), cards, count);
    }
    uint64_t sum = FLUSH_BIAS;
    for (int i = 0; i < count; i++)
        sum += card_key(keys, card_of(row, i));
    return rank_of_sum(sum, cards, count);
}

ALWAYS_INLINE ptrdiff_t high_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    const ptrdiff_t wide = rows - 7 / count; /* rows that have eight bytes before the array's end */
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        ptrdiff_t stop = start + BLOCK < rows ? start + BLOCK : rows, row = start;
        complaints bad = no_complaints();
        for (; row < (stop < wide ? stop : wide); row++)
            out[row] = high_of_row(cards + row * count, 8, count, check ? &bad : NULL);
        for (; row < stop; row++)
            out[row] = high_of_row(cards + row * count, count, count, check ? &bad : NULL);
        if (UNLIKELY(has_complaints(bad))) {
            ptrdiff_t row = first_bad_row(cards, start, rows, count);
            if (row >= 0)
                return row;
        }
    }
    return ALL_GOOD;
}

static ptrdiff_t high(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    return FOR_COUNT_AND_CHECK(high_rows);
}

/* -- low -- */

ALWAYS_INLINE ptrdiff_t low_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        ptrdiff_t stop = start + BLOCK < rows ? start + BLOCK : rows;
        complaints bad = no_complaints();
        for (ptrdiff_t row = start; row < stop; row++) {
            const uint8_t *hand = cards + row * count;
            if (check) {
                card_sum added = CARD_SUM(0, 0), united = CARD_SUM(0, 0);
                for (int i = 0; i < count; i++) {
                    added = ADD_SUMS(added, CARD_ENTRY(CARD_KEY5, hand[i]));
                    united = UNITE_SUMS(united, CARD_ENTRY(CARD_KEY5, hand[i]));
                }
                look_at(&bad, added, united);
            }
            out[row] = LOW_RANK[low_mask(hand, count)];
        }
        if (UNLIKELY(has_complaints(bad))) {
            ptrdiff_t row = first_bad_row(cards, start, rows, count);
            if (row >= 0)
                return row;
        }
    }
    return ALL_GOOD;
}

static ptrdiff_t low(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    return FOR_COUNT_AND_CHECK(low_rows);
}

/* -- Omaha -- */

/* Adds cards up, united with those before. */
ALWAYS_INLINE card_sum add_cards(const uint8_t *cards, int count, uint64_t bias, card_sum *united)
{
    card_sum added = CARD_SUM(bias, 0);
    for (int i = 0; i < count; i++) {
        card_sum card = CARD_ENTRY(CARD_KEY5, cards[i]);
        added = ADD_SUMS(added, card);
        *united = UNITE_SUMS(*united, card);
    }
    return added;
}

/* Boards of five. The table of boards is larger than many a second-level cache, so a block first finds its rows of the
 * table and asks for them; then come the pairs, and last the few hands that can hold a flush. */
ALWAYS_INLINE ptrdiff_t omaha_rows(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                   ptrdiff_t board_stride, ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    for (ptrdiff_t start = 0; start < rows; start += OMAHA_BLOCK) {
        const int size = (int)(rows - start < OMAHA_BLOCK ? rows - start : OMAHA_BLOCK);
        const uint8_t *holes_at = hole + start * hole_stride, *boards_at = board + start * board_stride;
        const uint16_t *table_rows[OMAHA_BLOCK];
        uint16_t flush_suits[OMAHA_BLOCK];
        uint8_t flush_rows[OMAHA_BLOCK];
        int flushes = 0;
        complaints bad = no_complaints();
        for (int row = 0; row < size; row++) {
            const uint8_t *two = holes_at + row * hole_stride, *three = boards_at + row * board_stride;
            card_sum united = CARD_SUM(0, 0);
            card_sum holes = add_cards(two, hole_count, SUIT_BIAS(2), &united);
            card_sum shown = add_cards(three, 5, SUIT_BIAS(3), &united);
            uint64_t suits = KEYS_OF(holes) & KEYS_OF(shown) & SUIT_FLAGS;
            if (check)
                look_at(&bad, ADD_SUMS(holes, shown), united);
            table_rows[row] = OMAHA_RANK + OMAHA_ROW * lookup5(KEYS_OF(shown));
            PREFETCH(table_rows[row]);
            PREFETCH(table_rows[row] + 32);
            PREFETCH(table_rows[row] + 64);
            flush_rows[flushes] = (uint8_t)row;
            flush_suits[flushes] = (uint16_t)suits;
            flushes += suits != 0;
        }
        if (check && UNLIKELY(has_complaints(bad))) {
            ptrdiff_t row = first_bad_omaha_row(hole, hole_stride, hole_count, board, board_stride, start, rows);
            if (row >= 0)
                return row;
        }
        for (int row = 0; row < size; row++)
            high[start + row] = best_omaha_pair(table_rows[row], holes_at + row * hole_stride, hole_count);
        for (int i = 0; i < flushes; i++) {
            const uint8_t *two = holes_at + flush_rows[i] * hole_stride, *three = boards_at + flush_rows[i] * board_stride;
            unsigned suit = flagged_suit(flush_suits[i]);
            uint16_t rank = omaha_flush(suit_mask(two, hole_count, suit), suit_mask(three, 5, suit));
            uint16_t *best = high + start + flush_rows[i];
            *best = rank > *best ? rank : *best;
        }
        if (low)
            for (int row = 0; row < size; row++)
                low[start + row] = omaha_low_rank(boards_at + row * board_stride, 5, holes_at + row * hole_stride, hole_count);
    }
    return ALL_GOOD;
}

/* Lows alone, and boards of three or four, whose highs go by threes. */
ALWAYS_INLINE ptrdiff_t omaha_rows_by_threes(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count,
                                             const uint8_t *board, ptrdiff_t board_stride, int board_count,
                                             ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    for (ptrdiff_t row = 0; row < rows; row++, hole += hole_stride, board += board_stride) {
        if (check) {
            complaints bad = no_complaints();
            card_sum united = CARD_SUM(0, 0);
            card_sum holes = add_cards(hole, hole_count, 0, &united);
            card_sum shown = add_cards(board, board_count, 0, &united);
            look_at(&bad, ADD_SUMS(holes, shown), united);
            if (UNLIKELY(has_complaints(bad)))
                return row;
        }
        if (high)
            high[row] = omaha_rank_by_threes(board, board_count, hole, hole_count);
        if (low)
            low[row] = omaha_low_rank(board, board_count, hole, hole_count);
    }
    return ALL_GOOD;
}

/* One copy of the loops for each number of hole cards. */
#define OMAHA_ROWS(holes)                                                                                              \
    (high && board_count == 5                                                                                          \
         ? omaha_rows(hole, hole_stride, holes, board, board_stride, rows, high, low, check)                           \
     : board_count == 5                                                                                                \
         ? omaha_rows_by_threes(hole, hole_stride, holes, board, board_stride, 5, rows, high, low, check)              \
         : omaha_rows_by_threes(hole, hole_stride, holes, board, board_stride, board_count, rows, high, low, check))

ptrdiff_t pk_portable_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                            ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low,
                            int check)
{
    return hole_count == 4 ? OMAHA_ROWS(4) : hole_count == 5 ? OMAHA_ROWS(5) : OMAHA_ROWS(6);
}

static int can_run(void)
{
    return 1;
}

static void prepare(void)
{
}

const pk_path pk_portable = {"portable", can_run, prepare, high, low, pk_portable_omaha, NULL};
