"""A game that a process has loaded from the database: its journal, its entries, and who may change it.

``LoadedGame`` is what games of all kinds have in common; a kind (``kind.Kind``) adds what only its games know. Start
reading at ``LoadedGame.enter``.
"""

from __future__ import annotations

import hmac
import math
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from ...base.errors import ArgumentError, BelettreError
from ...games.kit.journal import EntryJournal
from ...games.kit.record import EventCodec
from ...lexicon.lexicon import Lexicon
from ..store.database import ConflictError, GameStore, StoredGame
from .invitations import Invitation, read_invitation, write_invitation
from .keys import Keys, draw_token, hash_token
from .table_state import ActionT, Knower, SeatT, TableState

JournalT = TypeVar("JournalT", bound=EntryJournal[Any, Any, Any, Any])

#: The maximum number of entries of a game, including undos. Loading a game reads all its entries. A full partie takes
#: about 150 entries.
MAX_ENTRIES = 5000
#: How often a change of the table's state is tried again if another process was quicker.
_TRIES = 5


class UnknownGameError(BelettreError):
    """Raised if a text is not a game code, or if no game has the code."""


class OtherKindError(UnknownGameError):
    """Raised if the code belongs to a game of another kind. ``path`` is the path of its page."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(message)
        self.path = path


class StaleError(BelettreError):
    """Raised if a device has not seen all entries, or another process was quicker. The game is not changed."""


class NotYoursError(BelettreError):
    """Raised if a player enters an action that only another player or an arbiter may enter.

    The message is the kind of the action if only an arbiter may enter it, otherwise the seat to which it belongs.
    """


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a game that the database keeps because the header of its journal does not contain them.

    kind  the name of the kind of the game, one of ``Kind.NAMES``. Kinds may use a subclass with more fields
    """

    kind: str = "table"


class Viewer(NamedTuple):
    """The facts about a device that decide what it sees of a game. Devices with equal viewers see the same.

    language  the language of the sentences that the device is sent, "fr" or "en"
    seat      the seat that the device has (``LoadedGame.seat_of``); None if it has none
    may       whether the device may change the game
    phone     the SHA-256 of the token with which it holds its seat; "" if it has none
    reader    the seat whose player the sentences address on a device that has no seat, such as the screen of a game of
              one person; None if there is none
    """

    language: str
    seat: Any = None
    may: bool = False
    phone: str = ""
    reader: Any = None


class LoadedRows(NamedTuple):
    """The rows of a game in the database, with the database and the lexicon that are needed to resume the game.

    stored         the row of the game
    lines          the lines of its journal, the header first
    last_entry_at  when the last entry was made, in seconds since 1970; if there is none, when the game was created
    store          the database
    lexicon        the lexicon of the server
    """

    stored: StoredGame
    lines: list[str]
    last_entry_at: float
    store: GameStore
    lexicon: Lexicon


class LoadedGame(Generic[JournalT, ActionT, SeatT]):
    """A game loaded by this process. Use it only in a ``with`` block of ``GameRegistry.open_game``, which locks it.

    code           the game code
    terms          the terms of the game
    journal        all entries of the game, and the partie that they lead to
    created        when the game was created, in seconds since 1970
    last_entry_at  as in ``LoadedRows``
    opened_at      when a thread of this process last opened the game, in seconds since 1970
    rendered       a cache of values computed from the current state, under keys chosen by the callers; every change
                   clears it
    lock           held by the thread that uses the game
    lexicon        the lexicon of the server
    secret         the SHA-256 of the token (``hash_token``), which changes when the token is replaced
    keys           issues the keys of the game
    table_state    the state of the table, which is kept beside the journal: who holds which seat, and so on
    revision       how often the state of the table was changed
    """

    #: The type of the terms of games of the kind.
    TERMS: ClassVar[type[Any]] = Terms
    #: The seats in playing order; () if phones cannot hold seats in games of this kind.
    SEATS: ClassVar[tuple[Any, ...]] = ()
    #: How the state of a table is written and read, with the seats and the actions of the kind.
    STATE_CODEC: ClassVar[EventCodec[Any]] = EventCodec(TableState[str, Any])
    #: How many seconds a player has to think, and after how many the clock stops because nobody is at the table.
    ALLOWED_SECONDS: ClassVar[float] = math.inf
    LEFT_ALONE: ClassVar[float] = math.inf

    def __init__(self, rows: LoadedRows, journal: JournalT) -> None:
        stored = rows.stored
        self.code = stored.code
        self.terms = msgspec.json.decode(stored.terms, type=self.TERMS)
        self.journal = journal
        self.created = stored.created
        self.last_entry_at = rows.last_entry_at
        self.opened_at = time.time()
        self.rendered: dict[object, Any] = {}
        self.lock = threading.Lock()
        self.lexicon = rows.lexicon
        self.secret = stored.secret
        self.keys = Keys(rows.store.signing_key)
        self._store = rows.store
        self.revision = stored.revision
        self.table_state = self._read_table_state(stored.table_state)

    @property
    def number(self) -> int:
        """The number of entries so far, including undos."""
        return self.journal.number

    @property
    def version(self) -> int:
        """A number that grows with every entry and with every change of the state of the table.

        It is ``number`` plus ``revision``, so that a state has a higher version than every state that led to it.
        """
        return self.number + self.revision

    @property
    def elapsed(self) -> float:
        """The number of seconds since the last entry, rounded to a tenth; never negative.

        Seconds for which the clock was stopped do not count.
        """
        paused = self.table_state.paused_for(self.number)
        return max(0.0, round(time.time() - self.last_entry_at - paused, 1))

    def overrun(self, seconds: float) -> int:
        """Return how many whole seconds a player thought, if that was too long; 0 within the time, or after a pause.

        Nobody was at the table for longer than LEFT_ALONE, so that such a time says nothing about the player.
        """
        return int(seconds) if self.ALLOWED_SECONDS < seconds <= self.LEFT_ALONE else 0

    def seat_of(self, secret: str, may: bool) -> SeatT | None:
        """Return the seat whose cards a device may see: the one that it holds; None if none. Kinds may override this.

        secret  the SHA-256 of the token of a seat that the device has
        may     whether the device may change the game
        """
        return self.table_state.seat_of(secret)

    def hidden_in(self, seat: SeatT) -> str:
        """Return a name for the pli in which a card of a seat lies face down that its player alone knows; "" if none.

        This class knows of no such cards; kinds may override this.
        """
        return ""

    def knower_of(self, seat: SeatT) -> str:
        """Return the SHA-256 of the token of the phone that knows the hidden card of a seat (P7); "" if none does."""
        knower = self.table_state.knowers.get(seat)
        if knower is not None and knower.pli == self.hidden_in(seat):
            return knower.secret
        return self.table_state.holders.get(seat, "")

    def sees(self, viewer: Viewer) -> SeatT | None:
        """Return the seat whose cards a device may see; None if none, or if its hidden card was laid elsewhere."""
        seat: SeatT | None = viewer.seat
        if seat is None or not viewer.phone or not self.hidden_in(seat) or self.knower_of(seat) == viewer.phone:
            return seat
        return None

    def rights_of(self, viewer: Viewer) -> tuple[str, ...]:
        """Return the hashes of the tokens that give a device its rights; () for a guest.

        These are the token of the game if the device may change the game, and the token of its seat if it has one. A
        token gives no rights any more once it has been replaced: ``grants`` tells whether a hash is still valid.
        """
        holder = self.table_state.holders.get(viewer.seat)
        return (*([self.secret] if viewer.may else []), *([holder] if holder is not None else []))

    @property
    def has_phones(self) -> bool:
        """Whether phones can hold seats in this game."""
        return bool(self.SEATS)

    def grants(self, secret: str) -> bool:
        """Return whether *secret* is the SHA-256 of a valid token: the token of the game, or that of a seat."""
        return hmac.compare_digest(secret, self.secret) or self.table_state.seat_of(secret) is not None

    def accepts_token(self, token: str) -> bool:
        """Return whether *token* is the token of this game. The token allows its holder to change the game."""
        return hmac.compare_digest(hash_token(token), self.secret)

    def invite(self, seat: SeatT | None = None, token: str = "") -> str:
        """Return an invitation to a seat. Without a seat, return one that gives *token*, the token of the game."""
        return write_invitation(self._purpose(seat), self.code, self.secret, token)

    def read_invitation(self, text: str, seat: SeatT | None = None) -> Invitation | None:
        """Return an invitation to a seat, or to become an arbiter; None if it is invalid or has ended.

        It is invalid as well if the seat has meanwhile been given to a phone, or taken from it.
        """
        return read_invitation(text, self._purpose(seat), self.code, self.secret)

    def _purpose(self, seat: SeatT | None) -> str:
        return "arbiter" if seat is None else f"seat {self.SEATS.index(seat)} {self.table_state.holders.get(seat, '')} "

    def enter(self, number: int, *actions: ActionT) -> None:
        """Apply *actions* as one entry. The entry is in the database when this method returns.

        *number* is the number of entries that the device has seen. The game is not changed if an error is raised:

        StaleError          if the game does not have exactly *number* entries
        IllegalActionError  if the rules forbid an action
        ArgumentError       if the game already has MAX_ENTRIES entries
        UnknownGameError    if the game was deleted from the database
        StoreError          if the database cannot be used
        """
        self._check_number(number)
        self._store_entry(self.journal.entering(*actions))

    def take_back(self, number: int) -> None:
        """Undo the last entries, as many as ``undoable`` says.

        *number* and the errors are as in ``enter``. Also raises ArgumentError if there is nothing to undo.
        """
        self._check_number(number)
        self._store_entry(self.journal.taking_back(self.undoable))

    def redo(self, number: int) -> None:
        """Enter again what the last undo took back: as many entries as ``redoable`` says, each with a line of its own.

        *number* and the errors are as in ``enter``. Also raises ArgumentError if there is nothing to enter again. If an
        error is raised after the first of several entries, those already made remain.
        """
        self._check_number(number)
        if not self.redoable:
            raise ArgumentError(f"{self.code}: no entries were taken back since the last entry")
        for _ in range(min(self.redoable, MAX_ENTRIES - number)):
            self._store_entry(self.journal.redoing())

    @property
    def redoable(self) -> int:
        """The number of entries that ``redo`` would enter again; 0 if there is nothing to enter again."""
        return min(1, self.journal.redoable)

    @property
    def undoable(self) -> int:
        """The number of entries that ``take_back`` would undo; 0 if there is nothing to undo."""
        return min(1, self.journal.undoable)

    def may_take_back(self, seat: SeatT | None) -> bool:
        """Return whether the player of a seat may undo the last entry, though their device may not change the game.

        This class allows it to nobody; kinds may override this.
        """
        return False

    def check_actions(self, seat: SeatT | None, actions: Sequence[ActionT]) -> None:
        """Raise NotYoursError if the player of a seat may not enter one of *actions*.

        *seat* is None for an arbiter's device. This class allows everything; kinds may override this.
        """

    def change_table_state(self, change: Callable[[TableState[SeatT, ActionT]], TableState[SeatT, ActionT]]) -> None:
        """Replace the state of the table by the result of *change*, a function that is called with the current state.

        The new state is in the database when this method returns. If another process has replaced the state meanwhile,
        *change* is called again with that newer state. Raises StaleError if this happens five times in a row or if the
        game was deleted from the database, and StoreError if the database cannot be used.
        """
        for _ in range(_TRIES):
            state = self._with_knowers(change(self.table_state))
            try:
                self._store.replace_table_state(self.code, self.revision, self.STATE_CODEC.encode(state).decode())
            except ConflictError:
                self.catch_up()
                continue
            self.table_state = state
            self.revision += 1
            self.rendered.clear()
            return
        raise StaleError(f"{self.code}: other processes were quicker {_TRIES} times")

    def _with_knowers(self, state: TableState[SeatT, ActionT]) -> TableState[SeatT, ActionT]:
        """Return a new state of the table with who knows the hidden cards of the seats whose phone has changed."""
        before, after = self.table_state.holders, state.holders
        knowers = {seat: knower for seat, knower in state.knowers.items() if knower.pli == self.hidden_in(seat)}
        for seat in {**before, **after}:
            if before.get(seat) != after.get(seat) and (pli := self.hidden_in(seat)):
                knowers.setdefault(seat, Knower(before.get(seat, ""), pli))
        return state if knowers == state.knowers else msgspec.structs.replace(state, knowers=knowers)

    def new_token(self) -> str:
        """Replace the token of this game and return the new one. The old token gives no rights any more.

        Raises StaleError if another process has just replaced the token or if the game was deleted from the database,
        and StoreError if the database cannot be used.
        """
        token = self.keys.sign(self.code, draw_token())
        secret = hash_token(token)
        try:
            self._store.replace_secret(self.code, self.secret, secret)
        except ConflictError as error:
            self.catch_up()
            raise StaleError(f"{self.code}: its token was replaced elsewhere") from error
        self.secret = secret
        return token

    def catch_up(self) -> bool:
        """Apply what other processes have stored since the last call: entries, a new token, the state of the table.

        Return whether there were new entries or a new state of the table; a new token alone gives False. A game that
        was deleted from the database stays as it was in memory; ``enter`` then raises UnknownGameError.
        """
        news = self._store.load_news(self.code, self.number, self.revision)
        if news is None:
            return False
        self.secret = news.secret
        if news.table_state is not None:
            self.table_state, self.revision = self._read_table_state(news.table_state), news.revision
            self.rendered.clear()
        if not news.lines:
            return news.table_state is not None
        self.journal.follow(line.line for line in news.lines)
        self._mark_changed(news.lines[-1].at)
        return True

    def _check_number(self, number: int) -> None:
        """Raise StaleError if *number* is not the number of entries, ArgumentError if no more entries are allowed."""
        if number != self.number:
            raise StaleError(f"{self.code}: the device had seen {number} entries, there are {self.number}")
        if number >= MAX_ENTRIES:
            raise ArgumentError(f"{self.code}: {number} entries, undos included; no game has more")

    def _store_entry(self, entry: AbstractContextManager[str]) -> None:
        """Store the line of an entry of the journal, which *entry* returns and then completes.

        Raises StaleError if another process has already stored a line with this number, and UnknownGameError if the
        game was deleted from the database.
        """
        with entry as line:
            try:
                at = self._store.append_line(self.code, self.number + 1, line)
            except ConflictError as error:
                if self._store.load_game(self.code) is None:
                    raise UnknownGameError(f"{self.code} was deleted") from error
                raise StaleError(f"{self.code}: another process was quicker") from error
        self._mark_changed(at)

    def _read_table_state(self, text: str) -> TableState[SeatT, ActionT]:
        """Return the state of the table from its JSON; "" is that of a new game."""
        state: TableState[SeatT, ActionT] = self.STATE_CODEC.decode(text.encode()) if text else TableState()
        return state

    def _mark_changed(self, at: float) -> None:
        self.last_entry_at = at
        self.rendered.clear()
