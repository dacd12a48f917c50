"""A filter for logs: an error that happens a thousand times a second is one line every ten seconds."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from time import monotonic

#: Seconds during which an equal message is not logged again.
SECONDS = 10
#: The maximum number of different messages that are remembered.
_MAX_MESSAGES = 500


class LogThrottle(logging.Filter):
    """Suppresses messages whose first line is equal to that of a message of the last ten seconds.

    The next one that is logged says how many were suppressed. To apply to the messages of all loggers, the filter must
    be added to a handler.
    """

    def __init__(self) -> None:
        super().__init__()
        #: When each message was logged last, in seconds of a monotonic clock, and how many were suppressed since then.
        self._logged: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is logged, and add the number of suppressed ones to it."""
        message, now = record.getMessage(), monotonic()
        key = (record.name, message.partition("\n")[0])
        with self._lock:
            at, suppressed = self._logged.pop(key, (now - SECONDS, 0))
            if now - at < SECONDS:
                self._logged[key] = at, suppressed + 1
                return False
            self._logged[key] = now, 0
            if len(self._logged) > _MAX_MESSAGES:
                self._logged.popitem(last=False)
        if suppressed:
            record.msg, record.args = f"{message} (and {suppressed} times more since the last such line)", ()
        return True
