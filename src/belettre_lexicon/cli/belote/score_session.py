"""A session of ``belote score``: enters typed lines in a score sheet and prints what they give.

At a keyboard the sheet is saved in a file, and can be resumed even if the process is killed; from a pipe it is saved if
``--save`` names a file. Start reading at ``ScoreSession.enter``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import cast

from ...games.belote.marque.entries import (
    DealCorrected,
    DealWritten,
    MarqueAction,
    PlayerNames,
    SeatPlayers,
    SetDealer,
)
from ...games.belote.marque.journal import MarqueJournal
from ...games.belote.marque.marque import Marque, summary
from ...games.belote.marque.state import WrittenDeal
from ...games.belote.marque.typed import SheetCommand, UnclearEntry, read_line
from ...games.belote.seats import SEATS, Seat
from ...games.kit.machine import IllegalActionError
from ...referee.belote.names import printable_name
from ...referee.belote.sheet import (
    end_text,
    hint_text,
    marque_refusal_text,
    needs_lines,
    next_text,
    redone_text,
    sheet_event_text,
    sheet_help_lines,
    sheet_lines,
    standing_text,
    unclear_entry_text,
    undone_text,
)
from ...referee.belote.table_rules import table_rules_lines
from ...referee.catalogue import Catalogue
from ..kit.save_file import SavegameError
from ..kit.saved_journal import OpenedJournal, open_saved
from ..kit.terminal import UnusableInputError, plain_lines, read_stdin_lines
from .output import EXIT_NEGATIVE, EXIT_OK, fail, paint, write, write_json
from .saved_games import SHEETS, not_kept_text, savegame_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...games.belote.marque.refusals import MarqueRefusal
    from .commands import BeloteScoreCommand
    from .output import OutputStyle
    from .score_start import KeyboardStart, SheetOpening

#: The colour of a deal by how it ended; other deals have none.
_STYLES: dict[str, OutputStyle] = {
    "made": "green",
    "capot": "green",
    "chute": "red",
    "capot_defence": "red",
    "renonce": "red",
}


class ScoreSession:
    """A score sheet and the lines that are typed on it.

    journal  the sheet with its entries
    left     whether the user has asked to end the session
    """

    def __init__(
        self,
        journal: MarqueJournal,
        say: Catalogue,
        keep: Callable[[str], None],
        show: Callable[[str], None] = write,
        *,
        prompts: bool = True,
    ) -> None:
        """Begin a session.

        keep     writes a line of the journal to the disk; it raises OSError if that fails
        show     prints a line
        prompts  whether prompts say who deals; otherwise the lines about a deal do
        """
        self.journal = journal
        self.left = False
        self._say = say
        self._keep = keep
        self._show = show
        self._prompts = prompts

    @property
    def marque(self) -> Marque:
        """The sheet."""
        return self.journal.marque

    def prompt(self) -> str:
        """Return the prompt of the next line, such as « 3 · Bob donne, Chloé parle > »."""
        if self.marque.over:
            return self._say("marque.prompt_over")
        return next_text(self.marque, self._say, key="marque.prompt")

    def enter(self, line: str) -> bool:
        """Carry out a typed line and print the result.

        Return False if the line was not accepted: it was not understood, no deal can give it, or it could not be saved.
        The sheet has not changed in that case.
        """
        marque = self.marque
        entry = read_line(line, marque.names, marque.rules, self._say.language)
        if isinstance(entry, UnclearEntry):
            self._show(unclear_entry_text(entry, marque.names, self._say))
            return False
        if isinstance(entry, SheetCommand):
            return self._carry_out(entry)
        return self._enter_action(entry)

    def seat(self, names: PlayerNames, dealer: Seat) -> None:
        """Name the players and say who deals first, as entries of the sheet."""
        if any(names):
            self._enter_action(SeatPlayers(names))
        if dealer is not self.marque.dealer:
            self._enter_action(SetDealer(dealer))

    def show_sheet(self) -> None:
        """Print the sheet."""
        self._show_all(sheet_lines(self.marque, self._say))

    def _carry_out(self, command: SheetCommand) -> bool:
        """Carry out a line that enters nothing; return whether it was accepted."""
        match command.verb:
            case "undo":
                return self._undo(command.argument)
            case "redo":
                return self._redo(command.argument)
            case "show":
                self.show_sheet()
            case "needs":
                self._show_all(needs_lines(self.marque, self._say))
            case "help":
                self._show_all(sheet_help_lines(self.marque.names, self._say))
            case "rules":
                self._show_all(table_rules_lines(self.marque.rules, self._say))
            case "quit":
                self.left = True
            case "nothing":
                pass
        return True

    def _enter_action(self, action: MarqueAction) -> bool:
        """Enter an action in the journal and print what it gives; return whether it was accepted."""
        marque = self.marque
        try:
            with self.journal.entering(action) as line:
                self._keep(line)
        except IllegalActionError as error:
            for refusal in error.refusals:
                self._show(paint(marque_refusal_text(cast("MarqueRefusal", refusal), self._say), "red"))
            return False
        except OSError as error:
            return self._not_kept(error)
        event = marque.log[-1]
        text = sheet_event_text(event, marque, self._say)
        deal = marque.deals[event.number - 1] if isinstance(event, DealWritten | DealCorrected) else None
        self._show(self._painted(text, deal))
        if deal is not None:
            if hint := hint_text(deal, marque.names, self._say):
                self._show(paint(hint, "dim"))
            self._show_standing()
        return True

    def _undo(self, entries: int) -> bool:
        """Take back the last entries and print what they were; return False if there are not so many."""
        if not 1 <= entries <= self.journal.undoable:
            key = "marque_unclear.undo_most" if self.journal.undoable else "marque_unclear.undo_none"
            self._show(self._say(key, most=self.journal.undoable))
            return False
        before, names = self.marque.log, self.marque.names
        try:
            with self.journal.taking_back(entries) as line:
                self._keep(line)
        except OSError as error:
            return self._not_kept(error)
        for event in reversed(before[len(self.marque.log) :]):
            self._show(undone_text(event, names, self._say))
        self._show_standing()
        return True

    def _redo(self, entries: int) -> bool:
        """Enter again the entries that were taken back, and print them; return False if there are not so many."""
        if not 1 <= entries <= self.journal.redoable:
            key = "marque_unclear.redo_most" if self.journal.redoable else "marque_unclear.redo_none"
            self._show(self._say(key, most=self.journal.redoable))
            return False
        for _ in range(entries):
            try:
                with self.journal.redoing() as line:
                    self._keep(line)
            except OSError as error:
                return self._not_kept(error)
            for event in self.journal.last:
                self._show(redone_text(event, self.marque.names, self._say))
        self._show_standing()
        return True

    def _show_standing(self) -> None:
        """Print the totals and, if there is something to say about it, whether the partie is over."""
        if text := end_text(self.marque, self._say):
            self._show(paint(text, "bold"))
        if not self.marque.over:
            following = "" if self._prompts else f" {next_text(self.marque, self._say)}"
            self._show(f"{standing_text(self.marque, self._say)}{following}")

    def _show_all(self, lines: Iterable[str]) -> None:
        for text in lines:
            self._show(text)

    def _painted(self, text: str, deal: WrittenDeal | None) -> str:
        """Return the sentence about a deal in the colour of how it ended."""
        style = _STYLES.get(deal.result.outcome) if deal is not None and deal.result is not None else None
        return text if style is None else paint(text, style)

    def _not_kept(self, error: OSError) -> bool:
        """Print that an entry could not be saved, and return False."""
        self._show(paint(not_kept_text(error, self._say), "red"))
        return False


def run_at_keyboard(
    command: BeloteScoreCommand,
    opening: SheetOpening,
    say: Catalogue,
    lines: Iterator[str],
    first: str | None,
    start: KeyboardStart,
) -> int:
    """Open the sheet and enter the lines that are typed, until the user leaves; return EXIT_OK.

    lines  the lines that are typed; their prompts come from *start*
    first  the first line of a new sheet, if it was typed already

    Raises UnusableInputError if the file cannot be used.
    """
    opened, before = _opened(command, opening, say)
    try:
        session = ScoreSession(opened.journal, say, opened.keep)
        try:
            _greet(session, opened, opening, say)
            if opened.resumed or start.asked or _seat_players(session, opening, before, lines, start, say):
                start.sheet_prompt = session.prompt
                for line in chain(() if first is None else (first,), lines):
                    session.enter(line)
                    if session.left:
                        break
        except KeyboardInterrupt:
            write("")
        write(say("score.left", path=_shown(opening.path)))
        return EXIT_OK
    finally:
        opened.close()


def run_batch(command: BeloteScoreCommand, opening: SheetOpening, say: Catalogue) -> int:
    """Enter all lines of standard input, then print the sheet; return the exit status.

    The number of each line that was not accepted is printed, and the status is EXIT_NEGATIVE. With --json only the
    lines « marque » print anything, one JSON object each, and so does the end; what is refused goes to standard error.
    """
    opened, _ = _opened(command, opening, say)
    status = EXIT_OK
    try:
        said: list[str] = []
        session = ScoreSession(opened.journal, say, opened.keep, said.append if command.json else write, prompts=False)
        shown = -1
        if opened.resumed and _asks_other_terms(opening, session.marque):
            (fail if command.json else write)(say("score.other_terms"))
        for number, line in enumerate(read_stdin_lines() if command.json else plain_lines(), 1):
            said.clear()
            if not session.enter(line):
                status = EXIT_NEGATIVE
                if command.json:
                    fail(f"{say('score.bad_line', number=number)} {' '.join(said)}")
                else:
                    write(say("score.bad_line", number=number))
            elif command.json and read_line(line, session.marque.names, session.marque.rules) == SheetCommand("show"):
                write_json(summary(session.marque))
                shown = session.journal.number
            if session.left:
                break
        if command.json:
            if shown != session.journal.number:
                write_json(summary(session.marque))
        else:
            session.show_sheet()
        return status
    finally:
        opened.close()


def _opened(
    command: BeloteScoreCommand, opening: SheetOpening, say: Catalogue
) -> tuple[OpenedJournal[MarqueJournal], Marque | None]:
    """Resume the sheet of the file, or begin a new one; also return the sheet that was in the file, if there was one.

    A finished sheet in the user's data folder is put aside, one in a file that ``--save`` names is resumed. Raises
    UnusableInputError if the file cannot be used.
    """
    names = cast(PlayerNames, opening.names)
    fresh = MarqueJournal(Marque.new(opening.rules, names, dealer=SEATS[opening.dealer]))
    path = None if opening.path is None else Path(opening.path)
    before: list[Marque] = []

    def resume(lines: list[str]) -> MarqueJournal:
        journal = MarqueJournal.resume(lines)
        before.append(journal.marque)
        return journal

    try:
        opened = open_saved(
            fresh,
            path,
            resume,
            new=command.new,
            done=lambda journal: journal.marque.over and command.save is None,
            accept_loss=command.accept_loss,
            kinds=SHEETS,
        )
    except SavegameError as error:
        raise UnusableInputError(savegame_text(error, say)) from error
    return opened, before[0] if before else None


def _seat_players(
    session: ScoreSession,
    opening: SheetOpening,
    before: Marque | None,
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
        names, dealer = before.names, before.dealer
    else:
        if not start.ask(lines, for_dealer=True):
            return False
        names, dealer = cast(PlayerNames, opening.names), SEATS[opening.dealer]
    session.seat(names, dealer)
    return True


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
    return asked != (type(opening.rules)(), ("",) * len(SEATS)) and asked != (marque.rules, marque.names)


def _shown(path: str | None) -> str:
    return printable_name(path or "")
