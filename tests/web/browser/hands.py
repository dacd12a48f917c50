"""What a thumb does on the pages: begin a table, lay a card, pass, tell a hidden card."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.servers import Server


def begin(server: Server, **terms: object) -> tuple[str, str]:
    """A game begun over the API: its code and its token."""
    with server.client() as client:
        answer = client.post("/api/games", json={"kind": "table", **terms})
        assert answer.status_code == 201, answer.text
        begun = answer.json()
    return begun["code"], begun["token"]


def enter(server: Server, code: str, *actions: dict[str, Any], token: str = "") -> None:
    """Actions entered over the API, as another device does."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with server.client(headers=headers) as client:
        number = client.get(f"/api/games/{code}").json()["number"]
        answer = client.post(f"/api/games/{code}/entries", json={"number": number, "actions": actions})
        assert answer.status_code == 200, answer.text


def laying(seat: str, card: str, word: str) -> dict[str, str]:
    """The action of laying a card with a word."""
    return {"action": "lay", "seat": seat, "card": card, "word": word}


def open_game(page: Page, server: Server, code: str) -> None:
    """Look at a game; returns when the page follows it."""
    with page.expect_response(re.compile("/live$")):
        page.goto(f"{server.url}/g/{code}")


def choose(page: Page, card: str) -> None:
    """Choose a card: « l », « F », « ? », « JOKER »."""
    pack = "#pack-maj" if card.isupper() else "#pack-min"
    if page.locator(pack).count():
        page.locator(pack).check()
    name = "joker" if card == "?" else card
    page.locator(f"[id='card-{name}']").check()


def lay(page: Page, card: str, word: str) -> None:
    """Lay a card with a word, through the form; returns when it is entered."""
    choose(page, card)
    page.locator("#word").fill(word)
    with entered(page):
        page.locator("[data-act=lay]").click()


def passe(page: Page, back: str) -> None:
    """« Passe ! », with a card of that back."""
    page.locator("[data-open=down]").click()
    with entered(page):
        page.locator(f"#down [data-act=passe][data-card={back}]").click()


def tell(page: Page, seat: str, card: str) -> None:
    """Tell which card somebody had laid face down (P7)."""
    if page.locator(f"#seat-{seat}").count():
        page.locator(f"#seat-{seat}").check()
    choose(page, card)
    with entered(page):
        page.locator("[data-act=reveal]").click()


class entered:  # noqa: N801  # reads as the function that it is used as
    """Waits, at the end of a ``with``, until the page shows a newer state than at its beginning."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def __enter__(self) -> None:
        self._before = self._page.locator("#game").get_attribute("data-number")

    def __exit__(self, *raised: object) -> None:
        expect(self._page.locator("#game")).not_to_have_attribute("data-number", str(self._before))
