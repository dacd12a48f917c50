"""Runs the command line of a program, ``belettre`` or ``belote``: errors become one line and an exit status.

Start reading at ``run_command``.
"""

from __future__ import annotations

import gc
import os
import sys

from ...base.errors import BelettreError
from .language import listen
from .terminal import (
    EXIT_INTERNAL,
    EXIT_OK,
    Program,
    UnusableInputError,
    fail,
    flush_or_fail,
    report_interrupt,
    report_lost_output,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


def run_command(program: str, run: Callable[[list[str]], int], arguments: list[str] | None, advice: str) -> int:
    """Run a command line and return the exit status.

    An error is reported in one line on standard error, never as a traceback. The status is EXIT_UNUSABLE for an error
    that a user can cause, and EXIT_INTERNAL for any other.

    program    the name of the program, with which its errors begin
    run        runs a command with its arguments, the name of the command first, and returns its exit status
    arguments  the command line; None for that of the process
    advice     what a user can do about an error that should not occur
    """
    Program.name = program
    arguments = listen(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:
        return fail("there is no standard output to write the answer to")
    try:
        return flush_or_fail(run(arguments))
    except (BelettreError, UnusableInputError) as error:
        flush_or_fail(0)
        return fail(str(error))
    except OSError as error:
        return report_lost_output(error)
    except KeyboardInterrupt as interrupt:
        return report_interrupt(interrupt)
    except SystemExit as leaving:  # argparse has printed a help page
        raise SystemExit(flush_or_fail(EXIT_OK) or leaving.code) from None
    except Exception as error:  # noqa: BLE001  # a bug or a damaged file; with status 1, it would look like a refusal
        flush_or_fail(0)
        return fail(_internal_error(error, advice), EXIT_INTERNAL)


def leave(main: Callable[[], int]) -> NoReturn:
    """Run a command line, then end the process without shutting down the interpreter.

    There is nothing left to clean up, and a regular shutdown would make a one-word check about 10 % slower. The garbage
    collector leaves out what was imported, since nothing of it can become garbage.
    """
    gc.freeze()
    gc.enable()
    status = main()
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    finally:
        os._exit(status)


def _internal_error(error: Exception, advice: str) -> str:
    """Return a message about an exception that should not occur: its type, its text and where it was raised."""
    place, trace = "", error.__traceback__
    while trace is not None:
        place = f"{trace.tb_frame.f_globals.get('__name__')}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return f"internal error: {type(error).__name__}: {error!s:.200} ({place}); {advice}"
