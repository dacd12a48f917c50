"""Read and write the manual decisions on family links: ``lexicons/overrides/families.tsv``, parsed strictly.

A row has six tab-separated fields, named by a header line; ``-`` is an empty field::

    spelling	code	verdict	bases	relation	reason
    volonté	N	link	vouloir V	learned	lat. voluntas, de vouloir
    voler	V2	root	-	-	dérober, autre mot

The spelling and the *code* (part of speech and homograph number) identify a lexeme (``lexemes``). With the verdict
``link``, the row gives the bases of the lexeme, that is, the lexemes on which it is built. The verdict ``root`` says
that the lexeme is not built on any other, even if there are candidates. The guideline for these decisions is
``lexicons/overrides/FAMILIES.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.links import LexemeKey, format_bases, parse_link
from lexicons.build.decisions.table_rows import table_rows

HEADER = ("spelling", "code", "verdict", "bases", "relation", "reason")
VERDICTS = ("link", "root")


class Decision(NamedTuple):
    """One row of the table, except for its lexeme: it says what the lexeme is built on.

    bases     the lexemes on which the word is built; () for a root
    relation  one of ``grammar.RELATIONS``; "" for a root
    reason    the deciding fact, in a few words of French or English
    line      the line number in the file, for error messages; 0 for a decision that was not read from a file
    """

    bases: tuple[LexemeKey, ...]
    relation: str
    reason: str
    line: int = 0


def read_decisions(path: Path) -> dict[LexemeKey, Decision]:
    """Return the decisions by lexeme. Raises LayerError for an invalid row; the message starts with ``file:line:``."""
    decisions: dict[LexemeKey, Decision] = {}
    for here, number, fields in table_rows(path, HEADER):
        spelling, code, verdict, bases, relation, reason = ("" if field == "-" else field for field in fields)
        lexeme, parsed_bases = parse_link(here, spelling, code, bases, relation)
        if verdict not in VERDICTS or (verdict == "link") != bool(parsed_bases):
            raise LayerError(f"{here}: verdict {verdict!r} with bases {bases!r}: expected link with, root without")
        if not reason.strip():
            raise LayerError(f"{here}: {lexeme} gives no reason")
        if lexeme in decisions:
            raise LayerError(f"{here}: {lexeme} is decided already on line {decisions[lexeme].line}")
        decisions[lexeme] = Decision(parsed_bases, relation, reason, number)
    return decisions


def write_decisions(path: Path, decisions: Mapping[LexemeKey, Decision]) -> int:
    """Write the table of decisions, sorted by folded spelling; return the number of rows."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write("\t".join(HEADER) + "\n")
        for lexeme in sorted(decisions, key=lambda x: (fold(x.spelling), x)):
            d = decisions[lexeme]
            row = (
                lexeme.spelling,
                lexeme.code,
                "link" if d.bases else "root",
                format_bases(d.bases),
                d.relation or "-",
                d.reason,
            )
            stream.write("\t".join(row) + "\n")
    return len(decisions)


def stale_decisions(decisions: Mapping[LexemeKey, Decision], lexemes: Iterable[LexemeKey]) -> list[str]:
    """Return a message ``file:line: what`` for each word or base of a decision that is no longer in the lexicon.

    The list is empty if all decisions still apply.
    """
    known = {*lexemes, *(lexeme for lexeme in decisions if lexeme.homograph > 1)}
    return [
        f"families.tsv:{decision.line}: {missing} is no longer a headword"
        for lexeme, decision in decisions.items()
        for missing in (lexeme._replace(homograph=1), *decision.bases)
        if missing not in known
    ]
