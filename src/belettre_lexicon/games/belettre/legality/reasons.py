"""``MoveRefusal``: a rule that forbids an action, and the reasons for which actions may be refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from ...kit.machine import ActionRefusal
from ..actions import (
    MAX_REASON,
    MAX_SECONDS,
    THINKING_TIME,
)
from ..state import LAY, OVER, PICK_UP, REVEAL, SWAP, Awaits

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
    "no_reason": ("W10", f"an arbiter must give a reason of 1 to {MAX_REASON} characters"),
    "in_time": ("P13", f"an overtime has more than {THINKING_TIME} and fewer than {MAX_SECONDS} seconds"),
}
#: What the partie waits for → the reason against any other kind of action.
AWAITED: dict[Awaits, MoveReason] = {
    OVER: "over",
    LAY: "awaits_lay",
    SWAP: "awaits_swap",
    REVEAL: "awaits_reveal",
    PICK_UP: "awaits_pick_up",
}


class MoveRefusal(ActionRefusal, frozen=True):
    """A rule that forbids an action.

    reason    a key of ``MOVE_REASONS``
    value     the card, seat or letter that is not allowed, as text; "" if the reason needs no value
    expected  what would be legal instead, as text; "" if there is no single alternative
    seat      the player whose unknown hand cannot hold the card, as text; "" if the reason is another one
    shown     the cards that this player has shown, as evidence: all that are known, or those of the pack in question
    """

    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = MOVE_REASONS

    reason: MoveReason
    value: str = ""
    expected: str = ""
    seat: str = ""
    shown: tuple[str, ...] = ()
