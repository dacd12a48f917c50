"""Fixtures shared by all tests: the lexicon of the package, and a judge with the published rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from belettre_lexicon import Judge, Lexicon

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    """The compiled lexicon of the package."""
    return Lexicon.open()


@pytest.fixture(scope="session")
def judge(lexicon: Lexicon) -> Judge:
    """A judge with the published rules and no house list."""
    return Judge(lexicon)
