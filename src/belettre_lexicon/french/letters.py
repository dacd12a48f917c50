"""The letters of words and cards: folding (W4), initials (W2), containment (W3) and neighbours (S3).

The cards show the letters A to Z without accents. Words are therefore compared in a *folded* form: in lower case,
without accents, hyphens and apostrophes, with œ as oe and æ as ae. ``fold`` decides which letters a word has,
``spelled`` in which spelling it is written, and ``announced`` which spelling it stands for; all look-ups and
comparisons of words use these functions.
"""

from __future__ import annotations

from ..base.errors import ArgumentError
from ..base.values import Cache, Value

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
#: The largest number of characters in a word; the longest French word has about 30 letters. Longer text is not folded,
#: so that hostile input takes no more time than a word.
MAX_WORD = 64

#: The plain letters to which accented and other Latin letters fold. Groups are separated by « | ». In each group, the
#: letters after the colon fold to the text before it. The tests compare both tables with Unidecode.
_FOLDS = (
    "a:àâäáãåāăąǎǻạảấầẩẫậắằẳẵặª|b:ɓƀ|c:çćĉċč|d:ďđɗ|e:èéêëēĕėęěẹẻẽếềểễệ|f:ƒ|g:ĝğġģǧǥ|h:ĥħȟ|i:ìíîïĩīĭįıǐỉị|j:ĵǰ|k:ķĸǩƙ|"
    "l:ĺļľŀł|m:ḿ|n:ñńņňǹŉ|o:òóôõöøōŏőǒǫǿơọỏốồổỗộớờởỡợº|p:ƥ|r:ŕŗř|s:śŝşšșſ|t:ţťŧț|u:ùúûüũūŭůűųǔǖǘǚǜưụủứừửữự|"
    "w:ŵẁẃẅ|y:ýÿŷȳỳỵỷỹ|z:źżžƶ|oe:œ|ae:æǽ|ss:ß|ij:ĳ|ff:ﬀ|fi:ﬁ|fl:ﬂ|ffi:ﬃ|ffl:ﬄ|st:ﬅﬆ|th:þ"
)
#: Letters of phonetic alphabets and of other languages that Unicode does not decompose, as in ``_FOLDS``.
_RARE_FOLDS = (
    "a:ɐɑɒᴀẚⱥ|b:ƃʙᴃᵬᶀ|c:ƈȼɕʗᴄ|d:ðƌƍȡɖᴅᴆᵭᶁ|e:ɇɘɛɜɝɞʚᴇᴈ|f:ɸᵮᶂ|g:ɠɡɢɣʛᵷᶃ|h:ɦɧʜʮʯⱨ|i:ɨɩɪᴉ|j:ȷɉɟʄʝᴊ|k:ʞᴋᶄⱪ|"
    "l:ƚƛȴɫɬɭʟᴌᶅⱡ|m:ɱᴍᴟᵯᶆ|n:ƞȵɲɳɴᴎᵰᶇ|o:ɔɵɷᴏᴑᴓ|p:ᴘᵱᵽᶈ|q:ɋʠ|r:ɍɹɺɻɼɽɾɿʀʁᴙᴚᵲᵳᶉ|s:ȿʂʃʅʆᵴᶊ|t:ƫƭȶʇʈᴛᵵⱦ|"
    "u:ɤʉʊᴜᴝᴞ|v:ʋᴠᶌ|w:ƿɯɰʍᴡ|x:ᶍ|y:ƴȝɏɥʎʏ|z:ȥɀʐʑʒʓᴢᵶᶎⱬ|ae:ᴁᴂ|db:ȸ|dz:ʣʤʥ|fn:ʩ|hv:ƕ|ls:ʪ|lz:ɮʫ|ng:ŋ|oe:ɶᴔ|oi:ƣ|"
    "ou:ȣᴕ|qp:ȹ|sh:ƪ|tc:ʨ|ts:ƾʦʧ|ww:ʬ|zh:ƹƺǯ"
)
#: Hyphens, dashes and the minus sign, which are typed for the hyphen of a word.
HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"
#: Apostrophes, quotation marks and accents, which are typed for the apostrophe of a word.
APOSTROPHES = "'\u2019`\u00b4\u02b9\u02bb\u02bc\u02bd\u2018\u201b\u2032\u2035\ua78c\uff07\uff40"
#: A hint for line breaks, which is not part of the spelling.
_SOFT_HYPHEN = "\u00ad"
#: The signs that join the parts of a word and do not count as letters (W1).
JOINERS = HYPHENS + APOSTROPHES + _SOFT_HYPHEN
#: White space that may surround a word: spaces of any width, tabs and line ends. Other control characters are not
#: white space here: a text that starts or ends with one is no word.
SPACES = " \t\r\n\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"

# Nearly all accented French words can be encoded as Latin-1, and bytes are folded three times as fast as text. Letters
# that fold to two letters (æ, ß, þ) keep their byte. As this byte is not ASCII, ``fold`` uses its table for such words.
_LATIN1_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZàâäáãåçèéêëìíîïñòóôõöøùúûüýÿÀÂÄÁÃÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝªº"
_LATIN1 = bytes.maketrans(
    _LATIN1_LETTERS.encode("latin-1"),
    (ALPHABET + "aaaaaaceeeeiiiinoooooouuuuyy" + "aaaaaaceeeeiiiinoooooouuuuy" + "ao").encode("ascii"),
)
_LATIN1_JOINERS = "-'\u00ad\u00b4`".encode("latin-1")


def is_compound(spelling: str) -> bool:
    """Return whether a spelling (``spelled``) counts as a compound (W6c), that is, has a hyphen or an apostrophe.

    >>> is_compound("arc-en-ciel"), is_compound("arc")
    (True, False)
    """
    return "-" in spelling or "'" in spelling


def _table() -> dict[int, str | None]:
    """Return the full folding table, which is filled on first use.

    It maps code points to folded text, or to None for characters that are dropped.
    """
    if not _TABLE:
        _TABLE.update({ord(sign): None for sign in JOINERS})
        _TABLE.update(_parse_folds(_FOLDS))
    return _TABLE


def _parse_folds(groups: str) -> dict[int, str | None]:
    """Return a mapping from code points to folded text, given groups of letters as in ``_FOLDS``."""
    pairs = [group.split(":") for group in groups.split("|")]
    return {ord(letter): plain for plain, letters in pairs for letter in letters}


_TABLE: dict[int, str | None] = {}


def fold(word: str) -> str:
    r"""Return the folded form of *word*, which is compared with the cards (W4).

    >>> fold("École"), fold("cœur"), fold("arc-en-ciel"), fold("NOËL")
    ('ecole', 'coeur', 'arcenciel', 'noel')

    Only letters, hyphens and apostrophes are folded. An accent that is a character of its own (a combining mark) is
    part of a letter if Unicode has that letter as one character: « e\u0301 » is é. All other characters are kept:
    digits, spaces, other scripts, control characters, invisible characters, marks that fit no letter. A word with such
    a character is unknown; ``first_non_letter`` returns the first one in a folded word. Text of more than MAX_WORD
    characters is returned unchanged.
    """
    if len(word) > MAX_WORD:
        return word
    if word.isascii() and word.isalpha():
        return word.lower()
    try:
        return word.encode("latin-1").translate(_LATIN1, _LATIN1_JOINERS).decode("ascii")
    except UnicodeError:
        folded = word.lower().translate(_table())
        return folded if folded.isascii() else _fold_rare(word)


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
    text = "\n".join(words)
    try:
        raw = text.encode("latin-1")
    except UnicodeEncodeError:
        import codecs  # every interpreter has loaded this module already
        import unicodedata  # a text in Latin-1 has no combining marks

        codecs.register_error(_FOLDING, _fold_unencodable)
        raw = unicodedata.normalize("NFC", text).encode("latin-1", _FOLDING)
    folded = raw.translate(_LATIN1, _LATIN1_JOINERS).decode("latin-1").split("\n")
    if len(folded) != len(words):
        return fold_many([_UNKNOWN_CHARACTER if "\n" in word else word for word in words])
    return folded


#: The placeholder for characters that are not in the folding table.
_UNKNOWN_CHARACTER = "?"
#: The name under which the error handler of this module is registered with ``codecs``.
_FOLDING = "belettre.fold"


def _fold_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Return the folded text for characters outside Latin-1, and the position at which encoding continues."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    table = _table()
    folded = (table.get(ord(c), _UNKNOWN_CHARACTER) for c in error.object[error.start : error.end].lower())
    return "".join(plain for plain in folded if plain is not None), error.end


def _fold_rare(word: str) -> str:
    """Fold a word that has combining marks or letters that the table lacks, such as full-width or phonetic letters."""
    import unicodedata  # slow to import (0.2 ms) and rarely needed

    def compose(text: str) -> str:
        return unicodedata.normalize("NFC", text)

    # Composed twice: some letters are one character only as a capital (the Turkish İ), some only in lower case (ǰ).
    composed = compose(compose(word).replace("\u0130", "I").lower()).translate(_table())

    def is_rare_letter(character: str) -> bool:
        return not character.isascii() and character.isalpha() and "LATIN" in unicodedata.name(character, "")

    if not any(map(is_rare_letter, composed)):
        return composed
    if not _RARE_TABLE:
        _RARE_TABLE.update(_table() | _parse_folds(_RARE_FOLDS))

    def fold_character(character: str) -> str:
        if not is_rare_letter(character):
            return character
        decomposed = unicodedata.normalize("NFKD", character).lower()
        base = "".join(part for part in decomposed if not unicodedata.combining(part))
        plain = _RARE_TABLE.get(ord(character)) or base.translate(_RARE_TABLE)
        return plain if plain.isascii() and plain.isalpha() else character

    return "".join(map(fold_character, composed))


#: Both tables of letters, filled when the first rare letter is folded.
_RARE_TABLE: dict[int, str | None] = {}


def spelled(word: str) -> str:
    r"""Return the spelling of a word: in lower case, without white space around it, and with plain characters.

    Two texts spell the same word if this function returns the same for both. Plain characters are composed letters
    (Unicode form NFKC), ``-`` for hyphens of every kind and ``'`` for apostrophes of every kind. Soft hyphens are left
    out. The spellings of a lexicon are in this form, except that they may have capitals.

    >>> spelled("Aujourd’hui"), spelled("PIQUE\u2011NIQUE")
    ("aujourd'hui", 'pique-nique')
    """
    # Imported here (0.2 ms) because only words with accents and refused words need it.
    import unicodedata

    return unicodedata.normalize("NFKC", word.strip(SPACES).lower().translate(_signs()))


def announced(word: str) -> str:
    """Return the spelling that a word as typed announces (W4): ``spelled(word)``, or "" if it announces none.

    A word in capitals without any accent announces none, since many people write capitals without accents: it stands
    for every spelling of its letters, like a word in a spelling that the lexicon does not know.

    >>> announced("Parle"), announced("PARLÉ"), announced("PARLE")
    ('parle', 'parlé', '')
    """
    if word.isascii() and word.isalpha():
        return "" if word.isupper() else word.lower()
    spelling = spelled(word)
    return "" if spelling.isascii() and word.isupper() else spelling


_SIGNS: dict[int, str | None] = {}


def _signs() -> dict[int, str | None]:
    """Return the table that turns hyphens into ``-`` and apostrophes into ``'``, which is filled on first use."""
    if not _SIGNS:
        _SIGNS.update(dict.fromkeys(map(ord, HYPHENS), "-"))
        _SIGNS.update(dict.fromkeys(map(ord, APOSTROPHES), "'"))
        _SIGNS[ord(_SOFT_HYPHEN)] = None
    return _SIGNS


def first_non_letter(folded: str) -> str:
    """Return the first character other than a-z in a folded word, or "" if all characters are letters a-z.

    >>> first_non_letter(fold("école 2"))
    ' '
    """
    if folded.isascii() and folded.isalpha():
        return ""
    return next((c for c in folded if not ("a" <= c <= "z")), "")


class Demand(Value):
    """The letters that a word must contain because of the face-up minuscules of a pli (W3).

    counts  pairs (letter, number of minuscules with this letter), in alphabetical order
    jokers  the number of jokers; for each, the word needs one more letter of any kind (J2)
    size    the number of cards, including jokers
    """

    counts: tuple[tuple[str, int], ...]
    jokers: int
    size: int


#: The largest number of minuscules in a pli, jokers included (P3).
MOST_MINUSCULES = 3


def parse_demand(letters: str) -> Demand:
    """Return the demand of the minuscules on the table, given as text such as ``"lec"``, or ``"le?"`` with a joker.

    Accents are removed and commas are skipped. Any number of minuscules is allowed, although a pli has three at most
    (P3), so that programs can search for words with more letters. Raises ArgumentError if *letters* is not text, has
    more than MAX_WORD characters, or contains a character that is neither a letter, a comma nor ``?``.
    """
    if not isinstance(letters, str):
        raise ArgumentError(f"letters: expected text such as 'lec', got {letters!r:.60}")
    return _DEMANDS[letters]


def _parse_new_demand(letters: str) -> Demand:
    if len(letters) > MAX_WORD:
        raise ArgumentError(f"letters: {len(letters)} characters, expected {MAX_WORD} at most")
    folded = fold(letters.replace(",", ""))
    for character in (*_joiners_in(letters), *folded):
        if character not in ALPHABET and character != "?":
            raise ArgumentError(f"letters {letters!r}: expected letters a-z and ? for the joker, got {character!r}")
    counts = tuple((c, folded.count(c)) for c in ALPHABET if c in folded)
    return Demand(counts, folded.count("?"), len(folded))


#: The demands of the last minuscules, by their text: many words are judged with the same cards.
_DEMANDS: Cache[str, Demand] = Cache(_parse_new_demand, 4096)


def parse_pli(letters: str) -> Demand:
    """Return the demand of the minuscules of a pli, as ``parse_demand`` does.

    Raises ArgumentError for the same reasons, and if there are more than MOST_MINUSCULES, jokers included.
    """
    wanted = parse_demand(letters)
    if wanted.size > MOST_MINUSCULES:
        raise ArgumentError(f"letters {letters!r}: {wanted.size} minuscules, a pli has {MOST_MINUSCULES} at most (P3)")
    return wanted


def _joiners_in(letters: str) -> list[str]:
    """Return the signs in *letters* that ``fold`` would leave out: no card shows a hyphen or an apostrophe."""
    return [] if letters.isalpha() else [character for character in letters if character in JOINERS]


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
        letter = fold(initial) if isinstance(initial, str) and not _joiners_in(initial) else ""
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
