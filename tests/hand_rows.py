"""Rows of table files for the tests of the readers and of the command: random hands, and the text of a file of them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from pokereval.cards import format_cards
from pokereval.deck import Deck
from pokereval.table_files import JobReport, Terms, settle_files
from pokereval.variants import SHOWDOWN_GAMES

GAME_SIZES = [(game.name, count) for game in SHOWDOWN_GAMES.values() for count in game.hole_counts]

GOOD_ROW = {
    "game": "holdem",
    "hole_cards": ["AsAd", "KsKd", ""],
    "board": "2c7d9hTsQh",
    "contributions": [50, 50, 7],
    "live": [True, True, False],
    "button": 0,
}
GOOD_LINE = json.dumps(GOOD_ROW)
PAID = [107, 0, 0]

# The same hand as CSV.
HEADER = "game,board,button,hole_1,hole_2,hole_3,chips_1,chips_2,chips_3,live_1,live_2,live_3"
CELLS = "holdem,2c7d9hTsQh,0,AsAd,KsKd,,50,50,7,1,1,0"


def random_rows(count: int, *, seed: int = 0) -> list[dict[str, Any]]:
    """Deal hands of all games and sizes, with folded and mucked seats, short stacks, ties and odd chips."""
    rng = random.Random(seed)
    return [random_row(rng) for _ in range(count)]


def random_row(rng: random.Random) -> dict[str, Any]:
    """Deal one hand."""
    game, hole_count = rng.choice(GAME_SIZES)
    rules = SHOWDOWN_GAMES[game]
    deck = Deck.shuffled(rng.randrange(10**9))
    community = rules.is_stud and rng.random() < 0.2
    hole_count -= community
    seats = rng.randint(2, min(10, (52 - rules.board_count - community) // hole_count))
    holes = [format_cards(deck.deal(hole_count)) for _ in range(seats)]
    live = [rng.random() < 0.6 for _ in range(seats)]
    live[rng.randrange(seats)] = True
    if not rules.is_stud and rng.random() < 0.2:  # the board plays often enough to be shared
        deck = Deck.ordered("AcKdQhJsTc" if not set("AcKdQhJsTc") & set("".join(holes)) else deck.cards)
    board = format_cards(deck.deal(rules.board_count or int(community)))
    bet = rng.randint(1, 90)
    chips = [bet if rng.random() < 0.6 else rng.randint(0, 120) for _ in range(seats)]
    for seat in range(seats):
        if not live[seat] and rng.random() < 0.5:
            holes[seat] = "" if not rules.is_stud or rng.random() < 0.5 else holes[seat][:6]
            chips[seat] //= 2
    row: dict[str, Any] = {"game": game, "hole_cards": holes, "board": board, "contributions": chips, "live": live}
    row["button"] = None if rules.is_stud else rng.randrange(seats)
    if rng.random() < 0.2:
        row["dead"] = rng.randint(1, 30)
    if rng.random() < 0.2:
        row["table"] = rng.choice(["Vega", "Lyra", 'a, "b"', "ß"])
    return row


def write_lines(path: Path, rows: list[Any]) -> Path:
    """Write rows, or lines that are text already, as JSON Lines."""
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def write_csv(path: Path, *lines: str) -> Path:
    """Write lines of CSV."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def read_lines(path: Path) -> list[Any]:
    """Read JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def settle_to(
    folder: Path, *files: Path | str, ending: str = "jsonl", **options: Any
) -> tuple[JobReport, Path, list[Any]]:
    """Settle files; give the report, the settled file and the rejects."""
    out, rejects = folder / f"settled.{ending}", folder / "rejects.jsonl"
    report = settle_files([str(file) for file in files], Terms(), out=str(out), rejects=str(rejects), **options)
    return report, out, read_lines(rejects)
