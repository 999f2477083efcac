"""``pokereval settle``: files of hands in, files of payouts out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from .cautions import CHIP, FORCED_ANTE_WARNING, plural, warn_of_stray_fields
from .ways_out import REJECTED, one_line_errors, terminate_cleanly, warn

if TYPE_CHECKING:
    from pokereval.table_files import JobReport

__all__ = ["settle_command"]

_HANDS_SHOWN = 30
_REASONS_SHOWN = 5


@click.command(
    "settle",
    short_help="Settle files of hands.",
    epilog="Examples: pokereval settle hands.jsonl   "
    "pokereval settle january.csv.gz february.parquet --out settled.jsonl.gz --rejects rejects.jsonl",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--out",
    metavar="FILE",
    help="Write the rows with payouts and returned chips; its ending tells the format, - is standard output.",
)
@click.option(
    "--out-format",
    type=click.Choice(["jsonl", "csv", "parquet"]),
    help="Format of the --out file when its name does not tell.",
)
@click.option(
    "--rejects", metavar="FILE", help="Write the rows that are no hands, with line number and reason, as JSON Lines."
)
@click.option(
    "--format",
    "input_format",
    type=click.Choice(["jsonl", "csv", "parquet"]),
    help="Format of FILES when their names do not tell; of standard input it is jsonl by default.",
)
@click.option(
    "--uncalled",
    type=click.Choice(["returned", "included"]),
    default="returned",
    show_default=True,
    help="'returned': uncalled bets went back before the contributions were written, as in the files of most rooms. "
    "'included': they are still among them. See above.",
)
@click.option("--chip", type=CHIP, default=1, show_default=True, help="Smallest chip in play.")
@click.option(
    "--threads",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Threads of the core; 0: one on each core.",
)
def settle_command(
    files: tuple[str, ...],
    *,
    out: str | None,
    out_format: str | None,
    rejects: str | None,
    input_format: str | None,
    uncalled: str,
    chip: int,
    threads: int,
) -> int:
    """Settle every hand of FILES: main and side pots, high and low halves, odd chips.

    FILES are JSON Lines, CSV or Parquet, plain or gzipped; "-" is standard input. The files are read in a stream
    and may be of any size. A row that is no hand does not stop the others: it is rejected, and the exit status is 1.
    Outputs appear when everything is done, or not at all. Up to 30 hands are shown one by one unless --out is given;
    more are summed up. In rows seats count from 0, in what is shown from 1.

    \b
    A row as JSON, where live, button and dead may be left out, and as CSV:
      {"game": "holdem", "hole_cards": ["AsAd", "KsKd"], "board": "2c7d9hJs3s",
       "contributions": [100, 100], "live": [true, true], "button": 0, "dead": 0}
      game,board,button,hole_1,hole_2,chips_1,chips_2,live_1,live_2,dead
      holdem,2c7d9hJs3s,0,AsAd,KsKd,100,100,1,1,0

    --uncalled decides what a bet means that nobody called. Heads-up, AsAd puts in 100 and KsKd 150, and the aces win.
    With 'included' the pot is 200, and 50 go back to the kings. With 'returned' uncalled bets have gone back already,
    so the 50 are taken for a forced ante, dead money, and the aces are paid 250; a warning names such hands. That
    holds when the other live seats are level, as in 300/350/300. In 300/350/200 they are not, and the 50 on top are a
    pot of their own that is paid to the seat that put them in.
    """  # noqa: D301 - click takes a backspace for the start of lines that stay as they are
    from pokereval.table_files import Terms, settle_files
    from pokereval.table_files.replacing import descriptor_of

    goes_to_stdout = any(descriptor_of(each) == 1 for each in (out, rejects) if each is not None)
    terms = Terms(chip=chip, uncalled=uncalled, threads=threads)  # type: ignore[arg-type]  # click has seen to it
    with one_line_errors(), terminate_cleanly():
        with _progress(files) as on_progress:
            report = settle_files(
                files,
                terms,
                out=out,
                out_format=out_format,
                rejects=rejects,
                input_format=input_format,
                keep=0 if out is not None else _HANDS_SHOWN + 1,
                keep_rejects=0 if rejects is not None else _REASONS_SHOWN,
                on_progress=on_progress,
            )
        _show(report, uncalled=uncalled, to_stderr=goes_to_stdout, with_file=len(files) > 1)
        warn_of_stray_fields(report.stray_fields)
        _tell_rejects(report, rejects)
        _tell_dead_excess(report)
    return REJECTED if report.rejected else 0


def _show(report: JobReport, *, uncalled: str, to_stderr: bool, with_file: bool) -> None:
    """Print the hands, if they are few and go nowhere else, and the summary."""
    from .show import console, hand_table, summary_table

    screen = console(stderr=to_stderr)
    if report.kept and report.counts.hands <= _HANDS_SHOWN:
        for hand in report.kept:
            screen.print(hand_table(hand, with_file=with_file))
    screen.print(summary_table(report, uncalled=uncalled))


def _tell_rejects(report: JobReport, rejects: str | None) -> None:
    if not report.rejected:
        return
    for reject in report.first_rejects:
        warn(f"{reject.file}:{reject.line}: {reject.reason}")
    rows = f"{plural(report.rejected, 'row')} {'was' if report.rejected == 1 else 'were'}"
    if rejects:
        warn(f"{rows} rejected and kept in {rejects}")
    elif report.rejected > len(report.first_rejects):
        warn(f"{rows} rejected, of which these are the first; --rejects FILE keeps them all")


def _tell_dead_excess(report: JobReport) -> None:
    """Warn, on a terminal or not, of chips that went to a winner on the word of `--uncalled returned` alone."""
    count = report.counts.dead_excess
    if not count:
        return
    places = ", ".join(f"{file}:{line}" for file, line in report.first_dead_excess)
    more = ", ..." if count > len(report.first_dead_excess) else ""
    warn(f"in {plural(count, 'hand')} {FORCED_ANTE_WARNING} ({places}{more})")


@contextmanager
def _progress(files: tuple[str, ...]) -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from .show import progress_bar

    total = sum(map(os.path.getsize, files)) if all(map(os.path.isfile, files)) else None
    with progress_bar() as bar:
        task = bar.add_task("settling", total=total, rows="0")

        def on_progress(bytes_read: int, rows: int) -> None:
            bar.update(task, completed=bytes_read, rows=f"{rows:,}")

        yield on_progress
