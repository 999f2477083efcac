"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import os
import secrets
import stat
import sys
from types import TracebackType
from typing import IO, cast

__all__ = ["ReplacingFile"]


class ReplacingFile:
    """A file that is written under a temporary name beside its place and renamed when it is complete.

    Leaving the ``with`` block without `commit`, for whatever reason, removes the temporary file. When the process is
    killed outright the temporary file (``.NAME.….partial``) stays, and under the final name stands what stood there
    before. ``"-"`` is standard output; a place that exists and is no regular file (a pipe, ``/dev/null``) is written to
    directly.

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
        mode: int | None = None
        self._close_file = True
        if path == "-":
            self._file: IO[bytes] = sys.stdout.buffer
            self._close_file = False
        else:
            with contextlib.suppress(FileNotFoundError):
                mode = os.stat(self._final).st_mode
            if mode is not None and stat.S_ISDIR(mode):
                raise IsADirectoryError(21, "is a directory", path)
            if mode is not None and not stat.S_ISREG(mode):
                self._file = open(self._final, "wb")  # noqa: SIM115 - closed by __exit__
            else:
                folder, name = os.path.split(self._final)
                # A name may fill what the file system allows; the temporary one must not be longer.
                self._partial = os.path.join(folder, f".{name[:200]}.{os.getpid()}-{secrets.token_hex(4)}.partial")
                self._file = open(self._partial, "xb")  # noqa: SIM115 - closed by __exit__
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
        if self.stream is not self._file:
            self.stream.close()
        self._file.flush()
        if self._partial is not None:
            os.fsync(self._file.fileno())
            self._file.close()
            os.replace(self._partial, self._final)
            self._partial = None

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
            if self._close_file:
                self._file.close()
        if self._partial is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._partial)
            self._partial = None
