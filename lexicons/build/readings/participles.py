"""Decide which participles are words of their own, from evidence (W6a): ``lexicons/overrides/participles.tsv``.

A participle counts as an adjective or a noun if two of the consulted sources list it as one, or if one of them does and
two readers, who do not know of each other, name the same usual dictionary that does. Nothing else counts: no taste, no
frequency. A row has seven tab-separated fields, named by a header line; ``-`` is an empty field::

    spelling	adjective	noun	first	second	labels	sense
    considéré	LDTW	-	-	-	-	-
    arrangé	W	-	Larousse,TLFi	Larousse	-	mis en ordre
    mangé	-	-	-	-	-	-

``adjective`` and ``noun`` hold the letters of the sources (``grammar.SOURCE_LETTERS``) that list the spelling as one;
``first`` and ``second`` the dictionaries that each reader named, or ``none``. There is a row for every participle of
the lexicon, and its letters must be those that a build finds (``faults``): the table cannot drift away from its
evidence. Wiktionary is consulted in an edition that does not enter the build, so its letter W may stand in a row
without being found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.french.grammar import LABELS, SOURCE_LETTERS
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.layers import LayerReading
from lexicons.build.decisions.overrides import DecisionTable
from lexicons.build.decisions.table_rows import rows_by_spelling
from lexicons.build.readings import inflect
from lexicons.build.readings.merge import Readings, add
from lexicons.build.readings.votes import Votes, in_order
from lexicons.build.records import why_no_word

HEADER = ("spelling", "adjective", "noun", "first", "second", "labels", "sense")
#: The tags of the participles that the table decides on: the masculine singular, and the present participle.
PARTICIPLE_TAGS = ("V.ppa.m.s", "V.ppr")
#: The titles of the sources that are usual dictionaries: readers who name one of them add nothing to its own vote.
_TITLES = {"T": "Littré", "W": "Wiktionnaire"}
#: What a reader writes who knows of no dictionary that lists the participle.
NO_DICTIONARY = "none"
#: The number of letters from which participles need a row: the feminine of a shorter one is never playable (W1).
LEAST_LETTERS = 4
#: The tags of a masculine adjective or noun.
_MASCULINES = tuple(f"{pos}.{gender}.{number}" for pos in "AN" for gender in "me" for number in "si")


class ParticipleRow(NamedTuple):
    """What is known about one participle.

    spelling   the participle: a masculine singular, or a present participle
    adjective  the letters of the sources that list it as an adjective
    noun       the letters of the sources that list it as a noun
    first      the usual dictionaries that list it, as the first reader named them; ("none",) if there is none; () if it
               was not read
    second     the same of the second reader
    labels     labels of ``grammar.LABELS`` for its readings; () if there are none
    sense      its sense as an adjective or noun in a few words of French; "" if nobody wrote one
    line       the line number in the file, for error messages; 0 for a row that was not read from a file
    """

    spelling: str
    adjective: str
    noun: str
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    sense: str = ""
    line: int = 0

    @property
    def sources(self) -> frozenset[str]:
        """The letters of all sources that list the participle as an adjective or a noun."""
        return frozenset(self.adjective + self.noun)

    @property
    def dictionaries(self) -> tuple[str, ...]:
        """The dictionaries that both readers named, other than the one that is a source of the row already."""
        known = {NO_DICTIONARY, *(_TITLES[letter] for letter in self.sources if letter in _TITLES)}
        return tuple(name for name in self.first if name in self.second and name not in known)

    @property
    def read(self) -> bool:
        """Whether both readers have read the row."""
        return bool(self.first and self.second)

    @property
    def listed(self) -> bool:
        """Whether the participle is a word of its own by W6a."""
        return len(self.sources) >= 2 or (len(self.sources) == 1 and bool(self.dictionaries))


def read_participles(path: Path) -> dict[str, ParticipleRow]:
    """Return the rows by spelling. Raises LayerError for an invalid row; the message starts with ``file:line:``."""
    return rows_by_spelling(path, HEADER, _parse)


def _parse(here: str, fields: list[str], number: int) -> ParticipleRow:
    spelling, adjective, noun, first, second, labels, sense = ("" if field == "-" else field for field in fields)
    if fault := why_no_word(spelling):
        raise LayerError(f"{here}: spelling {spelling!r} is not a word ({fault})")
    for letters in (adjective, noun):
        if "R" in letters or letters != in_order(letters):
            raise LayerError(f"{here}: sources {letters!r}, expected letters of {SOURCE_LETTERS[:-1]} in this order")
    marks = tuple(labels.split(",")) if labels else ()
    if unknown := [mark for mark in marks if mark not in LABELS]:
        raise LayerError(f"{here}: unknown label {unknown[0]!r}")
    named = [tuple(names.split(",")) if names else () for names in (first, second)]
    return ParticipleRow(spelling, adjective, noun, named[0], named[1], marks, sense, number)


def write_participles(path: Path, rows: Iterable[ParticipleRow]) -> int:
    """Write the table, sorted by folded spelling; return the number of rows."""
    ordered = sorted(rows, key=lambda row: (fold(row.spelling), row.spelling))
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write("\t".join(HEADER) + "\n")
        for row in ordered:
            read = [",".join(names) for names in (row.first, row.second, row.labels)]
            fields = (row.spelling, row.adjective, row.noun, *read, row.sense)
            stream.write("\t".join(field or "-" for field in fields) + "\n")
    return len(ordered)


def participles_of(readings: Iterable[LayerReading]) -> Iterator[str]:
    """Yield the spelling of every participle that needs a row; a spelling may come more than once."""
    for reading in readings:
        if reading.tag in PARTICIPLE_TAGS and len(fold(reading.spelling)) >= LEAST_LETTERS:
            yield reading.spelling


def evidence(spelling: str, votes: Votes, own: Mapping[str, str]) -> tuple[str, str]:
    """Return the letters of the sources that list a spelling as an adjective, and of those that list it as a noun.

    *own* maps each spelling that Grammalecte lists with a masculine tag of its own to the letters of these parts of
    speech: its tag for participles, which calls all of them adjectives, says nothing.
    """
    adjective, noun = (
        in_order(votes.base(spelling, pos) | ({"G"} if pos in own.get(spelling, "") else set())) for pos in "AN"
    )
    return adjective, noun


def own_entries(core: Readings) -> dict[str, str]:
    """Return what Grammalecte lists with a masculine tag of its own: spelling → letters of the parts of speech."""
    found: dict[str, str] = {}
    for spelling, lemma, tag in core:
        if tag in _MASCULINES and lemma == spelling and tag[0] not in found.get(spelling, ""):
            found[spelling] = found.get(spelling, "") + tag[0]
    return found


def faults(
    spellings: Iterable[str],
    rows: Mapping[str, ParticipleRow],
    votes: Votes,
    own: Mapping[str, str],
    tables: Iterable[DecisionTable] = (),
) -> list[str]:
    """Return a message for each row that does not fit the lexicon, its evidence or another table.

    A participle of the lexicon needs a row, and a row needs a participle. The letters of a row must be what the build
    finds. No other table may keep as an adjective or noun a participle that its row does not list.

    spellings  the participles of the lexicon
    rows       the table
    votes, own the evidence that the build finds (``evidence``)
    tables     the tables of decisions on single words
    """
    needed = set(spellings)
    messages = [f"participles.tsv: {spelling!r} has no row" for spelling in sorted(needed - rows.keys())]
    messages += [
        f"{table.path.name}:{kept.line}: {kept.spelling!r} is kept, but participles.tsv:{rows[kept.spelling].line} "
        "names too few dictionaries"
        for table in tables
        for kept in table
        if kept.verdict == "keep"
        and all(tag[0] in "AN" for tag in kept.tags)
        and kept.spelling in needed
        and kept.spelling in rows
        and not rows[kept.spelling].listed
    ]
    for row in rows.values():
        here = f"participles.tsv:{row.line}: {row.spelling!r}"
        if row.spelling not in needed:
            messages.append(f"{here} is no participle of the lexicon")
            continue
        for what, written, found in zip(
            ("adjective", "noun"), (row.adjective, row.noun), evidence(row.spelling, votes, own), strict=True
        ):
            if (written != found and written.replace("W", "") != found.replace("W", "")) or "W" in found > written:
                messages.append(f"{here}: {what} by {written or '-'}, the sources say {found or '-'}")
    return messages


def apply_participles(readings: Readings, rows: Mapping[str, ParticipleRow]) -> None:
    """Give each participle of a layer the readings that W6a allows, in place.

    A participle that is a word of its own gets readings as adjective or noun, with its agreeing forms. One that too few
    dictionaries list gets such a reading with the status of a participle, so that a verdict can name who lists it.
    """
    forms: dict[str, list[LayerReading]] = {}
    for reading in readings.values():
        if reading.tag.startswith("V.ppa."):
            forms.setdefault(reading.lemma, []).append(reading)
    for reading in list(readings.values()):
        row = rows.get(reading.spelling)
        if reading.tag not in PARTICIPLE_TAGS or row is None:
            continue
        if row.listed:
            _add_word(readings, reading, row, forms.get(reading.lemma, []))
        else:
            _add_evidence(readings, row)


def _add_word(readings: Readings, participle: LayerReading, row: ParticipleRow, forms: list[LayerReading]) -> None:
    """Add the readings of a participle that is a word of its own; *forms* are all past participles of its verb."""
    word, labels = row.spelling, set(row.labels)  # the verb may be rare, and its participle common (« éploré »)
    if row.adjective:
        if participle.tag == "V.ppr":
            for spelling, tag in inflect.forms(word, "A"):
                add(readings, spelling, word, tag, labels, row.adjective + "R" if spelling == word else "R")
        else:
            _agreeing_forms(readings, row, forms, labels, row.adjective + "R")
    proves_more = set(row.noun) - set(row.adjective) if len(row.adjective) == 1 else ()
    if not row.adjective or len(row.noun) >= 2 or proves_more:
        for spelling, tag in inflect.forms(word, "N.m"):
            add(readings, spelling, word, tag, labels, row.noun + "R" if spelling == word else "R")


def _agreeing_forms(
    readings: Readings, row: ParticipleRow, forms: list[LayerReading], labels: set[str], sources: str
) -> None:
    """Add adjective readings to the forms of a past participle that is also an adjective.

    forms    the readings of all past participle forms of the verb
    labels   the labels of the new readings
    sources  the letters of the sources of the masculine singular
    """
    masculine = row.spelling
    invariable = masculine.endswith(("s", "x"))
    for form in forms:
        gender, number = form.tag.split(".")[2:]
        if gender == "m" and (number == "s" or invariable):
            if form.spelling == masculine:
                add(readings, masculine, masculine, "A.m.i" if invariable else "A.m.s", labels, sources)
        elif form.spelling.startswith(masculine[:-1]):
            # A verb may have a second participle with its own forms: « résout » besides « résolu ».
            add(readings, form.spelling, masculine, f"A.{gender}.{number}", labels, "R")


def _add_evidence(readings: Readings, row: ParticipleRow) -> None:
    """Give the masculine readings of a participle that is no word of its own the status of a participle."""
    word = row.spelling
    for pos, letters in (("A", row.adjective), ("N", row.noun)):
        tags = [tag for tag in _MASCULINES if tag[0] == pos and (word, word, tag) in readings]
        for tag in tags or ([f"{pos}.m.s"] if letters else []):
            add(readings, word, word, tag, (), letters + "R", "q")
