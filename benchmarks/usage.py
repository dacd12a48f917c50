"""CPU time and memory of processes, read from ``/proc`` (Linux): the servers under test, PostgreSQL and the client.

CPU times are in seconds, summed over user and system, since the process started. The kernel counts them in ticks of
usually 10 ms, so a share is only meaningful over a second or more. Start reading at ``Usage``.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
#: From this share of one core on, a process counts as saturated: it has no time left for more work.
SATURATED = 0.9


class Usage:
    """The CPU time of groups of processes since a moment.

    >>> usage = Usage({"client": lambda: cpu_seconds(os.getpid())})
    >>> sorted(usage.since().shares)
    ['client', 'machine']

    The group "machine" is all that the machine does: with 2 cores its share goes up to 2.
    """

    def __init__(self, groups: Mapping[str, Callable[[], float]]) -> None:
        """Start measuring. *groups* maps the name of each group to a function that returns its CPU time."""
        self._groups = {**groups, "machine": _machine_seconds}
        self._before = {name: seconds() for name, seconds in self._groups.items()}
        self._start = time.perf_counter()

    def since(self) -> Window:
        """Return what has been used since this object was made."""
        wall = time.perf_counter() - self._start
        return Window(wall, {name: seconds() - self._before[name] for name, seconds in self._groups.items()})


class Window(NamedTuple):
    """What groups of processes used in a window of time.

    wall  the length of the window in seconds
    cpu   the CPU time of each group in seconds
    """

    wall: float
    cpu: dict[str, float]

    @property
    def shares(self) -> dict[str, float]:
        """The share of one core that each group used."""
        return {name: round(seconds / self.wall, 3) for name, seconds in self.cpu.items()}

    def saturated(self) -> list[str]:
        """Return the groups of one process that used a whole core, and "machine" if all cores were used."""
        limits = {"machine": os.cpu_count() or 1}
        return [name for name, share in self.shares.items() if share >= SATURATED * limits.get(name, 1)]


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process and of its children that have ended."""
    fields = _stat(pid)
    return sum(map(int, fields[11:15])) / _TICKS


def tree_seconds(pid: int) -> float:
    """Return the CPU time of a process and of its direct children, whether they have ended or not."""
    return cpu_seconds(pid) + sum(_running_seconds(child) for child in children(pid))


def children(pid: int) -> list[int]:
    """Return the process ids of the direct children of a process."""
    found = []
    for folder in _PROC.iterdir():
        try:
            if folder.name.isdecimal() and parent(int(folder.name)) == pid:
                found.append(int(folder.name))
        except OSError:  # the process has just ended
            continue
    return found


def parent(pid: int) -> int:
    """Return the process id of the parent of a process."""
    return int(_stat(pid)[1])


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process in MB. Memory that it shares with others counts in full."""
    return _status_mb(pid, "VmRSS")


def peak_memory_mb(pid: int) -> float:
    """Return the largest resident memory that a process has had, in MB."""
    return _status_mb(pid, "VmHWM")


def tree_memory_mb(pid: int) -> float:
    """Return the memory of a process and its children in MB. Memory that they share counts once.

    Return 0 if the system does not let this process read it.
    """
    total = 0
    for member in (pid, *children(pid)):
        try:
            lines = (_PROC / str(member) / "smaps_rollup").read_text().splitlines()
        except PermissionError:
            return 0.0
        except OSError:  # the process has just ended
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return round(total / 1024, 1)


def _running_seconds(pid: int) -> float:
    """Return the CPU time of a process, or 0 if it has just ended; its parent then has it."""
    try:
        return cpu_seconds(pid)
    except OSError:
        return 0.0


def _stat(pid: int) -> list[str]:
    """Return the fields of ``/proc/PID/stat`` after the name of the command, which may contain spaces."""
    return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def _status_mb(pid: int, key: str) -> float:
    for line in (_PROC / str(pid) / "status").read_text().splitlines():
        if line.startswith(f"{key}:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def _machine_seconds() -> float:
    """Return the CPU time of everything on the machine, all cores together."""
    user, nice, system, _idle, _waiting, *interrupts = map(
        int, (_PROC / "stat").read_text().split("\n")[0].split()[1:8]
    )
    return (user + nice + system + sum(interrupts)) / _TICKS
