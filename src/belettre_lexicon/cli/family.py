"""``belettre family``: the family of a word as a tree, a picture or JSON; the kinship of pairs of words."""

from __future__ import annotations

import sys
from pathlib import Path

from ..errors import ArgumentError
from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import Catalogue
from ..referee.families import chain_text, tree_lines
from ..referee.json_objects import family_object, kinship_object, unplayable_words
from ..referee.sentences import printable
from .terminal import ALL_VALID, SOME_REFUSED, UnusableInputError, lines_of_stdin, paint, write, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..lexicon.kinship import Family


def run_word(word: str, language: str, as_json: bool, svg: str | None, lexicon_path: str | None) -> int:
    """Show the families of a word; exit status 1 when it is unknown, not playable or alone."""
    say = Catalogue.load(language)
    lexicon = Lexicon.open(lexicon_path)
    families = lexicon.family(word)
    if svg is not None:
        from ..referee.picture import draw_families

        if families:
            _write_picture(draw_families(families, word, say), svg)
    if as_json:
        write_json(family_object(word, lexicon))
    elif families:
        for family in families:
            _write_tree(family, word, say)
        if svg is not None:
            write(say("family.drawn", path=printable(svg)))
    else:
        playable = any(reading.playable for reading in lexicon.readings(word))
        write(say("family.none" if playable else "family.not_playable", word=printable(word)))
    return ALL_VALID if families else SOME_REFUSED


def run_pairs(path: str, language: str, as_json: bool, lexicon_path: str | None) -> int:
    """Answer lines « a TAB b » of a file, or of standard input for ``-``; exit status 1 when some pair is no kin."""
    say = Catalogue.load(language)
    lexicon = Lexicon.open(lexicon_path)
    status = ALL_VALID
    for a, b in _pairs(path):
        missing = unplayable_words((a, b), lexicon)
        kinship = None if missing else lexicon.kinship(a, b)
        if kinship is None or kinship.tier != "core":
            status = SOME_REFUSED
        if as_json:
            write_json(kinship_object(a, b, lexicon))
            continue
        values = {"a": printable(a), "b": printable(b)}
        if missing:
            write(say("family.unknown_pair", **values, missing=printable(missing[0])))
        elif kinship is None:
            write(say("family.apart", **values))
        else:
            write(say(f"family.{kinship.tier}", **values, chain=chain_text(kinship, say)))
    return status


def _pairs(path: str) -> Iterator[tuple[str, str]]:
    """The pairs of a file. Raises UnusableInputError naming the first line that is no pair."""
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        words = line.split("\t")
        if len(words) != 2 or not all(word.strip() for word in words):
            raise UnusableInputError(f"pairs, line {number}: {line[:60]!r}, expected « word TAB word »")
        yield words[0].strip(), words[1].strip()


def _lines(path: str) -> Iterator[str]:
    if path == "-":
        if sys.stdin is None or sys.stdin.isatty():
            raise UnusableInputError("family: pairs are expected on standard input, one « word TAB word » a line")
        yield from lines_of_stdin()
        return
    try:
        with Path(path).open(encoding="utf-8-sig") as stream:
            for line in stream:
                yield line.rstrip("\r\n")
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ArgumentError(f"{path}: not UTF-8 at byte {error.start}") from error


def _write_tree(family: Family, word: str, say: Catalogue) -> None:
    for line in tree_lines(family, word, say):
        name = paint(line.word, "bold") if line.meant else line.word
        write(f"{line.branch}{name}  {paint(line.about, 'dim')}")


def _write_picture(image: str, path: str) -> None:
    try:
        Path(path).write_text(image, encoding="utf-8")
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be written: {error.strerror or error}") from error
