/* Whole tables from cards to chips, one row at a time: pots.py in C, step by step and under the same names.
 *
 * Seats are bits of a mask or places 0..9. pots.py says why each rule is as it is; a property test holds both equal.
 */
#include <string.h>

#include "_kernels.h"
#include "_lookup.h"

#define MAX_SEATS 10
#define MAX_HAND 7
#define MAX_CHIPS (INT64_C(1) << 53)

/* One row, read. */
typedef struct {
    const pk_tables *tables;
    const uint8_t *hole_cards, *board, *live;
    int64_t button;
    int64_t in_pots[MAX_SEATS];
    int64_t *payouts;
    uint16_t high[MAX_SEATS];
    uint8_t low[MAX_SEATS];
} table_row;

ALWAYS_INLINE int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* -- ranks -- */

/* The seven cards of a hand outside Omaha: hole cards and board, or stud's six and the community card. */
ALWAYS_INLINE void read_hand(const table_row *row, int seat, uint8_t *hand)
{
    const pk_tables *tables = row->tables;
    memcpy(hand, row->hole_cards + seat * tables->hole_count, (size_t)tables->hole_count);
    memcpy(hand + tables->hole_count, row->board, (size_t)tables->board_count);
}

static void rank_seats(table_row *row, unsigned live)
{
    const pk_tables *tables = row->tables;
    omaha_board view;
    unsigned board_lows = 0;
    if (tables->is_omaha) {
        omaha_read_board(&view, row->board);
        board_lows = low_mask(row->board, 5);
    }
    for (int seat = 0; seat < tables->seats; seat++) {
        row->high[seat] = 0;
        row->low[seat] = 0;
        if (!(live >> seat & 1))
            continue;
        const uint8_t *hole = row->hole_cards + seat * tables->hole_count;
        if (tables->is_omaha) {
            int count = tables->hole_count;
            row->high[seat] = count == 4   ? omaha_rank_on(&view, row->board, hole, 4)
                              : count == 5 ? omaha_rank_on(&view, row->board, hole, 5)
                                           : omaha_rank_on(&view, row->board, hole, 6);
            if (tables->has_low)
                row->low[seat] = OMAHA_LOW_RANK[low_mask(hole, count) << 8 | board_lows];
        } else {
            uint8_t hand[MAX_HAND + 1];
            read_hand(row, seat, hand);
            row->high[seat] = high_rank(hand, MAX_HAND);
            if (tables->has_low)
                row->low[seat] = LOW_RANK[low_mask(hand, MAX_HAND)];
        }
    }
}

/* -- splitting -- */

/* Winners in the order in which odd chips go to them; 0 when nobody can tell. */
static int order_winners(const table_row *row, unsigned winners, int low, int *order)
{
    int seats = row->tables->seats, count = 0;
    if (row->tables->is_stud) { /* decision 9: the highest card by suit among the five that play */
        uint64_t sets[MAX_SEATS];
        for (int seat = 0; seat < seats; seat++)
            if (winners >> seat & 1) {
                uint8_t hand[MAX_HAND + 1];
                read_hand(row, seat, hand);
                uint64_t set = low ? pk_low_set(hand, MAX_HAND) : pk_high_set(hand, MAX_HAND);
                int place = count++;
                for (; place > 0 && sets[place - 1] < set; place--) {
                    sets[place] = sets[place - 1];
                    order[place] = order[place - 1];
                }
                sets[place] = set;
                order[place] = seat;
            }
        return count;
    }
    if (row->button < 0)
        return 0;
    for (int step = 1; step <= seats; step++) { /* decision 8: left of the button first */
        int seat = (int)((row->button + step) % seats);
        if (winners >> seat & 1)
            order[count++] = seat;
    }
    return count;
}

/* Equal shares in whole chips, then one odd chip each in order; the last may be less than a chip. */
static int share(table_row *row, int64_t amount, unsigned winners, int low)
{
    int64_t chip = row->tables->chip;
    if ((winners & (winners - 1)) == 0) {
        int seat = 0;
        while (!(winners >> seat & 1))
            seat++;
        row->payouts[seat] += amount;
        return 1;
    }
    int count = 0;
    for (unsigned rest = winners; rest; rest &= rest - 1)
        count++;
    int64_t each = (chip == 1 ? amount : amount / chip) / count * chip, odd = amount - each * count;
    for (int seat = 0; seat < row->tables->seats; seat++)
        if (winners >> seat & 1)
            row->payouts[seat] += each;
    if (odd) {
        int order[MAX_SEATS];
        if (!order_winners(row, winners, low, order))
            return 0;
        for (int i = 0; odd; i++) {
            int64_t piece = least(chip, odd);
            row->payouts[order[i]] += piece;
            odd -= piece;
        }
    }
    return 1;
}

static int award_pot(table_row *row, int64_t amount, unsigned eligible)
{
    unsigned high_winners = 0, low_winners = 0;
    uint16_t high = 0;
    uint8_t low = 0;
    if (!amount)
        return 1;
    if ((eligible & (eligible - 1)) == 0)
        return share(row, amount, eligible, 0);
    for (int seat = 0; seat < row->tables->seats; seat++) {
        if (!(eligible >> seat & 1))
            continue;
        unsigned bit = 1u << seat;
        if (row->high[seat] >= high) {
            high_winners = row->high[seat] > high ? bit : high_winners | bit;
            high = row->high[seat];
        }
        if (row->low[seat] && row->low[seat] >= low) { /* decision 11: among the seats of this pot */
            low_winners = row->low[seat] > low ? bit : low_winners | bit;
            low = row->low[seat];
        }
    }
    int several = (high_winners & (high_winners - 1)) != 0;
    if (!low_winners || (several && high_winners == low_winners)) /* decision 10 */
        return share(row, amount, high_winners, 0);
    int64_t chip = row->tables->chip;
    int64_t low_amount = (chip == 1 ? amount : amount / chip) / 2 * chip; /* decision 8: the odd chip is the high's */
    return share(row, amount - low_amount, high_winners, 0) & share(row, low_amount, low_winners, 1);
}

/* -- pots -- */

/* Takes the unmatched part of the highest live contribution out of the pots; returns what of it is dead money. */
static int64_t take_excess(table_row *row, unsigned live, int64_t *returned)
{
    int seats = row->tables->seats, highest = -1, are_level = 1;
    int64_t matched = 0, excess;
    for (int seat = 0; seat < seats; seat++)
        if (live >> seat & 1 && (highest < 0 || row->in_pots[seat] > row->in_pots[highest]))
            highest = seat;
    for (int seat = 0; seat < seats; seat++)
        if (seat != highest && row->in_pots[seat] > matched)
            matched = row->in_pots[seat];
    excess = row->in_pots[highest] - matched;
    if (excess <= 0)
        return 0;
    if (!row->tables->uncalled_returned) {
        row->in_pots[highest] = matched;
        returned[highest] = excess;
        return 0;
    }
    for (int seat = 0; seat < seats; seat++)
        are_level &= seat == highest || !(live >> seat & 1) || row->in_pots[seat] == matched;
    if (!are_level)
        return 0;
    row->in_pots[highest] = matched;
    return excess;
}

/* Rules 33 to 35: a pot for each level of the live seats, the dead money at the bottom of the first. */
static int award_layers(table_row *row, unsigned live, int64_t dead)
{
    int seats = row->tables->seats, good = 1;
    int64_t floor = 0, amount = dead;
    unsigned eligible = live;
    for (;;) {
        int64_t level = -1, above = 0;
        unsigned reach = 0;
        for (int seat = 0; seat < seats; seat++)
            if (live >> seat & 1 && row->in_pots[seat] > floor) {
                reach |= 1u << seat;
                if (level < 0 || row->in_pots[seat] < level)
                    level = row->in_pots[seat];
            }
        if (reach != eligible) {
            if (!reach) { /* what folded seats put in above every live level joins the last pot */
                for (int seat = 0; seat < seats; seat++)
                    above += row->in_pots[seat] > floor ? row->in_pots[seat] - floor : 0;
                return good & award_pot(row, amount + above, eligible);
            }
            good &= award_pot(row, amount, eligible);
            amount = 0;
            eligible = reach;
        }
        for (int seat = 0; seat < seats; seat++)
            amount += least(row->in_pots[seat], level) - least(row->in_pots[seat], floor);
        floor = level;
    }
}

/* -- the door -- */

ALWAYS_INLINE void add_card(uint8_t card, uint64_t *sum, uint64_t *set, unsigned *strange)
{
    uint64_t bit = (uint64_t)(card < DECK_SIZE) << (card & 63);
    *sum += bit;
    *set |= bit;
    *strange |= card >= DECK_SIZE && card != NO_CARD;
}

static int is_good_row(const table_row *row, unsigned live, int64_t dead)
{
    const pk_tables *tables = row->tables;
    uint64_t sum = 0, set = 0;
    unsigned strange = 0;
    int known_board = 0, showdown = (live & (live - 1)) != 0;
    for (int seat = 0; seat < tables->seats; seat++) {
        int known = 0;
        for (int i = 0; i < tables->hole_count; i++) {
            uint8_t card = row->hole_cards[seat * tables->hole_count + i];
            add_card(card, &sum, &set, &strange);
            known += card != NO_CARD;
        }
        strange |= showdown && live >> seat & 1 && known != tables->hole_count;
        strange |= row->in_pots[seat] < 0 || row->in_pots[seat] > MAX_CHIPS;
    }
    for (int i = 0; i < tables->board_count; i++) {
        add_card(row->board[i], &sum, &set, &strange);
        known_board += row->board[i] != NO_CARD;
    }
    if (tables->is_stud)
        strange |= showdown && known_board != tables->board_count;
    else
        strange |= known_board == 1 || known_board == 2 || (showdown && known_board != 5);
    strange |= tables->button && (row->button < 0 || row->button >= tables->seats);
    strange |= dead < 0 || dead > MAX_SEATS * MAX_CHIPS;
    return !strange && live && sum == set;
}

static int settle_row(const pk_tables *tables, ptrdiff_t number, int check)
{
    int seats = tables->seats;
    ptrdiff_t place = number * seats;
    int64_t dead = tables->dead ? tables->dead[number] : 0, *returned = tables->returned + place;
    unsigned live = 0;
    table_row row = {
        .tables = tables,
        .hole_cards = tables->hole_cards + place * tables->hole_count,
        .board = tables->board + number * tables->board_count,
        .live = tables->live + place,
        .button = tables->button ? tables->button[number] : -1,
        .payouts = tables->payouts + place,
    };
    for (int seat = 0; seat < seats; seat++) {
        live |= (unsigned)(row.live[seat] != 0) << seat;
        row.in_pots[seat] = tables->contributions[place + seat];
        row.payouts[seat] = 0;
        returned[seat] = 0;
    }
    if ((check && !is_good_row(&row, live, dead)) || !live)
        return 0;
    if (live & (live - 1)) {
        rank_seats(&row, live);
    } else {
        memset(row.high, 0, sizeof row.high);
        memset(row.low, 0, sizeof row.low);
    }
    memcpy(tables->high_ranks + place, row.high, (size_t)seats * sizeof *row.high);
    if (tables->low_ranks)
        memcpy(tables->low_ranks + place, row.low, (size_t)seats);
    dead += take_excess(&row, live, returned);
    return award_layers(&row, live, dead);
}

ptrdiff_t pk_settle(const pk_tables *tables, ptrdiff_t start, ptrdiff_t stop, int check)
{
    for (ptrdiff_t row = start; row < stop; row++)
        if (UNLIKELY(!settle_row(tables, row, check)))
            return row;
    return ALL_GOOD;
}
