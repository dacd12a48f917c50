"""The views of seats: a guest asks for one, a player enters a card on their own phone, the arbiter confirms it."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.web.browser.hands import begin, choose, open_game
from tests.web.browser.table_views import LONG_NAMES, PLAYERS
from tests.web.servers import Server


def seat_views(page: Page, shared: Server) -> Iterator[str]:
    """Open each view of the seats of a table and yield its name. The page is a guest's, a player's, then an arbiter's."""
    code, token = begin(shared, players=PLAYERS)
    open_game(page, shared, code)
    yield from _on_the_players_phone(page, shared, code, token)
    page.context.clear_cookies()
    become_arbiter(page, shared, code, token)
    open_game(page, shared, code)
    yield from _on_the_arbiters_phone(page, shared, code)
    page.context.clear_cookies()
    code, _ = begin(shared, players=LONG_NAMES)
    open_game(page, shared, code)
    yield "longs-noms-invite"


def become_arbiter(page: Page, shared: Server, code: str, token: str) -> None:
    """Claim the right to change a game for a page."""
    answer = page.request.post(
        f"{shared.url}/api/games/{code}/arbiter", data={"token": token}, headers={"Origin": shared.url}
    )
    assert answer.ok


def _on_the_players_phone(page: Page, shared: Server, code: str, token: str) -> Iterator[str]:
    page.locator("[data-ask=PON]").click()
    expect(page.locator("#asked")).to_be_visible()
    yield "place-demandee"
    check = page.locator("#asked .check").text_content()
    with shared.client(headers={"Authorization": f"Bearer {token}"}) as arbiter:
        body = {"seat": "PON", "check": check, "accept": True}
        answer = arbiter.post(f"/api/games/{code}/seats/answer", json=body)
        assert answer.status_code == 200, answer.text
    expect(page.locator("#player")).to_be_visible()
    yield "joueur"
    choose(page, "l")
    page.locator("#word").fill("Volonté")
    page.locator("#player [data-act=lay]").click()
    expect(page.locator(".proposal[data-own]")).to_be_visible()
    yield "joueur-attend"


def _on_the_arbiters_phone(page: Page, shared: Server, code: str) -> Iterator[str]:
    expect(page.locator("[data-proposal=yes]")).to_be_visible()
    yield "proposition"
    with shared.client() as phone:
        assert phone.post(f"/api/games/{code}/seats", json={"seat": "LEV"}).status_code == 201
    expect(page.locator(".news")).to_be_visible()
    yield "place-a-donner"
    page.locator("#seats summary").click()
    yield "telephones"
    page.locator("[data-seat-open=SEP]").click()
    expect(page.locator("#seat-dialog img")).to_be_visible()
    yield "place-inviter"
    page.locator("#seat-dialog [data-close]").click()
