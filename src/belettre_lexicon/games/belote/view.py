"""Views in Belote: what one seat may know. States that differ only in hidden cards give equal views.

Front-ends show players only their own view, and bots are given nothing else.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ...base.errors import ArgumentError
from ..kit.seats import Points
from .actions import Action
from .auction import Auction, Comptoir, Lyonnaise
from .cards import Card, Contract, cards_of, mask_of
from .deals.comptoir import cards_seen, dealt_out, face_up, known_cards
from .deals.deal import CLASSIC, HandMasks, Setup, first_hands
from .deals.rows import Column
from .donne import Belote
from .events import AnnoncesJudged, Announced, CardsSaid, Completed, DealEnded, Dealt, Event, PliTaken, Spoken
from .legality import legal_actions
from .rules import BeloteRules
from .scoring.annonces import Annonce, find_annonces
from .seats import ALL_SEATS, Seat
from .state import AWAITS, CLAIM, LAY, OVER, SPEAK, BeloteAwaits, State


class View(msgspec.Struct, frozen=True, gc=False):
    """A partie as *seat* may know it.

    rules      the house rules
    number     the number of the deal, from 1
    dealer     the seat that dealt
    awaits     "speak", "lay", "claim" or "over"
    turn       the seat that has to act; None if the partie is over
    hand_mask  the cards in the hand of the seat now, as a mask; ``hand`` has the same cards as objects
    cards      how many cards each player got in this deal; 0 as long as the dealer has to say it (VK2)
    seen       the cards that the seat sees in each hand now, as masks, by ``Seat.index``: its own, those face up, and
               those that were taken from the chien before all eyes; all hands but its own if it plays blind (VK16, VL8)
    chien      the cards of the chien, if the seat may see them (VL2, VL3); otherwise ()
    bid        the last bid of Belote de comptoir or of the lyonnaise; None before it, and in other games
    retourne   the card that was turned up; once the prise is over, the taker got it (BD7). None in games without one
    order      the seats in the order in which they are dealt to, speak and play; the dealer is the last. Players who
               have left are not among them (VK11)
    spoken     what was said in the auction, in order
    auction    where the auction stands; after it, how it ended. In coinche it has the contract with its value (VC14);
               in the lyonnaise it has no hands, and the chien only if the seat may see it
    contract   what is trump; None before anybody took
    taker      the player who took last; None before anybody took
    opener     the seat that opens this pli (BP1, BP10)
    pli        its cards in the order laid; ``laid`` has them with their seats
    holder     the seat that holds it (BP2); None if the pli is empty
    taken      the plis of the deal that are over, with opener and winner
    said       the annonces said (BN6)
    judged     how the annonces were judged, with those that were shown (BN7); None before that, or if nobody said any
    belotes    the belotes that were said (BB2)
    points     the points written, by ``Team.index``; in Belote de comptoir, what is left of the sheets
    waiting    the points that wait after a litige, as written (BS6)
    claimed    whether each side has claimed a forgotten « Rebelote » (BB3)
    ended      the deals that are over
    allowed    the mask of the cards that this seat may lay now; 0 if it may lay none
    actions    the actions that this seat may take now, as ``legal_actions`` lists them; () if it has to wait
    rows       with two players, the columns of both rows by ``Seat.index`` (V2.8); () in other games
    """

    seat: Seat
    rules: BeloteRules
    number: int
    dealer: Seat
    awaits: BeloteAwaits
    turn: Seat | None
    hand_mask: int
    cards: int
    seen: tuple[int, ...]
    chien: tuple[Card, ...]
    bid: int | None
    retourne: Card | None
    order: tuple[Seat, ...]
    spoken: tuple[Spoken, ...]
    auction: Auction
    contract: Contract | None
    taker: Seat | None
    opener: Seat
    pli: tuple[Card, ...]
    holder: Seat | None
    taken: tuple[PliTaken, ...]
    said: tuple[Announced, ...]
    judged: AnnoncesJudged | None
    belotes: tuple[Belote, ...]
    points: Points
    waiting: int
    claimed: tuple[bool, ...]
    ended: tuple[DealEnded, ...]
    allowed: int
    actions: tuple[Action, ...]
    rows: tuple[tuple[Column, ...], ...] = ()

    @property
    def held(self) -> int:
        """The mask of the cards that the seat may lay when its turn comes: its hand, and its face-up cards (V2.6)."""
        row = self.rows[self.seat.index] if self.rows else ()
        return self.hand_mask | mask_of([column.card for column in row if column.card is not None])

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that the seat holds now, by ``Card.index``."""
        return cards_of(self.hand_mask)

    @property
    def laid(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards of this pli, each with the seat that laid it, in the order laid."""
        place = self.order.index(self.opener)
        seats = self.order[place:] + self.order[:place]
        return tuple(zip(seats, self.pli, strict=False))

    @property
    def annonces(self) -> tuple[Annonce, ...]:
        """The annonces among the cards that the seat holds now, strongest first.

        () before anybody took, or if annonces are not played.
        """
        if self.contract is None or not self.rules.annonces:
            return ()
        return find_annonces(self.hand_mask, self.contract, self.rules)


def view(state: State, setup: Setup, seat: Seat) -> View:
    """Return the view that *seat* has of a state. Raises ArgumentError if *seat* is not a seat."""
    if not isinstance(seat, Seat):
        raise ArgumentError(f"seat {seat!r:.40}: expected a Seat (BD1), such as Seat.of returns")
    donne, sheet, dealt = state.donne, state.donne.sheet, state.donne.dealt
    table, turn = setup.rules.variant.table, ALL_SEATS[state.turn]
    if seat not in table.seats:
        raise ArgumentError(f"seat {seat.value}: expected one of {', '.join(one.value for one in table.seats)}")
    rows = donne.rows
    mine = turn is seat and state.phase != OVER
    seen, chien = _seen(state, setup, seat.index), _seen_chien(donne.auction, setup.rules)
    claims = state.phase == CLAIM and table.side(turn) is table.side(seat)
    speaks = state.phase == SPEAK or (state.phase == LAY and not state.played)
    actions = legal_actions(state, setup) if mine or claims or speaks else ()
    return View(
        seat=seat,
        rules=setup.rules,
        number=dealt.number,
        dealer=dealt.dealer,
        awaits=AWAITS[state.phase],
        turn=None if state.phase == OVER else turn,
        hand_mask=seen[seat.index],
        cards=donne.auction.cards if isinstance(donne.auction, Comptoir) else setup.rules.variant.hand,
        seen=seen,
        chien=chien,
        bid=donne.bid,
        retourne=dealt.retourne,
        order=tuple([ALL_SEATS[index] for index in donne.order]),
        spoken=donne.spoken,
        auction=donne.auction.seen(chien) if isinstance(donne.auction, Lyonnaise) else donne.auction,
        contract=donne.contract,
        taker=donne.taker,
        opener=ALL_SEATS[state.opener],
        pli=state.pli,
        holder=ALL_SEATS[state.holder] if state.pli else None,
        taken=state.taken,
        said=donne.said,
        judged=donne.judged,
        belotes=donne.belotes,
        points=sheet.points,
        waiting=sheet.waiting[0],
        claimed=sheet.claimed,
        ended=sheet.ended,
        allowed=state.allowed if mine else 0,
        # Some words may be said out of turn (VC11, BD11).
        actions=tuple(actions)
        if claims
        else tuple([action for action in actions if getattr(action, "seat", None) is seat]),
        rows=() if rows is None else tuple([rows.columns(one, state.played, donne.covered) for one in (0, 1)]),
    )


def _seen(state: State, setup: Setup, seat: int) -> HandMasks:
    """Return the cards that a seat sees in each hand, as masks (VK16, VL8). In other games they are its own cards."""
    donne, rules = state.donne, setup.rules
    if not isinstance(donne.auction, Comptoir):
        hand = state.hand(seat) if donne.rows is None else state.hand(seat) & ~donne.rows.mask(seat)
        return tuple([hand if other == seat else 0 for other in range(len(donne.hands))])
    known = known_cards(face_up(donne.dealt.pack, donne.order, donne.auction.cards, rules), donne.spoken)
    return cards_seen(seat, state.hands, known, blind=rules.blind, auction_over=donne.auction.turn is None)


def _seen_chien(auction: Auction, rules: BeloteRules) -> tuple[Card, ...]:
    """Return the cards of the chien if everybody may see them: from the deal on, or once they are turned up."""
    if isinstance(auction, Lyonnaise) and (rules.chien_open or auction.turned_up):
        return cards_of(auction.chien)
    return ()


def seen_by(event: Event, seat: Seat | None, hand: tuple[Card, ...] = (), rules: BeloteRules = CLASSIC) -> Event:
    """Return an event as *seat* may know it when it happens. For a spectator, *seat* is None.

    The returned ``Dealt`` contains only the cards of the seat, dealt by the *rules*; none if players play blind (VK15).
    A ``Completed`` or ``CardsSaid`` in a log contains no cards: the returned one contains *hand*, the cards that the
    seat sees in its hand after the event; () to leave them out.
    """
    if isinstance(event, Dealt):
        if seat is None or not event.pack:
            return replace(event, pack=(), hand=() if seat is None else event.hand)
        if event.order:
            hands = dealt_out(event.pack, tuple([one.index for one in event.order]), event.cards, rules)[0]
            mask = 0 if rules.blind else hands[seat.index]
        else:
            mask = first_hands(event.pack, event.dealer, rules)[seat.index]
        return replace(event, pack=(), hand=cards_of(mask))
    if isinstance(event, Completed | CardsSaid) and seat is not None:
        return replace(event, hand=hand)
    return event
