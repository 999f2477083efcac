/* Hold'em boards against players with AVX-512: a board's part of the sums is made once and shared by its players.
 *
 * Sixteen boards with P players each are exactly P groups of sixteen hands. For each group a permutation, known
 * beforehand, brings every hand its board's sum; two cards' digits are all that is left to add. Look-ups and flushes are
 * done as for rows of seven cards.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define BOARDS 16
#define MOST_PLAYERS 10

/* Registers that the loop starts from. */
typedef struct {
    lanes boards;
    __m512i digits[3], weights;
    __m512i flushes;                /* a bit for every combination of counts, as in FLUSH_BITS, in words of 32 */
    __m512i board_of[MOST_PLAYERS + 1][MOST_PLAYERS]; /* by players and group: the board of each hand */
} layout;

static layout prepared;

TARGET void pk_avx512_boards_prepare(void)
{
    pk_avx512_one_board_prepare();
    prepared.boards = lanes_of(5);
    for (int i = 0; i < 3; i++)
        prepared.digits[i] = _mm512_loadu_si512(KEY7_DIGITS + 64 * i);
    prepared.weights = _mm512_loadu_si512(SUIT_WEIGHT);
    prepared.flushes = _mm512_loadu_si512(FLUSH_BITS + 8 * (7 - 5));
    for (int players = 1; players <= MOST_PLAYERS; players++)
        for (int group = 0; group < players; group++) {
            uint32_t board_of[16];
            for (int hand = 0; hand < 16; hand++)
                board_of[hand] = (uint32_t)((16 * group + hand) / players);
            prepared.board_of[players][group] = _mm512_loadu_si512(board_of);
        }
}

/* Sixteen 32-bit lanes of two registers of eight 64-bit lanes. */
TARGET_INLINE __m512i narrowed(__m512i first, __m512i second)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi64_epi32(first)), _mm512_cvtepi64_epi32(second), 1);
}

/* What a table has for the two cards of each of sixteen hands, added up in 32-bit lanes. */
TARGET_INLINE __m512i pair_sums(__m512i table, __m512i hands)
{
    __m256i entries = _mm512_castsi512_si256(_mm512_permutexvar_epi8(hands, table));
    return _mm512_cvtepu16_epi32(_mm256_maddubs_epi16(entries, _mm256_set1_epi8(1)));
}

TARGET_INLINE void look_up(const uint32_t *sums, int size, uint16_t *out)
{
    for (int hand = 0; hand < size; hand++) {
        uint32_t sum = sums[hand] & ((1u << KEY7_BITS) - 1);
        out[hand] = RANK7[OFFSET7[sum >> KEY7_COLUMN_BITS] + (sum & ((1u << KEY7_COLUMN_BITS) - 1))];
    }
}

/* The ranks of at most sixteen boards' players; flushes are set right at the end. */
TARGET_INLINE void rank_boards(const layout *all, const uint8_t *boards, const uint8_t *holes, int tables, int players,
                               uint16_t *out)
{
    const int size = tables * players, half = tables < 8 ? tables : 8;
    const __m512i hand_numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i first = load_rows(&all->boards, boards, 5 * half);
    __m512i second = tables > 8 ? load_rows(&all->boards, boards + 40, 5 * (tables - 8)) : _mm512_setzero_si512();
    __m512i board_keys = narrowed(key_sums(all->digits, first), key_sums(all->digits, second));
    __m512i board_counts = narrowed(lane_sums(all->weights, first), lane_sums(all->weights, second));
    uint32_t sums[16 * MOST_PLAYERS], flush_hands[16 * MOST_PLAYERS + 16];
    int flushes = 0, done = 0;
    for (int group = 0; done < size; group++, done += 16) {
        const int there = size - done < 16 ? size - done : 16;
        const __m512i board_of = all->board_of[players][group];
        __m512i hands = _mm512_castsi256_si512(_mm256_maskz_loadu_epi8((__mmask32)(~0u >> (32 - 2 * there)), holes + 2 * done));
        __m512i keys = pair_sums(all->digits[0], hands);
        keys = _mm512_add_epi32(keys, _mm512_slli_epi32(pair_sums(all->digits[1], hands), 8));
        keys = _mm512_add_epi32(keys, _mm512_slli_epi32(pair_sums(all->digits[2], hands), 16));
        keys = _mm512_add_epi32(keys, _mm512_permutexvar_epi32(board_of, board_keys));
        _mm512_storeu_si512(sums + done, keys);
        __m512i counts = _mm512_add_epi32(pair_sums(all->weights, hands), _mm512_permutexvar_epi32(board_of, board_counts));
        __m512i words = _mm512_permutexvar_epi32(_mm512_srli_epi32(counts, 5), all->flushes);
        __m512i bits = _mm512_srlv_epi32(words, _mm512_and_si512(counts, _mm512_set1_epi32(31)));
        __mmask16 marks = _mm512_test_epi32_mask(bits, _mm512_set1_epi32(1)) & (__mmask16)(0xffff >> (16 - there));
        __m512i numbers = _mm512_add_epi32(hand_numbers, _mm512_set1_epi32(done));
        _mm512_storeu_si512(flush_hands + flushes, _mm512_maskz_compress_epi32(marks, numbers));
        flushes += __builtin_popcount(marks);
        if (done)
            look_up(sums + done - 16, 16, out + done - 16);
    }
    done -= 16;
    look_up(sums + done, size - done, out + done);
    for (int i = 0; i < flushes; i++) {
        const int hand = (int)flush_hands[i];
        const uint8_t *two = holes + 2 * hand, *five = boards + 5 * (hand / players);
        uint64_t flags = keys_of(two, 2, 0) + keys_of(five, 5, FLUSH_BIAS);
        unsigned suit = flagged_suit(flags & SUIT_FLAGS);
        out[hand] = FLUSH_RANK[suit_mask(two, 2, suit) | suit_mask(five, 5, suit)];
    }
}

TARGET void pk_avx512_holdem(const uint8_t *boards, const uint8_t *holes, ptrdiff_t tables, int players, uint16_t *out)
{
    for (ptrdiff_t table = 0; table < tables; table += BOARDS) {
        const int count = (int)(tables - table < BOARDS ? tables - table : BOARDS);
        const uint8_t *board = boards + 5 * table;
        _mm_prefetch((const char *)(board + AHEAD), _MM_HINT_T0);
        rank_boards(&prepared, board, holes + 2 * players * table, count, players, out + players * table);
    }
}

#endif
