"""Outs: every card and every run-out counted by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from oracle import cards, low_of, omaha_low_of, omaha_rank_of, rank_of
from test_equity import random_spots

from pokereval.cards import format_cards
from pokereval.draws import break_even_call, odds_table, outs, pot_odds
from pokereval.equities import equity
from pokereval.errors import CardCountError, ChipError, GameError, PokerError, SeatError


def listed(ids: tuple[int, ...]) -> str:
    return str(format_cards(ids))


def test_a_flush_draw_against_a_set_has_no_outs_that_pair_the_board() -> None:
    found = outs("AhKh", ["QsQd"], "Qh7h2c")
    assert listed(found.outs) == "JhTh9h8h6h5h4h3h"
    assert found.by_class == {"flush": found.outs}
    assert found.now == "lose"
    assert found.next_card.win == pytest.approx(8 / 45)
    assert found.by_river.win == pytest.approx(equity(["AhKh", "QsQd"], "Qh7h2c").win[0])


def test_a_hand_that_is_ahead_is_counterfeited() -> None:
    found = outs("7s6s", ["AhAd"], "7d6hKc2s")
    assert found.now == "win"
    assert found.outs == ()
    assert listed(found.counterfeits) == "AsAcKsKhKd2h2d2c"
    assert found.next_card.win == found.by_river.win == pytest.approx(36 / 44)


def test_cards_that_tie() -> None:
    found = outs("AhKd", ["AsKc"], "QhJs2d4c")
    assert found.now == "tie"
    assert set(found.ties) == {one.card for one in found.cards}


def strength(hand: tuple[int, ...], board: tuple[int, ...], game: str) -> tuple[int, int]:
    if game == "holdem":
        return rank_of(hand + board), 0
    return omaha_rank_of(hand, board), omaha_low_of(hand, board) if game == "omaha8" else 0


def share_of_hero(hands: list[tuple[int, ...]], board: tuple[int, ...], game: str) -> tuple[Fraction, bool, bool]:
    ranks = [strength(hand, board, game) for hand in hands]
    highs, lows = zip(*ranks, strict=True)
    high = Fraction(1, highs.count(max(highs))) if highs[0] == max(highs) else Fraction(0)
    if not max(lows):
        return high, bool(high), False
    low = Fraction(1, lows.count(max(lows))) if lows[0] == max(lows) else Fraction(0)
    return (high + low) / 2, high == 1, low == 1


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8"])
def test_every_card_does_what_the_oracle_says(game: str) -> None:
    hole_count = 2 if game == "holdem" else 4
    for hands, board, dead in random_spots(3, 8, hole_count=hole_count, streets=(3, 4)):
        found = outs(hands[0], hands[1:], board, dead, game=game)
        held = [cards(hand) for hand in hands]
        gone = {card for hand in held for card in hand} | set(cards(board)) | set(cards(dead))
        live = [card for card in range(52) if card not in gone]
        assert sorted(one.card for one in found.cards) == live
        won = 0
        for one in found.cards:
            share, high, low = share_of_hero(held, (*cards(board), one.card), game)
            assert one.chances.share == pytest.approx(float(share))
            expected = "win" if share == 1 else "lose" if share == 0 else "tie"
            if share == Fraction(1, 2) and high != low and game == "omaha8":
                expected = "high" if high else "low"
            assert one.outcome == expected
            won += share == 1
        assert found.next_card.win == pytest.approx(won / len(live))
        river = equity(hands, board, dead, game=game)
        assert found.by_river.win == pytest.approx(river.win[0])
        assert found.by_river.share == pytest.approx(river.equity[0])


def test_runner_runner_needs_both_cards() -> None:
    hero, other, board = "AhKh", "QsQd", "Qh7d2c"
    found = outs(hero, [other], board)
    assert found.outs == ()
    gone = set(cards(hero + other + board))
    live = [card for card in range(52) if card not in gone]
    runs = list(combinations(live, 2))
    better = sum(share_of_hero([cards(hero), cards(other)], (*cards(board), *pair), "holdem")[0] > 0 for pair in runs)
    assert found.runner_runner == pytest.approx(better / len(runs))
    assert found.runner_runner == pytest.approx(found.by_river.win + found.by_river.tie)


def test_hi_lo_cards_that_win_a_half() -> None:
    found = outs("Ah2hKdQd", ["KsKcJsTc"], "7s8dKh9c", game="omaha8")
    assert found.now == "lose"
    assert found.low_only
    assert set(found.low_only) <= set(found.outs)
    assert all(low_of((*cards("Ah2h7s8d"), card)) for card in found.low_only)


def test_outs_against_a_range_are_weighted() -> None:
    found = outs("AhKh", ["QQ,JJ@50%"], "Qh7h2c")
    river = equity(["AhKh", "QQ,JJ@50%"], "Qh7h2c")
    assert found.by_river.share == pytest.approx(river.equity[0])
    assert found.by_river.win == pytest.approx(river.win[0])
    assert sum(one.weight for one in found.cards) == pytest.approx(1)
    assert found.next_card.win == pytest.approx(sum(one.weight * one.chances.win for one in found.cards))


def test_the_table_of_odds_is_that_of_the_rule() -> None:
    table = odds_table()
    assert [row.outs for row in table] == list(range(1, 22))
    expected = {9: (19.15, 19.57, 34.97), 8: (17.02, 17.39, 31.45), 4: (8.51, 8.70, 16.47)}
    for row in table:
        if row.outs in expected:
            chances = (row.turn, row.river, row.by_river)
            assert tuple(round(100 * float(chance), 2) for chance in chances) == expected[row.outs]
        both = sum(1 for pair in combinations(range(47), 2) if min(pair) < row.outs)
        assert row.by_river == Fraction(both, 47 * 46 // 2)


def test_pot_odds_and_the_call_that_breaks_even() -> None:
    assert pot_odds(50, 100) == Fraction(1, 3)
    assert pot_odds(0.1, 0.2) == Fraction(1, 3)
    assert break_even_call(Fraction(1, 3), 100) == 50
    assert break_even_call(1, 100) is None
    assert break_even_call(0, 100) == 0
    for call in (1, 7, 1000):
        assert break_even_call(pot_odds(call, 90), 90) == call


@pytest.mark.parametrize(
    ("arguments", "options", "kind", "words"),
    [
        (("AhKh", ["QsQd"], ""), {}, CardCountError, "a board of 3 or 4 cards, got 0"),
        (("AhKh", ["QsQd"], "2c3c4c5c6c"), {}, CardCountError, "got 5"),
        (("AhKh", [], "2c3c4c"), {}, SeatError, "got 1"),
        (("AhKh", "QsQd", "2c3c4c"), {}, SeatError, "a sequence of the other hands"),
        (("AK", ["QsQd"], "2c3c4c"), {}, CardCountError, "a known hand for the hero"),
        (("AhKh", ["AhQd"], "2c3c4c"), {}, PokerError, "got Ah at seat 2 and at seat 1"),
        (("AhKh", ["random", "random"], "2c3c4c"), {}, PokerError, "at most 50,000 deals"),
        (("AhKhQh", ["QsQdQc"], ""), {"game": "stud"}, GameError, "a game with a board"),
    ],
)
def test_bad_questions_are_named(
    arguments: tuple[object, ...], options: dict[str, str], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words):
        outs(*arguments, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("call", "pot"), [(-1, 10), (0, 10), (5, -1), (True, 5), ("5", 5), (float("nan"), 5)])
def test_odds_take_chips_only(call: object, pot: object) -> None:
    with pytest.raises(ChipError):
        pot_odds(call, pot)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="equity from 0 to 1"):
        break_even_call(1.5, 10)
