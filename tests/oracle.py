"""An independent brute force for every question that the tests ask: ranks, lows, pots and chips.

It is written from the rules alone and shares nothing with the package but the numbers of the contract (card
ids, rank numbers). It is plain Python, one hand and one table at a time, to be read beside the rule text;
`oracle_arrays` says the first half once more with numpy, and `test_oracle` holds the two equal.

Rule numbers in comments are those of the rules of play, "decision" numbers those of their second section.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

Hand = tuple[int, ...]
"""Card ids, ``4 * card_rank + suit``: 0 is the deuce of clubs, 51 the ace of spades."""

Value = tuple[int, ...]
"""Category first, then five card ranks 2..14 in the order in which they are compared (ace 1 in a wheel)."""

DECK: Hand = tuple(range(52))
NO_CARD = 255
RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(1, 10)


# --- one hand -----------------------------------------------------------------------------------------


def pip(card: int) -> int:
    """Give a card's rank as it is spoken of: 2 to 10, jack 11, queen 12, king 13, ace 14."""
    return card // 4 + 2


def low_pip(card: int) -> int:
    """Give a card's rank with the ace low: ace 1, deuce 2, … king 13."""
    return 1 if pip(card) == 14 else pip(card)


def suit(card: int) -> int:
    """Give a card's suit: clubs 0, diamonds 1, hearts 2, spades 3."""
    return card % 4


def cards(text: str) -> Hand:
    """Read cards such as ``"As 10h2c"``: rank letter (or 10) and suit letter, blanks between them or not."""
    compact = text.replace(" ", "").replace("10", "T")
    pairs = zip(compact[::2], compact[1::2], strict=True)
    return tuple(4 * RANK_LETTERS.index(rank) + SUIT_LETTERS.index(letter) for rank, letter in pairs)


def text(hand: Sequence[int]) -> str:
    """Write card ids as the text that `cards` reads."""
    return "".join(RANK_LETTERS[card // 4] + SUIT_LETTERS[card % 4] for card in hand)


def five_value(five: Sequence[int]) -> Value:
    """Value five cards so that the better hand is the greater tuple (rules 1 and 2)."""
    count = Counter(pip(card) for card in five)
    # the bigger group of equal ranks is compared first, then the higher rank: K K K 8 8 before K K 8 8 A
    compared = sorted((pip(card) for card in five), key=lambda p: (count[p], p), reverse=True)
    groups = sorted(count.values(), reverse=True)
    is_flush = len({suit(card) for card in five}) == 1
    if compared == [14, 5, 4, 3, 2]:
        compared = [5, 4, 3, 2, 1]  # the ace plays low, and the five is the top card
    is_straight = len(count) == 5 and compared[0] - compared[4] == 4
    if is_straight and is_flush:
        category = STRAIGHT_FLUSH
    elif groups == [4, 1]:
        category = QUADS
    elif groups == [3, 2]:
        category = FULL_HOUSE
    elif is_flush:
        category = FLUSH
    elif is_straight:
        category = STRAIGHT
    elif groups == [3, 1, 1]:
        category = TRIPS
    elif groups == [2, 2, 1]:
        category = TWO_PAIR
    elif groups == [2, 1, 1, 1]:
        category = PAIR
    else:
        category = HIGH_CARD
    return (category, *compared)


def five_low(five: Sequence[int]) -> Value | None:
    """Give five cards' low as ranks from the top down, ace 1, or None if they do not qualify (rule 12)."""
    pips = sorted((low_pip(card) for card in five), reverse=True)
    if len(set(pips)) < 5 or pips[0] > 8:
        return None
    return tuple(pips)


def fives(hand: Sequence[int]) -> Iterator[Hand]:
    """Yield every five cards that a hand of five to seven may play (rule 5)."""
    return combinations(hand, 5)


def omaha_fives(hole: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
    """Yield every two hole cards with every three board cards (rule 6)."""
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            yield two + three


def best_value(playable: Iterator[Hand]) -> Value:
    """Give the value of the best high hand among the fives that may be played."""
    return max(five_value(five) for five in playable)


def best_low(playable: Iterator[Hand]) -> Value | None:
    """Give the best low among the fives that may be played: the smallest from the top card down (rule 13)."""
    return min((low for five in playable if (low := five_low(five))), default=None)


LOWS_WORST_FIRST: tuple[Value, ...] = tuple(
    sorted((tuple(sorted(pips, reverse=True)) for pips in combinations(range(1, 9), 5)), reverse=True)
)
"""The 56 lows of rule 12, 8-7-6-5-4 first and the wheel last."""


def low_number(low: Value | None) -> int:
    """Give the number of a low: 1 the worst, 56 the wheel, 0 no low."""
    return 0 if low is None else LOWS_WORST_FIRST.index(low) + 1


def every_kind_of_five() -> Iterator[Hand]:
    """Yield one hand for each set of five ranks that a deck allows, and a suited one if the ranks differ."""
    for ranks in combinations_with_replacement(range(13), 5):
        count = Counter(ranks)
        if max(count.values()) > 4:
            continue
        # equal ranks take the suits in turn; a last card of another suit keeps five ranks from being a flush
        mixed = [4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        if len(count) == 5:
            yield tuple(mixed)
            mixed[4] += 1
        yield tuple(mixed)


@cache
def rank_numbers() -> Mapping[Value, int]:
    """Give the rank of every value: class in the top bits, place counting from 0 inside the class."""
    numbers: dict[Value, int] = {}
    place: Counter[int] = Counter()
    for value in sorted({five_value(five) for five in every_kind_of_five()}):
        numbers[value] = value[0] << 12 | place[value[0]]
        place[value[0]] += 1
    return numbers


def rank_number(value: Value) -> int:
    """Give the rank that the contract assigns to a value: ``rank_class << 12 | place``."""
    return rank_numbers()[value]


def rank_of(hand: Sequence[int]) -> int:
    """Rank five to seven cards."""
    return rank_number(best_value(fives(hand)))


def omaha_rank_of(hole: Sequence[int], board: Sequence[int]) -> int:
    """Rank an Omaha hand."""
    return rank_number(best_value(omaha_fives(hole, board)))


def low_of(hand: Sequence[int]) -> int:
    """Give the low number of five to seven cards."""
    return low_number(best_low(fives(hand)))


def omaha_low_of(hole: Sequence[int], board: Sequence[int]) -> int:
    """Give the low number of an Omaha hand."""
    return low_number(best_low(omaha_fives(hole, board)))


# --- from ranks to chips -------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableRules:
    """What settling has to know of a game."""

    hole_counts: tuple[int, ...]
    has_board: bool
    is_omaha: bool
    has_low: bool
    is_stud: bool


GAMES: Mapping[str, TableRules] = {
    "holdem": TableRules((2,), has_board=True, is_omaha=False, has_low=False, is_stud=False),
    "omaha": TableRules((4, 5, 6), has_board=True, is_omaha=True, has_low=False, is_stud=False),
    "omaha8": TableRules((4, 5, 6), has_board=True, is_omaha=True, has_low=True, is_stud=False),
    "stud": TableRules((7,), has_board=False, is_omaha=False, has_low=False, is_stud=True),
    "stud8": TableRules((7,), has_board=False, is_omaha=False, has_low=True, is_stud=True),
}


class ButtonNeededError(Exception):
    """An odd chip has to be placed left of a button that nobody has told."""


@dataclass(frozen=True)
class BrutePot:
    """The chips that the same seats contest."""

    amount: int
    eligible: tuple[int, ...]


@dataclass(frozen=True)
class BruteSettlement:
    """Who gets what: `payouts` from the pots, `returned` uncalled chips, the pots themselves."""

    payouts: tuple[int, ...]
    returned: tuple[int, ...]
    pots: tuple[BrutePot, ...]


def uncalled_chips(contributions: Sequence[int], live: Sequence[bool]) -> tuple[int, ...]:
    """Give back what the lone highest live seat put in beyond everybody else, folded seats too (rule 34)."""
    back = [0] * len(contributions)
    alive = [seat for seat, is_live in enumerate(live) if is_live]
    top = max(alive, key=lambda seat: contributions[seat])
    others = [chips for seat, chips in enumerate(contributions) if seat != top]
    back[top] = max(0, contributions[top] - max(others, default=0))
    return tuple(back)


def pots_of(contributions: Sequence[int], live: Sequence[bool], dead: int) -> tuple[BrutePot, ...]:
    """Stack the chips in layers; layers that the same live seats reach are one pot (rules 33 to 35).

    Folded chips stay in the layers that they reached. Chips above the highest live seat join the last pot.
    Dead chips lie under every layer, so all live seats contest them.
    """
    contenders = tuple(seat for seat, is_live in enumerate(live) if is_live)
    amounts = {contenders: dead} if dead else {}
    below = 0
    for level in sorted(set(contributions) - {0}):
        reached = tuple(seat for seat, chips in enumerate(contributions) if live[seat] and chips >= level)
        contenders = reached or contenders
        layer = sum(min(chips, level) - min(chips, below) for chips in contributions)
        amounts[contenders] = amounts.get(contenders, 0) + layer
        below = level
    return tuple(BrutePot(amount, eligible) for eligible, amount in amounts.items())


def hand_out(share: int, winners: Sequence[int], order: Sequence[int], chip: int) -> dict[int, int]:
    """Split a share evenly in whole chips; what is left goes one chip each in order (decisions 8 and 24)."""
    even = share // chip // len(winners) * chip
    won = dict.fromkeys(winners, even)
    left = share - even * len(winners)
    for seat in [seat for seat in order if seat in won]:
        piece = min(chip, left)
        won[seat] += piece
        left -= piece
    assert left == 0
    return won


Order = Callable[[Sequence[int]], Sequence[int]]


def award_pot(
    amount: int, high: Sequence[int], low: Sequence[int], high_order: Order, low_order: Order, chip: int
) -> dict[int, int]:
    """Award one pot to its high winners and its low winners (none, if nobody qualifies)."""
    if not low or set(low) == set(high):
        # decision 10: the same seats tie for both halves, so it is one pot to be split, not two halves
        return hand_out(amount, high, high_order(high), chip)
    low_half = amount // chip // 2 * chip
    won = Counter(hand_out(amount - low_half, high, high_order(high), chip))
    won.update(hand_out(low_half, low, low_order(low), chip))
    return dict(won)


def best_of(seats: Sequence[int], strength: Sequence[int]) -> tuple[int, ...]:
    """Give the seats that tie for the greatest strength; zero never wins."""
    top = max(strength[seat] for seat in seats)
    return tuple(seat for seat in seats if strength[seat] == top) if top else ()


def stud_high_cards(hand: Sequence[int]) -> tuple[int, ...]:
    """Give the five that play for high, highest card first; the higher suit plays (decision 9)."""
    return max((five_value(five), tuple(sorted(five, reverse=True))) for five in fives(hand))[1]


def stud_low_cards(hand: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Give the five that play for low as (rank with the ace low, suit), highest card first."""
    lows = ((low, five) for five in fives(hand) if (low := five_low(five)))
    playing = [
        (tuple(-p for p in low), tuple(sorted(((low_pip(card), suit(card)) for card in five), reverse=True)))
        for low, five in lows
    ]
    return max(playing)[1]


def brute_settle(
    game: str,
    hole_cards: Sequence[Sequence[int]],
    board: Sequence[int],
    contributions: Sequence[int],
    *,
    live: Sequence[bool],
    button: int | None = None,
    chip: int = 1,
    dead: int = 0,
    uncalled: str = "included",
    high: Sequence[int] | None = None,
    low: Sequence[int] | None = None,
) -> BruteSettlement:
    """Settle one table.

    `high` and `low` may bring strengths that are known already, as for arrays of tables; else they are
    worked out from the cards.
    """
    rules = GAMES[game]
    seats = range(len(contributions))
    alive = [seat for seat in seats if live[seat]]
    stakes = list(contributions)
    returned = (0,) * len(stakes)
    if uncalled == "included":
        returned = uncalled_chips(stakes, live)
        stakes = [chips - back for chips, back in zip(stakes, returned, strict=True)]
    elif len(alive) > 1:
        stakes, dead = _lone_ante_made_dead(stakes, live, dead)
    pots = pots_of(stakes, live, dead)
    payouts = Counter[int]()
    if len(alive) == 1:  # rule 24: the last live seat wins unseen
        payouts[alive[0]] = sum(pot.amount for pot in pots)
        return BruteSettlement(tuple(payouts[seat] for seat in seats), returned, pots)

    hands = {seat: (*hole_cards[seat], *board) for seat in alive}
    if high is None:
        high = [0] * len(stakes)
        low = [0] * len(stakes)
        for seat in alive:
            high[seat], low[seat] = _strengths(rules, hole_cards[seat], board)
    high_strength = high
    low_strength = low if rules.has_low and low is not None else [0] * len(stakes)

    def left_of_button(winners: Sequence[int]) -> Sequence[int]:
        if button is None:
            raise ButtonNeededError
        return sorted(winners, key=lambda seat: (seat - button - 1) % len(seats))

    def by_high_card(winners: Sequence[int]) -> Sequence[int]:
        return sorted(winners, key=lambda seat: stud_high_cards(hands[seat]), reverse=True)

    def by_low_card(winners: Sequence[int]) -> Sequence[int]:
        return sorted(winners, key=lambda seat: stud_low_cards(hands[seat]), reverse=True)

    def only_if_odd(order: Order) -> Order:
        return lambda winners: winners if len(winners) == 1 else order(winners)

    high_order = only_if_odd(by_high_card if rules.is_stud else left_of_button)
    low_order = only_if_odd(by_low_card if rules.is_stud else left_of_button)
    for pot in pots:
        # decision 11: winners are looked for among the seats eligible for this very pot
        high_winners = best_of(pot.eligible, high_strength)
        low_winners = best_of(pot.eligible, low_strength)
        payouts.update(award_pot(pot.amount, high_winners, low_winners, high_order, low_order, chip))
    return BruteSettlement(tuple(payouts[seat] for seat in seats), returned, pots)


def _lone_ante_made_dead(contributions: Sequence[int], live: Sequence[bool], dead: int) -> tuple[list[int], int]:
    """Treat a lone excess in chips from which uncalled bets went back already: it can only be a forced ante.

    If the other live seats stand level and nobody who folded is above them, the excess is dead money that
    all contest.
    """
    alive = [seat for seat in range(len(live)) if live[seat]]
    top = max(alive, key=lambda seat: contributions[seat])
    stakes = list(contributions)
    level = {contributions[seat] for seat in alive if seat != top}
    others = [chips for seat, chips in enumerate(contributions) if seat != top]
    if len(level) == 1 and max(others) == max(level) < contributions[top]:
        stakes[top] = max(level)
        dead += contributions[top] - stakes[top]
    return stakes, dead


def _strengths(rules: TableRules, hole: Sequence[int], board: Sequence[int]) -> tuple[int, int]:
    if rules.is_omaha:
        return omaha_rank_of(hole, board), omaha_low_of(hole, board) if rules.has_low else 0
    return rank_of((*hole, *board)), low_of((*hole, *board)) if rules.has_low else 0
