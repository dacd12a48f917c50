"""The middleware: hosts, origins, sizes, headers and rates, and answers that reveal nothing about the server."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.web.asgi import Message
from belettre_lexicon.web.edge import rate_limit
from belettre_lexicon.web.edge.middleware import HEADERS, MAX_BODY
from belettre_lexicon.web.edge.problems import STATUS
from belettre_lexicon.web.store.database import StoreError
from tests.web.asgi import ADDRESS, HOME, OWN, Answer, Browser, Device, Request, build, client, running, send

JSON = (b"content-type", b"application/json")
HOST = (b"host", b"localhost")
#: The path of an unknown game, without the last letter of its code.
UNKNOWN = "/api/games/BCDFGHJ"


@pytest.fixture
def device() -> Iterator[Device]:
    with client(shared=True) as device:
        yield device


def problem(answer: httpx2.Response) -> tuple[int, str]:
    """The status and the problem of an answer."""
    return answer.status_code, answer.json()["problem"]


def at(device: Browser, address: str) -> Browser:
    """Another device at the same server."""
    return Browser(device.app, base_url=HOME, headers=OWN, client=(address, 50000))


def send_all(*requests: Request) -> list[Answer]:
    """Send requests to a new server, one after the other, and return its answers."""

    async def all_of_them() -> list[Answer]:
        async with running(build()) as built:
            return [await send(built, request) for request in requests]

    return asyncio.run(all_of_them())


@pytest.mark.parametrize("path", ["/api/lexicon", "/api/nothing", "/nothing", "/api/verdict", "/", "/api/openapi.json"])
def test_every_answer_has_the_security_headers(device: Device, path: str) -> None:
    """Good or bad, JSON or page, every answer has all security headers."""
    answer = device.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value

    assert "unsafe" not in HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "server" not in answer.headers
    assert answer.headers["cache-control"]

    if path.startswith("/api"):
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("host", "good"),
    [
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("127.0.0.1:1", True),
        ("[::1]:8000", True),
        ("[::1]", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("localhost:x", False),
        ("localhost:999999", False),
        ("[::1", False),
        ("", False),
        ("localhost@evil.example", False),
        ("localhost/", False),
    ],
)
def test_unknown_hosts_are_refused(device: Device, host: str, good: bool) -> None:
    """Requests under other host names are refused, because a foreign site may point its name at this machine."""
    answer = device.get("/api/lexicon", headers={"Host": host})
    if good:
        assert answer.status_code == 200
    else:
        assert problem(answer) == (400, "host")


def test_a_request_has_one_host() -> None:
    """A request without a Host header, or with two, is refused."""
    none, two = send_all(Request("GET", b"/api/lexicon"), Request("GET", b"/api/lexicon", (HOST, HOST)))
    assert none.status == two.status == 400


@pytest.mark.parametrize(
    ("headers", "good"),
    [
        ({"Origin": HOME}, True),
        ({"Origin": HOME, "Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": HOME, "Cookie": "belettre-X=y"}, True),
        ({}, True),
        ({"Authorization": "Bearer x"}, True),
        ({"Cookie": "belettre-X=y"}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "https://localhost"}, True),
        ({"Origin": "ftp://localhost"}, False),
        ({"Origin": "http://localhost:9"}, False),
        ({"Origin": HOME, "Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
    ],
)
def test_only_own_pages_and_programs_may_change_anything(device: Device, headers: dict[str, str], good: bool) -> None:
    """Pages of other sites cannot use a visitor's cookie; programs with a token need no origin."""
    del device.headers["Origin"]
    answer = device.post("/api/games", json={"kind": "table"}, headers=headers)

    if good:
        assert answer.status_code == 201
    else:
        assert problem(answer) == (403, "origin")
    assert device.get("/api/lexicon", headers=headers).status_code == 200  # reading is always allowed


@pytest.mark.parametrize("pieces", [(b" " * (MAX_BODY + 1),), (b" " * 1024,) * 65])
@pytest.mark.parametrize("announced", [(), ((b"content-length", b"2"),)])
def test_large_bodies_are_refused(pieces: tuple[bytes, ...], announced: tuple[tuple[bytes, bytes], ...]) -> None:
    """A body over 64 KB is refused, in one piece or in many, whatever its Content-Length."""
    (answer,) = send_all(Request("POST", b"/api/games", (HOST, JSON, *announced), pieces))

    assert answer.status == 413
    assert b'"large"' in answer.body


def test_a_body_of_the_maximum_size_is_accepted() -> None:
    """A body of exactly 64 KB is read."""
    body = b'{"kind":"table"}'.ljust(MAX_BODY)
    (answer,) = send_all(Request("POST", b"/api/games", (HOST, JSON), (body,)))

    assert answer.status == 201


@pytest.mark.parametrize(
    ("length", "status"), [(b"65537", 413), (b"9" * 40, 413), (b"-1", 400), (b"x", 400), (b"\xb2", 400), (b"", 400)]
)
def test_bad_content_lengths_are_refused(length: bytes, status: int) -> None:
    """A Content-Length that is too large or invalid is refused before the body arrives."""
    (answer,) = send_all(Request("POST", b"/api/games", (HOST, JSON, (b"content-length", length))))
    assert answer.status == status


def test_long_urls_are_refused(device: Device) -> None:
    """Paths and queries of more than 8 KB are refused."""
    assert problem(device.get("/api/verdict?word=" + "a" * 8200)) == (414, "long")
    assert device.get("/" + "a" * 8200).status_code == 414


def test_codes_cannot_be_guessed_in_bulk(device: Device) -> None:
    """After twenty wrong codes in a minute, an address gets 429 for right and wrong codes alike.

    Devices at the address that have opened a game go on, and so do other addresses.
    """
    known = _begin(at(device, "192.0.2.12"))

    assert device.get(known.replace("/api/games", "/g")).status_code == 200

    other = at(device, "192.0.2.11")
    unseen = _begin(other)
    for letter in "BCDFGHJKMNPQRSTVWXZB":
        assert problem(device.get(f"{UNKNOWN}{letter}")) == (404, "game")
    right, wrong = device.get(unseen), device.get(f"{UNKNOWN}K")

    assert right.status_code == wrong.status_code == 429
    assert right.json() == wrong.json()
    assert 1 <= int(right.headers["retry-after"]) <= 60

    for path in ("/g/BCDFGHJK", f"{unseen}/history", f"{unseen}/sheet.csv"):
        assert device.get(path).status_code == 429

    assert device.post(f"{unseen}/undo", json={"number": 0}).status_code == 429
    assert device.post(f"{unseen}/arbiter", json={"token": "x"}).status_code == 429
    assert device.get(known).status_code == 200
    assert other.get(unseen).status_code == 200
    assert other.get(f"{UNKNOWN}K").status_code == 404


def test_wrong_tokens_are_not_counted(device: Device) -> None:
    """Nobody guesses 128 bits: a device that has opened the game may say wrong tokens, and the right one after them."""
    begun = device.post("/api/games", json={"kind": "table"}).json()
    game, guest = f"/api/games/{begun['code']}", at(device, "192.0.2.11")
    guest.get(f"/g/{begun['code']}")
    statuses = [guest.post(f"{game}/arbiter", json={"token": str(guess)}).status_code for guess in range(40)]

    assert set(statuses) == {403}
    assert guest.post(f"{game}/arbiter", json={"token": begun["token"]}).status_code == 204


def test_no_request_that_is_refused_for_its_code_reaches_the_database(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody with a thousand random keys does not keep the database busy, and learns nothing from the time."""
    game, guest = _begin(at(device, "192.0.2.12")), at(device, "192.0.2.11")
    for letter in "BCDFGHJKMNPQRSTVWXZB":
        guest.get(f"{UNKNOWN}{letter}")

    def asked(*_: object) -> None:
        raise AssertionError

    for method in ("load_game", "load_news"):
        monkeypatch.setattr(device.services.games.store, method, asked)
    keys = [{"Authorization": f"Bearer {number:038}"} for number in range(50)]

    assert {guest.get(path, headers=key).status_code for path in (game, f"{UNKNOWN}K") for key in keys} == {429}


def test_wrong_codes_with_a_token_count_too(device: Device) -> None:
    """Sending a token along does not allow more wrong codes."""
    token = {"Authorization": "Bearer x"}
    statuses = [device.get(f"{UNKNOWN}K", headers=token).status_code for _ in range(21)]

    assert statuses == [404] * 20 + [429]


@pytest.mark.parametrize("path", ["/api/games/{}/", "/g/{}/qr.svg", "/api/games/{}/nothing", "/g/{}/", "/g/{}/state"])
def test_wrong_codes_count_on_every_path(device: Device, path: str) -> None:
    """A wrong code counts on any path, whatever the answer."""
    for letter in "BCDFGHJKMNPQRSTVWXZB":
        device.get(path.format(f"BCDFGHJ{letter}"), follow_redirects=False)

    assert device.get(f"{UNKNOWN}B").status_code == 429
    assert device.get(path.format("BCDFGHJB"), follow_redirects=False).status_code == 429


@pytest.mark.parametrize("path", [b"//g//CODE", b"/g//CODE", b"//", b"/g/CODE%00", b"/g/CO%0ADE", b"/g/CODE//state"])
def test_other_spellings_of_a_path_are_unknown(path: bytes, device: Device) -> None:
    """Paths with empty parts or control characters lead nowhere, even if the code in them is right."""
    code = _begin(device).rpartition("/")[2].encode()

    async def ask() -> Answer:
        return await send(device.app, Request("GET", path.replace(b"CODE", code), (HOST,)))

    assert asyncio.run(ask()).status == 404


def test_a_slash_at_the_end_is_redirected_to_the_same_server(device: Device) -> None:
    """The address of the redirect is a path of this server, whatever characters the request contained."""
    answers = send_all(
        *(
            Request("GET", path, (HOST,))
            for path in (
                b"/verdict/?word=%C3%A9t%C3%A9&maj=P",
                b"/%5Cevil.example/",
                b"/\\evil.example/",
                b"/a%0D%0AX:y/",
            )
        )
    )

    assert [answer.status for answer in answers] == [307, 307, 307, 307]
    assert answers[0].headers["location"] == "/verdict?word=%C3%A9t%C3%A9&maj=P"
    assert [answer.headers["location"] for answer in answers[1:]] == ["/%5Cevil.example"] * 2 + ["/a%0D%0AX%3Ay"]


def test_head_is_answered_as_get_without_a_body(device: Device) -> None:
    """HEAD has the status and headers of GET, on pages, in the API and for errors."""
    for path in ("/", "/api/lexicon", "/api/nothing", "/nothing"):
        head, get = device.head(path), device.get(path)
        assert (head.status_code, head.content) == (get.status_code, b"")
        assert head.headers["content-length"] == str(len(get.content))


def test_simultaneous_guesses_are_limited_too(device: Device) -> None:
    """Of a hundred simultaneous guesses, at most twenty are answered: guesses in progress count as wrong."""

    async def at_once() -> list[Answer]:
        async with running(build(shared=True)) as built:
            guesses = (Request("GET", f"{UNKNOWN}{letter}".encode(), (HOST,)) for letter in "BCDFG" * 20)
            return await asyncio.gather(*(send(built, guess) for guess in guesses))

    statuses = [answer.status for answer in asyncio.run(at_once())]

    assert statuses.count(404) <= 20
    assert set(statuses) == {404, 429}


def test_many_devices_with_keys_may_come_at_once(tmp_path: Path) -> None:
    """After a restart, all devices of a club reconnect at the same time: each is answered."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with client(database, shared=True) as device:
        begun = [device.post("/api/games", json={"kind": "table"}).json() for _ in range(25)]

    async def at_once() -> list[Answer]:
        async with running(build(database, shared=True)) as built:
            paths = (f"/api/games/{one['code']}?key={one['key']}".encode() for one in begun * 4)
            return await asyncio.gather(*(send(built, Request("GET", path, (HOST,))) for path in paths))

    assert {answer.status for answer in asyncio.run(at_once())} == {200}


def test_unfinished_bodies_do_not_count_as_guesses() -> None:
    """Requests with unfinished bodies do not keep other requests of their address waiting."""

    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def unheard(message: Message) -> None:
        raise AssertionError(message)

    async def beside_them() -> Answer:
        async with running(build(shared=True)) as built:
            begun = await send(built, Request("POST", b"/api/games", (HOST, JSON), (b'{"kind":"table"}',)))
            scope = {
                "type": "http",
                "method": "POST",
                "path": f"{UNKNOWN}K/undo",
                "raw_path": f"{UNKNOWN}K/undo".encode(),
                "query_string": b"",
                "headers": [HOST, JSON],
                "scheme": "http",
                "client": (ADDRESS, 1),
                "server": ("localhost", 80),
            }
            slow = [asyncio.ensure_future(built({**scope}, never, unheard)) for _ in range(25)]
            await asyncio.sleep(0)
            look = Request("GET", f"/api/games/{json.loads(begun.body)['code']}".encode(), (HOST,))
            try:
                return await asyncio.wait_for(send(built, look), 20)
            finally:
                for task in slow:
                    task.cancel()
                await asyncio.gather(*slow, return_exceptions=True)

    assert asyncio.run(beside_them()).status == 200


def test_database_failures_do_not_count_as_wrong_codes(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices that retry while the database is unavailable are not locked out afterwards."""
    game = _begin(device)

    def away(code: str) -> None:
        raise StoreError("away")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(device.services.games.store, "load_game", away)
        for _ in range(25):
            assert problem(device.get(game)) == (503, "database")

    assert device.get(game).status_code == 200


def test_downloads_of_whole_games_are_limited(device: Device) -> None:
    """Downloads of a game share one limit per address; the game itself continues."""
    game = _begin(device)

    assert device.get(game).status_code == 200

    paths = ("history", "sheet.csv", "record", "notation")
    for number in range(rate_limit.DOWNLOADS.amount):
        assert device.get(f"{game}/{paths[number % 4]}").status_code in (200, 403)
    for path in (*(f"{game}/{path}" for path in paths), f"{game.replace('/api/games', '/g')}/history"):
        assert device.get(path).status_code == 429

    assert device.get(game).status_code == 200


def test_a_broken_connection_is_not_logged_as_an_error(caplog: pytest.LogCaptureFixture) -> None:
    """If an answer cannot be sent, nothing is raised and no traceback is logged."""

    async def hang_up() -> None:
        async def receive() -> Message:
            return {"type": "http.disconnect"}

        async def broken(message: Message) -> None:
            raise OSError("gone")

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/lexicon",
            "raw_path": b"/api/lexicon",
            "query_string": b"",
            "headers": [HOST],
            "scheme": "http",
            "client": ("192.0.2.1", 1),
            "server": ("localhost", 80),
        }
        async with running(build()) as built:
            await built(scope, receive, broken)

    asyncio.run(hang_up())

    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    ("limit", "method", "path", "body"),
    [
        (rate_limit.NEW_GAMES, "POST", "/api/games", {"kind": "chess"}),
        (rate_limit.VERDICTS, "GET", "/api/verdict?word=a", None),
        (rate_limit.VERDICTS, "GET", "/api/kinship?a=a&b=b", None),
        (rate_limit.VERDICTS, "GET", "/judge/verdict?word=a", None),
        (rate_limit.WORD_DETAILS, "GET", "/judge/word?word=a", None),
        (rate_limit.WORD_DETAILS, "GET", "/api/words/a", None),
        (rate_limit.WORD_DETAILS, "GET", "/verdict?word=a", None),
        (rate_limit.PICTURES, "GET", "/family.svg", None),
        (rate_limit.SEARCHES, "GET", "/api/find?maj=K", None),
    ],
)
def test_expensive_requests_are_limited(device: Device, limit: Any, method: str, path: str, body: Any) -> None:
    """New games and words have their own limits per address, bad requests included."""
    for _ in range(limit.amount):
        assert device.request(method, path, json=body).status_code != 429
    answer = device.request(method, path, json=body)

    assert answer.status_code == 429
    assert not path.startswith("/api") or problem(answer)[1] == "often"
    assert int(answer.headers["retry-after"]) >= 1
    assert device.get("/api/lexicon").status_code == 200
    assert at(device, "192.0.2.99").request(method, path, json=body).status_code != 429


def test_changes_of_one_game_are_limited(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is per address and game, and ends after the stated time."""
    game, another = _begin(device), _begin(device)
    for path in (game, another):
        assert device.get(path).status_code == 200
    for _ in range(rate_limit.CHANGES.amount):
        assert problem(device.post(f"{game}/undo", json={"number": 0})) == (403, "token")
    late = device.post(f"{game}/undo", json={"number": 0})

    assert problem(late) == (429, "often")
    assert problem(device.post(f"{another}/undo", json={"number": 0})) == (403, "token")

    later = time.monotonic() + float(late.headers["retry-after"])
    monkeypatch.setattr("belettre_lexicon.web.edge.moving_window.monotonic", lambda: later)

    assert problem(device.post(f"{game}/undo", json={"number": 0})) == (403, "token")


def test_forwarded_addresses_are_ignored(device: Device) -> None:
    """Headers that name another client address have no effect."""
    statuses = [
        device.get(
            f"{UNKNOWN}K", headers={"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for={number}"}
        ).status_code
        for number in range(21)
    ]
    assert statuses == [404] * 20 + [429]


@pytest.mark.parametrize("path", ["/api/health", "/"])
def test_unexpected_errors_are_logged_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    """The traceback is logged under a reference; the client gets only the reference."""

    def broken(*_: object) -> None:
        raise RuntimeError("a secret of /home/somebody")

    with client() as device, caplog.at_level(logging.ERROR):
        monkeypatch.setattr(device.services.games.store, "load_latest", broken)
        monkeypatch.setattr(device.services.games.store, "check_health", broken)
        answer = device.get(path)

    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"

    (record,) = (record for record in caplog.records if "reference" in record.message)
    reference = record.message.rpartition(" ")[2]

    assert reference in answer.text
    assert "a secret" in caplog.text


def test_every_problem_has_a_sentence() -> None:
    """The catalogues of both languages have exactly one sentence for each problem."""
    for language in LANGUAGES:
        keys = {key for key in Catalogue.load(language).keys() if key.startswith("problem.")}  # noqa: SIM118  # no dict
        assert keys == {f"problem.{name}" for name in STATUS}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_browsers_get_error_pages(device: Device, language: str) -> None:
    """Browsers get an error page in their language; programs get JSON."""
    headers = {"Accept": "text/html,*/*", "Accept-Language": language}
    page = device.get("/nothing", headers=headers)

    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert f'lang="{language}"' in page.text
    assert device.get("/api/nothing", headers=headers).headers["content-type"] == "application/json"


def _begin(device: Browser) -> str:
    """Create a game without looking at it, and delete the device's cookie. Return its path."""
    code = device.post("/api/games", json={"kind": "table"}).json()["code"]
    device.cookies.clear()
    return f"/api/games/{code}"


def test_the_opener_policy_is_sent_on_secure_connections_only() -> None:
    """The header is sent to this machine and over https; elsewhere browsers ignore it with a warning."""
    with client(shared=True, hosts=("localhost", "table.local")) as device:
        for address, sent in (
            ("http://localhost", True),
            ("http://table.local:8000", False),
            ("https://table.local", True),
        ):
            answer = device.get(f"{address}/api/lexicon", headers={"Origin": ""})
            assert answer.status_code == 200, answer.text
            assert ("cross-origin-opener-policy" in answer.headers) is sent, address
