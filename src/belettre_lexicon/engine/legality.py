"""Floor 3. What may be done now, and every rule against what may not.

This is the one legality behind ``legal_actions``, ``can``, ``refusals`` and ``apply``. Whether a word is valid is not
decided here: that is up to the judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from ..cards import FACES, MAJ_BACK, MIN_BACK, UNSEEN, Card, Case
from ..decks import JOKER
from ..errors import ArgumentError
from ..game.dispatch import Dispatch
from ..game.refusals import ActionRefusal
from ..letters import ALPHABET, neighbours
from .actions import (
    MAX_REASON,
    THINKING_TIME,
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Overtime,
    Passe,
    PickUp,
    Reveal,
    Swap,
)
from .events import NONE
from .hands import Hand, KnownHand, UnknownHand
from .pli import MINUSCULES, TrapPhase, seats_at_fault
from .seats import SEATS, Seat
from .setup import Setup
from .state import LAY, OVER, PICK_UP, REVEAL, SWAP, Awaits, State

#: Every reason why an action may be refused.
MoveReason = Literal[
    "over",
    "not_a_seat",
    "not_a_card",
    "not_his_turn",
    "awaits_lay",
    "awaits_swap",
    "awaits_reveal",
    "awaits_pick_up",
    "not_held",
    "spent",
    "back",
    "back_of_known",
    "no_word",
    "not_yes_or_no",
    "majuscule_lies",
    "majuscule_needed",
    "nobody_can_swap",
    "joker_lies",
    "not_named",
    "named",
    "must_discard",
    "may_not_discard",
    "pli_lost",
    "no_belettre",
    "announced",
    "too_late",
    "not_at_fault",
    "not_a_majuscule",
    "not_hidden",
    "told_otherwise",
    "two_majuscules",
    "may_not_pick_up",
    "nothing_said",
    "holds_already",
    "no_reason",
    "in_time",
]
#: Reason → the rule it rests on, and the text that errors show; the sentences for players are in the referee.
MOVE_REASONS: dict[MoveReason, tuple[str, str]] = {
    "over": ("S5", "the partie is over"),
    "not_a_seat": ("D4", "this is not a seat"),
    "not_a_card": ("D1", "this is not a card"),
    "not_his_turn": ("P1", "it is another seat's turn"),
    "awaits_lay": ("P1", "a card is awaited"),
    "awaits_swap": ("T2", "the swap of the trap is awaited"),
    "awaits_reveal": ("P7", "a card that was laid face down has to be told first"),
    "awaits_pick_up": ("P9", "a team has to name who picks up"),
    "not_held": ("D2", "the player does not hold this card"),
    "spent": ("D1", "the deck has no more of this card"),
    "back": ("P1", "a card laid face up has to be named"),
    "back_of_known": ("P5", "the hand is known, so the card has to be named"),
    "no_word": ("P1", "the word is not text"),
    "not_yes_or_no": ("P1", "it is neither True nor False"),
    "majuscule_lies": ("P3", "a majuscule lies in the pli"),
    "majuscule_needed": ("P3", "three minuscules lie, so the fourth card is a majuscule"),
    "nobody_can_swap": ("T5", "nobody holds a majuscule, and the pli needs one"),
    "joker_lies": ("J1", "a joker lies face up in the pli"),
    "not_named": ("J3", "the JOKER is named a letter when it is laid"),
    "named": ("J3", "only the JOKER is named a letter"),
    "must_discard": ("J4", "the player can lay nothing but a joker, so they lay one face down without a word"),
    "may_not_discard": ("J4", "the player may lay another card, so they announce a word or pass"),
    "pli_lost": ("P9", "the pli is lost, so the card is laid face down without a word"),
    "no_belettre": ("S3", "these majuscules do not follow each other"),
    "announced": ("S3", "the Belettre is announced already"),
    "too_late": ("S3", "a card was laid already"),
    "not_at_fault": ("T2", "another player is at fault"),
    "not_a_majuscule": ("T2", "a majuscule is laid for the minuscule"),
    "not_hidden": ("P7", "the player has no hidden card in this pli"),
    "told_otherwise": ("P7", "the card was said to be of the other pack"),
    "two_majuscules": ("P3", "the pli would have two majuscules"),
    "may_not_pick_up": ("P9", "the player is not of the team that may choose"),
    "nothing_said": ("P6", "no word was announced since the last card or Belettre"),
    "holds_already": ("P6", "the word has this verdict already"),
    "no_reason": ("W10", f"an arbiter gives a reason of 1 to {MAX_REASON} characters"),
    "in_time": ("P13", f"{THINKING_TIME} seconds are allowed"),
}
#: The reason against an action that is none of those awaited, by what is awaited.
_AWAITED: dict[Awaits, MoveReason] = {
    OVER: "over",
    LAY: "awaits_lay",
    SWAP: "awaits_swap",
    REVEAL: "awaits_reveal",
    PICK_UP: "awaits_pick_up",
}
_TRAP_SET = TrapPhase.SET


class MoveRefusal(ActionRefusal, frozen=True):
    """One rule against an action.

    reason    a key of ``MOVE_REASONS``
    value     the offending card, seat or letter as text; "" when the reason alone says it
    expected  what would be legal instead; "" when that is not one thing
    """

    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = MOVE_REASONS

    reason: MoveReason
    value: str = ""
    expected: str = ""


def refusals(state: State, setup: Setup, action: Action) -> list[MoveRefusal]:
    """Every rule against an action; [] when it is legal. Raises ArgumentError for a value that is no action."""
    check = _CHECKS.get(action.__class__)
    if check is None:
        raise ArgumentError(f"action: {action!r:.80} is none of {', '.join(kind.__name__ for kind in _CHECKS)}")
    seat = getattr(action, "seat", SEATS[0])
    if seat.__class__ is not Seat:
        return [MoveRefusal("not_a_seat", f"{seat!r:.40}", ", ".join(known.value for known in SEATS))]
    card = getattr(action, "card", UNSEEN)
    if card.__class__ is not Card:
        return [MoveRefusal("not_a_card", f"{card!r:.40}")]
    return check(action, state, setup)


def legal_actions(state: State, setup: Setup) -> Iterator[Action]:
    """Every action that a player may do now, in the order of seats and cards; a ``Lay`` has no word yet.

    What only an arbiter does (``Overrule``, ``Overtime``) and a forgotten « Belettre » are legal but not listed.
    """
    for action in _candidates(state, setup):
        if not _CHECKS[action.__class__](action, state, setup):
            yield action


def must_discard(state: State, seat: Seat) -> bool:
    """J4: whether *seat*, whose turn it is, certainly can lay nothing but a joker while another lies face up."""
    cases = _cases_to_lay(state, seat)
    return cases != () and state.manche.hands[seat.index].must_be_wild(cases)


def may_have_to_discard(state: State, seat: Seat) -> bool:
    """J4: whether that is possible, as far as the cards of *seat* are known."""
    cases = _cases_to_lay(state, seat)
    return cases != () and state.manche.hands[seat.index].may_be_wild(cases)


def _cases_to_lay(state: State, seat: Seat) -> tuple[Case, ...]:
    """The packs of which *seat* has to lay a card while a joker lies face up; () when none does, or in a trap (T1)."""
    pli = state.manche.pli
    if not pli.wild:
        return ()
    cases = tuple(case for case in Case if pli.allows(case))
    return cases if any(map(state.manche.hands[seat.index].may_have, cases)) else ()


def may_have_belettre(hand: Hand) -> bool:
    """S3, S4: whether the two majuscules of a hand follow each other, or may do so when the hand is not known.

    A JOKER stands for any letter.
    """
    if not isinstance(hand, KnownHand):
        return True
    majuscules = [card for card in hand.cards if card.case is Case.MAJ]
    if len(majuscules) != 2:
        return False
    first, second = majuscules
    return first.wild or second.wild or second.letter in neighbours(first.letter)


def _announce(action: AnnounceBelettre, state: State, setup: Setup) -> list[MoveRefusal]:
    if wrong := _awaiting(state, LAY):
        return wrong
    manche = state.manche
    found = []
    if manche.begun:
        found.append(MoveRefusal("too_late", action.seat.value))
    if manche.belettres[action.seat.index].stage != NONE:
        found.append(MoveRefusal("announced", action.seat.value))
    elif not may_have_belettre(manche.hands[action.seat.index]):
        found.append(MoveRefusal("no_belettre", action.seat.value))
    return found


def _lay(action: Lay, state: State, setup: Setup) -> list[MoveRefusal]:
    seat, card, word = action.seat, action.card, action.word
    if seat is not state.turn:
        return _not_to_lay(state, seat)
    if not card.known:
        return [MoveRefusal("back", card.text)]
    found = _not_available(state, setup, seat, card)
    pli = state.manche.pli
    if word.__class__ is not str or not (word.isascii() or _is_text(word)):
        found.append(MoveRefusal("no_word", f"{word!r:.40}"))
    if not isinstance(action.says, bool):
        found.append(MoveRefusal("not_yes_or_no", f"{action.says!r:.40}"))
    if pli.lost_by is not None:
        found.append(MoveRefusal("pli_lost", card.text))
    if not pli.allows(card.case):  # type: ignore[arg-type]  # a known card is of a pack
        found.append(MoveRefusal("majuscule_lies" if card.case is Case.MAJ else "majuscule_needed", card.text))
    if card.wild and pli.wild:
        found.append(MoveRefusal("joker_lies", card.text))
        if must_discard(state, seat):
            found.append(MoveRefusal("must_discard", card.text))
    if card.wild and card.case is Case.MAJ:
        if not (isinstance(action.letter, str) and len(action.letter) == 1 and action.letter in ALPHABET):
            found.append(MoveRefusal("not_named", f"{action.letter!r:.40}", "a-z"))
    elif action.letter != "":
        found.append(MoveRefusal("named", f"{action.letter!r:.40}"))
    return found


def _passe(action: Passe, state: State, setup: Setup) -> list[MoveRefusal]:
    found = _face_down(action, state, setup)
    if found:
        return found
    if state.manche.pli.lost_by is not None:
        return [MoveRefusal("pli_lost", action.card.text)]
    if must_discard(state, action.seat):
        return [MoveRefusal("must_discard", action.card.text)]
    return []


def _discard(action: Discard, state: State, setup: Setup) -> list[MoveRefusal]:
    found = _face_down(action, state, setup)
    pli = state.manche.pli
    if found or pli.lost_by is not None:
        return found
    if must_discard(state, action.seat):
        return []
    if (action.card.wild or not action.card.known) and may_have_to_discard(state, action.seat):
        return []
    return [MoveRefusal("may_not_discard", action.card.text)]


def _face_down(action: Passe | Discard, state: State, setup: Setup) -> list[MoveRefusal]:
    """The rules against laying a card face down, with « Passe ! » or without."""
    seat, card = action.seat, action.card
    if wrong := _not_to_lay(state, seat):
        return wrong
    found = _not_available(state, setup, seat, card)
    manche, pli = state.manche, state.manche.pli
    if card.case is None or pli.allows(card.case):
        return found
    if card.case is Case.MAJ:
        found.append(MoveRefusal("majuscule_lies", card.text))
    elif pli.trap is not _TRAP_SET or manche.hands[seat.index].must_have(Case.MAJ):
        found.append(MoveRefusal("majuscule_needed", card.text))
    elif not seats_at_fault(pli, manche.hands):  # T1 holds; T5 needs somebody who can swap
        found.append(MoveRefusal("nobody_can_swap", card.text))
    return found


def _swap(action: Swap, state: State, setup: Setup) -> list[MoveRefusal]:
    if wrong := _awaiting(state, SWAP):
        return wrong
    found = []
    if action.seat not in (fault := state.manche.pli.fault):
        found.append(MoveRefusal("not_at_fault", action.seat.value, ", ".join(seat.value for seat in fault)))
    if action.card.case is not Case.MAJ:
        found.append(MoveRefusal("not_a_majuscule", action.card.text))
    return found + _not_available(state, setup, action.seat, action.card)


def _reveal(action: Reveal, state: State, setup: Setup) -> list[MoveRefusal]:
    if wrong := _awaiting(state, REVEAL):
        return wrong
    card, pli = action.card, state.manche.pli
    if not card.known:
        return [MoveRefusal("back", card.text)]
    if action.seat not in pli.hidden:
        return [MoveRefusal("not_hidden", action.seat.value, ", ".join(seat.value for seat in pli.hidden))]
    found = []
    laid = pli.laid_by(action.seat)
    pack = laid.card.case
    if laid.forced and not card.wild:
        found.append(MoveRefusal("told_otherwise", card.text, "JOKER" if pack is Case.MAJ else JOKER))
    if pack is not None and pack is not card.case:
        found.append(MoveRefusal("told_otherwise", card.text, pack.value))
    if pack is None:
        found += _not_of_pack(card, action.seat, state)
    if _all_laid(state, setup, card):
        found.append(MoveRefusal("spent", card.text))
    return found


def _not_of_pack(card: Card, seat: Seat, state: State) -> list[MoveRefusal]:
    """The rules against telling that a card laid unseen, of a pack that nobody knows, is *card*."""
    found = []
    pli, hand = state.manche.pli, state.manche.hands[seat.index]
    if card.case is not None and isinstance(hand, UnknownHand) and not hand.may_have_laid(card.case):
        found.append(MoveRefusal("not_held", card.text))
    if card.case is Case.MAJ and pli.majuscules:
        found.append(MoveRefusal("two_majuscules", card.text))
    if card.case is Case.MIN and pli.minuscules == MINUSCULES and not seats_at_fault(pli, state.manche.hands):
        found.append(MoveRefusal("nobody_can_swap", card.text))
    return found


def _pick_up(action: PickUp, state: State, setup: Setup) -> list[MoveRefusal]:
    if wrong := _awaiting(state, PICK_UP):
        return wrong
    if action.seat in (takers := state.manche.pli.takers()):
        return []
    return [MoveRefusal("may_not_pick_up", action.seat.value, ", ".join(seat.value for seat in takers))]


def _overrule(action: Overrule, state: State, setup: Setup) -> list[MoveRefusal]:
    found = []
    if not isinstance(action.accept, bool):
        found.append(MoveRefusal("not_yes_or_no", f"{action.accept!r:.40}"))
    if not _is_text(action.reason) or not 0 < len(action.reason.strip()) <= MAX_REASON:
        found.append(MoveRefusal("no_reason", f"{action.reason!r:.40}"))
    if state.last_word is None:
        found.append(MoveRefusal("nothing_said"))
    elif state.last_word.valid is action.accept:
        found.append(MoveRefusal("holds_already", state.last_word.event.verdict.word[:40]))
    return found


def _overtime(action: Overtime, state: State, setup: Setup) -> list[MoveRefusal]:
    if wrong := _not_to_lay(state, action.seat):
        return wrong
    if isinstance(action.seconds, int) and THINKING_TIME < action.seconds < 1_000_000:
        return []
    return [MoveRefusal("in_time", f"{action.seconds!r:.40}")]


def _awaiting(state: State, what: Awaits) -> list[MoveRefusal]:
    """The refusal of an action that answers *what*, when something else is awaited."""
    awaits = state.awaits
    return [] if awaits == what else [MoveRefusal(_AWAITED[awaits])]


def _not_to_lay(state: State, seat: Seat) -> list[MoveRefusal]:
    """The refusal of a seat whose turn it is not."""
    turn = state.turn
    if seat is turn:
        return []
    if turn is None:
        return _awaiting(state, LAY)
    return [MoveRefusal("not_his_turn", seat.value, turn.value)]


def _not_available(state: State, setup: Setup, seat: Seat, card: Card) -> list[MoveRefusal]:
    """The refusal of a card that *seat* cannot have: not in hand or, where hands are not known, all laid already."""
    hand = state.manche.hands[seat.index]
    if hand.must_hold(card):
        return []
    if not hand.may_hold(card):
        named = card.known or isinstance(hand, UnknownHand)
        return [MoveRefusal("not_held" if named else "back_of_known", card.text)]
    return [MoveRefusal("spent", card.text)] if _all_laid(state, setup, card) else []


def _is_text(text: object) -> bool:
    """Whether a record can hold it as text: lone surrogates cannot be encoded."""
    return isinstance(text, str) and not any("\ud800" <= character <= "\udfff" for character in text)


def _all_laid(state: State, setup: Setup, card: Card) -> bool:
    """D1, D3: whether every card of this pack and letter was seen since the last shuffle."""
    if not card.known:
        return False
    manche = state.manche
    seen = [laid.card for pli in (*(taken.laid for taken in manche.taken), manche.pli.laid) for laid in pli]
    counts = setup.deck.majuscules if card.case is Case.MAJ else setup.deck.minuscules
    return seen.count(card) + state.spent.count(card) >= counts.get(card.letter, 0)


def _candidates(state: State, setup: Setup) -> Iterator[Action]:
    """The actions of which the legal ones are listed."""
    awaits, manche = state.awaits, state.manche
    pli = manche.pli
    if awaits == LAY:
        if not manche.begun:
            yield from map(AnnounceBelettre, SEATS)
        seat = state.turn
        if seat is None:
            return
        faces, backs = _cards_of(manche.hands[seat.index])
        for card in faces:
            if card.wild and card.case is Case.MAJ:
                yield from (Lay(seat, card, letter=letter) for letter in ALPHABET)
            else:
                yield Lay(seat, card)
        for down in (Passe, Discard):
            yield from (down(seat, card) for card in faces + backs)
    elif awaits == SWAP:
        for seat in pli.fault:
            faces, backs = _cards_of(manche.hands[seat.index])
            yield from (Swap(seat, card) for card in faces + backs if card.case is Case.MAJ)
    elif awaits == REVEAL:
        yield from (Reveal(seat, card) for seat in pli.hidden for card in FACES)
    elif awaits == PICK_UP:
        yield from map(PickUp, pli.takers())


def _cards_of(hand: Hand) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The different cards of a hand, and the backs that may stand for a card nobody told."""
    if isinstance(hand, KnownHand):
        return tuple(dict.fromkeys(hand.cards)), ()
    return FACES, (MAJ_BACK, MIN_BACK, UNSEEN)


#: The rules against each kind of action.
_CHECKS = (
    Dispatch[[State, Setup], list[MoveRefusal]]()
    .on(AnnounceBelettre, _announce)
    .on(Lay, _lay)
    .on(Passe, _passe)
    .on(Discard, _discard)
    .on(Swap, _swap)
    .on(Reveal, _reveal)
    .on(PickUp, _pick_up)
    .on(Overrule, _overrule)
    .on(Overtime, _overtime)
)
