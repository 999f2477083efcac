"""``pokereval settle``: exit status, rejects, summary, and whole outputs or none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import COMMAND, EXAMPLES, one_line, run
from hand_rows import GOOD_LINE, PAID, random_rows, read_lines, write_lines

from pokereval.cli.main import main


def summary(output: str) -> dict[str, str]:
    """Read the summary table."""
    rows = [line.split() for line in output.splitlines()]
    return {" ".join(row[:-1]): row[-1] for row in rows if row and row[-1].replace(",", "").isdigit()}


def test_good_files_are_status_0_with_a_summary_on_standard_output(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE] * 3)
    status, output, errors = run("settle", file, "--out", tmp_path / "out.jsonl")
    assert (status, errors) == (0, "")
    numbers = summary(output)
    assert numbers.pop("hands/s")
    assert numbers == {
        "hands": "3",
        "showdowns": "3",
        "chips": "321",
        "side pots": "0",
        "split pots": "0",
        "quartered pots": "0",
        "scoops": "0",
        "seats that won": "3",
        "hands with a lone excess taken for a forced ante": "0",
        "rejected rows": "0",
    }
    assert [row["payouts"] for row in read_lines(tmp_path / "out.jsonl")] == [PAID] * 3


def test_the_bundled_hands_settle_and_show_every_split() -> None:
    status, output, errors = run("settle", EXAMPLES / "splits.jsonl")
    assert status == 0
    assert "in 1 hand one live seat put in more than anybody else" in one_line(errors)
    for word in (
        *("scoop", "three quarters", "high half", "low half", "low quarter", "low sixth", "two thirds"),
        *("high quarter", "main pot", "side pot 2", "scoop without a low", "unseen", "folded"),
    ):
        assert word in output, word
    assert "Ah Kh 3s 2s   20    45   three quarters" in output
    assert "three quarters: A-2 is tied, the flush is not" in output
    assert int(summary(output)["quartered pots"]) >= 8


def test_many_hands_are_summed_and_not_shown(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE] * 31)
    output = run("settle", file).output
    assert "hole cards" not in output
    assert summary(output)["hands"] == "31"


def test_shown_hands_have_the_numbers_that_explain_takes(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", ["bad", "", GOOD_LINE, "bad", GOOD_LINE])
    output = run("settle", file).output
    assert [line.split(".")[0] for line in output.splitlines() if "hold'em" in line] == ["2", "4"]
    two = run("settle", file, EXAMPLES / "splits.jsonl").output
    assert f"{file}:2  hold'em" in two


def test_uncalled_bets_are_what_the_option_says(tmp_path: Path) -> None:
    line = GOOD_LINE.replace("[50, 50, 7]", "[50, 80, 7]")
    file = write_lines(tmp_path / "hands.jsonl", [line])
    settled = tmp_path / "out.jsonl"
    _, output, errors = run("settle", file, "--out", settled)
    assert summary(output)["hands with a lone excess taken for a forced ante"] == "1"
    assert one_line(errors) == (
        "pokereval: in 1 hand one live seat put in more than anybody else, and that excess was taken for a forced "
        "ante, dead money of the pot; if the file still holds uncalled bets, settle it with --uncalled included "
        f"({file}:1)"
    )
    assert read_lines(settled)[0]["payouts"] == [137, 0, 0]
    _, output, errors = run("settle", file, "--out", settled, "--uncalled", "included")
    assert "forced ante" not in output
    assert errors == ""
    assert (read_lines(settled)[0]["payouts"], read_lines(settled)[0]["returned"]) == ([107, 0, 0], [0, 30, 0])


def test_the_first_of_many_hands_with_a_lone_excess_are_named(tmp_path: Path) -> None:
    line = GOOD_LINE.replace("[50, 50, 7]", "[50, 80, 7]")
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, *[line] * 1200])
    errors = one_line(run("settle", file, "--out", tmp_path / "out.jsonl").errors)
    assert "in 1,200 hands one live seat" in errors
    assert errors.endswith(f"({file}:2, {file}:3, {file}:4, {file}:5, {file}:6, ...)")


def test_an_output_whose_name_tells_no_format_needs_it_told(tmp_path: Path) -> None:
    file, out = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE]), tmp_path / "out.xlsx"
    status, output, errors = run("settle", file, "--out", out)
    assert (status, output) == (2, "")
    assert "expected a name ending in .jsonl, .csv or .parquet" in one_line(errors)
    assert not out.exists()
    assert run("settle", file, "--out", out, "--out-format", "jsonl").status == 0
    assert read_lines(out)[0]["payouts"] == PAID
    assert run("settle", file, "--rejects", out).status == 2


def test_fields_that_look_like_known_ones_are_warned_of(tmp_path: Path) -> None:
    row = {name: json.loads(GOOD_LINE)[name] for name in ("game", "hole_cards", "board", "contributions")}
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, json.dumps(row | {"buton": 1, "Live": [True] * 3})])
    status, _, errors = run("settle", file)
    assert status == 0
    assert errors.splitlines() == [
        f"pokereval: {file}:2: the unknown field 'Live' is kept but not used; was 'live' meant?",
        f"pokereval: {file}:2: the unknown field 'buton' is kept but not used; was 'button' meant?",
    ]
    assert run("explain", file, "--hand", 1).errors == ""
    assert run("explain", file, "--hand", 2).errors == errors
    many = {f"{letter}oard": "" for letter in "acdefgh"}
    write_lines(file, [json.dumps({name: row[name] for name in row if name != "board"} | many | {"game": "stud"})])
    errors = run("settle", file).errors
    assert len([line for line in errors.splitlines() if "was 'board' meant?" in line]) == 5
    assert "pokereval: 2 more fields like that" in errors


def test_the_chip_option_splits_in_that_unit(tmp_path: Path) -> None:
    line = GOOD_LINE.replace('"AsAd", "KsKd"', '"AsKd", "AdKs"').replace('"button": 0', '"button": 1')
    file = write_lines(tmp_path / "hands.jsonl", [line])
    run("settle", file, "--chip", 25, "--out", tmp_path / "out.jsonl")
    assert read_lines(tmp_path / "out.jsonl")[0]["payouts"] == [57, 50, 0]


def test_rejected_rows_are_status_1_and_named(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, "bad", GOOD_LINE, *["worse"] * 9])
    status, output, errors = run("settle", file, "--out", tmp_path / "out.jsonl", folder=tmp_path)
    assert status == 1
    assert summary(output)["rejected rows"] == "10"
    told = errors.splitlines()
    assert len(told) == 6
    assert told[0] == f"pokereval: {file}:2: not JSON: Expecting value (column 1)"
    assert told[-1] == "pokereval: 10 rows were rejected, of which these are the first; --rejects FILE keeps them all"
    assert len(read_lines(tmp_path / "out.jsonl")) == 2


def test_rejected_rows_are_kept_in_their_file(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, "bad"])
    rejects = tmp_path / "rejects.jsonl"
    status, _, errors = run("settle", file, "--rejects", rejects)
    assert status == 1
    assert one_line(errors) == f"pokereval: 1 row was rejected and kept in {rejects}"
    assert read_lines(rejects) == [
        {"file": str(file), "line": 2, "reason": "not JSON: Expecting value (column 1)", "row": "bad"}
    ]
    assert run("settle", file, "--rejects", f"{rejects}.gz").status == 1
    write_lines(file, [GOOD_LINE])
    assert run("settle", file, "--rejects", rejects).status == 0
    assert read_lines(rejects) == []


def test_a_copy_with_damaged_lines_loses_exactly_those(tmp_path: Path) -> None:
    lines = [json.dumps(row | {"id": i}) for i, row in enumerate(random_rows(6000, seed=4))]
    damaged = list(lines)
    ways: list[Callable[[str], str]] = [
        lambda line: line[: len(line) // 2],
        lambda line: line[1:],
        lambda line: line.replace('"game": "', '"game": "x'),
        lambda line: line.replace('"contributions": [', '"contributions": [0.5, '),
        lambda line: line.replace('"hole_cards": ["', '"hole_cards": ["Zz'),
        lambda line: "\ud800".join([line[:5], line[5:]]),
    ]
    places = list(range(3, 6000, 29))
    for turn, place in enumerate(places):
        damaged[place] = ways[turn % len(ways)](damaged[place])
    whole, copy = write_lines(tmp_path / "whole.jsonl", lines), tmp_path / "copy.jsonl"
    copy.write_bytes("".join(f"{line}\n" for line in damaged).encode(errors="surrogatepass"))
    outputs = tmp_path / "whole.out.jsonl", tmp_path / "copy.out.jsonl"
    assert run("settle", whole, "--out", outputs[0]).status == 0
    assert run("settle", copy, "--out", outputs[1], "--rejects", tmp_path / "rejects.jsonl").status == 1
    rejects = read_lines(tmp_path / "rejects.jsonl")
    assert [reject["line"] - 1 for reject in rejects] == places
    kept = [row for row in read_lines(outputs[0]) if row["id"] not in set(places)]
    assert read_lines(outputs[1]) == kept


def test_standard_input_and_output_make_a_filter(tmp_path: Path) -> None:
    status, output, errors = run("settle", "-", "--out", "-", stdin=f"{GOOD_LINE}\nbad\n")
    assert status == 1
    assert [json.loads(line)["payouts"] for line in output.splitlines()] == [PAID]
    assert "rejected rows" in errors
    cells = "game,hole_1,hole_2,board,chips_1,chips_2\nholdem,AsAd,KsKd,2c7d9hTsQh,5,5\n"
    status, output, _ = run("settle", "-", "--format", "csv", "--out", "-", stdin=cells)
    assert status == 0
    assert output.splitlines()[1] == "holdem,AsAd,KsKd,2c7d9hTsQh,5,5,10,0,0,0"
    assert run("settle", "-", "-", stdin=GOOD_LINE).status == 2


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE] * 50_000)
    with subprocess.Popen(
        [*COMMAND, "settle", str(file), "--out", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize("name", ["out.jsonl", "other/../out.jsonl", "folder", "nowhere/out.jsonl", "rejects.jsonl"])
def test_an_output_that_cannot_be_is_refused_before_anything_is_done(tmp_path: Path, name: str) -> None:
    for folder in ("folder", "other"):
        (tmp_path / folder).mkdir()
    file = write_lines(tmp_path / "out.jsonl", [GOOD_LINE])
    before = sorted(tmp_path.rglob("*"))
    status, output, errors = run("settle", file, "--out", tmp_path / name, "--rejects", tmp_path / "rejects.jsonl")
    assert (status, output) == (2, "")
    assert one_line(errors)
    assert sorted(tmp_path.rglob("*")) == before
    assert file.read_text(encoding="utf-8") == f"{GOOD_LINE}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_one_line_and_status_1(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE] * 20_000)
    status, _, errors = run("settle", file, "--out", "/dev/full")
    assert status == 1
    assert "No space left" in one_line(errors)


@pytest.mark.parametrize(
    ("end", "status", "leftover"),
    [("SIGTERM", 143, 0), ("SIGINT", 130, 0), ("SIGHUP", 129, 0), ("SIGKILL", -9, 2)],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_run_that_is_ended_in_the_middle_leaves_no_output(
    tmp_path: Path, end: str, status: int, leftover: int
) -> None:
    out, rejects = tmp_path / "out.jsonl", tmp_path / "rejects.jsonl"
    rejects.write_text("before", encoding="utf-8")
    arguments = [*COMMAND, "settle", "-", "--out", str(out), "--rejects", str(rejects)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(f"{GOOD_LINE}\n".encode() * 30_000)
        process.stdin.flush()
        wait_for(lambda: any(path.stat().st_size for path in tmp_path.glob(".out.jsonl.*.partial")))
        process.send_signal(getattr(signal, end))
        assert process.wait(timeout=60) == status
        assert b"Traceback" not in process.stderr.read()
    assert not out.exists()
    assert rejects.read_text(encoding="utf-8") == "before"
    assert len(list(tmp_path.iterdir())) == 1 + leftover


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so; a minute is the longest."""
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("waited in vain")


def test_an_ignored_hangup_stays_ignored(tmp_path: Path) -> None:
    nohup = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.executable, sys.argv[1:])"
    )
    if not hasattr(signal, "SIGHUP"):
        return
    arguments = [sys.executable, "-c", nohup, *COMMAND, "settle", "-", "--out", str(tmp_path / "out.jsonl")]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        process.stdin.write(f"{GOOD_LINE}\n".encode() * 30_000)
        process.stdin.flush()
        wait_for(lambda: any(tmp_path.glob(".out.jsonl.*.partial")))
        process.send_signal(signal.SIGHUP)
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_a_progress_bar_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="only systems with pseudo-terminals")
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE] * 20_000)
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(
        [*COMMAND, "settle", str(file), "--out", str(tmp_path / "out.jsonl")],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
    ) as process:
        output, _ = process.communicate(timeout=60)
        shown = os.read(ours, 1 << 16)
        os.close(theirs)
        os.close(ours)
    assert b"settling" in shown
    assert b"settling" not in output
    assert run("settle", file, "--out", tmp_path / "out.jsonl").errors == ""


def test_examples_are_what_their_script_makes(tmp_path: Path) -> None:
    script = EXAMPLES.parent / "tools" / "make_examples.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True, timeout=120)
    made = sorted(path.name for path in tmp_path.iterdir())
    assert made == ["splits.jsonl", "tables.csv"]
    for name in made:
        assert (EXAMPLES / name).read_bytes() == (tmp_path / name).read_bytes(), name
    assert sum(path.stat().st_size for path in EXAMPLES.iterdir()) < 100_000


def test_the_bundled_tables_are_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", str(EXAMPLES / "tables.csv")]) == 0
    assert summary(capsys.readouterr().out)["hands"] == "60"


def test_nothing_from_a_file_reaches_the_terminal_as_a_command(tmp_path: Path) -> None:
    line = GOOD_LINE[:-1] + ', "note": "red \\u001b[31m [bold]ß ♠"}'
    bad = line.replace('"board"', '"b\\u001b[2Joard"').replace('"contributions"', '"\\u001b[2J"')
    file = write_lines(tmp_path / "hands.jsonl", [line, bad])
    _, output, errors = run("settle", file)
    assert "\nred \\x1b[31m [bold]ß ♠\n" in output
    assert "\x1b" not in output + one_line(errors)


def test_a_terminal_that_knows_only_ascii_gets_what_it_can_show(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE[:-1] + ', "note": "ß ♠"}'])
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "settle", str(file)], capture_output=True, env=environment, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\xdf \\u2660" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of its own")
@pytest.mark.parametrize(("closed", "status"), [("<&-", 0), (">&-", 0), ("2>&-", 1)])
def test_closed_standard_streams_are_no_reason_to_crash(tmp_path: Path, closed: str, status: int) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE] + ["bad"] * status)
    source = "-" if closed == "<&-" else file
    line = f'"{sys.executable}" -m pokereval settle {source} --out "{tmp_path}/out.jsonl" {closed}'
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60)
    assert (done.returncode, b"Traceback" in done.stderr) == (status, False)
