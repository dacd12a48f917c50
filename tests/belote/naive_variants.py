"""A second, slow model of every game of the family: cards, legal plays, deals and auctions as lists of texts.

Read from the rules alone; of the library it uses only the values of the house rules. Seats are numbers in playing
order, cards are texts such as "V♥", and a word is a tuple that begins with its kind. ``naive_scores`` counts deals,
``naive_partie`` plays whole games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from belettre_lexicon.games.belote.rules import BeloteRules

#: A word or an act: its kind, the seat, and what it says.
Word = tuple[Any, ...]

SUITS = "♣♦♥♠"
COLOURS = (*SUITS, "SA", "TA")
#: The orders of a suit from the lowest card, and the points of the ranks (BC2, BC3, BV2, BV3).
TRUMP = ("7", "8", "D", "R", "10", "A", "9", "V")
PLAIN = ("7", "8", "9", "V", "D", "R", "10", "A")
TRUMP_POINTS = {"V": 20, "9": 14, "A": 11, "10": 10, "R": 4, "D": 3}
PLAIN_POINTS = {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2}
SA_POINTS = {"A": 19, "10": 10, "R": 4, "D": 3, "V": 2}
TA_POINTS = {"V": 13, "9": 9, "A": 6, "10": 5, "R": 3, "D": 2}
ALL = tuple(rank + suit for suit in SUITS for rank in ("7", "8", "9", "10", "V", "D", "R", "A"))


def rank_of(card: str) -> str:
    """Return the rank of a card."""
    return card[:-1]


def suit_of(card: str) -> str:
    """Return the suit of a card."""
    return card[-1]


def points_of(card: str, trump: str, rules: BeloteRules) -> int:
    """Return the points of a card (BC2, BC3, BV2, BV3, VC19)."""
    rank = rank_of(card)
    if trump == "SA":
        return (SA_POINTS if rules.ta_values == "rescaled" else PLAIN_POINTS).get(rank, 0)
    if trump == "TA":
        return (TA_POINTS if rules.ta_values == "rescaled" else TRUMP_POINTS).get(rank, 0)
    return (TRUMP_POINTS if suit_of(card) == trump else PLAIN_POINTS).get(rank, 0)


def plain_points(card: str, trump: str) -> int:
    """Return the points of a card by BC2 and BC3 alone."""
    return (TRUMP_POINTS if trump in (suit_of(card), "TA") else PLAIN_POINTS).get(rank_of(card), 0)


def strength(card: str, led: str, trump: str) -> int:
    """Return how strong a card is in a pli: 0 for a card that wins nothing (BC4)."""
    if suit_of(card) == trump:
        return 200 + TRUMP.index(rank_of(card))
    if suit_of(card) != led:
        return 0
    return 100 + (TRUMP if trump == "TA" else PLAIN).index(rank_of(card))


def holder(pli: Sequence[str], trump: str) -> int:
    """Return the place of the card that holds the pli, from 0 (BP2)."""
    strengths = [strength(card, suit_of(pli[0]), trump) for card in pli]
    return strengths.index(max(strengths))


def legal(hand: Sequence[str], pli: Sequence[str], trump: str, partners: Iterable[str], rules: BeloteRules) -> set[str]:
    """Return the cards that may be laid (BP3 to BP9, BV2, BV3, V2.6).

    hand      the cards that bind: those in hand and, at two players, the open ones of the player's row
    partners  the cards of the pli that were laid by the partner of the player
    """
    if not pli:
        return set(hand)
    led, best = suit_of(pli[0]), pli[holder(pli, trump)]

    def above(cards: Iterable[str]) -> set[str]:
        return {card for card in cards if strength(card, led, trump) > strength(best, led, trump)}

    follows = {card for card in hand if suit_of(card) == led}
    if follows:
        must_rise = trump in (led, "TA")
        return (above(follows) or follows) if must_rise else follows
    trumps = {card for card in hand if suit_of(card) == trump}
    if not trumps:
        return set(hand)
    if best in partners:
        if rules.on_partners_trump == "free" or suit_of(best) != trump:
            return set(hand)
        if rules.on_partners_trump == "over":
            return set(hand) - (trumps - above(trumps)) if above(trumps) else set(hand)
    if suit_of(best) != trump:
        return trumps
    return above(trumps) or (trumps if rules.undertrump == "must" else set(hand))


def pack_of(rules: BeloteRules) -> list[str]:
    """Return the cards that are played with (BC1, V3.2)."""
    if rules.game != "three":
        return list(ALL)
    if rules.deck == "24":
        return [card for card in ALL if rank_of(card) not in ("7", "8")]
    out = ("7♣", "7♠") if rules.sevens == "black" else ("7♦", "7♥")
    return [card for card in ALL if card not in out]


class Dealt:
    """The cards of a deal as places in the pack: hands, and rows face down and up, by seat; retourne and chien."""

    def __init__(self, seats: Sequence[int]) -> None:
        self.hands: dict[int, list[int]] = {seat: [] for seat in seats}
        self.down: dict[int, list[int]] = {seat: [] for seat in seats}
        self.up: dict[int, list[int]] = {seat: [] for seat in seats}
        self.retourne: int | None = None
        self.chien: list[int] = []


def deal(rules: BeloteRules, order: Sequence[int], taker: int | None, cards: int = 5) -> Dealt:
    """Return the deal (BD5 to BD7, VC2, V3.3, V2.3, V2.4, VK2, VL2).

    order  the seats in the order in which they are dealt to; the dealer is the last one
    taker  None before the auction is over
    cards  how many cards each gets, in the games with sheets
    """
    game, dealt, top = rules.game, Dealt(order), 0

    def give(piles: dict[int, list[int]], size: int, seats: Sequence[int] = order) -> None:
        nonlocal top
        for seat in seats:
            piles[seat] += range(top, top + size)
            top += size

    if game == "coinche":
        for packet in {"323": (3, 2, 3), "332": (3, 3, 2), "233": (2, 3, 3)}[rules.coinche_deal]:
            give(dealt.hands, packet)
        return dealt
    if game in ("comptoir", "lyonnaise"):
        for packet in {5: (3, 2), 4: (3, 1)}.get(cards, (cards,)):
            give(dealt.hands, packet)
        if game == "lyonnaise":
            dealt.chien = list(range(top, top + rules.chien))
        return dealt
    give(dealt.hands, 3)
    give(dealt.hands, 2)
    columns = {"decouverte": 5, "bis": 4}.get(game, 0)
    for _ in range(columns):
        give(dealt.down, 1)
    if game == "bis":
        for _ in range(columns):
            give(dealt.up, 1)
    dealt.retourne = top
    top += 1
    if taker is None:
        return dealt
    dealt.hands[taker].append(dealt.retourne)
    if game == "decouverte":
        give(dealt.hands, 1, [seat for seat in order if seat != taker])
        for _ in range(columns):
            give(dealt.up, 1)
        return dealt
    more = 5 if game == "three" and rules.deck == "30" else 3
    for seat in order:
        give(dealt.hands, more - (seat == taker), [seat])
    return dealt


class Prise:
    """BA with any number of players, with overcalls (BV1, BV5) or changes of the game (V3.12 to V3.14)."""

    def __init__(self, order: Sequence[int], retourne: str, rules: BeloteRules) -> None:
        self.order, self.retourne, self.rules = list(order), retourne, rules
        self.words: list[Word] = []

    @property
    def takes(self) -> list[Word]:
        """The takes so far."""
        return [word for word in self.words if word[0] == "take"]

    @property
    def passes(self) -> int:
        """The passes since the last take."""
        said = [word[0] for word in self.words]
        return len(said) if "take" not in said else said[::-1].index("take")

    @property
    def changes(self) -> bool:
        """Whether a take may be overcalled."""
        return self.rules.moderne or self.rules.contracts != "suits"

    @property
    def over(self) -> bool:
        """Whether nothing more may be said."""
        if not self.takes:
            return self.passes == 2 * len(self.order)
        return not self.changes or self.takes[-1][2] == "TA" or self.passes == len(self.order) - 1

    @property
    def turn(self) -> int | None:
        """The seat that speaks."""
        return None if self.over else self.order[len(self.words) % len(self.order)]

    def legal(self) -> set[Word]:
        """Return all that may be said."""
        seat, rules, suit = self.turn, self.rules, suit_of(self.retourne)
        if seat is None:
            return set()
        if self.takes:
            last = COLOURS.index(self.takes[-1][2])
            higher = [c for c in COLOURS[last + 1 :] if rules.contracts == "ladder" or c in ("SA", "TA")]
            return {("pass", seat), *self.takes_at(seat, higher)}
        second = len(self.words) >= len(self.order)
        colours = [one for one in SUITS if one != suit or rules.second_round == "any"] if second else [suit]
        if self.changes:
            colours += ["SA", "TA"]
        forced = rank_of(self.retourne) == "V" and not self.words and (rules.jack_forces or rules.moderne)
        forced |= rules.all_pass == "dealer_takes" and len(self.words) == 2 * len(self.order) - 1
        return {*(() if forced else [("pass", seat)]), *self.takes_at(seat, colours)}

    def takes_at(self, seat: int, colours: Iterable[str]) -> list[Word]:
        """Return the takes at some colours, by an option also those that ask for a capot (BV6)."""
        capots: list[tuple[bool, ...]] = [(), (True,)] if self.rules.capot_asked else [()]
        return [("take", seat, colour, *capot) for colour in colours for capot in capots]

    def say(self, word: Word) -> None:
        """Add a legal word."""
        self.words.append(word)


class Coinche:
    """VC4 to VC14."""

    def __init__(self, order: Sequence[int], rules: BeloteRules) -> None:
        self.order, self.rules = list(order), rules
        self.words: list[Word] = []
        self.turn: int | None = self.order[0]

    @property
    def bid(self) -> Word | None:
        """The last bid."""
        bids = [word for word in self.words if word[0] == "bid"]
        return bids[-1] if bids else None

    @property
    def doubled(self) -> int:
        """How often the last bid was doubled: 0, 1 or 2."""
        return sum(word[0] in ("coinche", "surcoinche") for word in self.words)

    @property
    def mult(self) -> int:
        """The factor of the contract (VC14)."""
        return (1, 2, self.rules.surcoinche)[self.doubled]

    @property
    def over(self) -> bool:
        """VC12."""
        kinds = [word[0] for word in self.words]
        if "surcoinche" in kinds or (self.rules.coinche_ends and "coinche" in kinds):
            return True
        if self.bid is None:
            return len(kinds) == 4
        return kinds[-3:] == ["pass"] * 3

    def values(self) -> list[Any]:
        """Return all values from the lowest (VC5, VC6)."""
        points: list[Any] = list(range(self.rules.bid_min, self.rules.bid_max + 1, 10))
        return [*points, "capot", *(["generale"] if self.rules.generale else [])]

    def legal(self) -> set[Word]:
        """Return all that may be said, also out of turn (VC11)."""
        if self.over:
            return set()
        seat, bid = self.turn, self.bid
        allowed: set[Word] = {("pass", seat)}
        if not self.doubled:
            values = self.values()
            higher = values if bid is None else values[values.index(bid[2]) + 1 :]
            colours = COLOURS if self.rules.sa_ta else tuple(SUITS)
            allowed |= {("bid", seat, value, colour) for value in higher for colour in colours}
        for player in self.order if self.rules.volley else [seat]:
            if bid is not None and self.doubled == 0 and (player - bid[1]) % 2 == 1:
                allowed.add(("coinche", player))
            if bid is not None and self.doubled == 1 and (player - bid[1]) % 2 == 0:
                allowed.add(("surcoinche", player))
        return allowed

    def say(self, word: Word) -> None:
        """Add a legal word."""
        self.words.append(word)
        place = self.order.index(word[1])
        self.turn = None if self.over else self.order[(place + 1) % 4]


class Bids:
    """VK3, VK4 and, with a chien, VL3 to VL6."""

    def __init__(self, order: Sequence[int], rules: BeloteRules, hands: dict[int, set[str]], chien: set[str]) -> None:
        self.order, self.rules, self.hands, self.chien = list(order), rules, hands, chien
        self.phase, self.turn = "bids", self.order[0]
        self.taker: int | None = None
        self.bid, self.passes, self.swaps = 0, 0, 0
        self.may_take: set[str] = set(chien)
        self.taken_up = False
        #: The cards that each seat has taken before all eyes.
        self.public: dict[int, set[str]] = {seat: set() for seat in order}

    def next(self) -> int:
        """Return the seat after the one whose turn it is."""
        return self.order[(self.order.index(self.turn) + 1) % len(self.order)]

    def legal(self) -> set[Word]:
        """Return all that may be said; of exchanges, those by ``exchanges``."""
        seat = self.turn
        if self.phase in ("bids", "overbids"):
            step = self.rules.bid_step
            numbers = [number for number in range(1, 153) if number > self.bid and number % step == 0]
            return {("pass", seat), *(("bid", seat, number, None) for number in numbers)}
        if self.phase == "choice":
            return {("direct", seat), ("take_chien", seat)}
        return self.exchanges() if self.phase == "swap" else set()

    def exchanges(self) -> set[Word]:
        """Return all exchanges (VL4, VL5): as many cards put back as taken, none of them just taken."""
        most = len(self.may_take) if self.swaps == 0 else min(2, len(self.may_take))
        hand = sorted(self.hands[self.turn])
        return {
            ("swap", self.turn, frozenset(taken), frozenset(put))
            for size in range(1, min(most, len(hand)) + 1)
            for taken in combinations(sorted(self.may_take), size)
            for put in combinations(hand, size)
        }

    def say(self, word: Word) -> None:
        """Do what a legal word says."""
        kind, others = word[0], len(self.order) - 1
        if kind == "pass":
            self.passes += 1
            self.turn = self.next()
            if self.taker is None:
                self.phase = "over" if self.passes == len(self.order) else "bids"
            elif self.phase == "bids" and self.passes == others:
                self.phase = "choice" if self.rules.game == "lyonnaise" else "over"
                self.turn = self.taker
            elif self.phase == "overbids" and self.passes == others:
                self.phase = "over"
        elif kind == "bid":
            self.taker, self.bid, self.passes = word[1], word[2], 0
            if self.phase == "overbids":
                self.phase = "swap"
            else:
                self.turn = self.next()
        elif kind == "direct":
            self.phase = "over"
        elif kind == "take_chien":
            self.phase, self.taken_up = "swap", True
        else:
            _, seat, taken, put = word
            self.hands[seat] = (self.hands[seat] - put) | taken
            self.chien = (self.chien - taken) | put
            self.public[seat] = (self.public[seat] - put) | taken
            self.may_take, self.passes = set(put), 0
            self.swaps += 1
            self.phase = "over" if self.swaps == self.rules.exchanges else "overbids"
            self.turn = self.next()

    @property
    def over(self) -> bool:
        """Whether nothing more is said."""
        return self.phase == "over"
