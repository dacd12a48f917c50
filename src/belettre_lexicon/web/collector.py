"""When Python's cyclic garbage collector visits all objects: while the server is quiet.

A full collection stops the process while it visits every object that may be part of a cycle. With 1,000 tables and
4,000 devices these were 650,000 objects and up to a second on a slow core. Python collects fully whenever the number of
objects has grown by a quarter, which is while everybody plays; whoever lays a card at that moment waits. Nothing needs
to be collected so soon: almost all objects are freed without the collector, and collections of young objects, which
take a few milliseconds, go on. Start reading at ``collect_when_quiet``.
"""

from __future__ import annotations

import asyncio
import gc
import time

#: Seconds between two looks whether the server is quiet.
LOOK_SECONDS = 1.0
#: The server is quiet while it uses less than this share of a core. With 4,000 devices and no entries it uses 0.012.
QUIET_SHARE = 0.05
#: A full collection is due after so many collections of the middle generation, each of which follows 7,000 new objects.
DUE_AFTER = 10
#: Seconds after the last full collection in which one that is due waits for a quiet moment. In this time, 4,000 streams
#: that end leave some 40 MB.
MAX_WAITING_SECONDS = 600.0
#: A threshold that no count reaches: Python then never begins a full collection by itself.
_NEVER = 2**31 - 1


def keep_what_exists() -> None:
    """Leave all objects that exist now out of later collections, and keep Python from collecting fully by itself.

    Call it when the server has started: its modules, templates and messages stay until it ends. From then on,
    ``collect_when_quiet`` must run.
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)


async def collect_when_quiet() -> None:
    """Collect fully when it is due and the server is quiet or was busy for MAX_WAITING_SECONDS, until cancelled."""
    collected_at, used = time.monotonic(), time.process_time()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        used_before, used = used, time.process_time()
        is_quiet = used - used_before < QUIET_SHARE * LOOK_SECONDS
        has_waited = time.monotonic() - collected_at > MAX_WAITING_SECONDS
        if gc.get_count()[2] >= DUE_AFTER and (is_quiet or has_waited):
            gc.collect()
            collected_at = time.monotonic()
