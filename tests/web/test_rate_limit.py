"""The limit on wrong codes apart from the server: what counts as a guess, what is given back, and who passes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from belettre_lexicon.web.asgi import Message, Receive, Scope, Send
from belettre_lexicon.web.edge import rate_limit
from belettre_lexicon.web.edge.moving_window import Limit
from belettre_lexicon.web.edge.problems import ProblemError
from belettre_lexicon.web.edge.rate_limit import RateLimiter
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.tables.keys import Keys, draw_token
from belettre_lexicon.web.tables.registry import GameRegistry

#: The codes of the games that exist, and one that does not.
RIGHT, OTHER, WRONG = "BCDFGHJK", "BCDFGHJM", "ZZZZZZZZ"
#: The status by which the stub application says that it answered; 429 is a problem that the limiter raised.
ANSWERED, REFUSED = 200, 429
KEYS = Keys("the signing key of the server")


class House:
    """A limiter around an application that answers 200 to right codes and 404 to wrong ones, when it is told to."""

    def __init__(self) -> None:
        games = SimpleNamespace(kinds=KINDS, is_loaded=lambda code: code in (RIGHT, OTHER), keys=KEYS)
        self._limiter = RateLimiter(self._answer, cast(GameRegistry, games))
        #: The requests for these codes are answered when the event of the code is set.
        self.held: dict[str, asyncio.Event] = {}
        #: The cookies that the last answer sets.
        self.cookies: list[str] = []

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        code = scope["path"].rpartition("/")[2]
        if code in self.held:
            await self.held[code].wait()
        status = scope["answer"] or (ANSWERED if code in (RIGHT, OTHER) else 404)
        await send({"type": "http.response.start", "status": status, "headers": []})

    async def ask(
        self, code: str, *, path: str = "/g/", key: str = "", cookie: str = "", query: str = "", answer: int = 0
    ) -> int:
        """Send a request for a game, and return the status of the answer."""
        headers = {b"authorization": f"Bearer {key}".encode(), b"cookie": f"belettre-{code}{cookie}".encode()}
        scope: Any = {"type": "http", "method": "GET", "path": path + code, "answer": answer, "scheme": "http"}
        scope |= {"headers": [pair for pair in headers.items() if pair[1] != b"Bearer "]}
        scope |= {"query_string": query.encode(), "client": ("192.0.2.1", 1)}
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        async def record(message: Message) -> None:
            sent.append(message)

        try:
            await self._limiter(scope, receive, record)
        except ProblemError:
            return REFUSED
        self.cookies = [value.decode() for name, value in sent[0]["headers"] if name == b"set-cookie"]
        return cast(int, sent[0]["status"])


def play(script: Callable[[House], Awaitable[Any]]) -> Any:
    """Run a script with a new house. A request that is never answered fails the test after ten seconds."""

    async def timed() -> Any:
        return await asyncio.wait_for(script(House()), 10)

    return asyncio.run(timed())


@pytest.fixture(autouse=True)
def three_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three wrong guesses a minute are allowed, so that the tests stay short."""
    monkeypatch.setattr(rate_limit, "WRONG_GUESSES", Limit(3, 60))


def test_wrong_codes_are_answered_up_to_the_limit() -> None:
    """Exactly as many wrong codes as the limit allows are answered; then right ones are refused as well."""

    async def script(house: House) -> list[int]:
        return [await house.ask(WRONG) for _ in range(4)] + [await house.ask(RIGHT)]

    assert play(script) == [404, 404, 404, REFUSED, REFUSED]


def test_right_codes_are_given_back() -> None:
    """However often right codes are typed, as many wrong ones as the limit allows are answered."""

    async def script(house: House) -> list[int]:
        return [await house.ask(code) for code in (RIGHT, OTHER) * 9 + (WRONG,) * 4]

    assert play(script) == [ANSWERED] * 18 + [404, 404, 404, REFUSED]


def test_guesses_in_progress_count() -> None:
    """Of many guesses at once, no more than the limit allows are passed on."""

    async def script(house: House) -> list[int]:
        house.held[WRONG] = asyncio.Event()
        guesses = [asyncio.create_task(house.ask(WRONG)) for _ in range(5)]
        await asyncio.sleep(0)
        house.held[WRONG].set()
        return [await guess for guess in guesses]

    assert play(script) == [404, 404, 404, REFUSED, REFUSED]


@pytest.mark.parametrize(("status", "counts"), [(404, True), (400, True), (499, True), (500, False), (503, False)])
def test_only_errors_of_the_server_do_not_count(status: int, counts: bool) -> None:
    """A wrong code counts with every status below 500; from 500 on the code may have been right."""

    async def script(house: House) -> list[int]:
        return [await house.ask(WRONG, answer=status) for _ in range(4)]

    assert play(script) == [status, status, status, REFUSED if counts else status]


def test_every_key_of_the_game_passes() -> None:
    """A token in the header or in a cookie, and the view key in a cookie or a link, pass beside any wrong codes."""
    token, view = KEYS.sign(RIGHT, draw_token()), KEYS.sign(RIGHT)
    ways: list[dict[str, Any]] = [
        *({"key": key} for key in (token, view)),
        *({"cookie": f"{kind}={key}"} for kind in ("", "-seat") for key in (token, view)),
        *({"cookie": f"-view={view}"}, {"query": f"lang=fr&key={view}"}),
    ]

    async def script(house: House) -> None:
        assert [await house.ask(WRONG) for _ in range(4)] == [404, 404, 404, REFUSED]
        for way in ways:
            assert [await house.ask(RIGHT, **way) for _ in range(5)] == [ANSWERED] * 5, way

    play(script)


def test_no_other_key_passes() -> None:
    """A key of another game or another server, one that was changed, and a token without signature are no keys."""
    foreign = Keys("another key").sign(RIGHT)
    token = KEYS.sign(RIGHT, draw_token())
    keys = ["", "x", "é", KEYS.sign(OTHER), foreign, token[1:], token[:-1], token[:22], token + "="]

    async def script(house: House) -> None:
        for _ in range(3):
            await house.ask(WRONG)
        for key in keys:
            assert await house.ask(RIGHT, key=key) == REFUSED
            assert await house.ask(RIGHT, cookie=f"={key}") == REFUSED
            assert await house.ask(RIGHT, query=f"key={key}") == REFUSED

    play(script)


def test_a_device_without_a_key_is_given_the_view_key() -> None:
    """The page of a game sets the cookie, also after a link; a wrong code, the API and a stored key do not."""

    async def script(house: House) -> None:
        for query in ("", f"key={KEYS.sign(RIGHT)}"):
            await house.ask(RIGHT, query=query)
            (cookie,) = house.cookies
            assert cookie.startswith(f"belettre-{RIGHT}-view={KEYS.sign(RIGHT)};")
            assert {"HttpOnly", "Max-Age=86400", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
        for code, path in ((WRONG, "/g/"), (RIGHT, "/api/games/")):
            await house.ask(code, path=path)
            assert house.cookies == []
        for stored in (f"-view={KEYS.sign(RIGHT)}", f"={KEYS.sign(RIGHT, draw_token())}"):
            await house.ask(RIGHT, cookie=stored)
            assert house.cookies == []

    play(script)
