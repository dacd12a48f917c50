"""Actions of Belote: what a player can do. ``events`` has what makes up the log; each action causes one event."""

from __future__ import annotations

from typing import Literal

import msgspec

from .cards import Card, Contract
from .scoring.annonces import AnnonceKind
from .seats import Seat, Team

#: The most annonces that a player can say: a hand holds no more.
MOST_ANNONCES = 4


class _Action(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"
):
    """The base class of all actions. In JSON, the field ``action`` states the kind of action."""


class Pass(_Action, frozen=True, tag="pass"):
    """BA2, BA3: pass in the prise. By options the last to speak (BA6), or the first if a V is up (BA7), must take."""

    seat: Seat


class Take(_Action, frozen=True, tag="take"):
    """BA2 to BA4: take, with *contract* as trump. With overcalls, this may also outbid an earlier take (BV1, BV5).

    capot  whether the player asks for a capot as well (BV6, by an option)
    """

    seat: Seat
    contract: Contract
    capot: bool = False


class Announce(_Action, frozen=True, tag="announce"):
    """BN6: say annonces before laying the first card of pli 1.

    kinds  the kind of each annonce, such as "tierce"; two tierces are two elements. The player announces the strongest
           annonces of these kinds in their hand
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

    claims  whether the team claims; False if it gives up this belote, so that it may still claim later in the partie
    """

    team: Team
    claims: bool = True


#: What a bid is worth in points, or what it promises (VC5, VK3).
BidValue = int | Literal["capot", "generale"]


class Bid(_Action, frozen=True, tag="bid"):
    """VC5, VK3: bid, above the last bid.

    value   the points, such as 90, or "capot" or "generale"
    colour  what will be trump; None in Belote de comptoir and in the lyonnaise, where the first card decides (VK5)
    """

    seat: Seat
    value: BidValue
    colour: Contract | None = None


class Double(_Action, frozen=True, tag="coinche"):
    """VC9: coinche the last bid, which is one of the other team."""

    seat: Seat


class Redouble(_Action, frozen=True, tag="surcoinche"):
    """VC10: redouble, after an opponent has doubled a bid of the player's team."""

    seat: Seat


class SayCards(_Action, frozen=True, tag="say_cards"):
    """VK2: the dealer says how many cards each player gets, 1 to 5 (``cards="dealer"``)."""

    seat: Seat
    cards: int


class Direct(_Action, frozen=True, tag="direct"):
    """VL3: the winner of the bids plays without the chien, which nobody sees."""

    seat: Seat


class TakeChien(_Action, frozen=True, tag="take_chien"):
    """VL3: the winner of the bids takes the chien, which is turned up for all."""

    seat: Seat


class Swap(_Action, frozen=True, tag="swap"):
    """VL4, VL5: exchange cards with the chien.

    taken  the cards that the taker takes, of the chien or of those that the last taker put back
    put    as many cards of the hand that they had before, put in their place face up
    """

    seat: Seat
    taken: tuple[Card, ...]
    put: tuple[Card, ...]


class Cancel(_Action, frozen=True, tag="cancel"):
    """BN4, by options: with a carré of 8s or of 7s, cancel all annonces of the deal before laying a card of pli 1."""

    seat: Seat


class VoidDeal(_Action, frozen=True, tag="void"):
    """BD11, BN4, by options: declare the deal void, with a weak hand without a trump or with a carré of 7s."""

    seat: Seat


Action = (
    Cancel
    | VoidDeal
    | Pass
    | Take
    | Announce
    | Lay
    | Claim
    | Bid
    | Double
    | Redouble
    | SayCards
    | Direct
    | TakeChien
    | Swap
)
