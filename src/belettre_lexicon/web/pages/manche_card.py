"""The points of the manches, as cards and tables: ``manche_points`` and ``ended_manche``."""

from __future__ import annotations

from typing import NamedTuple

from ...games.belettre.events import DIX_DE_DER, MancheEnded
from ...games.belettre.seats import TEAMS
from ..tables.registry import Game


class TeamPoints(NamedTuple):
    """The points of a team in a manche.

    plis       the points of its plis (S1)
    belettres  those of its Belettres (S3)
    der        those of the last pli (S2)
    points     all of them
    total      the points of the team in the partie so far (S5)
    """

    plis: int
    belettres: int
    der: int
    points: int
    total: int


class ManchePoints(NamedTuple):
    """The points of a manche that is over.

    number  the number of the manche
    teams   the points of both teams, by ``Team.index``
    """

    number: int
    teams: list[TeamPoints]


def manche_points(game: Game) -> list[ManchePoints]:
    """Return the points of the manches that are over, in order."""
    totals, manches = list(game.partie.setup.points), []
    for ended in game.partie.state.ended:
        totals = [totals[team.index] + ended.points[team.index] for team in TEAMS]
        manches.append(ManchePoints(ended.number, [_team_points(ended, index, totals[index]) for index in (0, 1)]))
    return manches


def ended_manche(game: Game) -> ManchePoints | None:
    """Return the points of the manche that has just ended; None once a card of the next one was laid.

    The last manche of a partie ends with the partie, whose card tells the points.
    """
    state = game.partie.state
    if state.over or not state.ended or state.manche.begun or state.ended[-1].number == state.manche.number:
        return None
    return manche_points(game)[-1]


def _team_points(ended: MancheEnded, index: int, total: int) -> TeamPoints:
    der = DIX_DE_DER if ended.dix_de_der.index == index else 0
    return TeamPoints(ended.plis[index], ended.belettres[index], der, ended.points[index], total)
