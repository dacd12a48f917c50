"""Reads and writes the text layers of ``lexicons/fr``: sorted files of readings, frequencies or glosses.

A *reading* is a spelling with its lemma and its grammar. A line of a layer of readings has six tab-separated fields:
spelling, lemma, tag, status, labels, sources. The lemma ``=`` stands for the spelling itself. An empty status stands
for the one that the tag implies (``grammar.status_of_tag``)::

    marche	=	N.f.s			GLDXTW
    marche	marcher	V.pres13s+subj13s+imp2s			GLDX
    funérailles	=	N.f.p	o		GLDXTWR

A line of the layer of frequencies has two fields: a spelling and its frequency on the Zipf scale, the base-10 logarithm
of occurrences per billion words. Spellings that do not occur have no line.

A line of the layer of glosses has four fields: spelling, part of speech (a letter of ``grammar.POS``), gloss,
dictionaries. A gloss says in a few French words of our own what a word means, if the word would surprise players.
The dictionaries, separated by commas, are those that list the spelling with this part of speech, as two reviewers said
independently (W6a). Either field may be ``-`` for none. Each pair of spelling and part of speech has at most one row::

    Carole	N	danse en rond du Moyen Âge	-
    gagné	A	-	Larousse,Robert

``links`` describes the layer of families.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ...base.errors import LayerError
from ...french.grammar import GENDERS, LABELS, MOODS, NUMBERS, POS, SOURCE_LETTERS, STATUSES, status_of_tag
from ...french.letters import first_non_letter, fold

_AGREEMENT = rf"\.[{''.join(GENDERS)}]\.[{''.join(NUMBERS)}]"
_FINITE = rf"(?:{'|'.join(mood for mood in MOODS if mood not in ('inf', 'ppr', 'ppa'))})(?:1?2?3?(?<=[123]))[sp]"
_TAG = re.compile(
    rf"[{''.join(POS).replace('V', '')}](?:{_AGREEMENT})?|V\.(?:inf|ppr|ppa(?:{_AGREEMENT})?|{_FINITE}(?:\+{_FINITE})*)"
)


def is_tag(text: str) -> bool:
    """Return whether a text is a tag in the notation of ``grammar``, which every reading of a lexicon must have.

    >>> [tag for tag in ("N.f.s", "N", "V.pres13s+subj13s", "V", "N.x.s", "V.pres31s") if is_tag(tag)]
    ['N.f.s', 'N', 'V.pres13s+subj13s']
    """
    return _TAG.fullmatch(text) is not None


class LayerReading(NamedTuple):
    """One line of a layer of readings.

    spelling  the form, with its accents
    lemma     the headword of which the spelling is a form; often the spelling itself
    tag       part of speech and grammar in the notation of ``grammar``, such as ``N.f.s``
    status    one letter of ``grammar.STATUSES``, never empty
    labels    labels such as "rare", in the order of ``grammar.LABELS``; () if there are none
    sources   the letters of the sources that attest the reading, in the order of ``grammar.SOURCE_LETTERS``
    """

    spelling: str
    lemma: str
    tag: str
    status: str
    labels: tuple[str, ...]
    sources: str

    @property
    def sort_key(self) -> tuple[str, str, str, str]:
        """The key by which a layer is sorted: folded spelling, spelling, tag, lemma."""
        return (fold(self.spelling), self.spelling, self.tag, self.lemma)


def write_readings(path: Path, readings: Iterable[LayerReading]) -> int:
    """Write *readings* to a layer file at *path*, sorted by ``sort_key``, and return their number."""
    rows = sorted(readings, key=lambda reading: reading.sort_key)
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for r in rows:
            lemma = "=" if r.lemma == r.spelling else r.lemma
            status = "" if r.status == status_of_tag(r.tag) else r.status
            stream.write(f"{r.spelling}\t{lemma}\t{r.tag}\t{status}\t{','.join(r.labels)}\t{r.sources}\n")
    return len(rows)


def read_readings(path: Path) -> Iterator[LayerReading]:
    """Yield the readings of a layer. Raises LayerError for an invalid line; the message starts with ``file:line:``."""
    labels_seen: dict[str, tuple[str, ...]] = {"": ()}
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            fields = line.rstrip("\n").split("\t")
            if len(fields) != 6:
                raise LayerError(f"{path.name}:{number}: {len(fields)} fields, expected 6 separated by tabs")
            spelling, lemma, tag, status, labels, sources = fields
            if not spelling or tag[:1] not in POS:
                raise LayerError(f"{path.name}:{number}: spelling {spelling!r} with tag {tag!r}: not a reading")
            if labels not in labels_seen:
                found = tuple(labels.split(","))
                if unknown := [label for label in found if label not in LABELS]:
                    raise LayerError(f"{path.name}:{number}: unknown label {unknown[0]!r}")
                labels_seen[labels] = found
            if status and status not in STATUSES:
                raise LayerError(f"{path.name}:{number}: unknown status {status!r}")
            if not sources or sources.strip(SOURCE_LETTERS):
                raise LayerError(f"{path.name}:{number}: sources {sources!r}, expected letters of {SOURCE_LETTERS}")
            yield LayerReading(
                spelling,
                spelling if lemma == "=" else lemma,
                tag,
                status or status_of_tag(tag),
                labels_seen[labels],
                sources,
            )


def write_frequencies(path: Path, zipf: dict[str, float]) -> int:
    """Write the layer of frequencies, sorted by folded spelling; return the number of rows.

    *zipf* maps a spelling to its frequency on the Zipf scale.
    """
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for spelling in sorted(zipf, key=lambda s: (fold(s), s)):
            stream.write(f"{spelling}\t{zipf[spelling]:.2f}\n")
    return len(zipf)


def read_frequencies(path: Path) -> dict[str, float]:
    """Return the content of a layer of frequencies: spelling → frequency on the Zipf scale.

    Raises LayerError for an invalid number; the message starts with ``file:line:``.
    """
    zipf: dict[str, float] = {}
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            spelling, _, value = line.rstrip("\n").partition("\t")
            try:
                zipf[spelling] = float(value)
            except ValueError:
                raise LayerError(
                    f"{path.name}:{number}: Zipf value {value!r} of {spelling!r} is not a number"
                ) from None
    return zipf


#: The file name of the layer, and the longest gloss in characters.
GLOSSES, MAX_GLOSS = "glosses.tsv", 60


class Gloss(NamedTuple):
    """A row of the layer of glosses.

    text          what the word means, in at most MAX_GLOSS characters of French; "" if the row does not say it
    dictionaries  the dictionaries that list the word with this part of speech; () if the row names none
    line          the number of the row's line in the file, from 1
    """

    text: str
    dictionaries: tuple[str, ...]
    line: int


#: (spelling, letter of the part of speech) → the row of the layer of glosses.
Glosses = Mapping[tuple[str, str], Gloss]


def read_glosses(path: Path) -> Glosses:
    """Return the rows of the layer of glosses: (spelling, letter of the part of speech) → row.

    Raises LayerError if the file cannot be read or is not UTF-8, and for a row that is invalid or out of order; in the
    latter case the message starts with ``file:line:``.
    """
    glosses: dict[tuple[str, str], Gloss] = {}
    last = ("", "", "")
    try:
        with path.open(encoding="utf-8") as stream:
            lines = stream.read().splitlines()
    except OSError as error:
        raise LayerError(f"{path}: the layer of glosses cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise LayerError(f"{path}: the layer of glosses is not UTF-8: byte {error.start + 1}") from error
    for number, line in enumerate(lines, 1):
        here = f"{path.name}:{number}"
        fields = line.split("\t")
        if len(fields) != 4:
            raise LayerError(f"{here}: {len(fields)} fields, expected 4 separated by tabs")
        spelling, pos, text, dictionaries = fields
        if not spelling or first_non_letter(fold(spelling)):
            raise LayerError(f"{here}: spelling {spelling!r}, expected a word")
        if pos not in POS:
            raise LayerError(f"{here}: part of speech {pos!r}, expected a letter of {''.join(POS)}")
        place = (fold(spelling), spelling, pos)
        if place <= last:
            fault = "is repeated" if place == last else "is out of order"
            raise LayerError(f"{here}: {spelling!r} as {pos} {fault}, expected rows in alphabetical order")
        last = place
        gloss = Gloss(_gloss_text(text, here), _dictionary_names(dictionaries, here), number)
        if not gloss.text and not gloss.dictionaries:
            raise LayerError(f"{here}: {spelling!r} has neither a gloss nor dictionaries")
        glosses[spelling, pos] = gloss
    return glosses


def applies_to(reading: LayerReading) -> bool:
    """Return whether a gloss may apply to a reading: to a headword, or to a participle as adjective or noun.

    The status of headwords is "+" or "o". That of an adjective or noun which is a participle too is "q" if it is
    refused because too few dictionaries list it (W6a).
    """
    return reading.status in "+o" or (reading.status == "q" and reading.tag[0] != "V")


def check_glosses(glosses: Glosses, readings: Iterable[LayerReading]) -> None:
    """Raise LayerError for the first row whose word is not among the *readings* that glosses may apply to."""
    words = {(reading.spelling, reading.tag[0]) for reading in readings if applies_to(reading)}
    for (spelling, pos), gloss in glosses.items():
        if (spelling, pos) not in words:
            raise LayerError(f"{GLOSSES}:{gloss.line}: {spelling!r} as {pos} is no word of the layers of readings")


def _gloss_text(text: str, here: str) -> str:
    """Return the gloss in a field of a row; "" for ``-``. Raises LayerError, starting with *here*, if it is invalid."""
    if text == "-":
        return ""
    if not text or text != text.strip() or not text.isprintable() or text.endswith("."):
        raise LayerError(f"{here}: gloss {text!r}, expected a few words without a full stop, or -")
    if len(text) > MAX_GLOSS:
        raise LayerError(f"{here}: the gloss has {len(text)} characters, expected {MAX_GLOSS} at most: {text!r}")
    return text


def _dictionary_names(text: str, here: str) -> tuple[str, ...]:
    """Return the dictionaries in a field of a row; () for ``-``. Raises LayerError, starting with *here*, on error."""
    if text == "-":
        return ()
    names = text.split(",")
    for place, name in enumerate(names):
        if not name[:1].isupper() or name != name.strip() or not name.isprintable() or name in names[:place]:
            raise LayerError(f"{here}: dictionary {name!r} in {text!r}, expected such as Larousse,Robert or -")
    return tuple(names)
