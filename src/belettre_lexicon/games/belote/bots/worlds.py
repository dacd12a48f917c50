"""Worlds: deals of the hidden cards that fit what a seat knows. Start reading at ``Hidden.sample``.

    view ── hidden_cards ──► Hidden (which seat may hold which cards) ── sample ──► hands

``inference.LikelyWorlds`` draws the likely ones among them more often.

A seat knows how many cards each seat has; the retourne, which the taker got (BD7); the second card of a belote that was
said (BB2); annonces that were shown (BN10); and from each card that was laid, the cards that its player cannot have
had, because they would have had to lay one of those instead (BP3 to BP9).
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import comb

from ..cards import PACK, RANKS, Card, cards_of, mask_of, tables
from ..play import holder, legal_mask
from ..rules import BeloteRules
from ..seats import Seat
from ..view import View

#: The cards of one group, as bits, and the indexes of the seats that may hold them.
_Group = tuple[tuple[int, ...], list[int]]


#: How many cards before a player's the partner laid theirs, at a table of four; and the defenders at one of three.
PARTNER, DEFENDERS = 2, 2


class Hidden:
    """The cards that a seat does not see, and who may hold them. Seats are indexes.

    hands  the masks of the four hands as far as they are known
    need   how many other cards each seat holds
    may    which other cards each seat may hold, as masks

    Raises ValueError if no deal fits.
    """

    def __init__(self, hands: Sequence[int], need: Sequence[int], may: Sequence[int]) -> None:
        self.hands = tuple(hands)
        self.need = tuple(need)
        self.may = tuple(may)
        groups: dict[tuple[int, ...], list[int]] = {}
        free = 0
        for cards in self.may:
            free |= cards
        for card in cards_of(free):
            holders = tuple(seat for seat, cards in enumerate(self.may) if cards & card.bit)
            groups.setdefault(holders, []).append(card.bit)
        self._groups: list[_Group] = sorted(groups.items(), key=lambda group: len(group[0]))
        #: Every way to share out the numbers of cards, by group and seat, and how many deals there are up to it.
        self._plans: list[tuple[tuple[int, ...], ...]] = []
        self._cumulated: list[int] = []
        total = 0
        for plan, deals in _plans(self._groups, self.need):
            total += deals
            self._plans.append(plan)
            self._cumulated.append(total)
        if not total:
            raise ValueError(f"no deal fits: {need!r} cards to be held")

    @property
    def deals(self) -> int:
        """The number of different deals that fit, 1 or more. ``sample`` draws each of them equally often."""
        return self._cumulated[-1]

    def sample(self, rng: random.Random) -> list[int]:
        """Return the masks of the four hands in one deal that fits. All such deals are equally likely."""
        hands, drawn = list(self.hands), rng.random
        plan = self._plans[bisect_right(self._cumulated, rng.randrange(self.deals))]
        for (seats, bits), split in zip(self._groups, plan, strict=True):
            start = 0
            cards = sorted(bits, key=lambda bit: drawn()) if len(seats) > 1 else bits
            for seat, size in zip(seats, split, strict=True):
                hands[seat] += sum(cards[start : start + size])
                start += size
        return hands


def _plans(groups: Sequence[_Group], need: tuple[int, ...]) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    """Yield every way to share out the cards of groups so that each seat gets what it needs.

    A way gives for each group the number of cards of each of its seats; with it comes the number of deals.
    """
    if not groups:
        if not any(need):
            yield (), 1
        return
    (seats, bits), *others = groups
    for split, deals in _splits(seats, len(bits), need, last=not others):
        left = list(need)
        for seat, size in zip(seats, split, strict=True):
            left[seat] -= size
        for plan, ways in _plans(others, tuple(left)):
            yield (split, *plan), deals * ways


def _splits(
    seats: tuple[int, ...], cards: int, need: tuple[int, ...], *, last: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every way to share out some cards among seats that need no more than *need*, and the number of deals.

    last  whether each seat must get all that it needs
    """
    first, *others = seats
    if not others:
        if cards <= need[first]:
            yield (cards,), 1
        return
    least = need[first] if last else 0
    for size in range(least, min(cards, need[first]) + 1):
        for split, deals in _splits(tuple(others), cards - size, need, last=last):
            yield (size, *split), comb(cards, size) * deals


def hidden_cards(view: View) -> Hidden:
    """Return the cards that a seat does not see once the auction is over, and the seats that may hold each of them."""
    hand, seat, variant = view.hand_mask, view.seat, view.rules.variant
    seats = range(variant.players)
    seen = hand | mask_of(view.pli)
    laid = [0] * variant.players
    for player, _ in view.laid:
        laid[player.index] += 1
    for pli in view.taken:
        seen |= mask_of(pli.cards)
    unseen = mask_of(variant.pack) & ~seen
    known = [known_cards & unseen for known_cards in _known_hands(view)]
    known[seat.index] = hand
    free = unseen & ~sum(known)
    excluded = _excluded(view)
    need = [variant.plis - len(view.taken) - laid[other] - known[other].bit_count() for other in seats]
    may = [free & ~excluded[other] if need[other] else 0 for other in seats]
    may[seat.index] = 0
    return Hidden(known, need, may)


def undealt_cards(view: View, taker: Seat) -> Hidden:
    """Return the same as ``hidden_cards`` in the auction, for the deal that follows if *taker* takes (BD7, V3.3)."""
    variant = view.rules.variant
    known = [0] * variant.players
    known[view.seat.index] = view.hand_mask
    if view.retourne is not None:
        known[taker.index] |= view.retourne.bit
    free = mask_of(variant.pack) & ~sum(known)
    need = [variant.hand - hand.bit_count() for hand in known]
    return Hidden(known, need, [free] * variant.players)


def ally(view: View, seat: Seat) -> int:
    """Return the index of the seat that plays with a seat in this deal; -1 if it plays alone (V3.6)."""
    table = view.rules.variant.table
    partner = table.partners[seat.index]
    if partner < 0 and len(table.seats) == DEFENDERS + 1 and view.taker not in (None, seat):
        return next(other.index for other in table.seats if other not in (seat, view.taker))
    return partner


def unlaid_cards(view: View) -> int:
    """Return the mask of the cards that are in hands or in the current pli: all cards that are not in earlier plis."""
    return mask_of(view.rules.variant.pack) & ~sum(mask_of(pli.cards) for pli in view.taken)


def _known_hands(view: View) -> list[int]:
    """Return for each seat a mask of cards that it holds or has laid: those that the play has revealed."""
    known = [0] * view.rules.variant.players
    if view.taker is not None and view.retourne is not None:
        known[view.taker.index] |= view.retourne.bit
    for belote in view.belotes:
        known[belote.seat.index] |= sum(Card.of(rank + belote.suit).bit for rank in ("R", "D"))
    if view.judged is not None:
        for annonce in view.judged.shown:
            known[annonce.seat.index] |= mask_of(annonce.cards)
    return known


def _excluded(view: View) -> list[int]:
    """Return for each seat the mask of the cards that it cannot hold, by the cards that it laid."""
    excluded = [0] * view.rules.variant.players
    contract = view.contract or ""
    for opener, cards in (*((pli.opener, pli.cards) for pli in view.taken), (view.opener, view.pli)):
        first = view.order.index(opener)
        seats = view.order[first:] + view.order[:first]
        for place in range(1, len(cards)):
            other = ally(view, seats[place]) if view.rules.defenders_partners else -1
            partner = next((before for before in range(place) if seats[before].index == other), -1)
            excluded[seats[place].index] |= cards_ruled_out(cards[: place + 1], contract, view.rules, partner=partner)
    return excluded


def cards_ruled_out(pli: tuple[Card, ...], contract: str, rules: BeloteRules, *, partner: int | None = None) -> int:
    """Return the mask of the cards that the player of the last card of a pli cannot have had in hand.

    With any of these cards in hand, laying that last card would have been a renonce. Whether one card makes another
    illegal does not depend on the rest of the hand, so each card is tested in a hand of just two cards.

    pli      the cards laid so far, in order; two or more
    partner  the place in *pli* of the card of the player's partner; -1 if there is none; None for that of four players

    >>> from ..cards import read_cards
    >>> rules = BeloteRules()
    >>> [card.text for card in cards_of(cards_ruled_out(read_cards("A♠ 9♠ 9♥"), "♥", rules)) if card.suit == "♥"]
    []
    >>> [card.text for card in cards_of(cards_ruled_out(read_cards("A♠ 9♥ 10♥"), "♥", rules)) if card.suit == "♥"]
    ['V♥']
    """
    table = tables(contract)
    *before, laid = pli
    place = holder(before, contract)
    led, best = before[0].index, before[place].index
    partner_holds = place == (len(before) - PARTNER if partner is None else partner)
    ruled_out = 0
    for card in PACK:
        if card is not laid:
            legal = legal_mask(laid.bit | card.bit, led, best, partner_holds, table, rules)
            if not legal & laid.bit:
                ruled_out |= card.bit
    return ruled_out


_FIRST_OF_SUITS = 0x01010101
ACES = _FIRST_OF_SUITS << RANKS.index("A")
JACKS = _FIRST_OF_SUITS << RANKS.index("V")
JACKS_AND_NINES = JACKS | _FIRST_OF_SUITS << RANKS.index("9")
