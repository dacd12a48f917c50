"""Searches at a table with a house list or checks of its own, which change what the lexicon finds."""

from __future__ import annotations

from ..french.letters import parse_initial
from ..lexicon.find.search import SORT_KEYS, Word, check_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from ..literals import SortOrder
    from .history import History
    from .single_word import SingleWordJudge

#: The number of words that are searched first for each word that is wanted. Checks refuse some of the words, so the
#: search is repeated for more until enough are left.
_SPARE = 2


def find_at_table(
    judge: SingleWordJudge,
    initial: str | None,
    letters: str,
    jokers: int,
    limit: int | None,
    played: History,
    order: SortOrder,
    min_length: int | None,
    labels: Collection[str] | None,
) -> list[Word]:
    """Return the words that ``Judge.find`` returns at a table with a house list or checks of its own.

    The arguments after *judge* are those of ``Judge.find``. Words that the list accepts are found even if *labels*
    excludes them.
    """
    check_limit(limit)

    def search(most: int | None) -> list[Word]:
        return judge.lexicon.find(
            initial,
            letters,
            jokers,
            limit=most,
            played=played,
            order=order,
            min_length=min_length,
            labels=labels,
            rules=judge.rules,
        )

    def allowed(words: Iterable[Word]) -> list[Word]:
        # Called after a search, which has checked the arguments.
        first, on_table = parse_initial(initial), letters + "?" * jokers
        return [word for word in words if judge.allows(word, first, on_table, played)]

    found = _first(search, allowed, limit)
    own_words = list(_own_words(judge, initial, letters + "?" * jokers, played, min_length, labels))
    return sorted([*found, *own_words], key=SORT_KEYS[order])[:limit] if own_words else found


def count_at_table(
    judge: SingleWordJudge,
    initial: str | None,
    letters: str,
    jokers: int,
    played: History,
    min_length: int | None,
    labels: Collection[str] | None,
) -> int:
    """Return the number of words that ``find_at_table`` returns without a limit, at a table without checks of its own.

    The words of the house list are looked up one by one, and the others are counted without being read.
    """
    count = judge.lexicon.count(
        initial, letters, jokers, played=played, min_length=min_length, labels=labels, rules=judge.rules
    )
    on_table = letters + "?" * jokers
    if judge.house is not None:
        first = parse_initial(initial)
        for key in list(judge.house.refused):
            if not judge.refusals_by_letters(key, first, on_table):
                count -= len(_words_with_key(judge, key, played, min_length, labels))
    return count + sum(1 for _ in _own_words(judge, initial, on_table, played, min_length, labels))


def _own_words(
    judge: SingleWordJudge,
    initial: str | None,
    letters: str,
    played: History,
    min_length: int | None,
    labels: Collection[str] | None,
) -> Iterator[Word]:
    """Yield the words that the house list accepts and that a search in the lexicon does not find.

    *letters* are the minuscules with ``?`` for a joker; the other arguments are those of ``Judge.find``.
    """
    house = judge.house
    if house is None:
        return
    for key in list(house.accepted):
        if (
            len(key) >= (min_length or 0)
            and judge(house.spellings[key], initial=initial, letters=letters, played=played).valid
            and not _words_with_key(judge, key, played, min_length, labels)
        ):
            yield Word.of(house.spellings[key], _zipf(judge, house.spellings[key]))


def _words_with_key(
    judge: SingleWordJudge, key: str, played: History, min_length: int | None, labels: Collection[str] | None
) -> list[Word]:
    """Return the words of the lexicon that are spelled with the letters of *key*, in this order, and may be played."""
    if key not in judge.lexicon:
        return []
    found = judge.lexicon.find(key[0], key[1:], played=played, min_length=min_length, labels=labels, rules=judge.rules)
    return [word for word in found if word.key == key]


def _first(
    search: Callable[[int | None], list[Word]], allowed: Callable[[Iterable[Word]], list[Word]], limit: int | None
) -> list[Word]:
    """Return the first words of a search that are allowed, at most *limit*; None for all of them."""
    left: list[Word] = []
    asked, most = 0, limit
    while True:
        most = most * _SPARE if most is not None else None
        words = search(most)
        left += allowed(words[asked:])
        asked = len(words)
        if most is None or len(left) >= (limit or 0) or asked < most:
            return left[:limit]


def _zipf(judge: SingleWordJudge, spelling: str) -> float:
    """Return the frequency of a spelling on the Zipf scale; 0 if the lexicon does not know this spelling.

    The Zipf scale is the base-10 logarithm of occurrences per billion words. The lexicon may know a spelling that it
    does not accept: « portes », a plural, has a frequency.
    """
    return max(
        (reading.zipf for reading in judge.lexicon.readings(spelling) if reading.spelling == spelling), default=0.0
    )
