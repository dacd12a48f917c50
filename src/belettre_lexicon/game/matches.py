"""Floor 1. Many games played over several processes; their results do not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

#: Games that a process takes at once: few, so that all processes work to the end and progress is smooth.
CHUNK = 2


def play_matches(
    games: int, open_table: Callable[..., Callable[[int], T]], *arguments: object, processes: int | None = None
) -> Iterator[T]:
    """The results of games 0 to *games* - 1, in the order of their numbers.

    open_table  called once in each process with *arguments*; returns the function that plays the game of a number.
                Both are pickled, so they stand at the top of a module
    processes   1 plays in this process; None takes as many as the machine has processors
    """
    if processes == 1:
        yield from map(open_table(*arguments), range(games))
        return
    with ProcessPoolExecutor(processes, initializer=_open, initargs=(open_table, arguments)) as pool:
        yield from pool.map(_play, range(games), chunksize=CHUNK)


#: The function that plays games in a process of the pool; set by ``_open``.
_tables: list[Callable[[int], Any]] = []


def _open(open_table: Callable[..., Callable[[int], Any]], arguments: tuple[object, ...]) -> None:
    _tables[:] = [open_table(*arguments)]


def _play(number: int) -> Any:
    return _tables[0](number)
