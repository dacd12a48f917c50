"""``Search``: finds and counts the words that fit the cards. Start reading at ``Search.find``.

A *column* is the number of a playable spelling; a *block* is a group of columns; a *bitset* is an integer with one bit
per column of a block (``bitsets``). A query combines bitsets with AND. A word is read from the lexicon only when one of
its attributes is read. Results agree with the judge: the bitsets decide W1 to W6, and an exclusion (the words left out
because of earlier words) decides W7 and W8.
"""

from __future__ import annotations

from itertools import islice

from ...base.errors import ArgumentError
from ...base.values import Cache
from ...french.decks import BOXED
from ...french.grammar import LABELS, PARTICIPLE_BIT, is_participle
from ...french.letters import Demand, fold, is_compound, parse_demand, parse_initial
from ...french.rules import PUBLISHED_RULES, HouseRules
from ..file.container import DAMAGE
from ..file.store import Store
from ..readings import reading_reasons
from .bitsets import FREQUENT, KEY_BITS, KEY_MASK, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any, Protocol

    from ...literals import Label, SortOrder
    from ..kin.families import Families
    from .bitsets import Block, Matrix

    class HiddenWords(Protocol):
        """The interface of the words that a search leaves out; ``exclusion.Exclusion`` implements it."""

        def hidden(self, block: Block) -> int:
            """Return the words of a block that are left out, as a bitset with one bit per word of the block."""
            ...

    class EarlierWords(Protocol):
        """The interface of the words played so far; ``words.history.History`` implements it."""

        def exclusion(self, search: Search, rules: HouseRules) -> HiddenWords | None:
            """Return the words that a search must leave out: repeats (W7) and kin (W8); None if there are none.

            Raises ArgumentError if the earlier words belong to a table with other rules.
            """
            ...


#: The largest ``min_length`` of a query; the file stores lengths in one byte.
_MOST_MIN_LENGTH = 255
#: The largest number of spellings in the cache ``Search.spellings``; they take some 4 MB.
_MOST_SPELLINGS = 1 << 14
#: The largest number of bitsets in ``Search.undecided``; a server has few tables with such options.
_MOST_UNDECIDED = 256


class Word:
    """A playable word found by a search. Each attribute is looked up in the lexicon when it is first read.

    This raises LexiconError if the file is damaged or closed. A word that was pickled or copied has all its attributes
    and needs no lexicon. Words are equal if they have the same spelling.

    spelling  the spelling as in dictionaries
    key       the folded letters, a-z (W4)
    zipf      the frequency on the Zipf scale, the base-10 logarithm of occurrences per billion words; 0 means not
              attested, 3 is a word that many know, 7 is a word like « de »
    labels    the labels (``grammar.LABELS``) shared by all playable readings of the spelling, such as "old"
    """

    __slots__ = ("_column", "_search", "key", "labels", "spelling", "zipf")

    key: str
    spelling: str
    zipf: float
    labels: tuple[Label, ...]

    def __init__(self, search: Search, column: int) -> None:
        self._search = search
        self._column = column

    @classmethod
    def of(cls, spelling: str, zipf: float = 0.0, labels: tuple[Label, ...] = ()) -> Word:
        """Return a word with these attributes that needs no lexicon, such as a word from a house list."""
        word = cls.__new__(cls)
        word.spelling, word.key, word.zipf, word.labels = spelling, fold(spelling), zipf, labels
        return word

    def __getattr__(self, name: str) -> Any:
        # Python calls this method for a slot that is not filled yet.
        try:
            if name == "spelling" or name == "key":
                self.key, self.spelling = key, spelling = self._search.spellings[self._column]
                return spelling if name == "spelling" else key
            if name == "zipf":
                self.zipf = self._search.zipf(self._column)
                return self.zipf
            if name == "labels":
                self.labels = self._search.labels(self._column)
                return self.labels
        except DAMAGE as error:
            raise self._search.matrix.damaged() from error
        raise AttributeError(f"'Word' object has no attribute {name!r}")

    @property
    def length(self) -> int:
        """The number of letters, counted in the folded word (W1)."""
        return len(self.key)

    @property
    def points(self) -> int:
        """The sum of the points of its letters, counted as minuscules of the boxed game (D1)."""
        return sum(map(BOXED.minuscule_points.__getitem__, self.key))

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: spelling, zipf, labels, length and points, by name."""
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

    def __reduce__(self) -> tuple[Callable[..., Word], tuple[str, float, tuple[str, ...]]]:
        return Word.of, (self.spelling, self.zipf, self.labels)

    def __repr__(self) -> str:
        return f"Word({self.spelling!r}, zipf={self.zipf})"


class Search:
    """A search over the playable words of a lexicon.

    families   a function that returns the word families, which decide W8
    matrix     the bitsets of the words (``bitsets``)
    store      the compiled lexicon
    spellings  column → (key, spelling); the key is the folded word
    undecided  (block, house rules, fewest letters) → bitset of the words of the block that the rules accept, but whose
               masks do not show it: under options about labels or participles, each reading must be looked at
               (``readings.reading_reasons``), once for each set of rules

    If the file is damaged, these mappings raise one of ``container.DAMAGE``, and so does any method that does not state
    its errors; callers raise ``matrix.damaged()`` instead.
    """

    __slots__ = ("_participles", "families", "matrix", "spellings", "store", "undecided")

    def __init__(self, store: Store, families: Callable[[], Families], matrix: Matrix) -> None:
        self.store = store
        self.families = families  # a search without earlier words does not open them
        self.matrix = matrix
        # The most frequent words that fit are found again and again, so they are read once.
        self.spellings: Cache[int, tuple[str, str]] = Cache(self._read_spelling, _MOST_SPELLINGS)
        self.undecided: Cache[tuple[Block, HouseRules, int], int] = Cache(self._find_undecided, _MOST_UNDECIDED)
        self._participles: dict[int, list[int]] | None = None

    def find(self, query: SearchQuery, limit: int | None = None, order: SortOrder = "zipf") -> list[Word]:
        """Return at most *limit* words that fit a query, or all if *limit* is None, sorted by *order*.

        ``Lexicon.find`` describes the orders. Raises ArgumentError for an unknown *order* or an invalid *limit*,
        LexiconError if the file is damaged.
        """
        if order not in SORT_KEYS:
            raise ArgumentError(f"order {order!r} is not one of {', '.join(SORT_KEYS)}")
        check_limit(limit)
        try:
            if order == "zipf":
                return [Word(self, column) for column in self._most_frequent(query, limit)]
            words = [Word(self, column) for column in self._columns(query, self.matrix.blocks[query.initial], None)]
            return sorted(words, key=SORT_KEYS[order])[:limit]
        except DAMAGE as error:
            raise self.matrix.damaged() from error

    def count(self, query: SearchQuery) -> int:
        """Return the number of words that fit a query. Raises LexiconError if the file is damaged."""
        try:
            block = self.matrix.blocks[query.initial]
            if query.labels is None:
                return query.bits(block).bit_count()
            return len(self._columns(query, block, None))
        except DAMAGE as error:
            raise self.matrix.damaged() from error

    def _most_frequent(self, query: SearchQuery, limit: int | None) -> list[int]:
        """Return the columns of the words that fit a query, most frequent first: all, or *limit* at most if given."""
        if query.initial:
            return self._columns(query, self.matrix.blocks[query.initial], limit)
        if limit is not None and query.zone_has_all:
            # The zone has the most frequent words of all initials. If enough of them fit, no other words are needed.
            columns = self._columns(query, self.matrix.blocks[FREQUENT], limit)
            if len(columns) == limit:
                return columns
        columns = self._columns(query, self.matrix.blocks[""], None)
        columns.sort(key=self.zipf, reverse=True)  # a stable sort: equally frequent words stay in the order of columns
        return columns[:limit]

    def _columns(self, query: SearchQuery, block: Block, limit: int | None) -> list[int]:
        """Return the columns of the words in a block that fit a query, in the order of the block."""
        columns = map(block.column, places(query.bits(block)))
        allowed = query.labels
        if allowed is None:
            return list(islice(columns, limit))
        return list(islice((column for column in columns if allowed.issuperset(self.labels(column))), limit))

    def _read_spelling(self, column: int) -> tuple[str, str]:
        """Return the key (folded word) and the spelling for a column."""
        key_id, number = self._first_playable(column)
        key = self.store.key(key_id)
        return key, self.store.spelling(key, number)

    def zipf(self, column: int) -> float:
        """Return the frequency of a column's spelling on the Zipf scale; 0 if it is not attested."""
        return self.store.zipf(self._first_playable(column)[1])

    def labels(self, column: int) -> tuple[Label, ...]:
        """Return the labels shared by all playable readings of a column's spelling; () if there are none."""
        key_id, number = self._first_playable(column)
        return self.store.labels(number, self.store.first(key_id + 1))

    def _first_playable(self, column: int) -> tuple[int, int]:
        """Return the key number of a column's spelling, and the number of the spelling's first playable reading."""
        packed = self.matrix.columns[column]
        key_id = packed & KEY_MASK
        return key_id, self.store.first(key_id) + (packed >> KEY_BITS)

    @property
    def participles_without_core_family(self) -> dict[int, list[int]]:
        """Number of a verb's folded word → the columns of its participles, for the verbs that belong to no core family.

        A search needs it for W8: once a verb has been played, its participles are left out. Those of other verbs are
        found through the core family. Computed on first use, in some 300 ms.
        """
        if self._participles is None:
            found: dict[int, list[int]] = {}
            block = self.matrix.blocks[""]
            for column in places(block.with_letters(1)):
                if not block.masks[column]:
                    spelling = self.spellings[column][1]
                    key_id = self.matrix.columns[column] & KEY_MASK
                    for headword, headword_id in self.families().headwords(spelling, key_id):
                        if not self.families().of_headword(headword, headword_id)[0]:
                            found.setdefault(headword_id, []).append(column)
            self._participles = found
        return self._participles

    def _find_undecided(self, question: tuple[Block, HouseRules, int]) -> int:
        """Return the value of ``undecided`` for (block, house rules, fewest letters)."""
        block, rules, fewest = question
        accepted, open_bits = rules.accepted, rules.undecided
        digits = bytearray(b"0" * block.size)
        for place in places(block.with_letters(max(fewest, 1))):  # so that no column is empty
            mask = block.masks[place]
            # A column without a mask is a participle.
            if not mask & accepted and (mask & open_bits or open_bits & PARTICIPLE_BIT):
                digits[-1 - place] += self._accepts(block.column(place), rules)
        return int(digits or b"0", 2)

    def _accepts(self, column: int, rules: HouseRules) -> bool:
        """Return whether a reading of a column's spelling is accepted under the options of a table."""
        key_id, number = self._first_playable(column)
        store = self.store
        kinds = store.kinds_of_spelling(number, store.first(key_id + 1))
        compound = is_compound(store.spelling(store.key(key_id), number))
        participial = any(is_participle(status, tag) for status, tag, _ in kinds)
        return any(
            not reading_reasons(status, tag, labels, compound, participial, rules) for status, tag, labels in kinds
        )


class SearchQuery:
    """The conditions that a word must satisfy; the arguments are those of ``Lexicon.find``, which describes them.

    initial       the letter that the word must start with; "" if any letter will do
    labels        the labels that the word may have; None if any labels are allowed
    zone_has_all  whether the zone (``bitsets``) has the most frequent words that the rules accept; False if they accept
                  participles that are not listed as words, since the zone lacks these

    Raises ArgumentError if an argument is invalid.
    """

    __slots__ = ("_exclusion", "_min_letters", "_pairs", "_rules", "_search", "initial", "labels", "zone_has_all")

    def __init__(
        self,
        search: Search,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        played: EarlierWords | None = None,
        min_length: int | None = None,
        labels: Collection[str] | None = None,
        rules: HouseRules | None = None,
    ) -> None:
        rules = rules or PUBLISHED_RULES
        wanted = parse_demand(letters)
        self.initial = parse_initial(initial) if initial is not None else ""
        self.labels = None if labels is None else frozenset(labels)
        if self.labels and (unknown := sorted(self.labels.difference(LABELS))):
            raise ArgumentError(f"labels: {unknown[0]!r} is not one of {', '.join(LABELS)}")
        self.zone_has_all = rules.participles != "always"
        self._search = search
        self._rules = rules
        self._pairs = _row_pairs(self.initial, wanted, rules)
        self._min_letters = _min_letters(self.initial, wanted, jokers, min_length, rules)
        self._exclusion: HiddenWords | None = None
        if played is not None:
            if not hasattr(played, "exclusion"):
                raise ArgumentError(f"played: expected a History, got {played!r:.80}")
            self._exclusion = played.exclusion(search, rules)

    def bits(self, block: Block) -> int:
        """Return the words of a block that satisfy all conditions except the labels, as a bitset (one bit per word).

        ``Search`` checks the labels of each word afterwards.
        """
        bits = block.bases[self._rules.accepted, self._min_letters]
        if self._rules.undecided:
            bits |= self._search.undecided[block, self._rules, self._min_letters]
        rows = block.rows
        for pair in self._pairs:
            bits &= rows[pair]
        if self._exclusion is not None:
            bits ^= bits & self._exclusion.hidden(block)
        return bits


def check_limit(limit: int | None) -> None:
    """Raise ArgumentError unless *limit*, the maximum number of words, is None (no limit) or a whole number from 0."""
    if limit is not None and (not isinstance(limit, int) or limit < 0):
        raise ArgumentError(f"limit: {limit!r} is not a number of words, 0 or more")


def _row_pairs(initial: str, wanted: Demand, rules: HouseRules) -> tuple[tuple[str, int], ...]:
    """Return the rows of bits to combine for the letters of a query (W3), as pairs (letter, minimum count in a word).

    The initial (W2) takes up one letter of the word, so a minuscule with the same letter needs another copy. If the
    house rules let cards share letters, each count is 1.
    """
    if rules.letters_shared:
        return tuple((letter, 1) for letter, _ in wanted.counts)
    for letter, _ in wanted.counts:  # the initial is rarely among them, so most queries need no new tuple
        if letter == initial:
            return tuple((letter, count + (letter == initial)) for letter, count in wanted.counts)
    return wanted.counts


def _min_letters(initial: str, wanted: Demand, jokers: int, min_length: int | None, rules: HouseRules) -> int:
    """Return the minimum number of letters of a word (W1).

    With a joker, a word also needs at least one letter per card (J2), unless the house rules let cards share letters.
    Raises ArgumentError for an invalid *jokers* or *min_length*.
    """
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


#: Order → the sort key of a word. Words with the same points or the same length are sorted by frequency, the most
#: frequent first.
SORT_KEYS: dict[SortOrder, Callable[[Word], tuple[Any, ...]]] = {
    "zipf": lambda word: (-word.zipf, word.key, word.spelling),
    "alpha": lambda word: (word.key, word.spelling),
    "points": lambda word: (-word.points, -word.zipf, word.key),
    "length": lambda word: (-word.length, -word.zipf, word.key),
}
