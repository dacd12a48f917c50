"""The rules against each kind of action (``CHECKS``): one function for each, which returns a list of ``MoveRefusal``.

``legality.refusals`` calls these functions after it has checked that the seat is a ``Seat`` and the card a ``Card``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from ...french.cards import Card, Case
from ...french.decks import JOKER
from ...french.letters import ALPHABET, neighbours
from ..kit.machine import ActionRefusal, Dispatch
from . import actions
from .events import NONE
from .hands import MAJUSCULES_DEALT, MINUSCULES_DEALT, Hand, KnownHand, UnknownHand, unknown_hands
from .manche import Manche
from .pli import TrapPhase
from .seats import Seat
from .setup import Setup
from .state import LAY, OVER, PICK_UP, REVEAL, SWAP, Awaits, State, all_seen

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
    "shown_already",
    "told_before",
    "spent",
    "back",
    "back_of_known",
    "no_word",
    "not_yes_or_no",
    "majuscule_lies",
    "majuscule_needed",
    "impossible",
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
#: Reason → the id of the broken rule, and the text that errors show; the sentences for players are in the referee.
MOVE_REASONS: dict[MoveReason, tuple[str, str]] = {
    "over": ("S5", "the partie is over"),
    "not_a_seat": ("D4", "not a seat"),
    "not_a_card": ("D1", "not a card"),
    "not_his_turn": ("P1", "it is another player's turn"),
    "awaits_lay": ("P1", "a player has to lay a card first"),
    "awaits_swap": ("T2", "the player at fault in the trap has to swap first"),
    "awaits_reveal": ("P7", "a card laid face down has to be revealed first"),
    "awaits_pick_up": ("P9", "a team has to name who picks up first"),
    "not_held": ("D2", "the player does not hold this card"),
    "shown_already": ("D2", "the player has shown all cards that they have of this pack; an entry may be wrong"),
    "told_before": ("D2", "the player cannot have this card after what was laid and said; an entry may be wrong"),
    "spent": ("D1", "the deck has no more of this card"),
    "back": ("P1", "a card laid face up must be a known card, not a back"),
    "back_of_known": ("P5", "the hand is known, so the card must be a known card, not a back"),
    "no_word": ("P1", "the word is not text"),
    "not_yes_or_no": ("P1", "the value is neither True nor False"),
    "majuscule_lies": ("P3", "the pli has a majuscule already"),
    "majuscule_needed": ("P3", "the pli has three minuscules, so the fourth card must be a majuscule"),
    "impossible": ("D2", "no hands of two majuscules and six minuscules fit this and what was laid and said before"),
    "joker_lies": ("J1", "a joker lies face up in the pli"),
    "not_named": ("J3", "a letter must be named for the JOKER"),
    "named": ("J3", "a letter can be named only for the JOKER"),
    "must_discard": ("J4", "the player can lay only a joker, so they must lay it face down without a word"),
    "may_not_discard": ("J4", "the player can lay another card, so they must announce a word or pass"),
    "pli_lost": ("P9", "the pli is lost, so the card must be laid face down without a word"),
    "no_belettre": ("S3", "the player's majuscules are not neighbours in the alphabet"),
    "announced": ("S3", "the Belettre is announced already"),
    "too_late": ("S3", "a card of the manche was laid already"),
    "not_at_fault": ("T2", "another player is at fault"),
    "not_a_majuscule": ("T2", "the card laid in a swap must be a majuscule"),
    "not_hidden": ("P7", "the player has no hidden card in this pli"),
    "told_otherwise": ("P7", "this contradicts what was known about the card"),
    "two_majuscules": ("P3", "the pli would have two majuscules"),
    "may_not_pick_up": ("P9", "this player may not pick up the pli"),
    "nothing_said": ("P6", "there is no word to overrule since the last card or Belettre"),
    "holds_already": ("P6", "the word has this verdict already"),
    "no_reason": ("W10", f"an arbiter must give a reason of 1 to {actions.MAX_REASON} characters"),
    "in_time": (
        "P13",
        f"an overtime has more than {actions.THINKING_TIME} and fewer than {actions.MAX_SECONDS} seconds",
    ),
}


class MoveRefusal(ActionRefusal, frozen=True):
    """A rule that forbids an action.

    reason    the name of the reason, a key of ``MOVE_REASONS``
    value     what is not allowed, such as a card, seat or letter, as text; "" if the reason needs no value
    expected  what would be legal instead, as text; "" if the reason does not say it
    seat      the short name of the player whose unknown hand cannot hold the card; "" if the reason is another one
    shown     the cards that this player has shown, as evidence: all that are known, or those of the pack in question
    """

    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = MOVE_REASONS

    reason: MoveReason
    value: str = ""
    expected: str = ""
    seat: str = ""
    shown: tuple[str, ...] = ()


# Bound once: reading a member from its enum is a function call in Python 3.11.
_MAJ, _TRAP_SET = Case.MAJ, TrapPhase.SET


def _must_discard(state: State, seat: Seat) -> bool:
    """Return whether it is certain that *seat*, whose turn it is, can lay nothing but a second joker (J4)."""
    cases = _cases_to_lay(state, seat)
    return cases != () and state.manche.hands[seat.index].must_be_wild(cases)


def _may_have_to_discard(state: State, seat: Seat) -> bool:
    """Return whether, for all that is known of its hand, *seat* may have nothing but a joker to lay (J4)."""
    cases = _cases_to_lay(state, seat)
    return cases != () and state.manche.hands[seat.index].may_be_wild(cases)


def _cases_to_lay(state: State, seat: Seat) -> tuple[Case, ...]:
    """Return the packs that *seat* may lay beside a joker; () if none lies face up, or *seat* is trapped (T1)."""
    pli = state.manche.pli
    if not pli.wild:
        return ()
    cases = tuple(case for case in Case if pli.allows(case))
    return cases if any(map(state.manche.hands[seat.index].may_have, cases)) else ()


def may_have_belettre(hand: Hand) -> bool:
    """Return whether the two majuscules of a hand are neighbours in the alphabet (S3). A JOKER may be any letter (S4).

    The result is True for every hand that is not known.
    """
    if not isinstance(hand, KnownHand):
        return True
    majuscules = [card for card in hand.cards if card.case is _MAJ]
    if len(majuscules) != 2:
        return False
    first, second = majuscules
    return first.wild or second.wild or second.letter in neighbours(first.letter)


def _announce(action: actions.AnnounceBelettre, state: State, setup: Setup) -> list[MoveRefusal]:
    if untimely := _awaiting(state, LAY):
        return untimely
    manche = state.manche
    refused = []
    if manche.begun:
        refused.append(MoveRefusal("too_late", action.seat.value))
    if manche.belettres[action.seat.index].stage != NONE:
        refused.append(MoveRefusal("announced", action.seat.value))
    elif not may_have_belettre(manche.hands[action.seat.index]):
        refused.append(MoveRefusal("no_belettre", action.seat.value))
    return refused


def _lay(action: actions.Lay, state: State, setup: Setup) -> list[MoveRefusal]:
    word = action.word
    if action.seat is not state.turn:
        return _not_to_lay(state, action.seat)
    if word.__class__ is not str or not (word.isascii() or _is_text(word)):
        return [MoveRefusal("no_word", f"{word!r:.40}"), *lay_with_word(action, state, setup)]
    if word.isalpha() or not action.silent:  # most words are letters only, which saves a call
        return lay_with_word(action, state, setup)
    refused = _passe(actions.Passe(action.seat, action.card), state, setup)  # P9: silence is « Passe ! »
    if action.letter != "":
        refused += _letter(action)
    return refused + _says(action)


def _says(action: actions.Lay) -> list[MoveRefusal]:
    return [] if isinstance(action.says, bool) else [MoveRefusal("not_yes_or_no", f"{action.says!r:.40}")]


def _letter(action: actions.Lay) -> list[MoveRefusal]:
    letter = action.letter
    if not (action.card.wild and action.card.case is _MAJ):
        return [MoveRefusal("named", f"{letter!r:.40}")] if letter != "" else []
    if isinstance(letter, str) and len(letter) == 1 and letter in ALPHABET:
        return []
    return [MoveRefusal("not_named", f"{letter!r:.40}", "a-z")]


def lay_with_word(action: actions.Lay, state: State, setup: Setup) -> list[MoveRefusal]:
    """Return the reasons why the card of *action* may not be laid with a word, whatever the word is; [] if it may.

    It must be the turn of the seat of *action* to lay a card.
    """
    seat, card = action.seat, action.card
    if not card.known:
        return [MoveRefusal("back", card.text)]
    held = state.manche.hands[seat.index].must_hold(card)
    refused = [] if held else _not_available(state, setup, seat, card)
    if action.says is not True:
        refused += _says(action)
    pli = state.manche.pli
    if pli.lost_by is not None:
        refused.append(MoveRefusal("pli_lost", card.text))
    if not pli.allows(card.case):  # type: ignore[arg-type]  # a known card is of a pack
        refused.append(MoveRefusal("majuscule_lies" if card.case is _MAJ else "majuscule_needed", card.text))
    if card.wild and pli.wild:
        refused.append(MoveRefusal("joker_lies", card.text))
        if _must_discard(state, seat):
            refused.append(MoveRefusal("must_discard", card.text))
    if card.wild or action.letter != "":
        refused += _letter(action)
    return refused


def _passe(action: actions.Passe, state: State, setup: Setup) -> list[MoveRefusal]:
    refused = _face_down(action, state, setup)
    if refused:
        return refused
    if state.manche.pli.lost_by is not None:
        return [MoveRefusal("pli_lost", action.card.text)]
    if _must_discard(state, action.seat):
        return [MoveRefusal("must_discard", action.card.text)]
    return []


def _discard(action: actions.Discard, state: State, setup: Setup) -> list[MoveRefusal]:
    refused = _face_down(action, state, setup)
    pli = state.manche.pli
    if refused or pli.lost_by is not None:
        return refused
    if _must_discard(state, action.seat):
        return []
    if (action.card.wild or not action.card.known) and _may_have_to_discard(state, action.seat):
        return []
    return [MoveRefusal("may_not_discard", action.card.text)]


def _face_down(action: actions.Passe | actions.Discard, state: State, setup: Setup) -> list[MoveRefusal]:
    seat, card = action.seat, action.card
    if untimely := _not_to_lay(state, seat):
        return untimely
    refused = _not_available(state, setup, seat, card)
    manche, pli = state.manche, state.manche.pli
    if card.case is None or pli.allows(card.case):
        return refused
    if card.case is _MAJ:
        refused.append(MoveRefusal("majuscule_lies", card.text))
    elif pli.trap is not _TRAP_SET or manche.hands[seat.index].must_have(_MAJ):
        refused.append(MoveRefusal("majuscule_needed", card.text))  # otherwise position 4 is trapped (T1)
    return refused


def _swap(action: actions.Swap, state: State, setup: Setup) -> list[MoveRefusal]:
    if untimely := _awaiting(state, SWAP):
        return untimely
    refused = []
    if action.seat not in (fault := state.manche.pli.fault):
        refused.append(MoveRefusal("not_at_fault", action.seat.value, ", ".join(seat.value for seat in fault)))
    if action.card.case is not _MAJ:
        refused.append(MoveRefusal("not_a_majuscule", action.card.text))
    return refused + _not_available(state, setup, action.seat, action.card)


def _reveal(action: actions.Reveal, state: State, setup: Setup) -> list[MoveRefusal]:
    if untimely := _awaiting(state, REVEAL):
        return untimely
    card, pli = action.card, state.manche.pli
    if not card.known:
        return [MoveRefusal("back", card.text)]
    if action.seat not in pli.hidden:
        return [MoveRefusal("not_hidden", action.seat.value, ", ".join(seat.value for seat in pli.hidden))]
    refused = []
    laid = pli.laid_by(action.seat)
    pack = laid.card.case
    if laid.forced and not card.wild:
        refused.append(MoveRefusal("told_otherwise", card.text, "JOKER" if pack is _MAJ else JOKER))
    if pack is not None and pack is not card.case:
        refused.append(MoveRefusal("told_otherwise", card.text, pack.value))
    (hand,) = unknown_hands([state.manche.hands[action.seat.index]])
    if not hand.may_have_laid(card, pack_is_new=pack is None):
        refused.append(_contradicted(state, action.seat, card))
    if pack is None and card.case is _MAJ and pli.majuscules:
        refused.append(MoveRefusal("two_majuscules", card.text))
    if not hand.must_hold(card) and all_seen(state, setup, card):
        refused.append(MoveRefusal("spent", card.text))
    return refused


def _pick_up(action: actions.PickUp, state: State, setup: Setup) -> list[MoveRefusal]:
    if untimely := _awaiting(state, PICK_UP):
        return untimely
    if action.seat in (takers := state.manche.pli.takers()):
        return []
    return [MoveRefusal("may_not_pick_up", action.seat.value, ", ".join(seat.value for seat in takers))]


def _overrule(action: actions.Overrule, state: State, setup: Setup) -> list[MoveRefusal]:
    refused = []
    if not isinstance(action.accept, bool):
        refused.append(MoveRefusal("not_yes_or_no", f"{action.accept!r:.40}"))
    if not _is_text(action.reason) or not 0 < len(action.reason.strip()) <= actions.MAX_REASON:
        refused.append(MoveRefusal("no_reason", f"{action.reason!r:.40}"))
    if state.last_word is None:
        refused.append(MoveRefusal("nothing_said"))
    elif state.last_word.valid is action.accept:
        refused.append(MoveRefusal("holds_already", state.last_word.event.verdict.word[:40]))
    return refused


def _overtime(action: actions.Overtime, state: State, setup: Setup) -> list[MoveRefusal]:
    if untimely := _not_to_lay(state, action.seat):
        return untimely
    if isinstance(action.seconds, int) and actions.THINKING_TIME < action.seconds < actions.MAX_SECONDS:
        return []
    return [MoveRefusal("in_time", f"{action.seconds!r:.40}")]


def _awaiting(state: State, what: Awaits) -> list[MoveRefusal]:
    """Return the refusal of an action that is legal only while the partie waits for *what*; [] if it waits for that."""
    awaits = state.awaits
    if awaits == what:
        return []
    return [MoveRefusal("over" if awaits == OVER else f"awaits_{awaits}")]  # type: ignore[arg-type]  # all are reasons


def _not_to_lay(state: State, seat: Seat) -> list[MoveRefusal]:
    """Return the refusal of an action that *seat* may take only on its turn to lay a card; [] if it is its turn."""
    turn = state.turn
    if seat is turn:
        return []
    if turn is None:
        return _awaiting(state, LAY)
    return [MoveRefusal("not_his_turn", seat.value, turn.value)]


def _not_available(state: State, setup: Setup, seat: Seat, card: Card) -> list[MoveRefusal]:
    """Return the refusal of a card that is not in a known hand or, if it is unknown, of which all copies were laid."""
    hand = state.manche.hands[seat.index]
    if hand.must_hold(card):
        return []
    if not hand.may_hold(card):
        if isinstance(hand, UnknownHand):
            return [_contradicted(state, seat, card)]
        return [MoveRefusal("not_held" if card.known else "back_of_known", card.text)]
    if isinstance(hand, UnknownHand) and all_seen(state, setup, card):
        return [MoveRefusal("spent", card.text)]
    return []


def _contradicted(state: State, seat: Seat, card: Card) -> MoveRefusal:
    """Return the refusal of a card that does not fit what is known about an unknown hand, with the cards shown.

    "shown_already" means that the player has shown as many cards of the pack as are dealt, "told_before" that something
    else tells it: they had no majuscule in a trap, could lay only jokers, or laid the last card of the pack face down.
    """
    shown = shown_by(state.manche, seat, card.case)
    dealt = MAJUSCULES_DEALT if card.case is _MAJ else MINUSCULES_DEALT
    reason: MoveReason = "shown_already" if card.case is not None and dealt <= len(shown) else "told_before"
    return MoveRefusal(reason, card.text, seat=seat.value, shown=tuple(laid.text for laid in shown))


def shown_by(manche: Manche, seat: Seat, case: Case | None = None) -> tuple[Card, ...]:
    """Return the cards that a player has laid in this manche and that are known, in the order in which they were laid.

    A minuscule that they took back in a trap is not among them.

    case  the pack of the cards; None for both
    """
    plis = [*(taken.laid for taken in manche.taken), manche.pli.laid]
    laid = (laid.card for pli in plis for laid in pli if laid.seat is seat)
    return tuple(card for card in laid if card.known and (case is None or card.case is case))


def _is_text(text: object) -> bool:
    """Return whether a value is a string without lone surrogates, which cannot be written in a UTF-8 record."""
    return isinstance(text, str) and not any("\ud800" <= character <= "\udfff" for character in text)


#: Type of an action → the function that returns every rule against it.
CHECKS = (
    Dispatch[[State, Setup], list[MoveRefusal]]()
    .on(actions.AnnounceBelettre, _announce)
    .on(actions.Lay, _lay)
    .on(actions.Passe, _passe)
    .on(actions.Discard, _discard)
    .on(actions.Swap, _swap)
    .on(actions.Reveal, _reveal)
    .on(actions.PickUp, _pick_up)
    .on(actions.Overrule, _overrule)
    .on(actions.Overtime, _overtime)
)
