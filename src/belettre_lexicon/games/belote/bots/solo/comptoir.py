"""The strong bot of Belote de comptoir and of the lyonnaise (VK, VL). Start reading at ``StrongComptoirBot``.

It draws worlds, deals of the cards that it does not see, and plays them out for each card and each bid (``alone``). It
knows what sheets mean: a bid is worth what it changes in the chance to lose the partie (``chance_to_lose``), so a
player who is about to leave is outbid sooner.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...actions import Action, Bid, Direct, Lay, SayCards, Swap
from ...cards import ALL_CARDS, SUITS, Card, cards_of, mask_of, suit_mask, tables
from ...scoring.sheets import bid_worth
from ...view import View
from ..easy import lay
from ..worlds import cards_ruled_out
from .alone import alone_for
from .comptoir_easy import SeatsOf, estimate, laid_cards, swapped

#: How steeply the chance to lose rises with a sheet. With equal chances in every deal, two players with sheets of 3 and
#: 6 lose 15 and 85 partie in a hundred; the power 2.5 gives 15.
_SHEET_POWER = 2.5


def chance_to_lose(sheets: Sequence[int], seat: int) -> float:
    """Return about how likely a player is to be the last one left (VK11). *sheets* are the sheets by seat.

    >>> [round(chance_to_lose((3, 6), seat), 2) for seat in (0, 1)], chance_to_lose((0, 4, 2), 0)
    ([0.15, 0.85], 0.0)
    """
    weights = [sheet**_SHEET_POWER for sheet in sheets]
    total = sum(weights)
    return weights[seat] / total if total else 1.0 / len(sheets)


def after_deal(sheets: Sequence[int], taker: int, value: int, made: bool) -> tuple[int, ...]:
    """Return the sheets after a bid of *value* was made or missed (VK9, VK10)."""
    return tuple(max(sheet - value, 0) if (seat == taker) is made else sheet for seat, sheet in enumerate(sheets))


class Worlds:
    """Draws the hidden cards of a view: of the other hands, and before a blind player sees theirs, of this one too.

    view    what the seat knows
    rng     the random generator
    hand    the hand of the seat after a swap; None for that of the view
    unseen  the mask of the cards that may be in a hand that is not seen
    """

    def __init__(self, view: View, table: SeatsOf, rng: random.Random, hand: int | None = None) -> None:
        self._rng = rng
        self.known = [mask & ~laid_cards(view) for mask in view.seen]
        seen = laid_cards(view) | sum(self.known) | mask_of(view.chien)
        if hand is not None:
            self.known[table.me] = hand
        laid = [0] * len(self.known)
        seat = view.opener.index
        for _ in view.pli:
            laid[seat] = 1
            seat = table.following[seat]
        self.unseen = ALL_CARDS & ~(seen | (hand or 0))
        need = [0] * len(self.known)
        for player in table.players:
            need[player] = view.cards - len(view.taken) - laid[player] - self.known[player].bit_count()
        excluded = _excluded(view, table)
        self._hidden = sorted(
            ((player, size, self.unseen & ~excluded[player]) for player, size in enumerate(need) if size),
            key=lambda hidden: hidden[2].bit_count() - hidden[1],
        )

    @property
    def certain(self) -> bool:
        """Whether the seat knows all hands."""
        return not self._hidden

    def draw(self) -> list[int]:
        """Return the masks of all hands in one world, by ``Seat.index``."""
        for _ in range(_TRIES):
            hands, free = list(self.known), self.unseen
            for player, size, may in self._hidden:
                bits = [card.bit for card in cards_of(may & free)]
                if len(bits) < size:
                    break
                drawn = sum(self._rng.sample(bits, size))
                hands[player] |= drawn
                free ^= drawn
            else:
                return hands
        return self._any()

    def _any(self) -> list[int]:
        """Return a world that need not fit what was laid: a rare choice of cards left no room."""
        hands = list(self.known)
        bits = [card.bit for card in cards_of(self.unseen)]
        self._rng.shuffle(bits)
        for player, size, _ in self._hidden:
            hands[player] |= sum(bits[:size])
            del bits[:size]
        return hands


#: How often a world is drawn until the cards fit.
_TRIES = 20


def _excluded(view: View, table: SeatsOf) -> list[int]:
    """Return for each seat the mask of the cards that it cannot hold, by the cards that it laid."""
    excluded = [0] * len(view.seen)
    for opener, cards in (*((pli.opener, pli.cards) for pli in view.taken), (view.opener, view.pli)):
        seat = opener.index
        for place in range(len(cards)):
            if place:
                excluded[seat] |= cards_ruled_out(cards[: place + 1], view.contract or "", view.rules, partner=-1)
            seat = table.following[seat]
    return excluded


#: In how many worlds each bid and each card is tried.
BID_WORLDS, CARD_WORLDS = 120, 40
#: A world is searched if no more cards than this are in hands. A search of 16 cards takes some 0.3 ms.
SEARCH_CARDS = 16
#: How the amateur differs: it tries few worlds, and searches none.
AMATEUR_OF_COMPTOIR: Final = {"bid_worlds": 15, "card_worlds": 5, "search_cards": 0}
#: A bot bids the highest number of points of the same worth that gains at least this share of what the best bid gains.
_SHARE_OF_BEST = 0.95
#: How often another world is drawn because the taker had no reason to bid so much; the last one is kept anyway.
_DRAWS = 4
#: A bidder is believed to have an estimate of at least this share of the bid.
_BELIEF = 0.6


class StrongComptoirBot:
    """A bot that plays to win. What it does depends only on the view and on its random numbers.

    rng          the random generator that draws the worlds; None for a new one with an unknown seed
    bid_worlds   in how many worlds a hand is played out to bid
    card_worlds  in how many worlds each card is tried
    search_cards a world is searched if no more cards than this are in hands; otherwise it is played out
    """

    def __init__(
        self,
        rng: random.Random | None = None,
        *,
        bid_worlds: int = BID_WORLDS,
        card_worlds: int = CARD_WORLDS,
        search_cards: int = SEARCH_CARDS,
    ) -> None:
        self._rng = rng or random.Random()
        self._bid_worlds, self._card_worlds, self._search_cards = bid_worlds, card_worlds, search_cards

    def choose(self, view: View) -> Action:
        """Return the action of ``view.actions`` that is best in the worlds that the bot tries."""
        if len(view.actions) == 1:
            return view.actions[0]
        first = view.actions[0]
        table = SeatsOf(view)
        if isinstance(first, Lay):
            return self._card(view, table)
        if isinstance(first, SayCards):
            return view.actions[-1]
        if isinstance(first, Direct):
            return self._chien(view, table)
        if isinstance(first, Swap):
            return self._swap(view, table)
        return self._bid(view, table)

    def _bid(self, view: View, table: SeatsOf) -> Action:
        """Bid if that gives a better chance not to lose than to leave the deal to the last bidder."""
        bids = [action for action in view.actions if isinstance(action, Bid)]
        chances = self._chances(view, table)
        sheets, me = view.points, table.me
        passing = self._if_passed(view, table)
        gains: dict[Bid, float] = {}
        for bid in bids:
            made, worth = chances[int(bid.value)], bid_worth(int(bid.value), view.rules)
            if made == 0:
                break
            lost = (1 - made) * chance_to_lose(after_deal(sheets, me, worth, made=False), me)
            lost += made * chance_to_lose(after_deal(sheets, me, worth, made=True), me)
            gains[bid] = passing - lost
        best = max(gains, key=gains.__getitem__, default=None)
        if best is None or gains[best] <= 0:
            return view.actions[0]
        worth = bid_worth(int(best.value), view.rules)
        good = [bid for bid, gain in gains.items() if gain >= gains[best] * _SHARE_OF_BEST]
        return [bid for bid in good if bid_worth(int(bid.value), view.rules) == worth][-1]

    def _if_passed(self, view: View, table: SeatsOf) -> float:
        """Return the chance to lose the partie if this player passes."""
        if view.taker is None or view.taker is view.seat:
            return chance_to_lose(view.points, table.me)
        made = self._made_by(view, table, view.taker.index)
        worth = bid_worth(view.bid or 1, view.rules)
        return sum(
            chance * chance_to_lose(after_deal(view.points, view.taker.index, worth, is_made), table.me)
            for chance, is_made in ((made, True), (1 - made, False))
        )

    def _made_by(self, view: View, table: SeatsOf, taker: int) -> float:
        """Return how often another player would make the last bid, at the best of their suits."""
        worlds = Worlds(view, table, self._rng)
        tries = 1 if worlds.certain else self._bid_worlds // 3
        made = 0
        for _ in range(tries):
            hands = self._believed(worlds, taker, view.bid or 0, table)
            made += max(self._points_by_lead(hands, taker, table, view).values()) >= (view.bid or 0)
        return made / tries

    def _believed(self, worlds: Worlds, taker: int, bid: int, table: SeatsOf) -> list[int]:
        """Return a world in which the taker had a reason to bid so much, if one is found soon."""
        hands = worlds.draw()
        for _ in range(_DRAWS):
            if estimate(hands[taker], table.others)[0] >= _BELIEF * bid:
                break
            hands = worlds.draw()
        return hands

    def _points_by_lead(self, hands: Sequence[int], taker: int, table: SeatsOf, view: View) -> dict[int, int]:
        """Return the points of a taker in a playout, by the index of the first card, which makes trump."""
        found = {}
        for card in _leads(hands[taker]):
            deals = alone_for(card.suit, view.rules)
            ordered = [deals.ordered(hand) for hand in hands]
            place = deals.places[card.index]
            ordered[taker] ^= 1 << place
            found[card.index] = deals.finish_alone(ordered, taker, taker, table.following, (place,))
        return found

    def _chances(self, view: View, table: SeatsOf, hand: int | None = None) -> list[float]:
        """Return how often this player would make each number of points, with the best first card for it.

        hand  the hand after a swap; None for that of the view
        """
        worlds = Worlds(view, table, self._rng, hand)
        made: dict[int, list[int]] = {}
        tries = 1 if worlds.certain else self._bid_worlds
        for _ in range(tries):
            hands = worlds.draw()
            points = self._points_by_lead(hands, table.me, table, view)
            if not view.hand_mask:  # blind: the hand will be seen before the first card
                points = {0: max(points.values())}
            for lead, sum_of in points.items():
                made.setdefault(lead, [0] * (_MOST + 1))[min(sum_of, _MOST)] += 1
        chances = [0.0] * (_MOST + 1)
        for counts in made.values():
            reached = 0
            for points_made in range(_MOST, -1, -1):
                reached += counts[points_made]
                chances[points_made] = max(chances[points_made], reached / tries)
        return chances

    def _chien(self, view: View, table: SeatsOf) -> Action:
        """Take the chien if the bid is made more often so; a taker who is sure of the bid plays directly."""
        direct, take = view.actions
        alone = self._chances(view, table)[view.bid or 0]
        unseen = cards_of(Worlds(view, table, self._rng).unseen)
        chien = [*view.chien] or None
        gained = 0.0
        for _ in range(_CHIENS):
            drawn = chien or self._rng.sample(unseen, min(view.rules.chien, len(unseen)))
            hand = max(_swaps(view.hand_mask, drawn), key=lambda one: estimate(one, table.others)[0])
            gained += self._chances_of(view, table, hand, self._bid_worlds // _CHIENS) / _CHIENS
        return take if gained > alone + _OVERBID_RISK else direct

    def _chances_of(self, view: View, table: SeatsOf, hand: int, tries: int) -> float:
        """Return how often the bid that stands would be made with a hand."""
        quick = StrongComptoirBot(self._rng, bid_worlds=max(tries, 1))
        return quick._chances(view, table, hand)[view.bid or 0]

    def _swap(self, view: View, table: SeatsOf) -> Action:
        """Exchange what makes the bid most often; of the many swaps those with the best estimate are tried."""
        swaps = [action for action in view.actions if isinstance(action, Swap)]
        swaps.sort(key=lambda swap: -estimate(swapped(view.hand_mask, swap), table.others)[0])
        tried = swaps[:_SWAPS]
        values = [self._chances_of(view, table, swapped(view.hand_mask, swap), self._bid_worlds // 2) for swap in tried]
        return tried[values.index(max(values))]

    def _card(self, view: View, table: SeatsOf) -> Action:
        """Lay the card with which the taker makes the bid most often or, for a defender, most seldom."""
        cards = cards_of(view.allowed)
        taker = (view.taker or view.seat).index
        mine = taker == table.me
        need = (view.bid or 0) - sum(pli.points for pli in view.taken if pli.seat is view.taker)
        worlds = Worlds(view, table, self._rng)
        tries = 1 if worlds.certain else self._card_worlds
        values = dict.fromkeys(cards, 0.0)
        for _ in range(tries):
            hands = worlds.draw() if mine else self._believed(worlds, taker, need, table)
            for card in cards:
                made, points = self._value(view, table, hands, card, taker, need)
                values[card] += made + points * _PER_POINT
        best = max if mine else min
        return lay(view, best(cards, key=lambda card: values[card]).index)

    def _value(
        self, view: View, table: SeatsOf, hands: Sequence[int], card: Card, taker: int, need: int
    ) -> tuple[bool, int]:
        """Return whether the taker makes the bid after a card in a world, and the taker's points in a playout."""
        deals = alone_for(view.contract or card.suit, view.rules)
        ordered = [deals.ordered(hand) for hand in hands]
        place = deals.places[card.index]
        ordered[table.me] ^= 1 << place
        pli = [*(deals.places[laid.index] for laid in view.pli), place]
        leader = view.opener.index
        points = deals.finish_alone(ordered, taker, leader, table.following, pli)
        if sum(hand.bit_count() for hand in hands) <= self._search_cards:
            return deals.makes(ordered, taker, leader, table.following, pli, need), points
        return points >= need, points


#: The most points that can be made.
_MOST = 152
#: The value of a point of the taker beside the chance to make the bid.
_PER_POINT = 0.001
#: How many chiens are tried before one is taken, and how many swaps.
_CHIENS, _SWAPS = 6, 6
#: How much more often the bid must be made with the chien, because others may overbid and it shows cards.
_OVERBID_RISK = 0.05


def _leads(hand: int) -> Iterator[Card]:
    """Yield the cards of a hand that are worth leading to make trump: the strongest and the weakest of each suit."""
    for suit in SUITS:
        cards = hand & suit_mask(suit)
        if cards:
            above = tables(suit).above
            ranked = sorted(cards_of(cards), key=lambda card: above[card.index].bit_count())
            yield ranked[0]
            if len(ranked) > 1:
                yield ranked[-1]


def _swaps(hand: int, chien: Iterable[Card]) -> Iterator[int]:
    """Yield the hand after each exchange of one card, and of two at most in the order of their estimate."""
    for taken in chien:
        for put in cards_of(hand):
            yield hand ^ put.bit | taken.bit
