"""The command ``belote score``, the score sheet of a table with real cards: one typed line for each deal.

    line → marque.typed → MarqueJournal.entering → the file (fsync) → sentences of the referee

At a keyboard the sheet is saved in a file, and can be resumed even if the process is killed; from a pipe it is saved if
``--save`` names a file. A new sheet asks for the names of the players before its file is opened. Start reading at
``run``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from itertools import chain, islice, takewhile
from pathlib import Path
from typing import cast

from ...base.errors import ArgumentError
from ...games.belote.marque import vocabulary
from ...games.belote.marque.entries import PlayerNames
from ...games.belote.marque.marque import Marque, MarqueJournal, summary
from ...games.belote.marque.typed import SheetCommand, read_line
from ...games.belote.marque.vocabulary import find_players, fold, names_problem, split_names
from ...games.belote.rules import BeloteRules
from ...games.belote.seats import PLAYERS, SEATS
from ...referee.belote import load_belote
from ...referee.belote.sheet import standing_text
from ...referee.belote.table_rules import table_rules_lines
from ...referee.catalogue import Catalogue, printable
from ..kit import terminal
from ..kit.save_file import OpenedJournal, SavegameError, data_folder, open_saved
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, UnusableInputError, at_keyboard, fail, plain_lines, write, write_json
from .commands import BeloteScoreCommand
from .score_session import ScoreSession

#: The file of the current sheet, in the user's data folder. Earlier ones are beside it, with dates in their names.
_CURRENT_SHEET = "belote/marque.jsonl"
#: The names of the players while they have none, by their index.
_NO_NAMES = ("",) * PLAYERS


def run(command: BeloteScoreCommand) -> int:
    """Keep a score sheet; return the exit status.

    The status is EXIT_NEGATIVE if a line of a pipe was not accepted, otherwise EXIT_OK. Raises UnusableInputError if
    the file of the sheet cannot be used, ArgumentError for unusable options.
    """
    rules = command.rules()
    say = load_belote(command.lang)
    if command.show_rules:
        for text in table_rules_lines(rules, say):
            write(text)
        return EXIT_OK
    keyboard = at_keyboard() and not command.json
    path = command.save or (_default_path() if keyboard else None)
    if path is None and keyboard:
        raise UnusableInputError(say("score.no_folder"))
    opening = SheetOpening(command, rules, path)
    return (_keep_at_keyboard if keyboard else _keep_batch)(command, opening, say)


class SheetOpening:
    """The terms on which a sheet begins, as far as they are known before its first line.

    rules   the house rules
    names   the names of the players in playing order, "" for a player without one
    dealer  the index of the first dealer
    path    the file of the sheet; None if it is not saved
    """

    def __init__(self, command: BeloteScoreCommand, rules: BeloteRules, path: str | None) -> None:
        """Raise ArgumentError if the options name impossible players or an unknown dealer."""
        self.rules = rules
        self.path = path
        self.names = _NO_NAMES if command.players is None else _checked_names(command.players)
        self.dealer = 0
        if command.dealer is not None:
            found = find_players(fold(command.dealer), self.names)
            if len(found) != 1:
                raise ArgumentError(f"--dealer {command.dealer!r:.40}: expected the name of a player, or a seat")
            self.dealer = found[0]


class KeyboardStart:
    """The questions before the first deal of a new sheet, and the prompts of all lines.

    sheet_prompt  returns the prompt of the open sheet; None before the sheet is open
    asked         whether the questions were answered, or need not be asked
    """

    def __init__(self, opening: SheetOpening, say: Catalogue) -> None:
        self.sheet_prompt: Callable[[], str] | None = None
        self.asked = False
        self._opening = opening
        self._say = say
        self._prompt = ""

    def prompt(self) -> str:
        """Return the prompt of the next line."""
        return self._prompt if self.sheet_prompt is None else self.sheet_prompt()

    def ready(self) -> None:
        """Set the prompt to that of the first deal."""
        opening = self._opening
        dealer, speaker = (self._player(index % PLAYERS) for index in (opening.dealer, opening.dealer + 1))
        self._prompt = self._say("marque.prompt", number=1, dealer=dealer, speaker=speaker)
        self.asked = True

    def ask(self, lines: Iterator[str], for_dealer: bool) -> bool:
        """Ask for the names and, if wanted, the first dealer; return False if the user leaves."""
        self.asked = self._ask_names(lines) and (not for_dealer or self._ask_dealer(lines))
        return self.asked

    def _ask_names(self, lines: Iterator[str]) -> bool:
        """Ask for the names of the players until they can be used; return False if the input has ended."""
        for line in self._answers(lines, self._say("score.ask_players")):
            if not line.strip():
                return True
            names = split_names(line)
            if (found := names_problem(names)) is None:
                self._opening.names = names
                return True
            write(self._say(f"marque_refusal.{found[0]}", value=printable(found[1])))
        return False

    def _ask_dealer(self, lines: Iterator[str]) -> bool:
        """Ask who deals first until a player is named; return False if the input has ended."""
        for line in self._answers(lines, self._say("score.ask_dealer", dealer=self._player(0))):
            if not line.strip():
                return True
            found = find_players(fold(line), self._opening.names)
            if len(found) == 1:
                self._opening.dealer = found[0]
                return True
            known = ", ".join(map(self._player, range(PLAYERS)))
            write(self._say("marque_unclear.dealer_who", known=known))
        return False

    def _answers(self, lines: Iterator[str], question: str) -> Iterator[str]:
        """Yield the lines that are typed after a question, up to one that leaves."""
        self._prompt = question
        return takewhile(lambda line: vocabulary.VERB_OF.get(fold(line)) != "quit", lines)

    def _player(self, index: int) -> str:
        name = self._opening.names[index]
        return printable(name) or self._say(f"seats.{('sud', 'est', 'nord', 'ouest')[index]}")


def _keep_at_keyboard(command: BeloteScoreCommand, opening: SheetOpening, say: Catalogue) -> int:
    """Ask for names if the sheet is new, then enter the lines that are typed until the user leaves; return EXIT_OK.

    Raises UnusableInputError if the file cannot be used.
    """
    start = KeyboardStart(opening, say)
    lines = plain_lines(start.prompt)
    write(say("score.welcome"))
    first: tuple[str, ...] = ()
    if _is_empty(opening.path):
        try:
            if command.players is None:
                begun = start.ask(lines, command.dealer is None)
            else:
                start.ready()
                first = tuple(islice(lines, 1))
                begun = bool(first)
        except KeyboardInterrupt:
            write("")
            return EXIT_OK
        if not begun:
            return EXIT_OK
    opened = _open_sheet(command, opening, say)
    try:
        session = ScoreSession(opened.journal, say, opened.keep)
        try:
            _greet(session, opened, opening, say)
            if opened.resumed or start.asked or _seat_players(session, opening, opened.before, lines, start, say):
                start.sheet_prompt = session.prompt
                session.run(chain(first, lines))
        except KeyboardInterrupt:
            write("")
        write(say("score.left", path=_shown(opening.path)))
        return EXIT_OK
    finally:
        opened.close()


def _keep_batch(command: BeloteScoreCommand, opening: SheetOpening, say: Catalogue) -> int:
    """Enter all lines of standard input, then print the sheet; return the exit status.

    The number of each line that was not accepted is printed, and the status is EXIT_NEGATIVE.
    """
    opened = _open_sheet(command, opening, say)
    try:
        if opened.resumed and _asks_other_terms(opening, opened.journal.marque):
            (fail if command.json else write)(say("score.other_terms"))
        if command.json:
            return _batch_in_json(opened, say)
        session = ScoreSession(opened.journal, say, opened.keep, prompts=False)
        status = session.run_batch(plain_lines(), "score.bad_line")
        session.show_sheet()
        return status
    finally:
        opened.close()


def _batch_in_json(opened: OpenedJournal[MarqueJournal], say: Catalogue) -> int:
    """Enter all lines of standard input; return the exit status.

    Only the lines « marque » and the end print anything, one JSON object each; what is refused goes to standard error.
    """
    said: list[str] = []
    session = ScoreSession(opened.journal, say, opened.keep, said.append, prompts=False)
    status, shown = EXIT_OK, -1
    for number, line in enumerate(terminal.read_stdin_lines(), 1):
        said.clear()
        if not session.enter(line):
            status = fail(f"{say('score.bad_line', number=number)} {' '.join(said)}", EXIT_NEGATIVE)
        elif read_line(line, session.marque.names, session.marque.rules) == SheetCommand("show"):
            write_json(summary(session.marque))
            shown = session.journal.number
        if session.left:
            break
    if shown != session.journal.number:
        write_json(summary(session.marque))
    return status


def _open_sheet(command: BeloteScoreCommand, opening: SheetOpening, say: Catalogue) -> OpenedJournal[MarqueJournal]:
    """Resume the sheet of the file, or begin a new one.

    A finished sheet in the user's data folder is put aside, one in a file that ``--save`` names is resumed. Raises
    UnusableInputError if the file cannot be used.
    """
    names = cast(PlayerNames, opening.names)
    fresh = MarqueJournal(Marque.new(opening.rules, names, dealer=SEATS[opening.dealer]))
    try:
        return open_saved(
            fresh,
            None if opening.path is None else Path(opening.path),
            MarqueJournal.resume,
            new=command.new,
            done=lambda journal: journal.marque.over and command.save is None,
            accept_loss=command.accept_loss,
            kinds=["score_sheet"],
        )
    except SavegameError as error:
        raise UnusableInputError(error.text(say)) from error


def _seat_players(
    session: ScoreSession,
    opening: SheetOpening,
    before: MarqueJournal | None,
    lines: Iterator[str],
    start: KeyboardStart,
    say: Catalogue,
) -> bool:
    """Name the players of a new sheet that takes the place of an old one; return False if the user leaves.

    They are the same as on a sheet that is finished (*before*), or they are asked for.
    """
    if any(opening.names):
        return True
    if before is not None:
        write(say("score.same_players"))
        session.seat(before.marque.names, before.marque.dealer)
        return True
    if start.ask(lines, for_dealer=True):
        session.seat(cast(PlayerNames, opening.names), SEATS[opening.dealer])
    return start.asked


def _greet(session: ScoreSession, opened: OpenedJournal[MarqueJournal], opening: SheetOpening, say: Catalogue) -> None:
    """Print whether the sheet is new or resumed, and its file; for a resumed one, how it stands."""
    if opened.end is not None and (remark := opened.end.text(say)):
        write(remark)
    if opened.aside is not None:
        write(say("score.retired", path=_shown(str(opened.aside))))
    if not opened.resumed:
        write(say("score.begun", path=_shown(opening.path)))
        return
    marque = session.marque
    write(say("score.resumed", path=_shown(opening.path), deals=len(marque.deals)))
    if _asks_other_terms(opening, marque):
        write(say("score.other_terms"))
    write(standing_text(marque, say))


def _asks_other_terms(opening: SheetOpening, marque: Marque) -> bool:
    """Return whether the options ask for rules or names that a resumed sheet does not have."""
    asked = (opening.rules, opening.names)
    return asked != (BeloteRules(), _NO_NAMES) and asked != (marque.rules, marque.names)


def _shown(path: str | None) -> str:
    return printable(path or "")


def _is_empty(path: str | None) -> bool:
    """Return whether a file does not exist, is empty or cannot be read: then no sheet can be resumed from it."""
    try:
        return path is None or not Path(path).stat().st_size
    except (OSError, ValueError):
        return True


def _default_path() -> str | None:
    """Return the file of the current sheet in the user's data folder; None if there is no such folder."""
    folder = data_folder()
    if folder is None and sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        # What the library would say, so that a sheet needs no library on Linux.
        folder = Path(os.environ.get("XDG_DATA_HOME", "").strip() or Path.home() / ".local/share") / "belettre"
    return None if folder is None else f"{folder}/{_CURRENT_SHEET}"


def _checked_names(text: str) -> tuple[str, ...]:
    """Return the four names of --players. Raises ArgumentError if they cannot be those of the players."""
    names = split_names(text)
    if (found := names_problem(names)) is not None:
        raise ArgumentError(f"--players {text!r:.80}: {found[1]!r:.40}: {vocabulary.NAMES_EXPECTED[found[0]]}")
    return names
