"""``Exclusion``: the words that a search leaves out because of earlier words, repeats (W7) and kin (W8), as bitsets.

An exclusion is immutable; ``Exclusion.extended`` returns a new one with more words. The time to add a word depends only
on the size of its families.
"""

from __future__ import annotations

from ...french.letters import fold
from ..file.container import DAMAGE
from .bitsets import Block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...french.rules import HouseRules
    from .search import Search


class Exclusion:
    """The words that a search leaves out: earlier words and the members of their families. A new exclusion is empty.

    search       the search that leaves the words out
    near         whether near kin are left out too (option ``refuse_near_kin`` of W8)
    participles  whether the rules accept participles that are not listed as words (``participles="always"``, W6a)
    count        the number of earlier words

    The options ``accents`` (W4) and ``accents_differ`` (W7) of the house rules are applied too. The words are stored as
    one bit per column; a column is the number of a playable spelling (``bitsets``).
    """

    def __init__(self, search: Search, rules: HouseRules) -> None:
        self.search = search
        self.near = rules.refuse_near_kin
        self.participles = rules.participles == "always"
        self._rules = rules
        matrix = search.matrix
        self._marks = bytearray(matrix.size // 8)
        self._zone_marks = bytearray((len(matrix.zone_columns) + 7) // 8)
        self._hidden: dict[Block, int] = {}
        self.count = 0

    def extended(self, words: Iterable[str]) -> Exclusion:
        """Return an exclusion that also leaves out *words*, their repeats and the members of their families.

        For a word that is not a headword, the families of its lemmas are left out. An unknown word only adds to
        ``count``. Raises LexiconError if the file is damaged.
        """
        extended = Exclusion(self.search, self._rules)
        extended._marks[:] = self._marks
        extended._zone_marks[:] = self._zone_marks
        extended.count = self.count
        try:
            for word in words:
                extended._add(word)
        except DAMAGE as error:
            raise self.search.matrix.damaged() from error
        return extended

    def _add(self, word: str) -> None:
        """Leave out a played word, its repeats and the members of its families."""
        self.count += 1
        key = fold(word)
        store, families = self.search.store, self.search.families()
        key_id = store.key_id(key)
        if key_id is None:
            return  # a word of a house list: it repeats no word of the lexicon and has no family
        free = self._rules.accents == "free"
        spelling = store.meant(word, key_id, free=free)[0] if self._rules.accents_differ else ""
        self._mark_spellings(key, key_id, spelling)
        for headword, headword_id in families.headwords(word, key_id, free=free):
            if not families.of_headword(headword, headword_id)[0]:
                for lexeme in families.lexemes(headword_id, headword):
                    self._mark_spellings(fold(headword), headword_id, lexeme.spelling.lower())
                if self.participles:
                    for column in self.search.participles_without_core_family.get(headword_id, ()):
                        self._mark(column)
        core, near = families.of_word(word, key_id, free=free)
        for family in (*core, *near) if self.near else core:
            for column in self.search.matrix.columns_of_family(family):
                self._mark(column)

    def _mark_spellings(self, key: str, key_id: int, spelling: str) -> None:
        """Leave out the playable words of a key with this spelling in lower case, or with any spelling for ""."""
        for column in self.search.matrix.columns_of_key(key, key_id):
            if not spelling or self.search.spellings[column][1].lower() == spelling:
                self._mark(column)

    def hidden(self, block: Block) -> int:
        """Return the words of a block that are left out, as a bitset with one bit per word of the block."""
        hidden = self._hidden.get(block)
        if hidden is None:
            marks = (
                self._zone_marks if block.scattered else self._marks[block.start // 8 : (block.start + block.size) // 8]
            )
            hidden = self._hidden[block] = int.from_bytes(marks, "little")
        return hidden

    def _mark(self, column: int) -> None:
        """Leave out the word of a column: set its bit, and its bit in the zone if it is one of the frequent words."""
        self._marks[column >> 3] |= 1 << (column & 7)
        place = self.search.matrix.zone_places.get(column)
        if place is not None:
            self._zone_marks[place >> 3] |= 1 << (place & 7)
