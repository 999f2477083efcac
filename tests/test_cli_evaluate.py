"""``pokereval evaluate``, and what all commands have in common: help, version, misuse, import time."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from command_line import COMMAND, one_line, run

from pokereval.cli.main import main

ROYAL = "AsKsQsJsTs2c3d"


def test_a_hand_is_printed_with_its_rank_its_name_and_the_cards_that_play() -> None:
    assert run("evaluate", ROYAL) == (0, f"{ROYAL}  36873  royal flush  AsKsQsJsTs\n", "")


def test_each_argument_is_a_hand_in_any_spelling() -> None:
    status, output, _ = run("evaluate", "a♠ 10♥ 9d,8c 7c", "[2c 3d 4h 5s 7c 7d]")
    assert status == 0
    assert output.splitlines() == [
        "AsTh9d8c7c  5004  high card, A-T-9-8-7  AsTh9d8c7c",
        "2c3d4h5s7c7d  9295  pair of sevens, 5-4-3 kickers  7d7c5s4h3d",
    ]


def test_single_cards_as_arguments_are_one_hand() -> None:
    together = run("evaluate", "AsKdQcJhTs", "--low").output
    assert run("evaluate", "--low", "As", "Kd", "Qc", "Jh", "Ts").output == together
    assert run("evaluate", "as", "KD", "Q♣", "Jh", "10s", "--low").output == together


def test_omaha_takes_pairs_of_hole_cards_and_board() -> None:
    status, output, _ = run("evaluate", "--omaha", "--low", "AhKh3s2s", "Jh4h3cQh5d", "AsAhAdAc", "Ks9d7h")
    assert status == 0
    assert output.splitlines() == [
        "AhKh3s2s Jh4h3cQh5d  25847  flush, A-K-Q-J-4  AhKhQhJh4h  low 56  5-4-3-2-A  5d4h3c2sAh",
        "AsAhAdAc Ks9d7h  11023  pair of aces, K-9-7 kickers  AsAhKs9d7h  no low",
    ]


def test_json_has_the_same_answers() -> None:
    status, output, _ = run("evaluate", "--json", "--low", ROYAL, "Ac2d3h4s8c")
    assert status == 0
    assert [json.loads(line) for line in output.splitlines()] == [
        {
            "hand": ROYAL,
            "rank": 36873,
            "description": "royal flush",
            "plays": "AsKsQsJsTs",
            "low_rank": 0,
            "low": None,
            "low_plays": None,
        },
        {
            "hand": "Ac2d3h4s8c",
            "rank": 4894,
            "description": "high card, A-8-4-3-2",
            "plays": "Ac8c4s3h2d",
            "low_rank": 35,
            "low": "8-4-3-2-A",
            "low_plays": "8c4s3h2dAc",
        },
    ]
    omaha = json.loads(run("evaluate", "--json", "--omaha", "AhKh3s2s", "Jh4h3cQh5d").output)
    assert list(omaha) == ["hole_cards", "board", "rank", "description", "plays"]


def test_standard_input_is_read_line_by_line_past_bad_lines() -> None:
    lines = f"{ROYAL}\r\n\n  \nAsAs\n{'2' * 200_000}\n\xff\nAs Ks Qs Js Ts".encode("latin-1")
    status, output, errors = run("evaluate", stdin=lines)
    assert status == 1
    assert [line.split("  ")[2] for line in output.splitlines()] == ["royal flush"] * 2
    told = errors.splitlines()
    assert [line.split(": ")[:2] for line in told] == [["pokereval", f"line {n}"] for n in (4, 5, 6)]
    assert max(map(len, told)) < 200


def test_standard_input_takes_omaha_pairs() -> None:
    status, output, errors = run("evaluate", "--omaha", stdin="AhKh3s2s Jh4h3cQh5d\nAh Kh 3s 2s / Jh 4h 3c\nAhKh3s2s\n")
    assert status == 1
    assert [line.split("  ")[0] for line in output.splitlines()] == ["AhKh3s2s Jh4h3cQh5d", "AhKh3s2s Jh4h3c"]
    assert one_line(errors) == "pokereval: line 3: expected 'HOLE BOARD' or 'HOLE / BOARD', got 'AhKh3s2s'"


def test_an_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen([*COMMAND, "evaluate"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for hand in (ROYAL, "2c3d4h5s6c"):
            process.stdin.write(f"{hand}\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(hand)
        process.stdin.close()
        assert process.wait() == 0


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "evaluate"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(f"{ROYAL}\n".encode() * 10)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate", "AsKs"], "expected 5 to 7 distinct cards, got 2: 'AsKs'"),
        (["evaluate", ROYAL, "AsAsKsQsJs"], "got As twice"),
        (["evaluate", "AsKsQsJsTx"], "expected a suit"),
        (
            ["evaluate", "AsKd", "Qc", "Jh", "Ts"],
            "got 2: 'AsKd'; the cards of an argument are written AsKd or in quotes",
        ),
        (["evaluate", "As", "Kd", "Qc", "Jh"], "expected 5 to 7 distinct cards, got 4: 'AsKdQcJh'"),
        (["evaluate", "As", "Kd", "Qc", "Jh", "Kd"], "got Kd twice"),
        (["evaluate", "As"], "expected 5 to 7 distinct cards, got 1: 'As'"),
        (["evaluate", "--omaha", ROYAL], "expected pairs of HOLE BOARD with --omaha, got 1 argument; the cards of"),
        (
            ["evaluate", "--omaha", *["Ah", "Kh", "3s", "2s", "Jh", "4h", "3c", "Qh", "5d"]],
            "got 9 arguments; the cards of an argument",
        ),
        (
            ["evaluate", "--omaha", *["Ah", "Kh", "3s", "2s", "Jh", "4h", "3c", "Qh"]],
            "got 1: 'Ah'; the cards of an argument are",
        ),
        (["evaluate", "--omaha", "AsKs", "2c3c4c"], "hole cards"),
        (["evaluate", "--high", ROYAL], "No such option"),
        (["settle"], "Missing argument"),
        (["settle", "no such file.jsonl"], "does not exist"),
        (["settle", "."], "is a directory"),
        (["settle", "-", "--chip", "0"], "--chip"),
        (["settle", "-", "--uncalled", "maybe"], "--uncalled"),
        (["explain", "-"], "--hand"),
        (["explain", "-", "--hand", "0"], "--hand"),
        (["shuffle"], "No such command"),
        (["--fast"], "No such option"),
    ],
)
def test_misuse_is_one_line_and_status_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert message in one_line(errors)


@pytest.mark.parametrize("command", ["evaluate", "settle", "explain"])
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert f"pokereval {command} " in capsys.readouterr().out.split("Example")[1]
    assert main(["--help"]) == 0
    assert command in capsys.readouterr().out


def test_no_command_prints_the_help_as_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith("Usage: pokereval ")


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pokereval")


def test_the_package_loads_without_the_command_and_what_it_needs() -> None:
    code = "import sys, pokereval; print([name for name in sys.modules if name.split('.')[0] in sys.argv[1:]])"
    unwanted = ["click", "rich", "pyarrow", "json", "gzip"]
    done = subprocess.run([sys.executable, "-c", code, *unwanted], capture_output=True, text=True, check=True)
    loaded = [name for name in eval(done.stdout) if name.split(".")[0] in {"click", "rich", "pyarrow"}]
    assert loaded == []
    code = "import sys, pokereval.cli.main; print('rich' in sys.modules, 'pyarrow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
