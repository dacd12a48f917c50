"""``Lexicon``, the public interface of the compiled lexicon: readings, families, search and suggestions.

A *reading* is one grammatical analysis of a spelling. A *key* is a folded word: letters a-z only (W4).
"""

from __future__ import annotations

from _thread import allocate_lock  # the module threading is slow to import

from ..base.errors import ArgumentError
from ..french.letters import ALPHABET, SPACES, fold
from .file.lexicon_file import LexiconFile
from .file.store import Store
from .readings import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import TypeVar

    from ..french.rules import HouseRules
    from ..literals import Accents, SortOrder
    from .find.bitsets import Matrix
    from .find.search import EarlierWords, Search, SearchQuery, Word
    from .kin.families import Families, Headword
    from .kin.kinship import Family, Kinship, Origin

    Found = TypeVar("Found")

#: The number of suggestions that ``Lexicon.suggest`` returns by default.
_SUGGESTIONS = 8


class Lexicon(LexiconFile):
    """A lexicon of French words with all their readings; a reading is one grammatical analysis of a spelling.

    >>> lexicon = Lexicon.open()
    >>> "raclette" in lexicon, "Ecole" in lexicon, "raclete" in lexicon
    (True, True, False)
    >>> [reading.lemma for reading in lexicon.readings("jouons")]
    ['jouer']

    Iterating yields the words that may be played under the published rules, and ``len`` is their number; ``in`` tells
    whether the lexicon knows a word at all, playable or not. For other rules, see ``find`` and ``count``.

    Threads may share a lexicon: it does not change, and its caches do not affect results. From asyncio, call its
    methods directly: a look-up takes microseconds. ``family``, ``families``, iterating and a ``find`` or ``suggest``
    without a limit take milliseconds and more; use ``asyncio.to_thread`` if other requests must not wait for them.

    A pickled lexicon consists of its path and its hash, whatever its size. Unpickling opens the file again: the lexicon
    of the package from the package of the unpickling process, any other by its absolute path. It raises LexiconError if
    that file is missing or has another hash. A process that unpickles the same lexicon again gets the same object.
    Copies and deep copies of a lexicon are the lexicon itself. Lexicons are equal if they have the same hash.

    As a context manager, a lexicon closes itself at the end of the block: ``with Lexicon.open(path) as lexicon``.
    """

    __slots__ = ("_families", "_kinship", "_lock", "_matrix", "_query", "_search")

    def __init__(self, store: Store, origin: str = "") -> None:
        """Make a lexicon of an opened store. Most programs call ``open`` instead.

        *origin* is the absolute path of its file, ``"packaged"`` for the lexicon of the package, or "" for a lexicon in
        memory, which cannot be pickled.
        """
        super().__init__(store, origin)
        #: Held while the parts for families and searches are opened.
        self._lock = allocate_lock()

    def close(self) -> None:
        """Close the file and unmap its memory, so that even Windows allows it to be deleted or replaced.

        Every later use raises LexiconError: of the lexicon, of its judges, and of words, kinships and verdicts with
        attributes that they still have to look up. ``edition``, ``hash`` and ``closed`` can still be read. Closing
        again does nothing. Other lexicons opened from the same file stay open. Do not close a lexicon that another
        thread is using.
        """
        if not self.closed:
            for name in ("_families", "_matrix", "_search"):  # opened on first use, which a closed lexicon refuses
                if hasattr(self, name):
                    delattr(self, name)
            self.store.close()

    def __contains__(self, word: object) -> bool:
        """Return whether the lexicon has a spelling with the letters of *word* (W4), playable or not."""
        return isinstance(word, str) and self._key_id(word) is not None

    def __len__(self) -> int:
        """Return the number of words that iterating yields, which is ``count()``."""
        return self.count()

    def __bool__(self) -> bool:
        """Return True, even for a lexicon without words."""
        return True

    def __iter__(self) -> Iterator[str]:
        """Yield the words that may be played under the published rules, sorted by their letters, then as spelled.

        These are the spellings that ``find(order="alpha")`` returns, but only the words of one initial are in memory at
        a time.

        >>> next(iter(Lexicon.open()))
        'aalandais'
        """
        for initial in ALPHABET:
            for word in self.find(initial, order="alpha"):
                yield word.spelling

    def readings(self, word: str) -> tuple[Reading, ...]:
        """Return every reading of every spelling with the letters of *word* (W4), playable readings first.

        Returns () if the word is unknown.
        """
        key_id = self._key_id(word)
        return self.store.readings(key_id) if key_id is not None else ()

    def lemmas(self, word: str) -> tuple[str, ...]:
        """Return the headwords that *word* is a form of, those of playable readings first; () for an unknown word.

        For a word typed in a spelling that the lexicon knows, these are the lemmas of that spelling; for any other word
        they are the lemmas of every spelling with its letters (W4, ``spelling_of``).

        >>> Lexicon.open().lemmas("parlais"), Lexicon.open().lemmas("portes")
        (('parler',), ('porte', 'porter'))
        """
        key_id = self._key_id(word)
        return self.store.lemmas(key_id, self.store.meant(word, key_id)[0]) if key_id is not None else ()

    def suggest(self, word: str, limit: int = _SUGGESTIONS, *, deep: bool = True) -> list[str]:
        """Return at most *limit* playable words similar to *word*; words with few edits and frequent words come first.

        An edit inserts, removes or replaces one letter, or swaps two adjacent letters. If too few words are one edit
        away and *deep* is true, words two edits away are searched too, which takes some five times as long.

        >>> Lexicon.open().suggest("bellete")[0]
        'belette'
        """
        if not isinstance(word, str):
            raise _no_text(word)
        self.store.container.check_open()
        from .find.suggest import similar_words  # needed for unknown words only

        return similar_words(self.store, lambda: self.matrix, fold(word.strip(SPACES)), limit, deep)

    def spelling_of(self, word: str, *, accents: Accents = "announced") -> str:
        """Return the spelling that *word* stands for, in lower case; "" if it stands for every spelling of its letters.

        A word typed in a spelling that the lexicon knows, with or without accents, stands for that spelling. A word in
        an unknown spelling, or in capitals without any accent, stands for every spelling of its letters (W4). So does a
        known spelling that is not a headword if *accents* is "free" (``HouseRules``) and another spelling of its
        letters is one. Returns "" for an unknown word, too.

        >>> [Lexicon.open().spelling_of(word) for word in ("École", "Ecole", "Parle", "PARLE")]
        ['école', '', 'parle', '']
        """
        key_id = self._key_id(word)
        return self.store.meant(word, key_id, free=accents == "free")[0] if key_id is not None else ""

    @property
    def family_index(self) -> Families:
        """The ``Families`` of this lexicon (W8), opened on first use, which look up words by their key number."""
        try:
            return self._families
        except AttributeError:  # the slots are filled on first use, since most checks need no families
            from .kin.families import Families
            from .kin.kinship import Kinship

            with self._lock:
                if not hasattr(self, "_families"):  # another thread may have been here first
                    self._kinship: type[Kinship] = Kinship
                    self._families: Families = Families(self.store)
            return self._families

    def kinship(self, first: str, second: str, *, accents: Accents = "announced") -> Kinship | None:
        """Return the kinship of two words of one family (W8), with the chain of links that proves it.

        Returns None if the words are not kin, or if one of them is unknown. All playable lexemes of a word are
        considered, that is, all its headwords with their parts of speech. Plural-only nouns (« funérailles », W6b)
        count as playable here. A form that is not playable (« arbres ») has the kin of its lemmas, and is kin to them.
        A word that announces no known spelling stands for every spelling with its letters (« pecheur », W4); *accents*
        is described at ``spelling_of``. Every playable word is kin to itself.

        >>> Lexicon.open().kinship("joueur", "jouet").tier
        'core'
        >>> Lexicon.open().kinship("souris", "sourire") is None
        True
        """
        families = self.family_index
        if not isinstance(first, str) or not isinstance(second, str):
            raise _no_text(second if isinstance(first, str) else first)
        try:
            tier = families.quick_tier(first, second)
            if tier == "apart":
                return None
            first_key, second_key = self._key_id(first), self._key_id(second)
            if first_key is None or second_key is None:
                return None
            own: tuple[Headword, ...] = ((first, first_key),)
            other: tuple[Headword, ...] = ((second, second_key),)
            if tier is None:
                free = accents == "free"
                own = families.headwords(first, first_key, free=free)
                other = families.headwords(second, second_key, free=free)
                tier = families.tier(own, other)
        except families.DAMAGE as error:
            raise families.damaged() from error
        return self._kinship(families, (first, second), (own, other), tier) if tier else None

    def family(self, word: str) -> tuple[Family, ...]:
        """Return the families of a playable word (W8), as one tree for each root that it is built on.

        Returns () if the word is unknown, not playable, or has no kin. Plural-only nouns (W6b) count as playable here.
        A word typed in a known spelling stands for that spelling only, as in ``kinship``.

        >>> Lexicon.open().family("joueur")[0].root.spelling
        'jeu'
        """
        from .kin.kinship import family_trees

        return self._of_headword(word, family_trees)

    def origins(self, word: str) -> tuple[Origin, ...]:
        """Return the etymons of a playable word, each with the words that come from it: near kin, or itself (W8).

        Returns () if the word is unknown or not playable, or if its origin is unknown or of no family.

        >>> Lexicon.open().origins("hospice")[0].etymon
        'lat. hospes'
        """
        from .kin.kinship import origins

        return self._of_headword(word, origins)

    def _of_headword(
        self, word: str, find: Callable[[Families, Matrix, int, str], tuple[Found, ...]]
    ) -> tuple[Found, ...]:
        """Return what *find* finds in the families for a word; () if the lexicon does not know the word."""
        key_id = self._key_id(word)
        if key_id is None:
            return ()
        families = self.family_index
        try:
            return find(families, self.matrix, key_id, word)
        except families.DAMAGE as error:
            raise families.damaged() from error

    def families(self) -> Iterator[Family]:
        """Yield every word family as a tree, sorted by the letters of its root; only one is in memory at a time.

        There is one tree for each root, that is, for each lexeme that has no bases and that other lexemes are built on.
        A compound is in the tree of each of its parts. All trees of the package's lexicon take some 20 s.

        >>> next(family for family in Lexicon.open().families() if len(family) > 50).root.spelling
        'acétique'
        """
        from .kin.kinship import all_family_trees

        families = self.family_index
        try:
            yield from all_family_trees(families)
        except families.DAMAGE as error:
            raise families.damaged() from error

    def find(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        limit: int | None = None,
        played: EarlierWords | None = None,
        order: SortOrder = "zipf",
        min_length: int | None = None,
        labels: Collection[str] | None = None,
        rules: HouseRules | None = None,
        exclude: EarlierWords | None = None,
    ) -> list[Word]:
        """Return the playable words that fit the cards: the words that a judge with the same rules accepts.

        initial     the letter of the majuscule (W2); None if there is no majuscule
        letters     the minuscules (W3), with ``?`` for a joker: "lec", "le?"
        jokers      the number of jokers in addition to *letters*: 0 or 1 (J1, J2)
        limit       the maximum number of words; None for all words
        played      a ``History``, whose words are left out together with the words of their families (W7, W8); None to
                    leave out no words
        order       "zipf" (most frequent first), "alpha" (alphabetical), "points" (most points first, counted by
                    ``Word.points``) or "length" (longest first)
        min_length  the minimum number of letters, 0 to 255; None for the minimum of the rules (W1), which applies in
                    any case
        labels      the labels (``grammar.LABELS``) that a word may have; () for words without labels, None for any
        rules       the house rules; None for the published rules
        exclude     the former name of *played*; deprecated, will be removed in 0.7.0

        >>> [word.spelling for word in Lexicon.open().find("F", "lec", limit=3)]
        ['facile', 'facilement', 'faculté']

        Raises ArgumentError naming the invalid argument.
        """
        search = self.search
        if exclude is not None:
            played = _renamed(exclude)
        query = self._query(search, initial, letters, jokers, played, min_length, labels, rules)
        return search.find(query, limit, order)

    def count(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        played: EarlierWords | None = None,
        min_length: int | None = None,
        labels: Collection[str] | None = None,
        rules: HouseRules | None = None,
        exclude: EarlierWords | None = None,
    ) -> int:
        """Return the number of words that ``find`` returns for these arguments (see there) without a limit, but faster.

        >>> Lexicon.open().count("X", "qz")
        0
        """
        search = self.search
        if exclude is not None:
            played = _renamed(exclude)
        return search.count(self._query(search, initial, letters, jokers, played, min_length, labels, rules))

    @property
    def matrix(self) -> Matrix:
        """The bitsets of the playable words, opened on first use; searches, suggestions and family trees use them."""
        try:
            return self._matrix
        except AttributeError:
            from .find.bitsets import Matrix

            with self._lock:
                if not hasattr(self, "_matrix"):
                    self._matrix: Matrix = Matrix(self.store)
            return self._matrix

    @property
    def search(self) -> Search:
        """The search that ``find`` and ``count`` use, opened on first use."""
        try:
            return self._search
        except AttributeError:
            from .find.search import Search, SearchQuery

            matrix = self.matrix
            with self._lock:
                if not hasattr(self, "_search"):
                    self._query: type[SearchQuery] = SearchQuery
                    self._search: Search = Search(self.store, lambda: self.family_index, matrix)
            return self._search

    def _key_id(self, word: str) -> int | None:
        """Return the number of the folded word (W4); None if the lexicon does not have it."""
        if not isinstance(word, str):
            raise _no_text(word)
        return self.store.key_id(fold(word.strip(SPACES)))


def _no_text(word: object) -> ArgumentError:
    """Return the ArgumentError to raise for a *word* that is not a ``str``."""
    return ArgumentError(f"word: expected text, got {type(word).__name__}")


def _renamed(exclude: EarlierWords) -> EarlierWords:
    """Return *exclude* after a DeprecationWarning that names *played*, the argument that replaces it."""
    from warnings import warn  # not needed by current programs

    warn("exclude= is deprecated, use played=", DeprecationWarning, stacklevel=3)
    return exclude
