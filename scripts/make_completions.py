"""Generate the completion scripts that ``belettre completion`` and ``belote completion`` print, with shtab.

Run as ``python scripts/make_completions.py`` whenever an option, its values or a help text change. The scripts offer
commands, options, the values of options that have a closed set of them, and files where an option names one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import shtab

from belettre_lexicon.cli.belote.arguments import BeloteCheckCommand
from belettre_lexicon.cli.belote.main import COMMANDS
from belettre_lexicon.cli.belote.options import RULE_FLAGS, BeloteCommand
from belettre_lexicon.cli.belote.parser import add_options
from belettre_lexicon.cli.belote.play import BelotePlayCommand
from belettre_lexicon.cli.belote.replay import BeloteReplayCommand
from belettre_lexicon.cli.belote.score import BeloteScoreCommand
from belettre_lexicon.cli.belote.simulate import BeloteSimulateCommand
from belettre_lexicon.cli.kit.arguments import HouseOptions
from belettre_lexicon.cli.kit.completion import FOLDER, SHELLS
from belettre_lexicon.cli.kit.parser import build_parser

#: The attributes of options and arguments whose values are files, apart from those of ``parser``.
FILES = (HouseOptions.PATHS | {"pairs", "svg"}) - {"database"}
#: The options of each command of ``belote``.
BELOTE: dict[str, type[BeloteCommand]] = {
    command.NAME: command
    for command in (
        BeloteCheckCommand,
        BeloteScoreCommand,
        BelotePlayCommand,
        BeloteReplayCommand,
        BeloteSimulateCommand,
    )
}


def build_belote_parser() -> argparse.ArgumentParser:
    """Return a parser with all commands of ``belote``; ``belote`` itself makes one for each (``parse_any``)."""
    parser = argparse.ArgumentParser(prog="belote", description="Belote, the classic game for four.")
    parser.add_argument("--version", action="version", version="belote")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text)
        if name in BELOTE:
            add_options(command, BELOTE[name]())
        else:
            command.add_argument("shell", choices=SHELLS)
        for action in command._actions:
            made = RULE_FLAGS.get(action.option_strings[0]) if action.option_strings else None
            if made is not None and made.values:
                action.choices = [str(value) for value in made.values if value not in made.option.unbuilt]
    return parser


def generate(command: str, shell: str) -> str:
    """Return the script that completes a command of ``PARSERS`` in one of the shells in ``SHELLS``."""
    parser = PARSERS[command]()
    paths = FILES.union(*(options.PATHS for options in BELOTE.values())) if command == "belote" else FILES
    for subcommand in _commands(parser):
        for action in subcommand._actions:
            if action.dest in paths:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # the attribute that shtab asks for
    return shtab.complete(parser, shell=shell).rstrip("\n") + "\n"


def _commands(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """Return the parsers of all commands."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return list(commands.choices.values())


#: The function that makes the parser of each command.
PARSERS: dict[str, Callable[[], argparse.ArgumentParser]] = {"belettre": build_parser, "belote": build_belote_parser}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for command in PARSERS:
        for shell in SHELLS:
            (FOLDER / f"{command}.{shell}").write_text(generate(command, shell), encoding="utf-8")
            print(f"{command}.{shell}")
