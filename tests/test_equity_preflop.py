"""The table of all match-ups before the flop."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from equity_oracle import count_known

from pokereval.equities import equity
from pokereval.equities import preflop as room
from pokereval.equities.preflop import PREFLOP_BOARDS, PREFLOP_CLASSES, PreflopTable, preflop_classes, preflop_table
from pokereval.errors import CardCountError, DuplicateCardError


def a_small_table(hands: list[tuple[str, str]]) -> PreflopTable:
    """A table of a few classes, made the way the whole one is."""
    classes = preflop_classes()
    rows = np.zeros(len(classes), dtype=room._ROW)
    rows["first"], rows["second"] = classes.T
    table = PreflopTable(rows)
    for hand, other in hands:
        counts = equity([hand, other]).tally[0, 0]
        rows["wins"], rows["losses"] = int(counts[1, 0]), int(counts[0, 0])
    return table


def test_there_are_as_many_classes_as_the_literature_says() -> None:
    classes = preflop_classes()
    assert classes.shape == (PREFLOP_CLASSES, 2)
    assert (classes[:, 0] & classes[:, 1] == 0).all()


def test_a_match_up_is_found_under_any_names_of_suits_and_in_both_orders() -> None:
    table = a_small_table([("AhAd", "KsKc")])
    wins, losses, ties = table.counts("AhAd", "KsKc")
    assert sorted((wins, losses)) == [317_694, 1_388_072]
    assert wins + losses + ties == PREFLOP_BOARDS
    assert table.counts("AsAc", "KdKh") == (wins, losses, ties)
    assert table.counts("KsKc", "AhAd") == (losses, wins, ties)
    assert table.equity("AhAd", "KsKc") == pytest.approx(1 - table.equity("KsKc", "AhAd"))


def test_the_table_is_asked_with_two_hands_of_two_cards() -> None:
    table = a_small_table([])
    with pytest.raises(CardCountError, match="a hand of 2 cards, got 3"):
        table.counts("AhAdAs", "KsKc")
    with pytest.raises(DuplicateCardError, match="without a common card"):
        table.counts("AhAd", "AhKc")


@pytest.mark.exhaustive
def test_the_whole_table_is_counted_kept_and_read(tmp_path: Path) -> None:
    table = preflop_table(folder=tmp_path)  # refuses to give a table with another checksum
    assert len(table) == PREFLOP_CLASSES
    file = tmp_path / "preflop-holdem.bin"
    written = file.stat().st_mtime_ns
    room._load.cache_clear()
    assert np.array_equal(preflop_table(folder=tmp_path).rows, table.rows)
    assert file.stat().st_mtime_ns == written
    file.write_bytes(b"spoilt" + file.read_bytes()[6:])
    room._load.cache_clear()
    assert np.array_equal(preflop_table(folder=tmp_path).rows, table.rows)
    assert table.counts("AhAd", "KsKc") == (1_388_072, 317_694, 6_538)
    for hands in (["7s2d", "7h2c"], ["AsKs", "QsJs"], ["5h5d", "AhKd"]):
        tally = count_known(hands)
        assert table.counts(*hands) == (tally[0, 1, 0], tally[0, 0, 0], tally[0, 2, 0])
