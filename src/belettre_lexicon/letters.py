"""Floor 0. Letters as the cards see them: folding (W4), counting (W1), containment (W3), neighbours (S3).

The cards carry A to Z without accents, so every comparison of words is made on *folded*
words: lower-case a–z, œ as oe, æ as ae, no accent, no hyphen, no apostrophe.
"""

from __future__ import annotations

from .errors import ArgumentError

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
#: Longest word that is looked at; the longest French word has some 30 letters. Beyond it
#: nothing is folded, so hostile input costs the same as a short word.
MAX_WORD = 64

#: What accented and other Latin letters fold to; letters between « | » fold to the letters
#: before the colon. Compared with unidecode in the tests.
_FOLDS = (
    "a:àâäáãåāăąǎǻạảấầẩẫậắằẳẵặªⓐ|b:ɓƀ|c:çćĉċč|d:ďđɗ|e:èéêëēĕėęěẹẻẽếềểễệ|f:ƒ|g:ĝğġģǧǥ|h:ĥħȟ|i:ìíîïĩīĭįıǐỉị|j:ĵǰ|k:ķĸǩƙ|"
    "l:ĺļľŀł|m:ḿ|n:ñńņňǹŉ|o:òóôõöøōŏőǒǫǿơọỏốồổỗộớờởỡợº|p:ƥ|r:ŕŗř|s:śŝşšșſ|t:ţťŧț|u:ùúûüũūŭůűųǔǖǘǚǜưụủứừửữự|"
    "w:ŵẁẃẅ|y:ýÿŷȳỳỵỷỹ|z:źżžƶ|oe:œ|ae:æǽ|ss:ß|ij:ĳ|ff:ﬀ|fi:ﬁ|fl:ﬂ|ffi:ﬃ|ffl:ﬄ|st:ﬅﬆ|th:þ"
)
#: Signs that join the parts of a word and are not letters (W1): hyphens, apostrophes, soft hyphen.
JOINERS = "-'\u2019\u2018\u02bc\u2010\u2011\u00ad\uff07\u00b4`"
_COMBINING = range(0x0300, 0x0370)

# Nearly all accented French words are Latin-1, where bytes fold three times as fast as text.
# What takes two letters (æ, ß, þ) keeps its byte, which is no ASCII and so falls back on the table.
_LATIN1_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZàâäáãåçèéêëìíîïñòóôõöøùúûüýÿÀÂÄÁÃÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝªº"
_LATIN1 = bytes.maketrans(
    _LATIN1_LETTERS.encode("latin-1"),
    (ALPHABET + "aaaaaaceeeeiiiinoooooouuuuyy" + "aaaaaaceeeeiiiinoooooouuuuy" + "ao").encode("ascii"),
)
_LATIN1_JOINERS = "-'\u00ad\u00b4`".encode("latin-1")


def is_compound(spelling: str) -> bool:
    """Whether a spelling is a compound for W6c: it has a hyphen or an apostrophe.

    >>> is_compound("arc-en-ciel"), is_compound("arc")
    (True, False)
    """
    return "-" in spelling or "'" in spelling


def _table() -> dict[int, str | None]:
    """What each character folds to, for all that Latin-1 cannot say; made when first needed."""
    if not _TABLE:
        _TABLE.update(dict.fromkeys(_COMBINING))
        _TABLE.update({ord(sign): None for sign in JOINERS})
        for group in _FOLDS.split("|"):
            plain, letters = group.split(":")
            _TABLE.update({ord(letter): plain for letter in letters})
    return _TABLE


_TABLE: dict[int, str | None] = {}


def fold(word: str) -> str:
    """The letters of *word* as cards see them (W4).

    >>> fold("École"), fold("cœur"), fold("arc-en-ciel"), fold("NOËL")
    ('ecole', 'coeur', 'arcenciel', 'noel')

    A character that is no Latin letter (digit, space, other script, control or bidi mark)
    is left as it is: the result then is no key of any lexicon, and ``stray`` names it.
    Words of more than MAX_WORD characters are returned unfolded.
    """
    if len(word) > MAX_WORD:
        return word
    if word.isascii() and word.isalpha():
        return word.lower()
    try:
        return word.encode("latin-1").translate(_LATIN1, _LATIN1_JOINERS).decode("ascii")
    except UnicodeError:
        folded = word.lower().translate(_table())
        return folded if folded.isascii() else _fold_rare(folded)


def fold_many(words: list[str]) -> list[str]:
    """The letters of many words, each as ``fold`` gives them, in a third of the time.

    A word that needs more than a table (another script, a rare letter, over MAX_WORD characters) comes back as a text
    that is not plain letters a-z; ask ``fold`` about it.

    >>> fold_many(["École", "cœur", "правильный"])
    ['ecole', 'coeur', '??????????']
    """
    if not words:
        return []
    if len(max(words, key=len)) > MAX_WORD:
        words = [word if len(word) <= MAX_WORD else _STRANGE for word in words]
    raw = "\n".join(words).encode("latin-1", _register_folding()).translate(_LATIN1, _LATIN1_JOINERS)
    folded = raw.decode("latin-1").split("\n")
    if len(folded) != len(words):
        return fold_many([_STRANGE if "\n" in word else word for word in words])
    return folded


#: What stands for a character that the table lacks.
_STRANGE = "?"
_FOLDING = "belettre.fold"


def _register_folding() -> str:
    """The name of the handler that folds what Latin-1 lacks while a text is encoded; registered when first needed."""
    import codecs  # loaded by every interpreter

    try:
        codecs.lookup_error(_FOLDING)
    except LookupError:
        codecs.register_error(_FOLDING, _fold_unencodable)
    return _FOLDING


def _fold_unencodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    table = _table()
    found = (table.get(ord(c), _STRANGE) for c in error.object[error.start : error.end].lower())
    return "".join(plain for plain in found if plain is not None), error.end


def _fold_rare(folded: str) -> str:
    """Fold what the table lacks (fullwidth letters, letters of other Latin orthographies)."""
    # Seldom needed and slow to import (8 ms): kept off the way of an ordinary word.
    import unicodedata

    from unidecode import unidecode_expect_nonascii

    def one(character: str) -> str:
        if character.isascii() or "LATIN" not in unicodedata.name(character, ""):
            return character
        plain = unidecode_expect_nonascii(character, errors="preserve").lower()
        return plain if plain.isascii() and plain.isalpha() else character

    return "".join(map(one, folded))


def spelled(word: str) -> str:
    """A word as dictionaries write it: NFC, lower-case, with the plain apostrophe.

    >>> spelled("Aujourd’hui")
    "aujourd'hui"
    """
    # Imported here because only an accented or refused word comes this way (0.2 ms).
    import unicodedata

    return unicodedata.normalize("NFC", word.strip()).lower().replace("\u2019", "'")


def stray(folded: str) -> str:
    """The first character of a folded word that is no letter a–z, or ''.

    >>> stray(fold("école 2"))
    ' '
    """
    if folded.isascii() and folded.isalpha():
        return ""
    return next((c for c in folded if not ("a" <= c <= "z")), "")


class Demand:
    """What the face-up minuscules of a pli ask of a word.

    ``counts`` pairs each letter with how many of it; ``jokers`` counts the jokers (J2), each
    of which asks for one more letter, any; ``size`` is the number of cards.
    """

    __slots__ = ("counts", "jokers", "size")

    def __init__(self, counts: tuple[tuple[str, int], ...], jokers: int, size: int) -> None:
        self.counts = counts
        self.jokers = jokers
        self.size = size


#: Demands already read, by the text they were read from: a pli asks the same again and again.
_DEMANDS: dict[str, Demand] = {}
_MOST_DEMANDS = 4096


def demand(letters: str) -> Demand:
    """Read the minuscules on the table: ``"lec"``, ``"le?"`` with a joker; accents fold, commas are skipped.

    Raises ArgumentError naming the first character that is neither a letter nor ``?``.
    """
    if not isinstance(letters, str):
        raise ArgumentError(f"letters: expected text such as 'lec', got {letters!r:.60}")
    found = _DEMANDS.get(letters)
    if found is None:
        found = _read_demand(letters)
        if len(_DEMANDS) >= _MOST_DEMANDS:
            _DEMANDS.clear()
        _DEMANDS[letters] = found
    return found


def _read_demand(letters: str) -> Demand:
    if len(letters) > MAX_WORD:
        raise ArgumentError(f"letters: {len(letters)} characters, expected {MAX_WORD} at most")
    folded = fold(letters.replace(",", ""))
    for character in folded:
        if character not in ALPHABET and character != "?":
            raise ArgumentError(f"letters {letters!r}: expected letters a-z and ? for the joker, got {character!r}")
    counts = tuple((c, folded.count(c)) for c in ALPHABET if c in folded)
    return Demand(counts, folded.count("?"), len(folded))


def missing(pool: str, wanted: Demand) -> str:
    """The letters of *wanted* that *pool* lacks, each as often as it is short of it (W3, J2).

    Every minuscule needs a letter of its own; a joker takes any letter left over.

    >>> missing("acile", demand("lec")), missing("acile", demand("ee")), missing("ab", demand("ab?"))
    ('', 'e', '?')
    """
    short = ""
    for letter, count in wanted.counts:
        found = pool.count(letter)
        if found < count:
            short += letter * (count - found)
    if wanted.jokers:
        spare = len(pool) - (wanted.size - wanted.jokers - len(short))
        short += "?" * (wanted.jokers - min(wanted.jokers, max(spare, 0)))
    return short


def missing_shared(word: str, wanted: Demand) -> str:
    """As ``missing`` under the option that cards may share a letter (W3): each letter once.

    >>> missing_shared("ecole", demand("ee")), missing_shared("ecole", demand("ex"))
    ('', 'x')
    """
    return "".join(letter for letter, _ in wanted.counts if letter not in word)


#: Ways of writing an initial that need no folding.
_INITIALS = {"": "", **{letter: letter for letter in ALPHABET}, **{letter.upper(): letter for letter in ALPHABET}}


def initial_letter(initial: str | None) -> str:
    """Read the majuscule on the table: the letter that a word must start with (W2), or '' when none lies there.

    >>> initial_letter("É"), initial_letter(None)
    ('e', '')

    Raises ArgumentError for anything else, ``?`` too: a JOKER has been named (J3).
    """
    letter = _INITIALS.get(initial or "") if initial is None or isinstance(initial, str) else None
    if letter is None:
        letter = fold(initial) if isinstance(initial, str) else ""
        if len(letter) != 1 or letter not in ALPHABET:
            raise ArgumentError(
                f"initial {initial!r}: expected one letter; a JOKER is given as the letter it was named (J3)"
            )
    return letter


def neighbours(letter: str) -> tuple[str, str]:
    """The letters before and after in the alphabet, in a circle (S3: Z and A are neighbours).

    >>> neighbours("a"), neighbours("q")
    (('z', 'b'), ('p', 'r'))
    """
    place = ALPHABET.index(letter.lower())
    return ALPHABET[place - 1], ALPHABET[(place + 1) % 26]
