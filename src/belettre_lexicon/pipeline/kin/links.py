"""The layer of families, ``lexicons/fr/families.tsv``: one link a line, sorted, with what it rests on.

Seven tab-separated fields: word, part of speech (with the number of a homograph), bases joined by `` + `` or ``-``,
relation, affix or ``-``, tier, evidence (letters of ``grammar.EVIDENCE``)::

    joueur	N	jouer V	suffix	-eur	core	FTXR
    portefeuille	N	porter V + feuille N	compound	-	core	R
    voler	V2	-	-	-	-	R

A lexeme without a line is a root. A line without bases declares a homograph that is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ...errors import LayerError
from ...grammar import EVIDENCE, RELATIONS, TIERS
from ...letters import fold
from .lexemes import LexemeKey

WIDTH = 7


class LinkRow(NamedTuple):
    """What a lexeme is built on; no *bases* for a homograph that is a root."""

    bases: tuple[LexemeKey, ...]
    relation: str
    affix: str
    tier: str
    evidence: str


Links = dict[LexemeKey, LinkRow]


def write_links(path: Path, links: Mapping[LexemeKey, LinkRow]) -> int:
    """Write the layer, sorted; return the number of rows."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for lexeme in sorted(links, key=lambda x: (fold(x.spelling), x)):
            link = links[lexeme]
            fields = (
                lexeme.spelling,
                lexeme.code,
                write_bases(link.bases),
                link.relation or "-",
                link.affix or "-",
                link.tier or "-",
                link.evidence,
            )
            stream.write("\t".join(fields) + "\n")
    return len(links)


def read_links(path: Path) -> Links:
    """Read the layer strictly. Raises LayerError with ``file:line:`` and the offending value."""
    links: Links = {}
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            here = f"{path.name}:{number}"
            fields = line.rstrip("\n").split("\t")
            if len(fields) != WIDTH:
                raise LayerError(f"{here}: {len(fields)} fields, expected {WIDTH} separated by tabs")
            spelling, code, bases, relation, affix, tier, evidence = ("" if f == "-" else f for f in fields)
            lexeme, found = read_fields(here, spelling, code, bases, relation, tier)
            if not found and (relation or affix or tier):
                raise LayerError(f"{here}: {lexeme} has no base but a relation")
            if not evidence or evidence.strip("".join(EVIDENCE)):
                raise LayerError(f"{here}: evidence {evidence!r}, expected letters of {''.join(EVIDENCE)}")
            if lexeme in links:
                raise LayerError(f"{here}: {lexeme} has a line already")
            links[lexeme] = LinkRow(found, relation, affix, tier, evidence)
    return links


def read_fields(
    here: str, spelling: str, code: str, bases: str, relation: str, tier: str
) -> tuple[LexemeKey, tuple[LexemeKey, ...]]:
    """The lexeme and the bases of a row, ``-`` being "". Raises LayerError that starts with *here* (``file:line``)."""
    try:
        lexeme, found = LexemeKey.parse(spelling, code), read_bases(bases)
    except LayerError as error:
        raise LayerError(f"{here}: {error}") from None
    if found and (relation not in RELATIONS or tier not in TIERS):
        raise LayerError(f"{here}: relation {relation!r}, tier {tier!r}: not known")
    return lexeme, found


def write_bases(bases: Iterable[LexemeKey]) -> str:
    """« porter V + feuille N », or ``-``."""
    return " + ".join(map(str, bases)) or "-"


def read_bases(text: str) -> tuple[LexemeKey, ...]:
    """Read what ``write_bases`` writes, without the dash. Raises LayerError for a base without part of speech."""
    bases = []
    for part in text.split(" + ") if text else ():
        spelling, _, code = part.partition(" ")
        bases.append(LexemeKey.parse(spelling, code))
    return tuple(bases)


def check_links(links: Mapping[LexemeKey, LinkRow], lexemes: Iterable[LexemeKey]) -> None:
    """Every word and base exists, no link goes in a circle. Raises LayerError listing up to twenty faults."""
    known = {*lexemes, *(lexeme for lexeme in links if lexeme.homograph > 1)}
    faults = [f"{lexeme}: no such headword" for lexeme in links if lexeme not in known]
    faults += [f"{x}: its base {b} is no headword" for x, link in links.items() for b in link.bases if b not in known]
    faults += [f"{lexeme}: its bases lead back to it" for lexeme in circles(links)]
    if faults:
        raise LayerError("families:\n" + "\n".join(sorted(faults)[:20]))


def circles(links: Mapping[LexemeKey, LinkRow]) -> list[LexemeKey]:
    """One lexeme of each circle of links."""
    state: dict[LexemeKey, int] = {}
    found = []
    for start in links:
        stack = [(start, iter(links[start].bases))] if start not in state else []
        state.setdefault(start, 1)
        while stack:
            lexeme, bases = stack[-1]
            base = next(bases, None)
            if base is None:
                state[lexeme] = 2
                stack.pop()
            elif state.get(base) == 1:
                found.append(base)
            elif base not in state:
                state[base] = 1
                stack.append((base, iter(links[base].bases if base in links else ())))
    return found
