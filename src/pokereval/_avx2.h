/* What the AVX2 loops share: rows spread over the eight-byte lanes of a register, and sums over those lanes. */
#ifndef POKEREVAL_AVX2_H
#define POKEREVAL_AVX2_H

#include <immintrin.h>
#include <string.h>

#include "_lookup.h"

#define TARGET __attribute__((target("avx2,popcnt,bmi")))
#define TARGET_INLINE static inline __attribute__((always_inline, target("avx2,popcnt,bmi")))

#define AHEAD 2048 /* bytes from a load to what is asked for in advance */
#define READ_AT_ONCE 32

/* How rows of `count` cards, 4 to 7, lie in the lanes: four rows to a register. */
typedef struct {
    __m256i spread;     /* byte of a half's load for every byte of its two rows; 0x80 leaves a deuce of clubs */
    __m256i rotated[3]; /* for each place, the places one, two and three further on in the same row */
    __m256i places;     /* bytes that hold cards */
} lanes;

TARGET_INLINE __m256i twice(const void *half)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)half));
}

TARGET_INLINE lanes lanes_of(int count)
{
    lanes all;
    uint8_t spread[16], rotated[3][16], places[16];
    for (int place = 0; place < 16; place++) {
        int i = place % 8, used = i < count;
        spread[place] = (uint8_t)(used ? place / 8 * count + i : 0x80);
        places[place] = (uint8_t)(used ? 0xff : 0);
        for (int by = 1; by <= 3; by++)
            rotated[by - 1][place] = (uint8_t)(used ? place - i + (i + by) % count : 0x80);
    }
    all.spread = twice(spread);
    all.places = twice(places);
    for (int i = 0; i < 3; i++)
        all.rotated[i] = twice(rotated[i]);
    return all;
}

/* Four rows from memory of which `bytes` can be read. */
TARGET_INLINE __m256i load_rows(const lanes *all, const uint8_t *cards, int count, ptrdiff_t bytes)
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

TARGET_INLINE __m256i card_ranks_of(__m256i rows)
{
    return _mm256_and_si256(_mm256_srli_epi16(rows, 2), _mm256_set1_epi8(15));
}

/* Sums of what a table of sixteen bytes has for the entries of each row, in the 64-bit lanes. */
TARGET_INLINE __m256i lane_sums(__m256i table, __m256i entries)
{
    return _mm256_sad_epu8(_mm256_shuffle_epi8(table, entries), _mm256_setzero_si256());
}

/* The sums of the keys of each row, by three digits; a deuce has the key zero. */
TARGET_INLINE __m256i key_sums(const __m256i *digits, __m256i rows)
{
    __m256i ranks = card_ranks_of(rows), sums = lane_sums(digits[0], ranks);
    sums = _mm256_add_epi64(sums, _mm256_slli_epi64(lane_sums(digits[1], ranks), 8));
    return _mm256_add_epi64(sums, _mm256_slli_epi64(lane_sums(digits[2], ranks), 16));
}

/* The digits of a key by card rank, from the planes by card id. */
TARGET_INLINE void load_digits(__m256i *digits, const uint8_t *planes)
{
    for (int plane = 0; plane < 3; plane++) {
        uint8_t by_rank[16] = {0};
        for (int rank = 0; rank < 13; rank++)
            by_rank[rank] = planes[64 * plane + 4 * rank];
        digits[plane] = twice(by_rank);
    }
}

/* Four suit counters in each lane, from a bias; the empty bytes of a lane are deuces of clubs, which are taken out. */
TARGET_INLINE __m256i suit_counts(__m256i rows, int count, uint64_t bias)
{
    const __m256i black = _mm256_set1_epi32(0x00001001), red = _mm256_set1_epi32(0x10010000);
    __m256i suits = _mm256_and_si256(rows, _mm256_set1_epi8(3));
    __m256i counts = lane_sums(black, suits);
    counts = _mm256_add_epi64(counts, _mm256_slli_epi64(lane_sums(red, suits), 8));
    return _mm256_add_epi64(counts, _mm256_set1_epi64x((long long)(bias - (uint64_t)(8 - count))));
}

/* Ors the eight bytes of each lane together, into its lowest byte. */
TARGET_INLINE __m256i or_lanes(__m256i rows)
{
    rows = _mm256_or_si256(rows, _mm256_srli_epi64(rows, 32));
    rows = _mm256_or_si256(rows, _mm256_srli_epi64(rows, 16));
    return _mm256_or_si256(rows, _mm256_srli_epi64(rows, 8));
}

/* Nonzero bytes where one equals another of its row or is no card id. */
TARGET_INLINE __m256i complaints_of(const lanes *all, __m256i rows, int count)
{
    const __m256i beyond = _mm256_set1_epi8(DECK_SIZE);
    __m256i same = _mm256_cmpeq_epi8(rows, _mm256_shuffle_epi8(rows, all->rotated[0]));
    for (int i = 1; i < count / 2; i++)
        same = _mm256_or_si256(same, _mm256_cmpeq_epi8(rows, _mm256_shuffle_epi8(rows, all->rotated[i])));
    __m256i strange = _mm256_cmpeq_epi8(_mm256_max_epu8(rows, beyond), rows);
    return _mm256_or_si256(_mm256_and_si256(same, all->places), strange);
}

/* The first of four rows only: those that are not there are no mistakes. */
TARGET_INLINE __m256i first_rows(__m256i complaints, int there)
{
    uint8_t kept[32] = {0};
    memset(kept, 0xff, (size_t)(8 * there));
    return _mm256_and_si256(complaints, _mm256_loadu_si256((const __m256i *)kept));
}

#endif
