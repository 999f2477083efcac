"""Run the paths, and the installed package, on emulated processors: ``make emulate``.

An emulated processor shows what the machine at hand cannot: that NEON gives the portable path's results, and that a
processor without an instruction set is given a path that it can run.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from program import (
    ARM_COMPILER,
    ARM_EMULATOR,
    ARM_LIBRARIES,
    DEBIAN_PACKAGES,
    KERNELS,
    SANITIZERS,
    PathsDifferError,
    build,
    clean_environment,
    native_compiler,
    run,
)

X86_EMULATOR = "qemu-x86_64"


@dataclass(frozen=True)
class Processor:
    """A processor by the emulator's name for it, and the paths that it must be given."""

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
    Processor("max,avx2=off", "portable"),
    Processor("max,bmi1=off,bmi2=off", "portable"),
    Processor("max,popcnt=off", "portable"),
)
ARM_PROCESSORS = (Processor("cortex-a53", "portable neon"), Processor("max", "portable neon"))

# What the package answers must not depend on the processor. A path that is not there has to be refused at import.
QUESTIONS = """
import hashlib, sys
import numpy as np
import pokereval as pe
deck = np.tile(np.arange(52, dtype=np.uint8), (20_000, 1))
cards = np.random.default_rng(52).permuted(deck, axis=1)
seven, hole, board = (np.ascontiguousarray(cards[:, a:b]) for a, b in ((0, 7), (0, 4), (4, 9)))
seats = np.ascontiguousarray(cards[:, :24].reshape(-1, 6, 4))
chips = np.tile(np.arange(100, 700, 100, dtype=np.int64), (20_000, 1))
settled = pe.settle("omaha8", seats, np.ascontiguousarray(cards[:, 24:29]), chips, button=np.zeros(20_000, np.int64))
answers = [pe.evaluate(seven), pe.evaluate_low(seven), pe.evaluate_omaha(hole, board)]
answers += [settled.payouts, settled.returned]
digest = hashlib.sha256(b"".join(np.ascontiguousarray(answer).tobytes() for answer in answers)).hexdigest()
print(" ".join(pe.isas()), pe.isa(), digest, sep="|")
"""


def ask_package(model: str | None, *, isa: str = "") -> subprocess.CompletedProcess[str]:
    """Import the installed package on a processor, or on the one at hand, and ask it all the questions."""
    emulator = [X86_EMULATOR, "-cpu", model] if model else []
    environment = clean_environment() | {"POKEREVAL_ISA": isa, "OPENBLAS_NUM_THREADS": "1"}
    command = [*emulator, sys.executable, "-c", QUESTIONS]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def check_package(processor: Processor, digest: str) -> str | None:
    """What is wrong with the installed package on a processor, or None."""
    done = ask_package(processor.model)
    if done.returncode:
        return done.stderr
    paths, chosen, answers = done.stdout.strip().split("|")
    if paths != processor.paths or chosen != paths.split()[-1]:
        return f"expected the paths {processor.paths}, got {paths}, of which {chosen} was chosen"
    if answers != digest:
        return "its answers differ from those of the processor at hand"
    refused = ask_package(processor.model, isa="avx512")
    if not refused.returncode or "expected POKEREVAL_ISA to be one of" not in refused.stderr:
        return f"the path avx512 was not refused: {refused.stdout}{refused.stderr}"
    return None


def check_program(program: Path, emulator: str, processor: Processor, *, is_all: bool = False) -> str | None:
    """What is wrong with the paths in C on a processor, or None; `is_all` walks every hand of five to seven cards."""
    command = [*emulator.split(), "-cpu", processor.model]
    try:
        paths = " ".join(run(program, emulator=command, one_in=1 if is_all else 64, largest=7 if is_all else 5))
    except PathsDifferError as error:
        return str(error)
    return None if paths == processor.paths else f"expected the paths {processor.paths}, got {paths}"


def main() -> int:
    """Try every emulated processor; the exit status tells whether all did what they must."""
    compiler = native_compiler()
    if platform.system() != "Linux" or platform.machine() != "x86_64" or compiler is None:
        print("processors are emulated on x86-64 Linux with a C compiler; this machine is something else")
        return 2
    if missing := [name for name in (ARM_COMPILER, ARM_EMULATOR, X86_EMULATOR) if not shutil.which(name)]:
        print(f"not on this machine: {', '.join(missing)}\non Debian: apt-get install {DEBIAN_PACKAGES}")
        return 2
    failures = 0

    def tell(what: str, processor: str, wrong: str | None) -> None:
        nonlocal failures
        failures += wrong is not None
        print(f"{what:<24}{processor:<30}{'ok' if wrong is None else 'FAILED'}", flush=True)
        if wrong is not None:
            print(wrong)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in sorted(KERNELS.glob("_kernels*.c")):
            build([ARM_COMPILER], folder, "-c", "-Werror", sources=[source], name=f"{source.stem}.o")
        tell("all kernels compile", "aarch64", None)
        program = build([ARM_COMPILER], folder, "-static", "-Werror", name="paths-aarch64")
        for processor in ARM_PROCESSORS:
            is_all = processor is ARM_PROCESSORS[0]
            wrong = check_program(program, ARM_EMULATOR, processor, is_all=is_all)
            tell("paths, every hand in C" if is_all else "paths in C", f"aarch64 {processor.model}", wrong)
        program = build([ARM_COMPILER], folder, *SANITIZERS, name="paths-sanitized")
        wrong = check_program(program, f"{ARM_EMULATOR} -L {ARM_LIBRARIES}", ARM_PROCESSORS[-1])
        tell("paths under sanitizers", f"aarch64 {ARM_PROCESSORS[-1].model}", wrong)
        program = build(compiler, folder, "-Werror")
        for processor in X86_PROCESSORS:
            wrong = check_program(program, X86_EMULATOR, processor)
            tell("paths in C", f"x86_64 {processor.model}", wrong)
    at_hand = ask_package(None)
    if at_hand.returncode:
        print(at_hand.stderr)
        return 1
    digest = at_hand.stdout.strip().rsplit("|", 1)[1]
    for processor in X86_PROCESSORS:
        if processor.runs_python:
            tell("the Python package", f"x86_64 {processor.model}", check_package(processor, digest))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
