"""Floor 3. Hands: the cards of a ``KnownHand`` are known; an ``UnknownHand`` only counts its cards.

Hands are unknown in a game with real cards, where nobody enters them. Both classes have the same methods, in pairs:
``may_…`` says whether something is possible, ``must_…`` whether it is certain. For a known hand, the methods of a pair
are the same.
"""

from __future__ import annotations

import msgspec

from ..cards import Card, Case, in_rank

#: Cards of each pack in a hand at the start of a manche (D2).
MAJUSCULES_DEALT, MINUSCULES_DEALT = 2, 6


class KnownHand(msgspec.Struct, frozen=True):
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

    def without(self, card: Card) -> KnownHand:
        """Return the hand after its player laid a card. Raises ValueError if the hand does not hold the card."""
        cards = self.cards
        place = cards.index(card)
        return KnownHand(cards[:place] + cards[place + 1 :])

    def taking_back(self, card: Card) -> KnownHand:
        """Return the hand after its player took a card back in a trap (T2)."""
        return KnownHand(in_rank((*self.cards, card)))


class UnknownHand(msgspec.Struct, frozen=True):
    """A hand whose cards are not known, as in a game with real cards: they are only counted.

    At the start of a manche it holds two majuscules and six minuscules (D2).

    size        how many cards the player holds
    majuscules  how many majuscules the player is known to have laid
    unseen      how many cards of unknown pack the player has laid
    taken_back  the minuscule that the player took back in a swap (T2), while they certainly hold it; () otherwise
    """

    size: int = MAJUSCULES_DEALT + MINUSCULES_DEALT
    majuscules: int = 0
    unseen: int = 0
    taken_back: tuple[Card, ...] = ()

    @property
    def majuscules_left(self) -> tuple[int, int]:
        """The fewest and the most majuscules that the player may still hold."""
        most = max(0, min(MAJUSCULES_DEALT - self.majuscules, self.size - len(self.taken_back)))
        return min(max(0, MAJUSCULES_DEALT - self.majuscules - self.unseen), most), most

    def may_hold(self, card: Card) -> bool:
        """Return whether the player can hold the card.

        The result is False if the player has no card of its pack left, or if all their cards of the pack are others.
        """
        if card in self.taken_back or card.case is None:
            return True
        if card.case is Case.MIN and card.known:  # not the minuscule taken back, which is checked above
            fewest, _ = self.majuscules_left
            return self.size - fewest > len(self.taken_back)
        return self.may_have(card.case)

    def must_hold(self, card: Card) -> bool:
        """Return whether the player certainly holds the card, which is so only if they took it back in a swap."""
        return card in self.taken_back

    def may_have(self, case: Case) -> bool:
        """Return whether the player can hold a card of this pack, considering the cards that they have laid."""
        fewest, most = self.majuscules_left
        return most > 0 if case is Case.MAJ else self.size > fewest

    def must_have(self, case: Case) -> bool:
        """Return whether the player certainly holds a card of this pack."""
        fewest, most = self.majuscules_left
        return fewest > 0 if case is Case.MAJ else self.size > most

    def may_be_wild(self, cases: tuple[Case, ...]) -> bool:
        """Return True: the cards that the player laid never exclude that they hold only wild cards."""
        return True

    def must_be_wild(self, cases: tuple[Case, ...]) -> bool:
        """Return False: the cards that the player laid never prove that they hold only wild cards."""
        return False

    def may_have_laid(self, case: Case) -> bool:
        """Return whether a laid card of unknown pack can be of this pack, given the other cards laid (D2)."""
        if case is Case.MAJ:
            return self.majuscules < MAJUSCULES_DEALT
        minuscules = MAJUSCULES_DEALT + MINUSCULES_DEALT - self.size - self.majuscules - self.unseen
        return minuscules < MINUSCULES_DEALT

    def without(self, card: Card) -> UnknownHand:
        """Return the hand after its player laid a card, which may be a back."""
        case, taken_back = card.case, self.taken_back
        if case is not Case.MAJ and (card in taken_back or not card.known):
            taken_back = ()  # the player has laid it now, or may have
        return UnknownHand(
            self.size - 1, self.majuscules + (case is Case.MAJ), self.unseen + (case is None), taken_back
        )

    def taking_back(self, card: Card) -> UnknownHand:
        """Return the hand after its player took a minuscule back in a trap (T2)."""
        return UnknownHand(self.size + 1, self.majuscules, self.unseen, (card,) if card.known else ())

    def with_pack_known(self, case: Case) -> UnknownHand:
        """Return the hand after a laid card whose pack was not known turned out to be of this pack."""
        return UnknownHand(self.size, self.majuscules + (case is Case.MAJ), self.unseen - 1, self.taken_back)


Hand = KnownHand | UnknownHand
