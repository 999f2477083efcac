"""Lines of files of hands: damaged, endless, blank or gzipped, no good row is ever lost with them."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hand_rows import GOOD_LINE, PAID, random_rows, read_lines, settle_to, write_lines

from pokereval.table_files import Terms, settle_files
from pokereval.table_files.counts import HandCounts
from pokereval.table_files.lines import MAX_LINE_BYTES

# -- lines ------------------------------------------------------------------------------------------------

BAD_LINES: list[tuple[str, str]] = [
    ("{", "not JSON: "),
    (GOOD_LINE[:-1], "not JSON: "),
    (GOOD_LINE + ",", "not JSON: Extra data"),
    (GOOD_LINE + GOOD_LINE, "not JSON: Extra data"),
    ("[" + GOOD_LINE + "]", "expected a JSON object, got a list"),
    ('"text"', "expected a JSON object, got text"),
    ("17", "expected a JSON object, got a number"),
    ("null", "expected a JSON object, got null"),
    ("{}", "expected the field 'game', got no field"),
    (GOOD_LINE.replace("[50, 50, 7]", "[NaN, 50, 7]"), "got NaN, which is not a JSON number"),
    (GOOD_LINE.replace("[50, 50, 7]", "[Infinity, 50, 7]"), "got Infinity"),
    (GOOD_LINE.replace("[50, 50, 7]", f"[{'9' * 5000}, 50, 7]"), "not a hand: a number of more than 4300 digits"),
    (GOOD_LINE[:-1] + ', "game": "omaha"}', "expected every field once, got 'game' twice"),
    (GOOD_LINE[:-1] + ', "x": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
    (GOOD_LINE[:-1] + ', "x": "\t"}', "not JSON: Invalid control character"),
    ("\x00" * 20, "not JSON: "),
    ("\ufeff" + GOOD_LINE, "not JSON: "),
    ("game,board,button", "not JSON: "),
    (GOOD_LINE.replace("AsAd", "AsAs"), "expected distinct cards, got As twice"),
]


@pytest.mark.parametrize(("line", "reason"), BAD_LINES, ids=[reason for _, reason in BAD_LINES])
def test_a_bad_line_is_kept_with_its_number_and_a_reason(tmp_path: Path, line: str, reason: str) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, GOOD_LINE, line, GOOD_LINE])
    report, out, rejects = settle_to(tmp_path, file)
    assert [row["payouts"] for row in read_lines(out)] == [PAID] * 3
    assert (report.counts.hands, report.rejected) == (3, 1)
    assert [(reject["file"], reject["line"], reject["row"]) for reject in rejects] == [(str(file), 3, line)]
    assert reason in rejects[0]["reason"]
    assert len(rejects[0]["reason"]) < 200


def test_settled_lines_are_the_lines_that_were_read(tmp_path: Path) -> None:
    line = '{ "id":"\\u00e5\\ud800", "game":"holdem","hole_cards":["AsAd","KsKd",""], "board":"2c7d9hTsQh",'
    line += (
        '"contributions":[50,50,7],"live":[true,true,false],"button":0,"rate":1.50,"big":1e400, "ß":{"a":[1,null]} } '
    )
    _, out, rejects = settle_to(tmp_path, write_lines(tmp_path / "hands.jsonl", [line]))
    assert rejects == []
    expected = line.rstrip()[:-1] + ', "payouts": [107, 0, 0], "returned": [0, 0, 0]}\n'
    assert out.read_text(encoding="utf-8") == expected


@pytest.mark.parametrize(
    "line",
    [
        GOOD_LINE[:-1] + ', "payouts": [0, 0, 1], "x": 1}',
        GOOD_LINE[:-1] + ', "payouts": "unknown", "x": 1}',
        GOOD_LINE[:-1] + ', "payouts": null, "returned": [1], "x": 1}',
        GOOD_LINE[:-1] + ', "x": 1, "pay\\u006futs": [7], "y": {"payouts": [5]}}',
        GOOD_LINE[:-1] + ', "payouts": [7], "y": {"payouts": [5]}}',
        GOOD_LINE[:-1] + ', "note": "\\"payouts\\": [1]", "returned": [9]}',
    ],
)
def test_old_payouts_are_replaced_and_nothing_else_is(tmp_path: Path, line: str) -> None:
    _, out, _ = settle_to(tmp_path, write_lines(tmp_path / "hands.jsonl", [line]))
    expected = json.loads(line) | {"payouts": PAID, "returned": [0, 0, 0]}
    assert read_lines(out) == [expected]


def test_what_was_settled_settles_to_the_same_bytes(tmp_path: Path) -> None:
    first = settle_to(tmp_path, write_lines(tmp_path / "hands.jsonl", random_rows(50)))[1]
    again = first.rename(tmp_path / "again.jsonl")
    assert settle_to(tmp_path, again)[1].read_bytes() == again.read_bytes()


def test_line_ends_marks_and_blank_lines_do_not_matter_but_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    text = f"\ufeff\r\n{GOOD_LINE}\r\n \t\n\n  {GOOD_LINE}\n[]\r\n{GOOD_LINE}"
    file.write_bytes(text.encode())
    _, out, rejects = settle_to(tmp_path, file)
    assert [row["payouts"] for row in read_lines(out)] == [PAID] * 3
    assert b"\r" not in out.read_bytes()
    assert [(reject["line"], reject["row"]) for reject in rejects] == [(6, "[]")]


def test_bytes_that_are_not_utf_8_spoil_only_their_line(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    bad = GOOD_LINE.replace("holdem", "hold\xe9m").encode("latin-1")
    file.write_bytes(b"\n".join([GOOD_LINE.encode(), bad, GOOD_LINE.encode(), b"\xff\xfe" + bad, b""]))
    report, _, rejects = settle_to(tmp_path, file)
    assert report.counts.hands == 2
    assert [reject["line"] for reject in rejects] == [2, 4]
    assert rejects[0]["reason"] == "not UTF-8 text: byte 0xe9 in column 15"
    assert rejects[0]["row"] == GOOD_LINE.replace("holdem", "hold\\xe9m")


@pytest.mark.parametrize("length", [MAX_LINE_BYTES + 1, 3 * MAX_LINE_BYTES, 5 * MAX_LINE_BYTES + 17])
def test_a_line_without_end_is_rejected_and_the_lines_around_it_are_settled(tmp_path: Path, length: int) -> None:
    long = GOOD_LINE[:-1] + f', "x": "{"ä" * (length // 2)}"}}'
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, long, GOOD_LINE, "", long, long, GOOD_LINE])
    report, _, rejects = settle_to(tmp_path, file)
    assert report.counts.hands == 3
    assert [reject["line"] for reject in rejects] == [2, 5, 6]
    assert all("longer than 1048576 bytes" in reject["reason"] for reject in rejects)
    assert all(long.startswith(reject["row"][:900]) and len(reject["row"]) < 1100 for reject in rejects)


def test_a_long_line_within_the_bound_is_a_row_like_others(tmp_path: Path) -> None:
    long = GOOD_LINE[:-1] + f', "x": "{"x" * (MAX_LINE_BYTES - len(GOOD_LINE) - 9)}"}}'
    assert len(long) == MAX_LINE_BYTES
    report = settle_files([str(write_lines(tmp_path / "hands.jsonl", [long, GOOD_LINE, long]))], Terms())
    assert (report.counts.hands, report.rejected) == (3, 0)


@pytest.mark.parametrize("content", [b"", b"\n\n \n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_an_empty_file_holds_no_hands(tmp_path: Path, content: bytes, ending: str) -> None:
    file = tmp_path / f"hands.{ending}"
    file.write_bytes(content)
    report, out, rejects = settle_to(tmp_path, file, ending="jsonl")
    assert (report.counts, report.rejected, rejects) == (HandCounts(), 0, [])
    assert out.read_bytes() == b""


def test_rows_of_mixed_games_keep_their_order_over_many_chunks(tmp_path: Path) -> None:
    rows = [row | {"id": i} for i, row in enumerate(random_rows(500) * 60)]
    _, out, _ = settle_to(tmp_path, write_lines(tmp_path / "hands.jsonl", rows))
    settled = read_lines(out)
    assert [row["id"] for row in settled] == list(range(len(rows)))
    assert all(row["payouts"] == settled[row["id"] % 500]["payouts"] for row in settled)


# -- gzip -------------------------------------------------------------------------------------------------


def test_gzip_is_told_by_its_bytes_and_may_have_several_members(tmp_path: Path) -> None:
    packed = gzip.compress(f"{GOOD_LINE}\n{GOOD_LINE[:20]}".encode()) + gzip.compress(f"{GOOD_LINE[20:]}\n".encode())
    for name in ("hands.jsonl.gz", "hands.jsonl"):
        file = tmp_path / name
        file.write_bytes(packed)
        assert settle_to(tmp_path, file)[0].counts.hands == 2
    plain = write_lines(tmp_path / "plain.jsonl.gz", [GOOD_LINE])
    assert settle_to(tmp_path, plain)[0].counts.hands == 1


def test_a_gzip_output_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", random_rows(20))
    first = settle_to(tmp_path, file, ending="jsonl.gz")[1].read_bytes()
    assert settle_to(tmp_path, file, ending="jsonl.gz")[1].read_bytes() == first
    plain = settle_to(tmp_path, file)[1].read_bytes()
    assert gzip.decompress(first) == plain


@pytest.mark.parametrize("kept", [0.3, 0.7, 0.999])
def test_a_gzip_file_that_breaks_off_gives_every_whole_line_and_one_reject(tmp_path: Path, kept: float) -> None:
    lines = [json.dumps(row | {"id": i}) for i, row in enumerate(random_rows(3000))]
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode())
    file = tmp_path / "hands.jsonl.gz"
    file.write_bytes(packed[: int(len(packed) * kept)])
    report, out, rejects = settle_to(tmp_path, file)
    settled = read_lines(out)
    assert [row["id"] for row in settled] == list(range(len(settled)))
    assert len(settled) > 3000 * kept * 0.8
    assert report.rejected == 1
    assert rejects[0]["line"] == len(settled) + 1
    assert "the gzip data breaks off before its end" in rejects[0]["reason"]
    assert (lines[len(settled)] if len(settled) < 3000 else "").startswith(rejects[0]["row"])


def test_a_damaged_gzip_file_is_told(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(f"{GOOD_LINE}\n".encode()))
    packed[-5] ^= 1  # the checksum
    file = tmp_path / "hands.jsonl.gz"
    file.write_bytes(packed)
    _, _, rejects = settle_to(tmp_path, file)
    assert "the gzip data is damaged" in rejects[0]["reason"]


# -- size -------------------------------------------------------------------------------------------------

# The peak that getrusage tells is inherited from whoever started the process; the kernel's own line is not.
PEAK = """
import sys
from pathlib import Path
from pokereval.table_files import Terms, settle_files
settle_files([sys.argv[1]], Terms(), out=sys.argv[2], rejects=sys.argv[3])
status = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
print(int(status["VmHWM"].removesuffix("kB")) // 1024)
"""


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("only Linux tells a process's own peak")
    peaks = []
    for copies in (10, 200):
        rows = [*random_rows(400), "damaged"]
        file = write_lines(tmp_path / f"{copies}.jsonl", [])
        one = write_lines(tmp_path / "one.jsonl", rows).read_bytes()
        file.write_bytes(one * copies)
        outputs = [str(tmp_path / "out.jsonl"), str(tmp_path / "rejects.jsonl")]
        run = subprocess.run([sys.executable, "-c", PEAK, str(file), *outputs], capture_output=True, check=True)
        peaks.append(int(run.stdout))
    assert peaks[1] < peaks[0] + 30
    assert peaks[1] < 300
