"""Floor 1. A journal keeps a game as it was entered, mistakes and undos included; its lines only ever grow.

A record says what a game came to, a journal how it was entered. A face makes each line durable before it acknowledges
the entry, and resumes the game from its lines after the process has died. Start reading at ``EntryJournal.entering``.

The first line is the header of a record (``chain``); every other line is an entry, JSON with a check over all lines
before it::

    {"check":"…","header":{…}}
    {"check":"…","did":[{"event":"accepted", …}]}
    {"check":"…","undid":1}

``did`` holds the events of one entry, which may be several actions (an overrun of the clock and the card after it);
``undid`` takes that many entries back. Entries that were taken back stay in the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from ..errors import ArgumentError, BelettreError
from .chain import MAX_LINE, next_check
from .machine import ActionT, EventT, Machine, ReplayError

#: The errors of decoding a damaged line.
_DAMAGE = (msgspec.DecodeError, ArgumentError, UnicodeEncodeError)
MachineT = TypeVar("MachineT", bound=Machine[Any, Any, Any, Any, Any])


class JournalError(BelettreError):
    """Raised for a journal that cannot be read; ``line`` counts from 1, which is the header."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"journal, line {line}: {message}")
        self.line = line


class EventCodec(NamedTuple, Generic[EventT]):
    """How a game writes and reads its events.

    encode  an event → JSON
    decode  JSON → an event; raises msgspec.DecodeError or ArgumentError
    """

    encode: Callable[[EventT], bytes]
    decode: Callable[[bytes], EventT]


class _EntryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    check: str
    did: tuple[msgspec.Raw, ...] = ()
    undid: int = 0


class Entries(NamedTuple, Generic[EventT]):
    """What the lines of a journal come to: the events of each entry that stands, and the check and number of lines."""

    standing: list[tuple[EventT, ...]]
    check: str
    number: int


class EntryJournal(Generic[MachineT, ActionT, EventT]):
    """A game and the lines by which it was entered.

    header  the first line
    number  how many entries there are, those taken back and the undos included. Two journals with the same header and
            the same lines up to a number are the same game
    check   the check of the last line
    """

    __slots__ = ("_codec", "_game", "_sizes", "check", "header", "number")

    def __init__(self, game: MachineT, header: str, check: str, codec: EventCodec[EventT]) -> None:
        """The journal of a game that begins. Raises ArgumentError when an action was done in it."""
        if game.actions_done:
            raise ArgumentError(f"partie: {game.actions_done} actions were done, expected one that begins")
        self._game = game
        self._codec = codec
        self.header = header
        self.check = check
        self.number = 0
        #: How many actions each entry that stands has.
        self._sizes: list[int] = []

    @property
    def undoable(self) -> int:
        """How many entries ``taking_back`` can take back."""
        return len(self._sizes)

    @contextmanager
    def entering(self, *actions: ActionT) -> Iterator[str]:
        """Do these actions as one entry; gives its line, to be made durable inside the ``with`` block.

        An exception raised inside the block leaves the journal as it was, so that every entry that stands was kept.
        Raises IllegalActionError when one of the actions is not legal where it comes.
        """
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
        """Take back the last entries; gives the line, to be made durable inside the ``with`` block.

        Raises ArgumentError when there are fewer.
        """
        if isinstance(entries, bool) or not isinstance(entries, int) or not 1 <= entries <= self.undoable:
            raise ArgumentError(f"undo: {entries!r:.40} is not a number of entries from 1 to {self.undoable}")
        line, check = _entry_line(self.check, undid=entries)
        yield line
        self._take_back(entries)
        self._advance(check)

    @property
    def last(self) -> tuple[EventT, ...]:
        """The events of the last entry that stands; the first event of the game when there is none."""
        done = sum(self._sizes[:-1])
        events: tuple[EventT, ...] = self._game.since(done) if self._sizes else self._game.log[:1]
        return events

    def follow(self, lines: Iterable[str]) -> None:
        """Do what the next lines say, which another process that keeps this journal wrote.

        Raises JournalError naming the first line that is damaged or does not follow; the lines before it are done.
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
        """Events as they were read, with what the game knows of them and no line holds; by default nothing more."""
        return events

    def _resume_at(self, game: MachineT, entries: Entries[EventT], actions: Callable[[EventT], object]) -> None:
        """Go on with *game*, in which the entries were done; *actions* gives None for an event that has no action."""
        self._game = game
        self._sizes = [sum(actions(event) is not None for event in entry) for entry in entries.standing]
        self.check, self.number = entries.check, entries.number

    def _take_back(self, entries: int) -> None:
        self._game.undo(sum(self._sizes[-entries:]))
        del self._sizes[-entries:]

    def _advance(self, check: str) -> None:
        self.check = check
        self.number += 1


def read_entries(lines: Iterable[str], check: str, codec: EventCodec[EventT]) -> Entries[EventT]:
    """What the lines after a header, whose check is *check*, come to.

    Raises JournalError naming the first line that is damaged or takes back more than there is.
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
    """The text of an entry's line and its check, *before* being the check of the line before it."""
    check = next_check(before, _checked_bytes(did, undid))
    return msgspec.json.encode(_EntryLine(check, did, undid)).decode("utf-8"), check


def _checked_bytes(did: tuple[msgspec.Raw, ...], undid: int) -> bytes:
    """The bytes that the check of an entry's line is made over."""
    return b"\n".join(map(bytes, did)) or b"undid %d" % undid


def _read_line(
    line: str, number: int, before: str, entries: int, codec: EventCodec[EventT]
) -> tuple[tuple[EventT, ...], int, str]:
    """Events, number of entries taken back, and check of a line. Raises JournalError when it is damaged."""
    if len(line) > MAX_LINE:
        raise JournalError(number, f"more than {MAX_LINE} characters")
    try:
        decoded = _DECODER.decode(line)
        check = next_check(before, _checked_bytes(decoded.did, decoded.undid))
        if decoded.check != check:
            raise JournalError(number, f"the check is {decoded.check!r:.40}, expected {check!r}: a line was changed")
        if bool(decoded.did) is bool(decoded.undid) or not 0 <= decoded.undid <= entries:
            raise JournalError(number, f"{line.strip()!r:.80} neither does anything nor takes back what there is")
        return tuple(codec.decode(bytes(raw)) for raw in decoded.did), decoded.undid, check
    except _DAMAGE as error:
        raise JournalError(number, f"{error}: {line.strip()!r:.80}") from error


_DECODER = msgspec.json.Decoder(_EntryLine)
