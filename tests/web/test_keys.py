"""Keys in place of codes: thousands of wrong guesses keep nobody out who has a key, and used invitations stay used."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon.web.store.database import GameStore
from belettre_lexicon.web.tables.invitations import INVITATION_SECONDS
from belettre_lexicon.web.tables.keys import hash_token
from belettre_lexicon.web.tables.registry import CODE_LETTERS
from belettre_lexicon.web.tables.table_state import MAX_USED
from tests.web.asgi import OWN, Browser, Device, client

VOLONTE = {"action": "lay", "seat": "PON", "card": "l", "word": "Volonté"}
HTML = {"Accept": "text/html"}
#: How many wrong codes and how many wrong tokens somebody sends from the address of the others.
GUESSES = 5000


@pytest.fixture
def server() -> Iterator[Device]:
    """The first device at a server for a network."""
    with client(shared=True) as opened:
        yield opened


def phone(server: Device) -> Browser:
    """Another device at the same address, which has opened nothing yet."""
    return Browser(server.app, headers=OWN)


def begin(device: Device, kind: str = "games") -> tuple[str, dict[str, Any]]:
    """Begin a game and return its path in the API, and the answer."""
    answer = device.post(f"/api/{kind}", json={"kind": "table"} if kind == "games" else {})
    return f"/api/{kind}/{answer.json()['code']}", answer.json()


def path_of(link: str) -> tuple[str, str]:
    """The path and query of a link, and what stands behind « # »."""
    address, _, fragment = link.partition("#")
    return "/" + address.split("/", 3)[3], fragment.partition("=")[2]


@pytest.mark.parametrize("restarted", [False, True])
def test_keys_pass_beside_thousands_of_guesses(tmp_path: Path, restarted: bool) -> None:
    """Arbiter, seat, program and every fresh phone with a QR code go on beside 5,000 wrong codes and as many tokens.

    They do so in a process that has not loaded the game as well. A code without a key gets one answer, right or wrong.
    """
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with ExitStack() as opened:
        arbiter = opened.enter_context(client(database, shared=True))
        path, begun = begin(arbiter)
        page = path.replace("/api/games", "/g")
        seated = phone(arbiter)
        asked = seated.post(f"{path}/seats", json={"seat": "PON"}).json()
        arbiter.post(f"{path}/seats/answer", json={"seat": "PON", "check": asked["check"]})
        seat = arbiter.post(f"{path}/seats/invitation", json={"seat": "SEP"}).json()
        other = arbiter.post(f"{path}/invitation", json={}).json()
        server = opened.enter_context(client(database, shared=True)) if restarted else arbiter
        server.cookies, seated_cookies = arbiter.cookies, seated.cookies

        guest = phone(server)
        letters = itertools.islice(itertools.product(CODE_LETTERS, repeat=4), GUESSES)
        codes = {guest.get(f"/api/games/ZZZZ{''.join(four)}").status_code for four in letters}
        wrong = {guest.get(path, headers={"Authorization": f"Bearer {n:022}"}).status_code for n in range(GUESSES)}
        assert (codes, wrong) == ({404, 429}, {429})
        typed, unknown = (phone(server).get(one, headers=HTML) for one in (page, "/g/ZZZZZZZZ"))
        assert (typed.status_code, unknown.status_code) == (429, 429)
        assert typed.text.replace(begun["code"], "") == unknown.text.replace("ZZZZZZZZ", "")
        assert "set-cookie" not in typed.headers

        again = phone(server)
        again.cookies = seated_cookies
        program = {"Authorization": f"Bearer {begun['token']}"}
        entry = {"number": 0, "actions": [VOLONTE]}
        assert again.get(path).json()["own"] == "PON"
        assert again.post(f"{path}/entries", json=entry).status_code == 200
        assert server.post(f"{path}/proposal", json={"number": 0, "seat": "PON"}).status_code == 200
        assert phone(server).post(f"{path}/undo", json={"number": 1}, headers=program).status_code == 200
        assert phone(server).post(f"{path}/arbiter", json={"token": begun["token"]}, headers=program).status_code == 204
        assert phone(server).get(f"{path}?key={begun['key']}").status_code == 200
        for link, claim in (
            (f"{page}?key={begun['key']}", ""),
            (seat["link"], "seats/claim"),
            (other["link"], "arbiter"),
        ):
            fresh = phone(server)
            address, invitation = path_of(link) if claim else (link, "")
            assert fresh.get(address, headers=HTML).status_code == 200
            assert fresh.get(f"{page}/state").status_code == 200
            if claim:
                body = {"token" if claim == "arbiter" else "invitation": invitation}
                assert fresh.post(f"{path}/{claim}", json=body).status_code in (201, 204)


@pytest.mark.parametrize("kind", ["games", "belote"])
def test_every_link_has_the_view_key(server: Device, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the page shares, and the invitations, have the key; the page is the same with and without it."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    path, begun = begin(server, kind)
    page = path.replace("/api/games", "/g").removeprefix("/api")
    with_key, without = (server.get(page + query, headers=HTML).text for query in (f"?key={begun['key']}", ""))

    assert with_key == without
    assert f'data-share="http://localhost{page}?key={begun["key"]}"' in without
    assert f"{page}?key={begun['key']}#arbiter=" in server.post(f"{path}/invitation", json={}).json()["link"]
    assert server.get(f"{page}/qr.svg").status_code == 200
    assert server.get(f"{page.replace(begun['code'], 'ZZZZZZZZ')}/qr.svg").status_code == 404  # gives no key away


def test_a_pasted_link_keeps_its_key(server: Device) -> None:
    """« Rejoindre » leads where a pasted link says, with its key, also to a game of another kind."""
    path, begun = begin(server, "belote")
    pasted = f"http://localhost/belote/{begun['code']}?key={begun['key']}"
    joined = server.get("/join", params={"code": pasted}, headers=HTML)

    assert [answer.headers["location"] for answer in joined.history] == [
        f"/g/{begun['code']}?key={begun['key']}",
        f"/belote/{begun['code']}?key={begun['key']}",
    ]
    assert path.endswith(begun["code"])


def test_an_arbiters_invitation_is_used_once(server: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens it second, with any spelling of it, is told that it is worth nothing, until it has ended."""
    path, _ = begin(server)
    first, second = (server.post(f"{path}/invitation", json={}).json()["invitation"] for _ in range(2))
    one, two = phone(server), phone(server)

    assert one.post(f"{path}/arbiter", json={"token": first}).status_code == 204
    assert one.post(f"{path}/undo", json={"number": 0}).json()["problem"] == "unusable"  # there is nothing to undo
    assert two.post(f"{path}/arbiter", json={"token": first}).json()["problem"] == "invitation"
    for spelling in (f" {first}", f"!!!!{first}", f"{first}=="):
        assert two.post(f"{path}/arbiter", json={"token": spelling}).status_code == 403
    assert two.post(f"{path}/arbiter", json={"token": second}).status_code == 204

    later = time.time() + INVITATION_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert phone(server).post(f"{path}/arbiter", json={"token": first}).json()["problem"] == "token"
    third = server.post(f"{path}/invitation", json={}).json()["invitation"]
    assert phone(server).post(f"{path}/arbiter", json={"token": third}).status_code == 204
    with server.services.games.open_game(path.rpartition("/")[2]) as game:
        assert len(game.table_state.used) == 1  # those that have ended are forgotten


def test_a_used_invitation_stays_used_after_a_restart(tmp_path: Path) -> None:
    """The database knows which invitations were used, those to seats that were freed again included."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with client(database, shared=True) as arbiter:
        path, _ = begin(arbiter)
        seat = arbiter.post(f"{path}/seats/invitation", json={"seat": "MER"}).json()["invitation"]
        other = arbiter.post(f"{path}/invitation", json={}).json()["invitation"]
        assert phone(arbiter).post(f"{path}/seats/claim", json={"invitation": seat}).status_code == 201
        assert phone(arbiter).post(f"{path}/arbiter", json={"token": other}).status_code == 204
        assert arbiter.post(f"{path}/seats/free", json={"seat": "MER"}).status_code == 200
    with client(database, shared=True) as guest:
        assert guest.post(f"{path}/seats/claim", json={"invitation": seat}).json()["problem"] == "invitation"
        assert guest.post(f"{path}/arbiter", json={"token": other}).json()["problem"] == "invitation"


def test_an_invitation_is_for_what_it_says(server: Device) -> None:
    """One to a seat makes no arbiter, one for an arbiter gives no seat, and neither is worth anything elsewhere."""
    path, _ = begin(server)
    elsewhere, _ = begin(server)
    seat = server.post(f"{path}/seats/invitation", json={"seat": "MER"}).json()["invitation"]
    arbiter = server.post(f"{path}/invitation", json={}).json()["invitation"]
    guest = phone(server)

    assert guest.post(f"{path}/arbiter", json={"token": seat}).status_code == 403
    assert guest.post(f"{path}/seats/claim", json={"invitation": arbiter}).status_code == 403
    assert guest.post(f"{elsewhere}/arbiter", json={"token": arbiter}).status_code == 403
    assert guest.post(f"{elsewhere}/seats/claim", json={"invitation": seat}).status_code == 403


def test_only_so_many_invitations_are_used(server: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered of a table stays small: no more invitations may be used in a quarter of an hour."""
    monkeypatch.setattr("belettre_lexicon.web.tables.table_state.MAX_USED", 2)
    path, _ = begin(server)
    invitations = [server.post(f"{path}/invitation", json={}).json()["invitation"] for _ in range(3)]
    statuses = [phone(server).post(f"{path}/arbiter", json={"token": one}).status_code for one in invitations]

    assert statuses == [204, 204, 429]
    assert MAX_USED > 2


def test_a_token_of_an_earlier_version_keeps_its_rights(server: Device) -> None:
    """A token without a signature changes the game, and is signed when a device says it; its seat stays as well."""
    path, begun = begin(server)
    old = begun["token"][:22]
    device, code = phone(server), begun["code"]

    answer = device.post(f"{path}/undo", json={"number": 0}, headers={"Authorization": f"Bearer {old}"})
    assert answer.json()["problem"] == "unusable"  # there is nothing to undo
    assert device.post(f"{path}/arbiter", json={"token": old}).status_code == 204
    assert device.cookies[f"belettre-{code}"] == begun["token"]
    with server.services.games.open_game(code) as game:
        assert game.secret == hash_token(old) == hash_token(begun["token"])


def test_all_servers_of_a_database_know_its_keys(url: str) -> None:
    """The signing key is drawn once, and read by every server; another database has another."""
    stores = [GameStore(url), GameStore(url), GameStore("sqlite://")]
    first, second, elsewhere = (store.signing_key for store in stores)

    assert first == second != elsewhere
    assert len(first) == len(elsewhere) == 64
    for store in stores:
        store.close()
