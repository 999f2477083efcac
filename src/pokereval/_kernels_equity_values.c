/* Hands valued by what they hold. */
#include "_equity_score.h"

void pk_hand_values(const uint64_t *masks, ptrdiff_t count, const int32_t *by_ranks, const int32_t *by_suit,
                    int32_t *values)
{
    uint16_t numbers[MOST_VALUED_CARDS][13]; /* what a rank adds as the one after so many others */
    for (int i = 0; i < MOST_VALUED_CARDS; i++) /* the others are as high at most, hence this rule of Pascal's */
        for (int rank = 0; rank < 13; rank++)
            numbers[i][rank] = (uint16_t)(i == 0 ? rank : rank == 0 ? 0 : numbers[i][rank - 1] + numbers[i - 1][rank]);
    for (ptrdiff_t hand = 0; hand < count; hand++) {
        unsigned number = 0;
        uint64_t suited = 0;
        int place = 0;
        for (uint64_t left = masks[hand]; left && place < MOST_VALUED_CARDS; left &= left - 1) {
            const int card = LOWEST_BIT(left);
            number += numbers[place++][card >> 2];
            suited |= UINT64_C(1) << (16 * (card & 3) + (card >> 2));
        }
        values[hand] = by_ranks[number] + by_suit[suited & 0x1fff] + by_suit[suited >> 16 & 0x1fff] +
                       by_suit[suited >> 32 & 0x1fff] + by_suit[suited >> 48];
    }
}
