"""The state of a partie of Belote, and how events change it.

``evolve`` returns the state after an event; ``consequences`` tells which event follows automatically from a state.
States hold seats as indexes and hands as masks (``cards``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import add
from typing import Literal

import msgspec
from msgspec.structs import replace

from ..kit.machine import Dispatch
from ..kit.seats import Points
from . import auction as auctions
from .auction import Lyonnaise
from .cards import SANS_ATOUT, SUITS, TOUT_ATOUT, Card, mask_of, points_in, tables
from .deals.comptoir import dealt_out
from .deals.deal import HandMasks, Setup, first_hands, full_hands, order_of
from .deals.rows import COLUMNS, due_to_turn, first_rows, full_rows, last_cards, was_hidden
from .donne import (
    BEGUN,
    FORGOTTEN,
    LOST,
    SCORED,
    Belote,
    BeloteStage,
    Donne,
    Sheet,
)
from .events import (
    BELOTE,
    REBELOTE,
    AnnoncesJudged,
    Announced,
    BeloteWord,
    BidMade,
    Cancelled,
    CardsSaid,
    ChienTaken,
    Claimed,
    Coinched,
    Completed,
    DealEnded,
    Dealt,
    Event,
    Laid,
    PartieEnded,
    PassedOn,
    PliTaken,
    Spoken,
    Surcoinched,
    Swapped,
    Taken,
    Turned,
    Voided,
    WentDirect,
    action_of,
)
from .play import legal_mask
from .seats import ALL_SEATS, following_of

#: What a partie waits for: a pass or a take (BA), a card (BP), a claim of a forgotten « Rebelote » (BB3), or nothing.
BeloteAwaits = Literal["speak", "lay", "claim", "over"]
AWAITS: tuple[BeloteAwaits, ...] = ("speak", "lay", "claim", "over")
#: Phases of a partie. In the first four a player has to act or the partie is over; in the others, an event follows.
SPEAK, LAY, CLAIM, OVER, COMPLETE, PLI, JUDGE, COUNT, NEXT, TURN, VOID = range(11)
#: A hand with fewer points is weak (BD11).
WEAK_HAND = 11


class State(msgspec.Struct, frozen=True, gc=False):
    """A partie at one moment. States are never changed, only replaced.

    phase    SPEAK, LAY, CLAIM or OVER; between an event and those that follow from it, another phase
    turn     the index of the seat that has to act
    donne    what was dealt and said in this deal, and the score sheet
    holder   the index of the seat that holds the pli; that of the opener if the pli is empty
    allowed  the mask of the cards that the seat whose turn it is may lay; 0 unless the phase is LAY or JUDGE
    played   the mask of the cards that were laid in this deal
    pli      the cards of the pli, in the order laid
    best     the ``Card.index`` of the card that holds the pli; 0, without meaning, if the pli is empty
    taken    the plis of the deal that are over
    """

    phase: int
    turn: int
    donne: Donne
    holder: int
    allowed: int = 0
    played: int = 0
    pli: tuple[Card, ...] = ()
    best: int = 0
    taken: tuple[PliTaken, ...] = ()

    def hand(self, seat: int) -> int:
        """Return the cards that a seat holds, as a mask. *seat* is its index."""
        return self.donne.hands[seat] & ~self.played

    @property
    def hands(self) -> HandMasks:
        """The cards that the seats hold, as masks, by ``Seat.index``."""
        return tuple([hand & ~self.played for hand in self.donne.hands])

    @property
    def opener(self) -> int:
        """The index of the seat that opens the pli (BP1, BP10); in the prise, of the seat right of the dealer."""
        return (self.taken[-1].seat if self.taken else self.donne.opener).index

    @property
    def sheet(self) -> Sheet:
        """The score sheet of the deals that are over, with the points that wait and the claims (BS6, BB3)."""
        return self.donne.sheet


def first_state(event: Dealt, setup: Setup, sheet: Sheet | None = None) -> State:
    """Return the state after the event that begins a deal.

    *sheet* is the score sheet of the deals before it; None at the beginning of a partie.
    """
    rules = setup.rules
    auction: auctions.Auction
    if event.order:
        order = tuple([seat.index for seat in event.order])
        hands, auction = dealt_out(event.pack, order, event.cards, rules)
    else:
        order = order_of(event.dealer, rules)
        hands = first_hands(event.pack, event.dealer, rules)
        auction = auctions.opened(order, event.retourne, rules)
    donne = Donne(
        event,
        hands,
        sheet or Sheet.new(rules),
        order,
        len(order),
        following_of(order),
        rules.variant.table.partners,
        auction,
        ALL_SEATS[order[0]],
        rows=first_rows(event.pack, rules.game, event.dealer.index) if rules.game in COLUMNS else None,
    )
    # VC3: where all cards lie before the auction, weak hands are told before the first word, by the plain points.
    void = rules.weak_hand == "any" and not rules.variant.retourne and _is_weak(hands, SANS_ATOUT)
    return State(VOID if void else SPEAK, auction.turn or 0, donne, holder=order[0])


def evolve(state: State, event: Event, setup: Setup) -> State:
    """Return the state after an event, which must be one that can follow; the rules are not checked again."""
    return EVOLVE[event.__class__](event, state, setup)


def word_of(state: State, setup: Setup, card: Card, says: bool) -> BeloteWord:
    """Return what the player whose turn it is says with a card of a belote: « Belote », « Rebelote » or nothing (BB2).

    card  the card that the player lays
    says  False if the player keeps silent or forgets to say the word; the result is then ""
    """
    if not says:
        return ""
    if state.hand(state.turn) & state.donne.pairs & PAIRS[card.suit][0] & ~card.bit:  # the other one is still in hand
        return "" if setup.rules.king_first and card.rank != "R" else BELOTE
    if any(belote.suit == card.suit for belote in state.donne.belotes):
        return REBELOTE
    return BELOTE if setup.rules.belote_hidden and _was_hidden(state, setup, card) else ""


def _was_hidden(state: State, setup: Setup, card: Card) -> bool:
    """Return whether a card makes a belote that could not be said because it lay face down before (V2.11)."""
    rows, pair = state.donne.rows, PAIRS[card.suit][0]
    if rows is None or not state.donne.pairs & card.bit or not state.played & pair:
        return False
    if setup.rules.king_first and card.rank == "R":
        return False
    laid = [one for pli in state.taken for one in pli.cards] + [*state.pli, card]
    first = next(one for one in laid if one.bit & pair)
    return was_hidden(rows, card, first, laid)


def with_states(events: Iterable[Event], setup: Setup) -> Iterator[tuple[State | None, Event, State]]:
    """Yield each event of a log as a tuple: the state before it, the event, and the state after it.

    The state before the first event is None. Raises TypeError if the log does not begin with a deal.
    """
    before: State | None = None
    for event in events:
        if before is not None:
            after = evolve(before, event, setup)
        elif isinstance(event, Dealt):
            after = first_state(event, setup)
        else:
            raise TypeError(f"expected a partie to begin with a deal, got {event!r:.80}")
        yield before, event, after
        before = after


#: Contract → the masks of the pairs of R and D that make a belote (BB1, BV2, BV3).
PAIRS: dict[str, tuple[int, ...]] = {suit: (mask_of((Card(suit, "D"), Card(suit, "R"))),) for suit in SUITS}
PAIRS |= {"SA": (), "TA": tuple(PAIRS[suit][0] for suit in SUITS)}


def _spoken(event: Spoken, state: State, setup: Setup) -> State:
    donne = state.donne
    if isinstance(event, CardsSaid):
        hands, dealt = dealt_out(donne.dealt.pack, donne.order, event.cards, setup.rules)
        donne = replace(donne, hands=hands, auction=dealt, spoken=(*donne.spoken, event))
        return replace(state, turn=donne.order[0], donne=donne)
    auction = auctions.after(donne.auction, action_of(event), setup.rules)  # type: ignore[arg-type]  # never None
    turn, taker = auction.turn, auction.taker
    phase = SPEAK if turn is not None else COUNT if taker is None else COMPLETE
    spoken = (*donne.spoken, event)
    donne = replace(
        donne,
        auction=auction,
        spoken=spoken,
        contract=auction.trump,
        taker=None if taker is None else ALL_SEATS[taker],
    )
    if isinstance(auction, Lyonnaise):
        donne = replace(donne, hands=auction.hands)
    return replace(state, phase=phase, turn=state.turn if turn is None else turn, donne=donne)


def _completed(event: Completed, state: State, setup: Setup) -> State:
    donne = state.donne
    dealt = donne.dealt
    if event.contract is None:  # the taker's first card makes trump (VK5)
        opener = event.seat.index
        donne = replace(donne, opener=event.seat)
        return State(LAY, opener, donne, holder=opener, allowed=donne.hands[opener])
    rows = donne.rows
    if rows is None:
        hands = held = full_hands(dealt.pack, dealt.dealer, event.seat, donne.hands, setup.rules)
    else:
        dealer, game = dealt.dealer.index, setup.rules.game
        rows, later = full_rows(dealt.pack, game, dealer), last_cards(dealt.pack, game, dealer, event.seat.index)
        hands = tuple([donne.hands[seat] | later[seat] | mask_of(rows.up[seat]) for seat in (0, 1)])
        held = tuple([hands[seat] | rows.mask(seat) for seat in (0, 1)])
    belotes = PAIRS[event.contract] if event.contract != TOUT_ATOUT or setup.rules.ta_belote else ()
    pairs = sum(pair for pair in belotes for hand in held if hand & pair == pair)
    opener, table = auctions.opener(donne.auction, setup.rules), tables(event.contract)
    donne = replace(donne, hands=hands, pairs=pairs, table=table, opener=ALL_SEATS[opener], rows=rows)
    if setup.rules.game == "three" and setup.rules.defenders_partners:
        first, second = (seat for seat in donne.order if seat != event.seat.index)
        partners = [-1, -1, -1]  # V3.6: the defenders play together
        partners[first], partners[second] = second, first
        donne = replace(donne, partners=tuple(partners))
    if setup.rules.weak_hand == "any" and setup.rules.variant.retourne and _is_weak(hands, event.contract):
        return State(VOID, opener, donne, holder=opener)
    return State(LAY, opener, donne, holder=opener, allowed=hands[opener])


def _is_weak(hands: HandMasks, contract: str) -> bool:
    """Return whether a hand has so few points that the deal is void (BD11)."""
    return any(points_in(hand, contract, "plain") < WEAK_HAND for hand in hands)


def _laid(event: Laid, state: State, setup: Setup) -> State:
    # The hot path of the game: one State is made, and every step is a look-up in the tables of the contract.
    card, turn, best, holder, donne = event.card, state.turn, state.best, state.holder, state.donne
    played = state.played | card.bit
    pli = state.pli + (card,)  # noqa: RUF005  # quicker than unpacking
    if not state.pli:
        best, holder = card.index, turn
        if donne.contract is None:  # VK5
            donne = replace(donne, contract=card.suit, table=tables(card.suit))
    elif donne.table.beats[best] & card.bit:
        best, holder = card.index, turn
    if donne.pairs & card.bit:
        donne = replace(donne, belotes=_with_belote(event, state, setup))
    turn = donne.following[turn]
    if len(pli) < donne.players:
        hand, partner_holds = donne.hands[turn] & ~played, holder == donne.partners[turn]
        allowed = legal_mask(hand, pli[0].index, best, partner_holds, donne.table, setup.rules)
        phase = JUDGE if donne.said and donne.judged is None and state.taken and not donne.cancelled else LAY
    else:
        turn, allowed, phase = holder, 0, PLI
    after = State(phase, turn, donne, holder, allowed, played=played, pli=pli, best=best, taken=state.taken)
    return after if donne.rows is None else _turning(after, setup)


def _turning(state: State, setup: Setup) -> State:
    """Return the state, in the phase TURN if a face-down card is to be turned up now (V2.7)."""
    at_once = setup.rules.turn == "play" or not state.pli
    return replace(state, phase=TURN) if at_once and cards_to_turn(state) else state


def cards_to_turn(state: State) -> list[tuple[int, Card]]:
    """Return the face-down cards that are to be turned up, with the indexes of their seats (V2.7)."""
    rows = state.donne.rows
    return [] if rows is None else due_to_turn(rows, state.played, state.donne.covered)


def _turned(event: Turned, state: State, setup: Setup) -> State:
    seat, hands = event.seat.index, list(state.donne.hands)
    hands[seat] |= event.card.bit
    state = replace(state, donne=replace(state.donne, hands=tuple(hands)))
    if cards_to_turn(state):
        return state
    if len(state.pli) == len(hands):
        return replace(state, phase=PLI)
    return replace(state, phase=LAY, allowed=state.allowed if state.pli else state.hand(state.turn))


def _with_belote(event: Laid, state: State, setup: Setup) -> tuple[Belote, ...]:
    suit, rules = event.card.suit, setup.rules
    if event.said == BELOTE:
        both_laid = PAIRS[suit][0] & ~event.card.bit & state.played  # with the second card, by an option (V2.11)
        stage: BeloteStage = SCORED if both_laid or rules.rebelote == "optional" else BEGUN
        return (*state.donne.belotes, Belote(event.seat, suit, stage))
    if event.said == REBELOTE:
        stage = SCORED
    else:
        may_claim = rules.rebelote == "once" and not state.sheet.claimed[rules.variant.table.side(event.seat).index]
        stage = FORGOTTEN if may_claim else LOST
    return tuple(
        replace(belote, stage=stage) if belote.suit == suit and belote.stage == BEGUN else belote
        for belote in state.donne.belotes
    )


def _pli_taken(event: PliTaken, state: State, setup: Setup) -> State:
    turn, donne = state.holder, state.donne
    taken = state.taken + (event,)  # noqa: RUF005  # quicker than unpacking
    allowed = donne.hands[turn] & ~state.played
    if donne.rows is not None and cards_to_turn(state):
        return State(TURN, turn, donne, holder=turn, allowed=allowed, played=state.played, taken=taken)
    if allowed:
        return State(LAY, turn, donne, holder=turn, allowed=allowed, played=state.played, taken=taken)
    phase, turn = _counting(donne, setup)
    return State(phase, turn, donne, holder=turn, played=state.played, taken=taken)


def _counting(donne: Donne, setup: Setup) -> Points:
    """Return the phase after the last pli, and the index of the seat that acts: CLAIM if a side may still claim."""
    for belote in donne.belotes:
        side = setup.rules.variant.table.side(belote.seat)
        if belote.stage == FORGOTTEN and not donne.sheet.claimed[side.index]:
            return CLAIM, belote.seat.index
    return COUNT, 0


def _claimed(event: Claimed, state: State, setup: Setup) -> State:
    donne = state.donne
    sheet, belotes = donne.sheet, list(donne.belotes)
    place = next(place for place, belote in enumerate(belotes) if belote.stage == FORGOTTEN)
    belotes[place] = replace(belotes[place], stage=SCORED if event.claims else LOST)
    if event.claims:
        claimed = [has or side == event.team.index for side, has in enumerate(sheet.claimed)]
        sheet = replace(sheet, claimed=tuple(claimed))
    donne = replace(donne, belotes=tuple(belotes), sheet=sheet)
    phase, turn = _counting(donne, setup)
    return replace(state, phase=phase, turn=turn, donne=donne)


def _deal_over(event: DealEnded, state: State, setup: Setup) -> State:
    sheet = state.sheet
    after = replace(
        sheet,
        points=tuple(map(add, sheet.points, event.points)),
        exact=tuple(map(add, sheet.exact, event.exact)),
        waiting=event.waiting,
        ended=(*sheet.ended, event),
    )
    return replace(state, phase=NEXT, donne=replace(state.donne, sheet=after))


#: Type of an event → the function that returns the state after it.
EVOLVE = (
    Dispatch[[State, Setup], State]()
    .on(Dealt, lambda event, state, setup: first_state(event, setup, state.sheet))
    .on(PassedOn, _spoken)
    .on(Taken, _spoken)
    .on(BidMade, _spoken)
    .on(CardsSaid, _spoken)
    .on(WentDirect, _spoken)
    .on(ChienTaken, _spoken)
    .on(Swapped, _spoken)
    .on(Coinched, _spoken)
    .on(Surcoinched, _spoken)
    .on(Completed, _completed)
    .on(
        Announced,
        lambda event, state, setup: replace(state, donne=replace(state.donne, said=(*state.donne.said, event))),
    )
    .on(Cancelled, lambda event, state, setup: replace(state, donne=replace(state.donne, cancelled=True)))
    .on(Voided, lambda event, state, setup: replace(state, phase=VOID, allowed=0))
    .on(Laid, _laid)
    .on(Turned, _turned)
    .on(PliTaken, _pli_taken)
    .on(AnnoncesJudged, lambda event, state, setup: replace(state, phase=LAY, donne=replace(state.donne, judged=event)))
    .on(Claimed, _claimed)
    .on(DealEnded, _deal_over)
    .on(PartieEnded, lambda event, state, setup: replace(state, phase=OVER))
)
