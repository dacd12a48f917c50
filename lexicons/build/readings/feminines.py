"""Decide which feminines of adjectives are nouns, sisters together (W6d): ``lexicons/overrides/feminines.tsv``.

Every feminine of an adjective that any source lists as a noun, or whose masculine it does, was read by three readers,
in series of one ending. A row has six tab-separated fields, named by a header line; ``-`` is an empty field::

    spelling	masculine	sources	verdict	readers	reason
    anxieuse	anxieux	-	pair	PPP	personne inquiète
    frontale	frontal	DLTWX	sense	SSA	lampe portée au front
    cantonale	cantonal	DLR	sense	SAA	élection cantonale
    prudente	prudent	DL	adjective	AAA	-

- ``pair``: the pair is said alone of persons (« un anxieux, une anxieuse »). Masculine and feminine are nouns: they
  share the decision.
- ``sense``: the feminine has a sense of its own as a noun; the reason says which.
- ``adjective``: a noun would be a mere ellipsis, or only the masculine is one. The feminine is refused.

``sources`` holds the letters of the sources that list the feminine as a noun (``grammar.SOURCE_LETTERS``), and R if a
reader of another table keeps the noun; they must be those that a build finds (``faults``), but for W, since Wiktionary
is consulted in an edition that does not enter the build. ``readers`` holds one letter per reader: P, S or A for the
verdicts. Most readers decide, but they do not outvote evidence: if two voices list the noun (``FeminineRow.listed``), a
row that calls it an adjective says why. Only a source makes a noun of what most readers call an adjective, and the row
says which sense it has; a sense that no source lists, nor all readers know, may be left an adjective.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.french.grammar import SOURCE_LETTERS
from belettre_lexicon.lexicon.compile.layers import LayerReading
from lexicons.build.decisions.overrides import DecisionTable
from lexicons.build.decisions.table_rows import rows_by_spelling
from lexicons.build.readings import inflect
from lexicons.build.readings.merge import Readings, add
from lexicons.build.readings.votes import Votes, in_order
from lexicons.build.records import Rejects, why_no_word

HEADER = ("spelling", "masculine", "sources", "verdict", "readers", "reason")
#: The verdicts by the letter of a reader.
VERDICTS = {"P": "pair", "S": "sense", "A": "adjective"}
READERS = 3
_FEMININE_NOUNS = ("N.f.s", "N.f.i")
_FEMININE_ADJECTIVES = ("A.f.s", "A.f.i")


class FeminineRow(NamedTuple):
    """The decision on one feminine.

    spelling   the feminine of the adjective
    masculine  its masculine
    sources    the letters of those who list it as a noun, in the order of ``grammar.SOURCE_LETTERS``; "" if nobody does
    verdict    a value of ``VERDICTS``
    readers    one key of ``VERDICTS`` for each reader
    reason     the deciding fact, or the sense of the noun, in a few words of French; "" if there is nothing to say
    line       the line number in the file, for error messages
    """

    spelling: str
    masculine: str
    sources: str
    verdict: str
    readers: str
    reason: str
    line: int

    @property
    def listed(self) -> bool:
        """Whether two voices list the feminine as a noun (W6d).

        DELA and Lefff are one voice, since both make nouns of adjectives by the hundred, nearly always the same.
        Lexique is none: it lists what a corpus of texts has.
        """
        return len(set(self.sources.replace("L", "D")) - {"X"}) >= 2


def read_feminines(path: Path) -> dict[str, FeminineRow]:
    """Return the rows by spelling. Raises LayerError for an invalid row; the message starts with ``file:line:``."""
    return rows_by_spelling(path, HEADER, _parse)


def _parse(here: str, fields: Sequence[str], number: int) -> FeminineRow:
    spelling, masculine, sources, verdict, readers, reason = fields
    for word in (spelling, masculine):
        if fault := why_no_word(word):
            raise LayerError(f"{here}: spelling {word!r} is not a word ({fault})")
    sources, reason = ("" if field == "-" else field for field in (sources, reason))
    if sources != in_order(sources):
        raise LayerError(f"{here}: sources {sources!r}, expected letters of {SOURCE_LETTERS} in this order")
    if verdict not in VERDICTS.values():
        raise LayerError(f"{here}: unknown verdict {verdict!r}, expected one of {', '.join(VERDICTS.values())}")
    if len(readers) != READERS or readers.strip("".join(VERDICTS)):
        raise LayerError(f"{here}: readers {readers!r}, expected {READERS} letters of {''.join(VERDICTS)}")
    row = FeminineRow(spelling, masculine, sources, verdict, readers, reason, number)
    (letter, most), *_ = Counter(readers).most_common(1)
    outvoted = most == 1 or VERDICTS[letter] != verdict
    unlisted_sense = VERDICTS[letter] == "sense" and verdict == "adjective" and not sources
    if outvoted and most > 1 and (verdict == "adjective" or not sources) and not unlisted_sense:
        raise LayerError(
            f"{here}: verdict {verdict!r}, but most readers said {VERDICTS[letter]!r}, no source otherwise"
        )
    if not reason and (outvoted or verdict == "sense" or (verdict == "adjective" and row.listed)):
        raise LayerError(
            f"{here}: {spelling!r} ({verdict}, readers {readers}, sources {sources or '-'}) gives no reason"
        )
    return row


def faults(rows: Mapping[str, FeminineRow], votes: Votes, tables: Collection[DecisionTable]) -> list[str]:
    """Return a message for each row whose sources are not those that the build finds, or that another table denies.

    votes   the sources that list each spelling as a noun
    tables  the tables of decisions on single words; a word that one of them keeps as a feminine noun has the letter R
    """
    kept = {
        row.spelling: f"{table.path.name}:{row.line}"
        for table in tables
        for row in table
        if row.verdict == "keep" and not {"N.f", "N.e"}.isdisjoint(row.tags)
    }
    rejected = {
        row.spelling: f"{table.path.name}:{row.line}" for table in tables for row in table if row.verdict == "reject"
    }
    messages = [
        f"feminines.tsv:{row.line}: {row.spelling!r} is a noun ({row.verdict}), but {rejected[row.spelling]} rejects it"
        for row in rows.values()
        if row.verdict != "adjective" and row.spelling in rejected
    ]
    for row in rows.values():
        found = in_order(votes.base(row.spelling, "N") | ({"R"} if row.spelling in kept else set()))
        if row.sources.replace("W", "") != found.replace("W", "") or "W" in found > row.sources:
            where = f" (R: {kept[row.spelling]})" if row.spelling in kept else ""
            messages.append(
                f"feminines.tsv:{row.line}: {row.spelling!r} is listed by {row.sources or '-'}, "
                f"the build finds {found or '-'}{where}"
            )
    return messages


def apply_feminines(layers: Sequence[Readings], rows: Mapping[str, FeminineRow], rejects: Rejects) -> list[str]:
    """Give each feminine of the table the readings that its row allows, in place; return a message per stale row.

    The feminine of a participle that too few dictionaries list stays one (W6a), unless it has a sense of its own for
    which there is evidence (W6d): « une développante » is a curve, whatever « développant » is.

    layers   the layers of readings; a noun is added to the layer that has the adjective
    rejects  counts the readings that are dropped
    """
    stale = {row.spelling: f"feminines.tsv:{row.line}: {row.spelling!r} is no feminine" for row in rows.values()}
    participles = {s for readings in layers for (s, _, tag), r in readings.items() if tag[0] == "A" and r.status == "q"}
    refused = [
        row
        for row in rows.values()
        if row.verdict == "adjective" or (row.masculine in participles and not (row.verdict == "sense" and row.listed))
    ]
    spellings = {row.spelling for row in refused}
    for readings in layers:
        adjectives = {s: r for (s, _, tag), r in readings.items() if tag in _FEMININE_ADJECTIVES and s in rows}
        for spelling, adjective in adjectives.items():
            row = rows[spelling]
            if stale.pop(spelling, None) and spelling not in spellings:
                _add_nouns(readings, row, adjective)
        _drop_nouns(readings, refused, rejects)
    return list(stale.values())


def undecided_feminines(
    layers: Sequence[Readings], rows: Mapping[str, FeminineRow], decided: Collection[str] = ()
) -> list[str]:
    """Return a message for each feminine adjective that is also a feminine noun but has no row.

    Inhabitants' names are nouns in both genders without one (W5), and so are the words in *decided*: the readers of
    another table have said that they are nouns.
    """
    adjectives = {s for readings in layers for s, _, tag in readings if tag in _FEMININE_ADJECTIVES}
    undecided = adjectives.difference(rows, decided)
    return sorted(
        f"feminines.tsv: {spelling!r} has no row"
        for readings in layers
        for (spelling, _, tag), reading in readings.items()
        if tag in _FEMININE_NOUNS and spelling in undecided and "gentile" not in reading.labels
    )


def _add_nouns(readings: Readings, row: FeminineRow, adjective: LayerReading) -> None:
    """Add the feminine noun, and for a pair the masculine one, with the labels of the adjective."""
    nouns = [(row.spelling, "N.f")]
    if row.verdict == "pair":
        nouns.append((row.masculine, "N.m"))
    for word, noun in nouns:
        for spelling, tag in inflect.forms(word, noun):
            lemma = row.masculine if noun == "N.f" else word
            known = any((spelling, of, tag) in readings for of in (lemma, word))
            if not known:
                add(readings, spelling, lemma, tag, adjective.labels, "R")


def _drop_nouns(readings: Readings, refused: Sequence[FeminineRow], rejects: Rejects) -> None:
    """Drop the feminine nouns of refused rows, and their plurals, from a layer.

    The feminine of another noun stays (« copieuse » of « copieur », not of « copieux »), and so does a noun that exists
    in the plural only: it has its own decision (W6b).
    """
    singulars = {(row.spelling, of) for row in refused for of in (row.spelling, row.masculine)}
    plurals = {(inflect.plural(row.spelling), of) for row in refused for of in (row.spelling, row.masculine)}
    for key, reading in list(readings.items()):
        spelling, lemma, tag = key
        singular = tag in _FEMININE_NOUNS and (spelling, lemma) in singulars
        plural = tag == "N.f.p" and reading.status == "p" and (spelling, lemma) in plurals
        if singular or plural:
            del readings[key]
            rejects.add("feminine_no_noun", " ".join(key))
