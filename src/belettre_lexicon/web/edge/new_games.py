"""How much new games may add to the database, from one address and from all of them together.

A game begins with some hundred bytes, but a house list makes them 60 KB. ``rate_limit`` limits the number of new games
of an address; the quotas here also limit the kilobytes of its house lists, and what all addresses may begin within a
minute, so that nobody fills the disk from many addresses. House lists have quotas of their own: somebody who uses them
up keeps nobody from a game without a list, nor from a game that runs. Each server process counts separately.
"""

from __future__ import annotations

import math
import threading
from collections import deque
from time import monotonic
from typing import NamedTuple

from ..services import Request
from ..tables.kind import NewGame
from .problems import ProblemError, ProblemName

#: The length of the window in which games are counted, in seconds.
SECONDS = 60
#: Limit on the kilobytes of house lists from one address: those of a new game after its first, which is more than a
#: game without a list has. The longest possible house list has 60.
KILOBYTES = 200
#: Limit on the kilobytes of house lists from all addresses: 1.4 GB a day.
ALL_KILOBYTES = 1000
#: Limit on new games from all addresses: twice what a process keeps in memory, so that a tournament can begin at once,
#: and those of 200 addresses that may begin no more. A game without a list has a kilobyte or less.
ALL_NEW_GAMES = 6000


class _Begun(NamedTuple):
    """A game that was begun lately: when, in seconds of ``monotonic``, from where, and with how long a list."""

    at: float
    address: str
    kilobytes: int


class NewGames:
    """Counts the new games of a server. Safe to use from several threads. ``count_new_game`` uses it."""

    def __init__(self) -> None:
        #: The games of the last SECONDS, the oldest first: ALL_NEW_GAMES at most.
        self._begun: deque[_Begun] = deque()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return the number of games that are remembered."""
        return len(self._begun)

    def count(self, address: str, kilobytes: int) -> None:
        """Count a new game with some whole kilobytes of a house list. Raises ProblemError if it exceeds a limit."""
        with self._lock:
            now = monotonic()
            while self._begun and self._begun[0].at <= now - SECONDS:
                self._begun.popleft()
            if len(self._begun) >= ALL_NEW_GAMES:
                raise _refused("full", self._begun[0].at, now)
            lists = [one for one in self._begun if one.kilobytes] if kilobytes else []
            _check_lists([one for one in lists if one.address == address], KILOBYTES - kilobytes, now)
            _check_lists(lists, ALL_KILOBYTES - kilobytes, now)
            self._begun.append(_Begun(now, address, kilobytes))


def _check_lists(begun: list[_Begun], room: int, now: float) -> None:
    """Raise ProblemError if the lists of games, the oldest first, have more kilobytes together than *room*."""
    excess = sum(one.kilobytes for one in begun) - room
    for one in begun:
        excess -= one.kilobytes
        if -one.kilobytes < excess <= 0:  # it is the last that has to be forgotten first
            raise _refused("lists", one.at, now)


def _refused(name: ProblemName, at: float, now: float) -> ProblemError:
    """Return the problem of a game that may be begun as soon as those that were begun until *at* are forgotten."""
    return ProblemError(name, headers={"Retry-After": str(math.ceil(at + SECONDS - now))})


def count_new_game(request: Request, new: NewGame) -> None:
    """Count a game that a request is about to begin. Raises ProblemError if it exceeds a limit."""
    counted: NewGames = request.scope["state"]["new_games"]
    counted.count((request.scope.get("client") or ("",))[0], max(0, len(new.header.encode()) // 1024 - 1))
