"""Floor 3. What a player, or the arbiter, may do: frozen values, told apart by their type.

``Partie.legal_actions`` lists those of the moment; a ``Lay`` comes without a word, which ``saying`` fills in. Where a
hand is not known a card may be a back (``cards.MAJ_BACK``, ``MIN_BACK``, ``UNSEEN``).
"""

from __future__ import annotations

import msgspec

from ..cards import Card
from .seats import Seat


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"):
    """What all actions share: front-ends may send them as JSON objects that name their kind."""


class AnnounceBelettre(_Action, frozen=True, tag="announce"):
    """S3, S4: say « Belettre » before the first card of a manche is laid."""

    seat: Seat


class Lay(_Action, frozen=True, tag="lay"):
    """P1: lay a card face up and announce a word.

    letter  what the JOKER stands for (J3), "" for any other card
    says    whether he says « Belettre » or « Re-belettre » where he has announced it (S3); a player may forget

    A word that fits nothing may be announced: it is judged and turns the card face down (P6). That holds for the
    empty word too: who lays a card must speak (P1).
    """

    seat: Seat
    card: Card
    word: str = ""
    letter: str = ""
    says: bool = True

    def saying(self, word: str) -> Lay:
        """The same card with a word."""
        return msgspec.structs.replace(self, word=word)


class Passe(_Action, frozen=True, tag="passe"):
    """P5, P9, P10, T1: say « Passe ! » and lay a card face down."""

    seat: Seat
    card: Card


class Discard(_Action, frozen=True, tag="discard"):
    """J4, P9: lay a card face down without a word because nothing else is left; no fault."""

    seat: Seat
    card: Card


class Swap(_Action, frozen=True, tag="swap"):
    """T2 to T4: the player at fault takes his minuscule back and lays this majuscule face down instead."""

    seat: Seat
    card: Card


class Reveal(_Action, frozen=True, tag="reveal"):
    """P7: at a table of real cards, the card that *seat* had laid face down is seen when the pli is picked up."""

    seat: Seat
    card: Card


class PickUp(_Action, frozen=True, tag="pick_up"):
    """P9, P11, T2, T3: the team that may choose names *seat* to pick the pli up."""

    seat: Seat


class Overrule(_Action, frozen=True, tag="overrule"):
    """The arbiter decides otherwise than the judge on the last word, before the next card is laid or the next Belettre
    announced. What followed from the word is taken back: hidden cards are told and a taker named anew.

    accept  whether the word holds; reason  why, for the log
    """

    accept: bool
    reason: str


class Overtime(_Action, frozen=True, tag="overtime"):
    """P13: the player to lay took longer than 30 seconds; it is reported and sanctions nothing."""

    seat: Seat
    seconds: int


Action = AnnounceBelettre | Lay | Passe | Discard | Swap | Reveal | PickUp | Overrule | Overtime
#: P13: seconds that a player has to think.
THINKING_TIME = 30
#: Letters of an arbiter's reason at most.
MAX_REASON = 500
