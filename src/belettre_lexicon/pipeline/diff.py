"""What a rebuild changes: readings gained, lost and changed against the layers in place, with samples."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

from .layers import LayerReading, read_readings

_SAMPLE = 12
T = TypeVar("T")


class LayerDiff(NamedTuple):
    """Readings by what became of them; a changed one keeps spelling, lemma and tag."""

    gained: list[LayerReading]
    lost: list[LayerReading]
    changed: list[tuple[LayerReading, LayerReading]]


def compare(path: Path, new: Iterable[LayerReading]) -> LayerDiff:
    """Compare a layer on disk (none counts as empty) with the readings that would replace it."""
    old = {reading[:3]: reading for reading in read_readings(path)} if path.is_file() else {}
    fresh = {reading[:3]: reading for reading in new}
    return LayerDiff(
        [reading for key, reading in fresh.items() if key not in old],
        [reading for key, reading in old.items() if key not in fresh],
        [(old[key], reading) for key, reading in fresh.items() if key in old and old[key] != reading],
    )


def describe(name: str, diff: LayerDiff) -> str:
    """The diff as text: counts and a sample of each kind, the same sample for the same diff."""
    lines = [f"{name}: {len(diff.gained)} gained, {len(diff.lost)} lost, {len(diff.changed)} changed"]
    for sign, readings in (("+", diff.gained), ("-", diff.lost)):
        lines += [f"  {sign} {_show(reading)}" for reading in _sample(readings)]
    for before, after in _sample(diff.changed):
        lines.append(f"  ~ {_show(before)} → {after.status} {','.join(after.labels)} {after.sources}")
    return "\n".join(lines)


def _sample(rows: list[T]) -> list[T]:
    return random.Random(0).sample(rows, min(_SAMPLE, len(rows)))


def _show(reading: LayerReading) -> str:
    marks = ",".join(reading.labels)
    return f"{reading.spelling} ({reading.lemma} {reading.tag} {reading.status} {marks} {reading.sources})"
