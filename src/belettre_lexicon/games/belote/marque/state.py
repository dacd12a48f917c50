"""The deals of a score sheet with their scores, and how an entry changes them. Start reading at ``evolve``.

``scoring.scores`` computes the points, ``scoring.ends`` the end of the partie. After a correction, the corrected deal
and all later ones are scored again. The partie may then have ended earlier: the deals after its end stay on the sheet,
but do not count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ...kit.machine import Dispatch
from ...kit.seats import Points
from ..cards import SUITS
from ..rules import BeloteRules
from ..scoring.ends import PartieEnd, compares_exact, partie_end
from ..scoring.scores import DealResult, ScoreLine, score, score_fallen, score_renonce
from ..scoring.totals import BELOTE_POINTS, DealTotals, possible_points, rounded_alone, whole_deal
from ..seats import SEATS, TEAMS, Seat, Team
from . import entries
from .entries import NO_NAMES, DealEntry, MarqueEvent, MarqueTerms, PlayerNames, SheetBegun

#: The plis of a team that has won all of them, or none.
_ALL_PLIS, _NO_PLIS = 8, 0
#: What the other team scores for a misdeal, by an option (BD9).
_MISDEAL = 162


class WrittenDeal(msgspec.Struct, frozen=True):
    """A deal on the sheet.

    number   the number of the deal, from 1
    dealer   the seat that dealt it
    entry    what was entered; None if nobody took (BA6)
    result   its score; None if nobody took, the cards are dealt again, or the deal does not count
    totals   the totals of the teams after the deal, by ``Team.index``, as written
    exact    the same without rounding (BE5)
    waiting  the points that wait for the winner of a later deal (BS6), as a pair: as written, and without rounding
    end      whether the partie is over after the deal, and why; None if the deal does not count
    """

    number: int
    dealer: Seat
    entry: DealEntry | None
    result: DealResult | None
    totals: Points
    exact: Points
    waiting: Points
    end: PartieEnd | None

    @property
    def counts(self) -> bool:
        """Whether the deal counts, because the partie was not over before it. ``result`` is None if it does not."""
        return self.end is not None


class EndedPartie(msgspec.Struct, frozen=True):
    """An earlier partie of the evening: its players, its deals, its last totals, and the team that won it."""

    names: PlayerNames
    deals: tuple[WrittenDeal, ...]
    totals: Points
    winner: Team


class MarqueState(msgspec.Struct, frozen=True):
    """A score sheet.

    dealer  the seat that deals next (BD10)
    names   the names of the players in playing order; "" for a player without a name
    deals   the deals of the partie so far
    parties the earlier parties of the evening
    """

    dealer: Seat
    names: PlayerNames = NO_NAMES
    deals: tuple[WrittenDeal, ...] = ()
    parties: tuple[EndedPartie, ...] = ()

    @property
    def totals(self) -> Points:
        """The points of both teams as written, by ``Team.index``; 0 before the first deal."""
        return self.deals[-1].totals if self.deals else (0, 0)

    @property
    def exact(self) -> Points:
        """The points of both teams as they would be without rounding, which may decide the end (BE5)."""
        return self.deals[-1].exact if self.deals else (0, 0)

    @property
    def waiting(self) -> Points:
        """The points that wait for the winner of the next deal (BS6), as a pair: as written, and without rounding."""
        return self.deals[-1].waiting if self.deals else (0, 0)

    @property
    def winner(self) -> Team | None:
        """The team that has won the partie; None if it is not over."""
        ends = (deal.end.winner for deal in self.deals if deal.end is not None)
        winner = next((winner for winner in ends if winner is not None), None)
        return None if winner is None else TEAMS[winner]


def sheet_begun(terms: MarqueTerms) -> SheetBegun:
    """Return the first event of a sheet, which contains the first dealer and the names of the players."""
    return SheetBegun(terms.dealer, terms.names)


def first_state(event: SheetBegun) -> MarqueState:
    """Return the state of an empty sheet, with the first dealer and the names of its first event."""
    return MarqueState(event.dealer, event.names)


def evolve(state: MarqueState, event: MarqueEvent, setup: MarqueTerms) -> MarqueState:
    """Return the sheet after an event. If the event corrects a deal, that deal and all later ones are scored again."""
    return _EVOLVERS[type(event)](event, state, setup.rules)


def result_of(entry: DealEntry, waiting: Points, rules: BeloteRules) -> DealResult:
    """Return the score of a deal (BS).

    entry    the deal as it was entered
    waiting  the points of earlier litiges that the winner of this deal gets (BS6): as written, and without rounding

    Raises ArgumentError if the entry is impossible.
    """
    taker = entry.team.index
    contract = entry.contract or "♥"
    belotes = entry.belotes[0] * BELOTE_POINTS, entry.belotes[1] * BELOTE_POINTS
    annonces = sum(entry.annonces[0]), sum(entry.annonces[1])
    if not entry.played:
        return _decision(entry, waiting, rules)
    if entry.renonce is not None:
        return score_renonce(
            entry.renonce.index,
            taker,
            rules,
            belote=belotes,
            annonces=annonces,
            contract=contract,
            waiting=waiting[0],
            exact_waiting=waiting[1],
        )
    whole, won = whole_deal(contract, rules), None
    points = entry.plis or 0
    if entry.capot is not None:
        points = whole if entry.capot is entry.team else 0
        won = (_ALL_PLIS, _NO_PLIS) if entry.capot.index == 0 else (_NO_PLIS, _ALL_PLIS)
    plis = (points, whole - points) if taker == 0 else (whole - points, points)
    totals = DealTotals(taker, plis, won, belotes, annonces, contract, waiting[0], exact_waiting=waiting[1])
    if entry.fallen and entry.plis is None and entry.capot is None:
        return score_fallen(totals, rules)
    return score(totals, rules)


def _decision(entry: DealEntry, waiting: Points, rules: BeloteRules) -> DealResult:
    """Return the score of a misdeal (BD9) or a penalty, after which the points that wait go on waiting."""
    team, other = entry.team.index, entry.team.other.index
    held = (ScoreLine(team, waiting[0], "BS6", None, "waiting", waiting[1]),) if waiting[0] else ()
    if not entry.misdeal:
        return DealResult(
            "penalty", team, None, "BF1", (ScoreLine(team, -entry.penalty, "BF1", None, "penalty"),), held
        )
    written = rounded_alone(_MISDEAL, rules.rounding)
    line = ScoreLine(other, written, "BD9", "misdeal", "misdeal", _MISDEAL)
    return DealResult("misdeal", team, other, "BD9", (line,), held, option="misdeal")


def next_seat(seat: Seat, rules: BeloteRules) -> Seat:
    """Return the seat that deals after a seat, and speaks first when it deals (BD1, BD10)."""
    return SEATS[(seat.index + (-1 if rules.clockwise else 1)) % len(SEATS)]


def _is_dealt(entry: DealEntry | None, rules: BeloteRules) -> bool:
    """Return whether an entry is a deal of its own: no penalty, and no misdeal whose cards are dealt again."""
    return entry is None or entry.played or (entry.misdeal and rules.misdeal == "162")


def _dealt(deals: Iterable[WrittenDeal], rules: BeloteRules) -> int:
    return sum(_is_dealt(deal.entry, rules) for deal in deals)


def _written(event: entries.DealWritten, state: MarqueState, rules: BeloteRules) -> MarqueState:
    deals = _scored(state.deals, [(state.dealer, event.entry)], rules)
    again = rules.all_pass == "same_dealer" if event.entry is None else not _is_dealt(event.entry, rules)
    return replace(state, deals=deals, dealer=state.dealer if again else next_seat(state.dealer, rules))


def _corrected(event: entries.DealCorrected, state: MarqueState, rules: BeloteRules) -> MarqueState:
    before, (corrected, *later) = state.deals[: event.number - 1], state.deals[event.number - 1 :]
    scored_again = [(corrected.dealer, event.entry), *((deal.dealer, deal.entry) for deal in later)]
    return replace(state, deals=_scored(before, scored_again, rules))


def _partie_begun(event: entries.PartieBegun, state: MarqueState, rules: BeloteRules) -> MarqueState:
    """Begin the next partie. If players have changed seats, the player after the last dealer deals (BD10)."""
    dealer = state.dealer
    last = next(name for seat, name in zip(SEATS, state.names, strict=True) if next_seat(seat, rules) is dealer)
    if event.names != state.names and last and last in event.names:
        dealer = next_seat(SEATS[event.names.index(last)], rules)
    ended = EndedPartie(state.names, state.deals, state.totals, state.winner or TEAMS[0])
    return MarqueState(dealer, event.names, parties=(*state.parties, ended))


_EVOLVERS = (
    Dispatch[[MarqueState, BeloteRules], MarqueState]()
    .on(SheetBegun, lambda event, state, rules: first_state(event))
    .on(entries.DealWritten, _written)
    .on(entries.DealCorrected, _corrected)
    .on(entries.PlayersSeated, lambda event, state, rules: replace(state, names=event.names))
    .on(entries.DealerSet, lambda event, state, rules: replace(state, dealer=event.seat))
    .on(entries.PartieBegun, _partie_begun)
)


def _scored(
    before: tuple[WrittenDeal, ...], more: Iterable[tuple[Seat, DealEntry | None]], rules: BeloteRules
) -> tuple[WrittenDeal, ...]:
    """Return the deals *before* with *more* deals, each from its dealer and its entry, scored in their order."""
    deals = list(before)
    dealt = _dealt(before, rules)
    over = any(deal.end is not None and deal.end.winner is not None for deal in deals)
    totals, exact, waiting = (deals[-1].totals, deals[-1].exact, deals[-1].waiting) if deals else ((0, 0),) * 3
    for dealer, entry in more:
        number = len(deals) + 1
        result, end = None, None
        dealt += _is_dealt(entry, rules)
        if not over:
            again = entry is None or (entry.misdeal and rules.misdeal == "again")
            result = None if entry is None or again else result_of(entry, waiting, rules)
            end = partie_end(totals, result, rules, deals=dealt, exact_before=exact)
            over = end.winner is not None
        if result is not None:
            totals = totals[0] + result.points[0], totals[1] + result.points[1]
            exact = exact[0] + result.exact[0], exact[1] + result.exact[1]
            waiting = result.waiting, result.exact_waiting
        deals.append(WrittenDeal(number, dealer, entry, result, totals, exact, waiting, end))
    return tuple(deals)


class TeamNeeds(NamedTuple):
    """What a team needs to win the partie.

    Points of plis are those of the team itself, with the dix de der and without belotes and annonces.

    team       the team
    total      the points that are compared with the target: as written, or with ``exact_end`` without rounding (BE5)
    missing    how many points it is short of the target; 0 if it has reached it; None if a number of deals ends the
               partie
    taking     if it takes in the next deal: it wins the partie with this number of points of plis or more; None if no
               number of points is enough
    defending  the same if the other team takes in the next deal
    capot      whether it wins the partie if it takes in the next deal and makes a capot
    """

    team: Team
    total: int
    missing: int | None
    taking: int | None
    defending: int | None
    capot: bool


def needs_of(state: MarqueState, rules: BeloteRules) -> tuple[TeamNeeds, TeamNeeds]:
    """Return what each team needs, by ``Team.index``, if the contract of the next deal is a suit."""
    first, second = (_needs(team, state, rules) for team in TEAMS)
    return first, second


def deals_left(state: MarqueState, rules: BeloteRules) -> int | None:
    """Return how many deals are left to play by the option ``deals``; None if points end the partie.

    If the partie goes on after the last of these deals, because the totals are equal, the result is 1 (BE3).
    """
    return None if rules.deals is None else max(1, rules.deals - _dealt(state.deals, rules))


def _needs(team: Team, state: MarqueState, rules: BeloteRules) -> TeamNeeds:
    total = (state.exact if compares_exact(rules) else state.totals)[team.index]
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
    end = partie_end(state.totals, result, rules, deals=_dealt(state.deals, rules) + 1, exact_before=state.exact)
    return end.winner == team.index
