"""Generate the completion scripts that ``belettre completion`` and ``belote completion`` print, with shtab.

Run as ``python scripts/make_completions.py`` whenever an option, its values or a help text change. The scripts offer
commands, options, the values of options that have a closed set of them, and files where an option names one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import shtab

from belettre_lexicon.cli import commands as belettre
from belettre_lexicon.cli.belote import commands as belote
from belettre_lexicon.cli.belote.main import SUMMARIES
from belettre_lexicon.cli.kit.commands import CommandOptions
from belettre_lexicon.cli.kit.completion import FOLDER, SHELLS
from belettre_lexicon.cli.kit.parser import add_arguments
from belettre_lexicon.cli.main import build_parser

#: The attributes whose values are addresses rather than files.
ADDRESSES = frozenset({"database"})


def build_belote_parser() -> argparse.ArgumentParser:
    """Return a parser with all commands of ``belote``; ``belote`` itself makes one for each (``parse_any``)."""
    parser = argparse.ArgumentParser(prog="belote", description="Belote, the classic game for four.")
    parser.add_argument("--version", action="version", version="belote")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in SUMMARIES.items():
        command = commands.add_parser(name, help=text)
        described = next((found for found in belote.COMMANDS if name == found.NAME), None)
        if described is None:
            command.add_argument("shell", choices=SHELLS)
            continue
        add_arguments(command, described())
        values = {option.flag: option.values for option in described.offered() if not option.takes_number}
        for action in command._actions:
            known = values.get(action.option_strings[0]) if action.option_strings and action.nargs != 0 else None
            if known is not None:
                action.choices = [str(value) for value in known]
    return parser


def generate(command: str, shell: str) -> str:
    """Return the script that completes a command of ``PARSERS`` in one of the shells in ``SHELLS``."""
    parser = PARSERS[command]()
    described: tuple[type[CommandOptions], ...] = belettre.COMMANDS if command == "belettre" else belote.COMMANDS
    paths = {made.name for options in described for made in options.ARGUMENTS.values() if made.path} - ADDRESSES
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
