"""The command ``belettre family``, which shows the family of a word or the kinship of pairs of words (W8).

A family is shown as a tree, a picture or JSON. Start reading at ``run``.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from itertools import islice

from ...base.files import describe, kind_of, write_file
from ...lexicon.kin.kinship import Family
from ...lexicon.kin.lexemes import Lexeme
from ...referee.catalogue import Catalogue
from ...referee.families import close_kin, hidden_count, kinship_text, origin_lines, tree_lines
from ...referee.json_objects import family_object, kinship_object, unplayable_words
from ...referee.sentences import printable
from ..commands import FamilyOptions
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, UnusableInputError, paint, write, write_json
from .atlas import is_our_picture, marked_svg
from .check import open_lexicon

#: How many lines of a file show what kind of file it is, if it has no pairs of words.
_HEAD_LINES = 20


def run(options: FamilyOptions) -> int:
    """Print the families of a word, or the kinship of pairs of words in a file, and return the exit status.

    The status is EXIT_NEGATIVE if the word has no family (it is unknown, not playable, or not related to other words),
    or if any pair does not have the tier "core", the close kinship that W8 forbids; otherwise EXIT_OK. Raises
    UnusableInputError if a picture of pairs is asked for, or a line of the file is not a pair.
    """
    say = Catalogue.load(options.lang)
    if options.pairs is None:
        return _families_of_word(options, say)
    if options.svg is not None:
        raise UnusableInputError("family: --svg draws the family of one word, not of pairs")
    return _kinship_of_pairs(options, options.pairs, say)


def _families_of_word(options: FamilyOptions, say: Catalogue) -> int:
    """Print the families of a word as trees or JSON, and draw them if asked; of large trees only the close kin."""
    word, lexicon = options.word, open_lexicon(options.lexicon)
    families, origins = lexicon.family(word), lexicon.origins(word)
    if families and options.svg is not None:
        from ...referee.picture import draw_families

        write_file(options.svg, marked_svg(draw_families(families, word, say)), is_our_picture)
    if options.json:
        write_json(family_object(word, lexicon))
    elif families or origins:
        command = f"belettre family {word} --whole"
        for family in families:
            write_tree(family, word, say, None if options.whole else close_kin(family, word), command=command)
        for line in origin_lines(origins, families, say):
            write(line)
        if families and options.svg is not None:
            write(say("family.drawn", path=printable(options.svg)))
    else:
        playable = any(reading.playable for reading in lexicon.readings(word))
        write(say("family.none" if playable else "family.not_playable", word=printable(word)))
    return EXIT_OK if families or origins else EXIT_NEGATIVE


def _kinship_of_pairs(options: FamilyOptions, path: str, say: Catalogue) -> int:
    """Print the kinship of each pair of words in a file: one pair per line, separated by a tab."""
    lexicon = open_lexicon(options.lexicon)
    status = EXIT_OK
    for a, b in _pairs(path):
        missing = unplayable_words((a, b), lexicon)
        kinship = None if missing else lexicon.kinship(a, b)
        if kinship is None or kinship.tier != "core":
            status = EXIT_NEGATIVE
        if options.json:
            write_json(kinship_object(a, b, lexicon))
            continue
        values = {"a": printable(a), "b": printable(b)}
        if missing:
            write(say("family.unknown_pair", **values, missing=printable(missing[0])))
        elif kinship is None:
            write(say("family.apart", **values))
        else:
            write(say(f"family.{kinship.tier}", **values, chain=kinship_text(kinship, values["a"], values["b"], say)))
    return status


def _pairs(path: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of words in a file, or on standard input if *path* is ``-``; empty lines are skipped.

    Raises UnusableInputError if a line is not a pair (the error names the line) or if standard input is a terminal.
    """
    if path == "-" and (sys.stdin is None or sys.stdin.isatty()):
        raise UnusableInputError("family: pairs are expected on standard input, one « word TAB word » per line")
    from ..kit.text_files import stream_lines

    lines = stream_lines(path)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        words = line.split("\t")
        if len(words) != 2 or not all(word.strip() for word in words):
            if number == 1 and (kind := kind_of("\n".join([line, *islice(lines, _HEAD_LINES)]))) is not None:
                raise UnusableInputError(f"{path} is {describe(kind)}; expected pairs of words")
            raise UnusableInputError(f"pairs, line {number}: {line[:60]!r}, expected « word TAB word »")
        yield words[0].strip(), words[1].strip()


def write_tree(
    family: Family, word: str, say: Catalogue, shown: Collection[Lexeme] | None, *, command: str, margin: str = ""
) -> None:
    """Print a family as a tree, with *word* in bold. On a terminal, wrapped lines are indented like their branch.

    shown    the members to print, such as ``close_kin``; a last line counts the others. None for all members
    command  what a user types to see the whole tree; the last line says it
    margin   the text before each line
    """
    for line in tree_lines(family, word, say, shown):
        name = paint(line.word, "bold") if line.meant else line.word
        write(f"{margin}{line.branch}{name}  {paint(line.about, 'dim')}", margin + line.margin)
    hidden = 0 if shown is None else hidden_count(family, shown)
    if hidden:
        text = say(f"family.hidden{'_one' if hidden == 1 else ''}", count=hidden, command=printable(command))
        write(margin + paint(text, "dim"))
