"""The cards of the keypad that are used up, which therefore cannot be tapped: ``spent_cards``."""

from __future__ import annotations

from ...french.cards import FACES, Card, Case
from ...games.belettre.actions import Action, Lay, Reveal, Swap
from ...games.belettre.partie import Partie
from ...games.belettre.seats import Seat
from ...games.belettre.state import REVEAL, SWAP


def spent_cards(partie: Partie) -> frozenset[str]:
    """Return the texts of the cards of which the deck has no more: nobody who may act now can have one (D1).

    A card that lies face down counts as not seen, also if it was entered, so that the keypad tells nobody what it is
    (P7). Cards that a player cannot have for another reason are not among these: if they are entered, the reason is
    told, because an earlier entry may be wrong.
    """
    hidden = {laid.card for laid in partie.state.manche.pli.laid if not laid.up}
    movers = partie.movers()
    return frozenset(
        card.text
        for card in FACES
        if card not in hidden and movers and all(_is_spent(partie, seat, card) for seat in movers)
    )


def _is_spent(partie: Partie, seat: Seat, card: Card) -> bool:
    return any(refusal.reason == "spent" for refusal in partie.refusals(_entry(partie, seat, card)))


def _entry(partie: Partie, seat: Seat, card: Card) -> Action:
    """Return an action that would enter a card now."""
    if partie.awaits == SWAP:
        return Swap(seat, card)
    if partie.awaits == REVEAL:
        return Reveal(seat, card)
    return Lay(seat, card, "a", letter=letter_of(card))


def letter_of(card: Card) -> str:
    """Return a letter that a card can be named: any letter for the JOKER (J3), "" for the others."""
    return "a" if card.wild and card.case is Case.MAJ else ""
