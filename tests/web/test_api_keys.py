"""The token of a game can be replaced: the new one works, and the old one and its invitations stop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from belettre_lexicon.web.tables.keys import hash_token
from belettre_lexicon.web.tables.registry import AnyGame
from tests.web.asgi import Device, client

LAY = {"action": "lay", "seat": "PON", "card": "l", "word": "Volonté"}


@pytest.fixture
def device() -> Iterator[Device]:
    """A device at a server for a network."""
    with client(shared=True) as opened:
        yield opened


def begin(device: Device, kind: str) -> tuple[str, str]:
    """Create a game or a score sheet without keeping its cookie; return its path and its token."""
    begun = device.post(f"/api/{kind}", json={"kind": "table"} if kind == "games" else {}).json()
    device.cookies.clear()
    return f"/api/{kind}/{begun['code']}", begun["token"]


@pytest.mark.parametrize("kind", ["games", "belote"])
def test_a_replaced_token_stops(device: Device, kind: str) -> None:
    """After a change of the key only the new token is accepted, as a bearer token and as the cookie that is set."""
    path, old = begin(device, kind)
    changed = device.post(f"{path}/keys", json={}, headers={"Authorization": f"Bearer {old}"})
    new = changed.json()["token"]

    assert changed.status_code == 200
    assert changed.json()["code"] == path.rpartition("/")[2]
    assert new != old

    cookie = changed.headers["set-cookie"]
    device.cookies.clear()

    assert new in cookie
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert device.post(f"{path}/arbiter", json={"token": old}).status_code == 403
    assert device.post(f"{path}/arbiter", json={"token": new}).status_code == 204


def test_an_entry_needs_the_new_token(device: Device) -> None:
    """An entry with the old token is refused, and accepted with the new one; the game itself is unchanged."""
    path, old = begin(device, "games")
    new = device.post(f"{path}/keys", json={}, headers={"Authorization": f"Bearer {old}"}).json()["token"]
    device.cookies.clear()
    entry = {"number": 0, "actions": [LAY]}
    statuses = [
        device.post(f"{path}/entries", json=entry, headers={"Authorization": f"Bearer {token}"}).status_code
        for token in (old, new)
    ]

    assert statuses == [403, 200]


@pytest.mark.parametrize("token", ["", "wrong"])
def test_the_present_token_is_needed(device: Device, token: str) -> None:
    """Nobody else can replace the token, which stays valid then."""
    path, right = begin(device, "games")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    refused = device.post(f"{path}/keys", json={}, headers=headers)

    assert (refused.status_code, refused.json()["problem"]) == (403, "token")
    assert device.post(f"{path}/arbiter", json={"token": right}).status_code == 204


def test_invitations_stop_with_the_token(device: Device) -> None:
    """An invitation that was made before the token was replaced invites nobody any more."""
    path, old = begin(device, "games")
    holder = {"Authorization": f"Bearer {old}"}
    link = device.post(f"{path}/invitation", json={}, headers=holder).json()["link"]
    assert device.post(f"{path}/keys", json={}, headers=holder).status_code == 200
    device.cookies.clear()

    assert device.post(f"{path}/arbiter", json={"token": link.partition("#arbiter=")[2]}).status_code == 403


def test_streams_end_so_that_rights_are_looked_up_again(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the token is replaced, what devices see is looked up again: one with the old token loses its stream."""
    path, old = begin(device, "games")
    published: list[AnyGame] = []
    monkeypatch.setattr(device.services.hub, "publish", published.append)
    device.post(f"{path}/keys", json={}, headers={"Authorization": f"Bearer {old}"})

    assert [game.code for game in published] == [path.rpartition("/")[2]]
    assert not published[0].grants(hash_token(old))
