"""The clock of a table (P13): how long the player whose turn it is has been thinking. It sanctions nothing."""

from __future__ import annotations

import time
from collections.abc import Callable

from ...engine.actions import THINKING_TIME

#: Seconds that an overrun says at most; whoever thinks longer has left the table.
_MOST = 999_999


class Clock:
    """Counts up from the moment the turn began; *now* gives seconds that only grow.

    It stands still from the first key that the arbiter types, since the card lies by then, until the line is entered
    or emptied.

    >>> seconds = iter([0.0, 31.5])
    >>> clock = Clock(now=lambda: next(seconds))
    >>> clock.begin()
    >>> clock.overrun()
    31
    """

    def __init__(self, *, running: bool = True, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self.running = running
        #: When the turn began; None while nobody's thinking is measured.
        self._since: float | None = None
        #: When the arbiter began to type.
        self._held: float | None = None

    def begin(self) -> None:
        """A player's turn begins."""
        self._since = self._now() if self.running else None
        self._held = None

    def stop(self) -> None:
        """Measure nothing until the next turn: a dispute, a new deal, a slip that is entered again."""
        self._since = self._held = None

    def toggle(self) -> None:
        """Switch it off for good, or on again from now."""
        self.running = not self.running
        self.begin()

    def hold(self, typing: bool) -> None:
        """The arbiter types, or has an empty line before him."""
        if not typing:
            self._held = None
        elif self._held is None and self._since is not None:
            self._held = self._now()

    @property
    def seconds(self) -> int | None:
        """Whole seconds of this turn; None when it is not measured."""
        if self._since is None:
            return None
        return int((self._now() if self._held is None else self._held) - self._since)

    def overrun(self) -> int | None:
        """The seconds of this turn when they are more than P13 allows, else None."""
        seconds = self.seconds
        return min(seconds, _MOST) if seconds is not None and seconds > THINKING_TIME else None
