"""What all tests share: repeatable property tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples in every run: a failure in the gate can be repeated at a desk, and no run is flaky.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")
