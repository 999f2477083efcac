"""Ask the installed package on every path of this processor, and on emulated processors: ``make try-wheel``.

One wheel serves all processors of an architecture. So one that lacks an instruction set must be given a path that it
can run, a path that is not there must be refused at import, and what is answered must not depend on the path.
"""

from __future__ import annotations

import subprocess
import sys

from processors import X86_EMULATOR, X86_PROCESSORS, Processor, Report, no_x86_emulator
from program import clean_environment

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
answers += [pe.equity(["AhKh", "QQ+,AKo"], "2c3d4h").equity, pe.equity(["AhKh", "QsQd"], seed=1, samples=20_000).equity]
digest = hashlib.sha256(b"".join(np.ascontiguousarray(answer).tobytes() for answer in answers)).hexdigest()
print(" ".join(pe.isas()), pe.isa(), digest, sep="|")
"""


def ask_package(model: str | None = None, *, isa: str = "") -> subprocess.CompletedProcess[str]:
    """Import the installed package on a processor, or on the one at hand, and ask it all the questions."""
    emulator = [X86_EMULATOR, "-cpu", model] if model else []
    environment = clean_environment() | {"POKEREVAL_ISA": isa, "OPENBLAS_NUM_THREADS": "1"}
    command = [*emulator, sys.executable, "-I", "-c", QUESTIONS]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def check_path(path: str, digest: str) -> str | None:
    """What is wrong with the package on a path of the processor at hand, or None."""
    done = ask_package(isa=path)
    if done.returncode:
        return done.stderr
    _, chosen, answers = done.stdout.strip().split("|")
    if chosen != path:
        return f"expected the path {path}, got {chosen}"
    return None if answers == digest else "its answers differ from those of the path that is chosen here"


def check_processor(processor: Processor, digest: str) -> str | None:
    """What is wrong with the package on an emulated processor, or None."""
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


def main() -> int:
    """Try every path and every emulated processor; the exit status tells whether all did what they must."""
    at_hand = ask_package()
    if at_hand.returncode:
        print(at_hand.stderr)
        return 1
    paths, _, digest = at_hand.stdout.strip().split("|")
    report = Report()
    for path in paths.split():
        report.tell("the wheel", f"this processor, {path}", check_path(path, digest))
    if missing := no_x86_emulator():
        print(missing)
    else:
        for processor in X86_PROCESSORS:
            if processor.runs_python:
                report.tell("the wheel", f"x86_64 {processor.model}", check_processor(processor, digest))
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
