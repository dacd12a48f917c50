"""Floor 3. The four seats in playing order, and the two teams: partners sit opposite."""

from __future__ import annotations

from enum import Enum

from ..errors import ArgumentError

#: Characters of a player's name at most, in records and on every screen.
MAX_PLAYER_NAME = 40


class Team(Enum):
    """Two seats that play together; ``index`` is its place in a pair of scores."""

    PONANTAIS_LEVANTIN = "PON+LEV"
    SEPTENTRIONAL_MERIDIONAL = "SEP+MER"

    index: int

    @property
    def other(self) -> Team:
        """The opposing team."""
        return TEAMS[1 - self.index]


class Seat(Enum):
    """West, North, East, South; the value is the short name of the notations, ``index`` the place in playing order."""

    PONANTAIS = "PON"
    SEPTENTRIONAL = "SEP"
    LEVANTIN = "LEV"
    MERIDIONAL = "MER"

    index: int
    team: Team

    @property
    def next(self) -> Seat:
        """The seat that plays after this one."""
        return SEATS[(self.index + 1) % 4]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return SEATS[(self.index + 2) % 4]

    @staticmethod
    def of(text: str) -> Seat:
        """The seat of a short or long name, in any case. Raises ArgumentError when there is none.

        >>> Seat.of("MER") is Seat.of("Méridional") is Seat.MERIDIONAL
        True
        """
        name = text.strip().upper().replace("É", "E") if isinstance(text, str) else ""
        for seat in SEATS:
            if name in (seat.value, seat.name):
                return seat
        raise ArgumentError(f"seat {text!r:.40}: expected one of {', '.join(seat.value for seat in SEATS)}")


TEAMS = tuple(Team)
SEATS = tuple(Seat)
for _index, _team in enumerate(TEAMS):
    _team.index = _index
for _index, _seat in enumerate(SEATS):
    _seat.index = _index
    _seat.team = TEAMS[_index % 2]


def in_order(first: Seat) -> tuple[Seat, ...]:
    """The four seats in playing order, from *first*.

    >>> [seat.value for seat in in_order(Seat.LEVANTIN)]
    ['LEV', 'MER', 'PON', 'SEP']
    """
    return SEATS[first.index :] + SEATS[: first.index]
