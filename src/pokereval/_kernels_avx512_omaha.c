/* Omaha with AVX-512: what can be made for 64 rows at once is made with the rows on their side; then every row finds
 * its best pair in three registers.
 *
 * A board's 91 entries are three registers of sixteen-bit numbers. Permuting them by the numbers of a hand's pairs
 * looks up its 6, 10 or 15 pairs at once, and one horizontal minimum of the complements is the best hand.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define HANDS_WORTH_A_BOARD 128 /* from how many hands on it pays to prepare the board that they share */
#define MOST_HOLES 6
#define DIGITS 4 /* of a board's key, to the base of 32: five of them stay in a byte */

/* Tables of a number of hole cards, in the shape of registers. Loops work on a copy of their own. */
typedef struct {
    turn holes, boards;
    __m512i digits[DIGITS];          /* of a card's key */
    __m512i suit_weights, majorities[2]; /* a sum of five weights, of seven bits, tells the suit of three, or NO_SUIT */
    __m512i pair_base;               /* by the lower card rank: what added to the higher numbers a pair */
    __m512i low_bits, low_ranks[4];
} layout;

static layout layouts[3]; /* of four, five and six hole cards */

enum { NO_SUIT = 4 };

TARGET static layout layout_of(int hole_count)
{
    layout all;
    uint8_t digits[DIGITS][64] = {{0}}, weights[64] = {0}, majorities[128], base[64] = {0};
    for (int card = 0; card < DECK_SIZE; card++) {
        unsigned key = KEY5_DIGITS[card] | KEY5_DIGITS[64 + card] << 8 | KEY5_DIGITS[128 + card] << 16;
        for (int i = 0; i < DIGITS; i++)
            digits[i][card] = key >> 5 * i & 31;
        weights[card] = SUIT_WEIGHTS[card & 3];
    }
    memset(majorities, NO_SUIT, sizeof majorities);
    for (int suit = 0; suit < 4; suit++)
        for (int one = 0; one < 4; one++)
            for (int other = 0; other < 4; other++)
                majorities[(3 * SUIT_WEIGHTS[suit] + SUIT_WEIGHTS[one] + SUIT_WEIGHTS[other]) % 128] = (uint8_t)suit;
    for (int rank = 0; rank < 13; rank++)
        base[rank] = (uint8_t)(PAIR_INDEX[16 * rank + rank] - rank);
    all.holes = turn_of(hole_count);
    all.boards = turn_of(5);
    for (int i = 0; i < DIGITS; i++)
        all.digits[i] = _mm512_loadu_si512(digits[i]);
    all.suit_weights = _mm512_loadu_si512(weights);
    for (int i = 0; i < 2; i++)
        all.majorities[i] = _mm512_loadu_si512(majorities + 64 * i);
    all.pair_base = _mm512_loadu_si512(base);
    all.low_bits = _mm512_loadu_si512(LOW_BIT);
    for (int i = 0; i < 4; i++)
        all.low_ranks[i] = _mm512_loadu_si512(LOW_RANK + 64 * i);
    return all;
}

TARGET void pk_avx512_omaha_prepare(void)
{
    for (int hole_count = 4; hole_count <= MOST_HOLES; hole_count++)
        layouts[hole_count - 4] = layout_of(hole_count);
}

/* -- low -- */

/* The lowest `count` bits of each byte. */
TARGET_INLINE __m512i lowest_bits(__m512i masks, int count)
{
    __m512i rest = masks;
    for (int i = 0; i < count; i++)
        rest = _mm512_and_si512(rest, _mm512_add_epi8(rest, _mm512_set1_epi8(-1)));
    return _mm512_xor_si512(masks, rest);
}

/* Low ranks of 64 rows. Of the ranks that only the hand holds two at most can play, of those that only the board holds
 * three; what both hold can stand for either. Among so many ranks any five make a low of two and three. */
TARGET_INLINE __m512i best_lows(const layout *all, const __m512i *holes, int hole_count, const __m512i *boards)
{
    __m512i held = low_masks(all->low_bits, holes, hole_count), shown = low_masks(all->low_bits, boards, 5);
    __m512i both = _mm512_and_si512(held, shown);
    __m512i two = lowest_bits(_mm512_andnot_si512(shown, held), 2);
    __m512i three = lowest_bits(_mm512_andnot_si512(held, shown), 3);
    return look_up_bytes(all->low_ranks, _mm512_or_si512(_mm512_or_si512(two, three), both));
}

/* -- high -- */

/* What a block notes of its rows, in their order. */
typedef struct {
    uint32_t keys[BLOCK_ROWS];      /* of the boards; the bits above KEY5_BITS are to be ignored */
    uint8_t pairs[BLOCK_ROWS * 16]; /* numbers of the pairs of hole cards: eight, or sixteen, to a row */
    uint8_t suits[BLOCK_ROWS];      /* of which the board has three */
} block_notes;

TARGET_INLINE void note_keys(const layout *all, const __m512i *boards, uint32_t *keys)
{
    const __m512i weights = _mm512_set1_epi16(32 << 8 | 1), wide_weights = _mm512_set1_epi32(1024 << 16 | 1);
    __m512i sums[DIGITS];
    for (int i = 0; i < DIGITS; i++) {
        sums[i] = _mm512_permutexvar_epi8(boards[0], all->digits[i]);
        for (int card = 1; card < 5; card++)
            sums[i] = _mm512_add_epi8(sums[i], _mm512_permutexvar_epi8(boards[card], all->digits[i]));
    }
    for (int half = 0; half < 2; half++) {
        __m512i lower = half ? _mm512_unpackhi_epi8(sums[0], sums[1]) : _mm512_unpacklo_epi8(sums[0], sums[1]);
        __m512i upper = half ? _mm512_unpackhi_epi8(sums[2], sums[3]) : _mm512_unpacklo_epi8(sums[2], sums[3]);
        lower = _mm512_maddubs_epi16(lower, weights);
        upper = _mm512_maddubs_epi16(upper, weights);
        __m512i first = _mm512_unpacklo_epi16(lower, upper), second = _mm512_unpackhi_epi16(lower, upper);
        _mm512_storeu_si512(keys + 32 * half, _mm512_madd_epi16(first, wide_weights));
        _mm512_storeu_si512(keys + 32 * half + 16, _mm512_madd_epi16(second, wide_weights));
    }
}

/* Lays 8 or 16 registers, of a byte to each row, out row by row. */
TARGET_INLINE void turn_back(const __m512i *bytes, int count, uint8_t *out)
{
    const __m512i ends = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const __m512i wide_ends = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
    __m512i fours[4][4], eights[2];
    for (int i = 0; i < count / 4; i++)
        for (int half = 0; half < 2; half++) {
            const __m512i *four = bytes + 4 * i;
            __m512i one = half ? _mm512_unpackhi_epi8(four[0], four[1]) : _mm512_unpacklo_epi8(four[0], four[1]);
            __m512i other = half ? _mm512_unpackhi_epi8(four[2], four[3]) : _mm512_unpacklo_epi8(four[2], four[3]);
            fours[i][2 * half] = _mm512_unpacklo_epi16(one, other);
            fours[i][2 * half + 1] = _mm512_unpackhi_epi16(one, other);
        }
    for (int i = 0; i < 8; i++) { /* eight rows each: the fours have the order of the rows */
        const __m512i index = i % 2 ? _mm512_add_epi32(ends, _mm512_set1_epi32(8)) : ends;
        for (int j = 0; j < count / 8; j++)
            eights[j] = _mm512_permutex2var_epi32(fours[2 * j][i / 2], index, fours[2 * j + 1][i / 2]);
        if (count == 8) {
            _mm512_storeu_si512(out + 64 * i, eights[0]);
        } else {
            const __m512i next = _mm512_add_epi64(wide_ends, _mm512_set1_epi64(4));
            _mm512_storeu_si512(out + 128 * i, _mm512_permutex2var_epi64(eights[0], wide_ends, eights[1]));
            _mm512_storeu_si512(out + 128 * i + 64, _mm512_permutex2var_epi64(eights[0], next, eights[1]));
        }
    }
}

/* The hole cards come sorted, so that of two the first is the lower. */
TARGET_INLINE void note_pairs(const layout *all, const __m512i *holes, int hole_count, uint8_t *pairs)
{
    __m512i ranks[MOST_HOLES], numbers[16];
    int known = 0;
    for (int i = 0; i < hole_count; i++)
        ranks[i] = _mm512_and_si512(_mm512_srli_epi16(holes[i], 2), _mm512_set1_epi8(15));
    for (int i = 0; i < hole_count - 1; i++) {
        __m512i base = _mm512_permutexvar_epi8(ranks[i], all->pair_base);
        for (int j = i + 1; j < hole_count; j++)
            numbers[known++] = _mm512_add_epi8(base, ranks[j]);
    }
    const int room = hole_count == 4 ? 8 : 16;
    for (; known < room; known++)
        numbers[known] = numbers[0]; /* a pair more than once does no harm */
    turn_back(numbers, room, pairs);
}

/* Rows whose board has three of a suit of which the hand has two. */
TARGET_INLINE uint64_t note_suits(const layout *all, const __m512i *holes, int hole_count, const __m512i *boards,
                                  uint8_t *suits)
{
    __m512i sums = _mm512_permutexvar_epi8(boards[0], all->suit_weights);
    for (int i = 1; i < 5; i++)
        sums = _mm512_add_epi8(sums, _mm512_permutexvar_epi8(boards[i], all->suit_weights));
    __m512i suit = _mm512_permutex2var_epi8(all->majorities[0], sums, all->majorities[1]);
    __mmask64 one = 0, two = 0;
    for (int i = 0; i < hole_count; i++) {
        __mmask64 suited = _mm512_cmpeq_epi8_mask(_mm512_and_si512(holes[i], _mm512_set1_epi8(3)), suit);
        two |= one & suited;
        one |= suited;
    }
    _mm512_storeu_si512(suits, in_order(suit));
    return _mm512_movepi8_mask(in_order(_mm512_movm_epi8(two)));
}

TARGET_INLINE uint16_t best_pair(const uint16_t *row, const uint8_t *pairs, int hole_count)
{
    __m256i numbers = hole_count == 4
                          ? _mm256_castsi128_si256(_mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)pairs)))
                          : _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)pairs));
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

/* -- blocks -- */

/* Rows that hold something other than distinct cards. The board, and the hole cards behind it, are in order. */
TARGET_INLINE __mmask64 strange_rows(const __m512i *cards, int count)
{
    __m512i merged[5 + MOST_HOLES];
    for (int i = 0; i < count; i++)
        merged[i] = cards[i];
    for (int i = 0; i < MERGE_STEPS; i++)
        if (MERGE[i][1] < count)
            order(&merged[MERGE[i][0]], &merged[MERGE[i][1]]);
    __mmask64 strange = _mm512_cmpge_epu8_mask(merged[count - 1], _mm512_set1_epi8(DECK_SIZE));
    for (int i = 1; i < count; i++)
        strange |= _mm512_cmpeq_epi8_mask(merged[i - 1], merged[i]);
    return strange;
}

TARGET_INLINE ptrdiff_t omaha_rows(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                                   ptrdiff_t board_stride, ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    const layout all = layouts[hole_count - 4];
    uint8_t hole_copy[BLOCK_ROWS * MOST_HOLES], board_copy[BLOCK_ROWS * 5];
    if (!hole_stride)
        fill_block(hole_copy, hole, 1, hole_count);
    if (!board_stride)
        fill_block(board_copy, board, 1, 5);
    for (ptrdiff_t start = 0; start < rows; start += BLOCK_ROWS) {
        const int size = (int)(rows - start < BLOCK_ROWS ? rows - start : BLOCK_ROWS);
        const uint8_t *holes_at = hole_stride ? hole + start * hole_count : hole_copy;
        const uint8_t *boards_at = board_stride ? board + start * 5 : board_copy;
        if (UNLIKELY(size < BLOCK_ROWS)) {
            if (hole_stride)
                fill_block(hole_copy, holes_at, size, hole_count);
            if (board_stride)
                fill_block(board_copy, boards_at, size, 5);
            holes_at = hole_copy, boards_at = board_copy;
        }
        __m512i cards[5 + MOST_HOLES], *const boards = cards, *const holes = cards + 5;
        turn_rows(&all.boards, boards_at, 5, boards);
        turn_rows(&all.holes, holes_at, hole_count, holes);
        ask_for_block(holes_at + AHEAD, hole_count);
        ask_for_block(boards_at + AHEAD, 5);
        if (high || check)
            sort_hands(holes, hole_count);
        if (check) {
            sort_hands(boards, 5);
            if (UNLIKELY(strange_rows(cards, 5 + hole_count))) {
                ptrdiff_t row = first_bad_omaha_row(hole, hole_stride, hole_count, board, board_stride, 5, start, rows);
                if (row >= 0)
                    return row;
            }
        }
        if (low)
            _mm512_mask_storeu_epi8(low + start, ~UINT64_C(0) >> (64 - size),
                                    in_order(best_lows(&all, holes, hole_count, boards)));
        if (!high)
            continue;
        block_notes notes;
        note_keys(&all, boards, notes.keys);
        note_pairs(&all, holes, hole_count, notes.pairs);
        uint64_t flushes = note_suits(&all, holes, hole_count, boards, notes.suits) & (~UINT64_C(0) >> (64 - size));
        for (int row = 0; row < size; row++) {
            uint32_t key = notes.keys[row] & ((1u << KEY5_BITS) - 1);
            uint32_t slot = OFFSET5[key >> KEY5_COLUMN_BITS] + (key & ((1u << KEY5_COLUMN_BITS) - 1));
            const uint8_t *pairs = notes.pairs + (hole_count == 4 ? 8 : 16) * row;
            high[start + row] = best_pair(OMAHA_RANK + OMAHA_ROW * slot, pairs, hole_count);
        }
        for (; flushes; flushes &= flushes - 1) {
            int row = __builtin_ctzll(flushes);
            unsigned held = suit_mask(holes_at + row * hole_count, hole_count, notes.suits[row]);
            unsigned shown = suit_mask(boards_at + row * 5, 5, notes.suits[row]);
            uint16_t flush = best_flush(held, shown, hole_count);
            high[start + row] = flush > high[start + row] ? flush : high[start + row];
        }
    }
    return ALL_GOOD;
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
