"""Which cards may be laid, and who holds the pli (BP, BV2, BV3). Start reading at ``legal``.

The functions here are pure. They need only a hand, the cards of a pli, the contract and the house rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from ...base.values import Value
from .cards import SUIT_OF, Card, ContractTables, cards_of, mask_of, tables
from .rules import BeloteRules

#: Why a hand may lay just these cards; ``Obligation.reason``.
ObligationReason = Literal[
    "lead", "follow", "go_up", "cannot_go_up", "trump", "overtrump", "undertrump", "over_partner", "partner_holds",
    "free",
]  # fmt: skip


class Obligation(Value):
    """What the cards of a pli oblige a player to lay.

    cards   the mask of the cards that may be laid
    rule    the id of the rule that decides
    reason  what the player must do, or why they are free:
            "lead"           the pli is empty (BP1)
            "follow"         lay the suit led (BP3)
            "go_up"          trump is led, or it is tout atout: lay a card above the one that holds the pli (BP4, BV3)
            "cannot_go_up"   the same, but the hand has no such card: lay any card of the suit led
            "trump"          lay a trump (BP6)
            "overtrump"      lay a trump above the one that holds the pli (BP7, or BP9 by an option)
            "undertrump"     the hand has no such trump: lay a lower one (BP7)
            "over_partner"   the partner holds the pli with a trump: lay any card except a lower trump (BP9,
                             ``on_partners_trump="over"``)
            "partner_holds"  the partner holds the pli: lay any card (BP5, BP9)
            "free"           the hand has no card of the suit led, and no rule obliges it to trump: lay any card (BP8,
                             BV2, BV3, BP7 by an option)
    """

    cards: int
    rule: str
    reason: ObligationReason

    def __repr__(self) -> str:
        return f"Obligation({' '.join(card.text for card in cards_of(self.cards))}, {self.rule}, {self.reason!r})"


def legal(hand: Iterable[Card], pli: Sequence[Card], contract: str, rules: BeloteRules) -> tuple[Card, ...]:
    """Return the cards of a hand that may be laid on the cards of a pli, in the order of the hand (BP12).

    Raises ArgumentError if the contract is unknown.

    >>> from .cards import read_cards
    >>> from .rules import BeloteRules
    >>> [card.text for card in legal(read_cards("A♥ 8♥ 9♦"), read_cards("A♠ 7♠ 10♥"), "♥", BeloteRules())]
    ['A♥']
    """
    cards = tuple(hand)
    allowed = obligation(mask_of(cards), pli, contract, rules).cards
    return tuple(card for card in cards if card.bit & allowed)


def holder(pli: Sequence[Card], contract: str) -> int:
    """Return the place in a pli, from 0, of the card that holds it (BP2, BC4). *pli* has one card or more, as laid.

    >>> from .cards import read_cards
    >>> holder(read_cards("7♠ 8♠ 7♥ D♠"), "♥"), holder(read_cards("7♠ A♣ A♦ 8♠"), "♥")
    (2, 3)
    """
    beats = tables(contract).beats
    best, place = pli[0], 0
    for index, card in enumerate(pli):
        if beats[best.index] & card.bit:
            best, place = card, index
    return place


def obligation(
    hand: int, pli: Sequence[Card], contract: str, rules: BeloteRules, partner_back: int | None = None
) -> Obligation:
    """Return which cards of a hand may be laid on the cards of a pli, and why (BP3 to BP9, BP12).

    hand          the mask of the hand; with two players also the face-up cards of the player's row (V2.6)
    pli           the cards of the pli in the order laid; it may be empty
    partner_back  how many cards ago the player's partner laid: 1 for the last card; 0 for a player without a partner
                  or whose partner lays later; None for the games of four, where it is 2, and for those of others, where
                  there is no partner (V2.9, VK6). A defender of three passes the place of the other one (V3.6)

    Raises ArgumentError if the contract is unknown, unless the pli is empty.
    """
    if not pli:
        return Obligation(hand, "BP1", "lead")
    table = tables(contract)
    place = holder(pli, contract)
    best = pli[place]
    follow = hand & SUIT_OF[pli[0].index]
    if follow:
        if not (table.every_trump or table.trumps & pli[0].bit):
            return Obligation(follow, "BP3", "follow")
        rule = "BV3" if table.every_trump else "BP4"
        higher = follow & table.above[best.index]
        return Obligation(higher or follow, rule, "go_up" if higher else "cannot_go_up")
    if not table.trumps:
        return Obligation(hand, "BV3" if table.every_trump else "BV2", "free")
    if not hand & table.trumps:
        return Obligation(hand, "BP8", "free")
    back = len(pli) - place
    if partner_back is None:
        partner = back == _PARTNER and rules.variant.sides < rules.variant.players
    else:
        partner = back == partner_back
    return _trump_obligation(hand, best, partner=partner, table=table, rules=rules)


def legal_mask(hand: int, led: int, best: int, partner_holds: bool, table: ContractTables, rules: BeloteRules) -> int:
    """Return the mask of the cards that may be laid, for callers that follow a pli card by card (bots, searches).

    hand           the mask of the hand
    led            the ``Card.index`` of the first card of the pli, which is not empty
    best           the ``Card.index`` of the card that holds it
    partner_holds  whether the player's partner laid that card
    table          the tables of the contract, as ``cards.tables`` returns them
    """
    follow = hand & SUIT_OF[led]
    if follow:
        if table.every_trump or table.trumps >> led & 1:
            return follow & table.above[best] or follow
        return follow
    trumps = hand & table.trumps
    if not trumps:
        return hand
    over = trumps & table.above[best] if table.trumps >> best & 1 else -1
    if partner_holds and (over == -1 or rules.on_partners_trump != "trump"):
        if over <= 0 or rules.on_partners_trump == "free":
            return hand
        return hand & ~trumps | over
    if over:
        return trumps & over
    return trumps if rules.undertrump == "must" else hand


#: How many cards before the next one the partner laid theirs.
_PARTNER = 2


def _trump_obligation(hand: int, best: Card, *, partner: bool, table: ContractTables, rules: BeloteRules) -> Obligation:
    """Return the obligation of a player who has trumps but no card of the suit led (BP5 to BP9)."""
    trumps = hand & table.trumps
    trumped = bool(table.trumps & best.bit)
    over = trumps & table.above[best.index] if trumped else trumps
    if partner:
        if not trumped:
            return Obligation(hand, "BP5", "partner_holds")
        if rules.on_partners_trump == "free" or (rules.on_partners_trump == "over" and not over):
            return Obligation(hand, "BP9", "partner_holds")
        if rules.on_partners_trump == "over":
            return Obligation(hand & ~trumps | over, "BP9", "over_partner")
    if not trumped:
        return Obligation(trumps, "BP6", "trump")
    if over:
        return Obligation(over, "BP9" if partner else "BP7", "overtrump")
    if rules.undertrump == "must":
        return Obligation(trumps, "BP9" if partner else "BP7", "undertrump")
    return Obligation(hand, "BP7", "free")
