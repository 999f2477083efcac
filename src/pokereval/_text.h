/* Card text of the plainest form, rank letter then suit letter in any case: everything else is for cards.py. */
#ifndef POKEREVAL_TEXT_H
#define POKEREVAL_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "_lookup.h"

/* 4 * card_rank + 1 of a rank letter; 0 for anything else. */
ALWAYS_INLINE unsigned rank_of_letter(unsigned letter)
{
    switch (letter) {
    case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
        return 4 * (letter - '2') + 1;
    case 'T': case 't': return 33;
    case 'J': case 'j': return 37;
    case 'Q': case 'q': return 41;
    case 'K': case 'k': return 45;
    case 'A': case 'a': return 49;
    default: return 0;
    }
}

/* suit + 1 of a suit letter; 0 for anything else. */
ALWAYS_INLINE unsigned suit_of_letter(unsigned letter)
{
    switch (letter) {
    case 'c': case 'C': return 1;
    case 'd': case 'D': return 2;
    case 'h': case 'H': return 3;
    case 's': case 'S': return 4;
    default: return 0;
    }
}

/* Reads `count` cards from 2 * count letters; true when each of them was a card. */
ALWAYS_INLINE int read_cards(const uint8_t *text, int count, uint8_t *cards)
{
    unsigned good = 1;
    for (int i = 0; i < count; i++) {
        unsigned rank = rank_of_letter(text[2 * i]), suit = suit_of_letter(text[2 * i + 1]);
        good &= (rank != 0) & (suit != 0);
        cards[i] = (uint8_t)(rank + suit - 2);
    }
    return (int)good;
}

#endif
