"""Actions of Belote: what a player can do, as immutable values with one type for each kind.

``Partie.legal_actions`` lists those that are legal now.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from .cards import Card
from .seats import Seat, Team

#: What is trump, as in ``cards``: a suit, no suit (sans atout) or every suit (tout atout).
Contract = Literal["♣", "♦", "♥", "♠", "SA", "TA"]
#: The kinds of annonces (BN2, BN4), from the lowest. A player says the kind only (BN6).
AnnonceKind = Literal["tierce", "cinquante", "cent", "carré"]
#: The most annonces that a player can say: a hand holds no more.
MOST_ANNONCES = 4


class _Action(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"
):
    """The base class of all actions. In JSON, the field ``action`` states the kind of action."""


class Pass(_Action, frozen=True, tag="pass"):
    """BA2, BA3: pass in the prise."""

    seat: Seat


class Take(_Action, frozen=True, tag="take"):
    """BA2 to BA4: take, with *contract* as trump. With overcalls, this may also outbid an earlier take (BV1, BV5)."""

    seat: Seat
    contract: Contract


class Announce(_Action, frozen=True, tag="announce"):
    """BN6: say annonces before laying the first card of pli 1.

    kinds  the kind of each annonce, as many times as it is said; the strongest ones in the hand are meant
    """

    seat: Seat
    kinds: tuple[AnnonceKind, ...]


class Lay(_Action, frozen=True, tag="lay"):
    """BP2: lay a card.

    says  whether a player who lays the R or D of a belote says « Belote » or « Rebelote » (BB2); False if they keep
          silent (BB5) or forget to (BB3). It has no effect with any other card
    """

    seat: Seat
    card: Card
    says: bool = True


class Claim(_Action, frozen=True, tag="claim"):
    """BB3: when the points are counted, a team whose player forgot « Rebelote » claims the belote, once in a partie.

    claims  False if the team lets it go, so that it may still claim later in the partie
    """

    team: Team
    claims: bool = True


Action = Pass | Take | Announce | Lay | Claim
