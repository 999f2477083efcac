"""``pokereval outs``: which cards help."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from pokereval.cards import format_cards

from .ways_out import one_line_errors

__all__ = ["outs_command"]


@click.command(
    "outs", short_help="Tell which cards help a hand.", epilog="Example: pokereval outs AhKh QsQd --board Qh7h2c"
)
@click.argument("hero")
@click.argument("others", nargs=-1, required=True)
@click.option("--board", required=True, help="Three or four cards.")
@click.option("--dead", default="", help="Cards that cannot come.")
@click.option("--game", type=click.Choice(("holdem", "omaha", "omaha8", "short_deck")), default="holdem")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def outs_command(hero: str, others: tuple[str, ...], *, board: str, dead: str, game: str, as_json: bool) -> int:
    """Tell which cards help HERO against OTHERS, hands or ranges, and the exact chances of the cards to come."""
    from pokereval.draws import outs

    with one_line_errors():
        found = outs(hero, list(others), board, dead, game=game)
        if as_json:
            click.echo(json.dumps(_plain(found)))
            return 0
        from .equity_show import print_outs

        print_outs(found)
    return 0


def _plain(found: Any) -> dict[str, Any]:
    return {
        "hero": found.hero,
        "board": format_cards(found.board),
        "now": found.now,
        "outs": {name: format_cards(cards) for name, cards in found.by_class.items()},
        "wins": format_cards(found.wins),
        "ties": format_cards(found.ties),
        "high_only": format_cards(found.high_only),
        "low_only": format_cards(found.low_only),
        "counterfeits": format_cards(found.counterfeits),
        "next_card": asdict(found.next_card),
        "by_river": asdict(found.by_river),
        "runner_runner": found.runner_runner,
    }
