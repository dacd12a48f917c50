"""Hold core kinship within the bounds of W8: a kinship must be plain to the table.

- No link leads to a particle (« pour », « que »): what is built on one is no family.
- A kinship over more than four links between words that players know needs two readers who call the family plain.
- So does a family whose root is a rare homograph, since its words are commonly read otherwise.

The two readers' verdicts stand in ``lexicons/overrides/plain.tsv``. A row has five tab-separated fields, named by a
header line: the root of the family, its part of speech and homograph number, the bound, the readers, and their reason::

    spelling	code	bound	readers	reason
    porter	V	chain	PP	le radical port- se voit
    voler	V2	homograph	PP	voler, dérober : sens courant

The bound is ``chain`` or ``homograph``; each letter of the readers is P for plain. What a reader does not call plain is
no link of ``families.tsv``, so a row never says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.french.grammar import CLOSE_KIN_ONLY, DEAD_ENDS, MARKING_LABELS
from belettre_lexicon.lexicon.compile.links import LexemeKey, Links, Roots
from lexicons.build.decisions.table_rows import table_rows

HEADER = ("spelling", "code", "bound", "readers", "reason")
BOUNDS = ("chain", "homograph")
#: What both readers wrote of a family that is plain.
PLAIN = "PP"
#: The largest number of links of a kinship that needs no readers.
MOST_LINKS = 4
#: The words that players know, on the Zipf scale, and the smallest number of their letters (W1).
FREQUENT, LEAST_LETTERS = 2.5, 5
#: The particles that make no family.
PARTICLES = frozenset({"par", "pour", "que", "tant"})


class PlainRow(NamedTuple):
    """Why a family is plain although a bound of W8 applies to it.

    readers  a letter for each reader, P for plain
    reason   the deciding fact in a few words
    line     the line number in the file, for error messages
    """

    readers: str
    reason: str
    line: int


#: The root of a family and the bound that applies to it → what its readers say.
PlainRows = dict[tuple[LexemeKey, str], PlainRow]


def read_plain(path: Path) -> PlainRows:
    """Return the rows of the table. Raises LayerError for an invalid row; the message starts with ``file:line:``."""
    rows: PlainRows = {}
    for here, number, (spelling, code, bound, readers, reason) in table_rows(path, HEADER):
        try:
            lexeme = LexemeKey.parse(spelling, code)
        except LayerError as error:
            raise LayerError(f"{here}: {error}") from None
        if bound not in BOUNDS or readers != PLAIN or not reason.strip("- "):
            raise LayerError(
                f"{here}: {lexeme} ({bound}, readers {readers}, reason {reason!r}): expected one of "
                f"{', '.join(BOUNDS)}, readers {PLAIN} and a reason"
            )
        if (lexeme, bound) in rows:
            raise LayerError(f"{here}: {lexeme} has a row for {bound} on line {rows[lexeme, bound].line}")
        rows[lexeme, bound] = PlainRow(readers, reason, number)
    return rows


def faults(
    links: Links, zipf: Mapping[str, float], labels: Mapping[LexemeKey, Collection[str]], rows: PlainRows
) -> list[str]:
    """Return a message for each link and family outside the bounds of W8, and for each row that is not needed.

    zipf    spelling → frequency on the Zipf scale
    labels  lexeme → its usage labels
    rows    the families that two readers call plain
    """
    messages = [
        f"families.tsv: {lexeme} is built on the particle « {base.spelling} »"
        for lexeme, link in links.items()
        for base in link.bases
        if base.spelling in PARTICLES and base.pos not in "AN"
    ]
    bounded = dict(_bounded_families(links, zipf, labels))
    messages += [
        f"families.tsv: {root} needs two readers who call it plain ({bound}: {why})"
        for (root, bound), why in bounded.items()
        if (root, bound) not in rows
    ]
    messages += [
        f"plain.tsv:{row.line}: {root} ({bound}) is within the bounds"
        for (root, bound), row in rows.items()
        if (root, bound) not in bounded
    ]
    return sorted(messages)


def _bounded_families(
    links: Links, zipf: Mapping[str, float], labels: Mapping[LexemeKey, Collection[str]]
) -> Iterator[tuple[tuple[LexemeKey, str], str]]:
    """Yield each family to which a bound applies: its root, the bound, and words to which it applies."""
    roots = Roots(links)
    members: dict[LexemeKey, list[LexemeKey]] = defaultdict(list)
    for lexeme in sorted({*links, *(base for link in links.values() for base in link.bases)}):
        if zipf.get(lexeme.spelling, 0.0) >= FREQUENT and len(lexeme.spelling) >= LEAST_LETTERS:
            for root in roots.of(lexeme):
                members[root].append(lexeme)
    steps = {lexeme: _steps_up(links, lexeme) for group in members.values() for lexeme in group}
    for root, group in members.items():
        if pair := _distant_pair(group, steps):
            yield (root, "chain"), "/".join(pair)
        known = sorted({lexeme.spelling for lexeme in group} - {root.spelling})
        if len(known) > 1 and (root.homograph > 1 or not MARKING_LABELS.isdisjoint(labels.get(root, ()))):
            yield (root, "homograph"), ", ".join(known[:3])


def _steps_up(links: Links, lexeme: LexemeKey) -> dict[LexemeKey, int]:
    """Return the number of links from a lexeme to each lexeme that it is core kin of and built on, itself included."""
    steps = {lexeme: 0}
    link = links.get(lexeme)
    if link and link.relation in CLOSE_KIN_ONLY:
        return steps | dict.fromkeys(link.bases, 1)
    for each in (waiting := [lexeme]):
        link = links.get(each)
        for base in link.bases if link and (each == lexeme or link.relation not in DEAD_ENDS) else ():
            if base not in steps:
                steps[base] = steps[each] + 1
                waiting.append(base)
    return steps


def _distant_pair(
    group: Sequence[LexemeKey], steps: Mapping[LexemeKey, Mapping[LexemeKey, int]]
) -> tuple[str, str] | None:
    """Return the spellings of two lexemes of a family that are more than MOST_LINKS links apart; None if none are."""
    by_spelling: dict[str, list[LexemeKey]] = defaultdict(list)
    for lexeme in group:
        by_spelling[lexeme.spelling].append(lexeme)
    for first, second in combinations(by_spelling, 2):
        distance = min(
            steps[a][common] + steps[b][common]
            for a in by_spelling[first]
            for b in by_spelling[second]
            for common in steps[a].keys() & steps[b].keys()
        )
        if distance > MOST_LINKS:
            return first, second
    return None
