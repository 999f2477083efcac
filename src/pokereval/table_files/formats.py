"""Names of files: the format that an ending tells, and names that cannot be right are refused before work begins."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from typing import IO

from pokereval.errors import FileFormatError

from .replacing import descriptor_of

__all__ = ["check_file_names", "check_json_lines_name", "file_format", "is_read_once", "output_format"]

_ENDINGS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".csv": "csv", ".parquet": "parquet"}


def file_format(path: str, given: str | None = None) -> str:
    """Tell a file's format from its name.

    Parameters
    ----------
    path : str
        Name of the file, ``"-"`` for standard input or output, which is JSON Lines.
    given : str, optional
        The format when it has been said; it goes before the name.

    Returns
    -------
    str
        ``"jsonl"``, ``"csv"`` or ``"parquet"``.

    Raises
    ------
    FileFormatError
        If the name does not tell.

    Examples
    --------
    >>> file_format("hands.csv.gz"), file_format("-"), file_format("hands.txt", "jsonl")
    ('csv', 'jsonl', 'jsonl')
    """
    if given:
        return given
    if path == "-":
        return "jsonl"
    name = path.lower().removesuffix(".gz")
    if path.lower().endswith(".parquet.gz"):
        raise FileFormatError(f"expected a Parquet file that is compressed inside, not gzipped, got {path!r}")
    for ending, found in _ENDINGS.items():
        if name.endswith(ending):
            return found
    raise FileFormatError(
        f"expected a name ending in .jsonl, .csv or .parquet (or .gz after it) or a format told beside it, got {path!r}"
    )


def check_file_names(paths: Sequence[str], out: str | None, rejects: str | None) -> None:
    """Refuse an output that is an input, or the other output, and an input that can be read only once.

    Parameters
    ----------
    paths : sequence of str
        Inputs.
    out, rejects : str or None
        Outputs.

    Raises
    ------
    FileFormatError
        For such names, and for rejects that are not named as JSON Lines.
    """
    if list(paths).count("-") > 1:
        raise FileFormatError("expected standard input once, got - more than once")
    streams: dict[tuple[int, int], str] = {}
    for path in paths:
        found = _status(path, sys.stdin)
        if found is not None and (stat.S_ISFIFO(found.st_mode) or stat.S_ISSOCK(found.st_mode)):
            first = streams.setdefault((found.st_dev, found.st_ino), path)
            if first is not path:
                raise FileFormatError(f"expected every pipe once, got the same one as {first} and as {path}")
    outputs = [each for each in (out, rejects) if each is not None]
    if "" in outputs:
        raise FileFormatError("expected the name of a file for an output, got ''")
    if rejects is not None:
        check_json_lines_name(rejects, "the rejects, which are JSON Lines")
    if len(outputs) == 2 and _is_one_place(outputs[0], outputs[1]):
        raise FileFormatError(f"expected different files for the settled rows and the rejects, got {out!r} twice")
    for each in outputs:
        written = _status(each, sys.stdout)
        for path in paths:
            read = _status(path, sys.stdin)
            if not written or not read or stat.S_ISCHR(read.st_mode) or stat.S_ISSOCK(read.st_mode):
                continue  # a terminal or a connection goes both ways
            if os.path.samestat(written, read):
                raise FileFormatError(f"expected an output that is not an input, got {each!r} as both")


def is_read_once(path: str) -> bool:
    """Tell whether a file can be read only once: it is a pipe, a device, or a stream that is open already.

    Examples
    --------
    >>> is_read_once("-"), is_read_once("/dev/stdin"), is_read_once("hands.csv")
    (True, True, False)
    """
    if descriptor_of(path) is not None:
        return True
    return os.path.exists(path) and not os.path.isfile(path)


def check_json_lines_name(path: str, what: str) -> None:
    """Refuse the name of a file that would be JSON Lines under another format's name.

    Parameters
    ----------
    path : str
        Name of the file.
    what : str
        What goes there, for the message.

    Raises
    ------
    FileFormatError
        If the name does not end as one of JSON Lines, unless it is ``"-"``, a device or a pipe.

    Examples
    --------
    >>> check_json_lines_name("rejects.csv", "the rejects")
    Traceback (most recent call last):
    pokereval.errors.FileFormatError: expected a name ending in .jsonl or .jsonl.gz for the rejects, got 'rejects.csv'
    """
    name = path.lower().removesuffix(".gz")
    if not _has_no_ending(path) and _ENDINGS.get(os.path.splitext(name)[1]) != "jsonl":
        raise FileFormatError(f"expected a name ending in .jsonl or .jsonl.gz for {what}, got {path!r}")


def output_format(out: str | None, formats: Sequence[str], given: str | None) -> str:
    """Tell the format of the settled rows.

    Parameters
    ----------
    out : str or None
        Name of the output.
    formats : sequence of str
        Formats of the inputs; an output whose name tells nothing has that of the first, if it is text.
    given : str or None
        The format when it has been said.

    Returns
    -------
    str
        ``"jsonl"``, ``"csv"`` or ``"parquet"``.

    Raises
    ------
    FileFormatError
        If the name should tell and does not.
    """
    if out is None:
        return formats[0]
    if given == "parquet" and out.lower().endswith(".gz"):
        raise FileFormatError(f"expected a Parquet file that is compressed inside, not gzipped, got {out!r}")
    if given is None and _has_no_ending(out):  # a terminal or a pipe: text
        return formats[0] if formats[0] != "parquet" else "jsonl"
    return file_format(out, given)


def _has_no_ending(path: str) -> bool:
    """Whether this is standard output, a device or a pipe, whose names tell no format."""
    return is_read_once(path) and not os.path.isdir(path)


def _status(path: str, standard: IO[str]) -> os.stat_result | None:
    """What the system says of a path, ``"-"`` being a standard stream; None if there is nothing."""
    try:
        return os.fstat(standard.fileno()) if path == "-" else os.stat(path)
    except (OSError, ValueError):  # ValueError: a stream that is closed, or none of the system's
        return None


def _is_one_place(one: str, other: str) -> bool:
    """Whether two outputs would be written over each other; a terminal and ``/dev/null`` take any number."""
    if os.path.realpath(one) == os.path.realpath(other) or descriptor_of(one) == descriptor_of(other) is not None:
        found = _status(one, sys.stdout)
        return found is None or not stat.S_ISCHR(found.st_mode)
    return False
