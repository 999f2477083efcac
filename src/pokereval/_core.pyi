from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

def paths() -> tuple[str, ...]: ...
def path() -> str: ...
def take_path(name: str) -> None: ...
def high(cards: NDArray[np.uint8], out: NDArray[np.uint16], *, check: bool) -> int: ...
def low(cards: NDArray[np.uint8], out: NDArray[np.uint8], *, check: bool) -> int: ...
def razz(cards: NDArray[np.uint8], out: NDArray[np.uint16], *, check: bool) -> int: ...
def short_deck(cards: NDArray[np.uint8], out: NDArray[np.uint16], *, check: bool) -> int: ...
def omaha(
    hole_cards: NDArray[np.uint8],
    board: NDArray[np.uint8],
    high_out: NDArray[np.uint16] | None,
    low_out: NDArray[np.uint8] | None,
    *,
    check: bool,
) -> int: ...
def boards(
    shown: NDArray[np.uint8],
    hole_cards: NDArray[np.uint8],
    high_out: NDArray[np.uint16] | None,
    low_out: NDArray[np.uint8] | None,
    *,
    is_omaha: bool,
    start: int,
    stop: int,
    check: bool,
) -> int: ...
def settle(
    *,
    is_omaha: bool,
    has_low: bool,
    is_stud: bool,
    uncalled_returned: bool,
    chip: int,
    hole_cards: NDArray[np.uint8],
    board: NDArray[np.uint8] | None,
    contributions: NDArray[np.int64],
    live: NDArray[np.uint8],
    button: NDArray[np.int64] | None,
    dead: NDArray[np.int64] | None,
    payouts: NDArray[np.int64],
    returned: NDArray[np.int64],
    high_ranks: NDArray[np.uint16],
    low_ranks: NDArray[np.uint8] | None,
    start: int,
    stop: int,
    check: bool,
) -> int: ...
def fast_door(general: Callable[..., Any], *, low: bool, many: int) -> Callable[..., Any]: ...
def omaha_door(general: Callable[..., Any], *, high: bool, low: bool, many: int) -> Callable[..., Any]: ...
def best_positions(cards: NDArray[np.uint8], *, low: bool) -> tuple[int, tuple[int, ...]]: ...
def best_omaha_positions(
    hole_cards: NDArray[np.uint8], board: NDArray[np.uint8], *, low: bool
) -> tuple[int, tuple[int, ...]]: ...
def cards_from_texts(texts: Sequence[str], count: int, out: NDArray[np.uint8], start: int = 0) -> int: ...
def matchups(
    contest: tuple[int, int, int, tuple[int, ...]],
    hole_cards: NDArray[np.uint8],
    board: bytes,
    gone: int,
    tallies: NDArray[np.int64],
    classes: NDArray[np.int64] | None,
) -> int: ...
def rename_suits(masks: NDArray[np.uint64], names: bytes) -> None: ...
def hand_values(
    masks: NDArray[np.uint64], by_ranks: NDArray[np.int32], by_suit: NDArray[np.int32], values: NDArray[np.int32]
) -> None: ...
def canonical_boards(boards: NDArray[np.uint8], counts: NDArray[np.float64]) -> int: ...
def sweep(
    boards: NDArray[np.uint8],
    counts: NDArray[np.float64],
    weights: NDArray[np.float64],
    wins: NDArray[np.float64],
    ties: NDArray[np.float64],
    totals: NDArray[np.float64] | None,
    classes: NDArray[np.float64] | None,
) -> None: ...
def ranges(
    contest: tuple[int, int, int, tuple[int, ...]],
    starts: NDArray[np.intp],
    stops: NDArray[np.intp],
    cards: NDArray[np.uint8],
    masks: NDArray[np.uint64],
    weights: NDArray[np.float64],
    boards: NDArray[np.uint8],
    counts: NDArray[np.float64],
    tally: NDArray[np.float64],
    classes: NDArray[np.float64] | None,
    shares: NDArray[np.float64] | None,
    totals: NDArray[np.float64] | None,
    stop: NDArray[np.uint8],
) -> None: ...
def stud(
    contest: tuple[int, int, int, tuple[int, ...]],
    known: NDArray[np.uint8],
    known_counts: Sequence[int],
    gone: int,
    start: int,
    end: int,
    tally: NDArray[np.int64],
    classes: NDArray[np.int64] | None,
    stop: NDArray[np.uint8],
) -> int: ...
def sample(
    contest: tuple[int, int, int, tuple[int, ...]],
    groups: list[tuple[Any, ...]],
    seats: Sequence[tuple[int, int, int, int]],
    board: bytes,
    board_draws: int,
    deck: bytes,
    seed: int,
    first_stream: int,
    streams: int,
    samples: int,
    tally: NDArray[np.int64],
    classes: NDArray[np.int64] | None,
) -> int: ...
