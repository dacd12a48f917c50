"""The seats of Belote in playing order, which goes to the right (BD1), and the sides that score. Start at ``Table``."""

from __future__ import annotations

from functools import cache

import msgspec

from ...base.errors import ArgumentError
from ..kit.seats import BaseSeat, BaseTeam

#: The most characters in a player's name. Front-ends check it when names are entered; records do not.
MAX_PLAYER_NAME = 40


class Team(BaseTeam):
    """The sides: the two teams of two seats (BD1), and each player who plays alone, in games without such teams.

    ``index`` is the place of a side in a tuple of points: 0 for N+S, 1 for E+O, and that of the seat for one player.
    """

    NS = "N+S"
    EO = "E+O"
    SUD = "S"
    EST = "E"
    NORD = "N"
    OUEST = "O"
    CINQ = "5"
    SIX = "6"


#: The two teams of four players.
TEAMS = (Team.NS, Team.EO)
Team.NS.other, Team.EO.other = Team.EO, Team.NS
#: The sides of players who play alone, by ``Seat.index``.
SOLO = tuple(Team)[len(TEAMS) :]
for _index, _side in enumerate(SOLO):
    _side.index = _index


class Seat(BaseSeat, teams=TEAMS, players=4):
    """The seats South, East, North and West, and those of a fifth and a sixth player. The value is the short name.

    ``index`` is 0 to 5 in playing order (BD1). The attributes *next*, *in_order*, *team* and *partner* are those of the
    table of four; a fifth and a sixth seat have none.

    >>> Seat.of("N") is Seat.of("nord") is Seat.NORD
    True
    >>> Seat.SUD.next, Seat.SUD.partner.team is Seat.SUD.team
    (<Seat.EST: 'E'>, True)
    """

    SUD = "S"
    EST = "E"
    NORD = "N"
    OUEST = "O"
    CINQ = "5"
    SIX = "6"

    team: Team

    @classmethod
    def of(cls, text: str, players: int = 4) -> Seat:
        """Return the seat of a table of *players* whose short or long name is *text*, as ``BaseSeat.of``.

        Raises ArgumentError if the name is unknown at this table.

        >>> Seat.of("5", players=5)
        <Seat.CINQ: '5'>
        """
        name = text.strip().upper().replace("É", "E") if isinstance(text, str) else ""
        for seat in SEATS_OF[players]:
            if name in (seat.value, seat.name):
                return seat
        known = ", ".join(seat.value for seat in SEATS_OF[players])
        raise ArgumentError(f"seat {text!r:.40}: expected one of {known}")


#: All seats, those of a table of four, and those of a table of each number of players.
ALL_SEATS = tuple(Seat)
SEATS = ALL_SEATS[:4]
SEATS_OF = {players: ALL_SEATS[:players] for players in range(2, len(ALL_SEATS) + 1)}
PLAYERS = len(SEATS)


class Table(msgspec.Struct, frozen=True, gc=False):
    """The seats and the sides of a game.

    seats    the seats in playing order (BD1); at a clockwise table too, see ``playing_order``
    sides    the sides, by ``Team.index``
    side_of  for each seat, by ``Seat.index``, the index of its side
    partners for each seat, by its index, the index of its partner's seat; -1 if it has none
    """

    seats: tuple[Seat, ...]
    sides: tuple[Team, ...]
    side_of: tuple[int, ...]
    partners: tuple[int, ...]

    def side(self, seat: Seat) -> Team:
        """Return the side of a seat.

        >>> table_of(3, 3).side(Seat.NORD), table_of(4, 2).side(Seat.NORD)
        (<Team.NORD: 'N'>, <Team.NS: 'N+S'>)
        """
        return self.sides[self.side_of[seat.index]]

    def zeros(self) -> tuple[int, ...]:
        """Return 0 for each side."""
        return (0,) * len(self.sides)


@cache
def table_of(players: int, sides: int) -> Table:
    """Return the table of a number of players with a number of sides: 2 teams of two, or as many as players."""
    if sides == players:
        return Table(SEATS_OF[players], SOLO[:players], tuple(range(players)), (-1,) * players)
    teams = tuple(seat.team.index for seat in SEATS)
    return Table(SEATS, TEAMS, teams, tuple(seat.partner.index for seat in SEATS))


@cache
def playing_order(dealer: int, players: tuple[int, ...] | range, *, clockwise: bool = False) -> tuple[int, ...]:
    """Return the seats in the order in which they are dealt to, speak and play; the dealer is the last (BD1).

    dealer     the index of the dealer's seat
    players    the indexes of the seats that are still in play, rising; the dealer is one of them
    clockwise  whether everything goes to the left

    >>> playing_order(1, range(4)), playing_order(1, range(4), clockwise=True), playing_order(3, (0, 2, 3))
    ((2, 3, 0, 1), (0, 3, 2, 1), (0, 2, 3))
    """
    order = tuple(players)
    place = order.index(dealer)
    return (*order[:place][::-1], *order[place:][::-1]) if clockwise else (*order[place + 1 :], *order[: place + 1])


@cache
def following_of(order: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each seat, by its index, the index of the next one; -1 for a seat that is not in *order*.

    >>> following_of((2, 3, 0, 1)), following_of((2, 3, 0))
    ((1, 2, 3, 0), (2, -1, 3, 0))
    """
    following = [-1] * (max(order) + 1)
    for place, seat in enumerate(order):
        following[seat] = order[(place + 1) % len(order)]
    return tuple(following)
