"""Reads the plis of a deal, as they were laid at a table, from text. Start reading at ``read_plis``.

The text has a line for each pli, with its cards in the order laid. Lines that are empty or begin with # are skipped.
A seat may stand before its card, and « belote » behind the card with which it was said, as in the short notation of
games; what stands behind an arrow is left out::

    # the trump is ♥
    S A♠ · E 9♦ · N 8♠ · O 9♠ → S
    R♠ V♥ D♠ 10♠
"""

from __future__ import annotations

from ...base.errors import ArgumentError
from ...games.belote.cards import Card, tables
from ...games.belote.seats import SEATS, Seat

#: What a player says with the cards of a belote (BB2).
BELOTE, _REBELOTE = "belote", "rebelote"
#: The cards of a belote (BB1): each with the other one.
_PAIR = {"R": "D", "D": "R"}
#: What separates the cards of a line, besides spaces, and what ends them.
_SEPARATORS, _ARROWS = str.maketrans({"·": " ", ";": " ", ",": " "}), ("→", "->", "#")
#: The English names of the seats.
_ENGLISH_SEATS = {"w": "O", "west": "O", "south": "S", "east": "E", "north": "N"}


class LaidPlis:
    """The plis of a deal.

    plis    the cards of each pli, in the order laid
    seats   for each card, the seat that stands before it, or None
    belote  the cards with which « belote » was said
    """

    def __init__(self) -> None:
        self.plis: list[tuple[Card, ...]] = []
        self.seats: list[tuple[Seat | None, ...]] = []
        self.belote: list[Card] = []

    @property
    def opener(self) -> int | None:
        """The index of the seat that opened the first pli, 0 to 3; None if the first line has no seat."""
        for place, seat in enumerate(self.seats[0] if self.seats else ()):
            if seat is not None:
                return (seat.index - place) % len(SEATS)
        return None

    def check_seats(self, laid_by: tuple[tuple[int, ...], ...]) -> None:
        """Raise ArgumentError if a seat stands before a card that another one must have laid.

        laid_by  the index of the seat of each card, by the rules (``disputes.seats_of``)
        """
        for number, (cards, named, indexes) in enumerate(zip(self.plis, self.seats, laid_by, strict=True), 1):
            for card, seat, index in zip(cards, named, indexes, strict=True):
                if seat is not None and seat.index != index:
                    turn = SEATS[index].value
                    raise ArgumentError(
                        f"pli {number}: {card} is said to be from {seat.value}, it was the turn of {turn}"
                    )

    def belotes(self, contract: str, laid_by: tuple[tuple[int, ...], ...]) -> tuple[int, int]:
        """Return how many belotes each team said with the R or D of trumps, if no other seat laid the other (BB1, BF3).

        laid_by  as in ``check_seats``
        """
        layer = {
            card: index
            for cards, row in zip(self.plis, laid_by, strict=True)
            for card, index in zip(cards, row, strict=True)
        }
        said = [0, 0]
        for card in dict.fromkeys(self.belote):
            if card.rank in _PAIR and tables(contract).is_trump(card):
                other = layer.get(Card.of(_PAIR[card.rank] + card.suit))
                if other is None or other == layer[card]:
                    said[layer[card] % len(said)] += 1
        return said[0], said[1]


def read_plis(text: str, lang: str) -> LaidPlis:
    """Return the plis of a text in the form of the module docstring, with cards and seats as *lang* has them.

    Raises ArgumentError, which names the line, if a word is neither a card nor a seat.
    """
    laid = LaidPlis()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        for end in _ARROWS:
            line = line.partition(end)[0]
        words = line.translate(_SEPARATORS).split()
        if words:
            try:
                _add_pli(laid, words, lang)
            except ArgumentError as error:
                raise ArgumentError(f"line {number}: {error}") from error
    return laid


def read_seat(text: str, lang: str) -> Seat:
    """Return the seat that is written as *text*: S, E, N or O, or its name. Raises ArgumentError if it is unknown."""
    return Seat.of(_ENGLISH_SEATS.get(text.lower(), text) if lang == "en" else text)


def _add_pli(laid: LaidPlis, words: list[str], lang: str) -> None:
    cards: list[Card] = []
    seats: list[Seat | None] = []
    seat: Seat | None = None
    for word in words:
        if cards and word.lower() in (BELOTE, _REBELOTE):
            laid.belote += [cards[-1]] if word.lower() == BELOTE else []
            continue
        try:
            seat = read_seat(word, lang)
        except ArgumentError:
            cards.append(Card.of(word, lang))
            seats.append(seat)
            seat = None
    laid.plis.append(tuple(cards))
    laid.seats.append(tuple(seats))
