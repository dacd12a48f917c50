"""Floor 1. Journals: every entry of a game in the order in which it was made, mistakes and undos included.

A record contains only the events that were not taken back. A journal contains all entries, and lines are never removed
from it. A front-end saves each line to permanent storage before it acknowledges the entry, and resumes the game from
the lines if its process dies. Start reading at ``EntryJournal.entering``.

The first line is the header of a record (``chain``). Every other line is an entry or an undo as a JSON object, with a
check, a hash of this line and all lines before it::

    {"check":"…","header":{…}}
    {"check":"…","did":[{"event":"accepted", …}]}
    {"check":"…","undid":1}

``did`` contains the events of one entry, which may consist of several actions (such as an overrun of the clock and the
card laid after it). ``undid`` is the number of entries taken back, 1 or more. The lines of these entries remain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from ..errors import ArgumentError, BelettreError
from .chain import MAX_LINE, next_check
from .machine import ActionT, EventT, Machine, ReplayError

#: What decoding a damaged line may raise.
_DAMAGE = (msgspec.DecodeError, ArgumentError, UnicodeEncodeError)
MachineT = TypeVar("MachineT", bound=Machine[Any, Any, Any, Any, Any])


class JournalError(BelettreError):
    """Raised if a journal cannot be read. ``line`` is the number of the line with the error; the header is line 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"journal, line {line}: {message}")
        self.line = line


class EventCodec(NamedTuple, Generic[EventT]):
    """A pair of functions that encode and decode the events of a game.

    encode  returns an event as JSON
    decode  returns the event that JSON describes; raises msgspec.DecodeError or ArgumentError if it describes none
    """

    encode: Callable[[EventT], bytes]
    decode: Callable[[bytes], EventT]


class _EntryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a journal after the header. Either ``did`` is empty or ``undid`` is 0."""

    check: str
    did: tuple[msgspec.Raw, ...] = ()
    undid: int = 0


class Entries(NamedTuple, Generic[EventT]):
    """The result of reading all lines of a journal.

    standing  the events of each entry that was not taken back, in order
    check     the check of the last line
    number    how many lines follow the header, undos included
    """

    standing: list[tuple[EventT, ...]]
    check: str
    number: int


class EntryJournal(Generic[MachineT, ActionT, EventT]):
    """A game together with the journal of its entries.

    header  the first line of the journal
    number  how many lines follow the header, that is, the number of entries and undos. Entries that were taken back
            are counted too
    check   the check of the last line
    """

    __slots__ = ("_codec", "_game", "_sizes", "check", "header", "number")

    def __init__(self, game: MachineT, header: str, check: str, codec: EventCodec[EventT]) -> None:
        """Start the journal of a new game. Raises ArgumentError if actions were already taken in the game."""
        if game.actions_done:
            raise ArgumentError(f"partie: {game.actions_done} actions were done already, expected a new partie")
        self._game = game
        self._codec = codec
        self.header = header
        self.check = check
        self.number = 0
        #: The number of actions of each entry that was not taken back, in order.
        self._sizes: list[int] = []

    @property
    def undoable(self) -> int:
        """How many entries ``taking_back`` can take back; 0 at the beginning."""
        return len(self._sizes)

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
            line, check = _entry_line(self.check, did=tuple(msgspec.Raw(self._codec.encode(event)) for event in events))
            yield line
        except BaseException:
            game.undo(game.actions_done - done)
            raise
        self._sizes.append(len(actions))
        self._advance(check)

    @contextmanager
    def taking_back(self, entries: int = 1) -> Iterator[str]:
        """Take back the last *entries* entries, 1 or more. The context manager yields the line of this undo.

        The ``with`` block must write the line to permanent storage. If the block raises an exception, nothing is taken
        back. Raises ArgumentError if there are fewer entries.
        """
        if isinstance(entries, bool) or not isinstance(entries, int) or not 1 <= entries <= self.undoable:
            raise ArgumentError(f"undo: {entries!r:.40} is not a number of entries from 1 to {self.undoable}")
        line, check = _entry_line(self.check, undid=entries)
        yield line
        self._take_back(entries)
        self._advance(check)

    @property
    def last(self) -> tuple[EventT, ...]:
        """The events of the last entry that was not taken back; the first event of the game if there is none."""
        done = sum(self._sizes[:-1])
        events: tuple[EventT, ...] = self._game.since(done) if self._sizes else self._game.log[:1]
        return events

    def follow(self, lines: Iterable[str]) -> None:
        """Replay the entries and undos of the next lines, which another process has appended to this journal.

        Raises JournalError, which names the first line that is damaged or breaks the rules. The effect of the lines
        before it remains.
        """
        for line in lines:
            number, done = self.number + 2, self._game.actions_done
            events, undid, check = _read_line(line, number, self.check, self.undoable, self._codec)
            if undid:
                self._take_back(undid)
            else:
                try:
                    self._game.follow(self._restored(events))
                except ReplayError as error:
                    raise JournalError(number, str(error)) from error
                self._sizes.append(self._game.actions_done - done)
            self._advance(check)

    def _restored(self, events: Iterable[EventT]) -> Iterable[EventT]:
        """Return the events read from a line, completed with details that lines do not contain.

        The default implementation returns them unchanged.
        """
        return events

    def _resume_at(self, game: MachineT, entries: Entries[EventT], action_of: Callable[[EventT], object]) -> None:
        """Continue with *game*, to which the entries were already applied.

        *action_of* returns the action that caused an event; None if the event followed automatically from the state.
        """
        self._game = game
        self._sizes = [sum(action_of(event) is not None for event in entry) for entry in entries.standing]
        self.check, self.number = entries.check, entries.number

    def _take_back(self, entries: int) -> None:
        self._game.undo(sum(self._sizes[-entries:]))
        del self._sizes[-entries:]

    def _advance(self, check: str) -> None:
        self.check = check
        self.number += 1


def read_entries(lines: Iterable[str], check: str, codec: EventCodec[EventT]) -> Entries[EventT]:
    """Read the lines after the header, and return the entries that were not taken back.

    *check* is the check of the header. Raises JournalError, which names the first line that is damaged or takes back
    more entries than there are.
    """
    standing: list[tuple[EventT, ...]] = []
    count = 0
    for count, line in enumerate(lines, 1):
        events, undid, check = _read_line(line, count + 1, check, len(standing), codec)
        if undid:
            del standing[-undid:]
        else:
            standing.append(events)
    return Entries(standing, check, count)


def _entry_line(before: str, *, did: tuple[msgspec.Raw, ...] = (), undid: int = 0) -> tuple[str, str]:
    """Return the text of a line and its check. *before* is the check of the previous line."""
    check = next_check(before, _checked_bytes(did, undid))
    return msgspec.json.encode(_EntryLine(check, did, undid)).decode("utf-8"), check


def _checked_bytes(did: tuple[msgspec.Raw, ...], undid: int) -> bytes:
    """Return the bytes from which the check of a line is computed, together with the check of the previous line."""
    return b"\n".join(map(bytes, did)) or b"undid %d" % undid


def _read_line(
    line: str, number: int, before: str, entries: int, codec: EventCodec[EventT]
) -> tuple[tuple[EventT, ...], int, str]:
    """Decode a line. Return its events, the number of entries that it takes back, and its check.

    *before* is the check of the previous line, *entries* the number of entries that can be taken back. Raises
    JournalError, which names line *number*, if the line is damaged or takes back more entries.
    """
    if len(line) > MAX_LINE:
        raise JournalError(number, f"the line has more than {MAX_LINE} characters")
    try:
        decoded = _DECODER.decode(line)
        check = next_check(before, _checked_bytes(decoded.did, decoded.undid))
        if decoded.check != check:
            raise JournalError(number, f"the check is {decoded.check!r:.40}, expected {check!r}: a line was changed")
        if bool(decoded.did) is bool(decoded.undid) or not 0 <= decoded.undid <= entries:
            expected = f"events, or at most {entries} entries to take back"
            raise JournalError(number, f"{line.strip()!r:.80}: expected {expected}")
        return tuple(codec.decode(bytes(raw)) for raw in decoded.did), decoded.undid, check
    except _DAMAGE as error:
        raise JournalError(number, f"{error}: {line.strip()!r:.80}") from error


_DECODER = msgspec.json.Decoder(_EntryLine)
