"""Which tests are exhaustive: long ones that go through all of the data, or draw many more examples than needed.

Plain ``pytest`` skips the tests marked ``exhaustive`` and says so in its summary; with ``BELETTRE_ALL_TESTS=1`` they
run. What such a test holds, another test holds for a part of the data, in every run. A test that only draws more
examples then is marked ``sampled`` and takes its number from ``EXHAUSTIVE``. ``.ci/run`` runs the tests of both marks
in a second run of their own, without coverage, which costs half of their time. ``tests/conftest.py`` imports the hook.
"""

from __future__ import annotations

import os

import pytest

#: Whether exhaustive tests run, and others draw their largest samples.
EXHAUSTIVE = os.environ.get("BELETTRE_ALL_TESTS") == "1"
#: Why an exhaustive test did not run.
REASON = "exhaustive: runs in .ci/run, or with BELETTRE_ALL_TESTS=1"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Skip a test that is marked as exhaustive, unless all tests have to run."""
    if not EXHAUSTIVE and item.get_closest_marker("exhaustive"):
        item.add_marker(pytest.mark.skip(reason=REASON))
