"""The terms of a partie, settled before its first card: deck, number of manches, house rules and deals.

``deal`` shuffles and deals the cards: the packs (D1), hands (D2), the cards kept for later manches (D3), and the opener
(D4). In a game with real cards, an arbiter watches and nobody enters the deals. The terms of such a game (``Setup``)
state at which point of the partie the arbiter begins to watch.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import msgspec

from ...base.errors import ArgumentError
from ...french.cards import Card, Case, in_rank, pack
from ...french.decks import BOXED, MAJUSCULES_OF_A_MANCHE, MINUSCULES_OF_A_MANCHE, Deck
from ...french.rules import HouseRules
from ..kit.seats import Points
from .hands import MAJUSCULES_DEALT, MINUSCULES_DEALT
from .manche import PLIS
from .seats import PLAYERS, SEATS, TEAMS, Seat

Cards = tuple[Card, ...]
#: The most manches in a partie: each player opens one (D4).
MANCHES = 4
#: The number of the manche before which all cards are shuffled again (D3).
RESHUFFLED_BEFORE = 4
#: Seeds are at least -MOST_SEED and less than MOST_SEED, since records keep them as signed 64-bit integers.
MOST_SEED = 1 << 63
#: The most points that a team may have when an arbiter begins to watch in the middle of a partie.
MOST_POINTS = 100_000


class Deal(msgspec.Struct, frozen=True):
    """The cards of one manche.

    manche  the number of the manche, 1 to 4
    hands   the hands by ``Seat.index``, each sorted by ``Card.rank``
    kept    the majuscules and the minuscules that are left for the next manches, in the order of dealing (D2, D3)
    """

    manche: int
    hands: tuple[Cards, Cards, Cards, Cards]
    kept: tuple[Cards, Cards]


def opener_of(manche: int) -> Seat:
    """Return the seat that opens a manche (D4): the Ponantais opens manche 1, the next seat manche 2, and so on.

    >>> [opener_of(manche).value for manche in (1, 2, 3, 4)]
    ['PON', 'SEP', 'LEV', 'MER']
    """
    return SEATS[manche - 1]


def dealer_of(opener: Seat) -> Seat:
    """Return the seat that deals, which is the seat before the opener (D4). In manche 1 it is the Méridional."""
    return SEATS[(opener.index - 1) % PLAYERS]


def check_manches(manches: int) -> int:
    """Return *manches* if it is a possible number of manches, 1 to 4. Raises ArgumentError otherwise."""
    if not isinstance(manches, int) or isinstance(manches, bool) or not 1 <= manches <= MANCHES:
        raise ArgumentError(f"manches: {manches!r} is not a number from 1 to {MANCHES} (D4)")
    return manches


def deal(deck: Deck, rng: random.Random, manches: int = MANCHES, done: Sequence[Deal] = ()) -> tuple[Deal, ...]:
    """Return the deals of all manches of a partie. They are made before the first card, so an undo never deals again.

    *rng* shuffles the cards; *done* are deals of the first manches that are kept as they are. Packs are shuffled before
    manches 1 and 4, and before any manche for which a small deck has too few cards left (D3).

    >>> from belettre_lexicon.french.decks import BOXED
    >>> first, second = deal(BOXED, random.Random(7), 2)
    >>> len(first.kept[0]), len(second.kept[0])
    (19, 11)

    Raises ArgumentError if the number of manches is invalid.
    """
    deals = list(done)
    for manche in range(len(deals) + 1, check_manches(manches) + 1):
        if shuffled_before(deck, manche):
            packs = _shuffled(deck, Case.MAJ, rng), _shuffled(deck, Case.MIN, rng)
        else:
            packs = deals[-1].kept
        deals.append(_hands(manche, *packs))
    return tuple(deals)


def shuffled_before(deck: Deck, manche: int) -> bool:
    """Return whether all cards are shuffled before a manche (D3).

    This is so before manches 1 and 4, and before any manche for which a small deck has too few cards left.

    >>> from belettre_lexicon.french.decks import BOXED
    >>> [shuffled_before(BOXED, manche) for manche in (1, 2, 3, 4)]
    [True, False, False, True]
    """
    majuscules = minuscules = 0
    for number in range(1, manche + 1):
        short = majuscules < MAJUSCULES_OF_A_MANCHE or minuscules < MINUSCULES_OF_A_MANCHE
        if short or number == RESHUFFLED_BEFORE:
            if number == manche:
                return True
            majuscules, minuscules = sum(deck.majuscules.values()), sum(deck.minuscules.values())
        majuscules -= MAJUSCULES_OF_A_MANCHE
        minuscules -= MINUSCULES_OF_A_MANCHE
    return False


def check_deals(deck: Deck, deals: Sequence[Deal]) -> None:
    """Raise ArgumentError if these deals are not possible with *deck*.

    In possible deals, each hand has two majuscules and six minuscules (D2), manches are numbered from 1, and no card is
    dealt twice between two shuffles (D3).
    """
    for number, dealt in enumerate(deals, 1):
        if dealt.manche != number:
            raise ArgumentError(f"deals: expected manche {number}, got manche {dealt.manche}")
        for seat, hand in zip(SEATS, dealt.hands, strict=True):
            majuscules = sum(card.case is Case.MAJ for card in hand)
            if majuscules != MAJUSCULES_DEALT or len(hand) != MAJUSCULES_DEALT + MINUSCULES_DEALT:
                raise ArgumentError(
                    f"deals: in manche {number} {seat.value} has {len(hand)} cards with {majuscules} majuscules, "
                    f"expected {MAJUSCULES_DEALT + MINUSCULES_DEALT} with {MAJUSCULES_DEALT} (D2)"
                )
        dealt_cards = Counter(card for cards in (*dealt.hands, *dealt.kept) for card in cards)
        available = (
            (pack(deck, Case.MAJ), pack(deck, Case.MIN)) if shuffled_before(deck, number) else deals[number - 2].kept
        )
        if dealt_cards != Counter(card for cards in available for card in cards):
            raise ArgumentError(f"deals: the cards of manche {number} differ from those left to deal (D1, D3)")


def _shuffled(deck: Deck, case: Case, rng: random.Random) -> Cards:
    cards = pack(deck, case)
    rng.shuffle(cards)
    return tuple(cards)


def _hands(manche: int, majuscules: Cards, minuscules: Cards) -> Deal:
    """Return the deal of a manche. The opener gets the first cards of both packs, the next seat the next cards (D2)."""
    hands: list[Cards] = [()] * len(SEATS)
    first = opener_of(manche).index
    for place in range(PLAYERS):
        two = majuscules[place * MAJUSCULES_DEALT : (place + 1) * MAJUSCULES_DEALT]
        six = minuscules[place * MINUSCULES_DEALT : (place + 1) * MINUSCULES_DEALT]
        hands[(first + place) % PLAYERS] = in_rank(two + six)
    kept = majuscules[MAJUSCULES_OF_A_MANCHE:], minuscules[MINUSCULES_OF_A_MANCHE:]
    return Deal(manche, (hands[0], hands[1], hands[2], hands[3]), kept)


class Setup(msgspec.Struct, frozen=True):
    """The terms of a partie.

    deck     the cards and their points
    rules    the house rules, which must be those of the judge
    manches  how many manches the partie has, 1 to 4
    deals    one deal for each manche; () in a game with real cards
    seed     the seed of the shuffles, which records keep; None if it is not known or nothing was dealt

    The other fields say where an arbiter begins to watch a game with real cards:

    first    the number of the manche, 1 to ``manches``
    before   how many plis of this manche were played already, 0 to 7
    opener   the seat that opens the next pli
    points   the points of the teams from earlier manches and plis, by ``Team.index``
    """

    deck: Deck = BOXED
    rules: HouseRules = HouseRules()
    manches: int = MANCHES
    deals: tuple[Deal, ...] = ()
    seed: int | None = None
    first: int = 1
    before: int = 0
    opener: Seat = Seat.PONANTAIS
    points: Points = (0, 0)

    def check(self) -> None:
        """Raise ArgumentError if no partie can be played on these terms (D1 to D4)."""
        check_manches(self.manches)
        if self.seed is not None:
            check_number("seed", self.seed, -MOST_SEED, MOST_SEED - 1)
        if self.deals:
            if len(self.deals) != self.manches:
                raise ArgumentError(f"deals: expected one for each of {self.manches} manches, got {len(self.deals)}")
            check_deals(self.deck, self.deals)
            start = (self.first, self.before, self.opener, self.points)
            if start != _BEGINNING:
                raise ArgumentError(f"first, before, opener, points: {start!r:.120}, but a game with deals is whole")
            return
        if self.seed is not None:
            raise ArgumentError(f"seed: {self.seed}, but nothing was dealt")
        check_number("first", self.first, 1, self.manches)
        check_number("before", self.before, 0, PLIS - 1)
        if not isinstance(self.opener, Seat):
            raise ArgumentError(f"opener: {self.opener!r:.40} is not a seat")
        if not self.before and self.opener is not opener_of(self.first):
            opener = opener_of(self.first).value
            raise ArgumentError(f"opener: {self.opener.value}, but {opener} opens manche {self.first} (D4)")
        if not isinstance(self.points, tuple) or len(self.points) != len(TEAMS):
            raise ArgumentError(f"points: expected the points of two teams, got {self.points!r:.40}")
        for team_points in self.points:
            check_number("points", team_points, 0, MOST_POINTS)

    @property
    def seed_is_true(self) -> bool | None:
        """Whether ``deal`` makes these deals from the seed; None if the seed is not known.

        If False, the seed, the deck or a deal was changed after the game, or the cards were shuffled in another way.
        """
        if self.seed is None:
            return None
        return deal(self.deck, random.Random(self.seed), self.manches) == self.deals

    @property
    def hands_known(self) -> bool:
        """Whether the engine knows the hands; False in a game with real cards."""
        return bool(self.deals)

    def plis_lost_sight(self, manche: int) -> int:
        """Return how many plis were played after the last shuffle, but before the arbiter began to watch.

        The last shuffle is that before *manche* or, if there is none, before an earlier manche.
        """
        first = self.first
        since = next(number for number in range(manche, 0, -1) if shuffled_before(self.deck, number))
        return sum(PLIS if number < first else self.before for number in range(since, min(manche, first) + 1))

    def deal_of(self, manche: int) -> Deal | None:
        """Return the deal of a manche, counted from 1; None in a game with real cards."""
        return self.deals[manche - 1] if self.deals else None


#: The fields ``first``, ``before``, ``opener`` and ``points`` of a partie that is played from its beginning.
_BEGINNING = (1, 0, Seat.PONANTAIS, (0, 0))


def check_number(name: str, number: object, least: int, most: int) -> int:
    """Return *number* if it is an int from *least* to *most*. Otherwise raise ArgumentError.

    The message of the error starts with *name*.
    """
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise ArgumentError(f"{name}: {number!r:.40} is not a number from {least} to {most}")
    return number
