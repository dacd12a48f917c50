"""The thinking clock of ``belettre table`` (P13): seconds since the current turn began. It penalises nobody."""

from __future__ import annotations

import time
from collections.abc import Callable

from ...engine.actions import THINKING_TIME

#: Maximum overrun that is reported, in seconds; anyone who thinks longer has left the table.
_MAX_SECONDS = 999_999


class Clock:
    """A clock that counts up, in seconds, from the beginning of a turn.

    It pauses at the first key that the arbiter types, since the card lies by then, and goes on if the line is emptied
    without being entered.

    running  whether turns are timed at all
    now      a monotonic clock, in seconds

    >>> seconds = iter([0.0, 31.5])
    >>> clock = Clock(now=lambda: next(seconds))
    >>> clock.begin()
    >>> clock.overrun()
    31
    """

    def __init__(self, *, running: bool = True, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self.running = running
        #: When the turn began; None while no turn is timed.
        self._since: float | None = None
        #: When the arbiter began to type; None while the line is empty.
        self._held: float | None = None

    def begin(self) -> None:
        """Start timing a turn, if the clock is running."""
        self._since = self._now() if self.running else None
        self._held = None

    def stop(self) -> None:
        """Time nothing until the next turn: for a dispute, a new deal, or a slip that is entered again."""
        self._since = self._held = None

    def toggle(self) -> None:
        """Switch the clock off, or on again with a turn that begins now."""
        self.running = not self.running
        self.begin()

    def hold(self, typing: bool) -> None:
        """Pause the clock while the arbiter types; resume it when their line is empty again."""
        if not typing:
            self._held = None
        elif self._held is None and self._since is not None:
            self._held = self._now()

    @property
    def seconds(self) -> int | None:
        """Whole seconds since the turn began; None when no turn is timed."""
        if self._since is None:
            return None
        return int((self._now() if self._held is None else self._held) - self._since)

    def overrun(self) -> int | None:
        """Return the seconds of this turn if they are more than P13 allows, else None."""
        seconds = self.seconds
        return min(seconds, _MAX_SECONDS) if seconds is not None and seconds > THINKING_TIME else None
