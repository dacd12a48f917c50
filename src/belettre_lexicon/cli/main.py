"""The entry point of the command ``belettre``, which runs one of its subcommands. Start reading at ``main``.

A ``check`` or ``find`` with plain options (see ``arguments``) is parsed without argparse. Everything else is parsed by
argparse and run by a function of the table ``_COMMANDS``, which imports the module that implements the subcommand.
These are the subcommands, with their modules in parentheses::

    belettre check WORD… [options]     judge words                        (check)
    belettre check                     a session at a keyboard            (table/judging)
    belettre word WORD                 everything about a word            (word)
    belettre family WORD               the family of a word               (family)
    belettre find [options]            words that fit the cards           (find)
    belettre atlas                     how many words the cards allow     (atlas)
    belettre play                      a game against bots                (play)
    belettre table                     referee a game with real cards     (table)
    belettre replay FILE               check and narrate a recorded game  (replay)
    belettre simulate                  bots against bots                  (simulate)
    belettre serve                     the web page and the JSON API      (serve)
    belettre harvest TEXT…             words that the lexicon lacks      (harvest)
    belettre lexicon info|verify       facts about the lexicon itself     (lexicon)
    belettre lexicon export            families and readings as tables    (lexicon)
    belettre completion SHELL          a completion script for the shell

``belettre`` alone prints the help page, as ``belettre --help`` does.
"""

from __future__ import annotations

import gc
import os
import sys

from ..base.errors import BelettreError
from .kit.arguments import (
    AtlasOptions,
    CheckOptions,
    FindOptions,
    PlayOptions,
    ReplayOptions,
    ServeOptions,
    SimulateOptions,
    TableOptions,
    fill,
    parse_plain,
)
from .kit.language import listen, translation
from .kit.terminal import (
    EXIT_INTERNAL,
    EXIT_OK,
    Program,
    UnusableInputError,
    at_keyboard,
    fail,
    flush_or_fail,
    report_interrupt,
    report_lost_output,
)
from .words import check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from typing import NoReturn


def main(arguments: list[str] | None = None) -> int:
    """Run the command line (``sys.argv`` by default) and return the exit status.

    An error is reported in one line on standard error, never as a traceback. The status is EXIT_UNUSABLE for an error
    that a user can cause, and EXIT_INTERNAL for any other.
    """
    Program.name = "belettre"
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
    except Exception as error:  # noqa: BLE001  # a bug or a damaged file; with status 1, it would look like a refusal
        flush_or_fail(0)
        return fail(_internal_error(error), EXIT_INTERNAL)


def run_and_leave() -> NoReturn:
    """Run the command line, then end the process without shutting down the interpreter.

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


def _internal_error(error: Exception) -> str:
    """Return a message about an exception that should not occur: its type, its text and the place where it was raised.

    The most likely cause is said as well: a damaged lexicon that no checksum noticed.
    """
    place, trace = "", error.__traceback__
    while trace is not None:
        place = f"{trace.tb_frame.f_globals.get('__name__')}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return (
        f"internal error: {type(error).__name__}: {error!s:.200} ({place}); the lexicon may be damaged: "
        "« belettre lexicon verify » checks it. If it is intact, please report this error"
    )


def _run(arguments: list[str]) -> int:
    """Run a ``check`` or ``find`` with plain options directly, any other command line through argparse.

    Returns the exit status.
    """
    command, rest = arguments[:1], arguments[1:]
    if command == ["check"] and (check_options := parse_plain(CheckOptions(), rest)):
        return _check(check_options)
    if command == ["find"] and (find_options := parse_plain(FindOptions(), rest)):
        return _find(find_options)
    from .kit.parser import build_parser  # imports argparse, which is slow

    parser = build_parser()
    if (translated := translation()) is not None:
        from .kit.translation import translate_parser

        translate_parser(parser, translated)
    parsed = parser.parse_args(arguments or ["--help"])
    return _COMMANDS[parsed.command](parsed)


def _check(options: CheckOptions) -> int:
    if options.words or options.json or options.brief or not (at_keyboard() and sys.stdout.isatty()):
        return check.run(options)
    from .belettre.table import judging

    return judging.run(options)


def _find(options: FindOptions) -> int:
    from .words import find

    return find.run(options)


def _atlas(parsed: Namespace) -> int:
    from .words import atlas

    return atlas.run(fill(AtlasOptions(), parsed))


def _play(parsed: Namespace) -> int:
    from .belettre import play

    return play.run(fill(PlayOptions(), parsed))


def _table(parsed: Namespace) -> int:
    from .belettre.table import session

    return session.run(fill(TableOptions(), parsed))


def _replay(parsed: Namespace) -> int:
    from .belettre import replay

    return replay.run(fill(ReplayOptions(), parsed))


def _simulate(parsed: Namespace) -> int:
    from .kit.long_work import ended_by_signals

    with ended_by_signals():
        from .belettre import simulate

        return simulate.run(fill(SimulateOptions(), parsed))


def _serve(parsed: Namespace) -> int:
    from .serve import serve

    return serve.run(fill(ServeOptions(), parsed))


def _word(parsed: Namespace) -> int:
    from .words import word

    return word.run(parsed.word, parsed.lang, parsed.json, parsed.lexicon)


def _family(parsed: Namespace) -> int:
    from .words import family

    if parsed.pairs is None:
        return family.run_word(parsed.word, parsed.lang, parsed.json, parsed.whole, parsed.svg, parsed.lexicon)
    if parsed.svg is not None:
        raise UnusableInputError("family: --svg draws the family of one word, not of pairs")
    return family.run_pairs(parsed.pairs, parsed.lang, parsed.json, parsed.lexicon)


def _harvest(parsed: Namespace) -> int:
    from .words import harvest

    return harvest.run(
        parsed.texts,
        form=parsed.format,
        output=parsed.output,
        names=parsed.names,
        min_count=parsed.min_count,
        min_letters=parsed.min_letters,
        encoding=parsed.encoding,
        plain=parsed.plain,
        all_languages=parsed.all_languages,
        lang=parsed.lang,
        lexicon=parsed.lexicon,
    )


def _lexicon(parsed: Namespace) -> int:
    from .kit.long_work import ended_by_signals
    from .words import lexicon

    if parsed.action == "export":
        with ended_by_signals():  # so that no part of a file is left
            return lexicon.run_export(parsed.families, parsed.readings, parsed.lang, parsed.lexicon)
    if parsed.families is not None or parsed.readings is not None:
        raise UnusableInputError(f"lexicon {parsed.action}: --families and --readings belong to lexicon export")
    if parsed.action == "verify":
        return lexicon.run_verify(parsed.lang, parsed.lexicon)
    return lexicon.run_info(parsed.lang, parsed.lexicon)


def _completion(parsed: Namespace) -> int:
    from .kit.completion import completion_script

    sys.stdout.write(completion_script("belettre", parsed.shell))
    return EXIT_OK


#: The function that runs each command with the arguments that argparse parsed; it returns the exit status. Each
#: function imports the modules that its command needs, because some of them take longer to import than a whole check
#: takes to run.
_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "check": lambda parsed: _check(fill(CheckOptions(), parsed)),
    "word": _word,
    "family": _family,
    "find": lambda parsed: _find(fill(FindOptions(), parsed)),
    "atlas": _atlas,
    "play": _play,
    "table": _table,
    "replay": _replay,
    "simulate": _simulate,
    "serve": _serve,
    "harvest": _harvest,
    "lexicon": _lexicon,
    "completion": _completion,
}
