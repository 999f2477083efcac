"""What every path is timed on: pokereval's batch calls, what they move and look up, and the rates that they aim at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

import pokereval

from .deals import CardArray, deal_cards, deal_tables
from .encodings import card_texts, tuples_of

Ask = Callable[..., Any]

AVX512, AVX2, PORTABLE = "avx512", "avx2", "portable"


@dataclass(frozen=True)
class Task:
    """A call of pokereval on cards that are dealt beforehand.

    Attributes
    ----------
    key : str
        The name by which ``--only`` finds it.
    title : str
        The words of the table.
    hands : int
        Hands (or tables) that one call works on.
    prepare : callable
        Deals the cards and gives the call, which takes ``check`` and ``threads``. Never timed.
    aims : dict of str to float
        Rates to be reached, by path; shares of another task's rate if there is `share_of`.
    bytes_in, bytes_out : float
        Bytes of the arrays that a hand (or table) reads and writes; a board is shared. A `bytes_out` of 0 keeps the
        task out of the roofline.
    hands_of_a_row : int
        Hands that one table ranks.
    look_ups : dict of str to str
        The look-ups of one hand, in words, by path; the entry "" is that of the others.
    probes : tuple of str
        The limits of the look-ups of one hand, by their names in `roofline.PROBES`.
    own_probes : dict of str to tuple of str
        Those of the paths that look other tables up.
    ranks_by : tuple of str
        For settlement, the tasks that rank the hands of its tables.
    share_of : str
        The task whose rate this one is compared with.
    compared : str
        The question that OMPEval answers on the same hands.
    is_batch : bool
        Whether the call takes one large array, so that ``threads`` and ``check`` are worth timing.
    can_skip_checks : bool
        Whether there is a check to be skipped.
    """

    key: str
    title: str
    hands: int
    prepare: Callable[[], Ask]
    aims: Mapping[str, float] = field(default_factory=dict)
    bytes_in: float = 0
    bytes_out: float = 0
    hands_of_a_row: int = 1
    look_ups: Mapping[str, str] = field(default_factory=dict)
    probes: tuple[str, ...] = ()
    own_probes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranks_by: tuple[str, ...] = ()
    share_of: str = ""
    compared: str = ""
    is_batch: bool = True
    can_skip_checks: bool = True

    def probes_on(self, path: str) -> tuple[str, ...]:
        """The limits of the look-ups of one hand on a path."""
        return self.own_probes.get(path, self.probes)


def _into(question: Ask, *cards: CardArray, dtype: type[np.unsignedinteger[Any]] = np.uint16) -> Ask:
    """The call on arrays with room for its results that is there already."""
    return partial(question, *cards, out=np.zeros(len(cards[0]), dtype=dtype))


def _high(count: int, rows: int) -> Ask:
    return _into(pokereval.evaluate, deal_cards(rows, count))


def _high_into_new_room(rows: int) -> Ask:
    return partial(pokereval.evaluate, deal_cards(rows, 7))


def _low(rows: int) -> Ask:
    return _into(pokereval.evaluate_low, deal_cards(rows, 7), dtype=np.uint8)


def _omaha_cards(hole_count: int, rows: int) -> tuple[CardArray, CardArray]:
    cards = deal_cards(rows, 5 + hole_count)
    return np.ascontiguousarray(cards[:, 5:]), np.ascontiguousarray(cards[:, :5])


def _omaha(hole_count: int, rows: int) -> Ask:
    return _into(pokereval.evaluate_omaha, *_omaha_cards(hole_count, rows))


def _omaha_low(rows: int) -> Ask:
    return _into(pokereval.evaluate_omaha_low, *_omaha_cards(4, rows), dtype=np.uint8)


def _omaha_hilo(rows: int) -> Ask:
    return partial(pokereval.evaluate_omaha_hilo, *_omaha_cards(4, rows))


def _on_one_board(*, only_possible: bool, **fixed: Any) -> Ask:
    """One board and all hands of four: those without its cards, or, unchecked, those with them too."""
    board = np.array([0, 17, 34, 47, 50], dtype=np.uint8)  # 2c 6d Tc Kh Ah: no flush, as on most boards
    deck = np.setdiff1d(np.arange(52, dtype=np.uint8), board) if only_possible else np.arange(52, dtype=np.uint8)
    hands = deck[np.array(list(combinations(range(len(deck)), 4)), dtype=np.uint8)]
    room = np.zeros(len(hands), dtype=np.uint16)

    def ask(**options: Any) -> Any:
        return pokereval.evaluate_omaha(hands, board, out=room, **(options | fixed))

    return ask


def _boards(game: str, hole_count: int, players: int, boards: int) -> Ask:
    cards = deal_cards(boards, 5 + hole_count * players)
    hole_cards = np.ascontiguousarray(cards[:, 5:]).reshape(boards, players, hole_count)
    return partial(pokereval.evaluate_boards, np.ascontiguousarray(cards[:, :5]), hole_cards, game=game)


def _settle(game: str, hole_count: int, board_count: int, all_in: float, rows: int) -> Ask:
    tables = deal_tables(rows, hole_count, board_count=board_count, all_in=all_in)
    return partial(
        pokereval.settle,
        game,
        tables.hole_cards,
        tables.board if board_count else None,
        tables.contributions,
        live=tables.live,
        button=tables.button,
    )


def _small_batches(rows: int, size: int) -> Ask:
    cards = deal_cards(rows, 7)
    batches = [cards[at : at + size] for at in range(0, rows, size)]

    def ask(**options: Any) -> None:
        for batch in batches:
            pokereval.evaluate(batch)

    return ask


def _one_by_one(rows: int, write: Callable[[CardArray], list[Any]]) -> Ask:
    hands = write(deal_cards(rows, 7))

    def ask(**options: Any) -> list[Any]:
        return list(map(pokereval.evaluate, hands))

    return ask


def _cards_task(count: int, rows: int, word: str, aims: Mapping[str, float]) -> Task:
    return Task(
        word,
        f"{count} cards",
        rows,
        partial(_high, count, rows),
        aims,
        bytes_in=count,
        bytes_out=2,
        look_ups={"": "2", AVX512: "1", AVX2: "1", PORTABLE: f"2, and {count} keys"},
        probes=(word,),
        own_probes=dict.fromkeys((AVX512, AVX2), (f"sorted {word}",)),
        compared=word,
    )


def _omaha_task(hole_count: int, key: str, aims: Mapping[str, float]) -> Task:
    rows, pairs = 2_000_000, hole_count * (hole_count - 1) // 2
    return Task(
        key,
        f"Omaha, {hole_count} hole cards",
        rows,
        partial(_omaha, hole_count, rows),
        aims,
        bytes_in=5 + hole_count,
        bytes_out=2,
        look_ups={"": f"1, and {pairs} in 3 lines", AVX512: "1, and 3 lines"},
        probes=("board rows",),
    )


def _boards_task(game: str, title: str, hole_count: int, aims: Mapping[str, float], **look_ups: Any) -> Task:
    boards, players = 1_000_000, 6
    return Task(
        f"boards {game}",
        f"boards × {players} players, {title}",
        boards * players,
        partial(_boards, game, hole_count, players, boards),
        aims,
        bytes_in=hole_count + 5 / players,
        bytes_out=3 if game.endswith("8") else 2,
        **look_ups,
    )


def _settlement_tasks(
    game: str, title: str, hole_count: int, board_count: int, aim: float, **more: Any
) -> Iterator[Task]:
    rows, seats, has_low = 300_000, 6, game.endswith("8")
    for key, words, all_in in ((f"settle {game}", "side pots", 0.3), (f"settle {game}, one pot", "one pot", 0.0)):
        yield Task(
            key,
            f"settle {title}, {seats} seats, {words}",
            rows,
            partial(_settle, game, hole_count, board_count, all_in, rows),
            {AVX512: aim},
            # Cards, contributions, live seats and the button; payouts, returned chips and ranks.
            bytes_in=seats * (hole_count + 8 + 1) + board_count + 8,
            bytes_out=seats * (8 + 8 + 2 + has_low),
            hands_of_a_row=seats,
            **more,
        )


_SMALL = 1_000

TASKS: tuple[Task, ...] = (
    _cards_task(7, 10_000_000, "seven", {AVX512: 850e6, AVX2: 480e6, PORTABLE: 330e6}),
    Task("seven, new room", "7 cards, ranks into a new array", 10_000_000, partial(_high_into_new_room, 10_000_000)),
    Task(
        "seven, small batches",
        "7 cards, 1,000 rows a call",
        200 * _SMALL,
        partial(_small_batches, 200 * _SMALL, _SMALL),
        {AVX512: 0.7, AVX2: 0.7, PORTABLE: 0.7},
        share_of="seven, new room",
        is_batch=False,
    ),
    _cards_task(6, 5_000_000, "six", {}),
    _cards_task(5, 10_000_000, "five", {AVX512: 1.2e9, AVX2: 750e6, PORTABLE: 500e6}),
    _omaha_task(4, "omaha", {AVX512: 180e6, AVX2: 120e6, PORTABLE: 85e6}),
    _omaha_task(5, "omaha 5", {AVX512: 120e6}),
    _omaha_task(6, "omaha 6", {AVX512: 95e6}),
    Task(
        "omaha hi-lo",
        "Omaha high and low",
        2_000_000,
        partial(_omaha_hilo, 2_000_000),
        {AVX512: 165e6, AVX2: 105e6, PORTABLE: 75e6},
        bytes_in=9,
        bytes_out=3,
        look_ups={"": "2, and 6 in 3 lines", AVX512: "1, and 3 lines", AVX2: "1, and 6 in 3 lines"},
        probes=("board rows", "omaha low"),
        own_probes=dict.fromkeys((AVX512, AVX2), ("board rows",)),
    ),
    Task(
        "low",
        "low of 7 cards",
        10_000_000,
        partial(_low, 10_000_000),
        {AVX512: 2.5e9, PORTABLE: 450e6},
        bytes_in=7,
        bytes_out=1,
        look_ups={"": "1", AVX512: "none", AVX2: "none", "neon": "none", PORTABLE: "1, and 7 bits"},
    ),
    Task(
        "omaha low",
        "Omaha low",
        2_000_000,
        partial(_omaha_low, 2_000_000),
        {AVX512: 2e9, PORTABLE: 450e6},
        bytes_in=9,
        bytes_out=1,
        look_ups={"": "1", AVX512: "none", AVX2: "none", PORTABLE: "1, and 9 bits"},
        probes=("omaha low",),
        own_probes=dict.fromkeys((AVX512, AVX2), ()),
    ),
    Task(
        "omaha one board",
        "Omaha, a board × 270,725 hands",
        270_725,
        partial(_on_one_board, only_possible=False, check=False),
        {AVX512: 2.5e9},
        can_skip_checks=False,
        bytes_in=4,
        bytes_out=2,
        look_ups={"": "6 in the same 3 lines", AVX512: "none", "neon": "none"},
    ),
    Task(
        "omaha one board, possible",
        "Omaha, a board × 178,365 hands",
        178_365,
        partial(_on_one_board, only_possible=True),
        bytes_in=4,
        bytes_out=2,
        look_ups={"": "6 in the same 3 lines", AVX512: "none", "neon": "none"},
    ),
    _boards_task(
        "holdem",
        "hold'em",
        2,
        {AVX512: 850e6, PORTABLE: 500e6},
        look_ups={"": "2, and 3 keys", AVX512: "3 lines a board"},
    ),
    _boards_task(
        "omaha8",
        "Omaha-8",
        4,
        {},
        look_ups={"": "2, and 6 in 3 lines", AVX512: "2, and 3 lines"},
        probes=("board rows", "omaha low"),
    ),
    *_settlement_tasks(
        "holdem",
        "hold'em",
        2,
        5,
        25e6,
        look_ups={"": "6 × (2, and 3 keys)", AVX512: "3 lines"},
        ranks_by=("boards holdem",),
    ),
    *_settlement_tasks(
        "omaha8",
        "Omaha-8",
        4,
        5,
        8e6,
        look_ups={"": "6 × (2, and 6 in 3 lines)", AVX512: "6 × (2, and 3 lines)"},
        probes=("board rows", "omaha low"),
        ranks_by=("boards omaha8",),
    ),
    *_settlement_tasks(
        "stud8",
        "stud-8",
        7,
        0,
        10e6,
        look_ups={"": "6 × 2"},
        probes=("seven",),
        ranks_by=("seven", "low"),
    ),
    Task("parsed", "one hand of 7, parsed", 100_000, partial(_one_by_one, 100_000, tuples_of), is_batch=False),
    Task(
        "text",
        "one hand of 7, from text",
        100_000,
        partial(_one_by_one, 100_000, card_texts),
        {AVX512: 4e6, AVX2: 4e6, PORTABLE: 4e6},
        is_batch=False,
    ),
)
