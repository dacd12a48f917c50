"""The argparse parser of ``belettre``, from which the help pages and the completion scripts are generated.

Start reading at ``build_parser``. Most options are defined in ``arguments``, those of ``word``, ``family``,
``harvest``, ``lexicon`` and ``completion`` here.
"""

from __future__ import annotations

import argparse
from typing import NoReturn

from belettre_lexicon import __version__

from ...referee.catalogue import LANGUAGES
from .argument_types import number_within, readable_text
from .arguments import (
    COMMON,
    AtlasOptions,
    CheckOptions,
    FindOptions,
    HouseOptions,
    PlayOptions,
    ReplayOptions,
    ServeOptions,
    SimulateOptions,
    TableOptions,
)
from .completion import SHELLS
from .language import answer_language
from .terminal import UnusableInputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class _OneLineParser(argparse.ArgumentParser):
    """A parser that raises UnusableInputError with a message of one line instead of printing the usage and exiting."""

    def error(self, message: str) -> NoReturn:
        raise UnusableInputError(f"{message} (see « {self.prog} --help »)")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line, which ``scripts/make_completions.py`` uses as well."""
    parser = _OneLineParser(
        prog="belettre",
        description="Which French words may be played in Belettre, and why.",
        epilog="Exit status of all commands: 0 done, or yes; 1 no; 2 unusable input, or a damaged lexicon; 3 internal "
        "error, no answer.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="judge words",
        description="Print the verdict on each word with its reasons. Without words at a terminal, a session begins: "
        "type words, cards (maj F, min l e c), and + for a word that was played; ? shows the rest. Exit status: 0 all "
        "valid, or a session, 1 some refused, 2 unusable input.",
    )
    _add_options(check, CheckOptions())
    word = commands.add_parser(
        "word",
        help="everything about a word",
        description="Print the readings of a word with their lemmas, labels, sources and frequency.",
    )
    word.add_argument("word", metavar="WORD", type=readable_text)
    word.add_argument("--json", action="store_true", help="print one JSON object")
    family = commands.add_parser(
        "family",
        help="the family of a word",
        description="Print a word's family as a tree (W8), or the kinship of pairs of words. Of a large family, the "
        "path to the word and its close kin are shown. Exit status: 0 related, 1 not related, 2 unusable input.",
    )
    what = family.add_mutually_exclusive_group(required=True)
    what.add_argument("word", metavar="WORD", nargs="?", type=readable_text)
    what.add_argument("--pairs", metavar="FILE", help="file of « word TAB word » lines; - reads standard input")
    family.add_argument("--json", action="store_true", help="print one JSON object, or one per pair")
    family.add_argument("--whole", action="store_true", help="print the whole tree of a large family")
    family.add_argument("--svg", metavar="FILE", help="write a picture of the family, drawn by Graphviz")
    find = commands.add_parser(
        "find",
        help="words that fit the cards",
        description="List the words that may be played with the cards. Exit status: 0 some, 1 none, 2 unusable input.",
    )
    _add_options(find, FindOptions())
    atlas = commands.add_parser(
        "atlas",
        help="how many words the cards allow",
        description="Count the words that each majuscule allows with every pair and triple of minuscules, and show the "
        "hardest combinations.",
    )
    _add_options(atlas, AtlasOptions())
    play = commands.add_parser(
        "play",
        help="a game against bots",
        description="Play in the terminal against bots, in any seat; type « aide » for help. The game is saved and "
        "resumed automatically. From a pipe it is saved only with --save.",
    )
    _add_options(play, PlayOptions())
    table = commands.add_parser(
        "table",
        help="referee a game with real cards",
        description="Referee a game with real cards: type what is laid and said; « aide » shows how. The game is saved "
        "and resumed automatically. From a pipe: exit status 0, 1 when a line was not accepted, 2 unusable input.",
    )
    _add_options(table, TableOptions())
    replay = commands.add_parser(
        "replay",
        help="check and narrate a recorded game",
        description="Check a recorded game, finished or not, and narrate it: a record, the file of a game of table or "
        "play, or the short notation. With --analyse, tell what was possible in it instead. Exit status: 0 sound, 1 a "
        "word would be judged differently today, the seed or the edition was changed, or the end of the file is "
        "missing, 2 unreadable game.",
    )
    _add_options(replay, ReplayOptions())
    simulate = commands.add_parser(
        "simulate",
        help="bots against bots",
        description="Let bots play whole parties and print statistics.",
    )
    _add_options(simulate, SimulateOptions())
    serve = commands.add_parser(
        "serve",
        help="the web page and the JSON API",
        description="Serve the web page for the table and its JSON API, to this machine only or, with --lan, to its "
        "network.",
    )
    _add_options(serve, ServeOptions())
    harvest = commands.add_parser(
        "harvest",
        help="words of texts that the lexicon lacks",
        description="List the words of texts that the lexicon does not know, with their number, lemma, near words and "
        "context, the most frequent first; names are set apart. Lemmas and names are those of spaCy's model "
        "fr_core_news_sm, if it is installed.",
    )
    harvest.add_argument("texts", metavar="TEXT", nargs="+", help="files of text; - reads standard input")
    harvest.add_argument(
        "--format",
        default="tsv",
        choices=("tsv", "house", "decisions"),
        help="a table (tsv, default), a house list, or rows for the tables of decisions",
    )
    harvest.add_argument("--output", metavar="FILE", help="write to a new file")
    harvest.add_argument("--names", action="store_true", help="list the names instead of the words")
    harvest.add_argument(
        "--min-count",
        type=lambda text: number_within(text, 1, None),
        default=1,
        help="leave out what is rarer (default 1)",
    )
    harvest.add_argument(
        "--min-letters",
        type=lambda text: number_within(text, 1, 30),
        default=5,
        help="leave out words with fewer letters (default 5) (W1)",
    )
    harvest.add_argument(
        "--encoding", default="utf-8", type=readable_text, help="encoding of the texts (default utf-8)"
    )
    harvest.add_argument("--plain", action="store_true", help="do without the model")
    harvest.add_argument(
        "--all-languages", action="store_true", help="read paragraphs too that seem to be in another language"
    )
    lexicon = commands.add_parser(
        "lexicon",
        help="facts about the lexicon itself",
        description="Print the edition, layers and licences of the lexicon (info), check every byte of it (verify), or "
        "write its word families and readings as tables for other programs (export). The end of a file's name selects "
        "the format: .tsv, .jsonl or .parquet.",
    )
    lexicon.add_argument("action", choices=("info", "verify", "export"))
    lexicon.add_argument("--families", metavar="FILE", help="export: write the word families to this file")
    lexicon.add_argument("--readings", metavar="FILE", help="export: write all readings to this file")
    for command in (word, family, harvest, lexicon):
        command.set_defaults(lang=answer_language())
        for flag, (name, text) in COMMON.items():
            command.add_argument(flag, dest=name, choices=LANGUAGES if name == "lang" else None, help=text)
    completion = commands.add_parser(
        "completion", help="a completion script", description="Print a completion script for a shell."
    )
    completion.add_argument("shell", choices=SHELLS)
    return parser


def _add_options(parser: argparse.ArgumentParser, options: HouseOptions) -> None:
    """Add the options of a command to its argparse parser, with the values of *options* as defaults."""
    if isinstance(options, CheckOptions):
        parser.add_argument(
            "words",
            nargs="*",
            metavar="WORD",
            type=readable_text,
            help="words to judge; - reads one per line from standard input; without words at a terminal, a session",
        )
    if isinstance(options, ReplayOptions):
        parser.add_argument(
            "file", metavar="FILE", help="a record, or a game in the short notation; - reads standard input"
        )
    collected = options.LISTS | options.ONCE
    for flag, (name, text) in options.VALUES.items():
        parser.add_argument(
            flag,
            dest=name,
            help=text,
            action="append" if name in collected else "store",
            type=_type_of(name, options),
            choices=options.CHOICES.get(name),
        )
    for flag, (name, text) in options.SWITCHES.items():
        parser.add_argument(flag, dest=name, action="store_true", help=text)
    parser.set_defaults(**{name: None if name in collected else value for name, value in vars(options).items()})


def _type_of(name: str, options: HouseOptions) -> Callable[[str], str | int]:
    """Return the function by which argparse parses the value of an attribute; it raises argparse.ArgumentTypeError."""
    if name in options.NUMBERS:
        return lambda text: number_within(text, *options.NUMBERS[name])
    return str if name in options.PATHS else readable_text
