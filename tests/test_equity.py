"""Exact equities: published answers, and plain enumeration by the oracle."""

from __future__ import annotations

from _thread import interrupt_main
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from multiprocessing import get_context
from threading import Timer

import numpy as np
import pytest
from equity_oracle import boards_after, count_known, count_stud, strengths
from oracle import cards, text

from pokereval.cards import card_mask
from pokereval.equities import equity, explain_plan
from pokereval.equities.ask import _JOBS
from pokereval.equities.exact import boards_job
from pokereval.equities.jobs import add_parts, run_pieces
from pokereval.equities.seats import read_question
from pokereval.ranges import Range

PUBLISHED = [
    (["AhAd", "KsKc"], "2c7d9h", 0.916162),
    (["QQ+,AK", "TT+,AQ+"], "", 0.596587),
    (["QQ+,AK", "TT+,AQ+"], "2c7d9h", 0.616398),
    (["AA", "random"], "", 0.852037),
    (["KcQc", "6c5c,AQo+"], "", 0.3138),
    (["QhQs", "TT+"], "", 0.5001),
    (["AA", "QQ@1%,22"], "", 0.8221),
    (["5s4h", "random"], "KsJhTh8h8c", 0.1308),
]


def test_aces_against_kings_are_counted_to_the_last_board() -> None:
    result = equity(["AhAd", "KsKc"])
    assert result.outcomes[0] == {1: 1_388_072, Fraction(1, 2): 6_538, 0: 317_694}
    assert result.deals == 1_712_304
    assert result.is_exact
    assert result.standard_error == (0.0, 0.0)


@pytest.mark.parametrize(("hands", "board", "share"), PUBLISHED, ids=lambda value: str(value))
def test_published_equities(hands: list[str], board: str, share: float) -> None:
    result = equity(hands, board, exact=True)
    assert result.equity[0] == pytest.approx(share, abs=6 * 10.0 ** -len(str(share)[1:]))
    assert sum(result.exact_equity) == 1


def test_a_hand_that_plays_the_board_ties_or_loses() -> None:
    result = equity(["5s4h", "random"], "KsJhTh8h8c")
    assert result.win[0] == 0
    assert result.tie[0] == pytest.approx(0.2616, abs=5e-5)


def random_spots(
    seed: int, count: int, *, hole_count: int, streets: tuple[int, ...]
) -> list[tuple[list[str], str, str]]:
    rng = np.random.default_rng(seed)
    spots = []
    for _ in range(count):
        seats = int(rng.integers(2, 5))
        on_board, dead = int(rng.choice(streets)), int(rng.integers(0, 4))
        # Few ranks or few suits now and then, so that ties, flushes and counterfeits come up.
        deck = rng.permutation(52)
        if rng.random() < 0.4:
            deck = np.concatenate([rng.permutation(deck[deck < 28]), rng.permutation(deck[deck >= 28])])
        hands = [deck[hole_count * i : hole_count * (i + 1)] for i in range(seats)]
        rest = deck[hole_count * seats :]
        spots.append(([text(hand) for hand in hands], text(rest[:on_board]), text(rest[on_board : on_board + dead])))
    return spots


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8"])
def test_random_spots_after_the_flop_are_what_plain_enumeration_counts(game: str) -> None:
    hole_count = 2 if game == "holdem" else 4
    for hands, board, dead in random_spots(7, 80, hole_count=hole_count, streets=(3, 4, 5)):
        result = equity(hands, board, dead, game=game)
        assert np.array_equal(result.tally[0], count_known(hands, board, dead, game)), (hands, board, dead)


@pytest.mark.parametrize(("game", "hole_count", "count"), [("holdem", 2, 4), ("omaha8", 4, 1), ("omaha8", 6, 1)])
def test_random_spots_before_the_flop_are_what_plain_enumeration_counts(game: str, hole_count: int, count: int) -> None:
    for hands, _, dead in random_spots(hole_count, count, hole_count=hole_count, streets=(0,)):
        result = equity(hands, "", dead, game=game)
        assert np.array_equal(result.tally[0], count_known(hands, "", dead, game)), (hands, dead)


SUIT_PATTERNS = [
    "AsKs v QsJs",
    "AsKs v QhJh",
    "AsKs v QsJh",
    "AsKh v QsJh",
    "AsKh v QdJc",
    "AsAh v AdAc",
    "7s6s v 7h6h",
    "2s2h v AsKh",
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("spot", SUIT_PATTERNS)
def test_every_suit_pattern_is_what_plain_enumeration_counts(spot: str) -> None:
    hands = spot.split(" v ")
    assert np.array_equal(equity(hands).tally[0], count_known(hands))


def brute_ranges(hands: list[str], board: str) -> tuple[list[float], list[dict[tuple[int, ...], float]]]:
    """Equity of each seat and of each combo, by every deal and every board."""
    ranges = [Range(hand) for hand in hands]
    won, total = [0.0] * len(hands), 0.0
    by_combo: list[dict[tuple[int, ...], list[float]]] = [defaultdict(lambda: [0.0, 0.0]) for _ in hands]
    for deal in product(*ranges):
        held = [combo for combo, _ in deal]
        gone = {card for hand in held for card in hand} | set(cards(board))
        if len(gone) < 2 * len(held) + len(cards(board)):
            continue
        weight = float(np.prod([weight for _, weight in deal]))
        ranks, _ = strengths(held, boards_after(gone, cards(board)), "holdem")
        wins = ranks == ranks.max(axis=1, keepdims=True)
        shares = (wins / wins.sum(axis=1, keepdims=True)).sum(axis=0) * weight
        total += weight * len(ranks)
        for seat, combo in enumerate(held):
            won[seat] += shares[seat]
            by_combo[seat][combo][0] += shares[seat]
            by_combo[seat][combo][1] += weight * len(ranks)
    return [share / total for share in won], [
        {combo: won / met for combo, (won, met) in combos.items()} for combos in by_combo
    ]


@pytest.mark.parametrize("method", ["match-ups", "sweep", "boards"])
@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AA,AKs@50%,76s", "KK,AK,AsQs@0.1"], "As7d6s2c"),
        (["JJ,98s", "JJ,T9s@30%,AcKc"], "Jh8s7s2s"),
        (["22,A5s", "AsAh,33,5h4h@70%"], "3s4s5s"),
    ],
)
def test_all_exact_ways_agree_with_every_deal_written_out(method: str, hands: list[str], board: str) -> None:
    expected, by_combo = brute_ranges(hands, board)
    question = read_question(hands, board, "", "holdem", None)
    job = _JOBS[method](question, by_combo=True, classes=True)
    parts, is_complete = run_pieces(job.pieces, threads=1)
    assert is_complete
    tally = sum(part.tally for part in parts if part is not None).reshape(2, 11)  # type: ignore[union-attr]
    shares = (tally[:, 1] + tally[:, 2] / 2) / tally.sum(axis=1)
    assert shares == pytest.approx(expected, abs=1e-12)
    classes = sum(part.classes for part in parts if part is not None).reshape(2, 10)  # type: ignore[misc, union-attr]
    assert classes.sum(axis=1) == pytest.approx(tally.sum(axis=1))
    for seat, (won, met) in enumerate(job.by_combo(parts)):
        found = {
            tuple(combo): won[i] / met[i]
            for i, combo in enumerate(job.question.seats[seat].cards.tolist())
            if met[i] > 0
        }
        assert found == pytest.approx(by_combo[seat], abs=1e-12)


def test_three_ranges_agree_with_every_deal_written_out() -> None:
    hands, board = ["AA,KK@50%", "AKs,QQ", "AsQs,JTs@20%,KhQh"], "QhTs2s3d"
    expected, by_combo = brute_ranges(hands, board)
    for exact in (True, None):
        result = equity(hands, board, exact=exact, by_combo=True)
        assert result.equity == pytest.approx(expected, abs=1e-12)
        for seat, combos in enumerate(result.by_combo):
            assert len(combos) == len(by_combo[seat])
            assert combos.weights.sum() == pytest.approx(1)
            assert {
                tuple(hand): share for hand, share in zip(combos.cards.tolist(), combos.equities.tolist(), strict=True)
            } == (pytest.approx(by_combo[seat], abs=1e-12))


def test_classes_of_a_match_up_are_those_of_plain_enumeration() -> None:
    hands, board = ["AsKs", "7h7d"], "Kh7s2s"
    ranks, _ = strengths(
        [cards(hand) for hand in hands], boards_after(set(cards("".join(hands) + board)), cards(board)), "holdem"
    )
    expected = [np.bincount(ranks[:, seat] >> 12, minlength=10) for seat in range(2)]
    assert np.array_equal(equity(hands, board).classes, expected)
    assert equity(["AsKs", "7h7d"]).classes.sum() == 2 * 1_712_304
    assert sum(equity(["AsKs", "7h7d"]).class_shares[0].values()) == pytest.approx(1)


@pytest.mark.parametrize("game", ["stud", "stud8"])
def test_stud_hands_are_what_plain_enumeration_counts(game: str) -> None:
    for hands in (
        ["AhAd8c8d2h2s", "KcKsQcQs9c9d"],
        ["Ah2d3c4d8h9c", "As3d4c6sKdKh"],
        ["AhAd8c8d2h2s4d", "Kc2d3c5s6c9d"],
    ):
        assert np.array_equal(equity(hands, game=game).tally[0], count_stud(hands, game))


def test_razz_is_won_by_the_lower_hand() -> None:
    assert equity(["Ah2d3c4d5h9cKs", "As3d4c6sKdKhQc"], game="razz").equity == (1.0, 0.0)
    result = equity(["Ah2d3c4d8h", "As3d4c6s7d"], game="razz")
    assert result.is_exact
    assert 0.3 < result.equity[0] < 0.7


def test_short_deck_has_its_own_order() -> None:
    result = equity(["AhKh", "QsQd"], "QhJh6hJsJd", game="short_deck")
    assert result.win == (1.0, 0.0)  # a flush beats a full house
    assert equity(["AhAd", "KsKc"], game="short_deck").deals == 201_376


def test_omaha_known_and_unknown_cards() -> None:
    # Two cards named, two unknown: the mean over all ways to complete the hand.
    result = equity(["AhAd", "KsKcQsQc"], "2c7d9hTs3s", game="omaha")
    assert result.is_exact
    assert result.deals == 41 * 40 // 2
    single = [
        equity(["AhAd" + more, "KsKcQsQc"], "2c7d9hTs3s", game="omaha").equity[0] for more in ("4s4c", "8s8c", "JsJc")
    ]
    assert 0 <= min(single) <= result.equity[0] <= 1


def test_a_range_of_omaha_hands_is_the_mean_of_its_hands() -> None:
    hands = Range("AAKKds", game="omaha").remove("2c7d9hTs")
    shares = [equity([tuple(hand), "QsQcJs8c"], "2c7d9hTs", game="omaha").equity[0] for hand, _ in hands]
    assert equity([hands, "QsQcJs8c"], "2c7d9hTs", game="omaha", exact=True).equity[0] == pytest.approx(np.mean(shares))


def test_symmetric_ranges_give_every_combo_its_own_equity() -> None:
    result = equity(["AA,AKs", "KK,AKo"], exact=True, by_combo=True)
    sweep = _JOBS["sweep"](read_question(["AA,AKs", "KK,AKo"], "", "", "holdem", None), by_combo=True)
    parts, _ = run_pieces(sweep.pieces, threads=2)
    for combos, (won, met) in zip(result.by_combo, sweep.by_combo(parts), strict=True):
        assert combos.equities == pytest.approx(won / met, abs=1e-12)
        assert combos.weights == pytest.approx(met / met.sum(), abs=1e-12)
    assert result.by_combo[0]["AhAd"] == pytest.approx(result.by_combo[0]["AsAc"])


def test_threads_and_executors_change_no_digit() -> None:
    ask = (["QQ+,AKs", "99+,AJs+"], "2c7d9h")
    alone = equity(*ask, threads=1)
    assert np.array_equal(alone.tally, equity(*ask, threads=2).tally)
    with ThreadPoolExecutor(2) as pool:
        assert np.array_equal(alone.tally, equity(*ask, executor=pool).tally)


def test_a_plan_names_the_method_and_never_takes_minutes_unasked() -> None:
    assert explain_plan(["AhAd", "KsKc"]).method == "match-ups"
    assert explain_plan(["random", "QQ+,AK"], "2c7d9h").method == "sweep"
    plan = explain_plan(["random", "random", "random"])
    assert (plan.method, plan.is_exact) == ("sampling", False)
    assert "would take" in str(plan)
    assert explain_plan(["random", "random", "random"], exact=True).is_exact


def test_progress_is_told_up_to_the_end() -> None:
    told: list[float] = []
    equity(["QQ+", "99+"], exact=True, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("hands", "board", "game"),
    [
        (["random"] * 5, "2c7d9hTsJs", "holdem"),
        (["AhAd8c8d2h5s9s", "KcKs", "3c3h", "4d"], "", "stud"),
    ],
    ids=["a river of 10 ** 15 deals", "draws of three seats"],
)
def test_work_without_end_hears_an_interruption(hands: list[str], board: str, game: str, threads: int) -> None:
    timer = Timer(0.5, interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        equity(hands, board, game=game, exact=True, threads=threads, progress=False)
    timer.join()


def test_boards_are_cut_by_combos_when_their_deals_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = (["QQ+,AK@50%", "AK,JJ", "AQs+,99"], "2c7d9hTs")
    question = read_question(*ask, "", "holdem", None)
    whole = boards_job(question, by_combo=True)
    monkeypatch.setattr("pokereval.equities.exact._DEALS_AT_ONCE", 500)
    cut = boards_job(question, by_combo=True)
    assert len(cut.pieces) > 2 * len(whole.pieces)
    parts = [[work(*arguments) for work, arguments in job.pieces] for job in (whole, cut)]
    assert np.array_equal(add_parts(parts[0]).tally, add_parts(parts[1]).tally)
    for one, other in zip(whole.by_combo(parts[0]), cut.by_combo(parts[1]), strict=True):
        assert np.allclose(one, other)


def test_an_interruption_leaves_what_is_known_and_how_sure_it_is() -> None:
    def interrupt(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    whole = equity(["QQ+,AK", "22+,ATs+"], exact=True)
    part = equity(["QQ+,AK", "22+,ATs+"], exact=True, threads=1, progress=interrupt)
    assert not part.is_complete
    assert "interrupted" in repr(part)
    assert 0 < part.standard_error[0] < 0.05
    assert abs(part.equity[0] - whole.equity[0]) < 5 * part.standard_error[0]


def test_hands_may_come_as_ids_and_ranges() -> None:
    assert equity([(50, 49), "KsKc"]).equity == equity(["AhAd", "KsKc"]).equity
    assert equity([Range("AA"), Range("KK")]).equity == equity(["AA", "KK"]).equity
    assert equity(["Ah", "KsKc"]).equity == equity(["Ah**", "KsKc"]).equity


def test_the_order_of_percentages_is_that_of_the_equity_against_a_random_hand() -> None:
    from pokereval.ranges.order import HOLDEM_ORDER

    boards = "2c7d9h"  # a quick look at three hands; the exhaustive count below looks at all
    assert equity(["AA", "random"], boards).equity[0] > equity(["32o", "random"], boards).equity[0]
    assert len(set(HOLDEM_ORDER)) == 169


@pytest.mark.exhaustive
def test_ranges_order_is_that_of_the_equity_against_a_random_hand() -> None:
    from pokereval.ranges.order import HOLDEM_ORDER

    combos = equity(["random", "random"], exact=True, by_combo=True, progress=False).by_combo[0]
    by_class = [combos[Range(name).cards[0].tolist()] for name in HOLDEM_ORDER]
    assert by_class == sorted(by_class, reverse=True)


def test_pieces_of_a_job_travel_to_other_processes() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for hands, options in (
            (["QQ+", "AKs"], {"exact": True}),
            (["QQ+", "AKs", "99"], {"samples": 40_000, "seed": 2}),
        ):
            assert np.array_equal(equity(hands, executor=pool, **options).tally, equity(hands, **options).tally)


@pytest.mark.parametrize(
    ("first", "second"), [("random", "random"), ("QQ+, AK", "TT+, AQ+"), ("AhK*", "A2s+"), ("22+", "AKs")]
)
def test_deals_of_two_ranges_are_the_pairs_that_share_no_card(first: str, second: str) -> None:
    board = "2c7d9hTsJs"
    gone = card_mask(board)
    masks = [[mask for mask in map(int, Range(hands).masks) if not mask & gone] for hands in (first, second)]
    apart = sum(not one & other for one in masks[0] for other in masks[1])
    assert equity([first, second], board, exact=True).deals == apart
