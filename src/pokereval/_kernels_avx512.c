/* AVX-512 with VBMI: 64 hands at a time, turned on their side, so that a register holds a card of each.
 *
 * A network of minima and maxima puts the cards of each hand in order. In order their ranks have a number without gaps,
 * a sum of one term for each place, and that is where the rank stands in a table: the only look-up of a hand that is
 * no permute of registers. It is a scalar load: gathers are no faster on the processors at hand and slower on some.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define BLOCKS 8 /* of 64 hands, between two looks at the flushes among them */

/* Tables of a number of cards, in the shape of registers. Loops work on a copy of their own. */
typedef struct {
    turn rows;
    __m512i lower[MOST_SORTED], upper[MOST_SORTED]; /* digits of the terms of each place, by card */
    __m512i suit_weights, flushes[4]; /* the top bit for sums of weights that belong to a flush */
    __m512i row_numbers; /* of a block, in the order in which the rows lie in registers */
} layout;

static layout layouts[3]; /* of five, six and seven cards */

TARGET static layout layout_of(int count)
{
    layout all;
    uint8_t lower[64] = {0}, upper[64] = {0}, flushes[256] = {0}, suit_weights[64], row_numbers[64];
    for (int place = 0; place < MOST_SORTED; place++) {
        uint8_t by_rank[2][13];
        term_digits(place, by_rank[0], by_rank[1]);
        for (int card = 0; card < DECK_SIZE; card++) {
            lower[card] = by_rank[0][card >> 2];
            upper[card] = by_rank[1][card >> 2];
        }
        all.lower[place] = _mm512_loadu_si512(lower);
        all.upper[place] = _mm512_loadu_si512(upper);
    }
    mark_flush_sums(count, flushes, 0x80);
    for (int i = 0; i < 4; i++)
        all.flushes[i] = _mm512_loadu_si512(flushes + 64 * i);
    for (int i = 0; i < 64; i++) {
        suit_weights[i] = SUIT_WEIGHTS[i & 3];
        row_numbers[i] = (uint8_t)(i % 16 / 4 * 16 + i / 16 * 4 + i % 4);
    }
    all.suit_weights = _mm512_loadu_si512(suit_weights);
    all.row_numbers = _mm512_loadu_si512(row_numbers);
    all.rows = turn_of(count);
    return all;
}

/* -- high -- */

/* Hands with five or more cards of a suit. */
TARGET_INLINE __mmask64 with_flush(const layout *all, const __m512i *cards, int count)
{
    if (count == 5) { /* all must have the first one's suit */
        __m512i others = _mm512_setzero_si512();
        for (int i = 1; i < 5; i++)
            others = _mm512_or_si512(others, _mm512_xor_si512(cards[0], cards[i]));
        return _mm512_testn_epi8_mask(others, _mm512_set1_epi8(3));
    }
    __m512i sums = _mm512_permutexvar_epi8(cards[0], all->suit_weights);
    for (int i = 1; i < count; i++)
        sums = _mm512_add_epi8(sums, _mm512_permutexvar_epi8(cards[i], all->suit_weights));
    return _mm512_movepi8_mask(look_up_bytes(all->flushes, sums));
}

/* Writes down which rows of a block are marked, counted from `start`, and anything behind them, 64 in all. */
TARGET_INLINE void note_rows(const layout *all, __mmask64 marks, int start, uint16_t *rows)
{
    __m512i marked = _mm512_maskz_compress_epi8(marks, all->row_numbers), base = _mm512_set1_epi16((short)start);
    __m512i first = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(marked));
    __m512i second = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(marked, 1));
    _mm512_storeu_si512(rows, _mm512_add_epi16(first, base));
    _mm512_storeu_si512(rows + 32, _mm512_add_epi16(second, base));
}

/* Numbers of sorted hands, in the order of the rows. */
TARGET_INLINE void number_hands(const layout *all, const __m512i *cards, int count, uint16_t *numbers)
{
    const __m512i weights = _mm512_set1_epi16(TERM_BASE << 8 | 1);
    const __m512i fours = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    __m512i lower = _mm512_permutexvar_epi8(cards[0], all->lower[0]), upper = _mm512_setzero_si512();
    for (int i = 1; i < 5; i++) {
        lower = _mm512_add_epi8(lower, _mm512_permutexvar_epi8(cards[i], all->lower[i]));
        upper = _mm512_add_epi8(upper, _mm512_permutexvar_epi8(cards[i], all->upper[i]));
    }
    __m512i first = _mm512_maddubs_epi16(_mm512_unpacklo_epi8(lower, upper), weights);
    __m512i second = _mm512_maddubs_epi16(_mm512_unpackhi_epi8(lower, upper), weights);
    for (int i = 5; i < count; i++) {
        lower = _mm512_permutexvar_epi8(cards[i], all->lower[i]);
        upper = _mm512_permutexvar_epi8(cards[i], all->upper[i]);
        first = _mm512_add_epi16(first, _mm512_unpacklo_epi8(lower, upper));
        second = _mm512_add_epi16(second, _mm512_unpackhi_epi8(lower, upper));
    }
    _mm512_storeu_si512(numbers, _mm512_permutexvar_epi64(fours, first));
    _mm512_storeu_si512(numbers + 32, _mm512_permutexvar_epi64(fours, second));
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
    for (int row = 16 * quarter; row < 16 * quarter + 16; row++)
        hands->out[row] = ranks[hands->numbers[row]];
}

/* Ranks of up to BLOCKS blocks, those of flushes set right at the end; returns how many rows there were, or, after a
 * complaint, the complement of the first row of its block.
 *
 * The look-ups of a block go on beside the sums of the next: the one waits for memory, the other for vectors, and
 * quarters are short enough for the processor to have both under way. */
TARGET_INLINE int rank_blocks(const layout *all, const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out,
                              int check)
{
    const uint16_t *ranks = count == 5 ? SORTED_RANK5 : count == 6 ? SORTED_RANK6 : SORTED_RANK7;
    uint8_t copy[BLOCK_ROWS * MOST_SORTED];
    uint16_t flush_rows[(BLOCKS + 1) * BLOCK_ROWS];
    waiting both[2], *now = both, *next = both + 1;
    int flushes = 0, done = 0, size = 0;
    now->out = NULL;
    for (; done < BLOCKS * BLOCK_ROWS && done < rows; done += BLOCK_ROWS) {
        const uint8_t *block = cards + done * count;
        __m512i hands[MOST_SORTED];
        size = (int)(rows - done < BLOCK_ROWS ? rows - done : BLOCK_ROWS);
        if (UNLIKELY(size < BLOCK_ROWS)) {
            fill_block(copy, block, size, count);
            block = copy;
        }
        ask_for_block(block + AHEAD, count);
        if (count == 7) /* with fewer cards it costs more than it saves */
            ask_for_far_block(block + FAR_AHEAD, count);
        turn_rows(&all->rows, block, count, hands);
        look_up(ranks, now, 0);
        __mmask64 marks = with_flush(all, hands, count);
        look_up(ranks, now, 1);
        sort_hands(hands, count);
        look_up(ranks, now, 2);
        if (check) {
            __m512i least = least_difference(hands, count, count);
            if (UNLIKELY(_mm512_testn_epi8_mask(least, least)))
                return ~done;
        }
        number_hands(all, hands, count, next->numbers);
        look_up(ranks, now, 3);
        marks &= _mm512_cmplt_epu8_mask(all->row_numbers, _mm512_set1_epi8((char)size)); /* those that are there */
        note_rows(all, marks, done, flush_rows + flushes);
        flushes += __builtin_popcountll(marks);
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
    const layout all = layouts[count - 5];
    for (ptrdiff_t start = 0; start < rows;) {
        int done = rank_blocks(&all, cards + start * count, rows - start, count, out + start, check);
        if (UNLIKELY(done < 0)) {
            ptrdiff_t row = first_bad_row(cards, start + ~done, rows, count);
            if (row >= 0)
                return row;
            done = rank_blocks(&all, cards + start * count, rows - start, count, out + start, 0);
        }
        start += done;
    }
    return ALL_GOOD;
}

/* -- eight or better -- */

TARGET_INLINE ptrdiff_t low_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    const turn all = layouts[count - 5].rows;
    const __m512i bits = _mm512_loadu_si512(LOW_BIT);
    uint8_t copy[BLOCK_ROWS * MOST_SORTED];
    __m512i table[4];
    for (int i = 0; i < 4; i++)
        table[i] = _mm512_loadu_si512(LOW_RANK + 64 * i);
    for (ptrdiff_t start = 0; start < rows; start += BLOCK_ROWS) {
        const int size = (int)(rows - start < BLOCK_ROWS ? rows - start : BLOCK_ROWS);
        const uint8_t *block = cards + start * count;
        __m512i hands[MOST_SORTED];
        if (UNLIKELY(size < BLOCK_ROWS)) {
            fill_block(copy, block, size, count);
            block = copy;
        }
        ask_for_block(block + AHEAD, count);
        ask_for_far_block(block + FAR_AHEAD, count);
        turn_rows(&all, block, count, hands);
        if (check) {
            __m512i least = least_difference(hands, count, 0);
            if (UNLIKELY(_mm512_testn_epi8_mask(least, least))) {
                ptrdiff_t row = first_bad_row(cards, start, rows, count);
                if (row >= 0)
                    return row;
            }
        }
        __m512i ranks = in_order(look_up_bytes(table, low_masks(bits, hands, count)));
        _mm512_mask_storeu_epi8(out + start, ~UINT64_C(0) >> (64 - size), ranks);
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
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("bmi");
}

TARGET static void prepare(void)
{
    for (int count = 5; count <= MOST_SORTED; count++)
        layouts[count - 5] = layout_of(count);
    pk_avx512_omaha_prepare();
    pk_avx512_boards_prepare();
}

static void holdem(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players, uint16_t *out,
                   uint64_t *strange)
{
    if (strange)
        pk_avx512_strange(holes, 2 * players, boards, 5, (int)tables, strange);
    pk_avx512_holdem(boards, holes, tables, players, out);
}

const pk_path pk_avx512 = {"avx512", can_run, prepare, high, low, pk_avx512_omaha, holdem, pk_avx512_strange,
                           pk_avx512_settle};

#endif
