"""The C test of the instruction-set paths: what it is built from, how it is built, and how it is run."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "src" / "pokereval"
PROGRAM = Path(__file__).with_name("paths.c")
# The files of the paths themselves; the other loops of the core are tested through Python.
PATH_FILES = (
    "_kernels_tables.c",
    "_kernels_portable*.c",
    "_kernels_paths.c",
    "_kernels_avx*.c",
    "_kernels_neon*.c",
    "_kernels_boards.c",
    "_kernels_settle.c",
    "_kernels_one.c",
)
# As the core itself is compiled.
FLAGS = ("-std=c11", "-O3", "-Wall", "-Wextra")
SANITIZERS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")

ARM_COMPILER = "aarch64-linux-gnu-gcc"
ARM_EMULATOR = "qemu-aarch64"
ARM_LIBRARIES = "/usr/aarch64-linux-gnu"
DEBIAN_PACKAGES = "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user"


class PathsDifferError(AssertionError):
    """The program found a path that is not the portable one bit by bit, or could not be built or run."""


def native_compiler() -> list[str] | None:
    """The C compiler of this machine, or None: ``CC`` of the environment, or else the first that there is."""
    if named := os.environ.get("CC"):
        return shlex.split(named)
    return next(([name] for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


def missing_for_arm() -> list[str]:
    """What an emulated ARM processor lacks on this machine."""
    return [name for name in (ARM_COMPILER, ARM_EMULATOR) if not shutil.which(name)]


def build(
    compiler: Sequence[str], folder: Path, *flags: str, sources: Sequence[Path] = (), name: str = "paths"
) -> Path:
    """Compile the program, or other sources, into a folder.

    The generated tables are those of the checkout or the source distribution; where nothing was built yet, they are
    made in the folder.
    """
    if not (KERNELS / "_tables.h").exists() and not (folder / "_tables.h").exists():
        _run([sys.executable, str(ROOT / "tools" / "make_tables.py"), str(folder / "_tables.h")])
    sources = sources or [PROGRAM, *(path for pattern in PATH_FILES for path in sorted(KERNELS.glob(pattern)))]
    program = folder / name
    _run([*compiler, *FLAGS, *flags, f"-I{KERNELS}", f"-I{folder}", *map(str, sources), "-o", str(program)])
    return program


def run(program: Path, *, emulator: Sequence[str] = (), one_in: int = 1, largest: int = 5) -> list[str]:
    """Run the program, which compares every path with the portable one; give the names of the paths.

    One in so many of the hands of five cards, and of up to `largest` cards, is looked at.
    """
    told = _run([*emulator, str(program), str(one_in), str(largest)]).splitlines()
    if not told or told[-1] != "all paths agree":
        raise PathsDifferError("\n".join(told))
    return told[0].removeprefix("paths:").split()


def clean_environment() -> dict[str, str]:
    """The environment without what a sanitizer build of the core needs: compilers and emulators cannot bear it.

    Leaks are not looked for, since that does not work under an emulator.
    """
    return {name: text for name, text in os.environ.items() if name != "LD_PRELOAD"} | {
        "ASAN_OPTIONS": "detect_leaks=0"
    }


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, env=clean_environment(), check=False)
    if done.returncode:
        raise PathsDifferError(f"{shlex.join(command)}\nended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
