"""The commands of ``belettre`` as tables: a class for each command, with its arguments and their help texts.

``main`` runs the commands. The class of ``check`` is in ``words.check``, so that a plain check need not import this
module. Values that the engine defines, such as the seats, are repeated here, because importing the engine is slow; a
test checks that they agree. Start reading at ``COMMANDS``.
"""

from __future__ import annotations

from ..french.grammar import LABELS
from .kit.commands import SHELLS, Argument, CommandOptions, Lists, Offered, argument
from .words.check import HOUSE_LIST, CardOptions, CheckOptions, HouseOptions, LexiconOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..literals import SortOrder

_MANCHES = "number of manches to play, 1 to 4 (default 4)"
_DECK = "file with another deck (D1)"
_SAVE = "file that keeps the game (default: a file in your data folder)"
_NEW = "begin a new game; the current one is kept under another name"
_ACCEPT_LOSS = "resume the game even if its last lines are missing"


class WordOptions(LexiconOptions):
    """The options of ``belettre word``, which prints what is known about the word *word*."""

    NAME = "word"
    SUMMARY = "everything about a word"
    DESCRIPTION = "Print the readings of a word with their lemmas, labels, sources and frequency."
    IN_ORDER = True

    word: str = argument(flag="", metavar="WORD")
    json: bool = argument("print one JSON object", default=False)


class FamilyOptions(LexiconOptions):
    """The options of ``belettre family``. One of *word* and *pairs* (a file of pairs of words) is given, not both."""

    NAME = "family"
    SUMMARY = "the family of a word"
    DESCRIPTION = (
        "Print a word's family as a tree (W8), or the kinship of pairs of words. Of a large family, the "
        "path to the word and its close kin are shown. Exit status: 0 related, 1 not related, 2 unusable input."
    )
    IN_ORDER = True
    ONE_OF = ("word", "pairs")

    word: str = argument(flag="", many="?", metavar="WORD")
    pairs: str | None = argument("file of « word TAB word » lines; - reads standard input", path=True, metavar="FILE")
    json: bool = argument("print one JSON object, or one per pair", default=False)
    whole: bool = argument("print the whole tree of a large family", default=False)
    svg: str | None = argument("write a picture of the family, drawn by Graphviz", path=True, metavar="FILE")


class FindOptions(CardOptions):
    """The options of ``belettre find``, which lists words that fit the cards (``CardOptions``)."""

    NAME = "find"
    SUMMARY = "words that fit the cards"
    DESCRIPTION = "List the words that may be played with the cards. Exit status: 0 some, 1 none, 2 unusable input."

    limit: int = argument("maximum number of words (default 20); 0 for all", default=20, number=True, least=0)
    order: SortOrder = argument(
        "sort order: zipf (most frequent first, default), alpha, points or length",
        default="zipf",
        values=("zipf", "alpha", "points", "length"),
    )
    min_length: int | None = argument("list only words of this many letters or more", number=True, least=0, most=255)
    labels: str | None = argument(
        "labels that a word may carry, as rare,old; '' for words without a label only",
        values=Lists(LABELS),
        adds=True,
    )
    count: bool = argument("print only the number of words", default=False)
    json: bool = argument("print one JSON object", default=False)


class AtlasOptions(HouseOptions):
    """The options of ``belettre atlas``, which counts the words that fit each combination of cards."""

    NAME = "atlas"
    SUMMARY = "how many words the cards allow"
    DESCRIPTION = (
        "Count the words that each majuscule allows with every pair and triple of minuscules, and show the "
        "hardest combinations."
    )

    picture: str | None = argument("write a heat map to FILE.svg or FILE.png", path=True)
    table: str | None = argument("write every combination and its count to FILE.tsv or FILE.json", path=True)
    json: bool = argument("print one JSON object", default=False)


class GameOptions(HouseOptions):
    """The options that commands about whole games share: the language, the lexicon and all house rules."""

    LEFT_OUT = frozenset()


class PlayOptions(GameOptions):
    """The options of ``belettre play``, a game against bots. If *manches* is None, a whole partie is played."""

    NAME = "play"
    SUMMARY = "a game against bots"
    DESCRIPTION = (
        "Play in the terminal against bots, in any seat; type « aide » for help. The game is saved and "
        "resumed automatically. From a pipe it is saved only with --save."
    )
    LEFT_OUT = frozenset({"nonsense_is_pass"})

    #: The short names of the seats are offered. ``Seat.of`` knows their long names as well.
    seat: str = argument(
        "your seat: PON (default), SEP, LEV or MER", default="PON", values=Offered(("PON", "SEP", "LEV", "MER"))
    )
    seed: int | None = argument(
        "number that deals the same cards again; without it one is drawn and shown", number=True
    )
    manches: int | None = argument(_MANCHES, number=True, least=1, most=4, values=(1, 2, 3, 4))
    level: str = argument(
        "how well the bots play: strong (default), amateur or easy; random is the former name of amateur",
        default="strong",
        values=("strong", "amateur", "easy", "random"),
    )
    deck: str | None = argument(_DECK, path=True)
    save: str | None = argument(_SAVE, path=True)
    house_list: str | None = argument(HOUSE_LIST, path=True, once=True)
    new: bool = argument(_NEW, default=False)
    accept_loss: bool = argument(_ACCEPT_LOSS, default=False)


class TableOptions(GameOptions):
    """The options of ``belettre table``, a game with real cards. If *manches* is None, a new game is a whole partie."""

    NAME = "table"
    SUMMARY = "referee a game with real cards"
    DESCRIPTION = (
        "Referee a game with real cards: type what is laid and said; « aide » shows how. The game is saved "
        "and resumed automatically. From a pipe: exit status 0, 1 when a line was not accepted, 2 unusable input."
    )

    manches: int | None = argument(_MANCHES, number=True, least=1, most=4, values=(1, 2, 3, 4))
    start: str | None = argument("begin in mid-game: manche, pli, opener and points, as « 2 3 LEV 84-61 »")
    players: str | None = argument("names of the players in playing order, the Ponantais first: Ana,Bob,Chloé,David")
    deck: str | None = argument(_DECK, path=True)
    save: str | None = argument(_SAVE, path=True)
    house_list: str | None = argument(HOUSE_LIST, path=True, once=True)
    new: bool = argument(_NEW, default=False)
    accept_loss: bool = argument(_ACCEPT_LOSS, default=False)
    find: bool = argument("allow « find », which lists the words that fit: a cheat", default=False)
    no_clock: bool = argument("do not time the players (P13)", default=False)


class ReplayOptions(GameOptions):
    """The options of ``belettre replay``, which checks and narrates the recorded game in *file*.

    The house rules apply only to a game in the short notation, because a record contains its own rules.
    """

    NAME = "replay"
    SUMMARY = "check and narrate a recorded game"
    DESCRIPTION = (
        "Check a recorded game, finished or not, and narrate it: a record, the file of a game of table or "
        "play, or the short notation. With --analyse, tell what was possible in it instead. Exit status: 0 sound, 1 a "
        "word would be judged differently today, the seed or the edition was changed, or the end of the file is "
        "missing, 2 unreadable game."
    )

    file: str = argument(
        "a record, or a game in the short notation; - reads standard input",
        default="",
        flag="",
        path=True,
        metavar="FILE",
    )
    shorthand: bool = argument("print the game in the short notation", default=False)
    analyse: bool = argument(
        "tell of each finished manche the words that were there and the points left", default=False
    )
    json: bool = argument("print one JSON object", default=False)


class SimulateOptions(GameOptions):
    """The options of ``belettre simulate``, bots against bots. If *manches* is None, whole parties are played."""

    NAME = "simulate"
    SUMMARY = "bots against bots"
    DESCRIPTION = "Let bots play whole parties and print statistics."

    games: int = argument("number of parties to play (default 100)", default=100, number=True, least=1)
    seed: int = argument(
        "number that gives the same games again, whatever the number of processes (default 0)", default=0, number=True
    )
    players: str = argument(
        "the two sides, each strong, amateur, easy or wild (default strong,amateur)",
        default="strong,amateur",
        values=Lists(("strong", "amateur", "easy", "wild", "random")),
    )
    manches: int | None = argument(
        "number of manches per partie, 1 to 4 (default 4)", number=True, least=1, most=4, values=(1, 2, 3, 4)
    )
    processes: int | None = argument(
        "number of processes that share the work (default: one per processor)", number=True, least=1
    )
    json: bool = argument("print one JSON object", default=False)


class ServeOptions(LexiconOptions):
    """The options of ``belettre serve``, which runs the web server.

    There are no flags for house rules, because they are chosen for each game when it is created.
    """

    NAME = "serve"
    SUMMARY = "the web page and the JSON API"
    DESCRIPTION = (
        "Serve the web page for the table and its JSON API, to this machine only or, with --lan, to its network."
    )

    port: int = argument(
        "port to listen on (default 8000); 0 picks a free one", default=8000, number=True, least=0, most=65535
    )
    database: str | None = argument(
        "where games are kept, as an SQLAlchemy URL (default: BELETTRE_DATABASE, or a file in your data folder)",
        path=True,
    )
    database_file: str | None = argument("file whose first line is that URL, for one with a password", path=True)
    backup: str | None = argument(
        "copy the SQLite database to a new file, even while servers use it, and end", path=True
    )
    purge_after: int | None = argument(
        "days after which a game without entries is deleted, now and every day (default: never)",
        number=True,
        least=1,
        most=36_500,
    )
    host_name: str = argument("additional host names of this machine, separated by commas", default="")
    trusted_proxy: str = argument(
        "networks of the proxies in front of it, separated by commas, as 10.0.0.0/8: what they say of a device's "
        "address is believed",
        default="",
    )
    max_streams: int = argument(
        "devices that may follow games at the same time (default 4000)",
        default=4000,
        number=True,
        least=1,
        most=100_000,
    )
    lan: bool = argument(
        "let other devices on the network in: a game's code lets them view it, its arbiter's token change it",
        default=False,
    )
    migrate: bool = argument("convert a database of an older format, then serve; back it up before", default=False)
    migrate_only: bool = argument("convert a database of an older format, and end", default=False)
    find: bool = argument("list words that fit the cards (/api/find), which is cheating at most tables", default=False)


class HarvestOptions(LexiconOptions):
    """The options of ``belettre harvest``, which lists the words of *texts* that the lexicon does not know."""

    NAME = "harvest"
    SUMMARY = "words of texts that the lexicon lacks"
    DESCRIPTION = (
        "List the words of texts that the lexicon does not know, with their number, lemma, near words and "
        "context, the most frequent first; names are set apart. Lemmas and names are those of spaCy's model "
        "fr_core_news_sm, if it is installed."
    )
    IN_ORDER = True

    texts: list[str] = argument("files of text; - reads standard input", flag="", many="+", path=True, metavar="TEXT")
    format: str = argument(
        "a table (tsv, default), a house list, or rows for the tables of decisions",
        default="tsv",
        values=("tsv", "house", "decisions"),
    )
    output: str | None = argument("write to a new file", path=True, metavar="FILE")
    names: bool = argument("list the names instead of the words", default=False)
    min_count: int = argument("leave out what is rarer (default 1)", default=1, number=True, least=1)
    min_letters: int = argument(
        "leave out words with fewer letters (default 5) (W1)", default=5, number=True, least=1, most=30
    )
    encoding: str = argument("encoding of the texts (default utf-8)", default="utf-8")
    plain: bool = argument("do without the model", default=False)
    all_languages: bool = argument("read paragraphs too that seem to be in another language", default=False)


class LexiconCommandOptions(LexiconOptions):
    """The options of ``belettre lexicon``, which describes, verifies or exports the lexicon, as *action* says."""

    NAME = "lexicon"
    SUMMARY = "facts about the lexicon itself"
    DESCRIPTION = (
        "Print the edition, layers and licences of the lexicon (info), check every byte of it (verify), or "
        "write its word families and readings as tables for other programs (export). The end of a file's name selects "
        "the format: .tsv, .jsonl or .parquet."
    )
    IN_ORDER = True

    action: str = argument(flag="", values=("info", "verify", "export"))
    families: str | None = argument("export: write the word families to this file", path=True, metavar="FILE")
    readings: str | None = argument("export: write all readings to this file", path=True, metavar="FILE")


class CompletionOptions(CommandOptions):
    """The options of ``belettre completion``, which prints the completion script for the shell *shell*."""

    NAME = "completion"
    SUMMARY = "a completion script"
    DESCRIPTION = "Print a completion script for a shell."

    shell: str = argument(flag="", values=SHELLS)

    @classmethod
    def arguments(cls) -> list[Argument]:
        """Return only the operand *shell*. There is no ``--lang``, because a script is the same in all languages."""
        return [cls.ARGUMENTS["shell"]]


#: The commands, in the order of the help page.
COMMANDS: tuple[type[CommandOptions], ...] = (
    CheckOptions,
    WordOptions,
    FamilyOptions,
    FindOptions,
    AtlasOptions,
    PlayOptions,
    TableOptions,
    ReplayOptions,
    SimulateOptions,
    ServeOptions,
    HarvestOptions,
    LexiconCommandOptions,
    CompletionOptions,
)
