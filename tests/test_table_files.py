"""Files of hands: what is read, what is refused, what is written, and that no good row is ever lost."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hand_rows import GOOD_LINE, GOOD_ROW, PAID, random_rows, read_lines, settle_to, write_lines

from pokereval.errors import FileFormatError
from pokereval.table_files import JobReport, Terms, check_row, find_row, settle_files, settle_row, settle_rows
from pokereval.table_files.counts import HandCounts
from pokereval.table_files.lines import MAX_LINE_BYTES
from pokereval.table_files.replacing import ReplacingFile

RETURNED = Terms()
INCLUDED = Terms(uncalled="included")


# -- rows to chips ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [RETURNED, INCLUDED, Terms(chip=5)], ids=["returned", "included", "chips of five"])
def test_rows_in_bulk_settle_like_each_hand_alone(terms: Terms) -> None:
    rows = random_rows(400)
    settled = settle_rows(rows, terms)
    assert not settled.reasons
    for row, paid, back in zip(rows, settled.payouts, settled.returned, strict=True):
        hand = settle_row(check_row(row), terms)
        assert (paid, back) == (list(hand.payouts), list(hand.returned)), row


@pytest.mark.parametrize("terms", [RETURNED, INCLUDED], ids=["returned", "included"])
def test_counts_are_those_of_each_hand_s_pots(terms: Terms) -> None:
    rows = random_rows(600, seed=1)
    expected = HandCounts(hands=len(rows))
    for row in rows:
        hand = settle_row(check_row(row), terms)
        expected.showdowns += len(hand.live_seats) > 1
        expected.chips += sum(hand.payouts) + sum(hand.returned)
        expected.side_pots += max(0, len(hand.pots) - 1) if len(hand.live_seats) > 1 else 0
        expected.winning_seats += sum(chips > 0 for chips in hand.payouts)
        expected.dead_excess += "forced ante" in hand.explain()
        for pot in hand.pots:
            highs, lows = set(pot.high_winners), set(pot.low_winners)
            if len(pot.eligible) > 1:
                expected.split_pots += len(highs | lows) > 1
            if lows:
                expected.quartered_pots += highs != lows and max(len(highs), len(lows)) > 1
        expected.scoops += hand.explain().count(" scoops.")
    counts = settle_rows(rows, terms).counts
    assert counts == expected
    assert min(counts.side_pots, counts.split_pots, counts.quartered_pots, counts.scoops) > 0


def test_a_scoop_is_the_whole_of_a_hi_lo_pot_with_a_low_or_without_one() -> None:
    both = {"game": "omaha8", "hole_cards": ["Ah2hKdKc", "QsJs9d8d"], "board": "3h5c8hKh9s", "contributions": [4, 4]}
    no_low = both | {"board": "ThJcQhKh9s"}
    high_only = no_low | {"game": "omaha"}
    alone = both | {"live": [True, False]}
    for row, scoops in ((both, 1), (no_low, 1), (high_only, 0), (alone, 0)):
        assert settle_rows([row], RETURNED).counts.scoops == scoops
        assert settle_row(check_row(row), RETURNED).explain().count("scoops") == scoops


@pytest.mark.parametrize("contributions", [[0, 0, 0], [0, 9, 9], [0, 9, 0], [4, 9, 9]])
@pytest.mark.parametrize("dead", [0, 6])
def test_pots_of_dead_money_are_counted_where_a_seat_put_in_nothing_else(contributions: list[int], dead: int) -> None:
    row = {"game": "omaha8", "hole_cards": ["Ah2hKdKc", "QsJs9d8d", "QcJc9c8c"], "board": "3h5c8hKh9s"}
    row |= {"contributions": contributions, "dead": dead}
    hand = settle_row(check_row(row), RETURNED)
    counts = settle_rows([row], RETURNED).counts
    assert counts.side_pots == max(0, len(hand.pots) - 1)
    assert counts.scoops == hand.explain().count(" scoops.")


def test_chips_beyond_64_bits_are_counted_exactly() -> None:
    row = GOOD_ROW | {"contributions": [2**53, 2**53, 0]}
    counts = settle_rows([row] * 600, RETURNED).counts
    assert counts.chips == 600 * 2**54


def test_any_spelling_of_cards_is_read() -> None:
    spelled = GOOD_ROW | {"hole_cards": ["a♠ 10D", "Ks,Kd", None], "board": "[2c 7d 9h Ts Qh]"}
    canonical = GOOD_ROW | {"hole_cards": ["AsTd", "KsKd", ""]}
    settled = settle_rows([spelled, canonical, GOOD_ROW], RETURNED)
    assert not settled.reasons
    assert settled.payouts[0] == settled.payouts[1]
    assert settled.payouts[2] == PAID


def test_live_left_out_means_the_seats_with_known_cards() -> None:
    row = {name: value for name, value in GOOD_ROW.items() if name != "live"}
    assert settle_rows([row, row | {"live": None}], RETURNED).payouts == [PAID, PAID]


BAD_FIELDS: list[tuple[dict[str, Any], str]] = [
    ({"game": "whist"}, "expected a game out of"),
    ({"game": ["holdem"]}, "expected a game out of"),
    ({"game": None}, "expected the field 'game'"),
    ({"hole_cards": None}, "expected the field 'hole_cards'"),
    ({"hole_cards": "AsAdKsKd"}, "expected hole_cards as a list"),
    ({"hole_cards": ["AsAd", ["Ks", "Kd"], ""]}, "expected cards as text for hole_cards[1], got a list of 2"),
    ({"hole_cards": ["AsAd", 45, ""]}, "expected cards as text for hole_cards[1], got 45"),
    ({"hole_cards": ["AsAd", "KsKx", ""]}, "hole_cards[1]: expected a suit"),
    ({"hole_cards": ["AsAd", "KsK", ""]}, "hole_cards[1]: expected a suit"),
    ({"hole_cards": ["AsAd", "KsAs", ""]}, "expected distinct cards, got As in hole_cards[0] and in hole_cards[1]"),
    ({"hole_cards": ["AsAd", "Ks7d", ""]}, "expected distinct cards, got 7d in board and in hole_cards[1]"),
    ({"hole_cards": ["AsAd", "KsKdKh", ""]}, "expected at most 2 cards for hole_cards[1] in holdem, got 3"),
    ({"hole_cards": ["AsAd", "Ks", ""]}, "cards for hole_cards[1]"),
    ({"hole_cards": ["AsAd", "", ""]}, "expected known cards of every live seat"),
    ({"hole_cards": ["AsAd", "KsKd"]}, "expected contributions of 2 seats like hole_cards, got 3"),
    ({"hole_cards": ["AsAd"], "contributions": [5], "live": [True]}, "expected 2 to 10 seats"),
    ({"hole_cards": [], "contributions": [], "live": []}, "expected 2 to 10 seats"),
    ({"hole_cards": ["AsAd", *[""] * 10], "contributions": [1] * 11, "live": None}, "expected 2 to 10 seats"),
    ({"board": "2c7d9hTs"}, "expected a board of 5 cards at the showdown"),
    ({"board": "2c7d9hTsQhQs"}, "expected a board of at most 5 cards in holdem, got 6"),
    ({"board": ["2c"]}, "expected the board as text"),
    ({"board": "2c7d9hTsAs"}, "expected distinct cards, got As"),
    ({"contributions": [50, 50.0, 7]}, "expected whole chips for contributions[1], got 50.0: write 50 (pandas makes"),
    ({"contributions": [50, 50.5, 7]}, "expected whole chips for contributions[1], got 50.5 (not a whole number)"),
    ({"contributions": [50, -1e300, 7]}, "expected whole chips for contributions[1], got -1e+300: write -1"),
    ({"contributions": [50, True, 7]}, "expected whole chips for contributions[1], got True"),
    ({"contributions": [50, "50", 7]}, 'expected whole chips for contributions[1], got "50"'),
    ({"contributions": [50, None, 7]}, "expected whole chips for contributions[1], got null"),
    ({"contributions": [50, float("nan"), 7]}, "expected whole chips for contributions[1], got NaN"),
    ({"contributions": [50, -1, 7]}, "contributions[1], got -1"),
    ({"contributions": [50, 2**53 + 1, 7]}, "contributions[1], got 9007199254740993"),
    ({"contributions": [50, 10**40, 7]}, "in 64 bits"),
    ({"contributions": {"1": 50}}, "expected contributions as a list"),
    ({"contributions": [50, 50]}, "expected contributions of 3 seats like hole_cards, got 2"),
    ({"live": [True, 1, False]}, "expected true or false for live[1], got 1"),
    ({"live": [True, True]}, "expected live for 3 seats like hole_cards, got 2"),
    ({"live": [False, False, False]}, "at least one live seat"),
    ({"live": "all"}, "expected live as a list"),
    ({"button": 3}, "expected the button at one of seats 0 to 2"),
    ({"button": -1}, "expected the button at one of seats 0 to 2"),
    ({"button": 1.0}, "expected a button from 0 to 2 or null, got 1.0: write 1 "),
    ({"button": True}, "expected a button from 0 to 2 or null, got True"),
    ({"dead": -5}, "for dead, got -5"),
    ({"dead": 2.5}, "expected whole chips for dead, got 2.5"),
    ({"game": "stud"}, "in stud"),
    ({"game": "stud", "board": "2c7d"}, "expected a board of at most 1 card in stud, got 2"),
    ({"game": "stud", "board": "2c", "hole_cards": ["3c4c5c6c7c8c9c", "", ""]}, "expected at most 6 cards for hole_"),
    ({"game": "omaha"}, "expected 4 or 5 or 6 cards for hole_cards[0]"),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "reason"), BAD_FIELDS, ids=[reason for _, reason in BAD_FIELDS])
def test_a_bad_row_is_named_and_its_neighbours_are_settled(changed: dict[str, Any], reason: str) -> None:
    settled = settle_rows([GOOD_ROW, GOOD_ROW | changed, GOOD_ROW], RETURNED)
    assert settled.payouts == [PAID, None, PAID]
    assert list(settled.reasons) == [1]
    assert reason in settled.reasons[1]
    assert settled.counts.hands == 2


def test_many_bad_rows_of_every_kind_leave_every_good_row_in_its_place() -> None:
    rows = random_rows(7 * len(BAD_FIELDS), seed=2)
    alone = settle_rows(rows, RETURNED).payouts
    mixed = list(rows)
    for i, (changed, _) in enumerate(BAD_FIELDS):
        mixed[7 * i] = GOOD_ROW | changed
    settled = settle_rows(mixed, RETURNED)
    bad = {7 * i for i in range(len(BAD_FIELDS))}
    assert set(settled.reasons) == bad
    assert settled.payouts == [None if i in bad else paid for i, paid in enumerate(alone)]


def test_an_odd_chip_needs_the_button_but_only_in_its_own_row() -> None:
    tie = GOOD_ROW | {"hole_cards": ["AsKd", "AdKs", ""], "button": None}
    settled = settle_rows([tie, tie | {"contributions": [50, 50, 8]}], RETURNED)
    assert settled.payouts == [None, [54, 54, 0]]
    assert "button" in settled.reasons[0]


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
    (GOOD_LINE.replace("[50, 50, 7]", f"[{'9' * 5000}, 50, 7]"), "not a hand: Exceeds the limit"),
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
    report, _, _ = settle_to(tmp_path, write_lines(tmp_path / "hands.jsonl", [long, GOOD_LINE, long]))
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


# -- CSV --------------------------------------------------------------------------------------------------

HEADER = "game,board,button,hole_1,hole_2,hole_3,chips_1,chips_2,chips_3,live_1,live_2,live_3"
CELLS = "holdem,2c7d9hTsQh,0,AsAd,KsKd,,50,50,7,1,1,0"


def write_csv(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


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
        (CELLS, "expected every column once in the header, got '50' twice"),
        (HEADER.replace("game", "gaem"), "expected a header with game, hole_1"),
        (HEADER.replace("hole_3", "hole_4"), "expected hole_1 to hole_3 in the header like hole_, got hole_1"),
        (HEADER.replace(",chips_3", ""), "expected chips_1 to chips_3 in the header like hole_, got chips_1, chips_2"),
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


# -- what may mean something else than it was taken for ---------------------------------------------------


def test_hands_with_a_lone_excess_are_told_with_their_places(tmp_path: Path) -> None:
    stakes = [[50, 50, 7], [50, 80, 7], [50, 80, 90], [80, 50, 50]]
    lines = [json.dumps(GOOD_ROW | {"contributions": each}) for each in stakes]
    file = write_lines(tmp_path / "hands.jsonl", [*lines, "", "bad", *lines * 3])
    report, _, _ = settle_to(tmp_path, file, file)
    assert report.counts.dead_excess == 16
    assert report.first_dead_excess == [(str(file), line) for line in (2, 4, 8, 10, 12)]
    report = settle_files([str(file)], INCLUDED)
    assert (report.counts.dead_excess, report.first_dead_excess) == (0, [])


def test_an_excess_is_dead_money_of_level_seats_and_its_owner_s_otherwise() -> None:
    rows = [
        {"game": "holdem", "hole_cards": ["AsAd", "KsKd", "QsQd"], "board": "2c7d9hJs3s", "contributions": each}
        for each in ([300, 350, 300], [300, 350, 200])
    ]
    settled = settle_rows(rows, RETURNED)
    assert settled.payouts == [[950, 0, 0], [800, 50, 0]]
    assert settled.dead_excess == [0]
    settled = settle_rows(rows, INCLUDED)
    assert (settled.payouts, settled.returned) == ([[900, 0, 0], [800, 0, 0]], [[0, 50, 0], [0, 50, 0]])


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("buton", "button"),
        ("Button", "button"),
        (" dead", "dead"),
        ("lvie", "live"),
        ("bpard", "board"),
        ("hole cards", "hole_cards"),
        ("payout", "payouts"),
        ("note", None),
        ("blinds", None),
        ("handid", None),
        ("", None),
    ],
)
def test_a_field_within_one_slip_of_a_known_one_is_told_once(tmp_path: Path, name: str, meant: str | None) -> None:
    bare = {key: GOOD_ROW[key] for key in ("game", "hole_cards", "contributions")}
    rows = [GOOD_ROW, bare | {"live": [True, True, False], name: 1}, bare | {name: 1}]
    if meant == "hole_cards":
        rows[1] = {name: 1}
    file = write_lines(tmp_path / "hands.jsonl", [json.dumps(row) for row in rows])
    strays = settle_to(tmp_path, file)[0].stray_fields
    if meant == "live":
        assert strays == [(str(file), 3, name, meant)]  # where the known field is there, nothing else is meant by it
    else:
        assert strays == ([(str(file), 2, name, meant)] if meant else [])


@pytest.mark.parametrize(
    ("column", "meant"), [("Dead", "dead"), ("live1", "live_1"), ("payouts_2", "payout_2"), ("table", None)]
)
def test_a_column_within_one_slip_of_a_known_one_is_told_once(tmp_path: Path, column: str, meant: str | None) -> None:
    header = HEADER.replace(",live_1,live_2,live_3", "")
    cells = CELLS.rsplit(",", 3)[0]
    file = write_csv(tmp_path / "hands.csv", f"{header},{column}", f"{cells},1", f"{cells},1")
    strays = settle_to(tmp_path, file, ending="csv")[0].stray_fields
    assert strays == ([(str(file), 0, column, meant)] if meant else [])


# -- whole files or none ----------------------------------------------------------------------------------


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
