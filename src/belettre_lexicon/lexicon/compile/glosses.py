"""Read the layer of glosses, ``lexicons/fr/glosses.tsv``: what a word means, and which dictionaries list a participle.

A line has four tab-separated fields: spelling, part of speech (a letter of ``grammar.POS``), gloss, dictionaries. A
gloss says in a few French words of our own what a word means, if the word would surprise players. Dictionaries are
those that two readers named independently as listing the spelling with this part of speech (W6a). Either may be ``-``
for none::

    Carole	N	danse en rond du Moyen Âge	-
    gagné	A	-	Larousse,Robert

The rows are sorted by folded spelling, spelling and part of speech, and each pair of spelling and part of speech has
one row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ...base.errors import LayerError
from ...french.grammar import POS
from ...french.letters import first_non_letter, fold
from .layers import LayerReading

#: The file name of the layer, and the longest gloss in characters.
GLOSSES, MAX_GLOSS = "glosses.tsv", 60


class Gloss(NamedTuple):
    """A row of the layer of glosses.

    text          what the word means; "" if the row does not say it
    dictionaries  the dictionaries that list the word with this part of speech; () if the row names none
    line          the line of the row in the file
    """

    text: str
    dictionaries: tuple[str, ...]
    line: int


#: The rows by spelling and letter of the part of speech.
Glosses = Mapping[tuple[str, str], Gloss]


def read_glosses(path: Path) -> Glosses:
    """Return the rows of the layer of glosses.

    Raises LayerError if the file is missing and for an invalid row; the message of the latter starts with
    ``file:line:``.
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
    """Return whether a gloss may apply to a reading: to a headword, or to a participle listed as adjective or noun.

    The latter are adjectives and nouns with the status "q", because too few dictionaries list them (W6a).
    """
    return reading.status in "+o" or (reading.status == "q" and reading.tag[0] != "V")


def check_glosses(glosses: Glosses, readings: Iterable[LayerReading]) -> None:
    """Raise LayerError, naming the line, for the first row that applies to none of the readings (``applies_to``)."""
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
    """Return the dictionaries in a field of a row; () for ``-``.

    Raises LayerError, starting with *here*, unless the names are separated by commas, distinct, and each starts with a
    capital letter.
    """
    if text == "-":
        return ()
    names = text.split(",")
    for place, name in enumerate(names):
        if not name[:1].isupper() or name != name.strip() or not name.isprintable() or name in names[:place]:
            raise LayerError(f"{here}: dictionary {name!r} in {text!r}, expected such as Larousse,Robert or -")
    return tuple(names)
