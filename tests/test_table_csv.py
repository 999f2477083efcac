"""Files of hands as CSV: headers, cells, and that rows come out as they went in."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hand_rows import CELLS, HEADER, settle_to, write_csv

from pokereval.errors import FileFormatError


def read_csv(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_a_csv_row_comes_out_as_it_went_in_with_payouts_behind(tmp_path: Path) -> None:
    file = write_csv(tmp_path / "hands.csv", f"id,{HEADER},note", f'7,{CELLS},"a, ""b"""', f"8,{CELLS},")
    _, out, rejects = settle_to(tmp_path, file, ending="csv")
    assert rejects == []
    settled = ",107,0,0,0,0,0"
    columns = ",payout_1,payout_2,payout_3,returned_1,returned_2,returned_3"
    expected = [f"id,{HEADER},note{columns}", f'7,{CELLS},"a, ""b"""{settled}', f"8,{CELLS},{settled}"]
    assert out.read_text(encoding="utf-8").splitlines() == expected
    again = out.rename(tmp_path / "again.csv")
    assert settle_to(tmp_path, again, ending="csv")[1].read_bytes() == again.read_bytes()


@pytest.mark.parametrize(
    ("cells", "payouts"),
    [
        ("holdem,2c7d9hTsQh,0,AsAd,KsKd,,50,50,7,1,1,0", ["107", "0", "0"]),
        ("holdem,2c7d9hTsQh,,AsAd,KsKd,,50,50,7,true,TRUE,False", ["107", "0", "0"]),
        ("holdem,2c 7d 9h Ts Qh,0,As Ad,kskd,,50, 50 ,7,,,", ["107", "0", "0"]),
        ('holdem,"2c,7d,9h,Ts,Qh",0,AsAd,KsKd,,50,50,7,1,1,0', ["107", "0", "0"]),
        ("holdem,2c7d9hTsQh,1,AsAd,KsKd,,50,50,,1,1,", ["100", "0", ""]),
        ("holdem,2c7d9hTsQh,1,AsAd,KsKd,,007,7,,,,", ["14", "0", ""]),
        ("holdem,,,,,,50,50,7,0,1,0", ["0", "107", "0"]),
    ],
)
def test_csv_cells_are_read_as_they_are_meant(tmp_path: Path, cells: str, payouts: list[str]) -> None:
    _, out, rejects = settle_to(tmp_path, write_csv(tmp_path / "hands.csv", HEADER, cells), ending="csv")
    assert rejects == []
    assert [row[f"payout_{seat}"] for row in read_csv(out) for seat in (1, 2, 3)] == payouts


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        (CELLS + ",1", "expected 12 cells as in the header, got 13"),
        (CELLS[:-2], "expected 12 cells as in the header, got 11"),
        (CELLS.replace("50,50", "50,"), "expected whole chips in chips_2, got ''"),
        (CELLS.replace("50,50", "50,5e1"), "expected whole chips in chips_2, got '5e1'"),
        (CELLS.replace("50,50", "50,50.0"), "expected whole chips in chips_2, got '50.0': write 50 (pandas makes"),
        (CELLS.replace("50,50", "50,50.5"), "expected whole chips in chips_2, got '50.5'"),
        (CELLS.replace(",0,As", ",0.0,As"), "expected a seat, counted from 0, in button, got '0.0': write 0 (pandas"),
        (CELLS.replace("1,1,0", "1,1.0,0"), "expected 1, 0, true or false in live_2, got '1.0': write 1 (pandas makes"),
        (CELLS.replace("50,50", "50,1_000"), "expected whole chips in chips_2, got '1_000'"),
        (CELLS.replace("50,50", "50,\u0665"), "expected whole chips in chips_2, got '\u0665'"),
        (CELLS.replace("50,50", "50,-3"), "contributions[1], got -3"),
        (CELLS.replace("50,50", f"50,{'9' * 30}"), "in 64 bits, got a number of 30 digits"),
        (CELLS.replace(",7,1,1,0", ",,1,1,1"), "expected whole chips in chips_3 or an empty seat, got an empty cell"),
        (CELLS.replace("1,1,0", "1,1,"), "expected 1, 0, true or false in live_3, got ''"),
        (CELLS.replace("1,1,0", "1,2,0"), "expected 1, 0, true or false in live_2, got '2'"),
        (CELLS.replace(",0,As", ",x,As"), "expected a seat, counted from 0, in button, got 'x'"),
        (CELLS.replace("holdem", ""), "expected a game out of"),
        (CELLS.replace("AsAd", '"AsAd'), "not CSV: "),
        (CELLS.replace("AsAd", '"As"Ad'), "not CSV: "),
        ("holdem,,,,,,,,,,,", "expected 2 to 10 seats, got hole_cards of 0"),
    ],
)
def test_a_bad_csv_line_is_rejected_alone(tmp_path: Path, cells: str, reason: str) -> None:
    file = write_csv(tmp_path / "hands.csv", HEADER, CELLS, "", cells, CELLS)
    report, out, rejects = settle_to(tmp_path, file, ending="csv")
    assert [row["payout_1"] for row in read_csv(out)] == ["107", "107"]
    assert [(reject["line"], reject["row"]) for reject in rejects] == [(4, cells)]
    assert reason in rejects[0]["reason"]
    assert report.rejected == 1


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("a,b,c", "expected a header with game, hole_1"),
        (CELLS, "expected a header with game, hole_1, hole_2, ..., chips_1, chips_2, ..., got 'holdem,2c"),
        (HEADER.replace("board", "game"), "expected every column once in the header, got 'game' twice"),
        (HEADER.replace(",", "\r", 1), "expected a header in line 1: not CSV: a carriage return outside of quotes"),
        (HEADER.replace("game", "gaem"), "expected a header with game, hole_1"),
        (HEADER.replace("hole_3", "hole_4"), "expected hole_1 to hole_3 in the header, as it has 3 hole_ columns, got"),
        (HEADER.replace(",chips_3", ""), "as it has 3 hole_ columns, got chips_1, chips_2"),
        (HEADER.replace("live_2", "live_1"), "expected every column once in the header, got 'live_1' twice"),
        ("game,hole_1,chips_1", "expected 2 to 10 hole_ columns in the header, got 1"),
        (HEADER + ",live", "expected columns by seat, such as live_1, got 'live'"),
        (HEADER + ",contributions", "expected columns by seat, such as chips_1, got 'contributions'"),
        ('"game,hole_1', "not CSV"),
    ],
)  # fmt: skip
def test_a_csv_file_without_a_usable_header_is_refused(tmp_path: Path, header: str, reason: str) -> None:
    file = write_csv(tmp_path / "hands.csv", header, CELLS)
    with pytest.raises(FileFormatError) as caught:
        settle_to(tmp_path, file)
    assert reason in str(caught.value)
    assert not (tmp_path / "settled.jsonl").exists()


def test_a_csv_header_in_other_bytes_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    file.write_bytes(b"game,\xff\n" + CELLS.encode())
    with pytest.raises(FileFormatError, match="expected a header in line 1: not UTF-8"):
        settle_to(tmp_path, file)


def test_csv_files_with_one_header_keep_it_and_others_share_a_general_one(tmp_path: Path) -> None:
    one = write_csv(tmp_path / "one.csv", HEADER, CELLS)
    same = write_csv(tmp_path / "same.csv", HEADER, CELLS)
    empty = write_csv(tmp_path / "empty.csv")
    other = write_csv(tmp_path / "other.csv", f"{HEADER},room", f"{CELLS},Vega")
    _, out, _ = settle_to(tmp_path, one, empty, same, ending="csv")
    assert out.read_text(encoding="utf-8").startswith(f"{HEADER},payout_1,")
    _, out, _ = settle_to(tmp_path, one, other, ending="csv")
    rows = read_csv(out)
    assert [row["payout_1"] for row in rows] == ["107", "107"]
    assert [row["other_fields"] for row in rows] == ["", '{"room": "Vega"}']
