"""The lexemes of word families: one for each headword, part of speech and homograph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...base.errors import LayerError
from ...french.grammar import POS
from .layers import LayerReading

#: The statuses of readings that count as lexemes: playable, and plural-only, which an option accepts (W6b).
NODE_STATUSES = frozenset("+o")


class LexemeKey(NamedTuple):
    """The identity of a lexeme in the build: a headword, its part of speech and its homograph number.

    It names a lexeme in text files, before anything is compiled. At run time ``lexicon.kin.families.Lexeme`` stands for the
    same lexeme; there it also has a number in the compiled lexicon, a frequency and labels.

    spelling   the headword
    pos        the letter of its part of speech (``grammar.POS``)
    homograph  1, or 2 to 9 for another word with the same spelling and part of speech that is not related to the first

    >>> str(LexemeKey("voler", "V", 2)), LexemeKey.parse("joueur", "N")
    ('voler V2', LexemeKey(spelling='joueur', pos='N', homograph=1))
    """

    spelling: str
    pos: str
    homograph: int = 1

    def __str__(self) -> str:
        return f"{self.spelling} {self.code}"

    @property
    def code(self) -> str:
        """The part of speech, followed by the homograph number unless it is 1: ``N``, ``V2``."""
        return self.pos if self.homograph == 1 else f"{self.pos}{self.homograph}"

    @classmethod
    def parse(cls, spelling: str, code: str) -> LexemeKey:
        """Return the lexeme with this headword and this ``code``. Raises LayerError if the code is invalid."""
        if code[:1] not in POS or not (len(code) == 1 or (code[1:].isdigit() and 2 <= int(code[1:]) <= 9)):
            raise LayerError(f"{spelling!r}: invalid code {code!r}, expected a part of speech such as N, or N2 to N9")
        return cls(spelling, code[0], int(code[1:] or 1))


def lexemes_of(readings: Iterable[LayerReading]) -> set[LexemeKey]:
    """Return the lexemes of the playable and plural-only readings, each with homograph number 1."""
    return {LexemeKey(r.spelling, r.tag[0]) for r in readings if r.status in NODE_STATUSES}
