"""Invitations: links that make another device an arbiter's for a quarter of an hour, and never contain the token."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.web.tables.invitations import INVITATION_SECONDS, read_invitation, write_invitation
from belettre_lexicon.web.tables.loaded_game import hash_token
from tests.web.asgi import Device, client

TOKEN, CODE = "a713-w3m_OHKj0cAgoOuTw", "BCDFGHJK"
SECRET = hash_token(TOKEN)


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
    first, second = (write_invitation(TOKEN, CODE, SECRET) for _ in range(2))

    assert first != second
    clock[0] += INVITATION_SECONDS
    assert read_invitation(first, CODE, SECRET) == read_invitation(second, CODE, SECRET) == TOKEN
    clock[0] += 1
    assert read_invitation(first, CODE, SECRET) is None


def test_an_invitation_is_for_one_game_and_one_token(clock: list[float]) -> None:
    """For another game, and after the token was replaced, it is worth nothing; it does not contain the token."""
    text = write_invitation(TOKEN, CODE, SECRET)

    assert TOKEN not in text
    assert read_invitation(text, CODE[::-1], SECRET) is None
    assert read_invitation(text, CODE, hash_token("another")) is None


@given(st.integers(min_value=0, max_value=65), st.sampled_from("Aa0-_é="))
def test_a_changed_invitation_is_worth_nothing(place: int, letter: str) -> None:
    """Whatever letter is changed, the signature does not fit any more."""
    text = write_invitation(TOKEN, CODE, SECRET)
    changed = text[:place] + letter + text[place + 1 :]

    assert (read_invitation(changed, CODE, SECRET) == TOKEN) == (changed == text)


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    """Other texts, such as tokens, are no invitations."""
    assert read_invitation(text, CODE, SECRET) is None


@pytest.mark.parametrize("kind", ["g", "belote"])
def test_a_device_is_invited(shared: Device, kind: str) -> None:
    """The arbiter's device gets a link; another device that posts what is in it may change the game too."""
    api = {"g": "/api/games", "belote": "/api/belote"}[kind]
    begun = shared.post(api, json={"kind": "table"} if kind == "g" else {}).json()
    code, token = begun["code"], begun["token"]
    page = shared.get(f"/{kind}/{code}", headers={"Accept": "text/html"}).text
    invited = shared.post(f"/{kind}/{code}/invitation", json={})

    assert token not in page
    assert f"/{kind}/{code}/invitation" in page
    assert invited.status_code == 200
    address, _, invitation = invited.json()["link"].partition("#arbiter=")
    assert address.endswith(f"/{kind}/{code}")
    assert token not in invitation

    shared.cookies.clear()

    assert shared.post(f"/{kind}/{code}/invitation", json={}).status_code == 403
    assert shared.post(f"{api}/{code}/arbiter", json={"token": invitation[:-1]}).status_code == 403
    assert shared.post(f"{api}/{code}/arbiter", json={"token": invitation}).status_code == 204
    assert shared.cookies[f"belettre-{code}"] == token
    assert shared.post(f"{api}/{code}/undo", json={"number": 0}).status_code == 422  # there is nothing to undo
