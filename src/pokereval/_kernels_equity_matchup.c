/* Known hands against each other, over all boards. */
#include <stdlib.h>

#include "_equity_matchup.h"

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

int64_t pk_matchups(const pk_contest *contest, ptrdiff_t count, const uint8_t *hole_cards, const uint8_t *board,
                    int board_count, uint64_t gone, int64_t *tallies, int64_t *classes)
{
    const ptrdiff_t cells = tally_cells(contest);
    const int is_preflop = board_count == 0 && contest->game != SHORT_DECK;
    preflop_boards *preflop = is_preflop ? pk_new_preflop_boards() : NULL;
    int64_t boards = 0;
    matchup game;
    if (is_preflop && !preflop)
        return -1;
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
        if (is_preflop) {
            boards = pk_decide_preflop(preflop, &game);
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
    free(preflop);
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
