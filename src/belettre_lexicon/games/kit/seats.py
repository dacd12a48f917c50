"""Seats around a table for 2 to 6 players, and their teams. Start reading at ``Seating``.

The number of players and the number of teams are parameters. One rule says who plays together: with *t* teams, every
*t*-th seat belongs to the same team. So partners sit opposite each other in two teams of two and in three teams of two,
and with as many teams as seats, each player plays alone.

A game names its seats and teams with enums, listed in playing order::

    class Team(BaseTeam):                      class Seat(BaseSeat, teams=Team):
        FIRST = "A"                                NORTH = "N"
        SECOND = "B"                               …

If a game has a variable number of players, it makes a ``Seating`` of the seats that are taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Annotated, Generic, Self, TypeVar

import msgspec

from ...base.errors import ArgumentError

S = TypeVar("S")

#: The fewest and the most players of a game.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
#: A number for each team, such as its points, by the index of the team.
Points = Annotated[tuple[int, ...], msgspec.Meta(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS)]


class Seating(Generic[S]):
    """The seats of a game in playing order, and which of them play together. Teams are numbers from 0.

    seats  the seats
    teams  the number of teams

    >>> table = Seating("NESW", teams=2)
    >>> table.next("W"), table.partners("N"), table.team("E"), table.in_order("S")
    ('N', ('S',), 1, ('S', 'W', 'N', 'E'))
    """

    __slots__ = ("_index", "seats", "teams")

    def __init__(self, seats: Iterable[S], teams: int | None = None) -> None:
        """Seat players. If *teams* is None, each player plays alone.

        Raises ArgumentError if there are not 2 to 6 different seats, if *teams* is less than 2, or if the seats cannot
        be divided equally among the teams.
        """
        self.seats = tuple(seats)
        self._index = {seat: index for index, seat in enumerate(self.seats)}
        players = len(self.seats)
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS or len(self._index) < players:
            raise ArgumentError(f"seats: {players}, expected {FEWEST_PLAYERS} to {MOST_PLAYERS} different ones")
        self.teams = players if teams is None else teams
        if self.teams < FEWEST_PLAYERS or players % self.teams:
            raise ArgumentError(f"teams: {self.teams}, expected 2 or more that {players} seats can be divided into")

    def index(self, seat: S) -> int:
        """Return the position of a seat in playing order, from 0. Raises ArgumentError for an unknown seat."""
        if seat not in self._index:
            raise ArgumentError(f"seat {seat!r:.40}: expected one of {', '.join(map(str, self.seats))}")
        return self._index[seat]

    def next(self, seat: S) -> S:
        """Return the seat that plays after a seat. Raises ArgumentError for an unknown seat."""
        return self.seats[(self.index(seat) + 1) % len(self.seats)]

    def in_order(self, first: S) -> tuple[S, ...]:
        """Return all seats in playing order, starting with *first*. Raises ArgumentError for an unknown seat."""
        index = self.index(first)
        return self.seats[index:] + self.seats[:index]

    def team(self, seat: S) -> int:
        """Return the index of the team of a seat, from 0. Raises ArgumentError for an unknown seat."""
        return self.index(seat) % self.teams

    def partners(self, seat: S) -> tuple[S, ...]:
        """Return the other seats of the same team in playing order; () if the player plays alone.

        Raises ArgumentError for an unknown seat.
        """
        return self.in_order(seat)[self.teams :: self.teams]


class BaseTeam(Enum):
    """Base class for the teams of a game. Each game subclasses it with its teams.

    index  the number of the team, from 0: its position in a tuple of the points of all teams
    other  the opposing team; exists only if the game has two teams
    """

    index: int
    other: Self

    def __init_subclass__(cls) -> None:
        teams = tuple(cls)
        for index, team in enumerate(teams):
            team.index = index
        if len(teams) == len(("this", "other")):
            teams[0].other, teams[1].other = teams[1], teams[0]


class BaseSeat(Enum):
    """Base class for the seats of a game. Each game subclasses it with its seats in playing order.

    The value of a member is its short name, which is used in notations. The attributes are those of a game in which all
    seats are taken, or the first *players* of them; other seats have only an *index*.

    index     the position in playing order, from 0
    next      the seat that plays after this one
    in_order  all seats in playing order, starting with this one
    team      the team of the seat; exists only if the class was given its *teams*
    partner   the other seat of the team; exists only if teams have two seats
    """

    index: int
    next: Self
    in_order: tuple[Self, ...]
    team: BaseTeam
    partner: Self

    def __init_subclass__(cls, *, teams: Iterable[BaseTeam] = (), players: int | None = None) -> None:
        named = tuple(teams)
        for index, seat in enumerate(cls):
            seat.index = index
        seating = Seating(tuple(cls)[:players], len(named) or None)
        for seat in seating.seats:
            seat.next, seat.in_order = seating.next(seat), seating.in_order(seat)
            if named:
                seat.team = named[seating.team(seat)]
            if len(partners := seating.partners(seat)) == 1:
                seat.partner = partners[0]

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the seat whose short or long name is *text*, in upper or lower case, with or without accents.

        Raises ArgumentError if the name is unknown.
        """
        name = text.strip().upper().replace("É", "E") if isinstance(text, str) else ""
        for seat in cls:
            if name in (seat.value, seat.name):
                return seat
        raise ArgumentError(f"seat {text!r:.40}: expected one of {', '.join(seat.value for seat in cls)}")
