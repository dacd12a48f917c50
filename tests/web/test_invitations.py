"""Invitations: what makes another device an arbiter's for a quarter of an hour, and never contains the token."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.web.tables.invitations import INVITATION_SECONDS, read_invitation, write_invitation
from belettre_lexicon.web.tables.keys import hash_token
from tests.web.asgi import Device, client

TOKEN, CODE = "a713-w3m_OHKj0cAgoOuTw", "BCDFGHJK"
SECRET = hash_token(TOKEN)


def written() -> str:
    """A new invitation for an arbiter."""
    return write_invitation("arbiter", CODE, SECRET, f"{TOKEN}0123456789signed")


def token_in(text: str, purpose: str = "arbiter", code: str = CODE, secret: str = SECRET) -> str | None:
    """The token in an invitation; None if it is invalid."""
    invitation = read_invitation(text, purpose, code, secret)
    return invitation.token if invitation is not None else None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time: the only number in the list."""
    now = [1_800_000_000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


@pytest.fixture
def shared() -> Iterator[Device]:
    """A device at a server for a network."""
    with client(shared=True) as opened:
        yield opened


def test_an_invitation_gives_the_token_for_a_while(clock: list[float]) -> None:
    """It is valid for a quarter of an hour, and no two are equal."""
    first, second = written(), written()

    assert first != second
    clock[0] += INVITATION_SECONDS
    assert token_in(first) == token_in(second) == TOKEN
    clock[0] += 1
    assert token_in(first) is None


def test_an_invitation_is_for_one_game_one_token_and_one_purpose(clock: list[float]) -> None:
    """For anything else, and after the token was replaced, it is worth nothing; it does not contain the token."""
    text = written()

    assert TOKEN not in text
    assert token_in(text, "seat 0  ") is None
    assert token_in(text, code=CODE[::-1]) is None
    assert token_in(text, secret=hash_token("another")) is None


@given(st.integers(min_value=0, max_value=65), st.sampled_from("Aa0-_é="))
def test_a_changed_invitation_is_worth_nothing(place: int, letter: str) -> None:
    """Whatever letter is changed, the signature does not fit any more."""
    text = written()
    changed = text[:place] + letter + text[place + 1 :]

    assert (token_in(changed) == TOKEN) == (changed == text)


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    """Other texts, such as tokens, are no invitations."""
    assert token_in(text) is None


@pytest.mark.parametrize("kind", ["g", "belote"])
def test_a_device_is_invited(shared: Device, kind: str) -> None:
    """The arbiter's device gets a link; another device that posts what is in it may change the game too."""
    api = {"g": "/api/games", "belote": "/api/belote"}[kind]
    begun = shared.post(api, json={"kind": "table"} if kind == "g" else {}).json()
    code, token = begun["code"], begun["token"]
    page = shared.get(f"/{kind}/{code}", headers={"Accept": "text/html"}).text
    invited = shared.post(f"{api}/{code}/invitation", json={})

    assert token not in page
    assert f"{api}/{code}/invitation" in page
    assert invited.status_code == 200
    address, _, invitation = invited.json()["link"].partition("#arbiter=")
    assert address.endswith(f"/{kind}/{code}?key={begun['key']}")
    assert invitation == invited.json()["invitation"]
    assert invited.json()["qr"].startswith("data:image/svg+xml")
    assert token[:22] not in invitation

    shared.cookies.clear()

    assert shared.post(f"{api}/{code}/invitation", json={}).status_code == 403
    assert shared.post(f"{api}/{code}/arbiter", json={"token": invitation[:-1]}).status_code == 403
    assert shared.post(f"{api}/{code}/arbiter", json={"token": invitation}).status_code == 204
    assert shared.cookies[f"belettre-{code}"] == token
    assert shared.post(f"{api}/{code}/undo", json={"number": 0}).status_code == 422  # there is nothing to undo
