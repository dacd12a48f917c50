"""Actions of a person on the pages: begin a game, lay a card, pass, reveal a hidden card."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.servers import Server


def begin(server: Server, **terms: object) -> tuple[str, str]:
    """Create a game with the API. Return its code and token."""
    with server.client() as client:
        answer = client.post("/api/games", json={"kind": "table", **terms})
        assert answer.status_code == 201, answer.text
        begun = answer.json()
    return begun["code"], begun["token"]


def enter(server: Server, code: str, *actions: dict[str, Any], token: str = "") -> None:
    """Enter actions with the API, as another device would."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with server.client(headers=headers) as client:
        number = client.get(f"/api/games/{code}").json()["number"]
        answer = client.post(f"/api/games/{code}/entries", json={"number": number, "actions": actions})
        assert answer.status_code == 200, answer.text


def laying(seat: str, card: str, word: str) -> dict[str, str]:
    """The action of laying a card with a word."""
    return {"action": "lay", "seat": seat, "card": card, "word": word}


def open_game(page: Page, server: Server, code: str) -> None:
    """Open the page of a game and wait until it follows the game."""
    with page.expect_response(re.compile("/live$")):
        page.goto(f"{server.url}/g/{code}")


def invitation(page: Page) -> str:
    """Ask for the link that makes another phone an arbiter's, as the button of the page does."""
    with page.expect_response(re.compile("/invitation$")) as answered:
        page.locator("[data-invite]").click()
    link: str = answered.value.json()["link"]
    return link


def choose(page: Page, card: str) -> None:
    """Choose a card: "l", "F", "?" or "JOKER"."""
    pack = "#pack-maj" if card.isupper() else "#pack-min"
    if page.locator(pack).count():
        page.locator(pack).check()
    name = "joker" if card == "?" else card
    page.locator(f"[id='card-{name}']").check()


def use_tool(page: Page, name: str) -> None:
    """Tap a button of the menu « ⋯ » by its name, such as "Refaire"."""
    page.locator(".tools .more").click()
    page.locator("#tools").get_by_role("button", name=name).click()


def lay(page: Page, card: str, word: str) -> None:
    """Lay a card with a word in the form, and wait until it is entered."""
    choose(page, card)
    page.locator("#word").fill(word)
    with entered(page):
        page.locator("[data-act=lay]").click()


def passe(page: Page, back: str) -> None:
    """Say « Passe ! » with a card of the given back."""
    page.locator("[data-open=down]").click()
    with entered(page):
        page.locator(f"#down [data-act=passe][data-card={back}]").click()


def reveal(page: Page, seat: str, card: str) -> None:
    """Reveal a card that a player has laid face down (P7)."""
    if page.locator(f"#seat-{seat}").count():
        page.locator(f"#seat-{seat}").check()
    choose(page, card)
    with entered(page):
        page.locator("[data-act=reveal]").click()


class entered:  # noqa: N801  # reads as the function that it is used as
    """A context manager that waits, at its end, until the page shows a newer state than at its beginning."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def __enter__(self) -> None:
        self._before = self._page.locator("#game").get_attribute("data-number")

    def __exit__(self, *raised: object) -> None:
        expect(self._page.locator("#game")).not_to_have_attribute("data-number", str(self._before))


class Finger:
    """A finger on a phone, and how many taps it has done."""

    def __init__(self, page: Page) -> None:
        self.taps = 0
        self._page = page

    def tap(self, target: Locator) -> None:
        """Tap an element where it is, without scrolling to it first."""
        expect(target).to_be_in_viewport(ratio=0.5)
        target.tap()
        self.taps += 1
