"""Whole hands of the shared rule cases: read, played to the end, and compared in everything they state."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pokereval import format_cards, parse_cards
from pokereval.games import Courchevel, Game, Hand, Holdem, Omaha, Stud

REPOSITORY = Path(__file__).resolve().parents[3]
LIMITS = {"FL": "fixed", "PL": "pot", "NL": "no"}


def shared_lines(name: str) -> list[dict[str, Any]]:
    """Read a file of the shared cases; a folder or file that is not there skips the test."""
    folder = Path(os.environ.get("POKEREVAL_SHARED") or REPOSITORY.parent / "shared")
    path = folder / name
    if not path.is_file():
        if os.environ.get("CI", "").lower() == "true" and not folder.is_dir():
            pytest.fail(
                f"the folder with shared cases is not there: {folder} (POKEREVAL_SHARED names another one)"
            )
        pytest.skip(f"{name} is not in the folder with shared cases")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def seat_of(name: str) -> int:
    """Return the index of a seat written P1, P2, ..."""
    return int(name[1:]) - 1


def game_of(case: dict[str, Any], **house_rules: Any) -> Game:
    """Make the game of a case from its name, limit and setup."""
    setup = case["setup"]
    options: dict[str, Any] = {"tournament": setup.get("mode") == "tournament", **house_rules}
    if setup.get("showdown"):
        options["showdown"] = setup["showdown"]
    for name, value in setup.items():
        if name in ("open_pair", "chip", "odd_chip", "best_board_tie"):
            options[name] = value
        elif value == "suit":
            options["odd_chip" if "odd" in name else "best_board_tie"] = "suit"
        elif isinstance(value, int) and ("cap" in name or "raises" in name):
            options["cap"] = value
    limit = LIMITS[case["limit"]]
    bets = (setup["small_bet"], setup["big_bet"]) if "small_bet" in setup else None
    name = case["game"]
    if name.startswith("stud"):
        return Stud(
            limit=limit,
            bets=bets,
            ante=setup.get("ante", 0),
            bring_in=setup["bring_in"],
            low=name == "stud8",
            **options,
        )
    order = blind_order(setup)
    table_ante = setup.get("bb_ante", {})
    payer = "big_blind_ante" if table_ante.get("payer", order[:2][-1]) == order[:2][-1] else "button_ante"
    forced: dict[str, Any] = {
        "limit": limit,
        "blinds": (setup["blinds"][order[0]] if len(order) > 1 else 0, setup["blinds"][order[:2][-1]]),
        "bets": bets,
        "ante": setup.get("ante", 0),
        payer: table_ante.get("amount", 0),
    }
    if name == "holdem":
        return Holdem(**forced, **options)
    if name.startswith("courchevel"):
        return Courchevel(**forced, low=name.endswith("8"), **options)
    holes = [len(parse_cards(cards)) for cards in case["cards"].get("hole", {}).values()]
    return Omaha(**forced, low=name.endswith("8"), hole_cards=max(holes, default=4), **options)


def blind_order(setup: dict[str, Any]) -> list[str]:
    """Return who pays blinds, small blind first: from the left of the button, heads-up from the button."""
    button = seat_of(setup["button"])
    first = 0 if setup["n_seats"] == 2 else 1
    return sorted(setup["blinds"], key=lambda name: (seat_of(name) - button - first) % setup["n_seats"])


def blind_seats(setup: dict[str, Any]) -> dict[str, Any]:
    """Return the blind seats of a case for `Game.start`; blinds after the second are straddles."""
    seats = [seat_of(name) for name in blind_order(setup)]
    if len(seats) == 1:
        return {"small_blind_seat": None, "big_blind_seat": seats[0]}
    straddles = {seat: setup["blinds"][f"P{seat + 1}"] for seat in seats[2:]}
    return {"small_blind_seat": seats[0], "big_blind_seat": seats[1]} | (
        {"straddles": straddles} if straddles else {}
    )


def replace_repeated(holes: dict[int, list[int]], board: list[int]) -> None:
    """Give a hole card that lies on the board or in an earlier hand too another suit, the lowest one that is free.

    Some cases were written for engines that do not look whether a card comes twice; this one refuses to deal it. The
    result they state does not hang on suits.
    """
    taken = set(board)
    for hole in holes.values():
        for place, card in enumerate(hole):
            if card in taken:
                everywhere = taken.union(*holes.values())
                hole[place] = next(
                    free for free in range(card & ~3, (card & ~3) + 4) if free not in everywhere
                )
            taken.add(hole[place])


class CasePlayer:
    """A case being played: the hand, and the cards still to be dealt to it."""

    def __init__(self, case: dict[str, Any], **house_rules: Any) -> None:
        setup = case["setup"]
        self.case = case
        self.game = game_of(case, **house_rules)
        cards = case.get("cards", {})
        self.holes = {seat_of(name): list(parse_cards(text)) for name, text in cards.get("hole", {}).items()}
        self.board = list(parse_cards(cards.get("board", "")))
        if setup.get("community_7th_card"):
            self.board = list(parse_cards(setup["community_7th_card"]))
        replace_repeated(self.holes, self.board)
        named = {card for hole in self.holes.values() for card in hole} | set(self.board)
        self.others = iter([card * 23 % 52 for card in range(52) if card * 23 % 52 not in named])
        extra: dict[str, Any] = {}
        for name in ("live_posts", "dead_posts", "straddles"):
            if setup.get(name):
                extra[name] = {seat_of(who): chips for who, chips in setup[name].items()}
        if setup.get("blinds"):
            extra |= blind_seats(setup)
        self.hand: Hand = self.game.start(
            [setup["stacks"].get(f"P{seat + 1}") for seat in range(setup["n_seats"])],
            seat_of(setup["button"]),
            wait_for_cards=True,
            **extra,
        )
        self.deal()

    def deal(self) -> None:
        """Bring every card that is waited for: the case's own, and any other where it names none."""
        while (wait := self.hand.waits_for) is not None and wait.kind in ("burn", "cards", "board"):
            if wait.kind == "burn":
                self.hand.burn()
                continue
            source = self.board if wait.kind == "board" else self.holes.get(wait.seat or 0, [])
            self.hand.deal((source.pop(0) if source else next(self.others),))

    def act(self, action: str) -> None:
        """Do what one line of a case says, and deal what it leads to."""
        who, what, *amount = action.split()
        if what == "bring_in" and not self.hand.owes_bring_in:
            what = "call"  # whoever opens for a seat that is all-in with its ante is not forced to
        assert self.hand.actor == seat_of(who), f"{action}: it is seat {self.hand.actor}'s turn (0-based)"
        getattr(self.hand, what)(*map(int, amount))
        self.deal()

    def play(self) -> Hand:
        """Play all actions, comparing the legal choices on the way."""
        checks = self.case["expected"].get("checks", [])
        street = self.hand.street
        for place, action in enumerate([*self.case["actions"], None]):
            for check in checks:
                if check["before_action_index"] == place:
                    self.compare_choices(check)
            if action == "/":
                assert self.hand.street > street, f"action {place}: the street is not over"
                street = self.hand.street
            elif action is not None:
                self.act(action)
        return self.hand

    def compare_choices(self, check: dict[str, Any]) -> None:
        """Compare what a case says about the seat to act with what the hand says."""
        legal = self.hand.legal()
        assert legal is not None
        sizes = list(legal.raise_sizes or ()) if legal.raise_sizes is not None else None
        got = {
            "before_action_index": check["before_action_index"],
            "actor": f"P{legal.seat + 1}",
            "to_call": legal.call,
            "can_raise": legal.can_raise,
            "raise_to_options": sizes,
            "min_raise_to": legal.min_raise_to,
            "max_raise_to": legal.max_raise_to,
            "pot_incl_bets": self.hand.pot,
            "bring_in": legal.bring_in,
            "complete_to": legal.complete_to,
        }
        assert {key: got[key] for key in check} == check
        assert self.hand.to_call == legal.call


def outcome(hand: Hand, expected: dict[str, Any]) -> dict[str, Any]:
    """Return of a finished hand what a case states, in the case's own form."""
    result = hand.result
    seats = [seat for seat, chips in enumerate(hand.setup["stacks"]) if chips]
    known: dict[str, Any] = {
        "net": {f"P{seat + 1}": result.net[seat] for seat in seats},
        "payouts": named(result.payouts),
        "returned_uncalled": named(result.returned),
        "final_stacks": {f"P{seat + 1}": result.stacks[seat] for seat in seats},
        "pots": [{"amount": pot.amount, "eligible": names(pot.eligible)} for pot in result.pots],
        "showdown_order": names(result.showdown_order),
        "pot_winners": [],
    }
    for pot, stated in zip(result.awarded[0], expected.get("pot_winners", result.awarded[0]), strict=True):
        won: dict[str, Any] = {
            "amount": pot.amount,
            "high": names(pot.high_winners),
            "low": names(pot.low_winners) or None,
        }
        if "high_half" in stated if isinstance(stated, dict) else False:
            won |= {"high_half": pot.high_amount, "low_half": pot.low_amount}
        known["pot_winners"].append(won)
    return {key: known[key] for key in expected if key != "checks"}


def names(seats: tuple[int, ...]) -> list[str]:
    return [f"P{seat + 1}" for seat in seats]


def named(chips: tuple[int, ...]) -> dict[str, int]:
    return {f"P{seat + 1}": amount for seat, amount in enumerate(chips) if amount}


def played(case: dict[str, Any]) -> Hand:
    """Play a case and compare its whole outcome."""
    player = CasePlayer(case)
    hand = player.play()
    assert hand.is_over, f"{case['id']}: {hand.waits_for}, board {format_cards(hand.board)}"
    expected = {key: value for key, value in case["expected"].items() if key != "checks"}
    assert outcome(hand, case["expected"]) == expected
    return hand
