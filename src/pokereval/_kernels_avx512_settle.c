/* Chips with AVX-512: eight tables side by side, a register to each seat, so that next to nothing depends on a branch.
 *
 * What is settled here are tables of up to eight seats whose chips are sound and whose pots come out even, shared by
 * no more than two. All others are left to _kernels_settle.c, which says what each step is and refuses what must be
 * refused; both give the same chips.
 *
 * No pots are built. Think of a table's chips as a line: the dead money, everybody's first chip, everybody's second,
 * and so on. A seat can win up to where its own chips end, and the best hand wins all of that; the next best hand wins
 * from there to where its own chips end, if that is farther. Pots are pieces of the line between such ends, so what a
 * seat wins is the sum of what it wins of them.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define LANES 8
#define MOST_IN_LANE 7 /* cards */
#define MAX_CHIPS (INT64_C(1) << 53)

/* Eight rows of eight numbers to eight columns. */
TARGET_INLINE void turn_lanes(__m512i *rows)
{
    __m512i twos[LANES], fours[LANES];
    for (int i = 0; i < LANES; i += 2) {
        twos[i] = _mm512_unpacklo_epi64(rows[i], rows[i + 1]);
        twos[i + 1] = _mm512_unpackhi_epi64(rows[i], rows[i + 1]);
    }
    for (int i = 0; i < LANES; i += 4)
        for (int j = i; j < i + 2; j++) {
            fours[j] = _mm512_shuffle_i64x2(twos[j], twos[j + 2], 0x88);
            fours[j + 2] = _mm512_shuffle_i64x2(twos[j], twos[j + 2], 0xdd);
        }
    for (int i = 0; i < LANES / 2; i++) {
        rows[i] = _mm512_shuffle_i64x2(fours[i], fours[i + 4], 0x88);
        rows[i + 4] = _mm512_shuffle_i64x2(fours[i], fours[i + 4], 0xdd);
    }
}

TARGET_INLINE __m512i sum_of(int seats, const __m512i *chips)
{
    __m512i sum = chips[0];
    for (int i = 1; i < seats; i++)
        sum = _mm512_add_epi64(sum, chips[i]);
    return sum;
}

/* Takes from seats of the same rank half of what both have won, as is right where no more than two share. */
TARGET_INLINE void split(int seats, const __m128i *ranks, __m512i *won)
{
    __m512i shared[LANES];
    for (int i = 0; i < seats; i++)
        shared[i] = _mm512_setzero_si512();
    for (int i = 1; i < seats; i++)
        for (int j = 0; j < i; j++) {
            const __mmask8 alike = _mm_cmpeq_epi16_mask(ranks[i], ranks[j]);
            const __m512i both = _mm512_min_epi64(won[i], won[j]);
            shared[i] = _mm512_mask_add_epi64(shared[i], alike, shared[i], both);
            shared[j] = _mm512_mask_add_epi64(shared[j], alike, shared[j], both);
        }
    for (int i = 0; i < seats; i++)
        won[i] = _mm512_sub_epi64(won[i], _mm512_srli_epi64(shared[i], 1));
}

/* Pays the whole line to the best ranks; `ends` are those of the seats' chips, 0 for seats that cannot win. Returns the
 * tables that are left: several seats share, and more than two or not evenly. */
TARGET_INLINE __mmask8 award(int seats, const __m512i *ends, const __m128i *ranks, __m512i total, __mmask8 uneven,
                             __m512i *payouts)
{
    __m512i won[LANES];
    __mmask8 left = 0;
    for (int i = 0; i < seats; i++)
        won[i] = _mm512_setzero_si512(); /* first where better hands end */
    for (int i = 1; i < seats; i++)
        for (int j = 0; j < i; j++) {
            won[i] = _mm512_mask_max_epi64(won[i], _mm_cmplt_epu16_mask(ranks[i], ranks[j]), won[i], ends[j]);
            won[j] = _mm512_mask_max_epi64(won[j], _mm_cmplt_epu16_mask(ranks[j], ranks[i]), won[j], ends[i]);
        }
    for (int i = 0; i < seats; i++) /* from there on to the own end */
        won[i] = _mm512_sub_epi64(_mm512_max_epi64(ends[i], won[i]), won[i]);
    const __mmask8 tied = _mm512_cmpneq_epi64_mask(sum_of(seats, won), total); /* some chips count more than once */
    if (tied) {
        split(seats, ranks, won);
        left = (tied & uneven) | _mm512_cmpneq_epi64_mask(sum_of(seats, won), total); /* or not at all: three share */
    }
    for (int i = 0; i < seats; i++)
        payouts[i] = _mm512_add_epi64(payouts[i], won[i]);
    return left;
}

/* Where the rows of a group of eight tables and its columns, eight tables' seats, find their bytes in each other. */
typedef struct {
    __m512i columns, rows;
} places;

TARGET_INLINE places places_of(int seats)
{
    uint8_t columns[64] = {0}, rows[64] = {0};
    for (int table = 0; table < LANES; table++)
        for (int seat = 0; seat < seats; seat++) {
            columns[LANES * seat + table] = (uint8_t)(seats * table + seat);
            rows[seats * table + seat] = (uint8_t)(LANES * seat + table);
        }
    return (places){_mm512_loadu_si512(columns), _mm512_loadu_si512(rows)};
}

/* Adds a card of every table, some byte of its lane, to sums and to unions of the cards' bits. Unknown cards have none.
 */
TARGET_INLINE void add_cards(__m512i hands, __m512i byte, __m512i *sums, __m512i *sets)
{
    const __m512i bits = _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_shuffle_epi8(hands, byte));
    *sums = _mm512_add_epi64(*sums, bits);
    *sets = _mm512_or_si512(*sets, bits);
}

/* Rows of `count` cards side by side to one row a lane. What follows them in the lanes is to be passed over. */
TARGET_INLINE __m512i lane_places(int count)
{
    const __m512i rows = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    const __m512i starts = _mm512_mullo_epi64(rows, _mm512_set1_epi64(count * 0x0101010101010101));
    return _mm512_add_epi64(starts, _mm512_set1_epi64(0x0706050403020100));
}

/* The first `count` bytes of every lane. */
TARGET_INLINE __mmask64 first_of_lanes(int count)
{
    return UINT64_C(0x0101010101010101) * ((1u << count) - 1);
}

TARGET_INLINE __mmask8 lanes_with(__mmask64 bytes)
{
    const __m512i lanes = _mm512_movm_epi8(bytes);
    return _mm512_test_epi64_mask(lanes, lanes);
}

/* Of eight tables, or the first `count`, those whose cards are good; cards that are not known may be missing wherever
 * are_good_cards in _kernels_settle.c lets them. `live` has a byte to each seat. */
TARGET_INLINE __mmask8 good_cards(const pk_tables *tables, ptrdiff_t first, int count, __mmask64 live,
                                  __mmask8 showdown, int seats)
{
    const int hole_count = tables->hole_count, shown = tables->board_count;
    const __mmask64 in_hand = first_of_lanes(hole_count), on_board = first_of_lanes(shown);
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi8(1), unknown = _mm512_set1_epi8((char)NO_CARD);
    const __m512i spread = lane_places(hole_count);
    const __mmask64 row = ~UINT64_C(0) >> (64 - seats * hole_count);
    __m512i hands[LANES], in_play = zero, most = zero, sums = zero, sets = zero;
    for (int table = 0; table < LANES; table++) {
        const uint8_t *cards = tables->hole_cards + (first + table) * seats * hole_count;
        hands[table] = _mm512_permutexvar_epi8(spread, _mm512_maskz_loadu_epi8(table < count ? row : 0, cards));
    }
    turn_lanes(hands); /* a register to each seat, a hand to each lane */
    const __m512i boards = _mm512_permutexvar_epi8(
        lane_places(shown), _mm512_maskz_loadu_epi8((UINT64_C(1) << shown * count) - 1, tables->board + first * shown));
    for (int seat = 0; seat < seats; seat++) {
        in_play = _mm512_max_epu8(in_play, _mm512_maskz_mov_epi64((__mmask8)(live >> LANES * seat), hands[seat]));
        most = _mm512_max_epu8(most, _mm512_add_epi8(hands[seat], one)); /* 0 if unknown, above 52 if no card */
    }
    __m512i byte = _mm512_set4_epi32((int)0x80808080, (int)0x80808008, (int)0x80808080, (int)0x80808000);
    for (int i = 0; i < MOST_IN_LANE; i++, byte = _mm512_add_epi8(byte, one)) {
        if (i < hole_count)
            for (int seat = 0; seat < seats; seat++)
                add_cards(hands[seat], byte, &sums, &sets);
        if (i < shown)
            add_cards(boards, byte, &sums, &sets);
    }
    const __m512i last = _mm512_set1_epi8(DECK_SIZE);
    const __mmask64 not_dealt = _mm512_mask_cmpeq_epi8_mask(on_board, boards, unknown);
    const __mmask64 missed = _mm512_mask_cmpeq_epi8_mask(in_hand, in_play, unknown) | not_dealt;
    const __mmask64 no_cards = _mm512_mask_cmpgt_epu8_mask(in_hand, most, last) |
                               _mm512_mask_cmpgt_epu8_mask(on_board, _mm512_add_epi8(boards, one), last);
    __mmask8 bad = _mm512_cmpneq_epi64_mask(sums, sets);
    bad |= lanes_with(no_cards);
    bad |= showdown & lanes_with(missed);
    if (!tables->is_stud) { /* a board without showdown must be that of some street */
        const __m512i dealt = _mm512_sad_epu8(_mm512_maskz_mov_epi8(on_board & ~not_dealt, one), zero);
        const __mmask8 one_or_two = _mm512_cmpeq_epi64_mask(dealt, _mm512_set1_epi64(1)) |
                                    _mm512_cmpeq_epi64_mask(dealt, _mm512_set1_epi64(2));
        bad |= (__mmask8)~showdown & one_or_two;
    }
    return (__mmask8)~bad;
}

/* The high ranks by seats; those that are not shown are cleared in memory. */
TARGET_INLINE void turn_highs(const places *at, uint16_t *highs, __mmask64 filled, __mmask64 shown, __m128i *ranks)
{
    const __m512i low_places = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(at->columns));
    const __m512i high_places = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(at->columns, 1));
    const __mmask32 first = (__mmask32)filled, second = (__mmask32)(filled >> 32);
    const __m512i low = _mm512_maskz_loadu_epi16(first, highs), high = _mm512_maskz_loadu_epi16(second, highs + 32);
    _mm512_storeu_si512(ranks, _mm512_permutex2var_epi16(low, low_places, high));
    _mm512_storeu_si512(ranks + LANES / 2, _mm512_permutex2var_epi16(low, high_places, high));
    if (shown != filled) {
        _mm512_mask_storeu_epi16(highs, first, _mm512_maskz_mov_epi16((__mmask32)shown, low));
        _mm512_mask_storeu_epi16(highs + 32, second, _mm512_maskz_mov_epi16((__mmask32)(shown >> 32), high));
    }
}

/* The same of the low ranks. */
TARGET_INLINE void turn_lows(const places *at, uint8_t *lows, __mmask64 filled, __mmask64 shown, __m128i *ranks)
{
    const __m512i low = _mm512_maskz_loadu_epi8(shown, lows), columns = _mm512_permutexvar_epi8(at->columns, low);
    _mm512_storeu_si512(ranks, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(columns)));
    _mm512_storeu_si512(ranks + LANES / 2, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(columns, 1)));
    if (shown != filled)
        _mm512_mask_storeu_epi8(lows, filled, low);
}

/* Asks for eight tables' chips. Pages of `returned` that nothing was written to stay untouched. */
TARGET_INLINE void ask_for_chips(const int64_t *chips, int seats)
{
    ask_for_block((const uint8_t *)chips + AHEAD, seats);
}

/* Settles eight tables, or the first `count`. Returns those that are left, among them the `strange` whose cards are not
 * good: of these nothing is written but payouts, which whoever settles them writes anew, and ranks that must be cleared
 * anyway. */
TARGET_INLINE __mmask8 settle_tables(const pk_tables *tables, ptrdiff_t first, int count, __mmask8 strange,
                                     const places *at, int seats, int has_low)
{
    const ptrdiff_t place = first * seats;
    const __mmask64 filled = ~UINT64_C(0) >> (64 - seats * count);
    const __mmask8 seat_mask = (__mmask8)(0xff >> (LANES - seats)), table_mask = (__mmask8)(0xff >> (LANES - count));
    const __m512i stays = _mm512_maskz_loadu_epi8(filled, tables->live + place);
    const __m512i turned = _mm512_permutexvar_epi8(at->columns, stays), zero = _mm512_setzero_si512();
    const __mmask64 live = _mm512_test_epi8_mask(turned, turned); /* a byte to each seat */
    const __m512i dead = tables->dead ? _mm512_maskz_loadu_epi64(table_mask, tables->dead + first) : zero;
    __m512i chips[LANES], ends[LANES], payouts[LANES];
    __m128i highs[LANES], lows[LANES];

    ask_for_chips(tables->contributions + place, seats);
    ask_for_chips(tables->payouts + place, seats);
    ask_for_chips(tables->returned + place, seats);
    __mmask8 some = 0, others = 0; /* tables with a live seat, and with another */
    for (int seat = 0; seat < seats; seat++) {
        others |= some & (__mmask8)(live >> LANES * seat);
        some |= (__mmask8)(live >> LANES * seat);
    }
    const __m512i showing = _mm512_movm_epi8(live & UINT64_C(0x0101010101010101) * others);
    const __mmask64 shown = _mm512_movepi8_mask(_mm512_permutexvar_epi8(at->rows, showing)) & filled;
    turn_highs(at, tables->high_ranks + place, filled, shown, highs);
    if (has_low)
        turn_lows(at, tables->low_ranks + place, filled, shown, lows);

    for (int row = 0; row < LANES; row++) {
        const __mmask8 mask = (__mmask8)(filled >> seats * row) & seat_mask;
        chips[row] = _mm512_maskz_loadu_epi64(mask, tables->contributions + place + seats * row);
    }
    turn_lanes(chips);
    __m512i total = dead, most = zero, second = zero, most_live = zero, united = dead;
    for (int seat = 0; seat < seats; seat++) {
        ends[seat] = _mm512_maskz_mov_epi64((__mmask8)(live >> LANES * seat), chips[seat]);
        total = _mm512_add_epi64(total, chips[seat]);
        second = _mm512_max_epi64(second, _mm512_min_epi64(most, chips[seat]));
        most = _mm512_max_epi64(most, chips[seat]);
        most_live = _mm512_max_epi64(most_live, ends[seat]);
        united = _mm512_or_si512(united, chips[seat]);
    }
    __mmask8 left = strange ? strange & (__mmask8)~good_cards(tables, first, count, live, others, seats) : 0;
    left |= (__mmask8)~some | _mm512_cmpgt_epu64_mask(united, _mm512_set1_epi64(MAX_CHIPS));
    if (tables->button)
        left |= _mm512_cmpge_epu64_mask(_mm512_maskz_loadu_epi64(table_mask, tables->button + first),
                                        _mm512_set1_epi64(seats));

    /* A live seat that is above all others gets back by how much. What folded seats have above every live one is won
     * with the last pot, so whoever has the most of the live can win up to the end of the line. */
    const __m512i excess = _mm512_sub_epi64(most, second);
    __m512i owner = zero;
    __mmask8 has_excess = 0, has_side_pots = 0;
    for (int seat = 0; seat < seats; seat++) {
        const __mmask8 owns = _mm512_cmpgt_epi64_mask(ends[seat], second);
        has_excess |= owns;
        owner = _mm512_mask_mov_epi64(owner, owns, _mm512_set1_epi64(seat));
        payouts[seat] = _mm512_sub_epi64(zero, _mm512_maskz_mov_epi64(owns, excess));
        has_side_pots |= _mm512_mask_cmplt_epi64_mask((__mmask8)(live >> LANES * seat), ends[seat], most);
    }
    united = zero;
    for (int seat = 0; seat < seats; seat++) {
        const __m512i level = _mm512_mask_mov_epi64(ends[seat], _mm512_cmpeq_epi64_mask(ends[seat], most_live), most);
        __m512i end = total;
        if (has_side_pots) {
            end = dead;
            for (int other = 0; other < seats; other++)
                end = _mm512_add_epi64(end, _mm512_min_epi64(chips[other], level));
        }
        ends[seat] = _mm512_maskz_mov_epi64((__mmask8)(live >> LANES * seat), end);
        united = _mm512_or_si512(united, ends[seat]);
    }
    if (tables->uncalled_returned)
        left |= has_excess;

    /* Two share evenly what is even at every end, two halves of it what is a multiple of four. */
    const __mmask8 uneven =
        tables->chip == 1 ? _mm512_test_epi64_mask(united, _mm512_set1_epi64(has_low ? 3 : 1)) : 0xff;
    if (has_low) { /* as far as somebody has a low, half of the line is the lows' */
        __m512i low_ends[LANES], low_total = zero;
        for (int seat = 0; seat < seats; seat++) {
            low_ends[seat] = _mm512_maskz_mov_epi64(_mm_test_epi16_mask(lows[seat], lows[seat]), ends[seat]);
            low_total = _mm512_max_epi64(low_total, low_ends[seat]);
        }
        left |= uneven & _mm512_test_epi64_mask(low_total, low_total);
        for (int seat = 0; seat < seats; seat++) {
            const __m512i halved = _mm512_min_epi64(ends[seat], low_total);
            ends[seat] = _mm512_sub_epi64(ends[seat], _mm512_srli_epi64(halved, 1));
            low_ends[seat] = _mm512_srli_epi64(low_ends[seat], 1);
        }
        low_total = _mm512_srli_epi64(low_total, 1);
        total = _mm512_sub_epi64(total, low_total);
        left |= award(seats, low_ends, lows, low_total, uneven, payouts);
    }
    left |= award(seats, ends, highs, total, uneven, payouts);
    has_excess &= (__mmask8)~left & table_mask;
    if (has_excess) {
        const __m512i rows = _mm512_mullo_epi64(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64(seats));
        _mm512_mask_i64scatter_epi64(tables->returned + place, has_excess, _mm512_add_epi64(rows, owner), excess, 8);
    }
    for (int seat = seats; seat < LANES; seat++)
        payouts[seat] = zero;
    turn_lanes(payouts);
    for (int row = 0; row < LANES; row++) {
        const __mmask8 mask = (__mmask8)(filled >> seats * row) & seat_mask;
        _mm512_mask_storeu_epi64(tables->payouts + place + seats * row, mask, payouts[row]);
    }
    return left;
}

/* One copy of the loop for each number of seats, for games with a low and without. */
#define SETTLE_TABLES(seats)                                                                                           \
    TARGET static void settle_##seats(const pk_tables *tables, ptrdiff_t start, int rows, uint64_t *bits)              \
    {                                                                                                                  \
        const places at = places_of(seats);                                                                            \
        for (int row = 0; row < rows; row += LANES) {                                                                  \
            const int count = rows - row < LANES ? rows - row : LANES;                                                 \
            const __mmask8 strange = (__mmask8)(bits[row / 64] >> row % 64);                                           \
            const __mmask8 left =                                                                                      \
                tables->low_ranks ? settle_tables(tables, start + row, count, strange, &at, seats, 1)                  \
                                  : settle_tables(tables, start + row, count, strange, &at, seats, 0);                 \
            bits[row / 64] ^= (uint64_t)(strange ^ left) << row % 64;                                                  \
        }                                                                                                              \
    }

SETTLE_TABLES(2)
SETTLE_TABLES(3)
SETTLE_TABLES(4)
SETTLE_TABLES(5)
SETTLE_TABLES(6)
SETTLE_TABLES(7)
SETTLE_TABLES(8)

TARGET void pk_avx512_settle(const pk_tables *tables, ptrdiff_t start, int rows, uint64_t *bits)
{
    static void (*const LOOPS[])(const pk_tables *, ptrdiff_t, int, uint64_t *) = {
        settle_2, settle_3, settle_4, settle_5, settle_6, settle_7, settle_8};
    if (tables->seats <= LANES)
        LOOPS[tables->seats - 2](tables, start, rows, bits);
    else
        memset(bits, 0xff, (size_t)((rows + 63) / 64) * sizeof *bits);
}

#endif
