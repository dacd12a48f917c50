"""Floor 5. Rate limits per client address: requests per window, and wrong codes and tokens. See ``RateLimiter``.

Anyone who has the code of a game can view it, so codes must not be guessed in bulk. After too many wrong codes or
tokens (``WRONG_GUESSES``), an address gets status 429 for every further code until it has waited. This includes right
codes: otherwise the answers would tell which codes exist. Codes that the address has used successfully before are
excepted: it learns nothing new from them, and players behind the same address can continue although another mistypes.

The limits are counted by each server process separately.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import Counter, OrderedDict
from typing import Final, Literal

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..games.registry import GameRegistry, UnknownGameError, parse_code
from .problems import ProblemError

#: Wrong codes of one address, and separately wrong tokens.
WRONG_GUESSES = parse("20 per minute")
#: New games of one address.
NEW_GAMES = parse("30 per minute")
#: Verdicts and kinships asked by one address; each takes about 5 ms.
VERDICTS = parse("400 per 10 second")
#: Detailed answers about a word for one address. Suggestions for a long unknown word take 150 ms, a picture 200 ms.
WORD_DETAILS = parse("60 per 10 second")
#: Searches for words that fit, by one address. Sorting the words takes up to 1.3 seconds.
SEARCHES = parse("10 per 10 second")
#: Downloads of one whole game (history, record, notation, score sheet) by one address. The longest game takes a second.
DOWNLOADS = parse("40 per 10 second")
#: Changes of one game from one address.
CHANGES = parse("100 per 10 second")
GuessKind = Literal["codes", "tokens"]
#: The two things that a request may guess. The values are part of the keys of the counters.
_CODE: Final = "codes"
_TOKEN: Final = "tokens"
#: How many pairs of address and right code are remembered.
_MAX_FOUND = 10_000

_CODE_PATH = re.compile(r"/(?:api/games|g)/(?P<code>[^/]{1,100})")
_DOWNLOAD_PATH = re.compile(r"/(?:history|record|notation|sheet\.csv)/?$")
_VERDICT_PATH = re.compile(r"/api/(?:verdict|kinship)/?$")
_WORD_DETAILS_PATH = re.compile(r"/(?:api/words/|verdict/?$|family\.svg/?$)")


class RateLimiter:
    """ASGI middleware that refuses clients who send too many requests or wrong guesses.

    games  tells whether the code of a request turned out to be right
    """

    def __init__(self, app: ASGIApp, games: GameRegistry) -> None:
        self._app = app
        self._games = games
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        #: Pairs of address and code that turned out right, the most recent last.
        self._found: OrderedDict[tuple[str, str], None] = OrderedDict()
        #: Guesses in progress by kind and address; each may still turn out wrong.
        self._pending: Counter[tuple[GuessKind, str]] = Counter()
        #: Set, and replaced by a new event, whenever the outcome of a guess is known.
        self._settled = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request. Raises ProblemError if its address has exceeded a limit."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = (scope.get("client") or ("",))[0]
        path, changes = scope["path"], scope["method"] not in ("GET", "HEAD")
        if _VERDICT_PATH.match(path):
            self._count(VERDICTS, "verdicts", address)
        elif _WORD_DETAILS_PATH.match(path):
            self._count(WORD_DETAILS, "word details", address)
        elif path == "/api/find":
            self._count(SEARCHES, "searches", address)
        elif changes and path == "/api/games":
            self._count(NEW_GAMES, "new games", address)
        code_path = _CODE_PATH.match(path)
        if code_path is None:
            await self._app(scope, receive, send)
            return
        code = _parse_code(code_path["code"])
        known = (address, code) in self._found
        if known and changes:
            self._count(CHANGES, "changes", address, code)
        elif known and _DOWNLOAD_PATH.search(path):
            self._count(DOWNLOADS, "downloads", address, code)
        guesses: list[GuessKind] = [] if known else [_CODE]
        if _offers_token(scope, path):  # a guess even if the code is known
            guesses.append(_TOKEN)
        await self._handle_guess(guesses, address, code, (scope, receive, send))

    async def _handle_guess(
        self, guesses: list[GuessKind], address: str, code: str, request: tuple[Scope, Receive, Send]
    ) -> None:
        """Handle a request that may guess a code or a token, unless its address has guessed wrong too often.

        Requests in progress count as wrong until their outcome is known, so that many guesses at once gain nothing.
        """
        scope, receive, send = request
        while full := [kind for kind in guesses if not self._allows(kind, address, self._pending[kind, address] + 1)]:
            for kind in full:
                if not self._allows(kind, address, 1):
                    raise self._too_often(WRONG_GUESSES, kind, address)
            await self._settled.wait()  # for earlier requests, some of which may be right
        self._pending.update((kind, address) for kind in guesses)
        waiting = True

        def settle() -> None:
            nonlocal waiting
            if waiting:
                waiting = False
                self._pending.subtract((kind, address) for kind in guesses)
                self._pending += Counter()  # drops counts of zero
                self._settled.set()
                self._settled = asyncio.Event()

        async def send_and_settle(message: Message) -> None:
            if message["type"] == "http.response.start" and waiting:
                found = code if self._games.is_loaded(code) else ""
                self._record_outcome(guesses, address, found, message["status"])
                settle()
            await send(message)

        try:
            await self._app(scope, receive, send_and_settle)
        finally:
            settle()

    def _record_outcome(self, guesses: list[GuessKind], address: str, found: str, status: int) -> None:
        """Count wrong guesses, or remember the right code *found* ("" if it was wrong).

        A code is right if its game is in memory after the answer. The status does not tell, because some answers are
        the same for every code. After a server error nothing is counted: it is not known whether the code was right,
        and players who retry while the database is away must not be locked out.
        """
        if status == 403 and _TOKEN in guesses:
            self._limiter.hit(WRONG_GUESSES, _TOKEN, address)
        if found:
            self._found[address, found] = None
            self._found.move_to_end((address, found))
            if len(self._found) > _MAX_FOUND:
                self._found.popitem(last=False)
        elif _CODE in guesses and status < 500:
            self._limiter.hit(WRONG_GUESSES, _CODE, address)

    def _allows(self, kind: GuessKind, address: str, misses: int) -> bool:
        """Whether an address has at least this many failed attempts left."""
        return self._limiter.test(WRONG_GUESSES, kind, address, cost=misses)

    def _count(self, limit: RateLimitItem, *key: str) -> None:
        """Count a request. Raises ProblemError if it exceeds the limit."""
        if not self._limiter.hit(limit, *key):
            raise self._too_often(limit, *key)

    def _too_often(self, limit: RateLimitItem, *key: str) -> ProblemError:
        """The problem for an exceeded limit, with the seconds to wait in Retry-After."""
        wait = self._limiter.get_window_stats(limit, *key).reset_time - time.time()
        return ProblemError("often", str(limit), headers={"Retry-After": str(max(1, math.ceil(wait)))})


def _parse_code(text: str) -> str:
    """The game code in a path; "" for an invalid one, which counts as wrong."""
    try:
        return parse_code(text)
    except UnknownGameError:
        return ""


def _offers_token(scope: Scope, path: str) -> bool:
    """Whether a request may guess a token. Cookies do not count, so that a device with the right one can continue."""
    return path.endswith("/arbiter") or "authorization" in Headers(scope=scope)
