"""The command ``belettre family``, which shows the family of a word or the kinship of pairs of words (W8).

A family is shown as a tree, a picture or JSON. Start reading at ``run_word`` and ``run_pairs``.
"""

from __future__ import annotations

import sys
from itertools import islice

from ...base.file_kinds import describe, kind_of
from ...base.files import write_file
from ...referee.catalogue import Catalogue
from ...referee.families import close_kin, hidden_count, tree_lines
from ...referee.json_objects import family_object, kinship_object, unplayable_words
from ...referee.kinship import kinship_text
from ...referee.sentences import printable
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, UnusableInputError, paint, write, write_json
from ..kit.text_files import stream_lines
from .check import open_lexicon
from .pictures import is_our_picture, marked_svg

#: How many lines of a file show what kind of file it is, if it has no pairs of words.
_HEAD_LINES = 20

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ...lexicon.kin.kinship import Family
    from ...lexicon.kin.lexemes import Lexeme


def run_word(word: str, language: str, as_json: bool, whole: bool, svg: str | None, lexicon_path: str | None) -> int:
    """Print the families of a word and return the exit status.

    The status is EXIT_NEGATIVE if the word has no family: it is unknown, not playable, or not related to other words.

    whole  whether whole trees are printed; otherwise the path to the word and its close kin. JSON and pictures have all
    svg    the file to write a picture of the families to; None for no picture
    """
    say = Catalogue.load(language)
    lexicon = open_lexicon(lexicon_path)
    families = lexicon.family(word)
    if svg is not None:
        from ...referee.picture import draw_families

        if families:
            write_file(svg, marked_svg(draw_families(families, word, say)), is_our_picture)
    if as_json:
        write_json(family_object(word, lexicon))
    elif families:
        for family in families:
            write_tree(
                family, word, say, None if whole else close_kin(family, word), command=f"belettre family {word} --whole"
            )
        if svg is not None:
            write(say("family.drawn", path=printable(svg)))
    else:
        playable = any(reading.playable for reading in lexicon.readings(word))
        write(say("family.none" if playable else "family.not_playable", word=printable(word)))
    return EXIT_OK if families else EXIT_NEGATIVE


def run_pairs(path: str, language: str, as_json: bool, lexicon_path: str | None) -> int:
    """Print the kinship of each pair of words in a file and return the exit status.

    The file has one pair per line, separated by a tab; if *path* is ``-``, standard input is read instead. The status
    is EXIT_NEGATIVE if any pair does not have the tier "core", the close kinship that W8 forbids.
    """
    say = Catalogue.load(language)
    lexicon = open_lexicon(lexicon_path)
    status = EXIT_OK
    for a, b in _pairs(path):
        missing = unplayable_words((a, b), lexicon)
        kinship = None if missing else lexicon.kinship(a, b)
        if kinship is None or kinship.tier != "core":
            status = EXIT_NEGATIVE
        if as_json:
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
    """Print a family as a tree, with *word* in bold. On a terminal, wide lines keep to their branch.

    shown    the members that are printed, such as ``close_kin``; how many are missing follows. None for all members
    command  what to type to see the whole tree, named if members are missing
    margin   what to print before each line
    """
    for line in tree_lines(family, word, say, shown):
        name = paint(line.word, "bold") if line.meant else line.word
        write(f"{margin}{line.branch}{name}  {paint(line.about, 'dim')}", margin + line.margin)
    hidden = 0 if shown is None else hidden_count(family, shown)
    if hidden:
        text = say(f"family.hidden{'_one' if hidden == 1 else ''}", count=hidden, command=printable(command))
        write(margin + paint(text, "dim"))
