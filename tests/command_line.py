"""Run the command as a process of its own, for the tests of what it reads, prints and ends with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

COMMAND = [sys.executable, "-m", "pokereval"]
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


class Outcome(NamedTuple):
    """What a run printed and how it ended."""

    status: int
    output: str
    errors: str


def run(*arguments: object, stdin: str | bytes | None = None, folder: Path | None = None) -> Outcome:
    """Run the command; standard input is empty unless it is given."""
    given = stdin.encode() if isinstance(stdin, str) else stdin or b""
    environment = os.environ | {"PYTHONUTF8": "1", "COLUMNS": "100"}
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], input=given, capture_output=True, cwd=folder, env=environment, timeout=120
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def one_line(errors: str) -> str:
    """Give the only line of standard error."""
    lines = errors.splitlines()
    assert len(lines) == 1, errors
    assert lines[0].startswith("pokereval: ")
    return lines[0]
