/* Batch loops in plain C: the path that every compiler builds and that every faster path must equal bit by bit. */
#include <string.h>

#include "_kernels.h"
#include "_lookup.h"

/* Rows per block: a block's complaints are gathered branch-free and looked into once. */
#define BLOCK 1024

/* -- a row in a register: its cards are the low `count` bytes of a word, the first card lowest -- */

#define EVERY_BYTE UINT64_C(0x0101010101010101)

ALWAYS_INLINE uint64_t load_row(const uint8_t *cards, int count)
{
    uint64_t row = 0;
    memcpy(&row, cards, (size_t)count);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    row = __builtin_bswap64(row);
#endif
    return row;
}

/* The same, reading eight bytes of which the caller knows that they exist. */
ALWAYS_INLINE uint64_t load_row_wide(const uint8_t *cards, int count)
{
    return load_row(cards, 8) & (~UINT64_C(0) >> (64 - 8 * count));
}

ALWAYS_INLINE unsigned card_of(uint64_t row, int i)
{
    return (unsigned)(row >> (8 * i)) & 0xff;
}

/* Nonzero when the row holds anything but `count` distinct cards. The bytes are compared with themselves rotated by
 * one, two and three places, which meets every pair of up to seven; a byte below 128 plus 127 keeps its top bit clear
 * only if it was zero. */
ALWAYS_INLINE uint64_t complaints(uint64_t row, int count)
{
    const uint64_t tops = (0x80 * EVERY_BYTE) >> (64 - 8 * count);
    uint64_t different = ~UINT64_C(0);
    for (int places = 1; places <= count / 2; places++) {
        uint64_t rotated = row >> (8 * places) | row << (8 * (count - places));
        different &= (row ^ rotated) + 0x7f * EVERY_BYTE;
    }
    return (~different | row | (row + (128 - DECK_SIZE) * EVERY_BYTE)) & tops;
}

static ptrdiff_t first_bad_row(const uint8_t *cards, ptrdiff_t row, int count)
{
    while (are_distinct_cards(cards + row * count, count))
        row++;
    return row;
}

/* -- high -- */

ALWAYS_INLINE uint16_t high_of_row(uint64_t row, const uint8_t *cards, int count)
{
    const uint64_t *keys = count == 5 ? CARD_KEY5 : CARD_KEY7;
    uint64_t sum = FLUSH_BIAS;
    for (int i = 0; i < count; i++)
        sum += keys[card_of(row, i)];
    if (UNLIKELY(sum & SUIT_FLAGS))
        return flush_rank(cards, count, sum & SUIT_FLAGS);
    return count == 5 ? RANK5[lookup5(sum)] : count == 6 ? RANK6[lookup6(sum)] : RANK7[lookup7(sum)];
}

ALWAYS_INLINE ptrdiff_t high_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    ptrdiff_t wide = rows - (8 - count + count - 1) / count; /* rows that have eight bytes before the array's end */
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        ptrdiff_t stop = start + BLOCK < rows ? start + BLOCK : rows, row = start;
        uint64_t bad = 0;
        for (; row < (stop < wide ? stop : wide); row++) {
            const uint8_t *hand = cards + row * count;
            uint64_t word = load_row_wide(hand, count);
            if (check)
                bad |= complaints(word, count);
            out[row] = high_of_row(word, hand, count);
        }
        for (; row < stop; row++) {
            const uint8_t *hand = cards + row * count;
            uint64_t word = load_row(hand, count);
            if (check)
                bad |= complaints(word, count);
            out[row] = high_of_row(word, hand, count);
        }
        if (UNLIKELY(bad))
            return first_bad_row(cards, start, count);
    }
    return ALL_GOOD;
}

ptrdiff_t pk_high(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    if (check)
        return count == 5   ? high_rows(cards, rows, 5, out, 1)
               : count == 6 ? high_rows(cards, rows, 6, out, 1)
                            : high_rows(cards, rows, 7, out, 1);
    return count == 5   ? high_rows(cards, rows, 5, out, 0)
           : count == 6 ? high_rows(cards, rows, 6, out, 0)
                        : high_rows(cards, rows, 7, out, 0);
}

/* -- low -- */

ALWAYS_INLINE ptrdiff_t low_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        ptrdiff_t stop = start + BLOCK < rows ? start + BLOCK : rows;
        uint64_t bad = 0;
        for (ptrdiff_t row = start; row < stop; row++) {
            const uint8_t *hand = cards + row * count;
            if (check)
                bad |= complaints(load_row(hand, count), count);
            out[row] = LOW_RANK[low_mask(hand, count)];
        }
        if (UNLIKELY(bad))
            return first_bad_row(cards, start, count);
    }
    return ALL_GOOD;
}

ptrdiff_t pk_low(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    return count == 5   ? low_rows(cards, rows, 5, out, check)
           : count == 6 ? low_rows(cards, rows, 6, out, check)
                        : low_rows(cards, rows, 7, out, check);
}

/* -- Omaha -- */

ALWAYS_INLINE uint64_t card_set(const uint8_t *cards, int count, uint64_t *sum, unsigned *strange)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++) {
        uint64_t bit = UINT64_C(1) << (cards[i] & 63);
        *sum += bit;
        set |= bit;
        *strange |= not_a_card(cards[i]);
    }
    return set;
}

ALWAYS_INLINE ptrdiff_t omaha_rows(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                   ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high,
                                   uint8_t *low, int check)
{
    omaha_board view = {OMAHA_RANK, 0};
    for (ptrdiff_t row = 0; row < rows; row++, hole += hole_stride, board += board_stride) {
        if (check) {
            uint64_t sum = 0;
            unsigned strange = 0;
            uint64_t set = card_set(hole, hole_count, &sum, &strange);
            set |= card_set(board, board_count, &sum, &strange);
            if (UNLIKELY(sum != set || strange))
                return row;
        }
        if (high) {
            if (board_count == 5) {
                if (board_stride || !row)
                    omaha_read_board(&view, board);
                high[row] = omaha_rank_on(&view, board, hole, hole_count);
            } else {
                high[row] = omaha_rank_by_threes(board, board_count, hole, hole_count);
            }
        }
        if (low)
            low[row] = omaha_low_rank(board, board_count, hole, hole_count);
    }
    return ALL_GOOD;
}

/* One copy of the loop for each number of hole cards, with the common board of five known to the compiler. */
#define OMAHA_ROWS(holes)                                                                                              \
    (board_count == 5 ? omaha_rows(hole, hole_stride, holes, board, board_stride, 5, rows, high, low, check)           \
                      : omaha_rows(hole, hole_stride, holes, board, board_stride, board_count, rows, high, low, check))

ptrdiff_t pk_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                   ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    return hole_count == 4 ? OMAHA_ROWS(4) : hole_count == 5 ? OMAHA_ROWS(5) : OMAHA_ROWS(6);
}
