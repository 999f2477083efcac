/* Equity: what the kernels count, and how they are asked.
 *
 * Every kernel fills a tally: for each pot and each seat, how often the seat shared the high hand among `high` seats and
 * the low hand among `low` seats (1 = won it alone, 0 = lost it). Games without a low have one column; the others have
 * NO_LOW as the last one, for deals in which no low qualified. Everything else that is told of an equity is derived from
 * these counts, so it adds up exactly.
 */
#ifndef POKEREVAL_KERNELS_EQUITY_H
#define POKEREVAL_KERNELS_EQUITY_H

#include <stddef.h>
#include <stdint.h>

enum { HOLDEM, OMAHA, OMAHA8, STUD, STUD8, RAZZ, SHORT_DECK };

#define MOST_SEATS 10
#define MOST_POTS 10
#define HIGH_SHARES (MOST_SEATS + 1)
#define NO_LOW (MOST_SEATS + 1)
#define LOW_SHARES (MOST_SEATS + 2)
#define HAND_CLASSES 10

/* Who plays what. `pots` has the bits of the seats that may win each pot; the first pot is everybody's. */
typedef struct {
    int game, seats, hole_count, pot_count;
    uint16_t pots[MOST_POTS];
} pk_contest;

static inline int has_low(const pk_contest *contest)
{
    return contest->game == OMAHA8 || contest->game == STUD8;
}

static inline int is_omaha(const pk_contest *contest)
{
    return contest->game == OMAHA || contest->game == OMAHA8;
}

static inline int low_columns(const pk_contest *contest)
{
    return has_low(contest) ? LOW_SHARES : 1;
}

/* Cells of a tally: pots * seats * HIGH_SHARES * low_columns. */
static inline ptrdiff_t tally_cells(const pk_contest *contest)
{
    return (ptrdiff_t)contest->pot_count * contest->seats * HIGH_SHARES * low_columns(contest);
}

/* Known hands: `count` match-ups of (seats, hole_count) cards on one board of 0 or 3 to 5 cards. `gone` has the bits of
 * the dead cards. Fills (count, tally) and, unless it is NULL, (count, seats, HAND_CLASSES). Returns the number of
 * boards, which is the same for all, or -1 without memory. */
int64_t pk_matchups(const pk_contest *contest, ptrdiff_t count, const uint8_t *hole_cards, const uint8_t *board,
                    int board_count, uint64_t gone, int64_t *tallies, int64_t *classes);

/* Turns every deal of (deals, seats) card masks into the least of those it becomes by one of the ways to rename suits:
 * suit s is called names[4 * i + s] in the i-th way. */
void pk_rename_suits(uint64_t *masks, ptrdiff_t deals, int seats, const uint8_t *names, int name_count);

/* Values of hands of up to six cards: by their ranks, and for each suit by the ranks that are held in it. Ranks r1 <= r2 <= ...
 * have the number C(r1, 1) + C(r2 + 1, 2) + ..., a suit that of a mask of thirteen bits. */
#define MOST_VALUED_CARDS 6
void pk_hand_values(const uint64_t *masks, ptrdiff_t count, const int32_t *by_ranks, const int32_t *by_suit,
                    int32_t *values);

/* The boards up to the names of the suits, and how many each stands for; room for CANONICAL_BOARDS. */
#define CANONICAL_BOARDS 134459
ptrdiff_t pk_canonical_boards(uint8_t *boards, double *counts);

/* Two hold'em ranges as weights of all 1,326 combos (cards a < b at b * (b - 1) / 2 + a), on boards of five that stand
 * for `counts` deals each. Adds to the wins and ties of every combo of both sides, (2, 1326), not yet weighed by its own
 * weight, and, unless both are NULL, to the opponent's weight that each combo met, (2, 1326), and to classes
 * (2, HAND_CLASSES), weighed by both sides. */
#define COMBOS 1326
void pk_sweep(const uint8_t *boards, const double *counts, ptrdiff_t board_count, const double *weights_of_first,
              const double *weights_of_second, double *wins, double *ties, double *totals, double *classes);

/* What went wrong. PK_ONLY_CLASHES: hardly any draw is free of clashes. */
enum { PK_ONLY_CLASHES = 1, PK_NO_MEMORY = 2, PK_STOPPED = 3 };

/* Loops that may run for long ask now and then whether to stop; what they have counted by then is of no use. */
typedef struct {
    int (*is_wanted)(void *asked);
    void *asked;
} pk_stop;
#define DEALS_BETWEEN_ASKS (1 << 22) /* a few hundredths of a second */

/* Ranges of any number of seats on boards of five: every deal of one combo to each seat that doesn't clash. Of `count`
 * combos those of seat i are from starts[i] to stops[i]. Adds to a tally of weights, to classes (seats, HAND_CLASSES) and
 * to the share of the pot and the weight of every combo (both NULL, or neither). Returns 0, or what went wrong. */
typedef struct {
    ptrdiff_t count;
    const ptrdiff_t *starts, *stops;
    const uint8_t *cards;
    const uint64_t *masks;
    const double *weights;
} pk_combos;

int pk_ranges(const pk_contest *contest, const pk_combos *combos, const uint8_t *boards, const double *counts,
              ptrdiff_t board_count, double *tally, double *classes, double *shares, double *totals, const pk_stop *stop);

/* Stud: every way to fill the hands up to seven cards. `known` has known_counts[i] cards of each seat in rows of seven.
 * The first seat's draws from start to end are walked; classes may be NULL. Returns the number of deals, or -1 when it was
 * stopped. */
int64_t pk_stud(const pk_contest *contest, const uint8_t *known, const int *known_counts, uint64_t gone,
                int64_t start, int64_t end, int64_t *tally, int64_t *classes, const pk_stop *stop);

/* Sampling. A group is one seat or several whose cards clash so often that they are drawn together: `tuples` rows of the
 * known cards of its seats, drawn by the alias method. Cards that nobody has named come from `deck`. */
typedef struct {
    ptrdiff_t tuples;
    int width;             /* cards of a tuple */
    const uint8_t *cards;  /* (tuples, width) */
    const uint64_t *masks; /* (tuples,) */
    const uint32_t *keep;  /* a draw below keep stays, another moves on to its alias */
    const uint32_t *alias;
    double *shares, *totals; /* NULL, or (tuples, seats of the contest) pot shares and (tuples,) deals */
} pk_group;

typedef struct {
    int group_count;
    const pk_group *groups;
    int seat_group[MOST_SEATS], seat_offset[MOST_SEATS]; /* where a seat's known cards are */
    int known_counts[MOST_SEATS], draw_counts[MOST_SEATS];
    int board_count, board_draws;
    uint8_t board[5];
    uint8_t deck[52];
    int deck_count;
    int is_wide; /* AVX-512 may be used; it draws the same deals */
    uint64_t seed;
} pk_deals;

/* Plays `samples` deals out of each of some streams, all in all fewer than 2 ** 32; adds to the tally and, unless NULL,
 * to classes. Returns 0, or what went wrong. */
int pk_sample(const pk_contest *contest, const pk_deals *deals, uint64_t first_stream, int64_t streams, int64_t samples,
              int64_t *tally, int64_t *classes);

/* The same for hands that are all known, before the flop. */
int pk_is_known(const pk_contest *contest, const pk_deals *deals);
int pk_sample_known(const pk_contest *contest, const pk_deals *deals, uint64_t first_stream, int64_t streams,
                    int64_t samples, int64_t *tally, int64_t *classes);

#endif
