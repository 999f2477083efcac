/* Seven-card stud, its hi-lo and razz: every way to fill all hands up to seven cards. A hand is ranked once, as soon as
 * it is full, and not again for what the seats behind it draw. */
#include "_equity_score.h"

typedef struct {
    const pk_contest *contest;
    const int *known_counts;
    uint8_t cards[MOST_SEATS][7];
    uint16_t ranks[MOST_SEATS], lows[MOST_SEATS];
    int64_t start, end, at; /* draws of the first seat: wanted from, wanted to, met */
    int64_t deals;
    const pk_stop *stop;
    int is_stopped;
    int64_t *tally, *classes;
} stud_walk;

static void score_deal(stud_walk *walk)
{
    const pk_contest *contest = walk->contest;
    const int seats = contest->seats, columns = low_columns(contest);
    int64_t *cells = walk->tally;
    for (int pot = 0; pot < contest->pot_count; pot++) {
        unsigned high = best_seats(walk->ranks, seats, contest->pots[pot]), low = 0;
        if (columns > 1)
            low = best_seats(walk->lows, seats, contest->pots[pot]);
        for (int seat = 0; seat < seats; seat++, cells += HIGH_SHARES * columns) {
            int share = high >> seat & 1 ? COUNT_BITS(high) : 0;
            int low_share = columns == 1 ? 0 : !low ? NO_LOW : low >> seat & 1 ? COUNT_BITS(low) : 0;
            cells[share * columns + low_share]++;
        }
    }
    if (walk->classes)
        for (int seat = 0; seat < seats; seat++)
            walk->classes[seat * HAND_CLASSES + (walk->ranks[seat] >> 12)]++;
    walk->deals++;
    if (walk->deals % DEALS_BETWEEN_ASKS == 0)
        walk->is_stopped |= walk->stop->is_wanted(walk->stop->asked);
}

static void draw(stud_walk *walk, int seat, int count, unsigned from, uint64_t gone)
{
    if (count == 7) {
        if (seat == 0 && (walk->at++ < walk->start || walk->at > walk->end))
            return;
        const uint8_t *cards = walk->cards[seat];
        walk->ranks[seat] = walk->contest->game == RAZZ ? razz_rank(cards, 7) : high_rank(cards, 7);
        if (has_low(walk->contest))
            walk->lows[seat] = LOW_RANK[low_mask(cards, 7)];
        if (++seat == walk->contest->seats)
            score_deal(walk);
        else
            draw(walk, seat, walk->known_counts[seat], 0, gone);
        return;
    }
    for (unsigned card = from; card < DECK_SIZE && !walk->is_stopped; card++)
        if (!(gone >> card & 1)) {
            walk->cards[seat][count] = (uint8_t)card;
            draw(walk, seat, count + 1, card + 1, gone | UINT64_C(1) << card);
        }
}

int64_t pk_stud(const pk_contest *contest, const uint8_t *known, const int *known_counts, uint64_t gone,
                int64_t start, int64_t end, int64_t *tally, int64_t *classes, const pk_stop *stop)
{
    stud_walk walk;
    walk.contest = contest, walk.known_counts = known_counts;
    walk.start = start, walk.end = end, walk.at = 0, walk.deals = 0;
    walk.stop = stop, walk.is_stopped = 0;
    walk.tally = tally, walk.classes = classes;
    for (int seat = 0; seat < contest->seats; seat++)
        for (int i = 0; i < known_counts[seat]; i++) {
            walk.cards[seat][i] = known[7 * seat + i];
            gone |= UINT64_C(1) << known[7 * seat + i];
        }
    draw(&walk, 0, known_counts[0], 0, gone);
    return walk.is_stopped ? -1 : walk.deals;
}
