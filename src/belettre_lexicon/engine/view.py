"""Floor 3. What one seat may know: his own hand, what lies face up, and what picked-up plis showed (P7, P12).

Two states that differ only in what the seat may not know give equal views. A front-end that shows a player anything
else helps him to cheat; bots play by views alone.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ..cards import Card, Case, back
from ..errors import ArgumentError
from .actions import Action, PickUp
from .events import Discarded, Event, MancheEnded, Passed, Swapped
from .hands import MAJUSCULES_DEALT, KnownHand
from .legality import legal_actions
from .manche import Belettre, Taken
from .pli import Laid
from .seats import SEATS, Seat
from .setup import Setup
from .state import PICK_UP, State, total


class View(msgspec.Struct, frozen=True):
    """A partie as *seat* sees it.

    hand       his cards; () at a table of real cards, where nobody entered them
    pli        the cards on the table in playing order; others' cards that lie face down without a word show their back.
               A card turned down for a refused word was seen when it was laid.
    opener     of this pli; ``awaits`` and ``turn`` as in ``Partie``
    initial, letters   what the next word must fit besides the card laid with it (P4)
    holder     who would pick up now (P8), unless the pli is ``lost_by`` somebody's pass (P9)
    fault      who is at fault for the trap
    taken      the plis picked up in this manche, all cards known (P7)
    majuscules by ``Seat.index``: the majuscules seen of each seat, in order (P12)
    left       by ``Seat.index``: cards in hand, and the fewest and most majuscules among them
    belettres  by ``Seat.index`` (S3)
    ended      the manches that are over; ``points`` of both teams so far (S5)
    words      the valid words that W7 and W8 look back on
    actions    what this seat may do now
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
    awaits: str
    turn: Seat | None
    taken: tuple[Taken, ...]
    majuscules: tuple[tuple[Card, ...], ...]
    left: tuple[tuple[int, int, int], ...]
    belettres: tuple[Belettre, ...]
    ended: tuple[MancheEnded, ...]
    points: tuple[int, int]
    words: tuple[str, ...]
    actions: tuple[Action, ...]


def view(state: State, setup: Setup, seat: Seat) -> View:
    """What *seat* may know of a state. Raises ArgumentError for what is no seat."""
    if not isinstance(seat, Seat):
        raise ArgumentError(f"seat {seat!r:.40}: expected a Seat, as Seat.of gives it (D4)")
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
        left=tuple(_left(state, other) for other in SEATS),
        belettres=manche.belettres,
        ended=state.ended,
        points=total(state, setup),
        words=state.words,
        actions=tuple(_actions(state, setup, seat)),
    )


def seen_by(event: Event, seat: Seat | None) -> Event:
    """An event as *seat* may know it when it happens: others' cards that go face down without a word are backs.

    None is somebody who sits at the table and plays nowhere.

    >>> seen_by(Passed(Seat.LEVANTIN, Card.of("k")), Seat.MERIDIONAL).card
    Card.of('min')
    """
    if isinstance(event, Passed | Discarded) and event.seat is not seat:
        return replace(event, card=back(event.card))
    if isinstance(event, Swapped) and event.seat is not seat:
        return replace(event, card=back(event.card), back=event.back if event.seen else back(event.back))
    return event


def laid_as_seen(pli: tuple[Laid, ...], seat: Seat | None) -> tuple[Laid, ...]:
    """The cards on the table as *seat* sees them, None being somebody who plays nowhere: others' backs, unless their
    player laid them with a word."""
    return tuple(
        laid if laid.up or laid.word is not None or laid.seat is seat else replace(laid, card=back(laid.card))
        for laid in pli
    )


def majuscules_seen(taken: tuple[Taken, ...], laid: tuple[Laid, ...]) -> tuple[tuple[Card, ...], ...]:
    """By ``Seat.index``, the majuscules that picked-up plis and the table showed, in order (P12)."""
    seen: list[list[Card]] = [[] for _ in SEATS]
    for pli in (*(before.laid for before in taken), laid):
        for one in pli:
            if one.card.case is Case.MAJ and one.card.known:
                seen[one.seat.index].append(one.card)
    return tuple(map(tuple, seen))


def _left(state: State, seat: Seat) -> tuple[int, int, int]:
    """Cards in hand, and how many majuscules: two were dealt (D2), and the pack of a card laid is public (P7)."""
    manche = state.manche
    hand = manche.hands[seat.index]
    if not isinstance(hand, KnownHand):
        return hand.size, *hand.majuscules_left
    laid = [one for pli in (*(taken.laid for taken in manche.taken), manche.pli.laid) for one in pli]
    left = MAJUSCULES_DEALT - sum(one.seat is seat and one.card.case is Case.MAJ for one in laid)
    return hand.size, left, left


def _actions(state: State, setup: Setup, seat: Seat) -> list[Action]:
    if state.turn not in (None, seat) and state.manche.begun:
        return []
    found = []
    for action in legal_actions(state, setup):
        mover = getattr(action, "seat", None)
        if mover is seat or (isinstance(action, PickUp) and state.awaits == PICK_UP and action.seat.team is seat.team):
            found.append(action)
    return found
