/* Known hands against each other: what a seat brings to a board, and who wins on it. */
#ifndef POKEREVAL_EQUITY_MATCHUP_H
#define POKEREVAL_EQUITY_MATCHUP_H

#include "_equity_score.h"

#define CARD_RANKS 13

typedef struct {
    const pk_contest *contest;
    const uint8_t *hole;   /* (seats, hole_count) */
    uint64_t gone;         /* hole cards, dead cards and the board */
    int64_t *tally;
    int64_t *classes;      /* or NULL */
    uint64_t keys[MOST_SEATS];                 /* of a seat's cards: 7-card keys, in Omaha 5-card keys from SUIT_BIAS(2) */
    unsigned suited[MOST_SEATS][4];            /* rank masks by suit */
    unsigned lows[MOST_SEATS];                 /* low masks */
    uint8_t pairs[MOST_SEATS][16];             /* Omaha: places of the seat's rank pairs in a board's row */
    int pair_counts[MOST_SEATS];
    int is_duel;                               /* heads-up and nothing but the high hand wanted: a faster way to count */
    int64_t sets[MOST_POTS][SETS];             /* high only: deals by the set of winners */
} matchup;

/* Decides a match-up over all boards before the flop; of match-ups one after the other with the same ranks only the first
 * has its hands ranked. Returns the number of boards. What is new is the caller's to free; NULL without memory. */
typedef struct preflop_boards preflop_boards;
preflop_boards *pk_new_preflop_boards(void);
int64_t pk_decide_preflop(preflop_boards *boards, matchup *game);

/* -- counting -- */

ALWAYS_INLINE void count_lows(matchup *game, unsigned high, const uint16_t *lows, unsigned eligible, int pot, int64_t deals)
{
    const int seats = game->contest->seats;
    unsigned low = best_seats(lows, seats, eligible);
    int highs = COUNT_BITS(high), low_count = COUNT_BITS(low);
    int64_t *cells = game->tally + (ptrdiff_t)pot * seats * HIGH_SHARES * LOW_SHARES;
    for (int seat = 0; seat < seats; seat++, cells += HIGH_SHARES * LOW_SHARES) {
        int share = high >> seat & 1 ? highs : 0;
        int low_share = !low ? NO_LOW : low >> seat & 1 ? low_count : 0;
        cells[share * LOW_SHARES + low_share] += deals;
    }
}

/* `lows` are NULL in games without a low. */
ALWAYS_INLINE void count_deal(matchup *game, const uint16_t *ranks, const uint16_t *lows, int64_t deals)
{
    const pk_contest *contest = game->contest;
    if (game->is_duel) {
        game->sets[0][(ranks[0] >= ranks[1]) | (ranks[1] >= ranks[0]) << 1] += deals;
        return;
    }
    for (int pot = 0; pot < contest->pot_count; pot++) {
        unsigned high = best_seats(ranks, contest->seats, contest->pots[pot]);
        if (lows)
            count_lows(game, high, lows, contest->pots[pot], pot, deals);
        else
            game->sets[pot][high] += deals;
    }
    if (game->classes)
        for (int seat = 0; seat < contest->seats; seat++)
            game->classes[seat * HAND_CLASSES + (ranks[seat] >> 12)] += deals;
}

static inline void spread_sets(matchup *game)
{
    const pk_contest *contest = game->contest;
    if (has_low(contest))
        return;
    int64_t *cells = game->tally;
    for (int pot = 0; pot < contest->pot_count; pot++)
        for (int seat = 0; seat < contest->seats; seat++, cells += HIGH_SHARES)
            for (unsigned set = 0; set < 1u << contest->seats; set++)
                if (game->sets[pot][set])
                    cells[set >> seat & 1 ? COUNT_BITS(set) : 0] += game->sets[pot][set];
}

static inline void read_hands(matchup *game)
{
    const pk_contest *contest = game->contest;
    const int hole_count = contest->hole_count, in_omaha = is_omaha(contest);
    for (int seat = 0; seat < contest->seats; seat++) {
        const uint8_t *hole = game->hole + seat * hole_count;
        game->keys[seat] = in_omaha ? SUIT_BIAS(2) : FLUSH_BIAS;
        for (int suit = 0; suit < 4; suit++)
            game->suited[seat][suit] = suit_mask(hole, hole_count, (unsigned)suit);
        game->lows[seat] = low_mask(hole, hole_count);
        game->pair_counts[seat] = 0;
        for (int i = 0; i < hole_count; i++) {
            game->gone |= UINT64_C(1) << hole[i];
            game->keys[seat] += card_key(in_omaha ? CARD_KEY5 : CARD_KEY7, hole[i]);
            for (int j = i + 1; in_omaha && j < hole_count; j++) {
                uint8_t pair = PAIR_INDEX[16 * (hole[i] >> 2) + (hole[j] >> 2)];
                int known = 0;
                for (int k = 0; k < game->pair_counts[seat]; k++)
                    known |= game->pairs[seat][k] == pair;
                if (!known)
                    game->pairs[seat][game->pair_counts[seat]++] = pair;
            }
        }
    }
}

/* -- boards by their ranks -- */

#define RANK_KEY5(rank) card_key(CARD_KEY5, 4 * (unsigned)(rank))
/* Without the suit counter; its place is taken by the low mask. */
#define RANK_KEY7(rank) (card_key(CARD_KEY7, 4 * (unsigned)(rank)) & ~UINT64_C(0xffff))
#define BOARD_LOW(board) ((unsigned)(board).key7 & 0xff)

/* A board by its ranks: two words, so that it travels in registers. */
typedef struct {
    uint64_t key5, key7;
} board_ranks;

ALWAYS_INLINE board_ranks with_rank(board_ranks board, int rank)
{
    board.key5 += RANK_KEY5(rank);
    board.key7 = (board.key7 + RANK_KEY7(rank)) | LOW_BIT[4 * rank];
    return board;
}

/* Best Omaha hand, flushes left out, of a seat on boards whose ranks have a place in RANK5. */
ALWAYS_INLINE uint16_t best_pair(const matchup *game, int seat, unsigned place)
{
    const uint16_t *row = OMAHA_RANK + OMAHA_ROW * place;
    unsigned best = 0;
    for (int i = 0; i < game->pair_counts[seat]; i++) {
        unsigned rank = row[game->pairs[seat][i]];
        best = rank > best ? rank : best;
    }
    return (uint16_t)best;
}

ALWAYS_INLINE void find_lows(const matchup *game, unsigned board_low, uint16_t *lows)
{
    for (int seat = 0; seat < game->contest->seats; seat++)
        lows[seat] = OMAHA_LOW_RANK[game->lows[seat] << 8 | board_low];
}

#endif
