"""Floor 4. Kinship and families as sentences: « jouet ← jouer (-et), joueur ← jouer (-eur) »."""

from __future__ import annotations

from .catalogue import Catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..lexicon.families import Lexeme, Link
    from ..lexicon.kinship import Family, Kinship


def chain_text(kinship: Kinship, say: Catalogue) -> str:
    """The chain of links that proves a kinship; « confrère » the adjective and the noun are one word to a player."""
    links = [link for link in kinship.chain if [base.spelling for base in link.bases] != [link.lexeme.spelling]]
    if not links:
        return say("family.same_lexeme")
    return ", ".join(dict.fromkeys(link_text(link, say) for link in links))


def link_text(link: Link, say: Catalogue) -> str:
    """« portefeuille ← porter + feuille (composé) », « jouet ← jouer (-et) »."""
    bases = " + ".join(base.spelling for base in link.bases)
    return say("family.link", word=link.lexeme.spelling, bases=bases, how=how_text(link, say))


def how_text(link: Link, say: Catalogue) -> str:
    """How a word is built on its base: the affix, else the relation, with the tier when it is near."""
    how = link.affix or say(f"relation.{link.relation}")
    if link.tier == "core":
        return how
    return say("tier.near") if link.relation == "origin" else f"{how}, {say('tier.near')}"


def lexeme_text(lexeme: Lexeme, say: Catalogue) -> str:
    """« nom · 3.9 · vieux »: part of speech, frequency, labels."""
    marks = [say(f"label.{label}") for label in lexeme.labels]
    return _dotted([say(f"pos.{lexeme.pos}"), f"{lexeme.zipf:.1f}", *marks])


class TreeLine:
    """One word of a family tree.

    depth  0 for the root; last  by depth below the root, whether it is the last child there of its base
    word   its spelling; meant  whether it is what was asked for
    about  how it is built on its base, part of speech, frequency, labels
    """

    __slots__ = ("about", "last", "meant", "word")

    def __init__(self, last: tuple[bool, ...], word: str, meant: bool, about: str) -> None:
        self.last = last
        self.word = word
        self.meant = meant
        self.about = about

    @property
    def depth(self) -> int:
        """How many links lead up to the root."""
        return len(self.last)

    @property
    def branch(self) -> str:
        """The lines of the tree before the word, as a terminal draws them."""
        if not self.last:
            return ""
        above = "".join("   " if last else "│  " for last in self.last[:-1])
        return above + ("└─ " if self.last[-1] else "├─ ")


def tree_lines(family: Family, word: str, say: Catalogue) -> Iterator[TreeLine]:
    """A family from its root down, a line a lexeme; a word that hangs on two of its members is unfolded once."""
    meant = family.meant_by(word)
    count = len({lexeme.spelling for lexeme in family.members})
    size = say("family.size_one") if count == 1 else say("family.size", count=count)
    root = family.root
    yield TreeLine((), root.spelling, root in meant, f"{lexeme_text(root, say)} — {size}")
    unfolded: set[Lexeme] = set()
    stack = [*_children(family, root, ())]
    while stack:
        lexeme, base, last = stack.pop()
        link = family.links[lexeme]
        others = [other.spelling for other in link.bases if other != base]
        how = how_text(link, say) + (f", {say('family.also', other=', '.join(others))}" if others else "")
        yield TreeLine(last, lexeme.spelling, lexeme in meant, f"{how} · {lexeme_text(lexeme, say)}")
        if lexeme not in unfolded:
            unfolded.add(lexeme)
            stack += _children(family, lexeme, last)


def _children(
    family: Family, base: Lexeme, last: tuple[bool, ...]
) -> Iterator[tuple[Lexeme, Lexeme, tuple[bool, ...]]]:
    """The children of *base*, the last first, each with its place in the tree."""
    for behind, child in enumerate(reversed(family.children.get(base, ()))):
        yield child, base, (*last, behind == 0)


def _dotted(parts: Iterable[str]) -> str:
    return " · ".join(parts)
