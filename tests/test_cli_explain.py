"""``pokereval explain``: one hand of a file in sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from command_line import EXAMPLES, one_line, run
from hand_rows import GOOD_LINE, write_lines

from pokereval.cli.main import main
from pokereval.pots import settle_hand


def explain(*arguments: object) -> int:
    return main(["explain", *map(str, arguments)])


def test_a_hand_is_explained_as_the_package_explains_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(EXAMPLES / "splits.jsonl", "--hand", 1) == 0
    hand = settle_hand(
        "omaha8", ["AhKh3s2s", "Ac2dTcTd", "QsQdJsJc"], "Jh4h3cQh5d", [20, 20, 20], button=2, uncalled="returned"
    )
    output = capsys.readouterr().out
    assert output == f"{hand.explain()}\n"
    assert "three quarters" in output


def test_options_mean_what_they_mean_in_settle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_lines(tmp_path / "hands.txt", [GOOD_LINE.replace("[50, 50, 7]", "[50, 80, 7]")])
    assert explain(file, "--hand", 1, "--format", "jsonl") == 0
    assert "forced ante" in capsys.readouterr().out
    assert explain(file, "--hand", 1, "--format", "jsonl", "--uncalled", "included") == 0
    assert "takes back 30 chips" in capsys.readouterr().out


def test_an_excess_taken_for_a_forced_ante_is_warned_of(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE.replace("[50, 50, 7]", "[50, 80, 7]")])
    status, output, errors = run("explain", file, "--hand", 1)
    assert status == 0
    assert output.endswith("Paid: 137 to seat 1.\n")
    assert "settle it with --uncalled included" in one_line(errors)
    status, output, errors = run("explain", file, "--hand", 1, "--uncalled", "included")
    assert (status, errors) == (0, "")
    assert output.endswith("Paid: 107 to seat 1.\n")


def test_a_hand_behind_the_end_is_told_with_what_ends_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, broken = write_lines(tmp_path / "empty.jsonl", []), tmp_path / "broken.jsonl.gz"
    assert explain(empty, "--hand", 1) == 2
    assert one_line(capsys.readouterr().err) == f"pokereval: {empty}: expected a hand, got a file without any"
    broken.write_bytes(gzip.compress(f"{GOOD_LINE}\n".encode() * 1000, mtime=0)[:-30])
    assert explain(broken, "--hand", 5000) == 2
    assert one_line(capsys.readouterr().err).endswith(
        "got 5000; the gzip data breaks off before its end; nothing after this line can be read"
    )


def test_csv_rows_are_counted_below_the_header(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(EXAMPLES / "tables.csv", "--hand", 60) == 0
    assert "seats" in capsys.readouterr().out
    assert explain(EXAMPLES / "tables.csv", "--hand", 61) == 2
    assert "expected a hand from 1 to 60" in one_line(capsys.readouterr().err)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bad", "row 2: not JSON: Expecting value (column 1)"),
        (GOOD_LINE.replace("KsKd", "KsAd"), "row 2: expected distinct cards, got Ad in hole_cards[0]"),
        (GOOD_LINE.replace("holdem", "whist"), "expected a game out of"),
    ],
)
def test_a_row_that_is_no_hand_is_one_line(
    tmp_path: Path, line: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, line])
    assert explain(file, "--hand", 2) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert message in one_line(errors)


def test_standard_input_is_a_file_too() -> None:
    status, output, _ = run("explain", "-", "--hand", 2, stdin=f"{GOOD_LINE}\n\n{GOOD_LINE}")
    assert status == 0
    assert output.startswith("Hold'em, 3 seats, button at seat 1, board 2c 7d 9h Ts Qh.")
