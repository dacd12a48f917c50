"""How the readings of the compiled lexicon are packed: each encoding with its writer and its reader. Floor 1.

``pipeline.compile`` calls the writers (``pack_…``), ``store`` the readers. The parts of the file, all but the texts
arrays (``container.ARRAY_TYPES``). A *key* is a folded word: the trie numbers the keys. ::

    trie      marisa trie: folded word → key number
    masks     u16 a class: one bit per kind of reading that a word has (``grammar.mask_bit``)
    classes   u8  a key: its class, a row of ``masks``; some 150 are in use
    blocks    u32 per BLOCK keys: number of the first reading of the block
    starts    u8  a key: its first reading, counted from the block's first; one more at the end
    analysis  u16 a reading: row of ``kinds``
    patches   u16 a reading: row of ``spells``
    sources   u8  a reading: one bit per source (``pack_sources``)
    zipf      u8  a reading: frequency of its spelling (``pack_zipf``)
    kinds     texts: lemma rule, tag, status and labels (``pack_analysis``)
    spells    texts: spelling patches (``spelling_patch``)
    about     one text, a line « key = value » per entry: edition, layers, licences, counts (``pack_about``)

Toy example of ``blocks`` and ``starts``: 17 keys with two readings each fill one block and begin another, so that
``blocks`` is 0, 32 and ``starts`` is 0, 2, … 30, then 0 for the last key and 2 for the end.

Spelling patch. The key ``ecole`` and the patch ``0é`` make ``école``: each pair is a place in the key, written as one
character (``chr(48 + place)``), and the character that stands there instead::

    coeur + "1œ" → cœur      arcenciel + "3-5-" → arc-en-ciel      taiwanais + "2ï" → taïwanais

A ligature replaces as many letters as it folds to. A hyphen or an apostrophe is inserted before its place.

Lemma rule. ``2er`` means « remove two letters, add er »: jouons + "3er" → jouer.
"""

from __future__ import annotations

import struct

from ..errors import LayerError, LexiconError
from ..grammar import LABELS, SOURCE_LETTERS, SOURCES, STATUSES
from ..letters import fold
from .container import array_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ..grammar import Status
    from .container import PartData

#: Keys in a block of ``blocks``.
BLOCK = 16
#: Zipf values are stored in steps of 1/25 = 0.04, finer than any source warrants.
ZIPF_STEPS = 25
#: The highest Zipf value that fits, in steps: 10.2, more than any word has.
_MOST_ZIPF_STEPS = 255
_FIRST_PLACE = 48
_FIRST_LABEL = 97
#: How many letters of the key a character of a patch replaces, where that is not one.
_WIDTHS = {"-": 0, "'": 0, "œ": 2, "æ": 2, "ß": 2, "Œ": 2, "Æ": 2}


# -- spellings and lemmas -----------------------------------------------------------------------------
def spelling_patch(spelling: str) -> tuple[str, str]:
    """Return the folded key and the patch of a spelling; ``apply_patch`` is the inverse.

    >>> spelling_patch("Arc-en-ciel"), spelling_patch("cœur")
    (('arcenciel', '0A3-5-'), ('coeur', '1œ'))
    """
    key, patch = "", ""
    for character in spelling:
        plain = fold(character)
        if len(plain) != _WIDTHS.get(character, 1):
            raise LexiconError(f"spelling {spelling!r}: {character!r} folds to {plain!r}, which no patch can express")
        if plain != character:
            patch += chr(_FIRST_PLACE + len(key)) + character
        key += plain
    return key, patch


def apply_patch(key: str, patch: str) -> str:
    """Return the spelling that a folded key and a patch make.

    >>> apply_patch("arcenciel", "3-5-"), apply_patch("coeur", "1œ")
    ('arc-en-ciel', 'cœur')
    """
    spelling, done = "", 0
    for i in range(0, len(patch), 2):
        place, character = ord(patch[i]) - _FIRST_PLACE, patch[i + 1]
        spelling += key[done:place] + character
        done = place + _WIDTHS.get(character, 1)
    return spelling + key[done:]


def lemma_rule(spelling: str, lemma: str) -> str:
    """Return the rule that turns *spelling* into *lemma*: how many letters to remove at the end, then what to add.

    >>> lemma_rule("jouons", "jouer"), lemma_rule("porte", "porte")
    ('3er', '0')
    """
    same = 0
    while same < min(len(spelling), len(lemma)) and spelling[same] == lemma[same]:
        same += 1
    return f"{len(spelling) - same}{lemma[same:]}"


def apply_lemma_rule(spelling: str, rule: str) -> str:
    """Return the lemma that a rule makes of a spelling. A lemma holds no digits, so the number needs no end mark.

    >>> apply_lemma_rule("jouons", "3er")
    'jouer'
    """
    digits = 2 if rule[1:2].isdigit() else 1
    return spelling[: len(spelling) - int(rule[:digits])] + rule[digits:]


# -- the analysis of a reading ------------------------------------------------------------------------
def pack_analysis(spelling: str, lemma: str, tag: str, status: str, labels: Collection[str]) -> str:
    """Return a row of ``kinds``: lemma rule, tag, letter of the status and labels, separated by tabs.

    Each label is a letter: a for the first of ``grammar.LABELS``. Readings of many words share a row.

    >>> pack_analysis("jouons", "jouer", "V.pres1p", "c", ("rare", "familiar"))
    '3er\\tV.pres1p\\tc\\tac'
    """
    marks = "".join(chr(_FIRST_LABEL + LABELS.index(label)) for label in labels)
    return f"{lemma_rule(spelling, lemma)}\t{tag}\t{status}\t{marks}"


def unpack_analysis(row: str) -> tuple[str, str, Status, tuple[str, ...]]:
    """Return lemma rule, tag, status and labels of a row of ``kinds``.

    >>> unpack_analysis("3er\\tV.pres1p\\tc\\tac")
    ('3er', 'V.pres1p', 'conjugated', ('rare', 'familiar'))
    """
    rule, tag, status, marks = row.split("\t")
    return rule, tag, STATUSES[status], tuple(LABELS[ord(mark) - _FIRST_LABEL] for mark in marks)


def pack_sources(letters: str) -> int:
    """Return letters of ``grammar.SOURCE_LETTERS`` as a byte, the first letter as the lowest bit.

    >>> pack_sources("GDR")
    69
    """
    return sum(1 << bit for bit, letter in enumerate(SOURCE_LETTERS) if letter in letters)


def unpack_sources(byte: int) -> tuple[str, ...]:
    """Return the names of the sources in a byte.

    >>> unpack_sources(69)
    ('grammalecte', 'dela', 'review')
    """
    return tuple(name for bit, name in enumerate(SOURCES) if byte >> bit & 1)


def pack_zipf(zipf: float) -> int:
    """Return a frequency in steps of 1 / ZIPF_STEPS; ``Store.zipf`` divides by ZIPF_STEPS.

    Frequencies are on the Zipf scale: the base-10 logarithm of occurrences per billion words. 0 means not met.

    >>> pack_zipf(5.2), pack_zipf(5.2) / ZIPF_STEPS
    (130, 5.2)
    """
    return min(round(zipf * ZIPF_STEPS), _MOST_ZIPF_STEPS)


def pack_starts(starts: Sequence[int], end: int) -> list[PartData]:
    """Return ``blocks`` and ``starts`` for the number of each key's first reading, and the number of readings.

    ``Store.first`` adds the two again. Raises LayerError if a block of keys has more than 255 readings.

    >>> [(name, list(data), items) for name, data, items in pack_starts([0, 2], 5)]
    [('blocks', [0, 0, 0, 0], 1), ('starts', [0, 2, 5], 3)]
    """
    firsts = [*starts, end]
    blocks = firsts[::BLOCK]
    distances = [first - blocks[number // BLOCK] for number, first in enumerate(firsts)]
    if max(distances) > 255:
        raise LayerError(f"{max(distances)} readings in a block of {BLOCK} words: the format holds 255")
    return [array_part("blocks", blocks), array_part("starts", distances)]


# -- texts --------------------------------------------------------------------------------------------
def pack_about(about: Mapping[str, str]) -> bytes:
    """Return the part ``about``: a line « key = value » per entry, in UTF-8.

    >>> pack_about({"edition": "2026.11"})
    b'edition = 2026.11\\n'
    """
    return "".join(f"{name} = {value}\n" for name, value in about.items()).encode("utf-8")


def unpack_about(view: memoryview) -> dict[str, str]:
    """Return the entries of the part ``about``.

    >>> unpack_about(memoryview(b"edition = 2026.11\\n"))
    {'edition': '2026.11'}
    """
    return dict(line.split(" = ", 1) for line in str(view, "utf-8").splitlines() if " = " in line)


def pack_texts(texts: list[str]) -> bytes:
    """Return a table of texts: their number, the end of each as u32, then their UTF-8 bytes; ``Texts`` reads it.

    >>> pack_texts(["a", "bc"])
    b'\\x02\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x03\\x00\\x00\\x00abc'
    """
    encoded = [text.encode("utf-8") for text in texts]
    ends, place = [], 0
    for text in encoded:
        place += len(text)
        ends.append(place)
    return struct.pack(f"<I{len(ends)}I", len(ends), *ends) + b"".join(encoded)


class Texts:
    """A packed table of texts; a text is decoded when it is asked for.

    >>> Texts(memoryview(pack_texts(["a", "bc"])), "toy")[1]
    'bc'
    """

    __slots__ = ("_base", "_ends", "_view", "count")

    def __init__(self, view: memoryview, what: str) -> None:
        """Check the table's header; *what* is named in error messages. Raises LexiconError if the sizes disagree."""
        if len(view) < 4:
            raise LexiconError(f"{what}: table of texts is truncated")
        (self.count,) = struct.unpack_from("<I", view)
        self._base = 4 + 4 * self.count
        if self._base > len(view):
            raise LexiconError(f"{what}: table of {self.count} texts is truncated")
        self._ends = view[4 : self._base].cast("I")
        if self.count and self._base + self._ends[self.count - 1] != len(view):
            raise LexiconError(f"{what}: table of texts ends at another byte than declared")
        self._view = view

    def __getitem__(self, number: int) -> str:
        if not 0 <= number < self.count:
            raise LexiconError(
                f"text {number} of {self.count}: the compiled lexicon is damaged, run « belettre lexicon verify »"
            )
        start = self._ends[number - 1] if number else 0
        return str(self._view[self._base + start : self._base + self._ends[number]], "utf-8")
