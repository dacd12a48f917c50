"""Live updates: which games the database is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from belettre_lexicon.web.games import live
from belettre_lexicon.web.games.database import StoreError
from belettre_lexicon.web.games.live import Follower, Hub
from belettre_lexicon.web.games.notifications import OnChange


def make_follower(number: int, *, told: bool = False) -> Follower:
    """A follower that has seen *number* entries; *told* if it has not yet read about a later change."""
    follower = Follower()
    follower.number = number
    if told:
        follower.changed.set()
    return follower


class UnsureAtFirst:
    """Notifications that say once, at their start, that any game may have changed."""

    def __init__(self, store: object, on_change: OnChange) -> None:
        self._on_change = on_change

    def __enter__(self) -> None:
        self._on_change(None)

    def __exit__(self, *error: object) -> None:
        pass


def test_a_device_that_does_not_read_does_not_wake_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only games with followers that wait for a change are asked for, from the lowest number seen; errors end nothing.

    A device whose first state is being read looks once more, because the change may have come afterwards.
    """
    monkeypatch.setattr(live, "RETRY_SECONDS", 0)
    monkeypatch.setattr(live, "Notifications", UnsureAtFirst)
    queries: list[dict[str, int]] = []

    def find_advanced(numbers: Mapping[str, int]) -> set[str]:
        queries.append(dict(numbers))
        if len(queries) == 1:
            raise StoreError("away")
        return {"READS"}

    async def watch_once() -> tuple[bool, bool, bool, bool]:
        hub = Hub(SimpleNamespace(store=SimpleNamespace(find_advanced=find_advanced)))  # type: ignore[arg-type]  # the hub uses nothing else
        reads, late, stalled, new = make_follower(7), make_follower(6), make_follower(2, told=True), make_follower(-1)
        hub._followers = {"READS": {reads, late, stalled, new}, "STALLED": {make_follower(1, told=True)}}
        watching = asyncio.create_task(hub.watch())
        await asyncio.wait_for(reads.changed.wait(), 20)
        watching.cancel()
        still_waits = next(iter(hub._followers["STALLED"])).is_waiting
        return reads.changed.is_set(), late.changed.is_set(), new.changed.is_set(), still_waits

    assert asyncio.run(watch_once()) == (True, True, True, False)
    assert queries == [{"READS": 6}, {"READS": 6}]
