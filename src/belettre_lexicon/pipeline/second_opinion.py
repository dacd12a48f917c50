"""spaCy's view of our readings: its model on lemma and part of speech, its lookup table on lemmas.

A second opinion only: nothing of it enters a layer. Words are given to the model one by one, without
a sentence, so its word is weak; what it disputes is counted and sampled in the build's report.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import SourceError
from .layers import LayerReading

LOOKUP = "spacy_lookups_data/data/fr_lemma_lookup.json.gz"
MODEL = "fr_core_news_sm"
#: Universal part-of-speech tags that agree with each of ours.
_AGREES = {
    "N": {"NOUN", "PROPN"},
    "A": {"ADJ"},
    "V": {"VERB", "AUX", "ADJ"},
    "W": {"ADV"},
    "R": {"ADP"},
    "C": {"CCONJ", "SCONJ"},
    "J": {"INTJ"},
    "O": {"PRON"},
    "D": {"DET"},
    "B": {"NUM"},
}
#: Rarer words are left out: the model has met none of them.
LEAST_ZIPF = 1.0


def opinions(
    readings: Iterable[LayerReading], zipf: dict[str, float], lookups: Path
) -> Iterator[tuple[str, str, str, str]]:
    """(kind, spelling, ours, theirs) for each dispute; kind is "part of speech", "lemma" or "lookup lemma".

    A spelling agrees when any of its readings does. Raises SourceError when spaCy or its model is not installed.
    """
    ours: dict[str, list[LayerReading]] = defaultdict(list)
    for reading in readings:
        if reading.tag[0] not in "PZ" and zipf.get(reading.spelling, 0) >= LEAST_ZIPF:
            ours[reading.spelling].append(reading)
    with zipfile.ZipFile(lookups) as archive:
        table = json.loads(gzip.decompress(archive.read(LOOKUP)))
    for spelling, found in sorted(ours.items()):
        theirs = table.get(spelling, [])
        if theirs and not set(theirs) & {reading.lemma for reading in found}:
            yield "lookup lemma", spelling, _show(found), "/".join(theirs)
    yield from _model_opinions(ours)


def _model_opinions(ours: dict[str, list[LayerReading]]) -> Iterator[tuple[str, str, str, str]]:
    if importlib.util.find_spec("spacy") is None:
        raise SourceError("spaCy is not installed: pip install -e '.[build]'")
    import spacy

    try:
        model = spacy.load(MODEL, disable=["parser", "ner"])
    except OSError as error:
        raise SourceError(f"spaCy's model {MODEL} is not installed: pip install the wheel in .cache/sources") from error
    spellings = sorted(ours)
    for spelling, document in zip(spellings, model.pipe(spellings, batch_size=1024), strict=True):
        if len(document) != 1:
            continue  # a compound that spaCy cuts in pieces
        token, found = document[0], ours[spelling]
        fitting = [reading for reading in found if token.pos_ in _AGREES[reading.tag[0]]]
        if not fitting:
            yield "part of speech", spelling, _show(found), token.pos_
        elif token.lemma_ not in {reading.lemma for reading in fitting}:
            yield "lemma", spelling, _show(fitting), token.lemma_


def _show(readings: list[LayerReading]) -> str:
    return " ".join(sorted({f"{reading.lemma}.{reading.tag[0]}" for reading in readings}))
