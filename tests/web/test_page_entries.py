"""Entries from pages: one request enters something and returns the state of the page, which is rendered once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from httpx2 import Response

from belettre_lexicon.web.kinds.belettre import fragment
from belettre_lexicon.web.kinds.belote import kind as sheets
from tests.web.asgi import Device, client

#: What the scripts of pages send along.
SCRIPT = {"Accept": "application/json"}
VOLONTE = {"action": "lay", "seat": "PON", "card": "l", "word": "Volonté"}
DEAL = {"action": "write", "entry": {"team": "N+S", "taker": "S", "plis": 100, "belotes": [0, 0], "annonces": [[], []]}}


@pytest.fixture
def device() -> Iterator[Device]:
    """A device at a server for its machine."""
    with client() as opened:
        opened.headers.update(SCRIPT)
        yield opened


@pytest.fixture
def shared() -> Iterator[Device]:
    """A device at a server for a network."""
    with client(shared=True) as opened:
        opened.headers.update(SCRIPT)
        yield opened


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates of all states that have been rendered."""
    rendered: list[str] = []
    for module in (fragment, sheets):
        render = module.render_template

        def render_and_note(template: str, *args: Any, render: Any = render, **values: Any) -> str:
            rendered.append(template)
            html: str = render(template, *args, **values)
            return html

        monkeypatch.setattr(module, "render_template", render_and_note)
    return rendered


def begin(device: Device, **terms: object) -> tuple[str, str]:
    """Create a game; its code and its token. The device has no cookie for it."""
    begun = device.post("/api/games", json={"kind": "table", **terms}).json()
    device.cookies.clear()
    return begun["code"], begun["token"]


def post(device: Device, path: str, number: int, **body: object) -> Response:
    """Post to a page's address."""
    return device.post(path, json={"number": number, **body})


def test_an_entry_is_answered_with_the_state_of_the_page(device: Device, renders: list[str]) -> None:
    """The answer is what « /state » returns, and is rendered once for both and for a page that is loaded afterwards."""
    code, _ = begin(device)
    answer = post(device, f"/g/{code}/entries", 0, actions=[VOLONTE])

    assert answer.status_code == 200
    state = answer.json()
    assert state["number"] == 1
    assert "Volonté" in state["html"]
    assert "elapsed" in state

    again = device.get(f"/g/{code}/state").json()
    device.get(f"/g/{code}", headers={"Accept": "text/html"})

    assert {**again, "elapsed": 0} == {**state, "elapsed": 0}
    assert renders == ["_state.html"]


def test_a_page_that_shows_the_state_is_not_sent_it_again(device: Device) -> None:
    """A page that asks says which state it shows; if that is the current one, the answer is empty."""
    code, _ = begin(device)

    assert device.get(f"/g/{code}/state?seen=0").status_code == 204
    assert device.get(f"/g/{code}/state?seen=1").json()["number"] == 0
    assert device.get(f"/g/{code}/state?seen=").json()["number"] == 0


def test_undo_and_silence(device: Device) -> None:
    """They answer with the state of the page as well, and in a practice game the bots go on."""
    code, _ = begin(device)
    post(device, f"/g/{code}/entries", 0, actions=[VOLONTE])
    undone = post(device, f"/g/{code}/undo", 1).json()

    assert undone["number"] == 2
    assert "Volonté" not in undone["html"]

    practice, _ = begin(device, kind="practice", seed=7, manches=1)
    silent = post(device, f"/g/{practice}/silence", 0)

    assert silent.status_code == 200
    assert silent.json()["number"] == 0


def test_a_late_entry_gets_the_state_as_it_is_now(device: Device) -> None:
    """Status 409: the problem of the API, with the state of the page instead of the snapshot."""
    code, _ = begin(device)
    post(device, f"/g/{code}/entries", 0, actions=[VOLONTE])
    answer = post(device, f"/g/{code}/entries", 0, actions=[VOLONTE])

    assert answer.status_code == 409
    assert answer.json()["problem"] == "stale"
    assert answer.json()["state"]["number"] == 1
    assert "sight" not in answer.json()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"number": 0, "actions": [{**VOLONTE, "seat": "SEP"}]}, 422),
        ({"number": 0, "actions": [{"action": "fly"}]}, 400),
        ({"number": 0}, 400),
        ({"number": 0, "actions": [VOLONTE], "more": 1}, 400),
    ],
)
def test_problems_are_those_of_the_api(device: Device, body: dict[str, Any], status: int) -> None:
    """A refused entry gets the same JSON as at the address of the API."""
    code, _ = begin(device)
    page, api = (device.post(f"{path}/{code}/entries", json=body) for path in ("/g", "/api/games"))

    assert page.status_code == api.status_code == status
    assert page.json() == api.json()
    assert device.get("/g/BCDFGHJK/state").json()["problem"] == "game"


def test_a_spectator_enters_nothing(shared: Device) -> None:
    """Without the token nothing is entered; with it, the state is that of the arbiter."""
    code, token = begin(shared)
    for change, body in (("entries", {"actions": [VOLONTE]}), ("undo", {}), ("silence", {})):
        refused = post(shared, f"/g/{code}/{change}", 0, **body)

        assert (refused.status_code, refused.json()["problem"]) == (403, "token")

    shared.cookies.set(f"belettre-{code}", token)
    entered = post(shared, f"/g/{code}/entries", 0, actions=[VOLONTE])

    assert entered.status_code == 200
    assert 'data-act="lay"' in entered.json()["html"]


def test_other_sites_enter_nothing(device: Device) -> None:
    """The addresses of pages are protected as those of the API are."""
    code, _ = begin(device)
    answer = device.post(
        f"/g/{code}/entries", json={"number": 0, "actions": [VOLONTE]}, headers={"Origin": "http://evil.example"}
    )

    assert (answer.status_code, answer.json()["problem"]) == (403, "origin")


def test_a_sheet_of_belote(device: Device, renders: list[str]) -> None:
    """A deal and its undo are answered with the state of the page of the sheet; a late entry gets it too."""
    code = device.post("/api/belote", json={}).json()["code"]
    written = post(device, f"/belote/{code}/entries", 0, actions=[DEAL])

    assert written.status_code == 200, written.text
    assert written.json()["number"] == 1
    assert device.get(f"/belote/{code}/state").json() == written.json()
    assert device.get(f"/belote/{code}/state?seen=1").status_code == 204
    assert renders == ["_belote_state.html"]

    late = post(device, f"/belote/{code}/entries", 0, actions=[DEAL])

    assert late.status_code == 409
    assert late.json()["state"] == written.json()

    undone = post(device, f"/belote/{code}/undo", 1)

    assert undone.json()["number"] == 2
    refused = post(device, f"/belote/{code}/entries", 2, actions=[{**DEAL, "entry": {**DEAL["entry"], "plis": 163}}])  # type: ignore[dict-item]  # the entry is a dict

    assert refused.status_code == 422
    assert refused.json()["refusals"][0]["text"]


def test_a_page_opens_its_game_once(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading a page looks into the database once, also in a practice game."""
    codes = [begin(device)[0], begin(device, kind="practice", manches=1)[0]]
    opened: list[str] = []
    games = device.services.games
    open_game = games.open_game
    monkeypatch.setattr(games, "open_game", lambda code, kind: opened.append(code) or open_game(code, kind))  # type: ignore[func-returns-value]  # None, or the game
    monkeypatch.setattr(device.services.driver, "drive", lambda code: None)
    for code in codes:
        assert device.get(f"/g/{code}", headers={"Accept": "text/html"}).status_code == 200

    assert opened == codes
