"""Processors that an emulator can be, and the paths that each of them must be given."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from dataclasses import dataclass

__all__ = ["ARM_PROCESSORS", "X86_EMULATOR", "X86_PROCESSORS", "Processor", "Report", "no_x86_emulator"]

X86_EMULATOR = "qemu-x86_64"
_FIRST_WITH_AVX2 = (7, 2)


@dataclass(frozen=True)
class Processor:
    """A processor by the emulator's name for it, and the paths that it must be given.

    numpy needs more of a processor than the kernels do, so not every one of them runs Python.
    """

    model: str
    paths: str
    runs_python: bool = False


# The avx2 path needs popcnt and bmi besides, so each of them must be missed. (A C library that sees AVX2 and bmi2 takes
# bmi1 for granted in its own functions, so these two go together.) The emulator has no AVX-512.
X86_PROCESSORS = (
    Processor("Opteron_G1", "portable"),
    Processor("Nehalem", "portable", runs_python=True),
    Processor("SandyBridge", "portable", runs_python=True),
    Processor("Haswell", "portable avx2", runs_python=True),
    Processor("max", "portable avx2", runs_python=True),
    Processor("max,avx2=off", "portable", runs_python=True),
    Processor("max,bmi1=off,bmi2=off", "portable"),
    Processor("max,popcnt=off", "portable"),
)
ARM_PROCESSORS = (Processor("cortex-a53", "portable neon"), Processor("max", "portable neon"))


class Report:
    """One line for each thing that was tried on a processor."""

    def __init__(self) -> None:
        self.failures = 0

    def tell(self, what: str, processor: str, wrong: str | None) -> None:
        """Print what was tried where, and what is wrong with it, if anything is."""
        self.failures += wrong is not None
        print(f"{what:<24}{processor:<30}{'ok' if wrong is None else 'FAILED'}", flush=True)
        if wrong is not None:
            print(wrong)


def no_x86_emulator() -> str | None:
    """Why x86-64 processors cannot be emulated here, or None."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return f"x86-64 processors are emulated on x86-64 Linux, and this is {platform.machine()} {platform.system()}"
    if not shutil.which(X86_EMULATOR):
        return f"{X86_EMULATOR}: not on this machine (on Debian: apt-get install qemu-user)"
    told = subprocess.run([X86_EMULATOR, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"version (\d+)\.(\d+)", told)
    if version is None or tuple(map(int, version.groups())) < _FIRST_WITH_AVX2:
        least = ".".join(map(str, _FIRST_WITH_AVX2))
        return f"{X86_EMULATOR}: expected {least} or newer, which knows AVX2, got {told.strip() or 'no version'}"
    return None
