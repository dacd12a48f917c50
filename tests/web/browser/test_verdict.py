"""The deciding moment in Chromium: the finished pli, the verdict band, its sound and vibration, and bots that wait."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import begin, choose, enter, entered, lay, laying, open_game
from tests.web.browser.table_views import PLAYERS
from tests.web.servers import Server

#: A pli whose second word is refused.
PLI = (
    laying("PON", "l", "Volonté"),
    laying("SEP", "e", "Écoles"),
    laying("LEV", "c", "Raclette"),
    laying("MER", "F", "Facile"),
)
#: A word of 25 letters, and one of 40 that the judge does not know.
LONG = "anticonstitutionnellement"
LONGER = "dichlorodiphényltrichloroéthanologiquement"
#: Records the notes and vibrations that the page asks for in « window.signs ».
RECORD = """
window.signs = [];
navigator.vibrate = (pattern) => { window.signs.push(`vibrates ${pattern}`); return true; };
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  window.signs.push(`note ${this.frequency.value}`);
  return start.apply(this, when);
};
"""
#: The left edge and the top of each name around the felt, by name.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(".place")].map((place) => {
  const { left, top } = place.getBoundingClientRect();
  return [place.querySelector(".who").firstChild.textContent.trim(), [left, top]];
}))"""
#: How often a word is said in live regions while they change, as a screen reader would say it.
HEAR = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log]")) {
    new MutationObserver(() => window.heard.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""


def _number(page: Page) -> int:
    return int(page.locator("#game").get_attribute("data-number") or -1)


@pytest.mark.exhaustive
def test_the_deciding_word_stays_until_the_next_card(shared: Server, device: Device) -> None:
    """The fourth word, its verdict, the taker and the points stay on all phones until the next card is laid."""
    code, token = begin(shared, players=PLAYERS)
    arbiter, viewer = device(extra_http_headers={"Authorization": f"Bearer {token}"}), device()
    open_game(viewer, shared, code)
    for action in PLI[:3]:
        enter(shared, code, action, token=token)
    open_game(arbiter, shared, code)
    choose(arbiter, "F")
    arbiter.locator("#word").fill("Facile")
    with entered(arbiter):
        arbiter.locator("[data-act=lay]").click()

    arbiter.wait_for_timeout(1500)
    for page in (arbiter, viewer):
        expect(page.locator(".place .said")).to_have_count(4)
        expect(page.locator(".place", has_text="David").locator(".said.yes")).to_contain_text("Facile")
        expect(page.locator(".place", has_text="Bob").locator(".said.no")).to_contain_text("Écoles")
        expect(page.locator(".strip")).to_contain_text("Pli 1 : David ramasse · 12 points")
        expect(page.locator(".band .word")).to_contain_text("Facile")

        page.locator(".place", has_text="David").locator(".said").click()

        expect(page.locator("#told-MER").get_by_role("link", name="Fiche du verdict")).to_be_visible()

        page.keyboard.press("Escape")

    lay(arbiter, "b", "Bateau")

    for page in (arbiter, viewer):
        expect(page.locator(".place .said")).to_have_count(1)
        expect(page.locator(".strip")).to_have_count(0)


def test_continue_shows_the_empty_felt_on_this_phone(server: Server, device: Device) -> None:
    """« Continuer » clears the felt of the phone that it is tapped on, for good; undo brings the pli back."""
    code, _ = begin(server, players=PLAYERS)
    for action in PLI:
        enter(server, code, action)
    one, other = device(), device()
    for page in (one, other):
        open_game(page, server, code)
    one.get_by_role("button", name="Continuer").click()

    expect(one.locator(".place .said:visible")).to_have_count(0)
    expect(one.locator(".place .card.empty:visible")).to_have_count(4)
    expect(other.locator(".place .said:visible")).to_have_count(4)

    open_game(one, server, code)

    expect(one.locator(".strip")).to_be_hidden()

    with entered(one):
        one.get_by_role("button", name="Annuler").click()
    lay(one, "F", "Facile")

    expect(one.locator(".strip")).to_be_visible()


@pytest.mark.exhaustive
def test_a_refusal_in_practice_stays_until_the_person_continues(server: Server, phone: Page) -> None:
    """No bot moves while the person reads why; then « Continuer » by Enter lets them go on, as after each pli."""
    code, _ = begin(server, kind="practice", manches=1, seed=7, patient=True)
    open_game(phone, server, code)
    phone.locator("#hand").get_by_label("la minuscule i").check()
    phone.locator("#word").fill("histoires")
    with entered(phone):
        phone.locator("#word").press("Enter")
    number = _number(phone)
    phone.wait_for_timeout(3000)

    assert _number(phone) == number
    expect(phone.locator(".band.no .word")).to_contain_text("histoires")
    expect(phone.locator(".last").get_by_role("link", name="Fiche du verdict")).to_be_visible()
    expect(phone.locator(".last")).to_contain_text("Étaient possibles")
    expect(phone.locator("#turn")).to_have_text("À vous de continuer.")
    expect(phone.locator("[data-post=continue]")).to_be_focused()

    phone.keyboard.press("Enter")

    expect(phone.locator(".felt.finished")).to_be_visible(timeout=15_000)

    number = _number(phone)
    phone.wait_for_timeout(1500)

    assert _number(phone) == number
    expect(phone.locator(".place .said")).to_have_count(4)


def test_undo_works_while_the_bots_wait(server: Server, phone: Page) -> None:
    """The person may take their refused word back, and say another one."""
    code, _ = begin(server, kind="practice", manches=1, seed=7, patient=True)
    open_game(phone, server, code)
    for word, valid in (("histoires", False), ("histoire", True)):
        phone.locator("#hand").get_by_label("la minuscule i").check()
        phone.locator("#word").fill(word)
        with entered(phone):
            phone.locator("[data-act=lay]").click()
        if not valid:
            with entered(phone):
                phone.get_by_role("button", name="Annuler").click()
            expect(phone.locator("[data-post=continue]")).to_have_count(0)

    expect(phone.locator(".place.own .said.yes")).to_contain_text("histoire")


def test_the_home_page_begins_a_patient_game(server: Server, phone: Page) -> None:
    """A practice game from the home page waits for the person."""
    phone.goto(server.url)
    with phone.expect_request("**/api/games") as sent:
        phone.locator("form[data-create=practice] button.main").click()

    assert (sent.value.post_data_json or {})["patient"] is True


def test_a_verdict_is_seen_across_the_table(server: Server, device: Device) -> None:
    """The band is green or red, with the word at least twice as large as text; words of any length fit 320 pixels."""
    page = device(width=320)
    colours = {}
    for word, sign in (("lenteur", "✓"), ("Écoles", "✗"), (LONG, "✗"), (LONGER, "✗")):
        code, _ = begin(server, players=dict.fromkeys(PLAYERS, "Maximilien Marie Isidore de Robespierre."))
        enter(server, code, laying("PON", "l", word))
        open_game(page, server, code)
        shown = page.locator(".band .word")

        expect(page.locator(".band .sign")).to_have_text("✓" if sign == "✓" or word == LONG else "✗")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, word
        box, band = shown.bounding_box(), page.locator(".band").bounding_box()
        assert box and band and box["x"] + box["width"] <= band["x"] + band["width"], word
        size = float(shown.evaluate("one => parseFloat(getComputedStyle(one).fontSize)"))
        assert size >= (32 if len(word) < 9 else 15), word
        colours[sign] = page.locator(".band").evaluate("one => getComputedStyle(one).backgroundColor")

    assert colours["✓"] != colours["✗"]


def test_a_verdict_is_told_once(server: Server, phone: Page) -> None:
    """One live region says the verdict, once; the band itself is silent."""
    code, _ = begin(server)
    open_game(phone, server, code)
    phone.evaluate(HEAR)
    lay(phone, "s", "Blousons")
    phone.wait_for_timeout(500)

    heard = " ".join(phone.evaluate("window.heard"))

    assert heard.count("Blousons") == 1
    assert phone.locator(":is([aria-live], [role=status], [role=alert]) .band").count() == 0


def test_verdicts_have_sounds_and_vibrations_of_their_own(server: Server, device: Device) -> None:
    """Two rising notes for a valid word, a low one for a refused word; none on load, by undo, or if switched off."""
    page = device()
    page.add_init_script(RECORD)
    code, _ = begin(server)
    open_game(page, server, code)
    lay(page, "l", "Volonté")
    page.wait_for_function("window.signs.length === 3")
    valid = page.evaluate("window.signs.splice(0)")
    lay(page, "e", "Écoles")
    page.wait_for_function("window.signs.length === 2")
    refused = page.evaluate("window.signs.splice(0)")

    notes = [float(sign.split()[1]) for sign in valid if sign.startswith("note")]
    assert notes == sorted(notes) and len(notes) == 2
    assert [sign for sign in refused if sign.startswith("note")] == ["note 156"]
    assert valid[-1].startswith("vibrates") and refused[-1].startswith("vibrates") and valid[-1] != refused[-1]

    page.wait_for_timeout(450)  # any sooner it would be the second tap of a double tap
    with entered(page):
        page.get_by_role("button", name="Annuler").click()
    page.get_by_label("Son et vibration").uncheck()
    lay(page, "e", "Écoles")
    open_game(page, server, code)

    assert page.evaluate("window.signs") == []
    expect(page.get_by_label("Son et vibration")).not_to_be_checked()


def test_an_untouched_phone_is_silent(server: Server, phone: Page) -> None:
    """A phone that nobody has touched gives no sign, which its browser would forbid."""
    phone.add_init_script(RECORD)
    code, _ = begin(server)
    open_game(phone, server, code)
    enter(server, code, PLI[0])

    expect(phone.locator(".band .word")).to_contain_text("Volonté")
    assert phone.evaluate("window.signs") == []


@pytest.mark.exhaustive
def test_places_stay_where_they_are_over_a_manche(server: Server, phone: Page) -> None:
    """No name moves by a pixel while a manche is played, whoever opens a pli."""
    code, _ = begin(server, players=PLAYERS, manches=1)
    open_game(phone, server, code)
    places = phone.evaluate(PLACES)
    seats = list(PLAYERS)
    for pli in range(8):
        order = [seats[(pli + position) % 4] for position in range(4)]
        for seat, card in zip(order, "ABCDEFGH"[pli] + 3 * "einoatsr"[pli], strict=True):
            enter(server, code, laying(seat, card, "xyzzy"))
        enter(server, code, {"action": "pick_up", "seat": order[1]})
        if pli < 7:  # at the end of the game, the felt makes room for the finale
            expect(phone.locator("h1")).to_contain_text(f"pli {pli + 2}")
            assert phone.evaluate(PLACES) == places, pli


def test_reduced_motion_keeps_the_band_still(server: Server, device: Device) -> None:
    """The band arrives with a short animation, unless the person asked for less motion."""
    code, _ = begin(server)
    enter(server, code, PLI[0])
    for motion, name in (("no-preference", "band-arrives"), ("reduce", "none")):
        page = device(reduced_motion=motion)
        open_game(page, server, code)
        assert page.locator(".band").evaluate("one => getComputedStyle(one).animationName") == name
