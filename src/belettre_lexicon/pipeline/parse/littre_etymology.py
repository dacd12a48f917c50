"""What Littré's ÉTYMOLOGIE sections say of where a word comes from, for and against.

An article ends with ``ÉTYMOLOGIE`` and a text. « Jouer ; bourguig. jueu » names the base; « Insatiable, et le suffixe
ment » and « É- pour es- préfixe, et biseau » name it with an affix; « lat. couler… » or « anc. haut allem. loc »
names a foreign etymon, so that the word is *not* built on its French look-alike, unless a « (voy. BÉNIR) » names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..records import normalise
from .littre import articles, headword_of

#: A clause that starts with a language or with words that introduce an etymon of another language.
_LANGUAGES = (
    r"bas[- ]?lat|lat\b|latin|grec|ital|espagn|portug|provenç|prov\b|angl|allem|anc\. haut|haut[- ]allem|arabe|persan|"
    r"turc|hébreu|celt|kymr|bas[- ]bret|bret\b|gaél|germ|goth|holl|flam|scand|dan\b|suéd|sanscr|wallon|picard|norm|"
    r"bourguig|berry|genev|génev|catal|"
    r"russe|hongr|chinois|malais|mexic|péruv|caraïbe|brésil|tupi"
)
_LEAD_IN = r"mot |terme |formes? |du |de l'|de l’|dérivé |prob|paraît |peut-être |origine |en |le |la |l'|ce |c'est "
_FOREIGN = re.compile(rf"^({_LEAD_IN})*({_LANGUAGES})", re.IGNORECASE)
_AFFIXES = re.compile(r"(préfixe|suffixe|particule|préf\.|suff\.|privatif|finale|\.\.\.)", re.IGNORECASE)
_SEE = re.compile(r"[Vv]oy\.\s+([A-ZÀ-ÖØ-ÝŒÆ'’-]{3,})")
_WORD = re.compile(r"[a-zà-öø-ÿœæ'’-]+", re.IGNORECASE)
#: Words of a clause that are no base.
_NOISE = frozenset(
    {
        "et",
        "ou",
        "le",
        "la",
        "les",
        "un",
        "une",
        "de",
        "du",
        "des",
        "en",
        "pour",
        "par",
        "avec",
        "dans",
        "sur",
        "l",
        "d",
        "sens",
        "diminutif",
        "dérivé",
        "dérivés",
        "forme",
        "formé",
        "autre",
        "même",
        "mot",
        "mots",
        "verbe",
        "nom",
        "propre",
        "proprement",
        "fréquentatif",
        "augmentatif",
        "péjoratif",
        "participe",
        "passé",
        "présent",
        "composé",
        "substantif",
        "verbal",
        "anc",
        "ancien",
        "préfixe",
        "suffixe",
        "particule",
        "privatif",
        "finale",
        "préf",
        "suff",
    }
)
MAX_SECTION = 600


class Etymology(NamedTuple):
    """What one article says: *bases* it names as the word's own (lower case), words it only points to (*see*),
    and whether it names a *foreign* etymon."""

    headword: str
    bases: tuple[str, ...]
    see: tuple[str, ...]
    foreign: bool


def read(package: Path) -> Iterator[Etymology]:
    """Yield one etymology per index word whose article has one."""
    for index_word, article in articles(package):
        _, found, section = article.decode("utf-8", "ignore").partition("ÉTYMOLOGIE")
        headword = headword_of(index_word)
        if found and headword:
            yield parse(headword, section[:MAX_SECTION].split("SUPPLÉMENT", 1)[0])


def parse(headword: str, section: str) -> Etymology:
    """Read one section.

    >>> parse("joueur", "Jouer ; bourguig. jueu").bases
    ('jouer',)
    >>> parse("couleur", "lat. colorem")
    Etymology(headword='couleur', bases=(), see=(), foreign=True)
    """
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", section)).strip().lstrip("()1234567890. ")
    see = tuple(dict.fromkeys(word.lower().replace("’", "'") for word in _SEE.findall(text)))
    clause = re.split(r"[;.:(](?!\.)", text.replace("...", "…"), maxsplit=1)[0].strip()
    if not clause or _FOREIGN.match(text):
        return Etymology(headword, (), see, bool(_FOREIGN.match(text)))
    pieces = [piece.strip() for piece in re.split(r",| et ", clause.replace("…", "..."))]
    bases = []
    for piece in pieces:
        if not piece or _AFFIXES.search(piece) or piece.endswith("-"):
            continue
        words = [word for word in _WORD.findall(piece) if word.lower() not in _NOISE]
        if len(words) != 1 or len(piece) > 30:
            break
        bases.append(normalise(words[0]).lower())
    if text.lower().startswith("voy"):
        bases = []
    return Etymology(headword, tuple(dict.fromkeys(bases)), see, False)
