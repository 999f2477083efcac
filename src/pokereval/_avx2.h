/* What the AVX2 loops share: blocks of 32 rows turned on their side, so that a register holds a card of each row. */
#ifndef POKEREVAL_AVX2_H
#define POKEREVAL_AVX2_H

#include <immintrin.h>
#include <string.h>

#include "_lookup.h"
#include "_sorted.h"

#define TARGET __attribute__((target("avx2,popcnt,bmi")))
#define TARGET_INLINE static inline __attribute__((always_inline, target("avx2,popcnt,bmi")))

#define AHEAD 2048 /* bytes from a load to what is asked for in advance */

/* A table of sixteen bytes, for both halves of a register. */
TARGET_INLINE __m256i twice(const void *half)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)half));
}

TARGET_INLINE __m256i card_ranks_of(__m256i rows)
{
    return _mm256_and_si256(_mm256_srli_epi16(rows, 2), _mm256_set1_epi8(15));
}

/* -- 32 rows on their side -- */

#define BLOCK_ROWS 32
#define BLOCK_READS(count) (30 * (count) + 16) /* bytes: two rows to a load */

/* How two rows of `count` cards, 4 to 7, change places: both first cards, both second cards, ... */
TARGET_INLINE __m256i turn_of(int count)
{
    uint8_t from[16];
    for (int at = 0; at < 16; at++)
        from[at] = (uint8_t)(at / 2 < count ? at % 2 * count + at / 2 : 0x80);
    return twice(from);
}

/* Brings the cards of each place of 32 rows together, by twos, fours and eights. */
TARGET_INLINE void turn_rows(__m256i turn, const uint8_t *cards, int count, __m256i *places)
{
    __m256i twos[8], fours[4];
    for (int i = 0; i < 8; i++) {
        __m128i lower = _mm_loadu_si128((const __m128i *)(cards + 2 * i * count));
        __m128i upper = _mm_loadu_si128((const __m128i *)(cards + (16 + 2 * i) * count));
        twos[i] = _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(lower), upper, 1), turn);
    }
    for (int place = 0; place < count; place++) {
        if (place % 4 == 0)
            for (int i = 0; i < 4; i++)
                fours[i] = place ? _mm256_unpackhi_epi16(twos[2 * i], twos[2 * i + 1])
                                 : _mm256_unpacklo_epi16(twos[2 * i], twos[2 * i + 1]);
        const int upper = place % 4 / 2;
        __m256i one = upper ? _mm256_unpackhi_epi32(fours[0], fours[1]) : _mm256_unpacklo_epi32(fours[0], fours[1]);
        __m256i other = upper ? _mm256_unpackhi_epi32(fours[2], fours[3]) : _mm256_unpacklo_epi32(fours[2], fours[3]);
        places[place] = place % 2 ? _mm256_unpackhi_epi64(one, other) : _mm256_unpacklo_epi64(one, other);
    }
}

/* 32 rows of a block that has only the first `size`: the others repeat them, and so hold no mistakes of their own. */
TARGET_INLINE void fill_block(uint8_t *block, const uint8_t *cards, int size, int count)
{
    memcpy(block, cards, (size_t)(size * count));
    for (int have = size; have < BLOCK_ROWS; have *= 2)
        memcpy(block + have * count, block, (size_t)((2 * have < BLOCK_ROWS ? have : BLOCK_ROWS - have) * count));
    memset(block + BLOCK_ROWS * count, 0, (size_t)(BLOCK_READS(count) - BLOCK_ROWS * count));
}

TARGET_INLINE void ask_for_block(const uint8_t *cards, int count)
{
    for (int at = 0; at < BLOCK_ROWS * count; at += 64)
        _mm_prefetch((const char *)(cards + at), _MM_HINT_T0);
}

/* Puts two cards of each row in order. */
TARGET_INLINE void order(__m256i *lower, __m256i *upper)
{
    __m256i least = _mm256_min_epu8(*lower, *upper);
    *upper = _mm256_max_epu8(*lower, *upper);
    *lower = least;
}

/* Brings the cards of each row into order, the lowest first. */
TARGET_INLINE void sort_hands(__m256i *cards, int count)
{
    for (int i = 0; i < NETWORKS[count - 4].steps; i++)
        order(&cards[NETWORKS[count - 4].places[i][0]], &cards[NETWORKS[count - 4].places[i][1]]);
}

/* Bytes that are not zero where a sorted row holds something other than distinct cards. */
TARGET_INLINE __m256i complaints_of_sorted(const __m256i *cards, int count)
{
    const __m256i last = cards[count - 1];
    __m256i bad = _mm256_cmpeq_epi8(_mm256_max_epu8(last, _mm256_set1_epi8(DECK_SIZE)), last);
    for (int i = 1; i < count; i++)
        bad = _mm256_or_si256(bad, _mm256_cmpeq_epi8(cards[i - 1], cards[i]));
    return bad;
}

/* -- eight or better -- */

/* Tables of four bits. A low is one of 56 masks of five bits, whose numbers in order are sums of a term of the upper
 * four bits and a term of the lower four. */
typedef struct {
    __m256i bits; /* by card rank */
    __m256i lower, upper, counts;
} low_tables;

TARGET_INLINE low_tables low_tables_of(void)
{
    low_tables all;
    uint8_t bits[16] = {0}, lower[16] = {0}, upper[16] = {0}, counts[16] = {0};
    for (int rank = 0; rank < 13; rank++)
        bits[rank] = LOW_BIT[4 * rank];
    for (int four = 1; four < 16; four++) {
        const int count = __builtin_popcount((unsigned)four), first = (1 << count) - 1, others = (1 << (5 - count)) - 1;
        counts[four] = (uint8_t)count;
        upper[four] = (uint8_t)(LOW_RANK[31] - LOW_RANK[four << 4 | others]);
        lower[four] = (uint8_t)(LOW_RANK[others << 4 | first] - LOW_RANK[others << 4 | four]);
    }
    all.bits = twice(bits);
    all.lower = twice(lower);
    all.upper = twice(upper);
    all.counts = twice(counts);
    return all;
}

/* The lowest `count` bits of each byte. */
TARGET_INLINE __m256i lowest_bits(__m256i masks, int count)
{
    __m256i rest = masks;
    for (int i = 0; i < count; i++)
        rest = _mm256_and_si256(rest, _mm256_add_epi8(rest, _mm256_set1_epi8(-1)));
    return _mm256_xor_si256(masks, rest);
}

TARGET_INLINE __m256i low_ranks_of(const low_tables *all, __m256i masks)
{
    const __m256i four_bits = _mm256_set1_epi8(15);
    masks = lowest_bits(masks, 5);
    __m256i lower = _mm256_and_si256(masks, four_bits);
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(masks, 4), four_bits);
    __m256i number = _mm256_add_epi8(_mm256_shuffle_epi8(all->lower, lower), _mm256_shuffle_epi8(all->upper, upper));
    __m256i count = _mm256_add_epi8(_mm256_shuffle_epi8(all->counts, lower), _mm256_shuffle_epi8(all->counts, upper));
    __m256i is_low = _mm256_cmpeq_epi8(count, _mm256_set1_epi8(5));
    return _mm256_and_si256(is_low, _mm256_sub_epi8(_mm256_set1_epi8((char)LOW_RANK[31]), number));
}

/* Masks of the card ranks A to 8 that 32 rows hold. */
TARGET_INLINE __m256i low_masks(const low_tables *all, const __m256i *places, int count)
{
    __m256i masks = _mm256_setzero_si256();
    for (int i = 0; i < count; i++)
        masks = _mm256_or_si256(masks, _mm256_shuffle_epi8(all->bits, card_ranks_of(places[i])));
    return masks;
}

/* Writes the bytes of the first `size` of 32 rows. */
TARGET_INLINE void store_rows(uint8_t *out, __m256i bytes, int size)
{
    uint8_t copy[BLOCK_ROWS];
    if (size == BLOCK_ROWS) {
        _mm256_storeu_si256((__m256i *)out, bytes);
    } else {
        _mm256_storeu_si256((__m256i *)copy, bytes);
        memcpy(out, copy, (size_t)size);
    }
}

#endif
