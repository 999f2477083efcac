/* Omaha with AVX2: what can be made for 32 rows at once is made with the rows on their side; then every row looks its
 * pairs up one by one in the board's row of the table. */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx2.h"

#define MOST_HOLES 6
#define DIGITS 4 /* of a board's key, to the base of 32: five of them stay in a byte */

/* Tables, in the shape of registers. */
static struct {
    __m256i holes[3], boards; /* turns: of four, five and six hole cards */
    __m256i digits[DIGITS];   /* of a card's key, by card rank */
    __m256i pair_base;        /* by the lower card rank: what added to the higher numbers a pair */
    __m256i blacks, reds;     /* by the four low bits of a card: counters of two suits, four bits to each */
    low_tables lows;
} tables;

TARGET void pk_avx2_omaha_prepare(void)
{
    uint8_t digits[DIGITS][16] = {{0}}, base[16] = {0}, blacks[16], reds[16];
    for (int rank = 0; rank < 13; rank++) {
        const int card = 4 * rank;
        unsigned key = KEY5_DIGITS[card] | KEY5_DIGITS[64 + card] << 8 | KEY5_DIGITS[128 + card] << 16;
        for (int i = 0; i < DIGITS; i++)
            digits[i][rank] = key >> 5 * i & 31;
        base[rank] = (uint8_t)(PAIR_INDEX[16 * rank + rank] - rank);
    }
    for (int i = 0; i < 16; i++) { /* clubs and spades, diamonds and hearts */
        blacks[i] = (uint8_t)(i % 4 == 0 ? 1 : i % 4 == 3 ? 16 : 0);
        reds[i] = (uint8_t)(i % 4 == 1 ? 1 : i % 4 == 2 ? 16 : 0);
    }
    for (int count = 4; count <= MOST_HOLES; count++)
        tables.holes[count - 4] = turn_of(count);
    tables.boards = turn_of(5);
    for (int i = 0; i < DIGITS; i++)
        tables.digits[i] = twice(digits[i]);
    tables.pair_base = twice(base);
    tables.blacks = twice(blacks);
    tables.reds = twice(reds);
    tables.lows = low_tables_of();
}

/* -- low -- */

/* Low ranks of 32 rows. Of the ranks that only the hand holds two at most can play, of those that only the board holds
 * three; what both hold can stand for either. Among so many ranks any five make a low of two and three. */
TARGET_INLINE __m256i best_lows(const __m256i *holes, int hole_count, const __m256i *boards)
{
    __m256i held = low_masks(&tables.lows, holes, hole_count), shown = low_masks(&tables.lows, boards, 5);
    __m256i two = lowest_bits(_mm256_andnot_si256(shown, held), 2);
    __m256i three = lowest_bits(_mm256_andnot_si256(held, shown), 3);
    return low_ranks_of(&tables.lows, _mm256_or_si256(_mm256_or_si256(two, three), _mm256_and_si256(held, shown)));
}

/* -- high -- */

/* What a block notes of its rows. */
typedef struct {
    uint32_t keys[BLOCK_ROWS];      /* of the boards; the bits above KEY5_BITS are to be ignored */
    const uint16_t *table_rows[BLOCK_ROWS];
    uint8_t pairs[BLOCK_ROWS * 16]; /* numbers of the pairs of hole cards: eight, or sixteen, to a row */
} block_notes;

TARGET_INLINE void store_halves(void *lower, void *upper, __m256i both)
{
    _mm_storeu_si128((__m128i *)lower, _mm256_castsi256_si128(both));
    _mm_storeu_si128((__m128i *)upper, _mm256_extracti128_si256(both, 1));
}

TARGET_INLINE void note_keys(const __m256i *boards, uint32_t *keys)
{
    const __m256i weights = _mm256_set1_epi16(32 << 8 | 1), wide_weights = _mm256_set1_epi32(1024 << 16 | 1);
    __m256i sums[DIGITS];
    for (int i = 0; i < DIGITS; i++)
        sums[i] = _mm256_setzero_si256();
    for (int card = 0; card < 5; card++) {
        __m256i ranks = card_ranks_of(boards[card]);
        for (int i = 0; i < DIGITS; i++)
            sums[i] = _mm256_add_epi8(sums[i], _mm256_shuffle_epi8(tables.digits[i], ranks));
    }
    for (int half = 0; half < 2; half++) { /* rows 0 to 7 and 16 to 23, or 8 to 15 and 24 to 31 */
        __m256i lower = half ? _mm256_unpackhi_epi8(sums[0], sums[1]) : _mm256_unpacklo_epi8(sums[0], sums[1]);
        __m256i upper = half ? _mm256_unpackhi_epi8(sums[2], sums[3]) : _mm256_unpacklo_epi8(sums[2], sums[3]);
        lower = _mm256_maddubs_epi16(lower, weights);
        upper = _mm256_maddubs_epi16(upper, weights);
        uint32_t *at = keys + 8 * half;
        store_halves(at, at + 16, _mm256_madd_epi16(_mm256_unpacklo_epi16(lower, upper), wide_weights));
        store_halves(at + 4, at + 20, _mm256_madd_epi16(_mm256_unpackhi_epi16(lower, upper), wide_weights));
    }
}

/* Lays 8 or 16 registers, of a byte to each row, out row by row. */
TARGET_INLINE void turn_back(const __m256i *bytes, int count, uint8_t *out)
{
    __m256i fours[4][4], eights[2][8];
    for (int i = 0; i < count / 4; i++)
        for (int half = 0; half < 2; half++) {
            const __m256i *four = bytes + 4 * i;
            __m256i one = half ? _mm256_unpackhi_epi8(four[0], four[1]) : _mm256_unpacklo_epi8(four[0], four[1]);
            __m256i other = half ? _mm256_unpackhi_epi8(four[2], four[3]) : _mm256_unpacklo_epi8(four[2], four[3]);
            fours[i][2 * half] = _mm256_unpacklo_epi16(one, other);
            fours[i][2 * half + 1] = _mm256_unpackhi_epi16(one, other);
        }
    for (int i = 0; i < 8; i++) /* two rows each, and the same of the upper sixteen */
        for (int j = 0; j < count / 8; j++)
            eights[j][i] = i % 2 ? _mm256_unpackhi_epi32(fours[2 * j][i / 2], fours[2 * j + 1][i / 2])
                                 : _mm256_unpacklo_epi32(fours[2 * j][i / 2], fours[2 * j + 1][i / 2]);
    for (int i = 0; i < 8; i++) {
        if (count == 8) {
            store_halves(out + 16 * i, out + 16 * (i + 8), eights[0][i]);
        } else {
            uint8_t *at = out + 32 * i;
            store_halves(at, at + 256, _mm256_unpacklo_epi64(eights[0][i], eights[1][i]));
            store_halves(at + 16, at + 272, _mm256_unpackhi_epi64(eights[0][i], eights[1][i]));
        }
    }
}

/* The hole cards come sorted, so that of two the first is the lower. */
TARGET_INLINE void note_pairs(const __m256i *holes, int hole_count, uint8_t *pairs)
{
    __m256i ranks[MOST_HOLES], numbers[16];
    int known = 0;
    for (int i = 0; i < hole_count; i++)
        ranks[i] = card_ranks_of(holes[i]);
    for (int i = 0; i < hole_count - 1; i++) {
        __m256i base = _mm256_shuffle_epi8(tables.pair_base, ranks[i]);
        for (int j = i + 1; j < hole_count; j++)
            numbers[known++] = _mm256_add_epi8(base, ranks[j]);
    }
    const int room = hole_count == 4 ? 8 : 16;
    for (; known < room; known++)
        numbers[known] = numbers[0];
    turn_back(numbers, room, pairs);
}

/* Counters of two suits, from `bias`. */
TARGET_INLINE __m256i suit_counts_of(__m256i table, const __m256i *cards, int count, int bias)
{
    __m256i counts = _mm256_set1_epi8((char)(bias * 17));
    for (int i = 0; i < count; i++)
        counts = _mm256_add_epi8(counts, _mm256_shuffle_epi8(table, cards[i]));
    return counts;
}

/* Rows whose board has three of a suit of which the hand has two: from a bias, both set the counter's top bit. */
TARGET_INLINE uint32_t with_flush(const __m256i *holes, int hole_count, const __m256i *boards)
{
    __m256i black = _mm256_and_si256(suit_counts_of(tables.blacks, holes, hole_count, 6),
                                     suit_counts_of(tables.blacks, boards, 5, 5));
    __m256i red = _mm256_and_si256(suit_counts_of(tables.reds, holes, hole_count, 6),
                                   suit_counts_of(tables.reds, boards, 5, 5));
    __m256i flags = _mm256_and_si256(_mm256_or_si256(black, red), _mm256_set1_epi8((char)0x88));
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(flags, _mm256_setzero_si256()));
}

TARGET_INLINE uint16_t best_pair(const uint16_t *row, const uint8_t *pairs, int hole_count)
{
    unsigned best = row[pairs[0]];
    UNROLL
    for (int i = 1; i < hole_count * (hole_count - 1) / 2; i++) {
        unsigned rank = row[pairs[i]];
        best = rank > best ? rank : best;
    }
    return (uint16_t)best;
}

/* The rows of the table, which are asked for all at once: a hand takes so many instructions that the processor has no
 * more than a few of them under way. */
TARGET_INLINE void find_boards(const uint32_t *keys, const uint16_t **table_rows)
{
    for (int row = 0; row < BLOCK_ROWS; row++) {
        uint32_t key = keys[row] & ((1u << KEY5_BITS) - 1);
        uint32_t slot = OFFSET5[key >> KEY5_COLUMN_BITS] + (key & ((1u << KEY5_COLUMN_BITS) - 1));
        table_rows[row] = OMAHA_RANK + OMAHA_ROW * slot;
        for (int line = 0; line < 3; line++)
            PREFETCH(table_rows[row] + 32 * line);
    }
}

/* Bytes that are not zero where a row holds something other than distinct cards. The board, and the hole cards behind
 * it, are in order. */
TARGET_INLINE __m256i complaints_of_both(const __m256i *cards, int count)
{
    __m256i merged[5 + MOST_HOLES];
    for (int i = 0; i < count; i++)
        merged[i] = cards[i];
    for (int i = 0; i < MERGE_STEPS; i++)
        if (MERGE[i][1] < count)
            order(&merged[MERGE[i][0]], &merged[MERGE[i][1]]);
    return complaints_of_sorted(merged, count);
}

/* The suit of which a board has three and a hand two. */
TARGET_INLINE unsigned shared_suit(const uint8_t *hole, int hole_count, const uint8_t *board)
{
    return flagged_suit(keys_of(hole, hole_count, SUIT_BIAS(2)) & keys_of(board, 5, SUIT_BIAS(3)) & SUIT_FLAGS);
}

/* -- blocks -- */

TARGET_INLINE ptrdiff_t omaha_rows(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                   ptrdiff_t board_stride, ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    uint8_t hole_copy[BLOCK_READS(MOST_HOLES)], board_copy[BLOCK_READS(5)];
    if (!hole_stride)
        fill_block(hole_copy, hole, 1, hole_count);
    if (!board_stride)
        fill_block(board_copy, board, 1, 5);
    for (ptrdiff_t start = 0; start < rows; start += BLOCK_ROWS) {
        const ptrdiff_t left = rows - start;
        const int size = (int)(left < BLOCK_ROWS ? left : BLOCK_ROWS);
        const uint8_t *holes_at = hole_stride ? hole + start * hole_count : hole_copy;
        const uint8_t *boards_at = board_stride ? board + start * 5 : board_copy;
        if (hole_stride && UNLIKELY(left * hole_count < BLOCK_READS(hole_count))) {
            fill_block(hole_copy, holes_at, size, hole_count);
            holes_at = hole_copy;
        }
        if (board_stride && UNLIKELY(left * 5 < BLOCK_READS(5))) {
            fill_block(board_copy, boards_at, size, 5);
            boards_at = board_copy;
        }
        __m256i cards[5 + MOST_HOLES], *const boards = cards, *const holes = cards + 5;
        ask_for_block(holes_at + AHEAD, hole_count);
        ask_for_block(boards_at + AHEAD, 5);
        turn_rows(tables.boards, boards_at, 5, boards);
        turn_rows(tables.holes[hole_count - 4], holes_at, hole_count, holes);
        if (check || high)
            sort_hands(holes, hole_count);
        if (check) {
            sort_hands(boards, 5);
            __m256i bad = complaints_of_both(cards, 5 + hole_count);
            if (UNLIKELY(!_mm256_testz_si256(bad, bad))) {
                ptrdiff_t row =
                    first_bad_omaha_row(hole, hole_stride, hole_count, board, board_stride, 5, start, rows);
                if (row >= 0)
                    return row;
            }
        }
        if (low)
            store_rows(low + start, best_lows(holes, hole_count, boards), size);
        if (!high)
            continue;
        block_notes notes;
        note_keys(boards, notes.keys);
        find_boards(notes.keys, notes.table_rows);
        note_pairs(holes, hole_count, notes.pairs);
        uint32_t flushes = with_flush(holes, hole_count, boards) & (~UINT32_C(0) >> (BLOCK_ROWS - size));
        for (int row = 0; row < size; row++) {
            const uint8_t *pairs = notes.pairs + (hole_count == 4 ? 8 : 16) * row;
            high[start + row] = best_pair(notes.table_rows[row], pairs, hole_count);
        }
        for (; flushes; flushes &= flushes - 1) {
            int row = __builtin_ctz(flushes);
            const uint8_t *held = holes_at + row * hole_count, *shown = boards_at + row * 5;
            unsigned suit = shared_suit(held, hole_count, shown);
            uint16_t flush = best_flush(suit_mask(held, hole_count, suit), suit_mask(shown, 5, suit), hole_count);
            high[start + row] = flush > high[start + row] ? flush : high[start + row];
        }
    }
    return ALL_GOOD;
}

#define OMAHA_ROWS(holes)                                                                                              \
    (check ? omaha_rows(hole, hole_stride, holes, board, board_stride, rows, high, low, 1)                             \
           : omaha_rows(hole, hole_stride, holes, board, board_stride, rows, high, low, 0))

TARGET ptrdiff_t pk_avx2_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                               ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low,
                               int check)
{
    if (board_count != 5) /* flops and turns go by threes */
        return pk_portable_omaha(hole, hole_stride, hole_count, board, board_stride, board_count, rows, high, low, check);
    return hole_count == 4 ? OMAHA_ROWS(4) : hole_count == 5 ? OMAHA_ROWS(5) : OMAHA_ROWS(6);
}

#endif
