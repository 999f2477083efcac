"""The paths in C, without Python in between: beside guard pages, and on an emulated ARM processor."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from kernels.program import (
    ARM_COMPILER,
    ARM_EMULATOR,
    DEBIAN_PACKAGES,
    PathsDifferError,
    build,
    missing_for_arm,
    native_compiler,
    run,
)

import pokereval as pe


def test_paths_agree_beside_guard_pages_and_at_every_alignment(tmp_path: Path) -> None:
    compiler = native_compiler()
    if compiler is None or sys.platform == "win32":
        pytest.skip("needs a C compiler, and mmap for guard pages: here the paths are tested through Python alone")
    assert run(build(compiler, tmp_path)) == list(pe.isas())


def test_plain_loops_agree_where_sse2_would_do_sixteen_rows_at_once(tmp_path: Path) -> None:
    compiler = native_compiler()
    if compiler is None or sys.platform == "win32":
        pytest.skip("needs a C compiler, and mmap for guard pages: here the paths are tested through Python alone")
    assert run(build(compiler, tmp_path, "-DPOKEREVAL_ROW_BY_ROW"), one_in=16) == list(pe.isas())


def test_paths_agree_on_an_emulated_arm_processor(tmp_path: Path) -> None:
    if missing := missing_for_arm():
        pytest.skip(f"not on this machine: {', '.join(missing)} (on Debian: apt-get install {DEBIAN_PACKAGES})")
    program = build([ARM_COMPILER], tmp_path, "-static")
    assert run(program, emulator=[ARM_EMULATOR], one_in=64) == ["portable", "neon"]


def test_a_path_that_differs_is_told(tmp_path: Path) -> None:
    liar = tmp_path / "paths"
    liar.write_text("#!/bin/sh\necho paths: portable wrong\necho FAILED: wrong, row 7\nexit 1\n", encoding="utf-8")
    liar.chmod(0o755)
    with pytest.raises(PathsDifferError, match="row 7"):
        run(liar)
