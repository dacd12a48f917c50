"""Floor 1. The kinship of two words and the family tree of a word (W8), which prove a refusal to the player."""

from __future__ import annotations

from ..letters import fold, spelled
from .families import Families, Lexeme, Link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..grammar import Tier


class Kinship:
    """The kinship of two words of one family. Its proof is looked up on first use.

    tier    "core": the word is refused; "near": only an etymologist recognises the kinship, the word gets a remark
    chain   the links from the first word up to the common base, then those from the second word up to it;
            () when both words are the same lexeme
    common  the lexeme where both chains meet
    first, second  the lexemes of the two words that are kin; a spelling may stand for several lexemes

    >>> Lexicon.open().kinship("jouet", "joueur").chain
    (Link(jouet ← jouer, -et, core), Link(joueur ← jouer, -eur, core))
    """

    __slots__ = ("_families", "_keys", "_proof", "_words", "tier")

    def __init__(self, families: Families, words: tuple[str, str], keys: tuple[int, int], tier: Tier) -> None:
        self._families = families
        self._words = words
        self._keys = keys
        self.tier = tier

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links that prove the kinship, the first word's before the second's."""
        return self._proved()[3]

    @property
    def common(self) -> Lexeme:
        """The lexeme where the two words meet."""
        return self._proved()[2]

    @property
    def first(self) -> Lexeme:
        """The lexeme of the first word."""
        return self._proved()[0]

    @property
    def second(self) -> Lexeme:
        """The lexeme of the second word."""
        return self._proved()[1]

    def _proved(self) -> tuple[Lexeme, Lexeme, Lexeme, tuple[Link, ...]]:
        """Return the result of ``_prove``, computed once. Raises LexiconError if the file is damaged."""
        try:
            return self._proof
        except AttributeError:  # the slot is filled on first use
            try:
                self._proof: tuple[Lexeme, Lexeme, Lexeme, tuple[Link, ...]] = self._prove()
            except self._families.DAMAGE as error:
                raise self._families.damaged() from error
            return self._proof

    def _prove(self) -> tuple[Lexeme, Lexeme, Lexeme, tuple[Link, ...]]:
        """Return first, second, common and chain for the lexemes that meet in the fewest links."""
        families, only_core = self._families, self.tier == "core"
        sides = [
            [(lexeme, base_chains(families, lexeme.number, only_core)) for lexeme in families.lexemes(key, word)]
            for key, word in zip(self._keys, self._words, strict=True)
        ]
        meetings = [
            (len(up_a[common]) + len(up_b[common]), a.number, b.number, common, a, b, up_a[common] + up_b[common])
            for a, up_a in sides[0]
            for b, up_b in sides[1]
            for common in up_a.keys() & up_b.keys()
        ]
        _, _, _, common, a, b, steps = min(meetings, key=lambda meeting: meeting[:4])
        links = (families.link(families.lexeme(number)) for number in steps)
        return a, b, families.lexeme(common), tuple(link for link in links if link is not None)

    def __repr__(self) -> str:
        return f"Kinship({self._words[0]!r}, {self._words[1]!r}, {self.tier!r})"

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: tier, common base, chain."""
        return {
            "tier": self.tier,
            "common": self.common.spelling,
            "chain": [link.as_dict() for link in self.chain],
        }


class Family:
    """A family of words as a tree.

    root      the lexeme that all others are built on, directly or not
    children  lexeme → the lexemes built directly on it, most frequent first
    links     lexeme → the link to its bases; the root has none

    A compound is in the tree of each of its parts, and its link names them all.
    """

    __slots__ = ("children", "links", "root")

    def __init__(self, root: Lexeme, children: dict[Lexeme, tuple[Lexeme, ...]], links: dict[Lexeme, Link]) -> None:
        self.root = root
        self.children = children
        self.links = links

    @property
    def members(self) -> tuple[Lexeme, ...]:
        """Every lexeme of the tree, depth first: the root, then each lexeme before those built on it."""
        members: dict[Lexeme, None] = {}
        stack = [self.root]
        while stack:
            lexeme = stack.pop()
            if lexeme not in members:
                members[lexeme] = None
                stack.extend(reversed(self.children.get(lexeme, ())))
        return tuple(members)

    def meant_by(self, word: str) -> frozenset[Lexeme]:
        """Return the members that *word* stands for: those with its spelling, else those with its letters (W4)."""
        exact = frozenset(lexeme for lexeme in self.members if lexeme.spelling.lower() == spelled(word))
        return exact or frozenset(lexeme for lexeme in self.members if fold(lexeme.spelling) == fold(word.strip()))

    def __len__(self) -> int:
        return len(self.members)

    def __repr__(self) -> str:
        return f"Family({self.root.spelling!r}, {len(self)} lexemes)"

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: the root and every member with its link."""
        return {
            "root": self.root.as_dict(),
            "members": [
                {**lexeme.as_dict(), "link": self.links[lexeme].as_dict() if lexeme in self.links else None}
                for lexeme in self.members
            ],
        }


def base_chains(families: Families, lexeme: int, only_core: bool) -> dict[int, tuple[int, ...]]:
    """Return the shortest chain from a lexeme to each lexeme that it is built on, directly or not.

    Lexemes are given by their numbers. A chain holds the lexemes whose links to follow; the lexeme itself comes
    first, with (). *only_core* follows core links alone.
    """
    reached: dict[int, tuple[int, ...]] = {lexeme: ()}
    for number in (waiting := [lexeme]):
        bases = families.bases(number)
        if only_core and bases and families.kind(number)[2] != "core":
            continue
        for base in bases:
            if base not in reached:
                reached[base] = (*reached[number], number)
                waiting.append(base)
    return reached


def family_trees(families: Families, key_id: int, word: str) -> tuple[Family, ...]:
    """Return the families of a word, one for each root that its lexemes are built on; () for a word without kin."""
    roots: dict[int, None] = {}
    for lexeme in families.lexemes(key_id, word):
        if families.rank(key_id) >= 0:
            roots.update((top, None) for top in base_chains(families, lexeme.number, False) if not families.bases(top))
    core, near = families.of_word(word, key_id)
    members = {lexeme.number: lexeme for key in families.keys_of((*core, *near)) for lexeme in families.lexemes(key)}
    return tuple(family for root in roots if root in members and len(family := _tree(families, root, members)) > 1)


def _tree(families: Families, root: int, lexemes: dict[int, Lexeme]) -> Family:
    """Return the tree below a root, made of the given lexemes by number."""
    below: dict[int, list[Lexeme]] = {}
    for number, lexeme in lexemes.items():
        for base in families.bases(number):
            below.setdefault(base, []).append(lexeme)
    children: dict[Lexeme, tuple[Lexeme, ...]] = {}
    links: dict[Lexeme, Link] = {}
    for number in (waiting := [root]):
        own = sorted(below.get(number, ()), key=lambda lexeme: (-lexeme.zipf, lexeme.spelling, lexeme.pos))
        if own:
            children[lexemes[number]] = tuple(own)
        for lexeme in own:
            if lexeme not in links:
                link = families.link(lexeme)
                if link is not None:
                    links[lexeme] = link
                waiting.append(lexeme.number)
    return Family(lexemes[root], children, links)
