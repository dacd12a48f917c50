"""The screen for everybody, without a browser: it is a guest's view for every device, and has its own stream."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belettre_lexicon.web import app
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.services import Settings, open_services
from tests.web.asgi import Browser


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Browser]:
    """A browser at a shared server."""
    settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", shared=True)
    with Browser(app.build(open_services(settings, KINDS)), base_url="http://localhost") as client:
        client.headers["accept"] = "text/html"
        yield client


@pytest.fixture
def table(client: Browser) -> tuple[str, str]:
    """The code and the token of a game in which the first player has said « Passe ! » with a known card."""
    begun = _posted(client, "/api/games", {"kind": "table"})
    code, token = begun["code"], begun["token"]
    body = {"number": 0, "actions": [{"action": "passe", "seat": "PON", "card": "k"}]}
    answer = client.post(f"/api/games/{code}/entries", json=body, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text
    return code, token


def test_p7_the_arbiter_sees_on_the_screen_what_guests_see(client: Browser, table: tuple[str, str]) -> None:
    """P7: the token changes nothing: the state has no form, and the hidden card is a back."""
    code, token = table
    path = f"/g/{code}/screen/state"
    guest = client.get(path).json()
    arbiter = client.get(path, headers={"Authorization": f"Bearer {token}"}).json()

    assert guest["html"] == arbiter["html"]
    assert "card down min" in guest["html"]
    assert not any(tag in guest["html"] for tag in ("<form", "<button", "<input", "<dialog"))
    assert ">k<" not in guest["html"]


def test_a_screen_that_is_up_to_date_gets_an_empty_answer(client: Browser, table: tuple[str, str]) -> None:
    """A screen without a live connection asks for the state, and is sent it only if it is new."""
    code, _ = table

    assert client.get(f"/g/{code}/screen/state?seen=1").status_code == 204
    assert client.get(f"/g/{code}/screen/state?seen=0").json()["number"] == 1


@pytest.mark.parametrize("path", ["/screen", "/screen/live", "/screen/state"])
def test_only_games_of_belettre_have_a_screen(path: str, client: Browser) -> None:
    """Unknown codes and score sheets of Belote have no screen."""
    sheet = _posted(client, "/api/belote", {"names": ["Ana", "Bob", "Chloé", "David"]})["code"]

    for code in ("ZZZZZZZZ", sheet):
        assert client.get(f"/g/{code}{path}").status_code == 404


def test_the_game_page_leads_to_the_screen(client: Browser, table: tuple[str, str]) -> None:
    """Every device that follows a game is offered its screen."""
    code, _ = table

    assert f'href="/g/{code}/screen"' in client.get(f"/g/{code}").text


def _posted(client: Browser, path: str, body: dict[str, object]) -> dict[str, str]:
    answer = client.post(path, json=body)
    assert answer.status_code == 201, answer.text
    client.cookies.clear()  # a program without Origin may not use them
    answered: dict[str, str] = answer.json()
    return answered
