"""Lines of a score sheet as people type them: signs without meaning, a belote said in full, punctuation."""

from __future__ import annotations

import pytest

from belettre_lexicon.belote.marque.entries import NO_NAMES, CorrectDeal, DealEntry, PlayerNames, SetDealer, WriteDeal
from belettre_lexicon.belote.marque.marque import Marque
from belettre_lexicon.belote.marque.names import find_players
from belettre_lexicon.belote.marque.typed import UnclearEntry, read_line
from belettre_lexicon.belote.rules import BeloteRules
from belettre_lexicon.belote.seats import TEAMS, Seat
from belettre_lexicon.cli.belote.score_start import BeloteScoreCommand, SheetOpening
from belettre_lexicon.errors import ArgumentError

PLAYERS: PlayerNames = ("Ana", "Bob", "Chloé", "David")
PLAIN = BeloteRules()
NS, EO = TEAMS
#: An accent without a letter, which folds to nothing.
LONE_ACCENT = "\u0301"


def read(line: str, names: PlayerNames = PLAYERS, rules: BeloteRules = PLAIN) -> object:
    """Return what a line means at a table."""
    return read_line(line, names, rules)


def deal(line: str, names: PlayerNames = PLAYERS, rules: BeloteRules = PLAIN) -> DealEntry:
    """Return the deal that a line writes."""
    action = read(line, names, rules)
    assert isinstance(action, WriteDeal), action
    assert action.entry is not None
    return action.entry


@pytest.mark.parametrize("names", [NO_NAMES, ("Ana", "", "Chloé", "")])
def test_a_lone_accent_names_no_player(names: PlayerNames) -> None:
    """A word that folds to nothing is not the name of a player without a name."""
    assert find_players("", names) == []
    for line in (f"{LONE_ACCENT} 92", f"donneur {LONE_ACCENT}", f"sud 92 belote {LONE_ACCENT}"):
        assert isinstance(read(line, names), UnclearEntry), line


@pytest.mark.parametrize("value", ["", " ", LONE_ACCENT])
def test_an_empty_first_dealer_is_refused(value: str) -> None:
    """--dealer needs a player, also if players have no names."""
    command = BeloteScoreCommand()
    command.dealer = value

    with pytest.raises(ArgumentError, match="--dealer"):
        SheetOpening(command, PLAIN, None)
