"""What this machine can do at best, measured beside the kernels: memory, table look-ups, the clock.

The probes are a page of C, compiled for the machine at hand into a temporary folder. Without a compiler only numpy's
copying is known.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import subprocess
import sysconfig
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .deals import SEED, CardArray, deal_cards

_SOURCE = Path(__file__).with_name("probes.c")
# Loads one by one are meant to stay loads one by one.
_FLAGS = ("-O3", "-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-shared", "-fPIC")
_KEYS = 1 << 16  # hands whose look-ups are probed; their keys and results fit a second-level cache beside the tables
_COPIED = 1 << 28  # bytes, beyond every cache
_SECONDS = 0.25  # for each probe
_LINE = 64


@dataclass(frozen=True)
class RankTables:
    """The two tables behind a sum of keys, by their sizes: ``ranks[offsets[row] + column]``.

    Attributes
    ----------
    cards : int
        Cards of a hand.
    rows, column_bits, entries : int
        Rows of the matrix that was packed, bits of a column, entries of the packed table.
    """

    cards: int
    rows: int
    column_bits: int
    entries: int

    @property
    def size(self) -> int:
        """Bytes of both."""
        return 2 * (self.rows + self.entries)


# As tools/make_tables.py packs them; the page on the tables lists them too, and a test holds that.
RANK_TABLES = {
    "five": RankTables(5, 1 << 10, 9, 6_591),
    "six": RankTables(6, 1 << 13, 10, 19_360),
    "seven": RankTables(7, 1 << 13, 10, 49_941),
}
SORTED_ENTRIES = {"five": 6_188, "six": 18_564, "seven": 50_388}
BOARD_ROWS = 6_591
BOARD_ROW_LINES = 3
OMAHA_LOW_ENTRIES = 1 << 16


def fastest(call: Callable[[], Any], *, clock: Callable[[], float] = thread_time, seconds: float = _SECONDS) -> float:
    """Time a call until so many seconds have gone, and take the fastest: what else runs can only take away.

    Parameters
    ----------
    call : callable
    clock : callable
        Tells seconds: this thread's processor time, in which others have no part, or another clock for more threads.
    seconds : float
        How long to go on, five calls at least.

    Returns
    -------
    float
        Seconds.
    """
    call()
    best, until, calls = float("inf"), perf_counter() + seconds, 0
    while calls < 5 or perf_counter() < until:
        started = clock()
        call()
        best = min(best, clock() - started)
        calls += 1
    return best


def compile_probes(folder: Path) -> ctypes.CDLL:
    """Compile the probes for this machine.

    Parameters
    ----------
    folder : Path
        Where the library goes.

    Returns
    -------
    CDLL

    Raises
    ------
    OSError
        When there is no compiler, or it fails on every attempt; the message is the last one's.
    """
    library, complaint = folder / "probes.so", ""
    for compiler in compilers():
        for machine in (["-march=native"], ["-mcpu=native"], []):
            command = [compiler, *_FLAGS, *machine, str(_SOURCE), "-o", str(library)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, check=False)
            except OSError as error:
                complaint = str(error)
                break
            if done.returncode == 0:
                return ctypes.CDLL(str(library))
            complaint = f"{compiler}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"
    raise OSError(f"{_SOURCE.name} cannot be compiled: {complaint}")


def compilers() -> list[str]:
    """The C compilers to try: that of the environment variable CC, or Python's own and the usual names."""
    chosen = os.environ.get("CC", "")
    texts = [chosen] if chosen else [sysconfig.get_config_var("CC") or "cc", "cc", "gcc", "clang"]
    return [shlex.split(text)[0] for text in texts]


def _at(array: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _aligned(size: int) -> NDArray[np.uint8]:
    """Nonzero bytes that begin with a cache line."""
    room = np.ones(size + _LINE, dtype=np.uint8)
    start = -room.ctypes.data % _LINE
    return room[start : start + size]


def rank_multisets(cards: CardArray) -> NDArray[np.int64]:
    """Number the multisets of card ranks that hands hold, from 0; hands of one multiset get one number.

    Examples
    --------
    >>> rank_multisets(np.array([[0, 1, 50], [51, 3, 2], [4, 5, 6]], dtype=np.uint8)).tolist()
    [0, 0, 1]
    """
    numbers = np.zeros(len(cards), dtype=np.int64)
    for column in np.sort(cards >> 2, axis=1).T:
        numbers = numbers * 13 + column
    return np.unique(numbers, return_inverse=True)[1].astype(np.int64)


def sorted_numbers(cards: CardArray) -> NDArray[np.uint16]:
    """Number the sorted card ranks of hands as the tables of sorted hands do.

    Examples
    --------
    >>> sorted_numbers(np.array([[0, 1, 4], [51, 50, 49]], dtype=np.uint8)).tolist()
    [1, 454]
    """
    ranks, places = np.sort(cards >> 2, axis=1), range(cards.shape[1])
    terms = np.array([[comb(rank + place, place + 1) for rank in range(13)] for place in places])
    return terms[places, ranks].sum(axis=1).astype(np.uint16)


class Limits:
    """The limits of this machine; each is measured when it is first asked for.

    Parameters
    ----------
    threads : int
        How many threads copy at a time for the second figure of copying.
    """

    def __init__(self, *, threads: int = 2) -> None:
        self.threads = threads
        self.complaint = ""
        self._known: dict[Any, float | None] = {}
        self._rng = np.random.default_rng(SEED)
        self._probes: ctypes.CDLL | None = None
        try:
            with TemporaryDirectory() as folder:  # a library that is loaded needs its file no more
                self._probes = compile_probes(Path(folder))
        except OSError as error:
            self.complaint = str(error)

    def _once(self, key: Any, measure: Callable[[ctypes.CDLL], float | None]) -> float | None:
        if key not in self._known:
            self._known[key] = None if self._probes is None else measure(self._probes)
        return self._known[key]

    @cached_property
    def clock(self) -> float | None:
        """Cycles a second: additions that wait for each other take one each."""

        def measure(probes: ctypes.CDLL) -> float:
            return 1e6 / fastest(partial(probes.probe_clock, ctypes.c_size_t(1_000_000)))

        return self._once("clock", measure)

    def copying(self, threads: int = 1) -> float:
        """Bytes read plus bytes written a second, while numpy copies arrays beyond every cache."""
        known = self._known.get(("copy", threads))
        if known is not None:
            return known
        source, target = (np.ones(_COPIED // 2, dtype=np.uint8) for _ in range(2))
        pieces = list(zip(np.array_split(target, threads), np.array_split(source, threads), strict=True))

        def copy_piece(piece: tuple[NDArray[np.uint8], NDArray[np.uint8]]) -> None:
            np.copyto(*piece)

        if threads == 1:
            seconds = fastest(partial(copy_piece, pieces[0]), seconds=2 * _SECONDS)
        else:
            with ThreadPoolExecutor(threads) as pool:
                seconds = fastest(lambda: list(pool.map(copy_piece, pieces)), clock=perf_counter, seconds=2 * _SECONDS)
        self._known["copy", threads] = rate = _COPIED / seconds
        return rate

    def streaming(self, bytes_in: float, bytes_out: float, rows: int) -> float | None:
        """Rows a second of arrays that are read and written and no more, from front to back side by side.

        Parameters
        ----------
        bytes_in, bytes_out : float
            Of a row.
        rows : int
            So many that the arrays lie where those of the kernel do: in memory, or in a cache.

        Returns
        -------
        float or None
            None when there is no compiler.
        """

        def measure(probes: ctypes.CDLL) -> float:
            source, target = (np.ones(round(each * rows), dtype=np.uint8) for each in (bytes_in, bytes_out))
            sizes = [ctypes.c_size_t(size) for size in (source.size, target.size, max(1, rows // 512))]
            return rows / fastest(lambda: probes.probe_stream(_at(source), sizes[0], _at(target), sizes[1], sizes[2]))

        return self._once(("stream", bytes_in, bytes_out, rows), measure)

    def rank_look_ups(self, hand: str, by: str = "probe_two_look_ups") -> float | None:
        """Hands a second whose two look-ups are all that is done: an offset, and a rank at offset plus column.

        Parameters
        ----------
        hand : str
            A key of `RANK_TABLES`: the sizes of the tables, and how often hands share their entries.
        by : str
            The probe: scalar loads, or ``probe_gathers_of_8`` or ``_16``.

        Returns
        -------
        float or None
            None when there is no compiler, or the processor has no such gathers.
        """

        def measure(probes: ctypes.CDLL) -> float | None:
            tables, rng = RANK_TABLES[hand], self._rng
            multisets = rank_multisets(deal_cards(_KEYS, tables.cards))
            keys = rng.integers(0, tables.rows << tables.column_bits, multisets.max() + 1, dtype=np.uint32)[multisets]
            # One entry more than there is, because a gather reads four bytes where an entry has two.
            offsets = rng.integers(0, tables.entries - (1 << tables.column_bits), tables.rows + 1, dtype=np.uint16)
            ranks = rng.integers(1, 1 << 15, tables.entries + 1, dtype=np.uint16)
            found = np.zeros(_KEYS, dtype=np.uint16)
            bits, rows = ctypes.c_int(tables.column_bits), ctypes.c_size_t(_KEYS)
            run = partial(getattr(probes, by), _at(keys), rows, _at(offsets), _at(ranks), bits, _at(found))
            run()
            return _KEYS / fastest(run) if found.any() else None

        return self._once((by, hand), measure)

    def sorted_look_ups(self, hand: str) -> float | None:
        """Hands a second whose one look-up, by the number of the sorted hand, is all that is done.

        Parameters
        ----------
        hand : str
            A key of `SORTED_ENTRIES`.

        Returns
        -------
        float or None
            None when there is no compiler.
        """

        def measure(probes: ctypes.CDLL) -> float:
            numbers = sorted_numbers(deal_cards(_KEYS, RANK_TABLES[hand].cards))
            table, found = np.ones(SORTED_ENTRIES[hand], dtype=np.uint16), np.zeros(_KEYS, dtype=np.uint16)
            return _KEYS / fastest(
                partial(probes.probe_one_rank, _at(numbers), ctypes.c_size_t(_KEYS), _at(table), _at(found))
            )

        return self._once(("sorted", hand), measure)

    def board_row_lines(self) -> float | None:
        """Hands a second that do no more than read a board's three cache lines of the table of Omaha."""

        def measure(probes: ctypes.CDLL) -> float:
            boards = rank_multisets(deal_cards(_KEYS, 5))
            rows = self._rng.permutation(BOARD_ROWS)[boards].astype(np.uint16)
            table, found = _aligned(BOARD_ROW_LINES * _LINE * BOARD_ROWS), np.zeros(_KEYS, dtype=np.uint16)
            return _KEYS / fastest(
                partial(probes.probe_three_lines, _at(rows), ctypes.c_size_t(_KEYS), _at(table), _at(found))
            )

        return self._once("lines", measure)

    def omaha_low_look_ups(self) -> float | None:
        """Hands a second that do no more than look a low up in the table of Omaha, by the masks of dealt hands."""

        def measure(probes: ctypes.CDLL) -> float:
            bits = np.array([*(2 << rank if rank < 7 else 0 for rank in range(12)), 1], dtype=np.uint16)
            seen = bits[deal_cards(_KEYS, 9) >> 2]
            shown, held = (np.bitwise_or.reduce(part, axis=1) for part in (seen[:, :5], seen[:, 5:]))
            keys = held << np.uint16(8) | shown
            table, found = _aligned(OMAHA_LOW_ENTRIES), np.zeros(_KEYS, dtype=np.uint8)
            return _KEYS / fastest(
                partial(probes.probe_one_look_up, _at(keys), ctypes.c_size_t(_KEYS), _at(table), _at(found))
            )

        return self._once("omaha low", measure)
