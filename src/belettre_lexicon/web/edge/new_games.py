"""How much new games may add to the database, from one address and from all of them together.

A game begins with its terms, some hundred bytes, but a house list makes them 60 KB. ``rate_limit`` limits the number of
new games of an address; this layer also limits the kilobytes of their requests, and what all addresses may begin within
a minute, so that nobody fills the disk from many addresses. House lists have a limit of their own: somebody who uses it
up keeps nobody from a game without a list, nor from a game that runs. Each server process counts separately.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from ..asgi import ASGIApp, HttpLayer, Message, Receive, Scope, Send
from .moving_window import Limit, MovingWindows
from .problems import ProblemError, ProblemName

#: Limit on the kilobytes of new games from one address. A game without a house list has none: its request is shorter
#: than that. The longest possible house list has 60.
KILOBYTES = Limit(200, 60)
#: Limit on the kilobytes of new games from all addresses: 1.4 GB a day.
ALL_KILOBYTES = Limit(1000, 60)
#: Limit on new games from all addresses: those of 34 addresses that may begin no more.
ALL_NEW_GAMES = Limit(1000, 60)


class NewGames(HttpLayer):
    """ASGI layer that refuses new games that would add too much to the database.

    paths  the paths to which requests for new games go

    ``RequestGate``, further outside, has received the whole body of a request.
    """

    def __init__(self, app: ASGIApp, paths: Iterable[str]) -> None:
        super().__init__(app)
        self._paths = frozenset(paths)
        self._windows = MovingWindows()

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a request for a new game and pass it on. Raises ProblemError if it exceeds a limit."""
        if scope["method"] != "POST" or scope["path"] not in self._paths:
            await self._app(scope, receive, send)
            return
        whole: list[Message] = [await receive()]
        self.count((scope.get("client") or ("",))[0], len(whole[0].get("body", b"")) // 1024)

        async def receive_again() -> Message:
            return whole.pop() if whole else await receive()

        await self._app(scope, receive_again, send)

    def count(self, address: str, kilobytes: int) -> None:
        """Count a new game whose request has some whole kilobytes. Raises ProblemError if it exceeds a limit."""
        counters: tuple[tuple[ProblemName, Limit, tuple[str, ...], int], ...] = (
            ("lists", KILOBYTES, ("from", address), kilobytes),
            ("lists", ALL_KILOBYTES, ("all kilobytes",), kilobytes),
            ("full", ALL_NEW_GAMES, ("all games",), 1),
        )
        for name, limit, key, hits in counters:
            if not self._windows.allows(limit, *key, hits=hits):
                seconds = math.ceil(self._windows.wait(limit, *key, hits=hits))
                raise ProblemError(name, headers={"Retry-After": str(max(1, seconds))})
        for _, limit, key, hits in counters:
            self._windows.hit(limit, *key, hits=hits)
