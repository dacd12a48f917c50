"""The whole run from fetched sources to text layers, one function per arrow.

::

    sources ─ read_all ─► Corpus ─ make_layers ─► Layers ─ write_layers ─► lexicons/fr/*.tsv + *.toml
                                        ▲
                     lexicons/overrides/*.tsv
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
from .layers import LayerReading, write_frequencies, write_readings
from .overrides import DecisionTable
from .parse import dela, freedict, frequencies, grammalecte, lefff, lexique, littre
from .records import Rejects, SourceRecord
from .sources import Source, read_sources
from .votes import Votes

#: Layer → the sources whose licence it carries, and the licence of the layer.
LAYERS = {
    "core": (("grammalecte",), "MPL-2.0"),
    "extra": (("lefff", "dela"), "LGPL-LR"),
    "frequency": (("wordfreq", "lexique"), "CC-BY-SA-4.0"),
}


#: DecisionTables of words that we wrote ourselves: they rest on no source, so no change of one makes them stale.
OWN = frozenset({"modern", "gentiles", "names"})
#: How frequent a word may seem of which only its namesake is counted: met, but nobody knows how often.
MOST_ZIPF_OF_NAMESAKE = 2.0
#: More rows of a source than this that do not parse mean another file format, not a few slips.
MOST_MALFORMED = 100


@dataclass(slots=True)
class Corpus:
    """Every source parsed, with what each parser left out."""

    core: merge.Readings
    votes: Votes
    inflected: dict[str, list[SourceRecord]]
    names: dict[str, list[SourceRecord]]
    zipf: dict[str, float]
    per_million: dict[str, float]
    rejects: dict[str, Rejects] = field(default_factory=dict)


@dataclass(slots=True)
class Layers:
    """The three layers in memory and the counts of what was left out on the way, by named reason."""

    core: list[LayerReading]
    extra: list[LayerReading]
    zipf: dict[str, float]
    rejects: dict[str, Rejects]


def read_all(manifests: Path, cache: Path, step: Callable[[str], None]) -> Corpus:
    """Parse every source of *cache*; *step* is told what is read, for a progress bar.

    Raises SourceError naming the first source that is missing or damaged.
    """
    sources = {source.name: source for source in read_sources(manifests)}
    rejects: dict[str, Rejects] = defaultdict(Rejects)

    def path(name: str) -> Path:
        source = sources[name]
        if (state := source.state(cache)) != "ready":
            raise SourceError(f"{name}: {source.file} is {state} in {cache}; run scripts/fetch_sources.py")
        step(name)
        return source.path(cache)

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
    for name, found in rejects.items():
        if (malformed := found.counts["malformed"]) > MOST_MALFORMED:
            raise SourceError(f"{name}: {malformed} rows do not parse, such as {found.examples['malformed'][0]!r}")
    return Corpus(core, votes, inflected, names, zipf, per_million, dict(rejects))


def make_layers(corpus: Corpus, tables: dict[str, DecisionTable]) -> Layers:
    """Apply the decisions and sort the readings into layers.

    Raises LayerError listing every stale row of the tables.
    """
    decided = Rejects()
    core = corpus.core
    decisions = merge.Decisions(tables, decided)
    decisions.apply(core)
    decisions.still_candidates(corpus.votes)
    gentiles = {
        record.spelling.lower() for record in corpus.names["D"] if record.gender != "f" and record.number != "p"
    }
    decisions.own_words(core, lambda word: word not in gentiles and "T" in corpus.votes.base(word, "N"))
    merge.own_headwords(core)
    merge.attest(core, corpus.votes)
    extra: merge.Readings = {}
    for reading in merge.extra_readings(tables["additions"], core, corpus.inflected, gentiles):
        merge.add(extra, *reading[:3], reading.labels, reading.sources, reading.status)
    merge.own_headwords(extra)
    merge.attest(extra, corpus.votes)
    known = {fold(spelling) for spelling, _, _ in core} | {fold(spelling) for spelling, _, _ in extra}
    for letter, records in corpus.names.items():
        for reading in merge.proper_names(records, letter, known):
            merge.add(extra, *reading[:3], (), reading.sources)
    stale = [message for name, table in tables.items() if name not in OWN for message in table.stale()]
    if stale:
        raise LayerError("stale rows:\n" + "\n".join(stale))
    spellings = {spelling for spelling, _, _ in core} | {spelling for spelling, _, _ in extra}
    readings = [*core.values(), *extra.values()]
    names = {reading.spelling.lower() for reading in readings if reading.tag == "P"}
    # Inhabitants are the same word with a capital and without; recent words are not in Lexique yet.
    names -= {reading.spelling for reading in readings if "gentile" in reading.labels}
    names -= {row.spelling for row in tables["modern"]}
    zipf = dict(_frequencies(spellings, names, corpus))
    return Layers(list(core.values()), list(extra.values()), zipf, {**corpus.rejects, "decisions": decided})


def _frequencies(spellings: set[str], names: set[str], corpus: Corpus) -> Iterator[tuple[str, float]]:
    """Zipf value of each spelling that occurs: wordfreq's, else from Lexique's occurrences per million.

    wordfreq counts in lower case, so that « florence » would be as frequent as the name: a word that is spelled like a
    name has Lexique's value, which counts words alone; where Lexique lacks it, wordfreq's up to MOST_ZIPF_OF_NAMESAKE.
    """
    for spelling in spellings:
        value = corpus.zipf.get(spelling.lower(), 0.0)
        if not value or spelling in names:
            per_million = corpus.per_million.get(spelling, 0.0)
            value = math.log10(per_million) + 3 if per_million else min(value, MOST_ZIPF_OF_NAMESAKE)
        if value > 0:
            yield spelling, round(value, 2)


def write_layers(layers: Layers, manifests: Path, tables: dict[str, DecisionTable], folder: Path) -> dict[str, int]:
    """Write the layers and a manifest beside each; return the number of rows of each."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = {source.name: source for source in read_sources(manifests)}
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
