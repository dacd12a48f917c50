"""The bots of Belote de comptoir and of the lyonnaise (VK, VL): ``EasyComptoirBot`` and ``StrongComptoirBot``.

The easy bot adds up what its cards seem to be worth. The strong bot draws worlds, deals of the cards that it does not
see, and plays them out for each card and each bid. It knows what sheets mean: a bid is worth what it changes in the
chance to lose the partie, so a player who is about to leave is stopped (``chance_to_lose``).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from ..cards import ALL_CARDS, SUITS, Card, cards_of, mask_of, suit_mask, tables
from ..events import Action, Bid, Direct, Lay, SayCards, Swap
from ..scoring.sheets import bid_worth
from ..seats import following_of
from ..view import View
from .alone import alone_for
from .worlds import cards_ruled_out

#: What share of a card's points the easy bot hopes for: trumps, plain aces, plain tens, other cards.
_HOPES = {"trump": 0.9, "A": 0.8, "10": 0.4, "other": 0.3}
#: What a pli brings besides the card that wins it: about that for each other player.
_PER_PLAYER = 3.0
#: The easy bot bids up to this share of its estimate.
_EASY_SHARE = 1.0


def estimate(hand: int, others: int) -> tuple[float, str]:
    """Return the points that a hand seems to be worth at its best trump, and this suit. *others* are the opponents.

    >>> from ..cards import read_cards
    >>> strong, weak = mask_of(read_cards("V♥ 9♥ A♥ A♠ 10♠")), mask_of(read_cards("7♥ 8♦ D♠ 7♣ 9♣"))
    >>> estimate(strong, 1)[1], estimate(strong, 1)[0] > 60 > 20 > estimate(weak, 1)[0]
    ('♥', True)
    """
    return max((_estimate_at(hand, suit, others), suit) for suit in SUITS if hand & suit_mask(suit) or not hand)


@cache
def _estimate_at(hand: int, suit: str, others: int) -> float:
    table = tables(suit)
    trumps = hand & table.trumps
    total = 0.0
    for card in cards_of(hand):
        if card.bit & table.trumps:
            wins = 1.0 if card.rank == "V" else 0.75 if card.rank == "9" else 0.15 + 0.15 * trumps.bit_count()
            hope = _HOPES["trump"]
        else:
            wins = {"A": 0.7, "10": 0.35}.get(card.rank, 0.1)
            hope = _HOPES.get(card.rank, _HOPES["other"])
        total += table.points[card.index] * hope + min(wins, 1.0) * _PER_PLAYER * others
    return total


class _Table:
    """What a view says about the table, in indexes.

    me         the seat of the view
    players    the seats that are still in, in playing order; the dealer is the last
    following  the next seat, by the index of a seat
    """

    def __init__(self, view: View) -> None:
        self.me = view.seat.index
        self.players = tuple([seat.index for seat in view.order])
        self.following = following_of(self.players)
        self.others = len(self.players) - 1


class EasyComptoirBot:
    """A bot that plays by a rule of thumb. It has no state and makes no random choice."""

    def choose(self, view: View) -> Action:
        """Return the action of ``view.actions`` that the rule of thumb chooses; equal views give equal actions."""
        if len(view.actions) == 1:
            return view.actions[0]
        first = view.actions[0]
        if isinstance(first, Lay):
            return _by_rule(view)
        if isinstance(first, SayCards):
            return view.actions[-1]
        others = _Table(view).others
        worth, _ = estimate(view.hand_mask, others)
        if isinstance(first, Direct):
            # The chien is worth a card or two: take it with a hand that is not good enough alone.
            return view.actions[0 if worth * _EASY_SHARE >= view.bid else 1]
        if isinstance(first, Swap):
            return best_swap(view, others)
        return _bid_up_to(view, worth * _EASY_SHARE) or first


def _bid_up_to(view: View, limit: float) -> Bid | None:
    """Return the lowest bid that is a multiple of 5 and above the last, if it is not above *limit*."""
    bids = [action for action in view.actions if isinstance(action, Bid)]
    round_bids = [bid for bid in bids if bid.value % 5 == 0]  # type: ignore[operator]  # numbers in these games
    return next((bid for bid in round_bids if bid.value <= limit), None)  # type: ignore[operator]


def best_swap(view: View, others: int) -> Swap:
    """Return the swap that leaves the hand with the best estimate."""
    swaps = [action for action in view.actions if isinstance(action, Swap)]
    return max(swaps, key=lambda swap: estimate(_swapped(view.hand_mask, swap), others)[0])


def _swapped(hand: int, swap: Swap) -> int:
    return hand & ~mask_of(swap.put) | mask_of(swap.taken)


def _by_rule(view: View) -> Action:
    """Lay a card by the rule of thumb of ``playout``, with what the seat knows alone."""
    table = _Table(view)
    if view.contract is None:
        _, suit = estimate(view.hand_mask, table.others)
        points = tables(suit)
        trumps = view.hand_mask & points.trumps
        return _lay(view, min(cards_of(trumps), key=lambda card: points.above[card.index].bit_count()))
    rules = tables(view.contract)
    cards = cards_of(view.allowed)
    unseen = ALL_CARDS & ~(view.hand_mask | _played(view))

    def cost(card: Card) -> tuple[int, bool, int]:
        return rules.points[card.index], bool(rules.trumps & card.bit), -rules.above[card.index].bit_count()

    if view.holder is None:
        masters = [card for card in cards if not rules.above[card.index] & unseen]
        plain = [card for card in cards if not rules.trumps & card.bit]
        return _lay(view, max(masters, key=cost) if masters else min(plain or cards, key=cost))
    best = dict(view.laid)[view.holder]
    winners = [card for card in cards if rules.beats[best.index] & card.bit]
    if view.seat is not view.taker and view.holder is not view.taker:  # another defender holds
        return _lay(view, min(cards, key=cost))
    return _lay(view, min(winners or cards, key=cost))


def _lay(view: View, card: Card) -> Action:
    return next(action for action in view.actions if isinstance(action, Lay) and action.card is card)


def _played(view: View) -> int:
    return mask_of(view.pli) | sum(mask_of(pli.cards) for pli in view.taken)


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
    unseen  the mask of the cards that may be in a hand that is not seen
    """

    def __init__(self, view: View, table: _Table, rng: random.Random) -> None:
        self._rng = rng
        self.known = [mask & ~_played(view) for mask in view.seen]
        laid = [0] * len(self.known)
        seat = view.opener.index
        for _ in view.pli:
            laid[seat] = 1
            seat = table.following[seat]
        self.unseen = ALL_CARDS & ~(_played(view) | sum(self.known) | mask_of(view.chien))
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


def _excluded(view: View, table: _Table) -> list[int]:
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
#: A world is searched if no more cards than this are in hands; otherwise it is played out.
SEARCH_CARDS = 16
#: A bot bids the highest number of points whose value is no more than this below that of the best bid.
_SLACK = 0.004
#: How much better a bid must be than a pass.
_MARGIN = 0.0
#: How often another world is drawn because the taker had no reason to bid so much; the last one is kept anyway.
_DRAWS = 4
#: A bidder is believed to have an estimate of at least this share of the bid.
_BELIEF = 0.6


class StrongComptoirBot:
    """A bot that plays to win. What it does depends only on the view and on its random numbers.

    rng          the random generator that draws the worlds; None for a new one with an unknown seed
    bid_worlds   in how many worlds a hand is played out to bid
    card_worlds  in how many worlds each card is tried
    """

    def __init__(
        self, rng: random.Random | None = None, *, bid_worlds: int = BID_WORLDS, card_worlds: int = CARD_WORLDS
    ) -> None:
        self._rng = rng or random.Random()
        self._bid_worlds, self._card_worlds = bid_worlds, card_worlds

    def choose(self, view: View) -> Action:
        """Return the action of ``view.actions`` that is best in the worlds that the bot tries."""
        if len(view.actions) == 1:
            return view.actions[0]
        first = view.actions[0]
        table = _Table(view)
        if isinstance(first, Lay):
            return self._card(view, table)
        if isinstance(first, SayCards):
            return view.actions[-1]
        if isinstance(first, Direct):
            return self._chien(view, table)
        if isinstance(first, Swap):
            return self._swap(view, table)
        return self._bid(view, table)

    def _bid(self, view: View, table: _Table) -> Action:
        """Bid if that gives a better chance not to lose than to leave the deal to the last bidder."""
        bids = [action for action in view.actions if isinstance(action, Bid)]
        chances = self._chances(view, table)
        sheets, me = view.points, table.me
        passing = self._if_passed(view, table)
        best: list[tuple[float, Bid]] = []
        for bid in bids:
            value = int(bid.value)
            worth = bid_worth(value, view.rules)
            made = chances[value]
            if made == 0:
                break
            lost = (1 - made) * chance_to_lose(after_deal(sheets, me, worth, made=False), me)
            lost += made * chance_to_lose(after_deal(sheets, me, worth, made=True), me)
            best.append((passing - lost, bid))
        if not best or max(gain for gain, _ in best) <= _MARGIN:
            return view.actions[0]
        top = max(gain for gain, _ in best)
        good = [bid for gain, bid in best if gain >= top - _SLACK and gain > _MARGIN]
        return good[-1]

    def _if_passed(self, view: View, table: _Table) -> float:
        """Return the chance to lose the partie if this player passes."""
        if view.taker is None or view.taker is view.seat:
            return chance_to_lose(view.points, table.me)
        made = self._made_by(view, table, view.taker.index)
        worth = bid_worth(view.bid, view.rules)
        return sum(
            chance * chance_to_lose(after_deal(view.points, view.taker.index, worth, is_made), table.me)
            for chance, is_made in ((made, True), (1 - made, False))
        )

    def _made_by(self, view: View, table: _Table, taker: int) -> float:
        """Return how often another player would make the last bid, at the best of their suits."""
        worlds = Worlds(view, table, self._rng)
        tries = 1 if worlds.certain else self._bid_worlds // 3
        made = 0
        for _ in range(tries):
            hands = self._believed(worlds, taker, view.bid, table)
            made += max(self._points_by_lead(hands, taker, table, view).values()) >= view.bid
        return made / tries

    def _believed(self, worlds: Worlds, taker: int, bid: int, table: _Table) -> list[int]:
        """Return a world in which the taker had a reason to bid so much, if one is found soon."""
        hands = worlds.draw()
        for _ in range(_DRAWS):
            if estimate(hands[taker], table.others)[0] >= _BELIEF * bid:
                break
            hands = worlds.draw()
        return hands

    def _points_by_lead(self, hands: Sequence[int], taker: int, table: _Table, view: View) -> dict[int, int]:
        """Return the points of a taker in a playout, by the index of the first card, which makes trump."""
        found = {}
        for card in _leads(hands[taker]):
            deals = alone_for(card.suit, view.rules)
            ordered = [deals.ordered(hand) for hand in hands]
            place = deals.places[card.index]
            ordered[taker] ^= 1 << place
            found[card.index] = deals.finish_alone(ordered, taker, taker, table.following, (place,))
        return found

    def _chances(self, view: View, table: _Table, hand: int | None = None) -> list[float]:
        """Return how often this player would make each number of points, with the best first card for it.

        hand  the hand after a swap; None for that of the view
        """
        worlds = Worlds(view, table, self._rng)
        made: dict[int, list[int]] = {}
        tries = 1 if worlds.certain else self._bid_worlds
        for _ in range(tries):
            hands = worlds.draw()
            if hand is not None:
                hands[table.me] = hand
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

    def _chien(self, view: View, table: _Table) -> Action:
        """Take the chien if the bid is made more often so; a taker who is sure of the bid plays directly."""
        direct, take = view.actions
        alone = self._chances(view, table)[view.bid]
        unseen = cards_of(Worlds(view, table, self._rng).unseen)
        chien = [*view.chien] or None
        gained = 0.0
        for _ in range(_CHIENS):
            drawn = chien or self._rng.sample(unseen, min(view.rules.chien, len(unseen)))
            hand = max(_swaps(view.hand_mask, drawn), key=lambda one: estimate(one, table.others)[0])
            gained += self._chances_of(view, table, hand, self._bid_worlds // _CHIENS) / _CHIENS
        return take if gained > alone + _OVERBID_RISK else direct

    def _chances_of(self, view: View, table: _Table, hand: int, tries: int) -> float:
        """Return how often the bid that stands would be made with a hand."""
        quick = StrongComptoirBot(self._rng, bid_worlds=max(tries, 1))
        return quick._chances(view, table, hand)[max(view.bid, 1)]

    def _swap(self, view: View, table: _Table) -> Action:
        """Exchange what makes the bid most often; of the many swaps those with the best estimate are tried."""
        swaps = [action for action in view.actions if isinstance(action, Swap)]
        swaps.sort(key=lambda swap: -estimate(_swapped(view.hand_mask, swap), table.others)[0])
        tried = swaps[:_SWAPS]
        values = [
            self._chances_of(view, table, _swapped(view.hand_mask, swap), self._bid_worlds // 2) for swap in tried
        ]
        return tried[values.index(max(values))]

    def _card(self, view: View, table: _Table) -> Action:
        """Lay the card with which the taker makes the bid most often or, for a defender, most seldom."""
        cards = cards_of(view.allowed)
        taker = (view.taker or view.seat).index
        mine = taker == table.me
        need = view.bid - sum(pli.points for pli in view.taken if pli.seat is view.taker)
        worlds = Worlds(view, table, self._rng)
        tries = 1 if worlds.certain else self._card_worlds
        values = dict.fromkeys(cards, 0.0)
        for _ in range(tries):
            hands = worlds.draw() if mine else self._believed(worlds, taker, need, table)
            for card in cards:
                made, points = self._value(view, table, hands, card, taker, need)
                values[card] += made + points * _PER_POINT
        best = max if mine else min
        return _lay(view, best(cards, key=lambda card: values[card]))

    def _value(
        self, view: View, table: _Table, hands: Sequence[int], card: Card, taker: int, need: int
    ) -> tuple[bool, int]:
        """Return whether the taker makes the bid after a card in a world, and the taker's points in a playout."""
        deals = alone_for(view.contract or card.suit, view.rules)
        ordered = [deals.ordered(hand) for hand in hands]
        place = deals.places[card.index]
        ordered[table.me] ^= 1 << place
        pli = [*(deals.places[laid.index] for laid in view.pli), place]
        leader = view.opener.index
        points = deals.finish_alone(ordered, taker, leader, table.following, pli)
        if sum(hand.bit_count() for hand in hands) <= SEARCH_CARDS:
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
