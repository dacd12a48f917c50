"""The command ``belote score``, the score sheet of a table with real cards: one typed line for each deal.

    line → marque.typed → MarqueJournal.entering → the file (fsync) → sentences of the referee

A new sheet asks for the names of the players and shows its first prompt before it imports the sheet itself
(``score_session``), which takes longer than everything before it: the import runs once the first line is typed. Start
reading at ``run``.
"""

from __future__ import annotations

import os
import sys

from ...referee.belote.names import load_belote
from ...referee.catalogue import Catalogue
from ..kit.terminal import UnusableInputError, at_keyboard, plain_lines
from .commands import BeloteScoreCommand
from .output import EXIT_OK, write
from .score_start import KeyboardStart, SheetOpening

#: The file of the current sheet, in the user's data folder. Earlier ones are beside it, with dates in their names.
_CURRENT_SHEET = "belote/marque.jsonl"


def run(command: BeloteScoreCommand) -> int:
    """Keep a score sheet; return the exit status.

    The status is EXIT_NEGATIVE if a line of a pipe was not accepted, otherwise EXIT_OK. Raises UnusableInputError if
    the file of the sheet cannot be used, ArgumentError for unusable options.
    """
    rules = command.rules()
    say = load_belote(command.lang)
    if command.show_rules:
        from ...referee.belote.table_rules import table_rules_lines  # needed by --rules alone

        for text in table_rules_lines(rules, say):
            write(text)
        return EXIT_OK
    keyboard = at_keyboard() and not command.json
    path = command.save or (_default_path() if keyboard else None)
    if path is None and keyboard:
        raise UnusableInputError(say("score.no_folder"))
    opening = SheetOpening(command, rules, path)
    if not keyboard:
        from .score_session import run_batch

        return run_batch(command, opening, say)
    return _run_at_keyboard(command, opening, say)


def _run_at_keyboard(command: BeloteScoreCommand, opening: SheetOpening, say: Catalogue) -> int:
    """Keep a sheet at a keyboard: ask for names if it is new, then enter the lines that are typed."""
    start = KeyboardStart(opening, say)
    lines = plain_lines(start.prompt)
    write(say("score.welcome"))
    first: str | None = None
    if _is_empty(opening.path):
        try:
            if command.players is not None:
                start.ready()
                if (first := next(lines, None)) is None:
                    return EXIT_OK
            elif not start.ask(lines, command.dealer is None):
                return EXIT_OK
        except KeyboardInterrupt:
            write("")
            return EXIT_OK
    from .score_session import run_at_keyboard

    return run_at_keyboard(command, opening, say, lines, first, start)


def _is_empty(path: str | None) -> bool:
    """Return whether a file does not exist, is empty or cannot be read: then no sheet can be resumed from it."""
    try:
        return path is None or not os.stat(path).st_size  # noqa: PTH116  # pathlib is slow to import
    except (OSError, ValueError):
        return True


def _default_path() -> str | None:
    """Return the file of the current sheet in the user's data folder; None if there is no such folder.

    On Linux this is the folder that the library platformdirs (extra ``table``) names, but its import would take as long
    as all else before the first prompt; elsewhere the library is needed.
    """
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        folder = os.environ.get("XDG_DATA_HOME", "")
        if not folder.strip():
            folder = os.path.expanduser("~/.local/share")  # noqa: PTH111  # as above
        folder = f"{folder}/belettre"
    else:
        try:
            from platformdirs import user_data_dir
        except ImportError:
            return None
        folder = user_data_dir("belettre", appauthor=False)
    return f"{folder}/{_CURRENT_SHEET}"
