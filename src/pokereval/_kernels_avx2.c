/* AVX2: 32 hands at a time, turned on their side. The steps are those of the AVX-512 path; a byte shuffle has sixteen
 * entries instead of sixty-four, so terms are looked up by card rank, and a register holds half as many hands. */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx2.h"

#define BLOCKS 16 /* of 32 hands, between two looks at the flushes among them */

/* Tables, in the shape of registers. */
static struct {
    __m256i turns[3]; /* of five, six and seven cards */
    __m256i lower[MOST_SORTED], upper[MOST_SORTED]; /* digits of the terms of each place, by card rank */
    __m256i suit_weights, bits; /* by the four low bits: of a card; of a number of three bits */
    __m256i flushes[2][2]; /* of six and seven cards: bits of the sums, by their lower four bits */
    low_tables lows;
} tables;

TARGET static void prepare_tables(void)
{
    uint8_t suit_weights[16], bits[16], marks[256] = {0};
    for (int place = 0; place < MOST_SORTED; place++) {
        uint8_t lower[16] = {0}, upper[16] = {0};
        term_digits(place, lower, upper);
        tables.lower[place] = twice(lower);
        tables.upper[place] = twice(upper);
    }
    for (int i = 0; i < 16; i++) {
        suit_weights[i] = SUIT_WEIGHTS[i & 3];
        bits[i] = (uint8_t)(1u << i % 8);
    }
    tables.suit_weights = twice(suit_weights);
    tables.bits = twice(bits);
    tables.lows = low_tables_of();
    for (int count = 6; count <= MOST_SORTED; count++) {
        uint8_t halves[2][16] = {{0}, {0}};
        mark_flush_sums(count, marks, 1);
        for (int sum = 0; sum < 256; sum++)
            halves[sum / 128][sum % 16] |= (uint8_t)(marks[sum] << sum / 16 % 8);
        for (int i = 0; i < 2; i++)
            tables.flushes[count - 6][i] = twice(halves[i]);
    }
    for (int count = 5; count <= MOST_SORTED; count++)
        tables.turns[count - 5] = turn_of(count);
}

/* A block of rows, turned on their side; a copy of those that are there where there are fewer, or where a load of the
 * last would reach beyond the array. */
TARGET_INLINE void load_block(const uint8_t *block, ptrdiff_t rows, int count, __m256i *cards)
{
    uint8_t copy[BLOCK_READS(MOST_SORTED)];
    ask_for_block(block + AHEAD, count);
    if (UNLIKELY(rows * count < BLOCK_READS(count))) {
        fill_block(copy, block, rows < BLOCK_ROWS ? (int)rows : BLOCK_ROWS, count);
        block = copy;
    }
    turn_rows(tables.turns[count - 5], block, count, cards);
}

/* -- high -- */

/* Hands with five or more cards of a suit, a bit each. */
TARGET_INLINE uint32_t with_flush(const __m256i *cards, int count)
{
    if (count == 5) { /* all must have the first one's suit */
        __m256i others = _mm256_setzero_si256();
        for (int i = 1; i < 5; i++)
            others = _mm256_or_si256(others, _mm256_xor_si256(cards[0], cards[i]));
        others = _mm256_and_si256(others, _mm256_set1_epi8(3));
        return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(others, _mm256_setzero_si256()));
    }
    const __m256i four_bits = _mm256_set1_epi8(15), *flushes = tables.flushes[count - 6];
    __m256i sums = _mm256_shuffle_epi8(tables.suit_weights, cards[0]);
    for (int i = 1; i < count; i++)
        sums = _mm256_add_epi8(sums, _mm256_shuffle_epi8(tables.suit_weights, cards[i]));
    __m256i lower = _mm256_and_si256(sums, four_bits);
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(sums, 4), four_bits);
    __m256i of_small = _mm256_shuffle_epi8(flushes[0], lower), of_large = _mm256_shuffle_epi8(flushes[1], lower);
    __m256i marked = _mm256_blendv_epi8(of_small, of_large, sums); /* by the top bit */
    __m256i bit = _mm256_shuffle_epi8(tables.bits, upper);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(marked, bit), bit));
}

/* Numbers of sorted hands. */
TARGET_INLINE void number_hands(const __m256i *cards, int count, uint16_t *numbers)
{
    const __m256i weights = _mm256_set1_epi16(TERM_BASE << 8 | 1);
    __m256i lower = _mm256_shuffle_epi8(tables.lower[0], card_ranks_of(cards[0])), upper = _mm256_setzero_si256();
    for (int i = 1; i < 5; i++) {
        __m256i ranks = card_ranks_of(cards[i]);
        lower = _mm256_add_epi8(lower, _mm256_shuffle_epi8(tables.lower[i], ranks));
        upper = _mm256_add_epi8(upper, _mm256_shuffle_epi8(tables.upper[i], ranks));
    }
    __m256i first = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(lower, upper), weights);
    __m256i second = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(lower, upper), weights);
    for (int i = 5; i < count; i++) {
        __m256i ranks = card_ranks_of(cards[i]);
        lower = _mm256_shuffle_epi8(tables.lower[i], ranks);
        upper = _mm256_shuffle_epi8(tables.upper[i], ranks);
        first = _mm256_add_epi16(first, _mm256_unpacklo_epi8(lower, upper));
        second = _mm256_add_epi16(second, _mm256_unpackhi_epi8(lower, upper));
    }
    _mm256_storeu_si256((__m256i *)numbers, _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256((__m256i *)(numbers + 16), _mm256_permute2x128_si256(first, second, 0x31));
}

/* Hands that wait for their look-ups. */
typedef struct {
    uint16_t numbers[BLOCK_ROWS];
    uint16_t *out; /* NULL when there are none */
} waiting;

/* The ranks of a quarter of the hands that wait. */
TARGET_INLINE void look_up(const uint16_t *ranks, const waiting *hands, int quarter)
{
    if (UNLIKELY(!hands->out))
        return;
    UNROLL
    for (int row = 8 * quarter; row < 8 * quarter + 8; row++)
        hands->out[row] = ranks[hands->numbers[row]];
}

/* Ranks of up to BLOCKS blocks, those of flushes set right at the end; returns how many rows there were, or, after a
 * complaint, the complement of the first row of its block. The look-ups of a block go on beside the next one's sums. */
TARGET_INLINE int rank_blocks(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    const uint16_t *ranks = count == 5 ? SORTED_RANK5 : count == 6 ? SORTED_RANK6 : SORTED_RANK7;
    uint16_t flush_rows[BLOCKS * BLOCK_ROWS];
    waiting both[2], *now = both, *next = both + 1;
    int flushes = 0, done = 0, size = 0;
    now->out = NULL;
    for (; done < BLOCKS * BLOCK_ROWS && done < rows; done += BLOCK_ROWS) {
        __m256i hands[MOST_SORTED];
        size = (int)(rows - done < BLOCK_ROWS ? rows - done : BLOCK_ROWS);
        load_block(cards + done * count, rows - done, count, hands);
        look_up(ranks, now, 0);
        uint32_t marks = with_flush(hands, count) & (~UINT32_C(0) >> (BLOCK_ROWS - size));
        look_up(ranks, now, 1);
        sort_hands(hands, count);
        look_up(ranks, now, 2);
        if (check) {
            __m256i bad = complaints_of_sorted(hands, count);
            if (UNLIKELY(!_mm256_testz_si256(bad, bad)))
                return ~done;
        }
        number_hands(hands, count, next->numbers);
        look_up(ranks, now, 3);
        for (; marks; marks &= marks - 1)
            flush_rows[flushes++] = (uint16_t)(done + __builtin_ctz(marks));
        next->out = out + done;
        waiting *other = now;
        now = next, next = other;
    }
    for (int row = 0; row < size; row++)
        now->out[row] = ranks[now->numbers[row]];
    for (int i = 0; i < flushes; i++)
        out[flush_rows[i]] = flush_of(cards + flush_rows[i] * count, count);
    return done;
}

TARGET_INLINE ptrdiff_t high_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    for (ptrdiff_t start = 0; start < rows;) {
        int done = rank_blocks(cards + start * count, rows - start, count, out + start, check);
        if (UNLIKELY(done < 0)) {
            ptrdiff_t row = first_bad_row(cards, start + ~done, rows, count);
            if (row >= 0)
                return row;
            done = rank_blocks(cards + start * count, rows - start, count, out + start, 0);
        }
        start += done;
    }
    return ALL_GOOD;
}

/* -- eight or better -- */

TARGET_INLINE ptrdiff_t low_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    for (ptrdiff_t start = 0; start < rows; start += BLOCK_ROWS) {
        const int size = (int)(rows - start < BLOCK_ROWS ? rows - start : BLOCK_ROWS);
        __m256i hands[MOST_SORTED];
        load_block(cards + start * count, rows - start, count, hands);
        store_rows(out + start, low_ranks_of(&tables.lows, low_masks(&tables.lows, hands, count)), size);
        if (check) {
            sort_hands(hands, count);
            __m256i bad = complaints_of_sorted(hands, count);
            if (UNLIKELY(!_mm256_testz_si256(bad, bad))) {
                ptrdiff_t row = first_bad_row(cards, start, rows, count);
                if (row >= 0)
                    return row;
            }
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
    pk_portable.prepare(); /* whose loop for boards and players is taken */
    prepare_tables();
    pk_avx2_omaha_prepare();
}

const pk_path pk_avx2 = {"avx2",        can_run,            prepare,             high, low,
                         pk_avx2_omaha, pk_portable_holdem, pk_portable_strange, NULL};

#endif
