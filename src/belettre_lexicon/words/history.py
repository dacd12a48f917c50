"""Floor 2. The words that were valid so far, for W7 and W8: looked up, never scanned."""

from __future__ import annotations

from ..errors import ArgumentError
from ..letters import MAX_WORD, fold
from ..options import HouseRules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from ..lexicon.exclusion import Exclusion
    from ..lexicon.families import Families
    from ..lexicon.family_packing import Membership
    from ..lexicon.lexicon import Lexicon
    from ..lexicon.search import Search

    _Key = TypeVar("_Key")

_DEFAULT_RULES = HouseRules()


class Played:
    """An earlier word: as it was said, and its turn (1 is the first word of the history)."""

    __slots__ = ("turn", "word")

    def __init__(self, word: str, turn: int) -> None:
        self.word = word
        self.turn = turn


class History:
    """Valid words in the order they were played.

    >>> history = History(["Volonté"])
    >>> history.add("École")
    >>> history.find("Ecole", "ecole").turn
    2

    ``start_manche`` and ``start_pli`` forget what the table's memory (W9) does not reach.
    """

    __slots__ = ("_by_key", "_core", "_exclusion", "_families", "_lexicon", "_near", "_played", "_rules", "_unread")

    def __init__(self, words: Iterable[str] = (), rules: HouseRules = _DEFAULT_RULES) -> None:
        self._rules = rules
        self._played: list[Played] = []
        self._by_key: dict[str, Played] = {}
        # Families of the earlier words, each with the first word that was of it, and the words that are not in yet:
        # families belong to a lexicon, which the history meets when it is first asked.
        self._core: dict[int, Played] = {}
        self._near: dict[int, Played] = {}
        self._unread: list[Played] = []
        self._lexicon: Lexicon | None = None
        self._families: Families
        self._exclusion: Exclusion | None = None
        for word in words:
            self.add(word)

    def add(self, word: str) -> None:
        """Remember a valid word. Raises ArgumentError when it is no text or far too long."""
        if not isinstance(word, str) or len(word) > MAX_WORD:
            raise ArgumentError(
                f"played word {str(word)[:MAX_WORD]!r}: expected a word of {MAX_WORD} characters at most"
            )
        word = word.strip()
        played = Played(word, len(self._played) + 1)
        self._played.append(played)
        self._unread.append(played)
        self._by_key.setdefault(self._key(word, fold(word)), played)

    def forget_after(self, count: int) -> None:
        """Keep the first *count* words: those after them are taken back, as an undo does."""
        gone = set(map(id, self._played[count:]))
        del self._played[count:]
        self._by_key = _without(gone, self._by_key)
        self._core = _without(gone, self._core)
        self._near = _without(gone, self._near)
        self._unread = [played for played in self._unread if id(played) not in gone]
        if self._exclusion is not None and self._exclusion.count > count:
            self._exclusion = None  # bits of several words may be one: it is made again when it is asked for

    def find(self, word: str, key: str) -> Played | None:
        """The earlier word that *word*, whose folded letters are *key*, repeats (W7), or None."""
        return self._by_key.get(self._key(word, key))

    def kin(self, lexicon: Lexicon, word: str, key_id: int) -> tuple[Played, str] | None:
        """The earlier word of a family of *word* (W8), whose key number is *key_id*, and the tier; or None.

        A core kin comes before a near one. Families are looked up by their numbers, so that a long history
        costs what a short one does.
        """
        if lexicon is not self._lexicon or self._unread:
            self._learn(lexicon)
        families = self._families
        try:
            number = families.number(key_id)
            if number < families.single:
                found = self._core.get(number)
                return (found, "core") if found else None
            found_kin = self._kin(families.membership(number))
            if found_kin and families.accents_matter(number):
                return self._kin(families.of_word(word, key_id))
            return found_kin
        except families.DAMAGE as error:
            raise families.damaged() from error

    def exclusion(self, search: Search, near: bool) -> Exclusion:
        """What the earlier words leave out of a search for words (W7, W8); *near* leaves out near kin too.

        It is kept and grows with the history.
        """
        found = self._exclusion
        if found is None or found.search is not search or found.near != near:
            # Loaded where words are searched, so that a check does not pay for it.
            from ..lexicon.exclusion import Exclusion

            found = self._exclusion = Exclusion(search, accents_differ=self._rules.accents_differ, near=near)
        for played in self._played[found.count :]:
            found.add(played.word)
        return found

    def _kin(self, membership: Membership) -> tuple[Played, str] | None:
        for family in membership[0]:
            if family in self._core:
                return self._core[family], "core"
        if self._near:
            for family in membership[1]:
                if family in self._near:
                    return self._near[family], "near"
        return None

    def _learn(self, lexicon: Lexicon) -> None:
        """Enter the families of the words that came since the last question."""
        if lexicon is not self._lexicon:
            self._lexicon, self._families = lexicon, lexicon.families
            self._core.clear()
            self._near.clear()
            self._unread = list(self._played)
        for played in self._unread:
            key = fold(played.word)
            key_id = lexicon.store.key_id(key) if key.isascii() else None
            if key_id is None:
                continue
            try:
                core, near = self._families.of_word(played.word, key_id)
            except self._families.DAMAGE as error:
                raise self._families.damaged() from error
            for family in core:
                self._core.setdefault(family, played)
            for family in near:
                self._near.setdefault(family, played)
        self._unread.clear()

    def _key(self, word: str, folded: str) -> str:
        """What makes two words the same: the folded letters, or the accented ones by option."""
        return word.lower() if self._rules.accents_differ else folded

    def start_manche(self) -> None:
        """A new manche: forget unless the memory is the partie."""
        if self._rules.memory != "partie":
            self._forget()

    def start_pli(self) -> None:
        """A new pli: forget when the memory is the pli."""
        if self._rules.memory == "pli":
            self._forget()

    def _forget(self) -> None:
        self._played.clear()
        self._by_key.clear()
        self._core.clear()
        self._near.clear()
        self._unread.clear()
        self._exclusion = None

    def __len__(self) -> int:
        return len(self._played)

    def __iter__(self) -> Iterator[str]:
        return (played.word for played in self._played)


def _without(gone: set[int], index: dict[_Key, Played]) -> dict[_Key, Played]:
    return {key: played for key, played in index.items() if id(played) not in gone}
