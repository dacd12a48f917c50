"""Lines of a score sheet: what each word means, and what is unclear."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon.games.belote.marque.entries import (
    NO_NAMES,
    CorrectDeal,
    DealEntry,
    PlayerNames,
    SeatPlayers,
    SetDealer,
    WriteDeal,
)
from belettre_lexicon.games.belote.marque.marque import Marque, MarqueJournal, summary
from belettre_lexicon.games.belote.marque.typed import SheetCommand, UnclearEntry, UnclearReason, read_line
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import TEAMS, Seat
from belettre_lexicon.games.kit.machine import IllegalActionError

PLAYERS: PlayerNames = ("Ana", "Bob", "Chloé", "David")
PLAIN = BeloteRules()
WITH_ANNONCES = BeloteRules(annonces=True)
OVERCALLS = BeloteRules(annonces=True, contracts="overcall")
NS, EO = TEAMS


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("ana 92", DealEntry(NS, 92, Seat.SUD)),
        ("ANA 92 points", DealEntry(NS, 92, Seat.SUD)),
        ("c 92", DealEntry(NS, 92, Seat.NORD)),
        ("chloe fait 92", DealEntry(NS, 92, Seat.NORD)),
        ("eux 70", DealEntry(EO, 70)),
        ("them 70-92", DealEntry(EO, 70)),
        ("ouest 70/92", DealEntry(EO, 70, Seat.OUEST)),
        ("ana prend à cœur : 92", DealEntry(NS, 92, Seat.SUD, contract="♥")),
        ("ana ♠ 92", DealEntry(NS, 92, Seat.SUD, contract="♠")),
        ("ana c 92", DealEntry(NS, 92, Seat.SUD, contract="♥")),
        ("ana sans atout 92", DealEntry(NS, 92, Seat.SUD, contract="SA")),
        ("ana ta 92 belote ana 40 belote bob", DealEntry(NS, 92, Seat.SUD, contract="TA", belotes=(2, 1))),
        ("ana 61 belote bob", DealEntry(NS, 61, Seat.SUD, belotes=(0, 1))),
        ("ana 61 belote bob 20", DealEntry(NS, 61, Seat.SUD, belotes=(0, 1))),
        ("ana belote de bob 61", DealEntry(NS, 61, Seat.SUD, belotes=(0, 1))),
        ("ana capot", DealEntry(NS, taker=Seat.SUD, capot=NS)),
        ("ana 252 capot", DealEntry(NS, taker=Seat.SUD, capot=NS)),
        ("ana 162 0 capot", DealEntry(NS, taker=Seat.SUD, capot=NS)),
        ("ana capot eux belote david", DealEntry(NS, taker=Seat.SUD, capot=EO, belotes=(0, 1))),
        ("ana 0 capot bob", DealEntry(NS, taker=Seat.SUD, capot=EO)),
        ("ana 152 capot", DealEntry(NS, 152, Seat.SUD, capot=NS)),
        ("ana 50 annonces nous 50 20", DealEntry(NS, 50, Seat.SUD, annonces=((50, 20), ()))),
        ("ana 50 annonces eux tierce, cent", DealEntry(NS, 50, Seat.SUD, annonces=((), (20, 100)))),
        ("ana 50 annonces nous 20 annonces eux 50", DealEntry(NS, 50, Seat.SUD, annonces=((20,), (50,)))),
        ("ana renonce bob", DealEntry(NS, taker=Seat.SUD, renonce=EO)),
        ("ana 161", DealEntry(NS, 161, Seat.SUD)),
    ],
)
def test_typed_deals(line: str, entry: DealEntry) -> None:
    """A typed line is the deal that it says, with upper case, accents, short names and filling words or without."""
    assert read_line(line, PLAYERS, WITH_ANNONCES) == WriteDeal(entry)
    assert read_line(f"corrige 3 {line}", PLAYERS, WITH_ANNONCES) == CorrectDeal(3, entry)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("passe", WriteDeal()),
        ("pass", WriteDeal()),
        ("corrige 2 passe", CorrectDeal(2)),
        ("annuler", SheetCommand("undo")),
        ("undo 3", SheetCommand("undo", 3)),
        ("refaire", SheetCommand("redo")),
        ("redo 2", SheetCommand("redo", 2)),
        ("marque", SheetCommand("show")),
        ("fin ?", SheetCommand("needs")),
        ("fin?", SheetCommand("needs")),
        ("end", SheetCommand("needs")),
        ("?", SheetCommand("help")),
        ("aide", SheetCommand("help")),
        ("Règles", SheetCommand("rules")),
        ("quitter", SheetCommand("quit")),
        ("  ", SheetCommand("nothing")),
        ("donneur bob", SetDealer(Seat.EST)),
        ("joueurs Zoé, Jean Paul, , Li", SeatPlayers(("Zoé", "Jean Paul", "", "Li"))),
    ],
)
def test_typed_commands(line: str, command: object) -> None:
    """The other lines are what they say, in French and in English."""
    assert read_line(line, PLAYERS, PLAIN) == command


UNCLEAR: list[tuple[UnclearReason, str]] = [
    ("too_long", "ana " * 101),
    ("too_long", "ana " * 61),
    ("who", "zoé 92"),
    ("who", "92"),
    ("several", "jean 92"),
    ("points", "ana"),
    ("points", "ana 9999999"),
    ("points", "ana belote bob"),
    ("word", "ana quatre-vingt"),
    ("word", "ana 92 70 20"),
    ("word", "passe ana"),
    ("two_totals", "ana 92 71"),
    ("belote_who", "ana 92 belote"),
    ("belote_who", "ana 92 belote zoé"),
    ("renonce_who", "ana renonce"),
    ("annonces_who", "ana 92 annonces 50"),
    ("annonces_what", "ana 92 annonces nous"),
    ("correct_what", "corrige"),
    ("correct_what", "corrige ana 92"),
    ("correct_what", "corrige 3"),
    ("dealer_who", "donneur"),
    ("dealer_who", "donneur eux"),
    ("players", "joueurs Ana Bob"),
    ("number", "annuler ana"),
    ("misdeal_who", "maldonne"),
    ("penalty_who", "pénalité 50"),
    ("penalty_what", "pénalité eux"),
]


@pytest.mark.parametrize(("reason", "line"), UNCLEAR, ids=lambda text: text[:20])
def test_typed_lines_that_are_not_understood(reason: str, line: str) -> None:
    """A line that is not understood is a value with the reason; nothing is guessed."""
    found = read_line(line, ("Ana", "Bob", "Jean Paul", "Jeanne"), WITH_ANNONCES)

    assert isinstance(found, UnclearEntry)
    assert found.reason == reason


def test_every_reason_for_an_unclear_line_is_met() -> None:
    """Every reason why a line is not understood has a case above; those of bids are tested with the other games."""
    of_bids = {"bid", "bid_points", "doubled_who"}

    assert {reason for reason, _ in UNCLEAR} | of_bids == set(get_args(UnclearReason))


def test_names_count_before_words_of_the_sheet() -> None:
    """Whole names of several words are understood, also where one begins like another name or like a word."""
    names: PlayerNames = ("Jean", "Jean Paul", "Fin Renard", "Anna")

    assert read_line("jean paul 92", names, PLAIN) == WriteDeal(DealEntry(EO, 92, Seat.EST))
    assert read_line("jean 92", names, PLAIN) == WriteDeal(DealEntry(NS, 92, Seat.SUD))
    assert read_line("fin renard 92", names, PLAIN) == WriteDeal(DealEntry(NS, 92, Seat.NORD))
    assert read_line("a 92", names, PLAIN) == WriteDeal(DealEntry(EO, 92, Seat.OUEST))


def test_english_letters_for_suits() -> None:
    """In English, c is clubs."""
    assert read_line("south c 92", NO_NAMES, PLAIN, "en") == WriteDeal(DealEntry(NS, 92, Seat.SUD, contract="♣"))
    assert read_line("w 92", NO_NAMES, PLAIN, "en") == WriteDeal(DealEntry(EO, 92, Seat.OUEST))


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    """No text makes the reader fail, whatever the names are."""
    for names in (NO_NAMES, PLAYERS):
        found = read_line(text, names, WITH_ANNONCES)
        if isinstance(found, UnclearEntry) and found.around is not None:
            read_line(found.answered(text), names, WITH_ANNONCES)


#: Words of lines, so that many lines are nearly right.
WORDS = st.sampled_from(
    [
        *("ana", "bob", "eux", "nous", "passe", "corrige", "donneur", "♥", "sa", "ta"),
        *("capot", "belote", "annonces", "renonce", "dedans", "maldonne", "pénalité", "revanche", "à", "zoé"),
        *("0", "1", "2", "20", "50", "70", "92", "161", "162", "200"),
    ]
)


@settings(max_examples=200)
@given(st.lists(st.lists(WORDS, max_size=7).map(" ".join), max_size=12))
def test_any_lines_can_be_entered_or_are_refused(lines: list[str]) -> None:
    """Whatever is typed, the sheet takes it or refuses it, and its journal gives the same sheet."""
    journal = MarqueJournal(Marque.new(OVERCALLS, PLAYERS))
    kept = [journal.header]
    for line in lines:
        entry = read_line(line, PLAYERS, OVERCALLS)
        if isinstance(entry, UnclearEntry | SheetCommand):
            continue
        try:
            with journal.entering(entry) as written:
                kept.append(written)
        except IllegalActionError as error:
            assert error.refusals
    marque = journal.marque

    assert MarqueJournal.resume(kept).marque == marque
    assert summary(marque)["totals"] == list(marque.totals)
