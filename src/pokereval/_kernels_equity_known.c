/* Sampling for known hands, which is where most samples are asked for: no hand changes from deal to deal.
 *
 * A board matters by its five ranks, unless somebody has a flush on it. So deals are only counted by the ranks of their
 * boards, and each of the 6,175 multisets is decided once, at the end; boards with a flush are decided one by one.
 */
#include <stdlib.h>

#include "_equity_known.h"
#include "_equity_matchup.h"

typedef struct {
    matchup game;
    uint8_t hole[MOST_SEATS * 6];
    board_deck deck;
    uint64_t suited[64];        /* by place in the deck: the card's rank among those of its suit, 16 bits to a suit */
    uint32_t counts[RANK_SETS];
    uint8_t lows[RANK_SETS];    /* low masks */
    uint16_t plain[];           /* (RANK_SETS, seats): best hands when suits don't matter */
} known_table;

/* -- drawing -- */

/* Step by step for all boards of the block, so that compilers can take eight of them at once. */
static void draw_block(const board_deck *deck, uint64_t counter, drawn_boards *drawn, int block)
{
    const uint16_t cards = deck->deck_count;
    uint16_t pieces[PLANES][BLOCK];
    int16_t places[5][BLOCK];
    uint16_t again[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint64_t number = mixed(counter + (uint64_t)(i + 1) * COUNTER_STEP);
        for (int j = 0; j < 4; j++)
            pieces[i / 16][4 * (i % 16) + j] = (uint16_t)(number >> 16 * j);
    }
    for (int i = 0; i < BLOCK; i++) {
        places[0][i] = (int16_t)((uint32_t)pieces[0][i] * cards >> 16);
        pieces[0][i] = (uint16_t)(pieces[0][i] * cards);
        again[i] = 0;
    }
    for (int plane = 0; plane < PLANES; plane++) {
        const uint16_t left = (uint16_t)(cards - 1 - plane), limit = deck->limits[plane];
        for (int i = 0; i < BLOCK; i++) {
            places[plane + 1][i] = (int16_t)((uint32_t)pieces[plane][i] * left >> 16);
            again[i] |= (uint16_t)(pieces[plane][i] * left) < limit;
        }
    }
    for (int i = 0; i < BLOCK; i++) {
        int16_t row[5];
        for (int j = 0; j < 5; j++)
            row[j] = places[j][i];
        put_in_order(row);
        for (int j = 0; j < 5; j++)
            places[j][i] = row[j];
    }
    drawn->flushes[block] = 0;
    for (int board = 0; board < BLOCK; board++) {
        uint8_t row[5];
        for (int j = 0; j < 5; j++)
            row[j] = (uint8_t)places[j][PIECE_OF(board)];
        if (UNLIKELY(again[PIECE_OF(board)]))
            draw_again(deck, counter, board, row);
        note_board(deck, drawn, block, board, row);
    }
}

static void draw_boards(const board_deck *deck, uint64_t counter, drawn_boards *drawn)
{
    for (int block = 0; block < BLOCKS_AT_ONCE; block++)
        draw_block(deck, counter + (uint64_t)block * BLOCK * COUNTER_STEP, drawn, block);
}

/* -- counting -- */

/* Decides a board on which somebody may have a flush. Three bits above the ranks of a suit count its cards from one, so
 * that three of them set the topmost. */
static void decide_flushes(known_table *play, const uint8_t *places, unsigned number)
{
    const pk_contest *contest = play->game.contest;
    const int in_omaha = is_omaha(contest);
    const uint16_t *plain = play->plain + (size_t)number * (size_t)contest->seats;
    uint16_t ranks[MOST_SEATS], lows[MOST_SEATS];
    uint64_t suited = UINT64_C(0x2000200020002000);
    for (int i = 0; i < 5; i++)
        suited += play->suited[places[i * BOARDS_AT_ONCE]];
    const unsigned suit = (unsigned)LOWEST_BIT(suited & UINT64_C(0x8000800080008000)) / 16;
    const unsigned board = (unsigned)(suited >> 16 * suit) & 0x1fff;
    for (int seat = 0; seat < contest->seats; seat++) {
        const unsigned own = play->game.suited[seat][suit];
        const uint16_t flush = in_omaha ? omaha_flush(own, board) : FLUSH_RANK[own | board];
        ranks[seat] = flush > plain[seat] ? flush : plain[seat];
    }
    if (has_low(contest))
        find_lows(&play->game, play->lows[number], lows);
    count_deal(&play->game, ranks, has_low(contest) ? lows : NULL, 1);
}

static void count_block(known_table *play, const drawn_boards *drawn, int block, int size)
{
    const uint16_t *numbers = drawn->numbers + block * BLOCK;
    uint64_t flushes = drawn->flushes[block];
    if (size < BLOCK)
        flushes &= (UINT64_C(1) << size) - 1;
    for (int board = 0; board < size; board++)
        play->counts[numbers[PIECE_OF(board)]]++;
    for (; flushes; flushes &= flushes - 1) {
        const int board = LOWEST_BIT(flushes);
        play->counts[numbers[PIECE_OF(board)]]--;
        decide_flushes(play, &drawn->places[0][block * BLOCK + board], numbers[PIECE_OF(board)]);
    }
}

/* -- before and after -- */

/* C(rank + i, i + 1): what a rank adds to a board's number as the one after i others. */
static unsigned rank_number(int i, int rank)
{
    unsigned number = 1;
    for (int j = 0; j <= i; j++)
        number = number * (unsigned)(rank + j) / (unsigned)(j + 1);
    return number;
}

/* Finds the best hands on all boards that go on from `count` ranks with `rank` or a higher one. */
static void read_boards(known_table *play, board_ranks board, unsigned number, int rank, int count)
{
    const int seats = play->game.contest->seats, in_omaha = is_omaha(play->game.contest);
    if (count == 5) {
        play->lows[number] = (uint8_t)BOARD_LOW(board);
        for (int seat = 0; seat < seats; seat++)
            play->plain[number * (unsigned)seats + (unsigned)seat] =
                in_omaha ? best_pair(&play->game, seat, lookup5(board.key5))
                         : RANK7[lookup7(board.key7 + play->game.keys[seat])];
        return;
    }
    for (; rank < CARD_RANKS; rank++)
        read_boards(play, with_rank(board, rank), number + rank_number(count, rank), rank, count + 1);
}

/* The counters of suits start so that as many cards as make somebody a flush set their top bits. */
static void read_suits(known_table *play)
{
    const int in_omaha = is_omaha(play->game.contest);
    for (int suit = 0; suit < 4; suit++) {
        int held = 0;
        for (int seat = 0; seat < play->game.contest->seats; seat++) {
            const int count = COUNT_BITS(play->game.suited[seat][suit]);
            held = count > held ? count : held;
        }
        const int fewest = !in_omaha ? 5 - held : held < 2 ? 8 : 3;
        play->deck.suits_start[suit / 2] |= (uint8_t)((8 - fewest) << 4 * (suit % 2));
    }
}

static void prepare(known_table *play, const pk_contest *contest, const pk_deals *deals)
{
    const unsigned cards = (unsigned)deals->deck_count;
    const board_ranks none = {0, 0};
    memset(play, 0, sizeof *play);
    play->game.contest = contest;
    play->game.hole = play->hole;
    for (int seat = 0; seat < contest->seats; seat++)
        memcpy(play->hole + seat * contest->hole_count,
               deals->groups[deals->seat_group[seat]].cards + deals->seat_offset[seat], (size_t)contest->hole_count);
    read_hands(&play->game);
    read_suits(play);
    play->deck.deck_count = (uint16_t)cards;
    for (int plane = 0; plane < PLANES; plane++)
        play->deck.limits[plane] = (uint16_t)(65536 % (plane ? cards - 1 - (unsigned)plane : cards * (cards - 1)));
    for (int i = 0; i < deals->deck_count; i++) {
        const int rank = deals->deck[i] / 4, suit = deals->deck[i] % 4;
        for (int j = 0; j < 5; j++)
            play->deck.numbers[j][i] = (uint16_t)rank_number(j, rank);
        play->deck.suits[suit / 2][i] = (uint8_t)(1 << 4 * (suit % 2));
        play->suited[i] = (UINT64_C(0x2000) | UINT64_C(1) << rank) << 16 * suit;
    }
    read_boards(play, none, 0, 0, 0);
}

static void decide_boards(known_table *play)
{
    const pk_contest *contest = play->game.contest;
    uint16_t lows[MOST_SEATS];
    for (unsigned number = 0; number < RANK_SETS; number++)
        if (play->counts[number]) {
            if (has_low(contest))
                find_lows(&play->game, play->lows[number], lows);
            count_deal(&play->game, play->plain + number * (unsigned)contest->seats, has_low(contest) ? lows : NULL,
                       play->counts[number]);
        }
    spread_sets(&play->game);
}

int pk_is_known(const pk_contest *contest, const pk_deals *deals)
{
    int is_known = (contest->game == HOLDEM || is_omaha(contest)) && deals->board_count == 0;
    for (int g = 0; g < deals->group_count; g++)
        is_known &= deals->groups[g].tuples == 1 && !deals->groups[g].shares;
    for (int seat = 0; seat < contest->seats; seat++)
        is_known &= deals->draw_counts[seat] == 0;
    return is_known;
}

int pk_sample_known(const pk_contest *contest, const pk_deals *deals, uint64_t first_stream, int64_t streams,
                    int64_t samples, int64_t *tally, int64_t *classes)
{
    drawn_boards drawn;
    known_table *play = malloc(sizeof *play + sizeof *play->plain * RANK_SETS * (size_t)contest->seats);
    if (!play)
        return PK_NO_MEMORY;
    prepare(play, contest, deals);
    play->game.tally = tally, play->game.classes = classes;
    play->game.is_duel = contest->seats == 2 && contest->pot_count == 1 && !has_low(contest) && !classes;
    for (int64_t number = 0; number < streams; number++) {
        uint64_t counter = stream_counter(deals->seed, first_stream + (uint64_t)number);
        for (int64_t left = samples; left > 0; left -= BOARDS_AT_ONCE, counter += BOARDS_AT_ONCE * COUNTER_STEP) {
#ifdef POKEREVAL_X86
            if (deals->is_wide)
                pk_avx512_draw_boards(&play->deck, counter, &drawn);
            else
#endif
                draw_boards(&play->deck, counter, &drawn);
            for (int block = 0; block < BLOCKS_AT_ONCE && left > block * BLOCK; block++)
                count_block(play, &drawn, block, left - block * BLOCK < BLOCK ? (int)(left - block * BLOCK) : BLOCK);
        }
    }
    decide_boards(play);
    free(play);
    return 0;
}
