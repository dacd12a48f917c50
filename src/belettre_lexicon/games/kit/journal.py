"""Journals: every entry of a game in the order in which it was made, mistakes and undos included.

A record contains only the events that were not taken back. A journal contains all entries, and lines are never removed
from it. A front-end saves each line to permanent storage before it acknowledges the entry, and resumes the game from
the lines if its process dies. Start reading at ``EntryJournal.entering``.

The lines are chained (``chain``). The first line is a header. Every other line is an entry, an undo or a correction::

    {"check":"…","header":{…}}
    {"check":"…","line":2,"did":[{"event":"refused", …}]}
    {"check":"…","line":3,"undid":1}
    {"check":"…","line":4,"did":[{"event":"refused", …}]}
    {"check":"…","line":5,"undid":1,"did":[{"event":"accepted", …}]}

``did`` contains the events of one entry, which may consist of several actions (such as an overrun of the clock and the
card laid after it). ``undid`` is the number of entries taken back, 1 or more. The lines of these entries remain. A line
with both (5) is a correction: its events are one entry, which replaces the entries that the line takes back.

Entries that an undo took back can be entered again, the earliest first, until a different entry is made. The line of
such a redo (4) looks like that of any other entry. An entry is a redo if its events equal those of the next entry that
can be entered again, so a player who types the same action again makes a redo as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any, ClassVar, Generic, NamedTuple, Self

import msgspec

from ...base.errors import ArgumentError, BelettreError
from . import chain
from .chain import ChainedLine
from .machine import ActionT, EventT, ReplayError
from .record import JournalFormat, MachineT, RecordT


class JournalError(BelettreError):
    """Raised if a journal cannot be read. ``line`` is the number of the line with the error; the header is line 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"journal, line {line}: {message}")
        self.line = line


class _Entry(NamedTuple):
    """An entry that was not taken back: the number of its line in the journal, and how many actions it consists of."""

    line: int
    actions: int


class EntryJournal(Generic[MachineT, ActionT, EventT, RecordT]):
    """A game together with the journal of its entries. Each game subclasses it with the format of its journals.

    format  how the header and the events are written and read
    header  the first line of the journal
    number  how many lines follow the header: entries, undos and corrections. Entries that were taken back are counted
            too
    check   the check of the last line
    """

    format: ClassVar[JournalFormat[Any, Any]]

    def __init__(self, game: MachineT, begun: RecordT) -> None:
        """Start the journal of a new game. *begun* is the record of this game.

        Raises ArgumentError if actions were already taken in the game.
        """
        line = chain.header_line(self.format.encode_header(begun))
        self._start(game, begun, chain.encode_line(line).decode("utf-8"), line.check)

    def _start(self, game: MachineT, begun: RecordT, header: str, check: str) -> None:
        """Set the values of a journal without entries. *header* is its first line, *check* its check."""
        if game.actions_done:
            raise ArgumentError(f"partie: {game.actions_done} actions were done already, expected a new partie")
        self._game = game
        #: The record of the game when it began.
        self._begun = begun
        self.header = header
        self.check = check
        self.number = 0
        #: The entries that were not taken back, in order.
        self._entries: list[_Entry] = []
        #: The events of each entry that can be entered again; the next one to enter is the last of the list.
        self._taken_back: list[tuple[EventT, ...]] = []

    @classmethod
    def resume_game(cls, lines: Iterable[str], start: Callable[[RecordT], MachineT]) -> Self:
        """Resume a game from the lines of its journal.

        *start* takes the record of the game at its beginning, and returns the game without entries. Raises
        JournalError, which names the first line that is damaged, changed, missing, repeated or moved, or whose events
        break the rules.
        """
        remaining = iter(lines)
        header = next(remaining, None)
        head, check = chain.read_head(header, lambda raw: chain.Head(cls.format.decode_header(raw)), JournalError)
        journal = object.__new__(cls)
        try:
            game = start(head.header)
            begun = msgspec.structs.replace(head.header, events=game.log)
            journal._start(game, begun, (header or "").rstrip("\r\n"), check)
        except ArgumentError as error:
            raise JournalError(1, str(error)) from error
        journal.follow(remaining)
        return journal

    def record(self) -> RecordT:
        """Return the record of the game. It does not include entries that were taken back."""
        return msgspec.structs.replace(self._begun, events=self._game.log)

    @property
    def game(self) -> MachineT:
        """The game. It does not include entries that were taken back."""
        return self._game

    @property
    def undoable(self) -> int:
        """How many entries ``taking_back`` can take back; 0 at the beginning."""
        return len(self._entries)

    @property
    def redoable(self) -> int:
        """How many entries ``redoing`` can enter again, one at a time; 0 once another entry was made."""
        return len(self._taken_back)

    @property
    def taken_back(self) -> tuple[tuple[EventT, ...], ...]:
        """The events of each entry that ``redoing`` can enter again, the next one first."""
        return tuple(reversed(self._taken_back))

    @contextmanager
    def entering(self, *actions: ActionT) -> Iterator[str]:
        """Apply one or more actions as one entry. The context manager yields the line of the entry in the journal.

        The ``with`` block must write the line to permanent storage. If the block raises an exception, the game and the
        journal are unchanged. Raises IllegalActionError if an action is illegal after the preceding actions,
        ArgumentError if no actions are given.
        """
        if not actions:
            raise ArgumentError("entry: no actions, expected one or more")
        game, done = self._game, self._game.actions_done
        try:
            events = tuple(event for action in actions for event in game.apply(action))
            line = self._next_line(did=self._encoded(events))
            yield chain.encode_line(line).decode("utf-8")
        except BaseException:
            game.undo(game.actions_done - done)
            raise
        self._add_entry(events, len(actions))
        self._advance(line.check)

    @contextmanager
    def taking_back(self, entries: int = 1) -> Iterator[str]:
        """Take back the last *entries* entries, 1 or more. The context manager yields the line of this undo.

        The ``with`` block must write the line to permanent storage. If the block raises an exception, nothing is taken
        back. Raises ArgumentError if there are fewer entries.
        """
        self._check_entries("undo", entries)
        line = self._next_line(undid=entries)
        yield chain.encode_line(line).decode("utf-8")
        self._take_back(entries)
        self._advance(line.check)

    @contextmanager
    def redoing(self) -> Iterator[str]:
        """Enter again the first entry of ``taken_back``. The context manager yields the line of this new entry.

        Recorded details, such as verdicts, are kept. The ``with`` block must write the line to permanent storage. If
        the block raises an exception, nothing has changed. Raises ArgumentError if ``redoable`` is 0.
        """
        if not self._taken_back:
            raise ArgumentError("redo: no entries were taken back since the last entry")
        events, done = self._taken_back[-1], self._game.actions_done
        line = self._next_line(did=self._encoded(events))
        yield chain.encode_line(line).decode("utf-8")
        self._game.follow(events)
        self._add_entry(events, self._game.actions_done - done)
        self._advance(line.check)

    @contextmanager
    def correcting(self, *actions: ActionT, entries: int = 1) -> Iterator[str]:
        """Replace the last *entries* entries, 1 or more, with a single entry that consists of *actions*, one or more.

        The context manager yields the line of this correction, which the ``with`` block must write to permanent
        storage. The game changes when the block ends. If the block raises an exception, the game and the journal are
        unchanged. Taking back the new entry later does not bring back the entries that it replaced.

        Raises IllegalActionError if an action is illegal in place of the replaced entries, ArgumentError if no actions
        are given or there are fewer entries.
        """
        if not actions:
            raise ArgumentError("correction: no actions, expected one or more")
        self._check_entries("correction", entries)
        trial = copy(self._game)
        trial.undo(self._actions_of_last(entries))
        events = tuple(event for action in actions for event in trial.apply(action))
        line = self._next_line(undid=entries, did=self._encoded(events))
        yield chain.encode_line(line).decode("utf-8")
        self._correct(entries, events)
        self._advance(line.check)

    @property
    def last(self) -> tuple[EventT, ...]:
        """The events of the last entry that was not taken back; without such an entry, the first event of the game."""
        events: tuple[EventT, ...] = self.events_of_last(1) if self._entries else self._game.log
        return events

    def events_of_last(self, entries: int) -> tuple[EventT, ...]:
        """Return the events of the last *entries* entries that were not taken back, the earliest first; () for 0."""
        events: tuple[EventT, ...] = self._game.since(self._game.actions_done - self._actions_of_last(entries))
        return events

    def entries_from(self, event: int) -> int:
        """Return how many entries an undo has to take back so that a certain event is taken back.

        *event* is the index of the event in the game's log, at least 1: no entry caused the event with index 0.
        """
        action, actions, entries = self._game.action_at(event), self._game.actions_done, 0
        for entry in reversed(self._entries):
            if entries and actions <= action:
                break
            actions -= entry.actions
            entries += 1
        return entries

    def line_of(self, event: int) -> int:
        """Return the number of the line of the journal that contains a certain event; 1 for the first event.

        *event* is the index of the event in the game's log, from 0.
        """
        action = self._game.action_at(event)
        for entry in self._entries:
            if action < entry.actions:
                return entry.line if event else 1
            action -= entry.actions
        return 1

    def follow(self, lines: Iterable[str]) -> None:
        """Replay the entries, undos and corrections of the next lines, which another process has appended.

        Raises JournalError, which names the first line that is damaged or breaks the rules. The lines before that line
        remain in effect.
        """
        for number, line in chain.follow_chain(lines, self.number + 2, self.check, JournalError):
            if line.kind != "entry" or not 0 <= line.undid <= self.undoable:
                expected = f"expected events, or at most {self.undoable} entries to take back"
                raise JournalError(number, f"{chain.encode_line(line)!r:.80}: {expected}")
            if line.did:
                try:
                    self._follow_entry(line)
                except ReplayError as error:
                    raise JournalError(number, str(error)) from error
                except chain.DAMAGE as error:
                    raise JournalError(number, chain.unreadable(line.content(), error)) from error
            else:
                self._take_back(line.undid)
            self._advance(line.check)

    def _follow_entry(self, line: ChainedLine) -> None:
        """Replay the line of an entry or a correction. If it raises an error, nothing has changed."""
        game, done = self._game, self._game.actions_done
        events = tuple(self._restored([self.format.codec.read(bytes(raw)) for raw in line.did]))
        if line.undid:
            self._correct(line.undid, events)
            return
        game.follow(events)
        self._add_entry(game.since(done), game.actions_done - done)

    def _restored(self, events: Iterable[EventT]) -> Iterable[EventT]:
        """Return the events of a line, completed with what lines do not contain; by default they are unchanged."""
        return events

    def _next_line(self, *, did: tuple[msgspec.Raw, ...] = (), undid: int = 0) -> ChainedLine:
        """Return the line of an entry that consists of the events *did*, or that takes back *undid* entries."""
        line = ChainedLine("", self.number + 2, did=did, undid=undid)
        return msgspec.structs.replace(line, check=chain.next_check(self.check, line.content()))

    def _encoded(self, events: Iterable[EventT]) -> tuple[msgspec.Raw, ...]:
        return tuple(msgspec.Raw(self.format.codec.encode(event)) for event in events)

    def _check_entries(self, what: str, entries: int) -> None:
        if isinstance(entries, bool) or not isinstance(entries, int) or not 1 <= entries <= self.undoable:
            raise ArgumentError(f"{what}: {entries!r:.40} is not a number of entries from 1 to {self.undoable}")

    def _actions_of_last(self, entries: int) -> int:
        return sum(entry.actions for entry in self._entries[len(self._entries) - entries :])

    def _add_entry(self, events: tuple[EventT, ...], actions: int) -> None:
        """Note that an entry was made, from its events: a redo if it was the next entry to enter again."""
        if self._taken_back and self._encoded(self._taken_back[-1]) == self._encoded(events):
            self._taken_back.pop()
        else:
            self._taken_back.clear()
        self._entries.append(_Entry(self.number + 2, actions))

    def _take_back(self, entries: int) -> None:
        for entry in reversed(self._entries[-entries:]):
            self._taken_back.append(self._game.since(self._game.actions_done - entry.actions))
            self._game.undo(entry.actions)
        del self._entries[-entries:]

    def _correct(self, entries: int, events: tuple[EventT, ...]) -> None:
        """Replace the last *entries* entries with one entry. It is replayed in a copy first, in case of ReplayError."""
        actions = self._actions_of_last(entries)
        trial = copy(self._game)
        trial.undo(actions)
        done = trial.actions_done
        trial.follow(events)
        self._game.undo(actions)
        self._game.follow(events)
        del self._entries[-entries:]
        self._taken_back.clear()
        self._entries.append(_Entry(self.number + 2, trial.actions_done - done))

    def _advance(self, check: str) -> None:
        self.check = check
        self.number += 1
