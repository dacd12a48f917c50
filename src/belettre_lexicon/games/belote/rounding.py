"""How the points of the plis are rounded when they are written down (BR1 to BR4)."""

from __future__ import annotations

from ...base.errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..kit.seats import Points

#: The ways of rounding, and the rule of each.
ROUNDING_RULES = {"exact": "BR1", "ten": "BR2", "ten160": "BR3", "five": "BR4"}

_TEN, _FIVE = 10, 5
#: The last digit from which tens are rounded up (BR2).
_UP = 6


def rounded(points: Points, rounding: str) -> Points:
    """Return the points of the plis of two teams as they are written.

    points    the exact points, 0 or more
    rounding  "exact", "ten" (BR2), "ten160" (BR3) or "five" (BR4)

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
    return (points // _TEN + (points % _TEN >= _UP)) * _TEN
