"""Players' phones: they take a seat, type their own words, and the arbiter's phone confirms the cards."""

from __future__ import annotations

import re

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Page, expect  # noqa: E402  # skipped without it

from tests.web.browser.conftest import Device  # noqa: E402
from tests.web.browser.hands import begin, choose, open_game  # noqa: E402
from tests.web.servers import Server  # noqa: E402

PLAYERS = {"PON": "Ana", "SEP": "Bob", "LEV": "Chloé", "MER": "David"}


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
    expect(phone.locator(f"[data-leave={seat}]")).to_be_visible()
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

    for page in (ana, arbiter):
        expect(page.locator(".band .word")).to_contain_text("Volonté")
        expect(page.locator(".proposal")).to_have_count(0)
    expect(arbiter.locator("#lay")).to_be_visible()
    expect(ana.locator("#player [data-act=lay]")).to_have_count(0)
