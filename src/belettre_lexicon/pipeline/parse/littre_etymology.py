"""Parser of Littré's ÉTYMOLOGIE sections, as evidence for and against a base.

An article ends with ``ÉTYMOLOGIE`` and a text. « Jouer ; bourguig. jueu » names the base; « Insatiable, et le suffixe
ment » and « É- pour es- préfixe, et biseau » name it with an affix. « lat. couler… » or « anc. haut allem. loc » names
a foreign etymon: the word is not built on the French word that looks like it, unless a reference such as
« (voy. BÉNIR) » names that word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..records import normalise
from .littre import articles, headword_of

#: Languages at the start of a clause that names a foreign etymon.
_LANGUAGES = (
    r"bas[- ]?lat|lat\b|latin|grec|ital|espagn|portug|provenç|prov\b|angl|allem|anc\. haut|haut[- ]allem|arabe|persan|"
    r"turc|hébreu|celt|kymr|bas[- ]bret|bret\b|gaél|germ|goth|holl|flam|scand|dan\b|suéd|sanscr|wallon|picard|norm|"
    r"bourguig|berry|genev|génev|catal|"
    r"russe|hongr|chinois|malais|mexic|péruv|caraïbe|brésil|tupi"
)
#: Words that may come before the language.
_LEAD_IN = r"mot |terme |formes? |du |de l'|de l’|dérivé |prob|paraît |peut-être |origine |en |le |la |l'|ce |c'est "
_FOREIGN = re.compile(rf"^({_LEAD_IN})*({_LANGUAGES})", re.IGNORECASE)
_AFFIXES = re.compile(r"(préfixe|suffixe|particule|préf\.|suff\.|privatif|finale|\.\.\.)", re.IGNORECASE)
_SEE = re.compile(r"[Vv]oy\.\s+([A-ZÀ-ÖØ-ÝŒÆ'’-]{3,})")
_WORD = re.compile(r"[a-zà-öø-ÿœæ'’-]+", re.IGNORECASE)
#: Words of a clause that are never the base.
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
#: Characters of a section that are read.
MAX_SECTION = 600


class Etymology(NamedTuple):
    """What one article says about the origin of its headword.

    bases    the words that it names as bases, in lower case
    see      the words that it only refers to (« voy. »), in lower case
    foreign  whether it starts with a foreign etymon
    """

    headword: str
    bases: tuple[str, ...]
    see: tuple[str, ...]
    foreign: bool


def read(package: Path) -> Iterator[Etymology]:
    """Yield one etymology for each index word whose article has a section ÉTYMOLOGIE."""
    for index_word, article in articles(package):
        _, found, section = article.decode("utf-8", "ignore").partition("ÉTYMOLOGIE")
        headword = headword_of(index_word)
        if found and headword:
            yield parse(headword, section[:MAX_SECTION].split("SUPPLÉMENT", 1)[0])


def parse(headword: str, section: str) -> Etymology:
    """Return what a section ÉTYMOLOGIE says about a headword.

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
