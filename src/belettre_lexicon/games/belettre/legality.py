"""Legality: finds out which actions are legal now, and which rules forbid an action that is not legal.

The methods ``legal_actions``, ``can``, ``refusals`` and ``apply`` of ``Partie`` use this module. It does not decide
whether a word is valid: the judge does. ``checks`` has the rules against each kind of action. Start reading at
``refusals``.

In a game with real cards, what will be legal may depend on what nobody has entered: ``questions`` says what to ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from ...base.errors import ArgumentError
from ...french.cards import FACES, MAJ_BACK, MIN_BACK, UNSEEN, Card, Case
from ...french.letters import ALPHABET
from . import actions
from .actions import Action
from .checks import CHECKS, MoveRefusal, lay_with_word, shown_by
from .hands import Hand, KnownHand, UnknownHand
from .manche import Manche
from .pli import TrapPhase
from .seats import SEATS, Seat
from .setup import Setup
from .state import LAY, PICK_UP, REVEAL, SWAP, State, revealing, swapping, worlds_of

#: Has the seat no majuscule left (T1 to T4)? Of which pack is its hidden card (P7)? Which card is it (P7, S1)? Which is
#: it, as it cannot be the one that was entered (D1, P7)?
QuestionKind = Literal["no_majuscule", "which_pack", "which_card", "lies_twice"]
NO_MAJUSCULE: Final = "no_majuscule"
WHICH_PACK: Final = "which_pack"
WHICH_CARD: Final = "which_card"
LIES_TWICE: Final = "lies_twice"


class Question(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """A question about *seat* for the players. Their answer is not entered, because the next action shows it.

    kind  "no_majuscule" (has the seat no majuscule left?), "which_pack" or "which_card" (about its face-down card), or
          "lies_twice" (which card is it really?)
    card  the card that was entered, for "lies_twice"; None otherwise

    For example, a fourth minuscule laid face down shows that its player has no majuscule.
    """

    kind: QuestionKind
    seat: Seat
    card: Card | None = None


def refusals(state: State, setup: Setup, action: Action) -> list[MoveRefusal]:
    """Return the reasons why an action is not legal; [] if it is legal.

    Raises ArgumentError if *action* is not an action.
    """
    check = CHECKS.get(action.__class__)
    if check is None:
        raise ArgumentError(f"action {action!r:.80}: expected one of {', '.join(kind.__name__ for kind in CHECKS)}")
    seat = getattr(action, "seat", SEATS[0])
    if seat.__class__ is not Seat:
        return [MoveRefusal("not_a_seat", f"{seat!r:.40}", ", ".join(known.value for known in SEATS))]
    card = getattr(action, "card", UNSEEN)
    if card.__class__ is not Card:
        return [MoveRefusal("not_a_card", f"{card!r:.40}")]
    refused = check(action, state, setup)
    if refused or setup.deals or _possible(action, state, setup):  # with deals, the hands are known
        return refused
    shown = tuple(laid.text for laid in shown_by(state.manche, seat))
    return [MoveRefusal("impossible", card.text, seat=seat.value, shown=shown)]


def legal_actions(state: State, setup: Setup) -> Iterator[Action]:
    """Yield the actions that players may take now, in the order of seats and cards. A ``Lay`` has no word yet.

    Some legal actions are left out: those of the arbiter (``Overrule``, ``Overtime``), and a ``Lay`` whose player
    forgets to say « Belettre ».
    """
    possible: dict[object, bool] = {}
    for action in _candidates(state, setup):
        if isinstance(action, actions.Lay):
            refused = lay_with_word(action, state, setup)
        else:
            refused = CHECKS[action.__class__](action, state, setup)
        if refused:
            continue
        if not state.manche.hands_known:
            alike = _alike(action, state)
            if alike not in possible:
                with_word = action.saying("a") if isinstance(action, actions.Lay) else action
                possible[alike] = _possible(with_word, state, setup)
            if not possible[alike]:
                continue
        yield action


def questions(state: State) -> tuple[Question, ...]:
    """Return the questions that the arbiter should ask the players now; () if there are none or the hands are known."""
    manche = state.manche
    pli, awaits, turn = manche.pli, state.awaits, state.turn
    if not isinstance(manche.hands[0], UnknownHand):
        return ()
    if awaits == REVEAL:
        hidden = {seat: pli.laid_by(seat).told for seat in pli.hidden}
        return tuple(Question(LIES_TWICE if card else WHICH_CARD, seat, card) for seat, card in hidden.items())
    suspects = pli.fault if awaits == SWAP else ()
    if awaits == LAY and turn is not None and pli.trap is TrapPhase.SET:
        suspects = (turn,)
    hands = manche.hands
    to_ask = [
        Question(NO_MAJUSCULE, seat)
        for seat in suspects
        if hands[seat.index].may_have(Case.MAJ) and not hands[seat.index].must_have(Case.MAJ)
    ]
    if awaits == LAY and not pli.majuscules:  # beside a majuscule every hidden card is a minuscule (P3)
        to_ask += [Question(WHICH_PACK, laid.seat) for laid in pli.laid if laid.card.case is None]
    return tuple(to_ask)


def _possible(action: Action, state: State, setup: Setup) -> bool:
    """Return whether hands remain that fit an action of a game with real cards and everything before it (D2)."""
    manche = _manche_after(action, state.manche)
    return manche is None or any(worlds_of(replace(state, manche=manche), setup))


def _manche_after(action: Action, manche: Manche) -> Manche | None:
    """Return a manche with the card that an action lays or reveals, whatever its verdict; None if it does neither."""
    if isinstance(action, actions.Swap):
        return swapping(manche, action.seat, action.card, manche.pli.laid_by(action.seat).card)
    if isinstance(action, actions.Reveal):
        return revealing(manche, action.seat, action.card)
    if not isinstance(action, actions.Lay | actions.Passe | actions.Discard):
        return None
    seat, card = action.seat, action.card
    if isinstance(action, actions.Lay) and not action.silent:
        pli = manche.pli.with_word(seat, card, action.word, action.letter, valid=False)
    else:
        forced = isinstance(action, actions.Discard) and manche.pli.lost_by is None
        pli = manche.pli.with_card_down(seat, card, forced=forced)
    return manche.with_play(seat, manche.hands[seat.index].without(card), manche.belettres[seat.index], pli)


def _alike(action: Action, state: State) -> object:
    """Return a value that is equal for actions of which ``_possible`` says the same: their letters do not matter."""
    if isinstance(action, actions.AnnounceBelettre | actions.PickUp | actions.Overrule | actions.Overtime):
        return None
    seat, card = action.seat, action.card
    taken_back = state.manche.hands[seat.index].must_hold(card)
    return action.__class__, seat, card.case, card.known, card.wild, taken_back


def _candidates(state: State, setup: Setup) -> Iterator[Action]:
    """Yield actions that may be legal now; ``legal_actions`` checks each of them."""
    awaits, manche = state.awaits, state.manche
    pli = manche.pli
    if awaits == LAY:
        if not manche.begun:
            yield from map(actions.AnnounceBelettre, SEATS)
        seat = state.turn
        if seat is None:
            return
        faces, backs = _cards_of(manche.hands[seat.index])
        for card in faces:
            if card.wild and card.case is Case.MAJ:
                yield from (actions.Lay(seat, card, letter=letter) for letter in ALPHABET)
            else:
                yield actions.Lay(seat, card)
        for down in (actions.Passe, actions.Discard):
            yield from (down(seat, card) for card in faces + backs)
    elif awaits == SWAP:
        for seat in pli.fault:
            faces, backs = _cards_of(manche.hands[seat.index])
            yield from (actions.Swap(seat, card) for card in faces + backs if card.case is Case.MAJ)
    elif awaits == REVEAL:
        yield from (actions.Reveal(seat, card) for seat in pli.hidden for card in FACES)
    elif awaits == PICK_UP:
        yield from map(actions.PickUp, pli.takers())


def _cards_of(hand: Hand) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the distinct cards that a hand may hold, and the backs that may stand for an unknown card."""
    if isinstance(hand, KnownHand):
        return tuple(dict.fromkeys(hand.cards)), ()
    return FACES, (MAJ_BACK, MIN_BACK, UNSEEN)
