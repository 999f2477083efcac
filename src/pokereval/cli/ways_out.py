"""How commands end when something is wrong: one line and a status, never a traceback."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import click

from pokereval.errors import PokerError

__all__ = [
    "MISUSE",
    "PIPE_CLOSED",
    "REJECTED",
    "CommandError",
    "drop_unwritable_output",
    "one_line_errors",
    "prepare_streams",
    "printable",
    "silence_output",
    "terminate_cleanly",
    "warn",
]

REJECTED = 1
MISUSE = 2
PIPE_CLOSED = 141  # what a shell reports for a program that a closed pipe has ended
_MISUSES = {errno.ENOENT, errno.EACCES, errno.EPERM, errno.EISDIR, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP}


class CommandError(click.ClickException):
    """A message and an exit status.

    Parameters
    ----------
    message : str
        What went wrong.
    status : int
        Exit status.
    """

    def __init__(self, message: str, status: int = MISUSE) -> None:
        super().__init__(message)
        self.exit_code = status  # type: ignore[misc]  # click documents it so, and types it as the class's


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Turn what can go wrong with input, files and extras into a `CommandError`."""
    try:
        yield
    except BrokenPipeError:
        raise click.exceptions.Exit(silence_output()) from None
    except PokerError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        status = MISUSE if error.errno in _MISUSES else REJECTED
        raise CommandError(f"{where}{error.strerror or error}", status) from None


@contextmanager
def terminate_cleanly() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the process the way Ctrl-C does, by an exception that cleans up behind itself."""

    def leave(number: int, _frame: FrameType | None) -> None:
        sys.exit(128 + number)

    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number and signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def silence_output() -> int:
    """Give up standard output, whose reader has seen enough, and give the exit status that says so.

    Without this Python would complain once more when it flushes on the way out.
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def drop_unwritable_output() -> None:
    """Give up standard output if what waits there cannot be written, which has been told by then."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        silence_output()


def prepare_streams() -> None:
    """Make the standard streams fit to be used: none is missing, and no character of a file is too much for them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def warn(message: str) -> None:
    """Print one line on standard error."""
    click.echo(f"pokereval: {printable(' '.join(message.split()))}", err=True)


def printable(text: str) -> str:
    """Escape what a terminal would take for a command; files come from anywhere."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
