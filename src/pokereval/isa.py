"""The instruction set of the batch loops: the best that the processor has, or the one that POKEREVAL_ISA names."""

from __future__ import annotations

import os
import sys

from pokereval import _core

__all__ = ["isa", "isas"]


def isa() -> str:
    """Name of the instruction set that batches use.

    It is chosen once, at import: the environment variable ``POKEREVAL_ISA`` names it, or else it is the last of `isas`.
    Results do not depend on it.

    Returns
    -------
    str
        ``"portable"``, ``"avx2"``, ``"avx512"`` or ``"neon"``.

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
        reason = f"expected POKEREVAL_ISA to be one of {', '.join(isas())} on this processor, got {wanted!r}"
        if _is_command():
            if sys.stderr is not None:
                print(f"pokereval: {reason}", file=sys.stderr)
            raise SystemExit(2)
        raise ImportError(reason)
    _core.take_path(wanted or isas()[-1])


def _is_command() -> bool:
    """Whether this process is the command ``pokereval``, which imports the package before it can catch any error."""
    program: str = next(iter(getattr(sys, "argv", ())), "")  # an embedded Python has none
    if program == "-m":  # until Python has found the module
        return any(argument.endswith("pokereval") for argument in sys.orig_argv)
    return os.path.splitext(os.path.basename(program))[0] == "pokereval"


_choose()
