"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import secrets
import stat
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import IO, cast

__all__ = ["ReplacingFile", "commit_together", "descriptor_of"]

_STREAMS = {"-": 1, "/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/([0-9]+)")


class ReplacingFile:
    """A file that is written under a temporary name beside its place and renamed when it is complete.

    Leaving the ``with`` block without `commit`, for whatever reason, removes the temporary file. When the process is
    killed outright the temporary file (``.NAME.….partial``) stays, and under the final name stands what stood there
    before. ``"-"`` is standard output; that, any other stream that is open already (``/dev/stdout``, ``/dev/fd/3``) and
    a place that exists and is no regular file (a pipe, ``/dev/null``) are written to directly.

    Parameters
    ----------
    path : str
        The final name. With ``.gz`` at its end the file is gzipped.

    Attributes
    ----------
    stream : binary file
        What to write to.

    Raises
    ------
    OSError
        If the folder is not there or cannot be written to.
    """

    def __init__(self, path: str) -> None:
        self._final = os.path.realpath(path)  # a link keeps pointing at the file, which is what is replaced
        self._partial: str | None = None
        self._old: str | None = None
        self._is_put = False
        mode: int | None = None
        self._close_file = True
        if (descriptor := descriptor_of(path)) == 1:
            self._file: IO[bytes] = sys.stdout.buffer
            self._close_file = False
        elif descriptor is not None:
            self._file = open(os.dup(descriptor), "wb")  # noqa: SIM115 - closed by __exit__
        else:
            with contextlib.suppress(FileNotFoundError):
                mode = os.stat(path).st_mode
            if mode is not None and stat.S_ISDIR(mode):
                raise IsADirectoryError(21, "is a directory", path)
            if mode is not None and not stat.S_ISREG(mode):
                self._file = open(path, "wb")  # noqa: SIM115 - closed by __exit__
            else:
                folder, name = os.path.split(self._final)
                # A name may fill what the file system allows; the temporary one must not be longer.
                self._partial = os.path.join(folder, f".{name[:200]}.{os.getpid()}-{secrets.token_hex(4)}.partial")
                try:
                    self._file = open(self._partial, "xb")  # noqa: SIM115 - closed by __exit__
                except OSError as error:
                    error.filename = path  # nobody knows the temporary name
                    raise
                if mode is not None:
                    os.chmod(self._partial, stat.S_IMODE(mode))
        self.stream: IO[bytes] = self._file
        if path.endswith(".gz"):
            # No name and no time inside: the same rows give the same bytes.
            self.stream = cast(
                "IO[bytes]", gzip.GzipFile(filename="", fileobj=self._file, mode="wb", compresslevel=6, mtime=0)
            )

    def commit(self) -> None:
        """Put the complete file in its place."""
        commit_together([self])

    def _complete(self) -> None:
        """Write everything out, to the disk if it is a file."""
        if self.stream is not self._file:
            self.stream.close()
        self._file.flush()
        if self._partial is not None:
            os.fsync(self._file.fileno())
            self._file.close()

    def _put(self, *, keep_old: bool) -> None:
        """Rename the complete file to its name."""
        if self._partial is None:
            return
        if keep_old and os.path.exists(self._final):
            self._old = f"{self._partial.removesuffix('.partial')}.old"
            try:
                os.link(self._final, self._old)
            except OSError:  # the file system has no links
                os.rename(self._final, self._old)
        try:
            os.replace(self._partial, self._final)
        except BaseException:
            if self._old is not None:
                os.replace(self._old, self._final)
            raise
        self._partial = None
        self._is_put = True

    def _take_back(self) -> None:
        """Undo `_put`."""
        if self._is_put and self._old is not None:
            os.replace(self._old, self._final)
        elif self._is_put:
            os.unlink(self._final)
        self._is_put = False

    def __enter__(self) -> ReplacingFile:
        """Give the file itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file, and remove it unless it was committed."""
        with contextlib.suppress(OSError, ValueError):
            if self.stream is not self._file:
                self.stream.close()
        with contextlib.suppress(OSError, ValueError):
            if self._close_file:
                self._file.close()
        for name in (self._partial, self._old):
            if name is not None:
                with contextlib.suppress(OSError):
                    os.unlink(name)
        self._partial = self._old = None


def commit_together(files: Sequence[ReplacingFile]) -> None:
    """Put several complete files in their places, all of them or none.

    Every file is written out before the first one is renamed. Should a rename fail, those before it are undone.

    Parameters
    ----------
    files : sequence of ReplacingFile
        The files, inside their ``with`` blocks.

    Raises
    ------
    OSError
        If one cannot be written out or renamed; then no place holds a new file.
    """
    for file in files:
        file._complete()
    done: list[ReplacingFile] = []
    try:
        for file in files:
            file._put(keep_old=file is not files[-1])
            done.append(file)
    except BaseException:
        for file in reversed(done):
            file._take_back()
        raise


def descriptor_of(path: str) -> int | None:
    """Tell which open stream of this process a path names.

    Parameters
    ----------
    path : str
        Name of an output.

    Returns
    -------
    int or None
        The stream's number: 1, standard output, for ``"-"`` and ``/dev/stdout``; None for other paths.

    Examples
    --------
    >>> descriptor_of("-"), descriptor_of("/dev/stderr"), descriptor_of("/dev/fd/63"), descriptor_of("out.jsonl")
    (1, 2, 63, None)
    """
    match = _DESCRIPTOR.fullmatch(path)
    return int(match[1]) if match else _STREAMS.get(path)
