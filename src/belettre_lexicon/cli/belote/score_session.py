"""The session of ``belote score``: enters typed lines in a score sheet and prints the resulting scores.

Start reading at ``ScoreSession.enter``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal

from ...games.belote.marque.entries import (
    DealCorrected,
    DealWritten,
    MarqueAction,
    MarqueEvent,
    PartieBegun,
    PlayerNames,
    SeatPlayers,
    SetDealer,
)
from ...games.belote.marque.marque import Marque, MarqueJournal
from ...games.belote.marque.state import WrittenDeal
from ...games.belote.marque.typed import SheetCommand, UnclearEntry, read_line
from ...games.belote.seats import Seat
from ...referee.belote import replies, sheet
from ...referee.belote.house_rules import table_rules_lines
from ...referee.catalogue import Catalogue
from ..kit.session import KeyboardSession
from ..kit.terminal import paint, write

#: The colour of a deal by how it ended; other deals have none.
_STYLES: dict[str, Literal["green", "red"]] = {
    "made": "green",
    "capot": "green",
    "chute": "red",
    "capot_defence": "red",
    "renonce": "red",
}


#: Questions whose answer could be a deal by itself.
_ANSWERED_BY_DEALS = ("who", "annonces_who", "penalty_who")


class ScoreSession(KeyboardSession[MarqueJournal]):
    """A session that enters typed lines in a score sheet and prints what each of them changes."""

    UNDO_REPLIES = ("marque_unclear.undo_none", "marque_unclear.undo_most")
    REDO_REPLIES = ("marque_unclear.redo_none", "marque_unclear.redo_most")
    refusal_text = staticmethod(replies.marque_refusal_text)

    def __init__(
        self,
        journal: MarqueJournal,
        say: Catalogue,
        keep: Callable[[str], None],
        show: Callable[[str], None] = write,
        *,
        prompts: bool = True,
    ) -> None:
        """Begin a session. *prompts*: prompts are shown, which say who deals; otherwise a line after each deal does."""
        super().__init__(journal, say, keep, show)
        self._prompts = prompts
        #: The question that the last line has left open.
        self._question: UnclearEntry | None = None

    @property
    def marque(self) -> Marque:
        """The score sheet with all entries that were not taken back."""
        return self.journal.marque

    def prompt(self) -> str:
        """Return the prompt of the next line, such as « 3 · Bob donne, Chloé parle > »."""
        if self.marque.over:
            return self._say("marque.prompt_over")
        return sheet.next_text(self.marque, self._say, key="marque.prompt")

    def enter(self, line: str) -> bool:
        """Carry out a typed line and print the result; return whether it was accepted.

        A line is not accepted, and the sheet is unchanged, if it was not understood, if no deal can give it, or if it
        could not be saved. If it was unclear in one point, the next line may be the answer, which completes it.
        """
        entry = self._read(line)
        if isinstance(entry, UnclearEntry):
            self._question = entry if entry.around is not None else None
            self._show(replies.unclear_entry_text(entry, self.marque.names, self._say, self.marque.rules))
            return False
        if isinstance(entry, SheetCommand):
            return self._carry_out(entry)
        self._question = None
        return self.act(entry)

    def _read(self, line: str) -> MarqueAction | SheetCommand | UnclearEntry:
        """Read a line, or the line that it completes as the answer to a question.

        « eux 50 » would be a deal by itself, but whoever was asked for annonces has answered.
        """
        marque, question = self.marque, self._question
        read = partial(read_line, names=marque.names, rules=marque.rules, lang=self._say.language, dealer=marque.dealer)
        alone = read(line)
        if question is None or isinstance(alone, SheetCommand):
            return alone
        if not isinstance(alone, UnclearEntry) and question.reason not in _ANSWERED_BY_DEALS:
            return alone
        completed = read(question.answered(line))
        if not isinstance(completed, UnclearEntry):
            return completed
        return completed if isinstance(alone, UnclearEntry) and completed.around is not None else alone

    def seat(self, names: PlayerNames, dealer: Seat) -> None:
        """Enter the players' names (by ``Seat.index``, "" for none), and *dealer* if another seat is the dealer."""
        if any(names):
            self.act(SeatPlayers(names))
        if dealer is not self.marque.dealer:
            self.act(SetDealer(dealer))

    def show_sheet(self) -> None:
        """Print the sheet as a table, a line for each deal, with the totals and who has won."""
        self.show_lines(sheet.sheet_lines(self.marque, self._say))

    def tell(self, events: Iterable[MarqueEvent]) -> None:
        """Print what the events of an entry have changed; after a deal also the totals and perhaps a hint."""
        marque = self.marque
        for event in events:
            deal = marque.deals[event.number - 1] if isinstance(event, DealWritten | DealCorrected) else None
            self._show(self._painted(sheet.sheet_event_text(event, marque, self._say), deal))
            if isinstance(event, PartieBegun):
                self._show_standing()
            if deal is not None:
                if hint := sheet.hint_text(deal, marque.names, self._say):
                    self._show(paint(hint, "dim"))
                self._show_standing()

    def undone_lines(self, events: tuple[MarqueEvent, ...]) -> Iterator[str]:
        """Yield a line for each entry that is taken back, the last one first."""
        for event in reversed(events):
            yield self._say("marque.undone", text=sheet.entry_named(event, self.marque.names, self._say))

    def tell_again(self, events: Iterable[MarqueEvent]) -> None:
        """Print which entry was entered again, given its events."""
        for event in events:
            text = sheet.entry_named(event, self.marque.names, self._say)
            self._show(self._say("marque.redone", text=text))

    def undo(self, entries: int = 1) -> bool:
        """Take back the last *entries* entries; print them and the totals. Return False if that is not possible."""
        return super().undo(entries) and self._show_standing()

    def redo(self, entries: int = 1) -> bool:
        """Enter *entries* entries again that were taken back; print the totals. Return False if not possible."""
        return super().redo(entries) and self._show_standing()

    def _carry_out(self, command: SheetCommand) -> bool:
        """Carry out a line that is not an entry, such as an undo or a question; return whether it was accepted."""
        match command.verb:
            case "undo":
                return self.undo(command.argument)
            case "redo":
                return self.redo(command.argument)
            case "show":
                self.show_sheet()
            case "why":
                return self._show_why(command.argument)
            case "needs":
                self.show_lines(replies.needs_lines(self.marque, self._say))
            case "help":
                self.show_lines(replies.sheet_help_lines(self.marque.names, self._say, self.marque.rules))
            case "rules":
                self.show_lines(table_rules_lines(self.marque.rules, self._say, flags=False))
            case "quit":
                self.left = True
            case "nothing":
                pass
        return True

    def _show_why(self, number: int) -> bool:
        """Print a deal with the ids of the rules, the last one if *number* is 0; return whether there is one."""
        deals = self.marque.deals
        if not 0 < (number or len(deals)) <= len(deals):
            self._show(
                self._say("marque.no_deal") if not deals else self._say("marque_refusal.no_such_deal", value=number)
            )
            return False
        deal = deals[number - 1]
        self._show(sheet.deal_text(deal, self.marque.names, self.marque.rules, self._say, numbered=True))
        return True

    def _show_standing(self) -> bool:
        """Print the totals and, if there is something to say about it, whether the partie is over; return True."""
        if text := sheet.end_text(self.marque, self._say):
            self._show(paint(text, "bold"))
        if self.marque.over and (text := sheet.tally_text(self.marque, self._say)):
            self._show(text)
        if not self.marque.over:
            following = "" if self._prompts else f" {sheet.next_text(self.marque, self._say)}"
            self._show(f"{sheet.standing_text(self.marque, self._say)}{following}")
        return True

    def _painted(self, text: str, deal: WrittenDeal | None) -> str:
        style = _STYLES.get(deal.result.outcome) if deal is not None and deal.result is not None else None
        return text if style is None else paint(text, style)
