"""The words of a harvest as lines: a table, a house list, rows for the tables of decisions.

``lines`` knows the three formats. The lemmas of a house list and of the rows are those of the words; words with the
same lemma share a line, and their numbers are added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..french.letters import fold
from ..lexicon.lexicon import Lexicon
from ..words.house_list import MAX_LINES, HouseList
from .tally import Finding

#: The columns of a table.
TABLE_HEAD = ("count", "word", "lemma", "near", "context")
#: The columns of a table of decisions (lexicons/overrides).
DECISIONS_HEAD = ("spelling", "verdict", "tags", "labels", "reason", "source")
#: What stands for a decision that nobody has taken. The build refuses it, so that no row is left undecided.
UNDECIDED = "?"
#: The largest number of near words of a word.
_MOST_NEAR = 3


class _Lemma(NamedTuple):
    spelling: str
    times: int
    context: str


def table_lines(found: Sequence[Finding], lexicon: Lexicon) -> Iterator[str]:
    """Yield the lines of a table: tab-separated columns under a header line.

    The near words are words of the lexicon that differ by one edit; none are looked for after a name.
    """
    yield "\t".join(TABLE_HEAD)
    for one in found:
        near = [] if one.is_name else lexicon.suggest(one.spelling, _MOST_NEAR, deep=False)
        word = one.written if one.is_name else one.spelling
        yield "\t".join((str(one.count), word, one.lemma, ", ".join(near), one.context))


def house_lines(found: Sequence[Finding], lexicon: Lexicon) -> Iterator[str]:
    """Yield the lines of a house list that accepts every word, with its number and its context as a note.

    A house list has one line for words of the same letters (W4), and MAX_LINES lines at most: the rest is left out.
    """
    house = HouseList()
    for lemma in _lemmas(found):
        if fold(lemma.spelling) not in house.spellings and len(house.spellings) < MAX_LINES:
            house.add(lemma.spelling, _note(lemma))
    yield from house.lines()


def decision_lines(found: Sequence[Finding], lexicon: Lexicon) -> Iterator[str]:
    """Yield rows for the tables of decisions under their header; verdict and tags are UNDECIDED."""
    yield "\t".join(DECISIONS_HEAD)
    for lemma in _lemmas(found):
        yield "\t".join((lemma.spelling, UNDECIDED, UNDECIDED, "-", f"{UNDECIDED} {_note(lemma)}", "R"))


#: The formats, by their names.
FORMATS: dict[str, Callable[[Sequence[Finding], Lexicon], Iterator[str]]] = {
    "tsv": table_lines,
    "house": house_lines,
    "decisions": decision_lines,
}


def _note(lemma: _Lemma) -> str:
    return f"{lemma.times} × : {lemma.context}"


def _lemmas(found: Sequence[Finding]) -> list[_Lemma]:
    """Return the lemmas of words with their numbers added up, the most frequent first."""
    lemmas: dict[str, _Lemma] = {}
    for one in found:
        before = lemmas.get(one.lemma, _Lemma(one.lemma, 0, one.context))
        lemmas[one.lemma] = before._replace(times=before.times + one.count)
    return sorted(lemmas.values(), key=lambda lemma: (-lemma.times, lemma.spelling))
