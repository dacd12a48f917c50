"""Find the readings on which spaCy's French model or its lemma table disagrees with the layers.

No layer uses this second opinion: the report of a build counts the disputes and shows a sample. The model gets single
words without a sentence, so its opinion is weak evidence.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, cast

from belettre_lexicon.base.errors import SourceError
from belettre_lexicon.lexicon.compile.layers import LayerReading

LOOKUP = "spacy_lookups_data/data/fr_lemma_lookup.json.gz"
MODEL = "fr_core_news_sm"
#: The universal part-of-speech tags that agree with each of our parts of speech.
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
#: Words below this frequency (Zipf scale) are left out: they hardly occur in the texts that the model was trained on.
LEAST_ZIPF = 1.0


class Token(Protocol):
    """A token of spaCy, with only the two fields that this module uses.

    pos_    the universal part-of-speech tag, such as "NOUN"
    lemma_  the lemma
    """

    pos_: str
    lemma_: str


class Model(Protocol):
    """A language model of spaCy, with only the method that this module uses."""

    def pipe(self, texts: Iterable[str], *, batch_size: int) -> Iterable[Sequence[Token]]:
        """Yield the sequence of tokens of each text."""
        ...


class Dispute(NamedTuple):
    """A spelling on which spaCy disagrees with our readings of it.

    kind      "part of speech" or "lemma" if the model disagrees; "lookup lemma" if the lemma table does
    spelling  the disputed spelling
    ours      our readings, as lemma and part of speech
    theirs    the part of speech or the lemma that spaCy gives
    """

    kind: Literal["part of speech", "lemma", "lookup lemma"]
    spelling: str
    ours: str
    theirs: str


def find_disputes(
    readings: Iterable[LayerReading], zipf: dict[str, float], lookups: Path, model: Model
) -> Iterator[Dispute]:
    """Yield the spellings on which spaCy disagrees with our readings: first its lemma table, then *model*.

    zipf     spelling → frequency on the Zipf scale (``layers``); spellings below LEAST_ZIPF are skipped
    lookups  the path of the wheel of spacy-lookups-data, which holds the lemma table
    """
    ours: dict[str, list[LayerReading]] = defaultdict(list)
    for reading in readings:
        if reading.tag[0] not in "PZ" and zipf.get(reading.spelling, 0) >= LEAST_ZIPF:
            ours[reading.spelling].append(reading)
    with zipfile.ZipFile(lookups) as archive:
        table = json.loads(gzip.decompress(archive.read(LOOKUP)))
    for spelling, own in sorted(ours.items()):
        theirs = table.get(spelling, [])
        if theirs and not set(theirs) & {reading.lemma for reading in own}:
            yield Dispute("lookup lemma", spelling, _show(own), "/".join(theirs))
    yield from _model_disputes(ours, model)


def load_model() -> Model:
    """Return spaCy's small French model. Raises SourceError if spaCy or the model is not installed."""
    if importlib.util.find_spec("spacy") is None:
        raise SourceError("spaCy is not installed: pip install -e '.[build]'")
    import spacy

    try:
        # A text of spaCy has the length and the places of a sequence, without being declared as one.
        return cast("Model", spacy.load(MODEL, disable=["parser", "ner"]))
    except OSError as error:
        raise SourceError(f"spaCy's model {MODEL} is not installed: pip install the wheel in .cache/sources") from error


def _model_disputes(ours: dict[str, list[LayerReading]], model: Model) -> Iterator[Dispute]:
    spellings = sorted(ours)
    for spelling, document in zip(spellings, model.pipe(spellings, batch_size=1024), strict=True):
        if len(document) != 1:
            continue  # spaCy splits this compound into several tokens
        token, own = document[0], ours[spelling]
        fitting = [reading for reading in own if token.pos_ in _AGREES[reading.tag[0]]]
        if not fitting:
            yield Dispute("part of speech", spelling, _show(own), token.pos_)
        elif token.lemma_ not in {reading.lemma for reading in fitting}:
            yield Dispute("lemma", spelling, _show(fitting), token.lemma_)


def _show(readings: list[LayerReading]) -> str:
    return " ".join(sorted({f"{reading.lemma}.{reading.tag[0]}" for reading in readings}))
