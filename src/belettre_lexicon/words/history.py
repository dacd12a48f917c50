"""Floor 2. The valid words played so far, with indexes that find repeats (W7) and kin (W8) without scanning the words.

Two words are kin if they belong to one family. Core kin are refused. Near kin, whose common root only an etymologist
sees, get a remark, unless an option refuses them too.
"""

from __future__ import annotations

from ..errors import ArgumentError
from ..letters import MAX_WORD, fold
from ..options import HouseRules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from ..grammar import Tier
    from ..lexicon.exclusion import Exclusion
    from ..lexicon.families import Families
    from ..lexicon.family_packing import Membership
    from ..lexicon.lexicon import Lexicon
    from ..lexicon.search import Search

    _Key = TypeVar("_Key")

_DEFAULT_RULES = HouseRules()


class PlayedWord:
    """A word in a history.

    word  the word as the player gave it, without leading and trailing spaces
    turn  the position of the word in the history, counted from 1
    """

    __slots__ = ("turn", "word")

    def __init__(self, word: str, turn: int) -> None:
        self.word = word
        self.turn = turn


class History:
    """The valid words played so far, in the order in which they were played.

    >>> history = History(["Volonté"])
    >>> history.add("École")
    >>> history.find("Ecole", "ecole").turn
    2

    words  the earlier words, in order
    rules  the options of the table; a history uses only ``accents_differ`` (W7) and ``memory`` (W9)

    The option ``memory`` says how far back W7 and W8 look. Call ``start_manche`` and ``start_pli`` when a manche or a
    pli starts: they forget the words that are no longer needed.
    """

    __slots__ = ("_by_key", "_core", "_exclusion", "_families", "_lexicon", "_near", "_pending", "_played", "_rules")

    def __init__(self, words: Iterable[str] = (), rules: HouseRules = _DEFAULT_RULES) -> None:
        self._rules = rules
        self._played: list[PlayedWord] = []
        self._by_key: dict[str, PlayedWord] = {}
        # ``_core`` and ``_near`` map the number of a core or near family to the first earlier word that belongs to it.
        # Families depend on a lexicon, which is known only once ``kin`` is called: until then, ``_pending`` keeps the
        # words that are not indexed yet.
        self._core: dict[int, PlayedWord] = {}
        self._near: dict[int, PlayedWord] = {}
        self._pending: list[PlayedWord] = []
        self._lexicon: Lexicon | None = None
        self._families: Families
        self._exclusion: Exclusion | None = None
        for word in words:
            self.add(word)

    def add(self, word: str) -> None:
        """Add a valid word. Raises ArgumentError if *word* is not text or has more than MAX_WORD characters."""
        if not isinstance(word, str) or len(word) > MAX_WORD:
            raise ArgumentError(
                f"played word {str(word)[:MAX_WORD]!r}: expected a word of {MAX_WORD} characters at most"
            )
        word = word.strip()
        played = PlayedWord(word, len(self._played) + 1)
        self._played.append(played)
        self._pending.append(played)
        self._by_key.setdefault(self._key(word, fold(word)), played)

    def forget_after(self, count: int) -> None:
        """Keep the first *count* words and forget the later ones. This is used to undo words."""
        forgotten = set(map(id, self._played[count:]))
        del self._played[count:]
        self._by_key = _without(forgotten, self._by_key)
        self._core = _without(forgotten, self._core)
        self._near = _without(forgotten, self._near)
        self._pending = [played for played in self._pending if id(played) not in forgotten]
        if self._exclusion is not None and self._exclusion.count > count:
            self._exclusion = None  # words share bits, so no word can be taken out: the next search makes a new one

    def find(self, word: str, key: str) -> PlayedWord | None:
        """Return the earlier word that *word* repeats (W7), or None if there is no such word.

        *key* is the folded word. Unless the option ``accents_differ`` is set, a word with the same letters but other
        accents is a repeat too.
        """
        return self._by_key.get(self._key(word, key))

    def kin(self, lexicon: Lexicon, word: str, key_id: int) -> tuple[PlayedWord, Tier] | None:
        """Return an earlier word of the same family as *word* and the tier of their kinship, "core" or "near" (W8).

        Returns None if no earlier word is kin. If both core and near kin exist, one of the core kin is returned. The
        returned word may be one that *word* repeats. *key_id* is the number of the folded word (``Store.key_id``).

        The time taken does not depend on the length of the history. Raises LexiconError if the families in the file
        are damaged.
        """
        if lexicon is not self._lexicon or self._pending:
            self._learn(lexicon)
        families = self._families
        try:
            number = families.number(key_id)
            if number < families.single:
                played = self._core.get(number)
                return (played, "core") if played else None
            kin = self._kin(families.membership(number))
            if kin and families.accents_matter(number):
                return self._kin(families.of_word(word, key_id))
            return kin
        except families.DAMAGE as error:
            raise families.damaged() from error

    def exclusion(self, search: Search, near: bool) -> Exclusion:
        """Return the words that a search must leave out: repeats (W7) and kin (W8) of the earlier words.

        Near kin are left out only if *near* is true. Later calls reuse the exclusion and add the words played since
        the previous call.
        """
        exclusion = self._exclusion
        if exclusion is None or exclusion.search is not search or exclusion.near != near:
            # Imported here because only searches need it.
            from ..lexicon.exclusion import Exclusion

            exclusion = self._exclusion = Exclusion(search, accents_differ=self._rules.accents_differ, near=near)
        for played in self._played[exclusion.count :]:
            exclusion.add(played.word)
        return exclusion

    def _kin(self, membership: Membership) -> tuple[PlayedWord, Tier] | None:
        """Return an earlier word that belongs to one of the families of a membership, and the tier of the kinship.

        Returns None if there is no such word. A membership is a pair of tuples: the numbers of the core families and
        of the near families that a word belongs to.
        """
        for family in membership[0]:
            if family in self._core:
                return self._core[family], "core"
        if self._near:
            for family in membership[1]:
                if family in self._near:
                    return self._near[family], "near"
        return None

    def _learn(self, lexicon: Lexicon) -> None:
        """Index the words added since the last call by their families.

        If *lexicon* is not the one used so far, all words are indexed again.
        """
        if lexicon is not self._lexicon:
            self._lexicon, self._families = lexicon, lexicon.families
            self._core.clear()
            self._near.clear()
            self._pending = list(self._played)
        for played in self._pending:
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
        self._pending.clear()

    def _key(self, word: str, folded: str) -> str:
        """Return the key of a word in ``_by_key``; a word repeats an earlier word if both have the same key (W7).

        The key is the folded word, or with the option ``accents_differ`` the word in lower case.
        """
        return word.lower() if self._rules.accents_differ else folded

    def start_manche(self) -> None:
        """Forget all words unless the option ``memory`` is "partie" (W9). Call this when a manche starts."""
        if self._rules.memory != "partie":
            self._forget()

    def start_pli(self) -> None:
        """Forget all words if the option ``memory`` is "pli" (W9). Call this when a pli starts."""
        if self._rules.memory == "pli":
            self._forget()

    def _forget(self) -> None:
        self._played.clear()
        self._by_key.clear()
        self._core.clear()
        self._near.clear()
        self._pending.clear()
        self._exclusion = None

    def __len__(self) -> int:
        return len(self._played)

    def __iter__(self) -> Iterator[str]:
        return (played.word for played in self._played)


def _without(forgotten: set[int], index: dict[_Key, PlayedWord]) -> dict[_Key, PlayedWord]:
    """Return a copy of *index* without the words whose Python ``id()`` is in *forgotten*."""
    return {key: played for key, played in index.items() if id(played) not in forgotten}
