"""What the prise and the appels of a deal say about hidden hands. Start reading at ``LikelyWorlds``.

A player who took had a reason to, a player who passed had none, and a partner who called a suit has its best card. The
numbers come from 3,000 prises of the strong bot: a logistic regression of « took » on what the hand holds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import exp

from ..cards import RANKS, SANS_ATOUT, SUIT_SIZE, SUITS, TOUT_ATOUT, Card, Contract, Suit, mask_of, suit_mask, tables
from ..events import BidMade, PassedOn, Taken
from ..scoring.coinche import bid_points
from ..seats import Seat
from ..view import View
from .conventions import calls
from .worlds import ACES, JACKS, JACKS_AND_NINES, Hidden

#: The fewest trumps, aces at sans atout, and V and 9 at tout atout in the eight cards of a player who took.
TRUMPS, SANS_ATOUT_ACES, TOUT_ATOUT_TOPS = 3, 2, 3
#: How many worlds are drawn at most before the likeliest of them is kept.
DRAWS = 12
#: How likely a world is in which a taker at sans atout or tout atout had no reason to take.
NO_REASON = 0.1
_BYTE = 0xFF
#: The logarithm of the odds that a hand without trumps, aces and voids is taken on, in the first and second round.
_FIRST_ROUND, _SECOND_ROUND = -5.1, -6.9
#: What each trump adds to it, and what the belote, V and 9 together and each trump as such do.
_TRUMPS = {"V": 2.8, "9": 1.6, "A": 0.7, "10": 0.3}
_BELOTE, _BOTH, _EACH_TRUMP = 1.1, -0.9, 0.7
#: What a plain suit adds to a hand: one with its ace, one with a guarded 10, and a void suit.
_ACE, _GUARDED_TEN, _VOID = 0.8, 0.1, 0.8
#: How much likelier a player who called a suit has its best card than a player who did not, as odds.
_CALLED = 5.0


def _bit(rank: str) -> int:
    return 1 << RANKS.index(rank)


def _as_trumps(cards: int) -> float:
    value = sum(gain for rank, gain in _TRUMPS.items() if cards & _bit(rank)) + _EACH_TRUMP * cards.bit_count()
    for ranks, gain in (("R D", _BELOTE), ("V 9", _BOTH)):
        pair = sum(map(_bit, ranks.split()))
        value += gain if cards & pair == pair else 0
    return value


def _as_plain(cards: int) -> float:
    if not cards:
        return _VOID
    ten = bool(cards & _bit("10")) and cards.bit_count() > 1
    return (_ACE if cards & _bit("A") else 0) + (_GUARDED_TEN if ten else 0)


#: For the eight bits of a suit in a mask, what they add as trumps, less what they would add as a plain suit; and that.
_PLAIN = [_as_plain(cards) for cards in range(_BYTE + 1)]
_MORE_AS_TRUMPS = [_as_trumps(cards) - _PLAIN[cards] for cards in range(_BYTE + 1)]


def chance_of_take(hand: int, suit: Suit, *, second: bool = False) -> float:
    """Return how likely a player with these cards takes at a suit, from 0 to 1.

    hand    the mask of the eight cards, the retourne among them if it is of *suit*
    second  whether it is the second round

    >>> from ..cards import read_cards
    >>> hand = mask_of(read_cards("V♥ 8♥ 7♥ A♠ 7♠ 8♠ 7♦ 8♦"))
    >>> round(chance_of_take(hand, "♥"), 2), round(chance_of_take(hand, "♠"), 2)
    (0.8, 0.18)
    """
    return _chance(hand, SUIT_SIZE * SUITS.index(suit), _SECOND_ROUND if second else _FIRST_ROUND)


def _chance(hand: int, shift: int, base: float) -> float:
    plain = _PLAIN
    odds = base + plain[hand & _BYTE] + plain[hand >> 8 & _BYTE] + plain[hand >> 16 & _BYTE] + plain[hand >> 24]
    return 1 / (1 + exp(-odds - _MORE_AS_TRUMPS[hand >> shift & _BYTE]))


#: Points that a team makes in coinche, from what one hand holds: for each trump, more for high ones, and so on. From
#: playouts of 1,700 hands; the estimate is off by 10 points (one standard deviation) from the mean of all deals.
_MADE = 31.0
_MADE_BY_TRUMPS = {"V": 21.0, "9": 12.0, "A": 6.0, "10": 2.0}
_MADE_BY_BELOTE, _MADE_BY_EACH = 22.0, 11.0
_MADE_BY_ACE, _MADE_BY_TEN, _MADE_BY_VOID, _MADE_BY_SINGLETON = 10.0, 6.0, 7.0, 2.0
#: The same at sans atout and tout atout: without tops, for each top (A; V), second (10; 9) that is guarded, and both.
_MADE_WITHOUT = {SANS_ATOUT: (56.0, 18.0, 8.0, 3.0), TOUT_ATOUT: (55.0, 16.0, 8.0, 5.0)}


def _made_by_trumps(cards: int) -> float:
    value = sum(gain for rank, gain in _MADE_BY_TRUMPS.items() if cards & _bit(rank))
    pair = _bit("R") | _bit("D")
    return value + _MADE_BY_EACH * cards.bit_count() + (_MADE_BY_BELOTE if cards & pair == pair else 0)


def _made_by_plain(cards: int) -> float:
    ten = bool(cards & _bit("10")) and cards.bit_count() > 1
    short = {0: _MADE_BY_VOID, 1: _MADE_BY_SINGLETON}.get(cards.bit_count(), 0.0)
    return (_MADE_BY_ACE if cards & _bit("A") else 0) + (_MADE_BY_TEN if ten else 0) + short


def _made_by_tops(cards: int, contract: Contract) -> float:
    _, top, second, both = _MADE_WITHOUT[contract]
    high, next_one = ("A", "10") if contract == SANS_ATOUT else ("V", "9")
    has, guarded = bool(cards & _bit(high)), bool(cards & _bit(next_one)) and cards.bit_count() > 1
    return top * has + second * guarded + both * (has and guarded)


_PLAIN_MADE = [_made_by_plain(cards) for cards in range(_BYTE + 1)]
_MORE_MADE = [_made_by_trumps(cards) - _PLAIN_MADE[cards] for cards in range(_BYTE + 1)]
_TOPS_MADE = {kind: [_made_by_tops(cards, kind) for cards in range(_BYTE + 1)] for kind in (SANS_ATOUT, TOUT_ATOUT)}


def points_expected(hand: int, contract: Contract) -> float:
    """Return the points, belote included, that the team of a player with these eight cards makes on average.

    >>> from ..cards import read_cards
    >>> hand = mask_of(read_cards("V♥ 9♥ 8♥ A♠ 7♠ 8♠ 7♦ 8♦"))
    >>> points_expected(hand, "♥"), points_expected(hand, "♠")
    (114.0, 77.0)
    """
    table = _TOPS_MADE.get(contract, _PLAIN_MADE)
    made = table[hand & _BYTE] + table[hand >> 8 & _BYTE] + table[hand >> 16 & _BYTE] + table[hand >> 24]
    if table is not _PLAIN_MADE:
        return made + _MADE_WITHOUT[contract][0]
    return made + _MADE + _MORE_MADE[hand >> SUIT_SIZE * SUITS.index(contract) & _BYTE]


#: Of a bid in coinche: what the bidder's hand alone is expected to make more than the value, and how sure that is; the
#: same of a raise of the partner's colour, where the expected points do not depend on the value; and below which points
#: a player passes before any bid. All in points.
_BID_MORE, _BID_SPREAD = 8.0, 14.0
_RAISE, _RAISE_SPREAD = 75.0, 12.0
_PASS, _PASS_SPREAD = 92.0, 6.0
#: A higher bid tells no more than this one.
_MOST_TOLD = 150

#: What says something about one hand: the seat, the cards that it has laid or shown, and how likely each hand is.
_Speech = tuple[int, int, Callable[[int], float]]


def _logistic(odds: float) -> float:
    return 1 / (1 + exp(-odds)) if odds > -30 else 0.0


def _of_bid(colour: Contract, value: float) -> Callable[[int], float]:
    def chance(hand: int) -> float:
        off = (points_expected(hand, colour) - value - _BID_MORE) / _BID_SPREAD
        return exp(-off * off / 2)

    return chance


def _of_raise(colour: Contract) -> Callable[[int], float]:
    return lambda hand: _logistic((points_expected(hand, colour) - _RAISE) / _RAISE_SPREAD)


def _of_opening_pass(hand: int) -> float:
    return _logistic((_PASS - max([points_expected(hand, suit) for suit in SUITS])) / _PASS_SPREAD)


def _of_prise(shift: int, base: float, *, took: bool) -> Callable[[int], float]:
    if took:
        return lambda hand: _chance(hand, shift, base)
    return lambda hand: 1 - _chance(hand, shift, base)


class Story:
    """What was said in the auction of a view, and called since by the partner, about hands that the seat cannot see.

    Of prises only those at suits say something here; takes at sans atout and tout atout are left to
    ``looks_like_a_take``.
    """

    def __init__(self, view: View) -> None:
        #: Cards that seats have laid, by ``Seat.index``.
        laid = [0] * 4
        for seat, card in view.laid:
            laid[seat.index] |= card.bit
        for pli in view.taken:
            for place, card in enumerate(pli.cards):
                laid[(pli.opener.index + place) % 4] |= card.bit
        said = _bids(view, laid) if view.retourne is None else _prises(view, view.retourne, laid)
        own = view.seat.index
        self._speeches = [speech for speech in said if speech[0] != own]
        self._called = self._called_card(view)
        self._partner = view.seat.partner.index

    @property
    def tells(self) -> bool:
        """Whether there is anything that makes some hands likelier than others."""
        return bool(self._speeches or self._called)

    def chance(self, hands: list[int]) -> float:
        """Return how likely a world is, from 0 to 1, compared with others of the same view.

        hands  the masks of the four hands now, by ``Seat.index``
        """
        chance = 1.0
        for seat, laid, chance_of in self._speeches:
            chance *= chance_of(hands[seat] | laid)
        if self._called and not hands[self._partner] & self._called:
            chance /= _CALLED
        return chance

    def _called_card(self, view: View) -> int:
        """Return the bit of the best card that is left in the suit that the partner called; 0 if there is none."""
        suit = calls(view).get(view.seat.partner)
        if suit is None:
            return 0
        gone = view.hand_mask | mask_of(view.pli)
        for pli in view.taken:
            gone |= mask_of(pli.cards)
        left = suit_mask(suit) & ~gone
        above = tables(view.contract or "").above
        return next((1 << card for card in range(32) if left >> card & 1 and not above[card] & left), 0)


def _prises(view: View, retourne: Card, laid: list[int]) -> Iterator[_Speech]:
    """Yield what each speech of a prise says about a hand (BA)."""
    first = SUIT_SIZE * SUITS.index(retourne.suit)
    for speech in view.spoken:
        seat = speech.seat.index
        if isinstance(speech, Taken):
            if speech.contract in SUITS:
                shift = SUIT_SIZE * SUITS.index(speech.contract)
                base = _FIRST_ROUND if shift == first else _SECOND_ROUND
                yield seat, laid[seat], _of_prise(shift, base, took=True)
        elif isinstance(speech, PassedOn) and speech.round == 1:
            yield seat, laid[seat] | retourne.bit, _of_prise(first, _FIRST_ROUND, took=False)
        else:
            for place in range(len(SUITS)):
                if SUIT_SIZE * place != first:
                    yield seat, laid[seat], _of_prise(SUIT_SIZE * place, _SECOND_ROUND, took=False)


def _bids(view: View, laid: list[int]) -> Iterator[_Speech]:
    """Yield what each speech of an auction of coinche says about a hand (VC4)."""
    colours: dict[tuple[int, Contract], int] = {}
    for speech in view.spoken:
        seat = speech.seat.index
        if isinstance(speech, BidMade) and speech.colour is not None:
            first = colours.setdefault((seat % 2, speech.colour), seat)
            if first == seat:
                yield seat, laid[seat], _of_bid(speech.colour, min(bid_points(speech.value), _MOST_TOLD))
            else:
                yield seat, laid[seat], _of_raise(speech.colour)
        elif isinstance(speech, PassedOn) and not colours:
            yield seat, laid[seat], _of_opening_pass


class LikelyWorlds:
    """Draws worlds for a seat, likely ones more often: by what was said and called, and by the reason of the taker.

    view      what the seat knows
    hidden    the worlds that fit what the seat knows
    contract  what is trump, or what would be trump if *taker* took
    taker     the seat that took or would take
    rng       the random generator that draws the worlds
    """

    def __init__(self, view: View, hidden: Hidden, contract: Contract, taker: Seat, rng: random.Random) -> None:
        self._hidden = hidden
        self._contract: Contract = contract
        self._rng = rng
        self._story = Story(view)
        #: Who took at sans atout or tout atout, if the seat does not see that hand.
        self._taker = None if taker is view.seat or contract in SUITS or view.retourne is None else taker.index
        self._laid = mask_of(card for seat, card in view.laid if seat is taker)
        for pli in view.taken:
            self._laid |= pli.cards[taker.index - pli.opener.index & 3].bit
        #: The chance of the likeliest world so far: others are kept in proportion to theirs.
        self._most = 0.0

    def draw(self) -> list[int]:
        """Return the masks of the four hands in a world, by ``Seat.index``, without the cards of the current pli."""
        hidden, rng = self._hidden, self._rng
        hands = hidden.sample(rng)
        if hidden.deals == 1 or not (self._story.tells or self._taker is not None):
            return hands
        if not self._most:
            self._most = max(self._chance(hidden.sample(rng)) for _ in range(DRAWS))
        best, best_chance = hands, -1.0
        for _ in range(DRAWS):
            chance = self._chance(hands)
            self._most = max(self._most, chance)
            if chance >= self._most * rng.random():
                return hands
            if chance > best_chance:
                best, best_chance = hands, chance
            hands = hidden.sample(rng)
        return best

    def _chance(self, hands: list[int]) -> float:
        chance = self._story.chance(hands)
        if self._taker is not None and not looks_like_a_take(hands[self._taker] | self._laid, self._contract):
            chance *= NO_REASON
        return chance


def looks_like_a_take(hand: int, contract: Contract) -> bool:
    """Return whether a player with these eight cards may well have taken at a contract. *hand* is their mask.

    >>> from ..cards import read_cards
    >>> hand = mask_of(read_cards("V♥ 8♥ 7♥ A♠ 7♠ 8♠ 7♦ 8♦"))
    >>> looks_like_a_take(hand, "♥"), looks_like_a_take(hand, "♠"), looks_like_a_take(hand, "SA")
    (True, False, False)
    """
    if contract == SANS_ATOUT:
        return (hand & ACES).bit_count() >= SANS_ATOUT_ACES
    if contract == TOUT_ATOUT:
        return bool(hand & JACKS) and (hand & JACKS_AND_NINES).bit_count() >= TOUT_ATOUT_TOPS
    trumps = hand & suit_mask(contract)
    return trumps.bit_count() >= TRUMPS and bool(trumps & JACKS_AND_NINES)
