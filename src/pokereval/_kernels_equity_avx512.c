/* Boards drawn sixteen at a time: the draws, the order of their places and the look-ups of keys all stay in registers. */
#include "_equity_known.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

/* Numbers of eight deals. */
TARGET_INLINE __m512i mix_eight(__m512i numbers)
{
    numbers = _mm512_xor_si512(numbers, _mm512_srli_epi64(numbers, 30));
    numbers = _mm512_mullo_epi64(numbers, _mm512_set1_epi64((long long)UINT64_C(0xbf58476d1ce4e5b9)));
    numbers = _mm512_xor_si512(numbers, _mm512_srli_epi64(numbers, 27));
    numbers = _mm512_mullo_epi64(numbers, _mm512_set1_epi64((long long)UINT64_C(0x94d049bb133111eb)));
    return _mm512_xor_si512(numbers, _mm512_srli_epi64(numbers, 31));
}

/* Whole part of fractions times a number of cards; the fraction that is left takes the old one's place. */
TARGET_INLINE __m512i next_draw(__m512i *fractions, __m512i cards)
{
    __m512i even = _mm512_mul_epu32(*fractions, cards);
    __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64(*fractions, 32), cards);
    *fractions = _mm512_mask_blend_epi32(0xaaaa, even, _mm512_slli_epi64(odd, 32));
    return _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
}

TARGET_INLINE __m512i past(__m512i place, __m512i other)
{
    const __m512i one = _mm512_set1_epi32(1);
    return _mm512_mask_add_epi32(place, _mm512_cmpge_epu32_mask(place, other), place, one);
}

TARGET_INLINE void put_in_order(__m512i *low, __m512i *high)
{
    __m512i lower = _mm512_min_epu32(*low, *high);
    *high = _mm512_max_epu32(*low, *high);
    *low = lower;
}

TARGET_INLINE __m512i look_up(const __m512i *table, __m512i places)
{
    __mmask16 is_high = _mm512_test_epi32_mask(places, _mm512_set1_epi32(32));
    __m512i low = _mm512_permutex2var_epi32(table[0], places, table[1]);
    return _mm512_mask_mov_epi32(low, is_high, _mm512_permutex2var_epi32(table[2], places, table[3]));
}

TARGET void pk_avx512_draw_boards(const board_deck *deck, uint64_t counter, uint32_t *keys, uint32_t *suits)
{
    const __m512i count = _mm512_set1_epi64(deck->deck_count), one = _mm512_set1_epi64(1);
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i step = _mm512_set1_epi64((long long)(8 * COUNTER_STEP));
    const __m512i first_limit = _mm512_set1_epi32((int)deck->limits[0]);
    const __m512i second_limit = _mm512_set1_epi32((int)deck->limits[1]);
    __m512i key_table[4], suit_table[4], left[5];
    uint64_t starts[8];
    for (int i = 0; i < 4; i++) {
        key_table[i] = _mm512_loadu_si512(deck->keys + 16 * i);
        suit_table[i] = _mm512_loadu_si512(deck->suits + 16 * i);
    }
    left[0] = count;
    for (int i = 1; i < 5; i++)
        left[i] = _mm512_sub_epi64(left[i - 1], one);
    for (int i = 0; i < 8; i++)
        starts[i] = counter + (uint64_t)(i + 1) * COUNTER_STEP;
    __m512i counters = _mm512_loadu_si512(starts);
    for (int at = 0; at < BOARDS_AT_ONCE; at += 16) {
        __m512i low = mix_eight(counters), high = mix_eight(_mm512_add_epi64(counters, step));
        counters = _mm512_add_epi64(counters, _mm512_add_epi64(step, step));
        __m512i first = _mm512_permutex2var_epi32(low, even, high);
        __m512i second = _mm512_permutex2var_epi32(_mm512_srli_epi64(low, 32), even, _mm512_srli_epi64(high, 32));
        __m512i a = next_draw(&first, left[0]), b = next_draw(&first, left[1]);
        __m512i c = next_draw(&second, left[2]), d = next_draw(&second, left[3]), e = next_draw(&second, left[4]);
        __mmask16 again = _mm512_cmplt_epu32_mask(first, first_limit) | _mm512_cmplt_epu32_mask(second, second_limit);
        b = past(b, a);
        put_in_order(&a, &b);
        c = past(past(c, a), b);
        put_in_order(&a, &c);
        put_in_order(&b, &c);
        d = past(past(past(d, a), b), c);
        put_in_order(&a, &d);
        put_in_order(&b, &d);
        put_in_order(&c, &d);
        e = past(past(past(past(e, a), b), c), d);
        __m512i key_sum = _mm512_add_epi32(look_up(key_table, a), look_up(key_table, b));
        __m512i suit_sum = _mm512_add_epi32(look_up(suit_table, a), look_up(suit_table, b));
        key_sum = _mm512_add_epi32(key_sum, _mm512_add_epi32(look_up(key_table, c), look_up(key_table, d)));
        suit_sum = _mm512_add_epi32(suit_sum, _mm512_add_epi32(look_up(suit_table, c), look_up(suit_table, d)));
        _mm512_storeu_si512(keys + at, _mm512_add_epi32(key_sum, look_up(key_table, e)));
        _mm512_storeu_si512(suits + at, _mm512_add_epi32(suit_sum, look_up(suit_table, e)));
        for (unsigned lanes = again; UNLIKELY(lanes); lanes &= lanes - 1) {
            const int deal = at + LOWEST_BIT(lanes);
            uint32_t places[5];
            draw_places(deck, mixed(counter + (uint64_t)(deal + 1) * COUNTER_STEP), places);
            keys[deal] = suits[deal] = 0;
            for (int i = 0; i < 5; i++) {
                keys[deal] += deck->keys[places[i]];
                suits[deal] += deck->suits[places[i]];
            }
        }
    }
}

#else
typedef int no_avx512; /* a file must hold something */
#endif
