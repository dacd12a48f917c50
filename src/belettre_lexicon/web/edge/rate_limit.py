"""Rate limits for each client address: limits on expensive requests, and on wrong codes and tokens.

Anyone with the code of a game can view it, so clients must not be able to find codes by trying many. After too many
wrong codes (``WRONG_GUESSES``), requests with any further code get status 429 until some time has passed. This includes
correct codes; otherwise the responses would reveal which codes exist. It does not include

- codes that were already used successfully from the address, or whose game was created from there: they reveal nothing
  new, and players who share an address can continue even if one of them mistypes codes. A thousand refused codes in a
  minute are no mistake, but a search for the codes of the neighbours (``REFUSED_GUESSES``): then it does include them
- requests with the token of the game or of a seat in it, which nobody can guess: a device with such a token is never
  refused for the guesses of somebody else at its address

Wrong tokens are counted separately; after too many, requests with further wrong tokens get status 429.

A token is compared with the game in memory, and otherwise with the database. The time of the answer to a wrong token
does not reveal whether the code is correct: both comparisons are made for every code, and the database is asked only so
often for each address (``TOKEN_CHECKS``), then for no code at all.

Each server process counts separately. Start reading at ``RateLimiter``.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections import Counter, OrderedDict
from contextlib import suppress
from typing import Any, Final, Literal, cast

from ..asgi import ASGIApp, HttpLayer, Message, Receive, Scope, Send, header
from ..services import Request
from ..store.database import StoredGame
from ..tables.loaded_game import UnknownGameError, hash_token
from ..tables.registry import GameRegistry, parse_code
from .moving_window import Limit, MovingWindows
from .problems import ProblemError
from .request_context import token_of

#: Limit on wrong codes from one address; also, counted separately, on wrong tokens from one address.
WRONG_GUESSES = Limit(20, 60)
#: Limit on refused codes from one address, until those that are known there are refused as well. With 2,000 games at
#: one address, somebody there would find one of them in six days on average.
REFUSED_GUESSES = Limit(1000, 60)
#: Limit on tokens from one address that are looked up in the database because of too many wrong guesses. Each takes as
#: long as a request for an unknown game.
TOKEN_CHECKS = Limit(100, 10)
#: Limit on new games from one address.
NEW_GAMES = Limit(30, 60)
#: Limit on requests for verdicts and kinships from one address. Each request takes about 5 ms.
VERDICTS = Limit(400, 10)
#: Limit on requests for the details of a word from one address. Suggesting words similar to a long unknown word takes
#: 150 ms.
WORD_DETAILS = Limit(60, 10)
#: Limit on pictures of families from one address. Drawing one takes 200 ms.
PICTURES = Limit(20, 10)
#: Limit on searches for words that fit the cards from one address. Sorting the words takes up to 1.3 seconds.
SEARCHES = Limit(10, 10)
#: Limit on downloads of one whole game (history, record, notation or score sheet) from one address. A download of the
#: longest possible game takes a second.
DOWNLOADS = Limit(40, 10)
#: Limit on changes to one game from one address.
CHANGES = Limit(100, 10)
GuessKind = Literal["codes", "tokens"]
#: The two kinds of guesses: game codes and tokens. The values are part of the keys of the counters.
_CODE: Final = "codes"
_TOKEN: Final = "tokens"
#: Maximum number of remembered pairs of an address and a correct code that it has used.
_MAX_FOUND = 10_000

#: What stands for a game that does not exist, so that its answer takes as long as that of one that does.
_NO_GAME = StoredGame("", 0.0, "", "", "")

_DOWNLOAD_PATH = re.compile(r"/(?:history|record|notation|sheet\.csv)/?$")
_VERDICT_PATH = re.compile(r"/api/(?:verdict|kinship)/?$")


class RateLimiter(HttpLayer):
    """ASGI layer that refuses requests from clients that have sent too many requests or wrong guesses.

    games  the registry of games, used to check whether the code of a request was correct
    """

    def __init__(self, app: ASGIApp, games: GameRegistry) -> None:
        super().__init__(app)
        self._games = games
        self._windows = MovingWindows()
        self._new_game_paths = {f"/api/{kind.API}" for kind in games.kinds}
        pages = "|".join(re.escape(kind.PAGES) for kind in games.kinds)
        folders = "|".join(re.escape(path[1:]) for path in sorted(self._new_game_paths))
        #: Paths with the code of a game, and paths of pages with the details of a word.
        self._code_path = re.compile(rf"/(?:{folders}|{pages})/(?P<code>[^/]{{1,100}})")
        self._word_details_path = re.compile(rf"/(?:api/words/|verdict/?$|(?:{pages})/[^/]+/words/)")
        #: Pairs of an address and a correct code that it has used, the most recently used last. The values are unused.
        self._found: OrderedDict[tuple[str, str], None] = OrderedDict()
        #: The number of guesses whose outcome is not known yet, by kind and address.
        self._pending: Counter[tuple[GuessKind, str]] = Counter()
        #: Set when the outcome of a guess becomes known, and then replaced by a new event for the next outcome.
        self._settled = asyncio.Event()

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a request and pass it on. Raises ProblemError if its client address has exceeded a limit."""
        address = (scope.get("client") or ("",))[0]
        path, changes = scope["path"], scope["method"] not in ("GET", "HEAD")
        if _VERDICT_PATH.match(path):
            self._count(VERDICTS, "verdicts", address)
        elif self._word_details_path.match(path):
            self._count(WORD_DETAILS, "word details", address)
        elif path == "/family.svg":
            self._count(PICTURES, "pictures", address)
        elif path == "/api/find":
            self._count(SEARCHES, "searches", address)
        elif changes and path in self._new_game_paths:
            self._count(NEW_GAMES, "new games", address)
            send = self._remembering_created(address, send)
        code_path = self._code_path.match(path)
        if code_path is None:
            await self._app(scope, receive, send)
            return
        code = ""  # an invalid code counts as a wrong one
        with suppress(UnknownGameError):
            code = parse_code(code_path["code"])
        known = (address, code) in self._found and self._windows.allows(REFUSED_GUESSES, "refused", address)
        if known and changes:
            self._count(CHANGES, "changes", address, code)
        elif known and _DOWNLOAD_PATH.search(path):
            self._count(DOWNLOADS, "downloads", address, code)
        guesses: list[GuessKind] = [] if known else [_CODE]
        # A token in the body of « /arbiter » or in a header is a guess, even if the address has already used the code.
        # Those in cookies are not: browsers send them with every request, even after the token of the game was changed.
        if path.endswith("/arbiter") or header(scope, "authorization") is not None:
            guesses.append(_TOKEN)
        await self._handle_guess(guesses, address, code, (scope, receive, send))

    async def _handle_guess(
        self, guesses: list[GuessKind], address: str, code: str, request: tuple[Scope, Receive, Send]
    ) -> None:
        """Handle a request with guesses of some kinds, and record whether they were correct. *code* may be "".

        Guesses in progress count as wrong until their outcome is known, so that sending many guesses at once does not
        circumvent the limit. Raises ProblemError if the address has made too many wrong guesses, unless the request
        contains the token of the game.
        """
        scope, receive, send = request
        while full := [kind for kind in guesses if not self._allows(kind, address, self._pending[kind, address] + 1)]:
            exceeded = [kind for kind in full if not self._allows(kind, address, 1)]
            if not exceeded:
                await self._settled.wait()  # wait for earlier requests, whose guesses may be correct
            elif await self._has_right_token(scope, address, code):
                guesses = []
            else:
                self._windows.hit(REFUSED_GUESSES, "refused", address)
                raise self._too_often(WRONG_GUESSES, exceeded[0], address)
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
        """Count the wrong guesses of a request, and remember its code *found* if it was correct; "" if it was wrong.

        A code is correct if its game is in memory when the response starts. The status does not show whether it is
        correct, because some responses are the same for every code. After a server error the code is not counted as
        wrong, because it may have been correct, and players who retry while the database is unavailable must not be
        locked out.
        """
        if status == 403 and _TOKEN in guesses:
            self._windows.hit(WRONG_GUESSES, _TOKEN, address)
        if found:
            self._remember(address, found)
        elif _CODE in guesses and status < 500:
            self._windows.hit(WRONG_GUESSES, _CODE, address)

    def _remembering_created(self, address: str, send: Send) -> Send:
        """Return a function *send* that remembers the code of the game that a response created, as its Location."""

        async def send_and_remember(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 201:
                location = dict(message["headers"]).get(b"location", b"").decode("latin-1")
                if (created := self._code_path.match(location)) is not None:
                    self._remember(address, created["code"])
            await send(message)

        return send_and_remember

    def _remember(self, address: str, code: str) -> None:
        self._found[address, code] = None
        self._found.move_to_end((address, code))
        if len(self._found) > _MAX_FOUND:
            self._found.popitem(last=False)

    async def _has_right_token(self, scope: Scope, address: str, code: str) -> bool:
        """Return whether a request contains the token of the game with a code, or that of a seat in this game.

        A wrong token counts as a guess. Raises StoreError if the database cannot be used.
        """
        request = Request(cast(Any, scope))
        tokens = {token for seat in (False, True) if (token := token_of(request, code, seat=seat))}
        if not (code and tokens):
            return False
        hashes = [hash_token(token) for token in tokens]
        if any(self._games.grants(code, secret) for secret in hashes):
            return True
        if self._windows.hit(TOKEN_CHECKS, "checks", address):
            stored = await asyncio.to_thread(self._games.store.load_game, code) or _NO_GAME
            if any(stored.grants(secret) for secret in hashes):
                return True
        self._windows.hit(WRONG_GUESSES, _TOKEN, address)
        return False

    def _allows(self, kind: GuessKind, address: str, misses: int) -> bool:
        """Return whether an address may still make at least *misses* wrong guesses of a kind."""
        return self._windows.allows(WRONG_GUESSES, kind, address, hits=misses)

    def _count(self, limit: Limit, *key: str) -> None:
        """Count a request under the counter *key*. Raises ProblemError if it exceeds *limit*."""
        if not self._windows.hit(limit, *key):
            raise self._too_often(limit, *key)

    def _too_often(self, limit: Limit, *key: str) -> ProblemError:
        """Return the problem for an exceeded limit; its Retry-After header gives the number of seconds to wait."""
        seconds = max(1, math.ceil(self._windows.wait(limit, *key)))
        return ProblemError("often", str(limit), headers={"Retry-After": str(seconds)})
