"""Floor 1. Journals: every entry of a game in the order in which it was made, mistakes and undos included.

A record contains only the events that were not taken back. A journal contains all entries, and lines are never removed
from it. A front-end saves each line to permanent storage before it acknowledges the entry, and resumes the game from
the lines if its process dies. Start reading at ``EntryJournal.entering``.

The lines are chained (``chain``). The first line is a header. Every other line is an entry or an undo::

    {"check":"…","header":{…}}
    {"check":"…","line":2,"did":[{"event":"accepted", …}]}
    {"check":"…","line":3,"undid":1}

``did`` contains the events of one entry, which may consist of several actions (such as an overrun of the clock and the
card laid after it). ``undid`` is the number of entries taken back, 1 or more. The lines of these entries remain. The
lines of a journal that was begun in format 1 have no numbers, and neither have the lines that are added to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from ..errors import ArgumentError, BelettreError
from .chain import DAMAGE, ChainedLine, EventCodec, encode_line, follow_chain, next_check, unreadable
from .machine import ActionT, EventT, Machine, ReplayError

MachineT = TypeVar("MachineT", bound=Machine[Any, Any, Any, Any, Any])


class JournalError(BelettreError):
    """Raised if a journal cannot be read. ``line`` is the number of the line with the error; the header is line 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"journal, line {line}: {message}")
        self.line = line


class _Entry(NamedTuple):
    """An entry that was not taken back.

    line     the number of its line in the journal
    actions  how many actions it consists of
    """

    line: int
    actions: int


class EntryJournal(Generic[MachineT, ActionT, EventT]):
    """A game together with the journal of its entries.

    header  the first line of the journal
    number  how many lines follow the header, that is, the number of entries and undos. Entries that were taken back
            are counted too
    check   the check of the last line
    """

    __slots__ = ("_codec", "_entries", "_game", "_numbered", "check", "header", "number")

    def __init__(
        self, game: MachineT, header: str, check: str, codec: EventCodec[EventT], *, numbered: bool = True
    ) -> None:
        """Start the journal of a new game.

        header    the first line, whose check is *check*
        numbered  whether the lines after it have numbers; False for a journal in format 1

        Raises ArgumentError if actions were already taken in the game.
        """
        if game.actions_done:
            raise ArgumentError(f"partie: {game.actions_done} actions were done already, expected a new partie")
        self._game = game
        self._codec = codec
        self.header = header
        self.check = check
        self.number = 0
        self._numbered = numbered
        #: The entries that were not taken back, in order.
        self._entries: list[_Entry] = []

    def __getstate__(self) -> object:
        # The default state, said explicitly, because the oldest pickle protocols refuse objects with slots otherwise.
        return object.__getstate__(self)

    @property
    def undoable(self) -> int:
        """How many entries ``taking_back`` can take back; 0 at the beginning."""
        return len(self._entries)

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
            events = [event for action in actions for event in game.apply(action)]
            line = self._next_line(did=tuple(msgspec.Raw(self._codec.encode(event)) for event in events))
            yield encode_line(line).decode("utf-8")
        except BaseException:
            game.undo(game.actions_done - done)
            raise
        self._entries.append(_Entry(self.number + 2, len(actions)))
        self._advance(line.check)

    @contextmanager
    def taking_back(self, entries: int = 1) -> Iterator[str]:
        """Take back the last *entries* entries, 1 or more. The context manager yields the line of this undo.

        The ``with`` block must write the line to permanent storage. If the block raises an exception, nothing is taken
        back. Raises ArgumentError if there are fewer entries.
        """
        if isinstance(entries, bool) or not isinstance(entries, int) or not 1 <= entries <= self.undoable:
            raise ArgumentError(f"undo: {entries!r:.40} is not a number of entries from 1 to {self.undoable}")
        line = self._next_line(undid=entries)
        yield encode_line(line).decode("utf-8")
        self._take_back(entries)
        self._advance(line.check)

    @property
    def last(self) -> tuple[EventT, ...]:
        """The events of the last entry that was not taken back; the first event of the game if there is none."""
        done = sum(entry.actions for entry in self._entries[:-1])
        events: tuple[EventT, ...] = self._game.since(done) if self._entries else self._game.log
        return events

    def line_of(self, event: int) -> int:
        """Return the number of the line that contains an event of the game's log; 1 for the first event.

        *event* is the index of the event in the log, from 0.
        """
        action = self._game.action_at(event)
        for entry in self._entries:
            if action < entry.actions:
                return entry.line if event else 1
            action -= entry.actions
        return 1

    def follow(self, lines: Iterable[str]) -> None:
        """Replay the entries and undos of the next lines, which another process has appended to this journal.

        Raises JournalError, which names the first line that is damaged or breaks the rules. The effect of the lines
        before it remains.
        """
        chain = follow_chain(lines, self.number + 2, self.check, numbered=self._numbered, error=JournalError)
        for number, line in chain:
            done = self._game.actions_done
            if line.kind != "entry" or not 0 <= line.undid <= self.undoable:
                expected = f"expected events, or at most {self.undoable} entries to take back"
                raise JournalError(number, f"{encode_line(line)!r:.80}: {expected}")
            if line.undid:
                self._take_back(line.undid)
            else:
                try:
                    self._game.follow(self._restored([self._codec.read(bytes(raw)) for raw in line.did]))
                except ReplayError as error:
                    raise JournalError(number, str(error)) from error
                except DAMAGE as error:
                    raise JournalError(number, unreadable(line.content(), error)) from error
                self._entries.append(_Entry(number, self._game.actions_done - done))
            self._advance(line.check)

    def _restored(self, events: Iterable[EventT]) -> Iterable[EventT]:
        """Return the events read from a line, completed with details that lines do not contain.

        The default implementation returns them unchanged.
        """
        return events

    def _next_line(self, *, did: tuple[msgspec.Raw, ...] = (), undid: int = 0) -> ChainedLine:
        """Return the line of an entry that consists of the events *did*, or that takes back *undid* entries."""
        line = ChainedLine("", self.number + 2 if self._numbered else 0, did=did, undid=undid)
        return msgspec.structs.replace(line, check=next_check(self.check, line.content()))

    def _take_back(self, entries: int) -> None:
        self._game.undo(sum(entry.actions for entry in self._entries[-entries:]))
        del self._entries[-entries:]

    def _advance(self, check: str) -> None:
        self.check = check
        self.number += 1
