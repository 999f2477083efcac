/* Tables that are not of distinct cards, with AVX-512: sixteen tables at a time, four cards of each to a register.
 *
 * Equal cards differ by nothing, so the least difference of all pairs of a table's cards tells. Two registers hold
 * sixteen pairs of every table, and turning the four bytes of one round by one, two and three places makes them meet.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define ALIKE 16 /* tables to a register */
#define MOST_FOURS (DECK_SIZE / 4)

/* How sixteen rows of some number of cards are cut into fours. */
typedef struct {
    int count, bytes; /* of the fours, and of the sixteen rows */
    __mmask64 last;   /* bytes that the rows have of the last sixty-four */
    struct {
        __m512i places;             /* of the cards in a part of the rows */
        __mmask64 from[MOST_FOURS / 2 + 1]; /* the cards that come out of each part */
        __mmask64 there;            /* cards; a row's last four may lack some */
    } fours[MOST_FOURS];
} row_cuts;

TARGET static void cut_rows(row_cuts *all, int row)
{
    __m512i places[2], numbers[2]; /* in the rows, and in the row, for either half of a register's bytes */
    for (int half = 0; half < 2; half++) {
        uint16_t bytes[32];
        for (int i = 0; i < 32; i++)
            bytes[i] = (uint16_t)(32 * half + i);
        const __m512i byte = _mm512_loadu_si512(bytes);
        numbers[half] = _mm512_and_si512(byte, _mm512_set1_epi16(3));
        places[half] = _mm512_mullo_epi16(_mm512_srli_epi16(byte, 2), _mm512_set1_epi16((short)row));
        places[half] = _mm512_add_epi16(places[half], numbers[half]);
    }
    all->count = (row + 3) / 4;
    all->bytes = ALIKE * row;
    all->last = ~UINT64_C(0) >> (-all->bytes & 63);
    for (int i = 0; i < all->count; i++) {
        const __m512i left = _mm512_set1_epi16((short)(row - 4 * i));
        __m256i low[2];
        __mmask32 there[2];
        for (int half = 0; half < 2; half++) {
            there[half] = _mm512_cmplt_epi16_mask(numbers[half], left);
            low[half] = _mm512_cvtepi16_epi8(places[half]);
        }
        all->fours[i].places = _mm512_inserti64x4(_mm512_castsi256_si512(low[0]), low[1], 1);
        all->fours[i].there = (__mmask64)there[1] << 32 | there[0];
        for (int part = 0; 2 * part < all->count; part++) {
            __mmask32 from[2];
            for (int half = 0; half < 2; half++) {
                const __m512i part_of = _mm512_srli_epi16(places[half], 7); /* a permute chooses from 128 */
                from[half] = _mm512_mask_cmpeq_epi16_mask(there[half], part_of, _mm512_set1_epi16((short)part));
            }
            all->fours[i].from[part] = (__mmask64)from[1] << 32 | from[0];
        }
        for (int half = 0; half < 2; half++)
            places[half] = _mm512_add_epi16(places[half], _mm512_set1_epi16(4));
    }
}

/* Sixty-four bytes of the rows, which are `count` times as many or some less; none beyond. */
TARGET_INLINE __m512i load_some(const row_cuts *all, int count, const uint8_t *rows, int number)
{
    return number < count - 1    ? _mm512_loadu_si512(rows + 64 * number)
           : number == count - 1 ? _mm512_maskz_loadu_epi8(all->last, rows + 64 * number)
                                 : _mm512_setzero_si512();
}

/* What is known of sixteen tables. */
typedef struct {
    __m512i highest, least, also_least; /* card ids, and differences of two cards of a table */
} findings;

/* The first `count` fours of sixteen rows. What a row lacks are bytes above all cards, each another. */
TARGET_INLINE void read_fours(const row_cuts *all, int count, const uint8_t *rows, __m512i *fours, findings *found)
{
    const __m512i no_cards = _mm512_set1_epi32((int)0xfffefdfc);
    UNROLL
    for (int i = 0; i < count; i++)
        fours[i] = _mm512_setzero_si512();
    UNROLL
    for (int part = 0; 2 * part < count; part++) {
        const __m512i first = load_some(all, count, rows, 2 * part);
        const __m512i second = load_some(all, count, rows, 2 * part + 1);
        UNROLL
        for (int i = 0; i < count; i++) {
            __m512i cards = _mm512_permutex2var_epi8(first, all->fours[i].places, second);
            fours[i] = _mm512_mask_mov_epi8(fours[i], all->fours[i].from[part], cards);
        }
    }
    UNROLL
    for (int i = 0; i < count; i++) {
        found->highest = _mm512_max_epu8(found->highest, fours[i]);
        fours[i] = _mm512_mask_mov_epi8(no_cards, all->fours[i].there, fours[i]);
    }
}

TARGET_INLINE __m512i least_of(__m512i least, __m512i some, __m512i others)
{
    return _mm512_min_epu8(least, _mm512_xor_si512(some, others));
}

/* A bit for each of sixteen tables that is strange. The tables' own cards are `own_fours` fours, their boards none, one
 * card, or four and one. */
TARGET_INLINE uint32_t strange_of_sixteen(const row_cuts *own, int own_fours, const uint8_t *holes,
                                          const row_cuts *shown, int shown_fours, const uint8_t *boards)
{
    const __m512i first_of_four = _mm512_set4_epi32(0x0c0c0c0c, 0x08080808, 0x04040404, 0);
    const int count = own_fours + (shown_fours == 2);
    findings found = {_mm512_setzero_si512(), _mm512_set1_epi8(1), _mm512_set1_epi8(1)};
    __m512i fours[MOST_FOURS + 2];
    uint32_t strange = 0;
    read_fours(own, own_fours, holes, fours, &found);
    read_fours(shown, shown_fours, boards, fours + own_fours, &found);
    UNROLL
    for (int i = 0; i < count; i++) {
        const __m512i by_one = _mm512_rol_epi32(fours[i], 8), by_two = _mm512_rol_epi32(fours[i], 16);
        const __m512i by_three = _mm512_rol_epi32(fours[i], 24);
        found.least = least_of(found.least, fours[i], by_one);
        found.also_least = least_of(found.also_least, fours[i], by_two);
        UNROLL
        for (int j = 0; j < i; j++) {
            found.least = least_of(found.least, fours[j], fours[i]);
            found.also_least = least_of(found.also_least, fours[j], by_one);
            found.least = least_of(found.least, fours[j], by_two);
            found.also_least = least_of(found.also_least, fours[j], by_three);
        }
    }
    if (shown_fours) { /* a card by itself stands in all four places and need not be turned */
        const __m512i last = _mm512_shuffle_epi8(fours[count], first_of_four);
        UNROLL
        for (int i = 0; i < count; i++)
            found.least = least_of(found.least, fours[i], last);
    }
    __m512i least = _mm512_min_epu8(found.least, found.also_least);
    least = _mm512_min_epu8(least, _mm512_subs_epu8(_mm512_set1_epi8(DECK_SIZE), found.highest));
    __mmask64 zeros = _mm512_testn_epi8_mask(least, least);
    for (int table = 0; UNLIKELY(zeros != 0); table++, zeros >>= 4)
        strange |= (uint32_t)((zeros & 15) != 0) << table;
    return strange;
}

#define STRANGE_OF_SIXTEEN(fours)                                                                                      \
    (shown.count == 2 ? strange_of_sixteen(&own, fours, holes, &shown, 2, boards)                                      \
                      : strange_of_sixteen(&own, fours, holes, &shown, shown.count, boards))

TARGET void pk_avx512_strange(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown_bytes, int tables,
                              uint64_t *strange)
{
    row_cuts own, shown;
    memset(strange, 0, sizeof *strange * (size_t)((tables + 63) / 64));
    cut_rows(&own, hole_bytes);
    cut_rows(&shown, shown_bytes);
    for (int table = 0; table < tables; table += ALIKE, holes += own.bytes, boards += shown.bytes) {
        for (int byte = 0; byte < own.bytes; byte += 64)
            _mm_prefetch((const char *)(holes + byte + AHEAD), _MM_HINT_T0);
        _mm_prefetch((const char *)(boards + AHEAD), _MM_HINT_T0);
        uint64_t found = tables - table < ALIKE ? ~UINT64_C(0) >> (64 - (tables - table))
                         : own.count == 1       ? STRANGE_OF_SIXTEEN(1)
                         : own.count == 2       ? STRANGE_OF_SIXTEEN(2)
                         : own.count == 3       ? STRANGE_OF_SIXTEEN(3)
                         : own.count == 4       ? STRANGE_OF_SIXTEEN(4)
                         : own.count == 5       ? STRANGE_OF_SIXTEEN(5)
                                                : STRANGE_OF_SIXTEEN(own.count);
        strange[table / 64] |= found << table % 64;
    }
}

#endif
