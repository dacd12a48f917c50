"""A score sheet on which lines are typed in this process, and its sentences without ids of rules."""

from __future__ import annotations

import re
from typing import Any

from belettre_lexicon.cli.belote.score_session import ScoreSession
from belettre_lexicon.games.belote.marque import entries
from belettre_lexicon.games.belote.marque.marque import Marque, MarqueJournal
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.referee.belote import load_belote
from tests.belote.test_evening import PLAYERS


def without_rules(text: str) -> str:
    """A sentence without the ids of rules; « (BR2, à la dizaine) » keeps what the table has chosen."""
    return re.sub(r"\((B[A-Z]\d+), ", "(", re.sub(r" \(B[A-Z]\d+\)", "", text))


class Sheet:
    """A sheet in this process: ``say`` types a line and returns what is printed."""

    def __init__(self, language: str = "fr", names: entries.PlayerNames = PLAYERS, **options: Any) -> None:
        self.printed: list[str] = []
        journal = MarqueJournal(Marque.new(BeloteRules(**options), names))
        self.kept = [journal.header]
        self.session = ScoreSession(journal, load_belote(language), self.kept.append, self.printed.append)

    def say(self, *lines: str) -> list[str]:
        """Type lines; return what the last one printed."""
        for line in lines:
            self.printed.clear()
            self.session.enter(line)
        return list(self.printed)
