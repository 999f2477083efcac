/* Sampling for known hold'em hands, which is where most samples are asked for: no hand changes from deal to deal, so a
 * board is a pair of sums, and boards can be drawn many at a time. */
#include "_equity_known.h"

typedef struct {
    const pk_contest *contest;
    const pk_deals *deals;
    board_deck deck;
    uint8_t hole[MOST_SEATS][2];
    uint32_t keys[MOST_SEATS], suits[MOST_SEATS];
    int64_t sets[SETS];
    int64_t *classes;
} known_table;

static void draw_boards(const board_deck *deck, uint64_t counter, uint32_t *keys, uint32_t *suits)
{
    for (int i = 0; i < BOARDS_AT_ONCE; i++) {
        uint32_t places[5];
        keys[i] = suits[i] = 0;
        draw_places(deck, mixed(counter += COUNTER_STEP), places);
        for (int j = 0; j < 5; j++) {
            keys[i] += deck->keys[places[j]];
            suits[i] += deck->suits[places[j]];
        }
    }
}

ALWAYS_INLINE unsigned plain_rank_of(uint32_t key)
{
    const uint32_t sum = key >> (32 - KEY7_BITS);
    return RANK7[OFFSET7[sum >> KEY7_COLUMN_BITS] + (sum & ((1u << KEY7_COLUMN_BITS) - 1))];
}

ALWAYS_INLINE unsigned winning_set(const unsigned *ranks, int seats)
{
    unsigned best = 0, set = 0;
    for (int seat = 0; seat < seats; seat++)
        best = ranks[seat] > best ? ranks[seat] : best;
    for (int seat = 0; seat < seats; seat++)
        set |= (unsigned)(ranks[seat] == best) << seat;
    return set;
}

/* Takes back what was counted for a deal without looking at flushes, and counts it again. */
static void count_with_flushes(known_table *play, uint64_t number, uint32_t key, uint32_t suits)
{
    const int seats = play->contest->seats;
    unsigned plain[MOST_SEATS], ranks[MOST_SEATS];
    uint32_t places[5];
    uint8_t cards[7];
    draw_places(&play->deck, number, places);
    for (int i = 0; i < 5; i++)
        cards[i] = play->deck.cards[places[i]];
    for (int seat = 0; seat < seats; seat++) {
        uint32_t flags = (suits + play->suits[seat]) & (uint32_t)SUIT_FLAGS;
        ranks[seat] = plain[seat] = plain_rank_of(key + play->keys[seat]);
        if (flags) {
            cards[5] = play->hole[seat][0], cards[6] = play->hole[seat][1];
            ranks[seat] = flush_rank(cards, 7, flags);
        }
        if (play->classes) {
            play->classes[seat * HAND_CLASSES + (plain[seat] >> 12)]--;
            play->classes[seat * HAND_CLASSES + (ranks[seat] >> 12)]++;
        }
    }
    play->sets[winning_set(plain, seats)]--;
    play->sets[winning_set(ranks, seats)]++;
}

/* Two seats: wins and ties add up in registers. */
ALWAYS_INLINE void count_duel(known_table *play, const uint32_t *keys, int size)
{
    int64_t wins = 0, ties = 0;
    for (int i = 0; i < size; i++) {
        unsigned first = plain_rank_of(keys[i] + play->keys[0]), second = plain_rank_of(keys[i] + play->keys[1]);
        wins += first > second;
        ties += first == second;
    }
    play->sets[1] += wins;
    play->sets[3] += ties;
    play->sets[2] += size - wins - ties;
}

ALWAYS_INLINE void count_table(known_table *play, const uint32_t *keys, int size, int seats)
{
    for (int i = 0; i < size; i++) {
        unsigned ranks[MOST_SEATS];
        for (int seat = 0; seat < seats; seat++)
            ranks[seat] = plain_rank_of(keys[i] + play->keys[seat]);
        play->sets[winning_set(ranks, seats)]++;
        for (int seat = 0; play->classes && seat < seats; seat++)
            play->classes[seat * HAND_CLASSES + (ranks[seat] >> 12)]++;
    }
}

/* Looks for the few deals in which somebody has a flush, two at a time. */
static void count_flushes(known_table *play, uint64_t counter, const uint32_t *keys, const uint32_t *suits, int size)
{
    uint32_t flags[BOARDS_AT_ONCE];
    const uint32_t mask = (uint32_t)SUIT_FLAGS;
    for (int i = 0; i < BOARDS_AT_ONCE; i++)
        flags[i] = (suits[i] + play->suits[0]) & mask;
    for (int seat = 1; seat < play->contest->seats; seat++) {
        const uint32_t own = play->suits[seat];
        for (int i = 0; i < BOARDS_AT_ONCE; i++)
            flags[i] |= (suits[i] + own) & mask;
    }
    for (int pair = 0; pair < size; pair += 2) {
        uint64_t both;
        memcpy(&both, flags + pair, sizeof both);
        if (!both)
            continue;
        for (int i = pair; i < pair + 2 && i < size; i++)
            if (flags[i])
                count_with_flushes(play, mixed(counter + (uint64_t)(i + 1) * COUNTER_STEP), keys[i], suits[i]);
    }
}

static void prepare(known_table *play)
{
    const pk_deals *deals = play->deals;
    const uint64_t cards = (uint64_t)deals->deck_count;
    memset(play->sets, 0, sizeof play->sets);
    memset(&play->deck, 0, sizeof play->deck);
    play->deck.deck_count = deals->deck_count;
    play->deck.limits[0] = (uint32_t)((UINT64_C(1) << 32) % (cards * (cards - 1)));
    play->deck.limits[1] = (uint32_t)((UINT64_C(1) << 32) % ((cards - 2) * (cards - 3) * (cards - 4)));
    for (int i = 0; i < deals->deck_count; i++) {
        uint64_t key = card_key(CARD_KEY7, deals->deck[i]);
        play->deck.cards[i] = deals->deck[i];
        play->deck.keys[i] = (uint32_t)(key >> 32);
        play->deck.suits[i] = (uint32_t)key & 0xffff;
    }
    for (int seat = 0; seat < play->contest->seats; seat++) {
        const uint8_t *hole = deals->groups[deals->seat_group[seat]].cards + deals->seat_offset[seat];
        uint64_t key = FLUSH_BIAS + card_key(CARD_KEY7, hole[0]) + card_key(CARD_KEY7, hole[1]);
        play->hole[seat][0] = hole[0], play->hole[seat][1] = hole[1];
        play->keys[seat] = (uint32_t)(key >> 32);
        play->suits[seat] = (uint32_t)key & 0xffff;
    }
}

int pk_is_known(const pk_contest *contest, const pk_deals *deals)
{
    int is_known = contest->game == HOLDEM && contest->pot_count == 1 && deals->board_count == 0;
    for (int g = 0; g < deals->group_count; g++)
        is_known &= deals->groups[g].tuples == 1 && !deals->groups[g].shares;
    for (int seat = 0; seat < contest->seats; seat++)
        is_known &= deals->draw_counts[seat] == 0;
    return is_known;
}

void pk_sample_known(const pk_contest *contest, const pk_deals *deals, uint64_t counter, int64_t samples,
                     int64_t *tally, int64_t *classes)
{
    known_table play;
    uint32_t keys[BOARDS_AT_ONCE], suits[BOARDS_AT_ONCE];
    const int seats = contest->seats;
    play.contest = contest, play.deals = deals, play.classes = classes;
    prepare(&play);
    for (int64_t done = 0; done < samples; done += BOARDS_AT_ONCE, counter += BOARDS_AT_ONCE * COUNTER_STEP) {
        const int size = samples - done < BOARDS_AT_ONCE ? (int)(samples - done) : BOARDS_AT_ONCE;
#ifdef POKEREVAL_X86
        if (deals->is_wide)
            pk_avx512_draw_boards(&play.deck, counter, keys, suits);
        else
#endif
            draw_boards(&play.deck, counter, keys, suits);
        if (seats == 2 && !classes)
            count_duel(&play, keys, size);
        else if (seats == 6)
            count_table(&play, keys, size, 6);
        else
            count_table(&play, keys, size, seats);
        count_flushes(&play, counter, keys, suits, size);
    }
    for (int seat = 0; seat < seats; seat++)
        for (unsigned set = 0; set < 1u << seats; set++)
            if (play.sets[set])
                tally[seat * HIGH_SHARES + (set >> seat & 1 ? COUNT_BITS(set) : 0)] += play.sets[set];
}
