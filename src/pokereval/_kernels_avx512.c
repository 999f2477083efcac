/* AVX-512 with VBMI: eight hands to a register, a hand to eight bytes.
 *
 * Sums are made in registers: a byte permute looks up one digit of every card's key, and a sum of absolute differences
 * adds a hand's digits up. The two dependent look-ups that follow are scalar loads: gathers are no faster on the
 * processors at hand and much slower on some. Blocks keep the sums between the two steps in the first-level cache.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define BLOCK 512 /* rows */

/* Tables of a number of cards. */
typedef struct {
    lanes hands;
    __m512i digits[3], weights, flushes;
    __m512i low_bits, high_bits; /* bit of every card's rank in a mask of 13 bits, byte by byte */
} layout;

/* What a block of rows leaves for later: its sums until the look-ups have caught up, its flushes until its end. */
typedef struct {
    uint32_t sums[BLOCK];
    uint64_t flush_hands[BLOCK + 8]; /* the hands that hold a flush, one after the other, */
    uint32_t flush_rows[BLOCK + 8];  /* and their rows in the block */
} block_notes;

static layout layouts[3]; /* of five, six and seven cards */
static turn turns[3];

TARGET static layout layout_of(int count)
{
    layout all;
    uint8_t bits[2][64] = {{0}, {0}};
    const uint8_t *digits = count == 5 ? KEY5_DIGITS : KEY7_DIGITS;
    for (int card = 0; card < DECK_SIZE; card++)
        bits[card >> 2 >= 8][card] = (uint8_t)(1u << (card >> 2) % 8);
    all.hands = lanes_of(count);
    for (int i = 0; i < 3; i++)
        all.digits[i] = _mm512_loadu_si512(digits + 64 * i);
    all.weights = _mm512_loadu_si512(SUIT_WEIGHT);
    all.flushes = _mm512_loadu_si512(FLUSH_BITS + 8 * (count - 5));
    all.low_bits = _mm512_loadu_si512(bits[0]);
    all.high_bits = _mm512_loadu_si512(bits[1]);
    return all;
}

/* Hands with five or more cards of a suit: of five cards, all must have the first one's; of more, spades choose a word,
 * hearts and diamonds a bit of it. */
TARGET_INLINE __mmask8 with_flush(const layout *all, __m512i hands, int count)
{
    if (count == 5) {
        const __m512i first = _mm512_broadcast_i64x2(_mm_set_epi64x(0x0808080808080808, 0));
        const __m512i suits = _mm512_set1_epi64(0x0303030303);
        enum { DIFFER_IN_SUIT = 0x28 }; /* (a ^ b) & c */
        __m512i others = _mm512_ternarylogic_epi64(hands, _mm512_shuffle_epi8(hands, first), suits, DIFFER_IN_SUIT);
        return _mm512_testn_epi64_mask(others, others);
    }
    __m512i counts = lane_sums(all->weights, hands);
    __m512i words = _mm512_permutexvar_epi64(_mm512_srli_epi64(counts, 6), all->flushes);
    __m512i bits = _mm512_srlv_epi64(words, _mm512_and_si512(counts, _mm512_set1_epi64(63)));
    return _mm512_test_epi64_mask(bits, _mm512_set1_epi64(1));
}

/* Masks of the card ranks in the suit that has five or more cards. */
TARGET_INLINE __m512i flush_masks(const layout *all, __m512i hands)
{
    const __m512i every = _mm512_set1_epi64(0x0101010101010101), counts = lane_sums(all->weights, hands);
    const __m512i five = _mm512_set1_epi64(5), seven = _mm512_set1_epi64(7);
    __mmask8 diamonds = _mm512_cmpge_epu64_mask(_mm512_and_si512(counts, seven), five);
    __mmask8 hearts = _mm512_cmpge_epu64_mask(_mm512_and_si512(_mm512_srli_epi64(counts, 3), seven), five);
    __mmask8 spades = _mm512_cmpge_epu64_mask(_mm512_srli_epi64(counts, 6), five);
    __m512i suits = _mm512_maskz_mov_epi64(diamonds, every);
    suits = _mm512_mask_slli_epi64(suits, hearts, every, 1);
    suits = _mm512_mask_add_epi64(suits, spades, every, _mm512_slli_epi64(every, 1));
    __mmask64 suited = _mm512_mask_cmpeq_epi8_mask(all->hands.places, _mm512_and_si512(hands, _mm512_set1_epi8(3)), suits);
    __m512i low = _mm512_maskz_permutexvar_epi8(suited, hands, all->low_bits);
    __m512i high = _mm512_maskz_permutexvar_epi8(suited, hands, all->high_bits);
    low = _mm512_sad_epu8(low, _mm512_setzero_si512());
    high = _mm512_sad_epu8(high, _mm512_setzero_si512());
    /* A card that comes twice, in rows that nobody checked, must not lead outside the table. */
    return _mm512_and_si512(_mm512_add_epi64(low, _mm512_slli_epi64(high, 8)), _mm512_set1_epi64(0x1fff));
}

/* The two look-ups for each of some sums. */
TARGET_INLINE void look_up(const uint32_t *sums, int size, int count, uint16_t *out)
{
    const uint16_t *offsets = count == 5 ? OFFSET5 : count == 6 ? OFFSET6 : OFFSET7;
    const uint16_t *ranks = count == 5 ? RANK5 : count == 6 ? RANK6 : RANK7;
    const int bits = count == 5 ? KEY5_BITS : KEY7_BITS, columns = count == 5 ? KEY5_COLUMN_BITS : KEY7_COLUMN_BITS;
    for (int row = 0; row < size; row++) {
        uint32_t sum = sums[row] & ((1u << bits) - 1);
        out[row] = ranks[offsets[sum >> columns] + (sum & ((1u << columns) - 1))];
    }
}

/* Ranks of a block, those of flushes set right at its end; returns whether a row is not of distinct cards. The
 * look-ups of eight hands go on beside the sums of the next eight: the one waits for memory, the other for vectors. */
TARGET_INLINE int rank_block(const layout *all, const uint8_t *block, int size, const uint8_t *end, int count,
                             uint16_t *out, int check)
{
    const __m256i eight = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    block_notes notes;
    __mmask64 bad = 0;
    int flushes = 0;
    for (int row = 0; row < size; row += 8) {
        const uint8_t *group = block + row * count;
        const int missing = size - row < 8 ? 8 - (size - row) : 0;
        _mm_prefetch((const char *)(group + AHEAD), _MM_HINT_T0);
        __m512i hands = load_rows(&all->hands, group, missing ? (8 - missing) * count : end - group);
        __mmask8 marks = with_flush(all, hands, count);
        __mmask64 strange = check ? complaints_of(&all->hands, hands, count) : 0;
        if (UNLIKELY(missing)) { /* rows that are not there are no flushes and no mistakes */
            marks &= (__mmask8)(0xff >> missing);
            strange &= ~UINT64_C(0) >> (8 * missing);
        }
        bad |= strange;
        _mm256_storeu_si256((__m256i *)(notes.sums + row), _mm512_cvtepi64_epi32(key_sums(all->digits, hands)));
        __m256i rows = _mm256_add_epi32(eight, _mm256_set1_epi32(row));
        _mm512_storeu_si512(notes.flush_hands + flushes, _mm512_maskz_compress_epi64(marks, hands));
        _mm256_storeu_si256((__m256i *)(notes.flush_rows + flushes), _mm256_maskz_compress_epi32(marks, rows));
        flushes += __builtin_popcount(marks);
        if (row)
            look_up(notes.sums + row - 8, 8, count, out + row - 8);
    }
    int last = (size - 1) & ~7;
    look_up(notes.sums + last, size - last, count, out + last);
    for (int done = 0; done < flushes; done += 8) {
        uint64_t masks[8];
        _mm512_storeu_si512(masks, flush_masks(all, _mm512_loadu_si512(notes.flush_hands + done)));
        for (int i = done; i < flushes && i < done + 8; i++)
            out[notes.flush_rows[i]] = FLUSH_RANK[masks[i - done]];
    }
    return bad != 0;
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
    const turn all = turns[count - 5];
    const __m512i bits = _mm512_loadu_si512(LOW_BIT);
    __m512i table[4];
    for (int i = 0; i < 4; i++)
        table[i] = _mm512_loadu_si512(LOW_RANK + 64 * i);
    for (ptrdiff_t start = 0; start < rows; start += BLOCK_ROWS) {
        const int size = (int)(rows - start < BLOCK_ROWS ? rows - start : BLOCK_ROWS);
        const uint8_t *block = cards + start * count;
        uint8_t copy[BLOCK_ROWS * 7];
        if (UNLIKELY(size < BLOCK_ROWS)) {
            fill_block(copy, block, size, count);
            block = copy;
        }
        __m512i places[8];
        turn_rows(&all, block, count, places);
        if (check) {
            __m512i least = least_difference(places, count, 0);
            if (UNLIKELY(_mm512_testn_epi8_mask(least, least))) {
                ptrdiff_t row = first_bad_row(cards, start, rows, count);
                if (row >= 0)
                    return row;
            }
        }
        __m512i ranks = in_order(look_up_bytes(table, low_masks(bits, places, count)));
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
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
}

TARGET static void prepare(void)
{
    for (int count = 5; count <= 7; count++)
        layouts[count - 5] = layout_of(count), turns[count - 5] = turn_of(count);
    pk_avx512_omaha_prepare();
    pk_avx512_boards_prepare();
}

const pk_path pk_avx512 = {"avx512", can_run, prepare, high, low, pk_avx512_omaha, pk_avx512_holdem, pk_avx512_strange};

#endif
