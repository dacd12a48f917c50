"""Renonces that later cards prove, and which of them decides a deal (BF1, BF2). Start at ``find_renonces``.

At a table of real cards nobody sees the hands, so a card that breaks an obligation is noticed when its player lays a
card that they should have laid before. The functions here look at the plis as they were laid, and at nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....base.errors import ArgumentError
from ..cards import Card, cards_of
from ..play import ObligationReason, holder, obligation
from ..rules import BeloteRules


class Renonce(msgspec.Struct, frozen=True):
    """A card that its player was not allowed to lay, as is proved by cards that the player laid later (BF1).

    pli      the number of the pli, from 1
    seat     the index of the seat that laid the card, 0 for the first in playing order
    card     the card
    rule     the id of the rule that was broken, considering all cards that the player is known to have held
    reason   what the player had to do: ``Obligation.reason``
    led      the first card of the pli
    best     the card that held the pli when the card was laid
    instead  the cards of which the player had to lay one, and which were in their hand, as later plis show
    proof    the first card laid later that alone proves that *rule* was broken, for the same *reason*
    proved   the number of the pli in which *proof* was laid
    noticed  how many cards of the deal had been laid when the renonce could first be noticed, that is, before the first
             card that alone proves a broken rule; this card may prove another rule than *rule*, and so come before
             *proof*
    """

    pli: int
    seat: int
    card: Card
    rule: str
    reason: ObligationReason
    led: Card
    best: Card
    instead: tuple[Card, ...]
    proof: Card
    proved: int
    noticed: int

    @property
    def team(self) -> int:
        """The index of the team at fault at a table of four, 0 or 1."""
        return self.seat % 2

    def __repr__(self) -> str:
        return f"Renonce(pli={self.pli}, seat={self.seat}, card={self.card}, rule={self.rule!r}, proof={self.proof})"


def seats_of(
    plis: Sequence[Sequence[Card]], opener: int, contract: str, rules: BeloteRules
) -> tuple[tuple[int, ...], ...]:
    """Return, for each card of each pli, the index of the seat that laid it (BP2, BP10).

    plis    the plis as laid, each with a card of every player in the order laid; the last one may have fewer
    opener  the index of the seat that opened the first pli, 0 for the first in playing order
    rules   the house rules, which say how many players and plis there are, and which cards are in the pack

    Raises ArgumentError if *opener* is not the index of a seat, if a pli other than the last one does not have a card
    of each player, if there are too many plis, if a card was laid twice or is not in the pack, or if the contract is
    unknown.
    """
    variant, places = rules.variant, rules.variant.players
    if opener not in range(places):
        raise ArgumentError(f"opener {opener!r:.40}: expected the index of a seat, 0 to {places - 1}")
    if len(plis) > variant.plis:
        raise ArgumentError(f"{len(plis)} plis: expected {variant.plis} at most (BP10)")
    laid: set[Card] = set()
    seats = []
    for number, pli in enumerate(plis, 1):
        if len(pli) > places or (len(pli) < places and number < len(plis)):
            raise ArgumentError(f"pli {number}: {len(pli)} cards, expected {places} (BP2)")
        for card in pli:
            if card in laid:
                raise ArgumentError(f"pli {number}: {card} was laid before (BC1)")
            if card not in variant.pack:
                raise ArgumentError(f"pli {number}: {card} is not in the pack of {len(variant.pack)} cards (V3.2)")
            laid.add(card)
        seats.append(tuple((opener + place) % places for place in range(len(pli))))
        if pli:
            opener = (opener + holder(pli, contract)) % places
    return tuple(seats)


def find_renonces(
    plis: Sequence[Sequence[Card]], opener: int, contract: str, rules: BeloteRules, taker: int | None = None
) -> tuple[Renonce, ...]:
    """Return every renonce that cards of later plis prove, in the order in which the cards were laid (BF1, BF2).

    A card that a player laid later was in their hand before, so each later card is a possible proof. A single card is
    enough to prove a renonce, because other cards in the hand can add obligations but not remove them. ``Renonce.rule``
    is the rule that bound the player, given all cards that are known to have been in their hand. With two players this
    does not hold, because a card laid later may have lain face down (V2.6). *plis*, *opener* and the errors are those
    of ``seats_of``; *taker* is the index of the seat that took, which matters with three players: the other two are
    partners (V3.6).

    >>> from ..cards import read_cards
    >>> from ..rules import BeloteRules
    >>> plis = [read_cards("A♠ 9♦ 8♠ 9♠"), read_cards("R♠ V♥ D♠ 10♠")]
    >>> find_renonces(plis, 0, "♥", BeloteRules())
    (Renonce(pli=1, seat=1, card=9♦, rule='BP6', proof=V♥),)
    """
    seats = seats_of(plis, opener, contract, rules)
    places = rules.variant.players
    back = tuple(partner_back(seat, taker, rules) for seat in range(places))
    later = [0] * places  # the cards that each player laid after the pli that is looked at
    found = []
    for number in range(len(plis), 0, -1):
        pli = plis[number - 1]
        for place in range(len(pli) - 1, 0, -1):  # the player who opens a pli may lay any card (BP1)
            seat, card, before = seats[number - 1][place], pli[place], pli[:place]
            owed = obligation(later[seat] | card.bit, before, contract, rules, back[seat])
            if owed.cards & card.bit:
                continue
            witnesses = []  # cards each of which shows alone that the card was against a rule
            for other_number in range(number, len(plis)):
                for other_place, other in enumerate(plis[other_number]):
                    shown = obligation(other.bit | card.bit, before, contract, rules, back[seat])
                    if seats[other_number][other_place] == seat and not shown.cards & card.bit:
                        witnesses.append((places * other_number + other_place, other, shown.rule, shown.reason))
            noticed = witnesses[0][0]
            when, proof = next((when, other) for when, other, *why in witnesses if why == [owed.rule, owed.reason])
            renonce = Renonce(
                number,
                seat,
                card,
                rule=owed.rule,
                reason=owed.reason,
                led=pli[0],
                best=before[holder(before, contract)],
                instead=cards_of(owed.cards),
                proof=proof,
                proved=when // places + 1,
                noticed=noticed,
            )
            found.append(renonce)
        for seat, card in zip(seats[number - 1], pli, strict=True):
            later[seat] |= card.bit
    return tuple(reversed(found))


def partner_back(seat: int, taker: int | None, rules: BeloteRules) -> int | None:
    """Return how many cards before a seat its partner lays, for ``play.obligation`` (V3.6).

    *taker* is the index of the seat that took; None if it is not known, which with three players binds every player as
    if they played alone.
    """
    if rules.variant.game != "three" or not rules.defenders_partners or taker in (None, seat):
        return None
    other = 3 - seat - taker
    return (seat - other) % 3


def deciding(renonces: Sequence[Renonce]) -> Renonce | None:
    """Return the renonce that decides the deal: the one that was proved first, since it ends the deal (BF1).

    Return None if *renonces* is empty. The team at fault is ``Renonce.team``; ``scores.score_renonce`` has the points.
    """
    return min(renonces, key=lambda renonce: renonce.noticed, default=None)
