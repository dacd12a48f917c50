"""Fixtures of the browser tests: one Chromium for all, one server per module, and pages with the size of a small phone.

A test fails if its page logs an error, breaks the content security policy or opens a browser dialog.

"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.servers import Server, serving

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, sync_playwright  # noqa: E402  # skipped without it

#: Options of Chromium: no background network traffic, and no sandbox, which the containers of CI do not support.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Expected console messages: refusals and failures that the tests provoke, and blocked service workers.
_EXPECTED = ("Failed to load resource", "Service Worker registration blocked by Playwright")

Device = Callable[..., Page]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, from the Debian package. It is closed after the tests of this folder, because no other test can
    start an event loop while Playwright runs.
    """
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("chromium is missing")
    with sync_playwright() as running:
        launched = running.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for this machine."""
    with serving(_database(tmp_path_factory)) as started:
        yield started


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the phones of a network."""
    with serving(_database(tmp_path_factory), "--lan") as started:
        yield started


@pytest.fixture
def device(browser: Browser) -> Iterator[Device]:
    """A function that opens a page on a new phone: ``device(width=320, color_scheme="dark", locale="en-GB")``."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def refused(dialog: Dialog) -> None:
        wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def logged(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_EXPECTED):
            wrong.append(f"{message.location['url']}: {message.text}")

    def make(*, width: int = 360, height: int = 640, locale: str = "fr-FR", **options: Any) -> Page:
        # Service workers are blocked, except in tests about them, because pages load faster without.
        options = {"service_workers": "block", "has_touch": True, "is_mobile": True, **options}
        context = browser.new_context(viewport={"width": width, "height": height}, locale=locale, **options)
        contexts.append(context)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.on("dialog", refused)
        page.on("console", logged)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not wrong, wrong


@pytest.fixture
def phone(device: Device) -> Page:
    """A page on a phone of 360 by 640 pixels."""
    return device()


@pytest.fixture
def phone_judge(server: Server, phone: Page) -> Page:
    """The page of the judge on a phone of 375 by 553 pixels: a small display with the bars of the browser."""
    phone.set_viewport_size({"width": 375, "height": 553})
    phone.goto(f"{server.url}/judge")
    return phone


def _database(folders: pytest.TempPathFactory) -> str:
    folder: Path = folders.mktemp("server")
    return f"sqlite:///{folder / 'games.sqlite'}"
