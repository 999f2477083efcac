"""Every instruction-set path of this processor gives the portable path's results, bit by bit."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import pokereval as pe
from pokereval import _core, errors

FAST_PATHS = [name for name in pe.isas() if name != "portable"]
CHOSEN = pe.isa()


@pytest.fixture(autouse=True)
def _the_chosen_path_afterwards() -> Iterator[None]:
    yield
    _core.take_path(CHOSEN)


def on_each_path(question: Any, *arguments: Any, **options: Any) -> list[Any]:
    """Answers of every path, the portable one first."""
    answers = []
    for name in pe.isas():
        _core.take_path(name)
        answers.append(question(*arguments, **options))
    return answers


def assert_paths_agree(question: Any, *arguments: Any, **options: Any) -> None:
    portable, *others = on_each_path(question, *arguments, **options)
    for name, other in zip(FAST_PATHS, others, strict=True):
        assert np.array_equal(portable, other), name


def in_order(count: int) -> Iterator[np.ndarray]:
    """Every hand of so many cards, in blocks that share their first two cards."""
    for first, second in combinations(range(52), 2):
        rest = np.arange(second + 1, 52, dtype=np.uint8)
        if len(rest) < count - 2:
            continue
        places = np.array(list(combinations(range(len(rest)), count - 2)), dtype=np.uint8)
        block = np.empty((len(places), count), dtype=np.uint8)
        block[:, 0], block[:, 1] = first, second
        block[:, 2:] = rest[places]
        yield block


@pytest.mark.parametrize("count", [5, 6])
def test_paths_agree_on_every_hand(count: int) -> None:
    for block in in_order(count):
        assert_paths_agree(pe.evaluate, block)
        assert_paths_agree(pe.evaluate_low, block)


@pytest.mark.exhaustive
def test_paths_agree_on_every_seven_cards() -> None:
    fives = np.array(list(combinations(range(50), 5)), dtype=np.uint8)
    walked = 0
    for first, second in combinations(range(52), 2):
        rest = fives[fives[:, 4] < 51 - second] + np.uint8(second + 1)
        if not len(rest):
            continue
        hands = np.empty((len(rest), 7), dtype=np.uint8)
        hands[:, 0], hands[:, 1], hands[:, 2:] = first, second, rest
        assert_paths_agree(pe.evaluate, hands, check=False)
        walked += len(hands)
    assert walked == 133_784_560


@pytest.mark.parametrize("count", [5, 6, 7])
def test_paths_agree_where_every_hand_is_a_flush(count: int) -> None:
    generator = np.random.default_rng(count)
    flushes = generator.permuted(np.tile(np.arange(13, dtype=np.uint8), (5000, 1)), axis=1)[:, :count] * np.uint8(4)
    flushes += generator.integers(0, 4, (5000, 1), dtype=np.uint8)
    assert (np.array(on_each_path(pe.evaluate, flushes)) >> 12 >= 6).all()
    assert_paths_agree(pe.evaluate, flushes)


@pytest.mark.parametrize("hole_count", [4, 5, 6])
def test_paths_agree_on_omaha_of_few_suits(hole_count: int) -> None:
    # Flushes of every choice of two and three, with straights among them that do not use the highest cards.
    generator = np.random.default_rng(hole_count)
    for suits in (1, 2, 3):
        deck = np.array([card for card in range(52) if card % 4 < suits], dtype=np.uint8)
        cards = generator.permuted(np.tile(deck, (40_000, 1)), axis=1)[:, : hole_count + 5]
        assert_paths_agree(pe.evaluate_omaha_hilo, cards[:, :hole_count], cards[:, hole_count:])


@pytest.mark.parametrize("count", [5, 6, 7])
def test_paths_agree_on_every_length_and_alignment(count: int) -> None:
    generator = np.random.default_rng(count)
    deals = generator.permuted(np.tile(np.arange(52, dtype=np.uint8), (201, 1)), axis=1)[:, :count]
    for rows in range(201):
        for shift in (0, 1, 3, 31, 63):
            room = np.full(shift + rows * count, 255, dtype=np.uint8)
            hands = room[shift:].reshape(rows, count)
            hands[:] = deals[:rows]
            assert_paths_agree(pe.evaluate, hands)
            assert_paths_agree(pe.evaluate_low, hands)


def deal(rows: int, count: int, seed: int) -> np.ndarray:
    deck = np.tile(np.arange(52, dtype=np.uint8), (rows, 1))
    return np.ascontiguousarray(np.random.default_rng(seed).permuted(deck, axis=1)[:, :count])


@pytest.mark.parametrize("hole_count", [4, 5, 6])
@pytest.mark.parametrize("board_count", [3, 4, 5])
def test_paths_agree_on_omaha(hole_count: int, board_count: int) -> None:
    cards = deal(60_000 if board_count == 5 else 10_000, hole_count + board_count, hole_count)
    holes, boards = cards[:, :hole_count], cards[:, hole_count:]
    assert_paths_agree(pe.evaluate_omaha_hilo, holes, boards)
    assert_paths_agree(pe.evaluate_omaha, holes, boards)
    assert_paths_agree(pe.evaluate_omaha_low, holes, boards)
    # one board for all hands, one hand for all boards: only distinct cards where it is checked
    clear = ~(holes[:, :, None] == boards[7]).any(axis=(1, 2))
    assert_paths_agree(pe.evaluate_omaha_hilo, holes[clear], boards[7])
    clear = ~(boards[:, :, None] == holes[7]).any(axis=(1, 2))
    assert_paths_agree(pe.evaluate_omaha_hilo, holes[7], boards[clear])


BOARDS_OF_EVERY_KIND = [
    "2c6dTcKhAh",  # two of a suit at most
    "4s4h4d4cKs",
    "7c7d7hKsKc",
    "AcKcQcJd2h",  # three of a suit, and a royal flush
    "2d3d4d9d9s",  # four, and steel wheels
    "5h6h7h8h9h",  # five: a straight flush that hands can beat
    "2sAs8s5sJs",
    "TcTdTh9h8h",
    "9cTc2h9h5c",
]


@pytest.mark.parametrize("hole_count", [4, 5, 6])
def test_paths_agree_on_one_board_for_many_omaha_hands(hole_count: int) -> None:
    generator = np.random.default_rng(hole_count)
    boards = [np.array(pe.parse_cards(text), dtype=np.uint8) for text in BOARDS_OF_EVERY_KIND]
    for board in [*boards, *deal(60, 5, hole_count)]:
        left = np.setdiff1d(np.arange(52, dtype=np.uint8), board)
        hands = generator.permuted(np.tile(left, (2000, 1)), axis=1)[:, :hole_count]
        for check in (True, False):
            assert_paths_agree(pe.evaluate_omaha, hands, board, check=check)
            assert_paths_agree(pe.evaluate_omaha_low, hands, board, check=check)
            assert_paths_agree(pe.evaluate_omaha_hilo, hands, board, check=check)


@pytest.mark.parametrize("hole_count", [4, 5, 6])
def test_every_path_finds_the_first_bad_hand_on_one_board(hole_count: int) -> None:
    board = deal(1, 5, 1)[0]
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), board)
    hands = np.random.default_rng(2).permuted(np.tile(left, (300, 1)), axis=1)[:, :hole_count].copy()
    for row in (0, 1, 63, 64, 127, 128, 255, 256, 298, 299):
        for place in range(hole_count):
            for value in (52, 63, 64, 116, 255, *board, hands[row, place - 1]):
                spoiled = hands.copy()
                spoiled[row, place] = value
                spoiled[row + 1 :: 2, 0] = 77
                messages = set()
                for name in pe.isas():
                    _core.take_path(name)
                    with pytest.raises(errors.CardError, match=rf"row {row}\b") as caught:
                        pe.evaluate_omaha(spoiled, board)
                    messages.add(str(caught.value))
                assert len(messages) == 1
    for place, value in ((4, 52), (0, 255), (1, board[3])):
        spoiled = board.copy()
        spoiled[place] = value
        for name in pe.isas():
            _core.take_path(name)
            with pytest.raises(errors.CardError, match=r"row 0\b"):
                pe.evaluate_omaha(hands, spoiled)
            assert len(pe.evaluate_omaha_hilo(hands, spoiled, check=False)[0]) == 300


@pytest.mark.exhaustive
@pytest.mark.parametrize("hole_count", [4, 5, 6])
def test_paths_agree_on_millions_of_omaha_deals(hole_count: int) -> None:
    # Dealt cheaply: random cards, of which rows with a card twice are thrown away.
    generator = np.random.default_rng(hole_count)
    dealt = 0
    while dealt < 5_000_000:
        cards = generator.integers(0, 52, (1 << 20, hole_count + 5), dtype=np.uint8)
        ordered = np.sort(cards, axis=1)
        cards = cards[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
        assert_paths_agree(pe.evaluate_omaha_hilo, cards[:, :hole_count], cards[:, hole_count:])
        dealt += len(cards)


@pytest.mark.parametrize("hole_count", [4, 5, 6])
def test_paths_agree_on_every_length_of_omaha(hole_count: int) -> None:
    cards = deal(201, hole_count + 5, 9)
    for rows in range(201):
        for shift in (0, 1, 5, 63):
            holes = np.full(shift + rows * hole_count, 255, dtype=np.uint8)[shift:].reshape(rows, hole_count)
            boards = np.full(shift + rows * 5, 255, dtype=np.uint8)[shift:].reshape(rows, 5)
            holes[:], boards[:] = cards[:rows, :hole_count], cards[:rows, hole_count:]
            assert_paths_agree(pe.evaluate_omaha_hilo, holes, boards)


@pytest.mark.parametrize("hole_count", [4, 5, 6])
def test_every_path_meets_every_pair_of_places_in_omaha(hole_count: int) -> None:
    cards = deal(70, hole_count + 5, 11)
    for first, second in combinations(range(hole_count + 5), 2):
        spoiled = cards.copy()
        spoiled[66, second] = spoiled[66, first]
        spoiled[68] = spoiled[66]
        for name in pe.isas():
            _core.take_path(name)
            with pytest.raises(errors.DuplicateCardError, match=r"row 66\b"):
                pe.evaluate_omaha(spoiled[:, :hole_count], spoiled[:, hole_count:])


@pytest.mark.parametrize("count", [5, 6, 7])
@pytest.mark.parametrize("question", [pe.evaluate, pe.evaluate_low])
def test_every_path_finds_the_first_bad_row(question: Any, count: int) -> None:
    generator = np.random.default_rng(7)
    hands = generator.permuted(np.tile(np.arange(52, dtype=np.uint8), (700, 1)), axis=1)[:, :count].copy()
    for row in [*range(0, 70), 511, 512, 513, 640, 698, 699]:
        for place, value in ((0, 52), (count - 1, 255), (1, None), (count - 1, None)):
            spoiled = hands.copy()
            spoiled[row, place] = spoiled[row, (place + 3) % count] if value is None else value
            spoiled[min(row + 1, 699)] = spoiled[row]
            messages = set()
            for name in pe.isas():
                _core.take_path(name)
                with pytest.raises(errors.CardError, match=rf"row {row}\b") as caught:
                    question(spoiled)
                messages.add(str(caught.value))
            assert len(messages) == 1


@pytest.mark.parametrize("count", [5, 6, 7])
def test_every_path_meets_every_pair_of_places(count: int) -> None:
    hand = np.arange(3, 3 + count, dtype=np.uint8)
    for first, second in combinations(range(count), 2):
        spoiled = np.tile(hand, (9, 1))
        spoiled[4, second] = spoiled[4, first]
        for name in pe.isas():
            _core.take_path(name)
            with pytest.raises(errors.DuplicateCardError, match=r"row 4\b"):
                pe.evaluate(spoiled)


@pytest.mark.parametrize("chip", [1, 5])
@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud8"])
def test_paths_agree_on_chips(game: str, chip: int) -> None:
    hole_count, generator = {"holdem": 2, "omaha8": 4, "stud8": 7}[game], np.random.default_rng(chip)
    for seats in range(2, 11):
        board_count = 0 if game == "stud8" else 5
        if hole_count * seats + board_count > 52:
            continue
        cards = deal(2000, board_count + hole_count * seats, seats)
        holes = np.ascontiguousarray(cards[:, board_count:]).reshape(2000, seats, hole_count)
        board = cards[:, :board_count] if board_count else None
        live = generator.random((2000, seats)) < 0.7
        button = generator.integers(0, seats, 2000)
        live[np.arange(2000), button] = True
        given: dict[str, Any] = {"live": live, "chip": chip, "button": None if game == "stud8" else button}
        for sizes in ([0, 3, 10, 11, 25], [7], list(range(1000)), [0, 2**52]):
            stakes = generator.choice(sizes, (2000, seats)).astype(np.int64)
            for more in ({}, {"dead": generator.integers(0, 4, 2000)}, {"uncalled": "returned"}):
                portable, *others = on_each_path(pe.settle, game, holes, board, stakes, **given, **more)
                for name, other in zip(FAST_PATHS, others, strict=True):
                    for what in ("payouts", "returned", "high_ranks", "low_ranks"):
                        assert np.array_equal(getattr(portable, what), getattr(other, what)), (name, what)


@pytest.mark.parametrize("row", [0, 1, 63, 64, 127, 128, 190, 198])
def test_every_path_refuses_the_first_table_that_is_wrong(row: int) -> None:
    cards = deal(200, 17, 1)
    holes, board = cards[:, 5:].reshape(200, 6, 2), cards[:, :5]
    stakes, button = np.full((200, 6), 10, dtype=np.int64), np.zeros(200, dtype=np.int64)
    twice, no_card, negative, nowhere = holes.copy(), board.copy(), stakes.copy(), button.copy()
    twice[row:, 5, 1] = twice[row:, 0, 0]
    no_card[row, 4], no_card[row + 1, 0] = 52, 77
    negative[row, 3] = -1
    nowhere[row] = 6
    for tables in (
        (twice, board, stakes, button),
        (holes, no_card, stakes, button),
        (holes, board, negative, button),
        (holes, board, stakes, nowhere),
    ):
        messages = set()
        for name in pe.isas():
            _core.take_path(name)
            with pytest.raises(errors.PokerError, match=rf"row {row}\b") as caught:
                pe.settle("holdem", *tables[:3], button=tables[3])
            messages.add(str(caught.value))
        assert len(messages) == 1


def test_unchecked_nonsense_is_survived_on_every_path() -> None:
    nonsense = np.random.default_rng(3).integers(0, 256, (5000, 7), dtype=np.uint8)
    nonsense[::3] = nonsense[::3, :1]
    for count in (5, 6, 7):
        for name in pe.isas():
            _core.take_path(name)
            assert len(pe.evaluate(nonsense[:, :count], check=False)) == 5000
            assert len(pe.evaluate_low(nonsense[:, :count], check=False)) == 5000
            assert len(pe.evaluate_omaha(nonsense[:, : count - 1], nonsense[:, 2:], check=False)) == 5000


@pytest.mark.parametrize("name", pe.isas())
def test_the_environment_chooses_the_path(name: str) -> None:
    program = "import pokereval; print(pokereval.isa(), pokereval.evaluate('AsKsQsJsTs'))"
    environment = os.environ | {"POKEREVAL_ISA": name}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [name, "36873"]


def test_an_unknown_path_is_refused_at_import() -> None:
    environment = os.environ | {"POKEREVAL_ISA": "mmx"}
    program = [sys.executable, "-c", "import pokereval"]
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "expected POKEREVAL_ISA to be one of portable" in done.stderr
    with pytest.raises(ValueError, match="expected an instruction set out of portable"):
        _core.take_path("mmx")
    assert pe.isa() == CHOSEN
