"""Floor 3. The state of a partie and how events change it: pure functions, so that state = replay(log).

``evolve`` is the only place where a state changes; ``consequence`` says which event follows by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from ..cards import Card, Case
from .deal import dealer_of, opener_of, shuffled_before
from .events import (
    BelettreAnnounced,
    Dealt,
    Discarded,
    Event,
    MancheEnded,
    Overran,
    Overruled,
    PartieEnded,
    Passed,
    PliTaken,
    Revealed,
    Swapped,
    TakerNamed,
    Trapped,
    WordAccepted,
    WordRefused,
    WordSaid,
)
from .hands import Hand, KnownHand, UnknownHand
from .manche import ANNOUNCED, PLIS, Belettre, Manche
from .pli import Pli, at_fault
from .seats import SEATS, TEAMS, Seat
from .setup import Setup

#: What a partie waits for: a card, the trap's swap (T2), a hidden card to be told (P7), who picks up (P9), nothing.
LAY, SWAP, REVEAL, PICK_UP, OVER = "lay", "swap", "reveal", "pick_up", "over"


class Said(msgspec.Struct, frozen=True):
    """The last word that was announced, and the state before it: what an arbiter may overrule."""

    before: State
    event: WordSaid
    valid: bool


class State(msgspec.Struct, frozen=True):
    """A partie at one moment. States are never changed, only replaced.

    ended   the manches that are over
    words   the valid words that W7 and W8 look back on (W9)
    spent   at a table of real cards, what was laid in earlier manches since the last shuffle (D3)
    """

    manche: Manche
    ended: tuple[MancheEnded, ...] = ()
    words: tuple[str, ...] = ()
    spent: tuple[Card, ...] = ()
    over: bool = False
    said: Said | None = None

    @property
    def awaits(self) -> str:
        """What comes next, one of LAY, SWAP, REVEAL, PICK_UP and OVER."""
        pli = self.manche.pli
        if len(pli.laid) < 4:
            return OVER if self.over else LAY
        if pli.sprung:
            return SWAP
        return REVEAL if pli.hidden else PICK_UP

    @property
    def turn(self) -> Seat | None:
        """Whose card is awaited; None when something else is."""
        pli = self.manche.pli
        played = len(pli.laid)
        return None if played == 4 or self.over else SEATS[(pli.opener.index + played) % 4]


def begin(setup: Setup) -> Dealt:
    """The first event of a partie."""
    return Dealt(setup.first, dealer_of(opener_of(setup.first)), setup.opener)


def evolve(state: State | None, event: Event, setup: Setup) -> State:
    """The state after an event; None before the first, which is a ``Dealt``."""
    if state is None:
        if not isinstance(event, Dealt):
            raise TypeError(f"a partie begins with a deal, not with {event!r:.80}")
        return State(_new_manche(event, setup))
    changed: State = _EVOLVE[type(event)](state, event, setup)
    return changed


def consequence(state: State, setup: Setup, points: dict[Card, int]) -> Event | None:
    """The event that follows by itself; None when somebody has to act. *points* are those of the cards (S1)."""
    manche = state.manche
    pli = manche.pli
    laid = len(pli.laid)
    if 0 < laid < 4:
        return None
    if laid == 4:
        if pli.sprung:
            return None if pli.fault else Trapped(pli.at(4), at_fault(pli, manche.hands))
        if pli.hidden:
            return None
        takers = pli.takers()
        if len(takers) > 1:
            return None
        cards = tuple(one.card for one in pli.laid)
        return PliTaken(takers[0], manche.pli_number, cards, sum(map(points.__getitem__, cards)))
    if manche.pli_number <= PLIS or state.over:
        return None
    if not state.ended or state.ended[-1].number != manche.number:
        return manche.ended()
    if manche.number == setup.manches:
        return _partie_ended(state, setup)
    number = manche.number + 1
    return Dealt(number, dealer_of(opener_of(number)), opener_of(number))


def total(state: State, setup: Setup) -> tuple[int, int]:
    """The points of both teams so far (S5)."""
    counted = [manche.points for manche in state.ended]
    if not state.ended or state.ended[-1].number != state.manche.number:
        counted.append(state.manche.points())
    return setup.points[0] + sum(pair[0] for pair in counted), setup.points[1] + sum(pair[1] for pair in counted)


def _partie_ended(state: State, setup: Setup) -> PartieEnded:
    points = total(state, setup)
    if points[0] == points[1]:
        return PartieEnded(points)
    return PartieEnded(points, TEAMS[points[1] > points[0]])


def _new_manche(event: Dealt, setup: Setup) -> Manche:
    before = setup.before if event.manche == setup.first else 0
    hands: tuple[Hand, ...]
    deal = setup.deal_of(event.manche)
    if deal is not None:
        hands = tuple(map(KnownHand, deal.hands))
    else:
        hands = (UnknownHand(PLIS - before, unseen=before),) * len(SEATS)
    return Manche(event.manche, event.opener, hands, Pli(event.opener), before=before)


def _dealt(state: State, event: Dealt, setup: Setup) -> State:
    spent = state.spent
    if not setup.hands_known:
        laid = tuple(laid.card for taken in state.manche.taken for laid in taken.laid)
        spent = () if shuffled_before(setup.deck, event.manche) else spent + laid
    words = state.words if setup.rules.memory == "partie" else ()
    return replace(state, manche=_new_manche(event, setup), words=words, spent=spent)


def _announced(state: State, event: BelettreAnnounced, setup: Setup) -> State:
    belettres = state.manche.belettres_with(event.seat, Belettre(ANNOUNCED))
    return replace(state, manche=replace(state.manche, belettres=belettres), said=None)


def _word_said(state: State, event: WordSaid, setup: Setup, valid: bool = True) -> State:
    """A card laid with a word, *valid* whatever the judge said of it: an arbiter may have decided otherwise."""
    manche, seat, card = state.manche, event.seat, event.card
    word = event.verdict.word
    belettre = manche.belettres[seat.index]
    laid = manche.after(
        seat,
        manche.hands[seat.index].without(card),
        belettre if card.case is Case.MIN else manche.belettre_laying(seat, card, event.letter, event.says),
        manche.pli.with_word(seat, card, word, event.letter, valid),
    )
    before = replace(state, said=None) if state.said is not None else state
    words = (*state.words, word) if valid else state.words
    return replace(state, manche=laid, words=words, said=Said(before, event, valid))


def _refused(state: State, event: WordRefused, setup: Setup) -> State:
    return _word_said(state, event, setup, False)


def _overruled(state: State, event: Overruled, setup: Setup) -> State:
    said = state.said
    if said is None:
        raise TypeError(f"no word was said before {event!r:.80}")
    return _word_said(said.before, said.event, setup, event.accept)


def _down(state: State, event: Passed | Discarded, setup: Setup) -> State:
    manche, seat, card = state.manche, event.seat, event.card
    laid = manche.after(
        seat,
        manche.hands[seat.index].without(card),
        manche.belettre_discarding(seat, card),
        manche.pli.with_card_down(
            seat,
            card,
            fault=isinstance(event, Passed) and event.fault,
            forced=isinstance(event, Discarded) and event.rule == "J4",
        ),
    )
    return replace(state, manche=laid, said=None)


def _trapped(state: State, event: Trapped, setup: Setup) -> State:
    return replace(state, manche=replace(state.manche, pli=replace(state.manche.pli, fault=event.fault)))


def _swapped(state: State, event: Swapped, setup: Setup) -> State:
    manche, seat, card = state.manche, event.seat, event.card
    laid = manche.after(
        seat,
        manche.hands[seat.index].without(card).taking_back(event.back),
        manche.belettre_discarding(seat, card),
        manche.pli.with_swap(seat, card),
    )
    return replace(state, manche=laid, said=None)


def _revealed(state: State, event: Revealed, setup: Setup) -> State:
    manche, seat, card = state.manche, event.seat, event.card
    hand, belettre = manche.hands[seat.index], manche.belettres[seat.index]
    if manche.pli.laid_by(seat).card.case is None and card.case is not None and isinstance(hand, UnknownHand):
        hand, belettre = hand.told(card.case), manche.belettre_discarding(seat, card)
    told = manche.after(seat, hand, belettre, manche.pli.with_revealed(seat, card))
    return replace(state, manche=told)


def _taker_named(state: State, event: TakerNamed, setup: Setup) -> State:
    pli = replace(state.manche.pli, taker=event.seat)
    return replace(state, manche=replace(state.manche, pli=pli))


def _taken(state: State, event: PliTaken, setup: Setup) -> State:
    words = () if setup.rules.memory == "pli" else state.words
    return replace(state, manche=state.manche.with_taken(event.seat, event.points), words=words)


def _manche_ended(state: State, event: MancheEnded, setup: Setup) -> State:
    return replace(state, ended=(*state.ended, event))


def _partie_over(state: State, event: PartieEnded, setup: Setup) -> State:
    return replace(state, over=True)


def _unchanged(state: State, event: Overran, setup: Setup) -> State:
    return state


_EVOLVE: dict[type, Callable[[Any, Any, Setup], State]] = {
    Dealt: _dealt,
    BelettreAnnounced: _announced,
    WordAccepted: _word_said,
    WordRefused: _refused,
    Passed: _down,
    Discarded: _down,
    Trapped: _trapped,
    Swapped: _swapped,
    Revealed: _revealed,
    TakerNamed: _taker_named,
    PliTaken: _taken,
    MancheEnded: _manche_ended,
    PartieEnded: _partie_over,
    Overruled: _overruled,
    Overran: _unchanged,
}
