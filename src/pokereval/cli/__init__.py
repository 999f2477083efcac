"""The command ``pokereval``: arguments in, printed answers out; what it knows about poker it asks the package."""

from __future__ import annotations
