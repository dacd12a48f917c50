"""« Rejouer »: the game after a game, on the same terms and with the same rights, begun once by whoever taps first."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.store.database import GameStore
from belettre_lexicon.web.tables.registry import GameRegistry
from tests.web.asgi import Device, client
from tests.web.browser.whole_game import WITH_BELETTRE, manche_actions
from tests.web.databases import POSTGRESQL, SQLITE, postgresql

PLAYERS = {"PON": "Ana", "SEP": "Bob", "LEV": "Chloé", "MER": "David"}


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    """A device at a server for its machine."""
    with client(f"sqlite:///{tmp_path / 'games.sqlite'}") as opened:
        yield opened


def finished(device: Device, **terms: object) -> tuple[str, str]:
    """Play a game of one manche to its end; return its code and its token."""
    created = device.post("/api/games", json={"kind": "table", "manches": 1, "players": PLAYERS, **terms}).json()
    for number, action in enumerate(manche_actions(WITH_BELETTRE)):
        answer = device.post(
            f"/api/games/{created['code']}/entries",
            json={"number": number, "actions": [action]},
            headers={"Authorization": f"Bearer {created['token']}"},
        )
        assert answer.status_code == 200, answer.text
    return created["code"], created["token"]


def test_the_next_game_has_the_same_terms_and_rights(device: Device) -> None:
    """Players, house rules, house list and who confirms are kept; the arbiter's phone is the arbiter's again."""
    terms = {"rules": {"min_letters": 5}, "house_list": ["+ zblorgueuse"], "confirm": "any"}
    code, token = finished(device, **terms)
    answer = device.post(f"/api/games/{code}/again", json={})
    begun = answer.json()

    assert answer.status_code == 201
    assert begun["code"] != code
    assert begun["token"] == device.services.games.keys.sign(begun["code"], token)
    before = device.get(f"/api/games/{code}").json()
    after = device.get(f"/api/games/{begun['code']}").json()
    assert before["next"] == begun["code"]
    assert after["number"] == 0
    assert after["manches"] == before["manches"]
    assert [player["name"] for player in after["players"]] == list(PLAYERS.values())
    assert after["seats"]["confirm"] == "any"
    with device.services.games.open_game(begun["code"], BelettreTable) as game:
        assert game.journal.record().house_list


def test_all_phones_go_on_in_one_game(device: Device) -> None:
    """The second tap finds the game that the first one began; a guest's phone follows without rights."""
    code, _ = finished(device)
    first = device.post(f"/api/games/{code}/again", json={}).json()
    second = device.post(f"/api/games/{code}/again", json={}).json()
    device.cookies.clear()
    guest = device.post(f"/api/games/{code}/again", json={}, headers={"Authorization": ""})

    assert second == first
    assert guest.status_code == 201
    assert guest.json()["code"] == first["code"]


def test_a_running_game_has_no_next_one(device: Device) -> None:
    """Before the end, « again » is refused with a reason, and nothing is created."""
    code = device.post("/api/games", json={"kind": "table"}).json()["code"]
    answer = device.post(f"/api/games/{code}/again", json={})

    assert answer.status_code == 422
    assert answer.json()["problem"] == "unfinished"
    assert device.get(f"/api/games/{code}").json()["next"] == ""


def test_a_practice_game_goes_on_with_other_cards(device: Device) -> None:
    """The person keeps their seat and level; the cards of the next game are others."""
    created = device.post("/api/games", json={"kind": "practice", "manches": 1, "seed": 7, "level": "random"}).json()
    with device.services.games.open_game(created["code"], BelettreTable) as game:
        while not game.partie.over:
            game.partie.apply(game.partie.legal_actions()[0])
        begun = device.services.games.begin_again(game)
    with device.services.games.open_game(begun, BelettreTable) as after:
        assert after.seat is not None
        assert after.partie.setup.seed != 7
        assert not after.partie.actions_done


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each system."""
    if request.param == SQLITE:
        yield f"sqlite:///{tmp_path / 'games.sqlite'}"
    else:
        with postgresql() as created:
            yield created


def test_two_processes_begin_one_game(url: str, lexicon: Lexicon) -> None:
    """If two processes begin the next game at once, both name the same one."""
    with client(url) as device:
        code, _ = finished(device)
    registries = [GameRegistry(GameStore(url), lexicon, KINDS) for _ in range(2)]

    def begin(registry: GameRegistry) -> str:
        with registry.open_game(code, BelettreTable) as game:
            return registry.begin_again(game)

    with ThreadPoolExecutor(2) as pool:
        codes = set(pool.map(begin, registries))
    for registry in registries:
        registry.store.close()

    assert len(codes) == 1
