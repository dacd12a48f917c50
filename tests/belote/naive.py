"""A second, slow model of annonces and scores: lists of texts and plain sums, read from RULES-BELOTE.md alone.

Nothing here uses the library but its house rules. Tests compare both.
"""

from __future__ import annotations

from belettre_lexicon.games.belote.rules import BeloteRules

#: An annonce: whether it is a carré, its points, its cards from the lowest to the highest.
Found = tuple[bool, int, tuple[str, ...]]

#: The ranks from the lowest to the highest, by the option *annonce_order* (BC5).
ORDERS = {"natural": ("7", "8", "9", "10", "V", "D", "R", "A"), "trick": ("7", "8", "9", "V", "D", "R", "10", "A")}
#: What carrés are worth, from the highest to the lowest (BN4), and at sans atout (BV2).
CARRES = {"V": 200, "9": 150, "A": 100, "10": 100, "R": 100, "D": 100}
CARRES_SA = {"A": 200, "10": 150, "R": 100, "D": 100, "V": 100, "9": 100}


def carre_values(contract: str, rules: BeloteRules) -> dict[str, int]:
    """Return what a carré of each rank is worth, the highest first."""
    if contract == "SA":
        return CARRES_SA
    return {**CARRES, "A": rules.carre_ace, "9": rules.carre_nine}


def annonces_of(hand: list[str], contract: str, rules: BeloteRules) -> list[Found]:
    """Return all annonces of a hand of texts: every run is tried, and those that can be made longer are left out."""
    order = ORDERS[rules.annonce_order]
    found: list[Found] = []
    for rank, points in carre_values(contract, rules).items():
        four = tuple(rank + suit for suit in "♣♦♥♠")
        if all(card in hand for card in four):
            found.append((True, points, four))
    for suit in "♣♦♥♠":
        runs = []
        for first in range(8):
            for last in range(first + 2, 8):
                run = tuple(rank + suit for rank in order[first : last + 1])
                if all(card in hand for card in run):
                    runs.append(run)
        longest = [run for run in runs if not any(set(run) < set(other) for other in runs)]
        found += [(False, {3: rules.tierce, 4: 50}.get(len(run), 100), run) for run in longest]
    return found


def beats(one: Found, other: Found, contract: str, rules: BeloteRules) -> bool:
    """Return whether an annonce is stronger than another one: the first difference of BN8 decides."""
    if one[1] != other[1]:
        return one[1] > other[1]
    if one[0] != other[0]:
        return one[0]
    if one[0]:
        ranks = list(carre_values(contract, rules))
        return ranks.index(one[2][0][:-1]) < ranks.index(other[2][0][:-1])
    if len(one[2]) != len(other[2]):
        return len(one[2]) > len(other[2])
    order = ORDERS[rules.annonce_order]
    top, other_top = (annonce[2][-1] for annonce in (one, other))
    if top[:-1] != other_top[:-1]:
        return order.index(top[:-1]) > order.index(other_top[:-1])
    return top[-1] == contract != other_top[-1]


def who_scores(teams: list[list[Found]], contract: str, rules: BeloteRules) -> tuple[int | None, int]:
    """Return the team that has an annonce stronger than all of the other team, or None, and its points (BN7, BN9)."""
    for team in (0, 1):
        for annonce in teams[team]:
            if all(beats(annonce, other, contract, rules) for other in teams[1 - team]):
                return team, sum(points for _, points, _ in teams[team])
    return None, 0


def written(points: int, other: int, rounding: str) -> int:
    """Return the points of plis of a team as they are written; *other* are those of the other team (BR)."""
    if rounding == "exact":
        return points
    if rounding == "five":
        return min(range(0, 300, 5), key=lambda five: abs(five - max(points - 1, 0)))
    down, digit = points // 10 * 10, str(points)[-1]
    if digit in "012345":
        return down
    if rounding == "ten160" and digit == "6" == str(other)[-1] and points < other:
        return down
    return down + 10


def scored(
    takers_plis: int, plis_won: int, belote: list[int], annonces: list[int], held: int, rules: BeloteRules
) -> tuple[str, int, int, int]:
    """Return the outcome, the scores of takers and defence, and what waits, for a deal of 162 points.

    belote, annonces  the points of takers and defence
    """
    p = [takers_plis, 162 - takers_plis]
    both = sum(annonces)
    if plis_won == 8:
        whole = written(rules.capot, 0, rules.rounding)
        kept = annonces[1] if rules.capot_scores_annonces else 0
        return "capot", whole + belote[0] + both - kept + held, belote[1] + kept, 0
    fallen_capot = plis_won == 0
    if fallen_capot and rules.capot_defence == "capot":
        whole = written(rules.capot, 0, rules.rounding)
        kept = annonces[0] if rules.capot_scores_annonces else 0
        if rules.belote_lost:  # BB4: who is capot has fallen too
            belote = [0, sum(belote)]
        return "capot_defence", belote[0] + kept, whole + belote[1] + both - kept + held, 0
    if (
        not fallen_capot
        and rules.ballotage
        and rules.rounding == "ten"
        and p[0] in range(75, 82)
        and p[0] != p[1]  # equal points are a litige, which scores the same
        and not any(belote + annonces)
    ):
        return "ballotage", 0, 80, 80 + held
    totals = [
        p[team] + (belote[team] if rules.make != "plis" else 0) + (annonces[team] if rules.make == "all" else 0)
        for team in (0, 1)
    ]
    plis = [written(p[0], p[1], rules.rounding), written(p[1], p[0], rules.rounding)]
    if not fallen_capot and totals[0] > totals[1]:
        return "made", plis[0] + belote[0] + annonces[0] + held, plis[1] + belote[1] + annonces[1], 0
    if not fallen_capot and totals[0] == totals[1]:
        waits = plis[0] + annonces[0] + held + (0 if rules.litige_belote else belote[0])
        return "litige", belote[0] if rules.litige_belote else 0, plis[1] + belote[1] + annonces[1], waits
    if rules.belote_lost:
        belote = [0, sum(belote)]
    kept = annonces[0] if fallen_capot and rules.capot_scores_annonces else 0
    return "chute", belote[0] + kept, written(rules.chute, 0, rules.rounding) + belote[1] + both - kept + held, 0
