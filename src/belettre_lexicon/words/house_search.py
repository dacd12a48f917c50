"""Floor 2. Words found for a table: those of the lexicon, and those of the table's own list."""

from __future__ import annotations

from ..lexicon.search import SORT_KEYS, Word, check_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from .history import History
    from .houselist import HouseList
    from .judge import Judge


def find_words(
    judge: Judge,
    house: HouseList | None,
    initial: str | None,
    letters: str,
    jokers: int,
    limit: int | None,
    played: History,
    order: str,
    min_length: int | None,
    labels: Collection[str] | None,
) -> list[Word]:
    """What ``Judge.find`` gives: a search; where the table has a list, its words are added and taken away."""
    find = judge.lexicon.find
    if house is None:
        return find(
            initial,
            letters,
            jokers,
            limit=limit,
            exclude=played,
            order=order,
            min_length=min_length,
            labels=labels,
            rules=judge.rules,
        )
    check_limit(limit)  # the search itself has none: words are added first
    found = find(
        initial, letters, jokers, exclude=played, order=order, min_length=min_length, labels=labels, rules=judge.rules
    )
    found = [word for word in found if word.key not in house.refused]
    known = {word.key for word in found}
    own = [
        Word.of(house.spellings[key], _zipf(judge, house.spellings[key]))
        for key in house.accepted
        if key not in known
        and len(key) >= (min_length or 0)
        and judge(key, initial=initial, letters=letters + "?" * jokers, played=played).valid
    ]
    return sorted([*found, *own], key=SORT_KEYS[order])[:limit]


def _zipf(judge: Judge, spelling: str) -> float:
    """How frequent a word of the list is, which the lexicon may know as something that is not played."""
    return max((r.zipf for r in judge.lexicon.readings(spelling) if r.spelling == spelling), default=0.0)
