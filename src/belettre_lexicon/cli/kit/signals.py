"""Lets signals end a command in order, together with the processes that it has started: ``ended_by_signals``."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from .terminal import Terminated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGINT raise KeyboardInterrupt in the ``with`` block, and SIGTERM raise Terminated.

    This holds even for a command that a shell has started in the background and therefore lets ignore SIGINT. Only the
    first signal raises, so that no other one disturbs the cleaning up: « timeout » sends two.
    """

    def end(number: int, frame: FrameType | None) -> None:
        for ending in previous:
            signal.signal(ending, lambda number, frame: None)
        raise Terminated if number == signal.SIGTERM else KeyboardInterrupt

    previous = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in previous:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
