"""Floor 3. The journal of a game: everything that was entered, mistakes and undos included; it only ever grows.

A record says what a game came to, a journal how it was entered. Faces keep one a game: a line is durable before its
entry is acknowledged, and a game is resumed from its lines after any death of the process. Start reading at
``Journal.entering``.

The first line is the header of a record (``notation``); each of the others is an entry, JSON with a check over all
lines before it::

    {"check":"…","header":{…}}
    {"check":"…","did":[{"event":"accepted","seat":"PON","card":"l","verdict":{"word":"Volonté","valid":true}}]}
    {"check":"…","undid":1}

``did`` holds the events of one entry, which may be several actions (an overrun of the clock and the card after it);
``undid`` takes that many entries back. Taken back entries stay in the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from ...errors import ArgumentError, BelettreError
from ..actions import Action
from ..events import Event, action_of
from ..partie import Partie, ReplayError, WordJudge
from ..seats import Seat
from .json_lines import (
    Record,
    RecordError,
    chained,
    event_of,
    format_header,
    parse_record,
    partie_of,
    record_of,
    to_json,
    told_again,
)

#: Characters of a line at most: an entry has a handful of events, a verdict some hundred refusals at most.
MAX_LINE = 1 << 20
#: What goes wrong when a line is no entry.
_DAMAGE = (msgspec.DecodeError, ArgumentError, UnicodeEncodeError)


class JournalError(BelettreError):
    """A journal that cannot be read; ``line`` counts from 1, the header's."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"journal, line {line}: {message}")
        self.line = line


class _EntryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    check: str
    did: tuple[msgspec.Raw, ...] = ()
    undid: int = 0


class Journal:
    """A partie and the lines it was entered by.

    >>> from belettre_lexicon import Judge
    >>> from belettre_lexicon.cards import Card
    >>> from belettre_lexicon.engine.actions import Lay
    >>> judge = Judge(Lexicon.open())
    >>> journal = Journal(Partie.watched(judge))
    >>> lines = [journal.header]
    >>> with journal.entering(Lay(Seat.PONANTAIS, Card.of("l"), "volonté")) as line:
    ...     lines.append(line)
    >>> with journal.taking_back() as line:
    ...     lines.append(line)
    >>> again = Journal.resume(lines, lambda record: judge)
    >>> again.number, again.undoable, again.partie.turn
    (2, 0, <Seat.PONANTAIS: 'PON'>)

    partie   the game as it stands
    header   the first line
    number   how many entries there are, those taken back and the undos included: two journals with the same header
             and the same lines up to a number are the same game
    check    that of the last line
    """

    __slots__ = ("_begun", "_sizes", "check", "header", "number", "partie")

    def __init__(self, partie: Partie, players: Mapping[Seat, str] | None = None) -> None:
        """The journal of a partie that begins. Raises ArgumentError when something was done in it."""
        if partie.actions_done:
            raise ArgumentError(f"partie: {partie.actions_done} actions were done, expected one that begins")
        self._begin(record_of(partie, players), partie)

    def _begin(self, begun: Record, partie: Partie) -> None:
        self.partie = partie
        #: The record of the beginning: players, and the lexicon that the game was begun with.
        self._begun = begun
        self.header, self.check = format_header(begun)
        self.number = 0
        #: How many actions each entry that stands has.
        self._sizes: list[int] = []

    @property
    def players(self) -> dict[Seat, str]:
        """Names by seat, for those that have one."""
        return self._begun.players

    @property
    def undoable(self) -> int:
        """How many entries ``taking_back`` can take back."""
        return len(self._sizes)

    @contextmanager
    def entering(self, *actions: Action) -> Iterator[str]:
        """Do these actions as one entry; gives its line, to be made durable inside the ``with``.

        What is raised inside leaves the journal as it was, so that no entry stands that was not kept. Raises
        IllegalActionError when one of the actions is not legal where it comes.
        """
        partie, done = self.partie, self.partie.actions_done
        try:
            events = [event for action in actions for event in partie.apply(action)]
            line, check = _line(self.check, did=tuple(msgspec.Raw(to_json(event)) for event in events))
            yield line
        except BaseException:
            partie.undo(partie.actions_done - done)
            raise
        self._sizes.append(len(actions))
        self._advance(check)

    @contextmanager
    def taking_back(self, entries: int = 1) -> Iterator[str]:
        """Take the last entries back; gives the line, to be made durable inside the ``with``.

        Raises ArgumentError when there are fewer.
        """
        if isinstance(entries, bool) or not isinstance(entries, int) or not 1 <= entries <= self.undoable:
            raise ArgumentError(f"undo: {entries!r:.40} is not a number of entries from 1 to {self.undoable}")
        line, check = _line(self.check, undid=entries)
        yield line
        self._take_back(entries)
        self._advance(check)

    @property
    def last(self) -> tuple[Event, ...]:
        """What the last entry that stands did; the first deal when there is none."""
        done = sum(self._sizes[:-1])
        return self.partie.since(done) if self._sizes else self.partie.log[:1]

    def follow(self, lines: Iterable[str]) -> None:
        """Do what lines behind the last one say: somebody else who keeps this journal wrote them.

        Raises JournalError naming the first line that is damaged or does not follow; those before it are done.
        """
        for line in lines:
            number, done = self.number + 2, self.partie.actions_done
            events, undid, check = _read_line(line, number, self.check, self.undoable)
            if undid:
                self._take_back(undid)
            else:
                try:
                    self.partie.follow(told_again(events, self._begun, self.partie.judge))
                except ReplayError as error:
                    raise JournalError(number, str(error)) from error
                self._sizes.append(self.partie.actions_done - done)
            self._advance(check)

    def record(self) -> Record:
        """The record of the game as it stands."""
        return msgspec.structs.replace(self._begun, events=self.partie.log)

    @classmethod
    def resume(cls, lines: Iterable[str], judge_of: Callable[[Record], WordJudge]) -> Journal:
        """The journal of its lines; *judge_of* gives the judge for the terms of a game (house rules, own words).

        Words keep the verdicts they had. Raises JournalError naming the first line that is damaged or does not follow.
        """
        entries: list[tuple[Event, ...]] = []
        header, check, number = None, "", 0
        for number, line in enumerate(lines, 1):
            if len(line) > MAX_LINE:
                raise JournalError(number, f"more than {MAX_LINE} characters")
            if header is None:
                header = _read_header(line)
                check = format_header(header)[1]
                continue
            events, undid, check = _read_line(line, number, check, len(entries))
            if undid:
                del entries[-undid:]
            else:
                entries.append(events)
        if header is None:
            raise JournalError(1, "it is empty, expected the header of a game")
        return cls._rebuilt(header, entries, judge_of(header), check, number - 1)

    @classmethod
    def _rebuilt(
        cls, header: Record, entries: list[tuple[Event, ...]], judge: WordJudge, check: str, number: int
    ) -> Journal:
        start = Partie(judge, header.setup)
        events = (*start.log, *(event for entry in entries for event in entry))
        try:
            partie = partie_of(msgspec.structs.replace(header, events=events), judge)
        except RecordError as error:
            raise JournalError(number + 1, f"the game of these lines is none: {error}") from error
        journal = cls(start)
        journal._begin(msgspec.structs.replace(header, events=start.log), partie)
        journal._sizes = [sum(action_of(event) is not None for event in entry) for entry in entries]
        journal.check, journal.number = check, number
        return journal

    def _take_back(self, entries: int) -> None:
        self.partie.undo(sum(self._sizes[-entries:]))
        del self._sizes[-entries:]

    def _advance(self, check: str) -> None:
        self.check = check
        self.number += 1


def _line(before: str, *, did: tuple[msgspec.Raw, ...] = (), undid: int = 0) -> tuple[str, str]:
    """The text of a line and its check, *before* being the check of the line before it."""
    check = chained(before, _body(did, undid))
    return msgspec.json.encode(_EntryLine(check, did, undid)).decode("utf-8"), check


def _body(did: tuple[msgspec.Raw, ...], undid: int) -> bytes:
    """What the check of a line is made over."""
    return b"\n".join(map(bytes, did)) or b"undid %d" % undid


def _read_header(line: str) -> Record:
    try:
        record = parse_record([line])
    except RecordError as error:
        raise JournalError(1, str(error)) from error
    return record


def _read_line(line: str, number: int, before: str, entries: int) -> tuple[tuple[Event, ...], int, str]:
    """Events, entries taken back and check of a line. Raises JournalError when it is none."""
    try:
        read = _READER.decode(line)
        check = chained(before, _body(read.did, read.undid))
        if read.check != check:
            raise JournalError(number, f"the check is {read.check!r:.40}, expected {check!r}: a line was changed")
        if bool(read.did) is bool(read.undid) or not 0 <= read.undid <= entries:
            raise JournalError(number, f"{line.strip()!r:.80} neither does nor takes back what there is")
        return tuple(map(event_of, read.did)), read.undid, check
    except _DAMAGE as error:
        raise JournalError(number, f"{error}: {line.strip()!r:.80}") from error


_READER = msgspec.json.Decoder(_EntryLine)
