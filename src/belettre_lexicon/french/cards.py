"""``Card``: a letter card or the back of one (D1). ``decks`` defines how many of each card a deck has."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from operator import attrgetter

from ..base.errors import ArgumentError
from .decks import JOKER, Deck
from .letters import ALPHABET


class Case(Enum):
    """The two packs: majuscules give the first letter of a word (W2), minuscules letters that it contains (W3)."""

    MAJ = "maj"
    MIN = "min"


class Card:
    """A letter card, or the back of one. There is one object for each card, so cards are compared by identity.

    case    ``Case.MAJ`` or ``Case.MIN``; None for the back of a card whose pack is unknown (P7)
    letter  "a" to "z", or ``decks.JOKER`` for a wild card; "" for a back
    text    the card as players write it: "l", "F", "?" for the joker, "JOKER"; a back is "maj", "min" or "unseen"
    known   whether the letter is known; False for a back
    wild    whether it is the joker or the JOKER (J1 to J4)
    rank    the place of the card in a sorted hand, from 1: majuscules come first, then minuscules, each pack in
            alphabetical order with its wild card last, then backs

    Cards cannot be compared with ``<``; use ``in_rank`` to sort them. Comparison methods would make finding a card in a
    hand ten times slower.

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
        """Return the card of a pack and letter; a back if *letter* is "". Raises ArgumentError for any other."""
        card = _BY_PLACE.get((case, letter))
        if card is None:
            raise ArgumentError(f"card: {letter!r} is neither a letter a-z nor {JOKER!r} (D1)")
        return card

    @staticmethod
    def of(text: str) -> Card:
        """Return the card that players write as *text*, or a back. Raises ArgumentError if there is no such card."""
        card = CARDS.get(text) if isinstance(text, str) else None
        if card is None:
            raise ArgumentError(
                f"card {text!r:.40}: expected a letter (f minuscule, F majuscule), ? for the joker, or JOKER (D1)"
            )
        return card

    def points(self, deck: Deck) -> int:
        """Return the points of the card in a deck (S1); 0 for a card that the deck does not have.

        Raises ArgumentError for a back, whose letter is unknown.

        >>> from belettre_lexicon.french.decks import BOXED
        >>> Card.of("k").points(BOXED), Card.of("K").points(BOXED), Card.of("?").points(BOXED)
        (5, 10, 0)
        """
        if not self.known:
            raise ArgumentError(f"card {self.text!r}: the back of a card has no known points, expected a letter card")
        return (deck.majuscule_points if self.case is Case.MAJ else deck.minuscule_points).get(self.letter, 0)

    def __reduce__(self) -> tuple[object, tuple[Case | None, str]]:
        return Card, (self.case, self.letter)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.of({self.text!r})"


#: (pack, letter) → the card, backs included.
_BY_PLACE: dict[tuple[Case | None, str], Card] = {}
#: Text of a card → the card, backs included.
CARDS: dict[str, Card] = {}


def _make_card(case: Case | None, letter: str, text: str) -> Card:
    """Return the only object of a card, after adding it to ``_BY_PLACE`` and ``CARDS``."""
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
#: Every card that a deck may have, backs excluded: majuscules, JOKER, minuscules, joker.
FACES = tuple(CARDS.values())
#: Backs of a majuscule, of a minuscule, and of a card whose pack is unknown (P7).
MAJ_BACK, MIN_BACK, UNSEEN = (
    _make_card(Case.MAJ, "", "maj"),
    _make_card(Case.MIN, "", "min"),
    _make_card(None, "", "unseen"),
)


def back(card: Card) -> Card:
    """Return the back of a card, which shows its pack but not its letter (P7). The back of a back is itself.

    >>> back(Card.of("k"))
    Card.of('min')
    """
    return Card(card.case, "")


def in_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards sorted as players sort a hand, by ``Card.rank``.

    >>> in_rank([Card.of("?"), Card.of("b"), Card.of("a"), Card.of("Z")])
    (Card.of('Z'), Card.of('a'), Card.of('b'), Card.of('?'))
    """
    return tuple(sorted(cards, key=attrgetter("rank")))


def pack(deck: Deck, case: Case) -> list[Card]:
    """Return all cards of one pack of a deck, copies included, sorted by ``Card.rank``.

    >>> from belettre_lexicon.french.decks import BOXED
    >>> len(pack(BOXED, Case.MAJ)), len(pack(BOXED, Case.MIN))
    (27, 96)
    """
    counts = deck.majuscules if case is Case.MAJ else deck.minuscules
    return [card for letter in ALPHABET + JOKER for card in [Card(case, letter)] * counts.get(letter, 0)]


def points(deck: Deck) -> dict[Card, int]:
    """Return the points of every letter card, as a dictionary card → points (S1); 0 for a card not in the deck.

    >>> from belettre_lexicon.french.decks import BOXED
    >>> points(BOXED)[Card.of("k")], points(BOXED)[Card.of("K")]
    (5, 10)
    """
    return {card: card.points(deck) for card in FACES}
