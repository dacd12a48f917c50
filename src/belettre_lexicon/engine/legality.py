"""Floor 3. What may be done now, and every rule against what may not.

It is the one legality behind ``legal_actions``, ``can``, ``refusals`` and ``apply``. Whether a word holds is not
decided here: that is the judge's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ..cards import FACES, MAJ_BACK, MIN_BACK, UNSEEN, Card, Case
from ..decks import JOKER
from ..errors import ArgumentError, BelettreError
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
from .hands import Hand, KnownHand, UnknownHand
from .manche import NONE
from .pli import MINUSCULES, at_fault
from .seats import SEATS, Seat
from .setup import Setup
from .state import LAY, OVER, PICK_UP, REVEAL, SWAP, State

#: Reason → the rule it rests on, and what an error says of it; the referee has the sentences for players.
MOVE_REASONS = {
    "over": ("S5", "the partie is over"),
    "not_a_seat": ("D4", "this is no seat"),
    "not_a_card": ("D1", "this is no card"),
    "not_his_turn": ("P1", "it is another seat's turn"),
    "awaits_lay": ("P1", "a card is awaited"),
    "awaits_swap": ("T2", "the swap of the trap is awaited"),
    "awaits_reveal": ("P7", "a card that was laid face down is to be told first"),
    "awaits_pick_up": ("P9", "a team has to name who picks up"),
    "not_held": ("D2", "he does not hold this card"),
    "spent": ("D1", "the deck has no more of this card"),
    "back": ("P1", "a card laid face up is named"),
    "back_of_known": ("P5", "the hand is known, so the card is named"),
    "no_word": ("P1", "what he announces is no text"),
    "not_yes_or_no": ("P1", "it is neither True nor False"),
    "majuscule_lies": ("P3", "a majuscule lies in the pli"),
    "majuscule_needed": ("P3", "three minuscules lie, so the fourth card is a majuscule"),
    "nobody_can_swap": ("T5", "nobody holds a majuscule, and the pli needs one"),
    "joker_lies": ("J1", "a joker lies face up in the pli"),
    "not_named": ("J3", "the JOKER is named a letter when it is laid"),
    "named": ("J3", "only the JOKER is named a letter"),
    "must_discard": ("J4", "he holds nothing but jokers for this pli, so he lays one face down without a word"),
    "may_not_discard": ("J4", "he may lay something else, so he says a word or passes"),
    "pli_lost": ("P9", "the pli is lost, so the card is laid face down without a word"),
    "no_belettre": ("S3", "these majuscules do not follow each other"),
    "announced": ("S3", "he has announced it already"),
    "too_late": ("S3", "a card was laid already"),
    "not_at_fault": ("T2", "somebody else is at fault"),
    "not_a_majuscule": ("T2", "a majuscule is laid for the minuscule"),
    "not_hidden": ("P7", "he has no hidden card in this pli"),
    "told_otherwise": ("P7", "he said that it is of the other pack"),
    "two_majuscules": ("P3", "the pli would have two majuscules"),
    "may_not_pick_up": ("P9", "he is not of the team that may choose"),
    "nothing_said": ("P6", "no word was announced since the last card or Belettre"),
    "holds_already": ("P6", "the word has this verdict already"),
    "no_reason": ("W10", f"an arbiter gives a reason of 1 to {MAX_REASON} characters"),
    "in_time": ("P13", f"{THINKING_TIME} seconds are allowed"),
}


class MoveRefusal(msgspec.Struct, frozen=True):
    """One rule against an action.

    reason  a key of ``MOVE_REASONS``; value  what offends, as text: a card, a seat, a letter; expected  what would do
    """

    reason: str
    value: str = ""
    expected: str = ""

    @property
    def rule(self) -> str:
        """The id of the rule, as in RULES.md."""
        return MOVE_REASONS[self.reason][0]

    def __str__(self) -> str:
        named = ", expected ".join(filter(None, (self.value, self.expected)))
        return f"{self.rule}: {MOVE_REASONS[self.reason][1]}{f' ({named})' if named else ''}"


class IllegalActionError(BelettreError):
    """An action that the rules do not allow; ``refusals`` says every rule against it. Nothing has changed."""

    def __init__(self, action: Action, refusals: tuple[MoveRefusal, ...]) -> None:
        super().__init__(f"{type(action).__name__}: {'; '.join(map(str, refusals))}")
        self.action = action
        self.refusals = refusals


def refusals(state: State, setup: Setup, action: Action) -> list[MoveRefusal]:
    """Every rule against an action; empty when it is legal. Raises ArgumentError for what is no action."""
    check = _CHECKS.get(action.__class__)
    if check is None:
        raise ArgumentError(f"action: {action!r:.80} is none of {', '.join(kind.__name__ for kind in _CHECKS)}")
    seat = getattr(action, "seat", SEATS[0])
    if seat.__class__ is not Seat:
        return [MoveRefusal("not_a_seat", f"{seat!r:.40}", ", ".join(known.value for known in SEATS))]
    card = getattr(action, "card", UNSEEN)
    if card.__class__ is not Card:
        return [MoveRefusal("not_a_card", f"{card!r:.40}")]
    return check(state, setup, action)


def legal_actions(state: State, setup: Setup) -> Iterator[Action]:
    """What may be done now by a player, in the order of seats and cards; a ``Lay`` has no word yet.

    What only an arbiter does (``Overrule``, ``Overtime``) and a forgotten « Belettre » are legal but not listed.
    """
    for action in _candidates(state, setup):
        if not _CHECKS[action.__class__](state, setup, action):
            yield action


def forced(state: State, seat: Seat) -> bool | None:
    """J4: whether *seat*, whose turn it is, can lay nothing but a joker while one lies face up; None when not known."""
    pli = state.manche.pli
    if not pli.wild:
        return False
    hand = state.manche.hands[seat.index]
    cases = tuple(case for case in Case if pli.allows(case))
    if not any(hand.has(case) is not False for case in cases):
        return False  # trapped (T1)
    return hand.only_wild(cases)


def belettre_in(hand: Hand) -> bool | None:
    """S3, S4: whether the two majuscules of a hand follow each other, a JOKER standing for any; None when not known."""
    if not isinstance(hand, KnownHand):
        return None
    majuscules = [card for card in hand.cards if card.case is Case.MAJ]
    if len(majuscules) != 2:
        return False
    first, second = majuscules
    return first.wild or second.wild or second.letter in neighbours(first.letter)


def _announce(state: State, setup: Setup, action: AnnounceBelettre) -> list[MoveRefusal]:
    if wrong := _awaiting(state, LAY):
        return wrong
    manche = state.manche
    found = []
    if manche.begun:
        found.append(MoveRefusal("too_late", action.seat.value))
    if manche.belettres[action.seat.index].stage != NONE:
        found.append(MoveRefusal("announced", action.seat.value))
    elif belettre_in(manche.hands[action.seat.index]) is False:
        found.append(MoveRefusal("no_belettre", action.seat.value))
    return found


def _lay(state: State, setup: Setup, action: Lay) -> list[MoveRefusal]:
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
        if forced(state, seat):
            found.append(MoveRefusal("must_discard", card.text))
    if card.wild and card.case is Case.MAJ:
        if not (isinstance(action.letter, str) and len(action.letter) == 1 and action.letter in ALPHABET):
            found.append(MoveRefusal("not_named", f"{action.letter!r:.40}", "a-z"))
    elif action.letter != "":
        found.append(MoveRefusal("named", f"{action.letter!r:.40}"))
    return found


def _passe(state: State, setup: Setup, action: Passe) -> list[MoveRefusal]:
    found = _down(state, setup, action)
    if found:
        return found
    if state.manche.pli.lost_by is not None:
        return [MoveRefusal("pli_lost", action.card.text)]
    if forced(state, action.seat):
        return [MoveRefusal("must_discard", action.card.text)]
    return []


def _discard(state: State, setup: Setup, action: Discard) -> list[MoveRefusal]:
    found = _down(state, setup, action)
    pli = state.manche.pli
    if found or pli.lost_by is not None:
        return found
    is_forced = forced(state, action.seat)
    if is_forced or (is_forced is None and (action.card.wild or not action.card.known)):
        return []
    return [MoveRefusal("may_not_discard", action.card.text)]


def _down(state: State, setup: Setup, action: Passe | Discard) -> list[MoveRefusal]:
    """What holds against laying a card face down, with « Passe ! » or without."""
    seat, card = action.seat, action.card
    if wrong := _not_to_lay(state, seat):
        return wrong
    found = _not_available(state, setup, seat, card)
    manche, pli = state.manche, state.manche.pli
    if card.case is None or pli.allows(card.case):
        return found
    if card.case is Case.MAJ:
        found.append(MoveRefusal("majuscule_lies", card.text))
    elif not pli.trapping or manche.hands[seat.index].has(Case.MAJ):
        found.append(MoveRefusal("majuscule_needed", card.text))
    elif not at_fault(pli, manche.hands):  # T1 holds; T5 needs somebody who can swap
        found.append(MoveRefusal("nobody_can_swap", card.text))
    return found


def _swap(state: State, setup: Setup, action: Swap) -> list[MoveRefusal]:
    if wrong := _awaiting(state, SWAP):
        return wrong
    found = []
    if action.seat not in (fault := state.manche.pli.fault):
        found.append(MoveRefusal("not_at_fault", action.seat.value, ", ".join(seat.value for seat in fault)))
    if action.card.case is not Case.MAJ:
        found.append(MoveRefusal("not_a_majuscule", action.card.text))
    return found + _not_available(state, setup, action.seat, action.card)


def _reveal(state: State, setup: Setup, action: Reveal) -> list[MoveRefusal]:
    if wrong := _awaiting(state, REVEAL):
        return wrong
    card, pli = action.card, state.manche.pli
    if not card.known:
        return [MoveRefusal("back", card.text)]
    if action.seat not in pli.hidden:
        return [MoveRefusal("not_hidden", action.seat.value, ", ".join(seat.value for seat in pli.hidden))]
    found = []
    laid = pli.laid_by(action.seat)
    told = laid.card.case
    if laid.forced and not card.wild:
        found.append(MoveRefusal("told_otherwise", card.text, "JOKER" if told is Case.MAJ else JOKER))
    if told is not None and told is not card.case:
        found.append(MoveRefusal("told_otherwise", card.text, told.value))
    hand = state.manche.hands[action.seat.index]
    if told is None and card.case is not None and isinstance(hand, UnknownHand) and not hand.may_have_laid(card.case):
        found.append(MoveRefusal("not_held", card.text))
    if told is None and card.case is Case.MAJ and pli.majuscules:
        found.append(MoveRefusal("two_majuscules", card.text))
    if (
        told is None
        and card.case is Case.MIN
        and pli.minuscules == MINUSCULES
        and not at_fault(pli, state.manche.hands)
    ):
        found.append(MoveRefusal("nobody_can_swap", card.text))
    if _all_laid(state, setup, card):
        found.append(MoveRefusal("spent", card.text))
    return found


def _pick_up(state: State, setup: Setup, action: PickUp) -> list[MoveRefusal]:
    if wrong := _awaiting(state, PICK_UP):
        return wrong
    if action.seat in (takers := state.manche.pli.takers()):
        return []
    return [MoveRefusal("may_not_pick_up", action.seat.value, ", ".join(seat.value for seat in takers))]


def _overrule(state: State, setup: Setup, action: Overrule) -> list[MoveRefusal]:
    found = []
    if not isinstance(action.accept, bool):
        found.append(MoveRefusal("not_yes_or_no", f"{action.accept!r:.40}"))
    if not _is_text(action.reason) or not 0 < len(action.reason.strip()) <= MAX_REASON:
        found.append(MoveRefusal("no_reason", f"{action.reason!r:.40}"))
    if state.said is None:
        found.append(MoveRefusal("nothing_said"))
    elif state.said.valid is action.accept:
        found.append(MoveRefusal("holds_already", state.said.event.verdict.word[:40]))
    return found


def _overtime(state: State, setup: Setup, action: Overtime) -> list[MoveRefusal]:
    if wrong := _not_to_lay(state, action.seat):
        return wrong
    if isinstance(action.seconds, int) and THINKING_TIME < action.seconds < 1_000_000:
        return []
    return [MoveRefusal("in_time", f"{action.seconds!r:.40}")]


def _awaiting(state: State, what: str) -> list[MoveRefusal]:
    """The refusal of an action that is none of those awaited now."""
    awaits = state.awaits
    if awaits == what:
        return []
    return [MoveRefusal("over" if awaits == OVER else f"awaits_{awaits}")]


def _not_to_lay(state: State, seat: Seat) -> list[MoveRefusal]:
    """The refusal of a seat that is not to lay a card now."""
    turn = state.turn
    if seat is turn:
        return []
    if turn is None:
        return _awaiting(state, LAY)
    return [MoveRefusal("not_his_turn", seat.value, turn.value)]


def _not_available(state: State, setup: Setup, seat: Seat, card: Card) -> list[MoveRefusal]:
    """The refusal of a card that *seat* cannot have: not in his hand or, where hands are not known, all laid."""
    hand = state.manche.hands[seat.index]
    holds = hand.holds(card)
    if holds is False:
        named = card.known or isinstance(hand, UnknownHand)
        return [MoveRefusal("not_held" if named else "back_of_known", card.text)]
    return [MoveRefusal("spent", card.text)] if holds is None and _all_laid(state, setup, card) else []


def _is_text(text: object) -> bool:
    """Whether a record can keep it: lone surrogates are in no text that was typed."""
    return isinstance(text, str) and not any("\ud800" <= character <= "\udfff" for character in text)


def _all_laid(state: State, setup: Setup, card: Card) -> bool:
    """D1, D3: whether every card of this letter was seen since the last shuffle."""
    if not card.known:
        return False
    manche = state.manche
    laid = [laid.card for pli in (*(taken.laid for taken in manche.taken), manche.pli.laid) for laid in pli]
    counts = setup.deck.majuscules if card.case is Case.MAJ else setup.deck.minuscules
    return laid.count(card) + state.spent.count(card) >= counts.get(card.letter, 0)


def _candidates(state: State, setup: Setup) -> Iterator[Action]:
    """Everything that might be legal now."""
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
    """The different cards of a hand, and the backs that stand for a card nobody told."""
    if isinstance(hand, KnownHand):
        return tuple(dict.fromkeys(hand.cards)), ()
    return FACES, (MAJ_BACK, MIN_BACK, UNSEEN)


_CHECKS: dict[type, Callable[[State, Setup, Any], list[MoveRefusal]]] = {
    AnnounceBelettre: _announce,
    Lay: _lay,
    Passe: _passe,
    Discard: _discard,
    Swap: _swap,
    Reveal: _reveal,
    PickUp: _pick_up,
    Overrule: _overrule,
    Overtime: _overtime,
}
