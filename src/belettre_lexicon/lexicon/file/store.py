"""The compiled lexicon in memory: a trie and arrays, which read the bytes of the file in place. Floor 1.

``Store.key_id`` returns the number of a key (a folded word, W4); everything else is looked up by number. ``packing``
specifies the parts of the file and their encodings. ``kin.families`` and ``find.bitsets`` read the other parts of the
same file, with the word families and the search.

A page of the file is checked before it is read (``container``). The trie and the classes of the keys are checked when
the store is opened, because a look-up may read any byte of them. The parts with the readings are larger, and one word
needs only a few bytes of them: ``Store.first``, which every access to readings calls, checks the pages of a key, and
``Texts`` checks the pages of a text.
"""

from __future__ import annotations

from bisect import bisect_left

from ...base.errors import LexiconError
from ...base.values import Cache
from ...french.grammar import HEADWORD_BITS, PLAIN_IS_OTHER, is_participle, reading_mask
from ...french.letters import announced, is_compound
from ..readings import Reading
from .container import Container
from .packing import (
    BLOCK,
    ZIPF_STEPS,
    Texts,
    apply_lemma_rule,
    apply_patch,
    unpack_about,
    unpack_analysis,
    unpack_gloss,
    unpack_sources,
)
from .trie import Trie

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...literals import Label, Source, Status

    #: A row of the part ``kinds``: the lemma rule, the tag, the status and the labels.
    Kind = tuple[str, str, Status, tuple[Label, ...]]

#: The parts that are arrays with one item per key (or block of keys), and those with one item per reading.
_BY_KEY, _BY_READING = ("blocks", "starts"), ("analysis", "patches", "sources", "zipf")
#: The number of keys whose readings are checked one key at a time. After that, all readings are checked at once: this
#: takes 3 ms, as long as some 200 single checks.
_SINGLE_CHECKS = 200
#: The largest number of words in the cache of ``meant``. A text has few words whose accents matter and repeats them.
_MOST_MEANT = 4096


class Store:
    """An opened compiled lexicon: its keys (folded words, W4) and their readings, looked up by number.

    key_count      the number of keys
    reading_count  the number of readings
    classes        key number → class of the key; keys with the same mask are in the same class
    masks          class → mask: one bit per kind of reading (``grammar.mask_bit``)
    container      the opened file
    """

    def __init__(self, opened: Container) -> None:
        self.container = opened
        self._trie = Trie(opened.view("trie"), f"{opened.path}: part 'trie'")
        self.key_count = len(self._trie)
        #: The look-up of the trie, for text that consists of letters a-z only. ``key_id`` is the safe way to it; a
        #: caller that has checked its text saves a call, which takes half as long again as the look-up.
        self.number_of: Callable[[str], int | None] = self._trie.get
        self.reading_count = opened.items("analysis")
        self.masks = tuple(opened.array("masks"))
        self.classes = opened.array("classes", self.key_count)
        self._starts = opened.array("starts", self.key_count + 1, check=False)
        self._blocks = opened.array("blocks", self.key_count // BLOCK + 1, check=False)
        self._analysis = opened.array("analysis", self.reading_count, check=False)
        self._patches = opened.array("patches", self.reading_count, check=False)
        self._sources = opened.array("sources", self.reading_count, check=False)
        self._zipf = opened.array("zipf", self.reading_count, check=False)
        #: The numbers of the keys whose readings have been checked; None if those of all keys have.
        self._checked_keys: set[int] | None = None if opened.verified else set()
        if self.first(self.key_count) != self.reading_count:
            raise LexiconError(
                f"{opened.path}: the keys have {self.first(self.key_count)} readings, the arrays {self.reading_count}"
            )
        kinds, spells = _texts(opened, "kinds"), _texts(opened, "spells")
        self._glossed = opened.array("glossed")
        self._glosses = _texts(opened, "glosses")
        if len(self._glossed) != self._glosses.count:
            raise LexiconError(
                f"{opened.path}: {len(self._glossed)} readings have a gloss, but it has {self._glosses.count} glosses"
            )
        # The rows that were decoded, by their numbers; a game uses some hundreds of them.
        self._kinds: Cache[int, Kind] = Cache(lambda row: unpack_analysis(kinds[row]))
        self._spells: Cache[int, str] = Cache(spells.__getitem__)
        self._source_names: Cache[int, tuple[Source, ...]] = Cache(unpack_sources)
        #: Masks of readings, by the row of ``kinds``, whether the spelling is compound, and whether it is participial.
        self._kind_masks: dict[tuple[int, bool, bool], int] = {}
        #: A cache of the spellings that words stand for, and of their masks (``meant``).
        self._meant: dict[str, tuple[str, int]] = {}

    def key_id(self, key: str) -> int | None:
        """Return the number of a key, given a folded word (W4); None if the lexicon does not have it.

        Only letters a-z reach the trie (``Trie.get``). Raises LexiconError if the file is closed: every question about
        a word begins here, and a closed trie has no keys.
        """
        number = self.number_of(key) if key.isascii() and key.isalpha() else None
        if number is None:
            self.container.check_open()
        return number

    def mask(self, key_id: int) -> int:
        """Return the mask of a key: one bit for each kind of reading that it has (``grammar.mask_bit``).

        ``grammar.ACCENTS_MATTER`` is also set if the key's spellings have different masks (W4), and
        ``grammar.PLAIN_IS_OTHER`` if a spelling without accents lacks a bit of headwords that another spelling has.
        """
        return self.masks[self.classes[key_id]]

    def key(self, key_id: int) -> str:
        """Return the folded word with this key number. Raises KeyError if there is none."""
        return self._trie.key(key_id)

    def keys(self, prefix: str) -> list[str]:
        """Return the folded words that start with *prefix*, sorted."""
        return sorted(self._trie.keys(prefix))

    def has_prefix(self, prefix: str) -> bool:
        """Return whether any folded word starts with *prefix*."""
        return next(self._trie.keys(prefix), None) is not None

    def first(self, key_id: int) -> int:
        """Return the number of the first reading of a key; ``reading_count`` for the number after the last key.

        The readings of a key end where those of the next key begin. Every access to readings calls this method, so it
        also checks the readings of the key, once. Raises LexiconError if they are damaged.
        """
        checked_keys = self._checked_keys  # read once, since another thread may set it to None
        if checked_keys is not None and key_id not in checked_keys:
            self._check_readings(key_id, checked_keys)
        first: int = self._blocks[key_id // BLOCK] + self._starts[key_id]
        return first

    def _check_readings(self, key_id: int, checked_keys: set[int]) -> None:
        """Check the pages with the readings of a key, or those of all keys if _SINGLE_CHECKS keys have been checked."""
        container = self.container
        if len(checked_keys) >= _SINGLE_CHECKS:
            for name in (*_BY_KEY, *_BY_READING):
                container.check(name)
            self._checked_keys = None
            return
        following = min(key_id + 1, self.key_count)
        container.check_items("blocks", key_id // BLOCK, following // BLOCK + 1)
        container.check_items("starts", key_id, following + 1)
        first, last = (self._blocks[key // BLOCK] + self._starts[key] for key in (key_id, following))
        for name in _BY_READING:
            container.check_items(name, first, last)
        checked_keys.add(key_id)

    def readings(self, key_id: int) -> tuple[Reading, ...]:
        """Return the readings of a key, playable readings first. Raises LexiconError if a table is damaged."""
        key = self.key(key_id)
        return tuple(self._reading(key, number) for number in range(self.first(key_id), self.first(key_id + 1)))

    def headwords(self, key_id: int) -> list[tuple[str, str, float, tuple[Label, ...]]]:
        """Return the headwords of a key: playable readings and plural-only ones (W6b), which an option accepts.

        Each spelling with each part of speech is listed once: the spelling, the letter of the part of speech
        (``grammar.POS``), the frequency on the Zipf scale, and the labels of the first such reading.
        """
        key = self.key(key_id)
        found: dict[tuple[str, str], tuple[str, str, float, tuple[Label, ...]]] = {}
        for number in range(self.first(key_id), self.first(key_id + 1)):
            _, tag, status, labels = self._kinds[self._analysis[number]]
            if status == "playable" or status == "plural_only":
                headword = self.spelling(key, number), tag[0]
                if headword not in found:
                    found[headword] = (*headword, self.zipf(number), labels)
        return list(found.values())

    def masks_of_spellings(self, key_id: int) -> dict[str, int]:
        """Return the mask of each spelling of a key, as a mapping lower-case spelling → mask.

        Together, these masks are the mask of the key (``mask``) without ACCENTS_MATTER and PLAIN_IS_OTHER.
        """
        key = self.key(key_id)
        numbers = range(self.first(key_id), self.first(key_id + 1))
        spellings = [self.spelling(key, number).lower() for number in numbers]
        kinds = [self._analysis[number] for number in numbers]
        read, masks = self._kinds, self._kind_masks
        participial = {
            spelling
            for spelling, kind in zip(spellings, kinds, strict=True)
            if is_participle(read[kind][2], read[kind][1])
        }
        found: dict[str, int] = {}
        for spelling, kind in zip(spellings, kinds, strict=True):
            what = kind, is_compound(spelling), spelling in participial
            if what not in masks:
                _, tag, status, labels = read[kind]
                masks[what] = reading_mask(status, tag, labels, *what[1:])
            found[spelling] = found.get(spelling, 0) | masks[what]
        return found

    def meant(self, word: str, key_id: int, *, free: bool = False) -> tuple[str, int]:
        """Return the spelling that a word stands for, in lower case, and its mask (W4).

        Returns "" and the mask of the key if the word stands for every spelling of its letters: because it announces
        no spelling that the lexicon knows (``letters.announced``); because it has no accents, and nobody means the
        name or the ghost that it is without them (the mask of the key lacks PLAIN_IS_OTHER); or because *free* is true
        (``accents="free"``). In the last two cases another spelling of its letters must be a headword, and the word
        must be none. *key_id* is the number of the folded word.
        """
        mask, found = self.masks[self.classes[key_id]], self._meant.get(word)
        if found is None:
            spelling = announced(word)
            own, plain_is_other = self.masks_of_spellings(key_id).get(spelling), mask & PLAIN_IS_OTHER
            if len(self._meant) >= _MOST_MEANT:
                self._meant.clear()
            if own is None or (
                spelling.isascii() and mask & HEADWORD_BITS and not (own & HEADWORD_BITS or plain_is_other)
            ):
                spelling, own = "", mask
            found = self._meant[word] = spelling, own
        return ("", mask) if free and mask & HEADWORD_BITS and not found[1] & HEADWORD_BITS else found

    def lemmas(self, key_id: int, spelling: str) -> tuple[str, ...]:
        """Return the distinct lemmas of the readings of a key that have the lower-case *spelling*; of all its readings
        if *spelling* is "".
        """
        key = self.key(key_id)
        found: dict[str, None] = {}
        for number in range(self.first(key_id), self.first(key_id + 1)):
            own = self.spelling(key, number)
            if not spelling or own.lower() == spelling:
                found[self._lemma(own, self._kinds[self._analysis[number]][0])] = None
        return tuple(found)

    def _lemma(self, spelling: str, rule: str) -> str:
        """Return the lemma of a spelling, given the rule of its reading (``packing.lemma_rule``)."""
        return spelling if rule == "0" else apply_lemma_rule(spelling, rule)

    def kinds_of_spelling(self, number: int, last: int) -> list[tuple[Status, str, tuple[Label, ...]]]:
        """Return (status, tag, labels) of a reading, and of each later reading of the same spelling.

        number  the number of the reading
        last    the number after the last reading of the same key
        """
        patch = self._patches[number]
        kinds = (self._kinds[self._analysis[other]] for other in range(number, last) if self._patches[other] == patch)
        return [(status, tag, labels) for _, tag, status, labels in kinds]

    def spelling(self, key: str, number: int) -> str:
        """Return the spelling of a reading, given its key (the folded word) and the number of the reading."""
        patch = self._spells[self._patches[number]]
        return apply_patch(key, patch) if patch else key

    def zipf(self, number: int) -> float:
        """Return the frequency of a reading's spelling on the Zipf scale (``packing.pack_zipf``).

        The scale is the base-10 logarithm of occurrences per billion words; 0 means not attested.
        """
        return self._zipf[number] / ZIPF_STEPS

    def highest_zipf(self, key_id: int) -> float:
        """Return the frequency of the most frequent spelling of a key on the Zipf scale, as ``zipf`` does."""
        return max(self._zipf[self.first(key_id) : self.first(key_id + 1)]) / ZIPF_STEPS

    def labels(self, number: int, last: int) -> tuple[Label, ...]:
        """Return the labels that a reading shares with all later readings of its spelling and status; () if none.

        number  the number of the reading
        last    the number after the last reading of the same key
        """
        patch = self._patches[number]
        _, _, status, labels = self._kinds[self._analysis[number]]
        while labels and (number := number + 1) < last and self._patches[number] == patch:
            kind = self._kinds[self._analysis[number]]
            if kind[2] == status:
                labels = tuple(label for label in labels if label in kind[3])
        return labels

    def _reading(self, key: str, number: int) -> Reading:
        """Return the ``Reading`` with this number; *key* is the folded word that it belongs to."""
        rule, tag, status, labels = self._kinds[self._analysis[number]]
        spelling = self.spelling(key, number)
        sources, zipf = self._source_names[self._sources[number]], self.zipf(number)
        place = bisect_left(self._glossed, number)
        has_gloss = place < len(self._glossed) and self._glossed[place] == number
        gloss, dictionaries = unpack_gloss(self._glosses[place]) if has_gloss else ("", ())
        return Reading(spelling, self._lemma(spelling, rule), tag, status, labels, sources, zipf, gloss, dictionaries)

    def close(self) -> None:
        """Close the file. Afterwards ``key_id`` and ``about`` raise LexiconError, and ``number_of`` finds no key."""
        self.container.closed = True
        self._trie.close()  # before its memory goes
        self.container.close()

    def about(self) -> dict[str, str]:
        """Return the facts that the build recorded: edition, layers, licences, sources, counts; name → text."""
        return unpack_about(self.container.view("about"))


def _texts(opened: Container, name: str) -> Texts:
    """Return a table of texts whose pages are checked when a text is read. Raises LexiconError if it is damaged."""
    what = f"{opened.path}: part {name!r}"
    if opened.verified:
        return opened.released_later(Texts(opened.view(name), what))
    checked = Texts(opened.view(name, check=False), what, lambda start, end: opened.check(name, start, end))
    return opened.released_later(checked)
