"""Skips that CI allows: with ``CI`` or ``BELETTRE_ALL_TESTS`` set, a skipped test fails unless it is listed here.

A green run of CI therefore means that every test ran, except those listed; exhaustive tests have a run of their own.
The reasons are printed at the end of every run (« -ra » in pyproject.toml). ``tests/conftest.py`` imports the hooks.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from fnmatch import fnmatchcase

import pytest
from pluggy import Result

from tests import exhaustive

#: The ids of tests that may be skipped (patterns of ``fnmatch``), each with the only reason for which it may be.
#: The development gold stands beside the repository where it is developed, and nowhere else. What it requires, our own
#: gold in ``tests/gold`` requires everywhere (``test_verdicts_gold``, ``test_families_gold``).
ALLOWED = {
    "tests/test_gold.py::*": "the gold is not part of this repository",
    "tests/test_families_gold.py::test_development_gold": "the development gold is not part of this repository",
    "tests/belote/test_vectors.py::test_the_development_vectors_hold": "the vectors are not part of this repository",
    "tests/belote/test_variant_vectors.py::*": "the vectors are not part of this repository",
    "tests/belote/test_against_colver.py::*": "colver, an optional peer, is not installed",
}


def is_allowed(test: str, reason: str) -> bool:
    """Return whether the test with this id may be skipped for this reason."""
    allowed = any(fnmatchcase(test, pattern) and reason == listed for pattern, listed in ALLOWED.items())
    return allowed or reason == exhaustive.REASON


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Result[pytest.TestReport], None]:
    """Make a test fail that is skipped and may not be."""
    result = yield
    _check(result.get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Result[pytest.CollectReport], None]:
    """Make the collection fail of a module or folder that is skipped as a whole and may not be."""
    result = yield
    _check(result.get_result())


def _check(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a report of a skip into a report of a failure, unless the skip is allowed or not all tests have to run."""
    strict = os.environ.get("CI") or os.environ.get("BELETTRE_ALL_TESTS")
    if not strict or not report.skipped or hasattr(report, "wasxfail"):
        return
    # The place of a skip and its reason, as pytest puts it into the report; a test that is expected to fail has none.
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    reason = reason.removeprefix("Skipped: ")
    if not is_allowed(report.nodeid, reason):
        report.outcome = "failed"
        report.longrepr = (
            f"{report.nodeid} was skipped: {reason}\n"
            "CI or BELETTRE_ALL_TESTS is set: no test may be skipped that is not listed in tests/skips.py"
        )
