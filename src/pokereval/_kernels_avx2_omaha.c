/* Omaha with AVX2: boards, checks and flushes four rows at a time; the pairs of a hand are scalar look-ups in the board's
 * row of the table, which a block has asked for before. */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx2.h"

#define BLOCK 64 /* rows; three cache lines of the table each */

/* Tables of a number of hole cards. */
typedef struct {
    lanes holes, boards;
    __m256i digits[3]; /* of the board's key */
    __m256i same[5];   /* every place of a lane takes the lane's card 0, 1, ... 4 */
    __m256i low_bits;  /* by card rank */
} layout;

static layout layouts[3]; /* of four, five and six hole cards */

TARGET static layout layout_of(int hole_count)
{
    layout all;
    uint8_t low_bits[16] = {0};
    all.holes = lanes_of(hole_count);
    all.boards = lanes_of(5);
    load_digits(all.digits, KEY5_DIGITS);
    for (int i = 0; i < 5; i++) {
        uint8_t same[16];
        for (int place = 0; place < 16; place++)
            same[place] = (uint8_t)(place - place % 8 + i);
        all.same[i] = twice(same);
    }
    for (int rank = 0; rank < 13; rank++)
        low_bits[rank] = LOW_BIT[4 * rank];
    all.low_bits = twice(low_bits);
    return all;
}

/* Four rows of cards; a stride of 0 gives the same row four times. */
TARGET_INLINE __m256i load_either(const lanes *all, const uint8_t *cards, ptrdiff_t stride, int count, int there,
                                  const uint8_t *end)
{
    if (stride)
        return load_rows(all, cards, count, there < 4 ? there * count : end - cards);
    return _mm256_permute4x64_epi64(load_rows(all, cards, count, count), 0);
}

/* Bytes that make a row one of other than distinct cards; a board card is compared with every hole card. */
TARGET_INLINE __m256i complaints_of_both(const layout *all, __m256i holes, __m256i boards, int hole_count)
{
    __m256i bad = _mm256_or_si256(complaints_of(&all->holes, holes, hole_count), complaints_of(&all->boards, boards, 5));
    __m256i same = _mm256_setzero_si256();
    for (int i = 0; i < 5; i++)
        same = _mm256_or_si256(same, _mm256_cmpeq_epi8(holes, _mm256_shuffle_epi8(boards, all->same[i])));
    return _mm256_or_si256(bad, _mm256_and_si256(same, all->holes.places));
}

TARGET_INLINE __m256i low_masks(__m256i table, const lanes *all, __m256i rows)
{
    __m256i seen = _mm256_and_si256(_mm256_shuffle_epi8(table, card_ranks_of(rows)), all->places);
    return _mm256_and_si256(or_lanes(seen), _mm256_set1_epi64x(255));
}

TARGET_INLINE ptrdiff_t omaha_rows(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                   ptrdiff_t board_stride, ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    const layout all = layouts[hole_count - 4];
    const uint8_t *hole_end = hole + rows * hole_stride, *board_end = board + rows * board_stride;
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        const int size = (int)(rows - start < BLOCK ? rows - start : BLOCK);
        const uint8_t *holes_at = hole + start * hole_stride, *boards_at = board + start * board_stride;
        const uint16_t *table_rows[BLOCK];
        uint64_t lows[BLOCK], flushes = 0;
        __m256i bad = _mm256_setzero_si256();
        for (int row = 0; row < size; row += 4) {
            const int there = size - row < 4 ? size - row : 4;
            __m256i holes = load_either(&all.holes, holes_at + row * hole_stride, hole_stride, hole_count, there, hole_end);
            __m256i boards = load_either(&all.boards, boards_at + row * board_stride, board_stride, 5, there, board_end);
            if (check) {
                __m256i strange = complaints_of_both(&all, holes, boards, hole_count);
                bad = _mm256_or_si256(bad, UNLIKELY(there < 4) ? first_rows(strange, there) : strange);
            }
            if (high) {
                uint64_t sums[4];
                _mm256_storeu_si256((__m256i *)sums, key_sums(all.digits, boards));
                for (int i = 0; i < 4; i++) {
                    uint32_t sum = (uint32_t)sums[i] & ((1u << KEY5_BITS) - 1);
                    uint32_t slot = OFFSET5[sum >> KEY5_COLUMN_BITS] + (sum & ((1u << KEY5_COLUMN_BITS) - 1));
                    table_rows[row + i] = OMAHA_RANK + OMAHA_ROW * slot;
                    PREFETCH(table_rows[row + i]);
                    PREFETCH(table_rows[row + i] + 32);
                    PREFETCH(table_rows[row + i] + 64);
                }
                __m256i both = _mm256_and_si256(suit_counts(boards, 5, SUIT_BIAS(3)),
                                                suit_counts(holes, hole_count, SUIT_BIAS(2)));
                both = _mm256_and_si256(both, _mm256_set1_epi64x((long long)SUIT_FLAGS));
                __m256i none = _mm256_cmpeq_epi64(both, _mm256_setzero_si256());
                flushes |= (uint64_t)(~(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(none)) & 15) << row;
            }
            if (low) {
                __m256i masks = _mm256_slli_epi64(low_masks(all.low_bits, &all.holes, holes), 8);
                masks = _mm256_or_si256(masks, low_masks(all.low_bits, &all.boards, boards));
                _mm256_storeu_si256((__m256i *)(lows + row), masks);
            }
        }
        if (UNLIKELY(!_mm256_testz_si256(bad, bad))) {
            ptrdiff_t row = first_bad_omaha_row(hole, hole_stride, hole_count, board, board_stride, 5, start, rows);
            if (row >= 0)
                return row;
        }
        if (high) {
            for (int row = 0; row < size; row++)
                high[start + row] = best_omaha_pair(table_rows[row], holes_at + row * hole_stride, hole_count);
            for (flushes &= ~UINT64_C(0) >> (64 - size); flushes; flushes &= flushes - 1) {
                int row = __builtin_ctzll(flushes);
                uint16_t flush = omaha_flush_of(holes_at + row * hole_stride, hole_count, boards_at + row * board_stride);
                high[start + row] = flush > high[start + row] ? flush : high[start + row];
            }
        }
        if (low)
            for (int row = 0; row < size; row++)
                low[start + row] = OMAHA_LOW_RANK[lows[row]];
    }
    return ALL_GOOD;
}

TARGET void pk_avx2_omaha_prepare(void)
{
    for (int hole_count = 4; hole_count <= 6; hole_count++)
        layouts[hole_count - 4] = layout_of(hole_count);
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
