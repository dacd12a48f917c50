"""The compiled lexicon holds the same readings as the text layers: for all keys in an exhaustive run, or a part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.french.grammar import STATUSES
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.layers import read_frequencies, read_readings
from belettre_lexicon.lexicon.file.packing import ZIPF_STEPS, pack_zipf
from tests.conftest import ROOT

LAYERS = ROOT / "lexicons" / "fr"
#: Name of a source → its letter in the layers.
LETTERS = {
    "grammalecte": "G",
    "lefff": "L",
    "dela": "D",
    "lexique": "X",
    "littre": "T",
    "wiktionary": "W",
    "review": "R",
}


def rows_of(layer: Path, keys: Container[str], folder: Path) -> Path:
    """Write the rows of a layer whose spelling has one of these keys into a folder, and return the new file."""
    with layer.open(encoding="utf-8") as stream:
        rows = [line for line in stream if fold(line.partition("\t")[0]) in keys]
    path = folder / layer.name
    path.write_text("".join(rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("step", [61, pytest.param(1, marks=[pytest.mark.exhaustive, pytest.mark.no_cover])])
def test_every_reading_is_compiled_and_nothing_else(step: int, lexicon: Lexicon, tmp_path: Path) -> None:
    """Each key has the same readings in both: spelling, lemma, tag, status, labels, sources and frequency.

    Every *step*-th key is compared. Half a million readings are too many to be traced by coverage.
    """
    store = lexicon.store
    key_ids = range(0, store.key_count, step)
    keys = {store.key(key_id) for key_id in key_ids}
    zipf = read_frequencies(LAYERS / "frequency.tsv")
    expected: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for name in lexicon.about["layers"].split():
        for r in read_readings(rows_of(LAYERS / f"{name}.tsv", keys, tmp_path)):
            value = pack_zipf(zipf.get(r.spelling, 0.0)) / ZIPF_STEPS
            expected[fold(r.spelling)].add((r.spelling, r.lemma, r.tag, STATUSES[r.status], r.labels, r.sources, value))

    assert len(key_ids) == len(expected) > 5_000
    for key_id in key_ids:
        key = store.key(key_id)
        found = {
            (r.spelling, r.lemma, r.tag, r.status, r.labels, "".join(LETTERS[s] for s in r.sources), r.zipf)
            for r in store.readings(key_id)
        }
        assert found == expected[key], key
        assert store.key_id(key) == key_id
