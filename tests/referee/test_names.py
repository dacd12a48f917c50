"""Names of seats, teams, cards and points, in both languages."""

from __future__ import annotations

import subprocess
import sys

import pytest

from belettre_lexicon.french.cards import CARDS, Card
from belettre_lexicon.games.belettre.seats import SEATS, TEAMS
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.names import card_text, points_text, seat_text, team_heading, team_text, with_players

FR, EN = (Catalogue.load(language) for language in LANGUAGES)


def test_seats_and_teams() -> None:
    """Seats and teams have their names of the rules, with an article."""
    assert seat_text(SEATS[3], FR) == "le Méridional"
    assert team_text(TEAMS[0], EN) == "the team Ponantais-Levantin"


@pytest.mark.parametrize(
    ("say", "names", "sentence", "heading"),
    [
        (FR, ("Ana", "", "Chloé", ""), "l'équipe Ana et Chloé", "Ana et Chloé"),
        (EN, ("Ana", "", "Chloé", ""), "the team Ana and Chloé", "Ana and Chloé"),
        (FR, ("", "", "Chloé", ""), "l'équipe le Ponantais et Chloé", "le Ponantais et Chloé"),
        (FR, ("", "Bo", "", ""), "l'équipe Ponantais-Levantin", "l'équipe Ponantais-Levantin"),
        (FR, ("{x}", "", "\x1b[2J", ""), "l'équipe {x} et \\u001b[2J", "{x} et \\u001b[2J"),
    ],
)
def test_teams_are_called_by_their_players(say: Catalogue, names: tuple[str, ...], sentence: str, heading: str) -> None:
    """A team has its players' names in seating order, a seat's name for a missing one, and nothing unprintable."""
    named = with_players(say, {seat: name for seat, name in zip(SEATS, names, strict=True) if name})

    assert team_text(TEAMS[0], named) == sentence
    assert team_heading(TEAMS[0], named) == heading


def test_every_card_has_a_name_of_its_own() -> None:
    """No two cards or backs share a name."""
    names = {card_text(card, FR) for card in CARDS.values()}

    assert len(names) == len(CARDS)


@pytest.mark.parametrize(("card", "name"), [("F", "la majuscule F"), ("?", "le joker"), ("JOKER", "le JOKER")])
def test_cards_in_french(card: str, name: str) -> None:
    """A card is named with its article."""
    assert card_text(Card.of(card), FR) == name


@pytest.mark.parametrize(("points", "text"), [(0, "0 point"), (1, "1 point"), (2, "2 points")])
def test_points_in_french(points: int, text: str) -> None:
    """French has the singular for 0 and 1."""
    assert points_text(points, FR) == text


def test_names_load_neither_the_engine_nor_the_cards() -> None:
    """``belettre find`` uses these names, and loading the engine would double its start-up."""
    code = "import sys, belettre_lexicon.referee.names; print(*sys.modules, sep=chr(10))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    loaded = set(done.stdout.split())
    assert "belettre_lexicon.referee.names" in loaded
    assert not loaded & {"belettre_lexicon.engine", "belettre_lexicon.french.cards", "msgspec"}
