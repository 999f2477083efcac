"""``pokereval equity``, ``outs``, ``range`` and ``odds``."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest
from command_line import COMMAND, one_line, run

from pokereval.cli.main import main
from pokereval.equities import equity


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def test_equity_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    output = printed(capsys, "equity", "AhKh", "QQ+,AKo", "--board", "Qh7h2c", "--pot", 200, "--classes")
    result = equity(["AhKh", "QQ+,AKo"], "Qh7h2c", pots=200)
    assert f"{100 * result.equity[0]:.2f}" in output
    assert f"{result.chips[0]:.2f}" in output
    assert "flush" in output
    assert "exact" in output


def test_equity_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(printed(capsys, "equity", "AhAd", "KsKc", "--json", "--classes"))
    assert answer["deals"] == 1_712_304
    assert answer["seats"][0]["outcomes"]["1"] == 1_388_072
    assert sum(answer["classes"][0].values()) == pytest.approx(1)


def test_equity_draws_as_asked(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("equity", "AhKh", "random", "random", "--samples", 10_000, "--seed", 4, "--json")
    first = json.loads(printed(capsys, *arguments))
    assert first == json.loads(printed(capsys, *arguments, "--threads", 1))
    assert (first["exact"], first["deals"], first["seed"]) == (False, 10_000, 4)
    assert "10,000 deals sampled" in printed(capsys, "equity", "AhKh", "random", "--samples", 10_000)


def test_equity_says_what_it_would_do(capsys: pytest.CaptureFixture[str]) -> None:
    output = printed(capsys, "equity", "random", "random", "random", "--plan")
    assert output.startswith("sampling:")


def test_hi_lo_has_columns_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    output = printed(capsys, "equity", "Ah2d3hKd", "As4sTc9c", "--game", "omaha8")
    assert "scoop" in output
    assert "no low" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["equity", "AhAd"], "expected 2 to 10 seats, got 1"),
        (["equity", "AhAd", "AhKs"], "got Ah at seat 2 and at seat 1"),
        (["equity", "AhAd", "QQ+,foo"], "seat 2: expected a hand such as"),
        (["equity", "AhAd", "KsKc", "--exact", "--samples", "5"], "either exact=True or samples"),
        (["equity", "AhAd", "KsKc", "--samples", "0"], "samples from 1 up"),
        (["outs", "AhAd", "KsKc", "--board", "2c"], "a board of"),
        (["range", "QQ++"], "got '+' at column 4"),
        (["odds", "--call", "5"], "--call and --pot together"),
        (["odds", "--call", "-5", "--pot", "3"], "0 chips or more"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert message in one_line(errors)


def test_outs_are_printed_by_class(capsys: pytest.CaptureFixture[str]) -> None:
    output = printed(capsys, "outs", "AhKh", "QsQd", "--board", "Qh7h2c")
    assert "Jh Th 9h 8h 6h 5h 4h 3h" in output
    assert "17.78" in output
    assert "runner-runner" in output
    answer = json.loads(printed(capsys, "outs", "AhKh", "QsQd", "--board", "Qh7h2c", "--json"))
    assert answer["outs"] == {"flush": "JhTh9h8h6h5h4h3h"}


def test_a_range_is_shown_as_a_grid(capsys: pytest.CaptureFixture[str]) -> None:
    output = printed(capsys, "range", "QQ+, AKs@50%")
    assert output.splitlines()[0].split()[:2] == ["AA", "50%"]
    assert "22 combos, weight 20.00, 1.51 %" in output
    assert output.splitlines()[-1] == "QQ+,AKs@.5"
    answer = json.loads(printed(capsys, "range", "AA", "--combos", "--dead", "As", "--json"))
    assert answer["weights"] == {"AhAd": 1.0, "AhAc": 1.0, "AdAc": 1.0}
    assert "864 combos" in printed(capsys, "range", "AAxxds", "--game", "omaha")


def test_odds_are_the_table_of_the_rule_and_the_price_of_a_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert "34.97" in printed(capsys, "odds")
    assert len(json.loads(printed(capsys, "odds", "--json"))) == 21
    assert "33.33 %" in printed(capsys, "odds", "--call", 50, "--pot", 100)


def test_the_commands_run_as_a_process() -> None:
    done = run("equity", "AhAd", "KsKc")
    assert done.status == 0
    assert "81.26" in done.output
    assert done.errors == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_an_interrupted_count_prints_what_is_known_so_far() -> None:
    hands = ["22+,A2s+,KTs+", "22+,A2s+,KTs+", "22+,A2s+,K2s+"]
    arguments = [*COMMAND, "equity", *hands, "--board", "2c7d9h", "--exact", "--threads", "1"]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "interrupted after" in output
    assert "± 95 %" in output
