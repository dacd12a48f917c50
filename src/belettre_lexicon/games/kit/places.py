"""Four places around a table, and two partnerships: places that face each other play together.

Each game defines its own subclasses, which are enums. The places are listed in playing order::

    class Team(Partnership):
        FIRST = "A"
        SECOND = "B"

    class Seat(Place, teams=Team):
        NORTH = "N"
        …
"""

from __future__ import annotations

from enum import Enum
from typing import Self, TypeVar

from ...base.errors import ArgumentError

PLACES = 4


class Partnership(Enum):
    """Base class for the teams of a game, each of two places. Each game subclasses it with exactly two members.

    index  the position of the team in a pair of scores, 0 or 1
    other  the opposing partnership
    """

    index: int
    other: Self

    def __init_subclass__(cls) -> None:
        first, second = cls
        first.index, first.other = 0, second
        second.index, second.other = 1, first


class Place(Enum):
    """Base class for the seats at the table. Each game subclasses it with exactly four members.

    The value of a member is its short name, which is used in notations.

    index    0 to 3 in playing order
    next     the place that plays after this one
    partner  the place opposite
    team     the partnership that the place belongs to
    """

    index: int
    next: Self
    partner: Self
    team: Partnership

    def __init_subclass__(cls, *, teams: type[Partnership]) -> None:
        places, partnerships = tuple(cls), tuple(teams)
        for index, place in enumerate(places):
            place.index = index
            place.next = places[(index + 1) % PLACES]
            place.partner = places[(index + 2) % PLACES]
            place.team = partnerships[index % 2]

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the place with this short or long name, in upper or lower case, with or without accents.

        Raises ArgumentError if the name is unknown.
        """
        name = text.strip().upper().replace("É", "E") if isinstance(text, str) else ""
        for place in cls:
            if name in (place.value, place.name):
                return place
        raise ArgumentError(f"seat {text!r:.40}: expected one of {', '.join(place.value for place in cls)}")


P = TypeVar("P", bound=Place)


def in_order(first: P) -> tuple[P, ...]:
    """Return the four places in playing order, starting with *first*."""
    second, third = first.next, first.partner
    return first, second, third, third.next
