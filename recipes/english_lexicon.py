"""Compile an English lexicon with families from a list of words, and judge with it.

    python -m recipes.english_lexicon recipes/english.tsv english.lexicon
    belettre check teapot teachers --lexicon english.lexicon --lang en

Each line of the list has a headword, its part of speech (N, A or V), what it is built on with the affix, or nothing,
and, if they are irregular, its forms, which may not be played:

    teach TAB V TAB TAB teaches taught teaching
    teacher TAB N TAB teach V -er
    teapot TAB N TAB tea N + pot N

The judge knows no language: a lexicon is what the pipeline has compiled, from any list. The modules of the pipeline
may change with any version.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon import BelettreError, Judge, LayerError, Lexicon
from belettre_lexicon.french.grammar import status_of_tag
from belettre_lexicon.french.letters import ALPHABET, fold
from belettre_lexicon.lexicon.compile.layers import LayerReading
from belettre_lexicon.lexicon.compile.lexicon import compile_readings
from belettre_lexicon.lexicon.compile.links import LexemeKey, LinkRow, check_links, lexemes_of, parse_bases
from belettre_lexicon.referee import Catalogue, verdict_text

#: Part of speech → the tag of a headword (``grammar``); nouns and adjectives have no gender in English.
TAGS = {"N": "N", "A": "A", "V": "V.inf"}
#: The letter of the source « review »: rows that somebody has written or checked.
BY_HAND = "R"


class Headword(NamedTuple):
    """A line of the list."""

    lexeme: LexemeKey
    link: LinkRow | None
    forms: tuple[str, ...]


def read_list(path: Path) -> Iterator[Headword]:
    """Yield the headwords of a list. Raises LayerError, which starts with ``file:line:``, if a line is invalid."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LayerError(f"{path}: {error}") from error
    listed: set[tuple[str, str]] = set()
    for number, line in enumerate(lines, 1):
        fields = line.split("\t")
        word, pos, base, forms = (*fields, "", "", "", "")[:4]
        words = (word, *forms.split())
        if len(fields) > 4 or pos not in TAGS or not all(map(is_word, words)):
            raise LayerError(f"{path}:{number}: {line!r:.60}, expected « word TAB N, A or V TAB base TAB forms »")
        if (word, pos) in listed:
            raise LayerError(f"{path}:{number}: {word!r} is listed already as {pos}")
        listed.add((word, pos))
        try:
            yield Headword(LexemeKey(word, pos), read_link(base), words[1:] or regular_forms(word, pos))
        except LayerError as error:
            raise LayerError(f"{path}:{number}: {error}") from error


def is_word(text: str) -> bool:
    """Return whether a text has letters of the cards only, a to z once it is folded."""
    return fold(text).strip(ALPHABET) == "" != text


def read_link(text: str) -> LinkRow | None:
    """Return the link to what a word is built on: « teach V -er », « happy A un- », « tea N + pot N »; None for ""."""
    if not text:
        return None
    bases, space, affix = text.rpartition(" ")
    if not space or "-" not in affix:
        bases, affix = text, ""
    relation = "suffix" if affix.startswith("-") else "prefix" if affix else "compound"
    return LinkRow(parse_bases(bases), relation, affix, BY_HAND)


def regular_forms(word: str, pos: str) -> tuple[str, ...]:
    """Return the regular forms of a headword: the plural of a noun, three forms of a verb, none of an adjective."""
    stem = word.removesuffix("e")
    return {"N": (f"{word}s",), "V": (f"{word}s", f"{stem}ed", f"{stem}ing")}.get(pos, ())


def readings_of(headword: Headword) -> Iterator[LayerReading]:
    """Yield the reading of a headword, which may be played, and those of its forms, which may not."""
    word, pos, _ = headword.lexeme
    for spelling, tag in [(word, TAGS[pos]), *((form, tag_of_form(form, pos)) for form in headword.forms)]:
        yield LayerReading(spelling, word, tag, status_of_tag(tag), (), BY_HAND)


def tag_of_form(form: str, pos: str) -> str:
    """Return the tag of a plural, or of a verb form by its ending: « teaches », « teaching », « taught »."""
    if pos != "V":
        return f"{pos}.e.p"
    return "V.pres3s" if form.endswith("s") else "V.ppr" if form.endswith("ing") else "V.past3s"


def compile_english(headwords: Iterable[Headword]) -> bytes:
    """Return a compiled lexicon. Raises LayerError if a word is built on one that the list lacks, or on itself."""
    headwords = list(headwords)
    readings = [reading for headword in headwords for reading in readings_of(headword)]
    links = {headword.lexeme: headword.link for headword in headwords if headword.link is not None}
    check_links(links, lexemes_of(readings))
    return compile_readings(readings, {}, {"edition": "english"}, links)


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if the list is invalid or the file cannot be written."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", type=Path, help="the list of words")
    parser.add_argument("target", type=Path, help="the file for the lexicon")
    options = parser.parse_args(arguments)
    try:
        options.target.write_bytes(compile_english(read_list(options.words)))
        with Lexicon.open(options.target, verify=True) as lexicon:
            print(f"{len(lexicon)} words may be played")
            verdict = Judge(lexicon)("teacher", played=["teapot", "teach"])
            print(verdict_text(verdict, Catalogue.load("en")))
    except (BelettreError, OSError) as error:
        print(f"english_lexicon: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
