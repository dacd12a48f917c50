"""Events of Belote: what makes up the log from which a partie is rebuilt.

They are immutable values with one type for each kind. An event is caused by an action (``action_of``, ``actions``), or
it follows automatically from the state (``consequences``). All events are public except ``Dealt`` and ``Completed``, in
which ``view.seen_by`` shows a seat only its own cards.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from ..kit.seats import Points
from .actions import (
    Action,
    Announce,
    Bid,
    BidValue,
    Cancel,
    Claim,
    Direct,
    Double,
    Lay,
    Pass,
    Redouble,
    SayCards,
    Swap,
    Take,
    TakeChien,
    VoidDeal,
)
from .cards import Card, Contract
from .scoring.annonces import AnnonceKind
from .seats import Seat, Team

#: What a player says with a card (BB2); "" for nothing.
BeloteWord = Literal["", "belote", "rebelote"]
BELOTE: Final = "belote"
REBELOTE: Final = "rebelote"
#: How a deal ended: nobody took ("passed", BA6), a hand was too weak ("void", BD11), or as in ``scores`` (BS4 to BS7,
#: BR6, BF1).
DealOutcome = Literal["passed", "void", "made", "chute", "litige", "capot", "capot_defence", "ballotage", "renonce"]
PASSED: Final = "passed"


class _Event(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"):
    """The base class of all events. In JSON, the field ``event`` states the kind of event."""


class Dealt(_Event, frozen=True, tag="dealt"):
    """BD5, BD6: each player got five cards, and the next card was turned up. In coinche all cards were dealt (VC2).

    number    the number of the deal, from 1
    retourne  the card that was turned up; None in games without one
    pack      the cards in the order in which they are dealt, after the cut; () if the event is shown to a player
    hand      the cards of the player who sees the event; () in a log and for a spectator
    order     where players may leave: the seats that are still in, in playing order; the dealer is the last (VK11)
    cards     where it varies: how many cards each player gets; 0 if the dealer has to say it (VK2)
    up        in the bis, the face-up cards of both rows by ``Seat.index``, column 1 first (V2.4); () in other games
    """

    number: int
    dealer: Seat
    retourne: Card | None = None
    pack: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    order: tuple[Seat, ...] = ()
    cards: int = 0
    up: tuple[tuple[Card, ...], ...] = ()


class PassedOn(_Event, frozen=True, tag="passed"):
    """BA2, BA3: a player passed in the prise.

    round  the round of the prise: 1 (« une ») or 2 (« deux »)
    """

    seat: Seat
    round: int = 1


class Taken(_Event, frozen=True, tag="taken"):
    """BA2 to BA4: a player took. With overcalls, the last one who took is the taker (BV1, BV5).

    capot  whether the player asked for a capot as well (BV6)
    """

    seat: Seat
    contract: Contract
    capot: bool = False


class BidMade(_Event, frozen=True, tag="bid"):
    """VC5, VK3: a player made a bid. The fields are those of ``Bid``."""

    seat: Seat
    value: BidValue
    colour: Contract | None = None


class CardsSaid(_Event, frozen=True, tag="cards_said"):
    """VK2: the dealer said how many cards each player gets, and dealt them.

    hand  the cards of the player who sees the event; () in a log and for a spectator
    """

    seat: Seat
    cards: int
    hand: tuple[Card, ...] = ()


class WentDirect(_Event, frozen=True, tag="direct"):
    """VL3: the winner of the bids plays without the chien."""

    seat: Seat


class Coinched(_Event, frozen=True, tag="coinched"):
    """VC9: a player coinched the last bid."""

    seat: Seat


class ChienTaken(_Event, frozen=True, tag="chien_taken"):
    """VL3: the winner of the bids took the chien.

    chien  its cards, which are turned up for all, by ``Card.index``
    """

    seat: Seat
    chien: tuple[Card, ...]


class Swapped(_Event, frozen=True, tag="swapped"):
    """VL4, VL5: a taker exchanged cards with the chien, before all eyes. The fields are those of ``Swap``."""

    seat: Seat
    taken: tuple[Card, ...]
    put: tuple[Card, ...]


class Surcoinched(_Event, frozen=True, tag="surcoinched"):
    """VC10: a player of the coinched team surcoinched."""

    seat: Seat


class Completed(_Event, frozen=True, tag="completed"):
    """BD7: the auction is over. With a retourne, the taker got it and two cards, the others three.

    seat      the taker
    contract  what is trump; None if the taker's first card decides (VK5)
    hand      the cards of the player who sees the event; () in a log and for a spectator
    up        in the découverte, the face-up cards of both rows by ``Seat.index`` (V2.3); () in other games
    """

    seat: Seat
    contract: Contract | None
    hand: tuple[Card, ...] = ()
    up: tuple[tuple[Card, ...], ...] = ()


class Announced(_Event, frozen=True, tag="announced"):
    """BN6: a player said the kind of each of their annonces, before laying their first card."""

    seat: Seat
    kinds: tuple[AnnonceKind, ...]


class Cancelled(_Event, frozen=True, tag="cancelled"):
    """BN4: a player cancelled all annonces of the deal by showing the four cards of a rank, "8" or "7"."""

    seat: Seat
    rank: str


class Voided(_Event, frozen=True, tag="voided"):
    """BD11, BN4: a player declared the deal void."""

    seat: Seat


class Laid(_Event, frozen=True, tag="laid"):
    """BP2: a player laid a card.

    said  "belote" or "rebelote" if the player said it with the card (BB2); "" otherwise
    """

    seat: Seat
    card: Card
    said: BeloteWord = ""


class Turned(_Event, frozen=True, tag="turned"):
    """V2.7: the face-down card of a column was turned up, because the card upon it was laid."""

    seat: Seat
    card: Card


class PliTaken(_Event, frozen=True, tag="pli"):
    """BP10: a player took a pli and opens the next.

    number  the number of the pli in its deal, from 1
    opener  the seat that laid the first of the cards
    cards   its cards in the order laid
    points  the points of the cards, without the dix de der (BS1)
    """

    number: int
    seat: Seat
    opener: Seat
    cards: tuple[Card, ...]
    points: int


class ShownAnnonce(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """BN10: an annonce that its player showed.

    points  what it is worth (BN2, BN4)
    cards   all its cards
    """

    seat: Seat
    kind: AnnonceKind
    points: int
    cards: tuple[Card, ...]


class AnnoncesJudged(_Event, frozen=True, tag="annonces"):
    """BN7 to BN10: the annonces were compared, and those that decide were shown.

    team    the team that scores its annonces; None if the strongest ones are equal (BN9)
    points  the points of its annonces; 0 if *team* is None
    shown   all annonces of that team, or the equal ones of both teams
    """

    team: Team | None
    points: int
    shown: tuple[ShownAnnonce, ...]


class Claimed(_Event, frozen=True, tag="claimed"):
    """BB3: a team claimed a belote whose « Rebelote » was forgotten, or let it go (*claims* is False)."""

    team: Team
    claims: bool = True


class DealEnded(_Event, frozen=True, tag="deal_over"):
    """BS, BA6: a deal is over and its points are written. Tuples are by ``Team.index``, except *waited* and *waiting*.

    number     the number of the deal
    outcome    how it ended; "passed" if nobody took, "void" if a hand was too weak. The fields from *taker* to
               *annonces_said* then have their defaults, or 0 for each side
    taker      the player who took
    contract   what was trump
    plis       the points of the plis with the dix de der (BS1, BS2), as in ``scores.DealTotals``
    plis_won   the number of plis
    belote     the points of belotes
    annonces   the points of annonces that count
    points     the points that each team writes for the deal
    exact      the same without rounding (BE5)
    scored     whether each team scored points of plis (BE4)
    won_by     the side that won the deal, one of them if two defenders did (V3.9); None if nobody did (BS9)
    annonces_said  whether anybody said an annonce (BR6)
    waited     the points that waited before the deal: the number that is written, and the same without rounding (BS6)
    waiting    the points that wait after the deal, in the same form
    value      what the taker bid (VC5, VK3); None in games without bids. In Belote de comptoir *plis* are without the
               dix de der, and *points* are 0 or less: the sheets fall (VK7, VK9)
    mult       1; 2 after a coinche; 3 or 4 after a surcoinche (VC14)
    taker_plis the plis that the taker won alone, after the bid of a générale (VC24); None otherwise
    """

    number: int
    outcome: DealOutcome
    taker: Seat | None = None
    contract: Contract | None = None
    plis: Points = (0, 0)
    plis_won: Points = (0, 0)
    belote: Points = (0, 0)
    annonces: Points = (0, 0)
    points: Points = (0, 0)
    exact: Points = (0, 0)
    scored: tuple[bool, ...] = (False, False)
    won_by: Team | None = None
    annonces_said: bool = False
    waited: Points = (0, 0)
    waiting: Points = (0, 0)
    value: BidValue | None = None
    mult: int = 1
    taker_plis: int | None = None


class PartieEnded(_Event, frozen=True, tag="over"):
    """BE, VK11: the partie is over.

    points  the points of each side, by ``Team.index``; in Belote de comptoir, what is left of the sheets
    winner  the side that won; None in Belote de comptoir
    loser   the player who lost in Belote de comptoir
    """

    points: Points
    winner: Team | None = None
    loser: Team | None = None


#: What is said in an auction, as events.
Spoken = PassedOn | Taken | BidMade | Coinched | Surcoinched | CardsSaid | WentDirect | ChienTaken | Swapped
Event = (
    Dealt
    | PassedOn
    | Taken
    | BidMade
    | CardsSaid
    | WentDirect
    | ChienTaken
    | Swapped
    | Coinched
    | Surcoinched
    | Completed
    | Announced
    | Cancelled
    | Voided
    | Laid
    | Turned
    | PliTaken
    | AnnoncesJudged
    | Claimed
    | DealEnded
    | PartieEnded
)


def action_of(event: Event) -> Action | None:
    """Return the action that caused an event; None if the event followed automatically from the state.

    >>> action_of(Laid(Seat.SUD, Card.of("D♥"), "belote"))
    Lay(seat=<Seat.SUD: 'S'>, card=Card('D♥'), says=True)
    """
    match event:
        case Laid():
            return Lay(event.seat, event.card, bool(event.said))
        case PassedOn():
            return Pass(event.seat)
        case Taken():
            return Take(event.seat, event.contract, event.capot)
        case BidMade():
            return Bid(event.seat, event.value, event.colour)
        case Coinched():
            return Double(event.seat)
        case Surcoinched():
            return Redouble(event.seat)
        case Announced():
            return Announce(event.seat, event.kinds)
        case Cancelled():
            return Cancel(event.seat)
        case Voided():
            return VoidDeal(event.seat)
        case CardsSaid():
            return SayCards(event.seat, event.cards)
        case WentDirect():
            return Direct(event.seat)
        case ChienTaken():
            return TakeChien(event.seat)
        case Swapped():
            return Swap(event.seat, event.taken, event.put)
        case Claimed():
            return Claim(event.team, event.claims)
        case _:
            return None
