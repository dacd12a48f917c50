"""The options of the commands that judge and search, stated once for both parsers.

A command of plain long options is parsed here in microseconds; anything else (help, ``--maj=F``, abbreviations, a
misspelt option) goes to argparse, which takes as long to import as the rest of a one-word check together.
"""

from __future__ import annotations

from ..options import HouseRules

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import ClassVar, TypeVar

    from ..lexicon.search import SortOrder

    #: Flag → (name of the attribute, help).
    Flags = dict[str, tuple[str, str]]
    Options = TypeVar("Options", bound="HouseOptions")

_CARDS: Flags = {
    "--maj": ("maj", "the upper-case card on the table: the word must start with it (W2)"),
    "--min": ("min", "the lower-case cards on the table, as l,e,c; ? is the joker (W3)"),
    "--played": ("played", "the valid words before, separated by commas (W7, W8)"),
    "--house-list": ("house_list", "a file with the table's own words: « + word note », « - word note »"),
}
_COMMON: Flags = {
    "--lang": ("lang", "language of the answer: fr (default) or en"),
    "--lexicon": ("lexicon", "another compiled lexicon"),
}
_JOKER: Flags = {"--joker": ("joker", "a joker lies face up as well (J2)")}
_HOUSE: Flags = {
    "--shared-letters": ("letters_shared", "house rule: cards may share a letter (W3)"),
    "--plural-only": ("plural_only", "house rule: accept nouns that exist in the plural only (W6b)"),
    "--no-compounds": ("no_compounds", "house rule: refuse words with a hyphen or an apostrophe (W6c)"),
    "--current-only": ("current_only", "house rule: refuse rare, old and regional words"),
    "--accents-differ": ("accents_differ", "house rule: words that differ by accents are not repeats (W7)"),
    "--refuse-near-kin": ("refuse_near_kin", "house rule: refuse kin of a distant origin as well (W8)"),
}


class HouseOptions:
    """The options of a command that knows house rules; defaults are the published rules.

    A subclass says its flags with a value (VALUES), those of them that are numbers (NUMBERS), and its flags without a
    value (SWITCHES).
    """

    VALUES: ClassVar[Flags] = _COMMON
    NUMBERS: ClassVar[frozenset[str]] = frozenset()
    SWITCHES: ClassVar[Flags] = _HOUSE

    def __init__(self) -> None:
        self.lang = "fr"
        self.lexicon: str | None = None
        self.letters_shared = False
        self.plural_only = False
        self.no_compounds = False
        self.current_only = False
        self.accents_differ = False
        self.refuse_near_kin = False

    def rules(self) -> HouseRules:
        """The options as rules of a table."""
        return HouseRules(
            letters_shared=self.letters_shared,
            plural_only=self.plural_only,
            compounds=not self.no_compounds,
            current_only=self.current_only,
            accents_differ=self.accents_differ,
            refuse_near_kin=self.refuse_near_kin,
        )


class CardOptions(HouseOptions):
    """The cards on the table, the words before, and the table's own list."""

    VALUES: ClassVar[Flags] = {**_CARDS, **_COMMON}

    def __init__(self) -> None:
        super().__init__()
        self.maj: str | None = None
        self.min = ""
        self.joker = False
        self.played = ""
        self.house_list: str | None = None
        self.json = False

    @property
    def letters(self) -> str:
        """The minuscules, the joker among them."""
        return self.min + ("?" if self.joker else "")


class CheckOptions(CardOptions):
    """``belettre check``."""

    SWITCHES: ClassVar[Flags] = {
        **_JOKER,
        "--json": ("json", "one JSON object a line"),
        "--brief": ("brief", "one short line a word: word, + or -, reasons, separated by tabs; for corpora"),
        **_HOUSE,
    }

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.brief = False


class FindOptions(CardOptions):
    """``belettre find``."""

    VALUES: ClassVar[Flags] = {
        **_CARDS,
        "--limit": ("limit", "words at most (20); 0 for all"),
        "--order": ("order", "zipf (most frequent first, default), alpha, points or length"),
        "--min-length": ("min_length", "letters at least"),
        "--labels": ("labels", "labels that a word may carry, as rare,old; '' for unmarked words only"),
        **_COMMON,
    }
    NUMBERS: ClassVar[frozenset[str]] = frozenset({"limit", "min_length"})
    SWITCHES: ClassVar[Flags] = {
        **_JOKER,
        "--count": ("count", "only how many there are"),
        "--json": ("json", "one JSON object"),
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
    """``belettre atlas``."""

    VALUES: ClassVar[Flags] = {
        "--picture": ("picture", "write a heat map, as FILE.svg or FILE.png"),
        "--table": ("table", "write every combination and its count, as FILE.tsv or FILE.json"),
        **_COMMON,
    }
    SWITCHES: ClassVar[Flags] = {"--json": ("json", "one JSON object"), **_HOUSE}

    def __init__(self) -> None:
        super().__init__()
        self.picture: str | None = None
        self.table: str | None = None
        self.json = False


class GameOptions(HouseOptions):
    """The options of a command that plays whole games."""

    VALUES: ClassVar[Flags] = {
        "--memory": ("memory", "house rule: how far W7 and W8 look back, partie (default), manche or pli (W9)"),
        **_COMMON,
    }

    def __init__(self) -> None:
        super().__init__()
        self.memory = "partie"

    def rules(self) -> HouseRules:
        """The options as rules of a table."""
        return HouseRules(**{**super().rules().as_dict(), "memory": self.memory})  # type: ignore[arg-type]  # by name


class PlayOptions(GameOptions):
    """``belettre play``."""

    VALUES: ClassVar[Flags] = {
        "--seat": ("seat", "your seat: PON (default), SEP, LEV or MER"),
        "--seed": ("seed", "a number that deals the same cards again; drawn and shown without it"),
        "--manches": ("manches", "manches to play, 1 to 4 (default)"),
        "--level": ("level", "the bots: strong (default) or random"),
        "--deck": ("deck", "a file with another deck (D1)"),
        "--save": ("save", "write the record of the game to a file"),
        "--house-list": _CARDS["--house-list"],
        **GameOptions.VALUES,
    }
    NUMBERS: ClassVar[frozenset[str]] = frozenset({"seed", "manches"})

    def __init__(self) -> None:
        super().__init__()
        self.seat = "PON"
        self.seed: int | None = None
        self.manches = 4
        self.level = "strong"
        self.deck: str | None = None
        self.save: str | None = None
        self.house_list: str | None = None


class TableOptions(GameOptions):
    """``belettre table``."""

    VALUES: ClassVar[Flags] = {
        "--manches": ("manches", "manches to play, 1 to 4 (default)"),
        "--start": ("start", "begin late: manche, pli, opener and points, as « 2 3 LEV 84-61 »"),
        "--players": ("players", "names in playing order, from the Ponantais on: Ana,Bob,Chloé,David"),
        "--deck": ("deck", "a file with another deck (D1)"),
        "--save": ("save", "the file that keeps the game; in a folder of its own without it"),
        "--house-list": _CARDS["--house-list"],
        **GameOptions.VALUES,
    }
    NUMBERS: ClassVar[frozenset[str]] = frozenset({"manches"})
    SWITCHES: ClassVar[Flags] = {
        "--new": ("new", "begin a new game; the one that goes on is kept under another name"),
        "--find": ("find", "allow « find », which shows the words that fit: a cheat"),
        "--no-clock": ("no_clock", "do not measure how long the players think (P13)"),
        **_HOUSE,
    }

    def __init__(self) -> None:
        super().__init__()
        self.manches = 4
        self.start: str | None = None
        self.players: str | None = None
        self.deck: str | None = None
        self.save: str | None = None
        self.house_list: str | None = None
        self.new = False
        self.find = False
        self.no_clock = False


class SimulateOptions(GameOptions):
    """``belettre simulate``."""

    VALUES: ClassVar[Flags] = {
        "--games": ("games", "parties to play (100)"),
        "--seed": ("seed", "a number: the same games again, whatever the number of processes (0)"),
        "--players": ("players", "who plays whom: two of strong, random and wild (strong,random)"),
        "--manches": ("manches", "manches of a partie, 1 to 4 (default)"),
        "--processes": ("processes", "processes that share the work (one a processor)"),
        **GameOptions.VALUES,
    }
    NUMBERS: ClassVar[frozenset[str]] = frozenset({"games", "seed", "manches", "processes"})
    SWITCHES: ClassVar[Flags] = {"--json": ("json", "one JSON object"), **_HOUSE}

    def __init__(self) -> None:
        super().__init__()
        self.games = 100
        self.seed = 0
        self.players = "strong,random"
        self.manches = 4
        self.processes: int | None = None
        self.json = False


class ReplayOptions(GameOptions):
    """``belettre replay``; house rules hold for games in the short notation, a record has its own."""

    SWITCHES: ClassVar[Flags] = {
        "--shorthand": ("shorthand", "write the game in the short notation"),
        "--json": ("json", "one JSON object"),
        **_HOUSE,
    }

    def __init__(self) -> None:
        super().__init__()
        self.file = ""
        self.shorthand = False
        self.json = False


class ServeOptions(HouseOptions):
    """``belettre serve``; house rules are those of each game."""

    VALUES: ClassVar[Flags] = {
        "--port": ("port", "the port to listen on (8000); 0 takes a free one"),
        "--database": ("database", "where the games are kept, a URL of SQLAlchemy; a file of the user by default"),
        "--host-name": ("host_name", "further names that this machine is called, separated by commas"),
        **_COMMON,
    }
    NUMBERS: ClassVar[frozenset[str]] = frozenset({"port"})
    SWITCHES: ClassVar[Flags] = {
        "--lan": ("lan", "let other devices of the network in: a game's code shows it, its arbiter's token changes it"),
        "--find": ("find", "tell words that fit the cards (/api/find), which is cheating at most tables"),
    }

    def __init__(self) -> None:
        super().__init__()
        self.port = 8000
        self.database: str | None = None
        self.host_name = ""
        self.lan = False
        self.find = False


def parse_plain(options: Options, arguments: list[str]) -> Options | None:
    """Fill *options* from arguments written the plain way; None when argparse must look at them."""
    waiting = iter(arguments)
    for argument in waiting:
        if argument in options.VALUES:
            name, value = options.VALUES[argument][0], next(waiting, None)
            if value is None or value.startswith("-") or (name in options.NUMBERS and not value.isdecimal()):
                return None
            setattr(options, name, int(value) if name in options.NUMBERS else value)
        elif argument in options.SWITCHES:
            setattr(options, options.SWITCHES[argument][0], True)
        elif isinstance(options, CheckOptions) and (argument == "-" or not argument.startswith("-")):
            options.words.append(argument)
        else:
            return None
    return options


def add_options(parser: argparse.ArgumentParser, options: HouseOptions) -> None:
    """Give argparse the same options."""
    if isinstance(options, CheckOptions):
        parser.add_argument(
            "words", nargs="*", metavar="WORD", help="words to judge; - reads one a line from standard input"
        )
    if isinstance(options, ReplayOptions):
        parser.add_argument("file", metavar="FILE", help="a record, or a game in the short notation; - standard input")
    for flag, (name, text) in options.VALUES.items():
        parser.add_argument(flag, dest=name, help=text, type=int if name in options.NUMBERS else str)
    for flag, (name, text) in options.SWITCHES.items():
        parser.add_argument(flag, dest=name, action="store_true", help=text)
    parser.set_defaults(**vars(options))
