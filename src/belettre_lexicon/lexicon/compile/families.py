"""Compiles the word families: turns the links between lexemes into the parts that ``lexicon.kin.families`` reads.

::

    keys with their readings + links ─ number lexemes ─► memberships ─► parts (``lexicon.file.family_packing``)

A *key* is a folded word (W4); a *lexeme* is a headword with its part of speech. A *link* goes from a lexeme to its
bases, the lexemes that it is built on. A *membership* is the set of core and near families that a word belongs to (W8).
Links are left out if their lexeme or one of their bases is not in the compiled readings: a lexicon compiled from one
layer lacks some words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...base.errors import LayerError
from ..file.container import PartData, array_part
from ..file.family_packing import pack_bases, pack_bitmap, pack_link_kind, pack_membership
from ..file.packing import pack_texts
from .layers import LayerReading
from .links import NODE_STATUSES, UNKNOWN_ETYMON, LexemeKey, LinkRow, Origins, Roots

if TYPE_CHECKING:
    from ..file.family_packing import Membership

#: The highest membership number and the highest index in ``kinsets``: both are u16.
_MOST_NUMBERS = 0xFFFF


def compile_families(
    keys: Sequence[Sequence[LayerReading]], links: Mapping[LexemeKey, LinkRow]
) -> tuple[list[PartData], dict[str, str]]:
    """Return the parts for the word families, and the entries of the part ``about`` that describe the families.

    keys   for each key (folded word), by its number: its readings, in the same order as in the compiled lexicon
    links  lexeme → its link; a lexeme without a link, or whose link has no bases, is a root

    Raises LayerError if the families exceed a limit of the file format.
    """
    lexemes = [_lexemes(readings, links) for readings in keys]
    known = {lexeme for group in lexemes for lexeme in group}
    kept = {
        x: link if known.issuperset(link.bases) else link._replace(bases=()) for x, link in links.items() if x in known
    }
    candidates = {*kept, *(base for link in kept.values() for base in link.bases)}
    families = _Families(kept, candidates)
    in_family = {lexeme for lexeme in candidates if any(families.of([lexeme]))}
    members = [number for number, group in enumerate(lexemes) if not in_family.isdisjoint(group)]
    numbers = {lexeme: n for n, lexeme in enumerate(x for member in members for x in lexemes[member])}
    memberships = _Memberships(families)
    kin: list[int] = []
    mixed: list[int] = []
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
        *_bitmap_parts("kinkeys", "kinranks", len(keys), members),
        array_part("kin", kin),
        *memberships.parts(),
        array_part("kinmixed", mixed),
        *_lexeme_parts([lexemes[member] for member in members], numbers, kept),
        *_etymon_parts(families.etymons, numbers, kept),
    ]
    linked = sum(bool(link.bases) for link in kept.values())
    about = {"families.single": str(families.core_count), "families.links": str(linked)}
    return parts, about


def _lexemes(readings: Iterable[LayerReading], links: Mapping[LexemeKey, LinkRow]) -> list[LexemeKey]:
    """Return the lexemes of a key, given its readings.

    Homographs are lexemes with the same spelling and part of speech. The lexemes with homograph number 1 come first, in
    the order of the readings. The lexemes with higher numbers follow; they are found in *links*.
    """
    first = list(dict.fromkeys(LexemeKey(r.spelling, r.tag[0]) for r in readings if r.status in NODE_STATUSES))
    further = [x._replace(homograph=n) for x in first for n in range(2, 10) if x._replace(homograph=n) in links]
    return first + further


class _Families:
    """The families that each lexeme belongs to, by number. A core family has at least two lexemes.

    A core family is a root with the lexemes built on it; it is numbered from 0. A near family has the lexemes with one
    etymon, if they are not all of one core family; it is numbered from ``core_count``.
    """

    def __init__(self, links: Mapping[LexemeKey, LinkRow], lexemes: Iterable[LexemeKey]) -> None:
        self._roots, self._origins = Roots(links), Origins(links)
        members: dict[LexemeKey, int] = defaultdict(int)
        #: etymon → the roots that all lexemes with this etymon are built on
        common: dict[str, frozenset[LexemeKey]] = {}
        for lexeme in sorted(lexemes):
            roots = self._roots.of(lexeme)
            for root in roots:
                members[root] += 1
            for etymon in self._origins.of(lexeme):
                common[etymon] = common.get(etymon, roots) & roots
        self._core = {root: n for n, root in enumerate(sorted(root for root, size in members.items() if size > 1))}
        self.core_count = len(self._core)
        shared = sorted(etymon for etymon, roots in common.items() if not roots)
        self._near = {etymon: self.core_count + n for n, etymon in enumerate(shared)}
        #: Every etymon; the first ones are those of the near families, in the order of their numbers.
        self.etymons = [*shared, *sorted(common.keys() - self._near.keys()), UNKNOWN_ETYMON]

    def of(self, lexemes: Iterable[LexemeKey]) -> Membership:
        """Return the numbers of the core families and of the near families that any of the lexemes belongs to."""
        core = {self._core[r] for x in lexemes for r in self._roots.of(x) if r in self._core}
        near = {self._near[e] for x in lexemes for e in self._origins.of(x) if e in self._near}
        return tuple(sorted(core)), tuple(sorted(near))


class _Memberships:
    """The numbers of memberships; a membership is the set of families that a word belongs to.

    The membership in a single core family has the number of that family. All other memberships have higher numbers, in
    the order in which they are added.
    """

    def __init__(self, families: _Families) -> None:
        self._single = families.core_count
        self._rows: dict[tuple[Membership, bool], int] = {}

    def number(self, membership: Membership, accents_matter: bool) -> int:
        """Return the number of *membership*. A new membership is added first.

        *accents_matter* is True if the spellings of the key belong to different families. Raises LayerError if there
        are too many memberships for the format.
        """
        core, near = membership
        if len(core) == 1 and not near and not accents_matter:
            return core[0]
        number = self._single + self._rows.setdefault((membership, accents_matter), len(self._rows))
        if number > _MOST_NUMBERS:
            raise LayerError("more than 65,536 memberships of families: the format needs wider numbers")
        return number

    def parts(self) -> list[PartData]:
        """Return the parts ``kinsets`` and ``kinrows``, which store all memberships except single core families.

        Raises LayerError if they exceed a limit of the file format.
        """
        sets: list[int] = []
        rows: list[int] = []
        for membership, accents_matter in self._rows:
            if len(sets) > _MOST_NUMBERS:
                raise LayerError(
                    "memberships of several families hold more than 65,536 numbers: the format needs wider ones"
                )
            rows.append(len(sets))
            sets += pack_membership(membership, accents_matter)
        return [array_part("kinsets", sets), array_part("kinrows", rows)]


def _bitmap_parts(blocks_name: str, ranks_name: str, size: int, places: Iterable[int]) -> list[PartData]:
    """Return the two parts, blocks and ranks, of a bitmap of *size* bits with the bits at *places* set."""
    blocks, ranks = pack_bitmap(size, places)
    return [array_part(blocks_name, blocks), array_part(ranks_name, ranks)]


def _lexeme_parts(
    groups: Sequence[Sequence[LexemeKey]], numbers: Mapping[LexemeKey, int], links: Mapping[LexemeKey, LinkRow]
) -> list[PartData]:
    """Return the parts that describe the lexemes of keys with a family, and their links to other lexemes."""
    starts: list[int] = []
    bases = bytearray()
    several: list[int] = []
    kinds: list[int] = []
    kind_numbers: dict[str, int] = {}
    homographs: list[int] = []
    done = 0
    for group in groups:
        starts.append(done)
        done += len(group)
        for lexeme in group:
            link = links.get(lexeme)
            bases += pack_bases([numbers[base] for base in link.bases] if link else (), several)
            kind = pack_link_kind(link.relation, link.affix, link.evidence) if link and link.bases else ""
            kinds.append(kind_numbers.setdefault(kind, len(kind_numbers)))
            if lexeme.homograph > 1:
                homographs.extend((numbers[lexeme], numbers[lexeme._replace(homograph=1)]))
    return [
        *_bitmap_parts("lexkeys", "lexranks", done, starts),
        ("lexbase", bytes(bases), done),
        array_part("lexbases", several),
        array_part("lexlink", kinds),
        ("linkkind", pack_texts(list(kind_numbers)), len(kind_numbers)),
        array_part("homonym", homographs),
    ]


def _etymon_parts(
    etymons: Sequence[str], numbers: Mapping[LexemeKey, int], links: Mapping[LexemeKey, LinkRow]
) -> list[PartData]:
    """Return the parts that name the etymons, and say which lexemes of families have which of them themselves."""
    places = {etymon: number for number, etymon in enumerate(etymons)}
    own = sorted((numbers[x], link.etymons) for x, link in links.items() if link.etymons and x in numbers)
    pairs = [number for lexeme, named in own for etymon in named for number in (lexeme, places[etymon])]
    return [("etymon", pack_texts(list(etymons)), len(etymons)), array_part("lexetym", pairs)]
