"""One test for each rule from 1 to 24, named for its number; sources are on the documentation page on rules."""

from __future__ import annotations

import pytest
from scripts import passively, play

import pokereval as pe
from pokereval.errors import IllegalActionError, SeatError
from pokereval.games import Game, Holdem, Omaha, Table, half_blind

FIXED = Holdem(limit="fixed", blinds=(1, 2))
NO_LIMIT = Holdem(limit="no", blinds=(1, 2))
EVEN = Holdem(limit="no", blinds=(2, 2))


def showdown(board: str, *holes: str, game: Game = EVEN) -> tuple[int, ...]:
    """Return the payouts of a pot of 2 from each seat, all of them all-in with it."""
    seats = {f"P{seat + 1}": cards for seat, cards in enumerate(holes)}
    return play(game, [2] * len(holes), holes=seats, board=board).result.payouts


# -- hands and cards (1-16) -------------------------------------------------------------------------------------------


def test_rule_01_classes_rank_in_order() -> None:
    ladder = ["AhKdQs9c7d", "AhAdQs9c7d", "AhAdQsQc7d", "AhAdAs9c7d", "5h4d3s2cAd", "AhQh9h7h2h", "AhAdAs9c9d",
              "AhAdAsAc9d", "5h4h3h2hAh", "AhKhQhJhTh"]  # fmt: skip
    ranks = [pe.evaluate(cards) for cards in ladder]
    assert ranks == sorted(set(ranks))


def test_rule_02_ties_go_by_cards_in_order_of_importance() -> None:
    assert showdown("KhKsKcKd2s", "Ah3d", "Qh3c") == (4, 0)  # quads: the fifth card
    assert showdown("QsQd7c7h2c", "Qh9c", "7s9d") == (4, 0)  # full house: trips first
    assert showdown("5s4d3h2cKs", "AhQd", "6hQc") == (0, 4)  # straight: the ace counts low
    assert showdown("9s9d4c4hJc", "AhKd", "AdKs") == (2, 2)  # equal: the pot is split


def test_rule_03_suits_never_decide_a_pot() -> None:
    assert showdown("2h5d9cJsKd", "AsQs", "AcQc") == (2, 2)


def test_rule_04_two_to_ten_play_with_52_distinct_cards() -> None:
    for seats in (1, 11, 23):
        with pytest.raises(SeatError, match="2 to 10 seats"):
            NO_LIMIT.start([100] * seats, 0)
    for seats in (2, 10):
        hand = passively(NO_LIMIT.start([100] * seats, 0, seed=1))
        dealt = [card for event in hand.events if event[0] in ("down", "board") for card in event[-1]]
        assert len(set(dealt)) == len(dealt) == 2 * seats + 5


def test_rule_05_holdem_plays_two_one_or_no_hole_card() -> None:
    assert showdown("AsKsQsJsTs", "2c3d", "9s8s") == (2, 2)  # none: the board plays
    assert showdown("AsKsQsJs2h", "Tc3d", "9c9d") == (4, 0)  # one
    assert showdown("Ks8s5s2h3d", "AsQs", "KcKd") == (4, 0)  # two


def test_rule_06_omaha_plays_exactly_two_with_exactly_three() -> None:
    omaha = Omaha(limit="no", blinds=(2, 2))
    assert showdown("AsKsQsJs2h", "Ts3d4d6c", "9c9d5h7h", game=omaha) == (0, 4)  # one spade is no flush
    assert showdown(
        "2s3s4d9hKc", "As5hKdQd", "KhKsQcJc", game=Omaha(limit="no", blinds=(2, 2), low=True)
    ) == (4, 0)


def test_rule_07_a_flush_in_omaha_needs_two_suited_hole_cards() -> None:
    board = "Th7s2h3hKh"
    assert pe.evaluate("AhAd" + board) > pe.evaluate("QhQd" + board) > pe.evaluate("JhJd" + board)
    assert pe.rank_class(pe.evaluate_omaha("AhAdQcJc", board)) < 6
    assert pe.rank_class(pe.evaluate_omaha("4h5hQcJc", board)) == 6


def test_rule_08_straights_on_a_board_of_seven_to_jack() -> None:
    board = "7h8h9sTcJd"
    assert len({pe.evaluate(hole + board) for hole in ("2c2d", "AsKd", "5c6d")}) == 1
    assert pe.evaluate("2c2d" + board) < pe.evaluate("Qc2d" + board) < pe.evaluate("KcQd" + board)
    nine_high = pe.evaluate_omaha("5c6d2c2d", board)
    jacks = {pe.evaluate_omaha(hole + "2c2d", board) for hole in ("7c8c", "8d9d", "9cTd", "TdJc", "Jc7d")}
    queens = {pe.evaluate_omaha(hole + "2c2d", board) for hole in ("QcJc", "QcTd", "Qc9d", "Qc8d")}
    nuts = pe.evaluate_omaha("KcQd2c2d", board)
    assert len(jacks) == len(queens) == 1
    assert nine_high < min(jacks) < min(queens) < nuts


def test_rule_09_quads_on_the_board_belong_to_everybody_in_holdem_and_nobody_in_omaha() -> None:
    board = "KhKsKcKd9s"
    assert pe.rank_class(pe.evaluate("2c3d" + board)) == 8
    assert pe.evaluate("Ac3d" + board) > pe.evaluate("QcQd" + board)
    aces, queens, kicker = (pe.evaluate_omaha(hole + "2c3d", board) for hole in ("AcAd", "QcQd", "AcJd"))
    assert aces > queens > kicker
    assert pe.rank_class(aces) == 7


def test_rule_10_board_three_kings_seven_ace() -> None:
    board = "KcKhKs7sAs"
    assert pe.evaluate("Kd2c" + board) > pe.evaluate("AcAd" + board) > pe.evaluate("QcQd" + board)
    assert pe.evaluate_omaha("AdKd2c3d", board) > pe.evaluate_omaha("KdQc2c3d", board)
    assert pe.evaluate_omaha("KdQc2c3d", board) > pe.evaluate_omaha("AcAd2c3d", board)


def test_rule_11_high_and_low_take_half_each_and_no_low_means_all_to_the_high() -> None:
    game = Omaha(limit="no", blinds=(2, 2), low=True)
    assert showdown("3c7d8sKhTs", "As2dQh9c", "KcKdQcJs", game=game) == (2, 2)
    assert showdown("9c7d8sKhTs", "As2dQh3h", "KcKdQcJs", game=game) == (0, 4)
    assert showdown("3c4h5hKhTs", "Ah2hJd9c", "KcKdQcJs", game=game) == (4, 0)


def test_rule_12_a_low_is_five_different_ranks_to_eight() -> None:
    assert pe.evaluate_low("5h4h3h2hAh") == 56
    assert pe.evaluate_low("8h7d6s5c4h") == 1
    assert pe.evaluate_low("9h4d3s2cAh") == pe.evaluate_low("AhAd2c3c4c") == 0
    assert pe.evaluate_omaha_low("Ah2cKdKs", "3c7d8sKhTs") > 0
    assert pe.evaluate_omaha_low("Ah2c3d4s", "7d8sKhTsKc") == 0


def test_rule_13_lows_compare_from_the_top() -> None:
    order = ["87325", "86543", "86542", "8654A", "8432A", "76543", "7632A", "7432A", "65432", "5432A"]
    ranks = [
        pe.evaluate_low("".join(rank + suit for rank, suit in zip(cards, "cdhsc", strict=True)))
        for cards in order
    ]
    assert ranks == sorted(set(ranks))


def test_rule_14_winning_high_and_tying_low_is_three_quarters() -> None:
    game = Omaha(limit="no", blinds=(2, 2), low=True)
    assert showdown("3c7d8sKdTh", "As2dKhKc", "Ah2cQdJd", game=game) == (3, 1)


def test_rule_15_one_high_and_two_tied_lows_is_a_half_and_two_quarters() -> None:
    hand = play(
        Omaha(limit="no", blinds=(4, 4), low=True), [4, 4, 4], "P3 call",
        holes={"P1": "KsKcQdJs", "P2": "As2dQh9c", "P3": "Ah2cJd5h"}, board="3c7d8sKd9h",
    )  # fmt: skip
    assert hand.result.payouts == (6, 3, 3)


def test_rule_16_nut_nut_and_another_ace_deuce_takes_a_quarter() -> None:
    game = Omaha(limit="no", blinds=(2, 2), low=True)
    hand = play(game, [2, 2], holes={"P1": "AhKh3s2s", "P2": "Ad2dJcTc"}, board="Jh4h3cQh5d")
    assert hand.result.payouts == (3, 1)
    assert hand.result.describe(0, "low") == "5-4-3-2-A"
    assert hand.result.describe(0).startswith("flush")


# -- deal and order (17-22) -------------------------------------------------------------------------------------------


def test_rule_17_the_button_moves_one_seat_and_stays_when_its_player_folds() -> None:
    table = Table(NO_LIMIT, 4)
    for seat in range(4):
        table.sit(seat, 100)
    buttons = []
    for _ in range(5):
        hand = table.next_hand(seed=1)
        buttons.append(hand.setup["button"])
        hand.fold()
        hand.fold()  # the button folds second
        assert hand.actor is not None
        hand.call()
        hand.check()
        assert hand.actor == (hand.setup["button"] + 1) % 4
        passively(hand)
    assert buttons == [0, 1, 2, 3, 0]


def test_rule_18_one_card_at_a_time_small_blind_first() -> None:
    deal = next(event for event in NO_LIMIT.start([100] * 4, 3, seed=1).events if event[0] == "down")
    assert deal[1] == (0, 1, 2, 3, 0, 1, 2, 3)


def test_rule_19_a_card_is_burned_before_flop_turn_and_river() -> None:
    events = passively(NO_LIMIT.start([100] * 3, 0, seed=1)).events
    cards = [
        (event[0], len(event[-1]) if event[0] == "board" else 1)
        for event in events
        if event[0] in ("burn", "board")
    ]
    assert cards == [("burn", 1), ("board", 3), ("burn", 1), ("board", 1), ("burn", 1), ("board", 1)]


def test_rule_20_left_of_the_big_blind_first_and_later_left_of_the_button() -> None:
    hand = play(NO_LIMIT, [100] * 5, "P3 call, P4 call, P5 call, P1 fold, P2 check")
    assert [event[1] for event in hand.events if event[0] in ("call", "fold", "check")] == [2, 3, 4, 0, 1]
    assert (hand.street_name, hand.actor) == ("flop", 1)


def test_rule_21_the_first_seat_may_not_check_and_the_big_blind_may() -> None:
    hand = NO_LIMIT.start([100] * 3, 0, seed=1)
    with pytest.raises(IllegalActionError, match=r"fold, call 2 or raise to 4\.\.100"):
        hand.check()
    hand.call()
    hand.call()
    legal = hand.legal()
    assert legal is not None
    assert (legal.check, legal.can_raise, legal.min_raise_to) == (True, True, 4)


def test_rule_22_heads_up_the_button_is_small_blind_first_before_and_last_after_the_flop() -> None:
    hand = NO_LIMIT.start([100, 100], 1, seed=1)
    assert hand.events[:2] == [("small_blind", 1, 1), ("big_blind", 0, 2)]
    assert hand.events[2][1] == (0, 1, 0, 1)
    assert hand.actor == 1
    hand.call()
    hand.check()
    assert hand.actor == 0


# -- blinds (23-24) ---------------------------------------------------------------------------------------------------


def test_rule_23_the_small_blind_is_half_rounded_down_and_blinds_may_be_equal() -> None:
    assert [half_blind(bet) for bet in (10, 2, 15, 5)] == [5, 1, 7, 2]
    game = Holdem(limit="fixed", blinds=(7, 15))
    assert game.limit.min_bet == 15
    hand = play(Holdem(limit="no", blinds=(2, 2)), [100] * 3, "P3 call")
    legal = hand.legal()
    assert legal is not None
    assert (hand.actor, legal.check, legal.min_raise_to) == (0, True, 4)


def test_rule_24_everybody_folds_to_the_big_blind() -> None:
    hand = play(FIXED, [100] * 4, "P3 fold, P4 fold, P1 fold")
    assert (hand.result.net, hand.result.returned, hand.result.showdown_order) == (
        (-1, 1, 0, 0),
        (0, 1, 0, 0),
        (),
    )
