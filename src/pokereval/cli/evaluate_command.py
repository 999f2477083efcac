"""``pokereval evaluate``: hands in, their ranks and names out."""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any

import click

from pokereval.best import best_hand, best_omaha_hand
from pokereval.cards import format_cards, parse_cards
from pokereval.errors import CardCountError, PokerError
from pokereval.ranks import describe, describe_low

from .cautions import plural
from .ways_out import REJECTED, CommandError, one_line_errors, warn

__all__ = ["evaluate_command"]

_MAX_LINE_BYTES = 1 << 16
_WRITE_TOGETHER = "the cards of an argument are written AsKd or in quotes, 'As Kd'"


@click.command(
    "evaluate",
    short_help="Rank hands, and say which five cards play.",
    epilog="Examples: pokereval evaluate AsKsQsJsTs2c3d   pokereval evaluate --low --omaha AhKh3s2s Jh4h3cQh5d",
)
@click.argument("hands", nargs=-1)
@click.option("--omaha", is_flag=True, help="Take pairs of HOLE BOARD; two hole cards play with three of the board.")
@click.option("--low", is_flag=True, help="Tell the eight-or-better low, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each hand.")
def evaluate_command(hands: tuple[str, ...], *, omaha: bool, low: bool, as_json: bool) -> int:
    """Rank HANDS of 5, 6 or 7 cards and say which five cards play.

    Cards are written AsKd, "As Kd", as,kd, 10h or A♠K♦. Each argument is a hand; but when each is a single card, as
    in As Kd Qc Jh Ts, they are one hand. Without HANDS they are read from standard input, one a line; with --omaha
    a line is "HOLE BOARD", or "HOLE / BOARD" when there are spaces between the cards.
    """
    show = _as_json if as_json else _as_text
    with one_line_errors():
        if not hands:
            return _evaluate_lines(show, omaha=omaha, low=low)
        if omaha and len(hands) % 2:
            got = plural(len(hands), "argument")
            raise click.UsageError(f"expected pairs of HOLE BOARD with --omaha, got {got}; {_WRITE_TOGETHER}")
        if not omaha and all(map(_is_single_card, hands)):
            hands = ("".join(hands),)
        asked = list(zip(hands[::2], hands[1::2], strict=True)) if omaha else [(hand, "") for hand in hands]
        try:
            answers = [_answer(hole_cards, board, omaha=omaha, low=low) for hole_cards, board in asked]
        except CardCountError as error:
            raise type(error)(f"{error}; {_WRITE_TOGETHER}" if len(hands) > 1 else str(error)) from None
        for answer in answers:  # not before all of them are good
            click.echo(show(answer))
    return 0


def _is_single_card(argument: str) -> bool:
    try:
        return len(parse_cards(argument)) == 1
    except PokerError:
        return False


def _evaluate_lines(show: Any, *, omaha: bool, low: bool) -> int:
    """Evaluate standard input line by line; a bad line is told and passed over."""
    if sys.stdin.isatty():
        raise click.UsageError("expected hands as arguments, or on standard input, one a line")
    status = 0
    for number, line in _lines():
        try:
            text = line.decode().strip()
            if not text:
                continue
            hole_cards, board = _pair(text) if omaha else (text, "")
            answer = _answer(hole_cards, board, omaha=omaha, low=low)
        except (PokerError, CommandError, UnicodeDecodeError) as error:
            reason = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
            sys.stdout.flush()
            warn(f"line {number}: {reason}")
            status = REJECTED
        else:
            # Flushed, so that a program on the other end of a pipe gets its answer before it asks again.
            print(show(answer), flush=True)
    return status


def _lines() -> Iterator[tuple[int, bytes]]:
    """Lines of standard input from 1; of an endless one only the beginning, which is no hand."""
    number, stream = 0, sys.stdin.buffer
    while line := stream.readline(_MAX_LINE_BYTES):
        number += 1
        yield number, line.removeprefix(BOM_UTF8) if number == 1 else line
        while len(line) == _MAX_LINE_BYTES and not line.endswith(b"\n"):
            line = stream.readline(_MAX_LINE_BYTES)


def _pair(text: str) -> tuple[str, str]:
    parts = text.split("/") if "/" in text else text.split()
    if len(parts) != 2:
        raise CardCountError(f"expected 'HOLE BOARD' or 'HOLE / BOARD', got {text[:60]!r}")
    return parts[0], parts[1]


def _answer(hole_cards: str, board: str, *, omaha: bool, low: bool) -> dict[str, Any]:
    """Evaluate one hand."""
    answer: dict[str, Any] = {}
    cards = parse_cards(hole_cards)
    if omaha:
        board_cards = parse_cards(board)
        best = best_omaha_hand(cards, board_cards)
        answer |= {"hole_cards": format_cards(cards), "board": format_cards(board_cards)}
    else:
        best = best_hand(cards)
        answer |= {"hand": format_cards(cards)}
    answer |= {"rank": best.high_rank, "description": describe(best.high_rank), "plays": format_cards(best.high)}
    if low:
        answer["low_rank"] = best.low_rank
        answer["low"] = describe_low(best.low_rank) if best.low else None
        answer["low_plays"] = format_cards(best.low) if best.low else None
    return answer


def _as_json(answer: dict[str, Any]) -> str:
    return json.dumps(answer)


def _as_text(answer: dict[str, Any]) -> str:
    hand = answer.get("hand") or f"{answer['hole_cards']} {answer['board']}"
    text = f"{hand}  {answer['rank']}  {answer['description']}  {answer['plays']}"
    if "low" in answer:
        low = answer["low"]
        text += f"  low {answer['low_rank']}  {low}  {answer['low_plays']}" if low else "  no low"
    return text
