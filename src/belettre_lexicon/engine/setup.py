"""Floor 3. What is settled before the first card of a partie: deck, length, house rules, and the deals or what is known
of them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from ..decks import BOXED, Deck
from ..errors import ArgumentError
from ..options import HouseRules
from .deal import MANCHES, Deal, check_manches, deal, opener_of
from .manche import PLIS
from .seats import Seat


class Setup(msgspec.Struct, frozen=True):
    """The terms of a partie.

    deals   one a manche; () at a table of real cards, whose hands nobody enters
    seed    what the deals were shuffled with, when a number was used; for the record
    first, before, opener, points   where a table of real cards starts: the manche, how many of its plis were played
            already, who opens the next pli, and what the teams have
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

    @property
    def hands_known(self) -> bool:
        """Whether the cards were dealt here; False at a table of real cards."""
        return bool(self.deals)

    def deal_of(self, manche: int) -> Deal | None:
        """The deal of a manche; None at a table of real cards."""
        return self.deals[manche - 1] if self.deals else None


def dealt(
    deck: Deck, rules: HouseRules, rng: random.Random, manches: int = MANCHES, *, seed: int | None = None,
    done: Sequence[Deal] = (),
) -> Setup:  # fmt: skip
    """The terms of a partie whose cards *rng* deals (D1 to D3); *done* are deals that stay as they are.

    Raises ArgumentError for a number of manches that is none.
    """
    return Setup(deck, rules, manches, deal(deck, rng, manches, done), seed)


def watched(
    deck: Deck,
    rules: HouseRules,
    manches: int = MANCHES,
    *,
    first: int = 1,
    before: int = 0,
    opener: Seat | None = None,
    points: tuple[int, int] = (0, 0),
) -> Setup:
    """The terms of a partie played with real cards. Raises ArgumentError for a start that no partie has."""
    check_manches(manches)
    if not isinstance(first, int) or not 1 <= first <= manches:
        raise ArgumentError(f"first: {first!r} is not a manche from 1 to {manches}")
    if not isinstance(before, int) or not 0 <= before < PLIS:
        raise ArgumentError(f"before: {before!r} is not a number of plis from 0 to {PLIS - 1}")
    if opener is not None and not isinstance(opener, Seat):
        raise ArgumentError(f"opener: {opener!r} is no seat")
    if len(points) != 2 or not all(isinstance(of, int) and 0 <= of < 100_000 for of in points):
        raise ArgumentError(f"points: {points!r} are not the points of two teams")
    return Setup(
        deck,
        rules,
        manches,
        first=first,
        before=before,
        opener=opener or opener_of(first),
        points=(points[0], points[1]),
    )
