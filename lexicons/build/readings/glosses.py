"""Gather the layer of glosses (``glosses``) from the notes that the tables of decisions hold, and write it.

A gloss comes from the first of these that has one for the word: our own table of glosses, the sense of a feminine
(W6d), the sense of a participle (W6a), and the reasons for words that we added, which say what the word means. The
dictionaries that two readers named for a participle come from its row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from belettre_lexicon.french.grammar import POS
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.layers import (
    GLOSSES,
    MAX_GLOSS,
    Gloss,
    Glosses,
    LayerReading,
    applies_to,
    read_glosses,
)
from lexicons.build.decisions.overrides import DecisionTable
from lexicons.build.readings.feminines import FeminineRow
from lexicons.build.readings.participles import ParticipleRow

#: The tables of words that we added, whose reasons are glosses; the first one that has a word wins.
_ADDED_WORDS = ("everyday", "modern", "additions")
#: The largest number of letters of a word whose gloss is kept although the word comes from a large list of technical
#: terms (``additions``): short words are played, long ones would only make the file larger.
_MOST_LETTERS_OF_TERM = 6
#: Words at the start of a reason that say how a word was decided rather than what it means.
_NOTE = re.compile(r"^(?:\?|confirmed|sens incertain|lu\b|graphie|entrée|attesté|tenu par|terme)", re.IGNORECASE)
#: The grammar with which a reason may begin, and the field in which the word is used: « nom f. : femme qui ment »,
#: « adj. ; nom : lait caillé », « adj. d'héraldique : à bec ».
_GRAMMAR = re.compile(
    r"^(?:nom|n|adj|adjectif|adv|v|subst)(?=[ .:;])(?:\.? (?:de |d')(?P<field>[^:;,]+?) :|[^:]* ?:| ;) ?(?P<sense>.*)",
    re.IGNORECASE,
)
#: A note on the noun after the sense of the adjective: « hâlé ; nom : poli de métal », « parfait ; nom (aspect) ».
_NOUN_TOO = re.compile(r" ; (?:nom|adj)\b.*$", re.IGNORECASE)
#: How no gloss of a part of speech begins.
_MISFIT = {
    "N": re.compile(r"(?:qui|dont|relati(?:f|ve) à|propre à|pour|sans|des?|du|en|aux?|à)\b|d'"),
    "A": re.compile(r"(?:une? (?!peu\b)|l[ae] |les |l'|personne\b|celui\b|celle\b|habitant\b|membre\b|action\b)"),
    "V": re.compile(r"(?!(?:[\w'’-]+ ){0,2}[\w'’-]*(?:er|ir|re|ïr)\b)"),
}
#: A semicolon, with or without the spaces that French writes around it.
_SEMICOLON = re.compile(r"\s*;\s*")


def gather_glosses(
    readings: Iterable[LayerReading],
    tables: Mapping[str, DecisionTable],
    participles: Mapping[str, ParticipleRow],
    feminines: Mapping[str, FeminineRow],
    own: Glosses,
) -> dict[tuple[str, str], Gloss]:
    """Return the glosses of the words of the layers, by spelling and letter of the part of speech.

    *own* is our own table of glosses. Notes on words or parts of speech that the layers do not have are left out.
    """
    words = {(reading.spelling, reading.tag[0]) for reading in readings if applies_to(reading)}
    texts: dict[tuple[str, str], str] = {}
    for spelling, pos, text in (*_own(own), *_of_evidence(participles, feminines), *_of_added_words(tables)):
        gloss = _clean(text)
        if gloss and (spelling, pos) in words:
            texts.setdefault((spelling, pos), gloss)
    named = {
        (row.spelling, pos): row.dictionaries
        for row in participles.values()
        for pos in "AN"
        if row.dictionaries and (row.spelling, pos) in words
    }
    return {word: Gloss(texts.get(word, ""), named.get(word, ()), 0) for word in sorted({*texts, *named}, key=_place)}


def misfits(glosses: Mapping[tuple[str, str], Gloss]) -> list[str]:
    """Return a message for each gloss that does not begin as one of its part of speech does.

    A noun is defined by a noun phrase, an adjective by no noun with its article, a verb by an infinitive:
    « demandé » (noun) is no « qui est recherché ».
    """
    return [
        f"glosses: {spelling!r} as {pos} is glossed {gloss.text!r}, which defines no {POS[pos]}"
        for (spelling, pos), gloss in glosses.items()
        if gloss.text and pos in _MISFIT and _MISFIT[pos].match(gloss.text)
    ]


def write_glosses(folder: Path, glosses: Glosses) -> int:
    """Write the layer of glosses and its manifest to a folder; return the number of rows."""
    rows = [
        "\t".join((spelling, pos, gloss.text or "-", ",".join(gloss.dictionaries) or "-")) + "\n"
        for (spelling, pos), gloss in glosses.items()
    ]
    (folder / GLOSSES).write_text("".join(rows), encoding="utf-8")
    (folder / GLOSSES).with_suffix(".toml").write_text(_MANIFEST.format(kept=len(rows)), encoding="utf-8")
    return len(rows)


def read_own_glosses(folder: Path) -> Glosses:
    """Return our own table of glosses, which has the format of the layer. Raises LayerError for an invalid row."""
    return read_glosses(folder / GLOSSES)


_MANIFEST = """layer = "glosses"
licence = "MPL-2.0"
kept = {kept}

[[source]]
name = "belettre"
licence = "MPL-2.0"
attribution = "belettre-lexicon (glosses of our own; dictionaries named by two readers)"
"""


def _place(word: tuple[str, str]) -> tuple[str, str, str]:
    return fold(word[0]), word[0], word[1]


def _own(glosses: Glosses) -> Iterator[tuple[str, str, str]]:
    for (spelling, pos), gloss in glosses.items():
        yield spelling, pos, gloss.text


def _of_evidence(
    participles: Mapping[str, ParticipleRow], feminines: Mapping[str, FeminineRow]
) -> Iterator[tuple[str, str, str]]:
    """Yield the senses of feminine nouns, and of participles as adjective or noun."""
    for feminine in feminines.values():
        if feminine.verdict == "sense":
            yield feminine.spelling, "N", feminine.reason
    for participle in participles.values():
        if participle.sense and participle.listed:
            yield participle.spelling, "A" if participle.adjective else "N", participle.sense


def _of_added_words(tables: Mapping[str, DecisionTable]) -> Iterator[tuple[str, str, str]]:
    """Yield the reasons of words that we added, for each of their parts of speech."""
    for name in _ADDED_WORDS:
        for row in tables[name]:
            if row.verdict == "keep" and (name != "additions" or len(fold(row.spelling)) <= _MOST_LETTERS_OF_TERM):
                for pos in dict.fromkeys(tag[0] for tag in row.tags):
                    yield row.spelling, pos, row.reason


def _clean(text: str) -> str:
    """Return a note as a gloss; "" if it does not say what the word means, or says it at too great a length."""
    if _NOTE.match(text):
        return ""
    text = _SEMICOLON.sub(" ; ", text)
    if grammar := _GRAMMAR.match(text):
        text = grammar["sense"] + (f" ({grammar['field']})" if grammar["field"] else "")
    gloss = _NOUN_TOO.sub("", text).strip().rstrip(".")
    if gloss.startswith(("adj.", "n.")):  # nothing but grammar: « adj. de linguistique »
        return ""
    return gloss if 3 <= len(gloss) <= MAX_GLOSS and gloss.isprintable() else ""
