"""Where the figures were measured."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

import pokereval
from pokereval import _core


def _cpu() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    name = found[1].strip() if found else platform.processor() or platform.machine()
    family = re.search(r"^model\s*:\s*(\d+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE) if found else None
    return f"{name}{f' (model {family[1]})' if family else ''}, {os.cpu_count()} cores"


def _compiler() -> str:
    """Read the compiler's name from the compiled module itself: the interpreter's may be another."""
    found = re.search(rb"GCC: \([^)]*\) [\d.]+|[\w ]*clang version [\d.]+", Path(_core.__file__).read_bytes())
    return found[0].decode() if found else platform.python_compiler()


def _isa() -> str:
    tell: Callable[[], Any] | None = getattr(pokereval, "isa", None)
    return str(tell()) if tell else "portable"


def _version() -> str:
    try:
        return version("pokereval")
    except PackageNotFoundError:
        return "from a checkout"


def machine_line() -> str:
    """Describe the machine and the build in one line: CPU, compiler, Python, numpy, instruction set."""
    return " · ".join(
        (
            _cpu(),
            _compiler(),
            f"Python {platform.python_version()}",
            f"numpy {np.__version__}",
            f"pokereval {_version()}, {_isa()} kernels",
        )
    )
