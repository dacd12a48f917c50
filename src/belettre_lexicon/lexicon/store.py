"""The compiled lexicon in memory: a marisa trie and flat arrays beside it, all mapped.

The only module that imports marisa_trie. A folded word gives its key number; arrays tell the rest::

    trie      folded words → key number
    masks     u16 a class: one bit per kind of reading a word has (``grammar.mask_bit``)
    classes   u8  a key: its class, a row of ``masks``; some 150 are in use
    blocks    u32 per 16 keys: number of the first reading of the block
    starts    u8  a key: first reading of the key, counted from its block (one more at the end)
    analysis  u16 a reading: row of ``kinds``
    patches   u16 a reading: row of ``spells`` (``packing``: accents against the key)
    sources   u8  a reading: one bit per source
    zipf      u8  a reading: Zipf value × 25
    kinds     texts « lemma rule TAB tag TAB status TAB labels »
    spells    texts: spelling patches
    about     one text « key = value » a line: layers, licences, options of the build

The parts of the word families (``families``) lie in the same file.
"""

from __future__ import annotations

import marisa_trie

from ..errors import LexiconError
from ..grammar import LABELS, SOURCES, STATUSES, reading_mask
from ..letters import is_compound
from . import container
from .packing import Texts, apply_lemma_rule, apply_patch
from .readings import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from ..grammar import Status

BLOCK = 16
#: Zipf values are kept in steps of 1/25 = 0.04, finer than any source warrants.
ZIPF_STEPS = 25


class Store:
    """An opened compiled lexicon: ``key_id(folded)`` numbers a word, or gives None; all else goes by number."""

    __slots__ = (
        "_analysis",
        "_blocks",
        "_kind_masks",
        "_kinds",
        "_kinds_read",
        "_patches",
        "_patches_read",
        "_sources",
        "_spells",
        "_starts",
        "_trie",
        "_who_read",
        "_zipf",
        "classes",
        "container",
        "key_count",
        "key_id",
        "masks",
        "reading_count",
    )

    def __init__(self, opened: container.Container) -> None:
        self.container = opened
        self._trie = marisa_trie.Trie()
        try:
            self._trie.map(opened.view("trie"))
        except RuntimeError as error:
            raise LexiconError(f"{opened.path}: part 'trie' is damaged: {str(error).split(': ', 1)[-1]}") from error
        self.key_count = len(self._trie)
        #: The trie's own look-up: a method around it would cost half as much again.
        self.key_id: Callable[[str], int | None] = self._trie.get
        self.reading_count = opened.items("analysis")
        self.masks = tuple(self.array("masks", "H", opened.items("masks")))
        self.classes = self.array("classes", "B", self.key_count)
        self._starts = self.array("starts", "B", self.key_count + 1)
        self._blocks = self.array("blocks", "I", self.key_count // BLOCK + 1)
        self._analysis = self.array("analysis", "H", self.reading_count)
        self._patches = self.array("patches", "H", self.reading_count)
        self._sources = self.array("sources", "B", self.reading_count)
        self._zipf = self.array("zipf", "B", self.reading_count)
        if self.first(self.key_count) != self.reading_count:
            raise LexiconError(
                f"{opened.path}: the keys have {self.first(self.key_count)} readings, the arrays {self.reading_count}"
            )
        self._kinds = Texts(opened.view("kinds"), f"{opened.path}: part 'kinds'")
        self._spells = Texts(opened.view("spells"), f"{opened.path}: part 'spells'")
        # Rows of the tables once read; a game meets some hundreds of them.
        self._kinds_read: dict[int, tuple[str, str, Status, tuple[str, ...]]] = {}
        self._patches_read: dict[int, str] = {}
        self._who_read: dict[int, tuple[str, ...]] = {}
        self._kind_masks: dict[tuple[int, bool], int] = {}

    def array(self, name: str, code: Literal["B", "H", "I", "Q"], items: int | None = None) -> memoryview[int]:
        """A part as an array of numbers.

        Raises LexiconError when it does not hold *items* numbers, or, when None, as many as it declares.
        """
        view = self.container.view(name)
        width = {"B": 1, "H": 2, "I": 4, "Q": 8}[code]
        declared = self.container.items(name)
        items = declared if items is None else items
        if declared != items or len(view) != items * width:
            raise LexiconError(
                f"{self.container.path}: part {name!r} holds {len(view)} bytes for {declared} items, expected {items}"
            )
        return view.cast(code)

    def mask(self, key_id: int) -> int:
        """What kinds of reading the word has, one bit each (``grammar.mask_bit``)."""
        return self.masks[self.classes[key_id]]

    def key(self, key_id: int) -> str:
        """The folded word of a number."""
        folded: str = self._trie.restore_key(key_id)
        return folded

    def has_prefix(self, prefix: str) -> bool:
        """Whether some folded word starts with *prefix*."""
        return next(self._trie.iterkeys(prefix), None) is not None

    def first(self, key_id: int) -> int:
        """The number of a key's first reading; its readings end where those of the next key start."""
        first: int = self._blocks[key_id // BLOCK] + self._starts[key_id]
        return first

    def readings(self, key_id: int) -> tuple[Reading, ...]:
        """The readings of a key, playable ones first. Raises LexiconError on a damaged table."""
        key = self.key(key_id)
        return tuple(self._reading(key, number) for number in range(self.first(key_id), self.first(key_id + 1)))

    def masks_of_spellings(self, key_id: int) -> dict[str, int]:
        """The mask of each spelling of a key, in lower case: together they make ``mask``."""
        key = self.key(key_id)
        found: dict[str, int] = {}
        for number in range(self.first(key_id), self.first(key_id + 1)):
            spelling = self.spelling(key, number)
            compound = is_compound(spelling)
            mask = self._mask_of_kind(self._analysis[number], compound)
            lower = spelling.lower()
            found[lower] = found.get(lower, 0) | mask
        return found

    def _mask_of_kind(self, kind: int, compound: bool) -> int:
        mask = self._kind_masks.get((kind, compound))
        if mask is None:
            _, tag, status, labels = self._kind(kind)
            mask = self._kind_masks[kind, compound] = reading_mask(status, tag, labels, compound)
        return mask

    def spelling(self, key: str, number: int) -> str:
        """The spelling of a reading, by the key's letters and the reading's number."""
        patch = self._patch(self._patches[number])
        return apply_patch(key, patch) if patch else key

    def zipf(self, number: int) -> float:
        """The frequency of a reading's spelling, on the Zipf scale."""
        return self._zipf[number] / ZIPF_STEPS

    def labels(self, number: int, last: int) -> tuple[str, ...]:
        """The labels that a reading shares with those after it, up to *last*, of its spelling and status."""
        patch = self._patches[number]
        _, _, status, labels = self._kind(self._analysis[number])
        while labels and (number := number + 1) < last and self._patches[number] == patch:
            kind = self._kind(self._analysis[number])
            if kind[2] == status:
                labels = tuple(label for label in labels if label in kind[3])
        return labels

    def _reading(self, key: str, number: int) -> Reading:
        rule, tag, status, labels = self._kind(self._analysis[number])
        spelling = self.spelling(key, number)
        lemma = spelling if rule == "0" else apply_lemma_rule(spelling, rule)
        return Reading(spelling, lemma, tag, status, labels, self._who(self._sources[number]), self.zipf(number))

    def _who(self, byte: int) -> tuple[str, ...]:
        names = self._who_read.get(byte)
        if names is None:
            names = self._who_read[byte] = tuple(name for bit, name in enumerate(SOURCES) if byte >> bit & 1)
        return names

    def _patch(self, number: int) -> str:
        patch = self._patches_read.get(number)
        if patch is None:
            patch = self._patches_read[number] = self._spells[number]
        return patch

    def _kind(self, number: int) -> tuple[str, str, Status, tuple[str, ...]]:
        kind = self._kinds_read.get(number)
        if kind is None:
            rule, tag, status, labels = self._kinds[number].split("\t")
            marks = tuple(LABELS[ord(mark) - 97] for mark in labels)
            kind = self._kinds_read[number] = (rule, tag, STATUSES[status], marks)
        return kind

    def about(self) -> dict[str, str]:
        """What the build wrote about itself: edition, layers, licences, counts."""
        text = str(self.container.view("about"), "utf-8")
        return dict(line.split(" = ", 1) for line in text.splitlines() if " = " in line)


def open_store(path: str) -> Store:
    """Open a compiled lexicon. Raises LexiconError saying what is wrong with the file."""
    return Store(container.open_file(path))
