/* AVX2: four hands to a register, a hand to eight bytes. The steps are those of the AVX-512 path; a byte shuffle has
 * sixteen entries instead of sixty-four, so digits are looked up by card rank and suits by themselves. */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx2,popcnt,bmi")))
#define TARGET_INLINE static inline __attribute__((always_inline, target("avx2,popcnt,bmi")))

#define BLOCK 512  /* rows */
#define AHEAD 2048 /* bytes from a load to what is asked for in advance */
#define READ_AT_ONCE 32

typedef struct {
    __m256i spread;         /* byte of a half's load for every byte of its two hands; 0x80 leaves a deuce of clubs */
    __m256i rotated[3];     /* for each place, the places one, two and three further on in the same hand */
    __m256i places;         /* bytes that hold cards */
    __m256i digits[3];      /* by card rank */
    __m256i weights[2];     /* by suit: counters of clubs and diamonds, of hearts and spades */
    __m256i bias;           /* makes five of a suit set a flag, and takes the filling deuces of clubs out */
} layout;

TARGET_INLINE __m256i twice(const void *half)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)half));
}

static layout layouts[3]; /* of five, six and seven cards */

TARGET static layout layout_of(int count)
{
    layout all;
    uint8_t spread[16], rotated[3][16], places[16], digits[3][16] = {{0}}, weights[2][16] = {{1, 16}, {0, 0, 1, 16}};
    const uint8_t *planes = count == 5 ? KEY5_DIGITS : KEY7_DIGITS;
    for (int place = 0; place < 16; place++) {
        int i = place % 8, used = i < count;
        spread[place] = (uint8_t)(used ? place / 8 * count + i : 0x80);
        places[place] = (uint8_t)(used ? 0xff : 0);
        for (int by = 1; by <= 3; by++)
            rotated[by - 1][place] = (uint8_t)(used ? place - i + (i + by) % count : 0x80);
    }
    for (int rank = 0; rank < 13; rank++)
        for (int plane = 0; plane < 3; plane++)
            digits[plane][rank] = planes[64 * plane + 4 * rank];
    all.spread = twice(spread);
    all.places = twice(places);
    for (int i = 0; i < 3; i++) {
        all.rotated[i] = twice(rotated[i]);
        all.digits[i] = twice(digits[i]);
    }
    all.weights[0] = twice(weights[0]);
    all.weights[1] = twice(weights[1]);
    all.bias = _mm256_set1_epi64x((long long)(FLUSH_BIAS - (uint64_t)(8 - count)));
    return all;
}

TARGET_INLINE __m256i digit_sums(__m256i table, __m256i entries)
{
    return _mm256_sad_epu8(_mm256_shuffle_epi8(table, entries), _mm256_setzero_si256());
}

TARGET_INLINE __m256i key_sums(const layout *all, __m256i hands)
{
    __m256i ranks = _mm256_and_si256(_mm256_srli_epi16(hands, 2), _mm256_set1_epi8(15));
    __m256i sums = digit_sums(all->digits[0], ranks);
    sums = _mm256_add_epi64(sums, _mm256_slli_epi64(digit_sums(all->digits[1], ranks), 8));
    return _mm256_add_epi64(sums, _mm256_slli_epi64(digit_sums(all->digits[2], ranks), 16));
}

/* Hands with five or more cards of a suit, a bit each. */
TARGET_INLINE unsigned with_flush(const layout *all, __m256i hands)
{
    __m256i suits = _mm256_and_si256(hands, _mm256_set1_epi8(3));
    __m256i counts = _mm256_add_epi64(all->bias, digit_sums(all->weights[0], suits));
    counts = _mm256_add_epi64(counts, _mm256_slli_epi64(digit_sums(all->weights[1], suits), 8));
    __m256i flags = _mm256_and_si256(counts, _mm256_set1_epi64x((long long)SUIT_FLAGS));
    __m256i none = _mm256_cmpeq_epi64(flags, _mm256_setzero_si256());
    return ~(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(none)) & 15;
}

/* Nonzero bytes where one equals another of its hand or is no card id. */
TARGET_INLINE __m256i complaints_of(const layout *all, __m256i hands, int count)
{
    const __m256i beyond = _mm256_set1_epi8(DECK_SIZE);
    __m256i same = _mm256_cmpeq_epi8(hands, _mm256_shuffle_epi8(hands, all->rotated[0]));
    for (int i = 1; i < count / 2; i++)
        same = _mm256_or_si256(same, _mm256_cmpeq_epi8(hands, _mm256_shuffle_epi8(hands, all->rotated[i])));
    __m256i strange = _mm256_cmpeq_epi8(_mm256_max_epu8(hands, beyond), hands);
    return _mm256_or_si256(_mm256_and_si256(same, all->places), strange);
}

/* Four hands from memory of which `bytes` can be read. */
TARGET_INLINE __m256i load_hands(const layout *all, const uint8_t *cards, int count, ptrdiff_t bytes)
{
    uint8_t copy[READ_AT_ONCE] = {0};
    if (UNLIKELY(bytes < READ_AT_ONCE)) {
        memcpy(copy, cards, (size_t)(bytes < 4 * count ? bytes : 4 * count));
        cards = copy;
    }
    __m128i first = _mm_loadu_si128((const __m128i *)cards);
    __m128i second = _mm_loadu_si128((const __m128i *)(cards + 2 * count));
    return _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1), all->spread);
}

static ptrdiff_t first_bad_row(const uint8_t *cards, ptrdiff_t row, int count)
{
    while (are_distinct_cards(cards + row * count, count))
        row++;
    return row;
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
        __m256i hands = load_hands(all, group, count, there < 4 ? there * count : end - group);
        unsigned marks = with_flush(all, hands);
        if (check) {
            __m256i strange = complaints_of(all, hands, count);
            if (UNLIKELY(there < 4)) { /* rows that are not there are no mistakes */
                uint8_t kept[32] = {0};
                memset(kept, 0xff, (size_t)(8 * there));
                strange = _mm256_and_si256(strange, _mm256_loadu_si256((const __m256i *)kept));
            }
            bad = _mm256_or_si256(bad, strange);
        }
        _mm256_storeu_si256((__m256i *)(sums + row), key_sums(all, hands));
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
        if (UNLIKELY(rank_block(&all, cards + start * count, size, end, count, out + start, check)))
            return first_bad_row(cards, start, count);
    }
    return ALL_GOOD;
}

/* -- eight or better -- */

TARGET_INLINE ptrdiff_t low_rows(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    const layout all = layouts[count - 5];
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
            __m256i hands = load_hands(&all, group, count, there < 4 ? there * count : end - group);
            if (check) {
                __m256i strange = complaints_of(&all, hands, count);
                if (UNLIKELY(there < 4)) {
                    uint8_t kept[32] = {0};
                    memset(kept, 0xff, (size_t)(8 * there));
                    strange = _mm256_and_si256(strange, _mm256_loadu_si256((const __m256i *)kept));
                }
                bad = _mm256_or_si256(bad, strange);
            }
            __m256i ranks = _mm256_and_si256(_mm256_srli_epi16(hands, 2), _mm256_set1_epi8(15));
            __m256i seen = _mm256_and_si256(_mm256_shuffle_epi8(table, ranks), all.places);
            seen = _mm256_or_si256(seen, _mm256_srli_epi64(seen, 32));
            seen = _mm256_or_si256(seen, _mm256_srli_epi64(seen, 16));
            seen = _mm256_or_si256(seen, _mm256_srli_epi64(seen, 8));
            _mm256_storeu_si256((__m256i *)masks, seen);
            for (int i = 0; i < there; i++)
                out[start + row + i] = LOW_RANK[masks[i] & 0xff];
        }
        if (UNLIKELY(!_mm256_testz_si256(bad, bad)))
            return first_bad_row(cards, start, count);
    }
    return ALL_GOOD;
}

/* -- the path -- */

TARGET static ptrdiff_t high(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    if (check)
        return count == 5   ? high_rows(cards, rows, 5, out, 1)
               : count == 6 ? high_rows(cards, rows, 6, out, 1)
                            : high_rows(cards, rows, 7, out, 1);
    return count == 5   ? high_rows(cards, rows, 5, out, 0)
           : count == 6 ? high_rows(cards, rows, 6, out, 0)
                        : high_rows(cards, rows, 7, out, 0);
}

TARGET static ptrdiff_t low(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check)
{
    if (check)
        return count == 5   ? low_rows(cards, rows, 5, out, 1)
               : count == 6 ? low_rows(cards, rows, 6, out, 1)
                            : low_rows(cards, rows, 7, out, 1);
    return count == 5   ? low_rows(cards, rows, 5, out, 0)
           : count == 6 ? low_rows(cards, rows, 6, out, 0)
                        : low_rows(cards, rows, 7, out, 0);
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
}

const pk_path pk_avx2 = {"avx2", can_run, prepare, high, low, pk_portable_omaha};

#endif
