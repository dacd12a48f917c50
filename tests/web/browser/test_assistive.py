"""Without a mouse or without eyes: the keyboard alone, names for screen readers, verdicts told once, forced colours."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import begin, choose, enter, entered, lay, laying, open_game
from tests.web.browser.table_views import PLAYERS, PLI
from tests.web.servers import Server

#: Records in « window.told » what the live regions of the page say: a text for each change.
LISTEN = """() => {
  window.told = [];
  for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log]")) {
    new MutationObserver(() => window.told.push(region.textContent.trim()))
      .observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""
#: Whether the focused element, or the card or label that stands for it, has an outline.
OUTLINED = """() => {
  const focused = document.activeElement;
  const seen = focused.matches(".tile input, .choice input, .packs input") ? focused.nextElementSibling : focused;
  const { outlineStyle, outlineWidth } = getComputedStyle(seen);
  return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
}"""


def tab_to(page: Page, selector: str, *, back: bool = False) -> None:
    """Press Tab until the element of a selector has the focus. Every stop on the way has to be seen."""
    for _ in range(80):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        stop = page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
        at_body = page.evaluate("document.activeElement === document.body")
        assert at_body or page.evaluate(OUTLINED), f"the focus cannot be seen at {stop}"
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


@pytest.mark.exhaustive
def test_the_keyboard_alone_passes_undoes_and_overrules(server: Server, phone: Page) -> None:
    """Tab, letters, Enter and Escape suffice for a pass, undo, the reasons of a verdict, and a ruling."""
    code, _ = begin(server, players=PLAYERS)
    open_game(phone, server, code)
    tab_to(phone, "[data-open=down]")
    phone.keyboard.press("Enter")
    tab_to(phone, "#down [data-act=passe]")
    with entered(phone):
        phone.keyboard.press("Enter")
    expect(phone.locator(".place .said")).to_have_count(1)

    phone.wait_for_timeout(450)  # any sooner it would be the second tap of a double tap
    tab_to(phone, "[data-post=undo]", back=True)
    with entered(phone):
        phone.keyboard.press("Enter")
    expect(phone.locator(".place .said")).to_have_count(0)

    tab_to(phone, ".picker input[name=card]")
    phone.keyboard.press("s")
    tab_to(phone, "#word")
    phone.keyboard.type("Blousons")
    with entered(phone):
        phone.keyboard.press("Enter")
    tab_to(phone, ".place .said", back=True)
    phone.keyboard.press("Enter")
    expect(phone.locator("#told-PON")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.locator("#told-PON")).to_be_hidden()

    tab_to(phone, ".tools .more")
    phone.keyboard.press("Enter")
    tab_to(phone, "[data-open=ruling]")
    phone.keyboard.press("Enter")
    expect(phone.locator("#ruling")).to_be_visible()
    if not phone.evaluate("document.activeElement.id === 'reason'"):
        tab_to(phone, "#reason")
    phone.keyboard.type("il avait dit « blouson »")
    with entered(phone):
        phone.keyboard.press("Enter")

    expect(phone.locator(".place .said.yes")).to_contain_text("Blousons")


def test_the_keyboard_alone_announces_and_names_hidden_cards(server: Server, phone: Page) -> None:
    """A Belettre is announced, and the hidden cards of a lost pli are named, without a pointer."""
    code, _ = begin(server, players=PLAYERS)
    open_game(phone, server, code)
    tab_to(phone, "[data-open=belettre-dialog]", back=True)
    phone.keyboard.press("Enter")
    tab_to(phone, "#belettre-dialog [data-seat=SEP]")
    with entered(phone):
        phone.keyboard.press("Enter")
    enter(server, code, {"action": "passe", "seat": "PON", "card": "min"})
    for seat, card in (("SEP", "e"), ("LEV", "e"), ("MER", "A")):
        enter(server, code, {"action": "discard", "seat": seat, "card": card})
    expect(phone.locator("#reveal")).to_be_visible()
    expect(phone.locator("#state [aria-disabled=true]")).to_have_count(0)
    phone.evaluate("document.activeElement.blur()")
    tab_to(phone, ".picker input[name=card]")
    phone.keyboard.press("e")
    with entered(phone):
        phone.keyboard.press("Enter")

    expect(phone.locator("#reveal")).to_have_count(0)


def test_the_keyboard_alone_reads_the_invitation(shared: Server, device: Device) -> None:
    """The invitation opens, and its buttons are reached."""
    code, token = begin(shared)
    phone = device(extra_http_headers={"Authorization": f"Bearer {token}"})
    open_game(phone, shared, code)
    tab_to(phone, "[data-open=invite]")
    phone.keyboard.press("Enter")

    expect(phone.locator("img[src$='qr.svg']")).to_be_visible()

    tab_to(phone, "[data-invite]")


@pytest.mark.parametrize(
    ("locale", "names"),
    [
        ("fr-FR", ("la minuscule l", "Accepté", "Refusé", "une minuscule", "la majuscule F", "le joker")),
        ("en-GB", ("minuscule l", "Accepted", "Refused", "a minuscule", "majuscule F", "joker")),
    ],
)
def test_cards_and_verdicts_have_names(locale: str, names: tuple[str, ...], server: Server, device: Device) -> None:
    """A screen reader hears each card on the felt, on the keypad and in the hand, and each word with its verdict."""
    laid, accepted, refused, down, majuscule, joker = names
    page = device(locale=locale)
    code, _ = begin(server, players=PLAYERS)
    for action in PLI[:2]:
        enter(server, code, action)
    open_game(page, server, code)

    first, second = (page.locator(".place", has_text=name).aria_snapshot() for name in ("Ana", "Bob"))
    assert laid in first and accepted in first and "Volonté" in first
    assert down in second and refused in second and "Écoles" in second
    expect(page.get_by_role("radio", name=laid, exact=False)).to_have_count(1)
    expect(page.get_by_role("radio", name=joker, exact=False).first).to_be_attached()

    choose(page, "F")

    expect(page.get_by_role("radio", name=majuscule, exact=False)).to_be_checked()

    code, _ = begin(server, kind="practice", manches=1, seed=7)
    open_game(page, server, code)
    for card in page.locator("#hand input[name=card]").all():
        assert card.get_attribute("aria-label")


def test_every_verdict_is_told_once(shared: Server, device: Device) -> None:
    """The live regions of the arbiter's phone and of a guest's say each entered word once, with its verdict."""
    code, token = begin(shared, players=PLAYERS)
    arbiter, guest = device(extra_http_headers={"Authorization": f"Bearer {token}"}), device()
    for page in (arbiter, guest):
        open_game(page, shared, code)
        page.evaluate(LISTEN)
    verdicts = ("valide", "refusé", "valide", "valide")
    for action, verdict in zip(PLI, verdicts, strict=True):
        lay(arbiter, action["card"], action["word"])
        for page in (arbiter, guest):
            page.wait_for_function("word => window.told.some((text) => text.includes(word))", arg=action["word"])
            page.wait_for_timeout(300)  # it could be said again
            told = [text for text in page.evaluate("window.told.splice(0)") if action["word"] in text]
            assert len(told) == 1, told
            assert verdict in told[0] and told[0].count(action["word"]) == 1


def test_a_refused_entry_is_told(server: Server, phone: Page) -> None:
    """What keeps an entry from being made is said by an alert, once."""
    code, _ = begin(server)
    open_game(phone, server, code)
    phone.evaluate(LISTEN)
    phone.locator("#word").fill("Volonté")
    phone.keyboard.press("Enter")
    expect(phone.locator("#refusals")).not_to_be_empty()

    told = [text for text in phone.evaluate("window.told") if text]
    assert len(told) == 1, told


def test_forced_colours_keep_cards_and_verdicts_apart(server: Server, device: Device) -> None:
    """A chosen card, a hidden card and an empty place look different then, too, and verdicts have their signs."""
    page = device(forced_colors="active", reduced_motion="reduce")
    code, _ = begin(server, players=PLAYERS)
    for action in (PLI[0], PLI[1], laying("LEV", "A", "xyzzy")):
        enter(server, code, action)
    open_game(page, server, code)
    cards = page.locator(".place .card")
    pictures = [_picture(cards.nth(place)) for place in range(4)]

    assert all(_differ(one, other) for at, one in enumerate(pictures) for other in pictures[:at])
    expect(page.locator(".place", has_text="Ana")).to_contain_text("✓")
    expect(page.locator(".place", has_text="Bob")).to_contain_text("✗")

    tile = page.locator("label:has(#card-b)")
    before = _picture(tile)
    tile.click()
    page.evaluate("document.activeElement.blur()")

    assert _differ(before, _picture(tile))


def _picture(element: Locator) -> Image.Image:
    element.scroll_into_view_if_needed()
    return Image.open(io.BytesIO(element.screenshot())).convert("RGB").resize((40, 56))


#: The share of the pixels of two pictures that differ if a person sees the difference.
_SEEN = 0.05


def _differ(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures differ so much that it is seen."""
    steps = ImageChops.difference(one, other).convert("L").histogram()
    return sum(steps[64:]) > _SEEN * one.width * one.height
