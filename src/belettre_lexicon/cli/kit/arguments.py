"""The options of the commands, defined once for the two parsers that read them: ``parse_plain`` and argparse.

The options of a command are plain if each is a complete long option, followed by its value if it takes one, as in
``--maj F``. If the options of ``check`` or ``find`` are plain, ``parse_plain`` parses them in microseconds. Everything
else (other commands, help, ``--maj=F``, abbreviations, a misspelt option) is parsed by argparse, which takes as long to
import as the rest of a one-word check takes to run. To keep start-up short, this module does not import the engine, and
imports modules of the standard library for type annotations only.

The commands ``word``, ``family``, ``harvest``, ``lexicon`` and ``completion`` use argparse alone; ``parser`` defines
their options, and adds those of this module to argparse. Start reading at ``parse_plain``.
"""

from __future__ import annotations

from ...base.errors import ArgumentError
from ...french.grammar import LABEL_GROUPS, LABELS
from ...french.letters import SPACES, parse_initial, parse_pli
from ...french.rules import ACCENTS, MEMORIES, PARTICIPLES, HouseRules
from ...referee.catalogue import LANGUAGES
from .language import answer_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from typing import ClassVar, TypeVar

    from ...literals import SortOrder

    #: A mapping from each flag to the name of its attribute and its help text.
    Flags = dict[str, tuple[str, str]]
    #: A mapping from attributes to the values that they may have.
    Choices = dict[str, tuple[str, ...] | tuple[int, ...]]
    #: A mapping from attributes to the smallest and the largest number that they may have; None for no limit.
    Numbers = dict[str, tuple[int | None, int | None]]
    Options = TypeVar("Options", bound="HouseOptions")
    _Value = TypeVar("_Value")
    _Parsed = TypeVar("_Parsed")


class Lists(tuple[str, ...]):
    """The values of an option that takes a list: every text is in it that consists of its values and commas.

    >>> "old,rare" in Lists(("old", "rare")), "old,new" in Lists(("old", "rare"))
    (True, False)
    """

    __slots__ = ()

    def __contains__(self, text: object) -> bool:
        parts = text.split(",") if isinstance(text, str) else ()
        return all(not part.strip() or tuple.__contains__(self, part.strip()) for part in parts)


class Offered(Lists):
    """Values that completion scripts offer, although the option has others too: every text is in it."""

    __slots__ = ()

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str)


#: A number with more digits is refused: none of the options needs it.
_MOST_DIGITS = 18
_CARDS: Flags = {
    "--maj": ("maj", "upper-case card on the table: the word must start with it (W2)"),
    "--min": ("min", "lower-case cards on the table, separated by commas, as l,e,c; ? is the joker (W3)"),
    "--played": ("played", "valid words played so far, in order, separated by commas (W7, W8)"),
    "--house-list": ("house_list", "file of the table's own words, one per line: « + word note » or « - word note »"),
}
#: The options that all commands have.
COMMON: Flags = {
    "--lang": (
        "lang",
        "language of the answer, of help and of errors (default: BELETTRE_LANG, else that of the locale)",
    ),
    "--lexicon": ("lexicon", "path of another compiled lexicon"),
}
_JOKER: Flags = {"--joker": ("joker", "a joker lies face up as well (J2)")}
_HOUSE: Flags = {
    "--shared-letters": ("letters_shared", "house rule: cards may share a letter (W3)"),
    "--plural-only": ("plural_only", "house rule: accept nouns that exist only in the plural (W6b)"),
    "--no-compounds": ("no_compounds", "house rule: refuse words with a hyphen or an apostrophe (W6c)"),
    "--current-only": ("current_only", "house rule: refuse rare, old and regional words"),
    "--accents-differ": ("accents_differ", "house rule: words that differ only in their accents are not repeats (W7)"),
    "--refuse-near-kin": ("refuse_near_kin", "house rule: also refuse words related only by a distant origin (W8)"),
}
_HOUSE_VALUES: Flags = {
    "--min-letters": ("min_letters", "house rule: smallest number of letters of a word, 1 to 30 (default 5) (W1)"),
    "--accents": (
        "accents",
        "house rule: announced (default), a word in a known spelling is that word, or free, every spelling counts (W4)",
    ),
    "--refuse-labels": (
        "refuse_labels",
        "house rule: refuse words labelled old, rare, regional, familiar or vulgar; separate several by commas",
    ),
    "--participles": (
        "participles",
        "house rule: listed (default), participles that are listed as adjective or noun, never or always (W6a)",
    ),
}
_HOUSE_NUMBERS: Numbers = {"min_letters": (1, 30)}
_GAME_HOUSE: Flags = {
    **_HOUSE,
    "--nonsense-is-pass": (
        "nonsense_is_pass",
        "house rule: an unknown word in position 1 or 2 counts as a pass, which loses the pli (P9)",
    ),
}
#: The short names of the seats. ``Seat.of`` knows their long names as well.
_SEATS = Offered(("PON", "SEP", "LEV", "MER"))
_MANCHES = ("manches", "number of manches to play, 1 to 4 (default 4)")
_NEW = ("new", "begin a new game; the current one is kept under another name")
_ACCEPT_LOSS = ("accept_loss", "resume the game even if its last lines are missing")
_DECK = ("deck", "file with another deck (D1)")


class HouseOptions:
    """The options that most commands share: language, lexicon and house rules.

    By default no house rule is selected, so that the published rules apply. Each attribute of an instance holds the
    value of one option. A subclass lists its flags in three class variables:

    VALUES    the flags that take a value
    NUMBERS   the attributes whose values are whole numbers, with their limits; their flags are listed in VALUES
    CHOICES   the values of each attribute that has a closed set of them; completion scripts offer these
    PATHS     the attributes that name files or addresses: any bytes may be in them, readable or not
    LISTS     the attributes whose values are lists with commas; an option that is given again adds to its list
    ONCE      the attributes whose options may be given only once: a second value would change a verdict unnoticed
    SWITCHES  the flags that take no value

    Of any other option that is given again, the last value counts.
    """

    VALUES: ClassVar[Flags] = COMMON
    NUMBERS: ClassVar[Numbers] = _HOUSE_NUMBERS
    CHOICES: ClassVar[Choices] = {
        "lang": LANGUAGES,
        "accents": ACCENTS,
        "participles": PARTICIPLES,
        "refuse_labels": Lists(LABEL_GROUPS),
    }
    PATHS: ClassVar[frozenset[str]] = frozenset(
        {"lexicon", "house_list", "deck", "save", "file", "picture", "table", "database", "database_file", "backup"}
    )
    LISTS: ClassVar[frozenset[str]] = frozenset({"min", "played", "labels", "refuse_labels"})
    ONCE: ClassVar[frozenset[str]] = frozenset({"maj", "house_list"})
    SWITCHES: ClassVar[Flags] = _HOUSE

    def __init__(self) -> None:
        self.lang = answer_language()
        self.lexicon: str | None = None
        self.min_letters = 5
        self.accents = ACCENTS[0]
        self.refuse_labels = ""
        self.participles = PARTICIPLES[0]
        self.letters_shared = False
        self.plural_only = False
        self.no_compounds = False
        self.current_only = False
        self.accents_differ = False
        self.refuse_near_kin = False

    def rules(self) -> HouseRules:
        """Return the house rules that the options select."""
        return HouseRules(
            min_letters=self.min_letters,
            letters_shared=self.letters_shared,
            plural_only=self.plural_only,
            compounds=not self.no_compounds,
            current_only=self.current_only,
            accents_differ=self.accents_differ,
            refuse_near_kin=self.refuse_near_kin,
            accents=self.accents,
            refuse_labels=self.refuse_labels,
            participles=self.participles,
        )


class CardOptions(HouseOptions):
    """The options that ``check`` and ``find`` share: cards on the table, earlier words, house list and JSON output."""

    VALUES: ClassVar[Flags] = {**_CARDS, **_HOUSE_VALUES, **COMMON}

    def __init__(self) -> None:
        super().__init__()
        self.maj: str | None = None
        self.min = ""
        self.joker = False
        self.played = ""
        self.house_list: str | None = None
        self.json = False

    @property
    def initial(self) -> str | None:
        """The majuscule of ``--maj``; None if it is not given. Raises ArgumentError if it is not one letter (W2)."""
        if self.maj is not None:
            typed_as("--maj", "initial", parse_initial, self.maj)
        return self.maj

    @property
    def letters(self) -> str:
        """The minuscules of ``--min``, with a ``?`` appended for ``--joker``.

        Raises ArgumentError if they are not letters, or more than a pli has (P3).
        """
        letters = self.min + ("?" if self.joker else "")
        typed_as("--min", "letters", parse_pli, letters)
        return letters


class CheckOptions(CardOptions):
    """The options of ``belettre check``."""

    SWITCHES: ClassVar[Flags] = {
        **_JOKER,
        "--json": ("json", "print one JSON object per word"),
        "--brief": ("brief", "print one short line per word, for corpora: word, + or -, reasons, separated by tabs"),
        **_HOUSE,
    }

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.brief = False


class FindOptions(CardOptions):
    """The options of ``belettre find``."""

    VALUES: ClassVar[Flags] = {
        **_CARDS,
        "--limit": ("limit", "maximum number of words (default 20); 0 for all"),
        "--order": ("order", "sort order: zipf (most frequent first, default), alpha, points or length"),
        "--min-length": ("min_length", "list only words of this many letters or more"),
        "--labels": ("labels", "labels that a word may carry, as rare,old; '' for words without a label only"),
        **_HOUSE_VALUES,
        **COMMON,
    }
    NUMBERS: ClassVar[Numbers] = {**_HOUSE_NUMBERS, "limit": (0, None), "min_length": (0, 255)}
    CHOICES: ClassVar[Choices] = {
        **CardOptions.CHOICES,
        "order": ("zipf", "alpha", "points", "length"),
        "labels": Lists(LABELS),
    }
    SWITCHES: ClassVar[Flags] = {
        **_JOKER,
        "--count": ("count", "print only the number of words"),
        "--json": ("json", "print one JSON object"),
        **_HOUSE,
    }

    def __init__(self) -> None:
        super().__init__()
        self.limit = 20
        self.order: SortOrder = "zipf"
        self.min_length: int | None = None
        self.labels: str | None = None
        self.count = False


class AtlasOptions(HouseOptions):
    """The options of ``belettre atlas``."""

    VALUES: ClassVar[Flags] = {
        "--picture": ("picture", "write a heat map to FILE.svg or FILE.png"),
        "--table": ("table", "write every combination and its count to FILE.tsv or FILE.json"),
        **_HOUSE_VALUES,
        **COMMON,
    }
    SWITCHES: ClassVar[Flags] = {"--json": ("json", "print one JSON object"), **_HOUSE}

    def __init__(self) -> None:
        super().__init__()
        self.picture: str | None = None
        self.table: str | None = None
        self.json = False


class GameOptions(HouseOptions):
    """The options that commands about whole games share: the house rules, *memory* and *nonsense_is_pass* (P9).

    *memory* selects the earlier words that rules W7 and W8 take into account: those of the partie, of the manche or of
    the pli (W9).
    """

    SWITCHES: ClassVar[Flags] = _GAME_HOUSE
    CHOICES: ClassVar[Choices] = {**HouseOptions.CHOICES, "memory": MEMORIES, "manches": (1, 2, 3, 4)}
    VALUES: ClassVar[Flags] = {
        "--memory": ("memory", "house rule: how far back W7 and W8 look, partie (default), manche or pli (W9)"),
        **_HOUSE_VALUES,
        **COMMON,
    }

    def __init__(self) -> None:
        super().__init__()
        self.memory = "partie"
        self.nonsense_is_pass = False

    def rules(self) -> HouseRules:
        """Return the house rules that the options select, including those that matter only in a game (W9, P9)."""
        options = {**super().rules().as_dict(), "memory": self.memory, "nonsense_is_pass": self.nonsense_is_pass}
        return HouseRules(**options)  # type: ignore[arg-type]  # by name


class PlayOptions(GameOptions):
    """The options of ``belettre play``. If *manches* is None, a whole partie is played."""

    VALUES: ClassVar[Flags] = {
        "--seat": ("seat", "your seat: PON (default), SEP, LEV or MER"),
        "--seed": ("seed", "number that deals the same cards again; without it one is drawn and shown"),
        "--manches": _MANCHES,
        "--level": ("level", "how well the bots play: strong (default) or random"),
        "--deck": _DECK,
        "--save": ("save", "file that keeps the game (default: a file in your data folder)"),
        "--house-list": _CARDS["--house-list"],
        **GameOptions.VALUES,
    }
    NUMBERS: ClassVar[Numbers] = {**_HOUSE_NUMBERS, "seed": (None, None), "manches": (1, 4)}
    CHOICES: ClassVar[Choices] = {**GameOptions.CHOICES, "level": ("strong", "random"), "seat": _SEATS}
    SWITCHES: ClassVar[Flags] = {"--new": _NEW, "--accept-loss": _ACCEPT_LOSS, **_HOUSE}

    def __init__(self) -> None:
        super().__init__()
        self.seat = "PON"
        self.seed: int | None = None
        self.manches: int | None = None
        self.level = "strong"
        self.deck: str | None = None
        self.save: str | None = None
        self.house_list: str | None = None
        self.new = False
        self.accept_loss = False


class TableOptions(GameOptions):
    """The options of ``belettre table``. If *manches* is None, a new game is a whole partie."""

    VALUES: ClassVar[Flags] = {
        "--manches": _MANCHES,
        "--start": ("start", "begin in mid-game: manche, pli, opener and points, as « 2 3 LEV 84-61 »"),
        "--players": ("players", "names of the players in playing order, the Ponantais first: Ana,Bob,Chloé,David"),
        "--deck": _DECK,
        "--save": ("save", "file that keeps the game (default: a file in your data folder)"),
        "--house-list": _CARDS["--house-list"],
        **GameOptions.VALUES,
    }
    NUMBERS: ClassVar[Numbers] = {**_HOUSE_NUMBERS, "manches": (1, 4)}
    SWITCHES: ClassVar[Flags] = {
        "--new": _NEW,
        "--accept-loss": _ACCEPT_LOSS,
        "--find": ("find", "allow « find », which lists the words that fit: a cheat"),
        "--no-clock": ("no_clock", "do not time the players (P13)"),
        **_GAME_HOUSE,
    }

    def __init__(self) -> None:
        super().__init__()
        self.manches: int | None = None
        self.start: str | None = None
        self.players: str | None = None
        self.deck: str | None = None
        self.save: str | None = None
        self.house_list: str | None = None
        self.new = False
        self.accept_loss = False
        self.find = False
        self.no_clock = False


class SimulateOptions(GameOptions):
    """The options of ``belettre simulate``. If *manches* is None, whole parties are played."""

    VALUES: ClassVar[Flags] = {
        "--games": ("games", "number of parties to play (default 100)"),
        "--seed": ("seed", "number that gives the same games again, whatever the number of processes (default 0)"),
        "--players": ("players", "the two sides, each strong, random or wild (default strong,random)"),
        "--manches": ("manches", "number of manches per partie, 1 to 4 (default 4)"),
        "--processes": ("processes", "number of processes that share the work (default: one per processor)"),
        **GameOptions.VALUES,
    }
    NUMBERS: ClassVar[Numbers] = {
        **_HOUSE_NUMBERS,
        "games": (1, None),
        "seed": (None, None),
        "manches": (1, 4),
        "processes": (1, None),
    }
    CHOICES: ClassVar[Choices] = {**GameOptions.CHOICES, "players": Lists(("strong", "random", "wild"))}
    SWITCHES: ClassVar[Flags] = {"--json": ("json", "print one JSON object"), **_GAME_HOUSE}

    def __init__(self) -> None:
        super().__init__()
        self.games = 100
        self.seed = 0
        self.players = "strong,random"
        self.manches: int | None = None
        self.processes: int | None = None
        self.json = False


class ReplayOptions(GameOptions):
    """The options of ``belettre replay``.

    The house rules apply only to a game in the short notation, because a record contains its own rules.
    """

    SWITCHES: ClassVar[Flags] = {
        "--shorthand": ("shorthand", "print the game in the short notation"),
        "--analyse": ("analyse", "tell of each finished manche the words that were there and the points left"),
        "--json": ("json", "print one JSON object"),
        **_GAME_HOUSE,
    }

    def __init__(self) -> None:
        super().__init__()
        self.file = ""
        self.shorthand = False
        self.analyse = False
        self.json = False


class ServeOptions(HouseOptions):
    """The options of ``belettre serve``.

    There are no flags for house rules, because they are chosen for each game when it is created.
    """

    VALUES: ClassVar[Flags] = {
        "--port": ("port", "port to listen on (default 8000); 0 picks a free one"),
        "--database": (
            "database",
            "where games are kept, as an SQLAlchemy URL (default: BELETTRE_DATABASE, or a file in your data folder)",
        ),
        "--database-file": ("database_file", "file whose first line is that URL, for one with a password"),
        "--backup": ("backup", "copy the SQLite database to a new file, even while servers use it, and end"),
        "--purge-after": (
            "purge_after",
            "days after which a game without entries is deleted, now and every day (default: never)",
        ),
        "--host-name": ("host_name", "additional host names of this machine, separated by commas"),
        "--trusted-proxy": (
            "trusted_proxy",
            "networks of the proxies in front of it, separated by commas, as 10.0.0.0/8: what they say of a device's "
            "address is believed",
        ),
        "--max-streams": ("max_streams", "devices that may follow games at the same time (default 4000)"),
        **COMMON,
    }
    NUMBERS: ClassVar[Numbers] = {"port": (0, 65535), "max_streams": (1, 100_000), "purge_after": (1, 36_500)}
    SWITCHES: ClassVar[Flags] = {
        "--lan": (
            "lan",
            "let other devices on the network in: a game's code lets them view it, its arbiter's token change it",
        ),
        "--migrate": ("migrate", "convert a database of an older format, then serve; back it up before"),
        "--migrate-only": ("migrate_only", "convert a database of an older format, and end"),
        "--find": ("find", "list words that fit the cards (/api/find), which is cheating at most tables"),
    }

    def __init__(self) -> None:
        super().__init__()
        self.port = 8000
        self.database: str | None = None
        self.database_file: str | None = None
        self.backup: str | None = None
        self.purge_after: int | None = None
        self.migrate = False
        self.migrate_only = False
        self.host_name = ""
        self.trusted_proxy = ""
        self.max_streams = 4000
        self.lan = False
        self.find = False


def split_words(text: str) -> list[str]:
    """Return the words of a text in which they are separated by commas; empty ones are left out."""
    return [stripped for word in text.split(",") if (stripped := word.strip(SPACES))]


def parse_plain(options: Options, arguments: list[str]) -> Options | None:
    """Set the attributes of *options* from plain long options and return *options*.

    Return None if the arguments contain anything else (see the module docstring); argparse must then parse all of them.
    Some attributes may already be set in that case, so *options* must be discarded.
    """
    remaining = iter(arguments)
    for argument in remaining:
        if argument in options.VALUES:
            name, value = options.VALUES[argument][0], next(remaining, None)
            if value is None or value.startswith("-") or not is_readable(value):
                return None
            parsed: str | int | None = value
            if name in options.NUMBERS:
                parsed = parse_number(value, *options.NUMBERS[name])
            if parsed is None or (name in options.CHOICES and parsed not in options.CHOICES[name]):
                return None
            before = getattr(options, name)
            if name in options.ONCE and before is not None:
                return None
            if name in options.LISTS and before:
                parsed = f"{before},{value}"
            setattr(options, name, parsed)
        elif argument in options.SWITCHES:
            setattr(options, options.SWITCHES[argument][0], True)
        elif isinstance(options, CheckOptions) and _is_word(argument):
            options.words.append(argument)
        else:
            return None
    return options


def parse_number(text: str, least: int | None, most: int | None) -> int | None:
    """Parse a whole number; return None if *text* is not one or it is outside the limits.

    >>> parse_number("30", 1, 30), parse_number("31", 1, 30), parse_number("a", 1, 30)
    (30, None, None)
    """
    if not text.removeprefix("-").isdecimal() or len(text) > _MOST_DIGITS:
        return None
    number = int(text)
    return number if (least is None or number >= least) and (most is None or number <= most) else None


def _is_word(argument: str) -> bool:
    """Return whether an argument is a word to judge, or ``-``, rather than an option or an unreadable text."""
    return argument == "-" or (not argument.startswith("-") and is_readable(argument))


def is_readable(text: str) -> bool:
    """Return whether a command-line argument could be decoded.

    Python keeps the bytes of an argument that it cannot decode as lone surrogates, as in a locale that does not have
    the letters of the word.
    """
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def typed_as(flag: str, argument: str, parse: Callable[[_Value], _Parsed], value: _Value) -> _Parsed:
    """Return the result of *parse*. If it raises ArgumentError, the message names the flag that the user typed.

    flag      the flag whose value is parsed, such as ``--maj``
    argument  the name of the argument at the start of the message: « initial 'FF': expected one letter … »
    """
    try:
        return parse(value)
    except ArgumentError as error:
        raise ArgumentError(f"{flag}{str(error).removeprefix(argument)}") from error


def fill(options: Options, parsed: Namespace) -> Options:
    """Set the attributes of *options* to the values that argparse parsed, and return *options*.

    Raises ArgumentError if an option that may be given only once was given again.
    """
    for name in vars(options):
        value = getattr(parsed, name)
        if name in options.ONCE and value is not None and len(value) > 1:
            flag = next(flag for flag, (attribute, _) in options.VALUES.items() if attribute == name)
            raise ArgumentError(f"{flag}: given {len(value)} times ({', '.join(map(repr, value))}), expected once")
        if name in options.LISTS or name in options.ONCE:
            value = getattr(options, name) if value is None else ",".join(value)
        setattr(options, name, value)
    return options
