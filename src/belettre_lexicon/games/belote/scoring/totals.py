"""What is counted in a deal when its plis are won (BS1, BS2, BV3, VC19), and how points are rounded (BR1 to BR4).

The two sides of a deal, the taker's and the other one, have the indexes 0 and 1. ``scores.score`` turns these totals
into what is written; with three players, ``flat`` gives it to the players.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec
from msgspec.structs import force_setattr

from ....base.errors import ArgumentError
from ...kit.seats import Points
from ..cards import CONTRACTS, SUITS, Contract, mask_of, points_in, tables
from ..options import SHEETS
from ..rules import BeloteRules

TEAMS = (0, 1)
PLIS = 8
#: What a belote is worth (BB1), and the last pli (BS2).
BELOTE_POINTS, DIX_DE_DER = 20, 10
#: The most belotes of a deal: one in each suit at tout atout (BV3).
_MOST_BELOTES = 4
#: The points of all plis with the dix de der (BS2), and those of two contracts with plain values (BV3).
_WHOLE, _PLAIN_WHOLE = 162, {"SA": 130, "TA": 258}
#: The plis of a deal of each game with belotes: eight, ten with 30 cards (V3.5), sixteen at two (V2.9).
_NUMBERS_OF_PLIS = (PLIS, 10, 16)
_MOST_POINTS = max(_PLAIN_WHOLE.values())
#: Annonces are worth tens.
_ANNONCE_STEP = 10
#: Bounds for what comes from outside, far above anything that can happen.
_MOST_ANNONCES, _MOST_WAITING = 2_000, 1_000_000


class DealTotals(msgspec.Struct, frozen=True):
    """What is counted when the plis of a deal are won. Pairs are for team 0 and team 1.

    taker           the index of the takers' team
    plis            the points of the plis with the dix de der (BS1, BS2), together 162; with ``ta_values="plain"``, 130
                    at sans atout and 258 at tout atout (BV3). A capot is counted like any other deal: 162 and 0
    plis_won        how many plis each team won; None if both teams won some
    belote          the points of the belotes that were said: 20 for one, up to 80 at tout atout (BV3)
    annonces        the points of the annonces that count (BN7)
    contract        the contract
    waiting         the points that wait since an earlier litige (BS6), as written
    exact_waiting   the points that wait, without rounding (BE5); None if they are equal to *waiting*
    annonces_said   whether any annonce was said (BR6); None to derive it from *annonces*
    all_plis        how many plis the deal has: 8, with three players 8 or 10, with two 16
    asked           whether the taker asked for a capot (BV6), with the option ``capot_asked``

    Raises ArgumentError if a value is impossible.
    """

    taker: int
    plis: Points
    plis_won: Points | None = None
    belote: Points = (0, 0)
    annonces: Points = (0, 0)
    contract: Contract = "♥"
    waiting: int = 0
    exact_waiting: int = None  # type: ignore[assignment]  # set by __post_init__
    annonces_said: bool = None  # type: ignore[assignment]  # likewise
    all_plis: int = PLIS
    asked: bool = False

    def __post_init__(self) -> None:
        team_index(self.taker)
        if self.contract not in CONTRACTS:
            raise ArgumentError(f"contract {self.contract!r:.40}: expected one of {', '.join(CONTRACTS)}")
        self._check_pair("plis", "points of the plis", most=_MOST_POINTS, rule="BS1")
        if self.all_plis not in _NUMBERS_OF_PLIS:
            known = ", ".join(map(str, _NUMBERS_OF_PLIS))
            raise ArgumentError(f"plis of the deal {self.all_plis!r:.40}: expected one of {known} (BP10, V3.5, V2.9)")
        if self.plis_won is not None:
            won = self._check_pair("plis_won", "plis won", most=self.all_plis, rule="BP10")
            if sum(won) != self.all_plis:
                raise ArgumentError(f"plis won {self.plis_won!r:.40}: expected {self.all_plis} together (BP10)")
            if any(points and not number for points, number in zip(self.plis, won, strict=True)):
                raise ArgumentError(
                    f"points {self.plis!r:.40} for plis {self.plis_won!r:.40}: expected none without a pli (BS1)"
                )
        all_belotes, contract = _MOST_BELOTES * BELOTE_POINTS, self.contract
        belote = self._check_pair("belote", "belote", most=all_belotes, step=BELOTE_POINTS, rule="BB1")
        most = {"SA": 0, "TA": all_belotes}.get(contract, BELOTE_POINTS)
        if sum(belote) > most:
            raise ArgumentError(f"belote {belote!r:.40}: expected {most} points at most at {contract} (BB1, BV2, BV3)")
        self._check_pair("annonces", "annonces", most=_MOST_ANNONCES, step=_ANNONCE_STEP, rule="BN2")
        _check_number("waiting points", self.waiting, most=_MOST_WAITING, rule="BS6")
        if self.exact_waiting is None:
            force_setattr(self, "exact_waiting", self.waiting)
        _check_number("exact waiting points", self.exact_waiting, most=_MOST_WAITING, rule="BE5")
        if self.annonces_said is None:
            force_setattr(self, "annonces_said", any(self.annonces))

    def _check_pair(self, field: str, name: str, *, most: int, rule: str, step: int = 1) -> Points:
        """Raise ArgumentError if a field is not a number for each team; return it, and keep it, as a tuple."""
        pair = getattr(self, field)
        try:
            first, second = pair
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"{name} {pair!r:.40}: expected two numbers, for team 0 and team 1 ({rule})") from error
        for number in (first, second):
            _check_number(name, number, most=most, rule=rule, step=step)
        if not isinstance(pair, tuple):
            force_setattr(self, field, (first, second))
        return first, second

    @property
    def capot(self) -> int | None:
        """The index of the team that won all plis (BS7); None if both teams won some."""
        won = self.plis_won
        return won.index(self.all_plis) if won is not None and self.all_plis in won else None

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in ("plis", "belote", "annonces", "waiting"))
        return f"DealTotals(taker={self.taker}, {values}, plis_won={self.plis_won}, contract={self.contract!r})"


def whole_deal(contract: str, rules: BeloteRules) -> int:
    """Return the points of all plis of a deal with the dix de der (BS2).

    They are 162; with ``ta_values="plain"``, 130 at sans atout and 258 at tout atout (BV3). Raises ArgumentError if the
    contract is unknown.
    """
    tables(contract)
    return _PLAIN_WHOLE.get(contract, _WHOLE) if rules.ta_values == "plain" else _WHOLE


def count_plis(plis: Iterable[Points], contract: str, rules: BeloteRules) -> tuple[Points, Points]:
    """Return the points of the plis of each side, with the dix de der, and how many it won (BS1, BS2, VC19).

    plis  for each of the plis of the deal, in order, the index of the side that won it, 0 or 1, and its cards as a mask

    The results are *plis* and *plis_won* of ``DealTotals``. Raises ArgumentError if these are not all plis with all
    cards of the pack, or the contract is unknown.
    """
    variant = rules.variant
    points, won, seen, last = [0, 0], [0, 0], 0, 0
    for last, cards in plis:
        points[team_index(last)] += points_in(cards, contract, rules.ta_values)
        if cards.bit_count() != variant.players:
            raise ArgumentError(f"a pli with {cards.bit_count()} cards: expected {variant.players} (BP10)")
        won[last] += 1
        seen |= cards
    if sum(won) != variant.plis or seen != mask_of(variant.pack):
        raise ArgumentError(
            f"{sum(won)} plis with {seen.bit_count()} cards: expected {variant.plis} with {len(variant.pack)} (BP10)"
        )
    first, second = proportional((points[0], points[1]), contract, rules)
    return (first + DIX_DE_DER * (last == 0), second + DIX_DE_DER * (last == 1)), (won[0], won[1])


def proportional(plain: Points, contract: str, rules: BeloteRules) -> Points:
    """Return the points of the cards of both sides with ``ta_values="proportional"`` (VC19); else *plain* itself.

    plain  the points of all cards of the deal as at a trump suit: 120 together at sans atout, 248 at tout atout. Of
           both sides together these become 152

    >>> from ..rules import BeloteRules
    >>> proportional((25, 95), "SA", BeloteRules(game="coinche", sa_ta=True, ta_values="proportional"))
    (32, 120)
    """
    if rules.ta_values != "proportional" or contract in SUITS:
        return plain
    cards, raw = _WHOLE - DIX_DE_DER, _PLAIN_WHOLE[contract] - DIX_DE_DER
    # To the nearest whole number; a half does not come up.
    first = (2 * plain[0] * cards + raw) // (2 * raw)
    return first, cards - first


@cache
def possible_points(contract: str, rules: BeloteRules, players: int | None = None) -> frozenset[int]:
    """Return every number of points, with the dix de der, that the plis of one side can have (BS1, BS2).

    With four players and a suit these are all numbers from 0 to 162 except 1 and 161. In Belote de comptoir and the
    lyonnaise there is no dix de der (VK7), and *players* is the number of those who are still in; None for all. Raises
    ArgumentError if the contract is unknown.

    >>> from ..rules import BeloteRules
    >>> sorted(set(range(163)) - possible_points("♥", BeloteRules()))
    [1, 161]
    """
    found, variant = tables(contract), rules.variant
    values = found.points if rules.ta_values == "rescaled" else found.plain
    # sums[n]: the bits of the sums of n cards. A side has the cards of whole plis, and the last pli or not.
    players = players or variant.players
    size, der = variant.plis * players, DIX_DE_DER * (rules.game not in SHEETS)
    sums = [1] + [0] * size
    for card in variant.pack:
        for number in range(size, 0, -1):
            sums[number] |= sums[number - 1] << values[card.index]
    without = with_last = 0
    for number in range(0, size + 1, players):
        without |= sums[number] if number < size or not der else 0
        with_last |= sums[number] if number else 0
    if rules.ta_values == "proportional" and contract not in SUITS:
        raw = _PLAIN_WHOLE[contract] - DIX_DE_DER
        without, with_last = (
            sum({1 << proportional((points, raw - points), contract, rules)[0] for points in _bits(bits)})
            for bits in (without, with_last)
        )
    both = without | with_last << der
    return frozenset(_bits(both))


def _bits(mask: int) -> list[int]:
    """Return the numbers of the bits of a mask that are set."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def team_index(team: int) -> int:
    """Return *team*, the index of a team. Raises ArgumentError if it is not 0 or 1."""
    if isinstance(team, bool) or team not in TEAMS:
        raise ArgumentError(f"team {team!r:.40}: expected 0 or 1")
    return team


def _check_number(name: str, number: object, *, most: int, rule: str, step: int = 1) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most or number % step:
        steps = "" if step == 1 else f", a multiple of {step}"
        raise ArgumentError(f"{name} {number!r:.40}: expected a number from 0 to {most}{steps} ({rule})")


#: The ways of rounding, and the rule of each.
ROUNDING_RULES = {"exact": "BR1", "ten": "BR2", "ten160": "BR3", "five": "BR4", "nearest": "VC33"}

_TEN, _FIVE = 10, 5
#: The last digit from which tens are rounded up (BR2), and from which the nearest ten is above (VC33).
_UP, _NEAREST_UP = 6, 5


def rounded(points: Points, rounding: str) -> Points:
    """Return the points of the plis of two teams as they are written.

    points    the exact points, 0 or more
    rounding  "exact", "ten" (BR2), "ten160" (BR3), "five" (BR4) or "nearest" (VC33)

    Raises ArgumentError if the rounding is unknown or points are negative.

    >>> rounded((106, 56), "ten"), rounded((106, 56), "ten160"), rounded((106, 56), "five")
    ((110, 60), (110, 50), (105, 55))
    """
    first, second = points
    if rounding == "ten160" and first % _TEN == second % _TEN == _UP and first != second:
        # Both would go up: the sum stays 160 if only the greater one does.
        written = rounded_alone(first, "ten"), rounded_alone(second, "ten")
        return (written[0], written[1] - _TEN) if first > second else (written[0] - _TEN, written[1])
    return rounded_alone(first, rounding), rounded_alone(second, rounding)


def rounded_alone(points: int, rounding: str) -> int:
    """Return points that stand alone, such as the 162 of a chute or the 252 of a capot, as they are written (BR1).

    Raises ArgumentError if the rounding is unknown or the points are negative.

    >>> rounded_alone(162, "ten"), rounded_alone(252, "five")
    (160, 250)
    """
    if rounding not in ROUNDING_RULES:
        raise ArgumentError(f"rounding {rounding!r:.40}: expected one of {', '.join(ROUNDING_RULES)} (BR)")
    if not isinstance(points, int) or points < 0:
        raise ArgumentError(f"points {points!r:.40}: expected a number, 0 or more (BS1)")
    if rounding == "exact" or not points:
        return points
    if rounding == "five":
        # One off, then to the nearest five: 0, 1, 2 down and 3, 4 up.
        return (points - 1 + _FIVE // 2) // _FIVE * _FIVE
    return (points // _TEN + (points % _TEN >= (_NEAREST_UP if rounding == "nearest" else _UP))) * _TEN
