"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.databases import POSTGRESQL, SQLITE, postgresql


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, of each kind."""
    if request.param == SQLITE:
        yield f"sqlite:///{tmp_path / 'games.sqlite'}"
    else:
        with postgresql() as url:
            yield url
