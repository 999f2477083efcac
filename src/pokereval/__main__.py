"""``python -m pokereval``: the command without its script."""

from __future__ import annotations

import sys

from pokereval.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
