/* Hold'em boards against players with AVX-512: a row of a table for each board, with an entry for each two hole cards.
 *
 * The best five of a board and two hole cards use both of these, one or none. With both they are an Omaha hand; with
 * one or none it is what the board makes of that card. So an entry is the best of three, found beforehand. All players
 * of a board are looked up at once, and no seven cards are added up. Flushes are set right at the end.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define BLOCK 64  /* boards */
#define BOARDS 32 /* with P players each they are P groups of 32 hands */
#define MOST_PLAYERS 10
#define FEW 2 /* players */
#define ROW_REGISTERS (OMAHA_ROW / 32)

/* Registers that the loop starts from. */
typedef struct {
    lanes boards;
    __m512i digits[3];
    __m512i suits[2];  /* counters: clubs and diamonds, hearts and spades */
    __m512i pair_base; /* by the lower card rank: what added to the higher numbers a pair */
    __m512i board_of[MOST_PLAYERS + 1][MOST_PLAYERS]; /* by players and group: the board of each hand */
} layout;

static layout prepared;

/* The best ranks of each board with two hole cards, flushes left out: in the places that OMAHA_RANK has for hands which
 * must use both. */
static POKEREVAL_ALIGNED uint16_t holdem_rank[OMAHA_RANK_SIZE];

/* For the entries of a row, their card ranks. */
typedef struct {
    __m512i lower[ROW_REGISTERS], higher[ROW_REGISTERS];
} row_ranks;

TARGET static row_ranks ranks_of_rows(void)
{
    uint16_t ranks[2][OMAHA_ROW] = {{0}, {0}};
    row_ranks all;
    for (int lower = 0; lower < 13; lower++)
        for (int higher = lower; higher < 13; higher++) {
            ranks[0][PAIR_INDEX[lower << 4 | higher]] = (uint16_t)lower;
            ranks[1][PAIR_INDEX[lower << 4 | higher]] = (uint16_t)higher;
        }
    for (int i = 0; i < ROW_REGISTERS; i++) {
        all.lower[i] = _mm512_loadu_si512(ranks[0] + 32 * i);
        all.higher[i] = _mm512_loadu_si512(ranks[1] + 32 * i);
    }
    return all;
}

/* Fills the row of a board of these card ranks. */
TARGET static void add_board(const row_ranks *all, const int *card_ranks)
{
    uint64_t sum5 = 0, sum7 = 0;
    uint16_t with_one[32] = {0}; /* the best rank of the board with one card of each card rank */
    int copies[13] = {0};
    for (int i = 0; i < 5; i++) {
        sum5 += card_key(CARD_KEY5, 4 * (unsigned)card_ranks[i]);
        sum7 += card_key(CARD_KEY7, 4 * (unsigned)card_ranks[i]);
        copies[card_ranks[i]]++;
    }
    for (unsigned rank = 0; rank < 13; rank++)
        if (copies[rank] < 4)
            with_one[rank] = RANK6[lookup6(sum7 + card_key(CARD_KEY7, 4 * rank))];
    const __m512i ones = _mm512_loadu_si512(with_one);
    for (int i = 0; i < ROW_REGISTERS; i++) {
        const uint32_t entry = OMAHA_ROW * lookup5(sum5) + 32 * (uint32_t)i;
        __m512i best = _mm512_load_si512(OMAHA_RANK + entry);
        best = _mm512_max_epu16(best, _mm512_permutexvar_epi16(all->lower[i], ones));
        best = _mm512_max_epu16(best, _mm512_permutexvar_epi16(all->higher[i], ones));
        _mm512_store_si512(holdem_rank + entry, best);
    }
}

TARGET void pk_avx512_boards_prepare(void)
{
    uint8_t base[64] = {0}, suits[2][64] = {{0}, {0}};
    const row_ranks rows = ranks_of_rows();
    int ranks[5];
    pk_avx512_one_board_prepare();
    for (ranks[0] = 0; ranks[0] < 13; ranks[0]++)
        for (ranks[1] = ranks[0]; ranks[1] < 13; ranks[1]++)
            for (ranks[2] = ranks[1]; ranks[2] < 13; ranks[2]++)
                for (ranks[3] = ranks[2]; ranks[3] < 13; ranks[3]++)
                    for (ranks[4] = ranks[3] + (ranks[3] == ranks[0]); ranks[4] < 13; ranks[4]++)
                        add_board(&rows, ranks);
    for (int rank = 0; rank < 13; rank++)
        base[rank] = (uint8_t)(PAIR_INDEX[17 * rank] - rank);
    for (int card = 0; card < DECK_SIZE; card++)
        suits[(card & 3) >> 1][card] = (uint8_t)(1u << 4 * (card & 1));
    prepared.boards = lanes_of(5);
    for (int i = 0; i < 3; i++)
        prepared.digits[i] = _mm512_loadu_si512(KEY5_DIGITS + 64 * i);
    for (int i = 0; i < 2; i++)
        prepared.suits[i] = _mm512_loadu_si512(suits[i]);
    prepared.pair_base = _mm512_loadu_si512(base);
    for (int players = 1; players <= MOST_PLAYERS; players++)
        for (int group = 0; group < players; group++) {
            uint16_t board_of[BOARDS];
            for (int hand = 0; hand < BOARDS; hand++)
                board_of[hand] = (uint16_t)((BOARDS * group + hand) / players);
            prepared.board_of[players][group] = _mm512_loadu_si512(board_of);
        }
}

/* What a block of boards notes. */
typedef struct {
    uint64_t keys[BLOCK];                      /* of the boards */
    uint16_t suits[BLOCK];                     /* of the boards: four counters, which five cards flag */
    uint16_t hands[BLOCK * MOST_PLAYERS + 16]; /* number of the pair in the lower byte */
    int flushes;                               /* hands that hold one, and these: */
    uint16_t flush_hands[BLOCK * MOST_PLAYERS + 32];
} block_notes;

/* Keys and suits of a block's boards. */
TARGET_INLINE void read_boards(const layout *all, const uint8_t *boards, int tables, block_notes *notes)
{
    const __m512i bias = _mm512_set1_epi64((long long)(FLUSH_BIAS - 3)); /* a lane's three empty places count as clubs */
    for (int table = 0; table < tables; table += 8) {
        _mm_prefetch((const char *)(boards + 5 * table + AHEAD), _MM_HINT_T0);
        __m512i cards = load_rows(&all->boards, boards + 5 * table, 5 * (tables - table));
        __m512i suits = _mm512_add_epi64(lane_sums(all->suits[0], cards), bias);
        suits = _mm512_add_epi64(suits, _mm512_slli_epi64(lane_sums(all->suits[1], cards), 8));
        _mm_storeu_si128((__m128i *)(notes->suits + table), _mm512_cvtepi64_epi16(suits));
        _mm512_storeu_si512(notes->keys + table, key_sums(all->digits, cards));
    }
}

/* What a table of bytes has for two cards, added up. */
TARGET_INLINE __m512i pair_sums(__m512i table, __m512i hands)
{
    return _mm512_maddubs_epi16(_mm512_permutexvar_epi8(hands, table), _mm512_set1_epi8(1));
}

/* Pairs of a block's hands, and which hands hold a flush. */
TARGET_INLINE void read_hands(const layout *all, const uint8_t *holes, int size, int players, block_notes *notes)
{
    const uint16_t *board_suits = notes->suits;
    int group = 0, flushes = 0;
    __m512i numbers = all->board_of[1][0]; /* 0 to 31: one player is the only one of each board */
    for (int hand = 0; hand < size; hand += 32) {
        const __mmask32 there = size - hand < 32 ? ~0u >> (32 - (size - hand)) : ~0u;
        _mm_prefetch((const char *)(holes + 2 * hand + AHEAD), _MM_HINT_T0);
        __m512i cards = _mm512_maskz_loadu_epi16(there, holes + 2 * hand);
        __m512i ranks = _mm512_and_si512(_mm512_srli_epi16(cards, 2), _mm512_set1_epi8(15));
        __m512i second = _mm512_srli_epi16(ranks, 8);
        __m512i pairs = _mm512_permutexvar_epi8(_mm512_min_epu8(ranks, second), all->pair_base);
        pairs = _mm512_add_epi8(pairs, _mm512_max_epu8(ranks, second));
        _mm512_storeu_si512(notes->hands + hand, pairs);
        __m512i flags = _mm512_permutexvar_epi16(all->board_of[players][group], _mm512_loadu_si512(board_suits));
        flags = _mm512_add_epi16(flags, pair_sums(all->suits[0], cards));
        flags = _mm512_add_epi16(flags, _mm512_slli_epi16(pair_sums(all->suits[1], cards), 8));
        const __mmask32 marks = _mm512_mask_test_epi16_mask(there, flags, _mm512_set1_epi16((short)SUIT_FLAGS));
        _mm512_storeu_si512(notes->flush_hands + flushes, _mm512_maskz_compress_epi16(marks, numbers));
        flushes += __builtin_popcount(marks);
        numbers = _mm512_add_epi16(numbers, _mm512_set1_epi16(32));
        if (++group == players) {
            group = 0;
            board_suits += BOARDS;
        }
    }
    notes->flushes = flushes;
}

/* Ranks of a board's players, flushes left out. */
TARGET_INLINE __m256i rank_players(uint64_t key, const uint16_t *hands)
{
    const uint32_t sum = (uint32_t)key & ((1u << KEY5_BITS) - 1);
    const uint32_t board = OFFSET5[sum >> KEY5_COLUMN_BITS] + (sum & ((1u << KEY5_COLUMN_BITS) - 1));
    const uint16_t *row = holdem_rank + OMAHA_ROW * board;
    const __m256i pairs = _mm256_loadu_si256((const __m256i *)hands);
    const __m512i wide = _mm512_castsi256_si512(pairs);
    const __m512i lower = _mm512_permutex2var_epi16(_mm512_load_si512(row), wide, _mm512_load_si512(row + 32));
    const __m512i upper = _mm512_permutexvar_epi16(wide, _mm512_load_si512(row + 64));
    const __mmask16 is_upper = _mm256_test_epi16_mask(pairs, _mm256_set1_epi16(64));
    return _mm256_mask_mov_epi16(_mm512_castsi512_si256(lower), is_upper, _mm512_castsi512_si256(upper));
}

/* The ranks of at most BLOCK boards' players; from `out` on there is room for `room` of them. */
TARGET_INLINE void rank_boards(const layout *all, const uint8_t *boards, const uint8_t *holes, int tables, int players,
                               uint16_t *out, ptrdiff_t room)
{
    const int size = tables * players;
    block_notes notes;
    memset(notes.suits, 0, sizeof notes.suits);
    read_boards(all, boards, tables, &notes);
    read_hands(all, holes, size, players, &notes);
    for (int table = 0, hand = 0; table < tables; table++, hand += players) {
        __m256i ranks = rank_players(notes.keys[table], notes.hands + hand);
        if (room - hand >= 16)
            _mm256_storeu_si256((__m256i *)(out + hand), ranks); /* what is too much is replaced by the next boards' */
        else
            _mm256_mask_storeu_epi16(out + hand, (__mmask16)((1u << players) - 1), ranks);
    }
    const unsigned of_players = (1u << 16) / (unsigned)players + 1; /* hand * of_players >> 16 is hand / players */
    for (int i = 0; i < notes.flushes; i++) {
        const unsigned hand = notes.flush_hands[i], table = hand * of_players >> 16;
        const unsigned flags = (notes.suits[table] + (SUIT_BIAS(3) - FLUSH_BIAS)) & SUIT_FLAGS; /* three on the board */
        const unsigned suit = (unsigned)__builtin_ctz(flags) >> 2;
        const unsigned mask = suit_mask(holes + 2 * hand, 2, suit) | suit_mask(boards + 5 * table, 5, suit);
        out[hand] = FLUSH_RANK[mask];
    }
}

/* So few players do not make up for what a board costs: they are ranked as rows of seven. */
TARGET_INLINE void rank_few(const uint8_t *boards, const uint8_t *holes, int tables, int players, uint16_t *out)
{
    uint8_t rows[7 * BLOCK * FEW], *row = rows;
    for (int table = 0; table < tables; table++)
        for (int player = 0; player < players; player++, row += 7, holes += 2) {
            memcpy(row, holes, 2);
            memcpy(row + 2, boards + 5 * table, 5);
        }
    pk_avx512.high(rows, tables * players, 7, out, 0);
}

TARGET void pk_avx512_holdem(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players, uint16_t *out)
{
    for (; tables > 0; tables -= BLOCK, boards += 5 * BLOCK, holes += 2 * players * BLOCK, out += players * BLOCK) {
        const int count = (int)(tables < BLOCK ? tables : BLOCK);
        if (players <= FEW)
            rank_few(boards, holes, count, players, out);
        else
            rank_boards(&prepared, boards, holes, count, players, out, players * tables);
    }
}

#endif
