"""What puts entries right, on phones: undo and redo, a mistyped word, and the clock that a dispute stops."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import begin, enter, entered, invitation, lay, laying, open_game, passe, use_tool
from tests.web.servers import Server


def _top(place: Locator) -> float:
    """How far below the top of the document an element is, in CSS pixels."""
    top: float = place.evaluate("(element) => element.getBoundingClientRect().top + scrollY")
    return top


def test_a_redo_after_an_undo(server: Server, phone: Page) -> None:
    """« Refaire » brings the card back that « Annuler » took; where a tool is of no use, its place stays empty."""
    code, _ = begin(server)
    open_game(phone, server, code)
    lay(phone, "l", "Volonté")
    undo, redo = phone.get_by_role("button", name="Annuler"), phone.get_by_role("button", name="Refaire")
    before = undo.bounding_box()

    expect(redo).to_have_count(0)

    with entered(phone):
        undo.click()

    expect(phone.locator(".place .said")).to_have_count(0)
    expect(undo).to_have_count(0)

    with entered(phone):
        use_tool(phone, "Refaire")

    expect(phone.locator(".place .said")).to_contain_text("Volonté")
    expect(redo).to_have_count(0)
    assert undo.bounding_box() == before


@pytest.mark.exhaustive
def test_the_cards_stay_where_they_are_when_tools_appear(server: Server, device: Device) -> None:
    """On phones of all widths the row of tools has the same height with few tools and with all of them."""
    for width in (320, 360, 412):
        page = device(width=width)
        code, _ = begin(server)
        open_game(page, server, code)
        tools = page.locator(".tools")
        heights = set()
        for word in ("", "Volonté"):
            if word:
                lay(page, "l", word)
            box = tools.bounding_box()
            assert box is not None
            heights.add(box["height"])
            assert page.evaluate("document.documentElement.scrollWidth") <= width

        assert len(heights) == 1


def test_a_mistyped_word_is_corrected(server: Server, phone: Page) -> None:
    """The dialog has the word as it was typed, selected; the corrected word is judged, and what is typed stays."""
    code, _ = begin(server)
    open_game(phone, server, code)
    lay(phone, "l", "Volonté")
    lay(phone, "e", "écolle")

    expect(phone.locator(".band.no")).to_contain_text("écolle")

    phone.locator("#word").fill("racl")
    use_tool(phone, "Faute de frappe")
    field = phone.get_by_label("Le mot vraiment dit")

    expect(field).to_have_value("écolle")
    expect(field).to_be_focused()
    assert phone.evaluate("getSelection().toString()") == "écolle"

    phone.keyboard.type("école")
    with entered(phone):
        phone.keyboard.press("Enter")

    expect(phone.locator("#correcting")).to_be_hidden()
    expect(phone.locator(".band.yes")).to_contain_text("école")
    expect(phone.locator(".place .said.yes")).to_have_count(2)
    expect(phone.locator("#word")).to_have_value("racl")

    use_tool(phone, "Faute de frappe")
    expect(field).to_have_value("école")


def test_w4_one_tap_enters_the_spelling_that_was_said(shared: Server, device: Device) -> None:
    """W4: a refused spelling offers the sibling that is valid in its place, on the arbiter's phone only."""
    code, token = begin(shared, players={"PON": "Ana"})
    arbiter, guest = device(extra_http_headers={"Authorization": f"Bearer {token}"}), device()
    for page in (arbiter, guest):
        open_game(page, shared, code)
    before = _top(arbiter.locator(".picker"))
    lay(arbiter, "l", "utilise")
    expect(guest.locator(".band.no")).to_contain_text("utilise")
    offer = arbiter.get_by_role("button", name="Ana a dit « utilisé »")

    expect(offer).to_be_in_viewport()
    assert _top(arbiter.locator(".picker")) == before
    expect(guest.locator(".sibling")).to_have_count(0)

    with entered(arbiter):
        offer.click()

    for page in (arbiter, guest):
        expect(page.locator(".band.yes")).to_contain_text("utilisé")
        expect(page.locator(".sibling")).to_have_count(0)


def test_a_correction_that_no_longer_fits_says_so(server: Server, phone: Page) -> None:
    """The dialog stays open with the sentence, and what was typed."""
    code, _ = begin(server)
    for seat, card, word in (("PON", "l", "volonntée"), ("SEP", "o", "maissonne"), ("LEV", "a", "maissonne")):
        enter(server, code, laying(seat, card, word))
    enter(server, code, {"action": "passe", "seat": "MER", "card": "K"})
    enter(server, code, {"action": "pick_up", "seat": "SEP"})
    open_game(phone, server, code)
    use_tool(phone, "Faute de frappe")
    field = phone.get_by_label("Le mot vraiment dit")
    field.fill("lavande")
    phone.get_by_role("button", name="Corriger").click()

    expect(phone.locator("#correcting").get_by_role("alert")).to_contain_text("annulez")
    expect(field).to_have_value("lavande")


@pytest.mark.exhaustive
def test_an_undo_in_practice_asks_first(server: Server, phone: Page) -> None:
    """It would take the bots' cards back too, and says so; « Fermer » changes nothing. A redo brings all back."""
    code, _ = begin(server, kind="practice", manches=1, seed=7)
    open_game(phone, server, code)
    phone.locator("#hand").get_by_label("la minuscule i").check()
    phone.locator("#word").fill("histoires")
    with entered(phone):
        phone.locator("[data-act=lay]").click()
    expect(phone.locator("#hand input:not(:disabled)").first).to_be_attached(timeout=20_000)
    expect(phone.locator("#hand [data-act]").first).to_be_visible(timeout=20_000)
    number = phone.locator("#game").get_attribute("data-number")
    phone.get_by_role("button", name="Annuler").click()
    dialog = phone.get_by_role("dialog")

    expect(dialog).to_contain_text("Revenir à votre dernière décision")
    assert dialog.get_by_role("listitem").count() > 1
    expect(dialog.get_by_role("listitem").first).to_contain_text("histoires")

    dialog.get_by_role("button", name="Fermer").click()
    expect(phone.locator("#game")).to_have_attribute("data-number", str(number))

    phone.get_by_role("button", name="Annuler").click()
    with entered(phone):
        dialog.get_by_role("button", name="Annuler ces coups").click()

    expect(phone.locator("#turn")).to_have_text("À vous de jouer.")
    expect(phone.locator(".place .said")).to_have_count(0)

    with entered(phone):
        use_tool(phone, "Refaire")

    expect(phone.get_by_role("button", name="Annuler")).to_have_attribute("data-open", "undoing")
    expect(phone.get_by_role("button", name="Refaire")).to_have_count(0)


@pytest.mark.exhaustive
def test_a_pause_is_seen_on_another_phone(shared: Server, device: Device) -> None:
    """A guest sees the stopped clock, which stands still; without an overrun the next card starts it again."""
    arbiter, guest = device(), device()
    arbiter.goto(shared.url)
    arbiter.locator("form[data-create=table] button.main").click()
    arbiter.wait_for_url("**/g/*")
    guest.goto(arbiter.url)
    lay(arbiter, "l", "Volonté")
    pause, resume = (arbiter.get_by_role("button", name=f"{verb} le chronomètre") for verb in ("Arrêter", "Relancer"))
    before = _top(arbiter.locator(".pli"))
    pause.click()

    expect(resume).to_be_focused()
    expect(guest.locator(".watch")).to_have_text(re.compile(r"^Chronomètre arrêté\s*\d+\ss"))
    expect(guest.locator(".pause")).to_have_count(0)

    stands = [page.locator("#clock").inner_text() for page in (arbiter, guest)]
    arbiter.wait_for_timeout(2500)

    assert [page.locator("#clock").inner_text() for page in (arbiter, guest)] == stands
    assert _top(arbiter.locator(".pli")) == before

    resume.click()
    expect(guest.locator(".stopped")).to_have_count(0)
    pause.click()
    expect(guest.locator(".stopped")).to_have_count(1)
    passe(arbiter, "min")
    expect(guest.locator(".stopped")).to_have_count(0)


def test_an_overrun_leaves_pauses_out(server: Server, phone: Page) -> None:
    """P13: a long dispute is nobody's overrun: no seconds are noted for the card laid after it."""
    phone.clock.install()
    code, _ = begin(server)
    enter(server, code, laying("PON", "c", "Cheval"))
    open_game(phone, server, code)
    phone.get_by_role("button", name="Arrêter le chronomètre").click()
    expect(phone.locator(".watch")).to_contain_text("Chronomètre arrêté")
    phone.clock.run_for(200_000)
    expect(phone.locator("#clock")).to_have_text(re.compile(r"^(30|2\d)\ss$"))
    with phone.expect_request("**/entries") as sent:
        lay(phone, "l", "Couloir")

    assert [action["action"] for action in (sent.value.post_data_json or {})["actions"]] == ["lay"]


def test_a_clock_that_is_switched_off_has_no_button(server: Server, phone: Page) -> None:
    """Who does not use the clock is not asked to stop it."""
    code, _ = begin(server)
    open_game(phone, server, code)
    expect(phone.locator(".pause")).to_be_visible()
    phone.locator("#clock-switch").uncheck()
    expect(phone.locator(".pause")).to_be_hidden()
    lay(phone, "l", "Volonté")
    expect(phone.locator(".pause")).to_be_hidden()


@pytest.mark.exhaustive
def test_an_invited_arbiter_has_the_tools_too(shared: Server, device: Device) -> None:
    """A dialog that is open on one phone closes when another phone has changed the game."""
    first, second = device(), device()
    first.goto(shared.url)
    first.locator("form[data-create=table] button.main").click()
    first.wait_for_url("**/g/*")
    first.locator("[data-open=invite]").click()
    second.goto(f"{first.url}#{invitation(first).partition('#')[2]}")
    first.locator("#invite [data-close]").click()
    lay(second, "l", "Volonté")
    expect(first.locator(".place .said")).to_contain_text("Volonté")
    first.wait_for_timeout(800)
    use_tool(first, "Faute de frappe")
    with entered(first):
        second.get_by_role("button", name="Annuler").click()

    expect(first.locator("dialog[open]")).to_have_count(0)
