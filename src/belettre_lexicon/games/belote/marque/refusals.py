"""Which entries of a score sheet are refused: those that are impossible, and those that come too late.

The sentences for players are in the referee. Start reading at ``refusals``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any, ClassVar, Literal, TypeGuard

from ....base.errors import ArgumentError
from ...kit.machine import ActionRefusal
from ...kit.seats import Points
from ..cards import CONTRACTS, SUITS
from ..options import SHEETS
from ..rules import BeloteRules
from ..scoring.coinche import needs_points
from ..scoring.sheets import MOST_BID
from ..scoring.totals import possible_points, whole_deal
from ..seats import Seat, Team
from .entries import BeginPartie, CorrectDeal, DealEntry, MarqueAction, MarqueTerms, SeatPlayers, SetDealer, WriteDeal
from .state import MarqueState, corrected, result_of
from .vocabulary import NAMES_EXPECTED, names_problem

#: The most deals of a sheet. A partie to 10,000 points has at most some 120 deals that are played.
MOST_DEALS = 1_000
#: The most parties of an evening, the most points of a penalty, and the most characters of its reason.
MOST_PARTIES, MOST_PENALTY, MOST_REASON = 100, 1_000, 80
#: The cards of a carré, and the points of the longer sequences (BN2).
_CARRE_SIZE = 4
_CINQUANTE, _CENT = 50, 100
#: The most annonces of one hand: a carré and two tierces through it, or without shared cards two (BN5).
_MOST_SHARED, _MOST_APART = 3, 2
#: The most belotes of a deal: one in each suit at tout atout (BV3).
_MOST_BELOTES = 4
#: Bids of coinche are tens (VC5).
_BID_STEP = 10

#: Every reason why an entry may be refused.
MarqueReason = Literal[
    "over", "too_many_deals", "no_such_deal", "dealer_takes", "not_a_seat", "not_an_entry", "taker_of_other_team",
    "not_a_contract", "contract", "no_points", "points_and_renonce", "capot_and_renonce", "not_points",
    "too_many_points", "impossible_points", "capot_points", "not_belotes", "too_many_belotes", "belote_sans_atout",
    "belote_tout_atout", "not_annonces", "annonces_not_played", "annonces_of_both", "annonce_points",
    "too_many_annonces",
    "annonces_too_long", "carre_twice", "not_fallen", "misdeal_alone", "penalty_alone", "penalty_points",
    "partie_not_over", "too_many_parties", "no_bid", "no_bids", "not_a_bid", "not_bid_points", "capot_not_asked",
    "generale",
    "not_doubled", "surcoinche", "not_made", "not_counted", "has_left", "later_taker",
    "not_four_names", "not_a_name", "same_name", "reserved_name",
]  # fmt: skip
#: Reason → the id of the rule, and the text that errors show.
MARQUE_REASONS: dict[MarqueReason, tuple[str, str]] = {
    "over": ("BE2", "the partie is over"),
    "too_many_deals": ("BE1", f"a sheet has {MOST_DEALS} deals at most"),
    "no_such_deal": ("BD10", "there is no deal of this number"),
    "dealer_takes": ("BA6", "the dealer, last to speak, must take at this table"),
    "not_a_seat": ("BD1", "not a seat of the game"),
    "not_an_entry": ("BS1", "not a deal"),
    "taker_of_other_team": ("BA5", "the taker is not one of the takers"),
    "not_a_contract": ("BA3", "not a contract"),
    "contract": ("BA2", "sans atout and tout atout are not played at this table"),
    "no_points": ("BS1", "the points of the takers' plis are missing"),
    "points_and_renonce": ("BF1", "after a renonce no points are counted"),
    "capot_and_renonce": ("BF1", "after a renonce no capot is counted"),
    "not_points": ("BS1", "not a number of points"),
    "too_many_points": ("BC6", "a deal does not have so many points"),
    "impossible_points": ("BC6", "no plis have these points"),
    "capot_points": ("BS7", "the team with all plis has all points"),
    "not_belotes": ("BB1", "not a number of belotes for each team"),
    "too_many_belotes": ("BB1", "more belotes than the contract has"),
    "belote_tout_atout": ("VC20", "at this table there is no belote at tout atout"),
    "belote_sans_atout": ("BV2", "without trumps there is no belote"),
    "not_annonces": ("BN2", "not the points of annonces for each team"),
    "annonces_not_played": ("BN1", "annonces are not played at this table"),
    "annonces_of_both": ("BN7", "only one team scores its annonces"),
    "annonce_points": ("BN2", "no annonce is worth this"),
    "too_many_annonces": ("BN2", "a team cannot have so many annonces"),
    "annonces_too_long": ("BN2", "two hands do not hold these annonces"),
    "carre_twice": ("BN4", "there is only one such carré"),
    "not_fallen": ("BS5", "with these points the takers have not fallen"),
    "misdeal_alone": ("BD9", "after a misdeal nothing is counted"),
    "penalty_alone": ("BF1", "a penalty is an entry of its own"),
    "penalty_points": ("BF1", "not the points of a penalty"),
    "partie_not_over": ("BE1", "the partie is not over"),
    "too_many_parties": ("BE1", f"an evening has {MOST_PARTIES} parties at most"),
    "no_bid": ("VC14", "the bid is missing"),
    "no_bids": ("BA2", "this game has no bids and no coinche"),
    "not_a_bid": ("VC5", "not a bid of this table"),
    "not_bid_points": ("VK3", "not a number of points that can be bid at this table"),
    "capot_not_asked": ("BV6", "at this table nobody asks for a capot"),
    "generale": ("VC5", "at this table a générale cannot be bid"),
    "not_doubled": ("VC14", "not a factor of this table"),
    "surcoinche": ("VC12", "at this table a coinche ends the auction"),
    "not_made": ("VC22", "with these points the contract is not made"),
    "not_counted": ("VK7", "this game counts no capot, belote, annonces or renonce, and no contract is named"),
    "has_left": ("VK11", "the player has left"),
    "later_taker": ("VK11", "the taker of a later deal would have left before it"),
    **{reason: ("BD1", expected) for reason, expected in NAMES_EXPECTED.items()},
}


class MarqueRefusal(ActionRefusal, frozen=True):
    """Why an entry is refused.

    reason    a key of ``MARQUE_REASONS``
    value     what is not allowed, as text; "" if the reason needs no value
    expected  what would be allowed, as text; "" if there is no short answer
    """

    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = MARQUE_REASONS

    reason: MarqueReason
    value: str = ""
    expected: str = ""


def refusals(state: MarqueState, setup: MarqueTerms, action: MarqueAction) -> list[MarqueRefusal]:
    """Return the reasons why an action is refused; [] if it is allowed. Raises ArgumentError if it is not an action."""
    if isinstance(action, WriteDeal):
        if state.end is not None:
            return [MarqueRefusal("over")]
        if len(state.deals) >= MOST_DEALS:
            return [MarqueRefusal("too_many_deals")]
        return list(_entry_refusals(action.entry, setup.rules, state.totals))
    if isinstance(action, CorrectDeal):
        if not _is_count(action.number, 1, len(state.deals)):
            return [MarqueRefusal("no_such_deal", repr(action.number)[:20], _span(1, len(state.deals)))]
        before = state.deals[action.number - 2].totals if action.number > 1 else state.start
        found = list(_entry_refusals(action.entry, setup.rules, before))
        if not found and setup.rules.game in SHEETS:
            try:
                corrected(state, action.number, action.entry, setup.rules)
            except ArgumentError:
                found = [MarqueRefusal("later_taker")]
        return found
    players = setup.rules.variant.players
    if isinstance(action, SeatPlayers):
        return _names_refusals(action.names, players)
    if isinstance(action, SetDealer):
        if action.seat not in state.table.seats:
            return [MarqueRefusal("not_a_seat", repr(action.seat)[:20])]
        left = setup.rules.game in SHEETS and not state.totals[action.seat.index]
        return [MarqueRefusal("has_left", action.seat.value)] if left else []
    if isinstance(action, BeginPartie):
        if state.end is None:
            return [MarqueRefusal("partie_not_over")]
        if len(state.parties) >= MOST_PARTIES - 1:
            return [MarqueRefusal("too_many_parties")]
        return _names_refusals(action.names, players) if action.names is not None else []
    raise ArgumentError(f"{type(action).__name__} is not an action of a sheet")


def _names_refusals(names: object, players: int) -> list[MarqueRefusal]:
    found = names_problem(names, players)
    if found is None:
        return []
    expected = str(players) if found[0] == "not_four_names" else ""
    return [MarqueRefusal(found[0], found[1], expected)]


def legal_actions(state: MarqueState, setup: MarqueTerms) -> Iterator[MarqueAction]:
    """Yield actions that can be taken now: the next deal with every possible number of points for each taking side.

    Capots are among them, and a deal that nobody took if the table has such deals (BA6). Deals with a trump, belotes or
    annonces, and corrections, names and dealers, are not listed, even if they are legal; of bids for sheets only some.
    """
    rules = setup.rules
    if state.end is not None or len(state.deals) >= MOST_DEALS:
        return
    if rules.all_pass != "dealer_takes":
        yield WriteDeal()
    in_sheets = rules.game in SHEETS
    bids: tuple[Any, ...] = (None,)
    if in_sheets or rules.game == "coinche":
        bids = (10, 50, 60, 90, 130) if in_sheets else (*range(rules.bid_min, rules.bid_max + 1, 10), "capot")
    points = sorted(possible_points(SUITS[0], rules, _still_in(state.totals) if in_sheets else None))
    for side in state.table.sides:
        if in_sheets and not state.totals[side.index]:
            continue
        for bid in bids:
            for number in () if bid == "capot" else points:
                yield WriteDeal(DealEntry(side, number, bid=bid))
            for capot in () if in_sheets else state.table.sides:
                yield WriteDeal(DealEntry(side, capot=capot, bid=bid))


def annonce_values(contract: str | None, rules: BeloteRules) -> frozenset[int]:
    """Return all numbers of points that an annonce can be worth (BN2, BN4, BV2).

    *contract* is None if a suit was trump and the entry does not name it.
    """
    carres = {200, 150, 100} if contract == "SA" else {200, rules.carre_nine, rules.carre_ace, 100}
    return frozenset({rules.tierce, 50, 100, *carres})


def _entry_refusals(entry: DealEntry | None, rules: BeloteRules, totals: Points) -> Iterator[MarqueRefusal]:
    """Yield why an entry is refused. *totals* are those before the deal."""
    if entry is None:
        if rules.all_pass == "dealer_takes":
            yield MarqueRefusal("dealer_takes")
        return
    if not isinstance(entry, DealEntry) or not _is_typed(entry, rules):
        yield MarqueRefusal("not_an_entry", repr(entry)[:60])
        return
    if not entry.played:
        yield from _decision_refusals(entry, rules)
        return
    if entry.taker is not None and rules.variant.table.side(entry.taker) is not entry.team:
        yield MarqueRefusal("taker_of_other_team", entry.taker.value, entry.team.value)
    if rules.game in SHEETS:
        yield from _sheets_refusals(entry, rules, totals)
        return
    if entry.contract is not None and entry.contract not in CONTRACTS:
        yield MarqueRefusal("not_a_contract", repr(entry.contract)[:20], ", ".join(CONTRACTS))
        return
    if entry.contract is not None and entry.contract not in SUITS and not plays_all_trumps(rules):
        yield MarqueRefusal("contract", entry.contract)
    found = [
        *_bid_refusals(entry, rules),
        *_points_refusals(entry, rules),
        *_belote_refusals(entry, rules),
        *_annonce_refusals(entry, rules),
    ]
    yield from found
    if not found and entry.renonce is None and (entry.fallen or entry.made):
        made = result_of(entry, (0, 0), rules).outcome not in ("chute", "capot_defence")
        if made != entry.made or made == entry.fallen:
            reason: MarqueReason = "not_fallen" if made else "not_made"
            yield MarqueRefusal(reason, "" if entry.plis is None else str(entry.plis))


def plays_all_trumps(rules: BeloteRules) -> bool:
    """Return whether sans atout and tout atout are played (BV1, VC7, V3.12)."""
    return rules.contracts != "suits" or rules.sa_ta or rules.moderne


def _bid_refusals(entry: DealEntry, rules: BeloteRules) -> Iterator[MarqueRefusal]:
    """Yield why a contract of coinche is refused (VC5, VC12, VC14, VC24), or in other games a bid (BV6)."""
    bid, mult = entry.bid, entry.mult
    if rules.game != "coinche":
        if mult != 1 or entry.made or bid not in (None, "capot"):
            yield MarqueRefusal("no_bids")
        elif bid is not None and not rules.capot_asked:
            yield MarqueRefusal("capot_not_asked")
        return
    if bid is None:
        yield MarqueRefusal("no_bid")
    elif bid == "generale" and not rules.generale:
        yield MarqueRefusal("generale")
    elif bid not in ("capot", "generale") and (not _is_count(bid, rules.bid_min, rules.bid_max) or bid % _BID_STEP):
        yield MarqueRefusal("not_a_bid", repr(bid)[:20], _span(rules.bid_min, rules.bid_max))
    if mult not in (1, 2, rules.surcoinche):
        yield MarqueRefusal("not_doubled", repr(mult)[:20], f"1, 2, {rules.surcoinche}")
    elif mult > len(("none", "coinche")) and rules.coinche_ends:
        yield MarqueRefusal("surcoinche")


def _sheets_refusals(entry: DealEntry, rules: BeloteRules, sheets: Points) -> Iterator[MarqueRefusal]:
    """Yield why a deal of Belote de comptoir or the lyonnaise is refused (VK3, VK7, VK11)."""
    only = DealEntry(
        entry.team, entry.plis, entry.taker, fallen=entry.fallen, made=entry.made, bid=entry.bid, mult=entry.mult
    )
    if entry != only or entry.mult != 1:
        yield MarqueRefusal("not_counted")
        return
    if not sheets[entry.team.index]:
        yield MarqueRefusal("has_left", entry.team.value)
    possible = possible_points(SUITS[0], rules, _still_in(sheets))
    if not _is_count(entry.bid, 1, MOST_BID) or entry.bid % rules.bid_step:
        yield MarqueRefusal("not_bid_points", repr(entry.bid)[:20], _span(rules.bid_step, MOST_BID))
    elif entry.plis is None:
        if entry.fallen is entry.made:
            yield MarqueRefusal("no_points")
        elif entry.made and entry.bid > max(possible):
            yield MarqueRefusal("not_made", str(max(possible)))
    elif not _is_count(entry.plis):
        yield MarqueRefusal("not_points", repr(entry.plis)[:20], _span(0, MOST_BID))
    elif entry.plis not in possible:
        yield MarqueRefusal("impossible_points", str(entry.plis))
    elif entry.fallen and entry.plis >= entry.bid:
        yield MarqueRefusal("not_fallen", str(entry.plis))
    elif entry.made and entry.plis < entry.bid:
        yield MarqueRefusal("not_made", str(entry.plis))


def _still_in(sheets: Points) -> int:
    return sum(map(bool, sheets))


def _decision_refusals(entry: DealEntry, rules: BeloteRules) -> Iterator[MarqueRefusal]:
    """Yield why a misdeal or a penalty is refused; nothing else is counted in it."""
    if not entry.misdeal and rules.game in SHEETS:
        yield MarqueRefusal("not_counted")
    elif entry.misdeal:
        if entry != DealEntry(entry.team, misdeal=True):
            yield MarqueRefusal("misdeal_alone")
    elif entry != DealEntry(entry.team, penalty=entry.penalty, reason=entry.reason):
        yield MarqueRefusal("penalty_alone")
    elif not _is_count(entry.penalty, 1, MOST_PENALTY):
        yield MarqueRefusal("penalty_points", repr(entry.penalty)[:20], _span(1, MOST_PENALTY))
    elif not isinstance(entry.reason, str) or len(entry.reason) > MOST_REASON or not entry.reason.isprintable():
        yield MarqueRefusal("not_an_entry", repr(entry.reason)[:60])


def _is_typed(entry: DealEntry, rules: BeloteRules) -> bool:
    """Return whether the fields of an entry have values of their types, apart from numbers and the contract."""
    table = rules.variant.table
    return (
        isinstance(entry.team, Team)
        and entry.team in table.sides
        and all(team is None or team in table.sides for team in (entry.capot, entry.renonce))
        and (entry.taker is None or (isinstance(entry.taker, Seat) and entry.taker in table.seats))
        and all(isinstance(said, bool) for said in (entry.fallen, entry.misdeal, entry.made))
        and _is_count(entry.mult)
    )


def _points_refusals(entry: DealEntry, rules: BeloteRules) -> Iterator[MarqueRefusal]:
    points, whole = entry.plis, whole_deal(entry.contract or SUITS[0], rules)
    if entry.fallen and entry.made:
        yield MarqueRefusal("not_fallen")
    if entry.renonce is not None:
        if points is not None:
            yield MarqueRefusal("points_and_renonce", repr(points)[:20])
        if entry.capot is not None:
            yield MarqueRefusal("capot_and_renonce")
    elif entry.capot is not None:
        if points is not None:
            yield MarqueRefusal("capot_points", repr(points)[:20])
    elif points is None:
        bid = entry.bid
        unneeded = entry.made and bid is not None and not needs_points(bid, entry.mult, rules)
        if not entry.fallen and not unneeded:
            yield MarqueRefusal("no_points")
    elif not _is_count(points):
        yield MarqueRefusal("not_points", repr(points)[:20], _span(0, whole))
    elif points > whole:
        yield MarqueRefusal("too_many_points", str(points)[:20], str(whole))
    elif points not in possible_points(entry.contract or SUITS[0], rules):
        yield MarqueRefusal("impossible_points", str(points))


def _belote_refusals(entry: DealEntry, rules: BeloteRules) -> Iterator[MarqueRefusal]:
    belotes = entry.belotes
    if not _is_by_side(belotes, rules) or not all(_is_count(number, 0, _MOST_BELOTES) for number in belotes):
        yield MarqueRefusal("not_belotes", repr(belotes)[:40])
    elif any(belotes) and (entry.contract == "SA" or (entry.contract == "TA" and not rules.ta_belote)):
        yield MarqueRefusal("belote_sans_atout" if entry.contract == "SA" else "belote_tout_atout")
    elif sum(belotes) > (most := _MOST_BELOTES if entry.contract == "TA" else 1):
        yield MarqueRefusal("too_many_belotes", str(sum(belotes)), str(most))


def _annonce_refusals(entry: DealEntry, rules: BeloteRules) -> Iterator[MarqueRefusal]:
    annonces = entry.annonces
    if not _is_by_side(annonces, rules) or not all(isinstance(points, tuple) for points in annonces):
        yield MarqueRefusal("not_annonces", repr(annonces)[:40])
        return
    if not any(annonces):
        return
    if not rules.annonces:
        yield MarqueRefusal("annonces_not_played")
        return
    own, side = annonces[entry.team.index : entry.team.index + 1], entry.team.index
    if any(own) and any((*annonces[:side], *annonces[side + 1 :])) and entry.renonce is None:
        yield MarqueRefusal("annonces_of_both")
    values = annonce_values(entry.contract, rules)
    hands = rules.variant.players // rules.variant.sides
    most = hands * (_MOST_SHARED if rules.shared_cards else _MOST_APART)
    for points in annonces:
        if len(points) > most:
            yield MarqueRefusal("too_many_annonces", str(len(points)), str(most))
            return
        for number in points:
            if not _is_count(number) or number not in values:
                yield MarqueRefusal("annonce_points", repr(number)[:20], ", ".join(map(str, sorted(values))))
                return
    every = sum(annonces, ())
    # A carré of V is the only annonce of 200, one of 9 that of 150 (of 10 at sans atout), and one of A that of 110.
    twice = [number for number in sorted({200, 150, rules.carre_nine, 110} & set(every)) if every.count(number) > 1]
    for number in twice:
        yield MarqueRefusal("carre_twice", str(number))
    if not twice:
        for points in annonces:
            if not _hands_hold(points, hands, rules):
                yield MarqueRefusal("annonces_too_long", " ".join(map(str, points)))


def _hands_hold(values: tuple[int, ...], number: int, rules: BeloteRules) -> bool:
    """Return whether the annonces of a side, given by their points, fit in its hands, two of a team or one.

    Each way to divide them between the hands is tried, and for 100 both a cent and a carré. This counts cards, not
    ranks: with ``shared_cards=False`` a few sets, such as carrés of V and 9 with a cinquante, fit and yet do not exist.
    """
    hands: set[tuple[tuple[int, ...], tuple[int, ...]]] = {((), ())}
    for value in values:
        hands = {
            pair
            for first, second in hands
            for size in _annonce_sizes(value, rules)
            for pair in ((tuple(sorted((*first, size))), second), (first, tuple(sorted((*second, size)))))[:number]
            if _hand_holds(pair[0], rules) and _hand_holds(pair[1], rules)
        }
    return bool(hands)


def _annonce_sizes(value: int, rules: BeloteRules) -> tuple[int, ...]:
    """Return the fewest cards of the annonces that have a value: 3 to 5 for a sequence, 0 for a carré."""
    if value == rules.tierce:
        return (3,)
    if value == _CINQUANTE:
        return (4,)
    return (5, 0) if value == _CENT else (0,)


def _hand_holds(sizes: tuple[int, ...], rules: BeloteRules) -> bool:
    """Return whether a hand has cards enough for annonces, by ``_annonce_sizes``; each sequence crosses each carré."""
    carres = sizes.count(0)
    crossings = carres * (len(sizes) - carres) if rules.shared_cards else 0
    return sum(sizes) + _CARRE_SIZE * carres - crossings <= rules.variant.hand


def _is_by_side(value: tuple[Any, ...], rules: BeloteRules) -> bool:
    """Return whether a value has an item for each side; an entry without belotes or annonces has those of two."""
    return isinstance(value, tuple) and (
        len(value) == rules.variant.sides or (len(value) == len(("one", "other")) and not any(value))
    )


def _is_count(value: object, least: int = 0, most: float = inf) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _span(least: int, most: int) -> str:
    """Return numbers as a text that needs no language: "1-4", "1"; "" if there are none."""
    return f"{least}-{most}" if least < most else str(least) if least == most else ""
