"""The kinship of two words and the family tree of a word (W8), which show the player why a word is refused.

A *lexeme* is a headword with its part of speech. A *link* goes from a lexeme to its bases, the lexemes that it is built
on; a lexeme without bases is a *root*. Words built on one root are core kin. An *etymon* is a word of another language
that a lexeme comes from; words of different roots that have an etymon in common are near kin.
"""

from __future__ import annotations

from bisect import bisect_left

from ...base.values import Value
from ...french.letters import SPACES, announced, fold
from .families import Families
from .lexemes import Lexeme, Link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ...literals import Tier
    from ..find.bitsets import Matrix
    from ..objects import ChainObject
    from .families import Headword

    #: The proof of a kinship: the lexemes of the first and the second word, their common base (None for near kin),
    #: their common etymon ("" for core kin), and the links.
    Proof = tuple[Lexeme, Lexeme, Lexeme | None, str, tuple[Link, ...]]


class Kinship:
    """The kinship of two words of one family (W8). Every attribute except *tier* is looked up when it is first read.

    tier    "core" if speakers recognise the kinship: after one of the words, the other is refused;
            "near" if only an etymologist does: the other gets a remark, or is refused under an option of W8
    chain   the links from the first word up to the common base, then the links from the second word up to it; of near
            kin, up to the lexemes that come from the etymon themselves. () if there are no such links
    common  the common base: the lexeme where the links of both words end; None for near kin
    etymon  the common etymon of near kin, a language and a word such as « lat. rex »; "" for core kin
    first   the lexeme of the first word that is kin to the second word; a spelling may have several lexemes
    second  the lexeme of the second word that is kin to the first word

    >>> Lexicon.open().kinship("jouet", "joueur").chain
    (Link(jouet ← jouer, -et, core), Link(joueur ← jouer, -eur, core))
    """

    __slots__ = ("_families", "_headwords", "_words", "chain", "common", "etymon", "first", "second", "tier")

    first: Lexeme
    second: Lexeme
    common: Lexeme | None
    etymon: str
    chain: tuple[Link, ...]

    def __init__(
        self,
        families: Families,
        words: tuple[str, str],
        headwords: tuple[tuple[Headword, ...], tuple[Headword, ...]],
        tier: Tier,
    ) -> None:
        self._families = families
        self._words = words
        #: The headwords that each of the two words stands for (``Families.headwords``).
        self._headwords = headwords
        self.tier: Tier = tier

    def __getattr__(self, name: str) -> Any:
        # Python calls this method for a slot that is not filled yet.
        if name not in ("first", "second", "common", "etymon", "chain"):
            raise AttributeError(f"'Kinship' object has no attribute {name!r}")
        try:
            self.first, self.second, self.common, self.etymon, self.chain = self._prove()
        except self._families.DAMAGE as error:
            raise self._families.damaged() from error
        return getattr(self, name)

    @property
    def common_spelling(self) -> str:
        """The spelling of ``common``, the common base of core kin; the common etymon of near kin, who have no base."""
        return self.common.spelling if self.common else self.etymon

    def _proved(self) -> Proof:
        return self.first, self.second, self.common, self.etymon, self.chain

    def _prove(self) -> Proof:
        """Return the proof for the pair of lexemes that the fewest links connect."""
        families, core = self._families, self.tier == "core"
        chains = base_chains if core else etymon_chains
        sides = [
            [
                (lexeme, chains(families, lexeme.number))
                for headword, key_id in side
                for lexeme in families.lexemes(key_id, headword)
            ]
            for side in self._headwords
        ]
        meetings = [
            (len(up_a[common]) + len(up_b[common]), a.number, b.number, common, a, b, up_a[common] + up_b[common])
            for a, up_a in sides[0]
            for b, up_b in sides[1]
            for common in up_a.keys() & up_b.keys()
        ]
        _, _, _, common, a, b, steps = min(meetings, key=lambda meeting: meeting[:4])
        links = (families.link(families.lexeme(number)) for number in steps)
        found = tuple(link for link in links if link is not None)
        return (a, b, families.lexeme(common), "", found) if core else (a, b, None, families.etymon(common), found)

    def __eq__(self, other: object) -> bool:
        """Return whether two kinships are of the same words, in the same order, with the same tier and proof."""
        if not isinstance(other, Kinship):
            return NotImplemented
        return self._words == other._words and self.tier == other.tier and self._proved() == other._proved()

    def __hash__(self) -> int:
        return hash((self._words, self.tier))

    def __reduce__(self) -> tuple[Callable[..., Kinship], tuple[object, ...]]:
        return _proved_kinship, (self._words, self.tier, self._proved())

    def __repr__(self) -> str:
        return f"Kinship({self._words[0]!r}, {self._words[1]!r}, {self.tier!r})"

    def as_dict(self) -> ChainObject:
        """Return a JSON-ready description: the tier, what both words have in common, and the chain of links.

        What they have in common is a base, named by its spelling, or an etymon.
        """
        chain = [link.as_dict() for link in self.chain]
        described: ChainObject = {"tier": self.tier, "common": self.common_spelling, "chain": chain}
        if self.etymon:
            described["etymon"] = self.etymon
        return described


def _proved_kinship(words: tuple[str, str], tier: Tier, proof: Proof) -> Kinship:
    """Return the kinship that was pickled with these values; it has all its attributes and needs no lexicon."""
    kinship = Kinship.__new__(Kinship)
    kinship.tier, kinship._words = tier, words
    kinship.first, kinship.second, kinship.common, kinship.etymon, kinship.chain = proof
    return kinship


class Family(Value):
    """A word family as a tree of lexemes; a lexeme is a headword with its part of speech.

    root      the lexeme that all others are built on, directly or not
    children  lexeme → the lexemes built directly on it, the most frequent first; no entry if there are none
    links     lexeme → the link to its bases; the root has no entry

    A compound belongs to the tree of each of its parts, and its link names all parts. ``len`` is the number of lexemes.
    A family can still be used when the lexicon is closed.
    """

    root: Lexeme
    children: dict[Lexeme, tuple[Lexeme, ...]]
    links: dict[Lexeme, Link]

    @property
    def members(self) -> tuple[Lexeme, ...]:
        """Every lexeme of the tree once, depth first: the root, then every other lexeme after at least one base."""
        members: dict[Lexeme, None] = {}
        stack = [self.root]
        while stack:
            lexeme = stack.pop()
            if lexeme not in members:
                members[lexeme] = None
                stack.extend(reversed(self.children.get(lexeme, ())))
        return tuple(members)

    def meant_by(self, word: str) -> frozenset[Lexeme]:
        """Return the members of the family that *word* stands for (W4).

        These are the members with the same spelling, or, if there are none, the members with the same letters. The
        result is empty if there are no such members either.
        """
        spelling = announced(word)
        exact = frozenset(lexeme for lexeme in self.members if lexeme.spelling.lower() == spelling)
        return exact or frozenset(
            lexeme for lexeme in self.members if fold(lexeme.spelling) == fold(word.strip(SPACES))
        )

    def __len__(self) -> int:
        return len(self.members)

    def __hash__(self) -> int:
        return hash(self.root)

    def __repr__(self) -> str:
        return f"Family({self.root.spelling!r}, {len(self)} lexemes)"

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: the root, and every member with its link, which is None for the root."""
        return {
            "root": self.root.as_dict(),
            "members": [
                {**lexeme.as_dict(), "link": self.links[lexeme].as_dict() if lexeme in self.links else None}
                for lexeme in self.members
            ],
        }


def base_chains(families: Families, lexeme: int) -> dict[int, tuple[int, ...]]:
    """Return the shortest chain of links from a lexeme to each lexeme that it is core kin of and built on.

    The result maps the number of each of these lexemes to its chain: the numbers of the lexemes whose links lead to
    it, in order, starting with *lexeme*. The first entry is *lexeme* itself, with the chain (). No chain leads through
    a dead end, nor beyond the base of a word that has close kin only (``grammar.DEAD_ENDS``).
    """
    reached: dict[int, tuple[int, ...]] = {lexeme: ()}
    if families.has_close_kin_only(lexeme):
        return reached | dict.fromkeys(families.bases(lexeme), (lexeme,))
    for number in (waiting := [lexeme]):
        for base in families.bases(number) if number == lexeme or not families.is_dead_end(number) else ():
            if base not in reached:
                reached[base] = (*reached[number], number)
                waiting.append(base)
    return reached


def etymon_chains(families: Families, lexeme: int) -> dict[int, tuple[int, ...]]:
    """Return the shortest chain of links from a lexeme to a lexeme that comes from an etymon, for each of its etymons.

    The result maps the row of each etymon (``Families.etymon``) to a chain as in ``base_chains``; it is empty if the
    origin of the lexeme is unknown. A lexeme with etymons of its own has none of its bases', nor has one that drops a
    part of its base (an ellipsis).
    """
    chains: dict[int, tuple[int, ...]] = {}
    reached: dict[int, tuple[int, ...]] = {lexeme: ()}
    for number in (waiting := [lexeme]):
        own = families.own_etymons(number)
        for etymon in own:
            if etymon != families.unknown_etymon:
                chains.setdefault(etymon, reached[number])
        for base in () if own or families.drops_a_part(number) else families.bases(number):
            if base not in reached:
                reached[base] = (*reached[number], number)
                waiting.append(base)
    return chains


class Origin(Value):
    """An etymon of a word, and the lexemes that come from it (W8).

    etymon   a language and a word of it, such as « lat. rex »
    lexemes  the lexemes that come from the etymon themselves, the most frequent first; those built on them also do
    """

    etymon: str
    lexemes: tuple[Lexeme, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: the etymon, and the lexemes as objects."""
        return {"etymon": self.etymon, "lexemes": [lexeme.as_dict() for lexeme in self.lexemes]}


def origins(families: Families, matrix: Matrix, key_id: int, word: str) -> tuple[Origin, ...]:
    """Return the etymons of a headword, each with what comes from it; () if they are unknown.

    *matrix* knows the words of each family.
    """
    found: dict[int, None] = {}
    for lexeme in families.lexemes(key_id, word):
        found.update(dict.fromkeys(etymon_chains(families, lexeme.number)))
    near = set(families.of_word(word, key_id)[1])
    result = []
    for etymon in found:
        family = families.single + etymon
        keys = matrix.keys_of_family(family) if family in near else [key_id]
        lexemes = [x for key in keys for x in families.lexemes(key) if etymon in families.own_etymons(x.number)]
        lexemes.sort(key=lambda lexeme: (-lexeme.zipf, lexeme.spelling, lexeme.pos))
        result.append(Origin(families.etymon(etymon), tuple(lexemes)))
    return tuple(result)


def family_trees(families: Families, matrix: Matrix, key_id: int, word: str) -> tuple[Family, ...]:
    """Return the families of a headword, as one tree for each root that its lexemes are built on; () if it has no kin.

    Roots are lexemes without bases, dead ends, and the bases of those that have close kin only, since no kinship passes
    through a dead end (``grammar.DEAD_ENDS``): « photo » is in the tree of « photographie », and has one of its own.

    *word* is the word as written, *key_id* the number of its key (folded word); a form that is not a headword gets ().
    *matrix* returns the keys of each family.
    """
    if families.number(key_id) < 0 or families.headwords(word, key_id) != ((word, key_id),):
        return ()
    core, _ = families.of_word(word, key_id)
    keys = sorted({key for family in core for key in matrix.keys_of_family(family)})
    members = {lexeme.number: lexeme for key in keys for lexeme in families.lexemes(key)}
    below: dict[int, list[Lexeme]] = {}
    for number, lexeme in members.items():
        for base in families.bases(number):
            below.setdefault(base, []).append(lexeme)
    built_on = dict.fromkeys(
        base for lexeme in families.lexemes(key_id, word) for base in base_chains(families, lexeme.number)
    )
    roots = _roots(families, ((base, lexeme.number) for base in built_on for lexeme in below.get(base, ())))
    return tuple(_tree(families, members[root], members, below) for root in roots if root in members)


def all_family_trees(families: Families) -> Iterator[Family]:
    """Yield one family tree for each root (a lexeme without bases that others are built on), sorted by its letters.

    Apart from one tree, only the links are in memory, one number each: some 5 MB for the lexicon of the package.
    """
    links = sorted(_packed_links(families))  # sorted by base, so that what is built on a base is in one place
    for root in sorted(_roots(families, map(_unpacked, links)), key=lambda root: (families.letters(root), root)):
        members = {root: families.lexeme(root)}
        below: dict[int, list[Lexeme]] = {}
        for base in (waiting := [root]):
            for packed in links[bisect_left(links, base << 32) : bisect_left(links, base + 1 << 32)]:
                number = packed & 0xFFFFFFFF
                if number not in members:
                    members[number] = families.lexeme(number)
                    waiting.append(number)
                below.setdefault(base, []).append(members[number])
        yield _tree(families, members[root], members, below)


def count_family_trees(families: Families) -> int:
    """Return the number of trees that ``all_family_trees`` yields, without making them."""
    return len(_roots(families, map(_unpacked, _packed_links(families))))


def _roots(families: Families, links: Iterable[tuple[int, int]]) -> dict[int, None]:
    """Return the numbers of the roots among the bases of links, in their order; a link is a base and what is built on
    it.
    """
    return {
        base: None
        for base, lexeme in links
        if not families.bases(base) or families.is_dead_end(base) or families.has_close_kin_only(lexeme)
    }


def _unpacked(link: int) -> tuple[int, int]:
    """Return the base and the lexeme of a packed link."""
    return link >> 32, link & 0xFFFFFFFF


def _packed_links(families: Families) -> Iterator[int]:
    """Yield a number for each base of each lexeme: the number of the base << 32 | the number of the lexeme."""
    for number in range(families.lexeme_count):
        for base in families.bases(number):
            yield base << 32 | number


def _tree(families: Families, root: Lexeme, known: dict[int, Lexeme], below: dict[int, list[Lexeme]]) -> Family:
    """Return the family tree of a root.

    known  the lexemes read so far, by number; the bases of compounds are added
    below  the number of a lexeme → the lexemes built directly on it, of all members of the family
    """
    children: dict[Lexeme, tuple[Lexeme, ...]] = {}
    links: dict[Lexeme, Link] = {}
    close_kin_only = families.has_close_kin_only
    for base in (waiting := [root]):
        own = [lexeme for lexeme in below.get(base.number, ()) if base == root or not close_kin_only(lexeme.number)]
        if not own or base in children or (base != root and families.is_dead_end(base.number)):
            continue
        children[base] = tuple(sorted(own, key=lambda lexeme: (-lexeme.zipf, lexeme.spelling, lexeme.pos)))
        for lexeme in children[base]:
            if lexeme not in links:
                link = families.link(lexeme, known)
                if link is not None:
                    links[lexeme] = link
                waiting.append(lexeme)
    return Family(root, children, links)
