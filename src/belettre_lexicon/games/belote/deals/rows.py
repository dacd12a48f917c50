"""Two players: how the cards are dealt, and the rows of cards on the table (V2). Start reading at ``Rows``.

Each player has a hand and a row of columns. A column is a face-down card with a face-up card upon it. A player may lay
the cards of the hand and the open cards of the row; a face-down card is turned up once the card upon it is laid (V2.7).

The functions are pure. Hands are masks by ``Seat.index``; places in a pack are counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ..cards import Card, mask_of
from ..options import Game

#: The columns of a row in each game with rows, and the place of the retourne in the pack (V2.3, V2.4).
COLUMNS: Mapping[Game, int] = {"decouverte": 5, "bis": 4}
RETOURNE_PLACES: Mapping[Game, int] = {"decouverte": 20, "bis": 26}
#: The cards that are in the two hands before the rows are dealt: three, then two for each player.
_IN_HANDS = 10
#: How many cards each player gets after the prise, the retourne among them (V2.3, V2.4).
_LAST_CARDS: Mapping[Game, int] = {"decouverte": 1, "bis": 3}


class Column(msgspec.Struct, frozen=True, gc=False):
    """A column of a row as both players see it (V2.8).

    card    the face-up card; None if there is none
    hidden  whether a face-down card lies in the column
    """

    card: Card | None
    hidden: bool

    @property
    def empty(self) -> bool:
        """Whether both cards of the column were laid."""
        return self.card is None and not self.hidden


class Rows(msgspec.Struct, frozen=True, gc=False):
    """The two rows as they were dealt (V2.2). The tuples are by ``Seat.index``; each has column 1 first.

    down  the cards that were dealt face down
    up    the cards that were dealt face up, upon them; empty as long as none were dealt
    """

    down: tuple[tuple[Card, ...], ...]
    up: tuple[tuple[Card, ...], ...] = ((), ())

    @property
    def covered(self) -> int:
        """The mask of the cards that were dealt face down."""
        return mask_of(self.down[0]) | mask_of(self.down[1])

    def mask(self, seat: int) -> int:
        """Return the mask of all cards of the row of a player. *seat* is an index."""
        return mask_of(self.down[seat]) | mask_of(self.up[seat])

    def under(self, card: Card) -> Card | None:
        """Return the card that was dealt face down under a card; None if there is none."""
        return next((low for low, high in self._pairs() if high is card), None)

    def upon(self, card: Card) -> Card | None:
        """Return the card that was dealt face up upon a card; None if there is none."""
        return next((high for low, high in self._pairs() if low is card), None)

    def columns(self, seat: int, played: int, covered: int) -> tuple[Column, ...]:
        """Return the row of a player as both players see it.

        seat     the index of the player
        played   the mask of the cards that were laid
        covered  the mask of the cards that lie face down
        """
        up: Sequence[Card | None] = self.up[seat] or (None,) * len(self.down[seat])
        return tuple(_column(low, high, played, covered) for low, high in zip(self.down[seat], up, strict=True))

    def _pairs(self) -> Iterator[tuple[Card, Card]]:
        for down, up in zip(self.down, self.up, strict=True):
            yield from zip(down, up, strict=False)


def _column(low: Card, high: Card | None, played: int, covered: int) -> Column:
    if high is not None and not high.bit & played:
        return Column(high, hidden=True)
    shown = not low.bit & (covered | played)
    return Column(low if shown else None, hidden=bool(low.bit & covered))


def first_rows(pack: Sequence[Card], game: Game, dealer: int) -> Rows:
    """Return the rows before the prise: the face-down cards, and in the bis the face-up cards too (V2.3, V2.4).

    pack    the 32 cards in the order in which they are dealt
    dealer  the index of the seat that deals; the other player gets the first card of each round
    """
    size = COLUMNS[game]
    down = _by_turns(pack, _IN_HANDS, size, dealer)
    return Rows(down, _by_turns(pack, _IN_HANDS + 2 * size, size, dealer)) if game == "bis" else Rows(down)


def full_rows(pack: Sequence[Card], game: Game, dealer: int) -> Rows:
    """Return the rows after the prise, when every column has both its cards. The arguments are as in ``first_rows``."""
    size = COLUMNS[game]
    down = _by_turns(pack, _IN_HANDS, size, dealer)
    start = RETOURNE_PLACES[game] + 2 if game == "decouverte" else _IN_HANDS + 2 * size
    return Rows(down, _by_turns(pack, start, size, dealer))


def last_cards(pack: Sequence[Card], game: Game, dealer: int, taker: int) -> tuple[int, int]:
    """Return the cards that each player gets in hand after the prise, as masks by ``Seat.index`` (V2.3, V2.4).

    The taker gets the retourne and one card less of the others than the other player.

    taker  the index of the player who took; the other arguments are as in ``first_rows``
    """
    retourne, each = RETOURNE_PLACES[game], _LAST_CARDS[game]
    masks, place = [0, 0], retourne + 1
    for seat in (1 - dealer, dealer):
        end = place + each - (seat == taker)
        masks[seat] = mask_of(pack[place:end]) | (pack[retourne].bit if seat == taker else 0)
        place = end
    return masks[0], masks[1]


def due_to_turn(rows: Rows, played: int, covered: int) -> list[tuple[int, Card]]:
    """Return the face-down cards upon which no card lies any more, with the index of their player (V2.7).

    played   the mask of the cards that were laid
    covered  the mask of the cards that lie face down
    """
    return [
        (seat, low)
        for seat in (0, 1)
        for low, high in zip(rows.down[seat], rows.up[seat], strict=False)
        if low.bit & covered and high.bit & played
    ]


def was_hidden(rows: Rows, card: Card, first: Card, laid: Sequence[Card]) -> bool:
    """Return whether a card lay face down when the same player laid another one (V2.11).

    card   a card that was laid later than *first*, or is being laid
    first  the card that was laid first
    laid   the cards that were laid in this deal, in order
    """
    upper = rows.upon(card)
    return upper is not None and laid.index(upper) >= laid.index(first)


def _by_turns(pack: Sequence[Card], start: int, size: int, dealer: int) -> tuple[tuple[Card, ...], ...]:
    """Return two rows dealt a card by turns from a place in the pack, the other player first, by ``Seat.index``."""
    other, own = tuple(pack[start : start + 2 * size : 2]), tuple(pack[start + 1 : start + 2 * size : 2])
    return (own, other) if dealer == 0 else (other, own)
