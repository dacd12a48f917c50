"""The sheets of Belote de comptoir and of the lyonnaise: what a bid is worth, and which sheets fall (VK7 to VK13).

Each player has a sheet, which falls to 0; who reaches 0 leaves, and the last player has lost. Start at ``settle``. The
functions are pure.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ....base.errors import ArgumentError
from ..rules import BeloteRules
from .ends import PartieEnd

#: The points of all cards, the most that can be bid (VK3).
MOST_BID = 152
#: The highest bid that is worth 1, and the step at which a bid is worth one more (VK8).
_PLAIN_BID, _BID_SPAN = 50, 20
#: The faces of a die (VK12).
_FACES = 6


class SheetResult(msgspec.Struct, frozen=True):
    """What a deal does to the sheets. Players are indexes in playing order.

    made    whether the taker has made the bid: as many points or more (VK9)
    value   what the bid is worth (VK8)
    fell    by how much each sheet fell, by player
    sheets  the sheets after the deal, by player; 0 for a player who has left
    left    the players who leave with this deal, in ascending order (VK11)
    loser   the player who is the last one left and has lost; None if the game goes on
    dealer  the player who deals next (VK13); None if the game is over
    """

    made: bool
    value: int
    fell: tuple[int, ...]
    sheets: tuple[int, ...]
    left: tuple[int, ...]
    loser: int | None
    dealer: int | None

    @property
    def outcome(self) -> Literal["made", "chute"]:
        """How the deal ended, as ``DealResult.outcome`` has it: the taker made the bid or missed it (VK9)."""
        return "made" if self.made else "chute"

    @property
    def over(self) -> bool:
        """Whether the game is over: one player is left (VK11)."""
        return self.loser is not None


def first_sheets(rules: BeloteRules) -> tuple[int, ...]:
    """Return the sheets of all players before the first deal (VK10)."""
    return (rules.sheet,) * rules.variant.players


def bid_worth(bid: int, rules: BeloteRules) -> int:
    """Return by how much a bid lets sheets fall (VK8).

    Raises ArgumentError if the bid is not a number from 1 to 152.

    >>> from ..rules import BeloteRules
    >>> [bid_worth(bid, BeloteRules(game="comptoir")) for bid in (50, 51, 70, 71, 91)]
    [1, 2, 2, 3, 4]
    """
    _check("bid", bid, 1, MOST_BID, "VK3")
    if rules.scale == "one" or bid <= _PLAIN_BID:
        return 1
    return 1 + -(-(bid - _PLAIN_BID) // _BID_SPAN)


def die_of(sheet: int) -> tuple[int, int] | None:
    """Return the face of the die of a player, and the number of the round counted from the end; None at 0 (VK12).

    Raises ArgumentError if the sheet is not a number from 0 to 12.

    >>> die_of(12), die_of(7), die_of(0)
    ((6, 2), (1, 2), None)
    """
    _check("sheet", sheet, 0, 2 * _FACES, "VK12")
    return ((sheet - 1) % _FACES + 1, -(-sheet // _FACES)) if sheet else None


def settle(sheets: tuple[int, ...], taker: int, bid: int, points: int, dealer: int, rules: BeloteRules) -> SheetResult:
    """Return what a deal does to the sheets (VK8 to VK13).

    sheets  the sheets before the deal, by player; 0 for a player who has left
    taker   the player who has bid the most
    bid     the bid
    points  the points of the cards of the taker's own plis (VK7)
    dealer  the player who dealt

    Raises ArgumentError if a value is impossible, or the taker has left.

    >>> from ..rules import BeloteRules
    >>> settle((6, 6, 6), 1, 60, 66, 0, BeloteRules(game="comptoir", seats=3)).sheets
    (6, 4, 6)
    """
    for name, player in (("taker", taker), ("dealer", dealer)):
        _check(name, player, 0, len(sheets) - 1, "VK1")
    if not sheets[taker]:
        raise ArgumentError(f"taker {taker}: expected a player who is still in (VK11)")
    _check("points", points, 0, MOST_BID, "VK7")
    value = bid_worth(bid, rules)
    made = points >= bid
    falls = [bool(sheet) and (player == taker) == made for player, sheet in enumerate(sheets)]
    fell = tuple(min(value, sheet) if falling else 0 for sheet, falling in zip(sheets, falls, strict=True))
    after = tuple(sheet - less for sheet, less in zip(sheets, fell, strict=True))
    left = tuple(player for player, sheet in enumerate(after) if not sheet and sheets[player])
    still = [player for player, sheet in enumerate(after) if sheet]
    if len(still) == 1:
        return SheetResult(made, value, fell, after, left, still[0], None)
    if rules.next_dealer == "next":
        following = next_in(after, dealer, clockwise=rules.clockwise)
    else:
        # The winner of the deal: the taker, or the first after him who is still in.
        following = taker if made and after[taker] else next_in(after, taker, clockwise=rules.clockwise)
    return SheetResult(made, value, fell, after, left, None, following)


def sheets_end(result: SheetResult) -> PartieEnd:
    """Return whether the game is over after a deal (VK11)."""
    reason: Any = "last_left" if result.over else "still_in"
    return PartieEnd(None, "VK11", reason, result.sheets, loser=result.loser)


def next_in(sheets: tuple[int, ...], player: int, *, clockwise: bool = False) -> int:
    """Return the next player after *player* who is still in (VK11, VK13, BD1). Raises ArgumentError if nobody is."""
    count = len(sheets)
    for step in range(1, count + 1):
        following = (player - step if clockwise else player + step) % count
        if sheets[following]:
            return following
    raise ArgumentError(f"sheets {sheets!r:.60}: expected one that is not 0 (VK11)")


def _check(name: str, value: Any, least: int, most: int, rule: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ArgumentError(f"{name} {value!r:.40}: expected a number from {least} to {most} ({rule})")
