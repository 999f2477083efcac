"""What an import adds to ``import numpy``, in time and in memory."""

from __future__ import annotations

from typing import Any

import pytest

from .adapters import RivalAbsentError, find_rival
from .startup import MODULES, import_costs, probe_import


@pytest.mark.parametrize("name", MODULES)
def test_import(name: str, benchmark: Any) -> None:
    if name != "pokereval":
        try:
            find_rival(name)
        except RivalAbsentError as absent:
            pytest.skip(str(absent))
    benchmark.group = "a fresh interpreter that imports numpy and the library"
    benchmark.pedantic(probe_import, args=(MODULES[name],), rounds=3, warmup_rounds=1)
    (cost,) = import_costs([MODULES[name]], times=3)
    benchmark.extra_info["added_milliseconds"] = cost.seconds * 1e3
    benchmark.extra_info["added_megabytes"] = cost.memory / 1e6
