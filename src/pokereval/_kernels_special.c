/* Batch loops of the games with an order of their own: razz and short deck. */
#include "_kernels.h"
#include "_lookup.h"

#define FIRST_SIX 16

ptrdiff_t pk_razz(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    for (ptrdiff_t row = 0; row < rows; row++, cards += count) {
        if (check && UNLIKELY(!are_distinct_cards(cards, count)))
            return row;
        out[row] = count == 5 ? razz_rank(cards, 5) : count == 6 ? razz_rank(cards, 6) : razz_rank(cards, 7);
    }
    return ALL_GOOD;
}

ptrdiff_t pk_short_deck(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
{
    for (ptrdiff_t row = 0; row < rows; row++, cards += count) {
        if (check) {
            int good = are_distinct_cards(cards, count);
            for (int i = 0; i < count; i++)
                good &= cards[i] >= FIRST_SIX;
            if (UNLIKELY(!good))
                return row;
        }
        out[row] = count == 5   ? short_deck_rank(cards, 5)
                   : count == 6 ? short_deck_rank(cards, 6)
                                : short_deck_rank(cards, 7);
    }
    return ALL_GOOD;
}
