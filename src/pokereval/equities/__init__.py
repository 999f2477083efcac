"""Equity: what share of the pot each seat can expect, exact where that is affordable and else with an error bar."""

from __future__ import annotations

from .ask import equity, explain_plan
from .plans import Plan
from .preflop import PreflopTable, preflop_table
from .result import ComboEquities, EquityResult

__all__ = ["ComboEquities", "EquityResult", "Plan", "PreflopTable", "equity", "explain_plan", "preflop_table"]
