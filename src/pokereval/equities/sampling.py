"""Sampled answers: groups of seats to draw from, and streams of deals until enough are seen."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval import _core
from pokereval.errors import PokerError

from .exact import pot_shares, summed
from .jobs import Part, Piece, Progress, add_parts, run_pieces
from .seats import Question, Seat

__all__ = ["SampleJob", "half_width", "sample"]

STREAM = 1 << 14
"""Deals of one stream of random numbers; results depend on the seed and on this, never on threads."""

ROUND = 16
"""Streams between two looks at the error."""

SAMPLES_AT_MOST = 4_000_000
"""Deals that a question gets when nobody says how many."""

ERROR_WANTED = 0.0005
"""Half width of the 95 % interval at which such a question stops."""

_TUPLES_AT_MOST = 300_000
_LEAST_ACCEPTED = 0.2
_TRIES = 20_000
_NORMAL_95 = 1.959963984540054


@dataclass(eq=False)
class _Group:
    """Seats whose combos are drawn together."""

    seats: list[int]
    combos: NDArray[np.intp]  # (tuples, seats of the group)
    masks: NDArray[np.uint64]
    weights: NDArray[np.float64]


@dataclass
class SampleJob:
    """What all pieces of a sampled job share."""

    question: Question
    groups: list[_Group]
    shared: tuple[Any, ...]
    seed: int

    def piece(self, first: int, streams: int, samples: int, by_combo: bool, classes: bool) -> Piece:
        """Work on some streams."""
        return _play, (*self.shared, self.seed, first, streams, samples, by_combo, classes)

    def by_combo(self, parts: Sequence[Part]) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """Pot shares and deals of every combo of every seat."""
        shares = sum(part.shares for part in parts)  # type: ignore[misc]
        totals = sum(part.totals for part in parts)  # type: ignore[misc]
        found: dict[int, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
        at = 0
        for group in self.groups:
            rows = slice(at, at + len(group.masks))
            at += len(group.masks)
            for column, seat in enumerate(group.seats):
                count = len(self.question.seats[seat].masks)
                of = group.combos[:, column]
                found[seat] = (
                    summed(of, np.asarray(shares)[rows, seat], count),
                    summed(of, np.asarray(totals)[rows], count),
                )
        return [found[seat] for seat in range(len(self.question.seats))]


def sample_job(question: Question, seed: int | None, *, by_combo: bool = False) -> SampleJob:
    """Prepare a question for sampling."""
    if not by_combo:
        question = replace(question, seats=tuple(_undecided(question, seat) for seat in question.seats))
    groups = _grouped(question)
    core_groups = []
    places: dict[int, tuple[int, int]] = {}
    fixed = 0
    for number, group in enumerate(groups):
        offset = 0
        columns = []
        for column, seat in enumerate(group.seats):
            places[seat] = number, offset
            offset += question.seats[seat].known_count
            columns.append(question.seats[seat].cards[group.combos[:, column]])
        keep, alias = _alias_table(group.weights)
        core_groups.append((np.ascontiguousarray(np.concatenate(columns, axis=1)), group.masks, keep, alias))
        if len(group.masks) == 1:
            fixed |= int(group.masks[0])
    seats = [(*places[i], seat.known_count, seat.draw_count) for i, seat in enumerate(question.seats)]
    deck = bytes(card for card in range(52) if not (question.gone | fixed) >> card & 1)
    shared = (
        question.contest, core_groups, seats, bytes(question.board), question.board_draws, deck,
        int(np.prod(question.tally_shape)),
    )  # fmt: skip
    return SampleJob(question, groups, shared, secrets.randbits(63) if seed is None else seed)


def _undecided(question: Question, seat: Seat) -> Seat:
    """A seat that may hold anything: its cards can be dealt like those of the board, and then nothing clashes."""
    known = sum(other.known_count for other in question.seats if other.is_known)
    anything = comb(question.live_count - known, seat.known_count)
    if seat.is_known or seat.draw_count or len(seat.masks) != anything or (seat.weights != seat.weights[0]).any():
        return seat
    return Seat(seat.label, np.zeros(1, dtype=np.uint64), np.ones(1), 0, seat.known_count)


def _play(
    contest: Any,
    groups: list[Any],
    seats: Any,
    board: bytes,
    board_draws: int,
    deck: bytes,
    cells: int,
    seed: int,
    first: int,
    streams: int,
    samples: int,
    by_combo: bool,
    classes: bool,
) -> Part:
    part = Part(np.zeros(cells, dtype=np.int64))
    if classes:
        part.classes = np.zeros(contest[1] * 10, dtype=np.int64)
    noted: list[Any] = [
        (np.zeros((len(group[1]), contest[1])), np.zeros(len(group[1]))) if by_combo else (None, None)
        for group in groups
    ]
    filled = [(*group, *note) for group, note in zip(groups, noted, strict=True)]
    status = _core.sample(
        contest, filled, seats, board, board_draws, deck, seed & (1 << 64) - 1, first, streams, samples, part.tally,
        part.classes,
    )  # fmt: skip
    if status:
        raise PokerError("expected ranges that can be dealt together, but hardly any deal is free of clashes")
    if by_combo:
        part.shares = np.concatenate([shares for shares, _ in noted])
        part.totals = np.concatenate([totals for _, totals in noted])
    return part


def sample(
    job: SampleJob,
    *,
    samples: int | None,
    max_error: float | None,
    threads: int,
    executor: Any = None,
    progress: Progress | None = None,
    by_combo: bool = False,
    classes: bool = False,
) -> tuple[Part, list[Part], bool]:
    """Draw deals until there are enough of them or the error is small enough.

    Returns
    -------
    total, parts, is_complete
        The sum, its parts, and False after an interruption.
    """
    limit = samples if samples is not None else SAMPLES_AT_MOST if max_error is None else 1 << 62
    wanted = ERROR_WANTED if samples is None and max_error is None else max_error
    done, stream = 0, 0
    parts: list[Part] = []
    total: Part | None = None
    while done < limit:
        round_size = min(ROUND * STREAM * (1 if wanted is not None else 8), limit - done)
        whole, rest = divmod(round_size, STREAM)
        share = max(1, whole // max(threads, 1) // 2)
        pieces = [
            job.piece(stream + at, min(share, whole - at), STREAM, by_combo, classes) for at in range(0, whole, share)
        ]
        if rest:
            pieces.append(job.piece(stream + whole, 1, rest, by_combo, classes))
        stream += whole + bool(rest)
        try:
            found, is_complete = run_pieces(pieces, threads=threads, executor=executor)
        except KeyboardInterrupt:
            if total is None:
                raise
            return total, parts, False
        new = [part for part in found if part is not None]
        parts += new
        total = add_parts(new if total is None else [total, *new])
        if not is_complete:
            return total, parts, False
        done += round_size
        error = half_width(job.question, total)
        if progress:
            progress(min(1.0, done / limit if wanted is None else (wanted / max(error, 1e-9)) ** 2))
        if wanted is not None and error <= wanted:
            break
    assert total is not None
    return total, parts, True


def half_width(question: Question, total: Part) -> float:
    """Half width of the widest 95 % interval of any seat's equity."""
    tally = total.tally.reshape(question.tally_shape)[0].astype(np.float64)
    shares = pot_shares(question.low_columns)
    deals = tally[0].sum()
    mean = (tally * shares).sum(axis=(1, 2)) / deals
    # Without a single deal that went otherwise, one such deal is still allowed for.
    variance = np.maximum((tally * shares**2).sum(axis=(1, 2)) / deals - mean**2, 1 / deals)
    return float(_NORMAL_95 * np.sqrt(variance.max() / deals))


# -- drawing from ranges --


def _alias_table(weights: NDArray[np.float64]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Tables for Walker's alias method: every column keeps a part of itself and gives the rest to one other."""
    count = len(weights)
    keep = np.full(count, 0xFFFFFFFF, dtype=np.uint32)
    alias = np.arange(count, dtype=np.uint32)
    if count == 1 or (weights == weights[0]).all():
        return keep, alias
    scaled = (weights * (count / weights.sum())).tolist()
    small = [i for i, share in enumerate(scaled) if share < 1]
    large = [i for i, share in enumerate(scaled) if share >= 1]
    while small and large:
        low, high = small.pop(), large[-1]
        keep[low] = min(int(scaled[low] * 2**32), 0xFFFFFFFE)
        alias[low] = high
        scaled[high] -= 1 - scaled[low]
        if scaled[high] < 1:
            small.append(large.pop())
    return keep, alias


def _grouped(question: Question) -> list[_Group]:
    """One group for each seat, and those joined whose combos would clash too often."""
    groups = [_single(i, seat) for i, seat in enumerate(question.seats)]
    while _accepted(groups) < _LEAST_ACCEPTED:
        loose = sorted((group for group in groups if len(group.masks) > 1), key=lambda group: len(group.masks))
        if len(loose) < 2 or len(loose[0].masks) * len(loose[1].masks) > _TUPLES_AT_MOST:
            break
        joined = _joined(loose[0], loose[1])
        groups = [group for group in groups if group not in (loose[0], loose[1])] + [joined]
    return groups


def _single(number: int, seat: Seat) -> _Group:
    return _Group([number], np.arange(len(seat.masks)).reshape(-1, 1), seat.masks, seat.weights)


def _joined(one: _Group, other: _Group) -> _Group:
    first, second = np.nonzero(one.masks[:, None] & other.masks[None, :] == 0)
    if not len(first):
        raise PokerError("expected ranges that can be dealt together, but every deal needs some card twice")
    return _Group(
        one.seats + other.seats,
        np.concatenate([one.combos[first], other.combos[second]], axis=1),
        one.masks[first] | other.masks[second],
        one.weights[first] * other.weights[second],
    )


def _accepted(groups: Sequence[_Group]) -> float:
    """About how often independent draws of all groups don't clash."""
    random = np.random.default_rng(0)
    held = np.zeros(_TRIES, dtype=np.uint64)
    good = np.ones(_TRIES, dtype=np.bool_)
    for group in groups:
        if len(group.masks) == 1:
            drawn = np.full(_TRIES, group.masks[0])
        else:
            ends = np.cumsum(group.weights)
            drawn = group.masks[np.minimum(np.searchsorted(ends, random.random(_TRIES) * ends[-1]), len(ends) - 1)]
        good &= held & drawn == 0
        held |= drawn
    return float(good.mean())
