"""What ``import`` costs: seconds and memory on top of ``import numpy``, each time in a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

# Run in the fresh interpreter. Where the kernel does not tell the resident pages, their peak has to do.
_PROBE = """
import os, sys, time
import numpy
def resident():
    try:
        with open("/proc/self/statm") as pages:
            return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
resident()
before = resident()
started = time.perf_counter()
__import__(sys.argv[1])
seconds = time.perf_counter() - started
print(seconds, resident() - before)
"""

# The module that a user imports, by the name of the library.
MODULES = {
    "pokereval": "pokereval",
    "phevaluator": "phevaluator.evaluator",
    "pokerfast": "pokerfast",
    "pkrbot": "pkrbot",
    "eval7": "eval7",
    "treys": "treys",
    "poker-equity": "poker_equity",
    "pokerkit": "pokerkit",
}


@dataclass(frozen=True)
class ImportCost:
    """What an import adds to ``import numpy``.

    Attributes
    ----------
    seconds : float
        Median time.
    memory : float
        Median growth of the resident memory, in bytes.
    """

    seconds: float
    memory: float


def probe_import(module: str) -> ImportCost:
    """Import a module once in a fresh interpreter that has imported numpy.

    Parameters
    ----------
    module : str

    Returns
    -------
    ImportCost

    Raises
    ------
    ImportError
        When the module cannot be imported; the message is the interpreter's last line.
    """
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _PROBE, module], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ImportError(f"import {module}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}")
    seconds, memory = done.stdout.split()
    return ImportCost(float(seconds), float(memory))


def import_costs(modules: Sequence[str], *, times: int = 7) -> list[ImportCost]:
    """Import modules in turns, each time in a fresh interpreter, and take medians.

    Parameters
    ----------
    modules : sequence of str
    times : int
        Turns after a first one that leaves the compiled bytecode behind.

    Returns
    -------
    list of ImportCost
        One for each module.

    Raises
    ------
    ImportError
        When a module cannot be imported.
    """
    for module in modules:
        probe_import(module)
    turns = [[probe_import(module) for module in modules] for _ in range(times)]
    return [
        ImportCost(median(cost.seconds for cost in costs), median(cost.memory for cost in costs))
        for costs in zip(*turns, strict=True)
    ]
