"""Range notation to weighted combos: hold'em, Omaha with four to six cards, and stud starting hands."""

from __future__ import annotations

from .core import Range
from .syntax import RangeSyntaxError

__all__ = ["Range", "RangeSyntaxError"]
