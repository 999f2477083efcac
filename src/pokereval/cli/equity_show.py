"""What the commands on equity, outs, ranges and odds print."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from pokereval.cards import format_cards
from pokereval.draws import OddsRow, Outs
from pokereval.equities import EquityResult

from .show import console

__all__ = ["odds_rows", "print_equity", "print_odds", "print_outs"]


def print_equity(result: EquityResult, *, classes: bool) -> None:
    """Print an equity, and on request what hands the seats make."""
    out = console()
    out.print(result.table())
    out.print(f"{result.method}", style="dim")
    if classes:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column("hand")
        for hand in result.hands:
            table.add_column(hand if len(hand) <= 20 else f"{hand[:19]}…", justify="right")
        shares = result.class_shares
        for name in dict.fromkeys(name for seat in reversed(shares) for name in reversed(seat)):
            table.add_row(name, *(f"{100 * seat.get(name, 0):.2f}" for seat in shares))
        out.print(table)


def print_outs(found: Outs) -> None:
    """Print outs, other telling cards, and chances."""
    out = console()
    out.print(Text(f"{found.hero}  {format_cards(found.board, separator=' ')}  now: {found.now}", style="bold"))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("cards")
    table.add_column("number", justify="right")
    table.add_column("which")
    for name, cards in found.by_class.items():
        table.add_row(f"out: {name}", str(len(cards)), _cards(cards))
    for name, cards in (
        ("tie", found.ties),
        ("high half only", found.high_only),
        ("low half only", found.low_only),
        ("counterfeit", found.counterfeits),
    ):
        if cards and len(cards) < len(found.cards):
            table.add_row(name, str(len(cards)), _cards(cards))
    out.print(table)
    chances = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "win", "tie", "lose", "share"):
        chances.add_column(heading, justify="right" if heading else "left")
    for name, row in (("next card", found.next_card), ("by the river", found.by_river)):
        chances.add_row(name, *(f"{100 * share:.2f}" for share in (row.win, row.tie, row.lose, row.share)))
    out.print(chances)
    if len(found.board) == 3:
        out.print(f"runner-runner {100 * found.runner_runner:.2f} %")


def odds_rows(rows: tuple[OddsRow, ...]) -> list[dict[str, float]]:
    """Rows of the table of odds as plain data."""
    return [
        {"outs": row.outs, "turn": float(row.turn), "river": float(row.river), "by_river": float(row.by_river)}
        for row in rows
    ]


def print_odds(rows: tuple[OddsRow, ...]) -> None:
    """Print the table of odds in percent, and as odds against."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title="chances in percent, seen from the flop", title_justify="left")
    for heading in ("outs", "turn", "river", "by the river", "odds against"):
        table.add_column(heading, justify="right")
    for row in rows:
        shares = (f"{100 * float(chance):.2f}" for chance in (row.turn, row.river, row.by_river))
        table.add_row(str(row.outs), *shares, f"{float(1 / row.by_river - 1):.2f} : 1")
    console().print(table)


def _cards(cards: tuple[int, ...]) -> str:
    return str(format_cards(cards, separator=" "))
