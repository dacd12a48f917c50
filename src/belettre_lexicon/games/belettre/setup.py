"""The terms of a partie, settled before its first card: deck, number of manches, house rules and deals.

In a game with real cards, an arbiter watches and nobody enters the deals. The terms of such a game state at which point
of the partie the arbiter begins to watch.
"""

from __future__ import annotations

import random

import msgspec

from ...base.errors import ArgumentError
from ...french.decks import BOXED, Deck
from ...french.rules import HouseRules
from ..kit.seats import Points
from .deal import MANCHES, Deal, check_deals, check_manches, deal, opener_of, shuffled_before
from .manche import PLIS
from .seats import TEAMS, Seat

#: Seeds are at least -MOST_SEED and less than MOST_SEED, since records keep them as signed 64-bit integers.
MOST_SEED = 1 << 63
#: The most points that a team may have when an arbiter begins to watch in the middle of a partie.
MOST_POINTS = 100_000


class Setup(msgspec.Struct, frozen=True):
    """The terms of a partie.

    deck     the cards and their points
    rules    the house rules, which the judge must share
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
        """Whether the seed gives these deals; None if the seed is not known.

        If not, the seed, the deck or a deal was changed after the game, or the cards were shuffled in another way.
        """
        if self.seed is None:
            return None
        return deal(self.deck, random.Random(self.seed), self.manches) == self.deals

    @property
    def hands_known(self) -> bool:
        """Whether the engine knows the hands; False in a game with real cards."""
        return bool(self.deals)

    def plis_lost_sight(self, manche: int) -> int:
        """Return how many plis since the last shuffle before *manche* were laid before the arbiter began to watch."""
        first = self.first
        since = next(number for number in range(manche, 0, -1) if shuffled_before(self.deck, number))
        return sum(PLIS if number < first else self.before for number in range(since, min(manche, first) + 1))

    def deal_of(self, manche: int) -> Deal | None:
        """Return the deal of a manche, counted from 1; None in a game with real cards."""
        return self.deals[manche - 1] if self.deals else None


#: The fields ``first``, ``before``, ``opener`` and ``points`` of a partie that is played from its beginning.
_BEGINNING = (1, 0, Seat.PONANTAIS, (0, 0))


def check_number(name: str, number: object, least: int, most: int) -> int:
    """Return *number* if it is an int from *least* to *most*; else raise ArgumentError, which begins with *name*."""
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise ArgumentError(f"{name}: {number!r:.40} is not a number from {least} to {most}")
    return number
