"""The keypad in a browser: it keeps its place during a whole manche, and shows what can still be laid."""

from __future__ import annotations

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Page, expect  # noqa: E402  # skipped without it

from tests.web.browser.conftest import Device  # noqa: E402
from tests.web.browser.hands import begin, choose, enter, lay, laying, open_game  # noqa: E402
from tests.web.browser.table_views import PLAYERS, PLI  # noqa: E402
from tests.web.browser.whole_game import WITH_BELETTRE, WITH_TRAP, manche_actions  # noqa: E402
from tests.web.servers import Server  # noqa: E402


def top_of_keypad(page: Page) -> float | None:
    """How far below the top of the document the first card of the keypad is, in CSS pixels; None without a keypad."""
    top: float | None = page.evaluate("""() => {
        const tile = [...document.querySelectorAll(".picker .tile")].find((one) => one.checkVisibility());
        return tile ? tile.getBoundingClientRect().top + scrollY : null;
    }""")
    return top


@pytest.mark.parametrize(("width", "height"), [(320, 568), pytest.param(360, 740, marks=pytest.mark.exhaustive)])
def test_the_keypad_keeps_its_place_for_a_whole_manche(width: int, height: int, device: Device, server: Server) -> None:
    """From the first card to the beginning of the next manche, no entry moves the keypad by a single pixel."""
    code, _ = begin(server, players=PLAYERS, manches=2)
    page = device(width=width, height=height)
    open_game(page, server, code)
    tops = {top_of_keypad(page)}
    for number, action in enumerate(manche_actions(WITH_BELETTRE), 1):
        enter(server, code, action)
        expect(page.locator("#game")).to_have_attribute("data-number", str(number))
        tops.add(top_of_keypad(page))
    expect(page.locator("#manche-points")).to_have_count(1)
    page.locator("[data-clear]").click()
    tops.add(top_of_keypad(page))

    assert len(tops - {None}) == 1


def test_a_card_that_is_used_up_cannot_be_tapped(phone: Page, server: Server) -> None:
    """A majuscule that was seen is disabled, and a screen reader hears why."""
    code, _ = begin(server, players=PLAYERS)
    for action in PLI:
        enter(server, code, action)
    open_game(phone, server, code)
    phone.locator("#pack-maj").check()

    expect(phone.get_by_role("radio", name="la majuscule F, épuisée")).to_be_disabled()
    expect(phone.get_by_role("radio", name="la majuscule G")).to_be_enabled()


def test_p3_a_pack_that_may_not_be_laid_keeps_its_place(phone: Page, server: Server) -> None:
    """P3: after three minuscules the majuscules are shown, and after the pli the minuscules again."""
    code, _ = begin(server, players=PLAYERS)
    for action in PLI[:3]:
        enter(server, code, action)
    open_game(phone, server, code)

    expect(phone.locator("#pack-min")).to_be_disabled()
    expect(phone.locator("#card-F")).to_be_visible()

    lay(phone, "F", "Facile")

    expect(phone.locator("#card-e")).to_be_visible()


def test_p9_a_lost_pli_says_why_words_are_not_asked_for(phone: Page, server: Server) -> None:
    """P9: after « Passe ! » in first position the button for a card face down says why there is no word."""
    code, _ = begin(server, players=PLAYERS)
    enter(server, code, {"action": "passe", "seat": "PON", "card": "e"})
    open_game(phone, server, code)

    expect(phone.locator(".dock")).to_contain_text("déjà perdu par Ana")
    expect(phone.locator("#word")).to_have_count(0)


@pytest.mark.parametrize(("width", "height", "touched"), [(740, 360, True), (640, 400, False), (1280, 720, False)])
def test_table_and_keypad_lie_side_by_side(
    width: int, height: int, touched: bool, device: Device, server: Server
) -> None:
    """In landscape, at 200 % zoom and on a laptop the felt, the verdict, the word and all cards are seen at once."""
    code, _ = begin(server, players=PLAYERS)
    for action in PLI[:2]:
        enter(server, code, action)
    page = device(width=width, height=height, has_touch=touched, is_mobile=touched)
    open_game(page, server, code)

    for selector in (".felt", ".band .word", "#card-a", "#card-z", "#word", "[data-act=lay]"):
        expect(page.locator(selector)).to_be_in_viewport(ratio=0.95)
    dock, last = page.locator(".dock").bounding_box(), page.locator("#card-joker").bounding_box()
    assert dock is not None
    assert last is not None
    assert last["y"] + last["height"] <= dock["y"]
    felt, card = page.locator(".felt").bounding_box(), page.locator("#card-a").bounding_box()
    assert felt is not None
    assert card is not None
    assert card["x"] > felt["x"] + felt["width"]


def test_the_word_its_card_and_the_button_are_seen_above_a_keyboard(device: Device, server: Server) -> None:
    """With a keyboard that takes half of a phone, the word, the chosen card and « Poser » are still there."""
    code, _ = begin(server, players=PLAYERS)
    page = device(width=360, height=740)
    open_game(page, server, code)
    choose(page, "l")
    page.set_viewport_size({"width": 360, "height": 400})
    page.locator("#word").focus()

    for selector in ("#word", "#chosen-card", "[data-act=lay]"):
        expect(page.locator(selector)).to_be_in_viewport(ratio=1)
    expect(page.locator("#chosen-card")).to_have_text("l")

    lay(page, "l", "Volonté")
    expect(page.locator("#chosen-card")).to_be_hidden()


def test_j1_the_joker_has_one_sign(phone: Page, server: Server) -> None:
    """J1: the joker is ✱ on the keypad, on the felt and among what is to be placed; nothing shows it as « ? »."""
    code, _ = begin(server, players=PLAYERS)
    enter(server, code, laying("PON", "?", "Volonté"))
    open_game(phone, server, code)

    expect(phone.locator(".place .card.wild")).to_have_text("le joker✱")
    assert "?" not in phone.locator(".felt").inner_text()


def test_t2_what_is_to_be_placed_forgets_a_minuscule_that_was_taken_back(phone: Page, server: Server) -> None:
    """T2: while no word is due, as when a player in the trap takes a minuscule back, nothing is to be placed."""
    code, _ = begin(server, players=PLAYERS)
    actions = manche_actions(WITH_TRAP)
    swap = next(number for number, action in enumerate(actions) if action["action"] == "swap")
    for action in actions[:swap]:
        enter(server, code, action)
    open_game(phone, server, code)

    expect(phone.locator(".fit")).to_have_text("")

    enter(server, code, actions[swap])

    expect(phone.locator(".felt.finished")).to_be_visible()
    assert phone.locator(".fit .card").count() == 0


def test_w4_the_word_that_was_said_is_one_tap_away(phone: Page, server: Server) -> None:
    """W4: a refused spelling with a playable sibling offers it; the tap corrects the word as an entry of its own."""
    code, _ = begin(server, players=PLAYERS)
    open_game(phone, server, code)
    lay(phone, "i", "utilise")

    expect(phone.locator(".band")).to_contain_text("utilise")

    phone.get_by_role("button", name="Ana a dit « utilisé »").click()

    expect(phone.locator(".band.yes")).to_contain_text("utilisé")
    expect(phone.locator("#game")).to_have_attribute("data-number", "2")
