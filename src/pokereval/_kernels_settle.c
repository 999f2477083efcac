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
#define TABLES_AT_ONCE 128

/* What the compiler knows of a game while it makes that game's loop. */
typedef enum { HOLDEM, OMAHA, STUD } family;

/* One row, read. */
typedef struct {
    const pk_tables *tables;
    const uint8_t *hole_cards, *board;
    int64_t button;
    int64_t in_pots[MAX_SEATS];
    int64_t *payouts;
    uint16_t *high;
    uint8_t *low;
} table_row;

ALWAYS_INLINE int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The seven cards of a hand outside Omaha: hole cards and board, or stud's six and the community card. */
ALWAYS_INLINE void read_hand(const table_row *row, int seat, int hole_count, uint8_t *hand)
{
    memcpy(hand, row->hole_cards + seat * hole_count, (size_t)hole_count);
    memcpy(hand + hole_count, row->board, (size_t)(MAX_HAND - hole_count));
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
                uint8_t hand[MAX_HAND];
                read_hand(row, seat, row->tables->hole_count, hand);
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
    if (row->button < 0 || row->button >= seats)
        return 0;
    for (int step = 1; step <= seats; step++) { /* decision 8: left of the button first */
        int seat = (int)((row->button + step) % seats);
        if (winners >> seat & 1)
            order[count++] = seat;
    }
    return count;
}

ALWAYS_INLINE int lowest_seat(unsigned seats)
{
#if defined(__GNUC__)
    return __builtin_ctz(seats);
#else
    int seat = 0;
    while (!(seats >> seat & 1))
        seat++;
    return seat;
#endif
}

/* Equal shares in whole chips, then one odd chip each in order; the last may be less than a chip. */
static int share(table_row *row, int64_t amount, unsigned winners, int low)
{
    int64_t chip = row->tables->chip;
    if ((winners & (winners - 1)) == 0) {
        row->payouts[lowest_seat(winners)] += amount;
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
    unsigned high_winners = 0, low_winners = 0, high = 0, low = 0;
    if (!amount)
        return 1;
    if ((eligible & (eligible - 1)) == 0)
        return share(row, amount, eligible, 0);
    for (int seat = 0; seat < row->tables->seats; seat++) {
        unsigned rank = eligible >> seat & 1 ? row->high[seat] : 0;
        high = rank > high ? rank : high;
    }
    for (int seat = 0; seat < row->tables->seats; seat++)
        high_winners |= (unsigned)(row->high[seat] == high) << seat;
    high_winners &= eligible;
    if (row->low) { /* decision 11: among the seats of this pot */
        for (int seat = 0; seat < row->tables->seats; seat++) {
            unsigned rank = eligible >> seat & 1 ? row->low[seat] : 0;
            low = rank > low ? rank : low;
        }
        for (int seat = 0; seat < row->tables->seats; seat++)
            low_winners |= (unsigned)(row->low[seat] == low) << seat;
        low_winners &= low ? eligible : 0;
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

#define STRANGE_CARD (UINT64_C(1) << DECK_SIZE)
#define UNKNOWN_CARD (UINT64_C(1) << 63) /* the bit of NO_CARD */

ALWAYS_INLINE uint64_t set_of(const uint8_t *cards, int count, uint64_t *sum)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++) {
        *sum += CARD_KEY5[2 * cards[i] + 1];
        set |= CARD_KEY5[2 * cards[i] + 1];
    }
    return set;
}

/* Unknown cards may come more than once, and be missing where nobody looks: a folded seat's, a street's that was not
 * dealt. */
ALWAYS_INLINE int are_good_cards(const pk_tables *tables, ptrdiff_t number, family game, int hole_count)
{
    const int seats = tables->seats, shown = game == OMAHA ? 5 : MAX_HAND - hole_count;
    const uint8_t *hole_cards = tables->hole_cards + number * seats * hole_count;
    const uint8_t *board = tables->board + number * shown, *stays = tables->live + number * seats;
    uint64_t sum = 0, in_play = set_of(board, shown, &sum), set = in_play;
    int live = 0, known_board = 0;
    for (int seat = 0; seat < seats; seat++) {
        uint64_t hand = set_of(hole_cards + seat * hole_count, hole_count, &sum);
        live += stays[seat] != 0;
        set |= hand;
        in_play |= hand & (0 - (uint64_t)(stays[seat] != 0));
    }
    if ((sum ^ set) << 1 || set & STRANGE_CARD) /* what unknown cards add up to is shifted out */
        return 0;
    if (live > 1)
        return !(in_play & UNKNOWN_CARD);
    for (int i = 0; i < shown; i++)
        known_board += board[i] != NO_CARD;
    return game == STUD || (known_board != 1 && known_board != 2);
}

ALWAYS_INLINE int are_good_chips(const table_row *row, int64_t dead)
{
    const pk_tables *tables = row->tables;
    unsigned strange = dead < 0 || dead > MAX_SEATS * MAX_CHIPS;
    for (int seat = 0; seat < tables->seats; seat++)
        strange |= (uint64_t)row->in_pots[seat] > (uint64_t)MAX_CHIPS;
    strange |= tables->button && (row->button < 0 || row->button >= tables->seats);
    return !strange;
}

ALWAYS_INLINE int settle_row(const pk_tables *tables, ptrdiff_t number, int check, family game, int hole_count,
                             int has_low)
{
    const int seats = tables->seats;
    ptrdiff_t place = number * seats;
    int64_t dead = tables->dead ? tables->dead[number] : 0, *returned = tables->returned + place;
    int64_t total = dead, lowest = INT64_MAX, highest = -1;
    unsigned live = 0;
    table_row row;
    row.tables = tables;
    row.hole_cards = tables->hole_cards + place * hole_count;
    row.board = tables->board + number * (game == OMAHA ? 5 : MAX_HAND - hole_count);
    row.button = tables->button ? tables->button[number] : -1;
    row.payouts = tables->payouts + place;
    row.high = tables->high_ranks + place;
    row.low = has_low ? tables->low_ranks + place : NULL;
    for (int seat = 0; seat < seats; seat++) {
        int64_t chips = tables->contributions[place + seat];
        int stays = tables->live[place + seat] != 0;
        live |= (unsigned)stays << seat;
        row.in_pots[seat] = chips;
        total = (int64_t)((uint64_t)total + (uint64_t)chips);
        highest = chips > highest ? chips : highest;
        lowest = stays && chips < lowest ? chips : lowest;
        row.payouts[seat] = 0;
    }
    if (UNLIKELY(!live) || (check && UNLIKELY(!are_good_chips(&row, dead))))
        return 0;
    unsigned shows = live & (live - 1) ? live : 0; /* the last live seat wins unseen */
    for (int seat = 0; seat < seats; seat++) {
        row.high[seat] = shows >> seat & 1 ? row.high[seat] : 0;
        if (has_low)
            row.low[seat] = shows >> seat & 1 ? row.low[seat] : 0;
    }
    if (shows && lowest == highest) /* the live seats stand level and nobody is above them: one pot */
        return award_pot(&row, total, live);
    dead += take_excess(&row, live, returned);
    return award_layers(&row, live, dead);
}

/* Settles a block of rows by the path's own loop where it has one; what that leaves, row by row. */
ALWAYS_INLINE ptrdiff_t settle_block(const pk_tables *tables, ptrdiff_t start, int rows, int check, family game,
                                     int hole_count, int has_low)
{
    const pk_path *path = tables->path;
    const pk_seats all = {game == OMAHA, tables->seats, hole_count, tables->hole_cards,
                          (ptrdiff_t)tables->seats * hole_count, tables->board};
    uint64_t strange[TABLES_AT_ONCE / 64] = {0}, left[TABLES_AT_ONCE / 64];
    if (check) /* whose cards are not known to be distinct */
        pk_strange_seats(path, &all, start, rows, strange);
    pk_rank_seats(path, &all, start, start + rows, tables->high_ranks, has_low ? tables->low_ranks : NULL, 0);
    memcpy(left, strange, sizeof left);
    if (path->settle)
        path->settle(tables, start, rows, left);
    else
        memset(left, 0xff, sizeof left);
    for (int row = 0; row < rows; row++)
        if (left[row / 64] >> row % 64 & 1) {
            if (strange[row / 64] >> row % 64 & 1 && !are_good_cards(tables, start + row, game, hole_count))
                return start + row;
            if (UNLIKELY(!settle_row(tables, start + row, check, game, hole_count, has_low)))
                return start + row;
        }
    return ALL_GOOD;
}

/* One copy of the loop for each game and number of hole cards. */
#define SETTLE_ROWS(name, game, hole_count, has_low)                                                                   \
    static ptrdiff_t name(const pk_tables *tables, ptrdiff_t start, ptrdiff_t stop, int check)                         \
    {                                                                                                                  \
        for (; start < stop; start += TABLES_AT_ONCE) {                                                                \
            const int rows = (int)(stop - start < TABLES_AT_ONCE ? stop - start : TABLES_AT_ONCE);                     \
            ptrdiff_t bad = settle_block(tables, start, rows, check, game, hole_count, has_low);                       \
            if (UNLIKELY(bad >= 0))                                                                                    \
                return bad;                                                                                            \
        }                                                                                                              \
        return ALL_GOOD;                                                                                               \
    }

SETTLE_ROWS(settle_holdem, HOLDEM, 2, 0)
SETTLE_ROWS(settle_omaha_of_4, OMAHA, 4, 0)
SETTLE_ROWS(settle_omaha_of_5, OMAHA, 5, 0)
SETTLE_ROWS(settle_omaha_of_6, OMAHA, 6, 0)
SETTLE_ROWS(settle_hilo_of_4, OMAHA, 4, 1)
SETTLE_ROWS(settle_hilo_of_5, OMAHA, 5, 1)
SETTLE_ROWS(settle_hilo_of_6, OMAHA, 6, 1)
SETTLE_ROWS(settle_stud, STUD, 7, 0)
SETTLE_ROWS(settle_stud_hilo, STUD, 7, 1)
SETTLE_ROWS(settle_stud_community, STUD, 6, 0)
SETTLE_ROWS(settle_stud_hilo_community, STUD, 6, 1)

ptrdiff_t pk_settle(const pk_tables *tables, ptrdiff_t start, ptrdiff_t stop, int check)
{
    const int holes = tables->hole_count;
    if (tables->is_omaha && tables->has_low)
        return holes == 4   ? settle_hilo_of_4(tables, start, stop, check)
               : holes == 5 ? settle_hilo_of_5(tables, start, stop, check)
                            : settle_hilo_of_6(tables, start, stop, check);
    if (tables->is_omaha)
        return holes == 4   ? settle_omaha_of_4(tables, start, stop, check)
               : holes == 5 ? settle_omaha_of_5(tables, start, stop, check)
                            : settle_omaha_of_6(tables, start, stop, check);
    if (!tables->is_stud)
        return settle_holdem(tables, start, stop, check);
    if (tables->has_low)
        return (holes == 7 ? settle_stud_hilo : settle_stud_hilo_community)(tables, start, stop, check);
    return (holes == 7 ? settle_stud : settle_stud_community)(tables, start, stop, check);
}
