"""Makes the moves that games make by themselves, such as those of bots: start reading at ``Driver.drive``.

What a game does by itself depends only on its journal (``Kind.advance``). Any process can therefore continue a game,
even if the process that started it was killed.
"""

from __future__ import annotations

import asyncio
import logging

from ...base.errors import BelettreError
from ..tables.loaded_game import StaleError
from ..tables.registry import GameRegistry
from .live import Hub

#: Seconds between two moves, so that a person can follow the game.
MOVE_INTERVAL = 0.7

_LOG = logging.getLogger(__name__)


class Driver:
    """Makes the moves of games in this process, with one background task per game."""

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
                if await asyncio.to_thread(self._move_once, code):
                    await asyncio.sleep(MOVE_INTERVAL)
                elif code not in self._requested_again:
                    return
        except BelettreError as error:  # the next request for the game tries again
            _LOG.warning("%s", error)
        finally:
            del self._tasks[code]

    def _move_once(self, code: str) -> bool:
        """Let a game make one move if one is due. Return whether this method must be called again.

        This is the case if it has moved, or if another process has made a move instead and another one is due.
        """
        with self._games.open_game(code) as game:
            try:
                moved = game.advance()
                if moved:
                    self._hub.publish(game)
                return moved
            except StaleError:  # another process has moved
                return game.due
