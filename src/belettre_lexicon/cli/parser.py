"""The argparse parser of ``belettre``, from which the help pages and the completion scripts are generated.

Start reading at ``build_parser``. Most options are defined in ``arguments``, those of ``word``, ``family``, ``lexicon``
and ``completion`` here.
"""

from __future__ import annotations

import argparse
from typing import NoReturn

from .arguments import (
    AtlasOptions,
    CheckOptions,
    FindOptions,
    PlayOptions,
    ReplayOptions,
    ServeOptions,
    SimulateOptions,
    TableOptions,
    add_options,
)
from .terminal import UnusableInputError

SHELLS = ("bash", "zsh")


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
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="judge words",
        description="Print the verdict on each word with its reasons. Exit status: 0 all valid, 1 some refused, "
        "2 unusable input.",
    )
    add_options(check, CheckOptions())
    word = commands.add_parser(
        "word",
        help="everything about a word",
        description="Print the readings of a word with their lemmas, labels, sources and frequency.",
    )
    word.add_argument("word", metavar="WORD")
    word.add_argument("--json", action="store_true", help="print one JSON object")
    family = commands.add_parser(
        "family",
        help="the family of a word",
        description="Print a word's family as a tree (W8), or the kinship of pairs of words. Exit status: 0 related, "
        "1 not related, 2 unusable input.",
    )
    what = family.add_mutually_exclusive_group(required=True)
    what.add_argument("word", metavar="WORD", nargs="?")
    what.add_argument("--pairs", metavar="FILE", help="file of « word TAB word » lines; - reads standard input")
    family.add_argument("--json", action="store_true", help="print one JSON object, or one per pair")
    family.add_argument("--svg", metavar="FILE", help="write a picture of the family, drawn by Graphviz")
    find = commands.add_parser(
        "find",
        help="words that fit the cards",
        description="List the words that may be played with the cards. Exit status: 0 some, 1 none, 2 unusable input.",
    )
    add_options(find, FindOptions())
    atlas = commands.add_parser(
        "atlas",
        help="how many words the cards allow",
        description="Count the words that each majuscule allows with every pair and triple of minuscules, and show the "
        "hardest combinations.",
    )
    add_options(atlas, AtlasOptions())
    play = commands.add_parser(
        "play",
        help="a game against bots",
        description="Play in the terminal against bots, in any seat; type « aide » for help. The game is saved and "
        "resumed automatically. From a pipe it is saved only with --save.",
    )
    add_options(play, PlayOptions())
    table = commands.add_parser(
        "table",
        help="referee a game with real cards",
        description="Referee a game with real cards: type what is laid and said; « aide » shows how. The game is saved "
        "and resumed automatically. From a pipe: exit status 0, 1 when a line was not accepted, 2 unusable input.",
    )
    add_options(table, TableOptions())
    replay = commands.add_parser(
        "replay",
        help="check and narrate a recorded game",
        description="Check a recorded game, finished or not, and narrate it: a record, the file of a game of table or "
        "play, or the short notation. Exit status: 0 sound, 1 a word would be judged differently today, the seed or "
        "the edition was changed, or the end of the file is missing, 2 unreadable game.",
    )
    add_options(replay, ReplayOptions())
    simulate = commands.add_parser(
        "simulate",
        help="bots against bots",
        description="Let bots play whole parties and print statistics.",
    )
    add_options(simulate, SimulateOptions())
    serve = commands.add_parser(
        "serve",
        help="the web page and the JSON API",
        description="Serve the web page for the table and its JSON API, to this machine only or, with --lan, to its "
        "network.",
    )
    add_options(serve, ServeOptions())
    lexicon = commands.add_parser(
        "lexicon",
        help="facts about the lexicon itself",
        description="Print the edition, layers and licences of the lexicon (info), or check every byte of it (verify).",
    )
    lexicon.add_argument("action", choices=("info", "verify"))
    for command in (word, family, lexicon):
        command.add_argument("--lang", default="fr", help="language of the answer: fr (default) or en")
        command.add_argument("--lexicon", help="path of another compiled lexicon")
    completion = commands.add_parser(
        "completion", help="a completion script", description="Print a completion script for a shell."
    )
    completion.add_argument("shell", choices=SHELLS)
    return parser
