"""How the readings of the compiled lexicon are packed: each encoding with its writer and its reader. Floor 1.

``lexicon.compile`` calls the writers (``pack_…``), ``store`` calls the readers. The terms:

key      a folded word (W4); the trie gives each key a number
reading  one grammatical analysis of a spelling: its lemma, tag, status and labels (``grammar``)
mask     the kinds of readings that a key has, one bit per kind (``grammar.mask_bit``)
class    the keys with the same mask

The parts of the file. Those with a number type are arrays (``container.ARRAY_TYPES``)::

    trie      marisa trie: folded word → key number
    masks     u16 per class: its mask
    classes   u8  per key: its class, a row of ``masks``; about 150 classes are in use
    blocks    u32 per block of BLOCK keys: the number of the first reading of the block
    starts    u8  per key: its first reading, counted from the first reading of the block; then one more for the end
    analysis  u16 per reading: its row of ``kinds``
    patches   u16 per reading: its row of ``spells``
    sources   u8  per reading: one bit per source (``pack_sources``)
    zipf      u8  per reading: the frequency of its spelling (``pack_zipf``)
    kinds     texts: lemma rule, tag, status and labels (``pack_analysis``)
    spells    texts: spelling patches (``spelling_patch``)
    glossed   u32 per reading with a gloss, in ascending order: the number of the reading
    glosses   texts per reading with a gloss, in the same order: the gloss and the dictionaries (``pack_gloss``)
    about     one text with a line « key = value » per entry: edition, layers, licences, counts (``pack_about``)

Toy example of ``blocks`` and ``starts``: 17 keys with two readings each fill one block and begin another, so that
``blocks`` is 0, 32 and ``starts`` is 0, 2, … 30, then 0 for the last key and 2 for the end.

A spelling patch turns a key into a spelling: ``ecole`` with the patch ``0é`` gives ``école``. A patch consists of
pairs: a place in the key, written as one character (``chr(48 + place)``), and the character that replaces the letter
there::

    coeur + "1œ" → cœur      arcenciel + "3-5-" → arc-en-ciel      taiwanais + "2ï" → taïwanais

A ligature replaces the letters that it folds to. A hyphen or an apostrophe is inserted before its place.

A lemma rule turns a spelling into its lemma: ``3er`` means « remove three letters, add er »: jouons → jouer.
"""

from __future__ import annotations

import struct

from ...base.errors import LayerError, LexiconError
from ...french.grammar import LABELS, SOURCE_LETTERS, SOURCES, STATUSES
from ...french.letters import fold
from .container import array_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ...literals import Label, Source, Status
    from .container import PartData

#: The number of keys in a block of the part ``blocks``.
BLOCK = 16
#: Zipf values are stored in steps of 1/25 = 0.04, which is finer than the precision of any source.
ZIPF_STEPS = 25
#: The highest Zipf value that fits in a byte, in steps: 10.2, which is higher than that of any word.
_MOST_ZIPF_STEPS = 255
#: The character code of the place 0 in a spelling patch: "0".
_FIRST_PLACE = 48
#: The character code of the first label in a row of ``kinds``: "a".
_FIRST_LABEL = 97
#: The number of letters of the key that a character of a patch replaces; 1 for characters that are not listed.
_WIDTHS = {"-": 0, "'": 0, "œ": 2, "æ": 2, "ß": 2, "Œ": 2, "Æ": 2}


# -- spellings and lemmas -----------------------------------------------------------------------------
def spelling_patch(spelling: str) -> tuple[str, str]:
    """Return the key (folded word) of a spelling, and the patch that turns the key back into the spelling.

    ``apply_patch`` is the inverse. Raises LexiconError for a character that no patch can express.

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
    """Return the spelling that a patch makes from a key (folded word); ``spelling_patch`` is the inverse.

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
    """Return the rule that turns *spelling* into *lemma*; ``apply_lemma_rule`` applies it.

    A rule is the number of letters to remove at the end, followed by the letters to add.

    >>> lemma_rule("jouons", "jouer"), lemma_rule("porte", "porte")
    ('3er', '0')
    """
    same = 0
    while same < min(len(spelling), len(lemma)) and spelling[same] == lemma[same]:
        same += 1
    return f"{len(spelling) - same}{lemma[same:]}"


def apply_lemma_rule(spelling: str, rule: str) -> str:
    """Return the lemma that a rule makes from a spelling; ``lemma_rule`` is the inverse.

    The number at the start of a rule needs no end mark, since lemmas contain no digits.

    >>> apply_lemma_rule("jouons", "3er")
    'jouer'
    """
    digits = 2 if rule[1:2].isdigit() else 1
    return spelling[: len(spelling) - int(rule[:digits])] + rule[digits:]


# -- the analysis of a reading ------------------------------------------------------------------------
def pack_analysis(spelling: str, lemma: str, tag: str, status: str, labels: Collection[str]) -> str:
    """Return a row of ``kinds``: the lemma rule, the tag, the letter of the status and the labels, separated by tabs.

    *status* is a letter of ``grammar.STATUSES``. Each label is written as one letter: "a" for the first of
    ``grammar.LABELS``, "b" for the second. One row serves the readings of many words.

    >>> pack_analysis("jouons", "jouer", "V.pres1p", "c", ("rare", "familiar"))
    '3er\\tV.pres1p\\tc\\tac'
    """
    marks = "".join(chr(_FIRST_LABEL + LABELS.index(label)) for label in labels)
    return f"{lemma_rule(spelling, lemma)}\t{tag}\t{status}\t{marks}"


def unpack_analysis(row: str) -> tuple[str, str, Status, tuple[Label, ...]]:
    """Return the lemma rule, tag, status and labels of a row of ``kinds``; ``pack_analysis`` is the inverse.

    >>> unpack_analysis("3er\\tV.pres1p\\tc\\tac")
    ('3er', 'V.pres1p', 'conjugated', ('rare', 'familiar'))
    """
    rule, tag, status, marks = row.split("\t")
    return rule, tag, STATUSES[status], tuple(LABELS[ord(mark) - _FIRST_LABEL] for mark in marks)


def pack_sources(letters: str) -> int:
    """Pack source letters into a byte, one bit per source. The first of ``grammar.SOURCE_LETTERS`` has the lowest bit.

    >>> pack_sources("GDR")
    69
    """
    return sum(1 << bit for bit, letter in enumerate(SOURCE_LETTERS) if letter in letters)


def unpack_sources(byte: int) -> tuple[Source, ...]:
    """Return the names of the sources whose bits are set in a byte of the part ``sources``.

    >>> unpack_sources(69)
    ('grammalecte', 'dela', 'review')
    """
    return tuple(name for bit, name in enumerate(SOURCES) if byte >> bit & 1)


def pack_gloss(gloss: str, dictionaries: Collection[str]) -> str:
    """Return a row of ``glosses``: the gloss, a tab, and the dictionaries, separated by commas. Either may be empty.

    >>> pack_gloss("danse en rond", ("Larousse", "Robert"))
    'danse en rond\\tLarousse,Robert'
    """
    return f"{gloss}\t{','.join(dictionaries)}"


def unpack_gloss(row: str) -> tuple[str, tuple[str, ...]]:
    """Return the gloss and the dictionaries of a row of ``glosses``; ``pack_gloss`` is the inverse.

    >>> unpack_gloss("danse en rond\\t"), unpack_gloss("\\tLarousse,Robert")
    (('danse en rond', ()), ('', ('Larousse', 'Robert')))
    """
    gloss, dictionaries = row.split("\t")
    return gloss, tuple(dictionaries.split(",")) if dictionaries else ()


def pack_zipf(zipf: float) -> int:
    """Return a frequency as a number of steps of 1 / ZIPF_STEPS, 255 at most; ``Store.zipf`` is the inverse.

    Frequencies are on the Zipf scale: the base-10 logarithm of occurrences per billion words. 0 means that the
    spelling is not attested.

    >>> pack_zipf(5.2), pack_zipf(5.2) / ZIPF_STEPS
    (130, 5.2)
    """
    return min(round(zipf * ZIPF_STEPS), _MOST_ZIPF_STEPS)


def pack_starts(starts: Sequence[int], end: int) -> list[PartData]:
    """Return the parts ``blocks`` and ``starts``, which give the number of the first reading of each key.

    starts  the number of each key's first reading, in the order of the keys
    end     the number of readings

    ``Store.first`` computes a number from both parts. Raises LayerError if a block of keys has over 255 readings.

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
    """Return the bytes of the part ``about``: one line « key = value » per entry, in UTF-8.

    >>> pack_about({"edition": "2026.11"})
    b'edition = 2026.11\\n'
    """
    return "".join(f"{name} = {value}\n" for name, value in about.items()).encode("utf-8")


def unpack_about(view: memoryview) -> dict[str, str]:
    """Return the entries of the part ``about`` as a mapping; ``pack_about`` is the inverse.

    >>> unpack_about(memoryview(b"edition = 2026.11\\n"))
    {'edition': '2026.11'}
    """
    return dict(line.split(" = ", 1) for line in str(view, "utf-8").splitlines() if " = " in line)


def pack_texts(texts: list[str]) -> bytes:
    """Return the bytes of a table of texts, which ``Texts`` reads.

    The table consists of the number of texts (u32), the end of each text (u32), and the UTF-8 bytes of all texts. The
    ends are counted from the first of these bytes.

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
    """A reader of a packed table of texts (``pack_texts``): ``table[number]`` decodes one of its ``count`` texts.

    Raises LexiconError for a number that is not below ``count``.

    >>> Texts(memoryview(pack_texts(["a", "bc"])), "toy")[1]
    'bc'
    """

    __slots__ = ("_base", "_check", "_ends", "_view", "count")

    def __init__(self, view: memoryview, what: str, check: Callable[[int, int], None] | None = None) -> None:
        """Check the sizes in the table. Raises LexiconError if they do not match the number of bytes in *view*.

        what   the name of the table in error messages
        check  a function that is called with a range of bytes before they are read, and raises LexiconError if they are
               damaged (``Container.check``); None if all bytes were checked
        """
        if len(view) < 4:
            raise LexiconError(f"{what}: table of texts is truncated")
        self._check = check
        if check:
            check(0, 4)
        (self.count,) = struct.unpack_from("<I", view)
        self._base = 4 + 4 * self.count
        if self._base > len(view):
            raise LexiconError(f"{what}: table of {self.count} texts is truncated")
        if check:
            check(self._base - 4, self._base)
        self._ends = view[4 : self._base].cast("I")
        if self.count and self._base + self._ends[self.count - 1] != len(view):
            raise LexiconError(f"{what}: table of texts ends at another byte than declared")
        self._view = view

    def __getitem__(self, number: int) -> str:
        if not 0 <= number < self.count:
            raise LexiconError(
                f"text {number} of {self.count}: the compiled lexicon is damaged, run « belettre lexicon verify »"
            )
        if self._check:
            self._check(4 * number, 4 * number + 8)  # the number of texts counts as the end before the first text
        start = self._ends[number - 1] if number else 0
        if self._check:
            self._check(self._base + start, self._base + self._ends[number])
        return str(self._view[self._base + start : self._base + self._ends[number]], "utf-8")

    def release(self) -> None:
        """Release the memory view made for this table; the view given to the constructor is left to the caller."""
        self._ends.release()
