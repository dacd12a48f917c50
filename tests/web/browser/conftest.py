"""Fixtures of the browser tests: one Chromium a run, a server a module, pages as a small phone shows them.

A page that logs an error, breaks the content security policy or opens a dialog of the browser fails its test.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.databases import missing
from tests.web.servers import Server, serving

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, sync_playwright  # noqa: E402  # skipped without it

#: No network but the server's, no sandbox in the containers of CI.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: What is logged about answers that the tests ask for (refusals, a server that is down), and about missing workers.
_EXPECTED = ("Failed to load resource", "Service Worker registration blocked by Playwright")

Device = Callable[..., Page]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, of the system: Debian's package. It is gone after the tests of this folder: while Playwright runs, no
    other test can start an event loop of its own."""
    path = shutil.which("chromium")
    if path is None:
        missing("chromium")
    with sync_playwright() as running:
        launched = running.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for this machine alone."""
    with serving(_database(tmp_path_factory)) as started:
        yield started


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the phones of a network."""
    with serving(_database(tmp_path_factory), "--lan") as started:
        yield started


@pytest.fixture
def device(browser: Browser) -> Iterator[Device]:
    """Makes phones, each with a page of its own: ``device(width=320, color_scheme="dark", locale="en-GB")``."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def refused(dialog: Dialog) -> None:
        wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def logged(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_EXPECTED):
            wrong.append(f"{message.location['url']}: {message.text}")

    def make(*, width: int = 360, height: int = 640, locale: str = "fr-FR", **options: Any) -> Page:
        # Without service workers, but where a test is about them: a page is quicker without.
        options = {"service_workers": "block", **options}
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale=locale, **options
        )
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
    """A phone of 360 by 640."""
    return device()


def _database(folders: pytest.TempPathFactory) -> str:
    folder: Path = folders.mktemp("server")
    return f"sqlite:///{folder / 'games.sqlite'}"
