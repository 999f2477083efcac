"""The instruction set of the batch loops: the best that the processor has, or the one that POKEREVAL_ISA names."""

from __future__ import annotations

import os

from pokereval import _core

__all__ = ["isa", "isas"]


def isa() -> str:
    """Name of the instruction set that batches use.

    It is chosen once, at import: the environment variable ``POKEREVAL_ISA`` names it, or else it is the last of `isas`.
    Results do not depend on it.

    Returns
    -------
    str
        ``"portable"``, ``"avx2"`` or ``"avx512"``.

    Examples
    --------
    >>> isa() in isas()
    True
    """
    return _core.path()


def isas() -> tuple[str, ...]:
    """Names of the instruction sets that this build has and this processor can run, the plainest first.

    Returns
    -------
    tuple of str
        ``("portable",)`` at least.

    Examples
    --------
    >>> isas()[0]
    'portable'
    """
    return _core.paths()


def _choose() -> None:
    wanted = os.environ.get("POKEREVAL_ISA", "")
    if wanted and wanted not in isas():
        raise ImportError(f"expected POKEREVAL_ISA to be one of {', '.join(isas())} on this processor, got {wanted!r}")
    _core.take_path(wanted or isas()[-1])


_choose()
