"""The table of all hold'em match-ups before the flop: 47,008 classes, every board counted.

Two hands of two cards meet in 812,175 ways. What they are called in suits doesn't matter, nor who comes first, and that
leaves 47,008 classes. They are counted once, in some seconds, and kept in a file whose checksum is known beforehand.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval import _core
from pokereval.cards import CardsLike, parse_cards
from pokereval.errors import CardCountError, DuplicateCardError
from pokereval.ranges.combos import all_masks, masks_to_cards
from pokereval.threads import thread_count

from .jobs import Part, progress_reporter, run_pieces

__all__ = ["PREFLOP_BOARDS", "PREFLOP_CLASSES", "PREFLOP_SHA256", "PreflopTable", "preflop_table"]

PREFLOP_CLASSES = 47_008
"""Match-ups of two hands, up to the names of the suits and the order of the hands."""

PREFLOP_BOARDS = 1_712_304
"""Boards of each."""

PREFLOP_SHA256 = "b8a43b3ea0a0da2a09f9ebd69c48e2033140fa3b3b3c3492a069130dc9043af5"
"""Checksum of the table's bytes."""

_ROW = np.dtype([("first", "<u8"), ("second", "<u8"), ("wins", "<i4"), ("losses", "<i4")])
_SUIT_NAMES = bytes(name for names in permutations(range(4)) for name in names)
_PIECE = 512


class PreflopTable:
    """Wins and losses of every match-up before the flop.

    Parameters
    ----------
    rows : ndarray
        Structured: the masks of both hands, as they are named in the class, and the boards that the first wins and
        loses; sorted by the masks.
    """

    def __init__(self, rows: NDArray[Any]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        """Number of classes."""
        return len(self._rows)

    @property
    def rows(self) -> NDArray[Any]:
        """All classes: fields ``first`` and ``second`` (card masks), ``wins`` and ``losses`` of the first."""
        return self._rows

    def counts(self, hand: CardsLike, other: CardsLike) -> tuple[int, int, int]:
        """Boards, out of 1,712,304, that a hand wins, loses and ties against another.

        Raises
        ------
        CardCountError, DuplicateCardError
            If they are not two hands of two cards without a clash.
        """
        masks = []
        for cards in (hand, other):
            ids = parse_cards(cards)
            if len(ids) != 2:
                raise CardCountError(f"expected a hand of 2 cards, got {len(ids)}: {cards!r}")
            masks.append(1 << ids[0] | 1 << ids[1])
        if masks[0] & masks[1]:
            raise DuplicateCardError(f"expected hands without a common card, got {hand!r} and {other!r}")
        both = np.array([masks, masks[::-1]], dtype=np.uint64)
        _core.rename_suits(both, _SUIT_NAMES)
        swapped = tuple(both[1].tolist()) < tuple(both[0].tolist())
        first, second = (both[1] if swapped else both[0]).tolist()
        low = int(np.searchsorted(self._rows["first"], np.uint64(first), side="left"))
        high = int(np.searchsorted(self._rows["first"], np.uint64(first), side="right"))
        at = low + int(np.searchsorted(self._rows["second"][low:high], np.uint64(second)))
        wins, losses = int(self._rows["wins"][at]), int(self._rows["losses"][at])
        if swapped:
            wins, losses = losses, wins
        return wins, losses, PREFLOP_BOARDS - wins - losses

    def equity(self, hand: CardsLike, other: CardsLike) -> float:
        """Equity of a hand against another, 0 to 1."""
        wins, _, ties = self.counts(hand, other)
        return (wins + ties / 2) / PREFLOP_BOARDS


def preflop_table(
    *, threads: int = 0, progress: Any = None, folder: str | os.PathLike[str] | None = None
) -> PreflopTable:
    """Give the table, counted at the first use and read from a file afterwards.

    Parameters
    ----------
    threads : int, default 0
        Threads to count with; 0 for all cores.
    progress : callable or bool, optional
        As in `equity`.
    folder : path, optional
        Where the file is kept. By default ``POKEREVAL_CACHE``, or the user's folder for such files. A folder that
        cannot be written to costs nothing but the time to count again.

    Returns
    -------
    PreflopTable
        47,008 classes.
    """
    place = Path(folder) if folder is not None else _cache_folder()
    return _load(place, thread_count(threads), progress)


@lru_cache(maxsize=2)
def _load(place: Path, threads: int, progress: Any) -> PreflopTable:
    file = place / "preflop-holdem.bin"
    try:
        content = file.read_bytes()
    except OSError:
        content = b""
    if hashlib.sha256(content).hexdigest() != PREFLOP_SHA256:
        rows = count_preflop(threads=threads, progress=progress)
        content = rows.tobytes()
        found = hashlib.sha256(content).hexdigest()
        if found != PREFLOP_SHA256:
            raise RuntimeError(f"the match-ups before the flop were counted wrongly: checksum {found}")
        _keep(file, content)
    rows = np.frombuffer(content, dtype=_ROW)
    return PreflopTable(rows)


def _cache_folder() -> Path:
    if chosen := os.environ.get("POKEREVAL_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "pokereval"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pokereval"


def _keep(file: Path, content: bytes) -> None:
    """Write all of a file or none of it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as unfinished:
            unfinished.write(content)
        Path(unfinished.name).replace(file)
    except OSError:
        return


def preflop_classes() -> NDArray[np.uint64]:
    """Every class as the masks of two hands, (47008, 2), sorted."""
    masks = all_masks(2)
    first, second = np.nonzero(masks[:, None] & masks[None, :] == 0)
    pairs = np.column_stack([masks[first], masks[second]])  # both orders, so that the lesser of them is among them
    pairs = pairs[first < second]
    swapped = np.ascontiguousarray(pairs[:, ::-1])
    _core.rename_suits(pairs, _SUIT_NAMES)
    _core.rename_suits(swapped, _SUIT_NAMES)
    is_less = (swapped[:, 0] < pairs[:, 0]) | ((swapped[:, 0] == pairs[:, 0]) & (swapped[:, 1] < pairs[:, 1]))
    pairs[is_less] = swapped[is_less]
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    is_new = np.ones(len(pairs), dtype=np.bool_)
    is_new[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    return np.ascontiguousarray(pairs[is_new])


def count_preflop(*, threads: int = 1, progress: Any = None) -> NDArray[Any]:
    """Count all classes, which takes some seconds."""
    classes = preflop_classes()
    hands = masks_to_cards(classes.reshape(-1), 2).reshape(-1, 2, 2)
    order = np.lexsort((hands >> 2).reshape(-1, 4).T)  # hands of the same ranks are ranked once
    hands = hands[order]
    pieces = [(_count, (hands[at : at + _PIECE],)) for at in range(0, len(hands), _PIECE)]
    with progress_reporter(progress, wanted=False, title="counting match-ups") as report:
        parts, is_complete = run_pieces(pieces, threads=threads, progress=report)
    if not is_complete:
        raise KeyboardInterrupt
    rows = np.zeros(len(classes), dtype=_ROW)
    rows["first"], rows["second"] = classes.T
    counts = np.concatenate([part.tally for part in parts if part is not None])
    rows["wins"][order], rows["losses"][order] = counts.T
    return rows


def _count(hands: NDArray[np.uint8]) -> Part:
    tallies = np.empty((len(hands), 22), dtype=np.int64)
    _core.matchups((0, 2, 2, (3,)), np.ascontiguousarray(hands), b"", 0, tallies, None)
    return Part(tallies[:, [1, 12]])
