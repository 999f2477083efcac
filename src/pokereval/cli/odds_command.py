"""``pokereval odds``: the table of outs, and the price of a call."""

from __future__ import annotations

import json

import click

from .ways_out import one_line_errors

__all__ = ["odds_command"]


@click.command(
    "odds",
    short_help="Print the chances of outs, or of a call.",
    epilog="Examples: pokereval odds   pokereval odds --call 50 --pot 100",
)
@click.option("--call", type=float, help="Chips to call.")
@click.option("--pot", type=float, help="Chips in the pot before the call.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def odds_command(*, call: float | None, pot: float | None, as_json: bool) -> int:
    """Print the chances that 1 to 21 outs give; or, with --call and --pot, the equity that a call needs."""
    from pokereval.draws import odds_table, pot_odds

    with one_line_errors():
        if (call is None) != (pot is None):
            raise click.UsageError("expected --call and --pot together")
        if call is not None and pot is not None:
            needed = pot_odds(call, pot)
            if as_json:
                click.echo(json.dumps({"call": call, "pot": pot, "equity": float(needed)}))
            else:
                click.echo(f"calling {call:g} into {pot:g} breaks even at {100 * float(needed):.2f} % equity")
            return 0
        from .equity_show import odds_rows, print_odds

        if as_json:
            click.echo(json.dumps(odds_rows(odds_table())))
        else:
            print_odds(odds_table())
    return 0
