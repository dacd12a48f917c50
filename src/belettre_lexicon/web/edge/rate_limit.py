"""Floor 5. How often an address may do what costs, and how often it may be wrong: start reading at ``Pace``.

A code opens a game to whoever has it, so that nobody may try many: after MISSES codes or tokens that were wrong, an
address gets « 429 » for whatever code it names next, right or wrong, until it has waited; else the answer would say
which codes there are. Codes that this address found before are answered all the while: of these it learns nothing new,
and a table goes on although somebody beside it mistypes.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import Counter, OrderedDict

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..games.games import GameRegistry, UnknownGameError, code_of
from .problems import ProblemError

#: Wrong codes, and wrong tokens, of one address.
MISSES = parse("20 per minute")
#: New games of one address.
CREATIONS = parse("30 per minute")
#: Words that one address asks to be judged, some 5 ms each: forty a second, or that many at once after a while.
WORDS = parse("400 per 10 second")
#: Words that one address asks everything about: words near an unknown long one take 150 ms, a picture 200.
DOSSIERS = parse("60 per 10 second")
#: Words that fit, which take up to 1.3 seconds to put in order.
HINTS = parse("10 per 10 second")
#: Whole games that one address asks for, of one game: a record that an arbiter made as long as may be takes a second.
WHOLES = parse("40 per 10 second")
#: Changes of one game from one address: ten a second, or that many at once after a while.
CHANGES = parse("100 per 10 second")
#: What a request may be wrong about.
_CODE, _TOKEN = "codes", "tokens"
#: Codes that were found, by address, that are remembered.
_MOST_FOUND = 10_000

_CODED = re.compile(r"/(?:api/games|g)/(?P<code>[^/]{1,100})")
_WHOLE = re.compile(r"/(?:history|record|notation|sheet\.csv)/?$")
_WORDS = re.compile(r"/api/(?:verdict|kinship)/?$")
_DOSSIERS = re.compile(r"/(?:api/words/|verdict/?$|family\.svg/?$)")


class Pace:
    """Counts what addresses do, in this process; middleware of ASGI."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._found: OrderedDict[tuple[str, str], None] = OrderedDict()
        #: Requests of an address whose code has not been found right or wrong yet: each may turn out a miss.
        self._pending: Counter[tuple[str, str]] = Counter()
        #: Set, and replaced, whenever one of them has been found right or wrong.
        self._settled = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of ASGI. Raises ProblemError when it came too soon."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = (scope.get("client") or ("",))[0]
        path, changes = scope["path"], scope["method"] not in ("GET", "HEAD")
        if _WORDS.match(path):
            self._hit(WORDS, "words", address)
        elif _DOSSIERS.match(path):
            self._hit(DOSSIERS, "dossiers", address)
        elif path == "/api/find":
            self._hit(HINTS, "hints", address)
        elif changes and path == "/api/games":
            self._hit(CREATIONS, "creations", address)
        coded = _CODED.match(path)
        if coded is None:
            await self._app(scope, receive, send)
            return
        code = _code(coded["code"])
        known = (address, code) in self._found
        if known and changes:
            self._hit(CHANGES, "changes", address, code)
        elif known and _WHOLE.search(path):
            self._hit(WHOLES, "wholes", address, code)
        guesses = [] if known else [_CODE]
        if _offers_token(scope, path):  # it may be a guess, whether its sender has the code or not
            guesses.append(_TOKEN)
        await self._guess(guesses, address, code, (scope, receive, send))

    async def _guess(self, guesses: list[str], address: str, code: str, asked: tuple[Scope, Receive, Send]) -> None:
        """Answer a request that may be wrong about these, unless too many of its address were."""
        scope, receive, send = asked
        while full := [kind for kind in guesses if not self._allows(kind, address, self._pending[kind, address] + 1)]:
            for kind in full:
                if not self._allows(kind, address, 1):
                    raise self._too_often(MISSES, kind, address)
            await self._settled.wait()  # for those before it, of which some may be right
        self._pending.update((kind, address) for kind in guesses)
        waiting = True

        def settle() -> None:
            nonlocal waiting
            if waiting:
                waiting = False
                self._pending.subtract((kind, address) for kind in guesses)
                self._pending += Counter()  # drops those of which none is left
                self._settled.set()
                self._settled = asyncio.Event()

        async def judged(message: Message) -> None:
            if message["type"] == "http.response.start" and waiting:
                tables: GameRegistry = scope["app"].state.tables
                self._judge(guesses, address, code if tables.holds(code) else "", message["status"])
                settle()
            await send(message)

        try:
            await self._app(scope, receive, judged)
        finally:
            settle()

    def _judge(self, guesses: list[str], address: str, found: str, status: int) -> None:
        """Count what was wrong, or remember the code that was *found*.

        Whatever was answered, a code is found when its game is in memory now: there are answers that hang on no game.
        One that the database could not be asked about is neither: else who waits for it would be told « too often ».
        """
        if status == 403 and _TOKEN in guesses:
            self._limiter.hit(MISSES, _TOKEN, address)
        if found:
            self._found[address, found] = None
            self._found.move_to_end((address, found))
            if len(self._found) > _MOST_FOUND:
                self._found.popitem(last=False)
        elif _CODE in guesses and status < 500:
            self._limiter.hit(MISSES, _CODE, address)

    def _allows(self, kind: str, address: str, more: int) -> bool:
        """Whether an address may be wrong so many times more."""
        return self._limiter.test(MISSES, kind, address, cost=more)

    def _hit(self, limit: RateLimitItem, *key: str) -> None:
        if not self._limiter.hit(limit, *key):
            raise self._too_often(limit, *key)

    def _too_often(self, limit: RateLimitItem, *key: str) -> ProblemError:
        wait = self._limiter.get_window_stats(limit, *key).reset_time - time.time()
        return ProblemError("often", str(limit), headers={"Retry-After": str(max(1, math.ceil(wait)))})


def _code(text: str) -> str:
    """The code that a path names; "" for what is none and so will be a miss."""
    try:
        return code_of(text)
    except UnknownGameError:
        return ""


def _offers_token(scope: Scope, path: str) -> bool:
    return path.endswith("/arbiter") or "authorization" in Headers(scope=scope)
