"""All views of the pages, one after the other, for the accessibility tests and the screenshots."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.web.browser.hands import begin, enter, open_game
from tests.web.browser.table_views import (
    LONG_WORD,
    PLAYERS,
    PLI,
    UNKNOWN_WORD,
    finished_views,
    practice_views,
    table_views,
)
from tests.web.servers import Server

#: Pages that a path alone leads to, and the names of their views.
_PAGES = {
    "/about": "lexique",
    "/belote": "marque-nouvelle",
    "/api/docs": "interface",
    "/offline": "hors-ligne",
    "/g/ZZZZZZZZ": "introuvable",
    "/learn": "lecons",
    "/learn/belettre?step=1": "apprendre-table",
    "/learn/belettre?step=3": "apprendre-lettres",
    "/learn/belettre?step=4&card=G": "apprendre-sans-mot",
    "/learn/belettre?step=4&do=lay&card=G&word=girafes": "apprendre-refus",
    "/learn/belettre?step=6&do=show": "apprendre-pluriel",
    "/learn/belettre?step=8&do=show": "apprendre-piege",
    "/learn/belettre?step=9&do=show": "apprendre-fin",
    "/learn/belote?step=1": "apprendre-prise",
    "/learn/belote?step=3&card=9♦": "apprendre-couper",
    "/learn/belote?step=6&do=show": "apprendre-surcouper",
    "/learn/belote?step=9&do=show": "apprendre-donne",
    "/practice/belote": "machines",
    "/practice/belote?game=coinche&level=easy&seed=7": "machines-coinche",
    "/practice/belote?game=bis&level=easy&seed=7": "machines-rangees",
    "/rules/belettre": "regles-belettre",
    "/rules/belote": "regles-belote",
}


def views(page: Page, server: Server) -> Iterator[str]:
    """Open each view of a server for one machine in turn and yield its name."""
    for some in (word_views, table_views, finished_views, practice_views, page_views):
        yield from some(page, server)


def word_views(page: Page, server: Server) -> Iterator[str]:
    """Open the views of the home page, of verdicts and of the judge of a table, and yield the name of each."""
    page.goto(server.url)
    yield "accueil"
    page.locator("main details > summary").evaluate_all(
        "all => all.forEach((one) => { one.parentElement.open = true; })"
    )
    yield "accueil-ouvert"
    page.goto(f"{server.url}/verdict?word=jouet&maj=J&min=e,t&played=volonté,joueur")
    yield "verdict-refuse"
    page.locator(".family summary").first.click()
    yield "famille"
    page.goto(f"{server.url}/verdict?word=raclette&min=t&edition=2020.01")
    yield "verdict-valide"
    page.goto(f"{server.url}/verdict?word={UNKNOWN_WORD}&maj=D&min=e,t&played={LONG_WORD}")
    yield "verdict-long"
    page.goto(f"{server.url}/verdict?word=portes&maj=xx")
    yield "question"
    yield from _judge_views(page, server)


def page_views(page: Page, server: Server) -> Iterator[str]:
    """Open the score sheet of Belote and the pages that a path alone leads to, lessons too; yield the name of each."""
    yield from _marque(page, server)
    for path, name in _PAGES.items():
        page.goto(server.url + path)
        yield name


def guest_views(page: Page, shared: Server) -> Iterator[str]:
    """Open the views of the phones at a shared server: a guest's, and an arbiter's that invites; yield each name."""
    code, token = begin(shared, players=PLAYERS)
    for action in PLI[:2]:
        enter(shared, code, action, token=token)
    open_game(page, shared, code)
    yield "invite"
    page.request.post(f"{shared.url}/api/games/{code}/arbiter", data={"token": token}, headers={"Origin": shared.url})
    open_game(page, shared, code)
    page.locator("[data-open=invite]").click()
    expect(page.locator("img[src$='qr.svg']")).to_be_visible()
    yield "inviter"
    page.goto(f"{shared.url}/g/{code}/screen")
    expect(page.locator(".band")).to_be_visible()
    yield "ecran"
    for action in PLI[2:]:
        enter(shared, code, action, token=token)
    expect(page.locator(".felt.finished")).to_be_visible()
    yield "ecran-pli-fini"


def _judge_views(page: Page, server: Server) -> Iterator[str]:
    """The judge of a table with one phone: at the beginning, after words, with a ruling, and with its panels open."""
    page.goto(f"{server.url}/judge")
    expect(page.locator("#keypad")).to_be_visible()
    yield "juge"
    for card, word in (("e", "École"), ("l", "Écolle")):
        page.locator(f"[data-card={card}]").click()
        page.locator("#word").fill(word)
        page.locator("#word").press("Enter")
        expect(page.locator(".band .word")).to_contain_text(word)
    yield "juge-refuse"
    page.locator("#pack-maj").check()
    page.locator("[data-card=F]").click()
    page.locator("#word").fill("Facile")
    page.locator("#word").press("Enter")
    expect(page.locator(".band.yes .word")).to_contain_text("Facile")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    yield "juge-valide"
    page.locator("[data-open=contest]").click()
    page.locator("#reason").fill("Déjà dit à la manche d'avant")
    yield "juge-contester"
    page.locator("[data-ruling]:visible").click()
    expect(page.locator(".band.no .word")).to_contain_text("Facile")
    page.locator("#looked-up").fill("souris")
    page.locator("#lookup button").click()
    expect(page.locator("#found .family")).to_be_visible()
    page.locator("#house summary").click()
    page.get_by_role("button", name="Retirer « École »").or_(page.get_by_role("button", name="Remove “École”")).click()
    yield "juge-ouvert"
    page.locator("[data-open=new-game]").click()
    yield "juge-nouvelle-partie"
    page.locator("[data-new-game]").click()
    page.locator("#word").fill(UNKNOWN_WORD)
    page.locator("#word").press("Enter")
    expect(page.locator(".band.no")).to_be_visible()
    page.locator("#pack-maj").check()
    page.locator("[data-card=JOKER]").click()
    yield "juge-long"


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
