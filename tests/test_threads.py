"""Rows on several threads: every row once, the first bad one told, errors, nesting and forks."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from pokereval.evaluate import HANDS_A_BLOCK
from pokereval.threads import BLOCK, BLOCKS_EACH, run_in_blocks

Kernel = Callable[[int, int], int]


@pytest.fixture(autouse=True)
def _many_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers even where there is one core."""
    monkeypatch.setattr(os, "cpu_count", lambda: 4)


def counting(rows: int) -> tuple[np.ndarray, Kernel]:
    seen = np.zeros(rows, dtype=np.int64)

    def kernel(start: int, stop: int) -> int:
        seen[start:stop] += 1
        return -1

    return seen, kernel


@pytest.mark.parametrize("rows", [0, 1, BLOCK - 1, 2 * BLOCK - 1, 2 * BLOCK, 7 * BLOCK + 5])
@pytest.mark.parametrize("threads", [0, 1, 2, 3, 100])
def test_every_row_comes_once(rows: int, threads: int) -> None:
    seen, kernel = counting(rows)
    assert run_in_blocks(kernel, rows, threads) == -1
    assert (seen == 1).all()


def test_many_rows_go_in_few_blocks() -> None:
    begun = []

    def kernel(start: int, stop: int) -> int:
        begun.append((start, stop))
        return -1

    rows = 1000 * BLOCK + 17
    run_in_blocks(kernel, rows, 2)
    assert len(begun) <= 2 * BLOCKS_EACH + 1
    assert sum(stop - start for start, stop in begun) == rows


def test_the_caller_begins_without_waiting_for_anybody() -> None:
    callers = []

    def kernel(start: int, stop: int) -> int:
        callers.append((start, threading.current_thread()))
        return -1

    run_in_blocks(kernel, 1, 2)
    run_in_blocks(kernel, 20 * BLOCK, 2)
    assert callers[0] == (0, threading.current_thread())
    assert threading.current_thread() in {thread for _, thread in callers[1:]}


def test_several_threads_are_at_work_at_a_time() -> None:
    meeting = threading.Barrier(3, timeout=30)

    def kernel(start: int, stop: int) -> int:
        meeting.wait()
        return -1

    assert run_in_blocks(kernel, 3 * BLOCK, 3) == -1


@pytest.mark.parametrize("bad_rows", [(5,), (BLOCK, BLOCK + 1), (3 * BLOCK - 1, 4 * BLOCK, 2 * BLOCK), (0, 6 * BLOCK)])
def test_the_first_bad_row_is_told_however_late_its_block_ends(bad_rows: tuple[int, ...]) -> None:
    def kernel(start: int, stop: int) -> int:
        time.sleep(0.02 / (1 + start // BLOCK))  # the first blocks end last
        return next((row - start for row in sorted(bad_rows) if start <= row < stop), -1)

    assert run_in_blocks(kernel, 7 * BLOCK, 4) == min(bad_rows)


def test_nothing_is_begun_behind_a_bad_row() -> None:
    begun = []

    def kernel(start: int, stop: int) -> int:
        begun.append(start)
        return 0

    assert run_in_blocks(kernel, 50 * BLOCK, 2) == 0
    assert len(begun) <= 2


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_error_reaches_the_caller_whoever_meets_it(error: type[BaseException]) -> None:
    for block in range(4):

        def kernel(start: int, stop: int) -> int:
            if start == block * BLOCK:  # noqa: B023
                raise error("in a block")
            return -1

        with pytest.raises(error, match="in a block"):
            run_in_blocks(kernel, 4 * BLOCK, 3)
    seen, fine = counting(4 * BLOCK)
    assert run_in_blocks(fine, 4 * BLOCK, 3) == -1
    assert (seen == 1).all()


def test_calls_within_calls_cannot_lock_each_other() -> None:
    counts = []

    def kernel(start: int, stop: int) -> int:
        seen, inner = counting(3 * BLOCK)
        counts.append(seen)
        return run_in_blocks(inner, len(seen), 3)

    assert run_in_blocks(kernel, 8 * BLOCK, 4) == -1
    assert len(counts) == 8
    assert all((seen == 1).all() for seen in counts)


def test_many_callers_share_the_helpers() -> None:
    jobs = [counting(3 * BLOCK + i) for i in range(40)]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda job: run_in_blocks(job[1], len(job[0]), 4), jobs))
    assert results == [-1] * 40
    assert all((seen == 1).all() for seen, _ in jobs)


def test_rows_are_forgotten_once_they_are_done() -> None:
    import gc
    import weakref

    class Arrays:
        pass

    arrays = Arrays()
    gone = weakref.ref(arrays)

    def kernel(start: int, stop: int, held: Arrays = arrays) -> int:
        return -1

    run_in_blocks(kernel, 4 * BLOCK, 4)
    del kernel, arrays
    for _ in range(500):  # a helper may still be about to find that nothing is left
        gc.collect()
        if gone() is None:
            break
        time.sleep(0.01)
    assert gone() is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without forks")
def test_a_fork_has_threads_of_its_own() -> None:
    program = f"""
import os, warnings
import numpy as np
import pokereval as pe
os.cpu_count = lambda: 3
warnings.simplefilter("ignore", DeprecationWarning)  # threads of numpy's own, and forks, are fine here
hands = np.tile(np.arange(7, dtype=np.uint8), ({3 * HANDS_A_BLOCK}, 1))
def works():
    return bool((pe.evaluate(hands, threads=3) == pe.evaluate(hands[0])).all())
assert works()
child = os.fork()
if not child:
    os._exit(0 if works() and works() else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert works()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
