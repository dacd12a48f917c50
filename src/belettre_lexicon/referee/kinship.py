"""The kinship of two words as a sentence (W8): « « danse » et « danseur » viennent tous deux de « danser » ».

A *side* is the chain of links from one of the two words up to their common base. Start reading at ``kinship_text``;
``families.chain_text`` writes the same links one by one.
"""

from __future__ import annotations

from ..french.letters import fold
from .catalogue import Catalogue
from .families import visible_links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..lexicon.kin.lexemes import Lexeme, Link
    from ..words.evidence import ProvedKinship

#: The largest number of words between a word and the common base that a sentence names.
_MOST_STEPS = 3
#: The relations whose sentence says how the word is made; for all others the sentence gives the affix or the relation.
_OWN_SENTENCES = frozenset({"feminine", "variant", "conversion"})
#: The relations whose affix is told with what it is: « suffixe -eur ».
_NAMED_AFFIXES = frozenset({"prefix", "suffix", "learned", "compound"})


def kinship_text(kinship: ProvedKinship, word: str, earlier: str, say: Catalogue) -> str:
    """Return a sentence that says how two words are kin, without a capital at the start and a full stop.

    *word* and *earlier* are the words as they were played, printable; each may be a form of a lexeme. The lexemes of
    the sentence are those that are kin.
    Links between two parts of speech of one spelling are left out: to players, they are one word.
    """
    common = kinship.common_spelling
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
    """Return the two sides of a chain, one of which may be empty: then one word is built on the other."""
    for place in range(1, len(chain)):
        if not any(_is_same(base, chain[place].lexeme) for base in chain[place - 1].bases):
            return chain[:place], chain[place:]
    return chain, ()


def _is_same(first: Lexeme, second: Lexeme) -> bool:
    """Return whether two lexemes are the same one. The lexemes of a record have no numbers, so these do not count."""
    return (first.spelling, first.pos, first.homograph) == (second.spelling, second.pos, second.homograph)


def _has_origin(side: Sequence[Link]) -> bool:
    """Return whether a link of a side says only that two words have one origin: neither comes from the other."""
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
        is_clipping = link.relation == "variant" and len(common) > len(word) + 1 and common.startswith(word)
        return say(f"kinship.{'clipping' if is_clipping else link.relation}", word=word, base=common)
    return say("kinship.built", word=word, base=common, how=_how(link, say))


def _side_text(side: Sequence[Link], common: str, say: Catalogue) -> str:
    """Return the word at the start of a side with what leads from it to the common base: « danseur » (-eur)."""
    word = say("kinship.word", word=side[0].lexeme.spelling)
    if len(side) > 1:
        return word + _steps_text(side, common, say)
    link = side[0]
    if link.relation in ("origin", "conversion"):
        return word
    bare = link.affix if link.relation in ("prefix", "suffix", "compound") and len(link.bases) == 1 else ""
    return f"{word} ({bare or _how(link, say)})"


def _steps_text(side: Sequence[Link], common: str, say: Catalogue) -> str:
    """Return the words between the start of a side and the common base, in parentheses; "" if there are none."""
    between = dict.fromkeys(link.lexeme.spelling for link in side[1:])
    words = [say("kinship.word", word=word) for word in between if word not in (side[0].lexeme.spelling, common)]
    if not words:
        return ""
    if len(words) > _MOST_STEPS:
        words = [*words[: _MOST_STEPS - 1], "…", words[-1]]
    return f" ({say('kinship.through', words=', '.join(words))})"


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
