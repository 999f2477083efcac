/* NEON: sixteen hands at a time, a register to each place of a hand.
 *
 * Sixteen rows are turned on their side: afterwards one register holds the first cards of all hands, the next one the
 * second cards, and so on. Eight table look-ups spread two rows each into pairs of bytes, and three rounds of
 * transposing numbers of 16, 32 and 64 bits do the rest. From there on everything is vertical: sums need no horizontal
 * steps, one comparison meets two places of sixteen hands, and no byte is spent on filling. With a hand to eight bytes,
 * as on the other paths, these take more instructions than turning the rows does.
 *
 * A table look-up of sixteen entries is one step and one of sixty-four about four, so digits of keys are looked up by
 * card rank and suits by themselves. Nothing gathers here: the two dependent look-ups behind a sum are scalar loads,
 * for which row and column are made in sixteen bits each. What does not fill a group of sixteen goes to the portable
 * path, so nothing is read or written past an array; that path also finds the row that a group complains of.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_NEON

#include <arm_neon.h>

#define GROUP 16      /* rows that are turned together */
#define BLOCK 512     /* rows whose slots and flushes are noted at a time */
#define MOST_CARDS 11 /* of an Omaha hand and its board */
#define MOST_PAIRS 15 /* of six hole cards */

/* -- from rows to places -- */

/* Tables of a number of cards. */
typedef struct {
    /* How the bytes of a load become pairs of bytes: both first cards, both second cards, ... of two rows. The last
     * load of a group begins before its rows, so that it ends with them. */
    uint8x16_t spread, spread_last;
    uint8x16_t digits[3]; /* of keys, by card rank */
} layout;

static layout layouts[3];   /* of five, six and seven cards */
static uint8x16_t pair_base; /* by the lower card rank: what added to the higher one numbers a pair */

/* A table by card id, in which the four cards of a rank have the same entry, as a table by card rank. */
ALWAYS_INLINE uint8x16_t by_rank(const uint8_t *table)
{
    return vld4q_u8(table).val[0];
}

static layout layout_of(int count)
{
    layout all;
    uint8_t spread[16], spread_last[16];
    for (int i = 0; i < 16; i++) {
        int is_card = i / 2 < count, from = i % 2 * count + i / 2;
        spread[i] = (uint8_t)(is_card ? from : 0xff);
        spread_last[i] = (uint8_t)(is_card ? from + 16 - 2 * count : 0xff);
    }
    all.spread = vld1q_u8(spread);
    all.spread_last = vld1q_u8(spread_last);
    for (int i = 0; i < 3; i++)
        all.digits[i] = by_rank((count == 5 ? KEY5_DIGITS : KEY7_DIGITS) + 64 * i);
    return all;
}

/* Turns sixteen rows of five to seven cards. */
ALWAYS_INLINE void read_places(const layout *all, const uint8_t *cards, int count, uint8x16_t *places)
{
    uint16x8_t rows[8];
    uint32x4_t fours[8];
    uint64x2_t eights[8];
    for (int i = 0; i < 7; i++)
        rows[i] = vreinterpretq_u16_u8(vqtbl1q_u8(vld1q_u8(cards + 2 * count * i), all->spread));
    rows[7] = vreinterpretq_u16_u8(vqtbl1q_u8(vld1q_u8(cards + GROUP * count - 16), all->spread_last));
    for (int i = 0; i < 8; i += 2) {
        fours[i] = vreinterpretq_u32_u16(vtrn1q_u16(rows[i], rows[i + 1]));
        fours[i + 1] = vreinterpretq_u32_u16(vtrn2q_u16(rows[i], rows[i + 1]));
    }
    for (int half = 0; half < 8; half += 4)
        for (int i = half; i < half + 2; i++) {
            eights[i] = vreinterpretq_u64_u32(vtrn1q_u32(fours[i], fours[i + 2]));
            eights[i + 2] = vreinterpretq_u64_u32(vtrn2q_u32(fours[i], fours[i + 2]));
        }
    for (int i = 0; i < count; i++)
        places[i] = vreinterpretq_u8_u64(i < 4 ? vtrn1q_u64(eights[i], eights[i + 4])
                                               : vtrn2q_u64(eights[i - 4], eights[i]));
}

/* Sixteen rows of four to six cards; with a stride of 0 one row stands for all. */
ALWAYS_INLINE void read_either(const layout *all, const uint8_t *cards, ptrdiff_t stride, int count,
                               uint8x16_t *places)
{
    if (!stride) {
        for (int i = 0; i < count; i++)
            places[i] = vld1q_dup_u8(cards + i);
    } else if (count == 4) {
        uint8x16x4_t turned = vld4q_u8(cards);
        for (int i = 0; i < 4; i++)
            places[i] = turned.val[i];
    } else {
        read_places(all, cards, count, places);
    }
}

/* -- what the places of sixteen hands say -- */

/* Nonzero bytes for hands that hold a byte twice or one that is no card id. */
ALWAYS_INLINE uint8x16_t complaints_of(const uint8x16_t *places, int count)
{
    uint8x16_t highest = places[0], bad = vdupq_n_u8(0);
    for (int i = 1; i < count; i++) {
        highest = vmaxq_u8(highest, places[i]);
        for (int j = 0; j < i; j++)
            bad = vorrq_u8(bad, vceqq_u8(places[i], places[j]));
    }
    return vorrq_u8(bad, vcgeq_u8(highest, vdupq_n_u8(DECK_SIZE)));
}

ALWAYS_INLINE void ranks_of(const uint8x16_t *places, int count, uint8x16_t *ranks)
{
    for (int i = 0; i < count; i++)
        ranks[i] = vshrq_n_u8(places[i], 2);
}

/* Sums of what a table has for each card, for hands 0..7 and 8..15. */
ALWAYS_INLINE uint16x8x2_t digit_sums(uint8x16_t table, const uint8x16_t *ranks, int count)
{
    uint8x16_t first = vqtbl1q_u8(table, ranks[0]), second = vqtbl1q_u8(table, ranks[1]);
    uint16x8x2_t sums = {{vaddl_u8(vget_low_u8(first), vget_low_u8(second)), vaddl_high_u8(first, second)}};
    for (int i = 2; i < count; i++) {
        uint8x16_t digits = vqtbl1q_u8(table, ranks[i]);
        sums.val[0] = vaddw_u8(sums.val[0], vget_low_u8(digits));
        sums.val[1] = vaddw_high_u8(sums.val[1], digits);
    }
    return sums;
}

/* Row and column behind the sum of the keys of each hand. The sum itself is never put together: its lower eight bits
 * are those of the first digit, the carry goes on to the second, and of the third only what a byte holds is needed. */
ALWAYS_INLINE void find_slots(const layout *all, const uint8x16_t *ranks, int count, uint16_t *rows,
                              uint16_t *columns)
{
    const int bits = count == 5 ? KEY5_BITS : KEY7_BITS, column_bits = count == 5 ? KEY5_COLUMN_BITS : KEY7_COLUMN_BITS;
    const uint16x8_t row_mask = vdupq_n_u16((uint16_t)((1u << (bits - column_bits)) - 1));
    const uint16x8_t column_mask = vdupq_n_u16((uint16_t)((1u << column_bits) - 1));
    uint16x8x2_t first = digit_sums(all->digits[0], ranks, count), second = digit_sums(all->digits[1], ranks, count);
    uint8x16_t third = vqtbl1q_u8(all->digits[2], ranks[0]);
    for (int i = 1; i < count; i++)
        third = vaddq_u8(third, vqtbl1q_u8(all->digits[2], ranks[i]));
    for (int half = 0; half < 2; half++) {
        uint8x8_t thirds = half ? vget_high_u8(third) : vget_low_u8(third);
        uint16x8_t upper = vsraq_n_u16(second.val[half], first.val[half], 8);
        uint16x8_t row = count == 5
                             ? vsraq_n_u16(vshll_n_u8(thirds, 16 - KEY5_COLUMN_BITS), upper, KEY5_COLUMN_BITS - 8)
                             : vsraq_n_u16(vshll_n_u8(thirds, 16 - KEY7_COLUMN_BITS), upper, KEY7_COLUMN_BITS - 8);
        vst1q_u16(rows + 8 * half, vandq_u16(row, row_mask));
        vst1q_u16(columns + 8 * half, vandq_u16(vsliq_n_u16(first.val[half], upper, 8), column_mask));
    }
}

/* The suit counters of sixteen hands: clubs and diamonds in a byte, hearts and spades in another. */
typedef struct {
    uint8x16_t half[2];
} suit_counts;

/* Counts from a bias with which `flagged` cards of a suit set the top bit of its counter. */
ALWAYS_INLINE suit_counts count_suits(const uint8x16_t *places, int count, int flagged)
{
    static const uint8_t weights[2][16] = {{1, 16}, {0, 0, 1, 16}};
    const uint8x16_t tables[2] = {vld1q_u8(weights[0]), vld1q_u8(weights[1])};
    const uint8x16_t bias = vdupq_n_u8((uint8_t)SUIT_BIAS(flagged));
    suit_counts counts = {{bias, bias}};
    for (int i = 0; i < count; i++) {
        uint8x16_t suits = vandq_u8(places[i], vdupq_n_u8(3));
        for (int half = 0; half < 2; half++)
            counts.half[half] = vaddq_u8(counts.half[half], vqtbl1q_u8(tables[half], suits));
    }
    return counts;
}

/* Four bits to a hand, of which the lowest tells whether a suit is flagged. */
ALWAYS_INLINE uint64_t flagged_hands(suit_counts counts)
{
    uint8x16_t bytes = vtstq_u8(vorrq_u8(counts.half[0], counts.half[1]), vdupq_n_u8(0x88));
    uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(bytes), 4);
    return vget_lane_u64(vreinterpret_u64_u8(nibbles), 0) & UINT64_C(0x1111111111111111);
}

/* The counters hand by hand, laid out as in sums of keys. */
ALWAYS_INLINE void keep_flags(suit_counts counts, uint16_t *flags)
{
    vst1q_u16(flags, vreinterpretq_u16_u8(vzip1q_u8(counts.half[0], counts.half[1])));
    vst1q_u16(flags + 8, vreinterpretq_u16_u8(vzip2q_u8(counts.half[0], counts.half[1])));
}

/* -- high -- */

/* The two look-ups for each of sixteen hands. */
ALWAYS_INLINE void look_up(const uint16_t *rows, const uint16_t *columns, int count, uint16_t *out)
{
    const uint16_t *offsets = count == 5 ? OFFSET5 : count == 6 ? OFFSET6 : OFFSET7;
    const uint16_t *ranks = count == 5 ? RANK5 : count == 6 ? RANK6 : RANK7;
    for (int i = 0; i < GROUP; i++)
        out[i] = ranks[offsets[rows[i]] + columns[i]];
}

/* Ranks a block of whole groups, its flushes at the end; returns whether a row is not of distinct cards. The look-ups
 * of sixteen hands go on beside the sums of the next sixteen. */
ALWAYS_INLINE int rank_block(const layout *all, const uint8_t *block, int size, int count, uint16_t *out, int check)
{
    uint16_t rows[BLOCK], columns[BLOCK], flush_rows[BLOCK], flush_flags[BLOCK], flags[GROUP];
    uint8x16_t bad = vdupq_n_u8(0);
    int flushes = 0;
    for (int row = 0; row < size; row += GROUP) {
        uint8x16_t places[7], ranks[7];
        read_places(all, block + row * count, count, places);
        ranks_of(places, count, ranks);
        find_slots(all, ranks, count, rows + row, columns + row);
        suit_counts suits = count_suits(places, count, 5);
        uint64_t marks = flagged_hands(suits);
        if (marks)
            keep_flags(suits, flags);
        for (; marks; marks &= marks - 1) {
            int i = __builtin_ctzll(marks) / 4;
            flush_rows[flushes] = (uint16_t)(row + i);
            flush_flags[flushes++] = flags[i];
        }
        if (check)
            bad = vorrq_u8(bad, complaints_of(places, count));
        if (row)
            look_up(rows + row - GROUP, columns + row - GROUP, count, out + row - GROUP);
    }
    look_up(rows + size - GROUP, columns + size - GROUP, count, out + size - GROUP);
    for (int i = 0; i < flushes; i++)
        out[flush_rows[i]] = flush_rank(block + flush_rows[i] * count, count, flush_flags[i] & SUIT_FLAGS);
    return vmaxvq_u8(bad) != 0;
}

ALWAYS_INLINE ptrdiff_t high_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    const layout all = layouts[count - 5];
    ptrdiff_t start = 0;
    while (rows - start >= GROUP) {
        const int size = (int)(rows - start < BLOCK ? (rows - start) / GROUP * GROUP : BLOCK);
        if (UNLIKELY(rank_block(&all, cards + start * count, size, count, out + start, check)))
            break;
        start += size;
    }
    ptrdiff_t bad = pk_portable.high(cards + start * count, rows - start, count, out + start, check);
    return bad == ALL_GOOD ? ALL_GOOD : start + bad;
}

static ptrdiff_t high(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    return FOR_COUNT_AND_CHECK(high_rows);
}

/* -- eight or better -- */

/* Masks of the low ranks that sixteen hands hold. */
ALWAYS_INLINE uint8x16_t low_masks(uint8x16_t bits, const uint8x16_t *ranks, int count)
{
    uint8x16_t masks = vqtbl1q_u8(bits, ranks[0]);
    for (int i = 1; i < count; i++)
        masks = vorrq_u8(masks, vqtbl1q_u8(bits, ranks[i]));
    return masks;
}

ALWAYS_INLINE uint8x16x4_t four_registers(const uint8_t *table)
{
    uint8x16x4_t all = {{vld1q_u8(table), vld1q_u8(table + 16), vld1q_u8(table + 32), vld1q_u8(table + 48)}};
    return all;
}

ALWAYS_INLINE ptrdiff_t low_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    const layout all = layouts[count - 5];
    const uint8x16_t bits = by_rank(LOW_BIT), quarter = vdupq_n_u8(64);
    const uint8x16x4_t table[4] = {four_registers(LOW_RANK), four_registers(LOW_RANK + 64),
                                   four_registers(LOW_RANK + 128), four_registers(LOW_RANK + 192)};
    ptrdiff_t start = 0;
    for (; rows - start >= GROUP; start += GROUP) {
        uint8x16_t places[7], ranks[7];
        read_places(&all, cards + start * count, count, places);
        if (check && UNLIKELY(vmaxvq_u8(complaints_of(places, count))))
            break;
        ranks_of(places, count, ranks);
        uint8x16_t masks = low_masks(bits, ranks, count), found = vqtbl4q_u8(table[0], masks);
        for (int i = 1; i < 4; i++) {
            masks = vsubq_u8(masks, quarter);
            found = vqtbx4q_u8(found, table[i], masks);
        }
        vst1q_u8(out + start, found);
    }
    ptrdiff_t bad = pk_portable.low(cards + start * count, rows - start, count, out + start, check);
    return bad == ALL_GOOD ? ALL_GOOD : start + bad;
}

static ptrdiff_t low(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    return FOR_COUNT_AND_CHECK(low_rows);
}

/* -- Omaha -- */

/* A row of OMAHA_RANK by its lower and by its upper bytes: 96 entries are four registers and two. */
typedef struct {
    uint8x16x4_t lower, upper;
    uint8x16x2_t lower_end, upper_end;
} board_row;

ALWAYS_INLINE board_row board_row_of(const uint8_t *board)
{
    const uint16_t *ranks = OMAHA_RANK + OMAHA_ROW * lookup5(keys_of(board, 5, SUIT_BIAS(3)));
    board_row row;
    for (int i = 0; i < 6; i++) {
        uint8x16x2_t bytes = vld2q_u8((const uint8_t *)(ranks + 16 * i));
        if (i < 4)
            row.lower.val[i] = bytes.val[0], row.upper.val[i] = bytes.val[1];
        else
            row.lower_end.val[i - 4] = bytes.val[0], row.upper_end.val[i - 4] = bytes.val[1];
    }
    return row;
}

/* Numbers of the pairs that hole cards make, as the columns of OMAHA_RANK have them. */
ALWAYS_INLINE int number_pairs(uint8x16_t base, const uint8x16_t *holes, int hole_count, uint8x16_t *pairs)
{
    int pair = 0;
    uint8x16_t ranks[6];
    for (int i = 0; i < hole_count; i++) { /* what nobody checked must not lead outside the table either */
        ranks[i] = vandq_u8(vshrq_n_u8(holes[i], 2), vdupq_n_u8(15));
        for (int j = 0; j < i; j++) {
            uint8x16_t lower = vminq_u8(ranks[i], ranks[j]), higher = vmaxq_u8(ranks[i], ranks[j]);
            pairs[pair++] = vaddq_u8(higher, vqtbl1q_u8(base, lower));
        }
    }
    return pair;
}

/* The best pairs of sixteen hands on one board: looked up in registers. */
ALWAYS_INLINE void best_on_one_board(const board_row *row, const uint8x16_t *pairs, int pair_count, uint16_t *out)
{
    uint16x8_t best[2] = {vdupq_n_u16(0), vdupq_n_u16(0)};
    for (int i = 0; i < pair_count; i++) {
        uint8x16_t beyond = vsubq_u8(pairs[i], vdupq_n_u8(64));
        uint8x16_t lower = vqtbx2q_u8(vqtbl4q_u8(row->lower, pairs[i]), row->lower_end, beyond);
        uint8x16_t upper = vqtbx2q_u8(vqtbl4q_u8(row->upper, pairs[i]), row->upper_end, beyond);
        best[0] = vmaxq_u16(best[0], vreinterpretq_u16_u8(vzip1q_u8(lower, upper)));
        best[1] = vmaxq_u16(best[1], vreinterpretq_u16_u8(vzip2q_u8(lower, upper)));
    }
    vst1q_u16(out, best[0]);
    vst1q_u16(out + 8, best[1]);
}

/* The best pairs of sixteen hands, each on its own board. The table of boards is larger than the first-level cache, so
 * all its rows are asked for before the first of them is read. */
ALWAYS_INLINE void best_on_own_board(const uint16_t *rows, const uint16_t *columns, const uint8x16_t *pairs,
                                     int pair_count, uint16_t *out)
{
    const uint16_t *boards[GROUP];
    uint8_t numbers[MOST_PAIRS][GROUP];
    for (int i = 0; i < GROUP; i++) {
        boards[i] = OMAHA_RANK + OMAHA_ROW * (OFFSET5[rows[i]] + columns[i]);
        PREFETCH(boards[i]);
        PREFETCH(boards[i] + 32);
        PREFETCH(boards[i] + 64);
    }
    for (int pair = 0; pair < pair_count; pair++)
        vst1q_u8(numbers[pair], pairs[pair]);
    for (int i = 0; i < GROUP; i++) {
        unsigned best = 0;
        for (int pair = 0; pair < pair_count; pair++) {
            unsigned rank = boards[i][numbers[pair][i]];
            best = rank > best ? rank : best;
        }
        out[i] = (uint16_t)best;
    }
}

/* Sets right what a flush beats, where hand and board both have the suit for one. */
ALWAYS_INLINE void add_flushes(const uint8x16_t *places, int hole_count, const uint8_t *hole, ptrdiff_t hole_stride,
                               const uint8_t *board, ptrdiff_t board_stride, uint16_t *out)
{
    suit_counts both = count_suits(places, hole_count, 2), shown = count_suits(places + hole_count, 5, 3);
    uint16_t flags[GROUP];
    both.half[0] = vandq_u8(both.half[0], shown.half[0]);
    both.half[1] = vandq_u8(both.half[1], shown.half[1]);
    uint64_t marks = flagged_hands(both);
    if (marks)
        keep_flags(both, flags);
    for (; marks; marks &= marks - 1) {
        int i = __builtin_ctzll(marks) / 4;
        unsigned suit = flagged_suit(flags[i] & SUIT_FLAGS);
        uint16_t rank = omaha_flush(suit_mask(hole + i * hole_stride, hole_count, suit),
                                    suit_mask(board + i * board_stride, 5, suit));
        out[i] = rank > out[i] ? rank : out[i];
    }
}

ALWAYS_INLINE ptrdiff_t omaha_rows(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                   ptrdiff_t board_stride, ptrdiff_t rows, uint16_t *high, uint8_t *low, int check,
                                   int is_one_board)
{
    const layout of_board = layouts[0], of_hole = layouts[hole_count == 4 ? 0 : hole_count - 5];
    const uint8x16_t bits = by_rank(LOW_BIT), base = pair_base;
    board_row row;
    ptrdiff_t start = 0;
    if (is_one_board && rows >= GROUP)
        row = board_row_of(board);
    for (; rows - start >= GROUP; start += GROUP) {
        const uint8_t *hands = hole + start * hole_stride, *boards = board + start * board_stride;
        uint8x16_t places[MOST_CARDS], ranks[MOST_CARDS], pairs[MOST_PAIRS];
        uint16_t slots[2][GROUP], masks[GROUP];
        read_either(&of_hole, hands, hole_stride, hole_count, places);
        read_either(&of_board, boards, board_stride, 5, places + hole_count);
        if (check && UNLIKELY(vmaxvq_u8(complaints_of(places, hole_count + 5))))
            break;
        ranks_of(places, hole_count + 5, ranks);
        if (high) {
            int pair_count = number_pairs(base, places, hole_count, pairs);
            if (is_one_board) {
                best_on_one_board(&row, pairs, pair_count, high + start);
            } else {
                find_slots(&of_board, ranks + hole_count, 5, slots[0], slots[1]);
                best_on_own_board(slots[0], slots[1], pairs, pair_count, high + start);
            }
            add_flushes(places, hole_count, hands, hole_stride, boards, board_stride, high + start);
        }
        if (low) {
            uint8x16_t held = low_masks(bits, ranks, hole_count), shown = low_masks(bits, ranks + hole_count, 5);
            vst1q_u16(masks, vreinterpretq_u16_u8(vzip1q_u8(shown, held)));
            vst1q_u16(masks + 8, vreinterpretq_u16_u8(vzip2q_u8(shown, held)));
            for (int i = 0; i < GROUP; i++)
                low[start + i] = OMAHA_LOW_RANK[masks[i]];
        }
    }
    ptrdiff_t bad = pk_portable_omaha(hole + start * hole_stride, hole_stride, hole_count, board + start * board_stride,
                                      board_stride, 5, rows - start, high ? high + start : NULL,
                                      low ? low + start : NULL, check);
    return bad == ALL_GOOD ? ALL_GOOD : start + bad;
}

/* One copy of the loop for each number of hole cards, and for one board that stays. */
#define OMAHA_ROWS(holes)                                                                                              \
    (board_stride ? omaha_rows(hole, hole_stride, holes, board, board_stride, rows, high, low, check, 0)               \
                  : omaha_rows(hole, hole_stride, holes, board, board_stride, rows, high, low, check, 1))

static ptrdiff_t omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                       ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    if (board_count != 5) /* flops and turns go by threes */
        return pk_portable_omaha(hole, hole_stride, hole_count, board, board_stride, board_count, rows, high, low,
                                 check);
    return hole_count == 4 ? OMAHA_ROWS(4) : hole_count == 5 ? OMAHA_ROWS(5) : OMAHA_ROWS(6);
}

/* -- the path -- */

static int can_run(void)
{
    return 1; /* every aarch64 processor has these instructions */
}

static void prepare(void)
{
    uint8_t base[16] = {0};
    for (int rank = 0; rank < 13; rank++)
        base[rank] = (uint8_t)(PAIR_INDEX[17 * rank] - rank);
    pair_base = vld1q_u8(base);
    for (int count = 5; count <= 7; count++)
        layouts[count - 5] = layout_of(count);
    pk_portable.prepare();
}

const pk_path pk_neon = {"neon", can_run, prepare, high, low, omaha, NULL, pk_portable_strange, NULL};

#endif
