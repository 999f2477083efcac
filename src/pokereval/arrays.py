"""Values at the door: to an array of whole numbers or of flags, or an error that names the first that is none.

NumPy would take more than this package does. Among whole numbers it counts True as 1, it rounds what does not fit 64
bits, and it turns one text into many. Nothing of that passes here: what comes out is what went in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, NoReturn, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pokereval.errors import PokerError, ShapeError

__all__ = [
    "Place",
    "as_array",
    "flag_array",
    "integer_array",
    "is_whole",
    "laid_out",
    "named",
    "place_of",
    "refuse_marked",
    "refuse_masked",
    "shown",
]

Place: TypeAlias = tuple[int, ...]
"""Index of a value in an array, or in sequences within sequences; empty for a value alone."""

_Number = TypeVar("_Number", bound=np.generic)

_LEAST, _MOST = -(1 << 63), (1 << 64) - 1  # what NumPy has integers for
_DEEPEST = 4  # arrays here have three dimensions at most; a list that holds itself has no end


def is_whole(value: object) -> bool:
    """Whether a value is a whole number as far as this package is concerned: bools and spans of time are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool | np.timedelta64)


def shown(value: object) -> str:
    """Show a value in one line of sixty letters at most, for messages."""
    text = re.sub(r"\s*\n\s*", " ", repr(value))
    return text if len(text) <= 60 else f"{text[:59]}…"


def named(value: object) -> str:
    """Show a value and its type, for messages."""
    value = value.item() if isinstance(value, np.generic) else value
    return f"{shown(value)} ({type(value).__name__})"


def place_of(index: Place) -> str:
    """Say where a value stands.

    Examples
    --------
    >>> place_of((3,)), place_of((4, 1)), place_of(())
    (' (item 3)', ' (row 4, column 1)', '')
    """
    if len(index) < 2:
        return f" (item {index[0]})" if index else ""
    return f" (row {', '.join(map(str, index[:-1]))}, column {index[-1]})"


def as_array(values: Any) -> Any:
    """Give what is an array in other clothes as one: a frame, a tensor, a view of memory; anything else as it is.

    Walking along such things gives columns' names or no single numbers, so they must not pass for sequences.

    Examples
    --------
    >>> as_array(memoryview(b"3-")), as_array([51, 45])
    (array([51, 45], dtype=uint8), [51, 45])
    """
    if isinstance(values, np.ndarray | np.generic | str | bytes):
        return values
    return np.asarray(values) if isinstance(values, memoryview) or hasattr(values, "__array__") else values


def laid_out(array: NDArray[Any], dtype: type[_Number]) -> NDArray[_Number]:
    """Bring an array to the layout that compiled loops read: C-contiguous, aligned and of this dtype.

    Examples
    --------
    >>> laid_out(np.arange(6)[::2], np.int64).flags.c_contiguous
    True
    """
    there: NDArray[_Number] = np.asarray(array, dtype=dtype, order="C")
    return there if there.flags.aligned else there.copy()


def integer_array(
    values: Any,
    expected: str,
    error: type[PokerError],
    *,
    least: int = _LEAST,
    most: int = _MOST,
    spare: int | None = None,
    trusted: type[np.integer[Any]] | None = None,
    place: Callable[[Place], str] = place_of,
    advice_on_text: str = "",
) -> NDArray[np.integer[Any]]:
    """Whole numbers as an array of whatever integer dtype, byte order and strides they have.

    Parameters
    ----------
    values : array_like of int
        An array, a number, or sequences within sequences. Bools, floats, texts and None are no whole numbers.
    expected : str
        What one number is, for messages: ``"a rank"``.
    error : type of PokerError
        What is raised for a value that is none.
    least, most : int
        Bounds, both allowed.
    spare : int, optional
        One more number that is allowed.
    trusted : type, optional
        Integer type whose numbers somebody else compares with the bounds.
    place : callable, optional
        Turns the index of a value into words that end a message.
    advice_on_text : str, optional
        What the message says in the end when the value is text.

    Returns
    -------
    ndarray of integers
        `values` itself if it is such an array; int64 if there is no value at all.

    Raises
    ------
    PokerError
        The given `error`, with the first value that is not whole or out of bounds.
    ShapeError
        If sequences of unequal length make no array; the message names the first that differs.

    Examples
    --------
    >>> from pokereval.errors import RankError
    >>> integer_array([[1, 2], [3, 4]], "a rank", RankError)
    array([[1, 2],
           [3, 4]])
    >>> integer_array([[1, 2], [3, True]], "a rank", RankError)
    Traceback (most recent call last):
    pokereval.errors.RankError: expected a rank, got True (bool) (row 1, column 1)
    """
    values = as_array(values)
    array = _array(values, place)
    if array.size == 0:
        return np.empty(array.shape, dtype=np.int64)

    def is_fine(value: object) -> bool:
        return is_whole(value) and (least <= int(value) <= most or value == spare)  # type: ignore[call-overload]

    if array.dtype.kind in "SU":
        _refuse_stray(values, array, is_fine, f"expected {expected}, got text: ", error, place, advice_on_text)
    if array.dtype.kind not in "iu":
        message = f"expected {expected} of an integer dtype, got {array.dtype.name}: "
        _refuse_stray(values, array, is_fine, message, error, place, advice_on_text)
    if _has_hidden_bools(values):
        _refuse_stray(values, array, is_whole, f"expected {expected}, got ", error, place)
    if array.dtype.type is not trusted and (int(array.min()) < least or int(array.max()) > most):
        outside = (array < least) | (array > most)
        refuse_marked(outside if spare is None else outside & (array != spare), array, expected, error, place=place)
    return array


def flag_array(
    values: Any, expected: str, error: type[PokerError], *, place: Callable[[Place], str] = place_of
) -> NDArray[np.bool_]:
    """Flags as an array of bool; numbers are no flags.

    Parameters
    ----------
    values : array_like of bool
        An array, a bool, or sequences within sequences.
    expected, error, place
        As in `integer_array`.

    Returns
    -------
    ndarray of bool
        `values` itself if it is such an array.

    Raises
    ------
    PokerError
        The given `error`, with the first value that is no bool.
    ShapeError
        As in `integer_array`.

    Examples
    --------
    >>> from pokereval.errors import SeatError
    >>> flag_array([[True, None]], "a flag", SeatError)
    Traceback (most recent call last):
    pokereval.errors.SeatError: expected a flag of dtype bool, got object: None (NoneType) (row 0, column 1)
    """
    values = as_array(values)
    array = _array(values, place)
    if array.size == 0:
        return np.empty(array.shape, dtype=np.bool_)
    if array.dtype.kind != "b":
        message = f"expected {expected} of dtype bool, got {array.dtype.name}: "
        _refuse_stray(values, array, _is_flag, message, error, place)
    return array


def refuse_marked(
    marks: NDArray[np.bool_],
    array: NDArray[Any],
    expected: str,
    error: type[PokerError],
    *,
    meaning: str = "",
    place: Callable[[Place], str] = place_of,
) -> None:
    """Refuse the first marked value of an array, if any is marked.

    Parameters
    ----------
    marks : ndarray of bool
        True where a value is wrong; of the shape of `array`.
    array : ndarray
        The values.
    expected, error, place
        As in `integer_array`.
    meaning : str
        What the value is instead, put behind it.

    Raises
    ------
    PokerError
        The given `error`, with the value and its place.

    Examples
    --------
    >>> from pokereval.errors import RankError
    >>> refuse_marked(np.array([False, True]), np.array([3, 0]), "a rank", RankError, meaning=", which is no hand")
    Traceback (most recent call last):
    pokereval.errors.RankError: expected a rank, got 0, which is no hand (item 1)
    """
    if marks.any():
        index = tuple(int(i) for i in np.unravel_index(int(marks.argmax()), marks.shape))
        raise error(f"expected {expected}, got {array[index]}{meaning}{place(index)}")


def refuse_masked(values: object) -> None:
    """Refuse an array that hides places behind a mask: numpy's masked places still hold numbers.

    Raises
    ------
    PokerError
        If a place is masked.
    """
    if type(values) is not np.ndarray and isinstance(values, np.ndarray) and np.any(getattr(values, "mask", False)):
        raise PokerError(f"expected an array without masked places, got {shown(values)}")


def _array(values: Any, place: Callable[[Place], str]) -> NDArray[Any]:
    refuse_masked(values)
    try:
        return np.asarray(values)
    except ValueError:
        _refuse_uneven(values, place)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool | np.bool_)


def _is_whole_float(value: object) -> bool:
    return isinstance(value, float | np.floating) and float(value).is_integer()


def _has_hidden_bools(values: Any) -> bool:
    """Whether bools stand among the numbers of sequences; each level is looked at as a whole, which is quick."""
    level: list[Any] = [values] if isinstance(values, Sequence) else []
    while level:
        kinds = set(map(type, level))
        if any(issubclass(kind, bool | np.bool_) for kind in kinds):
            return True
        if all(issubclass(kind, int | np.integer) for kind in kinds):
            return False
        if not kinds <= {list, tuple}:
            if any(np.asarray(row).dtype.kind == "b" for row in level if hasattr(row, "__array__")):
                return True
            level = [row for row in level if isinstance(row, Sequence)]
        level = list(chain.from_iterable(level))
    return False


def _refuse_stray(
    values: Any,
    array: NDArray[Any],
    is_fine: Callable[[object], bool],
    message: str,
    error: type[PokerError],
    place: Callable[[Place], str],
    advice_on_text: str = "",
) -> NoReturn:
    """Name the first value that is not fine as it was given: in the array it may have become something else."""
    given = values if isinstance(values, Sequence) else array
    index, value = next((found for found in _values(given) if not is_fine(found[1])), ((), values))
    if _is_whole_float(value) and array.dtype.kind == "f":  # one that cannot be converted says more
        broken = ~np.isfinite(array) | (array != np.floor(array))
        if broken.any():
            index = tuple(int(i) for i in np.unravel_index(int(broken.argmax()), broken.shape))
            value = array[index]
    advice = ""
    if isinstance(value, str | bytes):
        advice = advice_on_text
    elif is_fine is _is_flag:
        if is_whole(value) or _is_whole_float(value):
            advice = "; flags that are numbers are converted with .astype(bool)"
    elif _is_whole_float(value) or isinstance(value, np.ndarray):
        advice = "; whole numbers of another dtype are converted with .astype('int64')"
    raise error(f"{message}{named(value)}{place(index)}{advice}")


def _refuse_uneven(values: Any, place: Callable[[Place], str]) -> NoReturn:
    lengths: dict[int, int | None] = {}  # of the first sequence at each depth
    for index, length in _lengths(values):
        usual = lengths.setdefault(len(index), length)
        if length != usual:
            usual_text, text = ("one value" if count is None else f"a row of {count}" for count in (usual, length))
            raise ShapeError(
                f"expected rows of equal length, got {shown(values)}: {usual_text}, then {text}{place(index)}"
            )
    raise ShapeError(f"expected rows of equal length, got {shown(values)}{place(())}")


def _row(values: Any, index: Place) -> Sequence[Any] | NDArray[Any] | None:
    """Give a sequence or an array as what can be walked along; None for a value."""
    if isinstance(values, str | bytes | np.generic) or len(index) >= _DEEPEST:
        return None
    if hasattr(values, "__array__"):
        array = np.asarray(values)
        return array if array.ndim else None
    return values if isinstance(values, Sequence) else None


def _values(values: Any, index: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value with its index, in reading order."""
    row = _row(values, index)
    if row is None:
        yield index, values[()] if isinstance(values, np.ndarray) else values  # what an array without axes holds
    else:
        for i, inner in enumerate(row):
            yield from _values(inner, (*index, i))


def _lengths(values: Any, index: Place = ()) -> Iterator[tuple[Place, int | None]]:
    """Length of every sequence with its index, in reading order; None for a value."""
    row = _row(values, index)
    yield index, None if row is None else len(row)
    for i, inner in enumerate(row if row is not None else ()):
        yield from _lengths(inner, (*index, i))
