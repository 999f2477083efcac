"""``pokereval equity``: hands and ranges in, shares of the pot out."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from .ways_out import CommandError, one_line_errors

__all__ = ["GAMES", "equity_command"]

INTERRUPTED = 130

GAMES = ("holdem", "omaha", "omaha8", "stud", "stud8", "razz", "short_deck")


@click.command(
    "equity",
    short_help="Tell what share of the pot hands and ranges can expect.",
    epilog="Examples: pokereval equity AhKh QQ+,AKo --board Qh7h2c   pokereval equity AAxx KQJT+ds --game omaha",
)
@click.argument("hands", nargs=-1, required=True)
@click.option("--board", default="", help="0, 3, 4 or 5 cards.")
@click.option("--dead", default="", help="Cards that nobody can get.")
@click.option("--game", type=click.Choice(GAMES), default="holdem", show_default=True)
@click.option("--exact/--sampled", "exact", default=None, help="Count every deal, or draw deals at random.")
@click.option("--samples", type=int, help="Deals to draw.")
@click.option("--max-error", type=float, help="Draw until half of every 95 % interval is this small, such as 0.001.")
@click.option("--seed", type=int, help="Draw the same deals again.")
@click.option("--pot", type=float, help="Chips in the pot: tell what each seat can expect of them.")
@click.option("--threads", type=click.IntRange(min=0), default=0, help="Threads; 0 for all cores.")
@click.option("--classes", is_flag=True, help="Tell what hands each seat makes.")
@click.option("--plan", "only_plan", is_flag=True, help="Only say how the question would be answered.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def equity_command(
    hands: tuple[str, ...], *, only_plan: bool, as_json: bool, classes: bool, pot: float | None, **options: Any
) -> int:
    """Tell what share of the pot each of HANDS can expect when all cards are dealt.

    A hand is AhKh, a range such as QQ+,AKs or 20%, random, or what is known of a hand. Ctrl-C prints what is known
    so far.
    """
    from pokereval.equities import equity, explain_plan

    with one_line_errors():
        board, dead, game = options.pop("board"), options.pop("dead"), options.pop("game")
        if only_plan:
            click.echo(str(explain_plan(hands, board, dead, game=game, exact=options["exact"])))
            return 0
        try:
            result = equity(
                hands, board, dead, game=game, pots=pot, progress=None if sys.stderr.isatty() else False, **options
            )
        except ValueError as error:  # options that contradict each other
            raise CommandError(" ".join(str(error).split("\n"))) from None
        if as_json:
            answer = result.to_dict()
            if classes:
                answer["classes"] = list(result.class_shares)
            click.echo(json.dumps(answer))
            return 0 if result.is_complete else INTERRUPTED
        from .equity_show import print_equity

        print_equity(result, classes=classes)
    return 0 if result.is_complete else INTERRUPTED
