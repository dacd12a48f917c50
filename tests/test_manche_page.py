"""The page that shows a whole manche shows the game of its file, as the engine plays it today."""

from __future__ import annotations

import random
import re

import pytest

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.engine import (
    SEATS,
    BelettreAnnounced,
    MancheEnded,
    Partie,
    Passed,
    PliTaken,
    Swapped,
    Trapped,
    WordAccepted,
)
from scripts.generated.draw_manche import FOLDER, MANCHE, generated, play, plis_of
from scripts.generated.draw_plis import SEATS as SEAT_NAMES
from scripts.generated.draw_plis import VALID
from scripts.regenerate import outdated
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "fr" / "une-manche.md"


@pytest.fixture(scope="module")
def game() -> Partie:
    """The game of the page."""
    return play()


def test_the_pictures_of_the_manche_are_up_to_date() -> None:
    """Each pli has its picture, as the script draws it today; the folder has them and the game, nothing else."""
    assert outdated(generated()) == []
    assert sorted(FOLDER.iterdir()) == sorted([MANCHE, *generated()])


def test_the_cards_are_those_that_the_file_says(game: Partie) -> None:
    """Every player laid the eight cards that the seed deals, and the page shows these hands."""
    dealt = Partie.new(Judge(Lexicon.open()), random.Random(4), manches=1).setup.deals[0]
    laid: dict[str, list[str]] = {seat.value: [] for seat in SEATS}
    for event in game.log:
        if isinstance(event, WordAccepted | Passed):
            laid[event.seat.value].append(event.card.text)
        elif isinstance(event, Swapped):
            laid[event.seat.value].remove(event.back.text)
            laid[event.seat.value].append(event.card.text)
    page = PAGE.read_text(encoding="utf-8")

    for seat, hand in zip(SEATS, dealt.hands, strict=True):
        texts = [card.text for card in hand]
        assert sorted(laid[seat.value]) == sorted(texts)
        majuscules = [text for text in texts if text.isupper()]
        minuscules = [text for text in texts if not text.isupper()]
        assert f"| {SEAT_NAMES[seat.value]} | {' '.join(majuscules)} | {' '.join(minuscules)} |" in page


def test_the_page_tells_each_pli(game: Partie) -> None:
    """Each pli has its heading, a picture with the words in its description, the seat that picks up and the points."""
    page = PAGE.read_text(encoding="utf-8")
    sections = re.findall(r"^## Pli (\d)\n(.*?)(?=^## )", page, re.MULTILINE | re.DOTALL)
    taken = [event for event in game.log if isinstance(event, PliTaken)]
    plis = plis_of(game.log)

    assert [int(number) for number, _ in sections] == list(range(1, 9))
    for (number, text), pli, event in zip(sections, plis, taken, strict=True):
        (description,) = re.findall(rf"!\[([^]]+)\]\(manche/pli-{number}\.svg\)", text)
        told = " ".join(description.split())
        assert [turn.word for turn in pli.turns if turn.outcome == VALID and turn.word not in told] == []
        assert told.endswith(f"Le {SEAT_NAMES[pli.taker]} ramasse.")
        assert re.search(rf"\b{event.points}( derniers)? points", " ".join(text.split()))


def test_the_page_tells_the_score(game: Partie) -> None:
    """The table of the score, the Belettre, and the player who is at fault in the trap are those of the game."""
    page = PAGE.read_text(encoding="utf-8")
    (ended,) = (event for event in game.log if isinstance(event, MancheEnded))
    rows = dict(re.findall(r"^\| ([\w ]+?) \| (\d+ \| \d+) \|$", page, re.MULTILINE))
    score = {name: tuple(map(int, points.split(" | "))) for name, points in rows.items()}

    assert score["plis"] == ended.plis
    assert score["Belettre"] == ended.belettres
    assert score["manche"] == game.points
    assert [sum(points) for points in zip(score["plis"], score["Belettre"], score["Dix de Der"], strict=True)] == list(
        game.points
    )
    assert [event.seat.value for event in game.log if isinstance(event, BelettreAnnounced)] == ["SEP"]
    (trap,) = (event for event in game.log if isinstance(event, Trapped))
    assert (trap.seat.value, [seat.value for seat in trap.fault]) == ("SEP", ["PON"])
