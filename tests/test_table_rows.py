"""Rows of files of hands: what they are worth in chips, what is refused, and what is told of doubtful ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hand_rows import CELLS, GOOD_ROW, HEADER, PAID, random_rows, settle_to, write_csv, write_lines

from pokereval.table_files import Terms, check_row, settle_files, settle_row, settle_rows
from pokereval.table_files.counts import HandCounts

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
