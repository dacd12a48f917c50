"""Fixtures shared by all tests: the bundled lexicon, and the judge with the published rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from belettre_lexicon import Judge, Lexicon

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    return Lexicon.open()


@pytest.fixture(scope="session")
def judge(lexicon: Lexicon) -> Judge:
    return Judge(lexicon)
