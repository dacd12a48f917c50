"""A new kind of game, Nim, is given to a server without a change of the server: seats, undo, pages, records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from belettre_lexicon.web.api.operations import document_of
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.services import Settings, open_services
from belettre_lexicon.web.tables.registry import AnyGame
from tests.game.toy_nim import RECORD_FORMAT, Corner, Nim, Take, nim_of
from tests.web.asgi import Device
from tests.web.nim import NimGame

ALL: tuple[type[AnyGame], ...] = (*KINDS, NimGame)
HTML = {"Accept": "text/html"}


class NimTable(NamedTuple):
    """A game, the device of its arbiter, and a phone."""

    arbiter: Device
    phone: Device
    code: str

    def seat(self) -> None:
        """Give the seat of East to the phone, whose entries count at once."""
        self.arbiter.post(f"/api/nim/{self.code}/confirmation", json={"confirm": "none"})
        invited = self.arbiter.post(f"/api/nim/{self.code}/seats/invitation", json={"seat": "E"}).json()
        claim = {"invitation": invited["invitation"]}
        assert self.phone.post(f"/api/nim/{self.code}/seats/claim", json=claim).status_code == 201


def take(device: Device, path: str, number: int, corner: str, matches: int) -> Any:
    """Take matches, and return the answer."""
    actions = [{"event": "take", "corner": corner, "matches": matches}]
    return device.post(f"{path}/entries", json={"number": number, "actions": actions})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[NimTable]:
    """A new game of six matches at a shared server."""
    settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", shared=True)
    services = open_services(settings, ALL)
    with Device(services) as arbiter, Device(open_services(settings, ALL)) as phone:
        answer = arbiter.post("/api/nim", json={"heap": 6})
        assert answer.status_code == 201, answer.text
        assert answer.headers["location"] == f"/api/nim/{answer.json()['code']}"
        yield NimTable(arbiter, phone, answer.json()["code"])


def test_two_devices_play_undo_and_record(table: NimTable) -> None:
    """The phone enters what is its own and nothing else; the arbiter undoes; the record is the game."""
    table.seat()
    api = f"/api/nim/{table.code}"

    assert take(table.arbiter, api, 0, "N", 3).json()["nim"]["left"] == 3
    assert take(table.phone, api, 1, "N", 1).json()["problem"] == "not_yours"
    late = take(table.phone, api, 0, "E", 1).json()
    assert (late["problem"], late["nim"]["number"], late["nim"]["own"]) == ("stale", 1, "E")
    refused = take(table.phone, api, 1, "E", 3).json()["refusals"]
    assert [(one["rule"], one["text"]) for one in refused] == [("N2", "One takes 1 to 3 matches, and leaves one")]
    assert take(table.phone, api, 1, "E", 1).json()["nim"]["left"] == 2

    assert table.phone.post(f"{api}/undo", json={"number": 2}).json()["problem"] == "token"
    assert table.arbiter.post(f"{api}/undo", json={"number": 2}).json()["nim"]["left"] == 3
    assert table.arbiter.post(f"{api}/redo", json={"number": 3}).json()["nim"]["left"] == 2
    assert take(table.arbiter, api, 4, "N", 1).json()["nim"]["awaits"] == "E has lost"

    record = table.phone.get(f"{api}/record")
    game = Nim(6, 2)
    for action in (Take(Corner.NORTH, 3), Take(Corner.EAST, 1), Take(Corner.NORTH, 1)):
        game.apply(action)
    assert record.headers["content-disposition"] == f'attachment; filename="nim-{table.code}.jsonl"'
    assert nim_of(RECORD_FORMAT.parse(record.text)) == game

    again = table.arbiter.post(f"{api}/again", json={}).json()["code"]
    assert table.phone.get(f"/api/nim/{again}").json()["left"] == 6


def test_what_a_phone_enters_waits_for_the_arbiter(table: NimTable) -> None:
    """By default an arbiter confirms: the action is neither lost nor entered before."""
    table.seat()
    api = f"/api/nim/{table.code}"
    table.arbiter.post(f"{api}/confirmation", json={"confirm": "arbiter"})
    take(table.arbiter, api, 0, "N", 1)

    assert take(table.phone, api, 1, "E", 2).json()["nim"]["left"] == 5
    answer = {"number": 1, "seat": "E", "accept": True}
    assert table.arbiter.post(f"{api}/proposal", json=answer).json()["nim"]["left"] == 3


def test_the_pages_of_a_new_kind(table: NimTable) -> None:
    """The page shows the game and enters actions; codes and lists lead to it; the API is documented."""
    code = table.code
    page = table.arbiter.get(f"/nim/{code}", headers=HTML)
    assert page.status_code == 200
    assert "Matches left: 6" in page.text
    assert "data-post" in page.text
    assert "data-post" not in table.phone.get(f"/nim/{code}", headers=HTML).text

    state = take(table.arbiter, f"/nim/{code}", 0, "N", 2).json()
    assert (state["number"], state["said"], state["title"]) == (1, "N took 2", "E takes matches")
    assert table.phone.get(f"/nim/{code}/state").json()["number"] == 1
    assert table.phone.get(f"/nim/{code}/state?seen={state['version']}").status_code == 204
    assert table.arbiter.get(f"/nim/{code}/qr.svg").status_code == 200
    invited = table.arbiter.post(f"/api/nim/{code}/invitation", json={}).json()["link"]
    assert f"/nim/{code}?key=" in invited

    elsewhere = table.phone.get(f"/g/{code}", headers=HTML)
    assert (elsewhere.history[0].status_code, elsewhere.url.path) == (303, f"/nim/{code}")
    assert table.phone.get(f"/api/games/{code}").json()["problem"] == "game"
    paths = json.loads(document_of(ALL))["paths"]
    assert {"/api/nim", "/api/nim/{code}/entries", "/api/nim/{code}/record"} <= set(paths)


def test_a_server_without_the_kind_leaves_its_games_alone(table: NimTable, tmp_path: Path) -> None:
    """The database of a server with another set of kinds is used: its unknown games are not found, and not listed."""
    settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with Device(open_services(settings, KINDS)) as old, Device(open_services(settings, ALL)) as new:
        assert old.get(f"/g/{table.code}", headers=HTML).status_code == 404
        assert old.get("/api/games").json() == {"games": []}
        assert f"/nim/{table.code}" not in old.get("/", headers=HTML).text
        assert [game["kind"] for game in new.get("/api/games").json()["games"]] == ["nim"]
        assert f'href="/nim/{table.code}"' in new.get("/", headers=HTML).text
