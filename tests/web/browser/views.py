"""All views of the pages, one after the other, for the accessibility tests and the screenshots."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.web.browser.hands import begin, enter, laying, open_game
from tests.web.servers import Server

PLAYERS = {"PON": "Ana", "SEP": "Bob", "LEV": "Chloé", "MER": "David"}
#: A pli whose second word is refused.
_PLI = (
    laying("PON", "l", "Volonté"),
    laying("SEP", "e", "Écoles"),
    laying("LEV", "c", "Raclette"),
    laying("MER", "F", "Facile"),
)


def views(page: Page, server: Server) -> Iterator[str]:
    """Open each view in turn and yield its name."""
    page.goto(server.url)
    yield "accueil"
    page.goto(f"{server.url}/verdict?word=jouet&maj=J&min=e,t&played=volonté,joueur")
    yield "verdict-refuse"
    page.locator(".family summary").first.click()
    yield "famille"
    page.goto(f"{server.url}/verdict?word=raclette&min=t&edition=2020.01")
    yield "verdict-valide"
    page.goto(f"{server.url}/verdict?word=portes&maj=xx")
    yield "question"
    yield from _table(page, server)
    yield from _practice(page, server)
    yield from _marque(page, server)
    for path, name in (("/about", "lexique"), ("/offline", "hors-ligne"), ("/g/ZZZZZZZZ", "introuvable")):
        page.goto(server.url + path)
        yield name


def _table(page: Page, server: Server) -> Iterator[str]:
    code, _ = begin(server, players=PLAYERS)
    open_game(page, server, code)
    expect(page.locator("#lay")).to_be_visible()
    yield "table-debut"
    page.locator("[data-open=belettre-dialog]").click()
    yield "belettre"
    page.locator("#belettre-dialog [data-close]").click()
    page.locator("[data-act=lay]").click()
    expect(page.locator("#refusals")).not_to_be_empty()
    yield "carte-manquante"
    for action in _PLI[:3]:
        enter(server, code, action)
    expect(page.locator(".place").nth(2)).to_contain_text("Raclette")
    yield "table"
    page.locator("[data-open=down]").click()
    yield "passe"
    page.locator("#down [data-close]").click()
    page.locator("[data-open=ruling]").click()
    yield "arbitrer"
    page.locator("#ruling [data-close]").click()
    page.locator(".place .said").nth(1).click()
    expect(page.locator("#told-SEP")).to_be_visible()
    yield "raisons"
    page.keyboard.press("Escape")
    enter(server, code, _PLI[3])
    enter(server, code, {"action": "passe", "seat": "MER", "card": "unseen"})
    for seat in ("PON", "SEP", "LEV"):
        enter(server, code, {"action": "discard", "seat": seat, "card": "min"})
    expect(page.locator("#reveal")).to_be_visible()
    yield "cartes-cachees"
    page.goto(f"{server.url}/g/{code}/history")
    yield "feuille"


def _marque(page: Page, server: Server) -> Iterator[str]:
    """The score sheet of Belote after a litige and the deal that took what waited; the next deal is filled in."""
    deals = (("S", 92, [0, 0]), ("E", 81, [0, 0]), ("N", 101, [1, 0]))
    with server.client() as client:
        code = client.post("/api/belote", json={"names": list(PLAYERS.values())}).json()["code"]
        client.cookies.clear()  # a program without Origin may not use them
        for number, (taker, points, belotes) in enumerate(deals):
            team = "N+S" if taker in "SN" else "E+O"
            entry = {"team": team, "taker": taker, "plis": points, "belotes": belotes}
            body = {"number": number, "actions": [{"action": "write", "entry": entry}]}
            answer = client.post(f"/api/belote/{code}/entries", json=body)
            assert answer.status_code == 200, answer.text
    page.goto(f"{server.url}/belote/{code}")
    page.locator("#taker-O").check()
    page.locator("#takers").fill("105")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    yield "marque"


def _practice(page: Page, server: Server) -> Iterator[str]:
    code, _ = begin(server, kind="practice", manches=1, seed=7)
    open_game(page, server, code)
    expect(page.locator("#hand")).to_be_visible()
    page.locator("#hand-3").check()
    yield "entrainement"
