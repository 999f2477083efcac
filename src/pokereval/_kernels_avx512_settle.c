/* Chips with AVX-512: the seats of a table side by side in a register, so that no step asks seat by seat.
 *
 * What is settled here are tables of up to eight seats whose chips are sound and whose pots come out even. All others are
 * left to _kernels_settle.c, which says what each step is and refuses what must be refused; both give the same chips.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define LANES 8
#define MAX_CHIPS (INT64_C(1) << 53)

/* A table; masks have a bit for each seat. */
typedef struct {
    __m512i chips, payouts;
    __m128i highs, lows; /* ranks in words; 0 for hands that are not shown */
    int64_t dead, excess; /* chips that belong to nobody's level, and those that go back */
    __mmask8 excess_of;
    int has_low;
} table_lanes;

TARGET_INLINE __mmask8 winners_of(__m128i ranks, __mmask8 eligible, unsigned *best)
{
    const __m128i theirs = _mm_maskz_mov_epi16(eligible, ranks), ones = _mm_set1_epi16(-1);
    *best = 0xffff & ~(unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_xor_si128(theirs, ones)));
    return _mm_mask_cmpeq_epi16_mask(eligible, theirs, _mm_set1_epi16((short)*best));
}

/* Equal shares; returns whether no chip is left over. */
TARGET_INLINE int share(table_lanes *table, int64_t amount, __mmask8 winners)
{
    int64_t each = amount;
    if (winners & (winners - 1)) {
        const int64_t count = __builtin_popcount(winners);
        each = amount / count;
        if (each * count != amount)
            return 0;
    }
    table->payouts = _mm512_mask_add_epi64(table->payouts, winners, table->payouts, _mm512_set1_epi64(each));
    return 1;
}

TARGET_INLINE int award_pot(table_lanes *table, int64_t amount, __mmask8 eligible)
{
    unsigned high, low = 0;
    const __mmask8 high_winners = winners_of(table->highs, eligible, &high);
    __mmask8 low_winners = 0;
    if (table->has_low)
        low_winners = winners_of(table->lows, eligible, &low);
    if (!low || (high_winners == low_winners && (high_winners & (high_winners - 1))))
        return share(table, amount, high_winners);
    return share(table, amount - amount / 2, high_winners) && share(table, amount / 2, low_winners);
}

/* Takes the unmatched part of the highest live contribution out of the chips: it goes back, or where uncalled bets have
 * gone back already it is dead money. */
TARGET_INLINE void take_excess(table_lanes *table, __mmask8 live, int uncalled_returned)
{
    const int64_t highest = _mm512_mask_reduce_max_epi64(live, table->chips);
    const __mmask8 tops = _mm512_mask_cmpeq_epi64_mask(live, table->chips, _mm512_set1_epi64(highest));
    const __mmask8 top = tops & (__mmask8)-tops, others = live & (__mmask8)~top;
    const int64_t matched = _mm512_reduce_max_epi64(_mm512_maskz_mov_epi64((__mmask8)~top, table->chips));
    const __m512i level = _mm512_set1_epi64(matched);
    if (highest <= matched || (uncalled_returned && _mm512_mask_cmpneq_epi64_mask(others, table->chips, level)))
        return;
    table->chips = _mm512_mask_mov_epi64(table->chips, top, level);
    if (uncalled_returned) {
        table->dead += highest - matched;
    } else {
        table->excess = highest - matched;
        table->excess_of = top;
    }
}

/* Pots from the lowest live level up, the dead money at the bottom of the first. */
TARGET_INLINE int award_layers(table_lanes *table, __mmask8 live)
{
    const int64_t total = _mm512_reduce_add_epi64(table->chips);
    int64_t amount = table->dead, below = 0; /* chips in this pot, and in all layers so far */
    __m512i floor = _mm512_setzero_si512();
    __mmask8 eligible = live;
    for (;;) {
        const __mmask8 reach = _mm512_mask_cmpgt_epi64_mask(live, table->chips, floor);
        if (!reach)
            return award_pot(table, amount + total - below, eligible);
        if (reach != eligible) {
            if (!award_pot(table, amount, eligible))
                return 0;
            amount = 0;
            eligible = reach;
        }
        floor = _mm512_set1_epi64(_mm512_mask_reduce_min_epi64(reach, table->chips));
        const int64_t up_to = _mm512_reduce_add_epi64(_mm512_min_epi64(table->chips, floor));
        amount += up_to - below;
        below = up_to;
    }
}

/* Returns whether a row has been settled; otherwise nothing of it is written but ranks that must be cleared anyway. */
TARGET_INLINE int settle_row(const pk_tables *tables, ptrdiff_t number)
{
    const ptrdiff_t place = number * tables->seats;
    const __mmask8 seats = (__mmask8)(0xff >> (LANES - tables->seats));
    const __m128i stays = _mm_maskz_loadu_epi8(seats, tables->live + place);
    const __mmask8 live = (__mmask8)_mm_test_epi8_mask(stays, stays), shown = live & (live - 1) ? live : 0;
    table_lanes table;
    table.chips = _mm512_maskz_loadu_epi64(seats, tables->contributions + place);
    table.payouts = _mm512_setzero_si512();
    table.dead = tables->dead ? tables->dead[number] : 0;
    table.excess = table.excess_of = 0;
    table.has_low = tables->low_ranks != NULL;
    if (!live || _mm512_cmpgt_epu64_mask(table.chips, _mm512_set1_epi64(MAX_CHIPS)) ||
        (uint64_t)table.dead > (uint64_t)MAX_CHIPS ||
        (tables->button && (uint64_t)tables->button[number] >= (uint64_t)tables->seats))
        return 0;
    table.highs = _mm_maskz_loadu_epi16(shown, tables->high_ranks + place);
    _mm_mask_storeu_epi16(tables->high_ranks + place, seats, table.highs);
    if (table.has_low) {
        const __m128i lows = _mm_maskz_loadu_epi8(shown, tables->low_ranks + place);
        _mm_mask_storeu_epi8(tables->low_ranks + place, seats, lows);
        table.lows = _mm_cvtepu8_epi16(lows);
    }
    const __m512i level = _mm512_permutexvar_epi64(_mm512_set1_epi64((long long)_tzcnt_u32(live)), table.chips);
    const __mmask8 others = _mm512_mask_cmpneq_epi64_mask(live, table.chips, level);
    if (shown && !(others | _mm512_cmpgt_epi64_mask(table.chips, level))) { /* level, and nobody above: one pot */
        if (!award_pot(&table, table.dead + _mm512_reduce_add_epi64(table.chips), live))
            return 0;
    } else {
        take_excess(&table, live, tables->uncalled_returned);
        if (!award_layers(&table, live))
            return 0;
    }
    _mm512_mask_storeu_epi64(tables->payouts + place, seats, table.payouts);
    if (table.excess)
        _mm512_mask_storeu_epi64(tables->returned + place, table.excess_of, _mm512_set1_epi64(table.excess));
    return 1;
}

TARGET void pk_avx512_settle(const pk_tables *tables, ptrdiff_t start, int rows, uint64_t *left)
{
    const int can_be_settled = tables->seats <= LANES && tables->chip == 1;
    for (int row = 0; row < rows; row++)
        if (!(left[row / 64] >> row % 64 & 1))
            left[row / 64] |= (uint64_t)!(can_be_settled && settle_row(tables, start + row)) << row % 64;
}

#endif
