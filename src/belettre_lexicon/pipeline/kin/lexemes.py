"""The nodes of families: lexemes, one per playable headword, part of speech and homograph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...errors import LayerError
from ...grammar import POS
from ..layers import LayerReading

#: Statuses of the readings that make a lexeme: playable, and plural-only, which an option accepts (W6b).
NODE_STATUSES = frozenset("+o")


class LexemeKey(NamedTuple):
    """A headword with its part of speech; *number* tells homographs of no common origin apart (1 is the first).

    >>> str(LexemeKey("voler", "V", 2)), LexemeKey.parse("joueur", "N")
    ('voler V2', LexemeKey(spelling='joueur', pos='N', number=1))
    """

    spelling: str
    pos: str
    number: int = 1

    def __str__(self) -> str:
        return f"{self.spelling} {self.code}"

    @property
    def code(self) -> str:
        """Part of speech, with the number from the second homograph on: ``N``, ``V2``."""
        return self.pos if self.number == 1 else f"{self.pos}{self.number}"

    @classmethod
    def parse(cls, spelling: str, code: str) -> LexemeKey:
        """Read what ``code`` writes. Raises LayerError when it names no part of speech."""
        if code[:1] not in POS or not (len(code) == 1 or (code[1:].isdigit() and 2 <= int(code[1:]) <= 9)):
            raise LayerError(f"{spelling!r}: {code!r} is no part of speech with a homograph's number")
        return cls(spelling, code[0], int(code[1:] or 1))


def lexemes_of(readings: Iterable[LayerReading]) -> set[LexemeKey]:
    """The lexemes of the layers, each as the first homograph of its spelling and part of speech."""
    return {LexemeKey(r.spelling, r.tag[0]) for r in readings if r.status in NODE_STATUSES}
