/* Omaha with AVX-512: what all rows of a block need is made eight rows at a time, then every row finds its best pair in
 * three registers.
 *
 * A board's 91 entries are three registers of sixteen-bit numbers. Permuting them by the numbers of a hand's pairs looks
 * up its 6, 10 or 15 pairs at once, and one horizontal minimum of the complements is the best hand. The table of boards
 * is larger than the second-level cache of some processors, so a block first asks for the rows that it will need.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"
#include <string.h>

#define BLOCK 64 /* rows; three cache lines of the table each */
#define HANDS_WORTH_A_BOARD 96 /* from how many hands on it pays to prepare the board that they share */

/* Tables of a number of hole cards. */
typedef struct {
    lanes holes, boards;
    __m512i digits[3];        /* of the board's key */
    __m512i suits[2];         /* counters: clubs and diamonds, hearts and spades */
    __m512i first[2], second[2]; /* bytes of the lanes that make the pairs: sixteen to a row, four rows a register */
    __m512i pair_base;        /* by the lower card rank: what added to the higher numbers a pair */
    __m512i low_bits;
    __m512i same[5];          /* every place of a lane takes the lane's card 0, 1, ... 4 */
} layout;

static layout layouts[3]; /* of four, five and six hole cards */

TARGET static layout layout_of(int hole_count)
{
    layout all;
    uint8_t first[2][64], second[2][64], base[64] = {0}, suits[2][64] = {{0}, {0}};
    for (int place = 0; place < 128; place++) {
        int pair = place % 16, i = 0, j = 1;
        if (pair >= hole_count * (hole_count - 1) / 2)
            pair = 0; /* the places that are left over repeat a pair */
        for (; pair; pair--)
            if (++j == hole_count)
                j = ++i + 1;
        first[place / 64][place % 64] = (uint8_t)(8 * (place / 16) + i);
        second[place / 64][place % 64] = (uint8_t)(8 * (place / 16) + j);
    }
    for (int rank = 0; rank < 13; rank++)
        base[rank] = (uint8_t)(PAIR_INDEX[16 * rank + rank] - rank);
    for (int card = 0; card < DECK_SIZE; card++)
        suits[(card & 3) >> 1][card] = (uint8_t)(1u << 4 * (card & 1));
    all.holes = lanes_of(hole_count);
    all.boards = lanes_of(5);
    for (int i = 0; i < 3; i++)
        all.digits[i] = _mm512_loadu_si512(KEY5_DIGITS + 64 * i);
    for (int i = 0; i < 2; i++) {
        all.suits[i] = _mm512_loadu_si512(suits[i]);
        all.first[i] = _mm512_loadu_si512(first[i]);
        all.second[i] = _mm512_loadu_si512(second[i]);
    }
    all.pair_base = _mm512_loadu_si512(base);
    all.low_bits = _mm512_loadu_si512(LOW_BIT);
    for (int i = 0; i < 5; i++) {
        long long lane = 0x0101010101010101 * i;
        all.same[i] = _mm512_broadcast_i64x2(_mm_set_epi64x(0x0808080808080808 + lane, lane));
    }
    return all;
}

/* What a block notes of its rows. */
typedef struct {
    uint32_t boards[BLOCK];    /* rows of the table */
    uint8_t pairs[BLOCK][16];  /* numbers of the pairs of hole cards */
    uint64_t lows[BLOCK];      /* hole mask << 8 | board mask */
    uint64_t flushes;          /* a bit for each row that can hold a flush */
} block_notes;

/* Four suit counters in each lane. The empty bytes of a lane are deuces of clubs, which the bias takes out again. */
TARGET_INLINE __m512i suit_counts(const layout *all, __m512i rows, int count, uint64_t bias)
{
    __m512i counts = _mm512_add_epi64(lane_sums(all->suits[0], rows), _mm512_slli_epi64(lane_sums(all->suits[1], rows), 8));
    return _mm512_add_epi64(counts, _mm512_set1_epi64((long long)(bias - (uint64_t)(8 - count))));
}

TARGET_INLINE __m512i pair_numbers(const layout *all, __m512i ranks, int half)
{
    __m512i one = _mm512_permutexvar_epi8(all->first[half], ranks);
    __m512i other = _mm512_permutexvar_epi8(all->second[half], ranks);
    __m512i lower = _mm512_min_epu8(one, other);
    return _mm512_add_epi8(_mm512_max_epu8(one, other), _mm512_permutexvar_epi8(lower, all->pair_base));
}

/* Bytes that make a row one of other than distinct cards; a board card is compared with every hole card. */
TARGET_INLINE __mmask64 complaints_of_both(const layout *all, __m512i holes, __m512i boards, int hole_count)
{
    __mmask64 bad = complaints_of(&all->holes, holes, hole_count) | complaints_of(&all->boards, boards, 5);
    for (int i = 0; i < 5; i++)
        bad |= _mm512_mask_cmpeq_epi8_mask(all->holes.places, holes, _mm512_shuffle_epi8(boards, all->same[i]));
    return bad;
}

/* Eight rows of cards; a stride of 0 gives the same row eight times. */
TARGET_INLINE __m512i load_either(const lanes *all, const uint8_t *cards, ptrdiff_t stride, int count, int there,
                                  const uint8_t *end)
{
    if (stride)
        return load_rows(all, cards, there < 8 ? there * count : end - cards);
    __m512i one = load_rows(all, cards, count);
    return _mm512_permutexvar_epi64(_mm512_setzero_si512(), one);
}

TARGET_INLINE uint16_t best_pair(const uint16_t *row, const uint8_t *pairs, int hole_count)
{
    __m256i numbers = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)pairs));
    __m512i wide = _mm512_castsi256_si512(numbers);
    __m512i lower = _mm512_permutex2var_epi16(_mm512_load_si512(row), wide, _mm512_load_si512(row + 32));
    __m512i upper = _mm512_permutexvar_epi16(wide, _mm512_load_si512(row + 64));
    __mmask16 is_upper = _mm256_test_epi16_mask(numbers, _mm256_set1_epi16(64));
    __m256i ranks = _mm256_mask_mov_epi16(_mm512_castsi512_si256(lower), is_upper, _mm512_castsi512_si256(upper));
    __m128i best = _mm256_castsi256_si128(ranks);
    if (hole_count > 4)
        best = _mm_max_epu16(best, _mm256_extracti128_si256(ranks, 1));
    best = _mm_minpos_epu16(_mm_xor_si128(best, _mm_set1_epi16(-1)));
    return (uint16_t)~_mm_cvtsi128_si32(best);
}

TARGET_INLINE ptrdiff_t omaha_rows(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                   ptrdiff_t board_stride, ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    const layout all = layouts[hole_count - 4];
    const uint8_t *hole_end = hole + rows * hole_stride, *board_end = board + rows * board_stride;
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        const int size = (int)(rows - start < BLOCK ? rows - start : BLOCK);
        const uint8_t *holes_at = hole + start * hole_stride, *boards_at = board + start * board_stride;
        block_notes notes;
        __mmask64 bad = 0;
        notes.flushes = 0;
        for (int row = 0; row < size; row += 8) {
            const int there = size - row < 8 ? size - row : 8;
            __m512i holes = load_either(&all.holes, holes_at + row * hole_stride, hole_stride, hole_count, there, hole_end);
            __m512i boards = load_either(&all.boards, boards_at + row * board_stride, board_stride, 5, there, board_end);
            if (check)
                bad |= complaints_of_both(&all, holes, boards, hole_count) & (~UINT64_C(0) >> (64 - 8 * there));
            if (high) {
                uint32_t sums[8];
                _mm256_storeu_si256((__m256i *)sums, _mm512_cvtepi64_epi32(key_sums(all.digits, boards)));
                for (int i = 0; i < 8; i++) {
                    uint32_t sum = sums[i] & ((1u << KEY5_BITS) - 1);
                    uint32_t slot = OFFSET5[sum >> KEY5_COLUMN_BITS] + (sum & ((1u << KEY5_COLUMN_BITS) - 1));
                    notes.boards[row + i] = slot;
                    _mm_prefetch((const char *)(OMAHA_RANK + OMAHA_ROW * slot), _MM_HINT_T0);
                    _mm_prefetch((const char *)(OMAHA_RANK + OMAHA_ROW * slot + 32), _MM_HINT_T0);
                    _mm_prefetch((const char *)(OMAHA_RANK + OMAHA_ROW * slot + 64), _MM_HINT_T0);
                }
                __m512i ranks = _mm512_and_si512(_mm512_srli_epi16(holes, 2), _mm512_set1_epi8(15));
                _mm512_storeu_si512(notes.pairs[row], pair_numbers(&all, ranks, 0));
                _mm512_storeu_si512(notes.pairs[row + 4], pair_numbers(&all, ranks, 1));
                __m512i both = _mm512_and_si512(suit_counts(&all, boards, 5, SUIT_BIAS(3)),
                                                suit_counts(&all, holes, hole_count, SUIT_BIAS(2)));
                uint64_t marks = _mm512_test_epi64_mask(both, _mm512_set1_epi64((long long)SUIT_FLAGS));
                notes.flushes |= marks << row;
            }
            if (low) {
                __m512i hole_lows = or_lanes(_mm512_maskz_permutexvar_epi8(all.holes.places, holes, all.low_bits));
                __m512i board_lows = or_lanes(_mm512_maskz_permutexvar_epi8(all.boards.places, boards, all.low_bits));
                const __m512i byte = _mm512_set1_epi64(255);
                hole_lows = _mm512_slli_epi64(_mm512_and_si512(hole_lows, byte), 8);
                _mm512_storeu_si512(notes.lows + row, _mm512_or_si512(hole_lows, _mm512_and_si512(board_lows, byte)));
            }
        }
        if (UNLIKELY(bad)) {
            ptrdiff_t row = first_bad_omaha_row(hole, hole_stride, hole_count, board, board_stride, start, rows);
            if (row >= 0)
                return row;
        }
        if (high) {
            for (int row = 0; row < size; row++)
                high[start + row] = best_pair(OMAHA_RANK + OMAHA_ROW * notes.boards[row], notes.pairs[row], hole_count);
            for (uint64_t marks = notes.flushes & (~UINT64_C(0) >> (64 - size)); marks; marks &= marks - 1) {
                int row = __builtin_ctzll(marks);
                uint16_t flush = omaha_flush_of(holes_at + row * hole_stride, hole_count, boards_at + row * board_stride);
                high[start + row] = flush > high[start + row] ? flush : high[start + row];
            }
        }
        if (low)
            for (int row = 0; row < size; row++)
                low[start + row] = OMAHA_LOW_RANK[notes.lows[row]];
    }
    return ALL_GOOD;
}

TARGET void pk_avx512_omaha_prepare(void)
{
    for (int hole_count = 4; hole_count <= 6; hole_count++)
        layouts[hole_count - 4] = layout_of(hole_count);
}

#define OMAHA_ROWS(holes)                                                                                              \
    (check ? omaha_rows(hole, hole_stride, holes, board, board_stride, rows, high, low, 1)                             \
           : omaha_rows(hole, hole_stride, holes, board, board_stride, rows, high, low, 0))

TARGET ptrdiff_t pk_avx512_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                 ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high,
                                 uint8_t *low, int check)
{
    if (board_count != 5) /* flops and turns go by threes */
        return pk_portable_omaha(hole, hole_stride, hole_count, board, board_stride, board_count, rows, high, low, check);
    if (!board_stride && hole_stride && rows >= HANDS_WORTH_A_BOARD)
        return pk_avx512_omaha_one_board(hole, hole_count, board, rows, high, low, check);
    return hole_count == 4 ? OMAHA_ROWS(4) : hole_count == 5 ? OMAHA_ROWS(5) : OMAHA_ROWS(6);
}

#endif
