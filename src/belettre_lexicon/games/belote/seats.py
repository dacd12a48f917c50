"""The four seats of Belote in playing order, which goes to the right (BD1), and the two teams."""

from __future__ import annotations

from ..kit.seats import BaseSeat, BaseTeam

#: The most characters in a player's name. Front-ends check it when names are entered; records do not.
MAX_PLAYER_NAME = 40


class Team(BaseTeam):
    """The two teams of two seats (BD1). ``index`` is the place of a team in a pair of scores: 0 for N+S, 1 for E+O."""

    NS = "N+S"
    EO = "E+O"


class Seat(BaseSeat, teams=Team):
    """The seats South, East, North and West. The value is the short name; ``index`` is 0 to 3 in playing order (BD1).

    >>> Seat.of("N") is Seat.of("nord") is Seat.NORD
    True
    >>> Seat.SUD.next, Seat.SUD.partner.team is Seat.SUD.team
    (<Seat.EST: 'E'>, True)
    """

    SUD = "S"
    EST = "E"
    NORD = "N"
    OUEST = "O"

    team: Team


SEATS, TEAMS = tuple(Seat), tuple(Team)
PLAYERS = len(SEATS)
