"""The argparse parser of ``belettre``: help, errors, and the source of the completion scripts."""

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
    """Says what is wrong in one line instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise UnusableInputError(f"{message} (see « {self.prog} --help »)")


def build_parser() -> argparse.ArgumentParser:
    """The whole command line; ``scripts/make_completions.py`` reads it too."""
    parser = _OneLineParser(prog="belettre", description="Which French words may be played in Belettre, and why.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="judge words",
        description="The verdict, then each reason. Exit status: 0 all valid, 1 some refused, 2 unusable.",
    )
    add_options(check, CheckOptions())
    word = commands.add_parser(
        "word", help="all about a word", description="Readings, lemma, labels, sources, frequency."
    )
    word.add_argument("word", metavar="WORD")
    word.add_argument("--json", action="store_true", help="one JSON object")
    family = commands.add_parser(
        "family",
        help="the family of a word",
        description="A word's family as a tree (W8), or the kinship of pairs. Exit status: 0 kin, 1 none, 2 unusable.",
    )
    what = family.add_mutually_exclusive_group(required=True)
    what.add_argument("word", metavar="WORD", nargs="?")
    what.add_argument("--pairs", metavar="FILE", help="a file of « word TAB word » lines; - reads standard input")
    family.add_argument("--json", action="store_true", help="one JSON object, or one a pair")
    family.add_argument("--svg", metavar="FILE", help="write a picture of the family, drawn by Graphviz")
    find = commands.add_parser(
        "find",
        help="words that fit the cards",
        description="The words that may be played with the cards. Exit status: 0 some, 1 none, 2 unusable.",
    )
    add_options(find, FindOptions())
    atlas = commands.add_parser(
        "atlas",
        help="how many words the cards leave",
        description="How many words each majuscule leaves with each pair and triple of minuscules; the hardest ones.",
    )
    add_options(atlas, AtlasOptions())
    play = commands.add_parser(
        "play",
        help="a game against bots",
        description="A game in the terminal against bots, in any seat; « aide » tells what may be typed.",
    )
    add_options(play, PlayOptions())
    table = commands.add_parser(
        "table",
        help="referee a game of real cards",
        description="The referee of a game with real cards: type what is laid and said; « aide » tells how. The game "
        "is kept and resumed by itself. From a pipe: exit status 0, 1 when a line was bad, 2 unusable.",
    )
    add_options(table, TableOptions())
    replay = commands.add_parser(
        "replay",
        help="check and tell a game",
        description="Check the record of a game and tell it. Exit status: 0 sound, 1 a word would be judged otherwise "
        "today, 2 no such game.",
    )
    add_options(replay, ReplayOptions())
    simulate = commands.add_parser(
        "simulate",
        help="bots against bots",
        description="Let bots play whole parties and count what came of them.",
    )
    add_options(simulate, SimulateOptions())
    serve = commands.add_parser(
        "serve",
        help="a web page for the table",
        description="Serve the page for the table, and its JSON API, to this machine; with --lan to its network.",
    )
    add_options(serve, ServeOptions())
    lexicon = commands.add_parser(
        "lexicon", help="the lexicon itself", description="Edition, layers and licences; check of every byte."
    )
    lexicon.add_argument("action", choices=("info", "verify"))
    for command in (word, family, lexicon):
        command.add_argument("--lang", default="fr", help="language of the answer: fr (default) or en")
        command.add_argument("--lexicon", help="another compiled lexicon")
    completion = commands.add_parser(
        "completion", help="a completion script", description="Print a completion script for a shell."
    )
    completion.add_argument("shell", choices=SHELLS)
    return parser
