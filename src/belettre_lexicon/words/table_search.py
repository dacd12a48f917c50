"""``TableSearch``: searches for words at a table with a house list or checks of its own (``own_rules.Check``)."""

from __future__ import annotations

from ..french.letters import parse_initial
from ..lexicon.find.search import SORT_KEYS, Word, check_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import TypedDict

    from ..literals import SortOrder
    from .history import History
    from .single_word import SingleWordJudge

    class SearchOptions(TypedDict):
        """The keyword arguments that ``Judge.find`` passes on to ``Lexicon.find``."""

        played: History
        min_length: int | None
        labels: Collection[str] | None


#: The factor by which the limit of a search in the lexicon grows from one attempt to the next. Checks refuse some of
#: the words found, so the search is repeated with a higher limit until enough words are left.
_SPARE = 2


class TableSearch:
    """A search for the words that may be played at a table with a house list or checks of its own.

    Words that the list accepts are found even if the argument *labels* of the search excludes them.
    """

    def __init__(self, judge: SingleWordJudge, cards: tuple[str | None, str, int], options: SearchOptions) -> None:
        """*cards* are the initial, the letters and the jokers, as in ``Judge.find``; *options* the other arguments."""
        self._judge = judge
        self._cards = cards
        #: The minuscules with ``?`` for a joker.
        self._on_table = cards[1] + "?" * cards[2]
        self._played = options["played"]
        self._options = options

    def find(self, limit: int | None, order: SortOrder) -> list[Word]:
        """Return the words of the lexicon that the table allows and those that its list accepts, sorted by *order*.

        At most *limit* words are returned, or all if it is None. Raises ArgumentError as ``Lexicon.find`` does.
        """
        check_limit(limit)
        found = self._of_lexicon(limit, order)
        own_words = list(self._own_words())
        return sorted([*found, *own_words], key=SORT_KEYS[order])[:limit] if own_words else found

    def count(self) -> int:
        """Return the number of words that ``find`` returns without a limit; only for a table without checks of its own.

        The words of the house list are looked up one by one, and the others are counted without being read.
        """
        judge = self._judge
        count = judge.lexicon.count(*self._cards, rules=judge.rules, **self._options)
        if judge.house is not None:
            first = parse_initial(self._cards[0])
            for key in list(judge.house.refused):
                if not judge.refusals_by_letters(key, first, self._on_table):
                    count -= len(self._words_with_key(key))
        return count + sum(1 for _ in self._own_words())

    def _of_lexicon(self, limit: int | None, order: SortOrder) -> list[Word]:
        """Return the first words of the lexicon that the table allows, at most *limit*; None for all of them."""
        left: list[Word] = []
        asked, most = 0, limit
        while True:
            most = most * _SPARE if most is not None else None
            rules = self._judge.rules
            words = self._judge.lexicon.find(*self._cards, limit=most, order=order, rules=rules, **self._options)
            first = parse_initial(self._cards[0])  # the search has checked it
            left += [word for word in words[asked:] if self._judge.allows(word, first, self._on_table, self._played)]
            asked = len(words)
            if most is None or len(left) >= (limit or 0) or asked < most:
                return left[:limit]

    def _own_words(self) -> Iterator[Word]:
        """Yield the words that the house list accepts and that a search in the lexicon does not find."""
        house = self._judge.house
        for key, spelling in [(key, house.spellings[key]) for key in house.accepted] if house is not None else ():
            if (
                len(key) >= (self._options["min_length"] or 0)
                and self._judge(spelling, initial=self._cards[0], letters=self._on_table, played=self._played).valid
                and not self._words_with_key(key)
            ):
                # The lexicon may know a spelling that it does not accept: « portes », a plural, has a frequency.
                readings = self._judge.lexicon.readings(spelling)
                zipf = max((reading.zipf for reading in readings if reading.spelling == spelling), default=0.0)
                yield Word.of(spelling, zipf)

    def _words_with_key(self, key: str) -> list[Word]:
        """Return the words of the lexicon that the rules and options allow and whose folded form is *key*."""
        if key not in self._judge.lexicon:
            return []
        found = self._judge.lexicon.find(key[0], key[1:], rules=self._judge.rules, **self._options)
        return [word for word in found if word.key == key]
