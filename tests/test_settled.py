"""The account of a settled hand in sentences: who won which part of which pot, and why."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pokereval.pots import HandSettlement, settle_hand
from pokereval.variants import SHOWDOWN_GAMES

LOW_BOARD, LOW_HAND, LOW_HAND_TOO, THREE_QUEENS, THREE_JACKS = (
    "4c6d7sQhJc",
    "As3hTd9d",
    "Ah3dTh9s",
    "QcQdKdKs",
    "JdJhTcTs",
)
BROADWAY = "AcKdQhJsTc"


def lines(hand: HandSettlement) -> list[str]:
    return hand.explain().split("\n")


def test_a_whole_account_reads_from_the_table_to_the_chips() -> None:
    hand = settle_hand("holdem", ["KcKd", "QcQd", "AcAd"], "2s3h7d9sJh", [200, 300, 100], button=2)
    assert lines(hand) == [
        "Hold'em, 3 seats, button at seat 3, board 2s 3h 7d 9s Jh.",
        "Seat 2 takes back 100 chips that nobody called.",
        "Seat 1 holds Kc Kd: pair of kings, J-9-7 kickers (Kd Kc Jh 9s 7d).",
        "Seat 2 holds Qc Qd: pair of queens, J-9-7 kickers (Qd Qc Jh 9s 7d).",
        "Seat 3 holds Ac Ad: pair of aces, J-9-7 kickers (Ad Ac Jh 9s 7d).",
        "Main pot, 300 chips: seats 1, 2 and 3 play for it. Seat 3 wins it with pair of aces, J-9-7 kickers; second "
        "best is seat 1 with pair of kings, J-9-7 kickers.",
        "Side pot, 200 chips: seats 1 and 2 play for it. Seat 1 wins it with pair of kings, J-9-7 kickers; second "
        "best is seat 2 with pair of queens, J-9-7 kickers.",
        "Paid: 200 to seat 1 and 300 to seat 3.",
    ]


def test_rule_14_a_quartered_pot_is_told_in_quarters() -> None:
    hand = settle_hand("omaha8", ["AhKh3s2s", "Ac2dTcTd"], "Jh4h3cQh5d", [20, 20])
    assert lines(hand)[1:] == [
        "Seat 1 holds Ah Kh 3s 2s: flush, A-K-Q-J-4 (Ah Kh with Jh 4h Qh), "
        "and for low 5-4-3-2-A (Ah 2s with 4h 3c 5d).",
        "Seat 2 holds Ac 2d Tc Td: straight, five high (Ac 2d with 4h 3c 5d), "
        "and for low 5-4-3-2-A (Ac 2d with 4h 3c 5d).",
        "Pot, 40 chips: seats 1 and 2 play for it. Seat 1 wins the high half, 20, with flush, A-K-Q-J-4; second best "
        "is seat 2 with straight, five high. Seats 1 and 2 "
        "tie with 5-4-3-2-A and share the low half, 20, as 10 and 10. "
        "That is three quarters for seat 1 (30) and a quarter for seat 2 (10). Seat 2 is quartered.",
        "Paid: 30 to seat 1 and 10 to seat 2.",
    ]


def test_rule_15_both_seats_that_tie_the_low_are_quartered() -> None:
    told = settle_hand("omaha8", [THREE_QUEENS, LOW_HAND, LOW_HAND_TOO], LOW_BOARD, [40, 40, 40]).explain()
    assert "a half for seat 1 (60) and a quarter each for seats 2 and 3 (30 and 30)" in told
    assert "Seats 2 and 3 are quartered." in told


def test_sixths_are_told_with_the_seats_that_got_odd_chips() -> None:
    hands = [LOW_HAND, LOW_HAND_TOO, "Ac3s9hTs", THREE_QUEENS]
    told = settle_hand("omaha8", hands, LOW_BOARD, [10, 10, 10, 10], button=0).explain()
    assert "share the low half, 20, as 6, 7 and 7; the odd chips go to seats 2 and 3, first left of the button." in told
    assert "a half for seat 4 (20) and a sixth each for seats 1, 2 and 3 (6, 7 and 7)" in told
    assert "quartered" not in told


def test_a_scoop_is_called_one_with_and_without_a_low() -> None:
    with_low = settle_hand("omaha8", ["AhKh3s2s", "QcQdJc9c"], "Jh4h5cQh6d", [30, 30]).explain()
    assert "Seat 1 wins the high half, 30, with flush, A-K-Q-J-4" in with_low
    assert "Seat 1 wins the low half, 30, with 6-5-4-2-A. Seat 1 scoops." in with_low
    without = settle_hand("omaha8", [THREE_JACKS, THREE_QUEENS], LOW_BOARD, [15, 15]).explain()
    assert "No seat has a low of eight or better. Seat 2 wins all of it with" in without
    assert "Seat 2 scoops." in without


def test_a_scoop_is_no_word_of_games_without_a_low() -> None:
    assert "scoop" not in settle_hand("omaha", [THREE_JACKS, THREE_QUEENS], LOW_BOARD, [15, 15]).explain()


def test_a_winner_of_each_half_is_told_with_its_half_alone() -> None:
    told = settle_hand("omaha8", [LOW_HAND, THREE_QUEENS], LOW_BOARD, [30, 30]).explain()
    assert "Seat 2 wins the high half, 30, with three of a kind, queens, J-7 kickers" in told
    assert "Seat 1 wins the low half, 30, with 7-6-4-3-A." in told
    assert "That is" not in told
    assert "scoops" not in told


def test_decision_7_a_board_that_allows_no_low_is_named_as_the_reason() -> None:
    told = settle_hand("omaha8", ["As2dKhKc", "QcQdTs9c"], "4c4d6sQhJc", [8, 8]).explain()
    assert "No low is possible: the board lacks three different ranks of eight or lower." in told


def test_decision_8_the_odd_chip_of_the_halves_and_of_a_tie_are_told_apart() -> None:
    told = settle_hand("omaha8", ["AhKh3s2s", "Ac2dTcTd"], "Jh4h3cQh5d", [5, 5], dead=1, button=0).explain()
    assert "The pot does not halve evenly: the odd chip is part of the high half." in told
    assert "share the low half, 5, as 2 and 3; the odd chip goes to seat 2, first left of the button" in told


def test_decision_9_the_card_that_earned_a_stud_odd_chip_is_named() -> None:
    straights = ["9h8h7d6c5c2h2d", "9s8d7h6s5d3c3d"]
    told = settle_hand("stud", straights, "", [3, 3], dead=1).explain()
    assert "share it as 3 and 4; the odd chip goes to seat 2, by the highest card: 9s." in told
    lows = ["QcQdQh9c9d2s7s", "8c6h4d3sAsKcKd", "8d6c4h3cAcKhKs"]
    assert "the odd chip goes to seat 3, by the highest card: 8d." in settle_hand("stud8", lows, "", [10] * 3).explain()
    shared_nine = settle_hand("stud", ["8d7d6c5c2h2d", "8h7h6s5d3c3d"], "9s", [3, 3], dead=1).explain()
    assert "community card 9s" in shared_nine
    assert "by the highest card: 8h." in shared_nine


def test_decision_10_a_pot_shared_as_a_whole_is_told_as_one() -> None:
    told = settle_hand("omaha8", ["Ad2hTcJd", "Ac2sThJh"], "3h4s6cQdQs", [51, 51]).explain()
    assert (
        "Seats 1 and 2 tie for the high with pair of queens, A-J-6 kickers, and for the low with 6-4-3-2-A, "
        "so the pot is not halved but shared as a whole, 51 and 51."
    ) in told
    assert "quarter" not in told


def test_decision_11_a_side_pot_says_that_nobody_in_it_has_a_low_and_who_has_one() -> None:
    hands = [LOW_HAND, LOW_HAND_TOO, THREE_QUEENS, THREE_JACKS]
    told = lines(settle_hand("omaha8", hands, LOW_BOARD, [10, 10, 40, 40]))
    assert "Seats 1 and 2 tie with 7-6-4-3-A and share the low half, 20, as 10 and 10." in told[-3]
    assert told[-2].startswith(
        "Side pot, 60 chips: seats 3 and 4 play for it. No seat that plays for it has a low; "
        "seats 1 and 2 have one but do not play for this pot. Seat 3 wins all of it"
    )


def test_decision_24_shares_in_larger_chips_are_explained() -> None:
    hands = ["2c2d", "3c3d", "4h4d", "5h5d"]
    told = settle_hand("holdem", hands, BROADWAY, [47, 47, 47, 47], button=1, chip=5).explain()
    assert (
        "share it as 45, 45, 50 and 48; in chips of 5 it does not divide, "
        "and what is left goes out as 5 to seat 3 and 3 to seat 4, first left of the button"
    ) in told


def test_uncalled_folded_and_dead_chips_are_accounted_for() -> None:
    told = lines(
        settle_hand("holdem", ["AsAd", None, "KsKd"], "2c7d9hJs3s", [5, 2, 9], dead=[0, 2, 1], live=[True, False, True])
    )
    assert told[1:4] == [
        "Seat 3 takes back 4 chips that nobody called.",
        "What folded seats put in stays in the pots: 2 from seat 2.",
        "Dead money is part of the pot: 2 from seat 2 and 1 from seat 3.",
    ]
    one_chip = settle_hand("holdem", ["AsAd", "KsKd"], "2c7d9hJs3s", [5, 5], dead=1).explain()
    assert "Dead money of 1 chip is part of the pot." in one_chip


def test_a_forced_ante_is_told_when_uncalled_bets_had_gone_back() -> None:
    cards, board = ["AsAd", "KsKd", "QsQd"], "2c7d9hJs3s"
    told = settle_hand("holdem", cards, board, [100, 250, 100], uncalled="returned").explain()
    assert "Seat 2 put in 150 chips more than anybody else; as uncalled bets had gone back before, that was a" in told
    assert settle_hand("holdem", cards, board, [100, 250, 100], uncalled="returned").forced_ante == (1, 150)
    assert settle_hand("holdem", cards, board, [100, 250, 100]).forced_ante is None
    assert settle_hand("holdem", cards, board, [100, 250, 40], uncalled="returned").forced_ante is None
    top = settle_hand("holdem", cards, board, [100, 250, 40], uncalled="returned").explain()
    assert "forced ante" not in top
    assert "Side pot 2, 150 chips: no other live seat put in as much, and seat 2 wins it unseen." in top


def test_rule_44_the_last_live_seat_wins_unseen_and_shows_nothing() -> None:
    told = settle_hand("holdem", ["AsAd", None], None, [2, 1], live=[True, False])
    assert lines(told)[-2:] == ["Pot, 2 chips: everybody else folded, and seat 1 wins it unseen.", "Paid: 2 to seat 1."]
    assert "As" not in told.explain()


def test_a_hand_for_no_chips_says_so() -> None:
    told = lines(settle_hand("holdem", ["AsAd", "KsKd"], "2c7d9hJs3s", [0, 0]))
    assert told[-2:] == ["There are no chips to win.", "Nobody is paid."]


def test_large_amounts_are_grouped_by_thousands() -> None:
    hand = settle_hand("holdem", ["AsAd", "KsKd"], "2c7d9hJs3s", [3_900_000, 3_900_000])
    assert "Pot, 7,800,000 chips" in hand.explain()


@pytest.mark.parametrize("game", list(SHOWDOWN_GAMES))
def test_every_account_ends_in_the_payouts_and_names_every_pot(game: str) -> None:
    rng = np.random.default_rng(7)
    rules = SHOWDOWN_GAMES[game]
    for _ in range(300):
        hole_count = int(rng.choice(rules.hole_counts))
        seats = int(rng.integers(2, min(10, (52 - rules.board_count) // hole_count) + 1))
        deck = rng.permutation(52)
        hand = settle_hand(
            game,
            list(deck[: seats * hole_count].reshape(seats, hole_count)),
            deck[52 - rules.board_count :],
            rng.integers(0, 6, seats) * 3,
            live=np.arange(seats) < rng.integers(1, seats + 1),
            button=int(rng.integers(seats)),
            dead=int(rng.integers(3)),
            chip=int(rng.integers(1, 4)),
        )
        told = lines(hand)
        paid = {int(seat) - 1: int(chips) for chips, seat in re.findall(r"(\d+) to seat (\d+)", told[-1])}
        assert paid == {seat: chips for seat, chips in enumerate(hand.payouts) if chips}
        assert [line for line in told if re.match(r"(Main p|Side p|P)ot", line)] == told[-1 - len(hand.pots) : -1]
        assert all(line[0].isupper() and line.endswith(".") for line in told)


def test_a_settled_hand_shows_cards_as_text_and_prints_as_its_account() -> None:
    hand = settle_hand("holdem", ["AsAd", "KsKd", "QhQc", ""], "2c7d9hJs3s", [100, 1350, 1300, 20])
    assert repr(hand) == (
        "<HandSettlement of holdem, board 2c 7d 9h Js 3s: seat 1 AsAd paid 320, seat 2 KsKd paid 2,400 gets back 50, "
        "seat 3 QhQc, seat 4 folded>"
    )
    assert str(hand) == hand.explain()
