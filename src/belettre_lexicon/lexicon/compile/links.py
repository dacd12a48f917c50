"""Reads, writes and checks the layer of families, ``lexicons/fr/families.tsv``: one link per line, sorted.

A *lexeme* is a headword with its part of speech and its homograph number. A *link* connects a lexeme to its *bases*,
the lexemes on which it is built. A line has seven tab-separated fields, and ``-`` stands for an empty field. The fields
are: headword, part of speech with homograph number, bases joined by `` + ``, relation, affix, etymons joined by
`` + ``, evidence (letters of ``grammar.EVIDENCE``)::

    joueur	N	jouer V	suffix	-eur	-	FTXR
    portefeuille	N	porter V + feuille N	compound	-	-	R
    trident	N	-	-	-	lat. tres + lat. dens	R
    voler	V2	-	-	-	lat. volare	R

A lexeme without a line is a root, as is one whose line names no base; ``Roots`` finds the roots at the ends of chains
of links. Lexemes on one root are core kin (W8). An *etymon* is a word of another language; lexemes of different roots
with a common etymon are near kin. A lexeme whose line names no etymon has those of its bases (``Origins``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ...base.errors import LayerError
from ...french.grammar import CLOSE_KIN_ONLY, DEAD_ENDS, EVIDENCE, POS, RELATIONS
from ...french.letters import fold
from .layers import LayerReading

WIDTH = 7
#: The etymon of a lexeme whose origin is unknown, although it is built on others: it has not those of its bases.
UNKNOWN_ETYMON = "?"
#: A language, as dictionaries abbreviate it, and one to three words of it.
_ETYMON = re.compile(r"[^\W\d_][\w.-]*(?: \*?[^\W\d_][\w'’.*-]*){1,3}")

#: The statuses of readings that count as lexemes: playable, and plural-only, which an option accepts (W6b).
NODE_STATUSES = frozenset("+o")


class LexemeKey(NamedTuple):
    """The identity of a lexeme in the build: a headword, its part of speech and its homograph number.

    It names a lexeme in text files, before anything is compiled. At run time ``lexicon.kin.lexemes.Lexeme`` represents
    the same lexeme, with its number in the compiled lexicon, its frequency and its labels.

    spelling   the headword
    pos        the letter of its part of speech (``grammar.POS``)
    homograph  1, or 2 to 9 for another word with the same spelling and part of speech that is not related to the first

    >>> str(LexemeKey("voler", "V", 2)), LexemeKey.parse("joueur", "N")
    ('voler V2', LexemeKey(spelling='joueur', pos='N', homograph=1))
    """

    spelling: str
    pos: str
    homograph: int = 1

    def __str__(self) -> str:
        return f"{self.spelling} {self.code}"

    @property
    def code(self) -> str:
        """The part of speech, followed by the homograph number unless it is 1: ``N``, ``V2``."""
        return self.pos if self.homograph == 1 else f"{self.pos}{self.homograph}"

    @classmethod
    def parse(cls, spelling: str, code: str) -> LexemeKey:
        """Return the lexeme with a headword and a *code* such as "N" or "V2". Raises LayerError for an invalid code."""
        if code[:1] not in POS or not (len(code) == 1 or (code[1:].isdigit() and 2 <= int(code[1:]) <= 9)):
            raise LayerError(f"{spelling!r}: invalid code {code!r}, expected a part of speech such as N, or N2 to N9")
        return cls(spelling, code[0], int(code[1:] or 1))


def lexemes_of(readings: Iterable[LayerReading]) -> set[LexemeKey]:
    """Return the lexemes of the playable and plural-only readings, each with homograph number 1."""
    return {LexemeKey(r.spelling, r.tag[0]) for r in readings if r.status in NODE_STATUSES}


class LinkRow(NamedTuple):
    """One line of the layer of families, without its lexeme: the bases on which the lexeme is built, and how.

    At run time ``lexicon.kin.lexemes.Link`` represents the same link.

    bases     the lexemes on which the lexeme is built; () for a root, whose relation and affix are ""
    relation  one of ``grammar.RELATIONS``
    affix     the name of the affix, such as "-eur"; "" if there is none
    evidence  letters of ``grammar.EVIDENCE``
    etymons   the etymons of the parts of the lexeme, such as "lat. dens", or UNKNOWN_ETYMON; () if it has those of its
              bases
    """

    bases: tuple[LexemeKey, ...]
    relation: str
    affix: str
    evidence: str
    etymons: tuple[str, ...] = ()


#: Lexeme → its link. Lexemes without a link are roots.
Links = dict[LexemeKey, LinkRow]


def write_links(path: Path, links: Mapping[LexemeKey, LinkRow]) -> int:
    """Write *links* to a layer file at *path*, sorted by folded spelling, and return their number."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for lexeme in sorted(links, key=lambda x: (fold(x.spelling), x)):
            link = links[lexeme]
            fields = (
                lexeme.spelling,
                lexeme.code,
                format_bases(link.bases),
                link.relation or "-",
                link.affix or "-",
                " + ".join(link.etymons) or "-",
                link.evidence,
            )
            stream.write("\t".join(fields) + "\n")
    return len(links)


def read_links(path: Path) -> Links:
    """Return the links of a layer file. Raises LayerError, whose message starts with ``file:line:``, for a bad line."""
    links: Links = {}
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            here = f"{path.name}:{number}"
            fields = line.rstrip("\n").split("\t")
            if len(fields) != WIDTH:
                raise LayerError(f"{here}: {len(fields)} fields, expected {WIDTH} separated by tabs")
            spelling, code, bases, relation, affix, etymons, evidence = ("" if f == "-" else f for f in fields)
            lexeme, parsed_bases = parse_link(here, spelling, code, bases, relation)
            if not parsed_bases and (relation or affix):
                raise LayerError(f"{here}: {lexeme} has no base but a relation")
            if not evidence or evidence.strip("".join(EVIDENCE)):
                raise LayerError(f"{here}: evidence {evidence!r}, expected letters of {''.join(EVIDENCE)}")
            if lexeme in links:
                raise LayerError(f"{here}: {lexeme} has a line already")
            links[lexeme] = LinkRow(parsed_bases, relation, affix, evidence, parse_etymons(here, etymons or "-"))
    return links


def parse_link(
    here: str, spelling: str, code: str, bases: str, relation: str
) -> tuple[LexemeKey, tuple[LexemeKey, ...]]:
    """Return the lexeme and the bases of a row, given its fields; an empty field is "".

    *spelling* and *code* name the lexeme (``LexemeKey.parse``), *bases* its bases (``parse_bases``). Raises LayerError
    for an invalid field; the message starts with *here*, the ``file:line`` of the row.
    """
    try:
        lexeme, parsed_bases = LexemeKey.parse(spelling, code), parse_bases(bases)
    except LayerError as error:
        raise LayerError(f"{here}: {error}") from None
    if parsed_bases and relation not in RELATIONS:
        raise LayerError(f"{here}: relation {relation!r}: not known")
    return lexeme, parsed_bases


def parse_etymons(here: str, text: str) -> tuple[str, ...]:
    """Return the etymons in a field, such as « lat. tres + lat. dens » or UNKNOWN_ETYMON; () for "-".

    Raises LayerError, whose message starts with *here*, for text that is not a language and a word, and for an etymon
    that is named twice.
    """
    if text == UNKNOWN_ETYMON:
        return (UNKNOWN_ETYMON,)
    etymons = () if text == "-" else tuple(text.split(" + "))
    if faults := [etymon for etymon in etymons if not _ETYMON.fullmatch(etymon)]:
        raise LayerError(f"{here}: etymon {faults[0]!r}, expected a language and a word, such as 'lat. hospes'")
    if len(set(etymons)) < len(etymons):
        raise LayerError(f"{here}: {text!r} names an etymon twice")
    return etymons


def format_bases(bases: Iterable[LexemeKey]) -> str:
    """Return bases as text, such as « porter V + feuille N »; ``-`` if there are none."""
    return " + ".join(map(str, bases)) or "-"


def parse_bases(text: str) -> tuple[LexemeKey, ...]:
    """Return the bases in a text such as « porter V + feuille N »; () for "".

    Raises LayerError for a base without a valid part of speech.
    """
    bases = []
    for part in text.split(" + ") if text else ():
        spelling, _, code = part.partition(" ")
        bases.append(LexemeKey.parse(spelling, code))
    return tuple(bases)


def check_links(links: Mapping[LexemeKey, LinkRow], lexemes: Iterable[LexemeKey]) -> None:
    """Raise LayerError, listing up to twenty faults, if a lexeme or base is unknown or the links form a cycle.

    *lexemes* are the headwords of the readings. Second and later homographs are known by their own links.
    """
    known = {*lexemes, *(lexeme for lexeme in links if lexeme.homograph > 1)}
    faults = [f"{lexeme}: no such headword" for lexeme in links if lexeme not in known]
    faults += [
        f"{x}: its base {b} is not a headword" for x, link in links.items() for b in link.bases if b not in known
    ]
    faults += [f"{lexeme}: its bases lead back to it" for lexeme in circles(links)]
    if faults:
        raise LayerError("families:\n" + "\n".join(sorted(faults)[:20]))


def circles(links: Mapping[LexemeKey, LinkRow]) -> list[LexemeKey]:
    """Return at least one lexeme of every cycle of links; [] if there is no cycle."""
    state: dict[LexemeKey, int] = {}  # 1: on the path from the start to the current lexeme, 2: done
    in_circles = []
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
                in_circles.append(base)
            elif base not in state:
                state[base] = 1
                stack.append((base, iter(links[base].bases if base in links else ())))
    return in_circles


class Roots:
    """Finds the roots of lexemes, given links without cycles. The roots of each lexeme are computed only once.

    A lexeme without bases is its own root, and a compound has the roots of each of its parts, since it belongs to the
    family of each (W8). A dead end (``grammar.DEAD_ENDS``) is the root of what is built on it, since no kinship passes
    through it: « promo » has the roots of « promotion ». The base of close kin (``grammar.CLOSE_KIN_ONLY``) is a root
    as well: « attendre » is kin of « tendre » and « tension », and « attente » of neither.
    """

    def __init__(self, links: Mapping[LexemeKey, LinkRow]) -> None:
        self._links = links
        close = [link for link in links.values() if link.relation in CLOSE_KIN_ONLY]
        self._bases_of_close_kin = {base for link in close for base in link.bases}
        self._passed_on: dict[LexemeKey, frozenset[LexemeKey]] = {}

    def of(self, lexeme: LexemeKey) -> frozenset[LexemeKey]:
        """Return the roots of a lexeme, from which its families begin (W8); there is at least one.

        A lexeme without bases, or without a link, is its own root. A compound has the roots of all its parts. For short
        forms and close kin see the class.
        """
        link, roots = self._links.get(lexeme), self._of_what_is_built_on(lexeme)
        if link and link.relation in CLOSE_KIN_ONLY:
            return roots.union(link.bases)
        if link and link.relation in DEAD_ENDS:
            return roots.union(*map(self._of_what_is_built_on, link.bases))
        return roots

    def _of_what_is_built_on(self, lexeme: LexemeKey) -> frozenset[LexemeKey]:
        """Return the roots that a lexeme passes on to the lexemes that are built on it."""
        roots = self._passed_on.get(lexeme)
        if roots is None:
            link = self._links.get(lexeme)
            bases = link.bases if link and link.relation not in DEAD_ENDS else ()
            roots = frozenset[LexemeKey]().union(*map(self._of_what_is_built_on, bases))
            if not roots or lexeme in self._bases_of_close_kin:
                roots |= {lexeme}
            self._passed_on[lexeme] = roots
        return roots


class Origins:
    """Finds the etymons of lexemes, given links without cycles. The etymons of each lexeme are found only once.

    A short form that drops a part of its base (an ellipsis) has none of its base's: « hyper » has none of « marché ».
    """

    def __init__(self, links: Mapping[LexemeKey, LinkRow]) -> None:
        self._links = links
        self._etymons: dict[LexemeKey, frozenset[str]] = {}

    def of(self, lexeme: LexemeKey) -> frozenset[str]:
        """Return the etymons of a lexeme: those of its line, or else those of all its bases (W8).

        The result is empty if the origin of the lexeme is unknown.
        """
        etymons = self._etymons.get(lexeme)
        if etymons is None:
            link = self._links.get(lexeme)
            own = frozenset(link.etymons) if link else frozenset()
            bases = link.bases if link and link.relation != "ellipsis" else ()
            etymons = own or frozenset[str]().union(*map(self.of, bases))
            self._etymons[lexeme] = etymons
        return etymons - {UNKNOWN_ETYMON}
