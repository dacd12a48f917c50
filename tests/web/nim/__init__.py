"""Nim as a kind of game of the server: all that a new kind needs beside the game itself (``tests.game.toy_nim``)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

import msgspec

from belettre_lexicon.games.kit.record import EventCodec
from belettre_lexicon.lexicon.lexicon import Lexicon
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.web.pages.render import render_template
from belettre_lexicon.web.tables.kind import NewGame, SeatedKind, catalogue
from belettre_lexicon.web.tables.loaded_game import LoadedRows, NotYoursError, Terms, Viewer
from belettre_lexicon.web.tables.table_state import TableState
from tests.game.toy_nim import RECORD_FORMAT, Corner, Nim, NimJournal, Take

_HERE = Path(__file__).parent
_SENTENCES = {
    "nim.left": "Matches left: {left}",
    "nim.turn": "{corner} takes matches",
    "nim.over": "{corner} has lost",
    "nim.took": "{corner} took {matches}",
    "nim.N1": "It is the turn of {expected}",
    "nim.N2": "One takes 1 to 3 matches, and leaves one",
    "nim.N3": "The game is over",
}


class NewNim(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a new game with so many matches."""

    heap: Annotated[int, msgspec.Meta(ge=2, le=100)] = 12


class NimEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that enters actions."""

    number: int
    actions: Annotated[list[Take], msgspec.Meta(min_length=1, max_length=4)]


class NimSnapshot(msgspec.Struct):
    """A game as every device may see it."""

    code: str
    number: int
    version: int
    left: int
    turn: Corner | None
    awaits: str
    own: Corner | None


class ChangedNim(msgspec.Struct):
    """A game after a change."""

    number: int
    nim: NimSnapshot


def sentences(language: str) -> Catalogue:
    """The sentences of the game."""
    return catalogue(language).with_messages(_SENTENCES)


class NimGame(SeatedKind[NimJournal, Take, Corner]):
    """A game of Nim of two players."""

    NAMES = ("nim",)
    TITLE = "game of Nim"
    PAGES = "nim"
    API = "nim"
    NEW = NewNim
    ENTRY = NimEntry
    SNAPSHOT = NimSnapshot
    CHANGED = ChangedNim
    OFFERS = (*SeatedKind.OFFERS, "again", "seats/invitation", "seats/claim", "confirmation", "proposal", "record")
    SEATS: ClassVar[tuple[Corner, ...]] = (Corner.NORTH, Corner.EAST)
    STATE_CODEC = EventCodec(TableState[Corner, Take])
    TEMPLATE = "nim.html"
    TEMPLATES = _HERE
    FILE = "nim"

    @classmethod
    def label(cls, name: str, language: str) -> str:
        return "Nim"

    @classmethod
    def begin(cls, body: NewNim, lexicon: Lexicon, language: str) -> NewGame:
        return NewGame(Terms("nim"), NimJournal(Nim(body.heap, 2)).header)

    @classmethod
    def resume(cls, rows: LoadedRows) -> Self:
        return cls(rows, NimJournal.resume(rows.lines))

    def again(self) -> NewGame:
        return NewGame(Terms("nim"), NimJournal(Nim(self.machine.setup.heap, 2)).header)

    @property
    def machine(self) -> Nim:
        return self.journal._game

    @property
    def over(self) -> bool:
        return self.machine.state.loser is not None

    def awaits_text(self, language: str) -> str:
        state = self.machine.state
        return sentences(language)("nim.over" if state.loser else "nim.turn", corner=state.turn.value)

    def snapshot(self, viewer: Viewer) -> NimSnapshot:
        state = self.machine.state
        turn = None if self.over else state.turn
        awaits = self.awaits_text(viewer.language)
        return NimSnapshot(self.code, self.number, self.version, state.left, turn, awaits, viewer.seat)

    def page_state(self, viewer: Viewer) -> dict[str, Any]:
        snapshot, say = self.current_snapshot(viewer), sentences(viewer.language)
        html = render_template("_nim.html", say, folder=_HERE, snapshot=snapshot, may=viewer.may)
        said = " ".join(
            self.entered_text(one, True, say.language) for one in self.journal.last if isinstance(one, Take)
        )
        return {
            "number": self.number,
            "version": self.version,
            "html": html,
            "said": said,
            "title": snapshot.awaits,
        }

    def page_values(self, viewer: Viewer) -> dict[str, Any]:
        return {"rules": sentences(viewer.language)("nim.N2")}

    def refusal_text(self, refusal: Any, language: str) -> str:
        return sentences(language)(f"nim.{refusal.rule}", expected=refusal.expected)

    def check_actions(self, seat: Corner | None, actions: Sequence[Take]) -> None:
        for action in actions:
            if seat is not None and action.corner is not seat:
                raise NotYoursError(action.corner.value)

    def entered_text(self, action: Take, own: bool, language: str) -> str:
        return sentences(language)("nim.took", corner=action.corner.value, matches=action.matches)

    def record_text(self) -> str:
        return RECORD_FORMAT.format(self.journal.record())
