"""Hands: the cards of a ``KnownHand`` are known; an ``UnknownHand`` keeps what is known about its cards.

Hands are unknown in a game with real cards, where nobody enters them. Both classes have the same methods, in pairs:
``may_…`` says whether something is possible, ``must_…`` whether it is certain. For a known hand, the methods of a pair
are the same.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ...french.cards import Card, Case, in_rank

#: A set of packs.
Packs = frozenset[Case]

#: Cards of each pack in a hand at the start of a manche (D2).
MAJUSCULES_DEALT, MINUSCULES_DEALT = 2, 6


class KnownHand(msgspec.Struct, frozen=True, gc=False):
    """A hand whose cards are known."""

    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        """How many cards are in the hand."""
        return len(self.cards)

    def may_hold(self, card: Card) -> bool:
        """Return whether the hand holds this card; False for a back."""
        return card in self.cards

    def may_have(self, case: Case) -> bool:
        """Return whether the hand holds a card of this pack, wild cards included."""
        for card in self.cards:  # noqa: SIM110  # a generator takes twice as long, and every legality check asks
            if card.case is case:
                return True
        return False

    def may_be_wild(self, cases: tuple[Case, ...]) -> bool:
        """Return whether all cards of the packs *cases* in the hand are wild (J4).

        The result is True if the hand has no cards of these packs.
        """
        return all(card.wild for card in self.cards if card.case in cases)

    must_hold, must_have, must_be_wild = may_hold, may_have, may_be_wild

    @property
    def majuscules(self) -> int:
        """How many majuscules are in the hand."""
        return sum(card.case is Case.MAJ for card in self.cards)

    def without(self, card: Card) -> KnownHand:
        """Return the hand after its player laid a card. Raises ValueError if the hand does not hold the card."""
        cards = list(self.cards)
        cards.remove(card)
        return KnownHand(tuple(cards))

    def taking_back(self, card: Card) -> KnownHand:
        """Return the hand after its player took a card back in a trap (T2)."""
        return KnownHand(in_rank((*self.cards, card)))


def without_one(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return *cards* without one copy of *card*; unchanged if it is not among them."""
    if card not in cards:
        return cards
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


class UnknownHand(msgspec.Struct, frozen=True):
    """What is known about one hand in a game with real cards, from the cards laid and the words said.

    Each object is about one hand; the module ``worlds`` also considers that the cards of one player limit what the
    others can hold. A card that the player laid face down in this pli may be any card that they held before, so it
    takes nothing out of *taken_back* and *not_wild* until it is revealed.

    size        how many cards the player holds
    majuscules  the fewest and the most majuscules that there can be among the cards of the hand and the card that the
                player laid in this pli; that card is counted only while its pack is not known
    majuscules_left  the fewest and the most majuscules that there can be among the cards of the hand alone
    taken_back  the minuscules that the player took back in swaps (T2) and has not laid openly since
    all_wild    the packs of which all cards that the player holds are wild; the cards in *taken_back* are not
                considered (J4)
    not_wild    sets of packs. For each set, the player holds, or has laid face down, a card that is not wild and is of
                a pack of the set; this is known because the player passed while a joker lay face up (J4)
    """

    size: int = MAJUSCULES_DEALT + MINUSCULES_DEALT
    majuscules: tuple[int, int] = (MAJUSCULES_DEALT, MAJUSCULES_DEALT)
    majuscules_left: tuple[int, int] = (MAJUSCULES_DEALT, MAJUSCULES_DEALT)
    taken_back: tuple[Card, ...] = ()
    all_wild: Packs = frozenset()
    not_wild: frozenset[Packs] = frozenset()

    @property
    def taken_back_is_wild(self) -> bool:
        """Whether every minuscule in ``taken_back`` is a joker; True if there is none."""
        return all(card.wild for card in self.taken_back)

    def may_hold(self, card: Card) -> bool:
        """Return whether the player may hold the card, by what is known about this hand alone.

        ``worlds`` also considers the other hands.
        """
        if card in self.taken_back or card.case is None:
            return True
        if card.known and not card.wild and card.case in self.all_wild:
            return False
        if card.case is Case.MIN and card.known:  # not a minuscule taken back, which is checked above
            return self.size - self.majuscules_left[0] > len(self.taken_back)
        return self.may_have(card.case)

    def must_hold(self, card: Card) -> bool:
        """Return whether the player certainly holds the card, which is so only if they took it back in a swap."""
        return card in self.taken_back

    def may_have(self, case: Case) -> bool:
        """Return whether the player may hold a card of this pack."""
        fewest, most = self.majuscules_left
        return most > 0 if case is Case.MAJ else self.size > fewest

    def must_have(self, case: Case) -> bool:
        """Return whether the player certainly holds a card of this pack."""
        fewest, most = self.majuscules_left
        return fewest > 0 if case is Case.MAJ else self.size > most

    def may_be_wild(self, cases: tuple[Case, ...]) -> bool:
        """Return True: by this hand alone, all its cards of *cases* may be wild. ``worlds`` considers all hands."""
        return True

    def must_be_wild(self, cases: tuple[Case, ...]) -> bool:
        """Return False: this hand alone never proves that all its cards of *cases* are wild. ``worlds`` may do so."""
        return False

    def may_have_laid(self, card: Card, pack_is_new: bool) -> bool:
        """Return whether the hidden card that the player laid in this pli can be *card* (D2, J4).

        *pack_is_new* states whether the pack of the hidden card is not known yet.
        """
        if not card.wild and card.case in self.all_wild and card not in self.taken_back:
            return False
        fewest, most = self.majuscules
        return not pack_is_new or (most > 0 if card.case is Case.MAJ else fewest <= self.size)

    def without(self, card: Card) -> UnknownHand:
        """Return the hand after its player laid a card, which may be a back."""
        return replace(self._told(card), size=self.size - 1)

    def with_revealed(self, card: Card, pack_is_new: bool) -> UnknownHand:
        """Return the hand after the card that its player laid face down turned out to be *card*.

        *pack_is_new* states whether the pack of that card was not known before.
        """
        return self._told(card) if pack_is_new else replace(self._told(card), majuscules=self.majuscules)

    def taking_back(self, card: Card) -> UnknownHand:
        """Return the hand after its player took a minuscule back in a trap (T2)."""
        taken_back = (*self.taken_back, card) if card.known else self.taken_back
        return replace(self, size=self.size + 1, taken_back=taken_back)

    def without_majuscules(self) -> UnknownHand:
        """Return the hand after it turned out that its player has no majuscule (T1 to T4)."""
        return replace(self, majuscules=(0, 0), majuscules_left=(0, 0))

    def _told(self, card: Card) -> UnknownHand:
        """Return the hand after one of its cards turned out to be *card*; the size stays the same."""
        (fewest, most), taken_back, not_wild = self.majuscules, self.taken_back, self.not_wild
        taken_back = without_one(taken_back, card)
        if card.known and not card.wild:
            not_wild = frozenset(packs for packs in not_wild if card.case not in packs)
        if card.case is Case.MAJ:
            fewest, most = max(0, fewest - 1), max(0, most - 1)
        return replace(self, majuscules=(fewest, most), taken_back=taken_back, not_wild=not_wild)


Hand = KnownHand | UnknownHand


def unknown_hands(hands: Iterable[Hand]) -> tuple[UnknownHand, ...]:
    """Return *hands*, those of a game with real cards, as a tuple. Raises TypeError if one of them is known."""
    unknown = []
    for hand in hands:
        if not isinstance(hand, UnknownHand):
            raise TypeError(f"expected an unknown hand, got {hand!r:.80}")
        unknown.append(hand)
    return tuple(unknown)
