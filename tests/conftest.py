"""What all tests share: repeatable property tests, and a summary of the shared cases that were checked."""

from __future__ import annotations

import pytest
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell how many shared cases were checked and how many are about games that are not built.

    Tests leave a line each as a property named ``conformance``, which finds its way here from every worker.
    """
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    lines = [line for report in reports for name, line in report.user_properties if name == "conformance"]
    if lines:
        terminalreporter.section("conformance")
        for line in lines:
            terminalreporter.line(str(line))
