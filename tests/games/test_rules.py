"""One test for each rule of play, named for its number; sources are on the documentation page on rules."""

from __future__ import annotations

from math import comb

import pytest
from scripts import passively, play

import pokereval as pe
from pokereval.errors import IllegalActionError, SeatError
from pokereval.games import Holdem, Omaha, Stud, Table, Wait, half_blind, stud_stakes

FIXED = Holdem(limit="fixed", blinds=(1, 2))
NO_LIMIT = Holdem(limit="no", blinds=(1, 2))
OMAHA8 = Omaha(limit="no", blinds=(1, 2), low=True)
STUD = Stud(bets=(5, 10), ante=1, bring_in=2)
CHECKED_DOWN = ", P1 check, P2 check" * 3


def showdown(board: str, *holes: str, game: object = NO_LIMIT) -> tuple[int, ...]:
    """Return the payouts of a pot of 2 from each seat, checked to the end."""
    stacks = [2] * len(holes)
    seats = {f"P{seat + 1}": cards for seat, cards in enumerate(holes)}
    plain = Holdem(limit="no", blinds=(2, 2)) if game is NO_LIMIT else game
    hand = play(
        plain, stacks, ", ".join(f"P{s + 1} call" for s in range(2, len(holes))), holes=seats, board=board
    )  # type: ignore[arg-type]
    return hand.result.payouts


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


# -- fixed limit (25-29) ----------------------------------------------------------------------------------------------


def test_rule_25_small_bets_then_big_bets() -> None:
    hand = FIXED.start([100, 100], 1, seed=1)
    sizes = []
    while hand.actor is not None:
        legal = hand.legal()
        assert legal is not None
        if hand.street_name not in [name for name, _ in sizes]:
            sizes.append((hand.street_name, legal.raise_sizes))
        hand.call() if hand.to_call else hand.check()
    assert sizes == [("preflop", (4,)), ("flop", (2,)), ("turn", (4,)), ("river", (4,))]


def test_rule_26_one_bet_and_three_raises() -> None:
    hand = play(FIXED, [100] * 4, "P3 raise_to 4, P4 raise_to 6, P1 raise_to 8")
    with pytest.raises(IllegalActionError, match="fold or call 6"):
        hand.raise_to(10)


def test_rule_27_a_ten_handed_10_20_game_to_the_cap() -> None:
    game = Holdem(limit="fixed", blinds=(5, 10))
    folds = ", ".join(f"P{seat} fold" for seat in range(4, 8))
    hand = play(game, [500] * 10, f"P3 raise_to 20, {folds}, P8 raise_to 30, P9 call, P10 fold")
    assert hand.to_call == 25
    hand.call()
    assert hand.to_call == 20
    hand.raise_to(40)
    legal = hand.legal()
    assert legal is not None
    assert not legal.can_raise


def test_rule_28_small_blind_against_two_raises_of_a_2_4_game() -> None:
    hand = play(FIXED, [100] * 4, "P3 raise_to 4, P4 raise_to 6")
    legal = hand.legal()
    assert legal is not None
    assert (legal.call, legal.raise_sizes) == (5, (8,))
    hand.raise_to(8)
    assert hand.stacks[0] == 92


@pytest.mark.parametrize(("tournament", "capped"), [(False, False), (True, True)])
def test_rule_29_two_players_raise_without_end_in_cash_games_only(tournament: bool, capped: bool) -> None:
    game = Holdem(limit="fixed", blinds=(1, 2), tournament=tournament)
    hand = play(game, [100, 100], "P2 raise_to 4, P1 raise_to 6, P2 raise_to 8")
    legal = hand.legal()
    assert legal is not None
    assert legal.can_raise is not capped


# -- pot limit, no limit (30-32) --------------------------------------------------------------------------------------


def test_rule_30_pot_raises_of_a_1_2_game_are_to_7_and_to_24() -> None:
    hand = Omaha(limit="pot", blinds=(1, 2)).start([200] * 6, 5, seed=1)
    legal = hand.legal()
    assert legal is not None
    assert (legal.min_raise_to, legal.max_raise_to) == (4, 7)
    hand.raise_to(7)
    legal = hand.legal()
    assert legal is not None
    assert legal.max_raise_to == 24
    with pytest.raises(IllegalActionError):
        hand.raise_to(25)


def test_rule_31_a_raise_adds_the_largest_bet_or_raise_of_the_round() -> None:
    hand = play(NO_LIMIT, [500] * 4, "P3 raise_to 7, P4 raise_to 15")
    legal = hand.legal()
    assert legal is not None
    assert legal.min_raise_to == 23
    short = play(NO_LIMIT, [500, 500, 500, 20], "P3 raise_to 15")
    legal = short.legal()
    assert legal is not None
    assert (legal.min_raise_to, legal.max_raise_to) == (20, 20)  # unless it is all-in


def test_rule_32_no_limit_bets_any_amount_and_never_caps() -> None:
    hand = NO_LIMIT.start([1000, 1000, 1000], 0, seed=1)
    for amount in range(4, 40, 2):
        hand.raise_to(amount)
    legal = hand.legal()
    assert legal is not None
    assert (legal.min_raise_to, legal.max_raise_to) == (40, 1000)


# -- table stakes (33-35) ---------------------------------------------------------------------------------------------


def test_rule_33_a_seat_risks_no_more_than_its_stack() -> None:
    hand = play(
        NO_LIMIT, [50, 100], "P2 all_in, P1 call", holes={"P1": "AcAd", "P2": "KcKd"}, board="2s3h7d9sJh"
    )
    assert (hand.result.pots[0].amount, hand.result.returned, hand.result.stacks) == (100, (0, 50), (100, 50))


def test_rule_34_three_all_ins_of_300_200_and_100() -> None:
    hand = play(
        NO_LIMIT, [200, 300, 100], "P3 all_in, P1 call, P2 all_in, P1 call",
        holes={"P1": "KcKd", "P2": "QcQd", "P3": "AcAd"}, board="2s3h7d9sJh",
    )  # fmt: skip
    assert [(pot.amount, pot.eligible) for pot in hand.result.pots] == [(300, (0, 1, 2)), (200, (0, 1))]
    assert hand.result.returned == (0, 100, 0)
    assert hand.result.payouts == (200, 0, 300)


def test_rule_35_a_later_bet_stays_uncalled_and_the_showdown_takes_place() -> None:
    hand = play(
        NO_LIMIT, [100, 100, 10], "P3 all_in, P1 call, P2 call, P1 bet 20, P2 fold",
        holes={"P1": "KcKd", "P2": "QcQd", "P3": "AcAd"}, board="2s3h7d9sJh",
    )  # fmt: skip
    assert hand.result.returned == (20, 0, 0)
    assert hand.result.payouts == (0, 0, 30)
    assert hand.result.showdown_order == (0, 2)


# -- stud (36-42) -----------------------------------------------------------------------------------------------------


def test_rule_36_antes_two_down_four_up_one_down_and_five_rounds() -> None:
    hand = passively(STUD.start([100] * 3, 0, seed=1))
    assert [event for event in hand.events if event[0] == "ante"] == [("ante", seat, 1) for seat in (1, 2, 0)]
    faces = [event[0] for event in hand.events if event[0] in ("down", "up")]
    assert faces == ["down", "up", "up", "up", "up", "down"]
    assert [len(cards) for cards in hand.hole_cards] == [7, 7, 7]
    assert len(hand.game.streets) == 5


def test_rule_37_the_schedule_of_antes_bring_ins_and_opening_bets() -> None:
    assert stud_stakes("3-6")[:3] == (75, 125, 300)
    assert stud_stakes("15-30")[:3] == (300, 600, 1500)
    stakes = stud_stakes("100-200")
    game = Stud(bets=(stakes.small_bet, stakes.big_bet), ante=stakes.ante, bring_in=stakes.bring_in)
    legal = game.start([100000] * 3, 0, seed=1).legal()
    assert legal is not None
    assert (legal.bring_in, legal.complete_to) == (5000, 10000)


def test_rule_38_the_lowest_up_card_brings_in_and_suits_break_the_tie() -> None:
    up = {"P1": "AsKs2d", "P2": "AcKc2h", "P3": "3s3d2c", "P4": "QhQs2s"}
    assert play(STUD, [100] * 4, holes=up).actor == 2
    assert (
        play(STUD, [100] * 3, holes={"P1": "2s2dAc", "P2": "AsKs3c", "P3": "QhQsAd"}).actor == 1
    )  # the ace is high


def test_rule_39_left_of_the_bring_in_folds_calls_or_completes() -> None:
    hand = play(STUD, [100] * 3, "P1 bring_in", holes={"P1": "AsKs2c", "P2": "AcAd9h", "P3": "QsJhTd"})
    assert str(hand.legal()) == "fold, call 2 or complete to 5"
    hand.complete()
    assert hand.events[-1] == ("complete", 1, 5)


def test_rule_40_the_best_board_acts_and_a_paired_door_card_may_bet_big() -> None:
    hand = play(
        STUD, [200] * 3, "P1 bring_in, P2 call, P3 call",
        holes={"P1": "AsKs2c7h", "P2": "KhQd8s8d", "P3": "QsJhTd3c"},
    )  # fmt: skip
    legal = hand.legal()
    assert legal is not None
    assert (legal.seat, legal.raise_sizes) == (1, (5, 10))
    hand.check()
    legal = hand.legal()
    assert legal is not None
    assert legal.raise_sizes == (5,)


def test_rule_41_from_fifth_street_bets_are_big_and_queens_act_before_eights() -> None:
    hand = play(
        STUD, [200] * 3, "P1 bring_in, P2 call, P3 call, P1 check, P2 check, P3 check",
        holes={"P1": "AsKs8c8dKd", "P2": "4h5hQh2dQd", "P3": "6s7sTdJc9h"},
    )  # fmt: skip
    legal = hand.legal()
    assert legal is not None
    assert (hand.street_name, legal.seat, legal.raise_sizes) == ("fifth street", 1, (10,))
    hand = play(
        STUD, [200] * 2, "P2 bring_in, P1 call, P1 check, P2 check, P2 check, P1 check",
        holes={"P1": "AsKs9dTdAcAh", "P2": "4h5h2s9s2d9c"},
    )  # fmt: skip
    assert hand.actor == 1, "two pair beat a pair of aces"


def test_rule_42_the_called_seat_opens_and_the_others_muck_or_show_a_winner() -> None:
    hand = play(
        STUD, [200] * 3,
        "P1 bring_in, P2 call, P3 call" + ", P3 check, P1 check, P2 check" * 3 + ", P3 bet 10, P1 call, P2 call",
        holes={"P1": "KsQs2c7h4d9h5c", "P2": "AsAd8s9c6d3h7c", "P3": "QhJhTd9d3c5d8h"},
    )  # fmt: skip
    assert hand.result.showdown_order[0] == 2
    assert hand.result.shown[0] == 2
    assert set(hand.result.shown) | set(hand.result.mucked) == {0, 1, 2}
    best = max(range(3), key=hand.result.rank)
    assert best in hand.result.shown


# -- showdown (43-46) -------------------------------------------------------------------------------------------------

FOUR = {"P1": "9c9d", "P2": "KcKd", "P3": "AcAd", "P4": "8c8d"}
LIMPED = "P3 call, P4 call, P1 call, P2 check" + ", P1 check, P2 check, P3 check, P4 check" * 2


def test_rule_43_the_last_river_bettor_shows_first_else_left_of_the_button() -> None:
    river = ", P1 check, P2 bet 4, P3 raise_to 8, P4 fold, P1 fold, P2 call"
    hand = play(FIXED, [100] * 4, LIMPED + river, holes=FOUR, board="2s3h7dTsJh")
    assert hand.result.showdown_order == (2, 1)
    hand = play(
        FIXED, [100] * 4, LIMPED + ", P1 check, P2 check, P3 check, P4 check", holes=FOUR, board="2s3h7dTsJh"
    )
    assert hand.result.showdown_order == (0, 1, 2, 3)


def test_rule_44_a_beaten_caller_mucks_and_without_a_call_nothing_is_shown() -> None:
    hand = play(
        FIXED, [100] * 4, LIMPED + ", P1 check, P2 check, P3 check, P4 check", holes=FOUR, board="2s3h7dTsJh"
    )
    assert (hand.result.shown, hand.result.mucked) == ((0, 1, 2), (3,))
    hand = play(
        FIXED, [100] * 4, LIMPED + ", P1 bet 4, P2 fold, P3 fold, P4 fold", holes=FOUR, board="2s3h7dTsJh"
    )
    assert (hand.result.shown, hand.result.mucked) == ((), ())


def test_rule_45_all_hole_cards_are_shown_to_win() -> None:
    hand = play(NO_LIMIT, [100, 100], "P2 call, P1 check" + CHECKED_DOWN, holes={"P1": "2c3d", "P2": "2d3h"},
                board="TsJsQsKsAs")  # fmt: skip
    shown = {event[1]: event[2] for event in hand.events if event[0] == "show"}
    assert shown == {
        0: pe.parse_cards("2c3d"),
        1: pe.parse_cards("2d3h"),
    }  # the board plays, all cards are shown


def test_rule_46_winning_hands_are_awarded_and_only_beaten_ones_are_offered_the_muck() -> None:
    game = Omaha(limit="no", blinds=(1, 2), low=True, muck="ask")
    hand = play(game, [100, 100, 100], "P3 call, P1 call, P2 check" + ", P1 check, P2 check, P3 check" * 3,
                holes={"P1": "KcKdQcJs", "P2": "QsQdJh5h", "P3": "As2dQh9c"}, board="3c7d8sKhTs")  # fmt: skip
    assert hand.waits_for == Wait("show", 1)  # P1 was revealed, P2 has neither half
    hand.muck()
    assert hand.result.shown == (0, 2)  # P3 wins the low and is revealed without being asked
    assert hand.result.payouts == (3, 0, 3)


# -- joining, missed blinds, outs, review (47-51) ---------------------------------------------------------------------


def full_table(blinds: tuple[int, int] = (1, 2)) -> Table:
    table = Table(Holdem(limit="fixed", blinds=blinds), 5)
    for seat in range(4):
        table.sit(seat, 100)
    fold_around(table)  # button 0, blinds 1 and 2
    return table


def fold_around(table: Table) -> None:
    hand = table.next_hand(seed=1)
    while hand.actor is not None:
        hand.fold()


def test_rule_47_a_new_player_posts_or_waits_and_is_the_big_blind_in_its_seat() -> None:
    posting = full_table()
    posting.sit(4, 100, post=True)
    hand = posting.next_hand(seed=2)
    assert ("post", 4, 2) in hand.events
    waiting = full_table()
    waiting.sit(4, 100)
    assert waiting.next_hand(seed=2).setup["stacks"][4] == 0
    passively(waiting.hand)  # type: ignore[arg-type]
    hand = waiting.next_hand(seed=3)
    assert hand.setup["big_blind_seat"] == 4
    assert not any(event[0] == "post" for event in hand.events)


def test_rule_48_a_missed_big_blind_is_out_until_made_up_and_a_missed_small_one_is_dead() -> None:
    table = full_table()
    table.sit_out(3)
    fold_around(table)
    assert table.players[3].marker == "ML"  # type: ignore[union-attr]
    table.sit_in(3)
    assert table.next_hand(seed=3).setup["stacks"][3] == 0, "back, but waiting for the big blind"
    table = full_table()
    table.sit_out(2)
    fold_around(table)
    assert table.players[2].marker == "MS"  # type: ignore[union-attr]
    table.sit_in(2, post=True)
    hand = table.next_hand(seed=3)
    assert ("dead_post", 2, 1) in hand.events


def test_rule_49_both_missed_in_a_2_4_game_is_3_of_which_1_is_dead() -> None:
    table = full_table()
    table.sit_out(3)
    for _ in range(2):
        fold_around(table)
    table.sit_in(3, post=True)
    assert table.owed(3) == (2, 1)
    hand = play(FIXED, [100] * 5, "P3 fold", live_posts={3: 2}, dead_posts={3: 1})
    assert (hand.pot, hand.to_call, hand.stacks[3]) == (6, 0, 97)


def test_rule_50_outs_are_counted_in_the_unseen_cards() -> None:
    seen = pe.parse_cards("AhKh Qh7h2c")
    unseen = [card for card in range(52) if card not in seen]
    flushes = sum(pe.rank_class(pe.evaluate((*seen, card))) == 6 for card in unseen)
    assert flushes == 9
    by_river = sum(
        pe.rank_class(pe.evaluate((*seen, one, two))) >= 6 for one in unseen for two in unseen if one < two
    )
    assert by_river == comb(47, 2) - comb(47 - 9, 2)
    assert [round(100 * part, 2) for part in (9 / 47, 9 / 46, by_river / comb(47, 2))] == [
        19.15,
        19.57,
        34.97,
    ]


def test_rule_51_the_last_50_hands_are_kept_with_every_card_of_the_showdown() -> None:
    table = Table(NO_LIMIT, 3)
    for seat in range(3):
        table.sit(seat, 1000)
    for number in range(53):
        passively(table.next_hand(seed=number))
    table.finish_hand()
    assert len(table.history) == 50
    for hand in table.history:
        assert set(hand.result.showdown_cards) == {0, 1, 2}
    last = table.review()
    for cards in table.history[-1].hole_cards:
        assert pe.format_cards(cards) in last
    assert "Seat" in table.review(50)
    with pytest.raises(ValueError, match="last 50 hands"):
        table.review(51)
