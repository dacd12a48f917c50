"""Helpers of commands that run for long: a progress bar, an orderly end at a signal, and the sides of a match.

Start reading at ``progress_bar`` and ``ended_by_signals``.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from .terminal import Terminated, UnusableInputError

Kind = TypeVar("Kind", bound=str)


@contextmanager
def progress_bar(total: int, name: str) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar while the ``with`` block runs, and yield the function that updates the bar.

    The function takes how many of the *total* steps (games, bytes …) are done. Yield None instead, without a bar, if
    standard error is not a terminal or tqdm is not installed (extra ``plots``). *name* is printed before the bar.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        yield None
        return
    with tqdm(total=total, desc=name, leave=False) as bar:

        def progress(done: int) -> None:
            bar.update(done - bar.n)

        yield progress


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGINT raise KeyboardInterrupt in the ``with`` block, and SIGTERM raise Terminated.

    This holds even if the shell made the process ignore SIGINT because it runs in the background. Only the first signal
    raises; later ones (« timeout » sends two) are ignored, so that they do not interrupt the clean-up. The previous
    handlers are restored when the block ends.
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


def parse_sides(players: str, known: Sequence[Kind]) -> tuple[Kind, Kind]:
    """Parse the value of ``--players``, such as "strong,random", into the kinds of bot of the first and second side.

    known  the names of all kinds of bot

    A single name stands for both sides. Raises UnusableInputError for an unknown name or for more than two names.
    """
    names = [name.strip() for name in players.split(",")]
    kinds = [kind for name in names for kind in known if kind == name]
    if len(names) > 2 or len(kinds) != len(names):
        raise UnusableInputError(f"--players {players!r:.60}: expected one or two of {', '.join(known)}")
    return kinds[0], kinds[-1]
