"""What a result tells, and that it adds up."""

from __future__ import annotations

import json
from fractions import Fraction
from io import StringIO

import numpy as np
import pytest
from rich.console import Console
from test_equity import random_spots

from pokereval.equities import EquityResult, equity
from pokereval.pots import build_pots, settle_hand

HI_LO = (["Ah2d3hKd", "As2sTc9c", "2h2c5s5c"], "8s7dKc")


def what_does_not_add_up(result: EquityResult) -> list[str]:
    """Every way to look at the deals must count all of them; tells those that don't."""
    sums = {"exact equities": sum(result.exact_equity), "equities": round(sum(result.equity), 12)}
    for seat in range(len(result.hands)):
        outcomes = result.outcomes[seat]
        sums[f"outcomes of seat {seat}"] = Fraction(sum(outcomes.values()), result.deals)
        sums[f"shares of seat {seat}"] = round(result.win[seat] + result.tie[seat] + result.lose[seat], 12)
        told = sum(share * count for share, count in outcomes.items())
        sums[f"pots of seat {seat}"] = 1 + Fraction(told) / result.deals - result.exact_equity[seat]
    return [f"{name}: {total}" for name, total in sums.items() if total != 1]


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8"])
def test_shares_add_up_exactly(game: str) -> None:
    spots = list(random_spots(41, 40, hole_count=2 if game == "holdem" else 4, streets=(3, 4, 5)))
    assert len(spots) == 40
    for hands, board, dead in spots:
        assert what_does_not_add_up(equity(hands, board, dead, game=game)) == []


def test_hi_lo_shares_have_their_names() -> None:
    result = equity(*HI_LO, game="omaha8")
    assert what_does_not_add_up(result) == []
    tally = result.tally[0]
    for seat in range(3):
        high = result.high_win[seat] + result.high_tie[seat]
        assert high == pytest.approx(float(tally[seat, 1:].sum()) / result.deals)
        named = sum(result.share_of(share, seat) for share in result.outcomes[seat])
        assert named == pytest.approx(1)
    assert sum(result.high_win) <= 1
    assert 0 < result.no_low < 1
    assert result.low_tie[0] > 0


def test_a_quartered_pot_is_told_as_three_quarters_and_a_quarter() -> None:
    result = equity(["As2sKdKh", "Ac2dQdQh"], "3h5c8s9dTd", game="omaha8")
    assert result.outcomes[0] == {Fraction(3, 4): 1}
    assert result.outcomes[1] == {Fraction(1, 4): 1}
    three = equity(["As2sKdKh", "Ac2dQdQh", "Ad2cJdJh"], "3h5c8s9dTc", game="omaha8")
    assert three.share_of(1 / 6, 2) == 1
    assert three.share_of(Fraction(2, 3), 0) == 1


def test_river_shares_are_what_settling_the_pot_pays() -> None:
    for hands, board, _ in random_spots(5, 60, hole_count=4, streets=(5,)):
        result = equity(hands, board, game="omaha8")
        chips = 5_040  # divisible by all numbers of sharers, so that no chip is odd
        paid = settle_hand("omaha8", hands, board, [chips] * len(hands), button=0).payouts
        assert [share * chips * len(hands) for share in result.exact_equity] == list(paid)


def test_chips_are_expected_from_every_pot_by_those_who_may_win_it() -> None:
    hands = ["AhAd", "KsKc", "7h2d"]
    pots, _ = build_pots([100, 300, 300], [True] * 3)
    result = equity(hands, pots=pots)
    main = equity(hands).equity
    side = equity(hands[1:], dead=hands[0]).equity
    assert result.chips == pytest.approx((300 * main[0], 300 * main[1] + 400 * side[0], 300 * main[2] + 400 * side[1]))
    assert sum(result.chips) == pytest.approx(700)
    assert equity(hands, pots=90).chips == pytest.approx([90 * share for share in main])
    sampled = equity(hands, pots=pots, samples=200_000, seed=1)
    assert sampled.chips == pytest.approx(result.chips, abs=3)
    with pytest.raises(ValueError, match="pots to tell chips from"):
        _ = equity(hands).chips


def test_a_result_shows_itself() -> None:
    result = equity(["AhAd", "KsKc"], "2c7d9h", pots=100)
    assert repr(result) == "<hold'em on 2c7d9h: AhAd 91.62 %, KsKc 8.38 % (exact, 990 deals)>"
    console = Console(file=StringIO(), width=100)
    console.print(result)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "91.62" in shown
    assert "chips" in shown
    assert "<td>91.62</td>" in result._repr_html_()
    assert "±" in repr(equity(["AhAd", "KsKc"], samples=1000, seed=1))
    assert "scoop" in equity(*HI_LO, game="omaha8")._repr_html_()


def test_a_result_is_plain_data_on_request() -> None:
    answer = json.loads(json.dumps(equity(*HI_LO, game="omaha8").to_dict()))
    assert answer["exact"] is True
    assert sum(seat["equity"] for seat in answer["seats"]) == pytest.approx(1)
    assert sum(answer["seats"][0]["outcomes"].values()) == answer["deals"]


def test_labels_cannot_break_out_of_html() -> None:
    result = equity(["AhAd", "KK"], "2c7d9h")
    object.__setattr__(result.question.seats[0], "label", "<script>")
    assert "<script>" not in result._repr_html_()


def test_weighted_deals_are_counted_with_their_weights() -> None:
    result = equity(["AA@50%", "KK,QQ@25%"], "2c7d9h")
    assert isinstance(result.deals, float)
    adds_up_to = sum(result.outcomes[0].values())
    assert adds_up_to == pytest.approx(result.deals)
    assert np.isfinite(result.equity).all()


def test_razz_has_no_classes() -> None:
    with pytest.raises(ValueError, match="razz"):
        _ = equity(["Ah2d3c4d5h9cKs", "As3d4c6sKdKhQc"], game="razz").classes


def test_combos_are_told_only_when_asked_for() -> None:
    with pytest.raises(ValueError, match="by_combo=True"):
        _ = equity(["AA", "KK"]).by_combo
    combos = equity(["AA", "KK"], by_combo=True).by_combo[0]
    with pytest.raises(KeyError):
        combos["KsKh"]
