"""The clock of ``belettre table``, which counts the seconds that a player has been thinking (P13).

Exceeding the thinking time is only reported and has no penalty.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from ...games.belettre.actions import THINKING_TIME
from ...referee.catalogue import Catalogue
from ...referee.names import capital

#: The longest duration of a turn that is reported, in seconds. Longer turns are reported with this duration.
_MAX_SECONDS = 999_999


class Clock:
    """A clock that counts the seconds since the beginning of a turn.

    The clock pauses when the arbiter begins to type a line, because the card has been laid by then. If the arbiter
    deletes the line instead of entering it, the clock continues as if it had not paused.

    running  whether turns are timed
    now      the function that returns the current time of a monotonic clock, in seconds

    >>> seconds = iter([0.0, 31.5])
    >>> clock = Clock(now=lambda: next(seconds))
    >>> clock.begin()
    >>> clock.overrun()
    31
    """

    def __init__(self, *, running: bool = True, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self.running = running
        #: The time at which the turn began; None while no turn is timed.
        self._since: float | None = None
        #: The time at which the arbiter began to type; None while the line is empty or no turn is timed.
        self._held: float | None = None

    def begin(self) -> None:
        """Start timing a turn if the clock is running."""
        self._since = self._now() if self.running else None
        self._held = None

    def stop(self) -> None:
        """Stop timing until the next turn begins: during a dispute, while cards are dealt, or after an undo."""
        self._since = self._held = None

    def toggle(self) -> None:
        """Switch the clock off if it is running; otherwise switch it on and time the current turn from now on."""
        self.running = not self.running
        self.begin()

    def hold(self, typing: bool) -> None:
        """Pause the clock if *typing* is true, because the arbiter's line has text; otherwise end the pause."""
        if not typing:
            self._held = None
        elif self._held is None and self._since is not None:
            self._held = self._now()

    @property
    def seconds(self) -> int | None:
        """The whole seconds since the turn began, up to the pause if the clock is paused; None if no turn is timed."""
        if self._since is None:
            return None
        return int((self._now() if self._held is None else self._held) - self._since)

    def overrun(self) -> int | None:
        """Return how long this turn has taken, in seconds, if it has exceeded the thinking time (P13).

        The result is at most _MAX_SECONDS. Return None if the thinking time is not exceeded or no turn is timed.
        """
        seconds = self.seconds
        return min(seconds, _MAX_SECONDS) if seconds is not None and seconds > THINKING_TIME else None

    def toolbar(self, say: Catalogue, section: str, *, timed: bool = True, **values: object) -> tuple[str, str]:
        """Return the style (in the syntax of prompt_toolkit) and the text of a toolbar with the clock.

        The text has the seconds of the current turn, in red if the thinking time is exceeded (P13). The style is "" for
        the default style.

        section  the section of the catalogue with the texts
        timed    whether the text may have the seconds
        values   the values of other placeholders in the texts
        """
        seconds, overrun = self.seconds, self.overrun()
        if seconds is None or not timed:
            return "", say(f"{section}.toolbar")
        if overrun is None:
            return "", capital(say(f"{section}.toolbar_clock", seconds=seconds, **values))
        over = overrun - THINKING_TIME
        return "fg:ansired bold", capital(say(f"{section}.toolbar_over", seconds=seconds, over=over, **values))
