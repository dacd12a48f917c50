"""Parser of Littré's sections ÉTYMOLOGIE, which give evidence for and against possible bases of a word.

An article ends with ``ÉTYMOLOGIE`` and a text. « Jouer ; bourguig. jueu » names the base; « Insatiable, et le suffixe
ment » and « É- pour es- préfixe, et biseau » name the base together with an affix. « lat. couler… » and « anc. haut
allem. loc » name a foreign etymon: the word is not built on the French word that looks like this etymon, unless a
reference such as « (voy. BÉNIR) » names that French word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lexicons.build.records import normalise

from .littre import articles, headword_of

#: Names of languages. A clause that starts with one of them names a foreign etymon.
_LANGUAGES = (
    r"bas[- ]?lat|lat\b|latin|grec|ital|espagn|portug|provenç|prov\b|angl|allem|anc\. haut|haut[- ]allem|arabe|persan|"
    r"turc|hébreu|celt|kymr|bas[- ]bret|bret\b|gaél|germ|goth|holl|flam|scand|dan\b|suéd|sanscr|wallon|picard|norm|"
    r"bourguig|berry|genev|génev|catal|"
    r"russe|hongr|chinois|malais|mexic|péruv|caraïbe|brésil|tupi"
)
#: Words that may stand before the name of the language.
_LEAD_IN = r"mot |terme |formes? |du |de l'|de l’|dérivé |prob|paraît |peut-être |origine |en |le |la |l'|ce |c'est "
_FOREIGN = re.compile(rf"^({_LEAD_IN})*({_LANGUAGES})", re.IGNORECASE)
_AFFIXES = re.compile(r"(préfixe|suffixe|particule|préf\.|suff\.|privatif|finale|\.\.\.)", re.IGNORECASE)
_SEE = re.compile(r"[Vv]oy\.\s+([A-ZÀ-ÖØ-ÝŒÆ'’-]{3,})")
_WORD = re.compile(r"[a-zà-öø-ÿœæ'’-]+", re.IGNORECASE)
#: Words of an etymology that are never a base.
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
#: The number of characters of a section that are read; the rest is ignored.
MAX_SECTION = 600


class Etymology(NamedTuple):
    """What an article says about the origin of its headword.

    headword  the spelling of the headword, in lower case
    bases     the words that the article names as bases, in lower case
    see       the words that it only refers to (« voy. »), in lower case
    foreign   whether the text starts with a foreign etymon
    """

    headword: str
    bases: tuple[str, ...]
    see: tuple[str, ...]
    foreign: bool


def read(package: Path) -> Iterator[Etymology]:
    """Yield an etymology for each index word whose article has a section ÉTYMOLOGIE."""
    for index_word, article in articles(package):
        _, found, section = article.decode("utf-8", "ignore").partition("ÉTYMOLOGIE")
        headword = headword_of(index_word)
        if found and headword:
            yield parse(headword, section[:MAX_SECTION].split("SUPPLÉMENT", 1)[0])


def parse(headword: str, section: str) -> Etymology:
    """Return what the text of a section ÉTYMOLOGIE says about a headword.

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
