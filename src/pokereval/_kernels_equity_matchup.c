/* Known hands against each other, over all boards.
 *
 * Before the flop boards are not walked one by one. A board matters by its five ranks, of which there are 6,175 multisets,
 * unless some seat makes a flush on it. So: count, for each suit that can make one, the boards on which a seat has a
 * flush, decide them apart, and note by multiset how many suit layouts they took; then decide every multiset once, with
 * the layouts that are left. On a flush board without a pair a flush wins, whatever the other cards are, so all of its
 * completions are decided together.
 */
#include "_equity_matchup.h"

/* -- before the flop: by ranks -- */

#define BOARD_SLOTS RANK5_SIZE

/* A suit in which somebody can make a flush; suits that are alike for every seat are one, `times` over. */
typedef struct {
    int suit, times;
    int fewest;           /* cards of the suit on the board that make somebody a flush */
    int live[CARD_RANKS]; /* 1 for the suit's card of each rank that is left */
    int others[CARD_RANKS]; /* cards of each rank that are left in the other suits */
    int all_others, all_squares; /* their sum and the sum of their squares */
} flush_suit;

/* Ways to choose a board's suits, by how many cards are of one suit: at_least[n] counts those with n or more. */
typedef struct {
    int64_t at_least[7];
} suit_ways;

/* What cards are left, and how many layouts of each board with a pair have been decided as flushes. */
typedef struct {
    matchup *game;
    int live[CARD_RANKS];
    int suit_count;
    flush_suit suits[4];
    int32_t decided[BOARD_SLOTS];
} layouts;

/* The binomial coefficients of up to four things. */
static const int64_t CHOOSE[5][6] = {
    {1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {1, 2, 1, 0, 0, 0}, {1, 3, 3, 1, 0, 0}, {1, 4, 6, 4, 1, 0}};

/* Decides a board by its ranks and by the flushes that seats have on it, 0 for none. With seven cards a flush is the
 * hand; in Omaha two other hole cards may make a better one. */
ALWAYS_INLINE void decide_ranks(const layouts *all, board_ranks board, const uint16_t *flushes, int64_t deals)
{
    matchup *game = all->game;
    uint16_t ranks[MOST_SEATS], lows[MOST_SEATS];
    if (game->is_duel && game->contest->game == HOLDEM) {
        ranks[0] = flushes[0] ? flushes[0] : plain_rank(game, 0, board, 0);
        ranks[1] = flushes[1] ? flushes[1] : plain_rank(game, 1, board, 0);
        count_deal(game, ranks, NULL, deals);
        return;
    }
    const int in_omaha = is_omaha(game->contest), splits = has_low(game->contest);
    for (int seat = 0; seat < game->contest->seats; seat++) {
        ranks[seat] = flushes[seat];
        if (in_omaha) {
            uint16_t plain = plain_rank(game, seat, board, 1);
            ranks[seat] = plain > ranks[seat] ? plain : ranks[seat];
        } else if (!ranks[seat])
            ranks[seat] = plain_rank(game, seat, board, 0);
    }
    if (splits)
        find_lows(game, BOARD_LOW(board), lows);
    count_deal(game, ranks, splits ? lows : NULL, deals);
}

static const uint16_t NO_FLUSHES[MOST_SEATS];

/* One more card, of a new rank: `live` of the suit and `others` of the other suits can be it. */
ALWAYS_INLINE void add_rank(const suit_ways *before, suit_ways *after, int64_t live, int64_t others)
{
    after->at_least[0] = before->at_least[0] * (live + others);
    for (int n = 1; n < 6; n++)
        after->at_least[n] = live * before->at_least[n - 1] + others * before->at_least[n];
}

/* Walks the multisets of `left` more ranks from `rank` up, each with the suit layouts that no flush has used. `ways` has
 * an entry for every suit that can make one, as long as all ranks are different. */
static void walk_ranks(layouts *all, board_ranks board, int rank, int left, int64_t layouts_so_far, const suit_ways *ways)
{
    for (; rank < CARD_RANKS; rank++) {
        const int live = all->live[rank];
        board_ranks more = board;
        for (int times = 1; times <= live && times <= left; times++) {
            more = with_rank(more, rank);
            int64_t deals = layouts_so_far * CHOOSE[live][times];
            if (times < left) {
                suit_ways next[4];
                int is_distinct = ways && times == 1;
                for (int i = 0; is_distinct && i < all->suit_count; i++)
                    add_rank(&ways[i], &next[i], all->suits[i].live[rank], all->suits[i].others[rank]);
                walk_ranks(all, more, rank + 1, left - times, deals, is_distinct ? next : NULL);
                continue;
            }
            if (ways && times == 1)
                for (int i = 0; i < all->suit_count; i++) {
                    const flush_suit *suit = &all->suits[i];
                    const int64_t *at_least = ways[i].at_least + suit->fewest;
                    deals -= suit->times * (suit->live[rank] * at_least[-1] + suit->others[rank] * at_least[0]);
                }
            else
                deals -= all->decided[lookup5(more.key5)];
            if (deals)
                decide_ranks(all, more, NO_FLUSHES, deals);
        }
    }
}

/* Boards with some cards of a suit that make somebody a flush. */
typedef struct {
    uint16_t flushes[MOST_SEATS]; /* 0 for seats without one */
    unsigned suited;              /* rank mask of the suit's cards on the board */
    int one_by_one;               /* boards without a pair are looked at, too: for lows or for classes */
} flush_boards;

ALWAYS_INLINE void complete(layouts *all, const flush_boards *boards, board_ranks board, int64_t deals, int is_paired)
{
    if (is_paired)
        all->decided[lookup5(board.key5)] += (int32_t)deals;
    decide_ranks(all, board, boards->flushes, deals);
}

/* How many ways there are to complete a board without a pair, by cards of the other suits. */
ALWAYS_INLINE int64_t unpaired_ways(const flush_suit *suit, unsigned suited, int left)
{
    int64_t cards = suit->all_others, squares = suit->all_squares;
    if (left == 0)
        return 1;
    for (unsigned bits = suited; bits; bits &= bits - 1) {
        int others = suit->others[LOWEST_BIT(bits)];
        cards -= others;
        squares -= others * others;
    }
    return left == 1 ? cards : (cards * cards - squares) / 2;
}

/* Completes a board with `left` cards of the other suits. */
static void complete_flushes(layouts *all, const flush_suit *suit, const flush_boards *boards, board_ranks board, int left)
{
    const unsigned suited = boards->suited, every = (1u << CARD_RANKS) - 1;
    if (!boards->one_by_one) /* all completions without a pair end alike */
        count_deal(all->game, boards->flushes, NULL, unpaired_ways(suit, suited, left) * suit->times);
    else if (left == 0)
        complete(all, boards, board, suit->times, 0);
    if (left == 0)
        return;
    for (unsigned ones = left == 1 && !boards->one_by_one ? suited : every; ones; ones &= ones - 1) {
        const int one = LOWEST_BIT(ones), others = suit->others[one], pairs_one = (int)(suited >> one & 1);
        if (!others)
            continue;
        board_ranks with_one = with_rank(board, one);
        if (left == 1) {
            complete(all, boards, with_one, (int64_t)suit->times * others, pairs_one);
            continue;
        }
        if (others > 1)
            complete(all, boards, with_rank(with_one, one), suit->times * CHOOSE[others][2], 1);
        unsigned above = (pairs_one || boards->one_by_one ? every : suited) & ~((2u << one) - 1);
        for (; above; above &= above - 1) {
            const int other = LOWEST_BIT(above);
            if (suit->others[other])
                complete(all, boards, with_rank(with_one, other), (int64_t)suit->times * others * suit->others[other],
                         pairs_one | (int)(suited >> other & 1));
        }
    }
}

/* Chooses the suit's cards on the board, then completes the board with the other suits. */
static void choose_suited(layouts *all, const flush_suit *suit, flush_boards *boards, board_ranks board, int from,
                          int chosen)
{
    const matchup *game = all->game;
    const int in_omaha = is_omaha(game->contest);
    if (chosen >= suit->fewest) {
        for (int seat = 0; seat < game->contest->seats; seat++) {
            unsigned own = game->suited[seat][suit->suit];
            boards->flushes[seat] = in_omaha ? omaha_flush(own, boards->suited) : FLUSH_RANK[own | boards->suited];
        }
        complete_flushes(all, suit, boards, board, 5 - chosen);
        if (chosen == 5)
            return;
    }
    for (int rank = from; rank < CARD_RANKS; rank++)
        if (suit->live[rank]) {
            boards->suited |= 1u << rank;
            choose_suited(all, suit, boards, with_rank(board, rank), rank + 1, chosen + 1);
            boards->suited ^= 1u << rank;
        }
}

/* Adds a suit to those that can make a flush, or counts it with one that is just like it. */
static void add_suit(layouts *all, int suit)
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

static void walk_by_ranks(matchup *game)
{
    const pk_contest *contest = game->contest;
    layouts all;
    suit_ways start[4];
    board_ranks none = {0, 0};
    memset(all.decided, 0, sizeof all.decided);
    memset(start, 0, sizeof start);
    all.game = game, all.suit_count = 0;
    for (int rank = 0; rank < CARD_RANKS; rank++)
        all.live[rank] = 4 - COUNT_BITS((unsigned)(game->gone >> 4 * rank & 15));
    for (int suit = 0; suit < 4; suit++)
        add_suit(&all, suit);
    for (int i = 0; i < all.suit_count; i++) {
        flush_boards boards = {.one_by_one = has_low(contest) || game->classes};
        choose_suited(&all, &all.suits[i], &boards, none, 0, 0);
        start[i].at_least[0] = 1;
    }
    walk_ranks(&all, none, 0, 5, 1, start);
}

/* -- with a board: card by card -- */

static void decide_board(matchup *game, const uint8_t *board)
{
    const pk_contest *contest = game->contest;
    uint16_t ranks[MOST_SEATS], lows[MOST_SEATS];
    const int hole_count = contest->hole_count, splits = has_low(contest);
    if (is_omaha(contest)) {
        omaha_board view = omaha_read_board(keys_of(board, 5, SUIT_BIAS(3)));
        unsigned board_low = low_mask(board, 5);
        for (int seat = 0; seat < contest->seats; seat++)
            ranks[seat] = omaha_rank_on(&view, board, game->hole + seat * hole_count, hole_count, game->keys[seat]);
        if (splits)
            find_lows(game, board_low, lows);
    } else {
        uint8_t cards[7];
        uint64_t keys = 0;
        for (int i = 0; i < 5; i++) {
            cards[i] = board[i];
            keys += card_key(CARD_KEY7, board[i]);
        }
        for (int seat = 0; seat < contest->seats; seat++) {
            cards[5] = game->hole[2 * seat];
            cards[6] = game->hole[2 * seat + 1];
            ranks[seat] = contest->game == SHORT_DECK ? short_deck_rank(cards, 7)
                                                      : rank_of_sum(game->keys[seat] + keys, cards, 7);
        }
    }
    count_deal(game, ranks, splits ? lows : NULL, 1);
}

static int64_t walk_boards(matchup *game, uint8_t *board, int count, unsigned from, uint64_t gone)
{
    if (count == 5) {
        decide_board(game, board);
        return 1;
    }
    int64_t boards = 0;
    for (unsigned card = from; card < DECK_SIZE; card++)
        if (!(gone >> card & 1)) {
            board[count] = (uint8_t)card;
            boards += walk_boards(game, board, count + 1, card + 1, gone);
        }
    return boards;
}

static int64_t boards_left(int live)
{
    int64_t boards = 1;
    for (int i = 0; i < 5; i++)
        boards = boards * (live - i) / (i + 1);
    return boards;
}

int64_t pk_matchups(const pk_contest *contest, ptrdiff_t count, const uint8_t *hole_cards, const uint8_t *board,
                    int board_count, uint64_t gone, int64_t *tallies, int64_t *classes)
{
    const ptrdiff_t cells = tally_cells(contest);
    int64_t boards = 0;
    matchup game;
    game.contest = contest;
    for (ptrdiff_t i = 0; i < count; i++) {
        game.hole = hole_cards + i * contest->seats * contest->hole_count;
        game.gone = gone;
        game.tally = tallies + i * cells;
        game.classes = classes ? classes + i * contest->seats * HAND_CLASSES : NULL;
        memset(game.tally, 0, (size_t)cells * sizeof *game.tally);
        for (int pot = 0; pot < contest->pot_count; pot++)
            memset(game.sets[pot], 0, sizeof(int64_t) << contest->seats);
        if (game.classes)
            memset(game.classes, 0, (size_t)(contest->seats * HAND_CLASSES) * sizeof *game.classes);
        game.is_duel = contest->seats == 2 && contest->pot_count == 1 && !has_low(contest) && !game.classes;
        read_hands(&game);
        if (board_count == 0 && contest->game != SHORT_DECK) {
            walk_by_ranks(&game);
            int live = 0;
            for (uint64_t left = ~game.gone & ((UINT64_C(1) << DECK_SIZE) - 1); left; left &= left - 1)
                live++;
            boards = boards_left(live);
        } else {
            uint8_t cards[5];
            for (int j = 0; j < board_count; j++) {
                cards[j] = board[j];
                game.gone |= UINT64_C(1) << board[j];
            }
            boards = walk_boards(&game, cards, board_count, contest->game == SHORT_DECK ? 16 : 0, game.gone);
        }
        spread_sets(&game);
    }
    return boards;
}

/* -- match-ups up to the names of the suits -- */

ALWAYS_INLINE uint64_t with_suits_named(uint64_t mask, const uint8_t *names)
{
    const uint64_t clubs = UINT64_C(0x1111111111111);
    uint64_t renamed = 0;
    for (int suit = 0; suit < 4; suit++)
        renamed |= (mask >> suit & clubs) << names[suit];
    return renamed;
}

void pk_rename_suits(uint64_t *masks, ptrdiff_t deals, int seats, const uint8_t *names, int name_count)
{
    for (ptrdiff_t deal = 0; deal < deals; deal++, masks += seats) {
        uint64_t least[MOST_SEATS], other[MOST_SEATS];
        memcpy(least, masks, (size_t)seats * sizeof *least);
        for (int i = 0; i < name_count; i++) {
            int order = 0; /* of the renamed deal to the least one so far */
            for (int seat = 0; seat < seats && order <= 0; seat++) {
                other[seat] = with_suits_named(masks[seat], names + 4 * i);
                if (order == 0)
                    order = (other[seat] > least[seat]) - (other[seat] < least[seat]);
            }
            if (order < 0)
                memcpy(least, other, (size_t)seats * sizeof *least);
        }
        memcpy(masks, least, (size_t)seats * sizeof *least);
    }
}
