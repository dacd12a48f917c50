"""Floor 5. Live updates: sends server-sent events to the devices that follow a game.

A device is sent the current state of the game when it connects, and again after changes. Changes made in this process
are sent at once; ``notifications`` reports those made by other processes. Browsers reconnect by themselves and then
receive the current state, so they miss nothing. Start reading at ``Hub.stream``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar

from anyio import to_thread
from sse_starlette import EventSourceResponse, ServerSentEvent

from ...errors import BelettreError
from .database import StoreError
from .loaded_game import LoadedGame
from .notifications import Notifications
from .registry import GameRegistry

G = TypeVar("G", bound=LoadedGame[Any, Any])
#: A function that opens the game with a code, such as ``GameRegistry.open_game``.
OpenGame = Callable[[str], AbstractContextManager[G]]

#: Seconds to wait before the database is asked again after an error.
RETRY_SECONDS = 0.5
#: Seconds between two keep-alive messages on a connection that has nothing else to send.
PING_SECONDS = 15
#: Milliseconds that a browser waits before it reconnects after a lost connection.
RETRY_MILLISECONDS = 1500
#: The maximum number of devices that may follow one game, and that may follow games of this process in total.
MAX_FOLLOWERS_PER_GAME, MAX_FOLLOWERS = 32, 4000

_LOG = logging.getLogger(__name__)


class CrowdedError(BelettreError):
    """Raised if too many devices already follow the game, or the games of this process in total."""


class Follower:
    """A device that follows a game.

    changed  an event that is set while the device must be sent a newer state of the game
    number   the number of entries in the state that was last sent to the device; -1 if none has been sent yet
    """

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.number = -1

    @property
    def is_waiting(self) -> bool:
        """Whether the device has been sent a state and no change of the game has been reported since."""
        return self.number >= 0 and not self.changed.is_set()


class Hub:
    """Keeps track of the devices that follow games through this process, and sends them changes."""

    def __init__(self, games: GameRegistry) -> None:
        self._games = games
        self._followers: dict[str, set[Follower]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def stream(self, code: str, open_game: OpenGame[G], render: Callable[[G], str]) -> EventSourceResponse:
        """Return a response that sends a device an event named "state" now and whenever the game has changed.

        *open_game* opens the game, and *render* returns the data of the event; the game is locked while it runs. Raises
        CrowdedError if too many devices are already following.
        """
        if len(self._followers.get(code, ())) >= MAX_FOLLOWERS_PER_GAME or self.follower_count >= MAX_FOLLOWERS:
            raise CrowdedError(f"{code}: too many devices follow")
        events = self._events(code, open_game, render)
        return EventSourceResponse(events, ping=PING_SECONDS, headers={"Cache-Control": "no-store"})

    def wake(self, code: str) -> None:
        """Report that a game has changed, so that its followers are sent the new state.

        May be called from any thread. Has no effect before ``watch`` is running.
        """
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake, code)

    @property
    def follower_count(self) -> int:
        """The number of devices that follow a game through this process."""
        return sum(map(len, self._followers.values()))

    @property
    def followed_codes(self) -> set[str]:
        """The codes of the games that devices follow through this process. May be called from any thread."""
        return set(self._followers)

    async def watch(self) -> None:
        """Wake the followers of the games that other processes change. Runs until it is cancelled."""
        self._loop = loop = asyncio.get_running_loop()
        unsure = asyncio.Event()

        def report(code: str | None) -> None:
            if code is None:
                unsure.set()
            else:
                self._wake(code)

        def report_from_thread(code: str | None) -> None:
            loop.call_soon_threadsafe(report, code)

        with Notifications(self._games.store, report_from_thread):
            while True:
                await unsure.wait()
                unsure.clear()
                try:
                    await self._wake_advanced()
                except StoreError as error:
                    _LOG.warning("%s", error)
                    await asyncio.sleep(RETRY_SECONDS)
                    unsure.set()

    async def _wake_advanced(self) -> None:
        """Ask the database which of the followed games have advanced, and wake their followers."""
        numbers: dict[str, int] = {}
        for code, followers in self._followers.items():
            # Skip devices whose ``changed`` is already set. Otherwise a device that does not read its connection would
            # make every query report its game again, which would wake all other followers of the game each time.
            if seen := [follower.number for follower in followers if follower.is_waiting]:
                numbers[code] = min(seen)
            for follower in followers:
                if follower.number < 0:  # its first state is just being read: the change may have come afterwards
                    follower.changed.set()
        if numbers:
            for code in await to_thread.run_sync(self._games.store.find_advanced, numbers):
                self._wake(code)

    async def _events(
        self, code: str, open_game: OpenGame[G], render: Callable[[G], str]
    ) -> AsyncIterator[ServerSentEvent]:
        def render_if_changed() -> tuple[int, str | None]:
            with open_game(code) as game:
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
