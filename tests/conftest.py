"""Fixtures shared by all tests: the lexicon of the package, and a judge with the published rules.

``skips`` decides which tests CI may skip, ``exhaustive`` which ones run in CI alone.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from belettre_lexicon import Judge, Lexicon
from tests.exhaustive import pytest_itemcollected
from tests.skips import pytest_make_collect_report, pytest_runtest_makereport

__all__ = [
    "ROOT",
    "judge",
    "lexicon",
    "pytest_itemcollected",
    "pytest_make_collect_report",
    "pytest_runtest_makereport",
    "pytest_xdist_auto_num_workers",
]

#: No test looks at a clock: a busy machine or a coverage run must not fail a property by its time. CI draws the same
#: examples in every run, so that a change is judged by what it changes.
settings.register_profile("belettre", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("belettre")

#: The language of commands follows the environment (``cli.kit.language``): tests run in the locale C, whoever runs
#: them.
for variable in ("BELETTRE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(variable, None)
os.environ["LANG"] = "C.UTF-8"

#: A thousand commands are started, which would each compile the package again, three times as long as « check » takes.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ROOT = Path(__file__).resolve().parent.parent


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run what takes seconds in one process, where prints and breakpoints work; None, the processors, for the rest."""
    paths = [argument.partition("::")[0] for argument in config.args]
    return 0 if len(paths) == 1 and paths[0].endswith(".py") else None


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    """The compiled lexicon of the package."""
    return Lexicon.open()


@pytest.fixture(scope="session")
def judge(lexicon: Lexicon) -> Judge:
    """A judge with the published rules and no house list."""
    return Judge(lexicon)
