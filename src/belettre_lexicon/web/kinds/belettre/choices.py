"""What an arbiter may enter now, ``legal_choices``, and the cards that nobody can have any more, ``spent_cards``."""

from __future__ import annotations

from typing import NamedTuple

from ....french.cards import CARDS, FACES, MAJ_BACK, MIN_BACK, UNSEEN, Card, Case
from ....games.belettre.actions import Action, AnnounceBelettre, Discard, Lay, Passe, Reveal, Swap
from ....games.belettre.partie import Partie
from ....games.belettre.seats import SEATS, Seat
from ....games.belettre.state import REVEAL, SWAP

#: The backs in the order in which they are offered to the arbiter: minuscule, majuscule, unknown pack.
_BACKS = (MIN_BACK.text, MAJ_BACK.text, UNSEEN.text)


class Choices(NamedTuple):
    """What an arbiter may enter now.

    kinds       those of the kinds of action "lay", "passe", "discard" and "announce" that are legal
    backs       the backs that may be entered for a card laid without a word (P7), by the kinds "passe" and "discard".
                The arbiter enters a back for a card that they have not seen
    announcers  the seats that may announce a Belettre (S3)
    """

    kinds: set[str]
    backs: dict[str, list[str]]
    announcers: list[Seat]


def legal_choices(partie: Partie) -> Choices:
    """Return what the arbiter of a game with real cards may enter now, as far as the forms depend on it.

    The result is the same as if every legal action were looked at, of which there are about 100. Here one is enough of
    each kind.
    """
    turn, pli = partie.turn, partie.state.manche.pli
    announcers = [seat for seat in SEATS if partie.can(AnnounceBelettre(seat))]
    kinds = {"announce"} if announcers else set()
    backs: dict[str, list[str]] = {}
    if turn is not None:
        allowed_cards = (card for card in CARDS.values() if card.case is not None and pli.allows(card.case))
        if any(partie.can(Lay(turn, card, "a", letter=letter_of(card))) for card in allowed_cards if card.known):
            kinds.add("lay")
        for kind, action in (("passe", Passe), ("discard", Discard)):
            # A card that may be laid face down may also be entered by a back: the arbiter need not have seen it.
            allowed = [back for back in _BACKS if partie.can(action(turn, CARDS[back]))]
            if allowed:
                kinds.add(kind)
                backs[kind] = allowed
    return Choices(kinds, backs, announcers)


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
