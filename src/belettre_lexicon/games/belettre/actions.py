"""Actions: what a player or the arbiter can do, as immutable values with one type for each kind.

``Partie.legal_actions`` lists those that are legal now. A ``Lay`` in that list has no word yet; ``saying`` adds one.
If a hand is not known, the card of an action may be a back (``cards.MAJ_BACK``, ``MIN_BACK``, ``UNSEEN``).
"""

from __future__ import annotations

import msgspec

from ...french.cards import Card
from .seats import Seat


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"):
    """The base class of all actions. In JSON, the field ``action`` states the kind of action."""


class _WithCard(_Action, frozen=True):
    seat: Seat
    card: Card


class AnnounceBelettre(_Action, frozen=True, tag="announce"):
    """S3, S4: *seat* announces a Belettre, before the first card of a manche is laid."""

    seat: Seat


class Lay(_Action, frozen=True, tag="lay"):
    """P1: lay a card face up and announce a word.

    word    the word, as spelled; any text is legal. A word that the judge refuses turns the card face down (P6). If the
            text contains no letter, such as "", the player is ``silent``, which is a pass (P9)
    letter  the letter named for the JOKER, "a" to "z" (J3); "" for any other card
    says    whether the player, having announced a Belettre, says « Belettre » or « Re-belettre » with a majuscule (S3);
            False if they forget to. It has no effect if the player has no Belettre
    """

    seat: Seat
    card: Card
    word: str = ""
    letter: str = ""
    says: bool = True

    @property
    def silent(self) -> bool:
        """Whether the player says no word at all, which counts as « Passe ! » (P9); *word* must be text."""
        word = self.word
        return not word.isalpha() and not any(map(str.isalpha, word))

    def saying(self, word: str) -> Lay:
        """Return this action with *word* as its word."""
        return msgspec.structs.replace(self, word=word)


class Passe(_WithCard, frozen=True, tag="passe"):
    """P5, P9, P10, T1: say « Passe ! » and lay a card face down."""


class Discard(_WithCard, frozen=True, tag="discard"):
    """J4, P9: lay a card face down without a word because nothing else is allowed. This is not a fault."""


class Swap(_WithCard, frozen=True, tag="swap"):
    """T2 to T4: the player at fault takes their minuscule back and lays *card*, a majuscule, face down instead."""


class Reveal(_WithCard, frozen=True, tag="reveal"):
    """P7: in a game with real cards, enter *card*, which *seat* laid face down, when the pli is picked up."""


class PickUp(_Action, frozen=True, tag="pick_up"):
    """P9, P11, T2, T3: the team that may choose which of its players picks up the pli names *seat*."""

    seat: Seat


class Overrule(_Action, frozen=True, tag="overrule"):
    """The arbiter overrules the verdict on the last word. This is legal until a card is laid or a Belettre announced.

    Everything that followed from the verdict is undone. If hidden cards were revealed, for example, they have to be
    revealed again.

    accept  whether the word counts as valid from now on
    reason  the arbiter's reason, which the log keeps: 1 to MAX_REASON characters
    """

    accept: bool
    reason: str


class Overtime(_Action, frozen=True, tag="overtime"):
    """P13: the player whose turn it is took longer than THINKING_TIME; this is noted, without a penalty.

    seconds  how long they took, in seconds: more than THINKING_TIME and less than MAX_SECONDS
    """

    seat: Seat
    seconds: int


Action = AnnounceBelettre | Lay | Passe | Discard | Swap | Reveal | PickUp | Overrule | Overtime
#: Seconds that a player has to think (P13).
THINKING_TIME = 30
#: Seconds after which a clock of a program stops by itself: nobody is at the table, so that no overtime is noted.
LEFT_ALONE = 900
#: The seconds of an overtime must be fewer than this, some eleven days.
MAX_SECONDS = 1_000_000
#: The most characters in an arbiter's reason.
MAX_REASON = 500
