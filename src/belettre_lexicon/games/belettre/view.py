"""Views: what one seat may know, such as its own hand, the face-up cards and the picked-up plis (P7, P12).

States that differ only in what the seat may not know give equal views. Front-ends show players only their own view, and
bots are given nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ...base.errors import ArgumentError
from ...french.cards import Card, Case, back
from ..kit.seats import Points
from .actions import Action, PickUp
from .events import Discarded, Event, MancheEnded, Passed, Swapped
from .hands import MAJUSCULES_DEALT, KnownHand, without_one
from .legality import legal_actions
from .manche import NOTHING_SHOWN, Belettre, Taken
from .pli import Laid, majuscules_of
from .seats import SEATS, Seat
from .setup import Setup
from .state import PICK_UP, Awaits, State, total


class CardsLeft(NamedTuple):
    """The number of cards that a seat holds, and the fewest and the most majuscules that can be among them (D2, P7)."""

    cards: int
    fewest_majuscules: int
    most_majuscules: int


class View(msgspec.Struct, frozen=True):
    """A partie as *seat* may know it.

    manche     the number of the current manche, 1 to ``manches``
    manches    how many manches the partie has
    pli_number the number of the pli on the table, from 1; 9 once all plis of the last manche are picked up
    hand       the cards of the seat; () in a game with real cards, where nobody entered them
    opener     the seat that opens this pli
    pli        the cards on the table in playing order. Cards that other seats laid face down without a word
               are replaced by backs; a card turned down for a refused word is known, since it was laid face up
    initial, letters   the initial and the letters of the cards that lie face up, which the next word must have (P4);
               "" if there are none. The letter of a card that was taken back in a swap is not among them
    holder     the seat that said the last valid word (P8); None if there is no such word or a swap was made
    lost_by    the seat whose pass lost the pli (P9); None if it is not lost
    fault      the seats that may have to swap in the trap (T2 to T4); () before position 4 lays a fourth minuscule
    awaits, turn   what the partie waits for, and the seat that has to lay a card, as in ``Partie``
    taken      the plis picked up in this manche, with all cards known (P7)
    majuscules the majuscules that each seat has shown in this manche, in order, by ``Seat.index`` (P12)
    earlier_majuscules  the majuscules that each seat showed in earlier manches since the last shuffle, in order, by
               ``Seat.index``: they cannot come again before the next shuffle (P12, D3)
    left       how many cards are left in each hand, by ``Seat.index``
    taken_back the minuscules that all players know to be in each hand, because they were seen on the table before they
               were taken back in a swap (T2 to T4); by ``Seat.index``
    belettres  the Belettres, by ``Seat.index`` (S3)
    ended      the manches that are over
    points     the points of both teams so far, by ``Team.index`` (S5)
    words      the valid words with which W7 and W8 compare a new word
    actions    the actions that are legal for this seat now; () if it has to wait
    """

    seat: Seat
    manche: int
    manches: int
    pli_number: int
    hand: tuple[Card, ...]
    opener: Seat
    pli: tuple[Laid, ...]
    initial: str
    letters: str
    holder: Seat | None
    lost_by: Seat | None
    fault: tuple[Seat, ...]
    awaits: Awaits
    turn: Seat | None
    taken: tuple[Taken, ...]
    majuscules: tuple[tuple[Card, ...], ...]
    earlier_majuscules: tuple[tuple[Card, ...], ...]
    left: tuple[CardsLeft, ...]
    taken_back: tuple[tuple[Card, ...], ...]
    belettres: tuple[Belettre, ...]
    ended: tuple[MancheEnded, ...]
    points: Points
    words: tuple[str, ...]
    actions: tuple[Action, ...]


def view(state: State, setup: Setup, seat: Seat) -> View:
    """Return the view that *seat* has of a state. Raises ArgumentError if *seat* is not a seat."""
    if not isinstance(seat, Seat):
        raise ArgumentError(f"seat {seat!r:.40}: expected a Seat (D4), such as Seat.of returns")
    manche, pli = state.manche, state.manche.pli
    own = manche.hands[seat.index]
    laid = laid_as_seen(pli.laid, seat)
    return View(
        seat=seat,
        manche=manche.number,
        manches=setup.manches,
        pli_number=manche.pli_number,
        hand=own.cards if isinstance(own, KnownHand) else (),
        opener=pli.opener,
        pli=laid,
        initial=pli.initial,
        letters=pli.letters,
        holder=pli.holder,
        lost_by=pli.lost_by,
        fault=pli.fault,
        awaits=state.awaits,
        turn=state.turn,
        taken=manche.taken,
        majuscules=majuscules_seen(manche.taken, laid),
        earlier_majuscules=state.earlier_majuscules,
        left=tuple(cards_left(state, other) for other in SEATS),
        taken_back=_taken_back(state),
        belettres=manche.belettres,
        ended=state.ended,
        points=total(state, setup),
        words=state.words,
        actions=tuple(_actions(state, setup, seat)),
    )


def seen_by(event: Event, seat: Seat | None) -> Event:
    """Return an event as *seat* may know it when it happens. For a spectator, *seat* is None.

    Cards that other seats lay face down without a word are replaced by backs, also in a swap (T2).

    >>> seen_by(Passed(Seat.LEVANTIN, Card.of("k")), Seat.MERIDIONAL).card
    Card.of('min')
    """
    if isinstance(event, Passed | Discarded) and event.seat is not seat:
        return replace(event, card=back(event.card))
    if isinstance(event, Swapped) and event.seat is not seat:
        return replace(event, card=back(event.card), back=event.back if event.seen else back(event.back))
    return event


def laid_as_seen(pli: tuple[Laid, ...], seat: Seat | None) -> tuple[Laid, ...]:
    """Return the cards on the table as *seat* sees them. For a spectator, *seat* is None.

    Cards that other seats laid without a word are replaced by backs.
    """
    return tuple(
        laid if laid.up or laid.word is not None else replace(laid, card=_card_as_seen(laid, seat), told=None)
        for laid in pli
    )


def _card_as_seen(laid: Laid, seat: Seat | None) -> Card:
    return back(laid.card) if laid.seat is not seat else laid.told or laid.card


def majuscules_seen(taken: tuple[Taken, ...], laid: tuple[Laid, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return the known majuscules that each seat laid in picked-up plis and on the table, by ``Seat.index`` (P12)."""
    return majuscules_of((*(card for picked_up in taken for card in picked_up.laid), *laid))


def _taken_back(state: State) -> tuple[tuple[Card, ...], ...]:
    """Return the cards known to be in each hand (T2); () for a player who may have laid one of them face down."""
    manche = state.manche
    if manche.taken_back is NOTHING_SHOWN:
        return NOTHING_SHOWN
    shown = list(manche.taken_back)
    for laid in manche.pli.laid:
        if laid.card.case is not Case.MAJ:
            place = laid.seat.index
            seen = laid.up or laid.word is not None
            shown[place] = without_one(shown[place], laid.card) if seen else ()
    return tuple(shown)


def cards_left(state: State, seat: Seat) -> CardsLeft:
    """Return how many cards are left in the hand of a seat.

    Majuscules can be counted (D2, P7), but in a game with real cards the pack of a card laid may not be known yet.
    """
    manche = state.manche
    hand = manche.hands[seat.index]
    if not isinstance(hand, KnownHand):
        return CardsLeft(hand.size, *hand.majuscules_left)
    on_table = [laid for pli in (*(taken.laid for taken in manche.taken), manche.pli.laid) for laid in pli]
    left = MAJUSCULES_DEALT - sum(laid.seat is seat and laid.card.case is Case.MAJ for laid in on_table)
    return CardsLeft(hand.size, left, left)


def _actions(state: State, setup: Setup, seat: Seat) -> list[Action]:
    """Return the legal actions of *seat*. If its team may choose who picks up, they include naming either player."""
    if state.turn not in (None, seat) and state.manche.begun:
        return []
    actions: list[Action] = []
    for action in legal_actions(state, setup):
        mover = getattr(action, "seat", None)
        if mover is seat or (isinstance(action, PickUp) and state.awaits == PICK_UP and action.seat.team is seat.team):
            actions.append(action)
    return actions
