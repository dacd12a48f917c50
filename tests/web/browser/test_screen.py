"""The screen for everybody: it fits every display, follows the game by itself, and shows only what guests may see."""

from __future__ import annotations

import json
import re

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no annotations
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import begin, enter, laying
from tests.web.browser.table_views import PLAYERS
from tests.web.servers import Server

TELEVISIONS = [(1280, 720), (1920, 1080), (3840, 2160), (1024, 768), (1080, 1920)]
#: The last is a display of 1280 by 720 pixels at a zoom of 200 %.
HANDHELDS = [(360, 740), (640, 360)]
#: Names and words as long as they may be.
LONG = {
    "PON": "Marie-Antoinette de la Rochefoucauld-Liè",
    "SEP": "Abcdefghijklmnopqrstuvwxyzabcdefghijklmn",
    "LEV": "Jean-Baptiste Poquelin, qui dit Molières",
    "MER": "D",
}
#: A pli whose second and fourth words are refused.
PLI = (
    laying("PON", "l", "anticonstitutionnellement"),
    laying("SEP", "e", "électroencéphalogrammes"),
    laying("LEV", "c", "électroencéphalographique"),
    laying("MER", "E", "électroencéphalographie"),
)
#: What overflows: the page, or a text that is wider than its box or lies outside of the window.
_OVERFLOW = """() => [
    document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight,
    [...document.querySelectorAll("main :is(p, h1, dt, dd, b, img, .word)")]
        .filter((one) => !one.closest(".aloud") && one.checkVisibility())
        .filter((one) => {
            const box = one.getBoundingClientRect();
            const cut = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
            return cut || box.left < -1 || box.right > innerWidth + 1;
        })
        .map((one) => one.outerHTML.slice(0, 120)),
]"""
#: The pairs of parts of the screen that lie on one another.
_OVERLAPS = """() => {
    const boxes = [...document.querySelectorAll(".seat, .centre, .last, .side > *, .finale > *")]
        .filter((one) => one.checkVisibility())
        .map((one) => [one.className || one.tagName, one.getBoundingClientRect()]);
    return boxes.flatMap(([name, a], at) => boxes.slice(at + 1)
        .filter(([, b]) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom)
        .map(([other]) => `${name} × ${other}`));
}"""


def open_screen(page: Page, server: Server, code: str) -> None:
    """Open the screen of a game and wait until it follows the game."""
    with page.expect_response(re.compile("/screen/live$")):
        page.goto(f"{server.url}/g/{code}/screen")


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_the_screen_fits_every_display(locale: str, shared: Server, device: Device) -> None:
    """No text is cut and nothing overlaps, however long names and words are; a television never scrolls."""
    code, token = begin(shared, players=LONG)
    page = device(locale=locale, reduced_motion="reduce")
    open_screen(page, shared, code)
    found = {}
    for stage in range(len(PLI) + 1):
        if stage:
            enter(shared, code, PLI[stage - 1], token=token)
            expect(page.locator("#game")).to_have_attribute("data-number", str(stage))
        for width, height in TELEVISIONS + HANDHELDS:
            page.set_viewport_size({"width": width, "height": height})
            wide, high, cut = page.evaluate(_OVERFLOW)
            overlaps = page.evaluate(_OVERLAPS)
            if wide > 0 or cut or overlaps or (high > 0 and (width, height) in TELEVISIONS):
                found[stage, width, height] = (wide, high, cut, overlaps)

    assert not found, found


def test_the_screen_follows_the_game_by_itself(shared: Server, device: Device) -> None:
    """Words, scores, verdicts and the taker appear without a tap; the finished pli stays until the next card."""
    code, token = begin(shared, players=PLAYERS)
    screen = device(width=1280, height=720)
    open_screen(screen, shared, code)

    expect(screen.locator(".turn")).to_contain_text("Ana joue")
    expect(screen.locator(".guests img")).to_be_visible()

    enter(shared, code, laying("PON", "l", "Volonté"), token=token)

    expect(screen.locator(".band.yes")).to_contain_text("Volonté")
    expect(screen.locator("#clock")).to_contain_text("s")
    expect(screen.locator(".seat.left")).to_contain_text("tient le pli")
    expect(screen.locator(".fit .card")).to_have_text(["l"])

    good = screen.locator(".band").evaluate("one => getComputedStyle(one).backgroundColor")
    enter(shared, code, laying("SEP", "e", "Écoles"), token=token)

    expect(screen.locator(".band.no")).to_contain_text("Pluriel")
    assert screen.locator(".band").evaluate("one => getComputedStyle(one).backgroundColor") != good

    enter(shared, code, laying("LEV", "c", "Raclette"), token=token)
    enter(shared, code, laying("MER", "F", "Facile"), token=token)

    expect(screen.locator(".strip")).to_contain_text("David ramasse")
    expect(screen.locator(".seat .word")).to_have_count(4)
    expect(screen.locator(".scores")).to_contain_text("12")

    enter(shared, code, laying("MER", "t", "Route"), token=token)

    expect(screen.locator(".seat .word")).to_have_count(1)
    expect(screen.locator(".strip")).to_have_count(0)


def finished(shared: Server) -> tuple[str, str]:
    """Play the last pli of a game; return its code and its token."""
    code, token = begin(shared, players=PLAYERS, manches=1, before=7, opener="PON")
    for action in (
        laying("PON", "l", "Volonté"),
        laying("SEP", "e", "École"),
        laying("LEV", "c", "Raclette"),
        laying("MER", "F", "Facile"),
    ):
        enter(shared, code, action, token=token)
    return code, token


def test_the_screen_shows_the_end_of_the_game(shared: Server, device: Device) -> None:
    """At the end: the winner, the points, the deciding pli, the word and the chart; nobody is invited any more."""
    code, _ = finished(shared)
    screen = device(width=1920, height=1080)
    open_screen(screen, shared, code)

    expect(screen.locator("#winner")).to_contain_text("Bob et David")
    expect(screen.locator(".won dd")).to_have_text("22 ★")
    expect(screen.locator(".decided .takes")).to_contain_text("Facile")
    expect(screen.locator(".best-word")).to_contain_text("Raclette")
    expect(screen.get_by_role("img", name="Les points, pli par pli")).to_be_visible()
    expect(screen.locator(".guests img")).to_have_count(0)
    expect(screen.locator("button, form, input, select, summary, [tabindex='0']")).to_have_count(0)
    expect(screen.locator("a")).to_have_count(1)
    assert screen.evaluate(_OVERFLOW)[1] <= 0


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_the_end_fits_every_display(locale: str, shared: Server, device: Device) -> None:
    """No text is cut and nothing overlaps, however long names and words are; a television never scrolls."""
    code, token = begin(shared, players=LONG, manches=1, before=7, opener="PON")
    for action in PLI:
        enter(shared, code, action, token=token)
    page = device(locale=locale, reduced_motion="reduce")
    open_screen(page, shared, code)
    expect(page.locator(".finale")).to_be_visible()
    found = {}
    for width, height in TELEVISIONS + HANDHELDS:
        page.set_viewport_size({"width": width, "height": height})
        wide, high, cut = page.evaluate(_OVERFLOW)
        overlaps = page.evaluate(_OVERLAPS)
        if wide > 0 or cut or overlaps or (high > 0 and (width, height) in TELEVISIONS):
            found[width, height] = (wide, high, cut, overlaps)

    assert not found, found


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_no_violation_at_the_end(theme: str, shared: Server, device: Device) -> None:
    """The finale on the screen violates neither WCAG nor best practices, in both themes."""
    code, _ = finished(shared)
    screen = device(width=1280, height=720, reduced_motion="reduce")
    screen.context.add_cookies([{"name": "theme", "value": theme, "url": shared.url}])
    open_screen(screen, shared, code)
    expect(screen.locator(".finale")).to_be_visible()
    violations = Axe().run(screen).response["violations"]

    assert not violations, [(one["id"], [node["html"][:200] for node in one["nodes"]][:3]) for one in violations]


def test_nothing_on_the_screen_can_be_tapped_even_by_the_arbiter(shared: Server, device: Device) -> None:
    """P7: a device with the arbiter's cookie gets the guest's view: no form, and no card that lies face down."""
    device_of_arbiter = device(width=1280, height=720)
    device_of_arbiter.goto(shared.url)
    device_of_arbiter.locator("form[data-create=table] button.main").click()
    device_of_arbiter.wait_for_url("**/g/*")
    code = device_of_arbiter.url.rsplit("/", 1)[1]
    device_of_arbiter.evaluate(
        """code => fetch(`/g/${code}/entries`, {
            method: "POST",
            headers: {"Content-Type": "application/json"},
            body: JSON.stringify({number: 0, actions: [{action: "passe", seat: "PON", card: "k"}]}),
        })""",
        code,
    )
    open_screen(device_of_arbiter, shared, code)

    expect(device_of_arbiter.locator(".seat.left .card.down")).to_be_visible()
    expect(device_of_arbiter.locator(".seat.left")).not_to_contain_text("k")
    expect(device_of_arbiter.locator("button, form, input, select, summary, [tabindex='0']")).to_have_count(0)
    expect(device_of_arbiter.locator("a")).to_have_count(1)

    device_of_arbiter.keyboard.press("Tab")
    device_of_arbiter.keyboard.press("Enter")
    device_of_arbiter.wait_for_url(f"**/g/{code}")


def test_hours_of_play_leave_no_trace_in_the_page(shared: Server, device: Device) -> None:
    """After 300 states the page has as many elements as at the beginning."""
    code, token = begin(shared, players=PLAYERS)
    screen = device(width=1280, height=720, reduced_motion="reduce")
    states = []
    for action in PLI[:2]:
        enter(shared, code, action, token=token)
        states.append(screen.request.get(f"{shared.url}/g/{code}/screen/state").json())
    stream = "".join(
        f"event: state\ndata: {json.dumps({**states[number % 2], 'number': number})}\n\n" for number in range(2, 302)
    )
    screen.route("**/screen/live", lambda route: route.fulfill(body=stream, content_type="text/event-stream"), times=1)
    screen.goto(f"{shared.url}/g/{code}/screen")
    before = screen.evaluate("document.querySelectorAll('*').length")

    expect(screen.locator("#game")).to_have_attribute("data-number", "301")
    expect(screen.locator(".seat .word")).to_have_count(2)
    assert screen.evaluate("document.querySelectorAll('*').length") == before


def test_the_display_stays_awake_where_the_browser_allows_it(shared: Server, device: Device) -> None:
    """The page asks for a wake lock when it is shown, and shows nothing if the browser refuses."""
    code, _ = begin(shared)
    screen = device(width=1280, height=720)
    screen.add_init_script(
        """window.asked = 0;
        Object.defineProperty(navigator, "wakeLock", {
            value: { request: () => { window.asked += 1; return Promise.reject(new Error("low battery")); } },
        });"""
    )
    open_screen(screen, shared, code)

    assert screen.evaluate("window.asked") == 1
    expect(screen.locator("#banner")).to_be_hidden()


@pytest.mark.parametrize(
    ("theme", "locale"),
    [
        ("dark", "fr-FR"),
        ("light", "en-GB"),
        pytest.param("dark", "en-GB", marks=pytest.mark.exhaustive),
        pytest.param("light", "fr-FR", marks=pytest.mark.exhaustive),
    ],
)
def test_axe_finds_no_violation_on_the_screen(theme: str, locale: str, shared: Server, device: Device) -> None:
    """The screen violates neither WCAG nor best practices; it is dark unless the person has chosen the light theme."""
    code, token = begin(shared, players=PLAYERS)
    screen = device(width=1280, height=720, locale=locale, color_scheme="light", reduced_motion="reduce")
    if theme == "light":
        screen.context.add_cookies([{"name": "theme", "value": "light", "url": shared.url}])
    open_screen(screen, shared, code)

    expect(screen.locator("html")).to_have_attribute("data-theme", theme)

    axe = Axe()
    for number, action in enumerate((None, *PLI)):
        if action is not None:
            enter(shared, code, action, token=token)
            expect(screen.locator("#game")).to_have_attribute("data-number", str(number))
        violations = axe.run(screen).response["violations"]
        assert not violations, [(one["id"], [node["html"][:200] for node in one["nodes"]][:3]) for one in violations]


def test_everybody_follows_when_the_next_game_begins(shared: Server, device: Device) -> None:
    """« Rejouer » on one phone: the other phones that look at the end, and the screen, go to the next game."""
    code, token = finished(shared)
    screen, phone = device(width=1920, height=1080), device(width=390, height=664)
    open_screen(screen, shared, code)
    phone.goto(f"{shared.url}/g/{code}")
    expect(phone.locator("#winner")).to_be_visible()

    answer = httpx2.post(f"{shared.url}/api/games/{code}/again", json={}, headers={"Authorization": f"Bearer {token}"})
    following = answer.json()["code"]

    phone.wait_for_url(f"**/g/{following}*")
    screen.wait_for_url(f"**/g/{following}/screen*")

    late = device(width=390, height=664)
    late.goto(f"{shared.url}/g/{code}")
    expect(late.locator("a[data-again]")).to_be_visible()  # who comes to see the end stays there
