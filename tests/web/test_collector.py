"""Full collections of the garbage collector: not while everybody plays, and not never."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from belettre_lexicon.web import collector


@pytest.fixture(autouse=True)
def looks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Let the collector look at once, and give the generations that it collects."""
    collected: list[int] = []
    thresholds = gc.get_threshold()
    monkeypatch.setattr(collector, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr("gc.collect", lambda: collected.append(2))
    yield collected
    gc.set_threshold(*thresholds)


def _look(monkeypatch: pytest.MonkeyPatch, *, counted: int, quiet: bool, waited: bool) -> None:
    """Let the collector look for a while, with *counted* collections of the middle generation."""
    monkeypatch.setattr("gc.get_count", lambda: (0, 0, counted))
    monkeypatch.setattr(collector, "QUIET_SHARE", float("inf") if quiet else 0.0)
    monkeypatch.setattr(collector, "MAX_WAITING_SECONDS", -1.0 if waited else float("inf"))

    async def run() -> None:
        task = asyncio.create_task(collector.collect_when_quiet())
        await asyncio.sleep(0.05)
        task.cancel()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("counted", "quiet", "waited", "collects"),
    [(10, True, False, True), (10, False, False, False), (10, False, True, True), (9, True, True, False)],
    ids=["due and quiet", "due and busy", "due for too long", "not due"],
)
def test_a_full_collection_waits_for_a_quiet_moment(
    monkeypatch: pytest.MonkeyPatch, looks: list[int], counted: int, quiet: bool, waited: bool, collects: bool
) -> None:
    """Objects are collected fully only if it is due, and then when the server is quiet or has long been busy."""
    _look(monkeypatch, counted=counted, quiet=quiet, waited=waited)
    assert bool(looks) is collects


def test_python_does_not_collect_fully_by_itself(monkeypatch: pytest.MonkeyPatch, looks: list[int]) -> None:
    """After the start, young objects are collected as before, and old ones never without being asked for."""
    monkeypatch.setattr("gc.freeze", lambda: None)
    before = gc.get_threshold()
    collector.keep_what_exists()
    assert looks == [2]
    assert gc.get_threshold()[:2] == before[:2]
    assert gc.get_threshold()[2] == 2**31 - 1
