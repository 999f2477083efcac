/* Tables of players sixteen at a time with SSE2: turned on their side, so that one comparison meets two places of
 * sixteen tables, or a place and the suit of which the board has three. */
#ifndef POKEREVAL_SIXTEEN_TABLES_H
#define POKEREVAL_SIXTEEN_TABLES_H

#include "_sixteen.h"

#ifdef SIXTEEN

#define MOST_PLAYERS 10
#define FEWEST_CARDS 4   /* in a row that is turned, lest the last but one is read beyond its end */
#define MOST_COMPARED 40 /* cards of a table; with more it is faster to add up a bit for each */

/* The key of two cards by their ranks, as `pair_up` has them, and of the lower rank alone beside fifteen. */
static uint64_t key_of_two[256];

static void prepare_sixteen_tables(void)
{
    for (unsigned ranks = 0; ranks < 256; ranks++)
        key_of_two[ranks] = card_key(CARD_KEY7, 4 * (ranks & 15)) + card_key(CARD_KEY7, 4 * (ranks >> 4));
}

/* Asks for sixteen rows that come later. */
ALWAYS_INLINE void ask_for_rows(const uint8_t *rows, int row_bytes)
{
    for (int byte = 0; byte < SIXTEEN * row_bytes; byte += 64)
        PREFETCH(rows + AHEAD + byte);
}

/* Rows of one card, or of FEWEST_CARDS and more, to columns; of the last eight there may be less. */
ALWAYS_INLINE void turn_rows(const uint8_t *rows, int count, __m128i *places)
{
    if (count == 1) {
        places[0] = _mm_loadu_si128((const __m128i *)rows);
        return;
    }
    for (int i = 0; i < count; i += 8)
        turn_sixteen(rows + i, count, count - i < 8 ? count - i : 8, places + i);
}

/* Hole cards and boards of sixteen tables, one place after the other; there is room for eight beyond. */
ALWAYS_INLINE void turn_tables(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown, __m128i *places)
{
    ask_for_rows(holes, hole_bytes);
    ask_for_rows(boards, shown);
    turn_rows(holes, hole_bytes, places);
    turn_rows(boards, shown, places + hole_bytes);
}

/* A bit for each of sixteen tables. */
ALWAYS_INLINE uint64_t strange_tables(const __m128i *places, int count)
{
    return (unsigned)_mm_movemask_epi8(strange_among(places, count));
}

/* Looks at as many sixteens of tables as there are; returns how many tables. */
static int strange_sixteens(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown, int tables,
                            uint64_t *strange)
{
    int table = 0;
    if (hole_bytes < FEWEST_CARDS || hole_bytes + shown > MOST_COMPARED)
        return 0;
    for (; table + SIXTEEN <= tables; table += SIXTEEN) {
        __m128i places[MOST_COMPARED + 8];
        turn_tables(holes + table * hole_bytes, hole_bytes, boards + table * shown, shown, places);
        strange[table / 64] |= strange_tables(places, hole_bytes + shown) << table % 64;
    }
    return table;
}

/* -- hold'em -- */

/* Sixteen tables by the card ranks of two cards at a time, the fifth of the board alone. */
typedef struct {
    uint8_t boards[3][SIXTEEN] POKEREVAL_ALIGNED;
    uint8_t hands[MOST_PLAYERS][SIXTEEN] POKEREVAL_ALIGNED;
    uint8_t suits[SIXTEEN] POKEREVAL_ALIGNED; /* of which the board has three, if there is such a suit */
    uint64_t flushes[(MOST_PLAYERS + 3) / 4]; /* a bit for each hand, sixteen to a player */
} holdem_ranks;

/* One for each card that does not have the suit. */
ALWAYS_INLINE __m128i has_other_suit(__m128i cards, __m128i suits)
{
    return _mm_min_epu8(_mm_and_si128(_mm_xor_si128(cards, suits), _mm_set1_epi8(3)), _mm_set1_epi8(1));
}

/* If the board has three of a suit, each of that suit's two bits is one that most of its cards have; and with five of a
 * suit at most two cards of the seven have another. */
ALWAYS_INLINE void note_tables(const __m128i *holes, const __m128i *board, int players, holdem_ranks *all)
{
    const __m128i odd = _mm_xor_si128(_mm_xor_si128(board[0], board[1]), board[2]);
    const __m128i both = _mm_and_si128(board[3], board[4]), any = _mm_or_si128(board[3], board[4]);
    const __m128i two = two_of_three(board[0], board[1], board[2]);
    const __m128i suits = _mm_or_si128(_mm_and_si128(two, _mm_or_si128(odd, any)), _mm_and_si128(odd, both));
    __m128i others = _mm_setzero_si128();
    for (int i = 0; i < 5; i++)
        others = _mm_add_epi8(others, has_other_suit(board[i], suits));
    _mm_store_si128((__m128i *)all->suits, _mm_and_si128(suits, _mm_set1_epi8(3)));
    _mm_store_si128((__m128i *)all->boards[0], pair_up(board[0], board[1]));
    _mm_store_si128((__m128i *)all->boards[1], pair_up(board[2], board[3]));
    _mm_store_si128((__m128i *)all->boards[2], pair_up(board[4], _mm_set1_epi8(-1)));
    memset(all->flushes, 0, sizeof all->flushes);
    for (int player = 0; player < players; player++) {
        const __m128i *cards = holes + 2 * player;
        __m128i all_others = _mm_add_epi8(has_other_suit(cards[0], suits), has_other_suit(cards[1], suits));
        __m128i is_flush = _mm_cmplt_epi8(_mm_add_epi8(others, all_others), _mm_set1_epi8(3));
        all->flushes[player / 4] |= (uint64_t)(unsigned)_mm_movemask_epi8(is_flush) << 16 * (player % 4);
        _mm_store_si128((__m128i *)all->hands[player], pair_up(cards[0], cards[1]));
    }
    __asm__ volatile("" ::: "memory"); /* to be read from there: clang would take the bytes out of its registers */
}

/* Ranks of sixteen tables, of which `boards` and `holes` have the cards. */
ALWAYS_INLINE void rank_tables(const holdem_ranks *all, const uint8_t *boards, const uint8_t *holes, int players,
                               uint16_t *out)
{
    for (int table = 0; table < SIXTEEN; table++) {
        const uint64_t board = key_of_two[all->boards[0][table]] + key_of_two[all->boards[1][table]] +
                               key_of_two[all->boards[2][table]];
        for (int player = 0; player < players; player++)
            out[table * players + player] = RANK7[lookup7(board + key_of_two[all->hands[player][table]])];
    }
    for (int first = 0; first < players; first += 4)
        for (uint64_t left = all->flushes[first / 4]; left; left &= left - 1) {
            const int bit = __builtin_ctzll(left), table = bit % SIXTEEN;
            const int hand = table * players + first + bit / SIXTEEN;
            const unsigned suit = all->suits[table];
            out[hand] = FLUSH_RANK[suit_mask(boards + 5 * table, 5, suit) | suit_mask(holes + 2 * hand, 2, suit)];
        }
}

/* Ranks of as many sixteens of tables as there are, and, unless `strange` is NULL, a bit for each that is strange;
 * returns how many tables. */
ALWAYS_INLINE ptrdiff_t holdem_sixteens(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players,
                                        uint16_t *out, uint64_t *strange)
{
    ptrdiff_t table = 0;
    if (2 * players < FEWEST_CARDS)
        return 0;
    for (; table + SIXTEEN <= tables; table += SIXTEEN) {
        const uint8_t *shown = boards + 5 * table, *held = holes + 2 * players * table;
        __m128i places[2 * MOST_PLAYERS + 5 + 8];
        holdem_ranks all;
        turn_tables(held, 2 * players, shown, 5, places);
        if (strange)
            strange[table / 64] |= strange_tables(places, 2 * players + 5) << table % 64;
        note_tables(places, places + 2 * players, players, &all);
        rank_tables(&all, shown, held, players, out + players * table);
    }
    return table;
}

#else

static void prepare_sixteen_tables(void)
{
}

ALWAYS_INLINE int strange_sixteens(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown, int tables,
                                   uint64_t *strange)
{
    (void)holes, (void)hole_bytes, (void)boards, (void)shown, (void)tables, (void)strange;
    return 0;
}

ALWAYS_INLINE ptrdiff_t holdem_sixteens(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players,
                                        uint16_t *out, uint64_t *strange)
{
    (void)boards, (void)holes, (void)tables, (void)players, (void)out, (void)strange;
    return 0;
}

#endif

#endif
