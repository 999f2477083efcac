"""How the command ends when streams, the environment or a signal are in its way: one line, and a status that tells."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import COMMAND, EXAMPLES, one_line, run
from hand_rows import GOOD_LINE, PAID, random_rows, read_lines, write_lines

from pokereval import isas
from pokereval.pot_checks import MAX_CHIPS

ROYAL = "AsKsQsJsTs"

needs_shell = pytest.mark.skipif(sys.platform == "win32", reason="a shell of its own")
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")


def shell(line: str, *, folder: Path | None = None) -> tuple[int, str, str]:
    """Run a line of bash in which {p} is the command."""
    command = " ".join(map(shlex.quote, COMMAND))
    source = f"set -o pipefail; {line.replace('{p}', command)}"
    done = subprocess.run(["bash", "-c", source], capture_output=True, text=True, cwd=folder, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


COMMANDS = ["--help", "--version", "settle --help", f"evaluate {ROYAL}", f"settle {EXAMPLES / 'splits.jsonl'}"]


@needs_full
@pytest.mark.parametrize("arguments", [*COMMANDS, f"settle {EXAMPLES / 'splits.jsonl'} --out -", "range AA", "odds"])
def test_a_full_standard_output_is_one_line_and_status_1(arguments: str) -> None:
    status, _, errors = shell(f"{{p}} {arguments} >/dev/full")
    assert (status, one_line(errors)) == (1, "pokereval: No space left on device")


@needs_shell
@pytest.mark.parametrize("arguments", [*COMMANDS, "play holdem", "equity AA KK"])
def test_a_reader_that_goes_away_is_status_141_and_no_word(arguments: str) -> None:
    assert shell(f"{{p}} {arguments} | true") == (141, "", "")


@needs_full
@pytest.mark.parametrize("end", ["jsonl", "csv", "parquet"])
def test_an_output_that_cannot_be_written_is_one_line(tmp_path: Path, end: str) -> None:
    if end == "parquet":
        pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    status, output, errors = run("settle", file, "--out", "/dev/full", "--out-format", end)
    assert (status, output, one_line(errors)) == (1, "", "pokereval: No space left on device")


def test_an_output_in_a_folder_that_is_not_there_is_told_by_its_own_name(tmp_path: Path) -> None:
    file, out = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE]), tmp_path / "nowhere" / "out.jsonl"
    assert run("settle", file, "--out", out) == (2, "", f"pokereval: {out}: No such file or directory\n")


@pytest.mark.parametrize("command", ["settle", "explain --hand 1"])
def test_a_chip_that_no_pot_can_hold_is_misuse(tmp_path: Path, command: str) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    assert run(*command.split(), file, "--chip", MAX_CHIPS)[0] == 0
    status, output, errors = run(*command.split(), file, "--chip", MAX_CHIPS + 1)
    assert (status, output) == (2, "")
    assert "'--chip'" in one_line(errors)


@needs_shell
@pytest.mark.parametrize("rows", [20, 50, 100, 2000])  # the fewest stay in a buffer until the end
@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.csv", "out.parquet"])
def test_outputs_too_large_for_the_system_leave_everything_as_it_was(tmp_path: Path, name: str, rows: int) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    file = write_lines(tmp_path / "hands.jsonl", ["bad", *random_rows(rows)])
    rejects = write_lines(tmp_path / "rejects.jsonl", ["before"])
    line = f"ulimit -f 3; {{p}} settle hands.jsonl --out {name} --rejects rejects.jsonl"
    status, output, errors = shell(line, folder=tmp_path)
    if output:  # it was not too large: both are there
        assert (tmp_path / name).stat().st_size <= 3 * 1024
        assert [reject["row"] for reject in read_lines(rejects)] == ["bad"]
        return
    assert (status, one_line(errors)) == (1, "pokereval: File too large")
    assert sorted(tmp_path.iterdir()) == [file, rejects]
    assert rejects.read_text(encoding="utf-8") == "before\n"


@needs_shell
def test_a_run_to_parquet_that_is_ended_says_nothing(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    arguments = [*COMMAND, "settle", "-", "--out", str(tmp_path / "out.parquet")]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(f"{GOOD_LINE}\n".encode() * 30_000)  # so much does not fit into the pipe: it has been read
        process.stdin.flush()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 143
        assert process.stderr.read() == b""
    assert list(tmp_path.iterdir()) == []


@needs_shell
@pytest.mark.parametrize("out", ["/dev/stdout", "-", "/dev/fd/1"])
def test_standard_output_by_any_name_gets_the_rows_and_nothing_else(tmp_path: Path, out: str) -> None:
    write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    for line in (f"{{p}} settle hands.jsonl --out {out} | cat", f"{{p}} settle hands.jsonl --out {out} >>log; cat log"):
        status, output, errors = shell(line, folder=tmp_path)
        assert (status, json.loads(output)["payouts"]) == (0, PAID)
        assert "seats that won" in errors
    status, output, errors = shell(f"{{p}} play holdem --seed 1 --out {out} | cat", folder=tmp_path)
    assert (status, errors, json.loads(output)["game"]) == (0, "", "holdem")


@needs_shell
def test_standard_output_is_not_added_to_the_file_it_is_read_from(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    status, output, errors = shell("{p} settle hands.jsonl --out - >>hands.jsonl", folder=tmp_path)
    assert (status, output) == (2, "")
    assert "expected an output that is not an input" in one_line(errors)
    assert file.read_text(encoding="utf-8") == f"{GOOD_LINE}\n"


@needs_shell
def test_processes_in_the_place_of_files_are_read_and_written(tmp_path: Path) -> None:
    cells = "game,hole_1,hole_2,board,chips_1,chips_2\nholdem,AsAd,KsKd,2c7d9hTsQh,5,5\n"
    (tmp_path / "hands.csv").write_text(cells, encoding="utf-8")
    line = "{p} settle hands.csv <(cat hands.csv) --format csv --out out.csv"
    assert shell(line, folder=tmp_path)[0] == 0
    assert len((tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()) == 3
    line = "cat hands.csv | {p} settle hands.csv /dev/stdin --format csv --out out.csv"
    assert shell(line, folder=tmp_path)[0] == 0
    assert len((tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()) == 3
    line = "{p} settle hands.csv --out >(cat >got; mv got all) --out-format jsonl; for i in {1..99}; do "
    line += "test -e all && break; sleep 0.1; done"
    assert shell(line, folder=tmp_path)[0] == 0
    assert [row["payouts"] for row in read_lines(tmp_path / "all")] == [[10, 0]]


@pytest.mark.parametrize("option", ["--out", "--rejects"])
def test_an_output_without_a_name_is_misuse(tmp_path: Path, option: str) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    status, output, errors = run("settle", file, option, "")
    assert (status, output) == (2, "")
    assert one_line(errors) == "pokereval: expected the name of a file for an output, got ''"


@pytest.mark.parametrize("as_script", [False, True], ids=["python -m pokereval", "pokereval"])
@pytest.mark.parametrize("arguments", [["--version"], ["evaluate", ROYAL]])
def test_an_unknown_instruction_set_is_one_line_and_status_2(
    tmp_path: Path, as_script: bool, arguments: list[str]
) -> None:
    command = COMMAND
    if as_script:
        script = tmp_path / "pokereval"
        script.write_text("import sys\nfrom pokereval.cli.main import main\nsys.exit(main())\n", encoding="utf-8")
        command = [sys.executable, str(script)]
    environment = os.environ | {"POKEREVAL_ISA": "mmx"}
    done = subprocess.run([*command, *arguments], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr) == (
        f"pokereval: expected POKEREVAL_ISA to be one of {', '.join(isas())} on this processor, got 'mmx'"
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_byte_order_mark_before_the_first_hand_is_passed_over(end: str) -> None:
    status, output, errors = run("evaluate", stdin=f"\ufeff{ROYAL}{end}")
    assert (status, output, errors) == (0, f"{ROYAL}  36873  royal flush  {ROYAL}\n", "")
    assert run("evaluate", stdin=f"{ROYAL}\n\ufeff{ROYAL}\n").status == 1
