"""Players' phones: they take a seat, type their own words, and the arbiter's phone confirms the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Page, expect  # noqa: E402  # skipped without it

from tests.web.browser.conftest import Device  # noqa: E402
from tests.web.browser.hands import begin, choose, open_game  # noqa: E402
from tests.web.browser.table_views import PLAYERS  # noqa: E402
from tests.web.browser.whole_game import WITH_EVERYTHING, manche_actions  # noqa: E402
from tests.web.databases import POSTGRESQL, SQLITE, postgresql  # noqa: E402
from tests.web.servers import Server, serving  # noqa: E402

#: Makes the timers of a page run ten times as fast: the buttons are blocked for a moment after each change elsewhere,
#: so that people see it. Two such moments for every card would be half of the time of a test with a whole manche.
_HURRY = "const later = setTimeout; setTimeout = (then, delay, ...rest) => later(then, delay / 10, ...rest);"


def arbiter_of(device: Device, server: Server, code: str, token: str) -> Page:
    """The arbiter's phone, which follows the game."""
    arbiter = device()
    with arbiter.expect_navigation(url=re.compile(f"/g/{code}$")):
        arbiter.goto(f"{server.url}/g/{code}#arbiter={token}")
    expect(arbiter.locator("#lay")).to_be_visible()
    return arbiter


def seated(device: Device, server: Server, code: str, arbiter: Page, seat: str) -> Page:
    """A phone that has asked for a seat, and that the arbiter has given it by its digits."""
    phone = device()
    open_game(phone, server, code)
    phone.locator(f"[data-ask={seat}]").click()
    check = phone.locator("#asked .check")
    expect(check).to_have_text(re.compile(r"^\d\d$"))
    arbiter.locator(f"[data-request=yes][data-check='{check.text_content()}']").click()
    expect(phone.locator("#own-seat")).to_be_visible()
    return phone


def invited(device: Device, server: Server, code: str, arbiter: Page, seat: str) -> Page:
    """A phone that has a seat because it opened the link of the QR code that the arbiter's phone shows."""
    seats = arbiter.locator("#seats")
    if seats.get_attribute("open") is None:
        seats.locator("summary").click()
    arbiter.locator(f"[data-seat-open={seat}]").click()
    expect(arbiter.locator("#seat-dialog img")).to_be_visible()
    link = arbiter.locator("#seat-dialog .link a").get_attribute("href")
    assert link is not None
    phone = device()
    phone.goto(f"{server.url}/g/{code}#{link.partition('#')[2]}")
    expect(phone.locator("#own-seat")).to_be_visible()
    expect(arbiter.locator("#seat-dialog")).to_be_hidden()
    return phone


def propose(phone: Page, card: str, word: str) -> None:
    """Lay a card with a word on a player's phone."""
    choose(phone, card)
    phone.locator("#word").fill(word)
    phone.locator("#player [data-act=lay]").click()
    expect(phone.locator(".proposal[data-own]")).to_be_visible()


def test_a_player_types_their_word_and_the_arbiter_confirms_it(device: Device, shared: Server) -> None:
    """A phone gets a seat by two digits; what it enters is judged when the arbiter's phone has confirmed it."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    ana = seated(device, shared, code, arbiter, "PON")
    propose(ana, "l", "Volonté")

    expect(arbiter.locator(".proposed")).to_contain_text("Volonté")
    expect(arbiter.locator("#lay")).to_be_hidden()

    arbiter.locator("[data-proposal=yes]").click()

    expect(ana.locator(".place.own.bottom")).to_contain_text("Ana")
    for page in (ana, arbiter):
        expect(page.locator(".band .word")).to_contain_text("Volonté")
        expect(page.locator(".proposal")).to_have_count(0)
    expect(arbiter.locator("#lay")).to_be_visible()
    expect(ana.locator("#player [data-act=lay]")).to_have_count(0)


@pytest.mark.exhaustive
def test_a_card_that_is_not_confirmed_can_be_corrected(device: Device, shared: Server) -> None:
    """What was typed is still there, whether the player takes the card back or the arbiter rejects it."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    ana = seated(device, shared, code, arbiter, "PON")
    propose(ana, "l", "Volonte")
    ana.locator("[data-proposal=no]").click()

    expect(ana.locator("#word")).to_be_visible()
    expect(ana.locator("#word")).to_have_value("Volonte")
    expect(ana.locator("#card-l")).to_be_checked()
    expect(arbiter.locator("#lay")).to_be_visible()

    propose(ana, "l", "Violon")
    arbiter.locator("[data-proposal=no]").click()

    expect(ana.locator("#banner")).to_contain_text("pas été confirmée")
    expect(ana.locator("#word")).to_have_value("Violon")
    expect(ana.locator("#game")).to_have_attribute("data-number", "0")


@pytest.mark.exhaustive
def test_nothing_is_confirmed_that_was_not_seen(device: Device, shared: Server) -> None:
    """If the player enters another word while the arbiter taps « Confirmer », the arbiter sees that one first."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    ana = seated(device, shared, code, arbiter, "PON")
    propose(ana, "l", "Violon")
    expect(arbiter.locator(".proposed")).to_contain_text("Violon")
    seen = arbiter.locator("#game").get_attribute("data-version")
    ana.locator("[data-proposal=no]").click()
    expect(ana.locator("#word")).to_be_visible()
    propose(ana, "l", "Volonté")
    expect(arbiter.locator(".proposed")).to_contain_text("Volonté")
    expect(arbiter.locator("[data-proposal=yes]")).not_to_have_attribute("aria-disabled", "true")
    arbiter.evaluate("(version) => { document.getElementById('game').dataset.version = version }", seen)
    arbiter.locator("[data-proposal=yes]").click()

    expect(arbiter.locator("#banner")).to_contain_text("plus rapide")
    expect(arbiter.locator(".proposed")).to_contain_text("Volonté")
    expect(arbiter.locator("#game")).to_have_attribute("data-number", "0")


@pytest.mark.exhaustive
def test_a_link_gives_a_seat_to_one_phone(device: Device, shared: Server) -> None:
    """The arbiter shows a QR code; the phone that opens its link first has the seat, another one is told to ask."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    arbiter.locator("#seats summary").click()
    arbiter.locator("[data-seat-open=SEP]").click()
    expect(arbiter.locator("#seat-dialog img")).to_be_visible()
    link = arbiter.locator("#seat-dialog .link a").get_attribute("href")
    assert link is not None
    path = link.partition("/g/")[2]
    bob, late = device(), device()
    bob.goto(f"{shared.url}/g/{path}")

    expect(bob.locator("#own-seat")).to_contain_text("Bob")
    assert "seat=" not in bob.url
    expect(arbiter.locator("#seat-dialog")).to_be_hidden()
    expect(arbiter.locator("#banner")).to_contain_text("Bob")

    late.goto(f"{shared.url}/g/{path}")

    expect(late.locator("#banner")).to_contain_text("ne vaut plus")
    expect(late.locator("[data-ask=SEP]")).to_be_visible()

    arbiter.locator("[data-seat-open=SEP]").click()
    arbiter.locator("[data-seat-free]").click()

    expect(bob.locator("[data-ask=SEP]")).to_be_visible()


@pytest.mark.exhaustive
def test_a_request_can_be_refused_and_the_seat_left(device: Device, shared: Server) -> None:
    """A phone is told that its request was refused; a player may leave their seat."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    phone = device()
    open_game(phone, shared, code)
    phone.locator("[data-ask=LEV]").click()
    expect(phone.locator("#asked")).to_be_visible()
    arbiter.locator("[data-request=no]").click()

    expect(phone.locator("#seats [data-problems]")).to_contain_text("pas été acceptée")
    expect(phone.locator("#asked")).to_be_hidden()
    expect(arbiter.locator(".news")).to_have_count(0)

    chloe = seated(device, shared, code, arbiter, "LEV")
    chloe.locator("#own-seat summary").click()
    chloe.locator("[data-leave]").click()

    expect(chloe.locator("[data-ask=LEV]")).to_be_visible()


@pytest.mark.exhaustive
def test_another_player_confirms_if_the_table_has_it_so(device: Device, shared: Server) -> None:
    """The arbiter chooses who confirms: then the phone of another player can, and the player's own cannot."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    ana, bob = (seated(device, shared, code, arbiter, seat) for seat in ("PON", "SEP"))
    arbiter.locator("#seats summary").click()
    arbiter.locator("#confirm-any").check()
    propose(ana, "l", "Volonté")

    expect(ana.locator("[data-proposal=yes]")).to_have_count(0)
    bob.locator("[data-proposal=yes]").click()
    expect(bob.locator("#player [data-act=lay]")).to_be_visible()

    arbiter.locator("#confirm-none").check()
    expect(arbiter.locator("#confirm-none")).to_be_checked()
    expect(arbiter.locator("#game")).to_have_attribute("data-number", "1")
    choose(bob, "e")
    bob.locator("#word").fill("École")
    bob.locator("#player [data-act=lay]").click()

    expect(arbiter.locator(".band .word")).to_contain_text("École")
    expect(bob.locator("#word")).to_have_count(0)


@pytest.mark.exhaustive
def test_p7_a_hidden_card_is_seen_on_its_players_phone_only(device: Device, shared: Server) -> None:
    """Before it is confirmed and afterwards, a card laid face down is named to its player, and to nobody else."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    ana, bob = (seated(device, shared, code, arbiter, seat) for seat in ("PON", "SEP"))
    choose(ana, "k")
    ana.locator("#player [data-act=passe]").click()

    expect(ana.locator(".proposed")).to_contain_text("la minuscule k")
    for page in (arbiter, bob):
        expect(page.locator(".proposed")).to_contain_text("Ana dit « Passe")
        expect(page.locator(".proposed")).not_to_contain_text("minuscule k")

    arbiter.locator("[data-proposal=yes]").click()

    expect(ana.locator(".place.own .said .card")).to_contain_text("la minuscule k")
    for page in (arbiter, bob):
        expect(page.locator(".place .card.down")).to_have_count(1)
        assert "la minuscule k" not in (page.locator(".watching").text_content() or "")


def test_a_request_ends_on_both_phones(device: Device, shared: Server) -> None:
    """After a quarter of an hour without an answer, neither the digits nor the question are shown any more."""
    code, token = begin(shared, players=PLAYERS)
    arbiter, phone = device(), device()
    for page in (arbiter, phone):
        page.clock.install()
    arbiter.goto(f"{shared.url}/g/{code}#arbiter={token}")
    expect(arbiter.locator("#lay")).to_be_visible()
    open_game(phone, shared, code)
    phone.locator("[data-ask=PON]").click()
    expect(phone.locator("#asked")).to_be_visible()
    expect(arbiter.locator(".news")).to_be_visible()
    for page in (arbiter, phone):
        page.clock.fast_forward("15:31")

    expect(phone.locator("#asked")).to_be_hidden()
    expect(arbiter.locator(".news")).to_be_hidden()


def test_a_link_to_a_seat_can_be_copied_by_hand(device: Device, shared: Server) -> None:
    """Where a page may neither share nor copy, the link is a selected text, for each seat anew."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    arbiter.evaluate(
        "for (const name of ['share', 'clipboard']) Object.defineProperty(navigator, name, {value: undefined});"
        "document.execCommand = () => false"
    )
    arbiter.locator("#seats summary").click()
    for seat in ("SEP", "MER"):
        arbiter.locator(f"[data-seat-open={seat}]").click()
        link = arbiter.locator("#seat-dialog .link a")
        expect(link).to_contain_text("#seat=")
        arbiter.locator("#seat-dialog [data-share]").click()

        expect(arbiter.locator("#seat-dialog input")).to_have_value(link.text_content() or "")
        assert arbiter.evaluate("getSelection().toString()") == link.text_content()

        arbiter.locator("#seat-dialog [data-close]").click()


def enter(phone: Page, action: dict[str, Any]) -> None:
    """Enter an action on the phone of its player."""
    if "card" in action:
        choose(phone, action["card"])
    if "word" in action:
        phone.locator("#word").fill(action["word"])
    if letter := action.get("letter"):
        phone.locator("#letter").select_option(letter)
    if action["action"] == "announce":
        phone.locator("[data-open=belettre-dialog]").click()
        phone.locator("#belettre-dialog [data-act=announce]").click()
    else:
        phone.locator(f"#player [data-act={action['action']}]").click()


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database, or one server twice with SQLite."""
    if request.param == SQLITE:
        with serving(f"sqlite:///{tmp_path / 'games.sqlite'}", "--lan") as server:
            yield server, server
    else:
        with postgresql() as url, serving(url, "--lan") as first, serving(url, "--lan") as second:
            yield first, second


@pytest.mark.exhaustive
def test_four_players_type_a_whole_manche(device: Device, tables: tuple[Server, Server]) -> None:
    """Four phones play a manche, the arbiter confirms each card; dead phones are replaced, by digits and by a link."""
    first, second = tables
    code, token = begin(first, players=PLAYERS, manches=1)

    def hurried() -> Page:
        page = device(reduced_motion="reduce")
        page.add_init_script(_HURRY)
        return page

    arbiter = arbiter_of(hurried, first, code, token)
    servers = {"PON": first, "SEP": second, "LEV": second, "MER": first}
    phones = {seat: seated(hurried, server, code, arbiter, seat) for seat, server in servers.items()}
    script = manche_actions(WITH_EVERYTHING)
    lost = {
        next(number for number, action in enumerate(script) if number > after and action["seat"] == seat): back
        for after, seat, back in ((8, "LEV", seated), (20, "MER", invited))
    }
    for number, action in enumerate(script):
        seat = action["seat"]
        if back := lost.get(number):
            phones[seat].context.close()
            phones[seat] = back(hurried, second, code, arbiter, seat)
        enter(phones[seat], action)
        expect(arbiter.locator(f".proposal[data-seat={seat}]")).to_be_visible()
        arbiter.locator("[data-proposal=yes]").click()
        for page in (arbiter, *phones.values()):
            expect(page.locator("#game")).to_have_attribute("data-number", str(number + 1))

    assert {action["action"] for action in script} == {"announce", "lay", "passe", "discard", "swap"}
    for page in (arbiter, *phones.values()):
        expect(page.locator(".ending")).to_be_visible()


def test_a_phone_that_loses_its_seat_is_told_so(device: Device, shared: Server) -> None:
    """The arbiter gives the seat to another phone: the first one follows as a guest, and no server seems to be away."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    first = seated(device, shared, code, arbiter, "PON")
    seated(device, shared, code, arbiter, "PON")

    expect(first.locator("#banner")).to_contain_text("la page suit")
    expect(first.locator("#player")).to_have_count(0)
    expect(first.locator("#seats [data-ask]")).to_have_count(4)
