"""Makes the completion scripts that ``belettre completion`` and ``belote completion`` print.

The build hook of the package calls ``write_completions``, where the library shtab makes the scripts from the argparse
parsers. Completing a command line therefore does not start Python. The scripts offer commands, options, the values of
options that have a fixed set of values, and files where the value of an option is a file.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import shtab

from .belote.commands import COMMANDS as BELOTE_COMMANDS
from .belote.main import SUMMARIES
from .commands import COMMANDS
from .kit.commands import SHELLS, CommandOptions
from .kit.parser import add_arguments
from .main import build_parser

#: The commands that have completion scripts.
PROGRAMS = ("belettre", "belote")
#: The attributes whose values are addresses rather than files.
_ADDRESSES = frozenset({"database"})


def write_completions(folder: Path) -> list[str]:
    """Write the scripts of both commands for all shells to *folder*; return the file names, such as "belote.zsh".

    The folder is created if it does not exist.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for program in PROGRAMS:
        for shell in SHELLS:
            names.append(f"{program}.{shell}")
            (folder / names[-1]).write_text(generate(program, shell), encoding="utf-8", newline="\n")
    return names


def generate(program: str, shell: str) -> str:
    """Return the script that completes *program*, "belettre" or "belote", in *shell*, which is one of ``SHELLS``."""
    parser = build_parser() if program == "belettre" else _belote_parser()
    described: tuple[type[CommandOptions], ...] = COMMANDS if program == "belettre" else BELOTE_COMMANDS
    paths = {made.name for options in described for made in options.ARGUMENTS.values() if made.path} - _ADDRESSES
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for command in commands.choices.values():
        for action in command._actions:
            if action.dest in paths:
                action.complete = shtab.FILE  # the attribute that shtab asks for
    script: str = shtab.complete(parser, shell=shell)
    return script.rstrip("\n") + "\n"


def _belote_parser() -> argparse.ArgumentParser:
    """Return a parser with all commands of ``belote``. The program itself makes a parser for one command only."""
    parser = argparse.ArgumentParser(prog="belote", description="Belote, the classic game for four.")
    parser.add_argument("--version", action="version", version="belote")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in SUMMARIES.items():
        command = commands.add_parser(name, help=text)
        described = next((found for found in BELOTE_COMMANDS if name == found.NAME), None)
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
