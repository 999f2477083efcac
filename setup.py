"""Build the compiled core: generate the tables, translate the Cython, compile the kernels.

Everything that can be stated as metadata is in ``pyproject.toml``. Two environment variables change the build:

``POKEREVAL_SANITIZE=1``
    Compile with the address and undefined-behaviour sanitizers and with every Cython check switched on. Such a
    build is for the test-suite only (``make sanitize``).
``POKEREVAL_WERROR=1``
    Any compiler warning is an error.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy
from Cython.Distutils.build_ext import build_ext as cython_build_ext
from setuptools import Extension, setup
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
# setuptools wants sources relative to this file and with forward slashes.
PACKAGE = "src/pokereval"
TABLES = ROOT / PACKAGE / "_tables.h"
TABLE_SCRIPT = ROOT / "tools" / "make_tables.py"

SANITIZE = os.environ.get("POKEREVAL_SANITIZE") == "1"
WERROR = os.environ.get("POKEREVAL_WERROR") == "1"

# The core trusts its input: ids and shapes are checked once, at the door. The sanitizer build checks all the same.
CYTHON_DIRECTIVES = {
    "language_level": 3,
    "freethreading_compatible": True,
    "embedsignature": False,
    "autotestdict": False,
    "boundscheck": SANITIZE,
    "initializedcheck": SANITIZE,
    "wraparound": False,
    "cdivision": True,
    "nonecheck": SANITIZE,
}


def make_tables() -> None:
    """Write ``_tables.h`` when it is missing or older than the script that derives it."""
    if TABLES.exists() and TABLES.stat().st_mtime >= TABLE_SCRIPT.stat().st_mtime:
        return
    # The script writes all of the header or none of it, so an interrupted build leaves nothing that looks fresh.
    subprocess.run([sys.executable, str(TABLE_SCRIPT), str(TABLES)], check=True)


def kernel_sources() -> list[str]:
    """Our own C files, in an order that doesn't depend on the file system."""
    return sorted(f"{PACKAGE}/{path.name}" for path in (ROOT / PACKAGE).glob("_kernels*.c"))


def headers() -> list[str]:
    """Every header the core is compiled from, the generated one included, whether or not it exists yet."""
    ours = (path.name for kind in ("*.h", "*.pxi") for path in (ROOT / PACKAGE).glob(kind))
    names = {*ours, TABLES.name}
    return sorted(f"{PACKAGE}/{name}" for name in names)


class BuildExt(cython_build_ext):  # type: ignore[misc]
    """Build the extension with flags that fit the compiler, after its tables have been made."""

    def run(self) -> None:
        """Make the tables, then build."""
        make_tables()
        # Generated C of an ordinary build holds none of the checks, so a sanitizer build may not take it over.
        self.force = bool(self.force or SANITIZE)
        super().run()

    def build_extension(self, extension: Extension) -> None:
        """Choose the flags once the compiler is known."""
        if self.compiler.compiler_type == "msvc":
            extension.extra_compile_args = ["/O2", "/std:c11"]
        else:
            self._set_unix_flags(extension)
        if SANITIZE:
            extension.sources[0] = self._with_checks(extension.sources[0])
        super().build_extension(extension)

    def _with_checks(self, source: str) -> str:
        """Copy the Cython sources without the comments that switch checks off; they would overrule the directives."""
        folder = Path(self.build_temp, "checked")
        folder.mkdir(parents=True, exist_ok=True)
        for original in (ROOT / source, *(ROOT / PACKAGE).glob("*.pxi")):
            lines = original.read_text(encoding="utf-8").splitlines(keepends=True)
            kept = "".join(line for line in lines if not line.startswith("# cython:"))
            (folder / original.name).write_text(kept, encoding="utf-8")
        return str(folder / Path(source).name)

    def _set_unix_flags(self, extension: Extension) -> None:
        # No -march=native: the same binary must run on the oldest machine of its architecture.
        arguments = ["-std=c11", "-O3", "-Wall"]
        if SANITIZE:
            checks = "-fsanitize=address,undefined"
            arguments = ["-std=c11", "-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer", "-Wall"]
            arguments += [checks, "-fno-sanitize-recover=undefined"]
            extension.extra_link_args = [checks]
        if WERROR:
            arguments.append("-Werror")
        extension.extra_compile_args = arguments
        self._compile_side_by_side()

    def _compile_side_by_side(self) -> None:
        """Compile as many files at a time as there are cores; ask for -Wextra in those that people wrote.

        Generated C answers to -Wall alone.
        """
        compile_all, compile_one = self.compiler.compile, self.compiler._compile

        def with_warnings(obj: str, source: str, kind: str, options: Any, arguments: list[str], macros: Any) -> None:
            ours = Path(source).name.startswith("_kernels")
            compile_one(obj, source, kind, options, [*arguments, "-Wextra"] if ours else arguments, macros)

        def compile_side_by_side(*arguments: Any, **options: Any) -> Any:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                running: list[Future[None]] = []
                self.compiler._compile = lambda *file: running.append(pool.submit(with_warnings, *file))
                objects = compile_all(*arguments, **options)
                for file in running:
                    file.result()
            return objects

        self.compiler.compile = compile_side_by_side


class SourceDistribution(sdist):
    """A source distribution ships the tables, so that building from it needs no table run."""

    def run(self) -> None:
        """Make the tables, then pack."""
        make_tables()
        super().run()


core = Extension(
    "pokereval._core",
    sources=[f"{PACKAGE}/_core.pyx", *kernel_sources()],
    depends=[*headers(), "setup.py"],
    include_dirs=[PACKAGE, numpy.get_include()],
    define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
)
core.cython_directives = CYTHON_DIRECTIVES

setup(ext_modules=[core], cmdclass={"build_ext": BuildExt, "sdist": SourceDistribution})
