"""The package's face: every public name is there, and importing it brings nothing that ranking does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pokereval


@pytest.mark.parametrize("name", pokereval.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(pokereval, name) is getattr(pokereval, name)
    assert name in dir(pokereval)


def test_public_names_are_listed_once_and_in_order() -> None:
    upper_first = sorted(pokereval.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))
    assert pokereval.__all__ == upper_first
    assert len(set(pokereval.__all__)) == len(pokereval.__all__)


def test_dir_lists_public_names_and_nothing_else() -> None:
    listed = [name for name in dir(pokereval) if not name.startswith("__")]
    assert sorted(listed) == sorted([*pokereval.__all__, "games"])


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'settel'"):
        _ = pokereval.settel


def test_importing_the_package_brings_no_library_but_numpy() -> None:
    program = "import sys, numpy; before = set(sys.modules); import pokereval; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    brought = set(done.stdout.split())
    assert not brought & {"click", "rich", "pyarrow", "concurrent.futures", "fractions", "decimal", "random"}
    assert not any(name.startswith(("pokereval.cli", "pokereval.games", "pokereval.showdown")) for name in brought)
