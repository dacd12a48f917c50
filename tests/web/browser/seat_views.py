"""The views of phones at the seats of a table: a guest's who asks for a seat, a player's, and the arbiter's.

One page shows them all, because it loses its cookies between them. The other devices of the table use the API.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser.hands import begin, choose, laying, open_game
from tests.web.browser.table_views import LONG_NAMES, LONG_WORD, PLAYERS, PLI
from tests.web.browser.whole_game import WITH_TRAP, manche_actions
from tests.web.servers import Server


class SeatTable:
    """A table of real cards at a shared server, with a page that is a phone at it."""

    def __init__(self, page: Page, server: Server, players: dict[str, str]) -> None:
        self.page, self.server = page, server
        self.code, self.token = begin(server, players=players)
        page.context.clear_cookies()

    def post(self, path: str, body: dict[str, Any], *, token: str = "") -> dict[str, Any]:
        """POST to the API of the game as a device with a token; the arbiter's if none is given."""
        with self.server.client(headers={"Authorization": f"Bearer {token or self.token}"}) as client:
            answer = client.post(f"/api/games/{self.code}/{path}", json=body)
            assert answer.is_success, answer.text
            data: dict[str, Any] = answer.json()
        return data

    def enter(self, *actions: dict[str, Any], token: str = "") -> None:
        """Enter actions one by one."""
        for action in actions:
            with self.server.client() as client:
                number = client.get(f"/api/games/{self.code}").json()["number"]
            self.post("entries", {"number": number, "actions": [action]}, token=token)

    def sit(self, seat: str) -> str:
        """Give a seat to another phone. Return the token of this phone."""
        asked = self._ask(seat)
        self.post("seats/answer", {"seat": seat, "check": asked["check"]})
        token: str = asked["token"]
        return token

    def ask(self, seat: str) -> None:
        """Let another phone ask for a seat."""
        self._ask(seat)

    def _ask(self, seat: str) -> dict[str, Any]:
        with self.server.client() as client:
            data: dict[str, Any] = client.post(f"/api/games/{self.code}/seats", json={"seat": seat}).json()
        return data

    def open(self) -> Page:
        """Open the game."""
        open_game(self.page, self.server, self.code)
        return self.page

    def become_player(self, seat: str) -> Page:
        """Open the game on a phone that has a seat, in place of any other."""
        self.page.context.clear_cookies()
        url = f"{self.server.url}/api/games/{self.code}/seats"
        asked = self.page.request.post(url, data={"seat": seat}, headers={"Origin": self.server.url}).json()
        self.post("seats/answer", {"seat": seat, "check": asked["check"]})
        return self.open()

    def become_arbiter(self) -> Page:
        """Open the game on the arbiter's phone."""
        self.page.context.clear_cookies()
        url = f"{self.server.url}/api/games/{self.code}/arbiter"
        self.page.request.post(url, data={"token": self.token}, headers={"Origin": self.server.url})
        return self.open()


def seat_views(page: Page, shared: Server) -> Iterator[str]:
    """Open each view of the phones at the seats of a table and yield its name."""
    yield from _asking(page, shared)
    yield from _playing(page, shared)
    yield from _choosing(page, shared)
    yield from _confirming(page, shared)
    yield from _long_names(page, shared)
    page.context.clear_cookies()


def _asking(page: Page, shared: Server) -> Iterator[str]:
    """A guest's phone asks for a seat, and is refused."""
    table = SeatTable(page, shared, PLAYERS)
    table.sit("SEP")
    table.open()
    yield "place-libre"
    page.locator("[data-ask=PON]").click()
    check = page.locator("#asked .check")
    expect(check).to_have_text(re.compile(r"^\d\d$"))
    yield "place-demandee"
    table.post("seats/answer", {"seat": "PON", "check": check.text_content(), "accept": False})
    expect(page.locator("#seats [data-problems]")).not_to_be_empty()
    yield "place-refusee"


def _playing(page: Page, shared: Server) -> Iterator[str]:
    """A player's phone: it waits for its turn, lays a card, takes it back, and tells a hidden card."""
    table = SeatTable(page, shared, PLAYERS)
    table.enter(PLI[0])
    table.become_player("LEV")
    yield "joueur-attend"
    page.locator("#own-seat summary").click()
    yield "joueur-place"
    table.enter(PLI[1])
    expect(page.locator("#word")).to_be_visible()
    _wait_for_buttons(page)
    yield "joueur-tour"
    choose(page, "c")
    page.locator("#word").fill("Raclette")
    page.locator("#player [data-act=lay]").click()
    expect(page.locator(".proposal[data-own]")).to_be_visible()
    yield "joueur-carte-posee"
    table.post("proposal", {"number": 2, "seat": "LEV", "accept": False})
    expect(page.locator("#word")).to_be_visible()
    yield "joueur-carte-refusee"
    table.enter(*PLI[2:], {"action": "passe", "seat": "MER", "card": "unseen"})
    expect(page.locator("#player [data-act=passe]")).to_have_count(0)
    table.enter(
        {"action": "discard", "seat": "PON", "card": "min"}, {"action": "discard", "seat": "SEP", "card": "min"}
    )
    expect(page.locator("#player [data-act=discard]")).to_be_visible()
    _wait_for_buttons(page)
    yield "joueur-pli-perdu"
    table.enter({"action": "discard", "seat": "LEV", "card": "min"})
    expect(page.locator("#player [data-act=reveal]")).to_be_visible()
    _wait_for_buttons(page)
    yield "joueur-carte-cachee"


def _choosing(page: Page, shared: Server) -> Iterator[str]:
    """What a player's phone asks: who picks up (P9), and their majuscule in the trap (P5)."""
    table = SeatTable(page, shared, PLAYERS)
    table.enter({"action": "passe", "seat": "PON", "card": "A"})
    table.become_player("SEP")
    table.enter(*({"action": "discard", "seat": seat, "card": "e"} for seat in ("SEP", "LEV", "MER")))
    expect(page.locator(".place.own .said .card")).to_be_visible()
    expect(page.locator("#player [data-act=pick_up]").first).to_be_visible()
    yield "joueur-ramasse"
    table = SeatTable(page, shared, PLAYERS)
    actions = manche_actions(WITH_TRAP)
    trapped = next(number for number, action in enumerate(actions) if action["action"] == "swap")
    table.enter(*actions[:trapped])
    table.become_player(actions[trapped]["seat"])
    expect(page.locator("#player [data-act=swap]")).to_be_visible()
    yield "joueur-piege"


def _confirming(page: Page, shared: Server) -> Iterator[str]:
    """The arbiter's phone: phones ask for seats, a card waits, the seats and the dialog of a seat; another player's."""
    table = SeatTable(page, shared, PLAYERS)
    ana = table.sit("PON")
    table.ask("SEP")
    table.become_arbiter()
    yield "arbitre-demande"
    table.enter(PLI[0], token=ana)
    expect(page.locator("[data-proposal=yes]")).to_be_visible()
    _wait_for_buttons(page)
    yield "arbitre-carte"
    page.locator("#seats summary").click()
    yield "arbitre-places"
    page.locator("[data-seat-open=PON]").click()
    expect(page.locator("#seat-dialog img")).to_be_visible()
    yield "arbitre-place"
    table.post("confirmation", {"confirm": "any"})
    table.become_player("MER")
    expect(page.locator("[data-proposal=yes]")).to_be_visible()
    yield "joueur-confirme"


def _long_names(page: Page, shared: Server) -> Iterator[str]:
    """Names and words of the greatest lengths."""
    table = SeatTable(page, shared, LONG_NAMES)
    ana = table.sit("PON")
    table.open()
    page.locator("[data-ask=SEP]").click()
    expect(page.locator("#asked .check")).to_be_visible()
    yield "longs-noms-place"
    table.enter(laying("PON", "t", LONG_WORD), token=ana)
    table.become_arbiter()
    expect(page.locator("[data-proposal=yes]")).to_be_visible()
    page.locator("#seats summary").click()
    yield "longs-noms-arbitre"
    page.locator("[data-seat-open=SEP]").click()
    expect(page.locator("#seat-dialog img")).to_be_visible()
    yield "longs-noms-dialogue"
    table.become_player("LEV")
    yield "longs-noms-joueur"


def _wait_for_buttons(page: Page) -> None:
    """After a change by another device, buttons are blocked for a moment."""
    expect(page.locator("#state [aria-disabled=true]")).to_have_count(0)
