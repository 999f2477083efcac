"""Arrays in the clothes of a data frame, which are no sequences of their rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


class Frame:
    """Walks along the names of its columns, as the frames of pandas do, and has a method where numpy has a mask."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Give the array, as numpy asks for it."""
        return self.array if dtype is None else self.array.astype(dtype)

    def __iter__(self) -> Iterator[int]:
        """Give the names of the columns."""
        return iter(range(self.array.shape[-1]))

    def __len__(self) -> int:
        """Give the number of rows."""
        return len(self.array)

    def mask(self) -> None:
        """Do nothing: it is only looked up."""
