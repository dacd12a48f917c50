"""Deletes games that nobody has played for a long time (``--purge-after``). Start reading at ``Purge``."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from ..store.database import PurgedPage, StoreError
from ..tables.registry import GameRegistry
from .live import Hub

#: Seconds of a day, which is also the time between two purges.
DAY = 86_400
#: Seconds since somebody opened a game, in which it is not deleted.
RECENT_SECONDS = DAY
#: Seconds between two transactions of a deletion, so that entries need not wait.
_PAUSE = 0.05

_LOG = logging.getLogger(__name__)


class Purge:
    """Deletes the games whose last entry is older than some days, unless a device follows them.

    A game that a device has opened through this process in the last day stays as well. Other processes are not asked.
    """

    def __init__(self, games: GameRegistry, hub: Hub, days: int | None) -> None:
        """*days* may be None: then nothing is ever deleted."""
        self._games = games
        self._hub = hub
        self._days = days

    async def run_daily(self, report: Callable[[int], None]) -> None:
        """Delete old games now and once a day, until cancelled. *report* is told how many, if there were any."""
        while self._days is not None:
            try:
                if deleted := await self.run_once():
                    report(deleted)
            except StoreError as error:
                _LOG.warning("purge: %s", error)
            await asyncio.sleep(DAY)

    async def run_once(self) -> int:
        """Delete old games, a page at a time, and return how many. Raises StoreError if the database cannot be used."""
        if self._days is None:
            return 0
        before = time.time() - self._days * DAY
        deleted, last = 0, (0.0, "")
        while True:
            page = await asyncio.to_thread(self._purge_page, before, last)
            self._games.forget(page.deleted)
            deleted += len(page.deleted)
            if page.last is None:
                return deleted
            last = page.last
            await asyncio.sleep(_PAUSE)

    def _purge_page(self, before: float, last: tuple[float, str]) -> PurgedPage:
        kept = self._hub.followed_codes | self._games.opened_since(time.time() - RECENT_SECONDS)
        return self._games.store.purge_page(before, kept, last)
