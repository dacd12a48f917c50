"""Floor 3. The terms of a partie, settled before its first card: deck, length, house rules, and the deals.

At a table of real cards nobody enters the deals; there the terms say where the watching starts.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from ..decks import BOXED, Deck
from ..errors import ArgumentError
from ..options import HouseRules
from .deal import MANCHES, Deal, check_deals, check_manches, deal, opener_of
from .manche import PLIS
from .seats import TEAMS, Seat

#: Seeds fit into 64 signed bits, as records keep them.
MOST_SEED = 1 << 63
#: Points that a team may have when a table is watched from the middle of a partie.
MOST_POINTS = 100_000


class Setup(msgspec.Struct, frozen=True):
    """The terms of a partie.

    deals   one for each manche; () at a table of real cards, whose hands nobody enters
    seed    the number that the deals were shuffled with, kept in records; None when there was none
    first, before, opener, points   where watching a table of real cards starts: the manche, how many of its plis were
            played already, who opens the next pli, and the points of the teams
    """

    deck: Deck = BOXED
    rules: HouseRules = HouseRules()
    manches: int = MANCHES
    deals: tuple[Deal, ...] = ()
    seed: int | None = None
    first: int = 1
    before: int = 0
    opener: Seat = Seat.PONANTAIS
    points: tuple[int, int] = (0, 0)

    def check(self) -> None:
        """Raise ArgumentError unless a partie can be played under these terms (D1 to D4)."""
        check_manches(self.manches)
        if self.seed is not None:
            _check_number("seed", self.seed, -MOST_SEED, MOST_SEED - 1)
        if self.deals:
            if len(self.deals) != self.manches:
                raise ArgumentError(f"deals: {len(self.deals)} for {self.manches} manches")
            check_deals(self.deck, self.deals)
            return
        _check_number("first", self.first, 1, self.manches)
        _check_number("before", self.before, 0, PLIS - 1)
        if not isinstance(self.opener, Seat):
            raise ArgumentError(f"opener: {self.opener!r:.40} is not a seat")
        if not self.before and self.opener is not opener_of(self.first):
            opener = opener_of(self.first).value
            raise ArgumentError(f"opener: {self.opener.value}, but {opener} opens manche {self.first} (D4)")
        if not isinstance(self.points, tuple) or len(self.points) != len(TEAMS):
            raise ArgumentError(f"points: {self.points!r:.40} are not the points of two teams")
        for of in self.points:
            _check_number("points", of, 0, MOST_POINTS)

    @property
    def hands_known(self) -> bool:
        """Whether the cards were dealt here; False at a table of real cards."""
        return bool(self.deals)

    def deal_of(self, manche: int) -> Deal | None:
        """The deal of a manche; None at a table of real cards."""
        return self.deals[manche - 1] if self.deals else None


def dealt_setup(
    deck: Deck,
    rules: HouseRules,
    rng: random.Random,
    manches: int = MANCHES,
    *,
    seed: int | None = None,
    done: Sequence[Deal] = (),
) -> Setup:
    """The terms of a partie whose cards *rng* deals (D1 to D3); *done* are earlier deals, which stay as they are.

    Raises ArgumentError for an impossible number of manches.
    """
    return Setup(deck, rules, manches, deal(deck, rng, manches, done), seed)


def watched_setup(
    deck: Deck,
    rules: HouseRules,
    manches: int = MANCHES,
    *,
    first: int = 1,
    before: int = 0,
    opener: Seat | None = None,
    points: tuple[int, int] = (0, 0),
) -> Setup:
    """The terms of a partie played with real cards. Raises ArgumentError for an impossible start."""
    if opener is None:
        opener = opener_of(_check_number("first", first, 1, MANCHES))
    setup = Setup(deck, rules, manches, first=first, before=before, opener=opener, points=points)
    setup.check()
    return setup


def _check_number(name: str, number: object, least: int, most: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise ArgumentError(f"{name}: {number!r:.40} is not a number from {least} to {most}")
    return number
