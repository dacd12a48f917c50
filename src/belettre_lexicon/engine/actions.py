"""Floor 3. Actions: what a player or the arbiter may do, as frozen values with a type for each kind.

``Partie.legal_actions`` lists those that are legal now. A ``Lay`` in that list has no word yet; ``saying`` adds one.
Where a hand is not known, the card of an action may be a back (``cards.MAJ_BACK``, ``MIN_BACK``, ``UNSEEN``).
"""

from __future__ import annotations

import msgspec

from ..cards import Card
from .seats import Seat


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"):
    """The base of all actions: front-ends may send them as JSON objects that name their kind."""


class AnnounceBelettre(_Action, frozen=True, tag="announce"):
    """S3, S4: announce a Belettre before the first card of a manche is laid."""

    seat: Seat


class Lay(_Action, frozen=True, tag="lay"):
    """P1: lay a card face up and announce a word.

    letter  the letter that the JOKER stands for (J3), "" for any other card
    says    whether the player says « Belettre » or « Re-belettre » after announcing one (S3); they may forget to

    Any word may be announced: one that does not fit is refused and turns the card face down (P6). That includes the
    empty word, since laying a card face up requires a word (P1).
    """

    seat: Seat
    card: Card
    word: str = ""
    letter: str = ""
    says: bool = True

    def saying(self, word: str) -> Lay:
        """The same action with a word."""
        return msgspec.structs.replace(self, word=word)


class Passe(_Action, frozen=True, tag="passe"):
    """P5, P9, P10, T1: say « Passe ! » and lay a card face down."""

    seat: Seat
    card: Card


class Discard(_Action, frozen=True, tag="discard"):
    """J4, P9: lay a card face down without a word because nothing else is allowed; this is no fault."""

    seat: Seat
    card: Card


class Swap(_Action, frozen=True, tag="swap"):
    """T2 to T4: the player at fault takes their minuscule back and lays this majuscule face down instead."""

    seat: Seat
    card: Card


class Reveal(_Action, frozen=True, tag="reveal"):
    """P7: at a table of real cards, tell which card *seat* had laid face down, seen when the pli is picked up."""

    seat: Seat
    card: Card


class PickUp(_Action, frozen=True, tag="pick_up"):
    """P9, P11, T2, T3: the team that may choose names *seat* to pick up the pli."""

    seat: Seat


class Overrule(_Action, frozen=True, tag="overrule"):
    """The arbiter overrules the judge on the last word, before the next card is laid or the next Belettre announced.

    Everything that followed from the word is taken back: hidden cards are told again, and a taker named again.

    accept  whether the word is valid after all
    reason  why, for the log: 1 to MAX_REASON characters
    """

    accept: bool
    reason: str


class Overtime(_Action, frozen=True, tag="overtime"):
    """P13: the player whose turn it is took longer than THINKING_TIME; this is noted, without a penalty."""

    seat: Seat
    seconds: int


Action = AnnounceBelettre | Lay | Passe | Discard | Swap | Reveal | PickUp | Overrule | Overtime
#: Seconds that a player has to think (P13).
THINKING_TIME = 30
#: Characters in an arbiter's reason at most.
MAX_REASON = 500
