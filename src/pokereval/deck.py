"""The deck: cards in a fixed order, dealt from the top."""

from __future__ import annotations

from typing import Self

from pokereval.cards import DECK_SIZE, CardsLike, card_count, format_cards, is_whole, named, parse_cards
from pokereval.errors import CardCountError, CardError, PokerError

__all__ = ["Deck"]


class Deck:
    """Cards in a fixed order, dealt from the top.

    Made by `Deck.shuffled`, `Deck.ordered` or `Deck.random`. Dealing never changes the order of the cards
    that stay. Two decks are equal if the same cards are left in the same order.

    Parameters
    ----------
    cards
        Distinct cards as `parse_cards` takes them, the top card first.

    Raises
    ------
    CardError
        If something is no card, or comes twice (`DuplicateCardError`).

    Examples
    --------
    >>> deck = Deck.ordered("As Ks Qs Js Ts")
    >>> deck.deal(2), deck.burn(), deck.remaining
    ((51, 47), 43, 2)
    >>> deck
    Deck.ordered('JsTs')
    """

    __slots__ = ("_cards", "_top")
    __hash__ = None  # type: ignore[assignment]  # a deck changes as it is dealt

    def __init__(self, cards: CardsLike) -> None:
        self._cards = parse_cards(cards)
        self._top = 0

    @classmethod
    def ordered(cls, cards: CardsLike) -> Self:
        """Deck of these cards, the top card first; they need not be all 52.

        Examples
        --------
        >>> Deck.ordered("7h 2c").deal()
        (22,)
        """
        return cls(cards)

    @classmethod
    def shuffled(cls, seed: int) -> Self:
        """Deck of 52 in an order that the seed decides, the same on every platform and version of Python.

        Fisher-Yates from the last card down: the card at i changes places with the card at
        ``int(u * (i + 1))``, where u comes from ``random.Random(seed).random()``, the one stream that Python
        promises not to change. For tests and repeatable deals; real play wants `Deck.random`.

        Parameters
        ----------
        seed
            Whole number from 0 up, as large as you like.

        Raises
        ------
        PokerError
            If the seed is negative or no whole number.

        Examples
        --------
        >>> Deck.shuffled(7) == Deck.shuffled(7), Deck.shuffled(7) == Deck.shuffled(8)
        (True, False)
        """
        if not is_whole(seed) or seed < 0:
            raise PokerError(f"expected a seed that is a whole number from 0 up, got {named(seed)}")
        from random import Random  # milliseconds that most imports never need

        uniform = Random(int(seed)).random
        cards = list(range(DECK_SIZE))
        for i in range(DECK_SIZE - 1, 0, -1):
            j = int(uniform() * (i + 1))
            cards[i], cards[j] = cards[j], cards[i]
        return cls(cards)

    @classmethod
    def random(cls) -> Self:
        """Deck of 52 shuffled by the operating system's randomness, never the same again.

        Examples
        --------
        >>> sorted(Deck.random().cards) == list(range(52))
        True
        """
        cards = list(range(DECK_SIZE))
        from random import SystemRandom

        SystemRandom().shuffle(cards)
        return cls(cards)

    @property
    def remaining(self) -> int:
        """How many cards are left."""
        return len(self._cards) - self._top

    @property
    def cards(self) -> tuple[int, ...]:
        """Ids of the cards that are left, the top card first."""
        return self._cards[self._top :]

    def deal(self, n: int = 1) -> tuple[int, ...]:
        """Take the n top cards and give their ids in the order dealt.

        Raises
        ------
        CardCountError
            If fewer than n cards are left (none is dealt then), or n is no number of cards.

        Examples
        --------
        >>> Deck.ordered("As Ks").deal(3)
        Traceback (most recent call last):
        pokereval.errors.CardCountError: expected 3 cards to deal, got 2 left in the deck
        """
        if not is_whole(n) or n < 0:
            raise CardCountError(f"expected a number of cards to deal, got {named(n)}")
        if n > self.remaining:
            raise CardCountError(f"expected {card_count(n)} to deal, got {self.remaining} left in the deck")
        dealt = self._cards[self._top : self._top + n]
        self._top += int(n)
        return dealt

    def burn(self) -> int:
        """Put the top card out of play and give its id, for the record of the hand.

        Raises
        ------
        CardCountError
            If no card is left.
        """
        return self.deal()[0]

    def remove(self, cards: CardsLike) -> None:
        """Take dead cards out wherever they lie; the others keep their order.

        Raises
        ------
        CardError
            If a card is not left in the deck (nothing is removed then), is no card, or comes twice.

        Examples
        --------
        >>> deck = Deck.ordered("As Ks Qs")
        >>> deck.remove("Ks")
        >>> deck.cards
        (51, 43)
        """
        dead, left = parse_cards(cards), self.cards
        if missing := [card for card in dead if card not in left]:
            raise CardError(f"expected cards that are left in the deck, got {format_cards(missing, separator=' ')}")
        self._cards, self._top = tuple(card for card in left if card not in dead), 0

    def copy(self) -> Self:
        """Another deck with the same cards left, dealt independently."""
        return type(self)(self.cards)

    def __eq__(self, other: object) -> bool:
        """Whether the same cards are left in the same order."""
        return self.cards == other.cards if isinstance(other, Deck) else NotImplemented

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[int, ...]]]:
        """Pickle what is left."""
        return type(self), (self.cards,)

    def __repr__(self) -> str:
        """Show what is left, as an expression that makes the same deck."""
        return f"{type(self).__name__}.ordered({format_cards(self.cards)!r})"
