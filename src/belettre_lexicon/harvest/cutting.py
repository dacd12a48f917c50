"""Cuts text into paragraphs and paragraphs into words, as French is written. Start reading at ``cut``.

A word is a run of letters with hyphens and apostrophes between them. Elided words before it (« l' », « jusqu' ») and
pronouns after it (« -t-il », « -moi ») are cut off, unless the lexicon knows the whole: « aujourd'hui »,
« rendez-vous ». Addresses, file names, and letters next to digits or underscores do not count as words.

A capital suggests a name only where an ordinary word would have a small letter: not at the beginning of a line or
sentence, and not in a line of capitals.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from ..french.letters import MAX_WORD

#: The case of a word: "small"; "capital" if it has a capital where only names and acronyms have one; "opening" if it
#: has a capital where every word has one.
Case = Literal["small", "capital", "opening"]

#: The largest number of characters of a paragraph. Longer ones are cut between words.
MOST_CHARACTERS = 1 << 16
#: The largest number of characters of a line of context on each side of the word.
_BESIDE = 40

#: The end of a paragraph: a blank line, or the end of a line of 200 characters or more, which no text is wrapped to.
_PARAGRAPH_END = re.compile(r"\n[ \t\f\v]*\n|(?<=[^\n]{200})\n")
_JOINER = r"\-\u2010\u2011\u00ad'\u2019\u02bc"
#: A letter, with marks that are characters of their own.
_LETTER = r"[^\W\d_][\u0300-\u036f]*"
#: A word; a line may end after a hyphen in it. Letters next to a digit, an underscore or a full stop are not words.
_WORD = re.compile(rf"(?<!\w)(?<!\w[{_JOINER}.])(?:{_LETTER})+(?:(?:[{_JOINER}]|-\n[ \t]*)(?:{_LETTER})+)*(?!\w|\.\w)")
#: Signs that only addresses, options and code contain, and the beginnings of addresses, paths and options.
_CODE = ("://", "@", "\\", "_", "=", "$", "{")
_CODE_BEGINS = re.compile(r"[(\u00ab\"'\u201c]*(?:www\.|[~.]{0,2}/|--\w)")
_ELIDED = re.compile(
    "(?:[ldjmtsnc]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|presqu|entr)['\u2019\u02bc](?=.)", re.IGNORECASE
)
_PRONOUN = re.compile(
    "(?<=.)[-\u2010\u2011](?:t[-\u2010\u2011](?:ils?|elles?|on|en)|[mt]['\u2019](?:en|y)|je|tu|ils?|elles?|on|nous|vous"
    "|moi|toi|soi|lui|leur|eux|les?|la|ce|ci|là|y|en|mêmes?)$",
    re.IGNORECASE,
)
_ROMAN = re.compile("[IVXLCDM]+(?:er|re|ère|e|ème|es)?")
#: The characters of Windows-1252 where a text has the control characters of its bytes, since it was taken for Latin-1:
#: « d\x92 » is « d’ ». French texts use these control characters for nothing else.
_WINDOWS = {code: bytes([code]).decode("cp1252", "replace") for code in range(0x80, 0xA0)}
#: The signs between the end of a sentence and the next sentence, or before a quotation.
_OPENS = re.compile(r'[.!?…:\n\u00ab"“”„—–•*|]')
#: Abbreviations before names: their full stop ends no sentence. A single capital does not either.
_TITLES = frozenset(("M", "MM", "Mr", "Mrs", "Mme", "Mmes", "Mlle", "Mlles", "Dr", "Me", "Mgr", "St", "Ste", "Cie"))


class Occurrence(NamedTuple):
    """A word in a paragraph: its text, without a line end inside it, its start, the index after its end, its case.

    The case is "small", "capital" where only names and acronyms have one, or "opening" where every word has a capital.
    """

    text: str
    start: int
    end: int
    case: Case


def repaired(text: str) -> str:
    r"""Return text in Unicode form NFC, with the characters of Windows-1252 that were read as Latin-1 put right.

    >>> repaired("l\x92e\u0301te\u0301, son c\x9cur")
    'l’été, son cœur'
    """
    return unicodedata.normalize("NFC", text.translate(_WINDOWS))


def paragraphs(chunks: Iterable[str]) -> Iterator[str]:
    r"""Yield the paragraphs of a text, which is given in pieces of any size. Blank paragraphs are left out.

    A paragraph ends at a blank line, or after a line of 200 characters or more. A paragraph of more than
    MOST_CHARACTERS is cut into several, between words if possible.

    >>> list(paragraphs(["un\ndeux\n", "\ntrois"]))
    ['un\ndeux', 'trois']
    """
    rest = ""
    for block in _blocks(chunks):
        *whole, rest = _PARAGRAPH_END.split(rest + block)
        for paragraph in whole:
            yield from _pieces(paragraph)
        *before, rest = _pieces(rest) or [""]
        yield from before
    yield from filter(str.strip, (rest,))


def _blocks(chunks: Iterable[str]) -> Iterator[str]:
    """Yield the text of *chunks* in blocks of MOST_CHARACTERS or more; the last one may be shorter.

    Searching each line of a text for the end of a paragraph would search the lines before it again.
    """
    waiting, size = [], 0
    for chunk in chunks:
        waiting.append(chunk)
        size += len(chunk)
        if size >= MOST_CHARACTERS:
            yield "".join(waiting)
            waiting, size = [], 0
    yield "".join(waiting)


def _pieces(paragraph: str) -> list[str]:
    """Return a paragraph in pieces of MOST_CHARACTERS at most, cut at white space if possible; [] if it is blank."""
    pieces = []
    while len(paragraph) > MOST_CHARACTERS:
        head = paragraph[:MOST_CHARACTERS]
        space = max(head.rfind(" "), head.rfind("\n"))
        place = space if space > 0 else MOST_CHARACTERS
        pieces.append(paragraph[:place])
        paragraph = paragraph[place:]
    return [piece for piece in (*pieces, paragraph) if piece.strip()]


def cut(paragraph: str, is_known: Callable[[str], bool]) -> Iterator[Occurrence]:
    """Yield the words of a paragraph in order, except Roman numerals and words over 2 × MAX_WORD characters long.

    *is_known* returns whether the lexicon knows a word; a known word is not cut at its apostrophes and hyphens.

    >>> [one.text for one in cut("L'arc-en-ciel brille-t-il jusqu'ici ? (voir www.x.fr)", {"arc-en-ciel"}.__contains__)]
    ['arc-en-ciel', 'brille', 'ici', 'voir']
    """
    prose = re.sub(r"\S+", _without_code, paragraph)
    opening, last, before = True, "", 0
    for token in _WORD.finditer(prose):
        opening = opening or _opens_sentence(last, prose[before : token.start()])
        before, last = token.end(), token[0]
        if len(last) <= 2 * MAX_WORD and not _ROMAN.fullmatch(last):
            text, start, end = _bare(last, token.start(), is_known)
            yield Occurrence(text, start, end, _case(text, opening and start == token.start(), paragraph, start))
        opening = False


def _without_code(found: re.Match[str]) -> str:
    """Return the matched text, or as many spaces if it is an address, a path, an option or code."""
    text = found[0]
    is_code = any(sign in text for sign in _CODE) or text.count("/") > 1 or _CODE_BEGINS.match(text)
    return " " * len(text) if is_code else text


def _opens_sentence(last: str, between: str) -> bool:
    """Return whether a sentence begins after the word *last* and the text *between* it and the next word."""
    if between.startswith(".") and (last in _TITLES or (len(last) == 1 and last.isupper())):
        between = between[1:]
    return bool(_OPENS.search(between))


def _bare(word: str, start: int, is_known: Callable[[str], bool]) -> tuple[str, int, int]:
    """Return a word without elided words before it and pronouns after it, then its start and end in the paragraph."""
    end = start + len(word)
    if "\n" in word:  # a line ends in it
        whole = re.sub(r"-\n[ \t]*", "", word)
        word = whole if is_known(whole) else re.sub(r"\n[ \t]*", "", word)
    while not is_known(word):
        if elided := _ELIDED.match(word):
            start += elided.end()
            word = word[elided.end() :]
        elif pronoun := _PRONOUN.search(word):
            end -= len(word) - pronoun.start()
            word = word[: pronoun.start()]
        else:
            break
    return word, start, end


def _case(word: str, opening: bool, paragraph: str, start: int) -> Case:
    """Return the ``Case`` of the word at the index *start* of a paragraph; *opening*: whether it opens a sentence."""
    if not word[0].isupper():
        return "small" if word.islower() else "capital"  # « eBay », « ex-URSS »
    if len(word) > 1 and word.isupper():
        return "opening" if _line_around(paragraph, start).isupper() else "capital"
    return "opening" if opening else "capital"


def _line_around(paragraph: str, start: int) -> str:
    """Return the line of a paragraph around the index *start*, at most 2 × MAX_WORD characters on each side."""
    line = paragraph.rfind("\n", max(0, start - 2 * MAX_WORD), start) + 1 or max(0, start - 2 * MAX_WORD)
    end = paragraph.find("\n", start, start + 2 * MAX_WORD)
    return paragraph[line : end if end >= 0 else start + 2 * MAX_WORD]


def context(paragraph: str, start: int, end: int) -> str:
    r"""Return one line of context around the word ``paragraph[start:end]``, with « … » where the paragraph goes on.

    Each run of white space becomes one space, and unprintable characters are escaped.

    >>> context("Un\tbeau\nmot\x00 rare.", 8, 11)
    'Un beau mot\\u0000 rare.'
    """
    left, right = max(0, start - _BESIDE), min(len(paragraph), end + _BESIDE)
    before, after = paragraph[left:start], paragraph[end:right]
    if left:
        before = "…" + re.sub(r"^\S*\s", "", before)
    if right < len(paragraph):
        after = re.sub(r"\s\S*$", "", after) + "…"
    line = " ".join(f"{before}{paragraph[start:end]}{after}".split())
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in line)
