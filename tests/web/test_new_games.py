"""Quotas of new games: the kilobytes of house lists from one address, and what all addresses begin together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from string import ascii_lowercase
from typing import Any

import httpx2
import pytest

from belettre_lexicon.web.edge import new_games, rate_limit
from belettre_lexicon.web.edge.moving_window import Limit
from belettre_lexicon.web.edge.problems import ProblemError
from tests.web.asgi import OWN, Browser, Device, client
from tests.web.test_again import finished

#: A house list whose request has 60 kilobytes, and an empty one.
LONG = [f"+ mot{first}{second} {'x' * 112}" for first, second in product(ascii_lowercase[:22], repeat=2)]
NONE: list[str] = []


@pytest.fixture
def device() -> Iterator[Device]:
    with client() as device:
        yield device


def begin(device: Device, lines: list[str], address: str = "192.0.2.1") -> httpx2.Response:
    """Begin a game with a house list from an address."""
    phone = Browser(device.app, headers=OWN, client=(address, 50000))
    return phone.post("/api/games", json={"kind": "table", "house_list": lines})


def problem(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("problem", "")


def test_house_lists_of_an_address_have_a_quota(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it, an address begins games without a list; others use theirs; after the stated time it may again."""
    now = 1000.0
    monkeypatch.setattr(new_games, "monotonic", lambda: now)
    assert [begin(device, LONG).status_code for _ in range(3)] == [201] * 3
    refused = begin(device, LONG)

    assert problem(refused) == (429, "lists")
    assert int(refused.headers["retry-after"]) == new_games.SECONDS
    assert refused.json()["text"].startswith("Ce serveur vient de recevoir trop de longues listes de mots.")
    assert begin(device, NONE).status_code == begin(device, LONG, "192.0.2.2").status_code == 201

    now += new_games.SECONDS
    assert begin(device, LONG).status_code == 201


def test_house_lists_of_all_addresses_have_a_quota(device: Device) -> None:
    """Many addresses together add no more; games without a list begin."""
    answers = [begin(device, LONG, f"192.0.2.{host}") for host in range(20)]
    begun = [answer.status_code for answer in answers].count(201)

    longest = max(len(game.header.encode()) for game in device.services.games.store.load_latest(20))
    assert begun == new_games.ALL_KILOBYTES // (longest // 1024 - 1)
    assert {problem(answer) for answer in answers if answer.status_code != 201} == {(429, "lists")}
    assert begin(device, NONE, "192.0.2.99").status_code == 201


def test_new_games_of_all_addresses_have_a_quota(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it nobody begins a game; games that run go on. What an address may not begin does not count."""
    monkeypatch.setattr(new_games, "ALL_NEW_GAMES", 4)
    monkeypatch.setattr(rate_limit, "NEW_GAMES", Limit(2, 60))
    answers = [begin(device, NONE, f"192.0.2.{host}") for host in (1, 1, 1, 1, 2, 2, 3, 4)]

    assert [answer.status_code for answer in answers] == [201, 201, 429, 429, 201, 201, 503, 503]
    assert problem(answers[-1]) == (503, "full")
    assert int(answers[-1].headers["retry-after"]) >= 1
    lay: dict[str, Any] = {"action": "lay", "seat": "PON", "card": "l", "word": "lapin"}
    entries = f"{answers[0].headers['location']}/entries"
    assert device.post(entries, json={"number": 0, "actions": [lay]}).status_code == 200


def test_a_game_that_follows_another_counts(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """« Rejouer » begins a game with the same house list: only once, and not beyond the quota."""
    monkeypatch.setattr(new_games, "ALL_NEW_GAMES", 3)
    first, second = (finished(device, house_list=LONG[:2])[0] for _ in range(2))
    again = [device.post(f"/api/games/{code}/again", json={}) for code in (first, first, second)]

    assert [answer.status_code for answer in again] == [201, 201, 503]
    assert again[0].json()["code"] == again[1].json()["code"]
    assert problem(again[2]) == (503, "full")


def test_the_quotas_remember_no_more_than_their_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many addresses that come once do not fill the memory: refused games and old ones leave nothing behind."""
    now = 1000.0
    monkeypatch.setattr(new_games, "monotonic", lambda: now)
    monkeypatch.setattr(new_games, "ALL_NEW_GAMES", 100)
    counted = new_games.NewGames()
    for host in range(200):
        with suppress(ProblemError):
            counted.count(f"192.0.2.{host}", 0)
    assert len(counted) == 100

    now += new_games.SECONDS
    counted.count("192.0.2.1", 0)
    assert len(counted) == 1
