/* Known hands against each other before the flop: boards are not walked one by one.
 *
 * A board matters by its five ranks, of which there are 6,175 multisets, unless some seat makes a flush on it. So: find the
 * suit layouts of every multiset and each seat's best hand on it, leaving flushes out; decide, for each suit that can make
 * one, the boards on which a seat has a flush, and take them from their multisets; then decide every multiset once, with
 * the layouts that are left. On a flush board without a pair a flush wins, whatever the other cards are, so all of its
 * completions are decided together, and its multiset never counts them.
 */
#include <stdlib.h>

#include "_equity_matchup.h"

/* A suit in which somebody can make a flush; suits that are alike for every seat are one, `times` over. */
typedef struct {
    int suit, times;
    int fewest;           /* cards of the suit on the board that make somebody a flush */
    int live[CARD_RANKS]; /* 1 for the suit's card of each rank that is left */
    int others[CARD_RANKS]; /* cards of each rank that are left in the other suits */
    int all_others, all_squares; /* their sum and the sum of their squares */
} flush_suit;

/* Parts of boards by their ranks: `counts[n]` of n ranks from starts[n] on, each with the ways to choose their suits. */
#define MOST_PARTS 672
typedef struct {
    int starts[6], counts[6];
    board_ranks ranks[MOST_PARTS];
    int32_t ways[MOST_PARTS];
} board_parts;

/* The low or the high half of the card ranks: a board is a part of one and a part of the other. */
#define MOST_DISTINCT 128
typedef struct {
    int start, end;                          /* its card ranks */
    board_parts distinct, paired;            /* without and with a pair */
    int32_t suited[4][6][MOST_DISTINCT];     /* of the ways of each distinct part: so many cards of a flush suit */
} half;

struct preflop_boards {
    matchup *game;
    int is_duel; /* of hold'em */
    int is_read; /* whether the parts and the best hands are those of `hole_ranks` */
    uint8_t hole_ranks[MOST_SEATS * 6];
    int live[CARD_RANKS];
    int suit_count;
    flush_suit suits[4];
    half low, high;
    /* by the place that the ranks of a board have in RANK5 */
    int32_t deals[RANK5_SIZE];             /* suit layouts that are still to be decided */
    uint8_t lows[RANK5_SIZE];              /* low masks */
    uint16_t plain[MOST_SEATS][RANK5_SIZE]; /* best hands when suits don't matter */
};

/* The binomial coefficients of up to four things. */
static const int32_t CHOOSE[5][6] = {
    {1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {1, 2, 1, 0, 0, 0}, {1, 3, 3, 1, 0, 0}, {1, 4, 6, 4, 1, 0}};

/* Boards of a duel that one seat wins alone; while a loop runs it keeps them in registers. */
typedef struct {
    int64_t first, second;
} duel_count;

ALWAYS_INLINE void count_duel(duel_count *count, unsigned first, unsigned second, int64_t deals)
{
    count->first += deals & -(int64_t)(first > second);
    count->second += deals & -(int64_t)(first < second);
}

ALWAYS_INLINE void add_duel(matchup *game, duel_count count)
{
    game->sets[0][1] += count.first;
    game->sets[0][2] += count.second;
}

/* -- parts of boards -- */

/* Adds to the parts of `into` those of `from` that have `count` ranks, with `times` cards more of a rank. */
ALWAYS_INLINE void add_parts(board_parts *into, const board_parts *from, int count, int rank, int times, int32_t ways)
{
    const int end = into->starts[count + times] + into->counts[count + times];
    for (int i = 0; i < from->counts[count]; i++) {
        board_ranks board = from->ranks[from->starts[count] + i];
        for (int j = 0; j < times; j++)
            board = with_rank(board, rank);
        into->ranks[end + i] = board;
        into->ways[end + i] = from->ways[from->starts[count] + i] * ways;
    }
    into->counts[count + times] += from->counts[count];
}

/* Makes the parts of the card ranks from `start` on, rank by rank out of those without it. */
static void read_half(const preflop_boards *all, half *into, int start, int end)
{
    const board_ranks none = {0, 0};
    int distinct = 1, parts = 1; /* how many there are of so many ranks: n choose k, and n + k - 1 choose k */
    into->start = start, into->end = end;
    into->distinct.starts[0] = into->paired.starts[0] = 0;
    for (int count = 0; count < 6; count++) {
        const int ranks = end - start;
        into->distinct.counts[count] = into->paired.counts[count] = 0;
        if (count < 5) {
            into->distinct.starts[count + 1] = into->distinct.starts[count] + distinct;
            into->paired.starts[count + 1] = into->paired.starts[count] + parts - distinct;
        }
        distinct = distinct * (ranks - count) / (count + 1);
        parts = parts * (ranks + count) / (count + 1);
    }
    into->distinct.ranks[0] = none, into->distinct.ways[0] = 1, into->distinct.counts[0] = 1;
    for (int rank = start; rank < end; rank++)
        for (int count = 4; count >= 0; count--) /* parts that this rank has been added to have more */
            for (int times = 1; times <= all->live[rank] && times <= 5 - count; times++) {
                const int32_t ways = CHOOSE[all->live[rank]][times];
                add_parts(&into->paired, &into->paired, count, rank, times, ways);
                add_parts(times == 1 ? &into->distinct : &into->paired, &into->distinct, count, rank, times, ways);
            }
}

/* Divides the ways of the distinct parts by their cards of each flush suit; goes the same way as read_half. */
static void read_suits_of_half(const preflop_boards *all, half *into)
{
    for (int s = 0; s < all->suit_count; s++) {
        int32_t (*suited)[MOST_DISTINCT] = into->suited[s];
        int counts[6] = {1};
        for (int n = 0; n < 6; n++)
            suited[n][0] = n == 0;
        for (int rank = into->start; rank < into->end; rank++)
            for (int count = 4; count >= 0 && all->live[rank]; count--) {
                const int32_t live = all->suits[s].live[rank], others = all->suits[s].others[rank];
                const int from = into->distinct.starts[count], end = into->distinct.starts[count + 1] + counts[count + 1];
                for (int n = 0; n <= count + 1; n++)
                    for (int i = 0; i < counts[count]; i++)
                        suited[n][end + i] = (n > 0 ? live * suited[n - 1][from + i] : 0) +
                                             (n <= count ? others * suited[n][from + i] : 0);
                counts[count + 1] += counts[count];
            }
    }
}

/* A seat's best hands, suits apart, on the boards of a part and each of `count` others. */
static void rank_boards(const matchup *game, int seat, board_ranks part, const board_ranks *others, const uint16_t *places,
                        int count, uint16_t *plain)
{
    if (is_omaha(game->contest)) {
        for (int i = 0; i < count; i++)
            plain[places[i]] = best_pair(game, seat, places[i]);
        return;
    }
    const uint64_t key7 = part.key7 + game->keys[seat];
    for (int i = 0; i < count; i++)
        plain[places[i]] = RANK7[lookup7(key7 + others[i].key7)];
}

/* Every part of `count` ranks in one half with every one in the other half that makes it a board. */
static void join_parts(preflop_boards *all, const half *one, const half *other, int count, int is_one_distinct,
                       int is_other_distinct)
{
    const matchup *game = all->game;
    const board_parts *parts = is_one_distinct ? &one->distinct : &one->paired;
    const board_parts *others = is_other_distinct ? &other->distinct : &other->paired;
    const int start = parts->starts[count], from = others->starts[5 - count], size = others->counts[5 - count];
    for (int at = start; size && at < start + parts->counts[count]; at++) {
        const board_ranks *ranks = others->ranks + from;
        int32_t deals[MOST_PARTS];
        uint16_t places[MOST_PARTS];
        for (int i = 0; i < size; i++)
            deals[i] = parts->ways[at] * others->ways[from + i];
        for (int s = 0; is_one_distinct && is_other_distinct && s < all->suit_count; s++)
            for (int n = 0; n <= 5 - count; n++) { /* less those that make somebody a flush */
                int32_t flushes = 0;
                for (int own = all->suits[s].fewest > n ? all->suits[s].fewest - n : 0; own <= count; own++)
                    flushes += all->suits[s].times * one->suited[s][own][at];
                for (int i = 0; flushes && i < size; i++)
                    deals[i] -= flushes * other->suited[s][n][from + i];
            }
        for (int i = 0; i < size; i++) {
            places[i] = (uint16_t)lookup5(parts->ranks[at].key5 + ranks[i].key5);
            all->deals[places[i]] = deals[i];
        }
        if (all->is_read)
            continue;
        for (int i = 0; has_low(game->contest) && i < size; i++)
            all->lows[places[i]] = (uint8_t)(BOARD_LOW(parts->ranks[at]) | BOARD_LOW(ranks[i]));
        for (int seat = 0; seat < game->contest->seats; seat++)
            rank_boards(game, seat, parts->ranks[at], ranks, places, size, all->plain[seat]);
    }
}

/* Makes the parts of boards, unless the last match-up had the same ranks: then they and the best hands are the same. */
static void read_ranks(preflop_boards *all)
{
    const matchup *game = all->game;
    const int count = game->contest->seats * game->contest->hole_count;
    uint8_t hole_ranks[MOST_SEATS * 6];
    for (int i = 0; i < count; i++)
        hole_ranks[i] = game->hole[i] >> 2;
    all->is_read = all->is_read && !memcmp(hole_ranks, all->hole_ranks, (size_t)count);
    if (!all->is_read) {
        memcpy(all->hole_ranks, hole_ranks, (size_t)count);
        memset(all->deals, 0, sizeof all->deals);
        for (int rank = 0; rank < CARD_RANKS; rank++)
            all->live[rank] = 4 - COUNT_BITS((unsigned)(game->gone >> 4 * rank & 15));
        read_half(all, &all->low, 0, CARD_RANKS / 2);
        read_half(all, &all->high, CARD_RANKS / 2, CARD_RANKS);
    }
}

/* -- boards with a flush -- */

/* Boards with some cards of a suit that make somebody a flush. */
typedef struct {
    uint16_t flushes[MOST_SEATS]; /* 0 for seats without one */
    unsigned suited;              /* rank mask of the suit's cards on the board */
    int cards, squares;           /* of the other suits' cards whose ranks these leave: their sum by rank, and that of the
                                   * squares */
    int one_by_one;               /* boards without a pair are looked at, too: for lows or for classes */
} flush_boards;

/* Decides boards of the ranks at a place, the better of a seat's two hands plays. A hold'em duel is counted in `duel`,
 * for others that is NULL. */
ALWAYS_INLINE void decide(const preflop_boards *all, duel_count *duel, unsigned place, const uint16_t *flushes,
                          int64_t deals)
{
    uint16_t ranks[MOST_SEATS], lows[MOST_SEATS];
    const int seats = duel ? 2 : all->game->contest->seats, splits = !duel && has_low(all->game->contest);
    for (int seat = 0; seat < seats; seat++) {
        const uint16_t plain = all->plain[seat][place];
        ranks[seat] = plain > flushes[seat] ? plain : flushes[seat];
    }
    if (duel) {
        count_duel(duel, ranks[0], ranks[1], deals);
        return;
    }
    if (splits)
        find_lows(all->game, all->lows[place], lows);
    count_deal(all->game, ranks, splits ? lows : NULL, deals);
}

ALWAYS_INLINE void complete(preflop_boards *all, duel_count *duel, const flush_boards *boards, uint64_t key5,
                            int64_t deals, int is_paired)
{
    const unsigned place = lookup5(key5);
    if (is_paired)
        all->deals[place] -= (int32_t)deals;
    decide(all, duel, place, boards->flushes, deals);
}

/* How many ways there are to complete a board without a pair, by cards of the other suits. */
ALWAYS_INLINE int64_t unpaired_ways(const flush_boards *boards, int left)
{
    const int64_t cards = boards->cards, squares = boards->squares;
    return left == 0 ? 1 : left == 1 ? cards : (cards * cards - squares) / 2;
}

/* Completes a board with `left` cards of the other suits. */
ALWAYS_INLINE void complete_flushes(preflop_boards *all, const flush_suit *suit, const flush_boards *boards,
                                    uint64_t key5, int left, int is_duel)
{
    const unsigned suited = boards->suited, every = (1u << CARD_RANKS) - 1;
    const int one_by_one = !is_duel && boards->one_by_one;
    duel_count counted = {0, 0}, *duel = is_duel ? &counted : NULL;
    if (is_duel) /* all completions without a pair end alike */
        count_duel(duel, boards->flushes[0], boards->flushes[1], unpaired_ways(boards, left) * suit->times);
    else if (!one_by_one)
        count_deal(all->game, boards->flushes, NULL, unpaired_ways(boards, left) * suit->times);
    else if (left == 0)
        complete(all, duel, boards, key5, suit->times, 0);
    for (unsigned ones = left == 0 ? 0 : left == 1 && !one_by_one ? suited : every; ones; ones &= ones - 1) {
        const int one = LOWEST_BIT(ones), others = suit->others[one], pairs_one = (int)(suited >> one & 1);
        if (!others)
            continue;
        const uint64_t with_one = key5 + RANK_KEY5(one);
        if (left == 1) {
            complete(all, duel, boards, with_one, (int64_t)suit->times * others, pairs_one);
            continue;
        }
        if (others > 1)
            complete(all, duel, boards, with_one + RANK_KEY5(one), suit->times * CHOOSE[others][2], 1);
        unsigned above = (pairs_one || one_by_one ? every : suited) & ~((2u << one) - 1);
        for (; above; above &= above - 1) {
            const int other = LOWEST_BIT(above);
            if (suit->others[other])
                complete(all, duel, boards, with_one + RANK_KEY5(other),
                         (int64_t)suit->times * others * suit->others[other],
                         pairs_one | (int)(suited >> other & 1));
        }
    }
    if (is_duel)
        add_duel(all->game, counted);
}

/* The fifth card of the suit, on boards of a hold'em duel: nothing but the two flushes matters. */
ALWAYS_INLINE void choose_fifth(matchup *game, const flush_suit *suit, unsigned suited, int from)
{
    const unsigned first = game->suited[0][suit->suit] | suited, second = game->suited[1][suit->suit] | suited;
    duel_count duel = {0, 0};
    for (int rank = from; rank < CARD_RANKS; rank++)
        count_duel(&duel, FLUSH_RANK[first | 1u << rank], FLUSH_RANK[second | 1u << rank],
                   suit->live[rank] * suit->times);
    add_duel(game, duel);
}

/* Chooses the suit's cards on the board, then completes the board with the other suits. */
static void choose_suited(preflop_boards *all, const flush_suit *suit, flush_boards *boards, uint64_t key5, int from,
                          int chosen)
{
    const matchup *game = all->game;
    const int in_omaha = is_omaha(game->contest);
    if (chosen >= suit->fewest) {
        for (int seat = 0; seat < game->contest->seats; seat++) {
            const unsigned own = game->suited[seat][suit->suit];
            boards->flushes[seat] = in_omaha ? omaha_flush(own, boards->suited) : FLUSH_RANK[own | boards->suited];
        }
        if (all->is_duel)
            complete_flushes(all, suit, boards, key5, 5 - chosen, 1);
        else
            complete_flushes(all, suit, boards, key5, 5 - chosen, 0);
        if (chosen == 5)
            return;
    }
    if (chosen == 4 && all->is_duel) {
        choose_fifth(all->game, suit, boards->suited, from);
        return;
    }
    for (int rank = from; rank < CARD_RANKS; rank++)
        if (suit->live[rank]) {
            const int others = suit->others[rank];
            boards->suited |= 1u << rank;
            boards->cards -= others, boards->squares -= others * others;
            choose_suited(all, suit, boards, key5 + RANK_KEY5(rank), rank + 1, chosen + 1);
            boards->suited ^= 1u << rank;
            boards->cards += others, boards->squares += others * others;
        }
}

/* Adds a suit to those that can make a flush, or counts it with one that is just like it. */
static void add_suit(preflop_boards *all, int suit)
{
    const matchup *game = all->game;
    const int seats = game->contest->seats, in_omaha = is_omaha(game->contest);
    flush_suit *one = &all->suits[all->suit_count];
    int held = 0;
    for (int seat = 0; seat < seats; seat++) {
        int count = COUNT_BITS(game->suited[seat][suit]);
        held = count > held ? count : held;
    }
    /* In hold'em a seat may add up to two cards of its own; in Omaha it must add two. */
    if (in_omaha && held < 2)
        return;
    one->suit = suit, one->times = 1, one->fewest = in_omaha ? 3 : 5 - held, one->all_others = one->all_squares = 0;
    for (int rank = 0; rank < CARD_RANKS; rank++) {
        one->live[rank] = !(game->gone >> (4 * rank + suit) & 1);
        one->others[rank] = all->live[rank] - one->live[rank];
        one->all_others += one->others[rank];
        one->all_squares += one->others[rank] * one->others[rank];
    }
    for (int i = 0; i < all->suit_count; i++) {
        int is_alike = !memcmp(all->suits[i].live, one->live, sizeof one->live) &&
                       !memcmp(all->suits[i].others, one->others, sizeof one->others);
        for (int seat = 0; seat < seats; seat++)
            is_alike &= game->suited[seat][all->suits[i].suit] == game->suited[seat][suit];
        if (is_alike) {
            all->suits[i].times++;
            return;
        }
    }
    all->suit_count++;
}

/* -- all of it -- */

static void decide_what_is_left(preflop_boards *all)
{
    static const uint16_t no_flushes[MOST_SEATS];
    duel_count duel = {0, 0};
    if (all->is_duel)
        for (int place = 0; place < RANK5_SIZE; place++)
            count_duel(&duel, all->plain[0][place], all->plain[1][place], all->deals[place]);
    else
        for (unsigned place = 0; place < RANK5_SIZE; place++)
            if (all->deals[place])
                decide(all, NULL, place, no_flushes, all->deals[place]);
    if (all->is_duel)
        add_duel(all->game, duel);
}

preflop_boards *pk_new_preflop_boards(void)
{
    preflop_boards *boards = malloc(sizeof *boards);
    if (boards)
        boards->is_read = 0;
    return boards;
}

int64_t pk_decide_preflop(preflop_boards *all, matchup *game)
{
    const pk_contest *contest = game->contest;
    int64_t boards = 1;
    int live = 0;
    all->game = game;
    all->is_duel = game->is_duel && contest->game == HOLDEM;
    read_ranks(all);
    all->suit_count = 0;
    for (int suit = 0; suit < 4; suit++)
        add_suit(all, suit);
    read_suits_of_half(all, &all->low);
    read_suits_of_half(all, &all->high);
    for (int count = 0; count < 6; count++)
        for (int kinds = 0; kinds < 4; kinds++) {
            /* the half that has fewer parts goes round the other */
            if (count < 3)
                join_parts(all, &all->low, &all->high, count, kinds & 1, kinds >> 1);
            else
                join_parts(all, &all->high, &all->low, 5 - count, kinds & 1, kinds >> 1);
        }
    all->is_read = 1;
    for (int i = 0; i < all->suit_count; i++) {
        flush_boards suited = {.cards = all->suits[i].all_others, .squares = all->suits[i].all_squares,
                               .one_by_one = has_low(contest) || game->classes};
        choose_suited(all, &all->suits[i], &suited, 0, 0, 0);
    }
    decide_what_is_left(all);
    for (int rank = 0; rank < CARD_RANKS; rank++)
        live += all->live[rank];
    for (int i = 0; i < 5; i++)
        boards = boards * (live - i) / (i + 1);
    if (all->is_duel)
        game->sets[0][3] = boards - game->sets[0][1] - game->sets[0][2];
    return boards;
}
