"""What each player scores in the games of three and of two players (V3.8 to V3.11, V2.12).

    totals of taker and defence → score, score_renonce (as with teams) → spread → the same result by player

Start at ``spread``. The functions are pure.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...kit.seats import Points
from ..rules import BeloteRules
from .scores import DealResult, ScoreLine, score
from .totals import DealTotals

#: The sides of a result that is not spread yet: the taker, and everybody else (BS).
TAKER, DEFENCE = 0, 1


def score_flat(totals: DealTotals, taker: int, belote: Points, rules: BeloteRules) -> DealResult:
    """Return what each player scores for a deal, and why (V3.8 to V3.10, V2.12).

    totals  what was won, for the taker as team 0 and all others as team 1
    taker   the index of the player who took
    belote  the points of the belotes that each player said, by their index

    Raises ArgumentError if a value is impossible.

    >>> from ..rules import BeloteRules
    >>> score_flat(DealTotals(0, (85, 77), belote=(0, 20)), 1, (20, 0, 0), BeloteRules(game="three"))
    DealResult('chute', points=(182, 0, 182), waiting=0, won_by=0)
    """
    return spread(score(totals, rules), taker, belote, rules)


def spread(result: DealResult, taker: int, belote: Points, rules: BeloteRules) -> DealResult:
    """Return the result of a deal of two sides, the taker (0) and the defence (1), by player.

    Each defender scores what the defence does (V3.9). With ``defence_scores="half"`` it is half of that without the
    belote, rounded down, and the player who said the belote scores it alone.

    taker   the index of the player who took
    belote  the points of the belotes that each player said, by their index
    """
    players = rules.variant.players
    defenders = [player for player in range(players) if player != taker]
    lines = [replace(line, team=taker) for line in result.lines if line.team == TAKER]
    theirs = [line for line in result.lines if line.team == DEFENCE]
    halves = rules.game == "three" and rules.defence_scores == "half"
    for player in defenders:
        if halves:
            lines += _half(theirs, player, belote[player])
        else:
            lines += [replace(line, team=player) for line in theirs]
    held = tuple(replace(line, team=taker) for line in result.held)
    won_by = None if result.won_by is None else taker if result.won_by == TAKER else defenders[0]
    return replace(result, taker=taker, won_by=won_by, lines=tuple(lines), held=held, sides=players)


def _half(lines: list[ScoreLine], player: int, belote: int) -> list[ScoreLine]:
    """V3.9: a defender's half of the lines of the defence, and the belote that they said."""
    shared = [line for line in lines if line.kind != "belote"]
    points, exact = sum(line.points for line in shared) // 2, sum(line.exact for line in shared) // 2
    half = ScoreLine(player, points, "V3.9", "defence_scores", "half", exact)
    own = [line for line in lines if line.kind == "belote"]
    return [half, *([ScoreLine(player, belote, own[0].rule, None, "belote")] if belote and own else [])]
