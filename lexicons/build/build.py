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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from belettre_lexicon.base.errors import LayerError, SourceError
from belettre_lexicon.french.grammar import GHOST
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.layers import Glosses, LayerReading, write_frequencies, write_readings
from belettre_lexicon.lexicon.compile.links import NODE_STATUSES
from lexicons.build.decisions.overrides import TABLES_OF_WORDS, DecisionTable, contradictions
from lexicons.build.folders import Folders
from lexicons.build.parse import dela, freedict, frequencies, grammalecte, lefff, lexique, littre
from lexicons.build.readings import feminines, merge, participles
from lexicons.build.readings import glosses as gloss_sources
from lexicons.build.readings.votes import Votes
from lexicons.build.records import Rejects, SourceRecord
from lexicons.build.sources.manifests import Source, read_sources, require_ready

#: Maps the name of each layer to the sources that it is made from and to its licence.
LAYERS = {
    "core": (("grammalecte",), "MPL-2.0"),
    "extra": (("lefff", "dela"), "LGPL-LR"),
    "frequency": (("wordfreq", "lexique"), "CC-BY-SA-4.0"),
}
#: Tables of words that we wrote ourselves. They do not depend on the sources, so their rows are never stale.
OWN_TABLES = frozenset({"modern", "everyday", "gentiles", "names", "foreign_plurals"})
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
class Words:
    """The words of the sources after the manual decisions, before participles and feminines are decided.

    core         the readings of the core layer
    extra        the readings of the extra layer
    own_entries  what Grammalecte lists with a tag of its own (``participles.own_entries``)
    stale        a message for each row of a table that no longer applies
    dropped      the readings dropped by manual decisions
    """

    core: merge.Readings
    extra: merge.Readings
    own_entries: dict[str, str]
    stale: list[str]
    dropped: Rejects

    @property
    def layers(self) -> tuple[merge.Readings, merge.Readings]:
        """Both layers of readings."""
        return self.core, self.extra

    def participles(self) -> set[str]:
        """Return every participle that needs a row (``participles.read_participles``)."""
        return {spelling for layer in self.layers for spelling in participles.participles_of(layer.values())}


@dataclass(slots=True)
class Evidence:
    """The tables whose rows hold evidence, from which a rule decides, and our own glosses.

    participles  spelling → who lists the participle as an adjective or noun (W6a)
    feminines    spelling → what three readers said of the feminine (W6d)
    glosses      our own table of glosses
    """

    participles: dict[str, participles.ParticipleRow]
    feminines: dict[str, feminines.FeminineRow]
    glosses: Glosses


def read_evidence(folder: Path) -> Evidence:
    """Return the tables of evidence in a folder. Raises LayerError if one is missing or a row does not parse."""
    for name in ("participles", "feminines", "glosses"):
        if not (folder / f"{name}.tsv").is_file():
            raise LayerError(f"{folder}: table {name}.tsv is missing")
    return Evidence(
        participles.read_participles(folder / "participles.tsv"),
        feminines.read_feminines(folder / "feminines.tsv"),
        gloss_sources.read_own_glosses(folder),
    )


@dataclass(slots=True)
class Layers:
    """The layers in memory, and what was left out on the way.

    core     the readings of the core layer
    extra    the readings of the extra layer
    glosses  what surprising words mean, and who lists a participle
    zipf     spelling → frequency on the Zipf scale
    rejects  source → the rows that its parser left out; under "decisions", the readings dropped by manual decisions
    """

    core: list[LayerReading]
    extra: list[LayerReading]
    glosses: Glosses
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


def gather_words(corpus: Corpus, tables: dict[str, DecisionTable]) -> Words:
    """Apply the manual decisions in *tables* to the words of the sources. Changes *corpus* in place.

    Participles and feminines are still as the sources have them: ``make_layers`` decides them from evidence.
    """
    dropped = Rejects()
    core = corpus.core
    own_entries = participles.own_entries(core)
    decisions = merge.Decisions(tables, dropped)
    decisions.apply(core)
    decisions.mark_attested(corpus.votes)
    gentiles = {
        record.spelling.lower() for record in corpus.names["D"] if record.gender != "f" and record.number != "p"
    }
    decisions.add_own_words(core, lambda word: word not in gentiles and "T" in corpus.votes.base(word, "N"))
    merge.assign_headwords(core)
    extra: merge.Readings = {}
    for reading in merge.extra_readings(tables["additions"], core, corpus.inflected, gentiles):
        merge.add(extra, *reading[:3], reading.labels, reading.sources, reading.status)
    nouns = {spelling for layer in (core, extra) for spelling, _, tag in layer if tag[0] == "N"}
    checked = [table for name, table in tables.items() if name not in OWN_TABLES | {"labels", "ghosts", "offensive"}]
    stale = [message for table in checked for message in table.stale_rows()]
    stale += [
        f"foreign_plurals.tsv:{row.line}: {row.spelling!r} is the plural of {row.reason!r}, which is no noun here"
        for row in tables["foreign_plurals"]
        if row.reason not in nouns
    ]
    return Words(core, extra, own_entries, stale, dropped)


def make_layers(corpus: Corpus, tables: dict[str, DecisionTable], evidence: Evidence) -> Layers:
    """Apply the manual decisions in *tables* and *evidence* and sort the readings into layers. Changes *corpus*.

    A row of a table is *stale* if it no longer applies to any word. If there are stale rows, or participles or
    feminines without a row, raises LayerError with a list of them.
    """
    words = gather_words(corpus, tables)
    core, extra = words.layers
    faults = words.stale + participles.faults(
        words.participles(), evidence.participles, corpus.votes, words.own_entries, tables.values()
    )
    for layer in words.layers:
        participles.apply_participles(layer, evidence.participles)
    faults += feminines.faults(evidence.feminines, corpus.votes, tables.values())
    faults += feminines.apply_feminines(words.layers, evidence.feminines, words.dropped)
    nouns = {row.spelling for row in tables["everyday"] if "N.f" in row.tags}
    faults += feminines.undecided_feminines(words.layers, evidence.feminines, nouns)
    for layer in words.layers:
        merge.relabel(layer, tables["labels"])
        merge.mark(layer, tables["ghosts"], GHOST, playable=False)
        merge.mark(layer, tables["offensive"], "offensive", playable=True)
    faults += [row for name in ("labels", "ghosts", "offensive") for row in tables[name].stale_rows()]
    faults += contradictions(tables)
    if faults:
        raise LayerError("stale rows:\n" + "\n".join(faults))
    for layer in words.layers:
        merge.assign_headwords(layer)
        merge.name_headwords(layer)
        merge.attest(layer, corpus.votes)
    known = {fold(spelling) for layer in words.layers for spelling, _, _ in layer}
    for letter, records in corpus.names.items():
        for reading in merge.proper_names(records, letter, known):
            merge.add(extra, *reading[:3], (), reading.sources)
    for key in core.keys() & extra.keys():
        del extra[key]  # a participle of the one layer, an adjective of the other
    readings = [*core.values(), *extra.values()]
    names = {reading.spelling.lower() for reading in readings if reading.tag == "P"}
    # Inhabitants' names are the same word with and without a capital, and recent words are not in Lexique yet:
    # the frequencies of both come from wordfreq.
    names -= {reading.spelling for reading in readings if "gentile" in reading.labels}
    names -= {row.spelling for name in ("modern", "everyday") for row in tables[name]}
    zipf = dict(_frequencies({reading.spelling for reading in readings}, names, corpus))
    glosses = gloss_sources.gather_glosses(readings, tables, evidence.participles, evidence.feminines, evidence.glosses)
    if faults := lost_rows((tables[name] for name in TABLES_OF_WORDS), readings) + gloss_sources.misfits(glosses):
        raise LayerError("the layers deny what the tables say:\n" + "\n".join(faults))
    rejects = {**corpus.rejects, "decisions": words.dropped}
    return Layers(list(core.values()), list(extra.values()), glosses, zipf, rejects)


def lost_rows(tables: Iterable[DecisionTable], readings: Iterable[LayerReading]) -> list[str]:
    """Return a message for each word that a table keeps as a part of speech and that cannot be played as one."""
    playable = {(reading.spelling, reading.tag[0]) for reading in readings if reading.status in NODE_STATUSES}
    return [
        f"{table.path.name}:{row.line}: {row.spelling!r} is kept as {tag}, but the layers have no such reading to play"
        for table in tables
        for row in table
        if row.verdict == "keep"
        for tag in row.tags
        if (row.spelling, tag[0]) not in playable
    ]


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
        "glosses": gloss_sources.write_glosses(folder, layers.glosses),
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
