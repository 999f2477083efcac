/* Boards drawn 64 at a time: a board's five places in the deck are one byte in each of five registers, which are put in
 * order and looked up without leaving them. */
#include "_equity_known.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

/* Eight numbers. */
TARGET_INLINE __m512i mix_eight(__m512i numbers)
{
    numbers = _mm512_xor_si512(numbers, _mm512_srli_epi64(numbers, 30));
    numbers = _mm512_mullo_epi64(numbers, _mm512_set1_epi64((long long)UINT64_C(0xbf58476d1ce4e5b9)));
    numbers = _mm512_xor_si512(numbers, _mm512_srli_epi64(numbers, 27));
    numbers = _mm512_mullo_epi64(numbers, _mm512_set1_epi64((long long)UINT64_C(0x94d049bb133111eb)));
    return _mm512_xor_si512(numbers, _mm512_srli_epi64(numbers, 31));
}

/* Whole part of fractions times a number of cards; the fractions that are left take their place. */
TARGET_INLINE __m512i draw(__m512i *fractions, unsigned cards)
{
    const __m512i times = _mm512_set1_epi16((short)cards);
    __m512i whole = _mm512_mulhi_epu16(*fractions, times);
    *fractions = _mm512_mullo_epi16(*fractions, times);
    return whole;
}

/* The places of 32 boards, as words; returns the boards that must be drawn again. */
TARGET_INLINE __mmask32 draw_half(const board_deck *deck, const __m512i *pieces, __m512i *places)
{
    const unsigned cards = deck->deck_count;
    __mmask32 again = 0;
    for (int plane = 0; plane < PLANES; plane++) {
        __m512i fractions = pieces[2 * plane];
        if (plane == 0)
            places[0] = draw(&fractions, cards);
        places[plane + 1] = draw(&fractions, cards - 1 - (unsigned)plane);
        again |= _mm512_cmplt_epu16_mask(fractions, _mm512_set1_epi16((short)deck->limits[plane]));
    }
    return again;
}

TARGET_INLINE __m512i past(__m512i place, __m512i other)
{
    return _mm512_mask_add_epi8(place, _mm512_cmpge_epu8_mask(place, other), place, _mm512_set1_epi8(1));
}

TARGET_INLINE void exchange(__m512i *low, __m512i *high)
{
    __m512i lower = _mm512_min_epu8(*low, *high);
    *high = _mm512_max_epu8(*low, *high);
    *low = lower;
}

TARGET_INLINE __m512i look_up_words(const uint16_t *table, __m512i places)
{
    return _mm512_permutex2var_epi16(_mm512_loadu_si512(table), places, _mm512_loadu_si512(table + 32));
}

TARGET void pk_avx512_draw_boards(const board_deck *deck, uint64_t counter, drawn_boards *drawn)
{
    const __m512i low_suits = _mm512_loadu_si512(deck->suits[0]), high_suits = _mm512_loadu_si512(deck->suits[1]);
    const __m512i step = _mm512_set1_epi64((long long)(8 * COUNTER_STEP));
    uint64_t starts[8];
    for (int i = 0; i < 8; i++)
        starts[i] = counter + (uint64_t)(i + 1) * COUNTER_STEP;
    __m512i counters = _mm512_loadu_si512(starts);
    for (int block = 0; block < BLOCKS_AT_ONCE; block++) {
        __m512i pieces[2 * PLANES], even[5], odd[5], places[5];
        for (int i = 0; i < 2 * PLANES; i++, counters = _mm512_add_epi64(counters, step))
            pieces[i] = mix_eight(counters);
        const __mmask32 even_again = draw_half(deck, pieces, even), odd_again = draw_half(deck, pieces + 1, odd);
        for (int i = 0; i < 5; i++)
            places[i] = _mm512_or_si512(even[i], _mm512_slli_epi16(odd[i], 8));
        for (int i = 1; i < 5; i++) {
            for (int j = 0; j < i; j++)
                places[i] = past(places[i], places[j]);
            for (int j = 0; j < i; j++)
                exchange(&places[j], &places[i]);
        }
        __m512i low = _mm512_set1_epi8((char)deck->suits_start[0]), high = _mm512_set1_epi8((char)deck->suits_start[1]);
        __m512i even_numbers = _mm512_setzero_si512(), odd_numbers = _mm512_setzero_si512();
        for (int i = 0; i < 5; i++) {
            _mm512_storeu_si512(drawn->places[i] + block * BLOCK, places[i]);
            low = _mm512_add_epi8(low, _mm512_permutexvar_epi8(places[i], low_suits));
            high = _mm512_add_epi8(high, _mm512_permutexvar_epi8(places[i], high_suits));
            even_numbers = _mm512_add_epi16(even_numbers, look_up_words(deck->numbers[i], places[i]));
            odd_numbers = _mm512_add_epi16(odd_numbers,
                                           look_up_words(deck->numbers[i], _mm512_srli_epi16(places[i], 8)));
        }
        _mm512_storeu_si512(drawn->numbers + block * BLOCK, even_numbers);
        _mm512_storeu_si512(drawn->numbers + block * BLOCK + 32, odd_numbers);
        drawn->flushes[block] = _mm512_test_epi8_mask(_mm512_or_si512(low, high), _mm512_set1_epi8((char)0x88));
        for (uint64_t pieces_left = (uint64_t)odd_again << 32 | even_again; UNLIKELY(pieces_left);
             pieces_left &= pieces_left - 1) {
            const int piece = LOWEST_BIT(pieces_left), board = (piece & 31) << 1 | piece >> 5;
            uint8_t drawn_places[5];
            draw_again(deck, counter + (uint64_t)block * BLOCK * COUNTER_STEP, board, drawn_places);
            note_board(deck, drawn, block, board, drawn_places);
        }
    }
}

#else
typedef int no_avx512; /* a file must hold something */
#endif
