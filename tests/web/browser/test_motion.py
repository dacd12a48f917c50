"""What moves on the felt: cards fly, turn over and are collected, points count up; the page below is new at once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import begin, enter, lay, laying
from tests.web.browser.table_views import PLAYERS, PLI
from tests.web.servers import Server

PAGES = ("", "/screen")
#: A pli whose second word is refused, and the first card of the next one.
ENTRIES = [*PLI, laying("MER", "a", "Arbre")]
#: Notes which elements are moved, and by which properties, and how much the layout shifted.
WATCH = """
  window.moved = [];
  window.shifts = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const names = frames.flatMap((frame) => Object.keys(frame));
    moved.push([this.className || this.localName, names.filter((name) => name !== "offset")]);
    return animate.call(this, frames, timing);
  };
  new PerformanceObserver((list) => {
    const name = ({ node }) => node?.className || node?.nodeName;
    for (const shift of list.getEntries()) shifts.push(shift.sources.map(name));
  }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def table(server: Server) -> str:
    """The code of a game with a first word."""
    code, token = begin(server, players=PLAYERS)
    enter(server, code, ENTRIES[0], token=token)
    return code


def follow(page: Page, server: Server, code: str, path: str = "") -> Page:
    """Open a page of a game that notes what moves, and wait until it follows the game."""
    page.add_init_script(WATCH)
    with page.expect_response(re.compile("/live$")):
        page.goto(f"{server.url}/g/{code}{path}")
    page.evaluate("document.fonts.ready")
    return page


def shown(page: Page, number: int) -> None:
    """Wait until the page shows the state after *number* entries."""
    expect(page.locator("#game")).to_have_attribute("data-number", str(number))


def stop(page: Page) -> None:
    """Let no animation of the page go on by itself."""
    page.context.new_cdp_session(page).send("Animation.enable")
    page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": 0})


def moved(page: Page) -> list[Any]:
    """What moved since the page was loaded or asked last: classes of elements, and the properties that changed."""
    found: list[Any] = page.evaluate("moved.splice(0)")
    return found


@pytest.mark.parametrize("path", PAGES)
def test_cards_fly_turn_over_and_are_collected(path: str, table: str, server: Server, device: Device) -> None:
    """A laid card flies in, a refused one turns over and, with the last card, back; the taker collects all four."""
    page = follow(device(width=1280, height=720), server, table, path)
    cards = []
    for number, action in enumerate(ENTRIES[1:], 2):
        enter(server, table, action)
        shown(page, number)
        seen = moved(page)
        cards.append([name for name, _ in seen if re.match(r"card (?!empty)", name)])
        assert {name for _, names in seen for name in names} <= {"transform", "opacity"}

    refused, laid, last, first = cards
    assert [len(laid), len(refused), len(last)] == [3, 3, 5]
    assert "card down min" in " ".join(refused)
    assert len(first) == 4 + 3
    expect(page.locator(".moving")).to_have_count(0)


@pytest.mark.parametrize("path", PAGES)
def test_nothing_moves_for_people_who_asked_for_less_motion(
    path: str, table: str, server: Server, device: Device
) -> None:
    """Under « prefers-reduced-motion » no animation begins, and the page ends as one on which everything moved."""
    moving = follow(device(width=1280, height=720), server, table, path)
    still = follow(device(width=1280, height=720, reduced_motion="reduce"), server, table, path)
    for number, action in enumerate(ENTRIES[1:], 2):
        enter(server, table, action)
        for page in (moving, still):
            shown(page, number)

    assert moved(moving)
    assert not moved(still)
    expect(moving.locator(".moving")).to_have_count(0)
    ends = [page.locator("#state").inner_html() for page in (moving, still)]
    ends = [re.sub(r' style=""|<span id="clock".*?</span>', "", end) for end in ends]
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("path", "size"),
    [("", (375, 553)), ("", (390, 664)), ("/screen", (1280, 720)), ("/screen", (1920, 1080))],
)
def test_no_layout_shifts(path: str, size: tuple[int, int], table: str, server: Server, device: Device) -> None:
    """From the loading of the page to the next pli, nothing on it is pushed aside."""
    page = follow(device(width=size[0], height=size[1]), server, table, path)
    for number, action in enumerate(ENTRIES[1:], 2):
        enter(server, table, action)
        shown(page, number)
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    assert page.evaluate("PerformanceObserver.supportedEntryTypes.includes('layout-shift')")
    assert page.evaluate("shifts") == []


def test_nothing_waits_for_what_moves(table: str, server: Server, device: Device) -> None:
    """While everything that moves stands still, the points are the real ones and the next card can be laid at once."""
    page = follow(device(), server, table)
    stop(page)
    for card, word in (("e", "École"), ("c", "Raclette"), ("F", "Facile")):
        lay(page, card, word)

    expect(page.locator(".scores dd")).to_have_text(["0", "12"])
    expect(page.locator(".moving")).not_to_have_count(0)
    assert page.locator(".moving").evaluate_all("all => all.every((one) => one.ariaHidden === 'true')")
    assert page.evaluate("document.getAnimations().every((one) => one.playState !== 'finished')")

    layers = page.locator(".moving").count()
    page.locator("[data-clear]").click()

    expect(page.locator(".place .laid:visible")).to_have_count(0)
    assert page.locator(".moving").count() < layers

    lay(page, "t", "Route")

    expect(page.locator(".place .laid .card")).to_have_count(1)
    expect(page.locator(".moving")).to_have_count(1)


def test_an_undo_does_not_move_backwards(table: str, server: Server, device: Device) -> None:
    """What an undo takes away is gone at once; entered again, it moves."""
    page = follow(device(), server, table)
    page.locator("#state [data-post=undo]").first.click()
    shown(page, 2)

    assert not moved(page)

    enter(server, table, ENTRIES[0])
    shown(page, 3)

    assert moved(page)


@pytest.mark.parametrize("path", PAGES)
def test_several_entries_at_once_do_not_move(path: str, table: str, server: Server, device: Device) -> None:
    """After a lost connection the page shows what it missed, without playing it back."""
    page = device()
    state = page.request.get(f"{server.url}/g/{table}{path}/state").json()
    later = {name: state[name] + 2 for name in ("number", "version", "done")}
    states = [state, {**state, **later, "html": state["html"].replace("card min", "card maj")}]
    stream = "".join(f"event: state\ndata: {json.dumps(one)}\n\n" for one in states)
    page.route("**/live", lambda route: route.fulfill(body=stream, content_type="text/event-stream"), times=1)
    follow(page, server, table, path)
    shown(page, state["number"] + 2)

    assert not moved(page)


def test_a_hidden_page_does_not_move(table: str, server: Server, device: Device) -> None:
    """A page that nobody sees shows the new state alone."""
    page = follow(device(), server, table, "/screen")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    enter(server, table, ENTRIES[1])
    shown(page, 2)

    assert not moved(page)
