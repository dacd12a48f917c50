"""Practice in a browser: level and pace are chosen, ideas fill in card and word, the felt tells why a word won."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import begin, entered, open_game
from tests.web.browser.table_views import PRACTICE
from tests.web.servers import Server


def start(page: Page, server: Server, **terms: object) -> str:
    """Begin a practice game whose person opens, open its page and return its code."""
    code, _ = begin(server, **{**PRACTICE, "pace": "fast", **terms})
    open_game(page, server, code)
    return code


def test_the_home_page_offers_levels_and_paces(server: Server, phone: Page) -> None:
    """A newcomer plays against amateurs at a normal pace; a tap chooses another level, and the game has it."""
    phone.goto(server.url)
    expect(phone.locator("#level-amateur")).to_be_checked()
    expect(phone.locator("#pace-normal")).to_be_checked()

    phone.get_by_role("radio", name="Débutant").tap()
    phone.get_by_role("radio", name="Lent").tap()
    with phone.expect_request("**/api/games") as sent:
        phone.locator("form[data-create=practice] button.main").tap()

    begun = json.loads(sent.value.post_data or "")
    assert (begun["level"], begun["pace"], begun["patient"]) == ("easy", "slow", True)
    expect(phone.locator("#pace-slow")).to_be_checked()


def test_the_person_is_called_vous(server: Server, phone: Page) -> None:
    """The person's place, their team and what they do are told as « vous »; the bots have names, marked as machines."""
    start(phone, server)
    expect(phone.locator(".place.own .who")).to_have_text("Vous")
    expect(phone.locator(".scores dt").first).to_contain_text("Vous et")
    expect(phone.locator(".around tbody th", has_text="(machine)")).to_have_count(3)

    phone.locator("#hand input[value=i]").check()
    phone.locator("#word").fill("histoires")
    with entered(phone):
        phone.locator("[data-act=lay]").click()

    expect(phone.locator("#said")).to_contain_text(re.compile("^Vous posez"))


def test_s1_the_hand_shows_points(server: Server, phone: Page) -> None:
    """S1: each card in hand shows its points, and its name for screen readers has them."""
    start(phone, server)
    tile = phone.locator("#hand .tile", has=phone.locator("input[value=J]"))

    expect(tile.locator(".worth")).to_have_text("10")
    expect(tile.locator("input")).to_have_accessible_name("la majuscule J, 10 points")
    tile.locator("input").check()
    expect(phone.locator("#chosen-card")).to_have_text("J")


def test_an_idea_fills_in_card_and_word(server: Server, phone: Page) -> None:
    """« Une idée ? » shows three words; a tap on one chooses its card and writes the word, and no card moves."""
    start(phone, server)
    before = phone.locator("#hand-1").bounding_box()
    phone.locator("[data-ideas]").tap()
    expect(phone.locator("[data-idea]")).to_have_count(3)
    expect(phone.locator("#said")).to_contain_text("Mots possibles")
    assert phone.locator("#hand-1").bounding_box() == before

    idea = phone.locator("[data-idea]").nth(1)
    word, card = idea.get_attribute("data-idea"), idea.get_attribute("data-card")
    idea.tap()

    expect(phone.locator("#word")).to_have_value(str(word))
    expect(phone.locator("#hand input:checked")).to_have_value(str(card))
    with entered(phone):
        phone.locator("[data-act=lay]").tap()
    expect(phone.locator(".place.own .said")).to_contain_text(str(word))
    expect(phone.locator("#ideas button")).to_have_count(0)


def test_an_idea_can_be_taken_with_the_keyboard(server: Server, device: Device) -> None:
    """With the keyboard alone: the button, an idea, and « Poser », each focused after the one before."""
    page = device(width=1280, height=800, is_mobile=False, has_touch=False)
    start(page, server)
    page.locator("[data-ideas]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-idea]").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=lay]")).to_be_focused()
    with entered(page):
        page.keyboard.press("Enter")

    expect(page.locator(".place.own .said")).to_be_visible()


def test_without_a_word_the_page_says_what_to_do(server: Server, phone: Page) -> None:
    """If the server knows no word, its sentence stands where ideas would."""
    start(phone, server)
    said = "Aucun mot ne va avec vos cartes"
    number = phone.locator("#game").get_attribute("data-number")
    phone.route("**/ideas", lambda route: route.fulfill(json={"number": int(number or 0), "ideas": [], "text": said}))
    phone.locator("[data-ideas]").tap()

    expect(phone.locator("#ideas")).to_have_text(said)
    expect(phone.locator("#said")).to_have_text(said)


def test_the_felt_tells_why_a_word_won(server: Server, phone: Page) -> None:
    """A tap on the taker's word tells the rule, what the word is, and leads to its verdict."""
    start(phone, server)
    phone.locator("[data-ideas]").tap()
    phone.locator("[data-idea]").first.tap()
    phone.locator("[data-act=lay]").tap()
    phone.locator(".felt.finished .place.takes .said").tap()
    told = phone.locator(".told:popover-open")

    expect(told.locator(".why-takes")).to_contain_text("dernier mot valide")
    expect(told.locator(".meaning")).not_to_be_empty()
    expect(told.locator("a.button")).to_be_visible()


def test_the_pace_can_be_changed_in_the_game(server: Server, phone: Page) -> None:
    """The choice below the table is sent at once, and kept when the page is loaded again."""
    code = start(phone, server, pace="slow")
    with phone.expect_response("**/pace") as answered:
        phone.get_by_role("radio", name="Rapide").tap()

    assert answered.value.status == 200
    open_game(phone, server, code)
    expect(phone.locator("#pace-fast")).to_be_checked()
