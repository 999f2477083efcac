"""``pokereval explain``: one hand of a file, from cards to chips in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from .cautions import CHIP, FORCED_ANTE_WARNING, warn_of_stray_fields
from .ways_out import CommandError, one_line_errors, warn

__all__ = ["explain_command"]


@click.command(
    "explain",
    short_help="Tell in sentences how one hand of a file was settled.",
    epilog="Example: pokereval explain examples/splits.jsonl --hand 2",
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--hand", "number", type=click.IntRange(min=1), required=True, metavar="N", help="Which row, from 1.")
@click.option(
    "--format", "input_format", type=click.Choice(["jsonl", "csv", "parquet"]), help="When the name does not tell."
)
@click.option(
    "--uncalled",
    type=click.Choice(["returned", "included"]),
    default="returned",
    show_default=True,
    help="'returned': uncalled bets went back before the contributions were written, as in the files of most rooms. "
    "'included': they are still among them. `pokereval settle --help` has an example.",
)
@click.option("--chip", type=CHIP, default=1, show_default=True, help="Smallest chip in play.")
def explain_command(file: str, *, number: int, input_format: str | None, uncalled: str, chip: int) -> None:
    """Explain hand N of FILE: its pots, who won which part of them and why, and every odd chip.

    FILE is JSON Lines, CSV or Parquet as for `pokereval settle`, or what `pokereval play --out` wrote; "-" is
    standard input. Rows are counted without blank lines and without the header of a CSV file. Seats count from 1
    in what is told, and from 0 in rows.
    """
    from pokereval.errors import PokerError
    from pokereval.table_files import Terms, check_row, find_fields, settle_row

    with one_line_errors():
        row = find_fields(file, number, input_format=input_format)
        terms = Terms(chip=chip, uncalled=uncalled)  # type: ignore[arg-type]  # one of the two, click has seen to it
        try:
            if "events" in row.fields:
                click.echo(_played(row.fields))
                return
            hand = settle_row(check_row(row.fields), terms)
        except PokerError as error:
            raise CommandError(f"{file}: row {number}: {error}") from None
        click.echo(hand.explain())
        warn_of_stray_fields(row.stray_fields)
        if hand.forced_ante:
            warn(f"{file}: row {number}: {FORCED_ANTE_WARNING}")


def _played(fields: Mapping[str, Any]) -> str:
    """Tell a whole hand that `pokereval play` wrote."""
    from pokereval.games.catalogue import hand_from_record
    from pokereval.games.story import story

    hand = hand_from_record(fields)
    return f"{story(hand)}\n\n{hand.result.review()}"
