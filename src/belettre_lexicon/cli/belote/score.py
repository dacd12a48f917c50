"""The command ``belote score``, the score sheet of a table with real cards: one typed line for each deal.

    line → marque.typed → MarqueJournal.entering → the file (fsync) → sentences of the referee

A new sheet asks for the names of the players and shows its first prompt before it imports the sheet itself
(``score_session``), which takes longer than all before it: the import runs once the first line is typed. Start reading
at ``run``.
"""

from __future__ import annotations

import os
import sys

from ...belote.marque.names import NAMES_EXPECTED, PLAYERS, find_players, names_problem, split_names
from ...belote.marque.vocabulary import VERB_OF, fold
from ...errors import ArgumentError
from ...referee.belote.names import load_belote, printable_name
from ...referee.catalogue import Catalogue
from .arguments import BeloteCommand, parse
from .keyboard import is_keyboard, typed_at_keyboard
from .output import EXIT_OK, write, write_exactly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import ClassVar

    from ...belote.rules import BeloteRules
    from .arguments import Flags
    from .score_session import ScoreSession

#: The file of the current sheet, in the user's data folder. Earlier ones are beside it, with dates in their names.
_CURRENT_SHEET = "belote/marque.jsonl"
#: The names of the players while they have none, by their index.
_NO_NAMES = ("",) * PLAYERS


class BeloteScoreCommand(BeloteCommand):
    """The options of ``belote score``."""

    NAME = "score"
    DESCRIPTION = (
        "Keep the score of a table with real cards. Type a line for each deal, as « ana 92 » or « eux 70 »; « aide » "
        "(« help » with --lang en) shows what else can be typed. At a keyboard the sheet is saved after every line, "
        "and the same command goes on with it. From a pipe it is saved only with --save. Exit status: 0 done; 1 a line "
        "of a pipe was not accepted; 2 unusable input."
    )
    VALUES: ClassVar[Flags] = {
        "--players": (
            "players",
            "names of the players in playing order: Ana,Bob,Chloé,David; Ana and Chloé are « nous »",
        ),
        "--dealer": ("dealer", "who deals first: a name or a seat; the first player by default"),
        "--save": ("save", "file to save the sheet in, and to resume it from; by default one in your data folder"),
        **BeloteCommand.VALUES,
    }
    SWITCHES: ClassVar[Flags] = {
        "--rules": ("show_rules", "print the rules of the table on one screen, and do nothing else"),
        "--new": ("new", "begin a new sheet, and put the saved one aside"),
        "--accept-loss": ("accept_loss", "resume a saved sheet whose last lines are missing"),
        "--json": ("json", "print nothing but one JSON object for each line « marque », and one at the end"),
    }
    PATHS: ClassVar[frozenset[str]] = frozenset({"save"})

    def __init__(self) -> None:
        super().__init__()
        self.players: str | None = None
        self.dealer: str | None = None
        self.save: str | None = None
        self.show_rules = False
        self.new = False
        self.accept_loss = False
        self.json = False


class SheetOpening:
    """What a sheet is begun with, as far as it is known before its first line.

    rules   the house rules
    names   the names of the players in playing order, "" for a player without one
    dealer  the index of the first dealer
    path    the file of the sheet; None if it is not saved
    """

    def __init__(self, command: BeloteScoreCommand, rules: BeloteRules, path: str | None) -> None:
        """Raises ArgumentError if the options name players or a dealer that there cannot be."""
        self.rules = rules
        self.path = path
        self.names = _NO_NAMES if command.players is None else _checked_names("--players", command.players)
        self.dealer = 0
        if command.dealer is not None:
            found = find_players(fold(command.dealer), self.names)
            if len(found) != 1:
                raise ArgumentError(f"--dealer {command.dealer!r:.40}: expected the name of a player, or a seat")
            self.dealer = found[0]


def run(arguments: list[str]) -> int:
    """Keep a score sheet; return the exit status.

    The status is EXIT_NEGATIVE if a line of a pipe was not accepted, otherwise EXIT_OK. Raises UnusableInputError if
    the file of the sheet cannot be used, ArgumentError for unusable options.
    """
    command = parse(BeloteScoreCommand(), arguments)
    rules = command.rules()
    say = load_belote(command.lang)
    if command.show_rules:
        from ...referee.belote.table_rules import table_rules_lines  # needed by --rules alone

        for text in table_rules_lines(rules, say):
            write(text)
        return EXIT_OK
    keyboard = is_keyboard() and not command.json
    path = command.save or (_default_path() if keyboard else None)
    if path is None and keyboard:
        raise ArgumentError(say("score.no_folder"))
    opening = SheetOpening(command, rules, path)
    if not keyboard:
        from .score_session import run_batch

        return run_batch(command, opening, say)
    return _run_at_keyboard(command, opening, say)


def _run_at_keyboard(command: BeloteScoreCommand, opening: SheetOpening, say: Catalogue) -> int:
    """Keep a sheet at a keyboard: ask for names if it is new, then enter the lines that are typed."""
    start = KeyboardStart(opening, say)
    lines = typed_at_keyboard(start.prompt)
    write_exactly(say("score.welcome"))  # to look for the width of the terminal takes 20 ms
    first: str | None = None
    if _is_empty(opening.path):
        try:
            if command.players is None and not start.ask_names(lines):
                return EXIT_OK
            if command.dealer is None and command.players is None and not start.ask_dealer(lines):
                return EXIT_OK
            start.ready()
            first = next(lines, None)
        except KeyboardInterrupt:
            write("")
            return EXIT_OK
    from .score_session import run_at_keyboard

    return run_at_keyboard(command, opening, say, lines, first, start)


class KeyboardStart:
    """The questions before the first deal of a new sheet, and the prompts of all lines.

    session  the sheet, once it is open: from then on it says what the prompt is
    """

    def __init__(self, opening: SheetOpening, say: Catalogue) -> None:
        self.session: ScoreSession | None = None
        self._opening = opening
        self._say = say
        self._prompt = ""

    def prompt(self) -> str:
        """Return the prompt of the next line."""
        return self._prompt if self.session is None else self.session.prompt()

    def ready(self) -> None:
        """Let the prompt be that of the first deal."""
        opening = self._opening
        dealer, speaker = (self._player(index % PLAYERS) for index in (opening.dealer, opening.dealer + 1))
        self._prompt = self._say("marque.prompt", number=1, dealer=dealer, speaker=speaker)

    def ask_names(self, lines: Iterator[str]) -> bool:
        """Ask for the names of the players until they can be used; return False if the input has ended."""
        self._prompt = self._say("score.ask_players")
        for line in lines:
            if not line.strip():
                return True
            if VERB_OF.get(fold(line)) == "quit":
                return False
            names = split_names(line)
            if (found := names_problem(names)) is None:
                self._opening.names = names
                return True
            write(self._say(f"marque_refusal.{found[0]}", value=printable_name(found[1])))
        return False

    def ask_dealer(self, lines: Iterator[str]) -> bool:
        """Ask who deals first until a player is named; return False if the input has ended."""
        self._prompt = self._say("score.ask_dealer", dealer=self._player(0))
        for line in lines:
            if not line.strip():
                return True
            if VERB_OF.get(fold(line)) == "quit":
                return False
            found = find_players(fold(line), self._opening.names)
            if len(found) == 1:
                self._opening.dealer = found[0]
                return True
            known = ", ".join(map(self._player, range(PLAYERS)))
            write(self._say("marque_unclear.dealer_who", known=known))
        return False

    def _player(self, index: int) -> str:
        name = self._opening.names[index]
        return printable_name(name) or self._say(f"seats.{('sud', 'est', 'nord', 'ouest')[index]}")


def _checked_names(flag: str, text: str) -> tuple[str, ...]:
    """Return the four names in the value of a flag. Raises ArgumentError if they cannot be those of the players."""
    names = split_names(text)
    if (found := names_problem(names)) is not None:
        raise ArgumentError(f"{flag} {text!r:.80}: {found[1]!r:.40}: {NAMES_EXPECTED[found[0]]}")
    return names


def _is_empty(path: str | None) -> bool:
    """Return whether a file does not exist, is empty or cannot be looked at: then no sheet can be resumed from it."""
    try:
        return path is None or not os.stat(path).st_size  # noqa: PTH116  # pathlib takes 15 ms to import
    except (OSError, ValueError):
        return True


def _default_path() -> str | None:
    """Return the file of the current sheet in the user's data folder; None if there is no such folder.

    On Linux this is the folder that the library platformdirs (extra ``table``) names, without the 25 ms that its import
    takes; elsewhere the library is needed.
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
