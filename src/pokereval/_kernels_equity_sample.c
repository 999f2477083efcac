/* Sampling: deals drawn at random.
 *
 * A stream of random numbers is named by the seed and the number of the stream, so what is drawn doesn't depend on which
 * thread draws it. Seats' combos are drawn all together and all again when two clash: that is the only order-free way,
 * for drawing one seat after the other and repeating only the one that clashes favours some deals.
 */
#include "_equity_known.h"

/* -- random numbers: a counter passed through a mixer -- */

typedef struct {
    uint64_t counter, bits;
    int halves; /* 16-bit pieces left in `bits` */
} stream;

ALWAYS_INLINE uint64_t next_64(stream *random)
{
    return mixed(random->counter += COUNTER_STEP);
}

ALWAYS_INLINE unsigned next_16(stream *random)
{
    if (random->halves == 0) {
        random->bits = next_64(random);
        random->halves = 4;
    }
    unsigned piece = (unsigned)random->bits & 0xffff;
    random->bits >>= 16;
    random->halves--;
    return piece;
}

/* Below `limit`, at most 52, every number equally likely: the products that would make some likelier are drawn anew. */
ALWAYS_INLINE unsigned below_16(stream *random, unsigned limit)
{
    unsigned product = next_16(random) * limit;
    while (UNLIKELY((product & 0xffff) < limit) && (product & 0xffff) < 65536 % limit)
        product = next_16(random) * limit;
    return product >> 16;
}

ALWAYS_INLINE uint32_t below_32(stream *random, uint32_t limit)
{
    uint64_t product = (next_64(random) >> 32) * limit;
    while (UNLIKELY((uint32_t)product < limit) && (uint32_t)product < (UINT64_C(1) << 32) % limit)
        product = (next_64(random) >> 32) * limit;
    return (uint32_t)(product >> 32);
}

ALWAYS_INLINE ptrdiff_t draw_tuple(stream *random, const pk_group *group)
{
    if (group->tuples == 1)
        return 0;
    uint32_t tuple = below_32(random, (uint32_t)group->tuples);
    uint32_t coin = (uint32_t)(next_64(random) >> 32);
    return coin < group->keep[tuple] || group->keep[tuple] == UINT32_MAX ? tuple : group->alias[tuple];
}

/* -- one deal -- */

#define MOST_CLASHES 10000000

/* What an Omaha board needs to know of a hand. */
typedef struct {
    uint64_t keys;     /* from SUIT_BIAS(2) */
    uint8_t pairs[15]; /* places of its pairs of card ranks in a board's row */
    int pair_count;
} omaha_hand;

typedef struct {
    const pk_contest *contest;
    const pk_deals *deals;
    stream random;
    uint8_t deck[DECK_SIZE];
    uint8_t cards[MOST_SEATS][8]; /* a seat's hole cards; in stud all seven */
    uint8_t board[5];
    uint64_t fixed;               /* cards of groups that hold one tuple */
    ptrdiff_t tuples[MOST_SEATS];
    omaha_hand hands[MOST_SEATS]; /* of the seats that are known from the start; ready for the others deal by deal */
    int changes[MOST_SEATS];      /* whether a seat's hand changes from deal to deal */
    uint16_t ranks[MOST_SEATS], lows[MOST_SEATS];
    int64_t sets[SETS];
} table;

/* A combo for every group, none clashing; the union of their cards, or all bits when that doesn't come about. */
ALWAYS_INLINE uint64_t draw_combos(table *play)
{
    const pk_deals *deals = play->deals;
    for (int64_t clashes = 0; clashes < MOST_CLASHES; clashes++) {
        uint64_t held = play->fixed;
        int good = 1;
        for (int g = 0; g < deals->group_count && good; g++) {
            const pk_group *group = &deals->groups[g];
            if (group->tuples == 1)
                continue;
            ptrdiff_t tuple = draw_tuple(&play->random, group);
            good = !(group->masks[tuple] & held);
            held |= group->masks[tuple];
            play->tuples[g] = tuple;
        }
        if (good)
            return held;
    }
    return ~UINT64_C(0);
}

static void take_known(table *play, int all_groups)
{
    const pk_deals *deals = play->deals;
    for (int seat = 0; seat < play->contest->seats; seat++) {
        const pk_group *group = &deals->groups[deals->seat_group[seat]];
        if (!all_groups && group->tuples == 1)
            continue;
        const uint8_t *known = group->cards + play->tuples[deals->seat_group[seat]] * group->width + deals->seat_offset[seat];
        for (int i = 0; i < deals->known_counts[seat]; i++)
            play->cards[seat][i] = known[i];
    }
}

/* The next card of the deck, which stays shuffled from deal to deal: any order is as likely as any other at any time. */
ALWAYS_INLINE uint8_t next_card(table *play, unsigned *dealt, uint64_t held)
{
    for (;;) {
        unsigned left = (unsigned)play->deals->deck_count - *dealt;
        unsigned at = *dealt + below_16(&play->random, left);
        uint8_t card = play->deck[at];
        play->deck[at] = play->deck[*dealt];
        play->deck[(*dealt)++] = card;
        if (!(held >> card & 1))
            return card;
    }
}

ALWAYS_INLINE void read_omaha_hand(omaha_hand *hand, const uint8_t *cards, int hole_count, int once)
{
    hand->keys = keys_of(cards, hole_count, SUIT_BIAS(2));
    hand->pair_count = 0;
    for (int i = 0; i < hole_count; i++)
        for (int j = i + 1; j < hole_count; j++) {
            uint8_t pair = PAIR_INDEX[16 * (cards[i] >> 2) + (cards[j] >> 2)];
            int known = 0;
            for (int k = 0; once && k < hand->pair_count; k++) /* worth the look for a hand that stays */
                known |= hand->pairs[k] == pair;
            hand->pairs[hand->pair_count] = pair;
            hand->pair_count += !known;
        }
}

ALWAYS_INLINE uint16_t omaha_rank(const omaha_hand *hand, const uint8_t *cards, int hole_count, const omaha_board *view,
                                  const uint8_t *board)
{
    unsigned best = 0;
    uint64_t both = view->suits & hand->keys;
    for (int i = 0; i < hand->pair_count; i++) {
        unsigned rank = view->row[hand->pairs[i]];
        best = rank > best ? rank : best;
    }
    if (UNLIKELY(both)) {
        unsigned suit = flagged_suit(both);
        unsigned flush = omaha_flush(suit_mask(cards, hole_count, suit), suit_mask(board, 5, suit));
        best = flush > best ? flush : best;
    }
    return (uint16_t)best;
}

ALWAYS_INLINE void rank_seats(table *play, int game, int hole_count)
{
    const int seats = play->contest->seats;
    if (game == OMAHA || game == OMAHA8) {
        omaha_board view = omaha_read_board(keys_of(play->board, 5, SUIT_BIAS(3)));
        unsigned board_low = low_mask(play->board, 5);
        for (int seat = 0; seat < seats; seat++) {
            const uint8_t *hole = play->cards[seat];
            if (play->changes[seat])
                read_omaha_hand(&play->hands[seat], hole, hole_count, 0);
            play->ranks[seat] = omaha_rank(&play->hands[seat], hole, hole_count, &view, play->board);
            if (game == OMAHA8)
                play->lows[seat] = OMAHA_LOW_RANK[low_mask(hole, hole_count) << 8 | board_low];
        }
    } else if (game == HOLDEM || game == SHORT_DECK) {
        uint64_t keys = FLUSH_BIAS;
        uint8_t cards[7];
        for (int i = 0; i < 5; i++) {
            cards[i] = play->board[i];
            keys += card_key(CARD_KEY7, cards[i]);
        }
        for (int seat = 0; seat < seats; seat++) {
            cards[5] = play->cards[seat][0], cards[6] = play->cards[seat][1];
            play->ranks[seat] =
                game == SHORT_DECK
                    ? short_deck_rank(cards, 7)
                    : rank_of_sum(keys + card_key(CARD_KEY7, cards[5]) + card_key(CARD_KEY7, cards[6]), cards, 7);
        }
    } else
        for (int seat = 0; seat < seats; seat++) {
            const uint8_t *cards = play->cards[seat];
            play->ranks[seat] = game == RAZZ ? razz_rank(cards, 7) : high_rank(cards, 7);
            if (game == STUD8)
                play->lows[seat] = LOW_RANK[low_mask(cards, 7)];
        }
}

ALWAYS_INLINE void note_combos(table *play, unsigned high, unsigned low)
{
    const pk_deals *deals = play->deals;
    const int seats = play->contest->seats;
    for (int g = 0; g < deals->group_count; g++)
        deals->groups[g].totals[play->tuples[g]] += 1;
    for (int seat = 0; seat < seats; seat++) {
        const pk_group *group = &deals->groups[deals->seat_group[seat]];
        group->shares[play->tuples[deals->seat_group[seat]] * seats + seat] +=
            pot_share(high, low, seat, has_low(play->contest));
    }
}

ALWAYS_INLINE void count_outcome(table *play, int64_t *tally, int64_t *classes, int splits)
{
    const pk_contest *contest = play->contest;
    const int seats = contest->seats;
    int64_t *cells = tally;
    for (int pot = 0; pot < contest->pot_count; pot++) {
        unsigned low = 0, high = best_seats(play->ranks, seats, contest->pots[pot]);
        if (!splits && pot == 0)
            play->sets[high]++;
        else {
            if (splits)
                low = best_seats(play->lows, seats, contest->pots[pot]);
            const int columns = splits ? LOW_SHARES : 1;
            for (int seat = 0; seat < seats; seat++) {
                int share = high >> seat & 1 ? COUNT_BITS(high) : 0;
                int low_share = !splits ? 0 : !low ? NO_LOW : low >> seat & 1 ? COUNT_BITS(low) : 0;
                cells[(seat * HIGH_SHARES + share) * columns + low_share]++;
            }
        }
        if (pot == 0 && play->deals->groups[0].shares)
            note_combos(play, high, low);
        cells += seats * HIGH_SHARES * (splits ? LOW_SHARES : 1);
    }
    if (classes)
        for (int seat = 0; seat < seats; seat++)
            classes[seat * HAND_CLASSES + (play->ranks[seat] >> 12)]++;
}

ALWAYS_INLINE int play_deals(table *play, int64_t samples, int64_t *tally, int64_t *classes, int game, int hole_count)
{
    const pk_deals *deals = play->deals;
    const int seats = play->contest->seats;
    int varied = 0;
    for (int g = 0; g < deals->group_count; g++)
        varied |= deals->groups[g].tuples > 1;
    for (int64_t i = 0; i < samples; i++) {
        uint64_t held = play->fixed;
        if (varied) {
            held = draw_combos(play);
            if (held == ~UINT64_C(0))
                return PK_ONLY_CLASHES;
            take_known(play, 0);
        }
        unsigned dealt = 0;
        for (int j = 0; j < deals->board_draws; j++)
            play->board[deals->board_count + j] = next_card(play, &dealt, held);
        for (int seat = 0; seat < seats; seat++)
            for (int j = 0; j < deals->draw_counts[seat]; j++)
                play->cards[seat][deals->known_counts[seat] + j] = next_card(play, &dealt, held);
        rank_seats(play, game, hole_count);
        count_outcome(play, tally, classes, game == OMAHA8 || game == STUD8);
    }
    return 0;
}

static int sample_stream(const pk_contest *contest, const pk_deals *deals, uint64_t number, int64_t samples,
                         int64_t *tally, int64_t *classes)
{
    table play;
    int status;
    play.contest = contest, play.deals = deals;
    play.random.counter = stream_counter(deals->seed, number);
    play.random.halves = 0;
    play.random.bits = 0;
    play.fixed = 0;
    memset(play.sets, 0, sizeof play.sets);
    memcpy(play.deck, deals->deck, sizeof play.deck);
    memcpy(play.board, deals->board, sizeof play.board);
    for (int g = 0; g < deals->group_count; g++) {
        play.tuples[g] = 0;
        if (deals->groups[g].tuples == 1)
            play.fixed |= deals->groups[g].masks[0];
    }
    take_known(&play, 1);
    for (int seat = 0; seat < contest->seats; seat++) {
        play.changes[seat] = deals->groups[deals->seat_group[seat]].tuples > 1 || deals->draw_counts[seat];
        if (is_omaha(contest) && !play.changes[seat])
            read_omaha_hand(&play.hands[seat], play.cards[seat], contest->hole_count, 1);
    }
    switch (contest->game) {
    case HOLDEM:
        status = play_deals(&play, samples, tally, classes, HOLDEM, 2);
        break;
    case OMAHA:
        status = contest->hole_count == 4 ? play_deals(&play, samples, tally, classes, OMAHA, 4)
                                          : play_deals(&play, samples, tally, classes, OMAHA, contest->hole_count);
        break;
    case OMAHA8:
        status = contest->hole_count == 4 ? play_deals(&play, samples, tally, classes, OMAHA8, 4)
                                          : play_deals(&play, samples, tally, classes, OMAHA8, contest->hole_count);
        break;
    default:
        status = play_deals(&play, samples, tally, classes, contest->game, contest->hole_count);
    }
    if (!has_low(contest))
        for (int seat = 0; seat < contest->seats; seat++)
            for (unsigned set = 0; set < 1u << contest->seats; set++)
                if (play.sets[set])
                    tally[seat * HIGH_SHARES + (set >> seat & 1 ? COUNT_BITS(set) : 0)] += play.sets[set];
    return status;
}

int pk_sample(const pk_contest *contest, const pk_deals *deals, uint64_t first_stream, int64_t streams, int64_t samples,
              int64_t *tally, int64_t *classes)
{
    if (pk_is_known(contest, deals))
        return pk_sample_known(contest, deals, first_stream, streams, samples, tally, classes);
    int status = 0;
    for (int64_t number = 0; number < streams && !status; number++)
        status = sample_stream(contest, deals, first_stream + (uint64_t)number, samples, tally, classes);
    return status;
}
