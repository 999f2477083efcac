/* Batch loops in plain C: the path that every compiler builds and that every faster path must equal bit by bit. */
#include <string.h>

#include "_kernels.h"
#include "_lookup.h"
#include "_sixteen_tables.h"

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
        const ptrdiff_t stop = start + BLOCK < rows ? start + BLOCK : rows, safe = stop < wide ? stop : wide;
        complaints bad = no_complaints();
        int are_strange;
        ptrdiff_t row = start + rank_sixteens(cards + start * count, stop - start, count, out + start, &are_strange);
        for (; row < safe; row++)
            out[row] = high_of_row(cards + row * count, 8, count, check ? &bad : NULL);
        for (; row < stop; row++)
            out[row] = high_of_row(cards + row * count, count, count, check ? &bad : NULL);
        if (check && UNLIKELY(are_strange || has_complaints(bad))) {
            ptrdiff_t first = first_bad_row(cards, start, rows, count);
            if (first >= 0)
                return first;
        }
    }
    return ALL_GOOD;
}

static ptrdiff_t high(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    return FOR_COUNT_AND_CHECK(high_rows);
}

/* -- low -- */

/* Words of cards, added up and united: a plain word does here what card_sum does for highs, and in fewer instructions. */
typedef struct {
    uint64_t added, united;
} word_sum;

ALWAYS_INLINE word_sum add_words(const uint8_t *cards, int count)
{
    word_sum sum = {0, 0};
    for (int i = 0; i < count; i++) {
        uint64_t word = LOW_WORD[cards[i]];
        sum.added += word;
        sum.united |= word;
    }
    return sum;
}

/* What a stretch of hands has shown, the bits of low masks aside. */
ALWAYS_INLINE int are_strange_words(uint64_t twice, uint64_t seen)
{
    return (twice << (64 - LOW_WORD_SHIFT) | (seen << (64 - LOW_WORD_SHIFT)) >> (64 - LOW_WORD_SHIFT + DECK_SIZE)) != 0;
}

ALWAYS_INLINE ptrdiff_t low_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        const ptrdiff_t stop = start + BLOCK < rows ? start + BLOCK : rows;
        uint64_t twice = 0, seen = 0;
        for (ptrdiff_t row = start; row < stop; row++) {
            word_sum hand = add_words(cards + row * count, count);
            twice |= hand.added ^ hand.united;
            seen |= hand.united;
            out[row] = LOW_RANK[hand.united >> LOW_WORD_SHIFT];
        }
        if (check && UNLIKELY(are_strange_words(twice, seen))) {
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

/* Adds cards up and unites them. */
ALWAYS_INLINE card_sum add_cards(const uint8_t *cards, int count, uint64_t bias, card_sum *united)
{
    card_sum added = CARD_SUM(bias, 0);
    *united = CARD_SUM(0, 0);
    for (int i = 0; i < count; i++) {
        card_sum card = CARD_ENTRY(CARD_KEY5, cards[i]);
        added = ADD_SUMS(added, card);
        *united = UNITE_SUMS(*united, card);
    }
    return added;
}

/* Boards of five. The table of boards is larger than many a second-level cache, so a block first finds its rows of the
 * table and asks for them; then come the pairs, and last the few hands that can hold a flush. */
ALWAYS_INLINE ptrdiff_t high_omaha_rows(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                        ptrdiff_t board_stride, ptrdiff_t rows, uint16_t *high, uint8_t *low,
                                        int check)
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
            card_sum held, seen;
            card_sum holes = add_cards(two, hole_count, SUIT_BIAS(2), &held);
            card_sum shown = add_cards(three, 5, SUIT_BIAS(3), &seen);
            uint64_t suits = KEYS_OF(holes) & KEYS_OF(shown) & SUIT_FLAGS;
            if (check)
                look_at(&bad, ADD_SUMS(holes, shown), UNITE_SUMS(held, seen));
            if (low)
                low[start + row] = omaha_low_of(KEYS_OF(held), KEYS_OF(seen));
            table_rows[row] = OMAHA_RANK + OMAHA_ROW * lookup5(KEYS_OF(shown));
            PREFETCH(table_rows[row]);
            PREFETCH(table_rows[row] + 32);
            PREFETCH(table_rows[row] + 64);
            flush_rows[flushes] = (uint8_t)row;
            flush_suits[flushes] = (uint16_t)suits;
            flushes += suits != 0;
        }
        if (check && UNLIKELY(has_complaints(bad))) {
            ptrdiff_t row = first_bad_omaha_row(hole, hole_stride, hole_count, board, board_stride, 5, start, rows);
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
    }
    return ALL_GOOD;
}

ALWAYS_INLINE ptrdiff_t low_omaha_rows(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                       ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint8_t *low, int check)
{
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        const ptrdiff_t stop = start + BLOCK < rows ? start + BLOCK : rows;
        uint64_t twice = 0, seen = 0;
        ptrdiff_t row = start;
        int are_strange = 0;
        if (hole_stride == hole_count && board_stride == 5 && board_count == 5)
            row += omaha_low_sixteens(hole + start * hole_count, hole_count, board + start * 5, stop - start,
                                      low + start, check, &are_strange);
        for (; row < stop; row++) {
            word_sum holes = add_words(hole + row * hole_stride, hole_count);
            word_sum shown = add_words(board + row * board_stride, board_count);
            twice |= (holes.added + shown.added) ^ (holes.united | shown.united);
            seen |= holes.united | shown.united;
            low[row] = OMAHA_LOW_RANK[holes.united >> LOW_WORD_SHIFT << 8 | shown.united >> LOW_WORD_SHIFT];
        }
        if (check && UNLIKELY(are_strange || are_strange_words(twice, seen))) {
            row = first_bad_omaha_row(hole, hole_stride, hole_count, board, board_stride, board_count, start, rows);
            if (row >= 0)
                return row;
        }
    }
    return ALL_GOOD;
}

/* One copy of the loop for each number of hole cards with a board of five each, where the distances are constants too:
 * there are too few registers for all that varies. */
#define LOW_OMAHA_ROWS(holes)                                                                                          \
    (board_count == 5 && hole_stride == holes && board_stride == 5                                                     \
         ? low_omaha_rows(hole, holes, holes, board, 5, 5, rows, low, check)                                           \
         : low_omaha_rows(hole, hole_stride, holes, board, board_stride, board_count, rows, low, check))

NEVER_INLINE ptrdiff_t low_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                 ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint8_t *low, int check)
{
    return hole_count == 4 ? LOW_OMAHA_ROWS(4) : hole_count == 5 ? LOW_OMAHA_ROWS(5) : LOW_OMAHA_ROWS(6);
}

/* Boards of three or four, whose highs go by threes. */
ALWAYS_INLINE ptrdiff_t high_omaha_rows_by_threes(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count,
                                                  const uint8_t *board, ptrdiff_t board_stride, int board_count,
                                                  ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    for (ptrdiff_t row = 0; row < rows; row++, hole += hole_stride, board += board_stride) {
        if (check && first_bad_omaha_row(hole, hole_stride, hole_count, board, board_stride, board_count, 0, 1) == 0)
            return row;
        high[row] = omaha_rank_by_threes(board, board_count, hole, hole_count);
        if (low)
            low[row] = omaha_low_rank(board, board_count, hole, hole_count);
    }
    return ALL_GOOD;
}

/* One copy of the loops for each number of hole cards. */
#define OMAHA_ROWS(holes)                                                                                              \
    (board_count == 5                                                                                                  \
         ? high_omaha_rows(hole, hole_stride, holes, board, board_stride, rows, high, low, check)                      \
         : high_omaha_rows_by_threes(hole, hole_stride, holes, board, board_stride, board_count, rows, high, low, check))

ptrdiff_t pk_portable_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                            ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low,
                            int check)
{
    if (!high)
        return low_omaha(hole, hole_stride, hole_count, board, board_stride, board_count, rows, low, check);
    return hole_count == 4 ? OMAHA_ROWS(4) : hole_count == 5 ? OMAHA_ROWS(5) : OMAHA_ROWS(6);
}

/* -- tables of distinct cards -- */

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

/* Looks at the tables from `table` on. */
ALWAYS_INLINE void mark_strange(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown, ptrdiff_t table,
                                ptrdiff_t tables, uint64_t *strange)
{
    for (; table < tables; table++) {
        const uint64_t sum = sum_of_bits(holes + table * hole_bytes, hole_bytes);
        const int ones = count_ones(sum + sum_of_bits(boards + table * shown, shown));
        strange[table / 64] |= (uint64_t)(ones != hole_bytes + shown) << table % 64;
    }
}

ALWAYS_INLINE void clear_bits(uint64_t *bits, ptrdiff_t count)
{
    memset(bits, 0, sizeof *bits * (size_t)((count + 63) / 64));
}

void pk_portable_strange(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown_bytes, int tables,
                         uint64_t *strange)
{
    clear_bits(strange, tables);
    int table = strange_sixteens(holes, hole_bytes, boards, shown_bytes, tables, strange);
    mark_strange(holes, hole_bytes, boards, shown_bytes, table, tables, strange);
}

/* -- a board and its players -- */

/* The board is added up once, and each player adds two cards. */
ALWAYS_INLINE void holdem_tables(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players,
                                 uint16_t *out, uint64_t *strange)
{
    if (strange)
        clear_bits(strange, tables);
    ptrdiff_t table = holdem_sixteens(boards, holes, tables, players, out, strange);
    if (strange)
        mark_strange(holes, 2 * players, boards, 5, table, tables, strange);
    for (; table < tables; table++) {
        const uint8_t *shown = boards + 5 * table;
        uint64_t board = FLUSH_BIAS;
        for (int i = 0; i < 5; i++)
            board += card_key(CARD_KEY7, shown[i]);
        for (ptrdiff_t hand = table * players; hand < (table + 1) * players; hand++) {
            const uint8_t *two = holes + 2 * hand;
            uint64_t sum = board + card_key(CARD_KEY7, two[0]) + card_key(CARD_KEY7, two[1]);
            uint64_t flags = sum & SUIT_FLAGS;
            if (UNLIKELY(flags)) {
                unsigned suit = flagged_suit(flags);
                out[hand] = FLUSH_RANK[suit_mask(shown, 5, suit) | suit_mask(two, 2, suit)];
            } else {
                out[hand] = RANK7[lookup7(sum)];
            }
        }
    }
}

void pk_portable_holdem(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players, uint16_t *out,
                        uint64_t *strange)
{
    if (players == 2)
        holdem_tables(boards, holes, tables, 2, out, strange);
    else if (players == 6)
        holdem_tables(boards, holes, tables, 6, out, strange);
    else if (players == 9)
        holdem_tables(boards, holes, tables, 9, out, strange);
    else
        holdem_tables(boards, holes, tables, players, out, strange);
}

static int can_run(void)
{
    return 1;
}

static void prepare(void)
{
    prepare_sixteen();
    prepare_sixteen_tables();
}

const pk_path pk_portable = {"portable",        can_run,            prepare,             high, low,
                             pk_portable_omaha, pk_portable_holdem, pk_portable_strange, NULL};
