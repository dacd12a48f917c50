"""What the teams score for a deal (BS, BR). Start at ``score``.

Every number is returned with the rule and the option that it comes from. The functions here are pure. They need only
the totals of the teams and the house rules. Teams have the indexes 0 and 1. ``coinche`` scores the contracts of
coinche, and ``flat`` gives the score of a deal to two or three players; both return the same ``DealResult``.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import force_setattr

from ....base.errors import ArgumentError
from ...kit.seats import Points
from ..cards import SUITS, Contract
from ..rules import BeloteRules
from .totals import DIX_DE_DER, TEAMS, DealTotals, rounded, rounded_alone, team_index, whole_deal

#: How a deal ended; ``DealResult.outcome``.
Outcome = Literal[
    "made", "chute", "litige", "capot", "capot_defence", "ballotage", "renonce", "misdeal", "penalty",
]  # fmt: skip
#: What a number of the sheet is; ``ScoreLine.kind``.
LineKind = Literal[
    "plis", "chute", "capot", "renonce", "nothing", "belote", "belote_taken", "annonces", "annonces_taken", "waiting",
    "misdeal", "penalty", "bid", "doubled", "generale", "half",
]  # fmt: skip

#: The last pli of a capot (BS7).
CAPOT_DE_DER = 100
#: The points of plis with which the takers of BR6 bring about a ballotage, and what the defence scores and what waits.
_BALLOTAGE_LEAST, _BALLOTAGE_MOST, _BALLOTAGE = 75, 81, 80
#: The defaults of two options that stand for the points of a whole deal.
_WHOLE_CHUTE, _WHOLE_CAPOT = 162, 252
#: A capot that was asked for, made or missed (BV6).
_ASKED_CAPOT = 500


class ScoreLine(msgspec.Struct, frozen=True):
    """One number of the score of a deal, and why it is there.

    team    the index of the side that scores it, a team or a player; for points that wait, the side they come from
    points  the points as they are written
    rule    the id of the rule that gives them
    option  the name of the option that changed the number or gave it to this team; None if no option did
    kind    "plis"            the points of the team's plis with the dix de der
            "chute"           all plis, for the fall of the takers (BS5)
            "capot"           all plis, won by one team (BS7); a capot that was asked for, made or missed (BV6, VC28)
            "renonce"         all plis, for a renonce of the other team (BF1)
            "nothing"         0: the team scores no points of plis
            "belote"          the team's belote; "belote_taken": that of the other team
            "annonces"        the team's annonces; "annonces_taken": those of the other team
            "waiting"         what waited before this deal (BS6)
            "misdeal"         what a misdeal of the other team is worth (BD9 by an option)
            "penalty"         what the team loses by a decision of the table; the points are negative
            "bid"             the value that was bid at coinche, multiplied after a coinche (VC27)
            "doubled"         all plis, for takers who made a doubled contract (VC27)
            "generale"        a générale that was bid, made or missed (VC28)
            "half"            a defender's half of all but the belote (V3.9)
    exact   the points before rounding (BR)
    """

    team: int
    points: int
    rule: str
    option: str | None
    kind: LineKind
    exact: int = None  # type: ignore[assignment]  # set by __post_init__

    def __post_init__(self) -> None:
        if self.exact is None:
            force_setattr(self, "exact", self.points)

    def __repr__(self) -> str:
        option = "" if self.option is None else f", {self.option}"
        return f"ScoreLine({self.team}, {self.points}, {self.rule}, {self.kind!r}{option})"


def line_object(line: ScoreLine) -> dict[str, Any]:
    """Return a line of a score as an object for JSON, which has its team, kind, points, rule and option.

    The team is the index of a side. *exact* is left out: the points of an object are those that are written.
    """
    return {name: getattr(line, name) for name in ("team", "kind", "points", "rule", "option")}


class DealResult(msgspec.Struct, frozen=True):
    """What the sides score for a deal: two teams, or two or three players who each have points of their own.

    outcome        "made" (BS4), "chute" (BS5), "litige" (BS6), "capot" of the takers, "capot_defence" (BS7),
                   "ballotage" (BR6), "renonce" (BF1), "misdeal" (BD9) or "penalty". Coinche has "made", "chute"
                   (VC22) and "renonce"
    won_by         the index of the side that won the deal, one of them if two defenders did; None if none did (BS9)
    lines          the numbers that the points consist of; a team scores the sum of its lines
    held           the numbers that the points waiting after the deal consist of (BS6)
    taker          the index of the takers' side; after a misdeal, of the side at fault
    rule, option   the id of the rule that gave the outcome, and the option that changed it; None if no option did
    compared       the totals of taker and defence without rounding that decided the deal (BS3), by team; with three
                   players the taker's is the first. None if none were compared
    sides          the number of sides that have points: 2, or 3 with three players
    """

    outcome: Outcome
    taker: int
    won_by: int | None
    rule: str
    lines: tuple[ScoreLine, ...]
    held: tuple[ScoreLine, ...] = ()
    option: str | None = None
    compared: Points | None = None
    sides: int = 2

    @property
    def winners(self) -> tuple[int, ...]:
        """The indexes of all sides that won the deal (BS9): two defenders win together (V3.9)."""
        if self.won_by is None:
            return ()
        if self.won_by == self.taker or self.sides == len(TEAMS):
            return (self.won_by,)
        return tuple(side for side in range(self.sides) if side != self.taker)

    @property
    def points(self) -> Points:
        """What each side writes for the deal, after rounding (BR): the sums of its lines."""
        return self._sum([line.points for line in self.lines])

    @property
    def exact(self) -> Points:
        """What each side would write without rounding (BE5)."""
        return self._sum([line.exact for line in self.lines])

    def _sum(self, numbers: list[int]) -> Points:
        if self.sides == len(TEAMS):
            second = sum([number for number, line in zip(numbers, self.lines, strict=True) if line.team])
            return sum(numbers) - second, second
        sums = [0] * self.sides
        for number, line in zip(numbers, self.lines, strict=True):
            sums[line.team] += number
        return tuple(sums)

    @property
    def waiting(self) -> int:
        """The points that wait after the deal for the winner of the next one, as they are written (BS6)."""
        return sum(line.points for line in self.held)

    @property
    def exact_waiting(self) -> int:
        """The waiting points as they would be without rounding, for the option ``exact_end`` (BE5)."""
        return sum(line.exact for line in self.held)

    @property
    def scored_plis(self) -> tuple[bool, ...]:
        """For each side, whether it scored more than belotes, or annonces without a pli, before rounding (BE4, VE2)."""
        scored = {line.team for line in self.lines if line.exact and line.kind in _MAY_END and line.rule != "BN13"}
        return tuple([side in scored for side in range(self.sides)])

    def __repr__(self) -> str:
        return f"DealResult({self.outcome!r}, points={self.points}, waiting={self.waiting}, won_by={self.won_by})"


#: The kinds of lines with which a side may end the partie: points of plis, what stands for them, and annonces.
_MAY_END = ("plis", "annonces", "chute", "capot", "renonce", "misdeal", "bid", "doubled", "generale", "half")


def score(totals: DealTotals, rules: BeloteRules) -> DealResult:
    """Return what the teams score for a deal, and why (BS3 to BS7, BB4, BN12, BN13, BR).

    The option ``annonces`` is ignored here (BN1). Raises ArgumentError if the points of the plis do not add up to those
    of a whole deal: 162, or with ``ta_values="plain"`` 130 at sans atout and 258 at tout atout (BS2, BV3).

    >>> from ..rules import BeloteRules
    >>> score(DealTotals(taker=0, plis=(71, 91), belote=(20, 0)), BeloteRules())
    DealResult('litige', points=(20, 91), waiting=71, won_by=None)
    """
    whole = whole_deal(totals.contract, rules)
    if sum(totals.plis) != whole:
        raise ArgumentError(f"points of the plis {totals.plis}: expected {whole} together at {totals.contract} (BS2)")
    taker, defence = totals.taker, 1 - totals.taker
    if totals.asked:
        return _asked_capot(totals, rules)
    if totals.capot == taker:
        return _capot(totals, rules, winner=taker)
    if totals.capot == defence:
        if rules.capot_defence == "capot":
            return _capot(totals, rules, winner=defence)
        return _chute(totals, rules, rule="BS7", option="capot_defence")
    if _is_ballotage(totals, rules, whole):
        return _ballotage(totals)
    # BS3: what is compared; what is scored stays the same.
    full = _sum(totals.plis, totals.belote, totals.annonces)
    compared = full
    if rules.make != "all":
        compared = _sum(totals.plis, totals.belote) if rules.make == "belote" else totals.plis
    option = None if compared == full else "make"
    if compared[taker] > compared[defence]:
        return _made(totals, rules, compared, option)
    if compared[taker] < compared[defence]:
        return _chute(totals, rules, rule="BS5", option=option, compared=compared)
    if rules.litige == "chute":
        return _chute(totals, rules, rule="BS6", option="litige", compared=compared)
    return _litige(totals, rules, compared, option)


def score_renonce(
    at_fault: int,
    taker: int,
    rules: BeloteRules,
    *,
    belote: Points = (0, 0),
    annonces: Points = (0, 0),
    contract: Contract = "♥",
    waiting: int = 0,
    exact_waiting: int | None = None,
) -> DealResult:
    """Return what the teams score for a deal that a renonce has ended (BF1).

    at_fault  the index of the team that made the renonce
    taker     the index of the takers' team
    belote    the points of the belotes that were said, by team
    annonces  the points of all annonces of the deal, by team
    waiting, exact_waiting   the points that waited before, as written and without rounding (None: the same)

    Raises ArgumentError if a value is impossible.
    """
    other = 1 - team_index(at_fault)
    whole = whole_deal(contract, rules)
    totals = DealTotals(
        taker,
        plis=(0, 0),
        belote=belote,
        annonces=annonces,
        contract=contract,
        waiting=waiting,
        exact_waiting=waiting if exact_waiting is None else exact_waiting,
        all_plis=rules.variant.plis,
    )
    lines = [
        _line(other, whole, "BF1", None, "renonce", rules),
        ScoreLine(at_fault, 0, "BF1", None, "nothing"),
        *_belotes(totals, rule="BF1"),
        *_won(totals, other, rule="BF1", waiting_rule="BF1"),
    ]
    return DealResult("renonce", taker, other, "BF1", tuple(lines))


def score_misdeal(
    at_fault: int, rules: BeloteRules, *, waiting: int = 0, exact_waiting: int | None = None
) -> DealResult:
    """Return what a misdeal is worth with ``misdeal="162"`` (BD9): 162 for the other team, or each other player (V3).

    at_fault  the index of the dealer's side
    waiting, exact_waiting   the points that waited before, which wait on: nobody wins the deal (BS9)

    Raises ArgumentError if the table deals again instead, or a value is impossible.
    """
    sides = rules.variant.sides
    if rules.misdeal != "162":
        raise ArgumentError(f"misdeal: {rules.misdeal!r} (BD9), expected '162': otherwise the cards are dealt again")
    if at_fault not in range(sides) or isinstance(at_fault, bool):
        raise ArgumentError(f"side {at_fault!r:.40}: expected a number from 0 to {sides - 1} (BD9)")
    exact = waiting if exact_waiting is None else exact_waiting
    held = (ScoreLine(at_fault, waiting, "BS6", None, "waiting", exact),) if waiting else ()
    lines = [_line(side, _WHOLE_CHUTE, "BD9", "misdeal", "misdeal", rules) for side in range(sides) if side != at_fault]
    return DealResult("misdeal", at_fault, None, "BD9", tuple(lines), held, "misdeal", sides=sides)


def _asked_capot(totals: DealTotals, rules: BeloteRules) -> DealResult:
    """BV6: 500 for a capot that was asked for, to the takers if they made it, otherwise to the defence."""
    if not rules.capot_asked:
        raise ArgumentError("capot asked: expected no capot asked for without the option capot_asked (BV6)")
    taker, made = totals.taker, totals.capot == totals.taker
    winner = taker if made else 1 - taker
    lines = [
        ScoreLine(winner, _ASKED_CAPOT, "BV6", "capot_asked", "capot"),
        ScoreLine(1 - winner, 0, "BV6", None, "nothing"),
        *(_belotes(totals) if made else _belotes_of_fallen(totals, rules)),
        *_won(totals, winner, rule="BV6", keeps=_capot_keeps(totals, rules)),
    ]
    return DealResult("capot" if made else "chute", taker, winner, "BV6", tuple(lines), option="capot_asked")


def score_fallen(totals: DealTotals, rules: BeloteRules) -> DealResult:
    """Return the score of a deal whose takers have fallen (BS5), whatever the points of their plis."""
    return _chute(totals, rules, rule="BS5", option=None)


def _made(totals: DealTotals, rules: BeloteRules, compared: Points, option: str | None) -> DealResult:
    """BS4: each team scores its own."""
    lines, rounded_by = [], None if rules.rounding == "exact" else "rounding"
    for team, points in zip(TEAMS, rounded(totals.plis, rules.rounding), strict=True):
        lines.append(ScoreLine(team, points, "BS4", rounded_by, "plis", totals.plis[team]))
        if totals.annonces[team]:
            lines.append(ScoreLine(team, totals.annonces[team], "BN12", None, "annonces"))
    lines += [*_belotes(totals, rule="BB1"), *_waiting_to(totals, totals.taker)]
    return DealResult("made", totals.taker, totals.taker, "BS4", tuple(lines), option=option, compared=compared)


def _chute(
    totals: DealTotals, rules: BeloteRules, *, rule: str, option: str | None, compared: Points | None = None
) -> DealResult:
    """BS5: the defence scores everything but the takers' belote."""
    taker, defence = totals.taker, 1 - totals.taker
    whole, changed = whole_deal(totals.contract, rules), _plain_option(totals, rules)
    if rules.chute != _WHOLE_CHUTE:
        whole, changed = rules.chute, "chute"
    lines = [_line(defence, whole, "BS5", changed, "chute", rules), ScoreLine(taker, 0, "BS5", None, "nothing")]
    lines += _belotes_of_fallen(totals, rules)
    lines += _won(totals, defence, rule="BS5", keeps=_capot_keeps(totals, rules))
    return DealResult("chute", taker, defence, rule, tuple(lines), option=option, compared=compared)


def _litige(totals: DealTotals, rules: BeloteRules, compared: Points, option: str | None) -> DealResult:
    """BS6: the defence scores its own; the takers' points wait, except their belote."""
    taker, defence = totals.taker, 1 - totals.taker
    written = rounded(totals.plis, rules.rounding)
    rounded_by = None if rules.rounding == "exact" else "rounding"
    lines = [
        ScoreLine(defence, written[defence], "BS6", rounded_by, "plis", totals.plis[defence]),
        ScoreLine(taker, 0, "BS6", None, "nothing"),
    ]
    held = [ScoreLine(taker, written[taker], "BS6", rounded_by, "plis", totals.plis[taker])]
    if totals.annonces[defence]:
        lines.append(ScoreLine(defence, totals.annonces[defence], "BS6", None, "annonces"))
    if totals.annonces[taker]:
        held.append(ScoreLine(taker, totals.annonces[taker], "BS6", None, "annonces"))
    if rules.litige_belote or not totals.belote[taker]:
        lines += _belotes(totals)
    else:
        held.append(ScoreLine(taker, totals.belote[taker], "BB4", "litige_belote", "belote"))
        lines += _belotes(totals, teams=(defence,))
    held += _waiting_to(totals, taker)
    return DealResult("litige", taker, None, "BS6", tuple(lines), tuple(held), option=option, compared=compared)


def _is_ballotage(totals: DealTotals, rules: BeloteRules, whole: int) -> bool:
    """BR6. Equal points that wait score the same as a litige; other totals than 162 have no such span."""
    points = totals.plis[totals.taker]
    return (
        rules.ballotage
        and rules.rounding == "ten"
        and whole == _WHOLE_CHUTE
        and _BALLOTAGE_LEAST <= points <= _BALLOTAGE_MOST
        and (points != totals.plis[1 - totals.taker] or rules.litige == "chute")
        and not any(totals.belote)
        and not totals.annonces_said
    )


def _ballotage(totals: DealTotals) -> DealResult:
    """BR6: 80 for the defence, 80 wait."""
    taker, defence = totals.taker, 1 - totals.taker
    lines = [
        ScoreLine(defence, _BALLOTAGE, "BR6", "ballotage", "plis", totals.plis[defence]),
        ScoreLine(taker, 0, "BR6", "ballotage", "nothing"),
    ]
    held = (ScoreLine(taker, _BALLOTAGE, "BR6", "ballotage", "plis", totals.plis[taker]), *_waiting_to(totals, taker))
    return DealResult("ballotage", taker, None, "BR6", tuple(lines), held, option="ballotage", compared=totals.plis)


def _capot(totals: DealTotals, rules: BeloteRules, *, winner: int) -> DealResult:
    """BS7: all plis, with 100 for the last, and all annonces; every belote stays with its team."""
    loser = 1 - winner
    whole, changed = whole_deal(totals.contract, rules) - DIX_DE_DER + CAPOT_DE_DER, _plain_option(totals, rules)
    if rules.capot != _WHOLE_CAPOT:
        whole, changed = rules.capot, "capot"
    lines = [
        _line(winner, whole, "BS7", changed, "capot", rules),
        ScoreLine(loser, 0, "BS7", None, "nothing"),
        *(_belotes(totals) if winner == totals.taker else _belotes_of_fallen(totals, rules)),
        *_won(totals, winner, rule="BS7", keeps=_capot_keeps(totals, rules)),
    ]
    outcome: Outcome = "capot" if winner == totals.taker else "capot_defence"
    return DealResult(outcome, totals.taker, winner, "BS7", tuple(lines))


def _line(team: int, exact: int, rule: str, option: str | None, kind: LineKind, rules: BeloteRules) -> ScoreLine:
    """Return the line of points that stand alone, such as a chute, rounded (BR1)."""
    points = rounded_alone(exact, rules.rounding)
    return ScoreLine(team, points, rule, option if points == exact else "rounding", kind, exact)


def _belotes(totals: DealTotals, teams: tuple[int, ...] = TEAMS, rule: str = "BB4") -> list[ScoreLine]:
    return [ScoreLine(team, totals.belote[team], rule, None, "belote") for team in teams if totals.belote[team]]


def _belotes_of_fallen(totals: DealTotals, rules: BeloteRules) -> list[ScoreLine]:
    """BB4: takers who have fallen, by points or by a capot of the defence, keep their belote, or give it away."""
    taker, defence = totals.taker, 1 - totals.taker
    if not rules.belote_lost or not totals.belote[taker]:
        return _belotes(totals)
    taken = ScoreLine(defence, totals.belote[taker], "BB4", "belote_lost", "belote_taken")
    return [taken, *_belotes(totals, teams=(defence,))]


def _capot_keeps(totals: DealTotals, rules: BeloteRules) -> bool:
    """BN13: whether one team has no pli, and scores its annonces."""
    return totals.capot is not None and rules.capot_scores_annonces


def _won(
    totals: DealTotals, winner: int, *, rule: str, keeps: bool = False, waiting_rule: str = "BS6"
) -> list[ScoreLine]:
    """Return the lines of the annonces and of the points that waited, which go to the team that wins the deal.

    keeps  whether the other team keeps its annonces (BN13)
    """
    loser = 1 - winner
    lines = []
    if totals.annonces[winner]:
        lines.append(ScoreLine(winner, totals.annonces[winner], rule, None, "annonces"))
    if totals.annonces[loser] and keeps:
        lines.append(ScoreLine(loser, totals.annonces[loser], "BN13", "capot_scores_annonces", "annonces"))
    elif totals.annonces[loser]:
        lines.append(ScoreLine(winner, totals.annonces[loser], rule, None, "annonces_taken"))
    return lines + _waiting_to(totals, winner, waiting_rule)


def _waiting_to(totals: DealTotals, winner: int, rule: str = "BS6") -> list[ScoreLine]:
    """Return the line of the points that waited before: they go to the winner, or to the takers to wait on."""
    waited = ScoreLine(winner, totals.waiting, rule, None, "waiting", totals.exact_waiting)
    return [waited] if totals.waiting else []


def _plain_option(totals: DealTotals, rules: BeloteRules) -> str | None:
    return "ta_values" if rules.ta_values == "plain" and totals.contract not in SUITS else None


def _sum(*pairs: Points) -> Points:
    return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
