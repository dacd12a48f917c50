"""Floor 1. ``Lexicon``, the façade of the compiled lexicon: readings, families, search, suggestions."""

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
    from .search import EarlierWords, Search, SearchQuery, SortOrder, Word

#: The file name of the compiled lexicon in the package.
_BUNDLED = "fr.lexicon"
#: How many suggestions ``Lexicon.suggest`` gives by default.
_SUGGESTIONS = 8


class Lexicon:
    """French words with all their readings.

    >>> lexicon = Lexicon.open()
    >>> "raclette" in lexicon, "Ecole" in lexicon, "raclete" in lexicon
    (True, True, False)
    >>> [reading.lemma for reading in lexicon.readings("jouons")]
    ['jouer']
    """

    __slots__ = ("_families", "_kinship", "_query", "_search", "store")

    def __init__(self, store: Store) -> None:
        self.store = store

    @classmethod
    def open(cls, path: str | PurePath | None = None) -> Lexicon:
        """Open a compiled lexicon, by default the French one of the package. The file is mapped into memory.

        Raises LexiconError if the file is missing, damaged or of another format version.
        """
        return cls(open_store(str(path) if path is not None else bundled_path()))

    def __contains__(self, word: object) -> bool:
        """Whether some spelling with these letters is known, playable or not."""
        return isinstance(word, str) and self._key_id(word) is not None

    def readings(self, word: str) -> tuple[Reading, ...]:
        """Return every reading of every spelling with these letters, playable ones first; () for an unknown word."""
        key_id = self._key_id(word)
        return self.store.readings(key_id) if key_id is not None else ()

    def suggest(self, word: str, limit: int = _SUGGESTIONS, *, deep: bool = True) -> list[str]:
        """Return at most *limit* playable words similar to *word*: few edits and frequent words first.

        *deep* also looks for words two edits away if there are fewer than *limit* one edit away (some 10 ms
        against 0.3).

        >>> Lexicon.open().suggest("bellete")[0]
        'belette'
        """
        if not isinstance(word, str):
            raise ArgumentError(f"word: expected text, got {type(word).__name__}")
        from .suggest import similar_words  # needed for unknown words only

        return similar_words(self.store, fold(word.strip()), limit, deep)

    @property
    def families(self) -> Families:
        """The word families by key number (W8), opened on first use."""
        try:
            return self._families
        except AttributeError:  # the slots are filled on first use: most checks need no families
            from .families import Families
            from .kinship import Kinship

            self._kinship: type[Kinship] = Kinship
            self._families: Families = Families(self.store)
            return self._families

    def kinship(self, first: str, second: str) -> Kinship | None:
        """Return the kinship of two words of one family (W8), with the chain of links that proves it.

        None if they are not kin, or if one of them is not a playable word. All playable lexemes of a word count.
        If the word is not a known spelling, it stands for every spelling with its letters (« pecheur », W4). Every
        playable word is kin of itself.

        >>> Lexicon.open().kinship("joueur", "jouet").tier
        'core'
        >>> Lexicon.open().kinship("souris", "sourire") is None
        True
        """
        first_key, second_key = self._key_id(first), self._key_id(second)
        if first_key is None or second_key is None:
            return None
        families = self.families
        try:
            a, b = families.number(first_key), families.number(second_key)
            if a == b and 0 <= a < families.single:
                return self._kinship(families, (first, second), (first_key, second_key), "core")
            if a != b and a < families.single > b:
                return None  # the common case: each has one family or none
            tier = families.tier((first, first_key, a), (second, second_key, b))
        except families.DAMAGE as error:
            raise families.damaged() from error
        return self._kinship(families, (first, second), (first_key, second_key), tier) if tier else None

    def family(self, word: str) -> tuple[Family, ...]:
        """Return the families of a playable word, one tree per root.

        () if the word is unknown, not playable or without kin.

        >>> Lexicon.open().family("joueur")[0].root.spelling
        'jeu'
        """
        key_id = self._key_id(word)
        if key_id is None:
            return ()
        from .kinship import family_trees

        families = self.families
        try:
            return family_trees(families, key_id, word)
        except families.DAMAGE as error:
            raise families.damaged() from error

    def find(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        limit: int | None = None,
        exclude: EarlierWords | None = None,
        order: SortOrder = "zipf",
        min_length: int | None = None,
        labels: Collection[str] | None = None,
        rules: HouseRules | None = None,
    ) -> list[Word]:
        """Return the playable words that fit the cards: exactly those that a judge of the same rules accepts.

        initial     the majuscule (W2), one letter; None for any
        letters     the minuscules (W3), ``?`` for a joker: "lec", "le?"
        jokers      1 for a joker beside *letters*, else 0 (J1, J2)
        limit       how many words at most; None for all
        exclude     a ``History``, whose words and their families are left out (W7, W8); None to leave out nothing
        order       "zipf" (most frequent first), "alpha" (alphabetical), "points" (most points first, as
                    ``Word.points``) or "length" (longest first)
        min_length  the fewest letters of a word, 0 to 255, if that is more than the rules ask for (W1)
        labels      the labels that a word may carry (``grammar.LABELS``); () for unlabelled words only, None for any
        rules       the options of the table; None for the published rules

        >>> [word.spelling for word in Lexicon.open().find("F", "lec", limit=3)]
        ['facile', 'facilement', 'faculté']

        Raises ArgumentError naming the argument that is invalid.
        """
        search = self.search
        query = self._query(search, initial, letters, jokers, exclude, min_length, labels, rules)
        return search.find(query, limit, order)

    def count(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        exclude: EarlierWords | None = None,
        min_length: int | None = None,
        labels: Collection[str] | None = None,
        rules: HouseRules | None = None,
    ) -> int:
        """Return how many words ``find`` gives without a limit; much faster than listing them.

        >>> Lexicon.open().count("X", "qz")
        0
        """
        search = self.search
        return search.count(self._query(search, initial, letters, jokers, exclude, min_length, labels, rules))

    @property
    def search(self) -> Search:
        """The search behind ``find`` and ``count``, opened on first use."""
        try:
            return self._search
        except AttributeError:
            from .search import Search, SearchQuery

            self._query: type[SearchQuery] = SearchQuery
            self._search: Search = Search(self.store, self.families)
            return self._search

    @property
    def edition(self) -> str:
        """The edition of the data, by year and month: "2026.11"."""
        return self.store.container.edition

    @property
    def hash(self) -> str:
        """The SHA-256 of the parts in 64 hex digits; lexicons with the same hash give the same verdicts."""
        return self.store.container.digest.hex()

    @property
    def identity(self) -> dict[str, str]:
        """Edition and hash, as every JSON answer names its lexicon."""
        return {"edition": self.edition, "hash": self.hash}

    @property
    def about(self) -> dict[str, str]:
        """What the build wrote about itself: layers, licences, row counts."""
        return self.store.about()

    def verify(self) -> None:
        """Recompute every hash. Raises LexiconError naming the first damaged part."""
        self.store.container.verify()

    def _key_id(self, word: str) -> int | None:
        """Return the key number of a word, or None if it is unknown. Raises ArgumentError if it is not text."""
        if not isinstance(word, str):
            raise ArgumentError(f"word: expected text, got {type(word).__name__}")
        key = fold(word.strip())
        return self.store.key_id(key) if key.isascii() else None

    def __len__(self) -> int:
        """How many folded words are known, playable or not."""
        return self.store.key_count

    def __repr__(self) -> str:
        return f"Lexicon({self.edition!r}, {len(self)} words, {self.hash[:12]})"


def bundled_path() -> str:
    """Return the path of the lexicon in the package. Raises LexiconError if the package was not built."""
    # Not importlib.resources: importing it takes longer than judging a word.
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", _BUNDLED)
    try:
        with open(path, "rb"):
            return path
    except OSError as error:
        raise LexiconError(f"{path}: no compiled lexicon; build it with « pip install . »") from error
