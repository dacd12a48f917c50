"""Floor 0. Letters as the cards have them: folding (W4), counting (W1), containment (W3), neighbours (S3).

The cards carry A to Z without accents, so words are compared *folded*: lower-case a–z, œ as oe, æ as ae, without
accents, hyphens and apostrophes.
"""

from __future__ import annotations

from .errors import ArgumentError

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
#: The most characters of a word; the longest French word has some 30 letters. Longer text is not folded, so that
#: hostile input takes no longer than a word.
MAX_WORD = 64

#: What accented and other Latin letters fold to: in each group between « | », the letters after the colon fold to the
#: text before it. The tests compare the table with unidecode.
_FOLDS = (
    "a:àâäáãåāăąǎǻạảấầẩẫậắằẳẵặªⓐ|b:ɓƀ|c:çćĉċč|d:ďđɗ|e:èéêëēĕėęěẹẻẽếềểễệ|f:ƒ|g:ĝğġģǧǥ|h:ĥħȟ|i:ìíîïĩīĭįıǐỉị|j:ĵǰ|k:ķĸǩƙ|"
    "l:ĺļľŀł|m:ḿ|n:ñńņňǹŉ|o:òóôõöøōŏőǒǫǿơọỏốồổỗộớờởỡợº|p:ƥ|r:ŕŗř|s:śŝşšșſ|t:ţťŧț|u:ùúûüũūŭůűųǔǖǘǚǜưụủứừửữự|"
    "w:ŵẁẃẅ|y:ýÿŷȳỳỵỷỹ|z:źżžƶ|oe:œ|ae:æǽ|ss:ß|ij:ĳ|ff:ﬀ|fi:ﬁ|fl:ﬂ|ffi:ﬃ|ffl:ﬄ|st:ﬅﬆ|th:þ"
)
#: Signs that join the parts of a word and do not count as letters (W1): hyphens, apostrophes, soft hyphen.
JOINERS = "-'\u2019\u2018\u02bc\u2010\u2011\u00ad\uff07\u00b4`"
_COMBINING = range(0x0300, 0x0370)

# Nearly all accented French words are Latin-1, where bytes fold three times as fast as text. Letters that fold to two
# letters (æ, ß, þ) keep their byte. It is not ASCII, so such words fall back on the table.
_LATIN1_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZàâäáãåçèéêëìíîïñòóôõöøùúûüýÿÀÂÄÁÃÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝªº"
_LATIN1 = bytes.maketrans(
    _LATIN1_LETTERS.encode("latin-1"),
    (ALPHABET + "aaaaaaceeeeiiiinoooooouuuuyy" + "aaaaaaceeeeiiiinoooooouuuuy" + "ao").encode("ascii"),
)
_LATIN1_JOINERS = "-'\u00ad\u00b4`".encode("latin-1")


def is_compound(spelling: str) -> bool:
    """Whether a spelling counts as a compound (W6c): it has a hyphen or an apostrophe.

    >>> is_compound("arc-en-ciel"), is_compound("arc")
    (True, False)
    """
    return "-" in spelling or "'" in spelling


def _table() -> dict[int, str | None]:
    """Return the full folding table, code point → folded text (None: dropped). It is made on first use."""
    if not _TABLE:
        _TABLE.update(dict.fromkeys(_COMBINING))
        _TABLE.update({ord(sign): None for sign in JOINERS})
        for group in _FOLDS.split("|"):
            plain, letters = group.split(":")
            _TABLE.update({ord(letter): plain for letter in letters})
    return _TABLE


_TABLE: dict[int, str | None] = {}


def fold(word: str) -> str:
    """Return the letters of *word* as the cards have them (W4).

    >>> fold("École"), fold("cœur"), fold("arc-en-ciel"), fold("NOËL")
    ('ecole', 'coeur', 'arcenciel', 'noel')

    Other characters (digits, spaces, other scripts, control and bidirectional marks) stay as they are. Such a result
    is in no lexicon, and ``first_non_letter`` gives the first of them. Words of more than MAX_WORD characters are
    not folded.
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
    """Fold many words at once, in a third of the time that ``fold`` takes.

    A result of plain letters a-z is what ``fold`` returns. Any other result only says that the word needs more than
    a table (another script, a rare letter, over MAX_WORD characters): call ``fold`` for it.

    >>> fold_many(["École", "cœur", "правильный"])
    ['ecole', 'coeur', '??????????']
    """
    if not words:
        return []
    if len(max(words, key=len)) > MAX_WORD:
        words = [word if len(word) <= MAX_WORD else _UNKNOWN_CHARACTER for word in words]
    raw = "\n".join(words).encode("latin-1", _register_folding()).translate(_LATIN1, _LATIN1_JOINERS)
    folded = raw.decode("latin-1").split("\n")
    if len(folded) != len(words):
        return fold_many([_UNKNOWN_CHARACTER if "\n" in word else word for word in words])
    return folded


#: Replaces characters that are not in the table.
_UNKNOWN_CHARACTER = "?"
#: The name of our error handler in the registry of ``codecs``.
_FOLDING = "belettre.fold"


def _register_folding() -> str:
    """Register the codec error handler that folds characters outside Latin-1, and return its name."""
    import codecs  # every interpreter has loaded it

    try:
        codecs.lookup_error(_FOLDING)
    except LookupError:
        codecs.register_error(_FOLDING, _fold_unencodable)
    return _FOLDING


def _fold_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Return the folded text for characters outside Latin-1, and where encoding goes on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    table = _table()
    folded = (table.get(ord(c), _UNKNOWN_CHARACTER) for c in error.object[error.start : error.end].lower())
    return "".join(plain for plain in folded if plain is not None), error.end


def _fold_rare(folded: str) -> str:
    """Fold letters that are not in the table (fullwidth letters, letters of other Latin orthographies)."""
    # Rarely needed and slow to import (8 ms), so ordinary words do not import it.
    import unicodedata

    from unidecode import unidecode_expect_nonascii

    def fold_character(character: str) -> str:
        if character.isascii() or "LATIN" not in unicodedata.name(character, ""):
            return character
        plain = unidecode_expect_nonascii(character, errors="preserve").lower()
        return plain if plain.isascii() and plain.isalpha() else character

    return "".join(map(fold_character, folded))


def spelled(word: str) -> str:
    """Return a word as dictionaries write it: Unicode form NFC, lower-case, with the plain apostrophe.

    >>> spelled("Aujourd’hui")
    "aujourd'hui"
    """
    # Imported here (0.2 ms) because only words with accents and refused words need it.
    import unicodedata

    return unicodedata.normalize("NFC", word.strip()).lower().replace("\u2019", "'")


def first_non_letter(folded: str) -> str:
    """Return the first character of a folded word that is not a letter a–z, or '' if there is none.

    >>> first_non_letter(fold("école 2"))
    ' '
    """
    if folded.isascii() and folded.isalpha():
        return ""
    return next((c for c in folded if not ("a" <= c <= "z")), "")


class Demand:
    """The letters that the face-up minuscules of a pli demand of a word (W3).

    counts  pairs of a letter and how many of it
    jokers  how many jokers; each demands one more letter, any (J2)
    size    how many cards, jokers included
    """

    __slots__ = ("counts", "jokers", "size")

    def __init__(self, counts: tuple[tuple[str, int], ...], jokers: int, size: int) -> None:
        self.counts = counts
        self.jokers = jokers
        self.size = size


#: Demands parsed so far, by their text: the words of a pli are judged against the same demand.
_DEMANDS: dict[str, Demand] = {}
#: Most demands that are kept.
_MOST_DEMANDS = 4096


def parse_demand(letters: str) -> Demand:
    """Parse the minuscules on the table: ``"lec"``, ``"le?"`` with a joker. Accents fold, commas are skipped.

    Raises ArgumentError naming the first character that is neither a letter nor ``?``.
    """
    if not isinstance(letters, str):
        raise ArgumentError(f"letters: expected text such as 'lec', got {letters!r:.60}")
    wanted = _DEMANDS.get(letters)
    if wanted is None:
        wanted = _parse_new_demand(letters)
        if len(_DEMANDS) >= _MOST_DEMANDS:
            _DEMANDS.clear()
        _DEMANDS[letters] = wanted
    return wanted


def _parse_new_demand(letters: str) -> Demand:
    if len(letters) > MAX_WORD:
        raise ArgumentError(f"letters: {len(letters)} characters, expected {MAX_WORD} at most")
    folded = fold(letters.replace(",", ""))
    for character in folded:
        if character not in ALPHABET and character != "?":
            raise ArgumentError(f"letters {letters!r}: expected letters a-z and ? for the joker, got {character!r}")
    counts = tuple((c, folded.count(c)) for c in ALPHABET if c in folded)
    return Demand(counts, folded.count("?"), len(folded))


def missing(pool: str, wanted: Demand) -> str:
    """Return the letters of *wanted* that *pool* lacks, as often as it lacks them, then ``?`` for a joker (W3, J2).

    Every minuscule needs a letter of its own; a joker takes any letter that is left.

    >>> missing("acile", parse_demand("lec")), missing("acile", parse_demand("ee")), missing("ab", parse_demand("ab?"))
    ('', 'e', '?')
    """
    lacking = ""
    for letter, count in wanted.counts:
        available = pool.count(letter)
        if available < count:
            lacking += letter * (count - available)
    if wanted.jokers:
        spare = len(pool) - (wanted.size - wanted.jokers - len(lacking))
        lacking += "?" * (wanted.jokers - min(wanted.jokers, max(spare, 0)))
    return lacking


def missing_shared(word: str, wanted: Demand) -> str:
    """Return the letters of *wanted* that *word* lacks if cards may share a letter (option of W3), each once.

    >>> missing_shared("ecole", parse_demand("ee")), missing_shared("ecole", parse_demand("ex"))
    ('', 'x')
    """
    return "".join(letter for letter, _ in wanted.counts if letter not in word)


#: Initials that need no folding: "", letters and capital letters.
_INITIALS = {"": "", **{letter: letter for letter in ALPHABET}, **{letter.upper(): letter for letter in ALPHABET}}


def parse_initial(initial: str | None) -> str:
    """Return the letter that a word must start with (W2) for a majuscule on the table; '' when there is none.

    >>> parse_initial("É"), parse_initial(None)
    ('e', '')

    Raises ArgumentError if *initial* is anything but one letter. A JOKER is given as the letter it was named (J3), so
    ``?`` is an error too.
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
    """Return the letters before and after a letter in the alphabet, which is a circle: Z and A are neighbours (S3).

    >>> neighbours("a"), neighbours("q")
    (('z', 'b'), ('p', 'r'))
    """
    place = ALPHABET.index(letter.lower())
    return ALPHABET[place - 1], ALPHABET[(place + 1) % len(ALPHABET)]
