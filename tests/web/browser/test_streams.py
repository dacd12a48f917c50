"""The stream as a browser receives it: compressed, event by event, and what a page does when there is no room."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import begin, enter, laying, open_game
from tests.web.servers import Server

MAX_PER_GAME = 32


@contextmanager
def followers(server: Server, code: str, count: int) -> Iterator[None]:
    """Follow a game with some connections that only read, as guests on this machine."""
    with ExitStack() as connections:
        for _ in range(count):
            connection = connections.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            host = f"127.0.0.1:{server.port}"
            connection.sendall(f"GET /g/{code}/live HTTP/1.1\r\nHost: {host}\r\nAccept-Language: fr\r\n\r\n".encode())
            received = b""
            while b"event: state" not in received:
                received += connection.recv(65536)
        yield


def test_a_compressed_stream_arrives_event_by_event(server: Server, phone: Page) -> None:
    """The browser gets a gzip stream, and shows each change at once, without asking for anything else."""
    code, _ = begin(server)
    asked: list[str] = []
    with phone.expect_response("**/live") as streamed:
        phone.goto(f"{server.url}/g/{code}")
    phone.on("request", lambda request: asked.append(request.url))

    assert streamed.value.headers["content-encoding"] == "gzip"
    assert streamed.value.headers["content-type"].startswith("text/event-stream")

    for seat, card, word in (("PON", "l", "Volonté"), ("SEP", "e", "École"), ("LEV", "c", "Raclette")):
        enter(server, code, laying(seat, card, word))
        expect(phone.locator(".pli")).to_contain_text(word, timeout=2000)

    assert [url for url in asked if not url.endswith("/icon.svg")] == []  # a browser asks for that when it has time


def test_an_entry_costs_one_request(server: Server, phone: Page) -> None:
    """The answer to the entry is shown; the page asks for nothing more."""
    code, _ = begin(server)
    open_game(phone, server, code)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(f"{request.method} {request.url.removeprefix(server.url)}"))
    phone.locator("label:has(#card-l)").click()
    phone.locator("#word").fill("Volonté")
    phone.locator("[data-act=lay]").click()

    expect(phone.locator(".place").first).to_contain_text("Volonté")
    phone.wait_for_timeout(300)
    # The browser fetches the icon when it has the time, which may be now.
    assert [one for one in asked if not one.endswith("/icon.svg")] == [f"POST /g/{code}/entries"]


def test_a_page_without_room_asks_and_says_so(shared: Server, device: Device) -> None:
    """A refused page says that it updates itself every five seconds, and does; it follows again when there is room."""
    code, token = begin(shared)
    phone = device()
    phone.clock.install()
    with followers(shared, code, MAX_PER_GAME):
        phone.goto(f"{shared.url}/g/{code}")

        expect(phone.locator("#banner")).to_contain_text("Trop d'appareils suivent cette partie")
        expect(phone.locator("#banner")).not_to_contain_text("ne répond pas")

        enter(shared, code, laying("PON", "l", "Volonté"), token=token)
        phone.clock.run_for(5000)

        expect(phone.locator(".place").first).to_contain_text("Volonté")
        expect(phone.locator("#banner")).to_contain_text("Trop d'appareils")
    phone.wait_for_timeout(200)  # the server notices that the others have left
    for _ in range(6):
        phone.clock.run_for(5000)
        phone.wait_for_timeout(100)

    expect(phone.locator("#banner")).to_be_hidden()

    enter(shared, code, laying("SEP", "e", "École"), token=token)

    expect(phone.locator(".pli")).to_contain_text("École")


def test_a_displaced_page_says_so(shared: Server, device: Device) -> None:
    """A guest whose place is given to the arbiter is told the same; the arbiter always gets in."""
    code, token = begin(shared)
    guest, arbiter = device(), device()
    open_game(guest, shared, code)
    expect(guest.locator("#banner")).to_be_hidden()
    with followers(shared, code, MAX_PER_GAME - 1):
        arbiter.goto(f"{shared.url}/g/{code}#arbiter={token}")

        expect(arbiter.locator("#lay")).to_be_visible()
        expect(guest.locator("#banner")).to_contain_text("Trop d'appareils suivent cette partie")
        expect(arbiter.locator("#banner")).to_be_hidden()
