/* One hand: its rank, and the five cards that play. Settlement asks for those when an odd chip goes by suit. */
#include "_kernels.h"
#include "_lookup.h"

uint16_t pk_high_one(const uint8_t *cards, int count)
{
    return count == 5 ? high_rank(cards, 5) : count == 6 ? high_rank(cards, 6) : high_rank(cards, 7);
}

uint8_t pk_low_one(const uint8_t *cards, int count)
{
    return LOW_RANK[low_mask(cards, count)];
}

int pk_distinct(const uint8_t *cards, int count)
{
    return are_distinct_cards(cards, count);
}

typedef unsigned (*five_rank)(const uint8_t *five);

static unsigned high_of_five(const uint8_t *five)
{
    return high_rank(five, 5);
}

static unsigned low_of_five(const uint8_t *five)
{
    return LOW_RANK[low_mask(five, 5)];
}

/* The best five met so far. The union of card ids, read as a number, compares equal hands from their top cards down. */
typedef struct {
    unsigned rank;
    uint64_t set;
} best_five;

static int is_better_five(best_five *best, const uint8_t *five, five_rank rank_of)
{
    unsigned rank = rank_of(five);
    uint64_t set = 0;
    for (int i = 0; i < 5; i++)
        set |= UINT64_C(1) << (five[i] & 63);
    if (!rank || rank < best->rank || (rank == best->rank && set <= best->set))
        return 0;
    best->rank = rank;
    best->set = set;
    return 1;
}

static unsigned best_of(const uint8_t *cards, int count, uint8_t *positions, five_rank rank_of)
{
    best_five best = {0, 0};
    for (unsigned choice = 0; choice < 1u << count; choice++) {
        uint8_t five[7], at[7];
        int chosen = 0;
        for (int i = 0; i < count; i++)
            if (choice >> i & 1) {
                five[chosen] = cards[i];
                at[chosen++] = (uint8_t)i;
            }
        if (chosen == 5 && is_better_five(&best, five, rank_of))
            for (int i = 0; i < 5; i++)
                positions[i] = at[i];
    }
    return best.rank;
}

static unsigned best_of_omaha(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count,
                              uint8_t *positions, five_rank rank_of)
{
    best_five best = {0, 0};
    for (int i = 0; i < hole_count; i++)
        for (int j = i + 1; j < hole_count; j++)
            for (int a = 0; a < board_count; a++)
                for (int b = a + 1; b < board_count; b++)
                    for (int c = b + 1; c < board_count; c++) {
                        const uint8_t five[5] = {hole[i], hole[j], board[a], board[b], board[c]};
                        if (is_better_five(&best, five, rank_of)) {
                            positions[0] = (uint8_t)i, positions[1] = (uint8_t)j, positions[2] = (uint8_t)a;
                            positions[3] = (uint8_t)b, positions[4] = (uint8_t)c;
                        }
                    }
    return best.rank;
}

unsigned pk_best_high(const uint8_t *cards, int count, uint8_t *positions)
{
    return best_of(cards, count, positions, high_of_five);
}

unsigned pk_best_low(const uint8_t *cards, int count, uint8_t *positions)
{
    return best_of(cards, count, positions, low_of_five);
}

uint64_t pk_high_set(const uint8_t *cards, int count)
{
    uint8_t positions[5] = {0};
    uint64_t set = 0;
    best_of(cards, count, positions, high_of_five);
    for (int i = 0; i < 5; i++)
        set |= UINT64_C(1) << (cards[positions[i]] & 63);
    return set;
}

uint64_t pk_low_set(const uint8_t *cards, int count)
{
    uint8_t positions[5] = {0};
    uint64_t set = 0;
    if (best_of(cards, count, positions, low_of_five))
        for (int i = 0; i < 5; i++)
            set |= UINT64_C(1) << (cards[positions[i]] + 4) % DECK_SIZE;
    return set;
}

unsigned pk_best_omaha_high(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count,
                            uint8_t *positions)
{
    return best_of_omaha(hole, hole_count, board, board_count, positions, high_of_five);
}

unsigned pk_best_omaha_low(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count,
                           uint8_t *positions)
{
    return best_of_omaha(hole, hole_count, board, board_count, positions, low_of_five);
}
