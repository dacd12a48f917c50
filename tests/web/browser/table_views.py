"""The views of games: every moment of a table, of practice, and of the score sheet of a finished game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser.hands import begin, choose, enter, entered, lay, laying, open_game
from tests.web.browser.whole_game import WITH_BELETTRE, WITH_TRAP, manche_actions
from tests.web.servers import Server

PLAYERS = {"PON": "Ana", "SEP": "Bob", "LEV": "Chloé", "MER": "David"}
#: Names of nearly 40 letters, which is the most, with and without spaces; and a short one beside them.
LONG_NAMES = {
    "PON": "Marie-Bernadette Courtemanche-Delahaye",
    "SEP": "Wolfeschlegelsteinhausenbergerdorff",
    "LEV": "Jean-Baptiste de la Salle-Mondésir",
    "MER": "Ana",
}
#: A pli whose second word is refused.
PLI = (
    laying("PON", "l", "Volonté"),
    laying("SEP", "e", "Écoles"),
    laying("LEV", "c", "Raclette"),
    laying("MER", "F", "Facile"),
)
#: A practice game as the home page begins it: its bots wait for the person.
PRACTICE = {"kind": "practice", "manches": 1, "seed": 7, "level": "random", "patient": True}
#: The longest word that dictionaries are known for, and one that no dictionary has.
LONG_WORD = "anticonstitutionnellement"
UNKNOWN_WORD = "dichlorodiphényltrichloroéthanologiquement"
#: A pli with these words.
LONG_PLI = (
    laying("PON", "t", LONG_WORD),
    laying("SEP", "e", UNKNOWN_WORD),
    laying("LEV", "c", "électroencéphalographique"),
    laying("MER", "E", "électroencéphalographie"),
)


def table_views(page: Page, server: Server) -> Iterator[str]:
    """Open each view of a table of real cards, as its arbiter sees it, and yield its name."""
    yield from _first_pli(page, server)
    yield from _next_plis(page, server)
    yield from _choices(page, server)
    yield from _other_spelling(page, server)
    yield from _long_texts(page, server)


def finished_views(page: Page, server: Server) -> Iterator[str]:
    """Open the views after a whole manche: the next manche begins, the game is over, its history; yield each name."""
    code, _ = begin(server, players=PLAYERS, manches=2)
    _enter_all(page, server, code, manche_actions(WITH_BELETTRE))
    yield "manche-finie"
    page.locator("[popovertarget=manche-points]").click()
    yield "manche-points"
    code, _ = begin(server, players=PLAYERS, manches=1)
    _enter_all(page, server, code, manche_actions(WITH_BELETTRE))
    expect(page.locator(".step:visible")).to_have_count(1)
    page.evaluate("scrollTo(0, 0)")
    yield "fin"
    page.locator("#steps [data-step='1']").click()
    page.locator(".step:visible summary").click()
    page.locator(".in-all summary").click()
    yield "fin-analyse"
    page.locator(".ended .points summary").click()
    yield "fin-points"
    page.goto(f"{server.url}/g/{code}/screen")
    expect(page.locator(".finale")).to_be_visible()
    yield "ecran-fin"
    page.goto(f"{server.url}/g/{code}/history")
    yield "feuille-finie"
    page.locator(".pli-told > summary").first.click()
    page.locator(".pli-told .possible summary").first.click()
    yield "analyse"
    yield from _long_end(page, server)


def _long_end(page: Page, server: Server) -> Iterator[str]:
    """The end of a game with names and words of the greatest lengths, on a phone, on the screen and in the history."""
    code, _ = begin(server, players=LONG_NAMES, manches=1, before=7, opener="PON")
    for action in LONG_PLI:
        enter(server, code, action)
    open_game(page, server, code)
    expect(page.locator(".step:visible")).to_have_count(1)
    yield "longs-noms-fin"
    page.goto(f"{server.url}/g/{code}/screen")
    expect(page.locator(".finale")).to_be_visible()
    yield "longs-noms-ecran-fin"
    page.goto(f"{server.url}/g/{code}/history")
    page.locator(".pli-told > summary").first.click()
    yield "longs-noms-feuille-finie"


def practice_views(page: Page, server: Server) -> Iterator[str]:
    """Open each view of a practice game and yield its name."""
    code, _ = begin(server, **PRACTICE)
    open_game(page, server, code)
    expect(page.locator("#hand")).to_be_visible()
    page.locator("#hand-3").check()
    yield "entrainement"
    page.locator("[data-ideas]").click()
    expect(page.locator("[data-idea]")).to_have_count(3)
    yield "entrainement-idees"
    page.locator("[data-idea]").first.click()
    lay_refused_in_practice(page)
    page.wait_for_timeout(2000)  # bots that do not wait for the person would have played
    yield "entrainement-refuse"
    code, _ = begin(server, **PRACTICE, pace="fast")
    open_game(page, server, code)
    page.locator("[data-ideas]").click()
    page.locator("[data-idea]").first.click()
    page.locator("[data-act=lay]").click()
    page.locator(".felt.finished .place.takes .said").click()
    expect(page.locator(".told .why-takes")).to_be_visible()
    yield "entrainement-pourquoi"


def lay_refused_in_practice(page: Page) -> None:
    """In the practice game with seed 7, lay a card with a plural, which is refused."""
    page.locator("#hand input[value=i]").first.check()
    page.locator("#word").fill("histoires")
    with entered(page):
        page.locator("[data-act=lay]").click()


def _first_pli(page: Page, server: Server) -> Iterator[str]:
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
    choose(page, "JOKER")
    yield "joker"
    enter(server, code, PLI[0])
    expect(page.locator(".place .said")).to_have_count(1)
    _wait_for_buttons(page)
    lay(page, PLI[1]["card"], PLI[1]["word"])
    yield "mot-refuse"
    enter(server, code, PLI[2])
    expect(page.locator(".place .said")).to_have_count(3)
    _wait_for_buttons(page)
    yield "table"
    page.locator("[data-open=down]").click()
    yield "passe"
    page.locator("#down [data-close]").click()
    page.locator(".tools .more").click()
    yield "outils"
    page.locator("[data-open=ruling]").click()
    yield "arbitrer"
    page.locator("#ruling [data-close]").click()
    page.locator(".place", has_text="Bob").locator(".said").click()
    expect(page.locator("#told-SEP")).to_be_visible()
    yield "raisons"
    page.keyboard.press("Escape")
    lay(page, PLI[3]["card"], PLI[3]["word"])
    yield "quatrieme-mot"


def _next_plis(page: Page, server: Server) -> Iterator[str]:
    """The second pli: a player passes, so that the others lay their cards face down and name them at the end."""
    code, _ = begin(server, players=PLAYERS)
    for action in PLI:
        enter(server, code, action)
    open_game(page, server, code)
    lay(page, "G", "Gare")
    yield "pli-suivant"
    page.locator("[data-post=undo]").click()
    expect(page.locator(".place", has_text="Gare")).to_have_count(0)
    enter(server, code, {"action": "passe", "seat": "MER", "card": "unseen"})
    expect(page.locator("[data-open=down]")).to_be_visible()
    _wait_for_buttons(page)
    yield "pli-perdu"
    for seat in ("PON", "SEP", "LEV"):
        enter(server, code, {"action": "discard", "seat": seat, "card": "min"})
    expect(page.locator("#reveal")).to_be_visible()
    _wait_for_buttons(page)
    yield "cartes-cachees"
    page.goto(f"{server.url}/g/{code}/history")
    yield "feuille"
    page.locator(".pli-told > summary").first.click()
    page.locator(".refused a").first.click()
    expect(page).to_have_url(re.compile("/words/"))
    yield "feuille-du-mot"


def _choices(page: Page, server: Server) -> Iterator[str]:
    """What the page asks the arbiter: who picks up (P9), and the majuscule of a player in the trap (P5)."""
    code, _ = begin(server, players=PLAYERS)
    enter(server, code, {"action": "passe", "seat": "PON", "card": "A"})
    for seat in ("SEP", "LEV", "MER"):
        enter(server, code, {"action": "discard", "seat": seat, "card": "e"})
    open_game(page, server, code)
    expect(page.locator("#pick_up")).to_be_visible()
    yield "ramasse"
    code, _ = begin(server, players=PLAYERS)
    actions = manche_actions(WITH_TRAP)
    trapped = next(number for number, action in enumerate(actions) if action["action"] == "swap")
    for action in actions[:trapped]:
        enter(server, code, action)
    open_game(page, server, code)
    expect(page.locator("#swap")).to_be_visible()
    yield "piege"


def _other_spelling(page: Page, server: Server) -> Iterator[str]:
    """A refused spelling, beside which another of its letters is valid (W4)."""
    code, _ = begin(server, players=PLAYERS)
    open_game(page, server, code)
    lay(page, "l", "utilise")
    expect(page.locator(".sibling")).to_be_visible()
    yield "il-a-dit"


def _long_texts(page: Page, server: Server) -> Iterator[str]:
    """Names and words of the greatest lengths."""
    code, _ = begin(server, players=LONG_NAMES)
    for action in (laying("PON", "t", LONG_WORD), laying("SEP", "e", UNKNOWN_WORD)):
        enter(server, code, action)
    open_game(page, server, code)
    lay(page, "A", LONG_WORD)
    yield "longs-noms"
    page.locator("[data-open=down]").click()
    yield "longs-noms-passe"
    page.locator("#down [data-close]").click()
    page.goto(f"{server.url}/g/{code}/history")
    yield "longs-noms-feuille"


def _wait_for_buttons(page: Page) -> None:
    """After a change by another device, buttons are blocked for a moment."""
    expect(page.locator("#state [aria-disabled=true]")).to_have_count(0)


def _enter_all(page: Page, server: Server, code: str, actions: Sequence[dict[str, Any]]) -> None:
    """Enter all actions but the last over the API, and the last in the page, so that it shows what this did."""
    for action in actions[:-1]:
        enter(server, code, action)
    open_game(page, server, code)
    last = actions[-1]
    assert last["action"] == "lay", "the last action of the manche has to be a word"
    lay(page, last["card"], last["word"])
