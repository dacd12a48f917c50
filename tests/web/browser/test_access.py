"""Accessibility: theme, language, keyboard use, and practice on a touch screen; test_walk.py has axe and sizes."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import begin, entered, open_game
from tests.web.servers import Server


def test_the_chosen_theme_is_kept(server: Server, device: Device) -> None:
    """The switch changes the theme at once, and the server renders the next page in it."""
    page = device(color_scheme="light")
    page.goto(server.url)
    page.get_by_role("button", name="Clair ou sombre").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.goto(f"{server.url}/about")

    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_the_chosen_language_is_kept(server: Server, phone: Page) -> None:
    """The link leads to the same page in the other language, and the next page is in that language too."""
    phone.goto(f"{server.url}/verdict?word=Portes&maj=P")
    phone.get_by_role("link", name="English").click()

    expect(phone.get_by_role("heading", level=1)).to_contain_text("refused")

    phone.goto(server.url)

    assert phone.locator("html").get_attribute("lang") == "en"
    expect(phone.get_by_role("button", name="Judge", exact=True)).to_be_visible()


def test_a_pli_can_be_played_with_the_keyboard(server: Server, phone: Page) -> None:
    """Tab, letters, Enter and Escape suffice, from the home page to the end of a pli."""
    phone.goto(server.url)
    _tab_to(phone, "form[data-create=table] button.main")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/g/*")

    expect(phone.locator("#lay")).to_be_visible()

    _tab_to(phone, ".picker input[name=card]", back=True)
    for card, word in (("l", "Volonté"), ("e", "École"), ("c", "Raclette")):
        expect(phone.locator(".picker input:focus")).to_have_count(1)  # again after an entry
        phone.keyboard.press(card)
        _tab_to(phone, "#word")
        phone.keyboard.type(word)
        with entered(phone):
            phone.keyboard.press("Enter")
    _tab_to(phone, "[data-open=down]")
    phone.keyboard.press("Enter")

    expect(phone.locator("#down")).to_be_visible()

    phone.keyboard.press("Escape")

    expect(phone.locator("#down")).to_be_hidden()

    _tab_to(phone, ".picker input[name=card]", back=True)
    phone.keyboard.press("F")
    _tab_to(phone, "#word")
    phone.keyboard.type("Facile")
    with entered(phone):
        phone.keyboard.press("Enter")

    expect(phone.locator(".around h3")).to_contain_text("Dernier pli")


def test_a_person_practises_against_bots(server: Server, phone: Page) -> None:
    """The person lays cards from their hand, bots answer by themselves, a refused word says why, and undo works."""
    code, _ = begin(server, kind="practice", manches=1, seed=7, level="random")
    open_game(phone, server, code)
    phone.locator("#hand").get_by_label("la minuscule i").check()
    phone.locator("#word").fill("histoires")
    phone.locator("[data-act=lay]").click()

    expect(phone.locator(".place.own .said.no")).to_contain_text("histoires")
    expect(phone.locator(".place .card:not(.empty)")).not_to_have_count(1)
    # The machines go on until it is the person's turn again, in this pli or one that a machine opens.
    expect(phone.locator("#hand [data-act], #hand [data-post=silence]").first).to_be_visible(timeout=15_000)

    phone.get_by_role("button", name="Annuler", exact=True).click()
    phone.get_by_role("button", name="Annuler ces coups").click()

    expect(phone.locator(".place .said")).to_have_count(0)

    phone.locator("#hand").get_by_label("la minuscule i").check()
    phone.locator("#word").fill("histoire")
    phone.locator("[data-act=lay]").click()

    expect(phone.locator(".place.own .said.yes")).to_contain_text("histoire")


def test_spectators_of_a_practice_game_see_no_hand(shared: Server, phone: Page) -> None:
    """Without the token, neither the page nor its updates contain hands or forms."""
    code, _ = begin(shared, kind="practice", manches=1, seed=7)
    open_game(phone, shared, code)

    expect(phone.locator("#turn")).to_contain_text("Ponantais")
    expect(phone.locator("#hand")).to_have_count(0)
    assert "la majuscule J" not in re.sub(r"<table.*?</table>", "", phone.content(), flags=re.DOTALL)


def _tab_to(page: Page, selector: str, *, back: bool = False) -> None:
    """Press Tab until the element of a selector has the focus."""
    for _ in range(80):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")
