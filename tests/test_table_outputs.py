"""Outputs of a job over files of hands: whole or not there at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hand_rows import CELLS, GOOD_LINE, GOOD_ROW, HEADER, read_lines, settle_to, write_csv, write_lines

from pokereval.errors import FileFormatError
from pokereval.table_files import JobReport, Terms, settle_files
from pokereval.table_files.lines import MAX_LINE_BYTES
from pokereval.table_files.replacing import ReplacingFile

RETURNED = Terms()


def test_a_file_that_is_not_committed_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("before", encoding="utf-8")
    with ReplacingFile(str(out)) as file:
        file.stream.write(b"half")
    assert out.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_a_failure_in_the_middle_leaves_nothing(tmp_path: Path, name: str) -> None:
    def interrupted() -> None:
        with ReplacingFile(str(tmp_path / name)) as file:
            file.stream.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(tmp_path.iterdir()) == []


def test_a_replaced_file_keeps_its_mode_and_its_links(tmp_path: Path) -> None:
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    target.write_text("before", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    with ReplacingFile(str(link)) as file:
        file.stream.write(b"after")
        file.commit()
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "after"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_place_that_is_no_file_is_written_to_and_not_replaced() -> None:
    with ReplacingFile(os.devnull) as file:
        file.stream.write(b"gone")
        file.commit()
    assert not Path(os.devnull).is_file()


def test_outputs_that_are_inputs_are_refused(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    link = tmp_path / "link.jsonl"
    link.symlink_to(file)
    same: list[Callable[[], JobReport]] = [
        lambda: settle_files([str(file)], RETURNED, out=str(file)),
        lambda: settle_files([str(file)], RETURNED, out=str(link)),
        lambda: settle_files([str(file)], RETURNED, rejects=str(link)),
        lambda: settle_files([str(file)], RETURNED, out=str(tmp_path / "x"), rejects=str(tmp_path / "x")),
    ]
    for job in same:
        with pytest.raises(FileFormatError):
            job()
    assert read_lines(file) == [GOOD_ROW]


def settled_once_and_again(folder: Path, file: Path, ending: str) -> tuple[JobReport, JobReport]:
    report, out, rejects = settle_to(folder, file, ending=ending)
    assert all("could not be read again" in reject["reason"] for reject in rejects)
    again = out.rename(folder / f"again.{ending}")
    report_again, out, rejects = settle_to(folder, again, ending=ending)
    assert (rejects, out.read_bytes()) == ([], again.read_bytes())
    return report, report_again


def test_a_line_that_its_payouts_make_too_long_is_rejected(tmp_path: Path) -> None:
    room = MAX_LINE_BYTES - len(GOOD_LINE) - len(', "payouts": [107, 0, 0], "returned": [0, 0, 0], "x": ""')
    lines = [GOOD_LINE, *(GOOD_LINE[:-1] + f', "x": "{"x" * length}"}}' for length in (room, room + 1)), GOOD_LINE]
    report, again = settled_once_and_again(tmp_path, write_lines(tmp_path / "hands.jsonl", lines), "jsonl")
    assert (report.counts.hands, report.rejected, report.counts.chips) == (3, 1, 3 * 107)
    assert again.counts == report.counts


def test_a_line_of_csv_that_its_payouts_make_too_long_is_rejected(tmp_path: Path) -> None:
    room = MAX_LINE_BYTES - len(CELLS) - len(",,107,0,0,0,0,0")
    lines = [f"{CELLS},{'x' * length}" for length in (0, room, room + 1, 0)]
    report, again = settled_once_and_again(tmp_path, write_csv(tmp_path / "hands.csv", f"{HEADER},x", *lines), "csv")
    assert (report.counts.hands, report.rejected) == (3, 1)
    assert again.counts == report.counts


def test_a_line_that_another_format_makes_too_long_is_rejected(tmp_path: Path) -> None:
    cards = "🂡" * (MAX_LINE_BYTES // 8)  # half the bound in UTF-8, and one and a half of it in the ASCII of JSON
    file = write_csv(tmp_path / "hands.csv", f"{HEADER},x", f"{CELLS},{cards}", f"{CELLS},")
    report, again = settled_once_and_again(tmp_path, file, "jsonl")
    assert (report.counts.hands, report.rejected) == (1, 1)
    assert again.counts == report.counts


def test_a_header_that_its_payouts_make_too_long_is_refused(tmp_path: Path) -> None:
    file = write_csv(tmp_path / "hands.csv", f"{HEADER},{'x' * (MAX_LINE_BYTES - len(HEADER) - 1)}", f"{CELLS},")
    with pytest.raises(FileFormatError, match="expected a header of at most 1048576 bytes"):
        settle_to(tmp_path, file, ending="csv")
    assert list(tmp_path.iterdir()) == [file]
