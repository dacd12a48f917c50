"""The command ``belettre``. A plain check goes straight to ``check``; all else through argparse.

::

    belettre check MOT… [options]      judge words                       (check)
    belettre word MOT                  all about a word                  (word)
    belettre family MOT                the family of a word        (family)
    belettre find [options]            words that fit the cards        (find)
    belettre atlas                     how many words the cards leave (atlas)
    belettre play                      a game against bots           (play)
    belettre table                     referee a game of real cards  (table)
    belettre replay FILE               check and tell a game         (replay)
    belettre simulate                  bots against bots             (simulate)
    belettre serve                     a web page for the table      (serve)
    belettre lexicon info|verify       the lexicon itself
    belettre completion bash|zsh       a completion script for the shell
"""

from __future__ import annotations

import os
import sys

from ..errors import BelettreError
from . import check
from .arguments import (
    AtlasOptions,
    CheckOptions,
    FindOptions,
    PlayOptions,
    ReplayOptions,
    ServeOptions,
    SimulateOptions,
    TableOptions,
    parse_plain,
)
from .terminal import UnusableInputError, fail, flush_or_fail, output_lost

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import NoReturn

    from .arguments import Options


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the exit status. Nothing a user does ends in a traceback."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if sys.stdout is None:
        return fail("there is no standard output to write the answer to")
    try:
        status = _run(arguments)
    except (BelettreError, UnusableInputError) as error:
        flush_or_fail(0)
        return fail(str(error))
    except OSError as error:
        return output_lost(error)
    except KeyboardInterrupt:
        return fail("interrupted")
    return flush_or_fail(status)


def run_and_leave() -> NoReturn:
    """Run the command line and end the process at once: nothing is left to clean up, and taking the
    interpreter down in good order costs a tenth of the time of a one-word check."""
    status = main()
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    finally:
        os._exit(status)


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["check"] and (checked := parse_plain(CheckOptions(), arguments[1:])):
        return check.run(checked)
    if arguments[:1] == ["find"] and (found := parse_plain(FindOptions(), arguments[1:])):
        return _find(found)
    return _run_parsed(arguments)


def _find(options: FindOptions) -> int:
    from . import find  # each command imports its own module: some of what they need takes longer than a check

    return find.run(options)


def _run_parsed(arguments: list[str]) -> int:
    from .parser import build_parser  # argparse: only when the plain way does not do

    options = build_parser().parse_args(arguments)
    if options.command == "check":
        return check.run(_filled(CheckOptions(), options))
    if options.command == "find":
        return _find(_filled(FindOptions(), options))
    if options.command == "atlas":
        from . import atlas

        return atlas.run(_filled(AtlasOptions(), options))
    if options.command == "play":
        from . import play

        return play.run(_filled(PlayOptions(), options))
    if options.command == "table":
        from .table import session

        return session.run(_filled(TableOptions(), options))
    if options.command == "replay":
        from . import replay

        return replay.run(_filled(ReplayOptions(), options))
    if options.command == "simulate":
        from . import simulate

        return simulate.run(_filled(SimulateOptions(), options))
    if options.command == "serve":
        from . import serve

        return serve.run(_filled(ServeOptions(), options))
    if options.command == "word":
        from . import word

        return word.run(options.word, options.lang, options.json, options.lexicon)
    if options.command == "family":
        return _family(options)
    if options.command == "lexicon":
        return _lexicon(options)
    return _completion(options.shell)


def _family(options: argparse.Namespace) -> int:
    from . import family

    if options.pairs is None:
        return family.run_word(options.word, options.lang, options.json, options.svg, options.lexicon)
    if options.svg is not None:
        raise UnusableInputError("family: --svg draws the family of one word, not of pairs")
    return family.run_pairs(options.pairs, options.lang, options.json, options.lexicon)


def _filled(options: Options, parsed: argparse.Namespace) -> Options:
    """The options of a command as argparse found them."""
    vars(options).update({name: getattr(parsed, name) for name in vars(options)})
    return options


def _lexicon(options: argparse.Namespace) -> int:
    from ..lexicon.lexicon import Lexicon
    from ..referee.catalogue import Catalogue
    from .terminal import write

    say = Catalogue.load(options.lang)
    lexicon = Lexicon.open(options.lexicon)
    if options.action == "verify":
        lexicon.verify()
        write(say("lexicon.sound", hash=lexicon.hash))
        return 0
    about, store = lexicon.about, lexicon.store
    size = sum(part.size for part in store.container.parts.values()) / 1e6
    write(
        say(
            "lexicon.info",
            edition=lexicon.edition,
            words=len(lexicon),
            readings=store.reading_count,
            size=f"{size:.1f}",
        )
    )
    write(say("lexicon.hash", hash=lexicon.hash))
    for name in [*about["layers"].split(), "frequency", "families"]:
        values = {key: about[f"{name}.{key}"] for key in ("rows", "licence", "sources")}
        write(say("lexicon.layer", name=name, **values))
    return 0


def _completion(shell: str) -> int:
    from pathlib import Path

    sys.stdout.write((Path(__file__).parent / "completions" / f"belettre.{shell}").read_text(encoding="utf-8"))
    return 0
