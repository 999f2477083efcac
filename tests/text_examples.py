"""Reads examples out of pages, and runs them: sessions of Python and of a shell.

A page shows Python as ``>>>`` sessions, which doctest runs. It shows commands that can be checked as ``console``
blocks: each line after ``$ `` is run in a shell, and what follows up to the next one is what it must print. Blocks
called ``sh`` are shown only; they set up what a test already stands on.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
OPTIONS = doctest.ELLIPSIS
CONSOLE_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE  # tables grow with the numbers in them

# A fenced block of Markdown, or the indented block under a directive of reStructuredText.
_FENCE = re.compile(r"^```(?P<language>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_DIRECTIVE = re.compile(
    r"^(?P<indent> *)\.\. code-block:: (?P<language>\w+)\n\n(?P<body>(?:(?P=indent)   .*\n|\s*\n)+)", re.MULTILINE
)


@dataclass(frozen=True)
class Session:
    """A command, what the page says it prints, and the line of the page where it stands."""

    command: str
    printed: str
    line: int


def blocks(text: str, *languages: str) -> list[tuple[int, str]]:
    """First line and body, without its indent, of every block in one of the languages."""
    found = []
    for pattern in (_FENCE, _DIRECTIVE):
        for match in pattern.finditer(text):
            if match["language"] in languages:
                margin = len(match.groupdict().get("indent") or "") + (3 if pattern is _DIRECTIVE else 0)
                body = "\n".join(line[margin:] for line in match["body"].splitlines())
                found.append((text.count("\n", 0, match.start("body")) + 1, body.rstrip() + "\n"))
    return sorted(found)


def sessions(text: str) -> list[Session]:
    """Every command of the page's console blocks."""
    found: list[Session] = []
    for first, body in blocks(text, "console"):
        for number, line in enumerate(body.splitlines(keepends=True), start=first):
            if line.startswith("$ "):
                found.append(Session(line[2:].rstrip("\n"), "", number))
            elif found and found[-1].line >= first:
                last = found[-1]
                if last.command.endswith("\\") and not last.printed:
                    found[-1] = Session(f"{last.command[:-1]}{line.strip()}", "", last.line)
                else:
                    found[-1] = Session(last.command, last.printed + line, last.line)
    return found


def python_text(path: Path, text: str) -> str:
    """The page with everything but its Python sessions blanked, so that line numbers in a failure are the page's."""
    if path.suffix == ".rst":
        return text
    lines = [""] * (text.count("\n") + 1)
    for first, body in blocks(text, "python", "pycon"):
        lines[first - 1 : first - 1 + body.count("\n")] = body.splitlines()
    return "\n".join(lines) + "\n"


def failures_in_python(path: Path) -> tuple[int, str]:
    """How many examples a page has, and doctest's report on those that fail."""
    text = python_text(path, path.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, path.name, str(path), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS, verbose=False)
    runner.run(test, out=report.append)
    return len(test.examples), "".join(report)


def command_folder(folder: Path) -> Path:
    """A folder with the command ``pokereval`` of the interpreter that runs the tests."""
    scripts = Path(sysconfig.get_path("scripts"))
    if (scripts / "pokereval").exists():
        return scripts
    folder.mkdir()
    shim = folder / "pokereval"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pokereval "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    return folder


def failures_in_sessions(path: Path, folder: Path) -> tuple[int, str]:
    """How many commands a page has, and what went otherwise than it says. They run beside a copy of the examples."""
    shutil.copytree(CHECKOUT / "examples", folder / "examples")
    environment = {
        **os.environ,
        "PATH": f"{command_folder(folder / 'bin')}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
    }
    compare = doctest.OutputChecker()
    found = sessions(path.read_text(encoding="utf-8"))
    report = []
    for session in found:
        run = subprocess.run(
            session.command,
            shell=True,
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        printed = "".join(f"{line.rstrip()}\n" for line in run.stdout.splitlines())
        if not compare.check_output(session.printed.rstrip() + "\n", printed.rstrip() + "\n", CONSOLE_OPTIONS):
            report.append(
                f"{path.name}:{session.line} $ {session.command}\n"
                f"-- the page says\n{session.printed}-- it printed\n{printed}"
            )
    return len(found), "\n".join(report)
