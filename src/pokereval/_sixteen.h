/* Sixteen rows of cards at a time with SSE2, which every x86-64 has: turned on their side, sorted by a network, and told
 * by the number of the sorted hand. Two cards of it that lie side by side are one look-up of terms and suit counters. */
#ifndef POKEREVAL_SIXTEEN_H
#define POKEREVAL_SIXTEEN_H

#include "_sorted.h"

#if defined(__SSE2__) && defined(__GNUC__) && !defined(POKEREVAL_ROW_BY_ROW)
#include <emmintrin.h>

#define SIXTEEN 16
#define AHEAD 2048 /* bytes of the array that are asked for before their turn */
#define PAIRS_OF_CARDS (64 * 64)

/* What cards add to a hand: a term of its number in the lower half, a one in a counter of suits in the upper. */
static struct {
    uint32_t pairs[3][PAIRS_OF_CARDS]; /* of the places 0 and 1, 2 and 3, 4 and 5: the first card, 64 times the second */
    uint32_t last[MOST_SORTED][64];    /* of one place */
} added;

static void prepare_sixteen(void)
{
    for (int place = 0; place < MOST_SORTED; place++) {
        uint8_t lower[13], upper[13];
        term_digits(place, lower, upper);
        for (unsigned card = 0; card < DECK_SIZE; card++) {
            unsigned term = lower[card >> 2] + upper[card >> 2] * (place < 5 ? TERM_BASE : 256);
            added.last[place][card] = term | 1u << (16 + 4 * (card & 3));
        }
    }
    for (int pair = 0; pair < 3; pair++)
        for (unsigned first = 0; first < DECK_SIZE; first++)
            for (unsigned second = 0; second < DECK_SIZE; second++)
                added.pairs[pair][first | second << 6] = added.last[2 * pair][first] + added.last[2 * pair + 1][second];
}

/* Rows to columns: places[i] holds the cards in place i of sixteen rows, each of which can be read to its eighth byte.
 * Each of four rounds of interleaving adds a bit to the number of the row. */
ALWAYS_INLINE void turn_sixteen(const uint8_t *rows, int count, __m128i *places)
{
    __m128i two[8], four[4][2], eight[2][4];
    for (int i = 0; i < 8; i++)
        two[i] = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(rows + i * count)),
                                   _mm_loadl_epi64((const __m128i *)(rows + (i + 8) * count)));
    for (int i = 0; i < 4; i++) {
        four[i][0] = _mm_unpacklo_epi8(two[i], two[i + 4]);
        four[i][1] = _mm_unpackhi_epi8(two[i], two[i + 4]);
    }
    for (int i = 0; i < 2; i++)
        for (int half = 0; half < 2; half++) {
            eight[i][2 * half] = _mm_unpacklo_epi8(four[i][half], four[i + 2][half]);
            eight[i][2 * half + 1] = _mm_unpackhi_epi8(four[i][half], four[i + 2][half]);
        }
    for (int quarter = 0; quarter < 4; quarter++) {
        places[2 * quarter] = _mm_unpacklo_epi8(eight[0][quarter], eight[1][quarter]);
        places[2 * quarter + 1] = _mm_unpackhi_epi8(eight[0][quarter], eight[1][quarter]);
    }
}

/* Numbers of pairs of cards, as `added` has them. */
ALWAYS_INLINE void pair_up(__m128i first, __m128i second, uint16_t *pairs)
{
    const __m128i byte = _mm_set1_epi16(255);
    __m128i lower = _mm_unpacklo_epi8(first, second), upper = _mm_unpackhi_epi8(first, second);
    lower = _mm_or_si128(_mm_and_si128(lower, byte), _mm_srli_epi16(_mm_andnot_si128(byte, lower), 2));
    upper = _mm_or_si128(_mm_and_si128(upper, byte), _mm_srli_epi16(_mm_andnot_si128(byte, upper), 2));
    _mm_store_si128((__m128i *)pairs, lower);
    _mm_store_si128((__m128i *)(pairs + 8), upper);
}

/* Sixteen sorted hands: numbers of the pairs of cards, and the last card where their count is odd. */
typedef struct {
    uint16_t pairs[3][SIXTEEN] POKEREVAL_ALIGNED;
    uint8_t last[SIXTEEN] POKEREVAL_ALIGNED;
} sorted_hands;

/* Sorts sixteen rows, and adds what is strange about them to `strange`: cards that come twice lie side by side, and what
 * is no card lies last. */
ALWAYS_INLINE void sort_sixteen(const uint8_t *rows, int count, sorted_hands *hands, __m128i *strange)
{
    const network *order = &NETWORKS[count - 4];
    const __m128i six_bits = _mm_set1_epi8(63);
    __m128i places[8];
    PREFETCH(rows + AHEAD);
    PREFETCH(rows + AHEAD + 64);
    turn_sixteen(rows, count, places);
    _Pragma("GCC unroll 16")
    for (int step = 0; step < order->steps; step++) {
        __m128i *one = &places[order->places[step][0]], *other = &places[order->places[step][1]];
        __m128i least = _mm_min_epu8(*one, *other);
        *other = _mm_max_epu8(*one, *other);
        *one = least;
    }
    *strange = _mm_or_si128(*strange, _mm_subs_epu8(places[count - 1], _mm_set1_epi8(DECK_SIZE - 1)));
    for (int i = 1; i < count; i++)
        *strange = _mm_or_si128(*strange, _mm_cmpeq_epi8(places[i - 1], places[i]));
    for (int i = 0; i < count; i++)
        places[i] = _mm_and_si128(places[i], six_bits); /* whatever it is, it stays within the tables */
    for (int pair = 0; pair < count / 2; pair++)
        pair_up(places[2 * pair], places[2 * pair + 1], hands->pairs[pair]);
    _mm_store_si128((__m128i *)hands->last, places[count - 1]);
    __asm__ volatile("" ::: "memory"); /* to be read from there: clang would take the bytes out of its registers */
}

/* Ranks of sorted hands, of which `rows` has the cards. */
ALWAYS_INLINE void rank_sorted(const sorted_hands *hands, const uint8_t *rows, int count, uint16_t *out)
{
    const uint16_t *ranks = count == 5 ? SORTED_RANK5 : count == 6 ? SORTED_RANK6 : SORTED_RANK7;
    for (int row = 0; row < SIXTEEN; row++) {
        uint32_t sum = (uint32_t)FLUSH_BIAS << 16;
        for (int pair = 0; pair < count / 2; pair++)
            sum += added.pairs[pair][hands->pairs[pair][row]];
        if (count % 2)
            sum += added.last[count - 1][hands->last[row]];
        if (UNLIKELY(sum & (uint32_t)SUIT_FLAGS << 16))
            out[row] = flush_rank(rows + row * count, count, sum >> 16 & SUIT_FLAGS);
        else
            out[row] = ranks[(uint16_t)sum];
    }
}

/* Ranks of rows, as many sixteens as there are up to `stop`; returns how many rows, and tells whether any is strange.
 * Sixteen rows are sorted before those ahead of them are looked up, so that the processor has both under way. */
ALWAYS_INLINE ptrdiff_t rank_sixteens(const uint8_t *rows, ptrdiff_t stop, int count, uint16_t *out, int *are_strange)
{
    __m128i strange = _mm_setzero_si128();
    sorted_hands both[2];
    ptrdiff_t row = 0;
    if (stop >= SIXTEEN)
        sort_sixteen(rows, count, &both[0], &strange);
    for (; row + SIXTEEN <= stop; row += SIXTEEN) {
        const int now = row / SIXTEEN % 2;
        if (row + 2 * SIXTEEN <= stop)
            sort_sixteen(rows + (row + SIXTEEN) * count, count, &both[!now], &strange);
        rank_sorted(&both[now], rows + row * count, count, out + row);
    }
    *are_strange = _mm_movemask_epi8(_mm_cmpeq_epi8(strange, _mm_setzero_si128())) != 0xffff;
    return row;
}

#else

static void prepare_sixteen(void)
{
}

ALWAYS_INLINE ptrdiff_t rank_sixteens(const uint8_t *rows, ptrdiff_t stop, int count, uint16_t *out, int *are_strange)
{
    (void)rows, (void)stop, (void)count, (void)out;
    *are_strange = 0;
    return 0;
}

#endif

#endif
