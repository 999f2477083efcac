/* Every path of this processor against the portable one, in C: where guard pages can stand on both sides of an array,
 * where no interpreter is needed, and so where an emulator of another processor is fast enough.
 *
 * Called with a number, it looks at one in so many of the hands of five cards, the sampled hands and the alignments,
 * and spoils fewer rows; every length stands beside guard pages and every pair of places is met all the same. A second
 * number, six or seven, has it walk the hands of so many cards too.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "_kernels.h"

#define DECK 52
#define MOST_PATHS 8
#define MOST_CARDS 11
#define LONGEST 200    /* rows beside the guard pages */
#define ALIGNMENTS 64
#define SPOILED 1100   /* rows among which two are bad: more than a block of any path */
#define SAMPLE 60000   /* rows; fewer where every two meet every three */
#define BLOCK 4096     /* rows of the walk through five cards */
#define NOT_SEEN 255   /* in place of a card */
#define UNTOUCHED 0xab /* what lies around results */

static const pk_path *paths[MOST_PATHS];
static int path_count;
static long one_in = 1;

/* -- telling what went wrong -- */

static char doing[200] = "nothing yet";

static void doing_now(const char *words, ...)
{
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(doing, sizeof doing, words, arguments);
    va_end(arguments);
}

static void fail(const char *what, long row)
{
    printf("FAILED: %s: %s, row %ld\n", doing, what, row);
    exit(1);
}

static void on_fault(int number)
{
    const char *words[] = {"FAILED: ", doing, ": touched memory outside of its arrays\n"};
    for (int i = 0; i < 3; i++)
        if (write(STDOUT_FILENO, words[i], strlen(words[i])) < 0)
            break;
    _exit(100 + number);
}

/* -- memory between guard pages -- */

typedef struct {
    uint8_t *first, *end; /* the byte before `first` and the one at `end` cannot be touched */
} room;

static room make_room(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = (bytes + page - 1) / page * page;
    uint8_t *all = mmap(NULL, inside + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + page, inside, PROT_READ | PROT_WRITE)) {
        perror("guard pages");
        exit(2);
    }
    room made = {all + page, all + page + inside};
    return made;
}

enum { BEHIND_GUARD = ALIGNMENTS, BEFORE_GUARD, PLACEMENTS };

/* A place for so many bytes: hard behind one guard page, hard before the other, or at an alignment in between. */
static uint8_t *place_in(room in, size_t bytes, int placement)
{
    return placement == BEHIND_GUARD   ? in.first
           : placement == BEFORE_GUARD ? in.end - bytes
                                       : in.first + ALIGNMENTS + placement;
}

/* How many bytes on both sides of an array are looked at, where there are any. */
typedef struct {
    uint8_t *from;
    size_t before, after;
} surroundings;

static surroundings around(room in, uint8_t *from, size_t bytes)
{
    size_t before = (size_t)(from - in.first), after = (size_t)(in.end - from) - bytes;
    surroundings all = {from, before < ALIGNMENTS ? before : ALIGNMENTS, after < ALIGNMENTS ? after : ALIGNMENTS};
    return all;
}

static void fill_around(room in, uint8_t *from, size_t bytes, int value)
{
    surroundings all = around(in, from, bytes);
    memset(from - all.before, value, all.before);
    memset(from + bytes, value, all.after);
}

static uint8_t *place_cards(room in, const uint8_t *cards, size_t bytes, int placement)
{
    uint8_t *there = place_in(in, bytes, placement);
    fill_around(in, there, bytes, 0xff);
    memcpy(there, cards, bytes);
    return there;
}

/* Results are aligned to their own size. */
static void *place_results(room in, size_t bytes, size_t size, int placement)
{
    uint8_t *there = place_in(in, bytes, placement < ALIGNMENTS ? (int)(placement * size % ALIGNMENTS) : placement);
    memset(there, UNTOUCHED, bytes);
    fill_around(in, there, bytes, UNTOUCHED);
    return there;
}

static void check_results(room in, void *results, const void *expected, size_t bytes)
{
    surroundings all = around(in, results, bytes);
    if (memcmp(results, expected, bytes))
        fail("differs from the portable path", -1);
    for (size_t i = 1; i <= all.before; i++)
        if (all.from[-(ptrdiff_t)i] != UNTOUCHED)
            fail("wrote before its results, in bytes", (long)i);
    for (size_t i = 0; i < all.after; i++)
        if (all.from[bytes + i] != UNTOUCHED)
            fail("wrote behind its results, in bytes", (long)i);
}

/* -- cards -- */

static uint64_t random_state = 20260101;

static uint64_t draw(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

/* Deals rows of distinct cards, none of which is among the `taken` ones. */
static void deal(uint8_t *cards, long rows, int count, const uint8_t *taken, int taken_count)
{
    uint8_t deck[DECK];
    int size = 0;
    for (int card = 0; card < DECK; card++)
        if (!taken_count || !memchr(taken, card, (size_t)taken_count))
            deck[size++] = (uint8_t)card;
    for (long row = 0; row < rows; row++)
        for (int i = 0; i < count; i++) {
            int j = i + (int)(draw() % (uint64_t)(size - i));
            uint8_t card = deck[j];
            deck[j] = deck[i];
            deck[i] = *cards++ = card;
        }
}

/* -- questions: what a path can be asked -- */

typedef struct {
    int wants_high, wants_low; /* one of them, or both in Omaha */
    int count, board_count;    /* no board but in Omaha */
    ptrdiff_t stride, board_stride;
} question;

static const char *name_of(const question *asked)
{
    static char words[100];
    const char *wanted = asked->wants_high ? asked->wants_low ? "high and low" : "high" : "low";
    if (asked->board_count)
        snprintf(words, sizeof words, "Omaha %s, %d cards%s, board of %d%s", wanted, asked->count,
                 asked->stride ? "" : " that stay", asked->board_count, asked->board_stride ? "" : " that stays");
    else
        snprintf(words, sizeof words, "%s of %d cards", wanted, asked->count);
    return words;
}

static ptrdiff_t ask(const pk_path *path, const question *asked, const uint8_t *cards, const uint8_t *board,
                     ptrdiff_t rows, uint16_t *high, uint8_t *low, int check)
{
    if (asked->board_count)
        return path->omaha(cards, asked->stride, asked->count, board, asked->board_stride, asked->board_count, rows,
                           asked->wants_high ? high : NULL, asked->wants_low ? low : NULL, check);
    return asked->wants_high ? path->high(cards, rows, asked->count, high, check)
                             : path->low(cards, rows, asked->count, low, check);
}

/* Bytes of so many rows; a row that stays is there once. */
static size_t bytes_of(ptrdiff_t stride, int count, long rows)
{
    return (size_t)(stride ? stride * rows : count);
}

/* Boards of three and four have one loop on all paths, the portable one, which is slow: they are tried more thinly. */
static int is_thin(const question *asked)
{
    return asked->board_count == 3 || asked->board_count == 4;
}

/* Calls `visit` with everything that can be asked. */
static void each_question(void (*visit)(const question *))
{
    for (int count = 5; count <= 7; count++)
        for (int low = 0; low < 2; low++) {
            question asked = {!low, low, count, 0, count, 0};
            visit(&asked);
        }
    for (int count = 4; count <= 6; count++)
        for (int board_count = 3; board_count <= 5; board_count++)
            for (int wanted = board_count == 5 ? 1 : 3; wanted <= 3; wanted++)
                for (int staying = 0; staying < 3; staying++) {
                    question asked = {wanted & 1,  wanted >> 1, count,
                                      board_count, staying == 1 ? 0 : count, staying == 2 ? 0 : board_count};
                    visit(&asked);
                }
}

/* Deals cards that fit a question. */
static void deal_for(const question *asked, long rows, uint8_t *cards, uint8_t *board)
{
    uint8_t *both = malloc((size_t)rows * MOST_CARDS);
    const int count = asked->count, board_count = asked->board_count;
    if (!asked->stride) {
        deal(cards, 1, count, NULL, 0);
        deal(board, rows, board_count, cards, count);
    } else if (board_count && !asked->board_stride) {
        deal(board, 1, board_count, NULL, 0);
        deal(cards, rows, count, board, board_count);
    } else {
        deal(both, rows, count + board_count, NULL, 0);
        for (long row = 0; row < rows; row++) {
            memcpy(cards + row * count, both + row * (count + board_count), (size_t)count);
            memcpy(board + row * board_count, both + row * (count + board_count) + count, (size_t)board_count);
        }
    }
    free(both);
}

/* -- every hand of five cards, and of more where that is asked for -- */

#define LOWEST_COUNT 5
#define COUNTS 3

/* Hands of five, six and seven cards: all, by class from high card up, and those with a low. They are known beforehand:
 * by counting ranks and suits, without looking at a hand. */
static const long HANDS[COUNTS] = {2598960, 20358520, 133784560};
static const long CLASSES[COUNTS][9] = {
    {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40},
    {6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844},
    {23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584},
};
static const long LOWS[COUNTS] = {57344, 1691648, 24530944};

typedef struct {
    long classes[16], lows;
} tally;

static void walk_block(const uint8_t *cards, long rows, int count, tally *seen)
{
    static uint16_t high[MOST_PATHS][BLOCK];
    static uint8_t low[MOST_PATHS][BLOCK];
    for (int check = 0; check < 2; check++)
        for (int i = 0; i < path_count; i++) {
            doing_now("%s, every hand of %d cards, %s", paths[i]->name, count, check ? "checked" : "unchecked");
            ptrdiff_t bad = paths[i]->high(cards, rows, count, high[i], check);
            if (bad != ALL_GOOD || (bad = paths[i]->low(cards, rows, count, low[i], check)) != ALL_GOOD)
                fail("refused good cards", (long)bad);
            if (memcmp(high[i], high[0], (size_t)rows * sizeof **high) || memcmp(low[i], low[0], (size_t)rows))
                fail("differs from the portable path", -1);
        }
    for (long row = 0; row < rows; row++) {
        seen->classes[high[0][row] >> 12]++;
        seen->lows += low[0][row] != 0;
    }
}

/* Moves on to the next set of cards, the last card fastest; returns whether there is one. */
static int next_hand(uint8_t *hand, int count)
{
    int i = count - 1;
    while (i >= 0 && hand[i] == DECK - count + i)
        i--;
    if (i < 0)
        return 0;
    for (hand[i]++; ++i < count;)
        hand[i] = (uint8_t)(hand[i - 1] + 1);
    return 1;
}

static void walk(int count)
{
    static uint8_t cards[7 * BLOCK];
    uint8_t hand[7] = {0, 1, 2, 3, 4, 5, 6};
    const int size = count - LOWEST_COUNT;
    long rows = 0, met = 0;
    tally seen = {{0}, 0};
    do {
        if (met++ % one_in)
            continue;
        memcpy(cards + count * rows, hand, (size_t)count);
        if (++rows == BLOCK) {
            walk_block(cards, rows, count, &seen);
            rows = 0;
        }
    } while (next_hand(hand, count));
    walk_block(cards, rows, count, &seen);
    doing_now("portable, every hand of %d cards", count);
    if (met != HANDS[size])
        fail("not every hand was met; as row, how many were", met);
    for (int i = 0; i < 9 && one_in == 1; i++)
        if (seen.classes[i + 1] != CLASSES[size][i])
            fail("wrong number of hands in a class; as row, the class", i + 1);
    if (one_in == 1 && seen.lows != LOWS[size])
        fail("wrong number of lows; as row, the number", seen.lows);
    printf("hands of %d cards: one in %ld of %ld\n", count, one_in, met);
}

/* -- a sample of everything else -- */

static long sampled;

static void compare_sample(const question *asked)
{
    static uint8_t cards[SAMPLE * MOST_CARDS], board[SAMPLE * 5], low[MOST_PATHS][SAMPLE];
    static uint16_t high[MOST_PATHS][SAMPLE];
    const long rows = (is_thin(asked) ? SAMPLE / 20 : SAMPLE) / one_in;
    deal_for(asked, rows, cards, board);
    memset(high, 0, sizeof high);
    memset(low, 0, sizeof low);
    for (int check = 0; check < 2; check++)
        for (int i = 0; i < path_count; i++) {
            doing_now("%s, %s, %s", paths[i]->name, name_of(asked), check ? "checked" : "unchecked");
            ptrdiff_t bad = ask(paths[i], asked, cards, board, rows, high[i], low[i], check);
            if (bad != ALL_GOOD)
                fail("refused good cards", (long)bad);
            for (long row = 0; row < rows; row++)
                if (high[i][row] != high[0][row] || low[i][row] != low[0][row])
                    fail("differs from the portable path", row);
        }
    sampled += rows;
}

/* -- every length beside guard pages and at every alignment -- */

static room card_room, board_room, high_room, low_room, seat_room, seat_rank_room;
static long placed;

/* Asks for the first rows of cards whose results are known, with all arrays in one placement. */
static void ask_placed(const pk_path *path, const question *asked, const uint8_t *cards, const uint8_t *board,
                       const uint16_t *high, const uint8_t *low, long rows, int placement, int check)
{
    size_t high_bytes = asked->wants_high ? (size_t)rows * 2 : 0, low_bytes = asked->wants_low ? (size_t)rows : 0;
    uint8_t *cards_there = place_cards(card_room, cards, bytes_of(asked->stride, asked->count, rows), placement);
    uint8_t *board_there =
        place_cards(board_room, board, bytes_of(asked->board_stride, asked->board_count, rows), placement);
    uint16_t *high_there = place_results(high_room, high_bytes, 2, placement);
    uint8_t *low_there = place_results(low_room, low_bytes, 1, placement);
    doing_now("%s, %s, %ld rows, placement %d, %s", path->name, name_of(asked), rows, placement,
              check ? "checked" : "unchecked");
    if (ask(path, asked, cards_there, board_there, rows, high_there, low_there, check) != ALL_GOOD)
        fail("refused good cards", -1);
    check_results(high_room, high_there, high, high_bytes);
    check_results(low_room, low_there, low, low_bytes);
    placed++;
}

static void compare_placements(const question *asked)
{
    static uint8_t cards[LONGEST * MOST_CARDS], board[LONGEST * 5], low[LONGEST];
    static uint16_t high[LONGEST];
    deal_for(asked, LONGEST, cards, board);
    if (ask(&pk_portable, asked, cards, board, LONGEST, high, low, 1) != ALL_GOOD)
        fail("the portable path refused good cards", -1);
    for (int i = 0; i < path_count; i++)
        for (long rows = 0; rows <= LONGEST; rows += is_thin(asked) ? 9 : 1) {
            for (int check = 0; check < 2; check++) {
                ask_placed(paths[i], asked, cards, board, high, low, rows, BEHIND_GUARD, check);
                ask_placed(paths[i], asked, cards, board, high, low, rows, BEFORE_GUARD, check);
            }
            if (!is_thin(asked))
                for (int placement = (int)(rows % one_in); placement < ALIGNMENTS; placement += (int)one_in)
                    ask_placed(paths[i], asked, cards, board, high, low, rows, placement, 1);
        }
}

/* -- bad rows -- */

static uint8_t spoiled_cards[SPOILED * MOST_CARDS], spoiled_board[SPOILED * 5];
static long spoiled;

static uint8_t *byte_of(const question *asked, long row, int place)
{
    return place < asked->count ? spoiled_cards + row * asked->stride + place
                                : spoiled_board + row * asked->board_stride + place - asked->count;
}

static ptrdiff_t first_bad_row(const question *asked)
{
    for (long row = 0; row < SPOILED; row++) {
        uint64_t seen = 0;
        for (int place = 0; place < asked->count + asked->board_count; place++) {
            uint8_t card = *byte_of(asked, row, place);
            if (card >= DECK || seen >> card & 1)
                return row;
            seen |= UINT64_C(1) << card;
        }
    }
    return ALL_GOOD;
}

/* Puts into a place of two neighbouring rows what stands in another place of them, or a byte that is no card. Every
 * path has to name the first row that this spoils. */
static void spoil(const question *asked, long row, int place, int other, uint8_t no_card)
{
    static uint16_t high[SPOILED];
    static uint8_t low[SPOILED];
    uint8_t kept[2];
    for (int i = 0; i < 2; i++) {
        uint8_t *byte = byte_of(asked, row + i, place);
        kept[i] = *byte;
        *byte = other < 0 ? no_card : *byte_of(asked, row + i, other);
    }
    ptrdiff_t expected = first_bad_row(asked);
    for (int i = 0; i < path_count; i++) {
        doing_now("%s, %s, row %ld, place %d spoiled by %s %d", paths[i]->name, name_of(asked), row, place,
                  other < 0 ? "byte" : "place", other < 0 ? no_card : other);
        ptrdiff_t bad = ask(paths[i], asked, spoiled_cards, spoiled_board, SPOILED, high, low, 1);
        if (bad != expected)
            fail("named another row as the first bad one", (long)bad);
        spoiled++;
    }
    for (int i = 1; i >= 0; i--)
        *byte_of(asked, row + i, place) = kept[i];
}

static void find_bad_rows(const question *asked)
{
    static const long rows[] = {0, 7, 8, 15, 16, 17, 63, 64, 511, 512, 1023, 1024, SPOILED - 2};
    static const uint8_t no_cards[] = {52, 55, 63, 64, 115, 127, 128, 179, 243, 255};
    const int places = asked->count + asked->board_count;
    const size_t step = one_in == 1 ? 1 : 3;
    deal_for(asked, SPOILED, spoiled_cards, spoiled_board);
    for (size_t i = 0; i < (is_thin(asked) ? 2 : sizeof rows / sizeof *rows); i += step)
        for (int place = 0; place < places; place++) {
            for (int other = 0; other < place; other++)
                spoil(asked, rows[i], place, other, 0);
            for (size_t j = 0; j < sizeof no_cards; j += step)
                spoil(asked, rows[i], place, -1, no_cards[j]);
        }
    for (long row = 0; row < (is_thin(asked) ? 20 : 70); row++)
        spoil(asked, row, places - 1, 0, 0);
}

/* -- boards with several players -- */

#define MOST_PLAYERS 10

static long tables_ranked, tables_spoiled;

/* Boards, and beside them what their players hold. */
static void deal_tables(long tables, int hole_bytes, int shown, uint8_t *holes, uint8_t *boards)
{
    static uint8_t both[LONGEST * DECK];
    deal(both, tables, hole_bytes + shown, NULL, 0);
    for (long table = 0; table < tables; table++) {
        const uint8_t *cards = both + table * (hole_bytes + shown);
        memcpy(holes + table * hole_bytes, cards, (size_t)hole_bytes);
        memcpy(boards + table * shown, cards + hole_bytes, (size_t)shown);
    }
}

static int is_marked(const uint64_t *bits, long table)
{
    return bits[table / 64] >> table % 64 & 1;
}

/* Tables of distinct cards are not marked, but for those that do not fill a group of sixteen. */
static void expect_no_marks(const uint64_t *bits, long tables)
{
    for (long table = 0; table < tables / 16 * 16; table++)
        if (is_marked(bits, table))
            fail("marked good cards", table);
}

static void rank_placed(const pk_path *path, const uint8_t *holes, const uint8_t *boards, int players,
                        const uint16_t *ranks, long tables, int placement)
{
    const size_t hands = (size_t)(tables * players);
    const uint8_t *holes_there = place_cards(seat_room, holes, 2 * hands, placement);
    const uint8_t *boards_there = place_cards(board_room, boards, (size_t)(5 * tables), placement);
    uint16_t *ranks_there = place_results(seat_rank_room, 2 * hands, 2, placement);
    doing_now("%s, %ld boards with %d players, placement %d", path->name, tables, players, placement);
    uint64_t bits[LONGEST / 64 + 1];
    path->holdem(boards_there, holes_there, tables, players, ranks_there, NULL);
    check_results(seat_rank_room, ranks_there, ranks, 2 * hands);
    memset(ranks_there, 0, 2 * hands);
    path->holdem(boards_there, holes_there, tables, players, ranks_there, bits);
    check_results(seat_rank_room, ranks_there, ranks, 2 * hands);
    expect_no_marks(bits, tables);
    tables_ranked += tables;
}

/* Every number of players and of boards; expected are the ranks of rows of seven. */
static void compare_players(int players)
{
    static uint8_t holes[LONGEST * 2 * MOST_PLAYERS], boards[LONGEST * 5], seven[7];
    static uint16_t ranks[LONGEST * MOST_PLAYERS];
    deal_tables(LONGEST, 2 * players, 5, holes, boards);
    for (long hand = 0; hand < LONGEST * players; hand++) {
        memcpy(seven, holes + 2 * hand, 2);
        memcpy(seven + 2, boards + 5 * (hand / players), 5);
        pk_portable.high(seven, 1, 7, ranks + hand, 1);
    }
    for (int i = 0; i < path_count; i++)
        for (long tables = 0; paths[i]->holdem && tables <= LONGEST; tables++) {
            rank_placed(paths[i], holes, boards, players, ranks, tables, BEHIND_GUARD);
            rank_placed(paths[i], holes, boards, players, ranks, tables, BEFORE_GUARD);
            rank_placed(paths[i], holes, boards, players, ranks, tables, (int)(tables % ALIGNMENTS));
        }
}

static void look_placed(const pk_path *path, const uint8_t *holes, int hole_bytes, const uint8_t *boards, int shown,
                        long tables, int placement)
{
    uint64_t bits[LONGEST / 64 + 1];
    const uint8_t *holes_there = place_cards(seat_room, holes, (size_t)(hole_bytes * tables), placement);
    const uint8_t *boards_there = place_cards(board_room, boards, (size_t)(shown * tables), placement);
    doing_now("%s, %ld tables of %d and %d cards, placement %d", path->name, tables, hole_bytes, shown, placement);
    path->strange(holes_there, hole_bytes, boards_there, shown, (int)tables, bits);
    expect_no_marks(bits, tables);
}

/* A card that comes again, or is none, marks its table. */
static void spoil_table(const pk_path *path, uint8_t *holes, int hole_bytes, uint8_t *boards, int shown, int place,
                        int other, uint8_t no_card)
{
    enum { TABLES = 48 };
    static uint16_t ranks[TABLES * MOST_PLAYERS];
    uint64_t bits;
    const long table = (place * 7 + other + 1) % TABLES;
    uint8_t *own = holes + hole_bytes * table, *board = boards + shown * table - hole_bytes;
    uint8_t *spoiled = (place < hole_bytes ? own : board) + place, kept = *spoiled;
    *spoiled = other < 0 ? no_card : (other < hole_bytes ? own : board)[other];
    doing_now("%s, tables of %d and %d cards, place %d spoiled by %d", path->name, hole_bytes, shown, place, other);
    path->strange(holes, hole_bytes, boards, shown, TABLES, &bits);
    if (bits != UINT64_C(1) << table)
        fail("did not mark the one bad table", table);
    if (path->holdem && shown == 5 && hole_bytes % 2 == 0 && hole_bytes <= 2 * MOST_PLAYERS) {
        path->holdem(boards, holes, TABLES, hole_bytes / 2, ranks, &bits);
        if (bits != UINT64_C(1) << table)
            fail("did not mark the one bad table when it ranked them", table);
    }
    *spoiled = kept;
    tables_spoiled++;
}

static void look_at_tables(const pk_path *path, int hole_bytes, int shown)
{
    static const uint8_t no_cards[] = {52, 63, 64, 127, 128, 252, 253, 254, 255};
    static uint8_t holes[LONGEST * DECK], boards[LONGEST * 5];
    const int cards = hole_bytes + shown;
    deal_tables(LONGEST, hole_bytes, shown, holes, boards);
    for (long tables = 0; tables <= LONGEST; tables += 1 + (long)(one_in > 1) * 12) {
        look_placed(path, holes, hole_bytes, boards, shown, tables, BEHIND_GUARD);
        look_placed(path, holes, hole_bytes, boards, shown, tables, BEFORE_GUARD);
        look_placed(path, holes, hole_bytes, boards, shown, tables, (int)(tables % ALIGNMENTS));
    }
    for (int place = 0; place < cards; place++) {
        for (int other = 0; other < place; other++)
            spoil_table(path, holes, hole_bytes, boards, shown, place, other, 0);
        for (size_t i = 0; i < sizeof no_cards; i++)
            spoil_table(path, holes, hole_bytes, boards, shown, place, -1, no_cards[i]);
    }
}

static void compare_tables(void)
{
    for (int players = 1; players <= MOST_PLAYERS; players++)
        compare_players(players);
    for (int i = 0; i < path_count; i++)
        for (int hole_bytes = 1; hole_bytes <= DECK; hole_bytes++)
            for (int shown = 0; shown <= 5 && hole_bytes + shown <= DECK; shown = shown ? shown + 4 : 1)
                look_at_tables(paths[i], hole_bytes, shown);
}

/* -- whole tables -- */

static room chip_room, live_room, payout_room, returned_room;
static long tables_settled, tables_refused;

/* What a table is dealt, and what comes of it. */
typedef struct {
    uint8_t holes[LONGEST * DECK], boards[LONGEST * 5], live[LONGEST * MOST_PLAYERS];
    int64_t chips[LONGEST * MOST_PLAYERS], button[LONGEST];
    int64_t payouts[LONGEST * MOST_PLAYERS], returned[LONGEST * MOST_PLAYERS];
    uint16_t highs[LONGEST * MOST_PLAYERS];
    uint8_t lows[LONGEST * MOST_PLAYERS];
} settled_tables;

/* Few sizes of contributions, so that there are pots of all kinds; a table has a live seat at least. In two tables of
 * three folded seats do not show; in one of five nobody calls, before the flop or later. */
static void deal_settlement(settled_tables *all, int seats, int hole_count, int shown)
{
    static const int streets[] = {0, 3, 4, 5};
    deal_tables(LONGEST, seats * hole_count, shown, all->holes, all->boards);
    for (long place = 0; place < LONGEST * seats; place++) {
        all->live[place] = draw() >> 40 & 3 ? 1 : 0;
        all->chips[place] = (int64_t)(draw() >> 40 & 3) * 7;
    }
    for (long table = 0; table < LONGEST; table++) {
        all->button[table] = (int64_t)((draw() >> 40) % (uint64_t)seats);
        all->live[table * seats + all->button[table]] = 1;
        for (int seat = 0; table % 2 && seat < seats; seat++) /* all level */
            all->chips[table * seats + seat] = 10;
        if (table % 5 == 0) {
            memset(all->live + table * seats, 0, (size_t)seats);
            all->live[table * seats + all->button[table]] = 1;
            for (int card = 0; card < shown; card++)
                if (card >= streets[table / 5 % 4])
                    all->boards[table * shown + card] = NOT_SEEN;
        }
        for (int seat = 0; table % 3 && seat < seats; seat++)
            if (!all->live[table * seats + seat])
                memset(all->holes + (table * seats + seat) * hole_count, NOT_SEEN, (size_t)hole_count);
    }
}

static pk_tables tables_of(const pk_path *path, settled_tables *all, int seats, int hole_count, int shown, int has_low)
{
    pk_tables tables = {0};
    tables.path = path;
    tables.is_omaha = hole_count == 4;
    tables.is_stud = hole_count == 7;
    tables.has_low = has_low;
    tables.seats = seats, tables.hole_count = hole_count, tables.board_count = shown;
    tables.chip = 1;
    tables.hole_cards = all->holes, tables.board = all->boards;
    tables.contributions = all->chips, tables.live = all->live, tables.button = all->button;
    tables.payouts = all->payouts, tables.returned = all->returned;
    tables.high_ranks = all->highs, tables.low_ranks = has_low ? all->lows : NULL;
    return tables;
}

static void settle_placed(const pk_path *path, settled_tables *all, int seats, int hole_count, int shown, int has_low,
                          long rows, int placement)
{
    const size_t places = (size_t)(rows * seats);
    pk_tables tables = tables_of(path, all, seats, hole_count, shown, has_low);
    tables.hole_cards = place_cards(seat_room, all->holes, places * (size_t)hole_count, placement);
    tables.board = place_cards(board_room, all->boards, (size_t)(rows * shown), placement);
    int64_t *chips = place_results(chip_room, 8 * places, 8, placement);
    memcpy(chips, all->chips, 8 * places);
    tables.contributions = chips;
    tables.live = place_cards(live_room, all->live, places, placement);
    tables.payouts = place_results(payout_room, 8 * places, 8, placement);
    tables.returned = place_results(returned_room, 8 * places, 8, placement);
    memset(tables.returned, 0, 8 * places);
    tables.high_ranks = place_results(seat_rank_room, 2 * places, 2, placement);
    if (has_low)
        tables.low_ranks = place_results(low_room, places, 1, placement);
    doing_now("%s, %ld tables of %d seats with %d cards, placement %d", path->name, rows, seats, hole_count, placement);
    if (pk_settle(&tables, 0, rows, 1) != ALL_GOOD)
        fail("refused good tables", -1);
    check_results(payout_room, (uint8_t *)tables.payouts, all->payouts, 8 * places);
    check_results(returned_room, (uint8_t *)tables.returned, all->returned, 8 * places);
    check_results(seat_rank_room, (uint8_t *)tables.high_ranks, all->highs, 2 * places);
    if (has_low)
        check_results(low_room, tables.low_ranks, all->lows, places);
    tables_settled += rows;
}

/* A card of one table becomes another card of it, unknown, or no card: every path refuses it, or the table is good all
 * the same, as on the portable path. */
static void spoil_settlement(settled_tables *all, int seats, int hole_count, int shown, int has_low)
{
    enum { TABLES = 19 };
    static const uint8_t values[] = {NOT_SEEN, 52, 63, 64, 128, 254};
    const int in_hand = seats * hole_count, cards = in_hand + shown;
    for (long trial = 0; trial < 20L * cards; trial++) {
        const int place = (int)(trial % cards), other = (int)((draw() >> 40) % (uint64_t)cards);
        const long table = trial / cards % TABLES;
        uint8_t *holes = all->holes + in_hand * table, *board = all->boards + shown * table - in_hand;
        uint8_t *spoiled = (place < in_hand ? holes : board) + place, kept = *spoiled;
        const uint64_t choice = (draw() >> 40) % (2 * sizeof values);
        *spoiled = choice < sizeof values ? values[choice] : (other < in_hand ? holes : board)[other];
        pk_tables tables = tables_of(&pk_portable, all, seats, hole_count, shown, has_low);
        const ptrdiff_t expected = pk_settle(&tables, 0, TABLES, 1);
        tables_refused += expected == table;
        for (int i = 0; i < path_count; i++) {
            tables.path = paths[i];
            doing_now("%s, %d seats with %d cards, place %d is %d", paths[i]->name, seats, hole_count, place, *spoiled);
            if (pk_settle(&tables, 0, TABLES, 1) != expected)
                fail("refused another table", table);
        }
        *spoiled = kept;
    }
}

static void compare_settlement(int seats, int hole_count, int shown, int has_low)
{
    static settled_tables all;
    memset(&all, 0, sizeof all);
    deal_settlement(&all, seats, hole_count, shown);
    pk_tables tables = tables_of(&pk_portable, &all, seats, hole_count, shown, has_low);
    doing_now("portable, tables of %d seats with %d cards", seats, hole_count);
    if (pk_settle(&tables, 0, LONGEST, 1) != ALL_GOOD)
        fail("refused good tables", -1);
    for (int i = 0; i < path_count; i++)
        for (long rows = 0; rows <= LONGEST; rows += rows < 20 || rows > 125 ? 1 : 7) {
            settle_placed(paths[i], &all, seats, hole_count, shown, has_low, rows, BEHIND_GUARD);
            settle_placed(paths[i], &all, seats, hole_count, shown, has_low, rows, BEFORE_GUARD);
        }
    spoil_settlement(&all, seats, hole_count, shown, has_low);
}

static void settle_tables(void)
{
    for (int seats = 2; seats <= MOST_PLAYERS; seats++) {
        compare_settlement(seats, 2, 5, 0);
        compare_settlement(seats, 4, 5, 1);
        if (7 * seats <= DECK)
            compare_settlement(seats, 7, 0, 1);
    }
}

/* -- what nobody checked -- */

/* Bytes that are no cards, or the same card again and again, have no rank, but do no harm. */
static void survive_nonsense(const question *asked)
{
    static uint16_t high[SPOILED];
    static uint8_t low[SPOILED];
    for (size_t i = 0; i < sizeof spoiled_cards; i++)
        spoiled_cards[i] = (uint8_t)(draw() >> 40);
    for (size_t i = 0; i < sizeof spoiled_board; i++)
        spoiled_board[i] = (uint8_t)(draw() >> 40);
    for (int byte = 0; byte < 256; byte++) {
        memset(spoiled_cards + byte * asked->count, byte, (size_t)asked->count);
        memset(spoiled_board + byte * asked->board_count, byte, (size_t)asked->board_count);
    }
    for (int i = 0; i < path_count; i++) {
        doing_now("%s, %s, nonsense", paths[i]->name, name_of(asked));
        ask(paths[i], asked, spoiled_cards, spoiled_board, SPOILED, high, low, 0);
    }
}

static void survive_strange_tables(void)
{
    static uint8_t holes[SPOILED * 2 * MOST_PLAYERS], boards[SPOILED * 5];
    static uint16_t ranks[SPOILED * MOST_PLAYERS];
    for (size_t i = 0; i < sizeof holes; i++)
        holes[i] = (uint8_t)(draw() >> 40);
    for (size_t i = 0; i < sizeof boards; i++)
        boards[i] = (uint8_t)(draw() >> 40);
    for (int byte = 0; byte < 256; byte++) {
        memset(holes + 4 * byte, byte, 4);
        memset(boards + 5 * byte, byte, 5);
    }
    for (int i = 0; i < path_count; i++)
        for (int players = 1; paths[i]->holdem && players <= MOST_PLAYERS; players++) {
            doing_now("%s, boards with %d players, nonsense", paths[i]->name, players);
            paths[i]->holdem(boards, holes, SPOILED, players, ranks, NULL);
        }
}

int main(int count, char **words)
{
    one_in = count > 1 ? atol(words[1]) : 1;
    const int largest = count > 2 ? atoi(words[2]) : LOWEST_COUNT;
    if (count > 3 || one_in < 1 || one_in > ALIGNMENTS || largest < LOWEST_COUNT || largest > 7) {
        fprintf(stderr, "usage: %s [ONE_IN [LARGEST]], numbers from 1 to %d and 5 to 7\n", words[0], ALIGNMENTS);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    signal(SIGSEGV, on_fault);
    signal(SIGBUS, on_fault);
    signal(SIGILL, on_fault);
    printf("paths:");
    for (; pk_path_at(path_count); path_count++) {
        paths[path_count] = pk_path_at(path_count);
        paths[path_count]->prepare();
        printf(" %s", paths[path_count]->name);
    }
    printf("\n");
    card_room = make_room(LONGEST * MOST_CARDS + 3 * ALIGNMENTS);
    board_room = make_room(LONGEST * 5 + 3 * ALIGNMENTS);
    high_room = make_room(LONGEST * 2 + 3 * ALIGNMENTS);
    low_room = make_room(LONGEST * MOST_PLAYERS + 3 * ALIGNMENTS);
    seat_room = make_room(LONGEST * DECK + 3 * ALIGNMENTS);
    chip_room = make_room(LONGEST * 8 * MOST_PLAYERS + 3 * ALIGNMENTS);
    live_room = make_room(LONGEST * MOST_PLAYERS + 3 * ALIGNMENTS);
    payout_room = make_room(LONGEST * 8 * MOST_PLAYERS + 3 * ALIGNMENTS);
    returned_room = make_room(LONGEST * 8 * MOST_PLAYERS + 3 * ALIGNMENTS);
    seat_rank_room = make_room(LONGEST * 2 * MOST_PLAYERS + 3 * ALIGNMENTS);
    for (int cards = LOWEST_COUNT; cards <= largest; cards++)
        walk(cards);
    each_question(compare_sample);
    printf("other hands: a sample of %ld\n", sampled);
    each_question(compare_placements);
    printf("lengths 0 to %d beside guard pages and at alignments: %ld arrays\n", LONGEST, placed);
    each_question(find_bad_rows);
    printf("first bad rows: %ld\n", spoiled);
    compare_tables();
    printf("boards with players: %ld; tables spoiled: %ld\n", tables_ranked, tables_spoiled);
    settle_tables();
    printf("tables settled: %ld, refused: %ld\n", tables_settled, tables_refused);
    each_question(survive_nonsense);
    survive_strange_tables();
    printf("all paths agree\n");
    return 0;
}
