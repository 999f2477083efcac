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

typedef struct pk_tables pk_tables;

/* The loops of which there is one for each instruction set. All paths give the same results bit by bit. */
typedef struct {
    const char *name;
    int (*can_run)(void); /* whether this processor has every instruction of the path */
    void (*prepare)(void); /* to be called once before the loops: fills the tables that they start from */
    /* (rows, count) card ids -> ranks; count 5, 6 or 7. */
    ptrdiff_t (*high)(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check);
    ptrdiff_t (*low)(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check);
    /* Omaha hands against boards, row by row; a stride of 0 keeps the same hand or board for all rows. Fills `high`,
     * `low` or both; the other is NULL. hole_count 4..6, board_count 3..5. */
    ptrdiff_t (*omaha)(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                       ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low,
                       int check);
    /* (tables, 5) boards with (tables, players, 2) hole cards -> (tables, players) ranks, and, unless `strange` is NULL,
     * what the next one finds; or NULL for a path that has no better way than rows of seven. */
    void (*holdem)(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players, uint16_t *out,
                   uint64_t *strange);
    /* Finds what cannot be tables of distinct cards among (tables, hole_bytes) hole cards with (tables, 0, 1 or 5) boards:
     * a bit for each, also for some that it leaves to whoever asks. At most 52 hole cards. */
    void (*strange)(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown_bytes, int tables,
                    uint64_t *bits);
    /* Chips of tables that have been ranked. Takes a bit for each whose cards must be looked at, and gives one for each
     * that it leaves to whoever asks, among them all that cannot be settled. NULL for a path that has no better way than
     * row by row. */
    void (*settle)(const pk_tables *tables, ptrdiff_t start, int rows, uint64_t *bits);
} pk_path;

/* Big-endian builds have the bytes of a register in another order. */
#if defined(__aarch64__) && defined(__GNUC__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define POKEREVAL_NEON
#endif

/* One copy of a loop over rows for each number of cards, with and without the check, so that the compiler knows both. */
#define FOR_COUNT(rows_loop, check)                                                                                    \
    (count == 5   ? rows_loop(cards, rows, 5, out, check)                                                              \
     : count == 6 ? rows_loop(cards, rows, 6, out, check)                                                              \
                  : rows_loop(cards, rows, 7, out, check))
#define FOR_COUNT_AND_CHECK(rows_loop) (check ? FOR_COUNT(rows_loop, 1) : FOR_COUNT(rows_loop, 0))

extern const pk_path pk_portable, pk_avx2, pk_avx512, pk_neon;
/* The paths of this build that this processor can run, the plainest first; NULL beyond the last. */
const pk_path *pk_path_at(int i);

/* Loops that live in files of their own, or that other paths fall back on. */
ptrdiff_t pk_portable_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                            ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low,
                            int check);
void pk_portable_holdem(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players, uint16_t *out,
                        uint64_t *strange);
/* Leaves nothing to whoever asks, however many hole cards there are. */
void pk_portable_strange(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown_bytes, int tables,
                         uint64_t *strange);
void pk_avx2_omaha_prepare(void);
ptrdiff_t pk_avx2_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                        ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low,
                        int check);
void pk_avx512_omaha_prepare(void);
void pk_avx512_boards_prepare(void);
void pk_avx512_holdem(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players, uint16_t *out);
void pk_avx512_strange(const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown_bytes, int tables,
                       uint64_t *bits);
void pk_avx512_settle(const pk_tables *tables, ptrdiff_t start, int rows, uint64_t *bits);
ptrdiff_t pk_avx512_omaha(const uint8_t *hole, ptrdiff_t hole_stride, int hole_count, const uint8_t *board,
                          ptrdiff_t board_stride, int board_count, ptrdiff_t rows, uint16_t *high, uint8_t *low,
                          int check);
/* The same for hands that share a board of five. */
void pk_avx512_one_board_prepare(void);
ptrdiff_t pk_avx512_omaha_one_board(const uint8_t *hole, int hole_count, const uint8_t *board, ptrdiff_t rows,
                                    uint16_t *high, uint8_t *low, int check);

/* (rows, count) card ids -> ranks of razz and of short deck. A card below the sixes is none to the latter's check. */
ptrdiff_t pk_razz(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check);
ptrdiff_t pk_short_deck(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check);

/* One hand. */
uint16_t pk_high_one(const uint8_t *cards, int count);
uint8_t pk_low_one(const uint8_t *cards, int count);
int pk_distinct(const uint8_t *cards, int count);

/* The five of 5..7 cards that play, as positions in `cards`; returns the rank (0 for no low). Of equal hands the one
 * with the higher cards by id, compared from the top, is taken. */
unsigned pk_best_high(const uint8_t *cards, int count, uint8_t *positions);
unsigned pk_best_low(const uint8_t *cards, int count, uint8_t *positions);
/* The five that play as bits, for comparing by card and suit from the top down: bit = id in the high; in the low the
 * aces lie below the deuces. */
uint64_t pk_high_set(const uint8_t *cards, int count);
uint64_t pk_low_set(const uint8_t *cards, int count);
/* Omaha: two positions in `hole`, then three in `board`. */
unsigned pk_best_omaha_high(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count,
                            uint8_t *positions);
unsigned pk_best_omaha_low(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count,
                           uint8_t *positions);

/* Tables of seats, each with a board of its own; stud's hands of seven have none. */
typedef struct {
    int is_omaha, seats, hole_count;
    const uint8_t *hole_cards; /* (tables, seats, hole_count) ids */
    ptrdiff_t hole_stride;     /* from a table's hole cards to the next table's; 0 when all have the same */
    const uint8_t *boards;     /* (tables, 5), or (tables, 7 - hole_count) outside Omaha */
} pk_seats;

/* Ranks of the tables from start to stop into (tables, seats) `high` and `low`; either may be NULL. Returns the first
 * table whose cards are not distinct, or ALL_GOOD. */
ptrdiff_t pk_rank_seats(const pk_path *path, const pk_seats *all, ptrdiff_t start, ptrdiff_t stop, uint16_t *high,
                        uint8_t *low, int check);
/* A bit for each of the tables from start on that may not be of distinct cards. */
void pk_strange_seats(const pk_path *path, const pk_seats *all, ptrdiff_t start, int tables, uint64_t *bits);

/* Whole tables, row by row. */
struct pk_tables {
    const pk_path *path; /* whose loops rank the hands */
    int is_omaha, has_low, is_stud;
    int seats, hole_count;    /* hole_count cards in every seat's place of `hole_cards` */
    int board_count;          /* cards in every row of `board`; 0 when there is none */
    int uncalled_returned;    /* uncalled bets have gone back already: a lone excess was a forced ante */
    int64_t chip;
    const uint8_t *hole_cards;    /* (rows, seats, hole_count) ids, NO_CARD where not dealt or not shown */
    const uint8_t *board;         /* (rows, board_count) ids, NO_CARD where not dealt; never NULL */
    const int64_t *contributions; /* (rows, seats) */
    const uint8_t *live;          /* (rows, seats) */
    const int64_t *button;        /* (rows,) seats; NULL when unknown */
    const int64_t *dead;          /* (rows,) chips of the main pot that count for no level; NULL for none */
    int64_t *payouts, *returned;  /* (rows, seats); returned chips are zero beforehand */
    uint16_t *high_ranks;         /* (rows, seats) */
    uint8_t *low_ranks;           /* (rows, seats); NULL in games without a low */
};

/* Settles the rows from start to stop. Returns ALL_GOOD, or the first row that cannot be settled: cards, chips or seats
 * that `check` refuses, or, always, an odd chip without a button to place it by. */
ptrdiff_t pk_settle(const pk_tables *tables, ptrdiff_t start, ptrdiff_t stop, int check);

#endif
