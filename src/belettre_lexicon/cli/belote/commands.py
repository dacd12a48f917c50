"""The commands of ``belote`` as tables: a class for each command, with its arguments and their help texts.

``main`` runs the commands. Every command has a flag for each house rule (``BeloteRules``). Start reading at
``BeloteCommand``.
"""

from __future__ import annotations

from ...base.errors import ArgumentError
from ...games.belote.cards import Contract, read_contract
from ...games.belote.options import SHEETS, TWO_PLAYERS
from ...games.belote.rules import BeloteRules
from ..kit.commands import CommandOptions, argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...games.belote.bots.simulation import BotKind

#: The kinds of bot that ``--level`` accepts, the default first.
BELOTE_LEVELS: tuple[BotKind, ...] = ("strong", "amateur", "easy")
#: Seeds are at least -MOST_SEED and less than MOST_SEED, as in ``games.belote.deals.deal``, which is slow to import.
MOST_SEED = 1 << 63
#: The most deals of one match.
MOST_GAMES = 1_000_000


class BeloteCommand(CommandOptions):
    """The options that all commands share: the language and the house rules."""

    RULES = BeloteRules
    GROUPED = True

    def rules(self) -> BeloteRules:
        """Return the house rules that the options select. Raises ArgumentError for a value not implemented yet."""
        rules: BeloteRules = self.RULES(**self.chosen)  # type: ignore[arg-type]  # by name
        return rules


class BeloteCheckCommand(BeloteCommand):
    """The options of ``belote check``: a hand and a pli, or a file of the plis of a deal and what its score needs."""

    NAME = "check"
    SUMMARY = "which cards may be laid, and why; renonces; auctions"
    DESCRIPTION = (
        "Say which cards of a hand may be laid on a pli, and which obligation forbids the others; or find the "
        "renonces in the plis of a deal that later cards prove, and the score after them (BF1); or say what a player "
        "may say in an auction. Cards are typed as V♥ or vc (suits t, k, c, p); with --lang en as J♥ or jh (suits c, "
        "d, h, s); the words of an auction as « 90♥ coinche ». Exit status: 0 all permitted, or no renonce; 1 "
        "some refused, or a renonce; 2 unusable input."
    )

    atout: str | None = argument("the trump: a suit, SA or TA")
    pli: str = argument("the cards of the pli in the order laid; without it the player opens", default="")
    main: str | None = argument("the cards of the hand")
    rangee: str = argument("with two players: the face-up cards of the player's own row", default="")
    partner: str = argument("with three players: the card of the pli that the other defender laid", default="")
    auction: str | None = argument("the words of an auction in the order said, as « 90♥ coinche »")
    say: str | None = argument("with --auction: the word to check, as « surcoinche »; a seat may stand before it")
    retourne: str | None = argument("with --auction: the card turned up, in games that have one")
    plis: str | None = argument("file of the plis as laid, one per line; - reads standard input", path=True)
    opener: str | None = argument(
        "with --plis or --auction: the seat that opened, S (default), E, N or O, if no seats are written"
    )
    taker: str | None = argument("with --plis and three players: the seat that took")
    belote: str = argument(
        "with --plis: a team that said a belote, N+S or E+O; with three players the seat", default="", adds=True
    )
    announced: str = argument(
        "with --plis: points of the annonces of N+S and of E+O, as 50,0; with three players of taker and defence",
        default="",
    )
    waiting: int = argument(
        "with --plis: points that wait since an earlier litige (BS6)", default=0, number=True, least=0, most=1_000_000
    )
    all_rules: bool = argument("say which house rules would decide otherwise", default=False)
    json: bool = argument("print one JSON object", default=False)

    def contract(self, rules: BeloteRules) -> Contract:
        """Return the contract of --atout. Raises ArgumentError if it is missing, unknown, or not one of the game."""
        if self.atout is None:
            raise ArgumentError("check: --atout is missing, the trump: a suit, SA or TA")
        try:
            contract = read_contract(self.atout, self.lang)
        except ArgumentError as error:
            raise ArgumentError(f"--atout{str(error).removeprefix('contract')}") from error
        if contract in ("SA", "TA") and rules.game in (*TWO_PLAYERS, *SHEETS):
            rule = "VK5" if rules.game in SHEETS else "V2.5"
            raise ArgumentError(f"--atout {contract}: expected a suit, game {rules.game!r} has no other trump ({rule})")
        return contract


class BeloteScoreCommand(BeloteCommand):
    """The options of ``belote score``: the players, the first dealer, and where the sheet is saved."""

    NAME = "score"
    SUMMARY = "the score sheet of a table with real cards"
    DESCRIPTION = (
        "Keep the score of a table with real cards. Type a line for each deal, as « ana 92 » or « eux 70 »; « aide » "
        "(« help » with --lang en) shows what else can be typed. At a keyboard the sheet is saved after every line, "
        "and the same command goes on with it. From a pipe it is saved only with --save. Exit status: 0 done; 1 a line "
        "of a pipe was not accepted; 2 unusable input."
    )

    names: str | None = argument(
        "names of the players in playing order: Ana,Bob,Chloé,David; Ana and Chloé are « nous »",
        flag="--players",
        metavar="PLAYERS",
    )
    dealer: str | None = argument("who deals first: a name or a seat; the first player by default")
    set: str | None = argument("the house rules of a set by its name; other options of the table change it")
    keep_set: str | None = argument("keep the house rules as a set of the table's own, under this name")
    save: str | None = argument(
        "file to save the sheet in, and to resume it from; by default one in your data folder", path=True
    )
    show_rules: bool = argument(
        "print the rules of the table on one screen, and do nothing else", default=False, flag="--rules"
    )
    list_sets: bool = argument("print the sets of house rules, and do nothing else", default=False)
    new: bool = argument("begin a new sheet, and put the saved one aside", default=False)
    accept_loss: bool = argument("resume a saved sheet whose last lines are missing", default=False)
    json: bool = argument(
        "print nothing but one JSON object for each line « marque », and one at the end", default=False
    )


class BelotePlayCommand(BeloteCommand):
    """The options of ``belote play``: the person's seat, the bots, the cards, and where the game is saved."""

    NAME = "play"
    SUMMARY = "a game against bots"
    DESCRIPTION = (
        "Play a game against bots. Type « aide » (« help » with --lang en) to see what can be typed. At a "
        "keyboard the game is saved after every action, and the same command goes on with it. Exit status: 0 the game "
        "is over, or you have left it; 2 unusable input."
    )

    seat: str = argument(
        "your seat, sud by default", default="sud", values=("sud", "est", "nord", "ouest", "cinq", "six")
    )
    level: BotKind = argument("how the bots play, strong by default", default="strong", values=BELOTE_LEVELS)
    seed: int | None = argument(
        "number from which the cards are dealt; by default one drawn at random",
        number=True,
        least=-MOST_SEED,
        most=MOST_SEED - 1,
    )
    save: str | None = argument(
        "file to save the game in, and to resume it from; by default one in your data folder", path=True
    )
    new: bool = argument("begin a new game, and put the saved one aside", default=False)
    accept_loss: bool = argument("resume a saved game whose last lines are missing", default=False)


class BeloteReplayCommand(BeloteCommand):
    """The options of ``belote replay``: the file of the game, the only deal to tell (None for all), and the format."""

    NAME = "replay"
    SUMMARY = "check and narrate a recorded game"
    DESCRIPTION = (
        "Check a recorded game and tell it deal by deal: a record, the journal of belote play or belote score, or a "
        "game in the short notation. Exit status: 0 sound, finished or not; 1 the file says other results than the "
        "rules give, or its end is missing; 2 it cannot be read."
    )

    file: str = argument("file of the game; - reads standard input", default="", flag="", path=True, metavar="FILE")
    deal: int | None = argument("tell this deal alone, by its number", number=True, least=1, most=100_000)
    json: bool = argument("print one JSON object", default=False)
    best: bool = argument("after each deal, tell which cards would have made more, all hands known", default=False)
    shorthand: bool = argument("print the game in the short notation", default=False)


class BeloteSimulateCommand(BeloteCommand):
    """The options of ``belote simulate``: the number of deals, the seed of the cards, and the bots of both sides."""

    NAME = "simulate"
    SUMMARY = "bots against bots"
    DESCRIPTION = (
        "Let bots play deals against each other. Each deal is played twice, with the sides swapped; the margin is what "
        "the first side writes more than the second, per play, with its standard error. Exit status: 0 done; 2 "
        "unusable input."
    )

    games: int = argument(
        "number of deals, each of which is played twice (default 100)",
        default=100,
        number=True,
        least=1,
        most=MOST_GAMES,
    )
    seed: int = argument(
        "number that gives the same deals again, whatever the number of processes (default 0)", default=0, number=True
    )
    sides: str = argument(
        "the two sides, each strong, amateur, easy or random (default strong,easy)",
        default="strong,easy",
        flag="--players",
        metavar="PLAYERS",
    )
    processes: int | None = argument(
        "number of processes that share the work (default: one per processor)", number=True, least=1
    )
    json: bool = argument("print one JSON object", default=False)


#: The commands, in the order of the help page, but for ``completion``.
COMMANDS: tuple[type[BeloteCommand], ...] = (
    BeloteCheckCommand,
    BeloteScoreCommand,
    BelotePlayCommand,
    BeloteReplayCommand,
    BeloteSimulateCommand,
)
