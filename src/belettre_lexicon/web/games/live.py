"""Floor 5. Devices that follow a game: server-sent events, one whenever the game changes.

An entry made in this process wakes its followers at once; those of other processes are found in the database, which is
asked twice a second for all games that somebody follows. A browser's EventSource connects again by itself, and the
first event of a connection is the game as it stands, so that nothing is lost. Start reading at ``Hub.stream``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager

from anyio import to_thread
from sse_starlette import EventSourceResponse, ServerSentEvent

from ...errors import BelettreError
from .database import StoreError
from .games import Game, GameRegistry

#: Seconds between two questions to the database.
POLL = 0.5
#: Seconds between two signs of life on a silent connection.
PING = 15
#: Milliseconds after which a browser connects again.
RETRY = 1500
#: Devices that may follow one game, and all games of this process.
MOST_FOLLOWERS, MOST_IN_ALL = 32, 4000

_LOG = logging.getLogger(__name__)


class CrowdedError(BelettreError):
    """More devices follow than may."""


class Follower:
    """A device: ``changed`` is set when it has something to look at, ``number`` is what it has seen."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.number = -1

    @property
    def waits(self) -> bool:
        """Whether it has seen the game, and was told of nothing since."""
        return self.number >= 0 and not self.changed.is_set()


class Hub:
    """Who follows which game in this process."""

    def __init__(self, tables: GameRegistry) -> None:
        self._tables = tables
        self._followers: dict[str, set[Follower]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def stream(self, code: str, render: Callable[[Game], str]) -> EventSourceResponse:
        """The events of a game for one device: « state », with what *render* makes of the game under its lock.

        Raises CrowdedError when too many devices follow.
        """
        if len(self._followers.get(code, ())) >= MOST_FOLLOWERS or self.followed >= MOST_IN_ALL:
            raise CrowdedError(f"{code}: too many devices follow")
        return EventSourceResponse(self._events(code, render), ping=PING, headers={"Cache-Control": "no-store"})

    def wake(self, code: str) -> None:
        """A game has changed; may be called from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake, code)

    @property
    def followed(self) -> int:
        """How many devices follow."""
        return sum(map(len, self._followers.values()))

    async def watch(self) -> None:
        """Find what other processes entered, for as long as the server runs."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(POLL)
            # Who has been told already is left out: one that does not read what it is sent would wake all others.
            waiting = {code: [one.number for one in those if one.waits] for code, those in self._followers.items()}
            numbers = {code: min(those) for code, those in waiting.items() if those}
            if not numbers:
                continue
            try:
                advanced = await to_thread.run_sync(self._tables.store.advanced, numbers)
            except StoreError as error:
                _LOG.warning("%s", error)
                continue
            for code in advanced:
                self._wake(code)

    async def _events(self, code: str, render: Callable[[Game], str]) -> AsyncIterator[ServerSentEvent]:
        def look() -> tuple[int, str | None]:
            with self._tables.open(code) as game:
                return game.number, render(game) if game.number != follower.number else None

        with self._following(code) as follower:
            while True:
                follower.changed.clear()
                number, shown = await to_thread.run_sync(look)
                if shown is not None:
                    follower.number = number
                    yield ServerSentEvent(shown, event="state", id=str(number), retry=RETRY)
                await follower.changed.wait()

    @contextmanager
    def _following(self, code: str) -> Iterator[Follower]:
        follower = Follower()
        self._followers.setdefault(code, set()).add(follower)
        try:
            yield follower
        finally:
            self._followers[code].discard(follower)
            if not self._followers[code]:
                del self._followers[code]

    def _wake(self, code: str) -> None:
        for follower in self._followers.get(code, ()):
            follower.changed.set()
