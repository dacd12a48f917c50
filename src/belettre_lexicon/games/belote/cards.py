"""The 32 cards of Belote, their orders and points under each contract, and hands as 32-bit masks (BC).

There is one ``Card`` object for each card, so cards are compared by identity. Internally, hands are masks: bit *n* is
the card with the index *n*. Bits of one suit are neighbours, in the order of annonces (BC5): 7 8 9 10 V D R A.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ...base.errors import ArgumentError

#: A suit, as it is written.
Suit = Literal["♣", "♦", "♥", "♠"]
#: What is trump: a suit, no suit (sans atout) or every suit (tout atout).
Contract = Literal["♣", "♦", "♥", "♠", "SA", "TA"]
#: The suits from the lowest to the highest, in the order of overcalls (BV5).
SUITS: tuple[Suit, ...] = ("♣", "♦", "♥", "♠")
SANS_ATOUT: Contract = "SA"
TOUT_ATOUT: Contract = "TA"
CONTRACTS: tuple[Contract, ...] = (*SUITS, SANS_ATOUT, TOUT_ATOUT)
#: The ranks in the order of annonces, from the lowest (BC5).
RANKS = ("7", "8", "9", "10", "V", "D", "R", "A")
#: The cards of one suit, and of the pack (BC1).
SUIT_SIZE, PACK_SIZE = len(RANKS), len(RANKS) * len(SUITS)
#: The mask of all cards.
ALL_CARDS = (1 << PACK_SIZE) - 1

#: The orders of a suit, from its lowest card: at trump (BC2) and plain (BC3).
_TRUMP_ORDER = ("7", "8", "D", "R", "10", "A", "9", "V")
_PLAIN_ORDER = ("7", "8", "9", "V", "D", "R", "10", "A")
#: The points of the ranks at trump (BC2), in a plain suit (BC3), at sans atout (BV2) and at tout atout (BV3).
_TRUMP_POINTS = {"V": 20, "9": 14, "A": 11, "10": 10, "R": 4, "D": 3}
_PLAIN_POINTS = {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2}
_SANS_ATOUT_POINTS = _PLAIN_POINTS | {"A": 19}
_TOUT_ATOUT_POINTS = {"V": 13, "9": 9, "A": 6, "10": 5, "R": 3, "D": 2}
#: How suits and ranks may be typed, besides their signs: in French (pique, cœur, carreau, trèfle) and in English.
_FRENCH_SUITS = {"t": "♣", "k": "♦", "c": "♥", "p": "♠"}
_ENGLISH_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
#: The ranks as they are typed, in French or in English; no letter means two ranks.
_RANKS = {**{rank.lower(): rank for rank in RANKS}, "j": "V", "q": "D", "k": "R"}
#: The white suit signs, and the sign that asks for the coloured picture of a suit, mean the same suits.
_SIGNS = str.maketrans({"♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠", "\ufe0f": "", "\ufe0e": ""})
#: The most characters of a list of cards that is read.
_MOST_TEXT = 400


class Card:
    """A card of the pack of 32 (BC1). There is one object for each card.

    suit   "♣", "♦", "♥" or "♠"
    rank   "7", "8", "9", "10", "V", "D", "R" or "A"
    text   the card as it is written: "V♥"
    index  0 to 31: eight times the index of the suit in SUITS plus the index of the rank in RANKS
    bit    the card as a mask: 1 << index

    >>> Card.of("vc") is Card.of("V♥"), Card.of("10♠").index
    (True, 27)
    """

    __slots__ = ("bit", "index", "rank", "suit", "text")
    suit: Suit
    rank: str
    text: str
    index: int
    bit: int

    def __new__(cls, suit: str, rank: str) -> Card:
        """Return the card of a suit and a rank. Raises ArgumentError if there is no such card."""
        return cls.of(f"{rank}{suit}")

    @staticmethod
    def of(text: str, lang: str = "fr") -> Card:
        """Return the card that is written as *text*: its rank, then its suit as a sign or a letter.

        The letters of the suits are t, k, c and p (trèfle, carreau, cœur, pique). If *lang* is "en", they are c, d, h
        and s, and the 10 may be written T. In both languages, the picture cards may be written V, D, R or J, Q, K.
        Raises ArgumentError if there is no such card.
        """
        written = text.strip().translate(_SIGNS) if isinstance(text, str) and len(text) <= _MOST_TEXT else ""
        card = _BY_TEXT.get(written)
        if card is None:
            suits = _ENGLISH_SUITS if lang == "en" else _FRENCH_SUITS
            typed = written.lower()
            named, suit = typed[:-1].strip(), typed[-1:]
            rank = "10" if named == "t" and lang == "en" else _RANKS.get(named)
            card = _BY_TEXT.get(f"{rank}{suits.get(suit, suit)}")
        if card is None:
            example = "J♥, jh, 10s" if lang == "en" else "V♥, vc, 10p"
            raise ArgumentError(f"card {text!r:.40}: expected a rank and a suit, such as {example} (BC1)")
        return card

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return Card, (self.suit, self.rank)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"


def _make_card(index: int) -> Card:
    card = object.__new__(Card)
    card.suit, card.rank = SUITS[index // SUIT_SIZE], RANKS[index % SUIT_SIZE]
    card.text = card.rank + card.suit
    card.index, card.bit = index, 1 << index
    return card


#: The cards by index.
PACK: tuple[Card, ...] = tuple(map(_make_card, range(PACK_SIZE)))
_BY_TEXT = {card.text: card for card in PACK}


class ContractTables:
    """The trumps, the order and the points of the cards under a contract (BC2 to BC4, BV2, BV3).

    The tables *above*, *beats*, *points* and *plain* are indexed by ``Card.index``.

    contract     the contract
    trumps       the mask of the trumps; 0 at sans atout, and at tout atout, where no card trumps another suit (BV3)
    every_trump  whether the contract is tout atout: every suit has the order of trumps, and players who follow suit
                 must go above the card that holds the pli, whatever the suit
    above        for each card, the mask of the cards of its suit that are stronger
    beats        for each card that holds a pli, the mask of the cards that take the pli from it
    points       for each card, its points
    plain        for each card, its points with the option ``ta_values="plain"``; they differ only at SA and TA
    """

    __slots__ = ("above", "beats", "contract", "every_trump", "plain", "points", "trumps")

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.every_trump = contract == TOUT_ATOUT
        self.trumps = suit_mask(contract) if contract in SUITS else 0
        self.above = tuple(self._above(card) for card in PACK)
        self.beats = tuple(
            above if self.trumps & card.bit else above | self.trumps
            for card, above in zip(PACK, self.above, strict=True)
        )
        self.points = tuple(self._points(card, rescaled=True) for card in PACK)
        self.plain = tuple(self._points(card, rescaled=False) for card in PACK)

    def is_trump(self, card: Card) -> bool:
        """Return whether a card has the order of trumps: every card at tout atout."""
        return self.every_trump or bool(self.trumps & card.bit)

    def _above(self, card: Card) -> int:
        order = _TRUMP_ORDER if self.is_trump(card) else _PLAIN_ORDER
        higher = order[order.index(card.rank) + 1 :]
        return sum(other.bit for other in PACK if other.suit == card.suit and other.rank in higher)

    def _points(self, card: Card, *, rescaled: bool) -> int:
        if rescaled and self.contract in (SANS_ATOUT, TOUT_ATOUT):
            return (_TOUT_ATOUT_POINTS if self.every_trump else _SANS_ATOUT_POINTS).get(card.rank, 0)
        return (_TRUMP_POINTS if self.is_trump(card) else _PLAIN_POINTS).get(card.rank, 0)


def suit_mask(suit: str) -> int:
    """Return the mask of the cards of a suit.

    >>> hex(suit_mask("♦"))
    '0xff00'
    """
    return 0xFF << SUIT_SIZE * SUITS.index(suit)


#: The mask of the suit of each card, by the index of the card.
SUIT_OF = tuple(suit_mask(card.suit) for card in PACK)
_TABLES: dict[str, ContractTables] = {}


def tables(contract: str) -> ContractTables:
    """Return the tables of a contract. Raises ArgumentError if the contract is unknown."""
    found = _TABLES.get(contract)
    if found is None:
        if contract not in CONTRACTS:
            raise ArgumentError(f"contract {contract!r:.40}: expected one of {', '.join(CONTRACTS)}")
        found = _TABLES[contract] = ContractTables(contract)
    return found


def read_suit(text: str, lang: str = "fr") -> Suit:
    """Return the suit that is written as a sign, a letter or a name. Raises ArgumentError if it is unknown.

    *lang*, "fr" or "en", decides only what a letter means (``Card.of``); names are read in both languages.

    >>> read_suit("♥"), read_suit("c"), read_suit("Cœur"), read_suit("clubs", "en")
    ('♥', '♥', '♥', '♣')
    """
    contract = read_contract(text, lang)
    if contract not in SUITS:
        raise ArgumentError(f"suit {text!r:.40}: expected one of {', '.join(SUITS)}")
    return contract


def read_contract(text: str, lang: str = "fr") -> Contract:
    """Return the contract that is written as a suit, SA or TA. Raises ArgumentError if it is unknown.

    Suits and *lang* are read as by ``read_suit``; SA and TA may also be written as names.

    >>> read_contract("sans atout"), read_contract("ta"), read_contract("pique")
    ('SA', 'TA', '♠')
    """
    typed = text.strip().translate(_SIGNS).lower() if isinstance(text, str) and len(text) <= _MOST_TEXT else ""
    letters = _ENGLISH_SUITS if lang == "en" else _FRENCH_SUITS
    found = typed if typed in SUITS else letters.get(typed) or _NAMES.get(typed.replace("œ", "oe"))
    if found is None:
        raise ArgumentError(f"contract {text!r:.40}: expected one of {', '.join(CONTRACTS)}")
    return found  # type: ignore[return-value]  # one of CONTRACTS


_NAMES = {
    **dict.fromkeys(("trèfle", "trefle", "clubs", "club"), "♣"),
    **dict.fromkeys(("carreau", "diamonds", "diamond"), "♦"),
    **dict.fromkeys(("coeur", "hearts", "heart"), "♥"),
    **dict.fromkeys(("pique", "spades", "spade"), "♠"),
    **dict.fromkeys(("sa", "sans atout", "sans", "no trump"), "SA"),
    **dict.fromkeys(("ta", "tout atout", "tout", "all trump"), "TA"),
}


def read_cards(text: str, lang: str = "fr") -> tuple[Card, ...]:
    """Return the cards that a text names, separated by spaces or commas, in the order of the text.

    Each is read as by ``Card.of``. Raises ArgumentError if a name is not that of a card, if a card is named twice, or
    if the text has more than 400 characters.

    >>> [card.text for card in read_cards("A♠ 7♠, 10c")]
    ['A♠', '7♠', '10♥']
    """
    if not isinstance(text, str) or len(text) > _MOST_TEXT:
        raise ArgumentError(f"cards {text!r:.40}: expected cards such as A♠ 7♠ 10♥, {_MOST_TEXT} characters at most")
    cards = tuple(Card.of(part, lang) for part in text.replace(",", " ").split())
    if len(set(cards)) < len(cards):
        twice = next(card.text for place, card in enumerate(cards) if card in cards[:place])
        raise ArgumentError(f"cards: {twice} is named twice (BC1)")
    return cards


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of some cards: the number in which the bit ``1 << Card.index`` is set for each of them.

    >>> mask_of([Card.of("7♣"), Card.of("9♣")])
    5
    """
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, in the order of ``Card.index``.

    >>> [card.text for card in cards_of(5)]
    ['7♣', '9♣']
    """
    found = []
    while mask:
        bit = mask & -mask
        found.append(PACK[bit.bit_length() - 1])
        mask ^= bit
    return tuple(found)


def points_in(mask: int, contract: str, ta_values: str = "rescaled") -> int:
    """Return the points of the cards of a mask under a contract, without the dix de der (BS1).

    *ta_values* is the house rule of this name, which matters only at sans atout and tout atout (BV3).

    >>> points_in(ALL_CARDS, "♥"), points_in(ALL_CARDS, "SA"), points_in(ALL_CARDS, "TA", "plain")
    (152, 152, 248)
    """
    found = tables(contract)
    points = found.points if ta_values == "rescaled" else found.plain
    return sum(points[card.index] for card in cards_of(mask))
