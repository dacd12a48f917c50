"""Finding and counting the words that fit the cards: start reading at ``Search.find``.

A question is an AND of rows of bits (``bitsets``); the words themselves are read from the lexicon when somebody looks
at them. Which words may be played is decided as the judge decides it: W1 to W6 by masks and rows, W7 and W8 by an
``Exclusion``.
"""

from __future__ import annotations

from itertools import islice

from ..decks import BOXED
from ..errors import ArgumentError, LexiconError
from ..grammar import LABELS
from ..letters import Demand, demand, fold, initial_letter
from ..options import HouseRules
from .bitsets import KEY_BITS, KEY_MASK, Block, Matrix, places
from .exclusion import Exclusion
from .families import Families
from .store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any, Protocol

    class Excluding(Protocol):
        """Earlier words, as ``History`` keeps them."""

        def exclusion(self, search: Search, near: bool) -> Exclusion:
            """What they leave out of a search; *near* leaves out near kin too (W8)."""
            ...


_DEFAULT_RULES = HouseRules()


class Word:
    """A playable word that a search found; what it is is read when it is first asked for.

    spelling  as dictionaries write it
    key       its folded letters (W4)
    zipf      its frequency on the Zipf scale: 0 not met, 3 known to many, 7 « de »
    labels    of ``grammar.LABELS``: what marks every playable reading of this spelling, such as "old" or "rare"
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
        """A word that no search found: one of a table's own list."""
        word = cls.__new__(cls)
        word.spelling, word.key, word.zipf, word.labels = spelling, fold(spelling), zipf, ()
        return word

    def __getattr__(self, name: str) -> Any:
        # Called for a slot that is not filled yet.
        if name in ("key", "spelling"):
            self.key, self.spelling = self._search.spelled(self._column)
        elif name == "zipf":
            self.zipf = self._search.zipf(self._column)
        elif name == "labels":
            self.labels = self._search.labels(self._column)
        else:
            raise AttributeError(f"'Word' object has no attribute {name!r}")
        return getattr(self, name)

    @property
    def length(self) -> int:
        """How many letters it has, as the cards count them (W1)."""
        return len(self.key)

    @property
    def points(self) -> int:
        """What its letters are worth as minuscules of the boxed game (D1)."""
        return sum(map(BOXED.minuscule_points.__getitem__, self.key))

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready description."""
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
    """The questions that a lexicon answers about all its words; the façade and the judge ask it."""

    __slots__ = ("_store", "families", "key_id", "matrix")

    def __init__(self, store: Store, families: Families) -> None:
        self._store = store
        self.key_id = store.key_id
        self.families = families
        self.matrix = Matrix(store)

    def find(self, question: SearchQuery, limit: int | None = None, order: str = "zipf") -> list[Word]:
        """The words that fit, see ``Lexicon.find``."""
        if order not in SORT_KEYS:
            raise ArgumentError(f"order {order!r} is none of {', '.join(SORT_KEYS)}")
        check_limit(limit)
        try:
            if order == "zipf":
                return [Word(self, column) for column in self._most_frequent(question, limit)]
            words = [Word(self, column) for column in self._columns(question, self._block(question), None)]
            return sorted(words, key=SORT_KEYS[order])[:limit]
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def count(self, question: SearchQuery) -> int:
        """How many words ``find`` gives."""
        try:
            block = self._block(question)
            if question.labels is None:
                return question.bits(block).bit_count()
            return len(self._columns(question, block, None))
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def _most_frequent(self, question: SearchQuery, limit: int | None) -> list[int]:
        """The columns of the words that fit, most frequent first."""
        if question.initial:
            return self._columns(question, self._block(question), limit)
        if limit is not None:
            # The zone has the most frequent words of all initials: what it holds comes before all else.
            columns = self._columns(question, self.matrix.zone, limit)
            if len(columns) == limit:
                return columns
        columns = self._columns(question, self.matrix.whole, None)
        columns.sort(key=self.zipf, reverse=True)  # stable: equally frequent words stay in order of column
        return columns[:limit]

    def _block(self, question: SearchQuery) -> Block:
        return self.matrix.block(question.initial) if question.initial else self.matrix.whole

    def _columns(self, question: SearchQuery, block: Block, limit: int | None) -> list[int]:
        """The columns of a block that fit, in its order, *limit* at most."""
        found = map(block.column, places(question.bits(block)))
        allowed = question.labels
        if allowed is None:
            return list(islice(found, limit))
        return list(islice((column for column in found if allowed.issuperset(self.labels(column))), limit))

    def spelled(self, column: int) -> tuple[str, str]:
        """Folded letters and spelling of a column. Raises LexiconError when it leads nowhere, as the next two do."""
        try:
            key_id, number = self._reading(column)
            key = self._store.key(key_id)
            return key, self._store.spelling(key, number)
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def zipf(self, column: int) -> float:
        """The frequency of a column's spelling."""
        try:
            return self._store.zipf(self._reading(column)[1])
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def labels(self, column: int) -> tuple[str, ...]:
        """What marks every playable reading of a column's spelling."""
        try:
            key_id, number = self._reading(column)
            return self._store.labels(number, self._store.first(key_id + 1))
        except Families.DAMAGE as error:
            raise self.damaged() from error

    def _reading(self, column: int) -> tuple[int, int]:
        """The key number of a column, and the first of its readings that may be played."""
        packed = self.matrix.columns[column]
        key_id = packed & KEY_MASK
        return key_id, self._store.first(key_id) + (packed >> KEY_BITS)

    def damaged(self) -> LexiconError:
        """The error for a number that leads nowhere; opening a file does not recompute its hashes."""
        return LexiconError(
            f"{self._store.container.path}: the words by letters are damaged; run: belettre lexicon verify"
        )


class SearchQuery:
    """What a word must be: read once, asked of one block or two. The arguments are those of ``Lexicon.find``."""

    __slots__ = ("_exclusion", "_fewest", "_pairs", "_rules", "initial", "labels")

    def __init__(
        self,
        search: Search,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        exclude: Excluding | None = None,
        min_length: int | None = None,
        labels: Collection[str] | None = None,
        rules: HouseRules | None = None,
    ) -> None:
        rules = rules or _DEFAULT_RULES
        wanted = demand(letters)
        self.initial = initial_letter(initial) if initial is not None else ""
        self.labels = None if labels is None else _allowed(labels)
        self._rules = rules
        self._pairs = _pairs(self.initial, wanted, rules)
        self._fewest = _fewest_letters(self.initial, wanted, jokers, min_length, rules)
        self._exclusion = _exclusion(search, exclude, rules) if exclude is not None else None

    def bits(self, block: Block) -> int:
        """The words of a block that fit."""
        bits = block.bases[self._rules.accepted, self._fewest]
        rows = block.rows
        for pair in self._pairs:
            bits &= rows[pair]
        if self._exclusion is not None:
            bits ^= bits & self._exclusion.hidden(block)
        return bits


def check_limit(limit: int | None) -> None:
    """Raise ArgumentError when *limit* is no number of words."""
    if limit is not None and (not isinstance(limit, int) or limit < 0):
        raise ArgumentError(f"limit: {limit!r} is not a number of words, 0 or more")


def _exclusion(search: Search, exclude: Excluding, rules: HouseRules) -> Exclusion | None:
    if not hasattr(exclude, "exclusion"):
        raise ArgumentError(f"exclude: expected a History, got {exclude!r:.80}")
    return exclude.exclusion(search, rules.refuse_near_kin) if exclude else None


def _allowed(labels: Collection[str]) -> frozenset[str]:
    allowed = frozenset(labels)
    if unknown := sorted(allowed.difference(LABELS)):
        raise ArgumentError(f"labels: {unknown[0]!r} is none of {', '.join(LABELS)}")
    return allowed


def _pairs(initial: str, wanted: Demand, rules: HouseRules) -> tuple[tuple[str, int], ...]:
    """W2, W3: the rows to intersect. The initial takes one of its letter; shared letters are asked for once."""
    if rules.letters_shared:
        return tuple((letter, 1) for letter, _ in wanted.counts)
    for letter, _ in wanted.counts:  # seldom the initial's: most questions need no new tuple
        if letter == initial:
            return tuple((letter, count + (letter == initial)) for letter, count in wanted.counts)
    return wanted.counts


def _fewest_letters(initial: str, wanted: Demand, jokers: int, min_length: int | None, rules: HouseRules) -> int:
    """W1, J2: how many letters a word has at least; a joker takes one letter more than the other cards."""
    if not isinstance(jokers, int) or jokers < 0:
        raise ArgumentError(f"jokers: {jokers!r} is not a number of jokers")
    if jokers + wanted.jokers > 1:
        raise ArgumentError(f"jokers: {jokers + wanted.jokers} lie there, expected one at most (J1)")
    fewest = rules.min_letters
    if min_length is not None:
        if not isinstance(min_length, int) or not 0 <= min_length <= 255:
            raise ArgumentError(f"min_length: {min_length!r} is not a number of letters")
        fewest = max(fewest, min_length)
    if (jokers or wanted.jokers) and not rules.letters_shared:
        fewest = max(fewest, wanted.size + jokers + (1 if initial else 0))
    return fewest


#: What each order sorts by; words of equal rank come most frequent first.
SORT_KEYS: dict[str, Callable[[Word], tuple[Any, ...]]] = {
    "zipf": lambda word: (-word.zipf, word.key, word.spelling),
    "alpha": lambda word: (word.key, word.spelling),
    "points": lambda word: (-word.points, -word.zipf, word.key),
    "length": lambda word: (-word.length, -word.zipf, word.key),
}
