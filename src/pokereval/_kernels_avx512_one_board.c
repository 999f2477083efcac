/* Omaha with AVX-512, one board for many hands: what the board makes of two hole cards is known before the first hand.
 *
 * A board has 91 ranks for the pairs of card ranks, and at most 45 for two cards of its flush suit. In the order of
 * their size these are fewer than 256, so that a rank is a byte, a look-up one byte permute and the better of two a
 * maximum of bytes. Sixty-four hands lie side by side: a register holds the first card of each, another the second.
 */
#include "_kernels.h"
#include "_lookup.h"

#ifdef POKEREVAL_X86

#include "_avx512.h"

#define HANDS 64
#define PAIRS 91
#define FREE_RANKS 10 /* of a suit with three or more cards on the board */
#define FLUSHES (FREE_RANKS * (FREE_RANKS - 1) / 2)

/* Any two of these and of zero have another sum modulo 128, and none of two of them is the sum of zero and a third: two
 * suited cards are known by their sum, and with a card of another suit, whose key is zero, nothing is. */
static const uint8_t FLUSH_KEY[FREE_RANKS] = {10, 14, 27, 30, 51, 52, 60, 83, 88, 94};

/* How hands of a number of cards lie in memory. */
typedef struct {
    __m512i places[6];      /* by card: where the hands have it, in two registers' worth of bytes */
    __mmask64 second[6], third[6]; /* and which hands have it in the second two registers, and in the third */
} layout;

static layout layouts[3]; /* of four, five and six hole cards */

/* What a board brings. A code is the place of a rank among all that the board has to give. */
typedef struct {
    __m512i pair_codes[2];   /* by number of the pair */
    __m512i flush_keys;      /* by card */
    __m512i flush_codes[2];  /* by sum of keys */
    __m512i lower_bytes[4], upper_bytes[4]; /* of the rank, by code */
    __m512i pair_base;       /* by the lower card: what added to the higher card rank numbers the pair */
    __m512i shown;           /* by card: the top bit, also in the base, when it is on the board */
    __m512i lows[4];         /* low ranks by mask of the hole cards */
    int has_flush;
} one_board;

TARGET void pk_avx512_one_board_prepare(void)
{
    for (int count = 4; count <= 6; count++)
        for (int card = 0; card < count; card++) {
            layout *all = &layouts[count - 4];
            uint8_t places[HANDS];
            all->second[card] = all->third[card] = 0;
            for (int hand = 0; hand < HANDS; hand++) {
                const int place = count * hand + card;
                places[hand] = (uint8_t)(place % 128);
                all->second[card] |= (__mmask64)(place / 128 == 1) << hand;
                all->third[card] |= (__mmask64)(place / 128 == 2) << hand;
            }
            all->places[card] = _mm512_loadu_si512(places);
        }
}

/* -- the board -- */

/* Codes of ranks: how many of them are smaller. */
TARGET static void rank_codes(const uint16_t *ranks, int count, uint8_t *codes)
{
    for (int start = 0; start < count; start += 32) {
        __m512i own = _mm512_loadu_si512(ranks + start), smaller = _mm512_setzero_si512();
        for (int i = 0; i < count; i++) {
            __mmask32 is_smaller = _mm512_cmplt_epu16_mask(_mm512_set1_epi16((short)ranks[i]), own);
            smaller = _mm512_mask_add_epi16(smaller, is_smaller, smaller, _mm512_set1_epi16(1));
        }
        _mm256_storeu_si256((__m256i *)(codes + start), _mm512_cvtepi16_epi8(smaller));
    }
}

/* The best flush of each two cards of a suit with those of the board, behind the 91 ranks of pairs; returns how many
 * there are. Notes the cards' keys, and the sum of keys of every flush. */
TARGET static int add_flushes(const uint8_t *board, unsigned suit, uint16_t *ranks, uint8_t *keys, uint8_t *sums)
{
    const unsigned shown = suit_mask(board, 5, suit);
    unsigned left[FREE_RANKS];
    int free_ranks = 0, flushes = 0;
    for (unsigned rank = 0; rank < 13 && free_ranks < FREE_RANKS; rank++)
        if (!(shown >> rank & 1)) {
            keys[4 * rank + suit] = FLUSH_KEY[free_ranks];
            for (int i = 0; i < free_ranks; i++) {
                sums[flushes] = (FLUSH_KEY[i] + FLUSH_KEY[free_ranks]) & 127;
                ranks[PAIRS + flushes++] = omaha_flush(left[i] | 1u << rank, shown);
            }
            left[free_ranks++] = 1u << rank;
        }
    return flushes;
}

TARGET static void read_board(one_board *all, const uint8_t *board, int has_low)
{
    uint16_t ranks[PAIRS + FLUSHES + 32];
    uint8_t codes[PAIRS + FLUSHES + 32], sums[FLUSHES], pair_codes[128] = {0}, flush_codes[128] = {0};
    uint8_t keys[64] = {0}, base[64] = {0}, shown[64] = {0}, lower[256] = {0}, upper[256] = {0};
    const omaha_board view = omaha_read_board(keys_of(board, 5, SUIT_BIAS(3)));
    int count = PAIRS;
    memcpy(ranks, view.row, PAIRS * sizeof *ranks);
    all->has_flush = view.suits != 0;
    if (all->has_flush)
        count += add_flushes(board, flagged_suit(view.suits), ranks, keys, sums);
    rank_codes(ranks, count, codes);
    memcpy(pair_codes, codes, PAIRS);
    for (int i = PAIRS; i < count; i++)
        flush_codes[sums[i - PAIRS]] = codes[i];
    for (int i = 0; i < count; i++) {
        lower[codes[i]] = (uint8_t)ranks[i];
        upper[codes[i]] = (uint8_t)(ranks[i] >> 8);
    }
    for (int i = 0; i < 5; i++)
        shown[board[i] & 63] = 0x80;
    for (unsigned card = 0; card < DECK_SIZE; card++)
        base[card] = (uint8_t)(shown[card] | (PAIR_INDEX[17 * (card >> 2)] - (card >> 2)));
    for (int i = 0; i < 2; i++) {
        all->pair_codes[i] = _mm512_loadu_si512(pair_codes + 64 * i);
        all->flush_codes[i] = _mm512_loadu_si512(flush_codes + 64 * i);
    }
    for (int i = 0; i < 4; i++) {
        all->lower_bytes[i] = _mm512_loadu_si512(lower + 64 * i);
        all->upper_bytes[i] = _mm512_loadu_si512(upper + 64 * i);
    }
    all->flush_keys = _mm512_loadu_si512(keys);
    all->pair_base = _mm512_loadu_si512(base);
    all->shown = _mm512_loadu_si512(shown);
    if (has_low) {
        uint8_t lows[256];
        for (unsigned mask = 0; mask < 256; mask++)
            lows[mask] = OMAHA_LOW_RANK[mask << 8 | low_mask(board, 5)];
        for (int i = 0; i < 4; i++)
            all->lows[i] = _mm512_loadu_si512(lows + 64 * i);
    }
}

/* -- hands -- */

/* The cards of sixty-four hands, card by card. */
TARGET_INLINE void read_hands(const layout *all, const uint8_t *hole, int count, __m512i *cards)
{
    __m512i rows[6];
    for (int i = 0; i < count; i++)
        rows[i] = _mm512_loadu_si512(hole + 64 * i);
    for (int i = 0; i < count; i++) {
        __m512i first = _mm512_permutex2var_epi8(rows[0], all->places[i], rows[1]);
        __m512i second = _mm512_permutex2var_epi8(rows[2], all->places[i], rows[3]);
        cards[i] = _mm512_mask_mov_epi8(first, all->second[i], second);
        if (count > 4) {
            __m512i third = _mm512_permutex2var_epi8(rows[4], all->places[i], rows[count - 1]);
            cards[i] = _mm512_mask_mov_epi8(cards[i], all->third[i], third);
        }
    }
}

/* Codes of the best ranks of sorted hands, by `bases` of all cards but the highest. */
TARGET_INLINE __m512i best_codes(const one_board *all, const __m512i *cards, const __m512i *bases, int count)
{
    __m512i best = _mm512_setzero_si512(), card_ranks[6], keys[6];
    UNROLL
    for (int i = 1; i < count; i++)
        card_ranks[i] = _mm512_and_si512(_mm512_srli_epi16(cards[i], 2), _mm512_set1_epi8(15));
    UNROLL
    for (int i = 0; i < count; i++)
        UNROLL
        for (int j = i + 1; j < count; j++) {
            __m512i pairs = _mm512_add_epi8(bases[i], card_ranks[j]);
            best = _mm512_max_epu8(best, _mm512_permutex2var_epi8(all->pair_codes[0], pairs, all->pair_codes[1]));
        }
    if (!all->has_flush)
        return best;
    UNROLL
    for (int i = 0; i < count; i++)
        keys[i] = _mm512_permutexvar_epi8(cards[i], all->flush_keys);
    UNROLL
    for (int i = 0; i < count; i++)
        UNROLL
        for (int j = i + 1; j < count; j++) {
            __m512i sums = _mm512_add_epi8(keys[i], keys[j]);
            best = _mm512_max_epu8(best, _mm512_permutex2var_epi8(all->flush_codes[0], sums, all->flush_codes[1]));
        }
    return best;
}

/* Sixty-four hands of which the first `there` count; returns the hands that, with the board, are not distinct cards. */
TARGET_INLINE __mmask64 rank_hands(const layout *places, const one_board *all, const uint8_t *hole, int count,
                                   __mmask64 there, uint16_t *high, uint8_t *low, int check)
{
    __m512i cards[6], bases[6];
    __mmask64 bad = 0;
    read_hands(places, hole, count, cards);
    if (low) {
        const __m512i bits = _mm512_loadu_si512(LOW_BIT);
        __m512i masks = _mm512_permutexvar_epi8(cards[0], bits);
        UNROLL
        for (int i = 1; i < count; i++)
            masks = _mm512_or_si512(masks, _mm512_permutexvar_epi8(cards[i], bits));
        _mm512_mask_storeu_epi8(low, there, look_up_bytes(all->lows, masks));
    }
    if (!high && !check)
        return 0;
    sort_hands(cards, count);
    UNROLL
    for (int i = 0; i < count - 1; i++)
        bases[i] = _mm512_permutexvar_epi8(cards[i], all->pair_base);
    if (check) {
        __m512i shown = _mm512_permutexvar_epi8(cards[count - 1], all->shown);
        bad = _mm512_cmpgt_epu8_mask(cards[count - 1], _mm512_set1_epi8(DECK_SIZE - 1));
        UNROLL
        for (int i = 0; i < count - 1; i++) {
            bad |= _mm512_cmpeq_epi8_mask(cards[i], cards[i + 1]);
            shown = _mm512_or_si512(shown, bases[i]);
        }
        bad = (bad | _mm512_movepi8_mask(shown)) & there;
    }
    if (high) {
        __m512i codes = best_codes(all, cards, bases, count), lower, upper;
        codes = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), codes); /* to be unpacked */
        if (all->has_flush) {
            lower = look_up_bytes(all->lower_bytes, codes);
            upper = look_up_bytes(all->upper_bytes, codes);
        } else {
            lower = _mm512_permutex2var_epi8(all->lower_bytes[0], codes, all->lower_bytes[1]);
            upper = _mm512_permutex2var_epi8(all->upper_bytes[0], codes, all->upper_bytes[1]);
        }
        _mm512_mask_storeu_epi16(high, (__mmask32)there, _mm512_unpacklo_epi8(lower, upper));
        _mm512_mask_storeu_epi16(high + 32, (__mmask32)(there >> 32), _mm512_unpackhi_epi8(lower, upper));
    }
    return bad;
}

TARGET_INLINE ptrdiff_t hands_of(const uint8_t *hole, int count, const uint8_t *board, ptrdiff_t rows, uint16_t *high,
                                 uint8_t *low, int check)
{
    const layout *places = &layouts[count - 4];
    one_board all;
    if (check && !are_distinct_cards(board, 5))
        return 0;
    read_board(&all, board, low != NULL);
    for (ptrdiff_t start = 0; start < rows; start += HANDS) {
        const ptrdiff_t left = rows - start;
        const uint8_t *from = hole + count * start;
        uint16_t *high_out = high ? high + start : NULL;
        uint8_t *low_out = low ? low + start : NULL, last[6 * HANDS] = {0};
        __mmask64 bad;
        if (left >= HANDS)
            bad = rank_hands(places, &all, from, count, ~UINT64_C(0), high_out, low_out, check);
        else {
            memcpy(last, from, (size_t)(count * left));
            bad = rank_hands(places, &all, last, count, ~UINT64_C(0) >> (HANDS - left), high_out, low_out, check);
        }
        if (UNLIKELY(bad)) {
            ptrdiff_t row = first_bad_omaha_row(hole, count, count, board, 0, 5, start, rows);
            if (row >= 0)
                return row;
        }
    }
    return ALL_GOOD;
}

#define HANDS_OF(count)                                                                                                \
    (check ? hands_of(hole, count, board, rows, high, low, 1) : hands_of(hole, count, board, rows, high, low, 0))

TARGET ptrdiff_t pk_avx512_omaha_one_board(const uint8_t *hole, int hole_count, const uint8_t *board, ptrdiff_t rows,
                                           uint16_t *high, uint8_t *low, int check)
{
    return hole_count == 4 ? HANDS_OF(4) : hole_count == 5 ? HANDS_OF(5) : HANDS_OF(6);
}

#endif
