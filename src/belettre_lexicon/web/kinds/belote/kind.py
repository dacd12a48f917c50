"""Score sheets of Belote as a kind of game: start reading at ``BeloteSheet``.

The players have real cards and enter each deal; ``games.belote.marque`` scores it. Every device may see everything.
The first types are those of request bodies; ``api.requests`` has those for games of all kinds.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import Meta

from ....games.belote.marque.entries import MarqueAction, PlayerNames
from ....games.belote.marque.journal import MarqueJournal
from ....games.belote.marque.marque import Marque
from ....games.belote.marque.refusals import MarqueRefusal
from ....games.belote.marque.vocabulary import names_problem
from ....games.belote.rules import BeloteRules
from ....games.belote.seats import Seat
from ....lexicon.lexicon import Lexicon
from ....referee.belote.sheet import marque_refusal_text
from ....referee.belote.table_rules import topic_lines
from ...api.call import RefusedRule
from ...api.requests import Name, Seen, option_fields
from ...edge.problems import ProblemError
from ...tables.kind import Kind, NewGame
from ...tables.loaded_game import LoadedRows, Terms, Viewer
from .page import new_sheet_page, sheet_state
from .snapshot import SheetSayings, SheetSnapshot, take_sheet_snapshot

_NAME = "belote"
SheetRules = msgspec.defstruct(
    "SheetRules",
    option_fields(BeloteRules),
    namespace={"__doc__": "House rules of Belote; the options are those of RULES-BELOTE.md."},
    forbid_unknown_fields=True,
    kw_only=True,
)


class NewSheet(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request for a new score sheet of Belote.

    names   the names of the players in playing order; "" for a player without a name
    dealer  the seat that deals first
    rules   the house rules
    """

    names: tuple[Name, Name, Name, Name] = ("", "", "", "")
    dealer: Seat = Seat.SUD
    rules: SheetRules = msgspec.field(default_factory=SheetRules)  # type: ignore[valid-type]  # made of the options

    def house_rules(self) -> BeloteRules:
        """Return the house rules as a sheet keeps them."""
        return BeloteRules(**msgspec.structs.asdict(self.rules))

    def players(self) -> PlayerNames:
        """Return the names. Line breaks and repeated spaces are replaced by one space."""
        first, second, third, fourth = (" ".join(name.split()) for name in self.names)
        return first, second, third, fourth


class SheetEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that changes a score sheet. All actions form one entry, which is undone as a whole.

    number   the number of entries that the device had seen
    actions  the actions in order; usually there is one
    """

    number: Seen
    actions: Annotated[list[MarqueAction], Meta(min_length=1, max_length=4)]


class ChangedSheet(msgspec.Struct):
    """A score sheet after a change.

    number  the number of entries, including undos
    sheet   the sheet
    """

    number: int
    sheet: SheetSnapshot


class BeloteSheet(Kind[MarqueJournal, MarqueAction, Seat]):
    """A score sheet of Belote, as a table asks for it (``Kind``)."""

    NAMES = (_NAME,)
    CATALOGUES = ("belote", "belote_web")
    TITLE = "score sheet of Belote"
    NOUN = "score sheet"
    PAGES = "belote"
    API = "belote"
    NEW = NewSheet
    ENTRY = SheetEntry
    SNAPSHOT = SheetSnapshot
    CHANGED = ChangedSheet
    SUMMARIES: ClassVar = {
        "create": "Begin a score sheet of Belote; sets the cookie that allows this device to change it",
        "show": "A score sheet of Belote",
        "entries": "Enter a deal, a correction, names or the dealer; they are stored when the answer is sent",
    }
    TEMPLATE = "belote.html"
    HOME: ClassVar = {2: "_home_belote.html"}
    ROUTES = (new_sheet_page,)

    @classmethod
    def begin(cls, body: NewSheet, lexicon: Lexicon, language: str) -> NewGame:
        """Return the sheet that a request asks for. Raises ProblemError if the names cannot be used."""
        names = body.players()
        if (problem := names_problem(names)) is not None:
            refusal = MarqueRefusal(problem[0], problem[1])
            text = marque_refusal_text(refusal, SheetSayings.load(language).belote)
            raise ProblemError("illegal", refusals=[RefusedRule(refusal.reason, refusal.rule, text)])
        marque = Marque.new(body.house_rules(), names, dealer=body.dealer)
        return NewGame(Terms(_NAME), MarqueJournal(marque).header)

    @classmethod
    def resume(cls, rows: LoadedRows) -> Self:
        """Return a stored sheet. Raises JournalError if its journal cannot be read."""
        return cls(rows, MarqueJournal.resume(rows.lines))

    @property
    def over(self) -> bool:
        """Whether the partie is over. Deals can still be corrected."""
        return self.journal.marque.over

    def awaits_text(self, language: str) -> str:
        """Return a sentence that says who deals and speaks, or who has won."""
        text: str = self.current_snapshot(Viewer(language)).awaits
        return text

    def snapshot(self, viewer: Viewer) -> SheetSnapshot:
        """Return the sheet, which is the same for all devices."""
        return take_sheet_snapshot(self, SheetSayings.load(viewer.language))

    def page_state(self, viewer: Viewer) -> dict[str, Any]:
        """Return the state of the sheet for the script of its page."""
        sayings = SheetSayings.load(viewer.language)
        return sheet_state(self.current_snapshot(viewer), self.journal.marque, sayings, viewer.may)

    def page_values(self, viewer: Viewer) -> dict[str, Any]:
        """Return the sentences of the page, and the house rules in sentences."""
        sayings = SheetSayings.load(viewer.language)
        return {"tell": sayings.pages, "rules": list(topic_lines(self.journal.marque.rules, sayings.belote))}

    def refusal_text(self, refusal: Any, language: str) -> str:
        """Return why no deal can give what was entered as a sentence."""
        return marque_refusal_text(refusal, SheetSayings.load(language).belote)
