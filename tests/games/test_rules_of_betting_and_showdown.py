"""One test for each rule from 25 to 51, named for its number; sources are on the documentation page on rules."""

from __future__ import annotations

from math import comb

import pytest
from scripts import passively, play

import pokereval as pe
from pokereval.errors import IllegalActionError
from pokereval.games import Holdem, Omaha, Stud, Table, Wait, stud_stakes

FIXED = Holdem(limit="fixed", blinds=(1, 2))
NO_LIMIT = Holdem(limit="no", blinds=(1, 2))
STUD = Stud(bets=(5, 10), ante=1, bring_in=2)
CHECKED_DOWN = ", P1 check, P2 check" * 3


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
