"""The rate limits apart from the server: guesses in progress, and the numbers on both sides of each limit."""

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
from belettre_lexicon.web.tables.registry import GameRegistry

#: The codes of the games that exist, and one that does not.
RIGHT, OTHER, WRONG = "BCDFGHJK", "BCDFGHJM", "ZZZZZZZZ"
#: The status by which the stub application says that it answered; 429 is a problem that the limiter raised.
ANSWERED, REFUSED = 200, 429


class House:
    """A limiter around an application that answers 200 to right codes and 404 to wrong ones, when it is told to."""

    def __init__(self) -> None:
        games = SimpleNamespace(kinds=KINDS, is_loaded=lambda code: code in (RIGHT, OTHER))
        self._limiter = RateLimiter(self._answer, cast(GameRegistry, games))
        #: The requests for these codes are answered when the event of the code is set.
        self.held: dict[str, asyncio.Event] = {}
        #: The number of requests that the application has received.
        self.received = 0

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        code = scope["path"].rpartition("/")[2]
        self.received += 1
        if code in self.held:
            await self.held[code].wait()
        status = scope.get("answer") or (ANSWERED if code in (RIGHT, OTHER) else 404)
        await send({"type": "http.response.start", "status": status, "headers": []})

    async def ask(self, code: str, *, path: str = "/g/", token: str = "", answer: int = 0) -> int:
        """Send a request for a game, and return the status of the answer."""
        headers = [(b"authorization", token.encode())] if token else []
        scope = {"type": "http", "method": "GET", "path": path + code, "headers": headers, "answer": answer}
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        async def record(message: Message) -> None:
            sent.append(message)

        try:
            await self._limiter({**scope, "client": ("192.0.2.1", 1)}, receive, record)
        except ProblemError:
            return REFUSED
        return cast(int, sent[0]["status"])


def play(script: Callable[[House], Awaitable[Any]]) -> Any:
    """Run a script with a new house. A request that is never answered fails the test after ten seconds."""

    async def timed() -> Any:
        return await asyncio.wait_for(script(House()), 10)

    return asyncio.run(timed())


async def settle() -> None:
    """Let all tasks run until each of them waits."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def three_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three wrong guesses a minute are allowed, so that the tests stay short."""
    monkeypatch.setattr(rate_limit, "WRONG_GUESSES", Limit(3, 60))


def test_wrong_guesses_are_answered_up_to_the_limit() -> None:
    """Exactly as many wrong codes as the limit allows are answered; then right ones are refused as well."""

    async def script(house: House) -> list[int]:
        return [await house.ask(WRONG) for _ in range(4)] + [await house.ask(RIGHT)]

    assert play(script) == [404, 404, 404, REFUSED, REFUSED]


def test_the_last_guess_waits_for_one_in_progress() -> None:
    """With one guess left and one in progress, the next one waits: if the first was right, it is answered as well."""

    async def script(house: House) -> None:
        assert [await house.ask(WRONG) for _ in range(2)] == [404, 404]
        house.held[RIGHT] = asyncio.Event()
        first = asyncio.create_task(house.ask(RIGHT))
        second = asyncio.create_task(house.ask(OTHER))
        await settle()
        assert house.received == 3  # the second one waits
        assert not second.done()

        house.held[RIGHT].set()

        assert await first == ANSWERED
        assert await second == ANSWERED

    play(script)


def test_a_waiting_guess_is_refused_once_the_one_in_progress_was_wrong() -> None:
    """With one guess left and one in progress, the next one waits: if the first was wrong, it is refused."""

    async def script(house: House) -> None:
        assert [await house.ask(WRONG) for _ in range(2)] == [404, 404]
        house.held[WRONG] = asyncio.Event()
        first = asyncio.create_task(house.ask(WRONG))
        second = asyncio.create_task(house.ask(RIGHT))
        await settle()
        assert not second.done()

        house.held[WRONG].set()

        assert await first == 404
        assert await second == REFUSED
        assert house.received == 3

    play(script)


def test_guesses_in_progress_fill_the_limit_and_no_more() -> None:
    """As many guesses as are left may be in progress at once; each one more waits for one of them."""

    async def script(house: House) -> None:
        house.held[WRONG] = asyncio.Event()
        guesses = [asyncio.create_task(house.ask(WRONG)) for _ in range(5)]
        await settle()
        assert house.received == 3

        house.held[WRONG].set()

        assert [await guess for guess in guesses] == [404, 404, 404, REFUSED, REFUSED]
        assert house.received == 3

    play(script)


def test_a_guess_that_ends_without_an_answer_is_no_longer_in_progress() -> None:
    """If the application fails, or a client leaves, its guess neither counts nor keeps others waiting."""

    async def script(house: House) -> None:
        house.held[WRONG] = asyncio.Event()
        lost = [asyncio.create_task(house.ask(WRONG)) for _ in range(3)]
        await settle()
        waiting = asyncio.create_task(house.ask(RIGHT))
        await settle()
        assert not waiting.done()

        lost[0].cancel()

        assert await waiting == ANSWERED
        for guess in lost:
            guess.cancel()
        await asyncio.gather(*lost, return_exceptions=True)
        del house.held[WRONG]
        assert [await house.ask(WRONG) for _ in range(4)] == [404, 404, 404, REFUSED]

    play(script)


@pytest.mark.parametrize(("status", "counts"), [(404, True), (400, True), (499, True), (500, False), (503, False)])
def test_only_errors_of_the_server_do_not_count(status: int, counts: bool) -> None:
    """A wrong code counts with every status below 500; from 500 on the code may have been right."""

    async def script(house: House) -> list[int]:
        return [await house.ask(WRONG, answer=status) for _ in range(4)]

    assert play(script) == [status, status, status, REFUSED if counts else status]


def test_wrong_tokens_count_by_themselves() -> None:
    """Status 403 with a token counts as a wrong token and not as a wrong code; without a token it counts as neither."""

    async def script(house: House) -> None:
        assert [await house.ask(RIGHT, answer=403) for _ in range(5)] == [403] * 5
        assert [await house.ask(RIGHT, token="x", answer=403) for _ in range(4)] == [403, 403, 403, REFUSED]
        assert await house.ask(RIGHT) == ANSWERED
        assert [await house.ask(WRONG) for _ in range(4)] == [404, 404, 404, REFUSED]

    play(script)


def test_right_tokens_are_not_limited() -> None:
    """A device that sends the right token may do so any number of times."""

    async def script(house: House) -> list[int]:
        return [await house.ask(RIGHT, token="right") for _ in range(9)]

    assert play(script) == [ANSWERED] * 9


def test_a_search_for_known_codes_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who is refused very often cannot go on to try which codes are known at the address."""
    monkeypatch.setattr(rate_limit, "REFUSED_GUESSES", Limit(5, 60))

    async def script(house: House) -> list[int]:
        assert await house.ask(RIGHT) == ANSWERED
        assert [await house.ask(WRONG) for _ in range(7)] == [404] * 3 + [REFUSED] * 4
        assert await house.ask(RIGHT) == ANSWERED
        return [await house.ask(code) for code in (WRONG, RIGHT, WRONG, OTHER)]

    assert play(script) == [REFUSED] * 4


def test_a_code_that_was_used_remains_known_up_to_the_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    """The most recently used codes of an address are remembered; the oldest one is forgotten, and is a guess again."""
    monkeypatch.setattr(rate_limit, "_MAX_FOUND", 1)

    async def script(house: House) -> list[int]:
        await house.ask(OTHER)
        await house.ask(RIGHT)
        for _ in range(3):
            await house.ask(WRONG)
        return [await house.ask(RIGHT), await house.ask(OTHER)]

    assert play(script) == [ANSWERED, REFUSED]
