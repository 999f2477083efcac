"""The shared rule cases that are tables, orders, button movements and missed blinds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rule_cases import seat_of, shared_lines

from pokereval.games import Game, Holdem, Positions, Table, half_blind, next_positions, stud_stakes
from pokereval.games.catalogue import make_game


def cases(kind: str) -> list[dict[str, Any]]:
    found = [case for case in shared_lines("cases/rules.jsonl") if case.get("type") == kind]
    if not found:
        pytest.skip(f"no case of type {kind} in the folder with shared cases")
    return found


def cents(amount: float) -> int:
    whole = Fraction(str(amount)) * 100
    assert whole.denominator == 1
    return whole.numerator


def test_stud_stakes_and_small_blinds_are_those_of_the_shared_tables() -> None:
    for case in cases("table"):
        for row in case["rows"]:
            if "small_blind" in row:
                assert half_blind(row["big_blind"]) == row["small_blind"], row
                assert half_blind(cents(row["big_blind"]), unit=100) == cents(row["small_blind"]), row
            else:
                stakes = stud_stakes(row["limit"])._asdict()
                assert {name: stakes[name] for name in row if name != "limit"} == {
                    name: cents(amount) for name, amount in row.items() if name != "limit"
                }
                assert stakes["ante"] < stakes["bring_in"] < stakes["opening_bet"]


def test_cards_are_dealt_in_the_shared_order() -> None:
    for case in cases("deal_order"):
        for name, order in case["expected"].items():
            assert dealing(make_game(name), case, burns="burn" in order) == order, case["id"]
        if "cards_used_10_players" in case:
            hand = Holdem(limit="no", blinds=(1, 2)).start([9] * 10, 0, seed=1)
            while hand.actor is not None:
                hand.call() if hand.to_call else hand.check()
            used = sum(
                len(event[-1]) if event[0] in ("down", "board") else event[0] == "burn"
                for event in hand.events
            )
            assert used == case["cards_used_10_players"]


def dealing(game: Game, case: dict[str, Any], *, burns: bool) -> list[str]:
    """Return the order of dealing a hand: seats of the hole cards, or burns and board."""
    setup = case.get("setup", {"n": 4, "button": "P4"})
    hand = game.start([100] * setup["n"], seat_of(setup["button"]), seed=1)
    if not burns:
        return [f"P{seat + 1}" for event in hand.events if event[0] in ("down", "up") for seat in event[1]]
    while hand.actor is not None:
        hand.call() if hand.to_call else hand.check()
    streets = iter(["flop x3", "turn", "river"])
    return [
        "burn" if event[0] == "burn" else next(streets)
        for event in hand.events
        if event[0] in ("burn", "board")
    ]


def test_the_button_and_blinds_move_as_in_the_shared_cases() -> None:
    for case in cases("button_move"):
        last = case["prev"]
        gone = set(case["left_the_table"])
        playing = {seat - 1 for seat in last["seats"] if seat not in gone}
        before = Positions(last["button"] - 1, last["sb"] - 1, last["bb"] - 1)
        after = next_positions(before, playing, seats=max(last["seats"]))
        expected = case["expected"]
        small = None if after.small_blind is None else after.small_blind + 1
        got = {"button": after.button + 1, "sb": small, "bb": after.big_blind + 1}
        assert {name: expected[name] for name in got} == got, case["id"]
        assert (after.button not in playing) == expected.get("button_seat_empty", False), case["id"]


def table_of(big_blind: int, seats: int = 5) -> Table:
    """Make a table with players in all seats but the last, button and blinds at 0, 1 and 2 in the first hand."""
    table = Table(Holdem(limit="fixed", blinds=(half_blind(big_blind), big_blind)), seats)
    for seat in range(seats - 1):
        table.sit(seat, 1000)
    fold_all(table)
    return table


def fold_all(table: Table) -> None:
    hand = table.next_hand(seed=1)
    while hand.actor is not None:
        hand.fold()


def limits(text: str) -> int:
    """Return the small bet, which is the big blind, of a situation that says ``limit 2/4``."""
    for word in text.replace(",", " ").split():
        if "/" in word and word.replace("/", "").isdigit():
            return int(word.split("/")[0])
    return 2


def test_missed_blinds_cost_what_the_shared_cases_say() -> None:
    """The cases are situations in words; each is set up at a table and read off it."""
    for case in cases("missed_blind"):
        expected, big = case["expected"], limits(case["situation"])
        table = table_of(big)
        if expected.get("marker") == "ML":
            table.sit_out(3)
            fold_all(table)
            player = table.players[3]
            assert player is not None
            assert player.marker == "ML"
            assert table.positions is not None
            assert table.positions.big_blind == 0, "the next player on the left posts the big blind"
            assert table.owed(3) == (big, half_blind(big))
        elif expected.get("marker") == "MS":
            table.sit_out(2)
            fold_all(table)
            player = table.players[2]
            assert player is not None
            assert player.marker == "MS"
            assert table.owed(2) == (0, half_blind(big))
            assert table.hand is not None
            assert table.hand.setup["small_blind_seat"] is None
            table.sit_in(2, post=True)
            hand = table.next_hand(seed=2)
            assert table.positions is not None
            assert table.positions.button == 2, "no seat between button and blinds may come in"
            assert ("dead_post", 2, half_blind(big)) in hand.events
            assert not any(event[0] == "post" for event in hand.events)
        elif "treated_as" in expected:
            table.sit(4, 1000)
            table.sit_out(3)
            hand = table.next_hand(seed=2)
            assert hand.setup["big_blind_seat"] == 4
            assert ("big_blind", 4, big) in hand.events
            assert not any(event[0] in ("post", "dead_post") for event in hand.events)
        elif "dealt_in" in expected:
            table.leave(2)
            table.sit(2, 1000, post=True)  # the seat that would owe the small blind
            hand = table.next_hand(seed=2)
            assert (hand.setup["stacks"][2] > 0) == expected["dealt_in"]
            assert hand.setup["small_blind_seat"] is None
            while hand.actor is not None:
                hand.fold()
            hand = table.next_hand(seed=3)  # the button has come to the seat, which is no longer between
            assert ("post", 2, big) in hand.events
        elif "options" in expected:
            assert len(expected["options"]) == 2
            table.sit(4, 1000)
            fold_all(table)
            assert table.hand is not None
            assert table.hand.setup["stacks"][4] == 0, "waits for the big blind"
            assert table.owed(4) == (big, 0)
            table = table_of(big)
            table.sit(4, 1000, post=True)
            assert ("post", 4, big) in table.next_hand(seed=2).events
        else:
            player = table.players[1]
            assert player is not None
            player.missed_big = player.missed_small = True
            live, dead = table.owed(1)
            assert {"live": live, "dead": dead, "total": live + dead} == expected
