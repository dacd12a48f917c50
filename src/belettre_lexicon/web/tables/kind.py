"""Kinds of games: the class ``Kind`` declares everything that the server needs to know about a game.

A table keeps seats, invitations, entries, undo and redo, live updates, records and the list of games, whatever is
played (``loaded_game``). A kind defines how its games begin and resume, what a device may see of them, what a page
shows, which actions a player may enter, and the sentences that explain refusals. The kinds of a server are the
subclasses of ``Kind`` that it is given (``kinds.KINDS``); nothing else in this package names a game. Start reading at
``Kind``. Kinds whose players sit at seats are subclasses of ``SeatedKind``; ``phones_as_seen`` tells who holds which
seat on a phone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

import msgspec

from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import LANGUAGES, Catalogue
from .loaded_game import JournalT, LoadedGame, LoadedRows, Viewer
from .table_state import ActionT, Pace, Proposal, SeatT, TableState

T = TypeVar("T")
#: Seconds between two moves that a game makes by itself, by its pace.
MOVE_INTERVALS: Mapping[Pace, float] = {"slow": 2.0, "normal": 1.0, "fast": 0.3}
#: How many characters of the SHA-256 of its token name a phone. They are worth nothing to anybody, and a phone finds
#: out by them whether it has been given the seat that it asked for.
_PHONE_ID = 12


@cache
def catalogue(language: str, name: str = "") -> Catalogue:
    """Return the message catalogue *name* of a language, "" for the main one.

    Raises LexiconError if the catalogue was not built or is damaged.
    """
    return Catalogue.load(language, name)


class NewGame(NamedTuple):
    """A new game that is not yet in the database.

    terms   the terms of the game, of the type TERMS of the kind
    header  the first line of the journal
    table   the state of the table, such as who holds which seat; None for that of an empty table
    """

    terms: Any
    header: str
    table: TableState[Any, Any] | None = None


class Kind(LoadedGame[JournalT, ActionT, SeatT], ABC):
    """A kind of game; an object is one game of the kind.

    The server asks the class for:

    NAMES       the names of the kind in the terms of stored games (``Terms.kind``)
    CATALOGUES  the names of the message catalogues of the kind, beside the main one
    TITLE       what a game of this kind is called
    PAGES       the folder of its pages: that of a game is ``/PAGES/CODE``
    API         the folder of its operations: ``/api/API/CODE``
    NEW         the type of the body of a request for a new game
    ENTRY       the type of the body that enters actions, with the fields ``number`` and ``actions``
    SNAPSHOT    the type of snapshots
    CHANGED     the type of the answer to a change: the number of entries, and the snapshot
    HISTORY     the type of the answer with all events, which ``history(viewer)`` returns; None if there is none
    OFFERS      what its API offers, in the order of the document: names of operations that all kinds share
                (``api.tables.SHARED``), and operations of its own (``api.operation.Operation``)
    SUMMARIES   summaries of shared operations that differ from the usual ones, by name
    NOUN        what a game of this kind is called in the other summaries, in short
    ROUTES      the routes of its other pages, for Litestar
    TEMPLATE    the template of its page, which may also use ``page_values``
    HOME        templates of parts of the home page, by their place from its top
    TEMPLATES   the folder of its templates; None for that of this package
    FILE        what the names of downloaded files begin with
    LESSON      the name of its guided lesson, whose page is ``/learn/LESSON`` (``pages.lessons``); "" if it has none
    TIMED       whether snapshots and states of pages have a field ``elapsed``, which is always up to date
    """

    NAMES: ClassVar[tuple[str, ...]]
    CATALOGUES: ClassVar[tuple[str, ...]] = ()
    TITLE: ClassVar[str]
    PAGES: ClassVar[str]
    API: ClassVar[str]
    NEW: ClassVar[Any]
    ENTRY: ClassVar[Any]
    SNAPSHOT: ClassVar[Any]
    CHANGED: ClassVar[Any]
    HISTORY: ClassVar[Any] = None
    OFFERS: ClassVar[Sequence[Any]] = (
        *("create", "show", "events", "entries", "undo"),
        *("redo", "arbiter", "invitation", "keys"),
    )
    SUMMARIES: ClassVar[Mapping[str, str]] = {}
    NOUN: ClassVar[str] = "game"
    ROUTES: ClassVar[Sequence[Any]] = ()
    TEMPLATE: ClassVar[str]
    TEMPLATES: ClassVar[Path | None] = None
    HOME: ClassVar[Mapping[int, str]] = {}
    FILE: ClassVar[str] = "game"
    LESSON: ClassVar[str] = ""
    TIMED: ClassVar[bool] = False

    @classmethod
    def prepare(cls) -> None:
        """Load the catalogues when the server starts, so that errors appear before the first request.

        Raises LexiconError if a catalogue cannot be read.
        """
        for language in LANGUAGES:
            for name in cls.CATALOGUES:
                catalogue(language, name)

    @classmethod
    def home_values(cls, language: str) -> dict[str, Any]:
        """Return the variables for the templates of HOME, by name."""
        return {}

    @classmethod
    def label(cls, name: str, language: str) -> str:
        """Return the name of a kind as lists of games show it. *name* is one of NAMES."""
        return catalogue(language)(f"web.{name}")

    @classmethod
    @abstractmethod
    def begin(cls, body: Any, lexicon: Lexicon, language: str) -> NewGame:
        """Return the game that a request asks for. *body* is of the type NEW.

        Raises ArgumentError, or an error whose message is in *language*, if the request describes an invalid game.
        """

    @classmethod
    @abstractmethod
    def resume(cls, rows: LoadedRows) -> Self:
        """Return a stored game. Raises JournalError if its journal cannot be read."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def awaits_text(self, language: str) -> str:
        """Return a sentence that says what the game is waiting for, or who has won."""

    @abstractmethod
    def snapshot(self, viewer: Viewer) -> Any:
        """Return the game as a device may see it, an object of the type SNAPSHOT."""

    @abstractmethod
    def page_state(self, viewer: Viewer) -> dict[str, Any]:
        """Return the state of the game for the script of its page.

        Its keys are ``number``, ``version``, ``html`` (the part of the page that changes with the game), ``said`` (the
        events of the last entry), ``title`` (what the game is waiting for), and others that the script of the kind
        reads.
        """

    def page_values(self, viewer: Viewer) -> dict[str, Any]:
        """Return more variables for the template of the page, by name."""
        return {}

    @abstractmethod
    def refusal_text(self, refusal: Any, language: str) -> str:
        """Return a sentence that says why the rules forbid an action. *refusal* is an ``ActionRefusal`` of the game."""

    def is_player(self, viewer: Viewer) -> bool:
        """Return whether the server must call ``advance`` for the game while this device follows it."""
        return False

    def advance(self) -> bool:
        """Enter the next move that the game makes by itself, such as that of a bot. Return whether there was one."""
        return False

    @property
    def due(self) -> bool:
        """Whether ``advance`` would enter a move."""
        return False

    @property
    def move_interval(self) -> float:
        """Seconds between two moves that the game makes by itself, so that a person can follow it."""
        return MOVE_INTERVALS[self.table_state.pace]

    def current_snapshot(self, viewer: Viewer) -> Any:
        """Return ``snapshot(viewer)``, cached for equal viewers until the game changes. The game must be locked."""
        snapshot = self.cached(("snapshot", viewer), lambda: self.snapshot(viewer))
        return msgspec.structs.replace(snapshot, elapsed=self.elapsed) if self.TIMED else snapshot

    def current_page_state(self, viewer: Viewer) -> dict[str, Any]:
        """Return ``page_state(viewer)``, cached for equal viewers until the game changes. The game must be locked."""
        state = self.cached(("page", viewer), lambda: self.page_state(viewer))
        return {**state, "elapsed": self.elapsed} if self.TIMED else state

    def cached(self, key: object, make: Callable[[], T]) -> T:
        """Return the value cached under *key*. If there is none, call *make* and cache its result.

        A change of the game clears the cache. The game must be locked.
        """
        if key not in self.rendered:
            self.rendered[key] = make()
        value: T = self.rendered[key]
        return value


class SeatedKind(Kind[JournalT, ActionT, SeatT]):
    """A kind of game that is played move by move, so that phones can hold the seats of its players (SEATS).

    Such a game has a record, and its players can begin another one after it.
    """

    @abstractmethod
    def entered_text(self, action: ActionT, own: bool, language: str) -> str:
        """Return a sentence that says what a player has entered on their own phone.

        *own* is whether the sentence is for that player.
        """

    @abstractmethod
    def again(self) -> NewGame:
        """Return the game that the players begin after this one, on the same terms, without the state of its table."""

    @abstractmethod
    def record_text(self) -> str:
        """Return the record of the game as JSON Lines."""

    def seat_name(self, seat: SeatT, language: str) -> str:
        """Return the name of the player at a seat, or that of the seat if the player has none."""
        return str(seat)

    def shows_record(self, viewer: Viewer) -> bool:
        """Return whether a device may see the record, with all cards that are known."""
        return True

    def try_actions(self, *actions: ActionT) -> None:
        """Raise IllegalActionError if the rules forbid one of *actions* after those before it. Nothing is changed."""
        trial = copy(self.journal.game)
        for action in actions:
            trial.apply(action)

    def overtime_of(self, proposal: Proposal[SeatT, ActionT]) -> list[ActionT]:
        """Return the actions that record that a player exceeded the time allowed; [] if there is nothing to record."""
        return []


class HeldSeat(msgspec.Struct, Generic[SeatT]):
    """A seat, and the phone that holds it.

    seat   the seat
    phone  the name of the phone, as ``phone_id`` returns it; "" if no phone holds the seat
    """

    seat: SeatT
    phone: str


class AskingPhone(msgspec.Struct, Generic[SeatT]):
    """A phone that asks for a seat.

    seat   the seat
    check  the two digits that the phone shows
    """

    seat: SeatT
    check: str


class OpenProposal(msgspec.Struct, Generic[SeatT]):
    """What a player has entered on their own phone, until it is confirmed.

    seat   the seat of the player
    own    whether the device holds that seat, so that it may withdraw the actions
    may    whether the device may confirm the actions
    text   what was entered, as a sentence; a card laid face down is named to its player alone
    late   how many seconds the player had thought, if that is more than allowed (P13); 0 otherwise, and if nobody was
           at the table (``LoadedGame.overrun``)
    """

    seat: SeatT
    own: bool
    may: bool
    text: str
    late: int


class SeatsSeen(msgspec.Struct, Generic[SeatT]):
    """The phones at a table, as one device may know of them.

    confirm   who confirms what players enter on their own phones: "arbiter", "any" or "none"
    held      the four seats in playing order
    asking    the phones that ask for a seat; [] unless the device is an arbiter's
    waiting   the names of the phones that ask for a seat, as in ``HeldSeat``
    proposal  what waits to be confirmed; None if nothing does
    paused    whether the clock is stopped
    """

    confirm: str
    held: list[HeldSeat[SeatT]]
    asking: list[AskingPhone[SeatT]]
    waiting: list[str]
    proposal: OpenProposal[SeatT] | None
    paused: bool


def phone_id(secret: str) -> str:
    """Return the name of a phone, which is the first 12 characters of *secret*, the SHA-256 of its token."""
    return secret[:_PHONE_ID]


def phones_as_seen(game: SeatedKind[Any, Any, SeatT], viewer: Viewer) -> SeatsSeen[SeatT]:
    """Return the phones at a table of real cards as a device may know of them."""
    state = game.table_state
    requests = state.open_requests()
    return SeatsSeen(
        confirm=state.confirm,
        held=[HeldSeat(place, phone_id(state.holders.get(place, ""))) for place in game.SEATS],
        asking=[AskingPhone(one.seat, one.check) for one in requests] if viewer.may else [],
        waiting=[phone_id(one.secret) for one in requests],
        proposal=_proposal(game, viewer),
        paused=state.is_paused(game.number),
    )


def _proposal(game: SeatedKind[Any, Any, SeatT], viewer: Viewer) -> OpenProposal[SeatT] | None:
    """Return what waits to be confirmed, as a device may know it."""
    proposal = game.table_state.proposal_for(game.number)
    if proposal is None:
        return None
    own = proposal.seat is viewer.seat
    others_may = viewer.seat is not None and not own and game.table_state.confirm == "any"
    return OpenProposal(
        proposal.seat,
        own,
        viewer.may or others_may,
        " ".join(game.entered_text(action, own, viewer.language) for action in proposal.actions),
        game.overrun(proposal.elapsed),
    )
