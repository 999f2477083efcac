"""Names of files: the format that an ending tells, and names that cannot be right are refused before work begins."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pokereval.errors import FileFormatError

__all__ = ["check_file_names", "check_json_lines_name", "file_format", "output_format"]

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
    if rejects:
        check_json_lines_name(rejects, "the rejects, which are JSON Lines")
    outputs = [each for each in (out, rejects) if each]
    if len(outputs) == 2 and (outputs[0] == outputs[1] or os.path.realpath(outputs[0]) == os.path.realpath(outputs[1])):
        raise FileFormatError(f"expected different files for the settled rows and the rejects, got {out!r} twice")
    for each in outputs:
        for path in paths:
            if "-" not in (path, each) and os.path.exists(each) and os.path.samefile(path, each):
                raise FileFormatError(f"expected an output that is not an input, got {each!r} as both")


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
    return path == "-" or (os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path))
