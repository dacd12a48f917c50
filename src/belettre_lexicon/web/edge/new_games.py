"""How much new games may add to the database, from one address and from all of them together.

A game begins with some hundred bytes, but a house list makes them 60 KB. ``rate_limit`` limits the number of new games
of an address; the quotas here also limit the kilobytes of its house lists, and what all addresses may begin within a
minute, so that nobody fills the disk from many addresses. House lists have quotas of their own: somebody who uses them
up keeps nobody from a game without a list, nor from a game that runs. Each server process counts separately.
"""

from __future__ import annotations

import math
import threading

from ..services import Request
from ..tables.kind import NewGame
from .moving_window import Limit, MovingWindows
from .problems import ProblemError, ProblemName

#: Limit on the kilobytes of house lists from one address: those of a new game after its first, which is more than a
#: game without a list has. The longest possible house list has 60.
KILOBYTES = Limit(200, 60)
#: Limit on the kilobytes of house lists from all addresses: 1.4 GB a day.
ALL_KILOBYTES = Limit(1000, 60)
#: Limit on new games from all addresses: those of 34 addresses that may begin no more.
ALL_NEW_GAMES = Limit(1000, 60)


class NewGames:
    """Counts the new games of a server. Safe to use from several threads. ``count_new_game`` uses it."""

    def __init__(self) -> None:
        self._windows = MovingWindows()
        self._lock = threading.Lock()

    def count(self, address: str, kilobytes: int) -> None:
        """Count a new game with some whole kilobytes of a house list. Raises ProblemError if it exceeds a limit."""
        counters: tuple[tuple[ProblemName, Limit, tuple[str, ...], int], ...] = (
            ("lists", KILOBYTES, ("from", address), kilobytes),
            ("lists", ALL_KILOBYTES, ("all kilobytes",), kilobytes),
            ("full", ALL_NEW_GAMES, ("all games",), 1),
        )
        with self._lock:
            for name, limit, key, hits in counters:
                if not self._windows.allows(limit, *key, hits=hits):
                    seconds = math.ceil(self._windows.wait(limit, *key, hits=hits))
                    raise ProblemError(name, headers={"Retry-After": str(max(1, seconds))})
            for _, limit, key, hits in counters:
                self._windows.hit(limit, *key, hits=hits)


def count_new_game(request: Request, new: NewGame) -> None:
    """Count a game that a request is about to begin. Raises ProblemError if it exceeds a limit."""
    counted: NewGames = request.scope["state"]["new_games"]
    counted.count((request.scope.get("client") or ("",))[0], max(0, len(new.header.encode()) // 1024 - 1))
