"""Links to share in a browser on plain http, which has neither a share dialog nor a clipboard."""

from __future__ import annotations

import re

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Page, expect  # noqa: E402  # skipped without it

from tests.web.browser.conftest import Device  # noqa: E402
from tests.web.browser.hands import invitation  # noqa: E402
from tests.web.servers import Server  # noqa: E402

#: What a browser has on plain http, which the address of this machine is not for it.
_PLAIN_HTTP = "for (const name of ['share', 'clipboard']) Object.defineProperty(navigator, name, { value: undefined });"


@pytest.fixture
def arbiter(device: Device, shared: Server) -> Page:
    """The arbiter's phone on plain http, with the dialog « Inviter » open."""
    page = device()
    page.add_init_script(_PLAIN_HTTP)
    page.goto(shared.url)
    page.locator("form[data-create=table] button.main").click()
    page.wait_for_url("**/g/*")
    page.locator("[data-open=invite]").click()
    return page


def test_without_lan_the_page_says_how_phones_are_invited(device: Device, server: Server) -> None:
    """On a server for this machine alone « Inviter » shows no link that no phone could open, but the command to use."""
    page = device()
    page.goto(server.url)
    page.locator("form[data-create=table] button.main").click()
    page.wait_for_url("**/g/*")
    page.locator("[data-open=invite]").click()

    expect(page.locator("#invite")).to_contain_text("belettre serve --lan")
    expect(page.locator("#invite img")).to_have_count(0)


def test_a_link_is_copied_on_plain_http(arbiter: Page) -> None:
    """The button says that the link was copied, and the link is what was copied."""
    arbiter.evaluate("addEventListener('copy', () => { window.copied = document.activeElement.value; })")
    button = arbiter.locator("#invite > p > [data-share]")
    link = button.get_attribute("data-share")
    button.click()

    expect(button).to_have_text("Lien copié")
    assert arbiter.evaluate("copied") == link


def test_a_link_that_cannot_be_copied_is_shown_each_time(arbiter: Page) -> None:
    """The button stays, one field beside it has the latest link, and the arbiter's key can be made again."""
    arbiter.evaluate("document.execCommand = () => false")
    button, field = arbiter.locator("#key-link [data-share]"), arbiter.locator("#key-link input")
    for _ in range(2):
        link = invitation(arbiter)
        expect(button).to_have_attribute("data-share", link)
        button.click()
        button.click()

        expect(button).to_be_visible()
        expect(field).to_have_count(1)
        expect(field).to_have_value(link)


def test_the_key_of_an_arbiter_is_forgotten(arbiter: Page) -> None:
    """When the dialog is closed, nothing of the key stays in the page; opened again, it makes another."""
    secret = invitation(arbiter).partition("#arbiter=")[2]
    expect(arbiter.locator("#key-link")).to_be_visible()

    assert secret
    assert secret in arbiter.content()

    arbiter.locator("#invite [data-close]").click()
    arbiter.locator("[data-open=invite]").click()

    expect(arbiter.locator("#key-link")).to_be_hidden()
    expect(arbiter.locator("#invite section.key")).to_contain_text(re.compile("quart d.heure"))
    assert secret not in arbiter.content()
    assert invitation(arbiter).partition("#arbiter=")[2] not in ("", secret)
