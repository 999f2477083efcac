"""The README says what happens: its examples run, and print what it shows."""

from __future__ import annotations

import re
from pathlib import Path

from text_examples import CHECKOUT, blocks, failures_in_python, failures_in_sessions

README = CHECKOUT / "README.md"
FIRST_SCREEN = "\n".join(README.read_text(encoding="utf-8").splitlines()[:30])


def test_python_examples_of_the_readme_print_what_it_shows() -> None:
    count, report = failures_in_python(README)
    assert not report, report
    assert count


def test_commands_of_the_readme_print_what_it_shows(tmp_path: Path) -> None:
    count, report = failures_in_sessions(README, tmp_path)
    assert not report, report
    assert count


def test_first_thirty_lines_hold_both_commands_an_evaluation_and_a_quartered_pot() -> None:
    assert "make demo" in FIRST_SCREEN
    assert "make test" in FIRST_SCREEN
    assert "pe.evaluate(" in FIRST_SCREEN
    assert "quarter" in FIRST_SCREEN


def test_make_knows_every_target_that_the_readme_names() -> None:
    text = README.read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)", "".join(body for _, body in blocks(text, "sh", "console"))))
    targets = re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert named
    assert named <= set(targets)


def test_files_that_the_readme_links_to_exist() -> None:
    linked = re.findall(r"\]\((?!https?:)([^)#]+)", README.read_text(encoding="utf-8"))
    assert linked
    assert [name for name in linked if not (CHECKOUT / name).exists()] == []
