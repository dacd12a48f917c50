"""The judge of a table with one phone in Chromium: taps, cards, verdicts, words looked up, a silent server."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import Finger
from tests.web.browser.judging import cards, lay, say, words, write
from tests.web.servers import Server


def test_the_first_verdict_takes_two_taps_and_the_next_one_tap(server: Server, phone: Page) -> None:
    """From the home page: « Le juge de la table », the card, the word; then a card and a word each."""
    phone.goto(server.url)
    finger = Finger(phone)
    finger.tap(phone.locator("a[href='/judge']"))
    finger.tap(phone.locator("[data-card=e]"))
    write(phone, "école")

    expect(phone.locator(".band.yes .word")).to_contain_text("école")
    assert finger.taps == 2

    finger.tap(phone.locator("[data-card=l]"))
    write(phone, "volet")

    expect(phone.locator(".band.yes .word")).to_contain_text("volet")
    assert finger.taps == 3

    finger.tap(phone.get_by_role("button", name="Un autre mot"))
    write(phone, "scolaire")

    expect(phone.locator(".band.no .word")).to_contain_text("scolaire")
    assert finger.taps == 4
    assert words(phone) == ["volet", "école"]


def test_w3_w8_letters_and_words_add_up(phone_judge: Page) -> None:
    """W2, W3, W8: the verdict is on all cards of the pli, and on the words of the list; only accepted words join it."""
    lay(phone_judge, "l")
    say(phone_judge, "volonté")
    lay(phone_judge, "e", "F")
    say(phone_judge, "école")

    expect(phone_judge.locator(".band.no .why")).to_contain_text("F")

    say(phone_judge, "facile")

    expect(phone_judge.locator(".band.yes")).to_be_visible()
    assert cards(phone_judge) == ["l", "e", "F"]

    phone_judge.get_by_role("button", name="Pli suivant").click()
    say(phone_judge, "volontaire")

    expect(phone_judge.locator(".band.no .why")).to_contain_text("famille")
    assert words(phone_judge) == ["facile", "volonté"]
    assert cards(phone_judge) == []


def test_p6_the_card_of_a_refused_word_leaves_with_the_next_card(phone_judge: Page) -> None:
    """P6, P7: a refused word may be corrected first; the next card turns its card, which gives no letter any more."""
    lay(phone_judge, "e")
    say(phone_judge, "écolle")

    expect(phone_judge.locator("#laid .turned")).to_have_accessible_name(re.compile("P6"))

    phone_judge.locator("[data-word=école]").click()

    expect(phone_judge.locator(".band.yes .word")).to_contain_text("école")
    expect(phone_judge.locator("#laid .turned")).to_have_count(0)

    lay(phone_judge, "t")
    say(phone_judge, "tablesse")
    lay(phone_judge, "r")

    assert cards(phone_judge) == ["e", "r"]
    assert phone_judge.locator("#word").input_value() == ""


def test_p3_j1_only_cards_that_a_pli_can_hold_can_be_tapped(phone_judge: Page) -> None:
    """P3, J1: three minuscules, one majuscule, one wild card; a tap takes a card back."""
    lay(phone_judge, "?", "a", "a")

    expect(phone_judge.locator(".tiles.min button:enabled")).to_have_count(0)
    expect(phone_judge.locator("#pack-maj")).to_be_checked()
    expect(phone_judge.locator("[data-card=JOKER]")).to_be_disabled()

    phone_judge.locator("#laid button").first.tap()

    assert cards(phone_judge) == ["a", "a"]
    expect(phone_judge.locator("[data-card=JOKER]")).to_be_enabled()
    expect(phone_judge.locator("[data-card='?']")).to_be_enabled()


def test_j3_the_joker_is_named_by_the_next_majuscule(phone_judge: Page) -> None:
    """J3: after the JOKER, a majuscule says its letter, with which words must begin."""
    phone_judge.locator("#pack-maj").check()
    phone_judge.locator("[data-card=JOKER]").tap()

    expect(phone_judge.locator("#joker-asked")).to_be_visible()

    phone_judge.locator("[data-card=K]").tap()
    say(phone_judge, "école")

    expect(phone_judge.locator(".band.no .why")).to_contain_text("K")
    expect(phone_judge.locator("#laid .card.wild.maj")).to_have_text("K")

    say(phone_judge, "kiosque")

    expect(phone_judge.locator(".band.yes")).to_be_visible()


def test_the_keyboard_alone_judges(phone_judge: Page) -> None:
    """After a verdict a letter lays its card and moves to the word; nothing has to be tapped."""
    phone_judge.locator("#keypad").focus()
    phone_judge.keyboard.press("e")
    phone_judge.keyboard.type("école")
    phone_judge.keyboard.press("Enter")
    expect(phone_judge.locator(".band.yes")).to_be_visible()
    phone_judge.keyboard.press("Shift+F")
    phone_judge.keyboard.type("facile")
    phone_judge.keyboard.press("Enter")

    expect(phone_judge.locator(".band.yes .word")).to_contain_text("facile")
    expect(phone_judge.locator("#said")).to_contain_text("« facile » : valide")
    assert cards(phone_judge) == ["e", "F"]


@pytest.mark.parametrize("size", [(360, 640), (375, 553), (390, 664)])
def test_all_is_seen_at_once_and_nothing_moves(size: tuple[int, int], server: Server, device: Device) -> None:
    """The keypad, the cards, the word, the button and the verdict fit a phone; verdicts of any length move nothing."""
    page = device(width=size[0], height=size[1])
    page.goto(f"{server.url}/judge")
    places = "[...document.querySelectorAll('#keypad, #word, #laid')].map((one) => one.getBoundingClientRect().top)"
    before = page.evaluate(places)
    for word in ("école", "parle", "écolle", "anticonstitutionnellement", "hôtel", "hôpital"):
        say(page, word)
        assert page.evaluate(places) == before, word
        for part in (".band", "#laid", "#word", "#judging .inline button", "#keypad .tiles.min", ".after"):
            expect(page.locator(part).first).to_be_in_viewport(ratio=0.98)
    lay(page, "e")
    assert page.evaluate(places) == before


def test_the_keyboard_of_the_phone_leaves_what_is_needed(phone_judge: Page) -> None:
    """With the keyboard of the phone open, the word, the cards to place and the button are seen."""
    lay(phone_judge, "e")
    phone_judge.set_viewport_size({"width": 375, "height": 330})

    expect(phone_judge.locator("#word")).to_be_focused()
    for part in ("#word", "#laid button", "#judging .inline button"):
        expect(phone_judge.locator(part)).to_be_in_viewport(ratio=1)


def test_looking_a_word_up_adds_nothing(phone_judge: Page) -> None:
    """What the lexicon knows about a word is shown without a verdict; the list, the cards and the verdict stay."""
    lay(phone_judge, "e")
    say(phone_judge, "école")
    phone_judge.locator("#looked-up").fill("portes")
    phone_judge.locator("#lookup button").click()

    expect(phone_judge.locator("#found .readings")).to_contain_text("pluriel")
    expect(phone_judge.locator("#found .readings")).to_contain_text("forme conjuguée")
    expect(phone_judge.locator(".band .word")).to_contain_text("école")
    assert words(phone_judge) == ["école"]
    assert cards(phone_judge) == ["e"]

    phone_judge.locator("#looked-up").fill("jouet")
    phone_judge.locator("#lookup button").click()

    expect(phone_judge.locator("#found .family").first).to_contain_text("jouer")

    phone_judge.locator("#looked-up").fill("<i>xyz")
    phone_judge.locator("#lookup button").click()

    expect(phone_judge.locator("#found")).to_contain_text("« <i>xyz » n'est pas dans le lexique")


def test_a_silent_server_is_asked_again(phone_judge: Page) -> None:
    """The word stays, the banner says why, and the verdict comes with the server; a changed word is not judged."""
    lay(phone_judge, "e")
    silent = True

    def answer(route: Route) -> None:
        if silent:
            route.abort()
        else:
            route.continue_()

    phone_judge.route("**/judge/verdict*", answer)
    phone_judge.locator("#word").fill("école")
    phone_judge.locator("#judging .inline button").tap()

    expect(phone_judge.locator("#banner")).to_contain_text("ne répond pas")
    expect(phone_judge.locator("#word")).to_have_value("école")
    assert words(phone_judge) == []

    silent = False

    expect(phone_judge.locator(".band.yes .word")).to_contain_text("école")
    expect(phone_judge.locator("#banner")).to_contain_text("répond de nouveau")
    assert words(phone_judge) == ["école"]

    silent = True
    phone_judge.locator("#word").fill("volet")
    phone_judge.locator("#judging .inline button").tap()
    expect(phone_judge.locator("#banner")).to_contain_text("ne répond pas")
    phone_judge.locator("#word").fill("violet")

    expect(phone_judge.locator("#banner")).to_be_hidden()


def test_a_problem_is_a_sentence(phone_judge: Page) -> None:
    """A missing word, and a list that is too long, are said where the verdict would be."""
    phone_judge.locator("#judging .inline button").tap()

    expect(phone_judge.locator("#refusals")).to_contain_text("Et le mot")

    entries = [{"word": f"mot{number}", "valid": True, "ruling": None, "at": number} for number in range(200)]
    phone_judge.evaluate("stored => { localStorage.judge = stored; }", json.dumps({"entries": entries}))
    phone_judge.reload()
    phone_judge.locator("#word").fill("école")
    phone_judge.locator("#word").press("Enter")

    expect(phone_judge.locator("#refusals")).to_contain_text("trop longue")
    expect(phone_judge.locator("#word")).to_have_value("école")


def test_without_scripts_the_form_judges(server: Server, device: Device) -> None:
    """Without JavaScript the page has the plain form, which leads to the sheet of the verdict."""
    page = device(java_script_enabled=False)
    page.goto(f"{server.url}/judge")

    expect(page.locator("#keypad")).to_be_hidden()

    page.locator("#judge-word").fill("Portes")
    page.locator("form.judge button").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("refusé")
