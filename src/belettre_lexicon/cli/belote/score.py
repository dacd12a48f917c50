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

from ...base.errors import ArgumentError
from ...games.belote.marque import vocabulary
from ...games.belote.marque.entries import PlayerNames
from ...games.belote.marque.marque import JournalError, Marque, MarqueJournal, summary
from ...games.belote.marque.typed import SheetCommand, read_line
from ...games.belote.marque.vocabulary import find_players, fold, in_seats, names_problem, split_names
from ...games.belote.options import SHEETS
from ...games.belote.rules import BeloteRules
from ...referee.belote.house_rules import table_rules_lines
from ...referee.belote.names import load_belote, player_text
from ...referee.belote.replies import refused_names_text
from ...referee.belote.sheet import standing_text
from ...referee.catalogue import Catalogue, printable
from ..kit import terminal
from ..kit.save_file import OpenedJournal, SavegameError, data_folder, open_saved
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, UnusableInputError, at_keyboard, fail, plain_lines, write, write_json
from . import score_sets
from .commands import BeloteScoreCommand
from .score_session import ScoreSession

#: The file of the current sheet, in the user's data folder. Earlier ones are beside it, with dates in their names.
_CURRENT_SHEET = "belote/marque.jsonl"
#: The fewest and the most players of a game with sheets (VK1).
_FEWEST, _MOST = 2, 6


def run(command: BeloteScoreCommand) -> int:
    """Keep a score sheet, or only print the house rules (``--rules``) or their sets; return the exit status.

    The status is EXIT_NEGATIVE if a line of a pipe was not accepted, otherwise EXIT_OK. Raises UnusableInputError if
    the file of the sheet cannot be used, ArgumentError for unusable options.
    """
    say = load_belote(command.lang)
    if command.list_sets:
        for text in score_sets.set_lines(say):
            write(text)
        return EXIT_OK
    rules = score_sets.chosen_rules(command)
    if command.show_rules:
        for text in table_rules_lines(rules, say):
            write(text)
        return EXIT_OK
    keyboard = at_keyboard() and not command.json
    path = command.save or (_default_path() if keyboard else None)
    if path is None and keyboard:
        raise UnusableInputError(say("score.no_folder"))
    opening = SheetOpening(command, path, say, rules)
    return _keep_at_keyboard(opening) if keyboard else _keep_batch(opening)


class SheetOpening:
    """Opens a score sheet, and asks for the names and the first dealer of a new one if the options lack them.

    command       the options
    rules         the house rules that they select; the names decide how many players a game with sheets has (VK1)
    path          the file of the sheet; None if it is not saved
    say           the catalogue of Belote in the output language
    names         the names of the players by ``Seat.index``, in playing order from Sud; "" for a player without one
    dealer        the ``Seat.index`` of the first dealer
    asked         whether ``ask`` got all answers, or ``ready`` made it unnecessary
    sheet_prompt  returns the prompt of the open sheet; None before the sheet is open
    """

    def __init__(
        self, command: BeloteScoreCommand, path: str | None, say: Catalogue, rules: BeloteRules | None = None
    ) -> None:
        """Take names and dealer from the options. Raises ArgumentError for impossible names or an unknown dealer."""
        self.command = command
        self.rules = rules or command.rules()
        self.path = path
        self.say = say
        self.names: PlayerNames = ("",) * self._players
        if command.names is not None and (found := self._take_names(split_names(command.names))) is not None:
            problem, name = found
            raise ArgumentError(f"--players {command.names!r:.80}: {name!r:.40}: {vocabulary.NAMES_EXPECTED[problem]}")
        self.dealer = 0
        self.asked = False
        self.sheet_prompt: Callable[[], str] | None = None
        self._question = ""
        if command.dealer is not None and not self._read_dealer(command.dealer):
            raise ArgumentError(f"--dealer {command.dealer!r:.40}: expected the name of a player, or a seat")

    @property
    def shown_path(self) -> str:
        """The path of the file of the sheet, with unprintable characters escaped; "" if the sheet is not saved."""
        return printable(self.path or "")

    def open(self) -> OpenedJournal[MarqueJournal]:
        """Resume the sheet in the file, or begin a new one.

        A finished sheet in the user's data folder is put aside; a sheet in a file that ``--save`` names is resumed even
        if it is finished. Raises UnusableInputError if the file cannot be used.
        """
        if not any(self.names):
            self._take_rules_before()
        dealer = self.rules.variant.table.seats[self.dealer]
        try:
            return open_saved(
                MarqueJournal(Marque.new(self.rules, self.names, dealer=dealer)),
                None if self.path is None else Path(self.path),
                MarqueJournal.resume,
                new=self.command.new,
                done=lambda journal: journal.marque.over and self.command.save is None,
                accept_loss=self.command.accept_loss,
                kinds=["score_sheet"],
            )
        except SavegameError as error:
            raise UnusableInputError(error.text(self.say)) from error

    def _take_rules_before(self) -> None:
        """Take the house rules of the finished sheet that a new one replaces, if the options choose none."""
        command = self.command
        if self.path is None or command.chosen or command.set is not None or command.save is not None or command.new:
            return
        try:
            before = MarqueJournal.resume(Path(self.path).read_text(encoding="utf-8").splitlines()).marque
        except (OSError, ValueError, ArgumentError, JournalError):
            return  # there is none, or ``open_saved`` says what is wrong with it
        if before.over:
            self.rules, self.names = before.rules, ("",) * before.rules.variant.players

    def differs(self, marque: Marque) -> bool:
        """Return whether the options ask for rules or names that the resumed sheet *marque* does not have."""
        unnamed = not any(self.names)
        return (self.rules != BeloteRules() or not unnamed) and (
            self.rules != marque.rules or not (unnamed or self.names == marque.names)
        )

    def prompt(self) -> str:
        """Return the prompt of the next line: of the open sheet; before, a question, or that of ``ready``."""
        return self._question if self.sheet_prompt is None else self.sheet_prompt()

    def ready(self) -> None:
        """Skip the questions: until the sheet is open, prompt for its first deal."""
        following = self.dealer + (-1 if self.rules.clockwise else 1)
        dealer, speaker = (self._player(index % self._players) for index in (self.dealer, following))
        self._question = self.say("marque.prompt", number=1, dealer=dealer, speaker=speaker)
        self.asked = True

    def ask(self, lines: Iterator[str], for_dealer: bool) -> bool:
        """Ask for the names and, if *for_dealer*, for the first dealer; return False if the user leaves instead.

        *lines* are the lines that the user types, which answer the questions.
        """
        self.asked = self._ask_names(lines) and (not for_dealer or self._ask_dealer(lines))
        return self.asked

    def seat_players(self, session: ScoreSession, before: MarqueJournal | None, lines: Iterator[str]) -> bool:
        """Make sure that a new sheet has the names of its players; return False if the user leaves.

        A new sheet has the names of the options already. Without them, the names and the dealer of *before*, the
        finished sheet that it replaces, are entered; if that is None, *lines* must answer questions for both.
        """
        if any(self.names):
            return True
        if before is not None:
            write(self.say("score.same_players"))
            session.seat(before.marque.names, before.marque.dealer)
            return True
        if self.ask(lines, for_dealer=True):
            session.seat(self.names, self.rules.variant.table.seats[self.dealer])
        return self.asked

    def _ask_names(self, lines: Iterator[str]) -> bool:
        """Ask for the names of the players until they can be used; return False if the input has ended."""
        key = "score.ask_players" if self.rules.variant.teams else "score.ask_players_alone"
        for line in self._answers(lines, self.say(key)):
            names = split_names(line)
            found = self._take_names(names) if names else None
            if found is None:
                return True
            write(refused_names_text(found, self._players, self.say))
        return False

    def _take_names(self, names: tuple[str, ...]) -> tuple[vocabulary.NamesProblem, str] | None:
        """Take the names of the players, given in playing order; return what is wrong with them, None if nothing is."""
        rules = self.rules
        if rules.game in SHEETS and "seats" not in self.command.chosen and _FEWEST <= len(names) <= _MOST:
            rules = BeloteRules.from_dict({**rules.as_dict(), "seats": len(names)})
        found = names_problem(names, rules.variant.players)
        if found is None:
            self.rules, self.names = rules, in_seats(names, clockwise=rules.clockwise)
        return found

    @property
    def _players(self) -> int:
        return self.rules.variant.players

    def _ask_dealer(self, lines: Iterator[str]) -> bool:
        """Ask who deals first until a player is named; return False if the input has ended."""
        for line in self._answers(lines, self.say("score.ask_dealer", dealer=self._player(0))):
            if not line.strip() or self._read_dealer(line):
                return True
            known = ", ".join(map(self._player, range(self._players)))
            write(self.say("marque_unclear.dealer_who", known=known))
        return False

    def _answers(self, lines: Iterator[str], question: str) -> Iterator[str]:
        """Yield the lines that are typed after a question, up to one that leaves."""
        self._question = question
        return takewhile(lambda line: vocabulary.VERB_OF.get(fold(line)) != "quit", lines)

    def _read_dealer(self, text: str) -> bool:
        """Set the dealer to the player whom a text names; return whether it names exactly one."""
        found = find_players(fold(text), self.names)
        self.dealer = found[0] if len(found) == 1 else self.dealer
        return len(found) == 1

    def _player(self, index: int) -> str:
        return player_text(self.rules.variant.table.seats[index], self.names, self.say)


def _keep_at_keyboard(opening: SheetOpening) -> int:
    """Ask for names if the sheet is new, then enter the lines that are typed until the user leaves; return EXIT_OK.

    Raises UnusableInputError if the file cannot be used.
    """
    command, say = opening.command, opening.say
    lines = plain_lines(opening.prompt)
    write(say("score.welcome"))
    first: tuple[str, ...] = ()
    if _is_empty(opening.path):
        try:
            if command.names is None:
                begun = opening.ask(lines, command.dealer is None)
            else:
                opening.ready()
                first = tuple(islice(lines, 1))
                begun = bool(first)
        except KeyboardInterrupt:
            write("")
            return EXIT_OK
        if not begun:
            return EXIT_OK
    opened = opening.open()
    try:
        session = ScoreSession(opened.journal, say, opened.keep)
        try:
            _greet(session, opened, opening)
            if opened.resumed or opening.asked or opening.seat_players(session, opened.before, lines):
                opening.sheet_prompt = session.prompt
                session.run(chain(first, lines))
        except KeyboardInterrupt:
            write("")
        write(say("score.left", path=opening.shown_path))
        return EXIT_OK
    finally:
        opened.close()


def _keep_batch(opening: SheetOpening) -> int:
    """Enter all lines of standard input, then print the sheet; return the exit status.

    The number of each line that was not accepted is printed, and the status is EXIT_NEGATIVE.
    """
    say, as_json = opening.say, opening.command.json
    opened = opening.open()
    try:
        if opened.resumed and opening.differs(opened.journal.marque):
            (fail if as_json else write)(say("score.other_terms"))
        if as_json:
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


def _greet(session: ScoreSession, opened: OpenedJournal[MarqueJournal], opening: SheetOpening) -> None:
    """Print whether the sheet is new or resumed, and its file; for a resumed one, how it stands."""
    marque, say = session.marque, opening.say
    if opened.end is not None and (remark := opened.end.text(say)):
        write(remark)
    if opened.aside is not None:
        write(say("score.retired", path=printable(str(opened.aside))))
    if not opened.resumed:
        write(say("score.begun", path=opening.shown_path))
        return
    write(say("score.resumed", path=opening.shown_path, deals=len(marque.deals)))
    if opening.differs(marque):
        write(say("score.other_terms"))
    write(standing_text(marque, say))


def _is_empty(path: str | None) -> bool:
    """Return whether no sheet can be resumed from a file: *path* is None, or the file is missing or empty."""
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
