"""House rules and special hands: antes, straddles, posts, bomb pots, rake, several boards, mucks, odd chips."""

from __future__ import annotations

import pytest
from scripts import passively, play

from pokereval import format_cards
from pokereval.games import Courchevel, Holdem, Omaha, Rake, Stud
from pokereval.games.players import play_out, random_player, scripted_player

ACES = {"P1": "AcAd", "P2": "KcKd", "P3": "QcQd"}
BOARD = "2s3h7d9sTh"


def test_antes_of_all_seats_are_contributions_and_short_ones_make_side_pots() -> None:
    game = Holdem(limit="no", blinds=(5, 10), ante=5)
    hand = play(
        game, [3, 100, 100], "P3 call, P2 check" + ", P2 check, P3 check" * 3, holes=ACES, board=BOARD
    )
    assert [pot.amount for pot in hand.result.pots] == [9, 24]


@pytest.mark.parametrize(("ante_first", "blind", "ante"), [(False, 10, 2), (True, 2, 10)])
def test_a_short_big_blind_pays_blind_or_ante_first(ante_first: bool, blind: int, ante: int) -> None:
    game = Holdem(limit="no", blinds=(5, 10), big_blind_ante=10, ante_first=ante_first)
    hand = game.start([100, 12, 100], 2, seed=1)
    paid = {event[0]: event[2] for event in hand.events if event[0] in ("ante", "big_blind")}
    assert paid == {"ante": ante, "big_blind": blind}
    assert hand.to_call == 10


def test_a_button_ante_is_dead_money_of_the_button() -> None:
    hand = Holdem(limit="no", blinds=(1, 2), button_ante=2).start([100] * 3, 1, seed=1)
    assert ("ante", 1, 2) in hand.events
    assert (hand.pot, hand.dead, hand.bets) == (5, [0, 2, 0], [2, 0, 1])


def test_a_straddle_acts_last_and_doubles_the_minimum_raise() -> None:
    hand = play(Holdem(limit="no", blinds=(1, 2)), [100] * 4, straddles={2: 4})
    legal = hand.legal()
    assert legal is not None
    assert (legal.seat, legal.call, legal.min_raise_to) == (3, 4, 8)
    for _ in range(3):
        hand.call()
    assert hand.actor == 2
    hand.check()
    assert hand.waits_for is not None
    assert hand.waits_for.kind == "burn"


def test_a_straddle_counts_in_the_pot_limit() -> None:
    hand = play(Omaha(limit="pot", blinds=(1, 2)), [100] * 4, straddles={2: 4})
    legal = hand.legal()
    assert legal is not None
    assert (legal.min_raise_to, legal.max_raise_to) == (8, 15)  # 4 to call into 7 makes 11, on top of 4


def test_a_straddle_counts_as_a_raise_in_fixed_limit() -> None:
    hand = play(
        Holdem(limit="fixed", blinds=(1, 2)), [100] * 4, "P4 raise_to 6, P1 raise_to 8", straddles={2: 4}
    )
    legal = hand.legal()
    assert legal is not None
    assert not legal.can_raise


def test_a_bomb_pot_goes_straight_to_the_flop() -> None:
    hand = Holdem(limit="no", blinds=(1, 2)).start([100] * 5, 4, seed=1, bomb_pot=10)
    assert (hand.street_name, hand.pot, hand.actor, hand.to_call) == ("flop", 50, 0, 0)
    assert not any(event[0].endswith("blind") for event in hand.events)


def test_the_board_run_twice_splits_every_pot_and_odd_chips_go_to_the_first_board() -> None:
    game = Holdem(limit="no", blinds=(1, 2))
    hand = game.start([30, 50, 50], 2, seed=3, boards=2)
    play_out(hand, scripted_player(["raise_to 50", "all_in", "fold"]))
    assert hand.is_over
    first, second = hand.boards
    assert len(first) == len(second) == 5
    assert not set(first) & set(second)
    assert [sum(pot.amount for pot in board) for board in hand.result.awarded] == [31, 31]
    text = hand.result.explain()
    assert f"Board 1 is {format_cards(first, separator=' ')}." in text
    assert f"Board 2 is {format_cards(second, separator=' ')}." in text


def test_boards_share_the_cards_dealt_before_the_all_in() -> None:
    hand = Holdem(limit="no", blinds=(1, 2)).start([60, 60], 1, seed=5, boards=3)
    for action in ("call", "check", "check"):
        getattr(hand, action)()
    hand.all_in()
    hand.call()
    assert len({board[:3] for board in hand.boards}) == 1
    assert len({board[3:] for board in hand.boards}) == 3
    burns = sum(event[0] == "burn" for event in hand.events)
    assert burns == 1 + 3 * 2


def test_a_second_board_is_only_run_when_betting_is_over() -> None:
    hand = passively(Holdem(limit="no", blinds=(1, 2)).start([60, 60], 1, seed=5, boards=2))
    assert len(hand.boards) == 1


def test_rake_is_taken_before_the_split_and_never_without_a_flop() -> None:
    game = Holdem(limit="no", blinds=(1, 2), rake=Rake(100, cap=3))
    assert play(game, [100] * 3, "P3 fold, P1 fold").result.rake == 0
    hand = play(
        game, [9, 100, 100], "P3 raise_to 20, P1 call, P2 call" + ", P2 check, P3 check" * 3,
        holes=ACES, board=BOARD,
    )  # fmt: skip
    assert hand.result.rake == 3
    assert hand.result.payouts == (26, 20, 0)  # 1 of the main pot of 27, 2 of the side pot of 22
    assert hand.result.net == (17, 0, -20)


def test_rake_may_be_any_function_of_the_pot() -> None:
    game = Holdem(limit="no", blinds=(1, 2), rake=lambda pot: pot // 2)
    assert play(game, [100] * 3, "P3 fold, P1 fold").result.rake == 1


def test_every_hand_is_shown_where_mucking_is_not_done() -> None:
    game = Holdem(limit="no", blinds=(1, 2), muck="never")
    hand = play(game, [100, 100], "P2 call, P1 check" + ", P1 check, P2 check" * 3, holes=ACES, board=BOARD)
    assert hand.result.shown == (0, 1)


def test_a_seat_that_is_asked_may_show_a_beaten_hand() -> None:
    game = Holdem(limit="no", blinds=(1, 2), muck="ask")
    hand = play(game, [100, 100], "P2 call, P1 check" + ", P1 check, P2 check" * 3, holes=ACES, board=BOARD)
    hand.show()
    assert hand.result.shown == (0, 1)
    assert hand.result.payouts == (4, 0)


def test_all_in_is_a_call_where_it_can_only_be_a_call() -> None:
    hand = play(
        Holdem(limit="no", blinds=(1, 2)),
        [500, 140, 500],
        "P3 call, P1 call, P2 check, P1 bet 100, P2 all_in, P3 all_in",
    )
    assert hand.events[-1][:2] == ("raise", 2)
    hand = play(
        Holdem(limit="no", blinds=(1, 2)),
        [500, 140, 120],
        "P3 call, P1 call, P2 check, P1 bet 100, P2 all_in, P3 all_in",
    )
    assert ("call", 2, 118) in hand.events
    hand.all_in()  # the action is not re-opened for the bettor
    assert ("call", 0, 38) in hand.events


def test_all_in_beyond_the_pot_is_refused() -> None:
    hand = Omaha(limit="pot", blinds=(1, 2)).start([100] * 3, 0, seed=1)
    with pytest.raises(ValueError, match="go all-in for 100"):
        hand.all_in()


def test_raise_by_adds_to_the_current_bet() -> None:
    hand = Holdem(limit="no", blinds=(1, 2)).start([100] * 3, 0, seed=1)
    hand.raise_by(4)
    assert hand.current_bet == 6


def test_a_hand_shows_what_it_waits_for() -> None:
    hand = Holdem(limit="no", blinds=(1, 2)).start([100] * 2, 1, wait_for_cards=True)
    seen = []
    cards = iter(range(52))
    while (wait := hand.waits_for) is not None:
        if seen[-1:] != [wait.kind]:
            seen.append(wait.kind)
        if wait.kind == "burn":
            hand.burn(next(cards))
        elif wait.kind == "action":
            hand.call() if hand.to_call else hand.check()
        else:
            hand.deal(next(cards))
    assert seen == ["cards", *["action", "burn", "board"] * 3, "action"]


def test_a_random_player_repeats_itself() -> None:
    game = Omaha(limit="pot", blinds=(1, 2), low=True)
    one, two = (play_out(game.start([100] * 6, 0, seed=9), random_player(4)) for _ in range(2))
    assert one == two


def test_the_open_card_of_courchevel_is_on_every_board() -> None:
    hand = Courchevel(limit="no", blinds=(5, 10)).start([5, 10], 0, seed=1, boards=2)
    assert hand.is_over
    first, second = hand.boards
    assert first[0] == second[0]
    assert not set(first[1:]) & set(second[1:])
    assert [len(cards) for cards in hand.hole_cards] == [5, 5]


def test_games_and_results_are_shown_in_one_line() -> None:
    assert repr(Omaha(limit="pot", low=True)) == "<Game of Omaha hi-lo, pot limit, blinds 1/2>"
    assert repr(Stud()) == "<Game of seven-card stud, fixed limit, ante 1, bring-in 2>"
    hand = Omaha().start(stacks=[20, 20])
    hand.fold()
    assert repr(hand.result) == "<HandResult of Omaha: seat 1 -1, seat 2 +1>"
