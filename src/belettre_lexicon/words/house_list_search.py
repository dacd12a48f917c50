"""Floor 2. Searches at a table with a house list: adds the words that the list accepts and drops those it refuses."""

from __future__ import annotations

from ..lexicon.search import SORT_KEYS, Word, check_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from ..lexicon.search import SortOrder
    from .history import History
    from .house_list import HouseList
    from .single_word import SingleWordJudge


def find_with_house_list(
    judge: SingleWordJudge,
    house_list: HouseList,
    initial: str | None,
    letters: str,
    jokers: int,
    limit: int | None,
    played: History,
    order: SortOrder,
    min_length: int | None,
    labels: Collection[str] | None,
) -> list[Word]:
    """Return the words that ``Judge.find`` returns at a table with a house list.

    The arguments after *house_list* are those of ``Judge.find``. Words that the list accepts are found even if
    *labels* excludes them.
    """
    check_limit(limit)  # the lexicon is searched without a limit, because words are added before the limit applies
    words = judge.lexicon.find(
        initial, letters, jokers, exclude=played, order=order, min_length=min_length, labels=labels, rules=judge.rules
    )
    words = [word for word in words if word.key not in house_list.refused]
    known_keys = {word.key for word in words}
    own_words = [
        Word.of(house_list.spellings[key], _zipf(judge, house_list.spellings[key]))
        for key in house_list.accepted
        if key not in known_keys
        and len(key) >= (min_length or 0)
        and judge(house_list.spellings[key], initial=initial, letters=letters + "?" * jokers, played=played).valid
    ]
    return sorted([*words, *own_words], key=SORT_KEYS[order])[:limit]


def _zipf(judge: SingleWordJudge, spelling: str) -> float:
    """Return the frequency of a spelling on the Zipf scale; 0 if the lexicon does not know this spelling.

    The Zipf scale is the base-10 logarithm of occurrences per billion words. The lexicon may know a spelling that it
    does not accept: « portes », a plural, has a frequency.
    """
    return max(
        (reading.zipf for reading in judge.lexicon.readings(spelling) if reading.spelling == spelling), default=0.0
    )
