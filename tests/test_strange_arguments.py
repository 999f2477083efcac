"""Whatever is given to whatever argument of a public function, there is an answer or a `PokerError` in few words."""

from __future__ import annotations

import inspect
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import pokereval as pe
from pokereval.errors import PokerError

BOARD = "2c3d4h5s7c"
GOOD: dict[str, dict[str, Any]] = {
    "Deck": {"cards": "AsKd"},
    "Range": {"hands": "AA"},
    "best_hand": {"cards": "AsKsQsJsTs2c3d"},
    "best_omaha_hand": {"hole_cards": "AsKsQsJs", "board": BOARD},
    "break_even_call": {"equity": 0.5, "pot": 10},
    "build_pots": {"contributions": [100, 50], "live": [True, True]},
    "card_array": {"texts": ["AsKd"]},
    "card_id": {"card": "As"},
    "card_mask": {"cards": "AsKd"},
    "card_masks": {"cards": [[1, 2]]},
    "describe": {"rank": 28827},
    "describe_low": {"low_rank": 5},
    "describe_razz": {"razz_rank": 5000},
    "describe_short_deck": {"short_deck_rank": 28827},
    "equity": {"hands": ["AhKh", "QsQd"], "board": BOARD},
    "evaluate": {"cards": "AsKsQsJsTs2c3d"},
    "evaluate_boards": {"boards": [[0, 1, 2, 3, 4]], "hole_cards": [[[10, 11], [12, 13]]]},
    "evaluate_combos": {"board": BOARD},
    "evaluate_low": {"cards": "AsKsQsJsTs2c3d"},
    "evaluate_omaha": {"hole_cards": "AsKsQsJs", "board": BOARD},
    "evaluate_omaha_hilo": {"hole_cards": "AsKsQsJs", "board": BOARD},
    "evaluate_omaha_low": {"hole_cards": "AsKsQsJs", "board": BOARD},
    "evaluate_razz": {"cards": "AsKsQsJsTs2c3d"},
    "evaluate_short_deck": {"cards": "AsKsQsJsTs9c8d"},
    "explain_plan": {"hands": ["AhKh", "QsQd"], "board": BOARD},
    "format_cards": {"cards": "As"},
    "from_cactus_kev": {"score": 1},
    "mask_cards": {"mask": 5},
    "outs": {"hero": "AhKh", "others": ["QsQd"], "board": "Qh7h2c"},
    "parse_cards": {"cards": "As"},
    "pot_odds": {"call": 1, "pot": 2},
    "rank_class": {"rank": 28827},
    "settle": {
        "game": "holdem",
        "hole_cards": [[[10, 11], [12, 13]]],
        "board": [[0, 1, 2, 3, 4]],
        "contributions": [[5, 5]],
    },
    "settle_hand": {
        "game": "holdem",
        "hole_cards": ["AsAd", "KsKd"],
        "board": "2c3c7h8h9s",
        "contributions": [100, 100],
    },
    "to_cactus_kev": {"rank": 28827},
    "winners": {"ranks": [1, 2]},
}
# These are taken by their truth, as Python does, or are somebody else's objects; many samples take their time.
LEFT_OUT = {"check", "unique", "fill", "symbols", "by_combo", "executor", "progress", "samples"}
FUNCTIONS = [(name, argument) for name in GOOD for argument in inspect.signature(getattr(pe, name)).parameters]
ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


def strange_values() -> list[Any]:
    """Values that are the wrong thing nearly everywhere; made anew, since some can be used up."""
    simple = [None, True, 0, -1, 52, 2**63, -(10**30), 0.5, float("nan"), 1e300, 2j, Decimal("NaN"), Fraction(1, 3)]
    texts = ["", "As", "é", "\ud800", "As\0Kd", "\x1b[31m", "AA@nan", "!AA", "%", "A" * 1000, b"\xff", b"AsKd"]
    lists = [[], [[]], [None], [1.0], [True], [[1, 2], [3]], ["AsKd", 5], [-1, 1], [2**63 - 1, 1], {"a": 1}, ENDLESS]
    others = [object(), object, len, range(5), (card for card in range(5)), memoryview(b"\1\2\3\4\5"), {1, 2}]
    arrays = [
        np.array(5),
        np.int64(3),
        np.bool_(True),
        np.float32(2),
        np.zeros((0, 5), np.uint8),
        np.zeros((2, 3, 4, 5)),
        np.arange(14, dtype=">i4").reshape(2, 7)[:, ::-1],
        np.array(["AsKd", None], dtype=object),
        np.array([10**30], dtype=object),
        np.array([b"As", b"Kd"]),
        np.array([1, 2], dtype="datetime64[s]"),
        np.ma.array([1, 2, 3, 4, 5], mask=[0, 0, 1, 0, 0]),
        np.zeros(3, dtype=[("a", "i4")]),
    ]
    return [*simple, *texts, *lists, *others, *arrays]


def test_every_public_function_is_asked() -> None:
    made_by_others = {"preflop_table", "odds_table", "isa", "isas", "RangeSyntaxError"}
    functions = {name for name in pe.__all__ if inspect.isfunction(getattr(pe, name))} - made_by_others
    assert functions <= GOOD.keys()


@pytest.mark.parametrize(
    ("name", "argument"), [pair for pair in FUNCTIONS if pair[1] not in LEFT_OUT], ids=lambda text: text
)
def test_strange_arguments_are_answered_or_refused_in_few_words(name: str, argument: str) -> None:
    for value in strange_values():
        try:
            getattr(pe, name)(**GOOD[name] | {argument: value})
        except PokerError as error:
            message = str(error)
            assert len(message) < 400, message
            assert all(line.isprintable() for line in message.split("\n")), ascii(message)


def test_numbers_of_numpy_are_numbers() -> None:
    assert pe.card_array(["AsKd"], count=np.int64(2)).tolist() == [[51, 45]]
    with pytest.raises(PokerError, match="expected 3 cards, got 2"):
        pe.card_array(["AsKd"], count=np.int64(3))
    hands, options = ["AhKh", "QsQd"], {"threads": np.int64(2), "seed": np.int64(7), "samples": np.int64(1000)}
    assert pe.equity(hands, pots=np.float64(10), exact=np.False_, **options).chips == (
        pe.equity(hands, pots=10, exact=False, threads=2, seed=7, samples=1000).chips
    )


def test_one_deal_is_one() -> None:
    assert repr(pe.equity(["AhKh", "QsQd"], BOARD)).endswith("(exact, 1 deal)>")
