"""What each team needs to end the partie, and to end it with the next deal. Start reading at ``needs_of``."""

from __future__ import annotations

from typing import NamedTuple

from ..cards import SUITS
from ..rules import BeloteRules
from ..scoring.ends import partie_end
from ..scoring.totals import possible_points
from ..seats import TEAMS, Team
from .entries import DealEntry
from .state import MarqueState, result_of


class TeamNeeds(NamedTuple):
    """What a team needs. The points of plis are those of the team itself, with the dix de der.

    team       the team
    total      the points that are compared with the target: as written, or with ``exact_end`` without rounding (BE5)
    missing    the points up to the target; 0 if it has them; None if a number of deals ends the partie
    taking     the fewest points of plis with which it wins the partie in the next deal if it takes, whatever the other
               team's are, without belote and annonces; None if no points short of a capot are enough
    defending  the same if the other team takes
    capot      whether a capot, taking, wins the partie in the next deal
    """

    team: Team
    total: int
    missing: int | None
    taking: int | None
    defending: int | None
    capot: bool


def needs_of(state: MarqueState, rules: BeloteRules) -> tuple[TeamNeeds, TeamNeeds]:
    """Return what each team needs, by ``Team.index``. The contract of the next deal is taken to be a suit."""
    first, second = (_needs(team, state, rules) for team in TEAMS)
    return first, second


def deals_left(state: MarqueState, rules: BeloteRules) -> int | None:
    """Return how many deals are left to play; None if points end the partie. After equal totals it is 1 (BE3)."""
    return None if rules.deals is None else max(1, rules.deals - len(state.deals))


def _needs(team: Team, state: MarqueState, rules: BeloteRules) -> TeamNeeds:
    exact = rules.exact_end and rules.rounding != "exact"
    total = (state.exact if exact else state.totals)[team.index]
    missing = None if rules.deals is not None else max(0, rules.target - total)
    points = sorted(possible_points(SUITS[0], rules))
    whole = points[-1]
    taking = _fewest([(own, DealEntry(team, own)) for own in points], team, state, rules)
    defending = _fewest([(own, DealEntry(team.other, whole - own)) for own in points], team, state, rules)
    capot = _wins(DealEntry(team, capot=team), team, state, rules)
    return TeamNeeds(team, total, missing, taking, defending, capot)


def _fewest(deals: list[tuple[int, DealEntry]], team: Team, state: MarqueState, rules: BeloteRules) -> int | None:
    """Return the fewest points from which on every deal wins the partie for a team; None if there are none.

    deals  the points of the team, in ascending order, each with its deal
    """
    fewest = None
    for own, entry in reversed(deals):
        if not _wins(entry, team, state, rules):
            break
        fewest = own
    return fewest


def _wins(entry: DealEntry, team: Team, state: MarqueState, rules: BeloteRules) -> bool:
    """Return whether the next deal, if it is *entry*, ends the partie with the victory of a team."""
    result = result_of(entry, state.waiting, rules)
    end = partie_end(state.totals, result, rules, deals=len(state.deals) + 1, exact_before=state.exact)
    return end.winner == team.index
