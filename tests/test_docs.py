"""The site says what is true: examples run, every public name is on a reference page, figures are the tables'."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from text_examples import CHECKOUT, blocks, failures_in_python, failures_in_sessions, python_text, sessions

import pokereval

DOCS = CHECKOUT / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.rst") if "_build" not in page.parts)
TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>>" in TEXTS[page]], ids=lambda page: page.stem
)
def test_python_examples_of_the_page_print_what_it_shows(page: Path) -> None:
    _, report = failures_in_python(page)
    assert not report, report


@pytest.mark.parametrize(
    "page", [page for page in PAGES if sessions(TEXTS[page])], ids=lambda page: page.stem
)
def test_commands_of_the_page_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    _, report = failures_in_sessions(page, tmp_path)
    assert not report, report


def documented_modules() -> list[str]:
    return [name for text in TEXTS.values() for name in re.findall(r"^\.\. automodule:: (\S+)", text, re.MULTILINE)]


def test_every_public_name_is_on_a_reference_page() -> None:
    documented = {name for module in documented_modules() for name in import_module(module).__all__}
    assert [name for name in pokereval.__all__ if name not in documented] == []


def test_every_name_on_a_reference_page_has_a_docstring() -> None:
    without = [
        f"{module}.{name}"
        for module in documented_modules()
        for name in import_module(module).__all__
        if callable(thing := getattr(import_module(module), name)) and not (thing.__doc__ or "").strip()
    ]
    assert without == []


def cited(word: str, source: str) -> set[int]:
    """Numbers that a source cites as "rule 12", "rules 33 to 35" or "decisions 8, 9, 10 and 24"."""
    # Those of a rule book have its name before them: "Tournament Directors Association, rule 20".
    own = rf"(?<!Association, )(?<!World Series of Poker, )\b(?i:{word})s? (\d+(?:(?:, | and | to )\d+)*)"
    return {int(number) for group in re.findall(own, source) for number in re.findall(r"\d+", group)}


@pytest.mark.parametrize("word", ["rule", "decision"])
def test_rules_that_the_sources_cite_are_on_the_page_of_rules(word: str) -> None:
    page = TEXTS[DOCS / "rules-and-sources.rst"]
    entry = {"rule": r"^(\d+)\. ", "decision": r"^Decision (\d+):"}[word]
    stated = {int(number) for number in re.findall(entry, page, re.MULTILINE)}
    assert stated == set(range(1, {"rule": 51, "decision": 24}[word] + 1))
    folder = Path(pokereval.__file__).parent
    strays = {
        path.name: numbers
        for path in folder.rglob("*.py")
        if (numbers := cited(word, path.read_text(encoding="utf-8")) - stated)
    }
    assert strays == {}


def test_sizes_of_tables_on_their_page_are_those_of_the_generated_header() -> None:
    header = (CHECKOUT / "src" / "pokereval" / "_tables.h").read_text(encoding="ascii")
    sizes = {name: int(size) for name, size in re.findall(r"#define (\w+)_SIZE (\d+)", header)}
    page = TEXTS[DOCS / "how-the-tables-work.rst"]
    lines = re.findall(r"^(``\w+``(?:, ``\w+``)?) +([\d,+ ]+?)  +([\d,]+)  ", page, re.MULTILINE)
    assert len(lines) == 10
    for names, entries, _ in lines:
        said = [int(number.replace(",", "")) for number in entries.split(" + ")]
        assert said == [sizes[name] for name in re.findall(r"\w+", names)], names


# -- the reader of examples itself ----------------------------------------------------------------------------------


def test_blocks_of_both_languages_are_found_with_their_lines() -> None:
    assert blocks("Text\n\n```sh\nmake demo\n```\n", "sh") == [(4, "make demo\n")]
    assert blocks("Text\n\n.. code-block:: sh\n\n   make demo\n\nMore\n", "sh") == [(5, "make demo\n")]


def test_console_blocks_are_commands_and_what_they_print() -> None:
    page = "```console\n$ echo one\none\n$ echo two \\\n  three\ntwo three\n```\n"
    assert [(step.command, step.printed) for step in sessions(page)] == [
        ("echo one", "one\n"),
        ("echo two three", "two three\n"),
    ]


def test_an_example_that_prints_something_else_is_reported(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> 1 + 1\n3\n```\n\n```console\n$ echo one\ntwo\n```\n", encoding="utf-8")
    assert python_text(page, page.read_text(encoding="utf-8")).splitlines()[1] == ">>> 1 + 1"
    count, report = failures_in_python(page)
    assert count == 1
    assert "line 2" in report
    count, report = failures_in_sessions(page, tmp_path)
    assert count == 1
    assert "page.md:7 $ echo one" in report
