"""The journal of a partie of Belote: every entry in the order in which it was made, undos included.

The lines have the format of ``games.kit.journal``; the first line is the header of a record (``json_lines``). A front-end
keeps one journal for each game, and resumes the game from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ....base.errors import ArgumentError
from ...kit.chain import Head, read_head
from ...kit.journal import EntryJournal, JournalError
from ..actions import Action
from ..events import Event
from ..partie import Partie
from ..seats import Seat
from .json_lines import EVENT_CODEC, JOURNAL, Record, decode_header, format_header, record_of

__all__ = ["Journal", "JournalError"]


class Journal(EntryJournal[Partie, Action, Event]):
    """A partie together with the journal of its entries.

    >>> from belettre_lexicon.games.belote.actions import Pass
    >>> journal = Journal(Partie.new(seed=7))
    >>> lines = [journal.header]
    >>> with journal.entering(Pass(Seat.EST)) as line:
    ...     lines.append(line)
    >>> with journal.taking_back() as line:
    ...     lines.append(line)
    >>> again = Journal.resume(lines)
    >>> again.number, again.undoable, again.partie.turn
    (2, 0, <Seat.EST: 'E'>)

    header, number, check   as in ``EntryJournal``
    """

    __slots__ = ("_begun",)

    def __init__(self, partie: Partie, players: Mapping[Seat, str] | None = None) -> None:
        """Start the journal of a new partie. Raises ArgumentError if actions were already taken in it."""
        #: The record of the game when it began, with its players.
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
        return msgspec.structs.replace(self._begun, events=self.partie.log)

    @classmethod
    def resume(cls, lines: Iterable[str]) -> Journal:
        """Resume a game from the lines of its journal.

        Raises JournalError, which names the first line that is damaged, changed, missing, repeated or moved, or whose
        events break the rules.
        """
        remaining = iter(lines)
        header = next(remaining, None)
        head, check = read_head(header, lambda raw: decode_header(raw, JOURNAL), JournalError)
        journal = cls._begin(head, header or "", check)
        journal.follow(remaining)
        return journal

    @classmethod
    def _begin(cls, head: Head[Record], header: str, check: str) -> Journal:
        """Return the journal of a game without entries. *header* is its first line, *check* its check."""
        try:
            journal = cls(Partie(head.header.setup), head.header.players)
        except ArgumentError as error:
            raise JournalError(1, str(error)) from error
        journal.header, journal.check = header.rstrip("\r\n"), check
        return journal
