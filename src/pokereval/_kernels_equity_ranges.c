/* Ranges of any number of seats, in any game with a board: on every board rank each combo once, then walk the deals. */
#include <stdlib.h>

#include "_equity_score.h"

typedef struct {
    const pk_contest *contest;
    const pk_combos *combos;
    uint64_t on_board;
    const pk_stop *stop;
    int64_t work;       /* deals since the last ask */
    int is_stopped;
    uint16_t *ranks;    /* of all combos on this board */
    uint16_t *lows;
    double *tally, *classes, *shares, *totals;
    double sets[MOST_POTS][SETS];
    uint16_t seat_ranks[MOST_SEATS], seat_lows[MOST_SEATS];
    ptrdiff_t chosen[MOST_SEATS];
} range_walk;

static uint16_t combo_rank(int game, const uint8_t *hole, int hole_count, const uint8_t *board, const omaha_board *view)
{
    if (game == OMAHA || game == OMAHA8)
        return omaha_rank_on(view, board, hole, hole_count, keys_of(hole, hole_count, SUIT_BIAS(2)));
    uint8_t cards[7];
    for (int i = 0; i < 5; i++)
        cards[i] = board[i];
    cards[5] = hole[0], cards[6] = hole[1];
    return game == SHORT_DECK ? short_deck_rank(cards, 7) : high_rank(cards, 7);
}

static void rank_all(range_walk *walk, const uint8_t *board)
{
    const pk_contest *contest = walk->contest;
    const int hole_count = contest->hole_count;
    omaha_board view = omaha_read_board(keys_of(board, 5, SUIT_BIAS(3)));
    unsigned board_low = low_mask(board, 5);
    for (int seat = 0; seat < contest->seats; seat++)
        for (ptrdiff_t i = walk->combos->starts[seat]; i < walk->combos->stops[seat]; i++) {
            const uint8_t *hole = walk->combos->cards + i * hole_count;
            if (walk->combos->masks[i] & walk->on_board)
                continue;
            walk->ranks[i] = combo_rank(contest->game, hole, hole_count, board, &view);
            if (walk->lows)
                walk->lows[i] = OMAHA_LOW_RANK[low_mask(hole, hole_count) << 8 | board_low];
        }
}

static void score_lows(range_walk *walk, unsigned high, unsigned low, int pot, double weight)
{
    const int seats = walk->contest->seats;
    double *cells = walk->tally + (ptrdiff_t)pot * seats * HIGH_SHARES * LOW_SHARES;
    for (int seat = 0; seat < seats; seat++, cells += HIGH_SHARES * LOW_SHARES) {
        int share = high >> seat & 1 ? COUNT_BITS(high) : 0;
        int low_share = !low ? NO_LOW : low >> seat & 1 ? COUNT_BITS(low) : 0;
        cells[share * LOW_SHARES + low_share] += weight;
    }
}

static void score(range_walk *walk, double weight)
{
    const pk_contest *contest = walk->contest;
    for (int pot = 0; pot < contest->pot_count; pot++) {
        unsigned low = 0, high = best_seats(walk->seat_ranks, contest->seats, contest->pots[pot]);
        if (walk->lows) {
            low = best_seats(walk->seat_lows, contest->seats, contest->pots[pot]);
            score_lows(walk, high, low, pot, weight);
        } else
            walk->sets[pot][high] += weight;
        if (walk->shares && pot == 0)
            for (int seat = 0; seat < contest->seats; seat++) {
                walk->totals[walk->chosen[seat]] += weight;
                walk->shares[walk->chosen[seat]] += weight * pot_share(high, low, seat, walk->lows != NULL);
            }
    }
    if (walk->classes)
        for (int seat = 0; seat < contest->seats; seat++)
            walk->classes[seat * HAND_CLASSES + (walk->seat_ranks[seat] >> 12)] += weight;
}

static void walk_seat(range_walk *walk, int seat, uint64_t gone, double weight)
{
    const pk_combos *combos = walk->combos;
    const ptrdiff_t start = combos->starts[seat], stop = combos->stops[seat];
    const int is_last = seat + 1 == walk->contest->seats;
    for (ptrdiff_t i = start; i < stop && (is_last || !walk->is_stopped); i++) {
        if (combos->masks[i] & gone)
            continue;
        walk->seat_ranks[seat] = walk->ranks[i];
        if (walk->lows)
            walk->seat_lows[seat] = walk->lows[i];
        walk->chosen[seat] = i;
        if (is_last)
            score(walk, weight * combos->weights[i]);
        else
            walk_seat(walk, seat + 1, gone | combos->masks[i], weight * combos->weights[i]);
    }
    walk->work += is_last ? stop - start : 0;
    if (walk->work >= DEALS_BETWEEN_ASKS) {
        walk->is_stopped |= walk->stop->is_wanted(walk->stop->asked);
        walk->work = 0;
    }
}

static void spread_weights(range_walk *walk)
{
    const pk_contest *contest = walk->contest;
    if (walk->lows)
        return;
    double *cells = walk->tally;
    for (int pot = 0; pot < contest->pot_count; pot++)
        for (int seat = 0; seat < contest->seats; seat++, cells += HIGH_SHARES)
            for (unsigned set = 0; set < 1u << contest->seats; set++)
                if (walk->sets[pot][set] != 0)
                    cells[set >> seat & 1 ? COUNT_BITS(set) : 0] += walk->sets[pot][set];
}

int pk_ranges(const pk_contest *contest, const pk_combos *combos, const uint8_t *boards, const double *counts,
              ptrdiff_t board_count, double *tally, double *classes, double *shares, double *totals, const pk_stop *stop)
{
    const size_t all = (size_t)combos->count;
    range_walk *walk = malloc(sizeof *walk);
    uint16_t *ranks = malloc(2 * all * sizeof *ranks);
    if (!walk || !ranks) {
        free(walk);
        free(ranks);
        return PK_NO_MEMORY;
    }
    walk->stop = stop, walk->work = 0, walk->is_stopped = 0;
    walk->contest = contest, walk->combos = combos;
    walk->ranks = ranks, walk->lows = has_low(contest) ? ranks + all : NULL;
    walk->tally = tally, walk->classes = classes, walk->shares = shares, walk->totals = totals;
    memset(walk->sets, 0, sizeof walk->sets);
    for (ptrdiff_t i = 0; i < board_count && !walk->is_stopped; i++) {
        walk->on_board = 0;
        for (int j = 0; j < 5; j++)
            walk->on_board |= UINT64_C(1) << boards[5 * i + j];
        rank_all(walk, boards + 5 * i);
        walk_seat(walk, 0, walk->on_board, counts[i]);
    }
    spread_weights(walk);
    const int status = walk->is_stopped ? PK_STOPPED : 0;
    free(walk);
    free(ranks);
    return status;
}
