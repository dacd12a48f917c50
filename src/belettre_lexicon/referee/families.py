"""Word families as text: how two words are kin, the chain of links that proves it, and family trees (W8).

A *link* connects a word to the base or bases from which it is derived. An example of a chain is « jouet ← jouer (-et),
joueur ← jouer (-eur) »; a *side* of it consists of the links from one of the two words to their common base. A *lexeme*
is a headword with its part of speech. A tree may have hundreds of lines; ``close_kin`` selects the lexemes that answer
most questions about a word. Start reading at ``kinship_text``, ``chain_text`` or ``tree_lines``.
"""

from __future__ import annotations

from ..base.values import Value
from ..french.letters import fold
from .catalogue import Catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ..lexicon.kin.kinship import Family, Origin
    from ..lexicon.kin.lexemes import Lexeme, Link
    from ..words.evidence import ProvedKinship


#: How many of the words that are derived from a word, and from the same base as the word, are its close kin.
_MOST_CHILDREN, _MOST_SIBLINGS = 8, 5
#: The same numbers for shorter trees, from the longest tree to the shortest.
_FEWER_KIN = ((5, 3), (3, 2), (2, 1), (0, 0))
#: A family of at most this many lexemes is close kin as a whole.
_SMALL_FAMILY = 14


def chain_text(kinship: ProvedKinship, say: Catalogue) -> str:
    """Return what proves a kinship as text: « jouet ← jouer (-et), joueur ← jouer (-eur) », or a common etymon first.

    Links between two parts of speech of the same spelling are left out: to players, the adjective and the noun
    « confrère » are one word. Returns "" if no links remain, because both words are one word or forms of one word.
    ``kinship_text`` says the same in a sentence.
    """
    origin = [etymon_text(kinship.etymon, say)] if kinship.etymon else []
    return ", ".join([*origin, *dict.fromkeys(link_text(link, say) for link in visible_links(kinship.chain))])


def etymon_text(etymon: str, say: Catalogue) -> str:
    """Return an etymon as text, with the name of its language: « latin « rex » » for « lat. rex ».

    A language that has no message, as in lexicons of other languages, keeps its abbreviation.
    """
    language, _, word = etymon.partition(" ")
    key = "language." + "".join(filter(str.isalpha, fold(language)))
    return say("kinship.etymon", language=say(key) if key in say else language, word=word)


def visible_links(links: Iterable[Link]) -> list[Link]:
    """Return the links, in order, without those between two parts of speech of one spelling (noun and adjective …)."""
    return [link for link in links if [base.spelling for base in link.bases] != [link.lexeme.spelling]]


def link_text(link: Link, say: Catalogue) -> str:
    """Return a link as text: « portefeuille ← porter + feuille (composé) », « jouet ← jouer (-et) »."""
    bases = " + ".join(base.spelling for base in link.bases)
    return say("family.link", word=link.lexeme.spelling, bases=bases, how=derivation_text(link, say))


def derivation_text(link: Link, say: Catalogue) -> str:
    """Return how a word is derived from its base: the affix (« -eur »), or the kind of derivation (« composé »).

    For a link of the tier "near", the text also says that the origin is distant. If the relation of such a link is
    "origin", the text says only that.
    """
    derivation = link.affix or say(f"relation.{link.relation}")
    if link.tier == "core":
        return derivation
    return say("tier.near") if link.relation == "origin" else f"{derivation}, {say('tier.near')}"


def lexeme_text(lexeme: Lexeme, say: Catalogue) -> str:
    """Return the part of speech, the frequency and the usage labels of a lexeme as text: « nom · 3.9 · vieux ».

    The frequency is given on the Zipf scale: base-10 logarithm of occurrences per billion words.
    """
    labels = [say(f"label.{label}") for label in lexeme.labels]
    return " · ".join([say(f"pos.{lexeme.pos}"), say.number(lexeme.zipf, ".1f"), *labels])


#: How many words of one origin are named.
_MOST_ORIGINS = 12
#: The largest number of words between a word and the common base that a sentence names.
_MOST_STEPS = 3
#: The relations whose sentence says how the word is made; for all others the sentence gives the affix or the relation.
_OWN_SENTENCES = frozenset({"feminine", "variant", "clipping", "ellipsis", "conversion"})
#: The relations whose affix is told with what it is: « suffixe -eur ».
_NAMED_AFFIXES = frozenset({"prefix", "suffix", "learned", "compound"})


def origin_lines(origins: Iterable[Origin], families: Iterable[Family], say: Catalogue) -> list[str]:
    """Return a sentence for each etymon of a word, which names words of other families that come from it.

    *families* are the families of the word (``Lexicon.family``): their words are not named again.
    """
    kin = {lexeme.spelling for family in families for lexeme in family.members}
    lines = []
    for origin in origins:
        words = [x for x in dict.fromkeys(lexeme.spelling for lexeme in origin.lexemes) if x not in kin]
        shown = ", ".join(words if len(words) <= _MOST_ORIGINS else [*words[:_MOST_ORIGINS], "…"])
        etymon = etymon_text(origin.etymon, say)
        lines.append(
            say("kinship.origins", etymon=etymon, words=shown) if words else say("kinship.origins_alone", etymon=etymon)
        )
    return lines


def kinship_text(kinship: ProvedKinship, word: str, earlier: str, say: Catalogue) -> str:
    """Return a sentence that says how two words are kin, without a capital at the start or a full stop.

    *word* and *earlier* are the words as they were played, printable; each may be an inflected form. The sentence names
    their headwords, because kinship is between headwords. Links between two parts of speech of one spelling are left
    out, because these are one word to players.
    """
    common = kinship.common_spelling
    if kinship.etymon:
        sides = [_near_side_text(visible_links(side), say) for side in _sides(kinship.chain) if visible_links(side)]
        through = f" ({say('list.clause').join(sides)})" if sides else ""
        return say("kinship.near", a=word, b=earlier, etymon=etymon_text(common, say), through=through)
    first, second = (visible_links(side) for side in _sides(kinship.chain))
    if not first and not second:
        return _same_word_text(word, earlier, common, say)
    if not first or not second:
        return _descent_text(first or second, common, say)
    values = {"a": _side_text(first, common, say), "b": _side_text(second, common, say), "common": common}
    if _has_origin(first) or _has_origin(second):
        return say("kinship.origin_of_both", **values)
    if all(len(side) == 1 and side[0].relation == "compound" for side in (first, second)):
        return say("kinship.compounds", **values)
    return say("kinship.both", **values)


def _sides(chain: Sequence[Link]) -> tuple[Sequence[Link], Sequence[Link]]:
    """Return the two sides of a chain; the second one is () if one word is derived from the other."""
    for place in range(1, len(chain)):
        if not any(_is_same(base, chain[place].lexeme) for base in chain[place - 1].bases):
            return chain[:place], chain[place:]
    return chain, ()


def _is_same(first: Lexeme, second: Lexeme) -> bool:
    """Return whether two lexemes are the same; lexemes from a record have no numbers, so numbers are not compared."""
    return (first.spelling, first.pos, first.homograph) == (second.spelling, second.pos, second.homograph)


def _has_origin(side: Sequence[Link]) -> bool:
    """Return whether a link says only that two words have one origin, without one being derived from the other."""
    return any(link.relation == "origin" for link in side)


def _same_word_text(word: str, earlier: str, lexeme: str, say: Catalogue) -> str:
    """Return a sentence on two words that are one lexeme: they are the same word, or forms of it."""
    forms = [form for form in (word, earlier) if form and fold(form) != fold(lexeme)]
    if not forms or fold(word) == fold(earlier):
        return say("kinship.same_word")
    if len(forms) == 2:
        return say("kinship.forms", a=word, b=earlier, lexeme=lexeme)
    return say("kinship.form", form=forms[0], lexeme=lexeme)


def _descent_text(side: Sequence[Link], common: str, say: Catalogue) -> str:
    """Return a sentence on a word that is built on the other one, *common*, in one step or several."""
    link, word = side[0], side[0].lexeme.spelling
    if _has_origin(side):
        return say("kinship.origin", word=word, base=common) + _steps_text(side, common, say)
    if len(side) > 1:
        return say("kinship.descent", word=word, base=common) + _steps_text(side, common, say)
    if link.relation == "compound" and (len(link.bases) > 1 or not link.affix):
        return _compound_text(link, say)
    if link.relation in _OWN_SENTENCES:
        return say(f"kinship.{link.relation}", word=word, base=common)
    return say("kinship.built", word=word, base=common, how=_how(link, say))


def _side_text(side: Sequence[Link], common: str, say: Catalogue) -> str:
    """Return the first word of a side, with the affix or the words between it and the base: « danseur » (-eur)."""
    word = say("kinship.word", word=side[0].lexeme.spelling)
    if len(side) > 1:
        return word + _steps_text(side, common, say)
    link = side[0]
    if link.relation in ("origin", "conversion"):
        return word
    bare = link.affix if link.relation in ("prefix", "suffix", "compound") and len(link.bases) == 1 else ""
    return f"{word} ({bare or _how(link, say)})"


def _near_side_text(side: Sequence[Link], say: Catalogue) -> str:
    """Return a word that is built on others, with the words up to the one that comes from the etymon itself."""
    steps = [*(link.lexeme.spelling for link in side[1:]), " + ".join(base.spelling for base in side[-1].bases)]
    words = _few([say("kinship.word", word=step) for step in dict.fromkeys(steps)])
    return f"{say('kinship.word', word=side[0].lexeme.spelling)} {say('kinship.through', words=words)}"


def _few(words: list[str]) -> str:
    """Return words as a list in which at most _MOST_STEPS are named, the last one among them."""
    return ", ".join(words if len(words) <= _MOST_STEPS else [*words[: _MOST_STEPS - 1], "…", words[-1]])


def _steps_text(side: Sequence[Link], common: str, say: Catalogue) -> str:
    """Return the words between the start of a side and the common base, in parentheses; "" if there are none."""
    between = dict.fromkeys(link.lexeme.spelling for link in side[1:])
    words = [say("kinship.word", word=word) for word in between if word not in (side[0].lexeme.spelling, common)]
    if not words:
        return ""
    return f" ({say('kinship.through', words=_few(words))})"


def _how(link: Link, say: Catalogue) -> str:
    """Return how a word is built on its base: the affix, the parts of a compound, or the kind of derivation."""
    if len(link.bases) > 1:
        return " + ".join(base.spelling for base in link.bases)
    if link.affix and link.relation in _NAMED_AFFIXES:
        return say(f"kinship.affix_{link.relation}", affix=link.affix)
    return link.affix or say(f"relation.{link.relation}")


def _compound_text(link: Link, say: Catalogue) -> str:
    """Return a sentence on a compound that names all its parts: « portefeuille » est composé de « porter » et …"""
    word, (first, *others) = link.lexeme.spelling, (base.spelling for base in link.bases)
    if not others:
        return say("kinship.compound_of_one", word=word, base=first)
    *middle, last = (say("kinship.word", word=part) for part in others)
    listed = "".join(f", {part}" for part in middle)
    return say("kinship.compound", word=word, first=first, middle=listed, last=last)


class TreeLine(Value):
    """One line of a family tree: a word and its place in the tree.

    last   for each word on the path from the root (not included) to this word (included), whether it is the last child
           of its base; () for the root
    word   the spelling of the word
    meant  whether this is the word whose family is shown
    about  its derivation, part of speech, frequency and labels as text; for the root, the size of the family instead
           of a derivation
    """

    last: tuple[bool, ...]
    word: str
    meant: bool
    about: str

    @property
    def depth(self) -> int:
        """The number of links between this word and the root: 0 for the root."""
        return len(self.last)

    @property
    def branch(self) -> str:
        """The characters that draw the tree in front of the word: « │  └─ »; "" for the root."""
        if not self.last:
            return ""
        return _trunks(self.last[:-1]) + ("└─ " if self.last[-1] else "├─ ")

    @property
    def margin(self) -> str:
        """The characters that draw the tree in front of further lines, if the text about the word is wrapped."""
        return _trunks(self.last) + "  "


def _trunks(last: tuple[bool, ...]) -> str:
    """Return the vertical lines of a tree; *last* says of each word above whether it is the last child of its base."""
    return "".join("   " if is_last else "│  " for is_last in last)


def close_kin(family: Family, word: str) -> frozenset[Lexeme]:
    """Return the members of a family that are nearest to *word*, for showing only a part of a large tree.

    These are the word itself, the lexemes on the paths from the root to the word, some lexemes that are derived from
    the word, and some that are derived from the same base, the most frequent first. Return all members if the family is
    small, or if *word* does not belong to it.
    """
    members, meant = family.members, family.meant_by(word)
    if len(members) <= _SMALL_FAMILY or not meant:
        return frozenset(members)
    return _kin_around(family, meant, _MOST_CHILDREN, _MOST_SIBLINGS)


def nearest_kin(family: Family, word: str, most: int) -> frozenset[Lexeme]:
    """Return the members of a family that are nearest to *word*, so few that their tree has at most *most* lines.

    If the whole of ``close_kin`` has room, it is the result. If not even one path from the root to the word has room,
    the result is such a path all the same.
    """
    meant = family.meant_by(word)
    close = close_kin(family, word)
    for children, siblings in _FEWER_KIN:
        if tree_size(family, close) <= most:
            return close
        close = _kin_around(family, meant, children, siblings)
    if tree_size(family, close) <= most:
        return close
    path = [next(iter(meant), family.root)]
    while (bases := _bases_in(family, path[-1])) and bases[0] not in path:
        path.append(bases[0])
    return frozenset([family.root, *path])


def _kin_around(family: Family, meant: Collection[Lexeme], children: int, siblings: int) -> frozenset[Lexeme]:
    """Return the lexemes *meant* of a family, the paths to them from the root, and some of their kin.

    children  how many lexemes derived from each of them are returned at most
    siblings  how many lexemes derived from each of their bases are returned at most
    """
    close = {family.root, *meant}
    for lexeme in meant:
        close.update(_nearest_children(family, lexeme, children))
        bases = _bases_in(family, lexeme)
        for base in bases:
            close.update(_nearest_children(family, base, siblings))
        while bases:
            close.update(bases)
            bases = [base for lower in bases for base in _bases_in(family, lower) if base not in close]
    return frozenset(close)


def tree_size(family: Family, shown: Collection[Lexeme]) -> int:
    """Return how many lines ``tree_lines`` yields if only the members *shown* of the family get a line."""
    return 1 + sum(1 for _ in _below_root(family, shown))


def hidden_count(family: Family, shown: Collection[Lexeme]) -> int:
    """Return how many words of a family are not among the lexemes *shown*; spellings are counted, not lexemes."""
    return len({lexeme.spelling for lexeme in family.members} - {lexeme.spelling for lexeme in shown})


def _nearest_children(family: Family, base: Lexeme, most: int) -> list[Lexeme]:
    """Return up to *most* of the lexemes that are derived from *base*, the most frequent first."""
    return list(family.children.get(base, ()))[:most]


def _bases_in(family: Family, lexeme: Lexeme) -> list[Lexeme]:
    """Return the bases of a lexeme that belong to its family; the other part of a compound may belong to another."""
    return [base for base in family.links[lexeme].bases if base in family.children] if lexeme in family.links else []


def tree_lines(
    family: Family, word: str, say: Catalogue, shown: Collection[Lexeme] | None = None
) -> Iterator[TreeLine]:
    """Yield the lines of a family tree, depth first. *word* is the word whose family is shown: its lines are marked.

    A compound of two members of the family has a line below each of them. The words derived from the compound are
    listed only after the first of these lines.

    shown  the members that get a line, such as those of ``close_kin``, but only below a base that has one; None for all
    """
    meant = family.meant_by(word)
    count = len({lexeme.spelling for lexeme in family.members})
    size = say("family.size_one") if count == 1 else say("family.size", count=count)
    root = family.root
    yield TreeLine((), root.spelling, root in meant, f"{lexeme_text(root, say)} — {size}")
    for lexeme, base, last in _below_root(family, shown):
        link = family.links[lexeme]
        others = [other.spelling for other in link.bases if other != base]
        derivation = derivation_text(link, say)
        if others:
            derivation += f", {say('family.also', other=', '.join(others))}"
        yield TreeLine(last, lexeme.spelling, lexeme in meant, f"{derivation} · {lexeme_text(lexeme, say)}")


def _below_root(family: Family, shown: Collection[Lexeme] | None) -> Iterator[tuple[Lexeme, Lexeme, tuple[bool, ...]]]:
    """Yield a member, the base above it and its ``TreeLine.last`` for each line of a tree except that of the root."""
    unfolded: set[Lexeme] = set()
    stack: list[tuple[Lexeme, Lexeme, tuple[bool, ...]]] = [(family.root, family.root, ())]
    while stack:
        lexeme, base, last = stack.pop()
        if last:
            yield lexeme, base, last
        if lexeme not in unfolded:
            unfolded.add(lexeme)
            children = [child for child in family.children.get(lexeme, ()) if shown is None or child in shown]
            # The last child is put on the stack first, so that the first one is taken from it first.
            stack += [(child, lexeme, (*last, later == 0)) for later, child in enumerate(reversed(children))]
