"""The completion scripts that ``belettre completion`` and ``belote completion`` print.

shtab makes them from the parsers when the package is built (``write_completions``), so that completing costs no
start-up. The scripts offer commands, options, the values of options that have a closed set of them, and files where an
option names one.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from .kit.commands import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .kit.commands import CommandOptions

#: The commands that have completion scripts.
PROGRAMS = ("belettre", "belote")
#: The folder of the scripts, which are named after their command and shell.
FOLDER = Path(__file__).parents[1] / "data" / "completions"
#: The attributes whose values are addresses rather than files.
_ADDRESSES = frozenset({"database"})


def completion_script(program: str, shell: str) -> str:
    """Return the script that completes a command of ``PROGRAMS`` in one of the shells in ``SHELLS``."""
    return (FOLDER / f"{program}.{shell}").read_text(encoding="utf-8")


def write_completions(folder: Path) -> list[str]:
    """Write the scripts of both commands for all shells to *folder*, and return their names. Needs shtab."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for program in PROGRAMS:
        for shell in SHELLS:
            names.append(f"{program}.{shell}")
            (folder / names[-1]).write_text(generate(program, shell), encoding="utf-8", newline="\n")
    return names


def generate(program: str, shell: str) -> str:
    """Return the script that completes a command of ``PROGRAMS`` in one of the shells in ``SHELLS``, made by shtab."""
    import shtab  # needed while the package is built alone

    parser, described = _belettre() if program == "belettre" else _belote()
    paths = {made.name for options in described for made in options.ARGUMENTS.values() if made.path} - _ADDRESSES
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for command in commands.choices.values():
        for action in command._actions:
            if action.dest in paths:
                action.complete = shtab.FILE  # the attribute that shtab asks for
    script: str = shtab.complete(parser, shell=shell)
    return script.rstrip("\n") + "\n"


def _belettre() -> tuple[argparse.ArgumentParser, tuple[type[CommandOptions], ...]]:
    """Return the parser of ``belettre`` and the options of its commands."""
    from .commands import COMMANDS
    from .main import build_parser

    return build_parser(), COMMANDS


def _belote() -> tuple[argparse.ArgumentParser, tuple[type[CommandOptions], ...]]:
    """Return a parser with all commands of ``belote``, which itself makes one for each, and their options."""
    from .belote.commands import COMMANDS
    from .belote.main import SUMMARIES
    from .kit.parser import add_arguments

    parser = argparse.ArgumentParser(prog="belote", description="Belote, the classic game for four.")
    parser.add_argument("--version", action="version", version="belote")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in SUMMARIES.items():
        command = commands.add_parser(name, help=text)
        described = next((found for found in COMMANDS if name == found.NAME), None)
        if described is None:
            command.add_argument("shell", choices=SHELLS)
            continue
        add_arguments(command, described())
        values = {option.flag: option.values for option in described.offered() if not option.takes_number}
        for action in command._actions:
            known = values.get(action.option_strings[0]) if action.option_strings and action.nargs != 0 else None
            if known is not None:
                action.choices = [str(value) for value in known]
    return parser, COMMANDS
