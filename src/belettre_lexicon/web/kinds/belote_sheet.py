"""A score sheet of Belote that a process has loaded from the database. Start reading at ``BeloteSheet``.

The players have real cards and enter each deal; ``games.belote.marque`` scores it. Everything else is as for other games.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...games.belote.marque.entries import MarqueAction, PlayerNames
from ...games.belote.marque.journal import MarqueJournal
from ...games.belote.marque.marque import Marque
from ...games.belote.rules import BeloteRules
from ...games.belote.seats import Seat
from ..store.database import GameStore, StoredGame
from ..tables.loaded_game import LoadedGame


class BeloteSheet(LoadedGame[MarqueJournal, MarqueAction]):
    """A score sheet of Belote. Its attributes are those of ``LoadedGame``."""

    @property
    def marque(self) -> Marque:
        """The sheet in its current state."""
        return self.journal.marque

    @staticmethod
    def header(rules: BeloteRules, names: PlayerNames, dealer: Seat) -> str:
        """Return the first line of the journal of a new sheet.

        rules   the house rules of the table
        names   the names of the players in playing order; "" for a player without a name
        dealer  who deals first

        Raises ArgumentError if the names cannot be used.
        """
        return MarqueJournal(Marque.new(rules, names, dealer=dealer)).header

    @classmethod
    def resume(cls, stored: StoredGame, lines: Iterable[str], last_entry_at: float, store: GameStore) -> BeloteSheet:
        """Return the sheet with the given journal lines. Raises JournalError if they cannot be read."""
        return cls(stored, MarqueJournal.resume(lines), last_entry_at, store)
