"""Build the text layers of readings and frequencies from the fetched sources.

Each labelled arrow is a function::

    sources ─ read_corpus ─► Corpus ─ make_layers ─► Layers ─ write_layers ─► lexicons/fr/*.tsv + *.toml
                                           ▲
                        lexicons/overrides/*.tsv

A *layer* is a text file of ``lexicons/fr`` with its own licence (``layers``). A *reading* is a spelling with its lemma
and its grammar. Word families are built afterwards, from these layers: ``kin.build``.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import LayerError, SourceError
from ..letters import fold
from . import merge
from .folders import Folders
from .layers import LayerReading, write_frequencies, write_readings
from .overrides import DecisionTable
from .parse import dela, freedict, frequencies, grammalecte, lefff, lexique, littre
from .records import Rejects, SourceRecord
from .sources import Source, read_sources, require_ready
from .votes import Votes

#: Maps the name of each layer to the sources that it is made from and to its licence.
LAYERS = {
    "core": (("grammalecte",), "MPL-2.0"),
    "extra": (("lefff", "dela"), "LGPL-LR"),
    "frequency": (("wordfreq", "lexique"), "CC-BY-SA-4.0"),
}
#: Tables of words that we wrote ourselves. They do not depend on the sources, so their rows are never stale.
OWN_TABLES = frozenset({"modern", "gentiles", "names"})
#: The highest frequency (Zipf scale) given to a word that is spelled like a proper name and missing from Lexique:
#: wordfreq counts the word and the name together, so its value says only that the word may be in use.
MOST_ZIPF_OF_NAMESAKE = 2.0
#: The highest number of malformed rows in a source. With more, its file format has probably changed: the build stops.
MOST_MALFORMED = 100


@dataclass(slots=True)
class Corpus:
    """The contents of all sources, parsed.

    core         the readings of Grammalecte
    votes        the other sources that attest each spelling and part of speech
    inflected    lemma → the records of Lefff and DELA, except proper names
    names        source letter ("L" for Lefff, "D" for DELA) → the proper names in that source
    zipf         lower-case spelling → its frequency in wordfreq, on the Zipf scale (see ``layers``)
    per_million  spelling → its occurrences per million words in Lexique
    rejects      source → the rows that its parser left out
    """

    core: merge.Readings
    votes: Votes
    inflected: dict[str, list[SourceRecord]]
    names: dict[str, list[SourceRecord]]
    zipf: dict[str, float]
    per_million: dict[str, float]
    rejects: dict[str, Rejects] = field(default_factory=dict)


@dataclass(slots=True)
class Layers:
    """The three layers in memory, and what was left out on the way.

    core     the readings of the core layer
    extra    the readings of the extra layer
    zipf     spelling → frequency on the Zipf scale
    rejects  source → the rows that its parser left out; under "decisions", the readings dropped by manual decisions
    """

    core: list[LayerReading]
    extra: list[LayerReading]
    zipf: dict[str, float]
    rejects: dict[str, Rejects]


def read_corpus(folders: Folders, on_source: Callable[[str], None] = lambda name: None) -> Corpus:
    """Parse every source and return the contents.

    *on_source* is called with the name of each source before it is read. Raises SourceError for the first source that
    is missing or damaged or has an unexpected format.
    """
    sources = {source.name: source for source in read_sources(folders.manifests)}
    rejects: dict[str, Rejects] = defaultdict(Rejects)

    def path(name: str) -> Path:
        if name not in sources:
            raise SourceError(f"{folders.manifests}: no manifest {name}.toml")
        fetched = require_ready(sources[name], folders.cache)
        on_source(name)
        return fetched

    core = merge.gather(grammalecte.read(path("grammalecte"), rejects["grammalecte"]), "G")
    votes = Votes()
    inflected: dict[str, list[SourceRecord]] = defaultdict(list)
    names: dict[str, list[SourceRecord]] = {}
    for letter, name, parser in (("L", "lefff", lefff), ("D", "dela", dela)):
        records = list(parser.read(path(name), rejects[name]))
        votes.add(letter, records)
        names[letter] = [record for record in records if record.pos == "P"]
        for record in records:
            if record.pos != "P":
                inflected[record.lemma].append(record)
    rows = list(lexique.read(path("lexique"), rejects["lexique"]))
    votes.add_lexique(rows)
    per_million: dict[str, float] = defaultdict(float)
    for row in rows:
        per_million[row.spelling] += row.per_million
    votes.add("T", littre.read(path("littre"), rejects["littre"]))
    for name in sources:
        if name.startswith("freedict_"):
            votes.add("W", freedict.read(path(name), rejects["freedict"]))
    zipf = frequencies.read(path("wordfreq"))
    for name, left_out in rejects.items():
        if (malformed := left_out.counts["malformed"]) > MOST_MALFORMED:
            raise SourceError(f"{name}: {malformed} rows do not parse, such as {left_out.examples['malformed'][0]!r}")
    return Corpus(core, votes, inflected, names, zipf, per_million, dict(rejects))


def make_layers(corpus: Corpus, tables: dict[str, DecisionTable]) -> Layers:
    """Apply the manual decisions in *tables* and sort the readings into layers. Changes *corpus* in place.

    A row of a table is *stale* if it no longer applies to any word. If there are stale rows, raises LayerError with a
    list of them.
    """
    dropped = Rejects()
    core = corpus.core
    decisions = merge.Decisions(tables, dropped)
    decisions.apply(core)
    decisions.mark_attested(corpus.votes)
    gentiles = {
        record.spelling.lower() for record in corpus.names["D"] if record.gender != "f" and record.number != "p"
    }
    decisions.add_own_words(core, lambda word: word not in gentiles and "T" in corpus.votes.base(word, "N"))
    merge.assign_headwords(core)
    merge.attest(core, corpus.votes)
    extra: merge.Readings = {}
    for reading in merge.extra_readings(tables["additions"], core, corpus.inflected, gentiles):
        merge.add(extra, *reading[:3], reading.labels, reading.sources, reading.status)
    merge.assign_headwords(extra)
    merge.attest(extra, corpus.votes)
    known = {fold(spelling) for spelling, _, _ in core} | {fold(spelling) for spelling, _, _ in extra}
    for letter, records in corpus.names.items():
        for reading in merge.proper_names(records, letter, known):
            merge.add(extra, *reading[:3], (), reading.sources)
    stale = [message for name, table in tables.items() if name not in OWN_TABLES for message in table.stale_rows()]
    if stale:
        raise LayerError("stale rows:\n" + "\n".join(stale))
    spellings = {spelling for spelling, _, _ in core} | {spelling for spelling, _, _ in extra}
    readings = [*core.values(), *extra.values()]
    names = {reading.spelling.lower() for reading in readings if reading.tag == "P"}
    # Inhabitants' names are the same word with and without a capital, and recent words are not in Lexique yet:
    # the frequencies of both come from wordfreq.
    names -= {reading.spelling for reading in readings if "gentile" in reading.labels}
    names -= {row.spelling for row in tables["modern"]}
    zipf = dict(_frequencies(spellings, names, corpus))
    return Layers(list(core.values()), list(extra.values()), zipf, {**corpus.rejects, "decisions": dropped})


def _frequencies(spellings: set[str], names: set[str], corpus: Corpus) -> Iterator[tuple[str, float]]:
    """Yield each spelling that has a frequency above 0, with this frequency on the Zipf scale.

    The frequency comes from wordfreq; if wordfreq lacks the spelling, it is computed from Lexique: the base-10
    logarithm of the occurrences per million words, plus 3.

    wordfreq counts in lower case, so « florence » would seem as frequent as the name. A word that is spelled like a
    name gets Lexique's value, which counts words only; if Lexique lacks the word, it gets wordfreq's value, limited to
    MOST_ZIPF_OF_NAMESAKE.
    """
    for spelling in spellings:
        value = corpus.zipf.get(spelling.lower(), 0.0)
        if not value or spelling in names:
            per_million = corpus.per_million.get(spelling, 0.0)
            value = math.log10(per_million) + 3 if per_million else min(value, MOST_ZIPF_OF_NAMESAKE)
        if value > 0:
            yield spelling, round(value, 2)


def write_layers(layers: Layers, tables: dict[str, DecisionTable], folders: Folders) -> dict[str, int]:
    """Write each layer and its manifest; return a mapping from layer name to number of rows."""
    folder = folders.layers
    folder.mkdir(parents=True, exist_ok=True)
    sources = {source.name: source for source in read_sources(folders.manifests)}
    counts = {
        "core": write_readings(folder / "core.tsv", layers.core),
        "extra": write_readings(folder / "extra.tsv", layers.extra),
        "frequency": write_frequencies(folder / "frequency.tsv", layers.zipf),
    }
    decisions = {
        f"{name}.{verdict}": n
        for name, table in tables.items()
        for verdict, n in Counter(row.verdict for row in table).items()
    }
    for name, (origins, licence) in LAYERS.items():
        text = _manifest(name, licence, counts[name], [sources[origin] for origin in origins], layers.rejects)
        if name != "frequency":
            text += "\n[decisions]\n" + "".join(f'"{key}" = {n}\n' for key, n in sorted(decisions.items()))
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return counts


def _manifest(name: str, licence: str, count: int, sources: list[Source], rejects: dict[str, Rejects]) -> str:
    """Return the manifest of a layer as TOML.

    It states the licence of the layer, its sources, and how many rows were left out for each reason.
    """
    lines = [f'layer = "{name}"', f'licence = "{licence}"', f"kept = {count}"]
    for source in sources:
        lines += ["", "[[source]]", f'name = "{source.name}"', f'version = "{source.version}"']
        lines += [
            f'sha256 = "{source.sha256}"',
            f'licence = "{source.licence}"',
            f'attribution = "{source.attribution}"',
        ]
        if left_out := rejects.get(source.name):
            lines += ["", "[source.rejected]", *(f"{reason} = {n}" for reason, n in sorted(left_out.counts.items()))]
    if name == "core":
        lines += ["", "[dropped]", *(f"{reason} = {n}" for reason, n in sorted(rejects["decisions"].counts.items()))]
    return "\n".join(lines) + "\n"
