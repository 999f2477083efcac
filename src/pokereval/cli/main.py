"""The command ``pokereval`` and the ways it ends.

Exit status 0: done. 1: done, but rows were rejected, or reading or writing failed on the way. 2: misuse; nothing was
done. 130 and 143: interrupted and terminated. Whatever goes wrong is told in one line on standard error.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

import click

from .equity_command import equity_command
from .evaluate_command import evaluate_command
from .explain_command import explain_command
from .odds_command import odds_command
from .outs_command import outs_command
from .play_command import play_command
from .range_command import range_command
from .settle_command import settle_command
from .ways_out import drop_unwritable_output, one_line_errors, prepare_streams, silence_output, warn

__all__ = ["main", "pokereval"]

_INTERRUPTED = 130


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    from pokereval.isa import isa

    try:
        number = version("pokereval")
    except PackageNotFoundError:
        number = "from its sources, not installed"
    click.echo(f"pokereval {number}, {isa()} kernels")
    context.exit()


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: pokereval evaluate AsKsQsJsTs2c3d",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@click.pass_context
def pokereval(context: click.Context) -> None:
    """From cards to chips: rank poker hands, settle the pots of one hand or of millions, and play whole hands."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)


pokereval.add_command(evaluate_command)
pokereval.add_command(settle_command)
pokereval.add_command(explain_command)
pokereval.add_command(equity_command)
pokereval.add_command(outs_command)
pokereval.add_command(range_command)
pokereval.add_command(odds_command)
pokereval.add_command(play_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        Arguments; those of the process by default.

    Returns
    -------
    int
        Exit status.
    """
    prepare_streams()
    streams = sys.stdout, sys.stderr
    try:
        with one_line_errors():
            status = pokereval.main(args=arguments, prog_name="pokereval", standalone_mode=False)
            sys.stdout.flush()
    except click.exceptions.Abort:
        return _INTERRUPTED
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        where = f" (see {error.ctx.command_path} --help)" if isinstance(error, click.UsageError) and error.ctx else ""
        with contextlib.suppress(OSError):
            warn(f"{error.format_message()}{where}")
        return error.exit_code
    except SystemExit:
        if (sys.stdout, sys.stderr) == streams:
            raise
        sys.stdout, sys.stderr = streams  # which click wraps, and ends with status 1, when a pipe is closed
        return silence_output()
    finally:
        drop_unwritable_output()
    return status if isinstance(status, int) else 0
