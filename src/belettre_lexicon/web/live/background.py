"""What a server does without a request: the moves that games make by themselves, and the deletion of old games.

What a game does by itself, such as the moves of its bots, depends only on its journal (``Kind.advance``). Any process
can therefore continue a game, even if the process that started it was killed. Start reading at ``Driver.drive``, and at
``Purge`` for the games that nobody has played for a long time (``--purge-after``).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from ...base.errors import BelettreError
from ..store.database import StoreError
from ..tables.loaded_game import StaleError
from ..tables.registry import GameRegistry
from .live import Hub

#: Seconds of a day, which is also the time between two purges.
DAY = 86_400
#: Seconds since somebody opened a game, in which it is not deleted.
RECENT_SECONDS = DAY
#: Games are deleted only if somebody has played in so many seconds: otherwise the clock may be wrong.
AGREES_SECONDS = 2 * DAY
#: Seconds between two transactions of a deletion, so that entries need not wait.
_PAUSE = 0.05

_LOG = logging.getLogger(__name__)


class Driver:
    """Makes the moves that games make by themselves, such as those of bots, with one background task per game."""

    def __init__(self, games: GameRegistry, hub: Hub) -> None:
        self._games = games
        self._hub = hub
        self._tasks: dict[str, asyncio.Task[None]] = {}
        #: Codes of games for which ``drive`` was called while their task was running. The task checks such a game once
        #: more before it ends.
        self._requested_again: set[str] = set()

    def drive(self, code: str) -> None:
        """Start a background task in which a game moves until it waits for a player.

        Must be called from the event loop. If the task is already running, it only checks the game once more before it
        ends.
        """
        if code in self._tasks:
            self._requested_again.add(code)
        else:
            self._tasks[code] = asyncio.create_task(self._drive(code))

    async def _drive(self, code: str) -> None:
        try:
            while True:
                self._requested_again.discard(code)
                interval = await asyncio.to_thread(self._move_once, code)
                if interval is not None:
                    await asyncio.sleep(interval)
                elif code not in self._requested_again:
                    return
        except BelettreError as error:  # the next request for the game tries again
            _LOG.warning("%s", error)
        finally:
            del self._tasks[code]

    def _move_once(self, code: str) -> float | None:
        """Let a game make one move if one is due. Return after how many seconds this method must be called again.

        This is the case if it has moved, or if another process has made a move instead and another one is due. Return
        None otherwise.
        """
        with self._games.open_game(code) as game:
            try:
                moved = game.advance()
                if moved:
                    self._hub.publish(game)
            except StaleError:  # another process has moved
                moved = game.due
            return game.move_interval if moved else None


class Purge:
    """Deletes the games whose last entry is older than some days, unless a device follows them.

    A game that a device has opened in the last day stays as well. Only the devices of this process are considered.
    Nothing is deleted unless the clock agrees with the newest entry of all games (AGREES_SECONDS): a clock that is a
    year ahead would delete today's games.
    """

    def __init__(self, games: GameRegistry, hub: Hub, days: int | None) -> None:
        """*days* is the age after which games are deleted; None to delete nothing."""
        self._games = games
        self._hub = hub
        self._days = days
        self._offset = _clock_offset()

    async def run_daily(self, report: Callable[[int], None]) -> None:
        """Delete old games now and once a day, until cancelled.

        *report* is called with the number of deleted games if it is not 0. A StoreError is logged.
        """
        while self._days is not None:
            try:
                if deleted := await self.run_once():
                    report(deleted)
            except StoreError as error:
                _LOG.warning("purge: %s", error)
            await asyncio.sleep(DAY)

    async def run_once(self) -> int:
        """Delete old games, a page at a time, and return how many. Raises StoreError if the database cannot be used.

        Logs a warning and deletes nothing if the clock does not agree with the newest entry, or was changed by days
        since the server started: entries made by a wrong clock agree with it.
        """
        if self._days is None:
            return 0
        newest = await asyncio.to_thread(self._games.store.last_entry_at)
        idle = time.time() - newest
        if newest and abs(idle) > AGREES_SECONDS:
            _LOG.warning("purge: nothing deleted: by this clock the newest entry is %.0f days old", idle / DAY)
            return 0
        if abs(_clock_offset() - self._offset) > AGREES_SECONDS:
            _LOG.warning("purge: nothing deleted: the clock was changed since the server started")
            return 0
        before = time.time() - self._days * DAY
        deleted, last = 0, (0.0, "")
        while True:
            kept = self._hub.followed_codes | self._games.opened_since(time.time() - RECENT_SECONDS)
            page = await asyncio.to_thread(self._games.store.purge_page, before, kept, last)
            self._games.forget(page.deleted)
            deleted += len(page.deleted)
            if page.last is None:
                return deleted
            last = page.last
            await asyncio.sleep(_PAUSE)


def _clock_offset() -> float:
    """Return the difference between the clock and one that nobody can change, in seconds; constant unless it jumps."""
    steady = getattr(time, "CLOCK_BOOTTIME", None)  # goes on while the machine sleeps; Linux alone has it
    return time.time() - (time.monotonic() if steady is None else time.clock_gettime(steady))
