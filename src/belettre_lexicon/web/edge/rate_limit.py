"""Rate limits for each client address: limits on expensive requests, and on wrong game codes.

Anyone with the code of a game can view it, so clients must not be able to find codes by trying many. A request with a
key of the game (``tables.keys``) needs no guess, and passes: a key in the Authorization header, in a cookie, or in the
link that was opened. Any other request is a guess. It is counted before it is handled, so that many at once do not get
around the limit, and the hit is given back if the game exists. After too many wrong codes (``WRONG_GUESSES``), all
further guesses get status 429 until some time has passed, right ones as well: the response tells nothing of the code.

A browser without a cookie that opens a page of a game is given one with the view key, and is not limited by the guesses
of others at its address from then on. Programs that use the API are given none, because those that keep cookies would
have to send an Origin with them. Tokens have too many bits to be guessed, and are not counted.

Each server process counts separately. Start reading at ``RateLimiter``.
"""

from __future__ import annotations

import math
import re
from contextlib import suppress
from typing import Any, cast

from ..asgi import ASGIApp, HttpLayer, Message, Receive, Scope, Send
from ..services import Request
from ..tables.loaded_game import UnknownGameError
from ..tables.registry import GameRegistry, parse_code
from .moving_window import Limit, MovingWindows
from .problems import ProblemError
from .request_context import KEY, key_cookie, stored_keys

#: Limit on wrong codes from one address.
WRONG_GUESSES = Limit(20, 60)
#: Limit on new games from one address.
NEW_GAMES = Limit(30, 60)
#: Limit on requests for verdicts, kinships and steps of lessons from one address. Each request takes about 5 ms.
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

_DOWNLOAD_PATH = re.compile(r"/(?:history|record|notation|sheet\.csv)/?$")
_VERDICT_PATH = re.compile(r"/(?:api/(?:verdict|kinship)|judge/verdict)/?$|/(?:learn|practice)/")


class RateLimiter(HttpLayer):
    """ASGI layer that refuses requests from clients that have sent too many requests or wrong codes.

    games  the registry of games, used to recognize keys, and to check whether the code of a request was correct
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
        details = rf"/(?:api/words/|verdict/?$|judge/word/?$|(?:{pages})/[^/]+/words/)"
        self._word_details_path = re.compile(details)

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
        if (found := self._code_path.match(path)) is not None:
            code = ""  # an invalid code counts as a wrong one
            with suppress(UnknownGameError):
                code = parse_code(found["code"])
            send = self._check_code(scope, send, address, code)
            if changes:
                self._count(CHANGES, "changes", address, code)
            elif _DOWNLOAD_PATH.search(path):
                self._count(DOWNLOADS, "downloads", address, code)
        await self._app(scope, receive, send)

    def _check_code(self, scope: Scope, send: Send, address: str, code: str) -> Send:
        """Count the code of a request as a guess, unless the request has a key of the game. *code* may be "".

        Return a function *send* that gives the hit back and, for a page, sets the cookie, if the game exists. Raises
        ProblemError if the address has made too many guesses.

        The game exists if it is in memory when the response starts. The status does not show whether it does, because
        some responses are the same for every code. After a server error the code may have been correct, and players
        who retry while the database is unavailable must not be locked out.
        """
        request, keys = Request(cast(Any, scope)), self._games.keys
        if any(keys.is_issued(key, code) for key in stored_keys(request, code)):
            return send
        linked = keys.is_issued(request.query_params.get(KEY, ""), code)
        guessed_at = None if linked else self._count(WRONG_GUESSES, "codes", address)

        async def send_with_key(message: Message) -> None:
            if message["type"] == "http.response.start":
                exists = self._games.is_loaded(code)
                if guessed_at is not None and (exists or message["status"] >= 500):
                    self._windows.give_back(guessed_at, "codes", address)
                if (exists or linked) and not scope["path"].startswith("/api/"):
                    cookie = key_cookie(request, code, keys.sign(code), "-view").to_encoded_header()
                    message = {**message, "headers": [*message.get("headers", ()), cookie]}
            await send(message)

        return send_with_key

    def _count(self, limit: Limit, *key: str) -> float:
        """Count a request under the counter *key*, and return when. Raises ProblemError if it exceeds *limit*.

        The Retry-After header of the problem gives the number of seconds to wait.
        """
        at = self._windows.hit(limit, *key)
        if at is None:
            seconds = max(1, math.ceil(self._windows.wait(limit, *key)))
            raise ProblemError("often", str(limit), headers={"Retry-After": str(seconds)})
        return at
