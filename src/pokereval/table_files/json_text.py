"""JSON text to objects and back, such that what is written here can be read here, and numbers stay what they were.

Reading is strict: one object and nothing else, every name once, no NaN or Infinity, lists and objects in each other
no deeper than `MAX_DEPTH`. A number with a point or an exponent becomes a `decimal.Decimal`, which holds 1.10 and 1e400
as they are, and is written again as that number. What JSON has no form for, such as a date or NaN, is written as text.
"""

from __future__ import annotations

import json
import math
import sys
from decimal import Decimal
from typing import Any, NoReturn

from pokereval.errors import FileFormatError

__all__ = ["DECODER", "MAX_DEPTH", "decode_strictly", "json_text"]

MAX_DEPTH = 100  # far from where reading or writing would run out of stack, in any version of Python


def json_text(value: Any) -> str:
    """Write a value as JSON that every reader takes.

    Parameters
    ----------
    value : object
        Whatever a field can hold.

    Returns
    -------
    str
        JSON text in ASCII.

    Examples
    --------
    >>> from datetime import date
    >>> json_text({"rate": Decimal("1.10"), "noise": float("nan"), "day": date(2024, 2, 29)})
    '{"rate": 1.10, "noise": "NaN", "day": "2024-02-29"}'
    """
    try:
        return json.dumps(value, allow_nan=False, default=_plain)
    except ValueError:  # a Decimal, or a float that JSON has no number for
        return _text(value)


def decode_strictly(text: str) -> dict[str, Any]:
    """Read a text as one object, or say why it is none.

    Parameters
    ----------
    text : str
        A line or a cell.

    Returns
    -------
    dict
        The object.

    Raises
    ------
    FileFormatError
        If the text is not one JSON object and nothing else.

    Examples
    --------
    >>> decode_strictly('{"rate": 1.10}')
    {'rate': Decimal('1.10')}
    """
    try:
        fields = _STRICT_DECODER.decode(text)
    except FileFormatError:
        raise
    except json.JSONDecodeError as error:
        raise FileFormatError(f"not JSON: {error.msg} (column {error.pos + 1})") from None
    except RecursionError:
        raise FileFormatError("not a hand: lists or objects are nested too deeply") from None
    except ValueError:  # a number of more digits than Python converts
        raise FileFormatError(f"not a hand: a number of more than {sys.get_int_max_str_digits()} digits") from None
    if type(fields) is not dict:
        kind = {list: "a list", str: "text", int: "a number", Decimal: "a number", bool: "true or false"}
        raise FileFormatError(f"expected a JSON object, got {kind.get(type(fields), 'null')}")
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_too_deep(fields):
        raise FileFormatError("not a hand: lists or objects are nested too deeply")
    return fields


class _NotPlainError(ValueError):
    """A value that the compiled encoder cannot write as a number."""


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        raise _NotPlainError
    return str(value)


def _text(value: Any) -> str:
    """Write a value that holds numbers which need care."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(name))}: {_text(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_text, value)) + "]"
    if isinstance(value, Decimal):
        return str(value) if value.is_finite() else json.dumps(str(value))
    if isinstance(value, float) and not math.isfinite(value):
        return json.dumps(json.dumps(value))
    return json.dumps(value, default=str)


def _is_too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for each in level
            for inner in (each.values() if type(each) is dict else each)
            if type(inner) in (dict, list)
        ]
        if not level:
            return False
    return True


def _no_constant(name: str) -> NoReturn:
    raise FileFormatError(f"expected a JSON object, got {name}, which is not a JSON number")


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:
        raise FileFormatError(f"not a hand: the exponent of {text[:40]} is too large") from None


def _distinct_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise FileFormatError(f"expected every field once, got {twice!r} twice")
    return fields


DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=Decimal)
"""The fast way: it lets a name given twice pass and lists in lists to any depth; an exponent may be too much for it."""

_STRICT_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_number, object_pairs_hook=_distinct_names)
