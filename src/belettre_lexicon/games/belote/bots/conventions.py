"""What players expect of a partner: who leads trump, and how a suit is called by a discard (*appel*, BF6).

The strong bot adds ``Habits.bonus`` to what it expects a card to make, so it keeps to the conventions where they cost
little.
"""

from __future__ import annotations

from ..cards import RANKS, SUIT_OF, SUITS, Card, Suit, suit_mask, tables
from ..seats import Seat
from ..view import View
from .worlds import Hidden, unlaid_cards

#: Points that the strong bot gives up at most so that its partner understands it: to lead trump as the taker with the
#: best trump and two more, or as the taker's partner; not to lead trump as a defender with an ace; to call a suit by a
#: discard, not to call one without its best card, and to lead the suit that the partner called.
TAKER_LEADS, PARTNER_LEADS, DEFENDER_LEADS = 40.0, 35.0, -30.0
CALL, FALSE_CALL, ANSWER = 6.0, -4.0, 8.0
#: The fewest trumps with which the taker draws trumps.
TRUMPS_TO_DRAW = 3
#: A card that calls has one of these ranks; a higher one is laid for its points.
CALLING = frozenset(("7", "8", "9", "V", "D"))
_ACES = 0x01010101 << RANKS.index("A")
#: The other suit of the same colour.
_TWIN: dict[str, Suit] = {"♣": "♠", "♠": "♣", "♦": "♥", "♥": "♦"}


def called_suit(card: Card, led: Card, contract: str, appels: str) -> Suit | None:
    """Return the suit that a player calls who discards *card* on a pli of their partner; None if it calls none.

    led     the first card of the pli
    appels  "direct": the suit of the card; "indirect": the other suit of the same colour; "none"

    >>> called_suit(Card.of("7♦"), Card.of("A♠"), "♣", "direct")
    '♦'
    >>> called_suit(Card.of("7♦"), Card.of("A♠"), "♣", "indirect")
    '♥'
    >>> called_suit(Card.of("10♦"), Card.of("A♠"), "♣", "direct") is None
    True
    """
    if appels == "none" or card.suit in (led.suit, contract) or card.rank not in CALLING:
        return None
    suit = card.suit if appels == "direct" else _TWIN[card.suit]
    return None if suit in (led.suit, contract) else suit


def calls(view: View) -> dict[Seat, Suit]:
    """Return the suits that players have called, by seat: by their first discard on a pli that their partner held."""
    called: dict[Seat, Suit] = {}
    discarded: set[Seat] = set()
    contract = view.contract
    if contract not in SUITS or view.rules.appels == "none":
        return called
    beats = tables(contract).beats
    current = [(view.opener, view.pli)] if view.pli else []
    for opener, cards in (*((pli.opener, pli.cards) for pli in view.taken), *current):
        best, holder, player = cards[0], opener, opener
        for card in cards[1:]:
            player = player.next
            if card.suit not in (cards[0].suit, contract) and player not in discarded:
                discarded.add(player)
                suit = called_suit(card, cards[0], contract, view.rules.appels)
                if suit is not None and holder is player.partner:
                    called[player] = suit
            if beats[best.index] & card.bit:
                best, holder = card, player
    return called


class Habits:
    """What the partner of a seat expects of its next card. Conventions hold at a suit; elsewhere all bonuses are 0.

    view     what the seat knows
    weight   the factor of all bonuses
    hidden   the worlds that fit what the seat knows
    """

    def __init__(self, view: View, hidden: Hidden, weight: float = 1.0) -> None:
        self._view = view
        self._weight = weight
        self._trumps = suit_mask(view.contract) if view.contract in SUITS else 0
        self._bonus: dict[int, float] = {}
        if not self._trumps:
            return
        if view.pli:
            if view.holder is view.seat.partner and not self._has_discarded():
                self._call()
        else:
            self._lead(hidden)

    def bonus(self, card: int) -> float:
        """Return the points that the convention adds to the value of the card with this index."""
        return self._weight * self._bonus.get(card, 0.0)

    def _lead(self, hidden: Hidden) -> None:
        view, trumps = self._view, self._trumps
        hand, seat = view.hand_mask, view.seat
        own = hand & trumps
        out = trumps & unlaid_cards(view) & ~hand
        above = tables(view.contract or "").above
        others = (seat.index + 1) % 4, (seat.index + 3) % 4
        against = 0
        for other in others:
            against |= hidden.hands[other] | hidden.may[other]
        if view.taker is seat:
            top = [card for card in range(32) if own >> card & 1 and not above[card] & (out | own)]
            if top and own.bit_count() >= TRUMPS_TO_DRAW and against & trumps:
                self._bonus[top[0]] = TAKER_LEADS
        elif view.taker is seat.partner:
            if against & trumps and self._taker_draws():
                self._bonus = {card: PARTNER_LEADS for card in range(32) if own >> card & 1}
        elif hand & _ACES & ~trumps:
            self._bonus = {card: DEFENDER_LEADS for card in range(32) if own >> card & 1}
        suit = calls(view).get(seat.partner)
        if suit is not None:
            called = hand & suit_mask(suit)
            for card in range(32):
                if called >> card & 1 and above[card] & unlaid_cards(view) & ~hand:
                    self._bonus[card] = self._bonus.get(card, 0.0) + ANSWER

    def _taker_draws(self) -> bool:
        """Return whether the taker has not led yet, or led trump the last time."""
        view = self._view
        led = [pli.cards[0] for pli in view.taken if pli.opener is view.taker]
        return not led or bool(led[-1].bit & self._trumps)

    def _has_discarded(self) -> bool:
        """Return whether the seat has discarded in an earlier pli."""
        for pli in self._view.taken:
            card = pli.cards[(self._view.seat.index - pli.opener.index) % 4]
            if not card.bit & (SUIT_OF[pli.cards[0].index] | self._trumps):
                return True
        return False

    def _call(self) -> None:
        """Call the suit of an ace by a low card, and none without its ace."""
        view = self._view
        hand, led = view.hand_mask, view.pli[0]
        if hand & SUIT_OF[led.index]:
            return
        aces = hand & _ACES & ~self._trumps
        for card in view.hand:
            suit = called_suit(card, led, view.contract or "", view.rules.appels)
            if suit is not None:
                held = hand & suit_mask(suit)
                if not held & _ACES:
                    self._bonus[card.index] = FALSE_CALL if aces else 0.0
                elif held.bit_count() > (1 if suit == card.suit else 0):
                    self._bonus[card.index] = CALL
