"""The compiled lexicon holds the same readings as the text layers, checked for all of them."""

from __future__ import annotations

from collections import defaultdict

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


@pytest.mark.no_cover  # half a million readings: other tests run the same code on fewer
def test_every_reading_is_compiled_and_nothing_else(lexicon: Lexicon) -> None:
    """Every key has the same readings in both: spelling, lemma, tag, status, labels, sources and frequency."""
    zipf = read_frequencies(LAYERS / "frequency.tsv")
    expected: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for name in lexicon.about["layers"].split():
        for r in read_readings(LAYERS / f"{name}.tsv"):
            value = pack_zipf(zipf.get(r.spelling, 0.0)) / ZIPF_STEPS
            expected[fold(r.spelling)].add((r.spelling, r.lemma, r.tag, STATUSES[r.status], r.labels, r.sources, value))

    store = lexicon.store
    assert store.key_count == len(expected)
    for key_id in range(store.key_count):
        key = store.key(key_id)
        found = {
            (r.spelling, r.lemma, r.tag, r.status, r.labels, "".join(LETTERS[s] for s in r.sources), r.zipf)
            for r in store.readings(key_id)
        }
        assert found == expected[key], key
        assert store.key_id(key) == key_id
