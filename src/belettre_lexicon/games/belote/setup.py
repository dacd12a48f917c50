"""The terms of a partie of Belote, settled before its first card: rules, first dealer and cards."""

from __future__ import annotations

import msgspec

from ...base.errors import ArgumentError
from .cards import Card
from .deal import check_pack, cut, gathered, gathered_unplayed, shuffled
from .events import Dealt, PliTaken
from .rules import BeloteRules
from .seats import Seat

#: Seeds are at least -MOST_SEED and less than MOST_SEED, since records keep them as signed 64-bit integers.
MOST_SEED = 1 << 63
#: The most packs that can be given; a partie with the highest target is shorter.
MOST_PACKS = 1_000


class Setup(msgspec.Struct, frozen=True):
    """The terms of a partie.

    rules   the house rules of the table
    seed    the seed from which each deal is shuffled, with the number of the deal
    dealer  the seat that deals first (BD2)
    packs   the packs of the first deals, if they are given, each in the order in which it is dealt; later deals are
            shuffled from the seed
    """

    rules: BeloteRules
    seed: int
    dealer: Seat = Seat.SUD
    packs: tuple[tuple[Card, ...], ...] = ()

    def check(self) -> None:
        """Raise ArgumentError if no partie can be played on these terms."""
        if not isinstance(self.rules, BeloteRules):
            raise ArgumentError(f"rules: {self.rules!r:.40}, expected BeloteRules")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not -MOST_SEED <= self.seed < MOST_SEED:
            raise ArgumentError(f"seed: {self.seed!r:.40} is not a number from {-MOST_SEED} to {MOST_SEED - 1}")
        if not isinstance(self.dealer, Seat):
            raise ArgumentError(f"dealer: {self.dealer!r:.40}, expected a Seat")
        if not isinstance(self.packs, tuple) or len(self.packs) > MOST_PACKS:
            raise ArgumentError(f"packs: expected a tuple of at most {MOST_PACKS} packs")
        for number, pack in enumerate(self.packs, 1):
            check_pack(pack, f"pack {number}")

    def pack_of(self, number: int, before: Dealt | None, plis: tuple[PliTaken, ...]) -> tuple[Card, ...]:
        """Return the pack of a deal (BD3, BD4).

        before, plis   the deal before it and its plis, () if nobody took; they are used if cards are shuffled once only
        """
        if number <= len(self.packs):
            return self.packs[number - 1]
        if before is None or self.rules.shuffle == "each":
            return shuffled(self.seed, number)
        if plis:
            pack = gathered(((pli.seat.team, pli.cards) for pli in plis), before.dealer)
        else:
            pack = gathered_unplayed(before.pack, before.dealer)
        return cut(pack, self.seed, number, self.rules.cut)
