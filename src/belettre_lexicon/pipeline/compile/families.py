"""Links between lexemes → the parts of the compiled lexicon that ``lexicon.families`` reads.

::

    keys with their readings + links ─ number lexemes ─► memberships ─► parts

A link whose word or base is not among the compiled readings (a lexicon of one layer) is left out.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from ...errors import LayerError
from ...grammar import RELATIONS, TIERS
from ...lexicon.container import PartData
from ...lexicon.families import ACCENTS_MATTER, NO_BASE, SEVERAL
from ...lexicon.packing import pack_texts
from ..kin.lexemes import NODE_STATUSES, LexemeKey
from ..kin.links import LinkRow
from ..kin.roots import Roots
from ..layers import LayerReading

_BLOCK = 64


def compile_families(
    keys: Sequence[Sequence[LayerReading]], links: Mapping[LexemeKey, LinkRow]
) -> tuple[list[PartData], dict[str, str]]:
    """The parts, and what ``about`` says of them.

    *keys* are the readings of each key in the order of the key numbers, each key's in the order in which the
    compiled lexicon holds them.
    """
    lexemes = [_lexemes(readings, links) for readings in keys]
    known = {lexeme for group in lexemes for lexeme in group}
    kept = {x: link for x, link in links.items() if link.bases and x in known and known.issuperset(link.bases)}
    in_family = {*kept, *(base for link in kept.values() for base in link.bases)}
    families = _Families(kept, in_family)
    members = [number for number, group in enumerate(lexemes) if not in_family.isdisjoint(group)]
    numbers = {lexeme: n for n, lexeme in enumerate(x for member in members for x in lexemes[member])}
    memberships = _Memberships(families)
    kin = array("H")
    mixed = array("I")
    for member in members:
        group = lexemes[member]
        by_spelling = defaultdict(set)
        for lexeme in group:
            by_spelling[lexeme.spelling].add(families.of([lexeme]))
        differ = len({frozenset(found) for found in by_spelling.values()}) > 1
        kin.append(memberships.number(families.of(group), differ))
        if differ:
            for lexeme in group:
                if any(own := families.of([lexeme])):
                    mixed.extend((numbers[lexeme], memberships.number(own, False)))
    parts: list[PartData] = [
        *_bitmap("kinkeys", "kinranks", len(keys), members),
        ("kin", kin.tobytes(), len(kin)),
        *memberships.parts(),
        ("kinmixed", mixed.tobytes(), len(mixed)),
        *_lexeme_parts([lexemes[member] for member in members], numbers, kept),
    ]
    about = {"families.single": str(families.core_count), "families.links": str(len(kept))}
    return parts, about


def _lexemes(readings: Iterable[LayerReading], links: Mapping[LexemeKey, LinkRow]) -> list[LexemeKey]:
    """The lexemes of a key: first homographs in order of the readings, then the further homographs."""
    first = list(dict.fromkeys(LexemeKey(r.spelling, r.tag[0]) for r in readings if r.status in NODE_STATUSES))
    further = [x._replace(number=n) for x in first for n in range(2, 10) if x._replace(number=n) in links]
    return first + further


class _Families:
    """Which families each lexeme belongs to; a family is numbered when two lexemes or more belong to it."""

    def __init__(self, links: Mapping[LexemeKey, LinkRow], lexemes: Iterable[LexemeKey]) -> None:
        self._roots = Roots(links)
        core: dict[LexemeKey, int] = defaultdict(int)
        for lexeme in sorted(lexemes):
            for root in self._roots.of(lexeme, only_core=True):
                core[root] += 1
        with_near = {
            root
            for lexeme, link in links.items()
            if link.tier == "near"
            for root in self._roots.of(lexeme, only_core=False)
        }
        self._core = {root: n for n, root in enumerate(sorted(root for root, size in core.items() if size > 1))}
        self.core_count = len(self._core)
        self._near = {root: self.core_count + n for n, root in enumerate(sorted(with_near))}

    def of(self, lexemes: Iterable[LexemeKey]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """(core families, near families) of lexemes taken together."""
        core = {self._core[r] for x in lexemes for r in self._roots.of(x, only_core=True) if r in self._core}
        near = {self._near[r] for x in lexemes for r in self._roots.of(x, only_core=False) if r in self._near}
        return tuple(sorted(core)), tuple(sorted(near))


class _Memberships:
    """Memberships numbered: the single core families first, then what is more than one."""

    def __init__(self, families: _Families) -> None:
        self._single = families.core_count
        self._rows: dict[tuple[tuple[int, ...], tuple[int, ...], bool], int] = {}

    def number(self, membership: tuple[tuple[int, ...], tuple[int, ...]], accents_matter: bool) -> int:
        core, near = membership
        if len(core) == 1 and not near and not accents_matter:
            return core[0]
        number = self._single + self._rows.setdefault((core, near, accents_matter), len(self._rows))
        if number > 0xFFFF:
            raise LayerError("more than 65,536 memberships of families: the format needs wider numbers")
        return number

    def parts(self) -> list[PartData]:
        sets, rows = array("H"), array("H")
        for core, near, accents_matter in self._rows:
            if len(core) > 255 or len(near) > 127:
                raise LayerError(
                    f"a word in {len(core)} core and {len(near)} near families: the format holds 255 and 127"
                )
            if len(sets) > 0xFFFF:
                raise LayerError(
                    "memberships of several families hold more than 65,536 numbers: the format needs wider ones"
                )
            rows.append(len(sets))
            sets.append(len(core) | len(near) << 8 | (ACCENTS_MATTER if accents_matter else 0))
            sets.extend(core)
            sets.extend(near)
        return [("kinsets", sets.tobytes(), len(sets)), ("kinrows", rows.tobytes(), len(rows))]


def _bitmap(bits: str, ranks: str, size: int, places: Iterable[int]) -> list[PartData]:
    """*size* bits, those at *places* set, and how many are set before each block of 64."""
    words = array("Q", [0] * (size // _BLOCK + 1))
    for place in places:
        words[place // _BLOCK] |= 1 << place % _BLOCK
    before = array("I", accumulate((word.bit_count() for word in words[:-1]), initial=0))
    return [(bits, words.tobytes(), len(words)), (ranks, before.tobytes(), len(before))]


def _lexeme_parts(
    groups: Sequence[Sequence[LexemeKey]], numbers: Mapping[LexemeKey, int], links: Mapping[LexemeKey, LinkRow]
) -> list[PartData]:
    several, kinds, homonyms, bases = array("I"), array("H"), array("I"), bytearray()
    kind_numbers: dict[str, int] = {}
    starts: list[int] = []
    done = 0
    for group in groups:
        starts.append(done)
        done += len(group)
        for lexeme in group:
            link = links.get(lexeme)
            bases += _base(link, numbers, several).to_bytes(3, "little")
            kind = _kind(link) if link else ""
            kinds.append(kind_numbers.setdefault(kind, len(kind_numbers)))
            if lexeme.number > 1:
                homonyms.extend((numbers[lexeme], numbers[lexeme._replace(number=1)]))
    return [
        *_bitmap("lexkeys", "lexranks", done, starts),
        ("lexbase", bytes(bases), done),
        ("lexbases", several.tobytes(), len(several)),
        ("lexlink", kinds.tobytes(), len(kinds)),
        ("linkkind", pack_texts(list(kind_numbers)), len(kind_numbers)),
        ("homonym", homonyms.tobytes(), len(homonyms)),
    ]


def _kind(link: LinkRow) -> str:
    return f"{RELATIONS.index(link.relation)}{TIERS.index(link.tier)}{link.evidence}\t{link.affix}"


def _base(link: LinkRow | None, numbers: Mapping[LexemeKey, int], several: array[int]) -> int:
    if link is None:
        return NO_BASE
    if len(link.bases) == 1:
        return numbers[link.bases[0]]
    place = len(several)
    several.append(len(link.bases))
    several.extend(numbers[base] for base in link.bases)
    return SEVERAL + place
