/* Sampling for known hold'em hands: boards of five for some deals at a time, as the sums that ranks are looked up by. */
#ifndef POKEREVAL_EQUITY_KNOWN_H
#define POKEREVAL_EQUITY_KNOWN_H

#include "_equity_score.h"

#define BOARDS_AT_ONCE 512

/* What boards are drawn from: for every card of the deck the top half of its key and its suit counter. */
typedef struct {
    int deck_count;
    uint8_t cards[64];
    uint32_t keys[64], suits[64];
    uint32_t limits[2]; /* of the two draws: 2 ** 32 modulo the number of outcomes */
} board_deck;

#define COUNTER_STEP UINT64_C(0x9e3779b97f4a7c15)
#define REDRAW_STEP UINT64_C(0xd1342543de82ef95)

/* The mixer of Steele, Lea and Flood, 2014. */
ALWAYS_INLINE uint64_t mixed(uint64_t number)
{
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

/* Places in the deck of the five cards that a number stands for.
 *
 * The number's halves are fractions; multiplied by the cards that are left they give one draw in their whole part and the
 * next fraction below it. Numbers that would make some boards likelier are mixed again. A place drawn among the cards
 * that are left is moved up past every card that was drawn below it. */
ALWAYS_INLINE void draw_places(const board_deck *deck, uint64_t number, uint32_t *places)
{
    const uint64_t cards = (uint64_t)deck->deck_count;
    uint64_t first, second;
    for (;;) {
        first = (number & UINT32_MAX) * cards;
        second = (number >> 32) * (cards - 2);
        places[0] = (uint32_t)(first >> 32);
        places[2] = (uint32_t)(second >> 32);
        first = (first & UINT32_MAX) * (cards - 1);
        second = (second & UINT32_MAX) * (cards - 3);
        places[1] = (uint32_t)(first >> 32);
        places[3] = (uint32_t)(second >> 32);
        second = (second & UINT32_MAX) * (cards - 4);
        places[4] = (uint32_t)(second >> 32);
        if ((uint32_t)first >= deck->limits[0] && (uint32_t)second >= deck->limits[1])
            break;
        number = mixed(number + REDRAW_STEP);
    }
#if defined(__GNUC__)
#pragma GCC unroll 5
#endif
    for (int i = 1; i < 5; i++) {
        uint32_t place = places[i];
        for (int j = 0; j < i; j++) /* those before it are in order, */
            place += place >= places[j];
        for (int j = 0; j < i; j++) { /* and it is put among them without a branch */
            uint32_t lower = places[j] < place ? places[j] : place;
            place = places[j] < place ? place : places[j];
            places[j] = lower;
        }
        places[i] = place;
    }
}

/* Fills the sums of the keys and of the suit counters of BOARDS_AT_ONCE boards: the numbers after `counter`. */
void pk_avx512_draw_boards(const board_deck *deck, uint64_t counter, uint32_t *keys, uint32_t *suits);

#endif
