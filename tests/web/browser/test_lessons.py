"""The guided lessons on a phone: by finger, by keyboard, without scripts, and how much there is to do and to read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.conftest import ROOT
from tests.web.browser.conftest import Device
from tests.web.servers import Server

#: What a person says in each step of the lesson of Belettre: what comes to mind first, and a word that is refused.
WORDS = {2: "soleil", 3: "ordre", 4: "girafe", 5: "cadeau", 6: "tomates", 8: "cerise", 9: "hiver"}
STEPS = 9
#: The guide, which has the figures of both lessons.
GUIDE = (ROOT / "docs/fr/apprendre.md").read_text(encoding="utf-8")
#: A phone whose browser shows its bars, as width and height.
SMALL = {"width": 375, "height": 553}
#: What an estimate of the time counts: words read in a minute, seconds for a tap, and for finding and typing a word.
READ, TAP, WORD = 200, 2, 20
#: The most minutes that a person may need from the home page to the end of their first manche.
MOST = 6


class Learner:
    """A person at a phone: what they tap, type and have to read.

    taps   the number of taps
    words  the number of words that they typed
    read   the words of the texts that they were shown, each text once for each step
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self.taps = self.words = self.read = 0

    @property
    def minutes(self) -> float:
        """An estimate of the time that all this takes."""
        return self.read / READ + (self.taps * TAP + self.words * WORD) / 60

    def figures(self) -> str:
        """The end of the row of the table in the guide."""
        minutes = f"{self.minutes:.1f}".replace(".", ",")
        return f"| {self.taps} | {self.words} | {self.read} | {minutes} |"

    def tap(self, target: Locator) -> None:
        """Tap what is in sight, without scrolling to it."""
        expect(target).to_be_in_viewport(ratio=0.9)
        target.tap()
        self.taps += 1

    def type(self, word: str) -> None:
        """Tap the field, type a word."""
        self.tap(self._page.locator("#word"))
        self._page.keyboard.type(word)
        self.words += 1

    def look(self) -> None:
        """Read what is new: the title of a step and what to do in it, or the verdict and what has happened."""
        done = self._page.locator(".felt.finished").count()
        new = ".task, .why" if done else "h1, h1 + p:not(.steps *), .task, .panel > p:not(.row)"
        texts = self._page.locator("main").locator(new).all_inner_texts()
        self.read += sum(len(re.findall(r"\w[\w'’-]*", text)) for text in texts)


def test_a_first_manche_takes_less_than_six_minutes(server: Server, device: Device) -> None:
    """From the home page to the end of the manche, nothing is scrolled and no rules are read, as the guide says."""
    page = device(**SMALL)
    page.goto(server.url)
    learner = Learner(page)
    learner.tap(page.get_by_role("link", name="Apprendre à jouer"))
    learner.look()
    learner.tap(page.get_by_role("link", name="Commencer").first)
    for step in range(1, STEPS + 1):
        expect(page.locator("#lesson")).to_have_attribute("data-step", str(step))
        learner.look()
        expect(page.locator(".felt")).to_be_in_viewport(ratio=1)
        if step > 1:
            learner.tap(page.locator(".tile.invited"))
        if step in WORDS:
            learner.type(WORDS[step])
        learner.tap(page.locator(".dock button.main"))
        expect(page.locator(".steps progress")).to_have_js_property("value", step)
        learner.look()
        expect(page.locator(".felt")).to_be_in_viewport(ratio=1)
        expect(page.locator(".task").first).to_be_in_viewport(ratio=1)
        if step < STEPS:
            learner.tap(page.get_by_role("link", name="Continuer"))

    expect(page.locator(".task").first).to_contain_text("87 à 34")
    expect(page.get_by_role("link", name="Jouer contre des machines")).to_be_visible()
    assert learner.figures() in GUIDE
    assert learner.minutes < MOST


def test_a_first_deal_of_belote_is_played_by_touching_cards(server: Server, device: Device) -> None:
    """A card that may not be played is explained, the right one is one tap; the whole deal stays in sight."""
    page = device(**SMALL)
    page.goto(f"{server.url}/learn/belote")
    learner = Learner(page)
    learner.look()
    learner.tap(page.get_by_role("button", name="Je prends"))
    for step in range(2, STEPS + 1):
        expect(page.get_by_role("link", name="Continuer")).to_be_visible()
        learner.look()
        learner.tap(page.get_by_role("link", name="Continuer"))
        expect(page.locator("#lesson")).to_have_attribute("data-step", str(step))
        learner.look()
        if step == 3:
            learner.tap(page.get_by_role("button", name="9 de carreau"))
            expect(page.locator("#refusals")).to_contain_text("Il faut couper")
        learner.tap(page.locator(".tile.invited"))
        expect(page.locator(".felt.finished")).to_be_in_viewport(ratio=1)

    learner.look()
    expect(page.locator(".task").first).to_contain_text("169 à 13")
    assert learner.figures() in GUIDE
    assert learner.minutes < MOST


def test_a_refused_word_can_be_put_right_at_once(server: Server, device: Device) -> None:
    """The reason is told aloud, the card stays chosen, and the field has the focus for another word."""
    page = device(**SMALL)
    page.goto(f"{server.url}/learn/belettre?step=4")
    page.locator(".tile.invited").tap()
    page.locator("#word").fill("girafes")
    page.keyboard.press("Enter")
    expect(page.locator(".band.no")).to_be_in_viewport(ratio=1)
    expect(page.locator("#said")).to_contain_text("Pluriel")
    expect(page.locator("#chosen-card")).to_have_text("G")
    expect(page.locator("#word")).to_be_focused()

    page.keyboard.type("girafe")
    page.keyboard.press("Enter")

    expect(page.locator(".band.yes")).to_be_visible()
    expect(page.get_by_role("link", name="Continuer")).to_be_focused()


def test_a_lesson_by_keyboard_alone(server: Server, device: Device) -> None:
    """The card has the focus in a new step, Enter in the field lays it, and Enter again goes on."""
    page = device(width=1280, height=800, is_mobile=False, has_touch=False)
    page.goto(f"{server.url}/learn/belettre")
    page.get_by_role("button", name="Belettre !").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Continuer")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".tile.invited input")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Une minuscule")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.type("soleil")
    page.keyboard.press("Enter")

    expect(page.locator("#said")).to_contain_text("le dernier mot juste ramasse")
    expect(page.locator(".place.takes")).to_contain_text("Max")


def test_who_comes_back_goes_on_where_they_were(server: Server, device: Device) -> None:
    """The step is in the address, the browser's way back leads to the one before, and the list offers to go on."""
    page = device(**SMALL)
    page.goto(f"{server.url}/learn/belettre?step=3")
    page.get_by_role("link", name="Passer").tap()
    expect(page).to_have_url(re.compile("step=4"))
    page.go_back()
    expect(page.locator("#lesson")).to_have_attribute("data-step", "3")
    page.get_by_role("link", name="Passer").tap()
    expect(page.locator("#lesson")).to_have_attribute("data-step", "4")
    page.goto(f"{server.url}/learn")

    page.get_by_role("link", name="Reprendre à l'étape 4").tap()

    expect(page.locator("h1")).to_have_text("Une majuscule")


@pytest.mark.parametrize("game", ["belettre", "belote"])
def test_a_lesson_needs_no_scripts(game: str, server: Server, device: Device) -> None:
    """Every answer is a page of its own where scripts are off."""
    page = device(**SMALL, java_script_enabled=False)
    page.goto(f"{server.url}/learn/{game}")
    for step in range(1, STEPS + 1):
        if step == 1:
            page.locator(".dock button.main").click()
        else:
            page.get_by_role("button", name="Montrez-moi").click()
        expect(page.locator(".task").first).to_be_visible()
        if step < STEPS:
            page.get_by_role("link", name="Continuer").click()

    expect(page.locator(".end")).to_have_text("Voilà, vous savez jouer.")


def test_a_server_that_does_not_answer_is_told_by_the_browser(server: Server, device: Device) -> None:
    """If a step cannot be loaded, the page is left for its address, so that the browser says what is wrong."""
    page = device(**SMALL)
    page.goto(f"{server.url}/learn/belettre")

    def answer(route: Route) -> None:
        route.abort() if route.request.resource_type == "fetch" else route.continue_()

    page.route("**/learn/belettre?**", answer)

    page.get_by_role("link", name="Passer").tap()

    expect(page.locator("h1")).to_have_text("Une minuscule")


def test_a_rule_is_one_link_away_from_a_refusal(server: Server, device: Device) -> None:
    """After a refused word that ends a step, its rule can be read; the page of rules shows it."""
    page = device(**SMALL)
    page.goto(f"{server.url}/learn/belettre?step=6&do=show")
    page.get_by_role("link", name="Ni pluriel").tap()

    expect(page).to_have_url(re.compile(r"/rules/belettre#W6$"))
    expect(page.locator("#W6")).to_be_in_viewport()
    width = "one => { one.loading = 'eager'; return one.decode().then(() => one.naturalWidth); }"
    assert page.locator("img").first.evaluate(width) > 0
