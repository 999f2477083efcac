/* Sampling for known hands: boards of five, drawn 64 at a time, as the numbers of their ranks. */
#ifndef POKEREVAL_EQUITY_KNOWN_H
#define POKEREVAL_EQUITY_KNOWN_H

#include "_equity_score.h"

#define BLOCK 64          /* boards that are drawn together, from as many random numbers */
#define BLOCKS_AT_ONCE 8
#define BOARDS_AT_ONCE (BLOCK * BLOCKS_AT_ONCE)

/* Five ranks a <= b <= c <= d <= e have the number a + C(b + 1, 2) + C(c + 2, 3) + C(d + 3, 4) + C(e + 4, 5). */
#define RANK_SETS 6188

/* A block's numbers are cut into pieces of sixteen bits: four planes of 64. A board takes a piece of each plane; the
 * boards in even places take the first half of a plane. */
#define PLANES 4
#define PIECE_OF(board) (((board) & 1) << 5 | (board) >> 1)

/* What boards are drawn from: for every card of the deck, which is in order, what it adds to the number of the board's
 * ranks as the first to the fifth of them, and to the counters of the suits, four bits each. */
typedef struct {
    uint16_t deck_count;
    uint16_t limits[PLANES]; /* of the draws from a plane: 2 ** 16 modulo the number of outcomes */
    uint16_t numbers[5][64];
    uint8_t suits[2][64];
    uint8_t suits_start[2];
} board_deck;

typedef struct {
    uint16_t numbers[BOARDS_AT_ONCE];   /* of the ranks; in each block in the order of the pieces */
    uint8_t places[5][BOARDS_AT_ONCE];  /* in the deck, going up */
    uint64_t flushes[BLOCKS_AT_ONCE];   /* bits of the boards on which somebody may have a flush */
} drawn_boards;

#define COUNTER_STEP UINT64_C(0x9e3779b97f4a7c15)
#define REDRAW_STEP UINT64_C(0xd1342543de82ef95)

/* The mixer of Steele, Lea and Flood, 2014. */
ALWAYS_INLINE uint64_t mixed(uint64_t number)
{
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

/* The deals of a stream come from the numbers after its counter. */
ALWAYS_INLINE uint64_t stream_counter(uint64_t seed, uint64_t stream)
{
    return mixed(mixed(seed) + stream * REDRAW_STEP);
}

/* A piece is a fraction; multiplied by the cards that are left it gives a draw in its whole part and the next fraction
 * below it. The first piece gives two draws, the others one each. Fractions below the plane's limit would make some
 * boards likelier; returns whether there is one. */
ALWAYS_INLINE int draw_places(const board_deck *deck, const uint16_t *pieces, int apart, uint8_t *places)
{
    const unsigned cards = deck->deck_count;
    uint32_t product = pieces[0] * cards;
    places[0] = (uint8_t)(product >> 16);
    product = (product & 0xffff) * (cards - 1);
    places[1] = (uint8_t)(product >> 16);
    int again = (product & 0xffff) < deck->limits[0];
    for (int plane = 1; plane < PLANES; plane++) {
        product = pieces[plane * apart] * (cards - 1 - (unsigned)plane);
        places[plane + 1] = (uint8_t)(product >> 16);
        again |= (product & 0xffff) < deck->limits[plane];
    }
    return again;
}

/* A place drawn among the cards that are left is moved up past every card that was drawn below it. */
ALWAYS_INLINE void put_in_order(int16_t *places)
{
#if defined(__GNUC__)
#pragma GCC unroll 5
#endif
    for (int i = 1; i < 5; i++) {
        int16_t place = places[i];
        for (int j = 0; j < i; j++) /* those before it are in order, */
            place = (int16_t)(place + (place >= places[j]));
        for (int j = 0; j < i; j++) { /* and it is put among them without a branch */
            int16_t lower = places[j] < place ? places[j] : place;
            place = places[j] < place ? place : places[j];
            places[j] = lower;
        }
        places[i] = place;
    }
}

/* A board of a block once more, from other numbers. */
static inline void draw_again(const board_deck *deck, uint64_t counter, int board, uint8_t *places)
{
    uint64_t number = counter + (uint64_t)(board + 1) * COUNTER_STEP;
    uint16_t pieces[PLANES];
    int16_t row[5];
    do {
        number = mixed(number + REDRAW_STEP);
        for (int plane = 0; plane < PLANES; plane++)
            pieces[plane] = (uint16_t)(number >> 16 * plane);
    } while (draw_places(deck, pieces, 1, places));
    for (int i = 0; i < 5; i++)
        row[i] = places[i];
    put_in_order(row);
    for (int i = 0; i < 5; i++)
        places[i] = (uint8_t)row[i];
}

/* Notes a board of five places. */
ALWAYS_INLINE void note_board(const board_deck *deck, drawn_boards *drawn, int block, int board, const uint8_t *places)
{
    unsigned number = 0, low = deck->suits_start[0], high = deck->suits_start[1];
    for (int i = 0; i < 5; i++) {
        number += deck->numbers[i][places[i]];
        low += deck->suits[0][places[i]];
        high += deck->suits[1][places[i]];
        drawn->places[i][block * BLOCK + board] = places[i];
    }
    drawn->numbers[block * BLOCK + PIECE_OF(board)] = (uint16_t)number;
    drawn->flushes[block] &= ~(UINT64_C(1) << board);
    drawn->flushes[block] |= (uint64_t)(((low | high) & 0x88) != 0) << board;
}

/* Draws BOARDS_AT_ONCE boards from the numbers after `counter`. */
void pk_avx512_draw_boards(const board_deck *deck, uint64_t counter, drawn_boards *drawn);

#endif
