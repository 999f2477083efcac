/* What the AVX-512 loops share: hands spread over the eight-byte lanes of a register with sums over those lanes, and
 * blocks of 64 hands turned on their side, a register to each place of a hand. */
#ifndef POKEREVAL_AVX512_H
#define POKEREVAL_AVX512_H

#include <immintrin.h>
#include <string.h>

#include "_lookup.h"
#include "_sorted.h"

#define AVX512 "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,popcnt,bmi"
#define TARGET __attribute__((target(AVX512)))
#define TARGET_INLINE static inline __attribute__((always_inline, target(AVX512)))

#define AHEAD 2048      /* bytes from a load to what is asked for in advance */
#define FAR_AHEAD 16384 /* and to what is brought as near as the second-level cache */

/* How rows of `count` cards, 4 to 7, lie in the lanes: eight rows to a register. */
typedef struct {
    __m512i spread;   /* byte of a load for every byte of the lanes */
    __mmask64 places; /* bytes that hold cards; the others are zero, a deuce of clubs */
} lanes;

TARGET_INLINE lanes lanes_of(int count)
{
    lanes all;
    uint8_t spread[64];
    all.places = 0;
    for (int place = 0; place < 64; place++) {
        int i = place % 8, used = i < count;
        spread[place] = (uint8_t)(used ? count * (place / 8) + i : 0);
        all.places |= (__mmask64)used << place;
    }
    all.spread = _mm512_loadu_si512(spread);
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

/* -- 64 rows on their side -- */

#define BLOCK_ROWS 64

/* How 64 rows of `count` cards, 4 to 7, become `count` registers, the first cards of all rows in the first one. Sixteen
 * rows at a time go through a permute of two loads, which leaves four rows of a place side by side; those fours are
 * then brought together. So the rows lie in the registers in an order of their own: byte 16a + 4b + c is row
 * 16b + 4a + c. */
typedef struct {
    __m512i first, rest; /* bytes of the loads: of the places 0 to 3, and of 4 and more */
} turn;

TARGET_INLINE turn turn_of(int count)
{
    turn all;
    uint8_t from[2][64];
    for (int at = 0; at < 128; at++) {
        int row = at % 64 / 16 * 4 + at % 4, place = at / 64 * 4 + at % 16 / 4;
        int byte = place < count ? count * row + place : 0;
        from[at / 64][at % 64] = (uint8_t)(byte < 64 ? byte : byte - (16 * count - 64) + 64);
    }
    all.first = _mm512_loadu_si512(from[0]);
    all.rest = _mm512_loadu_si512(from[1]);
    return all;
}

TARGET_INLINE void turn_rows(const turn *all, const uint8_t *cards, int count, __m512i *places)
{
    __m512i fours[2][4];
    for (int i = 0; i < 4; i++) {
        __m512i start = _mm512_loadu_si512(cards + 16 * count * i);
        __m512i end = _mm512_loadu_si512(cards + 16 * count * (i + 1) - 64);
        fours[0][i] = count == 4 ? _mm512_permutexvar_epi8(all->first, start)
                                 : _mm512_permutex2var_epi8(start, all->first, end);
        fours[1][i] = count == 4 ? start : _mm512_permutex2var_epi8(start, all->rest, end);
    }
    for (int i = 0; i < count; i += 4) {
        const __m512i *four = fours[i / 4];
        for (int half = 0; half < 2 && i + 2 * half < count; half++) {
            __m512i one = half ? _mm512_unpackhi_epi32(four[0], four[1]) : _mm512_unpacklo_epi32(four[0], four[1]);
            __m512i other = half ? _mm512_unpackhi_epi32(four[2], four[3]) : _mm512_unpacklo_epi32(four[2], four[3]);
            places[i + 2 * half] = _mm512_unpacklo_epi64(one, other);
            if (i + 2 * half + 1 < count)
                places[i + 2 * half + 1] = _mm512_unpackhi_epi64(one, other);
        }
    }
}

/* The bytes of 64 rows, one to each, in the order of the rows. */
TARGET_INLINE __m512i in_order(__m512i bytes)
{
    const __m512i fours = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm512_permutexvar_epi32(fours, bytes);
}

/* 64 rows of a block that has only the first `size`: the others repeat them, and so hold no mistakes of their own. */
TARGET_INLINE void fill_block(uint8_t *block, const uint8_t *cards, int size, int count)
{
    memcpy(block, cards, (size_t)(size * count));
    for (int have = size; have < BLOCK_ROWS; have *= 2)
        memcpy(block + have * count, block, (size_t)((2 * have < BLOCK_ROWS ? have : BLOCK_ROWS - have) * count));
}

TARGET_INLINE void ask_for_block(const uint8_t *cards, int count)
{
    for (int line = 0; line < count; line++)
        _mm_prefetch((const char *)(cards + 64 * line), _MM_HINT_T0);
}

/* For loops that memory can't keep up with otherwise: the first-level cache has no room for all that must be on its way. */
TARGET_INLINE void ask_for_far_block(const uint8_t *cards, int count)
{
    for (int line = 0; line < count; line++)
        _mm_prefetch((const char *)(cards + 64 * line), _MM_HINT_T1);
}

/* Puts two cards of each row in order. */
TARGET_INLINE void order(__m512i *lower, __m512i *upper)
{
    __m512i least = _mm512_min_epu8(*lower, *upper);
    *upper = _mm512_max_epu8(*lower, *upper);
    *lower = least;
}

/* Brings the cards of each row into order, the lowest first. */
TARGET_INLINE void sort_hands(__m512i *cards, int count)
{
    for (int i = 0; i < NETWORKS[count - 4].steps; i++)
        order(&cards[NETWORKS[count - 4].places[i][0]], &cards[NETWORKS[count - 4].places[i][1]]);
}

/* Bytes of zero where a row holds something other than distinct cards. The last `sorted` places are in order, so that
 * among themselves only neighbours can be equal. */
TARGET_INLINE __m512i least_difference(const __m512i *places, int count, int sorted)
{
    __m512i most = places[count - 1];
    for (int i = 0; i < count - sorted; i++)
        most = _mm512_max_epu8(most, places[i]);
    __m512i least = _mm512_subs_epu8(_mm512_set1_epi8(DECK_SIZE), most);
    for (int i = 1; i < count; i++) {
        __m512i own = _mm512_xor_si512(places[i], places[i - 1]);
        for (int j = 0; j < i - 1 && j < count - sorted; j++)
            own = _mm512_min_epu8(own, _mm512_xor_si512(places[i], places[j]));
        least = _mm512_min_epu8(least, own);
    }
    return least;
}

/* A table of 256 bytes at every byte: four registers, chosen by the two top bits. */
TARGET_INLINE __m512i look_up_bytes(const __m512i *table, __m512i bytes)
{
    __m512i lower = _mm512_permutex2var_epi8(table[0], bytes, table[1]);
    __m512i upper = _mm512_permutex2var_epi8(table[2], bytes, table[3]);
    return _mm512_mask_mov_epi8(lower, _mm512_movepi8_mask(bytes), upper);
}

/* -- eight or better -- */

/* Masks of the card ranks A to 8 that 64 rows hold. */
TARGET_INLINE __m512i low_masks(__m512i bits, const __m512i *places, int count)
{
    __m512i masks = _mm512_permutexvar_epi8(places[0], bits);
    for (int i = 1; i < count; i++)
        masks = _mm512_or_si512(masks, _mm512_permutexvar_epi8(places[i], bits));
    return masks;
}

#endif
