"""``pokereval range``: what a range text says."""

from __future__ import annotations

import json

import click

from .ways_out import one_line_errors

__all__ = ["range_command"]


@click.command(
    "range",
    short_help="Read a range of hands: its grid and its combos.",
    epilog='Example: pokereval range "QQ+, AKs, KTo+, 76s@50%"',
)
@click.argument("text")
@click.option("--game", type=click.Choice(("holdem", "omaha", "omaha8", "stud", "stud8", "razz")), default="holdem")
@click.option("--dead", default="", help="Leave out combos with these cards.")
@click.option("--combos", is_flag=True, help="List every combo with its weight.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def range_command(text: str, *, game: str, dead: str, combos: bool, as_json: bool) -> int:
    """Read a range TEXT: its grid, its number of combos, its percentage, its shortest spelling."""
    from pokereval.cards import format_cards
    from pokereval.ranges import Range

    with one_line_errors():
        hands = Range(text, game=game).remove(dead)
        listed = [(str(format_cards(cards)), weight) for cards, weight in hands] if combos else []
        if as_json:
            answer: dict[str, object] = {
                "text": hands.to_text(),
                "combos": len(hands),
                "weight": hands.total,
                "percent": hands.percent,
            }
            if combos:
                answer["weights"] = dict(listed)
            click.echo(json.dumps(answer))
            return 0
        if hands.hole_count == 2 and game == "holdem":
            click.echo(hands.grid_text())
        weighted = "" if hands.total == len(hands) else f", weight {hands.total:,.2f}"
        click.echo(f"{len(hands):,} combos{weighted}, {hands.percent:.2f} %")
        click.echo(hands.to_text())
        for cards, weight in listed:
            click.echo(f"{cards} {weight:g}")
    return 0
