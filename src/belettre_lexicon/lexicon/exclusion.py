"""Floor 1. The words that a search leaves out because of earlier words: repeats (W7) and kin (W8), as bitsets.

An exclusion grows with the words of a game. The time to add a word depends only on the size of its families.
"""

from __future__ import annotations

from ..letters import fold
from .bitsets import Block
from .families import Families

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .search import Search


class Exclusion:
    """The words that a search leaves out: the words added so far, and the members of their families.

    accents_differ  whether only the same spelling repeats a word (option of W7); otherwise every spelling with the same
                    letters does
    near            whether near kin are left out too (option of W8)
    count           the number of words added
    search          the search that the exclusion is made for

    The words are kept as bits, one per column; a column is the number of a playable spelling (``bitsets``).
    """

    __slots__ = ("_accents_differ", "_hidden", "_marks", "_zone_marks", "count", "near", "search")

    def __init__(self, search: Search, *, accents_differ: bool, near: bool) -> None:
        self.search = search
        self.near = near
        self._accents_differ = accents_differ
        matrix = search.matrix
        self._marks = bytearray(matrix.size // 8)
        self._zone_marks = bytearray((len(matrix.zone_columns) + 7) // 8)
        self._hidden: dict[Block, int] = {}
        self.count = 0

    def add(self, word: str) -> None:
        """Leave out a played word and the members of its families. Raises LexiconError if the file is damaged."""
        self.count += 1
        self._hidden.clear()
        key = fold(word)
        search = self.search
        key_id = search.key_id(key) if key.isascii() else None
        if key_id is None:
            return  # a word of a house list: it repeats no word of the lexicon and has no family
        try:
            for column in search.matrix.columns_of_key(key, key_id):
                if not self._accents_differ or search.key_and_spelling(column)[1].lower() == word.lower():
                    self._mark(column)
            core, near = search.families.of_word(word, key_id)
            for family in (*core, *near) if self.near else core:
                for column in search.matrix.columns_of_family(family):
                    self._mark(column)
        except Families.DAMAGE as error:
            raise search.damaged() from error

    def hidden(self, block: Block) -> int:
        """Return the words of a block that are left out, as a bitset with one bit per word of the block."""
        hidden = self._hidden.get(block)
        if hidden is None:
            is_zone = block is self.search.matrix.zone
            marks = self._zone_marks if is_zone else self._marks[block.start // 8 : (block.start + block.size) // 8]
            hidden = self._hidden[block] = int.from_bytes(marks, "little")
        return hidden

    def _mark(self, column: int) -> None:
        """Leave out the word of a column: set its bit, and its bit in the zone if it is one of the frequent words."""
        self._marks[column >> 3] |= 1 << (column & 7)
        place = self.search.matrix.zone_places.get(column)
        if place is not None:
            self._zone_marks[place >> 3] |= 1 << (place & 7)
