"""Compare new readings with the existing layers: what a rebuild gains, loses and changes, with samples."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

from belettre_lexicon.lexicon.compile.layers import LayerReading, read_readings

#: The highest number of readings shown for each kind of change; they are drawn at random with a fixed seed.
_SAMPLE = 12
T = TypeVar("T")


class LayerDiff(NamedTuple):
    """The differences between two versions of a layer.

    gained   readings that only the new version has
    lost     readings that only the old version has
    changed  pairs (before, after) of readings with the same spelling, lemma and tag but another status, label or source
    """

    gained: list[LayerReading]
    lost: list[LayerReading]
    changed: list[tuple[LayerReading, LayerReading]]


def compare(path: Path, new: Iterable[LayerReading]) -> LayerDiff:
    """Return the differences between the layer at *path* and *new*; a missing file counts as an empty layer."""
    old = {reading[:3]: reading for reading in read_readings(path)} if path.is_file() else {}
    fresh = {reading[:3]: reading for reading in new}
    return LayerDiff(
        [reading for key, reading in fresh.items() if key not in old],
        [reading for key, reading in old.items() if key not in fresh],
        [(old[key], reading) for key, reading in fresh.items() if key in old and old[key] != reading],
    )


def describe_diff(name: str, diff: LayerDiff) -> str:
    """Return a diff as text: the number of changes and a sample of each kind.

    The sample is drawn with a fixed seed, so the text is always the same for the same diff.
    """
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
