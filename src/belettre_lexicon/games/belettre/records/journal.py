"""The journal of a partie: every entry in the order in which it was made, mistakes and undos included.

The lines have the format of ``games.kit.journal``; the first line is the header of a record (``json_lines``). A front-end
keeps one journal for each game, and resumes the game from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from ....base.errors import ArgumentError
from ...kit.chain import Head, read_head
from ...kit.journal import EntryJournal, JournalError
from ..actions import Action
from ..events import Event
from ..partie import Partie, WordJudge
from ..seats import Seat
from .json_lines import (
    EVENT_CODEC,
    JOURNAL,
    VERSION,
    Record,
    decode_header,
    format_header,
    record_of,
    restore_readings,
)

__all__ = ["Journal", "JournalError"]


class Journal(EntryJournal[Partie, Action, Event]):
    """A partie together with the journal of its entries.

    >>> from belettre_lexicon import Judge
    >>> from belettre_lexicon.french.cards import Card
    >>> from belettre_lexicon.games.belettre.actions import Lay
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

    header, number, check   as in ``EntryJournal``
    """

    __slots__ = ("_begun",)

    def __init__(self, partie: Partie, players: Mapping[Seat, str] | None = None) -> None:
        """Start the journal of a new partie. Raises ArgumentError if actions were already taken in it."""
        #: The record of the game when it began: its players, and the lexicon of its judge.
        self._begun = record_of(partie, players)
        super().__init__(partie, *format_header(self._begun), EVENT_CODEC)

    @property
    def partie(self) -> Partie:
        """The game. It does not include entries that were taken back."""
        return self._game

    @property
    def players(self) -> dict[Seat, str]:
        """The names of the players by seat; seats without a name are left out."""
        return self._begun.players

    def record(self) -> Record:
        """Return the record of the game. It does not include entries that were taken back."""
        return msgspec.structs.replace(self._begun, events=self.partie.log, version=VERSION)

    @classmethod
    def resume(cls, lines: Iterable[str], judge_of: Callable[[Record], WordJudge]) -> Journal:
        """Resume a game from the lines of its journal.

        *judge_of* takes the record of the game at its beginning, and returns a judge with the house rules and the house
        list of that record. Words keep their recorded verdicts. Raises JournalError, which names the first line that is
        damaged, changed, missing, repeated or moved, or whose events break the rules.
        """
        remaining = iter(lines)
        header = next(remaining, None)
        head, check = read_head(header, lambda raw: decode_header(raw, JOURNAL), JournalError)
        journal = cls._begin(head, judge_of(head.header), header or "", check)
        journal.follow(remaining)
        return journal

    @classmethod
    def _begin(cls, head: Head[Record], judge: WordJudge, header: str, check: str) -> Journal:
        """Return the journal of a game in which no entry was made yet. *header* is its first line, *check* its check.

        Raises JournalError if the judge has other house rules.
        """
        try:
            journal = cls(Partie(judge, head.header.setup))
        except ArgumentError as error:
            raise JournalError(1, str(error)) from error
        journal._begun = msgspec.structs.replace(head.header, events=journal.partie.log)
        journal.header, journal.check, journal._numbered = header.rstrip("\r\n"), check, head.numbered
        return journal

    def _restored(self, events: Iterable[Event]) -> Iterable[Event]:
        """Return the events with the readings of their words, which the lines of a journal do not contain."""
        return restore_readings(events, self._begun, self.partie.judge)
