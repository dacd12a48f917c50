"""Floor 5. Live updates: server-sent events to the devices that follow a game, one event for every change.

Changes made in this process are sent at once. Changes made by other processes are found by polling the database twice a
second, with one query for all followed games. Browsers reconnect by themselves, and the first event of a connection is
the current state, so no change is lost. Start reading at ``Hub.stream``.
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
from .registry import Game, GameRegistry

#: Seconds between two queries for changes by other processes.
POLL_SECONDS = 0.5
#: Seconds between two keep-alive messages on a silent connection.
PING_SECONDS = 15
#: Milliseconds after which a browser reconnects.
RETRY_MILLISECONDS = 1500
#: How many devices may follow one game, and all games of this process together.
MAX_FOLLOWERS_PER_GAME, MAX_FOLLOWERS = 32, 4000

_LOG = logging.getLogger(__name__)


class CrowdedError(BelettreError):
    """Raised if the maximum number of devices already follows."""


class Follower:
    """A device that follows a game.

    changed  set when the game has changed since the device was last sent its state
    number   the number of entries in the state that the device was last sent; -1 before the first
    """

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.number = -1

    @property
    def is_waiting(self) -> bool:
        """Whether the device was sent a state and waits for the next change."""
        return self.number >= 0 and not self.changed.is_set()


class Hub:
    """The devices of this process that follow games, by game code."""

    def __init__(self, games: GameRegistry) -> None:
        self._games = games
        self._followers: dict[str, set[Follower]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def stream(self, code: str, render: Callable[[Game], str]) -> EventSourceResponse:
        """Return a response that sends a game to one device: an event "state" now and after every change.

        *render* makes the text of an event from the game, which is locked meanwhile. Raises CrowdedError if too many
        devices follow already.
        """
        if len(self._followers.get(code, ())) >= MAX_FOLLOWERS_PER_GAME or self.follower_count >= MAX_FOLLOWERS:
            raise CrowdedError(f"{code}: too many devices follow")
        return EventSourceResponse(self._events(code, render), ping=PING_SECONDS, headers={"Cache-Control": "no-store"})

    def wake(self, code: str) -> None:
        """Tell the followers of a game that it has changed. May be called from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake, code)

    @property
    def follower_count(self) -> int:
        """The number of devices that follow a game of this process."""
        return sum(map(len, self._followers.values()))

    async def watch(self) -> None:
        """Poll the database for changes by other processes, until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            # Devices already told of a change are left out: otherwise one that does not read its connection would make
            # the query report its game again and again, and wake all other followers of the game each time.
            waiting = {
                code: [follower.number for follower in followers if follower.is_waiting]
                for code, followers in self._followers.items()
            }
            numbers = {code: min(seen) for code, seen in waiting.items() if seen}
            if not numbers:
                continue
            try:
                advanced = await to_thread.run_sync(self._games.store.find_advanced, numbers)
            except StoreError as error:
                _LOG.warning("%s", error)
                continue
            for code in advanced:
                self._wake(code)

    async def _events(self, code: str, render: Callable[[Game], str]) -> AsyncIterator[ServerSentEvent]:
        def render_if_changed() -> tuple[int, str | None]:
            with self._games.open_game(code) as game:
                return game.number, render(game) if game.number != follower.number else None

        with self._following(code) as follower:
            while True:
                follower.changed.clear()
                number, text = await to_thread.run_sync(render_if_changed)
                if text is not None:
                    follower.number = number
                    yield ServerSentEvent(text, event="state", id=str(number), retry=RETRY_MILLISECONDS)
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
