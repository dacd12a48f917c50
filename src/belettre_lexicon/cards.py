"""Floor 1. A card of the game, and the packs of a deck (D1); what a deck holds is data in ``decks``."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from operator import attrgetter

from .decks import JOKER, Deck
from .errors import ArgumentError
from .letters import ALPHABET


class Case(Enum):
    """The two packs: majuscules say how a word starts, minuscules what it contains."""

    MAJ = "maj"
    MIN = "min"


class Card:
    """A letter card, or the back of one. There is one object a card, so that cards are compared by identity.

    case    ``Case.MAJ`` or ``Case.MIN``; None for a face-down card whose player did not say (P7)
    letter  "a" to "z", or ``decks.JOKER`` for a wild card; "" when it lies face down and is not known
    text    how players write it: "l", "F", "?" the joker, "JOKER"; "maj", "min" and "unseen" are backs
    known   whether the letter is known
    wild    whether it is the joker or the JOKER (J1 to J4)
    rank    the place in a sorted hand: majuscules first, each pack in the order of the alphabet, wild cards last

    It has no order of its own (``in_rank`` sorts): a type that defines comparisons is found in a hand ten times slower.

    >>> Card.of("F").case, Card.of("F").letter, Card.of("JOKER").wild, Card.of("min").known
    (<Case.MAJ: 'maj'>, 'f', True, False)
    """

    __slots__ = ("case", "known", "letter", "rank", "text", "wild")
    case: Case | None
    letter: str
    text: str
    known: bool
    rank: int
    wild: bool

    def __new__(cls, case: Case | None, letter: str) -> Card:
        """The card of a pack and letter. Raises ArgumentError when there is none."""
        card = _BY_PLACE.get((case, letter))
        if card is None:
            raise ArgumentError(f"card: {letter!r} is no letter a-z and not {JOKER!r} (D1)")
        return card

    @staticmethod
    def of(text: str) -> Card:
        """The card that players write so. Raises ArgumentError when there is none."""
        card = CARDS.get(text) if isinstance(text, str) else None
        if card is None:
            raise ArgumentError(
                f"card {text!r:.40}: expected a letter (f minuscule, F majuscule), ? for the joker, or JOKER (D1)"
            )
        return card

    def __reduce__(self) -> tuple[object, tuple[Case | None, str]]:
        return Card, (self.case, self.letter)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.of({self.text!r})"


_BY_PLACE: dict[tuple[Case | None, str], Card] = {}
#: Every card by its text, backs included.
CARDS: dict[str, Card] = {}


def _make_card(case: Case | None, letter: str, text: str) -> Card:
    card = object.__new__(Card)
    card.case, card.letter, card.text, card.known, card.wild = case, letter, text, letter != "", letter == JOKER
    _BY_PLACE[case, letter] = CARDS[text] = card
    card.rank = len(CARDS)
    return card


for _letter in ALPHABET:
    _make_card(Case.MAJ, _letter, _letter.upper())
_make_card(Case.MAJ, JOKER, "JOKER")
for _letter in ALPHABET + JOKER:
    _make_card(Case.MIN, _letter, _letter)
#: Every card that a deck may hold: the majuscules, the JOKER, the minuscules, the joker.
FACES = tuple(CARDS.values())
#: Backs: of a majuscule, of a minuscule, of a card whose pack nobody told (P7).
MAJ_BACK, MIN_BACK, UNSEEN = (
    _make_card(Case.MAJ, "", "maj"),
    _make_card(Case.MIN, "", "min"),
    _make_card(None, "", "unseen"),
)


def back(card: Card) -> Card:
    """A card as others see it when it lies face down: its pack alone (P7).

    >>> back(Card.of("k"))
    Card.of('min')
    """
    return Card(card.case, "")


def in_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as players sort them (``Card.rank``).

    >>> in_rank([Card.of("?"), Card.of("b"), Card.of("a"), Card.of("Z")])
    (Card.of('Z'), Card.of('a'), Card.of('b'), Card.of('?'))
    """
    return tuple(sorted(cards, key=attrgetter("rank")))


def pack(deck: Deck, case: Case) -> list[Card]:
    """Every card of one pack of a deck, in order.

    >>> from belettre_lexicon.decks import BOXED
    >>> len(pack(BOXED, Case.MAJ)), len(pack(BOXED, Case.MIN))
    (27, 96)
    """
    counts = deck.majuscules if case is Case.MAJ else deck.minuscules
    return [card for letter in ALPHABET + JOKER for card in [Card(case, letter)] * counts.get(letter, 0)]


def points(deck: Deck) -> dict[Card, int]:
    """What each card is worth (S1).

    >>> from belettre_lexicon.decks import BOXED
    >>> points(BOXED)[Card.of("k")], points(BOXED)[Card.of("K")]
    (5, 10)
    """
    return {
        card: (deck.majuscule_points if card.case is Case.MAJ else deck.minuscule_points).get(card.letter, 0)
        for card in FACES
    }
