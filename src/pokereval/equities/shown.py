"""Equities as tables: for the terminal and for notebooks."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from pokereval.cards import format_cards

if TYPE_CHECKING:
    from .result import EquityResult

__all__ = ["cells", "html_table", "rich_table"]

_NAMED = (
    (Fraction(1), "scoop"),
    (Fraction(3, 4), "3/4"),
    (Fraction(1, 2), "half"),
    (Fraction(1, 4), "1/4"),
    (Fraction(1, 6), "1/6"),
)


def cells(result: EquityResult) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of a table of an equity."""
    hi_lo = result.question.game.has_low
    headings = ["seat", "hand", "equity"]
    is_sure = not any(result.standard_error)
    if not is_sure:
        headings.append("± 95 %")
    headings += ["high", "low", *(name for _, name in _NAMED), "other", "nothing"] if hi_lo else ["win", "tie", "lose"]
    if result.question.pots:
        headings.append("chips")
    rows = []
    for i, hand in enumerate(result.hands):
        row = [str(i + 1), hand if len(hand) <= 40 else f"{hand[:39]}…", _percent(result.equity[i])]
        if not is_sure:
            row.append(f"{196 * result.standard_error[i]:.2f}")
        if hi_lo:
            named = [result.share_of(share, i) for share, _ in _NAMED]
            other = max(0.0, 1 - sum(named) - result.lose[i])
            row += [_percent(result.high_win[i] + result.high_tie[i]), _percent(result.low_win[i] + result.low_tie[i])]
            row += [*map(_percent, named), _percent(other) if other > 1e-12 else "", _percent(result.lose[i])]
        else:
            row += [_percent(result.win[i]), _percent(result.tie[i]), _percent(result.lose[i])]
        if result.question.pots:
            row.append(f"{result.chips[i]:,.2f}")
        rows.append(row)
    return headings, rows


def title(result: EquityResult) -> str:
    """The game, the board and how the answer was found."""
    board = f"  {format_cards(result.board, separator=' ')}" if result.board else ""
    low = f", no low {100 * result.no_low:.2f} %" if result.question.game.has_low else ""
    return f"{result.question.game.title}{board}  ({result.how()}{low})"


def rich_table(result: EquityResult) -> Any:
    """Lay out an equity for rich."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    headings, rows = cells(result)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title=title(result), title_justify="left", title_style="bold")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "hand" else "right", no_wrap=heading != "hand")
    for row in rows:
        table.add_row(*row)
    return table


def html_table(result: EquityResult) -> str:
    """Lay out an equity for a notebook."""
    headings, rows = cells(result)
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    caption = f"<caption>{escape(title(result))}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"
