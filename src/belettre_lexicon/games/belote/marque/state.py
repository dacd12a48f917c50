"""The deals of a score sheet with their scores, and how an entry changes them. Start reading at ``evolve``.

``scoring`` computes the points or the sheets, and the end of the partie. After a correction, the corrected deal
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
from ..options import SHEETS
from ..rules import BeloteRules
from ..scoring.coinche import BidValue, score_coinche, score_coinche_renonce
from ..scoring.ends import PartieEnd, compares_exact, partie_end
from ..scoring.flat import spread
from ..scoring.scores import DealResult, ScoreLine, score, score_fallen, score_misdeal, score_renonce
from ..scoring.sheets import SheetResult, first_sheets, next_in, settle, sheets_end
from ..scoring.totals import BELOTE_POINTS, DealTotals, possible_points, whole_deal
from ..seats import Seat, Table, Team, table_of
from . import entries
from .entries import NO_NAMES, DealEntry, MarqueEvent, MarqueTerms, PlayerNames, SheetBegun


class WrittenDeal(msgspec.Struct, frozen=True):
    """A deal on the sheet.

    number   the number of the deal, from 1
    dealer   the seat that dealt it
    entry    what was entered; None if nobody took (BA6)
    result   its score, or what it did to the sheets (VK9); None if nobody took, the cards are dealt again, or the deal
             does not count
    totals   the totals of the sides after the deal, by ``Team.index``, as written; the sheets of the players in Belote
             de comptoir and the lyonnaise (VK10)
    exact    the same without rounding (BE5)
    waiting  the points that wait for the winner of a later deal (BS6), as a pair: as written, and without rounding
    end      whether the partie is over after the deal, and why; None if the deal does not count
    """

    number: int
    dealer: Seat
    entry: DealEntry | None
    result: DealResult | SheetResult | None
    totals: Points
    exact: Points
    waiting: Points
    end: PartieEnd | None

    @property
    def counts(self) -> bool:
        """Whether the deal counts, because the partie was not over before it. ``result`` is None if it does not."""
        return self.end is not None


class EndedPartie(msgspec.Struct, frozen=True):
    """An earlier partie of the evening: its players, its deals, its last totals, and the side that won or lost it."""

    names: PlayerNames
    deals: tuple[WrittenDeal, ...]
    totals: Points
    winner: Team | None
    loser: Team | None = None


class MarqueState(msgspec.Struct, frozen=True):
    """A score sheet.

    dealer  the seat that deals next (BD10)
    names   the names of the players in playing order; "" for a player without a name
    deals   the deals of the partie so far
    parties the earlier parties of the evening
    table   the seats and the sides of the game
    start   the totals before the first deal: 0 for each side, or the sheets of the players (VK10)
    """

    dealer: Seat
    names: PlayerNames = NO_NAMES
    deals: tuple[WrittenDeal, ...] = ()
    parties: tuple[EndedPartie, ...] = ()
    table: Table = table_of(4, 2)
    start: Points = (0, 0)

    @property
    def totals(self) -> Points:
        """The points of the sides as written, or the sheets of the players, by ``Team.index``."""
        return self.deals[-1].totals if self.deals else self.start

    @property
    def exact(self) -> Points:
        """The points of the sides as they would be without rounding, which may decide the end (BE5)."""
        return self.deals[-1].exact if self.deals else self.start

    @property
    def waiting(self) -> Points:
        """The points that wait for the winner of the next deal (BS6), as a pair: as written, and without rounding."""
        return self.deals[-1].waiting if self.deals else (0, 0)

    @property
    def end(self) -> PartieEnd | None:
        """The end of the partie; None if it is not over."""
        return next((deal.end for deal in self.deals if deal.end is not None and deal.end.over), None)

    @property
    def winner(self) -> Team | None:
        """The side that has won the partie; None if it is not over, or the game has a loser instead (VK11)."""
        end = self.end
        return None if end is None or end.winner is None else self.table.sides[end.winner]

    @property
    def loser(self) -> Team | None:
        """The player who is the last one left and has lost (VK11); None if there is none."""
        end = self.end
        return None if end is None or end.loser is None else self.table.sides[end.loser]


def sheet_begun(terms: MarqueTerms) -> SheetBegun:
    """Return the first event of a sheet, which contains the first dealer and the names of the players."""
    return SheetBegun(terms.dealer, terms.names)


def first_state(event: SheetBegun, rules: BeloteRules) -> MarqueState:
    """Return the state of an empty sheet, with the first dealer and the names of its first event."""
    table = rules.variant.table
    start = first_sheets(rules) if rules.game in SHEETS else table.zeros()
    return MarqueState(event.dealer, event.names, table=table, start=start)


def evolve(state: MarqueState, event: MarqueEvent, setup: MarqueTerms) -> MarqueState:
    """Return the sheet after an event. If the event corrects a deal, that deal and all later ones are scored again."""
    return _EVOLVERS[type(event)](event, state, setup.rules)


def result_of(entry: DealEntry, waiting: Points, rules: BeloteRules) -> DealResult:
    """Return the score of a deal (BS).

    entry    the deal as it was entered
    waiting  the points of earlier litiges that the winner of this deal gets (BS6): as written, and without rounding

    Raises ArgumentError if the entry is impossible.
    """
    if not entry.played:
        return _decision(entry, waiting, rules)
    variant, side = rules.variant, entry.team.index
    belotes = _by_side([number * BELOTE_POINTS for number in entry.belotes], variant.sides)
    annonces = _by_side(list(map(sum, entry.annonces)), variant.sides)
    if variant.teams:
        return _result_of_teams(entry, side, belotes, annonces, waiting, rules)
    # A player against all others: the taker is side 0, whoever it is, and everybody else side 1 (V3.8, V2.12).
    said, announced = ((values[side], sum(values) - values[side]) for values in (belotes, annonces))
    return spread(_result_of_teams(entry, 0, said, announced, waiting, rules), side, belotes, rules)


def _by_side(values: list[int], sides: int) -> Points:
    """Return a number for each side. An entry without belotes or annonces has those of two sides, which are 0."""
    return (*values, *[0] * (sides - len(values)))


def _result_of_teams(
    entry: DealEntry, taker: int, belotes: Points, annonces: Points, waiting: Points, rules: BeloteRules
) -> DealResult:
    """Return the score of a deal of two sides. *taker* is the index of the takers' side, 0 or 1."""
    contract, plis_won, all_plis = entry.contract or "♥", None, rules.variant.plis
    coinche = rules.game == "coinche"
    bid: BidValue = entry.bid or 0
    if entry.renonce is not None:
        at_fault = taker if entry.renonce is entry.team else 1 - taker
        if coinche:
            return score_coinche_renonce(
                at_fault, taker, bid, entry.mult, rules, belote=belotes, annonces=annonces, contract=contract
            )
        return score_renonce(
            at_fault,
            taker,
            rules,
            belote=belotes,
            annonces=annonces,
            contract=contract,
            waiting=waiting[0],
            exact_waiting=waiting[1],
        )
    whole, points = whole_deal(contract, rules), entry.plis or 0
    own = entry.capot is entry.team or (entry.made and isinstance(bid, str))
    if entry.capot is not None or own:
        points = whole if own else 0
        plis_won = (all_plis, 0) if own == (taker == 0) else (0, all_plis)
    plis = (points, whole - points) if taker == 0 else (whole - points, points)
    totals = DealTotals(
        taker,
        plis,
        plis_won,
        belotes,
        annonces,
        contract,
        waiting[0],
        exact_waiting=waiting[1],
        all_plis=all_plis,
        asked=entry.bid is not None and not coinche,
    )
    unknown = entry.plis is None and plis_won is None
    if coinche:
        taker_plis = all_plis if own and not entry.fallen else 0
        made = entry.made if unknown else None
        return score_coinche(totals, bid, entry.mult, rules, taker_plis=taker_plis, made=made)
    return score_fallen(totals, rules) if entry.fallen and unknown and not totals.asked else score(totals, rules)


def _decision(entry: DealEntry, waiting: Points, rules: BeloteRules) -> DealResult:
    """Return the score of a misdeal (BD9) or a penalty, after which the points that wait go on waiting."""
    side = entry.team.index
    if entry.misdeal:
        return score_misdeal(side, rules, waiting=waiting[0], exact_waiting=waiting[1])
    held = (ScoreLine(side, waiting[0], "BS6", None, "waiting", waiting[1]),) if waiting[0] else ()
    line = ScoreLine(side, -entry.penalty, "BF1", None, "penalty")
    return DealResult("penalty", side, None, "BF1", (line,), held, sides=rules.variant.sides)


def sheets_after(entry: DealEntry, sheets: Points, dealer: Seat, rules: BeloteRules) -> SheetResult:
    """Return what a deal of Belote de comptoir or the lyonnaise does to the sheets of the players (VK9).

    Raises ArgumentError if the entry is impossible.
    """
    bid = entry.bid if isinstance(entry.bid, int) else 0
    points = (bid if entry.made else 0) if entry.plis is None else entry.plis
    return settle(sheets, entry.team.index, bid, points, dealer.index, rules)


def next_seat(seat: Seat, rules: BeloteRules, sheets: Points | None = None) -> Seat:
    """Return the seat that deals after a seat, and speaks first when it deals (BD1, BD10).

    *sheets* are the totals, among which a player at 0 has left in Belote de comptoir and the lyonnaise (VK11).
    """
    seats = rules.variant.table.seats
    still = sheets if sheets is not None and rules.game in SHEETS else (1,) * len(seats)
    return seats[next_in(still, seat.index, clockwise=rules.clockwise)]


def _is_dealt(entry: DealEntry | None, rules: BeloteRules) -> bool:
    """Return whether an entry is a deal of its own: no penalty, and no misdeal whose cards are dealt again."""
    return entry is None or entry.played or (entry.misdeal and rules.misdeal == "162")


def _dealt(deals: Iterable[WrittenDeal], rules: BeloteRules) -> int:
    return sum(_is_dealt(deal.entry, rules) for deal in deals)


def _written(event: entries.DealWritten, state: MarqueState, rules: BeloteRules) -> MarqueState:
    deals = _scored(state, state.deals, [(state.dealer, event.entry)], rules)
    again = rules.all_pass == "same_dealer" if event.entry is None else not _is_dealt(event.entry, rules)
    last = deals[-1]
    if isinstance(last.result, SheetResult) and last.result.dealer is not None:
        dealer = state.table.seats[last.result.dealer]
    else:
        still = None if last.end is not None and last.end.over else last.totals
        dealer = state.dealer if again else next_seat(state.dealer, rules, still)
    return replace(state, deals=deals, dealer=dealer)


def corrected(state: MarqueState, number: int, entry: DealEntry | None, rules: BeloteRules) -> MarqueState:
    """Return a sheet on which deal *number* is another one; that deal and all later ones are scored again.

    Raises ArgumentError if one of them becomes impossible: its taker has left by then (VK11).
    """
    before, (first, *later) = state.deals[: number - 1], state.deals[number - 1 :]
    scored_again = [(first.dealer, entry), *((deal.dealer, deal.entry) for deal in later)]
    return replace(state, deals=_scored(state, before, scored_again, rules))


def _partie_begun(event: entries.PartieBegun, state: MarqueState, rules: BeloteRules) -> MarqueState:
    """Begin the next partie. If players have changed seats, the player after the last dealer deals (BD10)."""
    dealer, seats = state.dealer, state.table.seats
    last = next(name for seat, name in zip(seats, state.names, strict=True) if next_seat(seat, rules) is dealer)
    if event.names != state.names and last and last in event.names:
        dealer = next_seat(seats[event.names.index(last)], rules)
    ended = EndedPartie(state.names, state.deals, state.totals, state.winner, state.loser)
    return replace(state, dealer=dealer, names=event.names, deals=(), parties=(*state.parties, ended))


_EVOLVERS = (
    Dispatch[[MarqueState, BeloteRules], MarqueState]()
    .on(SheetBegun, lambda event, state, rules: first_state(event, rules))
    .on(entries.DealWritten, _written)
    .on(entries.DealCorrected, lambda event, state, rules: corrected(state, event.number, event.entry, rules))
    .on(entries.PlayersSeated, lambda event, state, rules: replace(state, names=event.names))
    .on(entries.DealerSet, lambda event, state, rules: replace(state, dealer=event.seat))
    .on(entries.PartieBegun, _partie_begun)
)


def _scored(
    state: MarqueState,
    before: tuple[WrittenDeal, ...],
    more: Iterable[tuple[Seat, DealEntry | None]],
    rules: BeloteRules,
) -> tuple[WrittenDeal, ...]:
    """Return the deals *before* with *more* deals, each from its dealer and its entry, scored in their order."""
    deals = list(before)
    dealt = _dealt(before, rules)
    over = any(deal.end is not None and deal.end.over for deal in deals)
    totals, exact = state.start, state.start
    waiting: Points = (0, 0)
    if deals:
        totals, exact, waiting = deals[-1].totals, deals[-1].exact, deals[-1].waiting
    for dealer, entry in more:
        number = len(deals) + 1
        result: DealResult | SheetResult | None = None
        end: PartieEnd | None = None
        dealt += _is_dealt(entry, rules)
        again = entry is None or (entry.misdeal and rules.misdeal == "again")
        if not over and rules.game in SHEETS:
            end = PartieEnd(None, "VK11", "still_in", totals)
            if entry is not None and not again:
                result = sheets_after(entry, totals, dealer, rules)
                end, totals, exact = sheets_end(result), result.sheets, result.sheets
        elif not over:
            scored = None if entry is None or again else result_of(entry, waiting, rules)
            end = partie_end(totals, scored, rules, deals=dealt, exact_before=exact)
            if scored is not None:
                totals, exact = _sum(totals, scored.points), _sum(exact, scored.exact)
                waiting = scored.waiting, scored.exact_waiting
            result = scored
        over = over or (end is not None and end.over)
        deals.append(WrittenDeal(number, dealer, entry, result, totals, exact, waiting, end))
    return tuple(deals)


def _sum(totals: Points, more: Points) -> Points:
    return tuple(total + points for total, points in zip(totals, more, strict=True))


class TeamNeeds(NamedTuple):
    """What a side needs to win the partie.

    Points of plis are those of the team itself, with the dix de der and without belotes and annonces. They are known
    only in games of two sides without bids: in others, *taking* and *defending* are None and *capot* is False.

    team       the side
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


def needs_of(state: MarqueState, rules: BeloteRules) -> tuple[TeamNeeds, ...]:
    """Return what each side needs, by ``Team.index``, if the contract of the next deal is a suit.

    Belote de comptoir and the lyonnaise have sheets instead of points that are needed: the result is ().
    """
    return () if rules.game in SHEETS else tuple(_needs(side, state, rules) for side in state.table.sides)


def deals_left(state: MarqueState, rules: BeloteRules) -> int | None:
    """Return how many deals are left to play by the option ``deals``; None if points end the partie.

    If the partie goes on after the last of these deals, because the totals are equal, the result is 1 (BE3).
    """
    return None if rules.deals is None else max(1, rules.deals - _dealt(state.deals, rules))


def _needs(team: Team, state: MarqueState, rules: BeloteRules) -> TeamNeeds:
    total = (state.exact if compares_exact(rules) else state.totals)[team.index]
    missing = None if rules.deals is not None else max(0, rules.target - total)
    if rules.game == "coinche" or len(state.table.sides) > len(("own", "other")):
        return TeamNeeds(team, total, missing, None, None, capot=False)
    other = next(side for side in state.table.sides if side is not team)
    points = sorted(possible_points(SUITS[0], rules))
    whole = points[-1]
    taking = _fewest([(own, DealEntry(team, own)) for own in points], team, state, rules)
    defending = _fewest([(own, DealEntry(other, whole - own)) for own in points], team, state, rules)
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
