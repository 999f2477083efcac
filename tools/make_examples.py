"""Make the bundled hands in ``examples/``: every way in which rule texts split a pot, and some whole tables.

Run as ``python tools/make_examples.py [FOLDER]`` with the package installed. Most hands are searched: decks are
shuffled from one seed after the other until the settlement shows what is wanted; a few are written out because a rule
text gives their cards. There is nothing of chance in it: the same files come out every time, and a test makes them
again and compares.

``splits.jsonl``
    One hand for each split, its name in ``note``.
``tables.csv``
    Tables of two to ten seats, as a recorder of hands would write them.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pokereval.cards import format_cards
from pokereval.deck import Deck
from pokereval.pots import AwardedPot, HandSettlement, settle_hand
from pokereval.ranks import rank_class
from pokereval.variants import showdown_game

FIRST_SEED = 2_000
MOST_DECKS = 100_000
TABLE_ROWS = 60
TABLE_SEATS = 10
FLUSH = 6

Wanted = Callable[[HandSettlement], bool]


@dataclass(frozen=True)
class Split:
    """A hand to look for: the table, and what its settlement must show."""

    note: str
    game: str
    contributions: Sequence[int]
    wanted: Wanted
    hole_count: int = 0  # 0: as few as the game has
    folded: Sequence[int] = ()  # seats
    button: int = 0
    dead: int = 0
    board_count: int | None = None  # None: a full board


def pot(hand: HandSettlement) -> AwardedPot:
    """Give the only pot, or an empty one that is like nothing wanted."""
    return hand.pots[0] if len(hand.pots) == 1 else AwardedPot(0, (), (), (), (), ())


def winners(hand: HandSettlement, high: int, low: int, *, shared: int) -> bool:
    """Tell whether the only pot has so many winners of the high and of the low, and so many of both."""
    only = pot(hand)
    both = set(only.high_winners) & set(only.low_winners)
    return (len(only.high_winners), len(only.low_winners), len(both)) == (high, low, shared)


def classes(hand: HandSettlement) -> set[int]:
    """Give the classes of the winning high hands."""
    return {rank_class(hand.high_ranks[seat]) for awarded in hand.pots for seat in awarded.high_winners}


def low_only_in_main_pot(hand: HandSettlement) -> bool:
    """Tell whether the main pot is halved while no seat of the side pot has a low (decision 11)."""
    main, *sides = hand.pots
    return bool(main.low_winners) and main.high_winners != main.low_winners and not any(s.low_winners for s in sides)


def each_pot_to_another(hand: HandSettlement) -> bool:
    """Tell whether every pot goes to one seat, and no two to the same."""
    seats = [awarded.high_winners for awarded in hand.pots]
    return all(len(them) == 1 for them in seats) and len(set(seats)) == len(seats)


def board_plays(hand: HandSettlement) -> bool:
    """Tell whether everybody who is live shares the pot."""
    return len(pot(hand).high_winners) == len(hand.live_seats)


def no_low_beside_a_low_board(hand: HandSettlement) -> bool:
    """Tell whether the board allows a low that nobody has."""
    low_ranks = {card // 4 for card in hand.board if card // 4 <= 6 or card // 4 == 12}
    return len(low_ranks) >= 3 and winners(hand, 1, 0, shared=0)


SPLITS = (
    Split(
        "scoop: one seat has the best high and the best low",
        "omaha8",
        [60, 60, 60, 60],
        lambda h: winners(h, 1, 1, shared=1),
    ),
    Split(
        "a half each: one seat has the high, another the low",
        "omaha8",
        [60, 60, 60],
        lambda h: winners(h, 1, 1, shared=0),
    ),
    Split(
        "half and two quarters: one seat has the high, two others share the low",
        "omaha8",
        [40, 40, 40],
        lambda h: winners(h, 1, 2, shared=0),
    ),
    Split(
        "three quarters, with five cards: the high alone, the low tied",
        "omaha8",
        [80, 80, 80, 80],
        lambda h: winners(h, 1, 2, shared=1),
        hole_count=5,
    ),
    Split(
        "half and three sixths: three seats share the low",
        "omaha8",
        [50, 50, 50, 50, 50, 50],
        lambda h: winners(h, 1, 3, shared=0),
    ),
    Split(
        "two thirds: the high alone, the low tied three ways",
        "omaha8",
        [50, 50, 50, 50, 50, 50],
        lambda h: winners(h, 1, 3, shared=1),
    ),
    Split(
        "quarters of the high: two seats tie the high, a third has the low",
        "omaha8",
        [30, 30, 30, 30],
        lambda h: winners(h, 2, 1, shared=0),
    ),
    Split(
        "the same two seats tie both halves, so 102 goes 51 and 51",
        "omaha8",
        [34, 34, 34],
        lambda h: winners(h, 2, 2, shared=2),
    ),
    Split(
        "no low is possible: the high takes all",
        "omaha8",
        [60, 60, 60],
        lambda h: winners(h, 1, 0, shared=0) and not no_low_beside_a_low_board(h),
    ),
    Split("a low is possible but nobody has one", "omaha8", [60, 60, 60], no_low_beside_a_low_board),
    Split("the odd chip goes to the high half", "omaha8", [25, 25, 25], lambda h: winners(h, 1, 1, shared=0)),
    Split(
        "the odd chip of a shared low goes left of the button",
        "omaha8",
        [18, 18, 18],
        lambda h: winners(h, 1, 2, shared=0),
        button=1,
    ),
    Split(
        "six hole cards, a half and two quarters",
        "omaha8",
        [20, 20, 20, 20],
        lambda h: winners(h, 1, 2, shared=0),
        hole_count=6,
    ),
    Split("a side pot without a low beside a main pot with one", "omaha8", [30, 120, 120], low_only_in_main_pot),
    Split(
        "main pot 300 and side pot 200; the 100 that nobody called went back",
        "holdem",
        [200, 200, 100],
        each_pot_to_another,
        button=2,
    ),
    Split("four all-in seats, three pots, three winners", "holdem", [25, 75, 150, 150], each_pot_to_another),
    Split(
        "the odd chips of a three-way tie go left of the button",
        "holdem",
        [50, 50, 50, 50],
        lambda h: len(pot(h).high_winners) == 3,
        button=3,
    ),
    Split("the board plays, and ten seats share it", "holdem", [30] * 10, board_plays, button=4),
    Split(
        "two folded seats leave their chips in the pot",
        "holdem",
        [90, 10, 90, 45, 90],
        lambda h: classes(h) == {FLUSH},
        folded=[1, 3],
    ),
    Split(
        "the last live seat wins unseen", "holdem", [10, 20, 60, 20], lambda h: True, folded=[0, 1, 3], board_count=3
    ),
    Split(
        "an ante of the big blind that nobody can match is dead money",
        "holdem",
        [150, 100, 100],
        lambda h: len(pot(h).high_winners) == 1,
    ),
    Split(
        "dead money of a missed small blind", "holdem", [40, 40, 40], lambda h: len(pot(h).high_winners) == 1, dead=5
    ),
    Split(
        "five hole cards, exactly two of them play",
        "omaha",
        [70, 70, 70],
        lambda h: classes(h) == {FLUSH},
        hole_count=5,
    ),
    Split(
        "the odd chip of a tie goes to the highest card by suit",
        "stud",
        [25, 25, 25],
        lambda h: len(pot(h).high_winners) == 2,
    ),
    Split("three quarters and a quarter", "stud8", [40, 40, 40, 40], lambda h: winners(h, 1, 2, shared=1)),
    Split(
        "eight seats, the deck ran out, one community card is everybody's seventh",
        "stud",
        [15] * 8,
        lambda h: len(h.board) == 1,
        board_count=1,
    ),
)

# Rule 16: the ace flush and the wheel against another ace and deuce; the two cards of the second seat are free.
NUT_NUT = {
    "note": "three quarters: A-2 is tied, the flush is not",
    "game": "omaha8",
    "hole_cards": ["AhKh3s2s", "Ac2dTcTd", "QsQdJsJc"],
    "board": "Jh4h3cQh5d",
    "contributions": [20, 20, 20],
    "live": [True, True, True],
    "button": 2,
}


def deal(split: Split, deck: Deck) -> dict[str, Any]:
    """Deal one hand of a split's table."""
    game = showdown_game(split.game)
    board_count = game.board_count if split.board_count is None else split.board_count
    hole_count = split.hole_count or (
        min(game.hole_counts_with(board_count)) if game.is_stud else min(game.hole_counts)
    )
    seats = len(split.contributions)
    holes = [format_cards(deck.deal(hole_count)) for _ in range(seats)]
    board = format_cards(deck.deal(board_count))
    row = {
        "note": split.note,
        "game": split.game,
        "hole_cards": ["" if seat in split.folded else cards for seat, cards in enumerate(holes)],
        "board": board,
        "contributions": list(split.contributions),
        "live": [seat not in split.folded for seat in range(seats)],
        "button": None if game.is_stud else split.button,
    }
    if split.dead:
        row["dead"] = split.dead
    return row


def settled(row: dict[str, Any]) -> HandSettlement:
    """Settle a row as the command does by default."""
    return settle_hand(
        row["game"],
        row["hole_cards"],
        row["board"],
        row["contributions"],
        live=row["live"],
        button=row["button"],
        dead=row.get("dead", 0),
        uncalled="returned",
    )


def find(split: Split, first_seed: int) -> dict[str, Any]:
    """Shuffle until the hand is there."""
    for seed in range(first_seed, first_seed + MOST_DECKS):
        row = deal(split, Deck.shuffled(seed))
        if split.wanted(settled(row)):
            return row
    raise LookupError(f"no deck of {MOST_DECKS} shows {split.note!r}")


def table_rows() -> list[list[Any]]:
    """Give the rows of ``tables.csv``: games in turn, 2 to 10 seats, some seats folded, some stacks short."""
    kinds = (("holdem", 2, 10), ("omaha", 4, 10), ("omaha8", 4, 10), ("stud8", 7, 6), ("omaha8", 5, 9), ("stud", 7, 7))
    rows = []
    for number in range(TABLE_ROWS):
        game, hole_count, most = kinds[number % len(kinds)]
        # A second deck decides what people do: which seats fold, and how much each put in.
        deck, whims = Deck.shuffled(number), Deck.shuffled(10**6 + number)
        seats = 2 + whims.deal()[0] % (most - 1)
        holes = [format_cards(deck.deal(hole_count)) for _ in range(seats)]
        board = format_cards(deck.deal(showdown_game(game).board_count))
        live = [whim % 5 < 2 for whim in whims.deal(seats)]
        live[whims.deal()[0] % seats] = True
        bet = 20 * (1 + whims.deal()[0] % 8)
        stacks = [5 * (1 + whim) for whim in whims.deal(seats)]
        chips = [
            min(bet, stack) if is_live else min(bet, stack) // 3 for is_live, stack in zip(live, stacks, strict=True)
        ]
        top = sorted(chips)[-2]  # nobody has more in the pot than the next one: it went back
        chips = [min(each, top) for each in chips]
        empty = [""] * (TABLE_SEATS - seats)
        shown = [cards if is_live else "" for cards, is_live in zip(holes, live, strict=True)]
        button = "" if showdown_game(game).is_stud else number % seats
        rows.append([game, board, button, *shown, *empty, *chips, *empty, *map(int, live), *empty])
    return rows


def main(folder: Path) -> None:
    """Write the files."""
    folder.mkdir(exist_ok=True)
    rows = [NUT_NUT] + [find(split, FIRST_SEED + MOST_DECKS * place) for place, split in enumerate(SPLITS)]
    with open(folder / "splits.jsonl", "w", encoding="utf-8", newline="\n") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    header = ["game", "board", "button"]
    header += [f"{kind}_{seat}" for kind in ("hole", "chips", "live") for seat in range(1, TABLE_SEATS + 1)]
    with open(folder / "tables.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *table_rows()])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1] / "examples")
