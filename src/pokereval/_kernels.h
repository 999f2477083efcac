/* The hot loops that the compiled core calls. All trust their shapes; those that take `check` also look at every card.
 *
 * A checking kernel returns the first row that holds something other than distinct cards, or ALL_GOOD. It may have
 * filled part of `out` by then; the caller throws that away.
 */
#ifndef POKEREVAL_KERNELS_H
#define POKEREVAL_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#define ALL_GOOD ((ptrdiff_t)-1)

/* (rows, count) card ids -> ranks; count 5, 6 or 7. */
ptrdiff_t pk_high(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check);
ptrdiff_t pk_low(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check);

/* Omaha hands against boards, row by row; a stride of 0 keeps the same hand or board for all rows. Fills `high`, `low`
 * or both; the other is NULL. hole_count 4..6, board_count 3..5. */
ptrdiff_t pk_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                   ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low, int check);

/* One hand. */
uint16_t pk_high_one(const uint8_t *cards, int count);
uint8_t pk_low_one(const uint8_t *cards, int count);
int pk_distinct(const uint8_t *cards, int count);

/* The five of 5..7 cards that play, as positions in `cards`; returns the rank (0 for no low). Of equal hands the one
 * with the higher cards by id, compared from the top, is taken. */
unsigned pk_best_high(const uint8_t *cards, int count, uint8_t *positions);
unsigned pk_best_low(const uint8_t *cards, int count, uint8_t *positions);
/* The same in Omaha: two positions in `hole`, then three in `board`. */
unsigned pk_best_omaha_high(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count,
                            uint8_t *positions);
unsigned pk_best_omaha_low(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count,
                           uint8_t *positions);

#endif
