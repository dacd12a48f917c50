"""The messages of one language, loaded from a file that the build generates from ``fr.toml`` or ``en.toml``.

Each game has its own catalogues: those of Belote are generated from ``belote_fr.toml`` and ``belote_en.toml``.

The generated file has one line per message, ``section.key TAB text``. Parsing TOML at run time would take as long as
the rest of a one-word check.

A French message asks for elision with a format specification: ``{lemma:de}`` is the word between quotation marks after
« de » or « d' », as in « d'« école » », « de « porte » » and « de « hibou » »; ``{earlier:que}`` has « que » or
« qu' ».
"""

from __future__ import annotations

import os

from ..base.errors import ArgumentError, LexiconError
from ..french.letters import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("fr", "en")
_VOWELS = "aeiou"
#: Beginnings of folded words before which « de » and « que » keep their vowel, although the word starts with a vowel or
#: with h: words with an aspirated h or a semivowel. A dot stands for the end of the word.
_ASPIRATED = (
    "ha heaum hein. helas. heler. hello. hem. henn hep. heraut heriss herni heron heros. hers hetr heurt hi. hibou "
    "hic. hickory hideu hidjab hierarch hierogl hifi. high hihan. hijab hijra hile. hip. hiphop hippie hippo. hippy "
    "hipster hiss hit. hitparade hmong hobb hobereau hocco hoch hockey hodja hogan hola. hold holl holstein homard "
    "home. homespun hong honni hont hood hooligan hop. hoqu hord horion hors hot. hotdog hotline hotspot hott hou "
    "hover huard huart hublot huch hue huguenot huipil huit hul hum. humer. hun. hune hunier hunter hupp hure. hurl "
    "huron hurrah hurric husk huss hutt hutu iouler iourt onemanshow onestep onz ouaf ouah ouais oui. ouighour "
    "ouistiti ouolof oust uhlan"
)
#: Longer beginnings that are elided nevertheless, as in « d'« habit » » and « d'« yeuse » ».
_MUTE = (
    "habil habill habit hagio haiti halcyon halein halicte halieut haliot halit hallali halluc hallux halogen "
    "haloid halop haloth halter hamadr hamamel hamecon hapax haplo hapt harmo haruspice hast huitre. huitri hurlub "
    "yeuse yeux yeble"
)


class _Values(dict[str, object]):
    """The values of placeholders. A format specification asks for elision before a text, or agreement with a number."""

    language: str

    def __getitem__(self, name: str) -> object:
        value = super().__getitem__(name)
        if isinstance(value, str):
            return _Text(value)
        return _Count(value, self.language) if isinstance(value, int) else value


class _Count:
    """A number. A format specification with « | » is a word in the singular and in the plural, of which one is printed.

    French uses the singular for 0 and 1, English for 1 only.
    """

    __slots__ = ("language", "number")

    def __init__(self, number: int, language: str) -> None:
        self.number = number
        self.language = language

    def __format__(self, words: str) -> str:
        if "|" not in words:
            return format(self.number, words)
        singular, plural = words.split("|")
        return singular if self.number == 1 or (self.number == 0 and self.language == "fr") else plural


class _Text(str):
    """A text. A format specification is the particle to print before the text, elided if needed: « de » or « que »."""

    __slots__ = ()

    def __format__(self, particle: str) -> str:
        return with_elision(particle, self) if particle else str(self)


class Catalogue:
    """The messages of one language.

    Call a catalogue with the key of a message, ``section.key``, and the values of its placeholders.

    >>> Catalogue.load("fr")("reason.plural", lemma="porte", pos="nom")
    'pluriel de « porte » (nom)'
    """

    __slots__ = ("_messages", "language")

    def __init__(self, language: str, messages: dict[str, str]) -> None:
        self.language = language
        self._messages = messages

    @classmethod
    def load(cls, language: str, game: str = "") -> Catalogue:
        """Return the catalogue of *language*, which must be one of ``LANGUAGES``.

        *game* is the game that the messages are about: "" for Belettre, or "belote". Raises ArgumentError if the
        language is unknown, and LexiconError if its catalogue has not been built or is damaged.
        """
        if language not in LANGUAGES:
            raise ArgumentError(f"unknown language {language!r}, expected one of {', '.join(LANGUAGES)}")
        name = f"{game}_{language}.messages" if game else f"{language}.messages"
        path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", name)
        try:
            with open(path, encoding="utf-8") as stream:
                return cls.parse(language, stream.read())
        except OSError as error:
            raise LexiconError(f"{path}: no message catalogue; build it with « pip install . »") from error
        except ValueError as error:  # not UTF-8, or a line without a tab
            raise LexiconError(f"{path}: the message catalogue is damaged; reinstall the package") from error

    @classmethod
    def parse(cls, language: str, text: str) -> Catalogue:
        """Return the catalogue in *text*, the contents of a compiled file, for programs that cannot read files.

        *text* has one line « section.key TAB message » per message. Raises ValueError if a line has no tab.

        >>> Catalogue.parse("fr", "verdict.valid\\tvalide\\nverdict.refused\\trefusé\\n")("verdict.valid")
        'valide'
        """
        lines = text.removesuffix("\n").split("\n")  # three times as quick as line by line
        return cls(language, dict([line.split("\t", 1) for line in lines]))

    def __call__(self, key: str, **values: object) -> str:
        """Return the message with this key, its placeholders filled in. Raises KeyError if the key is unknown.

        *values* are the values of the placeholders by name. In a message, ``{lemma:de}`` is the value between quotation
        marks after « de » or « d' », and ``{words:mot|mots}`` is the first word if the number *words* takes the
        singular, otherwise the second.

        >>> Catalogue.load("fr")("reason.plural", lemma="arbre", pos="nom")
        "pluriel d'« arbre » (nom)"
        """
        return filled(self._messages[key], values, self.language) if values else self._messages[key]

    def __contains__(self, key: str) -> bool:
        """Return whether there is a message with this key."""
        return key in self._messages

    def number(self, value: float, form: str) -> str:
        """Return a number as text in the language of the catalogue: French has a comma before the decimals.

        *form* is a format specification of Python.

        >>> Catalogue.load("fr").number(12.5, ".1f"), Catalogue.load("en").number(12.5, "+.1f")
        ('12,5', '+12.5')
        """
        text = format(value, form)
        return text.replace(".", ",") if self.language == "fr" else text

    def with_messages(self, messages: dict[str, str]) -> Catalogue:
        """Return a copy of the catalogue in which some messages are replaced.

        *messages* maps the keys to the new messages. These must be texts without placeholders.

        >>> Catalogue.load("fr").with_messages({"seats.levantin": "Chloé"})("awaits.lay", seats="Chloé")
        'Chloé joue.'
        """
        return Catalogue(self.language, self._messages | messages)

    def keys(self) -> set[str]:
        """Return the keys of all messages."""
        return set(self._messages)


def filled(message: str, values: Mapping[str, object], language: str) -> str:
    """Return *message*, a text in *language*, with its placeholders filled in with *values*, as ``Catalogue`` does.

    >>> filled("il faut {count} lettres après {word:de}", {"count": 3, "word": "école"}, "fr")
    "il faut 3 lettres après d'« école »"
    >>> filled("{count} {count:mot|mots}", {"count": 1}, "fr"), filled("{count} {count:word|words}", {"count": 0}, "en")
    ('1 mot', '0 words')
    """
    found = _Values(values)
    found.language = language
    return message.format_map(found)


def with_elision(particle: str, word: str) -> str:
    """Return *word* between quotation marks after *particle*, whose last vowel is elided if French demands it.

    >>> with_elision("de", "école"), with_elision("de", "hibou"), with_elision("que", "habit")
    ("d'« école »", 'de « hibou »', "qu'« habit »")
    """
    return f"{particle[:-1]}'« {word} »" if _is_elided_before(word) else f"{particle} « {word} »"


def _is_elided_before(word: str) -> bool:
    """Return whether « de » and « que » lose their vowel before *word*: it starts with a vowel or with a mute h."""
    key = fold(word) + "."
    if key[0] == "y":
        return key[1] not in _VOWELS or _starts(key, _MUTE)
    if key[0] not in _VOWELS and key[0] != "h":
        return False
    return _starts(key, _MUTE) or not _starts(key, _ASPIRATED)


def _starts(key: str, beginnings: str) -> bool:
    """Return whether *key*, a folded word and a dot, has one of the *beginnings*, which are separated by spaces."""
    return key.startswith(tuple(beginnings.split()))


#: The kinds of bots, as the names of the players in records have them.
_BOT_KINDS = ("strong", "amateur", "easy", "random")


def player_name_text(name: str, say: Catalogue) -> str:
    """Return the name of a player in a record as readers see it; that of a bot is in the language of *say*.

    A record calls a bot by its kind, whatever the language: « machine (strong) » is read « machine (forte) ».
    """
    kind = name.rpartition(" (")[2].removesuffix(")")
    if kind not in _BOT_KINDS or not name.endswith(f" ({kind})"):
        return printable(name)
    return f"{say('play.bot')} ({say(f'play.bot_{kind}')})"


def printable(text: str) -> str:
    """Return *text* with unprintable characters, such as control characters and bidirectional marks, escaped.

    The escape is ``\\u`` followed by the code point in hexadecimal digits.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
