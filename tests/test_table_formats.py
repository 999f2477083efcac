"""Files of hands from one format to another, what tells a format, and one row of a file."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hand_rows import (
    CELLS,
    GOOD_LINE,
    GOOD_ROW,
    HEADER,
    PAID,
    random_rows,
    read_lines,
    settle_to,
    write_csv,
    write_lines,
)

from pokereval.errors import FileFormatError
from pokereval.table_files import Terms, find_row, settle_files

RETURNED = Terms()

# -- formats ----------------------------------------------------------------------------------------------


def without_nulls(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value is not None}


@pytest.mark.parametrize("chain", [("csv", "jsonl"), ("csv", "csv", "jsonl"), ("csv.gz", "jsonl.gz", "jsonl")])
def test_every_field_survives_a_change_of_format(tmp_path: Path, chain: tuple[str, ...]) -> None:
    check_chain(tmp_path, chain)


@pytest.mark.parametrize("chain", [("parquet", "jsonl"), ("parquet", "csv", "parquet", "parquet", "jsonl")])
def test_every_field_survives_parquet(tmp_path: Path, chain: tuple[str, ...]) -> None:
    pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    check_chain(tmp_path, chain)


def check_chain(folder: Path, chain: tuple[str, ...]) -> None:
    rows = random_rows(120, seed=3)
    file = write_lines(folder / "hands.jsonl", rows)
    _, settled, _ = settle_to(folder, file)
    expected = [without_nulls(row) for row in read_lines(settled)]
    for step, ending in enumerate(chain):
        report, out, _ = settle_to(folder, file, ending=ending)
        assert report.rejected == 0
        file = out.rename(folder / f"step{step}.{ending}")
    assert [without_nulls(row) for row in read_lines(file)] == expected


def test_files_of_different_formats_become_one(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    lines = write_lines(tmp_path / "a.jsonl", [GOOD_LINE])
    cells = write_csv(tmp_path / "b.csv", HEADER, CELLS, "x")
    table = settle_to(tmp_path, lines, ending="parquet")[1].rename(tmp_path / "c.parquet")
    for ending in ("jsonl", "csv", "parquet"):
        report, _, rejects = settle_to(tmp_path, lines, cells, table, ending=ending)
        assert report.counts.hands == 3
        assert [(reject["file"], reject["line"]) for reject in rejects] == [(str(cells), 3)]


def test_a_parquet_file_keeps_its_other_columns_and_loses_only_bad_rows(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [GOOD_ROW | {"when": i, "payouts": "?"} for i in range(5)]
    rows[1] = rows[1] | {"contributions": [50, None, 7]}
    rows[3] = rows[3] | {"game": None}
    when = pyarrow.array(range(5), pyarrow.timestamp("ms"))
    table = pyarrow.Table.from_pylist(rows).set_column(6, "when", when)
    file = tmp_path / "hands.parquet"
    parquet.write_table(table, file)
    _, out, rejects = settle_to(tmp_path, file, ending="parquet")
    settled = parquet.read_table(out)
    assert settled.column("payouts").to_pylist() == [PAID] * 3
    assert settled.column("when").combine_chunks().equals(when.take(pyarrow.array([0, 2, 4])))
    assert [(reject["line"], reject["reason"]) for reject in rejects] == [
        (2, "expected whole chips for contributions[1], got null"),
        (4, "expected the field 'game', got game, hole_cards, board, contributions, live, button"),
    ]
    assert json.loads(rejects[0]["row"])["contributions"] == [50, None, 7]


def test_damaged_text_in_a_parquet_file_spoils_only_its_row(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [GOOD_ROW | {"id": i, "note": "x"} for i in range(3)]
    table = pyarrow.Table.from_pylist(rows)
    for name, texts in (("board", [b"2c7d9hTsQh", b"2c7d\xffhTsQ", b"2c7d9hTsQh"]), ("note", [b"x", b"x", b"\xe9"])):
        damaged = pyarrow.array(texts, pyarrow.binary()).view(pyarrow.string())
        table = table.set_column(table.schema.names.index(name), name, damaged)
    file = tmp_path / "hands.parquet"
    parquet.write_table(table, file)
    for ending in ("jsonl", "csv", "parquet"):
        report, out, rejects = settle_to(tmp_path, file, ending=ending)
        assert (report.counts.hands, [reject["line"] for reject in rejects]) == (2, [2])
        assert rejects[0]["reason"].startswith("expected the board as text, got b'2c7d")
        assert out.stat().st_size


def test_a_damaged_part_of_a_parquet_file_keeps_the_rows_around_it(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "hands.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([GOOD_ROW] * 300), file, row_group_size=100, compression="gzip")
    start = parquet.ParquetFile(file).metadata.row_group(1).column(0).data_page_offset
    content = bytearray(file.read_bytes())
    content[start : start + 40] = b"\xff" * 40
    file.write_bytes(content)
    report, out, rejects = settle_to(tmp_path, file)
    assert report.counts.hands == len(read_lines(out)) == 200
    assert [reject["line"] for reject in rejects] == list(range(101, 201))
    assert "the Parquet file is damaged" in rejects[0]["reason"]
    assert find_row(str(file), 250).button == 0
    with pytest.raises(FileFormatError, match="row 150: the Parquet file is damaged"):
        find_row(str(file), 150)


@pytest.mark.parametrize(
    ("content", "reason"), [(b"", "expected a Parquet file"), (b"PAR1 and no more", "expected a Parquet file")]
)
def test_what_is_no_parquet_file_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    file = tmp_path / "hands.parquet"
    file.write_bytes(content)
    with pytest.raises(FileFormatError, match=reason):
        settle_to(tmp_path, file)


def test_parquet_without_pyarrow_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    with pytest.raises(FileFormatError, match=r"pip install 'pokereval\[arrow\]'"):
        settle_to(tmp_path, file, ending="parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hands.jsonl"]


@pytest.mark.parametrize("name", ["hands.txt", "hands", "hands.parquet.gz", "hands.gz"])
def test_a_name_that_does_not_tell_the_format_is_refused(tmp_path: Path, name: str) -> None:
    file = write_lines(tmp_path / name, [GOOD_LINE])
    with pytest.raises(FileFormatError, match="expected a"):
        settle_to(tmp_path, file)
    assert settle_to(tmp_path, file, input_format="jsonl")[0].counts.hands == 1


OUT_NAMES = ["settled.xlsx", "settled", "settled.txt.gz", "settled.parquet.gz"]


@pytest.mark.parametrize("name", OUT_NAMES)
def test_an_output_whose_name_does_not_tell_the_format_is_refused(tmp_path: Path, name: str) -> None:
    file, out = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE]), tmp_path / name
    with pytest.raises(FileFormatError, match="expected a"):
        settle_files([str(file)], RETURNED, out=str(out))
    assert list(tmp_path.iterdir()) == [file]
    settle_files([str(file)], RETURNED, out=str(out), out_format="csv")
    text = gzip.decompress(out.read_bytes()) if name.endswith(".gz") else out.read_bytes()
    assert text.startswith(b"game,board,button,")


def test_a_parquet_output_is_not_gzipped_on_demand_either(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    with pytest.raises(FileFormatError, match="compressed inside, not gzipped"):
        settle_files([str(file)], RETURNED, out=str(tmp_path / "settled.gz"), out_format="parquet")


@pytest.mark.parametrize("name", ["rejects.csv", "rejects.parquet", "rejects.xlsx", "rejects", "rejects.csv.gz"])
def test_rejects_under_the_name_of_another_format_are_refused(tmp_path: Path, name: str) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    with pytest.raises(FileFormatError, match=r"expected a name ending in \.jsonl or \.jsonl\.gz for the rejects"):
        settle_files([str(file)], RETURNED, rejects=str(tmp_path / name))
    assert list(tmp_path.iterdir()) == [file]


def test_a_device_has_no_ending_and_takes_text(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    assert settle_files([str(file)], RETURNED, out=os.devnull).counts.hands == 1
    assert settle_files([str(file)], RETURNED, rejects=os.devnull).counts.hands == 1


# -- one row ----------------------------------------------------------------------------------------------


def test_rows_are_found_by_number_and_damaged_ones_count(tmp_path: Path) -> None:
    rows = [GOOD_ROW | {"button": i % 3} for i in range(30_000)]
    lines = [json.dumps(row) for row in rows]
    lines[1] = "damaged"
    lines[20_000] = lines[20_000] + "\n\n"
    file = write_lines(tmp_path / "hands.jsonl", lines)
    for number in (1, 3, 19_999, 20_001, 20_002, 30_000):
        assert find_row(str(file), number).button == (number - 1) % 3
    with pytest.raises(FileFormatError, match="row 2: not JSON"):
        find_row(str(file), 2)
    with pytest.raises(FileFormatError, match="expected a hand from 1 to 30000"):
        find_row(str(file), 30_001)


def test_the_header_is_no_row(tmp_path: Path) -> None:
    file = write_csv(tmp_path / "hands.csv", HEADER, CELLS, CELLS.replace("2c7d", "2d7s"))
    assert find_row(str(file), 2).board == "2d7s9hTsQh"
    with pytest.raises(FileFormatError, match="expected a hand from 1 to 2"):
        find_row(str(file), 3)
