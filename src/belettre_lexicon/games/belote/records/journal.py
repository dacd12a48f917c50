"""The journal of a partie of Belote: every entry in the order in which it was made, undos included.

The lines have the format of ``kit.journal``; the first line is the header of a record (``json_lines``). A
front-end keeps one journal for each game, and resumes the game from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from ...kit.journal import EntryJournal, JournalError
from ..actions import Action
from ..events import Event
from ..partie import Partie
from ..seats import Seat
from .json_lines import RECORD_FORMAT, Record, record_of

__all__ = ["Journal", "JournalError"]


class Journal(EntryJournal[Partie, Action, Event, Record]):
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

    __slots__ = ()
    format = RECORD_FORMAT.journal

    def __init__(self, partie: Partie, players: Mapping[Seat, str] | None = None) -> None:
        """Start the journal of a new partie. Raises ArgumentError if actions were already taken in it."""
        super().__init__(partie, record_of(partie, players))

    @property
    def partie(self) -> Partie:
        """The game. It does not include entries that were taken back."""
        return self._game

    @property
    def players(self) -> dict[Seat, str]:
        """The names of the players by seat; seats without a name are left out."""
        return self._begun.players

    @classmethod
    def resume(cls, lines: Iterable[str]) -> Self:
        """Resume a game from the lines of its journal.

        Raises JournalError, which names the first line that is damaged, changed, missing, repeated or moved, or whose
        events break the rules.
        """
        return cls.resume_game(lines, lambda record: Partie(record.setup))
