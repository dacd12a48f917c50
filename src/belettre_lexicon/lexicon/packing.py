"""How a reading is packed: spelling against its folded key, lemma against its spelling, texts in a table.

Spelling. The key ``ecole`` and the patch ``0é`` give ``école``: each pair is a place in the key,
written as one character (``chr(48 + place)``), and what stands there instead::

    coeur + "1œ" → cœur      arcenciel + "3-5-" → arc-en-ciel      taiwanais + "2ï" → taïwanais

A ligature takes the place of as many letters as it folds to, a joiner stands before its place.

Lemma. ``2er`` says « take off two letters, add er »: jouons + "3er" → jouer is written so.
"""

from __future__ import annotations

import struct

from ..errors import LexiconError
from ..letters import fold

_BASE = 48
#: How many letters of the key a character of a patch stands for, where that is not one.
_WIDTHS = {"-": 0, "'": 0, "œ": 2, "æ": 2, "ß": 2, "Œ": 2, "Æ": 2}


def spelling_patch(spelling: str) -> tuple[str, str]:
    """(folded key, patch) of a spelling; ``apply_patch`` is the inverse.

    >>> spelling_patch("Arc-en-ciel"), spelling_patch("cœur")
    (('arcenciel', '0A3-5-'), ('coeur', '1œ'))
    """
    key, patch = "", ""
    for character in spelling:
        plain = fold(character)
        if len(plain) != _WIDTHS.get(character, 1):
            raise LexiconError(f"spelling {spelling!r}: {character!r} folds to {plain!r}, which a patch cannot say")
        if plain != character:
            patch += chr(_BASE + len(key)) + character
        key += plain
    return key, patch


def apply_patch(key: str, patch: str) -> str:
    """The spelling that a patch makes of a folded key.

    >>> apply_patch("arcenciel", "3-5-"), apply_patch("coeur", "1œ")
    ('arc-en-ciel', 'cœur')
    """
    spelling, done = "", 0
    for i in range(0, len(patch), 2):
        place, character = ord(patch[i]) - _BASE, patch[i + 1]
        spelling += key[done:place] + character
        done = place + _WIDTHS.get(character, 1)
    return spelling + key[done:]


def lemma_rule(spelling: str, lemma: str) -> str:
    """The rule that makes *lemma* of *spelling*: how many letters to cut, what to add.

    >>> lemma_rule("jouons", "jouer"), lemma_rule("porte", "porte")
    ('3er', '0')
    """
    same = 0
    while same < min(len(spelling), len(lemma)) and spelling[same] == lemma[same]:
        same += 1
    return f"{len(spelling) - same}{lemma[same:]}"


def apply_lemma_rule(spelling: str, rule: str) -> str:
    """The lemma that a rule makes of a spelling; lemmas hold no digits, so the number ends by itself."""
    digits = 2 if rule[1:2].isdigit() else 1
    return spelling[: len(spelling) - int(rule[:digits])] + rule[digits:]


def pack_texts(texts: list[str]) -> bytes:
    """A table of texts: their number, their ends as u32, then their UTF-8 one after the other."""
    encoded = [text.encode("utf-8") for text in texts]
    ends, place = [], 0
    for text in encoded:
        place += len(text)
        ends.append(place)
    return struct.pack(f"<I{len(ends)}I", len(ends), *ends) + b"".join(encoded)


class Texts:
    """A packed table of texts, read one at a time: only what is asked for is decoded."""

    __slots__ = ("_base", "_ends", "_view", "count")

    def __init__(self, view: memoryview, what: str) -> None:
        if len(view) < 4:
            raise LexiconError(f"{what}: table of texts is truncated")
        (self.count,) = struct.unpack_from("<I", view)
        self._base = 4 + 4 * self.count
        if self._base > len(view):
            raise LexiconError(f"{what}: table of {self.count} texts is truncated")
        self._ends = view[4 : self._base].cast("I")
        if self.count and self._base + self._ends[self.count - 1] != len(view):
            raise LexiconError(f"{what}: table of texts ends at another byte than it says")
        self._view = view

    def __getitem__(self, number: int) -> str:
        if not 0 <= number < self.count:
            raise LexiconError(
                f"text {number} of {self.count}: the compiled lexicon is damaged, run « belettre lexicon verify »"
            )
        start = self._ends[number - 1] if number else 0
        return str(self._view[self._base + start : self._base + self._ends[number]], "utf-8")
