"""What follows by itself from a state of Belote: the pli is taken, the deal is counted, the next one is dealt.

``DUE`` has the function of each phase. Start reading there.
"""

from __future__ import annotations

from .auction import Comptoir
from .cards import Card
from .deals.comptoir import cards_to_deal
from .deals.deal import Setup, retourne_of
from .deals.rows import first_rows, full_rows
from .donne import (
    Sheet,
    annonces_judged,
    deal_ended,
    dealer_after,
    end_of,
    unplayed,
)
from .events import (
    PASSED,
    Completed,
    Dealt,
    Event,
    PartieEnded,
    PliTaken,
    Turned,
)
from .options import SHEETS
from .seats import ALL_SEATS, Seat, playing_order
from .state import State, cards_to_turn


def first_deal(setup: Setup) -> Dealt:
    """Return the first event of a partie: its first deal, from the pack and the dealer of the terms (BD2, BD5)."""
    return _dealt(1, setup.dealer, setup.pack_of(1, None, ()), Sheet.new(setup.rules), setup)


def _dealt(
    number: int, dealer: Seat, pack: tuple[Card, ...], sheet: Sheet, setup: Setup, cards_before: int = 0
) -> Dealt:
    """Return the event that begins a deal. *cards_before* is that of ``comptoir.cards_to_deal``."""
    rules = setup.rules
    if rules.game not in SHEETS:
        up = first_rows(pack, rules.game, dealer.index).up if rules.game == "bis" else ()
        return Dealt(number, dealer, retourne_of(pack, rules), pack, up=up)
    still = [seat for seat, left in enumerate(sheet.points) if left]
    order = playing_order(dealer.index, tuple(still), clockwise=rules.clockwise)
    played = sum(ended.taker is not None for ended in sheet.ended)
    cards = cards_to_deal(rules, played, cards_before)
    return Dealt(number, dealer, None, pack, order=tuple([ALL_SEATS[seat] for seat in order]), cards=cards)


def _complete(state: State, setup: Setup) -> Event:
    donne = state.donne
    if donne.taker is None:
        raise TypeError("nobody took")
    game, dealt = setup.rules.game, donne.dealt
    up = full_rows(dealt.pack, game, dealt.dealer.index).up if game == "decouverte" else ()
    return Completed(donne.taker, donne.contract, up=up)


def _pli_of(state: State, setup: Setup) -> Event:
    table, taken, pli, worth = state.donne.table, state.taken, state.pli, 0
    points = table.points if setup.rules.ta_values == "rescaled" else table.plain
    for card in pli:
        worth += points[card.index]
    opener = taken[-1].seat if taken else state.donne.opener
    return PliTaken(len(taken) + 1, ALL_SEATS[state.holder], opener, pli, worth)


def _judge(state: State, setup: Setup) -> Event:
    return annonces_judged(state.donne, setup.rules)


def _count(state: State, setup: Setup) -> Event:
    if state.donne.taker is None:
        return unplayed(state.donne, PASSED, setup.rules)
    return deal_ended(state.donne, state.taken, setup.rules)


def _void(state: State, setup: Setup) -> Event:
    return unplayed(state.donne, "void", setup.rules)


def _next(state: State, setup: Setup) -> Event:
    sheet, dealt = state.sheet, state.donne.dealt
    if setup.rules.game in SHEETS:
        return _next_with_sheets(state, setup)
    won = end_of(sheet, setup.rules).winner
    if won is not None:
        return PartieEnded(sheet.points, setup.rules.variant.table.sides[won])
    number, dealer = dealt.number + 1, ALL_SEATS[state.donne.order[0]]
    if state.donne.taker is None and setup.rules.all_pass == "same_dealer":
        dealer = dealt.dealer
    return _dealt(number, dealer, setup.pack_of(number, dealt, state.taken), sheet, setup)


def _turn(state: State, setup: Setup) -> Event:
    seat, card = cards_to_turn(state)[0]
    return Turned(ALL_SEATS[seat], card)


def _next_with_sheets(state: State, setup: Setup) -> Event:
    """Return the end of the partie once one player is left (VK11), or the next deal (VK4, VK13)."""
    sheet, donne = state.sheet, state.donne
    still = [seat for seat, left in enumerate(sheet.points) if left]
    if len(still) == 1:
        return PartieEnded(sheet.points, loser=setup.rules.variant.table.sides[still[0]])
    number = donne.dealt.number + 1
    cards = donne.auction.cards if isinstance(donne.auction, Comptoir) else 0
    pack = setup.pack_of(number, donne.dealt, state.taken, cards)
    dealer = dealer_after(donne, sheet, setup.rules)
    return _dealt(number, ALL_SEATS[dealer], pack, sheet, setup, 0 if state.taken else cards)


#: Phase → the function that returns the event that follows automatically; None where a player has to act or the
#: partie is over.
DUE = (None, None, None, None, _complete, _pli_of, _judge, _count, _next, _turn, _void)
