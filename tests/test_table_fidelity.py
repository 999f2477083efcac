"""Files of hands keep what they were given: no wrong type passes, no number changes, all output can be read again."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hand_rows import GOOD_LINE, GOOD_ROW, PAID, read_lines, settle_to, write_lines

from pokereval.errors import FileFormatError, PokerError
from pokereval.table_files import Terms, check_row, settle_row, settle_rows
from pokereval.table_files.json_text import MAX_DEPTH, decode_strictly, json_text

HEADER = "game,hole_1,hole_2,board,chips_1,chips_2"
CELLS = "holdem,AsAd,KsKd,2c7d9hTsQh,5,5"

STUD_ROW = {"game": "stud", "hole_cards": ["AsAdAcAh2s3s4s", "KsKdKcKh2d3d4d"], "contributions": [5, 5]}
UNSEEN_ROW = GOOD_ROW | {"live": [True, False, False], "board": ""}


def read_exactly(text: str) -> Any:
    """Read JSON with the numbers as they are written, and nothing but JSON."""

    def no_constant(name: str) -> NoReturn:
        raise AssertionError(f"{name} is not JSON")

    return json.loads(text, parse_float=str, parse_constant=no_constant)


# -- types ------------------------------------------------------------------------------------------------

VALUES = [None, False, True, 0, 1, 0.0, Decimal("0.0"), 1.5, "", "2c", b"", [], {}, (), [None], [False], ["", ""]]


@pytest.mark.parametrize("row", [GOOD_ROW, UNSEEN_ROW, STUD_ROW, GOOD_ROW | {"dead": 3}])
@pytest.mark.parametrize("name", ["game", "hole_cards", "board", "contributions", "live", "button", "dead"])
def test_a_row_in_bulk_is_taken_or_refused_as_it_is_alone(row: dict[str, Any], name: str) -> None:
    for value in VALUES:
        changed = row | {name: value}
        settled = settle_rows([row, changed, row], Terms())
        payouts, reasons = settled_alone(changed)
        assert (settled.payouts[1], list(settled.reasons.values())) == (payouts, reasons), value


@pytest.mark.parametrize("wrong", ["false", '""', "0.0", "[]", "{}"])
@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_empty_things_are_no_dead_chips(tmp_path: Path, wrong: str, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE, f'{GOOD_LINE[:-1]}, "dead": {wrong}}}'])
    report, _, rejects = settle_to(tmp_path, file, ending=ending, keep=5)
    assert (report.counts.hands, [reject["line"] for reject in rejects]) == (1, [2])
    assert rejects[0]["reason"].startswith("expected whole chips for dead, got ")


@pytest.mark.parametrize("wrong", ["false", "0", "0.0", "[]", "{}"])
def test_empty_things_are_no_board_of_stud(tmp_path: Path, wrong: str) -> None:
    line = json.dumps(STUD_ROW)
    file = write_lines(tmp_path / "hands.jsonl", [line, f'{line[:-1]}, "board": {wrong}}}'])
    _, _, rejects = settle_to(tmp_path, file)
    assert rejects[0]["reason"].startswith("expected the board as text, got ")


def settled_alone(row: dict[str, Any]) -> tuple[list[int] | None, list[str]]:
    """Settle one row by the readable rules: its payouts, or why there are none."""
    try:
        return list(settle_row(check_row(row), Terms()).payouts), []
    except PokerError as reason:
        return None, [str(reason)]


# -- numbers ----------------------------------------------------------------------------------------------

NUMBERS = '"rate": 1.10, "big": 1e400, "zero": -0.0, "long": 0.1000000000000000055511151231257827, "in": [{"a": 2.50}]'


@pytest.mark.parametrize("chain", [("csv",), ("parquet",), ("csv", "parquet", "csv", "csv"), ("parquet", "parquet")])
def test_numbers_come_through_other_formats_as_they_were(tmp_path: Path, chain: tuple[str, ...]) -> None:
    if "parquet" in chain:
        pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    file = write_lines(tmp_path / "hands.jsonl", [f"{GOOD_LINE[:-1]}, {NUMBERS}}}"])
    for step, ending in enumerate((*chain, "jsonl")):
        out = settle_to(tmp_path, file, ending=ending)[1]
        file = out.rename(tmp_path / f"step{step}.{ending}")
    row = read_exactly(file.read_text(encoding="utf-8"))
    assert (row["rate"], row["zero"], row["in"]) == ("1.10", "-0.0", [{"a": "2.50"}])
    assert Decimal(row["big"]) == Decimal("1e400")
    assert row["long"] == "0.1000000000000000055511151231257827"
    assert row["payouts"] == PAID


def test_numbers_stay_when_a_line_is_written_anew(tmp_path: Path) -> None:
    line = f'{GOOD_LINE[:-1]}, "payouts": "none", {NUMBERS}}}'
    _, out, _ = settle_to(tmp_path, write_lines(tmp_path / "hands.jsonl", [line]))
    row = read_exactly(out.read_text(encoding="utf-8"))
    assert (row["rate"], row["zero"], row["payouts"]) == ("1.10", "-0.0", PAID)


def test_a_number_that_nothing_holds_is_refused(tmp_path: Path) -> None:
    line = GOOD_LINE[:-1] + ', "x": 1e99999999999999999999}'
    _, _, rejects = settle_to(tmp_path, write_lines(tmp_path / "hands.jsonl", [line]))
    assert rejects[0]["reason"] == "not a hand: the exponent of 1e99999999999999999999 is too large"


@pytest.mark.parametrize(
    ("chips", "reason"),
    [
        ("50.0", "got 50.0: write 50 (pandas"),
        ("5e1", "got 5E+1: write 50 (pandas"),
        ("50.5", "got 50.5 (not a whole number)"),
        ("1e999999999999", "got 1E+999999999999 (not a whole number)"),
        ("1e-999999999999", "got 1E-999999999999 (not a whole number)"),
    ],
)
def test_decimal_chips_are_refused_in_their_own_digits(tmp_path: Path, chips: str, reason: str) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE.replace("[50, 50", f"[{chips}, 50"), GOOD_LINE])
    _, _, rejects = settle_to(tmp_path, file)
    assert f"expected whole chips for contributions[0], {reason}" in rejects[0]["reason"]


# -- what is written can be read --------------------------------------------------------------------------


@pytest.mark.parametrize("open_close", ["[]", "{}"])
def test_lists_and_objects_may_be_nested_to_a_bound_that_all_formats_keep(tmp_path: Path, open_close: str) -> None:
    opened, closed = ("[", "]") if open_close == "[]" else ('{"a": ', "}")

    def line(depth: int) -> str:
        return f'{GOOD_LINE[:-1]}, "rate": 1.10, "x": {opened * (depth - 1)}0{closed * (depth - 1)}}}'

    file = write_lines(tmp_path / "hands.jsonl", [line(MAX_DEPTH), line(MAX_DEPTH + 1), line(300)])
    cells = settle_to(tmp_path, file, ending="csv")[1].rename(tmp_path / "cells.csv")
    report, out, rejects = settle_to(tmp_path, cells)
    assert (report.counts.hands, rejects) == (1, [])
    assert read_lines(out)[0]["x"] == json.loads(line(MAX_DEPTH))["x"]
    rejects = settle_to(tmp_path, file)[2]
    assert [reject["line"] for reject in rejects] == [2, 3]
    assert all("nested too deeply" in reject["reason"] for reject in rejects)


def test_line_breaks_between_cards_do_not_break_a_line_of_csv(tmp_path: Path) -> None:
    row = GOOD_ROW | {"hole_cards": ["As\nAd", "Ks\r\nKd", "\n"], "board": "\n2c 7d\r9h\n\nTs Qh\n", "note": "a\nb"}
    file = write_lines(tmp_path / "hands.jsonl", [row, GOOD_ROW])
    cells = settle_to(tmp_path, file, ending="csv")[1].rename(tmp_path / "cells.csv")
    report, out, rejects = settle_to(tmp_path, cells)
    assert (report.counts.hands, rejects) == (2, [])
    first, second = read_lines(out)
    assert (first["payouts"], first["note"], second["payouts"]) == (PAID, "a\nb", PAID)


@pytest.mark.parametrize("length", [131_072, 300_000])
def test_a_long_field_comes_back_from_csv(tmp_path: Path, length: int) -> None:
    file = write_lines(tmp_path / "hands.jsonl", [GOOD_ROW | {"note": "ß" * (length // 6)}, GOOD_ROW | {"note": '"'}])
    cells = settle_to(tmp_path, file, ending="csv")[1].rename(tmp_path / "cells.csv")
    _, out, rejects = settle_to(tmp_path, cells)
    assert rejects == []
    assert [row["note"] for row in read_lines(out)] == ["ß" * (length // 6), '"']


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_what_json_has_no_number_for_is_written_as_text(tmp_path: Path, ending: str) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [GOOD_ROW | {"noise": noise, "rate": Decimal("1.10")} for noise in (float("nan"), float("-inf"), 0.5)]
    rows[2] = rows[2] | {"board": "2c"}
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "hands.parquet")
    _, out, rejects = settle_to(tmp_path, tmp_path / "hands.parquet", ending=ending)
    lines = settle_to(tmp_path, out.rename(tmp_path / f"again.{ending}"))[1]
    written = [read_exactly(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert [row["noise"] for row in written] == ["NaN", "-Infinity"]
    assert [row["rate"] for row in written] == ["1.10"] * 2
    assert read_exactly(rejects[0]["row"])["noise"] == "0.5"


def test_json_text_reads_back_as_what_it_was() -> None:
    fields = {"a": [1, True, None, "ß\n", Decimal("1.10"), {"b": (), "c": Decimal("1E+400")}], "\ud800": "\udfff"}
    assert decode_strictly(json_text(fields)) == fields | {"a": [*fields["a"][:5], {"b": [], "c": Decimal("1E+400")}]}
    assert json_text({"x": Decimal("NaN"), "y": b"z"}) == '{"x": "NaN", "y": "b\'z\'"}'


# -- other_fields -----------------------------------------------------------------------------------------

CLASHES = ['{"game": "omaha"}', '{"contributions": 5}', '{"dead": 7, "a": 1}', '{"payouts": 0}', '{"room": "Lyra"}']
NO_OBJECTS = ["[1]", "5", "null", "not JSON", '{"a": 1, "a": 2}', '{"a": NaN}', '{"a": ' + "[" * 200 + "]" * 200 + "}"]


@pytest.mark.parametrize("cell", CLASHES + NO_OBJECTS)
@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_other_fields_never_change_the_hand_and_are_never_lost(tmp_path: Path, cell: str, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    quoted = '"' + cell.replace('"', '""') + '"'
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    one.write_text(f"{HEADER},room,other_fields\n{CELLS},Vega,{quoted}\n", encoding="utf-8")
    other.write_text(f"{HEADER}\n{CELLS}\n", encoding="utf-8")
    report, out, _ = settle_to(tmp_path, one, other, ending=ending)
    assert (report.counts.hands, report.rejected) == (2, 0)
    lines = settle_to(tmp_path, out.rename(tmp_path / f"again.{ending}"))[1]
    row, plain = read_lines(lines)
    assert (row["room"], row["other_fields"]) == ("Vega", cell)
    known = ("game", "hole_cards", "board", "contributions", "payouts")
    assert {name: row[name] for name in known} == {name: plain[name] for name in known}


def test_other_fields_of_any_type_come_through_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    lines = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    for number, cells in enumerate([[0, 5], [{"game": "omaha"}, None], ["", '{"a": 1.10}'], [False, True]]):
        rows = [GOOD_ROW | {"other_fields": cell} for cell in cells]
        file = tmp_path / f"{number}.parquet"
        parquet.write_table(pyarrow.Table.from_pylist(rows), file)
        for ending in ("jsonl", "csv", "parquet"):
            report, out, _ = settle_to(tmp_path, file, lines, ending=ending)
            assert (report.counts.hands, report.rejected) == (3, 0)
            again = read_lines(settle_to(tmp_path, out.rename(tmp_path / f"again.{ending}"))[1])
            assert [row["game"] for row in again] == ["holdem"] * 3
            if number == 2:
                assert again[1]["a"] == 1.1
            else:
                assert [row.get("other_fields") for row in again[:2]] == cells


# -- Parquet that pyarrow has no words for ----------------------------------------------------------------


def odd_columns(pyarrow: Any) -> dict[str, Any]:
    """Columns of two cells each that pyarrow does not make Python objects of."""
    damaged = pyarrow.array([b"x", b"\xff"]).view(pyarrow.string())
    return {
        "twice": pyarrow.StructArray.from_arrays([pyarrow.array([1, 2]), pyarrow.array(["x", "y"])], names=["a", "a"]),
        "inside": pyarrow.StructArray.from_arrays([damaged], names=["text"]),
        "listed": pyarrow.ListArray.from_arrays([0, 1, 2], damaged),
        "mapped": pyarrow.MapArray.from_arrays([0, 1, 2], damaged, pyarrow.array([1, 2])),
        "coded": damaged.dictionary_encode(),
        "far": pyarrow.array([2**62, 5], pyarrow.timestamp("ms")),
        "zone": pyarrow.array([0, 5], pyarrow.timestamp("ms", "Mars/Base")),
        "fine": pyarrow.array([1, 5], pyarrow.time64("ns")),
        "lasting": pyarrow.array([2**62, 5], pyarrow.duration("s")),
    }


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_columns_without_a_python_value_come_through_or_become_text(tmp_path: Path, ending: str) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    lines = write_lines(tmp_path / "hands.jsonl", [GOOD_LINE])
    for name, column in odd_columns(pyarrow).items():
        table = pyarrow.Table.from_pylist([GOOD_ROW, GOOD_ROW | {"board": "2c"}]).append_column(name, column)
        file = tmp_path / f"{name}.parquet"
        parquet.write_table(table, file)
        for files in ([file], [file, lines]):
            report, out, rejects = settle_to(tmp_path, *files, ending=ending)
            assert (report.counts.hands, report.rejected) == (len(files), 1), name
            assert settle_to(tmp_path, out.rename(tmp_path / f"again.{ending}"))[0].counts.hands == len(files), name
            assert name in read_exactly(rejects[0]["row"])
            assert "expected a board of" in rejects[0]["reason"]


def test_an_object_with_a_name_twice_is_written_as_pairs(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.Table.from_pylist([GOOD_ROW] * 2).append_column("twice", odd_columns(pyarrow)["twice"])
    parquet.write_table(table, tmp_path / "hands.parquet")
    rows = read_lines(settle_to(tmp_path, tmp_path / "hands.parquet")[1])
    assert [row["twice"] for row in rows] == [[["a", 1], ["a", "x"]], [["a", 2], ["a", "y"]]]


def test_a_parquet_file_whose_names_are_damaged_is_refused(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "hands.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([GOOD_ROW | {"remark": 1}]), file, store_schema=False)
    file.write_bytes(file.read_bytes().replace(b"remark", b"r\xffmark"))
    with pytest.raises(FileFormatError, match="expected a Parquet file: "):
        settle_to(tmp_path, file)
