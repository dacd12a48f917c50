"""Floor 3. What a player holds: known card by card, or, at a table of real cards, only as far as the play shows it.

Both kinds answer the same questions; an answer is True, False, or None where the table cannot know.
"""

from __future__ import annotations

import msgspec

from ..cards import Card, Case, in_rank

MAJUSCULES_DEALT, MINUSCULES_DEALT = 2, 6


class KnownHand(msgspec.Struct, frozen=True):
    """A hand whose cards are known."""

    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.cards)

    def holds(self, card: Card) -> bool | None:
        """Whether it has the card; a back is in no hand."""
        return card in self.cards

    def has(self, case: Case) -> bool | None:
        """Whether it has a card of this pack."""
        for card in self.cards:  # noqa: SIM110  # a generator takes twice as long, and every legality check asks
            if card.case is case:
                return True
        return False

    def only_wild(self, cases: tuple[Case, ...]) -> bool | None:
        """Whether all its cards of these packs are wild (J4)."""
        return all(card.wild for card in self.cards if card.case in cases)

    def without(self, card: Card) -> KnownHand:
        """The hand after a card was laid. Raises ValueError when it has none such."""
        cards = self.cards
        place = cards.index(card)
        return KnownHand(cards[:place] + cards[place + 1 :])

    def taking_back(self, card: Card) -> KnownHand:
        """The hand after the trap gave a card back (T2)."""
        return KnownHand(in_rank((*self.cards, card)))


class UnknownHand(msgspec.Struct, frozen=True):
    """A hand that nobody entered: two majuscules and six minuscules were dealt (D2).

    size        cards in hand
    majuscules  majuscules that the table saw him lay
    unseen      cards that he laid and the table does not know the pack of
    taken_back  the minuscule that a swap gave back to him (T2), as long as he certainly holds it
    """

    size: int = MAJUSCULES_DEALT + MINUSCULES_DEALT
    majuscules: int = 0
    unseen: int = 0
    taken_back: tuple[Card, ...] = ()

    @property
    def majuscules_left(self) -> tuple[int, int]:
        """The fewest and the most majuscules that he may still hold."""
        most = max(0, min(MAJUSCULES_DEALT - self.majuscules, self.size - len(self.taken_back)))
        return min(max(0, MAJUSCULES_DEALT - self.majuscules - self.unseen), most), most

    def holds(self, card: Card) -> bool | None:
        """False when his majuscules or his minuscules are known to be spent, or all his cards known to be others."""
        if card in self.taken_back:
            return True
        if card.case is None:
            return None
        if card.case is Case.MIN and card.known:  # it is none of those he took back
            fewest, _ = self.majuscules_left
            return None if self.size - fewest > len(self.taken_back) else False
        return False if self.has(card.case) is False else None

    def has(self, case: Case) -> bool | None:
        """Whether he has a card of this pack, as far as the cards laid tell."""
        fewest, most = self.majuscules_left
        if case is Case.MIN:
            fewest, most = self.size - most, self.size - fewest
        return True if fewest > 0 else None if most > 0 else False

    def only_wild(self, cases: tuple[Case, ...]) -> bool | None:
        """Nobody can know."""
        return None

    def may_have_laid(self, case: Case) -> bool:
        """Whether a card that he laid unseen can be of this pack, after all that he was seen to lay (D2)."""
        if case is Case.MAJ:
            return self.majuscules < MAJUSCULES_DEALT
        minuscules = MAJUSCULES_DEALT + MINUSCULES_DEALT - self.size - self.majuscules - self.unseen
        return minuscules < MINUSCULES_DEALT

    def without(self, card: Card) -> UnknownHand:
        """The hand after a card was laid."""
        case, taken_back = card.case, self.taken_back
        if case is not Case.MAJ and (card in taken_back or not card.known):
            taken_back = ()  # he has laid it, or perhaps so
        return UnknownHand(
            self.size - 1, self.majuscules + (case is Case.MAJ), self.unseen + (case is None), taken_back
        )

    def taking_back(self, card: Card) -> UnknownHand:
        """The hand after the trap gave a minuscule back (T2)."""
        return UnknownHand(self.size + 1, self.majuscules, self.unseen, (card,) if card.known else ())

    def told(self, case: Case) -> UnknownHand:
        """The hand after a card that was laid unseen turned out to be of this pack."""
        return UnknownHand(self.size, self.majuscules + (case is Case.MAJ), self.unseen - 1, self.taken_back)


Hand = KnownHand | UnknownHand
