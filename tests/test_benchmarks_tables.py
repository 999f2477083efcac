from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import pokereval as pe

# The benchmarks are a package of the checkout and are never installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import limits, paths, roofline
from benchmarks.deals import deal_tables
from benchmarks.questions import QUESTIONS
from benchmarks.tasks import TASKS, Task
from pokereval import _core

CHECKOUT = Path(__file__).resolve().parents[1]
KEYS = [task.key for task in TASKS]


@pytest.fixture(autouse=True)
def _the_chosen_path_afterwards() -> Iterator[None]:
    chosen = pe.isa()
    yield
    _core.take_path(chosen)


def small_task(*, is_batch: bool = True) -> Task:
    """A task of which a turn takes no time."""
    calls: list[dict[str, object]] = []

    def ask(**options: object) -> None:
        calls.append(options | {"path": pe.isa()})

    return Task("small", "small", 1, lambda: ask, aims={"portable": 1.0}, bytes_out=1, is_batch=is_batch)


def test_keys_of_tasks_are_told_apart() -> None:
    assert len(set(KEYS)) == len(KEYS)


@pytest.mark.parametrize("task", TASKS, ids=KEYS)
def test_tasks_name_only_what_there_is(task: Task) -> None:
    assert {*task.ranks_by, *([task.share_of] if task.share_of else [])} <= set(KEYS)
    assert set(task.probes).union(*task.own_probes.values()) <= roofline.PROBES.keys()
    assert task.compared in {"", *(question.key for question in QUESTIONS)}
    assert set(task.aims) <= {"portable", "avx2", "avx512"}


def test_sizes_of_probed_tables_are_those_of_the_generated_header() -> None:
    header = (CHECKOUT / "src" / "pokereval" / "_tables.h").read_text(encoding="ascii")
    sizes = {name: int(size) for name, size in re.findall(r"#define (\w+) (\d+)", header)}
    for count, hand in ((5, "five"), (6, "six"), (7, "seven")):
        tables = limits.RANK_TABLES[hand]
        assert tables.cards == count
        assert tables.rows == sizes[f"OFFSET{count}_SIZE"]
        assert tables.entries == sizes[f"RANK{count}_SIZE"]
        assert tables.column_bits == sizes["KEY5_COLUMN_BITS" if count == 5 else "KEY7_COLUMN_BITS"]
        assert sizes[f"SORTED_RANK{tables.cards}_SIZE"] == limits.SORTED_ENTRIES[hand]
    assert 2 * sizes["OMAHA_RANK_SIZE"] == limits.BOARD_ROWS * limits.BOARD_ROW_LINES * 64
    assert sizes["OMAHA_LOW_RANK_SIZE"] == limits.OMAHA_LOW_ENTRIES


def test_path_is_taken_and_given_back_even_after_an_error() -> None:
    before = pe.isa()

    def fail_on(name: str) -> None:
        with paths.path_taken(name):
            raise LookupError(pe.isa())

    with pytest.raises(LookupError, match="portable"):
        fail_on("portable")
    assert pe.isa() == before


def test_every_path_is_timed_and_the_fastest_with_threads_and_unchecked() -> None:
    seen: list[tuple[str, int, bool]] = []

    def ask(*, check: bool = True, threads: int = 1) -> None:
        seen.append((pe.isa(), threads, check))

    rates = paths.measure(replace(small_task(), prepare=lambda: ask), rounds=2)
    fastest = pe.isas()[-1]
    assert set(seen) == {(name, 1, True) for name in pe.isas()} | {(fastest, 2, True), (fastest, 1, False)}
    assert rates.by_path.keys() == set(pe.isas())
    assert rates.fastest == rates.by_path[fastest]
    assert rates.two_threads is not None
    assert rates.unchecked is not None


def test_a_call_without_arrays_is_timed_on_the_paths_alone() -> None:
    rates = paths.measure(small_task(is_batch=False), rounds=2)
    assert (rates.two_threads, rates.unchecked, rates.rivals) == (None, None, ())


def test_lines_have_a_cell_for_every_column() -> None:
    task = small_task()
    rates = {"small": paths.Rates(dict.fromkeys(pe.isas(), 2e9), 1.9, 2.2e9, (1e9, 5e8))}
    cells = dict(zip(paths.columns(), paths.line(task, rates), strict=True))
    assert cells["portable"] == "2.00 G/s"
    assert (cells["×\nOMPEval"], cells["×\nrelabelled"]) == ("2.00 ×", "4.00 ×")
    assert cells["checking"] == "+10 %"


def test_a_share_is_that_of_the_other_task() -> None:
    task = replace(small_task(is_batch=False), share_of="large", aims={"portable": 0.7})
    rates = {
        "small": paths.Rates(dict.fromkeys(pe.isas(), 3e8)),
        "large": paths.Rates(dict.fromkeys(pe.isas(), 4e8)),
    }
    cells = paths.line(task, rates)
    at = paths.columns().index("portable")
    assert cells[at : at + 2] == ["75 %", "≥ 70 %"]


def test_hands_of_one_multiset_of_ranks_have_one_number() -> None:
    dealt = np.array([[0, 4, 8, 12, 16], [17, 13, 9, 5, 1], [0, 1, 4, 8, 12], [51, 50, 49, 48, 0]], dtype=np.uint8)
    numbers = limits.rank_multisets(dealt)
    assert numbers[0] == numbers[1]
    assert len(set(numbers.tolist())) == 3


def test_without_a_compiler_only_copying_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    machine = limits.Limits()
    assert "no-such-compiler" in machine.complaint
    assert machine.clock is None
    assert machine.streaming(7, 2, 1000) is None
    task = replace(small_task(), probes=("seven",))
    assert roofline.look_up_limit(task, machine) is None
    assert roofline.nearest_limit(task, {}, None, None) == "instructions"


def test_the_nearest_limit_is_one_that_is_nearly_reached() -> None:
    task = small_task()
    assert roofline.nearest_limit(task, {}, 0.3, 0.7) == "look-ups"
    assert roofline.nearest_limit(task, {}, 0.9, 0.7) == "memory"
    assert roofline.nearest_limit(task, {}, 0.5, None) == "instructions"
    settles = replace(task, hands_of_a_row=6, ranks_by=("large",))
    rates = {"small": paths.Rates(dict.fromkeys(pe.isas(), 1e7)), "large": paths.Rates(dict.fromkeys(pe.isas(), 6e8))}
    assert roofline.nearest_limit(settles, rates, 0.1, 0.1) == "instructions; ranking 10 %"


def test_half_of_the_settled_tables_have_side_pots_and_half_have_one() -> None:
    for all_in, is_level in ((0.3, False), (0.0, True)):
        chips = deal_tables(1000, 7, board_count=0, all_in=all_in).contributions
        assert bool((chips == chips[:, :1]).all()) == is_level


def test_settlement_moves_the_bytes_that_its_task_says() -> None:
    for task in TASKS:
        if not task.key.startswith("settle"):
            continue
        asked = task.prepare()
        given = asked.args[1:] + tuple(asked.keywords.values())  # type: ignore[attr-defined]
        assert sum(array.nbytes for array in given if array is not None) == task.bytes_in * task.hands
        settled = asked()
        ranks = [settled.high_ranks, settled.low_ranks] if settled.low_ranks.any() else [settled.high_ranks]
        made = [settled.payouts, settled.returned, *ranks]
        assert sum(array.nbytes for array in made) == task.bytes_out * task.hands
