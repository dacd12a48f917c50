"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belettre_lexicon.web.tables.registry import GameRegistry
from tests.web.asgi import Device, client
from tests.web.databases import POSTGRESQL, SQLITE, postgresql


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, of each kind."""
    if request.param == SQLITE:
        yield f"sqlite:///{tmp_path / 'games.sqlite'}"
    else:
        with postgresql() as url:
            yield url


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    """A browser at a server, in French."""
    with client(f"sqlite:///{tmp_path / 'games.sqlite'}") as device:
        device.headers.update({"accept": "text/html", "accept-language": "fr"})
        yield device


@pytest.fixture
def games(device: Device) -> GameRegistry:
    """The games of that server."""
    return device.services.games
