"""Sampled equities: repeatable, unbiased, and honest about their error."""

from __future__ import annotations

import numpy as np
import pytest
from test_equity import random_spots

from pokereval import _core
from pokereval.cards import format_cards, parse_cards
from pokereval.equities import equity
from pokereval.errors import PokerError


def test_a_seed_gives_the_same_deals_on_any_number_of_threads() -> None:
    ask = {"hands": ["AhKh", "QQ+", "random"], "samples": 300_001, "seed": 11}
    one = equity(**ask, threads=1)
    assert np.array_equal(one.tally, equity(**ask, threads=2).tally)
    assert np.array_equal(one.tally, equity(**ask, threads=3).tally)
    assert one.samples == one.deals == 300_001
    assert not np.array_equal(one.tally, equity(**(ask | {"seed": 12})).tally)


def test_a_result_names_the_seed_that_repeats_it() -> None:
    first = equity(["AhKh", "QQ+"], samples=50_000)
    assert first.seed is not None
    assert np.array_equal(first.tally, equity(["AhKh", "QQ+"], samples=50_000, seed=first.seed).tally)


@pytest.mark.parametrize(
    ("hands", "board", "game"),
    [
        (["AhAd", "KsKc"], "", "holdem"),
        (["AK,QQ+", "AKs,JJ", "AQs+@30%,22"], "Ks7h2d", "holdem"),
        (["AA", "AA,KK", "AK"], "2c7d9h", "holdem"),
        (["AA,KK", "AK", "AQs,KQs"], "", "holdem"),
        (["random", "AsKs", "99+"], "2c7d9hTc", "holdem"),
        (["AhAdKhQd", "8s7s6c5c"], "", "omaha"),
        (["Ah2h", "KsKcQsQc"], "2c7d9hTs3s", "omaha"),
        (["Ah2d3hKd", "As4sTc9c", "8h8d6c5c"], "", "omaha8"),
        (["AhAd8c8d2h", "KcKsQcQs9c"], "", "stud"),
        (["Ah2d3c4d5c", "KcKsQcQs9c"], "", "stud8"),
        (["Ah2d3c4d8h", "As3d4c6s7d"], "", "razz"),
        (["AhAd", "KsKc"], "", "short_deck"),
    ],
    ids=str,
)
def test_a_sample_agrees_with_the_exact_answer(hands: list[str], board: str, game: str) -> None:
    exact = equity(hands, board, game=game, exact=True)
    sampled = equity(hands, board, game=game, exact=False, samples=200_000, seed=3)
    for share, estimate, error in zip(exact.equity, sampled.equity, sampled.standard_error, strict=True):
        assert abs(share - estimate) < 4.5 * max(error, 1e-6)
    cells = exact.tally[0] / exact.tally[0, 0].sum()
    counts = sampled.tally[0] / sampled.deals
    assert np.abs(cells - counts).max() < 5 * 0.5 / np.sqrt(sampled.deals)


def test_clashing_ranges_are_dealt_without_favour() -> None:
    # AA twice leaves one deal of six for each other; drawing in order and redrawing the last would not.
    hands = ["AA,72o@10%", "AA,KK", "AKs,AA"]
    exact = equity(hands, exact=True, by_combo=True)
    sampled = equity(hands, samples=400_000, seed=5, by_combo=True)
    for one, other in zip(exact.by_combo, sampled.by_combo, strict=True):
        assert np.array_equal(one.cards, other.cards)
        spread = np.sqrt(one.weights * (1 - one.weights) / sampled.deals)
        assert (np.abs(one.weights - other.weights) < 5 * spread).all()
    assert abs(exact.equity[0] - sampled.equity[0]) < 4.5 * sampled.standard_error[0]


def test_intervals_hold_the_exact_answer_as_often_as_they_say() -> None:
    inside, asked, far = 0, 0, 0
    for number, (hands, board, dead) in enumerate(random_spots(23, 700, hole_count=2, streets=(3, 4))):
        exact = equity(hands, board, dead)
        sampled = equity(hands, board, dead, samples=2_000, seed=number)
        for share, estimate, error, (low, high) in zip(
            exact.equity, sampled.equity, sampled.standard_error, sampled.interval, strict=True
        ):
            if 0.02 < share < 0.98:  # else too few deals go the rare way for an error to be told from them
                asked += 1
                inside += low <= share <= high
                far += abs(share - estimate) > 4 * error
    assert asked > 1_000
    assert 0.93 < inside / asked < 0.97
    assert far <= 1


@pytest.mark.exhaustive
def test_two_thousand_spots_lie_within_four_standard_errors() -> None:
    far = []
    for number, (hands, board, dead) in enumerate(random_spots(29, 2_100, hole_count=2, streets=(0, 3, 4))):
        exact = equity(hands, board, dead)
        sampled = equity(hands, board, dead, samples=20_000, seed=number)
        for share, estimate in zip(exact.equity, sampled.equity, strict=True):
            error = max(np.sqrt(share * (1 - share) / 20_000), 1e-9)
            if abs(share - estimate) > 4.5 * error:
                far.append((hands, board, dead))
    assert not far


def test_drawing_stops_when_the_error_is_small_enough() -> None:
    coarse = equity(["AhKh", "random", "random"], max_error=0.005, seed=1)
    fine = equity(["AhKh", "random", "random"], max_error=0.001, seed=1)
    assert coarse.deals < fine.deals
    assert max(1.96 * error for error in fine.standard_error) <= 0.001
    assert not fine.is_exact


def test_ten_random_hands_share_alike() -> None:
    result = equity(["random"] * 10, samples=400_000, seed=2)
    assert all(abs(share - 0.1) < 5 * error for share, error in zip(result.equity, result.standard_error, strict=True))
    assert sum(result.equity) == pytest.approx(1)


def test_ranges_that_never_fit_together_are_refused() -> None:
    with pytest.raises(PokerError, match="every deal needs some card twice"):
        equity(["AsAh,AsAd", "AsKs,AsQs"], exact=False)
    with pytest.raises(PokerError, match="every deal needs some card twice"):
        equity(["AsAh,AsAd", "AsKs,AsQs"])


@pytest.mark.parametrize(
    ("hands", "game"),
    [
        (["AhAd", "KsKc"], "holdem"),
        (["AsKs", "QsQh", "3s2s"], "holdem"),
        (["AsKs", "QsQh", "3s2s", "9d9c", "7h6h", "TcTd"], "holdem"),
        (["AhAdKhKd", "QsJsTc9c"], "omaha"),
        (["AhAdKhKd2s3s", "QsJsTc9c4h4d"], "omaha8"),
    ],
)
def test_all_paths_of_the_core_draw_the_same_deals(hands: list[str], game: str) -> None:
    before = _core.path()
    try:
        results = []
        for path in _core.paths():
            _core.take_path(path)
            # 37 deals more than a whole number of blocks, and dead cards, so that the deck is not the usual one
            result = equity(hands, dead="5c5d", game=game, samples=100_037, seed=8)
            results.append((result.tally, result.classes))
    finally:
        _core.take_path(before)
    for tally, classes in results[1:]:
        assert np.array_equal(tally, results[0][0])
        assert np.array_equal(classes, results[0][1])


@pytest.mark.parametrize("left", [5, 6, 9, 23])
def test_every_board_is_as_likely_as_any_other(left: int) -> None:
    # The fewer cards are left, the fewer boards there are, and the more a favoured one would show.
    hands = ["AhKh", "QsQd", "7c6c"]
    held = {card for hand in hands for card in parse_cards(hand)}
    others = [card for card in range(52) if card not in held]
    dead = format_cards(np.random.default_rng(left).permutation(others)[left:].tolist())
    exact, sampled = equity(hands, dead=dead, exact=True), equity(hands, dead=dead, samples=400_000, seed=7)
    for counts, drawn in ((exact.tally[0], sampled.tally[0]), (exact.classes, sampled.classes)):
        share = counts / exact.deals
        spread = np.sqrt(share * (1 - share) / sampled.deals)
        assert (np.abs(drawn / sampled.deals - share) <= 4.5 * spread).all()


def test_classes_are_those_of_the_deals_that_were_drawn() -> None:
    hands = ["AsKs", "QsQh", "3s2s"]
    exact, sampled = equity(hands, exact=True), equity(hands, samples=300_000, seed=4)
    assert sampled.classes.sum() == 3 * sampled.deals
    shares = exact.classes / exact.deals
    assert np.abs(sampled.classes / sampled.deals - shares).max() < 5 * 0.5 / np.sqrt(sampled.deals)
    ranges = equity(["QQ+", "random"], samples=50_000, seed=4)
    assert (ranges.classes.sum(axis=1) == 50_000).all()


def test_drawn_deals_are_counted_whole_whatever_the_weights() -> None:
    result = equity(["AA@50%,KK", "QQ,JJ@25%"], samples=10_000, seed=1)
    assert result.deals == 10_000
    assert isinstance(result.deals, int)
    assert sum(result.outcomes[0].values()) == 10_000


def test_a_sample_is_never_sure_of_itself() -> None:
    result = equity(["AhAd", "KsKc"], "AsAc7d9h", samples=100, seed=1)
    assert result.equity == (1.0, 0.0)
    assert min(result.standard_error) > 0
    low, high = result.interval[0]
    assert low < 1.0 == high
