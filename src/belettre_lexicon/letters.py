"""Floor 0. The letters of words and cards: folding (W4), initials (W2), containment (W3) and neighbours (S3).

The cards show the letters A to Z without accents. Words are therefore compared in a *folded* form: in lower case,
without accents, hyphens and apostrophes, with œ as oe and æ as ae.
"""

from __future__ import annotations

from .errors import ArgumentError

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
#: The largest number of characters in a word; the longest French word has about 30 letters. Longer text is not folded,
#: so that hostile input takes no more time than a word.
MAX_WORD = 64

#: The plain letters to which accented and other Latin letters fold. Groups are separated by « | ». In each group, the
#: letters after the colon fold to the text before it. The tests compare the table with unidecode.
_FOLDS = (
    "a:àâäáãåāăąǎǻạảấầẩẫậắằẳẵặªⓐ|b:ɓƀ|c:çćĉċč|d:ďđɗ|e:èéêëēĕėęěẹẻẽếềểễệ|f:ƒ|g:ĝğġģǧǥ|h:ĥħȟ|i:ìíîïĩīĭįıǐỉị|j:ĵǰ|k:ķĸǩƙ|"
    "l:ĺļľŀł|m:ḿ|n:ñńņňǹŉ|o:òóôõöøōŏőǒǫǿơọỏốồổỗộớờởỡợº|p:ƥ|r:ŕŗř|s:śŝşšșſ|t:ţťŧț|u:ùúûüũūŭůűųǔǖǘǚǜưụủứừửữự|"
    "w:ŵẁẃẅ|y:ýÿŷȳỳỵỷỹ|z:źżžƶ|oe:œ|ae:æǽ|ss:ß|ij:ĳ|ff:ﬀ|fi:ﬁ|fl:ﬂ|ffi:ﬃ|ffl:ﬄ|st:ﬅﬆ|th:þ"
)
#: The signs that join the parts of a word and do not count as letters (W1): hyphens, apostrophes, the soft hyphen.
JOINERS = "-'\u2019\u2018\u02bc\u2010\u2011\u00ad\uff07\u00b4`"
_COMBINING = range(0x0300, 0x0370)

# Nearly all accented French words can be encoded as Latin-1, and bytes are folded three times as fast as text. Letters
# that fold to two letters (æ, ß, þ) keep their byte. As this byte is not ASCII, ``fold`` uses its table for such words.
_LATIN1_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZàâäáãåçèéêëìíîïñòóôõöøùúûüýÿÀÂÄÁÃÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝªº"
_LATIN1 = bytes.maketrans(
    _LATIN1_LETTERS.encode("latin-1"),
    (ALPHABET + "aaaaaaceeeeiiiinoooooouuuuyy" + "aaaaaaceeeeiiiinoooooouuuuy" + "ao").encode("ascii"),
)
_LATIN1_JOINERS = "-'\u00ad\u00b4`".encode("latin-1")


def is_compound(spelling: str) -> bool:
    """Return whether a spelling counts as a compound (W6c), that is, has a hyphen or an apostrophe.

    >>> is_compound("arc-en-ciel"), is_compound("arc")
    (True, False)
    """
    return "-" in spelling or "'" in spelling


def _table() -> dict[int, str | None]:
    """Return the full folding table, which is filled on first use.

    It maps code points to folded text, or to None for characters that are dropped.
    """
    if not _TABLE:
        _TABLE.update(dict.fromkeys(_COMBINING))
        _TABLE.update({ord(sign): None for sign in JOINERS})
        for group in _FOLDS.split("|"):
            plain, letters = group.split(":")
            _TABLE.update({ord(letter): plain for letter in letters})
    return _TABLE


_TABLE: dict[int, str | None] = {}


def fold(word: str) -> str:
    """Return the folded form of *word*, which is compared with the cards (W4).

    >>> fold("École"), fold("cœur"), fold("arc-en-ciel"), fold("NOËL")
    ('ecole', 'coeur', 'arcenciel', 'noel')

    Characters that cannot be folded to letters a-z (digits, spaces, other scripts, control and bidirectional marks)
    are kept. No lexicon contains a word with such characters; ``first_non_letter`` returns the first one in a folded
    word. Text of more than MAX_WORD characters is returned unchanged.
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
    """Return the folded forms of many words, in a third of the time that ``fold`` takes.

    A result that consists of letters a-z is the one that ``fold`` returns. Any other result may differ from that of
    ``fold``, for example if the word contains another script or a rare letter or is too long (MAX_WORD). Call ``fold``
    for such words.

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


#: The placeholder for characters that are not in the folding table.
_UNKNOWN_CHARACTER = "?"
#: The name under which the error handler of this module is registered with ``codecs``.
_FOLDING = "belettre.fold"


def _register_folding() -> str:
    """Register the codec error handler that folds characters outside Latin-1, if needed, and return its name."""
    import codecs  # every interpreter has loaded this module already

    try:
        codecs.lookup_error(_FOLDING)
    except LookupError:
        codecs.register_error(_FOLDING, _fold_unencodable)
    return _FOLDING


def _fold_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Return the folded text for characters outside Latin-1, and the position at which encoding continues.

    This is the codec error handler of ``fold_many``.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    table = _table()
    folded = (table.get(ord(c), _UNKNOWN_CHARACTER) for c in error.object[error.start : error.end].lower())
    return "".join(plain for plain in folded if plain is not None), error.end


def _fold_rare(folded: str) -> str:
    """Fold letters that the table lacks, such as full-width or rare Latin letters, and return the word."""
    # These modules are slow to import (8 ms) and rarely needed, so they are imported only for such letters.
    import unicodedata

    from unidecode import unidecode_expect_nonascii

    def fold_character(character: str) -> str:
        if character.isascii() or "LATIN" not in unicodedata.name(character, ""):
            return character
        plain = unidecode_expect_nonascii(character, errors="preserve").lower()
        return plain if plain.isascii() and plain.isalpha() else character

    return "".join(map(fold_character, folded))


def spelled(word: str) -> str:
    """Return a word as the lexicon writes it: in Unicode form NFC, in lower case and with plain apostrophes.

    >>> spelled("Aujourd’hui")
    "aujourd'hui"
    """
    # Imported here (0.2 ms) because only words with accents and refused words need it.
    import unicodedata

    return unicodedata.normalize("NFC", word.strip()).lower().replace("\u2019", "'")


def first_non_letter(folded: str) -> str:
    """Return the first character other than a-z in a folded word, or "" if all characters are letters a-z.

    >>> first_non_letter(fold("école 2"))
    ' '
    """
    if folded.isascii() and folded.isalpha():
        return ""
    return next((c for c in folded if not ("a" <= c <= "z")), "")


class Demand:
    """The letters that a word must contain because of the face-up minuscules of a pli (W3).

    counts  pairs (letter, number of minuscules with this letter), in alphabetical order
    jokers  the number of jokers; for each, the word needs one more letter of any kind (J2)
    size    the number of cards, including jokers
    """

    __slots__ = ("counts", "jokers", "size")

    def __init__(self, counts: tuple[tuple[str, int], ...], jokers: int, size: int) -> None:
        self.counts = counts
        self.jokers = jokers
        self.size = size


#: A cache of parsed demands, by the text of the minuscules: many words are judged with the same cards.
_DEMANDS: dict[str, Demand] = {}
#: The largest number of demands in the cache.
_MOST_DEMANDS = 4096


def parse_demand(letters: str) -> Demand:
    """Return the demand of the minuscules on the table, given as text such as ``"lec"``, or ``"le?"`` with a joker.

    Accents are removed and commas are skipped. Raises ArgumentError if *letters* is not text, has more than MAX_WORD
    characters, or contains a character that is neither a letter, a comma nor ``?``.
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
    """Return the letters that *wanted* demands and *pool* lacks, or "" if it lacks none (W3, J2).

    *pool* holds the letters of a word that may be used for minuscules. Every minuscule needs a letter of its own, so
    the result contains a letter once for each missing copy. A joker can use any letter that is left; the result ends
    with one ``?`` for each joker without a letter.

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
        lacking += "?" * (wanted.jokers - min(wanted.jokers, spare))
    return lacking


def missing_shared(word: str, wanted: Demand) -> str:
    """Return the letters that *wanted* demands and *word* lacks if cards may share a letter, or "" if it lacks none.

    This is for the option ``letters_shared`` (W3). Each missing letter is returned once, and jokers are ignored.

    >>> missing_shared("ecole", parse_demand("ee")), missing_shared("ecole", parse_demand("ex"))
    ('', 'x')
    """
    return "".join(letter for letter, _ in wanted.counts if letter not in word)


#: Maps the initials that need no folding ("", "a" to "z" and "A" to "Z") to their lower-case letters.
_INITIALS = {"": "", **{letter: letter for letter in ALPHABET}, **{letter.upper(): letter for letter in ALPHABET}}


def parse_initial(initial: str | None) -> str:
    """Return the letter of the face-up majuscule in lower case; a word must start with it (W2).

    Returns "" if *initial* is None or "", which both mean that there is no majuscule.

    >>> parse_initial("É"), parse_initial(None)
    ('e', '')

    Raises ArgumentError if *initial* is anything but one letter. For a JOKER, pass the letter that its player named
    (J3): ``?`` is an error.
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
    """Return the letters before and after a letter in the alphabet, in lower case; Z and A are neighbours (S3).

    >>> neighbours("a"), neighbours("q")
    (('z', 'b'), ('p', 'r'))
    """
    place = ALPHABET.index(letter.lower())
    return ALPHABET[place - 1], ALPHABET[(place + 1) % len(ALPHABET)]
