"""Floor 1. Finds and counts the words that fit the cards: start reading at ``Search.find``.

A query is an AND of rows of bits (``bitsets``). The words themselves are read from the lexicon only when their
attributes are read. The result agrees with the judge: masks and rows decide W1 to W6, an exclusion decides W7 and W8.
"""

from __future__ import annotations

from itertools import islice

from ..decks import BOXED
from ..errors import ArgumentError, LexiconError
from ..grammar import LABELS
from ..letters import Demand, fold, parse_demand, parse_initial
from ..options import HouseRules
from .bitsets import KEY_BITS, KEY_MASK, Block, Matrix, places
from .families import Families
from .store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any, Literal, Protocol

    #: How found words are sorted; ``SORT_KEYS`` has the keys.
    SortOrder = Literal["zipf", "alpha", "points", "length"]

    class HiddenWords(Protocol):
        """Words that a search leaves out; ``exclusion.Exclusion`` is one."""

        def hidden(self, block: Block) -> int:
            """Return the words of a block that are left out, one bit each."""
            ...

    class EarlierWords(Protocol):
        """The words played so far; ``words.history.History`` is one."""

        def exclusion(self, search: Search, near: bool) -> HiddenWords:
            """Return the words that they leave out of a search (W7, W8); near kin only with *near*."""
            ...


_DEFAULT_RULES = HouseRules()
#: The largest ``min_length`` of a query; the file keeps lengths in one byte.
_MOST_MIN_LENGTH = 255


class Word:
    """A playable word found by a search. Each attribute is read from the lexicon on first use.

    spelling  as dictionaries write it
    key       its folded letters (W4)
    zipf      its frequency on the Zipf scale, the base-10 logarithm of occurrences per billion words:
              0 not attested, 3 known to many, 7 « de »
    labels    the labels (``grammar.LABELS``) that all playable readings of this spelling carry, such as "old"
    """

    __slots__ = ("_column", "_search", "key", "labels", "spelling", "zipf")

    key: str
    spelling: str
    zipf: float
    labels: tuple[str, ...]

    def __init__(self, search: Search, column: int) -> None:
        self._search = search
        self._column = column

    @classmethod
    def of(cls, spelling: str, zipf: float = 0.0) -> Word:
        """Return a word that is not in the lexicon, such as one of a house list; it has no labels."""
        word = cls.__new__(cls)
        word.spelling, word.key, word.zipf, word.labels = spelling, fold(spelling), zipf, ()
        return word

    def __getattr__(self, name: str) -> Any:
        # Python calls this for a slot that is not filled yet.
        if name in ("key", "spelling"):
            self.key, self.spelling = self._search.key_and_spelling(self._column)
        elif name == "zipf":
            self.zipf = self._search.zipf(self._column)
        elif name == "labels":
            self.labels = self._search.labels(self._column)
        else:
            raise AttributeError(f"'Word' object has no attribute {name!r}")
        return getattr(self, name)

    @property
    def length(self) -> int:
        """How many letters it has once folded (W1)."""
        return len(self.key)

    @property
    def points(self) -> int:
        """The points of its letters as minuscules of the boxed game (D1)."""
        return sum(map(BOXED.minuscule_points.__getitem__, self.key))

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: every attribute but the key."""
        return {
            "spelling": self.spelling,
            "zipf": self.zipf,
            "labels": list(self.labels),
            "length": self.length,
            "points": self.points,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Word) and self.spelling == other.spelling

    def __hash__(self) -> int:
        return hash(self.spelling)

    def __repr__(self) -> str:
        return f"Word({self.spelling!r}, zipf={self.zipf})"


class Search:
    """Answers queries about all words of a lexicon.

    A *column* is the number of a playable spelling (``bitsets``).
    """

    __slots__ = ("_store", "families", "key_id", "matrix")

    def __init__(self, store: Store, families: Families) -> None:
        self._store = store
        self.key_id = store.key_id
        self.families = families
        self.matrix = Matrix(store)

    def find(self, query: SearchQuery, limit: int | None = None, order: SortOrder = "zipf") -> list[Word]:
        """Return the words that fit a query, see ``Lexicon.find``."""
        if order not in SORT_KEYS:
            raise ArgumentError(f"order {order!r} is not one of {', '.join(SORT_KEYS)}")
        check_limit(limit)
        try:
            if order == "zipf":
                return [Word(self, column) for column in self._most_frequent(query, limit)]
            words = [Word(self, column) for column in self._columns(query, self._block(query), None)]
            return sorted(words, key=SORT_KEYS[order])[:limit]
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def count(self, query: SearchQuery) -> int:
        """Return how many words fit a query."""
        try:
            block = self._block(query)
            if query.labels is None:
                return query.bits(block).bit_count()
            return len(self._columns(query, block, None))
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def _most_frequent(self, query: SearchQuery, limit: int | None) -> list[int]:
        """Return the columns of the words that fit, most frequent first, at most *limit*."""
        if query.initial:
            return self._columns(query, self._block(query), limit)
        if limit is not None:
            # The zone has the most frequent words of all initials. If it holds enough words that fit, they come first.
            columns = self._columns(query, self.matrix.zone, limit)
            if len(columns) == limit:
                return columns
        columns = self._columns(query, self.matrix.whole, None)
        columns.sort(key=self.zipf, reverse=True)  # stable: equally frequent words stay in order of column
        return columns[:limit]

    def _block(self, query: SearchQuery) -> Block:
        return self.matrix.block(query.initial) if query.initial else self.matrix.whole

    def _columns(self, query: SearchQuery, block: Block, limit: int | None) -> list[int]:
        """Return the columns of a block that fit, in the order of the block, at most *limit*."""
        columns = map(block.column, places(query.bits(block)))
        allowed = query.labels
        if allowed is None:
            return list(islice(columns, limit))
        return list(islice((column for column in columns if allowed.issuperset(self.labels(column))), limit))

    def key_and_spelling(self, column: int) -> tuple[str, str]:
        """Return the folded letters and the spelling of a column. Raises LexiconError on a damaged file."""
        try:
            key_id, number = self._first_playable(column)
            key = self._store.key(key_id)
            return key, self._store.spelling(key, number)
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def zipf(self, column: int) -> float:
        """Return the Zipf frequency of a column's spelling. Raises LexiconError on a damaged file."""
        try:
            return self._store.zipf(self._first_playable(column)[1])
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def labels(self, column: int) -> tuple[str, ...]:
        """Return the labels that all playable readings of a column share. Raises LexiconError on a damaged file."""
        try:
            key_id, number = self._first_playable(column)
            return self._store.labels(number, self._store.first(key_id + 1))
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def _first_playable(self, column: int) -> tuple[int, int]:
        """Return the key number of a column, and the number of its first playable reading."""
        packed = self.matrix.columns[column]
        key_id = packed & KEY_MASK
        return key_id, self._store.first(key_id) + (packed >> KEY_BITS)

    def damaged(self) -> LexiconError:
        """Return the error for a damaged file; opening a file does not check its hashes."""
        return LexiconError(
            f"{self._store.container.path}: the words by letters are damaged; run: belettre lexicon verify"
        )


class SearchQuery:
    """The conditions that a word must meet; the arguments are those of ``Lexicon.find``.

    initial  the letter it starts with; "" for any
    labels   the labels it may carry; None for any
    """

    __slots__ = ("_exclusion", "_min_letters", "_pairs", "_rules", "initial", "labels")

    def __init__(
        self,
        search: Search,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        exclude: EarlierWords | None = None,
        min_length: int | None = None,
        labels: Collection[str] | None = None,
        rules: HouseRules | None = None,
    ) -> None:
        rules = rules or _DEFAULT_RULES
        wanted = parse_demand(letters)
        self.initial = parse_initial(initial) if initial is not None else ""
        self.labels = None if labels is None else _known_labels(labels)
        self._rules = rules
        self._pairs = _row_pairs(self.initial, wanted, rules)
        self._min_letters = _min_letters(self.initial, wanted, jokers, min_length, rules)
        self._exclusion = _exclusion(search, exclude, rules) if exclude is not None else None

    def bits(self, block: Block) -> int:
        """Return the words of a block that fit, one bit each."""
        bits = block.bases[self._rules.accepted, self._min_letters]
        rows = block.rows
        for pair in self._pairs:
            bits &= rows[pair]
        if self._exclusion is not None:
            bits ^= bits & self._exclusion.hidden(block)
        return bits


def check_limit(limit: int | None) -> None:
    """Raise ArgumentError if *limit* is neither None nor a number of words."""
    if limit is not None and (not isinstance(limit, int) or limit < 0):
        raise ArgumentError(f"limit: {limit!r} is not a number of words, 0 or more")


def _exclusion(search: Search, exclude: EarlierWords, rules: HouseRules) -> HiddenWords | None:
    """Return what the earlier words leave out; None if there are none. Raises ArgumentError if it is not a History."""
    if not hasattr(exclude, "exclusion"):
        raise ArgumentError(f"exclude: expected a History, got {exclude!r:.80}")
    return exclude.exclusion(search, rules.refuse_near_kin) if exclude else None


def _known_labels(labels: Collection[str]) -> frozenset[str]:
    """Return labels as a set. Raises ArgumentError naming an unknown one."""
    known = frozenset(labels)
    if unknown := sorted(known.difference(LABELS)):
        raise ArgumentError(f"labels: {unknown[0]!r} is not one of {', '.join(LABELS)}")
    return known


def _row_pairs(initial: str, wanted: Demand, rules: HouseRules) -> tuple[tuple[str, int], ...]:
    """Return the rows to intersect for the letters (W3), as pairs of a letter and how many of it a word needs.

    The initial (W2) takes one letter of its own. If cards may share letters, each letter is needed once.
    """
    if rules.letters_shared:
        return tuple((letter, 1) for letter, _ in wanted.counts)
    for letter, _ in wanted.counts:  # rarely the initial: most queries need no new tuple
        if letter == initial:
            return tuple((letter, count + (letter == initial)) for letter, count in wanted.counts)
    return wanted.counts


def _min_letters(initial: str, wanted: Demand, jokers: int, min_length: int | None, rules: HouseRules) -> int:
    """Return how many letters a word has at least (W1, J2): with a joker, one letter for each card."""
    if not isinstance(jokers, int) or jokers < 0:
        raise ArgumentError(f"jokers: {jokers!r} is not a number of jokers")
    if jokers + wanted.jokers > 1:
        raise ArgumentError(f"jokers: got {jokers + wanted.jokers}, expected one at most (J1)")
    min_letters = rules.min_letters
    if min_length is not None:
        if not isinstance(min_length, int) or not 0 <= min_length <= _MOST_MIN_LENGTH:
            raise ArgumentError(f"min_length: {min_length!r} is not a number of letters")
        min_letters = max(min_letters, min_length)
    if (jokers or wanted.jokers) and not rules.letters_shared:
        min_letters = max(min_letters, wanted.size + jokers + (1 if initial else 0))
    return min_letters


#: The sort key of each order. Words that are equal by points or length come most frequent first.
SORT_KEYS: dict[SortOrder, Callable[[Word], tuple[Any, ...]]] = {
    "zipf": lambda word: (-word.zipf, word.key, word.spelling),
    "alpha": lambda word: (word.key, word.spelling),
    "points": lambda word: (-word.points, -word.zipf, word.key),
    "length": lambda word: (-word.length, -word.zipf, word.key),
}
