"""The reported bugs of other engines that are about playing a hand: the same input, the right answer.

The entries are told in words; each is recognised by its repository and report number and played here.
"""

from __future__ import annotations

from typing import Any

import pytest
from rule_cases import LIMITS, seat_of, shared_lines

from pokereval.errors import DuplicateCardError, IllegalActionError
from pokereval.games import FixedLimit, Hand, Holdem, Legal, Limit, Omaha


def report(repository: str, number: str, kind: str) -> dict[str, Any]:
    """Return the input of one report; a folder without it skips the test."""
    for entry in shared_lines("cases/reported_bugs.jsonl"):
        if repository in entry["repo"] and number in entry["number"] and kind in entry["kind"]:
            found: dict[str, Any] = entry["input"]
            return found
    pytest.skip(f"the report {repository} {number} is not in the folder with shared cases")


def blinds_of(given: dict[str, Any]) -> tuple[int, int]:
    blinds = given["blinds"]
    small, big = blinds.values() if isinstance(blinds, dict) else map(int, blinds.split("/"))
    return min(small, big), max(small, big)


def start(given: dict[str, Any], *, limit: str | Limit = "no") -> Hand:
    """Start the hand of a report and play its actions; words in brackets are remarks."""
    game = Holdem(limit=limit, blinds=blinds_of(given), ante=given.get("ante", 0))
    stacks = list(given["stacks"].values())
    return act_all(game.start(stacks, seat_of(given["button"]), seed=1), given["actions"])


def act_all(hand: Hand, actions: list[str]) -> Hand:
    for line in actions:
        if line.startswith("/"):
            continue
        who, what, *amount = line.split("(")[0].split()
        assert hand.actor == seat_of(who), line
        getattr(hand, what)(*map(int, amount))
    return hand


def legal(hand: Hand) -> Legal:
    choices = hand.legal()
    assert choices is not None
    return choices


def test_pokerkit_45_a_short_all_in_does_not_reopen_for_a_caller() -> None:
    hand = start(report("uoftcprg/pokerkit", "#45", "betting"))
    assert (legal(hand).seat, legal(hand).call, legal(hand).can_raise) == (3, 3, False)


def test_pokerkit_25_a_short_all_in_leaves_an_amount_to_call() -> None:
    hand = start(report("uoftcprg/pokerkit", "#25", "betting"))
    assert (legal(hand).seat, legal(hand).call, legal(hand).can_raise) == (4, 31, False)


def test_hilo_side_pot_without_an_eligible_low_goes_to_the_high_hand() -> None:
    given = report("pokerkit", "0.7.7", "hi-lo side pots")
    game = Omaha(limit=LIMITS[given["game"].split()[0]], blinds=blinds_of(given), low=True)
    hand = game.start(list(given["stacks"].values()), seat_of(given["button"]), wait_for_cards=True)
    for seat in (0, 1, 2, 3):
        hand.deal(given["hole"][f"P{seat + 1}"], seat=seat)
    act_all(hand, given["actions"])
    board = given["board"]
    for cards in (board[:6], board[6:8], board[8:]):
        hand.burn()
        hand.deal(cards)
        while hand.actor is not None:
            hand.check()
    assert [pot.amount for pot in hand.result.pots] == [40, 120, 100]
    assert hand.result.payouts == (20, 140, 100, 0)


def test_pypokerengine_82_heads_up_the_button_is_the_small_blind() -> None:
    given = report("PyPokerEngine", "#82", "order")
    hand = Holdem(limit="no", blinds=(1, 2)).start([100] * given["players"], seat_of(given["button"]), seed=1)
    assert (hand.actor, hand.bets) == (1, [2, 1])
    hand.call()
    hand.check()
    assert hand.actor == 0


def test_pypokerengine_72_a_stack_short_of_a_full_raise_may_go_all_in() -> None:
    given = report("PyPokerEngine", "#72", "betting")
    hand = Holdem(limit="no", blinds=blinds_of(given)).start(list(given["stacks"].values()), 1, seed=1)
    hand.raise_to(20)
    assert (legal(hand).seat, legal(hand).min_raise_to, legal(hand).max_raise_to) == (2, 30, 30)
    hand.all_in()


def test_pypokerengine_45_antes_are_in_the_pot_and_in_no_bet() -> None:
    given = report("PyPokerEngine", "#45", "antes")
    with pytest.raises(IllegalActionError, match="raise to 20"):
        start(given)  # rule 31: at no limit the report's raise to 15 over 10 is too small
    limit = FixedLimit(5, big_bet=10)  # where raises are by 5 it can be made, and the antes counted
    hand = start(given, limit=limit)
    assert (hand.pot, hand.stacks[0]) == (45, 80)


def test_pypokerengine_44_the_last_seat_with_chips_is_not_asked() -> None:
    hand = start(report("PyPokerEngine", "#44", "betting"))
    assert hand.is_over
    assert (hand.result.pots[0].amount, hand.result.pots[0].eligible) == (200, (1, 2, 3))
    assert hand.result.pots[-1].amount == 150
    assert hand.result.payouts[1] >= 150


def test_open_spiel_1042_no_raise_beyond_the_stack() -> None:
    report("open_spiel", "#1042", "betting")
    hand = Holdem(limit="no", blinds=(50, 100)).start([1200, 1200], 0, seed=1)
    act_all(hand, ["P1 raise_to 300", "P2 raise_to 900"])
    assert (legal(hand).call, legal(hand).min_raise_to, legal(hand).max_raise_to) == (600, 1200, 1200)
    with pytest.raises(IllegalActionError):
        hand.raise_to(1800)


def test_deuces_3_a_card_of_the_board_is_not_dealt_again() -> None:
    report("deuces", "#3", "evaluator input")
    hand = Holdem(limit="no", blinds=(1, 2)).start([100, 100], 0, wait_for_cards=True)
    hand.deal("2hAc")
    with pytest.raises(DuplicateCardError):
        hand.deal("2h2s")


def test_slumbot_28_the_minimum_is_the_last_raise_again() -> None:
    given = report("slumbot2019", "#28", "betting")
    hand = Holdem(limit="no", blinds=blinds_of(given)).start([20000, 20000], seat_of(given["button"]), seed=1)
    act_all(hand, given["actions"])
    assert legal(hand).min_raise_to == 4158
    hand.raise_to(4200)


def test_texas_holdem_game_engine_21_the_minimum_raise_is_kept_and_starts_anew() -> None:
    given = report("TexasHoldemGameEngine", "#21", "betting")
    hand = Holdem(limit="no", blinds=blinds_of(given)).start([5000] * 4, 3, seed=1)
    act_all(hand, given["actions"])
    assert legal(hand).min_raise_to == 500
    act_all(hand, ["P4 call", "P1 fold", "P2 fold"])
    assert (hand.street_name, legal(hand).min_raise_to) == ("flop", 100)


def test_bitcoin_poker_room_95_the_first_pot_raise_counts_the_call() -> None:
    given = report("Bitcoin-Poker-Room", "#95", "pot-limit")
    hand = Holdem(limit="pot", blinds=blinds_of(given)).start([500] * 6, 5, seed=1)
    assert legal(hand).max_raise_to == 35


def test_bitcoin_poker_room_70_an_all_in_below_a_full_raise_is_taken() -> None:
    given = report("Bitcoin-Poker-Room", "#70", "betting")
    stack = given["stack"] + 2
    hand = Holdem(limit="no", blinds=(1, 2)).start([200, stack], 1, seed=1)
    act_all(hand, ["P2 call", "P1 check", *["P1 check", "P2 check"] * 2, f"P1 bet {given['facing_bet']}"])
    assert (legal(hand).fold, legal(hand).call) == (True, 22)
    assert (legal(hand).min_raise_to, legal(hand).max_raise_to) == (29, 29)


def test_poker_engine_2_a_folded_hand_wins_nothing() -> None:
    report("BeekeeperAlex/poker-engine", "#2", "payout")
    hand = Holdem(limit="no", blinds=(1, 2)).start([100] * 3, 0, wait_for_cards=True)
    for cards in ("AcAd", "KcKd", "2c7d"):
        hand.deal(cards)
    act_all(hand, ["P1 raise_to 6", "P2 fold", "P3 fold"])
    assert hand.result.payouts == (5, 0, 0)


def test_pokerwars_5_the_big_blind_has_its_option_and_a_board_straight_is_split() -> None:
    given = report("pokerwars", "#5", "order")
    hand = Holdem(limit="no", blinds=(1, 2)).start([100] * 4, 3, wait_for_cards=True)
    case = given["board_case"]
    for seat in (0, 1):
        hand.deal(case[f"P{seat + 1}"], seat=seat)
    hand.deal("??", seat=2)
    hand.deal("??", seat=2)
    hand.deal("????", seat=3)
    act_all(hand, given["actions"])
    assert (legal(hand).seat, legal(hand).check, legal(hand).can_raise) == (1, True, True)
    hand.check()
    board = case["board"]
    for cards in (board[:6], board[6:8], board[8:]):
        hand.burn()
        hand.deal(cards)
        while hand.actor is not None:
            hand.check()
    assert hand.result.payouts == (2, 2, 0, 0)
