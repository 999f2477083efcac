"""What `pokereval settle` prints: a table for each hand and one for the whole job."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from pokereval.cards import format_cards
from pokereval.pot_words import fraction_text
from pokereval.pots import AwardedPot, HandSettlement
from pokereval.table_files import JobReport, SettledHand
from pokereval.variants import showdown_game

from .ways_out import printable

__all__ = ["console", "hand_table", "progress_bar", "share_words", "summary_table"]


_DEAD_EXCESS = "hands with a lone excess taken for a forced ante"
_BAD_NEWS = {"rejected rows", _DEAD_EXCESS}


def console(*, stderr: bool = False) -> Console:
    """Give a console that keeps its lines whole when they don't go to a terminal."""
    stream = sys.stderr if stderr else sys.stdout
    return _PlainConsole(file=stream, highlight=False, width=None if stream.isatty() else 100)


class _PlainConsole(Console):
    """A console that leaves it to the command how to end when its reader has seen enough."""

    def on_broken_pipe(self) -> None:
        """Raise the error again, which rich is handling when it calls this."""
        raise


def progress_bar() -> Progress:
    """Give a bar for standard error that vanishes when it is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[rows]} rows"),
        TimeRemainingColumn(),
        console=_PlainConsole(stderr=True),
        transient=True,
    )


def hand_table(hand: SettledHand, *, with_file: bool = False) -> Group:
    """Lay out one hand: who held what, put in what, and won what from which pots.

    Parameters
    ----------
    hand : SettledHand
        A settled row; its field ``note``, if it is text, is put into the title.
    with_file : bool
        Whether the title names the hand's file.

    Returns
    -------
    rich.console.Group
        The title, and one line for each seat.
    """
    settlement = hand.settlement
    game = showdown_game(settlement.game)
    heading = f"{printable(hand.file)}:{hand.number}  {game.title}" if with_file else f"{hand.number}. {game.title}"
    if settlement.board:
        heading += f"   {_cards(settlement.board)}"
    if settlement.dead:
        heading += f"   {settlement.dead:,} dead"
    title = Text(heading, style="bold")
    note = hand.fields.get("note")
    if isinstance(note, str) and note:
        title.append(f"\n{printable(note)}", style="not bold italic")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("seat", justify="right")
    table.add_column("hole cards", no_wrap=True)
    table.add_column("in", justify="right")
    table.add_column("won", justify="right")
    table.add_column("what")
    for seat, chips in enumerate(settlement.contributions):
        paid = settlement.payouts[seat]
        table.add_row(
            f"{seat + 1}{'*' if seat == settlement.button else ''}",
            _cards(settlement.hole_cards[seat]),
            f"{chips:,}",
            f"{paid:,}" if paid else "",
            share_words(settlement, seat),
            style=None if settlement.live[seat] else "dim",
        )
    return Group(title, table)


def share_words(settlement: HandSettlement, seat: int) -> str:
    """Name in a few words what a seat got.

    Parameters
    ----------
    settlement : HandSettlement
        The hand.
    seat : int
        Seat, counted from 0.

    Returns
    -------
    str
        Such as ``"scoop"``, ``"low quarter"`` or ``"main pot half, side pot"``.
    """
    words = []
    for place, pot in enumerate(settlement.pots):
        if not pot.payouts[seat]:
            continue
        name = "" if len(settlement.pots) == 1 else "main pot" if place == 0 else "side pot"
        if len(settlement.pots) > 2 and place:
            name = f"side pot {place}"
        words.append(f"{name} {_share_word(settlement, pot, seat)}".strip() or "the pot")
    if settlement.returned[seat]:
        words.append(f"{settlement.returned[seat]:,} uncalled goes back")
    if not words and not settlement.live[seat]:
        return "folded"
    return ", ".join(words)


def _share_word(settlement: HandSettlement, pot: AwardedPot, seat: int) -> str:
    if len(pot.eligible) == 1:
        return "unseen" if sum(settlement.live) == 1 else "uncontested"
    highs, lows = pot.high_winners, pot.low_winners
    if not lows:
        part = Fraction(1, len(highs))
        is_scoop = part == 1 and showdown_game(settlement.game).has_low
        return "scoop without a low" if is_scoop else _part_word(part)
    high, low = Fraction(seat in highs, 2 * len(highs)), Fraction(seat in lows, 2 * len(lows))
    if high + low == 1:
        return "scoop"
    side = "" if high and low else "high " if high else "low "
    return side + _part_word(high + low)


def _part_word(part: Fraction) -> str:
    """Name a part as a dealer would; all of it needs no word."""
    return "" if part == 1 else fraction_text(part).removeprefix("an ").removeprefix("a ")


def summary_table(report: JobReport, *, uncalled: str) -> Table:
    """Lay out what a whole job did.

    Parameters
    ----------
    report : JobReport
        The job.
    uncalled : {"returned", "included"}
        How it was settled.

    Returns
    -------
    rich.table.Table
        One line for each number.
    """
    counts = report.counts
    rows = {
        "hands": counts.hands,
        "showdowns": counts.showdowns,
        "chips": counts.chips,
        "side pots": counts.side_pots,
        "split pots": counts.split_pots,
        "quartered pots": counts.quartered_pots,
        "scoops": counts.scoops,
        "seats that won": counts.winning_seats,
    }
    if uncalled == "returned":
        rows[_DEAD_EXCESS] = counts.dead_excess
    rows["rejected rows"] = report.rejected
    rows["hands/s"] = round(counts.hands / report.seconds) if report.seconds > 0 else 0
    table = Table(show_header=False, box=SIMPLE_HEAD, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    for name, number in rows.items():
        table.add_row(name, f"{number:,}", style="bold red" if name in _BAD_NEWS and number else None)
    return table


def _cards(cards: Any) -> str:
    return str(format_cards(cards, separator=" "))
