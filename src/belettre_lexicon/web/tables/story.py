"""The story of a game: the points after each pli, and facts worth telling. Start reading at ``tell_story``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...french.letters import fold
from ...games.belettre.events import SCORED, MancheEnded, PliTaken, WordAccepted, WordRefused
from ...games.belettre.manche import Manche
from ...games.belettre.moments import Moment, moments
from ...games.belettre.seats import SEATS, Seat, Team
from ...games.belettre.state import evolve, total
from ...games.kit.seats import Points
from .registry import Game


class PliPoints(NamedTuple):
    """A pli that was picked up, and the points of the teams after it.

    manche  the number of its manche
    pli     the number of the pli in its manche
    taker   the seat that picked it up
    points  the points of its cards (S1)
    totals  the points of both teams after it, with Belettres and the Dix de Der, by ``Team.index``
    """

    manche: int
    pli: int
    taker: Seat
    points: int
    totals: Points


class LongWord(NamedTuple):
    """A valid word, and how many letters it has.

    word     the word
    letters  the number of its letters (W1)
    seat     the seat that said it
    """

    word: str
    letters: int
    seat: Seat


class Story(NamedTuple):
    """The story of a game so far.

    start      the points of both teams at its beginning, by ``Team.index``
    plis       the plis that were picked up, in order
    best       the pli with the most points, the first of several; None if no pli was picked up
    belettres  for each Belettre that was scored (S3), the number of its manche and its seat
    ders       for each manche that is over, its number and the team with the Dix de Der (S2)
    said       how many words were said
    refused    how many of them do not count
    longest    the longest valid word, the first of several; None if there is no valid word
    """

    start: Points
    plis: list[PliPoints]
    best: PliPoints | None
    belettres: list[tuple[int, Seat]]
    ders: list[tuple[int, Team]]
    said: int
    refused: int
    longest: LongWord | None


def tell_story(game: Game) -> Story:
    """Return the story of a game so far, as an arbiter's decisions left it."""
    partie = game.partie
    told = moments(partie)
    plis = [
        PliPoints(
            moment.state.manche.number,
            event.number,
            event.seat,
            event.points,
            total(evolve(moment.state, event, partie.setup), partie.setup),
        )
        for moment in told
        if isinstance(event := moment.event, PliTaken)
    ]
    words = [moment for moment in told if isinstance(moment.event, WordAccepted | WordRefused)]
    return Story(
        partie.setup.points,
        plis,
        max(plis, key=lambda pli: pli.points, default=None),
        _scored_belettres(told, partie.state.manche),
        [(event.number, event.dix_de_der) for moment in told if isinstance(event := moment.event, MancheEnded)],
        len(words),
        sum(not moment.valid for moment in words),
        max((_length(moment) for moment in words if moment.valid), key=lambda word: word.letters, default=None),
    )


def _scored_belettres(told: Sequence[Moment], current: Manche) -> list[tuple[int, Seat]]:
    """Return the number of the manche and the seat of each Belettre that was scored; *current* is the last manche."""
    over = [moment.state.manche for moment in told if isinstance(moment.event, MancheEnded)]
    manches = over if over and over[-1].number == current.number else [*over, current]
    return [
        (manche.number, seat) for manche in manches for seat in SEATS if manche.belettres[seat.index].stage == SCORED
    ]


def _length(moment: Moment) -> LongWord:
    """Return the word of a moment with its length."""
    event = moment.event
    assert isinstance(event, WordAccepted | WordRefused)
    return LongWord(event.verdict.word, len(fold(event.verdict.word)), event.seat)
