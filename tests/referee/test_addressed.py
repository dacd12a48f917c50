"""Sentences about events that address their reader: « Vous posez … » instead of « Le Ponantais pose … »."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.events import BEGUN, Dealt, Event, Passed, PliTaken, Trapped, WordAccepted
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.game import event_text
from belettre_lexicon.referee.names import seat_text
from tests.cli.table_scripts import random_game

FR = Catalogue.load("fr")
PON, SEP, LEV, MER = SEATS


@pytest.fixture(scope="module")
def events(judge: Judge) -> list[Event]:
    """The events of games in which bots make mistakes as well."""
    found: list[Event] = []
    for seed in range(6):
        partie = Partie.new(judge, random.Random(seed), manches=1)
        for action in random_game(judge, seed, wild=True):
            partie.apply(action)
        found += partie.log
    return found


def test_every_sentence_about_a_seat_can_address_its_reader() -> None:
    """Each sentence about what a seat does has one for the player of that seat, with the same other values."""
    keys = FR.keys()
    about_seats = {key for key in keys if key.startswith("events.") and "{seat}" in FR(key)}

    assert len(about_seats) > 20
    assert {f"you.{key.removeprefix('events.')}" for key in about_seats} <= keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reader_is_never_named(language: str, events: list[Event]) -> None:
    """Whoever reads, no sentence calls them by their seat, whether they act, deal, open or are at fault."""
    say = Catalogue.load(language)
    for you in SEATS:
        for event in events:
            text = event_text(event, say, you)

            assert seat_text(you, say).lower() not in text.lower(), (event, text)


def test_other_players_keep_their_sentences(events: list[Event]) -> None:
    """An event of another player reads as it does without a reader, unless the reader has a part in it."""
    for event in events:
        if isinstance(event, WordAccepted | Passed | PliTaken):
            assert event_text(event, FR, event.seat.next) == event_text(event, FR)
            assert event_text(event, FR, event.seat) != event_text(event, FR)


def test_d4_the_reader_deals_or_opens() -> None:
    """The dealer and the opener are addressed."""
    dealt = Dealt(1, MER, PON)

    assert event_text(dealt, FR, MER) == "Manche 1 : vous donnez, le Ponantais ouvre."
    assert event_text(dealt, FR, PON) == "Manche 1 : le Méridional donne, vous ouvrez."
    assert event_text(dealt, FR, LEV) == event_text(dealt, FR)


@pytest.mark.parametrize(
    ("fault", "you", "text"),
    [
        (SEP, MER, "vous n'avez plus de majuscule. En faute : le Septentrional, en face, qui en a encore une."),
        (SEP, SEP, "En faute : vous, en face, qui en avez encore une."),
        (LEV, LEV, "En faute : vous, qui en avez encore une ; le Septentrional n'en a plus."),
        (LEV, SEP, "En faute : le Levantin, qui en a encore une ; vous n'en avez plus."),
        (PON, PON, "En faute : vous, puisque personne d'autre n'en a plus."),
        (SEP, PON, "En faute : le Septentrional, en face, qui en a encore une."),
    ],
)
def test_t1_t4_the_reader_has_a_part_in_a_trap(fault: Seat, you: Seat, text: str) -> None:
    """The trapped player, the one at fault and the partner without a majuscule are addressed."""
    assert event_text(Trapped(MER, (fault,)), FR, you).endswith(text)


def test_s3_a_belettre_of_the_reader() -> None:
    """The line about a Belettre addresses the reader as well."""
    event = Passed(PON, Card.of("G"), belettre=BEGUN)

    assert event_text(event, FR, PON).splitlines()[-1] == "Vous dites « Belettre »."
