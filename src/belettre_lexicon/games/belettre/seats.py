"""The four seats of Belettre in playing order, and the two teams. Partners sit opposite each other (D4)."""

from __future__ import annotations

from ..kit.seats import BaseSeat, BaseTeam

#: The most characters in a player's name. Front-ends check it when names are entered; records do not.
MAX_PLAYER_NAME = 40


class Team(BaseTeam):
    """The two teams of two seats. ``index`` is the position of a team in a pair of scores, 0 or 1."""

    PONANTAIS_LEVANTIN = "PON+LEV"
    SEPTENTRIONAL_MERIDIONAL = "SEP+MER"


class Seat(BaseSeat, teams=Team):
    """The seats West, North, East and South. The value is the short name; ``index`` is 0 to 3 in playing order (D4).

    >>> Seat.of("MER") is Seat.of("Méridional") is Seat.MERIDIONAL
    True
    >>> Seat.MERIDIONAL.next, Seat.MERIDIONAL.partner.team is Seat.MERIDIONAL.team
    (<Seat.PONANTAIS: 'PON'>, True)
    """

    PONANTAIS = "PON"
    SEPTENTRIONAL = "SEP"
    LEVANTIN = "LEV"
    MERIDIONAL = "MER"

    team: Team


SEATS, TEAMS = tuple(Seat), tuple(Team)
PLAYERS = len(SEATS)
