"""`equity`: the question, put and answered."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokereval import _core
from pokereval.cards import CardsLike, is_whole, named
from pokereval.errors import PokerError
from pokereval.threads import thread_count

from .exact import add_up, boards_job, matchups_job, pot_shares, stud_job, sweep_job, uses_symmetry
from .jobs import Part, Progress, progress_reporter, run_pieces
from .plans import AFFORDABLE_SECONDS, Plan, make_plan
from .result import ComboEquities, EquityResult
from .sampling import SampleJob, sample, sample_job
from .seats import Question, read_question

__all__ = ["equity", "explain_plan"]

_JOBS = {"match-ups": matchups_job, "sweep": sweep_job, "boards": boards_job, "draws": stud_job}
_WORTH_THREADS = 0.02  # seconds
_ERROR_LEAST = 1e-7


def equity(
    hands: Any,
    board: CardsLike = "",
    dead: CardsLike = "",
    *,
    game: str = "holdem",
    exact: bool | None = None,
    samples: int | None = None,
    max_error: float | None = None,
    seed: int | None = None,
    pots: Any = None,
    by_combo: bool = False,
    hole_count: int | None = None,
    threads: int = 0,
    executor: Any = None,
    progress: Any = None,
) -> EquityResult:
    r"""Tell what share of the pot each seat can expect when all cards are dealt and nobody folds.

    Parameters
    ----------
    hands : sequence
        2 to 10 seats, each a hand ("AhKh"), range text ("QQ+,AKs"), a `Range`, ids, or a hand of which cards are
        missing ("Ah", in Omaha "AhAd", in stud the cards that can be seen): what is missing comes from the deck.
    board : cards, optional
        0, 3, 4 or 5 cards; none in stud.
    dead : cards, optional
        Cards that nobody can get.
    game : str, default "holdem"
        ``"holdem"``, ``"omaha"``, ``"omaha8"``, ``"stud"``, ``"stud8"``, ``"razz"`` or ``"short_deck"``.
    exact : bool, optional
        True: count every deal, however long it takes, with a progress bar; an interruption (Ctrl-C) gives the result
        so far with its error. False: draw deals at random. None: exact if that takes less than about two seconds.
    samples : int, optional
        Deals to draw.
    max_error : float, optional
        Draw until half of every 95 % interval is at most this. Without `samples` and `max_error` drawing stops at
        0.0005, or after 4,000,000 deals.
    seed : int, optional
        Makes drawing repeatable, whatever the number of threads.
    pots : number or sequence, optional
        Size of the pot; or main and side pots as (amount, seats), seats from 0, or as `Pot`\ s of `build_pots`.
    by_combo : bool, default False
        Find the equity of every combo of every seat.
    hole_count : int, optional
        In Omaha 4, 5 or 6 cards; by default as many as the longest hand shows.
    threads : int, default 0
        Threads; 0 for all cores.
    executor : concurrent.futures.Executor, optional
        Where to run the pieces of the work instead.
    progress : callable or bool, optional
        Is told the share of the work that is done; True for a bar, False for none.

    Returns
    -------
    EquityResult
        Equities, wins and ties, hi-lo shares, chips, classes of hands, and how sure they are.

    Raises
    ------
    PokerError
        If cards clash, a range is empty or cannot be read, seats are too many or too few, or the board is impossible;
        the message names the culprit. If an option is none, or two contradict each other.

    Examples
    --------
    >>> result = equity(["AhAd", "KsKc"])
    >>> result
    <hold'em: AhAd 81.26 %, KsKc 18.74 % (exact, 1,712,304 deals)>
    >>> [round(share, 4) for share in equity(["AhKh", "QQ+,AKo"], "Qh7h2c").equity]
    [0.4923, 0.5077]
    """
    exact = _as_flag(exact)
    _check_options(exact, samples, max_error, seed)
    workers = thread_count(threads)
    question = read_question(hands, board, dead, game, pots, hole_count)
    if samples is None and max_error is None and exact is not False and _is_quick(question):
        return _decide_known(question, by_combo=by_combo)
    plan = _plan(question, exact, samples, max_error)
    if plan.is_exact:
        with progress_reporter(progress, wanted=plan.seconds > AFFORDABLE_SECONDS, title="counting deals") as report:
            return _answer_exactly(question, plan, by_combo, workers, executor, report)
    with progress_reporter(progress, wanted=False, title="drawing deals") as report:
        return _answer_by_sampling(question, samples, max_error, seed, by_combo, workers, executor, report)


def explain_plan(
    hands: Any,
    board: CardsLike = "",
    dead: CardsLike = "",
    *,
    game: str = "holdem",
    exact: bool | None = None,
    pots: Any = None,
    hole_count: int | None = None,
) -> Plan:
    """Tell how `equity` would answer a question, and about how long each exact way would take.

    Examples
    --------
    >>> plan = explain_plan(["AhAd", "KsKc"])
    >>> plan.method, plan.is_exact
    ('match-ups', True)
    >>> explain_plan(["random"] * 3).method
    'sampling'
    """
    exact = _as_flag(exact)
    return _plan(read_question(hands, board, dead, game, pots, hole_count), exact, None, None)


def _plan(question: Question, exact: bool | None, samples: int | None, max_error: float | None) -> Plan:
    wanted = False if exact is None and (samples is not None or max_error is not None) else exact
    return make_plan(question, exact=wanted, is_symmetric=partial(uses_symmetry, question))


def _as_flag(exact: Any) -> bool | None:
    if exact is not None and not isinstance(exact, bool | np.bool_):
        raise PokerError(f"expected exact to be True, False or None, got {named(exact)}")
    return None if exact is None else bool(exact)


def _check_options(exact: bool | None, samples: Any, max_error: Any, seed: Any) -> None:
    if exact and (samples is not None or max_error is not None or seed is not None):
        raise PokerError("expected either exact=True or samples, max_error and seed, which are for drawing, got both")
    if samples is not None and (not is_whole(samples) or samples <= 0):
        raise PokerError(f"expected a number of samples from 1 up, got {named(samples)}")
    if max_error is not None:
        is_number = isinstance(max_error, int | float) and not isinstance(max_error, bool)
        if not is_number or not _ERROR_LEAST <= max_error < 1:
            raise PokerError(f"expected a max_error from {_ERROR_LEAST} to 1, got {named(max_error)}")
    if seed is not None and (not is_whole(seed) or seed < 0):
        raise PokerError(f"expected a seed from 0 up, got {named(seed)}")


def _is_quick(question: Question) -> bool:
    """Whether all hands are known and there are few boards, or boards that are looked at by ranks."""
    return not question.game.is_stud and question.is_known


def _decide_known(question: Question, *, by_combo: bool) -> EquityResult:
    """Known hands: one call and no planning."""
    hole_cards = np.array([[seat.ids or seat.cards[0] for seat in question.seats]], dtype=np.uint8)
    tallies = np.empty((1, math.prod(question.tally_shape)), dtype=np.int64)
    _core.matchups(question.contest, hole_cards, bytes(question.board), question.gone, tallies, None)
    return _result(question, tallies[0], by_combo)


def _result(question: Question, tally: NDArray[Any], by_combo: bool) -> EquityResult:
    result = EquityResult(
        question,
        "1 match-up, board by board"
        if question.board or question.game.lowest_card
        else "1 match-up, over all boards by ranks and suits",
        True,
        True,
        tally.reshape(question.tally_shape),
        find_classes=partial(_count_classes, question, "match-ups", 1),
    )
    if by_combo:
        combos = (
            ComboEquities(seat.cards, np.ones(1), np.array([mean]))
            for seat, mean in zip(question.seats, result.equity, strict=True)
        )
        object.__setattr__(result, "combos", tuple(combos))
    return result


def _answer_exactly(
    question: Question, plan: Plan, by_combo: bool, threads: int, executor: Any, progress: Progress | None
) -> EquityResult:
    job = _JOBS[plan.method](question, by_combo=by_combo)
    if plan.seconds < _WORTH_THREADS:
        threads = 1
    parts, is_complete = run_pieces(job.pieces, threads=threads, executor=executor, progress=progress, stop=job.stop)
    total = add_up(job, parts)
    if total.tally.sum() == 0:
        raise PokerError("expected ranges that can be dealt together, but every deal needs some card twice")
    find = partial(_count_classes, question, plan.method, threads)
    if total.classes is not None:
        find = partial(_given, total.classes)
    return EquityResult(
        job.question,
        job.method,
        True,
        is_complete,
        total.tally.reshape(question.tally_shape),
        spread=None if is_complete else _spread_of_parts(question, parts),
        find_classes=find,
        combos=_combos(job.question, job.by_combo(parts)) if by_combo else None,
    )


def _given(classes: NDArray[Any]) -> NDArray[Any]:
    return classes


def _count_classes(question: Question, method: str, threads: int) -> NDArray[Any]:
    job = _JOBS[method](question, classes=True)
    parts, _ = run_pieces(job.pieces, threads=threads, stop=job.stop)
    classes = add_up(job, parts).classes
    assert classes is not None
    return classes


def _spread_of_parts(question: Question, parts: Sequence[Part | None]) -> NDArray[np.float64]:
    """Standard errors of an interrupted count: its parts are a random choice out of all, so they tell of the rest."""
    done = [part for part in parts if part is not None]
    shares = pot_shares(question.low_columns)
    tallies = np.array([part.tally.reshape(question.tally_shape)[0] for part in done], dtype=np.float64)
    won = (tallies * shares).sum(axis=(2, 3))
    weights = tallies[:, 0].sum(axis=(1, 2))
    if len(done) < 2:
        return np.full(len(question.seats), 0.5)
    mean = won.sum(axis=0) / weights.sum()
    off = won - mean * weights[:, None]
    left = 1 - len(done) / len(parts)
    variance = left * len(done) / (len(done) - 1) * (off**2).sum(axis=0) / weights.sum() ** 2
    return np.asarray(np.sqrt(variance))


def _answer_by_sampling(
    question: Question,
    samples: int | None,
    max_error: float | None,
    seed: int | None,
    by_combo: bool,
    threads: int,
    executor: Any,
    progress: Progress | None,
) -> EquityResult:
    if by_combo and any(seat.draw_count for seat in question.seats):
        raise PokerError("expected every card of every combo to be known for by_combo=True with sampling")
    job = sample_job(question, None if seed is None else int(seed), by_combo=by_combo)
    total, parts, is_complete = sample(
        job,
        samples=None if samples is None else int(samples),
        max_error=max_error,
        threads=threads,
        executor=executor,
        progress=progress,
        by_combo=by_combo,
    )
    tally = total.tally.reshape(question.tally_shape)
    deals = int(tally[0, 0].sum())
    return EquityResult(
        question,
        f"{deals:,} deals drawn at random",
        False,
        is_complete,
        tally,
        samples=deals,
        seed=job.seed,
        find_classes=partial(_sample_classes, job, deals, threads),
        combos=_combos(question, job.by_combo(parts)) if by_combo else None,
    )


def _sample_classes(job: SampleJob, deals: int, threads: int) -> NDArray[Any]:
    """Draw the same deals again, and look at the hands."""
    total, _, _ = sample(job, samples=deals, max_error=None, threads=threads, classes=True)
    assert total.classes is not None
    return total.classes


def _combos(
    question: Question, found: list[tuple[NDArray[np.float64], NDArray[np.float64]]]
) -> tuple[ComboEquities, ...]:
    made = []
    for seat, (shares, totals) in zip(question.seats, found, strict=True):
        dealt = totals > 0
        made.append(ComboEquities(seat.cards[dealt], totals[dealt] / totals.sum(), shares[dealt] / totals[dealt]))
    return tuple(made)
