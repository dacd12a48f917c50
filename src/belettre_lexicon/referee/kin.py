"""Floor 4. Kinship and families as sentences: « jouet ← jouer (-et), joueur ← jouer (-eur) »."""

from __future__ import annotations

from .catalogue import Catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..lexicon.families import Lexeme, Link
    from ..lexicon.kinship import Kinship


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


def _dotted(parts: Iterable[str]) -> str:
    return " · ".join(parts)
