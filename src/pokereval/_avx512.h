/* What the AVX-512 loops share: hands spread over the eight-byte lanes of a register, and sums over those lanes. */
#ifndef POKEREVAL_AVX512_H
#define POKEREVAL_AVX512_H

#include <immintrin.h>

#include "_lookup.h"

#define AVX512 "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,popcnt,bmi"
#define TARGET __attribute__((target(AVX512)))
#define TARGET_INLINE static inline __attribute__((always_inline, target(AVX512)))

#define AHEAD 2048 /* bytes from a load to what is asked for in advance */

/* How rows of `count` cards, 4 to 7, lie in the lanes: eight rows to a register. */
typedef struct {
    __m512i spread;     /* byte of a load for every byte of the lanes */
    __m512i rotated[3]; /* for each place, the places one, two and three further on in the same row */
    __mmask64 places;   /* bytes that hold cards; the others are zero, a deuce of clubs */
} lanes;

TARGET_INLINE lanes lanes_of(int count)
{
    lanes all;
    uint8_t spread[64], rotated[3][64];
    all.places = 0;
    for (int place = 0; place < 64; place++) {
        int i = place % 8, used = i < count;
        spread[place] = (uint8_t)(used ? count * (place / 8) + i : 0);
        for (int by = 1; by <= 3; by++)
            rotated[by - 1][place] = (uint8_t)(used ? place % 16 - i + (i + by) % count : 0x80);
        all.places |= (__mmask64)used << place;
    }
    all.spread = _mm512_loadu_si512(spread);
    for (int i = 0; i < 3; i++)
        all.rotated[i] = _mm512_loadu_si512(rotated[i]);
    return all;
}

/* Eight rows from memory of which `bytes`, at least one, can be read. */
TARGET_INLINE __m512i load_rows(const lanes *all, const uint8_t *cards, ptrdiff_t bytes)
{
    __m512i rows = bytes >= 64 ? _mm512_loadu_si512(cards)
                               : _mm512_maskz_loadu_epi8(~UINT64_C(0) >> (64 - bytes), cards);
    return _mm512_maskz_permutexvar_epi8(all->places, all->spread, rows);
}

/* Sums of what a table of bytes has for the cards of each row, in the 64-bit lanes. Bytes that hold no card count as a
 * deuce of clubs. */
TARGET_INLINE __m512i lane_sums(__m512i table, __m512i rows)
{
    return _mm512_sad_epu8(_mm512_permutexvar_epi8(rows, table), _mm512_setzero_si512());
}

/* The sums of the keys of each row, by three digits; a deuce has the key zero. */
TARGET_INLINE __m512i key_sums(const __m512i *digits, __m512i rows)
{
    __m512i sums = lane_sums(digits[0], rows);
    sums = _mm512_add_epi64(sums, _mm512_slli_epi64(lane_sums(digits[1], rows), 8));
    return _mm512_add_epi64(sums, _mm512_slli_epi64(lane_sums(digits[2], rows), 16));
}

/* Ors the eight bytes of each lane together, into its lowest byte. */
TARGET_INLINE __m512i or_lanes(__m512i rows)
{
    rows = _mm512_or_si512(rows, _mm512_srli_epi64(rows, 32));
    rows = _mm512_or_si512(rows, _mm512_srli_epi64(rows, 16));
    return _mm512_or_si512(rows, _mm512_srli_epi64(rows, 8));
}

/* Bytes that equal another of their row, or are no card id. Rotations by one, two and three meet every pair. */
TARGET_INLINE __mmask64 complaints_of(const lanes *all, __m512i rows, int count)
{
    __mmask64 bad = _mm512_cmpgt_epu8_mask(rows, _mm512_set1_epi8(DECK_SIZE - 1));
    for (int i = 0; i < count / 2; i++)
        bad |= _mm512_mask_cmpeq_epi8_mask(all->places, rows, _mm512_shuffle_epi8(rows, all->rotated[i]));
    return bad;
}

#endif
