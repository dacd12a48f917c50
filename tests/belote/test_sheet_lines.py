"""Lines of a score sheet as people type them: signs without meaning, a belote said in full, punctuation."""

from __future__ import annotations

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.cli.belote.commands import BeloteScoreCommand
from belettre_lexicon.cli.belote.score import SheetOpening
from belettre_lexicon.games.belote.marque.entries import (
    NO_NAMES,
    CorrectDeal,
    DealEntry,
    PlayerNames,
    SetDealer,
    WriteDeal,
)
from belettre_lexicon.games.belote.marque.marque import Marque
from belettre_lexicon.games.belote.marque.typed import UnclearEntry, read_line
from belettre_lexicon.games.belote.marque.vocabulary import find_players
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import TEAMS, Seat
from belettre_lexicon.referee.belote import load_belote
from belettre_lexicon.referee.belote.replies import needs_lines

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
        SheetOpening(command, None, load_belote("fr"))


# A belote said in full

SAID_ONCE = [
    "ana 92 belote rebelote bob",
    "ana 92 belote et rebelote bob",
    "ana 92 belote, rebelote, de bob",
    "ana 92 belote bob rebelote bob",
    "ana 92 belote bob et rebelote bob",
    "ana belote bob rebelote bob 92",
    "ana 92 belote bob 20 rebelote bob",
    "ana 92 rebelote bob",
    "ana 92 belote eux rebelote eux",
]


@pytest.mark.parametrize("line", SAID_ONCE)
def test_belote_and_rebelote_are_one_belote(line: str) -> None:
    """Whoever says both words has one belote (BB1, BB2)."""
    assert deal(line) == DealEntry(NS, 92, Seat.SUD, belotes=(0, 1))


def test_two_belotes_stay_two() -> None:
    """« Rebelote » completes a belote of the same player alone; several belotes at tout atout are counted (BV3)."""
    overcalls = BeloteRules(contracts="overcall")

    assert deal("ana 92 belote ana rebelote bob").belotes == (1, 1)
    assert deal("ana 92 belote ana belote ana").belotes == (2, 0)
    assert deal("ana TA 92 belote ana rebelote ana belote rebelote ana", rules=overcalls).belotes == (2, 0)
    assert deal("ana TA 92 belote ana 40 rebelote ana", rules=overcalls).belotes == (2, 0)


# Punctuation


@pytest.mark.parametrize(
    "line",
    ["ana: 92", "ana : 92", "ana:92", "Ana\u00a0:\u202f92", "ana 92\u201370", "ana 92 \u2013 70", "ana 92\u221270"],
)
def test_colons_and_dashes_are_read(line: str) -> None:
    """A colon behind the taker and a dash between two totals mean what they mean on paper."""
    assert deal(line) == DealEntry(NS, 92, Seat.SUD)


def test_a_colon_separates_the_words_of_a_line() -> None:
    """A colon may follow any word that opens a line."""
    assert read("donneur: bob") == SetDealer(Seat.EST)
    assert read("corrige 3: ana 82") == CorrectDeal(3, DealEntry(NS, 82, Seat.SUD))
    assert read("corrige 3: passe") == CorrectDeal(3)
    assert deal("ana: 61, belote: bob").belotes == (0, 1)
    assert isinstance(read("ana \u201392"), UnclearEntry)


def test_a_colon_ends_a_name() -> None:
    """Where a name is another one with a number, the longer one is meant unless a colon ends the shorter one."""
    names: PlayerNames = ("Ana", "Ana 92", "Chloé", "A:7")

    assert deal("ana: 92", names) == DealEntry(NS, 92, Seat.SUD)
    assert deal("ana 92: 70", names) == DealEntry(EO, 70, Seat.EST)
    assert deal("ana 92 70", names) == DealEntry(EO, 70, Seat.EST)
    assert isinstance(read("ana 92", names), UnclearEntry)
    assert deal("a:7 92", names) == DealEntry(EO, 92, Seat.OUEST)


# What is missing


def test_a_team_with_the_target_has_it_in_the_points_that_are_compared() -> None:
    """With exact_end, « fin ? » names the points without rounding, which have reached the target (BE4, BE5)."""
    rules = BeloteRules(rounding="ten", exact_end=True, target=359)
    marque = Marque.new(rules, PLAYERS)
    for line in ("ana 113", "ana 113", "ana 113", "ana 60 belote ana"):  # exactly 359, but written 350
        marque.apply(WriteDeal(deal(line)))

    lines = list(needs_lines(marque, load_belote("fr")))

    assert marque.totals[0] == 350
    assert any("Nous avons le but, 359 " in text for text in lines), lines
