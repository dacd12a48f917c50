"""Live updates: which games the database is polled for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from belettre_lexicon.web.games import live
from belettre_lexicon.web.games.database import StoreError
from belettre_lexicon.web.games.live import Follower, Hub


def make_follower(number: int, *, told: bool = False) -> Follower:
    """A follower that has seen *number* entries; *told* if it has not yet read about a later change."""
    follower = Follower()
    follower.number = number
    if told:
        follower.changed.set()
    return follower


def test_a_device_that_does_not_read_does_not_wake_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only games with followers that wait for a change are polled, from the lowest number seen; errors end nothing."""
    monkeypatch.setattr(live, "POLL_SECONDS", 0)
    queries: list[dict[str, int]] = []

    def find_advanced(numbers: Mapping[str, int]) -> set[str]:
        queries.append(dict(numbers))
        if len(queries) == 1:
            raise StoreError("away")
        return {"READS"}

    async def watch_once() -> tuple[bool, bool, bool]:
        hub = Hub(SimpleNamespace(store=SimpleNamespace(find_advanced=find_advanced)))  # type: ignore[arg-type]  # the hub uses nothing else
        reads, late, stalled = make_follower(7), make_follower(6), make_follower(2, told=True)
        hub._followers = {"READS": {reads, late, stalled, make_follower(-1)}, "STALLED": {make_follower(1, told=True)}}
        watching = asyncio.create_task(hub.watch())
        await asyncio.wait_for(reads.changed.wait(), 20)
        watching.cancel()
        return reads.changed.is_set(), late.changed.is_set(), next(iter(hub._followers["STALLED"])).is_waiting

    assert asyncio.run(watch_once()) == (True, True, False)
    assert queries[:2] == [{"READS": 6}, {"READS": 6}]
    assert all("STALLED" not in numbers for numbers in queries)
