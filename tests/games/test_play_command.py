"""``pokereval play``, and ``pokereval explain`` of what it writes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from pokereval.cli.main import main
from pokereval.games.catalogue import GAMES, hand_from_record


def play(*arguments: object) -> int:
    return main(["play", *map(str, arguments)])


def test_one_hand_is_told_from_the_blinds_to_the_last_chip(capsys: pytest.CaptureFixture[str]) -> None:
    assert play("holdem", "--seats", 3, "--seed", 1, "--script", "raise_to 6, fold, call", "--player", "passive") == 0
    told = capsys.readouterr().out
    assert "Seat 2 posts the small blind of 1." in told
    assert "Seat 1 raises to 6." in told
    assert "Seat 2 folds." in told
    assert "Chips now:" in told


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_and_explained(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hands.jsonl"
    assert play(game, "--hands", 5, "--seed", 3, "--out", file) == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    capsys.readouterr()
    for number, line in enumerate(lines, 1):
        hand = hand_from_record(json.loads(line))
        assert main(["explain", str(file), "--hand", str(number)]) == 0
        told = capsys.readouterr().out
        assert hand.result.explain() in told
        assert sum(hand.stacks) == sum(hand.setup["stacks"])


def test_a_seed_makes_the_same_hands_again(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.jsonl", "two.jsonl", "three.jsonl")]
    for file, seed in zip(files, (5, 5, 6), strict=True):
        assert play("mixed", "--hands", 26, "--seed", seed, "--out", file) == 0
    one, two, three = (file.read_bytes() for file in files)
    assert one == two != three


def test_many_hands_are_counted_and_written_compressed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hands.jsonl.gz"
    assert play("mixed", "--hands", 130, "--seed", 1, "--limit", "fixed", "--out", file) == 0
    printed = capsys.readouterr().out
    assert "130" in printed
    assert "hands/s" in printed
    with gzip.open(file, "rt", encoding="utf-8") as written:
        games = [json.loads(line)["game"] for line in written]
    assert games == list(GAMES) * 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["whist"], "expected a game of holdem"),
        (["holdem", "--blinds", "1-2"], "expected two whole numbers such as 1/2"),
        (["holdem", "--bring-in", "2"], "stakes that holdem has (--limit, --blinds, --bets, --ante), got --bring-in"),
        (["stud", "--blinds", "1/2"], "stakes that stud has (--limit, --bets, --ante, --bring-in), got --blinds"),
        (["shortdeck", "--blinds", "1/2", "--bets", "1/2"], "has (--limit, --ante), got --blinds, --bets"),
        (["stud", "--seats", "10"], "expected 2 to 8 seats for seven-card stud, got 10"),
        (["mixed", "--seats", "8"], "expected 2 to 7 seats for mixed games, among them 6-card Omaha, got 8"),
        (["holdem", "--button", "9"], "expected the button at one of seats 1 to 6, got 9"),
        (["holdem", "--bets", "10/20"], "expected --bets with --limit fixed, got it with the limit 'no' of holdem"),
        (["omaha", "--limit", "pot", "--bets", "1/2"], "expected --bets with --limit fixed"),
        (["holdem", "--limit", "fixed", "--bets", "10/20", "--blinds", "1/2"], "a big blind of 10, the small bet"),
        (["holdem", "--script", "fold,fold,fold,fold,fold,check"], "a script of 5 actions, as the hand is over then"),
        (["holdem", "--out", "hands.csv"], "expected a name ending in .jsonl"),
        (["holdem", "--script", "leap"], "expected one of fold, check"),
        (["holdem", "--script", "check"], "expected a legal action before the flop"),
        (["holdem", "--script", "call", "--hands", "2"], "expected one hand with a script"),
        (["mixed", "--blinds", "1/2"], "expected only a limit"),
        (["stud", "--bring-in", "9"], "expected a bring-in"),
    ],
)
def test_misuse_is_one_line_and_status_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(*arguments) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert len(errors.splitlines()) == 1


def test_bets_of_fixed_limit_make_the_blinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hands.jsonl"
    assert play("holdem", "--limit", "fixed", "--bets", "15/30", "--seed", 1, "--out", file) == 0
    told = capsys.readouterr().out
    assert "Seat 2 posts the small blind of 7.\nSeat 3 posts the big blind of 15." in told  # rule 23
    assert main(["explain", str(file), "--hand", "1"]) == 0
    assert capsys.readouterr().out.startswith("Seat 2 posts the small blind of 7.")
    assert play("holdem", "--limit", "fixed", "--bets", "10/20", "--blinds", "2/10", "--seed", 1) == 0
    assert "Seat 2 posts the small blind of 2." in capsys.readouterr().out


def test_the_button_is_counted_from_1_and_files_count_from_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.jsonl"
    assert play("holdem", "--seats", 6, "--button", 6, "--seed", 1, "--out", file) == 0
    assert "Seat 1 posts the small blind of 1." in capsys.readouterr().out
    assert json.loads(file.read_text(encoding="utf-8"))["setup"]["button"] == 5


def test_a_record_that_was_changed_is_not_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hands.jsonl"
    assert play("holdem", "--seed", 3, "--out", file) == 0
    record = json.loads(file.read_text(encoding="utf-8"))
    record["stacks"][0] += 1
    file.write_text(json.dumps(record) + "\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["explain", str(file), "--hand", "1"]) == 2
    assert "expected a hand that ends with stacks" in capsys.readouterr().err


def test_an_unfinished_run_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    assert play("holdem", "--script", "leap", "--out", file) == 2
    assert list(tmp_path.iterdir()) == []
