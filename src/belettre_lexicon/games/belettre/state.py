"""The state of a partie, and how events change it.

``evolve`` returns the state after an event. ``consequence`` returns the event that follows automatically from a state.
Both are pure functions, so the state depends only on the setup and the log.

In a game with real cards, a card laid face down is a back for everyone until the pli is picked up, even if its player
has entered it (P7): what is legal for others must not depend on it. It is turned up when the pli is full. If it cannot
be what was entered, because it lies elsewhere too, it stays hidden, and the partie waits until it is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from ...french.cards import Card, Case, back
from ..kit.machine import Dispatch
from ..kit.seats import Points
from . import events
from .events import Event, WordSaid
from .hands import MAJUSCULES_DEALT, Hand, KnownHand, UnknownHand, unknown_hands
from .manche import NOTHING_SHOWN, PLIS, Belettre, Manche
from .pli import FAULT_ORDER, Laid, Pli, TrapPhase, majuscules_of, seats_at_fault
from .seats import PLAYERS, SEATS, TEAMS, Seat
from .setup import Setup, dealer_of, opener_of, shuffled_before
from .worlds import Stock, World, narrowed, remembering, stock_of, worlds

#: What a partie waits for: a card, a swap in a trap (T2), a hidden card to be revealed (P7), the name of a taker (P9),
#: or nothing, since it is over.
Awaits = Literal["lay", "swap", "reveal", "pick_up", "over"]
LAY: Final = "lay"
SWAP: Final = "swap"
REVEAL: Final = "reveal"
PICK_UP: Final = "pick_up"
OVER: Final = "over"

# Bound once: reading a member from its enum is a function call in Python 3.11, and every step of a game asks.
_MIN, _SPRUNG = Case.MIN, TrapPhase.SPRUNG


class LastWord(msgspec.Struct, frozen=True):
    """The last word announced, which an arbiter may overrule.

    before  the state before the word
    event   the event of the word, with the verdict of the judge
    valid   whether the word counts as valid now: the decision of the arbiter if there is one, otherwise the judge's
    """

    before: State
    event: WordSaid
    valid: bool


class State(msgspec.Struct, frozen=True):
    """A partie at one moment. States are never changed, only replaced.

    manche     the current manche; the last one if the partie is over
    ended      the manches that are over
    words      the valid words with which W7 and W8 compare a new word, as far back as W9 says
    seen       the cards of the plis picked up since the last shuffle, in playing order (D1, D3)
    earlier_majuscules  the majuscules that each seat laid in earlier manches since the last shuffle, by ``Seat.index``
    over       whether the partie is over
    last_word  the last word announced, while it may be overruled; None otherwise
    """

    manche: Manche
    ended: tuple[events.MancheEnded, ...] = ()
    words: tuple[str, ...] = ()
    seen: tuple[Card, ...] = ()
    earlier_majuscules: tuple[tuple[Card, ...], ...] = NOTHING_SHOWN
    over: bool = False
    last_word: LastWord | None = None

    @property
    def awaits(self) -> Awaits:
        """What the partie waits for: "lay" (a card), "swap" (T2), "reveal" (P7), "pick_up" (who does, P9) or "over"."""
        pli = self.manche.pli
        if len(pli.laid) < 4:
            return OVER if self.over else LAY
        if pli.trap is _SPRUNG:
            return SWAP
        return REVEAL if pli.hidden else PICK_UP

    @property
    def turn(self) -> Seat | None:
        """The seat that has to lay a card; None if the partie waits for something else or is over."""
        pli = self.manche.pli
        played = len(pli.laid)
        return None if played == PLAYERS or self.over else SEATS[(pli.opener.index + played) % PLAYERS]


def first_event(setup: Setup) -> events.Dealt:
    """Return the first event of a partie: the deal of its first manche."""
    return events.Dealt(setup.first, dealer_of(opener_of(setup.first)), setup.opener)


def first_state(event: events.Dealt, setup: Setup) -> State:
    """Return the state of a partie after its first event."""
    state = State(_new_manche(event, setup))
    return state if state.manche.hands_known else _narrowed(state, setup)


def evolve(state: State, event: Event, setup: Setup) -> State:
    """Return the state after an event."""
    after = _EVOLVE[event.__class__](event, state, setup)
    return (
        after if setup.deals else _turned_up(_narrowed(after, setup), setup)
    )  # as Setup.hands_known, without its call


def with_states(log: Iterable[Event], setup: Setup) -> Iterator[tuple[State | None, Event]]:
    """Yield each event of a log with the state before it, which is None for the first event.

    Raises TypeError if the log does not begin with a deal.
    """
    state: State | None = None
    for event in log:
        yield state, event
        if state is not None:
            state = evolve(state, event, setup)
        elif isinstance(event, events.Dealt):
            state = first_state(event, setup)
        else:
            raise TypeError(f"expected a partie to begin with a deal, got {event!r:.80}")


def consequence(state: State, setup: Setup, points: Mapping[Card, int]) -> Event | None:
    """Return the event that follows automatically from a state; None if a player has to act or the partie is over.

    *points* are the points of each card (S1).
    """
    manche = state.manche
    pli = manche.pli
    played = len(pli.laid)
    if 0 < played < 4:
        return None
    if played == 4:
        if pli.trap is _SPRUNG:
            if pli.fault:
                return None
            return events.Trapped(pli.at(4), seats_at_fault(pli, _possible_majuscules(state, setup)))
        if not setup.deals and pli.hidden:  # with deals, every card is known
            return None
        takers = pli.takers()
        if len(takers) > 1:
            return None
        cards = tuple([laid.card for laid in pli.laid])
        return events.PliTaken(takers[0], manche.pli_number, cards, sum(map(points.__getitem__, cards)))
    if manche.pli_number <= PLIS or state.over:
        return None
    if not state.ended or state.ended[-1].number != manche.number:
        return manche.ended()
    if manche.number == setup.manches:
        scores = total(state, setup)
        winner = TEAMS[scores[1] > scores[0]] if scores[0] != scores[1] else None
        return events.PartieEnded(scores, winner)
    number = manche.number + 1
    return events.Dealt(number, dealer_of(opener_of(number)), opener_of(number))


def _possible_majuscules(state: State, setup: Setup) -> list[tuple[int, ...]]:
    """Return the possible numbers of majuscules in the four hands, by ``Seat.index``; one element if they are known."""
    if state.manche.hands_known:
        hands = state.manche.hands
        return [tuple(hand.majuscules for hand in hands if isinstance(hand, KnownHand))]
    return [world.majuscules for world in worlds_of(state, setup)]


def worlds_of(state: State, setup: Setup) -> Iterator[World]:
    """Yield the worlds that fit a state with unknown hands: how many majuscules each player can hold."""
    manche = state.manche
    hands = unknown_hands(manche.hands)

    def stock() -> tuple[Stock, Stock]:
        seen = [*state.seen, *(laid.card for laid in manche.pli.laid if laid.card.known)]
        for hand in hands:
            seen += hand.taken_back
        return stock_of(setup.deck, seen, setup.plis_lost_sight(manche.number))

    return worlds(manche.pli, hands, manche.plis_left, stock)


def total(state: State, setup: Setup) -> Points:
    """Return the points of both teams so far, by ``Team.index`` (S5)."""
    by_manche = [manche.points for manche in state.ended]
    if not state.ended or state.ended[-1].number != state.manche.number:
        by_manche.append(state.manche.points())
    return setup.points[0] + sum(pair[0] for pair in by_manche), setup.points[1] + sum(pair[1] for pair in by_manche)


def _narrowed(state: State, setup: Setup) -> State:
    """Return a state with unknown hands, with what all of its worlds have in common in its hands."""
    return _with_worlds(state, list(worlds_of(state, setup)))


def _with_worlds(state: State, possible: Sequence[World]) -> State:
    manche = state.manche
    hands = narrowed(unknown_hands(manche.hands), possible) if possible else manche.hands
    return replace(state, manche=replace(manche, hands=hands)) if hands != manche.hands else state


def _new_manche(event: events.Dealt, setup: Setup) -> Manche:
    before = setup.before if event.manche == setup.first else 0
    hands: tuple[Hand, ...]
    deal = setup.deal_of(event.manche)
    if deal is not None:
        hands = tuple(map(KnownHand, deal.hands))
    else:
        possible = 0, MAJUSCULES_DEALT  # _narrowed works out the rest
        hands = (UnknownHand(PLIS - before, possible, possible),) * len(SEATS)
    return Manche(event.manche, event.opener, hands, Pli(event.opener), before=before)


def _dealt(event: events.Dealt, state: State, setup: Setup) -> State:
    seen, majuscules = state.seen, state.earlier_majuscules
    if shuffled_before(setup.deck, event.manche):
        seen, majuscules = (), NOTHING_SHOWN
    else:
        shown = majuscules_of(laid for taken in state.manche.taken for laid in taken.laid)
        majuscules = tuple(before + after for before, after in zip(majuscules, shown, strict=True))
    words = state.words if setup.rules.memory == "partie" else ()
    manche = _new_manche(event, setup)
    return replace(state, manche=manche, words=words, seen=seen, earlier_majuscules=majuscules)


def _announced(event: events.BelettreAnnounced, state: State, setup: Setup) -> State:
    belettres = state.manche.belettres_with(event.seat, Belettre(events.ANNOUNCED))
    return replace(state, manche=replace(state.manche, belettres=belettres), last_word=None)


def _word_said(event: WordSaid, state: State, setup: Setup, valid: bool = True) -> State:
    """Return the state after a card was laid with a word, valid or not, as the judge or the arbiter decided."""
    manche, seat, card = state.manche, event.seat, event.card
    word = event.verdict.word
    belettre = manche.belettres[seat.index]
    fault = not valid and isinstance(event, events.WordRefused) and event.fault
    if card.case is not _MIN:
        belettre = manche.belettre_saying(seat, card, event.letter, event.says, passed=fault)
    after = manche.with_play(
        seat,
        manche.hands[seat.index].without(card),
        belettre,
        manche.pli.with_word(seat, card, word, event.letter, valid, fault),
    )
    before = replace(state, last_word=None) if state.last_word is not None else state
    words = state.words + (word,) if valid else state.words  # noqa: RUF005  # quicker than unpacking
    return replace(state, manche=after, words=words, last_word=LastWord(before, event, valid))


def _overruled(event: events.Overruled, state: State, setup: Setup) -> State:
    last = state.last_word
    if last is None:
        raise TypeError(f"no word to overrule before {event!r:.80}")
    return _word_said(last.event, last.before, setup, event.accept)


def all_seen(state: State, setup: Setup, card: Card) -> bool:
    """Return whether everybody has seen all copies of a card since the last shuffle (D1, D3); False for a back."""
    if not card.known:
        return False
    counts = setup.deck.minuscules if card.case is _MIN else setup.deck.majuscules
    unseen = counts.get(card.letter, 0) - state.seen.count(card)
    for laid in state.manche.pli.laid:
        unseen -= laid.card is card
    for hand in unknown_hands(state.manche.hands):
        unseen -= hand.taken_back.count(card)
    return unseen <= 0


def _turned_up(state: State, setup: Setup) -> State:
    """Return a state with unknown hands after its full pli was turned up, as far as its hidden cards were entered (P7).

    Nothing is turned up before all of them were entered. A card that cannot be what was entered, with all others turned
    up, stays hidden: two players who both entered the only « k » are both asked again.
    """
    pli = state.manche.pli
    told = [laid for laid in pli.laid if laid.told is not None]
    if not told or state.awaits != REVEAL or pli.laid_by(pli.hidden[0]).told is None:
        return state
    after: State | None = state
    for laid in told:
        after = _turning_up(after, setup, laid) if after is not None else None
    return after or _turned_up_in_part(state, setup, told)


def _turned_up_in_part(state: State, setup: Setup, told: Sequence[Laid]) -> State:
    """Return a state in which those of the cards *told* are turned up that fit when all others are."""
    fitting = []
    for laid in told:
        others = state
        for other in told:
            if other is not laid:
                others = _turning_up(others, setup, other) or others
        if _turning_up(others, setup, laid) is not None:
            fitting.append(laid)
    for laid in fitting:
        state = _turning_up(state, setup, laid) or state
    return state


def _turning_up(state: State, setup: Setup, laid: Laid) -> State | None:
    """Return the state after a card laid face down turned out to be what was entered; None if it cannot be that."""
    seat, card = laid.seat, laid.told or laid.card
    (hand,) = unknown_hands([state.manche.hands[seat.index]])
    fits = seat is state.manche.pli.swapper or hand.may_have_laid(card, pack_is_new=False)  # a swap was checked before
    if not fits or (not hand.must_hold(card) and all_seen(state, setup, card)):
        return None
    after = replace(state, manche=revealing(state.manche, seat, card))
    possible = list(worlds_of(after, setup))
    return _with_worlds(after, possible) if possible else None


def swapping(manche: Manche, seat: Seat, card: Card, taken: Card) -> Manche:
    """Return the manche after *seat* took back its minuscule, *taken*, and laid the majuscule *card* (T2 to T4).

    In a game with real cards, this also shows that no position before that of *seat* in the order 2, 3, 1 holds one.
    """
    pli, hands = manche.pli, list(manche.hands)
    if not manche.hands_known:
        hands = list(remembering(unknown_hands(manche.hands), pli))
        for position in FAULT_ORDER[: FAULT_ORDER.index(pli.position(seat))]:
            index = pli.at(position).index
            hands[index] = unknown_hands(hands)[index].without_majuscules()
    seen, told = _sealed(manche, card)
    hands[seat.index] = hands[seat.index].without(seen).taking_back(taken)
    return replace(manche, hands=tuple(hands), pli=pli.with_swap(seat, seen, told))


def revealing(manche: Manche, seat: Seat, card: Card) -> Manche:
    """Return the manche after the card that *seat* laid face down turned out to be *card* (P7)."""
    pli, hands = manche.pli, manche.hands
    hand = hands[seat.index]
    if isinstance(hand, UnknownHand):
        hand = hand.with_revealed(card, pack_is_new=pli.laid_by(seat).card.case is None)
    hands = (*hands[: seat.index], hand, *hands[seat.index + 1 :])
    return replace(manche, hands=hands, pli=pli.with_revealed(seat, card))


def _sealed(manche: Manche, card: Card) -> tuple[Card, Card | None]:
    """Return a card that is laid face down as all may know it, and what its player entered (``Laid.told``)."""
    return (card, None) if manche.hands_known or not card.known else (back(card), card)


def _laid_down(event: events.Passed | events.Discarded, state: State, setup: Setup) -> State:
    manche, seat = state.manche, event.seat
    card, told = _sealed(manche, event.card)
    after = manche.with_play(
        seat,
        manche.hands[seat.index].without(card),
        manche.belettre_discarding(seat, card),
        manche.pli.with_card_down(
            seat,
            card,
            fault=isinstance(event, events.Passed) and event.fault,
            forced=isinstance(event, events.Discarded) and event.rule == "J4",
            told=told,
        ),
    )
    return replace(state, manche=after, last_word=None)


def _swapped(event: events.Swapped, state: State, setup: Setup) -> State:
    seat, card = event.seat, event.card
    taken = event.back if event.seen or state.manche.hands_known else back(event.back)
    manche = swapping(state.manche, seat, card, taken)
    taken_back = manche.taken_back_by(seat, taken) if event.seen else manche.taken_back
    belettres = manche.belettres_with(seat, manche.belettre_discarding(seat, card))
    return replace(state, manche=replace(manche, belettres=belettres, taken_back=taken_back), last_word=None)


def _revealed(event: events.Revealed, state: State, setup: Setup) -> State:
    manche, seat, card = state.manche, event.seat, event.card
    belettre = manche.belettres[seat.index]
    if manche.pli.laid_by(seat).card.case is None:
        belettre = manche.belettre_discarding(seat, card)
    after = revealing(manche, seat, card)
    return replace(state, manche=replace(after, belettres=after.belettres_with(seat, belettre)))


def _with_pli(state: State, **changes: Any) -> State:
    return replace(state, manche=replace(state.manche, pli=replace(state.manche.pli, **changes)))


def _taken(event: events.PliTaken, state: State, setup: Setup) -> State:
    words = () if setup.rules.memory == "pli" else state.words
    manche = state.manche
    if not setup.deals:
        manche = replace(manche, hands=remembering(unknown_hands(manche.hands), manche.pli))
    seen = state.seen + event.cards
    return replace(state, manche=manche.with_taken(event.seat, event.points), words=words, seen=seen)


#: Type of an event → the function that returns the state after it.
_EVOLVE = (
    Dispatch[[State, Setup], State]()
    .on(events.Dealt, _dealt)
    .on(events.BelettreAnnounced, _announced)
    .on(events.WordAccepted, _word_said)
    .on(events.WordRefused, lambda event, state, setup: _word_said(event, state, setup, valid=False))
    .on(events.Passed, _laid_down)
    .on(events.Discarded, _laid_down)
    .on(events.Trapped, lambda event, state, setup: _with_pli(state, fault=event.fault))
    .on(events.Swapped, _swapped)
    .on(events.Revealed, _revealed)
    .on(events.TakerNamed, lambda event, state, setup: _with_pli(state, taker=event.seat))
    .on(events.PliTaken, _taken)
    .on(events.MancheEnded, lambda event, state, setup: replace(state, ended=(*state.ended, event)))
    .on(events.PartieEnded, lambda event, state, setup: replace(state, over=True))
    .on(events.Overruled, _overruled)
    .on(events.Overran, lambda event, state, setup: state)
)
