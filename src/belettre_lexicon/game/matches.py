"""Floor 1. Plays many games in several processes. The results do not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

#: Games that a process takes at a time: few, so that no process is idle at the end and progress is smooth.
CHUNK = 2


def play_matches(
    games: int, start_worker: Callable[..., Callable[[int], T]], *arguments: object, processes: int | None = None
) -> Iterator[T]:
    """Play games 0 to *games* - 1, and yield their results in the order of their numbers.

    start_worker  a function that is called once in each process with *arguments*; returns a function that takes the
                  number of a game, plays it and returns the result. *start_worker* must be a module-level function,
                  because it is pickled together with *arguments*
    processes     the number of processes; 1 to play in this process, None for one process per processor
    """
    if processes == 1:
        yield from map(start_worker(*arguments), range(games))
        return
    with ProcessPoolExecutor(processes, initializer=_start, initargs=(start_worker, arguments)) as pool:
        yield from pool.map(_play, range(games), chunksize=CHUNK)


#: In a process of the pool, the one function that plays its games; set by ``_start``.
_workers: list[Callable[[int], Any]] = []


def _start(start_worker: Callable[..., Callable[[int], Any]], arguments: tuple[object, ...]) -> None:
    _workers[:] = [start_worker(*arguments)]


def _play(number: int) -> Any:
    return _workers[0](number)
