/* AVX2: four hands to a register, a hand to eight bytes. The steps are those of the AVX-512 path; a byte shuffle has
 * sixteen entries instead of sixty-four, so digits are looked up by card rank and suits by themselves. */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx2.h"

#define BLOCK 512 /* rows */

/* Tables of a number of cards. */
typedef struct {
    lanes hands;
    __m256i digits[3];
} layout;

static layout layouts[3]; /* of five, six and seven cards */

TARGET static layout layout_of(int count)
{
    layout all;
    all.hands = lanes_of(count);
    load_digits(all.digits, count == 5 ? KEY5_DIGITS : KEY7_DIGITS);
    return all;
}

/* Hands with five or more cards of a suit, a bit each. */
TARGET_INLINE unsigned with_flush(__m256i hands, int count)
{
    __m256i flags = _mm256_and_si256(suit_counts(hands, count, FLUSH_BIAS), _mm256_set1_epi64x((long long)SUIT_FLAGS));
    __m256i none = _mm256_cmpeq_epi64(flags, _mm256_setzero_si256());
    return ~(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(none)) & 15;
}

/* The two look-ups for each of some sums. */
TARGET_INLINE void look_up(const uint64_t *sums, int size, int count, uint16_t *out)
{
    const uint16_t *offsets = count == 5 ? OFFSET5 : count == 6 ? OFFSET6 : OFFSET7;
    const uint16_t *ranks = count == 5 ? RANK5 : count == 6 ? RANK6 : RANK7;
    const int bits = count == 5 ? KEY5_BITS : KEY7_BITS, columns = count == 5 ? KEY5_COLUMN_BITS : KEY7_COLUMN_BITS;
    for (int row = 0; row < size; row++) {
        uint32_t sum = (uint32_t)sums[row] & ((1u << bits) - 1);
        out[row] = ranks[offsets[sum >> columns] + (sum & ((1u << columns) - 1))];
    }
}

/* Ranks of a block, those of flushes set right at its end; returns whether a row is not of distinct cards. The
 * look-ups of four hands go on beside the sums of the next four. */
TARGET_INLINE int rank_block(const layout *all, const uint8_t *block, int size, const uint8_t *end, int count,
                             uint16_t *out, int check)
{
    uint64_t sums[BLOCK];
    uint16_t flushes[BLOCK];
    int flush_count = 0;
    __m256i bad = _mm256_setzero_si256();
    for (int row = 0; row < size; row += 4) {
        const uint8_t *group = block + row * count;
        const int there = size - row < 4 ? size - row : 4;
        _mm_prefetch((const char *)(group + AHEAD), _MM_HINT_T0);
        __m256i hands = load_rows(&all->hands, group, count, there < 4 ? there * count : end - group);
        unsigned marks = with_flush(hands, count);
        if (check) {
            __m256i strange = complaints_of(&all->hands, hands, count);
            bad = _mm256_or_si256(bad, UNLIKELY(there < 4) ? first_rows(strange, there) : strange);
        }
        _mm256_storeu_si256((__m256i *)(sums + row), key_sums(all->digits, hands));
        for (marks &= (1u << there) - 1; UNLIKELY(marks); marks &= marks - 1)
            flushes[flush_count++] = (uint16_t)(row + __builtin_ctz(marks));
        if (row)
            look_up(sums + row - 4, 4, count, out + row - 4);
    }
    int last = (size - 1) & ~3;
    look_up(sums + last, size - last, count, out + last);
    for (int i = 0; i < flush_count; i++) {
        const uint8_t *hand = block + flushes[i] * count;
        uint64_t suits = FLUSH_BIAS;
        for (int card = 0; card < count; card++)
            suits += card_key(CARD_KEY5, hand[card]);
        out[flushes[i]] = flush_rank(hand, count, suits & SUIT_FLAGS);
    }
    return !_mm256_testz_si256(bad, bad);
}

TARGET_INLINE ptrdiff_t high_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    const layout all = layouts[count - 5];
    const uint8_t *end = cards + rows * count;
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        const int size = (int)(rows - start < BLOCK ? rows - start : BLOCK);
        if (UNLIKELY(rank_block(&all, cards + start * count, size, end, count, out + start, check))) {
            ptrdiff_t row = first_bad_row(cards, start, rows, count);
            if (row >= 0)
                return row;
        }
    }
    return ALL_GOOD;
}

/* -- eight or better -- */

TARGET_INLINE ptrdiff_t low_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    const lanes all = layouts[count - 5].hands;
    const uint8_t *end = cards + rows * count;
    uint8_t bits[16] = {0};
    for (int rank = 0; rank < 13; rank++)
        bits[rank] = LOW_BIT[4 * rank];
    const __m256i table = twice(bits);
    for (ptrdiff_t start = 0; start < rows; start += BLOCK) {
        const int size = (int)(rows - start < BLOCK ? rows - start : BLOCK);
        __m256i bad = _mm256_setzero_si256();
        for (int row = 0; row < size; row += 4) {
            const uint8_t *group = cards + (start + row) * count;
            const int there = size - row < 4 ? size - row : 4;
            uint64_t masks[4];
            _mm_prefetch((const char *)(group + AHEAD), _MM_HINT_T0);
            __m256i hands = load_rows(&all, group, count, there < 4 ? there * count : end - group);
            if (check) {
                __m256i strange = complaints_of(&all, hands, count);
                bad = _mm256_or_si256(bad, UNLIKELY(there < 4) ? first_rows(strange, there) : strange);
            }
            __m256i seen = _mm256_and_si256(_mm256_shuffle_epi8(table, card_ranks_of(hands)), all.places);
            _mm256_storeu_si256((__m256i *)masks, or_lanes(seen));
            for (int i = 0; i < there; i++)
                out[start + row + i] = LOW_RANK[masks[i] & 0xff];
        }
        if (UNLIKELY(!_mm256_testz_si256(bad, bad))) {
            ptrdiff_t row = first_bad_row(cards, start, rows, count);
            if (row >= 0)
                return row;
        }
    }
    return ALL_GOOD;
}

/* -- the path -- */

TARGET static ptrdiff_t high(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    return FOR_COUNT_AND_CHECK(high_rows);
}

TARGET static ptrdiff_t low(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    return FOR_COUNT_AND_CHECK(low_rows);
}

static int can_run(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
}

TARGET static void prepare(void)
{
    for (int count = 5; count <= 7; count++)
        layouts[count - 5] = layout_of(count);
    pk_avx2_omaha_prepare();
}

const pk_path pk_avx2 = {"avx2", can_run, prepare, high, low, pk_avx2_omaha, NULL, NULL};

#endif
