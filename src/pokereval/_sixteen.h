/* Sixteen rows of cards at a time with SSE2, which every x86-64 has: turned on their side, sorted by a network, and told
 * by the number of the sorted hand. Two or three ranks of it that lie side by side are one look-up of their terms.
 * Omaha's lows need no order: two cards, whichever they are, are one look-up of a low mask. */
#ifndef POKEREVAL_SIXTEEN_H
#define POKEREVAL_SIXTEEN_H

#include "_sorted.h"

#if defined(__SSE2__) && defined(__GNUC__) && !defined(POKEREVAL_ROW_BY_ROW)
#include <emmintrin.h>

#define SIXTEEN 16
#define AHEAD 2048 /* bytes of the array that are asked for before their turn */

/* What ranks add to the number of a sorted hand, the first of them in the lowest four bits. */
static struct {
    uint16_t pairs[2][1 << 8];    /* of the places 3 and 4, 5 and 6 */
    uint16_t triples[2][1 << 12]; /* of the places 0 to 2, 3 to 5 */
} terms;

/* The low mask of two cards, by their card ranks: four bits each. */
static uint8_t low_of_two[256];

static void prepare_sixteen(void)
{
    uint16_t of[MOST_SORTED][16] = {{0}}; /* four bits that are no card's rank add nothing */
    for (unsigned card = 0; card < DECK_SIZE; card += 4)
        for (unsigned other = 0; other < DECK_SIZE; other += 4)
            low_of_two[card >> 2 | other << 2] = LOW_BIT[card] | LOW_BIT[other];
    for (int place = 0; place < MOST_SORTED; place++) {
        uint8_t lower[13], upper[13];
        term_digits(place, lower, upper);
        for (unsigned rank = 0; rank < 13; rank++)
            of[place][rank] = (uint16_t)(lower[rank] + upper[rank] * (place < 5 ? TERM_BASE : 256));
    }
    for (unsigned ranks = 0; ranks < 1 << 12; ranks++)
        for (int part = 0; part < 2; part++) {
            uint16_t(*places)[16] = of + 3 * part;
            unsigned first = ranks & 15, second = ranks >> 4 & 15, third = ranks >> 8;
            terms.triples[part][ranks] = (uint16_t)(places[0][first] + places[1][second] + places[2][third]);
        }
    for (unsigned ranks = 0; ranks < 1 << 8; ranks++)
        for (int part = 0; part < 2; part++) {
            uint16_t(*places)[16] = of + 3 + 2 * part;
            terms.pairs[part][ranks] = (uint16_t)(places[0][ranks & 15] + places[1][ranks >> 4]);
        }
}

/* Rows to columns: places[i] holds the cards in place i of sixteen rows, of which the first `count`, at most eight, are
 * wanted. Each of four rounds of interleaving adds a bit to the number of the row. Nothing behind the last row is read. */
ALWAYS_INLINE void turn_sixteen(const uint8_t *rows, int row_bytes, int count, __m128i *places)
{
    const __m128i last = _mm_srl_epi64(_mm_loadl_epi64((const __m128i *)(rows + 15 * row_bytes + count - 8)),
                                       _mm_cvtsi32_si128(8 * (8 - count)));
    __m128i two[8], four[4][2], eight[2][4];
    for (int i = 0; i < 8; i++)
        two[i] = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(rows + i * row_bytes)),
                                   i == 7 ? last : _mm_loadl_epi64((const __m128i *)(rows + (i + 8) * row_bytes)));
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

ALWAYS_INLINE __m128i or_same(__m128i so_far, __m128i one, __m128i other)
{
    return _mm_or_si128(so_far, _mm_cmpeq_epi8(one, other));
}

/* All bits of each byte in whose places a card comes twice, or something is no card. */
ALWAYS_INLINE __m128i strange_among(const __m128i *places, int count)
{
    __m128i most = places[0], found[4];
    for (int i = 1; i < count; i++)
        most = _mm_max_epu8(most, places[i]);
    found[0] = _mm_cmpeq_epi8(most, _mm_max_epu8(most, _mm_set1_epi8(DECK_SIZE)));
    found[1] = found[2] = found[3] = _mm_setzero_si128();
    int i = 0;
    for (; i + 4 <= count; i += 4) { /* four at a time meet those behind them */
        const __m128i *four = places + i;
        found[0] = or_same(found[0], four[0], four[1]);
        found[1] = or_same(found[1], four[0], four[2]);
        found[2] = or_same(found[2], four[0], four[3]);
        found[3] = or_same(found[3], four[1], four[2]);
        found[0] = or_same(found[0], four[1], four[3]);
        found[1] = or_same(found[1], four[2], four[3]);
        for (int j = i + 4; j < count; j++)
            for (int k = 0; k < 4; k++)
                found[k] = or_same(found[k], four[k], places[j]);
    }
    for (; i < count; i++)
        for (int j = i + 1; j < count; j++)
            found[0] = or_same(found[0], places[i], places[j]);
    return _mm_or_si128(_mm_or_si128(found[0], found[1]), _mm_or_si128(found[2], found[3]));
}

/* The ranks of two places, as `terms` and `low_of_two` have them. */
ALWAYS_INLINE __m128i pair_up(__m128i first, __m128i second)
{
    const __m128i lower = _mm_set1_epi8(15), upper = _mm_set1_epi8((char)0xf0);
    return _mm_or_si128(_mm_and_si128(_mm_srli_epi16(first, 2), lower), _mm_and_si128(_mm_slli_epi16(second, 2), upper));
}

/* The ranks of three. */
ALWAYS_INLINE void join_three(__m128i first, __m128i second, __m128i third, uint16_t *triples)
{
    __m128i pair = pair_up(first, second), single = pair_up(third, _mm_setzero_si128());
    _mm_store_si128((__m128i *)triples, _mm_unpacklo_epi8(pair, single));
    _mm_store_si128((__m128i *)(triples + 8), _mm_unpackhi_epi8(pair, single));
}

/* A bit is set where it is in two of three. */
ALWAYS_INLINE __m128i two_of_three(__m128i a, __m128i b, __m128i c)
{
    return _mm_or_si128(_mm_and_si128(a, b), _mm_and_si128(c, _mm_xor_si128(a, b)));
}

/* A bit for each of sixteen hands that has five cards of a suit. If there is such a suit, each of its two bits is that
 * of the most cards, and at most `count` - 5 cards differ from it. */
ALWAYS_INLINE unsigned flushes_of(const __m128i *places, int count)
{
    __m128i most = places[0], others = _mm_setzero_si128();
    if (count > 5) { /* four of six or seven, by adding bits up */
        const __m128i last = count == 7 ? places[6] : _mm_setzero_si128();
        const __m128i odd[2] = {_mm_xor_si128(_mm_xor_si128(places[0], places[1]), places[2]),
                                _mm_xor_si128(_mm_xor_si128(places[3], places[4]), places[5])};
        most = two_of_three(two_of_three(places[0], places[1], places[2]), two_of_three(places[3], places[4], places[5]),
                            two_of_three(odd[0], odd[1], last));
    }
    for (int i = count == 5; i < count; i++) {
        __m128i differs = _mm_and_si128(_mm_xor_si128(places[i], most), _mm_set1_epi8(3));
        others = _mm_add_epi8(others, _mm_min_epu8(differs, _mm_set1_epi8(1)));
    }
    return (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(_mm_set1_epi8((char)(count - 4)), others));
}

/* Sixteen sorted hands of five (a triple and a pair), six (two triples) or seven (a triple and two pairs). */
typedef struct {
    uint16_t triples[2][SIXTEEN] POKEREVAL_ALIGNED;
    uint8_t pairs[2][SIXTEEN] POKEREVAL_ALIGNED;
    unsigned flushes;
} sorted_hands;

/* Sorts sixteen rows, and adds what is strange about them to `strange`: cards that come twice lie side by side, and what
 * is no card lies last. */
ALWAYS_INLINE void sort_sixteen(const uint8_t *rows, int count, sorted_hands *hands, __m128i *strange)
{
    const network *order = &NETWORKS[count - 4];
    __m128i places[8];
    PREFETCH(rows + AHEAD);
    PREFETCH(rows + AHEAD + 64);
    turn_sixteen(rows, count, count, places);
    _Pragma("GCC unroll 16")
    for (int step = 0; step < MOST_STEPS; step++) {
        if (step == order->steps)
            break;
        __m128i *one = &places[order->places[step][0]], *other = &places[order->places[step][1]];
        __m128i least = _mm_min_epu8(*one, *other);
        *other = _mm_max_epu8(*one, *other);
        *one = least;
    }
    *strange = _mm_or_si128(*strange, _mm_subs_epu8(places[count - 1], _mm_set1_epi8(DECK_SIZE - 1)));
    for (int i = 1; i < count; i++)
        *strange = _mm_or_si128(*strange, _mm_cmpeq_epi8(places[i - 1], places[i]));
    hands->flushes = flushes_of(places, count);
    join_three(places[0], places[1], places[2], hands->triples[0]);
    if (count == 6)
        join_three(places[3], places[4], places[5], hands->triples[1]);
    else
        for (int pair = 0; pair < (count - 3) / 2; pair++)
            _mm_store_si128((__m128i *)hands->pairs[pair], pair_up(places[3 + 2 * pair], places[4 + 2 * pair]));
    __asm__ volatile("" ::: "memory"); /* to be read from there: clang would take the bytes out of its registers */
}

/* Ranks of sorted hands, of which `rows` has the cards. */
ALWAYS_INLINE void rank_sorted(const sorted_hands *hands, const uint8_t *rows, int count, uint16_t *out)
{
    const uint16_t *ranks = count == 5 ? SORTED_RANK5 : count == 6 ? SORTED_RANK6 : SORTED_RANK7;
    for (int row = 0; row < SIXTEEN; row++) {
        unsigned number = terms.triples[0][hands->triples[0][row]];
        if (count == 6)
            number += terms.triples[1][hands->triples[1][row]];
        else
            for (int pair = 0; pair < (count - 3) / 2; pair++)
                number += terms.pairs[pair][hands->pairs[pair][row]];
        out[row] = ranks[number];
    }
    for (unsigned left = hands->flushes; UNLIKELY(left); left &= left - 1) {
        const int row = __builtin_ctz(left);
        out[row] = flush_of(rows + row * count, count);
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

/* -- lows -- */

/* Sixteen hands by the card ranks of two cards at a time, as `low_of_two` has them; a last one without a second stands
 * beside itself. */
typedef struct {
    uint8_t twos[3][SIXTEEN] POKEREVAL_ALIGNED;
} ranks_of_hands;

ALWAYS_INLINE void note_ranks(const __m128i *places, int count, ranks_of_hands *hands)
{
    for (int i = 0; i < count; i += 2) {
        __m128i two = pair_up(places[i], places[i + 1 < count ? i + 1 : i]);
        _mm_store_si128((__m128i *)hands->twos[i / 2], two);
    }
}

ALWAYS_INLINE unsigned low_mask_of_hand(const ranks_of_hands *hands, int count, int row)
{
    unsigned mask = 0;
    for (int i = 0; i < count; i += 2)
        mask |= low_of_two[hands->twos[i / 2][row]];
    return mask;
}

/* Hole cards and boards of sixteen rows. */
typedef struct {
    ranks_of_hands held, shown;
} omaha_ranks;

ALWAYS_INLINE void turn_omaha(const uint8_t *holes, int hole_count, const uint8_t *boards, int check, omaha_ranks *hands,
                              __m128i *strange)
{
    __m128i places[8 + 8];
    PREFETCH(holes + AHEAD);
    PREFETCH(boards + AHEAD);
    PREFETCH(boards + AHEAD + 64);
    turn_sixteen(holes, hole_count, hole_count, places);
    turn_sixteen(boards, 5, 5, places + hole_count);
    note_ranks(places, hole_count, &hands->held);
    note_ranks(places + hole_count, 5, &hands->shown);
    if (check)
        *strange = _mm_or_si128(*strange, strange_among(places, hole_count + 5));
    __asm__ volatile("" ::: "memory"); /* to be read from there: clang would take the bytes out of its registers */
}

/* Omaha's lows with boards of five, as many sixteens as there are up to `stop`; returns how many rows, and
 * tells whether any is strange. Again the next sixteen are turned before these are looked up. */
ALWAYS_INLINE ptrdiff_t omaha_low_sixteens(const uint8_t *holes, int hole_count, const uint8_t *boards, ptrdiff_t stop,
                                           uint8_t *low, int check, int *are_strange)
{
    __m128i strange = _mm_setzero_si128();
    omaha_ranks both[2];
    ptrdiff_t row = 0;
    if (stop >= SIXTEEN)
        turn_omaha(holes, hole_count, boards, check, &both[0], &strange);
    for (; row + SIXTEEN <= stop; row += SIXTEEN) {
        const omaha_ranks *now = &both[row / SIXTEEN % 2];
        const ptrdiff_t next = row + SIXTEEN;
        if (next + SIXTEEN <= stop)
            turn_omaha(holes + next * hole_count, hole_count, boards + next * 5, check, &both[next / SIXTEEN % 2],
                       &strange);
        for (int i = 0; i < SIXTEEN; i++)
            low[row + i] = OMAHA_LOW_RANK[low_mask_of_hand(&now->held, hole_count, i) << 8 |
                                          low_mask_of_hand(&now->shown, 5, i)];
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

ALWAYS_INLINE ptrdiff_t omaha_low_sixteens(const uint8_t *holes, int hole_count, const uint8_t *boards, ptrdiff_t stop,
                                           uint8_t *low, int check, int *are_strange)
{
    (void)holes, (void)hole_count, (void)boards, (void)stop, (void)low, (void)check;
    *are_strange = 0;
    return 0;
}

#endif

#endif
