"""The entry point of the command ``belettre``, which runs one of its subcommands. Start reading at ``main``.

``commands`` lists the arguments of each subcommand. argparse parses them, except those of a ``check`` with plain
options: importing argparse would slow it down. The table ``_RUN`` has the function that runs each subcommand.
``belettre`` alone prints the help page, as ``belettre --help`` does.
"""

from __future__ import annotations

import sys

from .kit.commands import parse_plain
from .kit.terminal import UnusableInputError, at_keyboard, leave, run_command
from .words import check
from .words.check import CheckOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable
    from typing import Any, NoReturn

    from .commands import LexiconCommandOptions, SimulateOptions
    from .kit.commands import CommandOptions


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit status: 0 done, or yes; 1 no; 2 unusable input; 3 internal error.

    *arguments* are the name of the subcommand and its arguments; None for those of the process (``sys.argv``). Errors
    are printed in one line, not raised. Raises SystemExit after ``--help`` or ``--version`` has printed its text.
    """
    return run_command(
        "belettre",
        _run,
        arguments,
        "the lexicon may be damaged: « belettre lexicon verify » checks it. If it is intact, please report this error",
    )


def run_and_leave() -> NoReturn:
    """Run the command line of the process and end the process with its exit status."""
    leave(main)


def build_parser(commands: tuple[type[CommandOptions], ...] = ()) -> ArgumentParser:
    """Return the argparse parser of ``belettre``, with a subparser for each of *commands*; () for all subcommands."""
    from belettre_lexicon import __version__

    from .commands import COMMANDS
    from .kit.parser import OneLineParser, add_arguments  # imports argparse, which is slow

    parser = OneLineParser(
        prog="belettre",
        description="Which French words may be played in Belettre, and why.",
        epilog="Exit status of all commands: 0 done, or yes; 1 no; 2 unusable input, or a damaged lexicon; 3 internal "
        "error, no answer.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in commands or COMMANDS:
        made = subparsers.add_parser(command.NAME, help=command.SUMMARY, description=command.DESCRIPTION)
        add_arguments(made, command())
    return parser


def _run(arguments: list[str]) -> int:
    """Run a ``check`` with plain options directly, any other command line through argparse; return the exit status."""
    if arguments[:1] == ["check"] and (options := parse_plain(CheckOptions(), arguments[1:])):
        return _check(options)
    from .commands import COMMANDS
    from .kit.parser import fill, parse_with  # imports argparse, which is slow

    named = tuple(command for command in COMMANDS if arguments[:1] == [command.NAME])
    parsed = parse_with(build_parser(named), arguments or ["--help"])
    command = next(command for command in COMMANDS if parsed.command == command.NAME)
    return _RUN[command.NAME](fill(command(), parsed))


def _check(options: CheckOptions) -> int:
    if options.words or options.json or options.brief or not (at_keyboard() and sys.stdout.isatty()):
        return check.run(options)
    from .belettre import judging

    return judging.run(options)


def _module(name: str) -> Callable[[Any], int]:

    def run(options: CommandOptions) -> int:
        from importlib import import_module

        status: int = import_module(f"{__package__}.{name}").run(options)
        return status

    return run


def _simulate(options: SimulateOptions) -> int:
    from .kit.long_work import ended_by_signals

    with ended_by_signals():
        return _module("belettre.simulate")(options)


def _lexicon(options: LexiconCommandOptions) -> int:
    from .kit.long_work import ended_by_signals
    from .words import lexicon

    if options.action == "export":
        with ended_by_signals():  # so that no part of a file is left
            return lexicon.run_export(options.families, options.readings, options.lang, options.lexicon)
    if options.families is not None or options.readings is not None:
        raise UnusableInputError(f"lexicon {options.action}: --families and --readings belong to lexicon export")
    if options.action == "verify":
        return lexicon.run_verify(options.lang, options.lexicon)
    return lexicon.run_info(options.lang, options.lexicon)


def _completion(options: Any) -> int:
    from .kit.commands import completion_script

    sys.stdout.write(completion_script("belettre", options.shell))
    return 0


#: The function that runs each command with its options; it returns the exit status. Each function imports the modules
#: that its command needs, because some of them take longer to import than a whole check takes to run.
_RUN: dict[str, Callable[[Any], int]] = {
    "check": _check,
    "word": _module("words.word"),
    "family": _module("words.family"),
    "find": _module("words.find"),
    "atlas": _module("words.atlas"),
    "play": _module("belettre.play"),
    "table": _module("belettre.table"),
    "replay": _module("belettre.replay"),
    "simulate": _simulate,
    "serve": _module("serve"),
    "harvest": _module("words.harvest"),
    "lexicon": _lexicon,
    "completion": _completion,
}
