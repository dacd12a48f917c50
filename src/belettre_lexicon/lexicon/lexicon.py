"""Floor 1. The façade of the compiled lexicon: membership, readings, families, near words."""

from __future__ import annotations

import os

from ..errors import ArgumentError, LexiconError
from ..letters import fold
from .readings import Reading
from .store import Store, open_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import PurePath

    from ..options import HouseRules
    from .families import Families
    from .kinship import Family, Kinship
    from .search import Excluding, Search, SearchQuery, Word

#: The compiled lexicon that comes with the package.
_BUNDLED = "fr.lexicon"


class Lexicon:
    """French words with all their readings.

    >>> lexicon = Lexicon.open()
    >>> "raclette" in lexicon, "Ecole" in lexicon, "raclete" in lexicon
    (True, True, False)
    >>> [reading.lemma for reading in lexicon.readings("jouons")]
    ['jouer']
    """

    __slots__ = ("_families", "_kinship", "_question", "_search", "store")

    def __init__(self, store: Store) -> None:
        self.store = store

    @classmethod
    def open(cls, path: str | PurePath | None = None) -> Lexicon:
        """Open a compiled lexicon, by default the bundled French one; it is mapped, not read.

        Raises LexiconError when it is missing, damaged or of another format version.
        """
        return cls(open_store(str(path) if path is not None else bundled_path()))

    def __contains__(self, word: object) -> bool:
        """Whether some spelling of these letters is known, playable or not."""
        return isinstance(word, str) and self._key_id(word) is not None

    def readings(self, word: str) -> tuple[Reading, ...]:
        """Every reading of every spelling of these letters, playable ones first; () when unknown."""
        key_id = self._key_id(word)
        return self.store.readings(key_id) if key_id is not None else ()

    def suggest(self, word: str, limit: int = 8, *, deep: bool = True) -> list[str]:
        """Playable words near *word*, best first: fewest changes, then most frequent.

        *deep* looks two changes away when one change finds too little (some 10 ms against 0.3).

        >>> Lexicon.open().suggest("bellete")[0]
        'belette'
        """
        if not isinstance(word, str):
            raise ArgumentError(f"word: expected text, got {type(word).__name__}")
        from .suggest import near_words  # needed for unknown words only

        return near_words(self.store, fold(word.strip()), limit, deep)

    @property
    def families(self) -> Families:
        """The word families by key number (W8); opened when they are first asked for."""
        try:
            return self._families
        except AttributeError:  # the slots are filled when first asked for: most checks need no families
            from .families import Families
            from .kinship import Kinship

            self._kinship: type[Kinship] = Kinship
            self._families: Families = Families(self.store)
            return self._families

    def kinship(self, first: str, second: str) -> Kinship | None:
        """Whether two words are of one family (W8), and the chain of links that proves it.

        None when they are not, or when one of them is no playable word. A word counts by all its playable
        lexemes; letters that are the spelling of no word stand for every spelling of them (« pecheur »: W4).
        Every playable word is kin of itself.

        >>> Lexicon.open().kinship("joueur", "jouet").tier
        'core'
        >>> Lexicon.open().kinship("souris", "sourire") is None
        True
        """
        one, other = self._key_id(first), self._key_id(second)
        if one is None or other is None:
            return None
        families = self.families
        try:
            a, b = families.number(one), families.number(other)
            if a == b and 0 <= a < families.single:
                return self._kinship(families, (first, second), (one, other), "core")
            if a != b and a < families.single > b:
                return None  # the common case: each has one family or none
            tier = families.tier((first, one, a), (second, other, b))
        except families.DAMAGE as error:
            raise families.damaged() from error
        return self._kinship(families, (first, second), (one, other), tier) if tier else None

    def family(self, word: str) -> tuple[Family, ...]:
        """The families of a playable word, one tree per root; () when it is unknown, not playable or has no kin.

        >>> Lexicon.open().family("joueur")[0].root.spelling
        'jeu'
        """
        key_id = self._key_id(word)
        if key_id is None:
            return ()
        from .kinship import families_of

        families = self.families
        try:
            return families_of(families, key_id, word)
        except families.DAMAGE as error:
            raise families.damaged() from error

    def find(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        limit: int | None = None,
        exclude: Excluding | None = None,
        order: str = "zipf",
        min_length: int | None = None,
        labels: Collection[str] | None = None,
        rules: HouseRules | None = None,
    ) -> list[Word]:
        """The playable words that fit the cards: exactly those that a judge of the same rules accepts.

        initial     the majuscule (W2), one letter; None for any
        letters     the minuscules (W3), ``?`` for a joker: "lec", "le?"
        jokers      1 when a joker lies there as well (J1, J2)
        limit       how many words at most; None for all
        exclude     a ``History``: its words and their families are left out (W7, W8)
        order       "zipf" most frequent first, "alpha" alphabetical, "points" most points of the cards first,
                    "length" longest first
        min_length  letters at least, when that is more than the rules ask for (W1)
        labels      the labels that a word may carry (``grammar.LABELS``): () for unmarked words only; None for any
        rules       the options of the table; None for the published rules

        >>> [word.spelling for word in Lexicon.open().find("F", "lec", limit=3)]
        ['facile', 'facilement', 'faculté']

        Raises ArgumentError naming the value that is no letter, number, order or label.
        """
        search = self.search
        question = self._question(search, initial, letters, jokers, exclude, min_length, labels, rules)
        return search.find(question, limit, order)

    def count(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        exclude: Excluding | None = None,
        min_length: int | None = None,
        labels: Collection[str] | None = None,
        rules: HouseRules | None = None,
    ) -> int:
        """How many words ``find`` gives without a limit; much quicker than to list them.

        >>> Lexicon.open().count("X", "qz")
        0
        """
        search = self.search
        return search.count(self._question(search, initial, letters, jokers, exclude, min_length, labels, rules))

    @property
    def search(self) -> Search:
        """The words by their letters, as ``find`` and ``count`` ask them; opened when they are first asked for."""
        try:
            return self._search
        except AttributeError:
            from .search import Search, SearchQuery

            self._question: type[SearchQuery] = SearchQuery
            self._search: Search = Search(self.store, self.families)
            return self._search

    @property
    def edition(self) -> str:
        """The edition, such as "2026.11": year and month of the data."""
        return self.store.container.edition

    @property
    def hash(self) -> str:
        """SHA-256 over the parts, 64 hex digits: two lexicons with this hash judge alike."""
        return self.store.container.digest.hex()

    @property
    def identity(self) -> dict[str, str]:
        """Edition and hash, as they stand in every JSON answer."""
        return {"edition": self.edition, "hash": self.hash}

    @property
    def about(self) -> dict[str, str]:
        """Layers, licences and row counts of the build."""
        return self.store.about()

    def verify(self) -> None:
        """Recompute every hash. Raises LexiconError naming the first part that is damaged."""
        self.store.container.verify()

    def _key_id(self, word: str) -> int | None:
        if not isinstance(word, str):
            raise ArgumentError(f"word: expected text, got {type(word).__name__}")
        key = fold(word.strip())
        return self.store.key_id(key) if key.isascii() else None

    def __len__(self) -> int:
        """The number of folded words."""
        return self.store.key_count

    def __repr__(self) -> str:
        return f"Lexicon({self.edition!r}, {len(self)} words, {self.hash[:12]})"


def bundled_path() -> str:
    """Where the bundled lexicon lies. Raises LexiconError when the package was not built."""
    # Not importlib.resources, which takes longer to import than a word takes to judge.
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", _BUNDLED)
    try:
        with open(path, "rb"):
            return path
    except OSError as error:
        raise LexiconError(f"{path}: no compiled lexicon; build it with « pip install . »") from error
