"""How many taps an entry takes on a phone.

Every tap on the page counts: on a card, a pack, the word field, a button. Typing the word does not count, and neither
does the key of the phone's keyboard that ends it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.hands import Finger, begin, enter, entered, laying, open_game
from tests.web.browser.table_views import PLI
from tests.web.servers import Server

#: The most taps that an entry may take.
MOST = 2


class WritingFinger(Finger):
    """A finger that also types words into the field of the page of a game."""

    def write(self, word: str) -> None:
        """Type a word and end it with the key of the keyboard; tap the field first if it is not ready for typing."""
        field = self._page.locator("#word")
        if not field.evaluate("field => field === document.activeElement"):
            self.tap(field)
        self._page.keyboard.type(word)
        with entered(self._page):
            self._page.keyboard.press("Enter")


@pytest.fixture
def finger(phone: Page) -> WritingFinger:
    """A finger on the phone of the test."""
    phone.set_viewport_size({"width": 360, "height": 740})
    return WritingFinger(phone)


def _card(page: Page, card: str) -> Locator:
    return page.locator(f"label:has([id='card-{card}'])")


def test_a_minuscule_and_its_word_take_two_taps(server: Server, phone: Page, finger: WritingFinger) -> None:
    """The card and the word field, at the opening of a pli."""
    code, _ = begin(server)
    open_game(phone, server, code)
    finger.tap(_card(phone, "l"))
    finger.write("Volonté")

    expect(phone.locator(".place .said.yes")).to_contain_text("Volonté")
    assert finger.taps <= MOST


def test_a_majuscule_that_has_to_come_takes_two_taps(server: Server, phone: Page, finger: WritingFinger) -> None:
    """After three minuscules only a majuscule may be laid (P4), so its pack is shown."""
    code, _ = begin(server)
    for action in PLI[:3]:
        enter(server, code, action)
    open_game(phone, server, code)
    finger.tap(_card(phone, "F"))
    finger.write("Facile")

    expect(phone.locator("h1")).to_contain_text("pli 2")
    assert finger.taps <= MOST


@pytest.mark.parametrize("earlier", [0, 2])
def test_a_pass_takes_two_taps(earlier: int, server: Server, phone: Page, finger: WritingFinger) -> None:
    """« Passe ! », and what is known of the card."""
    code, _ = begin(server)
    for action in PLI[:earlier]:
        enter(server, code, action)
    open_game(phone, server, code)
    finger.tap(phone.locator("[data-open=down]"))
    with entered(phone):
        finger.tap(phone.locator("#down [data-act=passe]").first)

    assert finger.taps <= MOST


def test_in_practice_a_card_and_its_word_take_two_taps(server: Server, phone: Page, finger: WritingFinger) -> None:
    """A card of the hand and the word field."""
    code, _ = begin(server, kind="practice", manches=1, seed=7, level="random")
    open_game(phone, server, code)
    finger.tap(phone.locator("#hand label:has([value=i])").first)
    finger.write("histoire")

    assert finger.taps <= MOST


def test_in_practice_a_pass_takes_two_taps(server: Server, phone: Page, finger: WritingFinger) -> None:
    """A card of the hand and « Passe ! »."""
    code, _ = begin(server, kind="practice", manches=1, seed=7, level="random")
    open_game(phone, server, code)
    finger.tap(phone.locator("#hand label:has([value=i])").first)
    with entered(phone):
        finger.tap(phone.locator("[data-act=passe]"))

    assert finger.taps <= MOST


def test_undo_takes_one_tap(server: Server, phone: Page, finger: WritingFinger) -> None:
    """« Annuler » takes the last entry back at once, if it takes back nothing else."""
    code, _ = begin(server)
    enter(server, code, laying("PON", "l", "Volonté"))
    open_game(phone, server, code)
    with entered(phone):
        finger.tap(phone.locator("[data-post=undo]"))

    assert finger.taps == 1


def test_w4_the_spelling_that_was_said_takes_one_tap(server: Server, phone: Page, finger: WritingFinger) -> None:
    """W4: after a spelling is refused, the valid one of its letters is a button; nothing is typed again."""
    code, _ = begin(server)
    enter(server, code, laying("PON", "l", "utilise"))
    open_game(phone, server, code)
    with entered(phone):
        finger.tap(phone.locator(".sibling"))

    expect(phone.locator(".place .said.yes")).to_contain_text("utilisé")
    assert finger.taps == 1
