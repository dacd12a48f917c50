"""The entry point of the command ``belote``, which runs one of its subcommands. Start reading at ``main``.

Each subcommand is a module of this folder with a function ``run(arguments) -> int``: it takes the arguments behind the
name of the command and returns the exit status. The module is imported when its command runs::

    belote check      which cards of a hand may be laid; proven renonces  (check)
    belote score      the score sheet of a table                          (score)
    belote play       a game against bots                                 (play)
    belote replay     check and narrate a recorded game                   (replay)
    belote simulate   bots against bots                                   (simulate)
    belote completion a completion script for a shell                     (completion)

``belote`` alone prints the help page, as ``belote --help`` does.
"""

from __future__ import annotations

import gc
import os
import sys

from ...base.errors import ArgumentError, BelettreError
from ..kit.language import listen, translation
from ..kit.terminal import (
    EXIT_INTERNAL,
    EXIT_OK,
    Program,
    UnusableInputError,
    fail,
    flush_or_fail,
    report_interrupt,
    report_lost_output,
    write_exactly,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

#: What each command does, for the help page, in English (``cli.kit.translation`` has the French).
COMMANDS = {
    "check": "which cards of a hand may be laid, and why; proven renonces",
    "score": "the score sheet of a table with real cards",
    "play": "a game against bots",
    "replay": "check and narrate a recorded game",
    "simulate": "bots against bots",
    "completion": "a completion script",
}
HELP = """\
usage: belote COMMAND [options]

Belote, the classic game for four: RULES-BELOTE.md has the rules with their ids.

commands:
{commands}

options:
  --help      print this page; « belote COMMAND --help » prints that of a command
  --version   print the version

Exit status of all commands: 0 done, or yes; 1 no; 2 unusable input; 3 internal error, no answer."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line (``sys.argv`` by default) and return the exit status.

    An error is reported in one line on standard error, never as a traceback. The status is EXIT_UNUSABLE for an error
    that a user can cause, and EXIT_INTERNAL for any other.
    """
    Program.name = "belote"
    arguments = listen(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:
        return fail("there is no standard output to write the answer to")
    try:
        return flush_or_fail(_run(arguments))
    except (BelettreError, UnusableInputError) as error:
        flush_or_fail(0)
        return fail(str(error))
    except OSError as error:
        return report_lost_output(error)
    except KeyboardInterrupt as interrupt:
        return report_interrupt(interrupt)
    except SystemExit as leaving:  # argparse has printed a help page
        raise SystemExit(flush_or_fail(EXIT_OK) or leaving.code) from None
    except Exception as error:  # noqa: BLE001  # a bug; with status 1, it would look like a refusal
        flush_or_fail(0)
        return _failed(error)


def run_and_leave() -> NoReturn:
    """Run the command line, then end the process without shutting down the interpreter (as ``cli.main`` does)."""
    gc.freeze()
    gc.enable()
    status = main()
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    finally:
        os._exit(status)


def _run(arguments: list[str]) -> int:
    command, rest = arguments[0] if arguments else "--help", arguments[1:]
    if command == "check":
        from . import check

        return check.run(rest)
    if command in COMMANDS:
        return _run_module(command, rest)
    if command in ("-h", "--help"):
        _print_help()
    elif command == "--version":
        from belettre_lexicon import __version__

        write_exactly(f"belote {__version__}")
    else:
        raise ArgumentError(f"command {command!r:.40}: expected one of {', '.join(COMMANDS)} (see « belote --help »)")
    return EXIT_OK


def _print_help() -> None:
    translated = translation()
    say = (lambda text: text) if translated is None else translated.text
    write_exactly(say(HELP).format(commands="\n".join(f"  {name:12}{say(text)}" for name, text in COMMANDS.items())))


def _run_module(command: str, arguments: list[str]) -> int:
    """Import the module of a command and run it."""
    from importlib import import_module

    status: int = import_module(f"{__package__}.{command}").run(arguments)
    return status


def _failed(error: Exception) -> int:
    """Report an exception that should not occur, with its place."""
    place, trace = "", error.__traceback__
    while trace is not None:
        place = f"{trace.tb_frame.f_globals.get('__name__')}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return fail(
        f"internal error: {type(error).__name__}: {error!s:.200} ({place}); please report this error", EXIT_INTERNAL
    )
