"""Kinship of two words, and the family tree of one (W8): what is shown to the player who is refused."""

from __future__ import annotations

from ..letters import fold, spelled
from .families import Families, Lexeme, Link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Kinship:
    """Two words of one family. The proof is looked up when it is first asked for.

    tier    "core": the move is refused; "near": only an etymologist sees it, a remark
    chain   the links from the first word up to the common base, then those from the second word up to it;
            empty when both are one lexeme
    common  the lexeme where they meet
    first, second  the lexemes of the two words that are kin: a spelling may have several

    >>> Lexicon.open().kinship("jouet", "joueur").chain
    (Link(jouet ← jouer, -et, core), Link(joueur ← jouer, -eur, core))
    """

    __slots__ = ("_families", "_keys", "_proof", "_words", "tier")

    def __init__(self, families: Families, words: tuple[str, str], keys: tuple[int, int], tier: str) -> None:
        self._families = families
        self._words = words
        self._keys = keys
        self.tier = tier

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links that prove it, the first word's before the second's."""
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
        try:
            return self._proof
        except AttributeError:  # the slot is filled when first asked for
            try:
                self._proof: tuple[Lexeme, Lexeme, Lexeme, tuple[Link, ...]] = self._prove()
            except self._families.DAMAGE as error:
                raise self._families.damaged() from error
            return self._proof

    def _prove(self) -> tuple[Lexeme, Lexeme, Lexeme, tuple[Link, ...]]:
        families, only_core = self._families, self.tier == "core"
        sides = [
            [(lexeme, climb(families, lexeme.number, only_core)) for lexeme in families.lexemes(key, word)]
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
        """A JSON-ready description."""
        return {
            "tier": self.tier,
            "common": self.common.spelling,
            "chain": [link.as_dict() for link in self.chain],
        }


class Family:
    """A tree of words: the *root*, and for each lexeme what is built on it.

    A compound stands in the tree of each of its parts; ``links`` say what it is made of.
    """

    __slots__ = ("children", "links", "root")

    def __init__(self, root: Lexeme, children: dict[Lexeme, tuple[Lexeme, ...]], links: dict[Lexeme, Link]) -> None:
        self.root = root
        self.children = children
        self.links = links

    @property
    def members(self) -> tuple[Lexeme, ...]:
        """Every lexeme, the root first, each before what is built on it."""
        found: dict[Lexeme, None] = {}
        stack = [self.root]
        while stack:
            lexeme = stack.pop()
            if lexeme not in found:
                found[lexeme] = None
                stack.extend(reversed(self.children.get(lexeme, ())))
        return tuple(found)

    def meant_by(self, word: str) -> frozenset[Lexeme]:
        """The members that *word* as written stands for: those of its spelling, else those of its letters (W4)."""
        exact = frozenset(lexeme for lexeme in self.members if lexeme.spelling.lower() == spelled(word))
        return exact or frozenset(lexeme for lexeme in self.members if fold(lexeme.spelling) == fold(word.strip()))

    def __len__(self) -> int:
        return len(self.members)

    def __repr__(self) -> str:
        return f"Family({self.root.spelling!r}, {len(self)} lexemes)"

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready description: the root and every member with its link."""
        return {
            "root": self.root.as_dict(),
            "members": [
                {**lexeme.as_dict(), "link": self.links[lexeme].as_dict() if lexeme in self.links else None}
                for lexeme in self.members
            ],
        }


def climb(families: Families, lexeme: int, only_core: bool) -> dict[int, tuple[int, ...]]:
    """What a lexeme hangs on, itself first: number → the lexemes whose links lead there, shortest way."""
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


def families_of(families: Families, key_id: int, word: str) -> tuple[Family, ...]:
    """The families of a word, one per root that its lexemes hang on; a word without kin is in none."""
    roots: dict[int, None] = {}
    for lexeme in families.lexemes(key_id, word):
        if families.rank(key_id) >= 0:
            roots.update((top, None) for top in climb(families, lexeme.number, False) if not families.bases(top))
    core, near = families.of_word(word, key_id)
    members = {lexeme.number: lexeme for key in families.keys_of((*core, *near)) for lexeme in families.lexemes(key)}
    return tuple(family for root in roots if root in members and len(family := _tree(families, root, members)) > 1)


def _tree(families: Families, root: int, lexemes: dict[int, Lexeme]) -> Family:
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
