/* Two hold'em ranges against each other, board by board: rank every combo once, put them in order, and sweep.
 *
 * Going up in rank, the weight that a combo beats is all the opponent's weight met so far, less what was met with one of
 * its two cards; no two combos share both, but for a combo with itself, which ties and never wins.
 */
#include "_equity_score.h"

#define RANK_PAIRS 91
#define MOST_ITEMS (RANK_PAIRS + COMBOS)
#define RANK_SHIFT 8

typedef struct {
    uint64_t mask;
    uint16_t combo;
    uint8_t one, other;
} live_combo;

/* Combos that tie for certain: those of a pair of card ranks when suits don't matter, or one with a flush. */
typedef struct {
    uint32_t order; /* rank << RANK_SHIFT */
    uint16_t start, stop;
} group;

typedef struct {
    live_combo combos[COMBOS];         /* of either side, by rank pair */
    uint16_t starts[RANK_PAIRS + 1];
    uint64_t pair_keys[RANK_PAIRS];
    uint16_t any[COMBOS], in_suit[4][78]; /* places of all combos, and of those of one suit */
    int in_suit_count[4];
    const double *weights[2];
    int is_one_range;                  /* both sides hold the same */
} contenders;

static void gather(contenders *all, const double *first, const double *second)
{
    int count = 0;
    all->weights[0] = first, all->weights[1] = second;
    all->is_one_range = 1;
    memset(all->in_suit_count, 0, sizeof all->in_suit_count);
    for (int combo = 0; combo < COMBOS; combo++)
        all->is_one_range &= first[combo] == second[combo];
    for (int pair = 0; pair < RANK_PAIRS; pair++)
        all->starts[pair] = 0;
    /* The places of a pair of ranks are PAIR_INDEX's; walking ranks in any order, then sorting by place, would do. */
    for (int low = 0; low < 13; low++)
        for (int high = low; high < 13; high++) {
            int pair = PAIR_INDEX[16 * low + high];
            all->starts[pair] = (uint16_t)count;
            all->pair_keys[pair] = card_key(CARD_KEY7, 4 * (unsigned)low) + card_key(CARD_KEY7, 4 * (unsigned)high);
            for (int a = 4 * low; a < 4 * low + 4; a++)
                for (int b = low == high ? a + 1 : 4 * high; b < 4 * high + 4; b++) {
                    int combo = b * (b - 1) / 2 + a;
                    if (first[combo] != 0 || second[combo] != 0) {
                        live_combo one = {UINT64_C(1) << a | UINT64_C(1) << b, (uint16_t)combo, (uint8_t)a, (uint8_t)b};
                        all->any[count] = (uint16_t)count;
                        if ((a & 3) == (b & 3))
                            all->in_suit[a & 3][all->in_suit_count[a & 3]++] = (uint16_t)count;
                        all->combos[count++] = one;
                    }
                }
        }
    all->starts[RANK_PAIRS] = (uint16_t)count;
}

/* Sorts by rank, digit by digit; stable, and in two passes over a hundred items. */
static void sort_groups(group *groups, group *spare, int count)
{
    group *from = groups, *to = spare;
    for (int shift = RANK_SHIFT; shift < RANK_SHIFT + 16; shift += 8) {
        int ends[257] = {0};
        for (int i = 0; i < count; i++)
            ends[1 + (from[i].order >> shift & 255)]++;
        for (int digit = 0; digit < 256; digit++)
            ends[digit + 1] += ends[digit];
        for (int i = 0; i < count; i++)
            to[ends[from[i].order >> shift & 255]++] = from[i];
        group *swap = from;
        from = to;
        to = swap;
    }
}

/* Puts the live combos of a board in order of rank: `order` lists them, groups cut the list. */
static int rank_combos(const contenders *all, const uint8_t *board, live_combo *order, group *groups)
{
    static const uint64_t suit_of_each_rank = UINT64_C(0x1111111111111);
    uint64_t keys = FLUSH_BIAS, on_board = 0, suit_cards = 0;
    group spare[MOST_ITEMS];
    int count = 0, live = 0, flush_suit = -1, on_suit = 0;
    unsigned suit_ranks = 0;
    for (int i = 0; i < 5; i++) {
        keys += card_key(CARD_KEY7, board[i]);
        on_board |= UINT64_C(1) << board[i];
    }
    /* The suit of which three lie on the board, if any. */
    uint64_t flags = (keys + UINT64_C(0x2222)) & SUIT_FLAGS;
    if (flags) {
        flush_suit = (int)flagged_suit(flags);
        suit_cards = suit_of_each_rank << flush_suit;
        suit_ranks = suit_mask(board, 5, (unsigned)flush_suit);
        for (unsigned bits = suit_ranks; bits; bits &= bits - 1)
            on_suit++;
    }
    for (int pair = 0; pair < RANK_PAIRS; pair++) {
        int start = live;
        for (int i = all->starts[pair]; i < all->starts[pair + 1]; i++) {
            const live_combo *combo = &all->combos[i];
            order[live] = *combo;
            int is_live = !(combo->mask & on_board);
            if (suit_cards) {
                uint64_t in_suit = combo->mask & suit_cards;
                int suited = in_suit == combo->mask ? 2 : in_suit != 0;
                is_live &= suited + on_suit < 5;
            }
            live += is_live;
        }
        if (live > start) {
            uint32_t rank = RANK7[lookup7(keys + all->pair_keys[pair])];
            group one = {rank << RANK_SHIFT, (uint16_t)start, (uint16_t)live};
            groups[count++] = one;
        }
    }
    if (suit_cards) {
        /* With three on the board both hole cards must be of the suit. */
        const uint16_t *places = on_suit == 3 ? all->in_suit[flush_suit] : all->any;
        const int place_count = on_suit == 3 ? all->in_suit_count[flush_suit] : all->starts[RANK_PAIRS];
        for (int i = 0; i < place_count; i++) {
            const live_combo *combo = &all->combos[places[i]];
            unsigned one = (unsigned)((int)(combo->one & 3) == flush_suit);
            unsigned other = (unsigned)((int)(combo->other & 3) == flush_suit);
            if (combo->mask & on_board || (int)(one + other) + on_suit < 5)
                continue;
            uint32_t rank = FLUSH_RANK[suit_ranks | one << (combo->one >> 2) | other << (combo->other >> 2)];
            group alone = {rank << RANK_SHIFT, (uint16_t)live, (uint16_t)(live + 1)};
            order[live++] = *combo;
            groups[count++] = alone;
        }
    }
    sort_groups(groups, spare, count);
    return count;
}

/* One side's wins and ties against the other side's weights. */
static void sweep(const live_combo *order, const group *groups, int count, const double *own, const double *weights,
                  double deals, double *wins, double *ties, double *totals, double *classes)
{
    double below = 0, with_card[DECK_SIZE] = {0}, beaten[COMBOS];
    for (int first = 0, last; first < count; first = last) {
        uint32_t rank = groups[first].order >> RANK_SHIFT;
        for (last = first; last < count && groups[last].order >> RANK_SHIFT == rank; last++)
            for (int i = groups[last].start; i < groups[last].stop; i++)
                beaten[i] = below - with_card[order[i].one] - with_card[order[i].other];
        for (int g = first; g < last; g++)
            for (int i = groups[g].start; i < groups[g].stop; i++) {
                double weight = weights[order[i].combo];
                below += weight;
                with_card[order[i].one] += weight;
                with_card[order[i].other] += weight;
            }
        for (int g = first; g < last; g++)
            for (int i = groups[g].start; i < groups[g].stop; i++) {
                int combo = order[i].combo;
                if (own[combo] == 0)
                    continue;
                double not_above = below - with_card[order[i].one] - with_card[order[i].other] + weights[combo];
                wins[combo] += deals * beaten[i];
                ties[combo] += deals * (not_above - beaten[i]);
            }
    }
    if (!totals)
        return;
    for (int g = 0; g < count; g++) {
        double met = 0;
        for (int i = groups[g].start; i < groups[g].stop; i++) {
            int combo = order[i].combo;
            double against = below - with_card[order[i].one] - with_card[order[i].other] + weights[combo];
            totals[combo] += deals * against;
            met += own[combo] * against;
        }
        classes[groups[g].order >> (RANK_SHIFT + 12)] += deals * met;
    }
}

void pk_sweep(const uint8_t *boards, const double *counts, ptrdiff_t board_count, const double *weights_of_first,
              const double *weights_of_second, double *wins, double *ties, double *totals, double *classes)
{
    contenders all;
    live_combo order[COMBOS + 1];
    group groups[MOST_ITEMS];
    gather(&all, weights_of_first, weights_of_second);
    for (ptrdiff_t i = 0; i < board_count; i++) {
        int count = rank_combos(&all, boards + 5 * i, order, groups);
        sweep(order, groups, count, all.weights[0], all.weights[1], counts[i], wins, ties, totals,
              classes);
        if (!all.is_one_range)
            sweep(order, groups, count, all.weights[1], all.weights[0], counts[i], wins + COMBOS, ties + COMBOS,
                  totals ? totals + COMBOS : NULL, totals ? classes + HAND_CLASSES : NULL);
    }
    if (all.is_one_range)
        for (int combo = 0; combo < COMBOS; combo++) {
            wins[COMBOS + combo] = wins[combo];
            ties[COMBOS + combo] = ties[combo];
            if (totals)
                totals[COMBOS + combo] = totals[combo];
        }
    for (int i = 0; all.is_one_range && totals && i < HAND_CLASSES; i++)
        classes[HAND_CLASSES + i] = classes[i];
}

/* -- boards up to the names of the suits -- */

typedef struct {
    uint8_t *boards;
    double *counts;
    ptrdiff_t count;
} board_list;

/* Suits in order of their rank masks, the greatest first; each board once, with the number of ways to name its suits. */
static void choose_suits(board_list *list, unsigned *masks, int suit, int left)
{
    if (suit == 4) {
        if (left)
            return;
        static const int ways_of_alike[5] = {1, 1, 2, 6, 24};
        int ways = 24, alike = 1;
        uint8_t *board = list->boards + 5 * list->count;
        for (int s = 0; s < 4; s++) {
            if (s && masks[s] == masks[s - 1])
                alike++;
            else if (s) {
                ways /= ways_of_alike[alike];
                alike = 1;
            }
            for (unsigned bits = masks[s]; bits; bits &= bits - 1)
                *board++ = (uint8_t)(4 * LOWEST_BIT(bits) + s);
        }
        list->counts[list->count++] = ways / ways_of_alike[alike];
        return;
    }
    unsigned most = suit ? masks[suit - 1] : 0x1fff;
    for (unsigned mask = 0; mask <= most; mask++) {
        int count = COUNT_BITS(mask);
        if (count > left || (suit == 3 && count != left))
            continue;
        masks[suit] = mask;
        choose_suits(list, masks, suit + 1, left - count);
    }
}

ptrdiff_t pk_canonical_boards(uint8_t *boards, double *counts)
{
    board_list list = {boards, counts, 0};
    unsigned masks[4];
    choose_suits(&list, masks, 0, 5);
    return list.count;
}
