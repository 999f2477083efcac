"""Run the paths in C on emulated processors: the second half of ``make emulate``.

An emulated processor shows what the machine at hand cannot: that NEON gives the portable path's results, and that a
processor without an instruction set is given a path that it can run. (The first half, `wheel`, asks the package.)
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from processors import ARM_PROCESSORS, X86_EMULATOR, X86_PROCESSORS, Processor, Report, no_x86_emulator
from program import (
    ARM_COMPILER,
    ARM_EMULATOR,
    ARM_LIBRARIES,
    DEBIAN_PACKAGES,
    KERNELS,
    SANITIZERS,
    PathsDifferError,
    build,
    native_compiler,
    run,
)


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
    missing = [f"{name}: not on this machine" for name in (ARM_COMPILER, ARM_EMULATOR) if not shutil.which(name)]
    if compiler is None:
        missing.append("a C compiler: not on this machine")
    if no_emulator := no_x86_emulator():
        missing.append(no_emulator)
    if missing or compiler is None:
        print("\n".join(missing), f"on Debian: apt-get install {DEBIAN_PACKAGES}", sep="\n")
        return 2
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in sorted(KERNELS.glob("_kernels*.c")):
            build([ARM_COMPILER], folder, "-c", "-Werror", sources=[source], name=f"{source.stem}.o")
        report.tell("all kernels compile", "aarch64", None)
        program = build(compiler, folder, "-Werror")
        for processor in X86_PROCESSORS:
            wrong = check_program(program, X86_EMULATOR, processor)
            report.tell("paths in C", f"x86_64 {processor.model}", wrong)
        program = build([ARM_COMPILER], folder, *SANITIZERS, name="paths-sanitized")
        wrong = check_program(program, f"{ARM_EMULATOR} -L {ARM_LIBRARIES}", ARM_PROCESSORS[-1])
        report.tell("paths under sanitizers", f"aarch64 {ARM_PROCESSORS[-1].model}", wrong)
        program = build([ARM_COMPILER], folder, "-static", "-Werror", name="paths-aarch64")
        for processor in ARM_PROCESSORS:
            report.tell("paths in C", f"aarch64 {processor.model}", check_program(program, ARM_EMULATOR, processor))
        wrong = check_program(program, ARM_EMULATOR, ARM_PROCESSORS[0], is_all=True)
        report.tell("paths, every hand in C", f"aarch64 {ARM_PROCESSORS[0].model}", wrong)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
