"""Floor 2. Searches at a table with a house list or checks of its own, which change what the lexicon finds."""

from __future__ import annotations

from ..letters import parse_initial
from ..lexicon.search import SORT_KEYS, Word, check_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

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

    house = judge.house
    if house is None or not (house.accepted or house.refused):
        return _first(search, allowed, limit)
    # Searched without a limit, because words are added before the limit applies.
    words = search(None)
    known_keys = {word.key for word in words}
    own_words = [
        Word.of(house.spellings[key], _zipf(judge, house.spellings[key]))
        for key in list(house.accepted)
        if key not in known_keys
        and len(key) >= (min_length or 0)
        and judge(house.spellings[key], initial=initial, letters=letters + "?" * jokers, played=played).valid
    ]
    return sorted([*allowed(words), *own_words], key=SORT_KEYS[order])[:limit]


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
