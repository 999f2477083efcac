"""Pipes and devices as inputs and outputs: nothing is read twice, and outputs appear together or not at all."""

from __future__ import annotations

import gzip
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hand_rows import GOOD_LINE, PAID, random_rows, read_lines, settle_to, write_lines

from pokereval.errors import FileFormatError
from pokereval.table_files import Terms, settle_files
from pokereval.table_files.replacing import ReplacingFile, commit_together, descriptor_of

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only systems with named pipes")

HEADER = "game,hole_1,hole_2,board,chips_1,chips_2"


def csv_text(*chips: int) -> str:
    return "".join(f"{line}\n" for line in (HEADER, *(f"holdem,AsAd,KsKd,2c7d9hTsQh,{n},{n}" for n in chips)))


@contextmanager
def fed(path: Path, *pieces: bytes) -> Iterator[Path]:
    """Make a named pipe into which pieces are written one after the other."""
    os.mkfifo(path)

    def feed() -> None:
        with path.open("wb", buffering=0) as pipe:
            for piece in pieces:
                pipe.write(piece)
                time.sleep(0.05)

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    yield path
    feeder.join(timeout=10)
    assert not feeder.is_alive()


# -- inputs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["file first", "pipe first", "pipe between"])
@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_pipe_of_csv_is_read_once_and_whole(tmp_path: Path, order: str, ending: str) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_text(csv_text(1), encoding="utf-8")
    two.write_text(csv_text(4), encoding="utf-8")
    with fed(tmp_path / "pipe.csv", csv_text(2, 3).encode()) as pipe:
        files = {"file first": [one, pipe], "pipe first": [pipe, one], "pipe between": [one, pipe, two]}[order]
        report, out, rejects = settle_to(tmp_path, *files, ending=ending)
    expected = {"file first": [1, 2, 3], "pipe first": [2, 3, 1], "pipe between": [1, 2, 3, 4]}[order]
    assert (report.counts.hands, rejects) == (len(expected), [])
    rows = read_lines(settle_to(tmp_path, out.rename(tmp_path / f"again.{ending}"))[1])
    assert [row["payouts"] for row in rows] == [[2 * chips, 0] for chips in expected]


def test_a_pipe_by_its_number_is_read_once_and_whole(tmp_path: Path) -> None:
    one = tmp_path / "one.csv"
    one.write_text(csv_text(1), encoding="utf-8")
    ours, theirs = os.pipe()
    os.write(theirs, csv_text(2, 3).encode())
    os.close(theirs)
    report, _, _ = settle_to(tmp_path, one, f"/dev/fd/{ours}", ending="csv", input_format="csv")
    os.close(ours)
    assert report.counts.hands == 3


def test_a_pipe_that_is_named_twice_is_refused_before_it_is_read(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    name = f"/dev/fd/{ours}"
    with pytest.raises(FileFormatError, match=f"expected every pipe once, got the same one as {name} and as /dev/"):
        settle_to(tmp_path, name, f"/dev/../dev/fd/{ours}", input_format="jsonl")
    os.close(ours)
    os.close(theirs)


def test_parquet_is_not_read_from_a_pipe(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    lines = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    os.mkfifo(tmp_path / "pipe.parquet")
    for files in ([tmp_path / "pipe.parquet"], [lines, tmp_path / "pipe.parquet"]):
        with pytest.raises(FileFormatError, match="expected a file on the disk, as Parquet has its index at its end"):
            settle_to(tmp_path, *files)


@pytest.mark.parametrize("sizes", [(1,), (1, 1, 1), (2, 1), (11, 30)])
def test_gzip_is_told_whatever_the_pipe_gives_first(tmp_path: Path, sizes: tuple[int, ...]) -> None:
    packed = gzip.compress(f"{GOOD_LINE}\n".encode() * 3)
    pieces = []
    for size in sizes:
        pieces.append(packed[:size])
        packed = packed[size:]
    with fed(tmp_path / "pipe.jsonl", *pieces, packed) as pipe:
        report, out, rejects = settle_to(tmp_path, pipe)
    assert (report.counts.hands, rejects) == (3, [])
    assert [row["payouts"] for row in read_lines(out)] == [PAID] * 3


@pytest.mark.parametrize("text", ["", "\n", "{", "[\n", f"{GOOD_LINE}\n", f"\ufeff{GOOD_LINE}"])
def test_text_comes_whole_from_a_pipe_that_gives_one_byte_first(tmp_path: Path, text: str) -> None:
    content = text.encode()
    with fed(tmp_path / "pipe.jsonl", content[:1], content[1:]) as pipe:
        report, _, rejects = settle_to(tmp_path, pipe)
    is_hand = GOOD_LINE in text
    assert report.counts.hands == is_hand
    assert [reject["row"] for reject in rejects] == ([] if is_hand or not text.strip() else [text.strip()])


def test_a_pipe_that_does_not_wait_is_not_taken_for_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)

    def feed() -> None:
        with open(theirs, "wb", buffering=0) as pipe:
            for _ in range(3):
                time.sleep(0.05)
                pipe.write(f"{GOOD_LINE}\n".encode())

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    with open(ours, encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        report, _, _ = settle_to(tmp_path, "-")
    feeder.join(timeout=10)
    assert report.counts.hands == 3


# -- outputs ----------------------------------------------------------------------------------------------


def test_an_open_stream_is_told_by_its_names() -> None:
    names = ["-", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd/7", "/proc/self/fd/10"]
    assert [descriptor_of(name) for name in names] == [1, 0, 1, 2, 7, 10]
    assert {descriptor_of(name) for name in ("stdout", "/dev/null", "/dev/fd/", "/dev/fd/x", "dev/fd/1", "")} == {None}


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_an_output_that_is_a_pipe_gets_every_byte(tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    file = write_lines(tmp_path / "hands.jsonl", random_rows(300))
    expected = settle_to(tmp_path, file, ending=ending)[1].read_bytes()
    ours, theirs = os.pipe()
    got: list[bytes] = []

    def read() -> None:
        with open(ours, "rb") as pipe:
            got.append(pipe.read())

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    settle_files([str(file)], Terms(), out=f"/dev/fd/{theirs}", out_format=ending)
    os.close(theirs)
    reader.join(timeout=10)
    assert got == [expected]


def test_an_output_that_is_an_open_file_is_written_where_it_stands(tmp_path: Path) -> None:
    file, log = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE]), tmp_path / "log"
    with log.open("wb", buffering=0) as stream:
        stream.write(b"before\n")
        settle_files([str(file)], Terms(), out=f"/dev/fd/{stream.fileno()}")
        stream.write(b"after\n")
    before, row, after = log.read_text(encoding="utf-8").splitlines()
    assert (before, json_payouts(row), after) == ("before", PAID, "after")


def json_payouts(line: str) -> Any:
    return json.loads(line)["payouts"]


def test_outputs_may_meet_in_a_device_and_nowhere_else(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, "bad"])
    assert settle_files([str(file)], Terms(), out=os.devnull, rejects=os.devnull).rejected == 1
    ours, theirs = os.pipe()
    name = f"/dev/fd/{theirs}"
    for out, rejects in ((name, name), (name, f"/proc/self/fd/{theirs}"), ("-", "/dev/stdout"), ("-", "-")):
        with pytest.raises(FileFormatError, match="expected different files"):
            settle_files([str(file)], Terms(), out=out, rejects=rejects)
    os.close(ours)
    os.close(theirs)


def test_a_connection_goes_both_ways() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(f"{GOOD_LINE}\n".encode())
        theirs.shutdown(socket.SHUT_WR)
        with open(os.dup(ours.fileno()), encoding="utf-8") as stdin, pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", stdin)
            settle_files(["-"], Terms(), out=f"/dev/fd/{ours.fileno()}")
        ours.shutdown(socket.SHUT_WR)
        assert json_payouts(theirs.makefile("r").readline()) == PAID


@pytest.mark.parametrize("names", [{"out": ""}, {"rejects": ""}, {"out": "x.jsonl", "rejects": ""}])
def test_an_empty_name_is_refused(tmp_path: Path, names: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    with pytest.raises(FileFormatError, match="expected the name of a file for an output, got ''"):
        settle_files([str(file)], Terms(), **names)
    assert list(tmp_path.iterdir()) == [file]


# -- together or not at all -------------------------------------------------------------------------------


@pytest.mark.parametrize("has_links", [True, False], ids=["with links", "without links"])
@pytest.mark.parametrize("stood_there", [True, False], ids=["over old files", "new files"])
def test_a_rename_that_fails_takes_back_those_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stood_there: bool, has_links: bool
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    if stood_there:
        first.write_text("old first", encoding="utf-8")
        second.write_text("old second", encoding="utf-8")
    before = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    replace: Callable[[Any, Any], None] = os.replace

    def replace_first_only(source: str, target: str) -> None:
        if target == str(second):
            raise PermissionError(1, "no", target)
        replace(source, target)

    def no_link(source: str, target: str) -> None:
        raise OSError(95, "not supported", target)

    monkeypatch.setattr(os, "replace", replace_first_only)
    if not has_links:
        monkeypatch.setattr(os, "link", no_link)
    with ReplacingFile(str(first)) as one, ReplacingFile(str(second)) as other:
        one.stream.write(b"new")
        other.stream.write(b"new")
        with pytest.raises(PermissionError):
            commit_together([one, other])
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_rejects_do_not_appear_when_the_settled_rows_cannot_be_written_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, "bad"])
    rejects = write_lines(tmp_path / "rejects.jsonl", ["before"])
    calls: list[int] = []

    def full_disk(number: int) -> None:
        calls.append(number)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        settle_files([str(file)], Terms(), out=str(tmp_path / name), rejects=str(rejects))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hands.jsonl", "rejects.jsonl"]
    assert rejects.read_text(encoding="utf-8") == "before\n"


def test_files_committed_together_leave_nothing_else(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        with ReplacingFile(str(tmp_path / "a")) as one, ReplacingFile(str(tmp_path / "b")) as other:
            for file in (one, other):
                file.stream.write(content)
            commit_together([one, other])
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": content, "b": content}
