/* Tables that are not of distinct cards, with AVX-512: 64 tables side by side, a register to each of their cards.
 *
 * The cards of a deck are the bits of seven bytes, and so of seven registers. What a table's cards have there together
 * are as many bits as there are cards, unless one came twice or is none. Six seats of hold'em are sorted instead, so
 * that cards that came twice lie side by side.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define DECK_BYTES 7
#define SIXTEEN 16 /* rows, or places of rows */
#define MOST_PLACES (DECK_SIZE + 8)

/* -- 64 rows on their side: byte 16a + 4b + c of a register is row 16b + 4a + c -- */

/* Four places of 64 rows, from sixteen rows in each of four registers: byte 16a + 4p + c is place p of row 4a + c. */
TARGET_INLINE void turn_fours(const __m512i *fours, __m512i *places)
{
    UNROLL
    for (int half = 0; half < 2; half++) {
        __m512i one = half ? _mm512_unpackhi_epi32(fours[0], fours[1]) : _mm512_unpacklo_epi32(fours[0], fours[1]);
        __m512i other = half ? _mm512_unpackhi_epi32(fours[2], fours[3]) : _mm512_unpacklo_epi32(fours[2], fours[3]);
        places[2 * half] = _mm512_unpacklo_epi64(one, other);
        places[2 * half + 1] = _mm512_unpackhi_epi64(one, other);
    }
}

/* Rows of up to sixteen cards, `fours` fours of places: sixteen rows are as many loads, and permutes choose from two of
 * these. Places beyond the row get cards of the next. */
TARGET_INLINE void turn_narrow_rows(const uint8_t *rows, int row, int fours, __m512i *places)
{
    const __m512i rows_of = _mm512_set_epi64(0x0f0e0d0c0f0e0d0c, 0x0f0e0d0c0f0e0d0c, 0x0b0a09080b0a0908,
                                             0x0b0a09080b0a0908, 0x0706050407060504, 0x0706050407060504,
                                             0x0302010003020100, 0x0302010003020100);
    const __m512i places_of = _mm512_set4_epi32(0x03030303, 0x02020202, 0x01010101, 0);
    const __m512i bytes = _mm512_add_epi8(_mm512_mullo_epi16(rows_of, _mm512_set1_epi16((short)row)), places_of);
    const __mmask64 last = ~UINT64_C(0) >> (-SIXTEEN * row & 63);
    __m512i turned[4][4];
    UNROLL
    for (int sixteen = 0; sixteen < 4; sixteen++, rows += SIXTEEN * row) {
        __m512i loads[4];
        UNROLL
        for (int i = 0; i < 4; i++)
            loads[i] = i < fours - 1    ? _mm512_loadu_si512(rows + 64 * i)
                       : i == fours - 1 ? _mm512_maskz_loadu_epi8(last, rows + 64 * i)
                                        : _mm512_setzero_si512();
        UNROLL
        for (int i = 0; i < fours; i++) {
            const __m512i from = _mm512_add_epi8(bytes, _mm512_set1_epi8((char)(4 * i)));
            turned[i][sixteen] = _mm512_permutex2var_epi8(loads[0], from, loads[1]);
            if (fours > 2)
                turned[i][sixteen] = _mm512_mask_mov_epi8(turned[i][sixteen], _mm512_movepi8_mask(from),
                                                          _mm512_permutex2var_epi8(loads[2], from, loads[3]));
        }
    }
    UNROLL
    for (int i = 0; i < fours; i++)
        turn_fours(turned[i], places + 4 * i);
}

/* Sixteen cards each of the rows from i on, four rows apart. */
TARGET_INLINE __m512i load_four_rows(const uint8_t *cards, int row, int i)
{
    __m256i low = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(cards + i * row)));
    low = _mm256_inserti128_si256(low, _mm_loadu_si128((const __m128i *)(cards + (i + 4) * row)), 1);
    __m256i high = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(cards + (i + 8) * row)));
    high = _mm256_inserti128_si256(high, _mm_loadu_si128((const __m128i *)(cards + (i + 12) * row)), 1);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* The sixteen places from `cards` on. */
TARGET_INLINE void turn_sixteen_places(const uint8_t *cards, int row, __m512i *places)
{
    __m512i turned[4][4];
    UNROLL
    for (int sixteen = 0; sixteen < 4; sixteen++, cards += SIXTEEN * row) {
        const __m512i one = load_four_rows(cards, row, 0), two = load_four_rows(cards, row, 1);
        const __m512i three = load_four_rows(cards, row, 2), four = load_four_rows(cards, row, 3);
        __m512i former = _mm512_unpacklo_epi8(one, two), latter = _mm512_unpacklo_epi8(three, four);
        turned[0][sixteen] = _mm512_unpacklo_epi16(former, latter);
        turned[1][sixteen] = _mm512_unpackhi_epi16(former, latter);
        former = _mm512_unpackhi_epi8(one, two), latter = _mm512_unpackhi_epi8(three, four);
        turned[2][sixteen] = _mm512_unpacklo_epi16(former, latter);
        turned[3][sixteen] = _mm512_unpackhi_epi16(former, latter);
    }
    UNROLL
    for (int i = 0; i < 4; i++)
        turn_fours(turned[i], places + 4 * i);
}

/* 64 rows; up to three places beyond the row are written too, but mean nothing. */
TARGET_INLINE void turn_rows_of(const uint8_t *rows, int row, __m512i *places)
{
    if (row <= 4)
        turn_narrow_rows(rows, row, 1, places);
    else if (row <= 8)
        turn_narrow_rows(rows, row, 2, places);
    else if (row <= 12)
        turn_narrow_rows(rows, row, 3, places);
    else if (row <= SIXTEEN)
        turn_narrow_rows(rows, row, 4, places);
    else
        for (int place = 0; place < row; place += SIXTEEN) { /* of the last sixteen some may be there already */
            const int start = place < row - SIXTEEN ? place : row - SIXTEEN;
            turn_sixteen_places(rows + start, row, places + start);
        }
}

/* -- what is strange about them -- */

/* The tables of 64 that are not of `count` distinct cards. */
TARGET_INLINE uint64_t strange_by_bits(const __m512i *places, int count)
{
    const uint64_t eight = UINT64_C(0x8040201008040201), four = eight & 0xffffffff; /* the bits of so many cards */
    __m512i decks[DECK_BYTES], held[DECK_BYTES];
    __m512i all = _mm512_setzero_si512(), ones = _mm512_setzero_si512();
    UNROLL
    for (int i = 0; i < DECK_BYTES; i++) {
        decks[i] = _mm512_maskz_set1_epi64((__mmask8)(1 << i), (long long)(i < DECK_BYTES - 1 ? eight : four));
        held[i] = _mm512_setzero_si512();
    }
    for (int place = 0; place < count; place++) {
        all = _mm512_or_si512(all, places[place]);
        UNROLL
        for (int i = 0; i < DECK_BYTES; i++)
            held[i] = _mm512_or_si512(held[i], _mm512_permutexvar_epi8(places[place], decks[i]));
    }
    UNROLL
    for (int i = 0; i < DECK_BYTES; i++)
        ones = _mm512_add_epi8(ones, _mm512_popcnt_epi8(held[i]));
    ones = _mm512_or_si512(ones, _mm512_and_si512(all, _mm512_set1_epi8((char)0xc0))); /* a permute looks at six bits */
    return _mm512_cmpneq_epi8_mask(in_order(ones), _mm512_set1_epi8((char)count));
}

#define STEPS 60

/* Green's network of sixteen places. */
static const uint8_t STEPS_OF_SIXTEEN[STEPS][2] = {
    {0, 1},   {2, 3},   {4, 5},   {6, 7},   {8, 9},   {10, 11}, {12, 13}, {14, 15}, {0, 2},   {4, 6},
    {8, 10},  {12, 14}, {1, 3},   {5, 7},   {9, 11},  {13, 15}, {0, 4},   {8, 12},  {1, 5},   {9, 13},
    {2, 6},   {10, 14}, {3, 7},   {11, 15}, {0, 8},   {1, 9},   {2, 10},  {3, 11},  {4, 12},  {5, 13},
    {6, 14},  {7, 15},  {5, 10},  {6, 9},   {3, 12},  {13, 14}, {4, 8},   {7, 11},  {1, 2},   {1, 4},
    {7, 13},  {2, 8},   {11, 14}, {2, 4},   {5, 6},   {9, 10},  {11, 13}, {3, 8},   {7, 12},  {6, 8},
    {10, 12}, {3, 5},   {7, 9},   {3, 4},   {5, 6},   {7, 8},   {9, 10},  {11, 12}, {6, 7},   {8, 9}};

/* The same of seventeen cards, of which sixteen are sorted and the last is compared with each. */
TARGET_INLINE uint64_t strange_by_order(__m512i *places)
{
    const __m512i last = places[SIXTEEN];
    __m512i least = _mm512_set1_epi8(1), also_least = least; /* differences */
    _Pragma("GCC unroll 60")
    for (int i = 0; i < STEPS; i++)
        order(&places[STEPS_OF_SIXTEEN[i][0]], &places[STEPS_OF_SIXTEEN[i][1]]);
    _Pragma("GCC unroll 16")
    for (int i = 0; i < SIXTEEN; i++) {
        least = _mm512_min_epu8(least, _mm512_xor_si512(places[i], last));
        if (i > 0)
            also_least = _mm512_min_epu8(also_least, _mm512_xor_si512(places[i - 1], places[i]));
    }
    const __m512i highest = _mm512_max_epu8(places[SIXTEEN - 1], last);
    least = _mm512_min_epu8(least, _mm512_subs_epu8(_mm512_set1_epi8(DECK_SIZE), highest));
    least = in_order(_mm512_min_epu8(least, also_least));
    return _mm512_testn_epi8_mask(least, least);
}

/* The tables of 64 that are strange. */
TARGET_INLINE uint64_t look_at_tables(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown_bytes)
{
    __m512i places[MOST_PLACES];
    turn_rows_of(holes, hole_bytes, places);
    if (shown_bytes)
        turn_rows_of(boards, shown_bytes, places + hole_bytes);
    return hole_bytes + shown_bytes == SIXTEEN + 1 ? strange_by_order(places)
                                                   : strange_by_bits(places, hole_bytes + shown_bytes);
}

TARGET static uint64_t look_at_few(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown_bytes,
                                   int tables)
{
    uint8_t own[BLOCK_ROWS * DECK_SIZE], shown[BLOCK_ROWS * DECK_SIZE];
    fill_block(own, holes, tables, hole_bytes);
    fill_block(shown, boards, tables, shown_bytes);
    return look_at_tables(own, hole_bytes, shown, shown_bytes) & ~UINT64_C(0) >> (BLOCK_ROWS - tables);
}

TARGET void pk_avx512_strange(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown_bytes, int tables,
                              uint64_t *strange)
{
    for (; tables >= BLOCK_ROWS; tables -= BLOCK_ROWS) {
        ask_for_block(holes + AHEAD, hole_bytes);
        ask_for_block(boards + AHEAD, shown_bytes);
        if (hole_bytes == 12 && shown_bytes == 5) /* six seats of hold'em, the most frequent table */
            *strange++ = look_at_tables(holes, 12, boards, 5);
        else
            *strange++ = look_at_tables(holes, hole_bytes, boards, shown_bytes);
        holes += BLOCK_ROWS * hole_bytes;
        boards += BLOCK_ROWS * shown_bytes;
    }
    if (tables)
        *strange = look_at_few(holes, hole_bytes, boards, shown_bytes, tables);
}

#endif
