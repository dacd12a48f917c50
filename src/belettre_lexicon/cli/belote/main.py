"""The entry point of the command ``belote``, which runs one of its subcommands. Start reading at ``main``.

The arguments of each subcommand are in ``commands``. A module of the same name has its function ``run``, which takes
the parsed options and returns the exit status; the module is imported when the command runs.
"""

from __future__ import annotations

from importlib import import_module
from typing import NoReturn

from ...base.errors import ArgumentError
from ..kit.commands import SHELLS
from ..kit.language import translation
from ..kit.parser import command_parser, parse
from ..kit.terminal import EXIT_OK, leave, run_command, write_exactly
from .commands import COMMANDS

#: What each command does, for the help page, in English.
SUMMARIES = {command.NAME: command.SUMMARY for command in COMMANDS} | {"completion": "a completion script"}
HELP = """\
usage: belote COMMAND [options]

Belote and its family (--game): RULES-BELOTE.md has the rules with their ids.

commands:
{commands}

options:
  --help      print this page; « belote COMMAND --help » prints that of a command
  --version   print the version

Exit status of all commands: 0 done, or yes; 1 no; 2 unusable input; 3 internal error, no answer."""
COMPLETION_HELP = """\
usage: belote completion SHELL

Print a completion script for a shell: {shells}.
Put it where the shell looks for such scripts; its first lines say where."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit status: 0 done, or yes; 1 no; 2 unusable input; 3 internal error.

    *arguments* are the name of the subcommand and its arguments; None for those of the process (``sys.argv``). Errors
    are printed in one line, not raised. Raises SystemExit after « belote COMMAND --help ».
    """
    return run_command("belote", _run, arguments, "please report this error")


def run_and_leave() -> NoReturn:
    """Run the command line of the process and end the process with its exit status."""
    leave(main)


def _run(arguments: list[str]) -> int:
    command, rest = arguments[0] if arguments else "--help", arguments[1:]
    described = next((found for found in COMMANDS if command == found.NAME), None)
    if described is not None:
        options = parse(described(), command_parser(described, "belote"), rest)
        status: int = import_module(f"{__package__}.{command}").run(options)
        return status
    if command == "completion":
        _complete(rest)
    elif command in ("-h", "--help"):
        lines = "\n".join(f"  {name:12}{_say(text)}" for name, text in SUMMARIES.items())
        write_exactly(_say(HELP).format(commands=lines))
    elif command == "--version":
        from belettre_lexicon import __version__

        write_exactly(f"belote {__version__}")
    else:
        raise ArgumentError(f"command {command!r:.40}: expected one of {', '.join(SUMMARIES)} (see « belote --help »)")
    return EXIT_OK


def _say(text: str) -> str:
    translated = translation()
    return text if translated is None else translated.text(text)


def _complete(arguments: list[str]) -> None:
    """Print the completion script of the shell that the arguments name, or the help page of ``belote completion``.

    Raises ArgumentError if they are neither the name of one shell nor ``--help``.
    """
    from ..kit.commands import completion_script

    if arguments in (["-h"], ["--help"]):
        write_exactly(_say(COMPLETION_HELP).format(shells=", ".join(SHELLS)))
    elif len(arguments) == 1 and arguments[0] in SHELLS:
        write_exactly(completion_script("belote", arguments[0]).rstrip("\n"))
    else:
        raise ArgumentError(f"completion {' '.join(arguments)!r:.40}: expected one of {', '.join(SHELLS)}")
