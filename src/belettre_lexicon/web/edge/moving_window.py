"""Moving windows: how often something has happened in the last seconds, under many keys.

There is no timer. A key whose last hit is too old for every window is removed when another key is counted. Memory
therefore contains only recent keys, each with as many times as its limit allows.
``LogThrottle`` limits equal log messages in a similar way.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from time import monotonic
from typing import NamedTuple

#: The longest window of a limit, in seconds.
LONGEST = 60
#: Seconds during which an equal message is not logged again.
THROTTLE_SECONDS = 10
#: The maximum number of different messages that are remembered.
_MAX_MESSAGES = 500
#: What is counted, and for whom: ``("searches", "192.0.2.1")``. A key always has the same limit.
Key = tuple[str, ...]


class Limit(NamedTuple):
    """A limit on how often something may happen.

    amount   the maximum number of times within the window
    seconds  the length of the window; at most LONGEST
    """

    amount: int
    seconds: int

    def __str__(self) -> str:
        return f"{self.amount} per {self.seconds} seconds"


class MovingWindows:
    """Counts the recent hits of each key, a tuple such as ("searches", "192.0.2.1"). Use it from one thread only."""

    def __init__(self) -> None:
        #: The times of the hits of each key, the key that was hit most recently last.
        self._hits: OrderedDict[Key, deque[float]] = OrderedDict()

    def __len__(self) -> int:
        """Return the number of keys that are kept."""
        return len(self._hits)

    def hit(self, limit: Limit, *key: str) -> bool:
        """Count a hit, unless it would exceed the limit. Return whether it was counted."""
        now = monotonic()
        hits = self._recent(limit, key, now)
        if len(hits) >= limit.amount:
            return False
        hits.append(now)
        self._hits[key] = hits
        self._hits.move_to_end(key)
        while self._hits and (oldest := next(iter(self._hits.values()))) and oldest[-1] <= now - LONGEST:
            self._hits.popitem(last=False)
        return True

    def allows(self, limit: Limit, *key: str, hits: int = 1) -> bool:
        """Return whether the limit allows *hits* more hits now. Counts nothing."""
        return len(self._recent(limit, key, monotonic())) + hits <= limit.amount

    def wait(self, limit: Limit, *key: str) -> float:
        """Return the number of seconds until the limit allows another hit; 0 if it allows one now."""
        now = monotonic()
        hits = self._recent(limit, key, now)
        return hits[-limit.amount] + limit.seconds - now if len(hits) >= limit.amount else 0.0

    def _recent(self, limit: Limit, key: Key, now: float) -> deque[float]:
        """Return the times of the hits of a key that are in its window."""
        hits = self._hits.get(key)
        if hits is None:
            return deque()
        while len(hits) > 1 and hits[0] <= now - limit.seconds:
            hits.popleft()
        return hits if hits[0] > now - limit.seconds else deque()


class LogThrottle(logging.Filter):
    """Suppresses a message if its logger has logged one with the same first line in the last ten seconds.

    The next such message that is logged says how many were suppressed. To apply to the messages of all loggers, the
    filter must be added to a handler.
    """

    def __init__(self) -> None:
        super().__init__()
        #: When each message was logged last, in seconds of a monotonic clock, and how many were suppressed since then.
        self._logged: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is to be logged. If so, add the number of suppressed messages to its text."""
        message, now = record.getMessage(), monotonic()
        key = (record.name, message.partition("\n")[0])
        with self._lock:
            at, suppressed = self._logged.pop(key, (now - THROTTLE_SECONDS, 0))
            if now - at < THROTTLE_SECONDS:
                self._logged[key] = at, suppressed + 1
                return False
            self._logged[key] = now, 0
            if len(self._logged) > _MAX_MESSAGES:
                self._logged.popitem(last=False)
        if suppressed:
            record.msg, record.args = f"{message} (and {suppressed} times more since the last such line)", ()
        return True
