"""Tells what kind of file a file is by how it begins, and which command reads it.

The formats are specified beside their readers: records and journals in ``games.kit.chain``, their headers in
``games.belettre.records``, ``games.belote.records`` and ``games.belote.marque``, shorthand in
``games.belettre.records.shorthand``, compiled lexicons in ``lexicon.file.container``, decks in ``decks``, house lists
in ``words.house_list``. This module only knows how they begin. Start reading at ``kind_of``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    #: A kind of file.
    FileKind = Literal[
        "record",
        "journal",
        "shorthand",
        "belote_record",
        "belote_journal",
        "score_sheet",
        "lexicon",
        "deck",
        "house_list",
        "journal_end",
    ]

#: How many bytes of a file ``kind_of`` needs. The first line of a record has about 3000.
HEAD = 1 << 16
#: How a compiled lexicon begins.
LEXICON_MAGIC = b"BLTRLEX\n"
#: How the file that keeps the end of a journal begins (``cli.kit.journal_end``).
JOURNAL_END = "belettre journal end"
#: How the first line of a record or journal begins, and the others, up to the name of what they contain.
_CHAINED, _HEADER = '{"check":"', '"header":{"version":'
#: What follows the version in the header of a journal of Belettre, of a game of Belote, and of a score sheet of Belote.
_JOURNAL, _BELOTE, _SCORE_SHEET = '"kind":"journal"', '"game":"belote","kind":"', '"kind":"marque"'
#: How the lines of shorthand begin: with one of its own words, or with a seat.
_SHORTHAND = ("partie ", "deck ", "manche ", "belettre ", "PON ", "SEP ", "LEV ", "MER ", "ARB ")
#: The words of a line of a deck file: letters and four numbers.
_DECK_WORDS = 5
#: What each kind of file is, and what reads it.
_DESCRIPTIONS: dict[FileKind, str] = {
    "record": "the record of a game, which belettre replay reads",
    "journal": "the journal of a game, which belettre table --save or play --save resumes and belettre replay reads",
    "shorthand": "a game in the short notation, which belettre replay reads",
    "belote_record": "the record of a game of Belote, which belote replay reads",
    "belote_journal": "the journal of a game of Belote, which belote play --save resumes and belote replay reads",
    "score_sheet": "a score sheet of Belote, which belote score --save resumes and belote replay reads",
    "lexicon": "a compiled lexicon, which --lexicon names",
    "deck": "a deck, which --deck names",
    "house_list": "a house list, which --house-list names",
    "journal_end": "the file beside the journal of a game that says how the journal ends",
}


def kind_of(head: bytes | str) -> FileKind | None:
    """Return the kind of a file from its first HEAD bytes or more, or its text; None if it is not one of ours.

    >>> kind_of("# two moves\\nPON l Volonté · SEP e École"), kind_of("+ chocolatine"), kind_of("e 11 1 1 2")
    ('shorthand', 'house_list', 'deck')
    """
    if isinstance(head, bytes):
        if head.startswith(LEXICON_MAGIC):
            return "lexicon"
        head = head.decode("utf-8", "replace")
    lines = [line.strip() for line in head.removeprefix("\ufeff").split("\n", 1000)[:1000]]
    line = next((line for line in lines if line and not line.startswith("#")), "")
    if line.startswith(_CHAINED):
        return _kind_of_chain(lines[lines.index(line) :])
    if line.startswith(JOURNAL_END):
        return "journal_end"
    if line.startswith(_SHORTHAND):
        return "shorthand"
    words = line.split()
    if words and words[0] in ("+", "-"):
        return "house_list"
    if len(words) == _DECK_WORDS and all(word.isdecimal() for word in words[1:]):
        return "deck"
    return None


def describe(kind: FileKind) -> str:
    """Return what a kind of file is and which command reads it, to be put after « FILE is ».

    >>> describe("deck")
    'a deck, which --deck names'
    """
    return _DESCRIPTIONS[kind]


def _kind_of_chain(lines: list[str]) -> FileKind:
    """Return the kind of a file whose first line begins like a line of a record or journal."""
    contents = lines[0].partition(_HEADER)[2].partition(",")[2]
    if contents.startswith(_SCORE_SHEET):
        return "score_sheet"
    if contents.startswith(_BELOTE):
        return "belote_journal" if contents.startswith(f'{_BELOTE}journal"') else "belote_record"
    entries = any(',"did":[' in line or ',"undid":' in line for line in lines[:2])  # the header may be damaged
    return "journal" if entries or contents.startswith(_JOURNAL) else "record"
