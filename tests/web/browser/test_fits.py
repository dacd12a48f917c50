"""Phones with the bars of their browsers: felt, verdict, cards and word are there without scrolling, in every state."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Page, expect  # noqa: E402  # skipped without it

from tests.web.browser.conftest import Device  # noqa: E402
from tests.web.browser.hands import begin, choose, enter, entered, lay, laying, open_game  # noqa: E402
from tests.web.browser.seat_views import SeatTable, seat_views  # noqa: E402
from tests.web.browser.table_views import PLAYERS, PLI, practice_views, table_views  # noqa: E402
from tests.web.browser.whole_game import WITH_TRAP, manche_actions  # noqa: E402
from tests.web.servers import Server  # noqa: E402

#: Width and height that common phones leave to a page: 360 × 740, 375 × 667 and 390 × 844 less the bars of the browser.
SIZES = [(375, 553), (360, 640), (390, 664)]
#: What has to be on the display, in front of all else and whole, if the page has it. A card that stands for another is
#: one of the tiles. What a dialog or a popover covers is not measured: it is closed by a tap.
OUTSIDE = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    const front = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const inside = box.top >= -1 && box.bottom <= innerHeight + 1;
    return inside && front !== null && (one.contains(front) || front.contains(one));
  };
  if (document.querySelector("dialog:modal, [popover]:popover-open")) return null;
  const played = ".picker .tile:has(:enabled), .packs label, #word, .dock button, .proposal button";
  const wanted = `${played}, .felt .turn, .felt .place, .band`;
  // A question lies over the verdict; if it names a player of 40 letters, also over the players below.
  const asks = document.querySelector(".news");
  const covered = !asks ? ".none" : asks.textContent.replace(/\\s+/g, " ").length > 90 ? ".band, .place" : ".band";
  const all = shown(wanted).filter((one) => !one.matches(covered));
  const outside = all.filter((one) => !seen(one)).map((one) => one.outerHTML.slice(0, 90));
  return { tiles: shown(".picker .tile").length, outside };
}"""


def _views(page: Page, server: Server, shared: Server) -> Iterator[str]:
    yield from table_views(page, server)
    yield from practice_views(page, server)
    yield from seat_views(page, shared)


@pytest.mark.exhaustive
def test_every_state_of_a_game_fits_the_phone(device: Device, server: Server, shared: Server) -> None:
    """At the three sizes every card that is offered can be tapped without scrolling, the arbiter's and the players'."""
    page = device(width=375, height=553, reduced_motion="reduce")
    outside: list[str] = []
    keypads = 0
    for name in _views(page, server, shared):
        page.evaluate("scrollTo(0, 0)")  # the list of seats was opened, far below
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if page.locator(".seats .choices").count():
                continue  # a guest's phone shows the digits with which it asks for a seat
            found = page.evaluate(OUTSIDE) if page.locator(".felt").count() else None
            if found is not None:
                keypads += found["tiles"] >= 27
                outside += [f"{name}, {width} × {height}: {one}" for one in found["outside"]]
        page.set_viewport_size({"width": 375, "height": 553})

    assert not outside, "\n".join(outside)
    assert keypads >= 15 * len(SIZES)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_an_entry_does_not_scroll_the_page(width: int, height: int, device: Device, server: Server) -> None:
    """Wherever the page stands, it stays there when a card is laid, and all cards of the next player can be tapped."""
    code, _ = begin(server, players=PLAYERS)
    page = device(width=width, height=height)
    open_game(page, server, code)
    lay(page, "l", "Volonté")

    assert page.evaluate("scrollY") == 0
    assert page.evaluate(OUTSIDE) == {"tiles": 27, "outside": []}

    page.evaluate("scrollTo(0, 40)")
    lay(page, "e", "Écoles")

    assert page.evaluate("scrollY") == 40


def test_the_page_opens_at_the_table(device: Device, server: Server) -> None:
    """After a reload the felt is on the display, wherever the page stood before."""
    code, _ = begin(server, players=PLAYERS)
    page = device(width=375, height=553)
    open_game(page, server, code)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.reload()

    expect(page.locator(".felt .turn")).to_be_in_viewport(ratio=1)


def test_what_has_to_be_placed_is_beside_the_word(device: Device, server: Server) -> None:
    """With the keyboard open, the letters that the word must contain are above it, with the word and « Poser »."""
    code, _ = begin(server, players=PLAYERS)
    enter(server, code, *PLI[:1])
    page = device(width=375, height=553)
    open_game(page, server, code)
    choose(page, "e")
    page.locator("#word").focus()
    page.set_viewport_size({"width": 375, "height": 300})

    for selector in (".needs", "#chosen-card", "#word", "[data-act=lay]"):
        expect(page.locator(selector)).to_be_in_viewport(ratio=1)
    expect(page.locator(".needs .card")).to_have_text("l")


def test_a_long_reason_says_that_there_is_more(device: Device, server: Server) -> None:
    """A reason over two lines ends with an ellipsis; « Pourquoi ? » is whole and unfolds all of it, with its rule."""
    code, _ = begin(server, players=PLAYERS)
    page = device(width=375, height=553)
    open_game(page, server, code)
    lay(page, "l", "chiaient")

    expect(page.locator(".last .cue")).to_be_in_viewport(ratio=1)
    assert "W6" not in page.locator(".last summary").inner_text()

    page.locator(".last summary").click()

    expect(page.locator(".last .rule")).to_be_visible()
    cut = page.locator(".last .why").evaluate("(one) => one.scrollHeight > one.clientHeight + 1")
    assert not cut


def test_s3_a_player_is_asked_before_a_belettre_and_can_take_it_back(device: Device, shared: Server) -> None:
    """S3: on a player's phone the announcement is a question, and it can be taken back until a card is laid."""
    phone = device(width=375, height=553)
    table = SeatTable(phone, shared, PLAYERS)
    table.post("confirmation", {"confirm": "none"})
    table.become_player("LEV")
    phone.get_by_role("button", name="Belettre…").click()

    expect(phone.locator("#game")).to_have_attribute("data-number", "0")

    phone.get_by_role("button", name="Belettre !").click()

    expect(phone.locator(".around")).to_contain_text("Belettre annoncée")

    with entered(phone):
        phone.get_by_role("button", name="Reprendre la Belettre").click()

    expect(phone.locator(".around")).not_to_contain_text("Belettre annoncée")

    table.enter({"action": "announce", "seat": "LEV"}, PLI[0])

    expect(phone.locator(".place .said")).to_have_count(1)
    expect(phone.get_by_role("button", name="Reprendre la Belettre")).to_have_count(0)


def test_a_word_that_is_confirmed_elsewhere_is_cleared(device: Device, shared: Server) -> None:
    """The player who takes the pli with the fourth word opens the next one with an empty field and no card chosen."""
    phone = device(width=375, height=553)
    table = SeatTable(phone, shared, PLAYERS)
    table.enter(*PLI[:3])
    table.become_player("MER")
    choose(phone, "F")
    phone.locator("#word").fill("Facile")
    phone.locator("#player [data-act=lay]").click()
    expect(phone.locator(".proposal[data-own]")).to_be_visible()
    table.post("proposal", {"number": 3, "seat": "MER", "accept": True})

    expect(phone.locator("#turn")).to_have_text("À vous de jouer.")
    expect(phone.locator("#word")).to_have_value("")
    expect(phone.locator("input[name=card]:checked")).to_have_count(0)


def test_one_pack_is_always_lit(device: Device, shared: Server) -> None:
    """After a majuscule from another phone the minuscules are chosen, though this phone had chosen the majuscules."""
    phone = device(width=375, height=553)
    table = SeatTable(phone, shared, PLAYERS)
    table.become_player("SEP")
    table.enter(laying("PON", "l", "Volonté"))
    expect(phone.locator("#word")).to_be_visible()
    phone.locator("#pack-maj").check()
    table.post("undo", {"number": 1})
    expect(phone.locator(".place .said")).to_have_count(0)
    table.enter(laying("PON", "V", "Volonté"))

    expect(phone.locator("#pack-min")).to_be_checked()
    expect(phone.locator("#card-a")).to_be_visible()


def test_p13_the_clock_starts_with_the_first_card(device: Device, server: Server) -> None:
    """P13: nobody's time runs while the table sits down and is dealt its cards; it does from the first card on."""
    code, _ = begin(server, players=PLAYERS)
    page = device()
    open_game(page, server, code)

    expect(page.locator("#clock")).to_have_text("")

    enter(server, code, PLI[0])

    expect(page.locator("#clock")).not_to_have_text("")


def test_a_player_sees_no_form_for_the_arbiters_key(device: Device, shared: Server) -> None:
    """The key is asked for on a guest's phone, folded; on the phone of a player it is not."""
    phone = device()
    table = SeatTable(phone, shared, PLAYERS)
    table.open()

    expect(phone.locator("#token")).to_be_hidden()
    expect(phone.get_by_text("Vous êtes l'arbitre ?")).to_be_visible()

    table.become_player("SEP")

    expect(phone.locator("#token")).to_have_count(0)


def test_t1_the_trap_says_why_only_passe_is_left(device: Device, server: Server) -> None:
    """T1: a player in fourth position who has laid both majuscules is told why they lay a card without a word."""
    actions = manche_actions(WITH_TRAP)
    swap = next(number for number, action in enumerate(actions) if action["action"] == "swap")
    code, _ = begin(server, players=PLAYERS)
    for action in actions[: swap - 1]:
        enter(server, code, action)
    page = device(width=375, height=553)
    open_game(page, server, code)

    expect(page.locator(".dock .asked")).to_contain_text("Piège")


@pytest.mark.parametrize("size", [*SIZES, (320, 568)])
@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_the_first_screen_has_the_judge_and_every_way_in(
    size: tuple[int, int], locale: str, device: Device, server: Server
) -> None:
    """The home page says what Belettre is; its first screen has the judge's field and all ways, which lead there."""
    phone = device(width=size[0], height=size[1], locale=locale)
    phone.goto(server.url)

    for part in (".mark.large", ".tagline", "#judge-word", ".judge button.main"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=1)
    ways = phone.locator(".ways a")
    expect(ways).to_have_count(5)
    for way in ways.all():
        expect(way).to_be_in_viewport(ratio=1)
        target = str(way.get_attribute("href"))
        if target.startswith("#"):
            assert phone.locator(target).count() == 1, target
        else:
            assert phone.request.get(server.url + target).ok, target
