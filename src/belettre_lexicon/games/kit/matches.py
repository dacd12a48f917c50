"""Bots, which are players that are programs, and matches between them. Start reading at ``Bot`` and ``play_match``.

A bot never receives the game itself. It receives a *view* of the game, which contains only what its seat may know, and
returns one of the actions that the view lists. A match is many games, played in several processes.

A game depends only on the terms of the match and its own number, so the results do not depend on the number of
processes. The module ``simulation`` of each game says what is counted in a game. ``mean_margin`` tells which side is
better, and how certain that is.

The processes never outlive the main process, which started them: each watches a pipe, the *lifeline*, whose other end
only the main process holds. When the main process closes the lifeline or dies, however suddenly, all others end.
"""

from __future__ import annotations

import os
import random
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from ...base.errors import ArgumentError, BelettreError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
ViewT = TypeVar("ViewT", contravariant=True)
ActionT = TypeVar("ActionT", covariant=True)

#: Games that a process takes at a time: few, so that no process is idle at the end and progress is smooth.
CHUNK = 2
#: The sides of a match; a side plays all seats of a team.
SIDES = 2
#: The signals that end a process in order.
_HELD_BACK = (signal.SIGINT, signal.SIGTERM)


class Bot(Protocol[ViewT, ActionT]):
    """The interface of bots. Each game defines its own ``Bot``, with its own types of views and actions."""

    def choose(self, view: ViewT) -> ActionT:
        """Return one of ``view.actions``, which must not be empty.

        If the action has fields that the view leaves to the player, such as the word, the bot fills them in.
        """
        ...


class ViewWithActions(Protocol[ActionT]):
    """The part of a view that all games have in common. Bots that can play any game need no more."""

    @property
    def actions(self) -> Sequence[ActionT]:
        """The actions that are legal for the seat now."""
        ...


class RandomBot:
    """A bot that takes any of its legal actions, each with the same probability.

    rng  the random generator that makes its choices; None for a new one with an unknown seed
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.Random()

    def choose(self, view: ViewWithActions[ActionT]) -> ActionT:
        """Return a random action from ``view.actions``."""
        return self._rng.choice(view.actions)


def check_kind(kind: str, kinds: Sequence[str]) -> None:
    """Raise ArgumentError if *kind* is not one of the kinds of bot of a game."""
    if kind not in kinds:
        raise ArgumentError(f"bot {kind!r:.40}: expected one of {', '.join(kinds)}")


class WorkerError(BelettreError):
    """Raised if a process that plays games cannot begin, or ends before its games are played."""


class MatchStatistics(msgspec.Struct, frozen=True):
    """The base class of the statistics of a match."""

    def as_dict(self) -> dict[str, object]:
        """Return the statistics as a dictionary of values that can be written as JSON."""
        described: dict[str, object] = msgspec.to_builtins(self)
        return described


def check_match(players: Sequence[str], kinds: Sequence[str], processes: object) -> None:
    """Raise ArgumentError if no match can be played with these players and processes.

    players    the kinds of bot of the two sides, each one of *kinds*
    processes  the number of processes, 1 or more; None for one process per processor
    """
    if processes is not None and (not isinstance(processes, int) or processes < 1):
        raise ArgumentError(f"processes: expected a number of processes, 1 or more, or None, got {processes!r:.40}")
    if len(players) != SIDES or any(player not in kinds for player in players):
        raise ArgumentError(f"players: {players!r:.80}, expected two of {', '.join(kinds)}")


def mean_margin(margins: Sequence[float], decimals: int = 2) -> tuple[float, float | None]:
    """Return the mean of *margins* and its standard error.

    margins   for each game, the points of the first side minus those of the second; must not be empty
    decimals  the number of decimals to which both results are rounded

    The standard error is None for a single game.

    >>> mean_margin([10, 20, 30]), mean_margin([7])
    ((20.0, 5.77), (7.0, None))
    """
    games = len(margins)
    mean = sum(margins) / games
    if games == 1:
        return round(mean, decimals), None
    error = sqrt(sum((margin - mean) ** 2 for margin in margins) / (games - 1) / games)
    return round(mean, decimals), round(error, decimals)


def play_match(
    games: int,
    start_worker: Callable[..., Callable[[int], T]],
    *arguments: object,
    processes: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[T]:
    """Play games 0 to *games* - 1, and return their results in the order of their numbers.

    *progress* is called after each game with the number of games played so far. The other parameters and the errors are
    those of ``play_matches``.
    """
    played: list[T] = []
    for result in play_matches(games, start_worker, *arguments, processes=processes):
        played.append(result)
        if progress is not None:
            progress(len(played))
    return played


def play_matches(
    games: int, start_worker: Callable[..., Callable[[int], T]], *arguments: object, processes: int | None = None
) -> Iterator[T]:
    """Play games 0 to *games* - 1, and yield their results in the order of their numbers.

    If the iterator is closed or an exception interrupts it, such as KeyboardInterrupt, games that are waiting are
    dropped and the processes end at once.

    start_worker  a function that is called once in each process with *arguments*; returns a function that takes the
                  number of a game, plays it and returns the result. *start_worker* must be a module-level function,
                  because it is pickled together with *arguments*
    processes     the number of processes; 1 to play in this process, None for one process per processor

    Raises WorkerError if a process cannot begin, or ends before its games are played.
    """
    if processes == 1:
        yield from map(start_worker(*arguments), range(games))
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to import, and a game against bots needs no processes
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import Pipe

    lifeline, held = Pipe(duplex=False)
    pool = ProcessPoolExecutor(processes, initializer=_start, initargs=(lifeline, held, start_worker, arguments))
    try:
        with _signals_held_back():  # the first game starts the processes
            waiting = deque(pool.submit(_play, range(games)[start : start + CHUNK]) for start in range(0, games, CHUNK))
        while waiting:
            yield from waiting.popleft().result()
        pool.shutdown()
    except BrokenProcessPool as error:
        raise WorkerError("a process that played games has ended unexpectedly, or could not begin") from error
    finally:
        # Without processes the pool drops the games that are waiting. They must not be cancelled one by one: if its
        # processes end while it has cancelled games, a pool prints a traceback in CPython 3.11.
        held.close()
        pool.shutdown()
        lifeline.close()


#: In a process of the pool, the one function that plays its games; set by ``_start``.
_workers: list[Callable[[int], Any]] = []


def _start(
    lifeline: Connection,
    held: Connection,
    start_worker: Callable[..., Callable[[int], Any]],
    arguments: tuple[object, ...],
) -> None:
    """Prepare this process of the pool. *held* is a copy of the other end of the lifeline, which is closed here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # not the handler of the process that started this one
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD_BACK)
    held.close()
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    _workers[:] = [start_worker(*arguments)]


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Hold back signals, where the system can, so that processes started in the block get none before ``_start``."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD_BACK)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with(lifeline: Connection) -> None:
    """End this process as soon as the other end of the lifeline is closed."""
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)


def _play(numbers: range) -> list[Any]:
    return [_workers[0](number) for number in numbers]
