"""The journal of a partie: every entry in the order in which it was made, mistakes and undos included.

The lines have the format of ``kit.journal``; the first line is the header of a record (``json_lines``). A front-end
keeps one journal for each game, and resumes the game from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Self

from ...kit.journal import EntryJournal, JournalError
from ..actions import Action
from ..events import Event
from ..partie import Partie, WordJudge
from ..seats import Seat
from .json_lines import RECORD_FORMAT, Record, record_of, restore_readings

__all__ = ["Journal", "JournalError"]


class Journal(EntryJournal[Partie, Action, Event, Record]):
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
    def resume(cls, lines: Iterable[str], judge_of: Callable[[Record], WordJudge]) -> Self:
        """Resume a game from the lines of its journal.

        *judge_of* takes the record of the game at its beginning, and returns a judge with the house rules and the house
        list of that record. Words keep their recorded verdicts. Raises JournalError, which names the first line that is
        damaged, changed, missing, repeated or moved, or whose events break the rules.
        """
        return cls.resume_game(lines, lambda record: Partie(judge_of(record), record.setup))

    def _restored(self, events: Iterable[Event]) -> Iterable[Event]:
        """Return the events with the readings of their words, which the lines of a journal do not contain."""
        return restore_readings(events, self._begun, self.partie.judge)
