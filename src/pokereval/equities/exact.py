"""Exact answers: which deals there are, cut into pieces for the compiled core.

Three ways, of which `plans` chooses the cheapest. *Match-ups*: every deal of hands to the seats, deals that are alike
up to the names of the suits counted once, and each then decided over all boards by ranks. *Sweep*: two hold'em ranges,
board by board in order of rank. *Boards*: any ranges, board by board, every deal of combos. In stud: all draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, permutations, product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval import _core
from pokereval.cards import DECK_SIZE
from pokereval.errors import PokerError
from pokereval.ranges.combos import all_masks, masks_to_cards

from .jobs import Part, Piece, add_parts
from .plans import matchup_seconds
from .seats import Question, Seat, expand

__all__ = ["ExactJob", "boards_job", "is_suit_symmetric", "matchups_job", "stud_job", "sweep_job"]

_COMBOS = 1326
_CANONICAL_BOARDS = 134459
_EVERY_NAMING = list(permutations(range(4)))
_EVERY_FOURTH = np.uint64(0x1111111111111)
_DEALS_AT_ONCE = 30_000_000  # a fraction of a second
_PIECES_AT_MOST = 1 << 16  # beyond that they are longer; an interruption is heard within them
_FEWEST_AT_ONCE = 8  # match-ups; a millisecond or two
_SECONDS_AT_ONCE = 0.1  # of match-ups, which hear no interruption
_RENAMED_AT_ONCE = 100_000  # deals; numpy and the core hear no interruption either
_MIXER = np.uint64(0x9E3779B97F4A7C15)
_ORDER_SEED = 5  # pieces come in random order, so that an interrupted job is a fair sample


@dataclass
class ExactJob:
    """Pieces of work, and what is needed to put their parts together.

    Attributes
    ----------
    question : Question
        With all cards of every seat named.
    method : str
        In words.
    pieces : list
        Work to run.
    run_outs : int
        Deals that are counted, weights aside; 0 until it is known.
    """

    question: Question
    method: str
    pieces: list[Piece] = field(default_factory=list)
    run_outs: int = 0
    places: list[NDArray[np.intp]] = field(default_factory=list)  # match-ups in each piece
    deals: Deals | None = None
    is_averaged: bool = False  # combos that are alike up to suits share a value
    stop: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, dtype=np.uint8))  # set to stop long pieces

    def by_combo(self, parts: Sequence[Part | None]) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """Pot shares and weights of every combo of every seat, out of all parts."""
        done = [part for part in parts if part is not None]
        if self.deals is None:
            shares = sum(part.shares for part in done)  # type: ignore[misc]
            totals = sum(part.totals for part in done)  # type: ignore[misc]
            cuts = np.cumsum([len(seat.masks) for seat in self.question.seats])[:-1]
            found = list(zip(np.split(np.asarray(shares), cuts), np.split(np.asarray(totals), cuts), strict=True))
            return [self._averaged(i, *pair) for i, pair in enumerate(found)] if self.is_averaged else found
        each = np.zeros((self.deals.matchup_count, len(self.question.seats)))
        for place, part in zip(self.places, parts, strict=True):
            if part is not None and part.shares is not None:
                each[place] = part.shares
        weights = self.deals.weights
        return [
            (
                summed(column, weights * each[self.deals.matchup_of, i], len(seat.masks)),
                summed(column, weights, len(seat.masks)),
            )
            for i, (column, seat) in enumerate(zip(self.deals.combos.T, self.question.seats, strict=True))
        ]

    def _averaged(
        self, seat: int, shares: NDArray[np.float64], totals: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Mean over the combos that are alike: a board that stands for several has been met in one guise only."""
        masks = self.question.seats[seat].masks
        alike = np.min([_renamed(masks, names) for names in permutations(range(4))], axis=0)
        _, group = np.unique(alike, return_inverse=True)
        size = np.bincount(group)
        return (np.bincount(group, shares) / size)[group], (np.bincount(group, totals) / size)[group]


def summed(places: NDArray[np.intp], amounts: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Sum of the amounts at each place."""
    return np.bincount(places, amounts, minlength=count).astype(np.float64, copy=False)


@dataclass
class Deals:
    """Every deal of one combo to each seat, and which match-up it is up to the names of the suits."""

    combos: NDArray[np.intp]  # (deals, seats)
    weights: NDArray[np.float64]
    matchup_of: NDArray[np.intp]
    matchup_count: int


def _renamed(masks: NDArray[np.uint64], names: Sequence[int]) -> NDArray[np.uint64]:
    """Masks with suit i called names[i]."""
    renamed = np.zeros_like(masks)
    for suit, name in enumerate(names):
        renamed |= (masks >> np.uint64(suit) & _EVERY_FOURTH) << np.uint64(name)
    return renamed


def is_suit_symmetric(seat: Seat) -> bool:
    """Whether a seat's range is the same whatever the suits are called."""
    for names in ((1, 0, 2, 3), (1, 2, 3, 0)):  # these two make up all 24
        renamed = _renamed(seat.masks, names)
        order = np.argsort(renamed)
        if not np.array_equal(renamed[order], seat.masks) or not np.array_equal(seat.weights[order], seat.weights):
            return False
    return True


def deal_all(question: Question) -> tuple[NDArray[np.intp], NDArray[np.uint64], NDArray[np.float64]]:
    """Combos, masks (deals, seats) and weights of all deals without a clash."""
    combos = np.zeros((1, 0), dtype=np.intp)
    held = np.zeros(1, dtype=np.uint64)
    weights = np.ones(1)
    for seat in question.seats:
        before, own = np.nonzero(held[:, None] & seat.masks[None, :] == 0)
        combos = np.column_stack([combos[before], own])
        held = held[before] | seat.masks[own]
        weights = weights[before] * seat.weights[own]
    if not len(combos):
        raise PokerError("expected ranges that can be dealt together, but every deal needs some card twice")
    masks = np.column_stack([seat.masks[column] for seat, column in zip(question.seats, combos.T, strict=True)])
    return combos, masks, weights


def _suit_names(question: Question) -> list[tuple[int, ...]]:
    """The ways to rename suits that leave the board and the dead cards as they are."""
    ways = _EVERY_NAMING
    for cards in (question.board, question.dead):
        given = set(cards)
        ways = [names for names in ways if {card & ~3 | names[card & 3] for card in cards} == given]
    return ways


def _unite_alike(
    masks: NDArray[np.uint64], names: Sequence[Sequence[int]]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """First deal of each match-up, and the match-up of each deal."""
    least = masks.copy()
    new_names = bytes(name for naming in names for name in naming)
    mixed = np.zeros(len(masks), dtype=np.uint64)
    for part in _slices(len(masks), _RENAMED_AT_ONCE):
        _core.rename_suits(least[part], new_names)
    for column in least.T:
        mixed = (mixed ^ column) * _MIXER
        mixed ^= mixed >> np.uint64(32)
    order = np.argsort(mixed)  # the same ones side by side; quicker than by all columns
    ordered = least[order]
    is_new = np.ones(len(masks), dtype=np.bool_)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    matchup_of = np.empty(len(masks), dtype=np.intp)
    matchup_of[order] = np.cumsum(is_new) - 1
    return order[is_new], matchup_of


def _shuffled_by_ranks(hole_cards: NDArray[np.uint8]) -> NDArray[np.intp]:
    """A random order that leaves match-ups of the same ranks together: the core ranks their hands once."""
    ranks = np.ascontiguousarray(hole_cards >> 2).reshape(len(hole_cards), -1)
    _, group = np.unique(ranks, axis=0, return_inverse=True)
    places = np.random.default_rng(_ORDER_SEED).permutation(group.max() + 1)
    return np.argsort(places[group.reshape(-1)], kind="stable")


def matchups_job(question: Question, *, by_combo: bool = False, classes: bool = False) -> ExactJob:
    """Every deal of known hands, each decided over all boards."""
    question = with_all_cards(question)
    combos, masks, weights = deal_all(question)
    if len(masks) > 1:
        first, matchup_of = _unite_alike(masks, _suit_names(question))
    else:
        first, matchup_of = np.zeros(1, dtype=np.intp), np.zeros(1, dtype=np.intp)
    size = max(_FEWEST_AT_ONCE, min(256, len(first) // 64))
    size = max(1, min(size, int(_SECONDS_AT_ONCE / matchup_seconds(question))))
    hole_cards = masks_to_cards(masks[first].reshape(-1), question.hole_count)
    hole_cards = hole_cards.reshape(len(first), len(question.seats), question.hole_count)
    order = _shuffled_by_ranks(hole_cards) if len(first) > size else np.arange(len(first))
    weight_of = np.bincount(matchup_of, weights)
    how = "by ranks and suits" if not question.board and question.game.name != "short_deck" else "board by board"
    name = "1 match-up" if len(first) == 1 else f"{len(combos):,} match-ups, {len(first):,} up to suits"
    job = ExactJob(question, f"{name}, each over all boards {how}")
    job.deals = Deals(combos, weights, matchup_of, len(first))
    boards = comb(question.live_count - len(question.seats) * question.hole_count, question.board_draws)
    job.run_outs = boards * len(combos)
    for start in range(0, len(first), size):
        place = order[start : start + size]
        job.places.append(place)
        arguments = (
            question.contest,
            np.ascontiguousarray(hole_cards[place]),
            bytes(question.board),
            question.gone,
            weight_of[place],
            int(np.prod(question.tally_shape)),
            by_combo,
            classes,
        )
        job.pieces.append((_decide_matchups, arguments))
    return job


def _decide_matchups(
    contest: Any,
    hole_cards: NDArray[np.uint8],
    board: bytes,
    gone: int,
    weights: NDArray[np.float64],
    cells: int,
    by_combo: bool,
    classes: bool,
) -> Part:
    tallies = np.empty((len(hole_cards), cells), dtype=np.int64)
    seats = hole_cards.shape[1]
    class_counts = np.empty((len(hole_cards), seats * 10), dtype=np.int64) if classes else None
    _core.matchups(contest, hole_cards, board, gone, tallies, class_counts)
    part = Part(weights @ tallies, None if class_counts is None else weights @ class_counts)
    if by_combo:
        each = tallies.reshape(len(hole_cards), len(contest[3]), seats, 11, -1)[:, 0]
        shares = np.tensordot(each, pot_shares(each.shape[-1]), axes=2)
        part.shares = shares / each[0, 0].sum()
    return part


def pot_shares(low_columns: int) -> NDArray[np.float64]:
    """Share of the pot in every cell of a seat's tally."""
    shares = np.zeros((11, low_columns))
    for high in range(11):
        for low in range(low_columns):
            part = 1 / high if high else 0.0
            is_split = low_columns > 1 and low < 11
            shares[high, low] = (part + (1 / low if low else 0.0)) / 2 if is_split else part
    return shares


def with_all_cards(question: Question) -> Question:
    """The question with every seat's combos spelt out."""
    if not any(seat.draw_count for seat in question.seats):
        return question
    gone = question.gone
    for seat in question.seats:
        if seat.is_known:
            gone |= int(seat.masks[0])
    return replace(question, seats=tuple(expand(seat, gone) for seat in question.seats))


def boards_of(question: Question, *, is_symmetric: bool) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Boards of five, and how many each stands for."""
    if is_symmetric:
        boards = np.empty((_CANONICAL_BOARDS, 5), dtype=np.uint8)
        counts = np.empty(_CANONICAL_BOARDS)
        _core.canonical_boards(boards, counts)
        return boards, counts
    gone = question.gone
    for seat in question.seats:
        if seat.is_known:
            gone |= int(seat.masks[0])
    drawn = all_masks(question.board_draws)
    drawn = drawn[drawn & np.uint64(gone) == 0]
    boards = np.empty((len(drawn), 5), dtype=np.uint8)
    boards[:, : len(question.board)] = question.board
    boards[:, len(question.board) :] = masks_to_cards(drawn, question.board_draws)
    return boards, np.ones(len(boards))


def uses_symmetry(question: Question) -> bool:
    """Whether boards may be taken up to the names of the suits."""
    bare = not question.board and not question.dead and question.game.lowest_card == 0
    return bare and all(is_suit_symmetric(seat) for seat in question.seats)


def _slices(count: int, size: int) -> Iterator[slice]:
    for start in range(0, count, size):
        yield slice(start, start + size)


def _shuffled_boards(question: Question, is_symmetric: bool) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    boards, counts = boards_of(question, is_symmetric=is_symmetric)
    order = np.random.default_rng(_ORDER_SEED).permutation(len(boards))
    return boards[order], counts[order]


def _all_weights(seat: Seat) -> NDArray[np.float64]:
    weights = np.zeros(_COMBOS)
    weights[np.searchsorted(all_masks(2), seat.masks)] = seat.weights
    return weights


def _match_ups(first: Seat, second: Seat) -> int:
    """How many pairs of hold'em hands share no card: those that share one are taken off, and the same hand twice."""
    held = [np.bincount(seat.cards.reshape(-1), minlength=DECK_SIZE) for seat in (first, second)]
    same = np.intersect1d(first.masks, second.masks, assume_unique=True)
    return len(first.masks) * len(second.masks) - int(held[0] @ held[1]) + len(same)


def sweep_job(question: Question, *, by_combo: bool = False, classes: bool = False) -> ExactJob:
    """Two hold'em ranges, board by board in order of rank."""
    question = with_all_cards(question)
    is_symmetric = uses_symmetry(question)
    weights = np.array([_all_weights(seat) for seat in question.seats])
    first, second = question.seats
    pairs = _match_ups(first, second)
    if not pairs:
        raise PokerError("expected ranges that can be dealt together, but every deal needs some card twice")
    boards, counts = _shuffled_boards(question, is_symmetric)
    up_to = " up to suits" if is_symmetric else ""
    job = ExactJob(question, f"sweep over {len(boards):,} boards{up_to}, {pairs:,} match-ups at once")
    job.run_outs = pairs * comb(question.live_count - 4, question.board_draws)
    job.is_averaged = is_symmetric
    places = [np.searchsorted(all_masks(2), seat.masks) for seat in question.seats]
    for part in _slices(len(boards), max(64, len(boards) // 128)):
        job.pieces.append((_sweep, (boards[part], counts[part], weights, places, by_combo, classes)))
    return job


def _sweep(
    boards: NDArray[np.uint8],
    counts: NDArray[np.float64],
    weights: NDArray[np.float64],
    places: list[NDArray[np.intp]],
    by_combo: bool,
    classes: bool,
) -> Part:
    wins, ties = np.zeros((2, _COMBOS)), np.zeros((2, _COMBOS))
    totals = np.zeros((2, _COMBOS)) if classes or by_combo else None
    class_counts = None if totals is None else np.zeros((2, 10))
    _core.sweep(boards, counts, weights, wins, ties, totals, class_counts)
    tally = np.zeros((1, 2, 11, 1))
    for seat in range(2):
        tally[0, seat, 1] = weights[seat] @ wins[seat]
        tally[0, seat, 2] = weights[0] @ ties[0]  # both sides tie equally often, to the last digit
        tally[0, 1 - seat, 0] = tally[0, seat, 1]
    part = Part(tally.reshape(-1), None if class_counts is None else class_counts.reshape(-1))
    if totals is not None and by_combo:
        part.shares = np.concatenate([((wins[i] + ties[i] / 2) * weights[i])[places[i]] for i in range(2)])
        part.totals = np.concatenate([(totals[i] * weights[i])[places[i]] for i in range(2)])
    return part


def boards_job(question: Question, *, by_combo: bool = False, classes: bool = True) -> ExactJob:
    """Any ranges, board by board, every deal of combos."""
    question = with_all_cards(question)
    combos, _, _ = deal_all(question) if np.prod([float(len(s.masks)) for s in question.seats]) < 1e6 else (None, 0, 0)
    is_symmetric = uses_symmetry(question)
    boards, counts = _shuffled_boards(question, is_symmetric)
    up_to = " up to suits" if is_symmetric else ""
    job = ExactJob(question, f"every deal on {len(boards):,} boards{up_to}")
    if combos is not None:
        rest = question.live_count - len(question.seats) * question.hole_count
        job.run_outs = len(combos) * comb(rest, question.board_draws)
    job.is_averaged = is_symmetric
    cards = np.concatenate([seat.cards for seat in question.seats])
    masks = np.concatenate([seat.masks for seat in question.seats])
    weights = np.concatenate([seat.weights for seat in question.seats])
    cells = int(np.prod(question.tally_shape))
    sizes = [len(seat.masks) for seat in question.seats]
    boards_at_once, combos_at_once = _cuts(len(boards), sizes)
    ends = np.cumsum([0, *sizes])
    ranges_of_seats = [
        [(start + part.start, min(start + part.stop, end)) for part in _slices(end - start, size)]
        for (start, end), size in zip(pairwise(ends.tolist()), combos_at_once, strict=True)
    ]
    for part in _slices(len(boards), boards_at_once):
        for chosen in product(*ranges_of_seats):
            starts, stops = np.array(chosen, dtype=np.intp).T.copy()
            arguments = (
                question.contest, starts, stops, cards, masks, weights, boards[part], counts[part], cells, by_combo,
                job.stop,
            )  # fmt: skip
            job.pieces.append((_walk_boards, arguments))
    if len(boards) < len(job.pieces):
        job.pieces = [job.pieces[i] for i in np.random.default_rng(_ORDER_SEED).permutation(len(job.pieces))]
    return job


def _cuts(boards: int, sizes: Sequence[int]) -> tuple[int, list[int]]:
    """Boards of a piece of work, and combos of each seat, so that no piece is long and pieces aren't too many."""
    deals = math.prod(map(float, sizes))
    at_once = max(_DEALS_AT_ONCE, deals * boards / _PIECES_AT_MOST)
    if deals <= at_once:
        return max(1, int(min(boards / 128, at_once / deals))), list(sizes)
    combos = list(sizes)
    for seat in sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True):
        parts = min(sizes[seat], math.ceil(deals / at_once))
        combos[seat] = math.ceil(sizes[seat] / parts)
        deals /= parts
    return 1, combos


def _walk_boards(
    contest: Any,
    starts: NDArray[np.intp],
    stops: NDArray[np.intp],
    cards: NDArray[np.uint8],
    masks: NDArray[np.uint64],
    weights: NDArray[np.float64],
    boards: NDArray[np.uint8],
    counts: NDArray[np.float64],
    cells: int,
    by_combo: bool,
    stop: NDArray[np.uint8],
) -> Part:
    part = Part(np.zeros(cells), np.zeros(contest[1] * 10))
    if by_combo:
        part.shares, part.totals = np.zeros(len(cards)), np.zeros(len(cards))
    _core.ranges(
        contest, starts, stops, cards, masks, weights, boards, counts, part.tally, part.classes, part.shares,
        part.totals, stop,
    )  # fmt: skip
    return part


def stud_job(question: Question, *, by_combo: bool = False, classes: bool = True) -> ExactJob:
    """Every deal of the known cards, each with every way to draw the rest."""
    combos, masks, weights = deal_all(question)
    first, matchup_of = _unite_alike(masks, _suit_names(question))
    weight_of = np.bincount(matchup_of, weights)
    job = ExactJob(question, f"every draw to {len(first):,} match-up{'s' * (len(first) != 1)}")
    job.deals = Deals(combos, weights, matchup_of, len(first))
    counts = tuple(seat.known_count for seat in question.seats)
    live = question.live_count - sum(counts)
    draws, left = 1, live
    for seat in question.seats:
        draws *= comb(left, seat.draw_count)
        left -= seat.draw_count
    job.run_outs = draws * len(combos)
    of_first = comb(live, question.seats[0].draw_count)
    pieces_each = min(of_first, max(1, min(draws // _DEALS_AT_ONCE, _PIECES_AT_MOST // len(first)), 64 // len(first)))
    cells = int(np.prod(question.tally_shape))
    for at in np.random.default_rng(_ORDER_SEED).permutation(len(first)):
        known = np.zeros((len(counts), 7), dtype=np.uint8)
        for row, (mask, count) in enumerate(zip(masks[first[at]], counts, strict=True)):
            known[row, :count] = masks_to_cards(mask.reshape(1), count)[0]
        cuts = [of_first * piece // pieces_each for piece in range(pieces_each + 1)]
        for start, end in pairwise(cuts):
            job.places.append(np.array([at]))
            weight = float(weight_of[at])
            arguments = (question.contest, known, counts, question.gone, start, end, weight, cells, job.stop)
            job.pieces.append((_draw_all, arguments))
    return job


def _draw_all(
    contest: Any,
    known: NDArray[np.uint8],
    counts: tuple[int, ...],
    gone: int,
    start: int,
    end: int,
    weight: float,
    cells: int,
    stop: NDArray[np.uint8],
) -> Part:
    tally, classes = np.zeros(cells, dtype=np.int64), np.zeros(contest[1] * 10, dtype=np.int64)
    _core.stud(contest, known, counts, gone, start, end, tally, classes, stop)
    each = tally.reshape(len(contest[3]), contest[1], 11, -1)[0]
    shares = np.tensordot(each, pot_shares(each.shape[-1]), axes=2).reshape(1, -1)
    return Part(weight * tally, weight * classes, shares)


def add_up(job: ExactJob, parts: Sequence[Part | None]) -> Part:
    """The sum of what has been done."""
    return add_parts([part for part in parts if part is not None])
