"""Floor 4. Word families as text: the chain of links that proves a kinship, and family trees (W8).

A chain reads « jouet ← jouer (-et), joueur ← jouer (-eur) ». Start reading at ``chain_text`` or ``tree_lines``.
"""

from __future__ import annotations

from .catalogue import Catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..lexicon.families import Lexeme, Link
    from ..lexicon.kinship import Family, Kinship


def chain_text(kinship: Kinship, say: Catalogue) -> str:
    """Return the chain of links that proves a kinship.

    Links between two parts of speech of one spelling are left out: to a player « confrère », adjective or noun, is one
    word. When no other link remains the text says that both are the same word.
    """
    links = [link for link in kinship.chain if [base.spelling for base in link.bases] != [link.lexeme.spelling]]
    if not links:
        return say("family.same_lexeme")
    return ", ".join(dict.fromkeys(link_text(link, say) for link in links))


def link_text(link: Link, say: Catalogue) -> str:
    """Return one link: « portefeuille ← porter + feuille (composé) », « jouet ← jouer (-et) »."""
    bases = " + ".join(base.spelling for base in link.bases)
    return say("family.link", word=link.lexeme.spelling, bases=bases, how=derivation_text(link, say))


def derivation_text(link: Link, say: Catalogue) -> str:
    """Return how a word derives from its base: the affix (« -eur »), or the kind of derivation (« composé »).

    A link to a distant origin (tier "near") is marked as such.
    """
    derivation = link.affix or say(f"relation.{link.relation}")
    if link.tier == "core":
        return derivation
    return say("tier.near") if link.relation == "origin" else f"{derivation}, {say('tier.near')}"


def lexeme_text(lexeme: Lexeme, say: Catalogue) -> str:
    """Return part of speech, frequency and usage labels of a lexeme (a headword): « nom · 3.9 · vieux ».

    The frequency is on the Zipf scale: base-10 logarithm of occurrences per billion words.
    """
    labels = [say(f"label.{label}") for label in lexeme.labels]
    return " · ".join([say(f"pos.{lexeme.pos}"), f"{lexeme.zipf:.1f}", *labels])


class TreeLine:
    """One line of a family tree: a word and its place in the tree.

    last   a flag for each level of the path from the root's children down to this word: whether the word of the path
           is the last child of its base; () for the root
    word   the spelling
    meant  whether this is the word whose family was asked for
    about  its derivation, part of speech, frequency and labels
    """

    __slots__ = ("about", "last", "meant", "word")

    def __init__(self, last: tuple[bool, ...], word: str, meant: bool, about: str) -> None:
        self.last = last
        self.word = word
        self.meant = meant
        self.about = about

    @property
    def depth(self) -> int:
        """The number of links between this word and the root: 0 for the root."""
        return len(self.last)

    @property
    def branch(self) -> str:
        """The characters that draw the tree in front of the word: « │  └─ »; "" for the root."""
        if not self.last:
            return ""
        above = "".join("   " if last else "│  " for last in self.last[:-1])
        return above + ("└─ " if self.last[-1] else "├─ ")


def tree_lines(family: Family, word: str, say: Catalogue) -> Iterator[TreeLine]:
    """Yield a family as a tree, depth first, one line per lexeme.

    A compound of two members appears below both, but its own derivatives follow it only the first time.
    """
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
        derivation = derivation_text(link, say)
        if others:
            derivation += f", {say('family.also', other=', '.join(others))}"
        yield TreeLine(last, lexeme.spelling, lexeme in meant, f"{derivation} · {lexeme_text(lexeme, say)}")
        if lexeme not in unfolded:
            unfolded.add(lexeme)
            stack += _children(family, lexeme, last)


def _children(
    family: Family, base: Lexeme, last: tuple[bool, ...]
) -> Iterator[tuple[Lexeme, Lexeme, tuple[bool, ...]]]:
    """Yield (child, base, flags of its ``TreeLine.last``) for each child of *base*, last child first.

    The order is that of a stack: the child yielded last is shown first.
    """
    for later_siblings, child in enumerate(reversed(family.children.get(base, ()))):
        yield child, base, (*last, later_siblings == 0)
